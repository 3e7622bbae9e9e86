//! The printed tables, laid out as on the cards.

use crate::model::troops::{Grade, Weapon};
use serde::{Deserialize, Serialize};

/// The upper bounds of the range bands in yards (T-FACTOR); the last band is all beyond.
const BANDS: [i32; 8] = [100, 200, 300, 400, 500, 600, 900, 1_800];

/// How far a weapon reaches in yards, and what a stand is worth in each band, in half factors (T-FACTOR, R-04). A
/// printed factor beyond the reach is dead (R-03).
#[rustfmt::skip]
const FACTORS: [(i32, [u8; 9]); 21] = [
    //          100 200 300 400 500 600 900 1800 over
    (    50, [   4,  0,  0,  0,  0,  0,  0,  0,  0]), // PISTOL
    (    50, [   8,  0,  0,  0,  0,  0,  0,  0,  0]), // SHOTGUN
    (   300, [   6,  4,  2,  1,  0,  0,  0,  0,  0]), // M/L CARBINE
    (   300, [   8,  6,  4,  2,  0,  0,  0,  0,  0]), // B/L CARBINE
    (   300, [   6,  2,  1,  0,  0,  0,  0,  0,  0]), // MUSKET
    (   600, [   6,  4,  2,  2,  1,  1,  0,  0,  0]), // RIFLE-MUSKET
    (   600, [   8,  6,  4,  2,  2,  1,  0,  0,  0]), // B/L RIFLE
    (   600, [  10,  8,  6,  4,  2,  0,  0,  0,  0]), // REPEATERS
    ( 1_500, [  12,  8,  4,  2,  2,  2,  1,  1,  0]), // 6lb S/BORE
    ( 1_700, [  24, 18, 12,  6,  2,  2,  2,  1,  0]), // 12lb NAPOLEON
    ( 1_100, [  28, 20, 12,  6,  2,  2,  2,  1,  0]), // 12lb HOWITZER
    ( 1_300, [  30, 22, 14,  6,  2,  2,  2,  1,  0]), // 24lb HOWITZER
    ( 1_700, [  32, 24, 16,  8,  4,  4,  4,  2,  0]), // 32lb HOWITZER
    ( 1_700, [  10,  8,  6,  4,  2,  2,  2,  1,  0]), // 6lb RIFLE
    ( 5_600, [   4,  4,  4,  4,  4,  4,  4,  4,  4]), // WHITWORTH
    ( 3_600, [  14, 12, 10,  8,  6,  4,  4,  2,  1]), // 3" or 10lb RIFLE
    ( 4_000, [  16, 14, 12, 10,  8,  6,  4,  2,  2]), // 20lb RIFLE
    ( 4_400, [  18, 16, 14, 12, 10,  8,  6,  4,  2]), // 30lb RIFLE
    ( 2_300, [  24, 22, 20, 14,  8,  8,  6,  4,  2]), // SIEGE HOW.
    ( 2_700, [  16, 16, 14, 14, 12, 12,  8,  4,  2]), // GUNBOAT
    ( 1_200, [  28, 22, 16, 10,  8,  6,  4,  2,  0]), // GATLING GUN
];

/// How far a weapon reaches, in yards (STE-FIRE-11); a lance nowhere.
#[must_use]
pub fn reach(weapon: Weapon) -> i32 {
    FACTORS.get(weapon as usize).map_or(0, |row| row.0)
}

/// The range bands of a weapon as far as it reaches: up to how many yards a stand is worth how much, in half factors.
/// Neighbours of the same worth are one.
#[must_use]
pub fn bands(weapon: Weapon) -> Vec<(i32, u16)> {
    let Some((reach, factors)) = FACTORS.get(weapon as usize) else { return Vec::new() };
    let mut bands: Vec<(i32, u16)> = Vec::new();
    for (bound, &factor) in BANDS.into_iter().chain([i32::MAX]).zip(factors) {
        let (bound, factor) = (bound.min(*reach), u16::from(factor));
        match bands.last_mut() {
            Some(last) if last.0 >= bound || factor == 0 => break,
            Some(last) if last.1 == factor => last.0 = bound,
            _ => bands.push((bound, factor)),
        }
    }
    bands
}

