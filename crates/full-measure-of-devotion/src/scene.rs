//! What a player looks at and clicks: the country, the sleighs on it with their markers, and beside it the boxes of his
//! own army. Everything is made of a view, in which nothing of an army is left that these eyes do not know.

mod board;
mod boxes;
mod clicks;
mod combat;
mod markers;
mod overlays;
mod panels;
mod pieces;
mod tracks;
mod ways;

pub(crate) use clicks::{meant, whereabouts};
pub(crate) use markers::route;
pub(crate) use ways::{Way, drawn, of};

use crate::game::{FullMeasureOfDevotion, GAME};
use crate::model::action::Action;
use crate::model::campaign::Campaign;
use crate::model::ids::ForceId;
use crate::model::position::Position;
use crate::model::state::State;
use crate::model::strength::Strength;
use crate::model::view::View;
use crate::speech::{self, counted, dates};
use engine::agenda;
use engine::scene::{Board, Overlay, Point, Scene, Target};
use engine::stage::Blurb;
use engine::{Eyes, Side, Stage, Violation};

/// What some eyes see: a position without what they do not know, and whose secrets they share.
#[derive(Copy, Clone)]
struct Seen<'a> {
    position: Position<'a>,
    knows: [bool; 2],
}

impl Seen<'_> {
    /// Whether these eyes know an army from within.
    fn knows(&self, side: Side) -> bool {
        self.knows[side.index()]
    }
}

impl FullMeasureOfDevotion {
    const fn seen<'a>(&'a self, view: &'a View) -> Seen<'a> {
        Seen { position: self.position(&view.state), knows: view.knows }
    }
}

impl Stage for FullMeasureOfDevotion {
    fn blurb(&self) -> Blurb {
        blurb(&self.campaign)
    }

    fn board(&self) -> Board {
        board::board(&self.campaign)
    }

    fn scene(&self, view: &View, _eyes: Eyes) -> Scene {
        let seen = self.seen(view);
        Scene {
            pieces: pieces::pieces(seen),
            markers: markers::markers(seen),
            tracks: tracks::tracks(seen.position),
            panels: panels::panels(seen),
        }
    }

    fn target(&self, state: &State, side: Side, action: &Action) -> Target {
        agenda::target::<Self>(self.position(state), side, action)
    }

    fn meaning(&self, state: &State, side: Side, target: &Target) -> Option<Action> {
        agenda::meaning::<Self>(self.position(state), side, target)
    }

    fn way(&self, state: &State, side: Side, action: &Action) -> (Vec<Point>, String) {
        match action.known(&self.campaign) {
            Ok(()) => agenda::way::<Self>(self.position(state), side, action),
            Err(_) => Default::default(),
        }
    }

    fn overlay(&self, view: &View, _eyes: Eyes, id: &str, about: &str) -> Result<Overlay, Violation> {
        overlays::overlay(self.seen(view), id, about)
    }

    fn caption(&self, view: &View) -> String {
        speech::context(&self.campaign, &view.state)
    }
}

/// A campaign in a few words.
fn blurb(campaign: &Campaign) -> Blurb {
    let start = &campaign.start;
    let turns = u32::from(campaign.last_turn.saturating_sub(start.turn).0) + 1;
    let days = [start.turn, campaign.last_turn].map(dates);
    Blurb {
        id: campaign.id.clone(),
        game: GAME.to_owned(),
        rules: "A Full Measure of Devotion".to_owned(),
        title: campaign.title.clone(),
        description: campaign.description.clone(),
        sides: Side::BOTH.map(|side| army(start, side)),
        turns,
        span: format!("{} to {}", days[0], days[1]),
        minutes: campaign.minutes,
        secrets: true,
        reactions: Vec::new(),
    }
}

/// What an army brings, as the set-up table tells everybody.
fn army(start: &State, side: Side) -> String {
    let there = || ForceId::of(side).map(|force| start.force(force)).filter(|force| force.at.is_some());
    let strength = there().fold(Strength::NONE, |sum, force| sum.plus(force.strength));
    format!(
        "{}, {}: {}",
        counted(there().count() as u64, "Force", "Forces"),
        counted(strength.size(), "brigade", "brigades"),
        speech::brigades(strength)
    )
}
