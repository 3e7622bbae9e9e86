//! The Movement phase: picking groups up, moving them, setting them down (ledger Q6).

use crate::LastFullMeasure;
use crate::files::notation::{arrival_tag, commander_tag, piece_tag};
use crate::model::action::Action;
use crate::model::board::BLOCKED;
use crate::model::event::Event;
use crate::model::ids::{CommanderId, CommanderSet, Group, Piece, UnitId, UnitSet};
use crate::model::numbers::MovementPoints;
use crate::model::position::{Play, Position};
use crate::model::scenario::Rank;
use crate::model::sizes::HexSet;
use crate::model::state::{Flag, Moving, Office, Reason, Station};
use crate::model::task::Task;
use crate::rules::arrivals::Divert;
use crate::rules::charges::lead;
use crate::rules::detachment::off;
use crate::rules::retreat::FallBack;
use crate::scene::{Spot, between, points, spot};
use crate::speech::group;
use engine::agenda::{Opening, Question, Step, Words};
use engine::notation::Noun;
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::{Direction, Hex};
use serde::{Deserialize, Serialize};

/// At night, troops that begin in a zone of control fall back first, one stack after the other (LFM-23.3a).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NightRetreats;

impl Step<LastFullMeasure> for NightRetreats {
    fn take(self, play: &mut Play<'_>) {
        play.next_night_retreat();
    }
}

/// Who moves? Anybody, or nobody at all (LFM-S5a).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct March;

impl Question<LastFullMeasure> for March {
    #[inline]
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who moves?", "LFM-S5a")
    }

    #[inline]
    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.march_actions(out);
    }

    /// Most answers pick somebody up: these are counted, not listed.
    #[inline]
    fn one<'r>(
        self,
        at: Position<'_>,
        _: Side,
        room: &'r mut Vec<Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<&'r Action> {
        let ready = at.ready();
        at.march_actions_off_the_map(room);
        let counts = ready.counts();
        let pieces: usize = counts.iter().sum();
        if pieces + room.len() == 0 {
            return None;
        }
        let chosen = choose(pieces + room.len());
        match ready.nth(chosen, counts) {
            Some(action) => {
                room.push(action);
                room.last()
            }
            None => room.get(chosen - pieces),
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_march(action)
    }

    #[inline]
    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(self);
        match *action {
            Action::Pick(piece) => {
                let mut group = Group::EMPTY;
                let at = match piece {
                    Piece::Unit(unit) => {
                        group.units.insert(unit);
                        play.state.station(unit)
                    }
                    Piece::Commander(commander) => {
                        group.commanders.insert(commander);
                        play.state.leader_station(commander)
                    }
                };
                play.pick_up(group, at.there(), Group::EMPTY);
            }
            Action::Select(hex) => {
                let group = play.position().hex_group(hex);
                play.pick_up(group, hex, Group::EMPTY);
            }
            Action::Attach(unit) => {
                play.attach(unit);
                if let Some(brigade) = play.scenario.unit(unit).brigade {
                    play.bind(brigade, |one| one == unit);
                    play.note_touch(brigade);
                }
            }
            Action::MarkRecover(commander) => play.state.mark(commander, Office::RECOVER),
            Action::Enter(arrival) => play.enter(arrival),
            Action::StepIn(arrival) => play.step_in(arrival),
            Action::Divert(arrival) => play.push(Divert { arrival }),
            Action::Return(unit, hex) => play.return_to_map(unit, hex),
            Action::StepBack(unit, hex) => play.step_back(unit, hex),
            _ => play.end_of_movement(),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Select(hex) => format!("The units in {}", at.in_hex(hex)),
            Action::Pick(Piece::Unit(unit)) => format!("{} alone", at.now(unit)),
            Action::Pick(piece) => format!("{} alone", piece_tag(at.scenario, piece)),
            Action::Attach(unit) => off(at, unit),
            Action::MarkRecover(one) => format!("Recover marker for {}", commander_tag(at.scenario, one)),
            Action::Enter(one) => format!("{} enters", arrival_tag(at.scenario, one)),
            Action::StepIn(one) => format!("{} enters without the road rate", arrival_tag(at.scenario, one)),
            Action::Divert(one) => format!("{} will enter elsewhere, later", arrival_tag(at.scenario, one)),
            Action::Return(unit, hex) => {
                format!("{}'s stack comes back at {}", at.tag(unit), at.hex_name(hex))
            }
            Action::StepBack(unit, hex) => {
                format!("{}'s stack comes back at {} without the road rate", at.tag(unit), at.hex_name(hex))
            }
            _ => "Movement is over".into(),
        }
    }

    /// A click on a regiment picks it, and one on an entry brings it in; what is rarer has a button.
    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        match action {
            Action::Attach(_) | Action::MarkRecover(_) => Target::Button,
            Action::StepIn(_) | Action::StepBack(..) | Action::Divert(_) => Target::Button,
            Action::Return(_, hex) => Action::Select(*hex).target(at.scenario),
            _ => action.target(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(piece, _) => Some(Action::Pick(piece)),
            Spot::Hex(hex) => Some(Action::Select(hex)),
            Spot::Arrival(arrival) => Some(Action::Enter(arrival)),
            _ => None,
        }
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::Enter(arrival) = *action else { return Default::default() };
        let text = at.entry(arrival).map(|(left, _)| format!("{left} movement points left after entering"));
        (Vec::new(), text.unwrap_or_default())
    }
}

