//! A game being played, whichever it is: what a server or a program needs of it, without knowing its types.

use crate::chance::Quick;
use crate::fair::Terms;
use crate::game::{Barrier, Damage, Heard, Marks};
use crate::odds::{Effort, odds, outlook};
use crate::record::{Mismatch, Record};
use crate::scene::{
    Answer, Ask, Board, Chances, Gesture, Overlay, Preview, Reacting, Sight, Target, Trace, Undo, Word,
};
use crate::stage::{Blurb, Stage};
use crate::story::Sum;
use crate::{Eyes, Game, Identity, Listing, Outcome, Pending, Print, Rules, Seat, Seats, Side, Violation};
use serde::Serialize;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;

/// A scenario with its rules, ready to be played: any game.
pub trait Shelved: Send + Sync {
    /// Which game, rules, scenario and options.
    fn identity(&self) -> Identity;

    /// What it is about.
    fn blurb(&self) -> Blurb;

    /// Its board.
    fn board(&self) -> Board;

    /// Begins a game.
    fn begin(&self, terms: Terms) -> Box<dyn Table>;

    /// Plays a record again, to its end.
    ///
    /// # Errors
    ///
    /// What does not agree.
    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, Mismatch>;

    /// Opens a game put away by [`Table::put_away`].
    ///
    /// # Errors
    ///
    /// What is wrong with the bytes.
    fn open(&self, bytes: &[u8]) -> Result<Box<dyn Table>, Damage>;
}

/// A game being played.
pub trait Table: Send + Sync {
    /// Who must decide; nobody once the game is over.
    fn waiting(&self) -> Seats;

    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome<Seat>>;

    /// How many actions have been carried out, secret ones included.
    fn actions(&self) -> usize;

    /// Everything these eyes see.
    fn sight(&self, eyes: Eyes<Seat>) -> Sight;

    /// The same, made of what others see now: for a game in which all see the same but for what they are asked.
    fn sight_beside(&self, sight: &Sight, eyes: Eyes<Seat>) -> Sight;

    /// What is special about the pending question of a seat, if it is a reaction: its kind, and the rest.
    fn reaction(&self, seat: Seat) -> Option<(String, Reacting)>;

    /// Whether this answer lets the pending reaction of a seat pass, however it is written.
    fn lets_pass(&self, seat: Seat, action: &str) -> bool;

    /// The number of the turn, for what holds for a turn only.
    fn turn(&self) -> u32;

    /// [`Sight::moment`] of what these eyes see, without all the rest of it.
    fn moment(&self, eyes: Eyes<Seat>) -> Print;

    /// What these eyes saw after each entry of their log: `count` moments, beginning with the one at which the log had
    /// `from` entries. Nothing is asked in them.
    ///
    /// What was played again to get there is marked, so that the next moments are near; whoever takes something back
    /// forgets the marks.
    fn sights(&self, eyes: Eyes<Seat>, from: usize, count: usize, marks: &Marks) -> Vec<Sight>;

    /// How many entries the log of these eyes has.
    fn log_len(&self, eyes: Eyes<Seat>) -> usize;

    /// What these eyes have heard, from this line on.
    fn log(&self, eyes: Eyes<Seat>, from: usize) -> Vec<Heard>;

    /// Carries out an answer, or refuses it and changes nothing.
    ///
    /// # Errors
    ///
    /// What cannot be read, or the rule that forbids it.
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), Violation>;

    /// Takes back what these seats did: the last action, everything, or everything from a line of their log on.
    ///
    /// # Errors
    ///
    /// What stands in the way. Nothing is changed then.
    fn undo(&mut self, mine: Seats, eyes: Eyes<Seat>, back: Back) -> Result<(), Barrier>;

    /// What is known of an answer before it is given.
    ///
    /// # Errors
    ///
    /// What cannot be read, or the rule that forbids it.
    fn preview(&self, seat: Seat, action: &str) -> Result<Preview, Violation>;

    /// What may come of what a seat is asked, if both sides go on as assumed; `None` where nothing is assumed.
    fn outlook(&self, seat: Seat) -> Option<Chances>;

    /// The answer that a click means, or why it means none that can be given.
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    fn click(&self, seat: Seat, target: &Target) -> Result<String, Violation>;

    /// What would become of a gesture if it ended now.
    fn trace(&self, seat: Seat, gesture: &Gesture) -> Trace;

    /// Something laid over the board.
    ///
    /// # Errors
    ///
    /// Why there is no such overlay.
    fn overlay(&self, eyes: Eyes<Seat>, id: &str, about: &str) -> Result<Overlay, Violation>;

    /// The record with its seed: to be kept by the table.
    fn record(&self) -> Record;

    /// The same with every draw written down, for whoever checks the dice without knowing the rules. The game is played
    /// again for it.
    fn record_with_dice(&self) -> Record;

    /// The game as bytes, secrets included.
    fn put_away(&self) -> Vec<u8>;

    /// The same game once more: one goes on, and one stays for whoever looks at it.
    fn copy(&self) -> Box<dyn Table>;
}

