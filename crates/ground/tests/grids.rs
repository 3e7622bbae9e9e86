//! Laws of the grid, for all orientations, parities and numberings.

use std::collections::BTreeSet;

use ground::{
    Direction, Grid, GridError, GridShape, Hex, HexMap, HexSet, MAX_HEXES, Numbering, Orientation, Parity,
};
use proptest::prelude::*;

fn any_grid() -> impl Strategy<Value = Grid> {
    (1u16..15, 1u16..15, any::<[bool; 3]>(), 0u16..120, 0u16..120).prop_map(
        |(cols, rows, [flat, even, columns], first_row, first_col)| {
            Grid::new(GridShape {
                cols,
                rows,
                orientation: if flat { Orientation::FlatTop } else { Orientation::PointyTop },
                parity: if even { Parity::EvenShifted } else { Parity::OddShifted },
                numbering: if columns { Numbering::ColumnRow } else { Numbering::RowColumn },
                first_row,
                first_col,
            })
            .unwrap()
        },
    )
}

/// Steps to every hex by walking from neighbour to neighbour.
fn walked(grid: &Grid, from: Hex, allowed: impl Fn(Hex) -> bool) -> Vec<Option<u16>> {
    let mut steps = vec![None; grid.len()];
    steps[from.index()] = Some(0);
    let mut front = vec![from];
    for step in 1.. {
        let mut next = Vec::new();
        for hex in front {
            for (_, other) in grid.neighbours(hex) {
                if steps[other.index()].is_none() && allowed(other) {
                    steps[other.index()] = Some(step);
                    next.push(other);
                }
            }
        }
        if next.is_empty() {
            return steps;
        }
        front = next;
    }
    steps
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn neighbours_are_mutual_and_one_step_away(grid in any_grid()) {
        for hex in grid.hexes() {
            for (side, other) in grid.neighbours(hex) {
                prop_assert_eq!(grid.neighbour(hex, side), Some(other));
                prop_assert_eq!(grid.neighbour(other, side.opposite()), Some(hex));
                prop_assert_eq!(grid.direction_to(hex, other), Some(side));
                prop_assert_eq!(grid.distance(hex, other), 1);
                prop_assert!(grid.adjacent(hex, other));
            }
            prop_assert_eq!(grid.direction_to(hex, hex), None);
        }
    }

    #[test]
    fn names_and_coordinates_come_back(grid in any_grid()) {
        let mut names = BTreeSet::new();
        for hex in grid.hexes() {
            let name = grid.name(hex);
            prop_assert_eq!(grid.parse(&name), Some(hex));
            prop_assert!(names.insert(name));
            let (q, r) = grid.axial(hex);
            prop_assert_eq!(grid.from_axial(q, r), Some(hex));
            let (col, row) = grid.col_row(hex);
            prop_assert_eq!(grid.at(col, row), Some(hex));
        }
    }

    #[test]
    fn distance_is_what_walking_takes(grid in any_grid(), pick in any::<prop::sample::Index>()) {
        let from = Hex(pick.index(grid.len()) as u16);
        let steps = walked(&grid, from, |_| true);
        for hex in grid.hexes() {
            // A rectangle of hexes has no corner that forces a detour, except a single row of columns.
            if grid.cols() > 1 && grid.rows() > 1 {
                prop_assert_eq!(Some(grid.distance(from, hex)), steps[hex.index()]);
            }
            prop_assert_eq!(grid.distance(from, hex), grid.distance(hex, from));
        }
    }

    #[test]
    fn rings_and_discs_are_what_the_distance_says(grid in any_grid(), pick in any::<prop::sample::Index>(), radius in 0u16..9) {
        let centre = Hex(pick.index(grid.len()) as u16);
        let at = |test: &dyn Fn(u16) -> bool| -> BTreeSet<Hex> {
            grid.hexes().filter(|hex| test(grid.distance(centre, *hex))).collect()
        };
        let ring: Vec<Hex> = grid.ring(centre, radius).collect();
        prop_assert_eq!(ring.iter().copied().collect::<BTreeSet<_>>(), at(&|far| far == radius));
        prop_assert_eq!(ring.len(), at(&|far| far == radius).len(), "no hex twice");
        let disc: Vec<Hex> = grid.disc(centre, radius).collect();
        prop_assert_eq!(disc.iter().copied().collect::<BTreeSet<_>>(), at(&|far| far <= radius));
        prop_assert_eq!(disc.first(), Some(&centre));
    }

    #[test]
    fn the_edge_is_walked_the_shorter_way_round(grid in any_grid()) {
        let map = HexMap::new(grid.clone());
        for a in grid.hexes() {
            for b in grid.hexes() {
                let along = grid.edge_distance(a, b);
                prop_assert_eq!(along.is_some(), grid.is_edge(a) && grid.is_edge(b));
                prop_assert_eq!(along, grid.edge_distance(b, a));
                if let Some(along) = along {
                    prop_assert!(along >= grid.distance(a, b));
                    prop_assert!((along == 0) == (a == b));
                }
            }
            prop_assert_eq!(map.is_edge(a), grid.is_edge(a));
        }
    }

    #[test]
    fn sets_follow_the_laws_of_sets(a in prop::collection::btree_set(0u16..1024, 0..60), b in prop::collection::btree_set(0u16..1024, 0..60)) {
        let set = |members: &BTreeSet<u16>| -> HexSet { members.iter().map(|member| Hex(*member)).collect() };
        let list = |set: HexSet| -> BTreeSet<u16> { set.iter().map(|hex| hex.0).collect() };
        let (x, y) = (set(&a), set(&b));
        prop_assert_eq!(list(x.union(&y)), a.union(&b).copied().collect::<BTreeSet<_>>());
        prop_assert_eq!(list(x.intersection(&y)), a.intersection(&b).copied().collect::<BTreeSet<_>>());
        prop_assert_eq!(list(x.difference(&y)), a.difference(&b).copied().collect::<BTreeSet<_>>());
        prop_assert_eq!(x.intersects(&y), !a.is_disjoint(&b));
        prop_assert_eq!(x.is_subset(&y), a.is_subset(&b));
        prop_assert_eq!(x.count(), a.len());
        prop_assert_eq!(x.is_empty(), a.is_empty());
        prop_assert_eq!(x.first_member().map(|hex| hex.0), a.first().copied());
        let written = serde_json::to_string(&x).unwrap();
        prop_assert_eq!(serde_json::from_str::<HexSet>(&written).unwrap(), x);
    }
}

