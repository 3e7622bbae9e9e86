//! Entry (2.12): stands that wait off the map, whole brigades, reserves, or what was held back, and their Generals
//! (RRF-REIN-1 to RRF-REIN-5, RRF-DEP-5a, RRF-FORM-16, RRF-FORM-17, R-61, R-86, R-114).

use super::act::{Act, Pay, Printed};
use super::bottoms::CloseOrder;
use super::check::Check;
use super::movement::{self, refused};
use super::rout::shift;
use super::setup::sketches;
use super::turn::Choice;
use crate::measure::moves::{self, Moved, Orders};
use crate::measure::sight::Scratch;
use crate::measure::{EntryGeom, General, Refusal, Stand, YARD, generals, lengths};
use crate::model::action::Action;
use crate::model::border::Border;
use crate::model::cards::{Formation, TopAction};
use crate::model::event::{Cause, Event};
use crate::model::ids::{BorderId, BrigadeId, GeneralId, StandId};
use crate::model::inbound::{Inbound, RideIn};
use crate::model::laid::Ride;
use crate::model::numbers::{Arm, Arrow};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Kind, Part, RallyRoundTheFlag};
use crate::model::state::{Mark, Whereabouts};
use engine::agenda::{Question, Step, Words, other_question};
use engine::scene::Sketch;
use engine::{Listing, Side, Sides, Violation};
use ground::geometry::Point;
use ground::table::Turn;
use serde::{Deserialize, Serialize};

/// What pays for an entry, and whether the stand has to pass a check first.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// What pays.
    pub pay: Pay,
    /// RRF-REIN-1.
    pub checks: bool,
}

impl Position<'_> {
    /// Whether a stand waits off the map.
    #[must_use]
    pub fn waits(self, stand: StandId) -> bool {
        self.troop(stand).whereabouts == Whereabouts::Waiting
    }

    /// The stands of a side that wait off the map.
    pub fn waiting_of(self, side: Side) -> impl Iterator<Item = StandId> {
        self.rules.stand_ids().filter(move |&stand| self.side(stand) == side && self.waits(stand))
    }

    /// Whether a brigade is deployed as a Reserve: what of it waits comes in like anybody moves (RRF-REIN-3).
    #[must_use]
    pub fn is_reserve(self, brigade: BrigadeId) -> bool {
        self.posted(brigade).formation == Some(Formation::Reserve)
    }

    /// Whether a General has the highest rank of his side's on the map (RRF-REIN-1).
    #[must_use]
    pub fn is_senior(self, general: GeneralId) -> bool {
        let rank = |general: GeneralId| self.rules.general(general).rank;
        let highest = self.generals_of(self.rules.general(general).side).map(rank).max();
        self.leads(general) && highest == Some(rank(general))
    }

    /// Over which edges what waits of a brigade may come: that of its entry, or, where none is marked, any along its
    /// side's deployment edge.
    pub fn ways_in(self, brigade: BrigadeId) -> impl Iterator<Item = BorderId> {
        let entry = self.posted(brigade).entry.map(|entry| self.state.entries[entry.index()].border);
        let edge = self.state.edges[self.rules.brigade(brigade).side.index()];
        let all = (0..self.rules.borders.len()).map(BorderId::at);
        all.filter(move |&border| match entry {
            Some(entry) => entry == border,
            None => self.rules.borders[border.index()].edge == edge,
        })
    }

    /// A regiment or battery as it would be measured with, on horseback or on foot.
    #[must_use]
    pub fn figure_as(self, stand: StandId, mounted: Option<bool>) -> Stand {
        let plain = self.figure(stand);
        let arm = match (self.stand(stand).kind, mounted) {
            (Kind::Cavalry, Some(true)) => Arm::Mounted,
            (Kind::Cavalry, Some(false)) => Arm::Dismounted,
            _ => plain.arm,
        };
        let holders = arm == Arm::Dismounted && self.circles(stand, Part::Holders).0 > 0;
        Stand { routed: plain.routed, holders, ..Stand::new(stand, plain.side, arm, plain.pose) }
    }
}

fn refuse<T>(at: Position<'_>, stand: StandId, rule: &str, text: String) -> Result<T, Violation> {
    Err(Violation::of(rule, text).about([at.stand(stand).tag.clone()]))
}

