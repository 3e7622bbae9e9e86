//! Everything that changes during a campaign.

mod battle;

pub use battle::{Battle, Cause, Die, Role, Share, Step};

use crate::model::campaign::Campaign;
use crate::model::evidence::Evidence;
use crate::model::ids::{CommanderId, FORCES, ForceId, ForceSet, MOST_COMMANDERS, Officers, Towns};
use crate::model::numbers::{Brigades, CommandBonus, Hits, MovementPoints, Rerolls, Trains, Turn};
use crate::model::readable::readable;
use crate::model::route::Route;
use crate::model::strength::{Arm, Kind, Strength};
use crate::model::task::{MOST_TASKS, Task};
use arrayvec::ArrayVec;
use engine::agenda::Agenda;
use engine::{BySide, Outcome, Seating, Side, Sides};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// The most DEPOTs on the map (FMD-11-II-7).
pub const MOST_DEPOTS: usize = 5;
/// The most trains of a campaign: those it begins with, and one of every town that is not depleted (FMD-11-III-2).
pub const MOST_TRAINS: usize = 64;
/// The most brigades of an army: each may take two hits, and hits are counted in a byte.
pub const MOST_BRIGADES: Brigades = Brigades(127);
/// Re-rolls a side has for the game (FMD-7-5).
pub const REROLLS: Rerolls = Rerolls(5);

readable! {
    /// A position.
    #[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct State {
        /// The turn, from 1 (FMD-7-1): about two days each (FMD-8-2).
        pub(crate) turn: Turn,
        /// Where in the sequence of play it stands.
        pub(crate) phase: Phase,
        /// The weather of both tracks (RUL-12).
        pub(crate) weather: Weather,
        /// Whose go it is, where sides alternate.
        pub(crate) go: Side,
        /// Who is out for the rest of the phase or part.
        pub(crate) out: Sides,
        /// Each side's command bonus.
        pub(crate) bonus: BySide<CommandBonus>,
        /// Re-rolls each side has left.
        pub(crate) rerolls: BySide<Rerolls>,
        /// Brigades each side has lost (FMD-9-7).
        pub(crate) lost: BySide<Brigades>,
        /// Flipped trains that reached the South.
        pub(crate) trains_home: Trains,
        /// How many of them win the campaign: as many as the scenario says, or the bid (FMD-9-5).
        pub(crate) trains_needed: Trains,
        /// Which army each seat leads: the bids may have changed it (FMD-15.1-1).
        pub(crate) seating: Seating,
        /// Whether Meade commands.
        pub(crate) meade: bool,
        /// How far Lee's journey has come (FMD-14.2-1).
        pub(crate) lee: Journey,
        /// Who has used the free order of the army commander this turn.
        pub(crate) army_order: Sides,
        /// Every Force, by its sleigh.
        pub(super) forces: [Force; FORCES] => by_ref,
        /// What the enemy can have worked out about them.
        pub(crate) evidence: Evidence => by_ref,
        /// Where the Union has DEPOTs. They are no Forces: they do not move, fight or support (FMD-11-II-4).
        pub(super) depots: ArrayVec<Hex, MOST_DEPOTS> => by_ref,
        /// Which towns are DEPLETED.
        pub(crate) depleted: Towns,
        /// Trains without a Force, any number in a hex (FMD-11-III-7).
        pub(crate) trains: ArrayVec<Train, MOST_TRAINS> => by_ref,
        /// Whether the Union has placed a DEPOT this turn (FMD-11-II-16).
        pub(crate) depots_placed: bool,
        /// Which Forces have had the offer of a train this turn.
        pub(crate) offered: ForceSet,
        /// Commanders off the map who will come back.
        pub(crate) away: ArrayVec<Away, MOST_COMMANDERS> => by_ref,
        /// Who lost a Force of late: his commanders come back (FMD-12.2-3).
        pub(crate) bereft: Bereft,
        /// Commanders who have ridden this turn.
        pub(crate) rode: Officers,
        /// The ride being settled.
        pub(crate) riding: Option<Riding>,
        /// What is to be done before the phase goes on.
        pub(crate) agenda: Agenda<Task, MOST_TASKS> => by_ref,
        /// The Force on the move.
        pub(crate) march: Option<March>,
        /// The combat being fought.
        pub(crate) battle: Option<Battle> => by_ref,
        /// The Force being divided.
        pub(crate) sorting: Option<Sorting>,
        /// The initial order being written.
        pub(crate) writing: Option<Writing> => by_ref,
        /// What each side has answered while both are asked.
        pub(crate) answers: BySide<Answered>,
        /// Whether the last Confederate Force and the last flipped train are gone: the campaign ends at once (RUL-53).
        pub(crate) none_left: bool,
        /// How the campaign ended for the armies.
        pub(crate) outcome: Option<Outcome>,
    }
}

