//! Numbers of stands and Generals from men, guns, quality and ability (sections 6.2 to 6.5): pure functions, which a
//! scenario may overrule number by number.

use crate::model::numbers::{Discipline, Fire, Ratings, Strength};
use armies::{Ability, Arm, Quality, Rank, Unit, Weapon};

/// Men to a circle of Troop Strength (section 6.2).
pub const MEN_A_CIRCLE: u16 = 92;

/// A regiment or battery as it is printed: Fire, Discipline, circles of each of its stands (RRF-TRP-1, RRF-CAV-1).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Troop {
    /// The Fire number of the stand that fires: infantry, dismounted cavalry, guns.
    pub fire: Fire,
    /// Its Discipline; a cavalry regiment has the same mounted and on foot.
    pub discipline: Discipline,
    /// Circles of infantry, of dismounted cavalry, 1 for a battery.
    pub strength: Strength,
    /// Circles of the mounted stand; none but for cavalry.
    pub mounted: Strength,
    /// Circles of the horse holders; none but for cavalry.
    pub holders: Strength,
}

/// Circles of so many men.
#[must_use]
pub const fn strength(men: u16) -> Strength {
    let circles = men / MEN_A_CIRCLE;
    Strength(if circles < 1 {
        1
    } else if circles > 255 {
        255
    } else {
        circles as u8
    })
}

/// Circles of the horse holders of a regiment that has so many on foot.
#[must_use]
pub const fn holders(dismounted: Strength) -> Strength {
    Strength(if dismounted.0 < 3 { 1 } else { dismounted.0 / 3 })
}

/// The Discipline of a quality from 5 to 1 (section 6.3): 10 for the best, 6 for emergency militia.
#[must_use]
pub fn discipline(arm: Arm, quality: Quality) -> Discipline {
    Discipline(match arm {
        Arm::Artillery => 8,
        Arm::HorseArtillery => 9,
        Arm::Infantry | Arm::Cavalry => quality.get() + 5,
    })
}

/// The Fire number of a regiment of infantry (section 6.4).
#[must_use]
pub fn infantry_fire(elite: bool, strength: Strength, smoothbores: bool) -> Fire {
    let better = u8::from(elite) + u8::from(strength.0 >= 6);
    let worse = u8::from(strength.0 == 1) + u8::from(smoothbores);
    Fire((8 + worse - better).clamp(6, 10))
}

/// The Fire number of a battery of so many guns.
#[must_use]
pub const fn battery_fire(guns: u16) -> Fire {
    Fire(match guns {
        6.. => 7,
        4 | 5 => 8,
        _ => 9,
    })
}

/// The numbers of a regiment or battery of an order of battle. Sharpshooters fire like elite troops.
#[must_use]
pub fn troop(unit: &Unit) -> Troop {
    let discipline = discipline(unit.arm, unit.quality);
    let circles = strength(unit.men);
    let none = Strength(0);
    match unit.arm {
        Arm::Artillery | Arm::HorseArtillery => Troop {
            fire: battery_fire(unit.gun_count()),
            discipline,
            strength: Strength(1),
            mounted: none,
            holders: none,
        },
        Arm::Cavalry => Troop {
            fire: Fire(if unit.weapon == Some(Weapon::Repeater) { 8 } else { 9 }),
            discipline,
            strength: circles,
            mounted: circles,
            holders: holders(circles),
        },
        Arm::Infantry => {
            let elite = unit.quality.get() == 5 || unit.name.contains("Sharpshooters");
            let smoothbores = matches!(unit.weapon, Some(Weapon::Musket | Weapon::Shotgun | Weapon::Pistol));
            let fire = infantry_fire(elite, circles, smoothbores);
            Troop { fire, discipline, strength: circles, mounted: none, holders: none }
        }
    }
}

/// How good a General is (section 6.5).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Grade {
    /// +1 Command, +1 Leadership, +1 Heroism.
    A,
    /// +1 Leadership.
    B,
    /// As his rank.
    C,
    /// −1 Command, −1 Leadership.
    D,
}

impl Grade {
    /// The grade of an ability from 6 to 1, for whom [`NAMED`] does not name.
    #[must_use]
    pub fn of(ability: Ability) -> Grade {
        match ability.get() {
            6.. => Grade::A,
            5 => Grade::B,
            3 | 4 => Grade::C,
            _ => Grade::D,
        }
    }
}

