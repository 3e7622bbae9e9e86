//! Generals on the table: rides, making room, going along, the radius of their Command (3.6, R-94).

use super::lengths::{CLEAR, GENERAL, TOUCH, YARD, length};
use super::moves::{SHIFTS, is_off_limits_general};
use super::refusal::Refusal;
use super::stand::{
    Footprint, General, Pose, Size, Stand, Table, generals_overlap, is_within, overlaps_general,
};
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::{Arm, Arrow};
use arrayvec::ArrayVec;
use ground::geometry::Point;
use ground::table::{Heading, Leg, Posed, meet};

/// A General who makes room.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shift {
    /// Who.
    pub general: GeneralId,
    /// Where to.
    pub to: Point,
}

/// How far apart the bearings are that a General is shifted along, in tenths of a degree.
const BEARINGS: u16 = 150;
/// Steps by which he is shifted.
const STEP: i32 = 5 * YARD;
/// How far he is shifted at most.
const FARTHEST: i32 = 200 * YARD;

/// Shifts every General, of either side, on whom a stand ends: the shortest way, of several the first clockwise from
/// north (RRF-LEAD-7, R-94). He stays on the map and off all other stands.
///
/// # Errors
///
/// [`Refusal::General`] where one has nowhere to go (RRF-LEAD-8).
pub fn displace(
    table: &Table<'_>,
    mover: StandId,
    end: &Footprint,
) -> Result<ArrayVec<Shift, SHIFTS>, Refusal> {
    displace_all(table, &|id| id == mover, end)
}

/// The same where several stands have moved, which are not on the table as they stood.
pub(super) fn displace_all(
    table: &Table<'_>,
    is_mover: &dyn Fn(StandId) -> bool,
    end: &[Posed],
) -> Result<ArrayVec<Shift, SHIFTS>, Refusal> {
    let mut shifts: ArrayVec<Shift, SHIFTS> = ArrayVec::new();
    for general in table.generals {
        if !end.iter().any(|body| overlaps_general(general.at, body)) {
            continue;
        }
        let refused = Refusal::General { general: general.id };
        let to = spot(table, is_mover, end, general, &shifts).ok_or(refused)?;
        shifts.try_push(Shift { general: general.id, to }).map_err(|_| refused)?;
    }
    Ok(shifts)
}

fn spot(
    table: &Table<'_>,
    is_mover: &dyn Fn(StandId) -> bool,
    end: &[Posed],
    general: &General,
    shifts: &[Shift],
) -> Option<Point> {
    let bearings = || (0..3_600).step_by(BEARINGS.into()).filter_map(Heading::new);
    let steps = (1..).map(|step| step * STEP).take_while(|way| *way <= FARTHEST);
    let mut spots =
        steps.flat_map(|way| bearings().map(move |bearing| Leg::new(general.at, bearing, way).to));
    spots.find(|at| {
        table.has_room_for_general(*at)
            && !end.iter().any(|body| overlaps_general(*at, body))
            && !table.stands.iter().any(|stand| !is_mover(stand.id) && overlaps_general(*at, &stand.body))
            && !table.generals.iter().any(|other| {
                let shifted = shifts.iter().find(|shift| shift.general == other.id);
                other.id != general.id && generals_overlap(*at, shifted.map_or(other.at, |shift| shift.to))
            })
    })
}

/// Whether a stand is within the Command radius of a General: the length of the arrow of his Command, from his rim to
/// the stand's nearest point (RRF-RAD-2).
#[must_use]
pub fn is_in_command(general: Point, arrow: Arrow, stand: &Stand) -> bool {
    is_within(general, &stand.body, length(arrow))
}

/// Where a General rides to: along a bearing, so far (3.6(7)).
#[must_use]
pub const fn ridden(from: Point, bearing: Heading, way: i32) -> Point {
    Leg::new(from, bearing, way).to
}

