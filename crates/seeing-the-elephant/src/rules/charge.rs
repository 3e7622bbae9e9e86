//! Charges: who may, whom, and in which order they are carried out (STE-CHG, S7, S8).

pub mod path;
pub mod questions;
pub mod run;
pub mod screen;

use crate::model::action::Action;
use crate::model::charge::{Awaits, Charge, Course, Goal, Pose, Spot, Stage, Toll};
use crate::model::event::Event;
use crate::model::figure::{Stance, TOUCH};
use crate::model::ids::UnitId;
use crate::model::layout::Layout;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Behind, Formation, Mark, Posture};
use crate::model::terrain::{ABATIS, BRIDGE, DEFILE, FENCE, FIELDWORKS, WALL};
use crate::model::troops::Arm;
use crate::rules::cover;
use crate::rules::elation;
use crate::rules::formations::charge_dice;
use crate::rules::legs::{allowance, arc, inches, refuse};
use crate::rules::sight;
use crate::rules::stacks;
use crate::rules::sweep::Sweep;
use crate::scene::{self, ghost};
use crate::speech;
use engine::agenda::{self, Opening, Question, Step, Words, other_question};
use engine::flat::List;
use engine::scene::Sketch;
use engine::{Side, Sides, Violation};
use ground::geometry::Point;
use ground::table::Hull;
use path::{Others, Purse};
use run::ChargeOn;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The most an average die shows.
pub(crate) const BEST_DIE: u8 = 5;

/// The charges of an activation: first all are announced, then they are carried out one after another, and all other
/// movement waits for the last (STE-MOVE-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChargePhase;

impl Step<SeeingTheElephant> for ChargePhase {
    fn take(self, play: &mut Play<'_>) {
        play.state.charges.clear();
        elation::force_charges(play);
        let at = play.at();
        let layout = Layout::of(at);
        let at = at.with(&layout);
        let possible = chargers(at).flat_map(|unit| possible(at, unit)).collect();
        play.state.possible = possible;
        play.state.agenda.push(DeclareCharges);
    }
}

/// The phasing player announces who charges whom; what he has announced he may change until he is ready (STE-CHG-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DeclareCharges;

impl DeclareCharges {
    fn declared(at: Position<'_>, unit: UnitId) -> Option<&Charge> {
        at.state.charges.iter().find(|charge| charge.unit == unit)
    }

    /// Every charge that may be announced. Nobody moves meanwhile, so what was possible when the phase began still is;
    /// but whoever goes along behind a charger stands in its way no more.
    fn charges(at: Position<'_>) -> impl Iterator<Item = Action> + '_ {
        let is_led = move |unit: UnitId| {
            DeclareCharges::declared(at, unit).is_some_and(|charge| !charge.followers.is_empty())
        };
        let kept = at.state.possible.iter().copied().filter(move |charge| !is_led(charge.unit));
        let led = chargers(at).filter(move |&unit| is_led(unit)).flat_map(move |unit| possible(at, unit));
        kept.chain(led).filter(move |charge| charge.is_open(at)).map(Possible::action)
    }
}

/// A charge that best dice would carry to its target.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Possible {
    /// Who would charge.
    pub unit: UnitId,
    /// Whom.
    pub target: UnitId,
    /// Without the die more (STE-MOVE-3, STE-MOVE-8).
    pub plain: bool,
}

impl Possible {
    const fn action(self) -> Action {
        let Possible { unit, target, plain } = self;
        if plain { Action::ChargePlainly { unit, target } } else { Action::Charge { unit, target } }
    }

    /// Whether it may be announced beside what has been announced.
    fn is_open(self, at: Position<'_>) -> bool {
        let is_same = |charge: &Charge| {
            charge.target == self.target && charge.marks.any(Stage::PLAIN) == self.plain
                || charge.marks.any(Stage::FORCED)
        };
        !DeclareCharges::declared(at, self.unit).is_some_and(is_same)
            && !at.state.charges.iter().any(|charge| at.state.follows(self.unit, charge.unit))
    }
}

