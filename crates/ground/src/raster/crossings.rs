//! Bridges and fords on the hexsides where streams run.

use super::layout::Layout;
use crate::battlefield::{Battlefield, Bridge};
use crate::geometry::{Point, squared_distance_to};
use crate::hex::{Direction, Hex};
use crate::map::{Crossing, HexMap, RoadClass};

/// Puts a crossing wherever a road leads over a stream, of the kind the nearest drawn one has; then every drawn ford
/// beside the roads on the nearest hexside of its stream. Bridges over streams too small for the map do not count.
pub(super) fn set_crossings(map: &mut HexMap, field: &Battlefield, streams: &[&[Point]], layout: &Layout) {
    let width = i64::from(layout.width());
    let over_stream = |place: Point| {
        let mut squares = streams.iter().filter_map(|stream| squared_distance_to(stream, place));
        squares.any(|square| square * 36 <= width * width)
    };
    let bridges: Vec<_> = field.bridges.iter().filter(|bridge| over_stream(bridge.shape)).collect();
    let wet: Vec<(Hex, Direction, Point)> = wet_sides(map, layout);
    let mut used = vec![false; bridges.len()];
    for (hex, side, middle) in &wet {
        let Some(road) = map.side(*hex, *side).road else { continue };
        let nearest = bridges
            .iter()
            .enumerate()
            .filter(|(_, bridge)| {
                bridge.kind != Bridge::Ruined && 2 * bridge.shape.distance(*middle) <= 3 * width
            })
            .min_by_key(|(number, bridge)| (bridge.shape.distance_squared(*middle), *number));
        let kind = nearest.map(|(number, bridge)| {
            used[number] = true;
            bridge.kind
        });
        let crossing = match kind {
            Some(Bridge::Bridge) => Crossing::Bridge { burnable: true },
            Some(Bridge::Culvert) => Crossing::Bridge { burnable: false },
            Some(Bridge::Ford | Bridge::Ruined) => Crossing::Ford,
            None if road == RoadClass::Trail => Crossing::Ford,
            None => Crossing::Bridge { burnable: true },
        };
        map.set_crossing(*hex, *side, Some(crossing));
    }
    let fords = bridges.iter().zip(&used).filter(|(bridge, used)| bridge.kind == Bridge::Ford && !**used);
    for (ford, _) in fords {
        let nearest = wet
            .iter()
            .filter(|(hex, side, middle)| {
                4 * ford.shape.distance(*middle) <= 3 * width && map.side(*hex, *side).crossing.is_none()
            })
            .min_by_key(|(hex, side, middle)| (middle.distance_squared(ford.shape), *hex, *side));
        if let Some((hex, side, _)) = nearest {
            map.set_crossing(*hex, *side, Some(Crossing::Ford));
        }
    }
}

fn wet_sides(map: &HexMap, layout: &Layout) -> Vec<(Hex, Direction, Point)> {
    let mut sides = Vec::new();
    for hex in map.grid.hexes() {
        for (side, other) in map.neighbours(hex) {
            if hex < other && map.is_playable(hex) && map.side(hex, side).stream.is_some() {
                sides.push((hex, side, layout.side_middle(&map.grid, hex, side)));
            }
        }
    }
    sides
}
