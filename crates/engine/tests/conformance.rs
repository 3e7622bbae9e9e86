//! The conformance suite finds what it is meant to find: Picket Line, spoiled in one way at a time.

use engine::chance::Chance;
use engine::conformance::{Effort, Law, conform, soak};
use engine::{
    Eyes, Identity, Line, Listing, Pending, Question, Reaction, ReactionKind, Rules, Side, Sides, Story,
    Violation,
};
use picket_line::cards::Card;
use picket_line::{Action, Event, PicketLine, State, Task, View};
use std::sync::Arc;

#[derive(Copy, Clone, PartialEq, Debug)]
enum Spoiled {
    Nothing,
    NoAnswerToReactions,
    AsksOnlyHolders,
    ReactionTells,
    PassIsNotListed,
    KindUntold,
    TurnTells,
    AnswersForTheIdle,
    AnswerTwice,
    ListsTooMuch,
    AllowsTooMuch,
    MemoGoesStale,
    RefusesWithoutWords,
    WritesAimAway,
    DependsOnListeners,
    ViewShowsHands,
    WatcherSeesHands,
    ImagineChangesOwnHand,
    CheckPeeks,
    QuestionTells,
    RevealsInSilence,
    StoryTells,
    NeverEnds,
}

struct Rig {
    good: PicketLine,
    how: Spoiled,
}

impl Rig {
    fn is(&self, how: Spoiled) -> bool {
        self.how == how
    }

    /// The side that may fire, if it holds no aim card.
    fn reacts_without_aim(&self, state: &State) -> Option<Side> {
        let (Some(Task::React(_)), Pending::Decide(sides)) = (state.agenda.next(), self.good.pending(state))
        else {
            return None;
        };
        sides.first().filter(|side| !state.hands[side.index()].has(Card::Aim))
    }

    /// Whether the enemy of `side` holds only aim cards: something the side cannot know.
    fn enemy_aims(state: &State, side: Side) -> bool {
        state.hands[side.other().index()].hidden.of(Card::Aim) == 2
    }
}

/// Passes events on, but not that something was revealed.
struct Hush<'a>(&'a mut dyn Story<Event>);

impl Story<Event> for Hush<'_> {
    fn tell(&mut self, event: Event) {
        self.0.tell(event);
    }
}

impl Rules for Rig {
    type State = State;
    type Action = Action;
    type Event = Event;
    type View = View;
    /// The answers of the first question.
    type Memo = Vec<Action>;

    fn identity(&self) -> Identity {
        self.good.identity()
    }

    fn start(&self, chance: &mut dyn Chance, story: &mut dyn Story<Event>) -> State {
        self.good.start(chance, story)
    }

    fn pending(&self, state: &State) -> Pending {
        match self.good.pending(state) {
            Pending::Over(_) if self.is(Spoiled::NeverEnds) => Pending::Decide(Sides::only(Side::Union)),
            pending => pending,
        }
    }

    fn actions(&self, state: &State, side: Side, out: &mut Vec<Action>) {
        let is_reaction = matches!(state.agenda.next(), Some(Task::React(_)));
        let is_part = matches!(state.agenda.next(), Some(Task::TakePart(_)));
        if self.is(Spoiled::NoAnswerToReactions) && is_reaction {
            return;
        }
        self.good.actions(state, side, out);
        match self.how {
            Spoiled::AnswersForTheIdle if is_part && out.is_empty() => out.push(Action::StandFast),
            Spoiled::AnswerTwice if is_part && !out.is_empty() => out.push(Action::StandFast),
            Spoiled::ListsTooMuch if is_part && !out.is_empty() => out.push(Action::HoldFire),
            Spoiled::CheckPeeks if is_part && Rig::enemy_aims(state, side) => {
                out.retain(|action| *action != Action::StandFast);
            }
            Spoiled::NeverEnds if state.outcome.is_some() && side == Side::Union => {
                out.push(Action::Scout);
            }
            _ => {}
        }
    }

    fn actions_with(&self, state: &State, side: Side, memo: &mut Vec<Action>, out: &mut Vec<Action>) {
        if memo.is_empty() || !self.is(Spoiled::MemoGoesStale) {
            memo.clear();
            self.actions(state, side, memo);
        }
        out.extend_from_slice(memo);
    }

