//! Further orders (chapter 12, Part II).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::CommandBonus;
use crate::model::position::{Play, Position};
use crate::model::state::Delay;
use crate::model::task::ask_or_pass;
use crate::rules::sequence::NextGo;
use crate::scene::{drawn, meant};
use crate::speech::{arrival, led, marker, own, points};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// How soon an order reaches a Force at the earliest: the farther from the army commander, the later (FMD-12-II-5,
    /// FMD-D-2); never at once where it carries INITIAL (FMD-12-II-6).
    #[must_use]
    pub fn soonest(&self, force: ForceId) -> Delay {
        let mut distance = None;
        if let (Some((chief, _)), Some(at)) = (self.army_force(force.side()), self.force(force).at) {
            distance = self.with_riders(force.side(), |riders| {
                let rides = riders.from(chief);
                rides.iter().find(|&&(hex, _)| hex == at).map(|&(_, distance)| distance)
            });
        }
        let delay = self.campaign.tables.delay(distance);
        if self.force(force).markers.initial > 0 { delay.max(Delay::One) } else { delay }
    }

    /// Whether the army commander's own Force gets an order without a roll, whatever markers it has (FMD-12-II-15,
    /// FMD-12-II-16).
    fn check_army_order(&self, side: Side, delay: Delay) -> Result<(), Violation> {
        if delay == Delay::Two {
            return Err(Violation::of("FMD-12-II-15", "The army commander's own Force gets ORDER or +1."));
        }
        if self.state.army_order.contains(side) {
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
}

/// Which Force gets an order? (T8)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GiveOrder;

impl Question<FullMeasureOfDevotion> for GiveOrder {
    fn asked(self, at: Position<'_>) -> Sides {
        at.on_go()
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let bonus = at.state.bonus[side].0;
        let sign = if bonus < 0 { '-' } else { '+' };
        let text = format!(
            "Which Force gets an order? Blue die {sign} {} - grey die must be 0 or more.",
            bonus.unsigned_abs()
        );
        Words::new(text, "FMD-12-II-4")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        out.extend(at.state.forces_of(side).map(|(force, _)| Action::Order(force)));
        for delay in [Delay::Now, Delay::One] {
            if at.check_army_order(side, delay).is_ok() {
                out.push(Action::ArmyOrder(delay));
            }
        }
        out.push(Action::Decline);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Decline => Ok(()),
            Action::ArmyOrder(delay) => at.check_army_order(side, delay),
            Action::Order(force) if force.side() == side && at.force(force).at.is_some() => Ok(()),
            Action::Order(force) => {
                Err(Violation::form(format!("{} is none of your Forces on the map.", force.name())))
            }
            _ => Err(Violation::form("Order a Force, or decline.")),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        // FMD-12-II-10
        play.push(NextGo);
        match *action {
            Action::Order(force) => play.roll_order(side, force),
            Action::ArmyOrder(delay) => {
                play.state.army_order = play.state.army_order.with(side);
                if let Some((force, _)) = play.position().army_force(side) {
                    play.mark(force, delay, true);
                }
            }
            _ => {
                play.state.out = play.state.out.with(side);
                play.tell(What::Declined { side, orders: 0 });
            }
        }
    }

    fn label(self, at: Position<'_>, side: Side, action: &Action) -> String {
        match *action {
            Action::Order(force) => {
                let bonus = i16::from(at.state.bonus[side].0);
                let rolls = (1..=6_i16).flat_map(|blue| (1..=6_i16).map(move |grey| (blue, grey)));
                let chances = rolls.filter(|(blue, grey)| blue + bonus - grey >= 0).count();
                let delay = at.soonest(force);
                format!(
                    "Order to {}: {chances} in 36; {}, to move {}",
                    led(at, force),
                    marker(delay),
                    arrival(delay)
                )
            }
            Action::ArmyOrder(delay) => format!(
                "{} without a roll for the army commander's own Force, to move {}",
                marker(delay),
                arrival(delay)
            ),
            Action::Decline => "No more orders this turn".to_owned(),
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |force| Some(Action::Order(force)), |_| None)
    }

    /// The way of the courier from the army commander to the Force (TAB-O).
    fn way(self, at: Position<'_>, side: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::Order(force) = *action else { return Default::default() };
        let (Some((_, chief)), Some(to)) = (at.army_force(side), at.force(force).at) else {
            return Default::default();
        };
        let far = at.campaign.tables.order_distance[1];
        let found = at.ride_reach(side, chief, far, |reach| Some((reach.path(to)?, reach.cost(to)?)));
        let way = match found {
            Some((path, cost)) => (path, format!("{} movement points of a rider", points(cost))),
            None => (Vec::new(), format!("more than {} movement points of a rider", points(far))),
        };
        drawn(at, Some(way))
    }
}

/// How late does the order come? (FMD-12-II-7)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetDelay {
    /// The Force it goes to.
    pub force: ForceId,
}

impl SetDelay {
    fn rule(self, at: Position<'_>) -> &'static str {
        if at.force(self.force).markers.initial > 0 { "FMD-12-II-6" } else { "FMD-12-II-7" }
    }
}

impl Question<FullMeasureOfDevotion> for SetDelay {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.force.side())
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let text = format!(
            "The order for {} goes out; {} is the soonest. When shall it arrive?",
            own(self.force),
            arrival(at.soonest(self.force))
        );
        Words::new(text, self.rule(at))
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let soonest = at.soonest(self.force);
        let all = [Delay::Now, Delay::One, Delay::Two];
        out.extend(all.into_iter().filter(|&delay| delay >= soonest).map(Action::Mark));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Mark(delay) = *action else { return other_question() };
        if delay >= at.soonest(self.force) {
            return Ok(());
        }
        let text = format!("The order cannot reach Force {} so soon.", self.force.name());
        Err(Violation::of(self.rule(at), text).about([self.force.name()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Mark(delay) = *action {
            play.mark(self.force, delay, false);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Mark(delay) => format!("{}: it can move {}", marker(delay), arrival(delay)),
            _ => action.write(at.campaign),
        }
    }
}

impl Play<'_> {
    /// FMD-12-II-4, FMD-12-II-11, FMD-12-II-13.
    fn roll_order(&mut self, side: Side, force: ForceId) {
        let bonus = self.state.bonus[side];
        let blue = self.chance.d6("order, blue die");
        let grey = self.chance.d6("order, grey die");
        // FMD-1-5: the blue die counts for it, the grey one against it.
        let success = blue as i8 + bonus.0 - grey as i8 >= 0;
        self.state.bonus[side] = bonus.saturating_sub(CommandBonus(1));
        self.tell(What::OrderRoll { force, blue, grey, bonus, success });
        if success {
            self.push(SetDelay { force });
        } else {
            self.state.out = self.state.out.with(side);
        }
    }

    /// Puts a marker beside a Force.
    fn mark(&mut self, force: ForceId, delay: Delay, free: bool) {
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
