//! Actions at random, to try the judges.

use super::FORMS;
use crate::action::Action;
use crate::ids::{ArrivalId, BridgeId, CommanderId, Piece, UnitId};
use crate::scenario::Scenario;
use engine::Chance;
use ground::{Direction, Hex};

/// Any action at all, most of them absurd: one in sixteen of its names does not even exist.
pub fn arbitrary(scenario: &Scenario, chance: &mut dyn Chance) -> Action {
    let mut any = Any { scenario, chance };
    match any.below(FORMS.len()) {
        0 => Action::Place(any.hex()),
        1 => Action::Ready,
        2 => Action::Deployed,
        3 => Action::Detach(any.unit()),
        4 => Action::Attach(any.unit()),
        5 => Action::Roll,
        6 => Action::Decline,
        7 => Action::Build(any.unit()),
        8 => Action::Burn(any.bridge(), any.unit()),
        9 => Action::Torch(any.bridge()),
        10 => Action::FireFrom(any.hex()),
        11 => Action::HoldFire(any.unit()),
        12 => Action::Target(any.hex()),
        13 => Action::Victim(any.unit()),
        14 => Action::Limber(any.unit()),
        15 => Action::Select(any.hex()),
        16 => Action::Pick(any.piece()),
        17 => Action::With(any.piece()),
        18 => Action::Without(any.piece()),
        19 => Action::MoveTo(any.hex()),
        20 => Action::Step(any.direction()),
        21 => Action::March(any.direction()),
        22 => Action::Mount,
        23 => Action::Dismount,
        24 => Action::Unlimber(any.unit()),
        25 => Action::Charge(any.hex()),
        26 => Action::Rest,
        27 => Action::Enter(any.arrival()),
        28 => Action::StepIn(any.arrival()),
        29 => Action::Divert(any.arrival()),
        30 => Action::Return(any.unit(), any.hex()),
        31 => Action::MarkRecover(any.commander()),
        32 => Action::RemoveWorks(any.hex()),
        33 => Action::Attack { from: any.hex(), at: any.hex() },
        34 => Action::Resolve(any.hex()),
        35 => Action::Lose(any.unit()),
        36 => Action::Stand,
        37 => Action::FallBack,
        38 => Action::RetreatTo(any.hex()),
        39 => Action::RetreatOff,
        40 => Action::Halt,
        41 => Action::Goes,
        42 => Action::Stays,
        43 => Action::PutLeader(any.hex()),
        44 => Action::Withdraw(any.hex()),
        45 => Action::Advance(any.piece(), any.hex()),
        46 => Action::AdvanceAll(any.hex(), any.hex()),
        47 => Action::Recover(any.unit()),
        48 => Action::Rejoin(any.hex()),
        _ => Action::Done,
    }
}

/// Random names.
struct Any<'a> {
    scenario: &'a Scenario,
    chance: &'a mut dyn Chance,
}

impl Any<'_> {
    fn below(&mut self, count: usize) -> usize {
        self.chance.draw(count as u32, "any action") as usize
    }

    /// A number below `count`, now and then any number up to `most`.
    fn number(&mut self, count: usize, most: usize) -> usize {
        if count == 0 || self.below(16) == 0 { self.below(most) } else { self.below(count) }
    }

    fn hex(&mut self) -> Hex {
        Hex(self.number(self.scenario.map.grid.len(), 1 << 16) as u16)
    }

    fn unit(&mut self) -> UnitId {
        UnitId(self.number(self.scenario.units.len(), 256) as u8)
    }

    fn commander(&mut self) -> CommanderId {
        CommanderId(self.number(self.scenario.commanders.len(), 256) as u8)
    }

    fn piece(&mut self) -> Piece {
        if self.below(4) == 0 { Piece::Commander(self.commander()) } else { Piece::Unit(self.unit()) }
    }

    fn bridge(&mut self) -> BridgeId {
        BridgeId(self.number(self.scenario.bridges.len(), 256) as u8)
    }

    fn arrival(&mut self) -> ArrivalId {
        ArrivalId(self.number(self.scenario.arrivals.len(), 256) as u8)
    }

    fn direction(&mut self) -> Direction {
        Direction::ALL[self.below(6)]
    }
}
