//! Answers to questions, and how they are written: short, stable, readable. Records, cases and players use it.

use crate::model::campaign::Campaign;
use crate::model::ids::{CommanderId, FORCES, ForceId, MOST_COMMANDERS};
use crate::model::state::Delay;
use crate::model::strength::{Arm, Kind};
use engine::notation::{Noun, Words, any_number, perhaps};
use engine::scene::Target;
use engine::{Chance, Violation};
use faults::did_you_mean;
use ground::Hex;

engine::actions! {
    /// One answer to one question.
    #[derive(Copy, Clone, PartialEq, Eq, Debug)]
    pub enum Action for Campaign {
        Bid(trains: u8) = ["bid" trains] "bids so many trains for the Confederates",
        Lead(who: CommanderId) = ["lead" who] "he rides on the sleigh",
        Write(force: ForceId) = ["write" force] "whose initial order is written next",
        Stay = ["stay"] "its order: remain in place",
        MarchTo(town: Hex) = ["march" "to" town] "its order: march to this town",
        Via(town: Hex) = ["via" town] "by way of this town",
        Direct = ["direct"] "no more towns on the way",
        By(next: Hex) = ["by" next] "which way where the road forks",
        Hit(kind: Kind) = ["hit" kind] "which brigade takes a hit",
        Confirm = ["confirm"] "all is done as it should be",
        Depot(at: Hex) = ["depot" at] "places a DEPOT",
        Remove(at: Hex) = ["remove" at] "removes a DEPOT",
        Done = ["done"] "no more of this",
        Escort = ["train" "escorted"]
            "the town gives a TRAIN that stays with the Force; or it takes over trains left behind",
        Flip = ["train" "alone"] "the town gives a TRAIN that goes home by itself",
        Forgo = ["no" "train"] "leaves the town, or the trains, as they are",
        March(force: ForceId) = ["march" force] "which Force marches on its initial order",
        Order(force: ForceId) = ["order" force] "rolls for an order to this Force",
        ArmyOrder(when: Delay) = ["army" when] "ORDER or +1 for the army commander's own Force, without a roll",
        Mark(when: Delay) = ["mark" when] "how soon the order arrives",
        Decline = ["decline"] "no more orders, or no more moves",
        Activate(force: ForceId) = ["activate" force] "which Force moves on its ORDER",
        Whole = ["whole"] "all of it goes",
        Divide = ["divide"] "part of it goes",
        Send(kind: Kind) = ["send" kind] "a brigade goes along",
        SendOfficer(who: CommanderId) = ["send" who] "a commander goes along",
        SendTrain = ["send" "train"] "a train goes along",
        SendMarker(when: Delay) = ["send" when] "a marker goes along",
        Go = ["go"] "those told to go, go",
        Step(to: Hex) = ["step" to] "a step, or an attack",
        To(to: Hex) = ["to" to] "the cheapest way to a hex, without a fight",
        Stop = ["stop"] "ends the move",
        Keep(force: ForceId) = ["keep" force] "which sleigh stays when two Forces are one",
        Stand = ["stand"] "the defender stands",
        Withdraw = ["withdraw"] "cavalry withdraws before combat",
        Dice(dice: u8) = ["dice" dice] "so many dice for the brigades that take part",
        Reroll(die: u8) = ["reroll" die] "throws this die again, counted from 1",
        KeepDice = ["keep" "dice"] "lets them lie",
        Pick(kind: Kind) = ["pick" kind] "a brigade takes part",
        Name(arm: Arm) = ["name" arm] "the arm of the enemy's next hit",
        Retreat(to: Hex) = ["retreat" to] "where the beaten Force goes",
        Perish = ["perish"] "it goes nowhere, and dies",
        Advance = ["advance"] "follows into the empty hex",
        Hold = ["hold"] "does not follow, or does not attack again",
        Attack(at: Hex) = ["attack" at] "attacks again at once",
        Haul { from: Hex, to: Hex } = ["haul" from to] "a flipped train goes from here to there",
        Ride { who: CommanderId, to: Hex } = ["ride" who to] "he rides to the Force in this hex",
        Pass = ["pass"] "no more rides this turn",
        Join(force: ForceId) = ["join" force] "which Force the returning commander joins",
    }
}

/// Nouns of which there are few, each with words of its own.
macro_rules! few {
    ($($noun:ty, $what:literal, $form:literal, $words:ident, $all:expr;)+) => {$(
        impl Noun<Campaign> for $noun {
            const FORM: &'static str = $form;
            const WORDS: Words = Words::$words;

            fn write(self, _: &Campaign) -> String {
                $all.into_iter().find(|(_, one)| *one == self).map_or("", |(word, _)| word).to_owned()
            }

            fn read(_: &Campaign, said: &str) -> Result<Self, Violation> {
                let found = $all.into_iter().find(|(word, _)| word.eq_ignore_ascii_case(said));
                found.map(|(_, one)| one).ok_or_else(|| {
                    let words = $all.map(|(word, _)| format!("`{word}`")).join(", ");
                    Violation::form(format!("`{said}` is no {}; write {words}", $what))
                })
            }

            fn exists(self, _: &Campaign) -> bool {
                true
            }

            fn any(_: &Campaign, chance: &mut dyn Chance) -> Self {
                $all[chance.draw($all.len() as u32, "any of a few") as usize].1
            }
        }
    )+};
}

few! {
    Kind, "brigade", "full|weak inf|cav|art", Two, Kind::ALL.map(|kind| (kind.words(), kind));
    Arm, "arm", "inf|cav|art", One, Arm::ALL.map(|arm| (arm.word(), arm));
    Delay, "marker", "order|+1|+2", One, [("order", Delay::Now), ("+1", Delay::One), ("+2", Delay::Two)];
}

