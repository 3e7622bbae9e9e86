//! From degrees to the plane and back.

use crate::geometry::Point;

/// Centimetres from the origin to the rim of the plane.
const RIM: f64 = 1e9;

/// Equirectangular projection about an origin, good to a few metres over the size of a battlefield.
///
/// Lengths of a degree follow the usual series for the WGS84 ellipsoid. The cosine in them is a polynomial, so that
/// every machine arrives at the same centimetre.
#[derive(Copy, Clone, PartialEq, Debug)]
pub struct Projection {
    origin: (f64, f64),
    metres_per_longitude: f64,
    metres_per_latitude: f64,
}

impl Projection {
    /// The projection about a point given in degrees.
    pub fn about(longitude: f64, latitude: f64) -> Self {
        let c = cosine_of_degrees(latitude);
        let (c2, c4) = (c * c, c * c * c * c);
        let (cos_2, cos_4) = (2.0 * c2 - 1.0, 8.0 * c4 - 8.0 * c2 + 1.0);
        let (cos_3, cos_5) = (c * (4.0 * c2 - 3.0), c * (16.0 * c4 - 20.0 * c2 + 5.0));
        Self {
            origin: (longitude, latitude),
            metres_per_longitude: 111_412.84 * c - 93.5 * cos_3 + 0.118 * cos_5,
            metres_per_latitude: 111_132.954 - 559.822 * cos_2 + 1.175 * cos_4,
        }
    }

    /// The origin: longitude and latitude in degrees.
    pub const fn origin(&self) -> (f64, f64) {
        self.origin
    }

    /// A place in degrees on the plane. Places more than 10,000 km away end up at the rim of the plane, which keeps all
    /// products of coordinates within 64 bits.
    pub fn to_plane(&self, longitude: f64, latitude: f64) -> Point {
        let centimetres =
            |degrees: f64, metres: f64| (degrees * metres * 100.0).round().clamp(-RIM, RIM) as i32;
        Point {
            x: centimetres(longitude - self.origin.0, self.metres_per_longitude),
            y: centimetres(latitude - self.origin.1, self.metres_per_latitude),
        }
    }

    /// A place on the plane in degrees: longitude, latitude.
    pub fn to_degrees(&self, point: Point) -> (f64, f64) {
        (
            self.origin.0 + f64::from(point.x) / 100.0 / self.metres_per_longitude,
            self.origin.1 + f64::from(point.y) / 100.0 / self.metres_per_latitude,
        )
    }
}

/// Taylor's series, good to the last bits between the poles.
fn cosine_of_degrees(degrees: f64) -> f64 {
    let x = degrees * (std::f64::consts::PI / 180.0);
    let square = x * x;
    let mut sum = 1.0;
    for k in (1..=12).rev() {
        let n = f64::from(2 * k);
        sum = 1.0 - square / (n * (n - 1.0)) * sum;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cosines() {
        for (degrees, cosine) in [(0.0, 1.0), (60.0, 0.5), (90.0, 0.0), (-60.0, 0.5), (45.0, 0.5f64.sqrt())] {
            assert!((cosine_of_degrees(degrees) - cosine).abs() < 1e-14, "{degrees}");
        }
    }

    #[test]
    fn degrees_at_gettysburg() {
        let diamond = Projection::about(-77.2311, 39.8309);
        assert_eq!(diamond.to_plane(-77.2311, 39.8309), Point::new(0, 0));
        let corner = diamond.to_plane(-77.2772, 39.8556);
        // Tables give 85.60 km and 111.04 km for a degree there.
        assert!((corner.x + 394_630).abs() < 100, "{corner:?}");
        assert!((corner.y - 274_260).abs() < 100, "{corner:?}");
        let (longitude, latitude) = diamond.to_degrees(corner);
        assert!((longitude + 77.2772).abs() < 1e-6 && (latitude - 39.8556).abs() < 1e-6);
    }
}
