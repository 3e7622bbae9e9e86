//! The order of battle of 1 July 1863 and its arrivals, against the figures that their sources give.

use armies::arrivals::{Arrivals, Edge, Entrance, Officer};
use armies::{Arm, Force, Gun, GunClass, OrderOfBattle, Rank, Side, Troops, steps};
use faults::Source;

fn battle() -> OrderOfBattle {
    let source = Source::new(
        "scenarios/armies/gettysburg-july-1.toml",
        include_str!("../../../scenarios/armies/gettysburg-july-1.toml"),
    );
    OrderOfBattle::read(&source).unwrap_or_else(|faults| panic!("{faults}"))
}

fn arrivals(battle: &OrderOfBattle) -> Arrivals {
    let source = Source::new(
        "scenarios/armies/gettysburg-july-1-arrivals.toml",
        include_str!("../../../scenarios/armies/gettysburg-july-1-arrivals.toml"),
    );
    Arrivals::read(&source, battle).unwrap_or_else(|faults| panic!("{faults}"))
}

fn force<'a>(battle: &'a OrderOfBattle, id: &str) -> Force<'a> {
    battle.force(battle.find(id).unwrap_or_else(|| panic!("no {id}")))
}

#[test]
fn the_file_has_both_armies_with_all_their_brigades_and_guns() {
    let battle = battle();
    assert_eq!((battle.battle(), battle.date().to_string().as_str()), ("Gettysburg", "1863-07-01"));
    assert_eq!(
        battle.armies().map(|army| battle[army].side).collect::<Vec<_>>(),
        [Side::Union, Side::Confederate]
    );
    let brigades = battle.formations().filter(|&formation| battle[formation].rank == Rank::Brigade);
    assert_eq!(brigades.count(), 40);
    let batteries = battle.units().filter(|&unit| battle[unit].arm.is_artillery());
    assert_eq!((battle.units().len(), batteries.count()), (138 + 36, 36));
}

#[test]
fn both_sides_have_the_totals_of_the_file_header() {
    let battle = battle();
    let totals = |side| {
        let force = battle.side(side);
        (force.men(), force.engaged().men(), force.guns())
    };
    assert_eq!(totals(Side::Union), (21_856, 21_204, 60));
    assert_eq!(totals(Side::Confederate), (28_146, 26_547, 99));
}

#[test]
fn guns_are_counted_by_type_and_class() {
    let battle = battle();
    let mcintosh = force(&battle, "cs-mcintosh-art");
    assert_eq!(mcintosh.guns(), 16);
    assert_eq!(mcintosh.guns_of(Gun::Whitworth), 2);
    assert_eq!(mcintosh.guns_of(Gun::Napoleon), 6);
    assert_eq!(mcintosh.guns_of_class(GunClass::Smoothbore), 6);
    assert_eq!(mcintosh.guns_of_class(GunClass::Rifle), 8);
    assert_eq!(mcintosh.guns_of_class(GunClass::LongRangeRifle), 2);
}

#[test]
fn the_chain_of_command_leads_from_a_regiment_to_its_army() {
    let battle = battle();
    let wisconsin = battle.unit("us-6wi").unwrap();
    let over: Vec<&str> =
        battle.superiors(wisconsin).map(|formation| battle[formation].id.as_str()).collect();
    assert_eq!(over, ["us-meredith", "us-1c-1d", "us-1c", "us"]);
    let corps = battle.formation_of_rank(wisconsin, Rank::Corps).unwrap();
    assert_eq!(battle[corps].name, "I Corps");
    assert!(battle.belongs_to(wisconsin, corps));
    assert!(!battle.belongs_to(battle.unit("cs-26nc").unwrap(), corps));
    let divisions: Vec<&str> =
        battle.children(corps).map(|formation| battle[formation].id.as_str()).collect();
    assert_eq!(divisions, ["us-1c-1d", "us-1c-2d", "us-1c-3d", "us-1c-art"]);
    assert_eq!(battle.descendants(corps).len(), 4 + 7);
    assert_eq!(battle.unit("us-meredith"), None);
    assert_eq!(battle.formation("us-6wi"), None);
}

