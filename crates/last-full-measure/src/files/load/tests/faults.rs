//! Every way in which a scenario file can be wrong has its message, with line and remedy.

use super::{changed, refused};
use crate::files::load::parts::{
    ArrivalPart, BrigadePart, CommanderPart, EntryRoad, ObjectivePart, PlacementPart, Ref, UnitPart,
};
use crate::files::load::{Library, ScenarioParts, build, parts_of};
use crate::model::ids::Turn;
use crate::model::scenario::{Kind, Objective, Rank};
use crate::model::sizes::{ARRIVALS, BRIGADES, COMMANDERS, REGIMENTS, UNITS};
use ::faults::Span;
use engine::Side;
use ground::Hex;

const HEAD: &str = "id = \"small\"";
const TURNS: &str = "turns = [\"9 am\", \"10 am\", \"11 am\"]";
const BATTERY: &str = "formation = \"1\"\nunlimbered = 3";
const END: &str = "mode = \"unlimbered\"\nhex = \"0303\"\n";

/// The small scenario with more tables at its end.
fn with(more: &str) -> String {
    changed(&[(END, &format!("{END}\n{more}"))])
}

#[test]
fn shapes() {
    insta::assert_snapshot!(refused(&changed(&[
        ("title = \"Small\"", "titel = \"Small\""),
        ("level = \"army\"", "level = \"general\""),
        ("[\"8NY\", 4, 3]", "[\"8NY\"]"),
        ("[\"1GA\", 5, 3]", "[\"1GA\", 5, 3, 1]"),
        ("cv = 4", "cv = \"four\""),
        ("kind = \"cavalry\"", "colour = \"blue\""),
    ])));
}

#[test]
fn no_toml() {
    insta::assert_snapshot!(refused("[scenario]\nid = \"x\n"));
}

#[test]
fn head() {
    insta::assert_snapshot!(refused(&changed(&[
        (HEAD, "id = \"A small one\""),
        ("first_player = \"USA\"", "first_player = \"Britain\"\nfixed_order = \"nobody\""),
        ("date = 1863-07-01", "date = 09:00:00"),
        (TURNS, &format!("{TURNS}\nnight_turns = 20\nrain = [\"3 pm\"]\nvictory_check = [\"day 2, 9 am\"]")),
        (
            "[map]",
            "[limits]\nstack_troops = 0\nfire_range = 40\n\n[victory]\nsudden_ratio = \"1:1\"\n\n[map]"
        ),
    ])));
}

#[test]
fn no_turns() {
    insta::assert_snapshot!(refused(&changed(&[(TURNS, "")])));
}

#[test]
fn turns_in_two_ways() {
    insta::assert_snapshot!(refused(&changed(&[(TURNS, &format!("{TURNS}\nfirst_turn = \"9 am\""))])));
}

#[test]
fn turns_that_are_no_hours() {
    insta::assert_snapshot!(refused(&changed(&[(
        TURNS,
        "first_turn = \"sunrise\"\nlast_turn = \"August 9, 11 pm\""
    )])));
}

#[test]
fn turns_that_run_backwards() {
    insta::assert_snapshot!(refused(&changed(&[(TURNS, "first_turn = \"3 pm\"\nlast_turn = \"9 am\"")])));
}

#[test]
fn days_without_a_date() {
    insta::assert_snapshot!(refused(&changed(&[
        ("date = 1863-07-01\n", ""),
        (TURNS, &format!("{TURNS}\nrain = [\"July 1, 9 am\"]")),
    ])));
}

#[test]
fn turns_of_the_same_name() {
    insta::assert_snapshot!(refused(&changed(&[(
        TURNS,
        "turns = [\"7 pm\", \"8 pm\", \"7 pm\"]\nrain = [\"7 pm\"]"
    )])));
}

#[test]
fn pieces() {
    insta::assert_snapshot!(refused(&changed(&[
        ("id = \"1/1\"", "id = \"1//1\""),
        (
            "id = \"C/1\"",
            "mode = \"mounted\"\ndisorganized = [\"1NYX\"]\nat = { \"0104\" = [\"2VAC\"], \"9999\" = [] }\nid = \"C/1\""
        ),
        ("kind = \"cavalry\"", "kind = \"infantry\""),
        ("id = \"V/K\"", "side_note = 1\nid = \"V/K\""),
        (BATTERY, "formation = \"I/1/2\"\nwith = \"Nobody\"\nunlimbered = 3"),
        ("cv = 5", "cv = 5\nformation = \"V\""),
        ("hex = \"0307\"\n\n[[brigade]]", "hex = \"0399\"\n\n[[brigade]]"),
    ])));
}

