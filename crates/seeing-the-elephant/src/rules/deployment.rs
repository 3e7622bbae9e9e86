//! Forces placed by their owners before the first turn (S0, M-6, R-96): brigades on their slots, then single units by
//! hand, then `ready`; the defender first.

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::figure::{Footprint, INSET, TOUCH, is_near, overlap, overlap_by};
use crate::model::ids::{HqId, UnitId};
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::{Arrival, SeeingTheElephant, Unit};
use crate::model::spot::Spot;
use crate::model::state::{Fate, Formation, Mark, State, Whereabouts};
use crate::model::terrain::{ABATIS, BUILDING, IMPASSABLE};
use crate::model::troops::{Arm, Size};
use crate::rules::legs::{inches, refuse};
use crate::rules::skirmishers::{self, Spots};
use crate::rules::sweep;
use arrayvec::ArrayVec;
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::{Listing, Side, Sides, Violation};
use ground::geometry::{Frame, Point};
use ground::table::field::Found;
use ground::table::{Body, Heading, Hull, Turn};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How far slots lie inside the zone, and how far a row lies behind the one before it.
const INSIDE: i32 = 2 * INCH;

/// The gap between two slots.
const APART: i32 = INCH;

/// How far a slot is moved aside when somebody or something is in the way.
const ASIDE: i32 = INCH / 2;

/// How many rows a brigade takes.
const ROWS: u8 = 3;

/// Both sides place their forces, the defender first (M-6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deployment;

impl Step<SeeingTheElephant> for Deployment {
    fn take(self, play: &mut Play<'_>) {
        let Some(zones) = play.rules.deployment else { return };
        // M-6: the scenario names the defender, or a die does: 1 to 3 the side listed first.
        let first = zones.first.unwrap_or_else(|| {
            let die = play.chance.d6("who defends and places first");
            let side = if die <= 3 { Side::Union } else { Side::Confederate };
            play.tell(Event::Defends { side, die });
            side
        });
        play.state.agenda.then([
            Deploy { side: first }.into(),
            Deploy { side: first.other() }.into(),
            Deployed.into(),
        ]);
    }
}

/// Everybody has his place: commanders whose unit has none come with it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deployed;

impl Step<SeeingTheElephant> for Deployed {
    fn take(self, play: &mut Play<'_>) {
        for officer in 0..play.state.officers.len() {
            let Some(unit) = play.state.officers[officer].with else { continue };
            let troop = *play.at().troop(unit);
            let commander = &mut play.state.officers[officer];
            commander.at = troop.anchor;
            if troop.whereabouts == Whereabouts::Due && commander.fate == Fate::Present {
                commander.fate = Fate::Due;
            }
        }
        // Where somebody was set up is no move: horse begins at rest (M-6).
        for troop in &mut play.state.troops {
            troop.marks = troop.marks.without(Mark::STAYED);
        }
    }
}

/// A side places its forces.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deploy {
    /// Whose.
    pub side: Side,
}

/// The units that their owner places, by the scenario.
fn placed_by_hand(at: Position<'_>, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    at.rules.unit_ids().filter(move |&unit| {
        at.side(unit) == side && at.rules.start.troop(unit).whereabouts == Whereabouts::Unplaced
    })
}

