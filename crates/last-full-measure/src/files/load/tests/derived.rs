//! Armies and places taken from history, and what a scenario says instead.

use super::{good, leader, place, refused, unit};
use crate::model::ids::Turn;
use crate::model::numbers::{CommandValue, MovementPoints};
use crate::model::scenario::Scenario;
use crate::model::state::{Flag, Station};

/// Buford and Archer on a bare map, each with a place of its own.
fn bare(army: &str, more: &str) -> String {
    format!(
        r#"game = "last-full-measure"
[scenario]
id = "bare"
title = "Bare"
first_player = "USA"
first_turn = "8 am"
last_turn = "10 am"

[map]
rows = 8
cols = 12

[army]
order_of_battle = "gettysburg-july-1"
take = ["us-gamble", "us-calef", "cs-archer"]
{army}

[[troops]]
id = "us-gamble"
line = ["0302", "0303", "0304"]

[[troops]]
id = "us-calef"
hex = "0303"
mode = "unlimbered"

[[troops]]
id = "cs-archer"
hex = "0309"

[[officer]]
of = "us-cav"
absent = true
{more}
"#
    )
}

fn hexes<'a>(scenario: &Scenario, tags: &[&'a str]) -> Vec<(&'a str, String)> {
    tags.iter().map(|tag| (*tag, place(scenario, tag).unwrap_or_default())).collect()
}

#[test]
fn four_regiments_share_a_line_of_three_hexes() {
    let scenario = good(&bare("", ""));
    let line = [("8ILC", "0302"), ("12ILC", "0302"), ("3INC", "0303"), ("8NYC", "0304")];
    assert_eq!(
        hexes(&scenario, &["8ILC", "12ILC", "3INC", "8NYC"]),
        line.map(|(tag, hex)| (tag, hex.to_owned()))
    );
    // Nobody says that they have dismounted.
    assert!(!scenario.start.is(unit(&scenario, "8ILC"), Flag::DEPLOYED));
    assert!(scenario.start.is(unit(&scenario, "2US-A"), Flag::DEPLOYED));
    // Commanders of whom nothing is said are with the first of their troops.
    let hex = scenario.start.leader_hex(leader(&scenario, "Buford"));
    assert_eq!(hex, scenario.start.leader_hex(leader(&scenario, "Gamble")));
    assert_eq!(scenario.commander(leader(&scenario, "Buford")).cv.0, 5);
}

#[test]
fn every_derived_number_may_be_changed() {
    let scenario = good(&bare(
        r#"
cohesion = [1, 1, 2, 3, 3]
command_values = [1, 1, 2, 2, 3, 4]
men_per_sp = 75
artillery_cohesion = 4
merge_below = 200
labels = { "cs-archer" = "X", "us-cav" = "Cav" }
tags = { "us-2us-a" = "Calef" }
"#,
        r#"
[[troops]]
id = "us-8il-cav"
sp = 2
cohesion = 1
star = false

[[officer]]
of = "us-buford"
cv = 6
name = "Honest John"
replacement = { name = "Gamble", cv = 3 }
hex = "0101"
"#,
    ));
    let info = |tag: &str| scenario.unit(unit(&scenario, tag));
    assert_eq!((info("8ILC").sp.0, info("8ILC").cohesion.0, info("8ILC").star), (2, 1, false));
    assert_eq!((info("8NYC").sp.0, info("8NYC").cohesion.0, info("8NYC").star), (8, 3, true));
    assert_eq!((info("Calef").cohesion.0, info("Calef").label.as_str()), (4, "Cav/1"));
    assert_eq!(info("13AL").label, "III/H/X");
    // 135 men are too few for a counter: the smallest regiment takes them in.
    assert_eq!(
        (info("14TN").sp.0, info("14TN").name.as_str()),
        (5, "14th Tennessee and 5th Alabama Battalion")
    );
    assert_eq!(scenario.units.iter().filter(|unit| unit.label == "III/H/X").count(), 4);
    let john = scenario.commander(leader(&scenario, "John"));
    assert_eq!(
        (john.cv, john.replacement.clone()),
        (CommandValue(6), Some(("Gamble".to_owned(), CommandValue(3))))
    );
}

