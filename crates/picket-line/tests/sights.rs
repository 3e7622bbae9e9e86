//! What is shown and clicked in Picket Line.

use engine::chance::Scripted;
use engine::conformance::conform_sights;
use engine::fair::Terms;
use engine::scene::{Bearing, Gesture, Role, Shape, Target};
use engine::{Eyes, Rules, Seat, Shelved, Side, Silent, Stage, Table};
use picket_line::PicketLine;
use std::sync::Arc;

#[test]
fn the_laws_of_sights_hold() {
    let seen = conform_sights(&Arc::new(PicketLine::standard()), 0..200, 400, 1)
        .unwrap_or_else(|breach| panic!("{breach}"));
    assert!(seen.other_worlds > 1_000 && seen.clicks > 1_000 && seen.refused > 100, "{seen:?}");
    assert!(seen.traces > 1_000 && seen.ghosts > 300, "{seen:?}");
}

#[test]
fn hands_and_orders_are_shown_to_their_owners_only() {
    let rules = PicketLine::standard();
    // The first four cards are aim, aim, aim, scout.
    let mut state = rules.start(&mut Scripted::new([1, 1, 1, 9]), &mut Silent);
    let order = rules.read("order withdraw").unwrap();
    rules.apply(&mut state, Side::Confederate, &order, &mut Scripted::new([]), &mut Silent);
    let shown = |eyes| {
        let scene = rules.scene(&rules.view(&state, eyes), eyes);
        serde_json::to_string(&scene).expect("scenes are written as JSON")
    };
    let own = shown(Eyes::Of(Side::Confederate));
    assert!(own.contains("withdraw") && own.contains("Scout"), "{own}");
    for eyes in [Eyes::Of(Side::Union), Eyes::Watcher] {
        let seen = shown(eyes);
        assert!(!seen.contains("withdraw") && !seen.contains("Scout"), "{seen}");
        assert!(seen.contains("given, in secret"), "{seen}");
    }
}

#[test]
fn a_click_on_the_field_moves_or_says_why_not() {
    let shelved = Arc::new(PicketLine::standard());
    let mut table = shelved.begin(Terms::simple("clicks", 1));
    for (seat, action) in [
        (Seat::UNION, "order hold"),
        (Seat::CONFEDERATE, "order advance"),
        (Seat::CONFEDERATE, "stand fast"),
        (Seat::UNION, "pick A"),
    ] {
        table.play(seat, action).unwrap();
    }
    let click = |x, y, facing| table.click(Seat::UNION, &Target::Point { at: [x, y], facing });
    assert_eq!(click(230, 390, Some(Bearing::degrees(90))).unwrap(), "move 230,210 facing 1,0");
    assert_eq!(click(230, 390, None).unwrap(), "move 230,210 facing -3,19");
    assert_eq!(click(300, 390, None).unwrap_err().rule, "PL-3.2");
    assert_eq!(table.click(Seat::UNION, &Target::Button).unwrap_err().rule, "");

    let way = Target::Way { points: vec![[200, 390], [220, 390]], facing: None };
    assert_eq!(table.click(Seat::UNION, &way).unwrap(), "move 220,210 by 200,210 facing -2,19");

    let ask = table.sight(Eyes::Of(Seat::UNION)).ask.expect("the Union moves");
    assert!(!ask.complete && ask.regions.len() == 1);
    for &[x, y] in &ask.regions[0].outline[0] {
        let action = click(x, y, None);
        assert!(action.is_ok(), "{x},{y} on the rim of the region: {action:?}");
    }
    let preview = table.preview(Seat::UNION, "move 230,210 facing 1,0").unwrap();
    assert_eq!((preview.path, preview.cost.as_str()), (vec![[200, 400], [230, 390]], "32 of 40 paces"));
}

/// A table at which the Union moves A, which stands at 200,200 (200,400 on the board) and may go 120 paces.
fn dragging() -> Box<dyn Table> {
    let mut table = Arc::new(PicketLine::standard()).begin(Terms::simple("drags", 1));
    for (seat, action) in
        [(Seat::UNION, "order advance"), (Seat::CONFEDERATE, "order hold"), (Seat::UNION, "pick A")]
    {
        table.play(seat, action).unwrap();
    }
    table
}

fn drag(points: &[[i32; 2]], snap: bool) -> Gesture {
    Gesture::Drag { points: points.to_vec(), facing: None, snap }
}

fn nudge(from: &str, [ahead, aside, turn]: [i8; 3], corner: bool) -> Gesture {
    Gesture::Nudge { from: from.to_owned(), ahead, aside, turn, corner }
}