/// Generals whose grade section 6.5 names, as the orders of battle call them, and whether they lead from the front.
pub const NAMED: [(&str, Grade, bool); 43] = [
    ("Robert E. Lee", Grade::A, false),
    ("George G. Meade", Grade::B, false),
    ("John F. Reynolds", Grade::A, false),
    ("John Buford", Grade::A, false),
    ("James Longstreet", Grade::A, false),
    ("Winfield S. Hancock", Grade::A, true),
    ("Ambrose P. Hill", Grade::C, false),
    ("Daniel E. Sickles", Grade::C, false),
    ("Richard S. Ewell", Grade::C, false),
    ("Henry W. Slocum", Grade::C, false),
    ("John B. Hood", Grade::A, true),
    ("George E. Pickett", Grade::C, false),
    ("Lafayette McLaws", Grade::B, false),
    ("Henry Heth", Grade::C, false),
    ("Edward Johnson", Grade::B, false),
    ("Robert E. Rodes", Grade::B, false),
    ("John Gibbon", Grade::B, false),
    ("David B. Birney", Grade::C, false),
    ("James S. Wadsworth", Grade::B, false),
    ("John W. Geary", Grade::C, false),
    ("Solomon Meredith", Grade::C, false),
    ("Lysander Cutler", Grade::C, false),
    ("William Gamble", Grade::B, false),
    ("Thomas C. Devin", Grade::B, false),
    ("Joseph R. Davis", Grade::D, false),
    ("James J. Archer", Grade::B, false),
    ("J. H. Hobart Ward", Grade::C, false),
    ("Jerome B. Robertson", Grade::C, false),
    ("Evander M. Law", Grade::B, false),
    ("Henry L. Benning", Grade::B, false),
    ("George S. Greene", Grade::A, false),
    ("John M. Jones", Grade::C, false),
    // He leads the brigade of Nicholls.
    ("Jesse M. Williams", Grade::C, false),
    ("George H. Steuart", Grade::C, false),
    ("Alexander S. Webb", Grade::B, true),
    ("Norman J. Hall", Grade::B, false),
    ("William Harrow", Grade::C, false),
    ("Richard B. Garnett", Grade::B, true),
    ("James L. Kemper", Grade::B, true),
    ("Lewis A. Armistead", Grade::A, true),
    ("Charles K. Graham", Grade::B, false),
    ("William Barksdale", Grade::A, true),
    ("Junius Daniel", Grade::B, false),
];

/// What kind of post a General holds, for its base ratings.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Post {
    /// A battalion of artillery.
    Battalion,
    /// A brigade.
    Brigade,
    /// A division.
    Division,
    /// A corps.
    Corps,
    /// An army.
    Army,
}

/// The ratings of a post, by the grade of who holds it; `front` if he leads from the front.
#[must_use]
pub fn general(post: Post, grade: Grade, front: bool) -> Ratings {
    let (command, leadership, heroism) = match post {
        Post::Army => (4u8, 7u8, 0u8),
        Post::Corps => (3, 6, 0),
        Post::Division => (3, 5, 0),
        Post::Brigade => (2, 4, 1),
        Post::Battalion => (2, 3, 0),
    };
    let front = u8::from(front);
    match grade {
        Grade::A => Ratings::new((command + 1).min(4), leadership + 1, heroism + 1 + front),
        Grade::B => Ratings::new(command, leadership + 1, heroism + front),
        Grade::C => Ratings::new(command, leadership, heroism + front),
        Grade::D => Ratings::new((command - 1).max(1), (leadership - 1).max(2), heroism + front),
    }
}

/// The ratings of who commands a formation of an order of battle.
#[must_use]
pub fn commander(rank: Rank, guns_alone: bool, name: &str, ability: Ability) -> Ratings {
    let post = match rank {
        Rank::Army => Post::Army,
        Rank::Corps => Post::Corps,
        Rank::Division => Post::Division,
        Rank::Brigade if guns_alone => Post::Battalion,
        Rank::Brigade => Post::Brigade,
    };
    let named = NAMED.iter().find(|(known, ..)| *known == name);
    let (grade, front) = named.map_or((Grade::of(ability), false), |(_, grade, front)| (*grade, *front));
    general(post, grade, front)
}

