//! Union depots (chapter 11, Part II).

use crate::game::FullMeasureOfDevotion;
use crate::model::action::Action;
use crate::model::event::What;
use crate::model::position::{Play, Position};
use crate::model::state::MOST_DEPOTS;
use crate::model::task::{ask_or_pass, side_if};
use crate::scene::meant;
use crate::speech;
use engine::agenda::{Opening, Question, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::{Hex, HexSet};
use serde::{Deserialize, Serialize};

/// The most hexes between two ends of a link by road (FMD-11-II-11).
pub const ROAD_LINK: u16 = 6;
/// The most by railroad alone.
pub const RAIL_LINK: u16 = 10;

/// Which links a search follows.
#[derive(Copy, Clone)]
struct Line {
    rail_only: bool,
    north_only: bool,
    /// The most steps, one more than there may be hexes between.
    most_steps: u16,
}

/// What lines of supply lead to, and what interrupts them.
struct Network {
    sources: HexSet,
    /// Sources, and DEPOTs from which a chain leads to one.
    ends: HexSet,
    cut: HexSet,
}

impl Position<'_> {
    /// The hexes that supply cannot pass through because of the Confederates (FMD-11-II-13, FMD-11-II-14).
    #[must_use]
    pub fn cut(&self) -> HexSet {
        let mut cut = HexSet::EMPTY;
        for (_, at) in self.state.forces_of(Side::Confederate) {
            let parted = self.campaign.sides(self.state.weather, at).parted_widely;
            for (side, hex) in self.campaign.theatre.grid.neighbours(at) {
                if !parted.contains(side) {
                    cut.insert(hex);
                }
            }
        }
        for (_, at) in self.state.forces_of(Side::Union) {
            cut.remove(at);
        }
        for (_, at) in self.state.forces_of(Side::Confederate) {
            cut.insert(at);
        }
        cut
    }

    /// Principal sources (FMD-11-II-1) that the Union holds (RUL-05).
    pub fn friendly_sources(&self) -> impl Iterator<Item = Hex> + '_ {
        let sources = self.campaign.landmarks.sources.iter().copied();
        sources.filter(|&hex| self.state.force_at(Side::Confederate, hex).is_none())
    }

    /// What new DEPOTs can be linked to, DEPOTs placed on this turn among them (FMD-11-II-10), and what lies between.
    /// A chain ends at a source: a DEPOT that is cut off carries none (FMD-11-II-9), though it still supplies.
    fn network(&self) -> Network {
        let sources: HexSet = self.friendly_sources().collect();
        let mut network = Network { ends: sources, sources, cut: self.cut() };
        loop {
            let mut rest = self.state.depots().iter().copied().filter(|&depot| !network.ends.contains(depot));
            let Some(linked) = rest.find(|&depot| self.can_link(&network, depot)) else { return network };
            network.ends.insert(linked);
        }
    }

    /// Whether a DEPOT in this hex is linked to a source or to a chain that leads to one (FMD-11-II-9, RUL-25).
    fn can_link(&self, network: &Network, hex: Hex) -> bool {
        let mixed = Line { rail_only: false, north_only: false, most_steps: ROAD_LINK + 1 };
        let rail = Line { rail_only: true, north_only: false, most_steps: RAIL_LINK + 1 };
        // FMD-11-II-12: no limit straight to a source, if all of it is north of the Potomac.
        let north = Line { rail_only: true, north_only: true, most_steps: u16::MAX };
        network.sources.contains(hex)
            || self.reaches(hex, mixed, &network.ends, &network.cut)
            || self.reaches(hex, rail, &network.ends, &network.cut)
            || self.reaches(hex, north, &network.sources, &network.cut)
    }

    /// Whether a line of road or railroad leads from the hex to one of the ends, over rivers by crossings
    /// (FMD-11-II-15).
    fn reaches(&self, start: Hex, line: Line, ends: &HexSet, cut: &HexSet) -> bool {
        let campaign = self.campaign;
        let north = &campaign.landmarks.north;
        if line.north_only && !north.contains(start) {
            return false;
        }
        let mut seen: HexSet = HexSet::of(start);
        let mut queue = vec![start];
        let mut first = 0;
        for _ in 0..line.most_steps {
            let last = queue.len();
            if first == last {
                break;
            }
            while first < last {
                let hex = queue[first];
                first += 1;
                let sides = campaign.sides(self.state.weather, hex);
                let sides = if line.rail_only { sides.rail } else { sides.road };
                for to in sides.across(&campaign.theatre.grid, hex) {
                    if (line.north_only && !north.contains(to)) || !seen.insert(to) {
                        continue;
                    }
                    if ends.contains(to) {
                        return true;
                    }
                    if !cut.contains(to) {
                        queue.push(to);
                    }
                }
            }
        }
        false
    }

    fn check_depot(&self, hex: Hex) -> Result<(), Violation> {
        let name = || self.campaign.hex_name(hex);
        let refuse =
            |rule, text| Err(Violation::of(rule, text).about([self.campaign.theatre.grid.name(hex)]));
        if self.state.depots().len() == MOST_DEPOTS {
            return refuse("FMD-11-II-7", "All five DEPOTs are on the map.".to_owned());
        }
        if self.state.depots().contains(&hex) {
            return refuse("FMD-11-II-3", format!("{} has a DEPOT.", name()));
        }
        if self.campaign.town(hex).is_none() || self.state.force_at(Side::Union, hex).is_none() {
            return refuse(
                "FMD-11-II-8",
                format!("A new DEPOT needs a town held by a Union Force; {} is none.", name()),
            );
        }
        if !self.can_link(&self.network(), hex) {
            return refuse(
                "FMD-11-II-9",
                format!(
                    "No open road or railroad, short enough, links {} to a source or to a chain of DEPOTs from one.",
                    name()
                ),
            );
        }
        Ok(())
    }
}

