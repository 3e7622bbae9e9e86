//! Commanders: what they are worth, what befalls them, who takes over (STE-OFF).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::figure::{Round, TOUCH};
use crate::model::ids::{HqId, OfficerId, UnitId};
use crate::model::legs::Ride;
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::Level;
use crate::model::state::{Fate, Formation, Mark, Owed, Whereabouts};
use crate::model::terrain::{BRIDGE, FORD, IMPASSABLE};
use crate::model::troops::Arm;
use crate::rules::legs::{inches, refuse_for};
use crate::rules::{morale, sweep, victory};
use engine::Violation;
use ground::geometry::Point;
use ground::table::{Found, Hull, meet};
use std::fmt;

/// The commanders with a unit who are there.
pub fn with(at: Position<'_>, unit: UnitId) -> impl Iterator<Item = OfficerId> + '_ {
    (0..at.state.officers.len()).map(OfficerId::at).filter(move |&officer| {
        let commander = &at.state.officers[officer.index()];
        commander.fate == Fate::Present && commander.with == Some(unit)
    })
}

/// What commands, and how high, a commander has.
fn level(at: Position<'_>, officer: OfficerId) -> Level {
    at.rules.hq(at.rules.officer(officer).hq).level
}

/// The commander who helps a unit: of those with it who command it and have helped no other this turn the best, of
/// equals the one of the lower post.
fn helper(at: Position<'_>, unit: UnitId, helped: impl Fn(OfficerId) -> Option<UnitId>) -> Option<OfficerId> {
    let may = |officer: &OfficerId| {
        at.is_under(unit, at.rules.officer(*officer).hq) && helped(*officer).is_none_or(|other| other == unit)
    };
    with(at, unit).filter(may).max_by_key(|&officer| {
        (at.state.officers[officer.index()].rating, std::cmp::Reverse(level(at, officer)))
    })
}

/// The commander who helps a unit's morale, if any (STE-OFF-3, STE-OFF-5).
fn morale_helper(at: Position<'_>, unit: UnitId) -> Option<OfficerId> {
    helper(at, unit, |officer| at.state.officers[officer.index()].cheered)
}

/// The commander who helps a unit in combat, if any (STE-OFF-4, STE-OFF-6).
fn combat_helper(at: Position<'_>, unit: UnitId) -> Option<OfficerId> {
    helper(at, unit, |officer| at.state.officers[officer.index()].led)
}

/// What a commander takes off a unit's morale die (STE-MOR-27, R-16).
#[must_use]
pub fn morale_rating(at: Position<'_>, unit: UnitId) -> i8 {
    morale_helper(at, unit).map_or(0, |officer| at.state.officers[officer.index()].rating as i8)
}

/// How many columns a commander is worth to a unit in combat (STE-CBT-19, R-16).
#[must_use]
pub fn combat_rating(at: Position<'_>, unit: UnitId) -> i8 {
    combat_helper(at, unit).map_or(0, |officer| at.state.officers[officer.index()].rating as i8)
}

/// The commander who helps a unit's test has helped: this turn he helps no other.
pub fn cheer(play: &mut Play<'_>, unit: UnitId) {
    if let Some(officer) = morale_helper(play.at(), unit) {
        play.state.officers[officer.index()].cheered = Some(unit);
    }
}

/// The same in combat.
pub fn lead(play: &mut Play<'_>, unit: UnitId) {
    if let Some(officer) = combat_helper(play.at(), unit) {
        play.state.officers[officer.index()].led = Some(unit);
    }
}

/// Whether a commander of a headquarters or below still has his move of this turn.
#[must_use]
pub fn any_to_move(at: Position<'_>, hq: HqId) -> bool {
    (0..at.state.officers.len()).map(OfficerId::at).any(|officer| may_move(at, officer, hq))
}

/// Whether a commander may move on a card: his own headquarters' or one's above it, once a turn.
#[must_use]
pub fn may_move(at: Position<'_>, officer: OfficerId, hq: HqId) -> bool {
    let commander = &at.state.officers[officer.index()];
    commander.fate == Fate::Present && !commander.moved && at.rules.is_under(at.rules.officer(officer).hq, hq)
}

/// What a commander of this post is worth if nothing else is said (STE-OFF-3, STE-OFF-5, R-16).
#[must_use]
pub const fn usual_rating(level: Level) -> u8 {
    match level {
        Level::Brigade => 1,
        Level::Division | Level::Corps => 2,
    }
}

/// A unit took hits from fire: each may find a commander who is with it (STE-OFF-8, R-61). The higher post rolls first.
pub fn under_fire(play: &mut Play<'_>, unit: UnitId, hits: u8) {
    for officer in highest_first(play.at(), unit) {
        for _ in 0..hits {
            if play.state.officers[officer.index()].fate != Fate::Present {
                break;
            }
            if play.chance.d6("whether a hit finds the commander") == 1 {
                wound(play, officer);
            }
        }
    }
}

/// A unit lost stands in combat: for each, three dice may find a commander who is with it (STE-OFF-9, R-61).
pub fn in_combat(play: &mut Play<'_>, unit: UnitId, stands: u8) {
    for officer in highest_first(play.at(), unit) {
        for _ in 0..stands {
            if play.state.officers[officer.index()].fate != Fate::Present {
                break;
            }
            let dice = [(); 3].map(|()| play.chance.d6("whether a lost stand was the commander's"));
            if dice.contains(&1) {
                wound(play, officer);
            }
        }
    }
}

fn highest_first(at: Position<'_>, unit: UnitId) -> Vec<OfficerId> {
    let mut officers: Vec<OfficerId> = with(at, unit).collect();
    officers.sort_by_key(|&officer| std::cmp::Reverse(level(at, officer)));
    officers
}

/// A commander is hit: the die says how badly (STE-OFF-10 to STE-OFF-13).
pub fn wound(play: &mut Play<'_>, officer: OfficerId) {
    let commander = play.state.officers[officer.index()];
    let die = play.chance.d6("how badly the commander is hit");
    play.tell(Event::OfficerHit { officer, die });
    match die {
        1 => {
            // STE-OFF-10, STE-MOR-17: his unit gets two markers, and all under his command test at once.
            let hq = play.rules.officer(officer).hq;
            lose(play, officer, true);
            if let Some(unit) = commander.with {
                morale::panic(play, unit, 2);
                morale::owe(play, Owed { unit, distance: 0, cause: None });
            }
            for unit in play.rules.unit_ids() {
                let at = play.at();
                if at.is_under(unit, hq) && at.is_present(unit) && at.unit(unit).arm != Arm::Wagon {
                    morale::owe(play, Owed { unit, distance: 0, cause: None });
                }
            }
            morale::settle(play);
        }
        // STE-OFF-11; a second light wound is as bad (STE-OFF-12).
        2 => seriously(play, officer),
        3..=5 if commander.wounded => seriously(play, officer),
        3..=5 => play.state.officers[officer.index()].wounded = true,
        // STE-OFF-13
        _ => {}
    }
}

/// A commander is carried off: his unit gets a marker and tests (STE-OFF-11, STE-MOR-17).
fn seriously(play: &mut Play<'_>, officer: OfficerId) {
    let with = play.state.officers[officer.index()].with;
    lose(play, officer, false);
    if let Some(unit) = with {
        morale::panic(play, unit, 1);
        morale::owe(play, Owed { unit, distance: 0, cause: None });
        morale::settle(play);
    }
}

/// A commander is out; his post waits for a successor. Who is killed or captured is worth points (M-9).
pub fn lose(play: &mut Play<'_>, officer: OfficerId, scored: bool) {
    let about = play.rules.officer(officer);
    let hq = play.rules.hq(about.hq);
    let commander = &mut play.state.officers[officer.index()];
    commander.fate = Fate::Out;
    commander.with = None;
    let command = &mut play.state.commands[about.hq.index()];
    if command.officer == Some(officer) {
        command.officer = None;
    }
    if scored {
        let points = match hq.level {
            Level::Brigade => 3,
            Level::Division => 5,
            Level::Corps => 8,
        };
        victory::score(play, hq.side.other(), points);
    }
    play.tell(Event::OfficerLost { officer });
}

/// A unit has left play: what becomes of the commanders with it.
pub fn bereave(play: &mut Play<'_>, unit: UnitId, whereabouts: Whereabouts) {
    for officer in highest_first(play.at(), unit) {
        match whereabouts {
            Whereabouts::Captured => lose(play, officer, true),
            Whereabouts::Gone => lose(play, officer, false),
            _ => {
                let at = play.state.troop(unit).anchor;
                let commander = &mut play.state.officers[officer.index()];
                commander.with = None;
                commander.at = at;
                let at = play.at();
                let enemies = at.present_of(at.rules.hq(at.rules.officer(officer).hq).side.other());
                if enemies.into_iter().any(|enemy| is_upon(at, enemy, officer)) {
                    take_refuge(play, officer);
                }
            }
        }
    }
}

/// Posts that wait for somebody are filled when a morale phase of units under them begins: a brigade's by the colonel
/// of its senior regiment that is still there (STE-OFF-14), a higher one's by its senior subordinate, whose own post is
/// then filled the same way (STE-OFF-15). Seniority is the order of the scenario.
pub fn succeed(play: &mut Play<'_>) {
    let is_due = |at: Position<'_>, post: HqId| {
        at.rules.unit_ids().any(|unit| at.is(unit, Mark::ACTIVE) && at.is_under(unit, post))
    };
    let mut posts: Vec<HqId> = (0..play.rules.hqs.len())
        .map(HqId::at)
        .filter(|&post| play.state.command(post).officer.is_none() && is_due(play.at(), post))
        .collect();
    // The highest first: whoever goes up leaves a post behind.
    posts.sort_by_key(|&post| std::cmp::Reverse(play.rules.hq(post).level));
    while let Some(post) = posts.first().copied() {
        posts.remove(0);
        if let Some(left) = fill(play, post).filter(|&left| is_due(play.at(), left)) {
            posts.push(left);
        }
    }
}

