//! Roads: drawn lines turned into chains of hexes, joined where the roads join.

use std::cmp::Reverse;

use super::chain::{Guide, Places, STEP, cheapest};
use super::layout::Layout;
use super::stretch::{Stretch, stretches};
use crate::battlefield::{Battlefield, WayClass};
use crate::geometry::{Frame, Point, crossing_point, length, passes, squared_distance_to};
use crate::hex::{Direction, Hex};
use crate::map::{HexMap, NamedRoad, RoadClass};

/// Price of a step along a road that is there already: neighbouring roads of the drawing share a chain.
const SHARED_STEP: u64 = 60;
/// Extra price of a step that would close a little triangle of links.
const TRIANGLE: u64 = 250;
/// Extra price of a step over water where the drawn road crosses none.
const FALSE_CROSSING: u64 = 400;

/// A road laid on the grid.
struct Laid {
    line: Vec<Point>,
    chain: Vec<Hex>,
}

/// Lays every road, the better ones first; lesser ones join them. Streams must be on the map already.
pub(super) fn lay(map: &mut HexMap, field: &Battlefield, layout: &Layout) {
    let mut order: Vec<usize> = (0..field.roads.len()).collect();
    order.sort_by_key(|road| {
        let road = &field.roads[*road];
        let street = road.kind.class == WayClass::Street;
        (class_of(road.kind.class), street, Reverse(length(&road.shape)))
    });
    let mut laid: Vec<Laid> = Vec::new();
    let mut named: Vec<NamedRoad> = Vec::new();
    for road in order {
        let road = &field.roads[road];
        let class = class_of(road.kind.class);
        for stretch in stretches(map, layout, &field.frame, &road.shape) {
            let Some(chain) = Surveyor { map, field, layout, laid: &laid, line: &stretch.line }.chain()
            else {
                continue;
            };
            for step in chain.windows(2) {
                if let Some(side) = map.grid.direction_to(step[0], step[1]) {
                    map.add_road(step[0], side, class);
                }
            }
            lead_off_map(map, layout, class, &stretch, &chain);
            if let Some(name) = &road.name {
                named.push(NamedRoad { name: name.clone(), class, path: without_loops(&chain) });
            }
            laid.push(Laid { line: stretch.line, chain });
        }
    }
    open_triangles(map, layout, &laid, &mut named);
    for road in named {
        map.name_road(road);
    }
}

/// A chain that never passes a hex twice.
fn without_loops(chain: &[Hex]) -> Vec<Hex> {
    let mut path: Vec<Hex> = Vec::new();
    for hex in chain {
        if let Some(before) = path.iter().position(|other| other == hex) {
            path.truncate(before);
        }
        path.push(*hex);
    }
    path
}

/// Takes one link out of every three that close a triangle: the worst, and of equals the furthest from any drawn road.
/// Who used it goes round by the third hex.
fn open_triangles(map: &mut HexMap, layout: &Layout, laid: &[Laid], named: &mut [NamedRoad]) {
    while let Some([a, b, c]) = first_triangle(map) {
        let far = |from: Hex, side: Direction| {
            let middle = layout.side_middle(&map.grid, from, side);
            laid.iter().filter_map(|road| squared_distance_to(&road.line, middle)).min()
        };
        let worst = [(a, b, c), (b, c, a), (c, a, b)]
            .into_iter()
            .filter_map(|(from, to, round)| Some((from, map.grid.direction_to(from, to)?, to, round)))
            .max_by_key(|(from, side, ..)| (map.side(*from, *side).road, far(*from, *side)));
        let Some((from, side, to, round)) = worst else { return };
        map.set_road(from, side, None);
        for road in named.iter_mut() {
            let mut path = Vec::new();
            for hex in &road.path {
                if path.last().is_some_and(|last| (*last, *hex) == (from, to) || (*last, *hex) == (to, from))
                {
                    path.push(round);
                }
                path.push(*hex);
            }
            road.path = without_loops(&path);
        }
    }
}

/// Three hexes, each linked to the other two.
fn first_triangle(map: &HexMap) -> Option<[Hex; 3]> {
    let linked = |hex: Hex, side: Direction| {
        let other = map.grid.neighbour(hex, side)?;
        map.side(hex, side).road.map(|_| other)
    };
    map.playable().iter().find_map(|hex| {
        [Direction::E, Direction::NE].into_iter().find_map(|side| {
            let turn = side.counterclockwise();
            let (other, third) = (linked(hex, side)?, linked(hex, turn)?);
            linked(other, turn.counterclockwise()).map(|_| [hex, other, third])
        })
    })
}

/// Streets count as roads.
fn class_of(class: WayClass) -> RoadClass {
    match class {
        WayClass::Pike => RoadClass::Pike,
        WayClass::Road | WayClass::Street => RoadClass::Road,
        WayClass::Trail => RoadClass::Trail,
    }
}

/// Finds the chain of one line.
struct Surveyor<'a> {
    map: &'a HexMap,
    field: &'a Battlefield,
    layout: &'a Layout,
    laid: &'a [Laid],
    line: &'a [Point],
}

