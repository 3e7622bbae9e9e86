//! Actions in writing: short, stable, readable. Records, cases and players use it.

use crate::action::Action;
use crate::campaign::Campaign;
use crate::ids::{CommanderId, ForceId};
use crate::state::Delay;
use crate::strength::{Arm, Kind};
use engine::Violation;
use ground::Hex;

/// A way to write an answer.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Form {
    /// How it is written; words in capitals stand for names, a bar for a choice.
    pub line: &'static str,
    /// What it means.
    pub sense: &'static str,
}

/// Every way to write an answer.
pub const FORMS: [Form; 49] = [
    Form { line: "bid NUMBER", sense: "bids so many trains for the Confederates" },
    Form { line: "lead COMMANDER", sense: "he rides on the sleigh" },
    Form { line: "write FORCE", sense: "whose initial order is written next" },
    Form { line: "stay", sense: "its order: remain in place" },
    Form { line: "march to HEX", sense: "its order: march to this town" },
    Form { line: "via HEX", sense: "by way of this town" },
    Form { line: "direct", sense: "no more towns on the way" },
    Form { line: "by HEX", sense: "which way where the road forks" },
    Form { line: "hit full|weak inf|cav|art", sense: "which brigade takes a hit" },
    Form { line: "confirm", sense: "all is done as it should be" },
    Form { line: "depot HEX", sense: "places a DEPOT" },
    Form { line: "remove HEX", sense: "removes a DEPOT" },
    Form { line: "done", sense: "no more of this" },
    Form {
        line: "train escorted",
        sense: "the town gives a TRAIN that stays with the Force; or it takes over trains left behind",
    },
    Form { line: "train alone", sense: "the town gives a TRAIN that goes home by itself" },
    Form { line: "no train", sense: "leaves the town, or the trains, as they are" },
    Form { line: "march FORCE", sense: "which Force marches on its initial order" },
    Form { line: "order FORCE", sense: "rolls for an order to this Force" },
    Form { line: "army order|+1", sense: "orders the army commander's own Force without a roll" },
    Form { line: "mark order|+1|+2", sense: "how soon the order arrives" },
    Form { line: "decline", sense: "no more orders, or no more moves" },
    Form { line: "activate FORCE", sense: "which Force moves on its ORDER" },
    Form { line: "whole", sense: "all of it goes" },
    Form { line: "divide", sense: "part of it goes" },
    Form { line: "send full|weak inf|cav|art", sense: "a brigade goes along" },
    Form { line: "send COMMANDER", sense: "a commander goes along" },
    Form { line: "send train", sense: "a train goes along" },
    Form { line: "send order|+1|+2", sense: "a marker goes along" },
    Form { line: "go", sense: "those told to go, go" },
    Form { line: "step HEX", sense: "a step, or an attack" },
    Form { line: "to HEX", sense: "the cheapest way to a hex, without a fight" },
    Form { line: "stop", sense: "ends the move" },
    Form { line: "keep FORCE", sense: "which sleigh stays when two Forces are one" },
    Form { line: "stand", sense: "the defender stands" },
    Form { line: "withdraw", sense: "cavalry withdraws before combat" },
    Form { line: "dice NUMBER", sense: "so many dice for the brigades that take part" },
    Form { line: "reroll NUMBER", sense: "throws this die again, counted from 1" },
    Form { line: "keep dice", sense: "lets them lie" },
    Form { line: "pick full|weak inf|cav|art", sense: "a brigade takes part" },
    Form { line: "name inf|cav|art", sense: "the arm of the enemy's next hit" },
    Form { line: "retreat HEX", sense: "where the beaten Force goes" },
    Form { line: "perish", sense: "it goes nowhere, and dies" },
    Form { line: "advance", sense: "follows into the empty hex" },
    Form { line: "hold", sense: "does not follow, or does not attack again" },
    Form { line: "attack HEX", sense: "attacks again at once" },
    Form { line: "haul HEX HEX", sense: "a flipped train goes from here to there" },
    Form { line: "ride COMMANDER HEX", sense: "he rides to the Force in this hex" },
    Form { line: "pass", sense: "no more rides this turn" },
    Form { line: "join FORCE", sense: "which Force the returning commander joins" },
];

const fn delay(delay: Delay) -> &'static str {
    match delay {
        Delay::Now => "order",
        Delay::One => "+1",
        Delay::Two => "+2",
    }
}

