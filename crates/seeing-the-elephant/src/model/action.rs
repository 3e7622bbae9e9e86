//! Answers to questions, and how they are written.

use super::aims::{Effort, StandSet};
use super::ids::{HqId, OfficerId, UnitId};
use super::legs::{Count, Mode, Path, Places, Ride, Wing};
use super::scenario::SeeingTheElephant;
use super::spot::Spot;
use super::way::Way;
use engine::notation::{Noun, any_number};
use engine::scene::Target;
use engine::{Chance, Violation};
use faults::did_you_mean;
use ground::table::{BOUND, number};

engine::actions! {
    /// One answer to one question.
    #[derive(Copy, Clone, PartialEq, Debug)]
    pub enum Action for SeeingTheElephant {
        Test(unit: UnitId) = ["test" unit] "this unit tests its morale next",
        Aim { unit: UnitId, stands: StandSet, target: UnitId } = ["aim" unit stands ">" target]
            "these stands fire at this enemy",
        Snipe { unit: UnitId, stands: StandSet, officer: OfficerId } = ["snipe" unit stands ">" officer]
            "a stand of marksmen fires at a commander who stands alone",
        Posture { unit: UnitId, effort: Effort } = ["posture" unit effort]
            "this unit fires and stays, fires and moves, or holds its fire",
        Together(target: UnitId) = ["together" target] "small arms and guns fire at it as one shot",
        Apart(target: UnitId) = ["apart" target] "small arms and guns fire at it as two shots",
        Commit = ["commit"] "the plan stands",
        Charge { unit: UnitId, target: UnitId } = ["charge" unit target] "this unit charges that one",
        ChargePlainly { unit: UnitId, target: UnitId } = ["charge" unit target "plainly"]
            "this unit charges that one without the die that it may add",
        Follow { unit: UnitId, front: UnitId } = ["follow" unit front] "this unit goes along behind that charger",
        CallOff(unit: UnitId) = ["call" "off" unit] "this unit does not charge after all",
        Announce = ["announce"] "the charges are announced",
        Resolve(unit: UnitId) = ["resolve" unit] "the charge of this unit is carried out next",
        Fire = ["fire"] "the unit fires",
        HoldFire = ["hold" "fire"] "the unit holds its fire",
        Attempt = ["attempt"] "the unit tests its morale to do it",
        Decline = ["decline"] "the unit does not try",
        Halt(way: Inches) = ["halt" way] "the charger stops after so many inches",
        Press = ["press" "on"] "the charger goes on",
        Face = ["face"] "the unit turns to face the charge",
        Continue = ["continue"] "the unit goes on with its move",
        StandStill = ["stand"] "the unit halts where it is",
        Take { unit: UnitId, mode: Mode } = ["take" unit mode] "this unit moves next, in this way",
        Send { unit: UnitId, stands: Count } = ["send" unit stands] "this unit sends out so many skirmishers",
        Way(way: Way) = ["way" way] "the unit goes this way; how far is asked next",
        Go(path: Path) = ["go" path] "the unit moves by these legs",
        Lay(places: Places) = ["lay" places] "the skirmishers go to these places, each to his own",
        Enter { unit: UnitId, files: Count, mode: Mode } = ["enter" unit files mode]
            "this unit comes onto the table in column, so many stands wide",
        EnterBeside { unit: UnitId, files: Count, mode: Mode, wing: Wing } = ["enter" unit files mode wing]
            "this unit comes in so on that side of its entry point, at the nearest place with room",
        Stay = ["stay"] "the unit stays where it is",
        Ride { officer: OfficerId, ride: Ride } = ["ride" officer ride] "this commander rides there",
        Join { officer: OfficerId, ride: Ride, unit: UnitId } = ["ride" officer ride "join" unit]
            "this commander rides there and joins this unit",
        MovesOver = ["done" "moving"] "nobody else moves",
        BreakOff(unit: UnitId) = ["break" "off" unit] "this unit breaks off its melee",
        StayIn = ["stay" "in"] "everybody else stays in his melee",
        Pair { unit: UnitId, enemy: UnitId } = ["pair" unit enemy] "these two fight each other",
        Fight(unit: UnitId) = ["fight" unit] "the combat of this unit is fought next",
        Deploy(hq: HqId) = ["deploy" hq] "the units of this headquarters take their places in line",
        Lift(unit: UnitId) = ["lift" unit] "this unit is placed by hand",
        Place(spot: Spot) = ["place" spot] "the unit stands there",
        Ready = ["ready"] "all stand as they should",
    }
}

/// A length of the table, in mils; written in inches.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Inches(pub i32);

impl Noun<SeeingTheElephant> for Inches {
    const FORM: &'static str = "INCHES";

    fn write(self, _: &SeeingTheElephant) -> String {
        number::write(self.0, 3)
    }

    fn read(_: &SeeingTheElephant, said: &str) -> Result<Inches, Violation> {
        let length = number::read(said, 3).filter(|length| (0..=BOUND).contains(length)).map(Inches);
        length.ok_or_else(|| Violation::form(format!("`{said}` is no length; write inches, as in `2.5`")))
    }

    fn exists(self, _: &SeeingTheElephant) -> bool {
        (0..=BOUND).contains(&self.0)
    }

    fn any(_: &SeeingTheElephant, chance: &mut dyn Chance) -> Inches {
        Inches(10 * any_number(chance, 2_000, 1 << 16) as i32)
    }
}

impl Noun<SeeingTheElephant> for UnitId {
    const FORM: &'static str = "UNIT";

    fn write(self, rules: &SeeingTheElephant) -> String {
        rules.units.get(self.index()).map_or_else(|| format!("unit?{}", self.0), |unit| unit.tag.clone())
    }

    fn read(rules: &SeeingTheElephant, said: &str) -> Result<UnitId, Violation> {
        rules.find(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.units.iter().map(|unit| unit.tag.as_str()));
            Violation::form(format!("there is no unit `{said}`{}", engine::notation::perhaps(near)))
        })
    }

    fn exists(self, rules: &SeeingTheElephant) -> bool {
        self.index() < rules.units.len()
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> UnitId {
        UnitId::at(any_number(chance, rules.units.len(), 1 << 16))
    }

    fn target(self, rules: &SeeingTheElephant) -> Option<Target> {
        Some(Target::Piece { piece: self.write(rules) })
    }
}

impl Noun<SeeingTheElephant> for OfficerId {
    const FORM: &'static str = "OFFICER";

    fn write(self, rules: &SeeingTheElephant) -> String {
        let known = rules.officers.get(self.index());
        known.map_or_else(|| format!("officer?{}", self.0), |officer| officer.tag.clone())
    }

    fn read(rules: &SeeingTheElephant, said: &str) -> Result<OfficerId, Violation> {
        rules.find_officer(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.officers.iter().map(|officer| officer.tag.as_str()));
            Violation::form(format!("there is no commander `{said}`{}", engine::notation::perhaps(near)))
        })
    }

    fn exists(self, rules: &SeeingTheElephant) -> bool {
        self.index() < rules.officers.len()
    }

    fn any(rules: &SeeingTheElephant, chance: &mut dyn Chance) -> OfficerId {
        OfficerId::at(any_number(chance, rules.officers.len(), 1 << 8))
    }
}
