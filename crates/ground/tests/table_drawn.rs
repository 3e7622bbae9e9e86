//! Small ground drawn in text: what it becomes, and what is said about bad ground. And real ground that does not fit.

use faults::Source;
use ground::Battlefield;
use ground::geometry::{Frame, Point};
use ground::table::lay::{Class, LayError, Legend, Plan, Scale, Tabletop, lay, read_ground};
use ground::table::{Kinds, Walk};

const WOODS: Kinds = Kinds::of(0);
const TOWN: Kinds = Kinds::of(1);
const WALL: Kinds = Kinds::of(2);

/// A game that counts in inches of 1,000 units.
const LEGEND: Legend = Legend {
    classes: &[
        Class { word: "woods", letter: Some('w'), is_area: true },
        Class { word: "town", letter: Some('t'), is_area: true },
        Class { word: "wall", letter: None, is_area: false },
    ],
    decimals: 3,
    level: 20,
    cell: 2_000,
};

fn p(x: i32, y: i32) -> Point {
    Point::new(x, y)
}

fn read(text: &str) -> Tabletop {
    read_ground(&Source::new("ground.toml", text), &LEGEND).unwrap_or_else(|faults| panic!("{faults}"))
}

#[test]
fn cells_that_share_a_side_are_one_area() {
    let tabletop = read(
        r#"
        [ground]
        square = "1.5"
        map = """
          w  w  .  t
          w  .  w  .1
          .  .  w2 .1
        """
        lines = ["wall wall-3: 0 0, 6 0.25"]
        areas = ["town barn: 0.5 0.5, 1 0.5, 1 1"]
        "#,
    );
    let field = &tabletop.field;
    assert_eq!(field.table(), Frame { low: p(0, 0), high: p(6_000, 4_500) });
    let names: Vec<&str> = field.features().map(|id| field.name(id)).collect();
    assert_eq!(names, ["woods-1", "woods-2", "town-1", "barn", "wall-3"]);
    let corners: Vec<usize> = field.features().map(|id| field.sides_of(id).len()).collect();
    assert_eq!(corners, [6, 4, 4, 3, 1]);
    assert_eq!(field.kinds_at(p(2_900, 4_400), Kinds::ALL), WOODS);
    assert_eq!(field.kinds_at(p(2_900, 2_800), Kinds::ALL), Kinds::NONE);
    assert_eq!(field.kinds_at(p(900, 600), Kinds::ALL), TOWN);
    assert_eq!(field.kinds_at(p(0, 0), Kinds::ALL), WALL);
    let relief = &tabletop.relief;
    assert_eq!(
        [p(100, 100), p(4_400, 100), p(4_600, 100), p(4_600, 3_100)].map(|at| relief.height(at)),
        [0, 40, 20, 0]
    );
    let mut walk = Walk::new();
    field.walk(p(0, 2_000), p(6_000, 2_000), WOODS, &mut walk);
    let whole: Vec<(i32, i32)> = walk
        .stretches()
        .iter()
        .map(|stretch| (walk.whole(stretch.enter), walk.whole(stretch.leave)))
        .collect();
    assert_eq!(whole, [(0, 1_500), (3_000, 4_500)]);
}

#[test]
fn a_ring_of_cells_has_a_hole_and_corners_may_touch() {
    let tabletop =
        read("[ground]\nsquare = \"1\"\nmap = \"\"\"\nw w w .\nw . w .\nw w w .\n. . . w\n\"\"\"\n");
    let field = &tabletop.field;
    assert_eq!(field.features().count(), 2);
    assert_eq!(field.kinds_at(p(1_500, 2_500), WOODS), Kinds::NONE, "the clearing");
    assert_eq!(field.kinds_at(p(2_500, 2_500), WOODS), WOODS);
    assert_eq!(field.kinds_at(p(3_500, 500), WOODS), WOODS);
    assert_eq!(field.kinds_at(p(3_500, 1_500), WOODS), Kinds::NONE);
}

#[test]
fn a_table_without_a_drawing() {
    let tabletop = read("[ground]\nsize = \"72 48\"\nhills = [\"2: 0 0, 10 0, 10 7.5\"]\n");
    assert_eq!(tabletop.field.table().high, p(72_000, 48_000));
    assert_eq!((tabletop.relief.height(p(9_000, 1_000)), tabletop.relief.height(p(11_000, 1_000))), (40, 0));
}

