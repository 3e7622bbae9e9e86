//! What a player looks at: a board, what stands on it, the question, and the answers bound to what one clicks.
//!
//! A rule set turns its views into these plain values ([`crate::Stage`]); whoever draws them knows no rule. Everything
//! has a text for those who do not see it.
//!
//! Positions are in *board units*: whole numbers, x to the right, y down, of whatever size suits the game.
//!
//! What games write over and over is one line each: [`Panel::new`], [`Track::balance`], [`OverlayKind::list`],
//! [`Badge::of`] and their like.

mod bearing;
mod change;
mod gesture;
mod kit;
mod sketch;
mod word;

pub use bearing::Bearing;
pub use change::{AskChange, Change, Part, SceneChange};
pub use gesture::{FARTHEST, Gesture, MOST_POINTS, Trace};
pub use sketch::{Drawn, Role, Shape, Sketch, Stand};
pub use word::Word;

use crate::odds::{Basis, JOIN, NOTHING, Odds};
use crate::story::Sum;
use crate::{Outcome, Question, Reaction, Rules, Seat, Side};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::ops::Deref;
use std::sync::{Arc, OnceLock, Weak};

/// A position on the board.
pub type Point = [i32; 2];

/// What never changes while a scenario is played.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Board {
    /// Width and height in board units.
    #[cfg_attr(feature = "openapi", schema(value_type = [i32; 2]))]
    pub size: Point,
    /// The ground, lowest layer first.
    pub layers: Vec<Layer>,
    /// Hexes, boxes, fords: whatever has a name and can be clicked.
    pub places: Vec<Place>,
    /// The outline of a place around its position; empty where places have no common shape.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<[i32; 2]>))]
    pub cell: Vec<Point>,
    /// The side of a counter in board units.
    pub counter: i32,
    /// What a tape laid on the board says: the same length in each of these, the one the rules speak of first. Empty
    /// where nothing is measured but places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Measure>>"))]
    pub ruler: Vec<Measure>,
    /// The smallest turn of what faces some way, in tenths of a degree; none where nothing is turned.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub tick: Option<u16>,
    /// The kinds of pieces that are few and known by name, so that their names are told however small they are drawn.
    pub titled: Vec<String>,
    /// Names told where the board is drawn too small for those on its ground to be read, the most important first.
    pub names: Vec<BoardName>,
    /// What can be laid over the board on request.
    pub overlays: Vec<OverlayKind>,
    /// What the kinds, numbers and badges of pieces mean.
    pub legend: Vec<Legend>,
}

/// A measure of length.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Measure {
    /// How many board units are one of it.
    pub units: i32,
    /// What several are called: `inches`, `yards`, `paces`.
    pub name: String,
}

/// A name on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BoardName {
    /// What is called so.
    #[cfg_attr(feature = "openapi", schema(value_type = [i32; 2]))]
    pub at: Point,
    /// The name.
    pub text: String,
}

/// A layer of the ground.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Layer {
    /// `relief`, `woods`, `roads` …
    pub id: String,
    /// What a player calls it.
    pub name: String,
    /// SVG in board units, made by the rule set from its own data.
    pub svg: String,
    /// Whether it can be switched off.
    pub optional: bool,
}

/// A place on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Place {
    /// Its name in the game's notation: `0304`.
    pub id: String,
    /// Its middle.
    #[cfg_attr(feature = "openapi", schema(value_type = [i32; 2]))]
    pub at: Point,
    /// What the ground is like there: "woods, level 3, Chambersburg Pike".
    pub text: String,
}

/// One kind of overlay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OverlayKind {
    /// `zoc-union`, `sight` …
    pub id: String,
    /// What a player calls it.
    pub name: String,
    /// What it must be asked for: nothing, a place or a piece.
    pub about: About,
}

/// What an overlay is about.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum About {
    /// The whole board.
    Board,
    /// One place.
    Place,
    /// One piece.
    Piece,
}

/// What a sign on a piece means.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Legend {
    /// The sign: a kind, a badge, a figure.
    pub sign: String,
    /// Its meaning.
    pub meaning: String,
}

/// What some eyes see of a position.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Scene {
    /// Everything that stands on the board or beside it, the lowest of a stack first.
    pub pieces: Vec<Piece>,
    /// Works, bridges prepared, objectives: signs on places and between them.
    pub markers: Vec<Marker>,
    /// Turns, points, weather.
    pub tracks: Vec<Track>,
    /// Arrivals, losses, hands of cards.
    pub panels: Vec<Panel>,
}

