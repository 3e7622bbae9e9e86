//! What is shown and clicked.

use engine::conformance::{Seen, conform_sights};
use engine::fair::Terms;
use engine::{Eyes, Seat, Shelved, Stage};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load::{Library, from_source, scenario};
use std::sync::Arc;

fn monocacy_bridge() -> Arc<FullMeasureOfDevotion> {
    Arc::new(scenario(&Library::builtin(), "monocacy-bridge").unwrap_or_else(|report| panic!("{report}")))
}

/// A valley so narrow that random armies meet.
fn crowded_valley() -> Arc<FullMeasureOfDevotion> {
    let text = include_str!("fixtures/crowded-valley.toml");
    let source = Source::new("crowded-valley.toml", text);
    Arc::new(from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}")))
}

fn looks(rules: &Arc<FullMeasureOfDevotion>, games: u64, one_in: u32) -> Seen {
    conform_sights(rules, 0..games, 100_000, one_in)
        .unwrap_or_else(|breach| panic!("{}: {breach}", rules.campaign.id))
}

#[test]
fn monocacy_bridge_is_shown_and_clicked_by_the_laws() {
    let seen = looks(&monocacy_bridge(), 12, 10);
    assert!(seen.clicks > 500 && seen.refused > 100 && seen.other_worlds > 100, "{seen:?}");
}

#[test]
fn crowded_valley_is_shown_and_clicked_by_the_laws() {
    let seen = looks(&crowded_valley(), 20, 10);
    assert!(seen.clicks > 500 && seen.refused > 100 && seen.other_worlds > 100, "{seen:?}");
    assert!(seen.previews > 500 && seen.outlooks > 20, "{seen:?}");
}

#[test]
fn the_large_campaigns_are_shown_and_clicked_by_the_laws() {
    for name in ["late-june", "campaign"] {
        let rules = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
        let seen = conform_sights(&Arc::new(rules), 0..1, 400, 25)
            .unwrap_or_else(|breach| panic!("{name}: {breach}"));
        assert!(seen.clicks > 20, "{name}: {seen:?}");
    }
}

#[test]
fn boards_are_small_enough_to_send() {
    for (name, most) in [("monocacy-bridge", 400_000), ("campaign", 3_000_000)] {
        let rules = scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"));
        let board = Stage::board(&rules);
        let bytes = serde_json::to_vec(&board).expect("boards are written as JSON").len();
        assert!(bytes < most, "{name}: {bytes} bytes");
        assert_eq!(board.cell.len(), 6);
    }
}

/// What a seat is shown of the enemy: letter, leader and markers, never a brigade (FMD-D-1).
#[test]
fn the_enemys_boxes_are_closed() {
    let table = monocacy_bridge().begin(Terms::simple("boxes", 1));
    for seat in Seat::BOTH {
        let scene = table.sight(Eyes::Of(seat)).scene;
        for piece in scene.pieces.iter().filter(|piece| piece.kind == "force") {
            let own = piece.side == Some(seat.name());
            assert_eq!(piece.text.contains("brigade"), own, "{}", piece.text);
        }
        let boxes = |seat: Seat| format!("boxes-{}", seat.to_string().to_lowercase());
        assert!(scene.panels.iter().any(|panel| panel.id == boxes(seat)));
        assert!(scene.panels.iter().all(|panel| panel.id != boxes(seat.other())));
    }
    let watched = table.sight(Eyes::Watcher).scene;
    assert!(watched.pieces.iter().all(|piece| !piece.text.contains("brigade")));
}

#[test]
fn overlays_say_what_they_show_and_refuse_what_is_hidden() {
    let table = monocacy_bridge().begin(Terms::simple("overlays", 1));
    let union = Eyes::Of(Seat::UNION);
    let show = |id: &str, about: &str| table.overlay(union, id, about);
    assert!(show("supply-union", "").unwrap().places.len() > 20);
    assert!(show("delay-union", "").unwrap().text.starts_with("Orders of "));
    let reach = show("reach", "US-C").unwrap();
    assert!(reach.places.iter().all(|place| !place.label.is_empty()) && reach.places.len() > 20);
    assert!(show("reach", "CS-C").unwrap_err().text.contains("you do not know"));
    assert!(show("reach", "US-L").unwrap_err().text.contains("no piece"));
    assert!(show("weather", "").unwrap_err().text.contains("there are supply-union"));
    assert!(table.overlay(Eyes::Watcher, "routes", "").unwrap_err().text.contains("known to those"));
}
