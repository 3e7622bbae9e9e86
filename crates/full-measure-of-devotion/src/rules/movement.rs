//! Movement in detail: where a Force goes, and what it meets (chapter 12, Part V).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::campaign::Traveller;
use crate::model::event::{Block, What};
use crate::model::ids::{ForceId, ForceSet};
use crate::model::numbers::{Hits, MovementPoints, Trains};
use crate::model::position::{Play, Position};
use crate::model::state::{Allowance, Cause, March};
use crate::model::task::Task;
use crate::rules::forces::{JoinForces, TakeHit};
use crate::rules::inadvertent::risk;
use crate::rules::trains::TakeOverTrains;
use crate::scene::{drawn, meant, of};
use crate::speech::{self, located, movement_points, own, points};
use engine::agenda::{Question, Step, Words};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

impl March {
    /// A march about to begin.
    #[must_use]
    pub const fn new(force: ForceId, allowance: Option<Allowance>, foraging: bool) -> March {
        March {
            force,
            initial: false,
            spent: MovementPoints::ZERO,
            allowance,
            hexes: 0,
            foraging,
            tested: false,
            heading: None,
            due: Hits::ZERO,
            fought: false,
            over: false,
            parts: ForceSet::EMPTY,
        }
    }

    /// Whether a Force is moving on a further order, or is part of one that is (FMD-12-I-5b).
    pub(crate) fn moves_further(&self, force: ForceId) -> bool {
        !self.initial && (self.force == force || self.parts.contains(force))
    }

    /// What Column C gives it: nothing before it has set out.
    pub(crate) fn basic(&self) -> MovementPoints {
        self.allowance.map_or(MovementPoints::ZERO, |allowance| allowance.basic)
    }

    /// What it has with a force march, if it may make one.
    pub(crate) fn forced(&self) -> MovementPoints {
        self.allowance.map_or(MovementPoints::ZERO, |allowance| allowance.forced)
    }
}

impl Position<'_> {
    fn check_stop(&self, march: &March) -> Result<(), Violation> {
        if march.hexes == 0 && !march.fought {
            return Err(Violation::of("RUL-64", "A move enters a hex; to move nothing, decline."));
        }
        Ok(())
    }

    /// Whether the Force on the move asks where to go, or goes on by itself.
    pub(crate) fn walking(&self) -> Task {
        match self.state.march {
            Some(march)
                if !march.initial && !march.over && march.heading.is_none() && march.due == Hits::ZERO =>
            {
                TakeStep { force: march.force }.into()
            }
            _ => Walk.into(),
        }
    }
}

/// Where does the Force on the move go? By road or across country (FMD-12-V-F1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakeStep {
    /// The Force.
    pub force: ForceId,
}

