//! What the map means for movement, contact and sight: tables made once for a scenario.

use crate::model::ids::BridgeId;
use crate::model::numbers::MovementPoints;
use crate::model::scenario::{Bridge, Limits};
use crate::model::sizes::{BRIDGES, HexSet, SightTable};
use ground::flood::{Lanes, Steps};
use ground::{Cover, Crossing, Direction, Hex, HexMap, RoadClass, Stream};
use std::sync::Arc;

/// No neighbour.
pub const OFF: u16 = u16::MAX;
/// The cost of a step that cannot be taken.
pub const BLOCKED: MovementPoints = MovementPoints(u8::MAX);

engine::flags!(
    /// How a group moves: a step costs what it costs the slowest.
    Classes(u8) {
        /// Infantry, dismounted cavalry.
        FOOT = 0,
        /// Mounted cavalry.
        MOUNTED = 1,
        /// Batteries.
        GUNS = 2,
        /// Commanders.
        LEADER = 3,
    }
);

impl Classes {
    /// How many sets of classes there are.
    pub const SETS: usize = Classes::EACH.0 as usize + 1;

    /// The place of what is kept for this set.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Costs in whole movement points by class: foot, mounted, guns, commander. Part of the terrain chart (ledger 6.1).
type Cost = [u8; 4];
/// Prohibited.
const P: u8 = u8::MAX;

/// What entering a hex costs: the one point of every hex (LFM-1.1a) and what the chart adds for
/// its ground (LFM-1.1b).
#[rustfmt::skip]
const fn hex_cost(cover: Cover) -> Cost {
    match cover {
        //                      foot mtd art cmd
        Cover::Clear         => [1,  1,  1,  1],
        Cover::Orchard       => [1,  1,  1,  1],
        Cover::Cultivated    => [1,  1,  1,  1],
        Cover::Woods         => [2,  3,  3,  2],
        Cover::Town          => [1,  1,  1,  1],
        Cover::SunkenRoad    => [1,  2,  2,  1],
        Cover::Embankment    => [2,  2,  3,  2],
        Cover::Rough         => [2,  3,  3,  2],
        Cover::Marsh         => [3,  4,  P,  2],
        Cover::Water         => [P,  P,  P,  P],
    }
}

// What the chart adds for the hexside crossed (LFM-1.1b).
const STEEP: Cost = [1, 2, 2, 1];
const CREEK: Cost = [1, 1, 2, 1];
const WALL: Cost = [0, 1, 1, 0];
const FORD_CREEK: Cost = [0, 0, 1, 0];
const FORD_RIVER: Cost = [1, 1, 2, 1];

/// What a road step costs at its rate: there are three classes of road (LFM-2.1).
const fn road_rate(class: RoadClass) -> MovementPoints {
    match class {
        RoadClass::Pike => MovementPoints(3),
        RoadClass::Road => MovementPoints(4),
        RoadClass::Trail => MovementPoints(6),
    }
}

/// D and shattered units on any road (LFM-16.3).
const RATE_DISORDERED: MovementPoints = MovementPoints(6);

/// The cost table of one kind of weather: by set of classes, hex and direction.
type Costs = Vec<[[MovementPoints; 6]; Classes::SETS]>;

/// Tells boards apart: copies of one have the same, for they are equal. As long as somebody keeps it, no other board
/// gets it.
#[derive(Clone, Debug)]
pub struct Stamp(Arc<()>);

impl PartialEq for Stamp {
    #[inline]
    fn eq(&self, other: &Stamp) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Stamp {}

/// The map as the rules need it.
#[derive(Clone, Debug)]
pub struct Board {
    /// Which board this is, for whoever remembers what was found on one.
    pub stamp: Stamp,
    /// How the hexes stand for a flood.
    pub lanes: Lanes,
    /// By set of classes: the first set that pays the same for every step, in any weather.
    alike: [Classes; Classes::SETS],
    /// Costs of a step with bridges standing, once more, for floods: by weather and set of classes.
    steps: [Vec<Steps>; 2],
    /// Road rates, once more, for floods: as in `rate`.
    rate_steps: Vec<Steps>,
    /// The hex in each direction, or [`OFF`].
    pub neighbour: Vec<[u16; 6]>,
    /// The same for contact: a river without bridge or ford parts two hexes.
    pub touch: Vec<[u16; 6]>,
    /// The hexes next to each hex.
    pub around: Vec<HexSet>,
    /// Each hex with the hexes next to it.
    pub near: Vec<HexSet>,
    /// The hexes within a brigade commander's range of each hex, over whatever ground.
    pub orders: Vec<HexSet>,
    /// Each hex with the hexes it touches: the zone of control of a unit there.
    pub zoc: Vec<HexSet>,
    /// The bridge on each hexside, plus one, or 0.
    pub bridge: Vec<[u8; 6]>,
    /// Ground level.
    pub level: Vec<i8>,
    /// What the ground is like.
    pub cover: Vec<Cover>,
    /// Hexsides crossed by a road, a bit a direction.
    pub roads: Vec<u8>,
    /// Costs of a step, with bridges standing, by weather: dry, rain.
    cost: [Costs; 2],
    /// Costs of a step where the bridge is burned.
    cost_burned: [Costs; 2],
    /// Road rates, by weather and good order: dry ordered, dry disordered, rain ordered, rain disordered.
    rate: [Vec<[MovementPoints; 6]>; 4],
    /// Who sees whom, worked out by [`ground::sight`], which counts as LFM-27 does. Hexes that touch always see each
    /// other; sight is asked for more than one hex away, by zones of influence and by guns (LFM-27.0a). It runs along
    /// the shortest, straightest lines (LFM-27.0b): blocked if none of them is free (LFM-27.0c), clear if all are
    /// (LFM-27.0d), else partial (LFM-27.0e). In between obstructs what is higher than both ends (LFM-27.1), as high
    /// as the viewer above a lower target (LFM-27.2), or as high as the target above a lower viewer (LFM-27.3). Towns
    /// (LFM-27.4) and woods (LFM-27.6) stand one level above their ground, orchards and single trees do not
    /// (LFM-27.8). The worked figure is LFM-27.9.
    pub sight: SightTable,
    /// Hexes from which one can leave the map.
    pub edge: HexSet,
    /// The place of each edge hex in `edge_gap`.
    edge_place: Vec<u16>,
    /// Steps along the edge between each two edge hexes.
    edge_gap: Vec<Vec<u16>>,
    /// How many hexes the grid has.
    pub len: usize,
}

impl Board {
    /// Makes the tables.
    #[must_use]
    pub fn new(map: &HexMap, limits: &Limits) -> (Board, Vec<Bridge>) {
        let len = map.grid.len();
        let mut board = Board {
            stamp: Stamp(Arc::new(())),
            lanes: Lanes::new(&map.grid),
            alike: [Classes::NONE; _],
            steps: [Vec::new(), Vec::new()],
            rate_steps: Vec::new(),
            neighbour: vec![[OFF; 6]; len],
            touch: vec![[OFF; 6]; len],
            around: vec![HexSet::EMPTY; len],
            near: map.grid.hexes().map(HexSet::of).collect(),
            orders: map.grid.hexes().map(HexSet::of).collect(),
            zoc: vec![HexSet::EMPTY; len],
            bridge: vec![[0; 6]; len],
            level: map.grid.hexes().map(|hex| map.level(hex)).collect(),
            cover: map.grid.hexes().map(|hex| map.cover(hex)).collect(),
            roads: vec![0; len],
            cost: std::array::from_fn(|_| vec![[[BLOCKED; 6]; Classes::SETS]; len]),
            cost_burned: std::array::from_fn(|_| vec![[[BLOCKED; 6]; Classes::SETS]; len]),
            rate: std::array::from_fn(|_| vec![[BLOCKED; 6]; len]),
            sight: SightTable::new(map, u16::from(limits.farthest_look())),
            edge: HexSet::EMPTY,
            edge_place: vec![OFF; len],
            edge_gap: Vec::new(),
            len,
        };
        let mut bridges = Vec::new();
        for hex in map.grid.hexes().filter(|&hex| map.is_playable(hex)) {
            if map.is_edge(hex) {
                board.edge.insert(hex);
            }
            board.zoc[hex.index()].insert(hex);
            for (direction, other) in map.neighbours(hex) {
                board.join(map, hex, direction, other, &mut bridges);
            }
        }
        board.find_those_alike();
        board.lay_out_steps(map);
        board.measure_edge();
        board.measure_orders(limits.command_brigade);
        (board, bridges)
    }