/// One piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Its name in the game's notation.
    pub id: Word,
    /// Whose it is.
    pub side: Option<Side>,
    /// What is drawn on it: `infantry`, `cavalry`, `artillery`, `horse-artillery`, `commander`, `hidden` …
    pub kind: Word,
    /// What a player calls it.
    pub name: Word,
    /// Where it stands.
    pub at: Spot,
    /// Which way it faces, where a game has facing.
    pub facing: Option<Bearing>,
    /// The stands it is made of, where they are drawn to scale; empty for a counter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Stand>>"))]
    pub body: Vec<Stand>,
    /// What it belongs to, for the coloured band: pieces of one formation share it.
    pub formation: Option<Word>,
    /// Numbers on it, the most important first.
    pub figures: Vec<Figure>,
    /// Its condition.
    pub badges: Vec<Badge>,
    /// Whether it has done all it can for now: drawn paler.
    pub spent: bool,
    /// All of it in words.
    pub text: String,
}

/// Where a piece stands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "in", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Spot {
    /// In a place, stacked with whatever else is there.
    Place {
        /// The place.
        place: Word,
    },
    /// Anywhere on an open table.
    Point {
        /// Its middle.
        #[cfg_attr(feature = "openapi", schema(value_type = [i32; 2]))]
        at: Point,
    },
    /// Beside the board.
    Panel {
        /// The panel.
        panel: Word,
    },
}

/// A number on a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Figure {
    /// What is printed.
    pub text: Word,
    /// What it is: "strength points".
    pub what: Word,
}

/// A condition of a piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Badge {
    /// One to three letters: `D`.
    pub text: Word,
    /// What it is: "disorganized".
    pub what: Word,
    /// How it bears on the piece.
    pub tone: Tone,
}

/// How a sign is meant.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Tone {
    /// Good for its owner.
    Good,
    /// Bad for its owner.
    Bad,
    /// Neither.
    Plain,
    /// Of the Union.
    Union,
    /// Of the Confederates.
    Confederate,
}

/// A sign on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Marker {
    /// What is drawn: `works`, `objective`, `burned-bridge` …
    pub kind: Word,
    /// The place, or the two places between which it stands; of a `route`, every place on the way, in order.
    pub places: Vec<Word>,
    /// The same by points, where there are no places: where it stands, or the two ends of a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<[i32; 2]>>"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<[i32; 2]>))]
    pub at: Vec<Point>,
    /// A few letters on it.
    pub label: Word,
    /// Whose it is.
    pub side: Option<Side>,
    /// What it is, in words.
    pub text: String,
}

/// A row of boxes with a pawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Track {
    /// `turn`, `points` …
    pub id: Word,
    /// What a player calls it.
    pub name: Word,
    /// The boxes.
    pub boxes: Vec<TrackBox>,
    /// Where the pawn stands.
    pub at: usize,
}

/// A box of a track.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TrackBox {
    /// What is printed: `9 am`.
    pub label: Word,
    /// What happens there: "night".
    pub note: Word,
}

/// A list beside the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Panel {
    /// `arrivals`, `losses`, `hand` …
    pub id: Word,
    /// What a player calls it.
    pub name: Word,
    /// Its lines.
    pub rows: Vec<PanelRow>,
    /// Whether it is about what is being asked, such as a combat: then it belongs beside the question.
    pub pressing: bool,
    /// Whether it is what its reader looks at most, such as his own army: then it stands before the tracks.
    pub first: bool,
    /// Cards that lie there, drawn as cards.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<Card>>"))]
    pub cards: Vec<Card>,
    /// How they lie.
    pub lie: Lie,
}

/// How the cards of a panel lie.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Lie {
    /// One upon another, open to be looked through.
    #[default]
    Pile,
    /// In its reader's hand: always in sight.
    Hand,
    /// Face to face, one side against the other.
    Duel,
}

/// A card, its face up. Backs are counted, not drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Card {
    /// Its name in the game's notation, by which it is clicked.
    pub id: Word,
    /// What stands on its band: a brigade, a General, a suit.
    pub band: Word,
    /// Whose it is.
    pub side: Option<Side>,
    /// Numbers in its corners; of two the first is drawn as the attacker's, the second as the defender's.
    pub corners: Vec<Figure>,
    /// What it can be used for, from its top down.
    pub uses: Vec<CardUse>,
}

/// One thing that a card can be used for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CardUse {
    /// As it is printed: `Fire 3`.
    pub name: Word,
    /// What it does.
    pub text: String,
    /// Why it cannot be used now; empty where it can, or where nobody is asked.
    pub idle: String,
}

/// A line of a panel, or a card of a hand.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PanelRow {
    /// The card's or line's name in the game's notation, if it can be clicked.
    pub id: Word,
    /// What is said.
    pub text: String,
    /// A number or a time at the end of the line.
    pub value: Word,
    /// The rule behind it, if it is a row of an arithmetic.
    pub rule: Word,
    /// Whose it is.
    pub side: Option<Side>,
    /// Pieces it speaks of.
    pub pieces: Vec<Word>,
    /// A place it leads to.
    pub place: Option<Word>,
}

