//! What stands on the table, and what is kept beside it.

use super::on_board;
use super::overlays::held;
use crate::Task;
use crate::model::figure::Stance;
use crate::model::ids::{OfficerId, UnitId};
use crate::model::position::Position;
use crate::model::state::{Fate, Formation, Mark, Run, Whereabouts};
use crate::model::troops::{Arm, Grade, Size};
use crate::rules::fire::volley::Aimed;
use crate::rules::legs::Ghost;
use crate::rules::movement::PickPath;
use crate::rules::{officers, victory};
use engine::Side;
use engine::scene::{
    Badge, Bearing, Figure, Marker, Panel, PanelRow, Piece, Scene, Spot, Stand, Tone, Track, TrackBox,
};
use ground::geometry::Point;
use ground::table::{Body, number};

/// Everything on the table and beside it.
pub(super) fn scene(at: Position<'_>) -> Scene {
    let turns = (1..=at.rules.turns)
        .map(|number| {
            TrackBox::new(number, at.rules.hours.get(usize::from(number) - 1).map_or("", String::as_str))
        })
        .collect();
    let officers = (0..at.state.officers.len()).map(OfficerId::at);
    // Who is being brought in is shown where he comes from.
    let enters = match at.state.agenda.next() {
        Some(Task::PickPath(PickPath { unit, .. })) => Some(unit).filter(|&unit| !at.is_present(unit)),
        _ => None,
    };
    let mut pieces: Vec<Piece> = at.present().chain(enters).map(|unit| piece(at, unit)).collect();
    pieces.extend(officers.filter_map(|officer| commander(at, officer)));
    let points =
        |side: Side| PanelRow::new(side.to_string(), at.state.points[side.index()].to_string(), Some(side));
    Scene {
        pieces,
        markers: markers(at),
        tracks: vec![Track::new("turn", "Turn", turns, usize::from(at.state.turn.saturating_sub(1)))],
        panels: vec![
            Panel::new("points", "Points", Side::BOTH.map(points).to_vec()),
            Panel::new("lost", "Out of the fight", lost(at)),
        ],
    }
}

/// Places worth points, and what has been said already of fire and charges: arrows from whom to whom.
fn markers(at: Position<'_>) -> Vec<Marker> {
    let arrow = |kind: &str, unit: UnitId, to: Point, text: String| {
        let ends = [at.centroid(unit), to].map(|point| on_board(at.rules, point)).to_vec();
        Marker::on_table(kind, ends, Some(at.side(unit)), text)
    };
    let name = |unit: UnitId| &at.unit(unit).name;
    let mut markers: Vec<Marker> =
        (0..at.rules.objectives.len()).map(|number| objective(at, number)).collect();
    markers.extend(at.state.plan.aims.iter().map(|aim| {
        let (to, whom) = match aim.target {
            Aimed::Unit(target) => (at.centroid(target), name(target)),
            Aimed::Officer(officer) => {
                (at.state.officers[officer.index()].at, &at.rules.officer(officer).name)
            }
        };
        arrow("aim", aim.unit, to, format!("{} is to fire at {whom}", name(aim.unit)))
    }));
    let charges =
        at.state.charges.iter().filter(|charge| at.is_present(charge.unit) && at.is_present(charge.target));
    markers.extend(charges.map(|charge| {
        let text = format!("{} charges {}", name(charge.unit), name(charge.target));
        arrow("charge", charge.unit, at.centroid(charge.target), text)
    }));
    markers
}

/// A place worth points, and who holds it (M-9).
fn objective(at: Position<'_>, number: usize) -> Marker {
    let about = &at.rules.objectives[number];
    let place = vec![on_board(at.rules, about.at)];
    let marker = Marker::on_table("objective", place, victory::holder(at, number), held(at, number));
    Marker { label: about.points.to_string().into(), ..marker }
}

/// Units that have left play.
fn lost(at: Position<'_>) -> Vec<PanelRow> {
    let row = |unit: UnitId| {
        let how = match at.troop(unit).whereabouts {
            Whereabouts::Destroyed => "destroyed",
            Whereabouts::Captured => "captured",
            Whereabouts::Gone => "left the table",
            _ => return None,
        };
        Some(PanelRow::new(at.unit(unit).name.clone(), how, Some(at.side(unit))))
    };
    at.rules.unit_ids().filter_map(row).collect()
}

