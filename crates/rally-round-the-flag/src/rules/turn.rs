//! Rounds and turns (1.2, 2.14): who chooses what, and when a turn and a Round are over.

use super::act::Act;
use super::bottoms::{self, CloseOrder};
use super::cards::{self, Discard, DrawCards};
use super::melee::PickMelee;
use super::retire::GiveWay;
use super::{entry, retire, victory};
use crate::model::action::Action;
use crate::model::cards::{Bottom, Moment, TopAction};
use crate::model::event::Event;
use crate::model::ids::{CardId, GeneralId, StandId};
use crate::model::numbers::{ActionPoints, Rerolls, Round};
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::{Mark, Turn, Whereabouts};
use engine::agenda::{Question, Step, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// What the turn is used for (T1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// Nothing has been chosen yet.
    Open,
    /// The top action of a Battle card.
    Top(CardId),
    /// The bottom action of a Battle card, for a stand.
    Bottom(CardId, StandId),
    /// A General: by his Command card, or plainly.
    General(GeneralId),
    /// Nothing.
    Passed,
}

/// A Round begins: marks come off, the Attacker is first (RRF-TURN-1, RRF-TURN-2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StartRound;

impl Step<RallyRoundTheFlag> for StartRound {
    fn take(self, play: &mut Play<'_>) {
        let state = &mut *play.state;
        state.passes = 0;
        state.is_busy = false;
        state.is_closing = false;
        state.troops.iter_mut().for_each(|troop| troop.marks = troop.marks.without(Mark::ACTIVATED));
        for leader in &mut state.leaders {
            leader.is_activated = false;
            leader.is_marked = false;
        }
        state.decks.iter_mut().for_each(|deck| deck.is_marked = false);
        state.current = [None; 2];
        let round = state.round;
        play.tell(Event::Round { round });
        play.state.agenda.push(TakeTurn { side: play.rules.attacker });
    }
}

/// A turn begins.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakeTurn {
    /// Whose.
    pub side: Side,
}

impl Step<RallyRoundTheFlag> for TakeTurn {
    fn take(self, play: &mut Play<'_>) {
        play.state.turn = Turn::of(self.side);
        // RRF-TURN-6: actions, then melees, then the end check.
        play.state.agenda.then([ChooseTurn.into(), GiveWay.into(), PickMelee.into(), EndTurn.into()]);
    }
}

/// The one choice of a turn (T1, RRF-TURN-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChooseTurn;

impl ChooseTurn {
    /// A General is activated: discards and draw first, then the action points (RRF-ACT-2 to RRF-ACT-4).
    fn activate(play: &mut Play<'_>, general: GeneralId, draw: u8) {
        let side = play.state.turn.side;
        // RRF-ACT-6: he takes the place of the one before, who is marked; so is he himself, if it was him.
        if let Some(before) = play.state.current[side.index()].replace(general) {
            play.leader(before).is_marked = true;
        }
        // R-76, RRF-PLAY-8: that was his plain activation of this Round, however he came by it.
        play.leader(general).is_activated = true;
        play.state.turn.choice = Choice::General(general);
        // RRF-MARK-1, RRF-LEAD-4: what another left on the track is gone.
        play.state.turn.action_points = ActionPoints(play.at().leadership(general).0);
        let action_points = play.state.turn.action_points;
        play.tell(Event::Activated { general, action_points });
        let discard = Discard::before_draw(play.at(), side, draw, true);
        // T2: discards and draw are done before it.
        play.state.agenda.then([
            discard.into(),
            DrawCards { side, draw }.into(),
            CloseOrder.into(),
            Act { planned: None }.into(),
        ]);
    }
}

