//! Forces are divided, joined and destroyed (3.0 to 5.0, 12.2).

use crate::event::What;
use crate::ids::{CommanderId, ForceId, Officers};
use crate::position::{Play, Position};
use crate::state::{Away, Force, Sorting, Train};
use crate::strength::Kind;
use crate::task::Task;
use engine::{Side, Violation};
use ground::Hex;

impl Position<'_> {
    /// Whether a brigade of this kind can take a hit.
    pub(crate) fn check_hit(&self, force: ForceId, kind: Kind) -> Result<(), Violation> {
        match self.force(force).strength.of(kind) {
            0 => Err(Violation::of(
                "FMD-11-I-6",
                format!("Force {} has no {} brigade to take the hit.", force.name(), kind.words()),
            )
            .about([force.name()])),
            _ => Ok(()),
        }
    }

    /// Why a Force cannot be divided at all, if it cannot (FMD-3-7, FMD-3-8, FMD-4-2).
    ///
    /// # Errors
    ///
    /// What is missing.
    pub fn check_divisible(&self, force: ForceId) -> Result<(), Violation> {
        let box_ = self.force(force);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        if box_.strength.size() < 2 {
            return refuse("FMD-4-2", format!("Force {} is a single brigade.", force.name()));
        }
        if self.state.free_sleigh(force.side()).is_none() {
            return refuse("FMD-3-7", "There is no sleigh for another Force.".into());
        }
        if box_.officers.count() < 2 && self.free_counters(force.side()).is_empty() {
            return refuse("FMD-3-8", "There is no commander for another Force.".into());
        }
        Ok(())
    }
}