/// What pays for the entry of a stand in this turn; `marches` if it is to be the March of the Command card.
///
/// # Errors
///
/// Why nothing does.
pub fn terms(
    at: Position<'_>,
    act: Act,
    side: Side,
    stand: StandId,
    marches: bool,
) -> Result<Terms, Violation> {
    let about = at.stand(stand);
    let name = &about.name;
    if about.side != side {
        return refuse(at, stand, "RRF-AP-3", format!("{name} is not yours."));
    }
    if !at.waits(stand) {
        return refuse(at, stand, "RRF-REIN-4", format!("{name} does not wait off the map."));
    }
    let free = |pay| Ok(Terms { pay, checks: false });
    if let Some(planned) = act.planned {
        return match planned == stand {
            true => free(Pay::Printed(Printed::Plan)),
            false => {
                let text = format!("The Plan is for {}.", at.stand(planned).name);
                refuse(at, stand, "RRF-PLAN-1", text)
            }
        };
    }
    if at.is(stand, Mark::ACTIVATED) {
        return refuse(at, stand, "R-21", format!("{name} has been activated in this Round."));
    }
    let turn = &at.state.turn;
    let reserve = at.is_reserve(about.brigade);
    match turn.choice {
        Choice::Top(card) => {
            let (_, face) = at.battle(card)?;
            if !matches!(face.top, TopAction::Move | TopAction::Tactic) {
                return refuse(at, stand, "RRF-REIN-4", format!("Nobody enters by {}.", face.top.name()));
            }
            if !reserve {
                return refuse(at, stand, outside(at, about.brigade), format!("{name} is of no Reserve."));
            }
            if turn.left == 0 {
                let text = format!("{} stands have acted by the card.", face.amount);
                return refuse(at, stand, "RRF-PLAY-2", text);
            }
            // RRF-FORM-16, RRF-FORM-17
            free(Pay::Top)
        }
        Choice::General(general) if marches => {
            may_by_card(at, general, stand)?;
            Act::print(at, side, stand, Printed::March)?;
            free(Pay::Printed(Printed::March))
        }
        Choice::General(general) => {
            let left = turn.action_points.0;
            // RRF-REIN-2, RRF-DEP-5a: by its own Command card; RRF-REIN-3: a Reserve by anybody's points above it.
            let by_card = turn.is_commanded && at.posted(about.brigade).general == general;
            if by_card || reserve && at.commands(general, stand) {
                // at price 1 where the General was off the map when the card was played; RRF-DEP-5a
                let price = if by_card && turn.from_afar { 1 } else { at.flag(general) };
                return match left < price {
                    false => free(Pay::Points(price)),
                    true => {
                        let text = format!("An entry costs {price} here, and {left} action points are left.");
                        refuse(at, stand, "RRF-AP-4", text)
                    }
                };
            }
            if turn.opened.contains(about.brigade) {
                return Ok(Terms { pay: Pay::Opened, checks: true });
            }
            let text = format!("The entry has not been opened for {}.", at.rules.brigade(about.brigade).name);
            refuse(at, stand, "RRF-REIN-1", text)
        }
        _ => refuse(at, stand, "RRF-REIN-1", "Nothing was played that brings anybody in.".to_owned()),
    }
}

