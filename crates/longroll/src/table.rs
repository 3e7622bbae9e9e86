//! What is on the table, in a terminal: made of what players are shown in a browser, for any game.
//!
//! Everything comes from a scene, which is made of a view: what eyes may not see is not in it. Of the ground only the
//! hexes are drawn by themselves ([`crate::board`]).

mod army;
mod chart;
mod letters;
mod open;
mod pieces;
#[cfg(test)]
mod tests;

pub use chart::Chart;

use crate::terminal::Ink;
use engine::scene::{Piece, Scene};
use engine::stage::Blurb;
use engine::{Eyes, GameEntry, Side};
use ground::Hex;
use ground::draw::Ground;
use pieces::place_of;
use std::collections::BTreeMap;

/// What some eyes see of a game.
pub struct Seen<'a, R> {
    rules: &'a R,
    scene: Scene,
    blurb: Blurb,
    /// Where in the sequence of play it stands.
    caption: String,
    ground: Option<Ground>,
}

impl<'a, R: GameEntry> Seen<'a, R> {
    /// What these eyes see, whose view this is.
    pub fn of(rules: &'a R, view: &R::View, eyes: Eyes) -> Seen<'a, R> {
        Seen {
            scene: rules.scene(view, eyes),
            blurb: rules.blurb(),
            caption: rules.caption(view),
            ground: rules.ground().and_then(|ground| ground.downcast().ok()).map(|ground| *ground),
            rules,
        }
    }

    /// Everything to be seen at a place, about a piece, or of a side.
    ///
    /// # Errors
    ///
    /// Why there is nothing of that name.
    pub fn look(&self, what: &str) -> Result<String, String> {
        if let Some(side) = Side::parse(what) {
            return Ok(self.army(side).join("\n"));
        }
        let pieces = || self.scene.pieces.iter();
        let piece = pieces().find(|piece| piece.id.eq_ignore_ascii_case(what));
        if let Some(piece) = piece.or_else(|| pieces().find(|piece| piece.name.eq_ignore_ascii_case(what))) {
            return Ok(piece.text.clone());
        }
        let Some(ground) = &self.ground else {
            let names: Vec<&str> = pieces().map(|piece| piece.id.as_str()).collect();
            return Err(format!("nothing is called `{what}`; there are {}", names.join(", ")));
        };
        let name = ground.grid().name(self.find(ground, what)?);
        let place = self.rules.board().places.into_iter().find(|place| place.id == name);
        let mut lines = vec![format!("{name}: {}", place.map_or_else(String::new, |place| place.text))];
        let markers =
            self.scene.markers.iter().filter(|marker| marker.places.iter().any(|place| *place == name));
        lines.extend(markers.map(|marker| marker.text.clone()));
        lines.extend(pieces().filter(|piece| place_of(piece) == Some(&name)).map(|piece| piece.text.clone()));
        Ok(lines.join("\n"))
    }

    fn find(&self, ground: &Ground, name: &str) -> Result<Hex, String> {
        ground.find(name).ok_or_else(|| {
            let first = ground.grid().hexes().find(|&hex| ground.is_playable(hex));
            let example = first.map_or_else(String::new, |hex| ground.grid().name(hex));
            format!("there is no hex, place or piece `{name}` on this map; hexes are numbered like {example}")
        })
    }

    /// The pieces in each place, the lowest first.
    fn stacks(&self) -> BTreeMap<String, Vec<&Piece>> {
        let mut stacks: BTreeMap<String, Vec<&Piece>> = BTreeMap::new();
        for piece in &self.scene.pieces {
            if let Some(place) = place_of(piece) {
                stacks.entry(place.to_owned()).or_default().push(piece);
            }
        }
        stacks
    }
}

const fn ink(side: Side) -> Ink {
    match side {
        Side::Union => Ink::Blue,
        Side::Confederate => Ink::Red,
    }
}
