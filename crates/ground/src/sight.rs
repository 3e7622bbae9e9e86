//! What can be seen from where.
//!
//! A line of sight is counted along the shortest, straightest lines of hexes (ruling R-15 of the Last Full Measure
//! ledger): write the way from one hex to the other as `na` steps in one direction and `nb` in the next, `N` in all.
//! At step `k` a straightest line has made `k·na/N` of the first kind, rounded down or up; so one or two hexes
//! qualify at each step. They form the [`corridor`]. The lines are all shortest paths inside it.
//!
//! An in-between hex obstructs if it is higher than both ends, or as high as the higher one where the ends differ. Ends
//! count at ground level; in between, woods and towns stand one level above their ground (R-17, R-18). Visibility is
//! [`Visibility::Blocked`] if every line is obstructed, [`Visibility::Clear`] if no hex of the corridor obstructs,
//! otherwise [`Visibility::Partial`]. Adjacent hexes always see each other. Hexes that are not on the map carry no
//! line.

mod lines;
mod relief;

use lines::{Lines, Trace, TraceStep, Way};
use relief::Relief;
use serde::{Deserialize, Serialize};

use crate::bits::HexSet;
use crate::grid::Grid;
use crate::hex::Hex;
use crate::map::HexMap;

/// How well one hex is seen from another. Worse compares greater.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// All lines are free.
    Clear,
    /// Some lines are free.
    Partial,
    /// No line is free.
    Blocked,
}

/// One step of a [`Corridor`]: the hexes a straightest line may pass at this distance.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct CorridorStep {
    /// Steps already made in the first direction by the line through `low`; the line through `high` made one more.
    made: i16,
    /// The hex by rounding down, if it is on the grid.
    pub low: Option<Hex>,
    /// The hex by rounding up where that is another one, if it is on the grid.
    pub high: Option<Hex>,
}

impl CorridorStep {
    /// The one or two hexes.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        self.low.into_iter().chain(self.high)
    }
}

/// The steps between two hexes, both ends left out; made by [`corridor`].
#[derive(Clone, Debug)]
pub struct Corridor<'a> {
    grid: &'a Grid,
    from: (i16, i16),
    trace: Trace,
}

/// The hexes between two hexes through which the shortest, straightest lines run, step by step.
///
/// ```
/// use ground::{sight::corridor, Grid, GridShape};
/// let grid = Grid::new(GridShape::pointy(10, 10)).unwrap();
/// let at = |name| grid.parse(name).unwrap();
/// let steps: Vec<Vec<String>> = corridor(&grid, at("0202"), at("0402"))
///     .map(|step| step.hexes().map(|hex| grid.name(hex)).collect())
///     .collect();
/// assert_eq!(steps, [["0302", "0301"]]);
/// ```
#[inline]
pub fn corridor(grid: &Grid, from: Hex, to: Hex) -> Corridor<'_> {
    let (from_q, from_r) = grid.axial(from);
    let (to_q, to_r) = grid.axial(to);
    Corridor { grid, from: (from_q, from_r), trace: Trace::new(to_q - from_q, to_r - from_r) }
}

impl Iterator for Corridor<'_> {
    type Item = CorridorStep;

    #[inline]
    fn next(&mut self) -> Option<CorridorStep> {
        let TraceStep { made, low, high } = self.trace.next()?;
        let hex = |(q, r): (i16, i16)| self.grid.from_axial(self.from.0 + q, self.from.1 + r);
        Some(CorridorStep { made, low: hex(low), high: high.and_then(hex) })
    }
}

/// Judges the corridor between two hexes: which lines are free if `obstructs` tells the obstructing hexes, and
/// `exists` those that carry a line at all.
///
/// This is the whole definition; [`SightTable`] is its fast form.
pub fn sight_between(
    grid: &Grid,
    from: Hex,
    to: Hex,
    exists: impl Fn(Hex) -> bool,
    obstructs: impl Fn(Hex) -> bool,
) -> Visibility {
    let way = |hex: Option<Hex>| match hex.filter(|hex| exists(*hex)) {
        None => Way::None,
        Some(hex) if obstructs(hex) => Way::Obstructed,
        Some(_) => Way::Free,
    };
    let mut lines = Lines::START;
    for step in corridor(grid, from, to) {
        lines.go_on(step.made, way(step.low), way(step.high));
    }
    lines.sight()
}

