//! LFM-1 Movement, LFM-2 Road movement: where to, and what it costs.

use crate::model::action::Action;
use crate::model::board::{BLOCKED, Classes};
use crate::model::ids::UnitId;
use crate::model::numbers::MovementPoints;
use crate::model::position::Position;
use crate::model::sizes::HexSet;
use crate::model::state::{Flag, Moving};
use crate::rules::reach::Reach;
use crate::rules::together::Leave;
use engine::{Side, Violation};
use ground::{Direction, Hex};

/// What a group's way depends on.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Marcher {
    /// Whose.
    pub side: Side,
    /// Where it is.
    pub at: Hex,
    /// Movement points left.
    pub mp: MovementPoints,
    /// Its classes.
    pub classes: Classes,
    /// D or shattered: slow on roads (LFM-16.3); what it means in combat stands there (LFM-16.0a).
    pub disordered: bool,
    /// It has used a road rate.
    pub road: bool,
    /// It may use road rates: not in a move that charges (LFM-3.1c).
    pub rates: bool,
    /// It may enter a zone of control to stop there: by day, in command, not shattered (LFM-5.6, LFM-16.4a,
    /// LFM-23.2a).
    pub may_enter_zoc: bool,
    /// It may enter a zone of control to charge from it.
    pub may_charge: bool,
    /// Only commanders: a zone of control only where friends are.
    pub only_leaders: bool,
}

impl<'a> Position<'a> {
    /// What the way of the group on the march depends on.
    #[must_use]
    pub fn marcher(&self, moving: &Moving) -> Marcher {
        let state = self.state;
        let side = state.phasing;
        let at = moving.at;
        let only_leaders = moving.group.units.is_empty();
        let mut classes = Classes::LEADER.when(!moving.group.commanders.is_empty());
        let (mut some, mut all, mut shattered) = (Flag::NONE, Flag::EACH, false);
        for unit in moving.group.units.iter() {
            let flags = state.flags(unit);
            (some, all) = (some | flags, all.and(flags));
            shattered |= state.is_shattered(self.scenario, unit);
            classes |= self.class(unit);
        }
        let mut disordered = shattered || some.any(Flag::D | Flag::CHARGED);
        // A shattered brigade enters no zone of control (LFM-16.4a), nor does who is out of command (LFM-5.6,
        // LFM-20.1a). That is all that command is for (LFM-20.11a).
        let commanded = !shattered && all.any(Flag::COMMAND);
        // Leaving a zone of control disorganizes at once (LFM-5.3a), so the way onward is a disorganized one's.
        disordered |= !moving.entering && !only_leaders && self.in_zoc(side, at) && !moving.charged;
        let day = !self.is_night();
        let all_mounted = classes.without(Classes::LEADER) == Classes::MOUNTED;
        Marcher {
            side,
            at,
            mp: if moving.stopped { MovementPoints::ZERO } else { moving.mp },
            classes,
            disordered,
            // A partial allowance counts as a road used (LFM-26.6b).
            road: moving.road || some.any(Flag::LATE),
            rates: !moving.charged,
            may_enter_zoc: day && commanded,
            // Nobody asks whether chargers are in command (LFM-3.2).
            may_charge: day && all_mounted && !moving.road && self.group_may_charge(moving),
            only_leaders,
        }
    }

    /// Whether the group may enter any zone of control.
    #[inline]
    #[must_use]
    pub fn enters_zones(&self, marcher: &Marcher) -> bool {
        !self.is_night() && (marcher.may_enter_zoc || marcher.may_charge || marcher.only_leaders)
    }

    /// Whether the bridge on this hexside is burned.
    #[inline]
    #[must_use]
    pub fn is_burned(&self, hex: Hex, side: Direction) -> bool {
        !self.state.burned.is_empty()
            && self
                .scenario
                .board
                .bridge_at(hex, side)
                .is_some_and(|bridge| self.state.burned.contains(bridge))
    }

