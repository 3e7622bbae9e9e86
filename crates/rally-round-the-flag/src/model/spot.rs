//! Places in writing: `120,400` in yards from the south-west corner; `120,400 >90` with a heading; ground from one
//! corner to another.

use super::action::parse_heading;
use super::scenario::RallyRoundTheFlag;
use crate::field::square::Edge;
use engine::notation::{Noun, Words, perhaps};
use engine::{Chance, Violation};
use faults::did_you_mean;
use ground::geometry::{Frame, Point};
use ground::table::{Heading, in_bounds, number};

/// Ground from its south-west corner to its north-east corner.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ground(pub Frame);

/// Where a brigade is drawn up in the shape of its card: the middle of the front of its first line, or the
/// front of its first file.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// Where.
    pub at: Point,
    /// Which way all of it faces.
    pub heading: Heading,
    /// Whether cavalry is on horseback (RRF-DEP-4b).
    pub mounted: bool,
}

/// Where a stand is put.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Its middle.
    pub at: Point,
    /// Which way it faces (RRF-DEP-7).
    pub heading: Heading,
    /// Whether cavalry is on horseback or on foot (RRF-DEP-4b); as it was if nothing is said.
    pub mounted: Option<bool>,
    /// How far before its front its barricade lies, in hundredths of a yard (RRF-BARR-5); a yard if nothing is said.
    pub wall: Option<i32>,
}

fn written(point: Point) -> String {
    format!("{},{}", number::write(point.x, 2), number::write(point.y, 2))
}

fn point(word: &str) -> Option<Point> {
    let (x, y) = word.split_once(',')?;
    let point = Point::new(number::read(x, 2)?, number::read(y, 2)?);
    in_bounds(point).then_some(point)
}

fn any_point(chance: &mut dyn Chance) -> Point {
    let mut yards = |word| chance.draw(300_000, word) as i32 - 10_000;
    Point::new(yards("any place east"), yards("any place north"))
}

fn any_heading(chance: &mut dyn Chance) -> Heading {
    Heading::new(chance.draw(3_600, "any heading") as u16).unwrap_or(Heading::NORTH)
}

impl Noun<RallyRoundTheFlag> for Point {
    const FORM: &'static str = "X,Y";

    fn write(self, _: &RallyRoundTheFlag) -> String {
        written(self)
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Point, Violation> {
        point(said).ok_or_else(|| {
            let such = "yards east and north of the south-west corner, as in `120,400.5`";
            Violation::form(format!("`{said}` is no place; write {such}"))
        })
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        in_bounds(self)
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Point {
        any_point(chance)
    }
}

impl Noun<RallyRoundTheFlag> for Edge {
    const FORM: &'static str = "north|east|south|west";

    fn write(self, _: &RallyRoundTheFlag) -> String {
        self.key().to_owned()
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Edge, Violation> {
        let found = Edge::ALL.into_iter().find(|edge| edge.key().eq_ignore_ascii_case(said));
        found.ok_or_else(|| {
            let near = did_you_mean(said, Edge::ALL.iter().map(|edge| edge.key()));
            Violation::form(format!("`{said}` is no edge of the map{}", perhaps(near)))
        })
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Edge {
        Edge::ALL[chance.draw(4, "any edge") as usize]
    }
}

impl Noun<RallyRoundTheFlag> for Ground {
    const FORM: &'static str = "X,Y X,Y";
    const WORDS: Words = Words::Two;

    fn write(self, _: &RallyRoundTheFlag) -> String {
        format!("{} {}", written(self.0.low), written(self.0.high))
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Ground, Violation> {
        let corners = said.split_once(' ').map(|(low, high)| (point(low), point(high)));
        match corners {
            Some((Some(low), Some(high))) => Ok(Ground(Frame { low, high })),
            _ => {
                let such = "its south-west and its north-east corner, as in `0,1200 600,1800`";
                Err(Violation::form(format!("`{said}` is no ground; write {such}")))
            }
        }
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        in_bounds(self.0.low) && in_bounds(self.0.high)
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Ground {
        Ground(Frame { low: any_point(chance), high: any_point(chance) })
    }
}

impl Noun<RallyRoundTheFlag> for Drawn {
    const FORM: &'static str = "X,Y >HEADING [mounted]";
    const WORDS: Words = Words::Many;

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        let mounted = if self.mounted { " mounted" } else { "" };
        format!("{} >{}{mounted}", written(self.at), self.heading.write(rules))
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Drawn, Violation> {
        let lower = said.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let (place, heading, mounted) = match words.as_slice() {
            [place, heading] => (*place, *heading, false),
            [place, heading, "mounted"] => (*place, *heading, true),
            _ => ("", "", false),
        };
        match (point(place), heading.strip_prefix('>').and_then(parse_heading)) {
            (Some(at), Some(heading)) => Ok(Drawn { at, heading, mounted }),
            _ => {
                let such = "`120,400 >90`: the middle of the front, and where it faces";
                Err(Violation::form(format!("`{said}` is no place for a brigade; write {such}")))
            }
        }
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        in_bounds(self.at)
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Drawn {
        let (at, heading) = (any_point(chance), any_heading(chance));
        Drawn { at, heading, mounted: chance.draw(2, "any seat") == 0 }
    }
}

impl Noun<RallyRoundTheFlag> for Spot {
    const FORM: &'static str = "X,Y >HEADING [mounted|foot] [wall YARDS]";
    const WORDS: Words = Words::Many;

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        let mounted = match self.mounted {
            None => "",
            Some(true) => " mounted",
            Some(false) => " foot",
        };
        let wall = self.wall.map_or(String::new(), |wall| format!(" wall {}", number::write(wall, 2)));
        format!("{} >{}{mounted}{wall}", written(self.at), self.heading.write(rules))
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Spot, Violation> {
        let such = "`120,400 >90`: its middle, and where it faces";
        let wrong = || Violation::form(format!("`{said}` is no place for a stand; write {such}"));
        let lower = said.to_ascii_lowercase();
        let mut words = lower.split_whitespace().peekable();
        let at = words.next().and_then(point).ok_or_else(wrong)?;
        let heading = words.next().and_then(|word| word.strip_prefix('>')).and_then(parse_heading);
        let heading = heading.ok_or_else(wrong)?;
        let mounted = match words.peek() {
            Some(&"mounted") => Some(true),
            Some(&"foot") => Some(false),
            _ => None,
        };
        if mounted.is_some() {
            words.next();
        }
        let wall = match words.next() {
            None => None,
            Some("wall") => Some(words.next().and_then(|word| number::read(word, 2)).ok_or_else(wrong)?),
            Some(_) => return Err(wrong()),
        };
        if words.next().is_some() {
            return Err(wrong());
        }
        Ok(Spot { at, heading, mounted, wall })
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        in_bounds(self.at)
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Spot {
        let (at, heading) = (any_point(chance), any_heading(chance));
        let mounted = [None, Some(true), Some(false)][chance.draw(3, "any seat") as usize];
        let wall = chance.draw(3, "any wall") == 0;
        Spot { at, heading, mounted, wall: wall.then(|| chance.draw(700, "how far before it") as i32 - 50) }
    }
}
