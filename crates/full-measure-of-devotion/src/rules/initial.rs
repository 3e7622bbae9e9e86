//! Initial orders: written in secret, a destination and at most two towns on the way (chapter 7, RUL-07).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::campaign::{Campaign, Landmarks};
use crate::model::event::What;
use crate::model::ids::{ForceId, ForceSet};
use crate::model::numbers::Turn;
use crate::model::position::{Play, Position};
use crate::model::route::{Compass, LONGEST_ROUTE, Route};
use crate::model::state::{Phase, Weather, Writing};
use crate::model::task::{Task, ask_or_pass, side_if};
use crate::scene::{Way, drawn, meant};
use crate::speech::{self, counted, dates, led, located, own};
use arrayvec::ArrayVec;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::Hex;
use serde::{Deserialize, Serialize};

/// How much longer than the shortest a route may be, in hexes (FMD-7-C7).
pub const DETOUR: u16 = 3;
/// The most names in an order (FMD-7-C9).
pub const NAMES: usize = 3;

/// Whom an order is written for, as far as the choice of roads goes (RUL-07).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Traffic {
    /// A Union Force with foot or guns: the South is closed (FMD-14.2-1).
    UnionFoot,
    /// Union cavalry.
    UnionHorse,
    /// A Confederate Force that starts in the South: out by the gate only, and not back.
    FromSouth,
    /// A Confederate Force that starts north of the line.
    FromNorth,
}

impl Traffic {
    /// All kinds.
    pub const ALL: [Traffic; 4] = [Self::UnionFoot, Self::UnionHorse, Self::FromSouth, Self::FromNorth];

    /// Whether an order may lead across a line, where a road does.
    pub fn allows(self, landmarks: &Landmarks, from: Hex, to: Hex) -> bool {
        let south = &landmarks.south;
        match (self, south.contains(from), south.contains(to)) {
            (Traffic::UnionHorse, ..) => true,
            (Traffic::UnionFoot, _, to) => !to,
            // FMD-7-C6: out of the South only by the gate; and what has left it does not come back.
            (_, true, false) => landmarks.gate.is_none_or(|gate| gate == to),
            (Traffic::FromSouth, false, true) => false,
            _ => true,
        }
    }
}

/// Distances by road in hexes, from everywhere to each town, for one kind of traffic.
#[derive(Clone, Debug)]
pub(crate) struct RoadMap {
    hexes: usize,
    /// A row a town.
    table: Vec<u8>,
}

impl RoadMap {
    pub fn new(landmarks: &Landmarks, roads: &[ArrayVec<Hex, 6>], traffic: Traffic) -> RoadMap {
        let hexes = roads.len();
        let mut table = vec![FAR; hexes * landmarks.towns.len()];
        let mut queue = Vec::with_capacity(hexes);
        for (&town, row) in landmarks.towns.iter().zip(table.chunks_mut(hexes)) {
            queue.clear();
            queue.push(town);
            row[town.index()] = 0;
            let mut first = 0;
            while let Some(&here) = queue.get(first) {
                first += 1;
                let further = row[here.index()].saturating_add(1).min(FAR - 1);
                // A road leads both ways; an order may not.
                for &before in &roads[here.index()] {
                    if row[before.index()] == FAR && traffic.allows(landmarks, before, here) {
                        row[before.index()] = further;
                        queue.push(before);
                    }
                }
            }
        }
        RoadMap { hexes, table }
    }

    fn row(&self, town: usize) -> &[u8] {
        &self.table[town * self.hexes..][..self.hexes]
    }
}

/// No way there.
const FAR: u8 = u8::MAX;

/// Distances in hexes to one town, by road, from everywhere.
#[derive(Copy, Clone)]
struct Distances<'a>(&'a [u8]);

impl Distances<'_> {
    fn from(&self, hex: Hex) -> Option<u16> {
        self.0.get(hex.index()).filter(|&&distance| distance != FAR).map(|&distance| u16::from(distance))
    }
}

