//! Files of squares: what is printed on the squares of a battlefield, and its Areas.

use super::GAME;
use crate::field::square::{Grid, Printed, Square};
use crate::field::squares::{Area, Squares};
use faults::{Faults, Head, Shelf, Source, Span, Text, Texts, Words, did_you_mean, list, read_toml};
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

/// Where files of squares lie, and those built in.
pub const SQUARES: Shelf = Shelf {
    what: "file of squares",
    folder: "rally-round-the-flag/squares",
    ending: "toml",
    builtin: &[("gettysburg-july-1", include_str!("../../scenarios/squares/gettysburg-july-1.toml"))],
};

/// A file of squares as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SquaresFile {
    /// Checked before the file is read.
    #[serde(rename = "game")]
    _game: Option<String>,
    holds: Text,
    /// The id of the battlefield.
    battlefield: String,
    /// The square in its north-west corner.
    first: Text,
    columns: Spanned<u8>,
    rows: Spanned<u8>,
    /// What is printed, a line each row: `G: 1/5 2/X`. None while a new file waits for its survey.
    printed: Texts,
    #[serde(default, rename = "area")]
    areas: Vec<AreaFile>,
}

/// An Area as written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AreaFile {
    name: Text,
    squares: Texts,
}

/// Reads a file of squares.
///
/// # Errors
///
/// Every fault, with its line and what would be right.
pub fn read(source: &Source) -> Result<Squares, Faults> {
    let mut faults = Faults::new(source);
    Head::of(source).must_say("game", GAME, &mut faults);
    let file: SquaresFile = match read_toml(source) {
        Ok(file) => file,
        Err(others) => {
            faults.absorb(others);
            return Err(faults);
        }
    };
    if file.holds.get_ref() != "squares" {
        faults
            .add(&file.holds, format!("this holds `{}`, and not squares", file.holds.get_ref()))
            .hint("write `holds = \"squares\"`");
    }
    let Some(grid) = grid(&file, &mut faults) else { return Err(faults) };
    let printed = printed(grid, &file.printed, &mut faults);
    let areas = areas(grid, &file.areas, &mut faults);
    faults.into_result(Squares { battlefield: file.battlefield, grid, printed, areas })
}

/// How the squares of a file lie and which ground they are of, whatever is printed on them: for whoever makes that
/// anew.
///
/// # Errors
///
/// Every fault of these keys.
pub fn read_grid(source: &Source) -> Result<(String, Grid), Faults> {
    let mut faults = Faults::new(source);
    let file: SquaresFile = read_toml(source)?;
    let grid = grid(&file, &mut faults);
    match grid {
        Some(grid) => faults.into_result((file.battlefield, grid)),
        None => Err(faults),
    }
}

fn grid(file: &SquaresFile, faults: &mut Faults) -> Option<Grid> {
    let first = Square::read(file.first.get_ref());
    if first.is_none() {
        faults
            .add(&file.first, format!("`{}` is no square", file.first.get_ref()))
            .hint("write a letter for the row and a number for the column, as in `G1`");
    }
    let [columns, rows] = [(&file.columns, "columns"), (&file.rows, "rows")].map(|(number, what)| {
        let value = *number.get_ref();
        if value == 0 {
            faults.add(number, format!("there are no {what}")).hint("write how many there are");
        }
        value
    });
    let grid = Grid { first: first?, columns, rows };
    let last = grid.first.shifted(i16::from(rows) - 1, i16::from(columns) - 1);
    if last.is_none() {
        faults
            .add(&file.first, format!("{rows} rows of {columns} squares do not fit from here"))
            .hint("rows end with `Z` and columns with 99");
    }
    (rows > 0 && columns > 0 && last.is_some()).then_some(grid)
}

