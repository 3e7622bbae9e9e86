//! A drawing in letters, and the areas its cells make.

use std::collections::BTreeMap;

use faults::{Faults, Text};

use crate::geometry::{Area, Point, turn};
use crate::text::picture::{lines, words};

/// The most cells a drawing has in a row, and the most rows.
const MOST: usize = 200;

#[derive(Copy, Clone, PartialEq, Eq)]
struct Cell {
    class: Option<u8>,
    level: i16,
}

/// A drawing: rows of cells from north to south, all equally long.
pub(super) struct Rows {
    rows: Vec<Vec<Cell>>,
    cols: usize,
}

/// Reads a drawing; every cell that is not understood and every row of another length is a fault.
pub(super) fn read(map: &Text, letters: &[(char, u8)], faults: &mut Faults) -> Option<Rows> {
    let before = faults.len();
    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for (line, start) in lines(map, faults.source()) {
        let mut cells = Vec::new();
        for (word, at) in words(&line) {
            let place = start.map_or(map.span(), |start| start + at..start + at + word.len());
            let cell = cell(word, letters);
            if cell.is_none() {
                let known: String = letters.iter().map(|(letter, _)| format!(" {letter}")).collect();
                faults
                    .add(place, format!("`{word}` is no ground"))
                    .hint(format!("a cell is one of .{known} and then perhaps a digit for its level"));
            }
            cells.push(cell.unwrap_or(Cell { class: None, level: 0 }));
        }
        let cols = rows.first().map_or(cells.len(), Vec::len);
        if !cells.is_empty() {
            if cells.len() != cols {
                let place = start.map_or(map.span(), |start| start..start + line.len());
                faults
                    .add(place, format!("a row of {} cells, where the first has {cols}", cells.len()))
                    .hint("draw every row equally long");
            }
            rows.push(cells);
        }
    }
    let cols = rows.first().map_or(0, Vec::len);
    if rows.is_empty() || rows.len() > MOST || cols > MOST {
        faults
            .add(map, format!("a drawing of {} rows and {cols} columns", rows.len()))
            .hint(format!("draw at least one cell, and at most {MOST} rows and columns"));
    }
    (faults.len() == before).then_some(Rows { rows, cols })
}

fn cell(word: &str, letters: &[(char, u8)]) -> Option<Cell> {
    let mut signs = word.chars();
    let class = match signs.next()? {
        '.' => None,
        sign => Some(letters.iter().find(|(letter, _)| *letter == sign)?.1),
    };
    let level = match signs.next() {
        None => 0,
        Some(digit) => i16::try_from(digit.to_digit(10)?).ok()?,
    };
    signs.next().is_none().then_some(Cell { class, level })
}

impl Rows {
    pub(super) fn rows(&self) -> i32 {
        self.rows.len() as i32
    }

    pub(super) fn cols(&self) -> i32 {
        self.cols as i32
    }

    /// Every cell, row by row from the north: its place in the list.
    fn cells(&self) -> impl Iterator<Item = (usize, Cell)> + '_ {
        self.rows.iter().flatten().copied().enumerate()
    }

    /// The cell beside another: so many columns east, so many rows south.
    fn beside(&self, cell: usize, east: i32, south: i32) -> Option<usize> {
        let (col, row) = ((cell % self.cols) as i32 + east, (cell / self.cols) as i32 + south);
        let inside = (0..self.cols()).contains(&col) && (0..self.rows()).contains(&row);
        inside.then(|| row as usize * self.cols + col as usize)
    }

    /// The areas of a class: cells that share a side are one.
    pub(super) fn areas(&self, square: i32, class: u8) -> Vec<Area> {
        let mut left: Vec<bool> = self.cells().map(|(_, cell)| cell.class == Some(class)).collect();
        let mut areas = Vec::new();
        while let Some(first) = left.iter().position(|left| *left) {
            let mut taken = vec![false; left.len()];
            let mut next = vec![first];
            left[first] = false;
            while let Some(cell) = next.pop() {
                taken[cell] = true;
                for (east, south) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                    if let Some(other) = self.beside(cell, east, south).filter(|other| left[*other]) {
                        left[other] = false;
                        next.push(other);
                    }
                }
            }
            areas.push(self.outline(square, &taken));
        }
        areas
    }

    /// For each level from 1 on that is drawn: the ground that is at least so high.
    pub(super) fn hills(&self, square: i32) -> Vec<(i16, Area)> {
        let highest = self.cells().map(|(_, cell)| cell.level).max().unwrap_or(0);
        let at_least = |level: i16| {
            let high: Vec<bool> = self.cells().map(|(_, cell)| cell.level >= level).collect();
            (level, self.outline(square, &high))
        };
        (1..=highest).map(at_least).collect()
    }

    /// The border of some cells, as rings with corners only.
    fn outline(&self, square: i32, taken: &[bool]) -> Area {
        // Sides with a taken cell on their left and none on their right, by where they begin.
        let mut sides: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
        for cell in (0..taken.len()).filter(|cell| taken[*cell]) {
            let (col, row) = ((cell % self.cols) as i32, (cell / self.cols) as i32);
            let (west, south) = (col * square, (self.rows() - 1 - row) * square);
            let corner = |east: i32, north: i32| Point::new(west + east * square, south + north * square);
            let around = [
                ((0, 1), corner(0, 0), corner(1, 0)),
                ((1, 0), corner(1, 0), corner(1, 1)),
                ((0, -1), corner(1, 1), corner(0, 1)),
                ((-1, 0), corner(0, 1), corner(0, 0)),
            ];
            for ((east, south), from, to) in around {
                if !self.beside(cell, east, south).is_some_and(|other| taken[other]) {
                    sides.entry(from).or_default().push(to);
                }
            }
        }
        let mut rings = Vec::new();
        while let Some((start, _)) = sides.first_key_value() {
            let start = *start;
            let mut ring: Vec<Point> = Vec::new();
            let mut here = start;
            while let Some(next) = sides.get_mut(&here).and_then(Vec::pop) {
                if sides.get(&here).is_some_and(Vec::is_empty) {
                    sides.remove(&here);
                }
                ring.push(here);
                here = next;
            }
            let count = ring.len();
            let bends = |number: &usize| {
                let (before, after) = (ring[(number + count - 1) % count], ring[(number + 1) % count]);
                turn(before, ring[*number], after) != 0
            };
            rings.push((0..count).filter(bends).map(|number| ring[number]).collect());
        }
        Area { rings }
    }
}
