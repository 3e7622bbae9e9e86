//! Actions (2.16): which stand does what next, and what pays for it (RRF-AP-1, RRF-AP-2).

use super::cavalry::{NameRiders, PickPair};
use super::charge::{self, AimCharge};
use super::movement::{self, LayArrow, Pace};
use super::{entry, fire, rally, turn::Choice};
use crate::measure::charge::ChargeGeom;
use crate::model::action::Action;
use crate::model::cards::TopAction;
use crate::model::event::Event;
use crate::model::ids::{CardId, GeneralId, StandId};
use crate::model::laid::{Laid, Ride};
use crate::model::numbers::{ActionPoints, Arm, Rerolls};
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Mark;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::Sketch;
use engine::{Listing, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// What pays for an action.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Pay {
    /// The top of the card played (RRF-PLAY-2).
    Top,
    /// The bottom of the card played (RRF-PLAY-3).
    Bottom,
    /// Action points: the flag of the General's square (RRF-AP-4, R-18).
    Points(u8),
    /// What is printed on the Command card (RRF-AP-5a).
    Printed(Printed),
    /// Nothing more: an action point has opened the entry.
    Opened,
}

impl Pay {
    /// Whether a card pays: Move Limits count for those alone.
    #[must_use]
    pub const fn is_card(self) -> bool {
        !matches!(self, Pay::Points(_) | Pay::Opened)
    }
}

/// The actions printed on a Command card (RRF-CMDC-4), in the order of [`Turn::printed`].
///
/// [`Turn::printed`]: crate::model::state::Turn::printed
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Printed {
    /// RRF-PLAN-1.
    Plan,
    /// RRF-MARCH-1.
    March,
    /// RRF-RAL-8.
    Rally,
}

/// Whether a stand as it is could do this at all, whoever pays: R-107, for a card that needs somebody.
///
/// # Errors
///
/// Why it could not.
pub fn could(at: Position<'_>, stand: StandId, what: TopAction) -> Result<(), Violation> {
    let about = at.stand(stand);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if !at.is_present(stand) {
        return refuse("RRF-REIN-3a", format!("{} is not on the map.", about.name));
    }
    if what == TopAction::Rally {
        return rally::could(at, stand);
    }
    if at.is(stand, Mark::ROUTED) {
        return refuse("RRF-ROUT-12a", format!("{} is routed: it can only be rallied.", about.name));
    }
    if at.is_engaged(stand) {
        return refuse("R-35", format!("{} is engaged: it only fights.", about.name));
    }
    at.may_still(stand, what)?;
    match what {
        TopAction::Fire => fire::could(at, stand),
        TopAction::Move | TopAction::Tactic => Ok(()),
        TopAction::Charge => charge::could(at, stand),
        TopAction::Rally | TopAction::Reroll => other_question(),
    }
}

impl Position<'_> {
    /// What a General's actions cost: the flag of his square, 1 off the map (RRF-AP-4, R-18).
    #[must_use]
    pub fn flag(self, general: GeneralId) -> u8 {
        if self.leads(general) { self.rules.squares.flag(self.leader(general).at) } else { 1 }
    }
}

/// Who does what next (T3). Asked until the active side is done.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Act {
    /// The stand that Plan has chosen, which acts now (RRF-PLAN-1).
    pub planned: Option<StandId>,
}

