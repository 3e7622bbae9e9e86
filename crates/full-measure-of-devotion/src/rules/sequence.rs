//! The sequence of play: phases, goes, and the order in which everything happens (chapter 8).

use crate::game::FullMeasureOfDevotion;
use crate::model::event::What;
use crate::model::ids::{ForceId, ForceSet};
use crate::model::numbers::Turn;
use crate::model::position::{Play, Position};
use crate::model::state::{Bereft, Force, March, Phase, Writing};
use crate::model::task::{Task, side_if};
use crate::rules::activation::{MarchOnOrder, MoveForce};
use crate::rules::attrition::PlaceAttrition;
use crate::rules::bids::Bid;
use crate::rules::commanders::{ComeBack, LeadAfterRide, Leader, RideOut};
use crate::rules::depots::PlaceDepots;
use crate::rules::further::GiveOrder;
use crate::rules::movement::{Halt, Walk};
use crate::rules::trains::{MoveTrains, NewTrain};
use engine::agenda::{self, Step};
use engine::{BySide, Side, Sides};
use serde::{Deserialize, Serialize};

impl Play<'_> {
    /// Opens the campaign.
    pub fn begin_campaign(&mut self) {
        if self.campaign.bidding {
            self.state.phase = Phase::Bids;
        } else {
            self.begin_leaders();
        }
        agenda::run::<FullMeasureOfDevotion>(self);
    }

    /// Ties on the sleighs (S1b), then the Confederate orders.
    pub(crate) fn begin_leaders(&mut self) {
        self.state.phase = Phase::Leaders;
        self.push(Leaders { from: ForceId::default() });
    }

    /// Goes on to the next phase of the turn (the ledger's T0 to T14): Weather, Attrition and Supply, Movement and
    /// Combat, Commander Movement, in this order (FMD-8-3). Both sides have finished the phase before (FMD-8-4).
    pub(crate) fn next_phase(&mut self) {
        match self.state.phase {
            Phase::Bids => self.begin_leaders(),
            Phase::Leaders => {
                if self.campaign.initial_orders && self.state.turn == Turn(1) {
                    self.state.phase = Phase::ConfederateOrders;
                    self.state.writing = Some(Writing::default());
                } else {
                    self.begin_turn();
                }
            }
            Phase::ConfederateOrders => {
                self.orders_written(Side::Confederate);
                self.begin_turn();
            }
            Phase::Attrition => {
                self.end_attrition();
                // FMD-11-II-6
                if self.state.turn >= Turn(3) {
                    self.state.phase = Phase::Depots;
                    self.state.out = Sides::NONE;
                    self.state.depots_placed = false;
                } else {
                    self.begin_trains();
                }
            }
            Phase::Depots => self.begin_trains(),
            Phase::Trains => {
                // FMD-11-IV-1: after all trains are settled.
                self.check_supply();
                // FMD-7-U7
                if self.campaign.initial_orders && self.state.turn == Turn(2) {
                    self.state.phase = Phase::UnionOrders;
                    self.state.writing = Some(Writing::default());
                } else {
                    self.begin_part_one();
                }
            }
            Phase::UnionOrders => {
                self.orders_written(Side::Union);
                self.begin_part_one();
            }
            Phase::PartOne => {
                // FMD-12-0-2, FMD-12-II-1: further orders follow all initial moves, from turn 3. FMD-12-II-3: the
                // Confederates begin.
                if self.state.turn >= Turn(3) {
                    self.begin_alternation(Phase::PartTwo, Side::Confederate);
                } else {
                    self.begin_train_moves();
                }
            }
            // FMD-12-III-2
            Phase::PartTwo => self.begin_alternation(Phase::PartThree, Side::Union),
            // FMD-11-III-10: trains move after the Forces.
            Phase::PartThree => self.begin_train_moves(),
            Phase::TrainMoves => {
                self.update_markers();
                // FMD-13-7
                self.begin_alternation(Phase::Commanders, Side::Confederate);
                self.state.rode = crate::model::ids::Officers::NONE;
            }
            Phase::Commanders => {
                self.state.phase = Phase::Returns;
                self.state.answers = BySide::default();
            }
            Phase::Returns => {
                self.bring_back();
                self.state.phase = Phase::Victory;
            }
            // FMD-9-3: only now.
            Phase::Victory => self.end_turn(),
            Phase::Over => {}
        }
    }

    /// T0 and T1, then attrition: Hooker's dice come before the weather's (FMD-8-5).
    pub(crate) fn begin_turn(&mut self) {
        self.tell(What::Turn { turn: self.state.turn });
        self.reset_bonuses();
        self.roll_for_meade();
        self.roll_weather();
        self.begin_attrition();
    }

    pub(crate) fn begin_trains(&mut self) {
        self.state.phase = Phase::Trains;
        self.state.offered = ForceSet::EMPTY;
    }

    pub(crate) fn begin_part_one(&mut self) {
        // FMD-12-I-2: the Union begins, once it moves at all (FMD-12-0-1).
        let first = if self.state.turn >= Turn(3) { Side::Union } else { Side::Confederate };
        self.begin_alternation(Phase::PartOne, first);
    }

    pub(crate) fn begin_train_moves(&mut self) {
        self.state.phase = Phase::TrainMoves;
        self.state.out = Sides::NONE;
        for train in &mut self.state.trains {
            train.moved = false;
        }
    }

    pub(crate) fn begin_alternation(&mut self, phase: Phase, first: Side) {
        if phase == Phase::PartOne {
            self.story.reveal();
        }
        self.state.phase = phase;
        self.state.go = first;
        self.state.out = Sides::NONE;
        self.state.army_order = Sides::NONE;
        if !self.position().has_go(first) {
            self.state.go = first.other();
        }
    }

    /// Starts the march of a Force.
    pub(crate) fn begin_march(&mut self, march: March) {
        let at = self.state.force(march.force).at.unwrap_or_default();
        self.tell(What::MarchBegins { force: march.force, at, initial: march.initial });
        self.state.march = Some(march);
        self.state.agenda.then([Walk.into(), Halt.into()]);
    }

    /// T14, and the next turn.
    fn end_turn(&mut self) {
        if self.decide_campaign() {
            return;
        }
        // FMD-8-6
        self.state.turn += Turn(1);
        self.state.bereft = Bereft { now: Sides::NONE, before: self.state.bereft.now };
        for force in ForceId::all() {
            let force = self.state.force_mut(force);
            force.moved = false;
            force.fed = false;
        }
        self.begin_turn();
    }
}

