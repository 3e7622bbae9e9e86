//! The scenarios built in load without a fault and are what they should be.

use crate::load::{Library, scenario};
use crate::scenario::{Rank, Scenario};
use crate::state::{Place, flag};
use engine::Side;

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
    assert_eq!((state.sp(&farm, unit("2US-B")), state.sp(&farm, unit("Rowe"))), (3, 1));
    assert!(state.is_mounted(&farm, unit("1NYC")));
    assert_eq!(state.place[unit("3SC").index()], Place::WAITING);
    assert!(!state.is(unit("3SC"), flag::SETTLED) && state.is(unit("1GA"), flag::SETTLED));
    assert_eq!(farm.arrivals.len(), 2);
    // Five points are the whole allowance of infantry, four are a part of it (LFM-26.2).
    assert_eq!(farm.arrivals.iter().map(|arrival| arrival.mp).collect::<Vec<_>>(), [None, Some(4)]);
    assert_eq!(farm.arrivals[1].road, Some(ground::RoadClass::Road));
    assert_eq!(&state.held.0[..3], [0, 1, 0]);
    assert_eq!(state.total[0], 16);

    let hale = &farm.commanders[0];
    assert_eq!((hale.tag.as_str(), hale.rank, hale.cv, hale.stars), ("Hale", Rank::Army, 4, 2));
    assert!(farm.commanders_of(Side::Union).skip(1).all(|id| farm.commander(id).superior.is_some()));
}

#[test]
fn ids_are_those_built_in_and_those_of_the_folder() {
    let project = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios");
    let builtin = Library::builtin().ids();
    assert!(builtin.contains(&"crossroads-farm".to_owned()), "{builtin:?}");
    let ids = Library::folder(project).ids();
    assert!(ids.starts_with(&builtin), "{ids:?}");
    assert!(Library::folder("no/such/folder").ids() == builtin);
    for id in ids {
        scenario(&Library::folder(project), &id).unwrap_or_else(|report| panic!("{report}"));
    }
}
