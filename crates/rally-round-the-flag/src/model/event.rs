//! What happened, and who hears of it.

use super::cards::Bottom;
use super::deck::{BACK, MOST_HELD};
use super::ids::{BorderId, BrigadeId, CardId, GeneralId, StandId};
use super::numbers::{ActionPoints, Arrow, Round};
use super::scenario::Part;
use crate::rules::fire::{Numbers, Reason};
use crate::rules::melee::Totals;
use crate::rules::setup::proposals::Proposal;
use engine::flat::List;
use engine::{Eyes, Outcome, Side};
use ground::table::Heading;
use serde::{Deserialize, Serialize};

/// One thing that happened.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum Event {
    /// A side fights here.
    Accepts { side: Side },
    /// A side has the campaign's own battle rules resolve it.
    ToTheBoard { side: Side },
    /// A side leaves the Area, its stands routed.
    LeavesArea { side: Side },
    /// A side proposes something.
    Proposes { side: Side, proposal: Proposal },
    /// The other agrees, or does not.
    Replies { side: Side, agreed: bool },
    /// A brigade takes no part.
    LeftOut { brigade: BrigadeId },
    /// A circle was made good.
    MadeGood { stand: StandId, part: Part },
    /// A General commands all of his side.
    Appointed { general: GeneralId },
    /// A brigade is led by its own General.
    Independent { brigade: BrigadeId },
    /// A brigade is led by a General above it.
    Subordinated { brigade: BrigadeId, general: GeneralId },
    /// A brigade begins on the map.
    Starts { brigade: BrigadeId },
    /// A brigade waits off the map.
    Waits { brigade: BrigadeId },
    /// A General has taken his place.
    Seated { general: GeneralId },
    /// A brigade was drawn up.
    DrawnUp { brigade: BrigadeId },
    /// A stand was placed.
    Placed { stand: StandId },
    /// A stand is held back.
    HeldBack { stand: StandId },
    /// A brigade finds no room and waits off the map.
    NoRoom { brigade: BrigadeId },
    /// An unformed stand was moved by the enemy.
    Unsettled { stand: StandId },
    /// A card was left out of a deck; which, only its owner hears.
    Dropped { side: Side, card: CardId },
    /// A deck is ready.
    DeckIsReady { side: Side },
    /// The battle has been set up.
    SetUpIsOver,
    /// A Round began.
    Round { round: Round },
    /// It ended.
    RoundEnds { round: Round },
    /// A side passed.
    Passed { side: Side },
    /// A General was activated.
    Activated { general: GeneralId, action_points: ActionPoints },
    /// By his Command card.
    Commanded { card: CardId, general: GeneralId },
    /// A Battle card was played for its top action.
    PlayedTop { card: CardId },
    /// A Battle card was played for its bottom action.
    PlayedBottom { card: CardId, stand: StandId },
    /// A Command card was added for its Reroll points.
    Added { card: CardId },
    /// Plan has chosen a stand.
    Planned { stand: StandId },
    /// Cards were drawn; which, only their owner hears.
    Drew { side: Side, cards: List<CardId, MOST_HELD> },
    /// A card was discarded.
    Discarded { side: Side, card: CardId },
    /// The last card of a pile was played: the Round closes.
    LastCardPlayed { side: Side },
    /// Each stand of a side is activated, routed or engaged: the Round closes.
    AllActivated { side: Side },
    /// A die was rolled again.
    Rerolled { side: Side, was: u8, now: u8 },
    /// A stand checked its Discipline.
    Checked {
        stand: StandId,
        cause: Cause,
        dice: [u8; 2],
        modifier: i8,
        discipline: u8,
        heroism: u8,
        passed: bool,
    },
    /// A stand moved.
    Moved { stand: StandId, arrow: Arrow, stopped: bool },
    /// A stand stayed although it might have moved.
    Stays { stand: StandId },
    /// A General rode.
    Rides { general: GeneralId },
    /// The entry was opened for a brigade.
    Opened { brigade: BrigadeId },
    /// A stand entered.
    Entered { stand: StandId, border: BorderId },
    /// A stand stays off the map although it might have entered.
    StaysOff { stand: StandId },
    /// A General came onto the map.
    RidesIn { general: GeneralId },
    /// A stand rallied.
    Rallied { stand: StandId, was_routed: bool },
    /// A stand faced anew.
    Faced { stand: StandId, heading: Heading },
    /// A side may no longer hold so many cards.
    HandShrinks { side: Side, capacity: u8 },
    /// A stand mounted.
    Mounts { stand: StandId },
    /// A stand dismounted.
    Dismounts { stand: StandId },
    /// A regiment lost its horses: its men stand where it was, or behind.
    Unhorsed { stand: StandId },
    /// A stand formed on the one that leads a column.
    Forms { stand: StandId, lead: StandId },
    /// A stand goes to a friend that was touched.
    Reinforces { stand: StandId, friend: StandId },
    /// A stand is to charge.
    Charges { stand: StandId, target: StandId },
    /// A General goes along.
    Leads { general: GeneralId },
    /// A card goes with a charge.
    Spurred { side: Side, card: CardId },
    /// A friend is taken along by a charge.
    TakenAlong { stand: StandId },
    /// A charge came to a halt before it touched anybody.
    Halts { stand: StandId },
    /// A stand touches an enemy.
    Strikes { stand: StandId, target: StandId, flank: bool },
    /// Mounted stands meet half way.
    Meets { stand: StandId, target: StandId },
    /// A charger takes the place of who ran.
    TakesPlace { stand: StandId },
    /// A battery was taken by cavalry.
    GunsTaken { stand: StandId },
    /// A named charger found nobody to charge.
    FindsNobody { stand: StandId },
    /// A card was committed to a melee.
    Committed { side: Side, card: CardId, points: u8 },
    /// A round of a melee was fought.
    Fought { attacker: Side, totals: Totals, winner: Option<Side> },
    /// A stand fires.
    Fires { firer: StandId, target: StandId, effect: Option<Bottom>, reason: Reason },
    /// A stand fires at a General.
    FiresAt { firer: StandId, general: GeneralId },
    /// A shot, with its numbers.
    Shot { firer: StandId, target: StandId, dice: [u8; 2], dropped: Option<u8>, numbers: Numbers, hit: bool },
    /// A card answered what happened.
    Answered { side: Side, card: CardId },
    /// A stand closed up behind a friend.
    ClosesUp { stand: StandId, friend: StandId },
    /// A side let it pass.
    LetsPass { side: Side },
    /// A stand took the firer's place.
    Relieved { firer: StandId, stand: StandId },
    /// A stand routs.
    Routs { stand: StandId },
    /// It came to stand.
    Ran { stand: StandId },
    /// It ran off the map.
    RanOff { stand: StandId },
    /// It was captured.
    Captured { stand: StandId },
    /// A General made room.
    Shifted { general: GeneralId },
    /// A circle was marked.
    Lost { stand: StandId, part: Part },
    /// A stand was destroyed.
    Destroyed { stand: StandId },
    /// It was rolled for a General who was touched.
    Casualty { general: GeneralId, dice: [u8; 2], fate: Fate },
    /// Half of a side's stands are out of the fight.
    Broken { side: Side, gone: u8, of: u8 },
    /// A side gives the battle up.
    Retires { side: Side, is_rout: bool },
    /// An engaged stand of a side that marches off is declared routed.
    GivesWay { stand: StandId },
    /// A stand marched off the field.
    MarchedOff { stand: StandId },
    /// An objective has changed hands.
    Taken { objective: u8, side: Side },
    /// An objective was worth its points.
    Scored { objective: u8, side: Side, points: u8 },
    /// The game ended.
    Over { outcome: Outcome },
}

