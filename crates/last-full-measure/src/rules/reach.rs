//! LFM-1, LFM-2: how far a group can go. The search behind every destination.
//!
//! Two floods: what every hex costs if road rates may be used, and what it costs without any. A zone of control is
//! entered only by those who have used no rate (LFM-2.2d), and ends the move (LFM-5.2): such hexes are the shore of the
//! second flood, which is only made when somebody asks for them or for the ways themselves.

use crate::model::board::{Board, Classes, Stamp};
use crate::model::ids::BridgeSet;
use crate::model::numbers::MovementPoints;
use crate::model::position::Position;
use crate::model::scenario::Bridge;
use crate::model::sizes::HexSet;
use crate::rules::contact::{Few, Mates, Nears, members};
use crate::rules::movement::Marcher;
use engine::Side;
use ground::flood::{Flood, Lanes, Mask, Steps};
use ground::{Direction, Hex};

/// What all groups of a side find on their way.
struct Country {
    board: Stamp,
    rain: bool,
    night: bool,
    burned: BridgeSet,
    /// Of these zones.
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
    /// The last hexes of it that cavalry shunned, and what was left next to the others.
    shunned: Option<(HexSet, HexSet)>,
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

/// How many searches are remembered at first: enough for one list of answers and their words.
const FEWEST_SEARCHES: usize = 16;

/// How many searches are remembered at most: those who stand together often go the same ways, a list of answers is
/// followed by one of them, and where no enemy is near ways are the same in every phase and every game.
const MOST_SEARCHES: usize = 256;

/// Up to so many hexes are laid out for a search back one by one; more of them all in one go.
const FEW_GOALS: usize = 12;

/// The last searches, and room for more.
pub(crate) struct Searches {
    ground: Ground,
    searches: Kept,
    unrated: Unrated,
    /// Room for ways back, for ways over some hexes, and for what is next to a search.
    back: Flood,
    /// Room for the hexes in which there is nothing to look for.
    outside: Mask,
}

/// Searches by whom they were made for, each in the place of its walk. Whoever asks once needs little room; whoever
/// plays on gets more once searches have to make way for others.
struct Kept {
    /// As many as a power of two.
    searches: Vec<Search>,
    /// How often one had to make way since there was last made room.
    replaced: usize,
}

impl Kept {
    /// The place where the search of a walk is, or may be put.
    #[inline]
    fn of(&mut self, walk: Walk) -> &mut Search {
        let kept = self.searches[walk.place(self.searches.len())].walk;
        if kept != walk && kept != Walk::default() {
            self.replaced += 1;
            if self.replaced >= self.searches.len() && self.searches.len() < MOST_SEARCHES {
                self.make_room();
            }
        }
        let place = walk.place(self.searches.len());
        &mut self.searches[place]
    }

    #[cold]
    fn make_room(&mut self) {
        self.replaced = 0;
        let size = 4 * self.searches.len();
        for search in std::mem::replace(&mut self.searches, vec![Search::default(); size]) {
            let place = search.walk.place(size);
            self.searches[place] = search;
        }
    }
}

impl Walk {
    /// Of those who pay the same, one walks for all.
    fn of(marcher: &Marcher, board: &Board) -> Walk {
        Walk(
            u64::from(marcher.at.0) << 32
                | u64::from(marcher.mp.0) << 24
                | u64::from(board.alike(marcher.classes).bits()) << 16
                | u64::from(marcher.disordered) << 2
                | u64::from(marcher.rates) << 1
                | 1,
        )
    }

    /// Where its search is kept among so many, a power of two.
    fn place(self, searches: usize) -> usize {
        (self.0.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & (searches - 1)
    }
}

impl Default for Searches {
    fn default() -> Searches {
        Searches {
            ground: Ground { prices: vec![Prices::default(); 2 * Classes::SETS], ..Ground::default() },
            searches: Kept { searches: vec![Search::default(); FEWEST_SEARCHES], replaced: 0 },
            unrated: Unrated::default(),
            back: Flood::default(),
            outside: Mask::default(),
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

    /// What is left in a hex after the cheapest way there; nothing where none leads.
    #[inline]
    #[must_use]
    pub fn left(&self, hex: Hex) -> MovementPoints {
        let cell = self.lanes.cell(hex);
        let level = self.unrated.plain.at(cell).max(self.search.road.at(cell));
        MovementPoints(level.saturating_sub(Flood::level(0, 0)))
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

impl<'a> Position<'a> {
    /// The same position once one has looked at the country: searches from there need not look again.
    #[must_use]
    pub(crate) fn looked(self) -> Position<'a> {
        let number = self.memo.with_searches(|Searches { ground, .. }| {
            self.look_around(self.state.phasing, ground);
            ground.number
        });
        Position { memo: self.memo.seen(number), ..self }
    }
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
            // Steps without a rate cost whole points, and each at least one: another cost tells of a rate. One used
            // before counts on.
            let rated = |cost: MovementPoints| {
                let apart = self.distance(marcher.at, hex);
                !cost.is_whole() || u16::from(cost.0) < apart * u16::from(MovementPoints::ONE.0)
            };
            match cost(marcher.mp, search.road.at(lanes.cell(hex))) {
                Some(cost) if marcher.road || rated(cost) => Some((cost, true)),
                Some(cost) if !self.meets_rates(marcher, ground, search) => Some((cost, false)),
                _ => {
                    self.search_without_rates(marcher, ground, search, unrated);
                    Reach { search, unrated, lanes, budget: marcher.mp }.cheapest(hex)
                }
            }
        })
    }