/// What a unit is drawn as.
pub(super) fn kind(arm: Arm) -> &'static str {
    match arm {
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Wagon => "wagon",
        _ => "artillery",
    }
}

fn piece(at: Position<'_>, unit: UnitId) -> Piece {
    let (about, troop) = (at.unit(unit), at.troop(unit));
    let stands_left = Figure { text: troop.stands.to_string().into(), what: "stands".into() };
    let conditions = conditions(at, unit).into_iter();
    Piece {
        id: (&about.tag).into(),
        side: Some(about.side),
        kind: kind(about.arm).into(),
        name: (&about.name).into(),
        at: Spot::Point { at: on_board(at.rules, at.centroid(unit)) },
        facing: Some(Bearing::tenths(troop.facing.tenths().into())),
        body: stands(at, &Ghost::of(at, unit)),
        formation: Some((&at.rules.hq(about.hq).name).into()),
        figures: vec![stands_left],
        badges: conditions
            .map(|(text, what, tone)| Badge { text: text.into(), what: what.into(), tone })
            .collect(),
        spent: at.is(unit, Mark::MOVED),
        text: in_words(at, unit),
    }
}

/// What is to be seen on a unit besides its stands: the letters, what they mean, and whether that is bad. Markers and
/// hits are told apart (STE-MOR-35).
fn conditions(at: Position<'_>, unit: UnitId) -> Vec<(String, String, Tone)> {
    let troop = at.troop(unit);
    let mut found: Vec<(String, String, Tone)> = Vec::new();
    let mut add = |letters: &str, what: &str, tone| found.push((letters.to_owned(), what.to_owned(), tone));
    match troop.formation {
        Formation::Column => add("C", "column", Tone::Plain),
        Formation::Skirmish => add("S", "skirmish order", Tone::Plain),
        Formation::Square => add("Q", "square", Tone::Plain),
        Formation::Limbered => add("LB", "limbered", Tone::Plain),
        Formation::Line | Formation::Unlimbered => {}
    }
    if troop.panic > 0 {
        add(&format!("P{}", troop.panic), &counted(troop.panic, "panic marker"), Tone::Bad);
    }
    if troop.hits > 0 {
        add(&format!("H{}", troop.hits), &counted(troop.hits, "hit"), Tone::Bad);
    }
    match troop.withdrawing {
        Some(Run::Rout) => add("!!", "routing", Tone::Bad),
        Some(Run::Retreat) => add("!", "retreating", Tone::Bad),
        None => {}
    }
    for (mark, letters, what, tone) in [
        (Mark::PRONE, "L", "lying down", Tone::Plain),
        (Mark::DISMOUNTED, "F", "dismounted", Tone::Plain),
        (Mark::ELATED, "+", "over-enthusiastic", Tone::Plain),
        (Mark::OUT_OF_AMMUNITION, "0", "out of ammunition", Tone::Bad),
        (Mark::STOPPED, "X", "halted", Tone::Plain),
    ] {
        if at.is(unit, mark) {
            add(letters, what, tone);
        }
    }
    found
}

/// What the letters on units mean.
pub(super) const LETTERS: [(&str, &str); 13] = [
    ("C", "in column"),
    ("S", "in skirmish order"),
    ("Q", "in square"),
    ("LB", "limbered"),
    ("P1", "panic markers, how many"),
    ("H1", "hits that have not yet taken a stand, how many"),
    ("!", "retreating"),
    ("!!", "routing"),
    ("L", "lying down"),
    ("F", "cavalry on foot"),
    ("+", "over-enthusiastic"),
    ("0", "out of ammunition"),
    ("X", "halted for this move"),
];

fn counted(number: u8, what: &str) -> String {
    match number {
        1 => format!("1 {what}"),
        many => format!("{many} {what}s"),
    }
}

const fn formation(formation: Formation) -> &'static str {
    match formation {
        Formation::Line => "line",
        Formation::Column => "column",
        Formation::Skirmish => "skirmish order",
        Formation::Square => "square",
        Formation::Limbered => "limbered",
        Formation::Unlimbered => "unlimbered",
    }
}