/// What a stand is worth at a range, in half factors (STE-FIRE-9). The range is in mils, of which `mils` are a yard; a
/// band holds its upper bound.
#[must_use]
pub fn half_factors(weapon: Weapon, range: i32, mils: i32) -> u16 {
    let Some((reach, factors)) = FACTORS.get(weapon as usize) else { return 0 };
    if range > reach * mils {
        return 0;
    }
    let band = BANDS.iter().position(|bound| range <= bound * mils).unwrap_or(BANDS.len());
    factors[band].into()
}

/// What a shot does (STE-FIRE-13).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// Nothing.
    None,
    /// One marker.
    Panic,
    /// So many hits, each with a marker.
    Hits(u8),
}

/// The least totals of the columns of the fire table, in factors.
pub const FIRE_COLUMNS: [u16; 10] = [0, 3, 6, 10, 15, 21, 28, 36, 45, 55];

/// The fire table by die and column (T-FIRE): 0 is nothing, 9 a marker, else hits.
#[rustfmt::skip]
const FIRE: [[u8; 10]; 10] = [
    // 0+ 3+ 6+ 10 15 21 28 36 45 55
    [  0, 0, 0, 0, P, P, P, 1, 1, 1],
    [  0, 0, 0, 0, P, 1, 1, 1, 1, 1],
    [  0, 0, 0, P, P, 1, 1, 1, 1, 2],
    [  0, 0, 0, P, P, 1, 1, 1, 1, 2],
    [  0, 0, 0, P, 1, 1, 1, 1, 2, 2],
    [  0, 0, P, 1, 1, 1, 1, 2, 2, 2],
    [  0, 0, P, 1, 1, 1, 1, 2, 2, 2],
    [  0, P, P, 1, 1, 1, 2, 2, 2, 3],
    [  P, P, 1, 1, 1, 2, 2, 2, 3, 3],
    [  P, 1, 1, 1, 2, 2, 2, 3, 3, 4],
];
/// A marker in [`FIRE`].
const P: u8 = 9;

/// The column of a total, given in half factors (STE-FIRE-12, R-04).
#[must_use]
pub fn fire_column(half_factors: u16) -> i8 {
    FIRE_COLUMNS.iter().rposition(|least| 2 * least <= half_factors).unwrap_or(0) as i8
}

/// What a die does in a column, which is kept on the table (STE-FIRE-12, R-05).
#[must_use]
pub fn fire_effect(column: i8, die: u8) -> Effect {
    match FIRE[usize::from(die.min(9))][column.clamp(0, 9) as usize] {
        0 => Effect::None,
        P => Effect::Panic,
        hits => Effect::Hits(hits),
    }
}

/// What happens to one side of a combat (STE-CBT-13 to STE-CBT-18).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    /// Nothing.
    Unhurt,
    /// It retreats and gets a marker.
    Retreat,
    /// It loses so many stands, and as many markers come.
    Killed(u8),
    /// So many stands are captured, as many markers come, and it retreats.
    Captured(u8),
}

/// What comes of one die in combat (T-COMBAT).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// What happens to the attacker, and to the defender.
    Both(Fate, Fate),
    /// They stay locked (STE-CBT-17).
    Engaged,
    /// The attacker retreats with a marker (STE-CBT-18).
    Repulse,
}

/// The odds of the columns of the combat table, attacker to defender (R-38, R-39).
pub const ODDS: [(u16, u16); 10] =
    [(1, 3), (1, 2), (2, 3), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (6, 1), (8, 1)];

const N: Fate = Fate::Unhurt;
const RT: Fate = Fate::Retreat;
const K1: Fate = Fate::Killed(1);
const K2: Fate = Fate::Killed(2);
const C1: Fate = Fate::Captured(1);
const C2: Fate = Fate::Captured(2);
const EN: Outcome = Outcome::Engaged;
const RP: Outcome = Outcome::Repulse;

const fn b(attacker: Fate, defender: Fate) -> Outcome {
    Outcome::Both(attacker, defender)
}