/// Where does the group go? (LFM-1.1a)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Marching;

impl Question<LastFullMeasure> for Marching {
    #[inline]
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    /// A group that could do nothing more is set down.
    #[inline]
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let moving = &at.state.moving;
        let spent =
            moving.done || (moving.started && (moving.stopped || moving.mp < MovementPoints::CHEAPEST_STEP));
        let stuck = moving.group.is_empty() || (spent && !at.group_can_act());
        if stuck { Opening::Pass } else { Opening::Ask }
    }

    fn pass(self, play: &mut Play<'_>) {
        play.finish_group();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let moving = &at.state.moving;
        let (who, here) = (group(at.scenario, &moving.group), at.hex_name(moving.at));
        let left = moving.mp;
        let text = if moving.entering {
            format!("{who} enter at {here}, {left} MP left. What next?")
        } else if moving.must_charge {
            format!("{who} in {here}, {left} MP left. Whom do they charge?")
        } else {
            format!("{who} in {here}, {left} MP left. Where to?")
        };
        Words::new(text, "LFM-1.1a")
    }

    #[inline]
    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.marching_actions(out);
    }

    /// Most of what a group can do is to go somewhere: destinations are counted, not listed.
    #[inline]
    fn one<'r>(
        self,
        at: Position<'_>,
        _: Side,
        room: &'r mut Vec<Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<&'r Action> {
        let destinations = at.marching_actions_but_destinations(room);
        let hexes = destinations.count();
        if hexes + room.len() == 0 {
            return None;
        }
        let chosen = choose(hexes + room.len());
        match destinations.nth(chosen) {
            Some(hex) => {
                room.push(Action::MoveTo(hex));
                room.last()
            }
            None => room.get(chosen - hexes),
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_marching(action)
    }

    #[inline]
    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(self);
        match *action {
            Action::MoveTo(hex) => play.march_to(hex),
            Action::Step(direction) => {
                if let Ok((cost, next)) = play.position().check_step(&play.state.moving, direction, false) {
                    play.move_group(next, cost, false);
                }
            }
            Action::March(direction) => {
                if let Ok((cost, next)) = play.position().check_step(&play.state.moving, direction, true) {
                    play.move_group(next, cost, true);
                }
            }
            Action::With(Piece::Unit(unit)) => {
                play.state.moving.group.units.insert(unit);
                play.recount_group();
            }
            Action::With(Piece::Commander(commander)) => {
                play.state.moving.group.commanders.insert(commander);
                play.recount_group();
            }
            Action::Without(Piece::Unit(unit)) => {
                play.state.moving.group.units.remove(unit);
                play.state.moving.left.units.insert(unit);
                play.recount_group();
            }
            Action::Without(Piece::Commander(commander)) => {
                play.state.moving.group.commanders.remove(commander);
                play.state.moving.left.commanders.insert(commander);
                play.recount_group();
            }
            Action::Mount => play.change_mode(true),
            Action::Dismount => play.change_mode(false),
            Action::Unlimber(unit) => play.unlimber(unit),
            Action::Charge(hex) => play.do_charge(hex),
            _ => play.finish_group(),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::MoveTo(hex) => format!("Move to {}{}", at.hex_name(hex), at.price(hex)),
            Action::Step(way) => format!("Step {}{}", way.write(at.scenario), at.ahead(way)),
            Action::March(way) => format!("March {} by road{}", way.write(at.scenario), at.ahead(way)),
            Action::With(piece) => format!("Take {} along", piece_tag(at.scenario, piece)),
            Action::Without(piece) => format!("Leave {} behind", piece_tag(at.scenario, piece)),
            Action::Mount => "Mount".into(),
            Action::Dismount => "Dismount".into(),
            Action::Unlimber(unit) => format!("Unlimber {}", at.now(unit)),
            Action::Charge(hex) => format!("Charge {}", at.in_hex(hex)),
            _ => "The move ends here".into(),
        }
    }

    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        match *action {
            Action::Step(way) | Action::March(way) => {
                let here = at.state.moving.at;
                at.next_hex(way).map_or(Target::Button, |next| between(at.scenario, here, next))
            }
            Action::Unlimber(_) => Target::Button,
            _ => action.target(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(piece, hex) if hex == Some(at.state.moving.at) => {
                let along = at.state.moving.group.contains(piece);
                Some(if along { Action::Without(piece) } else { Action::With(piece) })
            }
            // Only cavalry charges; others are told when they may attack.
            Spot::Hex(hex)
                if at.state.owner(at.scenario, hex) == Some(at.state.phasing.other())
                    && !at.cavalry_of(&at.state.moving.group).is_empty() =>
            {
                Some(Action::Charge(hex))
            }
            Spot::Hex(hex) => Some(Action::MoveTo(hex)),
            Spot::Edge(one, other) => {
                let here = at.state.moving.at;
                let next = if one == here { other } else { one };
                at.scenario.board.direction(here, next).map(Action::Step)
            }
            _ => None,
        }
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let (hexes, cost) = at.way_and_cost(action);
        (points(at.scenario, hexes), cost)
    }
}

