//! The scenarios load, with the troops that history had.

use engine::chance::Scripted;
use engine::proof::proves;
use engine::{Pending, Rules, Side, Sides, Silent};
use faults::Library;
use seeing_the_elephant::SeeingTheElephant;
use seeing_the_elephant::files::scenario;
use seeing_the_elephant::model::scenario::Level;
use seeing_the_elephant::model::state::Whereabouts;
use seeing_the_elephant::model::troops::{Arm, Grade};

fn load(id: &str) -> SeeingTheElephant {
    scenario(&Library::builtin(), id).unwrap_or_else(|report| panic!("{report}"))
}

#[test]
fn herbst_woods_has_both_brigades_in_stands_of_sixty_men() {
    let _proof = proves(&["R-120"]);
    let rules = load("herbst-woods");
    let unit = |tag: &str| rules.unit(rules.find(tag).unwrap_or_else(|| panic!("no {tag}")));
    assert_eq!((unit("24MI").stands, unit("24MI").grade), (8, Some(Grade::Elite)));
    assert_eq!(unit("24MI").name, "24th Michigan");
    let stands = |tags: &[&str]| tags.iter().map(|tag| u32::from(unit(tag).stands)).sum::<u32>();
    assert_eq!(stands(&["19IN", "24MI", "2WI", "6WI", "7WI"]), 30, "1,814 men");
    assert_eq!(stands(&["13AL", "5ALB", "1TN", "7TN", "14TN"]), 20, "1,193 men");
    assert_eq!(rules.hqs.len(), 2, "a brigade each: nobody is there to bring brigades together");
    assert!(rules.officers.iter().any(|officer| officer.name == "Brig. Gen. Solomon Meredith"));
    assert_eq!(
        rules.home.map(|edge| edge.tenths()),
        [900, 2_700],
        "they came from the east and from the west"
    );
    let state = &rules.start;
    assert!(state.troops().len() == 20 && size_of_val(state.troops()) < 4_096);
}

#[test]
fn the_first_day_has_everybody_by_brigades_and_by_the_clock() {
    let _proof = proves(&["R-120"]);
    let rules = load("the-first-day");
    let unit = |tag: &str| rules.unit(rules.find(tag).unwrap_or_else(|| panic!("no {tag}")));
    assert_eq!((rules.turns, rules.hours[0].as_str(), rules.hours[19].as_str()), (20, "7:30 am", "5 pm"));
    let troops: Vec<_> = rules.units.iter().filter(|unit| unit.parent.is_none()).collect();
    let of = |side| troops.iter().filter(|unit| unit.side == side).count();
    assert_eq!((of(Side::Union), of(Side::Confederate)), (24, 23));
    assert_eq!(unit("Pettigrew").stands, 17, "2,584 men, as R-98 has it");
    assert_eq!((unit("Meredith").stands, unit("Meredith").grade), (12, Some(Grade::Elite)));
    assert_eq!(unit("Meredith").name, "Meredith's 1st Brigade (Iron Brigade)");
    assert_eq!(unit("vonGilsa").name, "von Gilsa's 1st Brigade");
    let turn = |tag: &str| unit(tag).arrival.map(|arrival| arrival.turn);
    assert_eq!(turn("Gamble"), None, "on the ridges from the start");
    assert_eq!(turn("Archer"), Some(3), "half past eight");
    assert_eq!((turn("Cutler"), turn("7IN")), (Some(5), Some(19)), "a regiment comes apart from its brigade");
    assert_eq!(turn("CS-Smith"), Some(16), "told apart from Orland Smith's");
    let enters = unit("Archer").arrival.map(|arrival| (arrival.at.x, arrival.facing.tenths()));
    assert_eq!(enters, Some((0, 900)), "by the pike, from the west");
    assert!(rules.find_hq("us-buford").is_some() && rules.find_hq("us-cav").is_none(), "R-120");
    assert_eq!((rules.hqs.len(), rules.officers.len()), (18, 18), "fourteen divisions, four corps");
}

#[test]
fn a_meeting_has_the_armies_of_its_seed() {
    let _proof = proves(&["M-7"]);
    let sizes = |rules: &SeeingTheElephant| {
        let troops = rules.units.iter().filter(|unit| unit.parent.is_none());
        troops.map(|unit| (unit.tag.clone(), unit.stands, unit.grade)).collect::<Vec<_>>()
    };
    let usual = load("meeting");
    assert_eq!((usual.id.as_str(), usual.title.as_str()), ("meeting", "A Meeting Engagement 1863"));
    assert_eq!(sizes(&usual), sizes(&load("meeting")), "the same seed, the same armies");
    let other = load("meeting@417");
    assert_eq!((other.id.as_str(), other.title.as_str()), ("meeting@417", "A Meeting Engagement 417"));
    assert_ne!(sizes(&usual), sizes(&other));
    assert_ne!(usual.print, other.print, "records tell them apart");
    assert_eq!(sizes(&load("meeting@1863")), sizes(&usual));
    let brigades = |side| usual.hqs.iter().filter(|hq| hq.side == side && hq.level == Level::Brigade).count();
    assert_eq!(brigades(Side::Union), brigades(Side::Confederate), "mirrored");
    let wagons = usual.units.iter().filter(|unit| unit.arm == Arm::Wagon).count();
    assert_eq!(wagons, brigades(Side::Union) + brigades(Side::Confederate), "one each (M-7)");
    assert!(usual.start.troops().iter().all(|troop| troop.whereabouts != Whereabouts::Table));
    assert_eq!(usual.objectives.len(), 3, "M-9");

    for (name, said) in [("meeting@soon", "is no seed"), ("herbst-woods@3", "no armies to be raised")] {
        let report = scenario(&Library::builtin(), name).map(drop).expect_err(name).to_string();
        assert!(report.contains(said), "{report}");
    }
}

#[test]
fn zones_are_a_foot_deep_and_a_die_says_who_places_first() {
    let _proof = proves(&["M-6", "M-17"]);
    let rules = load("meeting");
    let table = rules.table.field.table();
    let [union, confederate] = rules.deployment.expect("forces are placed by hand").zones;
    assert_eq!((union.low, union.high.y), (table.low, table.low.y + 12_000));
    assert_eq!((confederate.high, confederate.low.y), (table.high, table.high.y - 12_000));
    for (die, first) in [(1, Side::Union), (3, Side::Union), (4, Side::Confederate), (6, Side::Confederate)] {
        let mut dice = Scripted::new([die]);
        let state = rules.start(&mut dice, &mut Silent);
        // One side decides at a time.
        assert_eq!(rules.pending(&state), Pending::Decide(Sides::only(first)), "on a {die}");
    }
}
