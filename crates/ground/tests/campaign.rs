//! The Gettysburg campaign cut into hexes, compared with a map of every hex and every hexside.

use std::collections::{BTreeMap, BTreeSet};

use faults::{Faults, Source};
use ground::theatre::{Border, COMPASS, Country, Cut, Geography, Passage, River, Theatre, read_settings};
use ground::{Hex, HexSet};

fn campaign() -> Theatre {
    let text = include_str!("../../../scenarios/theatres/gettysburg-campaign.geojson");
    let geography = Geography::read(&Source::new("gettysburg-campaign.geojson", text))
        .unwrap_or_else(|faults| panic!("{faults}"));
    let text = include_str!("../../../scenarios/theatres/gettysburg-campaign.toml");
    let source = Source::new("gettysburg-campaign.toml", text);
    let settings = read_settings(&source).unwrap_or_else(|faults| panic!("{faults}"));
    let mut faults = Faults::new(&source);
    let Cut { theatre, .. } = settings.cut(&geography, &mut faults).unwrap_or_else(|| panic!("{faults}"));
    theatre
}

/// The sections of the fixture, each with its lines.
fn fixture() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut sections: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut section = "";
    for line in include_str!("fixtures/gettysburg-campaign.txt").lines() {
        match line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            Some(name) => section = name,
            None if line.is_empty() || line.starts_with("# ") => {}
            None => sections.entry(section).or_default().push(line),
        }
    }
    sections
}

fn words<'a>(lines: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    lines.iter().flat_map(|line| line.split(' '))
}

/// The hexes of a hexside `CCRR.d`, the lower first.
fn side(theatre: &Theatre, word: &str) -> (Hex, Hex) {
    let (hex, die) = word.split_once('.').unwrap();
    let hex = theatre.grid.parse(hex).unwrap();
    let other = theatre.grid.neighbour(hex, COMPASS[die.parse::<usize>().unwrap() - 1]).unwrap();
    (hex.min(other), hex.max(other))
}

/// The hexsides of a section as listed, with the changes made.
fn listed(theatre: &Theatre, section: &str) -> BTreeSet<(Hex, Hex)> {
    let fixture = fixture();
    let mut sides: BTreeSet<_> = match section {
        "crossings" => fixture[section].iter().map(|line| side(theatre, &line[..6])).collect(),
        _ => words(&fixture[section]).map(|word| side(theatre, word)).collect(),
    };
    for change in &fixture["changes"] {
        let (sign, rest) = change.split_once(' ').unwrap();
        let Some(word) = rest.strip_prefix(section).and_then(|rest| rest.get(1..7)) else { continue };
        let side = side(theatre, word);
        let changed = if sign == "+" { sides.insert(side) } else { sides.remove(&side) };
        assert!(changed, "{change}: the list has it so already");
    }
    sides
}

fn found(theatre: &Theatre, is: fn(Border) -> bool) -> BTreeSet<(Hex, Hex)> {
    let grid = &theatre.grid;
    let sides =
        grid.hexes().flat_map(|hex| grid.neighbours(hex).map(move |(side, other)| (hex, side, other)));
    sides
        .filter(|(hex, side, other)| hex < other && is(theatre.border(*hex, *side)))
        .map(|(hex, _, other)| (hex, other))
        .collect()
}

fn assert_sides(theatre: &Theatre, section: &str, is: fn(Border) -> bool) {
    let (found, listed) = (found(theatre, is), listed(theatre, section));
    let name = |(a, b): &(Hex, Hex)| format!("{}/{}", theatre.grid.name(*a), theatre.grid.name(*b));
    let extra: Vec<String> = found.difference(&listed).map(name).collect();
    let missing: Vec<String> = listed.difference(&found).map(name).collect();
    assert!(extra.is_empty() && missing.is_empty(), "{section}: not listed {extra:?}, not found {missing:?}");
}

