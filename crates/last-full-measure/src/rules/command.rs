//! LFM-20 Command: who is in command this turn.

use crate::LastFullMeasure;
use crate::files::notation::commander_tag;
use crate::model::action::Action;
use crate::model::event::{Event, Factor, Term, Terms, modified};
use crate::model::ids::{BrigadeId, CommanderId, Group, Turn, UnitId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Rank, UnitInfo};
use crate::model::sizes::HexSet;
use crate::model::state::{Flag, Office, Zones};
use crate::rules::army::Appoint;
use crate::rules::detachment::Markers;
use engine::agenda::{Opening, Question, Step, Words};
use engine::{Side, Sides, Violation};
use ground::{Direction, Hex};
use serde::{Deserialize, Serialize};

/// Does the next commander roll? (LFM-20.3a) He may decline (LFM-20.11b).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Commanders;

impl Question<LastFullMeasure> for Commanders {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.next_to_roll().is_some() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let Some(one) = at.next_to_roll() else { return Words::new("Does the commander roll?", "LFM-20.3a") };
        let rule = match at.scenario.commander(one).rank {
            Rank::Corps => "LFM-20.4a",
            Rank::Division => "LFM-20.5a",
            Rank::Army | Rank::Brigade => "LFM-20.3a",
        };
        let (name, cv) = (commander_tag(at.scenario, one), at.state.cv(at.scenario, one));
        Words::new(format!("Does {name} roll for command? His command value is {cv}."), rule)
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.commanders_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_commanders(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.push(self);
        let Some(commander) = play.position().next_to_roll() else { return };
        play.state.mark(commander, Office::ASKED);
        if *action == Action::Roll {
            play.roll_for_command(commander);
        }
    }

    fn label(self, _: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Roll => "Roll".into(),
            _ => "Do not roll".into(),
        }
    }
}

/// Everybody has rolled: regiments (LFM-20.7a) and batteries (LFM-20.7c) are put in command.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CommandTroops;

impl Step<LastFullMeasure> for CommandTroops {
    fn take(self, play: &mut Play<'_>) {
        play.command_troops();
    }
}

/// A range of command as it widens hex by hex (R-66b).
///
/// Riders cross rivers and zones of influence (LFM-20.10a), so every neighbour counts, but they never enter a hex
/// with enemy units. They may end in a zone of control (LFM-20.10c), and go on from it only where friends hold the
/// hex (LFM-20.10b).
struct Trace<'a> {
    position: Position<'a>,
    friends: &'a HexSet,
    enemy: &'a Zones,
    reached: HexSet,
    rim: HexSet,
}

impl<'a> Trace<'a> {
    fn new(position: Position<'a>, side: Side, from: Hex) -> Trace<'a> {
        Trace {
            position,
            friends: &position.state.zones(side).occupied,
            enemy: position.state.zones(side.other()),
            reached: HexSet::of(from),
            rim: HexSet::of(from),
        }
    }

    /// One hex farther; `false` when there is nowhere to go.
    fn widen(&mut self) -> bool {
        let stopped = self.enemy.zoc.difference(self.friends);
        let mut next = HexSet::EMPTY;
        for hex in self.rim.difference(&stopped).iter() {
            next.extend_with(&self.position.scenario.board.around[hex.index()]);
        }
        self.rim = next.difference(&self.enemy.occupied).difference(&self.reached);
        self.reached.extend_with(&self.rim);
        !self.rim.is_empty()
    }
}

impl<'a> Position<'a> {
    /// The hexes that orders from a hex reach, at most `range` hexes away (R-66b).
    #[must_use]
    pub fn command_reach(&self, side: Side, from: Hex, range: u8) -> HexSet {
        let mut trace = Trace::new(*self, side, from);
        let _ = (0..range).all(|_| trace.widen());
        trace.reached
    }

    /// How many hexes orders ride from one hex to another; `None` if they cannot get through (R-66b).
    #[must_use]
    pub fn command_distance(&self, side: Side, from: Hex, to: Hex) -> Option<u16> {
        let mut trace = Trace::new(*self, side, from);
        let mut hexes = 0;
        while !trace.reached.contains(to) {
            if !trace.widen() {
                return None;
            }
            hexes += 1;
        }
        Some(hexes)
    }

    /// Whether orders reach a hex within the range (R-66b).
    #[inline]
    #[must_use]
    pub fn is_in_command_reach(&self, side: Side, from: Hex, to: Hex, range: u8) -> bool {
        self.distance(from, to) <= u16::from(range)
            && (self.rides_straight(side, from, to) || self.rides(side, from, to, range))
    }

