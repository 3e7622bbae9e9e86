//! Theatres written as text, and cut from small geographies.

use faults::{Faults, Source};
use ground::theatre::{
    COMPASS, Country, Cut, Geography, Passage, River, SettlementClass, read_settings, read_text,
};

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

    assert_eq!(theatre.place_at(hex("0203")).unwrap().class, SettlementClass::Town);
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

/// Two towns, a river, a ridge, a wood and the sea between 40 and 40.5 north.
const COUNTRY: &str = include_str!("../../../fuzz/seeds/theatre/one-of-each-kind.geojson");

const SETTINGS: &str = "schema = 'theatre/1'\ngeography = 'country.geojson'\nhex_km = 10.0\nfirst = [-79.0, 40.6]\ncols = 12\n\
                        rows = 7\n";

fn cut(country: &str, settings: &str) -> Result<Cut, String> {
    let geography =
        Geography::read(&Source::new("country.geojson", country)).map_err(|faults| faults.to_string())?;
    let source = Source::new("theatre.toml", settings);
    let settings = read_settings(&source).map_err(|faults| faults.to_string())?;
    let mut faults = Faults::new(&source);
    settings.cut(&geography, &mut faults).ok_or_else(|| faults.to_string())
}

#[test]
fn a_small_country_is_cut() {
    let Cut { theatre, layout } = cut(COUNTRY, SETTINGS).unwrap();
    assert_eq!(layout.width(), 1_000_000);
    let [dover, york] = ["Dover", "York"].map(|name| theatre.find_place(name).unwrap().hex);
    assert_eq!(theatre.grid.distance(dover, york), 4);
    let mut rivers = 0;
    for hex in theatre.grid.hexes() {
        for (side, _) in theatre.grid.neighbours(hex) {
            let border = theatre.border(hex, side);
            rivers += usize::from(border.river.is_some());
            if border.passage.is_some() {
                assert_eq!(border.passage, Some(Passage::Ferry));
                assert_eq!(theatre.passage_name(hex, side), Some("Ferry"));
                assert!(border.road && !border.rail);
            }
        }
    }
    assert!(rivers > 8);
    let count = |country| theatre.grid.hexes().filter(|hex| theatre.country(*hex) == country).count();
    assert!(count(Country::Mountain) > 2 && count(Country::Forest) > 0 && count(Country::Sea) > 3);
}

#[test]
fn hands_may_change_what_was_cut() {
    let plain = cut(COUNTRY, SETTINGS).unwrap().theatre;
    let hex = |name: &str| plain.grid.parse(name).unwrap();
    let dover = plain.find_place("Dover").unwrap().hex;
    assert_eq!(plain.grid.name(dover), "0403");
    let by_hand = "places = { Dover = '0303' }\nforest = ['0000']\nsea = ['0001']\nrails = ['0302-0303']\n\
                   roads = ['0100-0200']\nmajor = ['0100/0200']\nbridges = ['0100/0200']\nridges = ['0101/0102']\n";
    let changed = cut(COUNTRY, &format!("{SETTINGS}{by_hand}")).unwrap().theatre;
    assert_eq!(changed.find_place("Dover").unwrap().hex, hex("0303"));
    assert_eq!([hex("0000"), hex("0001")].map(|hex| changed.country(hex)), [Country::Forest, Country::Sea]);
    assert!(changed.border(hex("0303"), COMPASS[0]).rail);
    let bridge = changed.border(hex("0100"), plain.grid.direction_to(hex("0100"), hex("0200")).unwrap());
    assert_eq!(
        (bridge.river, bridge.passage, bridge.road),
        (Some(River::Major), Some(Passage::Bridge), true)
    );
    assert!(changed.border(hex("0101"), COMPASS[3]).ridge);

    let (here, side, there) = plain
        .grid
        .hexes()
        .flat_map(|hex| plain.grid.neighbours(hex).map(move |(side, other)| (hex, side, other)))
        .find(|(hex, side, _)| plain.border(*hex, *side).passage.is_some())
        .unwrap();
    let pair = format!("{}/{}", plain.grid.name(here), plain.grid.name(there));
    let cleared =
        cut(COUNTRY, &format!("{SETTINGS}no_river = ['{pair}']\nno_road = ['{pair}']\n")).unwrap().theatre;
    let border = cleared.border(here, side);
    assert_eq!((border.river, border.passage, border.road), (None, None, false));
    assert_eq!(cleared.passage_name(here, side), None);
}

