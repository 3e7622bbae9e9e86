//! Something taken up and moved over an open table, while it is moved.

use super::{Bearing, Point, Sketch};
use crate::Violation;
use serde::{Deserialize, Serialize};

/// How many points a gesture may have: turning points, and where the hand is.
pub const MOST_POINTS: usize = 16;

/// How far from the board's corner a point may be, in board units each way.
pub const FARTHEST: i32 = 1 << 20;

/// What a hand or a key does to the piece that the pending question moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Gesture {
    /// It is dragged from where it stands.
    Drag {
        /// Its turning points, and where the hand is now.
        #[cfg_attr(feature = "openapi", schema(value_type = Vec<[i32; 2]>))]
        points: Vec<Point>,
        /// Which way to face at the end; as the game finds best, if it is missing.
        facing: Option<Bearing>,
        /// Whether it may be drawn to something near: beside a friend, to the end of its reach.
        snap: bool,
    },
    /// It is pushed and turned by keys, in the game's own steps.
    Nudge {
        /// The answer so far, in the game's notation; empty where the piece stands.
        from: String,
        /// Steps ahead, as it faces.
        ahead: i8,
        /// Steps to its right.
        aside: i8,
        /// Ticks clockwise ([`Board::tick`](super::Board::tick)).
        turn: i8,
        /// Whether it turns here, to go on in another direction: what was gone so far stays.
        corner: bool,
    },
}

impl Gesture {
    /// Whether it is one that can be reckoned with: it has points, not too many of them, and none is far away.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn check(&self) -> Result<(), Violation> {
        let Gesture::Drag { points, .. } = self else { return Ok(()) };
        let near = |way: &i32| (-FARTHEST..=FARTHEST).contains(way);
        if points.is_empty() || points.len() > MOST_POINTS {
            return Err(Violation::form(format!("A way has 1 to {MOST_POINTS} points.")));
        }
        match points.iter().flatten().all(near) {
            true => Ok(()),
            false => Err(Violation::form("That is far off the board.")),
        }
    }
}

/// What would become of a gesture if it ended now.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Trace {
    /// The answer it means, legal or not, in the game's notation; none if it means nothing.
    pub action: Option<String>,
    /// What it costs so far, out of what there is: "31 of 40 paces".
    pub cost: String,
    /// What is drawn meanwhile: the ghost, its way, how far it could go.
    pub sketch: Sketch,
    /// Why it cannot be given.
    pub refusal: Option<Violation>,
}

impl Trace {
    /// Nothing came of it, for this reason.
    #[must_use]
    pub fn refused(refusal: Violation) -> Trace {
        Trace { refusal: Some(refusal), ..Trace::default() }
    }
}