    /// What the six steps out of a hex cost without road rates, and at their rates: with what burned bridges and the
    /// night change. A burned bridge carries no road, and at night only roads do.
    #[must_use]
    pub fn costs_and_rates(&self, marcher: &Marcher, hex: Hex) -> ([MovementPoints; 6], [MovementPoints; 6]) {
        let board = &self.scenario.board;
        let rain = self.is_raining();
        let mut costs = *board.costs(hex, marcher.classes, rain);
        let mut rates = *board.rates(hex, rain, marcher.disordered);
        if self.is_night() || !self.state.burned.is_empty() {
            for direction in Direction::ALL {
                let d = direction.index();
                (costs[d], rates[d]) = self.cost_and_rate(marcher, hex, direction);
            }
        }
        (costs, rates)
    }

    /// The same of one step.
    #[inline]
    fn cost_and_rate(
        &self,
        marcher: &Marcher,
        hex: Hex,
        direction: Direction,
    ) -> (MovementPoints, MovementPoints) {
        let (board, rain, d) = (&self.scenario.board, self.is_raining(), direction.index());
        let mut cost = board.costs(hex, marcher.classes, rain)[d];
        let mut rate = board.rates(hex, rain, marcher.disordered)[d];
        if self.is_burned(hex, direction) {
            cost = board.costs_burned(hex, marcher.classes, rain)[d];
            rate = BLOCKED;
        }
        // By night only along roads (LFM-23.6, LFM-SN).
        if self.is_night() && board.roads[hex.index()] & 1 << d == 0 {
            cost = BLOCKED;
        }
        (cost, rate)
    }

    /// Whether the group may stop in a hex it can reach: cavalry of one mode only (LFM-4.3), commanders alone only
    /// where no zone of control is or friends stand, an uncommanded charger only where it can charge from
    ///
    #[inline]
    #[must_use]
    pub fn may_stop(
        &self,
        moving: &Moving,
        marcher: &Marcher,
        hex: Hex,
        mp_left: impl FnOnce() -> MovementPoints,
    ) -> bool {
        let controlled = self.in_zoc(marcher.side, hex);
        (!controlled && !self.friend_in(marcher.side, hex))
            || self.may_stop_among_others(moving, marcher, hex, mp_left)
    }

    fn may_stop_among_others(
        &self,
        moving: &Moving,
        marcher: &Marcher,
        hex: Hex,
        mp_left: impl FnOnce() -> MovementPoints,
    ) -> bool {
        let both =
            || [true, false].into_iter().all(|mounted| self.cavalry_in_other_mode(hex, mounted).is_some());
        if self.state.has_units(hex)
            && self.would_mix_modes(moving, hex)
            && (!self.may_still_change(moving) || both())
        {
            return false;
        }
        if !self.in_zoc(marcher.side, hex) {
            return true;
        }
        if marcher.only_leaders {
            return self.friend_in(marcher.side, hex);
        }
        marcher.may_enter_zoc || (marcher.may_charge && self.can_charge_from(hex, mp_left()))
    }

    /// Whether the group's cavalry and the cavalry in a hex are in different modes (LFM-4.3).
    #[must_use]
    pub fn would_mix_modes(&self, moving: &Moving, hex: Hex) -> bool {
        let dismounted = |unit: UnitId| self.state.is(unit, Flag::DEPLOYED);
        self.cavalry_standing_in(hex).any(|other| {
            self.cavalry_of(&moving.group).iter().any(|unit| dismounted(unit) != dismounted(other))
        })
    }

    /// Whether the group's cavalry can still mount or dismount where it stops (LFM-1.5b).
    fn may_still_change(&self, moving: &Moving) -> bool {
        let changed = |unit: UnitId| self.state.is(unit, Flag::CHANGED);
        !moving.charged && !moving.done && !self.cavalry_of(&moving.group).iter().any(changed)
    }

