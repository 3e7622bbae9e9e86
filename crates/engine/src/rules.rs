//! The one trait a rule set implements.

use crate::{Chance, Eyes, Line, Reaction, ReactionKind, Seating, Side, Sides, Story, Violation};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// A game with its scenario loaded: maps, tables and orders of battle that never change during play.
///
/// A value of this type is shared by every table playing that scenario. What changes is in [`Rules::State`], which is
/// small, flat and cheap to clone. A state may keep, besides the truth, what follows from it: that is neither saved nor
/// fingerprinted nor compared, and [`restore`](Rules::restore) works it out for a state that was read.
///
/// # The life of a game
///
/// 1. [`start`](Rules::start) makes the first state.
/// 2. [`pending`](Rules::pending) says who must decide. When two sides must decide at once, each answers without
///    knowing the other's answer, in either order; the state keeps the first answer secret until the second is in.
/// 3. [`actions`](Rules::actions) lists the legal answers, [`check`](Rules::check) judges any answer.
/// 4. [`apply`](Rules::apply) carries one out, with everything that follows from it, up to the next decision.
/// 5. Back to 2, until `pending` says that the game is over.
///
/// # What must hold
///
/// * Every action that `actions` lists passes `check`. Where the listing is [`Listing::Complete`], nothing else does
///   but the [`asides`](Rules::asides).
/// * An aside leaves the question pending that it was said beside.
/// * While a decision is pending, at least one action is legal for each side that must decide.
/// * `apply` never panics on an action that passes `check`, and depends on nothing but its arguments: no clock, no
///   hash order, no platform arithmetic.
/// * What a side is asked, offered, refused and told does not depend on what it cannot see, except where `apply` calls
///   [`Story::reveal`]; an action that shows somebody something hidden calls it.
/// * `view` for a side does not change when only things change which that side may not know.
/// * `imagine` makes a state whose `view` for the same eyes equals the view it was made from.
/// * Who leads which army is known to all. What an action tells is heard by whoever leads an army after it, so an
///   action that changes the seats tells nothing before the change that only one army may hear.
/// * Nothing depends on a [`Memo`](Rules::Memo): whatever it was used for before, answers are the same as without it.
///
/// The [conformance suite](crate::conformance) proves these laws for every rule set.
pub trait Rules: Send + Sync {
    /// Everything that changes during play.
    type State: Clone + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// One short answer to one question.
    type Action: Clone + PartialEq + std::fmt::Debug + Send + Sync;
    /// One thing that happened: small, made of ids and numbers.
    type Event: Clone + PartialEq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What somebody may see of a state.
    type View: Clone + PartialEq + Serialize + Send + Sync;
    /// What the rules keep from one question to the next so as not to work it out again, and room to work in; `()` if
    /// they keep nothing.
    ///
    /// It belongs to whoever plays (a [`Game`](crate::Game), a [`Playout`](crate::Playout), a search), who hands it in
    /// with `actions_with`, `one_action`, `check_with`, `apply_with` and `describe_with`. It is no part of a state, and
    /// making one costs next to nothing. A game with a memo implements those methods, and the others by handing in a
    /// fresh one.
    type Memo: Default + Send + Sync;

    /// Which game, rules and scenario this is.
    fn identity(&self) -> Identity;

