//! What a file may set of table 1.6.

use serde::{Deserialize, Serialize};

/// The options of table 1.6.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How long sticks are (section 3.2).
    pub scale: Lengths,
    /// Slope and sight go by the battlefield's own contours, not by every 40 feet (RRF-LAND-8, R-98).
    pub minor_contours: bool,
    /// Cards drawn before the first turn, up to the capacity.
    pub opening_hand: u8,
    /// How many Rounds are played; 0 for as many as it takes.
    pub max_rounds: u8,
    /// Whom the half that breaks a side is counted from.
    pub break_count: Counted,
    /// Whether stands in melee may be fired at.
    pub fire_into_melee: bool,
    /// Whether a trigger closes the Round in the turn that sets it.
    pub literal_round_end: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            scale: Lengths::Compact,
            minor_contours: false,
            opening_hand: 0,
            max_rounds: 12,
            break_count: Counted::Field,
            fire_into_melee: true,
            literal_round_end: false,
        }
    }
}

/// The profiles of lengths (section 3.2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lengths {
    /// Sticks of 300, 600 and 900 yards.
    #[default]
    Compact,
    /// Sticks of 300, 1,200 and 1,600 yards.
    Standard,
}

/// Whom the half that breaks a side is counted from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Those that ever stood on the map.
    #[default]
    Field,
    /// All on the roster.
    Roster,
}