#[test]
fn places_and_arrivals() {
    insta::assert_snapshot!(refused(&changed(&[
        ("hex = \"0103\"", "hex = \"0103\"\narrives = { turn = \"1 pm\", hex = \"0100\" }"),
        (
            "hex = \"0307\"\nregiments",
            "arrives = { turn = \"9 am\", entry = \"york-pike\" }\nat = { \"0101\" = [\"1GA\"], \"0102\" = [\"1GA\"] }\nregiments",
        ),
    ])));
}

#[test]
fn counters() {
    insta::assert_snapshot!(refused(&changed(&[
        ("[\"5NY\", 4, 3], [\"8NY\", 4, 3]", "[\"5NY\", 4], [\"5 NY\", 0, 3], [\"1GA\", 4, 9]"),
        ("unlimbered = 3", "unlimbered = 3\nlimbered = 4"),
        ("cv = 4", "stars = 9\nreplacement = { name = \"Orr\", cv = 7 }"),
        ("cv = 5", "cv = 8\nreplaced = true"),
        ("[[\"1NYC\", 3, 3], [\"3INC\", 2, 3]]", "[]"),
        ("id = \"C/1\"", "id = \"1/1\""),
    ])));
}

#[test]
fn chain_of_command() {
    insta::assert_snapshot!(refused(&with(
        r#"
[[commander]]
side = "USA"
name = "Second"
level = "army"
cv = 3
hex = "0303"

[[commander]]
side = "USA"
name = "First Corps"
tag = "One"
level = "corps"
formation = "I"
cv = 3
corps_rank = 2
hex = "0303"

[[commander]]
side = "USA"
name = "Third Corps"
tag = "Three"
level = "corps"
formation = "III"
cv = 3
corps_rank = 2
hex = "0303"

[[commander]]
side = "USA"
name = "Which"
level = "corps"
cv = 3
hex = "0303"

[[commander]]
side = "USA"
name = "What"
level = "division"
cv = 3
hex = "0303"

[[brigade]]
side = "CSA"
id = "V/L"
kind = "infantry"
commander = "Kell"
hex = "0307"
regiments = [["9GA", 3, 3]]

[[brigade]]
side = "CSA"
id = "V/N"
kind = "infantry"
commander = "Nobody"
hex = "0307"
regiments = []
"#
    )));
}

#[test]
fn stand_ins() {
    insta::assert_snapshot!(refused(&changed(&[(
        HEAD,
        "id = \"small\"\nstand_in = [\"Pratt\", \"Vran\"]\nno_stand_in = [\"Mexico\"]"
    )])));
}

#[test]
fn arrivals_holds_and_placements() {
    insta::assert_snapshot!(refused(&with(
        r#"
[[battery]]
side = "USA"
name = "3US-B"
unlimbered = 2
cohesion = 3
arrives = { turn = "9 am", hex = "0202", mp = 0 }

[[place]]
pieces = ["5NY", "1GA", "5NY"]
within = 1

[[place]]
pieces = ["8NY", "8NY", "4GA"]
hexes = ["0000"]

[[place]]
pieces = []
hexes = []

[[hold]]
pieces = ["6NY"]
until_turn = "midnight"
reason = "in reserve"
"#
    )));
}

#[test]
fn objectives_conditions_and_markers() {
    insta::assert_snapshot!(refused(&with(
        r#"
[[objective]]
hex = "0303"
side = "both"
vp = 5

[[objective]]
hex = "0303"
side = "none"
vp = 5

[[objective]]
hex = "0304"
side = "USA"
vp = 5

[[objective]]
hex = "0304"
side = "CSA"
vp = 5
held_by = "France"

[[condition]]
side = "USA"

[[condition]]
side = "Nobody"
hold = "0999"

[markers]
works = ["0777"]
building = ["0000"]
burned = [["0101"], ["0101", "0102"]]
"#
    )));
}

