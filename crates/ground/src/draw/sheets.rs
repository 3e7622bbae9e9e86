//! A picture taken apart into sheets that lie over each other: the board of a table.
//!
//! All sheets share one system of coordinates, in which a hex is as many units wide and high as a regular one can be in
//! whole numbers: 97 to each flat side, 112 to each corner.

use super::canvas::{Canvas, View};
use super::layers::Layers;
use super::{INK, PAPER, Pen, Picture, labels, names, nature, overlay, relief, theme, works};
use crate::geometry::Frame;
use crate::grid::{Grid, Orientation};
use crate::hex::{Direction, Hex};
use crate::raster::Layout;

/// From the middle of a hex to its sides and corners. 97 : 112 is the height of a regular triangle to a part in 30,000.
const TO_SIDE: i32 = 97;
const TO_CORNER: i32 = 112;

/// One sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// `relief`, `woods`, `roads` …
    pub id: &'static str,
    /// What a reader calls it.
    pub name: &'static str,
    /// A fragment of SVG. Its colours are those of the printed map unless the page says otherwise.
    pub svg: String,
    /// Whether the map can be read without it.
    pub optional: bool,
}

/// Where the hexes of a board lie: the coordinates that all of its sheets share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Width and height.
    pub size: [i32; 2],
    /// The middle of each hex of the grid, by its number.
    pub middles: Vec<[i32; 2]>,
    /// The corners of a hex around its middle, corner `k` between the sides `k` and `k + 1` of
    /// [`crate::Direction::ALL`].
    pub cell: [[i32; 2]; 6],
}

impl Plan {
    /// The middle of a hex.
    pub fn middle(&self, hex: Hex) -> [i32; 2] {
        self.middles[hex.index()]
    }
}

/// A board in the making: all hexes of a grid with a little air about them, and the ground as it lies there.
pub(super) struct Board<'a> {
    grid: &'a Grid,
    layout: &'a Layout,
    outer: Frame,
    pub(super) view: View,
}

impl<'a> Board<'a> {
    /// The middle of the first hex is a whole number, so that rounding moves no hex by more than a hair.
    pub(super) fn new(grid: &'a Grid, layout: &'a Layout, ground: Frame) -> Self {
        let outer = layout.frame(grid).grown(layout.width() / 8);
        let scale = Self::scale(layout);
        let left = (f64::from(ground.low.x) - f64::from(outer.low.x)) * scale;
        let top = (f64::from(outer.high.y) - f64::from(ground.high.y)) * scale;
        let (x, y) = View::new(ground, scale, left, top).spot(layout.centre(grid, Hex(0)));
        Self {
            grid,
            layout,
            outer,
            view: View::new(ground, scale, left + x.round() - x, top + y.round() - y),
        }
    }

    fn scale(layout: &Layout) -> f64 {
        2.0 * f64::from(TO_SIDE) / f64::from(layout.width())
    }

    /// The pen for sheets of a board.
    pub(super) fn pen() -> Pen {
        Pen { scale: 2.0 * f64::from(TO_SIDE) / 64.0 }
    }

    /// Draws one sheet.
    pub(super) fn sheet(
        &self,
        id: &'static str,
        name: &'static str,
        optional: bool,
        paint: impl FnOnce(&mut Canvas),
    ) -> Sheet {
        let mut canvas = Canvas::sheet(id, self.view.area());
        paint(&mut canvas);
        Sheet { id, name, svg: canvas.finish(), optional }
    }

    /// Paper under all of a board: hexes may reach beyond the ground that is known.
    pub(super) fn paper(plan: &Plan) -> String {
        let [width, height] = plan.size;
        theme::named(&format!("<rect width=\"{width}\" height=\"{height}\" fill=\"{PAPER}\"/>"))
    }

    /// Where the hexes lie.
    pub(super) fn plan(&self) -> Plan {
        let scale = Self::scale(self.layout);
        let length = |centimetres: i32| (f64::from(centimetres) * scale).ceil() as i32;
        let middle = |hex| {
            let (x, y) = self.view.spot(self.layout.centre(self.grid, hex));
            [x.round() as i32, y.round() as i32]
        };
        let (side, corner) = (TO_SIDE, TO_CORNER);
        let cell = match self.grid.orientation() {
            Orientation::PointyTop => [
                [side, -corner / 2],
                [0, -corner],
                [-side, -corner / 2],
                [-side, corner / 2],
                [0, corner],
                [side, corner / 2],
            ],
            Orientation::FlatTop => [
                [corner / 2, -side],
                [-corner / 2, -side],
                [-corner, 0],
                [-corner / 2, side],
                [corner / 2, side],
                [corner, 0],
            ],
        };
        Plan {
            size: [length(self.outer.width()), length(self.outer.height())],
            middles: self.grid.hexes().map(middle).collect(),
            cell,
        }
    }

