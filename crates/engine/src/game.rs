//! A game being played: state, log, snapshots, undo, and the record of it all.
//!
//! Whoever plays sits on a [`Seat`]; the rules know armies. What goes from one to the other goes through
//! [`Game::seating`], here and nowhere else.
//!
//! ```
//! use engine::fair::Terms;
//! use engine::{Eyes, Game, Seat, Seats};
//! use picket_line::PicketLine;
//! use std::sync::Arc;
//!
//! let mut game = Game::new(Arc::new(PicketLine::standard()), Terms::simple("evening", 1));
//! game.play_text(Seat::UNION, "order advance")?;
//!
//! // The other side hears that an order was given, not which.
//! let heard = game.log(Eyes::Of(Seat::CONFEDERATE));
//! assert_eq!(heard.last().unwrap().lines[0].text, "Union has given its order.");
//!
//! // Nothing was rolled and nothing shown, so the Union may think again.
//! game.undo(Seats::only(Seat::UNION)).unwrap();
//! game.play_text(Seat::UNION, "order hold")?;
//!
//! game.play_text(Seat::CONFEDERATE, "order withdraw")?;
//! let refused = game.undo(Seats::only(Seat::CONFEDERATE)).unwrap_err();
//! assert_eq!(refused.to_string(), "something hidden has been shown; what was seen cannot be taken back");
//! # Ok::<(), engine::Violation>(())
//! ```

mod bookmark;
mod log;
mod marks;
mod save;
mod undo;

pub use bookmark::Bookmark;
pub use log::{Entry, Heard};
pub use marks::Marks;
pub use save::{Damage, Save, Snapshot};
pub use undo::Barrier;

use crate::chance::{Offset, Recorded, Roll, Seed, Seeded};
use crate::fair::Terms;
use crate::odds::{Effort, Odds, odds};
use crate::record::{Act, Mismatch, PrintCheck, Record};
use crate::{Eyes, Outcome, Pending, Print, Rules, Seat, Seating, Seats, Sides, Story, Violation};
use std::sync::Arc;

/// How many actions lie between two snapshots.
pub const SPACING: usize = 64;

/// A game being played.
pub struct Game<R: Rules> {
    rules: Arc<R>,
    memo: R::Memo,
    terms: Terms,
    /// The key of the stream of dice.
    dice: Seed,
    place: Offset,
    state: R::State,
    /// What was told while the game was set up.
    opening: Vec<R::Event>,
    /// What was rolled then.
    opening_rolls: Vec<Roll>,
    /// Which army each seat led then.
    seated: Seating,
    entries: Vec<Entry<R::Event>>,
    /// How many actions can never be undone.
    floor: usize,
    /// Snapshots in order; the first is the last one at or before `floor`.
    snapshots: Vec<Snapshot>,
    prints: Vec<(usize, Print)>,
    version: u64,
}

impl<R: Rules> Game<R> {
    /// Sets up a new game.
    #[must_use]
    pub fn new(rules: Arc<R>, terms: Terms) -> Game<R> {
        let dice = terms.dice();
        let mut stream = Seeded::new(dice);
        let mut recorded = Recorded::new(&mut stream);
        let mut opening = Vec::new();
        let state = rules.start(&mut recorded, &mut opening);
        let opening_rolls = recorded.into_rolls();
        let seated = rules.seating(&state);
        let mut game = Game {
            rules,
            memo: R::Memo::default(),
            terms,
            dice,
            place: stream.place(),
            state,
            opening,
            opening_rolls,
            seated,
            entries: Vec::new(),
            floor: 0,
            snapshots: Vec::new(),
            prints: Vec::new(),
            version: 0,
        };
        game.take_snapshot();
        game
    }

