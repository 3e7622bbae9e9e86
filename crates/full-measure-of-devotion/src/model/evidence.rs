//! What an attentive enemy has worked out about each Force, from what everybody has seen.
//!
//! The set-up is public, and so is much that happens afterwards: who split and who joined, how far a Force marched,
//! what it showed in combat, how many brigades died. [`Evidence`] keeps the conclusions. It holds nothing that is not
//! public, and [`imagine`](crate::model::imagine) draws hidden worlds within it.
//!
//! Forces that have exchanged brigades out of sight are one *family*: how many brigades the family has is known, how
//! its Forces share them is not.

use crate::model::campaign::Campaign;
use crate::model::ids::{CommanderId, FORCES, ForceId, MOST_COMMANDERS, Officers};
use crate::model::numbers::{Brigades, Hits, MovementPoints, Turn};
use crate::model::state::{Force, MOST_BRIGADES, March, Weather};
use crate::model::strength::{Arm, Kind, Strength};
use arrayvec::ArrayVec;
use engine::{BySide, Side};
use ground::Hex;
use serde::{Deserialize, Serialize};

engine::id!(
    /// A family of Forces.
    FamilyId(u8)
);

/// Destroyed Forces whose commanders are not back yet, as far as they are told apart.
const GRAVES: usize = 32 - FORCES;

/// The conclusions.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// About each Force.
    pub(super) clues: [Clue; FORCES],
    /// About each family.
    pub(super) families: [Family; FORCES],
    /// Dead brigades of each side of which neither arm nor Force is known.
    pub(super) loose: BySide<Brigades>,
    /// Where each commander may be: a bit for each Force, then one for each grave.
    pub(super) whereabouts: [u32; MOST_COMMANDERS],
    /// Where Forces were destroyed lately, and when.
    pub(super) graves: ArrayVec<(Hex, Turn), GRAVES>,
}

/// What is known of a Force. Arms stand in the order of [`Arm::ALL`].
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Clue {
    /// Its family; `None` while its sleigh is in the pool.
    pub(super) family: Option<FamilyId>,
    /// It has at least so many brigades of each arm.
    pub(super) least: [Brigades; 3],
    /// And at most so many.
    pub(super) most: [Brigades; 3],
    /// At least so many of them are weak.
    pub(super) weak_least: [Brigades; 3],
    /// At most so many brigades are weak.
    pub(super) weak_most: Brigades,
    /// It has foot or guns: the hexes it could retreat to have shown it (RUL-43).
    pub(super) foot: bool,
    /// Where its initial order was written.
    pub(super) origin: Hex,
    /// How many hexes of its initial march are walked.
    pub(super) walked: u8,
}

/// What is known of a family.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Family {
    /// Its brigades of each arm, but for those that died unseen.
    pub(super) men: [Brigades; 3],
    /// How many died unseen, whatever their arm.
    pub(super) dead: Brigades,
}

/// Who is no cavalry.
const FOOT_AND_GUNS: [Arm; 2] = [Arm::Artillery, Arm::Infantry];
/// No brigade of any arm.
const NOBODY: [Brigades; 3] = [Brigades::ZERO; 3];

impl Clue {
    /// It has no brigade of this arm.
    fn has_none(&mut self, arm: Arm) {
        for count in [&mut self.least, &mut self.most, &mut self.weak_least] {
            count[arm.index()] = Brigades::ZERO;
        }
    }

    /// It is known to have nothing but cavalry.
    fn is_only_cavalry(&self) -> bool {
        FOOT_AND_GUNS.into_iter().all(|arm| self.most[arm.index()] == Brigades::ZERO)
    }

    /// It is known to have foot or guns.
    fn has_foot_or_guns(&self) -> bool {
        self.foot || FOOT_AND_GUNS.into_iter().any(|arm| self.least[arm.index()] > Brigades::ZERO)
    }
}

/// Each hit may have made another brigade weak.
const fn weakened(hits: Hits) -> Brigades {
    Brigades(hits.0)
}

