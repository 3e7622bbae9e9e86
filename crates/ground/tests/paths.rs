//! Reach and paths: the bucket queue against a slow, plain twin on random maps.

use ground::{Costs, Direction, Grid, GridShape, Hex, IMPASSABLE, Scratch};
use proptest::prelude::*;

/// Settles the cheapest open hex again and again; no queue, no tricks.
fn slow_reach(
    grid: &Grid,
    price: &dyn Fn(Hex, Direction) -> Option<u8>,
    start: Hex,
    budget: u16,
    stop: &dyn Fn(Hex) -> bool,
) -> Vec<Option<u16>> {
    let mut best: Vec<Option<u16>> = vec![None; grid.len()];
    let mut settled = vec![false; grid.len()];
    best[start.index()] = Some(0);
    while let Some(hex) = grid
        .hexes()
        .filter(|hex| !settled[hex.index()] && best[hex.index()].is_some())
        .min_by_key(|hex| best[hex.index()])
    {
        settled[hex.index()] = true;
        if hex != start && stop(hex) {
            continue;
        }
        for (side, other) in grid.neighbours(hex) {
            let Some(cost) = price(hex, side) else { continue };
            let total = best[hex.index()].unwrap() + u16::from(cost);
            if total <= budget && best[other.index()].is_none_or(|known| total < known) {
                best[other.index()] = Some(total);
            }
        }
    }
    best
}

#[derive(Debug, Clone)]
struct Land {
    grid: Grid,
    prices: Vec<[Option<u8>; 6]>,
    stops: Vec<bool>,
}

