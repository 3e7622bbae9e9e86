//! What goes over the wire: requests, answers and the messages of the socket.
//!
//! `web/src/wire.ts` is made from these types by `tests/wire.rs`, which fails while the file is not current. Times are
//! milliseconds since 1970. What a player looks at comes from [`engine::scene`].

use crate::seen::Seen;
use engine::game::Heard;
use engine::scene::{Change, Gesture, Preview, Sight, Target, Trace};
use engine::stage::Blurb;
use engine::{Outcome, Seat, Side, Violation};
use serde::{Deserialize, Serialize};

/// Milliseconds since 1970.
pub type Millis = i64;

/// A player's key: whoever has it is that player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct PlayerKey {
    /// 32 random bytes in base64url.
    pub key: String,
}

/// A code that carries a player to another device: one use, ten minutes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct MoveCode {
    /// The code.
    pub code: String,
}

/// What the table is bound to before it knows any nonce.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Pledge {
    /// The id the game will have: [`NewGame::pledge`].
    pub game: String,
    /// The SHA-256 of the seed it will be played with, as 64 hexadecimal digits.
    pub commitment: String,
}

/// A game to be set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct NewGame {
    /// The scenario's id.
    pub scenario: String,
    /// What the players call it; the scenario's title if it is empty.
    #[serde(default)]
    pub name: String,
    /// Who sits where.
    pub seats: BySeat<Sitter>,
    /// The game of a [`Pledge`] made before: without it the table draws a seed now.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pledge: Option<String>,
    /// How many seconds a reaction has before it is let pass: 0, 3, 6 or 10. Where it is missing or 0, the table waits
    /// for every answer, as by mail.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub pause: Option<u8>,
    /// What my seats add to the dice, 32 hexadecimal digits each; the table draws what is missing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub nonces: Option<BySeat<Option<String>>>,
    /// Instead of nonces their seals, 64 hexadecimal digits each: the SHA-256 of the nonce's 16 bytes. They are
    /// [opened](Opening) when both seats are taken.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seals: Option<BySeat<Option<String>>>,
}

/// Something for each seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct BySeat<T> {
    /// For the Union.
    pub union: T,
    /// For the Confederates.
    pub confederate: T,
}

impl<T> BySeat<T> {
    /// The one of this seat.
    pub fn of(&self, seat: Seat) -> &T {
        match seat.name() {
            Side::Union => &self.union,
            Side::Confederate => &self.confederate,
        }
    }

    /// The one of this seat, to be changed.
    pub fn of_mut(&mut self, seat: Seat) -> &mut T {
        match seat.name() {
            Side::Union => &mut self.union,
            Side::Confederate => &mut self.confederate,
        }
    }
}

/// Who gets a seat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub enum Sitter {
    /// Whoever sets the game up.
    Me,
    /// Whoever has the invitation.
    Friend,
}

/// A game that was set up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Created {
    /// Its id.
    pub id: String,
    /// What the table shows of its seed.
    pub commitment: String,
    /// The secrets that open the free seats. They are shown once; [`Invite`] makes new ones.
    pub invitations: BySeat<Option<String>>,
}

/// A wish for a new invitation; the old one is worth nothing then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Invite {
    /// The free seat.
    pub side: Seat,
}

/// The secret that opens a free seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Invitation {
    /// The seat.
    pub side: Seat,
    /// The secret.
    pub secret: String,
}

/// A wish to hand on a seat of mine: whoever opens the link has it then. A link made before is worth nothing then.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct HandOn {
    /// The seat.
    pub side: Seat,
}

/// A key of mine: one on each device.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct KeyInfo {
    /// What it is called; it does not tell the key.
    pub id: String,
    /// When it was made.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub made: Millis,
    /// Whether it is the one that asks.
    pub this: bool,
}

/// A wish to revoke a key of mine, or all but the one that asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Revoke {
    /// [`KeyInfo::id`]; all others if it is missing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub id: Option<String>,
}

/// Keys that are worth nothing any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Revoked {
    /// How many.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub revoked: u64,
}

/// Somebody takes a free seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Join {
    /// The secret of the invitation.
    pub secret: String,
    /// What the seat adds to the dice: 32 hexadecimal digits. The table draws it if it is missing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub nonce: Option<String>,
    /// Instead of the nonce its seal: 64 hexadecimal digits.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seal: Option<String>,
}

/// A nonce that was sealed is opened, or the table goes on without it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Opening {
    /// The seat that has sealed it.
    pub side: Seat,
    /// The nonce. Without it the table goes on: at once with one's own seat, with the other's after
    /// [`GameInfo::patience`].
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub nonce: Option<String>,
}

