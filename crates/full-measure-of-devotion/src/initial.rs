//! Initial orders: written in secret, a destination and at most two towns on the way (7.0, RUL-07).

use crate::action::Action;
use crate::ask::Ask;
use crate::campaign::Traveller;
use crate::event::What;
use crate::ids::ForceId;
use crate::position::{Play, Position};
use crate::state::{LONGEST_ROUTE, Route, Weather, Writing};
use engine::{Side, Violation};
use ground::{Hex, IMPASSABLE, MAX_HEXES};

/// How much longer than the shortest a route may be, in hexes (FMD-7-C7).
pub const DETOUR: u16 = 3;
/// The most names in an order (FMD-7-C9).
pub const NAMES: usize = 3;

/// No way there.
const FAR: u16 = u16::MAX;

/// Distances in hexes to one hex, by road, from everywhere.
struct Distances(Box<[u16; MAX_HEXES]>);

impl Distances {
    fn from(&self, hex: Hex) -> Option<u16> {
        Some(self.0[hex.index()]).filter(|&distance| distance != FAR)
    }
}

/// The roads a Force may take under an initial order.
struct Roads<'a> {
    position: Position<'a>,
    side: Side,
    has_foot_or_guns: bool,
    starts_south: bool,
}

impl<'a> Roads<'a> {
    fn of(position: Position<'a>, force: ForceId) -> Roads<'a> {
        let box_ = position.force(force);
        let south = &position.campaign.landmarks.south;
        Roads {
            position,
            side: force.side(),
            has_foot_or_guns: box_.strength.has_foot_or_guns(),
            starts_south: box_.at.is_some_and(|at| south.contains(at)),
        }
    }

    /// Whether the order may lead from one hex to its neighbour.
    fn leads(&self, from: Hex, to: Hex) -> bool {
        let campaign = self.position.campaign;
        let Some(side) = campaign.theatre.grid.direction_to(from, to) else { return false };
        campaign.step_price(Traveller::Wagons, Weather::Sunny, from, side) != IMPASSABLE
            && self.allows(from, to)
    }

    /// Whether the order may lead across this line, where a road does.
    fn allows(&self, from: Hex, to: Hex) -> bool {
        let campaign = self.position.campaign;
        let south = &campaign.landmarks.south;
        match self.side {
            Side::Union => !(self.has_foot_or_guns && south.contains(to)),
            // FMD-7-C6: out of the South only by the gate; and what has left it does not come back.
            Side::Confederate => match (south.contains(from), south.contains(to)) {
                (true, false) => campaign.landmarks.gate.is_none_or(|gate| gate == to),
                (false, true) => !self.starts_south,
                _ => true,
            },
        }
    }

    /// Distances from everywhere to a hex.
    fn distances_to(&self, target: Hex) -> Distances {
        self.spread(target, |here, before| self.allows(before, here))
    }

    /// Distances from a hex to everywhere.
    fn distances_from(&self, start: Hex) -> Distances {
        self.spread(start, |here, next| self.allows(here, next))
    }

    fn spread(&self, centre: Hex, leads: impl Fn(Hex, Hex) -> bool) -> Distances {
        let campaign = self.position.campaign;
        let mut distances = Box::new([FAR; MAX_HEXES]);
        let mut queue = Vec::with_capacity(campaign.theatre.grid.len());
        queue.push(centre);
        distances[centre.index()] = 0;
        let mut first = 0;
        while let Some(&here) = queue.get(first) {
            first += 1;
            // A road leads both ways.
            for &next in campaign.roads_from(here) {
                if distances[next.index()] == FAR && leads(here, next) {
                    distances[next.index()] = distances[here.index()] + 1;
                    queue.push(next);
                }
            }
        }
        Distances(distances)
    }
}

/// What one must know to judge way points: how far it is to the last one named, on from there, and to the destination.
struct Detours {
    shortest: Option<u16>,
    so_far: Option<u16>,
    onward: Distances,
    home: Distances,
}

impl Detours {
    fn of(roads: &Roads<'_>, at: Hex, names: &[Hex]) -> Detours {
        let home = roads.distances_to(names[0]);
        let shortest = home.from(at);
        let (mut here, mut so_far) = (at, Some(0));
        let mut onward = roads.distances_from(at);
        for &stop in &names[1..] {
            so_far = so_far.and_then(|length: u16| Some(length + onward.from(stop)?));
            here = stop;
            onward = roads.distances_from(here);
        }
        debug_assert!(names.len() > 1 || here == at);
        Detours { shortest, so_far, onward, home }
    }

