//! Tests of loading: the scenarios built in, the faults of wrong files, and the ledger's rows on files.

mod derived;
mod documentation;
mod faults;
mod lists;
mod mutations;
mod rows;
mod scenarios;
mod set_up;

use crate::files::load::{Library, from_source, scenario};
use crate::model::ids::{CommanderId, UnitId};
use crate::model::scenario::Scenario;
use ::faults::Source;
use std::sync::OnceLock;

/// A small scenario of everything, on a bare map with a pike from west to east.
pub(super) const SMALL: &str = r#"game = "last-full-measure"
[scenario]
id = "small"
title = "Small"
date = 1863-07-01
first_player = "USA"
turns = ["9 am", "10 am", "11 am"]

[map]
rows = 6
cols = 10
pike = [["0300", "0301", "0302", "0303", "0304", "0305", "0306", "0307", "0308", "0309"]]

[[commander]]
side = "USA"
name = "Hale"
level = "army"
cv = 4
hex = "0303"

[[commander]]
side = "CSA"
name = "Varn"
level = "army"
cv = 5
hex = "0307"

[[brigade]]
side = "USA"
id = "1/1"
kind = "infantry"
commander = "Pratt"
hex = "0303"
regiments = [["5NY", 4, 3], ["8NY", 4, 3]]

[[brigade]]
side = "USA"
id = "C/1"
kind = "cavalry"
commander = "Rusk"
hex = "0103"
regiments = [["1NYC", 3, 3], ["3INC", 2, 3]]

[[brigade]]
side = "CSA"
id = "V/K"
kind = "infantry"
commander = "Kell"
hex = "0307"
regiments = [["1GA", 5, 3], ["4GA", 4, 3]]

[[battery]]
side = "USA"
name = "2US-A"
formation = "1"
unlimbered = 3
cohesion = 3
mode = "unlimbered"
hex = "0303"
"#;

/// The small scenario with some of its text exchanged; every text to be exchanged must be there.
pub(super) fn changed(changes: &[(&str, &str)]) -> String {
    changes.iter().fold(SMALL.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "`{from}` is not in the file");
        text.replacen(from, to, 1)
    })
}

/// A scenario from a text that must be right.
#[track_caller]
pub(super) fn good(text: &str) -> Scenario {
    let source = Source::new("good.toml", text.to_owned());
    from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"))
}

/// What a text is refused for.
#[track_caller]
pub(super) fn refused(text: &str) -> String {
    let source = Source::new("bad.toml", text.to_owned());
    match from_source(&Library::builtin(), &source) {
        Ok(_) => panic!("it was accepted"),
        Err(report) => report.to_string(),
    }
}

/// The whole first day, loaded once for all tests.
pub(super) fn first_day() -> &'static Scenario {
    static FIRST_DAY: OnceLock<Scenario> = OnceLock::new();
    FIRST_DAY.get_or_init(|| {
        scenario(&Library::builtin(), "gettysburg-july-1").unwrap_or_else(|report| panic!("{report}"))
    })
}

/// A unit by the name on its counter.
#[track_caller]
pub(super) fn unit(scenario: &Scenario, tag: &str) -> UnitId {
    scenario.unit_ids().find(|&id| scenario.unit(id).tag == tag).unwrap_or_else(|| panic!("no {tag}"))
}

/// A commander by the name on his counter.
#[track_caller]
pub(super) fn leader(scenario: &Scenario, tag: &str) -> CommanderId {
    let mut all = scenario.commander_ids();
    all.find(|&id| scenario.commander(id).tag == tag).unwrap_or_else(|| panic!("no {tag}"))
}

/// The name of the hex where a unit stands.
pub(super) fn place(scenario: &Scenario, tag: &str) -> Option<String> {
    scenario.start.hex_of(unit(scenario, tag)).map(|hex| scenario.map.grid.name(hex))
}
