//! What both sides have to agree on (S5, S6, S9, RRF-GEN-11, R-101): the Attacker proposes first, then they take turns;
//! a proposal is asked once, at most four a side, and what is refused is not applied.

use super::{sketches, zone};
use crate::field::square::Edge;
use crate::measure::lengths::GENERAL;
use crate::measure::{YARD, generals};
use crate::model::action::Action;
use crate::model::border;
use crate::model::event::Event;
use crate::model::ids::{BodyId, BorderId};
use crate::model::position::{Play, Position};
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::spot::Ground;
use crate::model::state::Entry;
use engine::agenda::{Opening, Question, Words, other_question};
use engine::scene::Sketch;
use engine::{Listing, Side, Sides, Violation};
use ground::geometry::{Frame, Point};
use serde::{Deserialize, Serialize};

/// How many proposals a side has on one matter.
const MOST: u8 = 4;

/// What is to be agreed on.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Topic {
    /// S5.
    Entries,
    /// S6.
    OffLimits,
    /// S9.
    Edges,
}

/// What was proposed.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Proposal {
    /// An entry for a body of troops of whoever proposes it (RRF-MAP-8, RRF-MAP-9).
    Entry(BorderId, BodyId),
    /// Ground where nobody may be (RRF-MAP-10).
    Close(Frame),
    /// The edges of the Attacker and of the Defender (RRF-DEP-1).
    Edges(Edge, Edge),
}

/// A side may propose something.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Propose {
    /// On what.
    pub topic: Topic,
    /// Who.
    pub side: Side,
    /// How many proposals each side has left.
    pub left: [u8; 2],
    /// Whether the other side has just said that it proposes no more.
    pub enough: bool,
}

impl Propose {
    /// A matter is opened.
    #[must_use]
    pub const fn on(topic: Topic, side: Side) -> Propose {
        Propose { topic, side, left: [MOST; 2], enough: false }
    }

    /// The other side's turn.
    const fn turned(self, enough: bool) -> Propose {
        Propose { side: self.side.other(), enough, ..self }
    }

    fn close(self, play: &mut Play<'_>) {
        if !self.enough {
            play.state.agenda.push(self.turned(true));
        }
    }
}

/// What a proposal is of.
const fn proposal(action: &Action) -> Option<(Topic, Proposal)> {
    match *action {
        Action::MarkEntry { border, body } => Some((Topic::Entries, Proposal::Entry(border, body))),
        Action::CloseGround(Ground(frame)) => Some((Topic::OffLimits, Proposal::Close(frame))),
        Action::Edges { attacker, defender } => Some((Topic::Edges, Proposal::Edges(attacker, defender))),
        _ => None,
    }
}

/// Whether something may be proposed.
fn check(at: Position<'_>, side: Side, proposal: Proposal) -> Result<(), Violation> {
    match proposal {
        Proposal::Entry(border, body) => check_entry(at, side, border, body),
        Proposal::Close(frame) => check_ground(at, frame),
        Proposal::Edges(attacker, defender) => check_edges(at, attacker, defender),
    }
}

fn check_entry(at: Position<'_>, side: Side, border: BorderId, body: BodyId) -> Result<(), Violation> {
    let (about, along) = (&at.rules.bodies[body.index()], &at.rules.borders[border.index()]);
    let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
    if about.side != side {
        return refuse("RRF-MAP-8", format!("{} is not yours.", about.name));
    }
    if about.brigades.is_empty() {
        return refuse("RRF-MAP-9", format!("Nobody of {} is here.", about.name));
    }
    let same = |entry: &Entry| entry.border == border && entry.largest == body;
    if at.state.entries.iter().any(same) {
        return refuse("RRF-MAP-9", format!("{} may enter over {} already.", about.name, along.name));
    }
    Ok(())
}

/// Whether a General finds a place in an area, with some more ground closed.
fn has_seat(at: Position<'_>, area: Frame, closed: Option<Frame>) -> bool {
    const STEP: i32 = 50 * YARD;
    let Frame { low, high } = area.grown(-GENERAL);
    let mut off: Vec<Frame> = at.state.off_limits.clone();
    off.extend(closed);
    at.measured(|table| {
        let table = crate::measure::Table { off_limits: &off, ..*table };
        let rows = (low.y..=high.y).step_by(STEP as usize);
        rows.into_iter().any(|y| {
            let mut along = (low.x..=high.x).step_by(STEP as usize);
            along.any(|x| generals::is_free_ground(&table, Point::new(x, y)))
        })
    })
}

/// Ground may be closed that lies on the map and leaves room along every edge for somebody to begin (RRF-MAP-10).
fn check_ground(at: Position<'_>, frame: Frame) -> Result<(), Violation> {
    let map = at.rules.land.field().table();
    if frame.low.x >= frame.high.x || frame.low.y >= frame.high.y {
        return Err(Violation::of("RRF-MAP-10", "That is no ground: write its south-west corner first."));
    }
    if !map.contains(frame.low) || !map.contains(frame.high) {
        return Err(Violation::of("RRF-MAP-6", "That ground reaches beyond the map."));
    }
    let full = Edge::ALL.into_iter().find(|&edge| {
        let area = zone::area(map, edge, edge.opposite());
        area.is_none_or(|area| !has_seat(at, area, Some(frame)))
    });
    match full {
        None => Ok(()),
        Some(edge) => {
            let text = format!("Along the {edge} edge nobody could stand any more.");
            Err(Violation::of("RRF-MAP-10", text))
        }
    }
}