/// Movement is over: last checks (ledger Q6z).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovementOver;

impl Step<LastFullMeasure> for MovementOver {
    fn take(self, play: &mut Play<'_>) {
        play.movement_over();
    }
}

/// Whom X may pick up, and what else he may do with pieces on the map before he does.
struct Ready {
    leaders: CommanderSet,
    units: UnitSet,
    /// Where another unit, or the leader of their brigade, goes along with a unit if the hex is selected.
    together: HexSet,
    /// Who may be marked to recover.
    recover: CommanderSet,
    /// Whose DETACHED marker may come off.
    detached: UnitSet,
}

impl Ready {
    fn list(&self, out: &mut Vec<Action>) {
        out.extend(self.leaders.iter().map(|commander| Action::Pick(Piece::Commander(commander))));
        out.extend(self.units.iter().map(|unit| Action::Pick(Piece::Unit(unit))));
        self.together.list(out, Action::Select);
        out.extend(self.recover.iter().map(Action::MarkRecover));
        out.extend(self.detached.iter().map(Action::Attach));
    }

    /// How many actions of each kind there are to list.
    fn counts(&self) -> [usize; 5] {
        let Ready { leaders, units, together, recover, detached } = self;
        [leaders.len(), units.len(), together.count(), recover.len(), detached.len()]
    }

    /// One of them, by its place in the list.
    fn nth(&self, mut place: usize, counts: [usize; 5]) -> Option<Action> {
        let kind = counts.iter().position(|&count| {
            let here = place < count;
            place -= if here { 0 } else { count };
            here
        })?;
        match kind {
            0 => self.leaders.iter().nth(place).map(|commander| Action::Pick(Piece::Commander(commander))),
            1 => self.units.iter().nth(place).map(|unit| Action::Pick(Piece::Unit(unit))),
            2 => self.together.nth(place).map(Action::Select),
            3 => self.recover.iter().nth(place).map(Action::MarkRecover),
            _ => self.detached.iter().nth(place).map(Action::Attach),
        }
    }
}