    /// Whether a way may pass one of some hexes for no more than this. Surely not, if this says no.
    #[must_use]
    pub fn may_pass(&self, marcher: &Marcher, hexes: &HexSet, most: MovementPoints) -> bool {
        let lanes = &self.scenario.board.lanes;
        self.memo.with_searches(|Searches { ground, searches, .. }| {
            let Search { area, road, .. } = self.search(marcher, ground, searches);
            let before = |hex: Hex| cost(marcher.mp, road.at(lanes.cell(hex)));
            hexes.intersection(area).iter().any(|hex| before(hex).is_some_and(|before| before <= most))
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

    /// Finds for some mates who can move, none of them stuck, the hexes outside zones of control that each can reach
    /// and all next to them, but for what those who ride could only come to from hexes they shun; for who stays, where
    /// he is and all next to it.
    pub(crate) fn find_near(&self, mates: &Mates, whose: Few, nears: &mut Nears) {
        let lanes = &self.scenario.board.lanes;
        let Nears { riding, shunned, marchers, known: asked, place, near: out, .. } = nears;
        let whose = whose & !*asked;
        if whose == 0 {
            return;
        }
        *asked |= whose;
        self.memo.with_searches(|Searches { ground, searches, back, .. }| {
            self.look_around(self.state.phasing, ground);
            for one in members(whose) {
                place[one] = out.len() as u8;
                let Some(marcher) = &marchers[one] else {
                    out.push(*mates.beside(*self, one));
                    continue;
                };
                let Search { around, shunned: known, road, area, .. } =
                    self.search_here(marcher, ground, searches);
                let around = around.get_or_insert_with(|| {
                    back.begin_around(road, lanes);
                    back.hexes(lanes)
                });
                if *riding & 1 << one == 0 {
                    out.push(*around);
                    continue;
                }
                let mut shunned = area.intersection(shunned);
                shunned.remove(marcher.at);
                if shunned.is_empty() {
                    out.push(*around);
                    continue;
                }
                known.take_if(|(known, _)| *known != shunned);
                let (_, near) = known.get_or_insert_with(|| {
                    (shunned, self.without_shunned(marcher.at, area, &shunned, around))
                });
                out.push(*near);
            }
        });
    }

    /// Whether a group may have points left after a step to take another. Surely not, if this says no.
    #[must_use]
    pub(crate) fn may_go_on(&self, marcher: &Marcher) -> bool {
        let two = |step: MovementPoints| marcher.mp >= step.saturating_add(step);
        two(MovementPoints::ONE)
            || two(MovementPoints::CHEAPEST_STEP)
                && self.memo.with_searches(|Searches { ground, searches, .. }| {
                    let search = self.search(marcher, ground, searches);
                    self.meets_rates(marcher, ground, search)
                })
    }

    /// The hexes outside zones of control that a group can reach and from which it can go on to one of the goals with
    /// what it has left; and what that costs from each hex next to it.
    #[must_use]
    pub(crate) fn detours(&self, marcher: &Marcher, goals: &HexSet) -> (HexSet, [Option<MovementPoints>; 6]) {
        let board = &self.scenario.board;
        let lanes = &board.lanes;
        self.memo.with_searches(|Searches { ground, searches, back, outside, .. }| {
            let search = self.search(marcher, ground, searches);
            self.lay_out_prices(marcher, ground);
            let steps = &ground.prices[self.price_list(marcher)].by_road;
            let all = Flood::level(marcher.mp.0, 0);
            if goals.nth(FEW_GOALS).is_some() {
                back.begin_with(lanes, goals, all);
            } else {
                back.begin(lanes);
                for goal in goals.iter() {
                    back.wet(lanes, lanes.cell(goal), all);
                }
            }
            // Who can go on from a hex comes only to hexes he can reach.
            outside.cover_dry(&ground.barred, &search.road);
            back.spread_backward(lanes, steps, outside);
            let onward = Direction::ALL
                .map(|side| cost(marcher.mp, back.at(lanes.cell(board.next(marcher.at, side)?))));
            back.keep_between(&search.road, all);
            (back.hexes(lanes), onward)
        })
    }

    /// Those of some hexes to which a cheapest way outside zones of control leads over one of others. A goal that is
    /// one of these itself is told only if every such way leads over another; it is left in `doubtful` if some do.
    #[must_use]
    pub(crate) fn beyond(
        &self,
        marcher: &Marcher,
        passed: &HexSet,
        goals: &HexSet,
        doubtful: &mut HexSet,
    ) -> HexSet {
        let board = &self.scenario.board;
        let lanes = &board.lanes;
        let mut beyond = HexSet::EMPTY;
        *doubtful = HexSet::EMPTY;
        self.memo.with_searches(|Searches { ground, searches, back, .. }| {
            let Search { road, .. } = self.search(marcher, ground, searches);
            self.lay_out_prices(marcher, ground);
            let steps = &ground.prices[self.price_list(marcher)].by_road;
            back.begin(lanes);
            for hex in passed.iter() {
                back.wet(lanes, lanes.cell(hex), road.at(lanes.cell(hex)));
            }
            back.spread(lanes, steps, &ground.barred);
            back.keep_equal(road);
            let over: HexSet = back.hexes(lanes);
            beyond = goals.intersection(&over).difference(passed);
            for goal in goals.intersection(passed).iter() {
                // Of the hexes from which a cheapest way comes, all, or some.
                let (mut all, mut some) = (marcher.rates, !marcher.rates);
                let there = road.at(lanes.cell(goal));
                for side in Direction::ALL {
                    let Some(before) = board.next(goal, side) else { continue };
                    let left = road.at(lanes.cell(before));
                    // Whatever comes before is nearer.
                    if left > there && left - there == steps.price(lanes, side.opposite(), goal) {
                        all &= passed.contains(before);
                        some |= over.contains(before);
                    }
                }
                beyond.insert_if(goal, some && all);
                doubtful.insert_if(goal, some && !all);
            }
        });
        beyond
    }

    /// The cheapest ways outside zones of control.
    fn search<'s>(&self, marcher: &Marcher, ground: &mut Ground, searches: &'s mut Kept) -> &'s mut Search {
        self.look_around(marcher.side, ground);
        self.search_here(marcher, ground, searches)
    }

    /// The same, in a country one has looked at.
    fn search_here<'s>(
        &self,
        marcher: &Marcher,
        ground: &mut Ground,
        searches: &'s mut Kept,
    ) -> &'s mut Search {
        let walk = Walk::of(marcher, &self.scenario.board);
        let search = searches.of(walk);
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
        (search.around, search.shunned) = (None, None);
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

