//! The way of an initial order.

use arrayvec::ArrayVec;
use ground::Direction;
use ground::theatre::COMPASS;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::Deref;

/// The longest initial march in hexes.
pub const LONGEST_ROUTE: usize = 60;

/// A side of a hex as the compass counts them: north first, then clockwise (RUL-01).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Compass(u8);

impl Compass {
    /// The side that a die shows, 1 north (FMD-12.1-4).
    #[must_use]
    pub const fn of_die(die: u8) -> Compass {
        Compass(if die > 6 { 5 } else { die.saturating_sub(1) })
    }

    /// The side in a direction of the grid.
    #[must_use]
    pub fn of(direction: Direction) -> Option<Compass> {
        COMPASS.iter().position(|&other| other == direction).map(|side| Compass(side as u8))
    }

    /// Where it is on the grid.
    #[inline]
    #[must_use]
    pub const fn direction(self) -> Direction {
        COMPASS[self.0 as usize % COMPASS.len()]
    }
}

/// The steps of an initial march, and how many are done.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Route {
    /// Every step from where the order was written.
    steps: Steps,
    /// How many are done.
    done: u8,
}

impl Route {
    /// Every step from where the order was written.
    #[inline]
    #[must_use]
    pub fn steps(&self) -> &[Compass] {
        &self.steps
    }

    /// The steps that are not done.
    #[must_use]
    pub fn rest(&self) -> &[Compass] {
        self.steps.get(usize::from(self.done)..).unwrap_or_default()
    }

    /// Adds a step at the end.
    ///
    /// # Panics
    ///
    /// If there are [`LONGEST_ROUTE`] steps: no longer order can be written.
    pub fn push(&mut self, step: Compass) {
        self.steps.push(step);
    }

    /// The next step is done.
    pub(super) fn advance(&mut self) {
        self.done += 1;
    }

    /// The next step.
    #[inline]
    #[must_use]
    pub fn next(&self) -> Option<Compass> {
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
#[serde(from = "ArrayVec<Compass, LONGEST_ROUTE>", into = "ArrayVec<Compass, LONGEST_ROUTE>")]
struct Steps {
    count: u8,
    /// Those beyond the count are north.
    steps: [Compass; LONGEST_ROUTE],
}

impl Steps {
    fn push(&mut self, step: Compass) {
        self.steps[usize::from(self.count)] = step;
        self.count += 1;
    }
}

impl Default for Steps {
    fn default() -> Steps {
        Steps { count: 0, steps: [Compass(0); LONGEST_ROUTE] }
    }
}

impl Deref for Steps {
    type Target = [Compass];

    #[inline]
    fn deref(&self) -> &[Compass] {
        &self.steps[..usize::from(self.count)]
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl From<ArrayVec<Compass, LONGEST_ROUTE>> for Steps {
    fn from(list: ArrayVec<Compass, LONGEST_ROUTE>) -> Steps {
        let mut steps = Steps::default();
        list.into_iter().for_each(|step| steps.push(step));
        steps
    }
}

impl From<Steps> for ArrayVec<Compass, LONGEST_ROUTE> {
    fn from(steps: Steps) -> ArrayVec<Compass, LONGEST_ROUTE> {
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
        (0..=LONGEST_ROUTE as u8).for_each(|step| steps.push(Compass(step % 6)));
    }

    #[test]
    fn the_compass_goes_round_from_the_north() {
        let sides: Vec<Compass> = (1..=6).map(Compass::of_die).collect();
        assert_eq!(sides.iter().map(|side| side.direction()).collect::<Vec<_>>(), COMPASS);
        assert!(sides.iter().all(|&side| Compass::of(side.direction()) == Some(side)));
    }

    #[test]
    fn a_list_of_steps_is_written_as_a_list_and_is_never_too_long() {
        let mut steps = Steps::default();
        (0..60).for_each(|step| steps.push(Compass(step % 6)));
        assert_eq!((steps.len(), steps[59]), (LONGEST_ROUTE, Compass(5)));
        let text = serde_json::to_string(&steps).unwrap();
        assert!(text.starts_with("[0,1,2,3,4,5,0,"), "{text}");
        assert_eq!(serde_json::from_str::<Steps>(&text).unwrap(), steps);
        let longer = text.replace(']', ",1]");
        assert!(serde_json::from_str::<Steps>(&longer).is_err(), "61 steps are no route");
    }
}
