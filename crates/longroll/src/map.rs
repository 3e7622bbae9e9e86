//! `longroll map`: a scenario's map, a battlefield or the theatre of a campaign, drawn.

use crate::args::{self, Format};
use crate::board::{HEX_LEGEND, Hexes, numbering};
use crate::files::{self, Kind};
use crate::shelf::Shelf;
use crate::table::{Chart, Seen};
use crate::terminal::{Style, Terminal};
use crate::theatre;
use crate::trouble::{Exit, Trouble};
use engine::chance::Quick;
use engine::{GameEntry, Silent};
use faults::Source;
use games::Task;
use ground::draw::{CampaignMap, Overlay};
use ground::{Battlefield, HexMap, Raster, Settings};
use std::path::Path;
use std::sync::Arc;

const CENTIMETRES_IN_A_YARD: f64 = 91.44;
/// Hexes on the ground narrower or wider than this are a slip of the pen.
const HEX_YARDS: std::ops::RangeInclusive<f64> = 10.0..=20_000.0;
/// Hexes in a picture narrower than this cannot be read; wider ones make pictures that no viewer opens.
const HEX_PIXELS: std::ops::RangeInclusive<f64> = 8.0..=400.0;

pub fn run(shelf: &Shelf, arguments: &args::Map, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    within(arguments.hex_yards, &HEX_YARDS, "--hex-yards")?;
    within(arguments.hex_pixels, &HEX_PIXELS, "--hex-pixels")?;
    let format = format(arguments)?;
    let style = if arguments.output.is_some() { Style::default() } else { terminal.style };
    let drawing = Drawing { arguments, format, style, terminal };
    let bytes = drawing.of(shelf)?;
    terminal.end_progress();
    match &arguments.output {
        Some(file) => std::fs::write(file, bytes).map_err(|error| unwritable(file, &error))?,
        None => terminal.out.write_all(&bytes)?,
    }
    Ok(Exit::Done)
}

/// Writes a picture to a file: SVG or PNG, as its ending says.
pub fn write_picture(svg: &str, file: &Path) -> Result<(), Trouble> {
    let bytes = match ending(file) {
        Some(Format::Svg) => svg.as_bytes().to_vec(),
        Some(Format::Png) => png(svg)?,
        _ => {
            let what = format!("`{}` is no picture", file.display());
            return Err(Trouble::command(what, "end its name in `.svg` or `.png`"));
        }
    };
    std::fs::write(file, bytes).map_err(|error| unwritable(file, &error))
}

fn unwritable(file: &Path, error: &std::io::Error) -> Trouble {
    Trouble::command(
        format!("`{}` cannot be written: {error}", file.display()),
        "check the path and its permissions",
    )
}

fn within(value: f64, range: &std::ops::RangeInclusive<f64>, option: &str) -> Result<(), Trouble> {
    if range.contains(&value) {
        return Ok(());
    }
    let (least, most) = (range.start(), range.end());
    Err(Trouble::command(format!("`{option} {value}` makes no map"), format!("write {least} to {most}")))
}

/// What the ending of a file says, or `--format`.
fn format(arguments: &args::Map) -> Result<Format, Trouble> {
    let by_ending = arguments.output.as_deref().and_then(ending);
    match (arguments.format, by_ending, &arguments.output) {
        (Some(format), ..) | (None, Some(format), _) => Ok(format),
        (None, None, None) => Ok(Format::Text),
        (None, None, Some(file)) => Err(Trouble::command(
            format!("`{}` does not say what to draw", file.display()),
            "end it in `.svg`, `.png` or `.txt`, or add `--format`",
        )),
    }
}

fn ending(file: &Path) -> Option<Format> {
    match file.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "svg" => Some(Format::Svg),
        "png" => Some(Format::Png),
        "txt" => Some(Format::Text),
        _ => None,
    }
}

fn png(svg: &str) -> Result<Vec<u8>, Trouble> {
    ground::draw::png(svg, 1.0)
        .map_err(|error| Trouble::command(error.to_string(), "try a smaller `--hex-pixels`, or draw an SVG"))
}

/// A drawing to be made.
struct Drawing<'a> {
    arguments: &'a args::Map,
    format: Format,
    style: Style,
    terminal: &'a Terminal,
}

