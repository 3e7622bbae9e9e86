//! Pieces for games unlike each other from one order of battle: stands of 30, 60 or 150 men on an open table, turns of
//! 20 minutes.

use armies::arrivals::{Arrivals, Entrance, LonLat};
use armies::derive::{
    Calendar, Column, Company, Day, Field, Names, Origin, Own, Post, Selection, Turns, When, leaders, spread,
    together,
};
use armies::{OrderOfBattle, SHELF, Troops, UnitId, share_steps};
use faults::{Faults, Library, Source};
use std::collections::BTreeMap;
use toml::Spanned;

fn open(name: &str) -> Source {
    Library::builtin().open(&SHELF, name).unwrap()
}

fn first_day() -> (OrderOfBattle, Arrivals) {
    let battle = OrderOfBattle::read(&open("gettysburg-july-1")).unwrap();
    let arrivals = Arrivals::read(&open("gettysburg-july-1-arrivals"), &battle).unwrap();
    (battle, arrivals)
}

fn no_faults() -> Faults {
    Faults::new(&Source::new("scenario.toml", ""))
}

/// Metres east and north of the Diamond.
struct Table;

impl Field for Table {
    type At = (i64, i64);

    fn place(&self, at: LonLat) -> Option<(i64, i64)> {
        Some((((at.lon + 77.2311) * 85_490.0) as i64, ((at.lat - 39.8309) * 111_035.0) as i64))
    }

    fn far(&self, one: LonLat, other: LonLat) -> i64 {
        let [one, other] = [one, other].map(|at| self.place(at).unwrap());
        (one.0 - other.0).pow(2) + (one.1 - other.1).pow(2)
    }
}

#[test]
fn one_brigade_makes_stands_of_any_size() {
    let (battle, _) = first_day();
    let there = Selection::default().units(&battle, None, &mut no_faults());
    let stands = |id: &str, men_per_stand: u32| -> u32 {
        let units = battle.own_units(battle.formation(id).unwrap()).filter(|unit| there.contains(unit));
        let men: Vec<u32> = units.map(|unit| battle[unit].men.into()).collect();
        share_steps(&men, men_per_stand).iter().sum()
    };
    for (id, stands_of) in [
        ("us-meredith", [60, 30, 12]),
        ("us-cutler", [52, 26, 10]),
        ("cs-pettigrew", [86, 43, 17]),
        ("cs-smith", [27, 13, 5]),
    ] {
        assert_eq!([30, 60, 150].map(|men| stands(id, men)), stands_of, "{id}");
    }
}

#[test]
fn a_scenario_takes_leaves_and_adds_troops() {
    let (battle, arrivals) = first_day();
    let ids = |ids: &[&str]| -> Vec<Spanned<String>> {
        ids.iter().map(|id| Spanned::new(0..0, (*id).to_owned())).collect()
    };
    let (take, leave, also) = (ids(&["us-1c-1d"]), ids(&["us-meredith"]), ids(&["us-7in"]));
    let mut faults = no_faults();
    let named = |selection: Selection<'_>, faults: &mut Faults| -> Vec<String> {
        let units = selection.units(&battle, None, faults);
        units.iter().map(|&unit| battle[unit].id.clone()).collect()
    };
    let cutler = ["us-76ny", "us-84ny", "us-95ny", "us-147ny", "us-56pa"];
    let selection = Selection { take: &take, leave: &leave, also: &[] };
    assert_eq!(named(selection, &mut faults), cutler);
    // The 7th Indiana guarded trains, and came in the evening.
    assert!(named(Selection { also: &also, ..selection }, &mut faults).contains(&"us-7in".to_owned()));
    assert!(selection.units(&battle, Some(&arrivals), &mut faults).contains(&battle.unit("us-7in").unwrap()));
    assert!(faults.is_empty());
    let nobody = ids(&["us-meridith"]);
    named(Selection { leave: &nobody, ..selection }, &mut faults);
    assert_eq!(faults.located()[0].hint.as_deref(), Some("did you mean `us-meredith`?"));
}

