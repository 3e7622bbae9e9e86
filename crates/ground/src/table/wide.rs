//! Products of 128-bit numbers, for the few comparisons that need more than 128 bits.

use std::cmp::Ordering;

const LOW: u128 = (1 << 64) - 1;

/// The product of two numbers: the upper and the lower 128 bits.
pub(super) const fn product(a: u128, b: u128) -> (u128, u128) {
    let (a1, a0, b1, b0) = (a >> 64, a & LOW, b >> 64, b & LOW);
    let low = a0 * b0;
    // Neither sum can overflow: a product of halves leaves room for two more halves.
    let first = a1 * b0 + (low >> 64);
    let second = a0 * b1 + (first & LOW);
    (a1 * b1 + (first >> 64) + (second >> 64), (second << 64) | (low & LOW))
}

/// Compares two products.
pub(super) const fn compare(a: (u128, u128), b: (u128, u128)) -> Ordering {
    match (a.0.checked_mul(a.1), b.0.checked_mul(b.1)) {
        (Some(a), Some(b)) => order(a, b),
        _ => order_wide(product(a.0, a.1), product(b.0, b.1)),
    }
}

/// Is `above / below`, squared and times `by`, at most the square of `most`? For numbers whose products fit 256 bits.
pub(super) const fn fraction_squared_at_most(above: u128, below: u128, by: u128, most: u128) -> bool {
    let (one, other) = (scaled(product(above, above), by), scaled(product(below, below), most * most));
    !matches!(order_wide(one, other), Ordering::Greater)
}

/// A number of 256 bits times another that leaves it one.
const fn scaled(number: (u128, u128), by: u128) -> (u128, u128) {
    let (high, low) = product(number.1, by);
    (number.0 * by + high, low)
}

const fn order_wide(a: (u128, u128), b: (u128, u128)) -> Ordering {
    match order(a.0, b.0) {
        Ordering::Equal => order(a.1, b.1),
        unequal => unequal,
    }
}

const fn order(a: u128, b: u128) -> Ordering {
    if a < b {
        Ordering::Less
    } else if a > b {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_large_numbers() {
        assert_eq!(product(u128::MAX, u128::MAX), (u128::MAX - 1, 1));
        assert_eq!(product(1 << 100, 1 << 60), (1 << 32, 0));
        assert_eq!(product(u128::MAX, 2), (1, u128::MAX - 1));
        assert_eq!(product(7 << 64, 5), (0, 35 << 64));
    }

    #[test]
    fn products_are_compared() {
        let large = 1u128 << 100;
        assert_eq!(compare((large, large), (large + 1, large - 1)), Ordering::Greater);
        assert_eq!(compare((large, 3), (3, large)), Ordering::Equal);
        assert_eq!(compare((large, large), (large, large)), Ordering::Equal);
        assert_eq!(compare((2, 3), (7, 1)), Ordering::Less);
        assert!(fraction_squared_at_most(3, 2, 4, 3) && !fraction_squared_at_most(3, 2, 5, 3));
        assert!(
            fraction_squared_at_most(large, large / 2, 16, 8)
                && !fraction_squared_at_most(large, large / 2, 16, 7)
        );
    }
}
