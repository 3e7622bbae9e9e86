//! The engine's laws, proven on every scenario.

use engine::agenda;
use engine::chance::Quick;
use engine::conformance::{Effort, conform};
use engine::playout::Next;
use engine::{Chance, Playout, Rules, Silent};
use ground::Hex;
use last_full_measure::LastFullMeasure;
use last_full_measure::action::Action;
use last_full_measure::ids::{ArrivalId, BridgeId, CommanderId, Piece, UnitId};
use last_full_measure::load::{Library, scenario};
use last_full_measure::position::Position;
use last_full_measure::scenario::Scenario;
use std::sync::Arc;

fn rules(name: &str) -> LastFullMeasure {
    match scenario(&Library::builtin(), name) {
        Ok(scenario) => LastFullMeasure::new(scenario),
        Err(report) => panic!("{report}"),
    }
}

fn conforms(name: &str, effort: Effort) {
    let game = Arc::new(rules(name));
    let wild = |rules: &LastFullMeasure, chance: &mut dyn Chance| Action::any(&rules.scenario, chance);
    if let Err(breach) = conform(&game, &wild, effort) {
        panic!("{name}: {breach}");
    }
}

#[test]
fn crossroads_farm_keeps_the_laws() {
    conforms("crossroads-farm", Effort { games: 6, one_in: 40, odds_one_in: 200, ..Effort::default() });
}

#[test]
fn mcphersons_ridge_keeps_the_laws() {
    conforms("mcphersons-ridge", Effort { games: 3, one_in: 60, odds_one_in: 300, ..Effort::default() });
}

#[test]
fn gettysburg_july_1_keeps_the_laws() {
    conforms("gettysburg-july-1", Effort { games: 1, one_in: 400, odds_one_in: 1000, ..Effort::default() });
}

/// Every answer that names something, naming what would come just after the last of its kind; where an answer names two
/// things, each in turn.
fn strangers(scenario: &Scenario) -> Vec<Action> {
    let hex = Hex(u16::try_from(scenario.map.grid.len()).unwrap());
    let unit = UnitId(u8::try_from(scenario.units.len()).unwrap());
    let commander = CommanderId(u8::try_from(scenario.commanders.len()).unwrap());
    let bridge = BridgeId(u8::try_from(scenario.bridges.len()).unwrap());
    let arrival = ArrivalId(u8::try_from(scenario.arrivals.len()).unwrap());
    let known = Hex(0);
    let mut all = vec![
        Action::Place(hex),
        Action::Detach(unit),
        Action::Attach(unit),
        Action::Build(unit),
        Action::Burn(bridge, unit),
        Action::Burn(bridge, UnitId(0)),
        Action::Torch(bridge),
        Action::FireFrom(hex),
        Action::HoldFire(unit),
        Action::Target(hex),
        Action::Victim(unit),
        Action::Limber(unit),
        Action::Select(hex),
        Action::MoveTo(hex),
        Action::Unlimber(unit),
        Action::Charge(hex),
        Action::Enter(arrival),
        Action::StepIn(arrival),
        Action::Divert(arrival),
        Action::Return(unit, known),
        Action::StepBack(unit, known),
        Action::MarkRecover(commander),
        Action::RemoveWorks(hex),
        Action::Attack { from: hex, at: known },
        Action::Attack { from: known, at: hex },
        Action::Resolve(hex),
        Action::Lose(unit),
        Action::RetreatTo(hex),
        Action::PutLeader(hex),
        Action::Withdraw(hex),
        Action::WithdrawUnit(unit),
        Action::AdvanceAll(hex, known),
        Action::AdvanceAll(known, hex),
        Action::Recover(unit),
        Action::Rejoin(hex),
    ];
    for piece in [Piece::Unit(unit), Piece::Commander(commander)] {
        all.extend([Action::Pick(piece), Action::With(piece), Action::Without(piece)]);
        all.push(Action::Advance(piece, known));
    }
    for known in [Piece::Unit(UnitId(0)), Piece::Commander(CommanderId(0))] {
        all.push(Action::Advance(known, hex));
    }
    all.extend((0..scenario.bridges.len()).map(|bridge| Action::Burn(BridgeId::at(bridge), unit)));
    all.extend((0..scenario.units.len()).map(|unit| Action::Return(UnitId::at(unit), hex)));
    all.extend((0..scenario.units.len()).map(|unit| Action::StepBack(UnitId::at(unit), hex)));
    all
}

#[test]
fn what_comes_after_the_last_is_refused_at_every_decision() {
    for name in ["crossroads-farm", "mcphersons-ridge"] {
        let rules = rules(name);
        let strangers = strangers(&rules.scenario);
        for number in 0..20 {
            let mut dice = Quick::new(number);
            let mut state = rules.start(&mut dice, &mut Silent);
            let mut playout = Playout::<LastFullMeasure>::new(number);
            while let Next::Act(side, &action) = playout.choose(&rules, &state).unwrap() {
                // The rules themselves, which must not lean on the check of names in front of them.
                for stranger in &strangers {
                    let at = Position::new(&rules.scenario, &state);
                    let answer = agenda::check::<LastFullMeasure>(at, side, stranger);
                    assert!(answer.is_err(), "{name}: {stranger:?}");
                }
                rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
            }
        }
    }
}
