//! What follows a combat: retreat, destruction, advance, the next attack (12.3.2, 14.3).

use crate::action::Action;
use crate::campaign::Traveller;
use crate::combat::{RETREAT, ROUT};
use crate::event::What;
use crate::ids::ForceId;
use crate::movement::Arms;
use crate::position::{Play, Position};
use crate::state::{Battle, Cause, Purpose, Role, Sorting, Stage};
use crate::strength::{Arm, Kind};
use crate::task::Task;
use arrayvec::ArrayVec;
use engine::{Side, Violation};
use ground::Hex;
use ground::theatre::Country;

/// The hexes round one.
type Ring = ArrayVec<Hex, 6>;

impl Position<'_> {
    /// Whether a beaten Force could go back to a neighbour, were it vacant (RUL-43).
    fn check_shelter(&self, force: ForceId, from: Hex, to: Hex) -> Result<(), Violation> {
        let side = force.side();
        let name = || self.campaign.hex_name(to);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        let theatre = &self.campaign.theatre;
        let Some(border) = self.campaign.border(from, to) else {
            return Err(Violation::of("FMD-12.3.2b-2", format!("{} is not next to it.", name())));
        };
        if !matches!(theatre.country(to), Country::Clear | Country::Forest) {
            return refuse("FMD-12.3.2b-1", format!("{} is neither clear nor forest.", name()));
        }
        if border.river.is_some() && !crate::campaign::is_open(border, self.is_flood()) {
            return refuse("FMD-12.3.2b-6", format!("A river without a crossing lies before {}.", name()));
        }
        let linked = border.road || border.rail;
        if !linked && (border.ridge || theatre.country(from) == Country::Mountain) {
            return refuse("RUL-43", format!("Only a road crosses the mountains to {}.", name()));
        }
        if self.state.force_at(side.other(), to).is_some() || self.is_beside(side.other(), to) {
            return refuse("FMD-12.3.2b-5", format!("{} is held by or next to the enemy.", name()));
        }
        if self.is_forbidden_south(side, self.force(force).strength.has_foot_or_guns(), to) {
            return refuse("FMD-14.2-1", format!("{} lies in the South.", name()));
        }
        Ok(())
    }

    /// Where a beaten or withdrawing Force can go: vacant hexes, or if there are none, friends (RUL-44).
    #[must_use]
    pub fn refuges(&self, force: ForceId) -> Ring {
        let (mut vacant, mut friends) = (Ring::new(), Ring::new());
        let Some(from) = self.force(force).at else { return vacant };
        for (_, to) in self.campaign.theatre.grid.neighbours(from) {
            if self.check_shelter(force, from, to).is_ok() {
                match self.state.force_at(force.side(), to) {
                    None => vacant.push(to),
                    Some(_) => friends.push(to),
                }
            }
        }
        if vacant.is_empty() { friends } else { vacant }
    }

    pub(crate) fn check_refuge(&self, force: ForceId, to: Hex) -> Result<(), Violation> {
        if self.refuges(force).contains(&to) {
            return Ok(());
        }
        let Some(from) = self.force(force).at else { return Err(Violation::form("It is not on the map.")) };
        self.check_shelter(force, from, to)?;
        Err(Violation::of("FMD-12.3.2b-8", "It goes to a friend only where no vacant hex is open.")
            .about([force.name()]))
    }

    /// Whether all its refuges are friends' hexes.
    fn is_pressed(&self, force: ForceId) -> bool {
        self.refuges(force).first().is_some_and(|&hex| self.state.force_at(force.side(), hex).is_some())
    }

    /// Who picks the hex of retreat: the loser, or the winner of a rout.
    pub(crate) fn who_picks_retreat(&self, battle: &Battle) -> Option<Role> {
        let loser = battle.loser()?;
        if self.refuges(battle.force(loser)).is_empty() {
            return None;
        }
        Some(if battle.margin >= ROUT { loser.other() } else { loser })
    }

    /// The hex that a winner may follow into.
    pub(crate) fn vacated(&self, battle: &Battle, winner: ForceId) -> Hex {
        if winner == battle.attacker { battle.at } else { battle.from }
    }

    /// Whether part of a Force with these arms may follow into the hex (RUL-27, RUL-45, RUL-50).
    pub(crate) fn may_advance(&self, force: ForceId, arms: Arms, trains: bool, to: Hex) -> bool {
        let Some(from) = self.force(force).at else { return false };
        let free = self.state.force_at(force.side(), to).is_none()
            && self.state.force_at(force.side().other(), to).is_none();
        let foot = arms.sample().has_foot_or_guns();
        free && self.step_cost(Traveller::force(trains), from, to).is_some()
            && !self.is_forbidden_south(force.side(), foot, to)
    }

    /// Whether the whole Force may follow.
    fn may_advance_whole(&self, force: ForceId, to: Hex) -> bool {
        let box_ = self.force(force);
        let on_its_road = !box_.marching || self.next_on_route(force) == Some(to);
        on_its_road && self.may_advance(force, Arms::of(box_.strength), box_.trains > 0, to)
    }

    fn next_on_route(&self, force: ForceId) -> Option<Hex> {
        let box_ = self.force(force);
        self.campaign.by_compass(box_.at?, box_.route.next()? + 1)
    }

    /// Whether part of the Force may follow while part stays.
    fn may_advance_in_part(&self, force: ForceId, to: Hex) -> bool {
        let box_ = self.force(force);
        // FMD-12-V-I1: no splitting on an initial order.
        !box_.marching
            && self.check_divisible(force).is_ok()
            && Arms::subsets().any(|arms| {
                arms.iter().all(|arm| box_.strength.has(arm))
                    && u32::from(box_.strength.size()) > arms.count()
                    && self.may_advance(force, arms, false, to)
            })
    }

    pub(crate) fn can_advance(&self, battle: &Battle) -> bool {
        let Some(winner) = battle.winner.map(|winner| battle.force(winner)) else { return false };
        if battle.margin < RETREAT || self.force(winner).at.is_none() || battle.advanced.is_some() {
            return false;
        }
        // FMD-D-1a: he is asked whether or not hidden brigades or orders let him.
        let to = self.vacated(battle, winner);
        Side::BOTH.into_iter().all(|side| self.state.force_at(side, to).is_none())
    }

    /// Whether the attacker has a choice about the hex that the cavalry left.
    pub(crate) fn is_entry_open(&self, battle: &Battle) -> bool {
        let initial = self.state.march.is_some_and(|march| march.initial) && battle.cause == Cause::March;
        !initial
    }

    /// Enemy Forces that the Force that advanced may attack at once (FMD-12.3.2c-iv, RUL-46).
    pub(crate) fn attacks_again<'b>(&'b self, battle: &Battle) -> impl Iterator<Item = Hex> + use<'b> {
        let force = battle.advanced.filter(|_| battle.margin >= ROUT);
        let from = force.and_then(|force| self.force(force).at);
        let grid = &self.campaign.theatre.grid;
        let around: Ring =
            from.map(|from| grid.neighbours(from).map(|(_, hex)| hex).collect()).unwrap_or_default();
        around.into_iter().filter(move |&to| {
            let (Some(force), Some(from)) = (force, from) else { return false };
            self.state.force_at(force.side().other(), to).is_some()
                && self.step_cost(Traveller::force(self.force(force).trains > 0), from, to).is_some()
        })
    }

    pub(crate) fn outcome_answers(&self, battle: &Battle, stage: Stage, out: &mut Vec<Action>) {
        match stage {
            Stage::Retreat => {
                let Some(loser) = battle.loser().map(|loser| battle.force(loser)) else { return };
                out.extend(self.refuges(loser).into_iter().map(Action::Retreat));
                if battle.margin < ROUT && self.is_pressed(loser) {
                    out.push(Action::Perish);
                }
            }
            Stage::Again => {
                let targets = self.attacks_again(battle).map(Action::Attack);
                out.extend(targets.filter(|attack| self.check_outcome(battle, stage, attack).is_ok()));
                out.push(Action::Hold);
            }
            _ => {
                for action in [Action::Advance, Action::Divide, Action::Hold] {
                    if self.check_outcome(battle, stage, &action).is_ok() {
                        out.push(action);
                    }
                }
            }
        }
    }

    pub(crate) fn check_outcome(
        &self,
        battle: &Battle,
        stage: Stage,
        action: &Action,
    ) -> Result<(), Violation> {
        let follower = match stage {
            Stage::Enter => Some(battle.attacker),
            _ => battle.winner.map(|winner| battle.force(winner)),
        };
        let Some(follower) = follower else { return Err(Violation::form("Nobody won.")) };
        match (stage, *action) {
            (Stage::Retreat, Action::Retreat(to)) => {
                let Some(loser) = battle.loser().map(|loser| battle.force(loser)) else {
                    return Err(Violation::form("Nobody lost."));
                };
                self.check_refuge(loser, to)
            }
            (Stage::Retreat, Action::Perish) => {
                let Some(loser) = battle.loser().map(|loser| battle.force(loser)) else {
                    return Err(Violation::form("Nobody lost."));
                };
                if battle.margin < ROUT && self.is_pressed(loser) {
                    Ok(())
                } else {
                    Err(Violation::of("RUL-44", "It must be saved if it can.").about([loser.name()]))
                }
            }
            (Stage::Enter | Stage::Advance | Stage::Again, Action::Hold) => Ok(()),
            (Stage::Enter | Stage::Advance, Action::Advance) => {
                let to = self.vacated(battle, follower);
                if self.may_advance_whole(follower, to) {
                    Ok(())
                } else {
                    Err(Violation::of("RUL-45", "The whole Force cannot advance there.")
                        .about([follower.name()]))
                }
            }
            (Stage::Enter | Stage::Advance, Action::Divide) => {
                self.check_divisible(follower)?;
                if self.may_advance_in_part(follower, self.vacated(battle, follower)) {
                    Ok(())
                } else {
                    Err(Violation::of("RUL-45", "No part of the Force can advance there.")
                        .about([follower.name()]))
                }
            }
            (Stage::Again, Action::Attack(to)) => {
                let attacker = battle.advanced.unwrap_or(follower);
                let strength = self.force(attacker).strength;
                if strength.is_only(Arm::Artillery) {
                    Err(Violation::of("RUL-29", "Guns alone do not attack.").about([attacker.name()]))
                } else if self.is_forbidden_south(attacker.side(), strength.has_foot_or_guns(), to) {
                    Err(Violation::of("FMD-14.2-1", "That hex lies in the South.").about([attacker.name()]))
                } else if self.attacks_again(battle).any(|hex| hex == to) {
                    Ok(())
                } else {
                    Err(Violation::of("FMD-12.3.2c-iv", "There is no enemy there that it could attack.")
                        .about([follower.name()]))
                }
            }
            _ => Err(Violation::form("That answers another question.")),
        }
    }
}

