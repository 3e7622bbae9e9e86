//! Maps written as text: what they become, and what is said about bad ones.

use faults::{Faults, Source};
use ground::{Battlefield, Cover, Crossing, Direction, Orientation, Raster, RoadClass, Stream, text};

/// The map of the training scenario, key by key as the rules ledger gives it.
const CROSSROADS_FARM: &str = r#"
[map]
numbering = "RRCC"
orientation = "pointy-top"
rows = 10
cols = 14
level_1 = ["0204", "0206", "0304", "0306"]
level_2 = ["0205", "0305"]
woods = ["0101", "0102", "0201", "0708", "0709", "0808"]
town = ["0506"]
orchard = ["0405"]
creek_hexsides = [["0402", "0502"], ["0403", "0502"], ["0403", "0503"], ["0404", "0503"]]
stonewall_hexsides = [["0305", "0405"], ["0305", "0406"]]
pike = [["0500", "0501", "0502", "0503", "0504", "0505", "0506", "0507", "0508", "0509", "0510", "0511", "0512", "0513"]]
road = [["0006", "0106", "0206", "0306", "0406", "0506", "0606", "0706", "0806", "0906"]]
"#;

#[test]
fn the_training_map_of_the_ledger_is_read_as_it_stands() {
    let map = text::read_map(&Source::new("crossroads-farm.toml", CROSSROADS_FARM)).unwrap();
    let at = |name: &str| map.grid.parse(name).unwrap();
    assert_eq!((map.grid.cols(), map.grid.rows()), (14, 10));
    assert_eq!(map.level(at("0305")), 2);
    assert_eq!(map.cover(at("0808")), Cover::Woods);

    let creek = map.side_between(at("0502"), at("0403")).unwrap();
    assert_eq!(creek.stream, Some(Stream::Creek));
    assert_eq!(Some(creek), map.side_between(at("0403"), at("0502")));

    let wall = map.side_between(at("0406"), at("0305")).unwrap();
    assert!(wall.wall && wall.steep, "two levels down to the orchard side");
    assert!(!map.side_between(at("0304"), at("0305")).unwrap().steep);

    assert_eq!(map.side(at("0506"), Direction::W).road, Some(RoadClass::Pike));
    assert_eq!(map.side_between(at("0506"), at("0406")).unwrap().road, Some(RoadClass::Road));
    assert_eq!(map.best_road(at("0506")), Some(RoadClass::Pike));
    assert_eq!(map.best_road(at("0000")), None);
}

#[test]
fn a_drawn_map_takes_lists_holes_and_flat_tops() {
    let source = Source::new(
        "drawn.toml",
        r#"
        [map]
        orientation = "flat-top"
        numbering = "CCRR"
        first_row = 1
        first_col = 10
        steep_from = 1
        picture = '''
          .  w1 t  o
          -  c  s  e
          r2 m  ~  .3
        '''
        clear = ["1101"]
        river_hexsides = [["1201", "1301"]]
        stone_bridges = [["1301", "1201"]]
        gentle_hexsides = [["1101", "1201"]]
        places = { "the bridge" = "1201" }
        trail = [["1201", "1301"]]
        named_roads = { "Mill Lane" = ["1301", "1201"] }
        "#,
    );
    let map = text::read_map(&source).unwrap();
    let at = |name: &str| map.grid.parse(name).unwrap();
    assert_eq!(map.grid.orientation(), Orientation::FlatTop);
    assert_eq!(map.cover(at("1101")), Cover::Clear, "the list wins over the picture");
    assert_eq!(map.level(at("1101")), 1, "and leaves the level alone");
    assert_eq!(map.level(at("1303")), 3);
    assert!(!map.is_playable(at("1002")) && map.is_playable(at("1001")));
    let bridge = map.side_between(at("1201"), at("1301")).unwrap();
    assert_eq!(bridge.crossing, Some(Crossing::Bridge { burnable: false }));
    assert_eq!(bridge.road, Some(RoadClass::Trail));
    assert!(!map.side_between(at("1101"), at("1201")).unwrap().steep);
    assert!(map.side_between(at("1001"), at("1101")).unwrap().steep);
    assert_eq!(map.road_names(at("1201")).collect::<Vec<_>>(), ["Mill Lane"]);
    assert_eq!(map.place("the bridge"), Some(at("1201")));
    assert!(map.is_edge(at("1102")), "it touches the hole");
}