    /// Hex by hex farther, until the range or the whole map is covered.
    fn measure_orders(&mut self, range: u8) {
        for _ in 0..range {
            let wider = |near: &HexSet| {
                let mut wider = *near;
                near.iter().for_each(|next| wider.extend_with(&self.orders[next.index()]));
                wider
            };
            let wider: Vec<HexSet> = self.near.iter().map(wider).collect();
            if wider == self.orders {
                break;
            }
            self.orders = wider;
        }
    }

    fn find_those_alike(&mut self) {
        let pay_the_same = |one: usize, other: usize| {
            let tables = self.cost.iter().chain(&self.cost_burned);
            tables.flatten().all(|costs| costs[one] == costs[other])
        };
        self.alike = std::array::from_fn(|classes| {
            let first = (0..classes).find(|&first| pay_the_same(first, classes));
            Classes(first.unwrap_or(classes) as u8)
        });
    }

    /// The first set of classes that pays the same as this one for every step: commanders are as fast as foot, but for
    /// marshes.
    #[inline]
    #[must_use]
    pub fn alike(&self, classes: Classes) -> Classes {
        self.alike[classes.index()]
    }

    /// The costs of single classes as floods need them, then those of sets: each step costs what it costs the slowest.
    fn lay_out_steps(&mut self, map: &HexMap) {
        for (steps, costs) in self.steps.iter_mut().zip(&self.cost) {
            let of = |classes: usize| {
                Steps::new(&self.lanes, &map.grid, |hex, side, _| {
                    Some(costs[hex.index()][classes][side.index()].0)
                })
            };
            steps.push(of(0));
            for classes in 1..Classes::SETS {
                let lowest = classes & classes.wrapping_neg();
                steps.push(if classes == lowest {
                    of(classes)
                } else {
                    let mut joined = steps[lowest].clone();
                    joined.join(&steps[classes ^ lowest]);
                    joined
                });
            }
        }
        for rates in &self.rate {
            self.rate_steps.push(Steps::new(&self.lanes, &map.grid, |hex, side, _| {
                Some(rates[hex.index()][side.index()].0)
            }));
        }
    }

