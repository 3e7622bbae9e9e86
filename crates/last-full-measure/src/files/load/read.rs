//! A scenario file into parts: what the file says, piece by piece.

use super::build::build_after;
use super::calendar::Calendar;
use super::derive::{self, Terrain};
use super::file::{Field, LimitsTable, ScenarioFile, ScenarioTable, VictoryTable};
use super::library::SCENARIOS;
use super::list::{self, Purpose};
use super::parts::{
    BurnedPart, HoldPart, ObjectivePart, PlacementPart, Ref, ScenarioParts, Stand, StandInPart, WorksPart,
    Written,
};
use super::pieces::Pieces;
use crate::model::numbers::{MovementPoints, StrengthPoints};
use crate::model::scenario::{Condition, Goal, Land, Limits, Objective, Options, Scenario, Victory};
use armies::OrderOfBattle;
use armies::arrivals::Arrivals;
use engine::Side;
use engine::load::{Loader, Reader, check_id};
use faults::{Faults, Shelf, Span, did_you_mean};
use ground::{Battlefield, Hex, HexMap, Raster};
use std::sync::Arc;
use toml::Spanned;

/// A hex from flat side to flat side unless the scenario says otherwise (LFM-0.9).
const HEX_YARDS: f64 = 250.0;

/// The files of Last Full Measure.
pub(super) enum Files {}

impl Loader for Files {
    type File = ScenarioFile;
    type Parts = ScenarioParts;
    type Built = Scenario;
    const GAME: &'static str = crate::game::GAME;
    const SCENARIOS: Shelf = SCENARIOS;

    fn parts(reader: &mut Reader<'_>, file: &ScenarioFile) -> Option<ScenarioParts> {
        let table = file.scenario.get_ref();
        let calendar = Calendar::read(table, &mut reader.faults);
        let army = army(reader, file);
        let ground = ground(reader, file)?;
        let mut parts = ScenarioParts::new(reader.source, ground.map.clone());
        parts.print = reader.print().to_string();
        let faults = &mut reader.faults;
        parts.land.clone_from(&ground.land);
        name(table, &mut parts, faults);
        parts.calendar = calendar.turns.clone();
        let turns = table.turns.as_ref().and_then(|turns| turns.first());
        parts.written =
            Written { turns: turns.or(table.last_turn.as_ref()).into(), map: Span::from(&file.map) };
        parts.limits = limits(table, &file.limits, faults);
        parts.victory = victory(&file.victory, faults);

        if let (Some(table), Some((battle, arrivals))) = (&file.army, &army) {
            let land = ground.land.as_deref();
            let input = derive::Input {
                file,
                table,
                battle,
                arrivals: arrivals.as_ref(),
                terrain: land.map(|Land { field, layout }| Terrain {
                    map: &ground.map,
                    layout,
                    projection: &field.projection,
                }),
                calendar: &calendar,
            };
            derive::derive(&input, &mut parts, faults);
        }
        Pieces::new(&mut parts, &calendar, faults).read(file);
        for (list, purpose) in
            [(&table.deployment, Purpose::Deployment), (&table.appearance, Purpose::Appearance)]
        {
            if let Some(list) = list {
                list::read(list, purpose, &mut parts, &calendar, faults);
            }
        }
        let mut rest = Rest { parts: &mut parts, calendar: &calendar, faults };
        rest.objectives(file);
        rest.conditions(file);
        rest.placements(file);
        rest.holds(file);
        rest.markers(file);
        rest.stand_ins(table);
        // Without its armies nothing more can be said about it.
        (file.army.is_none() || army.is_some()).then_some(parts)
    }

    fn build(parts: ScenarioParts, faults: &mut Faults) -> Option<Scenario> {
        build_after(&parts, faults)
    }
}

/// A map, and the real ground under it if it was cut from a battlefield.
struct Ground {
    map: HexMap,
    land: Option<Arc<Land>>,
}

fn ground(reader: &mut Reader<'_>, file: &ScenarioFile) -> Option<Ground> {
    let mut text = file.map.get_ref().clone();
    let Some(name) = text.battlefield().cloned() else {
        return text.build(&mut reader.faults).map(|map| Ground { map, land: None });
    };
    text.assume_hex_yards(HEX_YARDS);
    let field = reader.named(&ground::battlefield::SHELF, &name, Battlefield::read)?;
    let Raster { map, layout, .. } = text.build_on(&field, &mut reader.faults)?;
    Some(Ground { map, land: Some(Arc::new(Land { field, layout })) })
}

