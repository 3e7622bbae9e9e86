//! The move that brings a stand nearest to a place: what a hand means that drags it there. Not checked.

use super::arrow::{Edge, MoveGeom, Side, SpecialGeom};
use super::lengths::{CHORD, TILT, YARD, length, pivot};
use super::moves::Orders;
use super::stand::{Pose, Size, Stand};
use crate::model::numbers::Arrow;
use ground::geometry::Point;
use ground::table::heading::ONE;
use ground::table::{Compass, Heading, Leg, Turn};

/// How far a specialised Tactic may point away from straight out, in tenths of a degree.
const ASIDE: i32 = 900;

/// A move, and the square of how far off the place it ends.
pub type Near<T> = (i64, T);

/// By an arrow of those that may be used, over any edge: the one that ends nearest, the shortest of those that end as
/// near, over the front if it can be. Where it is not said how to face, the stand faces as the arrow leads it.
#[must_use]
pub fn by_arrow(
    stand: &Stand,
    orders: &Orders<'_>,
    place: Point,
    facing: Option<Heading>,
) -> Option<Near<MoveGeom>> {
    let open = |arrow: &Arrow| !arrow.is_move() || (*arrow <= orders.longest && !orders.under_fire);
    let mut best: Option<Near<MoveGeom>> = None;
    for edge in Edge::ALL {
        for arrow in Arrow::ALL.into_iter().filter(open) {
            let found = over(stand, arrow, edge, place, facing);
            if best.is_none_or(|(off, _)| found.0 < off) {
                best = Some(found);
            }
        }
    }
    best
}

/// By an arrow over an edge: tilt and slide for it.
fn over(stand: &Stand, arrow: Arrow, edge: Edge, place: Point, facing: Option<Heading>) -> Near<MoveGeom> {
    let geom = |tilt: i32, slide: i32| {
        let led = stand.pose.heading.turned(Turn::tenths(tilt));
        let heading = facing.map_or(led, |wanted| clipped(led, wanted, pivot(arrow)));
        MoveGeom { arrow, edge, tilt: tilt as i16, slide: slide as i16, heading }
    };
    let side = Side::of(stand.arm, stand.holders, edge);
    let most = side.slide();
    let outward = stand.pose.heading.turned(edge.turn());
    // The centre ends that much short of the arrow's point, or, if it is turned there, beside it.
    let (base, wanted, long) = match facing {
        None => (Leg::new(stand.pose.at, outward, side.out).to, place, length(arrow) - side.out),
        Some(heading) => {
            let lead = Leg::new(place, heading.turned(edge.turn()), side.out).to;
            (Leg::new(stand.pose.at, outward, side.out).to, lead, length(arrow))
        }
    };
    let [ahead, aside] = seen(base, outward, wanted);
    let reach = |tilt: i32| {
        let vector = Heading::NORTH.turned(Turn::tenths(tilt)).vector();
        [i64::from(long) * vector.y / ONE, i64::from(long) * vector.x / ONE]
    };
    // The tilt that leads so far ahead: the farther it is tilted, the less that is.
    let (mut low, mut high) = (0, TILT);
    while low < high {
        let middle = low.midpoint(high);
        if reach(middle)[0] > ahead { low = middle + 1 } else { high = middle }
    }
    // Or the one that points there, where no slide helps.
    let points =
        Compass::FINEST.bearing(base, wanted).map_or(0, |bearing| outward.turn_to(bearing).clockwise());
    let tilts = [low - 1, low, low + 1, 1 - low, -low, -low - 1, points].map(|tilt| tilt.clamp(-TILT, TILT));
    let tried = tilts.map(|tilt| {
        let over = reach(tilt)[1];
        let slide = nearest_yard(aside - over).clamp(-i64::from(most), i64::from(most)) as i32;
        let geom = geom(tilt, slide);
        (geom.end(stand).at.distance_squared(place), slide.abs(), geom)
    });
    let (off, _, geom) =
        tried.into_iter().min_by_key(|(off, slide, _)| (*off, *slide)).unwrap_or_else(|| {
            let straight = MoveGeom::straight(arrow, edge, stand.pose.heading);
            (i64::MAX, 0, straight)
        });
    (off, geom)
}

