//! From a geography to hexes.
//!
//! Everything is worked out in whole centimetres, so every machine gets the same map:
//!
//! * A **place** lies in the hex with the nearest middle. A hex is known by its **anchor**: its most important place,
//!   or else a pass that is in use, or else its middle.
//! * **Country**: a hex with a place is clear. Others are sea if 40 parts of a hundred are, out of play or forest by
//!   what their middle lies in, and mountain if at least half a hex width of a range runs through them.
//! * A **river** runs along a hexside if the straight line between the anchors of its two hexes cuts it an odd number
//!   of times: so every place is on its proper bank. **Ridges** are found in the same way where a range falls between
//!   two hexes that are no mountain.
//! * **Roads and railroads** become chains of hexes from place to place, short and near to the drawn line. They cross
//!   only rivers and ranges for which they name a crossing or a pass, and there is a **crossing** where they do.
//! * A **region** is all that can be reached from a place without crossing the lines that bound it.

mod regions;
mod ways;

use std::collections::BTreeMap;

use super::geography::{Geography, Stop};
use super::{Country, Settlement, Theatre};
use crate::bits::HexSet;
use crate::geometry::{Area, Belts, Frame, Point, cuts, densified};
use crate::hex::Hex;
use crate::raster::Layout;

/// A theatre and where it lies on the globe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cut {
    /// The theatre.
    pub theatre: Theatre,
    /// Where its hexes lie.
    pub layout: Layout,
}

/// Parts of a hundred of a hex that must be under water to make it sea.
const SEA_SHARE: usize = 40;
/// Samples along each side of the square round a hex.
const SAMPLES: i32 = 48;
/// Centimetres between the samples along a range.
const RANGE_STEP: i64 = 5_000;

/// Rivers or ranges, by number, along the border between two hexes, the lower hex first.
type Seams = BTreeMap<(Hex, Hex), Vec<usize>>;

/// A theatre being cut.
pub(super) struct Cutter<'a> {
    geography: &'a Geography,
    layout: Layout,
    pub(super) theatre: Theatre,
    /// The hex of each place, if it is on the map.
    homes: Vec<Option<Hex>>,
    anchors: Vec<Point>,
    /// Centimetres of each range in each hex.
    crests: Vec<BTreeMap<usize, i64>>,
    rivers: Seams,
    ridges: Seams,
}

impl<'a> Cutter<'a> {
    /// Lays the places out; `moved` gives the hex of those that count for another than their own.
    pub(super) fn new(
        geography: &'a Geography,
        layout: Layout,
        mut theatre: Theatre,
        moved: &BTreeMap<usize, Hex>,
    ) -> Self {
        let grid = &theatre.grid;
        let places = geography.places.iter().enumerate();
        let homes: Vec<Option<Hex>> = places
            .map(|(number, place)| moved.get(&number).copied().or_else(|| layout.hex_at(grid, place.shape)))
            .collect();
        let mut anchors: Vec<Point> = grid.hexes().map(|hex| layout.centre(grid, hex)).collect();
        let on_the_way = geography.ways.iter().flat_map(|way| &way.kind.stops);
        let mut used: Vec<usize> = on_the_way
            .filter_map(|(stop, _)| match stop {
                Stop::Pass(number) => Some(*number),
                _ => None,
            })
            .collect();
        used.sort_unstable();
        used.dedup();
        // The first in the file comes last and stays.
        for number in used.into_iter().rev() {
            let point = geography.passes[number].shape;
            if let Some(hex) = layout.hex_at(grid, point) {
                anchors[hex.index()] = point;
            }
        }
        let mut order: Vec<usize> = (0..geography.places.len()).collect();
        order.sort_by_key(|number| std::cmp::Reverse((geography.places[*number].kind, *number)));
        for number in order {
            if let Some(hex) = homes[number] {
                let at_home = !moved.contains_key(&number);
                let anchor = if at_home { geography.places[number].shape } else { layout.centre(grid, hex) };
                anchors[hex.index()] = anchor;
            }
        }
        let places = geography.places.iter().zip(&homes).filter_map(|(place, home)| {
            Some(Settlement { name: place.name.clone(), hex: (*home)?, class: place.kind })
        });
        theatre.set_places(places.collect());
        let crests = vec![BTreeMap::new(); theatre.grid.len()];
        Self {
            geography,
            layout,
            theatre,
            homes,
            anchors,
            crests,
            rivers: Seams::new(),
            ridges: Seams::new(),
        }
    }

