//! What stands on cards (section 4): top actions, bottom actions, melee numbers, formations.

use serde::{Deserialize, Serialize};

/// An action of the top of a Battle card (RRF-AP-2; a Reroll alone: R-79).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TopAction {
    /// Stands move by Move arrows, or by T.
    Move,
    /// Stands that pass their check move by T.
    Tactic,
    /// Stands charge.
    Charge,
    /// Stands fire.
    Fire,
    /// Stands rally.
    Rally,
    /// Reroll points alone: of use in melee only.
    Reroll,
}

impl TopAction {
    /// All of them.
    pub const ALL: [TopAction; 6] = [
        TopAction::Move,
        TopAction::Tactic,
        TopAction::Charge,
        TopAction::Fire,
        TopAction::Rally,
        TopAction::Reroll,
    ];

    /// As it is printed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TopAction::Move => "Move",
            TopAction::Tactic => "Tactic",
            TopAction::Charge => "Charge",
            TopAction::Fire => "Fire",
            TopAction::Rally => "Rally",
            TopAction::Reroll => "Reroll",
        }
    }
}

/// The action of the bottom of a Battle card (RRF-CARD-4).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bottom {
    /// RRF-BOM-1.
    CloseOrder,
    /// RRF-BOM-2.
    FieldColumn,
    /// RRF-BOM-4.
    Reinforce,
    /// RRF-BOM-5.
    IndianRush,
    /// RRF-BOM-6.
    HitAndRun,
    /// RRF-BOM-7.
    ZouaveDrill,
    /// RRF-ECH-1.
    Echelon,
    /// RRF-SHK-1.
    ShockColumn,
    /// RRF-BOF-2.
    Flankers,
    /// RRF-BOF-3.
    FiringLine,
    /// RRF-BOF-4.
    OpenOrder,
    /// RRF-BOF-5.
    LooseOrder,
    /// RRF-BOF-6.
    SkirmishLine,
    /// RRF-BOF-7.
    Sharpshooters,
    /// RRF-BOF-8.
    ShotAndShell,
}

impl Bottom {
    /// All of them.
    pub const ALL: [Bottom; 15] = [
        Bottom::CloseOrder,
        Bottom::FieldColumn,
        Bottom::Reinforce,
        Bottom::IndianRush,
        Bottom::HitAndRun,
        Bottom::ZouaveDrill,
        Bottom::Echelon,
        Bottom::ShockColumn,
        Bottom::Flankers,
        Bottom::FiringLine,
        Bottom::OpenOrder,
        Bottom::LooseOrder,
        Bottom::SkirmishLine,
        Bottom::Sharpshooters,
        Bottom::ShotAndShell,
    ];

    /// As it is printed.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Bottom::CloseOrder => "Close Order",
            Bottom::FieldColumn => "Field Column",
            Bottom::Reinforce => "Reinforce",
            Bottom::IndianRush => "Indian Rush",
            Bottom::HitAndRun => "Hit and Run",
            Bottom::ZouaveDrill => "Zouave Drill",
            Bottom::Echelon => "Echelon",
            Bottom::ShockColumn => "Shock Column",
            Bottom::Flankers => "Flankers",
            Bottom::FiringLine => "Firing Line",
            Bottom::OpenOrder => "Open Order",
            Bottom::LooseOrder => "Loose Order",
            Bottom::SkirmishLine => "Skirmish Line",
            Bottom::Sharpshooters => "Sharpshooters",
            Bottom::ShotAndShell => "Shot & Shell",
        }
    }

    /// As it is written in files and answers: `close-order`.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Bottom::CloseOrder => "close-order",
            Bottom::FieldColumn => "field-column",
            Bottom::Reinforce => "reinforce",
            Bottom::IndianRush => "indian-rush",
            Bottom::HitAndRun => "hit-and-run",
            Bottom::ZouaveDrill => "zouave-drill",
            Bottom::Echelon => "echelon",
            Bottom::ShockColumn => "shock-column",
            Bottom::Flankers => "flankers",
            Bottom::FiringLine => "firing-line",
            Bottom::OpenOrder => "open-order",
            Bottom::LooseOrder => "loose-order",
            Bottom::SkirmishLine => "skirmish-line",
            Bottom::Sharpshooters => "sharpshooters",
            Bottom::ShotAndShell => "shot-and-shell",
        }
    }

    /// Reads what [`Bottom::key`] wrote.
    #[must_use]
    pub fn parse(text: &str) -> Option<Bottom> {
        Bottom::ALL.into_iter().find(|bottom| bottom.key() == text)
    }

    /// When it may be played.
    #[must_use]
    pub const fn moment(self) -> Moment {
        match self {
            Bottom::FieldColumn | Bottom::IndianRush | Bottom::HitAndRun | Bottom::ZouaveDrill => {
                Moment::Turn
            }
            Bottom::Flankers
            | Bottom::FiringLine
            | Bottom::OpenOrder
            | Bottom::Sharpshooters
            | Bottom::ShotAndShell => Moment::TurnOrFire,
            Bottom::CloseOrder => Moment::EnemyMoves,
            Bottom::Reinforce => Moment::EnemyTouches,
            Bottom::Echelon | Bottom::ShockColumn => Moment::Charge,
            Bottom::LooseOrder | Bottom::SkirmishLine => Moment::Hit,
        }
    }
}

