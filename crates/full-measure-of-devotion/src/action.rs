//! Answers to questions.

use crate::ids::{CommanderId, ForceId};
use crate::state::Delay;
use crate::strength::{Arm, Kind};
use ground::Hex;

/// One answer to one question. The notation of each stands in the crate's `notation` module.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// Bids so many trains: `bid 12`.
    Bid(u8),
    /// He rides on the sleigh: `lead Sykes`.
    Lead(CommanderId),
    /// Writes the initial order of this Force: `write CS-A`.
    Write(ForceId),
    /// The Force remains in place: `stay`.
    Stay,
    /// It marches to this town: `march to 0915`.
    MarchTo(Hex),
    /// By way of this town: `via 0822`.
    Via(Hex),
    /// By the shortest road from here on: `direct`.
    Direct,
    /// Where the road forks, by this hex: `by 1023`.
    By(Hex),
    /// A brigade of this kind takes the hit: `hit full inf`.
    Hit(Kind),
    /// All is done as it should be: `confirm`.
    Confirm,
    /// Places a DEPOT: `depot 1613`.
    Depot(Hex),
    /// Removes one: `remove 1613`.
    Remove(Hex),
    /// No more of this: `done`.
    Done,
    /// The town gives a TRAIN that stays with the Force: `train escorted`.
    Escort,
    /// The town gives a TRAIN that goes by itself: `train alone`.
    Flip,
    /// The town is left as it is: `no train`.
    Forgo,
    /// This Force marches on its initial order: `march CS-B`.
    March(ForceId),
    /// Rolls for an order to this Force: `order US-C`.
    Order(ForceId),
    /// Gives the army commander's Force this marker: `army order`, `army +1`.
    ArmyOrder(Delay),
    /// The order takes this long: `mark order`, `mark +1`, `mark +2`.
    Mark(Delay),
    /// No more orders, or no more moves: `decline`.
    Decline,
    /// This Force moves on an ORDER: `activate US-C`.
    Activate(ForceId),
    /// All of it goes: `whole`.
    Whole,
    /// It is divided: `divide`.
    Divide,
    /// A brigade goes along: `send full inf`.
    Send(Kind),
    /// A commander goes along: `send Hood`.
    SendOfficer(CommanderId),
    /// A train goes along: `send train`.
    SendTrain,
    /// A marker goes along: `send order`, `send +1`, `send +2`.
    SendMarker(Delay),
    /// Those told to go, go: `go`.
    Go,
    /// Takes one step: `step 1613`.
    Step(Hex),
    /// Goes there by the cheapest way: `to 1613`.
    To(Hex),
    /// Ends the move: `stop`.
    Stop,
    /// This sleigh stays: `keep US-A`.
    Keep(ForceId),
    /// The defender stands: `stand`.
    Stand,
    /// The cavalry withdraws: `withdraw`.
    Withdraw,
    /// So many dice: `dice 3`.
    Dice(u8),
    /// Throws the die with this number, from 1, again: `reroll 2`.
    Reroll(u8),
    /// Lets the dice lie: `keep dice`.
    KeepDice,
    /// A brigade takes part: `pick full inf`.
    Pick(Kind),
    /// The enemy's next hit goes on this arm: `name inf`.
    Name(Arm),
    /// Goes back to this hex: `retreat 1613`.
    Retreat(Hex),
    /// Rather dies than goes where it could: `perish`.
    Perish,
    /// Follows into the empty hex: `advance`.
    Advance,
    /// Does not: `hold`.
    Hold,
    /// Attacks again at once: `attack 1613`.
    Attack(Hex),
    /// A flipped train goes from here to there: `haul 1310 1211`.
    Haul {
        /// From this hex.
        from: Hex,
        /// To this one.
        to: Hex,
    },
    /// A commander rides to the Force in this hex: `ride Longstreet 1024`.
    Ride {
        /// Who.
        who: CommanderId,
        /// Where to.
        to: Hex,
    },
    /// No more rides: `pass`.
    Pass,
    /// The returning commander joins this Force: `join US-C`.
    Join(ForceId),
}
