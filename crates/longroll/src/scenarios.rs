//! `longroll scenarios`: what can be played.

use crate::args;
use crate::shelf::Shelf;
use crate::terminal::{Ink, Style, Terminal};
use crate::trouble::{Exit, Trouble};
use engine::Side;
use engine::stage::Blurb;

pub fn run(shelf: &Shelf, arguments: &args::Scenarios, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let blurbs = shelf.blurbs()?;
    if arguments.json {
        terminal.json(&blurbs)?;
        return Ok(Exit::Done);
    }
    let texts: Vec<String> = blurbs.iter().map(|blurb| describe(blurb, terminal.style)).collect();
    terminal.line(texts.join("\n"))?;
    Ok(Exit::Done)
}

fn describe(blurb: &Blurb, style: Style) -> String {
    let mut text = format!("{}  {}\n", style.paint(Ink::Bold, &blurb.id), blurb.title);
    text += &format!("  {}, {} turns, {}\n", blurb.rules, blurb.turns, blurb.span);
    for side in Side::BOTH {
        text += &format!("  {side}: {}\n", blurb.sides[side.index()]);
    }
    for line in wrap(&blurb.description, 76) {
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
