//! Parts into a scenario: pieces numbered and linked, every fault listed.

use super::labels::{Labels, corps_number, join};
use super::parts::{
    ArrivalPart, BrigadePart, CommanderPart, EntryRoad, Ref, ScenarioParts, StandInPart, UnitPart,
};
use super::setup;
use crate::board::Board;
use crate::ids::{
    BrigadeId, CommanderId, Group, MAX_ARRIVALS, MAX_BRIDGES, MAX_BRIGADES, MAX_COMMANDERS, MAX_UNITS, Piece,
    UnitId,
};
use crate::scenario::{
    Arrival, BrigadeInfo, CommanderInfo, Hold, Kind, Limits, Placement, Rank, Scenario, StandIn, UnitInfo,
    Victory,
};
use crate::state::State;
use engine::Side;
use faults::{Faults, Place, did_you_mean};
use ground::{Crossing, Hex};
use std::collections::BTreeMap;

/// The most objectives a scenario may have.
const MAX_OBJECTIVES: usize = 32;
/// The most turns a scenario may have.
const MAX_TURNS: usize = 200;

/// Checks the parts, numbers the pieces and sets the map up, or lists every fault.
///
/// ```
/// use engine::Side;
/// use ground::{Grid, GridShape, HexMap};
/// use last_full_measure::load::parts::{BrigadePart, CommanderPart, ScenarioParts, Stand, UnitPart};
/// use last_full_measure::scenario::{Kind, Rank};
///
/// let map = HexMap::new(Grid::new(GridShape::pointy(6, 5)).unwrap());
/// let hill = map.grid.parse("0203").unwrap();
/// let mut parts = ScenarioParts::new(&faults::Source::new("a.toml", ""), map);
/// parts.brigades.push(BrigadePart::new("1/A", Side::Union, "Pratt"));
/// parts.commanders.push(CommanderPart {
///     stand: Stand::At(hill),
///     ..CommanderPart::new("Pratt", Side::Union, Rank::Brigade)
/// });
/// parts.units.push(UnitPart {
///     brigade: Some("1/A".into()),
///     stand: Stand::At(hill),
///     ..UnitPart::new("5NY", Side::Union, Kind::Infantry, 4, 3)
/// });
/// let scenario = last_full_measure::load::build(&parts).unwrap();
/// assert!(scenario.start.has_units(hill));
/// ```
pub fn build(parts: &ScenarioParts) -> Result<Scenario, Faults> {
    let mut faults = Faults::new(&parts.source);
    too_many(parts, &mut faults);
    if !faults.is_empty() {
        return Err(faults);
    }
    let roster = Roster::new(parts, &mut faults);
    let (board, bridges) = Board::new(&parts.map, parts.limits.fire_range);
    let mut scenario = Scenario {
        id: parts.id.clone(),
        title: parts.title.clone(),
        description: parts.description.clone(),
        print: parts.print.clone(),
        options: parts.options,
        limits: parts.limits,
        map: parts.map.clone(),
        board,
        calendar: parts.calendar.clone(),
        first: parts.first,
        fixed_order: parts.fixed_order,
        starts_in_second_half: parts.starts_in_second_half,
        union_units: count(&roster.units, |unit| unit.side),
        union_commanders: count(&roster.commanders, |commander| commander.side),
        units: Vec::new(),
        commanders: Vec::new(),
        brigades: Vec::new(),
        stand_in: [StandIn::ByRule; 2],
        arrivals: Vec::new(),
        placements: Vec::new(),
        bridges,
        victory: Victory {
            objectives: parts.objectives.iter().map(|part| part.objective.clone()).collect(),
            ..parts.victory.clone()
        },
        holds: Vec::new(),
        off_map_is_death: parts.off_map_is_death,
        start: Box::new(State::empty(parts.first)),
    };
    check_plain_things(parts, &mut faults);
    let numbers = Numbers::new(&roster, &mut faults);
    let mut linker =
        Linker { parts, roster: &roster, numbers, labels: Labels::default(), faults: &mut faults };
    scenario.commanders = linker.commanders();
    scenario.brigades = linker.brigades();
    scenario.units = linker.units();
    linker.superiors(&mut scenario.commanders, &scenario.brigades);
    scenario.stand_in = linker.stand_ins();
    scenario.arrivals = linker.arrivals();
    scenario.placements = linker.placements();
    scenario.holds = linker.holds();
    if faults.is_empty() {
        setup::set_up(parts, &roster, &mut scenario, &mut faults);
    }
    faults.into_result(scenario)
}

