//! What a scenario file may say, and what comes of it when it says something else.

use super::library::SCENARIOS;
use super::{Library, from_source, scenario, summary};
use crate::tables::Tables;
use engine::{Rules, Side};
use faults::Source;

/// Every fault of a text: its line, what, and the remedy.
fn faults(text: &str) -> Vec<String> {
    let report = from_source(&Library::builtin(), &Source::new("bad.toml", text)).unwrap_err();
    let line = |fault: faults::Located| {
        format!("{}: {}; {}", fault.line.unwrap_or(0), fault.what, fault.hint.unwrap_or_default())
    };
    report.located().into_iter().map(line).collect()
}

#[test]
fn every_scenario_built_in_loads() {
    for &(id, _) in SCENARIOS.builtin {
        let game = scenario(&Library::builtin(), id).unwrap_or_else(|report| panic!("{report}"));
        assert_eq!(game.campaign.id, id);
        let head = summary(&Library::builtin(), id).unwrap();
        assert_eq!(head.title, game.campaign.title);
        for side in Side::BOTH {
            assert!(game.campaign.start.forces_of(side).next().is_some(), "{id}: {side}");
        }
    }
}

#[test]
fn the_charts_built_in_are_those_of_the_ledger() {
    let game = scenario(&Library::builtin(), "monocacy-bridge").unwrap();
    assert_eq!(game.campaign.tables, Tables::default());
}

#[test]
fn a_change_of_any_file_changes_the_print() {
    let (_, text) = SCENARIOS.builtin[0];
    let print = |text: &str| {
        let game = from_source(&Library::builtin(), &Source::new("a.toml", text)).unwrap();
        game.identity().scenario_print
    };
    assert_eq!(print(text), print(text));
    assert_ne!(print(text), print(&text.replace("inf = 8", "inf = 7")));
}

const LITTLE: &str = r#"game = "full-measure-of-devotion"
[scenario]
id = "little"
title = "Little"
minutes = 5
[map]
rows = ["....", ".m~."]
regions = { north-of-potomac = [], the-south = [] }
[commanders.union]
army = ["Hooker"]
division = ["Milroy"]
[commanders.confederate]
army = ["Lee"]
"#;

#[test]
fn every_fault_is_listed_at_once_with_its_line() {
    let text = format!(
        "{LITTLE}corps = [\"Lee\"]\n\
         [start]\ndepots = [\"0000\", \"0000\", \"9999\"]\ndepleted = [\"0000\"]\n\
         [[force]]\nname = \"US-M\"\nat = \"0000\"\ncommanders = [\"Hoker\"]\ninf = 1\n\
         [[force]]\nname = \"US-A\"\nat = \"0101\"\ncommanders = [\"Hooker\", \"Milroy\"]\n\
         [[force]]\nname = \"CS-A\"\nat = \"0201\"\ncommanders = [\"Hooker\"]\ncav = 61\ntrain = 3\n"
    );
    assert_eq!(
        faults(&text),
        [
            "14: Lee is listed twice; a commander has one rank",
            "16: there is a DEPOT already; one a hex (FMD-11-II-3)",
            "16: there is no hex or place `9999`; name a place of the map, or a hex from 0000 to 0301, column first",
            "17: `0000` is no town or city; only towns can be DEPLETED",
            "19: there is no sleigh `US-M`; the Union has US-A to US-L, the Confederates CS-A to CS-I (FMD-1-2)",
            "21: there is no commander `Hoker`; did you mean `Hooker`?",
            "24: no Force can stand in 0101; it needs land in play, in mountains a road or railroad (FMD-2-4, FMD-2-8)",
            "24: US-A has no brigade; a Force has at least one (FMD-4-2)",
            "24: US-A has a division commander beside another commander; a division commander leads alone (FMD-6-13, \
             RUL-52)",
            "28: no Force can stand in 0201; it needs land in play, in mountains a road or railroad (FMD-2-4, FMD-2-8)",
            "28: CS-A has too many brigades; at most 60",
            "28: Hooker is no Confederate commander; put him with a Force of his own army",
            "28: Hooker is with CS-A and with US-A; a commander is in one place",
            "32: unknown key `train`; did you mean `trains`?",
        ]
    );
}

#[test]
fn heads_that_make_no_sense_are_refused() {
    let forces = "[[force]]\nname = \"US-A\"\nat = \"0000\"\ncommanders = [\"Hooker\"]\ninf = 1\n\
                  [[force]]\nname = \"CS-A\"\nat = \"0000\"\ncommanders = [\"Lee\"]\ninf = 1\ntrains = 1\n";
    let text = format!("{LITTLE}{forces}")
        .replace("id = \"little\"", "id = \"Little One\"")
        .replace("minutes = 5", "minutes = 5\nfirst_turn = 3\nlast_turn = 19\ninitial_orders = true");
    assert_eq!(
        faults(&text),
        [
            "3: `Little One` cannot be a scenario's id; use lower-case letters, digits and hyphens, as in `late-june`",
            "6: initial orders are written on turns 1 and 2; begin with turn 1, or leave `initial_orders` out (7.0)",
            "7: turn 19 cannot be the last; write 3 to 18 (FMD-8-1)",
            "23: CS-A and US-A stand in 0000; move one of them",
        ]
    );
    let none = LITTLE.replace(
        "[map]\nrows = [\"....\", \".m~.\"]\nregions = { north-of-potomac = [], the-south = [] }\n",
        "",
    );
    assert_eq!(faults(&none), ["0: the scenario has no map; name a `theatre`, or draw a `[map]`"]);
    let both = LITTLE.replace("minutes = 5", "minutes = 5\ntheatre = \"gettysburg-campain\"");
    assert_eq!(
        faults(&both),
        ["6: the scenario has a theatre and a map; name a `theatre`, or draw a `[map]`"]
    );
    let misspelt = none.replace("minutes = 5", "minutes = 5\ntheatre = \"gettysburg-campain\"");
    assert_eq!(
        faults(&misspelt),
        ["6: there is no theatre `gettysburg-campain`; did you mean `gettysburg-campaign`?"]
    );
}
