//! What happened, in words and figures.

use super::{counted, factor, listed, phase_name, piece, signed, turn_name, unit};
use crate::files::notation::{bridge_name, commander_tag, hex_name, piece_tag, unit_tag};
use crate::model::event::{Event, Factor, Terms, modified};
use crate::model::ids::{BrigadeId, CommanderId, Piece};
use crate::model::numbers::{Cohesion, CommandValue, StrengthPoints};
use crate::model::scenario::{Rank, Scenario};
use crate::model::state::Reason;
use crate::rules::tables::{CombatResult, ODDS_NAMES, odds_threshold};
use engine::{Line, Side};
use ground::Hex;

/// An event as a line of the log, with its arithmetic.
#[must_use]
pub fn tell(scenario: &Scenario, event: &Event) -> Line {
    let names = Names(scenario);
    let hex = |hex: Hex| names.hex(hex);
    match event {
        Event::TurnBegins { turn } => Line::heading(turn_name(scenario, *turn)),
        Event::PhaseBegins { side, phase } => Line::heading(format!("{side}: {}", phase_name(*phase))),
        Event::Round { round } => Line::heading(format!("Combat, round {round}")),
        Event::Initiative { dice, cv, first } => initiative(*dice, *cv, *first),
        Event::Placed { piece: one, hex: h } => {
            Line::new(format!("{} stands in {}.", piece(scenario, *one), hex(*h))).at(hex(*h))
        }
        Event::Acts { side, commander } => Line::new(match commander {
            Some(one) => format!("{} acts as {side} army commander.", names.commander(*one)),
            None => format!("Nobody acts as {side} army commander."),
        }),
        Event::CommandRoll { commander, die, terms, cv, passed } => {
            names.command_roll(*commander, *die, terms, *cv, *passed)
        }
        Event::CommandGiven { commander, by } => Line::new(format!(
            "{} is in command through {}.",
            names.commander(*commander),
            names.commander(*by)
        )),
        Event::Marker { unit: one, detached, by_itself } => {
            let tag = unit_tag(scenario, *one);
            Line::new(match (detached, by_itself) {
                (true, _) => format!("{tag} is DETACHED."),
                (false, false) => format!("{tag}'s DETACHED marker is taken off."),
                (false, true) => {
                    format!("{tag}'s DETACHED marker comes off: it is back in its commander's range.")
                }
            })
        }
        Event::WorksBegun { unit: one, hex: h } => {
            Line::new(format!("{} begins breastworks in {}.", unit_tag(scenario, *one), hex(*h))).at(hex(*h))
        }
        Event::WorksFinished { hex: h } => {
            Line::new(format!("The breastworks in {} are finished.", hex(*h))).at(hex(*h))
        }
        Event::WorksAbandoned { hex: h } => {
            Line::new(format!("The work begun in {} is given up.", hex(*h))).at(hex(*h))
        }
        Event::WorksRemoved { hex: h } => {
            Line::new(format!("The breastworks in {} are removed.", hex(*h))).at(hex(*h))
        }
        Event::BridgePrepared { bridge, unit: one } => Line::new(format!(
            "{} prepares to burn the bridge {}.",
            unit_tag(scenario, *one),
            bridge_name(scenario, *bridge)
        )),
        Event::BridgeRoll { bridge, unit: one, die, terms, cohesion, burned } => {
            let end = if *burned { "the bridge burns" } else { "it does not burn" };
            let text = format!(
                "{} sets fire to the bridge {}: {end}.",
                unit_tag(scenario, *one),
                bridge_name(scenario, *bridge)
            );
            against(scenario, Line::new(text), *die, terms, "cohesion", cohesion, "LFM-25.1d")
        }
        Event::BridgeAbandoned { bridge } => Line::new(format!(
            "Nobody prepares to burn the bridge {} any more.",
            bridge_name(scenario, *bridge)
        )),
        Event::Bombardment { from, target, victim, terms, strength, die, checks, .. } => {
            let whom = match victim {
                Some(one) => format!("{} in {}", unit(scenario, *one), hex(*target)),
                None => format!("every unit in {}", hex(*target)),
            };
            let guns = listed(from.iter().map(|&h| hex(h)));
            let count = match checks {
                0 => "no check".into(),
                &some => counted(some, "check", "checks"),
            };
            let text =
                format!("The batteries in {guns} shell {whom}: strength {strength}, die {die}, {count}.");
            sums(scenario, Line::new(text), terms)
                .sum("strength", strength.to_string(), "LFM-7.5c")
                .sum("die", die.to_string(), "LFM-7.5a")
                .sum("cohesion checks", checks.to_string(), "LFM-7.5a")
                .at(hex(*target))
        }
        Event::Check { unit: one, die, cohesion, passed } => {
            let end = if *passed { "passes" } else { "fails" };
            Line::detail(format!(
                "{} checks cohesion: {die} against {cohesion}, it {end}.",
                unit_tag(scenario, *one)
            ))
            .sum("die", die.to_string(), "LFM-18.2")
            .sum("cohesion", cohesion.to_string(), "LFM-18.2")
        }
        Event::Disorganized { unit: one } => {
            Line::detail(format!("{} is disorganized.", unit_tag(scenario, *one)))
        }
        Event::Eliminated { unit: one, hex: h } => {
            let line = Line::new(format!("{} is eliminated.", unit(scenario, *one)));
            if h.index() < scenario.map.grid.len() { line.at(hex(*h)) } else { line }
        }
        Event::Changed { unit: one, deployed } => {
            let guns = scenario.units.get(one.index()).is_some_and(|info| info.kind.is_artillery());
            let verb = match (guns, deployed) {
                (true, true) => "unlimbers",
                (true, false) => "limbers",
                (false, true) => "dismounts",
                (false, false) => "mounts",
            };
            Line::detail(format!("{} {verb}.", unit_tag(scenario, *one)))
        }
        Event::Moved { piece: one, pieces, from, to, cost, road } => {
            let by_road = if *road { " by road" } else { "" };
            let (who, verb) = names.group(*one, *pieces, "moves", "move");
            Line::new(format!("{who} {verb}{by_road} from {} to {} for {} MP.", hex(*from), hex(*to), cost))
                .at(hex(*from))
                .at(hex(*to))
        }
        Event::Entered { piece: one, hex: h } => {
            Line::new(format!("{}'s stack enters the map at {}.", piece_tag(scenario, *one), hex(*h)))
                .at(hex(*h))
        }
        Event::Shifted { arrival, hex: h, turn } => Line::new(format!(
            "{} will enter at {} on {}.",
            crate::files::notation::arrival_tag(scenario, *arrival),
            hex(*h),
            turn_name(scenario, *turn)
        ))
        .at(hex(*h)),
        Event::Charge { from, at, cohesion, terms, die, modified, result } => {
            let text = format!(
                "Charge from {} at {}: die {die}, {}: {}.",
                hex(*from),
                hex(*at),
                result.code(),
                charge_sense(*result)
            );
            let difference = cohesion[0].over(cohesion[1]);
            let line = Line::new(text)
                .sum("best cohesion of the chargers", cohesion[0].to_string(), "LFM-3.9a")
                .sum("best cohesion of the target", cohesion[1].to_string(), "LFM-3.9a")
                .sum("column", signed(difference.clamp(-2, 2)), "LFM-3.9b")
                .sum("die", die.to_string(), "LFM-3.10i");
            sums(scenario, line, terms)
                .sum("die as used", modified.to_string(), "LFM-3.10i")
                .sum("result", result.code(), "LFM-8.8c")
                .at(hex(*from))
                .at(hex(*at))
        }
        Event::Declared { from, at } => {
            Line::detail(format!("{} attacks {}.", hex(*from), hex(*at))).at(hex(*from)).at(hex(*at))
        }
        Event::Combat { attackers, defenders, strength, cohesion, column, terms, die, modified, result } => {
            let text = format!(
                "{} against {}: {}, die {die}, {}: {}.",
                listed(attackers.iter().map(|&h| hex(h))),
                listed(defenders.iter().map(|&h| hex(h))),
                odds_name(*column),
                result.code(),
                combat_sense(*result)
            );
            let line = Line::new(text)
                .sum("attacking strength", format!("{} SP", strength[0]), "LFM-8.3a")
                .sum("defending strength", format!("{} SP", strength[1]), "LFM-8.3a")
                .sum(odds_reason(*strength, *column), odds_name(*column), "LFM-8.8a")
                .sum("best cohesion of the attackers", cohesion[0].to_string(), "R-38")
                .sum("best cohesion of the defenders", cohesion[1].to_string(), "R-38")
                .sum("die", die.to_string(), "LFM-8.8b");
            let line = sums(scenario, line, terms).sum("die as used", modified.to_string(), "LFM-8.9a").sum(
                "result",
                result.code(),
                "LFM-8.8c",
            );
            attackers.iter().chain(defenders.iter()).fold(line, |line, &h| line.at(hex(h)))
        }
        Event::TooWeak { at, strength } => Line::new(format!(
            "The attack on {} is below 1-3: {} SP against {} SP. The attackers must retreat.",
            hex(*at),
            strength[0],
            strength[1]
        ))
        .sum("attacking strength", format!("{} SP", strength[0]), "LFM-8.3a")
        .sum("defending strength", format!("{} SP", strength[1]), "LFM-8.3a")
        .sum("needed for 1-3", format!("{} SP", odds_threshold(0, strength[1])), "LFM-8.8d")
        .at(hex(*at)),
        Event::StoodFast { hex: h } => {
            Line::new(format!("The stack in {} stands fast in its cover.", hex(*h))).at(hex(*h))
        }
        Event::FellBack { piece: one, pieces, from, to, reason } => {
            let (who, verb) = names.group(*one, *pieces, "falls back", "fall back");
            let to_where = to.map_or_else(|| "off the map".into(), |h| format!("to {}", hex(h)));
            let line =
                Line::new(format!("{who} {verb} from {} {to_where}{}.", hex(*from), reason_words(*reason)))
                    .at(hex(*from));
            to.map_or(line.clone(), |h| line.at(hex(h)))
        }
        Event::Casualty { commander, die, fell } => {
            let name = names.commander(*commander);
            let end =
                match (fell, scenario.commanders.get(commander.index()).and_then(|c| c.replacement.as_ref()))
                {
                    (false, _) => "he is unhurt".into(),
                    (true, Some((next, cv))) => format!("he falls; {next} (CV {cv}) takes over"),
                    (true, None) => "he falls".into(),
                };
            Line::detail(format!("{name} is under fire: die {die}, {end}.")).sum(
                "die",
                die.to_string(),
                "LFM-8.10b2",
            )
        }
        Event::LeaderPlaced { commander, hex: h } => {
            let name = names.commander(*commander);
            match h {
                Some(h) => Line::detail(format!("{name} goes to {}.", hex(*h))).at(hex(*h)),
                None => Line::detail(format!(
                    "{name} leaves the map, and comes back with the next friends who enter."
                )),
            }
        }
        Event::Advanced { piece: one, from, to } => {
            Line::new(format!("{} advances from {} to {}.", piece_tag(scenario, *one), hex(*from), hex(*to)))
                .at(hex(*from))
                .at(hex(*to))
        }
        Event::Shattered { brigade, lost, total } => {
            Line::new(format!("{} is shattered: {lost} of {total} SP are lost.", names.brigade(*brigade)))
                .sum("lost", format!("{lost} SP"), "LFM-15.1a")
                .sum("total", format!("{total} SP"), "R-62")
        }
        Event::Unshattered { brigade } => {
            Line::new(format!("{} is no longer shattered.", names.brigade(*brigade)))
        }
        Event::Reorganize { hex: h, die, terms, cohesion, helper, removed } => {
            let end = if *removed { "organized again" } else { "still disorganized" };
            let line = against(
                scenario,
                Line::new(format!("The stack in {} rolls {die}: {end}.", hex(*h))).at(hex(*h)),
                *die,
                terms,
                "lowest cohesion",
                cohesion,
                "LFM-14.5b",
            );
            match helper {
                Some((one, cv)) => line.sum(
                    format!("or the bare die against {}'s command value", names.commander(*one)),
                    cv.to_string(),
                    "LFM-19.1c",
                ),
                None => line,
            }
        }
        Event::RecoverRoll { commander, unit: one, die, recovered } => {
            let end = if *recovered { "it comes back" } else { "in vain" };
            let cohesion = scenario.units.get(one.index()).map_or(Cohesion::ZERO, |info| info.cohesion);
            Line::new(format!(
                "{} tries to recover {}: die {die}, {end}.",
                names.commander(*commander),
                unit(scenario, *one)
            ))
            .sum("die", die.to_string(), "LFM-17.1c")
            .sum("cohesion", cohesion.to_string(), "LFM-17.1c")
        }
        Event::Rejoined { unit: one, hex: h } => {
            Line::new(format!("{} is back, in {}.", unit(scenario, *one), hex(*h))).at(hex(*h))
        }
        Event::NightFalls => {
            Line::new("Night falls: all markers of disorder come off, and no brigade is shattered.")
        }
        Event::NewTotal { brigade, total } => Line::new(format!(
            "{} is counted anew: {total} SP.",
            names.brigade(*brigade)
        ))
        .sum("new total", format!("{total} SP"), "LFM-15.3b"),
        Event::LostForGood { unit: one } => {
            Line::detail(format!("{} is lost for good.", unit(scenario, *one)))
        }
        Event::BrigadeDestroyed { brigade } => {
            Line::new(format!("{} is destroyed.", names.brigade(*brigade)))
        }
        Event::OutOfTouch { unit: one } => Line::new(format!(
            "{} is out of touch with its brigade and must close up as soon as it can.",
            unit_tag(scenario, *one)
        )),
        Event::Objective { index, side } => match scenario.victory.objectives.get(*index as usize) {
            Some(place) => {
                let at = hex_name(scenario, place.hex);
                let name = if place.name.is_empty() { at.clone() } else { format!("{} ({at})", place.name) };
                Line::new(format!("The {side} side holds {name}.")).at(at)
            }
            None => Line::new(format!("The {side} side holds objective {index}.")),
        },
        Event::VictoryCheck { points } => {
            Line::new(format!("Victory points: Union {}, Confederate {}.", points[0], points[1]))
        }
        Event::GameOver { outcome } => {
            let [union, confederate] = outcome.points;
            let end = match outcome.winner {
                Some(side) => format!("The {side} side wins"),
                None => "The battle is a draw".into(),
            };
            Line::heading(format!("{end}: Union {union}, Confederate {confederate} victory points."))
        }
    }
}

