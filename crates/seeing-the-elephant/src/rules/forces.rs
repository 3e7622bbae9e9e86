//! Random forces, weapons and morale (STE-RND, M-7, R-64, R-116).

use crate::model::options::{Options, Period, Sizing};
use crate::model::scale::Scale;
use crate::model::troops::{Grade, Weapon};
use crate::rules::{dice, tables};
use engine::{Chance, Side};

/// The army of one side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Army {
    /// Divisions, in order of seniority.
    pub divisions: Vec<Division>,
}

/// A division.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Division {
    /// Its brigades, in order of seniority.
    pub brigades: Vec<Brigade>,
    /// Its batteries: its own last, at brigade scale those of its brigades before it.
    pub guns: Vec<Battery>,
}

/// A brigade; at brigade scale it is one unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brigade {
    /// Whether it is mounted.
    pub cavalry: bool,
    /// Its regiments, in order of seniority; at brigade scale one for all.
    pub regiments: Vec<Regiment>,
    /// Its guns, at regimental scale.
    pub guns: Option<Battery>,
}

/// A regiment.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Regiment {
    /// How many stands.
    pub stands: u8,
    /// What it fires with.
    pub weapon: Weapon,
    /// How good it is.
    pub grade: Grade,
}

/// The guns of a headquarters: one type, one grade.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Battery {
    /// Horse artillery.
    pub horse: bool,
    /// How many gun stands.
    pub guns: u8,
    /// What they are.
    pub weapon: Weapon,
    /// How good their crews are.
    pub grade: Grade,
}

impl Battery {
    /// The units its guns form: pairs; an odd gun makes three of two, or stands alone (M-7).
    pub fn units(self) -> impl Iterator<Item = u8> {
        let pairs = (self.guns / 2).max(1);
        let odd = self.guns % 2;
        (0..pairs).map(move |pair| match self.guns {
            1 => 1,
            _ if pair + 1 == pairs => 2 + odd,
            _ => 2,
        })
    }
}

/// Whose army is raised, and by which rules.
#[derive(Copy, Clone, Debug)]
pub struct Terms<'a> {
    /// Whose.
    pub side: Side,
    /// What a unit is.
    pub scale: Scale,
    /// Sizes, year, period.
    pub options: &'a Options,
    /// How many brigades, where the other side's number counts for both (M-7).
    pub brigades: Option<u8>,
}

