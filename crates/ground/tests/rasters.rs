//! Battlefields cut into hexes: small ones drawn out in full, and Gettysburg checked against history and sense.

use std::fmt::Write;
use std::sync::OnceLock;

use faults::Source;
use ground::geometry::Point;
use ground::{
    Battlefield, Cover, Crossing, Direction, Hex, HexMap, HexSet, Orientation, Raster, RoadClass, Settings,
    Stream,
};

fn gettysburg() -> &'static Battlefield {
    static FIELD: OnceLock<Battlefield> = OnceLock::new();
    FIELD.get_or_init(|| {
        let text = include_str!("../../../scenarios/battlefields/gettysburg-july-1.geojson");
        Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).unwrap()
    })
}

/// The map Last Full Measure is played on: 250 yards a hex, 40 feet a level, level 0 below 500 feet.
fn first_day() -> &'static HexMap {
    static MAP: OnceLock<HexMap> = OnceLock::new();
    MAP.get_or_init(|| {
        let settings = Settings { base_feet: Some(460), ..Settings::hexes(22_860) };
        Raster::new(gettysburg(), &settings).unwrap().map
    })
}

/// Many ways to cut the same ground.
fn many_cuts() -> &'static [(String, Raster)] {
    static CUTS: OnceLock<Vec<(String, Raster)>> = OnceLock::new();
    CUTS.get_or_init(make_cuts)
}

fn make_cuts() -> Vec<(String, Raster)> {
    let mut cuts = Vec::new();
    for width in [18_000, 22_860, 31_000, 45_720, 80_000] {
        for orientation in [Orientation::PointyTop, Orientation::FlatTop] {
            for offset in [Point::new(0, 0), Point::new(width / 3, width / 4)] {
                let settings = Settings { orientation, offset, ..Settings::hexes(width) };
                let raster = Raster::new(gettysburg(), &settings).unwrap();
                cuts.push((format!("{orientation:?}, {width} cm, moved {offset:?}"), raster));
            }
        }
    }
    cuts
}

