//! Little armies for unit tests: drawn up by name, played with written dice.

use crate::LastFullMeasure;
use crate::model::action::Action;
use crate::model::board::Board;
use crate::model::event::Event;
use crate::model::ids::{BrigadeId, CommanderId, UnitId};
use crate::model::memo::{Lent, Memo};
use crate::model::numbers::{Cohesion, CommandValue, StrengthPoints};
use crate::model::position::{Play, Position};
use crate::model::scenario::{
    BrigadeInfo, CommanderInfo, Kind, Limits, Options, Rank, Rolls, Scenario, StandIn, TurnInfo, UnitInfo,
    Victory,
};
use crate::model::state::{Flag, State, Station};
use engine::Side;
use engine::agenda;
use engine::chance::Scripted;
use faults::Source;
use ground::{Hex, text};
use std::cmp::Reverse;

/// An army list in the making. `at` is a hex name, or empty for somebody who has not arrived.
#[derive(Default)]
pub(crate) struct Muster {
    map: String,
    leaders: Vec<(CommanderInfo, &'static str, &'static str)>,
    units: Vec<(UnitInfo, &'static str, &'static str)>,
}

impl Muster {
    /// On a bare map of so many rows and columns, hexes named by row and column.
    pub fn on(rows: u16, cols: u16) -> Muster {
        Muster::over(&format!("rows = {rows}\ncols = {cols}\n"))
    }

    /// On the map that these lines of a `[map]` table describe.
    pub fn over(map: &str) -> Muster {
        Muster { map: format!("[map]\n{map}"), ..Muster::default() }
    }

    /// A commander with a command value, under the superior with this tag.
    pub fn leader(
        mut self,
        side: Side,
        tag: &'static str,
        (rank, cv): (Rank, u8),
        superior: &'static str,
        at: &'static str,
    ) -> Muster {
        let stars = match rank {
            Rank::Brigade => 1,
            Rank::Division => 2,
            Rank::Corps | Rank::Army => 3,
        };
        let info = CommanderInfo {
            tag: tag.into(),
            name: tag.into(),
            side,
            rank,
            stars,
            cv: CommandValue(cv),
            replacement: (cv > 1).then(|| (format!("{tag}'s successor"), CommandValue(cv - 1))),
            brigade: None,
            superior: None,
            corps: 0,
            division: 0,
            corps_rank: 0,
            cavalry: false,
        };
        self.leaders.push((info, superior, at));
        self
    }

    /// A brigade with its commander's tag; regiments with strength, cohesion and place.
    pub fn brigade(
        mut self,
        side: Side,
        tag: &'static str,
        superior: &'static str,
        at: &'static str,
        regiments: &[(&'static str, u8, u8, &'static str)],
    ) -> Muster {
        self = self.leader(side, tag, (Rank::Brigade, 0), superior, at);
        for &(name, sp, cohesion, at) in regiments {
            self.units.push((unit(name, side, Kind::Infantry, sp, cohesion), tag, at));
        }
        self
    }

    /// A battery, unlimbered.
    pub fn battery(mut self, side: Side, tag: &'static str, sp: u8, at: &'static str) -> Muster {
        self.units.push((unit(tag, side, Kind::Artillery, sp, 3), "", at));
        self
    }

    /// Changes what the last commander's counter says.
    pub fn who(mut self, change: impl FnOnce(&mut CommanderInfo)) -> Muster {
        change(&mut self.leaders.last_mut().expect("a commander").0);
        self
    }

    /// Changes what the last unit's counter says.
    pub fn which(mut self, change: impl FnOnce(&mut UnitInfo)) -> Muster {
        change(&mut self.units.last_mut().expect("a unit").0);
        self
    }

