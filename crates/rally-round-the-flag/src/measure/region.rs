//! Where an arrow can end, for pictures: what is allowed, the check decides (section 6 of the design of the table).

use super::arrow::{Edge, MoveGeom, Side};
use super::lengths::{TILT, YARD, length};
use super::moves::{Orders, check_move};
use super::sight::Scratch;
use super::stand::{Stand, Table};
use crate::model::numbers::Arrow;
use ground::geometry::{Area, Point};
use ground::table::heading::ONE;
use ground::table::{Heading, Leg, Turn};

/// Tilts are tried every so many tenths of a degree.
pub const TILTS: i32 = 30;
/// How many slides are tried beside each other.
pub const SLIDES: usize = 5;

/// What of a stand is looked at.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Spot {
    /// The arrow's point: where the middle of the leading edge comes.
    Point,
    /// The centre of the stand.
    Centre,
}

/// The places where a stand can come by an arrow on an edge, not pivoted: pieces between neighbouring arrows all of
/// which are allowed. No two pieces overlap: what arrows tilted to the left and to the right both reach counts for the
/// side it lies on. Where a barricade stops them all, the piece lies along it.
#[must_use]
pub fn ends(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    (arrow, edge): (Arrow, Edge),
    orders: &Orders<'_>,
    spot: Spot,
) -> Vec<Area> {
    let side = Side::of(stand.arm, stand.holders, edge);
    let (most, long) = match spot {
        Spot::Point => (side.slide(), length(arrow)),
        Spot::Centre => (side.slide(), length(arrow) - side.out),
    };
    let outward = stand.pose.heading.turned(edge.turn());
    let base = Leg::new(stand.pose.at, outward, side.out).to;
    let tilted = |tilt: i32| Heading::NORTH.turned(Turn::tenths(tilt)).vector();
    // Straight before the edge, as far as a tilted arrow leads ahead.
    let before = |tilt: i32| Leg::new(base, outward, (i64::from(long) * tilted(tilt).y / ONE) as i32).to;
    let mut row = |tilt: i32, from: i32, to: i32| -> Vec<Option<Point>> {
        let heading = stand.pose.heading.turned(Turn::tenths(tilt));
        let columns = if most == 0 { 1 } else { SLIDES };
        let slides = (0..columns as i32).map(|column| from + (to - from) * column / (SLIDES as i32 - 1));
        let end = |slide: i32| {
            let geom = MoveGeom { arrow, edge, tilt: tilt as i16, slide: slide as i16, heading };
            let moved = check_move(table, scratch, stand, &geom, orders).ok()?;
            let at = if spot == Spot::Point { moved.arrow.1 } else { moved.end.at };
            // Slides are whole yards: both sides meet on the line.
            let middle = before(tilt);
            let is_middle = at.distance_squared(middle) <= i64::from(YARD).pow(2);
            Some(if is_middle { middle } else { at })
        };
        slides.map(end).collect()
    };
    // Who is slid to the right reaches the middle by an arrow tilted to the left, and the other way round.
    let middle = |tilt: i32| {
        let aside = i64::from(long) * tilted(tilt).x / ONE;
        (-aside / i64::from(YARD)) as i32
    };
    let mut pieces = Vec::new();
    for left in [true, false] {
        let tilts = (0..=TILT).step_by(TILTS as usize).map(|tilt| if left { -tilt } else { tilt });
        let rows: Vec<_> = tilts
            .map(|tilt| {
                let middle = middle(tilt).clamp(-most, most);
                if left { row(tilt, -most, middle) } else { row(tilt, middle, most) }
            })
            .collect();
        // An edge that leaves no room for a slide has a line of places only.
        if most == 0 {
            let pairs = rows.windows(2).filter_map(|pair| pair[0][0].zip(pair[1][0]));
            pieces.extend(pairs.map(|(a, b)| Area { rings: vec![vec![a, b, a]] }));
            continue;
        }
        pieces.extend(strips(&rows));
    }
    pieces
}

/// Pieces as large as may be, of rows of places beside each other.
fn strips(rows: &[Vec<Option<Point>>]) -> Vec<Area> {
    let mut pieces = Vec::new();
    let mut open: Vec<Strip> = Vec::new();
    for pair in rows.windows(2) {
        let mut going_on = Vec::new();
        for (first, last) in runs(&pair[0], &pair[1]) {
            let before = open.iter().position(|strip| (strip.first, strip.last) == (first, last));
            let mut strip =
                before.map_or_else(|| Strip::new(first, last, &pair[0]), |at| open.swap_remove(at));
            strip.add(&pair[1]);
            going_on.push(strip);
        }
        pieces.extend(std::mem::replace(&mut open, going_on).into_iter().map(Strip::closed));
    }
    pieces.extend(open.into_iter().map(Strip::closed));
    pieces
}

