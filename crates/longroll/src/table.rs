//! What the command line needs of a game besides its rules: how to show its board.

mod full_measure_of_devotion;
mod last_full_measure;
mod picket_line;

use crate::terminal::Style;
use engine::Stage;
use ground::draw::{CampaignMap, Counter, Picture};
use ground::{Battlefield, HexMap, Layout};

/// A game that can be shown in a terminal.
///
/// Everything is drawn from a view, never from the state: what eyes may not see is not in their view.
pub trait Tabletop: Stage {
    /// The rules ledger in Markdown, for looking rules up.
    fn ledger(&self) -> &'static str;

    /// How actions are written: a line each, and what it does.
    fn forms(&self) -> Vec<(String, &'static str)>;

    /// The board as text. `around` is a place to show in detail, if the game's boards are large enough to ask for parts.
    ///
    /// # Errors
    ///
    /// Why there is no such place.
    fn board_text(&self, view: &Self::View, around: Option<&str>, style: Style) -> Result<String, String>;

    /// Everything to be seen at a place, or about a piece.
    ///
    /// # Errors
    ///
    /// Why there is nothing of that name.
    fn look(&self, view: &Self::View, what: &str, style: Style) -> Result<String, String>;

    /// The board as a map to draw; `None` if the game is not played on one.
    fn chart<'a>(&'a self, view: &'a Self::View) -> Option<Chart<'a>>;

    /// The country of a campaign to draw, with what stands on it; `None` if the game is played on other ground.
    fn country(&self, _view: &Self::View) -> Option<CampaignMap<'_>> {
        None
    }

    /// The board as a picture in SVG; `None` if the game is not played on a map.
    fn picture(&self, view: &Self::View) -> Option<String> {
        self.chart(view)
            .map(|chart| chart.picture().svg())
            .or_else(|| self.country(view).map(|country| country.svg()))
    }
}

/// A board on a map of hexes, ready to be drawn.
pub struct Chart<'a> {
    /// The hexes.
    pub map: &'a HexMap,
    /// The real ground they were cut from, if they were, and how they lie on it.
    pub land: Option<(&'a Battlefield, Layout)>,
    /// What stands over the map.
    pub title: String,
    /// And below that, smaller.
    pub subtitle: String,
    /// The pieces.
    pub counters: Vec<Counter>,
}

impl<'a> Chart<'a> {
    /// A bare map.
    pub fn of(map: &'a HexMap) -> Chart<'a> {
        Chart { map, land: None, title: String::new(), subtitle: String::new(), counters: Vec::new() }
    }

    /// The picture of it.
    pub fn picture(&self) -> Picture<'_> {
        let picture = match self.land {
            Some((field, layout)) => Picture::on_ground(self.map, layout, field),
            None => Picture::new(self.map),
        };
        picture.title(&self.title, &self.subtitle).counters(&self.counters)
    }
}