/// Those of them that have no place yet.
fn unplaced(at: Position<'_>, side: Side) -> impl Iterator<Item = UnitId> + '_ {
    placed_by_hand(at, side).filter(move |&unit| at.troop(unit).whereabouts == Whereabouts::Unplaced)
}

impl Question<SeeingTheElephant> for Deploy {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if placed_by_hand(at, self.side).next().is_some() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let left = unplaced(at, side).count();
        let text = match left {
            0 => "Shift a unit, or be ready?".to_owned(),
            1 => "Who takes his place next? One unit has none yet.".to_owned(),
            many => format!("Who takes his place next? {many} units have none yet."),
        };
        Words::new(text, "R-96")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let hqs = (0..at.rules.hqs.len()).map(HqId::at);
        out.extend(
            hqs.filter(|&hq| unplaced(at, side).any(|unit| at.unit(unit).hq == hq)).map(Action::Deploy),
        );
        if !out.is_empty() {
            return;
        }
        // Once each: whoever plays at random comes to an end.
        let still = |unit: &UnitId| at.is_present(*unit) && !at.is(*unit, Mark::STAYED);
        out.extend(placed_by_hand(at, side).filter(still).map(Action::Lift));
        out.push(Action::Ready);
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Deploy(hq) if unplaced(at, side).any(|unit| at.unit(unit).hq == hq) => Ok(()),
            Action::Deploy(hq) => {
                let text = format!("nobody of {} waits for a place", at.rules.hq(hq).name);
                Err(Violation::of("R-96", text))
            }
            Action::Lift(unit) if placed_by_hand(at, side).any(|own| own == unit) => {
                if at.troop(unit).whereabouts == Whereabouts::Due {
                    let text = format_args!("{} had no room and comes on turn 1", at.unit(unit).name);
                    return refuse(at, unit, "R-117", text);
                }
                Ok(())
            }
            Action::Lift(unit) => {
                refuse(at, unit, "R-96", format_args!("{} is not yours to place", at.unit(unit).name))
            }
            Action::Ready => match unplaced(at, side).next() {
                None => Ok(()),
                Some(unit) => {
                    let others = unplaced(at, side).count() - 1;
                    let who = match others {
                        0 => format!("{} has no place yet", at.unit(unit).name),
                        more => format!("{} and {more} more have no place yet", at.unit(unit).name),
                    };
                    refuse(at, unit, "R-96", format_args!("{who}"))
                }
            },
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::Deploy(hq) => {
                play.state.agenda.push(self);
                deploy(play, self.side, hq);
            }
            Action::Lift(unit) => play.state.agenda.then([PlaceUnit { unit }.into(), self.into()]),
            _ => {}
        }
    }
}

/// A brigade takes its slots, or waits for the first turn because there is no room.
fn deploy(play: &mut Play<'_>, side: Side, hq: HqId) {
    let units: Vec<UnitId> =
        unplaced(play.at(), side).filter(|&unit| play.rules.unit(unit).hq == hq).collect();
    match slots(play.at(), side, &units) {
        Some(spots) => {
            for (unit, spot) in spots {
                put(play, unit, &spot);
            }
            play.tell(Event::Deployed { hq, units: units.len() as u16 });
        }
        None => {
            for unit in units {
                play.troop(unit).whereabouts = Whereabouts::Due;
            }
            play.tell(Event::NoRoom { hq });
        }
    }
}

/// A unit is placed by hand.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceUnit {
    /// Who.
    pub unit: UnitId,
}

impl Question<SeeingTheElephant> for PlaceUnit {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.unit))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Where does {} stand?", at.unit(self.unit).name), "R-96")
    }

    /// Forward and back, to both sides, in two ranks and in column: as far as they are legal.
    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let unit = self.unit;
        let here = spot_of(at, unit);
        let body = here.stance(at.troop(unit).stands, at.size(unit)).block();
        let beside = 2 * (body.width + APART);
        let shifts = [(0, 4 * INSIDE), (0, -4 * INSIDE), (beside, 0), (-beside, 0)];
        let mut spots: ArrayVec<Spot, 6> =
            shifts.into_iter().map(|(aside, ahead)| Spot { at: body.spot(aside, ahead), ..here }).collect();
        if here.formation == Formation::Line && here.files > 5 {
            spots.push(Spot { files: here.files.div_ceil(2), ..here });
        }
        if here.formation == Formation::Line {
            spots.push(Spot { formation: Formation::Column, files: 2, ..here });
        }
        out.extend(
            spots.into_iter().filter(|spot| check(at.tersely(), unit, spot).is_ok()).map(Action::Place),
        );
        if at.is_present(unit) || out.is_empty() {
            out.push(Action::Stay);
        }
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Place(spot) => check(at, self.unit, spot),
            Action::Stay => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Place(spot) = action {
            put(play, self.unit, spot);
            play.tell(Event::Placed { unit: self.unit });
        }
        play.mark(self.unit, Mark::STAYED, true);
    }
}

