//! A hex map as text: two lines a hex, and marks on the hexsides between them.
//!
//! ```text
//!       00   01   02
//!  00  .    w1   .  ~
//!           U12*
//!  01    t2=  .    .
//!              C8
//! ```

use super::Canvas;
use crate::terminal::Ink;
use ground::{Cover, Crossing, Direction, Hex, HexMap, HexSide, Numbering, Orientation, RoadClass};

/// Characters from one hex to the next in its row.
const WIDTH: usize = 5;
/// Characters by which a shifted row stands further east.
const SHIFT: usize = 2;
/// Where the first hex begins: row numbers stand before it.
const MARGIN: usize = 5;

/// What the letters mean.
pub const LEGEND: &str = "\
ground: . clear  o orchard  c cultivated  w woods  t town  s sunken road  e embankment, cut  r rough  m marsh  ~ water
after it: the level, then = pike  - road  ' trail
hexsides: ~ stream  H bridge  : ford  # wall  ^ steep slope";

/// A map to draw, with something written into some of its hexes.
pub struct Hexes<'a> {
    /// The map.
    pub map: &'a HexMap,
    /// Hexes to show; all if `None`.
    pub only: Option<&'a dyn Fn(Hex) -> bool>,
    /// What stands in a hex: up to five characters.
    pub content: &'a dyn Fn(Hex) -> Option<(Ink, String)>,
    /// What is built in a hex: one character.
    pub mark: &'a dyn Fn(Hex) -> Option<(Ink, char)>,
}

impl Hexes<'_> {
    /// Draws the map.
    pub fn draw(&self) -> Canvas {
        let mut canvas = Canvas::default();
        let shown: Vec<Hex> = self.map.playable().iter().filter(|&hex| self.shows(hex)).collect();
        let Some(first) = Bounds::of(self.map, &shown) else { return canvas };
        let lines = self.lines(&shown, &first);
        self.label(&mut canvas, &first, &lines);
        for hex in shown {
            self.hex(&mut canvas, hex, &first, &lines);
        }
        canvas
    }

    fn shows(&self, hex: Hex) -> bool {
        self.only.is_none_or(|only| only(hex))
    }

    /// The first line of each row (of half rows, where columns are shifted), and where the last one ends. A row has a
    /// third line only if something lies on its southern hexsides.
    fn lines(&self, shown: &[Hex], bounds: &Bounds) -> Vec<usize> {
        let mut heights = vec![2; bounds.steps(self.map)];
        for &hex in shown {
            let marked = [Direction::SW, Direction::SE].map(|side| self.side_mark(hex, side).is_some());
            if self.pointy() && marked.contains(&true) {
                heights[bounds.step(self.map, hex)] = 3;
            }
        }
        let mut lines = vec![1];
        for height in heights {
            lines.push(lines[lines.len() - 1] + height);
        }
        lines
    }

    fn pointy(&self) -> bool {
        self.map.grid.orientation() == Orientation::PointyTop
    }

    fn column(&self, hex: Hex, bounds: &Bounds) -> usize {
        let (col, _) = self.map.grid.col_row(hex);
        let shift = if self.pointy() && self.map.grid.is_shifted(hex) { SHIFT } else { 0 };
        MARGIN + (col - bounds.col) as usize * WIDTH + shift
    }

    fn label(&self, canvas: &mut Canvas, bounds: &Bounds, lines: &[usize]) {
        let shape = self.map.grid.shape();
        for col in bounds.col..=bounds.last_col {
            let column = MARGIN + (col - bounds.col) as usize * WIDTH;
            canvas.write(column, 0, Ink::Dim, &format!("{:02}", col + shape.first_col));
        }
        for row in bounds.row..=bounds.last_row {
            let Some(hex) = self.map.grid.at(bounds.col, row) else { continue };
            let line = lines[bounds.step(self.map, hex)];
            canvas.write(0, line, Ink::Dim, &format!("{:02}", row + shape.first_row));
        }
    }

    fn hex(&self, canvas: &mut Canvas, hex: Hex, bounds: &Bounds, lines: &[usize]) {
        let (column, step) = (self.column(hex, bounds), bounds.step(self.map, hex));
        let line = lines[step];
        let (ink, cover) = cover_mark(self.map.cover(hex));
        canvas.write(column, line, ink, &cover.to_string());
        if self.map.level(hex) != 0 {
            canvas.write(column + 1, line, Ink::Plain, &self.map.level(hex).to_string());
        }
        if let Some(road) = self.map.best_road(hex) {
            canvas.write(column + 2, line, Ink::Yellow, &road_mark(road).to_string());
        }
        if let Some((ink, mark)) = (self.mark)(hex) {
            canvas.write(column + 3, line, ink, &mark.to_string());
        }
        if let Some((ink, text)) = (self.content)(hex) {
            canvas.write(column, line + 1, ink, &text);
        }
        let south = if self.pointy() { lines[step + 1] - 1 } else { line + 2 };
        let places = match self.map.grid.orientation() {
            Orientation::PointyTop => {
                [(Direction::E, 4, line), (Direction::SW, 0, south), (Direction::SE, 3, south)]
            }
            // The same three values mean north-east, south and south-east here.
            Orientation::FlatTop => {
                [(Direction::E, 4, line), (Direction::SW, 1, south), (Direction::SE, 4, south)]
            }
        };
        for (side, across, line) in places {
            if let Some((ink, mark)) = self.side_mark(hex, side) {
                canvas.write(column + across, line, ink, &mark.to_string());
            }
        }
    }

    /// What lies between a hex and its neighbour, drawn once: between two hexes that are both shown.
    fn side_mark(&self, hex: Hex, side: Direction) -> Option<(Ink, char)> {
        let other = self.map.grid.neighbour(hex, side)?;
        (self.map.is_playable(other) && self.shows(other)).then(|| mark_of(self.map.side(hex, side)))?
    }
}