/// The stretches of two neighbouring rows in which both have places, of at least two slides.
fn runs(old: &[Option<Point>], new: &[Option<Point>]) -> Vec<(usize, usize)> {
    let mut runs = Vec::new();
    let mut from = None;
    for slide in 0..=old.len() {
        let there = slide < old.len() && old[slide].is_some() && new[slide].is_some();
        match (from, there) {
            (None, true) => from = Some(slide),
            (Some(first), false) => {
                if slide - first > 1 {
                    runs.push((first, slide - 1));
                }
                from = None;
            }
            _ => {}
        }
    }
    runs
}

/// A piece that grows row by row between the same two slides.
struct Strip {
    first: usize,
    last: usize,
    /// Along the first row, from left to right.
    bottom: Vec<Point>,
    /// Up both sides.
    left: Vec<Point>,
    right: Vec<Point>,
    /// Along the last row.
    top: Vec<Point>,
}

impl Strip {
    fn new(first: usize, last: usize, row: &[Option<Point>]) -> Strip {
        let bottom = row[first..=last].iter().flatten().copied().collect();
        Strip { first, last, bottom, left: Vec::new(), right: Vec::new(), top: Vec::new() }
    }

    fn add(&mut self, row: &[Option<Point>]) {
        let places: Vec<Point> = row[self.first..=self.last].iter().flatten().copied().collect();
        self.left.extend(places.first());
        self.right.extend(places.last());
        self.top = places;
    }

    fn closed(mut self) -> Area {
        // The ends of the last row are those of its sides.
        self.left.pop();
        self.right.pop();
        let up = self.bottom.into_iter().chain(self.right).chain(self.top.into_iter().rev());
        Area { rings: vec![up.chain(self.left.into_iter().rev()).collect()] }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{drawn, north, open, table, yards};
    use super::*;
    use engine::Side::Union;

    #[test]
    fn a_region_holds_what_is_allowed_and_leaves_out_what_is_not() {
        let own = north(1, Union, 1_200, 800);
        let mut scratch = Scratch::new();
        let mut holds = |land: &super::super::Land, point: Point| {
            let stands = [own];
            let table = table(land, &stands);
            let way = (Arrow::A2, Edge::Front);
            let orders = Orders::up_to(Arrow::A3);
            let pieces = ends(&table, &mut scratch, &own, way, &orders, Spot::Point);
            let inside = pieces.iter().filter(|piece| piece.contains(point)).count();
            assert!(inside < 2, "two pieces overlap at {point:?}");
            inside > 0 || pieces.iter().any(|piece| piece.on_border(point))
        };
        let open = open();
        // Straight ahead 240 yards from the front at 820, and thirty degrees to the side.
        assert!(holds(&open, yards(1_200, 1_059)) && !holds(&open, yards(1_200, 1_062)));
        assert!(holds(&open, yards(1_319, 1_029)) && !holds(&open, yards(1_400, 1_000)));
        // Woods on the right bar every arrow that leads into them.
        let wooded =
            drawn("size = \"2400 2400\"\nareas = [\"woods w: 1270 900, 2000 900, 2000 1200, 1270 1200\"]");
        assert!(holds(&wooded, yards(1_165, 1_058)) && !holds(&wooded, yards(1_330, 1_020)));
        assert!(!holds(&open, yards(1_200, 900)), "nobody stops on the way");
    }

    #[test]
    fn what_is_inside_of_a_region_is_allowed() {
        let own = north(1, Union, 1_200, 800);
        let friend = north(2, Union, 1_290, 1_040);
        let land = open();
        let stands = [own, friend];
        let table = table(&land, &stands);
        let mut scratch = Scratch::new();
        let orders = Orders::up_to(Arrow::A3);
        let way = (Arrow::A2, Edge::Front);
        let pieces = ends(&table, &mut scratch, &own, way, &orders, Spot::Point);
        assert!(!pieces.is_empty());
        for tilt in (-300..=300).step_by(7) {
            for slide in -40..=40 {
                let heading = own.pose.heading.turned(Turn::tenths(tilt));
                let geom =
                    MoveGeom { arrow: Arrow::A2, edge: Edge::Front, tilt: tilt as i16, slide, heading };
                let found = check_move(&table, &mut scratch, &own, &geom, &orders);
                let point = geom.laid(&own).leg.to;
                let inside = pieces.iter().any(|piece| piece.contains(point));
                // Nobody is inside of the region who is not allowed, but for a step at its rim.
                if found.is_err() && inside {
                    let near = [-30i32, 30].iter().any(|by| {
                        let tilt = (tilt + by).clamp(-300, 300);
                        let heading = own.pose.heading.turned(Turn::tenths(tilt));
                        let geom = MoveGeom { tilt: tilt as i16, heading, ..geom };
                        check_move(&table, &mut scratch, &own, &geom, &orders).is_ok()
                    });
                    assert!(near, "{tilt} {slide}");
                }
            }
        }
    }
}
