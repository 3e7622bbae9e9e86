//! Where an arrow can end, for pictures: what is allowed, the check decides (section 6 of the design of the table).

use super::arrow::{Edge, MoveGeom, Side};
use super::lengths::TILT;
use super::moves::{Orders, check_move};
use super::sight::Scratch;
use super::stand::{Stand, Table};
use crate::model::numbers::Arrow;
use ground::geometry::{Area, Point};
use ground::table::Turn;

/// Tilts are tried every so many tenths of a degree.
pub const TILTS: i32 = 30;
/// Slides are tried every so many yards.
pub const SLIDES: i32 = 20;

/// The places where the middle of the leading edge can come by an arrow on an edge, the stand not pivoted: pieces
/// between four neighbouring arrows of which all are allowed. Where a barricade stops them all, the piece lies along
/// it.
#[must_use]
pub fn ends(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    (arrow, edge): (Arrow, Edge),
    orders: &Orders<'_>,
) -> Vec<Area> {
    let most = Side::of(stand.arm, stand.holders, edge).slide();
    let slides: Vec<i32> = (-most..most).step_by(SLIDES as usize).chain([most]).collect();
    let tilts = (-TILT..=TILT).step_by(TILTS as usize);
    let mut before: Vec<Option<Point>> = Vec::new();
    let mut pieces = Vec::new();
    for tilt in tilts {
        let heading = stand.pose.heading.turned(Turn::tenths(tilt));
        let row: Vec<Option<Point>> = slides
            .iter()
            .map(|slide| {
                let geom = MoveGeom { arrow, edge, tilt: tilt as i16, slide: *slide as i16, heading };
                check_move(table, scratch, stand, &geom, orders).ok().map(|moved| moved.arrow.1)
            })
            .collect();
        for (old, new) in before.windows(2).zip(row.windows(2)) {
            if let (&[Some(a), Some(b)], &[Some(c), Some(d)]) = (old, new) {
                pieces.push(Area { rings: vec![vec![a, b, d, c]] });
            }
        }
        // An edge that leaves no room for a slide has a line of places only.
        if slides.len() == 1
            && let (&[Some(a)], &[Some(b)]) = (before.as_slice(), row.as_slice())
        {
            pieces.push(Area { rings: vec![vec![a, b, a]] });
        }
        before = row;
    }
    pieces
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
            let pieces = ends(&table, &mut scratch, &own, way, &Orders::up_to(Arrow::A3));
            pieces.iter().any(|piece| piece.contains(point) || piece.on_border(point))
        };
        let open = open();
        // Straight ahead 240 yards from the front at 820, and thirty degrees to the side.
        assert!(holds(&open, yards(1_200, 1_059)) && !holds(&open, yards(1_200, 1_062)));
        assert!(holds(&open, yards(1_319, 1_029)) && !holds(&open, yards(1_400, 1_000)));
        // Woods on the right bar every arrow that leads into them.
        let wooded =
            drawn("size = \"2400 2400\"\nareas = [\"woods w: 1270 900, 2000 900, 2000 1200, 1270 1200\"]");
        assert!(holds(&wooded, yards(1_200, 1_059)) && !holds(&wooded, yards(1_330, 1_020)));
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
        let pieces = ends(&table, &mut scratch, &own, (Arrow::A2, Edge::Front), &orders);
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
