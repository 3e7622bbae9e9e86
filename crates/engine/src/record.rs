//! Records: a game is its scenario, its options, its seed and its actions.
//!
//! A record is a JSON file that people can read and tools can compare: one action a line, in the game's own notation.
//! Replaying it gives the same states on every machine; fingerprints on the way say where a replay first went astray.
//!
//! ```json
//! {
//!   "format": 1,
//!   "id": "evening game",
//!   "identity": {"game":"picket-line","rules_version":1,"scenario":"two-fords","scenario_print":"…","options":[]},
//!   "commitment": "…",
//!   "seed": "…",
//!   "nonces": [null,null],
//!   "actions": [
//!     ["union","order advance"],
//!     ["confederate","order hold"]
//!   ],
//!   "prints": [
//!     [0,"…"],
//!     [2,"…"]
//!   ],
//!   "outcome": null
//! }
//! ```
//!
//! | key | meaning |
//! |---|---|
//! | `format` | the version of this format: 1 |
//! | `id` | the game's name; the dice depend on it |
//! | `identity` | game, version of its rules, scenario with a fingerprint of its data, options |
//! | `commitment` | the SHA-256 of the seed, shown before the game |
//! | `seed` | the seed; `null` while the game must stay secret |
//! | `nonces` | what the seats added to the dice, Union first; `null` for none |
//! | `actions` | who did what, in order |
//! | `prints` | how many actions had been carried out, and the fingerprint of the state then |
//! | `dice` | may be missing: every draw, as `[action, what for, die, what it showed]`; action 0 is the set-up, and a die is the number of its sides or the list of its faces ([`Throw`]) |
//! | `outcome` | how the game ended; `null` while it goes on |
//! | `bookmark` | may be missing: where the game stands, so that it opens quickly ([`Bookmark`]). Nothing but opening uses it |

mod dice;
mod read;
mod replay;

pub(crate) use dice::Thrown;
pub use dice::{Die, Throw};
pub(crate) use read::place_of_throw;
pub use replay::{Mismatch, Replayed, replay};
pub(crate) use replay::{PrintCheck, agree, replay_on};

use crate::chance::Seed;
use crate::fair::{Commitment, Nonce, Terms};
use crate::game::Bookmark;
use crate::{Identity, Outcome, Print, Seat};
use faults::{Faults, Source};
use serde::Serialize;
use std::fmt::Write as _;

/// The version of the record format written here, and the only one read.
pub const FORMAT: u32 = 1;

/// A game as it was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The game's name or number; the dice depend on it.
    pub id: String,
    /// Which game, rules, scenario and options.
    pub identity: Identity,
    /// What the table showed of the seed before the game.
    pub commitment: Commitment,
    /// The seed, once it may be known.
    pub seed: Option<Seed>,
    /// What the seats added to the dice, by [`Seat::index`].
    pub nonces: [Option<Nonce>; 2],
    /// Who did what.
    pub actions: Vec<Act>,
    /// Fingerprints of states: after how many actions, and which. In that order.
    pub prints: Vec<(usize, Print)>,
    /// Every draw in order, if it was written down: [`Record::with_dice`]. Nothing but a check of the dice needs it.
    pub dice: Option<Vec<Throw>>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome<Seat>>,
}

/// One action in a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// Whose.
    pub seat: Seat,
    /// In the game's notation.
    pub text: String,
}

impl Record {
    /// Reads a record file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, with the line and what would be right.
    pub fn read(source: &Source) -> Result<Record, Faults> {
        read::read(source).map(|(record, _)| record)
    }

    /// Reads a record file and the bookmark in it, if there is one. Whether it fits is seen when it is
    /// [used](crate::Game::open_at).
    ///
    /// # Errors
    ///
    /// Everything that is wrong with it, with the line and what would be right.
    pub fn read_with_bookmark(source: &Source) -> Result<(Record, Option<Bookmark>), Faults> {
        read::read(source)
    }

    /// The record as a JSON file, one action a line.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.write(None)
    }

    /// The record as a JSON file with a bookmark on its last line.
    #[must_use]
    pub fn to_json_with(&self, bookmark: &Bookmark) -> String {
        self.write(Some(bookmark))
    }

    fn write(&self, bookmark: Option<&Bookmark>) -> String {
        let mut out = String::from("{\n");
        field(&mut out, "format", &FORMAT);
        field(&mut out, "id", &self.id);
        field(&mut out, "identity", &self.identity);
        field(&mut out, "commitment", &self.commitment);
        field(&mut out, "seed", &self.seed);
        field(&mut out, "nonces", &self.nonces);
        lines(&mut out, "actions", self.actions.iter().map(|act| (act.seat, &act.text)));
        lines(&mut out, "prints", self.prints.iter());
        if let Some(dice) = &self.dice {
            lines(
                &mut out,
                "dice",
                dice.iter().map(|throw| (throw.action, &throw.purpose, &throw.die, throw.face)),
            );
        }
        let _ = write!(out, "  \"outcome\": {}", json(&self.outcome));
        if let Some(bookmark) = bookmark {
            let _ = write!(out, ",\n  \"bookmark\": {}", json(bookmark));
        }
        out + "\n}\n"
    }

    /// What the dice come from, if the seed is known.
    #[must_use]
    pub fn terms(&self) -> Option<Terms> {
        self.seed.map(|seed| Terms { id: self.id.clone(), seed, nonces: self.nonces })
    }
}

fn field(out: &mut String, key: &str, value: &impl Serialize) {
    let _ = writeln!(out, "  \"{key}\": {},", json(value));
}

fn lines<T: Serialize>(out: &mut String, key: &str, values: impl Iterator<Item = T>) {
    let values: Vec<String> = values.map(|value| format!("\n    {}", json(&value))).collect();
    let end = if values.is_empty() { "" } else { "\n  " };
    let _ = writeln!(out, "  \"{key}\": [{}{end}],", values.join(","));
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a record holds nothing that JSON cannot write")
}
