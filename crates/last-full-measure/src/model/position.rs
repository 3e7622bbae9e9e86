//! A scenario and a state, looked at together; and the hand that moves the pieces.

use crate::LastFullMeasure;
use crate::model::event::Event;
use crate::model::ids::{BrigadeId, CommanderId, Piece, UnitId};
use crate::model::memo::Lent;
use crate::model::numbers::MovementPoints;
use crate::model::scenario::{Scenario, UnitInfo};
use crate::model::state::{Flag, Office, State, Station};
use crate::model::task::Task;
use engine::agenda;
use engine::{Chance, Side, Story, Violation};
use ground::Hex;

/// A position to be read. Each module of the rules adds its questions to it.
#[derive(Copy, Clone)]
pub struct Position<'a> {
    /// What does not change.
    pub scenario: &'a Scenario,
    /// What does.
    pub state: &'a State,
    /// What whoever asks has kept.
    pub(crate) memo: Lent<'a>,
}

impl<'a> Position<'a> {
    /// Looks at a state of a scenario.
    #[must_use]
    pub const fn new(scenario: &'a Scenario, state: &'a State) -> Position<'a> {
        Position { scenario, state, memo: Lent::NOTHING }
    }

    /// The name of a hex.
    #[must_use]
    pub fn hex_name(&self, hex: Hex) -> String {
        self.scenario.map.grid.name(hex)
    }

    /// The tag of a unit.
    #[must_use]
    pub fn tag(&self, unit: UnitId) -> String {
        self.scenario.unit(unit).tag.clone()
    }

    /// What the unit's counter says.
    #[inline]
    #[must_use]
    pub fn info(&self, unit: UnitId) -> &'a UnitInfo {
        self.scenario.unit(unit)
    }

    /// Whether it is night.
    #[inline]
    #[must_use]
    pub fn is_night(&self) -> bool {
        self.scenario.calendar.get(self.state.turn.index()).is_some_and(|turn| turn.night)
    }

    /// Whether it rains.
    #[inline]
    #[must_use]
    pub fn is_raining(&self) -> bool {
        self.scenario.calendar.get(self.state.turn.index()).is_some_and(|turn| turn.rain)
    }

    /// Hexes between two hexes.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.scenario.map.grid.distance(a, b)
    }

    /// The next task.
    #[inline]
    #[must_use]
    pub fn task(&self) -> Option<Task> {
        self.state.agenda.next()
    }

    /// Whether any unit of the stack carries a D (shattered units never do): one marker stands for the whole stack
    /// (LFM-14.2c).
    #[must_use]
    pub fn stack_is_disorganized(&self, hex: Hex) -> bool {
        self.state.stack(hex).any(|unit| self.state.is_disorganized(unit))
    }

    /// Whether any unit of the stack belongs to a shattered brigade.
    #[must_use]
    pub fn stack_is_shattered(&self, hex: Hex) -> bool {
        self.state.stack(hex).any(|unit| self.state.is_shattered(self.scenario, unit))
    }

    /// The hex of a unit that the phasing side names in an answer.
    ///
    /// # Errors
    ///
    /// There is no such unit, it is the enemy's, or it is not on the map.
    #[inline]
    pub fn phasing_unit(&self, unit: UnitId) -> Result<Hex, Violation> {
        let own = self.scenario.units.get(unit.index()).is_some_and(|info| info.side == self.state.phasing);
        own.then(|| self.state.hex_of(unit)).flatten().ok_or_else(|| self.why_not_at_hand(unit))
    }

    #[cold]
    fn why_not_at_hand(&self, unit: UnitId) -> Violation {
        let Some(info) = self.scenario.units.get(unit.index()) else {
            return Violation::form(format!("There is no unit with the number {}.", unit.0));
        };
        let text = if info.side == self.state.phasing {
            format!("{} is not on the map.", info.tag)
        } else {
            format!("{} is a {} unit; {} is to choose.", info.tag, info.side, self.state.phasing)
        };
        Violation::form(text).about([info.tag.clone()])
    }

    /// A hindrance in words; `Ok` if there is none.
    pub(crate) fn unless(&self, hindrance: Option<Hindrance>) -> Result<(), Violation> {
        match hindrance {
            None => Ok(()),
            Some(Hindrance { rule, unit: None, why }) => Err(Violation::of(rule, why)),
            Some(Hindrance { rule, unit: Some(unit), why }) => {
                Err(Violation::of(rule, format!("{} {why}", self.tag(unit))))
            }
        }
    }

    /// Where a piece is, if it is on the map.
    #[must_use]
    pub fn whereabouts(&self, piece: Piece) -> Option<Hex> {
        match piece {
            Piece::Unit(unit) => self.state.hex_of(unit),
            Piece::Commander(commander) => self.state.leader_hex(commander),
        }
    }

    /// The regiments of a brigade on the map.
    pub fn regiments_on_map(self, brigade: BrigadeId) -> impl Iterator<Item = (UnitId, Hex)> + 'a {
        let state = self.state;
        self.scenario.brigade(brigade).units.iter().filter_map(move |&unit| Some((unit, state.hex_of(unit)?)))
    }
}

/// Why something may not be done, before it is put in words: whoever lists the legal answers asks and tells nobody.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Hindrance {
    rule: &'static str,
    unit: Option<UnitId>,
    why: &'static str,
}

impl Hindrance {
    /// A whole sentence.
    #[inline]
    pub(crate) const fn of(rule: &'static str, why: &'static str) -> Hindrance {
        Hindrance { rule, unit: None, why }
    }

    /// A sentence that begins with the tag of a unit.
    #[inline]
    pub(crate) const fn unit(rule: &'static str, unit: UnitId, why: &'static str) -> Hindrance {
        Hindrance { rule, unit: Some(unit), why }
    }
}