impl Position<'_> {
    /// Whether a side has a go in the alternation that runs.
    #[must_use]
    pub fn has_go(&self, side: Side) -> bool {
        if self.state.out.contains(side) {
            return false;
        }
        match self.state.phase {
            Phase::PartOne => self.marchers(side).next().is_some(),
            Phase::PartTwo => self.army_force(side).is_some(),
            Phase::PartThree => self.has_orders(side),
            Phase::Commanders => self.state.forces_of(side).next().is_some(),
            _ => false,
        }
    }

    /// What the phase has to do when nothing else is open.
    pub(crate) fn phase_task(&self) -> Task {
        match self.state.phase {
            Phase::Bids => Bid.into(),
            Phase::ConfederateOrders | Phase::UnionOrders => self.writing(),
            Phase::Attrition => PlaceAttrition.into(),
            Phase::Depots => PlaceDepots.into(),
            Phase::Trains => self.next_offer().map_or(EndPhase.into(), |force| NewTrain { force }.into()),
            Phase::PartOne => MarchOnOrder.into(),
            Phase::PartTwo => GiveOrder.into(),
            Phase::PartThree => MoveForce.into(),
            Phase::TrainMoves => MoveTrains.into(),
            // FMD-12.2-1: commanders ride in this phase and in no other.
            Phase::Commanders if self.riding_seniors().is_some() => LeadAfterRide.into(),
            Phase::Commanders => RideOut.into(),
            Phase::Returns => ComeBack.into(),
            Phase::Leaders | Phase::Victory | Phase::Over => EndPhase.into(),
        }
    }

    /// The side whose go it is, if it has one.
    pub(crate) fn on_go(&self) -> Sides {
        side_if(self.has_go(self.state.go), self.state.go)
    }
}

