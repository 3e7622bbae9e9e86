//! Roads and railroads as chains of hexes.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};
use std::ops::Range;

use faults::Faults;

use super::super::geography::{Landmark, Stop, Way, WayKind};
use super::super::{Country, Passage, River};
use super::{Cutter, seam};
use crate::battlefield::Line;
use crate::geometry::{Point, squared_distance_to};
use crate::hex::Hex;

/// What a step to the next hex costs, and less if a road or railroad leads there already.
const STEP: i64 = 1_000;
const SHARED: i64 = 300;
/// Centimetres the anchor of a hex lies from the drawn line for each unit of cost: 200 for a kilometre.
const ASTRAY: i64 = 500;

/// Consecutive stops of a way in one hex, with their places on the line.
struct Cluster {
    hex: Hex,
    stops: Vec<Stop>,
    first: usize,
    last: usize,
}

/// A stretch of a way from one hex to the next that it must come through.
struct Leg<'a> {
    from: Hex,
    to: Hex,
    /// Crossings and passes on it or in the hexes at its ends.
    stops: Vec<Stop>,
    line: &'a [Point],
}

impl Cutter<'_> {
    /// Lays all railroads and roads. A leg for which there is no way is a fault, told at the name of the geography.
    pub(in super::super) fn draw_ways(&mut self, faults: &mut Faults, place: Range<usize>) {
        let geography = self.geography;
        let mut ways: Vec<_> = geography.ways.iter().collect();
        // Railroads first: roads beside them share their hexes and their bridges.
        ways.sort_by_key(|way| way.kind.kind);
        for way in ways {
            for leg in self.legs(way) {
                match self.route(&leg) {
                    Some(path) => self.lay(&leg, &path, way.kind.kind),
                    None => {
                        let grid = &self.theatre.grid;
                        let (from, to) = (grid.name(leg.from), grid.name(leg.to));
                        faults
                            .add(place.clone(), format!("{} finds no way from {from} to {to}", way.name))
                            .hint("name the crossings and passes it uses, or move a place or a hex by hand");
                    }
                }
            }
        }
    }

    fn legs<'w>(&self, way: &'w Landmark<Way, Line>) -> Vec<Leg<'w>> {
        let mut legs = Vec::new();
        let mut clusters: Vec<Cluster> = Vec::new();
        let mut between: Vec<Vec<Stop>> = Vec::new();
        let mut passed: Vec<Stop> = Vec::new();
        let last = way.kind.stops.len().saturating_sub(1);
        for (number, &(stop, at)) in way.kind.stops.iter().enumerate() {
            let is_end = number == 0 || number == last;
            let hex = match stop {
                Stop::Settlement(place) => self.homes[place],
                Stop::Pass(_) if is_end => {
                    self.layout.hex_at(&self.theatre.grid, self.geography.stop_point(stop))
                }
                Stop::Pass(_) | Stop::Crossing(_) => {
                    passed.push(stop);
                    continue;
                }
            };
            let Some(hex) = hex else {
                // Beyond the map: the way begins anew where it comes back.
                legs.extend(joined(way, &clusters, &between));
                clusters.clear();
                between.clear();
                passed.clear();
                continue;
            };
            passed.push(stop);
            match clusters.last_mut() {
                Some(cluster) if cluster.hex == hex => {
                    cluster.stops.append(&mut passed);
                    cluster.last = at;
                }
                before => {
                    if before.is_some() {
                        between.push(std::mem::take(&mut passed));
                    }
                    clusters.push(Cluster { hex, stops: vec![stop], first: at, last: at });
                    passed.clear();
                }
            }
        }
        legs.extend(joined(way, &clusters, &between));
        legs
    }

    /// The cheapest chain of hexes.
    fn route(&self, leg: &Leg<'_>) -> Option<Vec<Hex>> {
        let grid = &self.theatre.grid;
        let mut best = vec![i64::MAX; grid.len()];
        let mut came_from = vec![leg.from; grid.len()];
        let mut open = BinaryHeap::from([Reverse((0, leg.from))]);
        best[leg.from.index()] = 0;
        while let Some(Reverse((cost, hex))) = open.pop() {
            if hex == leg.to {
                break;
            }
            if cost > best[hex.index()] {
                continue;
            }
            for (side, other) in grid.neighbours(hex) {
                if !self.may_step(leg, hex, other) {
                    continue;
                }
                let shared = self.theatre.border(hex, side).has_way();
                let astray = squared_distance_to(leg.line, self.anchors[other.index()]).unwrap_or(0).isqrt();
                let cost = cost + STEP - if shared { SHARED } else { 0 } + astray / ASTRAY;
                if cost < best[other.index()] {
                    best[other.index()] = cost;
                    came_from[other.index()] = hex;
                    open.push(Reverse((cost, other)));
                }
            }
        }
        if best[leg.to.index()] == i64::MAX {
            return None;
        }
        let mut path = vec![leg.to];
        while let Some(&hex) = path.last().filter(|hex| **hex != leg.from) {
            path.push(came_from[hex.index()]);
        }
        path.reverse();
        Some(path)
    }

    /// Does the leg name all it needs to go from one hex to the next?
    fn may_step(&self, leg: &Leg<'_>, from: Hex, to: Hex) -> bool {
        if !self.theatre.country(to).is_land() {
            return false;
        }
        let ranges = self.ranges_of(leg);
        let opens = |hex: Hex| {
            self.theatre.country(hex) != Country::Mountain
                || ranges.iter().any(|range| self.crests[hex.index()].contains_key(range))
        };
        let ridges = self.ridges.get(&seam(from, to));
        opens(from)
            && opens(to)
            && ridges.is_none_or(|ridges| ridges.iter().all(|ridge| ranges.contains(ridge)))
            && (!self.rivers.contains_key(&seam(from, to)) || self.crossing(leg, from, to).is_some())
    }

    fn ranges_of(&self, leg: &Leg<'_>) -> BTreeSet<usize> {
        let passes = leg.stops.iter().filter_map(|stop| match stop {
            Stop::Pass(number) => Some(self.geography.passes[*number].kind.range),
            _ => None,
        });
        passes.collect()
    }

    /// The crossing by which a leg gets over the border between two hexes: the nearest one of the largest river there.
    fn crossing(&self, leg: &Leg<'_>, from: Hex, to: Hex) -> Option<usize> {
        let rivers = self.rivers.get(&seam(from, to))?;
        let class = |river: usize| self.geography.rivers[river].kind.class;
        let major = rivers.iter().any(|river| class(*river) == River::Major);
        let side = self.theatre.grid.direction_to(from, to)?;
        let middle = self.layout.side_middle(&self.theatre.grid, from, side);
        let named = leg.stops.iter().filter_map(|stop| match stop {
            Stop::Crossing(number) => Some(*number),
            _ => None,
        });
        named
            .filter(|number| {
                let river = self.geography.crossings[*number].kind.river;
                rivers.contains(&river) && (!major || class(river) == River::Major)
            })
            .min_by_key(|number| self.geography.crossings[*number].shape.distance_squared(middle))
    }

    fn lay(&mut self, leg: &Leg<'_>, path: &[Hex], kind: WayKind) {
        for step in path.windows(2) {
            let Some(side) = self.theatre.grid.direction_to(step[0], step[1]) else { continue };
            let crossing = self.crossing(leg, step[0], step[1]);
            let crossing = crossing.map(|number| &self.geography.crossings[number]);
            let before = self.theatre.border(step[0], side).passage;
            let better = crossing.filter(|new| before.is_none_or(|old| new.kind.passage < old));
            self.theatre.change_border(step[0], side, |border| {
                match kind {
                    WayKind::Road => border.road = true,
                    WayKind::Rail => border.rail = true,
                }
                if let Some(crossing) = better {
                    border.passage = Some(crossing.kind.passage);
                }
            });
            if let Some(crossing) = better {
                debug_assert!(crossing.kind.passage == Passage::Bridge || before.is_none());
                self.theatre.name_passage(step[0], step[1], crossing.name.clone());
            }
        }
    }
}

/// The legs between the clusters of a way.
fn joined<'w>(way: &'w Landmark<Way, Line>, clusters: &[Cluster], between: &[Vec<Stop>]) -> Vec<Leg<'w>> {
    clusters
        .windows(2)
        .zip(between)
        .map(|(ends, passed)| {
            let at_ends = ends.iter().flat_map(|cluster| &cluster.stops);
            Leg {
                from: ends[0].hex,
                to: ends[1].hex,
                stops: at_ends.chain(passed).copied().collect(),
                line: &way.shape[ends[0].last..=ends[1].first],
            }
        })
        .collect()
}