    /// The same game once more.
    #[must_use]
    pub fn copy(&self) -> Game<R> {
        Game {
            rules: self.rules.clone(),
            // Only what is quicker kept than worked out again.
            memo: R::Memo::default(),
            terms: self.terms.clone(),
            dice: self.dice,
            place: self.place,
            state: self.state.clone(),
            opening: self.opening.clone(),
            opening_rolls: self.opening_rolls.clone(),
            seated: self.seated,
            entries: self.entries.clone(),
            floor: self.floor,
            snapshots: self.snapshots.clone(),
            prints: self.prints.clone(),
            version: self.version,
        }
    }

    /// Plays a record again, to its end or to its first `upto` actions: a game with its whole log, ready to go on.
    ///
    /// # Errors
    ///
    /// What does not agree, and at which action.
    pub fn replay(rules: Arc<R>, record: &Record, upto: Option<usize>) -> Result<Game<R>, Mismatch> {
        record.belongs_to(&rules.identity())?;
        let terms = record.terms().ok_or(Mismatch::NoSeed)?;
        let upto = upto.unwrap_or(record.actions.len());
        if upto > record.actions.len() {
            return Err(Mismatch::TooShort { actions: record.actions.len(), wanted: upto });
        }
        let mut game = Game::new(rules, terms);
        let mut prints = PrintCheck::new(record);
        prints.check::<R>(0, &game.state)?;
        for (index, Act { seat, text }) in record.actions[..upto].iter().enumerate() {
            let action = index + 1;
            let answer =
                game.rules.read(text).map_err(|violation| Mismatch::Unreadable { action, violation })?;
            game.play(*seat, &answer).map_err(|violation| Mismatch::Illegal { action, violation })?;
            prints.check::<R>(action, &game.state)?;
        }
        if upto == record.actions.len() {
            record.ends_as(&*game.rules, &game.state)?;
        }
        Ok(game)
    }

    /// Carries out an action, or refuses it and changes nothing.
    ///
    /// # Errors
    ///
    /// The rule that forbids the action.
    pub fn play(&mut self, seat: Seat, action: &R::Action) -> Result<&Entry<R::Event>, Violation> {
        let mut memo = std::mem::take(&mut self.memo);
        let played = self.carry_out(&self.state, self.place, seat, action, &mut memo);
        self.memo = memo;
        self.accept(played?);
        Ok(self.entries.last().expect("an entry was just added"))
    }

    /// Carries out an action written in the game's notation.
    ///
    /// # Errors
    ///
    /// What cannot be read, or the rule that forbids the action.
    pub fn play_text(&mut self, seat: Seat, text: &str) -> Result<&Entry<R::Event>, Violation> {
        let action = self.rules.read(text)?;
        self.play(seat, &action)
    }

    /// What an action may lead to, as far as these eyes can know.
    ///
    /// # Errors
    ///
    /// The rule that forbids the action.
    pub fn odds(
        &self,
        seat: Seat,
        action: &R::Action,
        eyes: Eyes<Seat>,
        effort: Effort,
    ) -> Result<Odds, Violation> {
        let seating = self.seating();
        let (side, eyes) = (seating.army(seat), seating.eyes(eyes));
        self.rules.check(&self.state, side, action)?;
        Ok(odds(&*self.rules, &self.state, side, action, eyes, effort))
    }

    /// The rules with their scenario.
    #[must_use]
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// The state, secrets included. What somebody may see of it is its [`view`](Game::view).
    #[must_use]
    pub fn state(&self) -> &R::State {
        &self.state
    }

    /// What these eyes see of the state.
    #[must_use]
    pub fn view(&self, eyes: Eyes<Seat>) -> R::View {
        self.rules.view(&self.state, self.seating().eyes(eyes))
    }

    /// Which army each seat leads now.
    #[must_use]
    pub fn seating(&self) -> Seating {
        self.rules.seating(&self.state)
    }

