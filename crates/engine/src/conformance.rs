//! One suite of laws for every rule set.
//!
//! The suite plays random games and, at every decision, holds the rules to what the [`Rules`] trait promises. A game's
//! tests call it once a scenario:
//!
//! ```
//! use engine::chance::Chance;
//! use engine::conformance::{Effort, conform};
//! use picket_line::{Action, PicketLine};
//! use std::sync::Arc;
//!
//! // Any answer at all, however absurd.
//! let wild = |rules: &PicketLine, chance: &mut dyn Chance| Action::any(rules, chance);
//! let effort = Effort { games: 5, ..Effort::default() };
//! let summary = conform(&Arc::new(PicketLine::standard()), &wild, effort).unwrap();
//! assert_eq!(summary.games, 5);
//! assert!(summary.wild_refused > 0);
//! ```
//!
//! # The laws
//!
//! | law | what must hold |
//! |---|---|
//! | [`Law::Answers`] | each side that must decide has an answer; nobody else has; none is listed twice |
//! | [`Law::Check`] | every answer listed passes the check; where the list is complete, nothing else does but asides |
//! | [`Law::Asides`] | an aside is legal and not listed, and leaves the question as it was |
//! | [`Law::Memo`] | who keeps a memo is answered as one who keeps none, and gets the same states |
//! | [`Law::Refusal`] | a refused action changes nothing, and the refusal says why |
//! | [`Law::Notation`] | every action reads back as it was written |
//! | [`Law::Determinism`] | the same action and dice give the same state and story, heard or not |
//! | [`Law::Saving`] | states and events survive being written and read |
//! | [`Law::View`] | a state imagined from a view looks the same to those eyes, and to a watcher; who leads which army is known to all |
//! | [`Law::Secrets`] | what a side may do, is asked and is told does not depend on what it cannot see |
//! | [`Law::Reactions`] | a reaction is of a kind told of, is asked the same in every world that anybody imagines, and may always be let pass; the turn is known to all |
//! | [`Law::Reveal`] | what shows something hidden says so, so that it cannot be taken back |
//! | [`Law::Undo`] | what is taken back leaves no trace, and done again gives the same |
//! | [`Law::Odds`] | odds add up to one |
//! | [`Law::Ending`] | every game ends within the bound, and then nobody has anything to decide |
//! | [`Law::Record`] | a finished game replays to the same states, is proven fair, and opens at its bookmark as it is |

pub mod golden;
mod hidden;
mod laws;
mod many;
mod sights;
mod soak;
mod truth;

pub use many::soak_test;
pub use sights::{Seen, conform_sights};
pub use soak::{Soaked, soak};
pub use truth::{told, truth};

use crate::chance::Quick;
use crate::fair::{Terms, verify};
use crate::{Chance, Eyes, Game, Listing, Outcome, Pending, Record, Rules, Side, Sides};
use faults::Source;
use hidden::Hidden;
use std::fmt;
use std::sync::Arc;

/// How much is tried.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Effort {
    /// How many games are played.
    pub games: u64,
    /// What everything random comes from: the same number plays the same games.
    pub number: u64,
    /// The most actions a game may have.
    pub bound: usize,
    /// How many wild actions are tried at each decision.
    pub wild: usize,
    /// The costly laws (saving, views, secrets, undo) are examined at one decision in so many.
    pub one_in: u32,
    /// Odds are examined at one decision in so many.
    pub odds_one_in: u32,
    /// Whether a watcher sees all that both sides see. Then whatever is hidden from a watcher must be hidden from one
    /// of the sides, and a view that gives away the other side's secrets is found out even if `imagine` leaves them in
    /// place.
    pub watcher_sees_what_both_see: bool,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            games: 20,
            number: 0,
            bound: 100_000,
            wild: 8,
            one_in: 1,
            odds_one_in: 64,
            watcher_sees_what_both_see: true,
        }
    }
}

/// Makes actions without regard to what is legal. A closure `Fn(&R, &mut dyn Chance) -> R::Action` will do.
pub trait Wild<R: Rules> {
    /// Any action at all.
    fn any(&self, rules: &R, chance: &mut dyn Chance) -> R::Action;

    /// An action a little different from this one: more likely to be nearly legal.
    fn near(&self, rules: &R, _action: &R::Action, chance: &mut dyn Chance) -> R::Action {
        self.any(rules, chance)
    }
}

impl<R: Rules, F: Fn(&R, &mut dyn Chance) -> R::Action> Wild<R> for F {
    fn any(&self, rules: &R, chance: &mut dyn Chance) -> R::Action {
        self(rules, chance)
    }
}

/// What was examined. A test that wants to be sure that something was tried can look here.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Games played to their end.
    pub games: u64,
    /// Actions carried out.
    pub actions: u64,
    /// Decisions with two or more answers listed.
    pub decisions: u64,
    /// The most answers listed at once.
    pub most_answers: usize,
    /// The most actions in a game.
    pub longest: usize,
    /// Wild actions that were legal.
    pub wild_legal: u64,
    /// Wild actions that were refused.
    pub wild_refused: u64,
    /// Actions taken back and done again.
    pub undone: u64,
    /// States imagined that differ from the real one.
    pub other_worlds: u64,
    /// Reactions examined in worlds that differ from the real one.
    pub reactions: u64,
    /// Games won by each side, and draws.
    pub results: [u64; 3],
}

