//! A sheet of characters, each with its ink.

use crate::terminal::{Ink, Style};

/// A sheet of characters that grows as it is written on.
#[derive(Default)]
pub struct Canvas {
    rows: Vec<Vec<(char, Ink)>>,
}

impl Canvas {
    /// Writes a text from a place on, over whatever was there.
    pub fn write(&mut self, column: usize, row: usize, ink: Ink, text: &str) {
        if self.rows.len() <= row {
            self.rows.resize_with(row + 1, Vec::new);
        }
        let cells = &mut self.rows[row];
        let end = column + text.chars().count();
        if cells.len() < end {
            cells.resize(end, (' ', Ink::Plain));
        }
        for (cell, letter) in cells[column..end].iter_mut().zip(text.chars()) {
            *cell = (letter, ink);
        }
    }

    /// The sheet as lines of text.
    pub fn render(&self, style: Style) -> String {
        self.rows.iter().map(|row| line(row, style) + "\n").collect()
    }
}

/// A line without blanks at its end, neighbours of one ink painted together.
fn line(cells: &[(char, Ink)], style: Style) -> String {
    let end = cells.iter().rposition(|(letter, _)| *letter != ' ').map_or(0, |last| last + 1);
    cells[..end]
        .chunk_by(|a, b| a.1 == b.1)
        .map(|run| style.paint(run[0].1, run.iter().map(|(letter, _)| letter).collect::<String>()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_text_covers_earlier_text_and_blank_ends_are_cut() {
        let mut canvas = Canvas::default();
        canvas.write(1, 1, Ink::Blue, "abc  ");
        canvas.write(2, 1, Ink::Red, "X");
        assert_eq!(canvas.render(Style { colour: false }), "\n aXc\n");
        assert_eq!(
            canvas.render(Style { colour: true }),
            "\n \x1b[1;34ma\x1b[0m\x1b[1;31mX\x1b[0m\x1b[1;34mc\x1b[0m\n"
        );
    }
}
