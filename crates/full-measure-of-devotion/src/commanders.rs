//! Commanders: who leads, who rides, who comes back (6.0, 12.2, 13.0).

use crate::action::Action;
use crate::campaign::Traveller;
use crate::event::What;
use crate::ids::{CommanderId, ForceId, Officers};
use crate::position::{Play, Position, with_scratch};
use crate::state::{Journey, Riding};
use crate::task::Task;
use arrayvec::ArrayVec;
use engine::{Side, Violation};
use ground::{Hex, IMPASSABLE};

/// What a rider has, in half movement points (FMD-13-3).
pub const RIDE: u8 = 22;

impl<'a> Position<'a> {
    pub(crate) fn check_leader(&self, force: ForceId, commander: CommanderId) -> Result<(), Violation> {
        if self.campaign.seniors(self.force(force).officers).contains(commander) {
            return Ok(());
        }
        Err(Violation::of(
            "FMD-6-3",
            format!("Force {} is led by one of its most senior commanders.", force.name()),
        )
        .about([force.name()]))
    }

    /// Looks at everywhere a rider gets from a hex with so many half movement points, not through the enemy.
    pub(crate) fn ride_reach<T>(
        &self,
        side: Side,
        from: Hex,
        budget: u16,
        look: impl FnOnce(&ground::Scratch) -> T,
    ) -> T {
        let enemy = self.held(side.other());
        with_scratch(|scratch| {
            self.costs(Traveller::Rider).reach_by(
                scratch,
                from,
                budget,
                |_| false,
                |_, _, to, cost| if enemy.contains(to) { IMPASSABLE } else { cost },
            );
            look(scratch)
        })
    }

    /// Whether he may leave his Force (FMD-6-7, FMD-13-8).
    fn may_leave(&self, who: CommanderId, force: ForceId) -> bool {
        !self.force(force).officers.without(who).is_empty() || !self.free_counters(force.side()).is_empty()
    }

    /// The Force a commander is with.
    #[must_use]
    pub fn force_of(&self, who: CommanderId) -> Option<(ForceId, Hex)> {
        let side = self.campaign.commanders.get(who.index())?.side;
        self.state.forces_of(side).find(|&(force, _)| self.force(force).officers.contains(who))
    }

    pub(crate) fn ride_answers(&self, side: Side, out: &mut Vec<Action>) {
        let counters = self.campaign.all_division_counters();
        let has_counter = !self.free_counters(side).is_empty();
        self.with_riders(side, |rides| {
            for (force, from) in self.state.forces_of(side) {
                let officers = self.force(force).officers;
                let riders = officers.minus(counters).minus(self.state.rode);
                // As in `may_leave`: with company or a counter to stand in, each may leave; otherwise nobody.
                if riders.is_empty() || !(officers.count() > 1 || has_counter) {
                    continue;
                }
                for &(to, distance) in rides.from(force) {
                    if to != from && distance <= RIDE {
                        out.extend(riders.iter().map(|who| Action::Ride { who, to }));
                    }
                }
            }
        });
        out.push(Action::Pass);
    }

    pub(crate) fn check_ride(&self, side: Side, action: &Action) -> Result<(), Violation> {
        let (who, to) = match *action {
            Action::Pass => return Ok(()),
            Action::Ride { who, to } => (who, to),
            _ => return Err(Violation::form("Commanders ride now, or you pass.")),
        };
        let commander = self.campaign.commanders.get(who.index());
        let Some(commander) = commander.filter(|commander| commander.side == side) else {
            return Err(Violation::form("That is none of your commanders."));
        };
        let name = &commander.name;
        let refuse = |rule, text| Err(Violation::of(rule, text).about([name.clone()]));
        if commander.stars <= 2 {
            return refuse("FMD-13-2", format!("{name} commands a division and stays with his Force."));
        }
        let Some((force, from)) = self.force_of(who) else {
            return refuse("FMD-12.2-3", format!("{name} is not on the map."));
        };
        if self.state.rode.contains(who) {
            return refuse("FMD-13-3", format!("{name} has ridden this turn."));
        }
        if !self.may_leave(who, force) {
            return refuse("FMD-13-8", format!("Force {} would be left without a commander.", force.name()));
        }
        if to == from || self.state.force_at(side, to).is_none() {
            return refuse("FMD-13-6", format!("{name} must end with another Force of his side."));
        }
        let reached = self.with_riders(side, |riders| {
            riders.from(force).iter().any(|&(hex, distance)| hex == to && distance <= RIDE)
        });
        if reached {
            Ok(())
        } else {
            refuse(
                "FMD-13-3",
                format!("{name} cannot reach {} with 11 movement points.", self.campaign.hex_name(to)),
            )
        }
    }