/// Who may charge in this activation.
fn chargers(at: Position<'_>) -> impl Iterator<Item = UnitId> + '_ {
    let active = at.present_of(at.state.phasing).filter(move |&unit| at.is(unit, Mark::ACTIVE));
    active.filter(move |&unit| check_charger(at.tersely(), unit).is_ok())
}

/// Whom a unit may charge that may charge at all.
fn possible(at: Position<'_>, unit: UnitId) -> impl Iterator<Item = Possible> + '_ {
    let longest = longest(at, unit);
    let near = move |target: &UnitId| at.is_within(unit, *target, longest);
    at.enemies(unit).filter(near).flat_map(move |target| {
        let [full, plain] = open_charges(at, unit, target);
        let found = [(full, false), (plain, true)].into_iter().filter(|(open, _)| *open);
        found.map(move |(_, plain)| Possible { unit, target, plain })
    })
}

/// Whether a unit that may charge may charge an enemy: with the die more, and without it. As [`check_target`] and
/// [`check_reach`] say, the cheapest question first: whom no way leads to, or no dice, nobody has to see.
fn open_charges(at: Position<'_>, unit: UnitId, target: UnitId) -> [bool; 2] {
    if at.unit(target).arm == Arm::Gunboat {
        return [false; 2];
    }
    let stance = charging_stance(at, unit);
    let others = Others::of(at, unit, target);
    let Some(course) = path::plan(at, unit, &stance, &at.footprint(target), &others) else {
        return [false; 2];
    };
    let open = [true, false].map(|bonus| reaches(at, unit, &course, bonus));
    let may = open != [false; 2]
        && (at.troop(unit).formation != Formation::Column || may_storm(at, unit, target, &stance, &course))
        && is_known(at, unit, target);
    open.map(|open| open && may)
}

/// Whether a charger has somebody near enough, or in sight.
fn is_known(at: Position<'_>, unit: UnitId, target: UnitId) -> bool {
    at.is_within(unit, target, at.rules.scale.yards(100)) || sight::sees(at, unit, target)
}

/// Whether the best dice carry a unit to the end of its way: as [`check_reach`], for who needs no reason.
fn reaches(at: Position<'_>, unit: UnitId, course: &Course, bonus: bool) -> bool {
    if !bonus && dice(at, unit, course, true) == dice(at, unit, course, false) {
        return false;
    }
    let stance = charging_stance(at, unit);
    let best = purse(at, unit, course, None, bonus);
    let spot = path::end(course);
    let way = path::along(&stance, course.turn, spot);
    // What is paid for on the way only takes away, and never more than leaves an inch a die.
    let at_most = allowance(best.sum, best.dice, best.toll.deductions(), best.halved);
    let at_least = allowance(best.sum, best.dice, u8::MAX, best.halved);
    way <= at_least || way <= at_most && way <= best.reach(at, unit, &stance, course.turn, spot)
}

impl Question<SeeingTheElephant> for DeclareCharges {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let side = at.state.phasing;
        match (at.state.charges.is_empty(), at.state.possible.is_empty()) {
            (true, true) => Opening::Only(side, Action::Announce),
            (true, false) => Opening::Ask,
            _ => agenda::only::<SeeingTheElephant, _>(self, at),
        }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who charges whom?", "STE-CHG-1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        out.extend(DeclareCharges::charges(at));
        for charge in &at.state.charges {
            let follow = |unit| Action::Follow { unit, front: charge.unit };
            let behind = stacks::stack(at, charge.unit).skip(1).map(follow);
            out.extend(behind.filter(|answer| self.check(at.tersely(), side, answer).is_ok()));
        }
        let declared = at.state.charges.iter().map(|charge| Action::CallOff(charge.unit));
        out.extend(declared.filter(|answer| self.check(at.tersely(), side, answer).is_ok()));
        out.push(Action::Announce);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Charge { unit, target } | Action::ChargePlainly { unit, target } => {
                let plain = matches!(action, Action::ChargePlainly { .. });
                let declared = DeclareCharges::declared(at, unit);
                if declared
                    .is_some_and(|charge| charge.target == target && charge.marks.any(Stage::PLAIN) == plain)
                {
                    let name = &at.unit(unit).name;
                    return refuse(at, unit, "STE-CHG-1", format_args!("{name} charges it already"));
                }
                check_forced(at, unit)?;
                if at.state.charges.iter().any(|charge| at.state.follows(unit, charge.unit)) {
                    let name = &at.unit(unit).name;
                    return refuse(
                        at,
                        unit,
                        "R-82",
                        format_args!("{name} goes along behind another charger"),
                    );
                }
                check_charge(at, unit, target, !plain).map(|_| ())
            }
            Action::Follow { unit, front } => check_follow(at, unit, front),
            Action::CallOff(unit) => {
                if DeclareCharges::declared(at, unit).is_none() {
                    let name = &at.unit(unit).name;
                    return refuse(at, unit, "STE-CHG-1", format_args!("{name} has announced no charge"));
                }
                check_forced(at, unit)
            }
            Action::Announce => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::Charge { unit, target } | Action::ChargePlainly { unit, target } => {
                play.state.charges.retain(|charge| charge.unit != unit);
                // STE-MOVE-3, STE-MOVE-8: the die more is a choice.
                let plain = matches!(action, Action::ChargePlainly { .. });
                declare(play, unit, target, Stage::PLAIN.when(plain));
                play.state.agenda.push(DeclareCharges);
            }
            Action::Follow { unit, front } => {
                run::update(play, front, |charge| charge.followers.push(unit));
                play.state.agenda.push(DeclareCharges);
            }
            Action::CallOff(unit) => {
                play.state.charges.retain(|charge| charge.unit != unit);
                play.state.agenda.push(DeclareCharges);
            }
            _ => {
                play.state.possible.clear();
                for number in 0..play.state.charges.len() {
                    let Charge { unit, target, .. } = play.state.charges[number];
                    // From now on a test that it fails calls the charge off.
                    play.troop(unit).verdict = None;
                    play.tell(Event::ChargeAnnounced { unit, target });
                }
                play.state.agenda.push(OrderCharges);
            }
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let name = |unit: UnitId| &at.unit(unit).name;
        match *action {
            Action::Charge { unit, target } => format!("{} charges {}", name(unit), name(target)),
            Action::ChargePlainly { unit, target } => {
                format!("{} charges {} with a die less", name(unit), name(target))
            }
            Action::Follow { unit, front } => format!("{} goes along behind {}", name(unit), name(front)),
            Action::CallOff(unit) => format!("{} does not charge", name(unit)),
            Action::Announce => match at.state.charges.len() {
                0 => "Nobody charges".to_owned(),
                1 => "Announce the charge".to_owned(),
                many => format!("Announce {many} charges"),
            },
            _ => speech::answer(at.rules, action),
        }
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<engine::scene::Point>, String) {
        let (unit, target, plain) = match *action {
            Action::Charge { unit, target } => (unit, target, false),
            Action::ChargePlainly { unit, target } => (unit, target, true),
            _ => return Default::default(),
        };
        let Ok(course) = check_target(at, unit, target) else { return Default::default() };
        let ends = [at.stance(unit).anchor, at.centroid(target)];
        let way = ends.map(|end| scene::on_board(at.rules, end)).to_vec();
        (way, ghost::charge_said(at, unit, &course, plain))
    }

    /// The way of a charge, as it is now.
    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        let (unit, target, plain) = match *action {
            Action::Charge { unit, target } => (unit, target, false),
            Action::ChargePlainly { unit, target } => (unit, target, true),
            _ => return Sketch::default(),
        };
        let course = check_target(at, unit, target);
        course.map_or_else(|_| Sketch::default(), |course| ghost::charge(at, unit, target, &course, plain))
    }
}

