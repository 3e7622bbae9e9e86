//! Which Force moves, and whether whole or in part (12.0 Parts I and III).

use crate::action::Action;
use crate::event::What;
use crate::ids::{CommanderId, ForceId, Officers};
use crate::movement::{Arms, Enemies};
use crate::position::{Play, Position};
use crate::state::{Delay, March, Purpose, Sorting};
use crate::strength::{Kind, Strength};
use crate::task::Task;
use engine::{Side, Violation};

impl<'a> Position<'a> {
    /// Forces of a side that have yet to march on their initial orders this turn (FMD-12-I-1).
    pub(crate) fn marchers(&self, side: Side) -> impl Iterator<Item = ForceId> + use<'a> {
        let state = self.state;
        let barred = side == Side::Union && state.turn < 3;
        state
            .forces_of(side)
            .map(|(force, _)| force)
            .filter(move |&force| !barred && state.force(force).marching && !state.force(force).moved)
    }

    pub(crate) fn check_marcher(&self, side: Side, force: ForceId) -> Result<(), Violation> {
        if self.marchers(side).any(|other| other == force) {
            return Ok(());
        }
        let text = format!("Force {} has no march left on an initial order this turn.", force.name());
        Err(Violation::of("FMD-12-I-1", text).about([force.name()]))
    }

    /// Whether a side has an ORDER on the map.
    pub(crate) fn has_orders(&self, side: Side) -> bool {
        self.state.forces_of(side).any(|(force, _)| self.force(force).markers.order > 0)
    }

    pub(crate) fn activation_answers(&self, side: Side, out: &mut Vec<Action>) {
        let with_orders =
            self.state.forces_of(side).map(|(force, _)| force).filter(|&f| self.force(f).markers.order > 0);
        let enemies = self.enemies(side);
        out.extend(
            with_orders.filter(|&f| self.check_activate(&enemies, side, f).is_ok()).map(Action::Activate),
        );
        out.push(Action::Decline);
    }

    fn check_activate(&self, enemies: &Enemies, side: Side, force: ForceId) -> Result<(), Violation> {
        let refuse = |rule, text: &str| {
            Err(Violation::of(rule, format!("Force {} {text}", force.name())).about([force.name()]))
        };
        if force.side() != side || self.force(force).at.is_none() {
            return Err(Violation::form(format!("{} is none of your Forces on the map.", force.name())));
        }
        let box_ = self.force(force);
        if box_.markers.order == 0 {
            return refuse("FMD-12-III-1", "has no ORDER.");
        }
        if box_.moved {
            return refuse("FMD-12-V-G1", "has moved this turn.");
        }
        let divisible = self.check_divisible(force).is_ok();
        let whole = Arms::of(box_.strength);
        let possible = match (box_.markers.order >= 2, divisible) {
            // RUL-20: it makes an inadvertent move.
            (true, false) => true,
            (true, true) => self.has_part_with_step(enemies, &Sorting::of(force, Purpose::March)),
            (false, true) => {
                self.can_step(enemies, force, whole, box_.trains > 0)
                    || self.has_part_with_step(enemies, &Sorting::of(force, Purpose::March))
            }
            (false, false) => self.can_step(enemies, force, whole, box_.trains > 0),
        };
        if possible { Ok(()) } else { refuse("RUL-64", "has no legal step.") }
    }

    pub(crate) fn check_activation(&self, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Decline => Ok(()),
            Action::Activate(force) => self.check_activate(&self.enemies(side), side, force),
            _ => Err(Violation::form("Move a Force with an ORDER, or decline.")),
        }
    }

    pub(crate) fn divide_answers(&self, force: ForceId, out: &mut Vec<Action>) {
        for action in [Action::Whole, Action::Divide] {
            if self.check_divide(force, &action).is_ok() {
                out.push(action);
            }
        }
    }

    pub(crate) fn check_divide(&self, force: ForceId, action: &Action) -> Result<(), Violation> {
        let box_ = self.force(force);
        match action {
            Action::Whole if box_.markers.order > 0 => Err(Violation::of(
                "FMD-12-III-11",
                format!("Force {} had two ORDERs: part of it must stay with the other.", force.name()),
            )),
            Action::Whole
                if !self.can_step(
                    &self.enemies(force.side()),
                    force,
                    Arms::of(box_.strength),
                    box_.trains > 0,
                ) =>
            {
                Err(Violation::of("RUL-64", format!("Force {} as a whole has no legal step.", force.name())))
            }
            Action::Whole => Ok(()),
            Action::Divide => {
                self.check_divisible(force)?;
                if self.has_part_with_step(&self.enemies(force.side()), &Sorting::of(force, Purpose::March)) {
                    Ok(())
                } else {
                    Err(Violation::of("RUL-64", "No part of it has a legal step."))
                }
            }
            _ => Err(Violation::form("Does it go whole, or is it divided?")),
        }
    }

    /// Whether what has been told to go, with more of what is there, makes a part that can take a step.
    fn has_part_with_step(&self, enemies: &Enemies, sorting: &Sorting) -> bool {
        let force = sorting.force;
        let rest = self.force(force).strength.minus(sorting.strength);
        let sent = Arms::of(sorting.strength);
        Arms::subsets().any(|arms| {
            arms.covers(sent)
                && arms.minus(sent).iter().all(|arm| rest.has(arm))
                // One brigade at least stays.
                && u32::from(rest.size()) > arms.minus(sent).count()
                && self.can_step(enemies, force, arms, sorting.trains > 0)
        })
    }

    /// Whether the part can be completed in a way that serves its purpose.
    fn is_fit(&self, sorting: &Sorting) -> bool {
        match sorting.purpose {
            Purpose::March => self.has_part_with_step(&self.enemies(sorting.force.side()), sorting),
            Purpose::Advance | Purpose::Enter => self.can_part_enter(sorting, false),
        }
    }

    fn can_part_enter(&self, sorting: &Sorting, now: bool) -> bool {
        let Some(battle) = &self.state.battle else { return false };
        let target = self.vacated(battle, sorting.force);
        let rest = self.force(sorting.force).strength.minus(sorting.strength);
        let sent = Arms::of(sorting.strength);
        Arms::subsets().any(|arms| {
            let fits = if now {
                arms == sent
            } else {
                arms.covers(sent)
                    && arms.minus(sent).iter().all(|arm| rest.has(arm))
                    && u32::from(rest.size()) > arms.minus(sent).count()
            };
            fits && self.may_advance(sorting.force, arms, sorting.trains > 0, target)
        })
    }

    /// Those among whom the owner has yet to choose a leader for a part, where they are equals (FMD-6-3).
    pub(crate) fn open_seniors(&self) -> Option<Officers> {
        let sorting = self.state.sorting.as_ref().filter(|sorting| sorting.going)?;
        let box_ = self.force(sorting.force);
        let ahead = self.campaign.seniors(sorting.officers);
        if sorting.ahead.is_none() && ahead.count() > 1 {
            return Some(ahead);
        }
        let behind = self.campaign.seniors(box_.officers.minus(sorting.officers));
        (sorting.behind.is_none() && behind.count() > 1 && sorting.officers.contains(box_.leader))
            .then_some(behind)
    }

    pub(crate) fn sort_answers(&self, out: &mut Vec<Action>) {
        let Some(sorting) = &self.state.sorting else { return };
        let box_ = self.force(sorting.force);
        let mut add = |action: Action| {
            if self.check_sort(&action).is_ok() {
                out.push(action);
            }
        };
        add(Action::Go);
        box_.strength.minus(sorting.strength).kinds().for_each(|kind| add(Action::Send(kind)));
        box_.officers.minus(sorting.officers).iter().for_each(|who| add(Action::SendOfficer(who)));
        if sorting.trains < box_.trains {
            add(Action::SendTrain);
        }
        let markers = [
            (Delay::Now, box_.markers.order, sorting.order),
            (Delay::One, box_.markers.plus_one, sorting.plus_one),
            (Delay::Two, box_.markers.plus_two, sorting.plus_two),
        ];
        let left = markers.into_iter().filter(|(_, there, sent)| sent < there);
        left.for_each(|(delay, ..)| add(Action::SendMarker(delay)));
    }

    pub(crate) fn check_sort(&self, action: &Action) -> Result<(), Violation> {
        let Some(sorting) = self.state.sorting else {
            return Err(Violation::form("No Force is divided now."));
        };
        let force = sorting.force;
        let box_ = self.force(force);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        let mut more = sorting;
        match *action {
            Action::Send(kind) => {
                let rest = box_.strength.minus(sorting.strength);
                if rest.of(kind) == 0 {
                    return refuse(
                        "FMD-5-6",
                        format!("Force {} has no more {}.", force.name(), kind.words()),
                    );
                }
                if rest.size() == 1 {
                    return refuse("FMD-4-2", "One brigade at least stays.".into());
                }
                more.strength.add(kind);
                self.check_fit(&more)
            }
            Action::SendOfficer(who) => self.check_send_officer(&sorting, who),
            Action::SendTrain => {
                if sorting.trains == box_.trains {
                    return refuse("FMD-11-III-8", format!("Force {} has no more trains.", force.name()));
                }
                more.trains += 1;
                self.check_fit(&more)
            }
            Action::SendMarker(delay) => {
                let (there, sent) = match delay {
                    Delay::Now => (box_.markers.order, sorting.order),
                    Delay::One => (box_.markers.plus_one, sorting.plus_one),
                    Delay::Two => (box_.markers.plus_two, sorting.plus_two),
                };
                if delay == Delay::Now && sorting.purpose != Purpose::Advance {
                    return refuse(
                        "FMD-12-III-10",
                        "An ORDER never travels with the part that moves.".into(),
                    );
                }
                if sent == there {
                    return refuse("RUL-19", format!("Force {} has no more such markers.", force.name()));
                }
                Ok(())
            }
            Action::Go => self.check_go(&sorting),
            _ => Err(Violation::form("Send brigades, commanders, trains or markers, then go.")),
        }
    }

    fn check_fit(&self, more: &Sorting) -> Result<(), Violation> {
        if self.is_fit(more) {
            Ok(())
        } else {
            let text = format!("With it, no part of Force {} could go anywhere.", more.force.name());
            Err(Violation::of("RUL-64", text).about([more.force.name()]))
        }
    }

    fn check_send_officer(&self, sorting: &Sorting, who: CommanderId) -> Result<(), Violation> {
        let force = sorting.force;
        let rest = self.force(force).officers.minus(sorting.officers);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([force.name()]));
        if who.index() >= self.campaign.commanders.len() || !rest.contains(who) {
            return refuse("FMD-12.2-2", format!("He is not with Force {}.", force.name()));
        }
        if self.campaign.all_division_counters().contains(who) {
            return refuse("FMD-6-12", "A division commander stays with his Force.".into());
        }
        if rest.without(who).is_empty() && self.free_counters(force.side()).is_empty() {
            return refuse("FMD-3-8", "The part that stays would have no commander.".into());
        }
        Ok(())
    }

    fn check_go(&self, sorting: &Sorting) -> Result<(), Violation> {
        let force = sorting.force;
        let refuse = |rule, text: &str| Err(Violation::of(rule, text).about([force.name()]));
        if sorting.strength.is_empty() {
            return refuse("FMD-4-2", "At least one brigade must go.");
        }
        let mut needed = u32::from(sorting.officers.is_empty());
        needed += u32::from(self.force(force).officers.minus(sorting.officers).is_empty());
        if needed > self.free_counters(force.side()).count() {
            return refuse("FMD-3-8", "Both parts need a commander.");
        }
        let fit = match sorting.purpose {
            Purpose::March => self.can_step(
                &self.enemies(force.side()),
                force,
                Arms::of(sorting.strength),
                sorting.trains > 0,
            ),
            Purpose::Advance | Purpose::Enter => self.can_part_enter(sorting, true),
        };
        if fit { Ok(()) } else { refuse("RUL-64", "This part cannot go anywhere.") }
    }
}