/// The directions of the rules ledger's conventions: E(+1,0) NE(+1,-1) NW(0,-1) W(-1,0) SW(-1,+1) SE(0,+1).
#[test]
fn directions_point_where_their_names_say() {
    let grid = Grid::new(GridShape::pointy(5, 5)).unwrap();
    let at = |name: &str| grid.parse(name).unwrap();
    let around = |name: &str| Direction::ALL.map(|side| grid.name(grid.neighbour(at(name), side).unwrap()));
    assert_eq!(around("0202"), ["0203", "0102", "0101", "0201", "0301", "0302"]);
    assert_eq!(around("0302"), ["0303", "0203", "0202", "0301", "0402", "0403"]);

    let grid = Grid::new(GridShape::flat(5, 5)).unwrap();
    let at = |name: &str| grid.parse(name).unwrap();
    let around = |name: &str| Direction::ALL.map(|side| grid.name(grid.neighbour(at(name), side).unwrap()));
    // North-east, north, north-west, south-west, south, south-east; columns first.
    assert_eq!(around("0202"), ["0301", "0201", "0101", "0102", "0203", "0302"]);
    assert_eq!(around("0302"), ["0402", "0301", "0202", "0203", "0303", "0403"]);
}

#[test]
fn a_walk_along_the_north_edge_and_round_the_corner() {
    let grid = Grid::new(GridShape::pointy(14, 10)).unwrap();
    let at = |name: &str| grid.parse(name).unwrap();
    assert_eq!(grid.edge_distance(at("0002"), at("0007")), Some(5));
    assert_eq!(grid.edge_distance(at("0001"), at("0200")), Some(3));
    assert_eq!(grid.edge_distance(at("0500"), at("0513")), Some(21));
    assert_eq!(grid.edge_distance(at("0505"), at("0500")), None);
}

#[test]
fn holes_make_edges_of_their_own() {
    let mut map = HexMap::new(Grid::new(GridShape::pointy(5, 5)).unwrap());
    let at = |name: &str| Grid::new(GridShape::pointy(5, 5)).unwrap().parse(name).unwrap();
    assert!(!map.is_edge(at("0202")));
    let mut playable = *map.playable();
    playable.remove(at("0203"));
    map.set_playable(playable);
    assert!(map.is_edge(at("0202")) && !map.is_edge(at("0203")));
    assert_eq!(map.edge_distance(at("0202"), at("0204")), Some(3));
    assert_eq!(map.edge_distance(at("0000"), at("0004")), Some(4));
    assert_eq!(map.edge_distance(at("0203"), at("0004")), None);
}

#[test]
fn impossible_grids_are_refused() {
    let refused = |shape| Grid::new(shape).unwrap_err();
    assert_eq!(refused(GridShape::pointy(0, 5)), GridError::Empty);
    assert_eq!(refused(GridShape::pointy(64, 33)), GridError::TooLarge { hexes: 2112, most: MAX_HEXES });
    assert_eq!(refused(GridShape { first_row: 995, ..GridShape::pointy(4, 6) }), GridError::NumbersTooLong);
    let grid = Grid::new(GridShape { first_row: 95, ..GridShape::pointy(4, 6) }).unwrap();
    assert_eq!(grid.name(Hex(0)), "095000");
    assert_eq!(grid.parse("0950"), None);
    let written = serde_json::to_string(&grid).unwrap();
    assert_eq!(serde_json::from_str::<Grid>(&written).unwrap(), grid);
    assert!(serde_json::from_str::<Grid>(&written.replace("\"cols\":4", "\"cols\":4000")).is_err());
    assert!(serde_json::from_str::<HexSet>("[3,1024]").is_err());
}
