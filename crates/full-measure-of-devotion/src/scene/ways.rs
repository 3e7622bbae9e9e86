//! The way an answer takes, and what it costs.

use super::board::points as middles;
use super::markers::route;
use crate::action::Action;
use crate::ask::Ask;
use crate::campaign::Traveller;
use crate::commanders::RIDE;
use crate::ids::ForceId;
use crate::notation::known;
use crate::position::Position;
use crate::state::{March, Stage};
use crate::words::{counted, points};
use engine::Side;
use engine::scene::Point;
use ground::Hex;

pub(super) fn way(position: Position<'_>, army: Side, action: &Action) -> (Vec<Point>, String) {
    if known(position.campaign, action).is_err() {
        return (Vec::new(), String::new());
    }
    let (hexes, cost) = Ways { position, army }.find(action).unwrap_or_default();
    (if hexes.is_empty() { Vec::new() } else { middles(position.campaign, hexes) }, cost)
}

struct Ways<'a> {
    position: Position<'a>,
    army: Side,
}

/// The hexes of a way, and what it costs in words.
type Way = (Vec<Hex>, String);

impl Ways<'_> {
    fn find(&self, action: &Action) -> Option<Way> {
        let position = self.position;
        let ask = position.ask(self.army);
        match (*action, ask) {
            (Action::Step(to), Ask::Step(force)) => self.step(force, to),
            (Action::To(to), Ask::Step(_)) => self.march(to),
            (Action::MarchTo(town), Ask::Destination(force)) => self.road(force, &[town]),
            (Action::Via(town), Ask::Via(force)) => self.road(force, &self.names_with(Some(town))),
            (Action::Direct, Ask::Via(force)) => self.road(force, &self.names_with(None)),
            (Action::By(hex), Ask::Fork(force)) => self.fork(force, hex),
            (Action::March(force), Ask::March) => {
                let left = route(position, force);
                let hexes = left.len().saturating_sub(1) as u64;
                let (basic, _) =
                    position.campaign.allowance(position.force(force).strength, position.state.weather);
                let cost = format!(
                    "{}, {} movement points this turn",
                    counted(hexes, "hex to go", "hexes to go"),
                    points(basic)
                );
                Some((left, cost))
            }
            (Action::Haul { from, to }, Ask::Haul) => {
                let (path, cost) =
                    position.haul_reach(from, |reach| Some((reach.path(to)?, reach.cost(to)?)))?;
                Some((path, of(u32::from(cost), u32::from(position.train_allowance()))))
            }
            (Action::Ride { who, to }, Ask::Ride) => {
                let (_, from) = position.force_of(who)?;
                let (path, cost) = position.ride_reach(self.army, from, RIDE.into(), |reach| {
                    Some((reach.path(to)?, reach.cost(to)?))
                })?;
                Some((path, of(u32::from(cost), u32::from(RIDE))))
            }
            (Action::Order(force), Ask::Order) => self.courier(force),
            (Action::Retreat(to), Ask::Battle(stage, _)) => {
                let battle = position.state.battle.as_ref()?;
                let who =
                    if stage == Stage::Retreat { battle.force(battle.loser()?) } else { battle.defender };
                Some((vec![position.force(who).at?, to], String::new()))
            }
            (Action::Advance, Ask::Battle(_, role)) => {
                let battle = position.state.battle.as_ref()?;
                let force = battle.force(role);
                Some((vec![position.force(force).at?, position.vacated(battle, force)], String::new()))
            }
            (Action::Attack(to), Ask::Battle(..)) => {
                let force = position.state.battle.as_ref()?.advanced?;
                Some((vec![position.force(force).at?, to], String::new()))
            }
            _ => None,
        }
    }

    fn names_with(&self, more: Option<Hex>) -> Vec<Hex> {
        let names = self.position.state.writing.as_ref().map(|writing| writing.names.to_vec());
        names.unwrap_or_default().into_iter().chain(more).collect()
    }

    fn spending(&self, march: &March, cost: u32) -> String {
        let spent = u32::from(march.spent) + cost;
        if spent > u32::from(march.basic) {
            format!("{}, force march", of(spent, u32::from(march.forced)))
        } else {
            of(spent, u32::from(march.basic))
        }
    }

    fn step(&self, force: ForceId, to: Hex) -> Option<Way> {
        let position = self.position;
        let box_ = position.force(force);
        let (march, at) = (position.state.march?, box_.at?);
        let cost = position.step_cost(Traveller::force(box_.trains > 0), at, to)?;
        Some((vec![at, to], self.spending(&march, u32::from(cost))))
    }

    fn march(&self, to: Hex) -> Option<Way> {
        let march = self.position.state.march?;
        let (path, cost) =
            self.position.march_reach(&march, |reach| Some((reach.path(to)?, reach.cost(to)?)))??;
        Some((path, self.spending(&march, u32::from(cost))))
    }

    /// The road of an initial order.
    fn road(&self, force: ForceId, names: &[Hex]) -> Option<Way> {
        let road = self.position.road(force, names)?;
        let hexes = road.len().saturating_sub(1) as u64;
        Some((road, counted(hexes, "hex", "hexes")))
    }

    /// The path written so far, one way on at a fork.
    fn fork(&self, force: ForceId, by: Hex) -> Option<Way> {
        let writing = self.position.state.writing.as_ref()?;
        let mut path = self.position.along(self.position.force(force).at?, &writing.route.steps);
        path.push(by);
        Some((path, String::new()))
    }

    /// The way of an order from the army commander to a Force (TAB-O).
    fn courier(&self, force: ForceId) -> Option<Way> {
        let position = self.position;
        let (_, chief) = position.army_force(self.army)?;
        let to = position.force(force).at?;
        let far = u16::from(position.campaign.tables.order_distance[1]);
        let found =
            position.ride_reach(self.army, chief, far, |reach| Some((reach.path(to)?, reach.cost(to)?)));
        Some(match found {
            Some((path, cost)) => (path, format!("{} movement points of a rider", points(cost))),
            None => (Vec::new(), format!("more than {} movement points of a rider", points(far))),
        })
    }
}

fn of(cost: u32, all: u32) -> String {
    format!("{} of {} movement points", points(cost), points(all))
}
