//! What stands on the map, and what lies beside it: hands, discards, tracks.

use super::cards::{self, Now};
use super::on_board;
use crate::measure::Pose;
use crate::measure::stand::Size;
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::Arm;
use crate::model::position::Position;
use crate::model::scenario::{Kind, Part};
use crate::model::state::{Mark, Whereabouts};
use crate::rules::melee;
use crate::speech;
use engine::scene::{
    Badge, Bearing, Card, Figure, Lie, Marker, Panel, PanelRow, Piece, Scene, Spot, Stand, Tone, Track,
    TrackBox, Word,
};
use engine::{Eyes, Side};
use ground::geometry::Point;

/// Everything these eyes see. It is made of their view, so that nothing can slip in.
pub(super) fn scene(at: Position<'_>, eyes: Eyes) -> Scene {
    let mut pieces: Vec<Piece> = at.present().map(|stand| piece(at, stand)).collect();
    pieces.extend(
        Side::BOTH.into_iter().flat_map(|side| at.generals_of(side)).map(|general| leader(at, general)),
    );
    let rounds = at.rules.options.max_rounds.max(at.state.round.0);
    let boxes = (1..=rounds).map(|number| TrackBox::new(number, "")).collect();
    let mut panels = Vec::new();
    for side in Side::BOTH {
        panels.push(hand(at, side, eyes));
        panels.push(discards(at, side));
    }
    panels.extend(duel(at));
    panels.push(Panel::new("counters", "Counters", counters(at)));
    panels.push(Panel::new("lost", "Out of the fight", lost(at)));
    Scene {
        pieces,
        markers: markers(at),
        tracks: vec![Track::new("round", "Round", boxes, usize::from(at.state.round.0.saturating_sub(1)))],
        panels,
    }
}

/// Barricades, and the Fire that is under way: who fires at whom.
fn markers(at: Position<'_>) -> Vec<Marker> {
    let ends = |points: [Point; 2]| points.map(|point| on_board(at.rules, point)).to_vec();
    let works = at
        .state
        .barricades
        .iter()
        .map(|wall| Marker::on_table("works", ends([wall.from, wall.to]), None, "a barricade"));
    let mut markers: Vec<Marker> = works.collect();
    if let Some(volley) = &at.state.volley
        && at.is_present(volley.firer)
        && at.is_present(volley.target)
    {
        let [from, to] = [volley.firer, volley.target].map(|stand| at.troop(stand).pose.at);
        let text = format!("{} fires at {}", at.stand(volley.firer).name, at.stand(volley.target).name);
        markers.push(Marker::on_table("aim", ends([from, to]), Some(at.side(volley.firer)), text));
    }
    markers
}

/// A rectangle of the table as it is drawn.
pub(crate) fn drawn(at: Position<'_>, pose: Pose, arm: Arm, sign: &'static str) -> Stand {
    let Size { width, depth } = Size::of(arm);
    Stand {
        at: on_board(at.rules, pose.at),
        facing: Bearing::tenths(pose.heading.tenths().into()),
        size: [width, depth],
        sign: sign.into(),
        lost: false,
    }
}

fn piece(at: Position<'_>, stand: StandId) -> Piece {
    let (about, troop, arm) = (at.stand(stand), at.troop(stand), at.arm(stand));
    let mut body = vec![drawn(at, troop.pose, arm, "flag")];
    if arm == Arm::Dismounted && at.circles(stand, Part::Holders).0 > 0 {
        let holders = troop.pose.holders();
        body.push(drawn(at, Pose::new(holders.centre(), holders.heading), Arm::Holders, ""));
    }
    let routed = at.is(stand, Mark::ROUTED);
    let mut badges = Vec::new();
    if routed {
        badges.push(Badge { text: "R".into(), what: "routed".into(), tone: Tone::Bad });
    }
    if at.is(stand, Mark::ACTIVATED) {
        badges.push(Badge { text: "A".into(), what: "activated".into(), tone: Tone::Plain });
    }
    let kind = match about.kind {
        Kind::Infantry => "infantry",
        Kind::Cavalry => "cavalry",
        Kind::Artillery => "artillery",
    };
    let strength = at.strength(stand);
    Piece {
        id: (&about.tag).into(),
        side: Some(about.side),
        kind: kind.into(),
        name: (&about.name).into(),
        at: Spot::Point { at: on_board(at.rules, troop.pose.at) },
        facing: Some(Bearing::tenths(troop.pose.heading.tenths().into())),
        body,
        formation: Some((&at.rules.brigade(about.brigade).tag).into()),
        figures: vec![
            Figure::new(strength, "Troop Strength"),
            Figure::new(about.fire, "Fire"),
            Figure::new(about.discipline, "Discipline"),
        ],
        badges,
        spent: at.is(stand, Mark::ACTIVATED),
        text: format!(
            "{} {}, {kind} of {}, strength {strength}, Fire {}, Discipline {}{}{}",
            about.side,
            about.name,
            at.rules.brigade(about.brigade).name,
            about.fire,
            about.discipline,
            if routed { ", routed" } else { "" },
            if at.is(stand, Mark::ACTIVATED) { ", activated" } else { "" },
        ),
    }
}

