//! What a scenario's troops must be for a game to begin: each on the table, on ground where it may stand, in a
//! formation that it can have, on nobody else; numbers that mean something.

use super::muster::Lines;
use crate::model::figure::{Footprint, TOUCH, is_near, overlap_by};
use crate::model::ids::{OfficerId, UnitId};
use crate::model::position::Position;
use crate::model::scenario::{Arrival, Officer, SeeingTheElephant, Unit};
use crate::model::state::{Commander, Fate, Formation, Whereabouts};
use crate::model::troops::Arm;
use crate::rules::deployment;
use crate::rules::legs::inches;
use crate::rules::morale::MOST_MARKERS;
use faults::{Faults, Span};
use ground::geometry::{Frame, Point};
use ground::table::Heading;
use ground::table::heading::QUARTER;

/// The most that a commander is worth: more than any column or die can show.
const MOST_RATING: u8 = 5;

/// Everything that is wrong with the places of a scenario.
pub fn check(rules: &SeeingTheElephant, lines: &Lines, faults: &mut Faults) {
    let at = Position::new(rules, &rules.start);
    for unit in rules.unit_ids() {
        let line = &lines.units[unit.index()];
        check_state(at, unit, line, faults);
        if let Some(arrival) = rules.unit(unit).arrival
            && at.troop(unit).whereabouts == Whereabouts::Due
        {
            check_entry(rules, unit, arrival, line, faults);
        }
    }
    let placed: Vec<(UnitId, Footprint)> = rules
        .unit_ids()
        .filter(|&unit| at.troop(unit).whereabouts == Whereabouts::Table)
        .map(|unit| (unit, at.footprint(unit)))
        .collect();
    for (number, (unit, footprint)) in placed.iter().enumerate() {
        let line = &lines.units[unit.index()];
        check_place(at, *unit, footprint, line, faults);
        for (other, their) in &placed[..number] {
            check_pair(at, (*unit, footprint), (*other, their), lines, faults);
        }
    }
    for (number, (officer, commander)) in rules.officers.iter().zip(&rules.start.officers).enumerate() {
        let line = &lines.officers[number];
        check_officer(rules, officer, commander, line, faults);
        if lines.nowhere.contains(&OfficerId::at(number)) {
            faults
                .add(line.clone(), format!("nothing says where `{}` is", officer.tag))
                .hint("write `with` a unit, or `at` a place of the table");
        }
        let same = |other: &Officer| other.tag.eq_ignore_ascii_case(&officer.tag);
        if let Some(first) = rules.officers[..number].iter().position(same) {
            faults
                .add(lines.officers[number].clone(), format!("two commanders are called `{}`", officer.tag))
                .hint("give each his own name")
                .see(lines.officers[first].clone(), "the first");
        }
    }
}

/// Markers, hits and stands that a unit can have.
fn check_state(at: Position<'_>, unit: UnitId, line: &Span, faults: &mut Faults) {
    let (about, troop) = (at.unit(unit), at.troop(unit));
    let Unit { tag, arm, .. } = about;
    if troop.panic > MOST_MARKERS {
        faults
            .add(line.clone(), format!("`{tag}` has {} Panic Markers", troop.panic))
            .hint(format!("a unit has at most {MOST_MARKERS} (STE-MOR-8)"));
    }
    let each = arm.hits_a_stand();
    if troop.hits >= each {
        faults
            .add(line.clone(), format!("`{tag}` has {} hits", troop.hits))
            .hint(format!("with {each} a stand is gone (STE-MOR-11, STE-MOR-12): write fewer `stands`"));
    }
    let Some(screen) = about.screen.filter(|&screen| at.troop(screen).sent > 0) else { return };
    let out = at.troop(screen).stands;
    if troop.stands + out > about.stands {
        let what = format!("`{tag}` has {} stands and {out} out, of {} in all", troop.stands, about.stands);
        faults
            .add(line.clone(), what)
            .hint(format!("write `stands {}` in its line", about.stands.saturating_sub(out).max(1)));
    }
}

/// A unit enters on a turn that is played, at a point of the table's edge, facing inward.
fn check_entry(rules: &SeeingTheElephant, unit: UnitId, arrival: Arrival, line: &Span, faults: &mut Faults) {
    let tag = &rules.unit(unit).tag;
    let Arrival { turn, at, facing } = arrival;
    if turn == 0 || turn > rules.turns {
        faults
            .add(line.clone(), format!("`{tag}` enters on turn {turn}"))
            .hint(format!("turns are 1 to {}: play more of them, or leave it out", rules.turns));
    }
    let table = rules.table.field.table();
    match inward(table, at) {
        None => {
            let (width, height) = (inches(table.width()), inches(table.height()));
            let what = format!(
                "`{tag}` enters at {},{}, which is not on the table's edge",
                inches(at.x),
                inches(at.y)
            );
            faults
                .add(line.clone(), what)
                .hint(format!("the table is {width} by {height} inches: write a place on its border"));
        }
        Some(inward) if inward.iter().all(|inward| inward.turn_to(facing).size() >= QUARTER) => {
            faults
                .add(line.clone(), format!("`{tag}` enters with its back to the table"))
                .hint(format!("write `facing {}`", inward[0].tenths() / 10));
        }
        Some(_) => {}
    }
}