#[test]
fn regions_end_at_rivers_and_crests() {
    // From edge to edge of the map, so that nothing goes round their ends.
    let country = ["-78.4", "-78.3"].into_iter().fold(COUNTRY.to_owned(), |country, at| {
        country.replace(&format!("[{at}, 40.5], [{at}, 40.0]"), &format!("[{at}, 40.69], [{at}, 39.75]"))
    });
    let regions = "[regions.west]\nfrom = 'Dover'\nrivers = ['Run']\n\
                   [regions.east]\nfrom = 'York'\ncrests = [{ range = 'Ridge' }]\n\
                   [regions.round-the-end]\nfrom = 'York'\ncrests = [{ range = 'Ridge', to = 'Gap' }]\n";
    let theatre = cut(&country, &format!("{SETTINGS}{regions}")).unwrap().theatre;
    let [dover, york] = ["Dover", "York"].map(|name| theatre.find_place(name).unwrap().hex);
    let [west, east, round] = ["west", "east", "round-the-end"].map(|id| theatre.region(id).unwrap());
    assert!(west.contains(dover) && !west.contains(york));
    assert!(east.contains(york) && !east.contains(dover) && !east.intersects(west));
    let mountain = theatre.grid.hexes().find(|hex| theatre.country(*hex) == Country::Mountain).unwrap();
    assert!(!east.contains(mountain), "a pass is on the line, on neither side of it");
    assert!(round.contains(york) && round.contains(dover));
    assert_eq!(theatre.regions().map(|(id, _)| id).collect::<Vec<_>>(), ["east", "round-the-end", "west"]);
}

#[test]
fn every_fault_of_a_bad_country_is_listed_with_its_remedy() {
    let bad = COUNTRY
        .replace("\"class\": \"town\"", "\"class\": \"hamlet\"")
        .replace("\"class\": \"ferry\"", "\"class\": \"bridge\"")
        .replace("\"river\": \"Run\"", "\"river\": \"Rum\"")
        .replace("\"kind\": \"state\"", "\"kind\": \"statue\"")
        .replace("\"name\": \"Woods\"", "\"name\": \"\"")
        .replace("\"mouth_km\": 1.5", "\"mouth_km\": \"wide\"")
        .replace("[-78.3, 40.3]}", "[-78.2, 40.2]}");
    insta::assert_snapshot!(cut(&bad, SETTINGS).unwrap_err());
    // A road that crosses where it does not say so, ends on a bridge, is not carried, and misses its stops.
    let roads = COUNTRY
        .replace("[\"Dover\", \"Ferry\", \"Gap\", \"York\"]", "[\"Ferry\", \"Gap\", \"York\"]")
        .replace("\"carries\": \"road\"", "\"carries\": \"rail\"")
        .replace(
            "[-78.4, 40.5], [-78.4, 40.0]",
            "[-78.4, 40.5], [-78.38, 40.3], [-78.25, 40.3], [-78.2, 40.3]",
        );
    insta::assert_snapshot!(cut(&roads, SETTINGS).unwrap_err());
    let astray = COUNTRY
        .replace("[-78.6, 40.3], [-78.4, 40.3], [-78.3, 40.3]", "[-78.6, 40.3], [-78.4, 40.1], [-78.3, 40.3]")
        .replace("\"Gap\", \"York\"]", "\"Gap\", \"New York\"]");
    insta::assert_snapshot!(cut(&astray, SETTINGS).unwrap_err());
    let astray = astray.replace("\"New York\"", "\"York\"");
    insta::assert_snapshot!(cut(&astray, SETTINGS).unwrap_err());
    let unnamed = COUNTRY.replace("\"Dover\", \"Ferry\", \"Gap\"", "\"Dover\", \"Gap\"");
    insta::assert_snapshot!(cut(&unnamed, SETTINGS).unwrap_err());
}

#[test]
fn every_fault_of_bad_settings_is_listed_with_its_remedy() {
    let bad = "places = { Dovr = '0303' }\nforest = ['0000', '9900']\nsea = ['0000']\nferries = ['0000/0001']\n\
               [regions.x]\nfrom = 'Nowhere'\nrivers = ['Rum']\ncrests = [{ range = 'Bridge', from = 'Cap' }]\n";
    insta::assert_snapshot!(cut(COUNTRY, &format!("{SETTINGS}{bad}")).unwrap_err());
    let grid = SETTINGS.replace("10.0", "0.0").replace("-79.0, 40.6", "40.6, -79.0").replace("12", "1200");
    insta::assert_snapshot!(cut(COUNTRY, &grid).unwrap_err());
    // York is walled in by the sea, so that no road can reach it.
    let walled = "sea = ['0702', '0703', '0704', '0802', '0804', '0602', '0603', '0604', '0803']\n";
    insta::assert_snapshot!(cut(COUNTRY, &format!("{SETTINGS}{walled}")).unwrap_err());
}
