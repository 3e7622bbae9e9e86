//! Actions in writing: short, stable, readable. Records, cases and players use it.

use crate::action::Action;
use crate::campaign::Campaign;
use crate::ids::{CommanderId, ForceId};
use crate::state::Delay;
use crate::strength::{Arm, Kind};
use engine::Violation;
use ground::Hex;

/// What [`read`] understands.
const FORMS: &str = "`bid 12`, `lead Sykes`, `write CS-A`, `stay`, `march to 0915`, `via 0822`, `direct`, `by 1023`, \
     `hit full inf`, `confirm`, `depot 1613`, `remove 1613`, `done`, `train escorted`, `train alone`, `no train`, \
     `march CS-B`, `order US-C`, `army order`, `army +1`, `mark order`, `mark +1`, `mark +2`, `decline`, \
     `activate US-C`, `whole`, `divide`, `send full inf`, `send Hood`, `send train`, `send order`, `send +1`, \
     `send +2`, `go`, `step 1613`, `to 1613`, `stop`, `keep US-A`, `stand`, `withdraw`, `dice 3`, `reroll 2`, \
     `keep dice`, `pick full inf`, `name inf`, `retreat 1613`, `perish`, `advance`, `hold`, `attack 1613`, \
     `haul 1310 1211`, `ride Longstreet 1024`, `pass`, `join US-C`";

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
    let unknown = || Violation::form(format!("`{text}` is no action; write {FORMS}"));
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