/// Where and how a unit stands; one without a place as it would in the middle of its zone.
fn spot_of(at: Position<'_>, unit: UnitId) -> Spot {
    let troop = at.troop(unit);
    if troop.whereabouts == Whereabouts::Table {
        let counted = matches!(troop.formation, Formation::Line | Formation::Column);
        let files = if counted { troop.frontage } else { 0 };
        return Spot { at: troop.anchor, facing: troop.facing, formation: troop.formation, files };
    }
    let side = at.side(unit);
    let ground = Front::of(at, side);
    usual(at, unit, ground.facing, ground.spot(ground.length / 2, ground.depth / 2), ground.length)
}

/// A unit in line of one rank, of more where the front is too short for it; guns ready to fire.
fn usual(at: Position<'_>, unit: UnitId, facing: Heading, place: Point, length: i32) -> Spot {
    let formation = SeeingTheElephant::usual_formation(at.unit(unit).arm, at.is(unit, Mark::DISMOUNTED));
    let stands = at.troop(unit).stands;
    let most = (length / at.size(unit).frontage).clamp(1, i32::from(stands)) as u8;
    let files = if formation == Formation::Line { most } else { 0 };
    Spot { at: place, facing, formation, files }
}

/// The front of a side's zone, seen by those who stand in it.
struct Front {
    facing: Heading,
    /// The right end of it.
    corner: Body,
    length: i32,
    depth: i32,
}

impl Front {
    fn of(at: Position<'_>, side: Side) -> Front {
        let facing = at.rules.home[side.index()].turned(Turn::tenths(1_800));
        let zone = zone(at, side);
        let (across, along) = (zone.width(), zone.height());
        let (corner, length, depth) = match facing {
            Heading::NORTH => (zone.high, across, along),
            Heading::SOUTH => (zone.low, across, along),
            Heading::EAST => (Point::new(zone.high.x, zone.low.y), along, across),
            _ => (Point::new(zone.low.x, zone.high.y), along, across),
        };
        Front { facing, corner: Body::fronting(corner, facing, 0, 0), length, depth }
    }

    /// So far from the right end, and so far behind the front.
    fn spot(&self, from_right: i32, behind: i32) -> Point {
        self.corner.spot(-2 * from_right, -2 * behind)
    }
}

/// Where a side's forces may stand.
fn zone(at: Position<'_>, side: Side) -> Frame {
    let table = at.rules.table.field.table();
    at.rules.deployment.map_or(table, |zones| zones.zones[side.index()])
}

/// The slots of a brigade: from the right of the zone's front, an inch apart, guns and wagons last; what does not fit
/// in a row stands in one behind it, up to the third. `None` if there is no room.
fn slots(at: Position<'_>, side: Side, units: &[UnitId]) -> Option<Vec<(UnitId, Spot)>> {
    let front = Front::of(at, side);
    let last = |unit: &UnitId| !matches!(at.unit(*unit).arm, Arm::Infantry | Arm::Cavalry);
    let mut order: Vec<UnitId> = units.to_vec();
    order.sort_by_key(last);
    let others: Vec<Footprint> = at.present().map(|unit| at.footprint(unit)).collect();
    let mut taken: Vec<Footprint> = Vec::new();
    let mut slots = Vec::new();
    let (mut row, mut behind, mut along, mut deepest) = (1, INSIDE, 0, 0);
    for unit in order {
        loop {
            let spot = usual(at, unit, front.facing, front.spot(along, behind), front.length);
            let block = spot.stance(at.troop(unit).stands, at.size(unit)).block();
            if along + block.width > front.length {
                row += 1;
                behind += deepest.max(Size::FOOT.depth) + INSIDE;
                (along, deepest) = (0, 0);
                if row > ROWS || behind > front.depth {
                    return None;
                }
                continue;
            }
            let spot = Spot { at: front.spot(along + block.width / 2, behind), ..spot };
            let there = footprint(at, unit, &spot);
            let free = others.iter().chain(&taken).all(|other| !overlap(&there, other));
            if free && check_ground(at.tersely(), unit, &spot, &there).is_ok() {
                along += block.width + APART;
                deepest = deepest.max(block.depth);
                taken.push(there);
                slots.push((unit, spot));
                break;
            }
            along += ASIDE;
        }
    }
    Some(slots)
}

