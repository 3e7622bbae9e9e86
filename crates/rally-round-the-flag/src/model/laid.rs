//! Moves in writing (3.6): `a3 f+15 s-10 >60` for an arrow, `special b180 f>180` for a specialised Tactic, and the
//! rides of Generals, `>90` or `>90 185.5`.

use super::action::parse_heading;
use super::numbers::Arrow;
use super::scenario::RallyRoundTheFlag;
use crate::measure::charge::ChargeGeom;
use crate::measure::{Edge, MoveGeom, SpecialGeom};
use engine::notation::{Noun, Words};
use engine::{Chance, Violation};
use ground::table::{Heading, number};
use serde::{Deserialize, Serialize};

/// A move as it is laid.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Laid {
    /// By an arrow.
    Arrow(MoveGeom),
    /// A specialised Tactic.
    Special(SpecialGeom),
}

fn degrees(heading: Heading) -> String {
    number::write(heading.tenths().into(), 1)
}

/// A number with its sign, if it is not nothing.
fn signed(value: i16, decimals: u32) -> String {
    if value > 0 {
        format!("+{}", number::write(value.into(), decimals))
    } else {
        number::write(value.into(), decimals)
    }
}

impl Noun<RallyRoundTheFlag> for Laid {
    const FORM: &'static str = "ARROW EDGE[TILT] [sSLIDE] >HEADING";
    const WORDS: Words = Words::Many;

