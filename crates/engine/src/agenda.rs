//! What is to be done next: questions and steps on a stack.
//!
//! A state carries an [`Agenda`]: tasks, the next one last. A task is either a [`Step`], which is done without asking
//! anybody, or a [`Question`], which waits for an answer. So a question in the middle of the other side's turn is
//! nothing special: it is a task on top.
//!
//! Everything about a question stands in one block, in the chapter of its rule: who is asked, in which words, which
//! answers there are, what is refused by which rule, what an answer does, and what one clicks. A game lists its
//! questions and steps once, in [`tasks!`](crate::tasks), which makes the type of the agenda and finds the block of a
//! task without looking anything up at run time. How the agenda reaches a game's state is said in [`Flow`].
//!
//! From then on the game's answers to the engine are one line each: [`asked`], [`answers`], [`check`], [`answer`],
//! [`run`], [`words`], [`reaction`], [`label`], [`target`], [`meaning`], [`regions`],
//! [`way`], [`sketch`], [`takes`], [`again`], [`moves`], [`gesture`].
//!
//! Picket Line (`crates/picket-line`) shows all of it.

use crate::flat::List;
use crate::scene::{Gesture, Point, Region, Sketch, Target};
use crate::{Listing, Reaction, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// What is to be done, the next thing last.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(serialize = "T: Serialize", deserialize = "T: Deserialize<'de> + Copy + Default"))]
pub struct Agenda<T, const N: usize>(List<T, N>);

impl<T: Copy + Default, const N: usize> Default for Agenda<T, N> {
    fn default() -> Self {
        Agenda(List::default())
    }
}

impl<T: Copy + Default, const N: usize> Agenda<T, N> {
    /// Puts a task on top: it is the next thing.
    ///
    /// # Panics
    ///
    /// If there is no room. No rule may be dropped because a list is full, so the room is chosen such that no chain of
    /// events can fill it: what has many parts is one task that goes from part to part, not a task for each.
    #[inline]
    pub fn push(&mut self, task: impl Into<T>) {
        assert!(self.0.len() < N, "the agenda is full: {N} tasks");
        self.0.push(task.into());
    }

    /// Puts several tasks on top, in the order in which they are to be done.
    ///
    /// # Panics
    ///
    /// If there is no room: see [`Agenda::push`].
    pub fn then<const M: usize>(&mut self, tasks: [T; M]) {
        for task in tasks.into_iter().rev() {
            self.push(task);
        }
    }

    /// Takes the next task away.
    #[inline]
    pub fn take(&mut self) -> Option<T> {
        self.0.pop()
    }

    /// The next task.
    #[inline]
    #[must_use]
    pub fn next(&self) -> Option<T> {
        self.0.last()
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// All tasks, the next one last.
    #[must_use]
    pub fn as_slice(&self) -> &[T] {
        self.0.as_slice()
    }
}

/// How the agenda reaches a game's state: what is read, what is changed, and where the tasks are.
pub trait Flow: Sized + 'static {
    /// A position to be read: the scenario and a state.
    type Position<'a>: Copy;
    /// A position to be changed: the same, with dice and somebody who listens.
    type Play<'a>;
    /// An answer.
    type Action: Clone + PartialEq;
    /// The game's tasks, made by [`tasks!`](crate::tasks).
    type Task: Task<Self>;

    /// The next task; `None` once the game is over.
    fn next(at: Self::Position<'_>) -> Option<Self::Task>;

    /// Takes the next task away.
    fn take(play: &mut Self::Play<'_>);

    /// The position as it stands.
    fn position<'a>(play: &'a Self::Play<'_>) -> Self::Position<'a>;

    /// Brings up to date what is derived from the state, before the next task looks at it.
    #[inline]
    fn refresh(_play: &mut Self::Play<'_>) {}

    /// An answer in words, where its question says nothing else.
    fn label(at: Self::Position<'_>, action: &Self::Action) -> String;

    /// What one clicks to give an answer, where its question says nothing else.
    fn target(at: Self::Position<'_>, action: &Self::Action) -> Target;

    /// The place on which a piece stands, both by their names in scenes: a click on one may be meant for the other.
    /// `None` for a piece beside the board, and on an open table.
    fn place_of(_at: Self::Position<'_>, _piece: &str) -> Option<String> {
        None
    }
}

/// Something done without asking anybody.
pub trait Step<G: Flow>: Copy {
    /// Does it. It has been taken off the agenda.
    fn take(self, play: &mut G::Play<'_>);
}

/// A question: one block in the chapter of its rule.
///
/// Nothing but [`answer`](Question::answer) and [`pass`](Question::pass) changes anything.
pub trait Question<G: Flow>: Copy {
    /// Who is asked. Where two are, each answers without knowing the other's answer.
    fn asked(self, at: G::Position<'_>) -> Sides;

    /// The question in words.
    fn words(self, at: G::Position<'_>, side: Side) -> Words;

    /// Appends every legal answer; for a continuous question, sensible candidates.
    fn answers(self, at: G::Position<'_>, side: Side, out: &mut Vec<G::Action>);

    /// Whether an answer is legal. Everything it names exists.
    ///
    /// # Errors
    ///
    /// The rule that forbids it; [`other_question`] for an answer to something else.
    fn check(self, at: G::Position<'_>, side: Side, action: &G::Action) -> Result<(), Violation>;

    /// Carries out an answer that passed the check. The question has been taken off the agenda: one that is asked again
    /// puts itself back.
    fn answer(self, play: &mut G::Play<'_>, side: Side, action: &G::Action);

    /// Whether it has to be asked at all, looked at when it comes to the top.
    #[inline]
    fn opening(self, _at: G::Position<'_>) -> Opening<G::Action> {
        Opening::Ask
    }

    /// What happens instead where [`opening`](Question::opening) says that nobody is asked.
    fn pass(self, _play: &mut G::Play<'_>) {}

    /// Whether [`answers`](Question::answers) lists everything that is legal.
    fn listing(self, _at: G::Position<'_>) -> Listing {
        Listing::Complete
    }

    /// One of the [`answers`](Question::answers): `choose` is told how many there are, and says which by its place. A
    /// question with long lists may count without writing them out.
    #[inline]
    fn one<'r>(
        self,
        at: G::Position<'_>,
        side: Side,
        room: &'r mut Vec<G::Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<&'r G::Action> {
        self.answers(at, side, room);
        if room.is_empty() { None } else { room.get(choose(room.len())) }
    }

    /// Whether it may be answered without the other side noticing anything.
    fn is_answered_unseen(self, _at: G::Position<'_>, _side: Side) -> bool {
        false
    }

    /// What is special about it if it is a reaction: see [`Rules::reaction`](crate::Rules::reaction). Neither it nor
    /// its [`opening`](Question::opening) looks at what is hidden.
    fn reaction(self, _at: G::Position<'_>, _side: Side) -> Option<Reaction<G::Action>> {
        None
    }

    /// An answer as a player reads it in a list.
    fn label(self, at: G::Position<'_>, _side: Side, action: &G::Action) -> String {
        G::label(at, action)
    }

    /// What one clicks to give an answer.
    fn target(self, at: G::Position<'_>, _side: Side, action: &G::Action) -> Target {
        G::target(at, action)
    }

    /// What a click means that no listed answer lies under: the answer whose refusal tells most.
    fn meaning(self, _at: G::Position<'_>, _side: Side, _clicked: &Target) -> Option<G::Action> {
        None
    }

    /// Where points are answers.
    fn regions(self, _at: G::Position<'_>, _side: Side) -> Vec<Region> {
        Vec::new()
    }

    /// The way an answer takes and what it costs in words, as far as both are known beforehand.
    fn way(self, _at: G::Position<'_>, _side: Side, _action: &G::Action) -> (Vec<Point>, String) {
        (Vec::new(), String::new())
    }

    /// What would be seen on the board of an answer, legal or not, as far as it is known beforehand.
    fn sketch(self, _at: G::Position<'_>, _side: Side, _action: &G::Action) -> Sketch {
        Sketch::default()
    }

    /// Whether an answer takes up the piece it is given on, so that a hand that drags the piece gives it: of several
    /// such answers on one piece the first.
    fn takes(self, _at: G::Position<'_>, _side: Side, _action: &G::Action) -> bool {
        false
    }

    /// The answer that does as was done before, legal or not: what a single key looks at.
    fn again(self, _at: G::Position<'_>, _side: Side) -> Option<G::Action> {
        None
    }

    /// The piece that the question moves over an open table, by its name in scenes: it can be dragged.
    fn moves(self, _at: G::Position<'_>, _side: Side) -> Option<String> {
        None
    }

    /// The answer that a gesture means for that piece, legal or not.
    ///
    /// # Errors
    ///
    /// Why it means none at all.
    fn gesture(self, _at: G::Position<'_>, _side: Side, _gesture: &Gesture) -> Result<G::Action, Violation> {
        Err(not_by_hand())
    }
}

/// The refusal of a gesture where nothing is dragged.
#[cold]
#[must_use]
pub fn not_by_hand() -> Violation {
    Violation::form("Nothing is moved by hand now.")
}

/// A question in words, and the rule it comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Words {
    /// "Where does 5NY retreat?"
    pub text: String,
    /// `LFM-9.0b`
    pub rule: &'static str,
}

impl Words {
    /// A question and its rule.
    pub fn new(text: impl Into<String>, rule: &'static str) -> Words {
        Words { text: text.into(), rule }
    }
}

/// Whether a question has to be asked when it comes to the top of the agenda.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Opening<A> {
    /// It is asked.
    Ask,
    /// There is nothing to ask, or nobody left who could answer.
    Pass,
    /// This side has one answer only, and gives it.
    Only(Side, A),
}

/// The opening of a question that answers itself where there is one answer only, and is passed over where there is
/// none.
pub fn only<G: Flow, Q: Question<G>>(question: Q, at: G::Position<'_>) -> Opening<G::Action> {
    let mut sides = question.asked(at).iter();
    let (Some(side), None) = (sides.next(), sides.next()) else { return Opening::Ask };
    let mut answers = Vec::new();
    question.answers(at, side, &mut answers);
    match answers.len() {
        0 => Opening::Pass,
        1 => answers.pop().map_or(Opening::Pass, |only| Opening::Only(side, only)),
        _ => Opening::Ask,
    }
}

/// The refusal of an answer to something that is not asked.
///
/// # Errors
///
/// Always.
#[cold]
pub fn other_question() -> Result<(), Violation> {
    Err(Violation::form("That answers another question."))
}

/// The tasks of a game, made by [`tasks!`](crate::tasks): each method hands over to the block of the task.
///
/// Steps ask nobody, list nothing and refuse everything.
pub trait Task<G: Flow>: Copy + std::fmt::Debug {
    /// Whether it waits for an answer.
    fn is_question(self) -> bool;
    /// Does a step.
    fn step(self, play: &mut G::Play<'_>);
    /// See [`Question::asked`].
    fn asked(self, at: G::Position<'_>) -> Sides;
    /// See [`Question::words`].
    fn words(self, at: G::Position<'_>, side: Side) -> Words;
    /// See [`Question::answers`].
    fn answers(self, at: G::Position<'_>, side: Side, out: &mut Vec<G::Action>);
    /// See [`Question::check`].
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    fn check(self, at: G::Position<'_>, side: Side, action: &G::Action) -> Result<(), Violation>;
    /// See [`Question::answer`].
    fn answer(self, play: &mut G::Play<'_>, side: Side, action: &G::Action);
    /// See [`Question::opening`].
    fn opening(self, at: G::Position<'_>) -> Opening<G::Action>;
    /// See [`Question::pass`].
    fn pass(self, play: &mut G::Play<'_>);
    /// See [`Question::listing`].
    fn listing(self, at: G::Position<'_>) -> Listing;
    /// See [`Question::one`].
    fn one<'r>(
        self,
        at: G::Position<'_>,
        side: Side,
        room: &'r mut Vec<G::Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<&'r G::Action>;
    /// See [`Question::is_answered_unseen`].
    fn is_answered_unseen(self, at: G::Position<'_>, side: Side) -> bool;
    /// See [`Question::reaction`].
    fn reaction(self, at: G::Position<'_>, side: Side) -> Option<Reaction<G::Action>>;
    /// See [`Question::label`].
    fn label(self, at: G::Position<'_>, side: Side, action: &G::Action) -> String;
    /// See [`Question::target`].
    fn target(self, at: G::Position<'_>, side: Side, action: &G::Action) -> Target;
    /// See [`Question::meaning`].
    fn meaning(self, at: G::Position<'_>, side: Side, clicked: &Target) -> Option<G::Action>;
    /// See [`Question::regions`].
    fn regions(self, at: G::Position<'_>, side: Side) -> Vec<Region>;
    /// See [`Question::way`].
    fn way(self, at: G::Position<'_>, side: Side, action: &G::Action) -> (Vec<Point>, String);
    /// See [`Question::sketch`].
    fn sketch(self, at: G::Position<'_>, side: Side, action: &G::Action) -> Sketch;
    /// See [`Question::takes`].
    fn takes(self, at: G::Position<'_>, side: Side, action: &G::Action) -> bool;
    /// See [`Question::again`].
    fn again(self, at: G::Position<'_>, side: Side) -> Option<G::Action>;
    /// See [`Question::moves`].
    fn moves(self, at: G::Position<'_>, side: Side) -> Option<String>;
    /// See [`Question::gesture`].
    ///
    /// # Errors
    ///
    /// Why it means nothing.
    fn gesture(self, at: G::Position<'_>, side: Side, gesture: &Gesture) -> Result<G::Action, Violation>;
}

/// More tasks than this without a question are a chain that never ends.
const ENDLESS: u32 = 10_000;

/// Does everything up to the next question or the end of the game. What has only one answer answers itself.
///
/// # Panics
///
/// If the tasks never come to an end: a fault of the rules.
#[inline]
pub fn run<G: Flow>(play: &mut G::Play<'_>) {
    for _ in 0..ENDLESS {
        G::refresh(play);
        let at = G::position(play);
        let Some(task) = G::next(at) else { return };
        if !task.is_question() {
            G::take(play);
            task.step(play);
            continue;
        }
        match task.opening(at) {
            Opening::Ask => return,
            Opening::Pass => {
                G::take(play);
                task.pass(play);
            }
            Opening::Only(side, action) => {
                G::take(play);
                task.answer(play, side, &action);
            }
        }
    }
    panic!("{ENDLESS} tasks without a question: {:?}", G::next(G::position(play)));
}

/// Carries out an answer that passed the [`check`], and everything that follows from it.
#[inline]
pub fn answer<G: Flow>(play: &mut G::Play<'_>, side: Side, action: &G::Action) {
    if let Some(task) = G::next(G::position(play)) {
        G::take(play);
        task.answer(play, side, action);
        run::<G>(play);
    }
}

/// Who must decide.
#[inline]
pub fn asked<G: Flow>(at: G::Position<'_>) -> Sides {
    G::next(at).map_or(Sides::NONE, |task| task.asked(at))
}

/// The pending question of a side.
#[inline]
pub fn pending<G: Flow>(at: G::Position<'_>, side: Side) -> Option<G::Task> {
    G::next(at).filter(|task| task.asked(at).contains(side))
}

/// Appends every legal answer of a side to its pending question.
#[inline]
pub fn answers<G: Flow>(at: G::Position<'_>, side: Side, out: &mut Vec<G::Action>) {
    if let Some(task) = pending::<G>(at, side) {
        task.answers(at, side, out);
    }
}

/// One of the [`answers`] of a side that is asked, for random play: see
/// [`Rules::one_action`](crate::Rules::one_action).
#[inline]
pub fn one<'r, G: Flow>(
    at: G::Position<'_>,
    side: Side,
    room: &'r mut Vec<G::Action>,
    choose: impl FnOnce(usize) -> usize,
) -> Option<&'r G::Action> {
    room.clear();
    G::next(at)?.one(at, side, room, choose)
}

/// Whether an answer is legal that names nothing unknown.
///
/// # Errors
///
/// The rule that forbids it; nothing is asked, or of somebody else.
pub fn check<G: Flow>(at: G::Position<'_>, side: Side, action: &G::Action) -> Result<(), Violation> {
    let task = G::next(at).ok_or_else(|| Violation::form("The game is over."))?;
    if !task.asked(at).contains(side) {
        return Err(Violation::form(format!("It is not for the {side} side to decide now.")));
    }
    task.check(at, side, action)
}

/// The pending question of a side in words.
pub fn words<G: Flow>(at: G::Position<'_>, side: Side) -> Words {
    match (pending::<G>(at, side), G::next(at)) {
        (Some(task), _) => task.words(at, side),
        (None, Some(_)) => Words::new("Nothing is asked of this side now.", ""),
        (None, None) => Words::new("The game is over.", ""),
    }
}

/// What is special about the pending question of a side, if it is a reaction.
pub fn reaction<G: Flow>(at: G::Position<'_>, side: Side) -> Option<Reaction<G::Action>> {
    pending::<G>(at, side).and_then(|task| task.reaction(at, side))
}

/// An answer to the pending question as a player reads it in a list.
pub fn label<G: Flow>(at: G::Position<'_>, side: Side, action: &G::Action) -> String {
    pending::<G>(at, side).map_or_else(|| G::label(at, action), |task| task.label(at, side, action))
}

/// What one clicks to give an answer to the pending question.
pub fn target<G: Flow>(at: G::Position<'_>, side: Side, action: &G::Action) -> Target {
    pending::<G>(at, side).map_or_else(|| G::target(at, action), |task| task.target(at, side, action))
}

/// The answer that a click means: one that is listed there, or else the one whose refusal tells most.
///
/// A piece stands for its place where only that has an answer, and a place for a piece on it that has the only answer
/// there. The side between two places is the same seen from either.
pub fn meaning<G: Flow>(at: G::Position<'_>, side: Side, clicked: &Target) -> Option<G::Action> {
    let task = pending::<G>(at, side)?;
    let listed = |target: &Target| listed::<G>(at, side, target);
    let telling = |target: &Target| task.meaning(at, side, target);
    if *clicked == Target::Button {
        return None;
    }
    listed(clicked).or_else(|| match clicked {
        Target::Piece { piece } => {
            let place = G::place_of(at, piece).map(Target::place);
            let place = place.as_ref();
            place.and_then(listed).or_else(|| telling(clicked)).or_else(|| telling(place?))
        }
        Target::Place { place } => only_on::<G>(at, side, place).or_else(|| telling(clicked)),
        Target::Edge { places: [one, other] } => {
            let turned = Target::Edge { places: [other.clone(), one.clone()] };
            listed(&turned).or_else(|| telling(clicked))
        }
        Target::Card { .. } | Target::Point { .. } | Target::Way { .. } | Target::Button => telling(clicked),
    })
}

/// The only listed answer that lies on a piece in this place.
fn only_on<G: Flow>(at: G::Position<'_>, side: Side, place: &str) -> Option<G::Action> {
    let mut all = Vec::new();
    answers::<G>(at, side, &mut all);
    let mut there = all.into_iter().filter(|action| match target::<G>(at, side, action) {
        Target::Piece { piece } => G::place_of(at, &piece).as_deref() == Some(place),
        _ => false,
    });
    there.next().filter(|_| there.next().is_none())
}

/// The listed answer to the pending question that lies under a click.
pub fn listed<G: Flow>(at: G::Position<'_>, side: Side, clicked: &Target) -> Option<G::Action> {
    let task = pending::<G>(at, side)?;
    let mut answers = Vec::new();
    task.answers(at, side, &mut answers);
    answers.into_iter().find(|action| task.target(at, side, action) == *clicked)
}

/// Where points are answers to the pending question.
pub fn regions<G: Flow>(at: G::Position<'_>, side: Side) -> Vec<Region> {
    pending::<G>(at, side).map_or_else(Vec::new, |task| task.regions(at, side))
}

/// The way an answer to the pending question takes, and what it costs in words.
pub fn way<G: Flow>(at: G::Position<'_>, side: Side, action: &G::Action) -> (Vec<Point>, String) {
    pending::<G>(at, side).map_or_else(Default::default, |task| task.way(at, side, action))
}

/// What would be seen on the board of an answer to the pending question.
pub fn sketch<G: Flow>(at: G::Position<'_>, side: Side, action: &G::Action) -> Sketch {
    pending::<G>(at, side).map_or_else(Sketch::default, |task| task.sketch(at, side, action))
}

/// Whether an answer to the pending question takes up the piece it is given on.
pub fn takes<G: Flow>(at: G::Position<'_>, side: Side, action: &G::Action) -> bool {
    pending::<G>(at, side).is_some_and(|task| task.takes(at, side, action))
}

/// The answer to the pending question that does as was done before, legal or not.
pub fn again<G: Flow>(at: G::Position<'_>, side: Side) -> Option<G::Action> {
    pending::<G>(at, side).and_then(|task| task.again(at, side))
}

/// The piece that the pending question moves over an open table.
pub fn moves<G: Flow>(at: G::Position<'_>, side: Side) -> Option<String> {
    pending::<G>(at, side).and_then(|task| task.moves(at, side))
}

/// The answer to the pending question that a gesture means, legal or not.
///
/// # Errors
///
/// Why it means none at all.
pub fn gesture<G: Flow>(at: G::Position<'_>, side: Side, gesture: &Gesture) -> Result<G::Action, Violation> {
    pending::<G>(at, side).ok_or_else(not_by_hand)?.gesture(at, side, gesture)
}

/// The tasks of a game: the type of its agenda, made of its questions and steps.
///
/// Every name is a type that implements [`Question`] or [`Step`] for the game; it becomes a variant, and converts into
/// the enum.
///
/// ```ignore
/// engine::tasks! {
///     /// What is to be done.
///     pub enum Task for PicketLine {
///         questions { GiveOrder, PickPicket }
///         steps { EndRound }
///     }
/// }
/// ```
#[macro_export]
macro_rules! tasks {
    (
        $(#[$meta:meta])*
        $vis:vis enum $task:ident for $game:ty {
            questions { $($question:ident),+ $(,)? }
            steps { $($step:ident),* $(,)? }
        }
    ) => {
        $(#[$meta])*
        #[derive(Copy, Clone, PartialEq, Eq, Debug, Default, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        $vis enum $task {
            /// Nothing; fills unused room.
            #[default]
            Nothing,
            $( $question($question), )+
            $( $step($step), )*
        }

        $( impl From<$question> for $task {
            #[inline]
            fn from(question: $question) -> $task {
                $task::$question(question)
            }
        } )+
        $( impl From<$step> for $task {
            #[inline]
            fn from(step: $step) -> $task {
                $task::$step(step)
            }
        } )*

        $crate::__dispatch! { $task, $game, [$($question)+], [$($step)*] }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __dispatch {
    ($task:ident, $game:ty, [$($question:ident)+], $steps:tt) => {
        impl $crate::agenda::Task<$game> for $task {
            #[inline]
            fn is_question(self) -> bool {
                matches!(self, $( $task::$question(_) )|+)
            }

            $crate::__dispatch! { @step $task, $game, $steps }

            #[inline]
            fn asked(self, at: <$game as $crate::agenda::Flow>::Position<'_>) -> $crate::Sides {
                match self {
                    $( $task::$question(one) => $crate::agenda::Question::<$game>::asked(one, at), )+
                    _ => $crate::Sides::NONE,
                }
            }

            fn words(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
            ) -> $crate::agenda::Words {
                match self {
                    $( $task::$question(one) => $crate::agenda::Question::<$game>::words(one, at, side), )+
                    _ => $crate::agenda::Words::new("", ""),
                }
            }

            #[inline]
            fn answers(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                out: &mut Vec<<$game as $crate::agenda::Flow>::Action>,
            ) {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::answers(one, at, side, out);
                    } )+
                    _ => {}
                }
            }

            fn check(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                action: &<$game as $crate::agenda::Flow>::Action,
            ) -> Result<(), $crate::Violation> {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::check(one, at, side, action)
                    } )+
                    _ => $crate::agenda::other_question(),
                }
            }

            #[inline]
            fn answer(
                self,
                play: &mut <$game as $crate::agenda::Flow>::Play<'_>,
                side: $crate::Side,
                action: &<$game as $crate::agenda::Flow>::Action,
            ) {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::answer(one, play, side, action);
                    } )+
                    _ => {}
                }
            }

            #[inline]
            fn opening(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
            ) -> $crate::agenda::Opening<<$game as $crate::agenda::Flow>::Action> {
                match self {
                    $( $task::$question(one) => $crate::agenda::Question::<$game>::opening(one, at), )+
                    _ => $crate::agenda::Opening::Pass,
                }
            }

            fn pass(self, play: &mut <$game as $crate::agenda::Flow>::Play<'_>) {
                match self {
                    $( $task::$question(one) => $crate::agenda::Question::<$game>::pass(one, play), )+
                    _ => {}
                }
            }

            fn listing(self, at: <$game as $crate::agenda::Flow>::Position<'_>) -> $crate::Listing {
                match self {
                    $( $task::$question(one) => $crate::agenda::Question::<$game>::listing(one, at), )+
                    _ => $crate::Listing::Complete,
                }
            }

            #[inline]
            fn one<'r>(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                room: &'r mut Vec<<$game as $crate::agenda::Flow>::Action>,
                choose: impl FnOnce(usize) -> usize,
            ) -> Option<&'r <$game as $crate::agenda::Flow>::Action> {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::one(one, at, side, room, choose)
                    } )+
                    _ => None,
                }
            }

            fn is_answered_unseen(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
            ) -> bool {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::is_answered_unseen(one, at, side)
                    } )+
                    _ => false,
                }
            }

            fn reaction(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
            ) -> Option<$crate::Reaction<<$game as $crate::agenda::Flow>::Action>> {
                match self {
                    $( $task::$question(one) => $crate::agenda::Question::<$game>::reaction(one, at, side), )+
                    _ => None,
                }
            }

            fn label(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                action: &<$game as $crate::agenda::Flow>::Action,
            ) -> String {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::label(one, at, side, action)
                    } )+
                    _ => String::new(),
                }
            }

            fn target(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                action: &<$game as $crate::agenda::Flow>::Action,
            ) -> $crate::scene::Target {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::target(one, at, side, action)
                    } )+
                    _ => $crate::scene::Target::Button,
                }
            }

            fn meaning(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                clicked: &$crate::scene::Target,
            ) -> Option<<$game as $crate::agenda::Flow>::Action> {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::meaning(one, at, side, clicked)
                    } )+
                    _ => None,
                }
            }

            fn regions(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
            ) -> Vec<$crate::scene::Region> {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::regions(one, at, side)
                    } )+
                    _ => Vec::new(),
                }
            }

            fn way(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                action: &<$game as $crate::agenda::Flow>::Action,
            ) -> (Vec<$crate::scene::Point>, String) {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::way(one, at, side, action)
                    } )+
                    _ => (Vec::new(), String::new()),
                }
            }

            fn sketch(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                action: &<$game as $crate::agenda::Flow>::Action,
            ) -> $crate::scene::Sketch {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::sketch(one, at, side, action)
                    } )+
                    _ => $crate::scene::Sketch::default(),
                }
            }

            fn takes(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                action: &<$game as $crate::agenda::Flow>::Action,
            ) -> bool {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::takes(one, at, side, action)
                    } )+
                    _ => false,
                }
            }

            fn again(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
            ) -> Option<<$game as $crate::agenda::Flow>::Action> {
                match self {
                    $( $task::$question(one) => $crate::agenda::Question::<$game>::again(one, at, side), )+
                    _ => None,
                }
            }

            fn moves(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
            ) -> Option<String> {
                match self {
                    $( $task::$question(one) => $crate::agenda::Question::<$game>::moves(one, at, side), )+
                    _ => None,
                }
            }

            fn gesture(
                self,
                at: <$game as $crate::agenda::Flow>::Position<'_>,
                side: $crate::Side,
                gesture: &$crate::scene::Gesture,
            ) -> Result<<$game as $crate::agenda::Flow>::Action, $crate::Violation> {
                match self {
                    $( $task::$question(one) => {
                        $crate::agenda::Question::<$game>::gesture(one, at, side, gesture)
                    } )+
                    _ => Err($crate::agenda::not_by_hand()),
                }
            }
        }
    };
    (@step $task:ident, $game:ty, [$($step:ident)*]) => {
        #[inline]
        #[allow(unused_variables)]
        fn step(self, play: &mut <$game as $crate::agenda::Flow>::Play<'_>) {
            match self {
                $( $task::$step(one) => $crate::agenda::Step::<$game>::take(one, play), )*
                _ => {}
            }
        }
    };
}
