//! Lines of sight: drawn positions, the laws they obey, and the fast table against a slow, plain twin.

use std::collections::BTreeSet;

use ground::sight::{corridor, sight_between};
use ground::{
    Cover, Direction, Grid, GridShape, Hex, HexMap, HexSet, Numbering, Orientation, SightTable, Visibility,
};
use proptest::prelude::*;

struct Position {
    title: String,
    map: HexMap,
    a: Hex,
    b: Hex,
    raised: HexSet,
    verdicts: Vec<(String, Visibility)>,
}

/// Every drawn position of the fixture file.
fn positions() -> Vec<Position> {
    let text = include_str!("fixtures/sight.txt");
    text.split("\n== ").skip(1).map(read_position).collect()
}

fn read_position(text: &str) -> Position {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let title = lines.next().unwrap().to_owned();
    let mut rows: Vec<Vec<&str>> = Vec::new();
    let mut verdicts = Vec::new();
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            [what @ ("sight" | "troops" | "A>B" | "B>A"), verdict] => {
                let sight = match verdict {
                    "clear" => Visibility::Clear,
                    "partial" => Visibility::Partial,
                    "blocked" => Visibility::Blocked,
                    other => panic!("{title}: {other}?"),
                };
                verdicts.push((what.to_owned(), sight));
            }
            _ => rows.push(words),
        }
    }
    let grid = Grid::new(GridShape::pointy(rows[0].len() as u16, rows.len() as u16)).unwrap();
    let mut map = HexMap::new(grid);
    let (mut ends, mut raised, mut playable) = ([None, None], HexSet::EMPTY, *map.playable());
    for (hex, cell) in map.grid.hexes().zip(rows.concat()) {
        let (cell, end) = match cell.strip_prefix('A') {
            Some(rest) => (rest, Some(0)),
            None => cell.strip_prefix('B').map_or((cell, None), |rest| (rest, Some(1))),
        };
        if let Some(end) = end {
            ends[end] = Some(hex);
        }
        let cell = cell.strip_suffix('+').map_or(cell, |rest| {
            raised.insert(hex);
            rest
        });
        let cover = match &cell[..1] {
            "." => Cover::Clear,
            "o" => Cover::Orchard,
            "c" => Cover::Cultivated,
            "w" => Cover::Woods,
            "t" => Cover::Town,
            "s" => Cover::SunkenRoad,
            "e" => Cover::Embankment,
            "r" => Cover::Rough,
            "m" => Cover::Marsh,
            "~" => Cover::Water,
            "-" => {
                playable.remove(hex);
                Cover::Clear
            }
            other => panic!("{title}: ground {other}?"),
        };
        map.set_cover(hex, cover);
        map.set_level(hex, cell[1..].parse().unwrap_or(0));
    }
    map.set_playable(playable);
    let [a, b] = ends.map(|end| end.unwrap_or_else(|| panic!("{title}: an end is missing")));
    assert!(!verdicts.is_empty(), "{title}: no verdict");
    Position { title, map, a, b, raised, verdicts }
}

