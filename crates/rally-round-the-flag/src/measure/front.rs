//! Fronts, flanks and rears: facing, enfilade, support, lines and columns (3.5).

use super::lengths::{TOUCH, YARD};
use super::stand::{General, Pose, Size, Stand};
use super::touch::turn;
use crate::model::numbers::Arm;
use arrayvec::ArrayVec;
use ground::geometry::Point;
use ground::table::body::corner;
use ground::table::heading::ONE;
use ground::table::{Posed, Wedge, meet};

/// How far an arc opens to each side of the heading, in tenths of a degree.
pub const OPENS: u16 = 450;

/// How much headings of neighbours in line may differ, in tenths of a degree.
pub const LINE_TURN: u16 = 300;

/// How much headings in a column may differ, in tenths of a degree.
pub const COLUMN_TURN: u16 = 50;

/// The arc of an arm there: what it faces, and what it can fire at.
#[must_use]
pub fn arc(pose: Pose, arm: Arm) -> Wedge {
    Wedge::from_point(pose.anchor(arm), pose.heading, OPENS)
        .expect("45 degrees are no more than a wedge opens")
}

/// Whether a stand faces a body: some part of it lies in its arc (RRF-FACE-2).
#[must_use]
pub fn faces(stand: &Stand, body: &Posed) -> bool {
    arc(stand.pose, stand.arm).meets(&body.outline)
}

/// Whether a stand faces a General: his centre lies in its arc (3.6(7)).
#[must_use]
pub fn faces_general(stand: &Stand, general: &General) -> bool {
    arc(stand.pose, stand.arm).holds(general.at)
}

/// Whether a point lies behind the line of a stand's front edge (3.5).
#[must_use]
pub const fn is_behind_front(point: Point, stand: &Stand) -> bool {
    let front = stand.pose.front(stand.arm);
    let ahead = stand.pose.heading.vector();
    let (east, north) = (point.x as i64 - front.x as i64, point.y as i64 - front.y as i64);
    east * ahead.x + north * ahead.y < 0
}

/// Whether an attacker has the flank of a target: he faces it, and his centre lies behind the line of its front
/// (RRF-FACE-4, RRF-ENF-1). In melee this is asked both ways when two stands first touch, before conforming.
///
/// For holders it is asked of their dismounted stand.
#[must_use]
pub fn has_flank(attacker: &Stand, target: &Stand) -> bool {
    is_behind_front(attacker.pose.at, target) && faces(attacker, &target.body)
}

/// The same for an attacker that faces a body of a regiment, its stand or its holders.
#[must_use]
pub fn has_flank_at(attacker: &Stand, body: &Posed, target: &Stand) -> bool {
    is_behind_front(attacker.pose.at, target) && faces(attacker, body)
}

/// A side of a stand that lies open to fire, if one does: no formed friend stands on that side, more than a yard
/// outside of the line of its edge, within a width of the stand (RRF-FLANK-1, RRF-BOF-2).
#[must_use]
pub fn open_flank(stand: &Stand, all: &[Stand]) -> Option<ground::table::Hand> {
    use ground::table::Hand;
    [Hand::Left, Hand::Right].into_iter().find(|hand| {
        let edge = side_edge(&stand.body, *hand);
        !all.iter().any(|friend| supports(friend, stand, edge))
    })
}

/// A side edge, so that its outside lies to the right of it.
const fn side_edge(body: &Posed, hand: ground::table::Hand) -> (Point, Point) {
    match hand {
        ground::table::Hand::Left => (body.outline[corner::FRONT_LEFT], body.outline[corner::REAR_LEFT]),
        ground::table::Hand::Right => (body.outline[corner::REAR_RIGHT], body.outline[corner::FRONT_RIGHT]),
    }
}

fn supports(friend: &Stand, stand: &Stand, (from, to): (Point, Point)) -> bool {
    let formed =
        friend.side == stand.side && friend.id != stand.id && !friend.routed && friend.arm != Arm::Holders;
    if !formed {
        return false;
    }
    let width = Size::of(stand.arm).width;
    let reach = i64::from(width) + i64::from(stand.body.radius) + i64::from(friend.body.radius);
    stand.body.middle.distance_squared(friend.body.middle) <= reach * reach
        && outside(&friend.body, (from, to)).is_some_and(|part| meet::gap_within(&part, &[from, to], width))
}