/// Fills a post that had a commander; which post that leaves empty.
fn fill(play: &mut Play<'_>, post: HqId) -> Option<HqId> {
    let at = play.at();
    let officer = (0..at.rules.officers.len())
        .map(OfficerId::at)
        .find(|&officer| at.rules.officer(officer).hq == post)?;
    if at.state.officers[officer.index()].fate != Fate::Out {
        return None;
    }
    // Who is still to arrive takes over nothing.
    let is_there = |officer: OfficerId| at.state.officers[officer.index()].fate == Fate::Present;
    let subordinate = (0..at.rules.hqs.len()).map(HqId::at).find(|&below| {
        at.rules.hq(below).above == Some(post) && at.state.command(below).officer.is_some_and(is_there)
    });
    let level = at.rules.hq(post).level;
    if let Some(below) = subordinate {
        // The senior subordinate goes up, with his figure; his post is empty now.
        let rises = at.state.command(below).officer?;
        let from = at.state.officers[rises.index()];
        let successor = &mut play.state.officers[officer.index()];
        *successor =
            crate::model::state::Commander { rating: usual_rating(level), cheered: None, led: None, ..from };
        play.state.commands[post.index()].officer = Some(officer);
        let old = &mut play.state.officers[rises.index()];
        old.fate = Fate::Out;
        old.with = None;
        play.state.commands[below.index()].officer = None;
        return Some(below);
    }
    // The colonel of the senior regiment, his figure with it; where none is left, the captain of a battery.
    let own = at.rules.hq(post).units.iter().copied();
    let below = at.rules.unit_ids().filter(|&unit| at.is_under(unit, post) && at.unit(unit).parent.is_none());
    let here: Vec<UnitId> = own.chain(below).filter(|&unit| at.is_present(unit)).collect();
    let leads = |guns: bool| {
        here.iter().copied().find(|&unit| {
            let arm = at.unit(unit).arm;
            arm.is_artillery() == guns && arm != Arm::Wagon
        })
    };
    let regiment = leads(false).or_else(|| leads(true))?;
    let anchor = at.troop(regiment).anchor;
    play.state.officers[officer.index()] = crate::model::state::Commander {
        fate: Fate::Present,
        rating: usual_rating(level),
        at: anchor,
        with: Some(regiment),
        moved: false,
        wounded: false,
        bound_until: 0,
        cheered: None,
        led: None,
    };
    play.state.commands[post.index()].officer = Some(officer);
    None
}

