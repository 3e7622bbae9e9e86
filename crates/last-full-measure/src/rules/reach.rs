//! LFM-1, LFM-2: how far a group can go. The search behind every destination.
//!
//! Two floods: what every hex costs if road rates may be used, and what it costs without any. A zone of control is
//! entered only by those who have used no rate (LFM-2.2d), and ends the move (LFM-5.2): such hexes are the shore of the
//! second flood, which is only made when somebody asks for them or for the ways themselves.

use crate::model::board::{Board, Stamp, class};
use crate::model::ids::BridgeSet;
use crate::model::numbers::MovementPoints;
use crate::model::position::Position;
use crate::model::scenario::Bridge;
use crate::model::sizes::{HexSet, REGIMENTS};
use crate::rules::movement::Marcher;
use arrayvec::ArrayVec;
use engine::Side;
use ground::flood::{DRY, Flood, Lanes, Mask, Steps};
use ground::{Direction, Hex};

/// What all groups of a side find on their way.
#[derive(Clone, PartialEq, Eq)]
struct Country {
    board: Stamp,
    rain: bool,
    night: bool,
    burned: BridgeSet,
    zoc: HexSet,
    zoi: HexSet,
    enemy: HexSet,
}

/// What each step costs those of a set of classes, in this country.
#[derive(Clone, Default)]
struct Prices {
    /// The country they were made for.
    country: u64,
    /// Without any rate, where the night or burned bridges change what the map says.
    hindered: Option<Steps>,
    /// At the road rate where one may be used and is cheaper: classes of road and open ground mix (LFM-2.2c).
    by_road: Steps,
    /// Where such a step leads; where it crosses a bridge that is burned, too.
    rated: Mask,
    /// The country that what follows was made for.
    backward_country: u64,
    /// The cheaper of both, walked backward.
    backward: Steps,
}

/// Road rates of this country.
#[derive(Clone, Default)]
struct Rates {
    /// The country they were made for.
    country: u64,
    steps: Steps,
}

/// The country as floods see it.
#[derive(Default)]
struct Ground {
    country: Option<Country>,
    /// Counts the countries seen.
    number: u64,
    /// Counts how often board, weather, light or bridges have changed.
    season: u64,
    /// Where the enemy makes a difference, and next to it.
    disturbed: HexSet,
    /// Hexes nobody passes: zones of control (LFM-5.2) and the enemy. Friends are passed freely, however many
    /// (LFM-1.3).
    barred: Mask,
    /// Zones of control where no enemy stands: the hexes to stop in.
    shore: Mask,
    /// Zones of influence, where no road gives its rate.
    watched: Mask,
    /// Road rates where no zone of influence is, in order and disordered.
    rates: [Rates; 2],
    /// By set of classes, in order and disordered.
    prices: Vec<Prices>,
}

/// One search and what came of it.
#[derive(Clone, Default)]
struct Search {
    country: u64,
    season: u64,
    /// The enemy makes no difference to it.
    quiet: bool,
    walk: Walk,
    /// With road rates.
    road: Flood,
    /// Where the group can go outside zones of control.
    area: HexSet,
    /// The same and all hexes next to it, once somebody has asked.
    around: Option<HexSet>,
}

/// What the cost of a way depends on, in one number; 0 is nobody's.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
struct Walk(u64);

/// The last search for ways without any road rate.
#[derive(Default)]
struct Unrated {
    /// For whom it was made: the country, and whether the group has used a rate before and enters zones of control.
    known_for: Option<(u64, Walk, [bool; 2])>,
    /// Before zones of control are entered.
    open: Flood,
    /// The same with the zones of control that can be entered.
    plain: Flood,
}

/// How many searches are remembered: those who stand together often go the same ways, a list of answers is followed by
/// one of them, and where no enemy is near ways are the same in every phase and every game.
const SEARCHES: usize = 256;

