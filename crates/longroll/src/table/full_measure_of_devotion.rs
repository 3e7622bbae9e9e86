//! A Full Measure of Devotion on a terminal: the tracks, and who stands where, in words.

use super::{Chart, Tabletop};
use crate::terminal::{Ink, Style};
use engine::scene::{Piece, Scene, Spot};
use engine::{Eyes, Side, Stage};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::view::View;
use ground::Hex;

/// How far a part of the country reaches from its middle, in hexes.
const PART: u16 = 4;

impl Tabletop for FullMeasureOfDevotion {
    fn ledger(&self) -> &'static str {
        include_str!("../../../../docs/rules/full-measure-of-devotion.md")
    }

    fn forms(&self) -> Vec<(&'static str, &'static str)> {
        vec![
            (
                "write CS-A; march to Winchester; stay",
                "an initial order, its destination, or to remain in place",
            ),
            (
                "via Sperryville; direct; by 1023",
                "a town on the way, the shortest road, a way where it forks",
            ),
            ("hit full inf", "a brigade takes a hit: `full` or `weak`, `inf`, `cav` or `art`"),
            ("depot 1613; remove 1613; done", "depots, or no more of this"),
            ("train escorted; train alone; no train", "what the town gives"),
            ("march CS-B", "a march on its initial order"),
            (
                "order US-C; army order; decline",
                "roll for an order, order the army commander's own Force, stop",
            ),
            ("mark order; mark +1; mark +2", "how soon the order arrives"),
            ("activate US-C; whole; divide", "a Force moves on its ORDER, all of it or in part"),
            ("send full inf; send Hood; send train; send +1; go", "who goes, when a Force is divided"),
            ("step 1613; to Gettysburg; stop", "one hex, the cheapest way there, the end of the move"),
            ("keep US-A; lead Sykes", "which sleigh stays, who leads"),
            ("stand; withdraw", "the attacked Force fights, or rides off"),
            ("dice 3; reroll 2; keep dice", "dice for numbers"),
            ("pick full inf; name art; confirm", "who takes part, which arm is hit, all is done"),
            ("retreat 1613; perish; advance; hold; attack 1613", "after a combat"),
            ("haul 1310 1211", "a flipped train goes from one hex to another"),
            ("ride Longstreet 1024; pass; join US-C", "commanders"),
            ("bid 12", "how many trains home one needs as the Confederates"),
        ]
    }

    fn board_text(&self, view: &View, around: Option<&str>, style: Style) -> Result<String, String> {
        let middle = around.map(|name| find_hex(self, name)).transpose()?;
        let scene = self.scene(view, Eyes::Watcher);
        let grid = &self.campaign.theatre.grid;
        let near = |place: &str| match (middle, grid.parse(place)) {
            (Some(middle), Some(hex)) => grid.distance(middle, hex) <= PART,
            _ => true,
        };
        let mut lines = vec![self.moment(view)];
        if middle.is_none() {
            for track in scene.tracks.iter().filter(|track| track.id != "turn") {
                lines.push(format!("{}: {}", track.name, track.boxes[track.at].label));
            }
        }
        for side in Side::BOTH {
            let here = scene.pieces.iter().filter(|piece| piece.side == Some(side));
            let here = here.filter(|piece| matches!(&piece.at, Spot::Place { place } if near(place)));
            lines.extend(here.map(|piece| style.paint(ink(side), &piece.text)));
        }
        let signs = scene.markers.iter().filter(|marker| marker.places.iter().any(|place| near(place)));
        lines.extend(signs.map(|marker| marker.text.clone()));
        Ok(lines.join("\n") + "\n")
    }

    fn look(&self, view: &View, what: &str, _style: Style) -> Result<String, String> {
        let scene = self.scene(view, Eyes::Watcher);
        if let Some(side) = Side::parse(what) {
            return Ok(army(&scene, side));
        }
        if let Some(piece) = scene.pieces.iter().find(|piece| piece.id.eq_ignore_ascii_case(what)) {
            return Ok(piece.text.clone());
        }
        let hex = find_hex(self, what)?;
        let name = self.campaign.theatre.grid.name(hex);
        let ground = self.board().places.into_iter().find(|place| place.id == name);
        let mut lines =
            vec![format!("{name}: {}", ground.map_or("out of play".to_owned(), |place| place.text))];
        let stands = |piece: &&Piece| matches!(&piece.at, Spot::Place { place } if *place == name);
        lines.extend(scene.pieces.iter().filter(stands).map(|piece| piece.text.clone()));
        let signs = scene.markers.iter().filter(|marker| marker.places.contains(&name));
        lines.extend(signs.map(|marker| marker.text.clone()));
        Ok(lines.join("\n"))
    }

    fn chart<'a>(&'a self, _view: &'a View) -> Option<Chart<'a>> {
        None
    }
}

/// An army as far as it is seen: its boxes, or what shows of it.
fn army(scene: &Scene, side: Side) -> String {
    let panels = scene.panels.iter().filter(|panel| panel.id.ends_with(word(side)));
    let rows = panels.flat_map(|panel| &panel.rows).map(|row| match row.value.as_str() {
        "" => row.text.clone(),
        value => format!("{} ({value})", row.text),
    });
    rows.collect::<Vec<_>>().join("\n")
}

const fn word(side: Side) -> &'static str {
    match side {
        Side::Union => "union",
        Side::Confederate => "confederate",
    }
}

fn find_hex(game: &FullMeasureOfDevotion, name: &str) -> Result<Hex, String> {
    let theatre = &game.campaign.theatre;
    let named = || theatre.find_place(name).map(|place| place.hex);
    theatre.grid.parse(name).or_else(named).ok_or_else(|| {
        format!(
            "the map has no hex, place or piece `{name}`; hexes are called `0915`, Forces `US-A` or `CS-A`"
        )
    })
}

const fn ink(side: Side) -> Ink {
    match side {
        Side::Union => Ink::Blue,
        Side::Confederate => Ink::Red,
    }
}
