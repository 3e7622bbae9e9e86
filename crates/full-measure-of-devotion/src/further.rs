//! Further orders (12.0 Part II).

use crate::action::Action;
use crate::event::What;
use crate::ids::ForceId;
use crate::position::{Play, Position};
use crate::state::Delay;
use crate::task::Task;
use engine::{Side, Violation};

impl Position<'_> {
    /// How soon an order reaches a Force at the earliest (FMD-12-II-5, FMD-12-II-6).
    #[must_use]
    pub fn soonest(&self, force: ForceId) -> Delay {
        let mut distance = None;
        if let (Some((chief, _)), Some(at)) = (self.army_force(force.side()), self.force(force).at) {
            distance = self.with_riders(force.side(), |riders| {
                let rides = riders.from(chief);
                rides.iter().find(|&&(hex, _)| hex == at).map(|&(_, distance)| u16::from(distance))
            });
        }
        let delay = self.campaign.tables.delay(distance);
        if self.force(force).markers.initial > 0 { delay.max(Delay::One) } else { delay }
    }

    pub(crate) fn order_answers(&self, side: Side, out: &mut Vec<Action>) {
        out.extend(self.state.forces_of(side).map(|(force, _)| Action::Order(force)));
        for delay in [Delay::Now, Delay::One] {
            if self.check_army_order(side, delay).is_ok() {
                out.push(Action::ArmyOrder(delay));
            }
        }
        out.push(Action::Decline);
    }

    fn check_army_order(&self, side: Side, delay: Delay) -> Result<(), Violation> {
        if delay == Delay::Two {
            return Err(Violation::of("FMD-12-II-15", "The army commander's own Force gets ORDER or +1."));
        }
        if self.state.army_order[side.index()] {
            return Err(Violation::of("FMD-12-II-15", "That was done this turn."));
        }
        match self.army_force(side) {
            Some((force, _)) if delay == Delay::Now && self.force(force).markers.initial > 0 => {
                Err(Violation::of(
                    "FMD-12-II-6",
                    format!("Force {} carries INITIAL: it can get +1.", force.name()),
                )
                .about([force.name()]))
            }
            Some(_) => Ok(()),
            None => Err(Violation::of("RUL-17", "The army commander is not on the map.")),
        }
    }

    pub(crate) fn check_order(&self, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Decline => Ok(()),
            Action::ArmyOrder(delay) => self.check_army_order(side, delay),
            Action::Order(force) if force.side() == side && self.force(force).at.is_some() => Ok(()),
            Action::Order(force) => {
                Err(Violation::form(format!("{} is none of your Forces on the map.", force.name())))
            }
            _ => Err(Violation::form("Order a Force, or decline.")),
        }
    }

    pub(crate) fn marker_answers(&self, force: ForceId, out: &mut Vec<Action>) {
        let soonest = self.soonest(force);
        let all = [Delay::Now, Delay::One, Delay::Two];
        out.extend(all.into_iter().filter(|&delay| delay >= soonest).map(Action::Mark));
    }

    pub(crate) fn check_marker(&self, force: ForceId, delay: Delay) -> Result<(), Violation> {
        if delay >= self.soonest(force) {
            return Ok(());
        }
        let rule = if self.force(force).markers.initial > 0 { "FMD-12-II-6" } else { "FMD-12-II-7" };
        Err(Violation::of(rule, format!("The order cannot reach Force {} so soon.", force.name()))
            .about([force.name()]))
    }
}

impl Play<'_> {
    pub(crate) fn order(&mut self, side: Side, action: &Action) {
        self.push(Task::NextGo);
        match *action {
            Action::Order(force) => self.roll_order(side, force),
            Action::ArmyOrder(delay) => {
                self.state.army_order[side.index()] = true;
                if let Some((force, _)) = self.position().army_force(side) {
                    self.mark(force, delay, true);
                }
            }
            _ => {
                self.state.out[side.index()] = true;
                self.tell(What::Declined { side, orders: 0 });
            }
        }
    }

    /// FMD-12-II-4, FMD-12-II-11, FMD-12-II-13.
    fn roll_order(&mut self, side: Side, force: ForceId) {
        let bonus = self.state.bonus[side.index()];
        let blue = self.chance.d6("order, blue die");
        let grey = self.chance.d6("order, grey die");
        let success = blue as i8 + bonus - grey as i8 >= 0;
        self.state.bonus[side.index()] = bonus.saturating_sub(1);
        self.tell(What::OrderRoll { force, blue, grey, bonus, success });
        if success {
            self.push(Task::Marker(force));
        } else {
            self.state.out[side.index()] = true;
        }
    }

    /// Puts a marker beside a Force.
    pub(crate) fn mark(&mut self, force: ForceId, delay: Delay, free: bool) {
        let markers = &mut self.state.force_mut(force).markers;
        match delay {
            Delay::Now => markers.order += 1,
            Delay::One => markers.plus_one += 1,
            Delay::Two => markers.plus_two += 1,
        }
        let initial = markers.initial > 0;
        self.tell(What::Marked { force, delay, free, initial });
    }
}