/// The last searches, and room for more.
pub(crate) struct Searches {
    ground: Ground,
    searches: Vec<Search>,
    unrated: Unrated,
    /// Room for ways back, and for ways over some hexes.
    back: Flood,
}

impl Walk {
    /// Of those who pay the same, one walks for all.
    fn of(marcher: &Marcher, board: &Board) -> Walk {
        Walk(
            u64::from(marcher.at.0) << 32
                | u64::from(marcher.mp.0) << 24
                | u64::from(board.alike(marcher.classes)) << 16
                | u64::from(marcher.disordered) << 2
                | u64::from(marcher.rates) << 1
                | 1,
        )
    }

    /// Where its search is kept.
    fn place(self) -> usize {
        (self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize % SEARCHES
    }
}

impl Default for Searches {
    fn default() -> Searches {
        Searches {
            ground: Ground { prices: vec![Prices::default(); 2 * class::SETS], ..Ground::default() },
            searches: vec![Search::default(); SEARCHES],
            unrated: Unrated::default(),
            back: Flood::default(),
        }
    }
}

/// Where a group can go, and at what cost.
pub struct Reach<'a> {
    search: &'a Search,
    unrated: &'a Unrated,
    lanes: &'a Lanes,
    budget: MovementPoints,
}

impl Reach<'_> {
    /// The cheapest way to a hex: its cost, and whether it uses a road rate. Without one where the costs
    /// are equal.
    #[inline]
    #[must_use]
    pub fn cheapest(&self, hex: Hex) -> Option<(MovementPoints, bool)> {
        let cell = self.lanes.cell(hex);
        let (plain, road) = (self.unrated.plain.at(cell), self.search.road.at(cell));
        Some((cost(self.budget, plain.max(road))?, road > plain))
    }

    /// The cost of reaching a hex from which one can go on, without any road rate or with whatever is cheapest.
    #[inline]
    #[must_use]
    pub fn cost(&self, hex: Hex, by_road: bool) -> Option<MovementPoints> {
        let flood = if by_road { &self.search.road } else { &self.unrated.open };
        cost(self.budget, flood.at(self.lanes.cell(hex)))
    }

    /// Tells of every hex that can be reached, the start among them, with the cheapest way there.
    #[inline]
    pub fn each(&self, mut tell: impl FnMut(Hex, MovementPoints, bool)) {
        let full = Flood::level(self.budget.0, 0);
        self.unrated.plain.each(&self.search.road, self.lanes, |hex, plain, road| {
            tell(hex, MovementPoints(full - plain.max(road)), road > plain);
        });
    }
}

/// What a hex at this level of a flood costs of a budget.
#[inline]
fn cost(budget: MovementPoints, level: u8) -> Option<MovementPoints> {
    Flood::cost(budget.0, level).map(MovementPoints)
}

