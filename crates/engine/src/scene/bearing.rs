//! Facings in degrees, as scenes have them, without a platform's trigonometry: the same on every machine.

/// Degrees clockwise from north of a direction so far east and so far north, to the nearest degree, from 0 to 359.
/// No direction at all is north.
#[must_use]
pub fn degrees(east: i32, north: i32) -> i32 {
    let (across, along) = (f64::from(east).abs(), f64::from(north).abs());
    let (less, more) = if across < along { (across, along) } else { (along, across) };
    if more == 0.0 {
        return 0;
    }
    // The arc tangent of a part from 0 to 1, right to a tenth of a degree.
    let part = less / more;
    let octant = 45.0 * part - part * (part - 1.0) * (14.020 + 3.799 * part);
    let quadrant = if across < along { octant } else { 90.0 - octant };
    let turned = match (east < 0, north < 0) {
        (false, false) => quadrant,
        (false, true) => 180.0 - quadrant,
        (true, true) => 180.0 + quadrant,
        (true, false) => 360.0 - quadrant,
    };
    (turned + 0.5) as i32 % 360
}

/// A direction of so many degrees clockwise from north: how far east and how far north, of a length of about 1000.
#[must_use]
pub fn direction(degrees: i32) -> [i32; 2] {
    let degrees = degrees.rem_euclid(360);
    [sine(degrees), sine((degrees + 90) % 360)]
}

/// A thousand times the sine of 0 to 359 degrees, by Bhaskara's formula: right to two parts in a thousand, and exact at
/// every quarter turn.
const fn sine(degrees: i32) -> i32 {
    let (half, sign) = if degrees < 180 { (degrees, 1) } else { (degrees - 180, -1) };
    let product = half * (180 - half);
    sign * (4_000 * product / (40_500 - product))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eight_winds_are_exact() {
        let winds = [(0, 5), (5, 5), (5, 0), (5, -5), (0, -5), (-5, -5), (-5, 0), (-5, 5)];
        for (number, (east, north)) in winds.into_iter().enumerate() {
            let turned = 45 * number as i32;
            assert_eq!(degrees(east, north), turned);
            let [x, y] = direction(turned);
            assert_eq!((x.signum(), y.signum()), (east.signum(), north.signum()));
            assert!(x == 0 || y == 0 || x.abs() == y.abs());
        }
        assert_eq!(degrees(0, 0), 0);
    }

    #[test]
    fn degrees_and_directions_agree() {
        for turned in -360..720 {
            let [east, north] = direction(turned);
            let back = degrees(east, north);
            let off = (back - turned).rem_euclid(360);
            assert!(off <= 1 || off == 359, "{turned} became {back}");
        }
    }
}
