//! Who stands on a route, and where a charge halts (3.6, R-44).

use super::lengths::{INSET, TOUCH};
use super::stand::{Pose, Size, Stand, Table};
use super::touch::{self, Way};
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use arrayvec::ArrayVec;
use engine::Side;
use ground::geometry::Point;
use ground::table::body::SMALLEST;
use ground::table::{Body, Heading, Leg, Posed};

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