/// The pieces in the order of their numbers.
pub(super) struct Roster<'a> {
    pub(super) units: Vec<&'a UnitPart>,
    pub(super) commanders: Vec<&'a CommanderPart>,
    pub(super) brigades: Vec<&'a BrigadePart>,
    corps_ranks: [BTreeMap<&'a str, u8>; 2],
}

impl<'a> Roster<'a> {
    fn new(parts: &'a ScenarioParts, faults: &mut Faults) -> Roster<'a> {
        let mut units: Vec<&UnitPart> = parts.units.iter().collect();
        units.sort_by_key(|unit| unit.side);
        let mut brigades: Vec<&BrigadePart> = parts.brigades.iter().collect();
        brigades.sort_by_key(|brigade| brigade.side);
        let corps_ranks = Side::BOTH.map(|side| corps_ranks(parts, side, faults));

        // The order of the Command phase: from the top down, corps by seniority, the rest as listed.
        let mut commanders: Vec<&CommanderPart> = parts.commanders.iter().collect();
        let seniority = |commander: &CommanderPart| {
            let corps = commander.corps.as_deref()?;
            corps_ranks[commander.side.index()].get(corps).copied()
        };
        commanders.sort_by_key(|commander| {
            (commander.side, std::cmp::Reverse(commander.rank), seniority(commander).unwrap_or(u8::MAX))
        });
        Roster { units, commanders, brigades, corps_ranks }
    }
}

/// Seniority of the corps commanders of a side, by the label of their corps (R-72b).
fn corps_ranks<'a>(parts: &'a ScenarioParts, side: Side, faults: &mut Faults) -> BTreeMap<&'a str, u8> {
    let mut ranks: BTreeMap<&str, u8> = BTreeMap::new();
    let mut holders: BTreeMap<u8, &CommanderPart> = BTreeMap::new();
    let chiefs: Vec<&CommanderPart> = parts
        .commanders
        .iter()
        .filter(|commander| commander.side == side && commander.rank == Rank::Corps)
        .collect();
    for (order, chief) in (0u8..).zip(&chiefs) {
        let Some(corps) = chief.corps.as_deref() else { continue };
        // Corps without a number come after those with one, as listed.
        let rank = chief.corps_rank.or_else(|| corps_number(corps)).unwrap_or(100u8.saturating_add(order));
        if let Some(other) = holders.insert(rank, chief) {
            faults
                .add(
                    chief.written.clone(),
                    format!("{} and {} have the same corps rank", chief.tag, other.tag),
                )
                .hint("give each corps commander of an army his own `corps_rank`, 1 for the senior")
                .see(other.written.clone(), "the other one");
        }
        ranks.insert(corps, rank);
    }
    ranks
}

fn count<T>(pieces: &[&T], side: impl Fn(&T) -> Side) -> u8 {
    // `too_many` has made sure that it fits.
    pieces.iter().filter(|piece| side(piece) == Side::Union).count() as u8
}

fn too_many(parts: &ScenarioParts, faults: &mut Faults) {
    let bridges = parts
        .map
        .grid
        .hexes()
        .flat_map(|hex| parts.map.neighbours(hex).map(move |(side, other)| (hex, side, other)))
        .filter(|&(hex, side, other)| {
            hex < other && matches!(parts.map.side(hex, side).crossing, Some(Crossing::Bridge { .. }))
        })
        .count();
    let counts = [
        (parts.units.len(), MAX_UNITS - 1, "regiments and batteries"),
        (parts.commanders.len(), MAX_COMMANDERS, "commanders"),
        (parts.brigades.len(), MAX_BRIGADES, "brigades"),
        (parts.arrivals.len(), MAX_ARRIVALS, "stacks that arrive"),
        (parts.objectives.len(), MAX_OBJECTIVES, "objectives"),
        (parts.calendar.len(), MAX_TURNS, "turns"),
        (bridges, MAX_BRIDGES, "bridges"),
    ];
    for (there, most, what) in counts {
        if there > most {
            faults
                .add(Place::File, format!("there are {there} {what}"))
                .hint(format!("a scenario has at most {most}; leave some out or join some"));
        }
    }
}