impl Question<RallyRoundTheFlag> for ChooseTurn {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.turn.side)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("A card, a General, or nothing?", "RRF-TURN-6")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        for &card in at.state.decks[side.index()].hand.iter() {
            let play = Action::Play(card);
            if self.check(at, side, &play).is_ok() {
                out.push(play);
            }
            if at.battle(card).is_ok() {
                let stands = at.present_of(side).map(|stand| Action::PlayFor { card, stand });
                out.extend(stands.filter(|play| self.check(at, side, play).is_ok()));
            }
        }
        let generals = at.generals_of(side).map(Action::Activate);
        out.extend(generals.filter(|activate| self.check(at, side, activate).is_ok()));
        out.push(Action::Pass);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Play(card) => {
                at.held(side, card)?;
                match at.order(card) {
                    Some((general, _)) => is_called(at, general),
                    None => is_top_usable(at, side, card),
                }
            }
            Action::PlayFor { card, stand } => {
                at.held(side, card)?;
                is_bottom_usable(at, side, card, stand)
            }
            Action::Activate(general) => check_activation(at, side, general),
            Action::Pass => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        if *action == Action::Pass {
            play.state.passes += 1;
            play.state.turn.choice = Choice::Passed;
            play.tell(Event::Passed { side });
            // T2, R-95: after a pass too.
            play.state.agenda.push(CloseOrder);
            return;
        }
        play.state.passes = 0;
        play.state.is_busy = true;
        match *action {
            Action::Play(card) => {
                cards::play_card(play, side, card);
                play.state.turn.open.push(card);
                match play.at().order(card) {
                    // RRF-CMDC-5, RRF-PLAY-6, RRF-PLAY-7: the whole activation, and what is printed besides.
                    Some((general, face)) => {
                        play.state.turn.rerolls = Rerolls(face.rerolls);
                        play.state.turn.printed = [face.plan, face.march, face.rally];
                        play.tell(Event::Commanded { card, general });
                        // he may wait off the map.
                        play.state.turn.is_commanded = true;
                        play.state.turn.from_afar = !play.at().leads(general);
                        Self::activate(play, general, face.draw);
                    }
                    None => top(play, card),
                }
            }
            Action::PlayFor { card, stand } => {
                cards::play_card(play, side, card);
                play.state.turn.open.push(card);
                play.state.turn.choice = Choice::Bottom(card, stand);
                play.tell(Event::PlayedBottom { card, stand });
                let bottom = play.at().battle(card).map(|(_, face)| face.bottom);
                let act = match bottom {
                    Ok(bottom) if bottom.moment() == Moment::Turn => bottoms::drill(play, stand, bottom),
                    _ => Act { planned: None }.into(),
                };
                play.state.agenda.then([CloseOrder.into(), act]);
            }
            Action::Activate(general) => {
                // RRF-ACT-1: it takes no card. RRF-LEAD-3, RRF-ACT-3: his Command is what he draws.
                let draw = play.at().command(general).0;
                Self::activate(play, general, draw);
            }
            _ => {}
        }
    }
}

/// The top action of a Battle card is taken up (RRF-PLAY-2).
fn top(play: &mut Play<'_>, card: CardId) {
    let Ok((_, face)) = play.at().battle(card) else { return };
    play.state.turn.choice = Choice::Top(card);
    play.state.turn.left = face.amount;
    // RRF-RRL-7: points of a combined top serve its action.
    play.state.turn.rerolls = Rerolls(face.rerolls);
    play.tell(Event::PlayedTop { card });
    play.state.agenda.then([CloseOrder.into(), Act { planned: None }.into()]);
}

fn is_on_map(at: Position<'_>, general: GeneralId) -> Result<(), Violation> {
    let about = at.rules.general(general);
    match at.leads(general) {
        true => Ok(()),
        false => Err(Violation::of("RRF-PLAY-9", format!("{} is not on the map.", about.name))
            .about([about.tag.clone()])),
    }
}

/// A Command card calls its General wherever he is: also one who waits with his brigade (RRF-REIN-2).
fn is_called(at: Position<'_>, general: GeneralId) -> Result<(), Violation> {
    match at.leader(general).whereabouts {
        Whereabouts::Waiting => Ok(()),
        _ => is_on_map(at, general),
    }
}

/// RRF-ACT-1, R-76.
fn check_activation(at: Position<'_>, side: Side, general: GeneralId) -> Result<(), Violation> {
    let about = at.rules.general(general);
    let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if about.side != side {
        return refuse("RRF-COC-3", format!("{} is not yours.", about.name));
    }
    is_on_map(at, general)?;
    if at.leader(general).is_activated {
        return refuse(
            "RRF-ACT-6a",
            format!("{} has been activated in this Round: only his Command card does it again.", about.name),
        );
    }
    Ok(())
}

/// A card needs at least one stand that it can be used on (RRF-PLAY-1, R-107).
fn is_top_usable(at: Position<'_>, side: Side, card: CardId) -> Result<(), Violation> {
    let (_, face) = at.battle(card)?;
    let tag = &at.rules.card(card).tag;
    if face.top == TopAction::Reroll {
        let text = format!("{tag} has Reroll alone at its top: that is for melee.");
        return Err(Violation::of("R-79", text).about([tag.clone()]));
    }
    let is_fresh = |stand: &StandId| face.top == TopAction::Rally || !at.is(*stand, Mark::ACTIVATED);
    let mut present = at.present_of(side).filter(is_fresh);
    if present.any(|stand| super::act::could(at, stand, face.top).is_ok())
        || at.waiting_of(side).any(|stand| entry::could(at, stand, face.top))
    {
        return Ok(());
    }
    let text = format!("None of your stands could make use of {} now.", face.top.name());
    Err(Violation::of("RRF-PLAY-1", text).about([tag.clone()]))
}

