//! Movement in detail (chapter 12, Part V) and inadvertent moves (chapter 12.1).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::campaign::Traveller;
use crate::model::event::{Block, What};
use crate::model::ids::ForceId;
use crate::model::position::{Play, Position};
use crate::model::route::Compass;
use crate::model::state::{Cause, March, Weather};
use crate::model::strength::{Arm, Strength};
use crate::model::task::Task;
use crate::rules::forces::{JoinForces, TakeHit};
use crate::rules::trains::TakeOverTrains;
use crate::scene::{drawn, meant, of};
use crate::speech::{self, located, movement_points, own, points};
use engine::agenda::{Question, Step, Words};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::theatre::Country;
use ground::{Direction, Hex, HexSet, IMPASSABLE};
use serde::{Deserialize, Serialize};

/// A set of arms.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Arms(u8);

impl Arms {
    /// The arms of a strength.
    #[must_use]
    pub fn of(strength: Strength) -> Arms {
        Arms(Arm::ALL.into_iter().filter(|&arm| strength.has(arm)).fold(0, |set, arm| set | 1 << arm.index()))
    }

    /// Every set with a member.
    pub fn subsets() -> impl Iterator<Item = Arms> {
        (1..8).map(Arms)
    }

    /// Whether all of the other's arms are in it.
    #[must_use]
    pub const fn covers(self, other: Arms) -> bool {
        other.0 & !self.0 == 0
    }

    /// Arms that are not in the other.
    #[must_use]
    pub const fn minus(self, other: Arms) -> Arms {
        Arms(self.0 & !other.0)
    }

    /// How many arms.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The arms.
    pub fn iter(self) -> impl Iterator<Item = Arm> {
        Arm::ALL.into_iter().filter(move |arm| self.0 & (1 << arm.index()) != 0)
    }

    /// Whether guns or foot are among them.
    #[must_use]
    pub const fn has_foot_or_guns(self) -> bool {
        self.0 & !(1 << Arm::Cavalry as u8) != 0
    }

    /// Whether there are guns alone.
    #[must_use]
    pub const fn is_guns_only(self) -> bool {
        self.0 == 1 << Arm::Artillery as u8
    }

    /// A brigade of each, to be asked for its allowance.
    #[must_use]
    pub fn sample(self) -> Strength {
        let mut full = [0; 3];
        self.iter().for_each(|arm| full[arm.index()] = 1);
        Strength::fresh(full)
    }
}

impl March {
    /// A march about to begin.
    #[must_use]
    pub const fn new(force: ForceId, basic: u8, forced: u8, foraging: bool) -> March {
        March {
            force,
            initial: false,
            spent: 0,
            basic,
            forced,
            hexes: 0,
            foraging,
            tested: false,
            heading: None,
            due: 0,
            fought: false,
            over: false,
        }
    }
}

/// What a Force is like for the question whether it may take a step.
#[derive(Copy, Clone)]
pub(crate) struct Walker {
    pub side: Side,
    pub arms: Arms,
    pub trains: bool,
    pub foraging: bool,
    pub spent: u8,
    basic: u8,
    pub forced: u8,
}

/// What other Forces mean for a side's steps, worked out once a question.
pub(crate) struct Enemies {
    pub held: HexSet,
    pub beside: HexSet,
    /// Hexes beside the enemy that a Force beside him may not enter (FMD-12-V-F11): no river parts them from all of him
    /// (RUL-28), and no friend is there.
    pub guarded: HexSet,
    pub friends: HexSet,
}

impl Enemies {
    /// Whether both hexes are beside the enemy, and nothing makes up for it (FMD-12-V-F11).
    #[inline]
    pub fn close(&self, from: Hex, to: Hex) -> bool {
        self.beside.contains(from) && self.guarded.contains(to)
    }
}

