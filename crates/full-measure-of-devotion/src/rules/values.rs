//! Combat values: what adds to the brigades that take part, and the last dice (chapter 12.3).

use crate::model::event::{Factor, What};
use crate::model::numbers::{BaseValue, Brigades, CombatValue};
use crate::model::position::{Play, Position};
use crate::model::state::{Battle, Role, Step};
use crate::model::strength::Arm;
use ground::theatre::Country;

/// What each other arm that fights beside infantry adds, in points (FMD-12.3-A2).
pub(crate) const COMBINED: u8 = 2;

impl Factor {
    /// What it adds, in points.
    #[must_use]
    pub const fn points(self) -> i16 {
        match self {
            Factor::Support(forces) => 2 * forces as i16,
            Factor::CombinedArms(points) => points as i16,
            Factor::Forest | Factor::Crossing => 2,
            Factor::MinorRiver | Factor::Pass => 3,
            Factor::Burdens { less, .. } => -(less as i16),
            Factor::CavalryAlone => -2,
        }
    }
}

impl BaseValue {
    /// The value with so many points added, rounded down once, below zero too (FMD-12.3-13, RUL-36).
    #[must_use]
    pub fn adjusted(self, points: i16) -> CombatValue {
        CombatValue((i16::from(self.0) + 2 * points).div_euclid(2))
    }
}

impl Position<'_> {
    /// The adjustments of one side's value, in whole points.
    pub(crate) fn factors(&self, battle: &Battle, role: Role, mut found: impl FnMut(Factor)) {
        let force = battle.force(role);
        let part = battle.share(role).part;
        // FMD-12.3-A1
        let support = self
            .state
            .forces_of(force.side())
            .filter(|&(other, at)| other != force && self.campaign.theatre.grid.adjacent(at, battle.at));
        match support.count() as u8 {
            0 => {}
            forces => found(Factor::Support(forces)),
        }
        // FMD-12.3-A2
        if part.has(Arm::Infantry) {
            match u8::from(part.has(Arm::Artillery)) + u8::from(part.has(Arm::Cavalry)) {
                0 => {}
                arms => found(Factor::CombinedArms(COMBINED * arms)),
            }
        }
        let markers = self.force(force).markers;
        // FMD-12.3-A8, FMD-12.3-A9: three for the first marker, one for each further one; FATIGUE burdens a defender
        // only.
        let mut burdens = u8::from(markers.forage) + markers.combat.count();
        if role == Role::Defender {
            burdens += u8::from(markers.fatigue);
            self.ground_factors(battle, &mut found);
        }
        if burdens > 0 {
            found(Factor::Burdens { less: burdens + 2, role });
        }
        // FMD-12.3-A10: once brigades are shown, as it was shown.
        let alone = if battle.step > Step::Select {
            battle.share(role).cavalry_alone
        } else {
            self.is_cavalry_alone(battle, role)
        };
        if alone {
            found(Factor::CavalryAlone);
        }
    }

    /// Whether a Force of cavalry only meets one with any foot or guns, be they held back or not (FMD-12.3-A10,
    /// RUL-35).
    fn is_cavalry_alone(&self, battle: &Battle, role: Role) -> bool {
        let strength = |role| self.force(battle.force(role)).strength;
        strength(role).is_only(Arm::Cavalry) && strength(role.other()).has_foot_or_guns()
    }

    /// What the ground does for the defender.
    fn ground_factors(&self, battle: &Battle, found: &mut impl FnMut(Factor)) {
        let Some(border) = self.campaign.border(battle.from, battle.at) else { return };
        let country = self.campaign.theatre.country(battle.at);
        // FMD-12.3-A3
        if country == Country::Forest {
            found(Factor::Forest);
        }
        // FMD-12.3-A4, or FMD-12.3-A6: never both.
        if border.river.is_some() {
            found(if border.passage.is_some() { Factor::Crossing } else { Factor::MinorRiver });
        }
        // FMD-12.3-A7
        if country == Country::Mountain || border.ridge {
            found(Factor::Pass);
        }
    }
}

impl Play<'_> {
    /// Both have selected: brigades are shown, values worked out, the last dice thrown (C7 to C9).
    pub(crate) fn resolve(&mut self) {
        self.story.reveal();
        let mut totals = [CombatValue::ZERO; 2];
        for role in Role::BOTH {
            let battle = self.battle_mut();
            let (force, share) = (battle.force(role), battle.share(role));
            let part = share.part;
            let exact = Brigades(share.total()) > part.size();
            // FMD-12.3-11: only those that take part, and both sides at once.
            self.tell(What::Revealed { force, part });
            self.state.evidence.shown(force, part, exact);
        }
        for role in Role::BOTH {
            let position = self.position();
            let Some(battle) = position.battle() else { return };
            let alone = position.is_cavalry_alone(battle, role);
            let (force, part, enemy) =
                (battle.force(role), battle.share(role).part, battle.force(role.other()));
            self.state.evidence.matched(force, part, enemy, alone);
            self.battle_mut().shares[role.index()].cavalry_alone = alone;
        }
        for role in Role::BOTH {
            let position = self.position();
            let Some(battle) = position.battle() else { return };
            let (force, base) = (battle.force(role), battle.share(role).part.base_value());
            let mut factors = arrayvec::ArrayVec::<Factor, 8>::new();
            position.factors(battle, role, |factor| factors.push(factor));
            let points: i16 = factors.iter().map(|factor| factor.points()).sum();
            let adjusted = base.adjusted(points);
            for factor in factors {
                self.tell(What::Adjusted { force, factor });
            }
            // FMD-12.3-14
            let die = self.chance.d6("final combat value");
            let total = adjusted + CombatValue(die.into());
            totals[role.index()] = total;
            let share = &mut self.battle_mut().shares[role.index()];
            share.adjusted = adjusted;
            share.last = die;
            self.tell(What::Values { force, base, adjusted, die, total });
        }
        self.settle_result(totals);
    }
}
