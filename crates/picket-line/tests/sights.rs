//! What is shown and clicked in Picket Line.

use engine::chance::Scripted;
use engine::conformance::conform_sights;
use engine::fair::Terms;
use engine::scene::Target;
use engine::{Eyes, Rules, Seat, Shelved, Side, Silent, Stage};
use picket_line::PicketLine;
use std::sync::Arc;

#[test]
fn the_laws_of_sights_hold() {
    let seen = conform_sights(&Arc::new(PicketLine::standard()), 0..200, 400, 1)
        .unwrap_or_else(|breach| panic!("{breach}"));
    assert!(seen.other_worlds > 1_000 && seen.clicks > 1_000 && seen.refused > 100, "{seen:?}");
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
    assert_eq!(click(230, 390, Some(90)).unwrap(), "move 230,210 facing 1,0");
    assert_eq!(click(230, 390, None).unwrap(), "move 230,210 facing -3,19");
    assert_eq!(click(300, 390, None).unwrap_err().rule, "PL-3.2");
    assert_eq!(table.click(Seat::UNION, &Target::Button).unwrap_err().rule, "");

    let ask = table.sight(Eyes::Of(Seat::UNION)).ask.expect("the Union moves");
    assert!(!ask.complete && ask.regions.len() == 1);
    for &[x, y] in &ask.regions[0].outline[0] {
        let action = click(x, y, None);
        assert!(action.is_ok(), "{x},{y} on the rim of the region: {action:?}");
    }
    let preview = table.preview(Seat::UNION, "move 230,210 facing 1,0").unwrap();
    assert_eq!((preview.path, preview.cost.as_str()), (vec![[200, 400], [230, 390]], "31 of 40 paces"));
}
