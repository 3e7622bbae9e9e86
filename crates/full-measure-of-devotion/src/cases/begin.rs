//! From which moment of the sequence of play a case goes on.

use crate::model::ids::{ForceId, Officers};
use crate::model::position::Play;
use crate::model::state::{Phase, Writing};
use engine::{Side, Sides};

/// A moment of the sequence of play.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Moment {
    /// The campaign begins (S0 to S2).
    Start,
    /// The Confederate orders are written (S2).
    ConfederateOrders,
    /// The turn begins (T0).
    Turn,
    /// T2.
    Attrition,
    /// T3.
    Depots,
    /// T4.
    Trains,
    /// T5.
    Supply,
    /// T6.
    UnionOrders,
    /// T7.
    PartOne,
    /// T8.
    PartTwo,
    /// T9.
    PartThree,
    /// T10.
    TrainMoves,
    /// T11.
    PartFour,
    /// T12.
    Commanders,
    /// T13.
    Returns,
    /// T14.
    Victory,
}

impl Moment {
    /// The words for them in cases.
    pub(super) const WORDS: [(&'static str, Moment); 16] = [
        ("start", Moment::Start),
        ("confederate orders", Moment::ConfederateOrders),
        ("turn", Moment::Turn),
        ("attrition", Moment::Attrition),
        ("depots", Moment::Depots),
        ("trains", Moment::Trains),
        ("supply", Moment::Supply),
        ("union orders", Moment::UnionOrders),
        ("part I", Moment::PartOne),
        ("part II", Moment::PartTwo),
        ("part III", Moment::PartThree),
        ("train moves", Moment::TrainMoves),
        ("part IV", Moment::PartFour),
        ("commanders", Moment::Commanders),
        ("returns", Moment::Returns),
        ("victory", Moment::Victory),
    ];

    /// Reads the word for one.
    pub(super) fn parse(word: &str) -> Option<Moment> {
        Moment::WORDS.iter().find(|(name, _)| *name == word).map(|&(_, moment)| moment)
    }
}

/// The word for the phase a state is in.
pub(super) const fn phase_word(phase: Phase) -> &'static str {
    match phase {
        Phase::Bids => "bids",
        Phase::Leaders => "leaders",
        Phase::ConfederateOrders => "confederate orders",
        Phase::Attrition => "attrition",
        Phase::Depots => "depots",
        Phase::Trains => "trains",
        Phase::UnionOrders => "union orders",
        Phase::PartOne => "part I",
        Phase::PartTwo => "part II",
        Phase::PartThree => "part III",
        Phase::TrainMoves => "train moves",
        Phase::Commanders => "commanders",
        Phase::Returns => "returns",
        Phase::Victory => "victory",
        Phase::Over => "over",
    }
}

impl Play<'_> {
    /// Brings the position to this moment, as if everything before it were done.
    pub(super) fn begin_moment(&mut self, moment: Moment) {
        match moment {
            Moment::Start => {
                if self.campaign.bidding {
                    self.state.phase = Phase::Bids;
                } else {
                    self.begin_leaders();
                }
            }
            Moment::ConfederateOrders => {
                self.state.phase = Phase::ConfederateOrders;
                self.state.writing = Some(Writing::default());
            }
            Moment::Turn => self.begin_turn(),
            Moment::Attrition => self.begin_attrition(),
            Moment::Depots => {
                self.state.phase = Phase::Depots;
                self.state.out = Sides::NONE;
            }
            Moment::Trains => self.begin_trains(),
            Moment::Supply => {
                // Every offer has been made.
                self.begin_trains();
                self.state.offered = ForceId::all().collect();
            }
            Moment::UnionOrders => {
                self.state.phase = Phase::UnionOrders;
                self.state.writing = Some(Writing::default());
            }
            Moment::PartOne => self.begin_part_one(),
            Moment::PartTwo => self.begin_alternation(Phase::PartTwo, Side::Confederate),
            Moment::PartThree => self.begin_alternation(Phase::PartThree, Side::Union),
            Moment::TrainMoves => self.begin_train_moves(),
            Moment::PartFour => {
                self.begin_train_moves();
                self.next_phase();
            }
            Moment::Commanders => {
                self.begin_alternation(Phase::Commanders, Side::Confederate);
                self.state.rode = Officers::NONE;
            }
            Moment::Returns => {
                self.state.phase = Phase::Commanders;
                self.next_phase();
            }
            Moment::Victory => self.state.phase = Phase::Victory,
        }
    }
}
