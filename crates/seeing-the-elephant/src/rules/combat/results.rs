//! Dice and results of a combat (STE-CBT-5, STE-CBT-12 to STE-CBT-18, R-41 to R-45).

use super::odds::{edges, principal, record, stands_touching, starting_column, strength};
use super::pairing::Group;
use crate::model::event::Event;
use crate::model::ids::{OfficerId, UnitId};
use crate::model::options::Cell;
use crate::model::position::{Play, Position};
use crate::model::state::{Mark, Melee, Run};
use crate::rules::retreat::{self, Flight, Flights, Why};
use crate::rules::tables::{Fate, Outcome, combat_outcome};
use crate::rules::{dice, morale, officers, stacks};

/// What the dice of a combat do to one unit, added up (STE-CBT-8).
#[derive(Copy, Clone, Default)]
struct Toll {
    killed: u8,
    captured: u8,
    markers: u8,
    retreats: bool,
}

impl Toll {
    /// Adds what a result says of one side. Of several defenders one bears the loss of stands; markers and retreat are
    /// everybody's.
    fn suffer(&mut self, fate: Fate, retreats: bool, bears: bool) {
        let (killed, captured, markers) = match fate {
            Fate::Unhurt => (0, 0, 0),
            Fate::Retreat => (0, 0, 1),
            Fate::Killed(stands) => (stands, 0, stands),
            Fate::Captured(stands) => (0, stands, stands),
        };
        self.killed += if bears { killed } else { 0 };
        self.captured += if bears { captured } else { 0 };
        self.markers += markers;
        self.retreats |= retreats;
    }
}

/// Who retreats of attacker and defender: whoever has RT or loses prisoners (STE-CBT-13, STE-CBT-16), else the
/// side that loses more stands (STE-CBT-15).
#[must_use]
pub(super) fn retreats(attacker: Fate, defender: Fate) -> (bool, bool) {
    let must = |fate: Fate| matches!(fate, Fate::Retreat | Fate::Captured(_));
    if must(attacker) || must(defender) {
        return (must(attacker), must(defender));
    }
    let killed = |fate: Fate| if let Fate::Killed(stands) = fate { stands } else { 0 };
    (killed(attacker) > killed(defender), killed(defender) > killed(attacker))
}

/// One side of a combat: its units, what befalls each, and who follows each (STE-CBT-7).
struct Party {
    units: Vec<(UnitId, Toll)>,
    followers: Vec<Vec<UnitId>>,
    /// The middle of its enemies.
    cause: Option<ground::geometry::Point>,
}

impl Party {
    fn new(at: Position<'_>, units: &[UnitId], enemies: &[UnitId]) -> Party {
        Party {
            units: units.iter().map(|&unit| (unit, Toll::default())).collect(),
            followers: units.iter().map(|&unit| stacks::stack(at, unit).skip(1).collect()).collect(),
            cause: retreat::middle_of_all(at, enemies.iter().copied()),
        }
    }

    fn toll(&mut self, unit: UnitId) -> Option<&mut Toll> {
        self.units.iter_mut().find(|(other, _)| *other == unit).map(|(_, toll)| toll)
    }
}

/// A combat is fought: all dice, then all results together.
pub(super) fn fight(play: &mut Play<'_>, group: &Group) {
    if group.ours.is_empty() || group.theirs.is_empty() {
        return;
    }
    for &unit in group.ours.iter().chain(&group.theirs) {
        // grades are compared; R-54: nobody fights lying down.
        morale::grade_of(play, unit);
        play.mark(unit, Mark::PRONE, false);
    }
    let (attackers, defenders) = if ours_attack(play.at(), group) {
        (&group.ours, &group.theirs)
    } else {
        (&group.theirs, &group.ours)
    };
    let mut attack = Party::new(play.at(), attackers, defenders);
    let mut defence = Party::new(play.at(), defenders, attackers);
    // STE-CBT-4: the stands of both sides are added up.
    let total = |units: &[UnitId]| units.iter().map(|&unit| strength(play.at(), unit)).sum::<u16>();
    let totals = (total(attackers), total(defenders));
    // STE-CBT-5: one die for each attacking unit.
    let mut rolls: Vec<UnitId> = attackers.clone();
    rolls.sort_unstable();
    for attacker in rolls {
        let at = play.at();
        let Some(target) = principal(at, attacker, defenders) else { continue };
        let start = starting_column(at, totals, attacker, target, defenders);
        let edges = edges(at, attacker, target, defenders);
        let column = (start + edges.iter().map(|(_, columns)| columns).sum::<i8>()).clamp(0, 9);
        let bearer = bearer(at, attacker, target, defenders);
        let die = dice::d10(play.chance, "combat");
        let corrected = play.rules.options.combat_1to1_die8 == Cell::Corrected;
        let outcome = combat_outcome(column, die, corrected);
        play.tell(Event::Fought { attacker, defender: target, totals, start, edges, column, die, outcome });
        match outcome {
            // STE-CBT-17: they stay locked, as far as no other die parts them.
            Outcome::Engaged => {}
            // STE-CBT-18
            Outcome::Repulse => {
                if let Some(toll) = attack.toll(attacker) {
                    toll.suffer(Fate::Retreat, true, true);
                }
            }
            Outcome::Both(on_attacker, on_defender) => {
                let (back, driven) = retreats(on_attacker, on_defender);
                if let Some(toll) = attack.toll(attacker) {
                    toll.suffer(on_attacker, back, true);
                }
                for &defender in defenders {
                    if let Some(toll) = defence.toll(defender) {
                        toll.suffer(on_defender, driven, defender == bearer);
                    }
                }
            }
        }
    }
    for &unit in attackers.iter().chain(defenders) {
        // a general who has helped here helps nobody else this turn.
        officers::lead(play, unit);
    }
    let mut flights = Flights::new();
    for party in [&attack, &defence] {
        suffer(play, party);
    }
    for party in [&attack, &defence] {
        flee(play, party, &mut flights);
    }
    retreat::run_all(play, &flights);
    // STE-CBT-17, R-42: whoever is left in contact is engaged.
    let in_group = |unit: &UnitId| group.ours.contains(unit) || group.theirs.contains(unit);
    for melee in &mut play.state.melees {
        if in_group(&melee.attacker) && in_group(&melee.defender) {
            melee.engaged = true;
        }
    }
}