impl Play<'_> {
    /// One hidden hit; announces a brigade that dies of it.
    pub(crate) fn take_hit(&mut self, force: ForceId, kind: Kind) {
        let eliminated = self.state.force_mut(force).strength.hit(kind);
        self.tell(What::Hit { force, kind, eliminated });
        // What happens next shows whether the brigade survived, and where the march was to lead.
        self.story.reveal();
        self.state.evidence.hidden_hits(force, 1);
        if eliminated {
            self.state.evidence.hidden_deaths(force, 1);
            self.announce_losses(force.side(), 1);
            if self.state.force(force).strength.is_empty() {
                self.destroy(force);
            }
        }
    }

    /// Adds to the public total of brigades lost (FMD-9-9).
    pub(crate) fn announce_losses(&mut self, side: Side, brigades: u8) {
        if brigades > 0 {
            let lost = &mut self.state.lost[side.index()];
            *lost += brigades;
            let total = *lost;
            self.story.reveal();
            self.tell(What::Losses { side, brigades, total });
        }
    }

    /// Takes a Force off the map whose brigades are all gone (FMD-12.3.1-12, FMD-12.2-3, RUL-48).
    pub(crate) fn destroy(&mut self, force: ForceId) {
        let Some(at) = self.state.force(force).at else { return };
        let gone = std::mem::take(self.state.force_mut(force));
        let turn = self.state.turn;
        self.story.reveal();
        self.tell(What::ForceGone { force, at, leader: gone.leader });
        self.leave_trains(at, gone.trains);
        for commander in gone.officers.minus(self.campaign.all_division_counters()).iter() {
            let led = commander == gone.leader;
            let _ = self.state.away.try_push(Away {
                commander,
                from: at,
                since: turn,
                led,
                joins: None,
                leads: None,
            });
        }
        self.state.bereft[0][force.side().index()] = true;
        self.state.evidence.destroyed(self.campaign, force, gone.leader, at, turn);
        if let Some(march) = &mut self.state.march
            && march.force == force
        {
            march.over = true;
        }
    }

    /// Trains whose Force has gone stay where they are (RUL-26).
    pub(crate) fn leave_trains(&mut self, at: Hex, trains: u8) {
        if trains == 0 {
            return;
        }
        self.tell(What::TrainsLeft { at, trains });
        for _ in 0..trains {
            let _ = self.state.trains.try_push(Train { at, flipped: false, moved: false });
        }
        if self.state.force_at(Side::Union, at).is_some() {
            self.destroy_trains(at);
        }
    }

    /// Trains without a Force die when a Union Force is there (FMD-11-III-12).
    pub(crate) fn destroy_trains(&mut self, at: Hex) {
        let before = self.state.trains.len();
        self.state.trains.retain(|train| train.at != at);
        let trains = (before - self.state.trains.len()) as u8;
        if trains > 0 {
            self.tell(What::TrainsLost { at, trains });
        }
    }

    /// Divides a Force; the part told to go takes a new sleigh (FMD-5-5, FMD-5-6, RUL-19).
    pub(crate) fn split(&mut self, sorting: Sorting) -> ForceId {
        let old = sorting.force;
        let side = old.side();
        let new = self.state.free_sleigh(side).unwrap_or(old);
        let mut counters = self.position().free_counters(side);
        let mut officers_or_counter = |officers: Officers| match (officers.is_empty(), counters.first()) {
            (true, Some(counter)) => {
                counters = counters.without(counter);
                Officers::only(counter)
            }
            _ => officers,
        };
        let box_ = self.state.force_mut(old);
        let going = officers_or_counter(sorting.officers);
        let staying = officers_or_counter(box_.officers.minus(sorting.officers));
        let mut part = Force {
            at: box_.at,
            strength: sorting.strength,
            officers: going,
            trains: sorting.trains,
            moved: box_.moved,
            ..Force::default()
        };
        part.markers = box_.markers;
        part.markers.initial = 0;
        part.markers.order = sorting.order;
        part.markers.plus_one = sorting.plus_one;
        part.markers.plus_two = sorting.plus_two;
        box_.strength = box_.strength.minus(sorting.strength);
        box_.officers = staying;
        box_.trains -= sorting.trains;
        box_.markers.order -= sorting.order;
        box_.markers.plus_one -= sorting.plus_one;
        box_.markers.plus_two -= sorting.plus_two;
        let at = box_.at.unwrap_or_default();
        let mut leader = box_.leader;
        if !staying.contains(leader) {
            leader = sorting.behind.or(self.campaign.seniors(staying).first()).unwrap_or(leader);
        }
        box_.leader = leader;
        part.leader = sorting.ahead.or(self.campaign.seniors(going).first()).unwrap_or_default();
        let part_leader = part.leader;
        *self.state.force_mut(new) = part;
        self.state.evidence.split(self.campaign, old, new);
        self.state.evidence.leads(self.campaign, old, leader);
        self.state.evidence.leads(self.campaign, new, part_leader);
        self.story.reveal();
        self.tell(What::Split {
            from: old,
            new,
            at,
            leaders: [leader, part_leader],
            sent: Some(sorting.strength),
            officers: Some(going),
        });
        new
    }

    /// Two Forces of a side have met: asks which sleigh stays (FMD-12-V-F7).
    pub(crate) fn merge(&mut self, mover: ForceId, stayer: ForceId) {
        if self.state.force(mover).at.is_some() && self.state.force(stayer).at.is_some() {
            self.push(Task::Letter { mover, stayer });
        }
    }

    /// Makes one Force of two (FMD-12-V-F7 to F10, RUL-18).
    pub(crate) fn join_forces(&mut self, mover: ForceId, stayer: ForceId, kept: ForceId) {
        let gone = if kept == mover { stayer } else { mover };
        let came = std::mem::take(self.state.force_mut(mover));
        let was = std::mem::take(self.state.force_mut(stayer));
        let at = was.at.unwrap_or_default();
        let on_further_order = self.state.march.is_some_and(|march| march.force == mover && !march.initial);
        let mut one = Force {
            at: was.at,
            strength: came.strength.plus(was.strength),
            officers: came.officers.union(was.officers),
            leader: if self.campaign.most_stars(Officers::only(came.leader))
                > self.campaign.most_stars(Officers::only(was.leader))
            {
                came.leader
            } else {
                was.leader
            },
            trains: came.trains + was.trains,
            fed: was.fed,
            moved: came.moved || was.moved,
            ..Force::default()
        };
        one.markers = came.markers;
        one.markers.initial += was.markers.initial;
        one.markers.plus_one += was.markers.plus_one;
        one.markers.plus_two += was.markers.plus_two;
        one.markers.combat += was.markers.combat;
        one.markers.forage |= was.markers.forage;
        one.markers.fatigue |= was.markers.fatigue;
        // FMD-12-I-5b: joined by a Force on a further order, its own initial order is over.
        if was.marching && !on_further_order {
            (one.marching, one.route) = (true, was.route);
        } else if came.marching {
            (one.marching, one.route) = (true, came.route);
        }
        if one.moved {
            one.markers.order = 0;
        }
        if one.markers.order > 0 {
            one.marching = false;
        }
        let open = self.leaders_are_equal(came.leader, was.leader);
        *self.state.force_mut(kept) = one;
        self.retire_counters(kept);
        self.state.evidence.merged(kept, gone);
        if let Some(march) = &mut self.state.march
            && march.force == gone
        {
            march.force = kept;
        }
        self.tell(What::Merged { mover, stayer, kept, at });
        if open {
            self.push(Task::Leader(kept));
        } else {
            let commander = self.state.force(kept).leader;
            self.tell(What::Leader { force: kept, commander });
        }
    }

    fn leaders_are_equal(&self, one: CommanderId, other: CommanderId) -> bool {
        self.campaign.commander(one).stars == self.campaign.commander(other).stars
    }

    /// Division commanders go back to the pool beside a senior one (FMD-6-10, FMD-6-13).
    pub(crate) fn retire_counters(&mut self, force: ForceId) {
        let counters = self.campaign.all_division_counters();
        let box_ = self.state.force_mut(force);
        if !box_.officers.minus(counters).is_empty() {
            box_.officers = box_.officers.minus(counters);
        }
    }
}
