//! What there is to draw: taken from a battlefield, or made up from the hexes where there is none.

use std::borrow::Cow;

use crate::battlefield::{Battlefield, Bridge, Density, Railroad, Wall, WaterClass, WayClass};
use crate::geometry::{Area, Point};
use crate::hex::{Direction, Hex};
use crate::map::{Cover, Crossing, HexMap, RoadClass, Stream};
use crate::raster::Layout;

const METRES_IN_A_FOOT: f64 = 0.3048;
/// Metres a level of a made-up land is high.
const LEVEL_METRES: f64 = 10.0;

/// A line of some kind.
pub(super) struct Course<'a, K> {
    pub kind: K,
    pub line: Cow<'a, [Point]>,
    /// Width of a stream in metres.
    pub width_m: f64,
}

/// The layers of a picture, lowest first.
#[derive(Default)]
pub(super) struct Layers<'a> {
    /// Height in metres and all ground at least so high, lowest first.
    pub contours: Vec<(f64, Cow<'a, Area>)>,
    /// Lines of equal height, with whether to stress them.
    pub contour_lines: Vec<(Cow<'a, [Point]>, bool)>,
    /// Known heights in metres.
    pub heights: Vec<(f64, Point)>,
    pub woods: Vec<(Density, Cow<'a, Area>)>,
    pub orchards: Vec<Cow<'a, Area>>,
    pub fields: Vec<Cow<'a, Area>>,
    pub towns: Vec<Cow<'a, Area>>,
    pub buildings: Vec<&'a Area>,
    pub marshes: Vec<Cow<'a, Area>>,
    pub rocks: Vec<Cow<'a, Area>>,
    pub ponds: Vec<Cow<'a, Area>>,
    pub sunken: Vec<Cow<'a, Area>>,
    pub roads: Vec<Course<'a, WayClass>>,
    pub railroads: Vec<Course<'a, Railroad>>,
    pub streams: Vec<Course<'a, WaterClass>>,
    pub walls: Vec<Course<'a, Wall>>,
    pub bridges: Vec<(Bridge, Point)>,
}

impl<'a> Layers<'a> {
    pub(super) fn of_field(field: &'a Battlefield) -> Self {
        let areas = |list: &'a [crate::battlefield::Feature<(), Area>]| -> Vec<Cow<'a, Area>> {
            list.iter().map(|feature| Cow::Borrowed(&feature.shape)).collect()
        };
        let heights: Vec<i32> = field.contours.iter().map(|contour| contour.kind.0).collect();
        let interval =
            heights.windows(2).map(|pair| pair[1] - pair[0]).filter(|gap| *gap > 0).min().unwrap_or(20);
        let contour_lines = field
            .contours
            .iter()
            .filter(|contour| contour.kind != field.base())
            .flat_map(|contour| {
                let stressed = contour.kind.0 % (5 * interval) == 0;
                contour
                    .shape
                    .rings
                    .iter()
                    .flat_map(|ring| inner_lines(ring, field))
                    .map(move |line| (line, stressed))
            })
            .map(|(line, stressed)| (Cow::Owned(line), stressed))
            .collect();
        Self {
            contours: field
                .contours
                .iter()
                .map(|contour| (f64::from(contour.kind.0) * METRES_IN_A_FOOT, Cow::Borrowed(&contour.shape)))
                .collect(),
            contour_lines,
            heights: field
                .heights
                .iter()
                .map(|spot| (f64::from(spot.kind.feet.0) * METRES_IN_A_FOOT, spot.shape))
                .collect(),
            woods: field.woods.iter().map(|woods| (woods.kind, Cow::Borrowed(&woods.shape))).collect(),
            orchards: areas(&field.orchards),
            fields: areas(&field.fields),
            towns: areas(&field.towns),
            buildings: field.buildings.iter().map(|building| &building.shape).collect(),
            marshes: areas(&field.marshes),
            rocks: areas(&field.rocks),
            ponds: areas(&field.ponds),
            sunken: Vec::new(),
            roads: field
                .roads
                .iter()
                .map(|road| Course {
                    kind: road.kind.class,
                    line: Cow::Borrowed(road.shape.as_slice()),
                    width_m: 0.0,
                })
                .collect(),
            railroads: field
                .railroads
                .iter()
                .map(|road| Course {
                    kind: road.kind,
                    line: Cow::Borrowed(road.shape.as_slice()),
                    width_m: 0.0,
                })
                .collect(),
            streams: field
                .streams
                .iter()
                .map(|stream| Course {
                    kind: stream.kind.class,
                    line: Cow::Borrowed(stream.shape.as_slice()),
                    width_m: f64::from(stream.kind.width_m),
                })
                .collect(),
            walls: field
                .walls
                .iter()
                .map(|wall| Course {
                    kind: wall.kind,
                    line: Cow::Borrowed(wall.shape.as_slice()),
                    width_m: 0.0,
                })
                .collect(),
            bridges: field.bridges.iter().map(|bridge| (bridge.kind, bridge.shape)).collect(),
        }
    }

    pub(super) fn of_map(map: &'a HexMap, layout: &Layout) -> Self {
        let hexagon = |hex: Hex| Cow::Owned(Area { rings: vec![layout.corners(&map.grid, hex).to_vec()] });
        let covered = |cover: Cover| -> Vec<Cow<'a, Area>> {
            map.playable().iter().filter(|hex| map.cover(*hex) == cover).map(hexagon).collect()
        };
        let mut layers = Self {
            woods: covered(Cover::Woods).into_iter().map(|area| (Density::Dense, area)).collect(),
            orchards: covered(Cover::Orchard),
            fields: covered(Cover::Cultivated),
            towns: covered(Cover::Town),
            marshes: covered(Cover::Marsh),
            rocks: covered(Cover::Rough),
            ponds: covered(Cover::Water),
            sunken: covered(Cover::SunkenRoad),
            ..Self::default()
        };
        let lowest = map.playable().iter().map(|hex| map.level(hex)).min().unwrap_or(0);
        let highest = map.playable().iter().map(|hex| map.level(hex)).max().unwrap_or(0);
        for level in lowest..=highest {
            for hex in map.playable().iter().filter(|hex| map.level(*hex) >= level) {
                layers.contours.push((f64::from(level) * LEVEL_METRES, hexagon(hex)));
            }
        }
        for hex in map.playable().iter() {
            for side in Direction::ALL {
                let (a, b) = layout.side_ends(&map.grid, hex, side);
                let hexside = map.side(hex, side);
                let other = map.grid.neighbour(hex, side).filter(|other| map.is_playable(*other));
                let Some(other) = other.filter(|other| *other > hex) else { continue };
                if map.level(hex) != map.level(other) {
                    layers.contour_lines.push((Cow::Owned(vec![a, b]), false));
                }
                if let Some(stream) = hexside.stream {
                    let class = if stream == Stream::River { WaterClass::River } else { WaterClass::Creek };
                    layers.streams.push(course(class, vec![a, b]));
                }
                if hexside.wall {
                    layers.walls.push(course(Wall::Stone, vec![a.towards(b, 1, 12), a.towards(b, 11, 12)]));
                }
                if let Some(crossing) = hexside.crossing {
                    let kind = if crossing == Crossing::Ford { Bridge::Ford } else { Bridge::Bridge };
                    layers.bridges.push((kind, layout.side_middle(&map.grid, hex, side)));
                }
            }
            layers.roads.extend(roads_in(map, layout, hex));
            if map.cover(hex) == Cover::Embankment {
                let [.., west, east] =
                    [Direction::W, Direction::E].map(|side| layout.side_middle(&map.grid, hex, side));
                layers.railroads.push(course(Railroad::Cut { depth_ft: 10 }, vec![west, east]));
            }
        }
        layers
    }
}

/// The roads of one hex: a bend where one passes through, spokes where several meet or one ends.
fn roads_in<'a>(map: &HexMap, layout: &Layout, hex: Hex) -> Vec<Course<'a, WayClass>> {
    let centre = layout.centre(&map.grid, hex);
    let links: Vec<(RoadClass, Point)> = Direction::ALL
        .into_iter()
        .filter_map(|side| Some((map.side(hex, side).road?, layout.side_middle(&map.grid, hex, side))))
        .collect();
    match links[..] {
        [(one, from), (other, to)] if one == other => vec![course(way(one), vec![from, centre, to])],
        _ => links.into_iter().map(|(class, end)| course(way(class), vec![centre, end])).collect(),
    }
}

fn way(class: RoadClass) -> WayClass {
    match class {
        RoadClass::Pike => WayClass::Pike,
        RoadClass::Road => WayClass::Road,
        RoadClass::Trail => WayClass::Trail,
    }
}

fn course<'a, K>(kind: K, line: Vec<Point>) -> Course<'a, K> {
    Course { kind, line: Cow::Owned(line), width_m: 16.0 }
}

/// The parts of a ring that do not run along the frame of the battlefield.
fn inner_lines(ring: &[Point], field: &Battlefield) -> Vec<Vec<Point>> {
    let frame = field.frame.grown(-100);
    let along_frame = |a: Point, b: Point| {
        let same = |p: i32, q: i32, low: i32, high: i32| (p <= low && q <= low) || (p >= high && q >= high);
        same(a.x, b.x, frame.low.x, frame.high.x) || same(a.y, b.y, frame.low.y, frame.high.y)
    };
    let count = ring.len();
    let cut = (0..count).find(|at| along_frame(ring[*at], ring[(at + 1) % count]));
    let first = cut.map_or(0, |at| at + 1);
    let mut lines: Vec<Vec<Point>> = vec![Vec::new()];
    for step in 0..count {
        let (a, b) = (ring[(first + step) % count], ring[(first + step + 1) % count]);
        if along_frame(a, b) {
            lines.push(Vec::new());
        } else if let Some(line) = lines.last_mut() {
            if line.is_empty() {
                line.push(a);
            }
            line.push(b);
        }
    }
    lines.retain(|line| line.len() > 1);
    lines
}