    /// The length of the shortest road by all way points and this town.
    fn length(&self, town: Hex) -> Option<u16> {
        Some(self.so_far? + self.onward.from(town)? + self.home.from(town)?)
    }
}

/// Names in the order they are passed: way points first, the destination last.
fn stops(names: &[Hex]) -> impl Iterator<Item = Hex> + '_ {
    names.iter().skip(1).copied().chain(names.first().copied())
}

impl<'a> Position<'a> {
    pub(crate) fn writing_ask(&self, side: Side) -> Ask {
        let Some(writing) = &self.state.writing else { return Ask::Nothing };
        match writing.force {
            None if self.unwritten(side).next().is_some() => Ask::Write,
            None => Ask::Nothing,
            Some(force) if writing.names.is_empty() => Ask::Destination(force),
            Some(force) if !writing.named => Ask::Via(force),
            Some(force) => Ask::Fork(force),
        }
    }

    fn unwritten(&self, side: Side) -> impl Iterator<Item = ForceId> + use<'a> {
        let written = self.state.writing.as_ref().map_or(0, |writing| writing.written);
        self.state
            .forces_of(side)
            .map(|(force, _)| force)
            .filter(move |force| written & (1 << force.index()) == 0)
    }

    /// The Force an order is being written for, and where it stands.
    fn writing_for(&self) -> Option<(&'a Writing, ForceId, Hex)> {
        let writing = self.state.writing.as_ref()?;
        let force = writing.force?;
        Some((writing, force, self.force(force).at?))
    }

    pub(crate) fn writing_answers(&self, side: Side, out: &mut Vec<Action>) {
        let Some((writing, force, at)) = self.writing_for() else {
            out.extend(self.unwritten(side).map(Action::Write));
            return;
        };
        let roads = Roads::of(*self, force);
        if writing.names.is_empty() {
            out.push(Action::Stay);
            let towns = self.campaign.landmarks.towns.iter().copied();
            let roads = roads.distances_from(at);
            out.extend(
                towns
                    .filter(|&town| self.check_destination(side, &roads, at, town).is_ok())
                    .map(Action::MarchTo),
            );
        } else if !writing.named {
            out.push(Action::Direct);
            let towns = self.campaign.landmarks.towns.iter().copied();
            let detours = Detours::of(&roads, at, &writing.names);
            let most = detours.shortest.map_or(0, |shortest| shortest + DETOUR);
            let near = towns.filter(|&town| detours.length(town).is_some_and(|length| length <= most));
            out.extend(
                near.filter(|&town| self.check_via(&detours, at, writing, town).is_ok()).map(Action::Via),
            );
        } else {
            out.extend(self.forks(&roads, at, writing).into_iter().map(Action::By));
        }
    }

    pub(crate) fn check_writing(&self, side: Side, action: &Action) -> Result<(), Violation> {
        let Some((writing, force, at)) = self.writing_for() else {
            return match *action {
                Action::Write(force) if self.unwritten(side).any(|other| other == force) => Ok(()),
                Action::Write(force) => {
                    Err(Violation::of("FMD-7-C4", format!("Force {} waits for no order.", force.name())))
                }
                _ => Err(Violation::of("FMD-7-C4", "Every Force needs its order first: choose the next.")),
            };
        };
        let roads = Roads::of(*self, force);
        match *action {
            Action::Stay if writing.names.is_empty() => Ok(()),
            Action::MarchTo(town) if writing.names.is_empty() => {
                self.check_destination(side, &roads.distances_from(at), at, town)
            }
            Action::Direct if !writing.names.is_empty() && !writing.named => Ok(()),
            Action::Via(town) if !writing.names.is_empty() && !writing.named => {
                self.check_via(&Detours::of(&roads, at, &writing.names), at, writing, town)
            }
            Action::Via(_) if writing.names.len() == NAMES => {
                Err(Violation::of("FMD-7-C9", "An order holds at most three names."))
            }
            Action::By(hex) if writing.named => {
                if self.forks(&roads, at, writing).contains(&hex) {
                    Ok(())
                } else {
                    Err(Violation::of("FMD-7-C8", "The road to the next name does not lead that way."))
                }
            }
            _ => Err(Violation::form("That answers another question.")),
        }
    }

    fn check_destination(&self, side: Side, roads: &Distances, at: Hex, town: Hex) -> Result<(), Violation> {
        let name = || self.campaign.hex_name(town);
        if self.campaign.town(town).is_none() {
            return Err(Violation::of("FMD-7-C4", format!("{} is no town or city.", name())));
        }
        if town == at {
            return Err(Violation::of("RUL-07", "To remain where it is, order it to stay."));
        }
        if side == Side::Union && self.campaign.landmarks.south.contains(town) {
            return Err(Violation::of("FMD-7-U9", format!("{} lies south of the Rappahannock.", name())));
        }
        match roads.from(town) {
            Some(length) if usize::from(length + DETOUR) <= LONGEST_ROUTE => Ok(()),
            _ => Err(Violation::of("FMD-7-C5", format!("No road or railroad leads to {}.", name()))),
        }
    }

    fn check_via(&self, detours: &Detours, at: Hex, writing: &Writing, town: Hex) -> Result<(), Violation> {
        let name = || self.campaign.hex_name(town);
        if self.campaign.town(town).is_none() {
            return Err(Violation::of("FMD-7-C8", format!("{} is no town or city.", name())));
        }
        if writing.names.len() >= NAMES {
            return Err(Violation::of("FMD-7-C9", "An order holds at most three names."));
        }
        if town == at || writing.names.contains(&town) {
            return Err(Violation::of("FMD-7-C8", format!("{} is already on the way.", name())));
        }
        match (detours.shortest, detours.length(town)) {
            (Some(shortest), Some(length)) if length <= shortest + DETOUR => Ok(()),
            (Some(shortest), Some(length)) => Err(Violation::of(
                "FMD-7-C7",
                format!(
                    "By {} it is {length} hexes; the shortest road has {shortest}, and {} are allowed.",
                    name(),
                    shortest + DETOUR
                ),
            )),
            _ => Err(Violation::of("FMD-7-C5", format!("No road or railroad leads by {}.", name()))),
        }
    }

    /// A shortest road from where a Force stands through all names of an order, the destination first among them.
    pub(crate) fn road(&self, force: ForceId, names: &[Hex]) -> Option<Vec<Hex>> {
        let roads = Roads::of(*self, force);
        let mut road = vec![self.force(force).at?];
        for stop in stops(names) {
            let distances = roads.distances_to(stop);
            let mut here = *road.last()?;
            let mut left = distances.from(here)?;
            while left > 0 {
                let mut ahead = self.campaign.theatre.grid.neighbours(here).map(|(_, hex)| hex);
                here = ahead.find(|&hex| distances.from(hex) == Some(left - 1) && roads.leads(here, hex))?;
                left -= 1;
                road.push(here);
            }
        }
        Some(road)
    }

    /// The hexes of a route from where it begins, that hex included.
    pub(crate) fn along(&self, from: Hex, steps: &[u8]) -> Vec<Hex> {
        let mut hexes = vec![from];
        for &step in steps {
            let Some(next) = hexes.last().and_then(|&here| self.campaign.by_compass(here, step + 1)) else {
                break;
            };
            hexes.push(next);
        }
        hexes
    }

    /// Where the path written so far ends, and the next name on it.
    pub(crate) fn pen(&self, at: Hex, writing: &Writing) -> (Hex, Option<Hex>) {
        let mut rest = stops(&writing.names).peekable();
        let mut here = at;
        for &step in &writing.route.steps {
            here = self.campaign.by_compass(here, step + 1).unwrap_or(here);
            if rest.peek() == Some(&here) {
                rest.next();
            }
        }
        (here, rest.next())
    }

    /// The next hexes of all shortest roads to the next name.
    fn forks(&self, roads: &Roads<'_>, at: Hex, writing: &Writing) -> Vec<Hex> {
        let (here, Some(goal)) = self.pen(at, writing) else { return Vec::new() };
        self.ahead(roads, here, &roads.distances_to(goal))
    }

    /// The next hexes of all shortest roads.
    fn ahead(&self, roads: &Roads<'_>, here: Hex, distances: &Distances) -> Vec<Hex> {
        let Some(left) = distances.from(here) else { return Vec::new() };
        let neighbours = self.campaign.theatre.grid.neighbours(here);
        neighbours
            .map(|(_, hex)| hex)
            .filter(|&hex| distances.from(hex).is_some_and(|next| next + 1 == left) && roads.leads(here, hex))
            .collect()
    }
}

