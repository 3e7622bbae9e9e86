//! The keys of `[case.play.expect]`.

use crate::model::state::{Journey, Weather};
use engine::{BySide, Side};
use faults::{Text, Texts};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// What must hold. The keys are described in `docs/cases.md`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CaseExpect {
    pub(super) turn: Option<Spanned<u8>>,
    pub(super) phase: Option<Text>,
    pub(super) weather: Option<Spanned<Weather>>,
    pub(super) go: Option<Spanned<Side>>,
    pub(super) lee: Option<Spanned<Journey>>,
    pub(super) meade: Option<Spanned<bool>>,
    pub(super) bonus: BySide<Option<Spanned<i8>>>,
    pub(super) rerolls: BySide<Option<Spanned<u8>>>,
    pub(super) lost: BySide<Option<Spanned<u8>>>,
    pub(super) trains_home: Option<Spanned<u8>>,
    pub(super) trains_needed: Option<Spanned<u8>>,
    pub(super) swapped: Option<Spanned<bool>>,

    pub(super) forces: BTreeMap<String, Text>,
    pub(super) on_map: BySide<Option<Spanned<String>>>,
    pub(super) sleighs: BySide<Option<Spanned<usize>>>,
    pub(super) pool: BySide<Option<Spanned<String>>>,
    pub(super) away: Option<Spanned<Texts>>,

    pub(super) depots: Option<Spanned<Texts>>,
    pub(super) depleted: Option<Spanned<Texts>>,
    pub(super) trains: Option<Spanned<Texts>>,

    pub(super) battle: Option<Spanned<BattleExpect>>,
    pub(super) no_battle: Option<Spanned<bool>>,
    pub(super) cost: BTreeMap<String, Text>,
    pub(super) allowance: BTreeMap<String, Text>,
    pub(super) attrition: BTreeMap<String, Spanned<u8>>,
}

/// What must hold of the combat being fought. Pairs are the attacker's, then the defender's.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct BattleExpect {
    pub(super) attacker: Option<Text>,
    pub(super) defender: Option<Text>,
    pub(super) at: Option<Text>,
    pub(super) from: Option<Text>,
    pub(super) stage: Option<Text>,
    pub(super) dice: Option<Spanned<[Vec<u8>; 2]>>,
    pub(super) base: Option<Spanned<[f64; 2]>>,
    pub(super) adjusted: Option<Spanned<[i16; 2]>>,
    pub(super) last: Option<Spanned<[u8; 2]>>,
    pub(super) margin: Option<Spanned<u8>>,
    pub(super) winner: Option<Text>,
    pub(super) hits: Option<Spanned<[u8; 2]>>,
    pub(super) part: Option<Spanned<[String; 2]>>,
}