/// Checks a General's ride: the whole length of his Command arrow, or short of it where he touches a stand of his chain
/// (RRF-MOVE-17, RRF-MOVE-17a). `chain` tells which stands are.
///
/// # Errors
///
/// The first reason against it.
pub fn check_ride(
    table: &Table<'_>,
    general: &General,
    arrow: Arrow,
    bearing: Heading,
    way: i32,
    chain: &dyn Fn(StandId) -> bool,
) -> Result<Point, Refusal> {
    let most = length(arrow);
    if way > most || way < 0 {
        return Err(Refusal::Ride { by: way, most });
    }
    let to = ridden(general.at, bearing, way);
    if way < most {
        let touched = table.stands.iter().filter(|stand| stand.side == general.side && chain(stand.id));
        if !touched.into_iter().any(|stand| is_within(to, &stand.body, TOUCH)) {
            return Err(Refusal::StopsNowhere);
        }
    }
    check_seat(table, general, general.at, to)
}

/// Checks the ride of a General who comes in from the map's edge at a point of it.
///
/// # Errors
///
/// The first reason against it.
pub fn check_ride_in(
    table: &Table<'_>,
    general: &General,
    (from, arrow): (Point, Arrow),
    bearing: Heading,
    way: i32,
    chain: &dyn Fn(StandId) -> bool,
) -> Result<Point, Refusal> {
    check_ride(table, &General { at: from, ..*general }, arrow, bearing, way, chain)
}

/// Whether a General may be placed somewhere before the battle: on the map, on free ground, on nobody and near no
/// enemy.
///
/// # Errors
///
/// The first reason against it.
pub fn check_place(table: &Table<'_>, general: &General, to: Point) -> Result<Point, Refusal> {
    check_seat(table, general, to, to)
}

/// Whether a General has ground there: on the map, and none that is off-limits.
#[must_use]
pub fn is_free_ground(table: &Table<'_>, at: Point) -> bool {
    table.has_room_for_general(at) && !is_off_limits_general(table, at)
}

/// Whether a General may ride straight from one place to another and stand there.
fn check_seat(table: &Table<'_>, general: &General, from: Point, to: Point) -> Result<Point, Refusal> {
    let crossed =
        table.enemies(general.side).find(|enemy| meet::gap_within(&[from, to], &enemy.body.core, 0));
    if let Some(enemy) = crossed {
        return Err(Refusal::Enemy { stand: enemy.id, inside: 0 });
    }
    if !table.has_room_for_general(to) {
        let edge = table.map.grown(-GENERAL);
        let by = (edge.low.x - to.x).max(edge.low.y - to.y).max(to.x - edge.high.x).max(to.y - edge.high.y);
        return Err(Refusal::OffMap { by });
    }
    if is_off_limits_general(table, to) {
        return Err(Refusal::OffLimits { on_path: false });
    }
    if let Some(stand) = table.stands.iter().find(|stand| overlaps_general(to, &stand.body)) {
        let gap = meet::gap(&[to], &stand.body.core).map_or(0, ground::table::Squared::distance);
        return Err(Refusal::Overlap { stand: stand.id, inside: GENERAL - gap });
    }
    let on = table.generals.iter().find(|other| other.id != general.id && generals_overlap(to, other.at));
    if let Some(other) = on {
        return Err(Refusal::General { general: other.id });
    }
    for enemy in table.enemies(general.side) {
        if is_within(to, &enemy.body, CLEAR) {
            let gap =
                meet::gap(&[to], &enemy.body.outline).map_or(0, ground::table::Squared::distance) - GENERAL;
            if gap < CLEAR {
                return Err(Refusal::TooNear { stand: enemy.id, gap });
            }
        }
    }
    Ok(to)
}

/// Where on his ride a General would first touch a stand: how far along it, rounded down to where the gap is nothing
/// yet. `None` where he never touches it.
#[must_use]
pub fn touches_after(general: Point, bearing: Heading, arrow: Arrow, stand: &Stand) -> Option<i32> {
    let leg = Leg::new(general, bearing, length(arrow));
    let first = meet::first_within(&leg, &[general], &stand.body.outline, GENERAL, 1)?;
    let apart = |way: i32| {
        let at = leg.at(way);
        meet::gap(&[at], &stand.body.outline).is_none_or(|gap| gap.distance() >= GENERAL)
    };
    Some(if first > 0 && !apart(first) { first - 1 } else { first })
}

