//! The ground of an open table as layers of SVG: y points down, and the frame's upper left corner is the origin.

use crate::geometry::Point;
use crate::table::{FeatureId, Field, Kinds, Relief};

/// How ground looks; which of a game's classes looks so is the game's to say.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Look {
    /// Trees, close together.
    Woods,
    /// Trees in rows.
    Orchard,
    /// Boulders.
    Rocks,
    /// Reeds.
    Marsh,
    /// Streets and houses.
    Town,
    /// A house.
    Building,
    /// A pond.
    Pond,
    /// A stream that is not waded.
    River,
    /// A stream that is.
    Stream,
    /// Where one wades.
    Ford,
    /// A road.
    Road,
    /// Posts and rails.
    Fence,
    /// Steep banks.
    Cut,
    /// Stones, or earth.
    Wall,
}

/// A tile that is repeated over ground: colour alone tells some readers nothing.
struct Tile {
    name: &'static str,
    side: i32,
    drawn: &'static str,
}

const TREES: Tile = Tile {
    name: "trees",
    side: 900,
    drawn: "<g fill=\"var(--lr-tree,#86a066)\"><circle cx=\"230\" cy=\"240\" r=\"170\"/><circle cx=\"680\" cy=\"470\" \
            r=\"140\"/><circle cx=\"300\" cy=\"720\" r=\"120\"/></g>",
};
const FRUIT_TREES: Tile = Tile {
    name: "fruit-trees",
    side: 700,
    drawn: "<g fill=\"var(--lr-tree,#86a066)\"><circle cx=\"175\" cy=\"175\" r=\"90\"/><circle cx=\"525\" cy=\"525\" \
            r=\"90\"/></g>",
};
const BOULDERS: Tile = Tile {
    name: "rocks",
    side: 800,
    drawn: "<path d=\"M100 300l120-180 140 180zM460 700l110-160 130 160z\" fill=\"var(--lr-building,#3f2a1e)\" \
            fill-opacity=\"0.45\"/>",
};
const REEDS: Tile = Tile {
    name: "reeds",
    side: 800,
    drawn: "<path d=\"M80 200h260M420 560h280\" fill=\"none\" stroke=\"var(--lr-reeds,#5c8fa6)\" stroke-width=\"50\"/>",
};
const TILES: [&Tile; 4] = [&TREES, &FRUIT_TREES, &BOULDERS, &REEDS];

impl Look {
    /// Its inside and its border.
    const fn fill(self) -> (&'static str, &'static str) {
        match self {
            Look::Woods => ("var(--lr-woods,#9caf7f)", "none"),
            Look::Orchard => ("var(--lr-orchard,#cfd6a2)", "none"),
            Look::Rocks => ("var(--lr-rock,#a39a89)", "none"),
            Look::Marsh => ("var(--lr-marsh,#bfd0c0)", "none"),
            Look::Building => ("var(--lr-town,#dcc3a5)", "var(--lr-building,#3f2a1e)"),
            Look::Town => ("var(--lr-town,#dcc3a5)", "none"),
            _ => ("var(--lr-water,#93bccb)", "none"),
        }
    }

    /// Its line, and how wide that is in thousandths of an inch.
    const fn line(self) -> (&'static str, i32) {
        match self {
            Look::River | Look::Stream => ("var(--lr-bank,#4c7f98)", 120),
            Look::Ford => ("var(--lr-ford,#2f617c)", 300),
            Look::Road => ("var(--lr-pike,#e9b777)", 200),
            Look::Fence => ("var(--lr-fence,#7d6644)", 60),
            Look::Cut => ("var(--lr-cut,#5b3c1d)", 220),
            _ => ("var(--lr-wall,#4b443a)", 110),
        }
    }

    const fn tile(self) -> Option<&'static Tile> {
        match self {
            Look::Woods => Some(&TREES),
            Look::Orchard => Some(&FRUIT_TREES),
            Look::Rocks => Some(&BOULDERS),
            Look::Marsh => Some(&REEDS),
            _ => None,
        }
    }
}

/// How a game's ground is drawn.
#[derive(Copy, Clone, Debug)]
pub struct Palette {
    /// How areas look; the first row with one of a feature's classes counts, and after all rows it is a pond.
    pub areas: &'static [(Kinds, Look)],
    /// How lines look; after all rows a line is a wall.
    pub lines: &'static [(Kinds, Look)],
    /// How many table units an inch of the drawing has.
    pub inch: i32,
}

impl Palette {
    fn look(&self, field: &Field, feature: FeatureId) -> Look {
        let kinds = field.kinds(feature);
        let (rows, last) =
            if field.is_area(feature) { (self.areas, Look::Pond) } else { (self.lines, Look::Wall) };
        rows.iter().find(|(wanted, _)| kinds.intersects(*wanted)).map_or(last, |(_, look)| *look)
    }

    /// So many thousandths of an inch, in table units.
    const fn long(&self, thousandths: i32) -> i32 {
        (thousandths as i64 * self.inch as i64 / 1_000) as i32
    }