readable! {
    /// A Force: a sleigh with its detail box. Nothing else moves and fights (FMD-3-1).
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub struct Force {
        /// Where it stands; `None` while the sleigh is in the pool.
        pub(crate) at: Option<Hex>,
        /// Its brigades.
        pub(crate) strength: Strength,
        /// All commanders with it: they go wherever it goes (FMD-6-5).
        pub(crate) officers: Officers,
        /// The one who rides on the sleigh: there is always one (FMD-3-3).
        pub(crate) leader: CommanderId,
        /// The markers beside it.
        pub(crate) markers: Markers,
        /// Whether an initial order still makes it march.
        pub(super) marching: bool,
        /// What is left of that march.
        pub(super) route: Route => by_ref,
        /// TRAINs it escorts, any number (FMD-11-III-7).
        pub(crate) trains: Trains,
        /// Whether it lives this turn on the town it depleted, the train being sent off (FMD-11-IV-6).
        pub(crate) fed: bool,
        /// Whether it has moved this turn.
        pub(crate) moved: bool,
        /// Attrition hits its owner has yet to place.
        pub(crate) due: Hits,
    }
}

readable! {
    /// Markers beside a sleigh: open to both sides (FMD-3-10). It may have several, in any mix (FMD-12-II-9).
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub struct Markers {
        /// INITIAL.
        pub(crate) initial: u8,
        /// ORDER.
        pub(crate) order: u8,
        /// +1: goes along with a Force that moves, as an ORDER never does (FMD-12-II-8).
        pub(crate) plus_one: u8,
        /// +2.
        pub(crate) plus_two: u8,
        /// FORAGE.
        pub(crate) forage: bool,
        /// FATIGUE.
        pub(crate) fatigue: bool,
        /// COMBAT.
        pub(crate) combat: Combats,
    }
}

/// The combats for which a Force carries a COMBAT marker, one each (RUL-41): a bit a combat, so that the markers which
/// a divided Force took along twice count once when its parts are one again (RUL-18).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Combats(u64);

impl Combats {
    /// None.
    pub const NONE: Combats = Combats(0);

    /// How many markers that are.
    #[inline]
    #[must_use]
    pub const fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Those of either.
    #[must_use]
    pub const fn union(self, other: Combats) -> Combats {
        Combats(self.0 | other.0)
    }

    /// A combat that is none of these; there is none where all 64 are.
    const fn another(self) -> Combats {
        let free = !self.0;
        Combats(free & free.wrapping_neg())
    }
}

readable! {
    /// A TRAIN without a Force. It is no Force: it does not fight, support or block (FMD-11-III-11).
    #[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub struct Train {
        /// Where it is.
        pub(crate) at: Hex,
        /// Whether it is flipped and moves by itself (FMD-11-III-6); otherwise it was left behind.
        pub(crate) flipped: bool,
        /// Whether it has moved this turn.
        pub(crate) moved: bool,
    }
}

readable! {
    /// A commander whose Force was destroyed (FMD-12.2-3).
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Away {
        /// Who.
        pub(crate) commander: CommanderId,
        /// Where his Force was.
        pub(crate) from: Hex,
        /// On which turn it was destroyed.
        pub(crate) since: Turn,
        /// Whether he rode on the sleigh, so that everybody knows.
        pub(crate) led: bool,
        /// The Force he is to join, chosen by his owner at his return.
        pub(crate) joins: Option<ForceId>,
        /// Whether he is to lead it, where its leader is his equal.
        pub(crate) leads: Option<bool>,
    }
}

readable! {
    /// Who has lost a Force: whoever has is asked about returning commanders, whether or not one returns (FMD-D-1a).
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub struct Bereft {
        /// On this turn.
        pub(crate) now: Sides,
        /// On the turn before.
        pub(crate) before: Sides,
    }
}

