//! Contact, also across a barricade, and who is engaged (3.5).

use super::lengths::{CLEAR, TOUCH, YARD};
use super::stand::{Barricade, Stand};
use super::touch::turn;
use ground::geometry::{Frame, Point};
use ground::table::{Posed, meet};

/// Whether a body touches a piece of a barricade.
#[must_use]
pub fn touches_barricade(body: &Posed, barricade: &Barricade) -> bool {
    meet::gap_within(&barricade.ends(), &body.outline, TOUCH)
}

/// Whether a body is so near to a piece of a barricade that it has its cover, and can be reached across it: nearer than
/// five yards.
#[must_use]
pub fn is_behind(body: &Posed, barricade: &Barricade) -> bool {
    let ends = barricade.ends();
    meet::gap_within(&ends, &body.outline, CLEAR)
        && meet::gap(&ends, &body.outline).is_some_and(|gap| gap.distance() < CLEAR)
}

/// Contact across a piece of a barricade: one of the two touches it, the other lies on the other side, nearer than five
/// yards, and both have at least a yard of it between them.
///
/// On which side a stand lies, its centre says; and only what of both lies before the piece itself counts.
#[must_use]
pub fn is_across(one: &Posed, other: &Posed, barricade: &Barricade) -> bool {
    let [from, to] = barricade.ends();
    let (here, there) = (turn(from, to, one.middle).signum(), turn(from, to, other.middle).signum());
    here * there < 0
        && shared(one, other, barricade)
        && ((touches_barricade(one, barricade) && is_behind(other, barricade))
            || (touches_barricade(other, barricade) && is_behind(one, barricade)))
}

/// Whether the two have at least a yard of a barricade between them, seen square to it.
fn shared(one: &Posed, other: &Posed, barricade: &Barricade) -> bool {
    let [from, to] = barricade.ends();
    let (run, rise) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    let along = |point: &Point| {
        run * (i64::from(point.x) - i64::from(from.x)) + rise * (i64::from(point.y) - i64::from(from.y))
    };
    let span = |body: &Posed| {
        let all = body.outline.iter().map(along);
        all.fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let squared = run * run + rise * rise;
    let (one, other) = (span(one), span(other));
    let common = one.1.min(other.1).min(squared) - one.0.max(other.0).max(0);
    // Lengths along the piece are times its own length here.
    common > 0
        && i128::from(common) * i128::from(common)
            >= i128::from(YARD) * i128::from(YARD) * i128::from(squared)
}

/// The piece of a barricade across which two bodies are in contact, if they are.
#[must_use]
pub fn across<'a>(one: &Posed, other: &Posed, barricades: &'a [Barricade]) -> Option<&'a Barricade> {
    let near = |body: &Posed, barricade: &Barricade| {
        let Point { x, y } = body.middle;
        let reach = body.radius + CLEAR;
        let around = Frame { low: Point::new(x - reach, y - reach), high: Point::new(x + reach, y + reach) };
        Frame::between(barricade.from, barricade.to).touches(&around)
    };
    barricades
        .iter()
        .filter(|barricade| near(one, barricade) && near(other, barricade))
        .find(|barricade| is_across(one, other, barricade))
}

/// Contact: the two touch, or are in contact across a barricade.
#[must_use]
pub fn is_contact(one: &Posed, other: &Posed, barricades: &[Barricade]) -> bool {
    one.is_within(other, TOUCH) || across(one, other, barricades).is_some()
}

/// Whether two stands of different sides engage each other: they are in contact and not both routed. Holders count for
/// their dismounted stand.
#[must_use]
pub fn engages(one: &Stand, other: &Stand, barricades: &[Barricade]) -> bool {
    one.side != other.side && !(one.routed && other.routed) && is_contact(&one.body, &other.body, barricades)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, stand, yards};
    use super::super::stand::{Pose, mark_engaged};
    use super::*;
    use crate::model::numbers::Arm;
    use engine::Side::{Confederate, Union};
    use ground::table::Heading;

    fn south(id: u8, x: i32, y: i32) -> Stand {
        stand(id, Confederate, Arm::Infantry, Pose::new(yards(x, y), Heading::SOUTH))
    }

    /// A wall from west to east, so many hundredths of a yard north of a front edge at 320 yards.
    fn wall(off: i32) -> Barricade {
        let y = 32_000 + off;
        Barricade { line: 1, from: Point::new(20_000, y), to: Point::new(40_000, y) }
    }

    #[test]
    fn a_yard_is_contact() {
        let own = north(1, Union, 300, 300);
        assert!(is_contact(&own.body, &south(2, 300, 341).body, &[]));
        assert!(!is_contact(&own.body, &south(2, 300, 342).body, &[]));
        assert!(is_contact(&own.body, &south(2, 420, 341).body, &[]), "corner to corner, a yard apart");
    }

    #[test]
    fn contact_across_a_barricade_needs_a_touch_cover_and_a_common_yard() {
        let own = north(1, Union, 300, 300);
        let across = |wall: Barricade, other: Stand| is_across(&own.body, &other.body, &wall);
        // The other front edge at 320 + 5.59: a wall 0.60 before us lies 4.99 before it.
        let other = |hundredths: i32, x: i32| {
            let at = Point::new(x * YARD, 34_000 + hundredths);
            stand(2, Confederate, Arm::Infantry, Pose::new(at, Heading::SOUTH))
        };
        assert!(across(wall(60), other(559, 300)) && is_across(&other(559, 300).body, &own.body, &wall(60)));
        assert!(!across(wall(60), other(560, 300)), "five yards have no cover");
        assert!(across(wall(100), other(559, 300)), "a yard touches");
        assert!(
            !across(wall(101), other(559, 300)) && across(wall(499), other(559, 300)),
            "one of them touches it"
        );
        assert!(across(wall(-4_100), other(-8_200, 300)), "a rear is reached across a wall like a front");
        assert!(across(wall(60), other(300, 419)) && !across(wall(60), other(300, 420)), "a yard in common");
        // The wall ends: only what lies before it counts.
        let short = |to: i32| Barricade { to: Point::new(to, 32_060), ..wall(60) };
        assert!(across(short(24_100), other(300, 300)) && !across(short(24_099), other(300, 300)));
        let same_side = north(2, Union, 300, 260);
        assert!(!across(wall(60), same_side));
    }

    #[test]
    fn both_routed_do_not_engage_and_holders_count_for_their_regiment() {
        let routed = |stand: Stand| Stand { routed: true, ..stand };
        let (own, foe) = (north(1, Union, 300, 300), south(2, 300, 340));
        assert!(engages(&own, &foe, &[]) && engages(&routed(own), &foe, &[]));
        assert!(
            !engages(&routed(own), &routed(foe), &[]) && !engages(&own, &Stand { side: Union, ..foe }, &[])
        );
        let mut men = stand(1, Union, Arm::Dismounted, Pose::new(yards(300, 300), Heading::NORTH));
        men.holders = true;
        // An enemy behind touches the holders alone.
        let behind = north(2, Confederate, 300, 220);
        let apart = south(3, 900, 900);
        let mut all = [men, men.its_holders(), behind, apart];
        mark_engaged(&mut all, &[]);
        assert_eq!(all.map(|stand| stand.engaged), [true, true, true, false]);
    }
}