    /// Whether a side is asked about returning commanders (FMD-D-1a).
    pub(crate) fn is_bereft(&self, side: Side) -> bool {
        self.state.bereft[1][side.index()] && self.state.forces_of(side).next().is_some()
    }

    fn returning(&self, side: Side) -> impl Iterator<Item = &'a crate::state::Away> {
        let (campaign, state) = (self.campaign, self.state);
        state
            .away
            .iter()
            .filter(move |away| away.since < state.turn && campaign.commander(away.commander).side == side)
    }

    /// Forces nearest to where he was lost (FMD-12.2-3).
    pub(crate) fn nearest_to_return(&self, who: CommanderId) -> ArrayVec<ForceId, 12> {
        let mut nearest = ArrayVec::new();
        let Some(away) = self.state.away.iter().find(|away| away.commander == who) else { return nearest };
        let grid = &self.campaign.theatre.grid;
        let mut best = u16::MAX;
        for (force, at) in self.state.forces_of(self.campaign.commander(who).side) {
            let distance = grid.distance(away.from, at);
            if distance < best {
                best = distance;
                nearest.clear();
            }
            if distance == best {
                nearest.push(force);
            }
        }
        nearest
    }

    /// The next returning commander whose owner has a choice (FMD-12.2-4).
    pub(crate) fn next_return(&self, side: Side) -> Option<CommanderId> {
        self.returning(side)
            .find(|away| away.joins.is_none() && self.nearest_to_return(away.commander).len() > 1)
            .map(|away| away.commander)
    }

    /// The returning commander who is the equal of the leader he joins, where that is not settled.
    pub(crate) fn returning_senior(&self, side: Side) -> Option<(CommanderId, Officers)> {
        self.returning(side).filter(|away| away.leads.is_none()).find_map(|away| {
            let nearest = self.nearest_to_return(away.commander);
            let force = away.joins.or(nearest.first().copied())?;
            let leader = self.force(force).leader;
            let equal =
                self.campaign.commander(leader).stars == self.campaign.commander(away.commander).stars;
            equal.then(|| (away.commander, Officers::only(leader).with(away.commander)))
        })
    }

    /// Equals among whom a leader is to be chosen for the Force a rider leaves.
    pub(crate) fn equals_behind(&self) -> Option<Officers> {
        let riding = self.state.riding?;
        let (old, _) = self.force_of(riding.who)?;
        let box_ = self.force(old);
        let seniors = self.campaign.seniors(box_.officers.without(riding.who));
        (riding.behind.is_none() && box_.leader == riding.who && seniors.count() > 1).then_some(seniors)
    }

    /// Equals among whom the owner of a rider has yet to choose, behind him or before him (FMD-6-3).
    pub(crate) fn riding_seniors(&self) -> Option<Officers> {
        let riding = self.state.riding?;
        self.equals_behind().or_else(|| {
            let side = self.campaign.commander(riding.who).side;
            let leader = self.force(self.state.force_at(side, riding.to)?).leader;
            let equal = self.campaign.commander(leader).stars == self.campaign.commander(riding.who).stars;
            (riding.ahead.is_none() && equal).then(|| Officers::only(leader).with(riding.who))
        })
    }

    pub(crate) fn check_join(&self, who: CommanderId, force: ForceId) -> Result<(), Violation> {
        if self.nearest_to_return(who).contains(&force) {
            return Ok(());
        }
        let name = &self.campaign.commander(who).name;
        Err(Violation::of("FMD-12.2-3", format!("{name} joins a Force nearest to where he was lost."))
            .about([force.name()]))
    }
}