const fn bit(force: ForceId) -> u32 {
    1 << force.0
}

fn all_of(side: Side) -> u32 {
    ForceId::of(side).fold(0, |bits, force| bits | bit(force))
}

fn arms(strength: Strength) -> [Brigades; 3] {
    Arm::ALL.map(|arm| strength.arm(arm))
}

fn weak(strength: Strength) -> [Brigades; 3] {
    Arm::ALL.map(|arm| strength.of(Kind { arm, weak: true }))
}

/// Brigades of all arms.
fn all(arms: [Brigades; 3]) -> Brigades {
    arms.into_iter().sum()
}

fn lessen(counts: &mut [Brigades; 3], by: [Brigades; 3]) {
    counts.iter_mut().zip(by).for_each(|(count, less)| *count = count.saturating_sub(less));
}

fn raise(counts: &mut [Brigades; 3], to: [Brigades; 3]) {
    counts.iter_mut().zip(to).for_each(|(count, least)| *count = (*count).max(least));
}

impl Evidence {
    /// What the set-up shows: everything.
    #[must_use]
    pub fn at_start(forces: &[Force; FORCES]) -> Evidence {
        let mut evidence = Evidence::default();
        for force in ForceId::all() {
            let detail = &forces[force.index()];
            if detail.at.is_none() {
                continue;
            }
            let men = arms(detail.strength);
            evidence.clues[force.index()] = Clue {
                family: Some(FamilyId(force.0)),
                least: men,
                most: men,
                weak_least: weak(detail.strength),
                weak_most: all(weak(detail.strength)),
                foot: false,
                origin: detail.at.unwrap_or_default(),
                walked: 0,
            };
            evidence.families[force.index()] = Family { men, dead: Brigades::ZERO };
            for commander in detail.officers.iter() {
                evidence.whereabouts[commander.index()] = bit(force);
            }
        }
        evidence
    }

    fn clue(&mut self, force: ForceId) -> &mut Clue {
        &mut self.clues[force.index()]
    }

    fn family_of(&mut self, force: ForceId) -> Option<&mut Family> {
        self.clues[force.index()].family.map(|family| &mut self.families[family.index()])
    }

    /// Whether any Force of a side belongs to the family.
    fn is_in_use(&self, side: Side, family: FamilyId) -> bool {
        ForceId::of(side).any(|force| self.clues[force.index()].family == Some(family))
    }

    /// Brigades of a Force died, and nobody knows of which arm.
    fn bury(&mut self, force: ForceId, deaths: Brigades) {
        if let Some(family) = self.family_of(force) {
            family.dead += deaths;
        }
    }

    /// Brigades of a Force died, and everybody saw of which arms.
    fn strike_off(&mut self, force: ForceId, deaths: [Brigades; 3]) {
        if let Some(family) = self.family_of(force) {
            lessen(&mut family.men, deaths);
        }
    }

    /// Hits on a Force that were placed out of sight.
    pub(crate) fn hidden_hits(&mut self, force: ForceId, hits: Hits) {
        let clue = self.clue(force);
        clue.weak_most = clue.weak_most.saturating_add(weakened(hits));
    }

    /// Brigades of a Force died, nobody saw which.
    pub(crate) fn hidden_deaths(&mut self, force: ForceId, deaths: Brigades) {
        self.bury(force, deaths);
        let clue = self.clue(force);
        clue.foot = false;
        lessen(&mut clue.least, [deaths; 3]);
        lessen(&mut clue.weak_least, [deaths; 3]);
    }

    /// Brigades of a side died, nobody saw where.
    pub(crate) fn loose_deaths(&mut self, side: Side, deaths: Brigades) {
        self.loose[side] += deaths;
        for force in ForceId::of(side) {
            let clue = self.clue(force);
            clue.foot = false;
            lessen(&mut clue.least, [deaths; 3]);
            lessen(&mut clue.weak_least, [deaths; 3]);
        }
    }

    /// All that was left of a Force died.
    pub(crate) fn perished(&mut self, force: ForceId, size: Brigades) {
        self.bury(force, size);
    }

