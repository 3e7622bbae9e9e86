//! Pictures of maps, as SVG and (with the feature `png`) as PNG.
//!
//! A map cut from a battlefield is drawn from the real ground: tints and shading of the relief, contour lines, woods,
//! streams, roads, houses; the hexes lie over it as a thin grid. A map written as text is drawn in the same manner from
//! its hexes. All lettering is drawn as lines, so that no font is needed.
//!
//! ```
//! use ground::{Grid, GridShape, HexMap, Hex, Cover};
//! use ground::draw::{Counter, Picture, Symbol};
//!
//! let mut map = HexMap::new(Grid::new(GridShape::pointy(6, 5)).unwrap());
//! map.set_cover(Hex(8), Cover::Woods);
//! let counters = [Counter {
//!     hex: Hex(9),
//!     colour: [63, 95, 138],
//!     symbol: Symbol::Infantry,
//!     lines: vec!["2 WI".into(), "3-4".into()],
//! }];
//! let svg = Picture::new(&map).title("A small wood", "hexes of 250 yards").counters(&counters).svg();
//! assert!(svg.starts_with("<svg"));
//! ```

mod campaign;
mod canvas;
mod counters;
mod font;
mod labels;
mod layers;
mod margin;
mod names;
mod nature;
mod open;
mod overlay;
#[cfg(feature = "png")]
mod png;
mod relief;
mod sheets;
mod theme;
mod works;

pub use campaign::CampaignMap;
pub use open::{Look, Palette};
#[cfg(feature = "png")]
pub use png::{PngError, png};
pub use sheets::{Plan, Sheet};

use crate::battlefield::Battlefield;
use crate::geometry::{Frame, Point};
use crate::grid::Grid;
use crate::hex::Hex;
use crate::map::HexMap;
use crate::raster::{Layout, Raster};
use crate::theatre::{Country, Cut, Geography, Theatre};
use canvas::{Canvas, View};
use layers::Layers;

const INK: &str = "#33271a";
const PAPER: &str = "#f1e8d2";

/// The strokes of some words as an SVG path, of letters this high, beginning at a point of the line they stand on: a
/// picture needs no font.
#[must_use]
pub fn strokes(words: &str, height: f64, at: (f64, f64)) -> String {
    font::Lettering::upright(height).line(words, at)
}

/// The arm a piece belongs to.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A box with a cross.
    Infantry,
    /// A box with a slash.
    Cavalry,
    /// A box with a dot.
    Artillery,
    /// A star.
    Commander,
    /// No sign, all text.
    None,
}

/// A piece to draw on the map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// Where it stands. Pieces of the same hex are drawn as a stack, the last on top.
    pub hex: Hex,
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// Its arm.
    pub symbol: Symbol,
    /// A few short lines of text.
    pub lines: Vec<String>,
}

/// The ground a game is played on, for whoever draws it: in a picture or in letters.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "one is made for a drawing and then dropped")]
pub enum Ground {
    /// A battle on hexes.
    Hexes {
        /// The hexes.
        map: HexMap,
        /// The real ground they were cut from, if they were, and how they lie on it.
        land: Option<(Battlefield, Layout)>,
    },
    /// A campaign.
    Country {
        /// The hexes.
        theatre: Theatre,
        /// The country they were cut from, if they were.
        land: Option<Box<(Cut, Geography)>>,
    },
}

impl Ground {
    /// The hexes.
    #[must_use]
    pub const fn grid(&self) -> &Grid {
        match self {
            Ground::Hexes { map, .. } => &map.grid,
            Ground::Country { theatre, .. } => &theatre.grid,
        }
    }

    /// Whether a hex can be played on.
    #[must_use]
    pub fn is_playable(&self, hex: Hex) -> bool {
        match self {
            Ground::Hexes { map, .. } => map.is_playable(hex),
            Ground::Country { theatre, .. } => theatre.country(hex) != Country::Outside,
        }
    }

    /// The hex with a number, or in which a place of this name lies.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<Hex> {
        let numbered = self.grid().parse(name).filter(|&hex| self.is_playable(hex));
        numbered.or_else(|| match self {
            Ground::Hexes { map, .. } => {
                map.places().iter().find(|(_, place)| place.eq_ignore_ascii_case(name)).map(|(hex, _)| *hex)
            }
            Ground::Country { theatre, .. } => theatre.find_place(name).map(|place| place.hex),
        })
    }
}

/// What of the game is shown over the land.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Overlay {
    /// Printed hex numbers.
    pub numbers: bool,
    /// The level of each hex, small at its foot.
    pub levels: bool,
    /// Streams, walls and steep slopes along the hexsides.
    pub hexsides: bool,
    /// A ring in the hexes of railroad cuts.
    pub cuts: bool,
    /// Roads from hex to hex, as the game counts them.
    pub links: bool,
}

impl Default for Overlay {
    fn default() -> Self {
        Self { numbers: true, levels: false, hexsides: true, cuts: true, links: false }
    }
}

/// A picture in the making.
#[derive(Clone, Debug)]
pub struct Picture<'a> {
    map: &'a HexMap,
    layout: Layout,
    field: Option<&'a Battlefield>,
    title: &'a str,
    subtitle: &'a str,
    counters: &'a [Counter],
    overlay: Overlay,
    hex_width: f64,
}