fn army(reader: &mut Reader<'_>, file: &ScenarioFile) -> Option<(OrderOfBattle, Option<Arrivals>)> {
    let table = file.army.as_ref()?;
    let battle = reader.named(&armies::SHELF, &table.order_of_battle, OrderOfBattle::read)?;
    let Some(name) = &table.arrivals else { return Some((battle, None)) };
    let arrivals = reader.named(&armies::SHELF, name, |source| Arrivals::read(source, &battle))?;
    Some((battle, Some(arrivals)))
}

fn name(table: &ScenarioTable, parts: &mut ScenarioParts, faults: &mut Faults) {
    check_id(&table.id, "crossroads-farm", faults);
    parts.id = table.id.get_ref().clone();
    parts.title = table.title.clone();
    parts.description = table.description.trim().to_owned();
    parts.options = Options { card_edition: table.card_edition, zoi_blocks_reorg: table.zoi_blocks_reorg };
    parts.off_map_is_death = table.off_map_is_death;
    parts.starts_in_second_half = table.starts_in_second_half;
    if let Some(first) = side(&table.first_player, faults) {
        parts.first = first;
    }
    // The card has no initiative: the Union goes first every turn.
    parts.fixed_order = match &table.fixed_order {
        Some(order) => side(order, faults),
        None => table.card_edition.then_some(Side::Union),
    };
}

/// The series' or the card's numbers, and what the scenario says instead (LFM-0.1).
fn limits(table: &ScenarioTable, own: &LimitsTable, faults: &mut Faults) -> Limits {
    let mut limits = if table.card_edition { Limits::CARD } else { Limits::SERIES };
    let strengths = [
        (&own.stack_troops, &mut limits.stack_troops),
        (&own.stack_guns, &mut limits.stack_guns),
        (&own.combat_troops, &mut limits.combat_troops),
        (&own.combat_guns, &mut limits.combat_guns),
    ];
    for (written, value) in strengths {
        if let Some(points) = limit(written, 1, 100, faults) {
            *value = StrengthPoints(points.into());
        }
    }
    let [union, confederate] = &mut limits.reorganize_corps;
    let fields = [
        (&own.zoi_troops, &mut limits.zoi_troops, 1, 8),
        (&own.zoi_guns, &mut limits.zoi_guns, 1, 8),
        (&own.fire_range, &mut limits.fire_range, 2, 12),
        (&own.command_army, &mut limits.command_army, 1, 30),
        (&own.command_corps, &mut limits.command_corps, 1, 30),
        (&own.brigade_to_division, &mut limits.brigade_to_division, 1, 30),
        (&own.cavalry_to_division, &mut limits.cavalry_to_division, 1, 30),
        (&own.command_brigade, &mut limits.command_brigade, 1, 30),
        (&own.reorganize_army, &mut limits.reorganize_army, 0, 30),
        (&own.reorganize_corps_union, union, 0, 30),
        (&own.reorganize_corps_confederate, confederate, 0, 30),
    ];
    for (written, value, least, most) in fields {
        if let Some(number) = limit(written, least, most, faults) {
            *value = number;
        }
    }
    let marches =
        [(&own.march_foot, &mut limits.march_foot), (&own.march_mounted, &mut limits.march_mounted)];
    for (written, value) in marches {
        if let Some(points) = limit(written, 1, 20, faults) {
            *value = MovementPoints::whole(points);
        }
    }
    limits
}

/// A number of the scenario's own, brought into its range.
fn limit(written: &Field<u8>, least: u8, most: u8, faults: &mut Faults) -> Option<u8> {
    let written = written.as_ref()?;
    let value = *written.get_ref();
    if !(least..=most).contains(&value) {
        faults
            .add(written, format!("{value} is out of range"))
            .hint(format!("this limit runs from {least} to {most}"));
    }
    Some(value.clamp(least, most))
}

fn victory(table: &VictoryTable, faults: &mut Faults) -> Victory {
    let ratio = table.sudden_ratio.as_ref().map_or(Some(4), |written| {
        let halves = halves(written.get_ref());
        if halves.is_none() {
            faults
                .add(written, format!("`{}` is no ratio that wins at once", written.get_ref()))
                .hint("write `2:1`, `3:2` and the like, at least `3:2`; or `never`");
        }
        halves?
    });
    Victory {
        per_sp: table.per_sp.unwrap_or(1),
        per_cavalry_sp: table.per_cavalry_sp.unwrap_or(2),
        per_sharpshooter_sp: table.per_sharpshooter_sp.unwrap_or(2),
        commanders: table.commanders.unwrap_or(true),
        sudden: ratio.map(|ratio| (ratio, table.sudden_points.unwrap_or(30))),
        objectives: Vec::new(),
        conditions: Vec::new(),
    }
}