/// The places of a General who goes along with a charging stand, the best first: centred behind its rear edge,
/// touching; beside its right edge; beside its left edge (3.6). The first that is free is taken; where none is, he
/// stays.
#[must_use]
pub fn attached(table: &Table<'_>, general: &General, stand: &Stand, end: Pose) -> Option<Point> {
    let ended = stand.at(end);
    let half = Size::of(stand.arm).width / 2 + GENERAL;
    let back = end.heading.turned(super::arrow::Edge::Back.turn());
    let right = end.heading.turned(super::arrow::Edge::Right.turn());
    let left = end.heading.turned(super::arrow::Edge::Left.turn());
    let places = [
        Leg::new(end.at, back, ended.back() + GENERAL).to,
        Leg::new(end.at, right, half).to,
        Leg::new(end.at, left, half).to,
    ];
    let own = stand.footprint_at(end);
    places.into_iter().find(|at| {
        table.has_room_for_general(*at)
            && !is_off_limits_general(table, *at)
            && !own.iter().any(|body| overlaps_general(*at, body))
            && !table.others(stand.id).any(|other| overlaps_general(*at, &other.body))
            && !table.generals.iter().any(|other| other.id != general.id && generals_overlap(*at, other.at))
    })
}

/// A place that touches a stand, for a General who enters with it: where one goes along with a charge.
#[must_use]
pub fn beside(table: &Table<'_>, general: &General, stand: &Stand) -> Option<Point> {
    attached(table, general, stand, stand.pose)
}

