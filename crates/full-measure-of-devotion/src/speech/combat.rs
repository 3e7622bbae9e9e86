//! Combat in words, row by row.

use super::{brigades, counted, force, hex, place, points, signed};
use crate::model::campaign::Campaign;
use crate::model::event::{Factor, What};
use crate::model::ids::ForceId;
use crate::model::numbers::{Hits, Margin};
use crate::model::state::{Cause, Role};
use engine::Line;
use ground::Hex;

/// A row of the arithmetic: what it is, and the rule behind it.
#[must_use]
pub(crate) fn factor(factor: Factor) -> (String, &'static str) {
    match factor {
        Factor::Support(forces) => (
            format!("{} beside the combat hex", counted(forces, "other Force", "other Forces")),
            "FMD-12.3-A1",
        ),
        Factor::CombinedArms(2) => ("infantry with one other arm".into(), "FMD-12.3-A2"),
        Factor::CombinedArms(_) => ("infantry with both other arms".into(), "FMD-12.3-A2"),
        Factor::Forest => ("defends in forest".into(), "FMD-12.3-A3"),
        Factor::Crossing => ("defends a crossing".into(), "FMD-12.3-A4"),
        Factor::MinorRiver => ("defends behind a minor river".into(), "FMD-12.3-A6"),
        Factor::Pass => ("defends a mountain pass".into(), "FMD-12.3-A7"),
        Factor::Burdens { role: Role::Defender, .. } => ("FORAGE, FATIGUE, COMBAT".into(), "FMD-12.3-A8"),
        Factor::Burdens { role: Role::Attacker, .. } => ("FORAGE, COMBAT".into(), "FMD-12.3-A9"),
        Factor::CavalryAlone => ("cavalry alone against other arms".into(), "FMD-12.3-A10"),
    }
}

/// What a margin is called, and the rule that says what follows.
#[must_use]
pub(crate) const fn margin(margin: Margin) -> (&'static str, &'static str) {
    match margin.0 {
        0 => ("nobody moves", "RUL-37"),
        1..=3 => ("nobody moves", "FMD-12.3.2a"),
        4..=7 => ("the loser goes back", "FMD-12.3.2b-1"),
        _ => ("the loser is routed", "FMD-12.3.2c-0"),
    }
}

/// An event of a combat in words.
pub(super) fn line(campaign: &Campaign, what: &What) -> Line {
    let at =
        |line: Line, hexes: &[Hex]| hexes.iter().filter_map(|&hex| place(campaign, hex)).fold(line, Line::at);
    let there = |hex_: Hex| hex(campaign, hex_);
    match *what {
        What::BattleOpens { attacker, defender, from, at: combat, cause } => {
            let how = match cause {
                Cause::March => "",
                Cause::Drift => ", having lost its way,",
                Cause::Again => " at once, after its advance,",
            };
            let text = format!("{}{how} attacks {} at {}.", force(attacker), force(defender), there(combat));
            at(Line::new(text), &[combat, from])
        }
        What::Stood { force: one } => Line::detail(format!("{} stands.", force(one))),
        What::AllCavalry { force: one } => {
            Line::detail(format!("{} is all cavalry and tries to withdraw.", force(one)))
        }
        What::AttackerCavalry { force: one, has: true } => {
            Line::detail(format!("{} has cavalry: there is a fight.", force(one)))
        }
        What::AttackerCavalry { force: one, has: false } => {
            Line::detail(format!("{} has no cavalry to hold it.", force(one)))
        }
        What::DiceDeclared { force: one, dice } => {
            Line::detail(format!("{} will throw {}.", force(one), counted(dice, "die", "dice")))
        }
        What::DiceRolled { force: one, faces } => {
            let thrown: Vec<u8> = faces.into_iter().filter(|&face| face > 0).collect();
            let total: u8 = thrown.iter().sum();
            let row = thrown.iter().map(u8::to_string).collect::<Vec<_>>().join(" + ");
            Line::detail(format!("{} throws {total} for numbers.", force(one))).sum(
                "brigades that may take part",
                if thrown.len() > 1 { format!("{row} = {total}") } else { row },
                "FMD-12.3-6",
            )
        }
        What::Rerolled { force: one, from, to, left } => {
            let left = counted(left, "re-roll", "re-rolls");
            Line::detail(format!("{} throws a {from} again: {to}. {left} left.", force(one)))
        }
        What::Picked { force: one, kind } => {
            Line::detail(format!("{}: {} takes part.", force(one), super::kind(kind)))
        }
        What::Selected { force: one } => Line::detail(format!("{} has chosen its brigades.", force(one))),
        What::Revealed { force: one, part } => {
            Line::detail(format!("{} fights with {}.", force(one), brigades(part)))
        }
        What::Adjusted { force: one, factor: row } => {
            let (text, rule) = factor(row);
            let value = signed(row.points());
            Line::detail(format!("{}: {text}, {value}.", force(one))).sum(text, value, rule)
        }
        What::Values { force: one, base, adjusted, die, total } => {
            Line::detail(format!("{}: final combat value {total}.", force(one)))
                .sum("brigades that take part", points(base), "FMD-12.3-12")
                .sum("adjusted, rounded down", adjusted.to_string(), "FMD-12.3-13")
                .sum("die", format!("+{die}"), "FMD-12.3-14")
                .sum("final combat value", total.to_string(), "FMD-12.3-14")
        }
        What::Result { winner, margin: by, hits, back } => result(winner, by, hits, back),
        What::Named { by, arm } => {
            Line::detail(format!("{} lets a hit fall on the {}.", force(by), arm.name()))
        }
        What::HitPlaced { force: one, kind } => {
            Line::detail(format!("{}: a hit on {}.", force(one), super::kind(kind)))
        }
        What::Casualties { force: one, before, after } => {
            let lost = before.size() - after.size();
            let text = format!(
                "{}: {} become {}; {} lost.",
                force(one),
                brigades(before),
                brigades(after),
                counted(lost, "brigade is", "brigades are")
            );
            Line::new(text)
        }
        What::GunsLost { force: one, guns } => Line::new(format!(
            "Routed, {} loses {}.",
            force(one),
            counted(guns, "brigade of artillery", "brigades of artillery")
        )),
        What::Retreated { force: one, from, to } => {
            at(Line::new(format!("{} goes back to {}.", force(one), there(to))), &[to, from])
        }
        What::Withdrew { force: one, from, to } => {
            at(Line::new(format!("{} withdraws to {}.", force(one), there(to))), &[to, from])
        }
        What::Advanced { force: one, to } => {
            at(Line::new(format!("{} advances to {}.", force(one), there(to))), &[to])
        }
        What::Held { force: one } => Line::detail(format!("{} does not advance.", force(one))),
        // Everything else is told by the caller.
        _ => Line::default(),
    }
}

fn result(winner: Option<ForceId>, by: Margin, hits: Hits, back: Hits) -> Line {
    let (follows, rule) = margin(by);
    let text = match winner {
        Some(winner) => format!("{} wins by {by}: {follows}.", force(winner)),
        None => format!("Neither side wins: {follows}."),
    };
    Line::new(text)
        .sum("difference", by.to_string(), rule)
        .sum("hits on the loser", hits.to_string(), "FMD-12.3.1-2")
        .sum("hits on the winner", back.to_string(), "FMD-12.3.1-4")
}
