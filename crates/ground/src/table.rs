//! The open table: geometry for games without a grid.
pub mod body;
pub mod heading;
pub mod hull;
pub mod meet;
pub mod wedge;
mod wide;

pub use body::{Body, Hand, Leg, Posed, Wheel};
pub use heading::{Compass, Heading, Turn};
pub use hull::Hull;
pub use meet::Squared;
pub use wedge::Wedge;

use crate::geometry::Point;

/// How far from the origin a table may reach, in table units each way.
pub const BOUND: i32 = 1 << 20;

/// The door for points: whether a table can be so large.
pub const fn in_bounds(point: Point) -> bool {
    -BOUND <= point.x && point.x <= BOUND && -BOUND <= point.y && point.y <= BOUND
}
