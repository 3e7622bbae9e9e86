//! The scenario: ground, armies, cards, as they never change during play.

use super::border::{Body, Border};
use super::cards::{BattleCard, CommandCard, Formation};
use super::ids::{BodyId, BorderId, BrigadeId, CardId, GeneralId, SquareId, StandId};
use super::numbers::{Discipline, Fire, Ratings, Strength};
use super::squares::Squares;
use super::state::State;
use crate::measure::Land;
use crate::scenarios::{Campaign, Counts, Options};
use engine::{Print, Side};
use serde::{Deserialize, Serialize};

/// The rules of Rally Round the Flag with a scenario loaded.
#[derive(Debug)]
pub struct RallyRoundTheFlag {
    /// The scenario's id.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// What was chosen of table 1.6.
    pub options: Options,
    /// The ground, in hundredths of a yard.
    pub land: Land,
    /// The step of the battlefield's own contours.
    pub minor: i16,
    /// Flags and limits.
    pub squares: Squares,
    /// The edges of its squares along the frame, clockwise from the north-west.
    pub borders: Vec<Border>,
    /// Bodies of troops, from brigades up.
    pub bodies: Vec<Body>,
    /// Who takes the first turn of every Round (RRF-GEN-4, RRF-TURN-2).
    pub attacker: Side,
    /// The squares that only make the map a rectangle (RRF-MAP-5).
    pub added: Vec<SquareId>,
    /// What both sides bring from the campaign, if it is a battle of one: then they set it up first.
    pub campaign: Option<Campaign>,
    /// Places worth points.
    pub objectives: Vec<Objective>,
    /// Regiments and batteries.
    pub stands: Vec<Stand>,
    /// Brigades and battalions.
    pub brigades: Vec<Brigade>,
    /// Generals.
    pub generals: Vec<General>,
    /// The cards of both sides.
    pub cards: Vec<Card>,
    /// Everything at the beginning of play.
    pub start: State,
    /// A fingerprint of everything loaded.
    pub print: Print,
}

/// A place worth points, or the battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// What people call it.
    pub name: String,
    /// Its squares.
    pub squares: Vec<SquareId>,
    /// What it is worth.
    pub points: u8,
    /// When it counts.
    pub counts: Counts,
    /// Who holds it at the beginning.
    pub held: Option<Side>,
}

/// What a regiment is; of a battery, that it is one.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A regiment of infantry.
    Infantry,
    /// A regiment of cavalry: three stands, of which one or two are on the map (RRF-CAV-1).
    Cavalry,
    /// A battery.
    Artillery,
}

/// The stands of a cavalry regiment; of any other only the first.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Part {
    /// The men: of cavalry, the dismounted stand.
    Men,
    /// The mounted stand.
    Mounted,
    /// The holders of the horses.
    Holders,
}

impl Part {
    /// All of them, in the order of their circles.
    pub const ALL: [Part; 3] = [Part::Men, Part::Mounted, Part::Holders];
}

/// A regiment or a battery (RRF-TRP-1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stand {
    /// The word it is known by: `2ms`.
    pub tag: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// The brigade it belongs to.
    pub brigade: BrigadeId,
    /// What it is.
    pub kind: Kind,
    /// Its Fire number.
    pub fire: Fire,
    /// Its Discipline.
    pub discipline: Discipline,
    /// Its circles, by [`Part`]; a battery has one.
    pub circles: [Strength; 3],
}

/// A brigade, or a battalion of artillery (RRF-COC-1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brigade {
    /// The word it is known by, which its cards begin with: `davis`.
    pub tag: String,
    /// What people call it.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Its own General, if he takes part.
    pub own: Option<GeneralId>,
    /// The nearest General above it: whom it may be subordinated to, and those above him (RRF-DECK-6).
    pub above: Option<GeneralId>,
    /// The Formation card of its column in the campaign (RRF-FORM-1).
    pub formation: Option<Formation>,
    /// The division it belongs to (RRF-DECK-2).
    pub division: Option<BodyId>,
    /// Whether its stands may have barricades before them at the beginning (RRF-BARR-5).
    pub barricades: bool,
}

/// How high a General is (RRF-COC-2).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// A brigade or a battalion.
    Brigade,
    /// A division.
    Division,
    /// A corps.
    Corps,
    /// An army.
    Army,
}

impl Rank {
    /// All of them.
    pub const ALL: [Rank; 4] = [Rank::Brigade, Rank::Division, Rank::Corps, Rank::Army];