impl Act {
    /// What pays for an action of a stand, or why nothing does.
    fn pay(self, at: Position<'_>, side: Side, stand: StandId, what: TopAction) -> Result<Pay, Violation> {
        let about = at.stand(stand);
        let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
        if about.side != side {
            return refuse("RRF-AP-3", format!("{} is not yours.", about.name));
        }
        if !at.is_present(stand) {
            return refuse("RRF-REIN-3a", format!("{} is not on the map.", about.name));
        }
        let turn = &at.state.turn;
        if let Some(planned) = self.planned {
            if planned != stand || matches!(what, TopAction::Rally | TopAction::Reroll) {
                return refuse("RRF-PLAN-1", format!("The Plan is for {}.", at.stand(planned).name));
            }
            could(at, stand, what)?;
            return Ok(Pay::Printed(Printed::Plan));
        }
        match turn.choice {
            Choice::Top(card) => {
                let (_, face) = at.battle(card)?;
                if face.top != what {
                    return refuse("RRF-PLAY-2", format!("The card says {}.", face.top.name()));
                }
                if turn.left == 0 {
                    return refuse("RRF-PLAY-2", format!("{} stands have acted by the card.", face.amount));
                }
                if turn.used.contains(stand) {
                    return refuse("RRF-PLAY-2", format!("{} has acted by the card.", about.name));
                }
                is_fresh(at, stand, what)?;
                could(at, stand, what)?;
                Ok(Pay::Top)
            }
            Choice::Bottom(card, chosen) => {
                let (_, face) = at.battle(card)?;
                if chosen != stand || what != TopAction::Fire || turn.used.contains(stand) {
                    let (name, bottom) = (&at.stand(chosen).name, face.bottom.name());
                    return refuse("RRF-PLAY-3", format!("{bottom} was played for {name}."));
                }
                could(at, stand, what)?;
                Ok(Pay::Bottom)
            }
            Choice::General(general) => {
                let leader = at.rules.general(general);
                if !at.commands(general, stand) {
                    let text = format!("{} is not under {}.", about.name, leader.name);
                    return refuse("RRF-COC-3", text);
                }
                // a General rallies his whole chain, within his radius or not (RRF-RAL-2a).
                if what != TopAction::Rally && !at.is_in_radius(general, stand) {
                    let text = format!("{} is beyond the radius of {}.", about.name, leader.name);
                    return refuse("RRF-RAD-2", text);
                }
                is_fresh(at, stand, what)?;
                could(at, stand, what)?;
                let (flag, left) = (at.flag(general), turn.action_points.0);
                if left < flag {
                    let text = format!("An action costs {flag} here, and {left} action points are left.");
                    return refuse("RRF-AP-4", text);
                }
                Ok(Pay::Points(flag))
            }
            Choice::Open | Choice::Passed => refuse("RRF-AP-1", "Nothing was played.".to_owned()),
        }
    }

    /// What pays for an action printed on the Command card.
    pub(super) fn print(
        at: Position<'_>,
        side: Side,
        stand: StandId,
        what: Printed,
    ) -> Result<(), Violation> {
        let about = at.stand(stand);
        let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
        let Choice::General(general) = at.state.turn.choice else {
            return refuse("RRF-CMDC-4", "No Command card was played.".to_owned());
        };
        // RRF-CMDC-3
        if about.side != side || !at.commands(general, stand) {
            let text = format!("{} is not under {}.", about.name, at.rules.general(general).name);
            return refuse("RRF-CMDC-3", text);
        }
        if at.state.turn.printed[what as usize] == 0 {
            let rule = match what {
                Printed::Plan => "RRF-PLAN-1",
                Printed::March => "RRF-MARCH-1",
                Printed::Rally => "RRF-RAL-8",
            };
            return refuse(rule, "The Command card gives no more of it.".to_owned());
        }
        if at.state.turn.used.contains(stand) {
            return refuse("R-64", format!("{} has acted by the Command card.", about.name));
        }
        Ok(())
    }

    /// Pays for an action, and marks who acts.
    pub(super) fn spend(play: &mut Play<'_>, stand: StandId, pay: Pay) {
        let turn = &mut play.state.turn;
        turn.has_acted = true;
        match pay {
            Pay::Top => {
                turn.left -= 1;
                turn.used.insert(stand);
            }
            Pay::Bottom => turn.used.insert(stand),
            Pay::Points(flag) => Self::pay_points(play, flag),
            Pay::Opened => {}
            Pay::Printed(what) => {
                turn.used.insert(stand);
                turn.printed[what as usize] -= 1;
                // a generic card leaves one of the three, fixed when it is first used.
                let card = turn.open.first().copied();
                let one_of = card.and_then(|card| play.at().order(card)).map(|(_, face)| face.one_of);
                if one_of == Some(true) {
                    let printed = &mut play.state.turn.printed;
                    (0..printed.len())
                        .filter(|&other| other != what as usize)
                        .for_each(|other| printed[other] = 0);
                }
            }
        }
    }

    /// Lowers the track (RRF-MARK-2).
    pub(super) fn pay_points(play: &mut Play<'_>, points: u8) {
        let turn = &mut play.state.turn;
        turn.has_acted = true;
        turn.action_points = turn.action_points.saturating_sub(ActionPoints(points));
        turn.has_spent = true;
    }