impl Question<FullMeasureOfDevotion> for TakeStep {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.force.side())
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some(march) = at.state.march else { return Words::new("Where to?", "FMD-12-V-F1") };
        let left = |all: MovementPoints| points(all.saturating_sub(march.spent));
        let mut text = format!("{}: where to?", located(at, self.force));
        if march.spent <= march.basic() {
            text +=
                &format!(" {} of {} movement points are left", left(march.basic()), points(march.basic()));
            if march.forced() > march.basic() {
                text += &format!(", {} by force march", left(march.forced()));
            }
        } else {
            text += &format!(" {} movement points of the force march are left", left(march.forced()));
        }
        text.push('.');
        Words::new(text, "FMD-12-V-F1")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some(march) = at.state.march else { return };
        let Some((walker, here)) = at.walker(&march) else { return };
        let enemies = at.enemies(walker.side);
        let mut far = at.within_reach(&walker, &enemies, here);
        far.remove(here);
        for (side, to) in at.campaign.theatre.grid.neighbours(here) {
            far.remove(to);
            if at.step_price(&walker, &enemies, here, side, to).is_some() {
                out.push(Action::Step(to));
            }
        }
        far.list(out, Action::To);
        if at.check_stop(&march).is_ok() {
            out.push(Action::Stop);
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let walking = at.state.march.and_then(|march| Some((march, at.walker(&march)?)));
        let Some((march, (walker, here))) = walking else {
            return Err(Violation::form("No Force is on the move."));
        };
        match *action {
            Action::Stop => at.check_stop(&march),
            Action::Step(to) => at.check_step(&walker, &at.enemies(walker.side), here, to).map(|_| ()),
            Action::To(to) if at.campaign.theatre.grid.adjacent(here, to) => {
                Err(Violation::form("That is one step: take it as a step."))
            }
            Action::To(to) => {
                let way = at.way_to(&march, to).filter(|way| !way.is_empty());
                way.map(|_| ()).ok_or_else(|| {
                    let name = at.campaign.hex_name(to);
                    Violation::of("FMD-12-V-G2", format!("No way leads to {name} for its movement points."))
                        .about([at.campaign.theatre.grid.name(to)])
                })
            }
            // It was not asked whether it goes whole: what was missing?
            Action::Divide if march.hexes == 0 && !march.fought => {
                let missing = at.check_divisible(march.force).err();
                Err(missing.unwrap_or_else(|| Violation::form("The whole Force is on the move.")))
            }
            _ => Err(Violation::form("Take a step, name a destination, or stop.")),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(Walk);
        let Some(march) = &mut play.state.march else { return };
        match *action {
            Action::Step(to) => play.step_to(to),
            Action::To(to) => march.heading = Some(to),
            _ => march.over = true,
        }
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Step(to) => self.step(at, to),
            Action::To(to) => self.journey(at, to),
            Action::Stop => "End the move here".to_owned(),
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        let here = at.force(self.force).at?;
        let on_hex = |hex: Hex| {
            let enemy = at.state.force_at(side.other(), hex).is_some();
            let step = enemy || at.campaign.theatre.grid.adjacent(here, hex);
            Some(if step { Action::Step(hex) } else { Action::To(hex) })
        };
        meant(at, side, clicked, |_| None, on_hex)
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Some(march) = at.state.march else { return Default::default() };
        let found = match *action {
            Action::Step(to) => self.price(at, to).map(|(here, cost)| (vec![here, to], u16::from(cost.0))),
            Action::To(to) => {
                at.march_reach(&march, |reach| Some((reach.path(to)?, reach.cost(to)?))).flatten()
            }
            _ => None,
        };
        let spending = |cost: u16| {
            let spent = u16::from(march.spent.0) + cost;
            if spent > u16::from(march.basic().0) {
                format!("{}, force march", of(spent, march.forced()))
            } else {
                of(spent, march.basic())
            }
        };
        drawn(at, found.map(|(path, cost)| (path, spending(cost))))
    }
}

impl TakeStep {
    /// Where it stands, and the price of a step from there.
    fn price(self, at: Position<'_>, to: Hex) -> Option<(Hex, MovementPoints)> {
        let detail = at.force(self.force);
        let here = detail.at?;
        Some((here, at.step_cost(Traveller::force(detail.trains > Trains::ZERO), here, to)?))
    }

    /// A step in words: whom it meets, what it costs, what it risks.
    fn step(self, at: Position<'_>, to: Hex) -> String {
        let place = speech::hex(at.campaign, to);
        let cost = self.price(at, to);
        let price = cost.map_or_else(String::new, |(_, cost)| format!(", {}", spent(at, cost.into())));
        match at.state.force_at(self.force.side().other(), to) {
            Some(enemy) => format!("Attack {} at {place}{price}", speech::force(enemy)),
            None => format!("To {place}{}{price}{}", self.company(at, to), risk(at, &[to])),
        }
    }

    /// A longer way in words.
    fn journey(self, at: Position<'_>, to: Hex) -> String {
        let place = speech::hex(at.campaign, to);
        let found = at.state.march.and_then(|march| {
            at.march_reach(&march, |scratch| Some((scratch.cost(to)?, scratch.path(to)?)))?
        });
        let Some((cost, path)) = found else { return format!("To {place}") };
        let risk = risk(at, path.get(1..).unwrap_or_default());
        format!("To {place}{}, {}{risk}", self.company(at, to), spent(at, cost.into()))
    }