impl Position<'_> {
    pub(crate) fn march_actions(&self, out: &mut Vec<Action>) {
        self.ready().list(out);
        self.march_actions_off_the_map(out);
    }

    /// Who comes, and the end of the phase.
    fn march_actions_off_the_map(&self, out: &mut Vec<Action>) {
        self.arrival_actions(out);
        if self.state.touch().closers.is_empty() {
            out.push(Action::Done);
        }
    }

    fn ready(&self) -> Ready {
        let x = self.state.phasing;
        let leaders = self.marching_leaders();
        let unmarked = leaders.intersection(&self.state.leaders_without(self.scenario, x, Office::RECOVER));
        let (mut seen, mut together) = (HexSet::EMPTY, HexSet::EMPTY);
        let on_map = self.state.units_on_map(self.scenario, x);
        let units = self.marching_units(&on_map);
        for unit in units.iter() {
            let place = self.state.station(unit);
            let led = self.scenario.rolls.leader[unit.index()].is_some_and(|leader| {
                (self.state.leader_station(leader) == place) & unmarked.contains(leader)
            });
            let hex = place.there();
            let alone = self.state.is(unit, Flag::RESTED);
            together.insert_if(hex, !alone && led | !seen.insert(hex));
        }
        let unmoved = self.state.leaders_without(self.scenario, x, Office::MOVED | Office::RECOVER);
        let recover = leaders.intersection(&unmoved).intersection(&self.scenario.rolls.brigadiers);
        let detached = on_map.intersection(&self.detached_units(x));
        Ready { leaders, units, together, recover, detached }
    }

    /// X's units on the map that can be picked up now.
    #[inline(never)]
    fn marching_units(&self, on_map: &UnitSet) -> UnitSet {
        let x = self.state.phasing;
        let without = |flags: Flag| self.state.units_without(self.scenario, x, flags);
        let batteries = &self.scenario.rolls.batteries[x.index()];
        let unlimbered = batteries.difference(&without(Flag::DEPLOYED));
        let ready = on_map.difference(&unlimbered);
        let mut units = ready.intersection(&without(Flag::BUILDER | Flag::RESTED));
        // Of those whose move is over, who has to close up.
        units = units.union(&ready.intersection(&self.state.touch().closers));
        if !self.scenario.holds.is_empty() {
            for unit in units.iter() {
                if self.is_held(Piece::Unit(unit)) {
                    units.remove(unit);
                }
            }
        }
        units
    }

    /// X's commanders who can be picked up now.
    #[inline(never)]
    fn marching_leaders(&self) -> CommanderSet {
        let x = self.state.phasing;
        let on_map = self.state.leaders_on_map(self.scenario, x);
        let mut leaders = on_map.intersection(&self.state.leaders_without(self.scenario, x, Office::RESTED));
        if !self.scenario.holds.is_empty() || !self.state.homeless.is_empty() {
            for commander in leaders.iter() {
                if !self.leader_can_march(commander) || self.is_held(Piece::Commander(commander)) {
                    leaders.remove(commander);
                }
            }
        }
        leaders
    }

    /// Whether a brigade commander may be marked to recover: one who has stayed put (LFM-S5g).
    fn can_mark_recover(&self, commander: CommanderId) -> bool {
        self.scenario.commander(commander).rank == Rank::Brigade
            && !self.state.holds(commander, Office::MOVED | Office::RECOVER)
    }

    pub(crate) fn check_march(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Pick(piece) => self.check_pick(piece),
            Action::Select(hex) => {
                if self.state.owner(self.scenario, hex) != Some(self.state.phasing) {
                    return Err(Violation::form(format!("None of your units is in {}.", self.hex_name(hex))));
                }
                if self.state.stack(hex).any(|unit| self.check_pick(Piece::Unit(unit)).is_ok()) {
                    let group = self.hex_group(hex);
                    if group.units.len() + group.commanders.len() > 1 {
                        return Ok(());
                    }
                    return Err(Violation::form(format!(
                        "Only one unit in {} can move: pick it by name.",
                        self.hex_name(hex)
                    )));
                }
                match self.state.stack(hex).next() {
                    Some(unit) => self.check_pick(Piece::Unit(unit)),
                    None => Ok(()),
                }
            }
            Action::Attach(unit) => self.check_attach(unit),
            Action::MarkRecover(commander) => {
                let known = commander.index() < self.scenario.commanders.len()
                    && self.scenario.commander(commander).side == self.state.phasing
                    && self.state.leader_station(commander).on_map();
                if known
                    && self.leader_can_march(commander)
                    && self.can_mark_recover(commander)
                    && !self.is_held(Piece::Commander(commander))
                {
                    Ok(())
                } else {
                    let text = "Only a brigade commander who has not moved this player turn can be marked to recover, once.";
                    Err(Violation::of("LFM-S5g", text))
                }
            }
            Action::Enter(arrival) => self.check_enter(arrival),
            Action::StepIn(arrival) => self.check_step_in(arrival),
            Action::Divert(arrival) => self.check_divert(arrival),
            Action::Return(unit, hex) => self.check_return(unit, hex),
            Action::StepBack(unit, hex) => self.check_step_back(unit, hex),
            Action::Done => self.check_end_of_movement(),
            _ => Err(Violation::form("Pick a unit or stack to move, or end the Movement phase.")),
        }
    }

    fn check_pick(&self, piece: Piece) -> Result<(), Violation> {
        let x = self.state.phasing;
        match piece {
            Piece::Unit(unit) => {
                if unit.index() >= self.scenario.units.len() || self.info(unit).side != x {
                    return Err(Violation::form("That is not one of your units."));
                }
                let tag = self.tag(unit);
                if self.state.hex_of(unit).is_none() {
                    return Err(Violation::form(format!("{tag} is not on the map.")));
                }
                if self.state.is_unlimbered(self.scenario, unit) {
                    return Err(Violation::of("LFM-1.4a", format!("{tag} is unlimbered and cannot move.")));
                }
                if self.state.is(unit, Flag::BUILDER) {
                    return Err(Violation::of(
                        "LFM-24.1e",
                        format!("{tag} is building breastworks and may not move this turn."),
                    ));
                }
                if self.state.is(unit, Flag::RESTED) && !self.may_close_up(unit) {
                    return Err(Violation::form(format!("{tag} has finished its move.")));
                }
            }
            Piece::Commander(commander) => {
                let known = commander.index() < self.scenario.commanders.len();
                if !known || self.scenario.commander(commander).side != x {
                    return Err(Violation::form("That is not one of your commanders."));
                }
                let name = &self.scenario.commander(commander).name;
                if !self.state.leader_station(commander).on_map() {
                    return Err(Violation::form(format!("{name} is not on the map.")));
                }
                if !self.leader_can_march(commander) {
                    let text = format!(
                        "{name} has finished his move, or has no regiment left and goes where his superior goes."
                    );
                    return Err(Violation::of("LFM-20.8b", text));
                }
            }
        }
        if self.is_held(piece) {
            return Err(Violation::form("The scenario holds this formation back for now."));
        }
        Ok(())
    }

    /// Joining, leaving, changing, charging, resting: tells what a group can do besides moving. Whoever knows says
    /// whether its brigades let it halt where it is.
    #[inline]
    pub(crate) fn each_group_action(&self, may_halt: Option<bool>, mut each: impl FnMut(Action)) {
        let moving = &self.state.moving;
        let at = moving.at;
        if !moving.started {
            let alone = moving.group.units.len() + moving.group.commanders.len() <= 1;
            for unit in self.state.stack(at) {
                if moving.group.units.contains(unit) {
                    if !alone {
                        each(Action::Without(Piece::Unit(unit)));
                    }
                } else if !moving.left.units.contains(unit)
                    && self.can_march(unit)
                    && !self.is_held(Piece::Unit(unit))
                {
                    each(Action::With(Piece::Unit(unit)));
                }
            }
            for commander in self.state.leaders_at(self.scenario, self.state.phasing, at) {
                if moving.group.commanders.contains(commander) {
                    if !alone {
                        each(Action::Without(Piece::Commander(commander)));
                    }
                } else if !moving.left.commanders.contains(commander)
                    && self.leader_can_march(commander)
                    && !self.is_held(Piece::Commander(commander))
                {
                    each(Action::With(Piece::Commander(commander)));
                }
            }
        }
        let cavalry = !self.cavalry_of(&moving.group).is_empty();
        if cavalry {
            for (mount, change) in [(true, Action::Mount), (false, Action::Dismount)] {
                if self.may_change(mount, may_halt) {
                    each(change);
                }
            }
        }
        for unit in self.batteries_to_unlimber() {
            each(Action::Unlimber(unit));
        }
        if cavalry {
            self.each_charge(|hex| each(Action::Charge(hex)));
        }
        let must_change = cavalry && self.must_change_mode();
        if !moving.must_charge && !must_change && self.must_close_up().is_none() {
            each(Action::Rest);
        }
    }

    /// Somebody in the group whose move was over and who was picked up again to close up: he has to move.
    fn must_close_up(&self) -> Option<UnitId> {
        let moving = &self.state.moving;
        let idle = !moving.started && !moving.charged && !moving.done;
        moving.group.units.iter().find(|&unit| idle && self.state.is(unit, Flag::RESTED))
    }

    /// Whether a group that has taken its last step can still do something but rest.
    fn group_can_act(&self) -> bool {
        let moving = &self.state.moving;
        let able =
            || !self.cavalry_of(&moving.group).is_empty() || self.batteries_to_unlimber().next().is_some();
        moving.must_charge
            || able() && {
                let (mut may_rest, mut more) = (false, false);
                self.each_group_action(None, |action| match action {
                    Action::Rest => may_rest = true,
                    _ => more = true,
                });
                more || !may_rest
            }
    }

    pub(crate) fn check_marching(&self, action: &Action) -> Result<(), Violation> {
        let moving = &self.state.moving;
        match *action {
            Action::MoveTo(hex) => {
                if hex.index() >= self.scenario.board.len {
                    return Err(Violation::form("There is no such hex."));
                }
                if self.destination(moving, hex).is_none() {
                    return Err(self.why_not(moving, hex));
                }
                self.check_together(moving, hex, None)?;
                match self.bound_on_the_way(moving, &self.marcher(moving), &HexSet::of(hex)) {
                    Some((unit, _)) => Err(self.why_step_by_step(unit, hex)),
                    None => Ok(()),
                }
            }
            Action::Step(direction) | Action::March(direction) => {
                let rated = matches!(action, Action::March(_));
                let (cost, next) = self.check_step(moving, direction, rated)?;
                self.check_together(moving, next, Some((direction, moving.mp - cost)))
            }
            Action::With(piece) => {
                self.check_pick(piece)?;
                let place = match piece {
                    Piece::Unit(unit) => self.state.station(unit),
                    Piece::Commander(commander) => self.state.leader_station(commander),
                };
                if moving.started || moving.group.contains(piece) || place != Station::at(moving.at) {
                    let text = "Only somebody in the same hex can join, and only before the first step.";
                    return Err(Violation::of("LFM-3.4b", text));
                }
                if moving.left.contains(piece) {
                    return Err(Violation::form(
                        "Who was left behind does not join again: pick him up later.",
                    ));
                }
                Ok(())
            }
            Action::Without(piece) => {
                let alone = moving.group.units.len() + moving.group.commanders.len() <= 1;
                if moving.started || alone || !moving.group.contains(piece) {
                    let text = "Only a member of the group can stay behind, before the first step, and somebody must go.";
                    return Err(Violation::of("LFM-3.4b", text));
                }
                Ok(())
            }
            Action::Mount => self.check_change(true),
            Action::Dismount => self.check_change(false),
            Action::Unlimber(unit) => self.check_unlimber(unit),
            Action::Charge(hex) => {
                if hex.index() >= self.scenario.board.len {
                    return Err(Violation::form("There is no such hex."));
                }
                self.check_charge(hex).map(|_| ())
            }
            Action::Rest if moving.must_charge => Err(Violation::of(
                "R-26",
                "The group is not in command and entered a zone of control: it has to charge.".to_string(),
            )),
            Action::Rest if self.must_change_mode() => Err(Violation::of(
                "LFM-4.3",
                "Cavalry in one hex is all mounted or all dismounted: change the mode, or move on.",
            )),
            Action::Rest => match self.must_close_up() {
                Some(unit) => {
                    let text = format!(
                        "{} had finished its move and was picked up again to close up: it moves, or stays out of the group.",
                        self.tag(unit)
                    );
                    Err(Violation::of("R-83", text))
                }
                None => Ok(()),
            },
            _ => Err(Violation::form("A group is on the march: move it, or let it rest.")),
        }
    }

    /// A group as it is picked up.
    pub(crate) fn lifted(&self, group: Group, at: Hex) -> Moving {
        let units = |flags: Flag| group.units.iter().any(|unit| self.state.flags(unit).all(flags));
        Moving {
            group,
            at,
            mp: self.group_mp(&group),
            road: units(Flag::ROAD) || group.commanders.iter().any(|c| self.state.holds(c, Office::ROAD)),
            resumed: units(Flag::MOVED),
            ..Moving::default()
        }
    }
}