    /// Road rates of every step, [`BLOCKED`] where no road gives one.
    #[inline]
    #[must_use]
    pub fn rate_steps(&self, rain: bool, disordered: bool) -> &Steps {
        &self.rate_steps[rate_kind(rain, disordered)]
    }

    /// Costs of every step with bridges standing, for a set of classes.
    #[inline]
    #[must_use]
    pub fn steps(&self, classes: Classes, rain: bool) -> &Steps {
        &self.steps[usize::from(rain)][classes.index()]
    }

    /// Steps along the edge from each edge hex to every other, the shorter way round.
    fn measure_edge(&mut self) {
        for (place, hex) in self.edge.iter().enumerate() {
            self.edge_place[hex.index()] = place as u16;
        }
        for start in self.edge.iter() {
            let mut gap = vec![OFF; self.edge.count()];
            let mut front = vec![start];
            gap[self.edge_place[start.index()] as usize] = 0;
            let mut steps = 0;
            while !front.is_empty() {
                steps += 1;
                let mut next = Vec::new();
                for hex in front {
                    for &other in self.neighbour[hex.index()].iter().filter(|&&other| other != OFF) {
                        let place = self.edge_place[other as usize];
                        if place != OFF && gap[place as usize] == OFF {
                            gap[place as usize] = steps;
                            next.push(Hex(other));
                        }
                    }
                }
                front = next;
            }
            self.edge_gap.push(gap);
        }
    }

    /// Steps along the edge between two edge hexes, if the edge joins them.
    #[inline]
    #[must_use]
    pub fn edge_distance(&self, a: Hex, b: Hex) -> Option<u16> {
        let (a, b) = (*self.edge_place.get(a.index())?, *self.edge_place.get(b.index())?);
        let gap = *self.edge_gap.get(a as usize)?.get(b as usize)?;
        (gap != OFF).then_some(gap)
    }

