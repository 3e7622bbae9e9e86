//! Moves as data, and where they lead (3.6): arrows laid on an edge, specialised Tactics, entry from the map's edge.

use super::lengths::{ARC, CHORD, YARD, length};
use super::stand::{Pose, Size, Stand};
use crate::model::numbers::{Arm, Arrow};
use ground::geometry::Point;
use ground::table::heading::QUARTER;
use ground::table::{Body, Heading, Leg, Turn};
use serde::{Deserialize, Serialize};

/// An edge of a stand.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// The front.
    Front,
    /// The rear.
    Back,
    /// The left side.
    Left,
    /// The right side.
    Right,
}

impl Edge {
    /// All of them.
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Back, Edge::Left, Edge::Right];

    /// The turn from a stand's heading to where the edge looks.
    #[must_use]
    pub const fn turn(self) -> Turn {
        Turn::tenths(match self {
            Edge::Front => 0,
            Edge::Right => QUARTER as i32,
            Edge::Back => 2 * QUARTER as i32,
            Edge::Left => -(QUARTER as i32),
        })
    }

    /// How it is written: `f`, `b`, `l`, `r`.
    #[must_use]
    pub const fn key(self) -> char {
        match self {
            Edge::Front => 'f',
            Edge::Back => 'b',
            Edge::Left => 'l',
            Edge::Right => 'r',
        }
    }

    /// Reads what [`Edge::key`] wrote.
    #[must_use]
    pub fn parse(key: char) -> Option<Edge> {
        Edge::ALL.into_iter().find(|edge| edge.key() == key)
    }
}

/// An edge that an arrow can be laid on: how long it is, and how far from the stand's centre.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Side {
    /// How long it is.
    pub long: i32,
    /// How far it lies from the centre.
    pub out: i32,
}

impl Side {
    /// An edge of a stand; the rear edge of a dismounted stand with holders is theirs (3.6).
    #[must_use]
    pub const fn of(arm: Arm, holders: bool, edge: Edge) -> Side {
        let Size { width, depth } = Size::of(arm);
        match edge {
            Edge::Back if holders => {
                let behind = Size::of(Arm::Holders);
                Side { long: behind.width, out: depth / 2 + behind.depth }
            }
            Edge::Front | Edge::Back => Side { long: width, out: depth / 2 },
            Edge::Left | Edge::Right => Side { long: depth, out: width / 2 },
        }
    }

    /// How far an arrow may be slid along it to either side, in whole yards: its arc needs twenty yards of edge each
    /// way.
    #[must_use]
    pub const fn slide(self) -> i32 {
        (self.long / 2 - ARC) / YARD
    }
}

/// A move by an arrow (3.6).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct MoveGeom {
    /// Which arrow.
    pub arrow: Arrow,
    /// On which edge it is laid.
    pub edge: Edge,
    /// How far it is tilted, in tenths of a degree, clockwise.
    pub tilt: i16,
    /// How far it is slid along the edge, in whole yards, to the right of who looks out over that edge.
    pub slide: i16,
    /// How the stand faces at the end.
    pub heading: Heading,
}

impl MoveGeom {
    /// Straight over an edge, facing as before.
    #[must_use]
    pub const fn straight(arrow: Arrow, edge: Edge, heading: Heading) -> MoveGeom {
        MoveGeom { arrow, edge, tilt: 0, slide: 0, heading }
    }

    /// What the arrow lies on and where it leads, for a stand.
    #[must_use]
    pub fn laid(&self, stand: &Stand) -> Laid {
        let side = Side::of(stand.arm, stand.holders, self.edge);
        let outward = stand.pose.heading.turned(self.edge.turn());
        let tilt = Turn::tenths(self.tilt.into());
        // The middle of the arrow's base: out from the centre, and along the edge.
        let frame = Body::fronting(stand.pose.at, outward, YARD, YARD);
        let base = frame.spot(2 * i32::from(self.slide) * YARD, 2 * side.out);
        Laid {
            old: stand.pose.heading,
            edge: self.edge,
            side,
            tilted: stand.pose.heading.turned(tilt),
            along: outward.turned(tilt),
            leg: Leg::new(base, outward.turned(tilt), length(self.arrow)),
        }
    }

    /// Where the stand ends.
    #[must_use]
    pub fn end(&self, stand: &Stand) -> Pose {
        self.laid(stand).end(self.heading)
    }
}

/// An arrow on the table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    /// How the stand faced.
    pub old: Heading,
    /// The edge it is laid on.
    pub edge: Edge,
    /// That edge.
    pub side: Side,
    /// How the stand faces unless it pivots.
    pub tilted: Heading,
    /// Where the arrow points.
    pub along: Heading,
    /// The arrow: from the middle of its base to its point.
    pub leg: Leg,
}

impl Laid {
    /// The stand with the middle of its leading edge at a point, facing so.
    #[must_use]
    pub const fn with_edge_at(&self, point: Point, heading: Heading) -> Pose {
        let outward = heading.turned(self.edge.turn());
        Pose { at: Leg::new(point, outward, -self.side.out).to, heading }
    }

