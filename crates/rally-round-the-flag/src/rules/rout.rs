//! Rout (2.25): which way, who is run through, where everybody comes to stand (RRF-ROUT-1 to RRF-ROUT-12a, R-48).

use super::check::Check;
use super::losses::{self, Casualties};
use super::melee;
use crate::measure::Stand;
use crate::measure::generals::Shift;
use crate::measure::rout::{self, Fate};
use crate::model::action::Action;
use crate::model::event::{Cause, Event};
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::Arm;
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::{Mark, Whereabouts};
use engine::agenda::{Opening, Question, Step, Words, only, other_question};
use engine::flat::List;
use engine::{Side, Sides, Violation};
use ground::geometry::Point;
use ground::table::Heading;
use serde::{Deserialize, Serialize};

/// Whom a stand runs from.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum From {
    /// The enemy who stands, or stood, there.
    Enemy(Point),
    /// Nobody: it runs on as it faces (RRF-RAL-6).
    Facing,
    /// The nearest enemy of the melee that is being fought.
    Melee,
}

/// A rout that is under way.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Rout {
    /// Which way all of them run.
    pub heading: Heading,
    /// Who runs: the first, and whoever runs along, in the order in which they were met.
    pub chain: List<StandId, { rout::MOST }>,
    /// Who was met and stays.
    pub passed: List<StandId, { rout::MOST }>,
}

/// A stand routs (RRF-ROUT-1): its owner says which way, where he has a choice.
pub fn rout(play: &mut Play<'_>, stand: StandId, from: From) {
    if play.at().is_present(stand) {
        play.mark(stand, Mark::ROUTED, true);
        play.tell(Event::Routs { stand });
        play.state.agenda.then([Casualties::of(stand).into(), ChooseFlight { stand, from }.into()]);
    }
}

/// Which way a stand runs (I-12, RRF-ROUT-2, RRF-ROUT-3).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChooseFlight {
    /// Who.
    pub stand: StandId,
    /// From whom.
    pub from: From,
}

impl Question<RallyRoundTheFlag> for ChooseFlight {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.is_present(self.stand) { only(self, at) } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Which way does {} run?", at.stand(self.stand).name), "RRF-ROUT-3")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        match (self.from, melee::causes(at, self.stand).as_slice()) {
            // of several as near its owner chooses.
            (From::Melee, several @ [_, _, ..]) => {
                out.extend(several.iter().map(|&enemy| Action::FleeFrom(enemy)));
            }
            _ => out.push(Action::Flee),
        }
        if self.from != From::Facing {
            out.extend(at.chain(self.stand).filter(|&general| at.leads(general)).map(Action::FleeTo));
        }
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let refuse = |general: GeneralId, what: &str| {
            let about = at.rules.general(general);
            Err(Violation::of("RRF-ROUT-3", format!("{} {what}.", about.name)).about([about.tag.clone()]))
        };
        match *action {
            Action::Flee | Action::FleeFrom(_) => {
                let mut listed = Vec::new();
                self.answers(at, at.side(self.stand), &mut listed);
                if listed.contains(action) {
                    return Ok(());
                }
                Err(Violation::of("R-82", "It runs from the enemy who has caused it."))
            }
            Action::FleeTo(_) if self.from == From::Facing => {
                Err(Violation::of("RRF-RAL-6", "It runs on as it faces."))
            }
            Action::FleeTo(general) if !at.chain(self.stand).any(|above| above == general) => {
                refuse(general, "is not of its chain of command")
            }
            Action::FleeTo(general) if !at.leads(general) => refuse(general, "is not on the map"),
            Action::FleeTo(_) => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let figure = play.at().figure(self.stand);
        let heading = match (*action, self.from) {
            (Action::FleeTo(general), _) => rout::toward(&figure, play.at().leader(general).at),
            (_, From::Enemy(enemy)) => rout::away(&figure, enemy),
            (_, From::Facing) => figure.pose.heading,
            (_, From::Melee) => {
                let at = play.at();
                let named = match *action {
                    Action::FleeFrom(enemy) => Some(enemy),
                    _ => melee::causes(at, self.stand).first().copied(),
                };
                let from = named.map(|enemy| at.troop(enemy).pose.at);
                from.map_or(figure.pose.heading, |enemy| rout::away(&figure, enemy))
            }
        };
        let mut chain = List::default();
        chain.push(self.stand);
        // RRF-ROUT-4
        play.troop(self.stand).pose.heading = heading;
        play.state.rout = Some(Rout { heading, chain, passed: List::default() });
        play.state.agenda.push(RunOn);
    }
}