/// A map as text: ground and levels by rows, then every hexside that has something on it.
fn drawn(map: &HexMap) -> String {
    let mut text = String::new();
    for row in 0..map.grid.rows() {
        let mut line = String::new();
        for col in 0..map.grid.cols() {
            let hex = map.grid.at(col, row).unwrap();
            if col == 0 && map.grid.orientation() == Orientation::PointyTop && map.grid.is_shifted(hex) {
                line.push_str("  ");
            }
            let letter = match map.cover(hex) {
                Cover::Clear => '.',
                Cover::Orchard => 'o',
                Cover::Cultivated => 'c',
                Cover::Woods => 'w',
                Cover::Town => 't',
                Cover::SunkenRoad => 's',
                Cover::Embankment => 'e',
                Cover::Rough => 'r',
                Cover::Marsh => 'm',
                Cover::Water => '~',
            };
            let _ = write!(line, "{letter}{:<3}", map.level(hex));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    for hex in map.grid.hexes() {
        for side in Direction::ALL {
            let other = map.grid.neighbour(hex, side);
            let it = map.side(hex, side);
            let bare =
                it.stream.is_none() && !it.wall && !it.steep && it.crossing.is_none() && it.road.is_none();
            if bare || other.is_some_and(|other| other < hex) {
                continue;
            }
            let _ = write!(
                text,
                "{}-{}",
                map.grid.name(hex),
                other.map_or(format!("({side})"), |hex| map.grid.name(hex))
            );
            for (what, there) in [("wall", it.wall), ("steep", it.steep)] {
                if there {
                    let _ = write!(text, " {what}");
                }
            }
            for word in [
                it.stream.map(|stream| format!("{stream:?}")),
                it.crossing.map(|crossing| format!("{crossing:?}")),
                it.road.map(|road| format!("{road:?}")),
            ]
            .into_iter()
            .flatten()
            {
                let _ = write!(text, " {word}");
            }
            text.push('\n');
        }
    }
    for (hex, name) in map.places() {
        let _ = writeln!(text, "{} is {name}", map.grid.name(*hex));
    }
    text
}

/// A made-up valley 1,200 m wide and 1,000 m high: a hill in the west, a creek down the middle, a pike across it by a
/// bridge, a lane that forks off, woods, a walled orchard, a village, a railroad cut, a pond, a marsh, a field and
/// rocks.
fn valley() -> Battlefield {
    let features = [
        ("contour", r#""elevation_ft":100"#, "Polygon", "0 0 1200 0 1200 1000 0 1000"),
        ("contour", r#""elevation_ft":140"#, "Polygon", "0 0 420 0 420 1000 0 1000"),
        ("contour", r#""elevation_ft":180"#, "Polygon", "60 300 330 300 330 760 60 760"),
        ("contour", r#""elevation_ft":220"#, "Polygon", "90 420 300 420 300 700 90 700"),
        ("woods", r#""name":"North Woods""#, "Polygon", "0 800 330 800 330 1000 0 1000"),
        ("woods", r#""density":"open""#, "Polygon", "980 780 1200 780 1200 1000 980 1000"),
        ("orchard", "", "Polygon", "350 60 590 60 590 260 350 260"),
        ("town", r#""name":"Milltown""#, "Polygon", "800 380 1080 380 1080 620 800 620"),
        ("marsh", "", "Polygon", "640 0 830 0 830 170 640 170"),
        ("rocks", "", "Polygon", "0 0 200 0 200 180 0 180"),
        ("pond", "", "Polygon", "940 40 1180 40 1180 260 940 260"),
        ("field", "", "Polygon", "760 640 960 640 960 870 760 870"),
        (
            "stream",
            r#""class":"creek","name":"Mill Creek","width_m":8"#,
            "LineString",
            "610 1000 570 800 640 620 590 430 650 200 620 0",
        ),
        ("stream", r#""class":"run","width_m":5"#, "LineString", "400 950 470 860 577 790"),
        ("stream", r#""class":"run","width_m":1"#, "LineString", "900 1000 700 700 630 600"),
        (
            "road",
            r#""class":"pike","name":"Great Pike""#,
            "LineString",
            "0 480 300 520 620 500 900 490 1200 540",
        ),
        ("road", r#""class":"street""#, "LineString", "900 490 910 600"),
        ("road", r#""class":"trail","name":"Hill Lane""#, "LineString", "300 520 250 650 260 900"),
        ("wall", r#""class":"stone""#, "LineString", "340 50 340 270 590 270"),
        ("wall", r#""class":"rail""#, "LineString", "900 700 1100 700"),
        ("railroad_cut", r#""class":"cut","depth_ft":15"#, "LineString", "80 330 330 330"),
        ("bridge", r#""class":"bridge""#, "Point", "609 500"),
        ("bridge", r#""class":"ford""#, "Point", "637 250"),
    ];
    let mut text = String::from(
        "{\"type\":\"FeatureCollection\",\"bbox\":[0,0,0.010779,0.009043],\"metadata\":{\"origin\":[0,0]},\"features\":[\n",
    );
    for (number, (kind, more, geometry, metres)) in features.into_iter().enumerate() {
        let numbers: Vec<f64> = metres.split(' ').map(|word| word.parse().unwrap()).collect();
        // Degrees at the equator.
        let mut points: Vec<String> = numbers
            .chunks(2)
            .map(|point| format!("[{:.7},{:.7}]", point[0] / 111_319.46, point[1] / 110_574.27))
            .collect();
        let coordinates = match geometry {
            "Point" => points.remove(0),
            "LineString" => format!("[{}]", points.join(",")),
            _ => {
                points.push(points[0].clone());
                format!("[[{}]]", points.join(","))
            }
        };
        let comma = if number == 0 { "" } else { ",\n" };
        let more = if more.is_empty() { String::new() } else { format!(",{more}") };
        let _ = write!(
            text,
            r#"{comma}{{"type":"Feature","id":"f{number}","properties":{{"kind":"{kind}"{more}}},"geometry":{{"type":"{geometry}","coordinates":{coordinates}}}}}"#
        );
    }
    text.push_str("\n]}");
    Battlefield::read(&Source::new("valley.geojson", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn a_little_valley_in_large_hexes() {
    let raster = Raster::new(&valley(), &Settings::hexes(20_000)).unwrap();
    insta::assert_snapshot!(drawn(&raster.map));
}

#[test]
fn a_little_valley_in_flat_topped_hexes() {
    let settings =
        Settings { orientation: Orientation::FlatTop, feet_per_level: 20, ..Settings::hexes(15_000) };
    let raster = Raster::new(&valley(), &settings).unwrap();
    insta::assert_snapshot!(drawn(&raster.map));
}

#[test]
fn the_same_ground_gives_the_same_map() {
    let settings = Settings::hexes(22_860);
    let (one, two) = (Raster::new(gettysburg(), &settings), Raster::new(gettysburg(), &settings));
    assert_eq!(one.unwrap(), two.unwrap());
}

#[test]
fn a_map_too_fine_for_the_grid_is_refused() {
    assert!(Raster::new(gettysburg(), &Settings::hexes(5_000)).is_err());
}

/// Every hex that can be reached from one by steps that `open` allows.
fn flood(map: &HexMap, from: Hex, open: impl Fn(Hex, Direction) -> bool) -> HexSet {
    let mut seen = HexSet::of(from);
    let mut front = vec![from];
    while let Some(hex) = front.pop() {
        for (side, other) in map.neighbours(hex) {
            if open(hex, side) && seen.insert(other) {
                front.push(other);
            }
        }
    }
    seen
}

#[test]
fn roads_are_chains_of_linked_hexes_at_every_scale() {
    for (cut, raster) in many_cuts() {
        let map = &raster.map;
        for road in map.named_roads() {
            for step in road.path.windows(2) {
                let side = map.side_between(step[0], step[1]);
                let link = side.unwrap_or_else(|| panic!("{cut}: {} leaps", road.name)).road;
                assert!(link.is_some_and(|class| class <= road.class), "{cut}: {} has a gap", road.name);
            }
            for (number, hex) in road.path.iter().enumerate() {
                assert!(!road.path[..number].contains(hex), "{cut}: {} passes {hex:?} twice", road.name);
            }
        }
    }
}

#[test]
fn all_roads_but_one_farm_lane_hang_together_at_every_scale() {
    for (cut, raster) in many_cuts() {
        let map = &raster.map;
        let Some(diamond) = map.place("The Diamond") else { panic!("{cut}: no Diamond") };
        let network = flood(map, diamond, |hex, side| map.side(hex, side).road.is_some());
        for road in map.named_roads().iter().filter(|road| road.path.len() > 1) {
            let joined = road.path.iter().all(|hex| network.contains(*hex));
            assert!(joined || road.name == "Plank farm lane", "{cut}: {} is cut off", road.name);
        }
    }
}

#[test]
fn roads_close_no_little_triangles() {
    for (cut, raster) in many_cuts() {
        let map = &raster.map;
        let linked = |hex: Hex, side: Direction| map.side(hex, side).road.is_some();
        let mut triangles = Vec::new();
        for hex in map.playable() {
            for side in [Direction::E, Direction::NE] {
                let turn = side.counterclockwise();
                let Some(other) = map.grid.neighbour(hex, side) else { continue };
                if linked(hex, side) && linked(hex, turn) && linked(other, turn.counterclockwise()) {
                    triangles.push(map.grid.name(hex));
                }
            }
        }
        assert!(triangles.is_empty(), "{cut}: {triangles:?}");
    }
}

#[test]
fn creeks_part_the_land_from_edge_to_edge() {
    for (cut, raster) in many_cuts() {
        let map = &raster.map;
        let dry = |hex: Hex, side: Direction| map.side(hex, side).stream.is_none();
        let place = |name: &str| map.place(name).unwrap_or_else(|| panic!("{cut}: no {name}"));
        let west = flood(map, place("Bernard Herr's knoll"), dry);
        let middle = flood(map, place("Seminary Ridge (Seminary)"), dry);
        // The easternmost hill lies off some of the maps.
        let east = map.place("Benner's Hill").map(|hill| flood(map, hill, dry));
        assert!(!west.intersects(&middle), "{cut}: Willoughby Run leaks");
        assert!(!east.is_some_and(|east| middle.intersects(&east)), "{cut}: Rock Creek leaks");
        for name in ["The Diamond", "McPherson's Ridge, south (Biddle)", "Oak Hill"] {
            assert!(middle.contains(place(name)), "{cut}: {name} is on the wrong bank");
        }
    }
}

#[test]
fn every_road_over_a_creek_has_its_crossing_and_nothing_else_has() {
    for (cut, raster) in many_cuts() {
        let map = &raster.map;
        for hex in map.playable() {
            for (side, _) in map.neighbours(hex) {
                let hexside = map.side(hex, side);
                if hexside.road.is_some() && hexside.stream.is_some() {
                    assert!(hexside.crossing.is_some(), "{cut}: {hex:?} {side}");
                }
                if hexside.crossing.is_some() {
                    assert!(hexside.stream.is_some(), "{cut}: {hex:?} {side}");
                }
            }
        }
    }
}

/// The crossings of a named road: each with what it crosses by.
fn crossings(map: &HexMap, name: &str) -> Vec<Crossing> {
    let road = map.named_roads().iter().find(|road| road.name == name).unwrap();
    let sides = road.path.windows(2).filter_map(|step| map.side_between(step[0], step[1]));
    sides.filter(|side| side.stream.is_some()).filter_map(|side| side.crossing).collect()
}

#[test]
fn pikes_and_roads_cross_the_creeks_once_by_their_bridges() {
    let map = first_day();
    let bridge = Crossing::Bridge { burnable: true };
    for road in [
        "Chambersburg Pike",
        "Hagerstown (Fairfield) Road",
        "York Pike",
        "Hanover Road",
        "Harrisburg (Heidlersburg) Road",
    ] {
        assert_eq!(crossings(map, road), [bridge], "{road}");
    }
    assert_eq!(crossings(map, "Hartzell lane"), [Crossing::Ford]);
    for road in ["Baltimore Pike", "Mummasburg Road", "Carlisle Road", "Emmitsburg Road"] {
        assert_eq!(crossings(map, road), [], "{road}");
    }
    let fords = map
        .playable()
        .iter()
        .flat_map(|hex| Direction::ALL.map(|side| (hex, side)))
        .filter(|(hex, side)| map.side(*hex, *side).crossing == Some(Crossing::Ford))
        .count();
    // Each is seen from both its hexes: the lane, Archer's, Harmon's, the railroad's, Gordon's and Hays's.
    assert_eq!(fords, 12);
}

#[test]
fn the_chambersburg_pike_runs_from_the_west_edge_to_town_without_detour() {
    let map = first_day();
    let pike = map.named_roads().iter().find(|road| road.name == "Chambersburg Pike").unwrap();
    assert_eq!(pike.class, RoadClass::Pike);
    let (first, last) = (pike.path[0], pike.path[pike.path.len() - 1]);
    assert!(map.is_edge(first) && map.road_exits().any(|(hex, ..)| hex == first));
    assert!(map.neighbours(last).any(|(_, other)| map.cover(other) == Cover::Town));
    assert_eq!(pike.path.len() as u16 - 1, map.grid.distance(first, last), "as straight as hexes allow");
}

#[test]
fn twelve_roads_and_a_lane_leave_the_map() {
    let map = first_day();
    let exits: Vec<(Hex, Direction, RoadClass)> = map.road_exits().collect();
    assert_eq!(exits.len(), 13);
    assert_eq!(exits.iter().filter(|(.., class)| *class == RoadClass::Pike).count(), 3);
    assert!(exits.iter().all(|(hex, ..)| map.is_edge(*hex)));
}

#[test]
fn heights_stand_in_their_order() {
    let map = first_day();
    let level = |name: &str| map.level(map.place(name).unwrap_or_else(|| panic!("no {name}")));
    for (higher, lower) in [
        ("Oak Hill", "Oak Ridge (north, Baxter)"),
        ("Oak Ridge (north, Baxter)", "Pennsylvania College"),
        ("Oak Ridge (Sheads' woods)", "Pennsylvania College"),
        ("McPherson's Ridge, west crest (pike)", "Willoughby Run at the Chambersburg Pike"),
        ("McPherson's Ridge, west crest (Herbst Woods)", "Willoughby Run at the Chambersburg Pike"),
        ("McPherson's Ridge, east crest (middle cut)", "Willoughby Run at the Chambersburg Pike"),
        ("Herr Ridge (pike)", "McPherson's Ridge, west crest (pike)"),
        ("Herr Ridge (woods)", "Willoughby Run at the Chambersburg Pike"),
        ("Seminary Ridge (Seminary)", "Pennsylvania College"),
        ("Seminary Ridge (Shultz woods)", "Pennsylvania College"),
        ("Barlow's (Blocher's) Knoll", "Rock Creek at the Harrisburg Road"),
        ("Cemetery Hill (Evergreen)", "The Diamond"),
        ("East Cemetery Hill", "The Diamond"),
        ("Culp's Hill", "Culp's Hill lower summit"),
        ("Benner's Hill", "Rock Creek at the York Pike"),
    ] {
        assert!(level(higher) > level(lower), "{higher} ({}) over {lower} ({})", level(higher), level(lower));
    }
    let highest = map.playable().iter().map(|hex| map.level(hex)).max().unwrap();
    assert_eq!(highest, 4);
    assert_eq!(level("Oak Hill"), highest);
    assert_eq!(level("Rock Creek at the York Pike"), 0);
}

#[test]
fn woods_town_and_cuts_lie_where_they_should() {
    let map = first_day();
    let town: HexSet = map.playable().iter().filter(|hex| map.cover(*hex) == Cover::Town).collect();
    assert!((10..=16).contains(&town.count()), "{}", town.count());
    let diamond = map.place("The Diamond").unwrap();
    assert_eq!(
        flood(map, diamond, |hex, side| map
            .grid
            .neighbour(hex, side)
            .is_some_and(|other| town.contains(other))),
        town,
        "one town"
    );
    let at = |name: &str| map.cover(map.place(name).unwrap());
    assert_eq!(at("McPherson's Ridge, west crest (Herbst Woods)"), Cover::Woods);
    assert_eq!(at("Culp's Hill"), Cover::Woods);
    assert_eq!(at("Oak Ridge (Sheads' woods)"), Cover::Woods);
    assert_eq!(at("Cemetery Hill (Evergreen)"), Cover::Clear);
    let cuts: Vec<Hex> = map.playable().iter().filter(|hex| map.cover(*hex) == Cover::Embankment).collect();
    assert!((3..=5).contains(&cuts.len()), "{cuts:?}");
    let pike = map.named_roads().iter().find(|road| road.name == "Chambersburg Pike").unwrap();
    for cut in cuts {
        assert!(pike.path.iter().any(|hex| map.grid.distance(*hex, cut) <= 1), "the cuts follow the pike");
    }
}

#[test]
fn walls_are_chains_of_hexsides_near_their_place() {
    let map = first_day();
    let walls: Vec<(Hex, Direction)> = map
        .playable()
        .iter()
        .flat_map(|hex| Direction::ALL.map(|side| (hex, side)))
        .filter(|(hex, side)| map.side(*hex, *side).wall)
        .collect();
    assert!((30..=80).contains(&walls.len()), "{}", walls.len());
    let baxter = map.place("Oak Ridge (north, Baxter)").unwrap();
    assert!(walls.iter().any(|(hex, _)| map.grid.distance(*hex, baxter) <= 1));
}

#[test]
fn only_streams_of_some_width_become_creeks() {
    let wet = |narrowest: u16| {
        let settings = Settings { narrowest_run_m: narrowest, ..Settings::hexes(22_860) };
        let map = Raster::new(gettysburg(), &settings).unwrap().map;
        let sides =
            map.playable().iter().flat_map(|hex| Direction::ALL.map(|side| map.side(hex, side)).to_vec());
        sides.filter(|side| side.stream == Some(Stream::Creek)).count()
    };
    let (all, some, main) = (wet(0), wet(3), wet(4));
    assert!(all > some && some > main && main > 100, "{all} {some} {main}");
}