impl Terms<'_> {
    /// A die of T-RANDWEAP with what is taken off it, kept on the table.
    fn row(die: u8, off: u8) -> usize {
        usize::from(die.saturating_sub(off).min(9))
    }

    /// What is taken off the die in the weapon column (STE-RND-8, STE-RND-10).
    fn off_weapons(&self, guns: bool) -> u8 {
        let csa = guns && self.side == Side::Confederate && self.options.csa_artillery_type_roll;
        u8::from(self.options.battle_year < 1863) + u8::from(csa)
    }

    /// What is taken off the die in the morale column (STE-RND-9).
    fn off_morale(&self) -> u8 {
        match self.options.random_morale_period {
            Period::Early => 1,
            Period::Mid => u8::from(self.side == Side::Union),
            Period::Late => 0,
        }
    }

    /// The grade of a die.
    fn grade(&self, die: u8) -> Grade {
        tables::RANDOM[Terms::row(die, self.off_morale())].3
    }

    /// One die read across: weapon and grade (STE-RND-7).
    fn regiment(&self, cavalry: bool, stands: u8, chance: &mut dyn Chance) -> Regiment {
        let die = dice::d10(chance, "weapon and grade");
        self.regiment_by(die, cavalry, stands)
    }

    fn regiment_by(&self, die: u8, cavalry: bool, stands: u8) -> Regiment {
        let (foot, horse, ..) = tables::RANDOM[Terms::row(die, self.off_weapons(false))];
        Regiment { stands, weapon: if cavalry { horse } else { foot }, grade: self.grade(die) }
    }

    fn battery(&self, horse: bool, guns: u8, chance: &mut dyn Chance) -> Battery {
        let die = dice::d10(chance, "guns and grade");
        let weapon = tables::RANDOM[Terms::row(die, self.off_weapons(true))].2;
        Battery { horse, guns, weapon, grade: self.grade(die) }
    }

    /// How many stands a regiment has (STE-RND-3, STE-RND-4).
    fn stands(&self, cavalry: bool, chance: &mut dyn Chance) -> u8 {
        match (cavalry, self.options.infantry_size, self.options.cavalry_size) {
            (false, Sizing::Fixed, _) => 10,
            (false, Sizing::Dice, _) => {
                dice::average(chance, "size of a regiment") + dice::average(chance, "size of a regiment")
            }
            (true, _, Sizing::Fixed) => 12,
            (true, _, Sizing::Dice) => chance.d6("size of a regiment") + chance.d6("size of a regiment"),
        }
    }

    /// How many guns a brigade has (STE-RND-6).
    fn brigade_guns(&self, chance: &mut dyn Chance) -> u8 {
        match self.options.brigade_guns {
            Sizing::Fixed => 2,
            Sizing::Dice => chance.d6("guns of a brigade").div_ceil(2),
        }
    }

    /// Raises the army, with its dice in the order of R-116.
    pub fn raise(&self, chance: &mut dyn Chance) -> Army {
        // STE-RND-1
        let count = self.brigades.unwrap_or_else(|| dice::average(chance, "number of brigades"));
        let arms: Vec<bool> = (0..count).map(|_| dice::d10(chance, "arm of a brigade") == 9).collect();
        // STE-RND-2
        let sizes: Vec<u8> = arms.iter().map(|_| dice::average(chance, "regiments of a brigade")).collect();
        let mut brigades: Vec<(Brigade, Option<Battery>)> = Vec::new();
        for (&cavalry, &regiments) in arms.iter().zip(&sizes) {
            brigades.push(self.brigade(cavalry, regiments, chance));
        }
        let mut divisions = deal(brigades);
        // STE-RND-5: a die and one more for each division.
        let guns: Vec<u8> =
            divisions.iter().map(|_| dice::average(chance, "guns of a division") + 1).collect();
        for (division, guns) in divisions.iter_mut().zip(guns) {
            let horse = division.brigades.iter().all(|brigade| brigade.cavalry);
            division.guns.push(self.battery(horse, guns, chance));
        }
        Army { divisions }
    }

    /// A brigade, and at brigade scale the battery that its division gets for it.
    fn brigade(&self, cavalry: bool, regiments: u8, chance: &mut dyn Chance) -> (Brigade, Option<Battery>) {
        if self.scale.is_regimental() {
            let regiments = (0..regiments)
                .map(|_| {
                    let die = dice::d10(chance, "weapon and grade");
                    let stands = self.stands(cavalry, chance);
                    self.regiment_by(die, cavalry, stands)
                })
                .collect();
            let guns = self.brigade_guns(chance);
            let guns = Some(self.battery(cavalry, guns, chance));
            return (Brigade { cavalry, regiments, guns }, None);
        }
        // A fifth of its regiments' stands, rounded up, at least three (M-7).
        let stands: u8 = (0..regiments).map(|_| self.stands(cavalry, chance)).sum();
        let whole = self.regiment(cavalry, stands.div_ceil(5).max(3), chance);
        let guns = self.brigade_guns(chance);
        let battery = self.battery(cavalry, guns, chance);
        (Brigade { cavalry, regiments: vec![whole], guns: None }, Some(battery))
    }
}