/// Which way the table lies from a point of its edge; two ways from a corner. `None` anywhere else.
fn inward(table: Frame, at: Point) -> Option<Vec<Heading>> {
    if !table.contains(at) {
        return None;
    }
    let sides = [
        (at.y == table.low.y, Heading::NORTH),
        (at.x == table.low.x, Heading::EAST),
        (at.y == table.high.y, Heading::SOUTH),
        (at.x == table.high.x, Heading::WEST),
    ];
    let inward: Vec<Heading> =
        sides.into_iter().filter(|(on_it, _)| *on_it).map(|(_, heading)| heading).collect();
    (!inward.is_empty()).then_some(inward)
}

/// A unit on the table stands on it, in a formation that it can have, on ground where it may be.
fn check_place(at: Position<'_>, unit: UnitId, footprint: &Footprint, line: &Span, faults: &mut Faults) {
    let tag = &at.unit(unit).tag;
    let table = at.rules.table.field.table();
    let corners = || footprint.iter().flat_map(|body| body.outline);
    let beyond = corners().map(|corner| deployment::beyond(&table, corner)).max().unwrap_or(0);
    if beyond > 0 {
        let (width, height) = (inches(table.width()), inches(table.height()));
        faults
            .add(line.clone(), format!("`{tag}` stands off the table by {} inches", inches(beyond)))
            .hint(format!("the table is {width} by {height} inches: move it inside"));
    }
    // A formation that its arm never has was found with its line.
    let known = SeeingTheElephant::may_form(at.unit(unit).arm, at.troop(unit).formation);
    if let Err(violation) = deployment::check_standing(at, unit, footprint)
        && known
    {
        faults
            .add(line.clone(), format!("`{tag}`: {}", violation.text))
            .hint(format!("see {}, or move it", violation.rule));
    }
}

/// Nobody stands on anybody else, nor in contact with an enemy.
fn check_pair(
    at: Position<'_>,
    (unit, footprint): (UnitId, &Footprint),
    (other, their): (UnitId, &Footprint),
    lines: &Lines,
    faults: &mut Faults,
) {
    let (tag, his) = (&at.unit(unit).tag, &at.unit(other).tag);
    let (line, first) = (lines.units[unit.index()].clone(), lines.units[other.index()].clone());
    if let Some(by) = overlap_by(footprint, their) {
        faults
            .add(line, format!("`{tag}` overlaps `{his}` by {} inches", inches(by)))
            .hint("move one of them")
            .see(first, "the other");
    } else if at.side(unit) != at.side(other)
        && at.unit(unit).arm != Arm::Wagon
        && at.unit(other).arm != Arm::Wagon
        && is_near(footprint, their, TOUCH)
    {
        faults
            .add(line, format!("`{tag}` is in contact with `{his}`, an enemy"))
            .hint(format!("nobody begins in contact: keep them more than {} inches apart", inches(TOUCH)))
            .see(first, "the other");
    }
}

/// A commander is somewhere on the table, or with a unit of his side.
fn check_officer(
    rules: &SeeingTheElephant,
    officer: &Officer,
    commander: &Commander,
    line: &Span,
    faults: &mut Faults,
) {
    let (tag, side) = (&officer.tag, rules.hq(officer.hq).side);
    if commander.rating > MOST_RATING {
        faults
            .add(line.clone(), format!("`{tag}` has a rating of {}", commander.rating))
            .hint(format!("a rating is 0 to {MOST_RATING}"));
    }
    match commander.with {
        Some(unit) if rules.unit(unit).side != side => {
            faults
                .add(line.clone(), format!("`{tag}` is with `{}`, an enemy", rules.unit(unit).tag))
                .hint(format!("name a {side} unit"));
        }
        Some(_) => {}
        None if commander.fate == Fate::Present && !rules.table.field.table().contains(commander.at) => {
            let what = format!(
                "`{tag}` stands off the table, at {},{}",
                inches(commander.at.x),
                inches(commander.at.y)
            );
            faults.add(line.clone(), what).hint("write `with` a unit, or `at` a place of the table");
        }
        None => {}
    }
}

/// Whether loose stands that a line places are as many as the unit has.
pub fn check_places(
    tag: &str,
    formation: Formation,
    stands: u8,
    places: usize,
    line: &Span,
    faults: &mut Faults,
) -> bool {
    let loose = formation == Formation::Skirmish;
    if places == 0 || loose && places == usize::from(stands) {
        return true;
    }
    let what = format!("`{tag}` has {stands} stands and {places} places");
    let hint = if loose { "write a place for each stand" } else { "only skirmishers have `places`" };
    faults.add(line.clone(), what).hint(hint);
    false
}
