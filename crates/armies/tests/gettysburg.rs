//! The order of battle of 1 July 1863, and the figures that its sources give for it.

use armies::OrderOfBattle;
use faults::Source;

fn battle() -> OrderOfBattle {
    let source = Source::new(
        "scenarios/armies/gettysburg-july-1.toml",
        include_str!("../../../scenarios/armies/gettysburg-july-1.toml"),
    );
    OrderOfBattle::read(&source).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn loads() {
    let _ = battle();
}

#[test]
fn arrivals() {
    let source = Source::new(
        "scenarios/armies/gettysburg-july-1-arrivals.toml",
        include_str!("../../../scenarios/armies/gettysburg-july-1-arrivals.toml"),
    );
    let _ = armies::arrivals::Arrivals::read(&source, &battle()).unwrap_or_else(|faults| panic!("{faults}"));
}