/// The first byte of a game put away: the form of the others, so that those of another form are not misread.
const FORM: u8 = 3;

/// By which rules and data a game was played that [`Table::put_away`] made bytes of, in this program or an earlier one:
/// that stands at their beginning whatever the form of the rest.
#[must_use]
pub fn identity_of(put_away: &[u8]) -> Option<Identity> {
    // The first programs wrote no form before it.
    let after = |skipped: usize| {
        let (identity, _) = postcard::take_from_bytes::<Identity>(put_away.get(skipped..)?).ok()?;
        let is_print = identity.scenario_print.parse::<Print>().is_ok();
        is_print.then_some(identity)
    };
    after(1).or_else(|| after(0))
}

/// How far to go back.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Back {
    /// The last action.
    Last,
    /// As far as possible.
    All,
    /// From this line of the log on.
    Line(usize),
}

impl<R: Stage + 'static> Shelved for Arc<R> {
    fn identity(&self) -> Identity {
        Rules::identity(&**self)
    }

    fn blurb(&self) -> Blurb {
        Blurb { reactions: Rules::reactions(&**self), ..Stage::blurb(&**self) }
    }

    fn board(&self) -> Board {
        Stage::board(&**self)
    }

    fn begin(&self, terms: Terms) -> Box<dyn Table> {
        Box::new(Game::new(self.clone(), terms))
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, Mismatch> {
        Ok(Box::new(Game::replay(self.clone(), record, None)?))
    }

    fn open(&self, bytes: &[u8]) -> Result<Box<dyn Table>, Damage> {
        let bytes = bytes.strip_prefix(&[FORM]).ok_or(Damage::Snapshot)?;
        let save = postcard::from_bytes(bytes).map_err(|_| Damage::Snapshot)?;
        Ok(Box::new(Game::open(self.clone(), save)?))
    }
}

