//! Where a unit goes: which way, and how far; or a whole path at once, which is what a hand that drags it gives.

use super::march::Advance;
use super::{arrivals, ways};
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::UnitId;
use crate::model::layout::Layout;
use crate::model::legs::{Mode, Motion, Path, Places};
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::{LastMove, March, Mark};
use crate::model::way::Way;
use crate::rules::legs::{self, Ghost, Plan, Roll, refuse};
use crate::rules::{passage, passing, skirmishers};
use crate::scene::{self, drag, ghost, reach};
use crate::speech;
use arrayvec::ArrayVec;
use engine::agenda::{Question, Words, other_question};
use engine::flat::List;
use engine::scene::{Gesture, Region, Sketch, Target};
use engine::words::capital;
use engine::{Listing, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// Lists a path that can be gone, once.
pub(super) fn offer(out: &mut Vec<Action>, path: Action, plan: impl Fn(&Action) -> Result<Plan, Violation>) {
    if !out.contains(&path) && plan(&path).is_ok() {
        out.push(path);
    }
}

/// Whether an answer is a path that can be gone, or none at all.
///
/// # Errors
///
/// The rule that forbids it.
pub(super) fn check_path(
    action: &Action,
    plan: impl Fn(&Action) -> Result<Plan, Violation>,
) -> Result<(), Violation> {
    match action {
        Action::Stay => Ok(()),
        Action::Go(_) | Action::Lay(_) => plan(action).map(|_| ()),
        _ => other_question(),
    }
}

/// Where a unit goes, now that its dice have fallen (G-13).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickPath {
    /// Who.
    pub unit: UnitId,
    /// What fell.
    pub roll: Roll,
    /// Which way it goes, once that is said: how far is left to be asked.
    pub way: Option<Way>,
}

impl PickPath {
    /// The first question: which way, or a whole path at once.
    #[must_use]
    pub const fn new(unit: UnitId, roll: Roll) -> PickPath {
        PickPath { unit, roll, way: None }
    }

    /// Reckons an answer.
    fn plan(self, at: Position<'_>, action: &Action) -> Result<Plan, Violation> {
        let PickPath { unit, roll, .. } = self;
        match action {
            Action::Go(path) if path.0.iter().any(|leg| matches!(leg, Motion::Recall)) => {
                self.plan_recall(at, path)
            }
            Action::Go(path) => legs::plan(at, unit, roll, path),
            Action::Lay(places) => {
                let points: skirmishers::Spots = places.0.iter().map(|place| place.0).collect();
                legs::plan_places(at, unit, roll, &points)
            }
            _ => Err(Violation::form("That answers another question.")),
        }
    }

    /// A screen falls in with its unit, at half speed, before that has moved (STE-MOVE-32, R-112).
    fn plan_recall(self, at: Position<'_>, path: &Path) -> Result<Plan, Violation> {
        let PickPath { unit, roll, .. } = self;
        let name = &at.unit(unit).name;
        if path.0.len() > 1 {
            return refuse(at, unit, "R-112", format_args!("to come in is the whole move"));
        }
        if !at.is_loose(unit) {
            return refuse(at, unit, "R-112", format_args!("{name} is not in skirmish order"));
        }
        let parent = at.unit(unit).parent;
        if parent.is_some_and(|parent| at.is(parent, Mark::MOVED) || at.is(parent, Mark::STAYED)) {
            return refuse(at, unit, "R-112", format_args!("the unit of {name} has had its move"));
        }
        let halvings = legs::slowed(at, unit) + 1;
        let passed: ArrayVec<UnitId, 32> = skirmishers::passed_on_the_way_in(at, unit).into_iter().collect();
        // STE-MOVE-21, and STE-MOVE-28 for who rises first.
        let passages = if passage::costs(at, unit) { passed.len() as u8 } else { 0 };
        let deductions = passages + u8::from(roll.mode.rises());
        let reach = legs::allowance(roll.sum, roll.dice, deductions, halvings);
        skirmishers::check_way_in(at, unit, reach)?;
        let end = Ghost::of(at, unit);
        Ok(Plan { deductions, halvings, allowance: reach, charged: 0, passed, end })
    }
}

