//! A battlefield's squares as data: what is printed on each, and the Areas they make up (section 6.6, RRF-MAP-12).

use super::board::Board;
use super::square::{Grid, Printed, Square};
use super::survey::Found;

/// The squares of a battlefield.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares {
    /// The id of the battlefield they lie on.
    pub battlefield: String,
    /// How they lie.
    pub grid: Grid,
    /// What is printed on each, in the order of [`Grid::squares`].
    pub printed: Vec<Printed>,
    /// The Areas of the campaign, each with the squares that it covers, wholly or in part.
    pub areas: Vec<Area>,
}

/// An Area of the campaign's map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Area {
    /// What it is called.
    pub name: String,
    /// The squares that cover it.
    pub squares: Vec<Square>,
}

impl Squares {
    /// What is printed on a square.
    #[must_use]
    pub fn printed(&self, square: Square) -> Option<Printed> {
        self.grid.index(square).map(|index| self.printed[index])
    }

    /// An Area by its name, in any case.
    #[must_use]
    pub fn area(&self, name: &str) -> Option<&Area> {
        self.areas.iter().find(|area| area.name.eq_ignore_ascii_case(name))
    }

    /// The map of a battle for an Area: its squares, and the fewest more that make a rectangle (RRF-MAP-4, RRF-MAP-5).
    #[must_use]
    pub fn board(&self, area: &Area) -> Option<Board> {
        Board::around(&area.squares)
    }
}

/// The lines of a file of squares that say what is printed: `G: 1/5 1/4 2/X`, a row each.
#[must_use]
pub fn printed_lines(grid: Grid, found: &[(Square, Found)]) -> Vec<String> {
    let row = |south: u8| {
        let along = found.iter().filter(|(square, _)| square.row() == grid.first.row() + south);
        let cells: Vec<String> = along.map(|(_, found)| found.printed().to_string()).collect();
        let letter = char::from(b'A' + grid.first.row() + south);
        format!("{letter}: {}", cells.join(" "))
    };
    (0..grid.rows).map(row).collect()
}

/// The text of a file of squares with other lines for what is printed, all else as it was; `None` where the file has no
/// such list.
#[must_use]
pub fn renewed(text: &str, lines: &[String]) -> Option<String> {
    const BEGINS: &str = "printed = [\n";
    let from = text.find(BEGINS)? + BEGINS.len();
    let to = from + text[from..].find(']')?;
    let list: String = lines.iter().map(|line| format!("    \"{line}\",\n")).collect();
    Some(format!("{}{list}{}", &text[..from], &text[to..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_renewed_and_the_rest_of_it_stays() {
        let text = "# squares\nprinted = [\n    \"A: 1/5\",\n    # old\n]\n\n[[area]]\nname = \"x\"\n";
        let lines = ["A: 2/X".to_owned(), "B: 1/4".to_owned()];
        let new = "# squares\nprinted = [\n    \"A: 2/X\",\n    \"B: 1/4\",\n]\n\n[[area]]\nname = \"x\"\n";
        assert_eq!(renewed(text, &lines).as_deref(), Some(new));
        assert_eq!(renewed(new, &lines).as_deref(), Some(new));
        assert_eq!(renewed("nothing", &lines), None);
    }
}
