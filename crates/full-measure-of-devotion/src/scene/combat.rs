//! The combat being fought, as both sides may see it.

use super::Seen;
use super::panels::{row, row_at};
use crate::state::{Battle, Role, Share, Stage};
use crate::words::{self, brigades, counted, hex, listed, points, signed};
use engine::scene::PanelRow;

pub(super) fn rows(seen: Seen<'_>, battle: &Battle) -> Vec<PanelRow> {
    let position = seen.position;
    let campaign = position.campaign;
    let text = format!(
        "{} attacks {} at {} from {}",
        words::force(battle.attacker),
        words::force(battle.defender),
        hex(campaign, battle.at),
        hex(campaign, battle.from)
    );
    let mut rows = vec![row_at(position, row(text, stage(battle.stage).to_owned(), None), Some(battle.at))];
    if battle.declared_cavalry {
        let text = format!("{} has said that it is all cavalry", words::force(battle.defender));
        rows.push(row(text, String::new(), Some(battle.defender.side())));
    }
    for role in Role::BOTH {
        share(seen, battle, role, &mut rows);
    }
    if let Some(winner) = battle.winner {
        let (follows, _) = words::margin(battle.margin);
        let force = battle.force(winner);
        let text = format!("{} wins: {follows}", words::force(force));
        rows.push(row(text, format!("by {}", battle.margin), Some(force.side())));
    }
    rows
}

/// What a stage of the combat is about.
const fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::Stand => "does the defender stand?",
        Stage::Withdraw => "the cavalry withdraws",
        Stage::Enter => "does the attacker follow?",
        Stage::AttackerDice | Stage::DefenderDice => "how many dice?",
        Stage::AttackerRoll | Stage::DefenderRoll => "dice for numbers",
        Stage::Select => "who takes part?",
        Stage::WinnerNames | Stage::LoserNames => "which arms are hit?",
        Stage::Place => "hits are placed",
        Stage::Retreat => "the loser goes back",
        Stage::Advance => "does the winner advance?",
        Stage::Again => "does it attack again?",
    }
}

/// One side's dice, brigades and arithmetic.
fn share(seen: Seen<'_>, battle: &Battle, role: Role, rows: &mut Vec<PanelRow>) {
    let position = seen.position;
    let force = battle.force(role);
    let side = Some(force.side());
    let one = battle.share(role);
    let who = words::force(force);
    // A Force that died in it is off the map.
    let pieces = if position.force(force).at.is_some() { vec![force.name()] } else { Vec::new() };
    let declared = match one.declared {
        0 => "no dice yet".to_owned(),
        dice => counted(dice, "die declared", "dice declared"),
    };
    let title = match role {
        Role::Attacker => format!("{who} attacks"),
        Role::Defender => format!("{who} defends"),
    };
    rows.push(PanelRow { pieces, ..row(title, declared, side) });
    if !one.dice.is_empty() {
        let faces = listed(one.dice.iter().map(|die| die.face.to_string()));
        rows.push(row(format!("Dice for numbers: {faces}"), one.total().to_string(), side));
    }
    let resolved = battle.stage > Stage::Select && one.last > 0;
    if battle.stage == Stage::Select {
        selecting(seen, battle, role, rows);
    }
    if resolved {
        arithmetic(seen, battle, role, rows);
        hits(one, side, rows);
    }
}

/// Brigades chosen so far, which their owner alone sees.
fn selecting(seen: Seen<'_>, battle: &Battle, role: Role, rows: &mut Vec<PanelRow>) {
    let force = battle.force(role);
    let share = battle.share(role);
    let side = Some(force.side());
    if !seen.knows(force.side()) {
        rows.push(row("Chooses its brigades in secret".to_owned(), String::new(), side));
        return;
    }
    let needed = seen.position.selection(battle, role);
    let whole = seen.position.force(force).strength;
    let all = needed == whole.size();
    let chosen = if all { whole } else { share.part };
    rows.push(row(
        format!("Takes part: {}", brigades(chosen)),
        format!("{} of {needed}", chosen.size()),
        side,
    ));
    if !all {
        rows.push(row(format!("Held back: {}", brigades(whole.minus(share.part))), String::new(), side));
    }
}

/// The value row by row. Adjustments are told as long as everybody still stands where he fought.
fn arithmetic(seen: Seen<'_>, battle: &Battle, role: Role, rows: &mut Vec<PanelRow>) {
    let share = battle.share(role);
    let side = Some(battle.force(role).side());
    rows.push(row(format!("Takes part: {}", brigades(share.part)), points(share.part.halves()), side));
    if battle.stage <= Stage::Place {
        seen.position.factors(battle, role, |factor| {
            let (what, rule) = words::factor(factor);
            rows.push(row(format!("{what} ({rule})"), signed(factor.points()), side));
        });
    }
    rows.push(row("Adjusted combat value, rounded down".to_owned(), share.adjusted.to_string(), side));
    rows.push(row("Die".to_owned(), signed(i16::from(share.last)), side));
    let total = share.adjusted + i16::from(share.last);
    rows.push(row("Final combat value".to_owned(), total.to_string(), side));
}

fn hits(share: &Share, side: Option<engine::Side>, rows: &mut Vec<PanelRow>) {
    if share.hits == 0 {
        return;
    }
    let named = if share.named.is_empty() {
        String::new()
    } else {
        format!(", named: {}", listed(share.named.iter().map(|arm| arm.name().to_owned())))
    };
    rows.push(row(format!("Hits it takes{named}"), share.hits.to_string(), side));
}
