//! Outlines of where a body can go, made of casts: straight ways, each as far as it leads. They are pictures; what a
//! game allows, its rules decide.

use crate::geometry::{Area, Point};

/// A straight way that was tried: from where, and how far it led.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Cast {
    /// Where it began.
    pub from: Point,
    /// Where it ended.
    pub to: Point,
}

/// The ground between casts side by side, in order: along all their beginnings, and back along all their ends. With one
/// beginning for all it is a fan.
pub fn fan(casts: &[Cast]) -> Area {
    ringed(casts.iter().map(|cast| cast.from).chain(casts.iter().rev().map(|cast| cast.to)))
}

/// The ground on which a front can end that is slid along itself and then cast a fixed way: the left end and the right
/// end of the slide are cast in the same directions, in order. For each two neighbouring directions the ground between
/// the four ends: pieces that overlap each other, of which any may hold a point.
pub fn band(left: &[Cast], right: &[Cast]) -> Vec<Area> {
    let pairs = left.windows(2).zip(right.windows(2));
    let pieces =
        pairs.map(|(left, right)| ringed([left[0].to, right[0].to, right[1].to, left[1].to].into_iter()));
    pieces.filter(|piece| !piece.rings.is_empty()).collect()
}

/// A ring without points twice in a row; none at all, if fewer than three are left.
fn ringed(points: impl Iterator<Item = Point>) -> Area {
    let mut ring: Vec<Point> = points.collect();
    ring.dedup();
    while ring.len() > 1 && ring.first() == ring.last() {
        ring.pop();
    }
    Area { rings: if ring.len() > 2 { vec![ring] } else { Vec::new() } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Heading, Leg};

    fn cast(x: i32, tenths: u16, length: i32) -> Cast {
        let from = Point::new(x, 0);
        Cast { from, to: Leg::new(from, Heading::new(tenths).unwrap(), length).to }
    }

    #[test]
    fn a_fan_is_what_its_casts_reach() {
        let casts: Vec<Cast> = (0..=72)
            .map(|tick| cast(0, (2700 + 25 * tick) % 3600, if tick < 36 { 1_000 } else { 600 }))
            .collect();
        let fan = fan(&casts);
        // Left of north it reaches 1,000 units, to the right 600; between two casts a chord is a little shorter.
        for (tenths, reach) in [(2_750, 1_000), (3_400, 1_000), (200, 600), (850, 600)] {
            assert!(fan.contains(cast(0, tenths, reach - 2).to), "{tenths}");
            assert!(!fan.contains(cast(0, tenths, reach + 2).to), "{tenths}");
        }
        assert!(!fan.contains(cast(0, 1_800, 5).to), "behind");
        assert_eq!(super::fan(&casts[..1]).rings.len(), 0);
        assert_eq!(super::fan(&[]).rings.len(), 0);
    }

    #[test]
    fn casts_with_beginnings_of_their_own_enclose_what_lies_between() {
        let casts: Vec<Cast> = (0..5).map(|number| cast(100 * number, 0, 300)).collect();
        let swath = fan(&casts);
        assert!(swath.contains(Point::new(200, 150)) && !swath.contains(Point::new(410, 150)));
        assert!(!swath.contains(Point::new(200, 310)));
    }

    #[test]
    fn a_band_is_where_a_fixed_way_can_end() {
        let tilts: Vec<u16> = (0..=60).map(|degree| (3_300 + 10 * degree) % 3_600).collect();
        let casts = |x: i32| tilts.iter().map(|to| cast(x, *to, 3_000)).collect::<Vec<Cast>>();
        let band = band(&casts(-400), &casts(400));
        assert_eq!(band.len(), 60);
        // Straight ahead the whole slide; aside, either end of it; between the two sides nobody comes, and nobody stops
        // on the way.
        for (x, y, inside) in [
            (0, 2_998, true),
            (390, 2_998, true),
            (520, 2_999, false),
            (0, 3_002, false),
            (-1_700, 2_600, true),
            (-1_200, 2_601, true),
            (1_200, 2_601, true),
            (0, 2_700, false),
            (0, 1_500, false),
        ] {
            let holds = band.iter().any(|piece| piece.contains(Point::new(x, y)));
            assert_eq!(holds, inside, "{x} {y}");
        }
        assert!(super::band(&[], &[]).is_empty());
    }
}