/// When the bottom of a card may be played.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Moment {
    /// As the turn's choice, and at no other time.
    Turn,
    /// As the turn's choice, or with any Fire of a stand of its brigade.
    TurnOrFire,
    /// In the other side's turn (I-1).
    EnemyMoves,
    /// When an enemy's movement touches a friend (I-3).
    EnemyTouches,
    /// With a charge of its brigade (I-2).
    Charge,
    /// When fire has hit a stand of its brigade (I-6).
    Hit,
}

/// A Battle card of a brigade (RRF-CARD-1 to RRF-CARD-5).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BattleCard {
    /// The action at its top.
    pub top: TopAction,
    /// On how many stands, at most; of a Reroll, how many points.
    pub amount: u8,
    /// Reroll points that come with the action; those of a Reroll alone are its amount (RRF-RRL-2, RRF-RRL-7).
    pub rerolls: u8,
    /// What it adds for the Attacker in melee; a missing number counts 0 (RRF-CARD-2, RRF-MEL-6a).
    pub red: Option<u8>,
    /// What it adds for the Defender (RRF-CARD-3).
    pub blue: Option<u8>,
    /// The action at its bottom.
    pub bottom: Bottom,
}

impl BattleCard {
    /// The Reroll points it brings: in melee, and to the action of its top (RRF-RRL-2, RRF-RRL-7).
    #[must_use]
    pub const fn points(&self) -> u8 {
        if matches!(self.top, TopAction::Reroll) { self.amount } else { self.rerolls }
    }
}

/// The Command card of a General (RRF-CMDC-1, RRF-CMDC-4); 0 where an action is not printed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommandCard {
    /// Cards drawn.
    pub draw: u8,
    /// Stands that Plan.
    pub plan: u8,
    /// Stands that March.
    pub march: u8,
    /// Stands that Rally.
    pub rally: u8,
    /// Reroll points, printed at the bottom.
    pub rerolls: u8,
    /// Only one of Plan, March and Rally may be used, as on the generic cards.
    pub one_of: bool,
}

/// Which eight cards an infantry brigade has (section 4.3).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// The usual one of the Union.
    Line,
    /// The usual one of the Confederacy.
    Assault,
    /// Sharpshooters.
    Light,
    /// Zouaves.
    Zouave,
    /// Frontiersmen.
    Frontier,
}

impl Style {
    /// All of them.
    pub const ALL: [Style; 5] = [Style::Line, Style::Assault, Style::Light, Style::Zouave, Style::Frontier];
}

/// How a brigade is deployed, by the Formation card of its campaign column (RRF-FORM-1).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Formation {
    /// RRF-FORM-3.
    Line,
    /// RRF-FORM-5.
    Skirmish,
    /// RRF-FORM-6.
    Frontier,
    /// RRF-FORM-8.
    Column,
    /// RRF-FORM-12.
    Assault,
    /// RRF-FORM-15.
    Reserve,
    /// No card for its column (RRF-FORM-18).
    Unformed,
}

impl Formation {
    /// All of them.
    pub const ALL: [Formation; 7] = [
        Formation::Line,
        Formation::Skirmish,
        Formation::Frontier,
        Formation::Column,
        Formation::Assault,
        Formation::Reserve,
        Formation::Unformed,
    ];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bottoms_read_back() {
        assert!(Bottom::ALL.into_iter().all(|bottom| Bottom::parse(bottom.key()) == Some(bottom)));
        assert!(Bottom::parse("mine").is_none());
    }
}
