//! The time of day.

use std::fmt;

/// A time of day to the minute.
///
/// ```
/// use armies::Clock;
/// let start = Clock::parse("07:30").unwrap();
/// let arrival = Clock::parse("09:55").unwrap();
/// assert_eq!(arrival.minutes_after(start), Some(145));
/// assert_eq!(arrival.turn(start, 60), Some(3));
/// assert_eq!(arrival.to_string(), "09:55");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clock(u16);

impl Clock {
    /// Midnight, where the day begins.
    pub const MIDNIGHT: Clock = Clock(0);

    /// A time from minutes after midnight, up to 23:59.
    pub fn new(minutes: u16) -> Option<Self> {
        (minutes < 24 * 60).then_some(Self(minutes))
    }

    /// A time written as `HH:MM`.
    pub fn parse(text: &str) -> Option<Self> {
        let two_digits = |digits: &str| {
            let right = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
            if right { digits.parse::<u16>().ok() } else { None }
        };
        let (hours, minutes) = text.split_once(':')?;
        let (hours, minutes) = (two_digits(hours)?, two_digits(minutes)?);
        (hours < 24 && minutes < 60).then_some(Self(hours * 60 + minutes))
    }

    /// Minutes after midnight.
    pub fn minutes(self) -> u16 {
        self.0
    }

    /// Minutes since an earlier time of the same day; none if it is later.
    pub fn minutes_after(self, earlier: Clock) -> Option<u16> {
        self.0.checked_sub(earlier.0)
    }

    /// The turn, counted from 1, in which this time falls when the first turn begins at `start`; none if it is
    /// before that or turns take no time.
    pub fn turn(self, start: Clock, minutes_per_turn: u16) -> Option<u16> {
        Some(self.minutes_after(start)?.checked_div(minutes_per_turn)? + 1)
    }
}

impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_times_of_day_are_read() {
        assert_eq!(Clock::parse("00:00"), Some(Clock::MIDNIGHT));
        assert_eq!(Clock::parse("23:59").map(Clock::minutes), Some(1439));
        for wrong in ["24:00", "12:60", "7:30", "07.30", "0730", "", ":", "+7:30", "١٢:٣٠"] {
            assert_eq!(Clock::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Clock::new(1440), None);
    }

    #[test]
    fn turns_count_from_one() {
        let clock = |text| Clock::parse(text).unwrap();
        assert_eq!(clock("07:30").turn(clock("07:30"), 20), Some(1));
        assert_eq!(clock("07:49").turn(clock("07:30"), 20), Some(1));
        assert_eq!(clock("07:50").turn(clock("07:30"), 20), Some(2));
        assert_eq!(clock("07:29").turn(clock("07:30"), 20), None);
        assert_eq!(clock("07:30").turn(clock("07:30"), 0), None);
    }
}
