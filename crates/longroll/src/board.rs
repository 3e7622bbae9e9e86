//! Boards drawn with letters.

mod canvas;
mod hexes;

pub use canvas::Canvas;
pub use hexes::{Hexes, LEGEND, numbering};
