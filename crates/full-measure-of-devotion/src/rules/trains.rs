//! Baggage trains and depleted towns (chapter 11, Part III), and the trains' own moves (chapter 12, Part III).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::campaign::Traveller;
use crate::model::event::What;
use crate::model::ids::ForceId;
use crate::model::numbers::{MovementPoints, Trains};
use crate::model::position::{Play, Position};
use crate::model::state::{Train, Weather};
use crate::model::task::{ask_or_pass, side_if};
use crate::scene::{drawn, meant, of};
use crate::speech::{self, located, movement_points};
use engine::agenda::{Opening, Question, Words, other_question};
use engine::notation::Noun;
use engine::scene::{Point, Target};
use engine::{Side, Sides, Violation};
use ground::{Direction, Hex, HexSet, IMPASSABLE};
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// The next Force that a town offers a train (FMD-11-III-1).
    pub(crate) fn next_offer(&self) -> Option<ForceId> {
        let mut forces = self.state.forces_of(Side::Confederate);
        forces.find(|&(force, at)| self.is_offered(force, at)).map(|(force, _)| force)
    }

    fn is_offered(&self, force: ForceId, at: Hex) -> bool {
        !self.state.offered.contains(force)
            && self.force(force).markers.initial == 0
            && self.campaign.landmarks.north.contains(at)
            && self.campaign.town(at).is_some_and(|town| !self.state.depleted.contains(town))
    }

    /// What a train has in this weather (FMD-12-III-15).
    #[must_use]
    pub const fn train_allowance(&self) -> MovementPoints {
        match self.state.weather {
            Weather::Sunny | Weather::Cloudy => MovementPoints::whole(3),
            // FMD-10-H3
            Weather::Heavy => MovementPoints::whole(2),
            // FMD-10-T5
            Weather::Torrential => MovementPoints::ONE,
        }
    }

    /// Hexes a flipped train cannot enter (FMD-12-III-16).
    fn closed_to_trains(&self) -> HexSet {
        let mut closed = self.held(Side::Union);
        closed.extend_with(&self.beside(Side::Union));
        closed
    }

    /// Whether a flipped train still may move and can.
    fn can_haul(&self) -> bool {
        let closed = self.closed_to_trains();
        let costs = self.costs(Traveller::Wagons);
        self.state.trains.iter().any(|train| {
            train.flipped
                && !train.moved
                && self.campaign.theatre.grid.neighbours(train.at).any(|(side, to)| {
                    let cost = costs.cost(train.at, side);
                    cost != IMPASSABLE
                        && MovementPoints(cost) <= self.train_allowance()
                        && !closed.contains(to)
                        && !self.is_crest(train.at, side)
                })
        })
    }

    /// RUL-26: a flipped train comes home over the Rappahannock, not over the mountains that bound the South (FMD-9-4).
    fn is_crest(&self, from: Hex, side: Direction) -> bool {
        self.campaign.sides(self.state.weather, from).crest.contains(side)
    }

    /// Looks at everywhere a train can get, by road or railroad (FMD-12-III-14); in the South it goes no further.
    pub(crate) fn haul_reach<T>(&self, from: Hex, look: impl FnOnce(&ground::Scratch) -> T) -> T {
        self.haul_reach_past(from, |hex, side| self.is_crest(hex, side), look)
    }

    /// The same with other borders closed than the crest of the South.
    fn haul_reach_past<T>(
        &self,
        from: Hex,
        is_shut: impl Fn(Hex, Direction) -> bool,
        look: impl FnOnce(&ground::Scratch) -> T,
    ) -> T {
        let closed = self.closed_to_trains();
        let south = &self.campaign.landmarks.south;
        self.search(|scratch| {
            self.costs(Traveller::Wagons).reach_by(
                scratch,
                from,
                self.train_allowance().0.into(),
                |hex| south.contains(hex),
                |hex, side, to, cost| {
                    if closed.contains(to) || is_shut(hex, side) { IMPASSABLE } else { cost }
                },
            );
            look(scratch)
        })
    }

    /// Calls `found` with every hex a train can reach.
    fn haul_from(&self, from: Hex, mut found: impl FnMut(Hex)) {
        self.haul_reach(from, |scratch| {
            scratch.reached().map(|(hex, _)| hex).filter(|&hex| hex != from).for_each(&mut found);
        });
    }

    fn movable_train(&self, from: Hex) -> Option<usize> {
        self.state.trains.iter().position(|train| train.at == from && train.flipped && !train.moved)
    }

    /// Why a flipped train cannot go there, if it cannot.
    fn check_train_move(&self, from: Hex, to: Hex) -> Result<(), Violation> {
        let refuse = |rule, text| {
            let grid = &self.campaign.theatre.grid;
            Err(Violation::of(rule, text).about([grid.name(from), grid.name(to)]))
        };
        if self.movable_train(from).is_none() {
            return refuse("FMD-12-III-13", "There is no flipped train that has not moved.".to_owned());
        }
        let mut reached = false;
        self.haul_from(from, |hex| reached |= hex == to);
        if reached {
            return Ok(());
        }
        let name = self.campaign.hex_name(to);
        if self.closed_to_trains().contains(to) {
            return refuse("FMD-12-III-16", format!("{name} is held by or next to a Union Force."));
        }
        if self.haul_reach_past(from, |_, _| false, |scratch| scratch.cost(to).is_some()) {
            let text = format!(
                "No flipped train comes home to {name} over the mountains, only over the Rappahannock."
            );
            return refuse("RUL-26", text);
        }
        let adjacent = self.campaign.theatre.grid.adjacent(from, to);
        if adjacent && !self.campaign.is_linked(from, to) {
            return refuse("FMD-12-III-14", format!("No road or railroad leads to {name}."));
        }
        let rule = match self.state.weather {
            _ if adjacent => "FMD-10-T4",
            Weather::Heavy => "FMD-10-H3",
            Weather::Torrential => "FMD-10-T5",
            _ => "FMD-12-III-15",
        };
        refuse(rule, format!("{name} is out of the train's reach."))
    }
}

