//! The open table: geometry for games without a grid.
//!
//! Everything is in whole *table units*, as small as a game wants them, and exact: signs of products decide, distances
//! are compared as squares, and nothing is stepped through in steps that could miss something. The same questions have
//! the same answers on every machine, from both ends of a line, and wherever on the table they are asked. What an
//! answer means, and how near is near, is the game's business: every tolerance is an argument.
//!
//! Troops are rectangles that face somewhere. Each corner is worked out from one anchor and rounded once:
//!
//! ```
//! use ground::geometry::Point;
//! use ground::table::{Body, Compass, Heading, Leg, Wedge, meet};
//!
//! let line = Body::fronting(Point::new(12_000, 8_000), Heading::NORTH, 6_000, 750);
//! let enemy = Body::fronting(Point::new(13_500, 20_000), Heading::SOUTH, 4_500, 750);
//! let (posed, target) = (line.posed(12), enemy.posed(12));
//! assert!(!posed.overlaps(&target) && posed.is_within(&target, 12_000) && !posed.is_within(&target, 11_999));
//!
//! // Straight ahead: the first ten thousandths at which the enemy is within 2.5 inches.
//! let leg = Leg::new(line.anchor, line.heading, 11_000);
//! assert_eq!(meet::first_within(&leg, &posed.outline, &target.outline, 2_500, 10), Some(9_500));
//!
//! // Whom an arc of 45 degrees to both sides of the front takes in; which of 144 headings points at him.
//! let arc = Wedge::from_front(&posed, line.heading, 450).unwrap();
//! assert!(arc.meets(&target.outline));
//! let ticks = Compass::every(25).unwrap();
//! assert_eq!(ticks.bearing(line.anchor, enemy.anchor), Heading::new(75));
//! ```
//!
//! Ground is areas and lines of up to sixteen classes, which the game names, and contours:
//!
//! ```
//! use faults::Source;
//! use ground::geometry::Point;
//! use ground::table::lay::{Class, Legend, read_ground};
//! use ground::table::{Body, Heading, Hull, Kinds, Leg, Walk};
//!
//! const WOODS: Kinds = Kinds::of(0);
//! const WALL: Kinds = Kinds::of(1);
//! let legend = Legend {
//!     classes: &[
//!         Class { word: "woods", letter: Some('w'), is_area: true },
//!         Class { word: "wall", letter: None, is_area: false },
//!     ],
//!     decimals: 3,
//!     level: 20,
//!     cell: 2_000,
//! };
//! let text = r#"
//!     [ground]
//!     square = "2"
//!     map = """
//!       .  .  w1
//!       .  w  w1
//!     """
//!     lines = ["wall wall-1: 0 1, 2 1"]
//! "#;
//! let tabletop = read_ground(&Source::new("ground.toml", text), &legend).unwrap();
//! let field = &tabletop.field;
//!
//! // What a body meets on its way straight ahead: the hull of its beginning and its end.
//! let body = Body::fronting(Point::new(1_000, 900), Heading::NORTH, 1_500, 750);
//! let leg = Leg::new(body.anchor, body.heading, 2_000);
//! let way = Hull::swept(&body.posed(0).outline, leg.from, leg.to);
//! assert_eq!(field.kinds_under(&way, Kinds::ALL), WALL);
//!
//! // How much of a line lies in the woods, the same from both ends, and how high it gets.
//! let mut walk = Walk::new();
//! field.walk(Point::new(5_000, 1_000), Point::new(1_000, 1_000), WOODS, &mut walk);
//! let stretch = walk.stretches()[0];
//! assert_eq!((walk.whole(stretch.enter), walk.whole(stretch.leave)), (1_000, 4_000));
//! tabletop.relief.walk(Point::new(5_000, 1_000), Point::new(1_000, 1_000), &mut walk);
//! assert_eq!(tabletop.relief.highest_between(&walk), Some(20));
//! ```
//!
//! Points that come from outside pass a door first: [`in_bounds`] and [`Body::is_sound`], which files, fields and drawn
//! ground see to themselves. Behind it nothing can overflow. Why it is built so: `docs/decisions/the-open-table.md`.

pub mod body;
pub mod field;
pub mod heading;
pub mod hull;
pub mod kinds;
pub mod lay;
pub mod meet;
pub mod number;
pub mod region;
pub mod relief;
pub mod walk;
pub mod wedge;
mod wide;

pub use body::{Body, Hand, Leg, Posed, Wheel};
pub use field::{Feature, FeatureId, Field, FieldError, Found, Shape};
pub use heading::{Compass, Heading, Turn};
pub use hull::Hull;
pub use kinds::Kinds;
pub use lay::{Plan, Scale, Tabletop, lay};
pub use meet::Squared;
pub use relief::{Levels, Profile, Relief};
pub use walk::{Share, Stretch, Walk};
pub use wedge::Wedge;

use crate::geometry::Point;

/// How far from the origin a table may reach, in table units each way.
pub const BOUND: i32 = 1 << 20;

/// The door for points: whether a table can be so large.
pub const fn in_bounds(point: Point) -> bool {
    -BOUND <= point.x && point.x <= BOUND && -BOUND <= point.y && point.y <= BOUND
}
