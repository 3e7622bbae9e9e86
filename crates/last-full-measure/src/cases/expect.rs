//! The `expect` table of a step: what must hold, compared with the position.

use super::fact::{Fact, Mark, Printed, Said, read};
use super::line::{GameWords, hex};
use super::lists::brigade_facts;
use super::position::{find_bridge, phase_word, side, whole_hex, wrong_brigade};
use crate::files::notation::{bridge_name, commander_tag, find_piece, hex_name, piece_tag, unit_tag};
use crate::model::ids::{BrigadeId, CommanderId, Piece, Turn, UnitId};
use crate::model::numbers::{Cohesion, CommandValue, MovementPoints, StrengthPoints};
use crate::model::position::Position;
use crate::model::sizes::HexSet;
use crate::model::state::{Flag, Station};
use crate::speech;
use engine::case::Findings;
use engine::{BySide, Side};
use faults::{Span, Text, Texts, Word, Words};
use ground::Hex;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;

type Named = BTreeMap<String, Text>;

/// What must hold. The keys are described in `docs/cases.md`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CaseExpect {
    pieces: Named,
    stacks: Named,
    brigades: Named,
    superior: Named,

    works: Texts,
    no_works: Texts,
    building: Texts,
    not_building: Texts,
    burned: Texts,
    not_burned: Texts,
    prepared: Texts,
    not_prepared: Texts,

    pub(super) zoc: BySide<Option<Text>>,
    pub(super) zoi: BySide<Option<Text>>,
    pub(super) reach: Named,
    pub(super) sight: Texts,
    pub(super) distance: Texts,
    pub(super) cost: Texts,
    pub(super) strength: Named,
    pub(super) tables: Named,

    phase: Option<Text>,
    turn: Option<Spanned<u8>>,
    calendar: Option<Text>,
    phasing: Option<Text>,
    first: Option<Text>,
    second_half: Option<Spanned<bool>>,
    round: Option<Spanned<u8>>,
    acting: BySide<Option<Text>>,
    points: BySide<Option<Spanned<i32>>>,
    objectives: Named,
}

/// Compares a position with what was expected of it.
pub(super) fn compare(position: Position<'_>, expect: &CaseExpect, findings: &mut Findings<'_>) {
    let mut look = Look { position, findings };
    look.pieces(expect);
    look.groups(expect);
    look.markers(expect);
    look.sequence(expect);
    look.ground(expect);
}

/// A comparison under way.
pub(super) struct Look<'a, 'f, 's> {
    pub position: Position<'a>,
    pub findings: &'f mut Findings<'s>,
}

