//! Victory, points and the end of the game (M-9, M-10).

use crate::model::event::Event;
use crate::model::figure::is_near;
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::state::Whereabouts;
use crate::model::troops::Arm;
use engine::{Outcome, Side};
use ground::table::{Body, Heading};
use std::cmp::Ordering;

/// How near an objective must be held, and no enemy be (M-9).
pub const HELD_WITHIN: i32 = 3 * INCH;

/// The enemy scores stands that a unit lost: one each, two if captured; two more for a gun; a wagon counts two (M-9,
/// M-13).
pub fn score_stands(play: &mut Play<'_>, unit: UnitId, stands: u8, captured: bool) {
    let arm = play.rules.unit(unit).arm;
    let each = 1 + i32::from(captured) + if arm.is_artillery() { 2 } else { 0 };
    let points = if arm == Arm::Wagon { 2 } else { each * i32::from(stands) };
    score(play, play.rules.unit(unit).side.other(), points);
}

/// A side makes points.
pub fn score(play: &mut Play<'_>, side: Side, points: i32) {
    play.state.points[side.index()] += points;
}

/// Whether a side's army has broken: more than half of its units are destroyed, captured or gone (M-9).
#[must_use]
pub fn is_broken(at: Position<'_>, side: Side) -> bool {
    let counts = |unit: &UnitId| {
        let about = at.unit(*unit);
        about.side == side && about.parent.is_none() && about.arm != Arm::Wagon
    };
    let all = at.rules.unit_ids().filter(counts).count();
    let lost = at.rules.unit_ids().filter(counts).filter(|&unit| {
        matches!(
            at.troop(unit).whereabouts,
            Whereabouts::Destroyed | Whereabouts::Captured | Whereabouts::Gone
        )
    });
    2 * lost.count() > all
}

/// Who holds an objective alone at the end (M-9).
#[must_use]
pub fn holder(at: Position<'_>, objective: usize) -> Option<Side> {
    let place = at.rules.objectives[objective].at;
    // A point has no size; a body of the smallest sort stands for it.
    let spot = [Body::centred(place, Heading::NORTH, 4, 4).posed(0)];
    let holds = |side: Side| {
        at.present_of(side).any(|unit| {
            at.is_formed(unit)
                && at.troop(unit).withdrawing.is_none()
                && is_near(&spot, &at.footprint(unit), HELD_WITHIN)
        })
    };
    let contests = |side: Side| {
        at.present_of(side).any(|unit| at.is_formed(unit) && is_near(&spot, &at.footprint(unit), HELD_WITHIN))
    };
    Side::BOTH.into_iter().find(|&side| holds(side) && !contests(side.other()))
}

/// Ends the game if an army has broken or the last turn is over; whether it did.
pub fn is_decided(play: &mut Play<'_>) -> bool {
    let broken = Side::BOTH.map(|side| is_broken(play.at(), side));
    for side in Side::BOTH {
        if broken[side.index()] {
            play.tell(Event::Broken { side });
        }
    }
    let last = play.state.turn >= play.rules.turns;
    if broken == [false, false] && !last {
        return false;
    }
    let mut points = play.state.points;
    for (number, objective) in play.rules.objectives.iter().enumerate() {
        if let Some(side) = holder(play.at(), number) {
            points[side.index()] += objective.points;
        }
    }
    let winner = match broken {
        [true, false] => Some(Side::Confederate),
        [false, true] => Some(Side::Union),
        // Both broken: the higher total (M-10).
        [true, true] => by_points(points, false),
        [false, false] => by_points(points, true),
    };
    let outcome = Outcome { winner, points };
    play.state.points = points;
    play.state.agenda.clear();
    play.state.outcome = Some(outcome);
    play.tell(Event::Over { outcome });
    true
}

/// The higher total wins; where that is asked, a lead under a tenth of the larger is a draw (M-9).
fn by_points([union, confederate]: [i32; 2], draws: bool) -> Option<Side> {
    if draws && 10 * (union - confederate).abs() < union.max(confederate) {
        return None;
    }
    match union.cmp(&confederate) {
        Ordering::Greater => Some(Side::Union),
        Ordering::Less => Some(Side::Confederate),
        Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance::Quick;
    use engine::proof::proves;

    /// Who wins at the end of turn 3 with these points if so many of each side's three units are gone.
    fn winner_after(gone: [usize; 2], points: [i32; 2]) -> Option<Option<Side>> {
        let text = "phase = \"end\"\nturn = 3\n\
                    union = [\"A: INF2 at 10,10\", \"B: INF2 at 20,10\", \"C: INF2 at 30,10\", \"W: WAG1 at 40,10\"]\n\
                    confederate = [\"X: INF2 at 10,40\", \"Y: INF2 at 20,40\", \"Z: INF2 at 30,40\"]";
        let (rules, mut state) = crate::cases::position(text);
        for (tag, side, number) in
            [("A", 0, 0), ("B", 0, 1), ("C", 0, 2), ("X", 1, 0), ("Y", 1, 1), ("Z", 1, 2)]
        {
            if number < gone[side] {
                state.troop_mut(rules.find(tag).expect("a unit")).whereabouts = Whereabouts::Gone;
            }
        }
        state.points = points;
        let (mut chance, mut told) = (Quick::new(1), Vec::new());
        let mut play = Play { rules: &rules, state: &mut state, chance: &mut chance, story: &mut told };
        is_decided(&mut play).then(|| play.state.outcome.and_then(|outcome| outcome.winner))
    }

    #[test]
    fn who_has_lost_more_than_half_of_his_units_has_lost() {
        let _proof = proves(&["M-9", "M-10"]);
        assert_eq!(
            winner_after([1, 1], [40, 10]),
            None,
            "the wagon does not count, and one of three is not half"
        );
        assert_eq!(winner_after([2, 1], [40, 10]), Some(Some(Side::Confederate)), "whatever the points");
        assert_eq!(winner_after([1, 2], [10, 40]), Some(Some(Side::Union)));
        // Both broken: the higher points, be it by one.
        assert_eq!(winner_after([2, 2], [31, 30]), Some(Some(Side::Union)));
        assert_eq!(winner_after([3, 2], [30, 31]), Some(Some(Side::Confederate)));
        assert_eq!(winner_after([2, 2], [30, 30]), Some(None));
    }

    #[test]
    fn a_tenth_decides() {
        assert_eq!(by_points([100, 90], true), Some(Side::Union));
        assert_eq!(by_points([100, 91], true), None);
        assert_eq!(by_points([100, 91], false), Some(Side::Union));
        assert_eq!(by_points([0, 0], true), None);
        assert_eq!(by_points([1, 7], true), Some(Side::Confederate));
    }
}