    /// Its guns were taken, be there none: it has no others.
    pub(crate) fn guns_lost(&mut self, force: ForceId, guns: Brigades) {
        self.strike_off(force, [guns, Brigades::ZERO, Brigades::ZERO]);
        let clue = self.clue(force);
        clue.has_none(Arm::Artillery);
        // The guns may have been all the foot and guns it had.
        clue.foot &= guns == Brigades::ZERO;
    }

    /// A Force has left the map.
    pub(crate) fn destroyed(
        &mut self,
        campaign: &Campaign,
        force: ForceId,
        leader: CommanderId,
        at: Hex,
        turn: Turn,
    ) {
        let family = self.clues[force.index()].family;
        *self.clue(force) = Clue::default();
        if let Some(family) = family.filter(|&family| !self.is_in_use(force.side(), family)) {
            self.close_family(force.side(), family);
        }
        if self.graves.is_full() {
            self.graves.pop();
        }
        self.graves.push((at, turn));
        let grave = 1 << (FORCES + self.graves.len() - 1);
        for commander in campaign.officers_of(force.side()).iter() {
            let place = &mut self.whereabouts[commander.index()];
            if commander == leader {
                *place = grave;
            } else if *place & bit(force) != 0 {
                *place = *place & !bit(force) | grave;
            }
        }
    }

    /// A family has no Force left: whatever it lost that nobody could place is placed now.
    fn close_family(&mut self, side: Side, family: FamilyId) {
        let Family { men, dead } = std::mem::take(&mut self.families[family.index()]);
        let placed = all(men).saturating_sub(dead);
        let loose = &mut self.loose[side];
        *loose = loose.saturating_sub(placed);
    }

    /// A Force was divided out of sight.
    pub(crate) fn split(&mut self, campaign: &Campaign, old: ForceId, new: ForceId) {
        let clue = self.clue(old);
        (clue.least, clue.weak_least, clue.foot) = (NOBODY, NOBODY, false);
        let part = *clue;
        *self.clue(new) = part;
        for commander in campaign.officers_of(old.side()).iter() {
            let place = &mut self.whereabouts[commander.index()];
            if *place & bit(old) != 0 {
                *place |= bit(new);
            }
        }
    }

    /// Two Forces became one.
    pub(crate) fn merged(&mut self, kept: ForceId, gone: ForceId) {
        let went = std::mem::take(self.clue(gone));
        let clue = self.clue(kept);
        for arm in 0..3 {
            clue.least[arm] += went.least[arm];
            // No army has more.
            clue.most[arm] = clue.most[arm].saturating_add(went.most[arm]).min(MOST_BRIGADES);
            clue.weak_least[arm] += went.weak_least[arm];
        }
        clue.weak_most = clue.weak_most.saturating_add(went.weak_most);
        if let (Some(family), Some(old)) = (clue.family, went.family.filter(|_| went.family != clue.family)) {
            let joined = std::mem::take(&mut self.families[old.index()]);
            let sum = &mut self.families[family.index()];
            sum.men.iter_mut().zip(joined.men).for_each(|(men, more)| *men += more);
            sum.dead += joined.dead;
            for clue in self.clues.iter_mut().filter(|clue| clue.family == Some(old)) {
                clue.family = Some(family);
            }
        }
        for place in &mut self.whereabouts {
            if *place & bit(gone) != 0 {
                *place = *place & !bit(gone) | bit(kept);
            }
        }
    }

