//! The pages for authors of battlefields and maps are right: their examples load, and they name every word the readers
//! know.

use faults::{Faults, Source, read_toml};
use ground::text::{MapText, read_map};
use ground::{Battlefield, Cover, MAX_HEXES, battlefield};
use serde::Deserialize;

const BATTLEFIELD: &str = include_str!("../../../docs/files/battlefield.md");
const MAP: &str = include_str!("../../../docs/files/map.md");

/// The first example of a page in a language.
fn example(page: &'static str, language: &str) -> &'static str {
    let block = page.split(&format!("```{language}\n")).nth(1).expect("an example");
    block.split("```").next().expect("a closed example")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    map: MapText,
}

#[test]
fn the_battlefield_to_copy_is_good_and_gives_the_map_it_promises() {
    let source = Source::new("wills-farm.geojson", example(BATTLEFIELD, "json"));
    let field = Battlefield::read(&source).unwrap_or_else(|faults| panic!("{faults}"));
    let source = Source::new("scenario.toml", example(BATTLEFIELD, "toml"));
    let MapFile { map: text } = read_toml(&source).unwrap_or_else(|faults| panic!("{faults}"));
    let mut faults = Faults::new(&source);
    let raster = text.build_on(&field, &mut faults).unwrap_or_else(|| panic!("{faults}"));
    let map = &raster.map;
    assert!(faults.is_empty());
    let hill = map.place("Wills Hill").expect("the height has a name");
    assert_eq!(map.level(hill), 2);
    assert!(map.place("Wills Farm").is_some());
    assert!(map.grid.hexes().any(|hex| map.cover(hex) == Cover::Woods));
    assert!(map.grid.hexes().any(|hex| map.road_names(hex).any(|road| road == "York Pike")));
    let sides =
        || map.grid.hexes().flat_map(|hex| map.neighbours(hex).map(move |(side, _)| map.side(hex, side)));
    assert!(sides().any(|side| side.wall));
    assert!(sides().any(|side| side.crossing.is_some()), "the pike crosses the run on a bridge");
}

#[test]
fn the_page_of_battlefields_has_every_kind_and_every_word() {
    let mut rows = 0;
    for (kind, words) in battlefield::vocabulary() {
        let row = BATTLEFIELD.lines().find(|line| line.starts_with(&format!("| `{kind}` |")));
        let row = row.unwrap_or_else(|| panic!("the page has no row for `{kind}`"));
        for word in words {
            assert!(row.contains(&format!("`{word}`")), "the row of `{kind}` does not have `{word}`");
        }
        rows += 1;
    }
    let limit = format!("at most {} million bytes", Source::MOST_BYTES / 1_000_000);
    assert!(BATTLEFIELD.contains(&limit), "{limit}");
    assert_eq!(rows, 15);
}

#[test]
fn the_map_to_copy_is_good() {
    let source = Source::new("map.md", example(MAP, "toml"));
    let map = read_map(&source).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(map.place("Wills Farm"), map.grid.parse("0103"));
}

#[test]
fn the_page_of_maps_has_every_key_and_the_limit_of_hexes() {
    // What the reader expects, in its own words.
    let unknown = toml::from_str::<MapText>("no-such-key = 1").unwrap_err().to_string();
    let expected = unknown.split("expected one of ").nth(1).expect("a list of keys");
    let keys: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    assert!(keys.len() > 50, "{keys:?}");
    for key in keys {
        assert!(MAP.contains(&format!("`{key}`")), "the page does not have `{key}`");
    }
    let hexes = format!("{},{:03}", MAX_HEXES / 1_000, MAX_HEXES % 1_000);
    assert!(MAP.contains(&format!("at most {hexes} hexes")), "a map has at most {hexes} hexes");
    let letters = [".", "o", "c", "w", "t", "s", "e", "r", "m", "~", "-"];
    assert!(letters.iter().all(|letter| MAP.contains(&format!("| `{letter}` |"))));
}

#[test]
fn ground_of_more_levels_than_there_are_is_refused() {
    let field = Battlefield::read(&Source::new("wills-farm.geojson", example(BATTLEFIELD, "json"))).unwrap();
    let text = "[map]\nbattlefield = \"wills-farm\"\nhex_yards = 250\nfeet_per_level = 1\nbase_feet = 300\n";
    let source = Source::new("scenario.toml", text);
    let MapFile { map } = read_toml(&source).unwrap();
    let mut faults = Faults::new(&source);
    assert!(map.build_on(&field, &mut faults).is_none());
    let [fault] = &faults.located()[..] else { panic!("{faults}") };
    assert_eq!((fault.line, fault.what.as_str()), (Some(4), "the ground rises over 180 levels"));
}
