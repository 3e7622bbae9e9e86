//! The shape of a case file.

use crate::Side;
use faults::{Faults, Source, Text, Texts, read_toml, read_toml_leniently};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "P: DeserializeOwned, X: DeserializeOwned"))]
pub(super) struct CaseFile<P, X> {
    pub game: Text,
    #[serde(default, rename = "case")]
    pub cases: Vec<Spanned<Case<P, X>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "P: DeserializeOwned, X: DeserializeOwned"))]
pub(super) struct Case<P, X> {
    pub title: Text,
    #[serde(default)]
    pub proves: Texts,
    #[serde(default, rename = "note")]
    pub _note: Option<String>,
    pub position: P,
    pub dice: Option<Spanned<Vec<u32>>>,
    #[serde(default)]
    pub play: Vec<Spanned<Step<X>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "X: DeserializeOwned"))]
pub(super) struct Step<X> {
    #[serde(default, rename = "do")]
    pub actions: Texts,
    pub by: Option<Side>,
    pub dice: Option<Spanned<Vec<u32>>>,
    #[serde(default)]
    pub refused: Texts,
    pub because: Option<Text>,
    #[serde(default)]
    pub odds: BTreeMap<String, Text>,
    pub asks: Option<Spanned<Asked>>,
    pub to: Option<Side>,
    pub question: Option<Text>,
    #[serde(default)]
    pub offered: Texts,
    #[serde(default)]
    pub not_offered: Texts,
    #[serde(default)]
    pub offered_exactly: Texts,
    #[serde(default)]
    pub told: Texts,
    #[serde(default)]
    pub not_told: Texts,
    #[serde(default)]
    pub heard: ByEyes<Texts>,
    #[serde(default)]
    pub not_heard: ByEyes<Texts>,
    pub over: Option<Spanned<Ending>>,
    pub points: Option<Spanned<[i32; 2]>>,
    pub expect: Option<X>,
    #[serde(default)]
    pub sees: ByEyes<Option<X>>,
}

/// Something for each pair of eyes that does not see all.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, bound(deserialize = "T: DeserializeOwned + Default"))]
pub(super) struct ByEyes<T> {
    #[serde(default)]
    pub union: T,
    #[serde(default)]
    pub confederate: T,
    #[serde(default)]
    pub watcher: T,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Asked {
    Union,
    Confederate,
    Both,
    Nobody,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Ending {
    Union,
    Confederate,
    Draw,
}

/// Reads the file's shape.
pub(super) fn read<P: DeserializeOwned, X: DeserializeOwned>(
    source: &Source,
) -> Result<CaseFile<P, X>, Faults> {
    read_toml(source)
}

/// Reads nothing but the game's name.
pub(super) fn game_of(source: &Source) -> Result<String, Faults> {
    #[derive(Deserialize)]
    struct NameOnly {
        game: String,
    }
    let reading = read_toml_leniently::<NameOnly>(source);
    reading.value.map(|file| file.game).ok_or(reading.faults)
}
