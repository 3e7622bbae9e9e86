//! The scenarios built in load without a fault and are what they should be.

use super::first_day;
use crate::files::load::{Library, ids, scenario};
use crate::model::ids::{BrigadeId, UnitId};
use crate::model::numbers::MovementPoints;
use crate::model::scenario::{Rank, Scenario};
use crate::model::state::{Flag, Station};
use engine::Side;
use ground::Hex;

fn load(id: &str) -> Scenario {
    scenario(&Library::builtin(), id).unwrap_or_else(|report| panic!("{report}"))
}

#[test]
fn crossroads_farm_is_the_ledgers() {
    let farm = load("crossroads-farm");
    assert_eq!((farm.map.grid.cols(), farm.map.grid.rows()), (14, 10));
    assert_eq!((farm.units.len(), farm.commanders.len(), farm.brigades.len()), (20, 8, 6));
    assert_eq!((farm.first, farm.calendar.len()), (Side::Confederate, 6));
    assert!(farm.calendar.iter().all(|turn| !turn.night));
    assert_eq!(farm.calendar.iter().filter(|turn| turn.victory_check).count(), 1);

    let unit = |tag: &str| farm.unit_ids().find(|&id| farm.unit(id).tag == tag).unwrap();
    let hex = |name: &str| farm.map.grid.parse(name).unwrap();
    let state = &farm.start;
    assert_eq!(state.hex_of(unit("14PA")), Some(hex("0304")));
    assert!(state.is_unlimbered(&farm, unit("2US-B")) && !state.is_unlimbered(&farm, unit("Rowe")));
    assert_eq!((state.sp(&farm, unit("2US-B")).0, state.sp(&farm, unit("Rowe")).0), (3, 1));
    assert!(state.is_mounted(&farm, unit("1NYC")));
    assert_eq!(state.station(unit("3SC")), Station::WAITING);
    assert!(!state.is(unit("3SC"), Flag::SETTLED) && state.is(unit("1GA"), Flag::SETTLED));
    assert_eq!(farm.arrivals.len(), 2);
    // Five points are the whole allowance of infantry, four are a part of it (LFM-26.2).
    assert_eq!(
        farm.arrivals.iter().map(|arrival| arrival.mp).collect::<Vec<_>>(),
        [None, Some(MovementPoints::whole(4))]
    );
    assert_eq!(farm.arrivals[1].road, Some(ground::RoadClass::Road));
    assert_eq!([0, 1, 2].map(|at| state.holder(at)), [None, Some(Side::Union), None]);
    assert_eq!(state.total(BrigadeId(0)).0, 16);

    let hale = &farm.commanders[0];
    assert_eq!((hale.tag.as_str(), hale.rank, hale.cv.0, hale.stars), ("Hale", Rank::Army, 4, 2));
    assert!(farm.commanders_of(Side::Union).skip(1).all(|id| farm.commander(id).superior.is_some()));
}

#[test]
fn the_built_in_scenarios_are_listed() {
    let heads: Vec<(String, usize, Side)> = ids(&Library::builtin())
        .into_iter()
        .map(|id| {
            let it = load(&id);
            assert!(!it.title.is_empty() && it.id == id);
            (id, it.calendar.len(), it.first)
        })
        .collect();
    let expected = [
        ("crossroads-farm", 6, Side::Confederate),
        ("mcphersons-ridge", 5, Side::Union),
        ("gettysburg-july-1", 12, Side::Union),
    ];
    assert_eq!(heads, expected.map(|(id, turns, first)| (id.to_owned(), turns, first)));
}

#[test]
fn mcphersons_ridge_is_a_window_with_its_stream() {
    let ridge = load("mcphersons-ridge");
    assert_eq!((ridge.map.grid.cols(), ridge.map.grid.rows()), (14, 16));
    assert_eq!((ridge.units.len(), ridge.commanders.len(), ridge.brigades.len()), (41, 12, 8));
    // Willoughby Run lies between the two ridges.
    let hex = |name: &str| ridge.map.place(name).unwrap();
    let (herr, farm) = (hex("Herr Ridge (pike)"), hex("McPherson's Ridge, west crest (pike)"));
    let wet =
        |hex: Hex| ridge.map.neighbours(hex).any(|(side, _)| ridge.map.side(hex, side).stream.is_some());
    let between = ridge.map.grid.hexes().filter(|&hex| {
        let (far, near) = (ridge.map.grid.distance(herr, hex), ridge.map.grid.distance(hex, farm));
        far + near == ridge.map.grid.distance(herr, farm)
    });
    assert!(between.into_iter().any(wet));
    // Nobody is senior to Heth, and Buford waits for Reynolds.
    assert!(ridge.commanders.iter().all(|officer| officer.rank != Rank::Army));
    insta::assert_snapshot!(roster(&ridge));
}

