//! The three scales of the game, and lengths on the table (STE-SCL-1 to STE-SCL-6).
//!
//! A table unit is a mil, the thousandth part of an inch (G-1).

use serde::{Deserialize, Serialize};

/// Mils in an inch.
pub const INCH: i32 = 1_000;

/// What an inch of the table, a stand and a turn stand for.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// Regimental #1: units are regiments, an inch is 20 yards.
    #[serde(rename = "regimental-1")]
    Regimental1,
    /// Regimental #2: units are regiments, an inch is 40 yards.
    #[serde(rename = "regimental-2")]
    Regimental2,
    /// Brigade: units are brigades, an inch is 100 yards.
    Brigade,
}

impl Scale {
    /// Every scale.
    pub const ALL: [Scale; 3] = [Scale::Regimental1, Scale::Regimental2, Scale::Brigade];

    /// A length on the ground as mils of the table (STE-SCL-2).
    #[must_use]
    pub const fn yards(self, yards: i32) -> i32 {
        yards * self.mils_a_yard()
    }

    /// How many mils a yard is.
    #[must_use]
    pub const fn mils_a_yard(self) -> i32 {
        match self {
            Scale::Regimental1 => 50,
            Scale::Regimental2 => 25,
            Scale::Brigade => 10,
        }
    }

    /// How long a turn is said to last; no rule reads it (STE-SCL-3).
    #[must_use]
    pub const fn turn_length(self) -> &'static str {
        match self {
            Scale::Regimental1 => "2-5 minutes",
            Scale::Regimental2 => "10-15 minutes",
            Scale::Brigade => "30 minutes",
        }
    }

    /// How many minutes of the clock a turn takes where a scenario goes by it: the longest of its scale.
    #[must_use]
    pub const fn minutes_a_turn(self) -> u16 {
        [5, 15, 30][self as usize]
    }

    /// Whether units are regiments, led by brigadiers (STE-SCL-5).
    #[must_use]
    pub const fn is_regimental(self) -> bool {
        !matches!(self, Scale::Brigade)
    }

    /// Men that an infantry stand stands for (STE-SCL-4).
    #[must_use]
    pub const fn foot_a_stand(self) -> u16 {
        [30, 60, 150][self as usize]
    }

    /// Men that a cavalry stand stands for, mounted or not (STE-SCL-4, R-19).
    #[must_use]
    pub const fn horse_a_stand(self) -> u16 {
        [20, 40, 100][self as usize]
    }

    /// Cannon that a gun model stands for (STE-SCL-6).
    #[must_use]
    pub const fn cannon_a_model(self) -> u16 {
        [1, 2, 4][self as usize]
    }

    /// Wagons that a wagon model stands for, in every scale (STE-SCL-6).
    pub const WAGONS_A_MODEL: u16 = 2;

    /// How many turns are played where a scenario says nothing else (M-9).
    #[must_use]
    pub const fn turns(self) -> u8 {
        [15, 12, 10][self as usize]
    }

    /// What it is called in files.
    #[must_use]
    pub const fn key(self) -> &'static str {
        ["regimental-1", "regimental-2", "brigade"][self as usize]
    }

    /// The scale that files call so.
    #[must_use]
    pub fn parse(text: &str) -> Option<Scale> {
        Scale::ALL.into_iter().find(|scale| scale.key() == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    #[test]
    fn yards_become_inches_by_the_scale() {
        let _proof = proves(&["STE-SCL-2", "G-1", "T-SCALE"]);
        assert_eq!(Scale::ALL.map(|scale| scale.yards(100)), [5_000, 2_500, 1_000]);
        assert_eq!(Scale::ALL.map(|scale| scale.yards(50)), [2_500, 1_250, 500]);
    }

    #[test]
    fn stands_stand_for_men_by_the_scale() {
        let _proof = proves(&["STE-SCL-4", "STE-SCL-6", "T-SCALE", "T-STAND"]);
        assert_eq!(Scale::ALL.map(|scale| 10 * scale.foot_a_stand()), [300, 600, 1_500]);
        assert_eq!(Scale::ALL.map(|scale| 6 * scale.horse_a_stand()), [120, 240, 600]);
        assert_eq!(Scale::ALL.map(|scale| 2 * scale.cannon_a_model()), [2, 4, 8]);
        assert_eq!(Scale::WAGONS_A_MODEL, 2);
    }
}
