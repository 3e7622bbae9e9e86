//! Skirmishers who are being sent out (STE-SKIRM-1).

use super::path::{check_path, offer};
use super::ways;
use crate::model::action::Action;
use crate::model::ids::UnitId;
use crate::model::legs::Motion;
use crate::model::position::{Play, Position};
use crate::model::scenario::SeeingTheElephant;
use crate::model::state::Mark;
use crate::rules::legs::{self, Plan, Roll, refuse};
use crate::rules::{passage, skirmishers};
use crate::scene::ghost;
use crate::speech;
use engine::agenda::{Question, Words};
use engine::scene::Sketch;
use engine::{Listing, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// Where skirmishers go who are being sent out.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceScreen {
    /// Whose they are.
    pub unit: UnitId,
    /// How many stands.
    pub stands: u8,
    /// What fell for them.
    pub roll: Roll,
}

impl PlaceScreen {
    fn plan(self, at: Position<'_>, action: &Action) -> Result<Plan, Violation> {
        let PlaceScreen { unit, stands, roll } = self;
        let Some(screen) = at.unit(unit).screen else {
            return refuse(
                at,
                unit,
                "STE-SKIRM-1",
                format_args!("{} has no skirmishers", at.unit(unit).name),
            );
        };
        let ghost = skirmishers::going_out(at, unit, stands);
        let facing = ghost.stance.facing;
        let (places, facing) = match action {
            Action::Lay(places) => (places.0.iter().map(|place| place.0).collect(), facing),
            Action::Go(path) => match (path.0.first(), path.0.len()) {
                (Some(&Motion::Rows { middle, facing, files, gap }), 1) => {
                    (skirmishers::rows(middle, facing, stands, files, gap, ghost.stance.size), facing)
                }
                _ => {
                    return refuse(
                        at,
                        unit,
                        "R-99",
                        format_args!("skirmishers are laid in rows or place by place"),
                    );
                }
            },
            _ => return Err(Violation::form("That answers another question.")),
        };
        legs::plan_spread(at, screen, &ghost, roll, legs::slowed(at, unit), (&places, facing))
    }
}

impl Question<SeeingTheElephant> for PlaceScreen {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.unit))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let name = &at.unit(self.unit).name;
        Words::new(format!("Where do the skirmishers of {name} go?"), "STE-SKIRM-1")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.push(Action::Stay);
        let at = at.tersely();
        ways::screens(at, self.unit, self.stands, |action| offer(out, action, |path| self.plan(at, path)));
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        check_path(action, |path| self.plan(at, path))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Ok(plan) = self.plan(play.at(), action) else {
            // Nobody goes out after all, and the dice are thrown: the unit moves no more.
            return play.mark(self.unit, Mark::STAYED, true);
        };
        skirmishers::send(play, self.unit, &plan.end.places, plan.end.stance.facing);
        if let Some(screen) = play.rules.unit(self.unit).screen {
            for friend in plan.passed {
                passage::pass(play, screen, friend);
            }
        }
    }

    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        self.plan(at, action).map_or_else(|_| Sketch::default(), |plan| ghost::screen(at, self.unit, &plan))
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match action {
            Action::Stay => "Nobody goes out".to_owned(),
            _ => format!("The screen {}", speech::answer(at.rules, action)),
        }
    }
}