    /// Brigades took part in a combat and were seen; `exact` if no others can have been there.
    pub(crate) fn shown(&mut self, force: ForceId, part: Strength, exact: bool) {
        let clue = self.clue(force);
        raise(&mut clue.least, arms(part));
        raise(&mut clue.weak_least, weak(part));
        clue.weak_most = clue.weak_most.max(all(clue.weak_least));
        if !exact {
            return;
        }
        (clue.least, clue.most) = (arms(part), arms(part));
        (clue.weak_least, clue.weak_most) = (weak(part), all(weak(part)));
        let Some(old) = clue.family else { return };
        let used = |family| Side::BOTH.into_iter().any(|side| self.is_in_use(side, family));
        let is_kin = |other: ForceId| other != force && self.clues[other.index()].family == Some(old);
        if ForceId::of(force.side()).any(is_kin) {
            // Families in use are never more than Forces.
            let free = (0..FORCES).map(FamilyId::at).find(|&family| !used(family)).unwrap_or(old);
            lessen(&mut self.families[old.index()].men, arms(part));
            self.families[free.index()] = Family { men: arms(part), dead: Brigades::ZERO };
            self.clue(force).family = Some(free);
        } else {
            let Family { men, dead } = self.families[old.index()];
            let placed = all(men).saturating_sub(dead).saturating_sub(part.size());
            let loose = &mut self.loose[force.side()];
            *loose = loose.saturating_sub(placed);
            self.families[old.index()] = Family { men: arms(part), dead: Brigades::ZERO };
        }
    }

    /// Hits on brigades that everybody saw.
    pub(crate) fn casualties(&mut self, force: ForceId, before: Strength, after: Strength) {
        let deaths: [Brigades; 3] = Arm::ALL.map(|arm| before.arm(arm) - after.arm(arm));
        self.strike_off(force, deaths);
        let clue = self.clue(force);
        // Those who died may have been all the foot and guns it had.
        clue.foot &= FOOT_AND_GUNS.into_iter().all(|arm| deaths[arm.index()] == Brigades::ZERO);
        lessen(&mut clue.least, deaths);
        lessen(&mut clue.most, deaths);
        // Those that took part are weak as seen; others may be weak besides.
        let (was, is) = (weak(before), weak(after));
        for arm in 0..3 {
            clue.weak_least[arm] =
                (clue.weak_least[arm].saturating_sub(was[arm]) + is[arm]).min(clue.least[arm]);
        }
        clue.weak_most = clue.weak_most.saturating_sub(all(was)).saturating_add(all(is));
    }

    /// A Force said that it is all cavalry.
    pub(crate) fn is_only_cavalry(&mut self, force: ForceId) {
        let clue = self.clue(force);
        FOOT_AND_GUNS.into_iter().for_each(|arm| clue.has_none(arm));
    }

    /// The hexes open to a beaten Force show whether it has foot or guns.
    pub(crate) fn has_foot_or_guns(&mut self, force: ForceId, has: bool) {
        if has {
            self.clue(force).foot = true;
        } else {
            self.is_only_cavalry(force);
        }
    }

    /// Two Forces have shown brigades in a combat, and that the first is cavalry alone against other arms, or is not
    /// (FMD-12.3-A10).
    pub(crate) fn matched(&mut self, force: ForceId, part: Strength, enemy: ForceId, alone: bool) {
        if alone {
            self.is_only_cavalry(force);
            self.has_foot_or_guns(enemy, true);
        } else if part.is_only(Arm::Cavalry) {
            // One of the two has held back what would tell; which one is known where the other shows what it is.
            if self.clues[enemy.index()].has_foot_or_guns() {
                self.has_foot_or_guns(force, true);
            } else if self.clues[force.index()].is_only_cavalry() {
                self.is_only_cavalry(enemy);
            }
        }
    }

    /// A Force walked a hex of its initial order.
    pub(crate) fn walked(&mut self, force: ForceId) {
        self.clue(force).walked += 1;
    }

    /// It was said whether a Force has cavalry.
    pub(crate) fn has_cavalry(&mut self, force: ForceId, has: bool) {
        let clue = self.clue(force);
        if has {
            let least = &mut clue.least[Arm::Cavalry.index()];
            *least = (*least).max(Brigades(1));
        } else {
            clue.has_none(Arm::Cavalry);
        }
    }