/// Strength of a campaign's brigade stand: a third of the circles of its regiments (section 6.2). Cavalry counts each
/// kind of stand by itself.
#[must_use]
pub const fn campaign_strength(circles: u16) -> u16 {
    circles / 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use armies::OrderOfBattle;
    use engine::proof::proves;
    use faults::Source;

    fn battle() -> OrderOfBattle {
        let text = include_str!("../../../../scenarios/armies/gettysburg-three-days.toml");
        OrderOfBattle::read(&Source::new("gettysburg-three-days.toml", text)).unwrap()
    }

    fn numbers(battle: &OrderOfBattle, id: &str) -> (u8, u8, u8) {
        let troop = troop(&battle[battle.unit(id).unwrap_or_else(|| panic!("{id}"))]);
        (troop.fire.0, troop.discipline.0, troop.strength.0)
    }

    fn ratings(battle: &OrderOfBattle, id: &str) -> (u8, u8, u8) {
        let formation = &battle[battle.formation(id).unwrap_or_else(|| panic!("{id}"))];
        let leader = &formation.command.commander;
        let guns = armies::derive::is_artillery(battle, battle.formation(id).unwrap());
        let Ratings { command, leadership, heroism } =
            commander(formation.rank, guns, &leader.name, leader.ability);
        (command.0, leadership.0, heroism.0)
    }

    #[test]
    fn strengths_are_those_that_the_document_prints() {
        let battle = battle();
        // The 43rd North Carolina; Devin's three regiments, whose sum makes the 3 of the campaign.
        assert_eq!(numbers(&battle, "cs-43nc").2, 6);
        let devin = ["us-6ny-cav", "us-9ny-cav", "us-17pa-cav"].map(|id| numbers(&battle, id).2);
        assert_eq!(devin, [2, 3, 5]);
        assert_eq!(campaign_strength(devin.iter().map(|circles| u16::from(*circles)).sum()), 3);
        assert_eq!((strength(91), strength(92), strength(184)), (Strength(1), Strength(1), Strength(2)));
        assert_eq!([1, 2, 3, 5, 6].map(|foot| holders(Strength(foot)).0), [1, 1, 1, 1, 2]);
    }

    #[test]
    fn every_regiment_is_one_stand_and_a_brigade_has_its_general() {
        let _proof = proves(&["RRF-TRP-1"]);
        let battle = battle();
        let meredith = battle.formation("us-meredith").unwrap();
        let stands: Vec<Troop> = battle.own_units(meredith).map(|unit| troop(&battle[unit])).collect();
        assert_eq!(stands.len(), 5);
        assert!(
            stands.iter().all(|stand| stand.discipline == Discipline(10) && stand.mounted == Strength(0))
        );
        assert_eq!(numbers(&battle, "us-24mi"), (7, 10, 5));
        assert_eq!(numbers(&battle, "us-2me-bty"), (7, 8, 1));
        assert_eq!(ratings(&battle, "us-meredith"), (2, 4, 1));
    }

    #[test]
    fn fire_goes_by_skill_size_and_arms() {
        let fire = |elite, circles, smoothbores| infantry_fire(elite, Strength(circles), smoothbores).0;
        assert_eq!((fire(false, 5, false), fire(false, 6, false), fire(true, 6, false)), (8, 7, 6));
        assert_eq!((fire(false, 1, false), fire(false, 1, true), fire(true, 3, false)), (9, 10, 7));
        assert_eq!([6, 5, 4, 3, 2].map(|guns| battery_fire(guns).0), [7, 8, 8, 9, 9]);
    }

    #[test]
    fn generals_whom_the_ledger_names_go_before_their_ability() {
        let battle = battle();
        assert_eq!(ratings(&battle, "us-1c-1d"), (3, 6, 0), "Wadsworth, B");
        assert_eq!(ratings(&battle, "cs-heth"), (3, 5, 0), "Heth, C");
        assert_eq!(ratings(&battle, "cs-davis"), (1, 3, 1), "Davis, D");
        assert_eq!(ratings(&battle, "cs-archer"), (2, 5, 1), "Archer, B, though his ability says C");
        assert_eq!(ratings(&battle, "us-1c"), (4, 7, 1), "Reynolds, A");
        assert_eq!(general(Post::Army, Grade::A, false), Ratings::new(4, 8, 1), "four arrows, no more");
        assert_eq!(general(Post::Brigade, Grade::A, true), Ratings::new(3, 5, 3));
        let named: Vec<&str> = NAMED.iter().map(|(name, ..)| *name).collect();
        let known = |name: &&str| battle.formations().any(|f| battle[f].command.commander.name == **name);
        let strangers: Vec<&&str> = named.iter().filter(|name| !known(name)).collect();
        assert!(strangers.is_empty(), "{strangers:?}");
    }
}