    /// The state before the first decision. Set-up that needs luck draws it from `chance`.
    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<Self::Event>) -> Self::State;

    /// Which army each seat leads. Everything else here speaks of armies, whoever leads them: it is
    /// [`Game`](crate::Game) that knows seats.
    fn seating(&self, _state: &Self::State) -> Seating {
        Seating::default()
    }

    /// Who must decide, or how the game ended.
    fn pending(&self, state: &Self::State) -> Pending;

    /// Appends every legal action of `side` to `out`; for a continuous decision, sensible candidates.
    ///
    /// Appends nothing when `side` has nothing to decide.
    fn actions(&self, state: &Self::State, side: Side, out: &mut Vec<Self::Action>);

    /// [`actions`](Rules::actions), by one who keeps a memo.
    #[inline]
    fn actions_with(
        &self,
        state: &Self::State,
        side: Side,
        _memo: &mut Self::Memo,
        out: &mut Vec<Self::Action>,
    ) {
        self.actions(state, side, out);
    }

    /// One of the actions that [`Rules::actions`] lists for a side that must decide now. `choose` is told how many
    /// there are, and says which by its place in that list; it is not asked if there are none.
    ///
    /// Random play asks for nothing else, so a game with long lists may count without writing them out. `room` is there
    /// to be used, and holds the action afterwards.
    #[inline]
    fn one_action<'r>(
        &self,
        state: &Self::State,
        side: Side,
        memo: &mut Self::Memo,
        room: &'r mut Vec<Self::Action>,
        choose: impl FnOnce(usize) -> usize,
    ) -> Option<&'r Self::Action> {
        room.clear();
        self.actions_with(state, side, memo, room);
        if room.is_empty() { None } else { room.get(choose(room.len())) }
    }

    /// Whether `actions` lists every legal answer of the pending decision of `side`.
    fn listing(&self, _state: &Self::State, _side: Side) -> Listing {
        Listing::Complete
    }

    /// Appends what a side that must decide may do beside its pending question: legal answers that answer no question,
    /// such as giving the game up. They are never among [`actions`](Rules::actions), so that random play never gives
    /// them; [`check`](Rules::check) accepts them, and the question stays to be answered.
    ///
    /// Appends nothing when `side` has nothing to decide.
    fn asides(&self, _state: &Self::State, _side: Side, _out: &mut Vec<Self::Action>) {}

    /// Whether `side` may do this now, and if not, which rule says so.
    ///
    /// Accepts any value of the action type, however absurd, and never panics.
    ///
    /// # Errors
    ///
    /// The rule that forbids the action.
    fn check(&self, state: &Self::State, side: Side, action: &Self::Action) -> Result<(), Violation>;

    /// [`check`](Rules::check), by one who keeps a memo.
    ///
    /// # Errors
    ///
    /// The rule that forbids the action.
    #[inline]
    fn check_with(
        &self,
        state: &Self::State,
        side: Side,
        action: &Self::Action,
        _memo: &mut Self::Memo,
    ) -> Result<(), Violation> {
        self.check(state, side, action)
    }

    /// Carries out an action that passes [`check`](Rules::check), and everything that follows from it, up to the next
    /// decision. All chance comes from `chance`; everything that happened goes to `story`.
    fn apply(
        &self,
        state: &mut Self::State,
        side: Side,
        action: &Self::Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Self::Event>,
    );

    /// [`apply`](Rules::apply), by one who keeps a memo.
    #[inline]
    fn apply_with(
        &self,
        state: &mut Self::State,
        side: Side,
        action: &Self::Action,
        _memo: &mut Self::Memo,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Self::Event>,
    ) {
        self.apply(state, side, action, chance, story);
    }

    /// Whether nothing is ever hidden from anybody. Odds are then those of the state itself; otherwise they are taken
    /// from states imagined for whoever asks.
    fn is_open(&self) -> bool {
        false
    }

    /// Whether `side` may answer its pending question, or begin to, without the other side noticing: neither hearing
    /// nor seeing anything new. The other side's undo then stops where the question is asked, so that it does not tell
    /// whether the answer has been given.
    fn may_act_unseen(&self, _state: &Self::State, _side: Side) -> bool {
        !self.is_open()
    }

    /// Works out what a state keeps besides the truth, after the truth was read.
    fn restore(&self, _state: &mut Self::State) {}

    /// What these eyes can see of the state.
    fn view(&self, state: &Self::State, eyes: Eyes) -> Self::View;

    /// A state that `eyes` cannot tell from the real one: everything hidden from them is drawn anew, consistent with
    /// all that they have seen.
    fn imagine(&self, view: &Self::View, eyes: Eyes, chance: &mut dyn Chance) -> Self::State;

    /// The action in the game's notation: short, stable, readable. Records, cases and players use it.
    fn write(&self, action: &Self::Action) -> String;

    /// Reads what [`write`](Rules::write) wrote, or what a person typed in the same notation.
    ///
    /// # Errors
    ///
    /// What cannot be understood, and what would be right.
    fn read(&self, text: &str) -> Result<Self::Action, Violation>;

    /// The question pending for `side`, in words.
    fn question(&self, state: &Self::State, side: Side) -> Question;

    /// The kinds of reactions there are, in the order in which they are told of.
    fn reactions(&self) -> Vec<ReactionKind> {
        Vec::new()
    }

    /// What is special about the pending question of `side`, if it is a reaction: one that is asked by public facts
    /// alone, whatever the side holds, and can always be let pass.
    ///
    /// It is the same, and so is the question, in every state that anybody cannot tell from the real one.
    fn reaction(&self, _state: &Self::State, _side: Side) -> Option<Reaction<Self::Action>> {
        None
    }

    /// The number of the turn, for what holds for a turn only. Everybody knows it.
    fn turn(&self, _state: &Self::State) -> u32 {
        0
    }

    /// An answer to the pending question as a player reads it in a list.
    fn describe(&self, state: &Self::State, side: Side, action: &Self::Action) -> String {
        let _ = (state, side);
        self.write(action)
    }

    /// [`describe`](Rules::describe), by one who keeps a memo: a list of answers is described one by one.
    fn describe_with(
        &self,
        state: &Self::State,
        side: Side,
        action: &Self::Action,
        _memo: &mut Self::Memo,
    ) -> String {
        self.describe(state, side, action)
    }

    /// What these eyes hear of an event; `None` if they hear nothing of it.
    fn hear(&self, event: &Self::Event, _eyes: Eyes) -> Option<Self::Event> {
        Some(event.clone())
    }

    /// An event in words, with its arithmetic.
    fn tell(&self, event: &Self::Event) -> Line;

    /// A short name for what an event decided, if it is the kind of event people ask the odds of: `DR+D1`, `missed`.
    /// Odds are grouped by these names, in the order in which they happen.
    fn headline(&self, _event: &Self::Event) -> Option<String> {
        None
    }

    /// What a [`headline`](Rules::headline) means, where it is a code of the rules' tables; empty where it speaks for
    /// itself.
    fn gloss(&self, _headline: &str) -> &'static str {
        ""
    }

    /// Whether what comes of an action, up to the next decision, may differ between states that `side` cannot tell
    /// apart. Where it does not, odds are exact although something is hidden.
    ///
    /// Does not itself depend on what `side` cannot see.
    fn is_uncertain(&self, _state: &Self::State, _side: Side, _action: &Self::Action) -> bool {
        !self.is_open()
    }

    /// How `side` is taken to answer its pending question where somebody asks what comes of things beyond the next
    /// decision ([`odds::outlook`](crate::odds::outlook)); `None` where nothing is assumed, and an outlook ends.
    ///
    /// Whether there is an answer does not depend on anything hidden; which one, on nothing hidden from `side`.
    fn assumed(&self, _state: &Self::State, _side: Side) -> Option<Self::Action> {
        None
    }

    /// What [`assumed`](Rules::assumed) goes by, in words for the foot of a chart.
    fn assumptions(&self) -> &'static str {
        ""
    }
}