impl Play<'_> {
    pub(crate) fn write(&mut self, side: Side, action: &Action) {
        let Some(writing) = &mut self.state.writing else { return };
        match *action {
            Action::Write(force) => writing.force = Some(force),
            Action::Stay => {
                let force = writing.force;
                self.order_is_written(side, force, None, Route::default());
            }
            Action::MarchTo(town) => writing.names.push(town),
            Action::Via(town) => {
                writing.names.push(town);
                if writing.names.len() == NAMES {
                    writing.named = true;
                }
            }
            Action::Direct => writing.named = true,
            Action::By(hex) => self.extend_route(hex),
            _ => {}
        }
        self.follow_roads(side);
    }

    fn extend_route(&mut self, to: Hex) {
        let Some((writing, _, at)) = self.position().writing_for() else { return };
        let (here, _) = self.position().pen(at, writing);
        if let (Some(step), Some(writing)) = (self.campaign.compass(here, to), &mut self.state.writing) {
            let _ = writing.route.steps.try_push(step);
        }
    }

    /// Writes the path down as far as there is no choice.
    fn follow_roads(&mut self, side: Side) {
        let mut leg = None;
        loop {
            let position = self.position();
            let Some((writing, force, at)) = position.writing_for() else { return };
            if !writing.named {
                return;
            }
            let roads = Roads::of(position, force);
            let (here, goal) = position.pen(at, writing);
            let forks = goal.map_or_else(Vec::new, |goal| {
                if leg.as_ref().is_none_or(|(end, _)| *end != goal) {
                    leg = Some((goal, roads.distances_to(goal)));
                }
                leg.as_ref().map_or_else(Vec::new, |(_, distances)| position.ahead(&roads, here, distances))
            });
            match forks[..] {
                [] => {
                    let (route, to) = (writing.route.clone(), writing.names.first().copied());
                    self.order_is_written(side, Some(force), to, route);
                    return;
                }
                [only] => self.extend_route(only),
                _ => return,
            }
        }
    }

    fn order_is_written(&mut self, side: Side, force: Option<ForceId>, to: Option<Hex>, route: Route) {
        let (Some(force), Some(writing)) = (force, &mut self.state.writing) else { return };
        let written = writing.written | 1 << force.index();
        *writing = Writing { written, ..Writing::default() };
        let length = route.steps.len() as u8;
        let box_ = self.state.force_mut(force);
        box_.marching = to.is_some();
        box_.route = route;
        self.tell(What::OrderWritten { force, to, length });
        debug_assert_eq!(force.side(), side);
    }

    /// All orders of a side are in: INITIAL beside every Force (FMD-7-C10, FMD-7-U10).
    pub(crate) fn orders_written(&mut self, side: Side) {
        self.state.writing = None;
        for force in ForceId::of(side) {
            if self.state.force(force).at.is_some() {
                self.state.force_mut(force).markers.initial = 1;
            }
        }
        self.tell(What::OrdersWritten { side });
    }
}