/// The question that waits, and how it can be answered.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ask {
    /// Who is asked.
    #[serde(rename = "side")]
    pub seat: Seat,
    /// What.
    pub question: Question,
    /// The answers; for a continuous decision, sensible candidates.
    pub answers: Vec<Answer>,
    /// Whether these are all.
    pub complete: bool,
    /// Where a point can be given as an answer.
    pub regions: Vec<Region>,
    /// Whether there is an outlook to be asked for: what comes of it all if both sides go on as assumed.
    pub outlook: bool,
    /// The answers that take up the piece they are given on, so that it can be dragged: a hand gives them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<String>>"))]
    pub takes: Vec<String>,
    /// The answer that does as was done before, legal or not: one key looks at it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub again: Option<String>,
    /// The piece that the question moves over an open table: it can be dragged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub moves: Option<Word>,
    /// What is special about it if it is a reaction.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub reaction: Option<Reacting>,
}

/// What is special about a question that is a reaction: it is asked by public facts alone, can always be let pass, and
/// its kind is its rule.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Reacting {
    /// The answer that lets it pass, in the game's notation.
    pub pass: String,
    /// The pieces it is about.
    pub units: Vec<String>,
}

impl From<Reaction<String>> for Reacting {
    fn from(Reaction { pass, units }: Reaction<String>) -> Reacting {
        Reacting { pass, units }
    }
}

/// One answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Answer {
    /// In the game's notation.
    pub action: String,
    /// In words.
    pub label: String,
    /// What one clicks.
    pub on: Target,
}

/// What one clicks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "what", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Target {
    /// A button with the answer's label.
    Button,
    /// A piece.
    Piece {
        /// Its id.
        piece: String,
    },
    /// A place.
    Place {
        /// Its id.
        place: String,
    },
    /// The side between two places.
    Edge {
        /// Their ids.
        places: [String; 2],
    },
    /// A card, or a line of a panel.
    Card {
        /// Its id.
        card: String,
    },
    /// A point, with a facing where the region asks for one.
    Point {
        /// Where.
        #[cfg_attr(feature = "openapi", schema(value_type = [i32; 2]))]
        at: Point,
        /// Which way.
        facing: Option<Bearing>,
    },
    /// A way over the open table: something is dragged from where it stands.
    Way {
        /// Its turning points, and where it ends.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<[i32; 2]>))]
        points: Vec<Point>,
        /// Which way to face at the end; as the way comes out, if it is missing.
        facing: Option<Bearing>,
    },
}

/// Where a point can be given as an answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Region {
    /// Its outline: rings of points, holes among them.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<[i32; 2]>>))]
    pub outline: Vec<Vec<Point>>,
    /// Whether a facing must be given, too.
    pub facing: bool,
    /// What a point there means.
    pub label: String,
}

/// What is known of an answer before it is given.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Preview {
    /// The answer in the game's notation.
    pub action: String,
    /// In words.
    pub label: String,
    /// The way it takes.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<[i32; 2]>))]
    pub path: Vec<Point>,
    /// What it costs: "2 1/3 movement points".
    pub cost: String,
    /// What would be seen of it on the board.
    #[serde(skip_serializing_if = "Sketch::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Sketch>"))]
    pub sketch: Sketch,
    /// The arithmetic that is known before the dice fall.
    pub arithmetic: Vec<Sum>,
    /// What may come of it up to the next decision; `None` if no die falls.
    pub odds: Option<Chances>,
    /// What may come of it beyond, if both sides then go on as assumed; `None` where nothing is assumed.
    pub outlook: Option<Chances>,
}

/// What may come of an answer, and how likely it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Chances {
    /// What may happen, the likeliest first.
    pub rows: Vec<ChanceRow>,
    /// How the numbers were found.
    pub basis: String,
}

/// One thing that may happen.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChanceRow {
    /// What, as the rules name it.
    pub what: String,
    /// What that means, where the name is a code; mostly empty.
    pub sense: String,
    /// How likely, from 0 to 1.
    pub likelihood: f64,
    /// The same as a fraction, if it is exact.
    pub exact: Option<String>,
    /// The standard error, if it is not.
    pub error: f64,
}

impl Chances {
    /// An outlook as it is shown, with what was assumed.
    #[must_use]
    pub fn assuming<R: Rules>(rules: &R, odds: &Odds) -> Option<Chances> {
        let mut chances = Chances::of(rules, odds)?;
        chances.basis = format!("{}. Assumed: {}", chances.basis, rules.assumptions());
        Some(chances)
    }

