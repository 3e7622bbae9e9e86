//! What a scenario file may say, and what comes of it when it says something else.

use super::library::SCENARIOS;
use super::{Library, from_source, scenario};
use crate::model::tables::Tables;
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
        assert!(!game.campaign.title.is_empty());
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

/// The Forces of a scenario with their brigades: infantry, cavalry, artillery.
fn forces(id: &str) -> Vec<(String, [u8; 3])> {
    let game = scenario(&Library::builtin(), id).unwrap();
    let start = &game.campaign.start;
    let all = Side::BOTH.into_iter().rev().flat_map(|side| start.forces_of(side));
    let brigades = |force| {
        let [art, cav, inf, ..] = start.force(force).strength.0;
        [inf, cav, art]
    };
    all.map(|(force, _)| (force.name(), brigades(force))).collect()
}

#[test]
fn brigades_counted_in_the_order_of_battle_are_those_of_the_set_up_table() {
    let table = |rows: &[(&str, [u8; 3])]| -> Vec<(String, [u8; 3])> {
        rows.iter().map(|(name, brigades)| ((*name).to_owned(), *brigades)).collect()
    };
    assert_eq!(
        forces("campaign"),
        table(&[
            ("CS-A", [8, 0, 2]),
            ("CS-B", [13, 1, 2]),
            ("CS-C", [13, 0, 2]),
            ("CS-D", [0, 5, 1]),
            ("CS-E", [3, 0, 0]),
            ("US-A", [9, 0, 3]),
            ("US-B", [14, 0, 2]),
            ("US-C", [11, 0, 2]),
            ("US-D", [12, 0, 2]),
            ("US-E", [0, 6, 1]),
            ("US-F", [3, 1, 1]),
            ("US-G", [3, 0, 1]),
            ("US-H", [5, 2, 1]),
        ])
    );
    assert_eq!(
        forces("late-june"),
        table(&[
            ("CS-A", [8, 0, 2]),
            ("CS-B", [9, 1, 1]),
            ("CS-C", [13, 0, 2]),
            ("CS-D", [0, 3, 0]),
            ("CS-E", [3, 0, 0]),
            ("CS-F", [4, 0, 1]),
            ("CS-G", [0, 2, 0]),
            ("US-A", [9, 0, 3]),
            ("US-B", [12, 0, 2]),
            ("US-C", [5, 0, 1]),
            ("US-D", [12, 0, 2]),
            ("US-E", [0, 3, 0]),
            ("US-F", [8, 3, 2]),
            ("US-G", [5, 0, 1]),
            ("US-H", [4, 1, 1]),
            ("US-I", [0, 0, 0]),
        ])
    );
}

#[test]
fn formations_that_are_none_or_are_in_two_places_are_faults() {
    let text = LITTLE
        .replace(
            "[map]",
            "[army]\norder_of_battle = \"gettysburg-three-days\"\nnames = { us-99c = \"Nobody\" }\n[map]",
        )
        .replace("division = [\"Milroy\"]", "division = [\"us-bufort\"]")
        + "[[force]]\nname = \"US-A\"\nat = \"0000\"\ncommanders = [\"Hooker\"]\ntroops = [\"us-1c\", \"us-21c\"]\n\
           [[force]]\nname = \"US-B\"\nat = \"0100\"\ncommanders = [\"Hooker\"]\ntroops = [\"us-meredith\"]\n";
    let found = faults(&text);
    let expected = [
        "the order of battle has no formation `us-99c`; did you mean",
        "the order of battle has no formation `us-bufort`; did you mean `us-buford`?",
        "the order of battle has no formation or unit `us-21c`; did you mean",
        "`us-meredith` is with US-B and with US-A; put it under `without` of one of them",
    ];
    for what in expected {
        assert!(found.iter().any(|fault| fault.contains(what)), "{what}: {found:#?}");
    }
    let none = LITTLE.replace("division = [\"Milroy\"]", "division = [\"us-buford\"]");
    assert_eq!(
        faults(&none)[0],
        "11: `us-buford` is of no order of battle; name one: `order_of_battle` under [army]"
    );
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

/// Options are off unless a file says otherwise, and a record knows which were on.
#[test]
fn options_are_said_by_the_file_and_part_of_its_identity() {
    let campaign = |options: &str| {
        let text = LITTLE.replace("minutes = 5\n", &format!("minutes = 5\n{options}"));
        let forces = "[[force]]\nname = \"US-A\"\nat = \"0000\"\ncommanders = [\"Hooker\"]\ninf = 1\n\
                      [[force]]\nname = \"CS-A\"\nat = \"0300\"\ncommanders = [\"Lee\"]\ninf = 1\n";
        from_source(&Library::builtin(), &Source::new("little.toml", text + forces))
            .unwrap_or_else(|report| panic!("{report}"))
    };
    let bare = campaign("");
    assert!(!bare.campaign.bidding && !bare.campaign.initial_order_occupies);
    assert!(bare.identity().options.is_empty());
    let full = campaign("bidding = true\ninitial_order_occupies = true\n");
    let names: Vec<_> = full.identity().options.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["bidding", "initial_order_occupies"]);
    assert!(full.campaign.initial_order_occupies);
}

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

#[test]
fn what_a_state_has_no_room_for_is_refused() {
    let force = |name: &str, at: &str, who: &str, brigades: &str| {
        format!("[[force]]\nname = \"{name}\"\nat = \"{at}\"\ncommanders = [\"{who}\"]\n{brigades}\n")
    };
    let large = format!(
        "{LITTLE}[start]\nlost = {{ union = 100, confederate = 0 }}\n{}{}",
        force("US-A", "0000", "Hooker", "inf = 28"),
        force("CS-A", "0100", "Lee", "inf = 20\ncav = 20\nart = 20"),
    );
    assert_eq!(faults(&large), ["0: the Union army has 128 brigades, those lost among them; at most 127"]);
    let wagons = format!(
        "{LITTLE}{}{}",
        force("US-A", "0000", "Hooker", "inf = 1"),
        force("CS-A", "0100", "Lee", "inf = 1\ntrains = 64"),
    )
    .replace("north-of-potomac = []", "north-of-potomac = [\"0000\"]")
    .replace("[commanders.union]", "[landmarks]\ntowns = [\"0000\"]\n[commanders.union]");
    assert_eq!(
        faults(&wagons),
        [
            "0: 64 trains are there, and 1 towns may make one more each; at most 64 together: leave some out, or let \
             towns be DEPLETED"
        ]
    );
}
