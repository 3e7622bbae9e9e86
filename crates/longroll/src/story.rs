//! What happened, written for people: log lines with their arithmetic.

use crate::terminal::{Ink, Style};
use engine::story::Sum;
use engine::{Line, Seat};
use std::fmt::Write as _;

/// An action as a line of its own: `12. Union: move 0307`. Without what it was, for those who may not know.
pub fn action(number: usize, seat: Seat, action: Option<&str>, style: Style) -> String {
    match action {
        Some(what) => style.paint(Ink::Dim, format_args!("{number}. {seat}: {what}")),
        None => style.paint(Ink::Dim, format_args!("{number}. {seat}")),
    }
}

/// Lines of the log, each with its arithmetic below it.
pub fn lines(lines: &[Line], style: Style) -> String {
    let mut text = String::new();
    for line in lines {
        let Line { text: sentence, depth, sums: rows, .. } = line;
        let _ = match depth {
            0 => writeln!(text, "{}", style.paint(Ink::Bold, format_args!("== {sentence}"))),
            1 => writeln!(text, "   {sentence}"),
            _ => writeln!(text, "     {sentence}"),
        };
        text += &sums(rows, style);
    }
    text
}

/// Rows of arithmetic in columns.
pub fn sums(rows: &[Sum], style: Style) -> String {
    let widest =
        |column: fn(&Sum) -> &str| rows.iter().map(|row| column(row).chars().count()).max().unwrap_or(0);
    let (what, value) = (widest(|row| &row.what), widest(|row| &row.value));
    let mut text = String::new();
    for row in rows {
        let rule = style.paint(Ink::Dim, &row.rule);
        let line = format!("       {:what$}  {:>value$}  {rule}", row.what, row.value);
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_stands_in_columns_under_its_line() {
        let told = [
            Line::heading("Turn 1"),
            Line::new("0102 against 0202: 3-2, die 4.")
                .sum("strength", "9 SP", "LFM-8.3a")
                .sum("flank", "-1", "LFM-8.7"),
            Line::detail("5NY is disorganized."),
        ];
        insta::assert_snapshot!(lines(&told, Style::default()));
    }
}