/// Writes an action.
#[must_use]
pub fn write(campaign: &Campaign, action: &Action) -> String {
    let hex = |hex: Hex| {
        let grid = &campaign.theatre.grid;
        if hex.index() < grid.len() { grid.name(hex) } else { format!("#{}", hex.0) }
    };
    let commander = |who: CommanderId| match campaign.commanders.get(who.index()) {
        Some(commander) => commander.name.clone(),
        None => format!("#{}", who.0),
    };
    match *action {
        Action::Bid(trains) => format!("bid {trains}"),
        Action::Lead(who) => format!("lead {}", commander(who)),
        Action::Write(force) => format!("write {}", force.name()),
        Action::Stay => "stay".into(),
        Action::MarchTo(town) => format!("march to {}", hex(town)),
        Action::Via(town) => format!("via {}", hex(town)),
        Action::Direct => "direct".into(),
        Action::By(next) => format!("by {}", hex(next)),
        Action::Hit(kind) => format!("hit {}", kind.words()),
        Action::Confirm => "confirm".into(),
        Action::Depot(at) => format!("depot {}", hex(at)),
        Action::Remove(at) => format!("remove {}", hex(at)),
        Action::Done => "done".into(),
        Action::Escort => "train escorted".into(),
        Action::Flip => "train alone".into(),
        Action::Forgo => "no train".into(),
        Action::March(force) => format!("march {}", force.name()),
        Action::Order(force) => format!("order {}", force.name()),
        Action::ArmyOrder(when) => format!("army {}", delay(when)),
        Action::Mark(when) => format!("mark {}", delay(when)),
        Action::Decline => "decline".into(),
        Action::Activate(force) => format!("activate {}", force.name()),
        Action::Whole => "whole".into(),
        Action::Divide => "divide".into(),
        Action::Send(kind) => format!("send {}", kind.words()),
        Action::SendOfficer(who) => format!("send {}", commander(who)),
        Action::SendTrain => "send train".into(),
        Action::SendMarker(when) => format!("send {}", delay(when)),
        Action::Go => "go".into(),
        Action::Step(to) => format!("step {}", hex(to)),
        Action::To(to) => format!("to {}", hex(to)),
        Action::Stop => "stop".into(),
        Action::Keep(force) => format!("keep {}", force.name()),
        Action::Stand => "stand".into(),
        Action::Withdraw => "withdraw".into(),
        Action::Dice(dice) => format!("dice {dice}"),
        Action::Reroll(die) => format!("reroll {die}"),
        Action::KeepDice => "keep dice".into(),
        Action::Pick(kind) => format!("pick {}", kind.words()),
        Action::Name(arm) => format!("name {}", arm.word()),
        Action::Retreat(to) => format!("retreat {}", hex(to)),
        Action::Perish => "perish".into(),
        Action::Advance => "advance".into(),
        Action::Hold => "hold".into(),
        Action::Attack(at) => format!("attack {}", hex(at)),
        Action::Haul { from, to } => format!("haul {} {}", hex(from), hex(to)),
        Action::Ride { who, to } => format!("ride {} {}", commander(who), hex(to)),
        Action::Pass => "pass".into(),
        Action::Join(force) => format!("join {}", force.name()),
    }
}