/// The row that keeps those out who are of no Reserve: of a brigade on the map, or of one that waits as a whole.
fn outside(at: Position<'_>, brigade: BrigadeId) -> &'static str {
    let present = at.rules.stands_of(brigade).any(|stand| at.is_present(stand));
    if present { "RRF-DEP-5a" } else { "RRF-REIN-1" }
}

/// Whether the Command card of a General brings a stand in: that of its own brigade, and of a Reserve that of anybody
/// above it (RRF-REIN-2, RRF-REIN-3, R-115).
fn may_by_card(at: Position<'_>, general: GeneralId, stand: StandId) -> Result<(), Violation> {
    let brigade = at.stand(stand).brigade;
    let own = at.posted(brigade).general == general;
    if own || at.is_reserve(brigade) && at.commands(general, stand) {
        return Ok(());
    }
    let (brigade, leader) = (&at.rules.brigade(brigade).name, &at.rules.general(general).name);
    refuse(at, stand, "RRF-REIN-2", format!("The Command card of {leader} is not that of {brigade}."))
}

/// Whether the Plan of the Command card brings a stand in.
///
/// # Errors
///
/// Why it does not.
pub fn check_plan(at: Position<'_>, stand: StandId) -> Result<(), Violation> {
    let Choice::General(general) = at.state.turn.choice else { return other_question() };
    may_by_card(at, general, stand)
}

/// Whether an action point opens the entry for what waits of a brigade (RRF-REIN-1, R-61).
fn check_open(at: Position<'_>, act: Act, side: Side, brigade: BrigadeId) -> Result<u8, Violation> {
    let about = at.rules.brigade(brigade);
    let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
    let Choice::General(general) = at.state.turn.choice else {
        return refuse("RRF-REIN-1", "No General is activated.".to_owned());
    };
    if about.side != side || act.planned.is_some() {
        return refuse("RRF-REIN-1", format!("{} is not to be brought in now.", about.name));
    }
    if !at.rules.stands_of(brigade).any(|stand| at.waits(stand)) {
        return refuse("RRF-REIN-1", format!("Nobody of {} waits off the map.", about.name));
    }
    // RRF-REIN-3
    if at.is_reserve(brigade) {
        return refuse("RRF-REIN-3", format!("{} is a Reserve: it comes in like anybody moves.", about.name));
    }
    if at.state.turn.opened.contains(brigade) {
        return refuse("R-61", format!("The entry is open for {} in this turn.", about.name));
    }
    if !at.is_senior(general) {
        let name = &at.rules.general(general).name;
        return refuse("RRF-REIN-1", format!("{name} is not of the highest rank on the map."));
    }
    let (flag, left) = (at.flag(general), at.state.turn.action_points.0);
    if left < flag {
        return refuse("RRF-AP-4", format!("It costs {flag} here, and {left} action points are left."));
    }
    Ok(flag)
}

/// How a stand enters, by what pays (RRF-REIN-4): a Tactic by the top of a Tactic card, else a Move.
fn orders<T>(
    at: Position<'_>,
    stand: StandId,
    pace: Pace,
    by_card: bool,
    ask: impl FnOnce(&crate::measure::Table<'_>, &mut Scratch, &Orders<'_>) -> T,
) -> T {
    let limits = movement::limits(at, by_card);
    let longest = Arrow::longest(at.stand(stand).discipline);
    let longest = match pace {
        Pace::Move => longest,
        // RRF-MARCH-2
        Pace::March => longest.longer(),
        Pace::Tactic => Arrow::T,
    };
    // RRF-REIN-3a: nobody off the map is under fire.
    let orders = Orders { longest, march: pace == Pace::March, under_fire: false, limits: &limits };
    let mut scratch = Scratch::default();
    at.measured(|table| ask(table, &mut scratch, &orders))
}

/// How an entry is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pace {
    /// As a Move.
    Move,
    /// As a March.
    March,
    /// As a Tactic.
    Tactic,
}

fn border(at: Position<'_>, border: BorderId) -> &Border {
    &at.rules.borders[border.index()]
}

fn geom(at: Position<'_>, inbound: Inbound) -> EntryGeom {
    let along = border(at, inbound.border);
    EntryGeom {
        from: along.at(i32::from(inbound.at) * YARD),
        inward: along.inward(),
        arrow: inbound.arrow,
        tilt: inbound.tilt,
        heading: inbound.heading,
    }
}

/// Whether a brigade may come over an edge, and how far along (RRF-MAP-9, R-86).
fn check_border(at: Position<'_>, brigade: BrigadeId, over: BorderId, yards: u16) -> Result<(), Violation> {
    let (about, along) = (at.rules.brigade(brigade), border(at, over));
    let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if !at.ways_in(brigade).any(|way| way == over) {
        return refuse("RRF-MAP-9", format!("{} may not enter over {}.", about.name, along.name));
    }
    if i32::from(yards) * YARD > along.length() {
        let long = along.length() / YARD;
        return refuse("R-114", format!("{} is {long} yards long.", along.name));
    }
    Ok(())
}

/// Where an entry leads, if it is allowed.
///
/// # Errors
///
/// The first reason against it.
fn check(
    at: Position<'_>,
    stand: StandId,
    pace: Pace,
    by_card: bool,
    inbound: Inbound,
) -> Result<Moved, Violation> {
    check_border(at, at.stand(stand).brigade, inbound.border, inbound.at)?;
    if inbound.mounted == Some(true) && at.circles(stand, Part::Mounted).0 == 0 {
        // RRF-CAV-5
        return refuse(at, stand, "RRF-CAV-5", format!("{} has no horses.", at.stand(stand).name));
    }
    let figure = at.figure_as(stand, inbound.mounted);
    let judged = orders(at, stand, pace, by_card, |table, scratch, orders| {
        moves::check_entry(table, scratch, &figure, &geom(at, inbound), orders)
    });
    judged.map_err(|refusal| refused(at, stand, &refusal))
}

