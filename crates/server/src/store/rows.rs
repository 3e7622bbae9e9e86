//! What stands in the tables.

use crate::wire::{Ending, GameState, Millis};
use engine::{Seat, Side};

/// How a game stands, as far as a list of games must know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// How far it is.
    pub state: GameState,
    /// Who is waited for.
    pub waiting: Vec<Seat>,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Who has offered a draw.
    pub draw: Option<Seat>,
}

/// A seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatRow {
    /// Which.
    pub side: Seat,
    /// Who holds it.
    pub player: Option<String>,
    /// The hash of the invitation that opens it.
    pub invitation: Option<String>,
    /// What it adds to the dice; empty if it had sealed a nonce and did not open it in time.
    pub nonce: Option<String>,
    /// What its player showed of the nonce before he opened it.
    pub seal: Option<String>,
}

/// A seat to be taken.
#[derive(Clone, Debug)]
pub struct TakeSeat<'a> {
    /// Which.
    pub side: Seat,
    /// By whom.
    pub player: &'a str,
    /// What it adds to the dice.
    pub nonce: Option<&'a str>,
    /// The seal of what it will add.
    pub seal: Option<&'a str>,
    /// The hash of the invitation.
    pub invitation: &'a str,
}

/// What becomes of a seat.
#[derive(Clone, Debug)]
pub enum SeatChange<'a> {
    /// It is taken.
    Take(TakeSeat<'a>),
    /// Its nonce is opened; the empty text if the table goes on without one.
    Open {
        /// Which.
        side: Seat,
        /// The nonce.
        nonce: &'a str,
    },
}

/// A game as it is kept.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// What the players call it.
    pub name: String,
    /// The scenario's id.
    pub scenario: String,
    /// The id on which the dice depend.
    pub terms: String,
    /// The seed of its dice.
    pub seed: String,
    /// Who set it up.
    pub host: String,
    /// The number of the last entry of the journal that counts in what follows.
    pub head: i64,
    /// Since when the present players are waited for.
    pub since: Millis,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Who has offered a draw.
    pub draw: Option<Seat>,
    /// How many seconds a reaction has at least; none at a table that waits for every answer.
    pub pause: u8,
    /// By what it is played; nothing in a game of an earlier program that was not opened since.
    pub edition: Option<String>,
    /// Its seats.
    pub seats: Vec<SeatRow>,
}

/// What games are played by, as it stands in the table.
#[derive(Clone, Debug)]
pub struct KeptEdition {
    /// The identity of the rules and data, as JSON.
    pub identity: String,
    /// By what name the scenario was loaded.
    pub name: String,
    /// Its files, as JSON.
    pub files: String,
    /// What it is about, as JSON.
    pub blurb: String,
    /// Its board, packed, if it was kept.
    pub board: Option<Vec<u8>>,
}

/// A game in a list.
#[derive(Clone, Debug)]
pub struct Listed {
    /// Its id.
    pub id: String,
    /// What the players call it.
    pub name: String,
    /// The scenario's id.
    pub scenario: String,
    /// How far it is.
    pub state: GameState,
    /// Who is waited for.
    pub waiting: Vec<Seat>,
    /// Since when.
    pub since: Millis,
    /// How it ended.
    pub ending: Option<Ending>,
    /// The seats of the player who asks.
    pub mine: Vec<Seat>,
    /// Seats nobody has taken.
    pub free: Vec<Seat>,
}

/// An entry of the journal to be written.
#[derive(Clone, Debug)]
pub struct Entry {
    /// What kind of deed it is.
    pub kind: &'static str,
    /// Whose.
    pub side: Seat,
    /// The deed as JSON.
    pub body: String,
    /// The name the client gave it.
    pub act: Option<String>,
    /// The moment it led to, for the side whose deed it is.
    pub moment: Option<String>,
    /// When.
    pub at: Millis,
}

/// An entry of the journal as it was written.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its number.
    pub seq: i64,
    /// The deed as JSON.
    pub body: String,
    /// When.
    pub at: Millis,
    /// The moment it led to, for the side whose deed it is; for deeds that a client has named.
    pub moment: Option<String>,
}

/// A put-away game.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The number of the last entry of the journal that is in it.
    pub seq: i64,
    /// The game, secrets included.
    pub bytes: Vec<u8>,
}

pub fn word(side: Seat) -> &'static str {
    match side.name() {
        Side::Union => "union",
        Side::Confederate => "confederate",
    }
}

pub fn side_of(word: &str) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&side| self::word(side) == word)
}

pub fn state_word(state: GameState) -> &'static str {
    match state {
        GameState::Waiting => "waiting",
        GameState::Playing => "playing",
        GameState::Over => "over",
    }
}

pub fn read_state(word: &str) -> GameState {
    match word {
        "playing" => GameState::Playing,
        "over" => GameState::Over,
        _ => GameState::Waiting,
    }
}

pub fn waiting_words(sides: &[Seat]) -> String {
    sides.iter().map(|&side| word(side)).collect::<Vec<_>>().join(" ")
}

pub fn read_waiting(words: &str) -> Vec<Seat> {
    words.split(' ').filter_map(side_of).collect()
}

pub fn ending_text(ending: &Option<Ending>) -> Option<String> {
    ending.map(|ending| serde_json::to_string(&ending).expect("an ending is made of words and numbers"))
}

pub fn read_ending(text: Option<&str>) -> Option<Ending> {
    text.and_then(|text| serde_json::from_str(text).ok())
}