#[test]
fn successors_follow_in_order_and_then_the_unknown() {
    let battle = battle();
    let wisconsin = &battle[battle.unit("us-2wi").unwrap()];
    let command = wisconsin.command.as_ref().unwrap();
    let names: Vec<String> = command.in_order().map(ToString::to_string).collect();
    assert_eq!(
        names,
        [
            "Col. Lucius Fairchild",
            "Lt. Col. George H. Stevens",
            "Maj. John Mansfield",
            "Capt. George H. Otis"
        ]
    );
    assert_eq!((0..5).map(|gone| wisconsin.ability(gone).get()).collect::<Vec<_>>(), [5, 4, 4, 3, 2]);
    let corps = &battle[battle.formation("us-1c").unwrap()];
    assert_eq!((0..3).map(|gone| corps.ability(gone).get()).collect::<Vec<_>>(), [6, 4, 3]);
}

#[test]
fn dismounted_cavalry_leaves_one_man_in_four_with_the_horses() {
    let battle = battle();
    assert_eq!(battle[battle.unit("us-8il-cav").unwrap()].men_dismounted(), 353);
    assert_eq!(battle[battle.unit("us-6wi").unwrap()].men_dismounted(), 344);
    assert_eq!(battle[battle.unit("us-2us-a").unwrap()].arm, Arm::HorseArtillery);
}

/// brigade | men | strength points of 100 | stands of 30 | of 60 | of 150 | circles of 200 | quality | commander
///
/// Engaged men only. Stands of 30 and 60 are sums of rounded regiments, the others are rounded a brigade.
const SCALES: &str = "
us-meredith       | 1814 | 18 | 60 | 30 | 12 |  9 | 5.0 | 4
us-cutler         | 1566 | 16 | 52 | 25 | 10 |  8 | 3.6 | 4
us-paul           | 1534 | 15 | 51 | 26 | 10 |  8 | 3.6 | 4
us-baxter         | 1447 | 14 | 49 | 23 | 10 |  7 | 4.0 | 5
us-biddle         | 1353 | 14 | 46 | 23 |  9 |  7 | 3.2 | 4
us-stone          | 1315 | 13 | 44 | 23 |  9 |  7 | 3.6 | 5
us-gilsa          |  916 |  9 | 31 | 15 |  6 |  5 | 2.0 | 3
us-ames           | 1333 | 13 | 44 | 22 |  9 |  7 | 2.7 | 4
us-coster         | 1212 | 12 | 40 | 21 |  8 |  6 | 2.7 | 3
us-smith-o        | 1638 | 16 | 54 | 27 | 11 |  8 | 3.2 | 4
us-schimmelfennig | 1680 | 17 | 56 | 28 | 11 |  8 | 3.2 | 3
us-krzyzanowski   | 1419 | 14 | 47 | 22 |  9 |  7 | 3.2 | 3
us-gamble         | 1596 | 16 | 53 | 27 | 11 |  8 | 4.3 | 5
us-devin          | 1108 | 11 | 36 | 19 |  7 |  6 | 3.5 | 5
cs-pettigrew      | 2577 | 26 | 86 | 42 | 17 | 13 | 3.6 | 4
cs-brockenbrough  |  967 | 10 | 32 | 15 |  6 |  5 | 2.8 | 2
cs-archer         | 1193 | 12 | 38 | 20 |  8 |  6 | 4.6 | 4
cs-davis          | 1707 | 17 | 56 | 29 | 11 |  9 | 3.3 | 2
cs-perrin         | 1512 | 15 | 50 | 24 | 10 |  8 | 4.7 | 5
cs-lane           | 1730 | 17 | 59 | 29 | 12 |  9 | 4.0 | 4
cs-thomas         | 1322 | 13 | 44 | 23 |  9 |  7 | 4.0 | 4
cs-scales         | 1347 | 13 | 45 | 22 |  9 |  7 | 4.0 | 4
cs-daniel         | 2157 | 22 | 72 | 37 | 14 | 11 | 3.5 | 5
cs-doles          | 1319 | 13 | 44 | 22 |  9 |  7 | 4.5 | 5
cs-iverson        | 1380 | 14 | 46 | 23 |  9 |  7 | 4.0 | 1
cs-ramseur        | 1023 | 10 | 34 | 17 |  7 |  5 | 4.7 | 6
cs-oneal          | 1685 | 17 | 58 | 27 | 11 |  8 | 3.8 | 2
cs-hays           | 1292 | 13 | 44 | 22 |  9 |  6 | 4.8 | 5
cs-smith          |  802 |  8 | 26 | 13 |  5 |  4 | 4.0 | 2
cs-avery          | 1242 | 12 | 42 | 20 |  8 |  6 | 4.0 | 4
cs-gordon         | 1807 | 18 | 59 | 30 | 12 |  9 | 4.5 | 6
";