impl Surveyor<'_> {
    fn chain(&self) -> Option<Vec<Hex>> {
        let (first, last) = (*self.line.first()?, *self.line.last()?);
        let guide = Guide::new(self.line, self.layout.width());
        let mut places = Places::new(self.map.grid.len());
        let mut place_of =
            |hex: Hex| places.get(hex.index(), || guide.place(self.layout.centre(&self.map.grid, hex)));
        let fords = self.true_crossings();

        let mut chain: Vec<Hex> = Vec::new();
        let mut starts = self.end(&guide, first);
        let mut stations: Vec<Vec<(usize, u64)>> =
            self.stations(&guide).into_iter().map(|hex| vec![(hex.index(), 0)]).collect();
        stations.push(self.end(&guide, last));
        for goals in stations {
            let is_end = |hex: usize| starts.iter().chain(&goals).any(|(end, _)| *end == hex);
            let piece = cheapest(self.map.grid.len(), &starts, &goals, |from, step| {
                let from = Hex(from as u16);
                for (side, to) in self.map.neighbours(from) {
                    let (here, there) = (place_of(from), place_of(to));
                    let wanted = (there.near || is_end(to.index())) && guide.follows(here, there);
                    if wanted {
                        step(to.index(), there.stray + self.step_price(from, side, to, &fords));
                    }
                }
            })?;
            let end = *piece.last()?;
            chain.extend(piece.into_iter().map(|hex| Hex(hex as u16)));
            chain.dedup();
            starts = vec![(end, 0)];
        }
        Some(chain)
    }

    fn step_price(&self, from: Hex, side: Direction, to: Hex, fords: &[Point]) -> u64 {
        let hexside = self.map.side(from, side);
        if hexside.road.is_some() {
            return SHARED_STEP;
        }
        let linked = |hex: Hex, side: Direction| self.map.side(hex, side).road.is_some();
        let mut price = STEP;
        for (turn, back) in [
            (side.clockwise(), side.opposite().counterclockwise()),
            (side.counterclockwise(), side.opposite().clockwise()),
        ] {
            if linked(from, turn) && linked(to, back) {
                price += TRIANGLE;
            }
        }
        if hexside.stream.is_some() {
            let middle = self.layout.side_middle(&self.map.grid, from, side);
            let near = i64::from(self.layout.width()) * 6 / 5;
            if !fords.iter().any(|ford| ford.distance(middle) <= near) {
                price += FALSE_CROSSING;
            }
        }
        price
    }

    /// Hexes where this line may end that should end at `wanted`: on a road it joins, else where it is.
    fn end(&self, guide: &Guide<'_>, wanted: Point) -> Vec<(usize, u64)> {
        let width = i64::from(self.layout.width());
        let near = |hex: &Hex| {
            let centre = self.layout.centre(&self.map.grid, *hex);
            (4 * centre.distance_squared(wanted) <= 5 * width * width)
                .then(|| (hex.index(), guide.miss(centre, wanted)))
        };
        let joined: Vec<(usize, u64)> = self
            .laid
            .iter()
            .filter(|road| passes(&road.line, wanted, touching(self.layout)))
            .flat_map(|road| road.chain.iter().filter_map(near))
            .collect();
        if !joined.is_empty() {
            return joined;
        }
        self.layout.hex_at(&self.map.grid, wanted).map(|hex| (hex.index(), 0)).into_iter().collect()
    }

    /// Ends of better roads that lie on this line between its own ends: it must pass through their last hexes.
    fn stations(&self, guide: &Guide<'_>) -> Vec<Hex> {
        let (first, last) = (self.line[0], self.line[self.line.len() - 1]);
        let tolerance = i64::from(self.layout.width() / 8);
        let mut stations: Vec<(i64, Hex)> = Vec::new();
        for road in self.laid {
            let ends = [(road.line.first(), road.chain.first()), (road.line.last(), road.chain.last())];
            for (point, hex) in ends {
                let (Some(point), Some(hex)) = (point, hex) else { continue };
                let own_end = point.distance(first) <= tolerance || point.distance(last) <= tolerance;
                if !own_end && let Some(along) = guide.along_within(*point, touching(self.layout)) {
                    stations.push((along, *hex));
                }
            }
        }
        stations.sort_unstable();
        stations.into_iter().map(|(_, hex)| hex).collect()
    }

    /// Where the drawn line really crosses a stream.
    fn true_crossings(&self) -> Vec<Point> {
        let Some(around) = Frame::around(self.line.iter().copied()) else { return Vec::new() };
        let streams = self.field.streams.iter().flat_map(|stream| stream.shape.windows(2));
        streams
            .filter(|water| Frame::between(water[0], water[1]).touches(&around))
            .flat_map(|water| {
                self.line
                    .windows(2)
                    .filter_map(move |road| crossing_point((road[0], road[1]), (water[0], water[1])))
            })
            .collect()
    }
}

/// How near a drawn line comes to a point that it means to end on, or to pass: a twelfth of a hex, about 20 m.
fn touching(layout: &Layout) -> i64 {
    i64::from(layout.width() / 12)
}

/// A road that goes on beyond the map crosses the outer side of its last hex: the one it points to.
fn lead_off_map(map: &mut HexMap, layout: &Layout, class: RoadClass, stretch: &Stretch, chain: &[Hex]) {
    let reversed: Vec<Point> = stretch.line.iter().rev().copied().collect();
    let ends = [(chain.first(), &stretch.line), (chain.last(), &reversed)];
    for ((hex, from_end), leaves) in ends.into_iter().zip(stretch.leaves) {
        let (Some(&hex), Some(&end)) = (hex, from_end.first()) else { continue };
        if !leaves {
            continue;
        }
        let back = i64::from(layout.width()) * 2 / 3;
        let before = from_end
            .iter()
            .copied()
            .find(|point| point.distance(end) >= back)
            .unwrap_or(from_end[from_end.len() - 1]);
        let ahead = Point::new(2 * end.x - before.x, 2 * end.y - before.y);
        let outer = Direction::ALL
            .into_iter()
            .filter(|side| !map.grid.neighbour(hex, *side).is_some_and(|other| map.is_playable(other)));
        let best = outer.min_by_key(|side| layout.side_middle(&map.grid, hex, *side).distance_squared(ahead));
        if let Some(side) = best {
            map.add_road(hex, side, class);
        }
    }
}