#[test]
fn every_hex_has_its_country() {
    let theatre = campaign();
    let letters = |hex| match theatre.country(hex) {
        Country::Clear => ".t",
        Country::Forest => "f",
        Country::Mountain => "mP",
        Country::Sea => "~",
        Country::Outside => "#",
    };
    let lines = &fixture()["country"];
    assert_eq!((lines.len(), lines[0].len()), (29, 33));
    for (row, line) in (0..).zip(lines) {
        for (col, letter) in (0..).zip(line.chars()) {
            let hex = theatre.grid.at(col, row).unwrap();
            let name = theatre.grid.name(hex);
            assert!(letters(hex).contains(letter), "{name}: {:?}, listed as {letter}", theatre.country(hex));
            if letter == 't' {
                assert!(theatre.place_at(hex).is_some(), "{name} has no place");
            }
        }
    }
}

#[test]
fn every_place_lies_in_its_hex() {
    let theatre = campaign();
    let listed: BTreeMap<&str, &str> = fixture()["places"]
        .iter()
        .map(|line| line.split_once(' ').unwrap())
        .map(|(hex, name)| (name, hex))
        .collect();
    assert_eq!(theatre.places().len(), listed.len());
    for place in theatre.places() {
        assert_eq!(theatre.grid.name(place.hex), listed[place.name.as_str()], "{}", place.name);
    }
}

#[test]
fn every_hexside_has_what_runs_along_and_across_it() {
    let theatre = campaign();
    assert_sides(&theatre, "major rivers", |border| border.river == Some(River::Major));
    assert_sides(&theatre, "minor rivers", |border| border.river == Some(River::Minor));
    assert_sides(&theatre, "ridges", |border| border.ridge);
    assert_sides(&theatre, "roads", |border| border.road);
    assert_sides(&theatre, "railroads", |border| border.rail);
    assert_sides(&theatre, "crossings", |border| border.passage.is_some());
}

#[test]
fn every_crossing_has_its_kind_and_name() {
    let theatre = campaign();
    let fixture = fixture();
    let changes = fixture["changes"].iter().filter_map(|change| change.strip_prefix("+ crossings "));
    let dropped: Vec<&str> =
        fixture["changes"].iter().filter_map(|change| change.strip_prefix("- crossings ")).collect();
    for line in fixture["crossings"].iter().copied().filter(|line| !dropped.contains(line)).chain(changes) {
        let (word, what) = line.split_once(' ').unwrap();
        let (hex, other) = side(&theatre, word);
        let side = theatre.grid.direction_to(hex, other).unwrap();
        let kind = match theatre.border(hex, side).passage {
            Some(Passage::Bridge) => "bridge",
            Some(Passage::Ferry) => "ferry",
            None => "nothing",
        };
        let name = theatre.passage_name(hex, side).unwrap_or_default();
        assert_eq!(format!("{kind} {name}"), what, "{word}");
        assert_eq!(theatre.passage_name(other, side.opposite()), Some(name));
    }
}

#[test]
fn the_regions_have_their_hexes() {
    let theatre = campaign();
    let fixture = fixture();
    let hexes = |section: &str| -> HexSet {
        words(&fixture[section]).map(|word| theatre.grid.parse(word).unwrap()).collect()
    };
    let land: HexSet = theatre.grid.hexes().filter(|hex| theatre.country(*hex).is_land()).collect();
    assert_eq!(theatre.region("the-south"), Some(&hexes("the-south")));
    assert_eq!(theatre.region("north-of-potomac"), Some(&land.difference(&hexes("south-of-potomac"))));
}

/// The South ends at rivers and at the Blue Ridge; roads lead over both.
#[test]
fn the_south_ends_at_a_crest_where_no_river_of_its_line_runs() {
    let theatre = campaign();
    let south = theatre.region("the-south").unwrap();
    let mut roads = [Vec::new(), Vec::new()];
    for hex in south.iter() {
        for (side, other) in theatre.grid.neighbours(hex) {
            let border = theatre.border(hex, side);
            if !south.contains(other) && (border.road || border.rail) {
                let crest = theatre.is_crest("the-south", hex, other);
                assert_eq!(crest, theatre.is_crest("the-south", other, hex));
                roads[usize::from(crest)].push(format!(
                    "{}/{}",
                    theatre.grid.name(other),
                    theatre.grid.name(hex)
                ));
            }
        }
    }
    let [rivers, crest] = roads.map(|mut roads| {
        roads.sort();
        roads.join(" ")
    });
    assert_eq!(
        rivers,
        "0822/0823 0822/0922 1122/1023 1223/1123 1323/1224 1524/1425 1625/1525 1625/1626 1826/1827"
    );
    assert_eq!(crest, "0525/0626 0623/0723");
    assert!(!theatre.is_crest("north-of-potomac", Hex::default(), Hex::default()));
}

