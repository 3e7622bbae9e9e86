//! Movement: a picket goes to any point within reach (PL-3).

use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::field::{EDGE, MOST_TURNS, Point, Turns};
use crate::model::position::{Play, Position};
use crate::model::scenario::PicketLine;
use crate::model::state::{Picket, PicketId, State};
use crate::rules::cards::Card;
use crate::rules::fire::React;
use crate::rules::orders::Order;
use crate::scene::{self, SCOUT, on_board, on_field, ring};
use engine::agenda::{Question, Words, other_question};
use engine::notation::Noun as _;
use engine::scene::{Gesture, Region, Sketch, Target};
use engine::{Listing, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// How many paces there must be between two pickets (PL-3.4).
pub(crate) const ELBOW_ROOM: i32 = 20;

/// A side's part of the round: it moves one picket or none (PL-3.1), and may scout before (PL-5.1).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakePart {
    /// Whose part it is.
    pub side: Side,
}

impl Question<PicketLine> for TakePart {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which picket moves?", "PL-3.1")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let all =
            [Action::Scout].into_iter().chain(at.pickets().map(Action::Pick)).chain([Action::StandFast]);
        out.extend(all.filter(|action| self.check(at, side, action).is_ok()));
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Scout if at.state.hands[side.index()].has(Card::Scout) => Ok(()),
            Action::Scout => Err(Violation::of("PL-5.1", format!("the {side} side has no scout card"))),
            Action::Pick(picket) => check_pick(at, side, picket),
            Action::StandFast => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        match *action {
            Action::Scout => {
                // The card itself may have been hidden; laying the enemy's open shows something in any case.
                play.story.reveal();
                play.state.hands[side.index()].play(Card::Scout);
                let shown = play.state.hands[side.other().index()].lay_open();
                play.story.tell(Event::Scouted { side, shown });
                play.state.agenda.push(self);
            }
            Action::Pick(picket) => {
                play.state.agenda.push(MovePicket { picket });
                play.story.tell(Event::Picked { picket });
            }
            _ => play.story.tell(Event::StoodFast { side }),
        }
    }

    /// Whoever drags a picket wants it to move.
    fn takes(self, _: Position<'_>, _: Side, action: &Action) -> bool {
        matches!(action, Action::Pick(_))
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Scout => "Play Scout: the enemy lays its cards open".to_owned(),
            Action::Pick(picket) => format!("Move {}", at.post(picket).name),
            _ => "Stand fast: nobody moves".to_owned(),
        }
    }

    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        match action {
            Action::Scout => Target::Card { card: SCOUT.to_owned() },
            other => other.target(at.rules),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match clicked {
            Target::Piece { piece } => at.rules.find(piece).map(Action::Pick),
            Target::Card { card } if card == SCOUT => Some(Action::Scout),
            _ => None,
        }
    }
}

/// Whether a side may pick this picket (PL-3.1).
fn check_pick(at: Position<'_>, side: Side, picket: PicketId) -> Result<(), Violation> {
    let name = &at.post(picket).name;
    let refuse = |text| Err(Violation::of("PL-3.1", text).about([name.clone()]));
    if at.post(picket).side != side {
        return refuse(format!("{name} is not a {side} picket"));
    }
    if !at.picket(picket).standing {
        return refuse(format!("{name} has fallen"));
    }
    Ok(())
}

/// The picket that was picked goes to a point, and faces some way (PL-3.2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MovePicket {
    /// Who.
    pub picket: PicketId,
}

