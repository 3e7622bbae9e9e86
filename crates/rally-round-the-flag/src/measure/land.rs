//! What the ground is to this game, and which woods are one wood (2.2, 3.7).

use ground::geometry::Point;
use ground::table::field::Found;
use ground::table::{FeatureId, Field, Hull, Kinds, Levels, Relief, Tabletop};

pub use crate::field::terrain::{
    CREEK, MARSH, OFF_LIMITS, ORCHARD, RESTRICTED, ROCKS, STEEP, TALL, TOWN, WOODS,
};

/// Height from one major contour to the next, in feet (3.2).
pub const MAJOR: i16 = 40;

/// The intervals of major contours (RRF-LAND-2).
pub const MAJOR_LEVELS: Levels = Levels { base: 0, step: MAJOR };

/// The ground of a battlefield, with what this game has to know of it beforehand.
#[derive(Debug)]
pub struct Land {
    tabletop: Tabletop,
    /// Of each feature, the wood or town it belongs to: areas of one kind that touch or overlap are one.
    groves: Vec<u16>,
    /// The areas of each.
    members: Vec<Vec<FeatureId>>,
}

/// No wood and no town.
const NONE: u16 = u16::MAX;

impl Land {
    /// Looks over the ground once.
    #[must_use]
    pub fn new(tabletop: Tabletop) -> Land {
        let field = &tabletop.field;
        let count = field.features().count();
        let mut groves = vec![NONE; count];
        let mut members: Vec<Vec<FeatureId>> = Vec::new();
        for kind in [WOODS, TOWN] {
            let mut first: Vec<usize> = (0..count).collect();
            for id in field.features().filter(|id| is_area_of(field, *id, kind)) {
                touching(field, id, kind)
                    .iter()
                    .filter(|other| field.is_area(*other))
                    .for_each(|other| join(&mut first, id.0.into(), other.0.into()));
            }
            for id in field.features().filter(|id| is_area_of(field, *id, kind)) {
                let root = root(&first, id.0.into());
                if groves[root] == NONE {
                    groves[root] = members.len() as u16;
                    members.push(Vec::new());
                }
                groves[usize::from(id.0)] = groves[root];
                members[usize::from(groves[root])].push(id);
            }
        }
        Land { tabletop, groves, members }
    }

    /// Areas and lines.
    #[must_use]
    pub const fn field(&self) -> &Field {
        &self.tabletop.field
    }

    /// Heights.
    #[must_use]
    pub const fn relief(&self) -> &Relief {
        &self.tabletop.relief
    }

    /// What was laid out.
    #[must_use]
    pub const fn tabletop(&self) -> &Tabletop {
        &self.tabletop
    }

    /// Do the two areas belong to one wood or one town?
    #[must_use]
    pub fn are_one(&self, one: FeatureId, other: FeatureId) -> bool {
        let grove = |id: FeatureId| self.groves.get(usize::from(id.0)).copied().unwrap_or(NONE);
        grove(one) == grove(other) && grove(one) != NONE
    }

    /// Is a point in the wood or town that an area belongs to?
    #[must_use]
    pub fn is_in(&self, area: FeatureId, point: Point) -> bool {
        let grove = self.groves.get(usize::from(area.0)).copied().unwrap_or(NONE);
        let members = self.members.get(usize::from(grove)).map_or(&[][..], Vec::as_slice);
        members.iter().any(|member| self.field().holds(*member, point))
    }
}

fn is_area_of(field: &Field, id: FeatureId, kind: Kinds) -> bool {
    field.is_area(id) && field.kinds(id).intersects(kind)
}

/// Every feature of a kind that an area's border touches.
fn touching(field: &Field, id: FeatureId, kind: Kinds) -> Found {
    let mut found = Found::new();
    for side in field.sides_of(id) {
        field.under(&Hull::line(side.from, side.to), kind, &mut found);
    }
    found
}

fn root(first: &[usize], mut number: usize) -> usize {
    while first[number] != number {
        number = first[number];
    }
    number
}

/// The one with the lower number stands for both.
fn join(first: &mut [usize], one: usize, other: usize) {
    let (one, other) = (root(first, one), root(first, other));
    first[one.max(other)] = one.min(other);
}

#[cfg(test)]
mod tests {
    use super::super::fixture::drawn;
    use super::*;

    #[test]
    fn woods_that_touch_are_one_wood_and_a_town_is_none() {
        let land = drawn(
            r#"
            size = "2000 1000"
            areas = [
                "woods a: 0 0, 100 0, 100 100, 0 100",
                "woods b: 100 100, 200 100, 200 200, 100 200",
                "woods c: 300 300, 400 300, 400 400, 300 400",
                "town t: 50 50, 350 50, 350 350, 50 350",
                "woods d: 110 110, 120 110, 120 120, 110 120",
            ]"#,
        );
        let id = |name: &str| land.field().features().find(|id| land.field().name(*id) == name).unwrap();
        assert!(land.are_one(id("a"), id("b")), "a corner is enough");
        assert!(land.are_one(id("a"), id("d")), "d lies inside of b");
        assert!(!land.are_one(id("a"), id("c")));
        assert!(!land.are_one(id("a"), id("t")), "other kinds do not join");
        assert!(
            land.is_in(id("a"), Point::new(15_000, 15_000))
                && !land.is_in(id("c"), Point::new(15_000, 15_000))
        );
    }
}