    /// Gives every hex its country; lists by hand win.
    pub(super) fn draw_country(&mut self, by_hand: &[(Country, HexSet)]) {
        self.measure_ranges();
        let under = |area: &'a Area| Belts::new(area);
        let seas: Vec<Belts> = self.geography.seas.iter().map(|sea| under(&sea.shape)).collect();
        let outside: Vec<Belts> = self.geography.outside.iter().map(|land| under(&land.shape)).collect();
        let forests: Vec<Belts> = self.geography.forests.iter().map(|forest| under(&forest.shape)).collect();
        let half_a_hex = i64::from(self.layout.width()) / 2;
        for hex in self.theatre.grid.hexes() {
            let middle = self.layout.centre(&self.theatre.grid, hex);
            let lies_in = |areas: &[Belts]| areas.iter().any(|area| area.holds(middle));
            let found = if self.theatre.place_at(hex).is_some() {
                Country::Clear
            } else if self.is_sea(hex, &seas) {
                Country::Sea
            } else if lies_in(&outside) {
                Country::Outside
            } else if self.crests[hex.index()].values().any(|length| *length >= half_a_hex) {
                Country::Mountain
            } else if lies_in(&forests) {
                Country::Forest
            } else {
                Country::Clear
            };
            let written = by_hand.iter().find(|(_, hexes)| hexes.contains(hex)).map(|(country, _)| *country);
            self.theatre.set_country(hex, written.unwrap_or(found));
        }
    }

    fn measure_ranges(&mut self) {
        for (number, range) in self.geography.ranges.iter().enumerate() {
            for piece in densified(&range.shape, RANGE_STEP).windows(2) {
                let middle = piece[0].towards(piece[1], 1, 2);
                if let Some(hex) = self.layout.hex_at(&self.theatre.grid, middle) {
                    *self.crests[hex.index()].entry(number).or_default() += piece[0].distance(piece[1]);
                }
            }
        }
    }

    /// Counts samples under water, spread evenly over the hex.
    fn is_sea(&self, hex: Hex, seas: &[Belts]) -> bool {
        let grid = &self.theatre.grid;
        let corners = self.layout.corners(grid, hex);
        let Some(around) = Frame::around(corners) else { return false };
        let near = self.geography.seas.iter().filter_map(|sea| sea.shape.frame());
        if !near.into_iter().any(|frame| frame.touches(&around)) {
            return false;
        }
        let (mut all, mut wet) = (0, 0);
        for row in 0..SAMPLES {
            for col in 0..SAMPLES {
                let at = |length: i32, number: i32| {
                    (i64::from(length) * i64::from(2 * number + 1) / i64::from(2 * SAMPLES)) as i32
                };
                let point = Point::new(
                    around.low.x + at(around.width(), col),
                    around.low.y + at(around.height(), row),
                );
                if self.layout.hex_at(grid, point) == Some(hex) {
                    all += 1;
                    wet += usize::from(seas.iter().any(|sea| sea.holds(point)));
                }
            }
        }
        wet * 100 >= all * SEA_SHARE && wet > 0
    }

    /// Rivers and ridges along the hexsides.
    pub(super) fn draw_lines(&mut self) {
        let grid = self.theatre.grid.clone();
        for hex in grid.hexes() {
            for (side, other) in grid.neighbours(hex).filter(|(_, other)| *other > hex) {
                let (here, there) = (self.theatre.country(hex), self.theatre.country(other));
                if !here.is_land() || !there.is_land() {
                    continue;
                }
                let rivers =
                    self.lines_between(hex, other, self.geography.rivers.iter().map(|river| &river.shape));
                if !rivers.is_empty() {
                    let class = rivers.iter().map(|number| self.geography.rivers[*number].kind.class).max();
                    self.theatre.change_border(hex, side, |border| border.river = class);
                    self.rivers.insert((hex, other), rivers);
                }
                if here == Country::Mountain || there == Country::Mountain {
                    continue;
                }
                let ridges =
                    self.lines_between(hex, other, self.geography.ranges.iter().map(|range| &range.shape));
                if !ridges.is_empty() {
                    self.theatre.change_border(hex, side, |border| border.ridge = true);
                    self.ridges.insert((hex, other), ridges);
                }
            }
        }
    }

    /// The numbers of the lines between the anchors of two hexes.
    fn lines_between<'l>(&self, a: Hex, b: Hex, lines: impl Iterator<Item = &'l Vec<Point>>) -> Vec<usize> {
        let (a, b) = (self.anchors[a.index()], self.anchors[b.index()]);
        lines.enumerate().filter(|(_, line)| cuts(line, a, b) % 2 == 1).map(|(number, _)| number).collect()
    }
}

/// The key of a border: the lower hex first.
fn seam(a: Hex, b: Hex) -> (Hex, Hex) {
    (a.min(b), a.max(b))
}
