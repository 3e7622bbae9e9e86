//! The turns of a scenario, and the times of day they stand for.

use faults::{Faults, Span};
use toml::Spanned;
use toml::value::Datetime;

use crate::Date;

/// The most days that a list of turns may run over.
const MOST_DAYS: u8 = 9;
const MIDNIGHT: u16 = 24 * 60;

/// How a game divides a day into turns. Times are minutes after midnight.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Day {
    /// When the first turn of the day may begin.
    pub dawn: u16,
    /// When the last one begins.
    pub dusk: u16,
    /// When the first turn of the night begins.
    pub nightfall: u16,
    /// How many minutes the turns of a night share.
    pub night: u16,
    /// How many minutes a turn of day takes; at least one.
    pub turn: u16,
}

impl Day {
    /// Turns of an hour from 5 am to 8 pm, and a night of eight hours from 9 pm.
    pub const HOURLY: Day = Day { dawn: 5 * 60, dusk: 20 * 60, nightfall: 21 * 60, night: 8 * 60, turn: 60 };

    fn begins_turn(self, time: u16) -> bool {
        (self.dawn..=self.dusk).contains(&time) && (time - self.dawn).is_multiple_of(self.turn.max(1))
    }

    /// The night's turns share its hours.
    fn night_labels(self, turns: u8) -> impl Iterator<Item = String> {
        (0..u16::from(turns)).map(move |turn| {
            let hours = turn * (self.night / 60) / u16::from(turns);
            clock_label((self.nightfall + hours * 60) % MIDNIGHT)
        })
    }
}

/// The turns as a scenario file writes them.
#[derive(Copy, Clone, Debug, Default)]
pub struct Turns<'a> {
    /// The first day.
    pub date: Option<&'a Spanned<Datetime>>,
    /// The turns one by one …
    pub list: Option<&'a [Spanned<String>]>,
    /// … or by the clock from the first …
    pub first: Option<Written<'a>>,
    /// … to the last.
    pub last: Option<Written<'a>>,
    /// Turns of the list that are at night whatever the clock says.
    pub night: &'a [Spanned<String>],
    /// How many turns a night has that is not listed.
    pub night_turns: u8,
    /// Whether a night follows when the last turn is the last of its day.
    pub ends_at_night: bool,
}

/// A text and where it stands.
#[derive(Copy, Clone, Debug)]
pub struct Written<'a> {
    text: &'a str,
    at: Option<&'a Spanned<String>>,
}

impl<'a> From<&'a Spanned<String>> for Written<'a> {
    fn from(text: &'a Spanned<String>) -> Self {
        Self { text: text.get_ref(), at: Some(text) }
    }
}

impl<'a> From<&'a str> for Written<'a> {
    fn from(text: &'a str) -> Self {
        Self { text, at: None }
    }
}

/// A turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The day, counted from 1.
    pub day: u8,
    /// What it is called: `9 am`.
    pub label: String,
    /// It is night.
    pub night: bool,
}

/// When something happens, in turns.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum When {
    /// Before the first turn.
    Before,
    /// In the course of a turn.
    During {
        /// Which, counted from 0.
        turn: usize,
        /// How many minutes of it have gone by.
        gone: u16,
    },
    /// After the last turn, or in none.
    After,
}

/// The turns of a scenario, and how people speak of them.
///
/// ```
/// use armies::derive::{Calendar, Day, Turns, When};
/// use faults::{Faults, Span, Source};
///
/// let mut faults = Faults::new(&Source::new("battle.toml", ""));
/// let turns = Turns { first: Some("9 am".into()), last: Some("day 2, 6 am".into()), night_turns: 2, ..Turns::default() };
/// let calendar = Calendar::new(Day::HOURLY, &turns, &mut faults);
/// // Twelve hours, a night of two turns, the first two hours of the second day.
/// assert_eq!(calendar.turns().len(), 12 + 2 + 2);
/// assert_eq!(calendar.find("day 2, 5 am", Span::File, &mut faults), Some(14));
/// assert_eq!(calendar.when(9 * 60 + 35), When::During { turn: 0, gone: 35 });
/// // After 40 minutes a third of a march of 6 is left.
/// assert_eq!(calendar.left_of(6, 40), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Calendar {
    turns: Vec<Turn>,
    day: Day,
    date: Option<Date>,
}

