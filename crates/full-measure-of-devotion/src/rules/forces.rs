//! Forces are created, enlarged, divided, joined and destroyed (FMD-3-6; chapters 3 to 5, and 12.2).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::What;
use crate::model::ids::{CommanderId, ForceId, Officers};
use crate::model::numbers::{Brigades, Trains};
use crate::model::position::{Play, Position};
use crate::model::state::{Away, Force, Sorting, Train};
use crate::model::strength::Kind;
use crate::model::task::{ask_or_pass, side_if};
use crate::rules::commanders::Leader;
use crate::speech::{self, located, own};
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// Whether a brigade of this kind can take a hit.
    pub(crate) fn check_hit(&self, force: ForceId, kind: Kind) -> Result<(), Violation> {
        match self.force(force).strength.of(kind) {
            Brigades::ZERO => Err(Violation::of(
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
        let detail = self.force(force);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        if detail.strength.size() < Brigades(2) {
            return refuse("FMD-4-2", format!("Force {} is a single brigade.", force.name()));
        }
        // Even if it is only to take brigades to another Force, for an instant (FMD-5-7).
        if self.state.free_sleigh(force.side()).is_none() {
            return refuse("FMD-3-7", "There is no sleigh for another Force.".into());
        }
        if detail.officers.count() < 2 && self.free_counters(force.side()).is_empty() {
            return refuse("FMD-3-8", "There is no commander for another Force.".into());
        }
        Ok(())
    }
}

/// Which brigade takes a hit: for FORAGE on the march, or a retreat onto a friend (FMD-12-V-G7, FMD-12.3.2b-9).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakeHit {
    /// The Force that takes it.
    pub force: ForceId,
}

impl Question<FullMeasureOfDevotion> for TakeHit {
    fn asked(self, at: Position<'_>) -> Sides {
        side_if(at.force(self.force).at.is_some(), self.force.side())
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (why, rule) = match at.state.battle {
            Some(_) => ("for a retreat onto a friend", "FMD-12.3.2b-9"),
            None => ("for marching with FORAGE", "FMD-12-V-G7"),
        };
        Words::new(format!("{} takes a hit {why}: which brigade?", own(self.force)), rule)
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(at.force(self.force).strength.kinds().map(Action::Hit));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Hit(kind) => at.check_hit(self.force, kind),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Hit(kind) = *action {
            play.take_hit(self.force, kind);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Hit(kind) => speech::hit(kind, at.force(self.force).strength.of(kind)),
            _ => action.write(at.campaign),
        }
    }
}

/// Two Forces of a side have met, and are one if both are still there (FMD-12-V-F7).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct JoinForces {
    /// The one that came.
    pub mover: ForceId,
    /// The one that was there.
    pub stayer: ForceId,
    /// Whether the one that came moves on a further order, or is part of a Force that does (FMD-12-I-5b).
    pub further: bool,
}

impl Step<FullMeasureOfDevotion> for JoinForces {
    fn take(self, play: &mut Play<'_>) {
        let JoinForces { mover, stayer, further } = self;
        if [mover, stayer].into_iter().all(|force| play.state.force(force).at.is_some()) {
            play.push(KeepSleigh { mover, stayer, further });
        }
    }
}

/// Which sleigh stays when two Forces are one? (FMD-12-V-F7)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KeepSleigh {
    /// The one that came.
    pub mover: ForceId,
    /// The one that was there.
    pub stayer: ForceId,
    /// Whether the one that came moves on a further order, or is part of a Force that does (FMD-12-I-5b).
    pub further: bool,
}

impl Question<FullMeasureOfDevotion> for KeepSleigh {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.mover.side())
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let text =
            format!("{} has joined {}: which sleigh stays?", own(self.mover), located(at, self.stayer));
        Words::new(text, "FMD-12-V-F7")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Keep(self.mover), Action::Keep(self.stayer)]);
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Keep(force) if force == self.mover || force == self.stayer => Ok(()),
            Action::Keep(_) => Err(Violation::of("FMD-12-V-F7", "One of the two sleighs that met stays.")),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Keep(kept) = *action {
            play.join_forces(self, kept);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Keep(force) => format!("Sleigh {} stays", force.letter()),
            _ => action.write(at.campaign),
        }
    }

    /// Both stand in one hex: a click could mean either.
    fn target(self, _: Position<'_>, _: Side, _: &Action) -> Target {
        Target::Button
    }
}

