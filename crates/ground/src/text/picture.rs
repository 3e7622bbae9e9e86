//! The little map drawn in text.

use std::ops::Range;

use faults::{Faults, Source};
use toml::Spanned;

use crate::bits::GridSet;
use crate::map::{Cover, HexMap};

/// A drawn map: rows of cells, all rows as long as the longest.
pub(super) struct Picture {
    rows: Vec<Vec<Cell>>,
    cols: usize,
}

#[derive(Copy, Clone)]
struct Cell {
    /// `None` is a hole in the map.
    cover: Option<Cover>,
    level: i8,
}

const HINT: &str = "a cell is one of . o c w t s e r m ~ - and then perhaps a digit for the level";

/// Reads the drawing; each faulty cell and each row of another length is a fault.
pub(super) fn read(text: &Spanned<String>, faults: &mut Faults) -> Picture {
    let mut rows: Vec<(Vec<Cell>, Range<usize>)> = Vec::new();
    for (line, span) in lines(text, faults.source()) {
        let mut cells = Vec::new();
        for (word, at) in words(&line) {
            cells.push(cell(word).unwrap_or_else(|| {
                let place = span.map_or(text.span(), |start| start + at..start + at + word.len());
                faults.add(place, format!("`{word}` is no ground")).hint(HINT);
                Cell { cover: Some(Cover::Clear), level: 0 }
            }));
        }
        if !cells.is_empty() {
            rows.push((cells, span.map_or(text.span(), |start| start..start + line.len())));
        }
    }
    let cols = rows.first().map_or(0, |(cells, _)| cells.len());
    for (number, (cells, place)) in rows.iter().enumerate() {
        if cells.len() != cols {
            faults
                .add(
                    place.clone(),
                    format!("row {number} of the picture has {} cells, row 0 has {cols}", cells.len()),
                )
                .hint("draw every row equally long; `-` stands for a hole in the map");
        }
    }
    let mut rows: Vec<Vec<Cell>> = rows.into_iter().map(|(cells, _)| cells).collect();
    for cells in &mut rows {
        cells.resize(cols, Cell { cover: None, level: 0 });
    }
    Picture { rows, cols }
}

impl Picture {
    pub(super) fn rows(&self) -> u16 {
        u16::try_from(self.rows.len()).unwrap_or(u16::MAX)
    }

    pub(super) fn cols(&self) -> u16 {
        u16::try_from(self.cols).unwrap_or(u16::MAX)
    }

    /// Gives every hex of the map what is drawn for it.
    pub(super) fn paint(&self, map: &mut HexMap) {
        let mut playable = GridSet::EMPTY;
        for hex in map.grid.hexes() {
            let (col, row) = map.grid.col_row(hex);
            let Some(cell) = self.rows.get(usize::from(row)).and_then(|cells| cells.get(usize::from(col)))
            else {
                continue;
            };
            if let Some(cover) = cell.cover {
                playable.insert(hex);
                map.set_cover(hex, cover);
                map.set_level(hex, cell.level);
            }
        }
        map.set_playable(playable);
    }
}

fn cell(word: &str) -> Option<Cell> {
    let mut letters = word.chars();
    let cover = match letters.next()? {
        '.' => Some(Cover::Clear),
        'o' => Some(Cover::Orchard),
        'c' => Some(Cover::Cultivated),
        'w' => Some(Cover::Woods),
        't' => Some(Cover::Town),
        's' => Some(Cover::SunkenRoad),
        'e' => Some(Cover::Embankment),
        'r' => Some(Cover::Rough),
        'm' => Some(Cover::Marsh),
        '~' => Some(Cover::Water),
        '-' => None,
        _ => return None,
    };
    let level = match letters.next() {
        None => 0,
        Some(_) if cover.is_none() => return None,
        Some(digit) => i8::try_from(digit.to_digit(10)?).ok()?,
    };
    letters.next().is_none().then_some(Cell { cover, level })
}

/// The words of a line, each with the byte where it begins.
pub(crate) fn words(line: &str) -> impl Iterator<Item = (&str, usize)> {
    line.split_whitespace().map(move |word| (word, word.as_ptr() as usize - line.as_ptr() as usize))
}

/// The lines of the drawing, each with the byte of the file where it begins. A text with escapes in it does not stand
/// in the file as it reads; its lines have no place of their own.
pub(crate) fn lines(text: &Spanned<String>, source: &Source) -> Vec<(String, Option<usize>)> {
    let span = text.span();
    let raw = source.text().get(span.clone()).unwrap_or_default();
    let quotes =
        ["\"\"\"", "'''", "\"", "'"].into_iter().find(|quotes| raw.starts_with(quotes)).unwrap_or("");
    let inside = raw.strip_prefix(quotes).and_then(|rest| rest.strip_suffix(quotes)).unwrap_or_default();
    let start = span.start + quotes.len();
    // A line break right after the opening quotes is not part of the text.
    if inside.trim_start_matches(['\r', '\n']) != text.get_ref().trim_start_matches(['\r', '\n']) {
        return text.get_ref().lines().map(|line| (line.to_owned(), None)).collect();
    }
    inside
        .split('\n')
        .map(|line| (line.to_owned(), Some(start + line.as_ptr() as usize - inside.as_ptr() as usize)))
        .collect()
}