/// Puts a charge on the list, with what counts as it is now: places of charger and target, and what the target is
/// behind (STE-FLK-2, R-118).
pub fn declare(play: &mut Play<'_>, unit: UnitId, target: UnitId, marks: Stage) {
    let at = play.at();
    let (from, aim) = (Pose::of(at.troop(unit)), Pose::of(at.troop(target)));
    let behind = behind(at, target, at.centroid(unit));
    // after reduced fire a charge has half its reach.
    let halved = u8::from(at.troop(unit).posture == Posture::Reduced);
    let far = !at.is_within(unit, target, at.rules.scale.yards(100));
    // whoever is engaged already answers no charge.
    let engaged = at.state.melees.iter().any(|melee| melee.attacker == target || melee.defender == target);
    let marks = marks | Stage::FAR.when(far) | Stage::UNANSWERED.when(engaged);
    play.state.charges.push(Charge {
        unit,
        target,
        followers: List::default(),
        from,
        aim,
        behind,
        marks,
        awaits: Awaits::Nothing,
        dice: 0,
        sum: 0,
        halved,
        start: from,
        course: Course { turn: 0, ahead: 0, goal: Goal::Ground },
        gone: Spot::default(),
        tested: Spot::default(),
        halt: from,
        spent: 0,
        toll: Toll::default(),
    });
}

