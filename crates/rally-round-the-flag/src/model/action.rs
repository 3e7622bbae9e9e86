//! Answers to questions, and how they are written.

use super::deck::BACK;
use super::ids::{BodyId, BorderId, BrigadeId, CardId, GeneralId, StandId};
use super::inbound::{Inbound, RideIn};
use super::laid::{Laid, Ride};
use super::scenario::{Part, RallyRoundTheFlag};
use super::spot::{Drawn, Ground, Spot};
use crate::field::square::Edge;
use crate::measure::charge::ChargeGeom;
use crate::rules::dice::Die;
use crate::rules::fire::Reach;
use engine::notation::{Noun, any_number, perhaps};
use engine::scene::Target;
use engine::{Chance, Violation};
use faults::did_you_mean;
use ground::geometry::Point;
use ground::table::{Hand, Heading, number};

engine::actions! {
    /// One answer to one question.
    #[derive(Copy, Clone, PartialEq, Debug)]
    pub enum Action for RallyRoundTheFlag {
        Accept = ["accept"] "the battle is fought here, brigade by brigade",
        ToTheBoard = ["to" "the" "board"] "the campaign's own battle rules resolve it",
        LeaveArea = ["leave" "the" "area"] "the Area is left; every stand counts as routed",
        MarkEntry { border: BorderId, body: BodyId } = ["mark" border "for" body]
            "this edge is proposed as an entry, for this formation at most",
        CloseGround(ground: Ground) = ["close" ground] "this ground is proposed as off-limits",
        Edges { attacker: Edge, defender: Edge } = ["edges" attacker defender]
            "these deployment edges are proposed, the Attacker's first",
        Enough = ["enough"] "nothing more",
        Agree = ["agree"] "the proposal holds",
        Refuse = ["refuse"] "the proposal does not hold",
        LeaveOut(brigade: BrigadeId) = ["leave" "out" brigade] "this brigade takes no part",
        Bear(stand: StandId) = ["bear" stand] "this stand bears a loss of the campaign",
        MakeGood(stand: StandId) = ["make" "good" stand] "a loss of this stand is made good",
        Appoint(general: GeneralId) = ["appoint" general] "this General commands all",
        Independent(brigade: BrigadeId) = ["independent" brigade] "this brigade is led by its own General",
        Subordinate { brigade: BrigadeId, general: GeneralId } = ["subordinate" brigade "to" general]
            "this brigade is led by a General above it",
        StartOn(brigade: BrigadeId) = ["start" brigade] "this brigade begins on the map",
        WaitAt { brigade: BrigadeId, border: BorderId } = ["wait" brigade "at" border]
            "this brigade waits off the map at this entry",
        WaitOff(brigade: BrigadeId) = ["wait" brigade] "this brigade waits off the map",
        Seat { general: GeneralId, place: Point } = ["seat" general "at" place] "the General begins there",
        DrawUp { brigade: BrigadeId, drawn: Drawn } = ["draw" "up" brigade drawn]
            "this brigade is drawn up there, in the shape of its card",
        Put { stand: StandId, spot: Spot } = ["put" stand spot] "this stand begins there",
        HoldBack(stand: StandId) = ["hold" "back" stand] "this stand waits off the map",
        NoRoom(brigade: BrigadeId) = ["no" "room" brigade] "this brigade finds no room, and waits off the map",
        Ready = ["ready"] "all is as it should be",
        Unsettle(stand: StandId) = ["unsettle" stand] "this unformed stand is moved; how is asked next",
        Drop(card: CardId) = ["drop" card] "this card is left out of the deck",
        Play(card: CardId) = ["play" card] "the top action of this Battle card, or this Command card",
        PlayFor { card: CardId, stand: StandId } = ["play" card "for" stand]
            "the bottom action of this card, for this stand",
        Activate(general: GeneralId) = ["activate" general] "this General is activated",
        Pass = ["pass"] "nothing is done in this turn",
        Discard(card: CardId) = ["discard" card] "this card goes to the discards",
        Keep = ["keep"] "no further card is discarded",
        Add(card: CardId) = ["add" card] "this Command card is added to the activation for its Reroll points",
        Move(stand: StandId) = ["move" stand] "this stand moves; how is asked next",
        MoveBy { stand: StandId, laid: Laid } = ["move" stand laid] "this stand moves so",
        Tactic(stand: StandId) = ["tactic" stand] "this stand makes a Tactic; how is asked next",
        TacticBy { stand: StandId, laid: Laid } = ["tactic" stand laid] "this stand makes this Tactic",
        March(stand: StandId) = ["march" stand] "this stand marches; how is asked next",
        MarchBy { stand: StandId, laid: Laid } = ["march" stand laid] "this stand marches so",
        Mount = ["mount"] "the men mount",
        Dismount = ["dismount"] "the men dismount",
        Lay(laid: Laid) = ["lay" laid] "the stand moves so",
        Stay = ["stay"] "the stand stays where it is",
        Ride { general: GeneralId, ride: Ride } = ["ride" general ride] "the General rides there",
        Open(brigade: BrigadeId) = ["open" brigade] "an action point opens the entry for this brigade",
        Enter(stand: StandId) = ["enter" stand] "this stand enters; where is asked next",
        MarchIn(stand: StandId) = ["march" "in" stand] "this stand marches in; where is asked next",
        In(inbound: Inbound) = ["in" inbound] "the stand enters so",
        Bring { general: GeneralId, seat: RideIn } = ["bring" general seat] "the General rides in so",
        Rally(stand: StandId) = ["rally" stand] "this stand rallies",
        RallyByCard(stand: StandId) = ["rally" stand "by" "card"] "this stand rallies by the Command card",
        Plan(stand: StandId) = ["plan" stand] "this stand acts by the Plan of the Command card",
        Charge(stand: StandId) = ["charge" stand] "this stand charges; whom and how is asked next",
        ChargeAt { stand: StandId, target: StandId, way: ChargeGeom } = ["charge" stand ">" target way]
            "this stand charges that one so",
        Pair { stand: StandId, target: StandId } = ["pair" stand "with" target]
            "of the mounted stands this one charges next, and that one",
        At { target: StandId, way: ChargeGeom } = ["at" target way] "that one is charged so",
        Lead(general: GeneralId) = ["lead" general] "this General goes along",
        Spur(card: CardId) = ["spur" "with" card] "this card is played with the charge",
        Take(stand: StandId) = ["take" stand] "this stand is taken along, behind the one that charges",
        Fire { stand: StandId, target: StandId } = ["fire" stand ">" target] "this stand fires at that one",
        FireWith { stand: StandId, target: StandId, card: CardId } = ["fire" stand ">" target "with" card]
            "this stand fires at that one, with a card of its brigade",
        FireAt { stand: StandId, general: GeneralId } = ["fire" stand "at" general]
            "this stand fires at that General, who is nearer than anybody else",
        AnswerHit { card: CardId, dice: Reach } = ["answer" card dice] "by this card, dice of the hit are rolled again",
        CloseUp { stand: StandId, friend: StandId, card: CardId } = ["close" stand "behind" friend "with" card]
            "this stand closes up behind that one, by Close Order",
        Form { stand: StandId, hand: Hand } = ["form" stand hand]
            "this stand forms on the one that leads, the second file on that side of it",
        Reinforce { stand: StandId, card: CardId } = ["reinforce" "by" stand "with" card]
            "this stand goes to the one that was touched, by Reinforce",
        LetPass = ["let" "pass"] "nothing is done about it",
        Lose(part: Part) = ["lose" part] "this stand of the regiment takes the loss",
        Fight(stand: StandId) = ["fight" stand] "the melee of this stand is fought next",
        Commit(card: CardId) = ["commit" card] "this card is committed to the melee",
        Suffer(stand: StandId) = ["suffer" stand] "this stand takes the loss of the melee",
        Relieve(stand: StandId) = ["relieve" "by" stand] "this stand takes the firer's place",
        Next(stand: StandId) = ["next" stand] "this stand is the next",
        Flee = ["flee"] "it runs away from the enemy",
        FleeFrom(stand: StandId) = ["flee" "from" stand] "it runs away from this enemy",
        FleeTo(general: GeneralId) = ["flee" "to" general] "it runs toward this General",
        Done = ["done"] "nobody else acts",
        Reroll(die: Die) = ["reroll" die] "this die is rolled again, for a point",
        LetStand = ["let" "stand"] "the dice stay as they are",
        Face(heading: Heading) = ["face" heading] "the stand faces that way",
        GiveWay(stand: StandId) = ["give" "way" stand] "this engaged stand is declared routed",
        StandFast = ["stand" "fast"] "nobody else gives way",
        Retire = ["retire"] "the army marches off the field; the battle is given up",
        RetireRouted = ["retire" "routed"] "the army leaves the field at once; its guns there are lost",
    }
}

