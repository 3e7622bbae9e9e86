//! The numbers of the rules, each with its unit.

engine::number!(
    /// A turn: about two days (FMD-8-2), counted from 1 (FMD-7-1).
    Turn(u8)
);
engine::number!(
    /// Brigades, fresh and weak alike (FMD-3-2).
    Brigades(u8)
);
engine::number!(
    /// Hits: a fresh brigade takes two, a weak one takes one (FMD-11-I-5).
    Hits(u8)
);
engine::number!(
    /// Movement points, in halves: all prices are multiples of one half (FMD-12-V-G3).
    MovementPoints(u8 / 2)
);
engine::number!(
    /// Stars of a commander: division 2, senior division 3, corps 4, army 5 (FMD-6-1).
    Stars(u8)
);
engine::number!(
    /// TRAINs (FMD-11-III-7).
    Trains(u8)
);
engine::number!(
    /// Dice that a side may throw again (FMD-12.3-9).
    Rerolls(u8)
);
engine::number!(
    /// What is added to the dice for an order (FMD-12-II-4).
    CommandBonus(i8)
);
engine::number!(
    /// A base combat value, in halves (FMD-12.3-12).
    BaseValue(u8 / 2)
);
engine::number!(
    /// An adjusted or a final combat value, in whole points (FMD-12.3-13, FMD-12.3-14).
    CombatValue(i16)
);
engine::number!(
    /// By how much one final combat value is higher than the other (FMD-12.3.1-1).
    Margin(u8)
);

/// What is counted in words.
macro_rules! counted {
    ($($name:ident: $number:ty),+) => {$(
        impl From<$name> for $number {
            #[inline]
            fn from(number: $name) -> $number {
                number.0.into()
            }
        }
    )+};
}

counted!(Brigades: u64, Hits: u64, Stars: u64, Trains: u64, Rerolls: u64, MovementPoints: u32, BaseValue: u32);