    /// Whether riders who come nearer with every hex get through. Most do; the others may have to go round.
    fn rides_straight(&self, side: Side, from: Hex, to: Hex) -> bool {
        let gap = self.distance(from, to);
        let enemy = self.state.zones(side.other());
        let stops = |hex: Hex| enemy.zoc.contains(hex) && !self.friend_in(side, hex);
        let mut at = from;
        for left in (1..gap).rev() {
            let open = |next: &Hex| {
                self.distance(*next, to) == left && !enemy.occupied.contains(*next) && !stops(*next)
            };
            let mut neighbours =
                Direction::ALL.into_iter().filter_map(|direction| self.scenario.board.next(at, direction));
            match neighbours.find(open) {
                Some(next) => at = next,
                None => return false,
            }
        }
        gap == 0 || !(stops(from) || enemy.occupied.contains(to))
    }

    fn rides(&self, side: Side, from: Hex, to: Hex, range: u8) -> bool {
        let mut trace = Trace::new(*self, side, from);
        (0..range).all(|_| !trace.reached.contains(to) && trace.widen());
        trace.reached.contains(to)
    }

    /// The command range of a commander's own rank, in hexes: army 8 (LFM-20.3b), corps and division 5 (LFM-20.4d),
    /// brigade 2 (LFM-20.7a).
    #[must_use]
    pub fn command_range(&self, commander: CommanderId) -> u8 {
        let limits = &self.scenario.limits;
        match self.scenario.commander(commander).rank {
            Rank::Army => limits.command_army,
            Rank::Corps | Rank::Division => limits.command_corps,
            Rank::Brigade => limits.command_brigade,
        }
    }

    /// How far a brigade commander may be from his division commander (LFM-20.6a).
    #[must_use]
    pub fn brigade_range(&self, commander: CommanderId) -> u8 {
        let limits = &self.scenario.limits;
        if self.scenario.commander(commander).cavalry {
            limits.cavalry_to_division
        } else {
            limits.brigade_to_division
        }
    }

    /// Whom a corps or division commander looks to, with that one's range toward him: the next of his chain on the
    /// map, in the end whoever leads the army (R-66d). Nobody is above the army commander.
    #[must_use]
    pub fn commander_above(&self, commander: CommanderId) -> Option<(CommanderId, u8)> {
        let info = self.scenario.commander(commander);
        let army = self.army_commander(info.side);
        if info.rank == Rank::Army || army == Some(commander) {
            return None;
        }
        let mut link = info.superior;
        while let Some(superior) = link {
            let above = self.scenario.commander(superior);
            // While somebody acts, the army commander himself has not taken over yet (LFM-20.12d).
            if above.rank == Rank::Army {
                break;
            }
            if self.state.leader_hex(superior).is_some() {
                // Who acts as army commander has an army commander's range, toward his own formation too (R-72d).
                let limits = &self.scenario.limits;
                let acts = army == Some(superior);
                let range = if acts { limits.command_army } else { self.command_range(superior) };
                return Some((superior, range));
            }
            link = above.superior;
        }
        Some((army?, self.scenario.limits.command_army))
    }

    /// Who puts a brigade commander in command: his direct superior, whatever his rank (R-66d); for an absent army
    /// commander, whoever acts.
    #[must_use]
    pub fn brigade_superior(&self, commander: CommanderId) -> Option<CommanderId> {
        let info = self.scenario.commander(commander);
        let superior = info.superior?;
        match self.scenario.commander(superior).rank {
            Rank::Army => self.army_commander(info.side),
            _ => Some(superior),
        }
    }

    /// What is added to a commander's die: corps commanders' (LFM-20.4a) and, in the same way, division commanders'
    /// (LFM-20.5a; worked example LFM-20.5c).
    #[must_use]
    pub fn command_terms(&self, commander: CommanderId) -> Terms {
        let mut terms = Terms::default();
        let info = self.scenario.commander(commander);
        let Some(hex) = self.state.leader_hex(commander) else { return terms };
        // The army commander, real or acting, rolls a plain die (LFM-20.3a, R-72d).
        if info.rank == Rank::Army || self.army_commander(info.side) == Some(commander) {
            return terms;
        }
        // Within range of a superior in command (LFM-20.3c); where he is far, or out of command himself, the die is
        // plain (LFM-20.4b, LFM-20.3d, LFM-20.2b).
        if let Some((above, range)) = self.commander_above(commander)
            && self.state.holds(above, Office::COMMAND)
            && let Some(from) = self.state.leader_hex(above)
            && self.is_in_command_reach(info.side, from, hex, range)
        {
            terms.push(Term { factor: Factor::SuperiorHelps, value: -1 });
        }
        if info.rank == Rank::Division {
            let astray = self.brigades_astray(commander, hex);
            if astray > 0 {
                terms.push(Term { factor: Factor::BrigadeAstray, value: astray });
            }
        }
        terms
    }