    /// The stand at the arrow's point, pivoted there.
    #[must_use]
    pub const fn end(&self, heading: Heading) -> Pose {
        self.with_edge_at(self.leg.to, heading)
    }

    /// The stand so far along the arrow, not pivoted.
    #[must_use]
    pub const fn at(&self, way: i32) -> Pose {
        self.with_edge_at(self.leg.at(way), self.tilted)
    }

    /// The leading edge at the arrow's base, square to the arrow: its two ends.
    #[must_use]
    pub const fn leading(&self) -> [Point; 2] {
        let frame = Body::fronting(self.leg.from, self.along, YARD, YARD);
        [frame.spot(-self.side.long, 0), frame.spot(self.side.long, 0)]
    }

    /// How far the stand has to pivot at the point to face so.
    #[must_use]
    pub const fn pivot(&self, heading: Heading) -> Turn {
        self.tilted.turn_to(heading)
    }
}

/// A specialised Tactic (3.6(6), RRF-TAC-5 to RRF-TAC-8).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct SpecialGeom {
    /// On which edge the arrow's handle is laid: front or back.
    pub base: Edge,
    /// Where it points.
    pub bearing: Heading,
    /// Which edge is put at the other end: front or back.
    pub put: Edge,
    /// How the stand faces at the end.
    pub heading: Heading,
}

impl SpecialGeom {
    /// About face to the rear.
    #[must_use]
    pub const fn about_face(heading: Heading) -> SpecialGeom {
        let back = heading.turned(Edge::Back.turn());
        SpecialGeom { base: Edge::Back, bearing: back, put: Edge::Front, heading: back }
    }

    /// A step back, facing as before.
    #[must_use]
    pub const fn step_back(heading: Heading) -> SpecialGeom {
        let back = heading.turned(Edge::Back.turn());
        SpecialGeom { base: Edge::Back, bearing: back, put: Edge::Back, heading }
    }

    /// A quarter turn over the front, to the left or to the right.
    #[must_use]
    pub const fn quarter(heading: Heading, edge: Edge) -> SpecialGeom {
        SpecialGeom {
            base: Edge::Front,
            bearing: heading,
            put: Edge::Front,
            heading: heading.turned(edge.turn()),
        }
    }

    /// How the arrow lies: from the middle of the edge to where the other edge is put.
    #[must_use]
    pub fn leg(&self, stand: &Stand) -> Leg {
        let outward = stand.pose.heading.turned(self.base.turn());
        let base = Leg::new(stand.pose.at, outward, Size::of(stand.arm).depth / 2).to;
        Leg::new(base, self.bearing, CHORD)
    }

    /// Where the stand ends.
    #[must_use]
    pub fn end(&self, stand: &Stand) -> Pose {
        let outward = self.heading.turned(self.put.turn());
        let back = Leg::new(self.leg(stand).to, outward, -Size::of(stand.arm).depth / 2);
        Pose { at: back.to, heading: self.heading }
    }
}

/// Entry from the edge of the map.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct EntryGeom {
    /// Where on the map's edge the arrow begins: a whole yard along the entry segment.
    pub from: Point,
    /// Into the map, square to that edge.
    pub inward: Heading,
    /// Which arrow.
    pub arrow: Arrow,
    /// How far it is tilted, in tenths of a degree, clockwise.
    pub tilt: i16,
    /// How the stand faces at the end.
    pub heading: Heading,
}