/// Towns on opposite banks are in different hexes with the river between them.
#[test]
fn towns_stand_on_their_proper_banks() {
    let theatre = campaign();
    let north = theatre.region("north-of-potomac").unwrap();
    let home = |name: &str| theatre.find_place(name).unwrap_or_else(|| panic!("no {name}")).hex;
    for name in ["Washington", "Williamsport", "Sharpsburg", "Berlin", "Poolesville", "Cumberland", "Hancock"]
    {
        assert!(north.contains(home(name)), "{name}");
    }
    for name in
        ["Alexandria", "Falling Waters", "Shepherdstown", "Harpers Ferry", "Leesburg", "Romney", "Bath"]
    {
        assert!(!north.contains(home(name)), "{name}");
    }
    let pairs = [
        ("Fredericksburg", "Falmouth"),
        ("Harrisburg", "Bridgeport"),
        ("Wrightsville", "Columbia"),
        ("Washington", "Alexandria"),
        ("Williamsport", "Falling Waters"),
        ("Shepherdstown", "Sharpsburg"),
        ("Havre de Grace", "Perryville"),
    ];
    for (one, other) in pairs {
        let side =
            theatre.grid.direction_to(home(one), home(other)).unwrap_or_else(|| panic!("{one}, {other}"));
        let border = theatre.border(home(one), side);
        assert!(border.river == Some(River::Major) && border.passage.is_some(), "{one}, {other}: {border:?}");
    }
}

/// Steps from each hex along roads and railroads.
fn marches(theatre: &Theatre, from: Hex) -> BTreeMap<Hex, u16> {
    let mut steps = BTreeMap::from([(from, 0)]);
    let mut open = std::collections::VecDeque::from([from]);
    while let Some(hex) = open.pop_front() {
        for (side, other) in theatre.grid.neighbours(hex) {
            if theatre.border(hex, side).has_way() && !steps.contains_key(&other) {
                steps.insert(other, steps[&hex] + 1);
                open.push_back(other);
            }
        }
    }
    steps
}

#[test]
fn marches_are_as_long_as_they_were() {
    let theatre = campaign();
    let marches_of = [
        ("Culpeper", "Sperryville", 3),
        ("Culpeper", "Front Royal", 7),
        ("Culpeper", "Winchester", 11),
        ("Culpeper", "Williamsport", 17),
        ("Fredericksburg", "Culpeper", 6),
        ("Falmouth", "Washington", 8),
        ("Falmouth", "Frederick", 15),
        ("Winchester", "Harpers Ferry", 4),
        ("Frederick", "Gettysburg", 5),
        ("Chambersburg", "Harrisburg", 9),
        ("Baltimore", "Harrisburg", 13),
        ("Baltimore", "Washington", 6),
    ];
    for (from, to, hexes) in marches_of {
        let steps = marches(&theatre, theatre.find_place(from).unwrap().hex);
        assert_eq!(steps[&theatre.find_place(to).unwrap().hex], hexes, "{from} to {to}");
    }
}

#[test]
fn roads_join_all_towns_and_cross_only_where_they_can() {
    let theatre = campaign();
    let steps = marches(&theatre, theatre.find_place("Gettysburg").unwrap().hex);
    for place in theatre.places() {
        assert!(steps.contains_key(&place.hex), "no road leads to {}", place.name);
    }
    for hex in theatre.grid.hexes() {
        for (side, _) in theatre.grid.neighbours(hex) {
            let border = theatre.border(hex, side);
            let name = theatre.grid.name(hex);
            if border.has_way() {
                assert!(theatre.country(hex).is_land(), "a road at sea in {name}");
                assert_eq!(border.river.is_some(), border.passage.is_some(), "{name} {side}: {border:?}");
            } else {
                assert!(border.passage.is_none(), "a crossing without a road at {name} {side}");
            }
        }
    }
}
