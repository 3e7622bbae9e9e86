//! Men into steps: strength points, stands or circles, whatever a game counts.
//!
//! One battle is played at several scales, so the scales must agree: sum first and round once, at the level that
//! manoeuvres; where regiments share a brigade's steps, hand them out by largest remainder.

/// The steps that a number of men make, rounded to the nearest; a half goes to the even step, so that many
/// halves do not add up to troops who were not there. Men who are there at all make at least one step.
///
/// ```
/// use armies::steps;
/// assert_eq!(steps(1814, 100), 18);
/// assert_eq!(steps(315, 30), 10); // 10½
/// assert_eq!(steps(285, 30), 10); // 9½
/// assert_eq!(steps(20, 100), 1);
/// assert_eq!(steps(0, 100), 0);
/// ```
///
/// # Panics
///
/// If a step is of no men.
pub fn steps(men: u32, men_per_step: u32) -> u32 {
    assert!(men_per_step > 0, "a step has at least one man");
    if men == 0 {
        return 0;
    }
    let (whole, rest) = (men / men_per_step, men % men_per_step);
    let up = match (u64::from(rest) * 2).cmp(&u64::from(men_per_step)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => whole % 2,
        std::cmp::Ordering::Greater => 1,
    };
    (whole + up).max(1)
}

/// The steps that remain when losses are kept in men: a step stands as long as one of its men does.
///
/// ```
/// use armies::steps_left;
/// assert_eq!(steps_left(301, 100), 4);
/// assert_eq!(steps_left(300, 100), 3);
/// ```
///
/// # Panics
///
/// If a step is of no men.
pub fn steps_left(men_left: u32, men_per_step: u32) -> u32 {
    assert!(men_per_step > 0, "a step has at least one man");
    men_left.div_ceil(men_per_step)
}

/// Hands out steps in proportion to weights, by largest remainder: everyone gets the whole steps due, and those
/// left over go one each to the largest remainders (among equals to the heavier, then to the earlier).
///
/// The shares add up to `total` unless nobody has a weight.
///
/// ```
/// use armies::share_out;
/// assert_eq!(share_out(18, &[308, 496, 302, 344, 364]), [3, 5, 3, 3, 4]);
/// ```
pub fn share_out(total: u32, weights: &[u32]) -> Vec<u32> {
    let sum: u64 = weights.iter().map(|&weight| u64::from(weight)).sum();
    if sum == 0 {
        return vec![0; weights.len()];
    }
    // A share is at most the total, so it fits its type again.
    let due = |weight: u32| u64::from(total) * u64::from(weight);
    let mut shares: Vec<u32> = weights.iter().map(|&weight| (due(weight) / sum) as u32).collect();
    let left_over = total - shares.iter().sum::<u32>();

    let mut order: Vec<usize> = (0..weights.len()).collect();
    order.sort_by_key(|&index| {
        let weight = weights[index];
        (std::cmp::Reverse((due(weight) % sum, weight)), index)
    });
    for &index in order.iter().take(left_over as usize) {
        shares[index] += 1;
    }
    shares
}

/// The steps of each part of a whole: the whole is rounded once and shared out by largest remainder, then every
/// part with men gets at least one step, at the cost of the parts with the most. Only a whole with fewer steps
/// than parts comes out larger than [`steps`] says.
///
/// ```
/// use armies::{share_steps, steps};
/// let devin = [218, 367, 464, 59];
/// assert_eq!(share_steps(&devin, 100), [2, 4, 4, 1]);
/// assert_eq!(steps(devin.iter().sum(), 100), 11);
/// assert_eq!(share_steps(&[20, 20, 20], 100), [1, 1, 1]);
/// ```
///
/// # Panics
///
/// If a step is of no men, or the men are more than `u32` counts.
pub fn share_steps(men: &[u32], men_per_step: u32) -> Vec<u32> {
    let parts = men.iter().filter(|&&men| men > 0).count() as u32;
    let total = steps(men.iter().sum(), men_per_step).max(parts);
    let mut shares = share_out(total, men);
    while let Some(without) = (0..men.len()).find(|&index| men[index] > 0 && shares[index] == 0) {
        let Some(richest) =
            (0..men.len()).rev().max_by_key(|&index| (shares[index], std::cmp::Reverse(men[index])))
        else {
            break;
        };
        shares[richest] -= 1;
        shares[without] += 1;
    }
    shares
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ties_of_remainders_go_to_the_heavier_then_the_earlier() {
        assert_eq!(share_out(1, &[1, 1]), [1, 0]);
        assert_eq!(share_out(2, &[1, 3]), [0, 2]);
        assert_eq!(share_out(3, &[0, 0]), [0, 0]);
        assert_eq!(share_out(5, &[0, 7]), [0, 5]);
    }

    #[test]
    fn a_small_part_takes_its_step_from_the_largest() {
        assert_eq!(share_steps(&[900, 30, 800], 100), [8, 1, 8]);
        assert_eq!(share_steps(&[0, 30], 100), [0, 1]);
        assert_eq!(share_steps(&[], 100), Vec::<u32>::new());
    }

    proptest! {
        #[test]
        fn shares_add_up_and_stay_within_a_step_of_their_due(
            total in 0u32..2_000, weights in prop::collection::vec(0u32..5_000, 1..12),
        ) {
            let sum: u32 = weights.iter().sum();
            let shares = share_out(total, &weights);
            prop_assert_eq!(shares.iter().sum::<u32>(), if sum == 0 { 0 } else { total });
            for (&share, &weight) in shares.iter().zip(&weights) {
                let due = f64::from(total) * f64::from(weight) / f64::from(sum.max(1));
                prop_assert!((f64::from(share) - due).abs() < 1.0);
                prop_assert!(weight > 0 || share == 0);
            }
        }

        #[test]
        fn nobody_present_is_without_a_step(
            men in prop::collection::vec(0u32..900, 1..12), men_per_step in 1u32..300,
        ) {
            let shares = share_steps(&men, men_per_step);
            for (&share, &men) in shares.iter().zip(&men) {
                prop_assert_eq!(share > 0, men > 0);
            }
            let parts = men.iter().filter(|&&men| men > 0).count() as u32;
            prop_assert_eq!(shares.iter().sum::<u32>(), steps(men.iter().sum(), men_per_step).max(parts));
        }
    }
}