/// RRF-CARD-4, RRF-PLAY-3, R-79: which bottoms are a turn's choice, and on whom.
fn is_bottom_usable(at: Position<'_>, side: Side, card: CardId, stand: StandId) -> Result<(), Violation> {
    let (brigade, face) = at.battle(card)?;
    let (tag, about) = (&at.rules.card(card).tag, at.stand(stand));
    let refuse = |rule, text| Err(Violation::of(rule, text).about([tag.clone(), about.tag.clone()]));
    if !matches!(face.bottom.moment(), Moment::Turn | Moment::TurnOrFire) {
        return refuse("R-79", format!("{} only answers what happens; it is no turn.", face.bottom.name()));
    }
    if about.side != side || !at.is_present(stand) {
        return refuse("RRF-PLAY-3", format!("{} is not a stand of yours on the map.", about.name));
    }
    if about.brigade != brigade {
        return refuse("RRF-CARD-4", format!("{} is not of the brigade of {tag}.", about.name));
    }
    // of a side that marches off, Field Column stays open.
    if face.bottom != Bottom::FieldColumn {
        at.may_still(stand, TopAction::Fire)?;
    }
    match face.bottom.moment() {
        Moment::TurnOrFire => super::fire::could_with(at, stand, face.bottom),
        Moment::Turn => bottoms::could_drill(at, stand, face.bottom),
        _ => other_question(),
    }
}

/// The turn is over (T5, RRF-TURN-6): who must retire, who has, and whether the Round ends.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndTurn;

impl Step<RallyRoundTheFlag> for EndTurn {
    fn take(self, play: &mut Play<'_>) {
        let side = play.state.turn.side;
        // RRF-RRL-5, RRF-MARK-3: with the cards go the points that are left, and the action points.
        let open = std::mem::take(&mut play.state.turn.open);
        for &card in open.iter() {
            play.state.decks[side.index()].discard(card);
        }
        if retire::end_of_turn(play) {
            return;
        }
        if is_spent(play.at(), side) && !play.state.is_closing {
            play.state.is_closing = true;
            play.tell(Event::AllActivated { side });
        }
        // RRF-PASS-2: two in a row. R-75: a trigger waits for the Defender's turn.
        let waits = side == play.rules.attacker && !play.rules.options.literal_round_end;
        if play.state.passes >= 2 || play.state.is_closing && !waits {
            play.state.agenda.push(EndRound);
        } else {
            play.state.agenda.push(TakeTurn { side: side.other() });
        }
    }
}

/// Trigger (ii) of 1.2: each regiment and battery of a side on the map is activated, routed or engaged
/// (RRF-TURN-4, R-75).
fn is_spent(at: Position<'_>, side: Side) -> bool {
    let mut stands = at.present_of(side).peekable();
    stands.peek().is_some()
        && stands.all(|stand| at.is(stand, Mark::ACTIVATED.or(Mark::ROUTED)) || at.is_engaged(stand))
}

/// The Round is over (RRF-TURN-4, R-14): discards and piles are shuffled, hands stay.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndRound;

impl Step<RallyRoundTheFlag> for EndRound {
    fn take(self, play: &mut Play<'_>) {
        let round = play.state.round;
        play.tell(Event::RoundEnds { round });
        // two Rounds in a row in which nobody did anything but pass.
        let idle = !play.state.is_busy && play.at().present().all(|stand| !play.at().is_engaged(stand));
        play.state.idle_rounds = if idle { play.state.idle_rounds + 1 } else { 0 };
        victory::end_of_round(play);
        if retire::end_of_round(play) {
            return;
        }
        let limit = play.rules.options.max_rounds;
        if play.state.idle_rounds >= 2 || limit > 0 && round.0 >= limit {
            // RRF-GEN-8
            return victory::undecided(play);
        }
        for side in Side::BOTH {
            let deck = &mut play.state.decks[side.index()];
            for card in std::iter::from_fn(|| deck.discards.pop()) {
                deck.pile.push(card);
            }
            cards::shuffle(deck.pile.as_mut_slice(), play.chance);
        }
        // RRF-TURN-5: as many as it takes.
        play.state.round = Round(round.0.saturating_add(1));
        play.state.agenda.push(StartRound);
    }
}