/// Routes on which a Force may be marching whose order was written at `origin` and that has walked so many hexes of it;
/// `first` is its next step, where that is known.
pub(crate) fn imagined_route(
    position: Position<'_>,
    force: ForceId,
    origin: Hex,
    walked: u8,
    first: Option<Hex>,
) -> Vec<Route> {
    let Some(at) = position.force(force).at else { return Vec::new() };
    let mut roads = Roads::of(position, force);
    roads.starts_south = position.campaign.landmarks.south.contains(origin);
    let mut routes = Vec::new();
    for &town in &position.campaign.landmarks.towns {
        if town == at || (roads.side == Side::Union && position.campaign.landmarks.south.contains(town)) {
            continue;
        }
        let distances = roads.distances_to(town);
        let (Some(whole), Some(rest)) = (distances.from(origin), distances.from(at)) else { continue };
        if u16::from(walked) + rest > whole + DETOUR || usize::from(rest) > LONGEST_ROUTE {
            continue;
        }
        let mut route = Route::default();
        let mut here = at;
        while here != town {
            let left = distances.0[here.index()];
            let mut ahead =
                position.campaign.theatre.grid.neighbours(here).map(|(_, hex)| hex).filter(|&hex| {
                    distances.from(hex).is_some_and(|next| next + 1 == left) && roads.leads(here, hex)
                });
            let next = match first.filter(|_| here == at) {
                Some(first) => ahead.find(|&hex| hex == first),
                None => ahead.next(),
            };
            let Some((next, step)) =
                next.and_then(|next| Some((next, position.campaign.compass(here, next)?)))
            else {
                break;
            };
            let _ = route.steps.try_push(step);
            here = next;
        }
        if here == town {
            routes.push(route);
        }
    }
    if routes.is_empty()
        && let Some(step) = first.and_then(|first| position.campaign.compass(at, first))
    {
        let mut route = Route::default();
        route.steps.push(step);
        routes.push(route);
    }
    routes
}
