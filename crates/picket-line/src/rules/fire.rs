//! Fire: a reaction to the enemy's move (PL-4).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::field;
use crate::model::position::{Play, Position};
use crate::model::scenario::PicketLine;
use crate::model::state::{Picket, PicketId};
use crate::rules::cards::Card;
use crate::rules::movement;
use crate::rules::orders::Order;
use crate::scene;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::{Point, Target};
use engine::{Reaction, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// How far a picket fires (PL-4.1).
pub(crate) const RANGE: i32 = 150;
/// How far it fires well (PL-4.2).
pub(crate) const SHORT_RANGE: i32 = 75;

/// A side may fire at the enemy picket that moved (PL-4.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct React {
    /// The picket that moved.
    pub target: PicketId,
}

impl React {
    fn side(self, at: Position<'_>) -> Side {
        at.post(self.target).side.other()
    }
}

impl Question<PicketLine> for React {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(self.side(at))
    }

    /// Nobody is asked if nobody can fire. Cards do not count: whether there is one is the side's secret.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let side = self.side(at);
        let can_fire = at.pickets().any(|with| check_shot(at, side, with, self.target).is_ok());
        if can_fire { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Who fires at {}?", at.post(self.target).name), "PL-4.1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        for with in at.pickets() {
            let shots = [Action::Fire(with), Action::FireAimed(with)];
            out.extend(shots.into_iter().filter(|shot| self.check(at, side, shot).is_ok()));
        }
        out.push(Action::HoldFire);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Fire(with) => check_shot(at, side, with, self.target),
            Action::FireAimed(with) => {
                check_shot(at, side, with, self.target)?;
                match at.state.hands[side.index()].has(Card::Aim) {
                    true => Ok(()),
                    false => Err(Violation::of("PL-4.4", format!("the {side} side has no aim card"))),
                }
            }
            Action::HoldFire => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        match *action {
            Action::Fire(with) => shoot(play, side, with, self.target, false),
            Action::FireAimed(with) => shoot(play, side, with, self.target, true),
            _ => play.story.tell(Event::HeldFire { side }),
        }
    }

    /// Public facts alone decide that it is asked, and fire may always be held.
    fn reaction(self, at: Position<'_>, _: Side) -> Option<Reaction<Action>> {
        Some(Reaction::about(&at.post(self.target).name, Action::HoldFire))
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let prey = &at.post(self.target).name;
        match *action {
            Action::Fire(with) => format!("{} fires at {prey}", at.post(with).name),
            Action::FireAimed(with) => format!("{} fires at {prey} and plays Aim", at.post(with).name),
            _ => "Hold fire".to_owned(),
        }
    }

    /// A click on the picket is a plain shot; whoever plays a card with it says so.
    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        if matches!(action, Action::FireAimed(_)) { Target::Button } else { action.target(at.rules) }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        let Target::Piece { piece } = clicked else { return None };
        at.rules.find(piece).map(Action::Fire)
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let (Action::Fire(with) | Action::FireAimed(with)) = *action else { return Default::default() };
        let [from, to] = [with, self.target].map(|picket| at.picket(picket).at);
        (vec![scene::on_board(from), scene::on_board(to)], format!("{} paces away", from.paces_to(to)))
    }
}

/// Whether a picket of this side may fire at the target at all (PL-4.1).
fn check_shot(at: Position<'_>, side: Side, with: PicketId, target: PicketId) -> Result<(), Violation> {
    let (name, prey) = (&at.post(with).name, &at.post(target).name);
    let refuse = |text| Err(Violation::of("PL-4.1", text).about([name.clone(), prey.clone()]));
    if at.post(with).side != side {
        return refuse(format!("{name} is not a {side} picket"));
    }
    let (firer, mark) = (at.picket(with), at.picket(target).at);
    if !firer.standing {
        return refuse(format!("{name} has fallen"));
    }
    if !reaches(firer, mark) {
        return refuse(format!("{prey} at {mark} is more than {RANGE} paces from {name} at {}", firer.at));
    }
    if !covers(firer, mark) {
        return refuse(format!("{prey} at {mark} is more than 45 degrees off the facing of {name}"));
    }
    Ok(())
}

/// Whether a point is near enough to be fired at (PL-4.1).
fn reaches(firer: &Picket, mark: field::Point) -> bool {
    firer.at.is_within(mark, RANGE)
}

/// Whether a point lies to the front (PL-4.1).
fn covers(firer: &Picket, mark: field::Point) -> bool {
    firer.facing.is_front_of(firer.at.towards(mark))
}

/// The standing pickets that could fire at an enemy at this point.
pub(crate) fn who_could_fire(
    at: Position<'_>,
    side: Side,
    mark: field::Point,
) -> impl Iterator<Item = (PicketId, &Picket)> {
    at.standing_of(side).filter(move |(_, firer)| reaches(firer, mark) && covers(firer, mark))
}

/// Fires: the die needs this much (PL-4.2).
fn shoot(play: &mut Play<'_>, side: Side, with: PicketId, target: PicketId, aim: bool) {
    // PL-4.4
    if aim && play.state.hands[side.index()].play(Card::Aim) {
        play.story.reveal();
    }
    let [from, at] = [with, target].map(|picket| play.state.pickets[picket.index()].at);
    let need = if from.is_within(at, SHORT_RANGE) { 4 } else { 5 };
    // PL-4.3
    let hold = movement::order_of(play.state, side) == Order::Hold;
    let die = play.chance.d6("fire");
    let hit = die + u8::from(hold) + u8::from(aim) >= need;
    play.story.tell(Event::Fired { with, target, die, hold, aim, need, hit });
    play.state.pickets[target.index()].standing = !hit;
}