/// The phase is over.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EndPhase;

impl Step<FullMeasureOfDevotion> for EndPhase {
    fn take(self, play: &mut Play<'_>) {
        play.next_phase();
    }
}

/// The go passes to the other side, if it has one.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NextGo;

impl Step<FullMeasureOfDevotion> for NextGo {
    fn take(self, play: &mut Play<'_>) {
        play.state.march = None;
        if play.state.phase == Phase::PartOne {
            // Who has marches left is seen by who goes on.
            play.story.reveal();
        }
        // FMD-12-II-14: whose enemy is out goes on alone.
        let other = play.state.go.other();
        if play.position().has_go(other) {
            play.state.go = other;
        }
    }
}

/// Asks who leads each Force, from this sleigh on, whose commanders are equal (S1b, FMD-6-3, FMD-7-U2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Leaders {
    /// The first sleigh that is not settled.
    pub from: ForceId,
}

impl Step<FullMeasureOfDevotion> for Leaders {
    fn take(self, play: &mut Play<'_>) {
        let is_open = |force: &ForceId| {
            let Force { at, officers, .. } = *play.state.force(*force);
            at.is_some() && play.campaign.seniors(officers).count() > 1
        };
        if let Some(force) = ForceId::all().skip(self.from.index()).find(is_open) {
            let next = Leaders { from: ForceId(force.0 + 1) };
            play.state.agenda.then([Leader { force }.into(), next.into()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::files::{Library, from_source};
    use engine::chance::Quick;
    use engine::{Pending, Rules, Side, Silent};
    use faults::Source;

    /// Every Force of this scenario is led by one of two equals.
    fn fifteen_ties() -> String {
        let names = |side: &str, forces: usize| -> Vec<String> {
            (0..2 * forces).map(|number| format!("{side}{number}")).collect()
        };
        let (union, confederate) = (names("U", 9), names("C", 6));
        let mut text = format!(
            "game = \"full-measure-of-devotion\"\n[scenario]\nid = \"ties\"\ntitle = \"Ties\"\nminutes = 5\n\
             [map]\nrows = [\"{0}\", \"{0}\"]\nregions = {{ north-of-potomac = [], the-south = [] }}\n\
             [commanders.union]\narmy = [\"Hooker\"]\ncorps = {union:?}\n\
             [commanders.confederate]\narmy = [\"Lee\"]\ncorps = {confederate:?}\n",
            ".".repeat(9)
        );
        for (army, row, list) in [("US", 0, &union), ("CS", 1, &confederate)] {
            for (number, pair) in list.chunks(2).enumerate() {
                let letter = (b'A' + number as u8) as char;
                text += &format!(
                    "[[force]]\nname = \"{army}-{letter}\"\nat = \"{number:02}{row:02}\"\n\
                     commanders = {pair:?}\ninf = 1\n"
                );
            }
        }
        text
    }

    #[test]
    fn every_force_with_equal_commanders_is_asked_for_its_leader() {
        let rules = from_source(&Library::builtin(), &Source::new("ties.toml", &*fifteen_ties()))
            .unwrap_or_else(|report| panic!("{report}"));
        let mut dice = Quick::new(1);
        let mut state = rules.start(&mut dice, &mut Silent);
        for number in 0..15 {
            let (side, last) =
                if number < 9 { (Side::Union, number) } else { (Side::Confederate, number - 9) };
            assert!(
                matches!(rules.pending(&state), Pending::Decide(sides) if sides.contains(side)),
                "{number}"
            );
            let name = format!("lead {}{}", if number < 9 { "U" } else { "C" }, 2 * last + 1);
            let second = rules.read(&name).unwrap();
            rules.check(&state, side, &second).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
            rules.apply(&mut state, side, &second, &mut dice, &mut Silent);
        }
        let leaders: Vec<&str> = Side::BOTH
            .into_iter()
            .flat_map(|side| state.forces_of(side))
            .map(|(force, _)| &*rules.campaign.commander(state.force(force).leader).name)
            .collect();
        assert!(leaders.iter().all(|name| name.ends_with(['1', '3', '5', '7', '9'])), "{leaders:?}");
    }
}