/// What is printed, in the order of the grid. What cannot be read stands as the easiest square there is.
fn printed(grid: Grid, lines: &Texts, faults: &mut Faults) -> Vec<Printed> {
    let easiest =
        Printed::read("1/5").unwrap_or(Printed { flag: 1, limit: crate::field::square::Limit::Moves(5) });
    let mut all = vec![easiest; grid.squares().count()];
    let mut seen: BTreeMap<char, &Text> = BTreeMap::new();
    for line in lines {
        let Some((name, mut words)) = Words::named(line, faults, "G: 1/5 2/X") else { continue };
        let row = name.text.chars().next().filter(|_| name.text.chars().count() == 1);
        let begins = row.and_then(|row| Square::new(row, grid.first.column()));
        let Some((row, begins)) = row.zip(begins.filter(|square| grid.index(*square).is_some())) else {
            let rows: Vec<String> =
                (0..grid.rows).map(|row| char::from(b'A' + grid.first.row() + row).to_string()).collect();
            faults
                .add(name.place, format!("`{}` is no row of these squares", name.text))
                .hint(format!("the rows are {}", list(rows.iter().map(String::as_str))));
            continue;
        };
        if let Some(first) = seen.insert(row.to_ascii_uppercase(), line) {
            faults
                .add(line, format!("the row `{row}` is there twice"))
                .hint("keep one")
                .see(first, "the first");
        }
        for column in 0..grid.columns {
            let wanted =
                format!("a row has {} squares, each written flag/limit as in `2/4` or `3/X`", grid.columns);
            if let Some(square) = words.read(faults, &wanted, Printed::read)
                && let Some(index) = begins.shifted(0, column.into()).and_then(|square| grid.index(square))
            {
                all[index] = square;
            }
            if words.is_over() && column + 1 < grid.columns {
                words.fault(faults, &wanted);
                break;
            }
        }
        words.over(faults, &[]);
    }
    for row in (0..grid.rows).map(|row| char::from(b'A' + grid.first.row() + row)) {
        if !seen.contains_key(&row) {
            faults
                .add(Span::File, format!("nothing is printed on the row `{row}`"))
                .hint("add its line, or let `cargo xtask squares` write them all");
        }
    }
    all
}

fn areas(grid: Grid, written: &[AreaFile], faults: &mut Faults) -> Vec<Area> {
    let mut areas: Vec<Area> = Vec::new();
    for (number, area) in written.iter().enumerate() {
        let name = area.name.get_ref();
        if let Some(first) =
            written[..number].iter().find(|other| other.name.get_ref().eq_ignore_ascii_case(name))
        {
            faults
                .add(&area.name, format!("there are two Areas `{name}`"))
                .hint("give each its own name")
                .see(&first.name, "the first");
        }
        let squares = squares(grid, &area.squares, faults);
        if squares.is_empty() && area.squares.is_empty() {
            faults.add(&area.name, format!("`{name}` has no square")).hint("name the squares that cover it");
        }
        areas.push(Area { name: name.clone(), squares });
    }
    areas
}

/// Squares by name; one that is none, or lies elsewhere, or is there twice, is a fault.
pub fn squares(grid: Grid, names: &Texts, faults: &mut Faults) -> Vec<Square> {
    let mut found: Vec<Square> = Vec::new();
    for text in names {
        let name = text.get_ref();
        match Square::read(name) {
            None => {
                let all: Vec<String> = grid.squares().map(|square| square.to_string()).collect();
                let hint = match did_you_mean(name, all.iter().map(String::as_str)) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => "a letter for the row and a number for the column, as in `I4`".to_owned(),
                };
                faults.add(text, format!("`{name}` is no square")).hint(hint);
            }
            Some(square) if grid.index(square).is_none() => {
                let last = grid.squares().last().unwrap_or(grid.first);
                faults
                    .add(text, format!("`{square}` is not among the squares of this battlefield"))
                    .hint(format!("they are `{}` to `{last}`", grid.first));
            }
            Some(square) if found.contains(&square) => {
                faults.add(text, format!("`{square}` is there twice")).hint("name each square once");
            }
            Some(square) => found.push(square),
        }
    }
    found
}
