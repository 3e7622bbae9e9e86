//! A little battle, set up from the few lines of `[case.position]`.

use super::keys::CasePosition;
use super::line::{GameWords, hex};
use super::lists;
use super::pieces::{Marks, Pieces};
use crate::files::load::build;
use crate::files::load::parts::{BurnedPart, Checks, Ref, ScenarioParts, StandInPart, WorksPart};
use crate::files::notation::find_piece;
use crate::model::ids::{BridgeId, BrigadeId, CommanderId, Piece, Turn};
use crate::model::scenario::{Limits, Scenario, Victory};
use crate::model::sizes::HexSet;
use crate::model::state::{Flag, Phase, State};
use engine::Side;
use faults::{Faults, Source, Span, Text, Texts, Word, Words, did_you_mean, list};
use ground::{Grid, GridShape, Hex, HexMap};

/// A position built, and where play begins.
#[derive(Clone, Debug)]
pub(super) struct Built {
    pub scenario: Scenario,
    pub state: State,
    /// The phase to begin; `None` for the game from its very start.
    pub phase: Option<Phase>,
    /// What the state must show once the phase has begun.
    pub marks: Marks,
}

/// The phases a case may begin in.
const PHASES: [(&str, Option<Phase>); 9] = [
    ("start", None),
    ("initiative", Some(Phase::Initiative)),
    ("command", Some(Phase::Command)),
    ("construction", Some(Phase::Construction)),
    ("artillery", Some(Phase::Artillery)),
    ("limber", Some(Phase::Limber)),
    ("movement", Some(Phase::Movement)),
    ("combat", Some(Phase::Combat)),
    ("reorganization", Some(Phase::Reorganization)),
];

/// A phase by its word in cases.
pub(super) fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "setup",
        Phase::Over => "over",
        phase => PHASES.iter().find(|(_, other)| *other == Some(phase)).map_or("start", |(word, _)| word),
    }
}

/// Rows and columns of the map of a case that draws none: everything clear and level.
const PLAIN: GridShape = GridShape::pointy(14, 10);

impl CasePosition {
    /// The scenario it starts from, if it names one.
    pub(super) fn scenario(&self) -> Option<&Text> {
        self.scenario.as_ref()
    }

