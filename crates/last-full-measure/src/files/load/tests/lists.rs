//! Deployment lists and orders of appearance (LFM-29).

use super::{changed, good, leader, place, refused, unit};
use crate::model::ids::Turn;
use crate::model::numbers::MovementPoints;
use crate::model::scenario::Scenario;
use crate::model::state::Flag;

/// The small scenario with its pieces on lists instead of hexes.
fn listed(lists: &str) -> String {
    changed(&[
        ("first_player", &format!("{lists}\nfirst_player")),
        ("cv = 4\nhex = \"0303\"", "cv = 4"),
        ("cv = 5\nhex = \"0307\"", "cv = 5"),
        ("commander = \"Pratt\"\nhex = \"0303\"", "commander = \"Pratt\""),
        ("commander = \"Rusk\"\nhex = \"0103\"", "commander = \"Rusk\""),
        ("commander = \"Kell\"\nhex = \"0307\"", "commander = \"Kell\""),
        ("mode = \"unlimbered\"\nhex = \"0303\"", "mode = \"unlimbered\""),
    ])
}

fn tags(scenario: &Scenario, arrival: usize) -> (Vec<&str>, Vec<&str>) {
    let group = &scenario.arrivals[arrival].group;
    (
        group.commanders.iter().map(|id| scenario.commander(id).tag.as_str()).collect(),
        group.units.iter().map(|id| scenario.unit(id).tag.as_str()).collect(),
    )
}

#[test]
fn entries_say_when_where_and_who() {
    let _proof = engine::proof::proves(&["LFM-29.1", "LFM-29.2", "LFM-29.3", "LFM-29.4", "LFM-29.5"]);
    let scenario = good(&listed(
        r#"
deployment = """
July 1, 9 am; 0303; **Hale**, **Pratt**, 5NY, 8NY (1/1)
July 1, 9 am; 0103; Rusk, 1NYC [dismounted], 3INC [dismounted] (C/1)
July 1, 9 am; 0104; ∙ _2 US, A_ [limbered]
"""
appearance = """
# The enemy comes by the pike.
July 1, 10 am; 0309; *Varn*; (V/K) (MP 3)
"""
"#,
    ));
    assert_eq!(place(&scenario, "5NY").as_deref(), Some("0303"));
    assert_eq!(
        scenario.start.leader_hex(leader(&scenario, "Pratt")),
        scenario.start.hex_of(unit(&scenario, "8NY"))
    );
    assert_eq!(place(&scenario, "2US-A").as_deref(), Some("0104"));
    assert!(!scenario.start.is_unlimbered(&scenario, unit(&scenario, "2US-A")));
    assert!(scenario.start.is(unit(&scenario, "1NYC"), Flag::DEPLOYED));
    let [arrival] = &scenario.arrivals[..] else { panic!("one stack") };
    assert_eq!(
        (arrival.tag.as_str(), arrival.turn, arrival.mp),
        ("V/K", Turn(1), Some(MovementPoints::whole(3)))
    );
    assert_eq!(scenario.map.grid.name(arrival.hex), "0309");
    assert_eq!(arrival.road, Some(ground::RoadClass::Pike));
    assert_eq!(tags(&scenario, 0), (vec!["Varn", "Kell"], vec!["1GA", "4GA"]));
}

#[test]
fn both_forms_of_an_allowance_and_long_entries_are_read() {
    let _proof = engine::proof::proves(&["LFM-26.2", "LFM-29.5"]);
    let scenario = good(&listed(
        r#"
deployment = """
9 am; 0307; Varn, Kell, 1GA, 4GA
"""
appearance = '''
day 1, 11 am; 0300; Hale, Pratt,
    5NY, 8NY,
    ∙ 2US-A (3mf)
day 1, 11 am; 0300; (C/1)
'''
"#,
    ));
    assert_eq!(scenario.arrivals[0].mp, Some(MovementPoints::whole(3)));
    assert_eq!(tags(&scenario, 0), (vec!["Hale", "Pratt"], vec!["5NY", "8NY", "2US-A"]));
    assert_eq!(tags(&scenario, 1), (vec!["Rusk"], vec!["1NYC", "3INC"]));
    assert_eq!(scenario.arrivals[1].mp, None);
    // Guns are ready on the map, and limbered on the march.
    assert!(!scenario.start.is(unit(&scenario, "1NYC"), Flag::DEPLOYED));
}

#[test]
fn what_is_wrong_with_a_list_is_listed() {
    insta::assert_snapshot!(refused(&listed(
        r#"
deployment = """
July 1, 9 am; 0303
July 2, 9 am; 0303; Hale
July 1, 4 pm; 0303; Hale
July 1, 10 am; 0303; Hale [limbered] (MP 3)
July 1, 9 am; 0999; Pratt
July 1, 9 am; 0303; 5NYY, 2US-A, ∙ 8NY, 1NYC (1/1), 3INC [mounted up] (who knows)
July 1, 9 am; 0307; (V/Q), 1GA [limbered
"""
appearance = """
July 1, 10 am; 0300; 8NY [breastworks]
"""
"#
    )));
}

#[test]
fn a_piece_named_by_list_leaves_its_other_place() {
    let scenario = good(&changed(&[(
        "first_player",
        "deployment = \"9 am; 0203; Rusk, 1NYC, 3INC\"\nappearance = \"11 am; 0309; (V/K)\"\nfirst_player",
    )]));
    assert_eq!(place(&scenario, "1NYC").as_deref(), Some("0203"));
    assert_eq!(place(&scenario, "1GA"), None);
}
