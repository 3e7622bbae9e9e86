//! The parts of a scene in one line each: what every game writes when it shows its board, tracks, panels and signs.

use super::{
    About, Badge, CardUse, Figure, Layer, Legend, Lie, Marker, Measure, OverlayKind, Panel, PanelRow, Point,
    Target, Tone, Track, TrackBox, Word,
};
use crate::{Side, Violation};
use std::cmp::Ordering;
use std::fmt::Display;

impl Layer {
    /// A layer of the ground; `optional` if it can be switched off.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        svg: impl Into<String>,
        optional: bool,
    ) -> Layer {
        Layer { id: id.into(), name: name.into(), svg: svg.into(), optional }
    }
}

impl OverlayKind {
    /// A game's overlays, from a table with a line each: its id, what a player calls it, what it is about.
    #[must_use]
    pub fn list(table: &[(&str, &str, About)]) -> Vec<OverlayKind> {
        let kind = |&(id, name, about): &(&str, &str, About)| OverlayKind {
            id: id.to_owned(),
            name: name.to_owned(),
            about,
        };
        table.iter().map(kind).collect()
    }

    /// The refusal of an overlay that is not in the table.
    #[must_use]
    pub fn unknown(id: &str, table: &[(&str, &str, About)]) -> Violation {
        let ids: Vec<&str> = table.iter().map(|(id, ..)| *id).collect();
        let (are, ids) = (if ids.len() == 1 { "is" } else { "are" }, ids.join(", "));
        Violation::form(format!("There is no overlay `{id}`; there {are} {ids}."))
    }
}

impl Legend {
    /// What signs mean, from a table with a line each.
    pub fn list(signs: &[(&str, &str)]) -> Vec<Legend> {
        signs.iter().map(|&(sign, meaning)| Legend::new(sign, meaning)).collect()
    }

    /// What a sign means.
    pub fn new(sign: impl Into<String>, meaning: impl Into<String>) -> Legend {
        Legend { sign: sign.into(), meaning: meaning.into() }
    }
}

impl Badge {
    /// A badge whose meaning stands in the table of signs that the legend is made of.
    #[must_use]
    pub fn of(signs: &[(&str, &str)], text: &str, tone: Tone) -> Badge {
        let what = signs.iter().find(|(sign, _)| *sign == text).map_or("", |(_, meaning)| meaning);
        Badge { text: text.into(), what: what.into(), tone }
    }
}

impl Figure {
    /// A number, and what it counts.
    pub fn new(number: impl Display, what: &str) -> Figure {
        Figure { text: Word::of(number), what: what.into() }
    }
}

impl Tone {
    /// The tone of what belongs to a side.
    #[must_use]
    pub const fn of(side: Side) -> Tone {
        match side {
            Side::Union => Tone::Union,
            Side::Confederate => Tone::Confederate,
        }
    }
}

impl Marker {
    /// A sign without letters on it.
    pub fn new(kind: &str, places: Vec<Word>, side: Option<Side>, text: impl Into<String>) -> Marker {
        Marker { kind: kind.into(), places, at: Vec::new(), label: Word::default(), side, text: text.into() }
    }

    /// The same on an open table: at a point, or between two.
    pub fn on_table(kind: &str, at: Vec<Point>, side: Option<Side>, text: impl Into<String>) -> Marker {
        Marker { at, ..Marker::new(kind, Vec::new(), side, text) }
    }
}

impl Measure {
    /// So many board units are one of these.
    pub fn new(units: i32, name: &str) -> Measure {
        Measure { units, name: name.to_owned() }
    }
}

impl Track {
    /// A track; a pawn that would stand beyond its last box stands in that.
    pub fn new(id: impl Into<Word>, name: impl Into<Word>, boxes: Vec<TrackBox>, at: usize) -> Track {
        let at = at.min(boxes.len().saturating_sub(1));
        Track { id: id.into(), name: name.into(), boxes, at }
    }

    /// What each side has of something, the Union first; the pawn stands with whoever has more, or between them on a
    /// box with a note of its own.
    pub fn balance<T: Ord + Display>(id: &str, name: &str, of: &[T; 2], even: &str) -> Track {
        let [union, confederate] = of;
        let boxes = vec![
            TrackBox::new(union, Side::Union.name()),
            TrackBox::new("even", even),
            TrackBox::new(confederate, Side::Confederate.name()),
        ];
        let at = match union.cmp(confederate) {
            Ordering::Greater => 0,
            Ordering::Equal => 1,
            Ordering::Less => 2,
        };
        Track::new(id, name, boxes, at)
    }
}

impl TrackBox {
    /// A box; mostly there is no note.
    pub fn new(label: impl Display, note: impl Into<Word>) -> TrackBox {
        TrackBox { label: Word::of(label), note: note.into() }
    }
}

impl Panel {
    /// A panel that is neither pressing nor the first.
    pub fn new(id: impl Into<Word>, name: impl Into<Word>, rows: Vec<PanelRow>) -> Panel {
        let (id, name) = (id.into(), name.into());
        Panel { id, name, rows, pressing: false, first: false, cards: Vec::new(), lie: Lie::Pile }
    }
}

impl CardUse {
    /// What a card can be used for, nothing said of now.
    pub fn new(name: impl Into<Word>, text: impl Into<String>) -> CardUse {
        CardUse { name: name.into(), text: text.into(), idle: String::new() }
    }
}

impl PanelRow {
    /// A line, what stands at its end, and whose it is.
    pub fn new(text: impl Into<String>, value: impl Into<Word>, side: Option<Side>) -> PanelRow {
        PanelRow { text: text.into(), value: value.into(), side, ..PanelRow::default() }
    }
}

impl Target {
    /// A piece.
    pub fn piece(id: impl Into<String>) -> Target {
        Target::Piece { piece: id.into() }
    }

    /// A place.
    pub fn place(id: impl Into<String>) -> Target {
        Target::Place { place: id.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_overlay_is_refused_with_those_there_are() {
        let one = [("fire", "Where a picket can fire", About::Piece)];
        assert_eq!(OverlayKind::unknown("fier", &one).text, "There is no overlay `fier`; there is fire.");
        let two = [one[0], ("sight", "What is seen from a hex", About::Place)];
        let told = OverlayKind::unknown("x", &two).text;
        assert_eq!(told, "There is no overlay `x`; there are fire, sight.");
        assert_eq!(OverlayKind::list(&two)[1].about, About::Place);
    }

    #[test]
    fn the_pawn_stands_with_whoever_has_more_and_never_off_the_track() {
        let at = |of| Track::balance("points", "Points", &of, "nobody is ahead").at;
        assert_eq!([at([3, 1]), at([2, 2]), at([1, 3])], [0, 1, 2]);
        assert_eq!(Track::new("turn", "Turn", vec![TrackBox::new(1, ""), TrackBox::new(2, "")], 7).at, 1);
        assert_eq!(Track::new("turn", "Turn", Vec::new(), 7).at, 0);
    }

    #[test]
    fn a_badge_means_what_the_legend_says() {
        let signs = [("D", "disorganized"), ("M", "has moved")];
        assert_eq!(Badge::of(&signs, "M", Tone::Plain).what, Legend::list(&signs)[1].meaning);
    }
}