impl Play<'_> {
    /// Puts a commander on the sleigh.
    pub(crate) fn lead(&mut self, force: ForceId, commander: CommanderId) {
        let counters = self.campaign.all_division_counters();
        let box_ = self.state.force_mut(force);
        box_.leader = commander;
        if counters.contains(commander) {
            // RUL-52: of two division commanders one goes back to the pool.
            box_.officers = Officers::only(commander);
        }
        self.story.reveal();
        self.state.evidence.leads(self.campaign, force, commander);
        self.tell(What::Leader { force, commander });
    }

    pub(crate) fn ride(&mut self, side: Side, action: &Action) {
        let (who, to) = match *action {
            Action::Ride { who, to } => (who, to),
            _ => {
                self.state.out[side.index()] = true;
                self.tell(What::Passed { side });
                self.push(Task::NextGo);
                return;
            }
        };
        self.state.riding = Some(Riding { who, to, behind: None, ahead: None });
        self.finish_ride(side);
    }

    /// The owner has settled who leads one of the two Forces.
    pub(crate) fn settle_ride(&mut self, side: Side, leader: CommanderId) {
        let behind = self.position().equals_behind().is_some();
        if let Some(riding) = &mut self.state.riding {
            if behind {
                riding.behind = Some(leader);
            } else {
                riding.ahead = Some(leader);
            }
        }
        self.finish_ride(side);
    }

    /// Once nothing is left to be settled, he rides.
    fn finish_ride(&mut self, side: Side) {
        let Some(Riding { who, to, behind, ahead }) = self.state.riding else { return };
        if self.position().riding_seniors().is_some() {
            return;
        }
        self.state.riding = None;
        let (Some((old, from)), Some(new)) = (self.position().force_of(who), self.state.force_at(side, to))
        else {
            return;
        };
        // Who leads now shows who was where.
        self.story.reveal();
        self.push(Task::NextGo);
        self.state.rode = self.state.rode.with(who);
        self.tell(What::Rode { side, who: Some(who), from: Some(old), to: Some(new) });
        self.leave(who, old, behind);
        self.join(who, new, ahead == Some(who));
        self.state.evidence.rode(self.campaign, side, &self.state.forces);
        self.follow_lee(who, from, to);
    }

    /// A commander leaves a Force (FMD-13-9).
    fn leave(&mut self, who: CommanderId, force: ForceId, next: Option<CommanderId>) {
        let counter = self.position().free_counters(force.side()).first();
        let box_ = self.state.force_mut(force);
        box_.officers = box_.officers.without(who);
        if box_.officers.is_empty()
            && let Some(counter) = counter
        {
            box_.officers = Officers::only(counter);
        }
        if box_.leader == who {
            let seniors = self.campaign.seniors(self.state.force(force).officers);
            if let Some(next) = next.or(seniors.first()) {
                self.lead(force, next);
            }
        }
    }

    /// A commander joins a Force (FMD-13-10, FMD-6-10).
    fn join(&mut self, who: CommanderId, force: ForceId, leads: bool) {
        let box_ = self.state.force_mut(force);
        box_.officers = box_.officers.with(who);
        let leader = box_.leader;
        self.retire_counters(force);
        let (his, present) = (self.campaign.commander(who).stars, self.campaign.commander(leader).stars);
        // A senior may have come back to the same Force before him.
        if his > present || (leads && his == present) {
            self.lead(force, who);
        }
    }

    /// Keeps Lee's journey (RUL-50).
    pub(crate) fn follow_lee(&mut self, who: CommanderId, _from: Hex, to: Hex) {
        if Some(who) == self.campaign.army.lee {
            self.lee_stands_at(to);
        }
    }

    /// Lee stands here now.
    pub(crate) fn lee_stands_at(&mut self, hex: Hex) {
        let north = self.campaign.landmarks.north.contains(hex);
        match (self.state.lee, north) {
            (Journey::AtHome, true) => self.state.lee = Journey::North,
            (Journey::North, false) => self.state.lee = Journey::Back,
            _ => {}
        }
    }

    /// The owner has settled whether a returning commander leads.
    pub(crate) fn settle_return(&mut self, side: Side, leader: CommanderId) {
        let Some((who, _)) = self.position().returning_senior(side) else { return };
        if let Some(away) = self.state.away.iter_mut().find(|away| away.commander == who) {
            away.leads = Some(leader == who);
        }
    }

    pub(crate) fn choose_return(&mut self, who: CommanderId, force: ForceId) {
        if let Some(away) = self.state.away.iter_mut().find(|away| away.commander == who) {
            away.joins = Some(force);
        }
    }

    /// T13: commanders of Forces destroyed before this turn come back (FMD-12.2-3).
    pub(crate) fn bring_back(&mut self) {
        let turn = self.state.turn;
        self.state.evidence.graves_closed(self.campaign, turn);
        let due: ArrayVec<_, 24> = self.state.away.iter().filter(|away| away.since < turn).copied().collect();
        for away in due {
            let nearest = self.position().nearest_to_return(away.commander);
            let Some(&first) = nearest.first() else {
                // RUL-48: nobody is there to be joined; he waits.
                self.state.bereft[0][self.campaign.commander(away.commander).side.index()] = true;
                continue;
            };
            let force = away.joins.filter(|force| nearest.contains(force)).unwrap_or(first);
            self.state.away.retain(|other| other.commander != away.commander);
            self.tell(What::Returned { who: away.commander, to: force });
            let at = self.state.force(force).at.unwrap_or_default();
            self.join(away.commander, force, away.leads == Some(true));
            self.follow_lee(away.commander, at, at);
        }
    }
}