/// A unit in words: "24th Michigan, line of 8, facing west (280°), 7 of 8 stands, Elite, 1 panic marker, 2 hits,
/// with Brig. Gen. Solomon Meredith".
pub(super) fn in_words(at: Position<'_>, unit: UnitId) -> String {
    let (about, troop) = (at.unit(unit), at.troop(unit));
    let mut words = format!(
        "{}, {}, {} of {} stands, {}",
        about.name,
        drawn_up(&at.stance(unit)),
        troop.stands,
        about.stands.max(troop.stands),
        troop.grade.map_or("Green", Grade::name),
    );
    // How it is drawn up has been said.
    let order =
        [Formation::Column, Formation::Skirmish, Formation::Square, Formation::Limbered].map(formation);
    for (_, what, _) in conditions(at, unit) {
        if !order.contains(&what.as_str()) {
            words = format!("{words}, {what}");
        }
    }
    for officer in officers::with(at, unit) {
        words = format!("{words}, with {}", at.rules.officer(officer).name);
    }
    if at.is(unit, Mark::MOVED) {
        words += ", has moved";
    }
    words
}

/// The points of the compass, from north clockwise.
const COMPASS: [&str; 8] =
    ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

/// How a unit is drawn up, in words: "line of 8, facing west (280°)".
pub(super) fn drawn_up(stance: &Stance) -> String {
    let tenths = usize::from(stance.facing.tenths());
    let (point, degrees) = (COMPASS[(tenths + 225) / 450 % 8], number::write(tenths as i32, 1));
    let wide = match stance.formation {
        Formation::Line | Formation::Column => format!(" of {}", stance.files()),
        _ => String::new(),
    };
    format!("{}{wide}, facing {point} ({degrees}°)", formation(stance.formation))
}

/// The stands of a unit that stands so, the one with the colours marked.
pub(super) fn stands(at: Position<'_>, ghost: &Ghost) -> Vec<Stand> {
    let stand = |body: &Body, sign: &str| Stand {
        at: on_board(at.rules, body.centre()),
        facing: Bearing::tenths(body.heading.tenths().into()),
        size: [body.width, body.depth],
        sign: sign.into(),
        lost: false,
    };
    let stance = &ghost.stance;
    if ghost.is_loose() {
        let Size { frontage, depth } = stance.size;
        let loose = |&place: &_| stand(&Body::centred(place, stance.facing, frontage, depth), "");
        return ghost.places.iter().map(loose).collect();
    }
    if let Some(lane) = ghost.lane {
        let rank = |rank: u8| {
            stand(&lane.rank(&at.rules.table.field, stance, rank), if rank == 0 { "flag" } else { "" })
        };
        return (0..stance.ranks()).map(rank).collect();
    }
    let guns = matches!(stance.formation, Formation::Limbered | Formation::Unlimbered);
    let sign = |number: u8| if number == stance.command_stand() && !guns { "flag" } else { "" };
    (0..stance.stands).map(|number| stand(&stance.stand(number), sign(number))).collect()
}

/// A commander who is there: on his own base, or with the unit he is with.
fn commander(at: Position<'_>, officer: OfficerId) -> Option<Piece> {
    let (about, commander) = (at.rules.officer(officer), &at.state.officers[officer.index()]);
    // Before his troops have taken their place he has none either.
    let placed = commander.with.is_some() || commander.at != Point::new(0, 0);
    if commander.fate != Fate::Present || !placed {
        return None;
    }
    let hq = at.rules.hq(about.hq);
    let with = commander.with.map(|unit| format!(", with {}", at.unit(unit).name)).unwrap_or_default();
    let place = commander.with.map_or(commander.at, |unit| at.stance(unit).anchor);
    let wounded = Badge { text: "w".into(), what: "wounded".into(), tone: Tone::Bad };
    Some(Piece {
        id: (&about.tag).into(),
        side: Some(hq.side),
        kind: "commander".into(),
        name: (&about.name).into(),
        at: Spot::Point { at: on_board(at.rules, place) },
        facing: None,
        body: Vec::new(),
        formation: None,
        figures: vec![Figure { text: commander.rating.to_string().into(), what: "rating".into() }],
        badges: if commander.wounded { vec![wounded] } else { Vec::new() },
        spent: commander.moved,
        text: format!("{}, {}{with}", about.name, hq.name),
    })
}
