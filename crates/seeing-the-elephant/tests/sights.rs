//! What is shown and clicked in Seeing the Elephant!

use engine::chance::Quick;
use engine::conformance::conform_sights;
use engine::load::Source;
use engine::scene::{Bearing, Gesture, Point, Role, Tone, Trace};
use engine::{Eyes, Pending, Rules, Side, Silent, Stage};
use faults::Library;
use seeing_the_elephant::files::{from_source, scenario};
use seeing_the_elephant::{Action, SeeingTheElephant, State};
use std::sync::Arc;

fn herbst_woods() -> Arc<SeeingTheElephant> {
    let rules = scenario(&Library::builtin(), "herbst-woods");
    Arc::new(rules.unwrap_or_else(|report| panic!("{report}")))
}

#[test]
fn the_laws_of_sights_hold() {
    let seen = conform_sights(&herbst_woods(), 0..2, 2_000, 8).unwrap_or_else(|breach| panic!("{breach}"));
    assert!(seen.clicks > 50 && seen.answers > 500 && seen.previews > 50, "{seen:?}");
    assert!(seen.traces > 30 && seen.ghosts > 5, "{seen:?}");
}

/// A field with a gap to the left of B into which A fits, and X far ahead; the hand is on A.
fn field() -> (SeeingTheElephant, State) {
    field_after("take A ")
}

/// The same once an answer that begins so has been given.
fn field_after(answer: &str) -> (SeeingTheElephant, State) {
    let text = "game = \"seeing-the-elephant\"\nid = \"field\"\ntitle = \"A field\"\nscale = \"regimental-1\"\n\
                ground = { size = \"72 48\" }\n[troops]\n\
                union = [\"A: INF8 Reg RM at 20,10 facing 0\", \"B: INF8 Reg RM at 30,14 facing 0\"]\n\
                confederate = [\"X: INF8 Reg RM at 20,40 facing 180\"]";
    let rules = from_source(&Library::builtin(), &Source::new("field.toml", text.to_owned()));
    let rules = rules.unwrap_or_else(|report| panic!("{report}"));
    let mut chance = Quick::new(1);
    let mut state = rules.start(&mut chance, &mut Silent);
    for _ in 0..100 {
        let Pending::Decide(sides) = rules.pending(&state) else { break };
        let side = sides.first().expect("somebody decides");
        let mut actions = Vec::new();
        rules.actions(&state, side, &mut actions);
        let wanted = actions.iter().find(|action: &&Action| rules.write(action).starts_with(answer));
        // Whoever else is asked lets it pass: that is listed last.
        let action = *wanted.or(actions.last()).expect("there is an answer");
        rules.apply(&mut state, side, &action, &mut chance, &mut Silent);
        if wanted.is_some() {
            return (rules, state);
        }
    }
    panic!("nobody answers {answer}");
}

fn drag(rules: &SeeingTheElephant, state: &State, to: Point, facing: Option<Bearing>, snap: bool) -> Trace {
    rules.trace(state, Side::Union, &Gesture::Drag { points: vec![to], facing, snap })
}

/// A point of the field on its board, in mils.
fn at(x: i32, y: i32) -> Point {
    [x, 48_000 - y]
}

#[test]
fn a_unit_is_drawn_flush_beside_a_friend() {
    let (rules, state) = field();
    let near = at(22_300, 14_200);
    let loose = drag(&rules, &state, near, None, false);
    let flush = drag(&rules, &state, near, None, true);
    assert_eq!((&loose.refusal, &flush.refusal), (&None, &None));
    assert!(loose.action.is_some() && loose.action != flush.action);
    let stands: Vec<(Point, i32)> =
        flush.sketch.ghost().map(|stand| (stand.at, stand.facing.in_tenths().into())).collect();
    // B has its left end at 26 inches, and its front at 14.
    let expected: Vec<(Point, i32)> = (0..8).map(|stand| (at(25_500 - 1_000 * stand, 13_625), 0)).collect();
    for ((stand, facing), (wanted, north)) in stands.iter().zip(&expected) {
        let off = (stand[0] - wanted[0]).abs().max((stand[1] - wanted[1]).abs());
        assert!(off <= 4 && facing == north, "{stands:?}");
    }
    assert_eq!(stands.len(), 8);
}

