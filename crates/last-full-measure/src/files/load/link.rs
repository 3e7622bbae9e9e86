//! Names into numbers: who belongs to whom, who comes with whom.

use super::build::Roster;
use super::parts::{
    ArrivalPart, BrigadePart, CommanderPart, EntryRoad, Ref, ScenarioParts, StandInPart, UnitPart,
};
use crate::model::ids::{BrigadeId, CommanderId, Group, Piece, UnitId};
use crate::model::numbers::{Cohesion, CommandValue, MovementPoints, StrengthPoints};
use crate::model::scenario::{
    Arrival, BrigadeInfo, CommanderInfo, Hold, Kind, Placement, Rank, StandIn, UnitInfo,
};
use armies::derive::{Labels, corps_number};
use engine::Side;
use faults::{Faults, Span, did_you_mean};
use ground::Hex;
use std::collections::BTreeMap;

/// The numbers of the pieces by their names.
pub(super) struct Numbers<'a> {
    pieces: BTreeMap<&'a str, (Piece, &'a Span)>,
    brigades: [BTreeMap<&'a str, BrigadeId>; 2],
}

impl<'a> Numbers<'a> {
    pub(super) fn new(roster: &Roster<'a>, faults: &mut Faults) -> Numbers<'a> {
        let mut pieces: BTreeMap<&str, (Piece, &Span)> = BTreeMap::new();
        let units =
            (0..).map(UnitId::at).map(Piece::Unit).zip(roster.units.iter().map(|u| (&u.tag, &u.written)));
        let commanders = (0..)
            .map(CommanderId::at)
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
        for (id, brigade) in (0..).map(BrigadeId::at).zip(&roster.brigades) {
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

/// Links the pieces, in the order in which its methods stand.
pub(super) struct Linker<'a> {
    parts: &'a ScenarioParts,
    roster: &'a Roster<'a>,
    numbers: Numbers<'a>,
    labels: Labels,
    faults: &'a mut Faults,
}

impl<'a> Linker<'a> {
    pub(super) fn new(
        parts: &'a ScenarioParts,
        roster: &'a Roster<'a>,
        faults: &'a mut Faults,
    ) -> Linker<'a> {
        let numbers = Numbers::new(roster, faults);
        Linker { parts, roster, numbers, labels: Labels::default(), faults }
    }

    pub(super) fn commanders(&mut self) -> Vec<CommanderInfo> {
        let mut infos = Vec::with_capacity(self.roster.commanders.len());
        for part in &self.roster.commanders {
            self.check_commander(part);
            let (corps, division) = self.formation(&part.written, part.side, [&part.corps, &part.division]);
            let corps_rank = part.corps.as_deref().and_then(|corps| {
                self.roster.corps_ranks[part.side.index()].get(corps).copied().or_else(|| corps_number(corps))
            });
            infos.push(CommanderInfo {
                tag: part.tag.clone(),
                name: part.name.clone().unwrap_or_else(|| part.tag.clone()),
                side: part.side,
                rank: part.rank,
                stars: part.stars.unwrap_or(part.rank as u8 + 1),
                cv: match part.cv {
                    Some(cv) if part.rank > Rank::Brigade => CommandValue(cv),
                    _ => CommandValue::ZERO,
                },
                replacement: part.replacement.as_ref().map(|(name, cv)| (name.clone(), CommandValue(*cv))),
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

    /// The numbers of a corps and of a division in it. Every piece of one corps shares its number (LFM-0.5, LFM-0.6).
    fn formation(&mut self, written: &Span, side: Side, levels: [&Option<String>; 2]) -> (u8, u8) {
        let [corps, division] = levels.map(Option::as_deref);
        let corps = self.labels.corps(side, corps);
        let division = self.labels.division(side, corps, division);
        let [corps, division] = [(corps, "corps"), (division, "divisions")].map(|(number, what)| {
            u8::try_from(number).unwrap_or_else(|_| {
                self.faults
                    .add(written.clone(), format!("the {side} army has {number} {what} by now"))
                    .hint(format!("it has at most {}; give some pieces the same label", u8::MAX));
                u8::MAX
            })
        });
        (corps, division)
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

    pub(super) fn brigades(&mut self) -> Vec<BrigadeInfo> {
        let mut infos = Vec::with_capacity(self.roster.brigades.len());
        let mut led: BTreeMap<CommanderId, &str> = BTreeMap::new();
        for part in &self.roster.brigades {
            let units: Vec<UnitId> = (0..)
                .map(UnitId::at)
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

    pub(super) fn units(&mut self) -> Vec<UnitInfo> {
        let mut infos = Vec::with_capacity(self.roster.units.len());
        for part in &self.roster.units {
            let brigade = self.brigade_of(part);
            let over = brigade.map(|id| self.roster.brigades[id.index()]);
            let levels = match over {
                Some(over) => [&over.corps, &over.division],
                None => [&part.corps, &part.division],
            };
            let (corps, division) = self.formation(&part.written, part.side, levels);
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
                label: over.map_or_else(|| part.levels().to_string(), |over| over.label.clone()),
                corps,
                division,
                sp: StrengthPoints(part.sp.into()),
                limbered_sp: StrengthPoints(part.limbered().into()),
                cohesion,
                star: part.star,
                dodges: part.dodges.unwrap_or(part.kind == Kind::Cavalry || part.sharpshooters),
                free_command: part.free_command,
                sharpshooters: part.sharpshooters,
            });
        }
        infos
    }

    fn cohesion(&mut self, part: &UnitPart) -> Cohesion {
        match part.cohesion {
            Some(cohesion) if (1..=6).contains(&cohesion) => Cohesion(cohesion),
            Some(cohesion) => {
                self.fault(&part.written, format!("{} has cohesion {cohesion}", part.tag))
                    .hint("cohesion runs from 1 (raw) to 4 (elite); 6 is the most a die can meet");
                Cohesion(1)
            }
            None => {
                self.fault(&part.written, format!("{} has no cohesion", part.tag))
                    .hint("every combat unit has one (LFM-18.1): 1 raw, 2 average, 3 veteran, 4 elite");
                Cohesion(1)
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

    /// Links every commander to the next one above him who takes part (LFM-20.1b): a tree may lack corps or divisions
    /// (LFM-20.1d).
    pub(super) fn superiors(&mut self, commanders: &mut [CommanderInfo], brigades: &[BrigadeInfo]) {
        for (id, brigade) in (0..).map(BrigadeId::at).zip(brigades) {
            let part = self.roster.brigades[id.index()];
            let leader = &mut commanders[brigade.commander.index()];
            leader.brigade = Some(id);
            (leader.corps, leader.division) =
                self.formation(&part.written, part.side, [&part.corps, &part.division]);
            let given = self.roster.commanders[brigade.commander.index()].cavalry;
            leader.cavalry = given.unwrap_or(brigade.cavalry);
        }
        for at in 0..commanders.len() {
            let me = &commanders[at];
            let find = |rank: Rank, fits: &dyn Fn(&CommanderInfo) -> bool| {
                let found = commanders.iter().position(|other| {
                    me.rank < rank && other.rank == rank && other.side == me.side && fits(other)
                });
                found.map(CommanderId::at)
            };
            let superior = find(Rank::Division, &|other| me.division != 0 && other.division == me.division)
                .or_else(|| find(Rank::Corps, &|other| me.corps != 0 && other.corps == me.corps))
                .or_else(|| find(Rank::Army, &|_| true));
            commanders[at].superior = superior;
            if leads_cavalry(at, commanders, brigades) && self.roster.commanders[at].cavalry.is_none() {
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

    pub(super) fn stand_ins(&mut self) -> [StandIn; 2] {
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

    /// The order of appearance: who arrives when and where (LFM-26.0).
    pub(super) fn arrivals(&mut self) -> Vec<Arrival> {
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
            let mp = part.mp.map(MovementPoints::whole).filter(|&mp| mp < self.allowance(&group));
            arrivals.push(Arrival { tag, side, turn: part.turn, hex: part.hex, road, mp, group });
        }
        arrivals
    }

    /// What the slowest of a group marches in a turn; whoever has all of it is not late (LFM-26.6a).
    fn allowance(&self, group: &Group) -> MovementPoints {
        let limits = self.parts.limits;
        let slow = group.units.iter().any(|unit| {
            let part = self.roster.units[unit.index()];
            match part.kind {
                Kind::Infantry | Kind::Artillery => true,
                Kind::Cavalry => part.deployed,
                Kind::HorseArtillery => false,
            }
        });
        if slow { limits.march_foot } else { limits.march_mounted }
    }

    fn check_entry(&mut self, part: &ArrivalPart) {
        let map = &self.parts.map;
        let name = map.grid.name(part.hex);
        if !map.is_edge(part.hex) {
            self.fault(&part.written, format!("hex {name} is not on the edge of the map"))
                .hint("stacks enter by an edge hex (LFM-26.1a)");
        }
        if part.turn.index() >= self.parts.calendar.len() {
            self.fault(&part.written, "it arrives after the last turn").hint("choose a turn of the calendar");
        }
        let most = self.parts.limits.march_mounted;
        if part.mp.is_some_and(|mp| mp == 0 || MovementPoints::whole(mp) > most) {
            self.fault(&part.written, "an impossible movement allowance")
                .hint(format!("a partial allowance runs from 1 to {most} (LFM-26.2)"));
        }
    }

    pub(super) fn placements(&mut self) -> Vec<Placement> {
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

    pub(super) fn holds(&mut self) -> Vec<Hold> {
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
    fn group(&mut self, names: &[Ref], written: &Span, does: &str) -> (Group, Side) {
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

    fn fault(&mut self, written: &Span, what: impl Into<String>) -> &mut faults::Fault {
        self.faults.add(written.clone(), what)
    }
}

/// Whether everything under a commander above the brigade is cavalry.
fn leads_cavalry(at: usize, commanders: &[CommanderInfo], brigades: &[BrigadeInfo]) -> bool {
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