/// A game of mine in a list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct GameCard {
    /// Its id.
    pub id: String,
    /// What the players call it.
    pub name: String,
    /// The scenario's id.
    pub scenario: String,
    /// The scenario's title; its id if this program does not have it.
    pub title: String,
    /// My seats.
    pub mine: Vec<Seat>,
    /// Seats nobody has taken yet.
    pub free: Vec<Seat>,
    /// How far it is.
    pub state: GameState,
    /// Who is waited for.
    pub waiting: Vec<Seat>,
    /// Whether that is me.
    pub my_turn: bool,
    /// Since when.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub since: Millis,
    /// How it ended.
    pub ending: Option<Ending>,
}

/// How far a game is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub enum GameState {
    /// A seat is free.
    Waiting,
    /// It is being played.
    Playing,
    /// It is over, and everything about it is open.
    Over,
}

/// How a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Ending {
    /// By what.
    pub by: EndedBy,
    /// Who won; nobody in a draw.
    pub winner: Option<Seat>,
    /// The points of a game played to its end, Union first.
    pub points: Option<[i32; 2]>,
}

/// By what a game ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub enum EndedBy {
    /// It was played to its end.
    Play,
    /// A side gave up.
    Resignation,
    /// Both sides agreed on a draw.
    Agreement,
}

impl From<Outcome<Seat>> for Ending {
    fn from(outcome: Outcome<Seat>) -> Ending {
        Ending { by: EndedBy::Play, winner: outcome.winner, points: Some(outcome.points) }
    }
}

/// Everything about a game but the position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct GameInfo {
    /// Its id.
    pub id: String,
    /// What the players call it.
    pub name: String,
    /// What is played.
    pub scenario: Blurb,
    /// The two seats, Union first.
    pub seats: [SeatInfo; 2],
    /// My seats.
    pub mine: Vec<Seat>,
    /// Whether I set it up, and may make new invitations.
    pub host: bool,
    /// What the table shows of its seed.
    pub commitment: String,
    /// The seed, once the game is over.
    pub seed: Option<String>,
    /// While both seats are taken and a nonce is still sealed: for how many more milliseconds the table waits for it.
    pub patience: Option<u32>,
    /// How many seconds a reaction has before it is let pass; 0 at a table that waits for every answer.
    pub pause: u8,
    /// How far it is.
    pub state: GameState,
    /// Why it can only be looked at, in a few sentences, if that is so.
    pub notice: Option<String>,
    /// Since when the present players are waited for.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub since: Millis,
    /// How it ended.
    pub ending: Option<Ending>,
    /// Who has offered a draw.
    pub draw: Option<Seat>,
    /// The latest lines of the talk, the oldest first.
    pub chat: Vec<ChatLine>,
    /// What I wrote down for myself.
    pub notes: String,
    /// Where I am told that it is my turn.
    pub webhook: Option<String>,
}

/// A seat as everybody may see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct SeatInfo {
    /// Which.
    pub side: Seat,
    /// Whether somebody has taken it.
    pub taken: bool,
    /// What it showed of its nonce before it opened it, if it did: the SHA-256 of the nonce, 64 hexadecimal digits.
    pub seal: Option<String>,
    /// What it added to the dice: 32 hexadecimal digits. Nothing while it is sealed, or if it was not opened in time.
    pub nonce: Option<String>,
}

/// Something said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct ChatLine {
    /// By whom.
    pub from: Seat,
    /// What.
    pub text: String,
    /// When.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: Millis,
}

/// An answer to the question of a sight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Act {
    /// A name for this act, unique among those of the side: repeated with the same one, it is done once.
    pub id: String,
    /// Who acts.
    pub side: Seat,
    /// [`Sight::moment`] of the sight it answers.
    pub moment: String,
    /// The answer in the game's notation.
    pub action: String,
}

/// A wish to take something back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct UndoWish {
    /// A name for this wish, as for an [`Act`].
    pub id: String,
    /// Who wishes it.
    pub side: Seat,
    /// [`Sight::moment`] of the sight from which to go back.
    pub moment: String,
    /// How far.
    pub back: Back,
}

/// How far to go back.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub enum Back {
    /// The last action.
    Last,
    /// As far as possible.
    All,
    /// From this entry of the log on.
    Line(usize),
}

impl From<Back> for engine::table::Back {
    fn from(back: Back) -> engine::table::Back {
        match back {
            Back::Last => engine::table::Back::Last,
            Back::All => engine::table::Back::All,
            Back::Line(line) => engine::table::Back::Line(line),
        }
    }
}

/// An act or an undo that was carried out. Asked again with the same id, the answer is the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Answered {
    /// The id of the act.
    pub id: String,
    /// [`Sight::moment`] of the sight it led to.
    pub moment: String,
}

