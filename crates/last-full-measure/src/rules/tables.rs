//! The printed tables, laid out like the card.

use crate::model::numbers::{Cohesion, StrengthPoints};

/// A result of the combat or the charge table (T-CRT-RESULTS).
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum CombatResult {
    /// Defenders lose a unit, the rest retreat (LFM-8.8h).
    DrD1,
    /// Defenders lose a unit, nobody retreats (LFM-8.8i).
    D1,
    /// Defenders retreat (LFM-8.8j).
    Dr,
    /// Defenders retreat; a charge goes no further (LFM-3.9c).
    DrStop,
    /// Both lose (LFM-8.8k).
    Exc,
    /// Nothing (LFM-8.8l).
    C,
    /// Both lose, defenders retreat (LFM-8.8m).
    ExcDr,
    /// Both lose, attackers retreat (LFM-8.8n).
    ExcAr,
    /// Attackers lose a unit (LFM-8.8o).
    A1,
    /// Attackers retreat (LFM-8.8p).
    Ar,
    /// Attackers lose a unit, the rest retreat (LFM-8.8q).
    ArA1,
}

impl CombatResult {
    /// All results.
    pub const ALL: [CombatResult; 11] = [
        CombatResult::DrD1,
        CombatResult::D1,
        CombatResult::Dr,
        CombatResult::DrStop,
        CombatResult::Exc,
        CombatResult::C,
        CombatResult::ExcDr,
        CombatResult::ExcAr,
        CombatResult::A1,
        CombatResult::Ar,
        CombatResult::ArA1,
    ];

    /// As printed.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            CombatResult::DrD1 => "DR+D1",
            CombatResult::D1 => "D1",
            CombatResult::Dr => "DR",
            CombatResult::DrStop => "DR*",
            CombatResult::Exc => "EXC",
            CombatResult::C => "C",
            CombatResult::ExcDr => "EXC+DR",
            CombatResult::ExcAr => "EXC+AR",
            CombatResult::A1 => "A1",
            CombatResult::Ar => "AR",
            CombatResult::ArA1 => "AR+A1",
        }
    }

    /// The defender loses one unit.
    #[must_use]
    pub const fn defender_loses(self) -> bool {
        use CombatResult::{D1, DrD1, Exc, ExcAr, ExcDr};
        matches!(self, DrD1 | D1 | Exc | ExcDr | ExcAr)
    }

    /// The attacker matches the defender's loss.
    #[must_use]
    pub const fn is_exchange(self) -> bool {
        use CombatResult::{Exc, ExcAr, ExcDr};
        matches!(self, Exc | ExcDr | ExcAr)
    }

    /// The attacker loses one unit.
    #[must_use]
    pub const fn attacker_loses_one(self) -> bool {
        matches!(self, CombatResult::A1 | CombatResult::ArA1)
    }

    /// All defenders retreat.
    #[must_use]
    pub const fn defender_retreats(self) -> bool {
        use CombatResult::{Dr, DrD1, DrStop, ExcDr};
        matches!(self, DrD1 | Dr | DrStop | ExcDr)
    }

    /// All attackers retreat.
    #[must_use]
    pub const fn attacker_retreats(self) -> bool {
        use CombatResult::{Ar, ArA1, ExcAr};
        matches!(self, ExcAr | Ar | ArA1)
    }
}

/// The odds columns, worst first, as (attacker, defender).
pub const ODDS: [(u16, u16); 9] = [(1, 3), (1, 2), (3, 4), (1, 1), (3, 2), (2, 1), (3, 1), (4, 1), (5, 1)];

/// Guns fire no nearer than this (LFM-7.1c).
pub const NEAREST_FIRE: u16 = 2;

/// Guns fire with full strength up to this range, with half of it beyond (LFM-7.5b).
pub const FULL_FIRE: u16 = 4;