impl Question<PicketLine> for MovePicket {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.post(self.picket).side)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let name = &at.post(self.picket).name;
        Words::new(format!("Where does {name} go, and which way does it face?"), "PL-3.2")
    }

    /// The moves worth offering: on the spot, half and full reach in eight directions, facing the nearest enemy.
    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        const EIGHT: [(i32, i32); 8] =
            [(0, 10), (7, 7), (10, 0), (7, -7), (0, -10), (-7, -7), (-10, 0), (-7, 7)];
        let from = at.picket(self.picket).at;
        let most = reach(order_of(at.state, side));
        let ways = EIGHT.into_iter().flat_map(|(x, y)| [(x, y, most / 2), (x, y, most)]);
        for (x, y, paces) in std::iter::once((0, 0, 0)).chain(ways) {
            let to = Point::new(from.x + x * paces / 10, from.y + y * paces / 10);
            if !to.is_on_field() {
                continue;
            }
            let ahead = at.post(self.picket).facing;
            let facing = nearest_enemy(at, side, to).map_or(ahead, |enemy| to.towards(enemy));
            let straight = Action::Move { to, facing };
            if self.check(at, side, &straight).is_ok() {
                out.push(straight);
            }
        }
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Move { .. } | Action::MoveBy { .. } => check_march(at, self.picket, March::of(action)),
            _ => other_question(),
        }
    }

    /// Moves the picket, and lets the other side react.
    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let March { by, to, facing } = March::of(action);
        let mover = &mut play.state.pickets[self.picket.index()];
        let from = std::mem::replace(&mut mover.at, to);
        mover.facing = facing.shortest();
        play.story.tell(Event::Moved { picket: self.picket, from, by, to, facing: mover.facing });
        play.state.agenda.push(React { target: self.picket });
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Move { to, facing } => format!("Go to {to}, facing {}", facing.compass()),
            Action::MoveBy { by, to, facing } => {
                format!("Go by {} to {to}, facing {}", by.write(at.rules), facing.compass())
            }
            _ => action.write(at.rules),
        }
    }

    fn target(self, _: Position<'_>, _: Side, action: &Action) -> Target {
        match *action {
            Action::Move { to, facing } => Target::Point { at: on_board(to), facing: Some(facing.bearing()) },
            Action::MoveBy { by, to, facing } => Target::Way {
                points: by.iter().copied().chain([to]).map(on_board).collect(),
                facing: Some(facing.bearing()),
            },
            _ => Target::Button,
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        let (points, facing) = match clicked {
            Target::Point { at, facing } => (std::slice::from_ref(at), facing),
            Target::Way { points, facing } => (&points[..], facing),
            _ => return None,
        };
        let mut points = points.iter().map(|&point| on_field(point)).collect::<Option<Vec<Point>>>()?;
        let to = points.pop()?;
        let facing = facing.map_or_else(|| facing_there(at, side, to), Point::facing);
        March::new(&points, to, facing).map(March::action)
    }

    /// Where the picket can go: a round field about it, cut at the edges of the field, without the room others need.
    fn regions(self, at: Position<'_>, side: Side) -> Vec<Region> {
        let from = at.picket(self.picket).at;
        let order = order_of(at.state, side);
        let most = reach(order);
        // A round field cut by straight edges: moving each point of the ring to the edge keeps it within.
        let (low, high) = match (order, side) {
            (Order::Withdraw, Side::Union) => (0, from.y),
            (Order::Withdraw, Side::Confederate) => (from.y, EDGE),
            _ => (0, EDGE),
        };
        let cut = |point: Point| Point::new(point.x.clamp(0, EDGE), point.y.clamp(low, high));
        let mut outline = vec![ring(from, most).map(|point| on_board(cut(point))).collect::<Vec<_>>()];
        let holes = others_standing(at, self.picket).map(|(_, other)| other.at).filter(|&other| {
            from.is_within(other, most - ELBOW_ROOM)
                && ring(other, ELBOW_ROOM).all(|point| point.is_on_field() && cut(point) == point)
        });
        outline.extend(holes.map(|other| ring(other, ELBOW_ROOM).map(on_board).collect()));
        let name = &at.post(self.picket).name;
        let label = format!("where {name} can go: up to {most} paces, to {order}");
        vec![Region { outline, facing: true, label }]
    }

    fn way(self, at: Position<'_>, side: Side, action: &Action) -> (Vec<engine::scene::Point>, String) {
        let march = March::of(action);
        if !march.is_on_field() {
            return Default::default();
        }
        let from = at.picket(self.picket).at;
        let most = reach(order_of(at.state, side));
        let path = march.points(from).map(on_board).collect();
        (path, format!("{} of {most} paces", march.paces(from)))
    }

    fn sketch(self, at: Position<'_>, side: Side, action: &Action) -> Sketch {
        scene::sketch(at, side, self.picket, March::of(action))
    }

    fn moves(self, at: Position<'_>, _: Side) -> Option<String> {
        Some(at.post(self.picket).name.clone())
    }

    fn gesture(self, at: Position<'_>, side: Side, gesture: &Gesture) -> Result<Action, Violation> {
        scene::gesture(at, side, self.picket, gesture).map(March::action)
    }
}

/// Where a picket goes: straight, or by turning points (PL-3.6).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct March {
    pub(crate) by: Turns,
    pub(crate) to: Point,
    pub(crate) facing: Point,
}

impl March {
    /// A way by these turning points; `None` if there is no room for so many.
    pub(crate) fn new(turns: &[Point], to: Point, facing: Point) -> Option<March> {
        let mut by = Turns::default();
        if by.lacks_room(turns.len()) {
            return None;
        }
        turns.iter().for_each(|&turn| by.push(turn));
        Some(March { by, to, facing })
    }

    /// The way of an answer to [`MovePicket`]; of any other, one that goes nowhere.
    pub(crate) fn of(action: &Action) -> March {
        match *action {
            Action::Move { to, facing } => March { by: Turns::default(), to, facing },
            Action::MoveBy { by, to, facing } => March { by, to, facing },
            _ => March { by: Turns::default(), to: Point::default(), facing: Point::default() },
        }
    }