    /// Whether an answer is legal.
    pub(super) fn may(self, at: Position<'_>, side: Side, action: &Action) -> bool {
        self.check(at, side, action).is_ok()
    }

    /// The Command card of the General who was activated plainly may be added for its points alone.
    fn may_add(at: Position<'_>, side: Side, card: CardId) -> Result<(), Violation> {
        at.held(side, card)?;
        let tag = &at.rules.card(card).tag;
        let own = at.order(card).map(|(general, _)| Choice::General(general)) == Some(at.state.turn.choice);
        if own && at.state.turn.open.is_empty() {
            return Ok(());
        }
        let text = format!("{tag} is not the Command card of the General who was activated plainly.");
        Err(Violation::of("RRF-RRL-6a", text).about([tag.clone()]))
    }

    /// Everything that stands can do.
    fn actions(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        for stand in at.present_of(side) {
            let simple = [
                Action::Move(stand),
                Action::Tactic(stand),
                Action::March(stand),
                Action::Rally(stand),
                Action::RallyByCard(stand),
                Action::Plan(stand),
                Action::Charge(stand),
            ];
            out.extend(simple.into_iter().filter(|action| self.check(at, side, action).is_ok()));
            if self.pay(at, side, stand, TopAction::Fire).is_ok() {
                let before = out.len();
                let leaders = at.generals_of(side.other());
                out.extend(leaders.map(|general| Action::FireAt { stand, general }));
                fire::answers(at, stand, !matches!(at.state.turn.choice, Choice::Bottom(..)), out);
                let mut fitting = out.split_off(before);
                fitting.retain(|action| self.check(at, side, action).is_ok());
                out.append(&mut fitting);
            }
        }
    }
}

/// March: a stand of the General's command, within his radius, not activated (RRF-MARCH-1, R-19, R-21).
fn march(at: Position<'_>, side: Side, stand: StandId) -> Result<(), Violation> {
    Act::print(at, side, stand, Printed::March)?;
    is_fresh(at, stand, TopAction::Move)?;
    could(at, stand, TopAction::Move)?;
    let Choice::General(general) = at.state.turn.choice else { return other_question() };
    if at.is_in_radius(general, stand) {
        return Ok(());
    }
    let (about, leader) = (at.stand(stand), at.rules.general(general));
    let text = format!("{} is beyond the radius of {}.", about.name, leader.name);
    Err(Violation::of("RRF-RAD-2", text).about([about.tag.clone()]))
}

/// An action takes a stand that has not been activated in this Round, but for Rally.
fn is_fresh(at: Position<'_>, stand: StandId, what: TopAction) -> Result<(), Violation> {
    if what != TopAction::Rally && at.is(stand, Mark::ACTIVATED) {
        let about = at.stand(stand);
        let text = format!("{} has been activated in this Round.", about.name);
        return Err(Violation::of("R-21", text).about([about.tag.clone()]));
    }
    Ok(())
}

