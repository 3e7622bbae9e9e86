//! Playing a record again.

use super::read::{place_of_action, place_of_key, place_of_print};
use super::{Act, Record};
use crate::chance::{Chance, Offset, Seeded};
use crate::{Identity, Pending, Print, Rules, Silent, Violation};
use faults::{Faults, Source};
use std::fmt;

/// Where a replay came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed<S> {
    /// The state.
    pub state: S,
    /// How far the stream of dice was used.
    pub place: Offset,
}

/// Why a record cannot be played again, or not to the same states. Actions count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mismatch {
    /// The record belongs to other rules or data.
    Identity {
        /// What differs: `game`, `rules_version` …
        what: &'static str,
        /// As the record has it.
        recorded: String,
        /// As it is here.
        here: String,
    },
    /// The record does not show its seed, so its dice are not known.
    NoSeed,
    /// It has fewer actions than were asked for.
    TooShort {
        /// How many it has.
        actions: usize,
        /// How many were asked for.
        wanted: usize,
    },
    /// An action cannot be read.
    Unreadable {
        /// Which.
        action: usize,
        /// Why.
        violation: Violation,
    },
    /// An action is not legal.
    Illegal {
        /// Which.
        action: usize,
        /// Why.
        violation: Violation,
    },
    /// The state has another fingerprint than when the game was played.
    State {
        /// After which action.
        action: usize,
        /// The last action after which it still agreed, if any.
        agreed: Option<usize>,
        /// Which fingerprint of the record it is.
        index: usize,
    },
    /// The game ends otherwise, or not at all.
    Outcome,
}

/// Plays a record again, to its end or to its first `upto` actions, and compares every fingerprint on the way.
///
/// # Errors
///
/// What does not agree, and at which action.
pub fn replay<R: Rules>(
    rules: &R,
    record: &Record,
    upto: Option<usize>,
) -> Result<Replayed<R::State>, Mismatch> {
    record.belongs_to(&rules.identity())?;
    let terms = record.terms().ok_or(Mismatch::NoSeed)?;
    let mut dice = Seeded::new(terms.dice());
    let state = replay_on(rules, record, upto, &mut dice, |_, _| ())?;
    Ok(Replayed { state, place: dice.place() })
}

/// The same for a record known to belong here, with dice from anywhere, which are told before each action that it
/// begins.
pub(crate) fn replay_on<R: Rules, C: Chance>(
    rules: &R,
    record: &Record,
    upto: Option<usize>,
    dice: &mut C,
    mut begins: impl FnMut(&mut C, usize),
) -> Result<R::State, Mismatch> {
    let upto = upto.unwrap_or(record.actions.len());
    if upto > record.actions.len() {
        return Err(Mismatch::TooShort { actions: record.actions.len(), wanted: upto });
    }
    let mut memo = R::Memo::default();
    let mut state = rules.start(dice, &mut Silent);
    let mut prints = PrintCheck::new(record);
    prints.check::<R>(0, &state)?;
    for (index, Act { seat, text }) in record.actions[..upto].iter().enumerate() {
        let action = index + 1;
        let answer = rules.read(text).map_err(|violation| Mismatch::Unreadable { action, violation })?;
        let side = rules.seating(&state).army(*seat);
        rules
            .check_with(&state, side, &answer, &mut memo)
            .map_err(|violation| Mismatch::Illegal { action, violation })?;
        begins(dice, action);
        rules.apply_with(&mut state, side, &answer, &mut memo, dice, &mut Silent);
        prints.check::<R>(action, &state)?;
    }
    if upto == record.actions.len() {
        record.ends_as(rules, &state)?;
    }
    Ok(state)
}

impl Record {
    /// Whether the record was made with these rules and data.
    ///
    /// # Errors
    ///
    /// The first thing that differs.
    pub fn belongs_to(&self, here: &Identity) -> Result<(), Mismatch> {
        agree(&self.identity, here)
    }

    /// Whether the state after the last action ends the game as recorded.
    pub(crate) fn ends_as<R: Rules>(&self, rules: &R, state: &R::State) -> Result<(), Mismatch> {
        let outcome = match rules.pending(state) {
            Pending::Over(outcome) => Some(rules.seating(state).outcome(outcome)),
            Pending::Decide(_) => None,
        };
        if outcome == self.outcome { Ok(()) } else { Err(Mismatch::Outcome) }
    }
}