/// The roads a Force may take under an initial order: it keeps to them (FMD-7-C5).
#[derive(Copy, Clone)]
struct Roads<'a> {
    campaign: &'a Campaign,
    traffic: Traffic,
}

impl<'a> Roads<'a> {
    fn of(position: Position<'a>, force: ForceId, origin: Hex) -> Roads<'a> {
        let traffic = match force.side() {
            Side::Union if position.force(force).strength.has_foot_or_guns() => Traffic::UnionFoot,
            Side::Union => Traffic::UnionHorse,
            Side::Confederate if position.campaign.landmarks.south.contains(origin) => Traffic::FromSouth,
            Side::Confederate => Traffic::FromNorth,
        };
        Roads { campaign: position.campaign, traffic }
    }

    /// Distances from everywhere to a town.
    fn to(&self, town: Hex) -> Distances<'a> {
        let row = self.campaign.town(town).map(|town| self.campaign.road_map(self.traffic).row(town.index()));
        Distances(row.unwrap_or(&[]))
    }

    /// The next hexes of all shortest roads to a town.
    fn ahead(&self, here: Hex, distances: Distances<'_>) -> ArrayVec<Hex, 6> {
        let Some(left) = distances.from(here) else { return ArrayVec::new() };
        let roads = self.campaign.roads_from(here).iter().copied();
        roads
            .filter(|&hex| {
                distances.from(hex).is_some_and(|next| next + 1 == left)
                    && self.traffic.allows(&self.campaign.landmarks, here, hex)
            })
            .collect()
    }

    /// All towns, with the distances from everywhere.
    fn towns(&self) -> impl Iterator<Item = (Hex, Distances<'a>)> + use<'a> {
        let map = self.campaign.road_map(self.traffic);
        let towns = self.campaign.landmarks.towns.iter().enumerate();
        towns.map(|(number, &town)| (town, Distances(map.row(number))))
    }

    /// The length of the shortest road through all stops.
    fn length(&self, at: Hex, stops: impl IntoIterator<Item = Hex>) -> Option<u16> {
        let mut here = at;
        let mut length = 0;
        for stop in stops {
            length += self.to(stop).from(here)?;
            here = stop;
        }
        Some(length)
    }
}

/// Whether an order can hold a road of this length, with every detour allowed.
fn is_short(length: u16) -> bool {
    usize::from(length + DETOUR) <= LONGEST_ROUTE
}

/// Names in the order they are passed: way points first, the destination last.
fn stops(names: &[Hex]) -> impl Iterator<Item = Hex> + '_ {
    names.iter().skip(1).copied().chain(names.first().copied())
}

impl<'a> Position<'a> {
    /// What is asked next while orders are written.
    pub(crate) fn writing(&self) -> Task {
        match self.writing_for() {
            None => WriteOrder.into(),
            Some((writing, force, _)) if writing.names.is_empty() => Destination { force }.into(),
            Some((writing, force, _)) if !writing.named => Via { force }.into(),
            Some((_, force, _)) => Fork { force }.into(),
        }
    }

    /// The side that writes its orders now (S2, T6).
    const fn writer(&self) -> Side {
        match self.state.phase {
            Phase::UnionOrders => Side::Union,
            _ => Side::Confederate,
        }
    }

