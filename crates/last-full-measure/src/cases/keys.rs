//! The keys of `[case.position]`.

use crate::model::numbers::{MovementPoints, StrengthPoints};
use crate::model::scenario::Limits;
use engine::BySide;
use faults::{Text, Texts};
use ground::text::MapText;
use serde::Deserialize;
use std::convert::identity;
use toml::Spanned;

/// A position as a case writes it. The keys are described in `docs/cases.md`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CasePosition {
    pub(super) scenario: Option<Text>,
    pub(super) map: Option<MapText>,

    pub(super) union: Texts,
    pub(super) confederate: Texts,
    pub(super) brigades: Texts,

    pub(super) phase: Option<Text>,
    pub(super) phasing: Option<Text>,
    pub(super) turn: Option<Spanned<u8>>,
    pub(super) second_half: Option<bool>,
    pub(super) first: Option<Text>,
    pub(super) fixed_order: Option<Text>,
    pub(super) turns: Texts,
    pub(super) night: Option<bool>,
    pub(super) rain: Option<bool>,

    pub(super) acting: BySide<Option<Text>>,
    pub(super) stand_in: BySide<Option<Text>>,
    pub(super) arrivals: Texts,
    pub(super) placements: Texts,
    pub(super) holds: Texts,

    pub(super) works: Texts,
    pub(super) building: Texts,
    pub(super) flipped: Texts,
    pub(super) burned: Texts,
    pub(super) prepared: Texts,
    pub(super) fired: Texts,

    pub(super) objectives: Texts,
    pub(super) conditions: Texts,
    pub(super) victory: VictoryText,
    pub(super) off_map_is_death: Option<bool>,

    pub(super) options: OptionsText,
    pub(super) limits: LimitsText,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct OptionsText {
    pub(super) card_edition: Option<bool>,
    pub(super) zoi_blocks_reorg: Option<bool>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct VictoryText {
    pub(super) per_sp: Option<u8>,
    pub(super) per_cavalry_sp: Option<u8>,
    pub(super) per_sharpshooter_sp: Option<u8>,
    pub(super) commanders: Option<bool>,
    /// `none`, or a ratio and the least points: `2:1 from 30`.
    pub(super) sudden: Option<Text>,
}

macro_rules! limits_text {
    ($($of:path { $($field:ident),+ $(,)? })+) => {
        #[derive(Clone, Debug, Default, Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub(super) struct LimitsText {
            $($($field: Option<u8>,)+)+
            reorganize_corps: Option<[u8; 2]>,
        }

        impl LimitsText {
            pub(super) fn apply(&self, limits: &mut Limits) {
                $($(if let Some(value) = self.$field {
                    limits.$field = $of(value);
                })+)+
                if let Some(value) = self.reorganize_corps {
                    limits.reorganize_corps = value;
                }
            }
        }
    };
}

fn strength(points: u8) -> StrengthPoints {
    StrengthPoints(points.into())
}

limits_text!(
    strength { stack_troops, stack_guns, combat_troops, combat_guns }
    identity {
        zoi_troops,
        zoi_guns,
        fire_range,
        command_army,
        command_corps,
        brigade_to_division,
        cavalry_to_division,
        command_brigade,
        reorganize_army,
    }
    MovementPoints::whole { march_foot, march_mounted }
);
