//! Union depots (11.0 Part II).

use crate::action::Action;
use crate::event::What;
use crate::position::{Play, Position};
use crate::state::MOST_DEPOTS;
use engine::{Side, Violation};
use ground::{Hex, HexSet};

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
    /// Sources and DEPOTs.
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

    /// Principal sources that the Union holds (RUL-05).
    pub fn friendly_sources(&self) -> impl Iterator<Item = Hex> + '_ {
        let sources = self.campaign.landmarks.sources.iter().copied();
        sources.filter(|&hex| self.state.force_at(Side::Confederate, hex).is_none())
    }

    /// What new DEPOTs can be linked to, and what lies between.
    fn network(&self) -> Network {
        let sources: HexSet = self.friendly_sources().collect();
        let depots: HexSet = self.state.depots.iter().copied().collect();
        Network { ends: sources.union(&depots), sources, cut: self.cut() }
    }

    /// Whether a DEPOT in this hex could be linked to a source or another DEPOT (FMD-11-II-9 to FMD-11-II-15, RUL-25).
    fn can_link(&self, network: &Network, hex: Hex) -> bool {
        let mixed = Line { rail_only: false, north_only: false, most_steps: ROAD_LINK + 1 };
        let rail = Line { rail_only: true, north_only: false, most_steps: RAIL_LINK + 1 };
        let north = Line { rail_only: true, north_only: true, most_steps: u16::MAX };
        network.sources.contains(hex)
            || self.reaches(hex, mixed, &network.ends, &network.cut)
            || self.reaches(hex, rail, &network.ends, &network.cut)
            || self.reaches(hex, north, &network.sources, &network.cut)
    }

    /// Whether a line of road or railroad leads from the hex to one of the ends.
    fn reaches(&self, start: Hex, line: Line, ends: &HexSet, cut: &HexSet) -> bool {
        let campaign = self.campaign;
        let north = &campaign.landmarks.north;
        if line.north_only && !north.contains(start) {
            return false;
        }
        let mut seen = HexSet::of(start);
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

    pub(crate) fn depot_answers(&self, out: &mut Vec<Action>) {
        if self.state.depots.len() < MOST_DEPOTS {
            let network = self.network();
            let towns = self.state.forces_of(Side::Union).map(|(_, at)| at);
            let towns =
                towns.filter(|at| self.campaign.town(*at).is_some() && !self.state.depots.contains(at));
            out.extend(towns.filter(|&at| self.can_link(&network, at)).map(Action::Depot));
        }
        if !self.state.depots_placed {
            out.extend(self.state.depots.iter().copied().map(Action::Remove));
        }
        out.push(Action::Done);
    }

    fn check_depot(&self, hex: Hex) -> Result<(), Violation> {
        let name = || self.campaign.hex_name(hex);
        let refuse =
            |rule, text| Err(Violation::of(rule, text).about([self.campaign.theatre.grid.name(hex)]));
        if self.state.depots.len() == MOST_DEPOTS {
            return refuse("FMD-11-II-7", "All five DEPOTs are on the map.".to_owned());
        }
        if self.state.depots.contains(&hex) {
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
                format!("No open road or railroad, short enough, links {} to a source or a DEPOT.", name()),
            );
        }
        Ok(())
    }

    pub(crate) fn check_depots(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Done => Ok(()),
            Action::Depot(hex) => self.check_depot(hex),
            Action::Remove(hex) if !self.state.depots.contains(&hex) => {
                Err(Violation::form(format!("There is no DEPOT at {}.", self.campaign.hex_name(hex))))
            }
            Action::Remove(_) if self.state.depots_placed => Err(Violation::of(
                "FMD-11-II-16",
                "A DEPOT can be removed only on a turn on which none is placed.",
            )),
            Action::Remove(_) => Ok(()),
            _ => Err(Violation::form("Place DEPOTs, remove one, or be done.")),
        }
    }
}

impl Play<'_> {
    pub(crate) fn depots(&mut self, action: &Action) {
        match *action {
            Action::Depot(at) => {
                self.state.depots_placed = true;
                let place = self.state.depots.partition_point(|&other| other < at);
                let _ = self.state.depots.try_insert(place, at);
                self.tell(What::DepotPlaced { at });
            }
            Action::Remove(at) => {
                self.state.depots.retain(|&mut other| other != at);
                self.tell(What::DepotRemoved { at });
                self.state.out[Side::Union.index()] = true;
            }
            _ => self.state.out[Side::Union.index()] = true,
        }
    }
}