/// A law.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the table in the module's documentation says what each law means")]
pub enum Law {
    Answers,
    Check,
    Asides,
    Memo,
    Refusal,
    Notation,
    Determinism,
    Saving,
    View,
    Secrets,
    Reactions,
    Reveal,
    Undo,
    Odds,
    Ending,
    Record,
    Sight,
}

/// A law was broken.
#[derive(Clone, Debug)]
pub struct Breach {
    /// Which.
    pub law: Law,
    /// How.
    pub what: String,
    /// In which game of the run.
    pub game: u64,
    /// After how many actions.
    pub actions: usize,
    /// The game so far: replay it to see the position.
    pub record: Record,
}

/// Plays random games and examines every law at every decision.
///
/// # Errors
///
/// The first breach of a law.
pub fn conform<R: Rules>(
    rules: &Arc<R>,
    wild: &impl Wild<R>,
    effort: Effort,
) -> Result<Summary, Box<Breach>> {
    let mut summary = Summary::default();
    let mut hidden = Hidden::default();
    let mut memo = R::Memo::default();
    for number in 0..effort.games {
        let terms = Terms::simple(format!("conformance {} {number}", effort.number), number);
        let mut examiner = Examiner {
            game: Game::new(rules.clone(), terms),
            wild,
            effort,
            chance: Quick::pair(effort.number, number),
            summary: &mut summary,
            hidden: &mut hidden,
            memo: &mut memo,
            actions: Vec::new(),
        };
        let mut result = examiner.game();
        let game = examiner.game;
        if result.is_ok() && number + 1 == effort.games && effort.watcher_sees_what_both_see {
            result = hidden.must_hide_from_a_side();
        }
        result.map_err(|(law, what)| {
            let (actions, record) = (game.entries().len(), game.record());
            Box::new(Breach { law, what, game: number, actions, record })
        })?;
    }
    Ok(summary)
}

/// How a law was broken.
type Broken = (Law, String);

/// Everybody who does not see all.
const EYES: [Eyes; 3] = [Eyes::Of(Side::Union), Eyes::Of(Side::Confederate), Eyes::Watcher];

struct Examiner<'a, R: Rules, W> {
    game: Game<R>,
    wild: &'a W,
    effort: Effort,
    chance: Quick,
    summary: &'a mut Summary,
    hidden: &'a mut Hidden,
    /// Kept over all games.
    memo: &'a mut R::Memo,
    actions: Vec<R::Action>,
}

impl<R: Rules, W: Wild<R>> Examiner<'_, R, W> {
    fn game(&mut self) -> Result<(), Broken> {
        let outcome = loop {
            let sides = match self.game.rules().pending(self.game.state()) {
                Pending::Over(outcome) => break outcome,
                Pending::Decide(sides) => sides,
            };
            if self.game.entries().len() >= self.effort.bound {
                return Err((Law::Ending, format!("no end after {} actions", self.effort.bound)));
            }
            self.decision(sides)?;
        };
        self.end(outcome)
    }

    fn decision(&mut self, sides: Sides) -> Result<(), Broken> {
        let Some(first) = sides.first() else {
            return Err((Law::Answers, "a decision is pending for nobody".to_owned()));
        };
        self.idle_sides_have_no_answers(sides)?;
        let side = if sides == Sides::BOTH { Side::BOTH[self.chance.below(2) as usize] } else { first };
        self.list(side)?;
        let mut action = self.actions[self.chance.below(self.actions.len() as u32) as usize].clone();
        if let Some(wild) = self.wild_actions(side)?
            && self.game.rules().listing(self.game.state(), side) == Listing::Candidates
            && self.chance.below(4) == 0
        {
            action = wild;
        }
        let costly = self.chance.below(self.effort.one_in.max(1)) == 0;
        if costly {
            self.saving()?;
            self.views()?;
            self.secrets(side)?;
            self.reactions(side)?;
        }
        if self.chance.below(self.effort.odds_one_in.max(1)) == 0 {
            self.odds(side, &action)?;
        }
        self.play(side, &action, costly)
    }

    fn end(&mut self, outcome: Outcome) -> Result<(), Broken> {
        self.idle_sides_have_no_answers(Sides::NONE)?;
        self.views()?;
        let Summary { games, longest, results, .. } = self.summary;
        *games += 1;
        *longest = (*longest).max(self.game.entries().len());
        results[outcome.winner.map_or(2, Side::index)] += 1;

        let broken = |what: String| (Law::Record, what);
        let (record, bookmark) = self.game.record_with_bookmark();
        let source = Source::new("record", record.to_json_with(&bookmark));
        let read = Record::read_with_bookmark(&source).map_err(|faults| broken(faults.to_string()))?;
        if read != (record.clone(), Some(bookmark.clone())) {
            return Err(broken("the record does not read back as it was written".to_owned()));
        }
        verify(&**self.game.rules(), &record).map_err(|unproven| broken(unproven.to_string()))?;
        let opened = Game::open_at(self.game.rules().clone(), &record, &bookmark)
            .map_err(|damage| broken(damage.to_string()))?;
        if opened.state() != self.game.state() || opened.entries() != self.game.entries() {
            return Err(broken("the record opens at its bookmark as another game".to_owned()));
        }
        Ok(())
    }
}

impl fmt::Display for Breach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Breach { law, what, game, actions, record } = self;
        writeln!(f, "law {law:?} is broken in game {game}, after {actions} actions: {what}")?;
        write!(f, "replay this record to see the position:\n{}", record.to_json())
    }
}

impl std::error::Error for Breach {}