/// Does the town give this Force a train? (T4)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewTrain {
    /// The Force that stands in the town.
    pub force: ForceId,
}

impl Question<FullMeasureOfDevotion> for NewTrain {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.force.side())
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("{}: does the town give a train?", located(at, self.force)), "FMD-11-III-1")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Escort, Action::Flip, Action::Forgo]);
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Escort | Action::Flip | Action::Forgo => Ok(()),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.make_train(self.force, action);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match action {
            Action::Escort => {
                "Escorted: a train that feeds it and stays with it; the town is DEPLETED".to_owned()
            }
            Action::Flip => {
                "Flipped: a train that goes home by itself and feeds it this turn; the town is DEPLETED"
                    .to_owned()
            }
            Action::Forgo => "No train: the town is spared".to_owned(),
            _ => action.write(at.campaign),
        }
    }
}

/// Does the Force take over trains that were left behind? (RUL-26)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TakeOverTrains {
    /// Where they are: whoever ended a move there found them, by whatever letter he goes since he met a friend.
    pub at: Hex,
}

impl TakeOverTrains {
    /// The Force that found them.
    fn finder(self, at: Position<'_>) -> Option<ForceId> {
        at.state.force_at(Side::Confederate, self.at)
    }
}

impl Question<FullMeasureOfDevotion> for TakeOverTrains {
    fn asked(self, at: Position<'_>) -> Sides {
        side_if(self.finder(at).is_some(), Side::Confederate)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let finder = self.finder(at).map_or_else(String::new, |force| located(at, force));
        let text = format!("{finder} finds trains left behind: does it take them over?");
        Words::new(text, "RUL-26")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Escort, Action::Forgo]);
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        if matches!(action, Action::Escort | Action::Forgo) { Ok(()) } else { other_question() }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let (Some(force), Action::Escort) = (self.finder(play.position()), action) {
            play.salvage(force, self.at);
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match action {
            Action::Escort => "Take the trains over: they go with it".to_owned(),
            Action::Forgo => "Leave the trains where they are".to_owned(),
            _ => action.write(at.campaign),
        }
    }
}

/// Which flipped train moves, and where to? (T10, FMD-12-III-13)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MoveTrains;

