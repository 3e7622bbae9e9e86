//! Rows of the ledger that are the loader's business.

use super::{SMALL, changed, first_day, good, leader, refused, unit};
use crate::LastFullMeasure;
use crate::files::load::{Library, parts, parts_of, scenario};
use crate::model::ids::{ArrivalId, Turn};
use crate::model::numbers::{MovementPoints, StrengthPoints};
use crate::model::scenario::{Kind, Limits, Rank, StandIn};
use crate::model::state::{Flag, Office};
use armies::derive::Label;
use engine::chance::Quick;
use engine::proof::proves;
use engine::{Rules, Side, Silent};
use std::collections::BTreeSet;

#[test]
fn a_scenario_overrides_single_parameters_of_one_common_set() {
    let _proof = proves(&["LFM-0.1"]);
    let plain = good(SMALL);
    assert_eq!(plain.limits, Limits::SERIES);
    let own = good(&changed(&[
        ("turns = [\"9 am\", \"10 am\", \"11 am\"]", "turns = [\"7 pm\", \"8 pm\"]\nnight_turns = 1"),
        ("[map]", "[limits]\ncommand_brigade = 3\nreorganize_corps_union = 5\n\n[map]"),
    ]));
    let nights: Vec<bool> = own.calendar.iter().map(|turn| turn.night).collect();
    assert_eq!(nights, [false, false, true]);
    assert_eq!(own.limits, Limits { command_brigade: 3, reorganize_corps: [5, 4], ..Limits::SERIES });
    assert_eq!(own.options, plain.options);
}

#[test]
fn guns_may_reach_less_far_than_a_zone_of_influence() {
    let short = good(&changed(&[("[map]", "[limits]\nfire_range = 2\n\n[map]")]));
    let game = LastFullMeasure::new(short);
    let state = game.start(&mut Quick::new(1), &mut Silent);
    let position = game.position(&state);
    for side in Side::BOTH {
        let [control, influence] = [position.zone_of_control(side), position.zone_of_influence(side)];
        assert!(influence.count() > control.count(), "the {side} side sees farther than it touches");
    }
}

#[test]
fn the_card_edition_switches_everything_together() {
    let card = good(&changed(&[
        ("first_player", "card_edition = true\nfirst_player"),
        // The card's hexes hold half as much.
        ("[\"1GA\", 5, 3]", "[\"1GA\", 4, 3]"),
    ]));
    assert!(card.options.card_edition);
    assert_eq!((card.limits, card.fixed_order), (Limits::CARD, Some(Side::Union)));
}

#[test]
fn there_are_seven_kinds_of_pieces() {
    let _proof = proves(&["LFM-0.2"]);
    let whole = first_day();
    let ranks: BTreeSet<Rank> = whole.commanders.iter().map(|leader| leader.rank).collect();
    let arms: BTreeSet<&str> = whole
        .units
        .iter()
        .map(|unit| match unit.kind {
            Kind::Infantry => "infantry",
            Kind::Cavalry => "cavalry",
            Kind::Artillery | Kind::HorseArtillery => "artillery",
        })
        .collect();
    assert_eq!(ranks.len() + arms.len(), 7);
    // Commanders are no combat units: their hexes are not occupied by them.
    let buford = whole.start.leader_hex(leader(whole, "Buford")).unwrap();
    assert!(!whole.start.has_units(buford));
}