/// Whether the phasing side attacks: always, but where cavalry of the other side has charged it and that is all.
/// Where one of its units has charged that cavalry, it is the attacker of the whole group, even if that unit fights
/// somebody else.
fn ours_attack(at: Position<'_>, group: &Group) -> bool {
    let melees = &at.state.melees;
    let is_charged =
        |melee: &Melee| group.theirs.contains(&melee.defender) && at.side(melee.attacker) == at.state.phasing;
    let mut met = group
        .ours
        .iter()
        .flat_map(|&our| group.theirs.iter().filter_map(move |&their| record(at, our, their)));
    met.any(|melee| melee.engaged) || melees.iter().any(is_charged)
}

/// The defender who bears the loss of stands: with most stands in contact, of equals the one meant.
fn bearer(at: Position<'_>, attacker: UnitId, target: UnitId, defenders: &[UnitId]) -> UnitId {
    let rank = |unit: &UnitId| (stands_touching(at, *unit, attacker), *unit == target);
    defenders.iter().copied().max_by_key(rank).unwrap_or(target)
}

/// Losses and markers of one side (STE-CBT-14, STE-CBT-16, STE-MOR-15).
fn suffer(play: &mut Play<'_>, party: &Party) {
    let mut units = party.units.clone();
    units.sort_by_key(|(unit, _)| *unit);
    for (unit, toll) in units {
        if toll.markers > 0 {
            morale::panic(play, unit, toll.markers);
        }
        let stands = play.at().troop(unit).stands;
        let killed = toll.killed.min(stands);
        let captured = toll.captured.min(stands - killed);
        // STE-OFF-9, I-11: killed or captured, each stand may be the commander's.
        officers::in_combat(play, unit, killed + captured);
        if killed == stands {
            // who is left of a unit cut down to the last stand is taken.
            let taken: Vec<OfficerId> = officers::with(play.at(), unit).collect();
            for officer in taken {
                officers::lose(play, officer, true);
            }
        }
        morale::lose_stands(play, unit, killed, false);
        morale::lose_stands(play, unit, captured, true);
    }
}

/// The runs of one side, by number; of a stack the rearmost goes first (I-9, R-82), and has the markers of the result
/// but none of its losses. A unit that is gone takes nobody with it (M-16).
fn flee(play: &mut Play<'_>, party: &Party, flights: &mut Flights) {
    let mut order: Vec<usize> = (0..party.units.len()).collect();
    order.sort_by_key(|&number| party.units[number].0);
    for number in order {
        let (unit, toll) = party.units[number];
        if !toll.retreats || !play.at().is_present(unit) {
            continue;
        }
        let cause = party.cause.or_else(|| retreat::cause_of(play.at(), unit, None));
        for &rear in party.followers[number].iter().rev().chain([&unit]) {
            if rear != unit {
                morale::panic(play, rear, toll.markers);
            }
            if !flights.is_full() {
                flights.push(Flight { unit: rear, run: Run::Retreat, cause, why: Why::Combat });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    #[test]
    fn mixed_cells_say_who_retreats() {
        let _proof = proves(&["STE-CBT-15", "STE-CBT-16"]);
        use Fate::{Captured as C, Killed as K, Retreat, Unhurt};
        for (attacker, defender, both) in [
            (K(1), C(1), (false, true)),
            (K(1), Retreat, (false, true)),
            (Retreat, K(1), (true, false)),
            (K(1), K(2), (false, true)),
            (K(2), K(1), (true, false)),
            (K(1), Unhurt, (true, false)),
            (Unhurt, K(1), (false, true)),
            (C(1), K(1), (true, false)),
            (Unhurt, C(2), (false, true)),
        ] {
            assert_eq!(retreats(attacker, defender), both, "{attacker:?} {defender:?}");
        }
    }
}