/// Which game, rules and scenario.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The rule set: `last-full-measure`.
    pub game: String,
    /// The version of the rules: raised whenever an old record would no longer replay to the same states.
    pub rules_version: u32,
    /// The scenario's id: `crossroads-farm`.
    pub scenario: String,
    /// A fingerprint of everything loaded: a record made with other data is refused rather than misread.
    pub scenario_print: String,
    /// Options chosen for this game, as the scenario reads them: `card_edition` …
    pub options: Vec<(String, String)>,
}

/// What the table waits for.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Pending {
    /// These sides must decide.
    Decide(Sides),
    /// Nothing: the game is over.
    Over(Outcome),
}

/// How a game ended: for the rules, for the armies; at the table, for the seats (`Outcome<Seat>`).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Outcome<Who = Side> {
    /// Who won; `None` is a draw.
    pub winner: Option<Who>,
    /// The score of each, in the game's own points, the Union first.
    pub points: [i32; 2],
}

/// Whether a list of actions is all there is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Listing {
    /// Every legal action is listed.
    Complete,
    /// The decision is continuous, or too large to list: the list holds sensible candidates.
    Candidates,
}

/// A pending question in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Question {
    /// The question: "Where does 5NY retreat?"
    pub text: String,
    /// Where in the sequence of play it is asked: "Turn 3, 11 am · Confederate · Combat, round 2".
    pub context: String,
    /// The rule it comes from.
    pub rule: String,
}
