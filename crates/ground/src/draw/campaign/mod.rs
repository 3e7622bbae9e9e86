//! The map of a campaign: relief in hachures, rivers, shores, forests, roads, railroads and towns, as engineers of the
//! time drew them, with the hexes over it as a thin grid.
//!
//! Rivers, crests and shores follow their real courses. Roads and railroads go from town to town through the very
//! hexsides that the game counts, so that what is drawn is what can be marched.

mod atlas;
mod curves;
mod key;
mod land;
mod names;
mod works;

use super::canvas::{Canvas, View, push_straight};
use super::font::Lettering;
use super::labels::Labels;
use super::sheets::{Board, Plan, Sheet};
use super::{Counter, INK, PAPER, Pen, counters, margin};
use crate::geometry::{Frame, Point};
use crate::hex::{Direction, Hex};
use crate::raster::Layout;
use crate::theatre::{Country, Cut, Geography, Theatre};
use atlas::Atlas;

/// A picture of a theatre in the making.
///
/// ```
/// use faults::Source;
/// use ground::draw::CampaignMap;
///
/// let text = "rows = ['..f', '.m.']\nroads = ['0000-0101']\nplaces = [{ hex = '0000', name = 'Dover', class = 'town' }]";
/// let theatre = ground::theatre::read_text(&Source::new("dover.toml", text)).unwrap_err();
/// assert!(theatre.to_string().contains("do not touch"));
///
/// let text = text.replace("0101", "0100");
/// let theatre = ground::theatre::read_text(&Source::new("dover.toml", text)).unwrap();
/// assert!(CampaignMap::new(&theatre).title("About Dover", "").svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct CampaignMap<'a> {
    theatre: &'a Theatre,
    layout: Layout,
    geography: Option<&'a Geography>,
    title: &'a str,
    subtitle: &'a str,
    numbers: bool,
    hexsides: bool,
    hex_width: f64,
    counters: Vec<Counter>,
}

impl<'a> CampaignMap<'a> {
    /// A picture of a theatre that lies nowhere in particular.
    pub fn new(theatre: &'a Theatre) -> Self {
        let layout = Layout::new(theatre.grid.orientation(), 1_000_000, Point::new(0, 0));
        Self {
            theatre,
            layout,
            geography: None,
            title: "",
            subtitle: "",
            numbers: true,
            hexsides: true,
            hex_width: 64.0,
            counters: Vec::new(),
        }
    }

    /// A picture of a theatre and the country it was cut from.
    pub fn on_geography(cut: &'a Cut, geography: &'a Geography) -> Self {
        Self {
            layout: cut.layout,
            geography: Some(geography),
            title: &geography.title,
            ..Self::new(&cut.theatre)
        }
    }

    /// What stands over the map.
    #[must_use]
    pub fn title(self, title: &'a str, subtitle: &'a str) -> Self {
        Self { title, subtitle, ..self }
    }

    /// Whether hexes have their numbers; they do if not said.
    #[must_use]
    pub fn numbers(self, numbers: bool) -> Self {
        Self { numbers, ..self }
    }

    /// Whether rivers and ridges are marked along the hexsides that count; they are if not said.
    #[must_use]
    pub fn hexsides(self, hexsides: bool) -> Self {
        Self { hexsides, ..self }
    }

    /// How wide a hex is in the picture; 64 if not said.
    #[must_use]
    pub fn hex_width(self, hex_width: f64) -> Self {
        Self { hex_width, ..self }
    }

    /// What stands on it.
    #[must_use]
    pub fn counters(self, counters: Vec<Counter>) -> Self {
        Self { counters, ..self }
    }