impl Calendar {
    /// The calendar that a scenario asks for.
    pub fn new(day: Day, text: &Turns<'_>, faults: &mut Faults) -> Calendar {
        let mut calendar = Calendar { turns: Vec::new(), day, date: date(text.date, faults) };
        let labels = calendar.labels(text, faults);
        let nights: Vec<&str> = text.night.iter().map(|label| label.get_ref().as_str()).collect();
        let is_night = |label: &str| {
            nights.contains(&label) || minutes(label).is_some_and(|at| !(day.dawn..=day.dusk).contains(&at))
        };
        let mut number: u8 = 1;
        let mut after_night = false;
        let mut last: Option<u16> = None;
        for (at, label) in labels.iter().enumerate() {
            let night = is_night(label);
            let time = minutes(label);
            let earlier = matches!((last, time), (Some(last), Some(time)) if time <= last);
            if !night && (after_night || earlier) {
                number = number.saturating_add(1);
            }
            after_night = night;
            last = if night { last } else { time.or(last) };
            calendar.push(number, label, night);

            let next_is_night = labels.get(at + 1).is_some_and(|next| is_night(next));
            let ends = at + 1 == labels.len();
            if time == Some(day.dusk) && !next_is_night && (!ends || text.ends_at_night) {
                for label in day.night_labels(text.night_turns) {
                    calendar.push(number, &label, true);
                }
                after_night = text.night_turns > 0;
            }
        }
        for label in text.night {
            if let Some(turn) = calendar.find(label.get_ref(), label.into(), faults) {
                calendar.turns[turn].night = true;
            }
        }
        calendar
    }

    /// The turns.
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    fn push(&mut self, day: u8, label: &str, night: bool) {
        self.turns.push(Turn { day, label: label.to_owned(), night });
    }

    /// The turns of day as listed, or by the clock from the first to the last.
    fn labels(&self, text: &Turns<'_>, faults: &mut Faults) -> Vec<String> {
        match (text.list, text.first, text.last) {
            (Some(turns), None, None) => turns.iter().map(|turn| turn.get_ref().clone()).collect(),
            (None, Some(first), Some(last)) => self.by_the_clock(first, last, faults).unwrap_or_default(),
            (turns, first, last) => {
                let given = first.or(last);
                let what = match (turns, given) {
                    (Some(_), Some(_)) => "the scenario says its turns in two ways",
                    _ => "the scenario does not say its turns",
                };
                faults
                    .add(given.and_then(|given| given.at), what)
                    .hint("list `turns = [\"9 am\", …]`, or give `first_turn` and `last_turn`");
                Vec::new()
            }
        }
    }

