//! The list of game turns (LFM-0.1, LFM-23.1, ledger 6.3 and 6.5).

use super::file::ScenarioTable;
use crate::scenario::Turn;
use faults::{Faults, Place};
use toml::Spanned;
use toml::value::Date;

/// The first hour of day, in minutes after midnight (ledger 6.5).
const DAWN: u16 = 5 * 60;
/// The last hour of day.
const DUSK: u16 = 20 * 60;
/// The first night turn.
const NIGHTFALL: u16 = 21 * 60;
/// Night turns of a night unless the scenario says otherwise (LFM-23.1).
const NIGHT_TURNS: u8 = 2;
const MOST_NIGHT_TURNS: u8 = 8;
const MOST_DAYS: u8 = 9;
const DAY: u16 = 24 * 60;

/// The turns of a scenario, and how people speak of them.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    pub(crate) turns: Vec<Turn>,
    date: Option<Date>,
}

impl Calendar {
    /// Makes the calendar that a `[scenario]` table asks for.
    pub(crate) fn read(table: &ScenarioTable, faults: &mut Faults) -> Calendar {
        let mut calendar = Calendar { turns: Vec::new(), date: date(table, faults) };
        let night_turns = night_turns(table, faults);
        let labels = calendar.labels(table, faults);
        let nights: Vec<&str> = table.night.iter().map(|label| label.get_ref().as_str()).collect();
        let is_night = |label: &str| {
            nights.contains(&label) || minutes(label).is_some_and(|at| !(DAWN..=DUSK).contains(&at))
        };
        let mut day: u8 = 1;
        let mut after_night = false;
        let mut last: Option<u16> = None;
        for (at, label) in labels.iter().enumerate() {
            let night = is_night(label);
            let time = minutes(label);
            let earlier = matches!((last, time), (Some(last), Some(time)) if time <= last);
            if !night && (after_night || earlier) {
                day = day.saturating_add(1);
            }
            after_night = night;
            last = if night { last } else { time.or(last) };
            calendar.push(day, label, night);

            let next_is_night = labels.get(at + 1).is_some_and(|next| is_night(next));
            let ends = at + 1 == labels.len();
            if time == Some(DUSK) && !next_is_night && (!ends || table.night_turns.is_some()) {
                for label in night_labels(night_turns) {
                    calendar.push(day, &label, true);
                }
                after_night = night_turns > 0;
            }
        }
        calendar.mark(&table.night, faults, |turn| turn.night = true);
        calendar.mark(&table.rain, faults, |turn| turn.rain = true);
        match &table.victory_check {
            Some(checks) => calendar.mark(checks, faults, |turn| turn.victory_check = true),
            None => calendar.check_each_evening(),
        }
        calendar
    }

    fn push(&mut self, day: u8, label: &str, night: bool) {
        self.turns.push(Turn { day, label: label.to_owned(), night, rain: false, victory_check: false });
    }

    /// The daytime turns as listed, or hour by hour from the first to the last.
    fn labels(&self, table: &ScenarioTable, faults: &mut Faults) -> Vec<String> {
        match (&table.turns, &table.first_turn, &table.last_turn) {
            (Some(turns), None, None) => turns.iter().map(|turn| turn.get_ref().clone()).collect(),
            (None, Some(first), Some(last)) => self.hourly(first, last, faults).unwrap_or_default(),
            (turns, first, last) => {
                let given = first.as_ref().or(last.as_ref());
                let what = match (turns, given) {
                    (Some(_), Some(_)) => "the scenario says its turns in two ways",
                    _ => "the scenario does not say its turns",
                };
                faults
                    .add(given, what)
                    .hint("list `turns = [\"9 am\", …]`, or give `first_turn` and `last_turn`");
                Vec::new()
            }
        }
    }

    fn hourly(
        &self,
        first: &Spanned<String>,
        last: &Spanned<String>,
        faults: &mut Faults,
    ) -> Option<Vec<String>> {
        let mut hour = |label: &Spanned<String>| {
            let (day, time) = self.split(label.get_ref());
            let hour = minutes(time).filter(|at| at % 60 == 0 && (DAWN..=DUSK).contains(at));
            if day.is_none() || hour.is_none() {
                faults
                    .add(label, format!("`{}` is no hour of day", label.get_ref()))
                    .hint("write an hour from 5 am to 8 pm, such as `9 am`, or `day 2, 9 am`");
            }
            Some((day?.unwrap_or(1), hour?))
        };
        let (from, to) = (hour(first), hour(last));
        let (from, to) = (from?, to?);
        if from > to || from.0 != 1 || to.0 > MOST_DAYS {
            faults
                .add(last, format!("turns cannot run from {} to {}", first.get_ref(), last.get_ref()))
                .hint(format!(
                    "the first turn is of day 1, the last comes after it, on day {MOST_DAYS} at most"
                ));
            return None;
        }
        let mut labels = Vec::new();
        let (mut day, mut hour) = from;
        while (day, hour) <= to {
            labels.push(clock(hour));
            hour += 60;
            if hour > DUSK {
                (day, hour) = (day + 1, DAWN);
            }
        }
        Some(labels)
    }