/// A position to be changed.
pub struct Play<'a> {
    /// What does not change.
    pub scenario: &'a Scenario,
    /// What does.
    pub state: &'a mut State,
    /// The dice.
    pub chance: &'a mut dyn Chance,
    /// Who listens.
    pub story: &'a mut dyn Story<Event>,
    /// What whoever plays has kept.
    pub(crate) memo: Lent<'a>,
}

impl Play<'_> {
    /// The position as it is now.
    #[inline]
    #[must_use]
    pub fn position(&self) -> Position<'_> {
        Position { scenario: self.scenario, state: self.state, memo: self.memo }
    }

    /// Puts a task on top.
    #[inline]
    pub fn push(&mut self, task: impl Into<Task>) {
        self.state.agenda.push(task);
    }

    /// Puts several tasks on top, in the order in which they are to be done.
    #[inline]
    pub fn then<const N: usize>(&mut self, tasks: [Task; N]) {
        self.state.agenda.then(tasks);
    }

    /// Takes the top task away.
    #[inline]
    pub fn pop(&mut self) {
        self.state.agenda.take();
    }

    /// Does everything up to the next question or the end of the battle.
    pub fn run(&mut self) {
        agenda::run::<LastFullMeasure>(self);
    }

    /// Says what happened.
    #[inline]
    pub fn tell(&mut self, event: Event) {
        self.story.tell(event);
    }

    /// Moves a unit on the map, with what follows from leaving its hex: it is no longer settled, its build marker and
    /// bridge marker may go. Everybody has one place of his own and no box off the map: who stands with his commander
    /// is in that hex (LFM-28.2), and whoever leaves (LFM-28.3) or joins (LFM-28.4) the stack just moves.
    pub fn shift_unit(&mut self, unit: UnitId, place: Station) {
        let old = self.state.station(unit);
        if old == place {
            return;
        }
        let forced_from_building = self.state.is(unit, Flag::BUILDER) && place != Station::ELIMINATED;
        self.state.put(self.scenario, unit, place);
        self.state.clear(unit, Flag::SETTLED | Flag::BUILDER | Flag::DODGED);
        self.drop_burn_markers(unit);
        if let Some(hex) = old.hex() {
            if forced_from_building {
                self.drop_build_marker(self.scenario.unit(unit).side, hex);
            }
            self.drop_idle_build_marker(hex);
        }
        if let Some(brigade) = self.scenario.unit(unit).brigade
            && old.on_map() != place.on_map()
        {
            self.note_homeless(brigade);
        }
    }

    /// Moves a commander.
    pub fn shift_leader(&mut self, commander: CommanderId, place: Station) {
        let old = self.state.leader_station(commander);
        if old != place {
            self.state.put_leader(commander, place);
            self.state.mark(commander, Office::MOVED);
            self.state.unmark(commander, Office::RECOVER);
            // Who leaves the map with the last of his brigade has not been left on it (R-59b).
            if let Some(brigade) = self.scenario.commander(commander).brigade
                && old.on_map() != place.on_map()
            {
                self.note_homeless(brigade);
            }
        }
    }

    /// Moves a piece.
    pub fn shift_piece(&mut self, piece: Piece, place: Station) {
        match piece {
            Piece::Unit(unit) => self.shift_unit(unit, place),
            Piece::Commander(commander) => self.shift_leader(commander, place),
        }
    }

    /// Eliminates a unit where it stands.
    pub fn eliminate(&mut self, unit: UnitId) {
        let hex = self.state.station(unit);
        self.tell(Event::Eliminated { unit, hex: hex.there() });
        self.shift_unit(unit, Station::ELIMINATED);
        // A counter that comes back comes back blank; only its mode is kept.
        self.state.clear(unit, Flag::EACH.without(Flag::DEPLOYED));
        self.state.set_mp(unit, MovementPoints::ZERO);
    }

    /// Keeps the list of brigades whose commander has no regiment on the map (R-59b).
    pub fn note_homeless(&mut self, brigade: BrigadeId) {
        let on_map = self.position().regiments_on_map(brigade).next().is_some();
        let leader = self.scenario.brigade(brigade).commander;
        if on_map || !self.state.leader_station(leader).on_map() {
            self.state.homeless.remove(brigade);
        } else {
            self.state.homeless.insert(brigade);
        }
    }

    /// Makes a unit disorganized, unless its brigade is shattered (LFM-16.5). Only the rolls of the Reorganization
    /// phase and the night take that away: not to leave the stack (LFM-14.2b), nor to stack anew (LFM-14.3c). Card
    /// edition: the deeper step.
    pub fn disorganize(&mut self, unit: UnitId) {
        if self.state.is_shattered(self.scenario, unit) {
            return;
        }
        let deep = Flag::D2.when(self.scenario.options.card_edition);
        if !self.state.is(unit, Flag::D) {
            self.tell(Event::Disorganized { unit });
        }
        self.state.set(unit, Flag::D | deep);
    }

    /// One disorganized unit makes its whole stack disorganized (LFM-14.2a, LFM-16.0c): one that joins it
    /// (LFM-14.3a), or those whom somebody joins (LFM-14.3b). Whether it was not so before.
    pub fn spread_disorder(&mut self, hex: Hex) -> bool {
        let mut spread = false;
        if self.position().stack_is_disorganized(hex) {
            let mut link = self.state.stack(hex).next();
            while let Some(unit) = link {
                if !self.state.is_disorganized(unit) {
                    self.disorganize(unit);
                    spread = true;
                }
                link = self.state.stack(hex).find(|&next| next > unit);
            }
        }
        spread
    }

    /// The other side.
    #[inline]
    #[must_use]
    pub fn enemy(&self) -> Side {
        self.state.phasing.other()
    }
}
