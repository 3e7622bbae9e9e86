//! A scenario in parts: plain values with names instead of numbers, not yet checked.
//!
//! Whoever reads a file (scenarios here, cases elsewhere) fills in a [`ScenarioParts`] and hands it to
//! [`build`](crate::files::load::build()), which checks everything, lists every fault, numbers the pieces and sets the
//! map up. Every part may say where in the file it stands; [`Span::File`] is the default.

use crate::model::ids::Turn;
use crate::model::scenario::{Kind, Land, Limits, Objective, Options, Rank, TurnInfo, Victory};
use crate::model::state::Flag;
use armies::derive::Label;
use engine::Side;
use faults::{Source, Span};
use ground::{Hex, HexMap, RoadClass};
use std::sync::Arc;

/// Everything a scenario is made of. See [`ScenarioParts::new`] for the defaults.
#[derive(Clone, Debug)]
pub struct ScenarioParts {
    /// The file that faults are about.
    pub source: Source,
    /// The name in commands: `crossroads-farm`.
    pub id: String,
    /// The name a player reads.
    pub title: String,
    /// What happens, in a few sentences.
    pub description: String,
    /// A fingerprint of everything read.
    pub print: String,
    /// Editions and variants.
    pub options: Options,
    /// Ranges and limits.
    pub limits: Limits,
    /// The map.
    pub map: HexMap,
    /// The real ground under it, if it was cut from a battlefield.
    pub land: Option<Arc<Land>>,
    /// The game turns.
    pub calendar: Vec<TurnInfo>,
    /// Who is phasing first on turn 1.
    pub first: Side,
    /// Who goes first on every later turn, if that is fixed.
    pub fixed_order: Option<Side>,
    /// Turn 1 begins with the second player's half.
    pub starts_in_second_half: bool,
    /// Regiments and batteries in any order; within a side the order is kept.
    pub units: Vec<UnitPart>,
    /// Commanders in any order; brigade commanders too.
    pub commanders: Vec<CommanderPart>,
    /// Brigades.
    pub brigades: Vec<BrigadePart>,
    /// Who stands in for an absent army commander, by side.
    pub stand_in: [StandInPart; 2],
    /// The order of appearance.
    pub arrivals: Vec<ArrivalPart>,
    /// Stacks whose first hex their owner chooses.
    pub placements: Vec<PlacementPart>,
    /// Points, thresholds and conditions; its objectives come from the list beside it.
    pub victory: Victory,
    /// Places worth holding.
    pub objectives: Vec<ObjectivePart>,
    /// Formations that may not move before something happens.
    pub holds: Vec<HoldPart>,
    /// Breastworks and build markers.
    pub works: Vec<WorksPart>,
    /// Bridges burned before the game begins.
    pub burned: Vec<BurnedPart>,
    /// A retreat off the map eliminates.
    pub off_map_is_death: bool,
    /// Which checks of the set-up are made.
    pub checks: Checks,
    /// Where the file speaks of what has no place of its own here.
    pub written: Written,
}

/// Where a file speaks of its turns and its map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The turns.
    pub turns: Span,
    /// The map.
    pub map: Span,
}

/// Which checks of a set-up are made besides those that any position must pass.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Checks {
    /// Stacking limits, one brigade a hex, one mode of cavalry a hex (LFM-4).
    pub stacking: bool,
    /// Brigade commanders stand with a regiment of their brigade (LFM-20.8a).
    pub commanders: bool,
    /// Regiments keep contact with their brigade or are detached (LFM-22.1a).
    pub integrity: bool,
}

impl Checks {
    /// A scenario's first position keeps every rule.
    pub const SET_UP: Checks = Checks { stacking: true, commanders: true, integrity: true };
    /// A position from the middle of a game may break those that are only tested when a phase ends.
    pub const MID_GAME: Checks = Checks { stacking: false, commanders: false, integrity: false };
}

/// A name that refers to something else in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ref {
    /// The name.
    pub name: String,
    /// Where it stands.
    pub written: Span,
}

impl Ref {
    /// A reference that stands somewhere.
    pub fn new(name: impl Into<String>, written: impl Into<Span>) -> Ref {
        Ref { name: name.into(), written: written.into() }
    }
}

impl From<&str> for Ref {
    fn from(name: &str) -> Ref {
        Ref::new(name, Span::File)
    }
}

impl From<&toml::Spanned<String>> for Ref {
    fn from(name: &toml::Spanned<String>) -> Ref {
        Ref::new(name.get_ref().clone(), name)
    }
}

/// Where a piece is when the game begins.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Stand {
    /// Comes by the arrival or placement that names it.
    #[default]
    ByList,
    /// On the map.
    At(Hex),
    /// Eliminated; a regiment may be recovered.
    Eliminated,
    /// Lost for good.
    Lost,
    /// Off the map after a retreat.
    OffMap {
        /// The hex by which it left.
        exit: Hex,
        /// The turn, counted from 0.
        turn: Turn,
    },
    /// Takes no part.
    Absent,
}