/// A short name for what an event decided; odds are grouped by it.
#[must_use]
pub fn headline(event: &Event) -> Option<String> {
    let either = |yes: bool, this: &str, that: &str| Some(if yes { this } else { that }.to_owned());
    match event {
        Event::Combat { result, .. } | Event::Charge { result, .. } => Some(result.code().into()),
        Event::TooWeak { .. } => Some("below 1-3".into()),
        Event::Bombardment { checks: 0, .. } => Some("no check".into()),
        Event::Bombardment { checks, .. } => Some(counted(*checks, "check", "checks")),
        Event::Check { passed, .. } => either(*passed, "passed", "failed"),
        Event::Eliminated { .. } => Some("eliminated".into()),
        Event::Casualty { fell, .. } => either(*fell, "commander falls", "commander unhurt"),
        Event::CommandRoll { passed, .. } => either(*passed, "in command", "out of command"),
        Event::BridgeRoll { burned, .. } => either(*burned, "burned", "not burned"),
        Event::Reorganize { removed, .. } => either(*removed, "organized", "still disorganized"),
        Event::RecoverRoll { recovered, .. } => either(*recovered, "recovered", "not recovered"),
        Event::Initiative { first, .. } => {
            Some(first.map_or_else(|| "tie".into(), |side| format!("{side} first")))
        }
        _ => None,
    }
}