/// The part of a body that lies a yard or more outside of an edge, if some of it lies farther than that. Where the line
/// cuts it, points are rounded once.
fn outside(body: &Posed, (from, to): (Point, Point)) -> Option<ArrayVec<Point, 8>> {
    let length = i128::from(from.distance_squared(to));
    // How far outside, times the edge's length; a yard of that is the root of a product.
    let depth = |point: Point| -turn(from, to, point);
    let beyond = |point: Point| {
        let depth = depth(point);
        (if depth > 0 { i128::from(depth) * i128::from(depth) } else { -1 })
            - i128::from(YARD) * i128::from(YARD) * length
    };
    if !body.outline.iter().any(|point| beyond(*point) > 0) {
        return None;
    }
    // A yard times the edge's length, rounded up: nearer than a hundredth of a yard.
    let line = {
        let squared = i128::from(YARD) * i128::from(YARD) * length;
        let root = squared.isqrt();
        (if root * root < squared { root + 1 } else { root }) as i64
    };
    let mut part = ArrayVec::new();
    for number in 0..4 {
        let (a, b) = (body.outline[number], body.outline[(number + 1) % 4]);
        let (here, there) = (depth(a) - line, depth(b) - line);
        if here >= 0 {
            part.push(a);
        }
        if (here < 0) != (there < 0) {
            let share = |from: i32, to: i32| {
                let (run, whole) = (i128::from(to) - i128::from(from), i128::from(there) - i128::from(here));
                // -here / (there - here) of the way.
                let (above, below) = if whole < 0 {
                    (i128::from(here) * run, -whole)
                } else {
                    (-i128::from(here) * run, whole)
                };
                let size = (2 * above.abs() + below) / (2 * below);
                from + (if above < 0 { -size } else { size }) as i32
            };
            part.push(Point::new(share(a.x, b.x), share(a.y, b.y)));
        }
    }
    Some(part)
}

/// Whether two stands are neighbours in line: they touch along their sides, corners included, and face much the same
/// way (3.5, RRF-FORM-3).
#[must_use]
pub fn is_in_line(one: &Stand, other: &Stand) -> bool {
    if one.pose.heading.turn_to(other.pose.heading).size() > LINE_TURN || !one.touches(other) {
        return false;
    }
    let Some(nearest) = meet::nearest(&one.body.outline, &other.body.outline) else { return false };
    let [(a, c), (b, d)] = nearest.stretch;
    on_one_side(&one.body, a, b) && on_one_side(&other.body, c, d)
}

/// Whether two points lie on one side edge of a body, but for rounding.
fn on_one_side(body: &Posed, one: Point, other: Point) -> bool {
    let sides = [
        [body.outline[corner::FRONT_LEFT], body.outline[corner::REAR_LEFT]],
        [body.outline[corner::REAR_RIGHT], body.outline[corner::FRONT_RIGHT]],
    ];
    sides.iter().any(|side| [one, other].iter().all(|point| meet::gap_within(&[*point], side, 2)))
}

