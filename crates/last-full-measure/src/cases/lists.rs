//! The other lists of a case: turns, arrivals, objectives and the like, a line each.

use super::line::GameWords;
use crate::files::load::parts::{ArrivalPart, EntryRoad, HoldPart, ObjectivePart, PlacementPart, Ref};
use crate::model::ids::Turn;
use crate::model::scenario::{Condition, Goal, Objective, TurnInfo};
use engine::Side;
use faults::{Faults, Text, Word, Words};
use ground::{Grid, RoadClass};

/// The turns of a case that lists none.
pub(super) const TURNS: [&str; 6] = ["9 am", "10 am", "11 am", "noon", "1 pm", "2 pm"];

/// `9 pm night rain check day 2`: a label, then what is special about the turn.
pub(super) fn calendar(lines: &[Text], faults: &mut Faults) -> Vec<TurnInfo> {
    let mut turns: Vec<TurnInfo> = Vec::new();
    for line in lines {
        let mut words = Words::of(line, faults.source());
        let mut label: Vec<&str> = Vec::new();
        let dawn = turns.last().is_some_and(|turn| turn.night);
        let day = turns.last().map_or(1, |turn| turn.day);
        let mut turn =
            TurnInfo { day, label: String::new(), night: false, rain: false, victory_check: false };
        let mut named_day = None;
        while !words.is_over() {
            if words.takes("night") {
                turn.night = true;
            } else if words.takes("rain") {
                turn.rain = true;
            } else if words.takes("check") {
                turn.victory_check = true;
            } else if words.takes("day") {
                named_day = words.number(faults, "the day");
            } else if let Some(word) = words.take() {
                label.push(word.text);
            }
        }
        turn.day = named_day.unwrap_or(day + u8::from(dawn && !turn.night));
        turn.label = label.join(" ");
        turns.push(turn);
    }
    if turns.is_empty() {
        turns = TURNS.iter().map(|&label| plain_turn(label)).collect();
    }
    if !turns.iter().any(|turn| turn.victory_check) {
        check_each_evening(&mut turns);
    }
    turns
}

fn plain_turn(label: &str) -> TurnInfo {
    TurnInfo { day: 1, label: label.into(), night: false, rain: false, victory_check: false }
}

/// Victory is tested after the last daytime turn of each day (LFM-S8).
fn check_each_evening(turns: &mut [TurnInfo]) {
    for at in 0..turns.len() {
        let last_of_day =
            turns[at + 1..].iter().find(|later| !later.night).is_none_or(|later| later.day != turns[at].day);
        turns[at].victory_check = !turns[at].night && last_of_day;
    }
}

/// Names up to one of the stop words.
fn names(words: &mut Words<'_>, stops: &[&str]) -> Vec<Ref> {
    let mut found = Vec::new();
    while let Some(word) = words.peek() {
        if stops.iter().any(|stop| word.text.eq_ignore_ascii_case(stop)) {
            break;
        }
        let Word { text, place } = word.clone();
        words.take();
        found.push(Ref::new(text, place));
    }
    found
}

/// `1/2: 2NJ, 3NJ, Lowe on turn 2 at 0513 mp 5 by pike`
pub(super) fn arrival(line: &Text, grid: &Grid, faults: &mut Faults) -> Option<ArrivalPart> {
    let (tag, mut words) = Words::named(line, faults, "1/2: 2NJ, Lowe on turn 2 at 0513")?;
    let pieces = names(&mut words, &["on", "at", "mp", "by"]);
    let (mut turn, mut hex, mut mp, mut road) = (None, None, None, EntryRoad::OfTheHex);
    loop {
        if words.takes_all(&["on", "turn"]) {
            turn = Some(words.number(faults, "the turn")?);
        } else if words.takes("at") {
            hex = Some(words.hex(grid, faults)?);
        } else if words.takes("mp") {
            mp = Some(words.number(faults, "the partial allowance")?);
        } else if words.takes_all(&["by", "pike"]) {
            road = EntryRoad::Class(RoadClass::Pike);
        } else if words.takes_all(&["by", "road"]) {
            road = EntryRoad::Class(RoadClass::Road);
        } else if words.takes_all(&["by", "trail"]) {
            road = EntryRoad::Class(RoadClass::Trail);
        } else if words.takes_all(&["by", "no", "road"]) {
            road = EntryRoad::None;
        } else {
            break;
        }
    }
    words.over(faults, &["on turn", "at", "mp", "by pike", "by road", "by trail", "by no road"]);
    let (Some(turn), Some(hex)) = (turn.filter(|&turn| turn > 0), hex) else {
        faults
            .add(line, "it does not say when and where")
            .hint("write `on turn 2 at 0513`; turns count from 1");
        return None;
    };
    Some(ArrivalPart {
        written: line.into(),
        tag: Some(tag.text.to_owned()),
        turn: Turn::numbered(turn),
        hex,
        road,
        mp,
        pieces,
    })
}