#[test]
fn counters_have_two_sides() {
    let _proof = proves(&["LFM-0.3a", "LFM-0.3b", "LFM-0.3c", "LFM-0.3e"]);
    let text = changed(&[
        ("cv = 4", "cv = 4\nreplacement = { name = \"Orr\", cv = 2 }"),
        ("unlimbered = 3", "unlimbered = 6\nlimbered = 3"),
        ("[[battery]]", "[markers]\nworks = [\"0307\"]\nbuilding = [\"0303\"]\n\n[[battery]]"),
    ]);
    let before = good(&text);
    let hale = leader(&before, "Hale");
    assert_eq!(before.start.cv(&before, hale).0, 4);
    let gun = unit(&before, "2US-A");
    assert_eq!(before.start.sp(&before, gun), StrengthPoints(6));
    let hex = |name: &str| before.map.grid.parse(name).unwrap();
    assert!(before.start.works.contains(hex("0307")) && !before.start.works.contains(hex("0303")));
    assert!(before.start.building.union.contains(hex("0303")));

    let after = good(
        &text
            .replacen("cv = 2 }", "cv = 2 }\nreplaced = true", 1)
            .replacen("mode = \"unlimbered\"", "mode = \"limbered\"", 1)
            .replacen("id = \"1/1\"", "id = \"1/1\"\nshattered = true", 1),
    );
    assert_eq!(after.start.cv(&after, hale).0, 2);
    assert_eq!(after.start.sp(&after, gun), StrengthPoints(3));
    // A shattered brigade is its commander's other side; he himself has come to no harm.
    assert!(after.start.is_shattered(&after, unit(&after, "5NY")));
    assert!(after.start.leader_hex(leader(&after, "Pratt")).is_some());
    assert!(!after.start.holds(leader(&after, "Pratt"), Office::EACH));
}

#[test]
fn labels_are_the_command_tree() {
    let _proof = proves(&["LFM-0.6", "LFM-20.1b"]);
    let whole = first_day();
    let regiment = whole.unit(unit(whole, "19IN"));
    assert_eq!(regiment.label, "I/1/M");
    let mut chain = Vec::new();
    let mut next = regiment.brigade.map(|brigade| whole.brigade(brigade).commander);
    while let Some(id) = next {
        let officer = whole.commander(id);
        chain.push((officer.tag.as_str(), officer.rank, officer.stars));
        next = officer.superior;
    }
    assert_eq!(
        chain,
        [
            ("Meredith", Rank::Brigade, 1),
            ("Wadsworth", Rank::Division, 2),
            ("Reynolds", Rank::Corps, 3),
            ("Hancock", Rank::Army, 3),
        ]
    );
    let battery = whole.unit(unit(whole, "4US-B"));
    assert_eq!((battery.corps, battery.division), (regiment.corps, 0));
}

#[test]
fn men_and_guns_become_strength_points() {
    let _proof = proves(&["LFM-0.7", "LFM-0.8"]);
    let whole = first_day();
    let sp = |tag: &str| {
        let info = whole.unit(unit(whole, tag));
        (info.sp.0, info.limbered_sp.0)
    };
    // 443 and 467 men, 59 men; six and four guns.
    assert_eq!((sp("26WI"), sp("151PA"), sp("3WVC")), ((4, 4), (5, 5), (1, 1)));
    assert_eq!((sp("2US-A"), sp("1OH-K")), ((3, 1), (2, 1)));
    assert_eq!(armies::steps(453, 100), 5);
}

#[test]
fn a_hex_is_250_yards_wide_unless_the_scenario_says_otherwise() {
    let _proof = proves(&["LFM-0.9"]);
    let text = |more: &str| {
        format!(
            "game = \"last-full-measure\"\n[scenario]\nid = \"x\"\ntitle = \"X\"\nfirst_player = \"USA\"\nturns = [\"9 am\"]\n\n\
             [map]\nbattlefield = \"gettysburg-july-1\"\n{more}\n"
        )
    };
    // The field is 5.5 km from west to east.
    let usual = good(&text(""));
    assert_eq!(usual.map.grid.cols(), 24);
    let wide = good(&text("hex_yards = 500.0"));
    assert_eq!(wide.map.grid.cols(), 12);
    // From Oak Hill to the Seminary are 1.97 km: 2,150 yards, nine hexes.
    let hex = |name: &str| usual.map.place(name).unwrap();
    assert_eq!(usual.map.grid.distance(hex("Oak Hill"), hex("Seminary Ridge (Seminary)")), 9);
}

#[test]
fn the_scenario_names_who_goes_first() {
    let _proof = proves(&["LFM-S0a"]);
    let farm = scenario(&Library::builtin(), "crossroads-farm").unwrap();
    assert_eq!((farm.first, farm.start.phasing), (Side::Confederate, Side::Confederate));
    assert_eq!(good(SMALL).first, Side::Union);
}