    /// Whether the group may take no step at all.
    #[must_use]
    pub fn is_rooted(&self, moving: &Moving) -> bool {
        moving.done || moving.stopped || moving.must_charge || self.leaves_works_unmanned(moving)
    }

    /// Whether the group's first step would leave works finished this turn without a garrison (LFM-24.1h).
    fn leaves_works_unmanned(&self, moving: &Moving) -> bool {
        let at = moving.at;
        !moving.started
            && self.must_man_works(at)
            && !moving.group.units.is_empty()
            && self.state.stack(at).all(|unit| moving.group.units.contains(unit))
    }

    /// Every hex the group can go to and stop in.
    #[must_use]
    pub fn destinations(&self, moving: &Moving) -> HexSet {
        if self.is_rooted(moving) {
            HexSet::EMPTY
        } else {
            self.destinations_of(moving, &self.marcher(moving)).hexes
        }
    }

    /// The same, with what is asked of single steps.
    #[inline]
    fn destinations_of(&self, moving: &Moving, marcher: &Marcher) -> Leave {
        let mut leave = self.leave(moving, marcher, self.stops_of(moving, marcher));
        if let Some((_, hexes)) = self.bound_on_the_way(moving, marcher, &leave.hexes) {
            leave.hexes = leave.hexes.difference(&hexes);
        }
        leave
    }

    /// Where the group can go and stop, whoever is left behind.
    pub(crate) fn stops_of(&self, moving: &Moving, marcher: &Marcher) -> HexSet {
        let mut hexes = self.within_reach(marcher);
        hexes.remove(marcher.at);
        // Only zones of control, to those who enter them for one thing only, and cavalry, to cavalry, can forbid a
        // stop.
        let choosy = self.enters_zones(marcher) && (!marcher.may_enter_zoc || marcher.only_leaders);
        let cavalry = !self.cavalry_of(&moving.group).is_empty();
        if !(choosy || cavalry) {
            return hexes;
        }
        let (controlled, friends) =
            (&self.state.zones(marcher.side.other()).zoc, &self.state.zones(marcher.side).occupied);
        if marcher.only_leaders {
            return hexes.difference(&controlled.difference(friends));
        }
        let mut doubtful = if cavalry { self.cavalry_hexes() } else { HexSet::EMPTY };
        if choosy {
            doubtful.extend_with(controlled);
        }
        doubtful = doubtful.intersection(&hexes);
        let mut keep = |left: &dyn Fn(Hex) -> MovementPoints| {
            for hex in doubtful.iter() {
                if !self.may_stop(moving, marcher, hex, || left(hex)) {
                    hexes.remove(hex);
                }
            }
        };
        // What is left counts only for those who may stop nowhere but to charge.
        if choosy && doubtful.intersects(controlled) {
            self.with_reach(marcher, |reach| keep(&|hex| reach.left(hex)));
        } else {
            keep(&|_| MovementPoints::ZERO);
        }
        hexes
    }

    /// The cost of the cheapest way to a hex in which the group may stop, and whether it uses a road rate; whoever may
    /// be left behind there.
    #[must_use]
    pub fn destination(&self, moving: &Moving, hex: Hex) -> Option<(MovementPoints, bool)> {
        let marcher = self.marcher(moving);
        if self.is_rooted(moving) || hex == marcher.at {
            return None;
        }
        let (cost, road) = self.cheapest(&marcher, hex)?;
        self.may_stop(moving, &marcher, hex, || marcher.mp - cost).then_some((cost, road))
    }

    /// The cheapest way of the group to a hex: cost, whether it uses a road rate, and the hexes passed, the last
    /// being the goal.
    #[must_use]
    pub fn way(&self, moving: &Moving, goal: Hex) -> Option<(MovementPoints, bool, Vec<Hex>)> {
        let marcher = self.marcher(moving);
        self.with_reach(&marcher, |reach| {
            let (cost, road) = reach.cheapest(goal)?;
            let mut way = Vec::with_capacity(usize::from(self.distance(marcher.at, goal)) + 4);
            way.push(goal);
            let (mut at, mut left, mut by_road) = (goal, cost, road);
            while at != marcher.at {
                (at, left, by_road) = self.step_before(&marcher, reach, at, left, by_road)?;
                if at != marcher.at {
                    way.push(at);
                }
            }
            way.reverse();
            Some((cost, road, way))
        })
    }

