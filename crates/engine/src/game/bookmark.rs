//! A bookmark in a record: where the game stands, so that it opens without being played all over.
//!
//! The record is the truth. A bookmark only repeats, in a form that is quick to read, what playing the record again
//! would bring to light: a state near the end, and what came of each action. Its seal binds it to its record, so a
//! record changed by hand has no bookmark any more; whoever finds one that does not fit [replays](Game::replay) the
//! record.

use super::{Damage, Entry, Game, SPACING, Save, Snapshot, save};
use crate::chance::Roll;
use crate::record::{Act, Mismatch, Record};
use crate::{Print, Rules, Seating};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Where a recorded game stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bookmark {
    /// The fingerprint of the record and of everything below.
    seal: Print,
    /// The snapshot that the table needs for undo; the few actions since are played again.
    snapshot: Snapshot,
    /// What came of each action, as postcard bytes: a [`Deed`] each.
    #[serde(serialize_with = "save::write_bytes", deserialize_with = "save::read_bytes")]
    deeds: Vec<u8>,
}

/// What an [`Entry`] has beyond the seat and the action: events, rolls, whether something was shown, whether it was
/// secret, and which army each seat led afterwards.
type Deed<E> = (Vec<E>, Vec<Roll>, bool, bool, Seating);

/// The form of the bytes. It goes into the seal, so that bytes of another form are not misread.
const FORM: u8 = 3;

impl Bookmark {
    fn of(record: &Record, snapshot: Snapshot, deeds: Vec<u8>) -> Bookmark {
        Bookmark { seal: seal(record, &snapshot, &deeds), snapshot, deeds }
    }

    /// Whether it was made for exactly this record, and is whole.
    #[must_use]
    pub fn belongs_to(&self, record: &Record) -> bool {
        self.seal == seal(record, &self.snapshot, &self.deeds)
    }
}

fn seal(record: &Record, snapshot: &Snapshot, deeds: &[u8]) -> Print {
    let Record { id, identity, commitment, seed, nonces, actions, prints, dice: _, outcome } = record;
    let actions: Vec<_> = actions.iter().map(|Act { seat, text }| (seat, text)).collect();
    let Snapshot { actions: after, place, print, bytes } = snapshot;
    Print::of(&(
        FORM,
        (id, identity, commitment, seed, nonces),
        (actions, prints, outcome),
        (after, place, print, bytes),
        deeds,
    ))
}

impl<R: Rules> Game<R> {
    /// The record as [`Game::record`] gives it, and a bookmark of where it stands. Both are to be kept by the table.
    ///
    /// # Panics
    ///
    /// If an event cannot be written as postcard; derived implementations can.
    #[must_use]
    pub fn record_with_bookmark(&self) -> (Record, Bookmark) {
        let record = self.record();
        let deeds: Vec<_> = self
            .entries
            .iter()
            .map(|entry| (&entry.events, &entry.rolls, entry.revealed, entry.secret, entry.seating))
            .collect();
        let deeds = postcard::to_allocvec(&deeds).expect("events are made of derived, sized parts");
        let bookmark = Bookmark::of(&record, self.snapshot().clone(), deeds);
        (record, bookmark)
    }

    /// Opens a record at its bookmark: the same game, with its whole log and its undo, as [`Game::replay`] makes of it.
    ///
    /// The beginning, the snapshot and the end are compared with the record's fingerprints; what lies between is
    /// believed.
    ///
    /// # Errors
    ///
    /// Why the bookmark is of no use here. The record itself can still be [replayed](Game::replay), which also tells
    /// what is wrong with it if something is.
    pub fn open_at(rules: Arc<R>, record: &Record, bookmark: &Bookmark) -> Result<Game<R>, Damage> {
        record.belongs_to(&rules.identity()).map_err(Damage::Mismatch)?;
        let terms = record.terms().ok_or(Damage::Mismatch(Mismatch::NoSeed))?;
        if !bookmark.belongs_to(record) {
            return Err(Damage::Seal);
        }
        // A program that writes states differently, under the same version of the rules, shows it here.
        let beginning = Game::new(rules.clone(), terms.clone());
        let is_known = |print: (usize, Print)| record.prints.contains(&print);
        let Bookmark { snapshot, deeds, .. } = bookmark;
        if !beginning.prints.iter().copied().all(is_known) || !is_known((snapshot.actions, snapshot.print)) {
            return Err(Damage::Snapshot);
        }
        let deeds: Vec<Deed<R::Event>> = postcard::from_bytes(deeds).map_err(|_| Damage::Snapshot)?;
        if deeds.len() != record.actions.len() {
            return Err(Damage::Snapshot);
        }
        let entry = |(act, deed): (&Act, Deed<R::Event>)| {
            let (events, rolls, revealed, secret, seating) = deed;
            Entry { seat: act.seat, action: act.text.clone(), events, rolls, revealed, secret, seating }
        };
        let save = Save {
            identity: record.identity.clone(),
            terms,
            opening: beginning.opening,
            seated: beginning.seated,
            entries: record.actions.iter().zip(deeds).map(entry).collect(),
            // The last one is of wherever the game stood when it was saved.
            prints: record
                .prints
                .iter()
                .copied()
                .filter(|(after, _)| after.is_multiple_of(SPACING))
                .collect(),
            snapshot: snapshot.clone(),
            version: record.actions.len() as u64,
        };
        let game = Game::open(rules, save)?;
        if !is_known((game.entries.len(), Print::of(&game.state))) {
            return Err(Damage::Snapshot);
        }
        record.ends_as(&*game.rules, &game.state).map_err(Damage::Mismatch)?;
        Ok(game)
    }
}