impl EntryGeom {
    /// The arrow on the table.
    #[must_use]
    pub fn laid(&self, arm: Arm) -> Laid {
        let along = self.inward.turned(Turn::tenths(self.tilt.into()));
        Laid {
            old: self.inward,
            edge: Edge::Front,
            side: Side::of(arm, false, Edge::Front),
            tilted: along,
            along,
            leg: Leg::new(self.from, along, length(self.arrow)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, stand, yards};
    use super::*;
    use engine::Side::Union;
    use engine::proof::proves;
    use proptest::prelude::*;

    fn heading(tenths: u16) -> Heading {
        Heading::new(tenths).unwrap()
    }

    #[test]
    fn a_stand_ends_at_the_arrows_point_in_its_direction() {
        let _proof = proves(&["RRF-MOVE-9"]);
        let own = north(1, Union, 300, 300);
        let straight = MoveGeom::straight(Arrow::A3, Edge::Front, Heading::NORTH);
        assert_eq!(straight.end(&own), Pose::new(yards(300, 600), Heading::NORTH));
        let turned = MoveGeom { tilt: 300, heading: heading(750), ..straight };
        assert_eq!(turned.end(&own).at, Point::new(43_068, 57_463), "the check of 3.6(5)");
    }

    #[test]
    fn every_edge_leads_its_own_way() {
        let own = north(1, Union, 300, 300);
        let over = |edge| MoveGeom::straight(Arrow::A1, edge, Heading::NORTH).end(&own).at;
        assert_eq!(over(Edge::Front), yards(300, 480));
        assert_eq!(over(Edge::Back), yards(300, 120));
        assert_eq!(over(Edge::Left), yards(120, 300));
        assert_eq!(over(Edge::Right), yards(480, 300));
        // To the right of who looks out over the edge.
        let slid = |edge| {
            let straight = MoveGeom::straight(Arrow::A1, edge, Heading::NORTH);
            MoveGeom { slide: 10, ..straight }.end(&own).at
        };
        assert_eq!(slid(Edge::Front), yards(310, 480));
        assert_eq!(slid(Edge::Back), yards(290, 120));
        assert_eq!(slid(Edge::Right), yards(480, 290));
        let slides = |arm, edge| Side::of(arm, false, edge).slide();
        assert_eq!((slides(Arm::Infantry, Edge::Front), slides(Arm::Artillery, Edge::Front)), (40, 20));
        assert_eq!((slides(Arm::Infantry, Edge::Left), slides(Arm::Mounted, Edge::Left)), (0, 10));
    }

    #[test]
    fn a_dismounted_stand_leaves_by_its_holders_rear_edge() {
        let mut own = stand(1, Union, Arm::Dismounted, Pose::new(yards(300, 300), Heading::NORTH));
        own.holders = true;
        let back = MoveGeom::straight(Arrow::A1, Edge::Back, Heading::NORTH);
        let laid = back.laid(&own);
        assert_eq!(laid.leg.from, yards(300, 240));
        assert_eq!((laid.side.long, laid.side.slide()), (8_000, 20));
        assert_eq!(back.end(&own).at, yards(300, 120), "the whole regiment moves by the arrow's length");
        assert_eq!(SpecialGeom::step_back(Heading::NORTH).end(&own).at, yards(300, 225), "its own rear edge");
    }

    #[test]
    fn a_specialised_tactic_is_laid_by_the_handle() {
        let _proof = proves(&["RRF-TAC-5", "RRF-TAC-6", "RRF-TAC-7"]);
        let own = north(1, Union, 300, 300);
        let about = SpecialGeom::about_face(Heading::NORTH);
        assert_eq!(about.end(&own), Pose::new(yards(300, 225), Heading::SOUTH));
        assert_eq!(about.leg(&own).from, yards(300, 280));
        assert_eq!(
            SpecialGeom::step_back(Heading::NORTH).end(&own),
            Pose::new(yards(300, 225), Heading::NORTH)
        );
        let left = SpecialGeom::quarter(Heading::NORTH, Edge::Left).end(&own);
        assert_eq!(left, Pose::new(yards(320, 395), Heading::WEST));
        // Of guns the handle lies before the stand's centre, which is the middle of the edge as well.
        let guns = stand(1, Union, Arm::Artillery, Pose::new(yards(300, 300), Heading::NORTH));
        assert_eq!(about.leg(&guns).from, yards(300, 270));
        assert_eq!(about.end(&guns), Pose::new(yards(300, 225), Heading::SOUTH));
    }

    #[test]
    fn who_enters_ends_an_arrow_inside() {
        let _proof = proves(&["RRF-REIN-4"]);
        let entry = EntryGeom {
            from: yards(0, 300),
            inward: Heading::EAST,
            arrow: Arrow::A2,
            tilt: 0,
            heading: Heading::EAST,
        };
        let end = entry.laid(Arm::Infantry).end(Heading::EAST);
        assert_eq!(end.at, yards(220, 300));
        assert_eq!(end.front(Arm::Infantry), yards(240, 300), "its front edge 240 yards inside");
    }

    proptest! {
        /// The leading edge's middle sits on the arrow's point, and moves with everything else.
        #[test]
        fn a_move_turns_and_shifts_with_its_stand(
            tenths in 0u16..3600, tilt in -300i16..=300, slide in -40i16..=40, turn in -450i32..=450,
            edge in prop::sample::select(Edge::ALL.to_vec()),
            arrow in prop::sample::select(Arrow::ALL.to_vec()),
            by in (-5_000i32..5_000, -5_000i32..5_000),
        ) {
            let own = stand(1, Union, Arm::Infantry, Pose::new(yards(300, 300), heading(tenths)));
            let end = heading(tenths).turned(Turn::tenths(i32::from(tilt) + turn));
            let geom = MoveGeom { arrow, edge, tilt, slide, heading: end };
            let laid = geom.laid(&own);
            let pose = geom.end(&own);
            let out = Leg::new(pose.at, end.turned(edge.turn()), laid.side.out).to;
            prop_assert!(out.distance_squared(laid.leg.to) <= 2, "{out:?} {:?}", laid.leg.to);
            let moved = |at: Point| Point::new(at.x + by.0, at.y + by.1);
            let there = own.at(Pose { at: moved(own.pose.at), ..own.pose });
            prop_assert_eq!(geom.end(&there).at, moved(pose.at));
            // A quarter turn about the origin.
            let quarter = |at: Point| Point::new(at.y, -at.x);
            let turned = Turn::tenths(900);
            let there = own.at(Pose::new(quarter(own.pose.at), own.pose.heading.turned(turned)));
            let geom = MoveGeom { heading: end.turned(turned), ..geom };
            prop_assert_eq!(geom.end(&there).at, quarter(pose.at));
        }
    }
}