    fn write(self, _: &RallyRoundTheFlag) -> String {
        match self {
            Laid::Arrow(MoveGeom { arrow, edge, tilt, slide, heading }) => {
                let tilt = if tilt == 0 { String::new() } else { signed(tilt, 1) };
                let slide = if slide == 0 { String::new() } else { format!(" s{}", signed(slide, 0)) };
                format!("{} {}{tilt}{slide} >{}", arrow.key(), edge.key(), degrees(heading))
            }
            Laid::Special(SpecialGeom { base, bearing, put, heading }) => {
                format!("special {}{} {}>{}", base.key(), degrees(bearing), put.key(), degrees(heading))
            }
        }
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Laid, Violation> {
        let lower = said.to_ascii_lowercase();
        let words: Vec<&str> = lower.split_whitespace().collect();
        let laid = match words.as_slice() {
            ["special", from, to] => special(from, to),
            [arrow, edge, slide, heading] => {
                slide.strip_prefix('s').and_then(|slide| laid(arrow, edge, slide, heading))
            }
            [arrow, edge, heading] => laid(arrow, edge, "0", heading),
            _ => None,
        };
        laid.ok_or_else(|| {
            let such = "`a3 f+15 s-10 >60` (arrow 3 on the front, tilted 15° to the right, slid 10 yards to the left, \
                        facing 60°), or `special b180 f>180`";
            Violation::form(format!("`{said}` is no move; write one such as {such}"))
        })
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Laid {
        let mut heading = |word| Heading::new(chance.draw(3_600, word) as u16).unwrap_or(Heading::NORTH);
        let (bearing, heading) = (heading("any bearing"), heading("any heading"));
        let mut edge = |word| Edge::ALL[chance.draw(4, word) as usize];
        let (base, put) = (edge("any edge"), edge("any edge"));
        if chance.draw(4, "any kind of move") == 0 {
            return Laid::Special(SpecialGeom { base, bearing, put, heading });
        }
        let arrow = Arrow::ALL[chance.draw(5, "any arrow") as usize];
        let mut number = |most: u32, word| chance.draw(2 * most + 1, word) as i16 - most as i16;
        let (tilt, slide) = (number(400, "any tilt"), number(60, "any slide"));
        Laid::Arrow(MoveGeom { arrow, edge: base, tilt, slide, heading })
    }
}

/// `a3`, `f+15`, `-10`, `>60`.
fn laid(arrow: &str, edge: &str, slide: &str, heading: &str) -> Option<Laid> {
    let mut letters = edge.chars();
    let edge = Edge::parse(letters.next()?)?;
    let tilt = match letters.as_str() {
        "" => 0,
        tilt => number::read(tilt.strip_prefix('+').unwrap_or(tilt), 1)?,
    };
    let slide = number::read(slide.strip_prefix('+').unwrap_or(slide), 0)?;
    Some(Laid::Arrow(MoveGeom {
        arrow: Arrow::parse(arrow)?,
        edge,
        tilt: i16::try_from(tilt).ok()?,
        slide: i16::try_from(slide).ok()?,
        heading: parse_heading(heading.strip_prefix('>')?)?,
    }))
}

/// `b180`, `f>180`.
fn special(from: &str, to: &str) -> Option<Laid> {
    let mut letters = from.chars();
    let base = Edge::parse(letters.next()?)?;
    let bearing = parse_heading(letters.as_str())?;
    let (put, heading) = to.split_once('>')?;
    let mut letters = put.chars();
    let put = Edge::parse(letters.next()?)?;
    let over = letters.next().is_none();
    over.then_some(Laid::Special(SpecialGeom { base, bearing, put, heading: parse_heading(heading)? }))
}

impl Noun<RallyRoundTheFlag> for ChargeGeom {
    const FORM: &'static str = "ARROW TILT";
    const WORDS: Words = Words::Two;

    fn write(self, _: &RallyRoundTheFlag) -> String {
        format!("{} {}", self.arrow.key(), signed(self.tilt, 1))
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<ChargeGeom, Violation> {
        let lower = said.to_ascii_lowercase();
        let geom = lower.split_once(' ').and_then(|(arrow, tilt)| {
            let tilt = number::read(tilt.strip_prefix('+').unwrap_or(tilt), 1)?;
            Some(ChargeGeom { arrow: Arrow::parse(arrow)?, tilt: i16::try_from(tilt).ok()? })
        });
        geom.ok_or_else(|| {
            let such = "`a2 +15` (arrow 2, tilted 15° to the right), or `a2 0`";
            Violation::form(format!("`{said}` is no charge; write one such as {such}"))
        })
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> ChargeGeom {
        let arrow = Arrow::ALL[chance.draw(5, "any arrow") as usize];
        ChargeGeom { arrow, tilt: chance.draw(801, "any tilt") as i16 - 400 }
    }
}

/// The ride of a General (3.6(7)).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Ride {
    /// Which way.
    pub bearing: Heading,
    /// How far, if not the whole length of his arrow, in hundredths of a yard.
    pub way: Option<i32>,
}

impl Noun<RallyRoundTheFlag> for Ride {
    const FORM: &'static str = ">BEARING [YARDS]";
    const WORDS: Words = Words::Many;

    fn write(self, _: &RallyRoundTheFlag) -> String {
        match self.way {
            None => format!(">{}", degrees(self.bearing)),
            Some(way) => format!(">{} {}", degrees(self.bearing), number::write(way, 2)),
        }
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Ride, Violation> {
        let mut words = said.split_whitespace();
        let bearing = words.next().and_then(|word| word.strip_prefix('>')).and_then(parse_heading);
        let way = words.next().map(|word| number::read(word, 2));
        match (bearing, way, words.next()) {
            (Some(bearing), None, None) => Ok(Ride { bearing, way: None }),
            (Some(bearing), Some(Some(way)), None) => Ok(Ride { bearing, way: Some(way) }),
            _ => Err(Violation::form(format!(
                "`{said}` is no ride; write one such as `>90`, or `>90 185.5` to stop short"
            ))),
        }
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Ride {
        let bearing = Heading::new(chance.draw(3_600, "any bearing") as u16).unwrap_or(Heading::NORTH);
        let short = chance.draw(2, "all the way") == 0;
        Ride { bearing, way: short.then(|| chance.draw(40_000, "how far") as i32) }
    }
}
