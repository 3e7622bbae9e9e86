//! Sleighs, and trains without a Force.

use super::Seen;
use crate::model::ids::ForceId;
use crate::model::numbers::Trains;
use crate::model::position::Position;
use crate::model::state::{Markers, Phase};
use crate::speech::{self, counted, hex, names, rank};
use engine::Side;
use engine::scene::{Badge, Figure, Piece, Spot, Tone, Word};
use ground::{Hex, HexSet};

/// What the signs on pieces mean.
pub(super) const SIGNS: [(&str, &str); 16] = [
    ("force", "a Force: its commander, its letter and his stars"),
    ("supply", "trains without a Force, and how many"),
    ("go", "on the move, or in the combat"),
    ("O", "ORDER: it can move this turn"),
    ("+1", "an order that arrives next turn"),
    ("+2", "an order that arrives in two turns"),
    ("I", "INITIAL: it marches on its initial order"),
    ("Fo", "FORAGE: out of supply"),
    ("Fa", "FATIGUE: has force marched"),
    ("C", "COMBAT: has fought this turn"),
    ("T", "TRAIN: it escorts trains"),
    ("D", "a Union DEPOT"),
    ("x", "DEPLETED: the town has given its train"),
    ("★", "an aim of the Confederates"),
    ("S", "a principal supply source of the Union"),
    ("→", "an initial order leads here"),
];

pub(super) fn pieces(seen: Seen<'_>) -> Vec<Piece> {
    let mut pieces = trains(seen.position);
    // Whoever is on the move lies on top of a friend whose hex he passes.
    let moving = seen.position.state.march.map(|march| march.force);
    let there = |force: &ForceId| seen.position.force(*force).at.is_some();
    pieces.extend(
        ForceId::all()
            .filter(there)
            .filter(|&force| Some(force) != moving)
            .filter_map(|one| force(seen, one)),
    );
    pieces.extend(moving.filter(there).and_then(|one| force(seen, one)));
    pieces
}

/// What a piece of trains is called: those that go by themselves, and those left behind.
pub(super) fn train_id(position: Position<'_>, at: Hex, flipped: bool) -> String {
    let name = position.campaign.theatre.grid.name(at);
    if flipped { format!("train-{name}") } else { format!("wagons-{name}") }
}

fn trains(position: Position<'_>) -> Vec<Piece> {
    let campaign = position.campaign;
    let mut pieces = Vec::new();
    for flipped in [false, true] {
        let mut told: HexSet = HexSet::EMPTY;
        for train in position.state.trains.iter().filter(|train| train.flipped == flipped) {
            if !told.insert(train.at) {
                continue;
            }
            let here =
                position.state.trains.iter().filter(|other| other.at == train.at && other.flipped == flipped);
            let (count, waiting) =
                here.fold((0_u64, 0_u64), |(all, open), train| (all + 1, open + u64::from(!train.moved)));
            let what = if flipped { "on its way home" } else { "left without escort" };
            pieces.push(Piece {
                id: train_id(position, train.at, flipped).into(),
                side: Some(Side::Confederate),
                kind: "supply".into(),
                name: if flipped { "TRAIN" } else { "TRAIN, left" }.into(),
                at: Spot::Place { place: campaign.theatre.grid.name(train.at).into() },
                facing: None,
                body: Vec::new(),
                formation: None,
                figures: vec![Figure::new(count, "trains")],
                badges: Vec::new(),
                spent: flipped && position.state.phase == Phase::TrainMoves && waiting == 0,
                text: format!(
                    "{} at {}, {what}",
                    counted(count, "Confederate train", "Confederate trains"),
                    hex(campaign, train.at)
                ),
            });
        }
    }
    pieces
}

/// A badge, counted where there are several of its kind.
fn badge(text: &str, count: u8, tone: Tone) -> Option<Badge> {
    let one = Badge::of(&SIGNS, text, tone);
    match count {
        0 => None,
        1 => Some(one),
        _ => Some(Badge {
            text: Word::of(format_args!("{count}{text}")),
            what: format!("{count} times {}", one.what).into(),
            tone,
        }),
    }
}

fn badges(position: Position<'_>, force: ForceId) -> Vec<Badge> {
    let detail = position.force(force);
    let Markers { initial, order, plus_one, plus_two, forage, fatigue, combat } = detail.markers;
    let in_battle =
        |battle: &crate::model::state::Battle| battle.attacker == force || battle.defender == force;
    let acts = position.state.march.is_some_and(|march| march.force == force)
        || position.state.battle.as_ref().is_some_and(in_battle);
    let signs = [
        ("go", u8::from(acts), Tone::Good),
        ("O", order, Tone::Good),
        ("+1", plus_one, Tone::Plain),
        ("+2", plus_two, Tone::Plain),
        ("I", initial, Tone::Plain),
        ("Fo", u8::from(forage), Tone::Bad),
        ("Fa", u8::from(fatigue), Tone::Bad),
        ("C", combat.count(), Tone::Bad),
        ("T", detail.trains.0, Tone::Confederate),
    ];
    signs.into_iter().filter_map(|(text, count, tone)| badge(text, count, tone)).collect()
}

fn force(seen: Seen<'_>, force: ForceId) -> Option<Piece> {
    let Position { campaign, state, .. } = seen.position;
    let detail = state.force(force);
    let at = detail.at?;
    let leader = campaign.commanders.get(detail.leader.index())?;
    let mut text = format!(
        "{} at {}, led by {} ({}, {})",
        speech::force(force),
        hex(campaign, at),
        leader.name,
        rank(leader.stars),
        counted(leader.stars, "star", "stars")
    );
    let markers = speech::markers(detail.markers);
    if !markers.is_empty() {
        text += &format!("; {markers}");
    }
    if detail.trains > Trains::ZERO {
        text += &format!("; escorts {}", counted(detail.trains, "train", "trains"));
    }
    if seen.knows(force.side()) {
        let others = detail.officers.without(detail.leader);
        if !others.is_empty() {
            text += &format!("; with {}", names(campaign, others));
        }
        text += &format!(
            "; {}: {}",
            counted(detail.strength.size(), "brigade", "brigades"),
            speech::brigades(detail.strength)
        );
    }
    Some(Piece {
        id: force.name().into(),
        side: Some(force.side()),
        kind: "force".into(),
        name: (&leader.name).into(),
        at: Spot::Place { place: campaign.theatre.grid.name(at).into() },
        facing: None,
        body: Vec::new(),
        formation: None,
        figures: vec![
            Figure::new(force.letter(), "letter"),
            Figure::new(format_args!("{}★", leader.stars), "stars"),
        ],
        badges: badges(seen.position, force),
        spent: detail.moved && matches!(state.phase, Phase::PartOne | Phase::PartTwo | Phase::PartThree),
        text,
    })
}