#[test]
fn drawn_positions_are_judged_as_the_rules_say() {
    let positions = positions();
    assert!(positions.len() >= 60, "only {} positions", positions.len());
    let mut wrong = Vec::new();
    for Position { title, map, a, b, raised, verdicts } in &positions {
        let table: SightTable = SightTable::new(map, 8);
        for (what, expected) in verdicts {
            // What is the same both ways is asked both ways.
            let answers = match what.as_str() {
                "sight" => vec![table.sight(*a, *b), table.sight(*b, *a)],
                "troops" => vec![table.sight_with(*a, *b, raised), table.sight_with(*b, *a, raised)],
                "A>B" => vec![table.sight_into(*a, *b, raised)],
                _ => vec![table.sight_into(*b, *a, raised)],
            };
            if answers.iter().any(|answer| answer != expected) {
                wrong.push(format!("{title}: {what} should be {expected:?}, is {answers:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_situation_of_the_line_of_sight_rules_is_drawn() {
    let titles: Vec<String> = positions().into_iter().map(|position| position.title).collect();
    for id in [
        "LFM-27.0a",
        "LFM-27.0c",
        "LFM-27.0d",
        "LFM-27.0e",
        "LFM-27.1",
        "LFM-27.2",
        "LFM-27.3",
        "LFM-27.4",
        "LFM-27.5",
        "LFM-27.6",
        "LFM-27.7",
        "LFM-27.8",
        "LFM-27.9",
        "R-15",
        "R-17",
        "R-18",
    ] {
        assert!(titles.iter().any(|title| title.split(' ').any(|word| word == id)), "nothing drawn for {id}");
    }
}

/// The worked figure (LFM-27.9, R-15, R-94): from 2444 a target at range 7 is seen along 1843 and 1844, in
/// either reading of the numbers, and 2444 to 1843 is 6 hexes.
#[test]
fn the_worked_figure_holds_in_both_numberings() {
    // Rows number 21, columns 45, so that both readings fit on a map of the allowed size.
    let readings = [
        (Numbering::RowColumn, Orientation::PointyTop, 14, 36, [(Direction::NE, 3), (Direction::NW, 4)]),
        (Numbering::ColumnRow, Orientation::FlatTop, 36, 14, [(Direction::NW, 4), (Direction::W, 3)]),
    ];
    for (numbering, orientation, first_row, first_col, steps) in readings {
        let shape = GridShape { numbering, orientation, first_row, first_col, ..GridShape::pointy(16, 16) };
        // First rows and columns are even, so that the parity of printed and counted numbers agrees.
        let grid = Grid::new(shape).unwrap();
        let gun = grid.parse("2444").unwrap();
        let (low, high) = (grid.parse("1843").unwrap(), grid.parse("1844").unwrap());
        assert_eq!(grid.distance(gun, low), 6);
        let mut target = gun;
        for (side, count) in steps {
            for _ in 0..count {
                target = grid.neighbour(target, side).unwrap();
            }
        }
        assert_eq!(grid.distance(gun, target), 7);
        let last: BTreeSet<Hex> = corridor(&grid, gun, target).last().unwrap().hexes().collect();
        assert_eq!(last, BTreeSet::from([low, high]), "{numbering:?}");
    }
}

/// The slow twin: walks every shortest path and keeps those whose every hex lies in the corridor by the ruling's own
/// words: at step k, na·k/N of the first direction, rounded down or up.
fn slow_sight(map: &HexMap, from: Hex, to: Hex, raised: &HexSet) -> Visibility {
    let grid = &map.grid;
    let steps = i32::from(grid.distance(from, to));
    let higher = map.level(from).max(map.level(to));
    let obstructs = |hex: Hex| {
        let height = map.level(hex)
            + i8::from(matches!(map.cover(hex), Cover::Woods | Cover::Town))
            + i8::from(raised.contains(hex));
        height > higher || (height == higher && map.level(from) != map.level(to))
    };
    let (q, r) = grid.axial(from);
    let (to_q, to_r) = grid.axial(to);
    // Steps of two neighbouring directions that lead there.
    let split = Direction::ALL.into_iter().find_map(|first| {
        let second = first.counterclockwise();
        (0..=steps as i16).find_map(|count| {
            let (other, (fq, fr), (sq, sr)) = (steps as i16 - count, first.axial(), second.axial());
            let there = (q + fq * count + sq * other, r + fr * count + sr * other);
            (there == (to_q, to_r)).then_some((first, second, i32::from(count)))
        })
    });
    let Some((first, second, na)) = split else { panic!("no way from {from:?} to {to:?}") };
    let qualifies = |k: i32, count: i32| {
        let exact = k * na;
        count == exact.div_euclid(steps) || count == -(-exact).div_euclid(steps)
    };
    let mut free = false;
    let mut hindered = false;
    let mut fronts: Vec<(i32, i32, Hex, bool)> = vec![(0, 0, from, true)];
    while let Some((k, count, hex, clean)) = fronts.pop() {
        if k == steps {
            free |= clean;
            continue;
        }
        for (side, count) in [(first, count + 1), (second, count)] {
            let Some(next) = grid.neighbour(hex, side).filter(|next| map.is_playable(*next)) else {
                continue;
            };
            if qualifies(k + 1, count) {
                let blocked = k + 1 < steps && obstructs(next);
                fronts.push((k + 1, count, next, clean && !blocked));
            }
        }
    }
    // A hex obstructs the view even where no line on the map leads on from it.
    for step in corridor(grid, from, to) {
        hindered |= step.hexes().any(|hex| map.is_playable(hex) && obstructs(hex));
    }
    match (free, hindered) {
        (false, _) => Visibility::Blocked,
        (true, true) => Visibility::Partial,
        (true, false) => Visibility::Clear,
    }
}

fn any_map() -> impl Strategy<Value = (HexMap, HexSet)> {
    let cell = (0u8..10, 0i8..4, 0u8..12, prop::bool::weighted(0.1));
    (3u16..11, 3u16..11, any::<bool>(), prop::collection::vec(cell, 100)).prop_map(
        |(cols, rows, flat, cells)| {
            let shape = if flat { GridShape::flat(cols, rows) } else { GridShape::pointy(cols, rows) };
            let mut map = HexMap::new(Grid::new(shape).unwrap());
            let (mut raised, mut playable) = (HexSet::EMPTY, *map.playable());
            for (hex, (cover, level, hole, up)) in map.grid.hexes().zip(cells) {
                map.set_cover(hex, Cover::ALL[usize::from(cover)]);
                map.set_level(hex, level);
                if hole == 0 {
                    playable.remove(hex);
                }
                if up {
                    raised.insert(hex);
                }
            }
            map.set_playable(playable);
            (map, raised)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn the_table_agrees_with_the_slow_twin((map, raised) in any_map()) {
        let table: SightTable = SightTable::new(&map, 5);
        for from in map.playable() {
            for to in map.playable() {
                if from == to {
                    continue;
                }
                let bare = slow_sight(&map, from, to, &HexSet::EMPTY);
                prop_assert_eq!(table.sight(from, to), bare, "{:?} to {:?}", from, to);
                let with_troops = slow_sight(&map, from, to, &raised);
                prop_assert_eq!(table.sight_with(from, to, &raised), with_troops, "{:?} to {:?}", from, to);
                let distance = map.grid.distance(from, to);
                for range in 1..=5 {
                    let seen = table.visible_mask(from, range).contains(to);
                    prop_assert_eq!(seen, distance <= range && bare != Visibility::Blocked);
                }
            }
        }
    }

    #[test]
    fn sight_and_corridor_are_the_same_both_ways((map, raised) in any_map()) {
        let table: SightTable = SightTable::new(&map, 4);
        for a in map.grid.hexes() {
            for b in map.grid.hexes().filter(|b| a < *b) {
                let there: Vec<BTreeSet<Hex>> =
                    corridor(&map.grid, a, b).map(|step| step.hexes().collect()).collect();
                let mut back: Vec<BTreeSet<Hex>> =
                    corridor(&map.grid, b, a).map(|step| step.hexes().collect()).collect();
                back.reverse();
                prop_assert_eq!(&there, &back);
                prop_assert_eq!(there.len(), usize::from(map.grid.distance(a, b)).saturating_sub(1));
                if map.is_playable(a) && map.is_playable(b) {
                    prop_assert_eq!(table.sight_with(a, b, &raised), table.sight_with(b, a, &raised));
                }
            }
        }
    }

    #[test]
    fn corridor_hexes_lie_at_their_step_and_open_ground_is_clear((map, _) in any_map()) {
        for a in map.grid.hexes() {
            for b in map.grid.hexes() {
                for (step, hexes) in (1..).zip(corridor(&map.grid, a, b)) {
                    for hex in hexes.hexes() {
                        prop_assert_eq!(map.grid.distance(a, hex), step);
                        prop_assert_eq!(map.grid.distance(hex, b), map.grid.distance(a, b) - step);
                    }
                }
                let open = sight_between(&map.grid, a, b, |_| true, |_| false);
                prop_assert_eq!(open, Visibility::Clear);
            }
        }
    }
}