    /// Sides of hexes, exactly along the cells.
    pub(super) fn grid_sheet(plan: &Plan, sides: impl Iterator<Item = (Hex, Direction)>) -> Sheet {
        let mut path = String::new();
        for (hex, side) in sides {
            let [x, y] = plan.middle(hex);
            let ends = [(side.index() + 5) % 6, side.index()].map(|corner| {
                let [dx, dy] = plan.cell[corner];
                (f64::from(x + dx), f64::from(y + dy))
            });
            super::canvas::push_straight(&mut path, &ends, false);
        }
        let attributes =
            theme::named("fill=\"none\" stroke=\"#33281a\" stroke-opacity=\"0.42\" stroke-width=\"2.3\"");
        let svg = format!("<path class=\"grid\" {attributes} d=\"{}\"/>", theme::compact(&path));
        Sheet { id: "grid", name: "Hex grid", svg, optional: true }
    }

    /// The printed numbers, as text: near the northern corner or side of each hex.
    pub(super) fn numbers_sheet(&self, plan: &Plan, hexes: impl Iterator<Item = Hex>) -> Sheet {
        let fill = theme::named(&format!("fill=\"{INK}\""));
        let mut svg = format!(
            "<g class=\"numbers\" {fill} fill-opacity=\"0.72\" font-size=\"19\" text-anchor=\"middle\" \
             font-family=\"sans-serif\">"
        );
        for hex in hexes {
            let [x, y] = plan.middle(hex);
            svg += &format!("<text x=\"{x}\" y=\"{}\">{}</text>", y - 66, self.grid.name(hex));
        }
        Sheet { id: "numbers", name: "Hex numbers", svg: svg + "</g>", optional: true }
    }
}

impl Picture<'_> {
    fn board(&self) -> Board<'_> {
        Board::new(&self.map.grid, &self.layout, self.ground())
    }

    /// Where the hexes lie on the board.
    pub fn plan(&self) -> Plan {
        self.board().plan()
    }

    /// The sheets, lowest first. Titles, counters and what is in the margin of a printed map are left to the table.
    pub fn sheets(&self) -> Vec<Sheet> {
        let board = self.board();
        let (plan, view, pen) = (board.plan(), board.view, Board::pen());
        let land = match self.field {
            Some(field) => Layers::of_field(field),
            None => Layers::of_map(self.map, &self.layout),
        };
        let draw = |id, name, optional, paint: &dyn Fn(&mut Canvas)| board.sheet(id, name, optional, paint);
        let mut sheets = vec![
            draw("relief", "Relief", false, &|canvas| {
                nature::tints(canvas, &view, &land);
                relief::shade(canvas, &view, &land);
            }),
            draw("contours", "Contour lines", true, &|canvas| {
                nature::contour_lines(canvas, &view, pen, &land);
            }),
            draw("fields", "Fields, orchards, rocks and marshes", false, &|canvas| {
                nature::fields(canvas, &view, pen, &land);
                nature::marshes(canvas, &view, pen, &land);
                nature::rocks(canvas, &view, pen, &land);
                nature::orchards(canvas, &view, pen, &land);
            }),
            draw("woods", "Woods", false, &|canvas| nature::woods(canvas, &view, pen, &land)),
            draw("water", "Streams and ponds", false, &|canvas| nature::water(canvas, &view, pen, &land)),
            draw("town", "Town", false, &|canvas| works::towns(canvas, &view, pen, &land)),
            draw("walls", "Walls and fences", false, &|canvas| works::walls(canvas, &view, pen, &land)),
            draw("railroads", "Railroads", false, &|canvas| works::railroads(canvas, &view, pen, &land)),
            draw("roads", "Roads and bridges", false, &|canvas| {
                nature::sunken_roads(canvas, &view, pen, &land);
                works::roads(canvas, &view, pen, &land);
                works::bridges(canvas, &view, pen, &land);
            }),
            draw("buildings", "Buildings", false, &|canvas| works::buildings(canvas, &view, pen, &land)),
            draw("hexsides", "Hexsides that matter", true, &|canvas| {
                overlay::hexsides(canvas, &view, pen, self.map, &self.layout);
                overlay::cuts(canvas, &view, pen, self.map, &self.layout);
            }),
        ];
        sheets[0].svg.insert_str(0, &Board::paper(&plan));
        sheets.push(Board::grid_sheet(&plan, overlay::sides(self.map)));
        sheets.push(board.numbers_sheet(&plan, self.map.playable().iter()));
        sheets.push(draw("names", "Names", true, &|canvas| {
            let mut labels = labels::Labels::new(view.area());
            match self.field {
                Some(field) => names::of_field(&mut labels, &view, pen, field),
                None => names::of_map(&mut labels, &view, pen, self.map, &self.layout),
            }
            labels.draw(canvas);
        }));
        sheets
    }
}
