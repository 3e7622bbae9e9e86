//! LFM-21 Commander casualties, and commanders left alone.

use crate::LastFullMeasure;
use crate::files::notation::commander_tag;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::CommanderId;
use crate::model::position::{Play, Position};
use crate::model::scenario::Rank;
use crate::model::state::{Office, Station};
use crate::model::task::Task;
use crate::scene::{Spot, spot};
use engine::agenda::{Opening, Question, Step, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// Dice for commanders in hexes that suffered (Q10g, LFM-21.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Casualties;

impl Step<LastFullMeasure> for Casualties {
    fn take(self, play: &mut Play<'_>) {
        play.casualties();
    }
}

/// The commander listed last among those left alone finds a place.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NextDisplaced {
    /// How many are listed that somebody else asks for.
    pub floor: u16,
}

impl Step<LastFullMeasure> for NextDisplaced {
    fn take(self, play: &mut Play<'_>) {
        let Some(commander) = play.state.displaced.pop() else { return };
        if play.state.displaced.len() > usize::from(self.floor) {
            play.push(self);
        }
        play.push(Displaced { commander });
    }
}

/// Where does a lone commander go? (LFM-21.2b)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Displaced {
    /// Who.
    pub commander: CommanderId,
}

impl Question<LastFullMeasure> for Displaced {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.scenario.commander(self.commander).side)
    }

    /// Where there is no choice, the commander is put at once.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let choice = self.is_alone(at) && at.refuges(self.commander).len() > 1;
        if choice { Opening::Ask } else { Opening::Pass }
    }

    fn pass(self, play: &mut Play<'_>) {
        if self.is_alone(play.position()) {
            let refuge = play.position().refuges(self.commander).last().copied();
            play.put_leader(self.commander, refuge);
        }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (who, place) = (commander_tag(at.scenario, self.commander), at.leader_place_name(self.commander));
        if self.is_among_others(at) {
            let text =
                format!("{who} has no regiment of his brigade with him in {place}. Which does he join?");
            return Words::new(text, "LFM-20.8a");
        }
        Words::new(format!("{who} stands alone in {place}. Where does he go?"), "LFM-21.2b")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.displaced_actions(self.commander, out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_displaced(self.commander, action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::PutLeader(hex) = *action {
            play.put_leader(self.commander, Some(hex));
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::PutLeader(hex) => format!("To {}", at.in_hex(hex)),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::PutLeader(hex)),
            _ => None,
        }
    }
}

impl Displaced {
    /// Whether he still has no troops of his own with him.
    fn is_alone(self, at: Position<'_>) -> bool {
        let side = at.scenario.commander(self.commander).side;
        at.state
            .leader_hex(self.commander)
            .is_some_and(|hex| !at.friend_in(side, hex) || at.is_without_his_brigade(self.commander, hex))
    }

    /// Whether troops are with him, though none of his own.
    fn is_among_others(self, at: Position<'_>) -> bool {
        let side = at.scenario.commander(self.commander).side;
        at.state.leader_hex(self.commander).is_some_and(|hex| at.friend_in(side, hex))
    }
}

impl Position<'_> {
    /// Where a commander left alone may go: the nearest unit of his command, or his superior.
    #[must_use]
    pub fn refuges(&self, commander: CommanderId) -> Vec<Hex> {
        let info = self.scenario.commander(commander);
        let mut refuges = Vec::new();
        let Some(from) = self.state.leader_hex(commander) else { return refuges };
        let own = |unit: crate::model::ids::UnitId| {
            let unit = self.info(unit);
            match info.rank {
                Rank::Brigade => unit.brigade == info.brigade,
                Rank::Division => unit.division != 0 && unit.division == info.division,
                Rank::Corps => unit.corps != 0 && unit.corps == info.corps,
                Rank::Army => true,
            }
        };
        let places = self
            .scenario
            .units_of(info.side)
            .filter(|&unit| own(unit))
            .filter_map(|unit| self.state.hex_of(unit))
            .filter(|&hex| hex != from);
        let mut nearest = u16::MAX;
        for hex in places {
            let gap = self.distance(from, hex);
            if gap < nearest {
                nearest = gap;
                refuges.clear();
            }
            if gap == nearest && !refuges.contains(&hex) {
                refuges.push(hex);
            }
        }
        if info.rank != Rank::Brigade || refuges.is_empty() {
            let mut above = info.superior;
            while let Some(superior) = above {
                if let Some(hex) = self.state.leader_hex(superior) {
                    if hex != from && !refuges.contains(&hex) {
                        refuges.push(hex);
                    }
                    break;
                }
                above = self.scenario.commander(superior).superior;
            }
        }
        if refuges.is_empty() {
            let occupied = &self.state.zones(info.side).occupied;
            if let Some((_, hex)) = occupied.iter().map(|hex| (self.distance(from, hex), hex)).min() {
                refuges.push(hex);
            }
        }
        refuges
    }

    /// Whether a brigade commander is not with a regiment of his brigade although one is on the map (LFM-20.8a).
    #[must_use]
    pub fn is_without_his_brigade(&self, commander: CommanderId, hex: Hex) -> bool {
        let brigade = self.scenario.commander(commander).brigade;
        brigade.is_some_and(|brigade| {
            let mut regiments = self.regiments_on_map(brigade).peekable();
            regiments.peek().is_some() && regiments.all(|(_, at)| at != hex)
        })
    }

    pub(crate) fn displaced_actions(&self, commander: CommanderId, out: &mut Vec<Action>) {
        out.extend(self.refuges(commander).into_iter().map(Action::PutLeader));
    }

    pub(crate) fn check_displaced(&self, commander: CommanderId, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::PutLeader(hex) if self.refuges(commander).contains(&hex) => Ok(()),
            _ => {
                let info = self.scenario.commander(commander);
                let name = &info.name;
                let of_brigade = self
                    .state
                    .leader_hex(commander)
                    .is_some_and(|hex| self.is_without_his_brigade(commander, hex));
                if of_brigade {
                    let text =
                        format!("{name} has lost touch with his brigade: he goes to its nearest regiment.");
                    return Err(Violation::of("LFM-20.8a", text));
                }
                let text = format!(
                    "{name} is alone: he goes to the nearest unit of his command or to his superior."
                );
                Err(Violation::of("LFM-21.2b", text))
            }
        }
    }
}