/// The part of the grid that is shown.
struct Bounds {
    col: u16,
    last_col: u16,
    row: u16,
    last_row: u16,
}

impl Bounds {
    fn of(map: &HexMap, shown: &[Hex]) -> Option<Bounds> {
        let places = || shown.iter().map(|&hex| map.grid.col_row(hex));
        Some(Bounds {
            col: places().map(|(col, _)| col).min()?,
            last_col: places().map(|(col, _)| col).max()?,
            row: places().map(|(_, row)| row).min()?,
            last_row: places().map(|(_, row)| row).max()?,
        })
    }

    /// How many steps there are from the northernmost line to the southernmost.
    fn steps(&self, map: &HexMap) -> usize {
        let rows = (self.last_row - self.row) as usize + 1;
        match map.grid.orientation() {
            Orientation::PointyTop => rows,
            Orientation::FlatTop => rows * 2 + 1,
        }
    }

    /// How many steps a hex stands from the northernmost line: with shifted columns a row has two.
    fn step(&self, map: &HexMap, hex: Hex) -> usize {
        let (_, row) = map.grid.col_row(hex);
        let rows = (row - self.row) as usize;
        match map.grid.orientation() {
            Orientation::PointyTop => rows,
            Orientation::FlatTop => rows * 2 + usize::from(map.grid.is_shifted(hex)),
        }
    }
}

const fn cover_mark(cover: Cover) -> (Ink, char) {
    match cover {
        Cover::Clear => (Ink::Dim, '.'),
        Cover::Orchard => (Ink::Green, 'o'),
        Cover::Cultivated => (Ink::Green, 'c'),
        Cover::Woods => (Ink::Green, 'w'),
        Cover::Town => (Ink::Bold, 't'),
        Cover::SunkenRoad => (Ink::Yellow, 's'),
        Cover::Embankment => (Ink::Yellow, 'e'),
        Cover::Rough => (Ink::Yellow, 'r'),
        Cover::Marsh => (Ink::Blue, 'm'),
        Cover::Water => (Ink::Blue, '~'),
    }
}

const fn road_mark(road: RoadClass) -> char {
    match road {
        RoadClass::Pike => '=',
        RoadClass::Road => '-',
        RoadClass::Trail => '\'',
    }
}

const fn mark_of(side: HexSide) -> Option<(Ink, char)> {
    match side {
        HexSide { crossing: Some(Crossing::Bridge { .. }), .. } => Some((Ink::Yellow, 'H')),
        HexSide { crossing: Some(Crossing::Ford), .. } => Some((Ink::Blue, ':')),
        HexSide { stream: Some(_), .. } => Some((Ink::Blue, '~')),
        HexSide { wall: true, .. } => Some((Ink::Yellow, '#')),
        HexSide { steep: true, .. } => Some((Ink::Yellow, '^')),
        _ => None,
    }
}

/// How hex numbers are read off the margins.
pub fn numbering(map: &HexMap) -> String {
    let order = match map.grid.shape().numbering {
        Numbering::RowColumn => "row, then column",
        Numbering::ColumnRow => "column, then row",
    };
    let example = map.playable().iter().next().map(|hex| map.grid.name(hex)).unwrap_or_default();
    format!("hex numbers: {order}; the first is {example}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::Style;
    use faults::Source;

    fn draw(map: &str, only: Option<&dyn Fn(Hex) -> bool>) -> String {
        let map = ground::text::read_map(&Source::new("test.toml", map))
            .unwrap_or_else(|faults| panic!("{faults}"));
        let content = |hex: Hex| (map.cover(hex) == Cover::Town).then(|| (Ink::Blue, "U12!*".to_owned()));
        let mark = |hex: Hex| (map.level(hex) == 2).then_some((Ink::Bold, '@'));
        let board = Hexes { map: &map, only, content: &content, mark: &mark };
        board.draw().render(Style::default()) + &numbering(&map)
    }

    const POINTY: &str = r#"
        [map]
        picture = """
          .  .  w1 t
           .  .2 .1 t
          -  .  ~  .
        """
        creek_hexsides = [["0100", "0201"], ["0100", "0101"], ["0000", "0001"], ["0000", "0100"]]
        bridges = [["0000", "0100"]]
        fords = [["0100", "0101"]]
        stonewall_hexsides = [["0002", "0003"], ["0003", "0102"]]
        pike = [["0103", "0102", "0101"]]
        trail = [["0000", "0001"]]
    "#;

    #[test]
    fn rows_shift_and_hexsides_are_marked() {
        insta::assert_snapshot!(draw(POINTY, None));
    }

    #[test]
    fn a_part_of_a_map_is_labelled_where_it_lies() {
        insta::assert_snapshot!(draw(POINTY, Some(&|hex: Hex| hex.0 % 4 > 1),));
    }

    #[test]
    fn columns_shift_where_hexes_stand_on_a_side() {
        let map = r#"
            [map]
            orientation = "flat-top"
            numbering = "CCRR"
            first_row = 1
            first_col = 1
            picture = """
              .  t  w1 .
              o  .  .2 .
              .  .  .  t
            """
            creek_hexsides = [["0101", "0102"], ["0101", "0201"]]
            stonewall_hexsides = [["0302", "0402"]]
            road = [["0101", "0201", "0302"]]
        "#;
        insta::assert_snapshot!(draw(map, None));
    }
}
