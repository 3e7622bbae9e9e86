//! What comes of things beyond the next decision, if both sides go on as people mostly do.

use super::{Effort, Headlines, NOTHING, Odds, in_one, in_worlds};
use crate::{Chance, Eyes, Pending, Rules, Side};

/// How many assumed answers follow each other at most: a rule set that never ends its assumptions is cut short.
const FAR: usize = 256;

/// How often an action is tried to find out whether anything is assumed about what follows it.
const GLANCES: u64 = 8;

/// What comes of the pending question of `side`, or of an action of his, if both sides then answer as
/// [`Rules::assumed`] says, for as long as it does. Results are called by their last headline.
///
/// `None` where nothing is assumed. After an action the same holds where `side` is asked again at once: there is an
/// outlook on that question, too, and it is the better one.
///
/// As with [`odds`](super::odds), only worlds are tried that `side` cannot tell from the real one. The action must pass
/// [`Rules::check`].
pub fn outlook<R: Rules>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: Option<&R::Action>,
    effort: Effort,
) -> Option<Odds> {
    let assumes = match action {
        Some(_) => !rules.assumptions().is_empty(),
        None => rules.assumed(state, side).is_some(),
    };
    if !assumes {
        return None;
    }
    let mut trial =
        Trial { rules, memo: R::Memo::default(), side, action, goes_on: false, asked_again: false };
    let mut look = |effort: Effort| {
        let can = |world: &R::State| action.is_none_or(|action| rules.check(world, side, action).is_ok());
        let mut run = |world: &R::State, chance: &mut dyn Chance| trial.run(world, chance);
        let odds = if rules.is_open() {
            in_one(state, effort, &mut run)
        } else {
            let eyes = Eyes::Of(side);
            in_worlds(rules, &rules.view(state, eyes), eyes, effort, can, &mut run)
        };
        (trial.goes_on && !trial.asked_again).then_some(odds)
    };
    // A run is many answers long: fewer of them cost as much as odds do.
    let effort = Effort { sequences: effort.sequences / 4, samples: effort.samples / 2, ..effort };
    // Most answers lead nowhere that anything is assumed: a glance shows it.
    look(Effort { sequences: 0, samples: GLANCES, worlds: GLANCES, ..effort })?;
    look(effort)
}

struct Trial<'a, R: Rules> {
    rules: &'a R,
    memo: R::Memo,
    side: Side,
    action: Option<&'a R::Action>,
    /// Whether anything was ever assumed.
    goes_on: bool,
    /// Whether, after the action, the first assumption was one about the side itself.
    asked_again: bool,
}

impl<R: Rules> Trial<'_, R> {
    fn run(&mut self, state: &R::State, chance: &mut dyn Chance) -> String {
        let rules = self.rules;
        let mut state = state.clone();
        let mut story = Headlines { rules, names: Vec::new() };
        if let Some(action) = self.action {
            rules.apply_with(&mut state, self.side, action, &mut self.memo, chance, &mut story);
            self.asked_again |= self.next(&state).is_some_and(|(side, _)| side == self.side);
        }
        for _ in 0..FAR {
            let Some((side, answer)) = self.next(&state) else { break };
            self.goes_on = true;
            rules.apply_with(&mut state, side, &answer, &mut self.memo, chance, &mut story);
        }
        story.names.pop().unwrap_or_else(|| NOTHING.to_owned())
    }

    /// Who answers next, and what; the side whose outlook it is before the other.
    fn next(&mut self, state: &R::State) -> Option<(Side, R::Action)> {
        let Pending::Decide(asked) = self.rules.pending(state) else { return None };
        [self.side, self.side.other()].into_iter().filter(|&side| asked.contains(side)).find_map(|side| {
            let answer = self.rules.assumed(state, side)?;
            self.rules.check_with(state, side, &answer, &mut self.memo).ok()?;
            Some((side, answer))
        })
    }
}