    /// Odds as they are shown; `None` if no die decides anything.
    #[must_use]
    pub fn of<R: Rules>(rules: &R, odds: &Odds) -> Option<Chances> {
        let decides = odds.rows.len() > 1 || odds.rows.first().is_some_and(|row| row.what != NOTHING);
        let rows = odds.rows.iter().map(|row| ChanceRow {
            what: row.what.clone(),
            sense: sense(rules, &row.what),
            likelihood: row.likelihood,
            exact: row.exact.map(|fraction| fraction.to_string()),
            error: row.error,
        });
        decides.then(|| Chances { rows: rows.collect(), basis: basis(odds) })
    }
}

/// What a row of headlines means, as far as it is made of codes.
fn sense<R: Rules>(rules: &R, what: &str) -> String {
    let senses = what.split(JOIN).map(|headline| rules.gloss(headline)).filter(|sense| !sense.is_empty());
    senses.collect::<Vec<_>>().join("; ")
}

/// How odds were found, in words.
fn basis(odds: &Odds) -> String {
    let Basis { every_sequence, runs, imagined } = odds.basis;
    let worlds = match imagined {
        0 => String::new(),
        worlds => format!(" in {worlds} worlds you cannot tell from the real one"),
    };
    match (every_sequence, odds.is_exact()) {
        (_, true) => format!("exact: all {runs} sequences of dice"),
        (true, false) => format!("all {runs} sequences of dice{worlds}; ± is the standard error"),
        (false, false) => format!("a sample of {runs} runs{worlds}; ± is the standard error"),
    }
}

/// Something laid over the board.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Overlay {
    /// Places, with how they are meant.
    pub places: Vec<OverlayPlace>,
    /// Lines between positions.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<[[i32; 2]; 2]>))]
    pub lines: Vec<[Point; 2]>,
    /// Whatever else is drawn.
    #[serde(skip_serializing_if = "Sketch::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Sketch>"))]
    pub sketch: Sketch,
    /// All of it in words.
    pub text: String,
}

/// A place of an overlay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OverlayPlace {
    /// The place.
    pub place: String,
    /// How it is meant.
    pub tone: Tone,
    /// A few letters on it, such as what it costs to go there; mostly empty.
    pub label: String,
}

/// A scene that several sights share: a copy costs nothing, and what has changed since the scene before is found once
/// for all of them.
#[derive(Clone)]
pub struct SharedScene(Arc<Shared>);

struct Shared {
    scene: Scene,
    /// What leads here from the scene that was asked about first, which may be gone.
    since: OnceLock<(Weak<Shared>, Arc<SceneChange>)>,
}

impl SharedScene {
    /// What leads here from an earlier one of the same eyes.
    #[must_use]
    pub fn since(&self, before: &SharedScene) -> Arc<SceneChange> {
        let change = || Arc::new(SceneChange::between(before, self));
        let asked = Arc::downgrade(&before.0);
        let (known, since) = self.0.since.get_or_init(|| (asked.clone(), change()));
        if known.ptr_eq(&asked) { since.clone() } else { change() }
    }
}

impl From<Scene> for SharedScene {
    fn from(scene: Scene) -> SharedScene {
        SharedScene(Arc::new(Shared { scene, since: OnceLock::new() }))
    }
}

impl Deref for SharedScene {
    type Target = Scene;

    fn deref(&self) -> &Scene {
        &self.0.scene
    }
}

impl PartialEq for SharedScene {
    fn eq(&self, other: &SharedScene) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || **self == **other
    }
}

impl fmt::Debug for SharedScene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl Serialize for SharedScene {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

/// Everything some eyes see of a game at one moment.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sight {
    /// A name for this moment as these eyes see it: an answer says which moment it was given for.
    pub moment: String,
    /// What stands where. Sights of one position share it where nothing is secret.
    #[cfg_attr(feature = "ts", ts(as = "Scene"))]
    #[cfg_attr(feature = "openapi", schema(value_type = Scene))]
    pub scene: SharedScene,
    /// The army that each seat leads, the Union seat first. Everything on the scene is an army's.
    pub armies: [Side; 2],
    /// The question these eyes must answer.
    pub ask: Option<Ask>,
    /// Who is waited for, as far as these eyes may know.
    pub waiting: Vec<Seat>,
    /// Where in the sequence of play this is: "Turn 3, 11 am · Confederate · Combat".
    pub context: String,
    /// How the game ended.
    pub outcome: Option<Outcome<Seat>>,
    /// How many lines the log of these eyes has.
    pub log: usize,
    /// Whether these eyes may take something back, and if not, why.
    pub undo: Undo,
}

/// Whether something can be taken back.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Undo {
    /// The first line of the log back to which one can go; `None` if nothing can be taken back.
    pub to_line: Option<usize>,
    /// What stands in the way of going further.
    pub barrier: String,
}