    /// Whom it meets at the end of its move.
    fn company(self, at: Position<'_>, to: Hex) -> String {
        match at.state.force_at(self.force.side(), to) {
            Some(friend) if at.state.march.is_none_or(|march| march.force != friend) => {
                format!(", where {} is", own(friend))
            }
            _ => String::new(),
        }
    }
}

/// What a move costs in words.
fn spent(at: Position<'_>, cost: u32) -> String {
    let tired = at.state.march.is_some_and(|march| u32::from(march.spent) + cost > u32::from(march.basic()));
    format!("{}{}", movement_points(cost), if tired { ", force march" } else { "" })
}

/// The Force on the move goes on until its owner is asked, or its move is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Walk;

impl Step<FullMeasureOfDevotion> for Walk {
    fn take(self, play: &mut Play<'_>) {
        play.walk();
    }
}

/// The move is over: fatigue, company in the hex, trains to be had (FMD-12-V-F4, FMD-12-V-F7, RUL-26).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Halt;

impl Step<FullMeasureOfDevotion> for Halt {
    fn take(self, play: &mut Play<'_>) {
        play.halt();
    }
}

impl Play<'_> {
    /// The Force on the move goes on until its owner is asked, or its move is over.
    fn walk(&mut self) {
        let Some(march) = self.state.march else { return };
        if self.state.force(march.force).at.is_none() {
            return;
        }
        if march.due > Hits::ZERO {
            if let Some(march) = &mut self.state.march {
                march.due -= Hits(1);
            }
            return self.state.agenda.then([TakeHit { force: march.force }.into(), Walk.into()]);
        }
        if march.over {
            return;
        }
        self.push(Walk);
        if march.initial {
            self.walk_on_initial_order(&march);
        } else if let Some(heading) = march.heading {
            self.walk_to(heading);
        }
    }

    /// Walks the cheapest way to a hex until it is there or something happens.
    fn walk_to(&mut self, heading: Hex) {
        let Some(march) = self.state.march else { return };
        let way = self.position().way_to(&march, heading).unwrap_or_default();
        let tasks = self.state.agenda.as_slice().len();
        for next in way {
            self.step_to(next);
            let goes_on = self.state.march.is_some_and(|march| !march.over && march.due == Hits::ZERO);
            if !goes_on || self.state.agenda.as_slice().len() != tasks {
                break;
            }
        }
        let is_there = self.state.force(march.force).at == Some(heading);
        if let Some(march) = &mut self.state.march
            && (march.over || march.due == Hits::ZERO || is_there)
        {
            march.heading = None;
        }
    }

    pub(crate) fn end_march(&mut self) {
        if let Some(march) = &mut self.state.march {
            march.over = true;
            march.heading = None;
        }
    }

    /// The next step of an initial order (FMD-12-I-3, FMD-12-I-4, RUL-09).
    fn walk_on_initial_order(&mut self, march: &March) {
        let force = march.force;
        // Every step shows more of the order.
        self.story.reveal();
        let detail = self.state.force(force);
        let (Some(at), Some(step)) = (detail.at, detail.route().next()) else { return self.end_march() };
        let Some(to) = self.campaign.by_compass(at, step) else { return self.end_march() };
        let last = detail.route().is_last();
        // FMD-12-V-I2: by road only, and no farther than Column C.
        let cost = self.position().step_cost(Traveller::Wagons, at, to);
        let blocked = |play: &mut Self, why| {
            play.end_march();
            play.tell(What::Blocked { force, before: to, why });
        };
        let Some(cost) = cost else { return blocked(self, Block::Water) };
        if march.spent + cost > march.basic() {
            return self.end_march();
        }
        if let Some(enemy) = self.state.force_at(force.side().other(), to) {
            // FMD-12-V-I5: it attacks, be it guns alone (RUL-29); nobody is asked.
            return self.open_battle(force, enemy, at, to, Cause::March);
        }
        // FMD-12-V-I3: it stops before a friend; FMD-12-V-I4: but joins him at its destination, if he has no ORDER.
        if let Some(friend) = self.state.force_at(force.side(), to)
            && (!last || march.foraging || self.state.force(friend).markers.order > 0)
        {
            return blocked(self, Block::Friend);
        }
        self.enter(to, cost);
        if last {
            self.end_march();
            self.tell(What::Arrived { force, at: to });
        }
    }

    /// A step on a further order: into a fight, or into the hex.
    fn step_to(&mut self, to: Hex) {
        let Some(march) = self.state.march else { return };
        let Some((walker, at)) = self.position().walker(&march) else { return };
        let Some(cost) = self.position().step_cost(Traveller::force(walker.trains), at, to) else {
            return;
        };
        // FMD-12-V-G12
        if let Some(enemy) = self.state.force_at(walker.side.other(), to) {
            self.state.evidence.moved(self.campaign, &march, march.spent + cost, self.state.weather, true);
            if let Some(march) = &mut self.state.march {
                march.heading = None;
            }
            return self.open_battle(march.force, enemy, at, to, Cause::March);
        }
        self.enter(to, cost);
        self.test_for_inadvertent_move(to);
    }

    /// The Force on the move enters a hex.
    pub(crate) fn enter(&mut self, to: Hex, cost: MovementPoints) {
        let Some(march) = &mut self.state.march else { return };
        march.spent += cost;
        march.hexes += 1;
        // FMD-12-V-G7
        if march.foraging && march.hexes.is_multiple_of(2) {
            march.due += Hits(1);
        }
        let march = *march;
        self.state.evidence.moved(self.campaign, &march, march.spent, self.state.weather, false);
        if march.initial {
            self.state.evidence.walked(march.force);
            self.state.force_mut(march.force).advance_on_route();
        }
        self.tell(What::Step { force: march.force, to, spent: march.spent });
        self.set_down(march.force, to);
    }

    /// A Force stands in a new hex: what it finds there (FMD-11-II-5, FMD-11-III-12), and where Lee is.
    pub(crate) fn set_down(&mut self, force: ForceId, to: Hex) {
        let detail = self.state.force_mut(force);
        detail.at = Some(to);
        detail.fed = false;
        let lee = self.campaign.army.lee.is_some_and(|lee| detail.officers.contains(lee));
        match force.side() {
            Side::Union => self.destroy_trains(to),
            Side::Confederate => {
                if self.state.force_at(Side::Union, to).is_none() && self.state.remove_depot(to) {
                    self.tell(What::DepotLost { at: to, to: force });
                }
            }
        }
        if lee {
            self.lee_stands_at(to);
        }
    }

    /// The move is over: fatigue (FMD-12-V-F4), company in the hex, trains to be had (RUL-26).
    fn halt(&mut self) {
        let Some(march) = self.state.march else { return };
        let force = march.force;
        let Some(at) = self.state.force(force).at else { return };
        let fatigue = march.spent > march.basic();
        // Whether it is tired tells how fast it can be.
        self.story.reveal();
        if !fatigue && !march.initial {
            self.state.evidence.moved(self.campaign, &march, march.spent, self.state.weather, true);
        }
        let detail = self.state.force_mut(force);
        // FMD-12-V-G1
        detail.moved = true;
        detail.markers.fatigue |= fatigue;
        self.tell(What::Halted { force, at, fatigue });
        let left = self.state.trains.iter().any(|train| train.at == at && !train.flipped);
        if force.side() == Side::Confederate && left {
            self.push(TakeOverTrains { at });
        }
        // FMD-12-V-F7; FMD-12-V-F6: also where it attacked out of a friend's hex and is still there.
        if let Some(stayer) = self.state.companion(force) {
            self.push(JoinForces { mover: force, stayer, further: !march.initial });
        }
    }
}
