//! Deciding the matter (2.26): who must retire, who chooses to (I-17), and what is left on the field.

use super::rout::{self, From};
use super::victory;
use crate::model::action::Action;
use crate::model::cards::TopAction;
use crate::model::event::Event;
use crate::model::ids::{BorderId, StandId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Kind, RallyRoundTheFlag};
use crate::model::state::{Mark, Retiring, Whereabouts};
use crate::scenarios::Counted;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::{Side, Sides, Violation};
use ground::geometry::Point;
use serde::{Deserialize, Serialize};

/// How many of a side's regiments and batteries are out of the fight, and of how many (R-51, RRF-WIN-3).
#[must_use]
pub fn toll(at: Position<'_>, side: Side) -> (u8, u8) {
    let counts = |stand: StandId| match at.rules.options.break_count {
        Counted::Field => at.is(stand, Mark::FIELDED),
        Counted::Roster => true,
    };
    let own = at.rules.stand_ids().filter(|&stand| at.side(stand) == side && counts(stand));
    own.fold((0, 0), |(gone, of), stand| (gone + u8::from(is_gone(at, stand)), of + 1))
}

/// Destroyed, captured, run off the map, or routed on it.
fn is_gone(at: Position<'_>, stand: StandId) -> bool {
    match at.troop(stand).whereabouts {
        Whereabouts::Destroyed | Whereabouts::Captured => true,
        // whoever was declared routed in a march-off does not count as such.
        Whereabouts::RanOff => !at.is(stand, Mark::GAVE_WAY),
        Whereabouts::Map => at.is(stand, Mark::ROUTED) && !at.is(stand, Mark::GAVE_WAY),
        Whereabouts::Waiting | Whereabouts::Retired | Whereabouts::Absent => false,
    }
}

/// Half or more: such a side must retire (RRF-WIN-3, RRF-GEN-7). One with nobody fielded yet is not tested.
fn is_broken(at: Position<'_>, side: Side) -> bool {
    let (gone, of) = toll(at, side);
    of > 0 && 2 * u16::from(gone) >= u16::from(of)
}

/// The end of a turn (T5): compulsory retirement first, then a declared one. Whether the game is over.
pub fn end_of_turn(play: &mut Play<'_>) -> bool {
    let retiring = play.state.retiring;
    // once somebody retires, the test is made for him alone.
    let tested = Side::BOTH.into_iter().filter(|&side| retiring.is_none_or(|retiring| retiring.side == side));
    let at = play.at();
    let broken: Vec<Side> = tested.filter(|&side| is_broken(at, side)).collect();
    for &side in &broken {
        let (gone, of) = toll(play.at(), side);
        play.tell(Event::Broken { side, gone, of });
    }
    match (broken.as_slice(), retiring) {
        // RRF-WIN-3a: what stands on the map leaves it as it is.
        (&[side], _) => {
            leave(play, Side::BOTH, false);
            victory::won(play, side.other());
        }
        // both at once.
        (&[_, _], _) => {
            leave(play, Side::BOTH, false);
            victory::undecided(play);
        }
        (_, Some(Retiring { side, is_rout: true, .. })) => {
            leave(play, [side, side], true);
            victory::won(play, side.other());
        }
        (_, Some(Retiring { side, is_rout: false, .. })) => {
            // RRF-WIN-4: the last stand is off.
            if play.at().present_of(side).next().is_none() {
                victory::won(play, side.other());
            }
        }
        (_, None) => {}
    }
    if play.state.outcome.is_none() {
        victory::end_of_turn(play);
    }
    if let Some(retiring) = &mut play.state.retiring {
        retiring.is_under_way = true;
    }
    play.state.outcome.is_some()
}

/// The end of a Round: a march-off is bounded, and what is left of it counts as routed (RRF-WIN-4a, R-117). Whether the
/// game is over.
pub fn end_of_round(play: &mut Play<'_>) -> bool {
    let Some(Retiring { side, since, .. }) = play.state.retiring else { return false };
    let limit = play.rules.options.max_rounds;
    let round = play.state.round.0;
    if round < since.0.saturating_add(2) && (limit == 0 || round < limit) {
        return false;
    }
    leave(play, [side, side], true);
    victory::won(play, side.other());
    true
}

impl Position<'_> {
    /// Whether a side marches off: from the turn on behind the one in which it declared so (RRF-WIN-4, R-96).
    #[must_use]
    pub fn marches_off(self, side: Side) -> bool {
        self.state.retiring.is_some_and(|retiring| retiring.side == side && retiring.is_under_way)
    }

    /// Over which edges a side may march off: its deployment edge, and its entries.
    #[must_use]
    pub fn exits(self, side: Side) -> Vec<(Point, Point)> {
        let is_entry = |border: BorderId| {
            let mut entries = self.state.entries.iter();
            entries.any(|entry| entry.side == side && entry.border == border)
        };
        let borders = self.rules.borders.iter().enumerate();
        let own = borders.filter(|(number, border)| {
            border.edge == self.state.edges[side.index()] || is_entry(BorderId::at(*number))
        });
        own.map(|(_, border)| (border.from, border.to)).collect()
    }

    /// What a side that marches off may no longer do: it moves and rallies, and fires in return.
    ///
    /// # Errors
    ///
    /// That it may not.
    pub fn may_still(self, stand: StandId, what: TopAction) -> Result<(), Violation> {
        if !self.marches_off(self.side(stand)) || !matches!(what, TopAction::Fire | TopAction::Charge) {
            return Ok(());
        }
        let about = self.stand(stand);
        let text = format!("{} marches off the field: it no longer attacks.", about.name);
        Err(Violation::of("R-77", text).about([about.tag.clone()]))
    }
}