impl Look<'_, '_, '_> {
    pub fn hex_name(&self, hex: Hex) -> String {
        hex_name(self.position.scenario, hex)
    }

    /// The piece of this name; an unknown one is a fault.
    pub fn piece(&mut self, name: &str, place: impl Into<Span>) -> Option<Piece> {
        let scenario = self.position.scenario;
        let found = find_piece(scenario, name);
        if found.is_none() {
            let units = scenario.units.iter().map(|unit| unit.tag.as_str());
            let tags = units.chain(scenario.commanders.iter().map(|one| one.tag.as_str()));
            self.findings.unknown(place, "piece", name, tags);
        }
        found
    }

    fn pieces(&mut self, expect: &CaseExpect) {
        for (name, line) in &expect.pieces {
            let Some(piece) = self.piece(name, line) else { continue };
            let grid = &self.position.scenario.map.grid;
            for said in read(&mut Words::of(line, self.findings.source()), grid, self.findings.faults()) {
                let holds = match piece {
                    Piece::Unit(unit) => self.unit_holds(unit, &said.fact),
                    Piece::Commander(commander) => self.leader_holds(commander, &said.fact),
                };
                match holds {
                    Some(true) => {}
                    Some(false) => self.piece_differs(piece, &said),
                    None => {
                        self.findings.fault(said.place, format!("this says nothing that {name} could be")).hint(
                            "counters, brigades and D are for units; ranks and command values for commanders",
                        );
                    }
                }
            }
        }
    }

    fn piece_differs(&mut self, piece: Piece, said: &Said) {
        let tag = piece_tag(self.position.scenario, piece);
        let expected = format!("{tag}: {}", self.in_words(&said.fact));
        let found = format!("{tag}: {}", self.piece_now(piece));
        self.findings.differs(said.place.clone(), expected, found);
    }

    fn unit_holds(&self, unit: UnitId, fact: &Fact) -> Option<bool> {
        let Position { scenario, state, .. } = self.position;
        let (info, place) = (scenario.unit(unit), state.station(unit));
        Some(match fact {
            Fact::Counter(counter) => {
                let sp = |number: u8| StrengthPoints(number.into());
                let shows = match counter.limbered_sp {
                    Some(limbered) => (sp(counter.sp), sp(limbered)) == (info.sp, info.limbered_sp),
                    None => sp(counter.sp) == state.sp(scenario, unit),
                };
                shows
                    && counter.kind == info.kind
                    && Cohesion(counter.cohesion) == info.cohesion
                    && (!counter.star || info.star)
                    && counter.deployed.is_none_or(|deployed| deployed == state.is(unit, Flag::DEPLOYED))
            }
            Fact::In(label) => info.brigade.is_some_and(|id| scenario.brigade(id).label == *label),
            Fact::Of(formation) => formation.label == info.label,
            Fact::Deployed(deployed) => state.is(unit, Flag::DEPLOYED) == *deployed,
            Fact::Mp(mp) => self.mp_left(Piece::Unit(unit)) == *mp,
            Fact::Mark(mark, on) => self.unit_mark(unit, mark)? == *on,
            fact => stands(place, Some(state.left(unit)), fact)?,
        })
    }

    /// Movement points left: those of the group while it is on the march.
    fn mp_left(&self, piece: Piece) -> MovementPoints {
        let state = self.position.state;
        match piece {
            piece if state.moving.group.contains(piece) => state.moving.mp,
            Piece::Unit(unit) => state.mp(unit),
            Piece::Commander(commander) => state.leader_mp(commander),
        }
    }

    fn unit_mark(&self, unit: UnitId, mark: &Mark) -> Option<bool> {
        let Position { scenario, state, .. } = self.position;
        let info = scenario.unit(unit);
        Some(match mark.print {
            Some(Printed::Shattered) => state.is_shattered(scenario, unit),
            Some(Printed::Sharpshooters) => info.sharpshooters,
            Some(Printed::FreeCommand) => info.free_command,
            Some(Printed::Dodges) => info.dodges,
            // A Charged marker counts as a D (LFM-14.1b).
            None if mark.unit == Flag::D => state.is_disorganized(unit),
            None if mark.unit.is_empty() => return None,
            // A group on the march keeps its own account of the roads it has used.
            None if mark.unit == Flag::ROAD
                && state.moving.group.units.contains(unit)
                && state.moving.road =>
            {
                true
            }
            None => state.flags(unit).all(mark.unit),
        })
    }

    fn leader_holds(&self, commander: CommanderId, fact: &Fact) -> Option<bool> {
        let Position { scenario, state, .. } = self.position;
        let info = scenario.commander(commander);
        Some(match fact {
            Fact::Rank(rank, formation) => {
                let brigade = info.brigade.map(|id| scenario.brigade(id).label.as_str());
                info.rank == *rank && brigade.is_none_or(|label| label == formation.label)
            }
            Fact::Cv(cv) => state.cv(scenario, commander) == CommandValue(*cv),
            Fact::Stars(stars) => info.stars == *stars,
            Fact::Then(name, cv) => {
                info.replacement.as_ref().is_some_and(|(next, value)| next == name && value.0 == *cv)
            }
            Fact::Seniority(rank) => info.corps_rank == *rank,
            Fact::LeadsCavalry => info.cavalry,
            Fact::Mp(mp) => self.mp_left(Piece::Commander(commander)) == *mp,
            Fact::Mark(mark, _) if mark.leader.is_empty() => return None,
            Fact::Mark(mark, on) => state.holds(commander, mark.leader) == *on,
            fact => stands(state.leader_station(commander), None, fact)?,
        })
    }

    /// What is expected, in words.
    fn in_words(&self, fact: &Fact) -> String {
        match fact {
            Fact::At(hex) => format!("in {}", self.hex_name(*hex)),
            Fact::Eliminated => "eliminated".into(),
            Fact::Lost => "lost for good".into(),
            Fact::Left(hex, None) => format!("off the map by {}", self.hex_name(*hex)),
            Fact::Left(hex, Some(turn)) => {
                format!("off the map by {} on turn {}", self.hex_name(*hex), turn.number())
            }
            Fact::Waiting => "not arrived yet".into(),
            Fact::Absent => "not in the battle".into(),
            Fact::In(label) => format!("of brigade {label}"),
            Fact::Of(formation) => format!("of {}", formation.label),
            Fact::Deployed(true) => "unlimbered or dismounted".into(),
            Fact::Deployed(false) => "limbered or mounted".into(),
            Fact::Mp(mp) => format!("{mp} MP left"),
            Fact::Cv(cv) => format!("command value {cv}"),
            Fact::Stars(stars) => format!("{stars} stars"),
            Fact::Then(name, cv) => format!("followed by {name} (CV {cv})"),
            Fact::Seniority(rank) => format!("seniority {rank}"),
            Fact::LeadsCavalry => "leads cavalry".into(),
            Fact::Mark(mark, true) => format!("+{}", mark.word),
            Fact::Mark(mark, false) => format!("-{}", mark.word),
            Fact::Counter(counter) => {
                format!("a counter {}{}/{}", speech::letter(counter.kind), counter.sp, counter.cohesion)
            }
            Fact::Rank(rank, formation) => {
                format!("commander of {rank:?} {}", formation.label).to_lowercase()
            }
        }
    }

    /// Everything there is to say of a piece.
    fn piece_now(&self, piece: Piece) -> String {
        let Position { scenario, state, .. } = self.position;
        match piece {
            Piece::Unit(unit) => {
                let place = state.station(unit);
                let mut text = format!("{} {}", speech::counter(scenario, state, unit), self.standing(place));
                for mark in super::fact::MARKS.iter().filter(|mark| mark.print.is_none()) {
                    let shown = mark.unit.any(Flag::D | Flag::D2 | Flag::CHARGED | Flag::DEPLOYED);
                    if !mark.unit.is_empty() && !shown && state.flags(unit).all(mark.unit) {
                        text.push_str(&format!(" +{}", mark.word));
                    }
                }
                if place.on_map() {
                    text.push_str(&format!(" mp {}", self.mp_left(piece)));
                }
                text
            }
            Piece::Commander(commander) => {
                let mut text = self.standing(state.leader_station(commander));
                if scenario.commander(commander).cv > CommandValue::ZERO {
                    text.push_str(&format!(" CV{}", state.cv(scenario, commander)));
                }
                for mark in super::fact::MARKS.iter().filter(|mark| state.holds(commander, mark.leader)) {
                    text.push_str(&format!(" +{}", mark.word));
                }
                text.push_str(&format!(" mp {}", self.mp_left(piece)));
                text
            }
        }
    }

    fn standing(&self, place: Station) -> String {
        match (place, place.hex(), place.exit()) {
            (_, Some(hex), _) => format!("at {}", self.hex_name(hex)),
            (_, _, Some(hex)) => format!("left {}", self.hex_name(hex)),
            (Station::ELIMINATED, ..) => "eliminated".into(),
            (Station::LOST, ..) => "lost".into(),
            (Station::WAITING, ..) => "waiting".into(),
            _ => "absent".into(),
        }
    }

    fn groups(&mut self, expect: &CaseExpect) {
        let Position { scenario, state, .. } = self.position;
        for (name, line) in &expect.stacks {
            let word = Word { text: name, place: line.into() };
            let Some(hex) = hex(&word, &scenario.map.grid, self.findings.faults()) else { continue };
            let mut words = Words::of(line, self.findings.source());
            let mut wanted: Vec<String> = Vec::new();
            while let Some(word) = words.take() {
                if word.text == "nobody" {
                    continue;
                }
                let piece = self.piece(word.text, word.place);
                wanted.extend(piece.map(|one| piece_tag(scenario, one)));
            }
            let units = state.stack(hex).map(|unit| unit_tag(scenario, unit));
            let leaders = Side::BOTH.into_iter().flat_map(|side| state.leaders_at(scenario, side, hex));
            let mut found: Vec<String> =
                units.chain(leaders.map(|one| commander_tag(scenario, one))).collect();
            wanted.sort();
            found.sort();
            if wanted != found {
                let list = |names: &[String]| {
                    let names = if names.is_empty() { "nobody".to_owned() } else { names.join(", ") };
                    format!("in {name}: {names}")
                };
                self.findings.differs(line, list(&wanted), list(&found));
            }
        }
        for (name, line) in &expect.brigades {
            self.brigade(name, line);
        }
        for (name, line) in &expect.superior {
            let Some(piece) = self.piece(name, line) else { continue };
            let superior = match piece {
                Piece::Unit(unit) => scenario.unit(unit).brigade.map(|id| scenario.brigade(id).commander),
                Piece::Commander(one) => scenario.commander(one).superior,
            };
            let found = superior.map_or_else(|| "nobody".to_owned(), |one| commander_tag(scenario, one));
            self.findings.same(line, &format!("{name}'s superior"), line.get_ref(), &found);
        }
    }

    fn brigade(&mut self, name: &str, line: &Text) {
        let Position { scenario, state, .. } = self.position;
        let word = Word { text: name, place: line.into() };
        let Some(said) =
            brigade_facts(&word, Words::of(line, self.findings.source()), self.findings.faults())
        else {
            return;
        };
        let fits = |id: &BrigadeId| {
            let info = scenario.brigade(*id);
            info.label == said.label && said.side.is_none_or(|side| side == info.side)
        };
        let found: Vec<BrigadeId> = scenario.brigade_ids().filter(fits).collect();
        let &[id] = found.as_slice() else {
            let labels = scenario.brigades.iter().map(|info| info.label.as_str());
            wrong_brigade(&word, found.len(), labels, self.findings.faults());
            return;
        };
        if let Some(total) = said.total {
            self.findings.same(line, &format!("the total of {name}"), &total, &state.total(id).0);
        }
        let sets = [
            (said.shattered, state.shattered.contains(id), "shattered"),
            (said.reset, state.reset.contains(id), "reset"),
            (said.destroyed, state.destroyed.contains(id), "destroyed"),
        ];
        for (wanted, found, what) in sets {
            if let Some(wanted) = wanted {
                self.findings.same(line, &format!("brigade {name}: {what}"), &wanted, &found);
            }
        }
    }

    fn markers(&mut self, expect: &CaseExpect) {
        let Position { scenario, state, .. } = self.position;
        let building = state.building.union.union(&state.building.confederate);
        self.hexes_marked(&expect.works, &state.works, true, "breastworks");
        self.hexes_marked(&expect.no_works, &state.works, false, "breastworks");
        self.hexes_marked(&expect.building, &building, true, "a build marker");
        self.hexes_marked(&expect.not_building, &building, false, "a build marker");
        for (lines, wanted) in [(&expect.burned, true), (&expect.not_burned, false)] {
            for line in lines {
                let Some((bridge, _)) = self.bridge(line) else { continue };
                let name = bridge_name(scenario, bridge);
                self.findings.same(
                    line,
                    &format!("bridge {name}: burned"),
                    &wanted,
                    &state.burned.contains(bridge),
                );
            }
        }
        for (lines, wanted) in [(&expect.prepared, true), (&expect.not_prepared, false)] {
            for line in lines {
                let Some((bridge, unit)) = self.bridge(line) else { continue };
                let by = |side: Side| state.burner(side, bridge);
                let found = match unit {
                    Some(unit) => by(scenario.unit(unit).side) == Some(unit),
                    None => Side::BOTH.into_iter().any(|side| by(side).is_some()),
                };
                self.findings.same(line, &format!("bridge {}: prepared", line.get_ref()), &wanted, &found);
            }
        }
    }

    fn hexes_marked(&mut self, lines: &Texts, set: &HexSet, wanted: bool, what: &str) {
        for line in lines {
            let grid = &self.position.scenario.map.grid;
            if let Some(hex) = whole_hex(line, grid, self.findings.faults()) {
                self.findings.same(
                    line,
                    &format!("{what} in {}", line.get_ref()),
                    &wanted,
                    &set.contains(hex),
                );
            }
        }
    }

    /// `0402-0502`, `0402-0502 by 5NY`
    fn bridge(&mut self, line: &Text) -> Option<(crate::model::ids::BridgeId, Option<UnitId>)> {
        let scenario = self.position.scenario;
        let mut words = Words::of(line, self.findings.source());
        let ends = words.hexes(&scenario.map.grid, self.findings.faults())?;
        let bridge = find_bridge(scenario, ends);
        if bridge.is_none() {
            self.findings
                .fault(line, format!("there is no bridge `{}`", line.get_ref()))
                .hint("name the two hexes of a bridge of the map");
        }
        let unit = if words.takes("by") { words.take() } else { None };
        let unit = match unit.and_then(|word| self.piece(word.text, word.place)) {
            Some(Piece::Unit(unit)) => Some(unit),
            _ => None,
        };
        Some((bridge?, unit))
    }

    fn sequence(&mut self, expect: &CaseExpect) {
        let Position { scenario, state, .. } = self.position;
        if let Some(line) = &expect.phase {
            self.findings.same(line, "the phase", &line.get_ref().as_str(), &phase_word(state.phase));
        }
        if let Some(turn) = &expect.turn {
            self.findings.same(turn, "the turn", &u16::from(*turn.get_ref()), &state.turn.number());
        }
        if let Some(line) = &expect.calendar {
            self.findings.same(line, "the turn", line.get_ref(), &speech::turn_name(scenario, state.turn));
        }
        for (line, what, found) in [
            (&expect.phasing, "the phasing side", state.phasing),
            (&expect.first, "the first player", state.first),
        ] {
            if let Some(line) = line
                && let Some(wanted) = side(line, self.findings.faults())
            {
                self.findings.same(line, what, &wanted, &found);
            }
        }
        if let Some(second) = &expect.second_half {
            self.findings.same(second, "the second half of the turn", second.get_ref(), &state.second_half);
        }
        if let Some(round) = &expect.round {
            self.findings.same(round, "the round", round.get_ref(), &state.battle.round);
        }
        for (side, line) in expect.acting.given() {
            let found = state.acting(side);
            let found = found.map_or_else(|| "nobody".to_owned(), |one| commander_tag(scenario, one));
            self.findings.same(line, &format!("the acting {side} commander"), line.get_ref(), &found);
        }
        let points = self.position.victory_points();
        for (side, wanted) in expect.points.given() {
            self.findings.same(wanted, &format!("the {side} score"), wanted.get_ref(), &points[side.index()]);
        }
        for (name, line) in &expect.objectives {
            let objectives = &scenario.victory.objectives;
            let Some(at) = objectives.iter().position(|one| hex_name(scenario, one.hex) == *name) else {
                self.findings
                    .fault(line, format!("{name} is no objective"))
                    .hint("list it under `objectives`");
                continue;
            };
            let found = self.position.holder(at).map_or("nobody", Side::key);
            self.findings.same(line, &format!("the holder of {name}"), &line.get_ref().as_str(), &found);
        }
    }
}

/// Whether a piece is where a fact says; `None` if the fact is about something else.
fn stands(place: Station, exit_turn: Option<Turn>, fact: &Fact) -> Option<bool> {
    Some(match fact {
        Fact::At(hex) => place.hex() == Some(*hex),
        Fact::Eliminated => place == Station::ELIMINATED,
        Fact::Lost => place == Station::LOST,
        Fact::Left(hex, turn) => {
            place.exit() == Some(*hex) && turn.is_none_or(|turn| exit_turn.is_none_or(|left| left == turn))
        }
        Fact::Waiting => place == Station::WAITING,
        Fact::Absent => place == Station::NOWHERE,
        _ => return None,
    })
}
