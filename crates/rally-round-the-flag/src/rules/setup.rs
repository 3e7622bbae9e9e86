//! The set-up of a battle of a campaign (1.1, 2.11, 2.12): one stage after the other, from the consent to fight at all
//! to the shuffled decks. A scenario skips it (RRF-GEN-2, RRF-MAP-1).

pub mod consent; // S1, S2
pub mod proposals; // S5, S6, S9
pub mod strengths; // S6a
pub mod orders; // S7, S8
pub mod zone;
pub mod seats; // S10, S11
pub mod troops; // S12, S13
pub mod disorder; // S14
pub mod picks; // S15
pub mod sketches;

use self::consent::Consent;
use self::disorder::Disorder;
use self::orders::{NameCommander, Post, Station};
use self::picks::{BuildDecks, PickCards};
use self::proposals::{Propose, Topic};
use self::seats::SeatGenerals;
use self::strengths::{Owe, TakeBrigades};
use self::troops::DeployTroops;
use super::cards::{self, DrawCards};
use super::turn::StartRound;
use crate::model::event::Event;
use crate::model::ids::BrigadeId;
use crate::model::numbers::Round;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::{Mark, Whereabouts};
use engine::Side;
use engine::agenda::Step;
use serde::{Deserialize, Serialize};

/// The stages of the set-up, in their order (1.1). Squares and their rectangle (S3, S4) are there with the file.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// S1, S2.
    Consent,
    /// S5.
    Entries,
    /// S6.
    OffLimits,
    /// S6a.
    Strengths,
    /// S7, then S8.
    Orders(Side),
    /// S9.
    Edges,
    /// S10, then S11.
    Generals(Side),
    /// S12, then S13.
    Troops(Side),
    /// S14.
    Disorder,
    /// S15.
    Decks,
    /// The first Round.
    Begin,
}

/// A stage of the set-up begins.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SetUp {
    /// Which.
    pub stage: Stage,
}

impl Step<RallyRoundTheFlag> for SetUp {
    fn take(self, play: &mut Play<'_>) {
        let first = play.rules.attacker;
        let second = first.other();
        let go = |stage: Stage| SetUp { stage }.into();
        let agenda = &mut play.state.agenda;
        match self.stage {
            Stage::Consent => agenda.then([
                Consent { side: first }.into(),
                Consent { side: second }.into(),
                go(Stage::Entries),
            ]),
            // the Attacker is asked first.
            Stage::Entries => {
                agenda.then([Propose::on(Topic::Entries, first).into(), go(Stage::OffLimits)]);
            }
            Stage::OffLimits => {
                agenda.then([Propose::on(Topic::OffLimits, first).into(), go(Stage::Strengths)]);
            }
            Stage::Strengths => agenda.then([
                TakeBrigades { side: first }.into(),
                Owe { side: first, account: 0 }.into(),
                TakeBrigades { side: second }.into(),
                Owe { side: second, account: 0 }.into(),
                go(Stage::Orders(first)),
            ]),
            Stage::Orders(side) => {
                // RRF-COC-5: the Attacker first, and the Defender sees it.
                let next = if side == first { Stage::Orders(second) } else { Stage::Edges };
                agenda.push(SetUp { stage: next });
                muster(play, side);
                let side_first = BrigadeId(0);
                play.state.agenda.then([
                    NameCommander { side }.into(),
                    Post { side, brigade: side_first }.into(),
                    Station { side, brigade: side_first }.into(),
                ]);
            }
            Stage::Edges => {
                agenda.then([Propose::on(Topic::Edges, first).into(), go(Stage::Generals(second))]);
            }
            // RRF-DEP-2, RRF-DEP-3: the Defender first.
            Stage::Generals(side) => {
                let next = if side == second { Stage::Generals(first) } else { Stage::Troops(second) };
                agenda.then([SeatGenerals { side }.into(), go(next)]);
            }
            // RRF-DEP-4, RRF-DEP-6
            Stage::Troops(side) => {
                let next = if side == second { Stage::Troops(first) } else { Stage::Disorder };
                agenda.then([DeployTroops { side }.into(), go(next)]);
            }
            Stage::Disorder => {
                let (one, other) = (Disorder::of(play.at(), first), Disorder::of(play.at(), second));
                play.state.agenda.then([one.into(), other.into(), go(Stage::Decks)]);
            }
            Stage::Decks => agenda.then([
                BuildDecks.into(),
                PickCards { side: first }.into(),
                PickCards { side: second }.into(),
                go(Stage::Begin),
            ]),
            Stage::Begin => begin(play),
        }
    }
}

/// Whoever has no circle left after the losses of the campaign takes no part, nor does the General of a brigade of
/// which nobody is left.
fn muster(play: &mut Play<'_>, side: Side) {
    for stand in play.rules.stand_ids() {
        let at = play.at();
        let gone = at.circles(stand, crate::model::scenario::Part::Men).0 == 0;
        if at.side(stand) == side && gone {
            play.troop(stand).whereabouts = Whereabouts::Absent;
        }
    }
    for brigade in play.rules.brigade_ids() {
        let about = play.rules.brigade(brigade);
        let gone = about.side == side && !play.at().takes_part(brigade);
        if let Some(own) = about.own.filter(|_| gone) {
            play.leader(own).whereabouts = Whereabouts::Absent;
        }
    }
}

/// Decks are shuffled, opening hands are drawn, marks come off, and the first Round begins.
fn begin(play: &mut Play<'_>) {
    play.state.round = Round(1);
    for stand in play.rules.stand_ids() {
        let present = play.at().is_present(stand);
        let troop = play.troop(stand);
        troop.marks = troop.marks.without(Mark::ACTIVATED);
        if present {
            troop.marks |= Mark::FIELDED;
        }
    }
    for side in Side::BOTH {
        let members = play.state.decks[side.index()].members;
        let deck = &mut play.state.decks[side.index()];
        members.iter().for_each(|card| deck.pile.push(card));
        cards::shuffle(deck.pile.as_mut_slice(), play.chance);
    }
    play.story.reveal();
    play.tell(Event::SetUpIsOver);
    play.state.agenda.push(StartRound);
    let draw = play.rules.options.opening_hand;
    for side in Side::BOTH {
        play.state.agenda.push(DrawCards { side, draw });
    }
}

impl Position<'_> {
    /// Whether the battle is still being set up.
    #[must_use]
    pub fn is_set_up(self) -> bool {
        self.state.round == Round(0)
    }

    /// Whether a brigade takes part: anybody of it.
    #[must_use]
    pub fn takes_part(self, brigade: BrigadeId) -> bool {
        let mut stands = self.rules.stands_of(brigade);
        stands.any(|stand| self.troop(stand).whereabouts != Whereabouts::Absent)
    }

    /// The brigades of a side that take part.
    pub fn brigades_of(self, side: Side) -> impl Iterator<Item = BrigadeId> {
        let ids = self.rules.brigade_ids();
        ids.filter(move |&brigade| self.rules.brigade(brigade).side == side && self.takes_part(brigade))
    }
}