    /// The hex before `at` on a cheapest way, what the way costs up to there, and whether it uses a road rate up to
    /// there.
    fn step_before(
        &self,
        marcher: &Marcher,
        reach: &Reach<'_>,
        at: Hex,
        cost: MovementPoints,
        by_road: bool,
    ) -> Option<(Hex, MovementPoints, bool)> {
        let board = &self.scenario.board;
        let seen = self.in_zoi(marcher.side, at);
        Direction::ALL.into_iter().find_map(|direction| {
            // Whatever comes before is nearer.
            let before = board.next(at, direction)?;
            reach.cost(before, true).filter(|&nearer| nearer < cost)?;
            let back = direction.opposite();
            let (step, rate) = self.cost_and_rate(marcher, before, back);
            let paid = |price: MovementPoints| cost.checked_sub(price).filter(|_| price != BLOCKED);
            if let Some(left) = paid(step).filter(|&left| reach.cost(before, by_road) == Some(left)) {
                return Some((before, left, by_road));
            }
            let rated = by_road && marcher.rates && !seen && !self.in_zoi(marcher.side, before);
            let left = paid(rate).filter(|&left| rated && reach.cost(before, true) == Some(left))?;
            // A way without rates is as good up to here, unless one was used before.
            Some((before, left, reach.cost(before, false) != Some(left)))
        })
    }

