//! What is shown and clicked.

use engine::conformance::{Seen, conform_sights};
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
}
