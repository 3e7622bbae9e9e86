//! The board drawn with letters: a battle, the country of a campaign, an open table.

use super::pieces::{is_leader, is_shaken, place_of, strength};
use super::{Seen, ink};
use crate::board::{COUNTRY_LEGEND, Country, HEX_LEGEND, Hexes, numbering};
use crate::terminal::{Ink, Style};
use engine::scene::Piece;
use engine::{GameEntry, Side};
use ground::draw::Ground;
use ground::theatre::Theatre;
use ground::{Hex, HexMap};

/// How far a part of a battle's board reaches from its middle, and a part of a campaign's.
const PART_OF_BATTLE: u16 = 4;
const PART_OF_CAMPAIGN: u16 = 5;

const STACKS: &str = "\
stacks: U Union, C Confederate, strength points, ! disorganized or shattered, * a commander
hexes: + breastworks, @ objective";

const FORCES: &str = "\
UA Union Force A  CA Confederate Force A  D depot  T train  x depleted; hexes are numbered CCRR, column first";

impl<R: GameEntry> Seen<'_, R> {
    /// The board as text, or the part of it round a place.
    ///
    /// # Errors
    ///
    /// Why there is no such place.
    pub fn board(&self, around: Option<&str>, style: Style) -> Result<String, String> {
        let middle = match (&self.ground, around) {
            (Some(ground), Some(name)) => Some(self.find(ground, name)?),
            _ => None,
        };
        Ok(match &self.ground {
            Some(Ground::Hexes { map, .. }) => self.battle(map, middle, style),
            Some(Ground::Country { theatre, .. }) => self.campaign(theatre, middle, style),
            None => self.open_table(style),
        })
    }

    fn battle(&self, map: &HexMap, middle: Option<Hex>, style: Style) -> String {
        let near = |hex: Hex| middle.is_none_or(|middle| map.grid.distance(middle, hex) <= PART_OF_BATTLE);
        let stacks = self.stacks();
        let board = Hexes {
            map,
            only: Some(&near),
            content: &|hex| stacks.get(&map.grid.name(hex)).and_then(|stack| in_five_letters(stack)),
            mark: &|hex| self.mark(&map.grid.name(hex)),
        };
        format!("{}{HEX_LEGEND}\n{STACKS}\n{}\n", board.draw().render(style), numbering(map))
    }

    fn campaign(&self, theatre: &Theatre, middle: Option<Hex>, style: Style) -> String {
        let grid = &theatre.grid;
        let near = |hex: Hex| middle.is_none_or(|middle| grid.distance(middle, hex) <= PART_OF_CAMPAIGN);
        let stacks = self.stacks();
        let content = |hex: Hex| {
            let name = grid.name(hex);
            in_two_letters(stacks.get(&name).map_or(&[], Vec::as_slice), &self.signs(&name))
        };
        let board = Country { theatre, only: &near, content: &content };
        let there = |place: &str| grid.parse(place).is_some_and(near);
        let mut lines = vec![self.caption.clone()];
        if middle.is_none() {
            let tracks = self.scene.tracks.iter().filter(|track| track.id != "turn");
            lines.extend(tracks.map(|track| format!("{}: {}", track.name, track.boxes[track.at].label)));
        }
        for side in Side::BOTH {
            let here = self.scene.pieces.iter().filter(|piece| piece.side == Some(side));
            let here = here.filter(|piece| place_of(piece).is_some_and(there));
            lines.extend(here.map(|piece| style.paint(ink(side), &piece.text)));
        }
        let markers = self.scene.markers.iter();
        let markers = markers.filter(|marker| marker.places.iter().any(|place| there(place)));
        lines.extend(markers.map(|marker| marker.text.clone()));
        format!("{}{COUNTRY_LEGEND}\n{FORCES}\n{}\n", board.draw().render(style), lines.join("\n"))
    }

    /// An open table with the names of what stands on it, numbered from its south-west corner.
    /// The kinds of signs in a place, with what stands on them.
    fn signs(&self, place: &str) -> Vec<(&str, &str)> {
        let here =
            self.scene.markers.iter().filter(|marker| matches!(&marker.places[..], [one] if one == place));
        here.map(|marker| (marker.kind.as_str(), marker.label.as_str())).collect()
    }

    /// What is built in a hex, or what it is worth.
    fn mark(&self, place: &str) -> Option<(Ink, char)> {
        let signs = self.signs(place);
        let has = |kind: &str| signs.iter().any(|(sign, _)| *sign == kind);
        if has("works") {
            return Some((Ink::Yellow, '+'));
        }
        has("objective").then_some((Ink::Bold, '@'))
    }
}

/// A stack in at most five characters: whose, how strong, in which condition, under a commander or not.
pub(super) fn in_five_letters(stack: &[&Piece]) -> Option<(Ink, String)> {
    let led = stack.iter().find(|piece| is_leader(piece));
    let Some(troops) = stack.iter().find(|piece| !is_leader(piece)) else {
        let side = led?.side?;
        return Some((ink(side), format!("{}*", letter(side))));
    };
    let side = troops.side?;
    let sum: u32 = stack.iter().filter_map(|piece| strength(piece)).sum();
    let marks = [(stack.iter().any(|piece| is_shaken(piece)), "!"), (led.is_some(), "*")];
    let marks = marks.map(|(shown, mark)| if shown { mark } else { "" });
    Some((ink(side), format!("{}{sum}{}", letter(side), marks.concat())))
}

/// What stands in a hex of a campaign, in two characters: a Force before everything else.
fn in_two_letters(stack: &[&Piece], signs: &[(&str, &str)]) -> Option<(Ink, String)> {
    if let Some(force) = stack.iter().find(|piece| piece.kind == "force") {
        let (side, name) = (force.side?, force.figures.first()?);
        return Some((ink(side), format!("{}{}", letter(side), name.text)));
    }
    let sign =
        |kind: &str| signs.iter().find(|(sign, _)| *sign == kind).map(|(_, label)| (*label).to_owned());
    if let Some(depot) = sign("depot") {
        return Some((Ink::Blue, depot));
    }
    if let Some(train) = stack.iter().find(|piece| piece.kind == "supply") {
        return Some((ink(train.side?), "T".to_owned()));
    }
    sign("depleted").map(|depleted| (Ink::Dim, depleted))
}

const fn letter(side: Side) -> char {
    match side {
        Side::Union => 'U',
        Side::Confederate => 'C',
    }
}
