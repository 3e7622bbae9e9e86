//! Hexes in words.

use crate::hex::{Direction, Hex};
use crate::map::{Crossing, HexMap, HexSide, RoadClass, Stream};

impl HexMap {
    /// A hex in words, a line each: its ground, height and name; its roads; what lies along its sides.
    pub fn describe(&self, hex: Hex) -> Vec<String> {
        let place = self.places().iter().find(|(place, _)| *place == hex);
        let place = place.map(|(_, name)| format!(", {name}")).unwrap_or_default();
        let cover = self.cover(hex).word().replace('_', " ");
        let mut lines = vec![format!("{cover}, level {}{place}", self.level(hex))];
        let roads: Vec<&str> = self.road_names(hex).collect();
        match (roads.is_empty(), self.best_road(hex)) {
            (false, _) => lines.push(format!("road: {}", roads.join(", "))),
            (true, Some(class)) => lines.push(format!("road: a {}", road_word(class))),
            (true, None) => {}
        }
        for side in Direction::ALL {
            let words = side_words(self.side(hex, side));
            if !words.is_empty() {
                let to = self.grid.neighbour(hex, side).map(|other| self.grid.name(other));
                let to = to.unwrap_or_else(|| "the edge of the map".to_owned());
                lines.push(format!("towards {to}: {}", words.join(", ")));
            }
        }
        lines
    }
}

fn side_words(side: HexSide) -> Vec<&'static str> {
    let stream = side.stream.map(|stream| match stream {
        Stream::Creek => "creek",
        Stream::River => "river",
    });
    let crossing = side.crossing.map(|crossing| match crossing {
        Crossing::Bridge { burnable: true } => "bridge",
        Crossing::Bridge { burnable: false } => "stone bridge",
        Crossing::Ford => "ford",
    });
    let wall = side.wall.then_some("stone wall");
    let steep = side.steep.then_some("steep slope");
    [stream, crossing, side.road.map(road_word), wall, steep].into_iter().flatten().collect()
}

const fn road_word(class: RoadClass) -> &'static str {
    match class {
        RoadClass::Pike => "pike",
        RoadClass::Road => "road",
        RoadClass::Trail => "trail",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use faults::Source;

    #[test]
    fn hexes_are_told_in_words() {
        let map = r#"
            [map]
            rows = 2
            cols = 2
            creek_hexsides = [["0000", "0001"]]
            bridges = [["0000", "0001"]]
            pike = [["0000", "0001"]]
            level_2 = ["0000"]
            places = { "Wills Farm" = "0000" }
        "#;
        let map =
            crate::text::read_map(&Source::new("test.toml", map)).unwrap_or_else(|faults| panic!("{faults}"));
        assert_eq!(
            map.describe(Hex(0)),
            [
                "clear, level 2, Wills Farm",
                "road: a pike",
                "towards 0001: creek, bridge, pike, steep slope",
                "towards 0100: steep slope",
            ]
        );
    }
}
