//! The combat being fought, as both sides may see it.

use super::Seen;
use super::panels::{row_at, sum};
use crate::model::numbers::{CombatValue, Hits};
use crate::model::state::{Battle, Role, Share, Step};
use crate::speech::{self, brigades, capital, counted, hex, listed, points, signed};
use engine::scene::PanelRow;

pub(super) fn rows(seen: Seen<'_>, battle: &Battle) -> Vec<PanelRow> {
    let position = seen.position;
    let campaign = position.campaign;
    let text = format!(
        "{} attacks {} at {}: {}",
        speech::force(battle.attacker),
        speech::force(battle.defender),
        hex(campaign, battle.at),
        stage(battle.step)
    );
    let mut rows = vec![row_at(position, PanelRow::new(text, "", None), Some(battle.at))];
    if battle.declared_cavalry {
        let text = format!("{} has said that it is all cavalry", speech::force(battle.defender));
        rows.push(PanelRow::new(text, "", Some(battle.defender.side())));
    }
    for role in Role::BOTH {
        share(seen, battle, role, &mut rows);
    }
    if let Some(winner) = battle.winner {
        let (follows, rule) = speech::margin(battle.margin);
        let force = battle.force(winner);
        let text = format!("{} wins: {follows}", speech::force(force));
        rows.push(sum(text, format!("by {}", battle.margin), rule, Some(force.side())));
    }
    rows
}

/// What a stage of the combat is about.
const fn stage(stage: Step) -> &'static str {
    match stage {
        Step::Stand => "does the defender stand?",
        Step::Withdraw => "the cavalry withdraws",
        Step::Enter => "does the attacker follow?",
        Step::AttackerDice | Step::DefenderDice => "how many dice?",
        Step::AttackerRoll | Step::DefenderRoll => "dice for numbers",
        Step::Select => "who takes part?",
        Step::WinnerNames | Step::LoserNames => "which arms are hit?",
        Step::Place => "hits are placed",
        Step::Retreat => "the loser goes back",
        Step::Advance => "does the winner advance?",
        Step::Again => "does it attack again?",
    }
}

/// One side's dice, brigades and arithmetic.
fn share(seen: Seen<'_>, battle: &Battle, role: Role, rows: &mut Vec<PanelRow>) {
    let position = seen.position;
    let force = battle.force(role);
    let side = Some(force.side());
    let one = battle.share(role);
    let who = speech::force(force);
    // A Force that died in it is off the map.
    let pieces = if position.force(force).at.is_some() { vec![force.name().into()] } else { Vec::new() };
    let declared = match one.declared {
        // Whoever leads has the most stars, and is seen.
        0 if battle.step <= Step::DefenderDice => {
            format!("up to {}", counted(position.most_dice(force), "die", "dice"))
        }
        0 => String::new(),
        dice => counted(dice, "die declared", "dice declared"),
    };
    let title = match role {
        Role::Attacker => format!("{who} attacks"),
        Role::Defender => format!("{who} defends"),
    };
    rows.push(PanelRow { pieces, ..sum(title, declared, "FMD-12.3-7", side) });
    if !one.dice.is_empty() {
        let faces = listed(one.dice.iter().map(|die| die.face.to_string()));
        let total = counted(one.total(), "brigade", "brigades");
        rows.push(sum(format!("Dice for numbers: {faces}"), total, "FMD-12.3-6", side));
    }
    if battle.step <= Step::Select {
        forecast(seen, battle, role, rows);
    } else if one.last > 0 {
        arithmetic(seen, battle, role, rows);
        hits(one, side, rows);
    }
}

/// What is known of a side's value before the brigades are shown: to its owner, with the brigades he has chosen so far.
fn forecast(seen: Seen<'_>, battle: &Battle, role: Role, rows: &mut Vec<PanelRow>) {
    let position = seen.position;
    let force = battle.force(role);
    let side = Some(force.side());
    let mut battle = battle.clone();
    let selects = battle.step == Step::Select;
    let knows = seen.knows(force.side());
    if selects && knows {
        let needed = position.selection(&battle, role);
        let whole = position.force(force).strength;
        let all = needed == whole.size();
        let share = &mut battle.shares[role.index()];
        if all {
            share.part = whole;
        }
        let chosen = share.part;
        let held = whole.minus(chosen);
        let text = format!("Takes part, {} of {needed}: {}", chosen.size(), brigades(chosen));
        rows.push(sum(text, points(chosen.base_value()), "FMD-12.3-12", side));
        if !held.is_empty() {
            rows.push(PanelRow::new(format!("Held back: {}", brigades(held)), "", side));
        }
    } else if selects {
        rows.push(PanelRow::new("Chooses its brigades in secret", "?", side));
    } else if knows {
        let whole = position.force(force).strength;
        let value = counted(whole.size(), "brigade", "brigades");
        rows.push(PanelRow::new(format!("Has {}", brigades(whole)), value, side));
    }
    let adjusted = factors(seen, &battle, role, rows);
    if selects && knows {
        let value = battle.share(role).part.base_value().adjusted(adjusted);
        rows.push(sum("Adjusted so far, rounded down", value.to_string(), "FMD-12.3-13", side));
    }
}

/// The adjustments of a side's value, one by one; their sum in points.
fn factors(seen: Seen<'_>, battle: &Battle, role: Role, rows: &mut Vec<PanelRow>) -> i16 {
    let side = Some(battle.force(role).side());
    let mut all = 0;
    seen.position.factors(battle, role, |factor| {
        let (what, rule) = speech::factor(factor);
        rows.push(sum(capital(&what), signed(factor.points()), rule, side));
        all += factor.points();
    });
    all
}

/// The value row by row. Adjustments are told as long as everybody still stands where he fought.
fn arithmetic(seen: Seen<'_>, battle: &Battle, role: Role, rows: &mut Vec<PanelRow>) {
    let share = battle.share(role);
    let side = Some(battle.force(role).side());
    let text = format!("Takes part: {}", brigades(share.part));
    rows.push(sum(text, points(share.part.base_value()), "FMD-12.3-12", side));
    if battle.step <= Step::Place {
        factors(seen, battle, role, rows);
    }
    rows.push(sum("Adjusted, rounded down", share.adjusted.to_string(), "FMD-12.3-13", side));
    rows.push(sum("Die", signed(i16::from(share.last)), "FMD-12.3-14", side));
    let total = share.adjusted + CombatValue(share.last.into());
    rows.push(sum("Final combat value", total.to_string(), "FMD-12.3-14", side));
}

fn hits(share: &Share, side: Option<engine::Side>, rows: &mut Vec<PanelRow>) {
    if share.hits == Hits::ZERO {
        return;
    }
    let named = if share.named.is_empty() {
        String::new()
    } else {
        format!(", named: {}", listed(share.named.iter().map(|arm| arm.name().to_owned())))
    };
    rows.push(sum(format!("Hits it takes{named}"), share.hits.to_string(), "FMD-12.3.1-2", side));
}
