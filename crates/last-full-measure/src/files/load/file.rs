//! A scenario file as written, before any check. Whatever a check can refuse keeps its place.

use ground::text::MapText;
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor, value::MapAccessDeserializer};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;
use toml::value::Datetime;

/// A value that may be left out, with its place.
pub(crate) type Field<T> = Option<Spanned<T>>;
/// Texts with their places.
pub(crate) type Texts = Vec<Spanned<String>>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioFile {
    /// Checked before the file is read.
    #[serde(rename = "game")]
    _game: Option<String>,
    pub(crate) scenario: Spanned<ScenarioTable>,
    pub(crate) map: Spanned<MapText>,
    #[serde(default)]
    pub(crate) limits: LimitsTable,
    #[serde(default)]
    pub(crate) victory: VictoryTable,
    pub(crate) army: Option<ArmyTable>,
    #[serde(default)]
    pub(crate) troops: Vec<Spanned<TroopsTable>>,
    #[serde(default)]
    pub(crate) officer: Vec<Spanned<OfficerTable>>,
    #[serde(default)]
    pub(crate) objective: Vec<Spanned<ObjectiveTable>>,
    #[serde(default)]
    pub(crate) condition: Vec<Spanned<ConditionTable>>,
    #[serde(default)]
    pub(crate) commander: Vec<Spanned<CommanderTable>>,
    #[serde(default)]
    pub(crate) brigade: Vec<Spanned<BrigadeTable>>,
    #[serde(default)]
    pub(crate) battery: Vec<Spanned<BatteryTable>>,
    #[serde(default)]
    pub(crate) place: Vec<Spanned<PlaceTable>>,
    #[serde(default)]
    pub(crate) hold: Vec<Spanned<HoldTable>>,
    #[serde(default)]
    pub(crate) markers: MarkersTable,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ScenarioTable {
    pub(crate) id: Spanned<String>,
    pub(crate) title: String,
    #[serde(default)]
    pub(crate) description: String,
    /// Where the facts are from; for readers of the file.
    #[serde(default)]
    #[allow(dead_code, reason = "a remark for readers of the file")]
    pub(crate) source: String,
    pub(crate) date: Field<Datetime>,
    pub(crate) first_player: Spanned<String>,
    pub(crate) fixed_order: Field<String>,
    #[serde(default)]
    pub(crate) starts_in_second_half: bool,
    pub(crate) turns: Option<Texts>,
    pub(crate) first_turn: Field<String>,
    pub(crate) last_turn: Field<String>,
    pub(crate) night_turns: Field<u8>,
    #[serde(default)]
    pub(crate) night: Texts,
    #[serde(default)]
    pub(crate) rain: Texts,
    pub(crate) victory_check: Option<Texts>,
    #[serde(default)]
    pub(crate) card_edition: bool,
    #[serde(default)]
    pub(crate) zoi_blocks_reorg: bool,
    #[serde(default)]
    pub(crate) off_map_is_death: bool,
    pub(crate) stand_in: Field<OneOrMany>,
    #[serde(default)]
    pub(crate) no_stand_in: Texts,
    pub(crate) deployment: Field<String>,
    pub(crate) appearance: Field<String>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct LimitsTable {
    pub(crate) stack_troops: Field<u8>,
    pub(crate) stack_guns: Field<u8>,
    pub(crate) combat_troops: Field<u8>,
    pub(crate) combat_guns: Field<u8>,
    pub(crate) zoi_troops: Field<u8>,
    pub(crate) zoi_guns: Field<u8>,
    pub(crate) fire_range: Field<u8>,
    pub(crate) command_army: Field<u8>,
    pub(crate) command_corps: Field<u8>,
    pub(crate) brigade_to_division: Field<u8>,
    pub(crate) cavalry_to_division: Field<u8>,
    pub(crate) command_brigade: Field<u8>,
    pub(crate) reorganize_army: Field<u8>,
    pub(crate) reorganize_corps_union: Field<u8>,
    pub(crate) reorganize_corps_confederate: Field<u8>,
    pub(crate) march_foot: Field<u8>,
    pub(crate) march_mounted: Field<u8>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct VictoryTable {
    pub(crate) per_sp: Option<u8>,
    pub(crate) per_cavalry_sp: Option<u8>,
    pub(crate) per_sharpshooter_sp: Option<u8>,
    pub(crate) commanders: Option<bool>,
    pub(crate) sudden_ratio: Field<String>,
    pub(crate) sudden_points: Option<u16>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ObjectiveTable {
    pub(crate) hex: Spanned<String>,
    pub(crate) name: Option<String>,
    pub(crate) side: Spanned<String>,
    pub(crate) vp: u16,
    pub(crate) held_by: Field<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ConditionTable {
    pub(crate) side: Spanned<String>,
    pub(crate) hold: Field<String>,
    #[serde(default)]
    pub(crate) more_fresh_brigades: bool,
    pub(crate) points_ahead: Option<u16>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommanderTable {
    pub(crate) side: Spanned<String>,
    pub(crate) name: Spanned<String>,
    pub(crate) tag: Field<String>,
    pub(crate) level: Spanned<Level>,
    pub(crate) formation: Field<String>,
    pub(crate) stars: Option<u8>,
    pub(crate) cv: Option<u8>,
    pub(crate) replacement: Option<ReplacementTable>,
    #[serde(default)]
    pub(crate) replaced: bool,
    pub(crate) corps_rank: Option<u8>,
    pub(crate) cavalry: Option<bool>,
    pub(crate) hex: Field<String>,
    pub(crate) with: Field<String>,
    pub(crate) arrives: Field<ArrivesTable>,
}

#[derive(Debug, Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Level {
    Army,
    Corps,
    Division,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplacementTable {
    pub(crate) name: String,
    pub(crate) cv: u8,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArrivesTable {
    pub(crate) turn: Spanned<String>,
    pub(crate) hex: Field<String>,
    pub(crate) entry: Field<String>,
    pub(crate) mp: Option<u8>,
    pub(crate) road: Field<RoadWord>,
}

#[derive(Debug, Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum RoadWord {
    Pike,
    Road,
    Trail,
    None,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BrigadeTable {
    pub(crate) side: Spanned<String>,
    pub(crate) id: Spanned<String>,
    pub(crate) name: Option<String>,
    pub(crate) kind: Spanned<BrigadeKind>,
    pub(crate) commander: Spanned<String>,
    pub(crate) regiments: Vec<Spanned<Regiment>>,
    pub(crate) mode: Field<CavalryMode>,
    pub(crate) hex: Field<String>,
    #[serde(default)]
    pub(crate) at: BTreeMap<Spanned<String>, Texts>,
    pub(crate) arrives: Field<ArrivesTable>,
    pub(crate) total: Option<u16>,
    #[serde(default)]
    pub(crate) shattered: bool,
    #[serde(default)]
    pub(crate) disorganized: Texts,
    #[serde(default)]
    pub(crate) detached: Texts,
    #[serde(default)]
    pub(crate) eliminated: Texts,
}

#[derive(Debug, Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BrigadeKind {
    Infantry,
    Cavalry,
}

#[derive(Debug, Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CavalryMode {
    Mounted,
    Dismounted,
}

/// `["5NY", 4, 3]`, or a table where there is more to say.
#[derive(Debug, Default)]
pub(crate) struct Regiment {
    pub(crate) name: String,
    pub(crate) sp: u8,
    pub(crate) cohesion: Option<u8>,
    pub(crate) full_name: Option<String>,
    pub(crate) hex: Field<String>,
    pub(crate) star: bool,
    pub(crate) retreat_before_combat: Option<bool>,
    pub(crate) free_command: bool,
    pub(crate) sharpshooters: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegimentTable {
    name: String,
    sp: u8,
    cohesion: Option<u8>,
    full_name: Option<String>,
    hex: Field<String>,
    #[serde(default)]
    star: bool,
    retreat_before_combat: Option<bool>,
    #[serde(default)]
    free_command: bool,
    #[serde(default)]
    sharpshooters: bool,
}

impl<'de> Deserialize<'de> for Regiment {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Regiment;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a regiment, [\"5NY\", 4, 3] for name, strength points and cohesion, or a table")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Regiment, A::Error> {
                let short = |found| serde::de::Error::invalid_length(found, &Either);
                let name = seq.next_element()?.ok_or_else(|| short(0))?;
                let sp = seq.next_element()?.ok_or_else(|| short(1))?;
                // Without a cohesion the counter is incomplete, which the check of the whole scenario says better.
                let cohesion = seq.next_element()?;
                if seq.next_element::<IgnoredAny>()?.is_some() {
                    return Err(short(4));
                }
                Ok(Regiment { name, sp, cohesion, ..Regiment::default() })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Regiment, A::Error> {
                let table = RegimentTable::deserialize(MapAccessDeserializer::new(map))?;
                Ok(Regiment {
                    name: table.name,
                    sp: table.sp,
                    cohesion: table.cohesion,
                    full_name: table.full_name,
                    hex: table.hex,
                    star: table.star,
                    retreat_before_combat: table.retreat_before_combat,
                    free_command: table.free_command,
                    sharpshooters: table.sharpshooters,
                })
            }
        }
        deserializer.deserialize_any(Either)
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BatteryTable {
    pub(crate) side: Spanned<String>,
    pub(crate) name: Spanned<String>,
    pub(crate) tag: Field<String>,
    pub(crate) formation: Field<String>,
    #[serde(default)]
    pub(crate) horse: bool,
    pub(crate) unlimbered: u8,
    pub(crate) limbered: Option<u8>,
    pub(crate) cohesion: Option<u8>,
    pub(crate) mode: Field<GunMode>,
    #[serde(default)]
    pub(crate) disorganized: bool,
    pub(crate) hex: Field<String>,
    pub(crate) with: Field<String>,
    pub(crate) arrives: Field<ArrivesTable>,
    #[serde(default)]
    pub(crate) eliminated: bool,
}

#[derive(Debug, Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum GunMode {
    Unlimbered,
    Limbered,
}

/// Who takes part, and how history becomes counters (ledger 6.4).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ArmyTable {
    pub(crate) order_of_battle: Spanned<String>,
    pub(crate) arrivals: Field<String>,
    #[serde(default)]
    pub(crate) take: Texts,
    #[serde(default)]
    pub(crate) leave: Texts,
    #[serde(default)]
    pub(crate) also: Texts,
    pub(crate) men_per_sp: Field<u32>,
    pub(crate) merge_below: Option<u16>,
    pub(crate) cohesion: Field<[u8; 5]>,
    pub(crate) artillery_cohesion: Option<u8>,
    pub(crate) command_values: Field<[u8; 6]>,
    #[serde(default)]
    pub(crate) labels: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    pub(crate) tags: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    pub(crate) entries: BTreeMap<Spanned<String>, Spanned<EntryTable>>,
}

/// Another hex for an entry point of the arrivals file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EntryTable {
    pub(crate) hex: Spanned<String>,
    pub(crate) road: Field<RoadWord>,
    #[serde(default)]
    pub(crate) delay_minutes: i16,
}

/// What a scenario says about troops of the order of battle instead of what the files give.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TroopsTable {
    pub(crate) id: Spanned<String>,
    pub(crate) hex: Field<String>,
    pub(crate) line: Field<Texts>,
    #[serde(default)]
    pub(crate) at: BTreeMap<Spanned<String>, Texts>,
    pub(crate) mode: Field<Mode>,
    pub(crate) arrives: Field<ArrivesTable>,
    #[serde(default)]
    pub(crate) disorganized: bool,
    #[serde(default)]
    pub(crate) detached: bool,
    #[serde(default)]
    pub(crate) eliminated: bool,
    #[serde(default)]
    pub(crate) shattered: bool,
    pub(crate) sp: Field<u8>,
    pub(crate) limbered: Field<u8>,
    pub(crate) cohesion: Field<u8>,
    pub(crate) star: Field<bool>,
    pub(crate) free_command: Field<bool>,
    pub(crate) sharpshooters: Field<bool>,
}

/// The mode of any arm.
#[derive(Debug, Copy, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Mode {
    Mounted,
    Dismounted,
    Unlimbered,
    Limbered,
}

/// What a scenario says about a commander above the brigade instead of what the files give.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OfficerTable {
    pub(crate) of: Spanned<String>,
    pub(crate) name: Option<String>,
    pub(crate) stars: Option<u8>,
    pub(crate) cv: Option<u8>,
    pub(crate) corps_rank: Option<u8>,
    pub(crate) replacement: Option<ReplacementTable>,
    #[serde(default)]
    pub(crate) replaced: bool,
    #[serde(default)]
    pub(crate) absent: bool,
    pub(crate) hex: Field<String>,
    pub(crate) with: Field<String>,
    pub(crate) arrives: Field<ArrivesTable>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlaceTable {
    pub(crate) pieces: Texts,
    #[serde(default)]
    pub(crate) hexes: Texts,
    pub(crate) within: Field<u8>,
    pub(crate) of: Field<String>,
    #[serde(default)]
    pub(crate) choose_mode: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HoldTable {
    pub(crate) pieces: Texts,
    pub(crate) until_turn: Field<String>,
    pub(crate) until_enemy_within: Option<u8>,
    pub(crate) reason: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct MarkersTable {
    pub(crate) works: Texts,
    pub(crate) building: Texts,
    pub(crate) burned: Vec<Spanned<Texts>>,
}

/// One text, or a list of them.
#[derive(Debug, Default)]
pub(crate) struct OneOrMany(pub(crate) Vec<String>);

impl<'de> Deserialize<'de> for OneOrMany {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = OneOrMany;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text, or a list of texts")
            }

            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<OneOrMany, E> {
                Ok(OneOrMany(vec![text.to_owned()]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<OneOrMany, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = seq.next_element()? {
                    texts.push(text);
                }
                Ok(OneOrMany(texts))
            }
        }
        deserializer.deserialize_any(Either)
    }
}
