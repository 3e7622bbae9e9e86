//! A game in memory: the table, who sits at it, and what each pair of eyes sees of it.

use crate::deed::{Deed, taken_back};
use crate::look::{ALL_EYES, Look};
use crate::pauses::{Pauses, Standing as Said};
use crate::seen::Seen;
use crate::shelf::Book;
use crate::store::{GameRow, SeatRow, Standing, Written};
use crate::wire::{ChatLine, EndedBy, Ending, GameState, Millis, Moments, Reactions};
use engine::chance::Seed;
use engine::fair::Terms;
use engine::game::{Barrier, Heard, Marks};
use engine::record::Record;
use engine::scene::{Sight, Undo};
use engine::{Eyes, Seat, Table, Violation};
use std::collections::VecDeque;
use std::fmt;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, OnceLock};

/// How many lines of talk are kept in memory and shown to whoever comes.
pub const TALK: usize = 200;

/// How many undos are remembered for sockets that have not yet been told of them; further back they get the whole log.
const CUTS: usize = 64;

/// How many reactions in a row are let pass by what was said beforehand: more are a chain that never ends.
const PASSES: usize = 1_000;

/// How many entries of a log are compared to find where an undo has cut it.
const COMPARED: usize = 256;

fn index(eyes: Eyes<Seat>) -> usize {
    match eyes {
        Eyes::Of(side) => side.index(),
        Eyes::Watcher => 2,
        Eyes::All => 3,
    }
}

/// A game in memory.
pub struct Live {
    /// Its id.
    pub id: String,
    /// What the players call it.
    pub name: String,
    /// What is played.
    pub book: Arc<Book>,
    /// Who set it up.
    pub host: String,
    /// The seats, by [`Seat::index`].
    pub seats: [SeatRow; 2],
    /// The number of the last entry of the journal.
    pub head: i64,
    /// Since when the present players are waited for.
    pub since: Millis,
    /// Who has offered a draw.
    pub draw: Option<Seat>,
    /// Changes with the position.
    pub position: u64,
    /// The position with which it came to memory: of what was before, no cuts are known.
    pub oldest: u64,
    /// Changes with everything else that everybody may know, but talk.
    pub matters: u64,
    /// The latest lines of the talk, each with its number in the journal.
    pub talk: VecDeque<(i64, ChatLine)>,
    /// The entry of the journal after which the look was taken that is kept.
    pub looked: Arc<AtomicI64>,
    /// By which rules and data it was opened.
    pub opened: Opened,
    /// How its reactions stand.
    pub pauses: Pauses,
    /// When the last seat was taken, if it was by an invitation.
    joined: Option<Millis>,
    terms: Terms,
    ending: Option<Ending>,
    /// Shared with those who look at it: whoever changes it meanwhile changes a copy.
    table: Option<Arc<dyn Table>>,
    /// In place of a table: a game that cannot be played on here.
    shut: Option<Arc<Look>>,
    seen: [OnceLock<Seen>; 4],
    cuts: VecDeque<Cut>,
    /// Where those who look back have been, as long as nothing is taken back.
    marks: Arc<Marks>,
}

/// A game as it stood when somebody began to look. Nobody waits for it, and it waits for nobody.
#[derive(Clone)]
pub struct Glance {
    state: GameState,
    table: Option<Arc<dyn Table>>,
    shut: Option<Arc<Look>>,
    why_shut: Option<String>,
    marks: Arc<Marks>,
}

impl Glance {
    /// How far the game was.
    #[must_use]
    pub fn state(&self) -> GameState {
        self.state
    }

    /// The table, for whoever may look at it.
    #[must_use]
    pub fn table(&self) -> Option<&dyn Table> {
        self.table.as_deref()
    }

    /// What these eyes saw, moment by moment: so many moments, beginning with the one at which their log had `from`
    /// entries.
    #[must_use]
    pub fn sights(&self, eyes: Eyes<Seat>, from: usize, count: usize) -> Vec<Sight> {
        self.table().map(|table| table.sights(eyes, from, count, &self.marks)).unwrap_or_default()
    }