impl Drawing<'_> {
    fn of(self, shelf: &Shelf) -> Result<Vec<u8>, Trouble> {
        self.terminal.progress("reading the ground");
        let name = &self.arguments.what;
        if !files::is_path(name) {
            return shelf.load(name)?.with(self);
        }
        let source = Source::open(name)?;
        match files::kind_of(&source)? {
            Kind::Battlefield => self.battlefield(&source),
            Kind::Theatre => self.theatre(&source),
            Kind::Geography => Err(Trouble::command(
                format!("`{name}` is country without hexes"),
                "draw the file that says how it is cut, such as `gettysburg-campaign.toml`",
            )),
            Kind::Map => {
                let map = ground::text::read_map(&source)?;
                self.chart(&Chart { title: name.clone(), ..Chart::of(&map) }, None)
            }
            _ => shelf.load_file(&source)?.with(self),
        }
    }

    /// Cuts a battlefield into hexes and draws them on it.
    fn battlefield(&self, source: &Source) -> Result<Vec<u8>, Trouble> {
        let field = Battlefield::read(source)?;
        let width = (self.arguments.hex_yards * CENTIMETRES_IN_A_YARD).round() as i32;
        let settings = Settings { orientation: self.arguments.orientation.into(), ..Settings::hexes(width) };
        let raster = Raster::new(&field, &settings)
            .map_err(|error| Trouble::command(error.to_string(), "choose wider hexes with `--hex-yards`"))?;
        let chart = Chart {
            land: Some((&field, raster.layout)),
            title: field.title.clone(),
            subtitle: format!("hexes of {} yards", self.arguments.hex_yards),
            ..Chart::of(&raster.map)
        };
        self.chart(&chart, None)
    }

    /// Draws the theatre of a campaign.
    fn theatre(&self, source: &Source) -> Result<Vec<u8>, Trouble> {
        let (cut, geography) = theatre::open(source)?;
        let kilometres = f64::from(cut.layout.width()) / 100_000.0;
        let subtitle = format!("hexes of {kilometres} km");
        let map = CampaignMap::on_geography(&cut, &geography).title(&geography.title, &subtitle);
        self.country(map, || theatre::text(&cut.theatre, self.style))
    }

    /// Draws the country of a campaign, or writes it.
    fn country(&self, map: CampaignMap<'_>, text: impl FnOnce() -> String) -> Result<Vec<u8>, Trouble> {
        self.terminal.progress("drawing");
        let svg = || map.numbers(!self.arguments.no_numbers).hex_width(self.arguments.hex_pixels).svg();
        match self.format {
            Format::Svg => Ok(svg().into_bytes()),
            Format::Png => png(&svg()),
            Format::Text => Ok(text().into_bytes()),
        }
    }

    /// Draws a map. `board` is the same with its pieces, as text.
    fn chart(&self, chart: &Chart<'_>, board: Option<String>) -> Result<Vec<u8>, Trouble> {
        self.terminal.progress("drawing");
        let overlay = Overlay {
            numbers: !self.arguments.no_numbers,
            levels: self.arguments.levels,
            ..Overlay::default()
        };
        let svg = || chart.picture().overlay(overlay).hex_width(self.arguments.hex_pixels).svg();
        match self.format {
            Format::Svg => Ok(svg().into_bytes()),
            Format::Png => png(&svg()),
            Format::Text => Ok(board.unwrap_or_else(|| bare(chart.map, self.style)).into_bytes()),
        }
    }
}

impl Task for Drawing<'_> {
    type Outcome = Result<Vec<u8>, Trouble>;

    /// A scenario with its pieces where they stand at the start.
    fn on<R: GameEntry>(self, rules: Arc<R>) -> Result<Vec<u8>, Trouble> {
        let state = rules.start(&mut Quick::new(0), &mut Silent);
        let eyes = self.arguments.eyes;
        let eyes = rules.seating(&state).eyes(eyes);
        let seen = Seen::of(&*rules, &rules.view(&state, eyes), eyes);
        let text = || seen.board(None, self.style).unwrap_or_default();
        let pieces = !self.arguments.no_units;
        if let Some(country) = seen.country() {
            let country = if pieces { country } else { country.counters(Vec::new()) };
            return self.country(country, text);
        }
        if let Some(svg) = seen.open_picture(pieces) {
            return match self.format {
                Format::Text => Ok(text().into_bytes()),
                Format::Svg => Ok(svg.into_bytes()),
                Format::Png => png(&svg),
            };
        }
        let Some(chart) = seen.chart() else { return Ok(Vec::new()) };
        let board = pieces.then(text);
        let counters = if pieces { chart.counters.clone() } else { Vec::new() };
        self.chart(&Chart { counters, ..chart }, board)
    }
}

/// A map without pieces, as text.
fn bare(map: &HexMap, style: Style) -> String {
    let board = Hexes { map, only: None, content: &|_| None, mark: &|_| None };
    format!("{}{HEX_LEGEND}\n{}\n", board.draw().render(style), numbering(map))
}