    fn unwritten(&self, side: Side) -> impl Iterator<Item = ForceId> + use<'a> {
        let written = self.state.writing.as_ref().map_or(ForceSet::EMPTY, |writing| writing.written);
        self.state.forces_of(side).map(|(force, _)| force).filter(move |&force| !written.contains(force))
    }

    /// The Force an order is being written for, and where it stands.
    fn writing_for(&self) -> Option<(&'a Writing, ForceId, Hex)> {
        let writing = self.state.writing.as_ref()?;
        let force = writing.force?;
        Some((writing, force, self.force(force).at?))
    }

    /// Whether the Union may not be sent there (FMD-7-U9).
    fn is_closed_destination(&self, side: Side, town: Hex) -> bool {
        side == Side::Union && self.campaign.landmarks.south.contains(town)
    }

    fn check_destination(&self, side: Side, roads: &Roads<'_>, at: Hex, town: Hex) -> Result<(), Violation> {
        let name = || self.campaign.hex_name(town);
        if self.campaign.town(town).is_none() {
            return Err(Violation::of("FMD-7-C4", format!("{} is no town or city.", name())));
        }
        if town == at {
            return Err(Violation::of("RUL-07", "To remain where it is, order it to stay."));
        }
        if self.is_closed_destination(side, town) {
            return Err(Violation::of("FMD-7-U9", format!("{} lies south of the Rappahannock.", name())));
        }
        match roads.to(town).from(at) {
            Some(length) if is_short(length) => Ok(()),
            _ => Err(Violation::of("FMD-7-C5", format!("No road or railroad leads to {}.", name()))),
        }
    }

    /// Whether a town can be named on the way. The Union writes its orders by the same rules (FMD-7-U8).
    fn check_via(&self, roads: &Roads<'_>, at: Hex, writing: &Writing, town: Hex) -> Result<(), Violation> {
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
        let mut names = writing.names.clone();
        names.push(town);
        match (roads.to(names[0]).from(at), roads.length(at, stops(&names))) {
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
        let at = self.force(force).at?;
        let roads = Roads::of(*self, force, at);
        let mut road = vec![at];
        for stop in stops(names) {
            let distances = roads.to(stop);
            let mut here = *road.last()?;
            distances.from(here)?;
            while here != stop {
                here = *roads.ahead(here, distances).first()?;
                road.push(here);
            }
        }
        Some(road)
    }

    /// The hexes of a route from where it begins, that hex included.
    pub(crate) fn along(&self, from: Hex, steps: &[Compass]) -> Vec<Hex> {
        let mut hexes = vec![from];
        for &step in steps {
            let Some(next) = hexes.last().and_then(|&here| self.campaign.by_compass(here, step)) else {
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
        for &step in writing.route.steps() {
            here = self.campaign.by_compass(here, step).unwrap_or(here);
            if rest.peek() == Some(&here) {
                rest.next();
            }
        }
        (here, rest.next())
    }

    /// The next hexes of all shortest roads to the next name.
    fn forks(&self, roads: &Roads<'_>, at: Hex, writing: &Writing) -> ArrayVec<Hex, 6> {
        let (here, goal) = self.pen(at, writing);
        goal.map_or_else(ArrayVec::new, |goal| roads.ahead(here, roads.to(goal)))
    }
}

/// Which Force's initial order is written next? (S2, T6)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WriteOrder;

impl Question<FullMeasureOfDevotion> for WriteOrder {
    fn asked(self, at: Position<'_>) -> Sides {
        let side = at.writer();
        side_if(at.state.writing.is_some() && at.unwritten(side).next().is_some(), side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let open = at.unwritten(side).count() as u64;
        let text = format!(
            "Which Force's initial order is written next? {} without one.",
            counted(open, "Force is", "Forces are")
        );
        Words::new(text, if side == Side::Union { "FMD-7-U7" } else { "FMD-7-C4" })
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        out.extend(at.unwritten(side).map(Action::Write));
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Write(force) if at.unwritten(side).any(|other| other == force) => Ok(()),
            Action::Write(force) => {
                Err(Violation::of("FMD-7-C4", format!("Force {} waits for no order.", force.name())))
            }
            _ => Err(Violation::of("FMD-7-C4", "Every Force needs its order first: choose the next.")),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        play.write(side, action);
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Write(force) => format!("Write the order of {}", led(at, force)),
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |force| Some(Action::Write(force)), |_| None)
    }
}

/// Where does the initial order of a Force lead? (FMD-7-C4)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Destination {
    /// The Force.
    pub force: ForceId,
}

impl Question<FullMeasureOfDevotion> for Destination {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.writer())
    }

    fn words(self, at: Position<'_>, side: Side) -> Words {
        let text = format!("{}: where does its initial order lead?", located(at, self.force));
        Words::new(text, if side == Side::Union { "FMD-7-U9" } else { "FMD-7-C4" })
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let Some((_, force, here)) = at.writing_for() else { return };
        out.push(Action::Stay);
        let towns = Roads::of(at, force, here).towns().filter(|&(town, distances)| {
            !at.is_closed_destination(side, town)
                && distances.from(here).is_some_and(|length| length > 0 && is_short(length))
        });
        out.extend(towns.map(|(town, _)| Action::MarchTo(town)));
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let Some((_, force, here)) = at.writing_for() else { return other_question() };
        match *action {
            Action::Stay => Ok(()),
            Action::MarchTo(town) => at.check_destination(side, &Roads::of(at, force, here), here, town),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        play.write(side, action);
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Stay => "Remain in place".to_owned(),
            Action::MarchTo(town) => {
                format!("March to {}, {}", speech::hex(at.campaign, town), at.journey(self.force, &[town]))
            }
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |_| None, |hex| Some(Action::MarchTo(hex)))
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::MarchTo(town) = *action else { return Default::default() };
        drawn(at, at.road_way(self.force, &[town]))
    }
}