readable! {
    /// A ride about to be made: it shows nothing until its owner has settled who leads.
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Riding {
        /// Who rides.
        pub(crate) who: CommanderId,
        /// To the Force in this hex.
        pub(crate) to: Hex,
        /// Who leads the Force he leaves, once that is settled.
        pub(crate) behind: Option<CommanderId>,
        /// Who leads the Force he joins.
        pub(crate) ahead: Option<CommanderId>,
    }
}

/// Where in the sequence of play.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Bids for the sides (S0).
    Bids,
    /// Who rides on the sleigh where commanders are equal (S1b).
    Leaders,
    /// The Confederate initial orders (S2).
    ConfederateOrders,
    /// Attrition (T2).
    Attrition,
    /// Depots (T3).
    Depots,
    /// New trains (T4).
    Trains,
    /// The Union initial orders (T6).
    UnionOrders,
    /// Marches on initial orders (T7).
    PartOne,
    /// Further orders are issued (T8).
    PartTwo,
    /// Forces with an ORDER move (T9).
    PartThree,
    /// Flipped trains move (T10).
    TrainMoves,
    /// Commanders ride (T12).
    Commanders,
    /// Commanders come back (T13).
    Returns,
    /// Who has won? (T14)
    Victory,
    /// The campaign is over.
    Over,
}

/// A box of the weather track (TAB-W).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weather {
    /// No effect.
    #[default]
    Sunny,
    /// No effect: the warning before rain (FMD-D-3).
    Cloudy,
    /// Heavy rain.
    Heavy,
    /// Torrential rain.
    Torrential,
}

/// Whether Lee has been north of the Potomac, and back (RUL-50).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Journey {
    /// He has not stood north of it.
    #[default]
    AtHome,
    /// He has.
    North,
    /// He has, and has stood south of it since.
    Back,
}

/// How soon a further order arrives.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Delay {
    /// ORDER: this turn.
    Now,
    /// +1: next turn.
    One,
    /// +2: the turn after.
    Two,
}

readable! {
    /// The Force on the move.
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct March {
        /// Which.
        pub(crate) force: ForceId,
        /// Whether on its initial order.
        pub(crate) initial: bool,
        /// What it has spent.
        pub(crate) spent: MovementPoints,
        /// What it may spend; `None` until it has set out, and to eyes that may not know its arms.
        pub(crate) allowance: Option<Allowance>,
        /// Hexes entered.
        pub(crate) hexes: u8,
        /// Whether it began with FORAGE (FMD-12-V-G7).
        pub(crate) foraging: bool,
        /// Whether the die for an inadvertent move has been thrown (FMD-12.1-2).
        pub(crate) tested: bool,
        /// Where it has been told to go, if more than a step.
        pub(crate) heading: Option<Hex>,
        /// Hits for FORAGE still to be placed.
        pub(crate) due: Hits,
        /// Whether it has opened a combat.
        pub(crate) fought: bool,
        /// Whether it ends where it stands.
        pub(crate) over: bool,
        /// Parts of it that advanced after a combat and left it behind.
        pub(crate) parts: ForceSet,
    }
}

readable! {
    /// The movement points of a march.
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Allowance {
        /// What Column C gives, after rain.
        pub(crate) basic: MovementPoints,
        /// What Column D gives, or Column C where there is no force march.
        pub(crate) forced: MovementPoints,
    }
}

/// Why a Force is divided.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// Part of it marches off (FMD-12-III-7).
    March,
    /// Part of it advances after combat (FMD-12.3.2b-12).
    Advance,
    /// Part of it enters the hex the cavalry left (FMD-14.3-3a).
    Enter,
}

readable! {
    /// A Force being divided: what has been told to go.
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
    pub struct Sorting {
        /// Which Force.
        pub(crate) force: ForceId,
        /// Why.
        pub(crate) purpose: Purpose,
        /// Brigades that go.
        pub(crate) strength: Strength,
        /// Commanders who go.
        pub(crate) officers: Officers,
        /// ORDER markers that go: only after combat.
        pub(crate) order: u8,
        /// +1 markers that go.
        pub(crate) plus_one: u8,
        /// +2 markers that go.
        pub(crate) plus_two: u8,
        /// Trains that go.
        pub(crate) trains: Trains,
        /// Whether all are told, and only the leaders are to be settled.
        pub(crate) going: bool,
        /// Who leads the part that goes, once that is settled.
        pub(crate) ahead: Option<CommanderId>,
        /// Who leads the part that stays.
        pub(crate) behind: Option<CommanderId>,
    }
}

