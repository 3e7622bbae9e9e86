//! What the rules count, each with a type of its own.

use engine::number;

number!(
    /// Strength points: of a unit, a stack, a brigade.
    StrengthPoints(u16)
);
