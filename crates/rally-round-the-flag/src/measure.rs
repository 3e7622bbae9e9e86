//! Measuring (section 3 of the ledger): stands as bodies, arrows and sticks, arcs and flanks, contact and columns,
//! moves as data, sight and slope, steep ground, candidates, in both profiles of lengths.
//!
//! Pure functions over a plain list of posed stands and the ground; they know no state and no turn. A table unit is a
//! hundredth of a yard ([`YARD`]); everything is in whole numbers, and exact where the ledger says so. What is
//! asked often takes no memory: lists have room of their own, and what a walk along a line needs is kept in a
//! [`Scratch`] and used again and again.
//!
//! | file | what it answers |
//! |---|---|
//! | [`lengths`] | arrows, sticks, tolerances, profiles (3.1, 3.2, 3.4) |
//! | [`stand`] | how large stands are, where they are held, what is on the table (3.3) |
//! | [`land`] | what the ground is to this game, woods that are one wood, intervals (3.7, RRF-LAND-2) |
//! | [`front`] | facing, flank and rear, support, lines and columns (3.5) |
//! | [`contact`] | contact, also across a barricade; who is engaged (3.5) |
//! | [`squares`] | which map squares a line touches (RRF-MOVE-16) |
//! | [`arrow`] | moves as data, and where they lead (3.6) |
//! | [`moves`] | whether a move is allowed, and why not (3.6) |
//! | [`refusal`] | the reasons, with their numbers |
//! | [`steep`] | steep ground (RRF-STEEP-2) |
//! | [`sight`] | lines of sight, slope, cover (3.7) |
//! | [`fire`] | range, what a shot meets, who is under fire (3.5, R-12) |
//! | [`route`] | who stands on a route, and where a charge halts (3.6, R-44) |
//! | [`charge`] | charges, conforming, counter-charges (3.6) |
//! | [`rout`] | rout moves (3.6, R-48) |
//! | [`generals`] | rides, displacement, radius (3.6, R-94) |
//! | [`slots`] | places behind and beside others, mounting, dismounting (3.6, R-109) |
//! | [`shapes`] | Line, Column and the other shapes of deployment (2.12) |
//! | [`candidates`] | a few good moves of the endless many (3.8) |
//! | [`nearest`] | the move that leads nearest to a place, for whoever drags |
//! | [`region`] | where an arrow can end, for pictures |

pub mod arrow;
pub mod candidates;
pub mod charge;
pub mod contact;
pub mod fire;
pub mod front;
pub mod generals;
pub mod land;
pub mod lengths;
pub mod moves;
pub mod nearest;
pub mod refusal;
pub mod region;
pub mod rout;
pub mod route;
pub mod shapes;
pub mod sight;
pub mod slots;
pub mod squares;
pub mod stand;
pub mod steep;
mod touch;

pub use arrow::{Edge, EntryGeom, MoveGeom, SpecialGeom};
pub use land::Land;
pub use lengths::{Profile, Stick, YARD};
pub use refusal::Refusal;
pub use sight::Scratch;
pub use squares::{Cell, Grid};
pub use stand::{Barricade, General, Pose, Stand, Table};

#[cfg(test)]
mod fixture;
#[cfg(test)]
mod twins;