/// Does the Union place DEPOTs, or remove one? (T3)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceDepots;

impl Question<FullMeasureOfDevotion> for PlaceDepots {
    fn asked(self, at: Position<'_>) -> Sides {
        side_if(!at.state.out.contains(Side::Union), Side::Union)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        ask_or_pass(self.asked(at))
    }

    fn pass(self, play: &mut Play<'_>) {
        play.next_phase();
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let there = at.state.depots().len();
        let text = if at.state.depots_placed {
            format!("Another DEPOT? {there} of {MOST_DEPOTS} are on the map.")
        } else {
            format!("Place DEPOTs, or remove one? {there} of {MOST_DEPOTS} are on the map.")
        };
        Words::new(text, "FMD-11-II-6")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        if at.state.depots().len() < MOST_DEPOTS {
            let held = at.state.forces_of(Side::Union).map(|(_, hex)| hex);
            let towns =
                held.filter(|hex| at.campaign.town(*hex).is_some() && !at.state.depots().contains(hex));
            let mut towns = towns.peekable();
            if towns.peek().is_some() {
                let network = at.network();
                out.extend(towns.filter(|&hex| at.can_link(&network, hex)).map(Action::Depot));
            }
        }
        // FMD-11-II-16
        if !at.state.depots_placed {
            out.extend(at.state.depots().iter().copied().map(Action::Remove));
        }
        out.push(Action::Done);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Done => Ok(()),
            Action::Depot(hex) => at.check_depot(hex),
            Action::Remove(hex) if !at.state.depots().contains(&hex) => {
                Err(Violation::form(format!("There is no DEPOT at {}.", at.campaign.hex_name(hex))))
            }
            Action::Remove(_) if at.state.depots_placed => Err(Violation::of(
                "FMD-11-II-16",
                "A DEPOT can be removed only on a turn on which none is placed.",
            )),
            Action::Remove(_) => Ok(()),
            _ => Err(Violation::form("Place DEPOTs, remove one, or be done.")),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        match *action {
            Action::Depot(at) => {
                play.state.depots_placed = true;
                play.state.place_depot(at);
                play.tell(What::DepotPlaced { at });
            }
            Action::Remove(at) => {
                play.state.remove_depot(at);
                play.tell(What::DepotRemoved { at });
                play.state.out = play.state.out.with(Side::Union);
            }
            _ => play.state.out = play.state.out.with(Side::Union),
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Depot(hex) => format!("Place a DEPOT at {}", speech::hex(at.campaign, hex)),
            Action::Remove(hex) => format!("Remove the DEPOT at {}", speech::hex(at.campaign, hex)),
            Action::Done => "No more DEPOTs".to_owned(),
            _ => action.write(at.campaign),
        }
    }

    fn meaning(self, at: Position<'_>, side: Side, clicked: &Target) -> Option<Action> {
        let on_hex = |hex| {
            let there = at.state.depots().contains(&hex);
            Some(if there { Action::Remove(hex) } else { Action::Depot(hex) })
        };
        meant(at, side, clicked, |_| None, on_hex)
    }
}