impl Sorting {
    /// Nobody is told to go yet.
    #[must_use]
    pub const fn of(force: ForceId, purpose: Purpose) -> Sorting {
        Sorting {
            force,
            purpose,
            strength: Strength::NONE,
            officers: Officers::NONE,
            order: 0,
            plus_one: 0,
            plus_two: 0,
            trains: 0,
            going: false,
            ahead: None,
            behind: None,
        }
    }

    /// One more brigade.
    fn send(&mut self, kind: Kind) {
        self.strength.add(kind);
    }
}

impl Play<'_> {
    pub(crate) fn march_on_initial_order(&mut self, force: ForceId) {
        self.push(Task::NextGo);
        let box_ = self.state.force(force);
        let (basic, _) = self.campaign.allowance(box_.strength, self.state.weather);
        let foraging = box_.markers.forage;
        self.begin_march(March { initial: true, ..March::new(force, basic, basic, foraging) });
    }

    /// Part III: a Force uses an ORDER, or the side is out (FMD-12-III-4, FMD-12-III-5).
    pub(crate) fn activate(&mut self, side: Side, action: &Action) {
        self.push(Task::NextGo);
        let Action::Activate(force) = *action else {
            let orders = self.forfeit_orders(side);
            self.tell(What::Declined { side, orders });
            return;
        };
        let divisible = self.position().check_divisible(force).is_ok();
        let box_ = self.state.force_mut(force);
        box_.markers.order -= 1;
        let must_split = box_.markers.order > 0;
        let (at, foraging) = (box_.at.unwrap_or_default(), box_.markers.forage);
        self.tell(What::MarchBegins { force, at, initial: false });
        if must_split {
            // Whether it can be divided is seen now.
            self.story.reveal();
        }
        if must_split && !divisible {
            self.stray_with_two_orders(side, force);
        } else if divisible {
            self.state.march = Some(March::new(force, 0, 0, foraging));
            self.push(Task::Divide);
        } else {
            self.set_out(force);
        }
    }

    /// Every ORDER of a side goes, and it is out for Part III.
    fn forfeit_orders(&mut self, side: Side) -> u8 {
        self.state.out[side.index()] = true;
        let mut orders = 0;
        for force in ForceId::of(side) {
            orders += std::mem::take(&mut self.state.force_mut(force).markers.order);
        }
        orders
    }

    /// RUL-20: two ORDERs, and it cannot be divided.
    fn stray_with_two_orders(&mut self, side: Side, force: ForceId) {
        let box_ = self.state.force(force);
        let (basic, _) = self.campaign.allowance(box_.strength, self.state.weather);
        let foraging = box_.markers.forage;
        self.state.march = Some(March { over: true, ..March::new(force, basic, basic, foraging) });
        let orders = self.forfeit_orders(side);
        self.tell(What::OrdersLost { side, orders });
        self.push(Task::Halt);
        self.push(Task::Walk);
        self.drift();
    }

    pub(crate) fn divide(&mut self, action: &Action) {
        let Some(march) = self.state.march else { return };
        self.state.tasks.pop();
        if *action == Action::Divide {
            self.state.sorting = Some(Sorting::of(march.force, Purpose::March));
            self.push(Task::Sort);
        } else {
            self.set_out(march.force);
        }
    }

    pub(crate) fn sort(&mut self, action: &Action) {
        let Some(sorting) = &mut self.state.sorting else { return };
        match *action {
            Action::Send(kind) => sorting.send(kind),
            Action::SendOfficer(who) => sorting.officers = sorting.officers.with(who),
            Action::SendTrain => sorting.trains += 1,
            Action::SendMarker(Delay::Now) => sorting.order += 1,
            Action::SendMarker(Delay::One) => sorting.plus_one += 1,
            Action::SendMarker(Delay::Two) => sorting.plus_two += 1,
            Action::Lead(who) => {
                if sorting.ahead.is_none() && sorting.officers.contains(who) {
                    sorting.ahead = Some(who);
                } else {
                    sorting.behind = Some(who);
                }
                self.finish_sorting();
            }
            _ => {
                // The enemy sees nothing before the parts stand on the map; dividing reveals them then.
                sorting.going = true;
                self.finish_sorting();
            }
        }
    }

    /// Once nobody is left to be chosen as leader, the part goes.
    fn finish_sorting(&mut self) {
        if self.position().open_seniors().is_some() {
            return;
        }
        match self.state.sorting {
            None => {}
            Some(sorting) => {
                self.state.sorting = None;
                self.state.tasks.pop();
                match sorting.purpose {
                    Purpose::March => self.set_out_in_part(sorting),
                    Purpose::Advance | Purpose::Enter => self.follow_in_part(sorting),
                }
            }
        }
    }

    fn set_out_in_part(&mut self, sorting: Sorting) {
        let new = self.split(sorting);
        self.set_out(new);
    }

    /// A whole Force sets out on a further order.
    fn set_out(&mut self, force: ForceId) {
        let march = self.further_march(force);
        self.state.march = Some(march);
        self.push(Task::Halt);
        self.push(Task::Walk);
    }

    fn further_march(&self, force: ForceId) -> March {
        let box_ = self.state.force(force);
        let position = self.position();
        let (basic, forced) = position.marching_points(box_.strength, box_.markers.forage, box_.trains > 0);
        March::new(force, basic, forced, box_.markers.forage)
    }
}