/// A ratio in halves: `2:1` is 4, `3:2` is 3; `never` is none at all.
fn halves(text: &str) -> Option<Option<u8>> {
    if text == "never" {
        return Some(None);
    }
    let (more, less) = text.split_once(':')?;
    let (more, less): (u8, u8) = (more.trim().parse().ok()?, less.trim().parse().ok()?);
    let halves = match less {
        1 => more.checked_mul(2)?,
        2 => more,
        _ => return None,
    };
    (3..=20).contains(&halves).then_some(Some(halves))
}

/// A side by any of its names.
pub(super) fn side(text: &Spanned<String>, faults: &mut Faults) -> Option<Side> {
    let side = Side::parse(text.get_ref());
    if side.is_none() {
        faults
            .add(text, format!("`{}` is no side", text.get_ref()))
            .hint("write `USA` or `CSA`, `Union` or `Confederate`");
    }
    side
}

/// A hex by its printed number, or by the name of a place.
pub(super) fn hex(map: &HexMap, text: &Spanned<String>, faults: &mut Faults) -> Option<Hex> {
    hex_named(map, text.get_ref(), text.into(), faults)
}

/// A hex by its printed number, or by the name of a place.
pub(super) fn hex_named(map: &HexMap, text: &str, written: Span, faults: &mut Faults) -> Option<Hex> {
    let grid = &map.grid;
    let Some(hex) = grid.parse(text).or_else(|| map.place(text)) else {
        let names = map.places().iter().map(|(_, name)| name.as_str());
        let hint = match did_you_mean(text, names) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!(
                "hexes run from {} in the north-west to {} in the south-east",
                grid.name(Hex(0)),
                grid.name(Hex(grid.len() as u16 - 1))
            ),
        };
        faults.add(written, format!("there is no hex `{text}`")).hint(hint);
        return None;
    };
    if !map.is_playable(hex) {
        faults
            .add(written, format!("hex {text} is a hole in the map"))
            .hint("choose a hex that exists for play");
        return None;
    }
    Some(hex)
}

/// What stands in a file beside the pieces.
struct Rest<'a> {
    parts: &'a mut ScenarioParts,
    calendar: &'a Calendar,
    faults: &'a mut Faults,
}

