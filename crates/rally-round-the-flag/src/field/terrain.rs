//! What the ground is to this game (RRF-TERR-1 to RRF-TERR-11), and what real ground becomes.

use ground::battlefield::{Density, Railroad, WaterClass, WayClass};
use ground::table::Kinds;
use ground::table::lay::{Class, Ground, Legend};

/// Woods: T alone, +1 to the Fire number, an interval higher for sight (RRF-TERR-1, RRF-TERR-2, RRF-LAND-7).
pub const WOODS: Kinds = Kinds::of(0);
/// Orchards and open woods: T alone (RRF-TERR-3, RRF-TERR-4).
pub const ORCHARD: Kinds = Kinds::of(1);
/// Marsh: T alone (RRF-TERR-5, RRF-TERR-6).
pub const MARSH: Kinds = Kinds::of(2);
/// Rocks: T alone, +2 to the Fire number (RRF-TERR-7, RRF-TERR-8).
pub const ROCKS: Kinds = Kinds::of(3);
/// The town: an interval higher for sight (RRF-LAND-7).
pub const TOWN: Kinds = Kinds::of(4);
/// Ground where nobody may stand or move (RRF-MAP-10): what a scenario says, and ponds.
pub const OFF_LIMITS: Kinds = Kinds::of(5);
/// A wide creek: T alone (RRF-TERR-9).
pub const CREEK: Kinds = Kinds::of(6);
/// A narrow stream: nothing (RRF-TERR-10, RRF-TERR-11).
pub const STREAM: Kinds = Kinds::of(7);
/// A barricade drawn on small ground (RRF-BARR-1); on real ground a scenario names them, and walls are nothing.
pub const WALL: Kinds = Kinds::of(8);
/// A line that counts as steep because the scenario says so: railroad cuts (section 6.7).
pub const STEEP: Kinds = Kinds::of(9);
/// A pike: it makes action cheaper in its squares, and moves more (section 6.6).
pub const PIKE: Kinds = Kinds::of(10);
/// Any other road or street, for the picture.
pub const ROAD: Kinds = Kinds::of(11);

/// Ground that forces the T arrow.
pub const RESTRICTED: Kinds = WOODS.with(ORCHARD).with(MARSH).with(ROCKS).with(CREEK);
/// Ground that counts an interval higher for lines of sight.
pub const TALL: Kinds = WOODS.with(TOWN);
/// Ground that adds to a Fire number.
pub const COVER: Kinds = WOODS.with(ROCKS);

/// A class of ground and what it does.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// What it is called in drawings, and its letter there if it is an area.
    pub class: Class,
    /// What it is.
    pub kinds: Kinds,
    /// Whether it forces the T arrow.
    pub restricts: bool,
    /// What it adds to the Fire number of who fires into or through it.
    pub fire: u8,
    /// How many intervals it counts higher for lines of sight.
    pub tall: u8,
}

const fn area(word: &'static str, letter: char, kinds: Kinds, [restricts, fire, tall]: [u8; 3]) -> Row {
    let class = Class { word, letter: Some(letter), is_area: true };
    Row { class, kinds, restricts: restricts == 1, fire, tall }
}

const fn line(word: &'static str, kinds: Kinds, restricts: u8) -> Row {
    Row {
        class: Class { word, letter: None, is_area: false },
        kinds,
        restricts: restricts == 1,
        fire: 0,
        tall: 0,
    }
}

/// Every class of ground, in the order of its number.
#[rustfmt::skip]
pub const TABLE: [Row; 12] = [
    //                                     T fire tall
    area("woods", 'w', WOODS,             [1, 1, 1]),
    area("orchard", 'o', ORCHARD,         [1, 0, 0]),
    area("marsh", 'm', MARSH,             [1, 0, 0]),
    area("rocks", 'r', ROCKS,             [1, 2, 0]),
    area("town", 't', TOWN,               [0, 0, 1]),
    area("off-limits", 'x', OFF_LIMITS,   [0, 0, 0]),
    line("creek", CREEK,                   1),
    line("stream", STREAM,                 0),
    line("wall", WALL,                     0),
    line("steep", STEEP,                   0),
    line("pike", PIKE,                     0),
    line("road", ROAD,                     0),
];

