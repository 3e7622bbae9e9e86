//! The way of an initial order.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// The longest initial march in hexes.
pub const LONGEST_ROUTE: usize = 60;

/// The steps of an initial march, as sides of the hex in the order of the compass, and how many are done.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Route {
    /// Every step from where the order was written: 0 north, then clockwise.
    pub steps: Steps,
    /// How many are done.
    pub done: u8,
}

impl Route {
    /// The next step.
    #[inline]
    #[must_use]
    pub fn next(&self) -> Option<u8> {
        self.steps.get(usize::from(self.done)).copied()
    }

    /// Whether the next step is the last.
    #[inline]
    #[must_use]
    pub fn is_last(&self) -> bool {
        usize::from(self.done) + 1 == self.steps.len()
    }

    /// Whether every step is done.
    #[inline]
    #[must_use]
    pub fn is_done(&self) -> bool {
        usize::from(self.done) >= self.steps.len()
    }
}

/// A list of steps that is copied as a block: most of a state is routes, and an [`ArrayVec`] is copied step by step.
#[derive(Copy, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ArrayVec<u8, LONGEST_ROUTE>", into = "ArrayVec<u8, LONGEST_ROUTE>")]
pub struct Steps {
    count: u8,
    /// Those beyond the count are 0.
    steps: [u8; LONGEST_ROUTE],
}

impl Steps {
    /// Adds a step at the end.
    ///
    /// # Panics
    ///
    /// If there are [`LONGEST_ROUTE`] steps: no longer order can be written.
    pub fn push(&mut self, step: u8) {
        self.steps[usize::from(self.count)] = step;
        self.count += 1;
    }
}

impl Default for Steps {
    fn default() -> Steps {
        Steps { count: 0, steps: [0; LONGEST_ROUTE] }
    }
}

impl Deref for Steps {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        &self.steps[..usize::from(self.count)]
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl From<ArrayVec<u8, LONGEST_ROUTE>> for Steps {
    fn from(list: ArrayVec<u8, LONGEST_ROUTE>) -> Steps {
        let mut steps = Steps::default();
        list.into_iter().for_each(|step| steps.push(step));
        steps
    }
}

impl From<Steps> for ArrayVec<u8, LONGEST_ROUTE> {
    fn from(steps: Steps) -> ArrayVec<u8, LONGEST_ROUTE> {
        steps.iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "out of bounds")]
    fn a_step_too_many_is_not_forgotten() {
        let mut steps = Steps::default();
        (0..=LONGEST_ROUTE as u8).for_each(|step| steps.push(step % 6));
    }

    #[test]
    fn a_list_of_steps_is_written_as_a_list_and_is_never_too_long() {
        let mut steps = Steps::default();
        (0..60).for_each(|step| steps.push(step % 6));
        assert_eq!((steps.len(), steps[59]), (LONGEST_ROUTE, 5));
        let text = serde_json::to_string(&steps).unwrap();
        assert!(text.starts_with("[0,1,2,3,4,5,0,"), "{text}");
        assert_eq!(serde_json::from_str::<Steps>(&text).unwrap(), steps);
        let longer = text.replace(']', ",1]");
        assert!(serde_json::from_str::<Steps>(&longer).is_err(), "61 steps are no route");
    }
}
