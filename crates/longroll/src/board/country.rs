//! The country of a campaign as text: a letter a hex, what stands there behind it, and marks on the hexsides.
//!
//! ```text
//!     00  01  02
//! 00  .       oUC
//!     ~  /\   |
//!         .  ≈    .
//! ```

use super::Canvas;
use crate::terminal::Ink;
use ground::theatre::{Border, COMPASS, Country as Land, Passage, River, SettlementClass, Theatre};
use ground::{Direction, Hex};

/// Characters from one hex to the next in its row, and lines from one row to the next.
const WIDTH: usize = 4;
const HEIGHT: usize = 2;
/// Where the first hex begins: row numbers stand before it.
const MARGIN: usize = 4;

/// What the letters mean.
pub const LEGEND: &str = "\
. clear  o town  O city  f forest  m mountain  = pass  ~ sea  # out of play
hexsides: | / \\ road  + railroad  ~ river  ≈ major river  H bridge  F ferry  ^ ridge  = pass";

/// A country to draw, with something written into some of its hexes.
pub struct Country<'a> {
    /// The hexes.
    pub theatre: &'a Theatre,
    /// Hexes to show.
    pub only: &'a dyn Fn(Hex) -> bool,
    /// What stands in a hex: up to two characters.
    pub content: &'a dyn Fn(Hex) -> Option<(Ink, String)>,
}

impl Country<'_> {
    /// Draws it.
    pub fn draw(&self) -> Canvas {
        let grid = &self.theatre.grid;
        let shown: Vec<Hex> = grid.hexes().filter(|&hex| (self.only)(hex)).collect();
        let places = || shown.iter().map(|&hex| grid.col_row(hex));
        let first_col = places().map(|(col, _)| col).min().unwrap_or(0);
        let first_row = places().map(|(_, row)| row).min().unwrap_or(0);
        let mut canvas = Canvas::default();
        for &hex in &shown {
            let (col, row) = grid.col_row(hex);
            let column = MARGIN + usize::from(col - first_col) * WIDTH;
            let line = 1 + usize::from(row - first_row) * HEIGHT + usize::from(grid.is_shifted(hex));
            canvas.write(column, 0, Ink::Dim, &format!("{col:02}"));
            if col == first_col {
                canvas.write(0, line, Ink::Dim, &format!("{row:02}"));
            }
            let (ink, letter) = letter(self.theatre, hex);
            canvas.write(column, line, ink, &letter.to_string());
            if let Some((ink, text)) = (self.content)(hex) {
                canvas.write(column + 1, line, ink, &text);
            }
            // Each hexside is drawn once, by the hex west or north of it.
            let [_, north_east, south_east, south, ..] = COMPASS;
            for (side, road, across, at) in [
                (north_east, '/', WIDTH - 1, line.checked_sub(1).filter(|&above| above > 0)),
                (south_east, '\\', WIDTH - 1, Some(line + 1)),
                (south, '|', 0, Some(line + 1)),
            ] {
                if let (Some(at), Some((ink, mark))) = (at, self.side_mark(hex, side, road)) {
                    canvas.write(column + across, at, ink, &mark.to_string());
                }
            }
        }
        canvas
    }

    /// What lies between a hex and its neighbour, if both are shown.
    fn side_mark(&self, hex: Hex, side: Direction, road: char) -> Option<(Ink, char)> {
        let other = self.theatre.grid.neighbour(hex, side)?;
        (self.only)(other).then(|| mark_of(self.theatre.border(hex, side), road))?
    }
}

const fn mark_of(border: Border, road: char) -> Option<(Ink, char)> {
    match border {
        Border { passage: Some(Passage::Bridge), .. } => Some((Ink::Yellow, 'H')),
        Border { passage: Some(Passage::Ferry), .. } => Some((Ink::Blue, 'F')),
        Border { river: Some(River::Major), .. } => Some((Ink::Blue, '≈')),
        Border { river: Some(River::Minor), .. } => Some((Ink::Blue, '~')),
        Border { ridge: true, .. } if border.has_way() => Some((Ink::Yellow, '=')),
        Border { ridge: true, .. } => Some((Ink::Yellow, '^')),
        Border { road: true, .. } => Some((Ink::Yellow, road)),
        Border { rail: true, .. } => Some((Ink::Yellow, '+')),
        _ => None,
    }
}

fn letter(theatre: &Theatre, hex: Hex) -> (Ink, char) {
    let has_way = || Direction::ALL.iter().any(|side| theatre.border(hex, *side).has_way());
    let class = theatre.place_at(hex).map(|place| place.class);
    match (theatre.country(hex), class) {
        (Land::Clear | Land::Forest, Some(SettlementClass::City)) => (Ink::Bold, 'O'),
        (Land::Clear | Land::Forest, Some(SettlementClass::Town)) => (Ink::Plain, 'o'),
        (Land::Clear, _) => (Ink::Dim, '.'),
        (Land::Forest, _) => (Ink::Green, 'f'),
        (Land::Mountain, _) if has_way() => (Ink::Yellow, '='),
        (Land::Mountain, _) => (Ink::Yellow, 'm'),
        (Land::Sea, _) => (Ink::Blue, '~'),
        (Land::Outside, _) => (Ink::Dim, '#'),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::Style;
    use faults::Source;

    #[test]
    fn roads_rivers_and_bridges_are_drawn() {
        let text = "rows = ['..f', '.m.', '...']\nroads = ['0000-0100-0200', '0200-0201']\nrails = ['0001-0002']\n\
                    major = ['0000/0100']\nminor = ['0000/0001']\nbridges = ['0000/0100']\nridges = ['0101/0102']\n\
                    places = [{ hex = '0000', name = 'Dover', class = 'town' }]";
        let theatre = ground::theatre::read_text(&Source::new("dover.toml", text))
            .unwrap_or_else(|faults| panic!("{faults}"));
        let content = |hex: Hex| (hex.0 == 0).then(|| (Ink::Blue, "UA".to_owned()));
        let drawn = Country { theatre: &theatre, only: &|_| true, content: &content }.draw();
        insta::assert_snapshot!(drawn.render(Style::default()));
    }
}
