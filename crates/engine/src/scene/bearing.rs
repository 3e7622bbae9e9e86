//! Facings, as scenes have them.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// Tenths of a degree all the way round.
const AROUND: u16 = 3_600;

/// Which way something faces: tenths of a degree clockwise from north, which is up on the board. On the wire it is a
/// whole number, 0 to 3599.
///
/// ```
/// use engine::scene::Bearing;
///
/// let east = Bearing::degrees(90);
/// assert_eq!(east.turned(-925), Bearing::tenths(-25));
/// assert_eq!(Bearing::tenths(-25).to_string(), "357.5");
/// assert_eq!(serde_json::to_string(&east).unwrap(), "900");
/// assert!(serde_json::from_str::<Bearing>("3600").is_err());
/// ```
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Bearing(u16);

impl Bearing {
    /// Up on the board.
    pub const NORTH: Bearing = Bearing(0);

    /// So many tenths of a degree clockwise from north; whole turns are left out.
    #[must_use]
    pub const fn tenths(tenths: i32) -> Bearing {
        Bearing(tenths.rem_euclid(AROUND as i32) as u16)
    }

    /// So many degrees clockwise from north; whole turns are left out.
    #[must_use]
    pub const fn degrees(degrees: i32) -> Bearing {
        Bearing::tenths(degrees.rem_euclid(360) * 10)
    }

    /// Tenths of a degree clockwise from north, below 3600.
    #[must_use]
    pub const fn in_tenths(self) -> u16 {
        self.0
    }

    /// Turned by so many tenths of a degree, clockwise if that is positive.
    #[must_use]
    pub const fn turned(self, tenths: i32) -> Bearing {
        Bearing::tenths(self.0 as i32 + tenths.rem_euclid(AROUND as i32))
    }
}

/// In degrees, with a tenth where there is one.
impl fmt::Display for Bearing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 10, self.0 % 10) {
            (degrees, 0) => write!(f, "{degrees}"),
            (degrees, tenth) => write!(f, "{degrees}.{tenth}"),
        }
    }
}

impl Serialize for Bearing {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u16(self.0)
    }
}

impl<'de> Deserialize<'de> for Bearing {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Bearing, D::Error> {
        match u16::deserialize(deserializer)? {
            tenths if tenths < AROUND => Ok(Bearing(tenths)),
            tenths => {
                Err(D::Error::custom(format!("{tenths} is no bearing: write 0 to 3599, tenths of a degree")))
            }
        }
    }
}