    /// Brigades of a division that are shattered or out of their commander's reach, each once (LFM-20.5b); those off
    /// the map do not count.
    fn brigades_astray(&self, division: CommanderId, hex: Hex) -> i8 {
        let astray = |brigade: &BrigadeId| {
            let leader = self.scenario.brigade(*brigade).commander;
            let info = self.scenario.commander(leader);
            info.superior == Some(division)
                && self.state.leader_hex(leader).is_some_and(|at| {
                    self.state.shattered.contains(*brigade)
                        || !self.is_in_command_reach(info.side, hex, at, self.brigade_range(leader))
                })
        };
        self.scenario.brigade_ids().filter(astray).count() as i8
    }

    /// The commander who rolls or declines next: whoever acts for the army commander first, then from the top rank
    /// down (LFM-20.3a, R-67). Those put in command by stacking are not asked (LFM-20.9a), brigade commanders never
    /// (LFM-20.6b).
    #[must_use]
    pub fn next_to_roll(&self) -> Option<CommanderId> {
        let side = self.state.phasing;
        let waits = |commander: &CommanderId| {
            self.scenario.commander(*commander).rank > Rank::Brigade
                && self.state.leader_hex(*commander).is_some()
                && !self.state.holds(*commander, Office::ASKED | Office::COMMAND)
        };
        self.army_commander(side).filter(waits).or_else(|| self.scenario.commanders_of(side).find(waits))
    }

    pub(crate) fn commanders_actions(&self, out: &mut Vec<Action>) {
        out.extend([Action::Roll, Action::Decline]);
    }

    pub(crate) fn check_commanders(&self, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Roll | Action::Decline => Ok(()),
            _ => Err(Violation::of("LFM-20.11b", "A commander is asked: he rolls for command, or declines.")),
        }
    }

    /// Whether a commander stands in a regiment's chain of command (LFM-22.3g); whoever acts as army commander does.
    fn is_in_chain(&self, commander: CommanderId, unit: UnitId) -> bool {
        let info = self.info(unit);
        if self.army_commander(info.side) == Some(commander) {
            return true;
        }
        let mut link = info.brigade.map(|brigade| self.scenario.brigade(brigade).commander);
        while let Some(superior) = link {
            if superior == commander {
                return true;
            }
            link = self.scenario.commander(superior).superior;
        }
        false
    }

    /// Whether a unit in one hex obeys a commander in another: one stacked with him if he is above brigade level
    /// (LFM-20.9a, LFM-20.9b, R-67b), a regiment of his (LFM-20.7a), a battery of his formation, or any if he leads
    /// the army (LFM-20.7c), and troops that obey anybody of their corps (LFM-20.7d; brigade commanders lead only
    /// their own, LFM-20.7e).
    fn obeys(&self, unit: UnitId, at: Hex, commander: CommanderId, hex: Hex) -> bool {
        let (info, troops) = (self.scenario.commander(commander), self.info(unit));
        let senior = info.rank > Rank::Brigade;
        let stacked = senior && at == hex;
        let range = self.command_range(commander);
        let within = |range| self.is_in_command_reach(info.side, hex, at, range);
        // A detached regiment obeys nobody (LFM-22.3f) but the seniors of its own chain it is stacked with
        // (LFM-22.3g).
        if self.state.is(unit, Flag::DETACHED) {
            stacked && self.is_in_chain(commander, unit)
        } else if troops.kind.is_artillery() {
            let leads_army = self.army_commander(info.side) == Some(commander);
            let range = if leads_army { self.scenario.limits.command_army } else { range };
            stacked || ((leads_army || self.is_of_formation(commander, troops)) && within(range))
        } else if senior {
            stacked || (troops.free_command && self.is_of_formation(commander, troops) && within(range))
        } else {
            troops.brigade == info.brigade && within(range)
        }
    }

