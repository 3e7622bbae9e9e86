//! What the ground is to this game (T-TERRAIN).

use super::scale::Scale;
use ground::battlefield::{Density, Railroad, Wall, WaterClass, WayClass};
use ground::table::Kinds;
use ground::table::lay::{Class, Ground, Legend};

/// Woods: they cost, give soft cover, and block sight after 100 yards; cavalry counts half in them.
pub const WOODS: Kinds = Kinds::of(0);
/// Orchards and open woods: they cost and give soft cover.
pub const ORCHARD: Kinds = Kinds::of(1);
/// Rocks: they cost and give hard cover.
pub const ROCKS: Kinds = Kinds::of(2);
/// Marsh: it costs.
pub const MARSH: Kinds = Kinds::of(3);
/// Buildings and towns: they cost, give hard cover, block sight; no mounted cavalry or limbered guns but on roads.
pub const BUILDING: Kinds = Kinds::of(4);
/// Ground that nobody passes: as a line a river, as an area a swamp, a cliff or a pond.
pub const IMPASSABLE: Kinds = Kinds::of(5);
/// A small stream: it costs.
pub const STREAM: Kinds = Kinds::of(6);
/// A ford: a gap in a river that costs.
pub const FORD: Kinds = Kinds::of(7);
/// A bridge: a gap in a river.
pub const BRIDGE: Kinds = Kinds::of(8);
/// A picket fence: it costs and gives soft cover.
pub const FENCE: Kinds = Kinds::of(9);
/// A wall: it costs and gives hard cover.
pub const WALL: Kinds = Kinds::of(10);
/// Fieldworks: they cost and give hard cover.
pub const FIELDWORKS: Kinds = Kinds::of(11);
/// An abatis or the wall of a fort: a major obstacle (STE-MOVE-34), hard cover.
pub const ABATIS: Kinds = Kinds::of(12);
/// A railroad cut from 12 feet deep: it costs and gives hard cover.
pub const CUT: Kinds = Kinds::of(13);
/// A road.
pub const ROAD: Kinds = Kinds::of(14);
/// A defile, in which columns may attack (STE-MOVE-15).
pub const DEFILE: Kinds = Kinds::of(15);

/// Areas that take an inch a die, each class once a move (STE-MOVE-18, R-48).
pub const COSTLY_AREAS: Kinds = WOODS.with(ORCHARD).with(ROCKS).with(MARSH).with(BUILDING);
/// Lines that take an inch a die, each once a crossing (STE-MOVE-18, R-48).
pub const COSTLY_LINES: Kinds = STREAM.with(FORD).with(FENCE).with(WALL).with(FIELDWORKS).with(CUT);
/// Soft cover (STE-FIRE-22).
pub const SOFT: Kinds = WOODS.with(ORCHARD).with(FENCE);
/// Hard cover (STE-FIRE-23).
pub const HARD: Kinds = ROCKS.with(BUILDING).with(WALL).with(FIELDWORKS).with(ABATIS).with(CUT);
/// Everything that covers.
pub const COVER: Kinds = SOFT.with(HARD);
/// Cover that lies in a line.
pub const LINEAR_COVER: Kinds = FENCE.with(WALL).with(FIELDWORKS).with(ABATIS).with(CUT);
/// Cover that is an area.
pub const AREA_COVER: Kinds = WOODS.with(ORCHARD).with(ROCKS).with(BUILDING);

const fn area(word: &'static str, letter: char) -> Class {
    Class { word, letter: Some(letter), is_area: true }
}

const fn line(word: &'static str) -> Class {
    Class { word, letter: None, is_area: false }
}

/// How small ground is drawn: lengths in inches, a level a contour.
pub const LEGEND: Legend = Legend {
    classes: &[
        area("woods", 'w'),
        area("orchard", 'o'),
        area("rocks", 'r'),
        area("marsh", 'm'),
        area("building", 'b'),
        area("impassable", 'x'),
        line("stream"),
        line("ford"),
        line("bridge"),
        line("fence"),
        line("wall"),
        line("fieldworks"),
        line("abatis"),
        line("cut"),
        line("road"),
        line("defile"),
    ],
    decimals: 3,
    level: 1,
    cell: 2_000,
};

