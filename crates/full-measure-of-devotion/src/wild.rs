//! Any action at all, however absurd: what the tests and the fuzzers throw at the rules.

use crate::action::Action;
use crate::ids::{CommanderId, FORCES, ForceId, MOST_COMMANDERS};
use crate::state::Delay;
use crate::strength::{Arm, Kind};
use engine::Chance;
use ground::Hex;

/// How many forms an action has.
const FORMS: u32 = 49;

struct Any<'a>(&'a mut dyn Chance);

impl Any<'_> {
    fn number(&mut self, outcomes: usize) -> u8 {
        self.0.draw(outcomes as u32, "any number") as u8
    }

    /// A hex, sometimes one that the map does not have.
    fn hex(&mut self) -> Hex {
        Hex(self.0.draw(1_000, "any hex") as u16)
    }

    /// A Force, sometimes one that there is not.
    fn force(&mut self) -> ForceId {
        ForceId(self.number(FORCES + 1))
    }

    fn commander(&mut self) -> CommanderId {
        CommanderId(self.number(MOST_COMMANDERS + 1))
    }

    fn kind(&mut self) -> Kind {
        Kind::ALL[usize::from(self.number(Kind::ALL.len()))]
    }

    fn delay(&mut self) -> Delay {
        [Delay::Now, Delay::One, Delay::Two][usize::from(self.number(3))]
    }
}

/// Any action at all.
#[must_use]
pub fn arbitrary(chance: &mut dyn Chance) -> Action {
    let form = chance.draw(FORMS, "any form");
    let mut any = Any(chance);
    match form {
        0 => Action::Bid(any.number(256)),
        1 => Action::Lead(any.commander()),
        2 => Action::Write(any.force()),
        3 => Action::Stay,
        4 => Action::MarchTo(any.hex()),
        5 => Action::Via(any.hex()),
        6 => Action::Direct,
        7 => Action::By(any.hex()),
        8 => Action::Hit(any.kind()),
        9 => Action::Confirm,
        10 => Action::Depot(any.hex()),
        11 => Action::Remove(any.hex()),
        12 => Action::Done,
        13 => Action::Escort,
        14 => Action::Flip,
        15 => Action::Forgo,
        16 => Action::March(any.force()),
        17 => Action::Order(any.force()),
        18 => Action::ArmyOrder(any.delay()),
        19 => Action::Mark(any.delay()),
        20 => Action::Decline,
        21 => Action::Activate(any.force()),
        22 => Action::Whole,
        23 => Action::Divide,
        24 => Action::Send(any.kind()),
        25 => Action::SendOfficer(any.commander()),
        26 => Action::SendTrain,
        27 => Action::SendMarker(any.delay()),
        28 => Action::Go,
        29 => Action::Step(any.hex()),
        30 => Action::To(any.hex()),
        31 => Action::Stop,
        32 => Action::Keep(any.force()),
        33 => Action::Stand,
        34 => Action::Withdraw,
        35 => Action::Dice(any.number(8)),
        36 => Action::Reroll(any.number(8)),
        37 => Action::KeepDice,
        38 => Action::Pick(any.kind()),
        39 => Action::Name(Arm::ALL[usize::from(any.number(3))]),
        40 => Action::Retreat(any.hex()),
        41 => Action::Perish,
        42 => Action::Advance,
        43 => Action::Hold,
        44 => Action::Attack(any.hex()),
        45 => Action::Haul { from: any.hex(), to: any.hex() },
        46 => Action::Ride { who: any.commander(), to: any.hex() },
        47 => Action::Pass,
        _ => Action::Join(any.force()),
    }
}