/// The stands of a unit in skirmish order round a spot.
fn loose(at: Position<'_>, unit: UnitId, spot: &Spot) -> Spots {
    let (stands, size) = (at.troop(unit).stands, at.size(unit));
    skirmishers::rows(spot.at, spot.facing, stands, 8, skirmishers::USUAL_GAP, size)
}

fn footprint(at: Position<'_>, unit: UnitId, spot: &Spot) -> Footprint {
    let size = at.size(unit);
    if spot.formation == Formation::Skirmish {
        let stand =
            |place: &Point| Body::centred(*place, spot.facing, size.frontage, size.depth).posed(INSET);
        return loose(at, unit, spot).iter().map(stand).collect();
    }
    sweep::footprint(&spot.stance(at.troop(unit).stands, size)).into_iter().collect()
}

/// Whether a unit may be placed so.
///
/// # Errors
///
/// The rule that forbids it, and by how much it is broken.
fn check(at: Position<'_>, unit: UnitId, spot: &Spot) -> Result<(), Violation> {
    let about = at.unit(unit);
    let name = &about.name;
    let stands = at.troop(unit).stands;
    check_formation(at, unit, spot, stands)?;
    let there = footprint(at, unit, spot);
    check_ground(at, unit, spot, &there)?;
    for other in at.present().filter(|&other| other != unit && at.is_about(other, &there, TOUCH)) {
        let theirs = at.footprint(other);
        let refused = |text: String| {
            Err(Violation::of("R-90", text).about([about.tag.clone(), at.unit(other).tag.clone()]))
        };
        if let Some(by) = overlap_by(&there, &theirs) {
            return refused(format!("{name} overlaps {} by {} inches", at.unit(other).name, inches(by)));
        }
        if at.side(other) != about.side && is_near(&there, &theirs, TOUCH) {
            return refused(format!("{name} would touch {}", at.unit(other).name));
        }
    }
    Ok(())
}

/// Whether a unit may begin where a scenario has put it: in a formation that it can have, on ground where it may stand.
///
/// # Errors
///
/// Why not.
pub fn check_standing(at: Position<'_>, unit: UnitId, footprint: &Footprint) -> Result<(), Violation> {
    let spot = spot_of(at, unit);
    check_formation(at, unit, &spot, at.troop(unit).stands)?;
    if at.unit(unit).arm == Arm::Gunboat {
        // M-18: it lies on the water.
        return Ok(());
    }
    check_footing(at, unit, &spot, footprint)
}

/// Which formations a unit may begin in: any legal one (M-6, G-3).
fn check_formation(at: Position<'_>, unit: UnitId, spot: &Spot, stands: u8) -> Result<(), Violation> {
    let about = at.unit(unit);
    let name = &about.name;
    let no = |text: fmt::Arguments<'_>| refuse(at, unit, "M-6", text);
    if !SeeingTheElephant::may_form(about.arm, spot.formation)
        || at.is(unit, Mark::DISMOUNTED) && spot.formation != Formation::Skirmish
    {
        return no(format_args!("{name} cannot stand in that formation"));
    }
    match spot.formation {
        Formation::Line if spot.files > stands => {
            no(format_args!("{name} has {stands} stands, not {} side by side", spot.files))
        }
        Formation::Line if spot.files < 3 && spot.files < stands => {
            no(format_args!("a line is at least three stands wide, not {}", spot.files))
        }
        Formation::Column if spot.files > 2 => {
            no(format_args!("a column is one or two stands wide, not {}", spot.files))
        }
        Formation::Square if stands < 4 => {
            no(format_args!("a square takes four stands, {name} has {stands}"))
        }
        _ => Ok(()),
    }
}