    /// Bare ground, and contours upon it: the higher, the lighter.
    #[must_use]
    pub fn heights(&self, field: &Field, relief: &Relief) -> String {
        let frame = field.table();
        let (width, height) = (frame.width(), frame.height());
        let mut svg = format!("<rect width=\"{width}\" height=\"{height}\" fill=\"var(--grass,#dfe3b8)\"/>");
        let contours = relief.contours();
        let line = self.long(25);
        for feature in contours.features() {
            let path = outline(field, contours, feature);
            svg += &format!(
                "<path d=\"{path}\" fill=\"#fff\" fill-opacity=\"0.06\" fill-rule=\"evenodd\" \
                 stroke=\"var(--lr-ink,#33271a)\" stroke-opacity=\"0.25\" stroke-width=\"{line}\"/>"
            );
        }
        cut_off(field, &svg)
    }

    /// What lies on it, areas below lines.
    #[must_use]
    pub fn ground(&self, field: &Field) -> String {
        let mut features: Vec<FeatureId> = field.features().collect();
        features.sort_by_key(|&feature| !field.is_area(feature));
        let mut svg = "<defs>".to_owned();
        for Tile { name, side, drawn } in TILES {
            let wide = self.long(*side);
            svg += &format!(
                "<pattern id=\"ground-{name}\" width=\"{wide}\" height=\"{wide}\" patternUnits=\"userSpaceOnUse\" \
                 viewBox=\"0 0 {side} {side}\">{drawn}</pattern>"
            );
        }
        svg += "</defs>";
        for feature in features {
            let look = self.look(field, feature);
            let path = outline(field, field, feature);
            if !field.is_area(feature) {
                let (stroke, wide) = look.line();
                let wide = self.long(wide);
                // A fence is told from a wall by its posts.
                let posts = match look {
                    Look::Fence => format!(" stroke-dasharray=\"{} {}\"", self.long(200), self.long(90)),
                    _ => String::new(),
                };
                svg += &format!(
                    "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{wide}\"{posts}/>"
                );
                continue;
            }
            let (fill, stroke) = look.fill();
            let wide = if stroke == "none" { 0 } else { self.long(40) };
            svg += &format!(
                "<path d=\"{path}\" fill=\"{fill}\" fill-rule=\"evenodd\" stroke=\"{stroke}\" stroke-width=\"{wide}\"/>"
            );
            if let Some(Tile { name, .. }) = look.tile() {
                svg += &format!("<path d=\"{path}\" fill=\"url(#ground-{name})\" fill-rule=\"evenodd\"/>");
            }
        }
        cut_off(field, &svg)
    }
}

/// A drawing of which nothing shows beyond the edge of the table.
fn cut_off(field: &Field, drawing: &str) -> String {
    let frame = field.table();
    format!(
        "<svg width=\"{}\" height=\"{}\" overflow=\"hidden\">{drawing}</svg>",
        frame.width(),
        frame.height()
    )
}

/// The sides of a feature on a table, each going on where the one before ended if it does.
fn outline(table: &Field, field: &Field, feature: FeatureId) -> String {
    let frame = table.table();
    let on_board = |point: Point| (point.x - frame.low.x, frame.high.y - point.y);
    let mut path = String::new();
    let mut pen = None;
    for side in field.sides_of(feature) {
        if pen != Some(side.from) {
            let (x, y) = on_board(side.from);
            path += &format!("M{x} {y}");
        }
        let (x, y) = on_board(side.to);
        path += &format!("L{x} {y}");
        pen = Some(side.to);
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Area, Frame};
    use crate::table::{Feature, Shape};

    const WOODS: Kinds = Kinds::of(0);
    const FENCE: Kinds = Kinds::of(1);
    const PALETTE: Palette =
        Palette { areas: &[(WOODS, Look::Woods)], lines: &[(FENCE, Look::Fence)], inch: 2_000 };

    #[test]
    fn areas_lie_below_lines_and_y_points_down() {
        let frame = Frame::between(Point::new(100, 100), Point::new(1_100, 1_100));
        let feature = |kinds, shape| Feature { name: String::new(), kinds, shape };
        let fence = Shape::Line(vec![Point::new(100, 600), Point::new(1_100, 600)]);
        let ring = vec![Point::new(200, 1_000), Point::new(400, 1_000), Point::new(400, 800)];
        let wood = Shape::Area(Area { rings: vec![ring] });
        let field = Field::new(frame, 500, vec![feature(FENCE, fence), feature(WOODS, wood)]).unwrap();
        let svg = PALETTE.ground(&field);
        let (woods, fence) = (svg.find("M100 100L300 100").unwrap(), svg.find("M0 500L1000 500").unwrap());
        assert!(woods < fence, "{svg}");
        assert!(svg.contains("url(#ground-trees)") && svg.contains("stroke-dasharray=\"400 180\""), "{svg}");
    }
}
