//! What modifies a roll, in words, with the rule it comes from.

use crate::model::event::Factor;
use crate::model::scenario::Limits;
use crate::rules::tables::{FULL_FIRE, NEAREST_FIRE};

/// What a factor is called in the arithmetic, and its row of the ledger.
#[must_use]
pub fn factor(limits: &Limits, factor: Factor) -> (String, &'static str) {
    let (words, rule) = words(factor);
    let ranges = match factor {
        Factor::GunsNear => NEAREST_FIRE..=FULL_FIRE,
        Factor::GunsFar => FULL_FIRE + 1..=u16::from(limits.fire_range),
        _ => return (words.to_owned(), rule),
    };
    (words.replace("RANGE", &format!("{} to {}", ranges.start(), ranges.end())), rule)
}

#[rustfmt::skip]
const fn words(factor: Factor) -> (&'static str, &'static str) {
    match factor {
        // combat
        Factor::AttackerHigher     => ("an attacking hex is higher than all defenders", "LFM-8.9c"),
        Factor::DefenderDisordered => ("defending hexes disorganized or shattered", "LFM-8.9d"),
        Factor::AttackerCommander  => ("a commander of CV 4 or more with the attackers", "LFM-8.9e"),
        Factor::Flank              => ("flanking attack", "LFM-8.7"),
        Factor::AttackerCohesion   => ("the attackers' better cohesion", "LFM-8.9g"),
        Factor::DefenderHigher     => ("a defending hex is higher than all attackers", "LFM-8.9h"),
        Factor::SteepSlope         => ("attack across a steep slope", "LFM-8.9i"),
        Factor::Creek              => ("attack across a creek", "LFM-8.9j"),
        Factor::Stonewall          => ("attack across a stone wall", "LFM-8.9k"),
        Factor::Works              => ("defenders in works, town, sunken road or embankment", "LFM-8.9l"),
        Factor::DefenderCommander  => ("a commander of CV 4 or more with the defenders", "LFM-8.9m"),
        Factor::MountedOnInfantry  => ("mounted cavalry attacks infantry", "LFM-8.9n"),
        Factor::StarUnit           => ("a star unit defends", "LFM-8.9o"),
        Factor::AttackerDisordered => ("attacking hexes disorganized", "LFM-8.9p"),
        Factor::DefenderCohesion   => ("the defenders' better cohesion", "LFM-8.9q"),

        // charges
        Factor::TargetDisordered   => ("target disorganized", "LFM-3.10a"),
        Factor::TargetShattered    => ("target shattered", "LFM-3.10b"),
        Factor::ChargersDisordered => ("chargers disorganized", "LFM-3.10c"),
        Factor::ChargeSlope        => ("charge across a steep slope", "LFM-3.10d"),
        Factor::ChargeWorks        => ("charge into works", "LFM-3.10e"),
        Factor::ChargeWall         => ("charge across a stone wall", "LFM-3.10f"),
        Factor::ChargeCreek        => ("charge across a creek", "LFM-3.10g"),
        Factor::ChargeCover        => ("charge into town or woods", "LFM-3.10h"),

        // bombardment
        Factor::GunsNear           => ("guns at RANGE hexes, full strength", "LFM-7.5b"),
        Factor::GunsFar            => ("guns at RANGE hexes, half strength", "LFM-7.5b"),
        Factor::FirerDisordered    => ("a firing battery is disorganized", "LFM-7.5d"),
        Factor::TargetHigher       => ("target higher than all firing batteries", "LFM-7.5e"),
        Factor::SightPartial       => ("line of sight partly obstructed", "LFM-7.5f"),
        Factor::TargetSunkenRoad   => ("target in a sunken road", "LFM-7.5g"),
        Factor::TargetWall         => ("fire crosses a stone wall", "LFM-7.5h"),
        Factor::TargetWorks        => ("target in breastworks", "LFM-7.5i"),
        Factor::TargetTown         => ("target in a town", "R-11"),
        Factor::TargetEmbankment   => ("target on an embankment or in a cut", "R-11"),
        Factor::TargetLower        => ("target lower than all firing batteries, in the open", "LFM-7.5j"),

        // command and reorganization
        Factor::SuperiorHelps      => ("superior in command and in range", "LFM-20.4a"),
        Factor::BrigadeAstray      => ("brigades shattered or out of range", "LFM-20.5b"),
        Factor::Isolated           => ("no organized friends next to it", "LFM-14.5d"),
        Factor::UnderEnemyEyes     => ("in a zone of influence or control", "LFM-25.1e"),
        Factor::Rain               => ("rain", "LFM-25.1f"),
    }
}