/// The phasing player says which of the announced charges is carried out next (S8).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OrderCharges;

impl OrderCharges {
    fn waiting(at: Position<'_>) -> impl Iterator<Item = UnitId> + '_ {
        at.state.charges.iter().filter(|charge| !charge.marks.any(Stage::ROLLED)).map(|charge| charge.unit)
    }
}

impl Question<SeeingTheElephant> for OrderCharges {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        agenda::only::<SeeingTheElephant, _>(self, at)
    }

    /// Every charge has been carried out; other movement follows (STE-MOVE-1).
    fn pass(self, play: &mut Play<'_>) {
        play.state.charges.clear();
        play.state.agenda.push(elation::DriveOn);
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which charge is carried out next?", "STE-CHG-2")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(OrderCharges::waiting(at).map(Action::Resolve));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Resolve(unit) = *action else { return other_question() };
        if OrderCharges::waiting(at).any(|waiting| waiting == unit) {
            return Ok(());
        }
        refuse(at, unit, "STE-CHG-2", format_args!("{} has no charge to carry out", at.unit(unit).name))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Resolve(unit) = *action else { return };
        play.state.agenda.then([ChargeOn { unit }.into(), OrderCharges.into()]);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Resolve(unit) => format!("{} charges", at.unit(unit).name),
            _ => speech::answer(at.rules, action),
        }
    }
}

/// Whether a unit may go along with a charge: active, unmoved, such as may charge, and stacked behind the charger or
/// behind one that goes along already.
fn check_follow(at: Position<'_>, unit: UnitId, front: UnitId) -> Result<(), Violation> {
    let (name, charger) = (&at.unit(unit).name, &at.unit(front).name);
    let Some(charge) = DeclareCharges::declared(at, front) else {
        return refuse(at, front, "R-82", format_args!("{charger} has announced no charge"));
    };
    let busy = DeclareCharges::declared(at, unit).is_some()
        || at.state.charges.iter().any(|charge| at.state.follows(unit, charge.unit));
    if busy {
        return refuse(at, unit, "R-82", format_args!("{name} charges or goes along already"));
    }
    check_charger(at, unit)?;
    let last = charge.followers.last().unwrap_or(front);
    if charge.followers.len() >= 4 || !stacks::is_behind(at, unit, last) {
        let text = format_args!("{name} is not stacked behind {}", at.unit(last).name);
        return refuse(at, unit, "R-82", text);
    }
    Ok(())
}

/// What over-enthusiasm has ordered cannot be changed (STE-MOR-30).
fn check_forced(at: Position<'_>, unit: UnitId) -> Result<(), Violation> {
    let forced = DeclareCharges::declared(at, unit).is_some_and(|charge| charge.marks.any(Stage::FORCED));
    if forced {
        let name = &at.unit(unit).name;
        return refuse(
            at,
            unit,
            "STE-MOR-30",
            format_args!("{name} cannot be held: it goes at the nearest enemy"),
        );
    }
    Ok(())
}

/// Whether a unit may charge in this activation.
///
/// # Errors
///
/// Why not.
pub fn check_charger(at: Position<'_>, unit: UnitId) -> Result<(), Violation> {
    let name = &at.unit(unit).name;
    let active = at.side(unit) == at.state.phasing && at.is_present(unit) && at.is(unit, Mark::ACTIVE);
    if !active {
        return refuse(at, unit, "STE-CHG-1", format_args!("{name} is not active"));
    }
    check_able(at, unit)
}

