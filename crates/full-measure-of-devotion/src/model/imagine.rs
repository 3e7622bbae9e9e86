//! Hidden worlds: states that somebody cannot tell from the real one, within the [evidence](crate::model::evidence).

use crate::model::campaign::Campaign;
use crate::model::evidence::{Clue, Evidence, FamilyId};
use crate::model::ids::{FORCES, ForceId, Officers};
use crate::model::numbers::{Brigades, Trains, Turn};
use crate::model::position::Position;
use crate::model::state::{Allowance, Away, Cause, Combats, Phase, Role, State, Step};
use crate::model::strength::{Arm, Kind, Strength};
use crate::model::view::View;
use crate::rules::initial;
use arrayvec::ArrayVec;
use engine::{Chance, Side};

/// How often a division of brigades is tried before limits are let go.
const TRIES: usize = 12;

/// A state that looks the same to whoever has this view.
#[must_use]
pub fn imagine(campaign: &Campaign, view: &View, chance: &mut dyn Chance) -> State {
    let mut state = view.state.clone();
    for side in Side::BOTH {
        if !view.knows[side.index()] {
            Dream { campaign, state: &mut state, chance, side }.fill();
        }
    }
    state
}

/// One army being imagined.
struct Dream<'a> {
    campaign: &'a Campaign,
    state: &'a mut State,
    chance: &'a mut dyn Chance,
    side: Side,
}