/// Lines of sight on one map, worked out beforehand for every pair of hexes within a range.
#[derive(Clone, Debug)]
pub struct SightTable<const WORDS: usize = 16> {
    grid: Grid,
    playable: HexSet<WORDS>,
    ground: Vec<i8>,
    /// Ground level plus one for what screens.
    crown: Vec<i8>,
    screens: HexSet<WORDS>,
    range: u16,
    clear: Vec<HexSet<WORDS>>,
    /// Hexes seen clearly or in part: one set for each hex, for each distance up to the range.
    visible: Vec<Vec<HexSet<WORDS>>>,
}

impl<const WORDS: usize> SightTable<WORDS> {
    /// Works out every line up to `range` hexes long.
    ///
    /// # Panics
    /// If the map has more hexes than its sets hold.
    pub fn new(map: &HexMap, range: u16) -> Self {
        let grid = map.grid.clone();
        let ground: Vec<i8> = grid.hexes().map(|hex| map.level(hex)).collect();
        let crown =
            grid.hexes().map(|hex| map.level(hex).saturating_add(map.cover(hex).screens().into())).collect();
        let mut table = Self {
            playable: map.playable().resized(),
            ground,
            crown,
            screens: grid.hexes().filter(|hex| map.cover(*hex).screens()).collect(),
            range,
            clear: vec![HexSet::EMPTY; grid.len()],
            visible: vec![vec![HexSet::EMPTY; grid.len()]; usize::from(range) + 1],
            grid,
        };
        Relief::of(&table).each_line(range, |hex, other, distance, sight| {
            for (from, to) in [(hex, other), (other, hex)] {
                if sight == Visibility::Clear {
                    table.clear[from.index()].insert(to);
                }
                if sight != Visibility::Blocked {
                    table.visible[usize::from(distance)][from.index()].insert(to);
                }
            }
        });
        for distance in 1..table.visible.len() {
            let (nearer, further) = table.visible.split_at_mut(distance);
            for (seen, before) in further[0].iter_mut().zip(&nearer[distance - 1]) {
                seen.extend_with(before);
            }
        }
        table
    }

    /// The length up to which lines were worked out beforehand.
    pub const fn range(&self) -> u16 {
        self.range
    }

    /// How well `to` is seen from `from`, and the other way round. Longer lines than the range are worked out anew.
    #[inline]
    pub fn sight(&self, from: Hex, to: Hex) -> Visibility {
        if self.clear[from.index()].contains(to) {
            Visibility::Clear
        } else if self.visible[usize::from(self.range)][from.index()].contains(to) {
            Visibility::Partial
        } else if self.grid.distance(from, to) <= self.range {
            Visibility::Blocked
        } else {
            self.judge(from, to, &HexSet::EMPTY)
        }
    }

    /// As [`SightTable::sight`], with some hexes raised by one more level, e.g. by the troops standing there.
    #[inline]
    pub fn sight_with(&self, from: Hex, to: Hex, raised: &HexSet<WORDS>) -> Visibility {
        // More height in between never opens a line.
        if self.grid.distance(from, to) <= self.range
            && !self.visible[usize::from(self.range)][from.index()].contains(to)
        {
            return Visibility::Blocked;
        }
        self.judge(from, to, raised)
    }

    /// As [`SightTable::sight_with`], and a target more than one hex away that lies in woods or town is seen in part
    /// at best. This view is not the same both ways.
    #[inline]
    pub fn sight_into(&self, from: Hex, to: Hex, raised: &HexSet<WORDS>) -> Visibility {
        let sight = self.sight_with(from, to, raised);
        if self.screens.contains(to) && self.grid.distance(from, to) > 1 {
            sight.max(Visibility::Partial)
        } else {
            sight
        }
    }

    /// Hexes of woods and town: those that hide what is in them.
    pub const fn screens(&self) -> &HexSet<WORDS> {
        &self.screens
    }

    /// Every hex seen from `hex`, clearly or in part, up to `distance` hexes away; the hex itself is one of them.
    ///
    /// # Panics
    /// If `distance` exceeds the table's range.
    #[inline]
    pub fn visible_mask(&self, hex: Hex, distance: u16) -> &HexSet<WORDS> {
        &self.visible[usize::from(distance)][hex.index()]
    }

    /// Every hex seen clearly from `hex` within the table's range.
    #[inline]
    pub fn clear_mask(&self, hex: Hex) -> &HexSet<WORDS> {
        &self.clear[hex.index()]
    }

    fn judge(&self, from: Hex, to: Hex, raised: &HexSet<WORDS>) -> Visibility {
        let (near, far) = (self.ground[from.index()], self.ground[to.index()]);
        let obstructing = near.max(far).saturating_add((near == far).into());
        sight_between(
            &self.grid,
            from,
            to,
            |hex| self.playable.contains(hex),
            |hex| self.crown[hex.index()].saturating_add(raised.contains(hex).into()) >= obstructing,
        )
    }
}