impl Question<RallyRoundTheFlag> for Act {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.turn.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let side = at.state.turn.side;
        let mut answers = Vec::new();
        self.answers(at, side, &mut answers);
        match answers.as_slice() {
            // What else there is may only be an action that has to be paid, and is not given by itself.
            [Action::Done] => Opening::Only(side, Action::Done),
            _ => Opening::Ask,
        }
    }

    /// Moves and rides may be given in full, which no list can hold.
    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let turn = &at.state.turn;
        match (self.planned, turn.choice) {
            (Some(stand), _) => Words::new(format!("What does {} do?", at.stand(stand).name), "RRF-PLAN-1"),
            (None, Choice::Top(card)) => {
                let top = at.battle(card).map_or("act", |(_, face)| face.top.name());
                let left = turn.left;
                Words::new(format!("{top}: which stand? {left} more can."), "RRF-PLAY-2")
            }
            (None, Choice::General(general)) => {
                let name = &at.rules.general(general).name;
                let points = turn.action_points;
                Words::new(format!("{name} has {points} action points. Who does what?"), "RRF-ACT-5")
            }
            _ => Words::new("Who does what?", "RRF-AP-2"),
        }
    }

    /// Whoever is dragged moves, if he may; else he makes a Tactic, or marches.
    fn takes(self, _: Position<'_>, _: Side, action: &Action) -> bool {
        matches!(action, Action::Move(_) | Action::Tactic(_) | Action::March(_))
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let before = out.len();
        self.actions(at, side, out);
        entry::answers(at, self, side, out);
        if let (None, Choice::General(general)) = (self.planned, at.state.turn.choice)
            && !at.state.turn.has_ridden
            && (!at.state.turn.has_acted || self.may_stop(at))
        {
            movement::rides(at, general, out);
        }
        // before an action. Who has none left is asked nothing, whatever he holds: that would tell his hand.
        if self.planned.is_none() && out.len() > before {
            for &card in at.state.decks[side.index()].hand.iter() {
                out.extend(Some(Action::Add(card)).filter(|_| Self::may_add(at, side, card).is_ok()));
            }
        }
        let aside =
            |action: &Action| matches!(action, Action::Add(_) | Action::Ride { .. } | Action::Bring { .. });
        let acts = out[before..].iter().any(|action| !aside(action));
        if !acts || self.may_stop(at) {
            out.push(Action::Done);
        }
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Move(stand) => self.pay(at, side, stand, TopAction::Move).map(|_| ()),
            Action::Tactic(stand) => self.pay(at, side, stand, TopAction::Tactic).map(|_| ()),
            Action::March(stand) => march(at, side, stand),
            Action::MoveBy { stand, laid } => {
                let pay = self.pay(at, side, stand, TopAction::Move)?;
                movement::check(at, stand, Pace::Move, pay.is_card(), laid).map(|_| ())
            }
            Action::TacticBy { stand, laid } => {
                let pay = self.pay(at, side, stand, TopAction::Tactic)?;
                movement::check(at, stand, Pace::Tactic, pay.is_card(), laid).map(|_| ())
            }
            Action::MarchBy { stand, laid } => {
                march(at, side, stand)?;
                movement::check(at, stand, Pace::March, true, laid).map(|_| ())
            }
            Action::Ride { general, ride } => self.ride(at, side, general, ride),
            Action::Rally(stand) => self.pay(at, side, stand, TopAction::Rally).map(|_| ()),
            Action::RallyByCard(stand) => {
                Self::print(at, side, stand, Printed::Rally)?;
                could(at, stand, TopAction::Rally)
            }
            Action::Plan(stand) => {
                Self::print(at, side, stand, Printed::Plan)?;
                if at.waits(stand) {
                    return entry::check_plan(at, stand);
                }
                // R-21, RRF-PLAN-3: any stand, activated or not; RRF-PLAN-2: wherever it is.
                let kinds = [TopAction::Move, TopAction::Tactic, TopAction::Charge, TopAction::Fire];
                let mut refusals = kinds.map(|what| could(at, stand, what)).into_iter();
                refusals.find(Result::is_ok).unwrap_or_else(|| could(at, stand, TopAction::Move))
            }
            Action::Fire { stand, target } => {
                fire::check(at, stand, target, None)?;
                self.pay(at, side, stand, TopAction::Fire)?;
                match (self.planned, at.state.turn.choice) {
                    // the card gives one Fire action with its effect.
                    (None, Choice::Bottom(card, _)) => fire::check_bottom(at, stand, target, card),
                    _ => Ok(()),
                }
            }
            Action::FireAt { stand, general } => {
                fire::check_general(at, stand, general)?;
                self.pay(at, side, stand, TopAction::Fire)?;
                // No card adds to such a shot.
                match (self.planned, at.state.turn.choice) {
                    (None, Choice::Bottom(..)) => {
                        Err(Violation::of("R-45", "A fire card is of no use against a General."))
                    }
                    _ => Ok(()),
                }
            }
            Action::FireWith { stand, target, card } => {
                fire::check(at, stand, target, None)?;
                self.pay(at, side, stand, TopAction::Fire)?;
                // RRF-BOF-1: one card a side.
                if self.planned.is_none() && matches!(at.state.turn.choice, Choice::Bottom(..)) {
                    let text = "A card was played for this Fire already.";
                    return Err(Violation::of("RRF-BOF-1", text));
                }
                fire::check(at, stand, target, Some(card))
            }
            Action::Open(_) | Action::Enter(_) | Action::MarchIn(_) | Action::Bring { .. } => {
                entry::check_answer(at, self, side, action)
            }
            Action::Charge(stand) => self.may_charge(at, side, stand).map(|_| ()),
            Action::ChargeAt { stand, target, way } => {
                self.may_charge(at, side, stand)?;
                charge::check(at, stand, target, &way).map(|_| ())
            }
            Action::Add(card) if self.planned.is_none() => Self::may_add(at, side, card),
            Action::Done => {
                let mut answers = Vec::new();
                self.answers(at, side, &mut answers);
                match answers.contains(&Action::Done) {
                    true => Ok(()),
                    false => Err(Violation::of("RRF-ACT-5", "At least one action point has to be spent.")),
                }
            }
            _ => other_question(),
        }
    }

    /// A charge as it would be seen.
    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        match *action {
            Action::ChargeAt { stand, way, .. } => charge::sketch(at, stand, &way),
            _ => Sketch::default(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let again = Act { planned: None };
        match *action {
            Action::Move(stand) => self.moves(play, side, stand, Pace::Move, None),
            Action::Tactic(stand) => self.moves(play, side, stand, Pace::Tactic, None),
            Action::March(stand) => self.moves(play, side, stand, Pace::March, None),
            Action::MoveBy { stand, laid } => self.moves(play, side, stand, Pace::Move, Some(laid)),
            Action::TacticBy { stand, laid } => self.moves(play, side, stand, Pace::Tactic, Some(laid)),
            Action::MarchBy { stand, laid } => self.moves(play, side, stand, Pace::March, Some(laid)),
            Action::Ride { general, ride } => {
                // before the first action or after the last.
                let is_last = play.state.turn.has_acted;
                play.state.turn.has_ridden = true;
                movement::ride(play, general, ride);
                if !is_last {
                    play.state.agenda.push(again);
                }
            }
            Action::Rally(stand) => {
                let pay = self.pay(play.at(), side, stand, TopAction::Rally);
                play.state.agenda.push(again);
                Self::spend(play, stand, pay.unwrap_or(Pay::Top));
                rally::rally(play, stand);
            }
            Action::RallyByCard(stand) => {
                play.state.agenda.push(again);
                Self::spend(play, stand, Pay::Printed(Printed::Rally));
                rally::rally(play, stand);
            }
            Action::Plan(stand) => {
                Self::spend(play, stand, Pay::Printed(Printed::Plan));
                play.tell(Event::Planned { stand });
                play.state.agenda.then([Act { planned: Some(stand) }.into(), again.into()]);
            }
            Action::Charge(stand) => self.charge(play, side, stand, None),
            Action::ChargeAt { stand, target, way } => self.charge(play, side, stand, Some((target, way))),
            Action::Fire { stand, target } => self.fire(play, side, stand, target, None),
            Action::FireAt { stand, general } => {
                let pay = self.pay(play.at(), side, stand, TopAction::Fire);
                if self.planned.is_none() {
                    play.state.agenda.push(again);
                    Self::spend(play, stand, pay.unwrap_or(Pay::Top));
                }
                play.mark(stand, Mark::ACTIVATED, true);
                fire::at_general(play, stand, general);
            }
            Action::FireWith { stand, target, card } => self.fire(play, side, stand, target, Some(card)),
            Action::Open(_) | Action::Enter(_) | Action::MarchIn(_) | Action::Bring { .. } => {
                entry::answer(play, self, side, action);
            }
            Action::Add(card) => {
                dice_points(play, side, card);
                play.state.agenda.push(again);
            }
            _ => {}
        }
    }
}