impl Noun<Campaign> for u8 {
    const FORM: &'static str = "NUMBER";

    fn write(self, _: &Campaign) -> String {
        self.to_string()
    }

    fn read(_: &Campaign, said: &str) -> Result<u8, Violation> {
        said.parse().map_err(|_| Violation::form(format!("`{said}` is no number from 0 to 255")))
    }

    fn exists(self, _: &Campaign) -> bool {
        true
    }

    fn any(_: &Campaign, chance: &mut dyn Chance) -> u8 {
        any_number(chance, 8, 256) as u8
    }
}

impl Noun<Campaign> for Hex {
    const FORM: &'static str = "HEX";
    /// Places have names: `march to Point of Rocks`.
    const WORDS: Words = Words::Many;

    fn write(self, campaign: &Campaign) -> String {
        if self.exists(campaign) { campaign.theatre.grid.name(self) } else { format!("#{}", self.0) }
    }

    fn read(campaign: &Campaign, said: &str) -> Result<Hex, Violation> {
        let theatre = &campaign.theatre;
        let found = theatre.grid.parse(said).or_else(|| theatre.find_place(said).map(|place| place.hex));
        found.ok_or_else(|| {
            let near = did_you_mean(said, theatre.places().iter().map(|place| place.name.as_str()));
            Violation::form(format!("the map has no hex `{said}`{}", perhaps(near)))
        })
    }

    fn exists(self, campaign: &Campaign) -> bool {
        self.index() < campaign.theatre.grid.len()
    }

    fn any(campaign: &Campaign, chance: &mut dyn Chance) -> Hex {
        Hex(any_number(chance, campaign.theatre.grid.len(), 1 << 16) as u16)
    }

    fn target(self, campaign: &Campaign) -> Option<Target> {
        self.exists(campaign).then(|| Target::Place { place: self.write(campaign) })
    }
}

impl Noun<Campaign> for ForceId {
    const FORM: &'static str = "FORCE";

    fn write(self, _: &Campaign) -> String {
        if self.index() < FORCES { self.name() } else { format!("#{}", self.0) }
    }

    fn read(_: &Campaign, said: &str) -> Result<ForceId, Violation> {
        ForceId::parse(said).ok_or_else(|| {
            Violation::form(format!("`{said}` is no Force; write `US-A` to `US-L`, `CS-A` to `CS-I`"))
        })
    }

    fn exists(self, _: &Campaign) -> bool {
        self.index() < FORCES
    }

    fn any(_: &Campaign, chance: &mut dyn Chance) -> ForceId {
        ForceId(any_number(chance, FORCES, 256) as u8)
    }

    fn target(self, campaign: &Campaign) -> Option<Target> {
        self.exists(campaign).then(|| Target::Piece { piece: self.name() })
    }
}

impl Noun<Campaign> for CommanderId {
    const FORM: &'static str = "COMMANDER";
    const WORDS: Words = Words::Many;

    fn write(self, campaign: &Campaign) -> String {
        let commander = campaign.commanders.get(self.index());
        commander.map_or_else(|| format!("#{}", self.0), |commander| commander.name.clone())
    }

    fn read(campaign: &Campaign, said: &str) -> Result<CommanderId, Violation> {
        let names = || campaign.commanders.iter().map(|commander| commander.name.as_str());
        let found = names().position(|name| name.eq_ignore_ascii_case(said));
        found.map(|number| CommanderId(number as u8)).ok_or_else(|| {
            let near = perhaps(did_you_mean(said, names()));
            Violation::form(format!("no commander is called `{said}`{near}"))
        })
    }

    fn exists(self, campaign: &Campaign) -> bool {
        self.index() < campaign.commanders.len()
    }

    fn any(campaign: &Campaign, chance: &mut dyn Chance) -> CommanderId {
        CommanderId(any_number(chance, campaign.commanders.len(), MOST_COMMANDERS + 1) as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Library, scenario};
    use engine::chance::Quick;

    fn campaign() -> Campaign {
        scenario(&Library::builtin(), "monocacy-bridge").unwrap_or_else(|report| panic!("{report}")).campaign
    }

    #[test]
    fn what_is_written_is_read_back() {
        let campaign = campaign();
        let mut chance = Quick::new(1);
        for _ in 0..5_000 {
            let action = Action::any(&campaign, &mut chance);
            let line = action.write(&campaign);
            if action.known(&campaign).is_ok() {
                assert_eq!(Action::read(&campaign, &line), Ok(action), "{line}");
                assert_eq!(Action::read(&campaign, &line.to_uppercase()), Ok(action), "{line}");
            } else {
                assert!(Action::read(&campaign, &line).is_err(), "{line}");
            }
        }
    }

    #[test]
    fn what_cannot_be_read_says_what_could() {
        let campaign = campaign();
        for (text, hint) in [
            ("conferm", "`conferm` is no action; did you mean `confirm`?"),
            ("atack 0101", "`atack` is no action; did you mean `attack`?"),
            ("march", "`march` is not complete: write `march to HEX` or `march FORCE`"),
            ("hit full guns", "`full guns` is no brigade; write `full art`"),
            ("order US-Z", "`US-Z` is no Force; write `US-A` to `US-L`, `CS-A` to `CS-I`"),
            ("lead Ewel", "no commander is called `Ewel`; did you mean `Ewell`?"),
            ("march to Fredrick", "the map has no hex `Fredrick`; did you mean `Frederick`?"),
            ("bid 256", "`256` is no number from 0 to 255"),
        ] {
            let violation = Action::read(&campaign, text).unwrap_err();
            assert!(violation.text.contains(hint), "{text}: {violation}");
            assert!(violation.text.len() < 200, "{violation}");
        }
    }
}