/// How reactions stand at a table, as some eyes may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Reactions {
    /// How many seconds a reaction has; 0 at a table that waits for every answer.
    pub pause: u8,
    /// The reactions that are asked.
    pub pauses: Vec<Pause>,
    /// What I have said beforehand.
    pub standing: Vec<StandingAnswer>,
}

/// A reaction that is asked.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Pause {
    /// Who is asked.
    pub side: Seat,
    /// In how many milliseconds from now it is let pass; nothing if it waits for an answer.
    pub left: Option<u32>,
    /// Whether the side has said to wait.
    pub waits: bool,
    /// Whether I have let it pass: that takes effect when the pause is over. Of others nobody is told.
    pub sealed: bool,
}

/// What I have said beforehand of reactions of a kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct StandingAnswer {
    /// By which of my seats.
    pub side: Seat,
    /// The rule such questions come from: one of [`Blurb::reactions`].
    pub kind: String,
    /// The piece they are about; all if it is missing.
    pub unit: Option<String>,
    /// Whether it holds for this turn only.
    pub turn: bool,
    /// What was said.
    pub says: StandingSays,
}

/// What is said beforehand of a kind of reactions.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub enum StandingSays {
    /// Let it pass.
    Pass,
    /// Ask me, though others of the kind are let pass.
    Ask,
    /// Nothing any more.
    Nothing,
}

/// Whoever is asked a reaction wants to be waited for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct WaitWish {
    /// Who.
    pub side: Seat,
    /// [`Sight::moment`] of the sight that asks it.
    pub moment: String,
}

/// Something said beforehand of reactions of a kind. What was said before of the same kind and unit is forgotten.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct StandWish {
    /// By whom.
    pub side: Seat,
    /// The rule such questions come from: one of [`Blurb::reactions`].
    pub kind: String,
    /// The piece they are about; all if it is missing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub unit: Option<String>,
    /// Whether it holds for this turn only; otherwise until it is revoked.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub turn: bool,
    /// What; `nothing` revokes what was said.
    pub says: StandingSays,
}

/// A side gives up.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Resign {
    /// Which.
    pub side: Seat,
}

/// A side offers a draw, or takes its offer back or declines the other's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct DrawWish {
    /// Which.
    pub side: Seat,
    /// `true` offers a draw, or accepts the other side's offer; `false` ends any offer.
    pub offer: bool,
}

/// An answer about which something shall be known before it is given.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct PreviewWish {
    /// Whose.
    pub side: Seat,
    /// The answer in the game's notation.
    pub action: String,
}

/// What the two of [`PreviewWish`] bring.
pub type PreviewAnswer = Preview;

/// A click of which the meaning is asked: "why can't I?"
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct ClickWish {
    /// Whose.
    pub side: Seat,
    /// On what.
    pub target: Target,
}

/// What a click means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Clicked {
    /// The answer in the game's notation.
    pub action: String,
}

/// Something of which the meaning and the prospects are asked in one breath: a click, or an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct ProbeWish {
    /// A name for this question, to know its answer by.
    pub id: String,
    /// Whose.
    pub side: Seat,
    /// A click on this …
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub target: Option<Target>,
    /// … or this answer in the game's notation.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub action: Option<String>,
}

/// What a probe brings.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Probed {
    /// The id of the probe.
    pub id: String,
    /// The answer in the game's notation.
    pub action: String,
    /// What is known of it before it is given.
    pub preview: Preview,
}

/// What is being dragged or pushed, of which the meaning is asked while it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct TraceWish {
    /// A name for this question, to know its answer by.
    pub id: String,
    /// Whose.
    pub side: Seat,
    /// How it is moved.
    pub gesture: Gesture,
}

/// What would become of a gesture.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Traced {
    /// The id of the wish.
    pub id: String,
    /// What would become of it.
    pub trace: Trace,
}

/// Something to be said, or to be noted. Notes need neither a seat nor a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Words {
    /// What.
    pub text: String,
    /// By which of my seats; the only one I have if it is missing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub side: Option<Seat>,
    /// The client's name for it, of up to 64 bytes: asked for again by the same name, it is said once.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub id: Option<String>,
}

/// Where I want to be told that it is my turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Webhook {
    /// An `http` or `https` address; nowhere if it is missing.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub url: Option<String>,
}

/// What is posted to a webhook.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct YourTurn {
    /// The game's id.
    pub game: String,
    /// What the players call it.
    pub name: String,
    /// The side that must decide.
    pub side: Seat,
    /// A sentence for people.
    pub text: String,
    /// Where to go, if the server knows its own address.
    pub link: Option<String>,
}

/// A game that was imported.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Imported {
    /// Its id.
    pub id: String,
}

/// Why something was not done.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Refusal {
    /// A stable word.
    pub error: Fault,
    /// A sentence for people.
    pub text: String,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub violation: Option<Violation>,
    /// How things stand now, after `stale`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Sight>"))]
    #[schema(value_type = Option<Sight>)]
    pub sight: Option<Seen>,
    /// After how many seconds it may be tried again, after `too-many` and `unavailable`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub wait: Option<u32>,
}