#[test]
fn a_drag_too_far_says_by_how_much_or_ends_where_the_dice_end() {
    let (rules, state) = field();
    let far = at(20_000, 40_000 - 3_000);
    let refused = drag(&rules, &state, far, None, false).refusal.expect("nobody goes so far");
    assert!(refused.rule == "R-47" && refused.text.contains("the way costs 27 of "), "{refused}");
    let snapped = drag(&rules, &state, far, None, true);
    assert_eq!(snapped.refusal, None);
    let (gone, most) = snapped.cost.strip_suffix(" inches").and_then(|cost| cost.split_once(" of ")).unwrap();
    let mils = |inches: &str| ground::table::number::read(inches, 3).expect("inches");
    assert!((0..=50).contains(&(mils(most) - mils(gone))), "{}", snapped.cost);
    let nowhere = drag(&rules, &state, [500_000, -500_000], None, true);
    assert!(nowhere.action.is_some() || nowhere.refusal.is_some());
}

#[test]
fn who_keeps_his_facing_goes_obliquely_or_steps_aside_or_back() {
    let (rules, state) = field();
    let kept = |to| {
        let trace = drag(&rules, &state, to, Some(Bearing::degrees(0)), false);
        trace.action.unwrap_or_else(|| trace.refusal.expect("a reason").to_string())
    };
    assert_eq!(kept(at(20_000, 13_000)), "go f3");
    assert_eq!(kept(at(18_000, 12_000)), "go ol45:2.828");
    assert_eq!(kept(at(18_000, 10_000)), "go sl2");
    assert_eq!(kept(at(20_000, 9_000)), "go b1");
}

#[test]
fn what_no_wheel_leads_to_is_refused() {
    let (rules, state) = field();
    let beside = drag(&rules, &state, at(30_000, 11_000), None, false);
    let refusal = beside.refusal.expect("it lies beside the front");
    assert!(beside.action.is_none() && refusal.rule == "G-12", "{refusal}");
}

#[test]
fn overlays_show_arcs_sights_commands_and_objectives() {
    let (rules, state) = field();
    let overlay = |id: &str, about: &str| rules.overlay(&state, Eyes::Watcher, id, about);
    let arcs = overlay("arcs", "A").unwrap();
    let shown = |role: Role| arcs.sketch.shapes.iter().filter(|drawn| drawn.role == role).count();
    assert_eq!(
        (shown(Role::Arc), shown(Role::Range)),
        (1, 3),
        "as far as it reaches, and three bands within"
    );
    assert!(
        arcs.text.contains("A reaches 600 yards, factors a stand: 3 to 100, 2 to 200, 1 to 400, ½ to 600")
    );
    assert_eq!(overlay("arcs-union", "").unwrap().sketch.shapes.len(), 2);
    let sight = overlay("sight", "A").unwrap();
    assert!(sight.text.contains("X is in sight, 600 yards"), "{}", sight.text);
    let objectives = overlay("objectives", "").unwrap();
    assert_eq!(objectives.sketch.shapes.len(), rules.objectives.len(), "{}", objectives.text);
    for (id, about) in [("arcs", "nobody"), ("command", "A"), ("sight", ""), ("weather", "")] {
        assert!(!overlay(id, about).unwrap_err().text.is_empty(), "{id} {about}");
    }
}

#[test]
fn a_hill_or_woods_or_a_friend_hides_an_enemy_and_commanders_have_their_units() {
    let rules = herbst_woods();
    let state = rules.start(&mut Quick::new(1), &mut Silent);
    let overlay = |id: &str, about: &str| rules.overlay(&state, Eyes::Watcher, id, about);
    let hidden = rules.unit_ids().filter_map(|unit| overlay("sight", &rules.unit(unit).tag).ok());
    let hidden: Vec<_> = hidden.filter(|seen| seen.text.contains("is hidden by ")).collect();
    assert!(!hidden.is_empty());
    for overlay in hidden {
        let blocked = overlay.sketch.shapes.iter().filter(|drawn| drawn.tone == Tone::Bad);
        assert!(blocked.clone().count() > 0 && blocked.clone().all(|drawn| !drawn.label.is_empty()));
    }
    let led = overlay("command", &rules.officers[0].tag).unwrap();
    assert!(led.text.contains("rides 20 inches, leads "), "{}", led.text);
}

#[test]
fn skirmishers_are_drawn_where_they_would_lie() {
    let (rules, state) = field_after("send A 2");
    let mut actions = Vec::new();
    rules.actions(&state, Side::Union, &mut actions);
    let out = actions.iter().find(|action| matches!(action, Action::Go(_))).expect("there is room");
    let sketch = rules.sketch(&state, Side::Union, out);
    assert_eq!(sketch.ghost().count(), 2);
    assert!(sketch.text.starts_with("2 stands of A would go out, after "), "{}", sketch.text);
}