    /// What these eyes had heard, from this entry on.
    #[must_use]
    pub fn log(&self, eyes: Eyes<Seat>, from: usize) -> Vec<Heard> {
        match (&self.table, &self.shut) {
            (Some(table), _) => table.log(eyes, from),
            (None, Some(look)) => look.log(eyes).get(from..).unwrap_or_default().to_vec(),
            (None, None) => Vec::new(),
        }
    }

    /// Why the game cannot be played on here.
    #[must_use]
    pub fn why_shut(&self) -> Option<&str> {
        self.why_shut.as_deref()
    }

    /// The record as the table keeps it, seed and secrets included.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        let shut = || self.shut.as_ref().map(|look| look.record.clone());
        self.table().map(Table::record).or_else(shut)
    }

    /// The same with every draw of the dice written down. The game is played again for it.
    #[must_use]
    pub fn record_with_dice(&self) -> Option<Record> {
        self.table().map(Table::record_with_dice).or_else(|| self.record())
    }
}

/// Where an undo has cut the logs.
struct Cut {
    /// The position it led to.
    position: u64,
    /// How many entries are still true, for each pair of eyes.
    kept: [usize; 4],
}

/// By which rules and data a game was opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opened {
    /// By those it was begun with.
    AsBegun,
    /// By the data it was begun with, which the scenario on the shelf no longer has.
    WithOldData,
    /// By other ones, which lead to the same moments.
    Anew,
    /// By none: it is shown as it last stood, and cannot be played on, for this reason.
    Shut(String),
}

/// Why a deed cannot be done.
#[derive(Debug)]
pub enum Refused {
    /// A rule forbids it.
    Violation(Violation),
    /// It cannot be taken back.
    Barrier(Barrier),
    /// No seat may be free, and the game may not be over.
    NotPlaying(GameState),
    /// The game can only be looked at, for this reason.
    Shut(String),
    /// What is asked was let pass already.
    Sealed,
    /// What is asked is no reaction with a pause.
    NoPause,
    /// There is no such kind of reaction in this game; there are these.
    NoSuchKind(String, Vec<String>),
    /// As many answers stand already as may.
    TooManyStand,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Violation(violation) => violation.fmt(f),
            Refused::Barrier(barrier) => barrier.fmt(f),
            Refused::NotPlaying(GameState::Waiting) => {
                f.write_str("the game begins when both seats are taken")
            }
            Refused::NotPlaying(_) => f.write_str("the game is over"),
            Refused::Shut(why) => f.write_str(why),
            Refused::Sealed => {
                f.write_str("you have let this pass already; that takes effect when the pause is over")
            }
            Refused::NoPause => {
                f.write_str("there is no pause to be stopped: this seat is asked no reaction now")
            }
            Refused::NoSuchKind(kind, known) if known.is_empty() => {
                write!(f, "this game has no reactions, and none of {kind}")
            }
            Refused::NoSuchKind(kind, known) => {
                write!(f, "this game has no reactions of {kind}; it has those of {}", known.join(", "))
            }
            Refused::TooManyStand => {
                f.write_str("so many answers stand already that no more are kept; revoke one")
            }
        }
    }
}

impl Live {
    /// A game as the store keeps it, before the table is set.
    ///
    /// # Errors
    ///
    /// What in the row cannot be read.
    pub fn new(id: &str, row: GameRow, book: Arc<Book>) -> Result<Live, String> {
        let seed: Seed = row.seed.parse().map_err(|_| "its seed cannot be read".to_owned())?;
        let seat = |side: Seat| row.seats.iter().find(|seat| seat.side == side).cloned();
        let (Some(union), Some(confederate)) = (seat(Seat::UNION), seat(Seat::CONFEDERATE)) else {
            return Err("it does not have two seats".to_owned());
        };
        let seats = [union, confederate];
        let pauses = Pauses::new(row.pause, &book.blurb.reactions);
        let nonces = seats.each_ref().map(|seat| seat.added().and_then(|nonce| nonce.parse().ok()));
        Ok(Live {
            id: id.to_owned(),
            name: row.name,
            book,
            host: row.host,
            seats,
            head: 0,
            since: row.since,
            draw: row.draw,
            position: 0,
            oldest: 0,
            matters: 0,
            talk: VecDeque::new(),
            looked: Arc::new(AtomicI64::new(-1)),
            opened: Opened::AsBegun,
            pauses,
            joined: None,
            terms: Terms { id: row.terms, seed, nonces },
            ending: row.ending,
            table: None,
            shut: None,
            seen: Default::default(),
            cuts: VecDeque::new(),
            marks: Arc::default(),
        })
    }

