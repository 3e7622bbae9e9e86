//! Streams and walls: drawn lines snapped to connected chains of hexsides.

use std::collections::BTreeMap;

use super::chain::{Guide, Places, cheapest};
use super::layout::{Corner, Layout};
use super::stretch::Stretch;
use crate::geometry::{Point, squared_distance_to};
use crate::grid::Grid;
use crate::hex::{Direction, Hex};
use crate::map::HexMap;

/// Price of a hexside before what it strays: its length in parts of a [`super::chain::STEP`].
const SIDE_STEP: u64 = 58;

/// The hexsides of a grid as a graph of corners.
pub(super) struct SideGraph<'a> {
    grid: Grid,
    layout: &'a Layout,
    corners: Vec<Corner>,
    /// From each corner, the corners one hexside away and that hexside.
    links: Vec<Vec<(usize, Hex, Direction)>>,
    /// Corners on the rim of the map.
    rim: Vec<bool>,
}

/// A chain of hexsides and the corners it passes.
#[derive(Clone, Debug, Default)]
pub(super) struct SideChain {
    pub sides: Vec<(Hex, Direction)>,
    corners: Vec<usize>,
}

impl<'a> SideGraph<'a> {
    pub(super) fn new(map: &HexMap, layout: &'a Layout) -> Self {
        let mut numbers: BTreeMap<Corner, usize> = BTreeMap::new();
        let grid = map.grid.clone();
        let mut graph =
            Self { grid: grid.clone(), layout, corners: Vec::new(), links: Vec::new(), rim: Vec::new() };
        for hex in map.playable() {
            for side in Direction::ALL {
                let other = grid.neighbour(hex, side).filter(|other| map.is_playable(*other));
                if other.is_some_and(|other| other < hex) {
                    continue;
                }
                let (a, b) = Layout::side_corners(&grid, hex, side);
                let [a, b] = [a, b].map(|corner| {
                    *numbers.entry(corner).or_insert_with(|| {
                        graph.corners.push(corner);
                        graph.links.push(Vec::new());
                        graph.rim.push(false);
                        graph.corners.len() - 1
                    })
                });
                if other.is_none() {
                    graph.rim[a] = true;
                    graph.rim[b] = true;
                }
                graph.links[a].push((b, hex, side));
                graph.links[b].push((a, hex, side));
            }
        }
        graph
    }

    /// Snaps a drawn line to hexsides. An end that lies on the line of an earlier chain joins that chain; one where the
    /// line leaves the map lies on its rim.
    pub(super) fn snap(&self, stretch: &Stretch, earlier: &[(Vec<Point>, SideChain)]) -> Option<SideChain> {
        let line = &stretch.line;
        let (first, last) = (*line.first()?, *line.last()?);
        let guide = Guide::new(line, self.layout.width());
        let starts = self.ends(&guide, first, stretch.leaves[0], earlier);
        let goals = self.ends(&guide, last, stretch.leaves[1], earlier);
        let mut places = Places::new(self.corners.len());
        let mut place_of =
            |corner: usize| places.get(corner, || guide.place(self.layout.corner(self.corners[corner])));
        let corners = cheapest(self.corners.len(), &starts, &goals, |corner, step| {
            for (other, hex, side) in &self.links[corner] {
                let place = guide.place(self.layout.side_middle(&self.grid, *hex, *side));
                if place.near && guide.follows(place_of(corner), place_of(*other)) {
                    step(*other, SIDE_STEP + place.stray);
                }
            }
        })?;
        let sides = corners
            .windows(2)
            .filter_map(|pair| self.links[pair[0]].iter().find(|(other, ..)| *other == pair[1]))
            .map(|(_, hex, side)| (*hex, *side))
            .collect();
        Some(SideChain { sides, corners })
    }

    /// The one hexside that lies best along a line too short for a chain.
    pub(super) fn nearest_side(&self, line: &[Point]) -> Option<(Hex, Direction)> {
        let (first, last) = (*line.first()?, *line.last()?);
        let far = |hex: Hex, side: Direction| {
            let (a, b) = self.layout.side_ends(&self.grid, hex, side);
            let there = a.distance_squared(first) + b.distance_squared(last);
            let back = a.distance_squared(last) + b.distance_squared(first);
            there.min(back)
        };
        let sides = self.links.iter().flatten().map(|(_, hex, side)| (*hex, *side));
        let best = sides.min_by_key(|(hex, side)| (far(*hex, *side), *hex, *side))?;
        let middle = self.layout.side_middle(&self.grid, best.0, best.1);
        let stray = squared_distance_to(line, middle)?;
        let width = i64::from(self.layout.width());
        (stray * 4 <= width * width).then_some(best)
    }

    /// Corners where a chain may begin or end that should do so at `wanted`.
    fn ends(
        &self,
        guide: &Guide<'_>,
        wanted: Point,
        leaves: bool,
        earlier: &[(Vec<Point>, SideChain)],
    ) -> Vec<(usize, u64)> {
        let width = i64::from(self.layout.width());
        // Within a seventh of a hex, about 30 m at the usual scale, the drawing means a confluence.
        let joined = earlier
            .iter()
            .filter(|(_, chain)| !chain.corners.is_empty())
            .filter_map(|(line, chain)| Some((squared_distance_to(line, wanted)?, chain)))
            .filter(|(distance_squared, _)| distance_squared * 49 <= width * width)
            .min_by_key(|(distance_squared, _)| *distance_squared);
        let within = |corner: usize, widths_squared: i64| {
            let place = self.layout.corner(self.corners[corner]);
            (place.distance_squared(wanted) <= widths_squared * width * width)
                .then(|| (corner, guide.miss(place, wanted)))
        };
        match joined {
            Some((_, chain)) => chain.corners.iter().filter_map(|corner| within(*corner, 2)).collect(),
            None => (0..self.corners.len())
                .filter(|corner| !leaves || self.rim[*corner])
                .filter_map(|corner| within(corner, if leaves { 2 } else { 1 }))
                .collect(),
        }
    }
}