impl Play<'_> {
    /// Hits are placed: markers, ended orders, the fate of the loser (12.3.2, RUL-41).
    pub(crate) fn begin_outcome(&mut self) {
        let Some(battle) = self.state.battle.clone() else { return };
        for role in Role::BOTH {
            let force = battle.force(role);
            let routed_him = battle.margin >= ROUT && battle.winner == Some(role);
            let box_ = self.state.force_mut(force);
            if !routed_him {
                box_.markers.combat += 1;
            }
            // FMD-12-I-5c, RUL-10: only the lower value ends an initial order.
            if battle.loser() == Some(role) {
                box_.marching = false;
            }
            if box_.strength.is_empty() {
                self.destroy(force);
            }
        }
        let stage = match battle.loser() {
            Some(loser) if battle.margin >= RETREAT => {
                let force = battle.force(loser);
                if battle.margin >= ROUT {
                    self.lose_guns(force);
                }
                self.show_refuges(force, battle.margin);
                if self.state.force(force).at.is_some() { Stage::Retreat } else { Stage::Advance }
            }
            _ => Stage::Again,
        };
        self.set_battle_stage(stage);
    }

    fn set_battle_stage(&mut self, stage: Stage) {
        if let Some(battle) = &mut self.state.battle {
            battle.stage = stage;
        }
    }

    /// Where the South is a way out, the hexes offered to the winner show whether a Union Force has foot or guns.
    fn show_refuges(&mut self, force: ForceId, margin: u8) {
        let Some(at) = self.state.force(force).at else { return };
        let grid = &self.campaign.theatre.grid;
        let south = &self.campaign.landmarks.south;
        let near = grid.neighbours(at).any(|(_, hex)| south.contains(hex));
        if near && force.side() == Side::Union && self.state.lee != crate::state::Journey::Back {
            let has = self.state.force(force).strength.has_foot_or_guns();
            if margin >= ROUT {
                self.story.reveal();
                self.state.evidence.has_foot_or_guns(force, has);
            }
        }
    }

    /// FMD-12.3.2c-ii, RUL-42.
    fn lose_guns(&mut self, force: ForceId) {
        let strength = &mut self.state.force_mut(force).strength;
        let guns = strength.arm(Arm::Artillery);
        if guns == 0 {
            return;
        }
        strength.0[Kind { arm: Arm::Artillery, weak: false }.index()] = 0;
        strength.0[Kind { arm: Arm::Artillery, weak: true }.index()] = 0;
        self.story.reveal();
        self.tell(What::GunsLost { force, guns });
        self.state.evidence.guns_lost(force, guns);
        self.announce_losses(force.side(), guns);
        if self.state.force(force).strength.is_empty() {
            self.destroy(force);
        }
    }

    /// Nobody can pick a hex: the beaten Force is destroyed (FMD-12.3.2b-7).
    pub(crate) fn perish_or_stay(&mut self) {
        let loser = self.state.battle.as_ref().and_then(|battle| Some(battle.force(battle.loser()?)));
        if let Some(loser) = loser {
            self.perish(loser);
        }
        self.set_battle_stage(Stage::Advance);
    }

    fn perish(&mut self, force: ForceId) {
        let size = self.state.force(force).strength.size();
        if self.state.force(force).at.is_none() {
            return;
        }
        self.state.evidence.perished(force, size);
        self.announce_losses(force.side(), size);
        self.destroy(force);
    }

    /// A Force goes back a hex (FMD-12.3.2b-1, FMD-14.3-2).
    pub(crate) fn go_back(&mut self, force: ForceId, to: Hex, withdraws: bool) {
        let Some(from) = self.state.force(force).at else { return };
        let friend = self.state.force_at(force.side(), to);
        let keeps_trains = withdraws && self.campaign.is_linked(from, to);
        self.tell(if withdraws {
            What::Withdrew { force, from, to }
        } else {
            What::Retreated { force, from, to }
        });
        let box_ = self.state.force_mut(force);
        box_.marching = false;
        let trains = if keeps_trains { 0 } else { std::mem::take(&mut box_.trains) };
        self.set_down(force, to);
        self.leave_trains(from, trains);
        if let Some(friend) = friend {
            // RUL-44: one hit each, then the two are one.
            self.push(Task::Merge { mover: force, stayer: friend });
            self.push(Task::Hit(friend));
            self.push(Task::Hit(force));
        }
    }

    pub(crate) fn outcome_answer(&mut self, stage: Stage, action: &Action) {
        let Some(battle) = self.state.battle.clone() else { return };
        let winner = battle.winner.map(|winner| battle.force(winner));
        let loser = battle.loser().map(|loser| battle.force(loser));
        match (stage, *action, winner, loser) {
            (Stage::Retreat, Action::Retreat(to), _, Some(loser)) => {
                self.set_battle_stage(Stage::Advance);
                self.go_back(loser, to, false);
            }
            (Stage::Retreat, _, _, Some(loser)) => {
                self.perish(loser);
                self.set_battle_stage(Stage::Advance);
            }
            (Stage::Enter, Action::Advance, ..) => self.follow_cavalry(true),
            (Stage::Enter, Action::Divide, ..) => {
                self.state.sorting = Some(Sorting::of(battle.attacker, Purpose::Enter));
                self.push(Task::Sort);
            }
            (Stage::Enter, ..) => self.follow_cavalry(false),
            (Stage::Advance, Action::Advance, Some(winner), _) => {
                self.advance(winner, self.position().vacated(&battle, winner));
            }
            (Stage::Advance, Action::Divide, Some(winner), _) => {
                self.state.sorting = Some(Sorting::of(winner, Purpose::Advance));
                self.push(Task::Sort);
            }
            (Stage::Advance, _, Some(force), _) => {
                self.tell(What::Held { force });
                self.set_battle_stage(Stage::Again);
            }
            (Stage::Again, Action::Attack(at), ..) => {
                let Some(force) = battle.advanced else { return };
                let (Some(from), Some(enemy)) =
                    (self.state.force(force).at, self.state.force_at(force.side().other(), at))
                else {
                    return;
                };
                // The combat that follows takes this one's place.
                self.state.tasks.pop();
                self.open_battle(force, enemy, from, at, Cause::Again);
            }
            _ => {
                self.state.tasks.pop();
                self.end_battle();
            }
        }
    }

    /// A Force advances into the hex that was left (RUL-45).
    fn advance(&mut self, force: ForceId, to: Hex) {
        self.tell(What::Advanced { force, to });
        let on_route = self.state.force(force).marching;
        self.set_down(force, to);
        if on_route {
            let box_ = self.state.force_mut(force);
            box_.route.done += 1;
            if box_.route.is_done() {
                box_.marching = false;
            }
        }
        if let Some(battle) = &mut self.state.battle {
            battle.advanced = Some(force);
            battle.stage = Stage::Again;
        }
    }

    /// Part of a Force follows, as it was sorted.
    pub(crate) fn follow_in_part(&mut self, sorting: Sorting) {
        let Some(battle) = self.state.battle.clone() else { return };
        let to = self.position().vacated(&battle, sorting.force);
        let cost = self.position().step_cost(
            Traveller::force(sorting.trains > 0),
            self.state.force(sorting.force).at.unwrap_or_default(),
            to,
        );
        let old = sorting.force;
        let new = self.split(sorting);
        if sorting.purpose == Purpose::Advance {
            return self.advance(new, to);
        }
        // FMD-14.3-3a: the part that entered goes on, the other has finished.
        self.state.force_mut(old).moved = true;
        if let Some(march) = &mut self.state.march
            && battle.cause != Cause::Again
        {
            march.force = new;
            let (basic, forced) = self.position().marching_points(
                self.state.force(new).strength,
                self.state.march.is_some_and(|march| march.foraging),
                self.state.force(new).trains > 0,
            );
            if let Some(march) = &mut self.state.march {
                // The allowance is that of the whole Force it set out with (RUL-22).
                march.basic = march.basic.min(basic);
                march.forced = march.forced.min(forced);
            }
        }
        self.leave_the_field(&battle, Some((new, to, cost.unwrap_or(0))));
        let companion = self
            .state
            .forces_of(old.side())
            .find(|&(other, at)| other != old && Some(at) == self.state.force(old).at);
        if let Some((stayer, _)) = companion {
            self.push(Task::Merge { mover: old, stayer });
        }
    }

    /// The cavalry has gone; the attacker enters its hex or not (RUL-47).
    pub(crate) fn follow_cavalry(&mut self, enters: bool) {
        let Some(battle) = self.state.battle.clone() else { return };
        let force = battle.attacker;
        let position = self.position();
        let box_ = position.force(force);
        let from = box_.at.unwrap_or_default();
        let cost = position.step_cost(Traveller::force(box_.trains > 0), from, battle.at);
        let free = position.may_advance_whole(force, battle.at);
        match cost.filter(|_| enters && free) {
            Some(cost) => self.leave_the_field(&battle, Some((force, battle.at, cost))),
            None => {
                self.tell(What::Held { force });
                self.leave_the_field(&battle, None);
            }
        }
    }

    /// Ends a combat that was not fought; whoever marched goes on with what is left of his move.
    fn leave_the_field(&mut self, battle: &Battle, entry: Option<(ForceId, Hex, u8)>) {
        self.state.battle = None;
        // Whatever else is on top (leaders to be settled) comes before the march goes on.
        self.state.tasks.retain(|task| *task != Task::Fight);
        let stops = battle.cause != Cause::March;
        if let Some((force, to, cost)) = entry {
            match battle.cause {
                Cause::March => self.enter(to, cost),
                Cause::Drift => self.enter(to, 0),
                Cause::Again => {
                    self.tell(What::Advanced { force, to });
                    self.set_down(force, to);
                }
            }
            let box_ = self.state.force(force);
            if battle.cause == Cause::March
                && self.state.march.is_some_and(|march| march.initial)
                && box_.route.is_done()
            {
                if let Some(march) = &mut self.state.march {
                    march.over = true;
                }
                self.tell(What::Arrived { force, at: to });
            }
        }
        if let Some(march) = &mut self.state.march
            && stops
        {
            march.over = true;
        }
    }

    /// The combat is over, and with it the attacker's move (FMD-12.3-3).
    pub(crate) fn end_battle(&mut self) {
        self.state.battle = None;
        if let Some(march) = &mut self.state.march {
            march.over = true;
            march.heading = None;
        }
    }
}