    fn mark(&mut self, labels: &[Spanned<String>], faults: &mut Faults, set: impl Fn(&mut Turn)) {
        for label in labels {
            if let Some(turn) = self.find(label.get_ref(), label.into(), faults) {
                set(&mut self.turns[usize::from(turn)]);
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
    pub(crate) fn find(&self, text: &str, written: Place, faults: &mut Faults) -> Option<u8> {
        let (day, label) = self.split(text);
        let Some(day) = day else {
            let hint = match self.date {
                None => "the scenario has no `date`; write `day 1, 9 am`, or give it one".to_owned(),
                Some(date) => format!("day 1 is {} {}", MONTHS[usize::from(date.month) - 1], date.day),
            };
            faults.add(written, format!("`{text}` names no day of the scenario")).hint(hint);
            return None;
        };
        let fits = |turn: &&Turn| same(&turn.label, label) && day.is_none_or(|day| turn.day == day);
        let found: Vec<u8> =
            (0..=u8::MAX).zip(&self.turns).filter(|(_, turn)| fits(turn)).map(|(at, _)| at).collect();
        match found[..] {
            [turn] => return Some(turn),
            [] => faults.add(written, format!("there is no turn `{text}`")).hint(self.range()),
            _ => faults
                .add(written, format!("there are several turns `{text}`"))
                .hint(format!("say which day: `day 1, {label}`")),
        };
        None
    }

    /// The turn in which a time of day falls on day 1, and the minutes of it that have gone by.
    pub(crate) fn at(&self, time: u16) -> Option<(u8, u16)> {
        (0..=u8::MAX)
            .zip(&self.turns)
            .filter(|(_, turn)| turn.day == 1 && !turn.night)
            .filter_map(|(at, turn)| Some((at, time.checked_sub(minutes(&turn.label)?)?)))
            .find(|&(_, gone)| gone < 60)
    }

    /// Minutes after midnight when the first turn begins.
    pub(crate) fn begins(&self) -> Option<u16> {
        minutes(&self.turns.first()?.label)
    }

    fn range(&self) -> String {
        match (self.turns.first(), self.turns.last()) {
            (Some(first), Some(last)) => format!("turns run from {} to {}", first.label, last.label),
            _ => "the calendar is empty".to_owned(),
        }
    }

    /// A day, if one is named and exists (`None` inside if none is named), and the rest.
    fn split<'a>(&self, text: &'a str) -> (Option<Option<u8>>, &'a str) {
        let Some((day, label)) = text.rsplit_once(',') else { return (Some(None), text.trim()) };
        let label = label.trim();
        let day = day.trim();
        let words: Vec<&str> = day.split_whitespace().collect();
        let number = match words[..] {
            [word, number] if word.eq_ignore_ascii_case("day") => number.parse().ok(),
            [month, number] => self.day_of(month, number),
            _ => None,
        };
        (number.map(Some), label)
    }

    /// The day of the scenario that a date is: `July 2` is day 2 of a battle that begins on July 1.
    fn day_of(&self, month: &str, day: &str) -> Option<u8> {
        let first = self.date?;
        let month = MONTHS.iter().position(|name| {
            let short = month.trim_end_matches('.');
            short.len() >= 3 && name.len() >= short.len() && name[..short.len()].eq_ignore_ascii_case(short)
        })? as u8
            + 1;
        let day: u8 = day.parse().ok()?;
        let gone = if month == first.month {
            day.checked_sub(first.day)?
        } else if month == first.month % 12 + 1 {
            days_of(first).saturating_sub(first.day).checked_add(day)?
        } else {
            return None;
        };
        gone.checked_add(1)
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

fn days_of(date: Date) -> u8 {
    match date.month {
        2 if date.year.is_multiple_of(4) && date.year != 1900 => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn date(table: &ScenarioTable, faults: &mut Faults) -> Option<Date> {
    let date = table.date.as_ref()?;
    if let (Some(day), None) = (date.get_ref().date, date.get_ref().time)
        && (1..=12).contains(&day.month)
    {
        return Some(day);
    }
    faults.add(date, "this is no day").hint("write a date, as 1863-07-01");
    None
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

/// The night's turns share the eight hours from 9 pm.
fn night_labels(turns: u8) -> impl Iterator<Item = String> {
    (0..u16::from(turns)).map(move |turn| {
        let hours = turn * 8 / u16::from(turns);
        clock((NIGHTFALL + hours * 60) % DAY)
    })
}

fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || minutes(a).is_some_and(|time| minutes(b) == Some(time))
}

/// A whole hour as people write it.
fn clock(at: u16) -> String {
    match at / 60 {
        0 => "midnight".to_owned(),
        12 => "noon".to_owned(),
        hour @ 1..=11 => format!("{hour} am"),
        hour => format!("{} pm", hour - 12),
    }
}

/// Minutes after midnight of `9 am`, `9:30 am`, `noon`, `midnight`; other labels have none.
pub(crate) fn minutes(label: &str) -> Option<u16> {
    let text = label.trim().to_ascii_lowercase();
    match text.as_str() {
        "noon" => return Some(12 * 60),
        "midnight" => return Some(0),
        _ => {}
    }
    let (time, half) = match (text.strip_suffix("am"), text.strip_suffix("pm")) {
        (Some(time), _) => (time.trim(), 0),
        (_, Some(time)) => (time.trim(), 12 * 60),
        _ => return None,
    };
    let (hour, minute) = time.split_once(':').unwrap_or((time, "0"));
    let (hour, minute): (u16, u16) = (hour.parse().ok()?, minute.parse().ok()?);
    ((1..=12).contains(&hour) && minute < 60).then_some(hour % 12 * 60 + minute + half)
}