/// How far apart the places are along an edge at which a program looks, in yards.
const APART: u16 = 120;
/// The most ways in that a program is offered.
const MOST: usize = 24;

/// Ways in that a program is offered: along its edges, straight in or slanting, by the longest arrow it may use and by
/// T; of cavalry on horseback and on foot (RRF-DEP-4b).
fn candidates(at: Position<'_>, stand: StandId, pace: Pace, by_card: bool, most: usize) -> Vec<Inbound> {
    let mut found = Vec::new();
    let about = at.stand(stand);
    let mounted: &[Option<bool>] = match about.kind {
        Kind::Cavalry if at.circles(stand, Part::Mounted).0 > 0 => &[Some(true), Some(false)],
        Kind::Cavalry => &[Some(false)],
        _ => &[None],
    };
    orders(at, stand, pace, by_card, |table, scratch, orders| {
        let arrows = [orders.longest, Arrow::A1, Arrow::T];
        let arrows = arrows
            .iter()
            .enumerate()
            .filter(|(place, arrow)| **arrow <= orders.longest && !arrows[..*place].contains(*arrow));
        for (_, &arrow) in arrows {
            for &mounted in mounted {
                let figure = at.figure_as(stand, mounted);
                for over in at.ways_in(about.brigade) {
                    let along = border(at, over);
                    let yards = (along.length() / YARD) as u16;
                    for place in (APART / 2..=yards).step_by(APART.into()) {
                        for tilt in [0, -300, 300] {
                            let heading = along.inward().turned(Turn::tenths(tilt.into()));
                            let inbound = Inbound { border: over, at: place, arrow, tilt, heading, mounted };
                            let geom = geom(at, inbound);
                            if moves::check_entry(table, scratch, &figure, &geom, orders).is_ok() {
                                found.push(inbound);
                                if found.len() >= most {
                                    return;
                                }
                            }
                        }
                    }
                }
            }
        }
    });
    found
}

fn pace_of(at: Position<'_>, marches: bool) -> Pace {
    match at.state.turn.choice {
        _ if marches => Pace::March,
        Choice::Top(card) if at.battle(card).is_ok_and(|(_, face)| face.top == TopAction::Tactic) => {
            Pace::Tactic
        }
        _ => Pace::Move,
    }
}

/// Whether a waiting stand could come in by a Battle card as it is: one of a Reserve that has not been activated
/// (RRF-REIN-3, R-107).
#[must_use]
pub fn could(at: Position<'_>, stand: StandId, what: TopAction) -> bool {
    matches!(what, TopAction::Move | TopAction::Tactic)
        && at.waits(stand)
        && at.is_reserve(at.stand(stand).brigade)
        && !at.is(stand, Mark::ACTIVATED)
}

/// The answers to [`Act`] that bring somebody in.
pub fn answers(at: Position<'_>, act: Act, side: Side, out: &mut Vec<Action>) {
    if at.waiting_of(side).next().is_none() && act.planned.is_none() {
        rides_in(at, act, side, out);
        return;
    }
    let open = at.rules.brigade_ids().filter(|&brigade| check_open(at, act, side, brigade).is_ok());
    out.extend(open.map(Action::Open));
    for stand in at.waiting_of(side) {
        for marches in [false, true] {
            let Ok(terms) = terms(at, act, side, stand, marches) else { continue };
            let pace = pace_of(at, marches);
            if !candidates(at, stand, pace, terms.pay.is_card(), 1).is_empty() {
                out.push(if marches { Action::MarchIn(stand) } else { Action::Enter(stand) });
            }
        }
        if act.planned.is_none() {
            let plan = Action::Plan(stand);
            out.extend(Some(plan).filter(|plan| act.may(at, side, plan)));
        }
    }
    rides_in(at, act, side, out);
}

/// Whether an answer to [`Act`] that brings somebody in is legal.
///
/// # Errors
///
/// Why it is not.
pub fn check_answer(at: Position<'_>, act: Act, side: Side, action: &Action) -> Result<(), Violation> {
    match *action {
        Action::Open(brigade) => check_open(at, act, side, brigade).map(|_| ()),
        Action::Enter(stand) => terms(at, act, side, stand, false).map(|_| ()),
        Action::MarchIn(stand) => terms(at, act, side, stand, true).map(|_| ()),
        Action::Bring { general, seat } => check_bring(at, act, side, general, seat).map(|_| ()),
        _ => other_question(),
    }
}

