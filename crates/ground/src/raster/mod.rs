//! From a battlefield to a hex map.
//!
//! Everything is worked out in whole centimetres, so every machine gets the same map:
//!
//! * **Levels**: a hex has level `k` if a given share of it lies at or above the base plus `k` steps, by contour.
//! * **Cover**: the kind with the largest share of the hex, if it covers 40 (town, water), 45 (woods, marsh, rocks) or
//!   50 (orchard, field) parts of a hundred; a wood of 40 parts of a hex in size gets one even if split over several.
//!   Open woods count as another cover, orchard unless changed. Railroad cuts are embankment.
//! * **Streams and walls** follow the hexsides: the chain of hexsides that is short and strays least from the drawing.
//!   A tributary ends on the chain of the stream it flows into.
//! * **Roads** become chains of hexes in the same way, pikes first, then roads and streets, then trails; they meet
//!   where the drawn roads meet, share a chain where they run side by side, close no little triangles, and cross water
//!   only where they really do. A road that leaves the frame crosses the outer side of its last hex.
//! * **Bridges and fords** lie where a road crosses a stream; other fords on the nearest hexside of theirs.

mod chain;
mod cover;
mod crossings;
mod lattice;
mod layout;
mod roads;
mod sides;
mod stretch;

pub use layout::Layout;
use stretch::stretches;

use crate::battlefield::{Battlefield, Feature, Line, Wall, Water, WaterClass};
use crate::bits::GridSet;
use crate::geometry::{Frame, Point, length};
use crate::grid::{Grid, GridError, GridShape, Numbering, Orientation, Parity};
use crate::map::{Cover, HexMap, Stream};

/// How a battlefield is cut into hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Centimetres from flat side to flat side of a hex.
    pub hex_width: i32,
    /// How the hexes stand.
    pub orientation: Orientation,
    /// Which rows or columns are shifted.
    pub parity: Parity,
    /// Order of row and column in printed numbers.
    pub numbering: Numbering,
    /// Printed number of the northernmost row.
    pub first_row: u16,
    /// Printed number of the westernmost column.
    pub first_col: u16,
    /// The part of the battlefield to use; all of it if `None`.
    pub frame: Option<Frame>,
    /// Columns, if not as many as fit.
    pub cols: Option<u16>,
    /// Rows, if not as many as fit.
    pub rows: Option<u16>,
    /// How far the grid is moved east and north from where it is centred in the frame.
    pub offset: Point,
    /// Height of a level.
    pub feet_per_level: i32,
    /// Height of level 0; that of the lowest contour if `None`.
    pub base_feet: Option<i32>,
    /// Parts of a hundred of a hex that must lie as high as a level for the hex to have it.
    pub level_share: u8,
    /// Difference of levels from which a slope is steep.
    pub steep_from: u8,
    /// Runs narrower than this are left out; creeks and rivers never.
    pub narrowest_run_m: u16,
    /// What open woods count as.
    pub open_woods: Cover,
}

impl Settings {
    /// Pointy-top hexes of the given width in centimetres, 40 feet a level, numbered `RRCC` from `0000`.
    pub const fn hexes(width: i32) -> Self {
        Self {
            hex_width: width,
            orientation: Orientation::PointyTop,
            parity: Parity::OddShifted,
            numbering: Numbering::RowColumn,
            first_row: 0,
            first_col: 0,
            frame: None,
            cols: None,
            rows: None,
            offset: Point::new(0, 0),
            feet_per_level: 40,
            base_feet: None,
            level_share: 40,
            steep_from: 2,
            narrowest_run_m: 4,
            open_woods: Cover::Orchard,
        }
    }
}

/// A hex map and where it lies on the ground.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Raster {
    /// The map.
    pub map: HexMap,
    /// Where its hexes lie.
    pub layout: Layout,
}

impl Raster {
    /// Cuts a battlefield into hexes.
    pub fn new(field: &Battlefield, settings: &Settings) -> Result<Self, GridError> {
        let (grid, layout) = place_grid(field, settings)?;
        let mut map = HexMap::new(grid);
        map.set_steep_from(settings.steep_from);
        let on_field: GridSet =
            map.grid.hexes().filter(|hex| field.frame.contains(layout.centre(&map.grid, *hex))).collect();
        map.set_playable(on_field);

        let lattice = lattice::Lattice::new(&map.grid, &layout, &field.frame);
        cover::set_levels(&mut map, field, settings, &lattice);
        cover::set_cover(&mut map, field, settings, &lattice);
        cover::set_cuts(&mut map, field, &layout);
        set_streams(&mut map, field, settings, &layout);
        set_walls(&mut map, field, &layout);
        roads::lay(&mut map, field, &layout);
        let streams: Vec<&[Point]> =
            kept_streams(field, settings).map(|stream| stream.shape.as_slice()).collect();
        crossings::set_crossings(&mut map, field, &streams, &layout);
        name_places(&mut map, field, &layout);
        Ok(Self { map, layout })
    }
}

