//! Entries in writing: `K3-west 300 a2 +15 >90`, so many yards along an edge, an arrow and its tilt, the
//! heading at the end; and the rides of Generals who come in, `K3-west 300 >90`.

use super::action::parse_heading;
use super::ids::{BodyId, BorderId, BrigadeId};
use super::laid::Ride;
use super::numbers::Arrow;
use super::scenario::RallyRoundTheFlag;
use engine::notation::{Noun, Words, any_number, perhaps};
use engine::{Chance, Violation};
use faults::did_you_mean;
use ground::table::{Heading, number};
use serde::{Deserialize, Serialize};

/// How a stand enters.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Inbound {
    /// Over which edge.
    pub border: BorderId,
    /// Where along it, in yards from its western or southern end.
    pub at: u16,
    /// By which arrow.
    pub arrow: Arrow,
    /// How far it is tilted, in tenths of a degree, clockwise.
    pub tilt: i16,
    /// How the stand faces at the end.
    pub heading: Heading,
    /// Whether cavalry comes on horseback or on foot (RRF-DEP-4b); as it waits if nothing is said.
    pub mounted: Option<bool>,
}

/// How a General rides in.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct RideIn {
    /// Over which edge.
    pub border: BorderId,
    /// Where along it, in yards from its western or southern end.
    pub at: u16,
    /// Which way, and how far.
    pub ride: Ride,
}

impl Noun<RallyRoundTheFlag> for BrigadeId {
    const FORM: &'static str = "BRIGADE";

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        let known = rules.brigades.get(self.index());
        known.map_or_else(|| format!("brigade?{}", self.0), |brigade| brigade.tag.clone())
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<BrigadeId, Violation> {
        rules.find_brigade(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.brigades.iter().map(|brigade| brigade.tag.as_str()));
            Violation::form(format!("there is no brigade `{said}`{}", perhaps(near)))
        })
    }

    fn exists(self, rules: &RallyRoundTheFlag) -> bool {
        self.index() < rules.brigades.len()
    }

    fn any(rules: &RallyRoundTheFlag, chance: &mut dyn Chance) -> BrigadeId {
        BrigadeId::at(any_number(chance, rules.brigades.len(), 1 << 8))
    }
}

impl Noun<RallyRoundTheFlag> for BodyId {
    const FORM: &'static str = "FORMATION";

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        let known = rules.bodies.get(self.index());
        known.map_or_else(|| format!("formation?{}", self.0), |body| body.tag.clone())
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<BodyId, Violation> {
        rules.find_body(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.bodies.iter().map(|body| body.tag.as_str()));
            Violation::form(format!("there is no formation `{said}`{}", perhaps(near)))
        })
    }

    fn exists(self, rules: &RallyRoundTheFlag) -> bool {
        self.index() < rules.bodies.len()
    }

    fn any(rules: &RallyRoundTheFlag, chance: &mut dyn Chance) -> BodyId {
        BodyId::at(any_number(chance, rules.bodies.len(), 1 << 8))
    }
}

impl Noun<RallyRoundTheFlag> for BorderId {
    const FORM: &'static str = "EDGE";

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        let known = rules.borders.get(self.index());
        known.map_or_else(|| format!("edge?{}", self.0), |border| border.name.clone())
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<BorderId, Violation> {
        rules.find_border(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.borders.iter().map(|border| border.name.as_str()));
            Violation::form(format!("no edge of the map is called `{said}`{}", perhaps(near)))
        })
    }

    fn exists(self, rules: &RallyRoundTheFlag) -> bool {
        self.index() < rules.borders.len()
    }

    fn any(rules: &RallyRoundTheFlag, chance: &mut dyn Chance) -> BorderId {
        BorderId::at(any_number(chance, rules.borders.len(), 1 << 8))
    }
}