/// Carries such an answer out.
pub fn answer(play: &mut Play<'_>, act: Act, side: Side, action: &Action) {
    let again = Act { planned: None };
    match *action {
        Action::Open(brigade) => {
            let flag = check_open(play.at(), act, side, brigade).unwrap_or(0);
            play.state.turn.opened.insert(brigade);
            play.state.agenda.push(again);
            Act::pay_points(play, flag);
            play.tell(Event::Opened { brigade });
        }
        Action::Enter(stand) | Action::MarchIn(stand) => {
            let marches = matches!(action, Action::MarchIn(_));
            let Ok(terms) = terms(play.at(), act, side, stand, marches) else { return };
            let pace = pace_of(play.at(), marches);
            if act.planned.is_none() {
                play.state.agenda.push(again);
                Act::spend(play, stand, terms.pay);
            }
            // activated whether it comes in or not.
            play.mark(stand, Mark::ACTIVATED, true);
            let lay = LayEntry { stand, pace, by_card: terms.pay.is_card() };
            if terms.checks {
                let check = Check { stand, modifier: 0, cause: Cause::Entry };
                play.state.agenda.then([check.into(), ComeIn { lay }.into()]);
            } else {
                // RRF-FORM-17, RRF-REIN-2
                play.state.agenda.push(lay);
            }
        }
        Action::Bring { general, seat } => {
            let Ok(to) = check_bring(play.at(), act, side, general, seat) else { return };
            let is_last = play.state.turn.has_acted;
            play.state.turn.has_ridden = true;
            arrive(play, general, to);
            if !is_last {
                play.state.agenda.push(again);
            }
        }
        _ => {}
    }
}

fn arrive(play: &mut Play<'_>, general: GeneralId, to: Point) {
    let leader = play.leader(general);
    leader.whereabouts = Whereabouts::Map;
    leader.at = to;
    play.tell(Event::RidesIn { general });
}

/// A stand that was let in goes on, if its check was passed (RRF-REIN-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ComeIn {
    /// How it would enter.
    pub lay: LayEntry,
}

impl Step<RallyRoundTheFlag> for ComeIn {
    fn take(self, play: &mut Play<'_>) {
        if play.state.is_passed {
            play.state.agenda.push(self.lay);
        } else {
            play.tell(Event::StaysOff { stand: self.lay.stand });
        }
    }
}

/// Where and how a stand enters.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LayEntry {
    /// Who.
    pub stand: StandId,
    /// How it goes.
    pub pace: Pace,
    /// Whether a card pays.
    pub by_card: bool,
}

impl Question<RallyRoundTheFlag> for LayEntry {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Where does {} enter?", at.stand(self.stand).name), "RRF-REIN-4")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(candidates(at, self.stand, self.pace, self.by_card, MOST).into_iter().map(Action::In));
        out.push(Action::Stay);
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::In(inbound) => check(at, self.stand, self.pace, self.by_card, inbound).map(|_| ()),
            Action::Stay => Ok(()),
            _ => other_question(),
        }
    }

    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        let Action::In(inbound) = *action else { return Sketch::default() };
        let (end, text) = match check(at, self.stand, self.pace, self.by_card, inbound) {
            Ok(moved) => (Some(moved.end), format!("{} enters here.", at.stand(self.stand).name)),
            Err(violation) => (None, violation.text),
        };
        sketches::stands(at, end.map(|end| (self.stand, end, inbound.mounted)), text)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let stand = self.stand;
        let Action::In(inbound) = *action else { return play.tell(Event::StaysOff { stand }) };
        let Ok(moved) = check(play.at(), stand, self.pace, self.by_card, inbound) else { return };
        shift(play, &moved.shifts);
        let troop = play.troop(stand);
        troop.pose = moved.end;
        troop.whereabouts = Whereabouts::Map;
        play.mark(stand, Mark::FIELDED, true);
        if let Some(mounted) = inbound.mounted {
            let cavalry = play.rules.stand(stand).kind == Kind::Cavalry;
            play.mark(stand, Mark::MOUNTED, mounted && cavalry);
        }
        if self.by_card {
            movement::count_arrows(play, &moved);
        }
        play.tell(Event::Entered { stand, border: inbound.border });
        bring_along(play, stand);
        // I-1, R-95
        play.state.agenda.push(CloseOrder);
    }
}