#[test]
fn every_combat_unit_has_a_cohesion() {
    let _proof = proves(&["LFM-18.1"]);
    let report = refused(&changed(&[("[\"5NY\", 4, 3]", "[\"5NY\", 4]"), ("cohesion = 3\n", "")]));
    assert!(report.contains("5NY has no cohesion") && report.contains("2US-A has no cohesion"), "{report}");
    assert!(first_day().units.iter().all(|unit| (1..=4).contains(&unit.cohesion.0)));
}

#[test]
fn only_commanders_above_the_brigade_have_a_command_value() {
    let _proof = proves(&["LFM-19.1a"]);
    let whole = first_day();
    for officer in &whole.commanders {
        assert_eq!(officer.cv.0 == 0, officer.rank == Rank::Brigade, "{}", officer.tag);
    }
    let mut parts = parts_of(&Library::builtin(), "crossroads-farm").unwrap();
    let pratt = parts.commanders.iter_mut().find(|leader| leader.tag == "Pratt").unwrap();
    pratt.cv = Some(3);
    let report = crate::files::load::build(&parts).unwrap_err().to_string();
    assert!(report.contains("Pratt leads a brigade and has a command value"), "{report}");
}

#[test]
fn trees_without_corps_or_divisions_load() {
    let _proof = proves(&["LFM-20.1d"]);
    // An army commander directly over divisions, and over a brigade that has none.
    let divisions = good(&changed(&[(
        "[[battery]]",
        "[[commander]]\nside = \"USA\"\nname = \"Dean\"\nlevel = \"division\"\nformation = \"1\"\ncv = 3\nhex = \"0303\"\n\n[[battery]]",
    )]));
    let superior = |scenario: &crate::model::scenario::Scenario, tag: &str| {
        let up = scenario.commander(leader(scenario, tag)).superior?;
        Some(scenario.commander(up).tag.clone())
    };
    assert_eq!(superior(&divisions, "Dean").as_deref(), Some("Hale"));
    assert_eq!(superior(&divisions, "Pratt").as_deref(), Some("Dean"));
    assert_eq!(superior(&divisions, "Rusk").as_deref(), Some("Hale"));
    // A corps directly over its brigades.
    let corps = good(&changed(&[(
        "[[battery]]",
        "[[commander]]\nside = \"CSA\"\nname = \"Carr\"\nlevel = \"corps\"\nformation = \"V\"\ncv = 3\nhex = \"0307\"\n\n[[battery]]",
    )]));
    assert_eq!(superior(&corps, "Kell").as_deref(), Some("Carr"));
    let kell = corps.commander(leader(&corps, "Kell"));
    assert_eq!((kell.division, kell.corps), (0, corps.commander(leader(&corps, "Carr")).corps));
}

#[test]
fn commanders_stand_in_the_order_of_the_command_phase() {
    let whole = first_day();
    for side in Side::BOTH {
        let ranks: Vec<Rank> = whole.commanders_of(side).map(|id| whole.commander(id).rank).collect();
        assert!(ranks.windows(2).all(|pair| pair[0] >= pair[1]), "{ranks:?}");
        assert!(whole.units_of(side).all(|id| whole.unit(id).side == side));
    }
    let corps: Vec<&str> = whole
        .commanders
        .iter()
        .filter(|officer| officer.rank == Rank::Corps)
        .map(|officer| officer.tag.as_str())
        .collect();
    assert_eq!(corps, ["Howard", "Reynolds", "Ewell", "Hill"]);
}

#[test]
fn a_scenario_may_name_who_acts_or_suspend_the_rule() {
    let text = changed(&[
        ("first_player", "stand_in = \"Dean\"\nno_stand_in = [\"CSA\"]\nfirst_player"),
        (
            "[[battery]]",
            "[[commander]]\nside = \"USA\"\nname = \"Dean\"\nlevel = \"division\"\nformation = \"1\"\ncv = 3\nhex = \"0303\"\n\n[[battery]]",
        ),
    ]);
    let scenario = good(&text);
    assert_eq!(scenario.stand_in, [StandIn::Named(leader(&scenario, "Dean")), StandIn::Nobody]);
}

