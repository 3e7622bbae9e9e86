//! What there is to draw of a theatre, on the page: from its geography, or made up from the hexes where there is none.

use super::super::Pen;
use super::super::canvas::{Spot, View};
use super::CampaignMap;
use super::curves::{crossing, flowing, middle_line, unit};
use crate::geometry::{Area, Point};
use crate::hex::{Direction, Hex};
use crate::raster::Layout;
use crate::theatre::{Border, Country, Geography, Passage, River, SettlementClass, Theatre};

/// A river: its course and how wide it is drawn at its mouth.
pub(super) struct Stream {
    pub class: River,
    pub name: String,
    pub course: Vec<Spot>,
    pub mouth: f64,
}

/// A town on the page.
pub(super) struct Town {
    pub name: String,
    pub class: SettlementClass,
    pub spot: Spot,
    /// The middle of its hex, where a piece stands.
    pub middle: Spot,
}

/// A bridge or ferry on the page, and the direction of the road there.
pub(super) struct Ford {
    pub passage: Passage,
    pub name: String,
    pub spot: Spot,
    pub along: Spot,
    pub river: Option<River>,
}

/// All that is drawn.
#[derive(Default)]
pub(super) struct Atlas {
    /// Path data of the sea and of its shores.
    pub seas: Vec<Area>,
    pub outside: Vec<Area>,
    pub forests: Vec<Area>,
    pub mountains: Vec<Area>,
    /// Crests, each with its name.
    pub ranges: Vec<(String, Vec<Spot>)>,
    pub rivers: Vec<Stream>,
    pub roads: Vec<Vec<Spot>>,
    pub rails: Vec<Vec<Spot>>,
    pub fords: Vec<Ford>,
    pub towns: Vec<Town>,
    pub passes: Vec<(String, Spot)>,
    pub boundaries: Vec<Vec<Spot>>,
    pub states: Vec<(String, Spot)>,
    pub sea_names: Vec<(String, Vec<Spot>)>,
    /// Whether towns stand in the middle of their hexes, because nobody says where they are.
    pub centred: bool,
}

impl Atlas {
    pub(super) fn new(
        theatre: &Theatre,
        layout: &Layout,
        geography: Option<&Geography>,
        view: &View,
        pen: Pen,
    ) -> Self {
        let hexagon = |hex: Hex| Area { rings: vec![layout.corners(&theatre.grid, hex).to_vec()] };
        let hexagons = |country| CampaignMap::hexes_of(theatre, country).map(hexagon).collect();
        let mut atlas = Self {
            forests: hexagons(Country::Forest),
            mountains: hexagons(Country::Mountain),
            centred: geography.is_none(),
            ..Self::default()
        };
        match geography {
            Some(geography) => atlas.add_geography(geography, view),
            None => {
                atlas.seas = hexagons(Country::Sea);
                atlas.outside = hexagons(Country::Outside);
                atlas.add_hexsides(theatre, layout, view);
            }
        }
        let anchors = Anchors::new(theatre, layout, geography);
        atlas.add_ways(theatre, layout, &anchors, view, pen);
        atlas.towns = anchors.towns(theatre, layout, view);
        atlas
    }

    fn add_geography(&mut self, geography: &Geography, view: &View) {
        let course = |line: &[Point]| flowing(&view.spots(line));
        self.seas = geography.seas.iter().map(|sea| sea.shape.clone()).collect();
        self.outside = geography.outside.iter().map(|land| land.shape.clone()).collect();
        self.ranges =
            geography.ranges.iter().map(|range| (range.name.clone(), course(&range.shape))).collect();
        self.rivers = geography
            .rivers
            .iter()
            .map(|river| Stream {
                class: river.kind.class,
                name: river.name.clone(),
                course: course(&river.shape),
                mouth: view.length(f64::from(river.kind.mouth_m) * 100.0),
            })
            .collect();
        self.passes =
            geography.passes.iter().map(|pass| (pass.name.clone(), view.spot(pass.shape))).collect();
        self.boundaries = geography.boundaries.iter().map(|line| view.spots(&line.shape)).collect();
        self.states =
            geography.states.iter().map(|state| (state.name.clone(), view.spot(state.shape))).collect();
        self.sea_names = geography
            .seas
            .iter()
            .filter_map(|sea| {
                let frame = sea.shape.frame()?;
                let (west, east) = (frame.low.x, frame.high.x);
                let middle = west + (east - west) / 2;
                let line = [Point::new(middle, frame.low.y), Point::new(middle, frame.high.y)];
                Some((sea.name.clone(), middle_line(&sea.shape, line, view)))
            })
            .collect();
    }

    /// Rivers and crests of a theatre that is known by its hexes only.
    fn add_hexsides(&mut self, theatre: &Theatre, layout: &Layout, view: &View) {
        let grid = &theatre.grid;
        for hex in grid.hexes() {
            for (side, other) in grid.neighbours(hex).filter(|(_, other)| *other > hex) {
                let (a, b) = layout.side_ends(grid, hex, side);
                let border = theatre.border(hex, side);
                if let Some(class) = border.river {
                    let course = view.spots(&[a, b]);
                    self.rivers.push(Stream { class, name: String::new(), course, mouth: 0.0 });
                }
                if border.ridge {
                    self.ranges.push((String::new(), view.spots(&[a, b])));
                }
                let both = [hex, other].map(|hex| theatre.country(hex) == Country::Mountain);
                if both == [true, true] {
                    let crest = [layout.centre(grid, hex), layout.centre(grid, other)];
                    self.ranges.push((String::new(), view.spots(&crest)));
                }
            }
        }
    }