fn check_plain_things(parts: &ScenarioParts, faults: &mut Faults) {
    if parts.calendar.is_empty() {
        faults.add(Place::File, "there is no turn to play").hint("list at least one under `turns`");
    }
    let limits = parts.limits;
    let Limits { stack_troops, stack_guns, march_foot, march_mounted, fire_range, .. } = limits;
    for (value, least, most, key) in [
        (stack_troops, 1, 100, "stack_troops"),
        (stack_guns, 1, 100, "stack_guns"),
        (march_foot, 1, 20, "march_foot"),
        (march_mounted, 1, 20, "march_mounted"),
        (fire_range, 2, 12, "fire_range"),
    ] {
        if !(least..=most).contains(&value) {
            faults
                .add(Place::File, format!("`{key}` is {value}"))
                .hint(format!("it runs from {least} to {most}"));
        }
    }
    let mut objectives: BTreeMap<Hex, &Place> = BTreeMap::new();
    for part in &parts.objectives {
        let hex = part.objective.hex;
        if let Some(first) = objectives.insert(hex, &part.written) {
            faults
                .add(part.written.clone(), format!("hex {} is an objective twice", parts.map.grid.name(hex)))
                .hint("give both values in one")
                .see(first.clone(), "first here");
        }
    }
}

/// The numbers of the pieces by their names.
struct Numbers<'a> {
    pieces: BTreeMap<&'a str, (Piece, &'a Place)>,
    brigades: [BTreeMap<&'a str, BrigadeId>; 2],
}

impl<'a> Numbers<'a> {
    fn new(roster: &Roster<'a>, faults: &mut Faults) -> Numbers<'a> {
        let mut pieces: BTreeMap<&str, (Piece, &Place)> = BTreeMap::new();
        let units = (0..).map(UnitId).map(Piece::Unit).zip(roster.units.iter().map(|u| (&u.tag, &u.written)));
        let commanders = (0..)
            .map(CommanderId)
            .map(Piece::Commander)
            .zip(roster.commanders.iter().map(|c| (&c.tag, &c.written)));
        for (piece, (tag, written)) in units.chain(commanders) {
            if tag.is_empty() || tag.contains(char::is_whitespace) {
                faults
                    .add(written.clone(), format!("`{tag}` cannot be the name of a piece"))
                    .hint("a name on a counter is one word, such as `19IN`");
            }
            if let Some((_, first)) = pieces.insert(tag, (piece, written)) {
                faults
                    .add(written.clone(), format!("two pieces are called `{tag}`"))
                    .hint("give each its own name, such as `O.Smith` and `W.Smith`")
                    .see(first.clone(), "first here");
            }
        }
        let mut brigades: [BTreeMap<&str, BrigadeId>; 2] = Default::default();
        for (id, brigade) in (0..).map(BrigadeId).zip(&roster.brigades) {
            if brigades[brigade.side.index()].insert(&brigade.label, id).is_some() {
                faults
                    .add(
                        brigade.written.clone(),
                        format!("two {} brigades are called `{}`", brigade.side, brigade.label),
                    )
                    .hint("each brigade of an army has its own label: corps/division/brigade");
            }
        }
        Numbers { pieces, brigades }
    }
}

struct Linker<'a> {
    parts: &'a ScenarioParts,
    roster: &'a Roster<'a>,
    numbers: Numbers<'a>,
    labels: Labels,
    faults: &'a mut Faults,
}

