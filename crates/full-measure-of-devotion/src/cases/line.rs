//! The lines in which Forces are written, in positions and in expectations:
//! `US-A: Hooker + Hancock, inf 9, weak inf 2, art 3, at 0304, order, forage`.

use crate::model::numbers::{Brigades, Hits};
use crate::model::state::{Markers, State};
use crate::model::strength::{Kind, Strength};
use faults::{Faults, Span, Word, Words};

/// What a part of a line says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fact<'a> {
    /// `at 0304`, `at Falmouth`.
    At(&'a str),
    /// `gone`: not on the map.
    Gone,
    /// `inf 9`, `weak cav 1`.
    Brigades(Kind, Brigades),
    /// `size 5`.
    Size(Brigades),
    /// A marker, as often as it is said; `no order` for none.
    Marker(Marker, bool),
    /// `bare`: no marker at all.
    Bare,
    /// `train`, as often as it is said; `no train`.
    Train(bool),
    /// `moved`, `not moved`.
    Moved(bool),
    /// `fed`, `not fed`: lives this turn on the town it depleted.
    Fed(bool),
    /// `marching`, `not marching`: on an initial order that still runs.
    Marching(bool),
    /// `route 0304-0305`: what is left of its initial march, from where it stands.
    Route(Vec<&'a str>),
    /// `in supply`, `out of supply`.
    Supply(bool),
    /// `due 2`: attrition hits to be placed.
    Due(Hits),
    /// `led by Hooker`.
    LedBy(&'a str),
    /// `hidden`: brigades and all commanders but the leader are not to be seen.
    Hidden,
    /// `Hooker + Hancock`: commanders.
    Officers(Vec<&'a str>),
}

/// A marker beside a sleigh.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Marker {
    Initial,
    Order,
    PlusOne,
    PlusTwo,
    Forage,
    Fatigue,
    Combat,
}

impl Marker {
    const ALL: [(&'static str, Marker); 7] = [
        ("initial", Marker::Initial),
        ("order", Marker::Order),
        ("+1", Marker::PlusOne),
        ("+2", Marker::PlusTwo),
        ("forage", Marker::Forage),
        ("fatigue", Marker::Fatigue),
        ("combat", Marker::Combat),
    ];

    fn parse(word: &str) -> Option<Marker> {
        Marker::ALL.iter().find(|(name, _)| *name == word).map(|&(_, marker)| marker)
    }

    pub(super) fn word(self) -> &'static str {
        Marker::ALL.iter().find(|(_, marker)| *marker == self).map_or("", |(name, _)| name)
    }

    /// How many of them there are.
    pub(super) const fn count(self, markers: &Markers) -> u8 {
        match self {
            Marker::Initial => markers.initial,
            Marker::Order => markers.order,
            Marker::PlusOne => markers.plus_one,
            Marker::PlusTwo => markers.plus_two,
            Marker::Forage => markers.forage as u8,
            Marker::Fatigue => markers.fatigue as u8,
            Marker::Combat => markers.combat.count(),
        }
    }

    /// One more; a COMBAT is that of a combat in which no other Force of this position was.
    pub(super) fn add(self, markers: &mut Markers, state: &State) {
        match self {
            Marker::Initial => markers.initial += 1,
            Marker::Order => markers.order += 1,
            Marker::PlusOne => markers.plus_one += 1,
            Marker::PlusTwo => markers.plus_two += 1,
            Marker::Forage => markers.forage = true,
            Marker::Fatigue => markers.fatigue = true,
            Marker::Combat => markers.combat = markers.combat.union(state.new_combat(markers.combat)),
        }
    }

    /// All of them, in words.
    pub(super) fn all_in_words(markers: &Markers) -> Vec<String> {
        let count = |marker: Marker| usize::from(marker.count(markers));
        Marker::ALL
            .into_iter()
            .flat_map(|(name, marker)| std::iter::repeat_n(name.to_owned(), count(marker)))
            .collect()
    }
}

/// One part of a line.
pub(super) struct Said<'a> {
    /// What it says.
    pub fact: Fact<'a>,
    /// As it is written.
    pub text: &'a str,
    /// Where.
    pub place: Span,
}

/// Reads the parts of a line; what is not understood is noted.
pub(super) fn read<'a>(mut parts: Words<'a>, faults: &mut Faults) -> Vec<Said<'a>> {
    let mut said = Vec::new();
    while let Some(Word { text, place }) = parts.take() {
        match fact(text) {
            Some(fact) => said.push(Said { fact, text, place }),
            None => {
                faults.add(place, format!("`{text}` is not understood")).hint(
                    "parts are divided by commas: `inf 9`, `weak cav 1`, `at 0304`, `order`, `forage`, `train`, \
                     `route 0304-0305`, commanders as `Hooker + Hancock`",
                );
            }
        }
    }
    said
}

/// What one part says.
pub(super) fn fact(part: &str) -> Option<Fact<'_>> {
    let pieces: Vec<&str> = part.split_whitespace().collect();
    if let Some(marker) = Marker::parse(part) {
        return Some(Fact::Marker(marker, true));
    }
    Some(match pieces[..] {
        ["at", _, ..] => Fact::At(part["at".len()..].trim()),
        ["gone"] => Fact::Gone,
        ["bare"] => Fact::Bare,
        ["hidden"] => Fact::Hidden,
        ["train"] => Fact::Train(true),
        ["no", "train"] => Fact::Train(false),
        ["no", marker] => Fact::Marker(Marker::parse(marker)?, false),
        ["moved"] => Fact::Moved(true),
        ["not", "moved"] => Fact::Moved(false),
        ["fed"] => Fact::Fed(true),
        ["not", "fed"] => Fact::Fed(false),
        ["marching"] => Fact::Marching(true),
        ["not", "marching"] => Fact::Marching(false),
        ["in", "supply"] => Fact::Supply(true),
        ["out", "of", "supply"] => Fact::Supply(false),
        ["due", hits] => Fact::Due(Hits(hits.parse().ok()?)),
        ["size", brigades] => Fact::Size(Brigades(brigades.parse().ok()?)),
        ["led", "by", ..] => Fact::LedBy(part["led by".len()..].trim()),
        ["route", hexes] => Fact::Route(hexes.split('-').collect()),
        ["weak", arm, count] => Fact::Brigades(Kind::parse("weak", arm)?, Brigades(count.parse().ok()?)),
        [arm, count] if Kind::parse("full", arm).is_some() => {
            Fact::Brigades(Kind::parse("full", arm)?, Brigades(count.parse().ok()?))
        }
        [first, ..] if first.starts_with(|letter: char| letter.is_ascii_uppercase()) => {
            Fact::Officers(part.split('+').map(str::trim).collect())
        }
        _ => return None,
    })
}

/// Brigades in words, as a line has them.
pub(super) fn strength_in_words(strength: Strength) -> String {
    let parts: Vec<String> = strength
        .kinds()
        .map(|kind| {
            let weak = if kind.weak { "weak " } else { "" };
            format!("{weak}{} {}", kind.arm.word(), strength.of(kind))
        })
        .collect();
    if parts.is_empty() { "no brigades".to_owned() } else { parts.join(", ") }
}
