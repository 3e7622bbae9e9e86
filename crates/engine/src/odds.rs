//! What may happen: the exact distribution of an action's results, up to the next decision.
//!
//! All chance is injected, so odds need no rule of their own: the action is carried out under every sequence of dice,
//! and the results are counted. Where the tree of dice is too large, it is sampled and the error stated.
//!
//! # Secrets
//! A side that asks for odds must not learn from them what it cannot see. Unless the game is open ([`Rules::is_open`]),
//! the action is therefore tried in worlds imagined from the side's own view, never in the real state. Where a rule set
//! says that the hidden does not matter ([`Rules::is_uncertain`]), one such world stands for all.
//!
//! ```
//! use engine::chance::Scripted;
//! use engine::odds::{Effort, odds};
//! use engine::{Eyes, Rules, Side};
//! use picket_line::PicketLine;
//!
//! let rules = PicketLine::standard();
//! let mut story = Vec::new();
//! let mut state = rules.start(&mut Scripted::new([1, 1, 1, 1]), &mut story);
//! let moves = [
//!     (Side::Union, "order advance"),
//!     (Side::Confederate, "order hold"),
//!     (Side::Union, "pick A"),
//!     (Side::Union, "move 200,320 facing 0,1"),
//! ];
//! for (side, text) in moves {
//!     let action = rules.read(text)?;
//!     rules.check(&state, side, &action)?;
//!     rules.apply(&mut state, side, &action, &mut Scripted::new([]), &mut story);
//! }
//!
//! // X sees A 80 paces away and would need a 5; holding adds one to the die.
//! let fire = rules.read("fire X")?;
//! let odds = odds(&rules, &state, Side::Confederate, &fire, Eyes::All, Effort::default());
//! assert_eq!(odds.of("hit").unwrap().exact, Some("1/2".parse().unwrap()));
//! assert!(odds.is_exact());
//! # Ok::<(), engine::Violation>(())
//! ```

mod outlook;

pub use outlook::outlook;

use crate::chance::{Every, Quick};
use crate::{Chance, Eyes, Fraction, Print, Rules, Side, Story};
use serde::Serialize;
use std::collections::BTreeMap;

/// How much work odds may cost.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The most sequences of dice that are followed before the tree counts as too large.
    pub sequences: u64,
    /// The most dice in one sequence before the tree counts as too large: some rules roll again for ever.
    pub dice: usize,
    /// How many runs are sampled from a tree that is too large.
    pub samples: u64,
    /// How many worlds are imagined where something is hidden.
    pub worlds: u64,
    /// What samples and worlds are drawn from: the same number gives the same odds.
    pub number: u64,
}

impl Default for Effort {
    /// Enough for a preview while a player waits.
    fn default() -> Effort {
        Effort { sequences: 20_000, dice: 64, samples: 4_000, worlds: 64, number: 0 }
    }
}

/// What may happen, most likely first.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Odds<K = String> {
    /// What may happen. The likelihoods add up to one.
    pub rows: Vec<Row<K>>,
    /// How the likelihoods were found.
    pub basis: Basis,
}

/// One thing that may happen.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row<K = String> {
    /// What.
    pub what: K,
    /// How likely.
    pub likelihood: f64,
    /// How likely, exactly, where that is known; of imagined worlds, where it is the same in each.
    pub exact: Option<Fraction>,
    /// The standard error of `likelihood`; zero where it is exact.
    pub error: f64,
}

/// How odds were found.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub struct Basis {
    /// Whether every sequence of dice was followed, in every world.
    pub every_sequence: bool,
    /// How many runs of the action were made in all.
    pub runs: u64,
    /// In how many worlds imagined from a side's view; none if nothing hidden matters.
    pub imagined: u64,
}

impl<K: PartialEq> Odds<K> {
    /// The row of one thing that may happen; `None` if it cannot, or was not met in a sample.
    pub fn of<Q>(&self, what: &Q) -> Option<&Row<K>>
    where
        Q: ?Sized,
        K: PartialEq<Q>,
    {
        self.rows.iter().find(|row| row.what == *what)
    }

    /// Whether the likelihoods are certain: every sequence of dice was followed, and nothing hidden matters.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.basis.every_sequence && self.basis.imagined == 0
    }
}

/// The odds of an action by headlines, as people ask for them.
///
/// Headlines ([`Rules::headline`]) are joined by commas in the order in which they happen; a result without any is
/// called [`NOTHING`]. `eyes` are those of whoever asks.
///
/// The action must pass [`Rules::check`].
pub fn odds<R: Rules>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: &R::Action,
    eyes: Eyes,
    effort: Effort,
) -> Odds {
    odds_by(rules, state, side, action, eyes, effort, |_, headlines| {
        if headlines.is_empty() { NOTHING.to_owned() } else { headlines.join(JOIN) }
    })
}