impl<R: Stage + 'static> Table for Game<R> {
    fn waiting(&self) -> Seats {
        Game::waiting(self)
    }

    fn outcome(&self) -> Option<Outcome<Seat>> {
        Game::outcome(self)
    }

    fn actions(&self) -> usize {
        self.entries().len()
    }

    fn sight(&self, eyes: Eyes<Seat>) -> Sight {
        self.sight_beside(&look(&**self.rules(), self.state(), eyes, Game::log_len(self, eyes)), eyes)
    }

    fn sight_beside(&self, sight: &Sight, eyes: Eyes<Seat>) -> Sight {
        let (ask, undo) = match eyes {
            Eyes::Of(seat) => (ask(&**self.rules(), self.state(), seat), self.undo_for(seat)),
            Eyes::Watcher | Eyes::All => (None, Undo::default()),
        };
        let Sight { moment, scene, armies, waiting, context, outcome, log, .. } = sight;
        Sight {
            moment: moment.clone(),
            scene: scene.clone(),
            armies: *armies,
            ask,
            waiting: waiting.clone(),
            context: context.clone(),
            outcome: *outcome,
            log: *log,
            undo,
        }
    }

    fn reaction(&self, seat: Seat) -> Option<(String, Reacting)> {
        let (rules, side) = (&**self.rules(), self.seating().army(seat));
        let reaction = rules.reaction(self.state(), side)?;
        let kind = rules.question(self.state(), side).rule;
        Some((kind, reaction.map(|pass| rules.write(&pass)).into()))
    }

    fn lets_pass(&self, seat: Seat, action: &str) -> bool {
        let (rules, side) = (&**self.rules(), self.seating().army(seat));
        let given = rules.read(action).ok();
        given.is_some() && rules.reaction(self.state(), side).map(|reaction| reaction.pass) == given
    }

    fn turn(&self) -> u32 {
        self.rules().turn(self.state())
    }

    fn moment(&self, eyes: Eyes<Seat>) -> Print {
        let log = Game::log_len(self, eyes);
        moment(&self.rules().view(self.state(), self.seating().eyes(eyes)), log)
    }

    fn sights(&self, eyes: Eyes<Seat>, from: usize, count: usize, marks: &Marks) -> Vec<Sight> {
        let mut wanted =
            self.moments(eyes).filter(|&(_, lines)| lines >= from).take(count).collect::<VecDeque<_>>();
        let mut sights = Vec::with_capacity(wanted.len());
        let Some(&(first, _)) = wanted.front() else { return sights };
        self.revisit(first, marks, |actions, state| {
            if let Some(&(wished, lines)) = wanted.front()
                && wished == actions
            {
                wanted.pop_front();
                sights.push(look(&**self.rules(), state, eyes, lines));
            }
            if wanted.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        sights
    }

    fn log_len(&self, eyes: Eyes<Seat>) -> usize {
        Game::log_len(self, eyes)
    }

    fn log(&self, eyes: Eyes<Seat>, from: usize) -> Vec<Heard> {
        self.log_from(eyes, from)
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), Violation> {
        self.play_text(seat, action).map(|_| ())
    }

    fn undo(&mut self, mine: Seats, eyes: Eyes<Seat>, back: Back) -> Result<(), Barrier> {
        match back {
            Back::Last => Game::undo(self, mine),
            Back::All => self.undo_all(mine),
            Back::Line(number) => self.undo_to_line(mine, eyes, number),
        }
    }

    fn preview(&self, seat: Seat, action: &str) -> Result<Preview, Violation> {
        let (rules, side) = (&**self.rules(), self.seating().army(seat));
        let answer = rules.read(action)?;
        rules.check(self.state(), side, &answer)?;
        Ok(preview(rules, self.state(), side, &answer, rules.effort()))
    }

    fn outlook(&self, seat: Seat) -> Option<Chances> {
        let rules = &**self.rules();
        outlook_on(rules, self.state(), self.seating().army(seat), None, rules.effort())
    }

    fn click(&self, seat: Seat, target: &Target) -> Result<String, Violation> {
        let (rules, side) = (&**self.rules(), self.seating().army(seat));
        let answer = rules
            .meaning(self.state(), side, target)
            .ok_or_else(|| Violation::form("Nothing can be done there now."))?;
        rules.check(self.state(), side, &answer)?;
        Ok(rules.write(&answer))
    }

    fn trace(&self, seat: Seat, gesture: &Gesture) -> Trace {
        match gesture.check() {
            Ok(()) => self.rules().trace(self.state(), self.seating().army(seat), gesture),
            Err(refusal) => Trace::refused(refusal),
        }
    }

    fn overlay(&self, eyes: Eyes<Seat>, id: &str, about: &str) -> Result<Overlay, Violation> {
        self.rules().overlay(&self.view(eyes), self.seating().eyes(eyes), id, about)
    }

    fn record(&self) -> Record {
        Game::record(self)
    }

    fn record_with_dice(&self) -> Record {
        let record = Game::record(self);
        record.clone().with_dice(&**self.rules()).unwrap_or(record)
    }

    fn put_away(&self) -> Vec<u8> {
        let bytes = postcard::to_extend(&self.save(), vec![FORM]);
        bytes.expect("a game put away is made of derived, sized parts")
    }

    fn copy(&self) -> Box<dyn Table> {
        Box::new(Game::copy(self))
    }
}

impl<R: Rules> Game<R> {
    /// Whether a seat may take something back, and how far.
    fn undo_for(&self, seat: Seat) -> Undo {
        let mine = Seats::only(seat);
        let (reach, barrier) = self.undo_reach(mine);
        let first = self.entries().iter().skip(reach).position(|entry| entry.seat == seat);
        let to_line = first.and_then(|first| self.line_of(Eyes::Of(seat), reach + first));
        let barrier = match to_line {
            None => barrier.unwrap_or(Barrier::Nothing).to_string(),
            Some(_) => barrier.map_or_else(String::new, |barrier| barrier.to_string()),
        };
        Undo { to_line, barrier }
    }
}

/// A fingerprint of what some eyes see and how much they have heard.
fn moment<V: Serialize>(view: &V, log: usize) -> Print {
    Print::of(&(view, log))
}

/// What these eyes see, without what they are asked.
pub(crate) fn look<R: Stage>(rules: &R, state: &R::State, eyes: Eyes<Seat>, log: usize) -> Sight {
    let seating = rules.seating(state);
    let eyes = seating.eyes(eyes);
    let view = rules.view(state, eyes);
    let (waiting, outcome) = match rules.pending(state) {
        Pending::Decide(sides) => (seating.seats(sides), None),
        Pending::Over(outcome) => (Seats::NONE, Some(seating.outcome(outcome))),
    };
    Sight {
        moment: moment(&view, log).to_string(),
        scene: rules.scene(&view, eyes).into(),
        armies: Seat::BOTH.map(|seat| seating.army(seat)),
        ask: None,
        waiting: waiting.iter().collect(),
        context: rules.caption(&view),
        outcome,
        log,
        undo: Undo::default(),
    }
}

/// What a seat is asked.
pub(crate) fn ask<R: Stage>(rules: &R, state: &R::State, seat: Seat) -> Option<Ask> {
    let side = rules.seating(state).army(seat);
    let Pending::Decide(sides) = rules.pending(state) else { return None };
    if !sides.contains(side) {
        return None;
    }
    let reaction = rules.reaction(state, side);
    let (mut actions, mut memo) = (Vec::new(), R::Memo::default());
    rules.actions_with(state, side, &mut memo, &mut actions);
    let mut answer = |action: &R::Action| Answer {
        action: rules.write(action),
        label: rules.describe_with(state, side, action, &mut memo),
        on: rules.target(state, side, action),
    };
    let takes = actions.iter().filter(|action| rules.takes(state, side, action));
    let takes = takes.map(|action| rules.write(action)).collect();
    Some(Ask {
        seat,
        question: rules.question(state, side),
        answers: actions.iter().map(&mut answer).collect(),
        complete: rules.listing(state, side) == Listing::Complete,
        regions: rules.regions(state, side),
        outlook: rules.assumed(state, side).is_some(),
        takes,
        again: rules.again(state, side).map(|action| rules.write(&action)),
        moves: rules.moves(state, side).map(Word::from),
        reaction: reaction.map(|reaction| reaction.map(|pass| rules.write(&pass)).into()),
    })
}

/// What may come of a pending question, or of an answer to it, if both sides go on as assumed.
pub(crate) fn outlook_on<R: Rules>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: Option<&R::Action>,
    effort: Effort,
) -> Option<Chances> {
    Chances::assuming(rules, &outlook(rules, state, side, action, effort)?)
}