impl Question<FullMeasureOfDevotion> for MoveTrains {
    fn asked(self, at: Position<'_>) -> Sides {
        let side = Side::Confederate;
        side_if(!at.state.out.contains(side) && at.can_haul(), side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let allowance = movement_points(at.train_allowance());
        let text = format!("Which flipped train moves, and where to? Each has {allowance}.");
        Words::new(text, "FMD-12-III-13")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        let mut seen: HexSet = HexSet::EMPTY;
        for train in at.state.trains.iter().filter(|train| train.flipped && !train.moved) {
            if seen.insert(train.at) {
                at.haul_from(train.at, |to| out.push(Action::Haul { from: train.at, to }));
            }
        }
        out.push(Action::Done);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Done => Ok(()),
            Action::Haul { from, to } => at.check_train_move(from, to),
            _ => Err(Violation::form("Flipped trains move now, or you are done.")),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        play.haul(action);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        let (from, to) = match *action {
            Action::Haul { from, to } => (from, to),
            Action::Done => return "No more trains move".to_owned(),
            _ => return action.write(at.campaign),
        };
        let (start, end) = (speech::hex(at.campaign, from), speech::hex(at.campaign, to));
        let cost = at.haul_reach(from, |scratch| scratch.cost(to));
        let price = cost.map_or_else(String::new, |cost| format!(", {}", movement_points(cost)));
        let home = if at.campaign.landmarks.south.contains(to) { ": home" } else { "" };
        format!("The train at {start} goes to {end}{home}{price}")
    }

    fn target(self, at: Position<'_>, _: Side, action: &Action) -> Target {
        match *action {
            Action::Haul { to, .. } => to.target(at.campaign).unwrap_or(Target::Button),
            _ => Target::Button,
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        let mut trains = at.state.trains.iter().filter(|train| train.flipped && !train.moved);
        let from = trains.next()?.at;
        meant(at, side, clicked, |_| None, |to| Some(Action::Haul { from, to }))
    }

    fn way(self, at: Position<'_>, _: Side, action: &Action) -> (Vec<Point>, String) {
        let Action::Haul { from, to } = *action else { return Default::default() };
        let found = at.haul_reach(from, |reach| Some((reach.path(to)?, reach.cost(to)?)));
        drawn(at, found.map(|(path, cost)| (path, of(cost, at.train_allowance()))))
    }
}

impl Play<'_> {
    /// A town gives a train, escorted or flipped (FMD-11-III-4): once and for all (FMD-11-III-9).
    fn make_train(&mut self, force: ForceId, action: &Action) {
        self.state.offered.insert(force);
        let Some(at) = self.state.force(force).at else { return };
        let flipped = match action {
            Action::Escort => false,
            Action::Flip => true,
            // FMD-11-III-3: the town is spared.
            _ => return self.tell(What::TrainForgone { force }),
        };
        // FMD-11-III-2
        if let Some(town) = self.campaign.town(at) {
            self.state.depleted.insert(town);
        }
        if flipped {
            self.state.trains.push(Train { at, flipped, moved: false });
            self.state.force_mut(force).fed = true;
        } else {
            self.state.force_mut(force).trains += Trains(1);
        }
        self.tell(What::TrainMade { force, at, flipped });
    }

    /// A flipped train moves; over the Rappahannock, in the South, it is counted and leaves the map (RUL-26).
    fn haul(&mut self, action: &Action) {
        let Action::Haul { from, to } = *action else {
            self.state.out = self.state.out.with(Side::Confederate);
            return;
        };
        let Some(number) = self.position().movable_train(from) else { return };
        if self.campaign.landmarks.south.contains(to) {
            self.state.trains.remove(number);
            self.state.trains_home += Trains(1);
            self.tell(What::TrainHome { from, total: self.state.trains_home });
            self.count_the_left();
        } else {
            self.state.trains[number] = Train { at: to, flipped: true, moved: true };
            self.tell(What::TrainMoved { from, to });
        }
    }

    /// A Force takes over trains that were left behind (RUL-26).
    fn salvage(&mut self, force: ForceId, at: Hex) {
        let before = self.state.trains.len();
        self.state.trains.retain(|train| train.at != at || train.flipped);
        let trains = Trains((before - self.state.trains.len()) as u8);
        self.state.force_mut(force).trains += trains;
        self.tell(What::TrainsTaken { force, trains });
    }
}
