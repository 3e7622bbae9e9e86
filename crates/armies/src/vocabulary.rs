//! The words an order of battle may use: sides, arms, weapons, guns and grades.

use std::fmt;

use engine::Side;

/// A closed list of words that a file may use for one thing.
pub trait Word: Copy + PartialEq + 'static {
    /// What the words name, for messages: "arm", "weapon".
    const WHAT: &'static str;
    /// Every value, in the order of the list.
    const ALL: &'static [Self];

    /// The word as files write it.
    fn word(self) -> &'static str;

    /// The value a word stands for.
    fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.word() == word)
    }
}

macro_rules! words {
    ($(#[$meta:meta])* $Name:ident, $what:literal, { $($(#[$doc:meta])* $Variant:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $Name {
            $($(#[$doc])* $Variant,)+
        }

        impl $crate::Word for $Name {
            const WHAT: &'static str = $what;
            const ALL: &'static [Self] = &[$($Name::$Variant,)+];

            fn word(self) -> &'static str {
                match self {
                    $($Name::$Variant => $word,)+
                }
            }
        }

        impl ::std::fmt::Display for $Name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad($crate::Word::word(*self))
            }
        }
    };
}
pub(crate) use words;

impl Word for Side {
    const WHAT: &'static str = "side";
    const ALL: &'static [Self] = &Side::BOTH;

    fn word(self) -> &'static str {
        self.key()
    }
}

words! {
    /// How a unit fights.
    Arm, "arm", {
        /// On foot.
        Infantry = "infantry",
        /// Mounted, or dismounted with horse holders behind.
        Cavalry = "cavalry",
        /// Guns, their crews walking or riding the limbers.
        Artillery = "artillery",
        /// Guns whose crews are all mounted.
        HorseArtillery = "horse artillery",
    }
}

impl Arm {
    /// Whether the unit is a battery.
    pub fn is_artillery(self) -> bool {
        matches!(self, Arm::Artillery | Arm::HorseArtillery)
    }

    /// Whether a formation of this arm may hold a unit of another: foot and horse batteries mix.
    pub(crate) fn admits(self, unit: Arm) -> bool {
        self == unit || (self.is_artillery() && unit.is_artillery())
    }
}

words! {
    /// The class of firearm most of a regiment carries.
    Weapon, "weapon", {
        /// Revolvers only.
        Pistol = "pistol",
        /// Shotguns.
        Shotgun = "shotgun",
        /// Smoothbore musket.
        Musket = "musket",
        /// Muzzle-loading rifle: Springfield, Enfield and their like.
        RifleMusket = "rifle-musket",
        /// Single-shot breech-loading rifle: Sharps.
        BreechLoadingRifle = "breech-loading rifle",
        /// Muzzle-loading carbine.
        MuzzleLoadingCarbine = "muzzle-loading carbine",
        /// Single-shot breech-loading carbine: Sharps, Burnside and their like.
        BreechLoadingCarbine = "breech-loading carbine",
        /// Repeating rifle or carbine: Spencer, Henry.
        Repeater = "repeater",
    }
}

words! {
    /// A type of gun.
    Gun, "gun type", {
        /// Six-pounder smoothbore.
        SixPounder = "6lb gun",
        /// Six-pounder, rifled.
        SixPounderRifle = "6lb rifle",
        /// Twelve-pounder Napoleon, the gun-howitzer of 1857.
        Napoleon = "12lb Napoleon",
        /// Twelve-pounder howitzer.
        TwelvePounderHowitzer = "12lb howitzer",
        /// Twenty-four-pounder howitzer.
        TwentyFourPounderHowitzer = "24lb howitzer",
        /// Thirty-two-pounder howitzer.
        ThirtyTwoPounderHowitzer = "32lb howitzer",
        /// Eight-inch siege howitzer.
        SiegeHowitzer = "8-inch siege howitzer",
        /// Three-inch ordnance rifle.
        ThreeInchRifle = "3-inch rifle",
        /// Ten-pounder Parrott rifle.
        TenPounderParrott = "10lb Parrott",
        /// Fourteen-pounder James rifle.
        JamesRifle = "14lb James rifle",
        /// Twenty-pounder Parrott rifle.
        TwentyPounderParrott = "20lb Parrott",
        /// Thirty-pounder Parrott rifle.
        ThirtyPounderParrott = "30lb Parrott",
        /// Twelve-pounder Whitworth breech-loading rifle.
        Whitworth = "12lb Whitworth",
    }
}

/// What kind of barrel a gun has, which is all that coarser games ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GunClass {
    /// Napoleons, howitzers and old field guns: canister close by, poor at long range.
    Smoothbore,
    /// Ordnance and Parrott rifles and their like.
    Rifle,
    /// Whitworths, which outrange everything.
    LongRangeRifle,
}