/// Whether a unit could charge, active or not.
///
/// # Errors
///
/// Why not.
pub fn check_able(at: Position<'_>, unit: UnitId) -> Result<(), Violation> {
    let (about, troop) = (at.unit(unit), at.troop(unit));
    let name = &about.name;
    let no = |rule: &str, text: fmt::Arguments<'_>| refuse(at, unit, rule, text);
    match about.arm {
        Arm::Infantry | Arm::Cavalry => {}
        // STE-MOVE-11 to STE-MOVE-13
        _ => return no("R-74", format_args!("{name} cannot charge: guns and wagons never do")),
    }
    if at.is(unit, Mark::DISMOUNTED) {
        return no("STE-MOVE-10", format_args!("{name} cannot charge on foot"));
    }
    match troop.formation {
        Formation::Line | Formation::Column => {}
        Formation::Square => return no("R-74", format_args!("{name} cannot charge in square")),
        _ => return no("R-74", format_args!("{name} cannot charge in skirmish order")),
    }
    if at.is(unit, Mark::PRONE) && !at.is(unit, Mark::ELATED) {
        return no("R-74", format_args!("{name} lies down"));
    }
    if troop.withdrawing.is_some() {
        return no("R-84", format_args!("{name} is on the run"));
    }
    if at.is(unit, Mark::MOVED.or(Mark::BARRED)) {
        return no("R-74", format_args!("{name} moves no more this turn"));
    }
    if troop.posture == Posture::Full {
        return no("R-74", format_args!("{name} has fired with full effect"));
    }
    if at.is(unit, Mark::SHAKEN) {
        return no("R-31", format_args!("{name} has failed its morale test of this turn"));
    }
    if at.is_in_contact(unit) {
        return no("R-42", format_args!("{name} is in contact with the enemy"));
    }
    Ok(())
}

/// Whether a unit may charge another now, and by which way (STE-CHG-1, G-13, R-93).
///
/// # Errors
///
/// The rule that forbids it.
pub fn check_charge(
    at: Position<'_>,
    unit: UnitId,
    target: UnitId,
    bonus: bool,
) -> Result<Course, Violation> {
    check_charger(at, unit)?;
    let course = check_target(at, unit, target)?;
    check_reach(at, unit, &course, bonus)?;
    Ok(course)
}

/// Whether the best dice carry a unit to the end of its way, with the die more or without.
fn check_reach(at: Position<'_>, unit: UnitId, course: &Course, bonus: bool) -> Result<(), Violation> {
    if !bonus && dice(at, unit, course, true) == dice(at, unit, course, false) {
        let rule = if at.unit(unit).arm == Arm::Cavalry { "STE-MOVE-8" } else { "STE-MOVE-3" };
        return refuse(at, unit, rule, format_args!("{} has no die to leave out", at.unit(unit).name));
    }
    // nobody charges what the best dice cannot reach.
    let stance = charging_stance(at, unit);
    let best = purse(at, unit, course, None, bonus);
    let spot = path::end(course);
    let (way, most) =
        (path::along(&stance, course.turn, spot), best.reach(at, unit, &stance, course.turn, spot));
    if way > most {
        let [way, most] = [way, most].map(inches);
        let name = &at.unit(unit).name;
        return refuse(
            at,
            unit,
            "R-93",
            format_args!("{name} has {way} inches to go and reaches {most} at best"),
        );
    }
    Ok(())
}

/// Whether a unit may charge another from where it stands, however far that is, and by which way.
///
/// # Errors
///
/// The rule that forbids it.
pub fn check_target(at: Position<'_>, unit: UnitId, target: UnitId) -> Result<Course, Violation> {
    let (name, enemy) = (&at.unit(unit).name, &at.unit(target).name);
    if !at.is_present(target) || at.side(target) == at.side(unit) {
        return refuse(at, target, "STE-CHG-1", format_args!("{enemy} is no enemy on the table"));
    }
    if at.unit(target).arm == Arm::Gunboat {
        return refuse(at, target, "M-18", format_args!("{enemy} is on the water"));
    }
    if !is_known(at, unit, target) {
        let text = format_args!("{name} does not see {enemy}, which is more than 100 yards away");
        return refuse(at, unit, "R-93", text);
    }
    let stance = charging_stance(at, unit);
    let others = Others::of(at, unit, target);
    let Some(course) = path::plan(at, unit, &stance, &at.footprint(target), &others) else {
        return refuse(at, unit, "R-93", format_args!("no way leads {name} to {enemy}"));
    };
    if at.troop(unit).formation == Formation::Column && !may_storm(at, unit, target, &stance, &course) {
        let text =
            format_args!("{name} is in column and {enemy} behind no work, at no bridge and in no defile");
        return refuse(at, unit, "STE-MOVE-15", text);
    }
    Ok(course)
}