    /// The answer that says it.
    pub(crate) fn action(self) -> Action {
        let March { by, to, facing } = self;
        if by.is_empty() { Action::Move { to, facing } } else { Action::MoveBy { by, to, facing } }
    }

    /// From where it begins to where it ends.
    pub(crate) fn points(&self, from: Point) -> impl Iterator<Item = Point> {
        [from].into_iter().chain(self.by.iter().copied()).chain([self.to])
    }

    /// Whether all of it lies on the field: only then it can be reckoned with.
    pub(crate) fn is_on_field(&self) -> bool {
        self.points(self.to).all(Point::is_on_field)
    }

    /// How long it is (PL-3.6). All of it lies on the field.
    pub(crate) fn paces(&self, from: Point) -> i32 {
        self.points(from).zip(self.points(from).skip(1)).map(|(here, next)| here.paces_to(next)).sum()
    }
}

/// Whether two points are too close for two pickets (PL-3.4).
pub(crate) fn crowds(one: Point, other: Point) -> bool {
    one.towards(other).length_squared() < i64::from(ELBOW_ROOM * ELBOW_ROOM)
}

/// How far a picket goes under an order (PL-3.2).
pub(crate) const fn reach(order: Order) -> i32 {
    match order {
        Order::Advance => 120,
        Order::Withdraw => 80,
        Order::Hold => 40,
    }
}

/// Whether a picket may go this way.
fn check_march(at: Position<'_>, picket: PicketId, march: March) -> Result<(), Violation> {
    let March { by, to, facing } = march;
    let post = at.post(picket);
    let (name, from) = (&post.name, at.picket(picket).at);
    let refuse = |rule, text| Err(Violation::of(rule, text).about([name.clone()]));
    // Any number may have been typed: nothing is reckoned with before it is known to be small.
    if let Some(off) = march.points(from).find(|point| !point.is_on_field()) {
        return refuse("PL-3.3", format!("{off} is off the field"));
    }
    if !facing.is_direction() {
        return Err(Violation::form(format!("{facing} is no direction; `0,1` faces north")));
    }
    let order = order_of(at.state, post.side);
    let most = reach(order);
    if by.is_empty() && !from.is_within(to, most) {
        let text = format!("{to} is more than {most} paces from {name} at {from}, under an order to {order}");
        return refuse("PL-3.2", text);
    }
    if by.len() > MOST_TURNS {
        return refuse("PL-3.6", format!("{name} turns {} times on its way, at most {MOST_TURNS}", by.len()));
    }
    let paces = march.paces(from);
    if paces > most {
        let text =
            format!("the way of {name} to {to} has {paces} paces, of {most} under an order to {order}");
        return refuse("PL-3.6", text);
    }
    let crowded = others_standing(at, picket).find(|&(_, other)| crowds(to, other.at));
    if let Some((other, _)) = crowded {
        let other = &at.post(other).name;
        let text = format!("{to} is less than {ELBOW_ROOM} paces from {other}");
        return Err(Violation::of("PL-3.4", text).about([name.clone(), other.clone()]));
    }
    if order == Order::Withdraw && forward(post.side, to) > forward(post.side, from) {
        return refuse("PL-3.5", format!("{name} withdraws and may not go forward from {from} to {to}"));
    }
    Ok(())
}

/// The order a side is under; before orders are given, as if to hold.
pub(crate) fn order_of(state: &State, side: Side) -> Order {
    state.orders[side.index()].unwrap_or(Order::Hold)
}

/// How far a point is towards the enemy's edge.
pub(crate) const fn forward(side: Side, at: Point) -> i32 {
    match side {
        Side::Union => at.y,
        Side::Confederate => -at.y,
    }
}

/// Everybody else who stands.
pub(crate) fn others_standing(
    at: Position<'_>,
    picket: PicketId,
) -> impl Iterator<Item = (PicketId, &Picket)> {
    at.standing().filter(move |&(other, _)| other != picket)
}

/// Where the standing enemy nearest to a point is.
fn nearest_enemy(at: Position<'_>, side: Side, to: Point) -> Option<Point> {
    let enemies = at.standing_of(side.other()).map(|(_, picket)| picket.at);
    enemies.min_by_key(|&enemy| to.towards(enemy).length_squared())
}

/// The way a picket faces that goes somewhere and is told nothing else.
pub(crate) fn facing_there(at: Position<'_>, side: Side, to: Point) -> Point {
    nearest_enemy(at, side, to)
        .map(|enemy| to.towards(enemy))
        .filter(|way| way.is_direction())
        .map_or(Point::new(0, 1), Point::shortest)
}