/// Turns sizes drawn for hexes 64 units wide into sizes on the page.
#[derive(Copy, Clone)]
struct Pen {
    scale: f64,
}

impl Pen {
    fn of(self, size: f64) -> f64 {
        size * self.scale
    }
}

impl<'a> Picture<'a> {
    /// A picture of a map that lies nowhere in particular.
    pub fn new(map: &'a HexMap) -> Self {
        let layout = Layout::new(map.grid.orientation(), 22_860, Point::new(0, 0));
        Self {
            map,
            layout,
            field: None,
            title: "",
            subtitle: "",
            counters: &[],
            overlay: Overlay::default(),
            hex_width: 64.0,
        }
    }

    /// A picture of a map on the ground it was cut from.
    pub fn on_field(raster: &'a Raster, field: &'a Battlefield) -> Self {
        Self::on_ground(&raster.map, raster.layout, field)
    }

    /// A picture of a map that lies on a battlefield in the way the layout says.
    pub fn on_ground(map: &'a HexMap, layout: Layout, field: &'a Battlefield) -> Self {
        Self { layout, field: Some(field), title: &field.title, ..Self::new(map) }
    }

    /// What stands over the map.
    #[must_use]
    pub fn title(self, title: &'a str, subtitle: &'a str) -> Self {
        Self { title, subtitle, ..self }
    }

    /// Pieces to draw.
    #[must_use]
    pub fn counters(self, counters: &'a [Counter]) -> Self {
        Self { counters, ..self }
    }

    /// What of the game to show.
    #[must_use]
    pub fn overlay(self, overlay: Overlay) -> Self {
        Self { overlay, ..self }
    }

    /// How wide a hex is in the picture; 64 if not said.
    #[must_use]
    pub fn hex_width(self, hex_width: f64) -> Self {
        Self { hex_width, ..self }
    }

    /// Draws it.
    pub fn svg(&self) -> String {
        let pen = Pen { scale: self.hex_width / 64.0 };
        let margins = margin::Margins::new(pen);
        let ground = self.ground();
        let scale = self.hex_width / f64::from(self.layout.width());
        let view = View::new(ground, scale, margins.side, margins.top);
        let (_, _, map_width, map_height) = view.area();
        let width = map_width + 2.0 * margins.side;
        let height = map_height + margins.top + margins.bottom;
        let mut canvas = Canvas::new(width, height, self.title);
        canvas.rect((0.0, 0.0, width, height), &format!("fill=\"{PAPER}\""));
        let (x, y, _, _) = view.area();
        canvas.raw(&format!(
            "<clipPath id=\"map\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{map_width:.1}\" height=\"{map_height:.1}\"/></clipPath>\n"
        ));
        canvas.open("clip-path=\"url(#map)\"");
        self.land(&mut canvas, &view, pen);
        overlay::draw(&mut canvas, &view, pen, self.map, &self.layout, self.overlay);
        self.names(&mut canvas, &view, pen);
        counters::draw(&mut canvas, &view, pen, &self.map.grid, &self.layout, self.counters);
        canvas.close();
        margin::border(&mut canvas, &view, pen);
        margin::title(&mut canvas, &view, pen, self.title, self.subtitle);
        margin::scale_bar(&mut canvas, &view, pen, &margin::YARDS);
        margin::north_arrow(&mut canvas, &view, pen);
        margin::key(&mut canvas, &view, pen);
        canvas.finish()
    }

    /// The ground shown: all hexes, cut at the frame of the battlefield.
    fn ground(&self) -> Frame {
        let hexes = self.layout.frame(&self.map.grid);
        let Some(field) = self.field else { return hexes.grown(self.layout.width() / 8) };
        let cut = Frame {
            low: Point::new(hexes.low.x.max(field.frame.low.x), hexes.low.y.max(field.frame.low.y)),
            high: Point::new(hexes.high.x.min(field.frame.high.x), hexes.high.y.min(field.frame.high.y)),
        };
        if cut.low.x < cut.high.x && cut.low.y < cut.high.y { cut } else { hexes }
    }

    fn land(&self, canvas: &mut Canvas, view: &View, pen: Pen) {
        let layers = match self.field {
            Some(field) => Layers::of_field(field),
            None => Layers::of_map(self.map, &self.layout),
        };
        nature::tints(canvas, view, &layers);
        relief::shade(canvas, view, &layers);
        nature::contour_lines(canvas, view, pen, &layers);
        nature::growth(canvas, view, pen, &layers);
        nature::sunken_roads(canvas, view, pen, &layers);
        nature::water(canvas, view, pen, &layers);
        works::towns(canvas, view, pen, &layers);
        works::walls(canvas, view, pen, &layers);
        works::railroads(canvas, view, pen, &layers);
        works::roads(canvas, view, pen, &layers);
        works::bridges(canvas, view, pen, &layers);
        works::buildings(canvas, view, pen, &layers);
    }

    fn names(&self, canvas: &mut Canvas, view: &View, pen: Pen) {
        let mut labels = labels::Labels::new(view.area());
        for counter in self.counters {
            labels.reserve(view.spot(self.layout.centre(&self.map.grid, counter.hex)), pen.of(19.0));
        }
        match self.field {
            Some(field) => names::of_field(&mut labels, view, pen, field),
            None => names::of_map(&mut labels, view, pen, self.map, &self.layout),
        }
        labels.draw(canvas);
    }
}