/// What a result of the combat and charge tables means, by its code.
pub fn gloss(code: &str) -> &'static str {
    let found = CombatResult::ALL.into_iter().find(|result| result.code() == code);
    found.map_or("", |result| match result {
        // Only charges bring these.
        CombatResult::DrStop | CombatResult::Ar => charge_sense(result),
        other => combat_sense(other),
    })
}

fn initiative(dice: [u8; 2], cv: [CommandValue; 2], first: Option<Side>) -> Line {
    let total = [0, 1].map(|at| dice[at] + cv[at].0);
    let [union, confederate] = total;
    let text = match first {
        Some(side) => {
            format!("Initiative: Union {union}, Confederate {confederate}. The {side} side goes first.")
        }
        None => format!("Initiative: both {union}. The dice are rolled again."),
    };
    let mut line = Line::new(text);
    for side in Side::BOTH {
        let at = side.index();
        line = line
            .sum(format!("{side} die"), dice[at].to_string(), "LFM-S1a")
            .sum(format!("{side} command value"), signed(cv[at].0), "LFM-S1a")
            .sum(format!("{side} total"), total[at].to_string(), "LFM-S1b");
    }
    match (union == confederate, cv[0] == cv[1]) {
        (true, false) => line.sum("tie: the higher command value", cv[0].max(cv[1]).to_string(), "LFM-S1c"),
        (true, true) => line.sum("tie: equal command values", "again", "LFM-S1d"),
        (false, _) => line,
    }
}