/// Whether holders count for a stand here: a General who touches them is attached to the regiment.
#[must_use]
pub fn is_attached(general: &General, stand: &Stand, all: &[Stand]) -> bool {
    general.touches(&stand.body)
        || stand.arm == Arm::Dismounted
            && all.iter().any(|other| {
                other.id == stand.id && other.arm == Arm::Holders && general.touches(&other.body)
            })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, open, table, with, yards};
    use super::*;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;

    fn general(id: u8, x: i32, y: i32) -> General {
        General { id: GeneralId(id), side: Union, at: yards(x, y) }
    }

    #[test]
    fn a_general_makes_room_the_shortest_way() {
        let land = open();
        let generals = [general(0, 1_000, 1_250)];
        let table = with(table(&land, &[]), &[], &generals);
        let ends = |y| {
            let stand = north(1, Union, 1_000, y);
            displace(&table, stand.id, &stand.footprint()).map(|shifts| shifts.to_vec())
        };
        assert_eq!(ends(1_280), Ok(vec![Shift { general: GeneralId(0), to: yards(1_000, 1_220) }]));
        assert_eq!(ends(1_310), Ok(vec![]), "who only touches stays");
        // Centred on him, ahead and behind are as near: the first clockwise from north.
        assert_eq!(ends(1_250), Ok(vec![Shift { general: GeneralId(0), to: yards(1_000, 1_310) }]));
    }

    #[test]
    fn a_general_without_room_bars_the_move() {
        let _proof = proves(&["RRF-LEAD-8"]);
        let land = open();
        // Stands edge to edge all round, farther than he can be shifted.
        let stands: Vec<Stand> = (0..6)
            .flat_map(|column| (0..14).map(move |row| (column, row)))
            .filter(|(column, row)| (*column, *row) != (3, 7))
            .zip(2..)
            .map(|((column, row), id)| north(id, Union, 640 + 120 * column, 970 + 40 * row))
            .collect();
        let generals = [general(0, 1_000, 1_250)];
        let table = with(table(&land, &stands), &[], &generals);
        let stand = north(1, Union, 1_000, 1_250);
        assert_eq!(
            displace(&table, stand.id, &stand.footprint()),
            Err(Refusal::General { general: GeneralId(0) })
        );
    }

    #[test]
    fn the_radius_is_an_arrow_from_the_rim() {
        let _proof = proves(&["RRF-RAD-2"]);
        let in_command = |yards_off: i32| {
            // Its nearest point so far from the rim of a General at the origin of (1000, 1000).
            let stand = north(1, Union, 1_000, 1_000 + 40 + yards_off + 20);
            is_in_command(yards(1_000, 1_000), Arrow::of_command(crate::model::numbers::Command(2)), &stand)
        };
        assert!(in_command(240) && !in_command(241));
    }

    #[test]
    fn a_general_rides_his_arrow_or_stops_with_his_own() {
        let _proof = proves(&["RRF-MOVE-17", "RRF-MOVE-17a"]);
        let land = open();
        let stands =
            [north(1, Union, 1_000, 1_160), north(2, Union, 1_400, 1_160), north(3, Confederate, 1_000, 700)];
        let generals = [general(0, 1_000, 1_000)];
        let table = with(table(&land, &stands), &[], &generals);
        let ride = |bearing, way: i32, own: u8| {
            check_ride(&table, &generals[0], Arrow::A2, bearing, way * YARD, &|id| id == StandId(own))
        };
        let west = Heading::WEST;
        assert_eq!(ride(west, 240, 1), Ok(yards(760, 1_000)));
        assert_eq!(ride(west, 200, 1), Err(Refusal::StopsNowhere));
        assert_eq!(ride(west, 241, 1), Err(Refusal::Ride { by: 24_100, most: 24_000 }));
        // Touching a stand of his chain he may stop; through a friend he may ride on.
        assert_eq!(touches_after(yards(1_000, 1_000), Heading::NORTH, Arrow::A2, &stands[0]), Some(10_000));
        assert_eq!(ride(Heading::NORTH, 100, 1), Ok(yards(1_000, 1_100)));
        assert_eq!(ride(Heading::NORTH, 100, 2), Err(Refusal::StopsNowhere), "not of his chain");
        assert_eq!(ride(Heading::NORTH, 240, 1), Ok(yards(1_000, 1_240)));
        // Across an enemy he may not.
        let enemy = Refusal::Enemy { stand: StandId(3), inside: 0 };
        let south = check_ride(&table, &generals[0], Arrow::A4, Heading::SOUTH, 36_000, &|_| false);
        assert_eq!(south, Err(enemy));
    }

    #[test]
    fn a_general_ends_on_nobody_on_the_map_and_off_the_enemy() {
        let land = open();
        let stands = [north(1, Union, 1_000, 1_200), north(2, Confederate, 1_283, 1_000)];
        let generals = [general(0, 1_000, 1_000), general(1, 780, 1_000), general(2, 100, 100)];
        let frames = [ground::geometry::Frame { low: yards(900, 700), high: yards(1_100, 780) }];
        let table = Table { off_limits: &frames, ..with(table(&land, &stands), &[], &generals) };
        let ride = |number: usize, bearing, arrow| {
            check_ride(&table, &generals[number], arrow, bearing, length(arrow), &|_| false)
        };
        assert!(matches!(ride(0, Heading::NORTH, Arrow::A1), Err(Refusal::Overlap { inside: 3_975, .. })));
        assert_eq!(ride(0, Heading::WEST, Arrow::A1), Err(Refusal::General { general: GeneralId(1) }));
        assert_eq!(ride(0, Heading::EAST, Arrow::A1), Err(Refusal::TooNear { stand: StandId(2), gap: 300 }));
        assert_eq!(ride(0, Heading::SOUTH, Arrow::A2), Err(Refusal::OffLimits { on_path: false }));
        assert_eq!(ride(2, Heading::SOUTH, Arrow::A1), Err(Refusal::OffMap { by: 12_000 }));
    }

    #[test]
    fn who_goes_along_ends_behind_then_right_then_left() {
        let land = open();
        let stand = north(1, Union, 1_000, 1_000);
        let generals = [general(0, 900, 600)];
        let end = Pose::new(yards(1_000, 1_240), Heading::NORTH);
        let place = |others: &[Stand]| {
            attached(&with(table(&land, others), &[], &generals), &generals[0], &stand, end)
        };
        let behind = north(2, Union, 1_000, 1_160);
        let right = north(3, Union, 1_140, 1_240);
        let left = north(4, Union, 860, 1_240);
        assert_eq!(place(&[]), Some(yards(1_000, 1_180)));
        assert_eq!(place(&[behind]), Some(yards(1_100, 1_240)));
        assert_eq!(place(&[behind, right]), Some(yards(900, 1_240)));
        assert_eq!(place(&[behind, right, left]), None);
    }
}