/// Reads an action.
///
/// # Errors
///
/// What cannot be understood, and what would be right.
pub fn read(campaign: &Campaign, text: &str) -> Result<Action, Violation> {
    let hex = |name: &str| {
        let place = || campaign.theatre.find_place(name).map(|place| place.hex);
        campaign
            .theatre
            .grid
            .parse(name)
            .or_else(place)
            .ok_or_else(|| Violation::form(format!("the map has no hex `{name}`")))
    };
    let force = |name: &str| {
        ForceId::parse(name).ok_or_else(|| {
            Violation::form(format!("`{name}` is no Force; write `US-A` to `US-L`, `CS-A` to `CS-I`"))
        })
    };
    let commander = |name: &str| {
        let found =
            campaign.commanders.iter().position(|commander| commander.name.eq_ignore_ascii_case(name));
        found
            .map(|number| CommanderId(number as u8))
            .ok_or_else(|| Violation::form(format!("no commander is called `{name}`")))
    };
    let number = |text: &str| {
        text.parse::<u8>().map_err(|_| Violation::form(format!("`{text}` is no number from 0 to 255")))
    };
    let delay = |text: &str| match text {
        "order" => Some(Delay::Now),
        "+1" => Some(Delay::One),
        "+2" => Some(Delay::Two),
        _ => None,
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let unknown = || {
        let forms: Vec<String> = FORMS.iter().map(|form| format!("`{}`", form.line)).collect();
        Violation::form(format!("`{text}` is no action; write {}", forms.join(", ")))
    };
    let after = |first: &str| text.trim_start().strip_prefix(first).map(str::trim).unwrap_or_default();
    Ok(match words[..] {
        ["bid", trains] => Action::Bid(number(trains)?),
        ["lead", _, ..] => Action::Lead(commander(after("lead"))?),
        ["write", name] => Action::Write(force(name)?),
        ["stay"] => Action::Stay,
        ["march", "to", ..] => Action::MarchTo(hex(after("march").trim_start_matches("to").trim())?),
        ["via", ..] => Action::Via(hex(after("via"))?),
        ["direct"] => Action::Direct,
        ["by", next] => Action::By(hex(next)?),
        ["hit", state, arm] => Action::Hit(Kind::parse(state, arm).ok_or_else(unknown)?),
        ["confirm"] => Action::Confirm,
        ["depot", ..] => Action::Depot(hex(after("depot"))?),
        ["remove", ..] => Action::Remove(hex(after("remove"))?),
        ["done"] => Action::Done,
        ["train", "escorted"] => Action::Escort,
        ["train", "alone"] => Action::Flip,
        ["no", "train"] => Action::Forgo,
        ["march", name] => Action::March(force(name)?),
        ["order", name] => Action::Order(force(name)?),
        ["army", when] => Action::ArmyOrder(delay(when).ok_or_else(unknown)?),
        ["mark", when] => Action::Mark(delay(when).ok_or_else(unknown)?),
        ["decline"] => Action::Decline,
        ["activate", name] => Action::Activate(force(name)?),
        ["whole"] => Action::Whole,
        ["divide"] => Action::Divide,
        ["send", "train"] => Action::SendTrain,
        ["send", state @ ("full" | "weak"), arm] => {
            Action::Send(Kind::parse(state, arm).ok_or_else(unknown)?)
        }
        ["send", when @ ("order" | "+1" | "+2")] => Action::SendMarker(delay(when).ok_or_else(unknown)?),
        ["send", _, ..] => Action::SendOfficer(commander(after("send"))?),
        ["go"] => Action::Go,
        ["step", ..] => Action::Step(hex(after("step"))?),
        ["to", ..] => Action::To(hex(after("to"))?),
        ["stop"] => Action::Stop,
        ["keep", "dice"] => Action::KeepDice,
        ["keep", name] => Action::Keep(force(name)?),
        ["stand"] => Action::Stand,
        ["withdraw"] => Action::Withdraw,
        ["dice", dice] => Action::Dice(number(dice)?),
        ["reroll", die] => Action::Reroll(number(die)?),
        ["pick", state, arm] => Action::Pick(Kind::parse(state, arm).ok_or_else(unknown)?),
        ["name", arm] => Action::Name(Arm::parse(arm).ok_or_else(unknown)?),
        ["retreat", ..] => Action::Retreat(hex(after("retreat"))?),
        ["perish"] => Action::Perish,
        ["advance"] => Action::Advance,
        ["hold"] => Action::Hold,
        ["attack", ..] => Action::Attack(hex(after("attack"))?),
        ["haul", from, to] => Action::Haul { from: hex(from)?, to: hex(to)? },
        ["ride", .., to] if words.len() > 2 => {
            let who = after("ride").trim_end_matches(to).trim();
            Action::Ride { who: commander(who)?, to: hex(to)? }
        }
        ["pass"] => Action::Pass,
        ["join", name] => Action::Join(force(name)?),
        _ => return Err(unknown()),
    })
}

/// Whether everything an action names exists, so that the rules can be asked about it.
///
/// # Errors
///
/// What does not.
pub fn known(campaign: &Campaign, action: &Action) -> Result<(), Violation> {
    let hex = |hex: Hex| {
        if hex.index() < campaign.theatre.grid.len() {
            Ok(())
        } else {
            Err(Violation::form(format!("the map has no hex number {}", hex.0)))
        }
    };
    let who = |who: CommanderId| match campaign.commanders.get(who.index()) {
        Some(_) => Ok(()),
        None => Err(Violation::form(format!("there is no commander number {}", who.0))),
    };
    let force = |force: ForceId| {
        if force.index() < crate::ids::FORCES {
            Ok(())
        } else {
            Err(Violation::form(format!("there is no Force number {}", force.0)))
        }
    };
    match *action {
        Action::Lead(commander) | Action::SendOfficer(commander) => who(commander),
        Action::MarchTo(at)
        | Action::Via(at)
        | Action::By(at)
        | Action::Depot(at)
        | Action::Remove(at)
        | Action::Step(at)
        | Action::To(at)
        | Action::Retreat(at)
        | Action::Attack(at) => hex(at),
        Action::Haul { from, to } => hex(from).and_then(|()| hex(to)),
        Action::Ride { who: commander, to } => who(commander).and_then(|()| hex(to)),
        Action::Write(name)
        | Action::March(name)
        | Action::Order(name)
        | Action::Activate(name)
        | Action::Keep(name)
        | Action::Join(name) => force(name),
        _ => Ok(()),
    }
}