/// What kind of refusal it is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub enum Fault {
    /// It was meant for a position that is past.
    Stale,
    /// It is not the asker's to do or to know.
    Forbidden,
    /// A rule forbids it.
    Illegal,
    /// There is no such thing.
    NotFound,
    /// It is too long.
    TooLarge,
    /// It was asked too often, or too many are connected.
    TooMany,
    /// It cannot be understood.
    BadRequest,
    /// The game is over, or has not begun.
    Over,
    /// The server cannot do it now.
    Unavailable,
}

/// A part of a game as some eyes saw it, moment by moment.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Moments {
    /// The first of them, whole; `null` if there are none.
    pub first: Option<Sight>,
    /// Each of the others by what changes from the one before it.
    pub then: Vec<Change>,
}

impl Moments {
    /// Sights of the same eyes, one after another.
    #[must_use]
    pub fn of(sights: Vec<Sight>) -> Moments {
        let then = sights.windows(2).map(|two| Change::between(&two[0], &two[1])).collect();
        Moments { first: sights.into_iter().next(), then }
    }
}

/// What is new at a table, as some eyes see it.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct News {
    /// The number of this news on its socket: 1, 2, 3 … Whoever misses one says [`ToServer::Again`].
    pub number: u32,
    /// Whose eyes these are, for whoever looks for two seats that keep secrets from each other: sight and log are this
    /// seat's own, and what has changed is told of what it saw last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub side: Option<Seat>,
    /// All that is seen, or nothing while a seat is free. Missing if the sight is as it was, or told by `change`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Option<Sight>>"))]
    #[schema(value_type = Option<Sight>)]
    pub sight: Option<Option<Seen>>,
    /// What has changed of the sight since the news before this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub change: Option<Change>,
    /// The number of the first entry in `log`. Entries that the client has from this number on are no longer true.
    pub from: usize,
    /// The entries of the log from that number on.
    pub log: Vec<Heard>,
    /// How reactions stand, whenever that has changed, in a game that has some.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reactions: Option<Reactions>,
    /// Everything but the position, whenever it has changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub info: Option<GameInfo>,
}

/// What a client says over the socket.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub enum ToServer {
    /// The first thing to say.
    Hello(Hello),
    /// An answer to the question.
    Act(Act),
    /// A wish to take something back.
    Undo(UndoWish),
    /// What would this click or answer mean, and what may come of it?
    Probe(ProbeWish),
    /// What would become of this gesture? Of several that come while one is worked out, the last is answered.
    Trace(TraceWish),
    /// Something was missed: tell everything again.
    Again,
    /// Look from the other seat, for whoever looks for both: as long as it is asked something, too, or neither is.
    Turn,
}

/// Who is there, and as whom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Hello {
    /// The player's key; none for a stranger who watches.
    #[serde(default)]
    pub key: Option<String>,
    /// The seat; none to watch.
    #[serde(default)]
    pub side: Option<Seat>,
    /// How many entries of the log the client has.
    #[serde(default)]
    pub log: usize,
    /// The moment it saw last: if that is still the present one, its log is still true and not sent again.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub moment: Option<String>,
    /// Whether it can put sights together from what changes of them; otherwise it is sent whole ones.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub changes: bool,
    /// Whether it can read binary frames: a message compressed by DEFLATE, without a head.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub packed: bool,
    /// Whether it looks for the other seat, too, for whoever has both: through the eyes of the one that is asked.
    #[serde(default)]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub both: bool,
}

/// What the server says over the socket.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
#[expect(clippy::large_enum_variant, reason = "one is made, written and dropped; none are kept")]
pub enum ToClient {
    /// How things stand, at once and after every change.
    News(News),
    /// An act or an undo was carried out.
    Answered(Answered),
    /// What was probed.
    Probed(Probed),
    /// What was traced.
    Traced(Traced),
    /// Something was refused.
    Refused(Refused),
    /// Somebody said something.
    Chat(ChatLine),
    /// Now and then: how much has been said.
    Beat(Beat),
    /// Who is at the table.
    Present(Present),
}

/// A refusal over the socket.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Refused {
    /// The id of the act or probe; none if the message could not be understood, or it was the greeting.
    pub id: Option<String>,
    /// Why.
    pub refusal: Refusal,
}

/// How much has been said over a socket: whoever has heard less has lost something, and says `again`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Beat {
    /// [`News::number`] of the last news.
    pub number: u32,
}

/// Who is at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(utoipa::ToSchema)]
pub struct Present {
    /// The sides whose players are connected.
    pub sides: Vec<Seat>,
}