#[test]
fn troops_may_start_in_any_state() {
    let scenario = good(&bare(
        "",
        r#"
[[troops]]
id = "cs-7tn"
eliminated = true

[[troops]]
id = "cs-1tn"
disorganized = true

[[troops]]
id = "us-8ny-cav"
hex = "0700"
detached = true
mode = "dismounted"
"#,
    ));
    assert_eq!(scenario.start.station(unit(&scenario, "7TN")), Station::ELIMINATED);
    assert!(scenario.start.is(unit(&scenario, "1TN"), Flag::D));
    assert_eq!(place(&scenario, "8NYC").as_deref(), Some("0700"));
    assert!(scenario.start.is(unit(&scenario, "8NYC"), Flag::DETACHED | Flag::DEPLOYED));
}

#[test]
fn what_is_wrong_with_an_army_is_listed() {
    insta::assert_snapshot!(refused(&bare(
        r#"
leave = ["us-devn"]
also = ["nobody"]
cohesion = [0, 1, 2, 3, 9]
command_values = [1, 2, 3, 4, 5, 7]
men_per_sp = 0
labels = { "us-cavalry" = "C", "us-gamble" = "no/label" }
tags = { "us-gamble" = "G" }
"#,
        r#"
[[troops]]
id = "us-2nd"
hex = "0101"

[[troops]]
id = "us-buford"
cohesion = 3

[[troops]]
id = "us-8il-cav"
at = { "0303" = ["19IN"] }

[[officer]]
of = "us-8il-cav"
cv = 3

[[officer]]
of = "us-buford"
with = "us-stone"

[[officer]]
of = "cs-heth"
hex = "0309"
arrives = { turn = "9 am", entry = "york-pike" }
"#
    )));
}

#[test]
fn places_of_history_need_real_ground_and_hours() {
    let no_place = bare("", "").replace("[[troops]]\nid = \"cs-archer\"\nhex = \"0309\"\n", "");
    let arrivals = no_place.replace("take =", "arrivals = \"gettysburg-july-1-arrivals\"\ntake =");
    insta::assert_snapshot!(format!("{}\n\n----\n\n{}", refused(&no_place), refused(&arrivals)));
}

/// The real ground about Oak Hill, with Iverson on his way.
fn oak_hill(more: &str) -> String {
    format!(
        r#"game = "last-full-measure"
[scenario]
id = "oak-hill"
title = "Oak Hill"
first_player = "CSA"
first_turn = "11 am"
last_turn = "1 pm"

[map]
battlefield = "gettysburg-july-1"
frame = [-77.2560, 39.8440, -77.2350, 39.8556]

[army]
order_of_battle = "gettysburg-july-1"
arrivals = "gettysburg-july-1-arrivals"
take = ["cs-iverson", "cs-doles", "us-devin"]
{more}
"#
    )
}

const NO_CAVALRY_CORPS: &str = "\n[[officer]]\nof = \"us-cav\"\nabsent = true\n";