/// What a list that is one too long is refused for: its last stands in line 7.
fn one_too_many<T: Clone>(list: impl Fn(&mut ScenarioParts) -> &mut Vec<T>, most: usize, last: T) -> String {
    let mut parts = parts_of(&Library::builtin(), "crossroads-farm").unwrap();
    list(&mut parts).resize(most, last.clone());
    let fits = match build(&parts) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    };
    assert!(!fits.contains("a scenario has at most"), "{fits}");
    list(&mut parts).push(last);
    let faults = build(&parts).unwrap_err();
    let [fault] = &faults.located()[..] else { panic!("{faults}") };
    format!("{}: {}; {}", fault.line.unwrap_or(0), fault.what, fault.hint.clone().unwrap_or_default())
}

#[test]
fn a_brigade_with_too_many_regiments_is_refused_by_its_line() {
    let mut parts = parts_of(&Library::builtin(), "crossroads-farm").unwrap();
    parts.brigades =
        vec![BrigadePart { written: Span::Line(5), ..BrigadePart::new("1/A", Side::Union, "Ames") }];
    for number in 0..=REGIMENTS {
        let brigade = Some(Ref::new("1/A", Span::File));
        let tag = format!("{number}NY");
        parts.units.push(UnitPart { brigade, ..UnitPart::new(tag, Side::Union, Kind::Infantry, 1, 3) });
    }
    let found = build(&parts).unwrap_err().to_string();
    assert!(found.contains("1/A has 33 regiments") && found.contains("at most 32"), "{found}");
    parts.units.pop();
    let found = build(&parts).err().map_or(String::new(), |faults| faults.to_string());
    assert!(!found.contains("regiments"), "{found}");
}

#[test]
fn what_a_scenario_has_too_many_of_is_refused_by_its_line() {
    let written = Span::Line(7);
    let refused = |what: &str, most: usize| {
        format!(
            "7: there are {} {what}; a scenario has at most {most}; leave some out or join some",
            most + 1
        )
    };
    let unit =
        UnitPart { written: written.clone(), ..UnitPart::new("1NY", Side::Union, Kind::Infantry, 1, 3) };
    let most = UNITS - 1;
    assert_eq!(one_too_many(|it| &mut it.units, most, unit), refused("regiments and batteries", most));
    let leader =
        CommanderPart { written: written.clone(), ..CommanderPart::new("Ames", Side::Union, Rank::Brigade) };
    assert_eq!(one_too_many(|it| &mut it.commanders, COMMANDERS, leader), refused("commanders", COMMANDERS));
    let brigade = BrigadePart { written: written.clone(), ..BrigadePart::new("1/A", Side::Union, "Ames") };
    assert_eq!(one_too_many(|it| &mut it.brigades, BRIGADES, brigade), refused("brigades", BRIGADES));
    let (hex, pieces) = (Hex(0), Vec::new());
    let arrival = ArrivalPart {
        written: written.clone(),
        tag: None,
        turn: Turn::FIRST,
        hex,
        road: EntryRoad::None,
        mp: None,
        pieces: pieces.clone(),
    };
    assert_eq!(
        one_too_many(|it| &mut it.arrivals, ARRIVALS, arrival),
        refused("stacks that arrive", ARRIVALS)
    );
    let placement = PlacementPart { written: written.clone(), pieces, hexes: vec![hex], choose_mode: false };
    assert_eq!(one_too_many(|it| &mut it.placements, 255, placement), refused("placements", 255));
    let objective = Objective { hex, name: "Farm".to_owned(), vp: [1, 1], held_by: None };
    let objective = ObjectivePart { written, objective };
    assert_eq!(one_too_many(|it| &mut it.objectives, 32, objective), refused("objectives", 32));
}

#[test]
fn files_that_are_not_there() {
    insta::assert_snapshot!(refused(&changed(&[
        ("rows = 6\ncols = 10\n", "battlefield = \"getysburg-july-1\"\n"),
        ("[map]", "[army]\norder_of_battle = \"no/such/army.toml\"\n\n[map]"),
    ])));
}

#[test]
fn too_many_turns() {
    let turns = format!("turns = [{}]", "\"9 am\", ".repeat(600));
    insta::assert_snapshot!(refused(&changed(&[(TURNS, &turns)])));
}