/// How far a commander rides in a turn, in mils, in every scale (STE-OFF-1); with a light wound half so far
/// (STE-OFF-12).
const RIDE: i32 = 20 * INCH;

/// No commander rides so near to a formed enemy.
const ALOOF: i32 = INCH;

/// Where a commander is: with his unit, or alone.
#[must_use]
pub fn place(at: Position<'_>, officer: OfficerId) -> Point {
    let commander = &at.state.officers[officer.index()];
    commander.with.map_or(commander.at, |unit| at.troop(unit).anchor)
}

/// How far a commander may ride (STE-OFF-1, STE-OFF-12).
#[must_use]
pub fn ride_of(at: Position<'_>, officer: OfficerId) -> i32 {
    if at.state.officers[officer.index()].wounded { RIDE / 2 } else { RIDE }
}

/// Whether a commander may ride so on a card, and join a unit at the end (STE-OFF-1, R-60, R-115).
///
/// # Errors
///
/// The rule that forbids it, with the numbers.
pub fn check_ride(
    at: Position<'_>,
    hq: HqId,
    officer: OfficerId,
    ride: &Ride,
    joins: Option<UnitId>,
) -> Result<(), Violation> {
    let commander = &at.state.officers[officer.index()];
    let name = &at.rules.officer(officer).name;
    let no = |rule: &str, text: fmt::Arguments<'_>| refuse_for(at, rule, text, []);
    if !may_move(at, officer, hq) {
        return no("R-60", format_args!("{name} has no move on this card"));
    }
    if let Some(unit) = commander.with {
        check_leave(at, officer, unit)?;
    }
    let most = ride_of(at, officer);
    let mut from = place(at, officer);
    let mut length = 0i64;
    for to in ride.0.iter().map(|place| place.0) {
        // Rounded up: 20 inches are 20 inches.
        let square = from.distance_squared(to);
        let long = square.isqrt();
        length += long + i64::from(long * long < square);
        let way = Hull::line(from, to);
        let field = &at.rules.table.field;
        if !field.kinds_along(from, to, IMPASSABLE).is_empty() {
            let mut closed = Found::new();
            field.under(&way, IMPASSABLE, &mut closed);
            let mut gaps = Found::new();
            field.under(&way, BRIDGE.with(FORD), &mut gaps);
            let gaps: Vec<_> = gaps.iter().collect();
            if let Some(feature) = closed.iter().find(|&feature| !sweep::leads_over(at, &gaps, feature)) {
                return no("R-115", format_args!("{name} cannot ride over {}", field.name(feature)));
            }
        }
        if !field.is_on_table(&[to]) {
            return no("M-8", format_args!("{name} would leave the table"));
        }
        let round = Round { middle: from, radius: 0 }.joined(to);
        let near = at.present_of(at.rules.hq(hq).side.other()).find(|&enemy| {
            at.is_formed(enemy)
                && round.is_within(at.round(enemy), ALOOF)
                && at.footprint(enemy).iter().any(|body| meet::gap_within(way.points(), &body.outline, ALOOF))
        });
        if let Some(enemy) = near {
            return no("R-115", format_args!("{name} would come within an inch of {}", at.unit(enemy).name));
        }
        from = to;
    }
    if length > i64::from(most) {
        let inches = |mils: i64| inches(mils as i32);
        return no(
            "STE-OFF-1",
            format_args!("{name} rides at most {} inches, not {}", inches(most.into()), inches(length)),
        );
    }
    match joins {
        Some(unit) if at.side(unit) != at.rules.hq(hq).side || !at.is_present(unit) => {
            no("R-115", format_args!("{name} cannot join {}", at.unit(unit).name))
        }
        Some(unit) => {
            let touches =
                at.footprint(unit).iter().any(|body| meet::gap_within(&[from], &body.outline, TOUCH));
            if touches {
                Ok(())
            } else {
                no("R-115", format_args!("{name} does not end in contact with {}", at.unit(unit).name))
            }
        }
        None => Ok(()),
    }
}