    /// Draws it.
    pub fn svg(&self) -> String {
        let pen = Pen { scale: self.hex_width / 64.0 };
        let margins = margin::Margins::new(pen);
        let scale = self.hex_width / f64::from(self.layout.width());
        let view = View::new(self.ground(), scale, margins.side, margins.top);
        let (x, y, map_width, map_height) = view.area();
        let (width, height) = (map_width + 2.0 * margins.side, map_height + margins.top + margins.bottom);
        let atlas = Atlas::new(self.theatre, &self.layout, self.geography, &view, pen);
        let mut canvas = Canvas::new(width, height, self.title);
        canvas.rect((0.0, 0.0, width, height), &format!("fill=\"{PAPER}\""));
        canvas.raw(&format!(
            "<clipPath id=\"map\"><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{map_width:.1}\" height=\"{map_height:.1}\"/></clipPath>\n"
        ));
        canvas.open("clip-path=\"url(#map)\"");
        land::ground(&mut canvas, &view, &atlas);
        land::country(&mut canvas, &view, pen, &atlas);
        land::relief(&mut canvas, pen, &atlas);
        land::water(&mut canvas, &view, pen, &atlas);
        if self.hexsides {
            self.draw_hexsides(&mut canvas, &view, pen);
        }
        self.draw_grid(&mut canvas, &view, pen);
        land::boundaries(&mut canvas, pen, &atlas);
        works::roads(&mut canvas, pen, &atlas);
        works::railroads(&mut canvas, pen, &atlas);
        works::crossings(&mut canvas, pen, &atlas);
        works::towns(&mut canvas, pen, &atlas);
        let mut labels = Labels::new(view.area());
        let _ = names::write(&mut labels, pen, &atlas);
        labels.draw(&mut canvas);
        counters::draw(&mut canvas, &view, pen, &self.theatre.grid, &self.layout, &self.counters);
        canvas.close();
        margin::border(&mut canvas, &view, pen);
        margin::title(&mut canvas, &view, pen, self.title, self.subtitle);
        margin::scale_bar(&mut canvas, &view, pen, &margin::MILES);
        margin::north_arrow(&mut canvas, &view, pen);
        key::draw(&mut canvas, &view, pen);
        canvas.finish()
    }

    /// Where the hexes lie on the board.
    pub fn plan(&self) -> Plan {
        self.board().plan()
    }

    /// The sheets, lowest first. Titles and what is in the margin of a printed map are left to the table.
    pub fn sheets(&self) -> Vec<Sheet> {
        let board = self.board();
        let (plan, view, pen) = (board.plan(), board.view, Board::pen());
        let atlas = Atlas::new(self.theatre, &self.layout, self.geography, &view, pen);
        let mut sheets = vec![
            board.sheet("relief", "Relief", false, |canvas| {
                land::ground(canvas, &view, &atlas);
                land::relief(canvas, pen, &atlas);
            }),
            board.sheet("woods", "Forests and mountains", false, |canvas| {
                land::country(canvas, &view, pen, &atlas);
            }),
            board.sheet("water", "Rivers and the sea", false, |canvas| {
                land::water(canvas, &view, pen, &atlas);
            }),
            board.sheet("hexsides", "Hexsides that matter", true, |canvas| {
                self.draw_hexsides(canvas, &view, pen);
            }),
            board.sheet("boundaries", "Boundaries of states", true, |canvas| {
                land::boundaries(canvas, pen, &atlas);
            }),
            board.sheet("roads", "Roads and crossings", false, |canvas| works::roads(canvas, pen, &atlas)),
            board.sheet("railroads", "Railroads", false, |canvas| {
                works::railroads(canvas, pen, &atlas);
                works::crossings(canvas, pen, &atlas);
            }),
            board.sheet("town", "Towns", false, |canvas| works::towns(canvas, pen, &atlas)),
        ];
        sheets[0].svg.insert_str(0, &Board::paper(&plan));
        sheets.push(Board::grid_sheet(&plan, self.sides()));
        sheets.push(board.numbers_sheet(&plan, self.land()));
        sheets.push(board.sheet("names", "Names", true, |canvas| {
            let mut labels = Labels::new(view.area());
            let _ = names::write(&mut labels, pen, &atlas);
            labels.draw(canvas);
        }));
        sheets
    }

