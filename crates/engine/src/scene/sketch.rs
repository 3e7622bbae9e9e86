//! What is drawn on an open table besides pieces: stands, and sketches of what would be.

use super::{Bearing, Point, Tone, Word};
use serde::Serialize;

/// A base with figures on it, one of those a piece is made of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Stand {
    /// Its middle.
    #[cfg_attr(feature = "openapi", schema(value_type = [i32; 2]))]
    pub at: Point,
    /// Which way it faces.
    pub facing: Bearing,
    /// From left to right, and from front to rear.
    pub size: [i32; 2],
    /// What is drawn on it, as [`Piece::kind`](super::Piece::kind): `flag` for the one with the colours, `gun` …; empty
    /// for one like the piece.
    pub sign: Word,
    /// Whether it is lost, and only shown where it was.
    pub lost: bool,
}

/// Something drawn over the board: what would come of an answer, what a piece covers, what is in the way.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sketch {
    /// What is drawn, the lowest first.
    pub shapes: Vec<Drawn>,
    /// All of it in words.
    pub text: String,
}

impl Sketch {
    /// Whether there is nothing to be seen or said.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shapes.is_empty() && self.text.is_empty()
    }

    /// The stands of a ghost: where a piece would end.
    pub fn ghost(&self) -> impl Iterator<Item = &Stand> {
        self.shapes.iter().filter_map(|drawn| match (&drawn.shape, drawn.role) {
            (Shape::Stand(stand), Role::Ghost) => Some(stand),
            _ => None,
        })
    }
}

/// One thing of a sketch.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Drawn {
    /// Its form.
    pub shape: Shape,
    /// What it shows.
    pub role: Role,
    /// How it is meant.
    pub tone: Tone,
    /// A few words beside it; mostly empty.
    pub label: String,
}

impl Drawn {
    /// Something without words beside it that is neither good nor bad.
    #[must_use]
    pub const fn plain(role: Role, shape: Shape) -> Drawn {
        Drawn { shape, role, tone: Tone::Plain, label: String::new() }
    }

    /// The same, meant otherwise.
    #[must_use]
    pub fn in_tone(self, tone: Tone) -> Drawn {
        Drawn { tone, ..self }
    }

    /// The same, with words beside it.
    #[must_use]
    pub fn labelled(self, label: impl Into<String>) -> Drawn {
        Drawn { label: label.into(), ..self }
    }
}

/// The form of something drawn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Shape {
    /// Rings of points, holes among them.
    Area(Vec<Vec<[i32; 2]>>),
    /// A line from point to point.
    Line(Vec<[i32; 2]>),
    /// A circle.
    Circle {
        /// Its middle.
        at: [i32; 2],
        /// In board units.
        radius: i32,
    },
    /// A stand.
    Stand(Stand),
}

/// What something drawn shows.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Role {
    /// Where a piece would end.
    Ghost,
    /// What it would pass over, and where it would stand on the way.
    Swept,
    /// The way it would take.
    Path,
    /// How far it could go.
    Reach,
    /// Whom it could fire at, by direction.
    Arc,
    /// Whom it could fire at, by distance.
    Range,
    /// A line of sight.
    Sight,
    /// A stick that measures.
    Stick,
    /// An arrow by which something moves.
    Arrow,
    /// Where it would touch somebody.
    Contact,
    /// What may happen to it there.
    Danger,
    /// Smoke, or whatever else hides.
    Smoke,
}