fn leader(at: Position<'_>, general: GeneralId) -> Piece {
    let (about, leader, ratings) = (at.rules.general(general), at.leader(general), at.ratings(general));
    let mut badges = Vec::new();
    if leader.is_activated {
        badges.push(Badge { text: "A".into(), what: "activated".into(), tone: Tone::Plain });
    }
    if leader.is_marked {
        badges.push(Badge { text: "M".into(), what: "replaced by another".into(), tone: Tone::Plain });
    }
    if leader.stones.0 > 0 {
        let what = format!("{} gravestones", leader.stones);
        badges.push(Badge { text: "†".into(), what: Word::from(what.as_str()), tone: Tone::Bad });
    }
    Piece {
        id: (&about.tag).into(),
        side: Some(about.side),
        kind: "commander".into(),
        name: (&about.name).into(),
        at: Spot::Point { at: on_board(at.rules, leader.at) },
        facing: None,
        body: Vec::new(),
        formation: None,
        figures: vec![
            Figure::new(ratings.command, "Command"),
            Figure::new(ratings.leadership, "Leadership"),
            Figure::new(ratings.heroism, "Heroism"),
        ],
        badges,
        spent: leader.is_activated,
        text: format!(
            "{} General {}, {}: Command {}, Leadership {}, Heroism {}",
            about.side,
            about.name,
            about.rank.name(),
            ratings.command,
            ratings.leadership,
            ratings.heroism
        ),
    }
}

/// A side's hand: its cards as far as these eyes know them.
fn hand(at: Position<'_>, side: Side, eyes: Eyes) -> Panel {
    let deck = &at.state.decks[side.index()];
    let is_own = eyes == Eyes::Of(side);
    let now = if is_own { Now::of(at, side) } else { None };
    let cards: Vec<Card> =
        cards::known(deck.hand.iter()).map(|card| cards::card(at, card, now.as_ref())).collect();
    let mut rows: Vec<PanelRow> = Vec::new();
    let backs = deck.hand.len() - cards.len();
    if backs > 0 {
        rows.push(PanelRow::new("Cards you do not know", backs.to_string(), Some(side)));
    }
    rows.push(PanelRow::new("Cards to be drawn", deck.pile.len().to_string(), Some(side)));
    if deck.is_marked {
        rows.push(PanelRow::new("The last card of the pile is in this hand", "", Some(side)));
    }
    let name = format!("Hand of the {side} side, {} at most", at.capacity(side));
    let lie = if is_own { Lie::Hand } else { Lie::Pile };
    Panel { first: is_own, cards, lie, ..Panel::new(format!("hand-{}", side.key()), name, rows) }
}

/// Discards lie open.
fn discards(at: Position<'_>, side: Side) -> Panel {
    let pile = &at.state.decks[side.index()].discards;
    let cards = cards::known(pile.iter()).map(|card| cards::card(at, card, None)).collect();
    let name = format!("Discards of the {side} side");
    Panel { cards, ..Panel::new(format!("discards-{}", side.key()), name, Vec::new()) }
}

/// The melee that is being fought: its cards, face to face, and what both sides have before the dice (RRF-MEL-6).
fn duel(at: Position<'_>) -> Option<Panel> {
    let fight = at.state.fight.as_ref()?;
    let melee = at.state.melees.get(usize::from(fight.which))?;
    let totals = melee::totals(at, melee, &fight.stands);
    let row = |side: Side| {
        let stands = fight.stands.iter().filter(|&stand| at.is_present(stand) && at.side(stand) == side);
        let names: Vec<&str> = stands.map(|stand| at.stand(stand).name.as_str()).collect();
        let role = if side == melee.attacker { "Attacker, red" } else { "Defender, blue" };
        let [cards, strength, heroism] =
            [totals.cards, totals.strength, totals.heroism].map(|of| of[side.index()]);
        let text =
            format!("{} ({role}): cards {cards}, strength {strength}, Heroism {heroism}", names.join(", "));
        PanelRow::new(
            text,
            (u16::from(cards) + u16::from(strength) + u16::from(heroism)).to_string(),
            Some(side),
        )
    };
    let cards = melee.cards.iter().map(|&card| cards::card(at, card, None)).collect();
    let rows = Side::BOTH.map(row).to_vec();
    Some(Panel { cards, lie: Lie::Duel, pressing: true, ..Panel::new("duel", "The melee", rows) })
}

/// Action points, Reroll points, victory points (RRF-MARK-1, RRF-RRL-8).
fn counters(at: Position<'_>) -> Vec<PanelRow> {
    let turn = &at.state.turn;
    let mut rows = vec![
        PanelRow::new("Action points", turn.action_points.to_string(), Some(turn.side)),
        PanelRow::new("Reroll points", turn.rerolls.to_string(), Some(turn.side)),
    ];
    rows.extend(
        turn.open.iter().map(|&card| PanelRow::new(speech::card(at.rules, card), "in play", Some(turn.side))),
    );
    for side in Side::BOTH {
        rows.push(PanelRow::new("Victory points", at.state.points[side.index()].to_string(), Some(side)));
    }
    rows
}

fn lost(at: Position<'_>) -> Vec<PanelRow> {
    let what = |stand: StandId| match at.troop(stand).whereabouts {
        Whereabouts::Destroyed => Some("destroyed"),
        Whereabouts::Captured => Some("captured"),
        Whereabouts::RanOff => Some("run off the map"),
        Whereabouts::Retired => Some("off the field"),
        Whereabouts::Map | Whereabouts::Waiting | Whereabouts::Absent => None,
    };
    let row = |stand: StandId| {
        let about = at.stand(stand);
        what(stand).map(|what| PanelRow::new(about.name.clone(), what, Some(about.side)))
    };
    at.rules.stand_ids().filter_map(row).collect()
}