/// Before the melees of a turn: engaged stands of a side that marches off may be declared routed instead of fighting on
/// (RRF-WIN-4b).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GiveWay;

impl GiveWay {
    fn side(at: Position<'_>) -> Option<Side> {
        at.state.retiring.filter(|retiring| retiring.is_under_way).map(|retiring| retiring.side)
    }

    /// The engaged enemy with the nearest centre.
    fn from(at: Position<'_>, stand: StandId) -> Option<Point> {
        let centre = at.troop(stand).pose.at;
        let enemies = at.present_of(at.side(stand).other());
        let touching = enemies.filter(|&enemy| at.meets(stand, enemy));
        let nearest = touching.min_by_key(|&enemy| centre.distance_squared(at.troop(enemy).pose.at));
        nearest.map(|enemy| at.troop(enemy).pose.at)
    }
}

impl Question<RallyRoundTheFlag> for GiveWay {
    fn asked(self, at: Position<'_>) -> Sides {
        Self::side(at).map_or(Sides::NONE, Sides::only)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let Some(side) = Self::side(at) else { return Opening::Pass };
        let mut answers = Vec::new();
        self.answers(at, side, &mut answers);
        if answers.len() > 1 { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Does anybody give way instead of fighting on?", "RRF-WIN-4b")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let give = at.present_of(side).map(Action::GiveWay);
        out.extend(give.filter(|give| self.check(at, side, give).is_ok()));
        out.push(Action::StandFast);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let stand = match *action {
            Action::StandFast => return Ok(()),
            Action::GiveWay(stand) => stand,
            _ => return other_question(),
        };
        let about = at.stand(stand);
        let fights = about.side == side && at.is_present(stand) && !at.is(stand, Mark::ROUTED);
        if fights && at.is_engaged(stand) {
            return Ok(());
        }
        let text = format!("{} is no engaged stand of yours.", about.name);
        Err(Violation::of("RRF-WIN-4b", text).about([about.tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::GiveWay(stand) = *action else { return };
        play.state.agenda.push(self);
        play.mark(stand, Mark::GAVE_WAY, true);
        play.tell(Event::GivesWay { stand });
        let from = Self::from(play.at(), stand).map_or(From::Facing, From::Enemy);
        rout::rout(play, stand, from);
    }
}

/// What stands on the map of these sides leaves it. Where all count as routed, guns are lost (RRF-WIN-5).
fn leave(play: &mut Play<'_>, sides: [Side; 2], guns_are_lost: bool) {
    for stand in play.rules.stand_ids() {
        if !play.at().is_present(stand) || !sides.contains(&play.rules.stand(stand).side) {
            continue;
        }
        if guns_are_lost && play.rules.stand(stand).kind == Kind::Artillery {
            super::losses::destroy(play, stand);
        } else {
            play.troop(stand).whereabouts = Whereabouts::Retired;
        }
    }
}

/// What may be said beside any answer (I-17, R-96).
pub fn asides(at: Position<'_>, side: Side, out: &mut Vec<Action>) {
    let both = [Action::Retire, Action::RetireRouted];
    out.extend(both.into_iter().filter(|action| check(at, side, action).is_ok()));
}

/// Whether a side may retire now (RRF-WIN-2): the first declaration counts, and all-routed may follow a march-off
///
///
/// # Errors
///
/// Why it may not.
pub fn check(at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
    if at.is_set_up() {
        return Err(Violation::of("RRF-MAP-3", "The battle has not begun."));
    }
    match at.state.retiring {
        None => Ok(()),
        Some(retiring) if retiring.side != side => {
            Err(Violation::of("R-77", "The other side has retired: the battle is yours."))
        }
        Some(retiring) if retiring.is_rout || *action == Action::Retire => {
            Err(Violation::of("R-77", "You have declared your retirement."))
        }
        Some(_) => Ok(()),
    }
}

/// Declares it. The question that was asked stays to be answered; it takes effect at the end of the turn.
pub fn declare(play: &mut Play<'_>, side: Side, action: &Action) {
    let is_rout = *action == Action::RetireRouted;
    let before = play.state.retiring;
    let since = before.map_or(play.state.round, |retiring| retiring.since);
    let is_under_way = before.is_some_and(|retiring| retiring.is_under_way);
    play.state.retiring = Some(Retiring { side, is_rout, since, is_under_way });
    play.tell(Event::Retires { side, is_rout });
}
