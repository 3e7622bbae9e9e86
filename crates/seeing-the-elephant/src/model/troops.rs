//! What troops are made of: arms, stands, grades, weapons.

use super::scale::INCH;
use serde::{Deserialize, Serialize};

/// What kind of troops a unit is.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    /// Foot.
    Infantry,
    /// Horse, which may dismount.
    Cavalry,
    /// Guns whose crews walk (STE-MOVE-11).
    FieldArtillery,
    /// Guns whose crews ride (STE-MOVE-12).
    HorseArtillery,
    /// Guns that never move (M-18).
    SiegeArtillery,
    /// A gunboat: it sits on water and cannot be charged (M-18).
    Gunboat,
    /// A supply wagon (STE-MOVE-13).
    Wagon,
}

impl Arm {
    /// Whether it serves guns.
    #[must_use]
    pub const fn is_artillery(self) -> bool {
        matches!(self, Arm::FieldArtillery | Arm::HorseArtillery | Arm::SiegeArtillery | Arm::Gunboat)
    }

    /// How many hits a stand bears: three for infantry (STE-MOR-11), two for cavalry, on foot too, for gun crews
    /// (STE-MOR-12) and for wagons (M-13).
    #[must_use]
    pub const fn hits_a_stand(self) -> u8 {
        if matches!(self, Arm::Infantry) { 3 } else { 2 }
    }

    /// Whether its troops may send out or form skirmishers (STE-SKIRM-1).
    #[must_use]
    pub const fn may_skirmish(self) -> bool {
        matches!(self, Arm::Infantry | Arm::Cavalry)
    }
}

/// The size of a stand: frontage and depth in mils (STE-SCL-1, T-STAND).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// From left to right.
    pub frontage: i32,
    /// From front to rear.
    pub depth: i32,
}

impl Size {
    /// Infantry, and cavalry on foot.
    pub const FOOT: Size = Size { frontage: INCH, depth: 3 * INCH / 4 };
    /// Mounted cavalry.
    pub const HORSE: Size = Size { frontage: INCH, depth: INCH };
    /// A gun with its crew: one element (G-2).
    pub const GUN: Size = Size { frontage: INCH, depth: 3 * INCH / 2 };
    /// A supply wagon.
    pub const WAGON: Size = Size { frontage: INCH, depth: 2 * INCH };
    /// The small base of a general.
    pub const GENERAL: Size = Size { frontage: 3 * INCH / 4, depth: INCH };
    /// The large base of a general.
    pub const GREAT_GENERAL: Size = Size { frontage: 3 * INCH / 2, depth: 3 * INCH / 2 };
}

/// How good troops are (STE-MOR-5), worst first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// Militia.
    Militia,
    /// Poor.
    Poor,
    /// Regular.
    Regular,
    /// Veteran.
    Veteran,
    /// Elite.
    Elite,
}

impl Grade {
    /// Every grade, worst first.
    pub const ALL: [Grade; 5] = [Grade::Militia, Grade::Poor, Grade::Regular, Grade::Veteran, Grade::Elite];

    /// The Morale Value: what a modified die may show at most (STE-MOR-5).
    #[must_use]
    pub const fn value(self) -> i8 {
        6 + self as i8
    }

    /// The grade a Green unit turns out to have (STE-MOR-6).
    #[must_use]
    pub const fn of_green(die: u8) -> Grade {
        match die {
            0 => Grade::Militia,
            1..=3 => Grade::Poor,
            4..=7 => Grade::Regular,
            8 => Grade::Veteran,
            _ => Grade::Elite,
        }
    }

    /// What it is called.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["Militia", "Poor", "Regular", "Veteran", "Elite"][self as usize]
    }

    /// The grade called so, in full or by its first three letters.
    #[must_use]
    pub fn parse(text: &str) -> Option<Grade> {
        Grade::ALL.into_iter().find(|grade| {
            let name = grade.name();
            name.eq_ignore_ascii_case(text) || name[..3].eq_ignore_ascii_case(text)
        })
    }
}