impl Rest<'_> {
    fn hex(&mut self, text: &Spanned<String>) -> Option<Hex> {
        hex(&self.parts.map, text, self.faults)
    }

    fn objectives(&mut self, file: &ScenarioFile) {
        for written in &file.objective {
            let table = written.get_ref();
            let vp = match table.side.get_ref().as_str() {
                "both" => Some([table.vp; 2]),
                _ => side(&table.side, self.faults).map(|side| {
                    let mut vp = [0; 2];
                    vp[side.index()] = table.vp;
                    vp
                }),
            };
            let held_by = table.held_by.as_ref().and_then(|held_by| side(held_by, self.faults));
            let (Some(hex), Some(vp)) = (self.hex(&table.hex), vp) else { continue };
            let name = table.name.clone().unwrap_or_else(|| {
                let place = self.parts.map.places().iter().find(|(place, _)| *place == hex);
                place.map_or_else(|| self.parts.map.grid.name(hex), |(_, name)| name.clone())
            });
            self.objective((&table.hex).into(), Objective { hex, name, vp, held_by });
        }
    }

    /// A hex may be worth one thing to one side and another to the other: two entries, one objective.
    fn objective(&mut self, written: Span, objective: Objective) {
        let twin = self.parts.objectives.iter_mut().find(|part| part.objective.hex == objective.hex);
        match twin.map(|twin| &mut twin.objective) {
            Some(first) if (0..2).all(|side| first.vp[side] == 0 || objective.vp[side] == 0) => {
                first.vp = [first.vp[0] + objective.vp[0], first.vp[1] + objective.vp[1]];
                first.held_by = first.held_by.or(objective.held_by);
            }
            _ => self.parts.objectives.push(ObjectivePart { written, objective }),
        }
    }

    fn conditions(&mut self, file: &ScenarioFile) {
        for written in &file.condition {
            let table = written.get_ref();
            let owner = side(&table.side, self.faults);
            let hold = table.hold.as_ref().map(|hold| self.hex(hold));
            let goals: Vec<Goal> = [
                hold.flatten().map(Goal::HoldWithFreshBrigade),
                table.more_fresh_brigades.then_some(Goal::MoreFreshBrigades),
                table.points_ahead.map(Goal::PointsAhead),
            ]
            .into_iter()
            .flatten()
            .collect();
            if goals.is_empty() && table.hold.is_none() {
                self.faults
                    .add(written, "a condition that asks for nothing")
                    .hint("give `hold`, `more_fresh_brigades = true` or `points_ahead`");
            }
            let Some(side) = owner else { continue };
            self.parts.victory.conditions.extend(goals.into_iter().map(|what| Condition { side, what }));
        }
    }

    fn placements(&mut self, file: &ScenarioFile) {
        for written in &file.place {
            let table = written.get_ref();
            let mut hexes: Vec<Hex> = table.hexes.iter().filter_map(|hex| self.hex(hex)).collect();
            match (&table.within, &table.of) {
                (Some(within), Some(of)) => {
                    if let Some(of) = self.hex(of) {
                        let map = &self.parts.map;
                        let near = map.grid.disc(of, u16::from(*within.get_ref()));
                        hexes.extend(near.filter(|&hex| map.is_playable(hex)));
                    }
                }
                (None, None) => {}
                _ => {
                    self.faults
                        .add(written, "`within` and `of` belong together")
                        .hint("write `within = 1` and `of = \"0304\"`, or list `hexes`");
                    continue;
                }
            }
            hexes.sort();
            hexes.dedup();
            let pieces: Vec<Ref> = table.pieces.iter().map(Ref::from).collect();
            for piece in &pieces {
                self.parts.take_away(&piece.name);
            }
            self.parts.placements.push(PlacementPart {
                written: written.into(),
                pieces,
                hexes,
                choose_mode: table.choose_mode,
            });
        }
    }

    fn holds(&mut self, file: &ScenarioFile) {
        for written in &file.hold {
            let table = written.get_ref();
            let until_turn = table
                .until_turn
                .as_ref()
                .and_then(|turn| self.calendar.find(turn.get_ref(), turn.into(), self.faults));
            self.parts.holds.push(HoldPart {
                written: written.into(),
                pieces: table.pieces.iter().map(Ref::from).collect(),
                until_turn,
                until_enemy_within: table.until_enemy_within,
                reason: table.reason.clone(),
            });
        }
    }

    fn markers(&mut self, file: &ScenarioFile) {
        for text in &file.markers.works {
            if let Some(hex) = self.hex(text) {
                self.parts.works.push(WorksPart { written: text.into(), hex, builder: None });
            }
        }
        for text in &file.markers.building {
            let Some(hex) = self.hex(text) else { continue };
            let here = self.parts.units.iter().find(|unit| unit.stand == Stand::At(hex));
            match here.map(|unit| unit.side) {
                Some(side) => {
                    self.parts.works.push(WorksPart { written: text.into(), hex, builder: Some(side) });
                }
                None => {
                    self.faults
                        .add(text, format!("nobody is in {} to build", text.get_ref()))
                        .hint("a build marker needs infantry, dismounted cavalry or artillery (R-75d)");
                }
            }
        }
        for pair in &file.markers.burned {
            let [one, other] = pair.get_ref().as_slice() else {
                self.faults
                    .add(pair, "a bridge joins two hexes")
                    .hint("write the pair, e.g. [\"0402\", \"0502\"]");
                continue;
            };
            if let (Some(hex), Some(other)) = (self.hex(one), self.hex(other)) {
                self.parts.burned.push(BurnedPart { written: pair.into(), hex, other });
            }
        }
    }

    fn stand_ins(&mut self, table: &ScenarioTable) {
        for suspended in &table.no_stand_in {
            if let Some(side) = side(suspended, self.faults) {
                self.parts.stand_in[side.index()] = StandInPart::Nobody;
            }
        }
        let Some(written) = &table.stand_in else { return };
        for name in &written.get_ref().0 {
            match self.parts.commanders.iter().find(|leader| leader.tag == *name) {
                Some(leader) => {
                    let named = StandInPart::Named(Ref::new(name.clone(), written));
                    self.parts.stand_in[leader.side.index()] = named;
                }
                None => {
                    let tags = self.parts.commanders.iter().map(|leader| leader.tag.as_str());
                    let hint = did_you_mean(name, tags).map(|meant| format!("did you mean `{meant}`?"));
                    self.faults
                        .add(written, format!("there is no commander `{name}`"))
                        .hint(hint.unwrap_or_else(|| "name a commander of this scenario".to_owned()));
                }
            }
        }
    }
}