readable! {
    /// An initial order being written.
    #[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub struct Writing {
        /// For which Force; `None` between two orders.
        pub(crate) force: Option<ForceId>,
        /// Destination, then way points in the order they are named.
        pub(crate) names: ArrayVec<Hex, 3> => by_ref,
        /// Whether all names are written.
        pub(crate) named: bool => by_ref,
        /// The path found so far.
        pub(crate) route: Route,
        /// Which Forces have their orders.
        pub(crate) written: ForceSet,
    }
}

readable! {
    /// What a side has answered while both are asked at once.
    #[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
    pub struct Answered {
        /// Whether it has finished.
        pub(crate) done: bool,
        /// Its bid.
        pub(crate) bid: Trains,
        /// Brigades lost in secret, to be announced together.
        pub(crate) lost: Brigades,
    }
}

impl Allowance {
    /// So many points, and no force march.
    pub(crate) const fn of(basic: MovementPoints) -> Allowance {
        Allowance { basic, forced: basic }
    }

    /// The same without a force march.
    pub(crate) const fn unhurried(self) -> Allowance {
        Allowance::of(self.basic)
    }
}

impl Force {
    /// A Force that has nothing yet but a place.
    #[must_use]
    pub(crate) fn standing(at: Option<Hex>) -> Force {
        Force { at, ..Force::default() }
    }

    /// It has an initial order that makes it march by this way.
    pub(crate) fn march_by(&mut self, route: Route) {
        (self.marching, self.route) = (true, route);
    }

    /// Its initial order makes it march no more.
    pub(crate) fn end_initial_order(&mut self) {
        self.marching = false;
    }

    /// It has gone a step of its initial order. One that has arrived marches no more (FMD-12-I-5a).
    pub(crate) fn advance_on_route(&mut self) {
        self.route.advance();
        if self.route.is_done() {
            self.end_initial_order();
        }
    }
}

impl State {
    /// A state with nothing on the map.
    pub(crate) fn empty(turn: Turn, trains_needed: Trains) -> State {
        State {
            turn,
            phase: Phase::Leaders,
            // FMD-7-6
            weather: Weather::Sunny,
            go: Side::Confederate,
            out: Sides::NONE,
            bonus: BySide { union: CommandBonus(3), confederate: CommandBonus(4) },
            rerolls: BySide::from_fn(|_| REROLLS),
            lost: BySide::default(),
            trains_home: Trains::ZERO,
            trains_needed,
            seating: Seating::default(),
            meade: false,
            lee: Journey::AtHome,
            army_order: Sides::NONE,
            forces: std::array::from_fn(|_| Force::default()),
            evidence: Evidence::default(),
            depots: ArrayVec::new(),
            depleted: Towns::EMPTY,
            trains: ArrayVec::new(),
            depots_placed: false,
            offered: ForceSet::EMPTY,
            away: ArrayVec::new(),
            bereft: Bereft::default(),
            rode: Officers::NONE,
            riding: None,
            agenda: Agenda::default(),
            march: None,
            battle: None,
            sorting: None,
            writing: None,
            answers: BySide::default(),
            none_left: false,
            outcome: None,
        }
    }

    /// A Force.
    #[inline]
    #[must_use]
    pub fn force(&self, force: ForceId) -> &Force {
        &self.forces[force.index() % FORCES]
    }

    /// A Force, to be changed.
    #[inline]
    pub(crate) fn force_mut(&mut self, force: ForceId) -> &mut Force {
        &mut self.forces[force.index() % FORCES]
    }

    /// A new DEPOT, if there is room for it and none in the hex; they are listed in the order of their hexes.
    pub(crate) fn place_depot(&mut self, hex: Hex) {
        if let (Err(place), false) = (self.depots.binary_search(&hex), self.depots.is_full()) {
            self.depots.insert(place, hex);
        }
    }

    /// Takes the DEPOT of a hex away; whether there was one.
    pub(crate) fn remove_depot(&mut self, hex: Hex) -> bool {
        let place = self.depots.binary_search(&hex);
        place.is_ok_and(|place| self.depots.pop_at(place).is_some())
    }