/// Deals brigades to divisions of at most three, as evenly as possible, the larger first.
fn deal(brigades: Vec<(Brigade, Option<Battery>)>) -> Vec<Division> {
    let count = brigades.len();
    let divisions = count.div_ceil(3);
    let mut left = brigades.into_iter();
    (0..divisions)
        .map(|number| {
            let size = count / divisions + usize::from(number < count % divisions);
            let (brigades, guns): (Vec<_>, Vec<_>) = left.by_ref().take(size).unzip();
            Division { brigades, guns: guns.into_iter().flatten().collect() }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance::{Quick, Scripted};
    use engine::proof::proves;

    fn terms(options: &Options) -> Terms<'_> {
        Terms { side: Side::Union, scale: Scale::Regimental1, options, brigades: None }
    }

    /// Raises an army with these dice, every one of them used.
    fn raise(terms: Terms<'_>, dice: &[u32]) -> Army {
        let mut script = Scripted::new(dice.iter().copied());
        let army = terms.raise(&mut script);
        script.finish().expect("the dice fit");
        army
    }

    #[test]
    fn an_army_has_as_many_brigades_and_regiments_as_average_dice_say() {
        let _proof = proves(&["STE-RND-1", "STE-RND-2", "STE-RND-5", "STE-RND-6", "R-64", "R-116"]);
        let options = Options::default();
        // Four brigades; infantry all; 2, 2, 3, 2 regiments; a die a regiment, one a battery; two divisions.
        let dice = [4, 0, 0, 0, 0, 2, 2, 3, 2, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 3, 5, 5, 5];
        let army = raise(terms(&options), &dice);
        let brigades: Vec<usize> = army.divisions.iter().map(|division| division.brigades.len()).collect();
        assert_eq!(brigades, [2, 2]);
        let regiments: Vec<usize> =
            army.divisions.iter().flat_map(|d| &d.brigades).map(|b| b.regiments.len()).collect();
        assert_eq!(regiments, [2, 2, 3, 2]);
        // STE-RND-5: 3 + 1 and 5 + 1; STE-RND-6: two each.
        assert_eq!(army.divisions.iter().map(|d| d.guns[0].guns).collect::<Vec<_>>(), [4, 6]);
        assert!(
            army.divisions
                .iter()
                .flat_map(|d| &d.brigades)
                .all(|b| b.guns.is_some_and(|guns| guns.guns == 2))
        );
        assert!(army.divisions[0].brigades[0].regiments.iter().all(|regiment| regiment.stands == 10));
    }

    #[test]
    fn sizes_by_dice() {
        let _proof = proves(&["STE-RND-3", "STE-RND-4", "STE-RND-6", "R-116"]);
        let options = Options {
            infantry_size: Sizing::Dice,
            cavalry_size: Sizing::Dice,
            brigade_guns: Sizing::Dice,
            ..Options::default()
        };
        // Two brigades, the second of cavalry; two regiments each; a three on d3 is a five or six.
        let dice = [
            2, 0, 9, 2, 2, // brigades, arms, regiments
            4, 3, 5, 4, 3, 5, 6, 4, // foot: die and two average dice, twice; guns, battery
            4, 1, 1, 4, 6, 6, 1, 4, // horse: die and two dice, twice; guns, battery
            3, 4, // the division
        ];
        let army = raise(terms(&options), &dice);
        let [foot, horse] = &army.divisions[0].brigades[..] else { panic!("two brigades") };
        assert_eq!(foot.regiments.iter().map(|r| r.stands).collect::<Vec<_>>(), [8, 8]);
        assert_eq!(horse.regiments.iter().map(|r| r.stands).collect::<Vec<_>>(), [2, 12]);
        assert_eq!(
            (foot.guns.map(|g| (g.guns, g.horse)), horse.guns.map(|g| (g.guns, g.horse))),
            (Some((3, false)), Some((1, true)))
        );
        assert!(!army.divisions[0].guns[0].horse, "not all of its brigades are cavalry");
    }

    #[test]
    fn one_die_is_read_across_with_what_is_taken_off() {
        let _proof = proves(&["STE-RND-7", "STE-RND-8", "STE-RND-9", "STE-RND-10", "R-64"]);
        let late = Options { battle_year: 1864, ..Options::default() };
        let of = |options: &Options, side, cavalry, die| {
            let Regiment { weapon, grade, .. } =
                Terms { side, ..terms(options) }.regiment_by(die, cavalry, 1);
            (weapon, grade)
        };
        assert_eq!(of(&late, Side::Union, false, 9), (Weapon::BreechLoadingRifle, Grade::Elite));
        assert_eq!(of(&late, Side::Union, true, 2), (Weapon::Shotgun, Grade::Poor));
        let early = Options { battle_year: 1862, ..Options::default() };
        assert_eq!(
            of(&early, Side::Union, false, 3),
            (Weapon::Musket, Grade::Poor),
            "only the weapon is worse"
        );
        assert_eq!(
            of(&early, Side::Union, false, 0),
            (Weapon::Musket, Grade::Militia),
            "never below the table"
        );
        let mid = Options { random_morale_period: Period::Mid, ..Options::default() };
        assert_eq!(of(&mid, Side::Union, false, 4).1, Grade::Poor);
        assert_eq!(of(&mid, Side::Confederate, false, 4).1, Grade::Regular);
        let both = Options { random_morale_period: Period::Early, ..Options::default() };
        assert_eq!(of(&both, Side::Confederate, false, 4).1, Grade::Poor);
        let guns = |options: &Options, side, die| {
            let mut script = Scripted::new([die]);
            Terms { side, ..terms(options) }.battery(false, 2, &mut script).weapon
        };
        let worse = Options { csa_artillery_type_roll: true, ..Options::default() };
        assert_eq!(guns(&worse, Side::Confederate, 8), Weapon::SixPounderRifle);
        assert_eq!(guns(&worse, Side::Union, 8), Weapon::ThreeInchRifle);
        assert_eq!(guns(&late, Side::Confederate, 8), Weapon::ThreeInchRifle);
        assert_eq!(guns(&late, Side::Union, 6), Weapon::TwentyFourPounderHowitzer);
    }

    #[test]
    fn at_brigade_scale_a_brigade_is_one_unit_and_its_guns_are_the_divisions() {
        let _proof = proves(&["M-7", "R-116"]);
        let options = Options::default();
        let terms = Terms { scale: Scale::Brigade, brigades: Some(2), ..terms(&options) };
        let army = raise(terms, &[0, 0, 5, 2, 4, 4, 4, 4, 3, 4]);
        let [division] = &army.divisions[..] else { panic!("one division") };
        // Fifty stands make ten; twenty would make four.
        assert_eq!(division.brigades.iter().map(|b| b.regiments[0].stands).collect::<Vec<_>>(), [10, 4]);
        assert_eq!(division.guns.iter().map(|g| g.guns).collect::<Vec<_>>(), [2, 2, 4]);
    }

    #[test]
    fn guns_form_pairs() {
        let _proof = proves(&["M-7"]);
        let units = |guns| {
            let battery = Battery { horse: false, guns, weapon: Weapon::Napoleon, grade: Grade::Regular };
            battery.units().collect::<Vec<_>>()
        };
        assert_eq!(
            [1, 2, 3, 4, 5, 6].map(units),
            [vec![1], vec![2], vec![3], vec![2, 2], vec![2, 3], vec![2, 2, 2]]
        );
    }

    /// Dice that remember what each was for and how many faces it has.
    struct Asked(Quick, Vec<(&'static str, u32)>);

    impl Chance for Asked {
        fn draw(&mut self, outcomes: u32, purpose: &'static str) -> u32 {
            self.1.push((purpose, outcomes));
            self.0.draw(outcomes, purpose)
        }
    }

    /// The chart as printed: what is rolled, with which dice, and what it is without them.
    #[rustfmt::skip]
    const CHART: [[&str; 2]; 6] = [
        ["NUMBER OF BRIGADES PER SIDE",         "Roll 1 Average Die"],
        ["NUMBER OF REGIMENTS PER BRIGADE",     "Roll 1 Average Die/Brigade"],
        ["SIZE OF INFANTRY REGIMENTS",          "10 stands or 2 Average Dice"],
        ["SIZE OF CAVALRY REGIMENTS",           "12 stands or 2 Regular Dice"],
        ["NUMBER OF DIVISION ARTILLERY STANDS", "1 Average Die + 1 per Division"],
        ["NUMBER OF BRIGADE ARTILLERY STANDS",  "2 per Brigade or 1d3 per Brigade"],
    ];

    #[test]
    fn every_line_of_the_chart_is_rolled_as_it_says() {
        let _proof = proves(&["T-RANDFORCE"]);
        let ledger = include_str!("../../../../docs/rules/seeing-the-elephant.md");
        for [item, dice] in CHART {
            assert!(ledger.contains(&format!("\n{item},{dice}\n")), "{item}");
        }
        let dice = Options {
            infantry_size: Sizing::Dice,
            cavalry_size: Sizing::Dice,
            brigade_guns: Sizing::Dice,
            ..Options::default()
        };
        // How many dice of each kind an army takes, by what they are for.
        let fixed = Options::default();
        for (options, seed) in (0..20).flat_map(|seed| [(&fixed, seed), (&dice, seed)]) {
            let mut chance = Asked(Quick::new(seed), Vec::new());
            let army = terms(options).raise(&mut chance);
            let rolled = |purpose: &str| chance.1.iter().filter(|(asked, _)| *asked == purpose).count();
            let brigades: Vec<&Brigade> =
                army.divisions.iter().flat_map(|division| &division.brigades).collect();
            let regiments: usize = brigades.iter().map(|brigade| brigade.regiments.len()).sum();
            assert_eq!(rolled("number of brigades"), 1);
            assert_eq!(rolled("regiments of a brigade"), brigades.len());
            assert_eq!(rolled("guns of a division"), army.divisions.len());
            let by_dice = options.infantry_size == Sizing::Dice;
            assert_eq!(rolled("size of a regiment"), if by_dice { 2 * regiments } else { 0 });
            assert_eq!(rolled("guns of a brigade"), if by_dice { brigades.len() } else { 0 });
            for division in &army.divisions {
                assert!(
                    division.guns.last().is_some_and(|guns| (3..=6).contains(&guns.guns)),
                    "2 to 5, and one"
                );
            }
            for brigade in brigades {
                let sizes = brigade.regiments.iter().map(|regiment| regiment.stands);
                let fits = |stands: u8| match (by_dice, brigade.cavalry) {
                    (false, false) => stands == 10,
                    (false, true) => stands == 12,
                    (true, false) => (4..=10).contains(&stands),
                    (true, true) => (2..=12).contains(&stands),
                };
                assert!(sizes.into_iter().all(fits));
                let guns = brigade.guns.map_or(0, |guns| guns.guns);
                assert!(if by_dice { (1..=3).contains(&guns) } else { guns == 2 });
            }
        }
    }

    #[test]
    fn every_modifier_is_taken_off_as_printed() {
        let _proof = proves(&["T-RANDMOD"]);
        let options = |year, period, csa| Options {
            battle_year: year,
            random_morale_period: period,
            csa_artillery_type_roll: csa,
            ..Options::default()
        };
        // What is taken off for small arms, guns and morale, of the Union and of the Confederates.
        #[rustfmt::skip]
        let chart = [
            // case                                      weapons  guns    morale
            (options(1862, Period::Late, false),         [1, 1],  [1, 1], [0, 0]), // weapons roll for pre-1863 battles
            (options(1863, Period::Early, false),        [0, 0],  [0, 0], [1, 1]), // optional morale: early war
            (options(1863, Period::Mid, false),          [0, 0],  [0, 0], [1, 0]), // optional morale: mid-war
            (options(1863, Period::Late, false),         [0, 0],  [0, 0], [0, 0]), // optional morale: late war
            (options(1863, Period::Late, true),          [0, 0],  [0, 1], [0, 0]), // optional CSA artillery type roll
            (options(1861, Period::Early, true),         [1, 1],  [1, 2], [1, 1]), // all together
        ];
        for (options, weapons, guns, morale) in &chart {
            for side in Side::BOTH {
                let terms = Terms { side, ..terms(options) };
                let off = (terms.off_weapons(false), terms.off_weapons(true), terms.off_morale());
                assert_eq!(
                    off,
                    (weapons[side.index()], guns[side.index()], morale[side.index()]),
                    "{options:?}"
                );
            }
        }
    }
}
