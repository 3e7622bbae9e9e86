//! Who fights whom: as many pairs as possible, the others join in (STE-CBT-3, R-43).

use crate::model::action::Action;
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::state::{Pair, Role};
use crate::rules::combat::odds::record;

/// What is to be decided next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Whose opponent.
    pub unit: UnitId,
    /// It is one too many, of the other side, and joins in a combat.
    pub joins: bool,
    /// Whom it may fight.
    pub options: Vec<UnitId>,
}

impl Choice {
    /// The answers.
    pub fn answers(&self) -> impl Iterator<Item = Action> + '_ {
        self.options.iter().map(|&other| match self.joins {
            false => Action::Pair { unit: self.unit, enemy: other },
            true => Action::Pair { unit: other, enemy: self.unit },
        })
    }
}

/// The next unit whose opponent is open, and those that leave as many pairs as there can be.
#[must_use]
pub fn next_choice(pairs: &[Pair]) -> Option<Choice> {
    let decided = |of: &dyn Fn(&Pair) -> bool| pairs.iter().any(|pair| pair.role != Role::Open && of(pair));
    let open = pairs.iter().find(|pair| !decided(&|other| other.ours == pair.ours));
    if let Some(unit) = open.map(|pair| pair.ours) {
        let most = matching(pairs, &[], &[]);
        let taken: Vec<UnitId> =
            pairs.iter().filter(|pair| pair.role != Role::Open).map(|pair| pair.theirs).collect();
        let mut settled: Vec<UnitId> =
            pairs.iter().filter(|pair| pair.role != Role::Open).map(|pair| pair.ours).collect();
        settled.push(unit);
        let fits = |enemy: &UnitId| {
            let mut gone = taken.clone();
            gone.push(*enemy);
            gone.sort_unstable();
            gone.dedup();
            gone.len() + matching(pairs, &settled, &gone) == most
        };
        let touched = pairs.iter().filter(|pair| pair.ours == unit).map(|pair| pair.theirs);
        return Some(Choice { unit, joins: false, options: touched.filter(fits).collect() });
    }
    // One too many on the other side: everyone it touches is matched, or there could be one pair more.
    let open = pairs.iter().find(|pair| !decided(&|other| other.theirs == pair.theirs));
    open.map(|pair| pair.theirs).map(|unit| {
        let options = pairs.iter().filter(|pair| pair.theirs == unit).map(|pair| pair.ours).collect();
        Choice { unit, joins: true, options }
    })
}

/// How many pairs can be made at most without some units.
fn matching(pairs: &[Pair], without_ours: &[UnitId], without_theirs: &[UnitId]) -> usize {
    let free = |pair: &&Pair| !without_ours.contains(&pair.ours) && !without_theirs.contains(&pair.theirs);
    let edges: Vec<(UnitId, UnitId)> =
        pairs.iter().filter(free).map(|pair| (pair.ours, pair.theirs)).collect();
    let mut ours: Vec<UnitId> = edges.iter().map(|edge| edge.0).collect();
    ours.sort_unstable();
    ours.dedup();
    let mut mates: Vec<(UnitId, UnitId)> = Vec::new();
    ours.iter().filter(|&&unit| augment(&edges, unit, &mut mates, &mut Vec::new())).count()
}

/// Finds a partner for a unit, moving others on where that helps; enemies tried before are left alone, so it ends.
fn augment(
    edges: &[(UnitId, UnitId)],
    unit: UnitId,
    mates: &mut Vec<(UnitId, UnitId)>,
    tried: &mut Vec<UnitId>,
) -> bool {
    for &(_, enemy) in edges.iter().filter(|edge| edge.0 == unit) {
        if tried.contains(&enemy) {
            continue;
        }
        tried.push(enemy);
        let holder = mates.iter().position(|mate| mate.1 == enemy);
        let moves_on = holder.is_none_or(|holder| augment(edges, mates[holder].0, mates, tried));
        if moves_on {
            mates.retain(|mate| mate.1 != enemy && mate.0 != unit);
            mates.push((unit, enemy));
            return true;
        }
    }
    false
}

/// A combat: one against one, several against one, or one against several.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// Of the side whose card was drawn, by number.
    pub ours: Vec<UnitId>,
    /// Of the other; who was matched comes first.
    pub theirs: Vec<UnitId>,
}

/// The pairs that will be fought and still can: nobody has run or left since.
pub fn fought(at: Position<'_>) -> impl Iterator<Item = Pair> + '_ {
    let stands = move |pair: &&Pair| {
        pair.role != Role::Open
            && at.is_present(pair.ours)
            && at.is_present(pair.theirs)
            && record(at, pair.ours, pair.theirs).is_some()
    };
    at.state.pairs.iter().filter(stands).copied()
}

/// The combat of a unit of the side whose card was drawn.
#[must_use]
pub fn group_of(at: Position<'_>, unit: UnitId) -> Group {
    let mut group = Group::default();
    let of = |ours: UnitId| fought(at).filter(move |pair| pair.ours == ours);
    let Some(first) = of(unit).find(|pair| pair.role == Role::Matched).or_else(|| of(unit).next()) else {
        return group;
    };
    group.theirs.push(first.theirs);
    group.theirs.extend(of(unit).map(|pair| pair.theirs).filter(|&enemy| enemy != first.theirs));
    let beside = fought(at).filter(|pair| group.theirs.contains(&pair.theirs)).map(|pair| pair.ours);
    group.ours = beside.collect();
    group.ours.sort_unstable();
    group.ours.dedup();
    group
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    fn pairs(all: &[(u16, u16)]) -> Vec<Pair> {
        all.iter()
            .map(|&(ours, theirs)| Pair { ours: UnitId(ours), theirs: UnitId(theirs), role: Role::Open })
            .collect()
    }

    #[test]
    fn a_chain_is_fought_in_pairs() {
        let _proof = proves(&["STE-CBT-3"]);
        // A1 touches D1 and D2, A2 touches D1 only: A1 has to take D2.
        let chain = pairs(&[(1, 11), (1, 12), (2, 11)]);
        assert_eq!(matching(&chain, &[], &[]), 2);
        let choice = next_choice(&chain).expect("somebody is open");
        assert_eq!((choice.unit, choice.options), (UnitId(1), vec![UnitId(12)]));
        // In a ring of four both ways will do.
        let ring = pairs(&[(1, 11), (1, 12), (2, 11), (2, 12)]);
        assert_eq!(next_choice(&ring).map(|choice| choice.options.len()), Some(2));
    }

    #[test]
    fn who_is_left_over_joins() {
        let mut three = pairs(&[(1, 11), (1, 12), (1, 13)]);
        assert_eq!(next_choice(&three).map(|choice| choice.options.len()), Some(3));
        three[1].role = Role::Matched;
        let choice = next_choice(&three).expect("two are left over");
        assert!(choice.joins);
        assert_eq!((choice.unit, choice.options), (UnitId(11), vec![UnitId(1)]));
    }
}
