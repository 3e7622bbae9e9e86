//! A first position that breaks a rule is refused (ledger section 7, item 11).

use super::{changed, good, leader, refused, unit};
use crate::model::ids::BrigadeId;
use crate::model::sizes::REGIMENTS;
use crate::model::state::{Flag, Office, Station};
use engine::Side;

#[test]
fn stacking_and_modes() {
    insta::assert_snapshot!(refused(&changed(&[
        ("[\"5NY\", 4, 3], [\"8NY\", 4, 3]", "[\"5NY\", 9, 3], [\"8NY\", 9, 3]"),
        ("unlimbered = 3", "unlimbered = 11"),
        (
            "[[battery]]",
            "[[battery]]\nside = \"USA\"\nname = \"3US-B\"\nunlimbered = 2\ncohesion = 3\nhex = \"0303\"\n\n[[battery]]",
        ),
        (
            "[[\"1NYC\", 3, 3], [\"3INC\", 2, 3]]",
            "[[\"1NYC\", 3, 3]]\n\n[[brigade]]\nside = \"USA\"\nid = \"C/2\"\nkind = \"cavalry\"\ncommander = \"Shaw\"\n\
             mode = \"dismounted\"\nhex = \"0103\"\nregiments = [[\"6MIC\", 3, 3]]",
        ),
    ])));
}

#[test]
fn commanders_and_contact() {
    insta::assert_snapshot!(refused(&changed(&[
        (
            "regiments = [[\"5NY\", 4, 3], [\"8NY\", 4, 3]]",
            "at = { \"0203\" = [\"5NY\", \"8NY\"] }\nregiments = [[\"5NY\", 4, 3], [\"8NY\", 4, 3]]"
        ),
        (
            "regiments = [[\"1NYC\", 3, 3], [\"3INC\", 2, 3]]",
            "at = { \"0106\" = [\"3INC\"] }\nregiments = [[\"1NYC\", 3, 3], [\"3INC\", 2, 3]]"
        ),
        ("cv = 5\nhex = \"0307\"", "cv = 5\nhex = \"0106\""),
    ])));
}

#[test]
fn both_sides_in_one_hex() {
    insta::assert_snapshot!(refused(&changed(&[(
        "commander = \"Kell\"\nhex = \"0307\"",
        "commander = \"Kell\"\nhex = \"0303\""
    )])));
}

#[test]
fn nowhere_and_twice() {
    insta::assert_snapshot!(refused(&changed(&[
        ("commander = \"Rusk\"\nhex = \"0103\"", "commander = \"Rusk\""),
        (
            "[[battery]]",
            "[[place]]\npieces = [\"5NY\"]\nhexes = [\"0303\"]\n\n[[place]]\npieces = [\"5NY\"]\nhexes = [\"0303\"]\n\n[[battery]]"
        ),
    ])));
}

#[test]
fn water_is_no_place_to_stand() {
    insta::assert_snapshot!(refused(&changed(&[("cols = 10\n", "cols = 10\nwater = [\"0103\"]\n")])));
}

#[test]
fn a_bridge_that_is_none_cannot_be_burned() {
    insta::assert_snapshot!(refused(&changed(&[(
        "[[battery]]",
        "[markers]\nbuilding = [\"0103\"]\nburned = [[\"0301\", \"0302\"]]\n\n[[battery]]"
    )])));
}

#[test]
fn commanders_who_come_without_troops() {
    insta::assert_snapshot!(refused(&changed(&[
        ("[[battery]]", "[[place]]\npieces = [\"Kell\"]\nhexes = [\"0308\"]\n\n[[battery]]"),
        (
            "commander = \"Rusk\"\nhex = \"0103\"",
            "commander = \"Rusk\"\narrives = { turn = \"9 am\", hex = \"0100\" }\neliminated = [\"1NYC\", \"3INC\"]",
        ),
    ])));
}

