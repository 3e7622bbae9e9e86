//! Theatres written as text.

use faults::Source;
use ground::theatre::{COMPASS, Country, Geography, Passage, PlaceClass, River, read_text};

const LITTLE: &str = r##"
rows = [
    "..f~",
    ".m.#",
    "....",
    "....",
]
roads = ["0000-0001-0002", "0002-0102-0203"]
rails = ["0002 - 0102"]
major = ["0001/0002"]
minor = ["0102/0203", "0202/0203"]
bridges = ["0203/0102"]
ferries = ["0001/0002"]
ridges = ["0001/0101"]
places = [
    { hex = "0002", name = "Falmouth", class = "village" },
    { hex = "0203", name = "Lee's Mill", class = "village" },
    { hex = "0203", name = "Winchester", class = "town" },
]
regions = { north = ["0000", "0001"], south = [] }
"##;

#[test]
fn a_little_theatre() {
    let theatre = read_text(&Source::new("little.toml", LITTLE)).unwrap();
    let hex = |name: &str| theatre.grid.parse(name).unwrap();
    let row: Vec<Country> = (0..4).map(|col| theatre.country(theatre.grid.at(col, 0).unwrap())).collect();
    assert_eq!(row, [Country::Clear, Country::Clear, Country::Forest, Country::Sea]);
    assert_eq!(theatre.country(hex("0301")), Country::Outside);

    let river = theatre.border(hex("0001"), COMPASS[3]);
    assert_eq!((river.river, river.passage), (Some(River::Major), Some(Passage::Ferry)));
    assert!(river.road && !river.rail);
    assert!(theatre.border(hex("0101"), COMPASS[5]).ridge, "0001 lies north-west of 0101");
    assert!(theatre.border(hex("0002"), COMPASS[2]).rail);

    assert_eq!(theatre.place_at(hex("0203")).unwrap().class, PlaceClass::Town);
    let there: Vec<&str> = theatre.places().iter().map(|place| place.name.as_str()).collect();
    assert_eq!(there, ["Falmouth", "Winchester", "Lee's Mill"]);
    assert_eq!(theatre.find_place("lee's mill").unwrap().hex, hex("0203"));
    assert_eq!(theatre.place_at(hex("0000")), None);

    assert_eq!(theatre.region("north").unwrap().count(), 2);
    assert!(theatre.region("south").unwrap().is_empty() && theatre.region("east").is_none());
}

#[test]
fn a_border_reads_the_same_from_both_hexes() {
    let theatre = read_text(&Source::new("little.toml", LITTLE)).unwrap();
    for hex in theatre.grid.hexes() {
        for side in COMPASS {
            let there = theatre.grid.neighbour(hex, side);
            let other = there.map(|there| theatre.border(there, side.opposite())).unwrap_or_default();
            assert_eq!(theatre.border(hex, side), other);
        }
    }
}

/// A die of 1 points north and the rest follow clockwise.
#[test]
fn the_compass_goes_round_clockwise() {
    let theatre =
        read_text(&Source::new("bare.toml", "rows = ['.....', '.....', '.....', '.....']")).unwrap();
    let around = |name: &str| {
        let hex = theatre.grid.parse(name).unwrap();
        COMPASS.map(|side| theatre.grid.neighbour(hex, side).map(|hex| theatre.grid.name(hex)).unwrap())
    };
    assert_eq!(around("0202"), ["0201", "0301", "0302", "0203", "0102", "0101"]);
    assert_eq!(around("0102"), ["0101", "0202", "0203", "0103", "0003", "0002"]);
}

#[test]
fn every_fault_of_a_bad_theatre_is_listed_with_its_remedy() {
    let source = Source::new(
        "bad.toml",
        r##"
rows = ["..x~", "...#"]
roads = ["0000", "0000-0201", "0200-0300", "0000-0101-9999"]
major = ["0000/0001", "0000-0001"]
minor = ["0001/0000", "0000/0201"]
bridges = ["0000/0100", "0000/0001"]
ferries = ["0001/0000"]
places = [
    { hex = "0301", name = "Easton", class = "town" },
    { hex = "0101", name = "easton", class = "town" },
]
regions = { north = ["000"] }
"##,
    );
    insta::assert_snapshot!(read_text(&source).unwrap_err());
    let empty = read_text(&Source::new("empty.toml", "")).unwrap_err();
    let ragged = read_text(&Source::new("ragged.toml", "rows = ['..', '...', '.']")).unwrap_err();
    insta::assert_snapshot!(format!("{empty}\n{ragged}"));
}

fn geography() -> Geography {
    let text = include_str!("../../../scenarios/theatres/gettysburg-campaign.geojson");
    Geography::read(&Source::new("gettysburg-campaign.geojson", text))
        .unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn the_gettysburg_campaign_is_read() {
    let geography = geography();
    assert_eq!(geography.places.len(), 205);
}