impl Position<'_> {
    /// Searches every way of the group. `look` is given the result.
    pub fn with_reach<T>(&self, marcher: &Marcher, look: impl FnOnce(&Reach<'_>) -> T) -> T {
        self.memo.with_searches(|Searches { ground, searches, unrated, .. }| {
            let search = self.search(marcher, ground, searches);
            self.search_without_rates(marcher, ground, search, unrated);
            look(&Reach { search, unrated, lanes: &self.scenario.board.lanes, budget: marcher.mp })
        })
    }

    /// The cheapest way to one hex, as [`Reach::cheapest`] tells it.
    #[must_use]
    pub fn cheapest(&self, marcher: &Marcher, hex: Hex) -> Option<(MovementPoints, bool)> {
        let lanes = &self.scenario.board.lanes;
        self.memo.with_searches(|Searches { ground, searches, unrated, .. }| {
            let search = self.search(marcher, ground, searches);
            // Steps without a rate cost whole points, so a broken cost tells of one; and one used before counts on.
            match cost(marcher.mp, search.road.at(lanes.cell(hex))) {
                Some(cost) if marcher.road || !cost.is_whole() => Some((cost, true)),
                _ => {
                    self.search_without_rates(marcher, ground, search, unrated);
                    Reach { search, unrated, lanes, budget: marcher.mp }.cheapest(hex)
                }
            }
        })
    }

    /// Whether a way that costs so much in all may pass this hex on its way. Surely not, if this says no.
    #[must_use]
    pub fn may_pass(&self, marcher: &Marcher, hex: Hex, whole: MovementPoints) -> bool {
        self.memo.with_searches(|Searches { ground, searches, .. }| {
            let search = self.search(marcher, ground, searches);
            let level = search.road.at(self.scenario.board.lanes.cell(hex));
            cost(marcher.mp, level).is_some_and(|before| before < whole)
        })
    }

    /// The hexes that the group can reach, the start among them.
    #[must_use]
    pub fn within_reach(&self, marcher: &Marcher) -> HexSet {
        if self.is_stuck(marcher.at, marcher.mp, marcher.rates) {
            return HexSet::of(marcher.at);
        }
        self.memo.with_searches(|Searches { ground, searches, unrated, .. }| {
            let search = self.search(marcher, ground, searches);
            let lanes = &self.scenario.board.lanes;
            if !marcher.road && self.enters_zones(marcher) && search.road.is_near(lanes, &ground.shore) {
                self.search_without_rates(marcher, ground, search, unrated);
                search.area.union(&unrated.plain.hexes(lanes))
            } else {
                search.area
            }
        })
    }

    /// The hexes outside zones of control that the group can reach, the start among them.
    #[must_use]
    pub fn area(&self, marcher: &Marcher) -> HexSet {
        if self.is_stuck(marcher.at, marcher.mp, marcher.rates) {
            return HexSet::of(marcher.at);
        }
        self.memo
            .with_searches(|Searches { ground, searches, .. }| self.search(marcher, ground, searches).area)
    }

    /// For each of some, none of them stuck, the hexes outside zones of control that he can reach and all next to them;
    /// for who stays, where he is and all next to it.
    pub(crate) fn areas_and_around(
        &self,
        marchers: &[Option<Marcher>],
        hexes: &[Hex],
        out: &mut ArrayVec<HexSet, REGIMENTS>,
    ) {
        self.memo.with_searches(|Searches { ground, searches, .. }| {
            self.look_around(self.state.phasing, ground);
            out.extend(marchers.iter().zip(hexes).map(|(marcher, &hex)| match marcher {
                Some(marcher) => {
                    let search = self.search_here(marcher, ground, searches);
                    *search.around.get_or_insert_with(|| self.surroundings(&search.area))
                }
                None => {
                    let mut beside = self.scenario.board.around[hex.index()];
                    beside.insert(hex);
                    beside
                }
            }));
        });
    }

    /// The hexes outside zones of control that a group can reach and from which it can go on to one of the goals with
    /// what it has left; and what that costs from each hex next to it.
    #[must_use]
    pub(crate) fn detours(&self, marcher: &Marcher, goals: &HexSet) -> (HexSet, [Option<MovementPoints>; 6]) {
        let board = &self.scenario.board;
        let lanes = &board.lanes;
        let mut detours = HexSet::EMPTY;
        let onward = self.memo.with_searches(|Searches { ground, searches, back, .. }| {
            let search = self.search(marcher, ground, searches);
            self.lay_out_prices(marcher, ground);
            let prices = &mut ground.prices[self.price_list(marcher)];
            if prices.backward_country != ground.number {
                prices.backward_country = ground.number;
                prices.backward.set_backward(lanes, &prices.by_road);
            }
            back.begin(lanes);
            for goal in goals.iter() {
                back.wet(lanes, lanes.cell(goal), Flood::level(marcher.mp.0, 0));
            }
            back.spread(lanes, &prices.backward, &ground.barred);
            let there_and_back = u16::from(Flood::level(marcher.mp.0, 0)) + 1;
            search.road.each(back, lanes, |hex, there, back| {
                let both = there != DRY && back != DRY;
                detours.insert_if(hex, both && u16::from(there) + u16::from(back) >= there_and_back);
            });
            Direction::ALL.map(|side| cost(marcher.mp, back.at(lanes.cell(board.next(marcher.at, side)?))))
        });
        (detours, onward)
    }

    /// Those of some hexes to which a cheapest way outside zones of control leads over one of others.
    #[must_use]
    pub(crate) fn beyond(&self, marcher: &Marcher, passed: &HexSet, goals: &HexSet) -> HexSet {
        let lanes = &self.scenario.board.lanes;
        let mut beyond = HexSet::EMPTY;
        self.memo.with_searches(|Searches { ground, searches, back, .. }| {
            let search = self.search(marcher, ground, searches);
            self.lay_out_prices(marcher, ground);
            let steps = &ground.prices[self.price_list(marcher)].by_road;
            back.begin(lanes);
            for hex in passed.iter() {
                back.wet(lanes, lanes.cell(hex), search.road.at(lanes.cell(hex)));
            }
            back.spread(lanes, steps, &ground.barred);
            for goal in goals.iter() {
                let cell = lanes.cell(goal);
                let level = back.at(cell);
                beyond.insert_if(goal, level != DRY && level == search.road.at(cell));
            }
        });
        beyond
    }

    /// The cheapest ways outside zones of control.
    fn search<'s>(
        &self,
        marcher: &Marcher,
        ground: &mut Ground,
        searches: &'s mut [Search],
    ) -> &'s mut Search {
        self.look_around(marcher.side, ground);
        self.search_here(marcher, ground, searches)
    }

    /// The same, in a country one has looked at.
    fn search_here<'s>(
        &self,
        marcher: &Marcher,
        ground: &mut Ground,
        searches: &'s mut [Search],
    ) -> &'s mut Search {
        let walk = Walk::of(marcher, &self.scenario.board);
        let search = &mut searches[walk.place()];
        if search.walk == walk {
            if search.country == ground.number {
                return search;
            }
            if search.quiet && search.season == ground.season && !search.area.intersects(&ground.disturbed) {
                search.country = ground.number;
                return search;
            }
        }
        (search.country, search.season, search.walk) = (ground.number, ground.season, walk);
        search.around = None;
        self.lay_out_prices(marcher, ground);
        let prices = &ground.prices[self.price_list(marcher)];
        let lanes = &self.scenario.board.lanes;
        search.road.begin(lanes);
        search.road.wet(lanes, lanes.cell(marcher.at), Flood::level(marcher.mp.0, 0));
        let steps = if marcher.rates { &prices.by_road } else { self.plain_steps(marcher, prices) };
        search.road.spread(lanes, steps, &ground.barred);
        search.area = search.road.hexes(lanes);
        search.quiet = !search.area.intersects(&ground.disturbed);
        search
    }

    /// Brings the prices of a marcher up to date.
    #[inline]
    fn lay_out_prices(&self, marcher: &Marcher, ground: &mut Ground) {
        let prices = &mut ground.prices[self.price_list(marcher)];
        if prices.country != ground.number {
            prices.country = ground.number;
            let rates = &mut ground.rates[usize::from(marcher.disordered)];
            if rates.country != ground.number {
                rates.country = ground.number;
                self.set_rates(marcher, &ground.watched, &mut rates.steps);
            }
            self.set_prices(marcher, &rates.steps, prices);
        }
    }

    /// Whether those with so many movement points in a hex surely cannot take a step: they have less than one, and no
    /// road to use its rate on.
    #[inline]
    pub(crate) fn is_stuck(&self, at: Hex, mp: MovementPoints, rates: bool) -> bool {
        mp == MovementPoints::ZERO
            || mp < MovementPoints::ONE
                && (!rates
                    || self.scenario.board.roads[at.index()] == 0
                    || self.in_zoi(self.state.phasing, at))
    }

    /// After [`Position::search`]: the ways without road rates, and those into zones of control.
    fn search_without_rates(
        &self,
        marcher: &Marcher,
        ground: &mut Ground,
        Search { walk, road, .. }: &Search,
        Unrated { known_for, open, plain }: &mut Unrated,
    ) {
        let enters_zones = self.enters_zones(marcher);
        let question = Some((ground.number, *walk, [marcher.road, enters_zones]));
        if *known_for == question {
            return;
        }
        *known_for = question;
        self.lay_out_prices(marcher, ground);
        let prices = &ground.prices[self.price_list(marcher)];
        let steps = self.plain_steps(marcher, prices);
        let lanes = &self.scenario.board.lanes;
        let rate_in_reach = marcher.rates && road.covers_any(lanes, &prices.rated);
        if !marcher.road && !rate_in_reach {
            open.begin_from(road);
        } else {
            open.begin(lanes);
            if !marcher.road {
                open.wet(lanes, lanes.cell(marcher.at), Flood::level(marcher.mp.0, 0));
                open.spread(lanes, steps, &ground.barred);
            }
        }
        plain.begin_from(open);
        if !marcher.road && enters_zones {
            plain.lap(open, lanes, steps, &ground.shore);
        }
    }

    /// Brings the masks up to date. What was found in another country is forgotten.
    fn look_around(&self, side: Side, ground: &mut Ground) {
        let board = &self.scenario.board;
        let zones = self.state.zones(side.other());
        let (rain, night) = (self.is_raining(), self.is_night());
        let same_season = ground.country.as_ref().is_some_and(|known| {
            known.board == board.stamp
                && (known.rain, known.night, known.burned) == (rain, night, self.state.burned)
        });
        let known = same_season
            && ground.country.as_ref().is_some_and(|known| {
                known.zoc == zones.zoc && known.zoi == zones.zoi && known.enemy == zones.occupied
            });
        if !known {
            ground.number += 1;
            ground.season += u64::from(!same_season);
            ground.disturbed = self.surroundings(&zones.zoc.union(&zones.zoi).union(&zones.occupied));
            ground.barred.cover(&board.lanes, &zones.zoc.union(&zones.occupied));
            ground.shore.cover(&board.lanes, &zones.zoc.difference(&zones.occupied));
            ground.watched.cover(&board.lanes, &zones.zoi);
            ground.country = Some(Country {
                board: board.stamp.clone(),
                rain,
                night,
                burned: self.state.burned,
                zoc: zones.zoc,
                zoi: zones.zoi,
                enemy: zones.occupied,
            });
        }
    }

    /// The rates of the roads that the enemy does not watch (LFM-2.2b).
    fn set_rates(&self, marcher: &Marcher, watched: &Mask, rates: &mut Steps) {
        let board = &self.scenario.board;
        rates.set_outside(&board.lanes, board.rate_steps(self.is_raining(), marcher.disordered), watched);
    }

    /// What steps cost, with what burned bridges and the night change, and with the rates of roads.
    fn set_prices(&self, marcher: &Marcher, rates: &Steps, prices: &mut Prices) {
        let board = &self.scenario.board;
        let (rain, night) = (self.is_raining(), self.is_night());
        let steps = board.steps(marcher.classes, rain);
        prices.hindered = (night || !self.state.burned.is_empty()).then(|| {
            let mut hindered = steps.clone();
            for hex in self.scenario.map.grid.hexes() {
                let (costs, _) = self.costs_and_rates(marcher, hex);
                for side in Direction::ALL {
                    if let Some(next) = board.next(hex, side) {
                        hindered.set(&board.lanes, side, next, costs[side.index()].0);
                    }
                }
            }
            hindered
        });
        let plain = prices.hindered.as_ref().unwrap_or(steps);
        prices.by_road.set_cheaper(&board.lanes, plain, rates, &mut prices.rated);
        for bridge in self.state.burned.iter() {
            let Bridge { hex, side, other, .. } = *self.scenario.bridge(bridge);
            for (from, side, to) in [(hex, side, other), (other, side.opposite(), hex)] {
                let cost = self.costs_and_rates(marcher, from).0[side.index()];
                prices.by_road.set(&board.lanes, side, to, cost.0);
            }
        }
    }

    /// What steps cost without any rate.
    fn plain_steps<'b>(&'b self, marcher: &Marcher, prices: &'b Prices) -> &'b Steps {
        let undisturbed = || self.scenario.board.steps(marcher.classes, self.is_raining());
        prices.hindered.as_ref().unwrap_or_else(undisturbed)
    }

    /// The place of the prices a group pays.
    #[inline]
    fn price_list(&self, marcher: &Marcher) -> usize {
        usize::from(self.scenario.board.alike(marcher.classes)) * 2 + usize::from(marcher.disordered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LastFullMeasure;
    use crate::files::load::{Library, scenario};
    use crate::model::board::BLOCKED;
    use crate::model::ids::BridgeId;
    use crate::model::memo::Memo;
    use crate::model::state::State;
    use crate::model::task::Task;
    use engine::chance::Quick;
    use engine::playout::Playout;
    use engine::{Pending, Rules, Silent};

    /// The slow twin: every hex with and without a rate used, step by step as the rules say, until nothing changes.
    fn slowly(position: &Position<'_>, marcher: &Marcher) -> Vec<[Option<MovementPoints>; 2]> {
        let board = &position.scenario.board;
        let mut cost = vec![[None; 2]; board.len];
        cost[marcher.at.index()][usize::from(marcher.road)] = Some(MovementPoints::ZERO);
        let mut waiting = vec![(marcher.at, marcher.road)];
        while let Some((hex, used)) = waiting.pop() {
            let here = cost[hex.index()][usize::from(used)].expect("only reached hexes wait");
            if hex != marcher.at && position.in_zoc(marcher.side, hex) {
                continue;
            }
            let from = Marcher { at: hex, ..*marcher };
            for side in Direction::ALL {
                let Some(next) = board.next(hex, side) else { continue };
                let (plain, rate) = position.step_costs(&from, side);
                for (price, using) in [(plain, used), (rate, true)] {
                    let controlled = position.in_zoc(marcher.side, next);
                    let total = Some(here.saturating_add(price))
                        .filter(|&total| price != BLOCKED && total <= marcher.mp);
                    let Some(total) = total else { continue };
                    if position.enemy_in(marcher.side, next)
                        || (controlled && (using || !position.enters_zones(marcher)))
                    {
                        continue;
                    }
                    let known = &mut cost[next.index()][usize::from(using)];
                    if known.is_none_or(|known| total < known) {
                        *known = Some(total);
                        waiting.push((next, using));
                    }
                }
            }
        }
        cost
    }

    fn compare(position: &Position<'_>, marcher: &Marcher) {
        // First of all, so that nothing found for the same marcher elsewhere is taken for it.
        let area = position.area(marcher);
        let slow = slowly(position, marcher);
        position.with_reach(marcher, |reach| {
            let mut told = vec![None; slow.len()];
            reach.each(|hex, cost, road| told[hex.index()] = Some((cost, road)));
            for (hex, cost) in slow.iter().enumerate() {
                let best = match *cost {
                    [Some(plain), Some(road)] if road < plain => Some((road, true)),
                    [Some(plain), _] => Some((plain, false)),
                    [None, road] => road.map(|road| (road, true)),
                };
                let hex = Hex(hex as u16);
                let name = position.hex_name(hex);
                assert_eq!(reach.cheapest(hex), best, "{name} for {marcher:?}");
                assert_eq!(told[hex.index()], best, "{name} told, for {marcher:?}");
            }
        });
        let less = position.area(&Marcher { mp: marcher.mp.saturating_sub(MovementPoints(1)), ..*marcher });
        assert!(less.is_subset(&area));
        let within = position.within_reach(marcher);
        assert_eq!(position.area(marcher), area);
        for (hex, cost) in slow.iter().enumerate() {
            let least = cost.iter().flatten().min().copied();
            let hex = Hex(hex as u16);
            assert_eq!(within.contains(hex), least.is_some());
            let outside = hex == marcher.at || !position.in_zoc(marcher.side, hex);
            assert_eq!(area.contains(hex), least.is_some() && outside);
        }
    }

    fn marching_states(game: &LastFullMeasure, count: usize) -> Vec<State> {
        let mut found = Vec::new();
        let mut play: Playout<LastFullMeasure> = Playout::new(7);
        let mut chance = Quick::new(7);
        let mut state = game.start(&mut chance, &mut Silent);
        let mut seen = 0u32;
        while found.len() < count {
            if matches!(game.pending(&state), Pending::Over(_)) {
                state = game.start(&mut chance, &mut Silent);
            }
            play.step(game, &mut state, &mut chance).expect("random play goes on");
            if matches!(game.position(&state).task(), Some(Task::Marching(_))) {
                seen += 1;
                if seen.is_multiple_of(7) {
                    found.push(state);
                }
            }
        }
        found
    }

    #[test]
    fn the_search_agrees_with_its_slow_twin() {
        // One memo for all of them: what was found on another map must not be taken for this one.
        let mut memo = Memo::default();
        for name in ["crossroads-farm", "mcphersons-ridge", "gettysburg-july-1"] {
            let mut game =
                LastFullMeasure::new(scenario(&Library::builtin(), name).expect("a built-in scenario"));
            let states = marching_states(&game, 24);
            for (rain, night) in [(false, false), (true, false), (false, true), (true, true)] {
                for turn in &mut game.scenario.calendar {
                    (turn.rain, turn.night) = (rain, night);
                }
                for (number, state) in states.iter().enumerate() {
                    let mut state = *state;
                    if number % 3 == 0 {
                        for bridge in (number % 2..game.scenario.bridges.len()).step_by(2) {
                            state.burned.insert(BridgeId::at(bridge));
                        }
                    }
                    let position = game.position_with(&state, &mut memo);
                    let marcher = position.marcher(&state.moving);
                    compare(&position, &marcher);
                    compare(&position, &Marcher { mp: MovementPoints::whole(10), road: true, ..marcher });
                    compare(
                        &position,
                        &Marcher { mp: MovementPoints(100), road: false, disordered: true, ..marcher },
                    );
                    compare(&position, &Marcher { mp: MovementPoints::whole(20), rates: false, ..marcher });
                    compare(&position, &marcher);
                    // The same marcher in another country.
                    let mut empty = state;
                    empty.forget_zones(marcher.side.other());
                    compare(&game.position_with(&empty, &mut memo), &marcher);
                }
            }
        }
    }

    #[test]
    fn a_way_adds_up_to_its_cost() {
        let game = LastFullMeasure::new(scenario(&Library::builtin(), "mcphersons-ridge").expect("built in"));
        let (mut ways, mut memo) = (0, Memo::default());
        for state in marching_states(&game, 40) {
            let position = game.position_with(&state, &mut memo);
            for goal in position.destinations(&state.moving).iter() {
                let (total, road, way) =
                    position.way(&state.moving, goal).expect("a way to each destination");
                assert_eq!((total, road), position.destination(&state.moving, goal).expect("a destination"));
                assert_eq!(way.last(), Some(&goal));
                let mut marcher = position.marcher(&state.moving);
                let mut left = total;
                for &next in &way {
                    let side = position.scenario.board.direction(marcher.at, next).expect("neighbours");
                    let (plain, rate) = position.step_costs(&marcher, side);
                    let price = if road { plain.min(rate) } else { plain };
                    left = left.checked_sub(price).unwrap_or_else(|| panic!("{price} too dear"));
                    marcher.at = next;
                }
                assert_eq!(
                    left,
                    MovementPoints::ZERO,
                    "the way to {} is cheaper than told",
                    position.hex_name(goal)
                );
                ways += 1;
            }
        }
        assert!(ways > 500, "{ways}");
    }
}