/// Whether a commander may leave the unit he is with.
fn check_leave(at: Position<'_>, officer: OfficerId, unit: UnitId) -> Result<(), Violation> {
    let commander = &at.state.officers[officer.index()];
    let (name, of) = (&at.rules.officer(officer).name, &at.unit(unit).name);
    // STE-OFF-2, R-60: with cavalry that has moved he has had his move.
    if at.unit(unit).arm == Arm::Cavalry && at.is(unit, Mark::MOVED) && at.is(unit, Mark::ACTIVE) {
        return refuse_for(at, "STE-OFF-2", format_args!("{name} has moved with {of}"), []);
    }
    // STE-RTE-8: not while its combat is still to be decided.
    if at.is_in_contact(unit) {
        let text = format_args!("{of} is in contact, and {name} stays with it");
        return refuse_for(at, "STE-RTE-8", text, []);
    }
    // STE-RTE-9: not before the unit's activation of that turn is over.
    let is_over = at.is(unit, Mark::ACTIVATED) && !at.is(unit, Mark::ACTIVE);
    let bound = commander.bound_until;
    if at.state.turn < bound || at.state.turn == bound && !is_over {
        let text = format_args!("{name} ran with {of} and cannot leave it yet");
        return refuse_for(at, "STE-RTE-9", text, []);
    }
    Ok(())
}

