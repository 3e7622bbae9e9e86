//! The keys of `[case.position]`.

use crate::files::file::{CommandersTable, GoalsTable, LandmarksTable};
use crate::model::numbers::{Brigades, CommandBonus, Rerolls, Trains, Turn};
use crate::model::state::{Journey, Weather};
use engine::{BySide, Side};
use faults::{Text, Texts};
use ground::theatre::TheatreText;
use serde::Deserialize;
use toml::Spanned;

/// A position as a case writes it. The keys are described in `docs/cases.md`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CasePosition {
    pub(super) scenario: Option<Text>,
    pub(super) theatre: Option<Text>,
    pub(super) map: Option<TheatreText>,
    pub(super) landmarks: Option<LandmarksTable>,
    pub(super) goals: Option<GoalsTable>,
    pub(super) commanders: BySide<Option<CommandersTable>>,

    pub(super) union: Texts,
    pub(super) confederate: Texts,

    pub(super) phase: Option<Text>,
    pub(super) turn: Option<Spanned<Turn>>,
    pub(super) last_turn: Option<Spanned<Turn>>,
    pub(super) go: Option<Side>,
    pub(super) out: Vec<Side>,
    pub(super) initial_orders: Option<bool>,
    pub(super) bidding: Option<bool>,
    pub(super) initial_order_occupies: Option<bool>,

    pub(super) weather: Option<Weather>,
    pub(super) lee: Option<Journey>,
    pub(super) meade: Option<bool>,
    pub(super) bonus: BySide<Option<CommandBonus>>,
    pub(super) rerolls: BySide<Option<Rerolls>>,
    pub(super) lost: BySide<Option<Brigades>>,
    pub(super) trains_home: Option<Trains>,
    pub(super) trains_needed: Option<Trains>,
    pub(super) army_order: Vec<Side>,

    pub(super) depots: Texts,
    pub(super) depleted: Texts,
    pub(super) trains: Texts,
    pub(super) away: Texts,
    pub(super) rode: Texts,
}