/// By way of which towns does it march? (FMD-7-C8)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Via {
    /// The Force.
    pub force: ForceId,
}

impl Question<FullMeasureOfDevotion> for Via {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.writer())
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let names = at.names_with(None);
        let to = |hex: Option<&Hex>, how: &str| {
            hex.map_or_else(String::new, |&hex| format!(" {how} {}", speech::hex(at.campaign, hex)))
        };
        let (goal, by) = (to(names.first(), "marches to"), to(names.get(1), "by way of"));
        let text = format!(
            "{}{goal}{by}: by way of a town that you name, or by the shortest road?",
            own(self.force)
        );
        Words::new(text, "FMD-7-C8")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some((writing, force, start)) = at.writing_for() else { return };
        let roads = Roads::of(at, force, start);
        out.push(Action::Direct);
        let (goal, stops) = (writing.names[0], &writing.names[1..]);
        let to_goal = roads.to(goal);
        let here = stops.last().copied().unwrap_or(start);
        let longest = to_goal.from(start).unwrap_or(0) + DETOUR;
        let before = roads.length(start, stops.iter().copied()).unwrap_or(FAR.into());
        let near = roads.towns().filter(|&(town, distances)| {
            let by_town = distances.from(here).zip(to_goal.from(town));
            by_town.is_some_and(|(there, on)| before + there + on <= longest)
        });
        let new = near.map(|(town, _)| town).filter(|town| *town != start && !writing.names.contains(town));
        out.extend(new.map(Action::Via));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Some((writing, force, here)) = at.writing_for() else { return other_question() };
        match *action {
            Action::Direct => Ok(()),
            Action::Via(town) => at.check_via(&Roads::of(at, force, here), here, writing, town),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        play.write(side, action);
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Via(town) => {
                let journey = at.journey(self.force, &at.names_with(Some(town)));
                format!("By way of {}, {journey}", speech::hex(at.campaign, town))
            }
            Action::Direct => {
                format!("By the shortest road, {}", at.journey(self.force, &at.names_with(None)))
            }
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |_| None, |hex| Some(Action::Via(hex)))
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let names = match *action {
            Action::Via(town) => at.names_with(Some(town)),
            Action::Direct => at.names_with(None),
            _ => return Default::default(),
        };
        drawn(at, at.road_way(self.force, &names))
    }
}

/// Which way where the road forks? (FMD-7-C8)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fork {
    /// The Force.
    pub force: ForceId,
}