impl Play<'_> {
    /// One hidden hit; announces a brigade that dies of it.
    fn take_hit(&mut self, force: ForceId, kind: Kind) {
        let eliminated = self.state.hit_unseen(force, kind);
        self.tell(What::Hit { force, kind, eliminated });
        // What happens next shows whether the brigade survived, and where the march was to lead.
        self.story.reveal();
        if eliminated {
            self.announce_losses(force.side(), Brigades(1));
            if self.state.force(force).strength.is_empty() {
                self.destroy(force);
            }
        }
    }

    /// Adds to the public total of brigades lost (FMD-9-9).
    pub(crate) fn announce_losses(&mut self, side: Side, brigades: Brigades) {
        if brigades > Brigades::ZERO {
            let lost = &mut self.state.lost[side];
            *lost += brigades;
            let total = *lost;
            self.story.reveal();
            self.tell(What::Losses { side, brigades, total });
        }
    }

    /// Takes a Force off the map whose brigades are all gone (FMD-12.3.1-12, FMD-12.2-3, RUL-48); its sleigh is free
    /// again (FMD-5-8).
    pub(crate) fn destroy(&mut self, force: ForceId) {
        let Some(at) = self.state.force(force).at else { return };
        let gone = std::mem::take(self.state.force_mut(force));
        let turn = self.state.turn;
        self.story.reveal();
        self.tell(What::ForceGone { force, at, leader: gone.leader });
        self.leave_trains(at, gone.trains);
        // FMD-12.2-5: division commanders go back to the pool at once.
        for commander in gone.officers.minus(self.campaign.all_division_counters()).iter() {
            let led = commander == gone.leader;
            self.state.away.push(Away { commander, from: at, since: turn, led, joins: None, leads: None });
        }
        self.state.bereft.now = self.state.bereft.now.with(force.side());
        self.state.evidence.destroyed(self.campaign, force, gone.leader, at, turn);
        if let Some(march) = &mut self.state.march {
            march.over |= march.force == force;
            // Its letter may serve another before the move is over.
            march.parts.remove(force);
        }
        if force.side() == Side::Confederate {
            self.count_the_left();
        }
    }

    /// Trains whose Force has gone stay where they are (FMD-11-III-5, RUL-26).
    pub(crate) fn leave_trains(&mut self, at: Hex, trains: Trains) {
        if trains == Trains::ZERO {
            return;
        }
        self.tell(What::TrainsLeft { at, trains });
        for _ in 0..trains.0 {
            self.state.trains.push(Train { at, flipped: false, moved: false });
        }
        if self.state.force_at(Side::Union, at).is_some() {
            self.destroy_trains(at);
        }
    }

    /// Trains without a Force die when a Union Force is there (FMD-11-III-12).
    pub(crate) fn destroy_trains(&mut self, at: Hex) {
        let before = self.state.trains.len();
        self.state.trains.retain(|train| train.at != at);
        let trains = Trains((before - self.state.trains.len()) as u8);
        if trains > Trains::ZERO {
            self.tell(What::TrainsLost { at, trains });
            self.count_the_left();
        }
    }

    /// Divides a Force; the part told to go takes a new sleigh (FMD-5-5, FMD-5-6, RUL-19).
    pub(crate) fn split(&mut self, sorting: Sorting) -> ForceId {
        let old = sorting.force;
        let side = old.side();
        let new = self.state.free_sleigh(side).unwrap_or(old);
        let counter = self.position().free_counters(side).first();
        // FMD-6-9: a part without a commander gets a division counter. Both parts cannot be without one.
        let or_counter = |officers: Officers, chosen: Option<CommanderId>| match chosen.or(counter) {
            Some(counter) if officers.is_empty() => Officers::only(counter),
            _ => officers,
        };
        let detail = self.state.force_mut(old);
        let going = or_counter(sorting.officers, sorting.ahead);
        let staying = or_counter(detail.officers.minus(sorting.officers), sorting.behind);
        let mut part = Force::standing(detail.at);
        part.strength = sorting.strength;
        part.officers = going;
        part.trains = sorting.trains;
        part.moved = detail.moved;
        // FMD-12-V-G11: both parts have FORAGE.
        part.markers = detail.markers;
        part.markers.initial = 0;
        part.markers.order = sorting.order;
        part.markers.plus_one = sorting.plus_one;
        part.markers.plus_two = sorting.plus_two;
        detail.strength = detail.strength.minus(sorting.strength);
        detail.officers = staying;
        detail.trains -= sorting.trains;
        detail.markers.order -= sorting.order;
        detail.markers.plus_one -= sorting.plus_one;
        detail.markers.plus_two -= sorting.plus_two;
        let at = detail.at.unwrap_or_default();
        let mut leader = detail.leader;
        if !staying.contains(leader) {
            leader = sorting.behind.or(self.campaign.seniors(staying).first()).unwrap_or(leader);
        }
        detail.leader = leader;
        part.leader = sorting.ahead.or(self.campaign.seniors(going).first()).unwrap_or_default();
        let part_leader = part.leader;
        *self.state.force_mut(new) = part;
        self.state.evidence.split(self.campaign, old, new);
        self.state.evidence.leads(old, leader);
        self.state.evidence.leads(new, part_leader);
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

    /// Makes one Force of two (FMD-12-V-F7, RUL-18); the other sleigh is free again (FMD-5-8).
    fn join_forces(&mut self, met: KeepSleigh, kept: ForceId) {
        let KeepSleigh { mover, stayer, further } = met;
        let gone = if kept == mover { stayer } else { mover };
        let came = std::mem::take(self.state.force_mut(mover));
        let was = std::mem::take(self.state.force_mut(stayer));
        let at = was.at.unwrap_or_default();
        let mut one = Force::standing(was.at);
        one.strength = came.strength.plus(was.strength);
        one.officers = came.officers.union(was.officers);
        // FMD-12-V-F10, FMD-6-2: the senior commander stays on the map.
        let stars = |leader| self.campaign.commander(leader).stars;
        one.leader = if stars(came.leader) > stars(was.leader) { came.leader } else { was.leader };
        one.trains = came.trains + was.trains;
        one.fed = was.fed;
        one.moved = came.moved || was.moved;
        // FMD-12-V-F8: an ORDER of the Force that stood there is lost. FMD-12-V-F9: all others stay.
        one.markers = came.markers;
        one.markers.initial += was.markers.initial;
        one.markers.plus_one += was.markers.plus_one;
        one.markers.plus_two += was.markers.plus_two;
        // RUL-18: each combat counts once, though both may have been parts of the Force that fought it.
        one.markers.combat = came.markers.combat.union(was.markers.combat);
        // FMD-12-V-G10
        one.markers.forage |= was.markers.forage;
        one.markers.fatigue |= was.markers.fatigue;
        // FMD-12-I-5b: joined by a Force on a further order, its own initial order is over.
        if was.marching() && !further {
            one.march_by(*was.route());
        } else if came.marching() {
            one.march_by(*came.route());
        }
        if one.moved {
            one.markers.order = 0;
        }
        if one.markers.order > 0 {
            one.end_initial_order();
        }
        let open = self.leaders_are_equal(came.leader, was.leader);
        *self.state.force_mut(kept) = one;
        self.retire_counters(kept);
        self.state.evidence.merged(kept, gone);
        if let Some(march) = &mut self.state.march {
            if march.force == gone {
                march.force = kept;
            }
            march.parts.insert_if(kept, march.parts.contains(gone));
            march.parts.remove(gone);
        }
        self.tell(What::Merged { mover, stayer, kept, at });
        if open {
            self.push(Leader { force: kept });
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
        let detail = self.state.force_mut(force);
        if !detail.officers.minus(counters).is_empty() {
            detail.officers = detail.officers.minus(counters);
        }
    }
}
