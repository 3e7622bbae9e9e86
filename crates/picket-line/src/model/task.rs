//! What is to be done: every question and every step of the game, each a block in its chapter.

use crate::model::action::Action;
use crate::model::position::{Play, Position};
use crate::model::scenario::PicketLine;
use crate::rules::fire::React;
use crate::rules::movement::{MovePicket, TakePart};
use crate::rules::orders::GiveOrder;
use crate::rules::sequence::EndRound;
use crate::rules::victory::Verdict;
use engine::agenda::Flow;
use engine::scene::Target;

engine::tasks! {
    /// One thing to be done.
    pub enum Task for PicketLine {
        questions { GiveOrder, TakePart, MovePicket, React }
        steps { Verdict, EndRound }
    }
}

impl Flow for PicketLine {
    type Position<'a> = Position<'a>;
    type Play<'a> = Play<'a>;
    type Action = Action;
    type Task = Task;

    fn next(at: Position<'_>) -> Option<Task> {
        if at.state.outcome.is_some() { None } else { at.state.agenda.next() }
    }

    fn take(play: &mut Play<'_>) {
        play.state.agenda.take();
    }

    fn position<'a>(play: &'a Play<'_>) -> Position<'a> {
        play.position()
    }

    fn label(at: Position<'_>, action: &Action) -> String {
        action.write(at.rules)
    }

    fn target(at: Position<'_>, action: &Action) -> Target {
        action.target(at.rules)
    }
}