impl Question<FullMeasureOfDevotion> for Fork {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.writer())
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let text = match at.writing_for().map(|(writing, _, start)| at.pen(start, writing)) {
            Some((here, Some(goal))) => format!(
                "{}: at {} the road to {} forks. Which way?",
                own(self.force),
                speech::hex(at.campaign, here),
                speech::hex(at.campaign, goal)
            ),
            _ => format!("{}: which way where the road forks?", own(self.force)),
        };
        Words::new(text, "FMD-7-C8")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let Some((writing, force, start)) = at.writing_for() else { return };
        out.extend(at.forks(&Roads::of(at, force, start), start, writing).into_iter().map(Action::By));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Some((writing, force, start)) = at.writing_for() else { return other_question() };
        match *action {
            Action::By(hex) if at.forks(&Roads::of(at, force, start), start, writing).contains(&hex) => {
                Ok(())
            }
            Action::By(_) => {
                Err(Violation::of("FMD-7-C8", "The road to the next name does not lead that way."))
            }
            Action::Via(_) if writing.names.len() == NAMES => {
                Err(Violation::of("FMD-7-C9", "An order holds at most three names."))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        play.write(side, action);
    }

    fn is_answered_unseen(self, _: Position<'_>, _: Side) -> bool {
        true
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::By(next) => format!("By {}", speech::hex(at.campaign, next)),
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        meant(at, side, clicked, |_| None, |hex| Some(Action::By(hex)))
    }

    /// The path written so far, one way on.
    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let (Action::By(next), Some((writing, _, start))) = (*action, at.writing_for()) else {
            return Default::default();
        };
        let mut path = at.along(start, writing.route.steps());
        path.push(next);
        drawn(at, Some((path, String::new())))
    }
}

impl Position<'_> {
    /// The names written so far and one more.
    fn names_with(&self, more: Option<Hex>) -> Vec<Hex> {
        let names = self.state.writing.as_ref().map(|writing| writing.names.to_vec());
        names.unwrap_or_default().into_iter().chain(more).collect()
    }

    /// A road of an initial order in words: `11 hexes, arrives about turn 3`.
    fn journey(&self, force: ForceId, names: &[Hex]) -> String {
        let Some(road) = self.road(force, names) else { return "no road".to_owned() };
        let hexes = road.len().saturating_sub(1) as u64;
        let (basic, _) = self.campaign.allowance(self.force(force).strength, Weather::Sunny);
        // A hex of road costs two halves; the Union sets out on turn 3 (FMD-7-U7).
        let a_turn = u64::from((basic.0 / 2).max(1));
        let first = if force.side() == Side::Union { 3 } else { u64::from(self.state.turn.0) };
        let turn = first + hexes.div_ceil(a_turn).max(1) - 1;
        let turn = Turn(turn.min(u64::from(u8::MAX)) as u8);
        format!("{}, arrives about turn {turn}, {}", counted(hexes, "hex", "hexes"), dates(turn))
    }

    /// The road of an initial order, to be drawn.
    fn road_way(&self, force: ForceId, names: &[Hex]) -> Option<Way> {
        let road = self.road(force, names)?;
        let hexes = road.len().saturating_sub(1) as u64;
        Some((road, counted(hexes, "hex", "hexes")))
    }
}