#[test]
fn every_fault_of_bad_ground_is_listed_with_its_remedy() {
    let texts = [
        r#"
[ground]
size = "72 48"
square = "0"
map = """
  w  x  .
  w1 w11 . .
"""
areas = ["wods grove: 0 0, 1 0, 1 1", "wall w: 0 0, 1 0, 1 1", "woods: 0 0, 1 0", "woods a: 0 0, 1 z, 1.2345 3, 9", "town"]
lines = ["wall a: 0 0, 1 1", "wall b: 0 0", "town c: 0 0, 2000 1"]
hills = ["high: 0 0, 1 0, 1 1", "2: 0 0, 1 1"]
"#,
        "[ground]\nsquare = \"1\"\n",
        "[ground]\nsize = \"0 9999\"\n",
        "[ground]\nmap = \". .\"\n",
        "[ground]\nmap = \"\"\nsquare = \"1\"\n",
        "[ground]\nsquare = \"900\"\nmap = \". . . .\"\n",
        "[ground]\nsize = \"7 7\"\nlins = []\n",
    ];
    let told: Vec<String> = texts
        .iter()
        .map(|text| read_ground(&Source::new("ground.toml", *text), &LEGEND).unwrap_err().to_string())
        .collect();
    insta::assert_snapshot!(told.join("\n----\n"));
}

fn gettysburg() -> Battlefield {
    let text = include_str!("../../../scenarios/battlefields/gettysburg-july-1.geojson");
    Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).expect("the battlefield is sound")
}

#[test]
fn a_part_of_the_battlefield_is_laid_from_its_corner() {
    let ground = gettysburg();
    let middle = ground.frame.low.towards(ground.frame.high, 1, 2);
    let plan = Plan {
        frame: Some(Frame { low: middle, high: p(middle.x + 91_440, middle.y + 45_720) }),
        scale: Scale::a_yard(50),
        cell: 3_000,
        contour_cell: 3_000,
    };
    let part = lay(&ground, &plan, |_, _| WOODS).unwrap();
    assert_eq!(part.field.table(), Frame { low: p(0, 0), high: p(50_000, 25_000) });
    let whole = lay(&ground, &Plan { frame: None, ..plan }, |_, _| WOODS).unwrap();
    let origin = p(
        ((i64::from(middle.x) - i64::from(ground.frame.low.x)) * 5_000 / 9_144) as i32,
        ((i64::from(middle.y) - i64::from(ground.frame.low.y)) * 5_000 / 9_144) as i32,
    );
    assert!(part.field.features().count() < whole.field.features().count());
    // The same ground lies under the same places, but for a unit of rounding at its edges.
    let mut same = 0;
    for x in (500..50_000).step_by(977) {
        for y in (500..25_000).step_by(977) {
            let there = p(origin.x + x, origin.y + y);
            same += i32::from(part.field.kinds_at(p(x, y), WOODS) == whole.field.kinds_at(there, WOODS));
            same += i32::from(part.relief.height(p(x, y)) == whole.relief.height(there));
        }
    }
    assert!(same >= 2 * 51 * 26 - 4, "{same}");
    // What the game gives no class is not there; what it is called can decide.
    let run = |name: Option<&str>| name.is_some_and(|name| name.ends_with("Run"));
    let runs = lay(&ground, &plan, |_, name| if run(name) { WOODS } else { Kinds::NONE }).unwrap();
    assert!((1..part.field.features().count()).contains(&runs.field.features().count()));
}

#[test]
fn ground_that_does_not_fit_is_refused() {
    let ground = gettysburg();
    let plan = Plan { frame: None, scale: Scale::a_yard(50), cell: 3_000, contour_cell: 3_000 };
    let refused = |plan: Plan| lay(&ground, &plan, |_, _| WOODS).err();
    assert!(matches!(
        refused(Plan { scale: Scale::a_yard(50_000), ..plan }),
        Some(LayError::Cells | LayError::TooFar(_))
    ));
    let upside_down = Frame { low: ground.frame.high, high: ground.frame.low };
    assert_eq!(refused(Plan { frame: Some(upside_down), ..plan }), Some(LayError::Cells));
    assert_eq!(refused(Plan { cell: 0, ..plan }), Some(LayError::Cells));
    let corner =
        Frame { low: ground.frame.low, high: p(ground.frame.low.x + 5_000, ground.frame.low.y + 5_000) };
    let far = refused(Plan { frame: Some(corner), scale: Scale::a_yard(8_000), ..plan });
    let Some(far @ LayError::TooFar(_)) = far else { panic!("{far:?}") };
    assert!(far.to_string().ends_with("reaches farther than a table may at this scale"));
}