/// What stands between two headlines of one result.
pub(crate) const JOIN: &str = ", ";

/// What a result without headlines is called.
pub const NOTHING: &str = "nothing";

/// The odds of an action by the state it leads to, known by its fingerprint.
///
/// The action must pass [`Rules::check`].
pub fn odds_of_states<R: Rules>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: &R::Action,
    eyes: Eyes,
    effort: Effort,
) -> Odds<Print> {
    odds_by(rules, state, side, action, eyes, effort, |state, _| Print::of(state))
}

/// The odds of an action, grouped by any key made from the state it leads to and the headlines on the way.
///
/// The action must pass [`Rules::check`]. In an imagined world where it does not, it is not tried.
pub fn odds_by<R: Rules, K: Ord + Clone>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: &R::Action,
    eyes: Eyes,
    effort: Effort,
    mut key: impl FnMut(&R::State, &[String]) -> K,
) -> Odds<K> {
    let headlines = Headlines { rules, names: Vec::new() };
    let mut trial = Trial { rules, memo: R::Memo::default(), side, action, headlines };
    let mut run = |state: &R::State, chance: &mut dyn Chance| {
        let result = trial.run(state, chance);
        key(&result, &trial.headlines.names)
    };
    if eyes == Eyes::All || rules.is_open() {
        return in_one(state, effort, &mut run);
    }
    let view = rules.view(state, eyes);
    if eyes == Eyes::Of(side) && !rules.is_uncertain(state, side, action) {
        // Not the real state, even so: whoever says that the hidden does not matter may err.
        let world = rules.imagine(&view, eyes, &mut Quick::new(effort.number));
        return in_one(&world, effort, &mut run);
    }
    in_worlds(rules, &view, eyes, effort, |world| rules.check(world, side, action).is_ok(), &mut run)
}

/// What comes of something in one state.
fn in_one<S, K: Ord>(state: &S, effort: Effort, run: &mut impl FnMut(&S, &mut dyn Chance) -> K) -> Odds<K> {
    match follow_every(state, effort, run) {
        Some(tally) => tally.exact(),
        None => sample(state, effort.samples, &mut Quick::new(effort.number), run).sampled(),
    }
}

/// What comes of something in worlds that these eyes cannot tell from the real one, as far as it can be tried there.
fn in_worlds<R: Rules, K: Ord>(
    rules: &R,
    view: &R::View,
    eyes: Eyes,
    effort: Effort,
    can: impl Fn(&R::State) -> bool,
    run: &mut impl FnMut(&R::State, &mut dyn Chance) -> K,
) -> Odds<K> {
    let share = Effort { sequences: effort.sequences / effort.worlds.max(1), ..effort };
    let samples = (effort.samples / effort.worlds.max(1)).max(1);
    let mut chance = Quick::new(effort.number);
    let mut worlds = Worlds::default();
    for _ in 0..effort.worlds.max(1) {
        let world = rules.imagine(view, eyes, &mut chance);
        if !can(&world) {
            continue;
        }
        // Where the tree of dice is too large in one world, it hardly fits in the next: it is sampled at once.
        let every = if worlds.every_sequence { follow_every(&world, share, run) } else { None };
        worlds.add(match every {
            Some(tally) => tally,
            None => sample(&world, samples, &mut chance, run),
        });
    }
    worlds.odds()
}

/// One action, tried again and again from the same state.
struct Trial<'a, R: Rules> {
    rules: &'a R,
    memo: R::Memo,
    side: Side,
    action: &'a R::Action,
    headlines: Headlines<'a, R>,
}

impl<R: Rules> Trial<'_, R> {
    fn run(&mut self, state: &R::State, chance: &mut dyn Chance) -> R::State {
        let mut state = state.clone();
        self.headlines.names.clear();
        self.rules.apply_with(
            &mut state,
            self.side,
            self.action,
            &mut self.memo,
            chance,
            &mut self.headlines,
        );
        state
    }
}

/// Keeps the headlines of a story and nothing else.
struct Headlines<'a, R: Rules> {
    rules: &'a R,
    names: Vec<String>,
}

impl<R: Rules> Story<R::Event> for Headlines<'_, R> {
    fn tell(&mut self, event: R::Event) {
        self.names.extend(self.rules.headline(&event));
    }
}

/// The results of one world.
struct Tally<K> {
    weights: BTreeMap<K, Weight>,
    runs: u64,
    every_sequence: bool,
}

#[derive(Copy, Clone)]
struct Weight {
    likelihood: f64,
    /// `None` where the exact sum does not fit.
    exact: Option<Fraction>,
}

impl<K: Ord> Tally<K> {
    fn new(every_sequence: bool) -> Tally<K> {
        Tally { weights: BTreeMap::new(), runs: 0, every_sequence }
    }

