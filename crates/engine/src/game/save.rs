//! Keeping a game and opening it again without playing it all over.

use super::{Entry, Game, Played};
use crate::chance::{Offset, Recorded, Seeded};
use crate::fair::Terms;
use crate::record::{Mismatch, agree};
use crate::{Identity, Print, Rules, Seating, Silent, Violation};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// A state written down, and the place in the game where it stood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Snapshot {
    /// After how many actions.
    pub actions: usize,
    /// How far the stream of dice was used.
    pub place: Offset,
    /// The fingerprint of the state.
    pub print: Print,
    /// The state as postcard bytes.
    #[serde(serialize_with = "write_bytes", deserialize_with = "read_bytes")]
    pub bytes: Vec<u8>,
}

impl Snapshot {
    /// Writes a state down.
    pub(super) fn of<S: Serialize>(state: &S, actions: usize, place: Offset) -> Snapshot {
        let bytes = postcard::to_allocvec(state).expect("a state is made of derived, sized parts");
        Snapshot { actions, place, print: Print::of_bytes(&bytes), bytes }
    }

    /// The state; `None` if the bytes are damaged or belong to something else.
    #[must_use]
    pub fn state<R: Rules>(&self, rules: &R) -> Option<R::State> {
        if Print::of_bytes(&self.bytes) != self.print {
            return None;
        }
        let mut state = postcard::from_bytes(&self.bytes).ok()?;
        rules.restore(&mut state);
        Some(state)
    }
}

/// A game put away, secrets included: to be kept by the table.
///
/// It is a value like any other to serde; a database may just as well keep its parts in rows of their own.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Save<E> {
    /// Which game, rules, scenario and options.
    pub identity: Identity,
    /// What the dice come from.
    pub terms: Terms,
    /// What was told while the game was set up.
    pub opening: Vec<E>,
    /// Which army each seat led then.
    pub seated: Seating,
    /// Every action and what came of it.
    pub entries: Vec<Entry<E>>,
    /// Fingerprints on the way.
    pub prints: Vec<(usize, Print)>,
    /// The state near the end, from which the rest is played again.
    pub snapshot: Snapshot,
    /// The version of the game.
    pub version: u64,
}

/// Why a game put away cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Damage {
    /// It was played with other rules or data.
    Mismatch(Mismatch),
    /// Its bookmark was made for another record or by another program, or one of the two was changed since.
    Seal,
    /// Its snapshot cannot be read, or does not stand where undo needs it.
    Snapshot,
    /// An action after the snapshot is not legal. Actions count from 1.
    Action {
        /// Which.
        action: usize,
        /// Why.
        violation: Violation,
    },
}

impl<R: Rules> Game<R> {
    /// The snapshot to keep: from here, every position that can still be reached by undo can be built again.
    ///
    /// # Panics
    ///
    /// Never: a game has at least the snapshot of its beginning.
    #[must_use]
    pub fn snapshot(&self) -> &Snapshot {
        self.snapshots.first().expect("a game has at least one snapshot")
    }

    /// Puts the game away.
    #[must_use]
    pub fn save(&self) -> Save<R::Event> {
        Save {
            identity: self.rules.identity(),
            terms: self.terms.clone(),
            opening: self.opening.clone(),
            seated: self.seated,
            entries: self.entries.clone(),
            prints: self.prints.clone(),
            snapshot: self.snapshot().clone(),
            version: self.version,
        }
    }

    /// Opens a game put away: only the actions since its snapshot are played again.
    ///
    /// # Errors
    ///
    /// What is wrong with it. The record of the same game, if there is one, can still be
    /// [replayed](Game::replay).
    pub fn open(rules: Arc<R>, save: Save<R::Event>) -> Result<Game<R>, Damage> {
        let Save { identity, terms, opening, seated, entries, prints, snapshot, version } = save;
        agree(&identity, &rules.identity()).map_err(Damage::Mismatch)?;
        let floor = entries.iter().rposition(Entry::is_final).map_or(0, |last| last + 1);
        let state = snapshot.state(&*rules).filter(|_| snapshot.actions <= floor);
        let state = state.ok_or(Damage::Snapshot)?;
        let dice = terms.dice();
        // A save does not keep what was rolled while the game was set up; the dice have not forgotten.
        let mut stream = Seeded::new(dice);
        let mut recorded = Recorded::new(&mut stream);
        rules.start(&mut recorded, &mut Silent);
        let opening_rolls = recorded.into_rolls();
        let place = snapshot.place;
        let mut game = Game {
            rules,
            memo: R::Memo::default(),
            terms,
            dice,
            place,
            state,
            opening,
            opening_rolls,
            seated,
            entries,
            floor,
            snapshots: vec![snapshot],
            prints,
            version,
        };
        let mut memo = R::Memo::default();
        for index in game.snapshots[0].actions..game.entries.len() {
            let Played { state, place, .. } = game
                .rules
                .read(&game.entries[index].action)
                .and_then(|action| {
                    game.carry_out(&game.state, game.place, game.entries[index].seat, &action, &mut memo)
                })
                .map_err(|violation| Damage::Action { action: index + 1, violation })?;
            (game.state, game.place) = (state, place);
        }
        Ok(game)
    }
}

pub(super) fn write_bytes<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&crate::hex::encode(bytes))
}

pub(super) fn read_bytes<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
    let text = String::deserialize(deserializer)?;
    crate::hex::decode_all(&text)
        .ok_or_else(|| D::Error::custom("a snapshot is an even number of hexadecimal digits"))
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Mismatch(mismatch) => mismatch.fmt(f),
            Damage::Seal => {
                f.write_str("the bookmark is of another record or program, or one of the two was changed")
            }
            Damage::Snapshot => f.write_str("the snapshot of the game is damaged or of another program"),
            Damage::Action { action, violation } => {
                write!(f, "action {action} of the game put away is not legal: {violation}")
            }
        }
    }
}

impl std::error::Error for Damage {}