    /// A Force has marched so far that some arms cannot be with it.
    pub(crate) fn moved(
        &mut self,
        campaign: &Campaign,
        march: &March,
        spent: MovementPoints,
        weather: Weather,
        unhurried: bool,
    ) {
        for arm in Arm::ALL {
            let mut one = Strength::NONE;
            one.add(Kind { arm, weak: false });
            let (basic, forced) = campaign.allowance(one, weather);
            // RUL-47: who has attacked and goes on does not force march; a drift may end a force march in an attack.
            let attacked = march.fought && !march.over;
            let slow =
                unhurried || march.initial || march.foraging || attacked || weather == Weather::Torrential;
            if spent > if slow { basic } else { forced } {
                self.clue(march.force).has_none(arm);
            }
        }
    }

    /// Attrition: how many brigades may be weak now.
    pub(crate) fn attrition(&mut self, campaign: &Campaign, weather: Weather, forces: &[Force; FORCES]) {
        for force in ForceId::all() {
            let detail = &forces[force.index()];
            if detail.at.is_none() {
                continue;
            }
            let Family { men, dead } = self.family_of(force).map_or_else(Family::default, |family| *family);
            let clue = self.clue(force);
            let most = clue.most.into_iter().fold(Brigades::ZERO, Brigades::saturating_add);
            let size = most.min(all(men).saturating_sub(dead));
            let hits = campaign.tables.attrition(size, detail.markers.forage, weather);
            clue.weak_most = clue.weak_most.saturating_add(weakened(hits));
        }
    }

    /// A commander is on a sleigh.
    pub(crate) fn leads(&mut self, force: ForceId, commander: CommanderId) {
        self.whereabouts[commander.index()] = bit(force);
    }

    /// A commander of a side rode somewhere: whoever leads no Force may have.
    pub(crate) fn rode(&mut self, campaign: &Campaign, side: Side, forces: &[Force; FORCES]) {
        let all = all_of(side);
        let on_map = ForceId::of(side).map(|force| &forces[force.index()]).filter(|force| force.at.is_some());
        let leaders: Officers = on_map.map(|force| force.leader).collect();
        let others = campaign.officers_of(side).minus(campaign.all_division_counters()).minus(leaders);
        for commander in others.iter() {
            let place = &mut self.whereabouts[commander.index()];
            if *place & all != 0 {
                *place |= all;
            }
        }
    }

    /// Meade for Hooker.
    pub(crate) fn replaced(&mut self, hooker: CommanderId, meade: CommanderId) {
        self.whereabouts[meade.index()] = std::mem::take(&mut self.whereabouts[hooker.index()]);
    }

