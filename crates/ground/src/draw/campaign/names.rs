//! Names, the most important first.

use super::super::font::Lettering;
use super::super::labels::{Labels, Style};
use super::super::{INK, Pen};
use super::atlas::{Atlas, Town};
use super::works::reach;
use crate::theatre::{River, SettlementClass};

const HILL: &str = "#5a3312";
const WATER: &str = "#1f5674";

/// How far from the middle of a hex a counter on it reaches, with a little air.
const COUNTER: f64 = 20.5;

/// How far from the middle of a hex a counter hides what is beneath.
const HIDDEN: f64 = 17.5;

/// Writes all names for which there is room; those of places for which there is none are handed back.
pub(super) fn write<'a>(labels: &mut Labels, pen: Pen, atlas: &'a Atlas) -> Vec<&'a Town> {
    for town in &atlas.towns {
        labels.reserve(town.spot, pen.of(reach(town.class) * 0.8));
    }
    // Those who march, march to towns: what is written there must be read beside whoever stands there.
    for town in &atlas.towns {
        labels.spare(town.middle, pen.of(HIDDEN));
    }
    let style =
        |lettering: Lettering, colour, weight: f64| Style { lettering, colour, weight: pen.of(weight) };
    for (name, line) in &atlas.sea_names {
        let lettering = Lettering::italic(pen.of(13.0)).spread(0.55);
        labels.along(&name.to_uppercase(), line, 0.0, style(lettering, WATER, 1.3));
    }
    let mut left_out = Vec::new();
    for class in [SettlementClass::City, SettlementClass::Town] {
        left_out.extend(towns(labels, pen, atlas, class));
    }
    for (name, spot) in &atlas.states {
        let lettering = Lettering::upright(pen.of(15.0)).spread(1.1);
        labels.beside(&name.to_uppercase(), *spot, 0.0, style(lettering, "#8a6238", 1.5));
    }
    for (name, crest) in atlas.ranges.iter().filter(|(name, _)| !name.is_empty()) {
        let name = name.to_uppercase();
        for (size, spread) in [(8.6, 0.9), (7.4, 0.4), (6.4, 0.15)] {
            let lettering = Lettering::italic(pen.of(size)).spread(spread);
            if labels.along(&name, crest, pen.of(9.0), style(lettering, HILL, 1.15)) {
                break;
            }
        }
    }
    for class in [River::Major, River::Minor] {
        for river in atlas.rivers.iter().filter(|river| river.class == class && !river.name.is_empty()) {
            let (size, spread, weight) =
                if class == River::Major { (8.0, 0.4, 1.0) } else { (5.6, 0.16, 0.75) };
            let lettering = Lettering::italic(pen.of(size)).spread(spread);
            let name = plain(&river.name);
            let name = if class == River::Major { name.to_uppercase() } else { name };
            labels.along(&name, &river.course, pen.of(4.0), style(lettering, WATER, weight));
        }
    }
    left_out.extend(towns(labels, pen, atlas, SettlementClass::Village));
    for (name, spot) in &atlas.passes {
        let lettering = Lettering::italic(pen.of(4.4));
        labels.beside(name, *spot, pen.of(3.2), style(lettering, HILL, 0.6));
    }
    for ford in atlas.fords.iter().filter(|ford| ford.river == Some(River::Major)) {
        let lettering = Lettering::italic(pen.of(4.0));
        labels.beside(plain(&ford.name).as_str(), ford.spot, pen.of(6.0), style(lettering, WATER, 0.52));
    }
    left_out
}

fn towns<'a>(labels: &mut Labels, pen: Pen, atlas: &'a Atlas, class: SettlementClass) -> Vec<&'a Town> {
    let (size, weight) = match class {
        SettlementClass::City => (8.8, 1.35),
        SettlementClass::Town => (6.9, 0.95),
        SettlementClass::Village => (5.0, 0.64),
    };
    let mut write = |town: &Town| {
        let upright = Lettering::upright(pen.of(size));
        let (lettering, name) = match class {
            SettlementClass::City => (upright.spread(0.16), plain(&town.name).to_uppercase()),
            SettlementClass::Town => (upright.spread(0.06), plain(&town.name)),
            SettlementClass::Village => (upright, plain(&town.name)),
        };
        // A counter on a town in the middle of its hex would hide a name that begins beside the dot.
        let dot = if atlas.centred { COUNTER } else { reach(class) };
        let gap = pen.of(dot) + lettering.size * 0.32;
        let style = Style { lettering, colour: INK, weight: pen.of(weight) };
        let round = pen.of(HIDDEN) + lettering.size * 0.45;
        labels.beside_pieces(&name, town.spot, gap, style)
            || labels.beside_pieces(&name, town.middle, round, style)
            || labels.beside(&name, town.spot, gap, style)
    };
    atlas.towns.iter().filter(|town| town.class == class && !write(town)).collect()
}

/// A name without what stands in brackets, or after it to tell it from a namesake in another state.
fn plain(name: &str) -> String {
    let name = name.split(" (").next().unwrap_or(name);
    let bare = name
        .rsplit_once(' ')
        .filter(|(_, state)| state.len() == 2 && state.chars().all(|letter| letter.is_ascii_uppercase()));
    bare.map_or(name, |(bare, _)| bare).to_owned()
}