impl Position<'_> {
    /// The way that a group on the march takes, and what it costs in words.
    fn way_and_cost(&self, action: &Action) -> (Vec<Hex>, String) {
        let moving = &self.state.moving;
        let here = moving.at;
        match *action {
            Action::MoveTo(goal) => match self.way(moving, goal) {
                Some((cost, road, way)) => {
                    let by_road = if road { ", by road" } else { "" };
                    ([here].into_iter().chain(way).collect(), format!("{}{by_road}", self.of_all(cost)))
                }
                None => (Vec::new(), String::new()),
            },
            Action::Step(way) => self.one_hex(way, false),
            Action::March(way) => self.one_hex(way, true),
            Action::Charge(goal) => {
                let cost = self.charge_cost(here, goal).map(|cost| self.of_all(cost));
                (vec![here, goal], cost.unwrap_or_default())
            }
            _ => (Vec::new(), String::new()),
        }
    }

    /// One hex, at the road rate or without.
    fn one_hex(&self, way: Direction, by_road: bool) -> (Vec<Hex>, String) {
        let Some(next) = self.next_hex(way) else { return (Vec::new(), String::new()) };
        let (plain, rate) = self.step_costs(&self.marcher(&self.state.moving), way);
        let cost = if by_road { rate } else { plain };
        let words = if cost == BLOCKED { String::new() } else { self.of_all(cost) };
        (vec![self.state.moving.at, next], words)
    }

    /// A cost, of what the group has.
    fn of_all(&self, cost: MovementPoints) -> String {
        format!("{cost} of {} movement points", self.state.moving.mp)
    }
}

