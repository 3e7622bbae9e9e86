//! `longroll scenarios`: what can be played.

use crate::args;
use crate::games::Shelf;
use crate::table::About;
use crate::terminal::{Ink, Style, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::Side;

pub fn run(shelf: &Shelf, arguments: &args::Scenarios, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let abouts = shelf.abouts()?;
    if arguments.json {
        terminal.json(&abouts)?;
        return Ok(Exit::Done);
    }
    let texts: Vec<String> = abouts.iter().map(|about| describe(about, terminal.style)).collect();
    terminal.line(texts.join("\n"))?;
    Ok(Exit::Done)
}

fn describe(about: &About, style: Style) -> String {
    let mut text = format!("{}  {}\n", style.paint(Ink::Bold, &about.id), about.title);
    text += &format!("  {}, {} turns, {}\n", about.game, about.turns, about.span);
    for side in Side::BOTH {
        text += &format!("  {side}: {}\n", about.sides[side.index()]);
    }
    for line in wrap(&about.description, 76) {
        text += &format!("  {line}\n");
    }
    text
}

/// Breaks a text into lines of at most so many characters, where words allow.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrap("one two  three\nfour", 9), ["one two", "three", "four"]);
        assert_eq!(wrap("incomprehensible", 4), ["incomprehensible"]);
        assert!(wrap("  ", 4).is_empty());
    }
}
