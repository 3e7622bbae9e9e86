//! From a line to an action.

use super::{FORMS, Form, bridge_name, commander_tag, direction_name, find_piece, unit_tag};
use crate::action::Action;
use crate::ids::{ArrivalId, BridgeId, CommanderId, Piece, UnitId};
use crate::scenario::{Bridge, Scenario};
use engine::Violation;
use faults::did_you_mean;
use ground::{Direction, Hex};

/// Reads a line back.
///
/// # Errors
///
/// What was not understood, and the nearest thing that would be.
pub fn read(scenario: &Scenario, line: &str) -> Result<Action, Violation> {
    let small = line.to_ascii_lowercase();
    let words: Vec<&str> = small.split_whitespace().collect();
    let n = Names { scenario, line };
    Ok(match words.as_slice() {
        ["place", h] => Action::Place(n.hex(h)?),
        ["ready"] => Action::Ready,
        ["deployed"] => Action::Deployed,
        ["detach", u] => Action::Detach(n.unit(u)?),
        ["attach", u] => Action::Attach(n.unit(u)?),
        ["roll"] => Action::Roll,
        ["decline"] => Action::Decline,
        ["build", u] => Action::Build(n.unit(u)?),
        ["burn", b, "by", u] => Action::Burn(n.bridge(b)?, n.unit(u)?),
        ["torch", b] => Action::Torch(n.bridge(b)?),
        ["fire", h] => Action::FireFrom(n.hex(h)?),
        ["hold", u] => Action::HoldFire(n.unit(u)?),
        ["target", h] => Action::Target(n.hex(h)?),
        ["shell", u] => Action::Victim(n.unit(u)?),
        ["limber", u] => Action::Limber(n.unit(u)?),
        ["select", h] => Action::Select(n.hex(h)?),
        ["pick", p] => Action::Pick(n.piece(p)?),
        ["with", p] => Action::With(n.piece(p)?),
        ["without", p] => Action::Without(n.piece(p)?),
        ["move", h] => Action::MoveTo(n.hex(h)?),
        ["step", d] => Action::Step(n.direction(d)?),
        ["march", d] => Action::March(n.direction(d)?),
        ["mount"] => Action::Mount,
        ["dismount"] => Action::Dismount,
        ["unlimber", u] => Action::Unlimber(n.unit(u)?),
        ["charge", h] => Action::Charge(n.hex(h)?),
        ["rest"] => Action::Rest,
        ["enter", tag @ ..] if !tag.is_empty() => Action::Enter(n.arrival(tag)?),
        ["step", "in", tag @ ..] if !tag.is_empty() => Action::StepIn(n.arrival(tag)?),
        ["divert", tag @ ..] if !tag.is_empty() => Action::Divert(n.arrival(tag)?),
        ["return", u, "at", h] => Action::Return(n.unit(u)?, n.hex(h)?),
        ["mark", c] => Action::MarkRecover(n.commander(c)?),
        ["raze", h] => Action::RemoveWorks(n.hex(h)?),
        ["attack", at, "from", from] => Action::Attack { from: n.hex(from)?, at: n.hex(at)? },
        ["resolve", h] => Action::Resolve(n.hex(h)?),
        ["lose", u] => Action::Lose(n.unit(u)?),
        ["stand"] => Action::Stand,
        ["fall", "back"] => Action::FallBack,
        ["retreat", "off"] => Action::RetreatOff,
        ["retreat", h] => Action::RetreatTo(n.hex(h)?),
        ["halt"] => Action::Halt,
        ["goes"] => Action::Goes,
        ["stays"] => Action::Stays,
        ["put", h] => Action::PutLeader(n.hex(h)?),
        ["withdraw", h] => Action::Withdraw(n.hex(h)?),
        ["advance", who, "to", to] => match scenario.map.grid.parse(who) {
            Some(from) => Action::AdvanceAll(from, n.hex(to)?),
            None => Action::Advance(n.piece(who)?, n.hex(to)?),
        },
        ["recover", u] => Action::Recover(n.unit(u)?),
        ["rejoin", h] => Action::Rejoin(n.hex(h)?),
        ["done"] => Action::Done,
        [] => return Err(Violation::form("nothing was said; an answer is a line such as `done`")),
        [verb, ..] => return Err(n.not_understood(verb)),
    })
}

/// Finds what the words of a line name.
struct Names<'a> {
    scenario: &'a Scenario,
    line: &'a str,
}