impl Action {
    /// The card that this plays, adds or discards.
    #[must_use]
    pub const fn card(&self) -> Option<CardId> {
        match *self {
            Action::Play(card)
            | Action::PlayFor { card, .. }
            | Action::Discard(card)
            | Action::Add(card)
            | Action::FireWith { card, .. }
            | Action::AnswerHit { card, .. }
            | Action::CloseUp { card, .. }
            | Action::Spur(card)
            | Action::Reinforce { card, .. }
            | Action::Commit(card) => Some(card),
            _ => None,
        }
    }
}

impl Noun<RallyRoundTheFlag> for StandId {
    const FORM: &'static str = "STAND";

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        rules.stands.get(self.index()).map_or_else(|| format!("stand?{}", self.0), |stand| stand.tag.clone())
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<StandId, Violation> {
        rules.find(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.stands.iter().map(|stand| stand.tag.as_str()));
            Violation::form(format!("there is no stand `{said}`{}", perhaps(near)))
        })
    }

    fn exists(self, rules: &RallyRoundTheFlag) -> bool {
        self.index() < rules.stands.len()
    }

    fn any(rules: &RallyRoundTheFlag, chance: &mut dyn Chance) -> StandId {
        StandId::at(any_number(chance, rules.stands.len(), 1 << 8))
    }

    fn target(self, rules: &RallyRoundTheFlag) -> Option<Target> {
        Some(Target::Piece { piece: self.write(rules) })
    }
}

