//! Union depots (11.0 Part II).

use crate::action::Action;
use crate::campaign::Traveller;
use crate::event::What;
use crate::position::{Play, Position};
use crate::state::MOST_DEPOTS;
use engine::{Side, Violation};
use ground::{Hex, HexSet, IMPASSABLE};

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

impl Position<'_> {
    /// The hexes that supply cannot pass through because of the Confederates (FMD-11-II-13, FMD-11-II-14).
    #[must_use]
    pub fn cut(&self) -> HexSet {
        let mut cut = HexSet::EMPTY;
        let grid = &self.campaign.theatre.grid;
        for (_, at) in self.state.forces_of(Side::Confederate) {
            for (_, hex) in grid.neighbours(at) {
                if !self.is_parted_widely(at, hex) {
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

    /// Whether a DEPOT in this hex could be linked to a source or another DEPOT (FMD-11-II-9 to FMD-11-II-15, RUL-25).
    #[must_use]
    pub fn can_link(&self, hex: Hex) -> bool {
        let mut sources = HexSet::EMPTY;
        for source in self.friendly_sources() {
            sources.insert(source);
        }
        if sources.contains(hex) {
            return true;
        }
        let mut ends = sources;
        for &depot in &self.state.depots {
            ends.insert(depot);
        }
        let mixed = Line { rail_only: false, north_only: false, most_steps: ROAD_LINK + 1 };
        let rail = Line { rail_only: true, north_only: false, most_steps: RAIL_LINK + 1 };
        let north = Line { rail_only: true, north_only: true, most_steps: u16::MAX };
        self.reaches(hex, mixed, &ends)
            || self.reaches(hex, rail, &ends)
            || self.reaches(hex, north, &sources)
    }

    /// Whether a line of road or railroad leads from the hex to one of the ends.
    fn reaches(&self, start: Hex, line: Line, ends: &HexSet) -> bool {
        let campaign = self.campaign;
        let north = &campaign.landmarks.north;
        if line.north_only && !north.contains(start) {
            return false;
        }
        let cut = self.cut();
        let costs = self.costs(Traveller::Wagons);
        let mut seen = HexSet::of(start);
        let mut front = vec![start];
        let mut steps = 0;
        while !front.is_empty() && steps < line.most_steps {
            steps += 1;
            let mut next = Vec::new();
            for hex in front {
                for (side, to) in campaign.theatre.grid.neighbours(hex) {
                    let border = campaign.theatre.border(hex, side);
                    if costs.cost(hex, side) == IMPASSABLE
                        || (line.rail_only && !border.rail)
                        || (line.north_only && !north.contains(to))
                        || !seen.insert(to)
                    {
                        continue;
                    }
                    if ends.contains(to) {
                        return true;
                    }
                    if !cut.contains(to) {
                        next.push(to);
                    }
                }
            }
            front = next;
        }
        false
    }

    pub(crate) fn depot_answers(&self, out: &mut Vec<Action>) {
        if self.state.depots.len() < MOST_DEPOTS {
            let towns = self.state.forces_of(Side::Union).map(|(_, at)| at);
            let towns = towns.filter(|&at| self.campaign.town(at).is_some());
            out.extend(towns.filter(|&at| self.check_depot(at).is_ok()).map(Action::Depot));
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
        if !self.can_link(hex) {
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
