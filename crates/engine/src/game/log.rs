//! What was done, what came of it, and what each seat hears of it.

use super::Game;
use crate::chance::Roll;
use crate::{Eyes, Line, Rules, Seat, Seating};
use serde::{Deserialize, Serialize};

/// One action and everything that came of it, secrets included.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry<E> {
    /// Whose action.
    pub seat: Seat,
    /// The action in the game's notation.
    pub action: String,
    /// What happened.
    pub events: Vec<E>,
    /// What was rolled.
    pub rolls: Vec<Roll>,
    /// Whether something hidden was shown.
    pub revealed: bool,
    /// Whether it was done while both sides had to decide, neither knowing what the other does.
    pub secret: bool,
    /// Which army each seat led afterwards: with the ears of that army it hears what happened.
    pub seating: Seating,
}

impl<E> Entry<E> {
    /// Whether it can never be taken back: a die fell, or a secret was shown.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.revealed || !self.rolls.is_empty()
    }
}

/// What somebody hears of one action, or of the set-up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Heard {
    /// Its place in this log. Somebody else's log may have other numbers: actions of which nothing is heard are not
    /// counted, so that not even their number is known.
    pub number: usize,
    /// Whose action it was; nobody's for the set-up.
    #[serde(rename = "side")]
    pub seat: Option<Seat>,
    /// The action in the game's notation, for those who may know it.
    pub action: Option<String>,
    /// What happened, in words.
    pub lines: Vec<Line>,
    /// The dice, for those who may know them: dice of a game with secrets may have decided one.
    pub rolls: Vec<Roll>,
}

impl<R: Rules> Game<R> {
    /// What these eyes have heard since the game began, an entry an action.
    #[must_use]
    pub fn log(&self, eyes: Eyes<Seat>) -> Vec<Heard> {
        self.log_from(eyes, 0)
    }

    /// The entries of [`Game::log`] from this number of them on. What comes before is not put into words.
    #[must_use]
    pub fn log_from(&self, eyes: Eyes<Seat>, first: usize) -> Vec<Heard> {
        let opened = usize::from(self.is_heard(&self.opening, self.seated, eyes));
        let all = eyes == Eyes::All || self.rules.is_open();
        let opening = (opened > first).then(|| Heard {
            number: 0,
            seat: None,
            action: None,
            lines: self.hear(&self.opening, self.seated, eyes),
            rolls: if all { self.opening_rolls.clone() } else { Vec::new() },
        });
        let heard = (opened..).zip(self.heard_entries(eyes)).skip(first.saturating_sub(opened));
        let entries = heard.map(|(number, (_, entry))| {
            let own = all || eyes == Eyes::Of(entry.seat);
            Heard {
                number,
                seat: Some(entry.seat),
                action: own.then(|| entry.action.clone()),
                lines: self.hear(&entry.events, entry.seating, eyes),
                rolls: if all { entry.rolls.clone() } else { Vec::new() },
            }
        });
        opening.into_iter().chain(entries).collect()
    }

    /// How many entries [`Game::log`] has.
    #[must_use]
    pub fn log_len(&self, eyes: Eyes<Seat>) -> usize {
        usize::from(self.is_heard(&self.opening, self.seated, eyes)) + self.heard_entries(eyes).count()
    }

    /// The moments of [`Game::log`]: after how many actions it had how many entries, from its beginning on.
    pub(crate) fn moments(&self, eyes: Eyes<Seat>) -> impl Iterator<Item = (usize, usize)> {
        let opened = usize::from(self.is_heard(&self.opening, self.seated, eyes));
        let heard = (opened + 1..).zip(self.heard_entries(eyes));
        std::iter::once((0, opened)).chain(heard.map(|(lines, (index, _))| (index + 1, lines)))
    }

    /// How many actions had been carried out before the one with this number in the log of these eyes.
    pub(super) fn actions_before(&self, eyes: Eyes<Seat>, number: usize) -> Option<usize> {
        let opened = usize::from(self.is_heard(&self.opening, self.seated, eyes));
        let (index, _) = self.heard_entries(eyes).nth(number.checked_sub(opened)?)?;
        Some(index)
    }

    /// The number of the entry about an action in the log of these eyes; actions count from 0.
    pub(crate) fn line_of(&self, eyes: Eyes<Seat>, action: usize) -> Option<usize> {
        let opened = usize::from(self.is_heard(&self.opening, self.seated, eyes));
        self.heard_entries(eyes).position(|(index, _)| index == action).map(|place| opened + place)
    }

    /// The actions of which these eyes hear something, with their indices.
    fn heard_entries(&self, eyes: Eyes<Seat>) -> impl Iterator<Item = (usize, &Entry<R::Event>)> {
        let all = eyes == Eyes::All || self.rules.is_open();
        let entries = self.entries.iter().enumerate();
        entries.filter(move |(_, entry)| {
            all || eyes == Eyes::Of(entry.seat) || self.is_heard(&entry.events, entry.seating, eyes)
        })
    }

    fn is_heard(&self, events: &[R::Event], seating: Seating, eyes: Eyes<Seat>) -> bool {
        let eyes = seating.eyes(eyes);
        events.iter().any(|event| self.rules.hear(event, eyes).is_some())
    }

    fn hear(&self, events: &[R::Event], seating: Seating, eyes: Eyes<Seat>) -> Vec<Line> {
        let eyes = seating.eyes(eyes);
        let heard = events.iter().filter_map(|event| self.rules.hear(event, eyes));
        heard.map(|event| self.rules.tell(&event)).collect()
    }
}
