//! Answers in words: what each means, and what it costs.

use super::{arrival, brigades, counted, dates, hex, kind, marker, movement_points, name, own, points, rank};
use crate::action::Action;
use crate::ask::Ask;
use crate::campaign::Traveller;
use crate::ids::{CommanderId, ForceId};
use crate::position::Position;
use crate::state::{Battle, Phase, Stage, Weather};
use crate::strength::Kind;
use engine::Side;
use ground::Hex;
use ground::theatre::Country;

/// An answer as a player reads it in a list.
pub(crate) fn describe(position: Position<'_>, side: Side, action: &Action) -> String {
    Answering { position, side }.text(action)
}

struct Answering<'a> {
    position: Position<'a>,
    side: Side,
}

impl Answering<'_> {
    fn text(&self, action: &Action) -> String {
        let position = self.position;
        let campaign = position.campaign;
        let ask = position.ask(self.side);
        let at = |place: Hex| hex(campaign, place);
        match *action {
            Action::Bid(trains) => format!("Bid {}", counted(trains, "train", "trains")),
            Action::Lead(who) => format!("{} leads", self.officer(who)),
            Action::Write(force) => format!("Write the order of {}", self.force(force)),
            Action::Stay => "Remain in place".into(),
            Action::MarchTo(town) => self.march_to(&ask, town),
            Action::Via(town) => self.via(&ask, town),
            Action::Direct => self.direct(&ask),
            Action::By(next) => format!("By {}", at(next)),
            Action::Hit(one) => self.hit(&ask, one),
            Action::Confirm => self.confirm(&ask).into(),
            Action::Depot(place) => format!("Place a DEPOT at {}", at(place)),
            Action::Remove(place) => format!("Remove the DEPOT at {}", at(place)),
            Action::Done if matches!(ask, Ask::Haul) => "No more trains move".into(),
            Action::Done => "No more DEPOTs".into(),
            Action::Escort if matches!(ask, Ask::Salvage(_)) => "Take the trains over: they go with it".into(),
            Action::Escort => "Escorted: a train that feeds it and stays with it; the town is DEPLETED".into(),
            Action::Flip => "Flipped: a train that goes home by itself and feeds it this turn; the town is DEPLETED".into(),
            Action::Forgo if matches!(ask, Ask::Salvage(_)) => "Leave the trains where they are".into(),
            Action::Forgo => "No train: the town is spared".into(),
            Action::March(force) => self.march(force),
            Action::Order(force) => self.order(force),
            Action::ArmyOrder(delay) => format!(
                "{} without a roll for the army commander's own Force, to move {}",
                marker(delay),
                arrival(delay)
            ),
            Action::Mark(delay) => format!("{}: it can move {}", marker(delay), arrival(delay)),
            Action::Decline if position.state.phase == Phase::PartTwo => "No more orders this turn".into(),
            Action::Decline => self.decline(),
            Action::Activate(force) => self.activate(force),
            Action::Whole => "All of it goes".into(),
            Action::Divide => self.divide(&ask),
            Action::Send(one) => self.send(one),
            Action::SendOfficer(who) => format!("{} goes along", self.officer(who)),
            Action::SendTrain => "A train goes along".into(),
            Action::SendMarker(delay) => format!("A {} marker goes along", marker(delay)),
            Action::Go => self.go(),
            Action::Step(to) => self.step(to),
            Action::To(to) => self.to(to),
            Action::Stop => "End the move here".into(),
            Action::Keep(force) => format!("Sleigh {} stays", force.letter()),
            Action::Stand => "Stand and fight".into(),
            Action::Withdraw => {
                "Withdraw: the enemy learns that it is all cavalry; if he has cavalry there is a fight all the same".into()
            }
            Action::Dice(dice) => {
                let (least, most) = (dice, u32::from(dice) * 6);
                format!("{}: {least} to {most} brigades", counted(dice, "die", "dice"))
            }
            Action::Reroll(number) => self.reroll(&ask, number),
            Action::KeepDice => "Let the dice lie".into(),
            Action::Pick(one) => self.pick(&ask, one),
            Action::Name(arm) => format!("On the {}", arm.name()),
            Action::Retreat(to) => self.retreat(&ask, to),
            Action::Perish => "Be destroyed rather than fall back on a friend".into(),
            Action::Advance => self.advance(&ask),
            Action::Hold => match ask {
                Ask::Battle(Stage::Again, _) => "No further attack".into(),
                _ => "Stay where it is".into(),
            },
            Action::Attack(place) => {
                let enemy = position.state.force_at(self.side.other(), place);
                let whom = enemy.map_or_else(String::new, |enemy| format!("{} at ", super::force(enemy)));
                format!("Attack {whom}{}", at(place))
            }
            Action::Haul { from, to } => self.haul(from, to),
            Action::Ride { who, to } => self.ride(who, to),
            Action::Pass => "No more rides this turn".into(),
            Action::Join(force) => format!("Join {}", self.force(force)),
        }
    }

    /// A Force of the side that decides: `Force B (Ewell) at Culpeper (1024)`.
    fn force(&self, force: ForceId) -> String {
        let Position { campaign, state } = self.position;
        let box_ = state.force(force);
        match box_.at {
            Some(at) => format!("{} ({}) at {}", own(force), name(campaign, box_.leader), hex(campaign, at)),
            None => own(force),
        }
    }

    fn officer(&self, who: CommanderId) -> String {
        match self.position.campaign.commanders.get(who.index()) {
            Some(commander) => format!(
                "{} ({}, {})",
                commander.name,
                rank(commander.stars),
                counted(commander.stars, "star", "stars")
            ),
            None => "Nobody".to_owned(),
        }
    }

    /// A road of an initial order: `11 hexes, arrives about turn 3`.
    fn journey(&self, force: ForceId, names: &[Hex]) -> String {
        let Some(road) = self.position.road(force, names) else { return "no road".to_owned() };
        let hexes = road.len().saturating_sub(1) as u64;
        let campaign = self.position.campaign;
        let (basic, _) = campaign.allowance(self.position.force(force).strength, Weather::Sunny);
        // A hex of road costs two halves; the Union sets out on turn 3 (FMD-7-U7).
        let a_turn = u64::from((basic / 2).max(1));
        let first = if self.side == Side::Union { 3 } else { u64::from(self.position.state.turn) };
        let turn = first + hexes.div_ceil(a_turn).max(1) - 1;
        let turn = turn.min(u64::from(u8::MAX)) as u8;
        format!("{}, arrives about turn {turn}, {}", counted(hexes, "hex", "hexes"), dates(turn))
    }

    fn march_to(&self, ask: &Ask, town: Hex) -> String {
        let to = hex(self.position.campaign, town);
        match *ask {
            Ask::Destination(force) => format!("March to {to}, {}", self.journey(force, &[town])),
            _ => format!("March to {to}"),
        }
    }

    /// The names written so far and one more.
    fn names_with(&self, more: Option<Hex>) -> Vec<Hex> {
        let names = self.position.state.writing.as_ref().map(|writing| writing.names.to_vec());
        names.unwrap_or_default().into_iter().chain(more).collect()
    }

    fn via(&self, ask: &Ask, town: Hex) -> String {
        let by = hex(self.position.campaign, town);
        match *ask {
            Ask::Via(force) => {
                format!("By way of {by}, {}", self.journey(force, &self.names_with(Some(town))))
            }
            _ => format!("By way of {by}"),
        }
    }

    fn direct(&self, ask: &Ask) -> String {
        match *ask {
            Ask::Via(force) => {
                format!("By the shortest road, {}", self.journey(force, &self.names_with(None)))
            }
            _ => "By the shortest road".to_owned(),
        }
    }

    fn hit(&self, ask: &Ask, one: Kind) -> String {
        let becomes = if one.weak { "it is lost" } else { "it becomes weak" };
        let there = match *ask {
            Ask::Attrition(force) | Ask::Hit(force) => self.position.force(force).strength.of(one),
            Ask::Battle(_, role) => {
                self.position.state.battle.as_ref().map_or(0, |battle| battle.share(role).after.of(one))
            }
            _ => 0,
        };
        format!("{} (1 of {there}): {becomes}", capital(&kind(one)))
    }

    const fn confirm(&self, ask: &Ask) -> &'static str {
        match ask {
            Ask::Battle(Stage::Select, _) => "These take part",
            Ask::Battle(Stage::WinnerNames | Stage::LoserNames, _) => "Leave the rest to the enemy",
            _ => "Go on",
        }
    }

    fn march(&self, force: ForceId) -> String {
        let box_ = self.position.force(force);
        let left = box_.route.steps.len().saturating_sub(usize::from(box_.route.done)) as u64;
        let (basic, _) = self.position.campaign.allowance(box_.strength, self.position.state.weather);
        format!(
            "{} marches on: {} left of its order, {} movement points this turn",
            self.force(force),
            counted(left, "hex", "hexes"),
            points(basic)
        )
    }

    fn order(&self, force: ForceId) -> String {
        let bonus = i16::from(self.position.state.bonus[self.side.index()]);
        let rolls = (1..=6_i16).flat_map(|blue| (1..=6_i16).map(move |grey| (blue, grey)));
        let chances = rolls.filter(|(blue, grey)| blue + bonus - grey >= 0).count();
        let delay = self.position.soonest(force);
        format!(
            "Order to {}: {chances} in 36; {}, to move {}",
            self.force(force),
            marker(delay),
            arrival(delay)
        )
    }

    fn decline(&self) -> String {
        let forces = self.position.state.forces_of(self.side);
        let lost: u64 = forces.map(|(force, _)| u64::from(self.position.force(force).markers.order)).sum();
        format!("No more moves: {} lost", counted(lost, "ORDER is", "ORDERs are"))
    }

    fn activate(&self, force: ForceId) -> String {
        let box_ = self.position.force(force);
        let split = if box_.markers.order > 1 {
            match self.position.check_divisible(force) {
                Ok(()) => ", which must be divided",
                Err(_) => ", which cannot be divided and goes astray",
            }
        } else {
            ""
        };
        let (basic, forced) =
            self.position.marching_points(box_.strength, box_.markers.forage, box_.trains > 0);
        let forced =
            if forced > basic { format!(", {} by force march", points(forced)) } else { String::new() };
        format!("{} moves{split}: {} movement points{forced}", self.force(force), points(basic))
    }

    fn divide(&self, ask: &Ask) -> String {
        match ask {
            Ask::Battle(..) => "Divide it: part advances, part stays".into(),
            _ => "Divide it: part goes as a new Force, part stays".into(),
        }
    }

    fn send(&self, one: Kind) -> String {
        let sorting = self.position.state.sorting;
        let left = sorting
            .map_or(0, |sorting| self.position.force(sorting.force).strength.minus(sorting.strength).of(one));
        format!("A {} brigade goes along ({left} there)", kind(one))
    }

    fn go(&self) -> String {
        match self.position.state.sorting {
            Some(sorting) => format!("These go: {}", brigades(sorting.strength)),
            None => "These go".to_owned(),
        }
    }

    /// What a move to a hex away from all roads risks (FMD-12.1-1, FMD-12.1-3).
    fn risk(&self, first_off_road: Option<Hex>) -> String {
        let tested = self.position.state.march.is_none_or(|march| march.tested);
        match first_off_road.filter(|_| !tested) {
            Some(off) if self.position.campaign.theatre.country(off) == Country::Forest => {
                ", 2 in 6 to lose the way".to_owned()
            }
            Some(_) => ", 1 in 6 to lose the way".to_owned(),
            None => String::new(),
        }
    }

    fn off_road(&self, hexes: &[Hex]) -> Option<Hex> {
        hexes.iter().copied().find(|&hex| !self.position.campaign.landmarks.on_road.contains(hex))
    }

    /// Whom a Force meets at the end of its move.
    fn company(&self, to: Hex) -> String {
        let state = self.position.state;
        match state.force_at(self.side, to) {
            Some(friend) if state.march.is_none_or(|march| march.force != friend) => {
                format!(", where {} is", own(friend))
            }
            _ => String::new(),
        }
    }

    fn price(&self, cost: u32) -> String {
        let march = self.position.state.march;
        let tired = march.is_some_and(|march| u32::from(march.spent) + cost > u32::from(march.basic));
        format!("{}{}", movement_points(cost), if tired { ", force march" } else { "" })
    }

    fn step(&self, to: Hex) -> String {
        let position = self.position;
        let place = hex(position.campaign, to);
        let Some(march) = position.state.march else { return format!("To {place}") };
        let box_ = position.force(march.force);
        let cost = box_.at.and_then(|at| position.step_cost(Traveller::force(box_.trains > 0), at, to));
        let price = cost.map_or_else(String::new, |cost| format!(", {}", self.price(u32::from(cost))));
        match position.state.force_at(self.side.other(), to) {
            Some(enemy) => format!("Attack {} at {place}{price}", super::force(enemy)),
            None => format!("To {place}{}{price}{}", self.company(to), self.risk(self.off_road(&[to]))),
        }
    }

    fn to(&self, to: Hex) -> String {
        let position = self.position;
        let place = hex(position.campaign, to);
        let found = position.state.march.and_then(|march| {
            position.march_reach(&march, |scratch| Some((scratch.cost(to)?, scratch.path(to)?)))?
        });
        let Some((cost, path)) = found else { return format!("To {place}") };
        let way = path.get(1..).unwrap_or_default();
        let risk = self.risk(self.off_road(way));
        format!("To {place}{}, {}{risk}", self.company(to), self.price(u32::from(cost)))
    }

    fn battle(&self) -> Option<&Battle> {
        self.position.state.battle.as_ref()
    }

    fn reroll(&self, ask: &Ask, number: u8) -> String {
        let face = match (ask, self.battle()) {
            (Ask::Battle(_, role), Some(battle)) => {
                battle.share(*role).dice.get(usize::from(number).wrapping_sub(1)).map(|die| die.face)
            }
            _ => None,
        };
        match face {
            Some(face) => format!("Throw die {number} again, a {face}"),
            None => format!("Throw die {number} again"),
        }
    }

    fn pick(&self, ask: &Ask, one: Kind) -> String {
        let left = match (ask, self.battle()) {
            (Ask::Battle(_, role), Some(battle)) => {
                let strength = self.position.force(battle.force(*role)).strength;
                strength.minus(battle.share(*role).part).of(one)
            }
            _ => 0,
        };
        format!("A {} brigade takes part ({left} left)", kind(one))
    }

    fn retreat(&self, ask: &Ask, to: Hex) -> String {
        let place = hex(self.position.campaign, to);
        let beaten = match (ask, self.battle()) {
            (Ask::Battle(Stage::Retreat, _), Some(battle)) => battle.loser().map(|loser| battle.force(loser)),
            (Ask::Battle(..), Some(battle)) => Some(battle.defender),
            _ => None,
        };
        let friend = beaten.and_then(|beaten| self.position.state.force_at(beaten.side(), to));
        match friend {
            Some(friend) => format!("Back to {place}, onto Force {}: one hit on each", friend.letter()),
            None => format!("Back to {place}"),
        }
    }

    fn advance(&self, ask: &Ask) -> String {
        let to = match (ask, self.battle()) {
            (Ask::Battle(_, role), Some(battle)) => Some(self.position.vacated(battle, battle.force(*role))),
            _ => None,
        };
        match to {
            Some(to) => format!("All of it advances to {}", hex(self.position.campaign, to)),
            None => "All of it advances".to_owned(),
        }
    }

    fn haul(&self, from: Hex, to: Hex) -> String {
        let position = self.position;
        let (start, end) = (hex(position.campaign, from), hex(position.campaign, to));
        let cost = position.haul_reach(from, |scratch| scratch.cost(to));
        let price = cost.map_or_else(String::new, |cost| format!(", {}", movement_points(cost)));
        let home = if position.campaign.landmarks.south.contains(to) { ": home" } else { "" };
        format!("The train at {start} goes to {end}{home}{price}")
    }

    fn ride(&self, who: CommanderId, to: Hex) -> String {
        let position = self.position;
        let rider = name(position.campaign, who);
        let there = position.state.force_at(self.side, to);
        let there = there.map_or_else(|| hex(position.campaign, to), |force| self.force(force));
        let from = position.force_of(who).map(|(_, from)| from);
        let cost = from.and_then(|from| {
            position.ride_reach(self.side, from, crate::commanders::RIDE.into(), |scratch| scratch.cost(to))
        });
        let price = cost.map_or_else(String::new, |cost| format!(", {}", movement_points(cost)));
        format!("{rider} rides to {there}{price}")
    }
}

/// A sentence begins.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