    /// As it is written.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Rank::Brigade => "brigade",
            Rank::Division => "division",
            Rank::Corps => "corps",
            Rank::Army => "army",
        }
    }
}

/// A General (RRF-LEAD-1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct General {
    /// The word he is known by, which is also the name of his Command card (RRF-PLAY-9): `Davis`.
    pub tag: String,
    /// His name.
    pub name: String,
    /// Whose he is.
    pub side: Side,
    /// How high.
    pub rank: Rank,
    /// What he is worth without gravestones.
    pub ratings: Ratings,
    /// The General above him (RRF-COC-3).
    pub above: Option<GeneralId>,
}

/// A card of a side's deck (RRF-CARD-6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    /// The word it is known by: `davis-4`; of a Command card the General's tag.
    pub tag: String,
    /// Whose it is.
    pub side: Side,
    /// What stands on it.
    pub face: Face,
}

/// What stands on a card.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Face {
    /// The Command card of a General (RRF-CMDC-1).
    Command(GeneralId, CommandCard),
    /// A Battle card of a brigade (RRF-CARD-5).
    Battle(BrigadeId, BattleCard),
}

impl RallyRoundTheFlag {
    /// What the scenario says of a stand. The number must be one of this scenario's, here and below.
    #[inline]
    #[must_use]
    pub fn stand(&self, stand: StandId) -> &Stand {
        &self.stands[stand.index()]
    }

    /// What the scenario says of a General.
    #[inline]
    #[must_use]
    pub fn general(&self, general: GeneralId) -> &General {
        &self.generals[general.index()]
    }

    /// What the scenario says of a brigade.
    #[inline]
    #[must_use]
    pub fn brigade(&self, brigade: BrigadeId) -> &Brigade {
        &self.brigades[brigade.index()]
    }

    /// What the scenario says of a card.
    #[inline]
    #[must_use]
    pub fn card(&self, card: CardId) -> &Card {
        &self.cards[card.index()]
    }

    /// Every stand.
    pub fn stand_ids(&self) -> impl Iterator<Item = StandId> + use<> {
        (0..self.stands.len()).map(StandId::at)
    }

    /// Every General.
    pub fn general_ids(&self) -> impl Iterator<Item = GeneralId> + use<> {
        (0..self.generals.len()).map(GeneralId::at)
    }

    /// Every card of a side: its deck (RRF-DECK-1).
    pub fn deck_of(&self, side: Side) -> impl Iterator<Item = CardId> + '_ {
        (0..self.cards.len()).map(CardId::at).filter(move |&card| self.card(card).side == side)
    }

    /// The stand of this tag.
    #[must_use]
    pub fn find(&self, tag: &str) -> Option<StandId> {
        self.stands.iter().position(|stand| stand.tag.eq_ignore_ascii_case(tag)).map(StandId::at)
    }

    /// The General of this tag.
    #[must_use]
    pub fn find_general(&self, tag: &str) -> Option<GeneralId> {
        self.generals.iter().position(|general| general.tag.eq_ignore_ascii_case(tag)).map(GeneralId::at)
    }

    /// The brigade of this tag.
    #[must_use]
    pub fn find_brigade(&self, tag: &str) -> Option<BrigadeId> {
        self.brigades.iter().position(|brigade| brigade.tag.eq_ignore_ascii_case(tag)).map(BrigadeId::at)
    }

    /// The card of this tag.
    #[must_use]
    pub fn find_card(&self, tag: &str) -> Option<CardId> {
        self.cards.iter().position(|card| card.tag.eq_ignore_ascii_case(tag)).map(CardId::at)
    }

    /// The edge of a square of this name, in any case.
    #[must_use]
    pub fn find_border(&self, name: &str) -> Option<BorderId> {
        self.borders.iter().position(|border| border.name.eq_ignore_ascii_case(name)).map(BorderId::at)
    }

    /// The body of troops of this tag.
    #[must_use]
    pub fn find_body(&self, tag: &str) -> Option<BodyId> {
        self.bodies.iter().position(|body| body.tag.eq_ignore_ascii_case(tag)).map(BodyId::at)
    }

    /// Every brigade.
    pub fn brigade_ids(&self) -> impl Iterator<Item = BrigadeId> + use<> {
        (0..self.brigades.len()).map(BrigadeId::at)
    }

    /// The regiments and batteries of a brigade.
    pub fn stands_of(&self, brigade: BrigadeId) -> impl Iterator<Item = StandId> + '_ {
        self.stand_ids().filter(move |&stand| self.stand(stand).brigade == brigade)
    }
}
