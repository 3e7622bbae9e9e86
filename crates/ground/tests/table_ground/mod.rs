//! The ground of July 1 on a table, as one of the games might lay it.

use faults::Source;
use ground::Battlefield;
use ground::table::Kinds;
use ground::table::lay::{Ground, Plan, Scale, Tabletop, lay};

/// Classes that stand for those of a game.
pub const WOODS: Kinds = Kinds::of(0);
pub const OPEN: Kinds = Kinds::of(1);
pub const BUILT: Kinds = Kinds::of(2);
pub const WET: Kinds = Kinds::of(3);
pub const STREAM: Kinds = Kinds::of(4);
pub const WALL: Kinds = Kinds::of(5);
pub const ROAD: Kinds = Kinds::of(6);
pub const CUT: Kinds = Kinds::of(7);

/// All of the battlefield at 25 thousandths of an inch for a yard.
pub fn july_1() -> Tabletop {
    let text = include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson");
    let ground =
        Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).expect("the battlefield is sound");
    let plan = Plan { frame: None, scale: Scale::a_yard(25), cell: 3_000, contour_cell: 3_000 };
    lay(&ground, &plan, |ground, _| match ground {
        Ground::Woods(ground::battlefield::Density::Dense) => WOODS,
        Ground::Woods(_) | Ground::Orchard => OPEN,
        Ground::Town | Ground::Building => BUILT,
        Ground::Marsh | Ground::Pond | Ground::Rocks => WET,
        Ground::Stream(_) => STREAM,
        Ground::Wall(_) => WALL,
        Ground::Road(_) => ROAD,
        Ground::Railroad(_) => CUT,
        Ground::Crops => Kinds::NONE,
    })
    .expect("the battlefield fits a table")
}