    /// After [`Position::search`]: whether a step at a road rate leads somewhere in it.
    fn meets_rates(&self, marcher: &Marcher, ground: &mut Ground, search: &Search) -> bool {
        self.lay_out_prices(marcher, ground);
        let prices = &ground.prices[self.price_list(marcher)];
        marcher.rates && search.road.covers_any(&self.scenario.board.lanes, &prices.rated)
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
        // Without any rate the ways are the same.
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
    #[inline]
    fn look_around(&self, side: Side, ground: &mut Ground) {
        if !(side == self.state.phasing && self.memo.has_seen(ground.number)) {
            self.look_closely(side, ground);
        }
    }

    fn look_closely(&self, side: Side, ground: &mut Ground) {
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
        let mut hindered = prices.hindered.take().filter(|_| night || !self.state.burned.is_empty());
        if night {
            let hindered = hindered.insert(steps.clone());
            for hex in self.scenario.map.grid.hexes() {
                let (costs, _) = self.costs_and_rates(marcher, hex);
                for side in Direction::ALL {
                    if let Some(next) = board.next(hex, side) {
                        hindered.set(&board.lanes, side, next, costs[side.index()].0);
                    }
                }
            }
        } else if !self.state.burned.is_empty() {
            let hindered = hindered.get_or_insert_default();
            hindered.clone_from(steps);
            self.each_burned_step(marcher, |side, to, cost| hindered.set(&board.lanes, side, to, cost.0));
        }
        prices.hindered = hindered;
        let plain = prices.hindered.as_ref().unwrap_or(steps);
        prices.by_road.set_cheaper(&board.lanes, plain, rates, &mut prices.rated);
        let by_road = &mut prices.by_road;
        self.each_burned_step(marcher, |side, to, cost| by_road.set(&board.lanes, side, to, cost.0));
    }

    /// Tells of each step over a bridge that is burned: the side crossed, where it leads, what it costs.
    fn each_burned_step(&self, marcher: &Marcher, mut tell: impl FnMut(Direction, Hex, MovementPoints)) {
        for bridge in self.state.burned.iter() {
            let Bridge { hex, side, other, .. } = *self.scenario.bridge(bridge);
            for (from, side, to) in [(hex, side, other), (other, side.opposite(), hex)] {
                tell(side, to, self.costs_and_rates(marcher, from).0[side.index()]);
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
        self.scenario.board.alike(marcher.classes).index() * 2 + usize::from(marcher.disordered)
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