/// `A, B, Pratt at 0304 0305 choose mode`
pub(super) fn placement(line: &Text, grid: &Grid, faults: &mut Faults) -> Option<PlacementPart> {
    let mut words = Words::of(line, faults.source());
    let pieces = names(&mut words, &["at"]);
    if !words.takes("at") {
        words.fault(faults, "write the pieces, `at`, and the hexes to choose from");
        return None;
    }
    let mut hexes = Vec::new();
    let mut choose_mode = false;
    while !words.is_over() {
        if words.takes_all(&["choose", "mode"]) {
            choose_mode = true;
        } else {
            hexes.extend(words.hex(grid, faults));
        }
    }
    Some(PlacementPart { written: line.into(), pieces, hexes, choose_mode })
}

/// `0506: 10`, `0305: 5 held by union`, `4346: 20 for confederate called Cemetery Hill`
pub(super) fn objective(line: &Text, grid: &Grid, faults: &mut Faults) -> Option<ObjectivePart> {
    let (name, mut words) = Words::named(line, faults, "0506: 10 held by union")?;
    let hex = super::line::hex(&name, grid, faults)?;
    let points = words.number::<u16>(faults, "its worth in victory points")?;
    let mut objective = Objective { hex, name: String::new(), vp: [points; 2], held_by: None };
    loop {
        if words.takes("for") {
            objective.vp = [0; 2];
            objective.vp[words.side(faults)?.index()] = points;
        } else if words.takes_all(&["held", "by"]) {
            objective.held_by = Some(words.side(faults)?);
        } else if words.takes("called") {
            let mut called = Vec::new();
            while let Some(word) = words.take() {
                called.push(word.text);
            }
            objective.name = called.join(" ");
        } else {
            break;
        }
    }
    words.over(faults, &["for", "held by", "called"]);
    Some(ObjectivePart { written: line.into(), objective })
}

/// `A, B until turn 3`, `A until enemy within 4`
pub(super) fn hold(line: &Text, faults: &mut Faults) -> Option<HoldPart> {
    let mut words = Words::of(line, faults.source());
    let pieces = names(&mut words, &["until"]);
    let (mut until_turn, mut until_enemy_within) = (None, None);
    loop {
        if words.takes_all(&["until", "turn"]) {
            until_turn = Some(Turn::numbered(words.number(faults, "the turn")?));
        } else if words.takes_all(&["until", "enemy", "within"]) {
            until_enemy_within = Some(words.number(faults, "the distance")?);
        } else {
            break;
        }
    }
    words.over(faults, &["until turn", "until enemy within"]);
    Some(HoldPart {
        written: line.into(),
        pieces,
        until_turn,
        until_enemy_within,
        reason: "held in place".into(),
    })
}

/// `union holds 0304`, `confederate has more fresh brigades`, `union is 10 points ahead`
pub(super) fn condition(line: &Text, grid: &Grid, faults: &mut Faults) -> Option<Condition> {
    let mut words = Words::of(line, faults.source());
    let side = words.side(faults)?;
    let what = if words.takes("holds") {
        Goal::HoldWithFreshBrigade(words.hex(grid, faults)?)
    } else if words.takes_all(&["has", "more", "fresh", "brigades"]) {
        Goal::MoreFreshBrigades
    } else if words.takes("is") {
        let points = words.number(faults, "the points")?;
        words.takes_all(&["points", "ahead"]);
        Goal::PointsAhead(points)
    } else {
        words.fault(faults, "write `holds 0304`, `has more fresh brigades` or `is 10 points ahead`");
        return None;
    };
    words.over(faults, &[]);
    Some(Condition { side, what })
}

/// What is said of a brigade.
#[derive(Clone, Debug, Default)]
pub(super) struct BrigadeLine {
    pub side: Option<Side>,
    pub label: String,
    pub total: Option<u16>,
    pub shattered: Option<bool>,
    pub reset: Option<bool>,
    pub destroyed: Option<bool>,
}

/// `1/1: total 17 +shattered`, `union 1/1: +destroyed`
pub(super) fn brigade<'a>(line: &'a Text, faults: &mut Faults) -> Option<(Word<'a>, BrigadeLine)> {
    let (name, words) = Words::named(line, faults, "1/1: total 17 +shattered")?;
    Some((name.clone(), brigade_facts(&name, words, faults)?))
}

/// The words after a brigade's name.
pub(super) fn brigade_facts(
    name: &Word<'_>,
    mut words: Words<'_>,
    faults: &mut Faults,
) -> Option<BrigadeLine> {
    let mut parts = name.text.split_whitespace();
    let (first, second) = (parts.next().unwrap_or_default(), parts.next());
    let (side, label) = match second {
        Some(label) => (Side::parse(first), label),
        None => (None, first),
    };
    let mut said = BrigadeLine { side, label: label.to_owned(), ..BrigadeLine::default() };
    while let Some(word) = words.peek() {
        let on = word.text.starts_with('+');
        match word.text {
            "total" => {
                words.take();
                said.total = Some(words.number(faults, "the total")?);
                continue;
            }
            "+shattered" | "-shattered" => said.shattered = Some(on),
            "+reset" | "-reset" => said.reset = Some(on),
            "+destroyed" | "-destroyed" => said.destroyed = Some(on),
            _ => break,
        }
        words.take();
    }
    words
        .over(faults, &["total", "+shattered", "-shattered", "+reset", "-reset", "+destroyed", "-destroyed"]);
    Some(said)
}