impl Linker<'_> {
    fn commanders(&mut self) -> Vec<CommanderInfo> {
        let mut infos = Vec::with_capacity(self.roster.commanders.len());
        for part in &self.roster.commanders {
            self.check_commander(part);
            let corps = self.labels.corps(part.side, part.corps.as_deref());
            let division = self.labels.division(part.side, corps, part.division.as_deref());
            let corps_rank = part.corps.as_deref().and_then(|corps| {
                self.roster.corps_ranks[part.side.index()].get(corps).copied().or_else(|| corps_number(corps))
            });
            infos.push(CommanderInfo {
                tag: part.tag.clone(),
                name: part.name.clone().unwrap_or_else(|| part.tag.clone()),
                side: part.side,
                rank: part.rank,
                stars: part.stars.unwrap_or(part.rank as u8 + 1),
                cv: if part.rank == Rank::Brigade { 0 } else { part.cv.unwrap_or(0) },
                replacement: part.replacement.clone(),
                brigade: None,
                superior: None,
                corps,
                division,
                corps_rank: corps_rank.unwrap_or(u8::MAX),
                cavalry: part.cavalry.unwrap_or(false),
            });
        }
        self.no_two_chiefs(&infos);
        infos
    }

    fn check_commander(&mut self, part: &CommanderPart) {
        let tag = &part.tag;
        match (part.rank, part.cv) {
            (Rank::Brigade, Some(_)) => {
                self.fault(&part.written, format!("{tag} leads a brigade and has a command value"))
                    .hint("only division, corps and army commanders have one (LFM-19.1a)");
            }
            (Rank::Division | Rank::Corps | Rank::Army, None) => {
                self.fault(&part.written, format!("{tag} has no command value"))
                    .hint("give `cv` from 1 to 6 (LFM-19.1a)");
            }
            (_, Some(cv)) if !(1..=6).contains(&cv) => {
                self.fault(&part.written, format!("{tag} has the command value {cv}"))
                    .hint("command values run from 1 to 6");
            }
            _ => {}
        }
        if let Some((name, cv)) = &part.replacement
            && !(1..=6).contains(cv)
        {
            self.fault(&part.written, format!("{name}, who replaces {tag}, has the command value {cv}"))
                .hint("command values run from 1 to 6");
        }
        if part.replaced && part.replacement.is_none() {
            self.fault(&part.written, format!("{tag} has fallen, but nobody replaces him"))
                .hint("name a `replacement` with his command value (LFM-0.3a)");
        }
        if part.stars.is_some_and(|stars| !(1..=5).contains(&stars)) {
            self.fault(&part.written, format!("{tag} has an impossible number of stars"))
                .hint("stars run from 1 to 5");
        }
        let missing = match part.rank {
            Rank::Corps if part.corps.is_none() => "corps",
            Rank::Division if part.division.is_none() => "division",
            _ => return,
        };
        self.fault(&part.written, format!("{tag} commands a {missing}, but not which")).hint(format!(
            "label it, e.g. `formation = \"{}\"`",
            if missing == "corps" { "I" } else { "I/1" }
        ));
    }

    fn no_two_chiefs(&mut self, infos: &[CommanderInfo]) {
        for (at, info) in infos.iter().enumerate() {
            let key = |other: &CommanderInfo| match other.rank {
                Rank::Army => Some((0, 0)),
                Rank::Corps => (other.corps != 0).then_some((other.corps, 0)),
                Rank::Division => (other.division != 0).then_some((0, other.division)),
                Rank::Brigade => None,
            };
            let Some(mine) = key(info) else { continue };
            let same = |other: &&CommanderInfo| {
                other.side == info.side && other.rank == info.rank && key(other) == Some(mine)
            };
            if let Some(first) = infos[..at].iter().find(same) {
                let what = match info.rank {
                    Rank::Army => "army",
                    Rank::Corps => "corps",
                    Rank::Division | Rank::Brigade => "division",
                };
                let text = format!("{} and {} command the same {what}", first.tag, info.tag);
                let written = self.roster.commanders[at].written.clone();
                self.fault(&written, text)
                    .hint("one of them is the other's replacement, or leads another formation");
            }
        }
    }

    fn brigades(&mut self) -> Vec<BrigadeInfo> {
        let mut infos = Vec::with_capacity(self.roster.brigades.len());
        let mut led: BTreeMap<CommanderId, &str> = BTreeMap::new();
        for part in &self.roster.brigades {
            let units: Vec<UnitId> = (0..)
                .map(UnitId)
                .zip(&self.roster.units)
                .filter(|(_, unit)| {
                    unit.side == part.side && unit.brigade.as_ref().is_some_and(|b| b.name == part.label)
                })
                .map(|(id, _)| id)
                .collect();
            if units.is_empty() {
                self.fault(&part.written, format!("brigade {} has no regiment", part.label))
                    .hint("give it at least one, or leave it out");
            }
            let kinds =
                |kind| units.iter().filter(|unit| self.roster.units[unit.index()].kind == kind).count();
            let (horse, foot) = (kinds(Kind::Cavalry), kinds(Kind::Infantry));
            let commander = self.leader(part);
            if let Some(commander) = commander
                && let Some(other) = led.insert(commander, &part.label)
            {
                let text =
                    format!("{} leads brigade {} and brigade {other}", part.commander.name, part.label);
                let written = part.commander.written.clone();
                self.fault(&written, text).hint("each brigade has its own commander");
            }
            infos.push(BrigadeInfo {
                label: part.label.clone(),
                name: part.name.clone().unwrap_or_else(|| format!("{}'s brigade", part.commander.name)),
                side: part.side,
                commander: commander.unwrap_or(CommanderId(0)),
                units,
                cavalry: horse > foot,
            });
        }
        infos
    }

    fn leader(&mut self, brigade: &BrigadePart) -> Option<CommanderId> {
        let Piece::Commander(commander) = self.piece(&brigade.commander)? else {
            let text = format!("{} is no commander", brigade.commander.name);
            self.fault(&brigade.commander.written, text).hint("name the brigade's commander");
            return None;
        };
        let part = self.roster.commanders[commander.index()];
        if part.rank != Rank::Brigade || part.side != brigade.side {
            let text = format!("{} cannot lead brigade {}", part.tag, brigade.label);
            self.fault(&brigade.commander.written, text)
                .hint("a brigade is led by a commander of its own side and of brigade rank");
            return None;
        }
        Some(commander)
    }

    fn units(&mut self) -> Vec<UnitInfo> {
        let mut infos = Vec::with_capacity(self.roster.units.len());
        for part in &self.roster.units {
            let brigade = self.brigade_of(part);
            let over = brigade.map(|id| self.roster.brigades[id.index()]);
            let (corps, division) = match over {
                Some(over) => (over.corps.as_deref(), over.division.as_deref()),
                None => (part.corps.as_deref(), part.division.as_deref()),
            };
            let corps_number = self.labels.corps(part.side, corps);
            let cohesion = self.cohesion(part);
            if !(1..=30).contains(&part.sp) {
                self.fault(&part.written, format!("{} has {} strength points", part.tag, part.sp))
                    .hint("a unit has 1 to 30");
            }
            if part.limbered_sp.is_some_and(|limbered| limbered == 0 || limbered > part.sp) {
                self.fault(&part.written, format!("{} has an impossible strength when limbered", part.tag))
                    .hint(format!("it runs from 1 to its {} unlimbered", part.sp));
            }
            infos.push(UnitInfo {
                tag: part.tag.clone(),
                name: part.name.clone().unwrap_or_else(|| part.tag.clone()),
                side: part.side,
                kind: part.kind,
                brigade,
                label: over.map_or_else(|| join(corps, division), |over| over.label.clone()),
                corps: corps_number,
                division: self.labels.division(part.side, corps_number, division),
                sp: part.sp,
                limbered_sp: if part.kind.is_artillery() {
                    part.limbered_sp.unwrap_or((part.sp / 2).max(1))
                } else {
                    part.sp
                },
                cohesion,
                star: part.star,
                dodges: part.dodges.unwrap_or(part.kind == Kind::Cavalry || part.sharpshooters),
                free_command: part.free_command,
                sharpshooters: part.sharpshooters,
            });
        }
        infos
    }

    fn cohesion(&mut self, part: &UnitPart) -> u8 {
        match part.cohesion {
            Some(cohesion) if (1..=6).contains(&cohesion) => cohesion,
            Some(cohesion) => {
                self.fault(&part.written, format!("{} has cohesion {cohesion}", part.tag))
                    .hint("cohesion runs from 1 (raw) to 4 (elite); 6 is the most a die can meet");
                1
            }
            None => {
                self.fault(&part.written, format!("{} has no cohesion", part.tag))
                    .hint("every combat unit has one (LFM-18.1): 1 raw, 2 average, 3 veteran, 4 elite");
                1
            }
        }
    }

    fn brigade_of(&mut self, part: &UnitPart) -> Option<BrigadeId> {
        let tag = &part.tag;
        match (&part.brigade, part.kind.is_artillery()) {
            (None, true) => None,
            (None, false) => {
                self.fault(&part.written, format!("{tag} belongs to no brigade"))
                    .hint("list it among the regiments of a brigade");
                None
            }
            (Some(_), true) => {
                self.fault(&part.written, format!("{tag} is a battery in a brigade"))
                    .hint("batteries belong to a corps or a division, not to a brigade");
                None
            }
            (Some(label), false) => {
                let known = &self.numbers.brigades[part.side.index()];
                let found = known.get(label.name.as_str()).copied();
                if found.is_none() {
                    let meant = did_you_mean(&label.name, known.keys().copied());
                    let hint = meant
                        .map_or("no such brigade is listed".to_owned(), |m| format!("did you mean `{m}`?"));
                    let text = format!("{tag} belongs to the unknown brigade `{}`", label.name);
                    self.fault(&label.written, text).hint(hint);
                }
                found
            }
        }
    }

    /// Links every commander to the next one above him who takes part (LFM-20.1b, d).
    fn superiors(&mut self, commanders: &mut [CommanderInfo], brigades: &[BrigadeInfo]) {
        for (id, brigade) in (0..).map(BrigadeId).zip(brigades) {
            let part = self.roster.brigades[id.index()];
            let leader = &mut commanders[brigade.commander.index()];
            leader.brigade = Some(id);
            leader.corps = self.labels.corps(part.side, part.corps.as_deref());
            leader.division = self.labels.division(part.side, leader.corps, part.division.as_deref());
            let given = self.roster.commanders[brigade.commander.index()].cavalry;
            leader.cavalry = given.unwrap_or(brigade.cavalry);
        }
        for at in 0..commanders.len() {
            let me = &commanders[at];
            let find = |rank: Rank, fits: &dyn Fn(&CommanderInfo) -> bool| {
                let found = commanders.iter().position(|other| {
                    me.rank < rank && other.rank == rank && other.side == me.side && fits(other)
                });
                found.map(|other| CommanderId(other as u8))
            };
            let superior = find(Rank::Division, &|other| me.division != 0 && other.division == me.division)
                .or_else(|| find(Rank::Corps, &|other| me.corps != 0 && other.corps == me.corps))
                .or_else(|| find(Rank::Army, &|_| true));
            commanders[at].superior = superior;
            if me_leads_cavalry(at, commanders, brigades) && self.roster.commanders[at].cavalry.is_none() {
                commanders[at].cavalry = true;
            }
        }
        for (part, info) in self.roster.commanders.iter().zip(commanders.iter()) {
            if info.rank == Rank::Brigade && info.brigade.is_none() {
                self.fault(&part.written, format!("{} commands no brigade", info.tag))
                    .hint("name him as the `commander` of one");
            }
        }
    }

    fn stand_ins(&mut self) -> [StandIn; 2] {
        Side::BOTH.map(|side| match &self.parts.stand_in[side.index()] {
            StandInPart::ByRule => StandIn::ByRule,
            StandInPart::Nobody => StandIn::Nobody,
            StandInPart::Named(name) => match self.piece(name) {
                Some(Piece::Commander(commander))
                    if self.roster.commanders[commander.index()].side == side
                        && self.roster.commanders[commander.index()].rank > Rank::Brigade =>
                {
                    StandIn::Named(commander)
                }
                Some(_) => {
                    let text = format!("{} cannot stand in for the {side} army commander", name.name);
                    self.fault(&name.written, text).hint("name a division or corps commander of that side");
                    StandIn::ByRule
                }
                None => StandIn::ByRule,
            },
        })
    }

    fn arrivals(&mut self) -> Vec<Arrival> {
        let mut arrivals: Vec<Arrival> = Vec::with_capacity(self.parts.arrivals.len());
        for part in &self.parts.arrivals {
            let (group, side) = self.group(&part.pieces, &part.written, "arrives");
            self.check_entry(part);
            let road = match part.road {
                EntryRoad::None => None,
                EntryRoad::Class(class) => Some(class),
                EntryRoad::OfTheHex => self.parts.map.best_road(part.hex),
            };
            let tag = part.tag.clone().or_else(|| part.pieces.first().map(|first| first.name.clone()));
            let tag = tag.unwrap_or_default();
            if arrivals.iter().any(|other| other.tag == tag) {
                self.fault(&part.written, format!("two stacks that arrive are called `{tag}`"))
                    .hint("give each its own `tag`");
            }
            arrivals.push(Arrival { tag, side, turn: part.turn, hex: part.hex, road, mp: part.mp, group });
        }
        arrivals
    }

    fn check_entry(&mut self, part: &ArrivalPart) {
        let map = &self.parts.map;
        let name = map.grid.name(part.hex);
        if !map.is_edge(part.hex) {
            self.fault(&part.written, format!("hex {name} is not on the edge of the map"))
                .hint("stacks enter by an edge hex (LFM-26.1a)");
        }
        if usize::from(part.turn) >= self.parts.calendar.len() {
            self.fault(&part.written, "it arrives after the last turn").hint("choose a turn of the calendar");
        }
        let most = self.parts.limits.march_mounted;
        if part.mp.is_some_and(|mp| mp == 0 || mp > most) {
            self.fault(&part.written, "an impossible movement allowance")
                .hint(format!("a partial allowance runs from 1 to {most} (LFM-26.2)"));
        }
    }

    fn placements(&mut self) -> Vec<Placement> {
        let mut placements = Vec::with_capacity(self.parts.placements.len());
        for part in &self.parts.placements {
            let (group, side) = self.group(&part.pieces, &part.written, "is placed");
            let hexes: Vec<Hex> =
                part.hexes.iter().copied().filter(|&hex| self.parts.map.is_playable(hex)).collect();
            if hexes.is_empty() {
                self.fault(&part.written, "there is no hex to choose from")
                    .hint("list at least one hex of the map");
            }
            placements.push(Placement { group, hexes, choose_mode: part.choose_mode, side });
        }
        placements
    }

    fn holds(&mut self) -> Vec<Hold> {
        let mut holds = Vec::with_capacity(self.parts.holds.len());
        for part in &self.parts.holds {
            let (group, _) = self.group(&part.pieces, &part.written, "is held");
            holds.push(Hold {
                group,
                until_turn: part.until_turn,
                until_enemy_within: part.until_enemy_within,
                reason: part.reason.clone(),
            });
        }
        holds
    }

    /// Pieces of one side.
    fn group(&mut self, names: &[Ref], written: &Place, does: &str) -> (Group, Side) {
        let mut group = Group::EMPTY;
        let mut owner = None;
        for name in names {
            let Some(piece) = self.piece(name) else { continue };
            let side = match piece {
                Piece::Unit(unit) => self.roster.units[unit.index()].side,
                Piece::Commander(commander) => self.roster.commanders[commander.index()].side,
            };
            if group.contains(piece) {
                self.fault(&name.written, format!("{} stands here twice", name.name)).hint("name it once");
            }
            if *owner.get_or_insert(side) != side {
                self.fault(&name.written, format!("{} is of the other side", name.name))
                    .hint("a stack is of one side");
            }
            match piece {
                Piece::Unit(unit) => group.units.insert(unit),
                Piece::Commander(commander) => group.commanders.insert(commander),
            }
        }
        if names.is_empty() {
            self.fault(written, format!("a stack of nobody {does}")).hint("name at least one piece");
        }
        (group, owner.unwrap_or(Side::Union))
    }

    fn piece(&mut self, name: &Ref) -> Option<Piece> {
        let found = self.numbers.pieces.get(name.name.as_str()).map(|&(piece, _)| piece);
        if found.is_none() {
            let meant = did_you_mean(&name.name, self.numbers.pieces.keys().copied());
            let hint = meant.map_or("use the name on a counter of this scenario".to_owned(), |m| {
                format!("did you mean `{m}`?")
            });
            self.fault(&name.written, format!("there is no piece `{}`", name.name)).hint(hint);
        }
        found
    }

    fn fault(&mut self, written: &Place, what: impl Into<String>) -> &mut faults::Fault {
        self.faults.add(written.clone(), what)
    }
}

/// Whether everything under a commander above the brigade is cavalry.
fn me_leads_cavalry(at: usize, commanders: &[CommanderInfo], brigades: &[BrigadeInfo]) -> bool {
    let me = &commanders[at];
    let mine = |brigade: &&BrigadeInfo| {
        let leader = &commanders[brigade.commander.index()];
        brigade.side == me.side
            && match me.rank {
                Rank::Division => leader.division == me.division,
                Rank::Corps => leader.corps == me.corps,
                Rank::Army | Rank::Brigade => false,
            }
    };
    brigades.iter().any(|brigade| mine(&brigade))
        && brigades.iter().filter(mine).all(|brigade| brigade.cavalry)
}