impl Noun<RallyRoundTheFlag> for GeneralId {
    const FORM: &'static str = "GENERAL";

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        let known = rules.generals.get(self.index());
        known.map_or_else(|| format!("general?{}", self.0), |general| general.tag.clone())
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<GeneralId, Violation> {
        rules.find_general(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.generals.iter().map(|general| general.tag.as_str()));
            Violation::form(format!("there is no General `{said}`{}", perhaps(near)))
        })
    }

    fn exists(self, rules: &RallyRoundTheFlag) -> bool {
        self.index() < rules.generals.len()
    }

    fn any(rules: &RallyRoundTheFlag, chance: &mut dyn Chance) -> GeneralId {
        GeneralId::at(any_number(chance, rules.generals.len(), 1 << 8))
    }

    fn target(self, rules: &RallyRoundTheFlag) -> Option<Target> {
        Some(Target::Piece { piece: self.write(rules) })
    }
}

impl Noun<RallyRoundTheFlag> for CardId {
    const FORM: &'static str = "CARD";

    fn write(self, rules: &RallyRoundTheFlag) -> String {
        let known = rules.cards.get(self.index()).filter(|_| self != BACK);
        known.map_or_else(|| format!("card?{}", self.0), |card| card.tag.clone())
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<CardId, Violation> {
        rules.find_card(said).ok_or_else(|| {
            let near = did_you_mean(said, rules.cards.iter().map(|card| card.tag.as_str()));
            Violation::form(format!("there is no card `{said}`{}", perhaps(near)))
        })
    }

    fn exists(self, rules: &RallyRoundTheFlag) -> bool {
        self.index() < rules.cards.len()
    }

    fn any(rules: &RallyRoundTheFlag, chance: &mut dyn Chance) -> CardId {
        CardId::at(any_number(chance, rules.cards.len(), 1 << 8))
    }

    fn target(self, rules: &RallyRoundTheFlag) -> Option<Target> {
        Some(Target::Card { card: self.write(rules) })
    }
}

impl Noun<RallyRoundTheFlag> for Die {
    const FORM: &'static str = "1|2|3|4";

