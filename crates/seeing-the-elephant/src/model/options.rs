//! What a scenario or a table may choose (T-OPT).

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// The switches of T-OPT; the defaults are ours.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Columns on a road roll a die more (STE-MOVE-14).
    pub road_bonus: bool,
    /// A die of 0 or less drives a unit on (STE-MOR-29 to STE-MOR-31, STE-CBT-29).
    pub overenthusiastic: bool,
    /// Confederate guns shoot a column worse (STE-FIRE-26).
    pub csa_artillery_shift: bool,
    /// Troops may run out of ammunition (STE-FIRE-28, STE-CBT-30, STE-OPT-3 to STE-OPT-5).
    pub out_of_ammunition: bool,
    /// Small arms at 50 yards shoot a column worse (STE-FIRE-29).
    pub small_arms_50yd_left_one: bool,
    /// Marksmen may shoot at officers (STE-OPT-1, STE-OPT-2).
    pub fire_at_officers: bool,
    /// When the battle is fought, for the grades of random forces (STE-RND-9).
    pub random_morale_period: Period,
    /// The die for the type of Confederate guns is one lower (STE-RND-10).
    pub csa_artillery_type_roll: bool,
    /// The year of the battle: before 1863 weapons are worse (STE-RND-8).
    pub battle_year: u16,
    /// Infantry regiments of random forces (STE-RND-3).
    pub infantry_size: Sizing,
    /// Cavalry regiments of random forces (STE-RND-4).
    pub cavalry_size: Sizing,
    /// Guns of a brigade of random forces (STE-RND-6).
    pub brigade_guns: Sizing,
    /// The cell of the combat table that looks like a slip (R-40).
    pub combat_1to1_die8: Cell,
    /// Where a charger halts that fails after the second fire, in yards: 100 or 50 (R-24).
    #[serde(deserialize_with = "halt")]
    pub second_fire_halt_yd: u8,
    /// A unit's own front ranks block the fire of those behind (R-70).
    pub own_ranks_block_fire: bool,
    /// Prone troops fire at full effect (R-54).
    pub prone_fire_full: bool,
    /// At which card a melee goes on (R-42).
    pub engaged_next: EngagedNext,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            road_bonus: true,
            overenthusiastic: true,
            csa_artillery_shift: false,
            out_of_ammunition: false,
            small_arms_50yd_left_one: false,
            fire_at_officers: false,
            random_morale_period: Period::Late,
            csa_artillery_type_roll: false,
            battle_year: 1863,
            infantry_size: Sizing::Fixed,
            cavalry_size: Sizing::Fixed,
            brigade_guns: Sizing::Fixed,
            combat_1to1_die8: Cell::Printed,
            second_fire_halt_yd: 100,
            own_ranks_block_fire: false,
            prone_fire_full: false,
            engaged_next: EngagedNext::Card,
        }
    }
}

/// One of the two marks that a charger can halt on.
fn halt<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u8, D::Error> {
    match u8::deserialize(deserializer)? {
        yards @ (50 | 100) => Ok(yards),
        yards => Err(D::Error::custom(format!("a charger halts at 50 or 100 yards, not at {yards}"))),
    }
}

/// A time of the war.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Period {
    /// Both sides are raw.
    Early,
    /// The Union still is.
    Mid,
    /// Nobody is.
    Late,
}

/// How large random units are.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sizing {
    /// As printed.
    Fixed,
    /// By dice.
    Dice,
}

/// Which reading of a cell is played.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Cell {
    /// The printed one.
    Printed,
    /// What its neighbours suggest.
    Corrected,
}

/// At which card a melee goes on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngagedNext {
    /// At the next that activates anything.
    Card,
    /// At the next that activates one of those who fight, or sends a charge at one.
    Involved,
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    #[test]
    fn the_switches_and_their_defaults_are_those_of_the_ledger() {
        let _proof = proves(&["T-OPT"]);
        let ledger = include_str!("../../../../docs/rules/seeing-the-elephant.md");
        let block = ledger.split("### T-OPT").nth(1).and_then(|rest| rest.split("```").nth(1));
        let text = block.and_then(|block| block.strip_prefix("toml\n")).expect("a block of TOML");
        let written: Options = toml::from_str(text).expect("every key is a switch");
        assert_eq!(written, Options::default());
        let keys = text.lines().filter(|line| line.contains(" = ")).count();
        assert_eq!(
            keys,
            toml::Table::try_from(Options::default()).expect("a table").len(),
            "none is left out"
        );
    }
}