impl Play<'_> {
    fn write(&mut self, side: Side, action: &Action) {
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
            writing.route.push(step);
        }
    }

    /// Writes the path down as far as there is no choice.
    fn follow_roads(&mut self, side: Side) {
        loop {
            let position = self.position();
            let Some((writing, force, at)) = position.writing_for() else { return };
            if !writing.named {
                return;
            }
            let forks = position.forks(&Roads::of(position, force, at), at, writing);
            match forks[..] {
                [] => {
                    let (route, to) = (writing.route, writing.names.first().copied());
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
        let mut written = writing.written;
        written.insert(force);
        *writing = Writing { written, ..Writing::default() };
        let length = route.steps().len() as u8;
        let detail = self.state.force_mut(force);
        // FMD-12-I-5a: an order to stay is fulfilled when it is written.
        detail.march_by(route);
        if to.is_none() {
            detail.end_initial_order();
        }
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
    let roads = Roads::of(position, force, origin);
    let mut routes = Vec::new();
    for &town in &position.campaign.landmarks.towns {
        if town == at || (force.side() == Side::Union && position.campaign.landmarks.south.contains(town)) {
            continue;
        }
        let distances = roads.to(town);
        let (Some(whole), Some(rest)) = (distances.from(origin), distances.from(at)) else { continue };
        if u16::from(walked) + rest > whole + DETOUR || usize::from(rest) > LONGEST_ROUTE {
            continue;
        }
        let mut route = Route::default();
        let mut here = at;
        while here != town {
            let ahead = roads.ahead(here, distances);
            let next = match first.filter(|_| here == at) {
                Some(first) => ahead.iter().copied().find(|&hex| hex == first),
                None => ahead.first().copied(),
            };
            let Some((next, step)) =
                next.and_then(|next| Some((next, position.campaign.compass(here, next)?)))
            else {
                break;
            };
            route.push(step);
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
        route.push(step);
        routes.push(route);
    }
    routes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::{Library, scenario};
    use engine::chance::Quick;
    use engine::{Rules, Silent};

    /// Orders are imagined to every town that the march so far may be leading to, and to no other (FMD-D-4): the whole
    /// way is at most three hexes longer than the shortest (FMD-7-C7).
    #[test]
    fn imagined_orders_lead_to_the_towns_that_are_not_too_far_by_now() {
        let _proof = engine::proof::proves(&["FMD-D-4", "FMD-7-C7", "FMD-7-U9"]);
        let rules = scenario(&Library::builtin(), "campaign").unwrap_or_else(|report| panic!("{report}"));
        let mut state = rules.start(&mut Quick::new(1), &mut Silent);
        let landmarks = &rules.campaign.landmarks;
        for side in Side::BOTH {
            let (force, origin) = state.forces_of(side).next().expect("an army");
            let mut known = 0;
            // It has come two hexes by road, and walked two hexes, or three more for a way round.
            let next = rules.campaign.roads_from(origin)[0];
            let second = rules.campaign.roads_from(next).iter().copied().find(|&hex| hex != origin);
            for (at, walked) in [(origin, 0), (second.expect("a road"), 2), (second.expect("a road"), 5)] {
                state.force_mut(force).at = Some(at);
                let position = rules.position(&state);
                let roads = Roads::of(position, force, origin);
                let may_lead = |town: Hex| {
                    let (whole, rest) = (roads.to(town).from(origin), roads.to(town).from(at));
                    whole.zip(rest).is_some_and(|(whole, rest)| rest > 0 && walked + rest <= whole + 3)
                        && !(side == Side::Union && landmarks.south.contains(town))
                };
                let towns: Vec<Hex> =
                    landmarks.towns.iter().copied().filter(|&town| may_lead(town)).collect();
                let routes = imagined_route(position, force, origin, walked as u8, None);
                let ends: Vec<Hex> = routes
                    .iter()
                    .filter_map(|route| position.along(at, route.steps()).last().copied())
                    .collect();
                assert_eq!(ends, towns, "{side:?} after {walked} hexes");
                known = known.max(towns.len());
                for &first in rules.campaign.roads_from(at) {
                    let step = rules.campaign.compass(at, first);
                    let routes = imagined_route(position, force, origin, walked as u8, Some(first));
                    assert!(routes.iter().all(|route| route.steps().first().copied() == step));
                    assert!(!routes.is_empty(), "one step at least");
                }
            }
            assert!(known > 10, "{side:?}: {known} towns");
        }
    }
}