#[test]
fn a_night_has_two_turns_as_a_rule() {
    let _proof = proves(&["LFM-23.1"]);
    let labels = |text: &str| -> Vec<(u8, String, bool, bool)> {
        let scenario = good(&changed(&[("turns = [\"9 am\", \"10 am\", \"11 am\"]", text)]));
        let turn = |turn: &crate::model::scenario::TurnInfo| {
            (turn.day, turn.label.clone(), turn.night, turn.victory_check)
        };
        scenario.calendar.iter().map(turn).collect()
    };
    let two_days = labels("first_turn = \"7 pm\"\nlast_turn = \"July 2, 6 am\"");
    let expected = [
        (1, "7 pm", false, false),
        (1, "8 pm", false, true),
        (1, "9 pm", true, false),
        (1, "1 am", true, false),
        (2, "5 am", false, false),
        (2, "6 am", false, true),
    ];
    assert_eq!(two_days, expected.map(|(day, label, night, check)| (day, label.to_owned(), night, check)));
    assert_eq!(labels("turns = [\"8 pm\", \"5 am\"]\nnight_turns = 3").len(), 5);
    assert_eq!(labels("turns = [\"8 pm\", \"9 pm\", \"5 am\"]").len(), 3);
    assert_eq!(labels("turns = [\"8 pm\"]").len(), 1);
    let whole_day = labels("first_turn = \"5 am\"\nlast_turn = \"8 pm\"");
    assert_eq!(whole_day.len(), 16);
}

#[test]
fn rain_and_night_may_be_named() {
    let text = "turns = [\"first\", \"second\", \"third\"]\nrain = [\"second\"]\nnight = [\"third\"]";
    let scenario = good(&changed(&[("turns = [\"9 am\", \"10 am\", \"11 am\"]", text)]));
    let turns: Vec<(bool, bool)> = scenario.calendar.iter().map(|turn| (turn.rain, turn.night)).collect();
    assert_eq!(turns, [(false, false), (true, false), (false, true)]);
}

#[test]
fn the_order_of_appearance_lists_who_when_and_where() {
    let _proof = proves(&["LFM-26.0", "LFM-26.1b", "LFM-26.2", "LFM-26.3"]);
    let text = changed(&[
        (
            "regiments = [[\"1GA\", 5, 3], [\"4GA\", 4, 3]]",
            "regiments = [[\"1GA\", 8, 3], [\"4GA\", 8, 3], [\"9GA\", 3, 3]]",
        ),
        (
            "commander = \"Kell\"\nhex = \"0307\"",
            "commander = \"Kell\"\narrives = { turn = \"10 am\", hex = \"0309\", mp = 3 }",
        ),
        ("cv = 5\nhex = \"0307\"", "cv = 5\nwith = \"V/K\""),
        (
            "[[battery]]",
            "[[battery]]\nside = \"CSA\"\nname = \"Rowe\"\nformation = \"V\"\nunlimbered = 10\nlimbered = 10\ncohesion = 3\nwith = \"Kell\"\n\n[[battery]]",
        ),
    ]);
    let scenario = good(&text);
    let [first, second] = &scenario.arrivals[..] else { panic!("{:?}", scenario.arrivals) };
    // Sixteen points of troops and ten of guns are what a hex holds; the rest of the brigade follows.
    let names = |arrival: &crate::model::scenario::Arrival| -> Vec<String> {
        let units = arrival.group.units.iter().map(|id| scenario.unit(id).tag.clone());
        arrival.group.commanders.iter().map(|id| scenario.commander(id).tag.clone()).chain(units).collect()
    };
    assert_eq!(names(first), ["Varn", "Kell", "1GA", "4GA", "Rowe"]);
    assert_eq!(names(second), ["9GA"]);
    assert_eq!(
        (first.turn, first.mp, first.side),
        (Turn(1), Some(MovementPoints::whole(3)), Side::Confederate)
    );
    assert_eq!(scenario.map.grid.name(first.hex), "0309");
    assert_eq!(scenario.start.arrival(ArrivalId(0)).turn, Turn(1));
    assert!(scenario.commander(leader(&scenario, "Varn")).superior.is_none());
}