impl Act {
    /// Whether a player may stop although he could go on: a General's points must not all be left.
    pub(super) fn may_stop(self, at: Position<'_>) -> bool {
        let turn = &at.state.turn;
        self.planned.is_some() || turn.has_spent || !matches!(turn.choice, Choice::General(_))
    }

    /// The one ride of the General who was activated.
    fn ride(self, at: Position<'_>, side: Side, general: GeneralId, ride: Ride) -> Result<(), Violation> {
        let about = at.rules.general(general);
        let refuse = |text: String| Err(Violation::of("R-17", text).about([about.tag.clone()]));
        if about.side != side || at.state.turn.choice != Choice::General(general) || self.planned.is_some() {
            return refuse(format!("{} has not been activated in this turn.", about.name));
        }
        if at.state.turn.has_ridden {
            return refuse(format!("{} has ridden in this turn.", about.name));
        }
        if at.state.turn.has_acted && !self.may_stop(at) {
            return refuse("At least one action point has to be spent before it.".to_owned());
        }
        movement::check_ride(at, general, ride).map(|_| ())
    }

    /// A stand moves by what pays for it: marked, whatever comes of it (R-21, RRF-TAC-3).
    fn moves(self, play: &mut Play<'_>, side: Side, stand: StandId, pace: Pace, laid: Option<Laid>) {
        let what = if pace == Pace::Tactic { TopAction::Tactic } else { TopAction::Move };
        let pay = match pace {
            Pace::March => Pay::Printed(Printed::March),
            _ => self.pay(play.at(), side, stand, what).unwrap_or(Pay::Top),
        };
        if self.planned.is_none() {
            play.state.agenda.push(Act { planned: None });
            Self::spend(play, stand, pay);
        }
        play.mark(stand, Mark::ACTIVATED, true);
        let by_card = pay.is_card();
        match laid {
            Some(laid) => movement::go(play, stand, pace, by_card, laid),
            None => play.state.agenda.push(LayArrow { stand, pace, by_card }),
        }
    }

