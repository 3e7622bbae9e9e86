//! Bottoms that move (2.18): Close Order (I-1), and in files of their own Reinforce (I-3), Field Column, and the drills
//! of several parts.

mod column;
mod drill;
mod reinforce;

pub use column::FormUp;
pub use drill::{Drill, DrillFire, could_drill, drill};
pub use reinforce::{GoTo, HastenTo, LayToward, Reinforce};

use super::cards::play_card;
use super::movement::refused;
use super::rout::shift;
use crate::measure::generals::Shift;
use crate::measure::lengths::length;
use crate::measure::sight::Scratch;
use crate::measure::{Pose, fire, moves, slots};
use crate::model::action::Action;
use crate::model::cards::Bottom;
use crate::model::event::Event;
use crate::model::ids::StandId;
use crate::model::numbers::Arrow;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::Mark;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{Reaction, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// The side whose turn it is not may close up behind a friend: once after what was announced, a pass too, and after
/// each movement of an enemy stand (I-1, R-95). One card a window; the reaction opens no other window.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CloseOrder;

/// Where a stand ends behind a friend, and who makes room.
fn slot(at: Position<'_>, stand: StandId, friend: StandId) -> Result<(Pose, Vec<Shift>), Violation> {
    let about = at.stand(stand);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if !at.is_present(stand) || !at.is_present(friend) || at.side(stand) != at.side(friend) || stand == friend
    {
        return refuse("RRF-BOM-1", format!("{} closes up behind a friend on the map.", about.name));
    }
    //
    if at.is(stand, Mark::ROUTED) {
        return refuse("R-83", format!("{} is routed.", about.name));
    }
    if at.is_engaged(stand) {
        return refuse("R-35", format!("{} is engaged.", about.name));
    }
    // no farther than its longest Move arrow leads, T if under fire or over bad ground.
    let reach = length(Arrow::longest(about.discipline));
    let mut scratch = Scratch::default();
    let placed = at.measured(|table| {
        let (own, front) = (table.stand(stand)?, table.stand(friend)?);
        let end = slots::behind(front, own.arm);
        let under_fire = fire::under_fire(table, &mut scratch, own).is_some();
        Some((end, moves::check_placed(table, &mut scratch, own, end, reach, under_fire)))
    });
    match placed {
        Some((end, Ok(shifts))) => Ok((end, shifts.to_vec())),
        Some((_, Err(refusal))) => Err(refused(at, stand, &refusal)),
        None => refuse("RRF-BOM-1", format!("{} closes up behind a friend on the map.", about.name)),
    }
}

impl CloseOrder {
    /// Whether anybody could, as far as the other side can know.
    fn could(at: Position<'_>, side: Side) -> bool {
        let might = |stand: &StandId| at.might_hold(*stand, &[Bottom::CloseOrder]);
        at.present_of(side)
            .filter(might)
            .any(|stand| at.present_of(side).any(|friend| slot(at, stand, friend).is_ok()))
    }
}

impl Question<RallyRoundTheFlag> for CloseOrder {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.turn.side.other())
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if Self::could(at, at.state.turn.side.other()) { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Does anybody close up behind a friend?", "RRF-BOM-1")
    }

    /// By public facts alone, after every movement.
    fn reaction(self, _: Position<'_>, _: Side) -> Option<Reaction<Action>> {
        Some(Reaction { pass: Action::LetPass, units: Vec::new() })
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        for &card in at.state.decks[side.index()].hand.iter() {
            for stand in at.present_of(side) {
                let closes = at.present_of(side).map(|friend| Action::CloseUp { stand, friend, card });
                out.extend(closes.filter(|action| self.check(at, side, action).is_ok()));
            }
        }
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let (stand, friend, card) = match *action {
            Action::LetPass => return Ok(()),
            Action::CloseUp { stand, friend, card } => (stand, friend, card),
            _ => return other_question(),
        };
        at.held(side, card)?;
        let (brigade, face) = at.battle(card)?;
        let (tag, about) = (&at.rules.card(card).tag, at.stand(stand));
        let refuse =
            |rule, text: String| Err(Violation::of(rule, text).about([tag.clone(), about.tag.clone()]));
        if face.bottom != Bottom::CloseOrder {
            return refuse("R-79", format!("{} does not answer a movement.", face.bottom.name()));
        }
        if about.brigade != brigade {
            return refuse("RRF-CARD-4", format!("{} is not of the brigade of {tag}.", about.name));
        }
        slot(at, stand, friend).map(|_| ())
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::CloseUp { stand, friend, card } = *action else {
            return play.tell(Event::LetsPass { side });
        };
        let Ok((end, shifts)) = slot(play.at(), stand, friend) else { return };
        play_card(play, side, card);
        play.state.decks[side.index()].discard(card);
        play.tell(Event::Answered { side, card });
        shift(play, &shifts);
        // a reaction marks nobody.
        play.troop(stand).pose = end;
        play.tell(Event::ClosesUp { stand, friend });
    }
}