/// The names of the odds columns.
pub const ODDS_NAMES: [&str; 9] = ["1-3", "1-2", "3-4", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1"];

/// The least attacking strength that reaches `column` against `defender` strength points: every printed number of
/// T-ODDS is this, rounded up, which favours the defender.
#[must_use]
pub const fn odds_threshold(column: usize, defender: StrengthPoints) -> StrengthPoints {
    let (attack, defend) = ODDS[column];
    StrengthPoints((defender.0 * attack).div_ceil(defend))
}

/// The best column that `attacker` reaches against `defender` (LFM-8.8a), 5-1 at most (LFM-8.8e); `None` below 1-3
/// (LFM-8.8d).
#[must_use]
pub fn odds_column(attacker: StrengthPoints, defender: StrengthPoints) -> Option<usize> {
    (0..ODDS.len()).rev().find(|&column| odds_threshold(column, defender) <= attacker)
}

/// T-CRT: rows are the final die 0 to 7, columns the odds.
#[rustfmt::skip]
pub const COMBAT: [[CombatResult; 9]; 8] = {
    use CombatResult::{A1, ArA1, C, D1, Dr, DrD1, Exc, ExcAr, ExcDr};
    [
    //   1-3    1-2    3-4    1-1    3-2    2-1    3-1    4-1    5-1
        [Exc,   D1,    DrD1,  DrD1,  DrD1,  DrD1,  DrD1,  DrD1,  DrD1 ], // 0
        [ExcAr, Exc,   D1,    DrD1,  DrD1,  DrD1,  DrD1,  DrD1,  DrD1 ], // 1
        [A1,    ExcAr, Exc,   ExcDr, D1,    DrD1,  DrD1,  DrD1,  DrD1 ], // 2
        [ArA1,  A1,    C,     Dr,    Dr,    D1,    DrD1,  DrD1,  DrD1 ], // 3
        [ArA1,  ArA1,  ExcAr, A1,    C,     Dr,    D1,    DrD1,  DrD1 ], // 4: 2-1 is printed DR + DR
        [ArA1,  ArA1,  A1,    ExcAr, ExcAr, Exc,   Dr,    D1,    D1   ], // 5
        [ArA1,  ArA1,  ArA1,  ArA1,  A1,    ExcAr, Exc,   ExcDr, Dr   ], // 6
        [ArA1,  ArA1,  ArA1,  ArA1,  ArA1,  A1,    ExcAr, Exc,   ExcDr], // 7
    ]
};

/// T-CRT with the die clamped to its rows: not below 0 (LFM-8.8f), not above 7 (LFM-8.8g).
#[must_use]
pub fn combat_result(column: usize, die: i8) -> CombatResult {
    COMBAT[die.clamp(0, 7) as usize][column]
}

/// T-CHARGE: rows are the modified die 1 to 6, columns the difference of cohesion −2 to +2 (LFM-3.9b).
#[rustfmt::skip]
pub const CHARGE: [[CombatResult; 5]; 6] = {
    use CombatResult::{Ar, ArA1, Dr, DrD1, DrStop};
    [
    //   -2    -1      0       +1      +2
        [Dr,   Dr,     DrD1,   DrD1,   DrD1  ], // 1
        [Ar,   DrStop, Dr,     DrD1,   DrD1  ], // 2
        [Ar,   Ar,     DrStop, DrStop, DrD1  ], // 3
        [ArA1, Ar,     Ar,     DrStop, DrStop], // 4
        [ArA1, ArA1,   Ar,     Ar,     DrStop], // 5
        [ArA1, ArA1,   ArA1,   ArA1,   Ar    ], // 6
    ]
};

/// T-CHARGE with difference and die clamped.
#[must_use]
pub fn charge_result(difference: i8, die: i8) -> CombatResult {
    CHARGE[(die.clamp(1, 6) - 1) as usize][(difference.clamp(-2, 2) + 2) as usize]
}

/// T-ART (LFM-7.5a): rows are the die 1 to 6, columns the strength −3 to 11; a cell is the number of cohesion checks.
#[rustfmt::skip]
pub const ARTILLERY: [[u8; 15]; 6] = [
    // -3 -2 -1  0  1  2  3  4  5  6  7  8  9 10 11
    [   1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3], // 1
    [   0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3], // 2
    [   0, 0, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3], // 3
    [   0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2], // 4
    [   0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2], // 5
    [   0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2, 2], // 6
];

/// T-ART with the strength clamped to its columns.
#[must_use]
pub fn artillery_checks(strength: i16, die: u8) -> u8 {
    ARTILLERY[die as usize - 1][(strength.clamp(-3, 11) + 3) as usize]
}

/// T-COH: the combat die modifier from the best cohesion of both sides (LFM-8.9g, LFM-8.9q; R-38).
#[must_use]
pub fn cohesion_modifier(attacker: Cohesion, defender: Cohesion) -> i8 {
    defender.over(attacker).clamp(-3, 3)
}