/// Adds a row for each term.
fn sums(scenario: &Scenario, line: Line, terms: &Terms) -> Line {
    terms.iter().fold(line, |line, term| {
        let (what, rule) = factor(&scenario.limits, term.factor);
        let value = match term.factor {
            Factor::GunsNear | Factor::GunsFar => format!("{} SP", term.value),
            _ => signed(term.value),
        };
        line.sum(what, value, rule)
    })
}

/// Adds the rows of a die with additions against a rating.
fn against(
    scenario: &Scenario,
    line: Line,
    die: u8,
    terms: &Terms,
    rating: &str,
    value: &impl ToString,
    rule: &str,
) -> Line {
    let total = modified(die, terms);
    let line = sums(scenario, line.sum("die", die.to_string(), rule), terms);
    let line = if terms.is_empty() { line } else { line.sum("total", total.to_string(), rule) };
    line.sum(rating, value.to_string(), rule)
}

fn odds_name(column: u8) -> &'static str {
    ODDS_NAMES.get(column as usize).copied().unwrap_or("?")
}

/// Why this column and not the next: `3-2 from 9 SP, 2-1 from 12 SP`.
fn odds_reason(strength: [StrengthPoints; 2], column: u8) -> String {
    let from = |column: u8| {
        format!("{} from {} SP", odds_name(column), odds_threshold(column as usize, strength[1]))
    };
    let next = column + 1;
    if (next as usize) < ODDS_NAMES.len() {
        format!("odds: {}, {}", from(column), from(next))
    } else {
        format!("odds: {}", from(column.min(ODDS_NAMES.len() as u8 - 1)))
    }
}