impl Noun<RallyRoundTheFlag> for Inbound {
    const FORM: &'static str = "EDGE YARDS ARROW [TILT] >HEADING [mounted|foot]";
    const WORDS: Words = Words::Many;

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        let tilt = match self.tilt {
            0 => String::new(),
            tilt if tilt > 0 => format!(" +{}", number::write(tilt.into(), 1)),
            tilt => format!(" {}", number::write(tilt.into(), 1)),
        };
        let heading = number::write(self.heading.tenths().into(), 1);
        let mounted = match self.mounted {
            None => "",
            Some(true) => " mounted",
            Some(false) => " foot",
        };
        format!("{} {} {}{tilt} >{heading}{mounted}", self.border.write(rules), self.at, self.arrow.key())
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<Inbound, Violation> {
        let lower = said.to_ascii_lowercase();
        let mut words: Vec<&str> = lower.split_whitespace().collect();
        let such = "`K3-west 300 a2 +15 >90`: 300 yards along that edge, arrow 2 tilted 15° to the right, facing 90°";
        let wrong = || Violation::form(format!("`{said}` is no way in; write one such as {such}"));
        let mounted = match words.last() {
            Some(&"mounted") => Some(true),
            Some(&"foot") => Some(false),
            _ => None,
        };
        if mounted.is_some() {
            words.pop();
        }
        let (border, at, arrow, tilt, heading) = match words.as_slice() {
            [border, at, arrow, heading] => (*border, *at, *arrow, "0", *heading),
            [border, at, arrow, tilt, heading] => (*border, *at, *arrow, *tilt, *heading),
            _ => return Err(wrong()),
        };
        let tilt = number::read(tilt.strip_prefix('+').unwrap_or(tilt), 1);
        let parts = (
            at.parse().ok(),
            Arrow::parse(arrow),
            tilt.and_then(|tilt| i16::try_from(tilt).ok()),
            heading.strip_prefix('>').and_then(parse_heading),
        );
        let (Some(at), Some(arrow), Some(tilt), Some(heading)) = parts else { return Err(wrong()) };
        Ok(Inbound { border: BorderId::read(rules, border)?, at, arrow, tilt, heading, mounted })
    }

    fn exists(self, rules: &RallyRoundTheFlag) -> bool {
        self.border.exists(rules)
    }

    fn any(rules: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Inbound {
        let mounted = [None, Some(true), Some(false)][chance.draw(3, "any seat") as usize];
        Inbound {
            border: BorderId::any(rules, chance),
            at: chance.draw(700, "any place along it") as u16,
            arrow: Arrow::ALL[chance.draw(5, "any arrow") as usize],
            tilt: chance.draw(801, "any tilt") as i16 - 400,
            heading: Heading::new(chance.draw(3_600, "any heading") as u16).unwrap_or(Heading::NORTH),
            mounted,
        }
    }
}

impl Noun<RallyRoundTheFlag> for RideIn {
    const FORM: &'static str = "EDGE YARDS >BEARING [YARDS]";
    const WORDS: Words = Words::Many;

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        format!("{} {} {}", self.border.write(rules), self.at, self.ride.write(rules))
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<RideIn, Violation> {
        let mut words = said.splitn(3, ' ');
        let (border, at, ride) = (words.next(), words.next(), words.next());
        let (Some(border), Some(Some(at)), Some(ride)) = (border, at.map(|at| at.parse().ok()), ride) else {
            let such = "`K3-west 300 >90`: from 300 yards along that edge toward 90°";
            return Err(Violation::form(format!("`{said}` is no way in; write one such as {such}")));
        };
        Ok(RideIn { border: BorderId::read(rules, border)?, at, ride: Ride::read(rules, ride)? })
    }

    fn exists(self, rules: &RallyRoundTheFlag) -> bool {
        self.border.exists(rules)
    }

    fn any(rules: &RallyRoundTheFlag, chance: &mut dyn Chance) -> RideIn {
        RideIn {
            border: BorderId::any(rules, chance),
            at: chance.draw(700, "any place along it") as u16,
            ride: Ride::any(rules, chance),
        }
    }
}