/// Edges may be two different ones, neither of which is the enemy's alone to enter over (RRF-DEP-1, R-89).
fn check_edges(at: Position<'_>, attacker: Edge, defender: Edge) -> Result<(), Violation> {
    let map = at.rules.land.field().table();
    let (Some(one), Some(other)) = (zone::area(map, attacker, defender), zone::area(map, defender, attacker))
    else {
        return Err(Violation::of("RRF-DEP-1", "One edge for both sides: their areas would overlap."));
    };
    let first = at.rules.attacker;
    for (side, edge, area) in [(first, attacker, one), (first.other(), defender, other)] {
        let enters = |by: Side| {
            let mut entries = at.state.entries.iter();
            entries.any(|entry| entry.side == by && at.rules.borders[entry.border.index()].edge == edge)
        };
        if enters(side.other()) && !enters(side) {
            let text = format!("Over the {edge} edge the enemy of {side} enters, and nobody of {side}.");
            return Err(Violation::of("RRF-DEP-1", text));
        }
        if !has_seat(at, area, None) {
            return Err(Violation::of("RRF-DEP-1", format!("Along the {edge} edge nobody could stand.")));
        }
    }
    Ok(())
}

/// What a program may propose.
fn candidates(at: Position<'_>, topic: Topic, side: Side, out: &mut Vec<Action>) {
    let before = out.len();
    match topic {
        Topic::Entries => {
            let bodies = at.rules.bodies.iter().enumerate().filter(|(_, body)| body.side == side);
            for (number, _) in bodies {
                let borders = (0..at.rules.borders.len()).map(BorderId::at);
                out.extend(borders.map(|border| Action::MarkEntry { border, body: BodyId::at(number) }));
            }
        }
        Topic::OffLimits => {
            // RRF-MAP-11: ground of the neighbours that the rectangle has brought along.
            let ground = at.rules.added.iter().filter_map(|square| {
                at.rules.squares.grid.cell(square.index()).map(|cell| at.rules.squares.grid.frame(cell))
            });
            let new = ground.filter(|frame| !at.state.off_limits.contains(frame));
            out.extend(new.map(|frame| Action::CloseGround(Ground(frame))));
        }
        Topic::Edges => {
            for attacker in Edge::ALL {
                out.extend(Edge::ALL.map(|defender| Action::Edges { attacker, defender }));
            }
        }
    }
    let mut fitting = out.split_off(before);
    fitting.retain(|action| proposal(action).is_some_and(|(_, proposal)| check(at, side, proposal).is_ok()));
    out.append(&mut fitting);
}

impl Question<RallyRoundTheFlag> for Propose {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, _: Position<'_>) -> Opening<Action> {
        if self.left[self.side.index()] == 0 { Opening::Pass } else { Opening::Ask }
    }

    fn pass(self, play: &mut Play<'_>) {
        self.close(play);
    }

    fn listing(self, _: Position<'_>) -> Listing {
        Listing::Candidates
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        match self.topic {
            Topic::Entries => Words::new("Over which edges may your troops enter?", "RRF-MAP-8"),
            Topic::OffLimits => Words::new("Is any ground off-limits?", "RRF-MAP-10"),
            Topic::Edges => Words::new("Along which edges do both sides deploy?", "RRF-DEP-1"),
        }
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        candidates(at, self.topic, side, out);
        out.push(Action::Enough);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match proposal(action) {
            _ if *action == Action::Enough => Ok(()),
            Some((topic, proposal)) if topic == self.topic => check(at, side, proposal),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Some((_, proposal)) = proposal(action) else { return self.close(play) };
        let mut then = self.turned(false);
        then.left[side.index()] -= 1;
        play.tell(Event::Proposes { side, proposal });
        play.state.agenda.push(Reply { proposal, then });
    }

    fn sketch(self, at: Position<'_>, _: Side, action: &Action) -> Sketch {
        proposal(action).map_or_else(Sketch::default, |(_, what)| sketches::proposal(at, what))
    }
}

/// The other side agrees, or it does not.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Reply {
    /// To what.
    pub proposal: Proposal,
    /// Who may propose next: whoever replies.
    pub then: Propose,
}

impl Question<RallyRoundTheFlag> for Reply {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.then.side)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let text = crate::speech::proposal(at.rules, self.proposal);
        Words::new(format!("The other side proposes {text}. Do you agree?"), "RRF-GEN-11")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Agree, Action::Refuse]);
    }

    fn sketch(self, at: Position<'_>, _: Side, _: &Action) -> Sketch {
        sketches::proposal(at, self.proposal)
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Agree | Action::Refuse => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let agreed = *action == Action::Agree;
        play.tell(Event::Replies { side, agreed });
        if !agreed {
            play.state.agenda.push(self.then);
            return;
        }
        match self.proposal {
            Proposal::Entry(border, largest) => {
                play.state.entries.push(Entry { border, side: side.other(), largest });
                // Where no edges are agreed on, they follow the entries.
                play.state.edges =
                    border::edges(play.rules.attacker, &play.state.entries, &play.rules.borders);
                play.state.agenda.push(self.then);
            }
            Proposal::Close(frame) => {
                play.state.off_limits.push(frame);
                play.state.agenda.push(self.then);
            }
            Proposal::Edges(attacker, defender) => {
                let first = play.rules.attacker;
                play.state.edges[first.index()] = attacker;
                play.state.edges[first.other().index()] = defender;
            }
        }
    }
}
