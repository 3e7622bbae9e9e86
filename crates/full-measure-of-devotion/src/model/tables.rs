//! The charts of the screens (TAB-A, TAB-M, TAB-O), read from a file so that other charts can take their place.

use crate::model::numbers::{Brigades, Hits, MovementPoints};
use crate::model::state::{Delay, Weather};
use serde::{Deserialize, Serialize};

/// The charts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Tables {
    /// TAB-A, a row for each range of sizes, smallest first.
    pub attrition: Vec<AttritionRow>,
    /// TAB-M, Column C: artillery, cavalry, infantry.
    pub basic: [MovementPoints; 3],
    /// TAB-M, Column D.
    pub forced: [MovementPoints; 3],
    /// TAB-O: up to how far an order arrives at once, and up to how far the turn after.
    pub order_distance: [MovementPoints; 2],
}

/// A row of TAB-A.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AttritionRow {
    /// From how many brigades on.
    pub from: Brigades,
    /// Hits without FORAGE.
    pub plain: Hits,
    /// Hits with FORAGE.
    pub forage: Hits,
}

impl Tables {
    /// Attrition hits of a Force (FMD-11-I-3, FMD-10-H1, FMD-10-T1).
    #[must_use]
    pub fn attrition(&self, size: Brigades, forage: bool, weather: Weather) -> Hits {
        let row = self.attrition.iter().rev().find(|row| size >= row.from);
        let hits = row.map_or(Hits::ZERO, |row| if forage { row.forage } else { row.plain });
        match weather {
            Weather::Sunny | Weather::Cloudy => hits,
            // FMD-10-H1
            Weather::Heavy if forage && hits > Hits::ZERO => hits + Hits(1),
            Weather::Heavy => hits,
            // FMD-10-T1: zeros too.
            Weather::Torrential => hits + Hits(1),
        }
    }

    /// How long an order takes over this distance; `None` is no way (FMD-12-II-5, FMD-D-2).
    #[must_use]
    pub fn delay(&self, distance: Option<MovementPoints>) -> Delay {
        match distance {
            Some(distance) if distance <= self.order_distance[0] => Delay::Now,
            Some(distance) if distance <= self.order_distance[1] => Delay::One,
            _ => Delay::Two,
        }
    }
}

impl Default for Tables {
    /// The charts of the rules ledger.
    fn default() -> Tables {
        let row = |from, plain, forage| AttritionRow {
            from: Brigades(from),
            plain: Hits(plain),
            forage: Hits(forage),
        };
        Tables {
            attrition: vec![
                row(1, 0, 0),
                row(3, 0, 1),
                row(9, 0, 2),
                row(17, 1, 3),
                row(21, 2, 4),
                row(25, 3, 5),
                row(29, 4, 6),
            ],
            basic: [5, 7, 6].map(MovementPoints::whole),
            forced: [6, 9, 8].map(MovementPoints::whole),
            order_distance: [6, 11].map(MovementPoints::whole),
        }
    }
}
