//! Regions: what can be reached from a place without crossing certain lines.

use std::collections::BTreeSet;

use faults::Faults;
use toml::Spanned;

use super::super::settings::{CrestText, RegionText, find};
use super::super::{Country, Region};
use super::{Cutter, RANGE_STEP, seam};
use crate::bits::HexSet;
use crate::geometry::{Point, Ruler, cuts, densified};
use crate::hex::Hex;

/// What bounds a region.
struct Bounds {
    rivers: Vec<usize>,
    crests: Vec<Crest>,
}

/// A stretch of a range and the hexes it runs through.
struct Crest {
    line: Vec<Point>,
    hexes: HexSet,
}

impl Cutter<'_> {
    /// A region; every fault is added to `faults`.
    ///
    /// A mountain hex on a crest that bounds the region is on neither side.
    pub(in super::super) fn region(&self, text: &RegionText, faults: &mut Faults) -> Option<Region> {
        let before = faults.len();
        let places = self.geography.places.iter().map(|place| place.name.as_str());
        let from = find(faults, "place", &text.from, places);
        let rivers = text
            .rivers
            .iter()
            .filter_map(|name| {
                find(faults, "river", name, self.geography.rivers.iter().map(|river| river.name.as_str()))
            })
            .collect();
        let crests = text.crests.iter().filter_map(|crest| self.crest(crest, faults)).collect();
        let bounds = Bounds { rivers, crests };
        let home = from.map(|number| self.homes[number]);
        if home == Some(None) {
            faults
                .add(&text.from, format!("{} is not on the map", text.from.get_ref()))
                .hint("name a place that is, or widen the grid");
        }
        let home = home.flatten()?;
        (faults.len() == before).then(|| {
            let hexes = self.flood(home, &bounds);
            Region { crest: self.crest_of(&hexes, &bounds), hexes }
        })
    }

    /// Where the region ends at no river of its bounds, but at a crest.
    fn crest_of(&self, region: &HexSet, bounds: &Bounds) -> BTreeSet<(Hex, Hex)> {
        let grid = &self.theatre.grid;
        let mut crest = BTreeSet::new();
        for hex in region.iter() {
            for (_, other) in grid.neighbours(hex) {
                let outside = self.theatre.country(other).is_land() && !region.contains(other);
                if outside && !self.is_river(hex, other, bounds) {
                    crest.insert(seam(hex, other));
                }
            }
        }
        crest
    }

    /// The stretch of a range that bounds a region.
    fn crest(&self, text: &CrestText, faults: &mut Faults) -> Option<Crest> {
        let ranges = self.geography.ranges.iter().map(|range| range.name.as_str());
        let range = find(faults, "range", &text.range, ranges);
        let mut pass = |name: &Option<Spanned<String>>| {
            let Some(name) = name else { return Some(None) };
            let passes = self.geography.passes.iter().map(|pass| pass.name.as_str());
            find(faults, "pass", name, passes).map(|number| Some(self.geography.passes[number].shape))
        };
        let (from, to) = (pass(&text.from), pass(&text.to));
        let (range, from, to) = (range?, from?, to?);
        let line = &self.geography.ranges[range].shape;
        let ruler = Ruler::new(line);
        let start = from.and_then(|point| ruler.nearest(point));
        let end = to.and_then(|point| ruler.nearest(point));
        let mut along = 0;
        let mut stretch: Vec<Point> = start.map(|start| start.point).into_iter().collect();
        for (number, point) in line.iter().enumerate() {
            along += if number == 0 { 0 } else { line[number - 1].distance(*point) };
            let begun = start.is_none_or(|start| along > start.along);
            let ended = end.is_some_and(|end| along >= end.along);
            if begun && !ended {
                stretch.push(*point);
            }
        }
        stretch.extend(end.map(|end| end.point));
        let samples = densified(&stretch, RANGE_STEP);
        let hexes =
            samples.iter().filter_map(|point| self.layout.hex_at(&self.theatre.grid, *point)).collect();
        Some(Crest { line: stretch, hexes })
    }

    fn flood(&self, home: Hex, bounds: &Bounds) -> HexSet {
        let grid = &self.theatre.grid;
        let mut found = HexSet::of(home);
        let mut open = vec![home];
        while let Some(hex) = open.pop() {
            for (_, other) in grid.neighbours(hex) {
                if self.theatre.country(other).is_land()
                    && !self.is_on_crest(other, bounds)
                    && !self.is_bound(hex, other, bounds)
                    && found.insert(other)
                {
                    open.push(other);
                }
            }
        }
        found
    }

    /// Is it a mountain hex through which one of the crests runs?
    fn is_on_crest(&self, hex: Hex, bounds: &Bounds) -> bool {
        self.theatre.country(hex) == Country::Mountain
            && bounds.crests.iter().any(|crest| crest.hexes.contains(hex))
    }

    fn is_bound(&self, a: Hex, b: Hex, bounds: &Bounds) -> bool {
        let (from, to) = (self.anchors[a.index()], self.anchors[b.index()]);
        self.is_river(a, b, bounds) || bounds.crests.iter().any(|crest| cuts(&crest.line, from, to) % 2 == 1)
    }

    /// Does one of the rivers run between the two?
    fn is_river(&self, a: Hex, b: Hex, bounds: &Bounds) -> bool {
        let rivers = self.rivers.get(&seam(a, b));
        rivers.is_some_and(|rivers| rivers.iter().any(|river| bounds.rivers.contains(river)))
    }
}