/// A regiment or battery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnitPart {
    /// Where it stands in the file.
    pub written: Span,
    /// Unique, without blanks.
    pub tag: String,
    /// The full name; the tag if there is none.
    pub name: Option<String>,
    /// Whose it is.
    pub side: Side,
    /// Its arm.
    pub kind: Kind,
    /// The label of its brigade; batteries have none.
    pub brigade: Option<Ref>,
    /// A battery's corps; regiments have their brigade's.
    pub corps: Option<String>,
    /// A battery's division; regiments have their brigade's.
    pub division: Option<String>,
    /// Strength points; of a battery, unlimbered.
    pub sp: u8,
    /// A battery's strength points when limbered, if they are said.
    pub limbered_sp: Option<u8>,
    /// Cohesion; a unit without one is a fault (LFM-18.1).
    pub cohesion: Option<u8>,
    /// The card's `*` unit.
    pub star: bool,
    /// May retreat before combat; cavalry and sharpshooters if nothing is said.
    pub dodges: Option<bool>,
    /// Obeys any commander of its corps (LFM-20.7d).
    pub free_command: bool,
    /// Counts double for victory although infantry.
    pub sharpshooters: bool,
    /// Where it is.
    pub stand: Stand,
    /// Unlimbered, or dismounted.
    pub deployed: bool,
    /// Other flags of [`Flag`]: `D`, `CHARGED`, `DETACHED`, …
    pub flags: Flag,
}

impl UnitPart {
    /// A unit in its first mode: limbered, mounted.
    pub fn new(tag: impl Into<String>, side: Side, kind: Kind, sp: u8, cohesion: u8) -> UnitPart {
        UnitPart {
            written: Span::File,
            tag: tag.into(),
            name: None,
            side,
            kind,
            brigade: None,
            corps: None,
            division: None,
            sp,
            limbered_sp: None,
            cohesion: Some(cohesion),
            star: false,
            dodges: None,
            free_command: false,
            sharpshooters: false,
            stand: Stand::ByList,
            deployed: false,
            flags: Flag::NONE,
        }
    }

    /// The strength points that it has on the march: of a battery limbered, which is half of `sp`, at least 1, if
    /// nothing else is said (ledger 6.4).
    pub(super) fn limbered(&self) -> u8 {
        match self.limbered_sp {
            Some(limbered) if self.kind.is_artillery() => limbered,
            None if self.kind.is_artillery() => (self.sp / 2).max(1),
            _ => self.sp,
        }
    }

    /// The corps and division that a battery is of.
    pub(super) fn levels(&self) -> Label {
        Label { corps: self.corps.clone(), division: self.division.clone(), ..Label::default() }
    }
}

/// A commander of any rank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommanderPart {
    /// Where he stands in the file.
    pub written: Span,
    /// Unique, without blanks.
    pub tag: String,
    /// The name a player reads; the tag if there is none.
    pub name: Option<String>,
    /// Whose he is.
    pub side: Side,
    /// His rank.
    pub rank: Rank,
    /// Stars on his counter; by rank (1 to 4) if nothing is said.
    pub stars: Option<u8>,
    /// Command value; every rank above the brigade needs one (LFM-19.1a).
    pub cv: Option<u8>,
    /// Who takes over when he falls, and with which command value.
    pub replacement: Option<(String, u8)>,
    /// He has fallen already.
    pub replaced: bool,
    /// The label of the corps he leads or belongs to.
    pub corps: Option<String>,
    /// The label of the division he leads or belongs to.
    pub division: Option<String>,
    /// Seniority among corps commanders; the number of his corps if nothing is said (R-72b).
    pub corps_rank: Option<u8>,
    /// Leads cavalry; if nothing is said, what he leads decides.
    pub cavalry: Option<bool>,
    /// Where he is.
    pub stand: Stand,
}

impl CommanderPart {
    /// A commander of a rank.
    pub fn new(tag: impl Into<String>, side: Side, rank: Rank) -> CommanderPart {
        CommanderPart {
            written: Span::File,
            tag: tag.into(),
            name: None,
            side,
            rank,
            stars: None,
            cv: None,
            replacement: None,
            replaced: false,
            corps: None,
            division: None,
            corps_rank: None,
            cavalry: None,
            stand: Stand::ByList,
        }
    }
}

/// A brigade. Its regiments name it, see [`UnitPart::brigade`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BrigadePart {
    /// Where it stands in the file.
    pub written: Span,
    /// Corps, division and brigade as on the counters; unique in its army.
    pub label: String,
    /// The name a player reads; the commander's brigade if there is none.
    pub name: Option<String>,
    /// Whose it is.
    pub side: Side,
    /// The tag of its commander.
    pub commander: Ref,
    /// The label of its corps.
    pub corps: Option<String>,
    /// The label of its division.
    pub division: Option<String>,
    /// The strength its losses are measured against; that of all its regiments if nothing is said.
    pub total: Option<u16>,
    /// Shattered.
    pub shattered: bool,
}