    /// What pays for a charge. Mounted stands that charge by the card are named before the first one goes.
    fn may_charge(self, at: Position<'_>, side: Side, stand: StandId) -> Result<Pay, Violation> {
        let pay = self.pay(at, side, stand, TopAction::Charge)?;
        if pay == Pay::Top && at.arm(stand) == Arm::Mounted && at.state.turn.has_named {
            let about = at.stand(stand);
            let text = format!("{} was not named with the others that charge mounted.", about.name);
            return Err(Violation::of("R-85", text).about([about.tag.clone()]));
        }
        Ok(pay)
    }

    /// A stand charges; of mounted ones by a card all are named first, and each pays when its pair comes up.
    fn charge(self, play: &mut Play<'_>, side: Side, stand: StandId, at: Option<(StandId, ChargeGeom)>) {
        let pay = self.pay(play.at(), side, stand, TopAction::Charge).unwrap_or(Pay::Top);
        let mounted = play.at().arm(stand) == Arm::Mounted;
        let by_card = pay == Pay::Top && self.planned.is_none() && mounted;
        if self.planned.is_none() {
            play.state.agenda.push(Act { planned: None });
            if !by_card || at.is_some() {
                Self::spend(play, stand, pay);
            }
        }
        play.state.turn.has_named |= by_card;
        if !by_card || at.is_some() {
            play.mark(stand, Mark::ACTIVATED, true);
        }
        match at {
            Some((target, way)) => charge::begin(play, stand, target, way),
            None if mounted => {
                play.state.riders = engine::flat::List::default();
                play.state.riders.push(stand);
                play.state.agenda.push(PickPair { by_card });
                if by_card {
                    play.state.agenda.push(NameRiders);
                }
            }
            None => play.state.agenda.push(AimCharge { stand, target: None }),
        }
    }

    fn fire(self, play: &mut Play<'_>, side: Side, stand: StandId, target: StandId, card: Option<CardId>) {
        let pay = self.pay(play.at(), side, stand, TopAction::Fire);
        let mut effect = None;
        if self.planned.is_none() {
            if let Choice::Bottom(card, _) = play.state.turn.choice {
                effect = play.at().battle(card).ok().map(|(_, face)| face.bottom);
            }
            play.state.agenda.push(Act { planned: None });
            Self::spend(play, stand, pay.unwrap_or(Pay::Top));
        }
        // whoever fires is marked.
        play.mark(stand, Mark::ACTIVATED, true);
        let attached = fire::attach(play, stand, card);
        fire::declare(play, stand, target, attached.or(effect), fire::Reason::Action);
    }
}

/// it lies open until T5, for its points alone.
fn dice_points(play: &mut Play<'_>, side: Side, card: CardId) {
    super::cards::play_card(play, side, card);
    let points = play.at().order(card).map_or(0, |(_, face)| face.rerolls);
    play.state.turn.open.push(card);
    play.state.turn.rerolls += Rerolls(points);
    play.tell(Event::Added { card });
}
