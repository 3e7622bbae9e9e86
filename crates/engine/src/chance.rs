//! All chance in a game: dice, cards, ties broken by lot.

/// Where dice come from. A draw states how many equally likely outcomes there are and what it is for.
///
/// Play for people uses a seeded stream, tests a script, odds every outcome in turn.
pub trait Chance {
    /// One of `outcomes` equally likely numbers, `0..outcomes`. `purpose` says what it decides.
    ///
    /// `outcomes` is never zero.
    fn draw(&mut self, outcomes: u32, purpose: &'static str) -> u32;

    /// One six-sided die.
    #[inline]
    fn d6(&mut self, purpose: &'static str) -> u8 {
        self.draw(6, purpose) as u8 + 1
    }

    /// One ten-sided die, 1 to 10.
    #[inline]
    fn d10(&mut self, purpose: &'static str) -> u8 {
        self.draw(10, purpose) as u8 + 1
    }
}