/// The combat table by die and column, as printed (STE-CBT-12).
#[rustfmt::skip]
const COMBAT: [[Outcome; 10]; 10] = [
    // 1:3+      1:2+       2:3+       1:1+       3:2+       2:1+       3:1+       4:1+       6:1+       8:1+
    [b(K1, N),  b(K1, RT), b(N, K1),  b(N, K1),  b(N, C1),  b(N, C1),  b(N, C1),  b(N, C1),  b(N, C2),  b(N, C2)],
    [b(K1, N),  RP,        b(K1, RT), b(N, K1),  b(N, K1),  b(N, K1),  b(K1, C1), b(K1, C1), b(N, C1),  b(N, C1)],
    [b(K1, N),  b(RT, K1), EN,        b(K1, RT), b(N, K1),  b(N, K1),  b(N, K1),  b(K1, C1), b(K1, C1), b(N, C1)],
    [b(K1, N),  b(K1, N),  RP,        EN,        b(N, K1),  b(N, K1),  b(N, K1),  b(N, K1),  b(K1, C1), b(N, C1)],
    [b(K1, N),  b(K1, N),  b(RT, K1), EN,        b(K1, RT), b(N, RT),  b(N, K1),  b(N, K1),  b(K1, K2), b(K1, C1)],
    [b(K2, K1), b(K1, N),  b(K1, N),  RP,        EN,        b(K1, RT), b(N, K1),  b(N, K1),  b(N, K1),  b(K1, K2)],
    [b(K2, K1), b(K1, N),  b(K1, N),  RP,        EN,        EN,        b(N, K1),  b(N, K1),  b(N, K1),  b(K1, K2)],
    [b(C1, K1), b(K2, K1), b(K1, N),  b(RT, K1), RP,        RP,        b(N, RT),  b(N, K1),  b(N, K1),  b(N, K1)],
    [b(C1, N),  b(C1, K1), b(K1, N),  b(N, K1),  b(RT, K1), b(RT, K1), b(K1, RT), b(N, K1),  b(N, K1),  b(N, K1)],
    [b(C2, N),  b(C1, N),  b(C1, K1), b(K1, N),  b(K1, N),  b(K1, N),  b(RT, K1), b(K1, RT), b(N, K1),  b(N, K1)],
];

/// The column of the odds of two strengths, in whatever parts both are counted (R-38).
#[must_use]
pub fn combat_column(attacker: u16, defender: u16) -> i8 {
    let reached = |(more, less): &(u16, u16)| {
        u32::from(attacker) * u32::from(*less) >= u32::from(defender) * u32::from(*more)
    };
    ODDS.iter().rposition(reached).unwrap_or(0) as i8
}

/// What a die does in a column, which is kept on the table; at 1:1 an 8 may be read as its neighbours suggest (R-40).
#[must_use]
pub fn combat_outcome(column: i8, die: u8, corrected: bool) -> Outcome {
    let column = column.clamp(0, 9) as usize;
    if corrected && column == 3 && die == 8 {
        return b(K1, N);
    }
    COMBAT[usize::from(die.min(9))][column]
}

/// What a unit that runs does to a friend nearby (T-FRIEND).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Fright {
    /// Markers he gets.
    pub markers: u8,
    /// Whether he tests.
    pub test: bool,
}

/// What a friend of this grade takes from one that runs (STE-RTE-2 to STE-RTE-7, R-34).
#[must_use]
pub fn fright(routs: bool, runs: Grade, friend: Grade) -> Fright {
    let better = runs.cmp(&friend) as i8;
    match (routs, better) {
        // STE-RTE-2
        (false, -1) => Fright { markers: 0, test: false },
        // STE-RTE-3, STE-RTE-5
        (false, 0) | (true, -1) => Fright { markers: 0, test: true },
        // STE-RTE-4, STE-RTE-6
        (false, _) | (true, 0) => Fright { markers: 1, test: true },
        // STE-RTE-7
        (true, _) => Fright { markers: 2, test: true },
    }
}