/// What a unit fires with (T-FACTOR); a lance is for closing only.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are called like the rows of the table")]
pub enum Weapon {
    Pistol,
    Shotgun,
    MuzzleLoadingCarbine,
    BreechLoadingCarbine,
    Musket,
    RifleMusket,
    BreechLoadingRifle,
    Repeater,
    SixPounder,
    Napoleon,
    TwelvePounderHowitzer,
    TwentyFourPounderHowitzer,
    ThirtyTwoPounderHowitzer,
    SixPounderRifle,
    Whitworth,
    ThreeInchRifle,
    TwentyPounderRifle,
    ThirtyPounderRifle,
    SiegeHowitzer,
    GunboatGun,
    Gatling,
    Lance,
}

impl Weapon {
    /// Every weapon, in the order of the table.
    pub const ALL: [Weapon; 22] = [
        Weapon::Pistol,
        Weapon::Shotgun,
        Weapon::MuzzleLoadingCarbine,
        Weapon::BreechLoadingCarbine,
        Weapon::Musket,
        Weapon::RifleMusket,
        Weapon::BreechLoadingRifle,
        Weapon::Repeater,
        Weapon::SixPounder,
        Weapon::Napoleon,
        Weapon::TwelvePounderHowitzer,
        Weapon::TwentyFourPounderHowitzer,
        Weapon::ThirtyTwoPounderHowitzer,
        Weapon::SixPounderRifle,
        Weapon::Whitworth,
        Weapon::ThreeInchRifle,
        Weapon::TwentyPounderRifle,
        Weapon::ThirtyPounderRifle,
        Weapon::SiegeHowitzer,
        Weapon::GunboatGun,
        Weapon::Gatling,
        Weapon::Lance,
    ];

    /// What files and cases call it.
    #[must_use]
    pub const fn key(self) -> &'static str {
        [
            "pistol", "shotgun", "mlc", "blc", "sm", "rm", "blr", "rep", "6lb", "nap", "12how", "24how",
            "32how", "6rifle", "whit", "3in", "20rifle", "30rifle", "siege", "gunboat", "gatling", "lance",
        ][self as usize]
    }

    /// What people call it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        [
            "pistols",
            "shotguns",
            "muzzle-loading carbines",
            "breech-loading carbines",
            "smoothbore muskets",
            "rifle-muskets",
            "breech-loading rifles",
            "repeaters",
            "6-pounder smoothbores",
            "12-pounder Napoleons",
            "12-pounder howitzers",
            "24-pounder howitzers",
            "32-pounder howitzers",
            "6-pounder rifles",
            "Whitworth rifles",
            "3-inch rifles",
            "20-pounder rifles",
            "30-pounder rifles",
            "siege howitzers",
            "gunboat guns",
            "Gatling guns",
            "lances",
        ][self as usize]
    }

    /// The weapon that files call so.
    #[must_use]
    pub fn parse(text: &str) -> Option<Weapon> {
        Weapon::ALL.into_iter().find(|weapon| weapon.key().eq_ignore_ascii_case(text))
    }

    /// Whether it is carried, not served: all small arms of one shot are counted together (STE-FIRE-8).
    #[must_use]
    pub fn is_small_arm(self) -> bool {
        self <= Weapon::Repeater
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    #[test]
    fn grades_have_the_printed_values() {
        let _proof = proves(&["STE-MOR-5", "STE-MOR-6", "T-GRADE"]);
        assert_eq!(Grade::ALL.map(Grade::value), [6, 7, 8, 9, 10]);
        let printed = "Militia Poor Poor Poor Regular Regular Regular Regular Veteran Elite";
        let rolled: Vec<&str> = (0..10).map(|die| Grade::of_green(die).name()).collect();
        assert_eq!(rolled.join(" "), printed, "a Green unit, by its die");
        assert_eq!(Grade::parse("veteran"), Some(Grade::Veteran));
        assert_eq!(Grade::parse("Vet"), Some(Grade::Veteran));
        assert_eq!(Grade::parse("Green"), None);
    }

    #[test]
    fn weapons_are_found_by_their_keys() {
        for weapon in Weapon::ALL {
            assert_eq!(Weapon::parse(weapon.key()), Some(weapon));
        }
        assert_eq!(Weapon::ALL.iter().filter(|weapon| weapon.is_small_arm()).count(), 8);
    }
}
