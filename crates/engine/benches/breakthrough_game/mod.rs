//! Breakthrough on 8 × 8, written through the public trait: what the framework itself costs.
//!
//! Pawns step one square forward, straight or diagonally, and capture diagonally; whoever reaches the far row or
//! captures everything wins.

use engine::chance::Chance;
use engine::{Eyes, Identity, Line, Outcome, Pending, Question, Rules, Side, Sides, Story, Violation};
use serde::{Deserialize, Serialize};

/// The rules; there is nothing to load.
pub struct Breakthrough;

/// A position: a bit a square, `a1` lowest.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Board {
    pawns: [u64; 2],
    turn: Side,
}

/// A step from a square to another, 0 to 63.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Step {
    pub from: u8,
    pub to: u8,
}

/// Somebody moved.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Moved {
    from: u8,
    to: u8,
}

const FAR_ROW: [u64; 2] = [0xff << 56, 0xff];
const A_FILE: u64 = 0x0101_0101_0101_0101;
const H_FILE: u64 = A_FILE << 7;

impl Board {
    /// The squares that pawns can step to: straight, to the lower file, to the higher file.
    #[inline]
    fn targets(&self, side: Side) -> [u64; 3] {
        let own = self.pawns[side.index()];
        let empty = !(self.pawns[0] | self.pawns[1]);
        let (lower, higher) = (own & !A_FILE, own & !H_FILE);
        match side {
            Side::Union => [own << 8 & empty, lower << 7 & !own, higher << 9 & !own],
            Side::Confederate => [own >> 8 & empty, lower >> 9 & !own, higher >> 7 & !own],
        }
    }

    /// How far back a step to each of [`targets`](Board::targets) came from.
    #[inline]
    const fn ways(side: Side) -> [i8; 3] {
        match side {
            Side::Union => [8, 7, 9],
            Side::Confederate => [-8, -9, -7],
        }
    }
}

impl Rules for Breakthrough {
    type State = Board;
    type Action = Step;
    type Event = Moved;
    type View = Board;
    type Memo = ();

    fn identity(&self) -> Identity {
        let [game, scenario, scenario_print] = ["breakthrough", "8x8", "-"].map(str::to_owned);
        Identity { game, rules_version: 1, scenario, scenario_print, options: Vec::new() }
    }

    fn start(&self, _: &mut dyn Chance, _: &mut dyn Story<Moved>) -> Board {
        Board { pawns: [0xffff, 0xffff << 48], turn: Side::Union }
    }

    #[inline]
    fn pending(&self, board: &Board) -> Pending {
        let [union, confederate] = board.pawns;
        let winner = if union & FAR_ROW[0] != 0 || confederate == 0 {
            Side::Union
        } else if confederate & FAR_ROW[1] != 0 || union == 0 {
            Side::Confederate
        } else {
            return Pending::Decide(Sides::only(board.turn));
        };
        let mut points = [0; 2];
        points[winner.index()] = 1;
        Pending::Over(Outcome { winner: Some(winner), points })
    }

    #[inline]
    fn actions(&self, board: &Board, side: Side, out: &mut Vec<Step>) {
        if self.pending(board) != Pending::Decide(Sides::only(side)) {
            return;
        }
        for (mut targets, way) in board.targets(side).into_iter().zip(Board::ways(side)) {
            while targets != 0 {
                let to = targets.trailing_zeros() as u8;
                targets &= targets - 1;
                out.push(Step { from: to.wrapping_sub(way.cast_unsigned()), to });
            }
        }
    }

    fn check(&self, board: &Board, side: Side, step: &Step) -> Result<(), Violation> {
        if self.pending(board) != Pending::Decide(Sides::only(side)) {
            return Err(Violation::form("it is not your turn"));
        }
        let legal = step.to < 64
            && board.targets(side).into_iter().zip(Board::ways(side)).any(|(targets, way)| {
                targets >> step.to & 1 == 1 && step.to.wrapping_sub(way.cast_unsigned()) == step.from
            });
        if legal { Ok(()) } else { Err(Violation::form("no pawn steps so")) }
    }

    #[inline]
    fn apply(
        &self,
        board: &mut Board,
        side: Side,
        step: &Step,
        _: &mut dyn Chance,
        story: &mut dyn Story<Moved>,
    ) {
        let (from, to) = (1 << step.from, 1 << step.to);
        board.pawns[side.index()] ^= from | to;
        board.pawns[side.other().index()] &= !to;
        board.turn = side.other();
        story.tell(Moved { from: step.from, to: step.to });
    }

    fn is_open(&self) -> bool {
        true
    }

    fn view(&self, board: &Board, _: Eyes) -> Board {
        *board
    }

    fn imagine(&self, view: &Board, _: Eyes, _: &mut dyn Chance) -> Board {
        *view
    }

    fn write(&self, step: &Step) -> String {
        let name = |square: u8| format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1);
        format!("{}-{}", name(step.from), name(step.to))
    }

    fn read(&self, text: &str) -> Result<Step, Violation> {
        let square = |name: &str| match name.as_bytes() {
            [file @ b'a'..=b'h', row @ b'1'..=b'8'] => Some(file - b'a' + 8 * (row - b'1')),
            _ => None,
        };
        text.split_once('-')
            .and_then(|(from, to)| Some(Step { from: square(from)?, to: square(to)? }))
            .ok_or_else(|| Violation::form("write a step such as `a2-a3`"))
    }

    fn question(&self, _: &Board, side: Side) -> Question {
        Question {
            text: "Which pawn steps where?".to_owned(),
            context: side.to_string(),
            rule: String::new(),
        }
    }

    fn tell(&self, event: &Moved) -> Line {
        Line::new(self.write(&Step { from: event.from, to: event.to }))
    }
}