impl Position<'_> {
    /// Columns C and D for a further order, in half points (FMD-12-V-F2, FMD-12-V-G8, FMD-10-T3).
    #[must_use]
    pub fn marching_points(&self, strength: Strength, foraging: bool, trains: bool) -> (u8, u8) {
        let (basic, forced) = self.campaign.allowance(strength, self.state.weather);
        if foraging || trains || self.is_flood() { (basic, basic) } else { (basic, forced) }
    }

    /// Whether a part of a Force with these arms could take a first step.
    pub(crate) fn can_step(&self, enemies: &Enemies, force: ForceId, arms: Arms, trains: bool) -> bool {
        let Some(at) = self.force(force).at else { return false };
        let foraging = self.force(force).markers.forage;
        let (basic, forced) = self.marching_points(arms.sample(), foraging, trains);
        let walker = Walker { side: force.side(), arms, trains, foraging, spent: 0, basic, forced };
        self.campaign
            .theatre
            .grid
            .neighbours(at)
            .any(|(side, to)| self.step_price(&walker, enemies, at, side, to).is_some())
    }

    pub(crate) fn enemies(&self, side: Side) -> Enemies {
        let mut friends = HexSet::EMPTY;
        let moving = self.state.march.map(|march| march.force);
        for (force, at) in self.state.forces_of(side) {
            if Some(force) != moving {
                friends.insert(at);
            }
        }
        let (mut held, mut beside, mut guarded) = (HexSet::EMPTY, HexSet::EMPTY, HexSet::EMPTY);
        for (_, at) in self.state.forces_of(side.other()) {
            held.insert(at);
            let parted = self.campaign.sides(self.state.weather, at).parted;
            for (side, hex) in self.campaign.theatre.grid.neighbours(at) {
                beside.insert(hex);
                if !parted.contains(side) {
                    guarded.insert(hex);
                }
            }
        }
        Enemies { held, beside, guarded: guarded.difference(&friends), friends }
    }

    fn walker(&self, march: &March) -> Option<(Walker, Hex)> {
        let detail = self.force(march.force);
        let walker = Walker {
            side: march.force.side(),
            arms: Arms::of(detail.strength),
            trains: detail.trains > 0,
            foraging: march.foraging,
            spent: march.spent,
            basic: march.basic,
            forced: march.forced,
        };
        Some((walker, detail.at?))
    }

    /// The price of a step in half points, if it may be taken: [`Position::check_step`] without words.
    #[inline]
    fn step_price(
        &self,
        walker: &Walker,
        enemies: &Enemies,
        from: Hex,
        side: Direction,
        to: Hex,
    ) -> Option<u8> {
        let traveller = Traveller::force(walker.trains);
        let cost = self.campaign.step_price(traveller, self.state.weather, from, side);
        if cost == IMPASSABLE || self.is_forbidden_south(walker.side, walker.arms.has_foot_or_guns(), to) {
            return None;
        }
        let total = walker.spent + cost;
        // FMD-12-V-F5: a friend's hex is open, but to a Force with FORAGE (FMD-12-V-G9).
        let open = if enemies.held.contains(to) {
            // FMD-12.3-1, FMD-12-V-F3: without a force march. FMD-12-V-F12: not with guns alone.
            total <= walker.basic && !walker.arms.is_guns_only()
        } else {
            total <= walker.forced
                && !(walker.foraging && enemies.friends.contains(to))
                && !enemies.close(from, to)
        };
        open.then_some(cost)
    }

    /// Whether a step may be taken; its price in half points.
    fn check_step(&self, walker: &Walker, enemies: &Enemies, from: Hex, to: Hex) -> Result<u8, Violation> {
        let grid = &self.campaign.theatre.grid;
        let name = || self.campaign.hex_name(to);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([grid.name(to)]));
        let Some(cost) = self.step_cost(Traveller::force(walker.trains), from, to) else {
            return Err(self.why_closed(walker, from, to, enemies.held.contains(to)));
        };
        if self.is_forbidden_south(walker.side, walker.arms.has_foot_or_guns(), to) {
            return refuse(
                "FMD-14.2-1",
                format!(
                    "Until Lee has come back over the Potomac, Union guns and foot keep out of {}.",
                    name()
                ),
            );
        }
        let total = walker.spent + cost;
        if enemies.held.contains(to) {
            if walker.arms.is_guns_only() {
                return refuse("FMD-12-V-F12", "Guns alone do not attack.".into());
            }
            return match total {
                _ if total <= walker.basic => Ok(cost),
                _ if total <= walker.forced => {
                    refuse("FMD-12-V-F3", "A Force that force marches cannot attack.".into())
                }
                _ => refuse("FMD-12.3-1", "It lacks the movement points to attack there.".into()),
            };
        }
        if enemies.friends.contains(to) && walker.foraging {
            return refuse("FMD-12-V-G9", "A Force with FORAGE enters no hex of another Force.".into());
        }
        if total > walker.forced {
            let (_, forced) = self.campaign.allowance(walker.arms.sample(), self.state.weather);
            let rule = match () {
                () if total > forced => "FMD-12-V-G2",
                () if self.state.weather == Weather::Torrential => "FMD-10-T3",
                () if walker.foraging => "FMD-12-V-G8",
                () => "FMD-12-V-F2",
            };
            return refuse(rule, format!("{} is beyond its movement points.", name()));
        }
        if enemies.close(from, to) {
            return refuse(
                "FMD-12-V-F11",
                format!("{} is next to the enemy, and so is where it stands.", name()),
            );
        }
        Ok(cost)
    }

    /// Why there is no way between two hexes.
    fn why_closed(&self, walker: &Walker, from: Hex, to: Hex, attack: bool) -> Violation {
        let name = self.campaign.hex_name(to);
        let theatre = &self.campaign.theatre;
        let closed = |rule, text: String| Violation::of(rule, text).about([theatre.grid.name(to)]);
        let Some(border) = self.campaign.border(from, to) else {
            return Violation::form(format!("{name} is not next to it."));
        };
        let linked = border.road || border.rail;
        match theatre.country(to) {
            Country::Sea => closed("FMD-2-8", format!("{name} is sea.")),
            Country::Outside => closed("FMD-2-8", format!("{name} is out of play.")),
            country => {
                if !linked
                    && (border.ridge
                        || country == Country::Mountain
                        || theatre.country(from) == Country::Mountain)
                {
                    closed("FMD-2-4", format!("Only a road crosses the mountains to {name}."))
                } else if border.river.is_some() && border.passage.is_some() && self.is_flood() {
                    closed("FMD-10-T4", "In torrential rain rivers are crossed by bridge only.".into())
                } else if walker.trains && !linked {
                    closed("FMD-11-III-13", "A Force with a train keeps to the road.".into())
                } else if self.is_parted_widely(from, to) && attack {
                    closed(
                        "FMD-12.3-A5",
                        format!("The river before {name} can be crossed at a crossing only."),
                    )
                } else if self.is_parted_widely(from, to) {
                    closed("FMD-2-5", format!("The river before {name} can be crossed at a crossing only."))
                } else if self.is_flood() {
                    closed("FMD-10-T4", "In torrential rain rivers are crossed by bridge only.".into())
                } else {
                    closed("FMD-11-III-13", "A Force with a train crosses rivers at crossings only.".into())
                }
            }
        }
    }

    /// Hexes the Force cannot enter, but by a fight.
    pub(crate) fn closed_hexes(&self, walker: &Walker, enemies: &Enemies) -> HexSet {
        let mut closed = enemies.held;
        if walker.foraging {
            closed.extend_with(&enemies.friends);
        }
        if self.is_south_forbidden(walker.side, walker.arms.has_foot_or_guns()) {
            closed.extend_with(&self.campaign.landmarks.south);
        }
        closed
    }

    /// Finds every hex the Force can end its move in without a fight; if it has a goal, only the way there.
    fn destinations<T>(
        &self,
        walker: &Walker,
        enemies: &Enemies,
        at: Hex,
        goal: Option<Hex>,
        look: impl FnOnce(&ground::Scratch) -> T,
    ) -> T {
        let budget = u16::from(walker.forced.saturating_sub(walker.spent));
        let closed = self.closed_hexes(walker, enemies);
        let price = |from: Hex, _, to: Hex, cost: u8| {
            if closed.contains(to) || enemies.close(from, to) { IMPASSABLE } else { cost }
        };
        let costs = self.costs(Traveller::force(walker.trains));
        self.search(|scratch| {
            match goal {
                Some(goal) => costs.way_by(scratch, at, goal, budget, price),
                None => costs.reach_by(scratch, at, budget, |_| false, price),
            }
            look(scratch)
        })
    }

    /// Looks at everywhere the Force on the move can end its move without a fight.
    pub(crate) fn march_reach<T>(
        &self,
        march: &March,
        look: impl FnOnce(&ground::Scratch) -> T,
    ) -> Option<T> {
        let (walker, at) = self.walker(march)?;
        Some(self.destinations(&walker, &self.enemies(walker.side), at, None, look))
    }

    /// The cheapest way from where the Force stands to a hex, without the first hex.
    pub(crate) fn way_to(&self, march: &March, to: Hex) -> Option<Vec<Hex>> {
        let (walker, at) = self.walker(march)?;
        let enemies = self.enemies(walker.side);
        let mut path = self.destinations(&walker, &enemies, at, Some(to), |scratch| scratch.path(to))?;
        path.remove(0);
        Some(path)
    }

    /// Up to which die a move into a hex away from all roads is inadvertent: the Force loses its way (FMD-12.1-3).
    fn inadvertent_up_to(&self, hex: Hex) -> u8 {
        if self.campaign.theatre.country(hex) == Country::Forest { 2 } else { 1 }
    }

    fn check_stop(&self, march: &March) -> Result<(), Violation> {
        if march.hexes == 0 && !march.fought {
            return Err(Violation::of("RUL-64", "A move enters a hex; to move nothing, decline."));
        }
        Ok(())
    }

    /// Whether the Force on the move asks where to go, or goes on by itself.
    pub(crate) fn walking(&self) -> Task {
        match self.state.march {
            Some(march) if !march.initial && !march.over && march.heading.is_none() && march.due == 0 => {
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
        let left = |all: u8| points(all.saturating_sub(march.spent));
        let mut text = format!("{}: where to?", located(at, self.force));
        if march.spent <= march.basic {
            text += &format!(" {} of {} movement points are left", left(march.basic), points(march.basic));
            if march.forced > march.basic {
                text += &format!(", {} by force march", left(march.forced));
            }
        } else {
            text += &format!(" {} movement points of the force march are left", left(march.forced));
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
            Action::Step(to) => self.price(at, to).map(|(here, cost)| (vec![here, to], u16::from(cost))),
            Action::To(to) => {
                at.march_reach(&march, |reach| Some((reach.path(to)?, reach.cost(to)?))).flatten()
            }
            _ => None,
        };
        let spending = |cost: u16| {
            let spent = u16::from(march.spent) + cost;
            if spent > u16::from(march.basic) {
                format!("{}, force march", of(spent, march.forced))
            } else {
                of(spent, march.basic)
            }
        };
        drawn(at, found.map(|(path, cost)| (path, spending(cost))))
    }
}

impl TakeStep {
    /// Where it stands, and the price of a step from there.
    fn price(self, at: Position<'_>, to: Hex) -> Option<(Hex, u8)> {
        let detail = at.force(self.force);
        let here = detail.at?;
        Some((here, at.step_cost(Traveller::force(detail.trains > 0), here, to)?))
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
    let tired = at.state.march.is_some_and(|march| u32::from(march.spent) + cost > u32::from(march.basic));
    format!("{}{}", movement_points(cost), if tired { ", force march" } else { "" })
}

/// What a way through hexes away from all roads risks (FMD-12.1-1, FMD-12.1-3).
fn risk(at: Position<'_>, way: &[Hex]) -> String {
    let first = way.iter().copied().find(|&hex| !at.campaign.landmarks.on_road.contains(hex));
    let tested = at.state.march.is_none_or(|march| march.tested);
    match first.filter(|_| !tested) {
        Some(hex) => format!(", {} in 6 to lose the way", at.inadvertent_up_to(hex)),
        None => String::new(),
    }
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
        if march.due > 0 {
            if let Some(march) = &mut self.state.march {
                march.due -= 1;
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
            let goes_on = self.state.march.is_some_and(|march| !march.over && march.due == 0);
            if !goes_on || self.state.agenda.as_slice().len() != tasks {
                break;
            }
        }
        if let Some(march) = &mut self.state.march
            && (march.over || march.due == 0 || self.state.forces[march.force.index()].at == Some(heading))
        {
            march.heading = None;
        }
    }

    fn end_march(&mut self) {
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
        let (Some(at), Some(step)) = (detail.at, detail.route.next()) else { return self.end_march() };
        let Some(to) = self.campaign.by_compass(at, step) else { return self.end_march() };
        let (last, guns) = (detail.route.is_last(), detail.strength.is_only(Arm::Artillery));
        // FMD-12-V-I2: by road only, and no farther than Column C.
        let cost = self.position().step_cost(Traveller::Wagons, at, to);
        let blocked = |play: &mut Self, why| {
            play.end_march();
            play.tell(What::Blocked { force, before: to, why });
        };
        let Some(cost) = cost else { return blocked(self, Block::Water) };
        if march.spent + cost > march.basic {
            return self.end_march();
        }
        if let Some(enemy) = self.state.force_at(force.side().other(), to) {
            if guns {
                return blocked(self, Block::Guns);
            }
            // FMD-12-V-I5: it attacks; nobody is asked.
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
    pub(crate) fn enter(&mut self, to: Hex, cost: u8) {
        let Some(march) = &mut self.state.march else { return };
        march.spent += cost;
        march.hexes += 1;
        // FMD-12-V-G7
        if march.foraging && march.hexes.is_multiple_of(2) {
            march.due += 1;
        }
        let march = *march;
        self.state.evidence.moved(self.campaign, &march, march.spent, self.state.weather, false);
        if march.initial {
            self.state.evidence.walked(march.force);
            let detail = self.state.force_mut(march.force);
            detail.route.done += 1;
            // FMD-12-I-5a: it has arrived.
            if detail.route.is_done() {
                detail.marching = false;
            }
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
                if self.state.force_at(Side::Union, to).is_none() && self.state.depots.contains(&to) {
                    self.state.depots.retain(|&mut depot| depot != to);
                    self.tell(What::DepotLost { at: to, to: force });
                }
            }
        }
        if lee {
            self.lee_stands_at(to);
        }
    }

    /// Away from the roads a move may be inadvertent (FMD-12.1-1): the die is thrown once a move (FMD-12.1-2).
    fn test_for_inadvertent_move(&mut self, at: Hex) {
        let Some(march) = &mut self.state.march else { return };
        if march.tested || self.campaign.landmarks.on_road.contains(at) {
            return;
        }
        march.tested = true;
        let force = march.force;
        let limit = self.position().inadvertent_up_to(at);
        let die = self.chance.d6("is the way lost");
        self.tell(What::InadvertentMove { force, at, die, limit });
        // FMD-12.1-3
        if die <= limit {
            self.end_march();
            self.drift();
        }
    }

    /// The Force on the move drifts a hex by the compass (FMD-12.1-4, RUL-32), be it beside the enemy or guns alone
    /// (FMD-12-V-F13).
    pub(crate) fn drift(&mut self) {
        let Some(march) = self.state.march else { return };
        let force = march.force;
        let Some(from) = self.state.force(force).at else { return };
        let die = self.chance.d6("where it goes astray");
        let position = self.position();
        let detail = position.force(force);
        // FMD-12.1-5: it stays where no way leads.
        let to = self.campaign.by_compass(from, Compass::of_die(die)).filter(|&to| {
            let open = position.step_cost(Traveller::force(detail.trains > 0), from, to).is_some();
            let friend = position.state.force_at(force.side(), to).is_some();
            let south = position.is_forbidden_south(force.side(), detail.strength.has_foot_or_guns(), to);
            open && !(friend && march.foraging) && !south
        });
        self.tell(What::Drift { force, from, die, to });
        let Some(to) = to else { return };
        match self.state.force_at(force.side().other(), to) {
            // FMD-12.1-6
            Some(enemy) => self.open_battle(force, enemy, from, to, Cause::Drift),
            // FMD-12.1-7: a friend there is joined when the move ends, at once.
            None => self.enter(to, 0),
        }
    }

    /// The move is over: fatigue (FMD-12-V-F4), company in the hex, trains to be had (RUL-26).
    fn halt(&mut self) {
        let Some(march) = self.state.march else { return };
        let force = march.force;
        let Some(at) = self.state.force(force).at else { return };
        let fatigue = march.spent > march.basic;
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
            self.push(TakeOverTrains { force });
        }
        // FMD-12-V-F7; FMD-12-V-F6: also where it attacked out of a friend's hex and is still there.
        if let Some(stayer) = self.state.companion(force) {
            self.push(JoinForces { mover: force, stayer });
        }
    }
}
