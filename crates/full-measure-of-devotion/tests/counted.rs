//! Whatever happens in a campaign, brigades and commanders are somewhere: none comes twice, none is gone uncounted.

use engine::chance::Quick;
use engine::playout::Playout;
use engine::{Pending, Rules, Side, Silent};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::ids::{ForceId, Officers};
use full_measure_of_devotion::load::{Library, scenario};
use full_measure_of_devotion::numbers::Brigades;
use full_measure_of_devotion::state::{Phase, State};

/// Plays at random and looks at every position on the way, beside that of the start.
fn watch(name: &str, games: u64, look: impl Fn(&FullMeasureOfDevotion, &State, &State)) {
    let game = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
    for seed in 0..games {
        let mut play: Playout<FullMeasureOfDevotion> = Playout::new(seed);
        let mut dice = Quick::new(seed);
        let start = game.start(&mut dice, &mut Silent);
        let mut state = start.clone();
        while !matches!(game.pending(&state), Pending::Over(_)) {
            look(&game, &start, &state);
            play.step(&game, &mut state, &mut dice).expect("random play goes on");
        }
    }
}

fn everywhere(look: impl Fn(&FullMeasureOfDevotion, &State, &State)) {
    watch("monocacy-bridge", 40, &look);
    watch("late-june", 10, &look);
    watch("campaign", 4, &look);
}

#[test]
fn brigades_are_on_the_map_or_lost() {
    everywhere(|_, start, state| {
        for side in Side::BOTH {
            let count = |state: &State| -> u32 {
                let there: u32 =
                    ForceId::of(side).map(|force| u32::from(state.force(force).strength().size().0)).sum();
                // What attrition takes is announced when both sides are done with it.
                let in_secret = if state.phase() == Phase::Attrition {
                    state.answers()[side].lost()
                } else {
                    Brigades::ZERO
                };
                there + u32::from((state.lost()[side] + in_secret).0)
            };
            if state.battle().is_none() {
                assert_eq!(
                    count(state),
                    count(start),
                    "{side:?} on turn {} in {:?}",
                    state.turn(),
                    state.phase()
                );
            }
        }
    });
}

#[test]
fn commanders_are_with_one_force_or_away() {
    everywhere(|game, _, state| {
        for side in Side::BOTH {
            let mut seen = Officers::NONE;
            let mut meet = |officers: Officers| {
                assert!(seen.and(officers).is_empty(), "one of {officers:?} is in two places");
                seen = seen.union(officers);
            };
            for force in ForceId::of(side) {
                let force = state.force(force);
                meet(force.officers());
                assert!(force.at().is_some() || force.strength().is_empty(), "{force:?}");
                let may_be_empty = state.phase() == Phase::Attrition || state.battle().is_some();
                assert!(force.at().is_none() || !force.strength().is_empty() || may_be_empty, "{force:?}");
                assert!(force.at().is_none() || force.officers().contains(force.leader()), "{force:?}");
            }
            let own = game.campaign.officers_of(side);
            for away in state.away().iter().filter(|away| own.contains(away.commander())) {
                meet(Officers::only(away.commander()));
            }
            assert!(seen.minus(own).is_empty(), "commanders of the other side");
        }
    });
}

#[test]
fn enemies_stand_in_one_hex_only_while_they_fight() {
    everywhere(|_, _, state| {
        for ours in ForceId::of(Side::Union).filter_map(|force| state.force(force).at()) {
            let theirs = ForceId::of(Side::Confederate).any(|force| state.force(force).at() == Some(ours));
            assert!(
                !theirs || state.battle().is_some(),
                "{ours:?} on turn {} in {:?}",
                state.turn(),
                state.phase()
            );
        }
    });
}
