//! Arrivals as the file has them, before any check.

use serde::Deserialize;
use toml::Spanned;
use toml::value::Datetime;

use crate::checker::Field;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArrivalsFile {
    pub(super) schema: Field<String>,
    pub(super) battle: Field<String>,
    pub(super) date: Field<Datetime>,
    pub(super) start_time: Field<String>,
    pub(super) end_time: Field<String>,
    pub(super) first_light: Field<String>,
    pub(super) sunset: Field<String>,
    #[serde(default)]
    pub(super) entry_point: Vec<Spanned<EntryPointTable>>,
    #[serde(default)]
    pub(super) event: Vec<Spanned<EventTable>>,
    #[serde(default)]
    pub(super) commander_arrival: Vec<Spanned<CommanderArrivalTable>>,
    #[serde(default)]
    pub(super) arrival: Vec<Spanned<ArrivalTable>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EntryPointTable {
    pub(super) id: Field<String>,
    pub(super) road: Field<String>,
    pub(super) edge: Field<String>,
    pub(super) at: Field<[f64; 2]>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct EventTable {
    pub(super) time: Field<String>,
    pub(super) text: Field<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CommanderArrivalTable {
    pub(super) unit: Field<String>,
    pub(super) name: Field<String>,
    pub(super) rank: Field<String>,
    pub(super) ability: Field<i64>,
    pub(super) time: Field<String>,
    pub(super) at: Field<[f64; 2]>,
    pub(super) note: Field<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ArrivalTable {
    pub(super) unit: Field<String>,
    pub(super) mode: Field<String>,
    pub(super) time: Field<String>,
    pub(super) uncertainty_min: Field<i64>,
    pub(super) start: Field<[f64; 2]>,
    pub(super) entry: Field<String>,
    pub(super) deployed: Field<String>,
    pub(super) formation: Field<String>,
    pub(super) line: Field<Vec<Spanned<[f64; 2]>>>,
    pub(super) facing_deg: Field<i64>,
    #[serde(default)]
    pub(super) moves: Vec<Spanned<MoveTable>>,
    pub(super) note: Field<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveTable {
    pub(super) time: Field<String>,
    pub(super) to: Field<[f64; 2]>,
    pub(super) what: Field<String>,
}
