//! Fire: a reaction to the enemy's move (PL-4).

use crate::cards::Card;
use crate::event::Event;
use crate::orders::Order;
use crate::scenario::PicketLine;
use crate::state::{PicketId, Stage, State};
use crate::{Action, movement, sequence};
use engine::{Chance, Side, Story, Violation};

/// How far a picket fires (PL-4.1).
pub(crate) const RANGE: i32 = 150;
/// How far it fires well (PL-4.2).
const SHORT_RANGE: i32 = 75;

/// Who fires at what, with what.
#[derive(Copy, Clone)]
pub(crate) struct Shot {
    pub side: Side,
    pub target: PicketId,
    pub with: PicketId,
    pub aim: bool,
}

/// Puts the question whether to fire at the picket that moved, if anybody can.
pub(crate) fn offer(rules: &PicketLine, state: &mut State, target: PicketId) -> bool {
    let side = rules.post(target).side.other();
    let can_fire = pickets(rules).any(|with| check_shot(rules, state, side, with, target).is_ok());
    if can_fire {
        state.stage = Stage::Reaction(side, target);
    }
    can_fire
}

/// Whether a side may fire so (PL-4.1, PL-4.4).
pub(crate) fn check(
    rules: &PicketLine,
    state: &State,
    Shot { side, target, with, aim }: Shot,
) -> Result<(), Violation> {
    check_shot(rules, state, side, with, target)?;
    if aim && !state.hands[side.index()].has(Card::Aim) {
        return Err(Violation::of("PL-4.4", format!("the {side} side has no aim card")));
    }
    Ok(())
}

fn check_shot(
    rules: &PicketLine,
    state: &State,
    side: Side,
    with: PicketId,
    target: PicketId,
) -> Result<(), Violation> {
    let Some(post) = rules.posts.get(with.index()) else {
        return Err(Violation::form(format!("there is no picket number {}", with.0)));
    };
    let (name, prey) = (&post.name, &rules.post(target).name);
    let refuse = |text| Err(Violation::of("PL-4.1", text).about([name.clone(), prey.clone()]));
    if post.side != side {
        return refuse(format!("{name} is not a {side} picket"));
    }
    let firer = state.pickets[with.index()];
    let at = state.pickets[target.index()].at;
    if !firer.standing {
        return refuse(format!("{name} has fallen"));
    }
    if !firer.at.is_within(at, RANGE) {
        return refuse(format!("{prey} at {at} is more than {RANGE} paces from {name} at {}", firer.at));
    }
    if !firer.facing.is_front_of(firer.at.towards(at)) {
        return refuse(format!("{prey} at {at} is more than 45 degrees off the facing of {name}"));
    }
    Ok(())
}

/// Every legal shot.
pub(crate) fn shots(rules: &PicketLine, state: &State, side: Side, target: PicketId, out: &mut Vec<Action>) {
    for with in pickets(rules) {
        for aim in [false, true] {
            if check(rules, state, Shot { side, target, with, aim }).is_ok() {
                out.push(Action::Fire { with, aim });
            }
        }
    }
}

/// Fires (PL-4.2 to PL-4.4).
pub(crate) fn carry_out(
    rules: &PicketLine,
    state: &mut State,
    Shot { side, target, with, aim }: Shot,
    chance: &mut dyn Chance,
    story: &mut dyn Story<Event>,
) {
    if aim && state.hands[side.index()].play(Card::Aim) {
        story.reveal();
    }
    let [from, at] = [with, target].map(|picket| state.pickets[picket.index()].at);
    let need = if from.is_within(at, SHORT_RANGE) { 4 } else { 5 };
    let hold = movement::order_of(state, side) == Order::Hold;
    let die = chance.d6("fire");
    let hit = die + u8::from(hold) + u8::from(aim) >= need;
    story.tell(Event::Fired { with, target, die, hold, aim, need, hit });
    state.pickets[target.index()].standing = !hit;
    sequence::end_part(rules, state, side.other(), chance, story);
}

fn pickets(rules: &PicketLine) -> impl Iterator<Item = PicketId> + use<> {
    (0..rules.posts.len() as u8).map(PicketId)
}