    /// Who of a stack is in command where it enters the map (R-81b): that is worked out once, from the commanders who
    /// are in command this turn. Nobody rolls in Movement, so commanders above the brigade are only by stacking.
    #[must_use]
    pub fn commanded_on_entry(&self, group: &Group, hex: Hex) -> Group {
        let mut commanded = Group::EMPTY;
        let side = self.state.phasing;
        let in_command = |commander: CommanderId| {
            let at = self.state.leader_hex(commander)?;
            self.state.holds(commander, Office::COMMAND).then_some(at)
        };
        for junior in self.scenario.commanders_of(side).filter(|&one| group.commanders.contains(one)) {
            let rank = self.scenario.commander(junior).rank;
            // LFM-20.9a
            let mut seniors = self.scenario.commanders_of(side).filter(|&senior| {
                self.scenario.commander(senior).rank > rank
                    && (in_command(senior) == Some(hex) || commanded.commanders.contains(senior))
            });
            // LFM-20.6a
            let led = rank == Rank::Brigade
                && self.brigade_superior(junior).and_then(in_command).is_some_and(|from| {
                    self.is_in_command_reach(side, from, hex, self.brigade_range(junior))
                });
            if led || seniors.next().is_some() {
                commanded.commanders.insert(junior);
            }
        }
        for unit in group.units.iter() {
            let obeys = self.scenario.commanders_of(side).any(|commander| {
                let entering = commanded.commanders.contains(commander).then_some(hex);
                let from = entering.or_else(|| in_command(commander));
                from.is_some_and(|from| self.obeys(unit, hex, commander, from))
            });
            if obeys {
                commanded.units.insert(unit);
            }
        }
        // Regiments pass the word on (LFM-20.7a, LFM-20.9b).
        for unit in group.units.iter().filter(|&unit| !self.state.is(unit, Flag::DETACHED)) {
            let told = |brigade: BrigadeId| {
                self.scenario.brigade(brigade).units.iter().any(|&mate| {
                    commanded.units.contains(mate)
                        || (self.state.is(mate, Flag::COMMAND)
                            && self.state.hex_of(mate).is_some_and(|at| self.distance(at, hex) <= 1))
                })
            };
            if self.info(unit).brigade.is_some_and(told) {
                commanded.units.insert(unit);
            }
        }
        commanded
    }

    /// Whether a commander belongs to a unit's corps; where the army has no corps, to its division (LFM-20.7c,
    /// LFM-20.7d).
    fn is_of_formation(&self, commander: CommanderId, unit: &UnitInfo) -> bool {
        let leader = self.scenario.commander(commander);
        leader.corps == unit.corps
            && (unit.corps != 0 || (unit.division != 0 && leader.division == unit.division))
    }
}

