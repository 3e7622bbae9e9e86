//! Points of the real ground on the hex map.

use crate::files::load::parts::EntryRoad;
use armies::arrivals::{EntryPoint, LonLat};
use armies::derive::Field;
use ground::battlefield::Projection;
use ground::geometry::Point;
use ground::{Cover, Direction, Hex, HexMap, Layout, RoadClass};

/// Metres a column marches in a minute: two and a half miles in the hour, as the arrivals' times reckon.
const MARCH: i64 = 67;

/// The map, and where it lies on the ground.
#[derive(Copy, Clone)]
pub(crate) struct Terrain<'a> {
    pub(crate) map: &'a HexMap,
    pub(crate) layout: &'a Layout,
    pub(crate) projection: &'a Projection,
}

/// Where an entry point is on the map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Gate {
    pub(super) hex: Hex,
    pub(super) road: EntryRoad,
    /// Minutes from the entry point to here, where the map is only a part of the battlefield.
    pub(super) march: i16,
}

impl Terrain<'_> {
    fn point(&self, place: LonLat) -> Point {
        self.projection.to_plane(place.lon, place.lat)
    }

    fn usable(&self, hex: Hex) -> bool {
        self.map.is_playable(hex) && self.map.cover(hex) != Cover::Water
    }

    /// The hexes along a line, each once, in order.
    pub(super) fn along(&self, line: &[LonLat]) -> Vec<Hex> {
        let mut hexes: Vec<Hex> = Vec::new();
        for ends in line.windows(2) {
            let (from, to) = (self.point(ends[0]), self.point(ends[1]));
            let steps = from.distance(to) * 16 / i64::from(self.layout.width()) + 1;
            for step in 0..=steps {
                let at = from.towards(to, step, steps);
                if let Some(hex) = self.layout.hex_at(&self.map.grid, at).filter(|&hex| self.usable(hex))
                    && !hexes.contains(&hex)
                {
                    hexes.push(hex);
                }
            }
        }
        hexes
    }

    /// The edge hex by which an entry point's road comes in, or else the nearest edge hex.
    pub(super) fn gate(&self, entry: &EntryPoint) -> Option<Gate> {
        let at = self.point(entry.at);
        let far = |hex: Hex| self.layout.centre(&self.map.grid, hex).distance_squared(at);
        let edge: Vec<Hex> =
            self.map.grid.hexes().filter(|&hex| self.map.is_edge(hex) && self.usable(hex)).collect();
        let by_road = edge
            .iter()
            .filter_map(|&hex| Some((hex, self.exit(hex, &entry.road)?)))
            .min_by_key(|&(hex, _)| (far(hex), hex));
        let (hex, road) = match by_road {
            Some((hex, class)) => (hex, EntryRoad::Class(class)),
            None => (edge.into_iter().min_by_key(|&hex| (far(hex), hex))?, EntryRoad::None),
        };
        // Centimetres to metres; the hex itself is no march.
        let beyond =
            (self.layout.centre(&self.map.grid, hex).distance(at) - i64::from(self.layout.width())) / 100;
        let march = i16::try_from(beyond.max(0) / MARCH).unwrap_or(i16::MAX);
        Some(Gate { hex, road, march })
    }

    /// The class of a named road that leaves the map from this hex.
    fn exit(&self, hex: Hex, name: &str) -> Option<RoadClass> {
        let named = self.map.road_names(hex).any(|road| name.starts_with(road));
        let outward = Direction::ALL.into_iter().filter(|&side| {
            self.map.grid.neighbour(hex, side).is_none_or(|other| !self.map.is_playable(other))
        });
        outward.filter_map(|side| self.map.side(hex, side).road).min().filter(|_| named)
    }
}

impl Field for Terrain<'_> {
    type At = Hex;

    fn place(&self, at: LonLat) -> Option<Hex> {
        let hex = self.layout.hex_at(&self.map.grid, self.point(at))?;
        self.usable(hex).then_some(hex)
    }

    fn far(&self, one: LonLat, other: LonLat) -> i64 {
        self.point(one).distance_squared(self.point(other))
    }
}