    /// A hit on a brigade that the enemy does not see; whether it is eliminated by it.
    pub(crate) fn hit_unseen(&mut self, force: ForceId, kind: Kind) -> bool {
        let eliminated = self.force_mut(force).strength.hit(kind);
        self.evidence.hidden_hits(force, Hits(1));
        if eliminated {
            self.evidence.hidden_deaths(force, Brigades(1));
        }
        eliminated
    }

    /// Hits that everybody sees: those who fought were `before`, and are `after` (FMD-12.3.1-13).
    pub(crate) fn take_casualties(&mut self, force: ForceId, before: Strength, after: Strength) {
        let detail = self.force_mut(force);
        detail.strength = detail.strength.minus(before).plus(after);
        self.evidence.casualties(force, before, after);
    }

    /// A Force loses all its guns, and everybody sees how many there were.
    pub(crate) fn lose_guns(&mut self, force: ForceId) -> Brigades {
        let guns = self.force_mut(force).strength.take_all(Arm::Artillery);
        self.evidence.guns_lost(force, guns);
        guns
    }

    /// A commander rides on the sleigh of his Force, where everybody sees him (FMD-6-2).
    pub(crate) fn put_on_sleigh(&mut self, force: ForceId, commander: CommanderId) {
        self.force_mut(force).leader = commander;
        self.evidence.leads(force, commander);
    }

    /// A commander of a side has ridden; of whom and where the enemy knows what the sleighs show.
    pub(crate) fn note_ride(&mut self, campaign: &Campaign, side: Side) {
        self.evidence.rode(campaign, side, &self.forces);
    }

    /// Attrition is due: the enemy knows what it can be.
    pub(crate) fn note_attrition(&mut self, campaign: &Campaign) {
        self.evidence.attrition(campaign, self.weather, &self.forces);
    }

    /// A combat that is neither one of these nor one for which any Force carries a marker. Where 64 are marked at once,
    /// more than a turn has marches for, at least none of these.
    pub(crate) fn new_combat(&self, these: Combats) -> Combats {
        let marked = self.forces.iter().fold(these, |marked, force| marked.union(force.markers.combat));
        if marked.another() == Combats::NONE { these.another() } else { marked.another() }
    }

    /// Forces of a side on the map, by letter.
    #[inline]
    pub fn forces_of(&self, side: Side) -> impl Iterator<Item = (ForceId, Hex)> {
        ForceId::of(side).filter_map(|force| Some((force, self.force(force).at?)))
    }

    /// The Force of a side in a hex; of two that pass each other, the one that is not on the move.
    #[must_use]
    pub fn force_at(&self, side: Side, hex: Hex) -> Option<ForceId> {
        let moving = self.march.map(|march| march.force);
        let mut found = None;
        for (force, at) in self.forces_of(side) {
            if at == hex && (found.is_none() || Some(force) != moving) {
                found = Some(force);
            }
        }
        found
    }

    /// Another Force of the same side in the hex where this one stands. Two may pass each other; none ends its move
    /// beside a friend (FMD-3-9).
    #[must_use]
    pub fn companion(&self, force: ForceId) -> Option<ForceId> {
        let hex = self.force(force).at?;
        self.forces_of(force.side()).find(|&(other, at)| at == hex && other != force).map(|(other, _)| other)
    }

    /// A sleigh in the pool (FMD-3-7).
    #[must_use]
    pub fn free_sleigh(&self, side: Side) -> Option<ForceId> {
        ForceId::of(side).find(|&force| self.force(force).at.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Library, scenario};
    use engine::chance::Quick;
    use engine::{Rules, Silent};

    /// Of a Force that passes a friend and the friend, the friend holds the hex, whichever comes first in the alphabet.
    #[test]
    fn who_passes_does_not_hold_the_hex() {
        let rules = scenario(&Library::builtin(), "campaign").unwrap_or_else(|report| panic!("{report}"));
        let mut state = rules.start(&mut Quick::new(1), &mut Silent);
        let [first, second] = [0, 1].map(ForceId);
        let hex = state.force(second).at;
        state.force_mut(first).at = hex;
        for (moves, holds) in [(first, second), (second, first)] {
            state.march = Some(March::new(moves, None, false));
            assert_eq!(state.force_at(Side::Union, hex.expect("on the map")), Some(holds));
        }
    }
}