#[test]
fn every_fault_of_a_bad_map_is_listed_with_its_remedy() {
    let source = Source::new(
        "bad.toml",
        r#"[map]
picture = """
  .  .  w1 .
   .  .2 q  t
  .  .
"""
woods = ["0000", "0909", "12"]
town = ["0000"]
level_1 = ["0001"]
level_2 = ["0001"]
creek_hexsides = [["0000", "0001"], ["0000", "0003"], ["0000"]]
river_hexsides = [["0001", "0000"]]
fords = [["0001", "0002"]]
pike = [["0000", "0001", "0003"], ["0000"]]
off_map = ["0103"]
places = { "Nowhere" = "0103" }
named_roads = { "Lost Road" = ["0000", "0100"] }
"#,
    );
    let faults = text::read_map(&source).unwrap_err();
    insta::assert_snapshot!(faults.to_string());
}

#[test]
fn a_map_without_size_or_of_monstrous_size_is_refused() {
    for (text, what) in [
        ("[map]\n", "the map does not say its `cols`"),
        ("[map]\nrows = 3\n", "the map does not say its `cols`"),
        ("[map]\nrows = 60\ncols = 40\n", "a grid of 2400 hexes is too large"),
        ("[map]\nrows = 0\ncols = 40\n", "at least one row"),
        ("[map]\nrows = 5\ncols = 4\nfirst_row = 998\n", "go up to 999"),
        ("[map]\nrows = 2\npicture = \"\"\"\n. .\n\"\"\"\n", "`rows` is 2, but the picture has 1"),
        ("[map]\npicture = \". .\\n. x\\n\"\n", "`x` is no ground"),
        ("[map]\nroows = 3\n", "unknown key `roows`"),
    ] {
        let faults = text::read_map(&Source::new("map.toml", text)).unwrap_err();
        assert!(faults.to_string().contains(what), "{text}\n{faults}");
    }
}

#[test]
fn a_map_alone_is_not_cut_from_a_battlefield_and_is_told_so_once() {
    let source = Source::new("map.toml", "schema = \"map/1\"\n[map]\nbattlefield = \"gettysburg-july-1\"\n");
    let faults = text::read_map(&source).unwrap_err();
    let told: Vec<&str> = faults.iter().map(|fault| fault.what.as_str()).collect();
    assert_eq!(told, ["a map cut from a battlefield is not possible here"]);
}

#[test]
fn a_map_is_cut_from_its_battlefield_and_amended() {
    let field = gettysburg();
    let (map, faults) = cut(
        &field,
        r#"
        battlefield = "gettysburg-july-1"
        hex_yards = 250
        base_feet = 460
        clear = ["1417"]
        places = { "the Diamond, they say" = "1417" }
        "#,
    );
    assert!(faults.is_empty(), "{faults}");
    let map = map.unwrap().map;
    assert_eq!((map.grid.cols(), map.grid.rows()), (24, 23));
    let diamond = map.place("The Diamond").unwrap();
    assert_eq!(map.place("the Diamond, they say"), Some(diamond));
    assert_eq!(map.cover(diamond), Cover::Clear);
}

#[test]
fn a_bad_cut_is_refused_with_reasons() {
    let field = gettysburg();
    for (keys, what) in [
        ("", "does not say how wide a hex is"),
        ("hex_yards = 250\nhex_metres = 229", "in metres and in yards"),
        ("hex_yards = 1", "between 10 metres and 50 kilometres"),
        ("hex_yards = 50", "hexes is too large"),
        ("hex_yards = 250\nframe = [-77.2, 39.8, -77.3, 39.9]", "the frame has no inside"),
        ("hex_yards = 250\nframe = [10, 39.8, 11, 39.9]", "the frame misses the battlefield"),
        ("hex_yards = 250\nfeet_per_level = 0", "at least one foot"),
        ("hex_yards = 250\nlevel_share = 0", "between 1 and 100"),
        ("hex_yards = 250\noffset_metres = [1e9, 0.0]", "off the earth"),
        ("hex_yards = 250\npicture = '. .'", "cannot be drawn too"),
        ("hex_yards = 250\nwoods = ['9999']", "no hex `9999`"),
    ] {
        let (map, faults) = cut(&field, &format!("battlefield = 'g'\n{keys}\n"));
        assert!(map.is_none() && faults.to_string().contains(what), "{keys}\n{faults}");
    }
    let faults =
        text::read_map(&Source::new("m.toml", "[map]\nrows = 2\ncols = 2\nhex_yards = 250\n")).unwrap_err();
    assert!(faults.to_string().contains("`hex_yards` without a battlefield"), "{faults}");
}

fn gettysburg() -> Battlefield {
    let text = include_str!("../../../scenarios/battlefields/gettysburg-july-1.geojson");
    Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).unwrap()
}

fn cut(field: &Battlefield, keys: &str) -> (Option<Raster>, Faults) {
    let source = Source::new("cut.toml", keys);
    let text: text::MapText = faults::read_toml(&source).unwrap();
    let mut faults = Faults::new(&source);
    let raster = text.build_on(field, &mut faults);
    (raster, faults)
}