impl BrigadePart {
    /// A brigade under a commander.
    pub fn new(label: impl Into<String>, side: Side, commander: impl Into<Ref>) -> BrigadePart {
        BrigadePart {
            written: Span::File,
            label: label.into(),
            name: None,
            side,
            commander: commander.into(),
            corps: None,
            division: None,
            total: None,
            shattered: false,
        }
    }
}

/// Who acts for an absent army commander.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum StandInPart {
    /// Whoever LFM-20.12 says.
    #[default]
    ByRule,
    /// This commander.
    Named(Ref),
    /// Nobody.
    Nobody,
}

/// By which road a stack enters.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum EntryRoad {
    /// The best road through its entry hex, if there is one.
    #[default]
    OfTheHex,
    /// None: it comes across country.
    None,
    /// A road of this class.
    Class(RoadClass),
}

/// A stack of the order of appearance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ArrivalPart {
    /// Where it stands in the file.
    pub written: Span,
    /// What a player types; made from its pieces if there is none.
    pub tag: Option<String>,
    /// The turn, counted from 0.
    pub turn: Turn,
    /// The edge hex it enters.
    pub hex: Hex,
    /// Its road.
    pub road: EntryRoad,
    /// A partial allowance.
    pub mp: Option<u8>,
    /// The tags of its units and commanders.
    pub pieces: Vec<Ref>,
}

/// A stack whose first hex its owner chooses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlacementPart {
    /// Where it stands in the file.
    pub written: Span,
    /// The tags of its units and commanders.
    pub pieces: Vec<Ref>,
    /// Where it may stand.
    pub hexes: Vec<Hex>,
    /// Its owner also chooses its mode.
    pub choose_mode: bool,
}

/// A place worth holding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObjectivePart {
    /// Where it stands in the file.
    pub written: Span,
    /// The place.
    pub objective: Objective,
}

/// Pieces that may not move before something happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HoldPart {
    /// Where it stands in the file.
    pub written: Span,
    /// The tags of units and commanders.
    pub pieces: Vec<Ref>,
    /// Released from this turn on, counted from 0.
    pub until_turn: Option<Turn>,
    /// Released when an enemy comes this near.
    pub until_enemy_within: Option<u8>,
    /// What a player reads when he tries to move them.
    pub reason: String,
}

/// Breastworks, or a build marker.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorksPart {
    /// Where it stands in the file.
    pub written: Span,
    /// The hex.
    pub hex: Hex,
    /// Whose build marker it is; finished works belong to nobody.
    pub builder: Option<Side>,
}

/// A burned bridge, named by the two hexes it joined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BurnedPart {
    /// Where it stands in the file.
    pub written: Span,
    /// One of its hexes.
    pub hex: Hex,
    /// The other.
    pub other: Hex,
}

impl ScenarioParts {
    /// Nobody on a map, for one turn of day; the series rules; the Union goes first; points as in ledger 6.6.
    pub fn new(source: &Source, map: HexMap) -> ScenarioParts {
        ScenarioParts {
            source: source.clone(),
            id: "unnamed".to_owned(),
            title: "Unnamed".to_owned(),
            description: String::new(),
            print: engine::Print::of_bytes(source.text().as_bytes()).to_string(),
            options: Options::default(),
            limits: Limits::SERIES,
            map,
            land: None,
            calendar: vec![TurnInfo {
                day: 1,
                label: "noon".to_owned(),
                night: false,
                rain: false,
                victory_check: true,
            }],
            first: Side::Union,
            fixed_order: None,
            starts_in_second_half: false,
            units: Vec::new(),
            commanders: Vec::new(),
            brigades: Vec::new(),
            stand_in: Default::default(),
            arrivals: Vec::new(),
            placements: Vec::new(),
            victory: Victory {
                per_sp: 1,
                per_cavalry_sp: 2,
                per_sharpshooter_sp: 2,
                commanders: true,
                sudden: Some((4, 30)),
                objectives: Vec::new(),
                conditions: Vec::new(),
            },
            objectives: Vec::new(),
            holds: Vec::new(),
            works: Vec::new(),
            burned: Vec::new(),
            off_map_is_death: false,
            checks: Checks::SET_UP,
            written: Written { turns: Span::File, map: Span::File },
        }
    }

    /// Takes a piece out of where it stands and out of every arrival, so that it can be put somewhere else.
    pub fn take_away(&mut self, tag: &str) {
        let units = self.units.iter_mut().filter(|unit| unit.tag == tag).map(|unit| &mut unit.stand);
        let leaders =
            self.commanders.iter_mut().filter(|leader| leader.tag == tag).map(|leader| &mut leader.stand);
        units.chain(leaders).for_each(|stand| *stand = Stand::ByList);
        for arrival in &mut self.arrivals {
            arrival.pieces.retain(|piece| piece.name != tag);
        }
        self.arrivals.retain(|arrival| !arrival.pieces.is_empty());
    }
}