    /// Builds the position, on the parts of the scenario it names if there are any.
    pub(super) fn build(&self, source: &Source, base: Option<ScenarioParts>) -> Result<Built, Faults> {
        let mut faults = Faults::new(source);
        let named = base.is_some();
        let Some(mut parts) = self.ground(source, base, &mut faults) else { return Err(faults) };
        parts.checks = Checks::MID_GAME;
        let turn = self.calendar(&mut parts, &mut faults);
        self.rules(&mut parts, &mut faults);
        let mut pieces = Pieces::new(&mut parts, &mut faults, turn);
        pieces.side(Side::Union, &self.union);
        pieces.side(Side::Confederate, &self.confederate);
        self.lists(pieces.parts, pieces.faults);
        pieces.fill_in();
        let marks = pieces.marks;
        let phase = self.phase(named, &mut faults);
        self.markers(&mut parts, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let scenario = build(&parts)?;
        let mut state = *scenario.start;
        state.turn = turn;
        state.phase = phase.unwrap_or(Phase::SetUp);
        self.players(&mut state, &scenario, phase.is_some(), &mut faults);
        if phase.is_some() {
            marks.apply_all(&scenario, &mut state);
        } else {
            marks.apply(&scenario, &mut state);
        }
        self.finish(&scenario, &mut state, &mut faults);
        faults.into_result(Built { scenario, state, phase, marks })
    }

    fn ground(
        &self,
        source: &Source,
        base: Option<ScenarioParts>,
        faults: &mut Faults,
    ) -> Option<ScenarioParts> {
        if let Some(mut parts) = base {
            parts.source = source.clone();
            forget_places(&mut parts);
            if let Some(text) = &self.map {
                text.amend(&mut parts.map, faults);
            }
            return Some(parts);
        }
        let map = match &self.map {
            Some(text) => text.build(faults)?,
            None => HexMap::new(Grid::new(PLAIN).expect("the plain map is small")),
        };
        let mut parts = ScenarioParts::new(source, map);
        parts.id = "case".into();
        parts.title = "A case".into();
        Some(parts)
    }

    /// The turns, and on which of them the case begins.
    fn calendar(&self, parts: &mut ScenarioParts, faults: &mut Faults) -> Turn {
        if self.scenario.is_none() || !self.turns.is_empty() {
            parts.calendar = lists::calendar(&self.turns, faults);
        }
        let number = self.turn.as_ref().map_or(1, |turn| *turn.get_ref());
        let turns = parts.calendar.len();
        if number == 0 || usize::from(number) > turns {
            faults
                .add(self.turn.as_ref(), format!("there is no turn {number}"))
                .hint(format!("turns count from 1 to {turns}; list more under `turns`"));
            return Turn::FIRST;
        }
        let turn = &mut parts.calendar[usize::from(number) - 1];
        turn.night = self.night.unwrap_or(turn.night);
        turn.rain = self.rain.unwrap_or(turn.rain);
        Turn::numbered(number)
    }

    /// Editions, limits and what wins.
    fn rules(&self, parts: &mut ScenarioParts, faults: &mut Faults) {
        if let Some(card) = self.options.card_edition {
            parts.options.card_edition = card;
            parts.limits = if card { Limits::CARD } else { Limits::SERIES };
            // The card has no initiative: the Union goes first every turn.
            parts.fixed_order = card.then_some(Side::Union);
        }
        if let Some(blocks) = self.options.zoi_blocks_reorg {
            parts.options.zoi_blocks_reorg = blocks;
        }
        self.limits.apply(&mut parts.limits);
        let Victory { per_sp, per_cavalry_sp, per_sharpshooter_sp, commanders, .. } = &mut parts.victory;
        let text = &self.victory;
        *per_sp = text.per_sp.unwrap_or(*per_sp);
        *per_cavalry_sp = text.per_cavalry_sp.unwrap_or(*per_cavalry_sp);
        *per_sharpshooter_sp = text.per_sharpshooter_sp.unwrap_or(*per_sharpshooter_sp);
        *commanders = text.commanders.unwrap_or(*commanders);
        if let Some(sudden) = &text.sudden {
            parts.victory.sudden = read_sudden(sudden, faults);
        }
        parts.off_map_is_death = self.off_map_is_death.unwrap_or(parts.off_map_is_death);
        if let Some(first) = &self.first {
            parts.first = side(first, faults).unwrap_or(parts.first);
        }
        if let Some(fixed) = &self.fixed_order {
            parts.fixed_order = side(fixed, faults);
        }
        parts.starts_in_second_half = self.second_half.unwrap_or(parts.starts_in_second_half);
        for (side, name) in self.stand_in.given() {
            parts.stand_in[side.index()] = match name.get_ref().as_str() {
                "nobody" => StandInPart::Nobody,
                _ => StandInPart::Named(Ref::from(name)),
            };
        }
    }

    fn lists(&self, parts: &mut ScenarioParts, faults: &mut Faults) {
        let grid = parts.map.grid.clone();
        parts.arrivals.extend(self.arrivals.iter().filter_map(|line| lists::arrival(line, &grid, faults)));
        parts
            .placements
            .extend(self.placements.iter().filter_map(|line| lists::placement(line, &grid, faults)));
        parts
            .objectives
            .extend(self.objectives.iter().filter_map(|line| lists::objective(line, &grid, faults)));
        parts.holds.extend(self.holds.iter().filter_map(|line| lists::hold(line, faults)));
        parts
            .victory
            .conditions
            .extend(self.conditions.iter().filter_map(|line| lists::condition(line, &grid, faults)));
    }

    fn markers(&self, parts: &mut ScenarioParts, faults: &mut Faults) {
        let grid = parts.map.grid.clone();
        for line in &self.works {
            if let Some(hex) = whole_hex(line, &grid, faults) {
                parts.works.push(WorksPart { written: line.into(), hex, builder: None });
            }
        }
        for line in &self.building {
            let Some(hex) = whole_hex(line, &grid, faults) else { continue };
            let here = |stand| stand == crate::files::load::parts::Stand::At(hex);
            let builder = parts.units.iter().find(|unit| here(unit.stand)).map(|unit| unit.side);
            if builder.is_none() {
                faults
                    .add(line, format!("nobody is in {} to build", line.get_ref()))
                    .hint("a build marker belongs to the side whose units are in its hex");
            }
            parts.works.push(WorksPart { written: line.into(), hex, builder: builder.or(Some(Side::Union)) });
        }
        for line in &self.burned {
            if let Some((hex, other)) = Words::of(line, faults.source()).hexes(&grid, faults) {
                parts.burned.push(BurnedPart { written: line.into(), hex, other });
            }
        }
        for line in &self.brigades {
            self.brigade(line, parts, faults);
        }
    }

    fn brigade(&self, line: &Text, parts: &mut ScenarioParts, faults: &mut Faults) {
        let Some((name, said)) = lists::brigade(line, faults) else { return };
        let fits = |side: Side, label: &str| label == said.label && said.side.is_none_or(|one| one == side);
        let found: Vec<usize> = (0..parts.brigades.len())
            .filter(|&at| fits(parts.brigades[at].side, &parts.brigades[at].label))
            .collect();
        match found.as_slice() {
            [at] => {
                let part = &mut parts.brigades[*at];
                part.total = said.total.or(part.total);
                part.shattered = said.shattered.unwrap_or(part.shattered);
            }
            found => wrong_brigade(
                &name,
                found.len(),
                parts.brigades.iter().map(|part| part.label.as_str()),
                faults,
            ),
        }
    }

    fn phase(&self, named: bool, faults: &mut Faults) -> Option<Phase> {
        let Some(word) = &self.phase else {
            return if named { None } else { Some(Phase::Movement) };
        };
        let wanted = word.get_ref().to_ascii_lowercase();
        match PHASES.iter().find(|(name, _)| *name == wanted) {
            Some((_, phase)) => *phase,
            None => {
                let names = || PHASES.iter().map(|(name, _)| *name);
                let hint = did_you_mean(&wanted, names()).map_or_else(
                    || format!("use one of {}", list(names())),
                    |meant| format!("did you mean `{meant}`?"),
                );
                faults.add(word, format!("there is no phase `{}`", word.get_ref())).hint(hint);
                None
            }
        }
    }

    /// Whose turn it is.
    fn players(&self, state: &mut State, scenario: &Scenario, mid_game: bool, faults: &mut Faults) {
        if !mid_game {
            state.first = scenario.first;
            state.phasing = scenario.first;
            return;
        }
        state.phasing = self.phasing.as_ref().and_then(|word| side(word, faults)).unwrap_or(Side::Union);
        state.second_half = self.second_half.unwrap_or(false);
        let first = if state.second_half { state.phasing.other() } else { state.phasing };
        state.first = self.first.as_ref().and_then(|word| side(word, faults)).unwrap_or(first);
    }

    /// What only the state knows.
    fn finish(&self, scenario: &Scenario, state: &mut State, faults: &mut Faults) {
        let grid = &scenario.map.grid;
        let hexes = |lines: &Texts, faults: &mut Faults| {
            let mut set = HexSet::EMPTY;
            for line in lines {
                if let Some(hex) = whole_hex(line, grid, faults) {
                    set.insert(hex);
                }
            }
            set
        };
        state.fired = hexes(&self.fired, faults);
        state.flipped = hexes(&self.flipped, faults);
        for (side, name) in self.acting.given() {
            state.set_acting(side, acting(scenario, side, name, faults));
        }
        for line in &self.prepared {
            self.prepare(line, scenario, state, faults);
        }
        for line in &self.brigades {
            let Some((_, said)) = lists::brigade(line, faults) else { continue };
            let fits = |id: &BrigadeId| {
                let info = scenario.brigade(*id);
                info.label == said.label && said.side.is_none_or(|side| side == info.side)
            };
            if let Some(id) = scenario.brigade_ids().find(fits) {
                if said.reset == Some(true) {
                    state.reset.insert(id);
                }
                if said.destroyed == Some(true) {
                    state.destroyed.insert(id);
                }
            }
        }
    }

    /// `0402-0502 by 5NY`
    fn prepare(&self, line: &Text, scenario: &Scenario, state: &mut State, faults: &mut Faults) {
        let mut words = Words::of(line, faults.source());
        let Some(ends) = words.hexes(&scenario.map.grid, faults) else { return };
        let bridge = find_bridge(scenario, ends);
        let unit = if words.takes("by") { words.take() } else { None };
        let unit = unit.and_then(|word| find_piece(scenario, word.text));
        match (bridge, unit) {
            (Some(bridge), Some(Piece::Unit(unit))) => {
                state.set_burner(scenario.unit(unit).side, bridge, Some(unit));
                state.set(unit, Flag::BURNER);
            }
            _ => {
                faults.add(line, "this names no bridge, or nobody who could burn it").hint(
                    "write the two hexes of a bridge of the map and a unit, such as `0402-0502 by 5NY`",
                );
            }
        }
    }
}

/// The places of a scenario's parts are in its own file, which no fault of the case is about.
fn forget_places(parts: &mut ScenarioParts) {
    let ScenarioParts {
        units,
        commanders,
        brigades,
        arrivals,
        placements,
        objectives,
        holds,
        works,
        burned,
        ..
    } = parts;
    let names = |pieces: &mut Vec<Ref>| pieces.iter_mut().for_each(|one| one.written = Span::File);
    for unit in units {
        unit.written = Span::File;
        unit.brigade.iter_mut().for_each(|label| label.written = Span::File);
    }
    commanders.iter_mut().for_each(|part| part.written = Span::File);
    for brigade in brigades {
        brigade.written = Span::File;
        brigade.commander.written = Span::File;
    }
    for arrival in arrivals {
        arrival.written = Span::File;
        names(&mut arrival.pieces);
    }
    for placement in placements {
        placement.written = Span::File;
        names(&mut placement.pieces);
    }
    objectives.iter_mut().for_each(|part| part.written = Span::File);
    for hold in holds {
        hold.written = Span::File;
        names(&mut hold.pieces);
    }
    works.iter_mut().for_each(|part| part.written = Span::File);
    burned.iter_mut().for_each(|part| part.written = Span::File);
}

/// The bridge between two hexes.
pub(super) fn find_bridge(scenario: &Scenario, (a, b): (Hex, Hex)) -> Option<BridgeId> {
    scenario.board.direction(a, b).and_then(|direction| scenario.board.bridge_at(a, direction))
}

fn acting(scenario: &Scenario, side: Side, name: &Text, faults: &mut Faults) -> Option<CommanderId> {
    if name.get_ref() == "nobody" {
        return None;
    }
    match find_piece(scenario, name.get_ref()) {
        Some(Piece::Commander(one)) if scenario.commander(one).side == side => Some(one),
        _ => {
            faults
                .add(name, format!("there is no {side} commander `{}`", name.get_ref()))
                .hint("name a commander of that side, or `nobody`");
            None
        }
    }
}

/// A line that is one hex.
pub(super) fn whole_hex(line: &Text, grid: &Grid, faults: &mut Faults) -> Option<Hex> {
    hex(&Word { text: line.get_ref(), place: Span::from(line) }, grid, faults)
}

/// A line that is one side.
pub(super) fn side(line: &Text, faults: &mut Faults) -> Option<Side> {
    let found = Side::parse(line.get_ref());
    if found.is_none() {
        faults
            .add(line, format!("there is no side `{}`", line.get_ref()))
            .hint("write `union` or `confederate`");
    }
    found
}

/// No brigade has this label, or several have.
pub(super) fn wrong_brigade<'a>(
    name: &Word<'_>,
    found: usize,
    known: impl Iterator<Item = &'a str>,
    faults: &mut Faults,
) {
    if found > 1 {
        faults
            .add(name.place.clone(), format!("both sides have a brigade `{}`", name.text))
            .hint(format!("write `union {0}` or `confederate {0}`", name.text));
    } else {
        let known: Vec<&str> = known.collect();
        faults
            .add(name.place.clone(), format!("there is no brigade `{}`", name.text))
            .hint(format!("brigades here: {}", list(known)));
    }
}

/// `2:1 from 30`, in halves; `none`.
fn read_sudden(line: &Text, faults: &mut Faults) -> Option<(u8, u16)> {
    let text = line.get_ref();
    if text == "none" {
        return None;
    }
    let read = || {
        let (ratio, least) = text.split_once(" from ")?;
        let (over, under) = ratio.split_once(':')?;
        let (over, under): (u16, u16) = (over.trim().parse().ok()?, under.trim().parse().ok()?);
        let halves = (under > 0 && (over * 2).is_multiple_of(under)).then(|| over * 2 / under)?;
        Some((u8::try_from(halves).ok()?, least.trim().parse().ok()?))
    };
    let sudden = read();
    if sudden.is_none() {
        faults
            .add(line, format!("`{text}` is no sudden victory"))
            .hint("write a ratio and the least points, such as `2:1 from 30`, or `none`");
    }
    sudden
}