/// Whether something was made with these rules and data.
pub(crate) fn agree(recorded: &Identity, here: &Identity) -> Result<(), Mismatch> {
    let options = |identity: &Identity| format!("{:?}", identity.options);
    let parts = [
        ("game", recorded.game.clone(), here.game.clone()),
        ("rules_version", recorded.rules_version.to_string(), here.rules_version.to_string()),
        ("scenario", recorded.scenario.clone(), here.scenario.clone()),
        ("options", options(recorded), options(here)),
        ("scenario_print", recorded.scenario_print.clone(), here.scenario_print.clone()),
    ];
    let different = parts.into_iter().find(|(_, recorded, here)| recorded != here);
    different.map_or(Ok(()), |(what, recorded, here)| Err(Mismatch::Identity { what, recorded, here }))
}

/// Compares states with the fingerprints of a record, in the order of play.
pub(crate) struct PrintCheck<'a> {
    record: &'a Record,
    next: usize,
    agreed: Option<usize>,
}

impl<'a> PrintCheck<'a> {
    pub fn new(record: &'a Record) -> PrintCheck<'a> {
        PrintCheck { record, next: 0, agreed: None }
    }

    /// The state after so many actions agrees with its fingerprint, or has none.
    pub fn check<R: Rules>(&mut self, actions: usize, state: &R::State) -> Result<(), Mismatch> {
        let index = self.next;
        let Some(&(after, print)) = self.record.prints.get(index) else { return Ok(()) };
        if after != actions {
            return Ok(());
        }
        if Print::of(state) != print {
            return Err(Mismatch::State { action: actions, agreed: self.agreed, index });
        }
        self.agreed = Some(actions);
        self.next += 1;
        Ok(())
    }
}

impl Mismatch {
    /// The mismatch as a fault of the record's file, with its line and a remedy.
    #[must_use]
    pub fn in_file(&self, source: &Source) -> Faults {
        let (place, hint) = match self {
            Mismatch::Identity { what: "rules_version", .. } => (
                place_of_key(source, "identity"),
                "`docs/rules/changes.md` says what plays differently; replay it with a program of that version",
            ),
            Mismatch::Identity { .. } => {
                (place_of_key(source, "identity"), "load the scenario and options that it was played with")
            }
            Mismatch::NoSeed => (place_of_key(source, "seed"), "take a record after the end of the game"),
            Mismatch::TooShort { .. } => (place_of_key(source, "actions"), "ask for fewer actions"),
            Mismatch::Unreadable { action, .. } | Mismatch::Illegal { action, .. } => (
                place_of_action(source, action - 1),
                "the file was changed, or the rules were without a new rules_version",
            ),
            Mismatch::State { index, .. } => (
                place_of_print(source, *index),
                "the file was changed, or the rules were without a new rules_version; replay to the actions before to see",
            ),
            Mismatch::Outcome => (
                place_of_key(source, "outcome"),
                "the file was changed, or the rules were without a new rules_version",
            ),
        };
        let mut faults = Faults::new(source);
        faults.add(place, self.to_string()).hint(hint);
        faults
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Mismatch::Identity { what: "rules_version", recorded, here } => {
                write!(
                    f,
                    "the game was played by version {recorded} of its rules; this program plays version {here}"
                )
            }
            Mismatch::Identity { what, recorded, here } => {
                write!(f, "the record's {what} is `{recorded}`, but here it is `{here}`")
            }
            Mismatch::NoSeed => f.write_str("the record does not show its seed, so its dice are not known"),
            Mismatch::TooShort { actions, wanted } => {
                write!(f, "the record has {actions} actions, not {wanted}")
            }
            Mismatch::Unreadable { action, violation } => {
                write!(f, "action {action} cannot be read: {violation}")
            }
            Mismatch::Illegal { action, violation } => write!(f, "action {action} is not legal: {violation}"),
            Mismatch::State { action, agreed: Some(agreed), .. } => {
                write!(f, "the state differs after action {action}; it still agreed after action {agreed}")
            }
            Mismatch::State { action: 0, .. } => f.write_str("the state differs before the first action"),
            Mismatch::State { action, agreed: None, .. } => {
                write!(f, "the state differs after action {action}")
            }
            Mismatch::Outcome => f.write_str("the game does not end as the record says"),
        }
    }
}

impl std::error::Error for Mismatch {}
