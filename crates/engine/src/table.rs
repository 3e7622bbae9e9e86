//! A game being played, whichever it is: what a server or a program needs of it, without knowing its types.

use crate::chance::Quick;
use crate::fair::Terms;
use crate::game::{Barrier, Damage, Heard};
use crate::odds::{Effort, odds};
use crate::record::{Mismatch, Record};
use crate::scene::{Answer, Ask, Board, Chances, Overlay, Preview, Sight, Target, Undo};
use crate::stage::{Blurb, Stage};
use crate::story::Sum;
use crate::{Eyes, Game, Identity, Listing, Outcome, Pending, Print, Rules, Side, Sides, Violation};
use std::sync::Arc;

/// A scenario with its rules, ready to be played: any game.
pub trait Shelved: Send + Sync {
    /// Which game, rules, scenario and options.
    fn identity(&self) -> Identity;

    /// What it is about.
    fn blurb(&self) -> Blurb;

    /// Its board.
    fn board(&self) -> Board;

    /// Begins a game.
    fn begin(&self, terms: Terms) -> Box<dyn Table>;

    /// Plays a record again, to its end.
    ///
    /// # Errors
    ///
    /// What does not agree.
    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, Mismatch>;

    /// Opens a game put away by [`Table::put_away`].
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes.
    fn open(&self, bytes: &[u8]) -> Result<Box<dyn Table>, Damage>;
}

/// A game being played.
pub trait Table: Send + Sync {
    /// Who must decide, or how the game ended.
    fn pending(&self) -> Pending;

    /// How many actions have been carried out, secret ones included.
    fn actions(&self) -> usize;

    /// Everything these eyes see.
    fn sight(&self, eyes: Eyes) -> Sight;

    /// What these eyes saw when their log had this many lines.
    fn sight_at(&self, eyes: Eyes, lines: usize) -> Option<Sight>;

    /// What these eyes have heard, from this line on.
    fn log(&self, eyes: Eyes, from: usize) -> Vec<Heard>;

    /// Carries out an answer, or refuses it and changes nothing.
    ///
    /// # Errors
    ///
    /// What cannot be read, or the rule that forbids it.
    fn play(&mut self, side: Side, action: &str) -> Result<(), Violation>;

    /// Takes back what these sides did: the last action, everything, or everything from a line of their log on.
    ///
    /// # Errors
    ///
    /// What stands in the way. Nothing is changed then.
    fn undo(&mut self, mine: Sides, eyes: Eyes, back: Back) -> Result<(), Barrier>;

    /// What is known of an answer before it is given.
    ///
    /// # Errors
    ///
    /// What cannot be read, or the rule that forbids it.
    fn preview(&self, side: Side, action: &str) -> Result<Preview, Violation>;

    /// The answer that a click means, or why it means none that can be given.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    fn click(&self, side: Side, target: &Target) -> Result<String, Violation>;

    /// Something laid over the board.
    ///
    /// # Errors
    ///
    /// Why there is no such overlay.
    fn overlay(&self, eyes: Eyes, id: &str, about: &str) -> Result<Overlay, Violation>;

    /// The record with its seed: to be kept by the table.
    fn record(&self) -> Record;

    /// The game as bytes, secrets included.
    fn put_away(&self) -> Vec<u8>;
}

/// How far to go back.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Back {
    /// The last action.
    Last,
    /// As far as possible.
    All,
    /// From this line of the log on.
    Line(usize),
}