fn any_land() -> impl Strategy<Value = Land> {
    let price = prop_oneof![
        4 => Just(Some(12u8)),
        1 => Just(Some(24)),
        1 => Just(Some(3)),
        1 => (0u8..=254).prop_map(Some),
        1 => Just(None),
    ];
    (
        prop_oneof![4 => (1u16..13, 1u16..13), 1 => (65u16..72, 1u16..3), 1 => (1u16..3, 65u16..72)],
        any::<bool>(),
        prop::collection::vec(prop::array::uniform6(price), 144),
        prop::collection::vec(prop::bool::weighted(0.1), 144),
    )
        .prop_map(|((cols, rows), flat, prices, stops)| {
            let shape = if flat { GridShape::flat(cols, rows) } else { GridShape::pointy(cols, rows) };
            Land { grid: Grid::new(shape).unwrap(), prices, stops }
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn reach_agrees_with_the_slow_twin(land in any_land(), starts in prop::collection::vec((any::<prop::sample::Index>(), 0u16..700), 1..6)) {
        let price = |hex: Hex, side: Direction| land.prices[hex.index()][side.index()];
        let stop = |hex: Hex| land.stops[hex.index()];
        let costs = Costs::new(&land.grid, |hex, side, _| price(hex, side));
        // One scratch for all calls: nothing of the last may show in the next.
        let mut scratch = Scratch::new();
        for (pick, budget) in starts {
            let start = Hex(pick.index(land.grid.len()) as u16);
            let expected = slow_reach(&land.grid, &price, start, budget, &stop);
            costs.reach(&mut scratch, start, budget, stop);
            let found: Vec<Option<u16>> = land.grid.hexes().map(|hex| scratch.cost(hex)).collect();
            prop_assert_eq!(&found, &expected);

            let listed: Vec<(Hex, u16)> = scratch.reached().collect();
            prop_assert_eq!(listed[0], (start, 0));
            prop_assert!(listed.windows(2).all(|pair| pair[0].1 <= pair[1].1));
            prop_assert_eq!(listed.len(), expected.iter().flatten().count());
            prop_assert_eq!(scratch.reached_set::<16>().count(), listed.len());

            for hex in land.grid.hexes() {
                let Some(path) = scratch.path(hex) else {
                    prop_assert_eq!(scratch.cost(hex), None);
                    continue;
                };
                prop_assert_eq!((path[0], path[path.len() - 1]), (start, hex));
                let mut paid = 0;
                for step in path.windows(2) {
                    let side = land.grid.direction_to(step[0], step[1]).unwrap();
                    prop_assert!(step[0] == start || !stop(step[0]));
                    paid += u16::from(price(step[0], side).unwrap());
                }
                prop_assert_eq!(Some(paid), scratch.cost(hex));
            }
        }
    }

    #[test]
    fn a_way_is_that_of_the_whole_search(land in any_land(), budget in 0u16..400, goals in prop::collection::vec(any::<prop::sample::Index>(), 1..6)) {
        let price = |hex: Hex, side: Direction| land.prices[hex.index()][side.index()];
        let costs = Costs::new(&land.grid, |hex, side, _| price(hex, side));
        let last_word = |_, _, to: Hex, cost| if land.stops[to.index()] { IMPASSABLE } else { cost };
        let mut whole = Scratch::new();
        costs.reach_by(&mut whole, Hex(0), budget, |_| false, last_word);
        // What one way leaves behind does not disturb the next.
        let mut scratch = Scratch::new();
        for goal in goals {
            let goal = Hex(goal.index(land.grid.len()) as u16);
            costs.way_by(&mut scratch, Hex(0), goal, budget, last_word);
            prop_assert_eq!(scratch.path(goal), whole.path(goal));
            prop_assert_eq!(scratch.cost(goal), whole.cost(goal));
        }
    }

    #[test]
    fn a_last_word_on_prices_is_heard(land in any_land(), budget in 0u16..400) {
        let costs = Costs::new(&land.grid, |hex, side, _| land.prices[hex.index()][side.index()]);
        // Hexes with a stop cannot be entered at all, all other steps cost one more.
        let dearer = |hex: Hex, side: Direction| {
            let other = land.grid.neighbour(hex, side)?;
            let cost = land.prices[hex.index()][side.index()]?;
            (!land.stops[other.index()]).then(|| cost.saturating_add(1).min(254))
        };
        let expected = slow_reach(&land.grid, &dearer, Hex(0), budget, &|_| false);
        let mut scratch = Scratch::new();
        costs.reach_by(&mut scratch, Hex(0), budget, |_| false, |_, _, to, cost| {
            if land.stops[to.index()] { IMPASSABLE } else { cost.saturating_add(1).min(254) }
        });
        let found: Vec<Option<u16>> = land.grid.hexes().map(|hex| scratch.cost(hex)).collect();
        prop_assert_eq!(found, expected);
    }
}

#[test]
fn a_scratch_survives_any_number_of_uses() {
    let grid = Grid::new(GridShape::pointy(4, 4)).unwrap();
    let costs = Costs::new(&grid, |_, _, _| Some(12));
    let mut scratch = Scratch::new();
    for round in 0..140_000u32 {
        let start = Hex((round % 16) as u16);
        costs.reach(&mut scratch, start, 12, |_| false);
        let neighbours = grid.neighbours(start).count();
        assert_eq!(scratch.reached().count(), neighbours + 1, "round {round}");
    }
}

#[test]
fn the_start_may_be_left_even_where_others_must_stop() {
    let grid = Grid::new(GridShape::pointy(5, 1)).unwrap();
    let costs = Costs::new(&grid, |_, _, _| Some(1));
    let mut scratch = Scratch::new();
    costs.reach(&mut scratch, Hex(0), 10, |hex| hex == Hex(0) || hex == Hex(2));
    assert_eq!(scratch.reached_set::<16>().iter().collect::<Vec<_>>(), [Hex(0), Hex(1), Hex(2)]);
    assert_eq!(scratch.came_from(Hex(2)), Some((Hex(1), Direction::E)));
    assert_eq!(scratch.came_from(Hex(0)), None);
    assert_eq!(scratch.came_from(Hex(4)), None);
    assert_eq!(costs.cost(Hex(0), Direction::E), 1);
    assert_eq!(costs.cost(Hex(0), Direction::W), IMPASSABLE);
}

#[test]
fn a_step_that_costs_nothing_is_made_with_nothing_left() {
    let grid = Grid::new(GridShape::pointy(4, 1)).unwrap();
    // Two to the second hex, nothing to the third, one to the last.
    let prices = [2, 0, 1];
    let costs = Costs::new(&grid, |from, side, _| (side == Direction::E).then(|| prices[from.index()]));
    let mut scratch = Scratch::new();
    let reached = |scratch: &Scratch| grid.hexes().map(|hex| scratch.cost(hex)).collect::<Vec<_>>();
    costs.reach(&mut scratch, Hex(0), 2, |_| false);
    assert_eq!(reached(&scratch), [Some(0), Some(2), Some(2), None]);
    costs.reach_by(&mut scratch, Hex(0), 2, |_| false, |_, _, _, cost| cost);
    assert_eq!(reached(&scratch), [Some(0), Some(2), Some(2), None]);
    costs.way_by(&mut scratch, Hex(0), Hex(2), 2, |_, _, _, cost| cost);
    assert_eq!(scratch.path(Hex(2)), Some(vec![Hex(0), Hex(1), Hex(2)]));
}
