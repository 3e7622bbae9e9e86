//! The routines games call most: reach, lines of sight, sets of hexes; and what loading a map costs.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use faults::Source;
use ground::{
    Battlefield, Costs, Cover, Grid, GridShape, Hex, HexMap, HexSet, Raster, RoadClass, Scratch, Settings,
    SightTable,
};

const POINT: u8 = 12;

fn gettysburg() -> Battlefield {
    let text = include_str!("../../../scenarios/battlefields/gettysburg-july-1.geojson");
    Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).expect("the battlefield is sound")
}

fn cut(field: &Battlefield) -> HexMap {
    Raster::new(field, &Settings::hexes(22_860)).expect("the map fits").map
}

/// Prices like those of infantry in a tactical game, in twelfths of a movement point.
fn foot_costs(map: &HexMap, roads: bool) -> Costs {
    Costs::new(&map.grid, |hex, side, to| {
        let hexside = map.side(hex, side);
        Some(match hexside.road.filter(|_| roads) {
            Some(RoadClass::Pike) => POINT / 4,
            Some(RoadClass::Road) => POINT / 3,
            Some(RoadClass::Trail) => POINT / 2,
            None => {
                let ground = if map.cover(to) == Cover::Woods { 2 * POINT } else { POINT };
                ground + POINT * u8::from(hexside.stream.is_some()) + POINT * u8::from(hexside.steep)
            }
        })
    })
}

fn reach(criterion: &mut Criterion) {
    let flat = HexMap::new(Grid::new(GridShape::pointy(24, 23)).expect("the grid fits"));
    let field = cut(&gettysburg());
    let cases = [
        ("clear", foot_costs(&flat, false)),
        ("gettysburg", foot_costs(&field, false)),
        ("gettysburg with roads", foot_costs(&field, true)),
    ];
    let mut scratch = Scratch::new();
    let start = flat.grid.at(12, 11).expect("the middle of the map");
    let mut group = criterion.benchmark_group("reach with 5 movement points");
    for (name, costs) in &cases {
        group.bench_function(*name, |bencher| {
            bencher.iter(|| {
                costs.reach(&mut scratch, black_box(start), 5 * u16::from(POINT), |_| false);
                black_box(scratch.reached().count())
            });
        });
    }
    let enemies: HexSet = field.grid.hexes().filter(|hex| hex.0 % 7 == 3).collect();
    group.bench_function("gettysburg, stopping near enemies", |bencher| {
        bencher.iter(|| {
            cases[1]
                .1
                .reach(&mut scratch, black_box(start), 5 * u16::from(POINT), |hex| enemies.contains(hex));
            black_box(scratch.reached().count())
        });
    });
    group.finish();
}

fn sight(criterion: &mut Criterion) {
    let map = cut(&gettysburg());
    let table: SightTable = SightTable::new(&map, 8);
    let pairs: Vec<(Hex, Hex)> = map
        .grid
        .hexes()
        .step_by(5)
        .flat_map(|from| map.grid.disc(from, 8).skip(1).step_by(3).map(move |to| (from, to)))
        .collect();
    let raised: HexSet = map.grid.hexes().filter(|hex| hex.0 % 11 == 0).collect();
    let mut group = criterion.benchmark_group("sight");
    let mut next = pairs.iter().cycle();
    group.bench_function("lookup", |bencher| {
        bencher.iter(|| {
            let (from, to) = next.next().expect("pairs go round");
            table.sight(black_box(*from), black_box(*to))
        });
    });
    let mut next = pairs.iter().cycle();
    group.bench_function("lookup with troops between", |bencher| {
        bencher.iter(|| {
            let (from, to) = next.next().expect("pairs go round");
            table.sight_with(black_box(*from), black_box(*to), &raised)
        });
    });
    group.bench_function("zone of 40 units", |bencher| {
        bencher.iter(|| {
            let mut zone = HexSet::EMPTY;
            for hex in (0..40).map(|unit| Hex(unit * 13)) {
                zone.extend_with(table.visible_mask(black_box(hex), 3));
            }
            zone
        });
    });
    group.finish();
}

fn sets(criterion: &mut Criterion) {
    let even: HexSet = (0..552).step_by(2).map(Hex).collect();
    let third: HexSet = (0..552).step_by(3).map(Hex).collect();
    let mut group = criterion.benchmark_group("hex set");
    group.bench_function("union", |bencher| bencher.iter(|| black_box(&even).union(black_box(&third))));
    group.bench_function("intersects", |bencher| {
        bencher.iter(|| black_box(&even).intersects(black_box(&third)));
    });
    group.bench_function("count", |bencher| bencher.iter(|| black_box(&even).count()));
    group.bench_function("sum of 184 members", |bencher| {
        bencher.iter(|| black_box(&third).iter().map(|hex| u32::from(hex.0)).sum::<u32>());
    });
    group.finish();
}

fn loading(criterion: &mut Criterion) {
    let text = include_str!("../../../scenarios/battlefields/gettysburg-july-1.geojson");
    let source = Source::new("gettysburg-july-1.geojson", text);
    let field = gettysburg();
    let map = cut(&field);
    let mut group = criterion.benchmark_group("loading");
    group.sample_size(10);
    group.bench_function("read gettysburg", |bencher| bencher.iter(|| Battlefield::read(black_box(&source))));
    group.bench_function("cut gettysburg", |bencher| bencher.iter(|| cut(black_box(&field))));
    group.bench_function("sight table", |bencher| bencher.iter(|| SightTable::<16>::new(black_box(&map), 8)));
    group.finish();
}

criterion_group!(benches, reach, sight, sets, loading);
criterion_main!(benches);
