//! Battlefields and hex maps: geography without rules.
//!
//! A battlefield is real ground in GeoJSON; a [`HexMap`] is that ground (or a little map drawn in text) cut into
//! hexes at a game's scale. On it stand the questions every hex game asks: who is next to whom, how far, what
//! can be reached for how much, what can be seen. What the answers *mean* is a game's business, not this room's.
//! A [`Theatre`] is the same for the country of a whole campaign.
//!
//! ```
//! use ground::{Direction, Grid, GridShape, HexMap, Cover};
//!
//! let grid = Grid::new(GridShape::pointy(14, 10)).unwrap();
//! let farm = grid.parse("0506").unwrap();
//! assert_eq!(grid.name(grid.neighbour(farm, Direction::NW).unwrap()), "0406");
//!
//! let mut map = HexMap::new(grid);
//! map.set_cover(farm, Cover::Town);
//! map.set_level(map.grid.parse("0305").unwrap(), 2);
//! assert_eq!(map.cover(farm), Cover::Town);
//! ```

pub mod battlefield;
pub mod bits;
mod describe;
pub mod draw;
pub mod flood;
mod geojson;
pub mod geometry;
pub mod grid;
pub mod hex;
pub mod map;
pub mod path;
pub mod raster;
pub mod sight;
pub mod table;
pub mod text;
pub mod theatre;

pub use battlefield::Battlefield;
pub use bits::{GridSet, HexSet, MAX_HEXES};
pub use grid::{Grid, GridError, GridShape, Numbering, Orientation, Parity};
pub use hex::{Direction, Hex};
pub use map::{Cover, Crossing, HexMap, HexSide, NamedRoad, RoadClass, Stream};
pub use path::{Costs, IMPASSABLE, Scratch};
pub use raster::{Layout, Raster, Settings};
pub use sight::{SightTable, Visibility};
pub use theatre::Theatre;