impl Dream<'_> {
    fn fill(&mut self) {
        let forces: ArrayVec<ForceId, 12> = self.state.forces_of(self.side).map(|(force, _)| force).collect();
        self.brigades(&forces);
        self.commanders(&forces);
        self.orders(&forces);
        self.answers(&forces);
        self.march();
        self.battle();
    }

    fn pick(&mut self, outcomes: usize) -> usize {
        self.chance.draw(outcomes.max(1) as u32, "imagine") as usize
    }

    fn position(&self) -> Position<'_> {
        Position::new(self.campaign, self.state)
    }

    // --- brigades

    /// Brigades of every family, shared out among its Forces.
    fn brigades(&mut self, forces: &[ForceId]) {
        let mut deaths = self.place_loose_deaths(forces);
        let mut done = [false; FORCES];
        for &force in forces {
            let of_force = self.state.evidence.clues[force.index()].family;
            let Some(family) = of_force.map(|family| family.index()) else { continue };
            if std::mem::replace(&mut done[family], true) {
                continue;
            }
            let kin: ArrayVec<ForceId, 12> = forces
                .iter()
                .copied()
                .filter(|other| self.state.evidence.clues[other.index()].family == of_force)
                .collect();
            deaths[family] += self.state.evidence.families[family].dead;
            let men = self.survivors(family, &kin, deaths[family]);
            let shares = self.share_out(&kin, men);
            for (&force, arms) in kin.iter().zip(shares) {
                let strength = self.wear_out(force, arms);
                self.state.force_mut(force).strength = strength;
            }
        }
    }

    /// Deaths that nobody could place fall on families that can bear them, one by one.
    fn place_loose_deaths(&mut self, forces: &[ForceId]) -> [Brigades; FORCES] {
        let mut deaths = [Brigades::ZERO; FORCES];
        let Evidence { clues, families, loose, .. } = &self.state.evidence;
        let mut room = [Brigades::ZERO; FORCES];
        for (family, room) in room.iter_mut().enumerate() {
            let is_kin = |force: &&ForceId| clues[force.index()].family == Some(FamilyId::at(family));
            let kin = forces.iter().filter(is_kin);
            let least = |clue: &Clue| clue.least.into_iter().sum::<Brigades>().max(Brigades(1));
            let least: Brigades = kin.map(|force| least(&clues[force.index()])).sum();
            let men: Brigades = families[family].men.into_iter().sum();
            if forces.iter().any(|force| is_kin(&force)) {
                *room = men.saturating_sub(families[family].dead).saturating_sub(least);
            }
        }
        for _ in 0..loose[self.side].0 {
            let total: usize = room.iter().map(|room| usize::from(room.0)).sum();
            let mut at = self.pick(total);
            for family in 0..FORCES {
                if at < usize::from(room[family].0) {
                    room[family] -= Brigades(1);
                    deaths[family] += Brigades(1);
                    break;
                }
                at -= usize::from(room[family].0);
            }
        }
        deaths
    }

    /// What is left of a family's brigades after so many deaths of unknown arm.
    fn survivors(&mut self, family: usize, kin: &[ForceId], deaths: Brigades) -> [Brigades; 3] {
        let mut men = self.state.evidence.families[family].men;
        let mut least = [Brigades::ZERO; 3];
        let mut most = [0_u16; 3];
        for force in kin {
            let clue = &self.state.evidence.clues[force.index()];
            for arm in 0..3 {
                least[arm] += clue.least[arm];
                most[arm] += u16::from(clue.most[arm].0);
            }
        }
        for _ in 0..deaths.0 {
            // Brigades that no Force of the family can have are among the dead; then anything not known to live.
            let surplus = |arm: usize| u16::from(men[arm].0).saturating_sub(most[arm]);
            let spare = |arm: usize| u16::from(men[arm].saturating_sub(least[arm]).0);
            let mut weights = [surplus(0), surplus(1), surplus(2)];
            if weights == [0; 3] {
                weights = [spare(0), spare(1), spare(2)];
            }
            if weights == [0; 3] {
                weights = men.map(|men| u16::from(men.0));
            }
            let total: u16 = weights.iter().sum();
            let mut at = self.pick(usize::from(total)) as u16;
            for arm in 0..3 {
                if at < weights[arm] {
                    men[arm] -= Brigades(1);
                    break;
                }
                at -= weights[arm];
            }
        }
        men
    }

    /// Brigades of a family divided among its Forces, within what is known of each.
    fn share_out(&mut self, kin: &[ForceId], men: [Brigades; 3]) -> ArrayVec<[Brigades; 3], 12> {
        let clues: ArrayVec<Clue, 12> =
            kin.iter().map(|force| self.state.evidence.clues[force.index()]).collect();
        for strict in [true, false] {
            for _ in 0..TRIES {
                if let Some(shares) = self.try_shares(&clues, men, strict) {
                    return shares;
                }
            }
        }
        // One each at least, whatever is known: the evidence has been outrun.
        let mut shares: ArrayVec<[Brigades; 3], 12> = kin.iter().map(|_| [Brigades::ZERO; 3]).collect();
        let mut number = 0;
        for (arm, &count) in men.iter().enumerate() {
            for _ in 0..count.0 {
                shares[number % kin.len()][arm] += Brigades(1);
                number += 1;
            }
        }
        shares
    }

    fn try_shares(
        &mut self,
        clues: &[Clue],
        mut men: [Brigades; 3],
        strict: bool,
    ) -> Option<ArrayVec<[Brigades; 3], 12>> {
        let mut shares: ArrayVec<[Brigades; 3], 12> = clues.iter().map(|clue| clue.least).collect();
        for clue in clues {
            for (left, least) in men.iter_mut().zip(clue.least) {
                *left = left.checked_sub(least)?;
            }
        }
        let room = |clue: &Clue, share: &[Brigades; 3], arm: usize| !strict || share[arm] < clue.most[arm];
        // Every Force has a brigade; one known to have foot or guns has such a one.
        for (clue, share) in clues.iter().zip(shares.iter_mut()) {
            let short = *share == [Brigades::ZERO; 3] || (clue.foot && share[0] + share[2] == Brigades::ZERO);
            if short {
                let fits = |arm: usize| {
                    men[arm] > Brigades::ZERO && room(clue, share, arm) && !(clue.foot && arm == 1)
                };
                let arms: ArrayVec<usize, 3> = (0..3).filter(|&arm| fits(arm)).collect();
                let arm = *arms.get(self.pick(arms.len()))?;
                men[arm] -= Brigades(1);
                share[arm] += Brigades(1);
            }
        }
        for arm in 0..3 {
            for _ in 0..men[arm].0 {
                let open: ArrayVec<usize, 12> =
                    (0..clues.len()).filter(|&kin| room(&clues[kin], &shares[kin], arm)).collect();
                let kin = *open.get(self.pick(open.len()))?;
                shares[kin][arm] += Brigades(1);
            }
        }
        Some(shares)
    }

    /// Which of a Force's brigades are weak.
    fn wear_out(&mut self, force: ForceId, arms: [Brigades; 3]) -> Strength {
        let clue = self.state.evidence.clues[force.index()];
        let shown = self.shown_in_battle(force);
        let mut strength = Strength::fresh(arms.map(|arm| arm.0));
        let weaken = |strength: &mut Strength, arm: usize| {
            strength.0[arm] -= 1;
            strength.0[arm + 3] += 1;
        };
        // Fresh brigades that were just seen to fight are fresh.
        let can = |strength: &Strength, arm: usize| strength.0[arm] > shown.0[arm];
        for arm in 0..3 {
            for _ in 0..clue.weak_least[arm].0.max(shown.0[arm + 3]) {
                if can(&strength, arm) {
                    weaken(&mut strength, arm);
                }
            }
        }
        let weak = Brigades(strength.0[3..].iter().sum());
        let more = self.pick(usize::from(clue.weak_most.saturating_sub(weak).min(strength.size()).0) + 1);
        for _ in 0..more {
            let open: ArrayVec<usize, 3> = (0..3).filter(|&arm| can(&strength, arm)).collect();
            if let Some(&arm) = open.get(self.pick(open.len())) {
                weaken(&mut strength, arm);
            }
        }
        strength
    }

    /// Brigades of a Force that everybody sees in the combat being fought.
    fn shown_in_battle(&self, force: ForceId) -> Strength {
        let Some(battle) = &self.state.battle else { return Strength::NONE };
        if battle.step <= Step::Select || battle.step > Step::Place {
            return Strength::NONE;
        }
        let role = Role::BOTH.into_iter().find(|&role| battle.force(role) == force);
        role.map_or(Strength::NONE, |role| battle.share(role).part)
    }

    // --- commanders

    /// Commanders who are not seen ride with some Force that may have them, or wait to come back.
    fn commanders(&mut self, forces: &[ForceId]) {
        let officers = self.campaign.officers_of(self.side).minus(self.campaign.all_division_counters());
        let seen =
            forces.iter().fold(Officers::NONE, |seen, &force| seen.with(self.state.force(force).leader));
        let away: Officers = self.state.away.iter().map(|away| away.commander).collect();
        for commander in officers.minus(seen).minus(away).iter() {
            let places = self.state.evidence.whereabouts[commander.index()];
            if places == 0 {
                continue;
            }
            let stars = self.campaign.commander(commander).stars;
            let suits = |force: &ForceId| {
                let leader = self.campaign.commander(self.state.force(*force).leader);
                leader.stars >= stars
            };
            let mut open: ArrayVec<usize, 32> = forces
                .iter()
                .filter(|force| places & (1 << force.index()) != 0 && suits(force))
                .map(|force| force.index())
                .collect();
            open.extend((FORCES..32).filter(|grave| places & (1 << grave) != 0));
            if open.is_empty() {
                open.extend(forces.iter().filter(|force| suits(force)).map(|force| force.index()));
            }
            match open.get(self.pick(open.len())).copied() {
                Some(force) if force < FORCES => {
                    let detail = self.state.force_mut(ForceId(force as u8));
                    detail.officers = detail.officers.with(commander);
                }
                grave => {
                    let lost =
                        grave.and_then(|grave| self.state.evidence.graves.get(grave - FORCES)).copied();
                    let (from, since) = lost.unwrap_or((Default::default(), self.state.turn));
                    self.state.away.push(Away {
                        commander,
                        from,
                        since,
                        led: false,
                        joins: None,
                        leads: None,
                    });
                }
            }
        }
    }

    // --- orders and answers

    /// Initial orders that may still run: a town that the march so far can be leading to.
    fn orders(&mut self, forces: &[ForceId]) {
        let attacker = self.state.battle.as_ref().and_then(|battle| {
            // A second attack (FMD-12.3.2c-iv) leads off its road as well as along it.
            let initial = battle.cause == Cause::March
                && self.state.march.is_some_and(|march| march.initial && march.force == battle.attacker);
            initial.then_some((battle.attacker, battle.at))
        });
        let mut waiting = self.state.phase == Phase::PartOne
            && self.state.agenda.as_slice().is_empty()
            && self.state.go == self.side;
        for &force in forces {
            let markers = self.state.force(force).markers;
            if markers.initial == 0 {
                continue;
            }
            let first = attacker.filter(|&(attacker, _)| attacker == force).map(|(_, at)| at);
            let moved = self.state.force(force).moved && first.is_none();
            // Before the first update of markers an order may be to stay; later, one that stays marked runs, unless it
            // ended this turn.
            let may_stay = moved || self.may_have_stayed(force);
            let stays = may_stay && (moved || !waiting) && self.pick(4) == 0;
            if !stays {
                let clue = self.state.evidence.clues[force.index()];
                let at = self.state.force(force).at.unwrap_or_default();
                let routes =
                    |origin, walked| initial::imagined_route(self.position(), force, origin, walked, first);
                let mut route = routes(clue.origin, clue.walked);
                // Where Forces have merged the order may be that of the other, written elsewhere (RUL-09).
                if route.is_empty() {
                    route = routes(at, 0);
                }
                let choices = route.len();
                if let Some(route) = route.into_iter().nth(self.pick(choices)) {
                    self.state.force_mut(force).march_by(route);
                    waiting &= moved;
                }
            }
        }
    }

    /// Whether a Force with INITIAL that has not moved can be without a running order.
    fn may_have_stayed(&self, force: ForceId) -> bool {
        let written = Turn(if self.side == Side::Confederate { 1 } else { 2 });
        self.state.turn == written || self.state.force(force).markers.combat != Combats::NONE
    }

    /// What the army may have answered in secret.
    fn answers(&mut self, forces: &[ForceId]) {
        let answer = self.state.answers[self.side];
        match self.state.phase {
            Phase::Bids if answer.done => {
                let bid = Trains(self.pick(usize::from(crate::rules::bids::MOST.0)) as u8 + 1);
                self.state.answers[self.side].bid = bid;
            }
            Phase::Attrition if !answer.done => {
                for &force in forces {
                    let detail = self.state.force(force);
                    let (size, forage) = (detail.strength.size(), detail.markers.forage);
                    let hits = self.campaign.tables.attrition(size, forage, self.state.weather);
                    self.state.force_mut(force).due = hits.min(self.state.force(force).strength.absorbs());
                }
            }
            _ => {}
        }
    }

    fn march(&mut self) {
        let Some(march) = self.state.march.filter(|march| march.force.side() == self.side) else { return };
        let detail = self.state.force(march.force);
        let (basic, forced) = if march.initial {
            let (basic, _) = self.campaign.allowance(detail.strength, self.state.weather);
            (basic, basic)
        } else {
            let (basic, forced) = self.position().marching_points(
                detail.strength,
                march.foraging,
                detail.trains > Trains::ZERO,
            );
            // RUL-47: having attacked, it does not force march.
            (basic, if march.fought { basic } else { forced })
        };
        if let Some(march) = &mut self.state.march {
            march.allowance = Some(Allowance { basic, forced });
        }
    }

    /// Brigades selected, and hits placed, out of sight.
    fn battle(&mut self) {
        let Some(battle) = &self.state.battle else { return };
        let role = battle.role_of(self.side);
        let (force, stage, share) = (battle.force(role), battle.step, battle.share(role).clone());
        match stage {
            Step::Select if share.done => {
                let needed = self.position().selection(battle, role);
                let mut rest = self.state.force(force).strength;
                let mut part = Strength::NONE;
                for _ in 0..needed.0 {
                    let kinds: ArrayVec<Kind, 6> = rest.kinds().collect();
                    if let Some(&kind) = kinds.get(self.pick(kinds.len())) {
                        rest.take(kind);
                        part.add(kind);
                    }
                }
                self.share_mut(role).part = part;
            }
            Step::Place if share.placed == share.hits => {
                let mut after = share.part;
                for number in 0..share.hits.0 {
                    let named: Option<Arm> = share.named.get(usize::from(number)).copied();
                    let kinds: ArrayVec<Kind, 6> =
                        after.kinds().filter(|kind| named.is_none_or(|arm| arm == kind.arm)).collect();
                    if let Some(&kind) = kinds.get(self.pick(kinds.len())) {
                        after.hit(kind);
                    }
                }
                self.share_mut(role).after = after;
            }
            _ => {}
        }
    }

    fn share_mut(&mut self, role: Role) -> &mut crate::model::state::Share {
        let battle = self.state.battle.as_mut().expect("a combat is being fought");
        &mut battle.shares[role.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Library, scenario};
    use crate::model::evidence::Family;
    use engine::chance::Quick;
    use engine::{Eyes, Rules, Silent};

    /// What the Confederates imagine of a Force with these brigades, known to have so many at least and at most, of
    /// which two have died unseen.
    fn imagined(men: [u8; 3], least: [u8; 3], most: [u8; 3]) -> Vec<[u8; 3]> {
        let rules = scenario(&Library::builtin(), "campaign").unwrap_or_else(|report| panic!("{report}"));
        let mut dice = Quick::new(1);
        let mut state = rules.start(&mut dice, &mut Silent);
        let force = ForceId::parse("US-A").expect("a Force of the Union");
        let clue = &mut state.evidence.clues[force.index()];
        (clue.least, clue.most) = (least.map(Brigades), most.map(Brigades));
        let family = clue.family.expect("it is on the map").index();
        state.evidence.families[family] = Family { men: men.map(Brigades), dead: Brigades(2) };
        let eyes = Eyes::Of(Side::Confederate);
        let view = rules.view(&state, eyes);
        let worlds = (0..100).map(|_| rules.imagine(&view, eyes, &mut dice));
        let mut seen: Vec<[u8; 3]> =
            worlds.map(|world| Arm::ALL.map(|arm| world.force(force).strength.arm(arm).0)).collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    }

    #[test]
    fn deaths_that_nobody_saw_fall_first_on_brigades_that_nobody_can_have() {
        assert_eq!(imagined([3, 3, 3], [0, 0, 0], [1, 3, 3]), [[1, 3, 3]]);
    }

    #[test]
    fn then_on_those_not_known_to_live() {
        assert_eq!(imagined([2, 3, 0], [2, 0, 0], [2, 3, 0]), [[2, 1, 0]]);
        assert_eq!(imagined([2, 2, 0], [1, 1, 0], [2, 2, 0]), [[1, 1, 0]]);
    }
}