impl Play<'_> {
    /// The phasing side's Command phase begins (LFM-S2a): markers, then commanders from the top down, then troops.
    /// Who is in command stays so for the whole turn (LFM-S2b): only the next Command phase forgets it.
    pub fn begin_command(&mut self) {
        let side = self.state.phasing;
        let new_choice = self.state.turn == Turn::FIRST && self.position().army_commander(side).is_none();
        self.update_acting(side);
        for unit in self.scenario.units_of(side) {
            self.state.clear(unit, Flag::COMMAND | Flag::CHANGED);
        }
        for commander in self.scenario.commanders_of(side) {
            self.state.unmark(commander, Office::COMMAND | Office::ASKED);
        }
        self.then([Markers.into(), Commanders.into(), CommandTroops.into()]);
        if new_choice {
            self.push(Appoint);
        }
    }

    /// A commander rolls against his command value, for himself and so for his formation (LFM-19.1b). One who fails
    /// is of no help to those below him (LFM-20.4c, LFM-20.2b), and his juniors in the hex roll for themselves
    /// (LFM-20.9c).
    fn roll_for_command(&mut self, commander: CommanderId) {
        let terms = self.position().command_terms(commander);
        let cv = self.state.cv(self.scenario, commander);
        let die = self.chance.d6("command");
        let passed = cv.meets(modified(die, &terms));
        self.tell(Event::CommandRoll { commander, die, terms, cv, passed });
        if passed {
            self.state.mark(commander, Office::COMMAND);
            self.command_stacked_juniors(commander);
        }
    }

    /// A commander in command puts every lower-ranked one in his hex in command, whatever his formation (LFM-20.9a).
    fn command_stacked_juniors(&mut self, senior: CommanderId) {
        let info = self.scenario.commander(senior);
        let place = self.state.leader_station(senior);
        for junior in self.scenario.commanders_of(info.side) {
            if self.state.leader_station(junior) == place
                && self.scenario.commander(junior).rank < info.rank
                && !self.state.holds(junior, Office::COMMAND)
            {
                self.state.mark(junior, Office::COMMAND | Office::ASKED);
                self.tell(Event::CommandGiven { commander: junior, by: senior });
            }
        }
    }

    /// Everybody has rolled: brigade commanders, regiments and batteries in reach are in command. For who is not on the
    /// map now that is worked out where he enters (R-81b).
    pub(crate) fn command_troops(&mut self) {
        let side = self.state.phasing;
        for commander in self.scenario.commanders_of(side) {
            self.command_brigade(commander);
        }
        for commander in self.scenario.commanders_of(side) {
            if self.state.holds(commander, Office::COMMAND)
                && let Some(hex) = self.state.leader_hex(commander)
            {
                self.command_from(commander, hex);
            }
        }
        for brigade in self.scenario.brigade_ids() {
            if self.scenario.brigade(brigade).side == side {
                self.pass_the_word(brigade);
            }
        }
    }

    /// A brigade commander is in command within reach of his superior, if that one is (LFM-20.6a); else he is not,
    /// and his regiments enter no zone of control (LFM-20.6c). He has no value and never rolls (LFM-20.6b).
    fn command_brigade(&mut self, commander: CommanderId) {
        let info = self.scenario.commander(commander);
        if info.rank != Rank::Brigade || self.state.holds(commander, Office::COMMAND) {
            return;
        }
        let position = self.position();
        if let Some(hex) = self.state.leader_hex(commander)
            && let Some(superior) = position.brigade_superior(commander)
            && self.state.holds(superior, Office::COMMAND)
            && let Some(from) = self.state.leader_hex(superior)
            && position.is_in_command_reach(info.side, from, hex, position.brigade_range(commander))
        {
            self.state.mark(commander, Office::COMMAND);
            self.tell(Event::CommandGiven { commander, by: superior });
        }
    }

    /// The units that one commander puts in command.
    fn command_from(&mut self, commander: CommanderId, hex: Hex) {
        for unit in self.scenario.units_of(self.scenario.commander(commander).side) {
            if let Some(at) = self.state.hex_of(unit)
                && self.position().obeys(unit, at, commander, hex)
            {
                self.state.set(unit, Flag::COMMAND);
            }
        }
    }

    /// Regiments pass command to neighbours of their brigade (LFM-20.7a), also from those stacked with a commander
    /// (LFM-20.9b), however far the line stretches (LFM-20.7b). Detached ones have no part in it (LFM-22.3f).
    fn pass_the_word(&mut self, brigade: BrigadeId) {
        let regiments = &self.scenario.brigade(brigade).units;
        let mut passed = true;
        while passed {
            passed = false;
            for &unit in regiments {
                let Some(hex) = self.state.hex_of(unit) else { continue };
                if self.state.is(unit, Flag::COMMAND | Flag::DETACHED) {
                    continue;
                }
                let told = regiments.iter().any(|&mate| {
                    self.state.is(mate, Flag::COMMAND)
                        && self.state.hex_of(mate).is_some_and(|at| self.position().distance(at, hex) <= 1)
                });
                if told {
                    self.state.set(unit, Flag::COMMAND);
                    passed = true;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use crate::cases::watch::watch;
    use Rank::{Army, Corps, Division};
    use Side::{Confederate, Union};
    use engine::proof::proves;

    /// Runs a Command phase in which every commander asked rolls, with these dice.
    fn command_phase(table: &mut Table, dice: &[u32]) {
        table.play(dice, |play| {
            play.begin_command();
            while play.position().task() != Some(Commanders.into()) {
                play.pop();
            }
            while play.asks() {
                play.answer(&Action::Roll);
            }
        });
        assert_eq!(table.position().task(), None);
    }

    fn commands(table: &Table, tag: &str) -> bool {
        table.state.holds(table.leader(tag), Office::COMMAND)
    }

    fn obeys(table: &Table, tag: &str) -> bool {
        table.state.is(table.unit(tag), Flag::COMMAND)
    }

    fn terms(table: &Table, tag: &str) -> Vec<(Factor, i8)> {
        table
            .position()
            .command_terms(table.leader(tag))
            .iter()
            .map(|term| (term.factor, term.value))
            .collect()
    }

    #[test]
    fn orders_pass_a_zone_of_control_only_where_friends_are() {
        let _proof = proves(&["LFM-20.10a", "LFM-20.10b", "LFM-20.10c"]);
        // One row of hexes: nobody rides around anything.
        let mut table = Muster::on(1, 12)
            .leader(Union, "Meade", (Army, 4), "", "0000")
            .brigade(Union, "Pratt", "Meade", "0000", &[("5NY", 4, 3, "0000"), ("8NY", 4, 3, "0000")])
            .brigade(Confederate, "Kell", "", "0006", &[("1GA", 4, 3, "0006")])
            .build();
        let distance = |table: &Table, to: &str| {
            table.position().command_distance(Union, table.hex("0000"), table.hex(to))
        };
        assert!(
            table.state.zones(Confederate).zoi.contains(table.hex("0003")),
            "a zone of influence does not matter"
        );
        assert_eq!(distance(&table, "0005"), Some(5), "orders may end in a zone of control");
        assert_eq!(distance(&table, "0006"), None, "an enemy stands there");
        assert_eq!(distance(&table, "0007"), None);
        table.put("1GA", "0007");
        assert_eq!(distance(&table, "0006"), Some(6));
        table.put("1GA", "0009");
        table.put("8NY", "0008");
        assert_eq!(distance(&table, "0008"), Some(8));
        let mut ring =
            Muster::on(3, 5).brigade(Confederate, "Kell", "", "0102", &[("1GA", 4, 3, "0102")]).build();
        let reach = ring.position().command_reach(Union, ring.hex("0100"), 8);
        assert!(reach.contains(ring.hex("0101")) && !reach.contains(ring.hex("0103")));
        ring.put("1GA", "0004");
        assert_eq!(ring.position().command_distance(Union, ring.hex("0100"), ring.hex("0102")), Some(2));
    }

    fn chain(corps_at: &'static str, division_at: &'static str) -> Table {
        Muster::on(4, 40)
            .leader(Union, "Meade", (Army, 4), "", "0100")
            .leader(Union, "Reynolds", (Corps, 3), "Meade", corps_at)
            .leader(Union, "Wadsworth", (Division, 3), "Reynolds", division_at)
            .brigade(Union, "Cutler", "Wadsworth", "0112", &[("76NY", 4, 3, "0112")])
            .brigade(Union, "Meredith", "Wadsworth", "0112", &[("19IN", 3, 4, "0112")])
            .build()
    }

    #[test]
    fn a_corps_commander_in_range_of_the_army_commander_has_it_easier() {
        let _proof = proves(&["LFM-20.3a", "LFM-20.3b", "LFM-20.3c", "LFM-20.3d", "LFM-20.4a", "LFM-20.4b"]);
        let mut table = chain("0108", "0130");
        command_phase(&mut table, &[4, 4, 6]);
        assert!(commands(&table, "Meade") && commands(&table, "Reynolds") && !commands(&table, "Wadsworth"));
        command_phase(&mut table, &[5, 4, 6]);
        assert!(!commands(&table, "Meade") && !commands(&table, "Reynolds"), "4 - 0 against 3");
        command_phase(&mut table, &[5, 3, 6]);
        assert!(commands(&table, "Reynolds"), "by his own initiative");
        let mut table = chain("0109", "0130");
        command_phase(&mut table, &[4, 4, 6]);
        assert!(!commands(&table, "Reynolds"), "9 hexes");
    }

    #[test]
    fn a_division_commander_suffers_from_brigades_astray() {
        let _proof = proves(&["LFM-20.4d", "LFM-20.5a", "LFM-20.5b", "LFM-20.5c"]);
        let mut table = chain("0105", "0110");
        let office = |table: &mut Table, tag: &str| {
            let leader = table.leader(tag);
            table.state.mark(leader, Office::COMMAND);
        };
        office(&mut table, "Reynolds");
        assert_eq!(terms(&table, "Wadsworth"), [(Factor::SuperiorHelps, -1)]);
        table.put_leader("Wadsworth", "0111");
        let cutler = table.brigade("Cutler");
        table.state.shattered.insert(cutler);
        table.put_leader("Meredith", "0117");
        assert_eq!(terms(&table, "Wadsworth"), [(Factor::BrigadeAstray, 2)]);
        table.put_leader("Cutler", "0120");
        assert_eq!(terms(&table, "Wadsworth"), [(Factor::BrigadeAstray, 2)], "shattered and far counts once");
        command_phase(&mut table, &[6, 6, 1]);
        assert!(commands(&table, "Wadsworth"));
        command_phase(&mut table, &[6, 6, 2]);
        assert!(!commands(&table, "Wadsworth"));
        let meredith = table.leader("Meredith");
        table.state.put_leader(meredith, crate::model::state::Station::WAITING);
        assert_eq!(terms(&table, "Wadsworth"), [(Factor::BrigadeAstray, 1)]);
    }

    #[test]
    fn without_a_corps_commander_a_division_looks_to_the_army() {
        let mut table = chain("", "0108");
        command_phase(&mut table, &[4, 4]);
        assert!(commands(&table, "Wadsworth"), "4 - 1, within 8 of Meade");
        let mut table = chain("", "0109");
        command_phase(&mut table, &[4, 4]);
        assert!(!commands(&table, "Wadsworth"));
    }

    #[test]
    fn brigades_and_regiments_hang_on_their_division() {
        let _proof = proves(&[
            "LFM-20.2b",
            "LFM-20.4c",
            "LFM-20.6a",
            "LFM-20.6b",
            "LFM-20.6c",
            "LFM-20.7a",
            "LFM-20.7b",
            "LFM-20.7e",
        ]);
        let muster = |kell_at: &'static str, cavalry: bool| {
            Muster::on(4, 40)
                .leader(Confederate, "Heth", (Division, 3), "", "0100")
                .brigade(Confederate, "Davis", "Heth", "0101", &[("2MS", 4, 3, "0101")])
                .brigade(
                    Confederate,
                    "Kell",
                    "Heth",
                    kell_at,
                    &[
                        ("1GA", 4, 3, "0107"),
                        ("2GA", 4, 3, "0108"),
                        ("3GA", 4, 3, "0109"),
                        ("4GA", 4, 3, "0111"),
                        ("5GA", 4, 3, "0102"),
                    ],
                )
                .who(|kell| kell.cavalry = cavalry)
                .build()
        };
        let phase = |mut table: Table, dice: &[u32]| {
            table.state.phasing = Confederate;
            command_phase(&mut table, dice);
            table
        };
        let table = phase(muster("0105", false), &[3]);
        assert!(commands(&table, "Kell"));
        let told = ["1GA", "2GA", "3GA", "4GA", "5GA"].map(|tag| obeys(&table, tag));
        assert_eq!(
            told,
            [true, true, true, false, false],
            "within 2 hexes, then from neighbour to neighbour"
        );
        assert!(!commands(&phase(muster("0106", false), &[3]), "Kell"));
        assert!(commands(&phase(muster("0108", true), &[3]), "Kell"));
        assert!(!commands(&phase(muster("0109", true), &[3]), "Kell"));
        let failed = phase(muster("0105", false), &[5]);
        assert!(!commands(&failed, "Kell") && !obeys(&failed, "1GA"));
    }

    #[test]
    fn batteries_obey_any_commander_of_their_corps() {
        let _proof = proves(&["LFM-20.7c"]);
        let mut table = Muster::on(4, 40)
            .leader(Union, "Meade", (Army, 4), "", "0130")
            .leader(Union, "Howard", (Corps, 3), "Meade", "0100")
            .who(|howard| howard.corps = 11)
            .battery(Union, "13OH", 3, "0105")
            .which(|battery| battery.corps = 11)
            .battery(Union, "1US-I", 3, "0106")
            .which(|battery| battery.corps = 11)
            .battery(Union, "2ME", 3, "0104")
            .which(|battery| battery.corps = 1)
            .battery(Union, "5ME", 3, "0122")
            .which(|battery| battery.corps = 1)
            .build();
        command_phase(&mut table, &[4, 3]);
        assert_eq!(["13OH", "1US-I", "2ME", "5ME"].map(|tag| obeys(&table, tag)), [true, false, false, true]);
    }

    #[test]
    fn sharpshooters_obey_every_senior_of_their_corps() {
        let _proof = proves(&["LFM-20.7d"]);
        let mut table = Muster::on(4, 40)
            .leader(Union, "Birney", (Division, 4), "", "0100")
            .who(|birney| birney.corps = 3)
            .leader(Union, "Humphreys", (Division, 4), "", "0120")
            .who(|humphreys| humphreys.corps = 3)
            .brigade(Union, "Ward", "Birney", "0100", &[("20IN", 4, 3, "0123"), ("1USSS", 2, 4, "0124")])
            .which(|sharpshooters| (sharpshooters.corps, sharpshooters.free_command) = (3, true))
            .build();
        table.state.set_acting(Union, Some(table.leader("Birney")));
        command_phase(&mut table, &[6, 4]);
        assert!(obeys(&table, "1USSS") && commands(&table, "Humphreys") && !commands(&table, "Birney"));
    }

    #[test]
    fn a_senior_in_command_commands_his_whole_hex() {
        let _proof = proves(&["LFM-20.9a", "LFM-20.9b", "LFM-20.9c"]);
        let mut table = Muster::on(4, 40)
            .leader(Confederate, "Lee", (Army, 5), "", "0130")
            .leader(Confederate, "Longstreet", (Corps, 4), "Lee", "0100")
            .leader(Confederate, "Early", (Division, 3), "", "0100")
            .brigade(
                Confederate,
                "Gordon",
                "Rodes",
                "0100",
                &[("13GA", 3, 3, "0100"), ("26GA", 3, 3, "0101")],
            )
            .brigade(Confederate, "Kell", "", "0110", &[("1GA", 3, 3, "0110")])
            .build();
        table.state.phasing = Confederate;
        command_phase(&mut table, &[6, 4]);
        assert!(commands(&table, "Early") && commands(&table, "Gordon"), "Early is not asked");
        assert!(obeys(&table, "13GA") && obeys(&table, "26GA") && !obeys(&table, "1GA"));
        command_phase(&mut table, &[6, 5, 3]);
        assert!(!commands(&table, "Longstreet") && commands(&table, "Early"), "Early rolls for himself");
    }

    #[test]
    fn detached_regiments_obey_only_seniors_of_their_chain_in_their_hex() {
        let _proof = proves(&["LFM-22.3f", "LFM-22.3g"]);
        let mut table = Muster::on(4, 40)
            .leader(Union, "Doubleday", (Division, 5), "", "0100")
            .leader(Union, "Wadsworth", (Division, 5), "", "0102")
            .brigade(Union, "Cutler", "Wadsworth", "0101", &[("76NY", 4, 3, "0101"), ("56PA", 3, 3, "0101")])
            .build();
        table.state.set_acting(Union, Some(table.leader("Wadsworth")));
        let regiment = table.unit("56PA");
        table.state.set(regiment, Flag::DETACHED);
        command_phase(&mut table, &[3, 3]);
        assert!(obeys(&table, "76NY") && !obeys(&table, "56PA"));
        table.put("56PA", "0100");
        command_phase(&mut table, &[3, 3]);
        assert!(!obeys(&table, "56PA"), "Doubleday is not of its chain");
        table.put("56PA", "0102");
        command_phase(&mut table, &[3, 3]);
        assert!(obeys(&table, "56PA"));
    }

    #[test]
    fn declining_and_being_off_the_map_mean_out_of_command() {
        let _proof = proves(&["LFM-20.11b"]);
        let mut table = chain("", "0112");
        let (meade, regiment) = (table.leader("Meade"), table.unit("76NY"));
        table.state.set(regiment, Flag::COMMAND);
        table.play(&[], |play| {
            play.begin_command();
            play.pop();
            assert!(play.asks());
            assert_eq!(play.position().next_to_roll(), Some(meade));
            play.answer(&Action::Decline);
            play.answer(&Action::Decline);
            assert!(!play.asks());
        });
        assert!(!commands(&table, "Meade") && !obeys(&table, "76NY"));
    }

    #[test]
    fn whoever_acts_rolls_once_and_plainly() {
        let mut table = Muster::on(4, 40)
            .leader(Union, "Reynolds", (Corps, 3), "", "0100")
            .leader(Union, "Howard", (Corps, 2), "", "0108")
            .who(|howard| howard.corps_rank = 11)
            .leader(Union, "Wadsworth", (Division, 3), "Reynolds", "0106")
            .build();
        command_phase(&mut table, &[3, 3, 4]);
        assert!(commands(&table, "Howard"), "8 hexes from the acting army commander");
        assert!(commands(&table, "Wadsworth"), "6 hexes from him, who is his corps commander too");
    }

    #[test]
    fn orders_reach_one_hex_just_where_they_reach_it_with_all_others() {
        let (mut step, mut reached, mut missed) = (0, 0, 0);
        watch("mcphersons-ridge", 3, 1_500, |position, state| {
            step += 1;
            if step % 50 != 1 {
                return;
            }
            let scenario = position.scenario;
            for commander in Side::BOTH.into_iter().flat_map(|side| scenario.commanders_of(side)) {
                let Some(from) = state.leader_hex(commander) else { continue };
                let side = scenario.commander(commander).side;
                for range in [0, 1, 3, 6] {
                    let reach = position.command_reach(side, from, range);
                    for to in scenario.map.grid.hexes() {
                        let within = position.is_in_command_reach(side, from, to, range);
                        assert_eq!(within, reach.contains(to), "{from:?} to {to:?} within {range}");
                        let near = position.distance(from, to) <= u16::from(range);
                        (reached, missed) =
                            (reached + u32::from(within), missed + u32::from(near && !within));
                    }
                }
            }
        });
        assert!(reached > 1_000 && missed > 100, "{reached} reached, {missed} cut off");
    }
}
