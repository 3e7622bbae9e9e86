//! The board as a picture, with its pieces as counters.

use super::Seen;
use super::pieces::{is_shaken, strength, unit_of};
use engine::scene::Piece;
use engine::{GameEntry, Side};
use ground::draw::{CampaignMap, Counter, Ground, Picture, Symbol};
use ground::{Battlefield, Hex, HexMap, Layout};

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

impl<R: GameEntry> Seen<'_, R> {
    /// The board as a map of hexes to draw, if the game is played on one.
    pub fn chart(&self) -> Option<Chart<'_>> {
        let Some(Ground::Hexes { map, land }) = &self.ground else { return None };
        Some(Chart {
            title: self.blurb.title.clone(),
            subtitle: self.caption.clone(),
            counters: self.counters(),
            land: land.as_ref().map(|(field, layout)| (field, *layout)),
            ..Chart::of(map)
        })
    }

    /// The country of a campaign to draw, with what stands on it, if the game is played on one.
    pub fn country(&self) -> Option<CampaignMap<'_>> {
        let Some(Ground::Country { theatre, land }) = &self.ground else { return None };
        let map = match land.as_deref() {
            Some((cut, geography)) => CampaignMap::on_geography(cut, geography),
            None => CampaignMap::new(theatre),
        };
        Some(map.title(&self.blurb.title, &self.blurb.rules).counters(self.counters()))
    }

    /// The board as a picture in SVG.
    pub fn picture(&self) -> String {
        let battle = self.chart().map(|chart| chart.picture().svg());
        let country = || self.country().map(|country| country.svg());
        battle.or_else(country).or_else(|| self.open_picture(true)).unwrap_or_default()
    }

    /// The pieces on the map as counters. The top counter of several regiments speaks for all.
    pub(super) fn counters(&self) -> Vec<Counter> {
        let Some(ground) = &self.ground else { return Vec::new() };
        let mut counters = Vec::new();
        for (place, stack) in self.stacks() {
            let Some(hex) = ground.grid().parse(&place) else { continue };
            counters.extend(stack.iter().map(|piece| counter(piece, hex)));
            let troops: Vec<&&Piece> = stack.iter().filter(|piece| strength(piece).is_some()).collect();
            if let (Some(top), [_, .., last]) = (counters.last_mut(), &troops[..])
                && let Some(formation) = &last.formation
            {
                let sum: u32 = troops.iter().filter_map(|piece| strength(piece)).sum();
                top.lines = vec![formation.to_string(), format!("{sum} {}", unit_of(last))];
            }
        }
        counters
    }
}

fn counter(piece: &Piece, hex: Hex) -> Counter {
    let (symbol, lines) = match piece.kind.as_str() {
        "commander" => (Symbol::Commander, vec![piece.id.to_string()]),
        "force" => {
            let letter = piece.figures.first().map(|figure| &figure.text);
            (Symbol::Commander, [&piece.name].into_iter().chain(letter).map(String::from).collect())
        }
        "supply" => (Symbol::None, vec![piece.name.to_string()]),
        kind => {
            let symbol = match kind {
                "infantry" => Symbol::Infantry,
                "cavalry" => Symbol::Cavalry,
                "artillery" | "horse-artillery" => Symbol::Artillery,
                _ => Symbol::None,
            };
            let figures: Vec<&str> = piece.figures.iter().map(|figure| figure.text.as_str()).collect();
            let shaken = if is_shaken(piece) { " D" } else { "" };
            (symbol, vec![piece.id.to_string(), format!("{}{shaken}", figures.join("/"))])
        }
    };
    Counter { hex, colour: piece.side.map_or([90, 90, 90], colour), symbol, lines }
}

const fn colour(side: Side) -> [u8; 3] {
    match side {
        Side::Union => [63, 95, 138],
        Side::Confederate => [158, 64, 52],
    }
}