#[test]
fn a_drag_shows_the_ghost_the_way_and_the_danger() {
    let table = dragging();
    assert_eq!(table.sight(Eyes::Of(Seat::UNION)).ask.unwrap().moves.as_deref(), Some("A"));
    let trace = table.trace(Seat::UNION, &drag(&[[200, 340], [250, 340]], false));
    assert_eq!(trace.action.as_deref(), Some("move 250,260 by 200,260 facing -5,14"));
    assert_eq!((trace.cost.as_str(), &trace.refusal), ("110 of 120 paces", &None));
    assert!(trace.sketch.text.contains("X may fire here, 149 paces"), "{}", trace.sketch.text);
    let roles: Vec<Role> = trace.sketch.shapes.iter().map(|drawn| drawn.role).collect();
    use Role::{Danger, Ghost, Path, Reach, Swept};
    assert_eq!(roles, [Reach, Path, Swept, Swept, Swept, Ghost, Ghost, Ghost, Danger]);
    // What is left after the turning point.
    assert_eq!(trace.sketch.shapes[0].shape, Shape::Circle { at: [200, 340], radius: 60 });
    let preview = table.preview(Seat::UNION, "move 250,260 by 200,260 facing -5,14").unwrap();
    assert_eq!(preview.sketch, trace.sketch);
}

#[test]
fn a_drag_too_far_is_refused_and_a_helpful_one_ends_where_it_can() {
    let table = dragging();
    let too_far = table.trace(Seat::UNION, &drag(&[[200, 200]], false));
    assert_eq!(too_far.refusal.unwrap().rule, "PL-3.2");
    assert!(
        too_far.action.is_some() && too_far.sketch.ghost().count() == 3,
        "the ghost is there all the same"
    );
    let snapped = |points: &[[i32; 2]]| {
        let trace = table.trace(Seat::UNION, &drag(points, true));
        assert_eq!(trace.refusal, None, "{points:?}");
        trace.action.unwrap()
    };
    assert_eq!(snapped(&[[200, 200]]), "move 200,320 facing 0,1");
    assert!(snapped(&[[200, 340], [600, 340]]).starts_with("move 260,260 by 200,260 "));
    assert!(snapped(&[[190, -500_000]]).starts_with("move 198,319 "));
    // Where B stands there is no room; beside it there is.
    let mut near = dragging();
    for (seat, action) in [(Seat::UNION, "move 300,200 facing 0,1"), (Seat::CONFEDERATE, "stand fast")] {
        near.play(seat, action).unwrap();
    }
    for seat in [Seat::UNION, Seat::CONFEDERATE] {
        near.play(seat, "order advance").unwrap();
    }
    while near.waiting().contains(Seat::CONFEDERATE) {
        near.play(Seat::CONFEDERATE, "stand fast").unwrap();
    }
    near.play(Seat::UNION, "pick A").unwrap();
    let beside = near.trace(Seat::UNION, &drag(&[[390, 402]], true));
    assert_eq!(
        (beside.refusal, near.trace(Seat::UNION, &drag(&[[390, 402]], false)).refusal.map(|no| no.rule)),
        (None, Some("PL-3.4".into()))
    );
}

#[test]
fn keys_push_a_picket_as_it_faces_and_turn_it_by_ticks() {
    let table = dragging();
    let pushed = |gesture: &Gesture| {
        let trace = table.trace(Seat::UNION, gesture);
        trace.action.unwrap_or_else(|| trace.refusal.unwrap().to_string())
    };
    let ahead = pushed(&nudge("", [2, 0, 0], false));
    assert_eq!(ahead, "move 200,220 facing 0,1");
    assert_eq!(pushed(&nudge(&ahead, [0, 3, 0], false)), "move 230,220 facing 0,1");
    let turned = pushed(&nudge(&ahead, [0, 0, 18], false));
    assert_eq!(turned, "move 200,220 facing 1,0");
    assert_eq!(pushed(&nudge(&turned, [1, 0, 0], true)), "move 210,220 by 200,220 facing 1,0");
    for (from, said) in [
        ("move 210,220 by 1,1;1,1;1,1;1,1 facing 1,0", "PL-3.6"),
        ("move 2000000000,220 facing 1,0", "no way from which"),
        ("order hold", "no way from which"),
        ("nonsense", "is no action"),
    ] {
        let told = pushed(&nudge(from, [1, 0, 0], true));
        assert!(told.contains(said), "{from}: {told}");
    }
}

#[test]
fn what_no_hand_can_do_is_refused_without_being_reckoned_with() {
    let table = dragging();
    let refused = |gesture: &Gesture| table.trace(Seat::UNION, gesture).refusal.map(|refusal| refusal.text);
    assert!(refused(&drag(&[], true)).unwrap().contains("1 to 16 points"));
    assert!(refused(&drag(&[[1, 1]; 17], true)).unwrap().contains("1 to 16 points"));
    assert!(refused(&drag(&[[i32::MIN, i32::MAX]], true)).unwrap().contains("far off"));
    assert!(refused(&drag(&[[1 << 20, -(1 << 20)]], false)).unwrap().contains("off the field"));
    assert!(refused(&drag(&[[1, 1]; 16], true)).unwrap().contains("does not turn so often"));
    let other = table.trace(Seat::CONFEDERATE, &drag(&[[1, 1]], true));
    assert_eq!(other.refusal.unwrap().text, "Nothing is moved by hand now.");
}