/// From how many feet a railroad cut matters.
const DEEP: u16 = 12;

/// What real ground becomes (T-TERRAIN, its last lines). Brigade scale leaves out single buildings, rail fences and
/// streams without a name.
#[must_use]
pub fn class(scale: Scale, ground: Ground, name: Option<&str>) -> Kinds {
    let coarse = !scale.is_regimental();
    match ground {
        Ground::Woods(Density::Dense) => WOODS,
        Ground::Woods(Density::Open) | Ground::Orchard => ORCHARD,
        Ground::Rocks => ROCKS,
        Ground::Marsh => MARSH,
        Ground::Town => BUILDING,
        Ground::Building if !coarse => BUILDING,
        Ground::Pond => IMPASSABLE,
        Ground::Road(way) if way.class != WayClass::Trail => ROAD,
        Ground::Railroad(Railroad::Cut { depth_ft }) if depth_ft >= DEEP => CUT,
        Ground::Stream(water) if water.class == WaterClass::River => IMPASSABLE,
        Ground::Stream(_) if !coarse || name.is_some() => STREAM,
        Ground::Wall(Wall::Stone) => WALL,
        Ground::Wall(Wall::Breastwork) => FIELDWORKS,
        Ground::Wall(Wall::Fence) if !coarse => FENCE,
        _ => Kinds::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    /// What the rows of T-TERRAIN are here; the open, hills, trails and defiles have no class that costs or covers.
    const ROWS: [(&str, Kinds); 21] = [
        ("open", Kinds::NONE),
        ("hill step up", Kinds::NONE),
        ("woods", WOODS),
        ("orchard or open woods", ORCHARD),
        ("rocks", ROCKS),
        ("marsh", MARSH),
        ("building or town", BUILDING),
        ("small stream", STREAM),
        ("ford", FORD),
        ("river", IMPASSABLE),
        ("bridge", BRIDGE),
        ("picket fence", FENCE),
        ("wall", WALL),
        ("fieldworks", FIELDWORKS),
        ("abatis or fort wall", ABATIS),
        ("railroad cut", CUT),
        ("road", ROAD),
        ("trail", Kinds::NONE),
        ("defile", DEFILE),
        ("swamp or cliff", IMPASSABLE),
        ("pond", IMPASSABLE),
    ];

    #[test]
    fn ground_costs_and_covers_as_the_table_says() {
        let _proof = proves(&["T-TERRAIN", "M-4"]);
        let ledger = include_str!("../../../../docs/rules/seeing-the-elephant.md");
        let from = ledger.find("### T-TERRAIN").expect("the ledger has the table");
        let block = ledger[from..].split("```csv\n").nth(1).and_then(|rest| rest.split("```").next());
        let rows: Vec<Vec<&str>> =
            block.expect("it has rows").lines().skip(1).map(|line| line.split(',').collect()).collect();
        assert_eq!(rows.len(), ROWS.len());
        for (row, (name, kinds)) in rows.iter().zip(ROWS) {
            let &[terrain, shape, cost, cover, ..] = row.as_slice() else { panic!("{row:?}") };
            assert_eq!(terrain, name);
            let hill = shape == "contour";
            let costs = kinds.intersects(COSTLY_AREAS.with(COSTLY_LINES)) || hill;
            assert_eq!(cost == "-1 inch/die", costs, "{name}: {cost}");
            assert_eq!(cost == "impassable", kinds.intersects(IMPASSABLE), "{name}: {cost}");
            assert_eq!(cost == "major obstacle", kinds.intersects(ABATIS), "{name}: {cost}");
            assert_eq!(cover == "soft", kinds.intersects(SOFT), "{name}: {cover}");
            assert_eq!(cover == "hard", kinds.intersects(HARD), "{name}: {cover}");
            let (line, area) = (kinds.intersects(LINEAR_COVER), kinds.intersects(AREA_COVER));
            assert_eq!(
                (shape == "line" && cover != "none", shape == "area" && cover != "none"),
                (line, area)
            );
        }
    }
}