    /// Whether both seats are taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.seats.iter().all(|seat| seat.player.is_some())
    }

    /// Whether both seats are taken and no nonce is sealed any more, so that there is something to play.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.is_full() && !self.seats.iter().any(SeatRow::is_sealed)
    }

    /// Since when both seats are taken, if they are.
    #[must_use]
    pub fn full_since(&self) -> Millis {
        self.joined.unwrap_or(self.since)
    }

    /// Sets the table: from the put-away game if it is of these rules and whole, or else from the beginning. Says
    /// which. A book without rules sets no table.
    pub fn set_table(&mut self, put_away: Option<&[u8]>) -> bool {
        let Some(game) = self.book.game.clone() else { return false };
        let opened = put_away.and_then(|bytes| match game.open(bytes) {
            Ok(table) => Some(table),
            Err(damage) => {
                tracing::warn!(game = self.id, %damage, "a snapshot cannot be used; the game is played again");
                None
            }
        });
        let used = opened.is_some();
        self.marks = Arc::default();
        self.table = Some(opened.unwrap_or_else(|| game.begin(self.terms.clone())).into());
        used
    }

    /// Shows the game as it looked, for it cannot be played on here.
    pub fn shut(&mut self, look: Look, why: String) {
        self.table = None;
        self.shut = Some(look.into());
        self.opened = Opened::Shut(why);
    }

    /// Why the game can only be looked at, if that is so.
    #[must_use]
    pub fn why_shut(&self) -> Option<&str> {
        match &self.opened {
            Opened::Shut(why) => Some(why),
            Opened::AsBegun | Opened::WithOldData | Opened::Anew => None,
        }
    }

    /// Whether there is something to look at.
    #[must_use]
    pub fn has_begun(&self) -> bool {
        self.table.is_some() || self.shut.is_some()
    }

    /// Begins to play, now that nothing is missing any more.
    pub fn begin(&mut self) {
        let nonces = self.seats.each_ref().map(SeatRow::added);
        self.terms.nonces = nonces.map(|nonce| nonce.and_then(|nonce| nonce.parse().ok()));
        self.set_table(None);
        self.moved();
    }

    /// How far the game is.
    #[must_use]
    pub fn state(&self) -> GameState {
        match self.ending {
            Some(_) => GameState::Over,
            None if self.has_begun() => GameState::Playing,
            None => GameState::Waiting,
        }
    }

    /// How it ended.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// What the table shows of its seed.
    #[must_use]
    pub fn commitment(&self) -> String {
        self.terms.commitment().to_string()
    }

    /// The seed, once everybody may know it.
    #[must_use]
    pub fn seed(&self) -> Option<String> {
        (self.state() == GameState::Over).then(|| self.terms.seed.to_string())
    }

    /// The seats of a player.
    #[must_use]
    pub fn seats_of(&self, player: Option<&str>) -> Vec<Seat> {
        let held = |seat: &&SeatRow| player.is_some() && seat.player.as_deref() == player;
        self.seats.iter().filter(held).map(|seat| seat.side).collect()
    }

    /// Who is waited for.
    #[must_use]
    pub fn waiting(&self) -> Vec<Seat> {
        match (self.state(), &self.table) {
            (GameState::Playing, Some(table)) => table.waiting().iter().collect(),
            _ => Vec::new(),
        }
    }

    /// How the game stands, as the store keeps it.
    #[must_use]
    pub fn standing(&self) -> Standing {
        Standing { state: self.state(), waiting: self.waiting(), ending: self.ending, draw: self.draw }
    }

    /// The table, for whoever may look at it.
    #[must_use]
    pub fn table(&self) -> Option<&dyn Table> {
        self.table.as_deref()
    }

    /// The eyes of somebody without a seat: once the game is over they see everything.
    #[must_use]
    pub fn watching(&self) -> Eyes<Seat> {
        if self.state() == GameState::Over { Eyes::All } else { Eyes::Watcher }
    }

    /// What these eyes see; nothing while a seat is free. Put together once for each position.
    #[must_use]
    pub fn sight(&self, eyes: Eyes<Seat>) -> Option<Seen> {
        if let Some(look) = &self.shut {
            return Some(look.seen(eyes));
        }
        let table = self.table.as_deref()?;
        Some(self.seen[index(eyes)].get_or_init(|| Seen::new(self.look(table, eyes))).clone())
    }

    fn look(&self, table: &dyn Table, eyes: Eyes<Seat>) -> Sight {
        let other = self.seen.iter().find_map(OnceLock::get).filter(|_| !self.book.blurb.secrets);
        let mut sight = other.map_or_else(|| table.sight(eyes), |other| other.beside(table, eyes));
        // A game that was given up still has a question on its table.
        if self.state() == GameState::Over {
            sight.ask = None;
            sight.waiting.clear();
            sight.undo = Undo { to_line: None, barrier: "the game is over".to_owned() };
        }
        sight
    }

    /// A number for these eyes: one for all that see and hear the same but for what they are asked, as all do in a game
    /// without secrets.
    #[must_use]
    pub fn share(&self, eyes: Eyes<Seat>) -> usize {
        if self.book.blurb.secrets { index(eyes) } else { 0 }
    }

    /// What is new for somebody who has seen a position and has so many entries of its log: the number of the first
    /// entry that is new or no longer as it was, and the entries from there on.
    #[must_use]
    pub fn log_since(&self, eyes: Eyes<Seat>, position: u64, have: usize) -> (usize, Vec<Heard>) {
        if !self.has_begun() {
            return (0, Vec::new());
        }
        let forgotten = position < self.oldest
            || self.cuts.len() == CUTS && self.cuts.front().is_some_and(|cut| cut.position > position);
        let unseen = self.cuts.iter().filter(|cut| cut.position > position);
        let from = unseen.map(|cut| cut.kept[index(eyes)]).fold(have, usize::min);
        let from = if forgotten { 0 } else { from };
        // A client may claim to have more than there is.
        let from = from.min(self.sight(eyes).map_or(0, |sight| sight.log()));
        (from, self.log(eyes, from))
    }

    /// What these eyes have heard, from this entry on.
    #[must_use]
    pub fn log(&self, eyes: Eyes<Seat>, from: usize) -> Vec<Heard> {
        self.glance().log(eyes, from)
    }

    /// The game as it stands, for whoever takes his time.
    #[must_use]
    pub fn glance(&self) -> Glance {
        Glance {
            state: self.state(),
            table: self.table.clone(),
            shut: self.shut.clone(),
            why_shut: self.why_shut().map(str::to_owned),
            marks: self.marks.clone(),
        }
    }

    /// What these eyes saw, moment by moment: so many moments, beginning with the one at which their log had `from`
    /// entries.
    #[must_use]
    pub fn moments(&self, eyes: Eyes<Seat>, from: usize, count: usize) -> Moments {
        Moments::of(self.glance().sights(eyes, from, count))
    }

    /// The record as the table keeps it, seed and secrets included.
    #[must_use]
    pub fn record(&self) -> Option<Record> {
        self.glance().record()
    }

    /// The game as bytes, secrets included.
    #[must_use]
    pub fn put_away(&self) -> Option<Vec<u8>> {
        self.table.as_deref().map(Table::put_away)
    }

    /// Does a deed that is in the journal, up to number `counted` of which the row of the game has told already.
    ///
    /// # Errors
    ///
    /// Why it cannot be done: the journal is not of these rules.
    pub fn redo(&mut self, deed: &Deed, seq: i64, at: Millis, counted: i64) -> Result<(), Refused> {
        if let Deed::Join { .. } = deed {
            self.joined = Some(at);
        }
        if seq > counted {
            self.carry_out(deed, at, false)?;
        } else {
            self.play(deed, at)?;
        }
        self.head = seq;
        Ok(())
    }

    /// Does a deed, or refuses it and changes nothing. Returns who then let a reaction pass because he had said so
    /// beforehand: that is part of the deed.
    ///
    /// # Errors
    ///
    /// Why it cannot be done.
    pub fn apply(&mut self, deed: &Deed, at: Millis) -> Result<Vec<Seat>, Refused> {
        self.carry_out(deed, at, true)
    }

    fn carry_out(&mut self, deed: &Deed, at: Millis, is_new: bool) -> Result<Vec<Seat>, Refused> {
        let (before, state) = (self.waiting(), self.state());
        let mut passed = Vec::new();
        match deed {
            Deed::Chat { side, text } => {
                self.hear(self.head + 1, ChatLine { from: *side, text: text.clone(), at });
            }
            Deed::Join { .. } | Deed::Open { .. } => self.matters += 1,
            Deed::Act { .. }
            | Deed::Undo { .. }
            | Deed::Seal { .. }
            | Deed::Wait { .. }
            | Deed::Stand { .. }
            | Deed::Resign { .. }
            | Deed::Draw { .. }
                if state != GameState::Playing =>
            {
                return Err(Refused::NotPlaying(state));
            }
            Deed::Act { .. } => {
                self.play(deed, at)?;
                if is_new {
                    passed = self.let_pass(at);
                }
            }
            Deed::Undo { .. } => self.play(deed, at)?,
            Deed::Seal { side } => self.pauses.seal(*side, at),
            Deed::Wait { side } => self.pauses.wait(*side),
            Deed::Stand { side, kind, unit, turn, says } => {
                let said = Said { kind: kind.clone(), unit: unit.clone(), turn: *turn, says: *says };
                self.pauses.stand(*side, &said, self.turn(), at);
            }
            Deed::Resign { side } => {
                self.end(Ending { by: EndedBy::Resignation, winner: Some(side.other()), points: None });
            }
            Deed::Draw { side, offer: true } if self.draw == Some(side.other()) => {
                self.end(Ending { by: EndedBy::Agreement, winner: None, points: None });
            }
            Deed::Draw { side, offer } => {
                self.draw = offer.then_some(*side);
                self.matters += 1;
            }
        }
        if self.waiting() != before || self.state() != state {
            self.since = at;
        }
        Ok(passed)
    }

    /// Lets pass the reactions of which it was said beforehand that they shall, one after another; whose they were.
    fn let_pass(&mut self, at: Millis) -> Vec<Seat> {
        let mut passed = Vec::new();
        while passed.len() < PASSES {
            let next = self.table.as_deref().and_then(|table| self.pauses.let_pass(table));
            let Some((seat, action)) = next.filter(|_| self.state() == GameState::Playing) else { break };
            if let Err(refused) = self.play(&Deed::act(seat, action), at) {
                // It can be let pass always; if not, the player is asked.
                tracing::error!(game = self.id, %refused, "a reaction could not be let pass");
                break;
            }
            passed.push(seat);
        }
        passed
    }

    /// The number of the turn.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.table.as_deref().map_or(0, Table::turn)
    }

    /// The deed that an answer is: one that lets a reaction pass before its pause is over takes effect later.
    ///
    /// # Errors
    ///
    /// The reaction was let pass already.
    pub fn meant(&self, deed: Deed, now: Millis, started: Millis) -> Result<Deed, Refused> {
        let Deed::Act { side, action, .. } = &deed else { return Ok(deed) };
        if self.pauses.is_sealed(*side) {
            return Err(Refused::Sealed);
        }
        let early = self.pauses.is_early(*side, now, started);
        let passes = early && self.table.as_deref().is_some_and(|table| table.lets_pass(*side, action));
        Ok(if passes { Deed::Seal { side: *side } } else { deed })
    }

    /// What is done now because a pause is over, and since when it holds.
    #[must_use]
    pub fn over(&self, now: Millis, started: Millis) -> Option<(Deed, Millis)> {
        let (seat, action, at) = self.pauses.over(now, started)?;
        (self.state() == GameState::Playing).then(|| (Deed::act(seat, action), at))
    }

    /// Brings back how reactions stand, after the game was brought from the store.
    pub fn restore_pauses(&mut self, journal: &[Written]) {
        let waiting = self.waiting();
        if let Some(table) = self.table.as_deref() {
            self.pauses.restore(table, &waiting, self.since, journal);
        }
    }

    /// How reactions stand, as far as these eyes may know it; nothing in a game that has none.
    #[must_use]
    pub fn reactions(&self, eyes: Eyes<Seat>, now: Millis, started: Millis) -> Option<Reactions> {
        self.pauses.are_known().then(|| self.pauses.seen(eyes, self.turn(), now, started))
    }

    /// A line of talk.
    pub fn hear(&mut self, seq: i64, line: ChatLine) {
        self.talk.push_back((seq, line));
        if self.talk.len() > TALK {
            self.talk.pop_front();
        }
    }

    /// What a deed does on the table.
    fn play(&mut self, deed: &Deed, at: Millis) -> Result<(), Refused> {
        if let (Some(why), Deed::Act { .. } | Deed::Undo { .. }) = (self.why_shut(), deed) {
            return Err(Refused::Shut(why.to_owned()));
        }
        let Some(shared) = &mut self.table else { return Ok(()) };
        if !matches!(deed, Deed::Act { .. } | Deed::Undo { .. }) {
            return Ok(());
        }
        if Arc::get_mut(shared).is_none() {
            *shared = shared.copy().into();
        }
        let table = Arc::get_mut(shared).expect("nobody else has a copy that was just made");
        match deed {
            Deed::Act { side, action, .. } => table.play(*side, action).map_err(Refused::Violation)?,
            Deed::Undo { side, both, back } => {
                let before = ALL_EYES.map(|eyes| Tail::of(table, eyes));
                let mine = taken_back(*side, *both);
                table.undo(mine, Eyes::Of(*side), (*back).into()).map_err(Refused::Barrier)?;
                let kept = ALL_EYES.map(|eyes| before[index(eyes)].common(table, eyes));
                if self.cuts.len() == CUTS {
                    self.cuts.pop_front();
                }
                self.cuts.push_back(Cut { position: self.position + 1, kept });
                self.marks = Arc::default();
            }
            _ => {}
        }
        self.moved();
        let by = if let Deed::Act { side, .. } = deed { Some(*side) } else { None };
        self.pauses.ask(self.table.as_deref(), &self.waiting(), by, at);
        let Deed::Act { passed, .. } = deed else { return Ok(()) };
        for seat in passed {
            let reaction = self.table.as_deref().and_then(|table| table.reaction(*seat));
            let (_, reaction) = reaction.ok_or(Refused::NoPause)?;
            self.play(&Deed::act(*seat, reaction.pass), at)?;
        }
        Ok(())
    }

    fn moved(&mut self) {
        self.position += 1;
        self.seen = Default::default();
        if let Some(outcome) = self.table.as_deref().and_then(Table::outcome)
            && self.ending.is_none()
        {
            self.ending = Some(outcome.into());
            self.matters += 1;
        }
    }

    fn end(&mut self, ending: Ending) {
        self.ending = Some(ending);
        self.draw = None;
        self.matters += 1;
        self.moved();
        self.pauses.ask(None, &[], None, 0);
    }
}

/// The last entries of a log, to be compared with what an undo leaves of it.
struct Tail {
    from: usize,
    entries: Vec<Heard>,
}

impl Tail {
    fn of(table: &dyn Table, eyes: Eyes<Seat>) -> Tail {
        let from = table.log_len(eyes).saturating_sub(COMPARED);
        Tail { from, entries: table.log(eyes, from) }
    }

    /// How many entries are still as they were. An undo that reaches further back than was kept leaves none for sure.
    fn common(&self, table: &dyn Table, eyes: Eyes<Seat>) -> usize {
        let now = table.log(eyes, self.from);
        let same = self.entries.iter().zip(&now).take_while(|(before, after)| before == after).count();
        let reaches_further = same == 0 && !self.entries.is_empty();
        if reaches_further { 0 } else { self.from + same }
    }
}