/// By a specialised Tactic: over the front or the rear, put down by either.
#[must_use]
pub fn by_special(stand: &Stand, place: Point, facing: Option<Heading>) -> Near<SpecialGeom> {
    let own = stand.pose.heading;
    let heading = facing.unwrap_or(own);
    let half = Size::of(stand.arm).depth / 2;
    let edges = [Edge::Front, Edge::Back];
    let tried = edges.into_iter().flat_map(|base| edges.map(|put| (base, put))).map(|(base, put)| {
        let outward = own.turned(base.turn());
        let from = Leg::new(stand.pose.at, outward, half).to;
        let to = Leg::new(place, heading.turned(put.turn()), half).to;
        let bearing = Compass::FINEST.bearing(from, to).unwrap_or(outward);
        let geom = SpecialGeom { base, bearing: clipped(outward, bearing, ASIDE), put, heading };
        (geom.end(stand).at.distance_squared(place), geom)
    });
    tried.min_by_key(|(off, _)| *off).unwrap_or((i64::from(CHORD), SpecialGeom::step_back(own)))
}

/// A place as it is seen along a heading: so far ahead, and so far to the right.
fn seen(from: Point, along: Heading, place: Point) -> [i64; 2] {
    let out = along.vector();
    let (east, north) = (i64::from(place.x) - i64::from(from.x), i64::from(place.y) - i64::from(from.y));
    [(east * out.x + north * out.y) / ONE, (east * out.y - north * out.x) / ONE]
}

/// As near to a heading as a turn of so much allows.
fn clipped(from: Heading, wanted: Heading, most: i32) -> Heading {
    from.turned(Turn::tenths(from.turn_to(wanted).clockwise().clamp(-most, most)))
}

/// A length in whole yards.
const fn nearest_yard(length: i64) -> i64 {
    let yard = YARD as i64;
    (2 * length + yard).div_euclid(2 * yard)
}

/// Whether a pose is within so much of a place.
#[must_use]
pub fn is_near(pose: Pose, place: Point, within: i32) -> bool {
    pose.at.distance_squared(place) <= i64::from(within) * i64::from(within)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, yards};
    use super::*;
    use engine::Side::Union;
    use proptest::prelude::*;

    proptest! {
        /// Whoever is put down where an arrow leads is led there by an arrow: to within a yard and what a tilt of a
        /// tenth of a degree makes.
        #[test]
        fn what_an_arrow_reaches_is_found(
            arrow in prop::sample::select(Arrow::ALL.to_vec()), tilt in -300i16..=300, slide in -40i16..=40,
            turn in -450i32..=450, tenths in 0u16..3600, told in any::<bool>(),
        ) {
            let mut own = north(1, Union, 1_000, 1_000);
            own = own.at(Pose::new(own.pose.at, Heading::new(tenths).unwrap()));
            let turn = if told { turn } else { 0 };
            let heading = own.pose.heading.turned(Turn::tenths(i32::from(tilt) + turn));
            let geom = MoveGeom { arrow, edge: Edge::Front, tilt, slide, heading };
            let end = geom.end(&own);
            let (off, found) =
                by_arrow(&own, &Orders::up_to(Arrow::A4), end.at, told.then_some(end.heading)).unwrap();
            prop_assert!(off <= 100 * 100, "{off} {found:?} {geom:?}");
            if told {
                prop_assert_eq!(found.heading, end.heading);
            }
        }
    }

    #[test]
    fn orders_bound_the_arrows() {
        let own = north(1, Union, 1_000, 1_000);
        let far = yards(1_000, 2_000);
        let (_, geom) = by_arrow(&own, &Orders::up_to(Arrow::A2), far, None).unwrap();
        assert_eq!(geom, MoveGeom::straight(Arrow::A2, Edge::Front, Heading::NORTH));
        let (_, geom) = by_arrow(&own, &Orders::TACTIC, far, None).unwrap();
        assert_eq!(geom.arrow, Arrow::T);
        let under_fire = Orders { under_fire: true, ..Orders::up_to(Arrow::A4) };
        assert_eq!(by_arrow(&own, &under_fire, far, None).unwrap().1.arrow, Arrow::T);
        let (_, back) = by_arrow(&own, &Orders::up_to(Arrow::A2), yards(1_000, 760), None).unwrap();
        assert_eq!((back.edge, back.arrow), (Edge::Back, Arrow::A2));
    }

    #[test]
    fn a_specialised_tactic_is_found_by_where_it_ends() {
        let own = north(1, Union, 1_000, 1_000);
        for geom in
            [SpecialGeom::about_face(Heading::NORTH), SpecialGeom::quarter(Heading::NORTH, Edge::Left)]
        {
            let end = geom.end(&own);
            let (off, found) = by_special(&own, end.at, Some(end.heading));
            assert!(off <= 4, "{found:?}");
            assert_eq!(found.end(&own), end);
        }
    }
}