    fn write(self, _: &RallyRoundTheFlag) -> String {
        (self as u8 + 1).to_string()
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Die, Violation> {
        match said {
            "1" => Ok(Die::First),
            "2" => Ok(Die::Second),
            "3" => Ok(Die::Third),
            "4" => Ok(Die::Fourth),
            _ => Err(Violation::form(format!("`{said}` is no die: write `1` to `4`"))),
        }
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Die {
        Die::ALL[chance.draw(4, "any die") as usize]
    }
}

impl Noun<RallyRoundTheFlag> for Reach {
    const FORM: &'static str = "1|2|both";

    fn write(self, _: &RallyRoundTheFlag) -> String {
        match self {
            Reach::First => "1",
            Reach::Second => "2",
            Reach::Both => "both",
        }
        .to_owned()
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Reach, Violation> {
        match said.to_ascii_lowercase().as_str() {
            "1" => Ok(Reach::First),
            "2" => Ok(Reach::Second),
            "both" => Ok(Reach::Both),
            _ => Err(Violation::form(format!("`{said}` are no dice: write `1`, `2` or `both`"))),
        }
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Reach {
        [Reach::First, Reach::Second, Reach::Both][chance.draw(3, "any dice") as usize]
    }
}

impl Noun<RallyRoundTheFlag> for Part {
    const FORM: &'static str = "men|mounted|holders";

    fn write(self, _: &RallyRoundTheFlag) -> String {
        match self {
            Part::Men => "men",
            Part::Mounted => "mounted",
            Part::Holders => "holders",
        }
        .to_owned()
    }

    fn read(rules: &RallyRoundTheFlag, said: &str) -> Result<Part, Violation> {
        let found = Part::ALL.into_iter().find(|part| part.write(rules).eq_ignore_ascii_case(said));
        found.ok_or_else(|| Violation::form(format!("`{said}` is none of `men`, `mounted` and `holders`")))
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Part {
        Part::ALL[chance.draw(3, "any part") as usize]
    }
}

impl Noun<RallyRoundTheFlag> for Heading {
    const FORM: &'static str = "DEGREES";

    fn write(self, _: &RallyRoundTheFlag) -> String {
        number::write(self.tenths().into(), 1)
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Heading, Violation> {
        parse_heading(said).ok_or_else(|| {
            Violation::form(format!("`{said}` is no heading; write degrees from north, as in `137.5`"))
        })
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Heading {
        Heading::new(chance.draw(3_600, "any heading") as u16).unwrap_or(Heading::NORTH)
    }
}

impl Noun<RallyRoundTheFlag> for Hand {
    const FORM: &'static str = "left|right";

    fn write(self, _: &RallyRoundTheFlag) -> String {
        match self {
            Hand::Left => "left",
            Hand::Right => "right",
        }
        .to_owned()
    }

    fn read(_: &RallyRoundTheFlag, said: &str) -> Result<Hand, Violation> {
        match said.to_ascii_lowercase().as_str() {
            "left" => Ok(Hand::Left),
            "right" => Ok(Hand::Right),
            _ => Err(Violation::form(format!("`{said}` is no side: write `left` or `right`"))),
        }
    }

    fn exists(self, _: &RallyRoundTheFlag) -> bool {
        true
    }

    fn any(_: &RallyRoundTheFlag, chance: &mut dyn Chance) -> Hand {
        if chance.draw(2, "any side") == 0 { Hand::Left } else { Hand::Right }
    }
}

/// Degrees clockwise from north, down to a tenth.
pub(crate) fn parse_heading(text: &str) -> Option<Heading> {
    let tenths = number::read(text, 1).filter(|tenths| (0..3_600).contains(tenths))?;
    Heading::new(tenths as u16)
}
