//! Who stands on a route, and where a charge halts (3.6, R-44).

use super::lengths::{GENERAL, INSET, TOUCH};
use super::stand::{Pose, Size, Stand, Table};
use super::touch::{self, Way};
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use arrayvec::ArrayVec;
use engine::Side;
use ground::geometry::Point;
use ground::table::body::SMALLEST;
use ground::table::{Body, Heading, Leg, Posed, meet};

/// The most stands on one route.
pub const MOST: usize = 32;

/// A stand on a route.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Met {
    /// Who.
    pub stand: StandId,
    /// Its holders alone lie on the route, or they lie nearer than the stand itself.
    pub holders: bool,
    /// On which side.
    pub side: Side,
    /// It is routed.
    pub routed: bool,
    /// How far along the route its nearest point lies, rounded down.
    pub way: i32,
}

/// Stands on a route, the first that is met first.
pub type Route = ArrayVec<Met, MOST>;

/// The core of a route: half as wide as the stand, from a point so far in a direction (3.6). `None` where it is too
/// short to have anybody on it.
#[must_use]
pub fn core(arm: Arm, from: Point, heading: Heading, length: i32) -> Option<Posed> {
    let width = Size::of(arm).width / 2;
    (length > SMALLEST).then(|| {
        let end = Leg::new(from, heading, length).to;
        Body::fronting(end, heading, width, length).posed(INSET)
    })
}

/// Whoever else stands on a route, each regiment once, in the order of their nearest points along it; of two as near
/// the first of the list.
#[must_use]
pub fn on_route(table: &Table<'_>, stand: &Stand, from: Point, heading: Heading, length: i32) -> Route {
    let mut route = Route::new();
    let Some(core) = core(stand.arm, from, heading, length) else { return route };
    for other in table.others(stand.id) {
        if !core.overlaps(&other.body) {
            continue;
        }
        let way = nearest_along(from, heading, &other.body);
        let met = Met {
            stand: other.id,
            holders: other.arm == Arm::Holders,
            side: other.side,
            routed: other.routed,
            way,
        };
        match route.iter_mut().find(|known| known.stand == other.id) {
            Some(known) if met.way < known.way => *known = met,
            Some(_) => {}
            None => {
                let _ = route.try_push(met);
            }
        }
    }
    route.sort_by_key(|met| met.way);
    route
}

/// How far along a direction the nearest point of a body lies that is ahead of a point, rounded down; nothing where
/// some of it lies beside or behind.
fn nearest_along(from: Point, heading: Heading, body: &Posed) -> i32 {
    let ahead = heading.vector();
    let along = |point: &Point| {
        (i64::from(point.x) - i64::from(from.x)) * ahead.x
            + (i64::from(point.y) - i64::from(from.y)) * ahead.y
    };
    let nearest = body.outline.iter().map(along).min().unwrap_or(0).max(0);
    (nearest >> 30) as i32
}

/// A straight way of a stand that keeps its heading.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Sweep {
    /// The way of the middle of the front.
    pub leg: Leg,
    /// Which way the stand faces, and goes.
    pub heading: Heading,
}

impl Sweep {
    /// Where an arm is after so much of it.
    #[must_use]
    pub const fn at(&self, arm: Arm, way: i32) -> Pose {
        Pose::with_front(self.leg.at(way), arm, self.heading)
    }

    /// Where a stand, or its holders, first touches another with its outline, how far along.
    #[must_use]
    pub fn touches(&self, stand: &Stand, other: &Posed) -> Option<i32> {
        self.first(stand, other).map(|way| way.on(&self.leg))
    }

    /// The same exactly. Holders go behind their stand: they touch nothing that it has not passed.
    pub(super) fn first(&self, stand: &Stand, other: &Posed) -> Option<Way> {
        touch::first(&self.leg, &self.at(stand.arm, 0).body(stand.arm).outline(), &other.outline)
    }
}

/// How far a stand may go on its way until it touches a General who has nowhere to go, and stands on nobody else
/// . The whole way where it never comes so near.
#[must_use]
pub fn before_general(table: &Table<'_>, stand: &Stand, sweep: &Sweep, general: Point) -> i32 {
    let body = sweep.at(stand.arm, 0).body(stand.arm).outline();
    let near = |distance| meet::first_within(&sweep.leg, &body, &[general], distance, 1);
    // The last whole hundredth that is not nearer than his rim.
    let way = near(GENERAL).map_or(sweep.leg.length, |first| match near(GENERAL - 1) {
        Some(over) if over == first => first - 1,
        _ => first,
    });
    last_free(table, stand, sweep, way)
}

/// The last free spot of a stand at or before a place on its way: it overlaps nobody there, and only touches whoever it
/// has met head on. Its start is always one. How far along the way it is.
#[must_use]
pub fn last_free(table: &Table<'_>, stand: &Stand, sweep: &Sweep, from: i32) -> i32 {
    let start = stand.footprint_at(sweep.at(stand.arm, 0));
    let mut way = from.max(0);
    while way > 0 {
        let here = stand.footprint_at(sweep.at(stand.arm, way));
        let back = start.iter().zip(&here).filter_map(|(start, here)| {
            let on = table.others(stand.id).filter(|other| here.overlaps(&other.body));
            // Whoever lies here is left again where the overlap began.
            on.map(|other| {
                let began = |one: &[Point; 4], other: &[Point; 4]| {
                    touch::first(&sweep.leg, one, other).map_or(0, |first| first.on(&sweep.leg))
                };
                let overlaps = began(&start.core, &other.body.core);
                let touches = began(&start.outline, &other.body.outline);
                // Who is met head on is only touched; along a neighbour's side the stand has gone on overlapping a
                // hair.
                if overlaps - touches <= TOUCH { touches } else { overlaps }
            })
            .min()
        });
        match back.min() {
            None => return way,
            Some(back) => way = back.min(way - 1),
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, open, table, yards};
    use super::*;
    use engine::Side::Union;

    #[test]
    fn a_charge_halts_before_a_general_without_room() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let sweep =
            Sweep { leg: Leg::new(yards(1_000, 1_020), Heading::NORTH, 24_000), heading: Heading::NORTH };
        let stands = [own];
        // His rim lies 60 yards ahead of the front.
        assert_eq!(before_general(&table(&land, &stands), &own, &sweep, yards(1_000, 1_120)), 6_000);
        assert_eq!(before_general(&table(&land, &stands), &own, &sweep, yards(1_200, 1_120)), 24_000);
        let stands = [own, north(2, Union, 1_000, 1_090)];
        assert_eq!(before_general(&table(&land, &stands), &own, &sweep, yards(1_000, 1_120)), 5_000);
    }

    #[test]
    fn a_core_is_half_as_wide_as_the_stand() {
        let core = core(Arm::Infantry, yards(1_000, 1_020), Heading::NORTH, 10_000).unwrap();
        let touched = |x: i32| core.overlaps(&north(2, Union, x, 1_080).body);
        assert!(touched(1_089) && !touched(1_090), "thirty yards on either side, and half a yard of overlap");
        assert!(super::core(Arm::Infantry, yards(0, 0), Heading::NORTH, 0).is_none());
    }
}