/// What is known of a legal answer before it is given.
pub(crate) fn preview<R: Stage>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: &R::Action,
    effort: Effort,
) -> Preview {
    let (path, cost) = rules.way(state, side, action);
    let eyes = Eyes::Of(side);
    Preview {
        action: rules.write(action),
        label: rules.describe(state, side, action),
        path,
        cost,
        sketch: rules.sketch(state, side, action),
        arithmetic: arithmetic(rules, state, side, action, eyes),
        odds: Chances::of(rules, &odds(rules, state, side, action, eyes, effort)),
        outlook: outlook_on(rules, state, side, Some(action), effort),
    }
}

/// How often an action is tried to find the arithmetic that does not depend on the dice. A die that shows one face in
/// so many throws is not met in a lifetime of play.
const TRIALS: usize = 64;

/// The rows of the first line with arithmetic that are the same however the dice fall, and in every world that these
/// eyes cannot tell from the real one.
#[must_use]
pub fn arithmetic<R: Rules>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: &R::Action,
    eyes: Eyes,
) -> Vec<Sum> {
    let open = eyes == Eyes::All || rules.is_open();
    let view = (!open).then(|| rules.view(state, eyes));
    let (mut chance, mut memo) = (Quick::new(0), R::Memo::default());
    let mut known: Option<Vec<Sum>> = None;
    for _ in 0..TRIALS {
        let mut world = match &view {
            Some(view) => rules.imagine(view, eyes, &mut chance),
            None => state.clone(),
        };
        if rules.check_with(&world, side, action, &mut memo).is_err() {
            continue;
        }
        let mut events = Vec::new();
        rules.apply_with(&mut world, side, action, &mut memo, &mut chance, &mut events);
        let lines = events.iter().map(|event| rules.tell(event));
        let sums = lines.map(|line| line.sums).find(|sums| !sums.is_empty()).unwrap_or_default();
        match &mut known {
            Some(known) => known.retain(|row| sums.contains(row)),
            None => known = Some(sums),
        }
    }
    known.unwrap_or_default()
}