/// Inside the zone, and on ground where it may stand.
fn check_ground(at: Position<'_>, unit: UnitId, spot: &Spot, there: &Footprint) -> Result<(), Violation> {
    let about = at.unit(unit);
    let name = &about.name;
    let zone = zone(at, about.side);
    let beyond = there.iter().flat_map(|body| body.outline).map(|corner| beyond(&zone, corner)).max();
    if let Some(by) = beyond.filter(|&by| by > 0) {
        let text = format_args!("{name} reaches {} inches beyond its zone", inches(by));
        return refuse(at, unit, "R-96", text);
    }
    check_footing(at, unit, spot, there)
}

/// On ground where it may stand (M-4).
fn check_footing(at: Position<'_>, unit: UnitId, spot: &Spot, there: &Footprint) -> Result<(), Violation> {
    let about = at.unit(unit);
    let name = &about.name;
    let wheels = spot.formation == Formation::Limbered && about.arm.is_artillery();
    let barred = IMPASSABLE.with(ABATIS);
    let barred = if at.is_mounted(unit) || wheels { barred.with(BUILDING) } else { barred };
    let field = &at.rules.table.field;
    let mut met = Found::new();
    for body in there {
        field.under(&Hull::of(body), barred, &mut met);
    }
    let stood_on = met.iter().next();
    stood_on.map_or(Ok(()), |feature| {
        refuse(at, unit, "M-4", format_args!("{name} cannot stand on {}", field.name(feature)))
    })
}

/// How far a point lies outside a rectangle, along the edge that it is farther beyond.
#[must_use]
pub fn beyond(zone: &Frame, point: Point) -> i32 {
    let Frame { low, high } = zone;
    [low.x - point.x, low.y - point.y, point.x - high.x, point.y - high.y].into_iter().max().unwrap_or(0)
}

/// Whoever has no place may have to enter on the first turn, at the middle of his own edge.
pub fn give_edges(units: &mut [Unit], start: &State, home: [Heading; 2], table: Frame) {
    for (unit, troop) in units.iter_mut().zip(&start.troops) {
        if troop.whereabouts == Whereabouts::Unplaced {
            let edge = home[unit.side.index()];
            let Frame { low, high } = table;
            let [x, y] = [low.x.midpoint(high.x), low.y.midpoint(high.y)];
            let at = match edge {
                Heading::NORTH => Point::new(x, high.y),
                Heading::EAST => Point::new(high.x, y),
                Heading::SOUTH => Point::new(x, low.y),
                _ => Point::new(low.x, y),
            };
            let facing = edge.turned(Turn::tenths(1_800));
            unit.arrival = Some(Arrival { turn: 1, at, facing });
        }
    }
}

/// A unit takes its place.
fn put(play: &mut Play<'_>, unit: UnitId, spot: &Spot) {
    let at = play.at();
    let stance = spot.stance(at.troop(unit).stands, at.size(unit));
    let places = loose(at, unit, spot);
    if spot.formation == Formation::Skirmish {
        play.state.set_loose(unit, &places);
    } else {
        play.state.gather(unit);
    }
    let troop = play.troop(unit);
    troop.whereabouts = Whereabouts::Table;
    (troop.anchor, troop.facing) = (stance.anchor, stance.facing);
    (troop.formation, troop.frontage) = (stance.formation, stance.frontage);
}