impl Play<'_> {
    /// Start of X's Movement phase.
    pub(crate) fn begin_movement(&mut self) {
        self.update_zones();
        let x = self.state.phasing;
        const FORGET: Flag =
            Flag::MOVED.or(Flag::ROAD).or(Flag::RESTED).or(Flag::CHANGED).or(Flag::LATE).or(Flag::ENTERED);
        for unit in self.scenario.units_of(x) {
            self.state.clear(unit, FORGET);
            if self.state.station(unit).on_map() {
                self.state.set_mp(unit, self.position().allowance(unit));
            }
        }
        // Commanders 8 (LFM-1.2e).
        let leader_mp = self.scenario.limits.march_mounted;
        for commander in self.scenario.commanders_of(x) {
            self.state.set_leader_mp(commander, leader_mp);
            self.state.unmark(commander, Office::RESTED | Office::ROAD);
        }
        self.bind_all();
        self.push(MovementOver);
        self.push(March);
        if self.position().is_night() {
            let enemy = self.state.zones(x.other());
            self.state.caught = self.state.zones(x).occupied.intersection(&enemy.zoc);
            self.push(NightRetreats);
        }
    }

    /// At night, troops that begin in a zone of control fall back first (LFM-23.3a): the next hex of them.
    pub(crate) fn next_night_retreat(&mut self) {
        let Some(hex) = self.state.caught.last_member() else {
            // Who has fallen back may have lost touch with his brigade: Movement begins only now.
            return self.bind_all();
        };
        self.state.caught.remove(hex);
        self.then([FallBack { hex, reason: Reason::Night }.into(), NightRetreats.into()]);
    }

    fn pick_up(&mut self, group: Group, at: Hex, left: Group) {
        self.state.moving = Moving { left, ..self.position().lifted(group, at) };
        self.push(Marching);
    }

    fn recount_group(&mut self) {
        let moving = self.state.moving;
        self.pop();
        self.pick_up(moving.group, moving.at, moving.left);
    }

    /// The cheapest way to a hex, displacing lone enemy commanders on it.
    fn march_to(&mut self, hex: Hex) {
        let (position, enemy) = (self.position().looked(), self.enemy());
        let marcher = position.marcher(&self.state.moving);
        let Some((cost, road)) = position.cheapest(&marcher, hex) else { return };
        let may_pass_leader = !marcher.only_leaders && {
            let leaders = self.scenario.commanders_of(enemy).filter_map(|one| self.state.leader_hex(one));
            let alone = leaders.collect::<HexSet>().difference(&self.state.zones(enemy).occupied);
            !alone.is_empty()
                && position.may_pass(&marcher, &alone, cost.saturating_sub(MovementPoints::CHEAPEST_STEP))
        };
        let detached = position.detached_with(&self.state.moving.group);
        let markers = !detached.is_empty()
            && position.may_meet_markers(&self.state.moving, &marcher, &detached, hex, (cost, road));
        if (may_pass_leader || markers)
            && let Some((_, _, way)) = position.way(&self.state.moving, hex)
        {
            for &passed in &way[..way.len() - 1] {
                if may_pass_leader {
                    self.displace_leaders(enemy, passed);
                }
                if markers {
                    self.meet_markers(&detached, passed);
                }
            }
        }
        self.move_group(hex, cost, road);
    }

    /// Puts the group into a hex and charges it the cost (LFM-1.1a).
    pub(crate) fn move_group(&mut self, to: Hex, cost: MovementPoints, road: bool) {
        let moving = self.state.moving;
        let side = self.state.phasing;
        let from = moving.at;
        let position = self.position();
        // Who leaves a zone of control is disorganized at once (LFM-5.3a), also by a step from one into another
        // (LFM-5.4b).
        let leaves_zoc = position.in_zoc(side, from) && !moving.charged && !moving.entering;
        let enters_zoc = position.in_zoc(side, to);
        let commanded = !enters_zoc || position.marcher(&moving).may_enter_zoc;
        for unit in moving.group.units.iter() {
            if leaves_zoc {
                self.disorganize(unit);
            }
            self.shift_unit(unit, Station::at(to));
            self.state.set(unit, Flag::MOVED);
        }
        for commander in moving.group.commanders.iter() {
            self.shift_leader(commander, Station::at(to));
        }
        let now = &mut self.state.moving;
        now.at = to;
        now.mp -= cost;
        // Only a step at the rate counts as road movement, not one along a road at its full cost (LFM-2.3b).
        now.road |= road;
        now.started = true;
        now.entering = false;
        // A zone of control ends the move (LFM-5.2), after one hex if the group stood in one before (LFM-5.4a); who
        // may not stop there charges.
        if enters_zoc {
            now.stopped = true;
            now.must_charge = !commanded && !moving.group.units.is_empty();
        }
        let (piece, pieces) = lead(&moving.group);
        // Once a rate has been used every way counts as one by road; only a broken cost tells that this one was.
        let by_road = road && (!moving.road || !cost.is_whole());
        self.tell(Event::Moved { piece, pieces, from, to, cost, road: by_road });
        self.markers_on_the_way(to);
        if !moving.group.units.is_empty() {
            self.enter_hex(side, to);
        }
    }

    /// Combat units of a side have entered a hex: lone enemy commanders there give way, infantry takes objectives.
    pub(crate) fn enter_hex(&mut self, side: Side, hex: Hex) {
        self.displace_leaders(side.other(), hex);
        if !self.scenario.victory.objectives.is_empty() {
            self.note_objectives();
        }
    }

    /// Sets the group down.
    pub(crate) fn finish_group(&mut self) {
        let moving = std::mem::take(&mut self.state.moving);
        if self.position().task() == Some(Task::Marching(Marching)) {
            self.pop();
        }
        for unit in moving.group.units.iter() {
            // Who has taken no step has what he had, whoever was slower in the group. Who has changed mode after moving
            // goes no farther (LFM-1.5b).
            if moving.done && !moving.charged {
                self.state.set_mp(unit, MovementPoints::ZERO);
            } else if moving.started && self.state.station(unit).on_map() {
                self.state.set_mp(unit, moving.mp);
            }
            self.state.set(unit, Flag::RESTED | Flag::ROAD.when(moving.road));
            if moving.charged && self.state.station(unit).on_map() {
                // Whatever happened, a stack that charged is disorganized (LFM-3.11, LFM-14.1a).
                self.disorganize(unit);
                // The marker bars it from attacking in this turn's Combat phase (LFM-3.1d).
                self.state.set(unit, Flag::CHARGED);
            }
        }
        for commander in moving.group.commanders.iter() {
            if moving.started {
                self.state.set_leader_mp(commander, moving.mp);
            }
            self.state.mark(commander, Office::RESTED | Office::ROAD.when(moving.road));
        }
        let hex = moving.group.units.first().and_then(|unit| self.state.hex_of(unit));
        // Only where a move ends: passing through changes nothing for either (LFM-14.3d).
        let disorder = hex.is_some_and(|hex| self.spread_disorder(hex));
        let bound = self.markers_after_move(self.state.phasing);
        self.follow_superiors();
        if moving.charged {
            self.prepare_zones();
            return self.note_all_touch();
        }
        // Who was left behind may have mounted or dismounted before, and goes farther then, or less far.
        let changed = moving.left.units.iter().filter(|&unit| self.state.is(unit, Flag::CHANGED));
        // Who was picked up and set down again is as he was.
        let other = |unit: UnitId| self.state.is(unit, Flag::CHANGED | Flag::CHARGED);
        let went = moving.started || moving.entering || moving.done || moving.group.units.iter().any(other);
        let gone = moving.group.units.iter().filter(|_| went);
        let (mut moved, mut rode) = (bound, false);
        for unit in gone.chain(changed) {
            rode |= self.scenario.rolls.cavalry.contains(unit);
            if let Some(brigade) = self.scenario.unit(unit).brigade {
                moved.insert(brigade);
            }
        }
        // Who has been disorganized by those who came goes less far by road.
        for unit in hex.filter(|_| disorder).into_iter().flat_map(|hex| self.state.stack(hex)) {
            if let Some(brigade) = self.scenario.unit(unit).brigade {
                moved.insert(brigade);
            }
        }
        self.note_touch_after_move(moved, rode);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::watch::watch;

    /// Lists take whole sets, checks ask for one piece: both must mean the same.
    #[test]
    fn who_can_be_picked_up_is_the_same_as_a_set_and_one_by_one() {
        for name in ["crossroads-farm", "mcphersons-ridge", "gettysburg-july-1"] {
            let (mut picked, mut left, mut closing) = (0, 0, 0);
            watch(name, 5, 1_500, |position, state| {
                if !matches!(position.task(), Some(Task::March(_))) {
                    return;
                }
                let x = state.phasing;
                let units = position.marching_units(&state.units_on_map(position.scenario, x));
                for unit in position.scenario.units_of(x) {
                    let can = state.hex_of(unit).is_some()
                        && position.can_march(unit)
                        && !position.is_held(Piece::Unit(unit));
                    assert_eq!(units.contains(unit), can, "{name}: {}", position.tag(unit));
                    closing += usize::from(can && state.is(unit, Flag::RESTED));
                    left += usize::from(!can);
                }
                let leaders = position.marching_leaders();
                for commander in position.scenario.commanders_of(x) {
                    let can = state.leader_hex(commander).is_some()
                        && position.leader_can_march(commander)
                        && !position.is_held(Piece::Commander(commander));
                    assert_eq!(leaders.contains(commander), can, "{name}: {commander:?}");
                }
                picked += units.len();
            });
            assert!(picked > 500 && left > 500 && closing > 10, "{name}: {picked} {left} {closing}");
        }
    }
}
