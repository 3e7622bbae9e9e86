//! Commanders: who leads, who rides, who comes back (chapters 6, 12.2 and 13).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::campaign::Traveller;
use crate::model::event::What;
use crate::model::ids::{CommanderId, ForceId, Officers};
use crate::model::numbers::{MovementPoints, Stars};
use crate::model::position::{Play, Position};
use crate::model::state::{Away, Journey, Riding};
use crate::model::task::{ask_or_pass, side_if, sides};
use crate::rules::sequence::NextGo;
use crate::scene::{drawn, meant, of};
use crate::speech::{self, counted, led, located, movement_points, name, names, officer};
use arrayvec::ArrayVec;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::notation::Noun;
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::{Hex, IMPASSABLE};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// What a rider has (FMD-13-3).
pub const RIDE: MovementPoints = MovementPoints::whole(11);

impl<'a> Position<'a> {
    /// Looks at everywhere a rider gets from a hex with so many movement points, not through the enemy.
    pub(crate) fn ride_reach<T>(
        &self,
        side: Side,
        from: Hex,
        budget: MovementPoints,
        look: impl FnOnce(&ground::Scratch) -> T,
    ) -> T {
        let enemy = self.held(side.other());
        self.search(|scratch| {
            self.costs(Traveller::Rider).reach_by(
                scratch,
                from,
                budget.0.into(),
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

    /// Whether a commander may ride there (chapter 13).
    fn check_ride(&self, side: Side, who: CommanderId, to: Hex) -> Result<(), Violation> {
        let commander = self.campaign.commanders.get(who.index());
        let Some(commander) = commander.filter(|commander| commander.side == side) else {
            return Err(Violation::form("That is none of your commanders."));
        };
        let name = &commander.name;
        let refuse = |rule, text| Err(Violation::of(rule, text).about([name.clone()]));
        // FMD-6-6: whoever has more than the two stars of a division rides alone; FMD-6-12: nobody else does.
        if commander.stars <= Stars(2) {
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
    fn is_bereft(&self, side: Side) -> bool {
        self.state.bereft.before.contains(side) && self.state.forces_of(side).next().is_some()
    }

    fn returning(&self, side: Side) -> impl Iterator<Item = &'a Away> {
        let (campaign, state) = (self.campaign, self.state);
        state
            .away
            .iter()
            .filter(move |away| away.since < state.turn && campaign.commander(away.commander).side == side)
    }

    /// Forces nearest to where he was lost (FMD-12.2-3).
    fn nearest_to_return(&self, who: CommanderId) -> ArrayVec<ForceId, 12> {
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
    fn next_return(&self, side: Side) -> Option<CommanderId> {
        self.returning(side)
            .find(|away| away.joins.is_none() && self.nearest_to_return(away.commander).len() > 1)
            .map(|away| away.commander)
    }

    /// Equals among whom the owner has yet to choose who leads a Force that commanders come back to: several of them,
    /// or some and its leader (FMD-6-3).
    fn returning_seniors(&self, side: Side) -> Option<Officers> {
        let force_of = |away: &Away| away.joins.or(self.nearest_to_return(away.commander).first().copied());
        self.returning(side).filter(|away| away.leads.is_none()).find_map(|away| {
            let force = force_of(away)?;
            let with_him = self.returning(side).filter(|other| force_of(other) == Some(force));
            let back: Officers = with_him.map(|other| other.commander).collect();
            let seniors = self.campaign.seniors(back.with(self.force(force).leader));
            (seniors.contains(away.commander) && seniors.count() > 1).then_some(seniors)
        })
    }

    /// Who may lead a Force with these commanders: the most senior, or where there is none a division commander from
    /// the pool (FMD-6-2, FMD-6-9).
    pub(crate) fn may_lead(&self, side: Side, officers: Officers) -> Officers {
        if officers.is_empty() { self.free_counters(side) } else { self.campaign.seniors(officers) }
    }

    /// Those among whom a leader is to be chosen for the Force a rider leaves.
    fn equals_behind(&self) -> Option<Officers> {
        let riding = self.state.riding?;
        let (old, _) = self.force_of(riding.who)?;
        let detail = self.force(old);
        let leaders = self.may_lead(old.side(), detail.officers.without(riding.who));
        (riding.behind.is_none() && detail.leader == riding.who && leaders.count() > 1).then_some(leaders)
    }

    /// Those among whom the owner of a rider has yet to choose, behind him or before him (FMD-6-3, FMD-6-9).
    pub(crate) fn riding_seniors(&self) -> Option<Officers> {
        let riding = self.state.riding?;
        self.equals_behind().or_else(|| {
            let side = self.campaign.commander(riding.who).side;
            let leader = self.force(self.state.force_at(side, riding.to)?).leader;
            let equal = self.campaign.commander(leader).stars == self.campaign.commander(riding.who).stars;
            (riding.ahead.is_none() && equal).then(|| Officers::only(leader).with(riding.who))
        })
    }

    /// Whether all of them command divisions.
    fn are_counters(&self, officers: Officers) -> bool {
        officers.minus(self.campaign.all_division_counters()).is_empty()
    }

    fn check_join(&self, who: CommanderId, force: ForceId) -> Result<(), Violation> {
        if self.nearest_to_return(who).contains(&force) {
            return Ok(());
        }
        let name = &self.campaign.commander(who).name;
        Err(Violation::of("FMD-12.2-3", format!("{name} joins a Force nearest to where he was lost."))
            .about([force.name()]))
    }
}

/// The question which of some equals leads (FMD-6-3), or which division commander who is free (FMD-6-9).
pub(crate) fn who_leads(at: Position<'_>, equals: Officers, what: &str) -> Words {
    let names = names(at.campaign, equals);
    if at.are_counters(equals) {
        let text = format!("No commander is left for {what}. {names} are free: who leads it?");
        return Words::new(text, "FMD-6-9");
    }
    Words::new(format!("{names} are equals: who leads {what}?"), "FMD-6-3")
}

/// Whether the answer is one of them.
pub(crate) fn check_equal(at: Position<'_>, equals: Officers, action: &Action) -> Result<(), Violation> {
    match *action {
        Action::Lead(who) if who.index() < at.campaign.commanders.len() && equals.contains(who) => Ok(()),
        Action::Lead(_) if at.are_counters(equals) => {
            Err(Violation::of("FMD-6-9", "One of the free division commanders leads."))
        }
        Action::Lead(_) => Err(Violation::of("FMD-6-3", "One of the equals leads.")),
        _ => other_question(),
    }
}

/// The answer in words.
pub(crate) fn leads(at: Position<'_>, action: &Action) -> String {
    match *action {
        Action::Lead(who) => format!("{} leads", officer(at.campaign, who)),
        _ => action.write(at.campaign),
    }
}

/// Who rides on the sleigh, where commanders are equal? (S1b, FMD-6-3)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leader {
    /// The Force.
    pub force: ForceId,
}

impl Question<FullMeasureOfDevotion> for Leader {
    fn asked(self, at: Position<'_>) -> Sides {
        side_if(at.force(self.force).at.is_some(), self.force.side())
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("{}: who rides on the sleigh?", located(at, self.force)), "FMD-6-3")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(at.campaign.seniors(at.force(self.force).officers).iter().map(Action::Lead));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Lead(commander) = *action else { return other_question() };
        if at.campaign.seniors(at.force(self.force).officers).contains(commander) {
            return Ok(());
        }
        let name = self.force.name();
        Err(Violation::of("FMD-6-3", format!("Force {name} is led by one of its most senior commanders."))
            .about([name]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Lead(commander) = *action {
            play.lead(self.force, commander);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        leads(at, action)
    }
}

/// Which commander rides to another Force? Also one whose Force has moved (T12, FMD-13-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RideOut;

impl Question<FullMeasureOfDevotion> for RideOut {
    fn asked(self, at: Position<'_>) -> Sides {
        at.on_go()
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which commander rides to another Force? He has 11 movement points.", "FMD-13-1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let counters = at.campaign.all_division_counters();
        let has_counter = !at.free_counters(side).is_empty();
        at.with_riders(side, |rides| {
            for (force, from) in at.state.forces_of(side) {
                let officers = at.force(force).officers;
                let riders = officers.minus(counters).minus(at.state.rode);
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

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Pass => Ok(()),
            Action::Ride { who, to } => at.check_ride(side, who, to),
            _ => Err(Violation::form("Commanders ride now, or you pass.")),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        if let Action::Ride { who, to } = *action {
            play.state.riding = Some(Riding { who, to, behind: None, ahead: None });
            return play.finish_ride(side);
        }
        play.state.out = play.state.out.with(side);
        play.tell(What::Passed { side });
        play.push(NextGo);
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, side: Side, action: &Action) -> String {
        let (who, to) = match *action {
            Action::Ride { who, to } => (who, to),
            Action::Pass => return "No more rides this turn".to_owned(),
            _ => return action.write(at.campaign),
        };
        let there = at.state.force_at(side, to);
        let there = there.map_or_else(|| speech::hex(at.campaign, to), |force| led(at, force));
        let cost = at
            .force_of(who)
            .and_then(|(_, from)| at.ride_reach(side, from, RIDE, |scratch| scratch.cost(to)));
        let price = cost.map_or_else(String::new, |cost| format!(", {}", movement_points(cost)));
        format!("{} rides to {there}{price}", name(at.campaign, who))
    }

    /// A ride is clicked on the Force he joins.
    fn target(self, at: Position<'_>, side: Side, action: &Action) -> Target {
        let Action::Ride { to, .. } = *action else { return Target::Button };
        let there = at.state.force_at(side, to);
        there.and_then(|force| force.target(at.campaign)).unwrap_or(Target::Button)
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        let on_force = |force| {
            // Any rider tells why the Force cannot be reached.
            let to = at.force(force).at?;
            let mut riders = at.state.forces_of(side).flat_map(|(one, _)| at.force(one).officers.iter());
            let who = riders.find(|&who| at.force_of(who).is_none_or(|(_, from)| from != to))?;
            Some(Action::Ride { who, to })
        };
        meant(at, side, clicked, on_force, |_| None)
    }

    fn way(self, at: Position<'_>, side: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::Ride { who, to } = *action else { return Default::default() };
        let found = at.force_of(who).and_then(|(_, from)| {
            at.ride_reach(side, from, RIDE, |reach| Some((reach.path(to)?, reach.cost(to)?)))
        });
        drawn(at, found.map(|(path, cost)| (path, of(cost, RIDE))))
    }
}

/// Who leads the Force a rider leaves, or the one he joins, where several may? Asked out of sight (FMD-6-3, FMD-6-9).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LeadAfterRide;

impl Question<FullMeasureOfDevotion> for LeadAfterRide {
    fn asked(self, at: Position<'_>) -> Sides {
        at.on_go()
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let equals = at.riding_seniors().unwrap_or_default();
        let joins = at.state.riding.is_some_and(|riding| equals.contains(riding.who));
        who_leads(at, equals, if joins { "the Force he joins" } else { "the Force he leaves" })
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(at.riding_seniors().unwrap_or_default().iter().map(Action::Lead));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        check_equal(at, at.riding_seniors().unwrap_or_default(), action)
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        if let Action::Lead(who) = *action {
            play.settle_ride(side, who);
        }
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        leads(at, action)
    }
}

/// Whom do returning commanders join, and do they lead? Both sides answer at once, each until all is settled (T13).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ComeBack;

/// What a side has yet to settle about its returning commanders.
enum Unsettled {
    /// Which of the nearest Forces he joins (FMD-12.2-4).
    Join(CommanderId),
    /// Who of equals leads (FMD-6-3).
    Lead(Officers),
    /// Nothing.
    Nothing,
}

impl ComeBack {
    fn unsettled(self, at: Position<'_>, side: Side) -> Unsettled {
        let equals = || at.returning_seniors(side).map(Unsettled::Lead);
        at.next_return(side).map(Unsettled::Join).or_else(equals).unwrap_or(Unsettled::Nothing)
    }
}

impl Question<FullMeasureOfDevotion> for ComeBack {
    fn asked(self, at: Position<'_>) -> Sides {
        sides(|side| !at.state.answers[side].done && at.is_bereft(side))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        match self.unsettled(at, side) {
            Unsettled::Join(who) => {
                let lost = at.state.away.iter().find(|away| away.commander == who);
                let lost = lost.map_or_else(String::new, |away| {
                    format!(", lost at {},", speech::hex(at.campaign, away.from))
                });
                let who = name(at.campaign, who);
                let text = format!("{who}{lost} comes back: which of the nearest Forces does he join?");
                Words::new(text, "FMD-12.2-4")
            }
            Unsettled::Lead(equals) => who_leads(at, equals, "the Force"),
            Unsettled::Nothing => {
                let text = match at.returning(side).count() as u64 {
                    0 => "No commander comes back from a lost Force. Go on?".to_owned(),
                    back => format!(
                        "{} back from lost Forces. Go on?",
                        counted(back, "commander comes", "commanders come")
                    ),
                };
                Words::new(text, "FMD-12.2-3")
            }
        }
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        match self.unsettled(at, side) {
            Unsettled::Join(who) => out.extend(at.nearest_to_return(who).into_iter().map(Action::Join)),
            Unsettled::Lead(equals) => out.extend(equals.iter().map(Action::Lead)),
            Unsettled::Nothing => out.push(Action::Confirm),
        }
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match (self.unsettled(at, side), *action) {
            (Unsettled::Join(who), Action::Join(force)) => at.check_join(who, force),
            (Unsettled::Lead(equals), _) => check_equal(at, equals, action),
            (Unsettled::Nothing, Action::Confirm) => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        match (self.unsettled(play.position(), side), *action) {
            (Unsettled::Join(who), Action::Join(force)) => play.choose_return(who, force),
            (_, Action::Lead(who)) => play.settle_return(side, who),
            _ => play.state.answers[side].done = true,
        }
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Join(force) => format!("Join {}", led(at, force)),
            Action::Confirm => "Go on".to_owned(),
            _ => leads(at, action),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        let joins = matches!(self.unsettled(at, side), Unsettled::Join(_));
        meant(at, side, clicked, |force| joins.then_some(Action::Join(force)), |_| None)
    }
}

impl Play<'_> {
    /// Puts a commander on the sleigh.
    pub(crate) fn lead(&mut self, force: ForceId, commander: CommanderId) {
        let counters = self.campaign.all_division_counters();
        self.state.put_on_sleigh(force, commander);
        if counters.contains(commander) {
            // RUL-52: of two division commanders one goes back to the pool.
            self.state.force_mut(force).officers = Officers::only(commander);
        }
        self.story.reveal();
        self.tell(What::Leader { force, commander });
    }

    /// The owner has settled who leads one of the two Forces.
    fn settle_ride(&mut self, side: Side, leader: CommanderId) {
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
        let (Some((old, _)), Some(new)) = (self.position().force_of(who), self.state.force_at(side, to))
        else {
            return;
        };
        // Who leads now shows who was where.
        self.story.reveal();
        self.push(NextGo);
        self.state.rode = self.state.rode.with(who);
        self.tell(What::Rode { side, who: Some(who), from: Some(old), to: Some(new) });
        self.leave(who, old, behind);
        self.join(who, new, ahead == Some(who));
        self.state.note_ride(self.campaign, side);
        self.follow_lee(who, to);
    }

    /// A commander leaves a Force (FMD-13-9).
    fn leave(&mut self, who: CommanderId, force: ForceId, next: Option<CommanderId>) {
        let counter = next.or(self.position().free_counters(force.side()).first());
        let detail = self.state.force_mut(force);
        detail.officers = detail.officers.without(who);
        // FMD-6-9
        if detail.officers.is_empty()
            && let Some(counter) = counter
        {
            detail.officers = Officers::only(counter);
        }
        if detail.leader == who {
            let seniors = self.campaign.seniors(self.state.force(force).officers);
            if let Some(next) = next.or(seniors.first()) {
                self.lead(force, next);
            }
        }
    }

    /// A commander joins a Force (FMD-13-10, FMD-6-10).
    fn join(&mut self, who: CommanderId, force: ForceId, leads: bool) {
        let detail = self.state.force_mut(force);
        detail.officers = detail.officers.with(who);
        let leader = detail.leader;
        self.retire_counters(force);
        let (his, present) = (self.campaign.commander(who).stars, self.campaign.commander(leader).stars);
        if his > present || (leads && his == present) {
            self.lead(force, who);
        }
    }

    /// Keeps Lee's journey (RUL-50).
    pub(crate) fn follow_lee(&mut self, who: CommanderId, to: Hex) {
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

    /// The owner has settled which of some equals leads.
    fn settle_return(&mut self, side: Side, leader: CommanderId) {
        let equals = self.position().returning_seniors(side).unwrap_or_default();
        for away in self.state.away.iter_mut().filter(|away| equals.contains(away.commander)) {
            away.leads = Some(away.commander == leader);
        }
    }

    fn choose_return(&mut self, who: CommanderId, force: ForceId) {
        if let Some(away) = self.state.away.iter_mut().find(|away| away.commander == who) {
            away.joins = Some(force);
        }
    }

    /// T13: commanders of Forces destroyed before this turn come back (FMD-12.2-3).
    pub(crate) fn bring_back(&mut self) {
        let turn = self.state.turn;
        self.state.evidence.graves_closed(self.campaign, turn);
        let mut away = self.state.away.clone();
        // Who is to lead comes first: of the others nobody is seen on the sleigh.
        away.sort_by_key(|away| {
            (Reverse(self.campaign.commander(away.commander).stars), away.leads != Some(true))
        });
        for away in away.into_iter().filter(|away| away.since < turn) {
            let nearest = self.position().nearest_to_return(away.commander);
            let Some(&first) = nearest.first() else {
                // RUL-48: nobody is there to be joined; he waits.
                let side = self.campaign.commander(away.commander).side;
                self.state.bereft.now = self.state.bereft.now.with(side);
                continue;
            };
            let force = away.joins.filter(|force| nearest.contains(force)).unwrap_or(first);
            self.state.away.retain(|other| other.commander != away.commander);
            self.tell(What::Returned { who: away.commander, to: force });
            let at = self.state.force(force).at.unwrap_or_default();
            self.join(away.commander, force, away.leads == Some(true));
            self.follow_lee(away.commander, at);
        }
    }
}