impl Names<'_> {
    /// The word as it was typed.
    fn said(&self, word: &str) -> String {
        let typed = self.line.split_whitespace().find(|typed| typed.eq_ignore_ascii_case(word));
        typed.unwrap_or(word).to_owned()
    }

    fn hex(&self, word: &str) -> Result<Hex, Violation> {
        let grid = &self.scenario.map.grid;
        grid.parse(word).ok_or_else(|| {
            let (first, last) = (grid.name(Hex(0)), grid.name(Hex(grid.len() as u16 - 1)));
            Violation::form(format!(
                "there is no hex `{}`: hexes run from {first} to {last}",
                self.said(word)
            ))
        })
    }

    fn unit(&self, word: &str) -> Result<UnitId, Violation> {
        match self.piece(word)? {
            Piece::Unit(unit) => Ok(unit),
            Piece::Commander(commander) => Err(Violation::form(format!(
                "{} is a commander; name a regiment or a battery",
                commander_tag(self.scenario, commander)
            ))),
        }
    }

    fn commander(&self, word: &str) -> Result<CommanderId, Violation> {
        match self.piece(word)? {
            Piece::Commander(commander) => Ok(commander),
            Piece::Unit(unit) => Err(Violation::form(format!(
                "{} is no commander; name a commander",
                unit_tag(self.scenario, unit)
            ))),
        }
    }

    fn piece(&self, word: &str) -> Result<Piece, Violation> {
        find_piece(self.scenario, word).ok_or_else(|| {
            let units = self.scenario.units.iter().map(|unit| unit.tag.as_str());
            let commanders = self.scenario.commanders.iter().map(|commander| commander.tag.as_str());
            let near = did_you_mean(word, units.chain(commanders));
            Violation::form(format!("nobody is called `{}`{}", self.said(word), perhaps(near)))
        })
    }

    fn bridge(&self, word: &str) -> Result<BridgeId, Violation> {
        let bridges = &self.scenario.bridges;
        let ends = word.split_once('-').ok_or_else(|| {
            Violation::form(format!("`{}` is no bridge: write both hexes, `0402-0502`", self.said(word)))
        })?;
        let (a, b) = (self.hex(ends.0)?, self.hex(ends.1)?);
        let joins =
            |bridge: &Bridge| (bridge.hex, bridge.other) == (a, b) || (bridge.hex, bridge.other) == (b, a);
        bridges.iter().position(joins).map(|at| BridgeId(at as u8)).ok_or_else(|| {
            let there: Vec<String> =
                (0..bridges.len()).map(|at| bridge_name(self.scenario, BridgeId(at as u8))).collect();
            let there = if there.is_empty() { "there are none".into() } else { there.join(", ") };
            Violation::form(format!("there is no bridge `{}`; bridges: {there}", self.said(word)))
        })
    }

    fn arrival(&self, words: &[&str]) -> Result<ArrivalId, Violation> {
        let tag = words.join(" ");
        let arrivals = &self.scenario.arrivals;
        arrivals
            .iter()
            .position(|arrival| arrival.tag.eq_ignore_ascii_case(&tag))
            .map(|at| ArrivalId(at as u8))
            .ok_or_else(|| {
                let near = did_you_mean(&tag, arrivals.iter().map(|arrival| arrival.tag.as_str()));
                Violation::form(format!("nobody called `{tag}` is to arrive{}", perhaps(near)))
            })
    }

    fn direction(&self, word: &str) -> Result<Direction, Violation> {
        Direction::ALL
            .into_iter()
            .find(|&direction| direction_name(self.scenario, direction).eq_ignore_ascii_case(word))
            .ok_or_else(|| {
                let six = Direction::ALL.map(|direction| direction_name(self.scenario, direction));
                Violation::form(format!("`{}` is no direction: use {}", self.said(word), six.join(", ")))
            })
    }

    /// The line begins with an unknown word, or goes on in an unknown way.
    fn not_understood(&self, verb: &str) -> Violation {
        let shapes: Vec<String> =
            FORMS.iter().filter(|form| form.verb() == verb).map(|form| format!("`{}`", form.line)).collect();
        if !shapes.is_empty() {
            return Violation::form(format!(
                "`{}` is not complete: write {}",
                self.line.trim(),
                shapes.join(" or ")
            ));
        }
        let near = did_you_mean(verb, FORMS.iter().map(Form::verb));
        Violation::form(format!("`{}` is no action{}", self.said(verb), perhaps(near)))
    }
}

fn perhaps(near: Option<&str>) -> String {
    near.map(|word| format!("; did you mean `{word}`?")).unwrap_or_default()
}
