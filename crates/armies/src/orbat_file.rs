//! An order of battle as the file has it, before any check. Whatever a check can refuse keeps its place.

use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use crate::checker::Field;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OrbatFile {
    pub(crate) schema: Field<String>,
    pub(crate) battle: Field<String>,
    pub(crate) date: Field<Datetime>,
    #[serde(default)]
    pub(crate) army: Vec<Spanned<FormationTable>>,
}

/// An army, corps, division or brigade: one shape for all, so that a key out of place can be explained.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FormationTable {
    pub(crate) id: Field<String>,
    pub(crate) name: Field<String>,
    pub(crate) side: Field<String>,
    pub(crate) arm: Field<String>,
    pub(crate) commander: Field<CommanderTable>,
    pub(crate) men_sum: Field<i64>,
    pub(crate) men_engaged: Field<i64>,
    pub(crate) men_published: Field<i64>,
    pub(crate) men_alternative: Field<AlternativeTable>,
    pub(crate) guns_sum: Field<i64>,
    pub(crate) note: Field<String>,
    #[serde(default)]
    pub(crate) corps: Vec<Spanned<FormationTable>>,
    #[serde(default)]
    pub(crate) division: Vec<Spanned<FormationTable>>,
    #[serde(default)]
    pub(crate) brigade: Vec<Spanned<FormationTable>>,
    #[serde(default)]
    pub(crate) units: Vec<Spanned<UnitTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitTable {
    pub(crate) id: Field<String>,
    pub(crate) name: Field<String>,
    pub(crate) state: Field<String>,
    pub(crate) arm: Field<String>,
    pub(crate) men: Field<i64>,
    pub(crate) weapon: Field<String>,
    pub(crate) guns: Field<Vec<Spanned<GunsTable>>>,
    pub(crate) quality: Field<i64>,
    pub(crate) commander: Field<CommanderTable>,
    pub(crate) engaged: Option<bool>,
    pub(crate) note: Field<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GunsTable {
    pub(crate) r#type: Field<String>,
    pub(crate) n: Field<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CommanderTable {
    pub(crate) rank: Field<String>,
    pub(crate) name: Field<String>,
    pub(crate) ability: Field<i64>,
    pub(crate) fate: Field<String>,
    pub(crate) successors: Field<Vec<Spanned<CommanderTable>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AlternativeTable {
    pub(crate) men: Field<i64>,
    pub(crate) source: Field<String>,
}