    /// Roads and railroads from anchor to anchor through the hexsides they cross.
    fn add_ways(&mut self, theatre: &Theatre, layout: &Layout, anchors: &Anchors, view: &View, pen: Pen) {
        let grid = &theatre.grid;
        type Is = fn(Border) -> bool;
        // Side by side where a road and a railroad share a hexside.
        let kinds: [(Is, f64); 2] = [(|border| border.road, -1.0), (|border| border.rail, 1.0)];
        for (number, (is, hand)) in kinds.into_iter().enumerate() {
            let gate = |hex: Hex, side: Direction| {
                let border = theatre.border(hex, side);
                let (at, along) = anchors.gate(layout, theatre, view, hex, side);
                let apart = if border.road && border.rail { pen.of(2.4) * hand } else { 0.0 };
                (at.0 + along.0 * apart, at.1 + along.1 * apart)
            };
            let list = if number == 0 { &mut self.roads } else { &mut self.rails };
            for hex in grid.hexes() {
                let gates: Vec<Spot> = Direction::ALL
                    .into_iter()
                    .filter(|side| is(theatre.border(hex, *side)))
                    .map(|side| gate(hex, side))
                    .collect();
                let anchor = view.spot(anchors.points[hex.index()]);
                match gates[..] {
                    [from, to] if theatre.place_at(hex).is_none() => {
                        let middle = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
                        let bend = ((middle.0 + anchor.0) / 2.0, (middle.1 + anchor.1) / 2.0);
                        list.push(flowing(&[from, bend, to]));
                    }
                    _ => list.extend(gates.into_iter().map(|gate| vec![anchor, gate])),
                }
            }
        }
        for (place, point) in theatre.places().iter().zip(&anchors.places) {
            let has_road = Direction::ALL.iter().any(|side| theatre.border(place.hex, *side).has_way());
            let anchor = anchors.points[place.hex.index()];
            if has_road && anchor != *point {
                self.roads.push(view.spots(&[anchor, *point]));
            }
        }
        for hex in grid.hexes() {
            for (side, other) in grid.neighbours(hex).filter(|(_, other)| *other > hex) {
                let border = theatre.border(hex, side);
                let Some(passage) = border.passage else { continue };
                let (gate, _) = anchors.gate(layout, theatre, view, hex, side);
                let ends = [hex, other].map(|hex| view.spot(anchors.points[hex.index()]));
                let road = [ends[0], gate, ends[1]];
                let wet = self.rivers.iter().filter(|river| Some(river.class) == border.river);
                let (spot, along) = wet
                    .filter_map(|river| crossing(&road, &river.course))
                    .next()
                    .unwrap_or((gate, unit(ends[0], ends[1])));
                let name = theatre.passage_name(hex, side).unwrap_or_default().to_owned();
                self.fords.push(Ford { passage, name, spot, along, river: border.river });
            }
        }
    }
}

/// Where roads meet in each hex.
struct Anchors {
    points: Vec<Point>,
    places: Vec<Point>,
}

impl Anchors {
    fn new(theatre: &Theatre, layout: &Layout, geography: Option<&Geography>) -> Self {
        let grid = &theatre.grid;
        let real = |name: &str| {
            let place = geography?.places.iter().find(|place| place.name == name)?;
            Some(place.shape)
        };
        let places: Vec<Point> = theatre
            .places()
            .iter()
            .map(|place| {
                let middle = layout.centre(grid, place.hex);
                let point = real(&place.name).unwrap_or(middle);
                // One that counts for a neighbouring hex is drawn just inside that.
                let mut part = 100;
                while layout.hex_at(grid, middle.towards(point, part, 100)) != Some(place.hex) && part > 0 {
                    part -= 4;
                }
                middle.towards(point, part, 100)
            })
            .collect();
        let mut points: Vec<Point> = grid.hexes().map(|hex| layout.centre(grid, hex)).collect();
        for pass in geography.iter().flat_map(|geography| &geography.passes) {
            if let Some(hex) = layout.hex_at(grid, pass.shape) {
                points[hex.index()] = pass.shape;
            }
        }
        for (place, point) in theatre.places().iter().zip(&places).rev() {
            points[place.hex.index()] = *point;
        }
        Self { points, places }
    }

    fn towns(&self, theatre: &Theatre, layout: &Layout, view: &View) -> Vec<Town> {
        let places = theatre.places().iter().zip(&self.places);
        places
            .map(|(place, point)| Town {
                name: place.name.clone(),
                class: place.class,
                spot: view.spot(*point),
                middle: view.spot(layout.centre(&theatre.grid, place.hex)),
            })
            .collect()
    }

    /// Where a way crosses a hexside: on the straight line between the two anchors, but never near a corner; and the
    /// direction of the hexside.
    fn gate(
        &self,
        layout: &Layout,
        theatre: &Theatre,
        view: &View,
        hex: Hex,
        side: Direction,
    ) -> (Spot, Spot) {
        let (a, b) = layout.side_ends(&theatre.grid, hex, side);
        // From the same end, whichever of its hexes asks.
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        let (a, b) = (view.spot(a), view.spot(b));
        let here = view.spot(self.points[hex.index()]);
        let there =
            theatre.grid.neighbour(hex, side).map_or(here, |other| view.spot(self.points[other.index()]));
        let (run, rise) = (there.0 - here.0, there.1 - here.1);
        let (dx, dy) = (b.0 - a.0, b.1 - a.1);
        let across = run * dy - rise * dx;
        let part = if across == 0.0 { 0.5 } else { ((here.1 - a.1) * run - (here.0 - a.0) * rise) / across };
        let part = part.clamp(0.2, 0.8);
        ((a.0 + dx * part, a.1 + dy * part), unit(a, b))
    }
}