/// Why a Discipline check is made.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Cause {
    /// To rally (RRF-RAL-3).
    Rally,
    /// To move by a Tactic (RRF-TAC-2).
    Tactic,
    /// To come onto the map (RRF-REIN-1).
    Entry,
    /// To charge (RRF-CHG-6).
    Charge,
    /// To pass a friend in a charge (RRF-POL-2).
    Passage,
    /// To meet a mounted charge (RRF-CRX-2).
    CounterCharge,
    /// To form square (RRF-CRX-10).
    Square,
    /// To go to a friend that was touched.
    Reinforce,
    /// Because it was hit hard (RRF-FIRE-16).
    Hit,
    /// Because a friend beside it was destroyed (RRF-LOSS-8).
    Neighbour,
    /// Because a friend ran through it (RRF-ROUT-5).
    RunThrough,
    /// Because its melee was lost (RRF-MEL-11).
    Melee,
}

/// What became of a General who was touched.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    /// Nothing (RRF-KIA-5).
    Unhurt,
    /// RRF-KIA-3.
    Wounded,
    /// RRF-KIA-2.
    Killed,
}

impl Event {
    /// What these eyes hear of it.
    pub(crate) fn heard_by(self, eyes: Eyes) -> Event {
        let knows = |side| eyes == Eyes::All || eyes == Eyes::Of(side);
        match self {
            Event::Drew { side, mut cards } if !knows(side) => {
                cards.as_mut_slice().fill(BACK);
                Event::Drew { side, cards }
            }
            Event::Dropped { side, .. } if !knows(side) => Event::Dropped { side, card: BACK },
            open => open,
        }
    }

    /// A short name for what was decided.
    pub(crate) const fn headline(self) -> Option<&'static str> {
        match self {
            Event::Checked { passed: true, .. } => Some("passes"),
            Event::Checked { passed: false, .. } => Some("fails"),
            Event::Shot { hit: true, .. } => Some("hit"),
            Event::Shot { .. } => Some("missed"),
            Event::Fought { winner: Some(_), .. } => Some("decided"),
            Event::Fought { .. } => Some("undecided"),
            Event::Casualty { fate: Fate::Killed, .. } => Some("killed"),
            Event::Casualty { fate: Fate::Wounded, .. } => Some("wounded"),
            Event::Casualty { fate: Fate::Unhurt, .. } => Some("unhurt"),
            _ => None,
        }
    }
}
