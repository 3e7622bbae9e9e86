//! Combat: who fights whom, one die an attacker, and what comes of it (STE-CBT).

pub mod odds;
pub mod pairing;
mod results;

use crate::model::action::Action;
use crate::model::ids::UnitId;
use crate::model::options::EngagedNext;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{Mark, Melee, Pair, Role};
use crate::rules::retreat;
use crate::speech;
use engine::agenda::{Opening, Question, Step, Words, only, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// Whether a melee that goes on is due at the card that was drawn.
#[must_use]
pub fn is_due(at: Position<'_>, melee: &Melee) -> bool {
    let pair = [melee.attacker, melee.defender];
    melee.engaged
        && match at.rules.options.engaged_next {
            EngagedNext::Card => true,
            EngagedNext::Involved => {
                let charged = |other: &Melee| {
                    !other.engaged && (pair.contains(&other.attacker) || pair.contains(&other.defender))
                };
                pair.iter().any(|&unit| at.is(unit, Mark::ACTIVE)) || at.state.melees.iter().any(charged)
            }
        }
}

/// The side whose card was drawn says which of its units break off melees that are due, whether or not the card
/// activates them; the others stay in (STE-CBT-17, R-42). Whoever would add to a melee charges.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BreakOffs;

impl BreakOffs {
    /// The units of the side whose card was drawn that are in a melee that is due.
    fn engaged(at: Position<'_>) -> impl Iterator<Item = UnitId> + '_ {
        at.present_of(at.state.phasing).filter(move |&unit| {
            let theirs = |melee: &&Melee| melee.attacker == unit || melee.defender == unit;
            at.state.melees.iter().filter(theirs).any(|melee| is_due(at, melee))
        })
    }
}

impl Question<SeeingTheElephant> for BreakOffs {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let any = BreakOffs::engaged(at).any(|unit| retreat::way_off(at, unit).is_some());
        if any { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which unit breaks off its melee?", "STE-CBT-17")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let free = BreakOffs::engaged(at).filter(|&unit| retreat::way_off(at, unit).is_some());
        out.extend(free.map(Action::BreakOff));
        out.push(Action::StayIn);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let unit = match *action {
            Action::StayIn => return Ok(()),
            Action::BreakOff(unit) => unit,
            _ => return other_question(),
        };
        let about = at.unit(unit);
        let refusal = |why: String| Err(Violation::of("STE-CBT-17", why).about([about.tag.clone()]));
        if BreakOffs::engaged(at).all(|engaged| engaged != unit) {
            return refusal(format!("{} is in no melee of yours that goes on with this card", about.name));
        }
        if retreat::way_off(at, unit).is_none() {
            return refusal(format!("{} has no way out 50 yards wide that leads 100 yards away", about.name));
        }
        Ok(())
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::BreakOff(unit) = *action {
            retreat::break_off(play, unit);
            play.state.agenda.push(BreakOffs);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::BreakOff(unit) => format!("{} breaks off: 200 yards back", at.unit(unit).name),
            Action::StayIn => "Everybody else fights on".to_owned(),
            _ => speech::answer(at.rules, action),
        }
    }
}

/// The combat phase: contacts, pairs, groups (S10, S11).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CombatPhase;

impl Step<SeeingTheElephant> for CombatPhase {
    fn take(self, play: &mut Play<'_>) {
        let at = play.at();
        let fights = at.state.melees.iter().filter(|melee| !melee.engaged || is_due(at, melee));
        let mut pairs: Vec<Pair> = fights
            .filter(|melee| at.is_present(melee.attacker) && at.is_present(melee.defender))
            .map(|melee| {
                let ours = at.side(melee.attacker) == at.state.phasing;
                let (ours, theirs) =
                    if ours { (melee.attacker, melee.defender) } else { (melee.defender, melee.attacker) };
                Pair { ours, theirs, role: Role::Open }
            })
            .collect();
        pairs.sort_unstable_by_key(|pair| (pair.ours, pair.theirs));
        play.state.pairs = pairs;
        play.state.agenda.then([PairCombat.into(), PickCombat.into(), EndCombats.into()]);
    }
}

/// Where the contacts allow a choice, the phasing player says who fights whom: as many pairs as possible (STE-CBT-3,
///
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairCombat;

impl Question<SeeingTheElephant> for PairCombat {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only(self, at)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let text = match pairing::next_choice(&at.state.pairs) {
            Some(choice) if choice.joins => {
                format!("Whom does {} join in fighting?", at.unit(choice.unit).name)
            }
            Some(choice) => format!("Whom does {} fight?", at.unit(choice.unit).name),
            None => String::new(),
        };
        Words::new(text, "STE-CBT-3")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(pairing::next_choice(&at.state.pairs).iter().flat_map(pairing::Choice::answers));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Pair { unit, enemy } = *action else { return other_question() };
        let choice = pairing::next_choice(&at.state.pairs);
        if choice.iter().flat_map(pairing::Choice::answers).any(|answer| answer == *action) {
            return Ok(());
        }
        let name = |unit: UnitId| &at.unit(unit).name;
        let touch = at.state.pairs.iter().any(|pair| pair.ours == unit && pair.theirs == enemy);
        let why = if !touch {
            format!("{} and {} are not in contact", name(unit), name(enemy))
        } else {
            format!(
                "with {} against {} there would be fewer pairs, or it is not their turn",
                name(unit),
                name(enemy)
            )
        };
        Err(Violation::of("STE-CBT-3", why).about([at.unit(unit).tag.clone(), at.unit(enemy).tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Pair { unit, enemy } = *action else { return };
        let joins = pairing::next_choice(&play.state.pairs).is_some_and(|choice| choice.joins);
        for pair in &mut play.state.pairs {
            if pair.ours == unit && pair.theirs == enemy {
                pair.role = if joins { Role::Joined } else { Role::Matched };
            }
        }
        play.state.agenda.push(PairCombat);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Pair { unit, enemy } => format!("{} against {}", at.unit(unit).name, at.unit(enemy).name),
            _ => speech::answer(at.rules, action),
        }
    }
}

/// The phasing player says which combat is fought next (S11).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickCombat;

impl Question<SeeingTheElephant> for PickCombat {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only(self, at)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which combat is fought next?", "STE-CBT-3")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let mut known: Vec<UnitId> = Vec::new();
        for pair in pairing::fought(at) {
            if !known.contains(&pair.ours) {
                let group = pairing::group_of(at, pair.ours);
                known.extend(group.ours.iter().copied());
                out.push(Action::Fight(pair.ours));
            }
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Fight(unit) = *action else { return other_question() };
        if pairing::fought(at).any(|pair| pair.ours == unit) {
            return Ok(());
        }
        let about = at.unit(unit);
        let why = format!("{} has no combat to fight in this phase", about.name);
        Err(Violation::of("STE-CBT-3", why).about([about.tag.clone()]))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Fight(unit) = *action else { return };
        let group = pairing::group_of(play.at(), unit);
        play.state.pairs.retain(|pair| !group.ours.contains(&pair.ours) || pair.role == Role::Open);
        play.state.agenda.push(PickCombat);
        results::fight(play, &group);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let Action::Fight(unit) = *action else { return action.write(at.rules) };
        let group = pairing::group_of(at, unit);
        let names = |units: &[UnitId]| {
            units.iter().map(|&unit| at.unit(unit).name.as_str()).collect::<Vec<_>>().join(", ")
        };
        format!("{} against {}", names(&group.ours), names(&group.theirs))
    }
}

/// The combat phase is over: enemies still in contact although no combat was theirs are engaged.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndCombats;

impl Step<SeeingTheElephant> for EndCombats {
    fn take(self, play: &mut Play<'_>) {
        play.state.pairs.clear();
        for melee in &mut play.state.melees {
            melee.engaged = true;
        }
    }
}