/// As many hexes as fit, centred in the frame.
fn place_grid(field: &Battlefield, settings: &Settings) -> Result<(Grid, Layout), GridError> {
    let frame = settings.frame.unwrap_or(field.frame);
    let width = settings.hex_width.max(100);
    let bare = Layout::new(settings.orientation, width, Point::new(0, 0));
    let (col_step, row_step) = match settings.orientation {
        Orientation::PointyTop => (width, bare.spacing()),
        Orientation::FlatTop => (bare.spacing(), width),
    };
    let fit = |length: i32, step: i32| u16::try_from((length + step / 2) / step).unwrap_or(u16::MAX).max(1);
    let shape = GridShape {
        cols: settings.cols.unwrap_or_else(|| fit(frame.width(), col_step)),
        rows: settings.rows.unwrap_or_else(|| fit(frame.height(), row_step)),
        orientation: settings.orientation,
        parity: settings.parity,
        numbering: settings.numbering,
        first_row: settings.first_row,
        first_col: settings.first_col,
    };
    let grid = Grid::new(shape)?;
    let longest = i64::from(grid.cols()) * i64::from(col_step) + i64::from(grid.rows()) * i64::from(row_step);
    if longest > 200_000_000 {
        return Err(GridError::TooWide);
    }
    let around = bare.frame(&grid);
    let centred = |low: i32, high: i32, grid_low: i32, grid_high: i32| {
        ((i64::from(low) + i64::from(high) - i64::from(grid_low) - i64::from(grid_high)) / 2) as i32
    };
    let first = Point::new(
        centred(frame.low.x, frame.high.x, around.low.x, around.high.x) + settings.offset.x,
        centred(frame.low.y, frame.high.y, around.low.y, around.high.y) + settings.offset.y,
    );
    Ok((grid, Layout::new(settings.orientation, width, first)))
}

/// Streams wide enough for the map.
fn kept_streams<'a>(
    field: &'a Battlefield,
    settings: &'a Settings,
) -> impl Iterator<Item = &'a Feature<Water, Line>> {
    field.streams.iter().filter(|stream| {
        stream.kind.class != WaterClass::Run || stream.kind.width_m >= settings.narrowest_run_m
    })
}

fn set_streams(map: &mut HexMap, field: &Battlefield, settings: &Settings, layout: &Layout) {
    let mut streams: Vec<_> = kept_streams(field, settings).collect();
    // The wider ones first: a tributary looks for the chain it flows into.
    streams.sort_by_key(|stream| (stream.kind.class, std::cmp::Reverse(stream.kind.width_m)));
    let graph = sides::SideGraph::new(map, layout);
    let mut snapped: Vec<(Vec<Point>, sides::SideChain)> = Vec::new();
    for stream in streams {
        let water = if stream.kind.class == WaterClass::River { Stream::River } else { Stream::Creek };
        for stretch in stretches(map, layout, &field.frame, &stream.shape) {
            let Some(chain) = graph.snap(&stretch, &snapped) else { continue };
            for (hex, side) in &chain.sides {
                if map.side(*hex, *side).stream.is_none() {
                    map.set_stream(*hex, *side, Some(water));
                }
            }
            snapped.push((stretch.line, chain));
        }
    }
}

fn set_walls(map: &mut HexMap, field: &Battlefield, layout: &Layout) {
    let graph = sides::SideGraph::new(map, layout);
    for wall in field.walls.iter().filter(|wall| wall.kind == Wall::Stone) {
        for stretch in stretches(map, layout, &field.frame, &wall.shape) {
            // Less than half a hexside of wall does not make a hexside of wall.
            if length(&stretch.line) * 2 < i64::from(layout.side()) {
                continue;
            }
            let chain = graph.snap(&stretch, &[]).unwrap_or_default();
            let single = chain.sides.is_empty().then(|| graph.nearest_side(&stretch.line)).flatten();
            for (hex, side) in chain.sides.into_iter().chain(single) {
                map.set_wall(hex, side, true);
            }
        }
    }
}

/// Towns and heights give their names to hexes.
fn name_places(map: &mut HexMap, field: &Battlefield, layout: &Layout) {
    let towns = field.towns.iter().filter_map(|town| {
        let frame = town.shape.frame()?;
        Some((town.name.as_ref()?, frame.low.towards(frame.high, 1, 2)))
    });
    let heights = field.heights.iter().filter_map(|spot| Some((spot.name.as_ref()?, spot.shape)));
    for (name, point) in towns.chain(heights) {
        if let Some(hex) = layout.hex_at(&map.grid, point).filter(|hex| map.is_playable(*hex)) {
            map.name_place(hex, name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faults::Source;

    #[test]
    fn streams_that_run_on_beyond_a_window_are_cut_not_lost() {
        let text = include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson");
        let field = Battlefield::read(&Source::new("gettysburg-july-1.geojson", text)).unwrap();
        let corner = |longitude, latitude| field.projection.to_plane(longitude, latitude);
        let frame = Frame { low: corner(-77.2772, 39.8235), high: corner(-77.2395, 39.8515) };
        let window =
            Raster::new(&field, &Settings { frame: Some(frame), ..Settings::hexes(22_860) }).unwrap();
        let map = &window.map;
        let wet = |hex| map.neighbours(hex).any(|(side, _)| map.side(hex, side).stream.is_some());
        // Willoughby Run parts Herr Ridge from McPherson's in every row.
        for row in 0..map.grid.rows() {
            let hexes = (0..map.grid.cols()).filter_map(|col| map.grid.at(col, row));
            assert!(hexes.into_iter().any(wet), "row {row}");
        }
    }
}