    /// Why the group cannot go to a hex.
    #[must_use]
    pub fn why_not(&self, moving: &Moving, hex: Hex) -> Violation {
        let marcher = self.marcher(moving);
        let who = self.group_name(&moving.group);
        let name = self.hex_name(hex);
        if hex == marcher.at {
            return Violation::form(format!("{who} is already in {name}."));
        }
        if moving.done && moving.charged {
            return Violation::of("LFM-3.9c", "A starred result has ended the chargers' move.");
        }
        if moving.done {
            return Violation::of(
                "LFM-1.5b",
                format!("{who} has changed mode after moving: it moves no more."),
            );
        }
        if moving.must_charge {
            return Violation::of(
                "R-26",
                format!("{who} entered a zone of control to charge, and must charge now."),
            );
        }
        if self.leaves_works_unmanned(moving) {
            let text = format!(
                "The works in {} were finished this turn: somebody must stay.",
                self.hex_name(marcher.at)
            );
            return Violation::of("LFM-24.1h", text);
        }
        if moving.stopped {
            return Violation::of(
                "LFM-5.2",
                format!("{who} has stopped and takes no more steps this phase."),
            );
        }
        if self.enemy_in(marcher.side, hex) {
            return Violation::form(format!("The enemy holds {name}: troops attack it in the Combat phase."));
        }
        let controlled = self.in_zoc(marcher.side, hex);
        if controlled && self.is_night() {
            return Violation::of(
                "LFM-23.2a",
                format!("{name} is in an enemy zone of control: not at night."),
            );
        }
        if controlled && marcher.only_leaders && !self.friend_in(marcher.side, hex) {
            return Violation::of(
                "R-25",
                format!("{name} is in a zone of control and no friendly unit is there."),
            );
        }
        let late = moving.group.units.iter().find(|&unit| self.state.is(unit, Flag::LATE));
        if let Some(unit) = late
            && controlled
        {
            return Violation::of(
                "LFM-26.6b",
                format!(
                    "{} entered with a partial allowance, which counts as road movement: it may not enter the zone of control in {name}.",
                    self.tag(unit)
                ),
            );
        }
        if controlled && marcher.road {
            return Violation::of(
                "LFM-2.2d",
                format!(
                    "{who} has used a road rate this phase and may not enter the zone of control in {name}."
                ),
            );
        }
        let shattered = moving.group.units.iter().find(|&unit| self.state.is_shattered(self.scenario, unit));
        if let Some(unit) = shattered
            && controlled
        {
            return Violation::of(
                "LFM-16.4a",
                format!(
                    "{} belongs to a shattered brigade and may not enter the zone of control in {name}.",
                    self.tag(unit)
                ),
            );
        }
        if controlled && !marcher.may_enter_zoc && !marcher.only_leaders {
            return Violation::of(
                "LFM-5.6",
                format!(
                    "{who} is not in command and may not enter the zone of control in {name}, except to charge."
                ),
            );
        }
        let near = |reach: &Reach<'_>| {
            Direction::ALL.into_iter().filter_map(|d| self.scenario.board.next(hex, d)).any(|next| {
                matches!(reach.cheapest(next), Some((cost, true)) if cost.saturating_add(MovementPoints::ONE) <= marcher.mp)
            })
        };
        let (reached, by_road) =
            self.with_reach(&marcher, |reach| (reach.cheapest(hex).is_some(), near(reach)));
        if reached {
            return Violation::of(
                "LFM-4.3",
                format!("Cavalry in {name} would be part mounted, part dismounted."),
            );
        }
        if self.is_night() {
            let text = format!("{who} cannot reach {name}: at night troops move only along roads.");
            return Violation::of("LFM-23.6", text);
        }
        if controlled && by_road {
            let text =
                format!("{who} could reach {name} only by road rates, which bar the zone of control there.");
            return Violation::of("LFM-2.2d", text);
        }
        let text = format!("{who} has {} movement points left: too few to reach {name}.", marcher.mp);
        Violation::of("LFM-1.1a", text)
    }

    /// One step of the group: what it costs without a road rate, and at its rate.
    #[must_use]
    pub fn step_costs(&self, marcher: &Marcher, direction: Direction) -> (MovementPoints, MovementPoints) {
        let board = &self.scenario.board;
        let at = marcher.at;
        let Some(next) = board.next(at, direction) else { return (BLOCKED, BLOCKED) };
        let (cost, rate) = self.cost_and_rate(marcher, at, direction);
        // The rate neither in a zone of influence nor into one (LFM-2.2b); every step for itself, so that roads and
        // open ground mix (LFM-2.2c).
        let seen = rate != BLOCKED && (self.in_zoi(marcher.side, at) || self.in_zoi(marcher.side, next));
        (cost, if seen || !marcher.rates { BLOCKED } else { rate })
    }

    /// Whether the group may take this step, at its rate or without.
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_step(
        &self,
        moving: &Moving,
        direction: Direction,
        rated: bool,
    ) -> Result<(MovementPoints, Hex), Violation> {
        let marcher = self.marcher(moving);
        let who = || self.group_name(&moving.group);
        let Some(next) = self.scenario.board.next(marcher.at, direction) else {
            return Err(Violation::form(format!(
                "There is no hex to the {direction:?} of {}.",
                self.hex_name(marcher.at)
            )));
        };
        if self.is_rooted(moving) || self.enemy_in(marcher.side, next) {
            return Err(self.why_not(moving, next));
        }
        let (plain, rate) = self.step_costs(&marcher, direction);
        let cost = if rated { rate } else { plain };
        if rated && !marcher.rates {
            let text = format!("{} has charged in this move and uses no road rate.", who());
            return Err(Violation::of("LFM-3.1c", text));
        }
        if rated && rate == BLOCKED {
            let text = format!(
                "No road rate from {} to {}: no road crosses that side, or the enemy's zone of influence covers it.",
                self.hex_name(marcher.at),
                self.hex_name(next)
            );
            return Err(Violation::of("LFM-2.2b", text));
        }
        let controlled = self.in_zoc(marcher.side, next);
        // Who has used a road rate enters no zone of control, chargers neither (LFM-2.2d, LFM-5.5); nor does anybody
        // at night (LFM-23.2a), nor who is out of command, except to charge (LFM-5.6).
        let barred = controlled
            && (marcher.road
                || rated
                || self.is_night()
                || !(marcher.may_enter_zoc || marcher.may_charge || marcher.only_leaders));
        if cost == BLOCKED || cost > marcher.mp || barred {
            if cost != BLOCKED && cost > marcher.mp && !barred {
                let text = format!(
                    "{} has {} movement points left; {} costs {cost}.",
                    who(),
                    marcher.mp,
                    self.hex_name(next)
                );
                return Err(Violation::of("LFM-1.1a", text));
            }
            if controlled && rated {
                return Err(Violation::of(
                    "LFM-5.5",
                    format!("{} may not enter a zone of control by road rate.", who()),
                ));
            }
            return Err(self.why_not(moving, next));
        }
        if !self.may_stop(moving, &marcher, next, || marcher.mp - cost) {
            return Err(self.why_not(moving, next));
        }
        Ok((cost, next))
    }

    pub(crate) fn marching_actions(&self, out: &mut Vec<Action>) {
        let before = out.len();
        let destinations = self.marching_actions_but_destinations(out);
        let others = out.len() - before;
        destinations.list(out, Action::MoveTo);
        out[before..].rotate_left(others);
    }

    /// Appends all but the destinations, which it returns.
    pub(crate) fn marching_actions_but_destinations(&self, out: &mut Vec<Action>) -> HexSet {
        let moving = &self.state.moving;
        let (mut destinations, mut may_halt) = (HexSet::EMPTY, None);
        let stuck = self.is_stuck(moving.at, moving.mp, !moving.charged);
        if !stuck && !self.is_rooted(moving) {
            let marcher = self.marcher(moving);
            let leave = self.looked().destinations_of(moving, &marcher);
            destinations = leave.hexes;
            may_halt = Some(leave.free.contains(moving.at));
            // A step leads to a destination; but who stops only to charge needs the points that are left after it, and
            // so does who has to go on.
            let charges = marcher.may_charge && !marcher.may_enter_zoc;
            let stops = |hex: Hex, side: Direction, mp_left: MovementPoints| {
                (!charges || self.may_stop(moving, &marcher, hex, || mp_left))
                    && leave.lets_step(hex, side, mp_left)
            };
            self.each_step(&marcher, &destinations, stops, |step| out.push(step));
        }
        self.each_group_action(may_halt, |action| out.push(action));
        destinations
    }

    /// The single steps that [`Position::check_step`] allows, into those destinations in which the group `stops` with
    /// so many movement points left.
    #[inline]
    fn each_step(
        &self,
        marcher: &Marcher,
        destinations: &HexSet,
        stops: impl Fn(Hex, Direction, MovementPoints) -> bool,
        mut each: impl FnMut(Action),
    ) {
        let board = &self.scenario.board;
        let (costs, rates) = self.costs_and_rates(marcher, marcher.at);
        let enters = self.enters_zones(marcher) && !marcher.road;
        let rated =
            marcher.rates && board.roads[marcher.at.index()] != 0 && !self.in_zoi(marcher.side, marcher.at);
        for direction in Direction::ALL {
            let (cost, rate) = (costs[direction.index()], rates[direction.index()]);
            let Some(next) = board.next(marcher.at, direction).filter(|&next| destinations.contains(next))
            else {
                continue;
            };
            let can_pay = |cost: MovementPoints| {
                cost != BLOCKED && cost <= marcher.mp && stops(next, direction, marcher.mp - cost)
            };
            let controlled = self.in_zoc(marcher.side, next);
            if (enters || !controlled) && can_pay(cost) {
                each(Action::Step(direction));
            }
            if rated && !controlled && !self.in_zoi(marcher.side, next) && can_pay(rate) {
                each(Action::March(direction));
            }
        }
    }
}
