//! What may come of an action: its odds, and the arithmetic that is known before the dice fall.

use crate::story;
use crate::terminal::{Ink, Style};
use engine::odds::{Effort, odds};
use engine::scene::Chances;
use engine::story::Sum;
use engine::table::arithmetic;
use engine::{Eyes, Rules, Side};
use serde::Serialize;
use std::fmt::Write as _;

/// What may come of an action.
#[derive(Serialize)]
pub struct Preview {
    /// The action in the game's notation.
    pub action: String,
    /// The arithmetic of its first roll that is known beforehand.
    pub arithmetic: Vec<Sum>,
    /// What may happen; `None` if no die decides anything.
    pub odds: Option<Chances>,
}

impl Preview {
    /// The preview of an action that passes [`Rules::check`], for these eyes.
    pub fn of<R: Rules>(
        rules: &R,
        state: &R::State,
        side: Side,
        action: &R::Action,
        eyes: Eyes,
        effort: Effort,
    ) -> Preview {
        Preview {
            action: rules.write(action),
            arithmetic: arithmetic(rules, state, side, action, eyes),
            odds: Chances::of(rules, &odds(rules, state, side, action, eyes, effort)),
        }
    }

    /// Whether any die falls.
    pub fn rolls(&self) -> bool {
        self.odds.is_some()
    }

    /// The preview in words.
    pub fn show(&self, style: Style) -> String {
        let mut text = story::sums(&self.arithmetic, style);
        let Some(Chances { rows, basis }) = &self.odds else {
            text += "   No die decides anything before the next question.\n";
            return text;
        };
        let widest = rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0);
        for row in rows {
            let percent = row.likelihood * 100.0;
            let exact = row.exact.clone().unwrap_or_else(|| format!("±{:.1}", row.error * 100.0));
            let bar = "#".repeat((row.likelihood * 40.0).round() as usize);
            let bar = style.paint(Ink::Yellow, bar);
            let line = format!("   {:widest$}  {percent:5.1} %  {exact:>9}  {bar} {}", row.what, row.sense);
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text + "   " + basis + "\n"
    }
}