    fn by_the_clock(
        &self,
        first: Written<'_>,
        last: Written<'_>,
        faults: &mut Faults,
    ) -> Option<Vec<String>> {
        let day = self.day;
        let mut hour = |label: Written<'_>| {
            let (number, time) = self.split(label.text);
            let hour = minutes(time).filter(|&at| day.begins_turn(at));
            if number.is_none() || hour.is_none() {
                let what = match day.turn {
                    60 => format!("`{}` is no hour of day", label.text),
                    turn => format!("no turn of {turn} minutes begins at `{}`", label.text),
                };
                let [dawn, dusk] = [day.dawn, day.dusk].map(clock_label);
                faults
                    .add(label.at, what)
                    .hint(format!("write an hour from {dawn} to {dusk}, such as `9 am`, or `day 2, 9 am`"));
            }
            Some((number?.unwrap_or(1), hour?))
        };
        let (from, to) = (hour(first), hour(last));
        let (from, to) = (from?, to?);
        if from > to || from.0 != 1 || to.0 > MOST_DAYS {
            faults.add(last.at, format!("turns cannot run from {} to {}", first.text, last.text)).hint(
                format!("the first turn is of day 1, the last comes after it, on day {MOST_DAYS} at most"),
            );
            return None;
        }
        let mut labels = Vec::new();
        let (mut number, mut time) = from;
        while (number, time) <= to {
            labels.push(clock_label(time));
            time += day.turn.max(1);
            if time > day.dusk {
                (number, time) = (number + 1, day.dawn);
            }
        }
        Some(labels)
    }

    /// The turn that a text names: `9 am`, `day 2, 9 am`, `July 2, 9 am`.
    pub fn find(&self, text: &str, written: Span, faults: &mut Faults) -> Option<usize> {
        let (day, label) = self.split(text);
        let Some(day) = day else {
            let hint = match self.date {
                None => "the scenario has no `date`; write `day 1, 9 am`, or give it one".to_owned(),
                Some(date) => format!("day 1 is {} {}", MONTHS[usize::from(date.month) - 1], date.day),
            };
            faults.add(written, format!("`{text}` names no day of the scenario")).hint(hint);
            return None;
        };
        let fits = |turn: &Turn| same(&turn.label, label) && day.is_none_or(|day| turn.day == day);
        let found: Vec<usize> = (0..self.turns.len()).filter(|&turn| fits(&self.turns[turn])).collect();
        match found[..] {
            [turn] => return Some(turn),
            [] => faults.add(written, format!("there is no turn `{text}`")).hint(self.range()),
            _ => faults
                .add(written, format!("there are several turns `{text}`"))
                .hint(format!("say which day: `day 1, {label}`")),
        };
        None
    }

    /// The turn in which a time of day falls on the first day. Turns that are not called by the clock have no time.
    pub fn when(&self, time: u16) -> When {
        if self.begins().is_some_and(|begins| time < begins) {
            return When::Before;
        }
        let days_turns = self.turns.iter().enumerate().filter(|(_, turn)| turn.day == 1 && !turn.night);
        let gone = |turn: &Turn| time.checked_sub(minutes(&turn.label)?);
        days_turns
            .filter_map(|(at, turn)| Some((at, gone(turn)?)))
            .find(|&(_, gone)| gone < self.day.turn)
            .map_or(When::After, |(turn, gone)| When::During { turn, gone })
    }

    /// What is left of an allowance when some minutes of the turn have gone by: to the nearest whole, a half up; who
    /// comes at all has one.
    pub fn left_of(&self, full: u16, gone: u16) -> u16 {
        let turn = u32::from(self.day.turn.max(1));
        let left = turn.saturating_sub(u32::from(gone));
        let share = (u32::from(full) * left * 2 + turn) / (2 * turn);
        u16::try_from(share).unwrap_or(full).max(1)
    }

    /// Minutes after midnight when the first turn begins; none if it is not called by the clock.
    pub fn begins(&self) -> Option<u16> {
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
        let words: Vec<&str> = day.split_whitespace().collect();
        let number = match words[..] {
            [word, number] if word.eq_ignore_ascii_case("day") => number.parse().ok(),
            [month, number] => self.day_of(month, number),
            _ => None,
        };
        (number.map(Some), label.trim())
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

fn date(written: Option<&Spanned<Datetime>>, faults: &mut Faults) -> Option<Date> {
    let date = written?;
    if let (Some(day), None) = (date.get_ref().date, date.get_ref().time)
        && (1..=12).contains(&day.month)
    {
        return Some(Date { year: day.year, month: day.month, day: day.day });
    }
    faults.add(date, "this is no day").hint("write a date, as 1863-07-01");
    None
}

fn same(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || minutes(a).is_some_and(|time| minutes(b) == Some(time))
}

/// A time of day as people write it: `9 am`, `9:20 am`, `noon`.
pub fn clock_label(at: u16) -> String {
    let (hour, minute) = (at / 60, at % 60);
    let half = if hour < 12 { "am" } else { "pm" };
    let number = if hour % 12 == 0 { 12 } else { hour % 12 };
    match (hour, minute) {
        (0, 0) => "midnight".to_owned(),
        (12, 0) => "noon".to_owned(),
        (_, 0) => format!("{number} {half}"),
        _ => format!("{number}:{minute:02} {half}"),
    }
}

/// Minutes after midnight of `9 am`, `9:30 am`, `noon`, `midnight`; other labels have none.
pub fn minutes(label: &str) -> Option<u16> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use faults::Source;

    fn calendar(day: Day, turns: &Turns<'_>) -> (Calendar, Faults) {
        let mut faults = Faults::new(&Source::new("turns.toml", ""));
        (Calendar::new(day, turns, &mut faults), faults)
    }

    fn hours<'a>(first: &'a str, last: &'a str) -> Turns<'a> {
        Turns { first: Some(first.into()), last: Some(last.into()), night_turns: 2, ..Turns::default() }
    }

    #[test]
    fn times_are_read_as_they_are_written() {
        for time in (0..MIDNIGHT).step_by(5) {
            assert_eq!(minutes(&clock_label(time)), Some(time));
        }
        for wrong in ["", "13 pm", "9", "9:60 am", "dawn"] {
            assert_eq!(minutes(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_night_lies_between_two_days_and_ends_a_battle_only_if_asked_for() {
        let (made, faults) = calendar(Day::HOURLY, &hours("7 pm", "day 2, 5 am"));
        let turns: Vec<_> =
            made.turns().iter().map(|turn| (turn.day, turn.label.as_str(), turn.night)).collect();
        let expected = [
            (1, "7 pm", false),
            (1, "8 pm", false),
            (1, "9 pm", true),
            (1, "1 am", true),
            (2, "5 am", false),
        ];
        assert_eq!(turns, expected);
        assert!(faults.is_empty());
        assert_eq!(calendar(Day::HOURLY, &hours("7 pm", "8 pm")).0.turns().len(), 2);
        let turns = Turns { ends_at_night: true, ..hours("7 pm", "8 pm") };
        assert_eq!(calendar(Day::HOURLY, &turns).0.turns().len(), 4);
    }

    #[test]
    fn turns_may_take_any_number_of_minutes() {
        let (made, faults) = calendar(Day { turn: 15, ..Day::HOURLY }, &hours("9:45 am", "10:15 am"));
        let labels: Vec<&str> = made.turns().iter().map(|turn| turn.label.as_str()).collect();
        assert_eq!(labels, ["9:45 am", "10 am", "10:15 am"]);
        assert_eq!(made.when(10 * 60 + 14), When::During { turn: 1, gone: 14 });
        assert_eq!(made.when(9 * 60 + 44), When::Before);
        assert_eq!(made.when(10 * 60 + 30), When::After);
        assert!(faults.is_empty());
        let (_, faults) = calendar(Day { turn: 20, ..Day::HOURLY }, &hours("9:30 am", "11 am"));
        assert_eq!(faults.located()[0].what, "no turn of 20 minutes begins at `9:30 am`");
    }

    #[test]
    fn a_date_names_a_day() {
        let july = toml::from_str::<std::collections::BTreeMap<String, Spanned<Datetime>>>("d = 1863-06-30");
        let july = july.unwrap();
        let turns = Turns { date: Some(&july["d"]), ..hours("8 pm", "day 2, 5 am") };
        let (made, mut faults) = calendar(Day::HOURLY, &turns);
        assert_eq!(made.find("July 1, 5 am", Span::File, &mut faults), Some(3));
        assert_eq!(made.find("5 am", Span::File, &mut faults), Some(3));
        assert!(faults.is_empty());
        assert_eq!(made.find("May 1, 5 am", Span::File, &mut faults), None);
        assert_eq!(made.find("day 2, 7 am", Span::File, &mut faults), None);
        assert_eq!(faults.len(), 2);
    }
}