    fn join(&mut self, map: &HexMap, hex: Hex, direction: Direction, other: Hex, bridges: &mut Vec<Bridge>) {
        let (at, d) = (hex.index(), direction.index());
        let side = map.side(hex, direction);
        self.neighbour[at][d] = other.0;
        self.around[at].insert(other);
        self.near[at].insert(other);
        let parted = side.stream == Some(Stream::River) && side.crossing.is_none();
        if !parted && map.cover(other) != Cover::Water {
            self.touch[at][d] = other.0;
            self.zoc[at].insert(other);
        }
        if let (Some(Crossing::Bridge { burnable }), Some(over)) = (side.crossing, side.stream)
            && hex < other
            && bridges.len() < BRIDGES
        {
            let number = bridges.len() as u8 + 1;
            self.bridge[at][d] = number;
            self.bridge[other.index()][direction.opposite().index()] = number;
            bridges.push(Bridge { hex, side: direction, other, over, burnable });
        }
        // Only the hexside that the road crosses counts, not that both hexes hold a road (LFM-2.2a).
        if side.road.is_some() {
            self.roads[at] |= 1 << d;
        }
        for rain in [false, true] {
            for (costs, burned) in [(&mut self.cost, false), (&mut self.cost_burned, true)] {
                let alone: [MovementPoints; 4] =
                    std::array::from_fn(|bit| step_cost(map, hex, direction, other, bit, rain, burned));
                for (mask, steps) in costs[usize::from(rain)][at].iter_mut().enumerate() {
                    let members = (0..4).filter(|bit| mask & (1 << bit) != 0);
                    steps[d] = members.map(|bit| alone[bit]).max().unwrap_or(BLOCKED);
                }
            }
            for disordered in [false, true] {
                let rate = match (side.road, rain) {
                    (None, _) | (Some(RoadClass::Trail), true) => BLOCKED,
                    (Some(_), _) if disordered => RATE_DISORDERED,
                    (Some(RoadClass::Road), true) => road_rate(RoadClass::Trail),
                    (Some(class), _) => road_rate(class),
                };
                self.rate[rate_kind(rain, disordered)][at][d] = rate;
            }
        }
    }

    /// What entering an edge hex from off the map costs a set of classes.
    #[must_use]
    pub fn entry_cost(&self, hex: Hex, classes: Classes) -> MovementPoints {
        let cost = hex_cost(self.cover[hex.index()]);
        (0..4)
            .filter(|bit| classes.0 & (1 << bit) != 0)
            .map(|bit: usize| if cost[bit] == P { BLOCKED } else { MovementPoints::whole(cost[bit]) })
            .max()
            .unwrap_or(MovementPoints::ONE)
    }

    /// The hex next to this one.
    #[inline]
    #[must_use]
    pub fn next(&self, hex: Hex, direction: Direction) -> Option<Hex> {
        match self.neighbour[hex.index()][direction.index()] {
            OFF => None,
            other => Some(Hex(other)),
        }
    }

    /// The direction of a neighbouring hex.
    #[inline]
    #[must_use]
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| self.neighbour[from.index()][d.index()] == to.0)
    }

    /// Costs of the six steps out of a hex without road rates, for a set of classes.
    #[inline]
    #[must_use]
    pub fn costs(&self, hex: Hex, classes: Classes, rain: bool) -> &[MovementPoints; 6] {
        &self.cost[usize::from(rain)][hex.index()][classes.index()]
    }

    /// Costs of the six steps where bridges are burned.
    #[inline]
    #[must_use]
    pub fn costs_burned(&self, hex: Hex, classes: Classes, rain: bool) -> &[MovementPoints; 6] {
        &self.cost_burned[usize::from(rain)][hex.index()][classes.index()]
    }

    /// Road rates of the six steps out of a hex, [`BLOCKED`] where no road gives one.
    #[inline]
    #[must_use]
    pub fn rates(&self, hex: Hex, rain: bool, disordered: bool) -> &[MovementPoints; 6] {
        &self.rate[rate_kind(rain, disordered)][hex.index()]
    }