/// Whether a stand stands behind another in column: it touches its rear edge, faces the same way within five degrees,
/// and is off its middle by at most half its width (3.5).
#[must_use]
pub fn is_behind(stand: &Stand, front: &Stand) -> bool {
    let aside = front.pose.heading.vector();
    let (east, north) = (
        i64::from(stand.pose.at.x) - i64::from(front.pose.at.x),
        i64::from(stand.pose.at.y) - i64::from(front.pose.at.y),
    );
    let (from, to) = front.rear();
    stand.id != front.id
        && stand.pose.heading.turn_to(front.pose.heading).size() <= COLUMN_TURN
        && 2 * (east * aside.y - north * aside.x).abs() <= i64::from(Size::of(front.arm).width) * ONE
        && meet::gap_within(&[from, to], &stand.body.outline, TOUCH)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, stand, yards};
    use super::*;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;
    use ground::table::{Hand, Heading};

    fn heading(tenths: u16) -> Heading {
        Heading::new(tenths).unwrap()
    }

    #[test]
    fn a_stand_faces_what_reaches_into_its_arc() {
        let _proof = proves(&["RRF-FACE-2"]);
        let firer = north(1, Union, 0, 0);
        let wedge = arc(firer.pose, firer.arm);
        let point = |tenths| ground::table::Leg::new(firer.pose.at, heading(tenths), 20_000).to;
        assert!(!wedge.holds(point(500)) && wedge.holds(point(400)));
        // A stand 200 yards off at 50 degrees that faces the firer reaches into the arc; farther round it does not.
        let at = |tenths: u16, facing: u16| {
            stand(2, Confederate, Arm::Infantry, Pose::new(point(tenths), heading(facing)))
        };
        assert!(faces(&firer, &at(500, 2300).body));
        assert!(!faces(&firer, &at(700, 2500).body));
        assert!(!faces(&firer, &at(1800, 0).body));
    }

    #[test]
    fn every_side_but_the_front_is_flank() {
        let _proof = proves(&["RRF-FACE-1"]);
        let target = north(1, Union, 0, 0);
        let from =
            |x, y, facing| stand(2, Confederate, Arm::Infantry, Pose::new(yards(x, y), heading(facing)));
        assert!(has_flank(&from(0, -200, 0), &target), "rear");
        assert!(has_flank(&from(-200, 0, 900), &target) && has_flank(&from(200, 0, 2700), &target), "sides");
        assert!(!has_flank(&from(0, 200, 1800), &target), "front");
        assert!(!has_flank(&from(0, -200, 1800), &target), "who looks away has nobody's flank");
    }

    #[test]
    fn a_flag_behind_the_line_of_the_front_enfilades() {
        let _proof = proves(&["RRF-FACE-4"]);
        // The front edge lies 20 yards ahead of the centre.
        let target = north(1, Union, 0, 0);
        let firer = |y| {
            let at = Point::new(yards(200, 0).x, yards(0, 20).y + y);
            stand(2, Confederate, Arm::Infantry, Pose::new(at, heading(2700)))
        };
        assert!(has_flank(&firer(-100), &target), "a yard behind");
        assert!(!has_flank(&firer(100), &target), "a yard before");
        assert!(!has_flank(&firer(0), &target), "on the line");
        // Of guns the stand's centre counts too, not the muzzles.
        let at = |y| Pose::new(Point::new(yards(200, 0).x, yards(0, 20).y + y), heading(2700));
        assert!(has_flank(&stand(2, Confederate, Arm::Artillery, at(-100)), &target));
        assert!(!has_flank(&stand(2, Confederate, Arm::Artillery, at(100)), &target));
    }

    #[test]
    fn a_neighbour_within_a_width_supports_a_flank() {
        let _proof = proves(&["RRF-FLANK-1"]);
        let target = north(1, Union, 0, 0);
        // The edges of two stands of 120 yards are as far apart as their centres, less 120.
        let beside = |gap: i32| north(2, Union, 120 + gap, 0);
        let left = north(3, Union, -130, 0);
        let open = |right: Stand| open_flank(&target, &[target, left, right]);
        assert_eq!(open(beside(119)), None);
        assert_eq!(open(beside(120)), None, "within is inclusive");
        assert_eq!(open(beside(121)), Some(Hand::Right));
        assert_eq!(open(Stand { routed: true, ..beside(10) }), Some(Hand::Right), "no routed stand supports");
        assert_eq!(open(Stand { side: Confederate, ..beside(10) }), Some(Hand::Right), "no enemy does");
        assert_eq!(open(north(2, Union, 0, -60)), Some(Hand::Right), "nobody straight behind does");
        // Behind, but more than a yard outside of the line of the edge, and near enough to it.
        assert_eq!(open(north(2, Union, 2, -60)), None);
        assert_eq!(open(north(2, Union, 1, -60)), Some(Hand::Right), "a yard is not more than a yard");
        let mut holders = north(2, Union, 130, 0);
        holders.arm = Arm::Holders;
        assert_eq!(open(holders), Some(Hand::Right), "holders do not support (R-67)");
        assert_eq!(open_flank(&target, &[]), Some(Hand::Left));
    }

    #[test]
    fn neighbours_in_line_touch_side_to_side() {
        let one = north(1, Union, 0, 0);
        let other = |x, y, facing| stand(2, Union, Arm::Infantry, Pose::new(yards(x, y), heading(facing)));
        assert!(is_in_line(&one, &other(120, 0, 0)) && is_in_line(&other(120, 0, 0), &one));
        assert!(is_in_line(&one, &other(121, 15, 0)), "a yard apart and echeloned");
        assert!(is_in_line(&one, &other(120, 40, 0)), "corner to corner");
        assert!(!is_in_line(&one, &other(122, 0, 0)), "two yards apart");
        assert!(!is_in_line(&one, &other(0, -40, 0)), "behind is a column");
        assert!(!is_in_line(&one, &other(60, -40, 0)), "behind and off the middle is neither");
        // Turned about the corner that both share.
        let corner = yards(60, 20);
        let turned = |tenths: u16| {
            let body = ground::table::Body::fronting(corner, heading(tenths), 12_000, 4_000);
            let centre = body.spot(12_000, -4_000);
            stand(2, Union, Arm::Infantry, Pose::new(centre, heading(tenths)))
        };
        assert!(is_in_line(&one, &turned(3_300)), "30 degrees back");
        assert!(!is_in_line(&one, &turned(3_299)));
    }

    #[test]
    fn columns_chain_behind_rear_edges() {
        let front = north(1, Union, 0, 0);
        let behind = |x, y, facing| stand(2, Union, Arm::Infantry, Pose::new(yards(x, y), heading(facing)));
        assert!(is_behind(&behind(0, -40, 0), &front) && !is_behind(&front, &behind(0, -40, 0)));
        assert!(is_behind(&behind(60, -41, 0), &front), "half a width aside, a yard behind");
        assert!(!is_behind(&behind(61, -40, 0), &front));
        assert!(!is_behind(&behind(0, -42, 0), &front));
        assert!(!is_behind(&behind(0, -42, 100), &front), "10 degrees are too many");
        assert!(is_behind(&behind(0, -42, 40), &front), "4 are not");
        // Behind a dismounted stand is behind its holders.
        let mut dismounted = front;
        dismounted.arm = Arm::Dismounted;
        dismounted.holders = true;
        assert!(is_behind(&behind(0, -80, 0), &dismounted) && !is_behind(&behind(0, -84, 0), &dismounted));
    }
}
