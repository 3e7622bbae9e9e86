//! Rows of the ledger that no case can say: what kinds of things there are, and what nothing can name.

use super::act::Act;
use super::brawls::game;
use super::turn::Choice;
use crate::measure::candidates::{self, Candidate, Hints};
use crate::measure::lengths::length;
use crate::measure::moves::{self, Orders};
use crate::measure::sight::Scratch;
use crate::model::action::Action;
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::{ActionPoints, Arm, Arrow};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::State;
use engine::proof::proves;
use engine::{Eyes, Rules, Side, Stage};
use std::collections::BTreeSet;

const BARE: &str = "size = \"1200 1200\"";

/// One of each kind, the enemy within reach of most, and Davis with his Command card played.
fn army() -> (RallyRoundTheFlag, State) {
    let rules = game(
        BARE,
        "union = [\"Meredith: G2/4/0 of iron at 1100,100\", \"24mi: I8/9/5 of iron at 600,420 h0\"]
         confederate = [\"Davis: G4/6/0 of davis at 600,900\", \"2ms: I8/8/5 of davis at 600,600 h180\",
                        \"1va: MC9/8/3 of davis at 760,900 h180\", \"2va: DC9/8/3 of davis at 440,900 h180\",
                        \"crenshaw: A7/8 of davis at 300,800 h180\"]",
    );
    let rules = rules.unwrap_or_else(|report| panic!("{report}"));
    let mut state = rules.start.clone();
    state.agenda.push(Act { planned: None });
    state.turn.side = Side::Confederate;
    state.turn.choice = Choice::General(rules.find_general("Davis").unwrap());
    state.turn.action_points = ActionPoints(6);
    state.turn.printed = [3, 4, 1];
    (rules, state)
}

#[test]
fn stands_are_generals_or_troops() {
    let _proof = proves(&["RRF-STAND-1"]);
    let (rules, state) = army();
    rules.position(&state).measured(|table| {
        let arms: BTreeSet<Arm> = table.stands.iter().map(|stand| stand.arm).collect();
        assert!(Arm::ALL.into_iter().all(|arm| arms.contains(&arm)), "{arms:?}");
        let leaders: Vec<GeneralId> = table.generals.iter().map(|general| general.id).collect();
        assert_eq!(leaders, [GeneralId(0), GeneralId(1)], "and nothing else stands there");
    });
}

#[test]
fn unit_and_stand_are_one_thing() {
    let _proof = proves(&["RRF-GEN-13"]);
    let (rules, state) = army();
    assert_eq!(rules.stands.len(), state.troops.len());
    let scene = rules.scene(&state, Eyes::All);
    for stand in rules.stand_ids() {
        let tag = &rules.stand(stand).tag;
        assert_eq!(rules.find(tag), Some(stand));
        assert_eq!(rules.read(&format!("move {tag}")), Ok(Action::Move(stand)));
        assert_eq!(scene.pieces.iter().filter(|piece| piece.id.as_str() == tag).count(), 1);
    }
}

#[test]
fn movements_are_move_tactic_march_and_charge() {
    let _proof = proves(&["RRF-MOVE-2"]);
    let (rules, state) = army();
    let mut answers = Vec::new();
    rules.actions(&state, Side::Confederate, &mut answers);
    let own = StandId(rules.find("2ms").unwrap().0);
    let named = |action: &Action| match *action {
        Action::Fire { .. } | Action::FireAt { .. } | Action::FireWith { .. } | Action::Plan(_) => None,
        Action::Rally(_) | Action::RallyByCard(_) | Action::Ride { .. } | Action::Done => None,
        ref movement => Some(rules.write(movement)),
    };
    let said: Vec<String> = answers.iter().filter_map(named).filter(|said| said.ends_with(" 2ms")).collect();
    assert_eq!(said, ["move 2ms", "tactic 2ms", "march 2ms", "charge 2ms"]);
    assert!(answers.contains(&Action::Charge(own)));
}

#[test]
fn the_whole_arrow_is_moved() {
    let _proof = proves(&["RRF-MOVE-6"]);
    let (rules, state) = army();
    assert!(rules.read("move 2ms a2 f 200 >180").is_err(), "nothing says how much of an arrow");
    rules.position(&state).measured(|table| {
        let own = table.stand(rules.find("2va").unwrap()).unwrap();
        let mut scratch = Scratch::default();
        let orders = Orders::up_to(Arrow::A2);
        let mut seen = 0;
        for candidate in candidates::all(table, &mut scratch, own, &orders, false, &Hints::NONE) {
            let Candidate::Move(geom, end) = candidate else { continue };
            let moved = moves::check_move(table, &mut scratch, own, &geom, &orders).unwrap();
            assert_eq!((moved.way, moved.stopped, moved.end), (length(geom.arrow), None, end));
            seen += 1;
        }
        assert!(seen > 5);
    });
}

#[test]
fn a_charge_shows_its_way_its_end_and_whom_it_touches() {
    let (rules, state) = army();
    let seen = |line: &str| {
        let action = rules.read(line).unwrap();
        rules.sketch(&state, Side::Confederate, &action)
    };
    let sketch = seen("charge 2ms > 24mi a2 0");
    assert_eq!(sketch.text, "2ms, 140 yards, in contact with 24mi.");
    let ghosts: Vec<_> = sketch.ghost().map(|stand| stand.at).collect();
    // Its middle at 600, 460, seen from the north-west corner.
    assert_eq!(ghosts, [[60_000, 74_000]]);
    assert_eq!(sketch.shapes.len(), 3, "the way, the stand, the enemy");
    let refused = seen("charge 2ms > 24mi a2 31");
    assert!(refused.shapes.is_empty() && refused.text.contains("30° is the most"), "{}", refused.text);
}
