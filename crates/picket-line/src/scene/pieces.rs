//! What stands on the field and lies beside it.

use super::{on_board, stands};
use crate::model::scenario::{PicketLine, Post};
use crate::model::state::Picket;
use crate::model::task::Task;
use crate::model::view::{OrderSeen, View};
use crate::rules::cards::{Card, HandSeen};
use crate::rules::movement::MovePicket;
use engine::scene::{
    self, Badge, CardUse, Lie, Marker, Panel, PanelRow, Piece, Scene, Spot, Tone, Track, TrackBox,
};
use engine::{Eyes, Side};

/// The card that is clicked to be played.
pub(crate) const SCOUT: &str = "scout";

const FALLEN: &str = "fallen";

/// Everything these eyes see. It is made of their view, so that nothing can slip in.
pub(super) fn scene(rules: &PicketLine, view: &View, eyes: Eyes) -> Scene {
    let pickets = || rules.posts.iter().zip(&view.pickets);
    let fallen = pickets().filter(|(_, picket)| !picket.standing);
    let fallen = fallen.map(|(post, picket)| PanelRow {
        pieces: vec![(&post.name).into()],
        ..PanelRow::new(in_words(post, picket), "", Some(post.side))
    });
    let mut panels =
        vec![Panel::new("orders", "Orders", orders(view)), Panel::new(FALLEN, "Fallen", fallen.collect())];
    panels.extend(Side::BOTH.map(|side| hand(view, side, eyes)));
    let rounds = (1..=rules.rounds).map(|number| TrackBox::new(number, "")).collect();
    Scene {
        pieces: pickets().map(|(post, picket)| piece(rules, view, post, picket)).collect(),
        markers: pickets()
            .filter(|(_, picket)| !picket.standing)
            .map(|(post, picket)| grave(post, picket))
            .collect(),
        tracks: vec![Track::new("round", "Round", rounds, usize::from(view.round.saturating_sub(1)))],
        panels,
    }
}

fn piece(rules: &PicketLine, view: &View, post: &Post, picket: &Picket) -> Piece {
    let moves = matches!(
        view.agenda.next(),
        Some(Task::MovePicket(MovePicket { picket })) if rules.post(picket).name == post.name
    );
    let badge = Badge { text: "M".into(), what: "about to move".into(), tone: Tone::Plain };
    Piece {
        id: (&post.name).into(),
        side: Some(post.side),
        kind: if picket.standing { "picket" } else { FALLEN }.into(),
        name: (&post.name).into(),
        at: match picket.standing {
            true => Spot::Point { at: on_board(picket.at) },
            false => Spot::Panel { panel: FALLEN.into() },
        },
        facing: picket.standing.then(|| picket.facing.bearing()),
        body: match picket.standing {
            true => stands(picket.at, picket.facing).collect(),
            false => Vec::new(),
        },
        formation: None,
        figures: Vec::new(),
        badges: if moves { vec![badge] } else { Vec::new() },
        spent: false,
        text: in_words(post, picket),
    }
}

/// Where a picket fell.
fn grave(post: &Post, picket: &Picket) -> Marker {
    let at = vec![on_board(picket.at)];
    Marker { label: "†".into(), ..Marker::on_table(FALLEN, at, Some(post.side), in_words(post, picket)) }
}

fn in_words(post: &Post, Picket { at, facing, standing }: &Picket) -> String {
    match standing {
        true => format!("{} picket {} at {at}, facing {}", post.side, post.name, facing.compass()),
        false => format!("{} picket {} fell at {at}", post.side, post.name),
    }
}

fn orders(view: &View) -> Vec<PanelRow> {
    let row = |side: Side| {
        let order = match view.orders[side.index()] {
            OrderSeen::None => "none yet".to_owned(),
            OrderSeen::Given => "given, in secret".to_owned(),
            OrderSeen::Known(order) => order.to_string(),
        };
        PanelRow::new(side.to_string(), order, Some(side))
    };
    Side::BOTH.map(row).to_vec()
}

/// A side's cards as far as these eyes know them: one's own as cards, those of others a line a kind.
fn hand(view: &View, side: Side, eyes: Eyes) -> Panel {
    let HandSeen { open, hidden, known } = view.hands[side.index()];
    let is_own = eyes == Eyes::Of(side);
    let kinds = [
        (Card::Scout, SCOUT, "Scout", "The enemy's cards are laid open."),
        (Card::Aim, "aim", "Aim", "Adds 1 to the die of a shot."),
    ];
    let (mut rows, mut cards) = (Vec::new(), Vec::new());
    for (card, id, name, text) in kinds {
        let (open, hidden) = (open.of(card), known.map_or(0, |known| known.of(card)));
        if is_own {
            let drawn = |how: &str| scene::Card {
                id: id.into(),
                band: format!("{side}, {how}").as_str().into(),
                side: Some(side),
                corners: Vec::new(),
                uses: vec![CardUse::new(name, text)],
            };
            cards.extend((0..open).map(|_| drawn("laid open")).chain((0..hidden).map(|_| drawn("hidden"))));
            continue;
        }
        let counts = [(open, "open"), (hidden, "hidden")].into_iter().filter(|(count, _)| *count > 0);
        let value: Vec<String> = counts.map(|(count, how)| format!("{count} {how}")).collect();
        if !value.is_empty() {
            rows.push(PanelRow::new(format!("{name}: {text}"), value.join(", "), Some(side)));
        }
    }
    if known.is_none() && hidden > 0 {
        rows.push(PanelRow::new("Cards you do not know", hidden.to_string(), Some(side)));
    }
    let name = format!("Cards of the {side} side");
    let lie = if is_own { Lie::Hand } else { Lie::Pile };
    Panel { first: is_own, cards, lie, ..Panel::new(format!("hand-{}", side.key()), name, rows) }
}
