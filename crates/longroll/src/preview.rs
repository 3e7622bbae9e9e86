//! What may come of an action: its odds, and the arithmetic that is known before the dice fall.

use crate::story;
use crate::terminal::{Ink, Style};
use engine::chance::Quick;
use engine::odds::{Basis, Effort, NOTHING, Odds, odds};
use engine::story::Sum;
use engine::{Eyes, Rules, Side};
use serde::Serialize;
use std::fmt::Write as _;

/// How often an action is tried to find the arithmetic that does not depend on the dice. A die that shows one face in
/// so many throws is not met in a lifetime of play.
const TRIALS: usize = 64;

/// What may come of an action.
#[derive(Serialize)]
pub struct Preview {
    /// The action in the game's notation.
    pub action: String,
    /// The arithmetic of its first roll that is known beforehand.
    pub arithmetic: Vec<Sum>,
    /// What may happen.
    pub odds: Odds,
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
            odds: odds(rules, state, side, action, eyes, effort),
        }
    }

    /// Whether any die falls.
    pub fn rolls(&self) -> bool {
        self.odds.rows.len() > 1 || self.odds.rows.first().is_some_and(|row| row.what != NOTHING)
    }

    /// The preview in words.
    pub fn show(&self, style: Style) -> String {
        let mut text = story::sums(&self.arithmetic, style);
        if !self.rolls() {
            text += "   No die decides anything before the next question.\n";
            return text;
        }
        let widest = self.odds.rows.iter().map(|row| row.what.chars().count()).max().unwrap_or(0);
        for row in &self.odds.rows {
            let percent = row.likelihood * 100.0;
            let exact = match row.exact {
                Some(fraction) => format!("{fraction}"),
                None => format!("±{:.1}", row.error * 100.0),
            };
            let bar = "#".repeat((row.likelihood * 40.0).round() as usize);
            let bar = style.paint(Ink::Yellow, bar);
            let _ = writeln!(text, "   {:widest$}  {percent:5.1} %  {exact:>9}  {bar}", row.what);
        }
        text + "   " + &self.basis() + "\n"
    }

    /// How the odds were found.
    fn basis(&self) -> String {
        let Basis { every_sequence, runs, imagined } = self.odds.basis;
        let worlds = match imagined {
            0 => String::new(),
            worlds => format!(" in {worlds} worlds you cannot tell from the real one"),
        };
        match (every_sequence, self.odds.is_exact()) {
            (_, true) => format!("exact: all {runs} sequences of dice"),
            (true, false) => format!("all {runs} sequences of dice{worlds}; ± is the standard error"),
            (false, false) => format!("a sample of {runs} runs{worlds}; ± is the standard error"),
        }
    }
}

/// The rows of the first line with arithmetic that are the same however the dice fall, and in every world that these eyes cannot
/// tell from the real one.
fn arithmetic<R: Rules>(rules: &R, state: &R::State, side: Side, action: &R::Action, eyes: Eyes) -> Vec<Sum> {
    let open = eyes == Eyes::All || rules.is_open();
    let view = (!open).then(|| rules.view(state, eyes));
    let mut chance = Quick::new(0);
    let mut known: Option<Vec<Sum>> = None;
    for _ in 0..TRIALS {
        let mut world = match &view {
            Some(view) => rules.imagine(view, eyes, &mut chance),
            None => state.clone(),
        };
        if rules.check(&world, side, action).is_err() {
            continue;
        }
        let mut events = Vec::new();
        rules.apply(&mut world, side, action, &mut chance, &mut events);
        let lines = events.iter().map(|event| rules.tell(event));
        let sums = lines.map(|line| line.sums).find(|sums| !sums.is_empty()).unwrap_or_default();
        match &mut known {
            Some(known) => known.retain(|row| sums.contains(row)),
            None => known = Some(sums),
        }
    }
    known.unwrap_or_default()
}
