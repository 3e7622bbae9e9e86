//! What is assumed where somebody asks how a combat will end: that both sides fight it out with all they have.
//!
//! Nothing here is a rule. An outlook is only as good as these assumptions, and says them.

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::numbers::{BaseValue, Brigades};
use crate::model::position::Position;
use crate::model::state::Role;
use crate::model::strength::{Arm, Kind, Strength};
use crate::model::task::Task;
use crate::rules::values::COMBINED;
use engine::{Side, agenda};

/// The assumptions in words.
pub(crate) const WORDS: &str = "the defender stands; both sides throw all dice they may, none again, and take \
    the brigades worth most";

impl Position<'_> {
    /// How an army is taken to answer, up to the last dice of a combat.
    pub(crate) fn assumed(&self, army: Side) -> Option<Action> {
        let role = self.state.battle.as_ref()?.role_of(army);
        Some(match agenda::pending::<FullMeasureOfDevotion>(*self, army)? {
            Task::StandOrWithdraw(_) => Action::Stand,
            Task::DeclareDice(_) => Action::Dice(self.most_dice(self.state.battle.as_ref()?.force(role)).0),
            Task::ThrowAgain(_) => Action::KeepDice,
            Task::SelectBrigades(_) => self.best_pick(role)?,
            _ => return None,
        })
    }

    /// The next brigade of the selection worth most, or that it is complete.
    fn best_pick(&self, role: Role) -> Option<Action> {
        let battle = self.state.battle.as_ref()?;
        let part = battle.share(role).part;
        let whole = self.force(battle.force(role)).strength;
        let needed = self.selection(battle, role);
        if part.size() >= needed || needed == whole.size() {
            return Some(Action::Confirm);
        }
        let best = best_selection(part, whole, needed);
        best.minus(part).kinds().next().map(Action::Pick)
    }
}

/// The selection of this size, from a Force, around what is chosen already, that is worth most: fresh brigades before
/// weak ones, and a brigade of another arm with the infantry even if it is a weak one (FMD-12.3-12, FMD-12.3-A2).
fn best_selection(part: Strength, whole: Strength, needed: Brigades) -> Strength {
    let foot_first = [Arm::Infantry, Arm::Artillery, Arm::Cavalry];
    let mut best: Option<(BaseValue, Strength)> = None;
    for arms in 0_u8..8 {
        let mut chosen = part;
        let rest = |chosen: Strength, kind: Kind| whole.of(kind) > chosen.of(kind);
        for (number, arm) in foot_first.into_iter().enumerate() {
            let kinds = [false, true].map(|weak| Kind { arm, weak });
            if arms & (1 << number) != 0
                && !chosen.has(arm)
                && chosen.size() < needed
                && let Some(kind) = kinds.into_iter().find(|&kind| rest(chosen, kind))
            {
                chosen.add(kind);
            }
        }
        for weak in [false, true] {
            for arm in foot_first {
                let kind = Kind { arm, weak };
                while chosen.size() < needed && rest(chosen, kind) {
                    chosen.add(kind);
                }
            }
        }
        let value = chosen.base_value() + BaseValue(2 * combined(chosen));
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, chosen));
        }
    }
    best.map_or(part, |(_, chosen)| chosen)
}

/// What the arms of a selection add for fighting together, in points.
fn combined(part: Strength) -> u8 {
    if part.has(Arm::Infantry) {
        COMBINED * (u8::from(part.has(Arm::Artillery)) + u8::from(part.has(Arm::Cavalry)))
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_weak_gun_is_worth_more_than_a_fifth_regiment() {
        let whole = Strength([0, 0, 6, 1, 0, 0]);
        assert_eq!(best_selection(Strength::NONE, whole, Brigades(4)), Strength([0, 0, 3, 1, 0, 0]));
    }

    #[test]
    fn what_is_chosen_stays_chosen() {
        let whole = Strength([1, 1, 2, 0, 0, 3]);
        let chosen = Strength([0, 0, 0, 0, 0, 2]);
        assert_eq!(best_selection(chosen, whole, Brigades(4)), Strength([1, 1, 0, 0, 0, 2]));
    }

    #[test]
    fn cavalry_alone_takes_its_fresh_brigades() {
        assert_eq!(
            best_selection(Strength::NONE, Strength([0, 2, 0, 0, 3, 0]), Brigades(3)),
            Strength([0, 2, 0, 0, 1, 0])
        );
    }
}