#[test]
fn every_state_a_scenario_may_start_with() {
    let scenario = good(&changed(&[
        (
            "cols = 10\n",
            "cols = 10\ncreek_hexsides = [[\"0301\", \"0302\"]]\nbridges = [[\"0301\", \"0302\"]]\n",
        ),
        ("cv = 4", "cv = 4\nreplacement = { name = \"Orr\", cv = 3 }\nreplaced = true"),
        (
            "[\"8NY\", 4, 3]]",
            "[\"8NY\", 4, 3], [\"9NY\", 2, 3], [\"14PA\", 5, 2]]\ndisorganized = [\"5NY\"]\ndetached = [\"9NY\"]\n\
          at = { \"0500\" = [\"9NY\"] }\neliminated = [\"14PA\"]\nshattered = true\ntotal = 20",
        ),
        ("commander = \"Rusk\"", "commander = \"Rusk\"\nmode = \"dismounted\""),
        (
            "[[battery]]",
            "[markers]\nworks = [\"0303\"]\nbuilding = [\"0103\"]\nburned = [[\"0302\", \"0301\"]]\n\n[[battery]]",
        ),
    ]));
    let state = &scenario.start;
    assert_eq!(state.flags(unit(&scenario, "5NY")), Flag::D | Flag::SETTLED);
    assert!(state.is(unit(&scenario, "9NY"), Flag::DETACHED));
    assert_eq!(state.station(unit(&scenario, "14PA")), Station::ELIMINATED);
    assert!(state.is(unit(&scenario, "1NYC"), Flag::DEPLOYED));
    assert!(state.holds(leader(&scenario, "Hale"), Office::REPLACED));
    assert_eq!(state.cv(&scenario, leader(&scenario, "Hale")).0, 3);
    assert_eq!(state.total(BrigadeId(0)).0, 20);
    assert_eq!(state.shattered.len(), 1);
    let hex = |name: &str| scenario.map.grid.parse(name).unwrap();
    assert!(state.works.contains(hex("0303")));
    assert!(state.building.union.contains(hex("0103")));
    assert_eq!(state.burned.len(), 1);
}

#[test]
fn free_choices_wait_for_their_owners() {
    let scenario = good(&changed(&[(
        "[[battery]]",
        "[[place]]\npieces = [\"Rusk\", \"1NYC\", \"3INC\"]\nwithin = 1\nof = \"0003\"\nchoose_mode = true\n\n[[battery]]",
    )]));
    let [placement] = &scenario.placements[..] else { panic!("one choice") };
    assert_eq!(placement.side, Side::Union);
    // The north edge cuts the ring about 0003 down to five hexes.
    assert_eq!((placement.hexes.len(), placement.choose_mode), (5, true));
    assert_eq!((placement.group.units.len(), placement.group.commanders.len()), (2, 1));
    assert_eq!(scenario.start.station(unit(&scenario, "1NYC")), Station::WAITING);
}

#[test]
fn as_many_pieces_as_fit() {
    // With those of the small scenario 255: 247 more in brigades as large as they may be, all but the first of each
    // gone before the battle.
    let names: Vec<String> = (1..=247).map(|number| format!("{number}VT")).collect();
    let brigade = |(number, names): (usize, &[String])| {
        let regiments: Vec<String> = names.iter().map(|name| format!("[\"{name}\", 1, 3]")).collect();
        let gone: Vec<String> = names.iter().skip(1).map(|name| format!("\"{name}\"")).collect();
        format!(
            "[[brigade]]\nside = \"CSA\"\nid = \"V/{number}\"\nkind = \"infantry\"\ncommander = \"Toal{number}\"\n\
             hex = \"050{number}\"\nregiments = [{}]\neliminated = [{}]\n\n",
            regiments.join(", "),
            gone.join(", ")
        )
    };
    let text: String = names.chunks(REGIMENTS).enumerate().map(brigade).collect();
    let text = text + "[[battery]]";
    let scenario = good(&changed(&[("[[battery]]", &text)]));
    assert_eq!(scenario.units.len(), 254);
    let text = text.replace("[[battery]]", "[[battery]]\nside = \"CSA\"\nname = \"Rowe\"\nunlimbered = 1\ncohesion = 3\nhex = \"0507\"\n\n[[battery]]");
    assert_eq!(good(&changed(&[("[[battery]]", &text)])).units.len(), 255);
}
