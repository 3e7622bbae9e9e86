//! Rout moves: which way, who is met, where everybody who runs comes to stand (3.6, R-48).

use super::generals::{Shift, displace_all};
use super::lengths::{TOUCH, YARD, length};
use super::moves::{SHIFTS, beyond_map, is_off_limits};
use super::route::{Route, on_route};
use super::stand::{Pose, Size, Stand, Table};
use crate::model::ids::StandId;
use crate::model::numbers::Arrow;
use arrayvec::ArrayVec;
use ground::geometry::Point;
use ground::table::{Compass, Heading};

/// How far a rout leads (RRF-ROUT-2).
pub const ROUT: i32 = length(Arrow::A4);
/// Steps by which those who run go on until they are clear.
const STEP: i32 = 5 * YARD;
/// The most stands that run together.
pub const MOST: usize = 32;

/// Away from the centre of the enemy that caused it (RRF-ROUT-2, R-82); its own way where the centres are one.
#[must_use]
pub fn away(stand: &Stand, enemy: Point) -> Heading {
    Compass::FINEST.bearing(enemy, stand.pose.at).unwrap_or(stand.pose.heading)
}

/// Toward a General of its chain (RRF-ROUT-3).
#[must_use]
pub fn toward(stand: &Stand, general: Point) -> Heading {
    Compass::FINEST.bearing(stand.pose.at, general).unwrap_or(stand.pose.heading)
}

/// Where a rout begins and where it ends if nobody hinders it: turned about the centre, then straight on.
#[must_use]
pub const fn path(stand: &Stand, heading: Heading) -> (Pose, Pose) {
    let start = Pose { heading, ..stand.pose };
    (start, start.moved(heading, ROUT))
}

/// Whoever stands on the route, friends and enemies, in order (RRF-ROUT-5, RRF-ROUT-10): from its centre to the front
/// of where it ends. An enemy behind its centre is not met (RRF-ROUT-10a).
///
/// An enemy that is not routed captures it; what comes after on the list is not met any more.
#[must_use]
pub fn met(table: &Table<'_>, stand: &Stand, heading: Heading) -> Route {
    let front = ROUT + Size::of(stand.arm).depth / 2;
    on_route(table, stand, stand.pose.at, heading, front)
}

/// What becomes of a stand that runs.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It stands there.
    Stands(Pose),
    /// It left the map (RRF-ROUT-9).
    OffMap,
    /// An enemy that is not routed took it (RRF-ROUT-10).
    Captured(StandId),
}

/// Where those who run together come to stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Each, the first that ran first.
    pub fates: ArrayVec<(StandId, Fate), MOST>,
    /// The Generals that make room.
    pub shifts: ArrayVec<Shift, SHIFTS>,
}

/// Settles a rout: the first of the chain ran 360 yards, whoever runs along stands ahead of it, each touching the one
/// behind, in the order they were met (RRF-ROUT-6). Where one of them stands on somebody else or on forbidden ground,
/// or on a General with nowhere to go, all go on together in steps of 5 yards until all are clear (RRF-ROUT-8).
#[must_use]
pub fn settle(table: &Table<'_>, chain: &[Stand], heading: Heading) -> Settled {
    let mut settled = Settled { fates: ArrayVec::new(), shifts: ArrayVec::new() };
    let Some(first) = chain.first() else { return settled };
    // The last place of all is off every map.
    let farthest = table.map.width().max(table.map.height()) / STEP * 2 + 2;
    let mut places: ArrayVec<Pose, MOST> = ArrayVec::new();
    let mut place = path(first, heading).1;
    for (number, runner) in chain.iter().take(MOST).enumerate() {
        if number > 0 {
            let before = &chain[number - 1];
            let ahead = Size::of(before.arm).depth / 2 + runner.back();
            place = place.moved(heading, ahead);
        }
        places.push(place);
        settled.fates.push((runner.id, Fate::Stands(place)));
    }
    for step in 0..=farthest {
        for (number, runner) in chain.iter().take(MOST).enumerate() {
            let fate = &mut settled.fates[number].1;
            if let Fate::Stands(at) = fate {
                *at = places[number].moved(heading, step * STEP);
                if let Some(end) = lost(table, runner, *at) {
                    *fate = end;
                }
            }
        }
        if let Some(shifts) = clear(table, chain, &settled.fates) {
            settled.shifts = shifts;
            break;
        }
    }
    for (number, runner) in chain.iter().take(MOST).enumerate() {
        let fate = &mut settled.fates[number].1;
        if let Fate::Stands(at) = *fate
            && let Some(enemy) = touched(table, runner, at)
        {
            *fate = Fate::Captured(enemy);
        }
    }
    settled
}