    fn listing(&self, state: &State, side: Side) -> Listing {
        self.good.listing(state, side)
    }

    fn check(&self, state: &State, side: Side, action: &Action) -> Result<(), Violation> {
        let is_part = matches!(state.agenda.next(), Some(Task::TakePart(_)));
        match self.how {
            Spoiled::AllowsTooMuch if is_part && *action == Action::HoldFire => Ok(()),
            Spoiled::NeverEnds if state.outcome.is_some() => {
                if side == Side::Union && *action == Action::Scout {
                    Ok(())
                } else {
                    Err(Violation::form("no"))
                }
            }
            Spoiled::CheckPeeks
                if is_part && *action == Action::StandFast && Rig::enemy_aims(state, side) =>
            {
                Err(Violation::form("the enemy aims"))
            }
            Spoiled::RefusesWithoutWords => {
                self.good.check(state, side, action).map_err(|_| Violation::form(""))
            }
            _ => self.good.check(state, side, action),
        }
    }

    fn apply(
        &self,
        state: &mut State,
        side: Side,
        action: &Action,
        chance: &mut dyn Chance,
        story: &mut dyn Story<Event>,
    ) {
        let listening = story.listening();
        match self.how {
            Spoiled::RevealsInSilence => self.good.apply(state, side, action, chance, &mut Hush(story)),
            _ => self.good.apply(state, side, action, chance, story),
        }
        while self.is(Spoiled::AsksOnlyHolders)
            && let Some(side) = self.reacts_without_aim(state)
        {
            self.good.apply(state, side, &Action::HoldFire, chance, story);
        }
        if self.is(Spoiled::DependsOnListeners) && !listening && !state.deck.take(Card::Aim) {
            state.deck.add(Card::Aim);
        }
    }

    fn view(&self, state: &State, eyes: Eyes) -> View {
        let mut view = self.good.view(state, eyes);
        let shows = match eyes {
            Eyes::Watcher => self.is(Spoiled::WatcherSeesHands),
            _ => self.is(Spoiled::ViewShowsHands),
        };
        if shows {
            for side in Side::BOTH {
                view.hands[side.index()].known = Some(state.hands[side.index()].hidden);
            }
        }
        view
    }

    fn imagine(&self, view: &View, eyes: Eyes, chance: &mut dyn Chance) -> State {
        let mut state = self.good.imagine(view, eyes, chance);
        let own = &mut state.hands[0].hidden;
        if self.is(Spoiled::ImagineChangesOwnHand) && eyes == Eyes::Of(Side::Union) && own.take(Card::Aim) {
            own.add(Card::Scout);
            state.deck.add(Card::Aim);
            state.deck.take(Card::Scout);
        }
        state
    }

    fn write(&self, action: &Action) -> String {
        match *action {
            Action::FireAimed(with) if self.is(Spoiled::WritesAimAway) => {
                self.good.write(&Action::Fire(with))
            }
            _ => self.good.write(action),
        }
    }

    fn read(&self, text: &str) -> Result<Action, Violation> {
        self.good.read(text)
    }

    fn question(&self, state: &State, side: Side) -> Question {
        let mut question = self.good.question(state, side);
        if self.is(Spoiled::QuestionTells) && Rig::enemy_aims(state, side) {
            question.text.push_str(" Beware.");
        }
        question
    }

    fn reactions(&self) -> Vec<ReactionKind> {
        if self.is(Spoiled::KindUntold) { Vec::new() } else { self.good.reactions() }
    }

    fn reaction(&self, state: &State, side: Side) -> Option<Reaction<Action>> {
        let reaction = self.good.reaction(state, side)?;
        match self.how {
            Spoiled::ReactionTells if self.reacts_without_aim(state).is_some() => None,
            Spoiled::PassIsNotListed => Some(Reaction { pass: Action::StandFast, ..reaction }),
            _ => Some(reaction),
        }
    }

    fn turn(&self, state: &State) -> u32 {
        let aims = state.hands[0].hidden.of(Card::Aim);
        if self.is(Spoiled::TurnTells) { aims.into() } else { self.good.turn(state) }
    }

    fn hear(&self, event: &Event, eyes: Eyes) -> Option<Event> {
        if self.is(Spoiled::StoryTells) { Some(*event) } else { self.good.hear(event, eyes) }
    }