    fn board(&self) -> Board<'_> {
        Board::new(&self.theatre.grid, &self.layout, self.ground())
    }

    /// The country shown: all hexes and a little more.
    fn ground(&self) -> Frame {
        self.layout.frame(&self.theatre.grid).grown(self.layout.width() / 8)
    }

    /// Hexes that are in play.
    fn land(&self) -> impl Iterator<Item = Hex> + '_ {
        self.theatre.grid.hexes().filter(|hex| self.theatre.country(*hex).is_land())
    }

    /// The sides of hexes of land, each once.
    fn sides(&self) -> impl Iterator<Item = (Hex, Direction)> + '_ {
        self.land().flat_map(move |hex| {
            Direction::ALL.into_iter().filter_map(move |side| {
                let other = self.theatre.grid.neighbour(hex, side);
                let other = other.filter(|other| self.theatre.country(*other).is_land());
                other.is_none_or(|other| hex < other).then_some((hex, side))
            })
        })
    }

    fn draw_grid(&self, canvas: &mut Canvas, view: &View, pen: Pen) {
        let mut grid = String::new();
        for (hex, side) in self.sides() {
            let (a, b) = self.layout.side_ends(&self.theatre.grid, hex, side);
            push_straight(&mut grid, &[view.spot(a), view.spot(b)], false);
        }
        canvas.path(
            &grid,
            format_args!(
                "fill=\"none\" stroke=\"#33281a\" stroke-opacity=\"0.3\" stroke-width=\"{:.2}\"",
                pen.of(0.6)
            ),
        );
        if !self.numbers {
            return;
        }
        let lettering = Lettering::upright(pen.of(3.9));
        let mut path = String::new();
        for hex in self.land() {
            let (x, y) = view.spot(self.layout.centre(&self.theatre.grid, hex));
            let name = self.theatre.grid.name(hex);
            path.push_str(&lettering.line(&name, (x - lettering.width(&name) / 2.0, y - pen.of(25.4))));
        }
        canvas.path(
            &path,
            format_args!(
                "fill=\"none\" stroke=\"{INK}\" stroke-opacity=\"0.55\" stroke-width=\"{:.2}\"",
                pen.of(0.42)
            ),
        );
    }

    /// Rivers and ridges where the game has them: along the hexsides.
    fn draw_hexsides(&self, canvas: &mut Canvas, view: &View, pen: Pen) {
        let [mut major, mut minor, mut ridges] = [String::new(), String::new(), String::new()];
        for (hex, side) in self.sides() {
            let border = self.theatre.border(hex, side);
            let (a, b) = self.layout.side_ends(&self.theatre.grid, hex, side);
            let line = [view.spot(a), view.spot(b)];
            match border.river {
                Some(crate::theatre::River::Major) => push_straight(&mut major, &line, false),
                Some(crate::theatre::River::Minor) => push_straight(&mut minor, &line, false),
                None => {}
            }
            if border.ridge {
                push_straight(&mut ridges, &line, false);
            }
        }
        let band = |colour: &str, width: f64, opacity: f64, more: &str| {
            format!(
                "fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"{opacity}\" stroke-width=\"{:.2}\" {more}",
                pen.of(width)
            )
        };
        canvas.path(&minor, band("#2d6f96", 2.6, 0.3, ""));
        canvas.path(&major, band("#2d6f96", 5.2, 0.42, ""));
        let teeth =
            format!("stroke-linecap=\"butt\" stroke-dasharray=\"{:.2} {:.2}\"", pen.of(1.0), pen.of(2.6));
        canvas.path(&ridges, band("#7a4a21", 6.4, 0.75, &teeth));
    }

    /// What a hex is, for whoever draws from hexes.
    fn hexes_of(theatre: &Theatre, country: Country) -> impl Iterator<Item = Hex> + '_ {
        theatre.grid.hexes().filter(move |hex| theatre.country(*hex) == country)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theatre::{SettlementClass, read_settings};
    use faults::{Faults, Source};

    #[test]
    fn every_town_of_the_gettysburg_campaign_has_its_name_and_most_villages_too() {
        let text = include_str!("../../../../../scenarios/theatres/gettysburg-campaign.geojson");
        let geography = Geography::read(&Source::new("gettysburg-campaign.geojson", text)).unwrap();
        let text = include_str!("../../../../../scenarios/theatres/gettysburg-campaign.toml");
        let source = Source::new("gettysburg-campaign.toml", text);
        let cut = read_settings(&source).unwrap().cut(&geography, &mut Faults::new(&source)).unwrap();
        let map = CampaignMap::on_geography(&cut, &geography);
        let board = map.board();
        let atlas = Atlas::new(&cut.theatre, &cut.layout, Some(&geography), &board.view, Board::pen());
        let left_out = names::write(&mut Labels::new(board.view.area()), Board::pen(), &atlas);
        let names: Vec<&str> = left_out.iter().map(|town| town.name.as_str()).collect();
        assert!(left_out.iter().all(|town| town.class == SettlementClass::Village), "{names:?}");
        assert!(left_out.len() <= 3, "{names:?}");
    }
}
