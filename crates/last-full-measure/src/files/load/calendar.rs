//! The list of game turns (LFM-0.1, LFM-23.1, ledger 6.3 and 6.5).

use super::file::ScenarioTable;
use crate::model::ids::Turn;
use crate::model::scenario::TurnInfo;
use armies::derive::{self, Day, Turns};
use faults::{Faults, Span};
use toml::Spanned;

/// Night turns of a night unless the scenario says otherwise (LFM-23.1).
const NIGHT_TURNS: u8 = 2;
const MOST_NIGHT_TURNS: u8 = 8;

/// The turns of a scenario, and how people speak of them.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    pub(crate) turns: Vec<TurnInfo>,
    /// The same by the clock. Turns take an hour (ledger 6.5).
    pub(crate) clock: derive::Calendar,
}

impl Calendar {
    /// Makes the calendar that a `[scenario]` table asks for. A new day begins with its first daytime turn (LFM-S9a).
    pub(crate) fn read(table: &ScenarioTable, faults: &mut Faults) -> Calendar {
        let text = Turns {
            date: table.date.as_ref(),
            list: table.turns.as_deref(),
            first: table.first_turn.as_ref().map(Into::into),
            last: table.last_turn.as_ref().map(Into::into),
            night: &table.night,
            night_turns: night_turns(table, faults),
            ends_at_night: table.night_turns.is_some(),
        };
        let clock = derive::Calendar::new(Day::HOURLY, &text, faults);
        let turn = |turn: &derive::Turn| {
            let derive::Turn { day, label, night } = turn.clone();
            TurnInfo { day, label, night, rain: false, victory_check: false }
        };
        let mut calendar = Calendar { turns: clock.turns().iter().map(turn).collect(), clock };
        calendar.mark(&table.rain, faults, |turn| turn.rain = true);
        match &table.victory_check {
            Some(checks) => calendar.mark(checks, faults, |turn| turn.victory_check = true),
            None => calendar.check_each_evening(),
        }
        calendar
    }

    fn mark(&mut self, labels: &[Spanned<String>], faults: &mut Faults, set: impl Fn(&mut TurnInfo)) {
        for label in labels {
            if let Some(turn) = self.find(label.get_ref(), label.into(), faults) {
                set(&mut self.turns[turn.index()]);
            }
        }
    }

    /// LFM-S8: after the last daytime turn of a day.
    fn check_each_evening(&mut self) {
        for at in 0..self.turns.len() {
            let next = self.turns.get(at + 1).map(|next| (next.day, next.night));
            let turn = &mut self.turns[at];
            turn.victory_check = !turn.night && next.is_none_or(|(day, night)| night || day != turn.day);
        }
    }

    /// The turn that a text names: `9 am`, `day 2, 9 am`, `July 2, 9 am`.
    pub(crate) fn find(&self, text: &str, written: Span, faults: &mut Faults) -> Option<Turn> {
        // A scenario of more turns than a number has is refused for them.
        self.clock.find(text, written, faults).and_then(|turn| u8::try_from(turn).ok()).map(Turn)
    }
}

fn night_turns(table: &ScenarioTable, faults: &mut Faults) -> u8 {
    let Some(written) = &table.night_turns else { return NIGHT_TURNS };
    if *written.get_ref() > MOST_NIGHT_TURNS {
        faults
            .add(written, format!("{} night turns", written.get_ref()))
            .hint(format!("a night has 0 to {MOST_NIGHT_TURNS}, two as a rule (LFM-23.1)"));
    }
    (*written.get_ref()).min(MOST_NIGHT_TURNS)
}