/// Whether a stand there has left the map, or lies on an enemy that is not routed.
fn lost(table: &Table<'_>, runner: &Stand, at: Pose) -> Option<Fate> {
    let bodies = runner.footprint_at(at);
    if bodies.iter().any(|body| beyond_map(table, body) > 0) {
        return Some(Fate::OffMap);
    }
    let taken = |enemy: &&Stand| !enemy.routed && bodies.iter().any(|body| body.overlaps(&enemy.body));
    table.enemies(runner.side).find(taken).map(|enemy| Fate::Captured(enemy.id))
}

/// The enemy, not routed, that a stand touches there.
fn touched(table: &Table<'_>, runner: &Stand, at: Pose) -> Option<StandId> {
    let bodies = runner.footprint_at(at);
    let touches =
        |enemy: &&Stand| !enemy.routed && bodies.iter().any(|body| body.is_within(&enemy.body, TOUCH));
    table.enemies(runner.side).find(touches).map(|enemy| enemy.id)
}

/// Whether all who still run are clear, and which Generals make room then.
fn clear(table: &Table<'_>, chain: &[Stand], fates: &[(StandId, Fate)]) -> Option<ArrayVec<Shift, SHIFTS>> {
    let runs = |id: StandId| fates.iter().any(|(runner, _)| *runner == id);
    let mut bodies: ArrayVec<ground::table::Posed, { 2 * MOST }> = ArrayVec::new();
    for (runner, (_, fate)) in chain.iter().zip(fates) {
        if let Fate::Stands(at) = fate {
            bodies.extend(runner.footprint_at(*at));
        }
    }
    let hindered = bodies.iter().any(|body| {
        is_off_limits(table, body)
            || table.stands.iter().any(|other| !runs(other.id) && body.overlaps(&other.body))
    });
    if hindered {
        return None;
    }
    displace_all(table, &runs, &bodies).ok()
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, open, stand, table, with, yards};
    use super::super::stand::General;
    use super::*;
    use crate::model::ids::GeneralId;
    use crate::model::numbers::Arm;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;

    fn fates(table: &Table<'_>, chain: &[Stand], heading: Heading) -> Vec<Fate> {
        settle(table, chain, heading).fates.iter().map(|(_, fate)| *fate).collect()
    }

    fn at(x: i32, y: i32) -> Fate {
        Fate::Stands(Pose::new(yards(x, y), Heading::NORTH))
    }

    #[test]
    fn a_rout_leads_away_from_the_enemy_and_faces_there() {
        let _proof = proves(&["RRF-ROUT-2", "RRF-ROUT-3", "RRF-ROUT-4"]);
        let land = open();
        let own = stand(1, Union, Arm::Infantry, Pose::new(yards(1_000, 1_000), Heading::SOUTH));
        let stands = [own, north(2, Confederate, 1_000, 960)];
        let table = table(&land, &stands);
        let heading = away(&own, stands[1].pose.at);
        assert_eq!(heading, Heading::NORTH);
        assert_eq!(fates(&table, &[own], heading), [at(1_000, 1_360)]);
        assert_eq!(toward(&own, yards(1_700, 1_000)), Heading::EAST);
    }

    #[test]
    fn friends_are_met_in_the_order_of_the_route() {
        let _proof = proves(&["RRF-ROUT-7"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        // 2 is nearer than 3; 4 is clipped by the outer quarter only; 5 lies beyond the end.
        let stands = [
            own,
            north(3, Union, 1_020, 1_300),
            north(2, Union, 980, 1_100),
            north(4, Union, 1_095, 1_200),
            north(5, Union, 1_000, 1_401),
        ];
        let table = table(&land, &stands);
        let met: Vec<u8> = met(&table, &own, Heading::NORTH).iter().map(|met| met.stand.0).collect();
        assert_eq!(met, [2, 3]);
        let nearer = [own, north(5, Union, 1_000, 1_399)];
        assert_eq!(super::met(&super::super::fixture::table(&land, &nearer), &own, Heading::NORTH).len(), 1);
    }

    #[test]
    fn who_runs_along_stands_ahead_touching() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let friend = north(2, Union, 1_010, 1_100);
        let guns = stand(3, Union, Arm::Artillery, Pose::new(yards(990, 1_200), Heading::SOUTH));
        let stands = [own, friend, guns];
        let fates = fates(&table(&land, &stands), &stands, Heading::NORTH);
        assert_eq!(fates, [at(1_000, 1_360), at(1_000, 1_400), at(1_000, 1_450)]);
    }

    #[test]
    fn a_rout_goes_on_until_all_are_clear() {
        let _proof = proves(&["RRF-ROUT-8"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let in_the_way = north(2, Union, 1_000, 1_372);
        let stands = [own, in_the_way];
        // Behind it 28 yards are wanting; the next step that is clear is 55 yards on: 1,415, touching at a gap of 3.
        assert_eq!(fates(&table(&land, &stands), &[own], Heading::NORTH), [at(1_000, 1_415)]);
        // A gap of nothing is enough.
        let stands = [own, north(2, Union, 1_000, 1_370)];
        assert_eq!(fates(&table(&land, &stands), &[own], Heading::NORTH), [at(1_000, 1_410)]);
        // Who runs along goes on as well.
        let friend = north(3, Union, 1_000, 1_100);
        let stands = [own, north(2, Union, 1_000, 1_420), friend];
        let both = fates(&table(&land, &stands), &[own, friend], Heading::NORTH);
        assert_eq!(both, [at(1_000, 1_460), at(1_000, 1_500)]);
    }

    #[test]
    fn off_the_map_is_any_part_beyond_the_edge() {
        let land = open();
        let off = |y| {
            let own = north(1, Union, 1_000, y);
            fates(&table(&land, &[own]), &[own], Heading::NORTH)
        };
        assert_eq!(off(2_020), [at(1_000, 2_380)], "the front edge on the map's edge");
        assert_eq!(off(2_021), [Fate::OffMap], "a yard over it");
        assert_eq!(off(2_200), [Fate::OffMap]);
    }

    #[test]
    fn an_unrouted_enemy_on_the_route_or_at_the_end_captures() {
        let _proof = proves(&["RRF-ROUT-10a"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let met = |enemy: Stand| met(&table(&land, &[own, enemy]), &own, Heading::NORTH).len();
        let across = north(2, Confederate, 1_000, 1_150);
        assert_eq!(met(across), 1);
        // A contact offset by 40 yards: the enemy it flees from is behind its centre.
        assert_eq!(met(north(2, Confederate, 1_040, 960)), 0);
        let end = |enemy: Stand| fates(&table(&land, &[own, enemy]), &[own], Heading::NORTH);
        assert_eq!(
            end(north(2, Confederate, 1_120, 1_360)),
            [Fate::Captured(StandId(2))],
            "touching the end"
        );
        assert_eq!(end(north(2, Confederate, 1_122, 1_360)), [at(1_000, 1_360)]);
        let routed = Stand { routed: true, ..north(2, Confederate, 1_120, 1_360) };
        assert_eq!(end(routed), [at(1_000, 1_360)], "routed enemies are passed");
    }

    #[test]
    fn generals_make_room_or_the_rout_goes_on() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let generals = [General { id: GeneralId(0), side: Union, at: yards(1_000, 1_340) }];
        let stands = [own];
        let table = with(table(&land, &stands), &[], &generals);
        let settled = settle(&table, &[own], Heading::NORTH);
        assert_eq!(settled.shifts.as_slice(), [Shift { general: GeneralId(0), to: yards(1_000, 1_300) }]);
    }
}
