//! What a scenario file comes to: plain values, checked, for the rules to play from.

use super::options::Options;
use crate::field::board::{Board, Segment};
use crate::field::decks::Card;
use crate::field::roster::{HqId, Roster};
use crate::field::square::{Printed, Square};
use crate::field::transfer::{Account, Circles, Level};
use crate::model::cards::Formation;
use crate::model::ids::{BrigadeId, EntryId, GeneralId, StandId};
use engine::{BySide, Print, Side};
use ground::geometry::{Area, Point};
use ground::table::{Heading, Tabletop};

/// A scenario, or the battle of a campaign.
#[derive(Debug)]
pub struct Scenario {
    /// Its id.
    pub id: String,
    /// What people call it.
    pub title: String,
    /// What it is about.
    pub description: String,
    /// What was chosen of table 1.6.
    pub options: Options,
    /// Who moves first in every Round (RRF-GEN-4).
    pub attacker: Side,
    /// The squares.
    pub map: Map,
    /// The ground, in hundredths of a yard from the south-west corner of the map. Barricades and forbidden ground that
    /// the file names are not in it: they stand beside it.
    pub table: Tabletop,
    /// Who takes part.
    pub roster: Roster,
    /// Who commands all, by side (RRF-HAND-1).
    pub commanders: BySide<Option<GeneralId>>,
    /// Where troops may enter; the numbers of [`EntryId`].
    pub entries: Vec<Entry>,
    /// The draw decks, each in the order of [`crate::field::decks::all_cards`] or of the file. Empty in a battle of a
    /// campaign, where their owners choose (S15).
    pub decks: BySide<Vec<Card>>,
    /// Barricades there from the beginning (RRF-BARR-5).
    pub barricades: Vec<Barricade>,
    /// Places worth points.
    pub objectives: Vec<Objective>,
    /// How the battle opens.
    pub opening: Opening,
    /// A fingerprint of everything loaded.
    pub print: Print,
}

/// The map of a battle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Map {
    /// The rectangle of squares.
    pub board: Board,
    /// The Area it is built for, if it is one.
    pub area: Option<String>,
    /// The squares that were asked for; the others make it a rectangle.
    pub required: Vec<Square>,
    /// What is printed on each, in the order of [`Board::squares`].
    pub printed: Vec<Printed>,
    /// Ground where nobody may stand or move (RRF-MAP-10).
    pub forbidden: Vec<Area>,
}

/// A segment of the frame where troops of a side may enter (RRF-MAP-8).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Which edge of which square.
    pub segment: Segment,
    /// Whose troops.
    pub side: Side,
    /// The largest formation that may use it: its troops, and nobody else's (RRF-MAP-9).
    pub largest: HqId,
}

/// A barricade (RRF-BARR-1).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Barricade {
    /// What it is called.
    pub name: String,
    /// From point to point.
    pub line: Vec<Point>,
}

/// A place worth points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Objective {
    /// What people call it.
    pub name: String,
    /// The squares that must be held: formed troop stands of one side alone stand in them.
    pub squares: Vec<Square>,
    /// What it is worth.
    pub points: u8,
    /// When it counts.
    pub counts: Counts,
    /// Who holds it until somebody else does.
    pub held: Option<Side>,
}

/// When an objective counts.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Counts {
    /// At the end of every Round.
    #[default]
    EachRound,
    /// When the battle is over.
    AtTheEnd,
    /// Whoever holds it at the end of a turn and did not hold it from the start has won (RRF-WIN-1).
    AtOnce,
}

/// How a battle opens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening {
    /// Everybody is where the scenario says (RRF-MAP-1, RRF-GEN-2).
    Placed(Places),
    /// As in a campaign, from S1 on.
    Campaign(Campaign),
}

/// Where everybody is.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// By [`StandId`].
    pub stands: Vec<Place>,
    /// By [`GeneralId`].
    pub generals: Vec<GeneralPlace>,
}

/// Where a regiment or battery is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the map.
    Map {
        /// The middle of its stand.
        at: Point,
        /// Which way it faces.
        facing: Heading,
        /// Whether cavalry is on horseback; on foot its holders stand behind it.
        mounted: bool,
    },
    /// Off the map, waiting to enter.
    Waits(EntryId),
}

/// Where a General is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum GeneralPlace {
    /// On the map.
    Map(Point),
    /// Off the map with his troops, waiting to enter.
    Waits(EntryId),
}

/// A battle of a campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Campaign {
    /// What a stand of the campaign is.
    pub level: Level,
    /// Its columns.
    pub columns: Vec<Column>,
    /// The campaign's stands that take part, with what they bear, and the regiments and batteries of each.
    pub accounts: Vec<(Account, Vec<StandId>)>,
    /// Regiments and batteries of these stands that an earlier battle has marked and that are not here, by the place of
    /// their account: what they have lost counts on.
    pub absent: Vec<(usize, Circles)>,
}

/// A column of the campaign's battle board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// Whose it is.
    pub side: Side,
    /// Its Formation card; without one its brigades are Unformed (RRF-FORM-1, RRF-FORM-18).
    pub card: Option<Formation>,
    /// Its brigades.
    pub brigades: Vec<BrigadeId>,
}
