//! Boards drawn with letters.

mod canvas;
mod country;
mod hexes;

pub use canvas::Canvas;
pub use country::{Country, LEGEND as COUNTRY_LEGEND};
pub use hexes::{Hexes, LEGEND as HEX_LEGEND, numbering};