#[test]
fn four_scales_come_from_the_same_men() {
    let battle = battle();
    for row in SCALES.trim().lines() {
        let id = row.split('|').next().unwrap().trim();
        let brigade = force(&battle, id).engaged();
        let rounded_regiments = |men_per_step| -> u32 {
            brigade.units().iter().map(|&unit| steps(battle[unit].men.into(), men_per_step)).sum()
        };
        let tenths = brigade.quality().unwrap().tenths();
        let made = format!(
            "{id:<17} | {:>4} | {:>2} | {:>2} | {:>2} | {:>2} | {:>2} | {}.{} | {}",
            brigade.men(),
            brigade.steps(100),
            rounded_regiments(30),
            rounded_regiments(60),
            brigade.steps(150),
            brigade.steps(200),
            tenths / 10,
            tenths % 10,
            battle[battle.formation(id).unwrap()].ability(0),
        );
        assert_eq!(made, row);
        let shared: u32 = brigade.steps_by_unit(100).iter().map(|&(_, steps)| steps).sum();
        assert_eq!(shared, brigade.steps(100), "{id}: regiments share what the brigade has");
    }
    assert_eq!(SCALES.trim().lines().count(), 31);
}

#[test]
fn every_brigade_arrives_by_a_road_or_is_there() {
    let battle = battle();
    let arrivals = arrivals(&battle);
    assert_eq!((arrivals.start.to_string(), arrivals.end.to_string()), ("07:30".into(), "17:30".into()));
    assert_eq!(arrivals.entry_points.len(), 15);
    assert_eq!(arrivals.events.len(), 15);
    for unit in battle.units().filter(|&unit| battle[unit].engaged) {
        assert!(arrivals.of(&battle, unit).is_some(), "{}", battle[unit].id);
    }
    let of = |id: &str| arrivals.of(&battle, battle.unit(id).unwrap()).unwrap();
    let archer = of("cs-7tn");
    assert_eq!(archer.troops, Troops::Formation(battle.formation("cs-archer").unwrap()));
    assert_eq!(archer.time.turn(arrivals.start, 60), Some(2));
    let Entrance::ByRoad { entry, deployed } = archer.entrance else { panic!("Archer marched in") };
    assert_eq!((arrivals[entry].id.as_str(), arrivals[entry].edge), ("chambersburg-pike", Edge::West));
    assert_eq!(deployed.map(|clock| clock.to_string()).as_deref(), Some("09:00"));
    assert!(matches!(of("us-8il-cav").entrance, Entrance::OnMap { .. }));
    // The 7th Indiana comes by itself, after its brigade.
    assert_eq!(of("us-7in").time.to_string(), "16:40");
    assert_eq!(of("us-76ny").time.to_string(), "09:30");
}

#[test]
fn commanders_arrive_from_the_list_or_from_elsewhere() {
    let battle = battle();
    let arrivals = arrivals(&battle);
    let arrival = |name: &str| {
        arrivals.commanders.iter().find(|arrival| arrival.commander(&battle).name == name).unwrap()
    };
    assert_eq!(arrival("Abner Doubleday").officer, Officer::Listed(1));
    assert_eq!(arrival("John F. Reynolds").officer, Officer::Listed(0));
    assert!(matches!(arrival("Winfield S. Hancock").officer, Officer::Sent(_)));
    assert_eq!(arrival("Winfield S. Hancock").commander(&battle).ability.get(), 6);
}