    /// Commanders of Forces destroyed before this turn are back, somewhere.
    pub(crate) fn graves_closed(&mut self, campaign: &Campaign, turn: Turn) {
        let mut moved = [None; GRAVES];
        let mut kept = ArrayVec::new();
        for (number, &(at, since)) in self.graves.iter().enumerate() {
            if since >= turn {
                moved[number] = Some(kept.len());
                kept.push((at, since));
            }
        }
        self.graves = kept;
        for (number, commander) in campaign.commanders.iter().enumerate() {
            let place = &mut self.whereabouts[number];
            let before = *place;
            *place &= (1 << FORCES) - 1;
            for (grave, now) in moved.iter().enumerate() {
                if before & (1 << (FORCES + grave)) != 0 {
                    *place |= now.map_or_else(|| all_of(commander.side), |now| 1 << (FORCES + now));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FullMeasureOfDevotion;
    use crate::files::{Library, scenario};
    use crate::model::route::Route;
    use crate::model::state::{Away, Phase, Purpose, Sorting, State};
    use engine::chance::Quick;
    use engine::playout::Next;
    use engine::{Eyes, Playout, Rules, Silent};

    const OURS: ForceId = ForceId(0);
    const THEIRS: ForceId = ForceId(12);
    const HORSE: Strength = Strength([0, 1, 0, 0, 0, 0]);

    /// Two Forces of which nothing is known but how many brigades there may be, after both have shown cavalry.
    fn two_with_horse(alone: bool, know: impl FnOnce(&mut Evidence)) -> [Clue; 2] {
        let mut evidence = Evidence::default();
        for force in [OURS, THEIRS] {
            evidence.clue(force).most = [Brigades(3); 3];
            evidence.shown(force, HORSE, false);
        }
        know(&mut evidence);
        evidence.matched(OURS, HORSE, THEIRS, alone);
        [evidence.clues[OURS.index()], evidence.clues[THEIRS.index()]]
    }

    #[test]
    fn a_loss_of_two_points_shows_cavalry_alone_and_foot_or_guns_held_back() {
        let _proof = engine::proof::proves(&["RUL-35"]);
        let [ours, theirs] = two_with_horse(true, |_| {});
        assert!(ours.is_only_cavalry() && !ours.has_foot_or_guns());
        assert!(theirs.has_foot_or_guns() && !theirs.is_only_cavalry());
    }

    #[test]
    fn without_the_loss_one_of_the_two_is_known_where_the_other_is() {
        let [ours, theirs] = two_with_horse(false, |_| {});
        assert!([ours, theirs].iter().all(|clue| !clue.is_only_cavalry() && !clue.has_foot_or_guns()));
        let [ours, _] = two_with_horse(false, |evidence| evidence.has_foot_or_guns(THEIRS, true));
        assert!(ours.has_foot_or_guns());
        let [_, theirs] = two_with_horse(false, |evidence| evidence.is_only_cavalry(OURS));
        assert!(theirs.is_only_cavalry());
    }

    #[test]
    fn foot_or_guns_that_may_have_died_are_known_no_more() {
        let mut evidence = Evidence::default();
        evidence.has_foot_or_guns(OURS, true);
        evidence.casualties(OURS, HORSE, Strength::NONE);
        assert!(evidence.clues[OURS.index()].has_foot_or_guns());
        evidence.casualties(OURS, Strength([0, 0, 1, 0, 0, 0]), Strength::NONE);
        assert!(!evidence.clues[OURS.index()].has_foot_or_guns());
        evidence.has_foot_or_guns(OURS, true);
        evidence.clue(OURS).most = [Brigades(2); 3];
        evidence.guns_lost(OURS, Brigades::ZERO);
        assert!(evidence.clues[OURS.index()].has_foot_or_guns(), "no gun was lost");
        assert_eq!(evidence.clues[OURS.index()].most[Arm::Artillery.index()], Brigades::ZERO);
        evidence.guns_lost(OURS, Brigades(1));
        assert!(!evidence.clues[OURS.index()].has_foot_or_guns());
    }

    /// What must be true of an army, as far as the evidence goes; what is not.
    fn contradiction(rules: &FullMeasureOfDevotion, state: &State, side: Side) -> Option<String> {
        let evidence = &state.evidence;
        let mut living = Brigades::ZERO;
        let mut kin = [Brigades::ZERO; FORCES];
        for (force, _) in state.forces_of(side) {
            let (clue, strength) = (&evidence.clues[force.index()], state.force(force).strength);
            let (men, weak) = (arms(strength), weak(strength));
            let within = (0..3).all(|arm| {
                (clue.least[arm]..=clue.most[arm]).contains(&men[arm]) && clue.weak_least[arm] <= weak[arm]
            });
            let suits = !clue.foot || strength.has_foot_or_guns();
            let Some(family) = clue.family else { return Some(format!("{} has no family", force.name())) };
            if !(within && suits && all(weak) <= clue.weak_most) {
                return Some(format!("{}: {strength:?} is not {clue:?}", force.name()));
            }
            kin[family.index()] += strength.size();
            living += strength.size();
        }
        let mut known = Brigades::ZERO;
        for (&Family { men, dead }, kin) in evidence.families.iter().zip(kin) {
            if kin > Brigades::ZERO {
                known += all(men).saturating_sub(dead);
                if all(men).saturating_sub(dead) < kin {
                    return Some(format!("{kin} brigades are more than {men:?} without {dead}"));
                }
            }
        }
        if known.saturating_sub(evidence.loose[side]) != living {
            return Some(format!("{living} brigades are not {known} without {}", evidence.loose[side]));
        }
        let places = |commander: CommanderId| evidence.whereabouts[commander.index()];
        let counters = rules.campaign.all_division_counters();
        for (force, _) in state.forces_of(side) {
            let hidden = state.force(force).officers.minus(counters);
            if let Some(who) = hidden.iter().find(|&who| places(who) & bit(force) == 0) {
                return Some(format!("{} is with {}", rules.campaign.commander(who).name, force.name()));
            }
        }
        let own = rules.campaign.officers_of(side);
        let mut away = state.away.iter().filter(|away| own.contains(away.commander));
        let is_buried = |away: &Away| {
            let mut graves = evidence.graves.iter().enumerate();
            graves.any(|(grave, &place)| {
                place == (away.from, away.since) && places(away.commander) & 1 << (FORCES + grave) != 0
            })
        };
        away.find(|away| !is_buried(away)).map(|away| format!("{away:?} lies in no grave"))
    }

    /// The commanders above the division of an army, with a Force or waiting to come back.
    fn seniors(rules: &FullMeasureOfDevotion, state: &State, side: Side) -> Officers {
        let with_forces = state.forces_of(side).map(|(force, _)| state.force(force).officers);
        let away = state.away.iter().map(|away| Officers::only(away.commander));
        let all = with_forces.chain(away).fold(Officers::NONE, Officers::union);
        all.minus(rules.campaign.all_division_counters()).and(rules.campaign.officers_of(side))
    }

    /// The truth never contradicts what the enemy concludes, and neither do the worlds he imagines.
    #[test]
    fn truth_and_imagined_worlds_agree_with_the_evidence() {
        for (name, games) in [("monocacy-bridge", 20), ("late-june", 4), ("campaign", 2)] {
            let rules = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
            for seed in 0..games {
                let mut dice = Quick::new(seed);
                let mut play: Playout<FullMeasureOfDevotion> = Playout::new(seed);
                let mut state = rules.start(&mut dice, &mut Silent);
                let mut steps = 0;
                while let Next::Act(side, action) = play.choose(&rules, &state).expect("random play goes on")
                {
                    rules.apply(&mut state, side, action, &mut dice, &mut Silent);
                    steps += 1;
                    // What attrition costs is known when both sides have placed it.
                    if state.phase == Phase::Attrition {
                        continue;
                    }
                    for side in Side::BOTH {
                        let agrees = |state: &State, what: &str| {
                            if let Some(fault) = contradiction(&rules, state, side) {
                                panic!("{what} of {name}, game {seed}, step {steps}: {fault}");
                            }
                        };
                        agrees(&state, "the truth");
                        if steps % 5 == 0 {
                            let eyes = Eyes::Of(side.other());
                            let world = rules.imagine(&rules.view(&state, eyes), eyes, &mut dice);
                            agrees(&world, "a world");
                            assert_eq!(seniors(&rules, &world, side), seniors(&rules, &state, side));
                        }
                    }
                }
            }
        }
    }

    /// How a divided Force has shared its brigades is not known, but a part known to have foot or guns has some.
    #[test]
    fn a_part_known_to_have_foot_or_guns_is_imagined_with_some() {
        let rules = scenario(&Library::builtin(), "campaign").unwrap_or_else(|report| panic!("{report}"));
        let mut dice = Quick::new(1);
        let mut state = rules.start(&mut dice, &mut Silent);
        let old = ForceId::parse("US-E").expect("the cavalry corps");
        let mut sorting = Sorting::of(old, Purpose::March);
        sorting.strength = Strength::fresh([1, 0, 0]);
        let new = rules.play(&mut state, &mut dice, &mut Silent).split(sorting);
        let eyes = Eyes::Of(Side::Confederate);
        let mut guns = |state: &State| {
            let view = rules.view(state, eyes);
            let worlds = (0..200).map(|_| rules.imagine(&view, eyes, &mut dice));
            let parts = worlds.map(|world| world.force(new).strength);
            parts.fold([0, 0], |[with, without], part| {
                if part.has_foot_or_guns() { [with + 1, without] } else { [with, without + 1] }
            })
        };
        let [with, without] = guns(&state);
        assert!(with > 20 && without > 20, "{with} and {without}");
        state.evidence.has_foot_or_guns(new, true);
        assert_eq!(guns(&state), [200, 0]);
    }

    /// A march of five and a half points on the road, a half more than guns have without haste.
    fn guns_after(hurry: impl FnOnce(&mut March) -> (Weather, bool)) -> Brigades {
        let rules = scenario(&Library::builtin(), "campaign").unwrap_or_else(|report| panic!("{report}"));
        let mut evidence = Evidence::default();
        evidence.clue(OURS).most = [Brigades(2); 3];
        let mut march = March::new(OURS, None, false);
        let (weather, unhurried) = hurry(&mut march);
        evidence.moved(&rules.campaign, &march, MovementPoints(11), weather, unhurried);
        let Clue { most, .. } = evidence.clues[OURS.index()];
        assert_eq!(most[1], Brigades(2), "cavalry is fast enough");
        most[0]
    }

    #[test]
    fn a_march_too_long_for_guns_without_haste_shows_that_there_are_none_where_it_cannot_be_forced() {
        let _proof = engine::proof::proves(&["FMD-12-V-F2", "RUL-47"]);
        let sunny = |change: fn(&mut March)| {
            guns_after(|march| {
                change(march);
                (Weather::Sunny, false)
            })
        };
        assert_eq!(sunny(|_| {}), Brigades(2), "a force march");
        assert_eq!(guns_after(|_| (Weather::Sunny, true)), Brigades::ZERO, "it is not tired");
        assert_eq!(sunny(|march| march.initial = true), Brigades::ZERO);
        assert_eq!(sunny(|march| march.foraging = true), Brigades::ZERO);
        assert_eq!(sunny(|march| march.fought = true), Brigades::ZERO);
        // A drift may end a force march in an attack.
        assert_eq!(sunny(|march| (march.fought, march.over) = (true, true)), Brigades(2));
    }

    #[test]
    fn what_is_said_of_cavalry_is_known() {
        let mut evidence = Evidence::default();
        evidence.clue(OURS).most = [Brigades(3); 3];
        evidence.has_cavalry(OURS, true);
        assert_eq!(evidence.clues[OURS.index()].least, [0, 1, 0].map(Brigades));
        evidence.has_cavalry(OURS, false);
        let Clue { least, most, .. } = evidence.clues[OURS.index()];
        assert_eq!((least, most), (NOBODY, [3, 0, 3].map(Brigades)));
    }

    /// How many hexes of its initial order a Force is seen to have walked, after it has followed into one.
    fn walked(initial: u8, on_its_road: bool) -> u8 {
        let rules = scenario(&Library::builtin(), "campaign").unwrap_or_else(|report| panic!("{report}"));
        let mut dice = Quick::new(1);
        let mut state = rules.start(&mut dice, &mut Silent);
        let (force, at) = state.forces_of(Side::Confederate).next().expect("an army");
        let &[next, .., other] = rules.campaign.roads_from(at) else { panic!("two roads") };
        let mut route = Route::default();
        route.push(rules.campaign.compass(at, next).expect("a neighbour"));
        let detail = state.force_mut(force);
        detail.march_by(route);
        detail.markers.initial = initial;
        let to = if on_its_road { next } else { other };
        rules.play(&mut state, &mut dice, &mut Silent).follow_into(force, to);
        assert_eq!(state.force(force).route().is_done(), on_its_road);
        state.evidence.clues[force.index()].walked
    }

    /// Whether the hex was on its road is not known to the enemy, and must not show in what he concludes.
    #[test]
    fn an_advance_beside_an_initial_order_is_a_hex_of_its_march() {
        let _proof = engine::proof::proves(&["FMD-D-4"]);
        assert_eq!([walked(1, true), walked(1, false), walked(0, true)], [1, 1, 0]);
    }
}
