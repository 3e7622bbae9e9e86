//! The answers to a question, numbered.

use crate::terminal::{Ink, Style};
use engine::{Rules, Side};
use std::fmt::Write as _;

/// Up to so many answers are listed in full.
const IN_FULL: usize = 12;
/// How wide a table of many answers is.
const WIDTH: usize = 96;
/// The most answers `list` shows at once.
const PAGE: usize = 60;

/// The answers to the question pending for a side. Those with the same verb stand together, in the order of what they
/// name: a hex is found at a glance.
pub struct Answers<A> {
    answers: Vec<Answer<A>>,
}

struct Answer<A> {
    action: A,
    /// In the game's notation.
    text: String,
    /// In words.
    words: String,
}

impl<A> Answer<A> {
    fn verb(&self) -> &str {
        self.text.split(' ').next().unwrap_or_default()
    }

    /// The notation without its verb.
    fn rest(&self) -> &str {
        self.text.split_once(' ').map_or("", |(_, rest)| rest)
    }
}

impl<A: Clone> Answers<A> {
    /// What a side may answer now.
    pub fn of<R: Rules<Action = A>>(rules: &R, state: &R::State, side: Side) -> Answers<A> {
        let (mut actions, mut memo) = (Vec::new(), R::Memo::default());
        rules.actions_with(state, side, &mut memo, &mut actions);
        let mut answers: Vec<Answer<A>> = actions
            .into_iter()
            .map(|action| Answer {
                text: rules.write(&action),
                words: rules.describe_with(state, side, &action, &mut memo),
                action,
            })
            .collect();
        let mut verbs: Vec<String> = answers.iter().map(|answer| answer.verb().to_owned()).collect();
        verbs.dedup();
        let many = answers.len() > IN_FULL;
        answers.sort_by_cached_key(|answer| {
            let named = if many { answer.rest().to_owned() } else { String::new() };
            (verbs.iter().position(|verb| verb == answer.verb()), named)
        });
        Answers { answers }
    }

    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// The only answer there is, if there is just one.
    pub fn only(&self) -> Option<&A> {
        match self.answers.as_slice() {
            [one] => Some(&one.action),
            _ => None,
        }
    }

    /// Whether a line is an answer as it is printed.
    pub fn lists(&self, line: &str) -> bool {
        let same = |text: &str| {
            text.split_whitespace().map(str::to_lowercase).eq(line.split_whitespace().map(str::to_lowercase))
        };
        self.answers.iter().any(|answer| same(&answer.text))
    }

    /// The answer with a number, counted from 1.
    pub fn numbered(&self, number: usize) -> Option<&A> {
        Some(&self.answers.get(number.checked_sub(1)?)?.action)
    }

    /// The one answer that names this place or piece; `None` if several do, or none.
    pub fn naming(&self, name: &str) -> Option<&A> {
        let mut found = self
            .answers
            .iter()
            .filter(|answer| answer.rest().split(' ').any(|word| word.eq_ignore_ascii_case(name)));
        found.next().filter(|_| found.next().is_none()).map(|answer| &answer.action)
    }

    /// The answers below a question: in full if they are few, else as a table.
    pub fn show(&self, style: Style) -> String {
        if self.len() <= IN_FULL {
            return self.list("", style);
        }
        let mut text = String::new();
        let mut number = 1;
        for group in self.answers.chunk_by(|a, b| a.verb() == b.verb()) {
            let _ = writeln!(text, "  {}", style.paint(Ink::Bold, group[0].verb()));
            if let [one] = group {
                let _ = writeln!(text, "    {number:>3} {}", one.words);
            } else {
                text += &table(group, number, style);
            }
            number += group.len();
        }
        text + &style.paint(Ink::Dim, "  `list` shows them in words, `list WORD` those with a word\n")
    }

    /// The answers in full that contain a word.
    pub fn list(&self, word: &str, style: Style) -> String {
        let word = word.to_lowercase();
        let contains = |answer: &Answer<A>| {
            answer.text.to_lowercase().contains(&word) || answer.words.to_lowercase().contains(&word)
        };
        let matching: Vec<(usize, &Answer<A>)> =
            (1..).zip(&self.answers).filter(|(_, answer)| contains(answer)).collect();
        if matching.is_empty() {
            return format!("  no answer contains `{word}`\n");
        }
        let widest =
            matching.iter().take(PAGE).map(|(_, answer)| answer.words.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for (number, answer) in matching.iter().take(PAGE) {
            if answer.words == answer.text {
                let _ = writeln!(text, "  {number:>3} {}", answer.text);
            } else {
                let notation = style.paint(Ink::Dim, &answer.text);
                let _ = writeln!(text, "  {number:>3} {:widest$}  {notation}", answer.words);
            }
        }
        if matching.len() > PAGE {
            let _ = writeln!(text, "  … and {} more: `list WORD` narrows them down", matching.len() - PAGE);
        }
        text
    }
}

/// Answers of one verb in columns: number, and what follows the verb.
fn table<A>(group: &[Answer<A>], first: usize, style: Style) -> String {
    let widest = group.iter().map(|answer| answer.rest().chars().count()).max().unwrap_or(0);
    let columns = (WIDTH / (widest + 6)).max(1);
    let mut text = String::new();
    for (row, answers) in group.chunks(columns).enumerate() {
        text += "  ";
        for (column, answer) in answers.iter().enumerate() {
            let number = style.paint(Ink::Dim, format_args!("{:>4}", first + row * columns + column));
            let _ = write!(text, " {number} {:widest$}", answer.rest());
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}