    fn add(&mut self, what: K, likelihood: f64, exact: Option<Fraction>) {
        self.runs += 1;
        let weight =
            self.weights.entry(what).or_insert(Weight { likelihood: 0.0, exact: Some(Fraction::ZERO) });
        weight.likelihood += likelihood;
        weight.exact = weight.exact.zip(exact).and_then(|(sum, part)| sum.plus(part));
    }

    fn exact(self) -> Odds<K> {
        let basis = Basis { every_sequence: true, runs: self.runs, imagined: 0 };
        let row = |(what, weight): (K, Weight)| {
            let likelihood = weight.exact.map_or(weight.likelihood, Fraction::as_f64);
            Row { what, likelihood, exact: weight.exact, error: 0.0 }
        };
        Odds { rows: sorted(self.weights.into_iter().map(row)), basis }
    }

    fn sampled(self) -> Odds<K> {
        let basis = Basis { every_sequence: false, runs: self.runs, imagined: 0 };
        let row = |(what, Weight { likelihood, .. }): (K, Weight)| {
            let error = (likelihood * (1.0 - likelihood) / self.runs as f64).sqrt();
            Row { what, likelihood, exact: None, error }
        };
        Odds { rows: sorted(self.weights.into_iter().map(row)), basis }
    }
}

fn sorted<K: Ord>(rows: impl Iterator<Item = Row<K>>) -> Vec<Row<K>> {
    let mut rows: Vec<Row<K>> = rows.collect();
    rows.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood).then_with(|| a.what.cmp(&b.what)));
    rows
}

/// Follows every sequence of dice; `None` if there are too many, or one is too long.
fn follow_every<S, K: Ord>(
    state: &S,
    effort: Effort,
    run: &mut impl FnMut(&S, &mut dyn Chance) -> K,
) -> Option<Tally<K>> {
    let mut every = Every::within(effort.dice);
    let mut tally = Tally::new(true);
    while every.advance() {
        if tally.runs >= effort.sequences.max(1) {
            return None;
        }
        let what = run(state, &mut every);
        if every.is_too_long() {
            return None;
        }
        let exact = every.ways().and_then(|ways| Fraction::new(1, ways));
        tally.add(what, every.likelihood(), exact);
    }
    Some(tally)
}

fn sample<S, K: Ord>(
    state: &S,
    samples: u64,
    chance: &mut Quick,
    run: &mut impl FnMut(&S, &mut dyn Chance) -> K,
) -> Tally<K> {
    let samples = samples.max(1);
    let mut tally = Tally::new(false);
    for _ in 0..samples {
        let what = run(state, chance);
        tally.add(what, 1.0 / samples as f64, None);
    }
    tally
}

/// The results of several imagined worlds, each as likely as another.
struct Worlds<K> {
    sums: BTreeMap<K, Sums>,
    worlds: u64,
    runs: u64,
    every_sequence: bool,
}

/// One result in several worlds.
#[derive(Default)]
struct Sums {
    /// The sum over the worlds of its likelihood there.
    likelihood: f64,
    /// The sum of the squares.
    squares: f64,
    /// In how many worlds it may happen.
    worlds: u64,
    /// Its exact likelihood, as long as that is the same in each.
    exact: Option<Fraction>,
}

impl<K> Default for Worlds<K> {
    fn default() -> Worlds<K> {
        Worlds { sums: BTreeMap::new(), worlds: 0, runs: 0, every_sequence: true }
    }
}

impl<K: Ord> Worlds<K> {
    fn add(&mut self, tally: Tally<K>) {
        self.worlds += 1;
        self.runs += tally.runs;
        self.every_sequence &= tally.every_sequence;
        for (what, Weight { likelihood, exact }) in tally.weights {
            let sums = self.sums.entry(what).or_default();
            sums.likelihood += likelihood;
            sums.squares += likelihood * likelihood;
            sums.exact = if sums.worlds == 0 { exact } else { sums.exact.filter(|_| sums.exact == exact) };
            sums.worlds += 1;
        }
    }

    /// The mean over the worlds. Its error comes from how much the worlds differ, the sampling of dice included.
    fn odds(self) -> Odds<K> {
        let worlds = self.worlds as f64;
        let row = |(what, sums): (K, Sums)| {
            if let Some(exact) = sums.exact.filter(|_| sums.worlds == self.worlds) {
                return Row { what, likelihood: exact.as_f64(), exact: Some(exact), error: 0.0 };
            }
            let likelihood = sums.likelihood / worlds;
            let spread = (sums.squares / worlds - likelihood * likelihood).max(0.0);
            let error = if self.worlds > 1 { (spread / (worlds - 1.0)).sqrt() } else { spread.sqrt() };
            Row { what, likelihood, exact: None, error }
        };
        let basis = Basis { every_sequence: self.every_sequence, runs: self.runs, imagined: self.worlds };
        Odds { rows: sorted(self.sums.into_iter().map(row)), basis }
    }
}