    /// Who must decide; nobody once the game is over.
    #[must_use]
    pub fn waiting(&self) -> Seats {
        match self.rules.pending(&self.state) {
            Pending::Decide(sides) => self.seating().seats(sides),
            Pending::Over(_) => Seats::NONE,
        }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome<Seat>> {
        match self.rules.pending(&self.state) {
            Pending::Over(outcome) => Some(self.seating().outcome(outcome)),
            Pending::Decide(_) => None,
        }
    }

    /// What the dice come from. A secret of the table until the game is over.
    #[must_use]
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Grows with every action and every undo: two equal versions of one game are the same position.
    ///
    /// It counts secret actions too, so a side that must not know of them should not be shown it.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Everything that was done and what came of it, secrets included. What somebody may know of it is
    /// [`log`](Game::log).
    #[must_use]
    pub fn entries(&self) -> &[Entry<R::Event>] {
        &self.entries
    }

    /// The record with its seed: to be kept by the table. It can be played again at once.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut prints = self.prints.clone();
        let now = (self.entries.len(), Print::of(&self.state));
        if prints.last() != Some(&now) {
            prints.push(now);
        }
        let act = |entry: &Entry<R::Event>| Act { seat: entry.seat, text: entry.action.clone() };
        Record {
            id: self.terms.id.clone(),
            identity: self.rules.identity(),
            commitment: self.terms.commitment(),
            seed: Some(self.terms.seed),
            nonces: self.terms.nonces,
            actions: self.entries.iter().map(act).collect(),
            prints,
            dice: None,
            outcome: self.outcome(),
        }
    }

    /// The record for everybody: `None` until the game is over, for it tells every secret.
    #[must_use]
    pub fn public_record(&self) -> Option<Record> {
        self.outcome().map(|_| self.record())
    }

    /// Tries an action on a copy of a position.
    fn carry_out(
        &self,
        state: &R::State,
        place: Offset,
        seat: Seat,
        action: &R::Action,
        memo: &mut R::Memo,
    ) -> Result<Played<R>, Violation> {
        let side = self.rules.seating(state).army(seat);
        self.rules.check_with(state, side, action, memo)?;
        let secret = matches!(self.rules.pending(state), Pending::Decide(Sides::BOTH));
        let mut state = state.clone();
        let mut stream = Seeded::at(self.dice, place);
        let mut dice = Recorded::new(&mut stream);
        let mut telling = Telling { events: Vec::new(), revealed: false };
        self.rules.apply_with(&mut state, side, action, memo, &mut dice, &mut telling);
        let rolls = dice.into_rolls();
        let Telling { events, revealed } = telling;
        let action = self.rules.write(action);
        let seating = self.rules.seating(&state);
        let entry = Entry { seat, action, events, rolls, revealed, secret, seating };
        Ok(Played { state, place: stream.place(), entry })
    }

    fn accept(&mut self, played: Played<R>) {
        let Played { state, place, entry } = played;
        self.state = state;
        self.place = place;
        let is_final = entry.is_final();
        self.entries.push(entry);
        self.version += 1;
        if is_final {
            self.floor = self.entries.len();
            self.forget_snapshots();
        }
        if self.entries.len().is_multiple_of(SPACING) {
            self.take_snapshot();
        }
    }

    fn take_snapshot(&mut self) {
        let snapshot = Snapshot::of(&self.state, self.entries.len(), self.place);
        self.prints.push((snapshot.actions, snapshot.print));
        self.snapshots.push(snapshot);
        self.forget_snapshots();
    }

    /// Drops the snapshots that no undo can need.
    fn forget_snapshots(&mut self) {
        let needed = self.snapshots.iter().rposition(|snapshot| snapshot.actions <= self.floor).unwrap_or(0);
        self.snapshots.drain(..needed);
    }
}

/// An action carried out on a copy.
struct Played<R: Rules> {
    state: R::State,
    place: Offset,
    entry: Entry<R::Event>,
}

/// Collects events, and whether a secret was shown.
struct Telling<E> {
    events: Vec<E>,
    revealed: bool,
}

impl<E> Story<E> for Telling<E> {
    fn tell(&mut self, event: E) {
        self.events.push(event);
    }

    fn reveal(&mut self) {
        self.revealed = true;
    }
}
