//! Exact probabilities.

use serde::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

/// An exact fraction from 0 up, always in lowest terms.
///
/// ```
/// use engine::Fraction;
///
/// let sixth = Fraction::new(1, 6).unwrap();
/// let third = sixth.plus(sixth).unwrap();
/// assert_eq!(third.to_string(), "1/3");
/// assert_eq!("2/6".parse(), Ok(third));
/// assert_eq!(third.as_f64(), 1.0 / 3.0);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };
    /// Certainty.
    pub const ONE: Fraction = Fraction { numerator: 1, denominator: 1 };

    /// The fraction in lowest terms; `None` if the denominator is zero.
    #[must_use]
    pub fn new(numerator: u128, denominator: u128) -> Option<Fraction> {
        if denominator == 0 {
            return None;
        }
        let divisor = common_divisor(numerator, denominator);
        Some(Fraction { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// The number above the line.
    #[must_use]
    pub const fn numerator(self) -> u128 {
        self.numerator
    }

    /// The number below the line.
    #[must_use]
    pub const fn denominator(self) -> u128 {
        self.denominator
    }

    /// The sum; `None` if it cannot be written with 128 bits above and below the line.
    #[must_use]
    pub fn plus(self, other: Fraction) -> Option<Fraction> {
        let divisor = common_divisor(self.denominator, other.denominator);
        let denominator = (self.denominator / divisor).checked_mul(other.denominator)?;
        let mine = self.numerator.checked_mul(other.denominator / divisor)?;
        let theirs = other.numerator.checked_mul(self.denominator / divisor)?;
        Fraction::new(mine.checked_add(theirs)?, denominator)
    }

    /// The nearest floating-point number, or one next to it.
    #[must_use]
    pub fn as_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }
}

/// Euclid's greatest common divisor; at least 1 when `b` is not zero.
fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    /// Compares by the whole parts, then by what is left, turned over: nothing overflows.
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (mut a, mut b) = (*self, *other);
        loop {
            let wholes = (a.numerator / a.denominator).cmp(&(b.numerator / b.denominator));
            let (rest_a, rest_b) = (a.numerator % a.denominator, b.numerator % b.denominator);
            match (wholes, rest_a, rest_b) {
                (Ordering::Equal, 0, 0) => return Ordering::Equal,
                (Ordering::Equal, 0, _) => return Ordering::Less,
                (Ordering::Equal, _, 0) => return Ordering::Greater,
                (Ordering::Equal, ..) => {
                    // The smaller rest is the larger one turned over, so the two change places.
                    let turned = Fraction { numerator: b.denominator, denominator: rest_b };
                    b = Fraction { numerator: a.denominator, denominator: rest_a };
                    a = turned;
                }
                (unequal, ..) => return unequal,
            }
        }
    }
}

impl fmt::Display for Fraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

impl FromStr for Fraction {
    type Err = String;

    /// Reads `1/6`, `0` or `1`.
    fn from_str(text: &str) -> Result<Fraction, String> {
        let (above, below) = text.split_once('/').unwrap_or((text, "1"));
        let number = |text: &str| text.trim().parse::<u128>().ok();
        number(above)
            .zip(number(below))
            .and_then(|(above, below)| Fraction::new(above, below))
            .ok_or_else(|| format!("`{text}` is not a fraction such as `1/6`, `0` or `1`"))
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fraction(text: &str) -> Fraction {
        text.parse().unwrap()
    }

    #[test]
    fn fractions_are_read_in_lowest_terms_and_written_back() {
        for (written, read) in [("6/36", "1/6"), ("0/5", "0"), ("4/4", "1"), (" 1 / 2 ", "1/2"), ("7", "7")] {
            assert_eq!(fraction(written).to_string(), read);
        }
        for wrong in ["", "1/0", "-1/2", "0.5", "1/2/3", "a/6"] {
            assert!(wrong.parse::<Fraction>().unwrap_err().contains("is not a fraction"), "{wrong}");
        }
    }

    #[test]
    fn a_sum_that_does_not_fit_is_refused_not_wrapped() {
        let tiny = Fraction::new(1, u128::MAX).unwrap();
        let other = Fraction::new(1, u128::MAX - 1).unwrap();
        assert_eq!(tiny.plus(other), None);
        assert_eq!(tiny.plus(tiny), Fraction::new(2, u128::MAX));
        assert_eq!(fraction("1/6").plus(fraction("1/10")), Some(fraction("4/15")));
    }

    #[test]
    fn order_holds_where_products_would_overflow() {
        let below_one = Fraction::new(u128::MAX - 1, u128::MAX).unwrap();
        let further_below = Fraction::new(u128::MAX - 2, u128::MAX - 1).unwrap();
        assert!(further_below < below_one && below_one < Fraction::ONE);
        assert!(fraction("1/3") < fraction("1/2") && fraction("3/2") > Fraction::ONE);
        assert_eq!(fraction("2/4").cmp(&fraction("1/2")), Ordering::Equal);
        assert!(Fraction::ZERO < below_one);
    }
}