/// The next one on the way of a rout is met (RRF-ROUT-5 to RRF-ROUT-7).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunOn;

impl Step<RallyRoundTheFlag> for RunOn {
    fn take(self, play: &mut Play<'_>) {
        let Some(rout) = play.state.rout else { return };
        let Some(&first) = rout.chain.first() else { return };
        let at = play.at();
        let figure = at.figure(first);
        let is_new = |stand: &StandId| !rout.chain.contains(stand) && !rout.passed.contains(stand);
        let met = at.measured(|table| {
            let route = rout::met(table, &figure, rout.heading);
            route.iter().map(|met| met.stand).filter(is_new).find(|&stand| {
                // routed enemies are passed.
                at.side(stand) == at.side(first) || !at.is(stand, Mark::ROUTED)
            })
        });
        let Some(met) = met.filter(|_| !rout.chain.lacks_room(1) && !rout.passed.lacks_room(1)) else {
            play.state.agenda.push(Settle);
            return;
        };
        if at.side(met) != at.side(first) {
            // RRF-ROUT-10
            capture(play, first);
            let rout = play.state.rout.get_or_insert(rout);
            rout.chain.retain(|runner| *runner != first);
            if !rout.chain.is_empty() {
                play.state.agenda.push(Settle);
            }
        } else if at.is(met, Mark::ROUTED) {
            // who is routed does not check, but is pushed along.
            join(play, met);
            play.state.agenda.push(RunOn);
        } else {
            let check = Check { stand: met, modifier: 0, cause: Cause::RunThrough };
            play.state.agenda.then([check.into(), RanThrough { stand: met }.into(), RunOn.into()]);
        }
    }
}

fn join(play: &mut Play<'_>, stand: StandId) {
    if let Some(rout) = &mut play.state.rout {
        rout.chain.push(stand);
    }
    // swept along by another's rout, it has made its own.
    play.state.running.retain(|runner| *runner != stand);
}

/// What becomes of a friend who was run through.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RanThrough {
    /// Who.
    pub stand: StandId,
}

impl Step<RallyRoundTheFlag> for RanThrough {
    fn take(self, play: &mut Play<'_>) {
        let (stand, passed) = (self.stand, play.state.is_passed);
        let guns = play.at().arm(stand) == Arm::Artillery;
        if passed && !guns {
            if let Some(rout) = &mut play.state.rout {
                rout.passed.push(stand);
            }
        } else if guns && !passed {
            // RRF-ROUT-11: guns that fail are lost, those that pass run.
            play.state.agenda.push(Casualties::of(stand));
            losses::destroy(play, stand);
        } else {
            play.mark(stand, Mark::ROUTED, true);
            play.tell(Event::Routs { stand });
            join(play, stand);
            play.state.agenda.push(Casualties::of(stand));
        }
    }
}

/// All who run come to stand (RRF-ROUT-6, RRF-ROUT-8, RRF-ROUT-9), and are activated by it (RRF-AP-7).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Settle;

impl Step<RallyRoundTheFlag> for Settle {
    fn take(self, play: &mut Play<'_>) {
        let Some(rout) = play.state.rout.take() else { return };
        let at = play.at();
        let chain: Vec<Stand> = rout.chain.iter().map(|&stand| at.figure(stand)).collect();
        let settled = at.measured(|table| rout::settle(table, &chain, rout.heading));
        shift(play, &settled.shifts);
        for &(stand, fate) in &settled.fates {
            play.mark(stand, Mark::ACTIVATED, true);
            match fate {
                Fate::Stands(pose) => {
                    play.troop(stand).pose = pose;
                    play.troop(stand).pose.heading = rout.heading;
                    play.tell(Event::Ran { stand });
                }
                Fate::OffMap => {
                    play.troop(stand).whereabouts = Whereabouts::RanOff;
                    play.tell(Event::RanOff { stand });
                }
                Fate::Captured(_) => capture(play, stand),
            }
        }
    }
}

/// RRF-ROUT-10: it is off the map, all its circles lost.
fn capture(play: &mut Play<'_>, stand: StandId) {
    play.troop(stand).whereabouts = Whereabouts::Captured;
    play.troop(stand).losses = play.rules.stand(stand).circles.map(|circles| circles.0);
    play.tell(Event::Captured { stand });
}

/// Generals make room (RRF-LEAD-7, R-94).
pub fn shift(play: &mut Play<'_>, shifts: &[Shift]) {
    for shift in shifts {
        play.leader(shift.general).at = shift.to;
        play.tell(Event::Shifted { general: shift.general });
    }
}