impl Question<SeeingTheElephant> for PickPath {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.unit))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let name = &at.unit(self.unit).name;
        if let Some(way) = self.way {
            let text = format!("How far does {name} go {}?", way.phrase(at.rules));
            return Words::new(format!("{text} The dice give {} inches.", self.roll.sum), "G-17");
        }
        match self.roll.mode {
            Mode::Cross => Words::new(format!("What does {name} cross?"), "STE-MOVE-34"),
            Mode::Prolong => Words::new(format!("Where are the guns of {name} drawn?"), "STE-MOVE-38"),
            _ => Words::new(format!("Where does {name} go? The dice give {} inches.", self.roll.sum), "R-66"),
        }
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.push(Action::Stay);
        let PickPath { unit, roll, way } = self;
        if way.is_none() && ways::are_many(at, unit, roll) {
            return ways::open(at, unit, |way| out.push(Action::Way(way)));
        }
        let layout = Layout::of(at);
        let at = at.with(&layout).tersely();
        ways::extents(at, unit, roll, way, |action| offer(out, action, |path| self.plan(at, path)));
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Way(way) if self.way.is_none() => ways::check(at, self.unit, self.roll, way),
            Action::Way(_) => {
                let text = format_args!("which way is said already: say how far, or any path");
                refuse(at, self.unit, "G-17", text)
            }
            _ => check_path(action, |path| self.plan(at, path)),
        }
    }

    /// The legs of whoever moved before: a brigade goes forward by a key a regiment.
    fn again(self, at: Position<'_>, _: Side) -> Option<Action> {
        let LastMove { unit, path } = at.state.last_move?;
        let marches = ways::are_many(at, self.unit, self.roll) && !at.is_loose(self.unit);
        (unit != self.unit && marches).then_some(Action::Go(path))
    }

    fn moves(self, at: Position<'_>, _: Side) -> Option<String> {
        Some(at.unit(self.unit).tag.clone())
    }

    fn gesture(self, at: Position<'_>, _: Side, gesture: &Gesture) -> Result<Action, Violation> {
        drag::gesture(at, self.unit, self.roll, gesture)
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        drag::click(at, self.unit, self.roll, clicked)
    }

    fn regions(self, at: Position<'_>, _: Side) -> Vec<Region> {
        reach::regions(at, self.unit, self.roll)
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<engine::scene::Point>, String) {
        let Ok(plan) = self.plan(at, action) else { return Default::default() };
        let ends = [Ghost::of(at, self.unit).stance.anchor, plan.end.stance.anchor];
        let way = ends.map(|end| scene::on_board(at.rules, end)).to_vec();
        (way, ghost::said(&plan))
    }

    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        ghost::sketch(at, self.unit, self.roll.mode, action, &self.plan(at, action))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let PickPath { unit, roll, .. } = self;
        if let Action::Way(way) = *action {
            return play.state.agenda.push(PickPath { way: Some(way), ..self });
        }
        let Ok(plan) = self.plan(play.at(), action) else {
            // `Stay` leaves the unit unmoved for every later rule, but it begins no other move (G-13).
            return play.mark(unit, Mark::STAYED, true);
        };
        let Plan { charged, allowance, deductions, halvings, passed, .. } = plan;
        play.tell(Event::Moved { unit, charged, allowance, deductions, halvings });
        let (path, places) = match *action {
            Action::Go(path) => (path, Places::default()),
            Action::Lay(places) => (Path::default(), places),
            _ => return,
        };
        if path.0.iter().any(|leg| matches!(leg, Motion::Recall)) {
            let parent = play.rules.unit(unit).parent;
            for friend in passed {
                passage::pass(play, unit, friend);
            }
            // The last stand may have gone down on the way.
            if play.at().is_present(unit) {
                skirmishers::merge(play, unit);
            }
            // STE-SKIRM-3: calling them in is a formation change.
            if let Some(parent) = parent {
                play.mark(parent, Mark::RECALLED, true);
            }
            return;
        }
        arrivals::arrive(play, unit);
        // only lying down is no movement.
        let moves = !places.0.is_empty() || path.0.iter().any(|leg| !matches!(leg, Motion::Prone));
        play.mark(unit, if moves { Mark::MOVED } else { Mark::STAYED }, true);
        play.mark(unit, Mark::ON_ROAD, roll.mode == Mode::Road);
        play.mark(unit, Mark::PROLONGING, roll.mode == Mode::Prolong || play.at().is(unit, Mark::PROLONGING));
        if !path.0.is_empty() {
            play.state.last_move = Some(LastMove { unit, path });
        }
        let troop = play.at().troop(unit);
        play.state.march = Some(March {
            unit,
            path,
            roll,
            leg: 0,
            way: 0,
            from: troop.anchor,
            facing: troop.facing,
            stands: troop.stands,
            left: allowance - charged,
            late: false,
            passed: List::default(),
            places,
        });
        passing::begin(play, unit);
        play.state.agenda.push(Advance);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match action {
            Action::Stay => "Stay".to_owned(),
            // Who goes is in the question: what differs is read sooner without it.
            Action::Way(way) => capital(&way.phrase(at.rules)),
            _ => format!("{} {}", at.unit(self.unit).name, speech::answer(at.rules, action)),
        }
    }
}