#[test]
fn the_first_day_brings_everybody() {
    let day = first_day();
    assert_eq!((day.map.grid.cols(), day.map.grid.rows(), day.calendar.len()), (24, 23, 12));
    assert_eq!((day.units.len(), day.commanders.len(), day.brigades.len()), (171, 48, 31));
    insta::assert_snapshot!(roster(day));
}

/// Everybody, as a player would like to read it.
fn roster(scenario: &Scenario) -> String {
    let name =
        |hex: Option<Hex>| hex.map_or_else(String::new, |hex| format!(" @{}", scenario.map.grid.name(hex)));
    let counter = |id: UnitId| {
        let info = scenario.unit(id);
        let star = if info.star { "*" } else { "" };
        let strength = if info.kind.is_artillery() {
            format!("{}({})", info.sp, info.limbered_sp)
        } else {
            info.sp.to_string()
        };
        format!("{} {strength}/{}{star}{}", info.tag, info.cohesion, name(scenario.start.hex_of(id)))
    };
    let mut text = String::new();
    for side in Side::BOTH {
        text += &format!("{side}\n");
        for id in scenario.commanders_of(side) {
            let officer = scenario.commander(id);
            let Some(brigade) = officer.brigade.map(|brigade| scenario.brigade(brigade)) else {
                let second = officer.replacement.as_ref().map(|(name, cv)| format!(", then {name} {cv}"));
                let (tag, cv) = (&officer.tag, officer.cv);
                let place = name(scenario.start.leader_hex(id));
                text += &format!("  {:?} {tag} {cv}{}{place}\n", officer.rank, second.unwrap_or_default());
                continue;
            };
            let regiments: Vec<String> = brigade.units.iter().map(|&id| counter(id)).collect();
            text += &format!("  {} {}: {}\n", brigade.label, officer.tag, regiments.join(", "));
        }
        let guns = scenario.units_of(side).filter(|&id| scenario.unit(id).kind.is_artillery());
        text += &format!("  guns: {}\n", guns.map(counter).collect::<Vec<_>>().join(", "));
    }
    for arrival in &scenario.arrivals {
        let who = arrival.group.commanders.iter().map(|id| scenario.commander(id).tag.clone());
        let who: Vec<String> =
            who.chain(arrival.group.units.iter().map(|id| scenario.unit(id).tag.clone())).collect();
        let mp = arrival.mp.map_or_else(String::new, |mp| format!(" (MP {mp})"));
        let road = arrival.road.map_or_else(|| "no road".to_owned(), |road| format!("{road:?}"));
        let turn = &scenario.calendar[arrival.turn.index()].label;
        let hex = scenario.map.grid.name(arrival.hex);
        text += &format!("{turn}; {hex} {road}; {}{mp}\n", who.join(", "));
    }
    text
}

#[test]
fn ids_are_those_built_in_and_those_of_the_folder() {
    let project = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    let builtin = ids(&Library::builtin());
    assert!(builtin.contains(&"crossroads-farm".to_owned()), "{builtin:?}");
    let all = ids(&Library::folder(project));
    assert!(all.starts_with(&builtin), "{all:?}");
    assert!(ids(&Library::folder("no/such/folder")) == builtin);
    for id in all {
        scenario(&Library::folder(project), &id).unwrap_or_else(|report| panic!("{report}"));
    }
}

#[test]
fn a_sealed_library_opens_no_path() {
    let library = Library::builtin().sealed();
    assert!(scenario(&library, "crossroads-farm").is_ok());
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/last-full-measure/crossroads-farm.toml");
    assert!(scenario(&Library::builtin(), path).is_ok());
    assert!(scenario(&library, path).unwrap_err().to_string().contains("paths are not allowed here"));
}