const CLASSES: [Class; TABLE.len()] = {
    let mut classes = [TABLE[0].class; TABLE.len()];
    let mut number = 0;
    while number < TABLE.len() {
        classes[number] = TABLE[number].class;
        number += 1;
    }
    classes
};

/// How small ground is drawn: lengths in yards, a level a major contour.
pub const LEGEND: Legend = Legend { classes: &CLASSES, decimals: 2, level: 40, cell: 10_000 };

/// From how many feet a railroad cut is one that counts (section 6.7).
const DEEP: u16 = 12;

/// What real ground becomes. Single houses, fences and streams without a name are left out, and so are walls: a
/// barricade is only what a scenario calls one. Railroad cuts count where the scenario says that they are steep.
#[must_use]
pub fn class(steep_cuts: bool, ground: Ground, name: Option<&str>) -> Kinds {
    match ground {
        Ground::Woods(Density::Dense) => WOODS,
        Ground::Woods(Density::Open) | Ground::Orchard => ORCHARD,
        Ground::Marsh => MARSH,
        Ground::Rocks => ROCKS,
        Ground::Town => TOWN,
        Ground::Pond => OFF_LIMITS,
        Ground::Road(way) => match way.class {
            WayClass::Pike => PIKE,
            WayClass::Road | WayClass::Street => ROAD,
            WayClass::Trail => Kinds::NONE,
        },
        Ground::Railroad(Railroad::Cut { depth_ft }) if steep_cuts && depth_ft >= DEEP => STEEP,
        Ground::Stream(water) => match water.class {
            WaterClass::River | WaterClass::Creek => CREEK,
            WaterClass::Run if name.is_some() => STREAM,
            WaterClass::Run => Kinds::NONE,
        },
        Ground::Railroad(_) | Ground::Building | Ground::Crops | Ground::Wall(_) => Kinds::NONE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ground::battlefield::{Wall, Water, Way};

    #[test]
    fn the_table_agrees_with_the_sets() {
        for (number, row) in TABLE.iter().enumerate() {
            assert_eq!(row.kinds, Kinds::of(number as u8), "{}", row.class.word);
            assert_eq!(row.restricts, row.kinds.intersects(RESTRICTED), "{}", row.class.word);
            assert_eq!(row.fire > 0, row.kinds.intersects(COVER), "{}", row.class.word);
            assert_eq!(row.tall > 0, row.kinds.intersects(TALL), "{}", row.class.word);
        }
        // Orchards, marsh and water restrict, and never change Fire.
        let dry = |kinds: Kinds| TABLE.iter().all(|row| row.kinds != kinds || row.fire == 0);
        assert!([ORCHARD, MARSH, CREEK, STREAM].into_iter().all(dry));
    }

    #[test]
    fn real_ground_becomes_what_the_table_of_the_house_says() {
        let stream = |class, name| class_of(Ground::Stream(Water { class, width_m: 6 }), name);
        let road = |class| class_of(Ground::Road(Way { class, width_m: 9 }), None);
        assert_eq!(class_of(Ground::Woods(Density::Dense), None), WOODS);
        assert_eq!(class_of(Ground::Woods(Density::Open), None), ORCHARD);
        assert_eq!(stream(WaterClass::Creek, None), CREEK);
        assert_eq!(stream(WaterClass::Run, Some("Willoughby Run")), STREAM);
        assert_eq!(stream(WaterClass::Run, None), Kinds::NONE);
        assert_eq!(road(WayClass::Pike), PIKE);
        assert_eq!(road(WayClass::Trail), Kinds::NONE);
        assert_eq!(class_of(Ground::Wall(Wall::Stone), None), Kinds::NONE, "unless a scenario names it");
        let cut = Ground::Railroad(Railroad::Cut { depth_ft: 15 });
        assert_eq!((class(true, cut, None), class(false, cut, None)), (STEEP, Kinds::NONE));
        assert_eq!(class(true, Ground::Railroad(Railroad::Cut { depth_ft: 6 }), None), Kinds::NONE);
    }

    fn class_of(ground: Ground, name: Option<&str>) -> Kinds {
        class(false, ground, name)
    }
}