/// Weapons and grade of random troops by one die (T-RANDWEAP, STE-RND-7).
#[rustfmt::skip]
pub const RANDOM: [(Weapon, Weapon, Weapon, Grade); 10] = [
    (Weapon::Musket,             Weapon::Pistol,               Weapon::SixPounder,                Grade::Militia),
    (Weapon::Musket,             Weapon::Pistol,               Weapon::Napoleon,                  Grade::Poor),
    (Weapon::Musket,             Weapon::Shotgun,              Weapon::Napoleon,                  Grade::Poor),
    (Weapon::RifleMusket,        Weapon::Shotgun,              Weapon::Napoleon,                  Grade::Poor),
    (Weapon::RifleMusket,        Weapon::MuzzleLoadingCarbine, Weapon::TwelvePounderHowitzer,     Grade::Regular),
    (Weapon::RifleMusket,        Weapon::MuzzleLoadingCarbine, Weapon::TwelvePounderHowitzer,     Grade::Regular),
    (Weapon::RifleMusket,        Weapon::MuzzleLoadingCarbine, Weapon::TwentyFourPounderHowitzer, Grade::Regular),
    (Weapon::RifleMusket,        Weapon::MuzzleLoadingCarbine, Weapon::SixPounderRifle,           Grade::Regular),
    (Weapon::RifleMusket,        Weapon::MuzzleLoadingCarbine, Weapon::ThreeInchRifle,            Grade::Veteran),
    (Weapon::BreechLoadingRifle, Weapon::BreechLoadingCarbine, Weapon::ThreeInchRifle,            Grade::Elite),
];

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    /// A table of the ledger as it is printed there: the lines of the block behind a heading.
    fn printed(heading: &str) -> Vec<Vec<String>> {
        let ledger = include_str!("../../../../docs/rules/seeing-the-elephant.md");
        let from = ledger.find(heading).expect("the ledger has the table");
        let block = ledger[from..].split("```csv\n").nth(1).and_then(|rest| rest.split("```").next());
        let lines = block.expect("the table has lines").lines().skip(1);
        lines
            .map(|line| {
                line.replace("3\"\" or", "3 or")
                    .split(',')
                    .map(|cell| cell.trim_matches('"').to_owned())
                    .collect()
            })
            .collect()
    }

    #[test]
    fn factors_are_the_printed_ones() {
        let _proof = proves(&["STE-FIRE-9", "STE-FIRE-11", "T-FACTOR"]);
        let halves = |cell: &str| match cell {
            "1/2" => 1,
            "-" => 0,
            whole => 2 * whole.parse::<u8>().expect("a factor"),
        };
        let rows = printed("### T-FACTOR");
        assert_eq!(rows.len(), FACTORS.len());
        for (row, (reach, factors)) in rows.iter().zip(FACTORS) {
            assert_eq!(row[1].parse::<i32>(), Ok(reach), "{}", row[0]);
            let cells: Vec<u8> = row[2..].iter().map(|cell| halves(cell)).collect();
            assert_eq!(cells, factors, "{}", row[0]);
        }
        // A band holds its bound; what is printed beyond the reach is dead (R-03).
        assert_eq!(half_factors(Weapon::RifleMusket, 200 * 50, 50), 4);
        assert_eq!(half_factors(Weapon::RifleMusket, 200 * 50 + 1, 50), 2);
        assert_eq!(half_factors(Weapon::Pistol, 60 * 50, 50), 0);
        assert_eq!(half_factors(Weapon::Pistol, 50 * 50, 50), 4);
        assert_eq!(half_factors(Weapon::BreechLoadingCarbine, 400 * 25, 25), 0);
        assert_eq!(half_factors(Weapon::Whitworth, 5_600 * 10, 10), 4);
        assert_eq!(half_factors(Weapon::Lance, 0, 10), 0);
        assert_eq!(bands(Weapon::RifleMusket), [(100, 6), (200, 4), (400, 2), (600, 1)]);
        assert_eq!((bands(Weapon::Pistol), bands(Weapon::Whitworth)), (vec![(50, 4)], vec![(5_600, 4)]));
        assert_eq!(
            (bands(Weapon::Musket), bands(Weapon::Lance)),
            (vec![(100, 6), (200, 2), (300, 1)], vec![])
        );
    }

    #[test]
    fn the_fire_table_is_the_printed_one() {
        let _proof = proves(&["STE-FIRE-12", "STE-FIRE-13", "T-FIRE"]);
        for (die, row) in printed("### T-FIRE").iter().enumerate() {
            for (column, cell) in row[1..].iter().enumerate() {
                let expected = match cell.as_str() {
                    "0" => Effect::None,
                    "P" => Effect::Panic,
                    hits => Effect::Hits(hits.parse().expect("hits")),
                };
                assert_eq!(fire_effect(column as i8, die as u8), expected, "die {die}, column {column}");
            }
        }
        assert_eq!((fire_column(28), fire_column(27), fire_column(1), fire_column(999)), (3, 3, 0, 9));
        assert_eq!((fire_column(19), fire_column(20)), (2, 3));
        assert_eq!(fire_effect(-3, 9), Effect::Panic, "columns are clamped (R-05)");
        assert_eq!(fire_effect(12, 9), Effect::Hits(4));
    }

    #[test]
    fn the_combat_table_is_the_printed_one() {
        let _proof = proves(&["STE-CBT-12", "T-COMBAT", "R-39"]);
        let fate = |text: &str| match text {
            "RT" => RT,
            "K1" => K1,
            "K2" => K2,
            "C1" => C1,
            "C2" => C2,
            dashes if dashes.chars().all(|dash| dash == '-') => N,
            other => panic!("no fate: {other}"),
        };
        let mut cells = 0;
        for (die, row) in printed("### T-COMBAT").iter().enumerate() {
            for (column, cell) in row[1..].iter().enumerate() {
                let expected = match cell.as_str() {
                    "ENGD" => EN,
                    "RPLS" => RP,
                    both => {
                        let (attacker, defender) = both.split_once('/').expect("two fates");
                        b(fate(attacker), fate(defender))
                    }
                };
                assert_eq!(
                    combat_outcome(column as i8, die as u8, false),
                    expected,
                    "die {die}, column {column}"
                );
                cells += 1;
            }
        }
        assert_eq!(cells, 100);
        assert_eq!(combat_outcome(3, 8, true), b(K1, N), "R-40");
        assert_eq!(
            [(12, 6), (8, 8), (2, 9), (12, 8), (11, 8), (3, 9)].map(|(a, d)| combat_column(a, d)),
            [5, 3, 0, 4, 3, 0]
        );
    }

    #[test]
    fn friends_are_frightened_by_the_table() {
        let _proof = proves(&[
            "STE-RTE-2",
            "STE-RTE-3",
            "STE-RTE-4",
            "STE-RTE-5",
            "STE-RTE-6",
            "STE-RTE-7",
            "T-FRIEND",
        ]);
        let took = |routs, runs, friend| {
            let Fright { markers, test } = fright(routs, runs, friend);
            (markers, test)
        };
        assert_eq!(took(false, Grade::Poor, Grade::Regular), (0, false));
        assert_eq!(took(false, Grade::Regular, Grade::Regular), (0, true));
        assert_eq!(took(false, Grade::Veteran, Grade::Regular), (1, true));
        assert_eq!(took(true, Grade::Militia, Grade::Poor), (0, true));
        assert_eq!(took(true, Grade::Poor, Grade::Poor), (1, true));
        assert_eq!(took(true, Grade::Regular, Grade::Militia), (2, true));
    }

    #[test]
    fn random_weapons_are_the_printed_ones() {
        let _proof = proves(&["STE-RND-7", "T-RANDWEAP"]);
        let key = |name: &str| match name {
            "Smoothbore Musket" => Weapon::Musket,
            "Rifle-Musket" => Weapon::RifleMusket,
            "Sharps B/L Rifle" => Weapon::BreechLoadingRifle,
            "Pistols" => Weapon::Pistol,
            "Shotgun" => Weapon::Shotgun,
            "M/L Carbine" => Weapon::MuzzleLoadingCarbine,
            "BL Carbine" => Weapon::BreechLoadingCarbine,
            "6lb smoothbore" => Weapon::SixPounder,
            "12lb Napoleon" => Weapon::Napoleon,
            "12lb Howitzer" => Weapon::TwelvePounderHowitzer,
            "24lb Howitzer" => Weapon::TwentyFourPounderHowitzer,
            "6lb Rifle" => Weapon::SixPounderRifle,
            "3 inch Rifle" => Weapon::ThreeInchRifle,
            other => panic!("no weapon: {other}"),
        };
        for (row, random) in printed("### T-RANDWEAP").iter().zip(RANDOM) {
            let grade = Grade::parse(&row[4]).expect("a grade");
            assert_eq!((key(&row[1]), key(&row[2]), key(&row[3]), grade), random, "die {}", row[0]);
        }
    }
}