/// A column may attack a unit behind fieldworks, or where the way or the unit meets a bridge or a defile (STE-MOVE-15,
///
fn may_storm(at: Position<'_>, unit: UnitId, target: UnitId, stance: &Stance, course: &Course) -> bool {
    let wanted = BRIDGE.with(DEFILE);
    let end = path::end(course);
    let ways = [path::pose(stance, course.turn, Spot { ahead: 0, ..end })].map(|wheeled| {
        let way = Sweep::straight(wheeled, wheeled.facing, end.ahead);
        !way.under(at, wanted).is_empty()
    });
    let field = &at.rules.table.field;
    behind(at, target, at.centroid(unit)) == Behind::Fieldworks
        || ways.contains(&true)
        || at
            .bodies(target)
            .iter()
            .any(|body| !field.kinds_under(&Hull::of(&body.posed(0)), wanted).is_empty())
}

/// What a unit is behind, seen from a point: half of its stands close to it, with it between (M-4, R-118).
#[must_use]
pub fn behind(at: Position<'_>, unit: UnitId, from: Point) -> Behind {
    let stands = at.stands(unit);
    let covered = |kinds| {
        let behind = stands.iter().filter(|stand| cover::is_behind_line(at, stand, kinds, from));
        2 * behind.count() >= stands.len().max(1)
    };
    if covered(FIELDWORKS.with(ABATIS)) {
        Behind::Fieldworks
    } else if covered(FENCE.with(WALL)) {
        Behind::Wall
    } else {
        Behind::Nothing
    }
}

/// How a unit stands when it begins to charge: a column that lies along a road falls in behind its leader.
#[must_use]
pub fn charging_stance(at: Position<'_>, unit: UnitId) -> Stance {
    at.stance(unit)
}

/// How many dice a unit charges with: its own, and the one that infantry in column and cavalry on the move may add;
/// in woods what cavalry has there (STE-MOVE-3, STE-MOVE-8, STE-MOVE-9, R-49).
#[must_use]
pub fn dice(at: Position<'_>, unit: UnitId, course: &Course, bonus: bool) -> u8 {
    let column = at.unit(unit).arm == Arm::Infantry && at.troop(unit).formation == Formation::Column;
    let woods = at.is_mounted(unit) && path::enters_woods(at, &charging_stance(at, unit), course);
    charge_dice(at, unit, bonus, woods) + u8::from(column && bonus)
}

/// What a unit has in hand for a charge: the sum of its dice, or the best there could be.
#[must_use]
pub fn purse(at: Position<'_>, unit: UnitId, course: &Course, sum: Option<u8>, bonus: bool) -> Purse {
    let dice = dice(at, unit, course, bonus);
    Purse {
        dice,
        sum: sum.unwrap_or(BEST_DIE * dice),
        halved: u8::from(at.troop(unit).posture == Posture::Reduced),
        spent: 0,
        // whom enthusiasm drives rises without a test, for an inch a die.
        toll: Toll { rose: at.is(unit, Mark::PRONE), ..Toll::default() },
    }
}

/// The farthest that an enemy can be whom a unit could reach: as far as the best dice carry its command stand, and as
/// much as the end of its front goes farther than that in a wheel of 45 degrees.
fn longest(at: Position<'_>, unit: UnitId) -> i32 {
    let column = at.unit(unit).arm == Arm::Infantry && at.troop(unit).formation == Formation::Column;
    let dice = charge_dice(at, unit, true, false) + u8::from(column);
    let halved = u8::from(at.troop(unit).posture == Posture::Reduced);
    let stance = charging_stance(at, unit);
    let beyond = arc(stance.front_rank().width / 2 + stance.size.frontage, path::MOST_TICKS.into());
    allowance(BEST_DIE * dice, dice, 0, halved) + beyond + TOUCH + path::STEP
}