impl Gun {
    /// What kind of barrel it has.
    pub fn class(self) -> GunClass {
        match self {
            Gun::SixPounder
            | Gun::Napoleon
            | Gun::TwelvePounderHowitzer
            | Gun::TwentyFourPounderHowitzer
            | Gun::ThirtyTwoPounderHowitzer
            | Gun::SiegeHowitzer => GunClass::Smoothbore,
            Gun::SixPounderRifle
            | Gun::ThreeInchRifle
            | Gun::TenPounderParrott
            | Gun::JamesRifle
            | Gun::TwentyPounderParrott
            | Gun::ThirtyPounderParrott => GunClass::Rifle,
            Gun::Whitworth => GunClass::LongRangeRifle,
        }
    }
}

words! {
    /// An officer's grade, lowest first, so that the greater is the senior.
    Grade, "grade", {
        /// Sergeant.
        Sergeant = "Sgt.",
        /// First or second lieutenant.
        Lieutenant = "Lt.",
        /// Captain.
        Captain = "Capt.",
        /// Major.
        Major = "Maj.",
        /// Lieutenant colonel.
        LieutenantColonel = "Lt. Col.",
        /// Colonel.
        Colonel = "Col.",
        /// Brigadier general.
        BrigadierGeneral = "Brig. Gen.",
        /// Major general.
        MajorGeneral = "Maj. Gen.",
        /// Lieutenant general.
        LieutenantGeneral = "Lt. Gen.",
        /// General.
        General = "Gen.",
    }
}

words! {
    /// The size of a formation, greatest first. Levels may be left out, never turned round.
    Rank, "rank", {
        /// An army, or the part of one that is present.
        Army = "army",
        /// A corps.
        Corps = "corps",
        /// A division, or the artillery of a corps.
        Division = "division",
        /// A brigade, or a battalion or brigade of artillery.
        Brigade = "brigade",
    }
}

/// How good a unit is, from 1 (raw or shaken) over 3 (average veterans) to 5 (elite). A judgement, not history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Quality(u8);

impl Quality {
    /// The least and the greatest quality.
    pub const RANGE: std::ops::RangeInclusive<u8> = 1..=5;
    /// Average veterans.
    pub const AVERAGE: Quality = Quality(3);

    /// A quality from 1 to 5.
    pub fn new(quality: u8) -> Option<Self> {
        Self::RANGE.contains(&quality).then_some(Self(quality))
    }

    /// The number, 1 to 5.
    pub fn get(self) -> u8 {
        self.0
    }
}

/// How able a commander is, from 1 (poor) to 6 (outstanding). A judgement, not history.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ability(u8);

impl Ability {
    /// The least and the greatest ability.
    pub const RANGE: std::ops::RangeInclusive<u8> = 1..=6;
    /// A brigade's or higher formation's commander of whom nothing is known.
    pub const UNKNOWN_GENERAL: Ability = Ability(3);
    /// A regiment's or battery's commander of whom nothing is known.
    pub const UNKNOWN_OFFICER: Ability = Ability(2);

    /// An ability from 1 to 6.
    pub fn new(ability: u8) -> Option<Self> {
        Self::RANGE.contains(&ability).then_some(Self(ability))
    }

    /// The number, 1 to 6.
    pub fn get(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Quality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Display for Ability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words_read_back<W: Word + fmt::Debug>() {
        for &value in W::ALL {
            assert_eq!(W::from_word(value.word()), Some(value));
        }
        assert_eq!(W::from_word("nonsense"), None);
    }

    #[test]
    fn every_word_reads_back() {
        words_read_back::<Side>();
        words_read_back::<Arm>();
        words_read_back::<Weapon>();
        words_read_back::<Gun>();
        words_read_back::<Grade>();
        words_read_back::<Rank>();
    }

    #[test]
    fn the_senior_grade_is_the_greater() {
        assert!(Grade::General > Grade::LieutenantGeneral);
        assert!(Grade::Colonel > Grade::LieutenantColonel);
        assert!(Grade::Captain > Grade::Lieutenant);
    }

    #[test]
    fn qualities_and_abilities_keep_their_ranges() {
        assert_eq!(Quality::new(0), None);
        assert_eq!(Quality::new(5).map(Quality::get), Some(5));
        assert_eq!(Quality::new(6), None);
        assert_eq!(Ability::new(0), None);
        assert_eq!(Ability::new(6).map(Ability::get), Some(6));
        assert_eq!(Ability::new(7), None);
    }
}