#[test]
fn a_time_becomes_a_turn_and_what_is_left_of_it() {
    let scenario = good(&oak_hill(NO_CAVALRY_CORPS));
    let arrival = |tag: &str| scenario.arrivals.iter().find(|arrival| arrival.tag == tag).unwrap();
    // Iverson comes at 11:35: two of five points are left. Doles comes on the stroke of noon.
    let iverson = arrival("II/R/I");
    assert_eq!((iverson.turn, iverson.mp, iverson.road), (Turn(0), Some(MovementPoints::whole(2)), None));
    let doles = arrival("II/R/Do");
    assert_eq!((doles.turn, doles.mp, doles.road), (Turn(1), None, Some(ground::RoadClass::Road)));
    assert!(scenario.map.road_names(doles.hex).any(|road| road.starts_with("Bendersville")));
    // Rodes rides with the first of his division that enters near his post, Ewell with nobody but ahead of Doles.
    assert!(iverson.group.commanders.contains(leader(&scenario, "Rodes")));
    assert!(doles.group.commanders.contains(leader(&scenario, "Ewell")));
    // Lee comes at half past two, when it is over.
    assert!(scenario.commanders.iter().all(|officer| officer.tag != "Lee"));
    // Devin has been there since half past seven, dismounted behind his line.
    assert!(scenario.start.is(unit(&scenario, "9NYC"), Flag::DEPLOYED));
}

#[test]
fn an_entry_point_may_be_moved() {
    let scenario = good(&oak_hill(&format!(
        "[army.entries]\n\"oak-hill-ridge\" = {{ hex = \"0000\", road = \"none\", delay_minutes = 50 }}\n\
         {NO_CAVALRY_CORPS}\n[[troops]]\nid = \"cs-doles\"\narrives = {{ turn = \"1 pm\", entry = \"mummasburg-road\", mp = 2 }}\n"
    )));
    let arrival = |tag: &str| scenario.arrivals.iter().find(|arrival| arrival.tag == tag).unwrap();
    let iverson = arrival("II/R/I");
    assert_eq!(
        (iverson.turn, iverson.mp, scenario.map.grid.name(iverson.hex).as_str()),
        (Turn(1), Some(MovementPoints::whole(3)), "0000")
    );
    let doles = arrival("II/R/Do");
    assert_eq!((doles.turn, doles.mp), (Turn(2), Some(MovementPoints::whole(2))));
    assert!(scenario.map.road_names(doles.hex).any(|road| road == "Mummasburg Road"));
}

#[test]
fn a_scenarios_own_hex_of_an_entry_point_goes_for_everybody_who_enters_there() {
    let scenario = good(&oak_hill(&format!(
        "[army.entries]\n\"mummasburg-road\" = {{ hex = \"0000\", road = \"none\" }}\n\
         {NO_CAVALRY_CORPS}\n[[troops]]\nid = \"cs-doles\"\narrives = {{ turn = \"1 pm\", entry = \"mummasburg-road\" }}\n"
    )));
    let doles = scenario.arrivals.iter().find(|arrival| arrival.tag == "II/R/Do").unwrap();
    assert_eq!((scenario.map.grid.name(doles.hex).as_str(), doles.road), ("0000", None));
}

#[test]
fn an_entry_point_that_is_not_on_the_map_is_a_fault() {
    let text = bare("arrivals = \"gettysburg-july-1-arrivals\"", "").replace(
        "[[troops]]\nid = \"cs-archer\"\nhex = \"0309\"\n",
        "[[troops]]\nid = \"cs-archer\"\narrives = { turn = \"9 am\", entry = \"chambersburg-pike\" }\n",
    );
    let report = refused(&text);
    assert!(report.contains("the entry point `chambersburg-pike` is not on this map"), "{report}");
    assert!(report.contains("give `hex` instead"), "{report}");
}

#[test]
fn entries_that_are_none_are_faults() {
    let text = oak_hill(&format!(
        "{NO_CAVALRY_CORPS}\n[[troops]]\nid = \"cs-doles\"\narrives = {{ turn = \"1 pm\", entry = \"mumasburg-road\" }}\n\n\
         [[troops]]\nid = \"cs-iverson\"\narrives = {{ turn = \"noon\" }}\n"
    ));
    insta::assert_snapshot!(refused(&text));
}

#[test]
fn a_line_off_the_map_is_a_fault() {
    let text = oak_hill(NO_CAVALRY_CORPS).replace("take = [", "take = [\"us-gamble\", ");
    insta::assert_snapshot!(refused(&text));
}
