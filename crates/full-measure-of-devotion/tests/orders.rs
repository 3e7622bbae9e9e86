//! Orders ride as far as the chart says (TAB-O), commanders no farther than they can (FMD-13-3).

use engine::chance::Quick;
use engine::{Rules, Side, Silent};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::ids::ForceId;
use full_measure_of_devotion::load::{Library, from_source};
use full_measure_of_devotion::state::{Delay, State};
use std::fs;
use std::path::Path;

const CHARTS: &str = include_str!("../../../scenarios/full-measure-of-devotion/charts/charts.toml");

/// Two Union Forces on open ground; at 1000 the second is 15 movement points of a rider away. `name` tells the files of
/// tests apart.
fn field(name: &str, at_once: &str, plus_one: &str, second: &str) -> FullMeasureOfDevotion {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let charts = CHARTS
        .replace("at_once = 6.0", &format!("at_once = {at_once}"))
        .replace("plus_one = 11.0", &format!("plus_one = {plus_one}"));
    fs::write(folder.join(format!("{name}.toml")), charts).expect("the charts are written");
    let text = format!(
        r#"
game = "full-measure-of-devotion"
[scenario]
id = "field"
title = "Field"
minutes = 1
first_turn = 5
charts = "./{name}.toml"
[map]
rows = ["............", "............"]
regions = {{ north-of-potomac = [], the-south = [] }}
[landmarks]
sources = ["0000"]
[commanders.union]
army = ["Hooker"]
corps = ["Reynolds", "Sickles"]
[commanders.confederate]
army = ["Lee"]
[[force]]
name = "US-A"
at = "0000"
commanders = ["Hooker", "Reynolds"]
inf = 7
[[force]]
name = "US-B"
at = "{second}"
commanders = ["Sickles"]
inf = 7
[[force]]
name = "CS-A"
at = "1101"
commanders = ["Lee"]
inf = 7
"#
    );
    let source = Source::new(folder.join("field.toml").display().to_string(), text);
    from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"))
}

#[test]
fn an_order_arrives_when_the_chart_says() {
    // 0700 is 10 and a half points away, within the ride of a commander.
    for (name, at_once, plus_one, second, delay) in [
        ("near", "6.0", "11.0", "1000", Delay::Two),
        ("just-short", "6.0", "14.5", "1000", Delay::Two),
        ("just-enough", "6.0", "15.0", "1000", Delay::One),
        ("far", "6.0", "40.0", "1000", Delay::One),
        ("at-once", "15.0", "40.0", "1000", Delay::Now),
        ("slow-couriers", "6.0", "10.0", "0700", Delay::Two),
        ("riders", "6.0", "10.5", "0700", Delay::One),
    ] {
        let rules = field(name, at_once, plus_one, second);
        let state = rules.start(&mut Quick::new(1), &mut Silent);
        assert_eq!(rules.position(&state).soonest(ForceId(1)), delay, "{name}");
    }
}

#[test]
fn a_chart_that_reaches_far_gives_no_commander_a_longer_ride() {
    let rides = |second| {
        let rules = field("rides", "15.0", "40.0", second);
        let mut state = serde_json::to_value(rules.start(&mut Quick::new(1), &mut Silent)).unwrap();
        state["phase"] = "commanders".into();
        state["go"] = "union".into();
        let state: State = serde_json::from_value(state).unwrap();
        let mut answers = Vec::new();
        rules.actions(&state, Side::Union, &mut answers);
        answers.retain(|answer| matches!(answer, Action::Ride { .. }));
        answers.len()
    };
    assert_eq!(rides("1000"), 0, "15 movement points");
    assert_eq!(rides("0700"), 2, "10.5 movement points: Hooker or Reynolds");
}
