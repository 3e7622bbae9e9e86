//! Indian Rush, Hit and Run, Zouave Drill (RRF-BOM-5 to RRF-BOM-7): several parts in their printed order, each of which
//! may be left out, but for what goes away from a target.

use super::FormUp;
use crate::model::action::Action;
use crate::model::cards::Bottom;
use crate::model::event::Event;
use crate::model::ids::StandId;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Mark;
use crate::model::task::Task;
use crate::rules::fire::{self, Reason};
use crate::rules::movement::{LayArrow, Pace};
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// A part of a drill.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Portion {
    Move,
    Tactic,
    Fire,
    Away,
    Column,
}

/// The parts of a bottom that is a turn's choice, in order.
const fn portions(bottom: Bottom) -> &'static [Portion] {
    match bottom {
        Bottom::FieldColumn => &[Portion::Move, Portion::Column],
        Bottom::IndianRush => &[Portion::Tactic, Portion::Fire, Portion::Tactic],
        Bottom::HitAndRun => &[Portion::Fire, Portion::Away],
        Bottom::ZouaveDrill => &[Portion::Move, Portion::Fire, Portion::Away],
        _ => &[],
    }
}

/// Whether a stand could use such a bottom as it is (RRF-PLAY-1, RRF-PLAY-3).
///
/// # Errors
///
/// Why it could not.
pub fn could_drill(at: Position<'_>, stand: StandId, bottom: Bottom) -> Result<(), Violation> {
    let about = at.stand(stand);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if at.is(stand, Mark::ROUTED) {
        return refuse("RRF-ROUT-12a", format!("{} is routed: it can only be rallied.", about.name));
    }
    if at.is_engaged(stand) {
        return refuse("R-35", format!("{} is engaged: it only fights.", about.name));
    }
    // Where the first part is Fire there is nothing without it.
    if bottom == Bottom::HitAndRun { fire::could(at, stand) } else { Ok(()) }
}

/// The bottom of a card is carried out by a stand, which is activated by it.
pub fn drill(play: &mut Play<'_>, stand: StandId, bottom: Bottom) -> Task {
    play.mark(stand, Mark::ACTIVATED, true);
    play.state.turn.has_acted = true;
    Drill { stand, bottom, part: 0, target: None }.into()
}

/// The next part of a drill. Who routs or dies on the way loses the rest; without a shot nobody goes away from a target
///
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drill {
    /// Who.
    pub stand: StandId,
    /// What.
    pub bottom: Bottom,
    /// How many parts are done.
    pub part: u8,
    /// At whom it has fired.
    pub target: Option<StandId>,
}

impl Step<RallyRoundTheFlag> for Drill {
    fn take(self, play: &mut Play<'_>) {
        let Drill { stand, bottom, part, target } = self;
        let at = play.at();
        let Some(portion) = portions(bottom).get(usize::from(part)) else { return };
        if !at.is_present(stand) || at.is(stand, Mark::ROUTED) || at.is_engaged(stand) {
            return;
        }
        let next = Drill { part: part + 1, ..self };
        let lay = |pace| LayArrow { stand, pace, by_card: true };
        match (portion, target) {
            (Portion::Move, _) => play.state.agenda.then([lay(Pace::Move).into(), next.into()]),
            (Portion::Tactic, _) => play.state.agenda.then([lay(Pace::Drill).into(), next.into()]),
            // It puts what comes next on the agenda itself, with the target.
            (Portion::Fire, _) => play.state.agenda.push(DrillFire { next }),
            (Portion::Away, Some(target)) => {
                play.state.agenda.then([lay(Pace::Away(target)).into(), next.into()]);
            }
            (Portion::Away, None) => {}
            (Portion::Column, _) => {
                play.state.agenda.push(FormUp { lead: stand, hand: None, last: [stand; 2] });
            }
        }
    }
}

/// The shot of a drill: return Fire comes right after it.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrillFire {
    /// What comes after it.
    pub next: Drill,
}

impl Question<RallyRoundTheFlag> for DrillFire {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.next.stand))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if fire::could(at, self.next.stand).is_ok() { Opening::Ask } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        play.state.agenda.push(self.next);
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("At whom does {} fire?", at.stand(self.next.stand).name), "R-79")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let stand = self.next.stand;
        fire::answers(at, stand, true, out);
        let leaders = at.generals_of(side.other()).map(|general| Action::FireAt { stand, general });
        out.extend(leaders.filter(|shot| self.check(at, side, shot).is_ok()));
        out.push(Action::Stay);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let own = |stand: StandId| {
            let about = at.stand(self.next.stand);
            match stand == self.next.stand {
                true => Ok(()),
                false => Err(Violation::of("RRF-PLAY-3", format!("{} fires, and nobody else.", about.name))),
            }
        };
        match *action {
            Action::Stay => Ok(()),
            Action::Fire { stand, target } => own(stand).and_then(|()| fire::check(at, stand, target, None)),
            Action::FireWith { stand, target, card } => {
                own(stand).and_then(|()| fire::check(at, stand, target, Some(card)))
            }
            Action::FireAt { stand, general } => {
                own(stand).and_then(|()| fire::check_general(at, stand, general))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let stand = self.next.stand;
        let (target, card) = match *action {
            Action::Fire { target, .. } => (target, None),
            Action::FireWith { target, card, .. } => (target, Some(card)),
            Action::FireAt { general, .. } => {
                play.state.agenda.push(self.next);
                return fire::at_general(play, stand, general);
            }
            _ => {
                play.tell(Event::Stays { stand });
                return play.state.agenda.push(self.next);
            }
        };
        play.state.agenda.push(Drill { target: Some(target), ..self.next });
        let effect = fire::attach(play, stand, card);
        fire::declare(play, stand, target, effect, Reason::Action);
    }
}