/// What a result of the combat table asks for.
const fn combat_sense(result: CombatResult) -> &'static str {
    match result {
        CombatResult::DrD1 => "the defenders lose a unit, the rest retreat",
        CombatResult::D1 => "the defenders lose a unit",
        CombatResult::Dr | CombatResult::DrStop => "the defenders retreat",
        CombatResult::Exc => "both sides lose",
        CombatResult::C => "nothing changes",
        CombatResult::ExcDr => "both sides lose, the defenders retreat",
        CombatResult::ExcAr => "both sides lose, the attackers retreat",
        CombatResult::A1 => "the attackers lose a unit",
        CombatResult::Ar => "the attackers retreat",
        CombatResult::ArA1 => "the attackers lose a unit, the rest retreat",
    }
}

/// What a result of the charge table asks for.
const fn charge_sense(result: CombatResult) -> &'static str {
    match result {
        CombatResult::DrStop => "the target retreats, the chargers go no further than its hex",
        CombatResult::Ar => "the chargers retreat",
        CombatResult::ArA1 => "the chargers lose a unit, the rest retreat",
        CombatResult::Dr => "the target retreats",
        CombatResult::DrD1 => "the target loses a unit, the rest retreat",
        other => combat_sense(other),
    }
}

/// Why somebody falls back, as the end of a sentence.
const fn reason_words(reason: Reason) -> &'static str {
    match reason {
        Reason::Result => "",
        Reason::Charge => "",
        Reason::Fire => " under fire",
        Reason::LeavesCover => ", leaving its cover",
        Reason::LeavesFire => " under fire, leaving its cover",
        Reason::Voluntary => " by choice",
        Reason::BeforeCombat => " before combat",
        Reason::Exit => ", out of the zone of control",
        Reason::TooWeak => ", too weak to attack",
        Reason::Night => " as night falls",
    }
}

/// Names for sentences.
struct Names<'a>(&'a Scenario);

impl Names<'_> {
    fn hex(&self, hex: Hex) -> String {
        hex_name(self.0, hex)
    }

    fn commander(&self, commander: CommanderId) -> String {
        commander_tag(self.0, commander)
    }

    /// `Union brigade I/1/M`: both sides may have one of that label.
    fn brigade(&self, brigade: BrigadeId) -> String {
        match self.0.brigades.get(brigade.index()) {
            Some(info) => format!("{} brigade {}", info.side, info.label),
            None => format!("Brigade {}", brigade.0),
        }
    }

    /// `5NY (I4/3) moves`, `5NY (I4/3) and 2 more move`.
    fn group<'w>(&self, one: Piece, pieces: u8, alone: &'w str, together: &'w str) -> (String, &'w str) {
        match pieces {
            0 | 1 => (piece(self.0, one), alone),
            more => (format!("{} and {} more", piece(self.0, one), more - 1), together),
        }
    }

    fn command_roll(
        &self,
        commander: CommanderId,
        die: u8,
        terms: &Terms,
        cv: CommandValue,
        passed: bool,
    ) -> Line {
        let rule = match self.0.commanders.get(commander.index()).map(|info| info.rank) {
            Some(Rank::Corps) => "LFM-20.4a",
            Some(Rank::Division) => "LFM-20.5a",
            _ => "LFM-20.3a",
        };
        let end = if passed { "in command" } else { "out of command" };
        let line = Line::new(format!("{} rolls {die}: {end}.", self.commander(commander)));
        against(self.0, line, die, terms, "command value", &cv, rule)
    }
}