    /// Puts everybody on the table.
    pub fn build(mut self) -> Table {
        let map = text::read_map(&Source::new("muster.toml", self.map)).expect("a good map");
        let (board, bridges) = Board::new(&map, &Limits::SERIES);
        let place = |at: &str| match at {
            "" => Station::WAITING,
            name => Station::at(map.grid.parse(name).expect("a hex of the map")),
        };
        self.leaders.sort_by_key(|(info, ..)| (info.side, Reverse(info.rank)));
        self.units.sort_by_key(|(info, ..)| info.side);
        let tags: Vec<String> = self.leaders.iter().map(|(info, ..)| info.tag.clone()).collect();
        let find = |tag: &str| tags.iter().position(|other| *other == tag).map(CommanderId::at);
        let mut commanders = Vec::new();
        let mut brigades: Vec<BrigadeInfo> = Vec::new();
        for (mut info, superior, _) in self.leaders.iter().cloned() {
            info.superior = find(superior);
            if info.rank == Rank::Brigade {
                info.brigade = Some(BrigadeId::at(brigades.len()));
                brigades.push(BrigadeInfo {
                    label: info.tag.clone(),
                    name: info.tag.clone(),
                    side: info.side,
                    commander: CommanderId::at(commanders.len()),
                    units: Vec::new(),
                    cavalry: info.cavalry,
                });
            }
            commanders.push(info);
        }
        let mut units = Vec::new();
        for (mut info, brigade, _) in self.units.iter().cloned() {
            info.brigade = find(brigade).and_then(|leader| commanders[leader.index()].brigade);
            if let Some(brigade) = info.brigade {
                brigades[brigade.index()].units.push(UnitId::at(units.len()));
            }
            units.push(info);
        }
        let union = |side: &Side| *side == Side::Union;
        let mut scenario = Scenario {
            land: None,
            id: "muster".into(),
            title: "Muster".into(),
            description: String::new(),
            print: String::new(),
            options: Options::default(),
            limits: Limits::SERIES,
            calendar: vec![turn(false), turn(false), turn(true), turn(true)],
            first: Side::Union,
            fixed_order: None,
            starts_in_second_half: false,
            rolls: Rolls::default(),
            union_units: units.iter().filter(|info: &&UnitInfo| union(&info.side)).count(),
            union_commanders: commanders.iter().filter(|info| union(&info.side)).count(),
            units,
            commanders,
            brigades,
            stand_in: [StandIn::ByRule; 2],
            arrivals: Vec::new(),
            placements: Vec::new(),
            bridges,
            victory: Victory {
                per_sp: 1,
                per_cavalry_sp: 2,
                per_sharpshooter_sp: 2,
                commanders: true,
                sudden: None,
                objectives: Vec::new(),
                conditions: Vec::new(),
            },
            holds: Vec::new(),
            off_map_is_death: false,
            start: Box::new(State::empty(Side::Union)),
            board,
            map: map.clone(),
        };
        scenario.rolls = Rolls::of(&scenario);
        let mut state = State::empty(Side::Union);
        for (index, (info, _, at)) in self.units.iter().enumerate() {
            let unit = UnitId::at(index);
            state.put(&scenario, unit, place(at));
            if info.kind.is_artillery() {
                state.set(unit, Flag::DEPLOYED);
            }
        }
        for (index, (_, _, at)) in self.leaders.iter().enumerate() {
            state.put_leader(CommanderId::at(index), place(at));
        }
        for brigade in scenario.brigade_ids() {
            let sp = scenario.brigade(brigade).units.iter().map(|&unit| scenario.unit(unit).sp);
            state.set_total(brigade, sp.sum());
        }
        let mut table = Table { scenario, state, story: Vec::new() };
        table.play(&[], |play| play.update_zones());
        table
    }
}

fn turn(night: bool) -> TurnInfo {
    TurnInfo { day: 1, label: String::new(), night, rain: false, victory_check: false }
}

fn unit(tag: &str, side: Side, kind: Kind, sp: u8, cohesion: u8) -> UnitInfo {
    UnitInfo {
        tag: tag.into(),
        name: tag.into(),
        side,
        kind,
        brigade: None,
        label: String::new(),
        corps: 0,
        division: 0,
        sp: StrengthPoints(sp.into()),
        limbered_sp: StrengthPoints(1),
        cohesion: Cohesion(cohesion),
        star: false,
        dodges: false,
        free_command: false,
        sharpshooters: false,
    }
}

/// A game on the table.
pub(crate) struct Table {
    pub scenario: Scenario,
    pub state: State,
    pub story: Vec<Event>,
}

impl Table {
    /// Does something with these dice, which it must use up.
    pub fn play<R>(&mut self, dice: &[u32], act: impl FnOnce(&mut Play<'_>) -> R) -> R {
        let mut chance = Scripted::new(dice.iter().copied());
        let result = {
            let (scenario, state) = (&self.scenario, &mut self.state);
            let (chance, story, mut memo) = (&mut chance, &mut self.story, Memo::default());
            let mut play = Play { scenario, state, chance, story, memo: Lent::of(&mut memo) };
            let result = act(&mut play);
            play.update_zones();
            result
        };
        if let Err(misfits) = chance.finish() {
            panic!("{}", misfits.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "));
        }
        result
    }

    /// The position as it is now.
    pub fn position(&self) -> Position<'_> {
        Position::new(&self.scenario, &self.state)
    }

    /// The hex with this name.
    pub fn hex(&self, name: &str) -> Hex {
        self.scenario.map.grid.parse(name).expect("a hex of the map")
    }

    /// The unit with this tag.
    pub fn unit(&self, tag: &str) -> UnitId {
        self.scenario.unit_ids().find(|&unit| self.scenario.unit(unit).tag == tag).expect("a unit")
    }

    /// The commander with this tag.
    pub fn leader(&self, tag: &str) -> CommanderId {
        self.scenario
            .commander_ids()
            .find(|&commander| self.scenario.commander(commander).tag == tag)
            .expect("a commander")
    }

    /// The brigade whose commander has this tag.
    pub fn brigade(&self, tag: &str) -> BrigadeId {
        self.scenario.commander(self.leader(tag)).brigade.expect("a brigade commander")
    }

    /// Puts a unit in another hex.
    pub fn put(&mut self, tag: &str, at: &str) {
        let (unit, place) = (self.unit(tag), Station::at(self.hex(at)));
        self.play(&[], |play| play.shift_unit(unit, place));
    }

    /// Puts a commander in another hex.
    pub fn put_leader(&mut self, tag: &str, at: &str) {
        let (leader, place) = (self.leader(tag), Station::at(self.hex(at)));
        self.play(&[], |play| play.shift_leader(leader, place));
    }
}

impl Play<'_> {
    /// Goes on until somebody is asked; whether somebody is.
    pub(crate) fn asks(&mut self) -> bool {
        self.run();
        self.position().task().is_some()
    }

    /// Answers whatever is asked, and goes on.
    pub(crate) fn answer(&mut self, action: &Action) {
        let side = agenda::asked::<LastFullMeasure>(self.position()).first().expect("somebody is asked");
        agenda::answer::<LastFullMeasure>(self, side, action);
    }
}