/// Whether anybody under this headquarters may ride, with or without a unit that he could join.
pub fn anybody_rides(at: Position<'_>, hq: HqId) -> bool {
    free_to_ride(at, hq).next().is_some()
}

/// Those who still have their move and may leave the unit that they are with.
fn free_to_ride(at: Position<'_>, hq: HqId) -> impl Iterator<Item = OfficerId> + '_ {
    let at = at.tersely();
    (0..at.state.officers.len()).map(OfficerId::at).filter(move |&officer| {
        let with = at.state.officers[officer.index()].with;
        may_move(at, officer, hq) && with.is_none_or(|unit| check_leave(at, officer, unit).is_ok())
    })
}

/// The rides worth offering: to each unit under a commander that he reaches straight (G-17).
pub fn rides(at: Position<'_>, hq: HqId) -> impl Iterator<Item = Action> + '_ {
    let at = at.tersely();
    free_to_ride(at, hq).flat_map(move |officer| {
        let with = at.state.officers[officer.index()].with;
        let mine = at.rules.officer(officer).hq;
        let (here, far) = (place(at, officer), i64::from(RIDE));
        let units = at.present_of(at.rules.hq(mine).side).filter(move |&unit| {
            with != Some(unit) && at.is_under(unit, mine) && at.unit(unit).arm != Arm::Wagon
        });
        units.filter_map(move |unit| {
            let troop = at.troop(unit);
            let to = match troop.formation {
                Formation::Skirmish => at.state.loose_of(unit).first()?.0,
                _ if troop.stands == 0 => return None,
                _ => troop.anchor,
            };
            if here.distance_squared(to) > far * far {
                return None;
            }
            let ride = Ride::to(to);
            check_ride(at, hq, officer, &ride, Some(unit)).ok()?;
            Some(Action::Join { officer, ride, unit })
        })
    })
}

/// A commander rides.
pub fn ride(play: &mut Play<'_>, officer: OfficerId, ride: &Ride, joins: Option<UnitId>) {
    let to = ride.0.last().map(|place| place.0);
    let commander = &mut play.state.officers[officer.index()];
    commander.moved = true;
    commander.with = joins;
    commander.at = to.unwrap_or(commander.at);
    play.tell(Event::Rode { officer, with: joins });
}

/// A formed unit has come to a stand, of its own will or not: enemy commanders who are alone within an inch of it are
/// driven off (M-13).
pub fn reached(play: &mut Play<'_>, mover: UnitId) {
    for officer in (0..play.state.officers.len()).map(OfficerId::at) {
        if is_upon(play.at(), mover, officer) {
            take_refuge(play, officer);
        }
    }
}

/// Whether a formed unit is within an inch of an enemy commander who is alone (M-13).
fn is_upon(at: Position<'_>, unit: UnitId, officer: OfficerId) -> bool {
    let commander = &at.state.officers[officer.index()];
    commander.fate == Fate::Present
        && commander.with.is_none()
        && at.rules.hq(at.rules.officer(officer).hq).side != at.side(unit)
        && at.is_present(unit)
        && at.is_formed(unit)
        && Round { middle: commander.at, radius: 0 }.is_within(at.round(unit), ALOOF)
        && at.footprint(unit).iter().any(|body| meet::gap_within(&[commander.at], &body.outline, ALOOF))
}

/// A commander rides to the nearest unit under him within his reach, or is captured (M-13).
fn take_refuge(play: &mut Play<'_>, officer: OfficerId) {
    let at = play.at();
    let mine = at.rules.officer(officer).hq;
    let here = [at.state.officers[officer.index()].at];
    let gap = |unit: UnitId| {
        let nearest = at
            .footprint(unit)
            .iter()
            .filter_map(|body| meet::nearest(&here, &body.outline))
            .min_by_key(|near| near.squared);
        nearest.map(|near| near.squared).filter(|squared| squared.is_within(RIDE))
    };
    let refuge = at
        .present_of(at.rules.hq(mine).side)
        .filter(|&unit| at.is_under(unit, mine) && at.unit(unit).arm != Arm::Wagon)
        .filter_map(|unit| Some((gap(unit)?, unit)))
        .min();
    match refuge {
        Some((_, unit)) => {
            play.state.officers[officer.index()].with = Some(unit);
            play.tell(Event::Rode { officer, with: Some(unit) });
        }
        None => lose(play, officer, true),
    }
}