#[test]
fn an_objective_may_be_worth_different_things() {
    let scenario = good(&changed(&[(
        "[[battery]]",
        "[[objective]]\nhex = \"0305\"\nside = \"CSA\"\nvp = 20\nname = \"Hill\"\n\n\
         [[objective]]\nhex = \"0305\"\nside = \"USA\"\nvp = 5\nheld_by = \"USA\"\n\n[[battery]]",
    )]));
    let [hill] = &scenario.victory.objectives[..] else { panic!("one objective") };
    assert_eq!((hill.vp, hill.held_by, hill.name.as_str()), ([5, 20], Some(Side::Union), "Hill"));
    assert_eq!(scenario.start.holder(0), Some(Side::Union));
}

#[test]
fn a_regiment_may_be_special() {
    let scenario = good(&changed(&[(
        "[\"8NY\", 4, 3]",
        "[\"8NY\", 4, 3], { name = \"1USSS\", sp = 3, cohesion = 4, full_name = \"1st United States Sharpshooters\", star = true, \
         sharpshooters = true, free_command = true, hex = \"0300\" }",
    )]));
    let info = scenario.unit(unit(&scenario, "1USSS"));
    assert!(info.star && info.sharpshooters && info.free_command && info.dodges);
    assert_eq!(info.name, "1st United States Sharpshooters");
    let plain = scenario.unit(unit(&scenario, "5NY"));
    assert!(!plain.dodges && scenario.unit(unit(&scenario, "1NYC")).dodges);
}

#[test]
fn parts_are_checked_like_files() {
    let mut parts = parts_of(&Library::builtin(), "crossroads-farm").unwrap();
    parts.checks = parts::Checks::MID_GAME;
    let rusk = parts.units.iter_mut().find(|unit| unit.tag == "3INC").unwrap();
    rusk.flags |= Flag::D;
    rusk.stand = parts::Stand::At(parts.map.grid.parse("0900").unwrap());
    // Two sides in one hex are never possible, whatever else a position in mid-game may break.
    let report = crate::files::load::build(&parts).unwrap_err().to_string();
    assert!(report.contains("both sides stand in 0900"), "{report}");
    let rusk = parts.units.iter_mut().find(|unit| unit.tag == "3INC").unwrap();
    rusk.stand = parts::Stand::At(parts.map.grid.parse("0913").unwrap());
    assert!(crate::files::load::build(&parts).is_ok());
    parts.checks = parts::Checks::SET_UP;
    assert!(crate::files::load::build(&parts).unwrap_err().to_string().contains("lost touch"));
}

#[test]
fn a_counter_shows_corps_division_brigade_and_regiment() {
    let _proof = proves(&["LFM-0.5"]);
    let text = |text: &str| Some(text.to_owned());
    let label = Label::of_brigade("I/1/M 19IN", |_| false).unwrap();
    assert_eq!(
        label,
        Label { corps: text("I"), division: text("1"), brigade: text("M"), name: text("19IN") }
    );
    let day = first_day();
    let indiana = day.unit(unit(day, "19IN"));
    assert_eq!((indiana.label.as_str(), indiana.tag.as_str()), ("I/1/M", "19IN"));
}

#[test]
fn pieces_of_one_corps_share_its_number() {
    let _proof = proves(&["LFM-0.6"]);
    let day = first_day();
    let corps = |tag: &str| day.unit(unit(day, tag)).corps;
    let divisions = ["19IN", "6WI", "11PA"].map(|tag| day.unit(unit(day, tag)).division);
    assert_eq!([corps("6WI"), corps("11PA")], [corps("19IN"); 2]);
    assert_eq!(day.commander(leader(day, "Reynolds")).corps, corps("19IN"));
    assert_ne!(corps("19IN"), corps("82IL"));
    assert!(divisions[0] == divisions[1] && divisions[1] != divisions[2]);
}
