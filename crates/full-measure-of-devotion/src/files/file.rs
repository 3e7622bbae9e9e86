//! A scenario file as written, before any check. Whatever a check can refuse keeps its place.

use crate::model::numbers::{Brigades, Rerolls, Stars, Trains, Turn};
use crate::model::state::{Journey, Weather};
use engine::BySide;
use ground::theatre::TheatreText;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

pub(crate) use faults::Text;
pub(crate) type Texts = Vec<Spanned<String>>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    /// Checked before the file is read.
    #[serde(rename = "game")]
    _game: Option<String>,
    pub(crate) scenario: ScenarioTable,
    pub(crate) map: Option<Spanned<TheatreText>>,
    pub(crate) army: Option<ArmyTable>,
    #[serde(default)]
    pub(crate) landmarks: LandmarksTable,
    #[serde(default)]
    pub(crate) goals: GoalsTable,
    #[serde(default)]
    pub(crate) commanders: BySide<Option<Spanned<CommandersTable>>>,
    #[serde(default)]
    pub(crate) start: StartTable,
    #[serde(default)]
    pub(crate) force: Vec<Spanned<ForceTable>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioTable {
    pub(crate) id: Text,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) description: String,
    /// Where the facts are from; for readers of the file.
    #[serde(default)]
    #[allow(dead_code, reason = "a remark for readers of the file")]
    pub(crate) source: String,
    pub(crate) minutes: u32,
    #[serde(default = "first")]
    pub(crate) first_turn: Spanned<Turn>,
    #[serde(default = "last")]
    pub(crate) last_turn: Spanned<Turn>,
    pub(crate) theatre: Option<Text>,
    #[serde(default = "charts")]
    pub(crate) charts: Text,
    #[serde(default)]
    pub(crate) initial_orders: bool,
    #[serde(default)]
    pub(crate) bidding: bool,
    #[serde(default)]
    pub(crate) initial_order_occupies: bool,
}

fn first() -> Spanned<Turn> {
    Spanned::new(0..0, Turn(1))
}

fn last() -> Spanned<Turn> {
    Spanned::new(0..0, Turn(18))
}

pub(crate) fn charts() -> Text {
    Spanned::new(0..0, "charts".to_owned())
}

/// Hexes or names of places with a part in the rules.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LandmarksTable {
    pub(crate) washington: Texts,
    pub(crate) cities: Texts,
    pub(crate) sources: Texts,
    pub(crate) gate: Option<Text>,
    pub(crate) towns: Texts,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct GoalsTable {
    pub(crate) garrison: Spanned<Brigades>,
    pub(crate) trains: Spanned<Trains>,
    pub(crate) losses: Spanned<Brigades>,
}

impl Default for GoalsTable {
    /// As the rulebook has them (9.0).
    fn default() -> GoalsTable {
        GoalsTable {
            garrison: Spanned::new(0..0, Brigades(8)),
            trains: Spanned::new(0..0, Trains(10)),
            losses: Spanned::new(0..0, Brigades(12)),
        }
    }
}

/// The order of battle that commanders and brigades are taken from.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmyTable {
    pub(crate) order_of_battle: Text,
    #[serde(default = "guns")]
    pub(crate) guns_per_brigade: Spanned<u16>,
    /// Names on counters, by formation, where the last name will not do.
    #[serde(default)]
    pub(crate) names: BTreeMap<Text, Text>,
}

fn guns() -> Spanned<u16> {
    Spanned::new(0..0, 45)
}

/// The commanders of a side, by rank (FMD-6-1).
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct CommandersTable {
    /// Who commands the army, and who will after him.
    pub(crate) army: Texts,
    pub(crate) corps: Texts,
    pub(crate) senior_division: Texts,
    pub(crate) division: Texts,
}

impl CommandersTable {
    /// The lists with the stars on their counters, the senior first.
    pub(crate) fn ranks(&self) -> [(Stars, &Texts); 4] {
        [
            (Stars(5), &self.army),
            (Stars(4), &self.corps),
            (Stars(3), &self.senior_division),
            (Stars(2), &self.division),
        ]
    }

    /// Everybody, in the same order.
    pub(crate) fn each(&self) -> impl Iterator<Item = &Text> {
        self.ranks().into_iter().flat_map(|(_, list)| list)
    }
}

/// How things stand when the scenario begins, besides the Forces.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct StartTable {
    pub(crate) weather: Weather,
    pub(crate) lee: Journey,
    pub(crate) depots: Texts,
    pub(crate) depleted: Texts,
    /// Flipped trains on their way.
    pub(crate) trains: Texts,
    pub(crate) trains_home: Trains,
    pub(crate) lost: BySide<Option<Brigades>>,
    pub(crate) rerolls: BySide<Option<Spanned<Rerolls>>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ForceTable {
    pub(crate) name: Text,
    pub(crate) at: Text,
    pub(crate) commanders: Texts,
    /// Formations of the order of battle that march with it …
    #[serde(default)]
    pub(crate) troops: Texts,
    /// … and those of them that do not.
    #[serde(default)]
    pub(crate) without: Texts,
    /// Brigades, in place of those counted.
    pub(crate) inf: Option<Count>,
    pub(crate) cav: Option<Count>,
    pub(crate) art: Option<Count>,
    #[serde(default)]
    pub(crate) weak: WeakTable,
    #[serde(default)]
    pub(crate) order: u8,
    #[serde(default)]
    pub(crate) plus_one: u8,
    #[serde(default)]
    pub(crate) plus_two: u8,
    #[serde(default)]
    pub(crate) forage: bool,
    #[serde(default)]
    pub(crate) trains: Trains,
    /// What it was in history; for readers of the file.
    #[serde(default)]
    #[allow(dead_code, reason = "a remark for readers of the file")]
    pub(crate) note: String,
}

/// A number of brigades.
pub(crate) type Count = u8;

#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct WeakTable {
    pub(crate) inf: u8,
    pub(crate) cav: u8,
    pub(crate) art: u8,
}