    fn tell(&self, event: &Event) -> Line {
        self.good.tell(event)
    }
}

/// The law found broken, and how.
fn broken(how: Spoiled) -> Option<(Law, String)> {
    let wild = |rig: &Rig, chance: &mut dyn Chance| Action::any(&rig.good, chance);
    let rules = Arc::new(Rig { good: PicketLine::standard(), how });
    let effort = Effort { games: 60, bound: 300, ..Effort::default() };
    conform(&rules, &wild, effort).err().map(|breach| (breach.law, breach.what))
}

#[test]
fn good_rules_pass() {
    assert_eq!(broken(Spoiled::Nothing), None);
}

#[test]
fn each_spoiled_rule_set_is_found_out() {
    let expected = [
        (Spoiled::NoAnswerToReactions, Law::Answers, "has no answer"),
        (Spoiled::AnswersForTheIdle, Law::Answers, "need not decide"),
        (Spoiled::AnswerTwice, Law::Answers, "listed twice"),
        (Spoiled::ListsTooMuch, Law::Check, "is listed, but refused"),
        (Spoiled::AllowsTooMuch, Law::Check, "is legal"),
        (Spoiled::MemoGoesStale, Law::Memo, "with a memo"),
        (Spoiled::RefusesWithoutWords, Law::Refusal, "without a word"),
        (Spoiled::WritesAimAway, Law::Notation, "which reads as"),
        (Spoiled::DependsOnListeners, Law::Determinism, "gives something else"),
        (Spoiled::ViewShowsHands, Law::View, "a view gives it away"),
        (Spoiled::WatcherSeesHands, Law::View, "a watcher sees something"),
        (Spoiled::ImagineChangesOwnHand, Law::View, "looks different"),
        (Spoiled::CheckPeeks, Law::Secrets, "the list of answers"),
        (Spoiled::QuestionTells, Law::Secrets, "the question"),
        (Spoiled::AsksOnlyHolders, Law::Reveal, "without saying that it reveals"),
        (Spoiled::ReactionTells, Law::Reactions, "tells"),
        (Spoiled::PassIsNotListed, Law::Reactions, "is not listed"),
        (Spoiled::KindUntold, Law::Reactions, "of no kind told of"),
        (Spoiled::TurnTells, Law::Reactions, "the turn depends"),
        (Spoiled::RevealsInSilence, Law::Reveal, "without saying that it reveals"),
        (Spoiled::StoryTells, Law::Reveal, "a secret choice"),
        (Spoiled::NeverEnds, Law::Ending, "no end after 300 actions"),
    ];
    for (how, law, words) in expected {
        let (found, what) = broken(how).unwrap_or_else(|| panic!("{how:?} is not found out"));
        assert_eq!(found, law, "{how:?}: {what}");
        assert!(what.contains(words), "{how:?}: {what}");
    }
}

#[test]
fn a_soak_finds_dead_ends_illegal_answers_and_endless_games() {
    let expected = [
        (Spoiled::NoAnswerToReactions, Law::Answers, "has no legal answer"),
        (Spoiled::ListsTooMuch, Law::Check, "is listed, but refused"),
        (Spoiled::NeverEnds, Law::Ending, "no end after 300 actions"),
        (Spoiled::WritesAimAway, Law::Record, "action "),
    ];
    for (how, law, words) in expected {
        let rules = Rig { good: PicketLine::standard(), how };
        let breach = soak(&rules, 0..60, 300).expect_err("it is spoiled");
        assert_eq!(breach.law, law, "{how:?}: {}", breach.what);
        assert!(breach.what.contains(words), "{how:?}: {}", breach.what);
        // How far the game had come stands in front, once.
        let told = breach.to_string();
        let far =
            format!("law {law:?} is broken in game {}, after {} actions: ", breach.game, breach.actions);
        assert!(told.starts_with(&far) && breach.actions > 0, "{told}");
        assert!(!told.contains("after 0 actions") && told.contains("replay this record"), "{told}");
    }
    assert_eq!(
        soak(&Rig { good: PicketLine::standard(), how: Spoiled::Nothing }, 0..60, 300).unwrap().games,
        60
    );
}