/// The General of an off-map brigade enters with the first of his stands that finds room for him, touching it
/// (RRF-REIN-5, R-86).
fn bring_along(play: &mut Play<'_>, stand: StandId) {
    let at = play.at();
    let brigade = at.stand(stand).brigade;
    let own = at.rules.brigade(brigade).own;
    let waits = |general: &GeneralId| at.leader(*general).whereabouts == Whereabouts::Waiting;
    let Some(general) = [Some(at.posted(brigade).general), own].into_iter().flatten().find(waits) else {
        return;
    };
    let figure = General { id: general, side: at.side(stand), at: at.troop(stand).pose.at };
    let place = at.measured(|table| generals::beside(table, &figure, table.stand(stand)?));
    if let Some(to) = place {
        arrive(play, general, to);
    }
}

/// Where a General rides in whose Command card was played while he waited off the map (RRF-REIN-5, R-114).
fn check_bring(
    at: Position<'_>,
    act: Act,
    side: Side,
    general: GeneralId,
    seat: RideIn,
) -> Result<Point, Violation> {
    let about = at.rules.general(general);
    let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
    let turn = &at.state.turn;
    let called = turn.choice == Choice::General(general) && turn.is_commanded && act.planned.is_none();
    if about.side != side || !called {
        return refuse("RRF-REIN-5", format!("The Command card of {} was not played.", about.name));
    }
    if at.leader(general).whereabouts != Whereabouts::Waiting {
        return refuse("RRF-REIN-5", format!("{} does not wait off the map.", about.name));
    }
    if turn.has_ridden || turn.has_acted && !act.may_stop(at) {
        return refuse("R-17", format!("{} rides before the first action or after the last.", about.name));
    }
    let ways = |brigade: &BrigadeId| at.ways_in(*brigade).any(|way| way == seat.border);
    let along = border(at, seat.border);
    if !his(at, general).any(|brigade| ways(&brigade)) {
        return refuse("RRF-MAP-9", format!("{} may not enter over {}.", about.name, along.name));
    }
    if i32::from(seat.at) * YARD > along.length() {
        return refuse("R-114", format!("{} is {} yards long.", along.name, along.length() / YARD));
    }
    const ASIDE: i32 = 900;
    if i32::from(along.inward().turn_to(seat.ride.bearing).size()) >= ASIDE {
        return refuse("R-114", format!("{} rides into the map.", about.name));
    }
    let arrow = Arrow::of_command(at.command(general));
    let way = seat.ride.way.unwrap_or(lengths::length(arrow));
    let from = along.at(i32::from(seat.at) * YARD);
    let own = |stand: StandId| at.commands(general, stand);
    let figure = General { id: general, side, at: from };
    let judged = at.measured(|table| {
        generals::check_ride_in(table, &figure, (from, arrow), seat.ride.bearing, way, &own)
    });
    judged.map_err(|refusal: Refusal| refused::to_general(at, general, &refusal))
}

/// The brigades a General leads directly: those he may come in with.
fn his(at: Position<'_>, general: GeneralId) -> impl Iterator<Item = BrigadeId> {
    let leads = move |brigade: &BrigadeId| {
        at.posted(*brigade).general == general || at.rules.brigade(*brigade).own == Some(general)
    };
    at.rules.brigade_ids().filter(leads)
}

/// The ways in that a program is offered for the General who was called: from the middle and the quarters of his edges.
fn rides_in(at: Position<'_>, act: Act, side: Side, out: &mut Vec<Action>) {
    let Choice::General(general) = at.state.turn.choice else { return };
    if at.leader(general).whereabouts != Whereabouts::Waiting {
        return;
    }
    for brigade in his(at, general).take(1) {
        for over in at.ways_in(brigade) {
            let along = border(at, over);
            let yards = (along.length() / YARD) as u16;
            for (place, turn) in [2, 1, 3].into_iter().flat_map(|quarter| [(quarter, 0), (quarter, 450)]) {
                let bearing = along.inward().turned(Turn::tenths(turn));
                let ride = Ride { bearing, way: None };
                let seat = RideIn { border: over, at: yards / 4 * place, ride };
                let bring = Action::Bring { general, seat };
                out.extend(Some(bring).filter(|_| check_bring(at, act, side, general, seat).is_ok()));
            }
        }
    }
}