#[test]
fn what_is_said_of_a_unit_goes_before_what_is_said_of_its_corps() {
    let (battle, _) = first_day();
    let ids = ["us-1c", "us-meredith", "us-2wi"].map(|id| Spanned::new(0..0, id.to_owned()));
    let said = [Some("corps"), None, Some("regiment")];
    let own = Own::new(&battle, ids.iter().zip(&said), &mut no_faults());
    let nearest = |id: &str| {
        let table = own.nearest(&battle, battle.unit(id).unwrap(), Option::is_some)?;
        *own.at(table).1
    };
    assert_eq!(nearest("us-2wi"), Some("regiment"));
    assert_eq!(nearest("us-19in"), Some("corps"));
    assert_eq!(nearest("cs-13al"), None);
    assert_eq!(own.of(battle.formation("us-meredith").unwrap()), Some(&None));
}

#[test]
fn commanders_come_with_their_troops_or_by_themselves() {
    let (battle, arrivals) = first_day();
    let mut faults = no_faults();
    let turns = Turns { first: Some("7:20 am".into()), last: Some("noon".into()), ..Turns::default() };
    let calendar = Calendar::new(Day { turn: 20, ..Day::HOURLY }, &turns, &mut faults);
    assert!(faults.is_empty(), "{faults}");

    let units: Vec<UnitId> = battle.units().filter(|&unit| !battle[unit].arm.is_artillery()).collect();
    let mut company = Company::default();
    for (origin, units) in together(&units, |unit| Origin::in_arrivals(&battle, Some(&arrivals), unit)) {
        let Origin::Arrival(number) = origin else { panic!("everybody has an arrival") };
        let arrival = &arrivals.troops[number];
        match (arrival.entrance, calendar.when(arrival.time.minutes())) {
            (Entrance::OnMap { start }, _) => {
                company.standing.push((units[0], Table.place(start).unwrap()));
            }
            (Entrance::ByRoad { entry, .. }, When::During { turn, .. }) => company.columns.push(Column {
                first: Some(units[0]),
                turn,
                minute: arrival.time.minutes(),
                from: Some(arrivals[entry].at),
            }),
            _ => {}
        }
    }
    let post = |id: &str| {
        let formation = battle.formation(id).unwrap();
        company.post_by_history(&battle, Some(&arrivals), &calendar, Some(&Table), formation)
    };
    let leads = |id: &str, post: Post<_>| {
        let Post::With(column) = post else { panic!("{id}: {post:?}") };
        company.columns[column].first.map(|unit| battle[battle[unit].formation].id.as_str())
    };
    // Heth rides with those of his division who come when he does, Wadsworth with the first of his; Lee comes too late.
    assert_eq!(leads("cs-heth", post("cs-heth")), Some("cs-davis"));
    assert_eq!(leads("us-1c-1d", post("us-1c-1d")), Some("us-cutler"));
    assert_eq!(post("cs"), Post::Away);
    assert!(company.has_regiments_of(&battle, battle.formation("us-1c").unwrap()));
    let nobody: Company<(i64, i64)> = Company::default();
    assert_eq!(nobody.with(&battle, Troops::Formation(battle.formation("us").unwrap())), None);
}

#[test]
fn no_two_pieces_of_both_whole_armies_have_one_name() {
    let battle = OrderOfBattle::read(&open("gettysburg-three-days")).unwrap();
    let names = Names::new(&battle, &Default::default(), &Default::default(), &mut no_faults());
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for unit in battle.units() {
        *seen.entry(names.tag(unit).to_lowercase()).or_default() += 1;
    }
    for leader in leaders(&battle, None, &names, |_| None).into_values() {
        assert!(!leader.tag.contains(char::is_whitespace), "{}", leader.tag);
        assert!(!seen.contains_key(&leader.tag.to_lowercase()), "{}", leader.tag);
    }
    let twice: Vec<_> = seen.iter().filter(|(_, times)| **times > 1).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn a_line_is_filled_from_its_middle() {
    assert_eq!(spread(3, 9).collect::<Vec<_>>(), [3, 4, 5]);
    assert_eq!(spread(5, 2).collect::<Vec<_>>(), [0, 0, 0, 1, 1]);
}