impl Play<'_> {
    /// The commanders of a hex that lost a unit or retreated by a result will have to roll (LFM-8.10b1, LFM-21.1,
    /// brigade commanders never (LFM-21.2a), replacements neither (LFM-8.10b3).
    pub(crate) fn risk_commanders(&mut self, side: Side, hex: Hex) {
        for commander in self.scenario.commanders_of(side) {
            let here = self.state.leader_station(commander) == Station::at(hex);
            let fallen = self.state.holds(commander, Office::REPLACED);
            if here && !fallen && self.scenario.commander(commander).stars > 1 {
                self.state.battle.fight.at_risk.insert(commander);
            }
        }
    }

    /// Dice for the commanders at risk, then those left alone find a new place.
    pub(crate) fn casualties(&mut self) {
        let at_risk = std::mem::take(&mut self.state.battle.fight.at_risk);
        for commander in at_risk.iter() {
            let die = self.chance.d6("commander casualty");
            // A 1 strikes him, and his replacement takes over (LFM-8.10b2); nothing else does (LFM-21.2a).
            let fell = die == 1;
            if fell {
                self.state.mark(commander, Office::REPLACED);
            }
            self.tell(Event::Casualty { commander, die, fell });
        }
        self.follow_superiors();
        let fight = self.state.battle.fight;
        let hexes =
            fight.attackers.iter().chain(fight.defenders.iter()).copied().chain([self.state.shot.target]);
        for hex in hexes.filter(|&hex| hex.index() < self.scenario.board.len) {
            for side in Side::BOTH {
                self.displace_leaders(side, hex);
            }
        }
    }

    /// Commanders of a side in a hex without friendly units there must go (LFM-21.2b, R-25); with friends there, only
    /// brigade commanders who have none of their own with them.
    pub(crate) fn displace_leaders(&mut self, side: Side, hex: Hex) {
        if self.position().friend_in(side, hex) {
            return self.displace_brigadiers(side, hex);
        }
        // Seniors are placed first, so that juniors can follow them.
        for commander in self.scenario.commanders_of(side).rev() {
            if self.state.leader_station(commander) == Station::at(hex) {
                self.displace(commander);
            }
        }
    }

    /// A brigade commander is always with a regiment of his brigade: one whom a loss, a retreat or an advance has
    /// parted from the last in his hex joins the nearest at once (LFM-20.8a, R-59).
    pub(crate) fn displace_brigadiers(&mut self, side: Side, hex: Hex) {
        for commander in self.scenario.commanders_of(side).rev() {
            if self.state.leader_station(commander) == Station::at(hex)
                && self.position().is_without_his_brigade(commander, hex)
            {
                self.displace(commander);
            }
        }
    }

    /// Lists a commander as left alone, unless he is: whoever is listed last finds his place first.
    pub(crate) fn displace(&mut self, commander: CommanderId) {
        if self.state.displaced.contains(&commander) {
            return;
        }
        if !matches!(self.position().task(), Some(Task::NextDisplaced(_))) {
            self.push(NextDisplaced { floor: self.state.displaced.len() as u16 });
        }
        self.state.displaced.push(commander);
    }

    /// Puts a commander with friends; with no friend on the map he waits off it for the next who enter.
    fn put_leader(&mut self, commander: CommanderId, hex: Option<Hex>) {
        self.shift_leader(commander, hex.map_or(Station::WAITING, Station::at));
        if let (None, Some(brigade)) = (hex, self.scenario.commander(commander).brigade) {
            // Off the map he follows no superior who enters it.
            self.note_homeless(brigade);
        }
        self.tell(Event::LeaderPlaced { commander, hex });
    }
}
