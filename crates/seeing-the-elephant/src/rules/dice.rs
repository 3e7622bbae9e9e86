//! The dice of the game (G-18, R-01, R-02).

use engine::Chance;
use engine::chance::{AVERAGE, D10_FROM_ZERO};

/// A ten-sided die, read 0 to 9.
pub fn d10(chance: &mut dyn Chance, purpose: &'static str) -> u8 {
    chance.faced(D10_FROM_ZERO, purpose)
}

/// An average die.
pub fn average(chance: &mut dyn Chance, purpose: &'static str) -> u8 {
    chance.faced(AVERAGE, purpose)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    /// Shows each face in turn.
    struct InTurn(u32);

    impl Chance for InTurn {
        fn draw(&mut self, outcomes: u32, _: &'static str) -> u32 {
            self.0 += 1;
            (self.0 - 1) % outcomes
        }
    }

    #[test]
    fn average_dice_have_their_faces_and_ten_sided_ones_a_zero() {
        let _proof = proves(&["R-01", "R-02", "G-18"]);
        let mut chance = InTurn(0);
        assert_eq!([(); 6].map(|()| average(&mut chance, "test")), [2, 3, 3, 4, 4, 5]);
        let mut chance = InTurn(0);
        assert_eq!([(); 10].map(|()| d10(&mut chance, "test")), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
}