    /// The bridge between a hex and its neighbour in a direction.
    #[inline]
    #[must_use]
    pub fn bridge_at(&self, hex: Hex, direction: Direction) -> Option<BridgeId> {
        self.bridge[hex.index()][direction.index()].checked_sub(1).map(|at| BridgeId::at(at.into()))
    }
}

/// Which of the four tables of road rates counts: dry or rain, in order or disordered.
#[inline]
fn rate_kind(rain: bool, disordered: bool) -> usize {
    usize::from(rain) * 2 + usize::from(disordered)
}

/// The full cost of one step for one class: hex and hexside together (LFM-1.1b; ledger 6.1 and 6.3).
fn step_cost(
    map: &HexMap,
    hex: Hex,
    direction: Direction,
    other: Hex,
    bit: usize,
    rain: bool,
    burned: bool,
) -> MovementPoints {
    let side = map.side(hex, direction);
    let bridge_gone = burned && matches!(side.crossing, Some(Crossing::Bridge { .. }));
    let rain_extra = u8::from(rain);
    // A bridge cancels its stream (LFM-1.1c), but serves only its road (ledger 6.1).
    let bridged =
        matches!(side.crossing, Some(Crossing::Bridge { .. })) && !bridge_gone && side.road.is_some();
    let water = match (side.stream, side.crossing) {
        (None, _) => 0,
        _ if bridged => 0,
        (Some(Stream::Creek), Some(Crossing::Ford)) => FORD_CREEK[bit] + rain_extra,
        (Some(Stream::Creek), _) => CREEK[bit] + rain_extra,
        (Some(Stream::River), Some(Crossing::Ford)) => FORD_RIVER[bit] + rain_extra,
        (Some(Stream::River), _) => return BLOCKED,
    };
    // Along a road the ground and the hexside cost nothing extra (LFM-1.1c), with or without its rate (LFM-2.3a),
    // unless its bridge is gone.
    if side.road.is_some() {
        return MovementPoints::whole(if bridge_gone { 1 + water } else { 1 });
    }
    let ground = hex_cost(map.cover(other))[bit];
    if ground == P {
        return BLOCKED;
    }
    let steep = if side.steep { STEEP[bit] } else { 0 };
    let wall = if side.wall { WALL[bit] } else { 0 };
    MovementPoints::whole(ground + water + steep + wall)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::{Grid, GridShape};

    const FOOT: Classes = Classes::FOOT;
    const MOUNTED: Classes = Classes::MOUNTED;
    const GUNS: Classes = Classes::GUNS;
    const LEADER: Classes = Classes::LEADER;

    /// The set that walks for this one on a bare map with these covers.
    fn alike(covers: &[Cover], classes: Classes) -> Classes {
        let mut map = HexMap::new(Grid::new(GridShape::pointy(6, 1)).unwrap());
        for (hex, &cover) in (1..).zip(covers) {
            map.set_cover(Hex(hex), cover);
        }
        Board::new(&map, &Limits::SERIES).0.alike(classes)
    }

    #[test]
    fn who_pays_the_same_walks_as_one() {
        // On open ground all do, in woods horses and guns are slow, in marshes everybody differs.
        let all = FOOT | MOUNTED | GUNS | LEADER;
        assert_eq!([MOUNTED, GUNS, LEADER, all].map(|classes| alike(&[], classes)), [FOOT; 4]);
        let woods = |classes| alike(&[Cover::Woods], classes);
        assert_eq!([LEADER, FOOT | LEADER].map(woods), [FOOT; 2]);
        assert_eq!([MOUNTED | FOOT, GUNS | LEADER, all].map(woods), [MOUNTED; 3]);
        let marsh = |classes| alike(&[Cover::Marsh], classes);
        assert_eq!([FOOT, MOUNTED, GUNS, LEADER].map(marsh), [FOOT, MOUNTED, GUNS, LEADER]);
        assert_eq!([FOOT | LEADER, FOOT | MOUNTED, all].map(marsh), [FOOT, MOUNTED, GUNS]);
    }
}
