//! A position being set up: names become pieces, and whatever is impossible is noted.

use super::file::{CommandersTable, LandmarksTable, Text, Texts};
use crate::model::campaign::Commander;
use crate::model::evidence::Evidence;
use crate::model::ids::{CommanderId, FORCES, ForceId, MOST_COMMANDERS, MOST_TOWNS, Officers, TownId};
use crate::model::numbers::{Stars, Trains};
use crate::model::state::{Force, MOST_DEPOTS, Markers, State};
use crate::model::strength::Strength;
use engine::Side;
use faults::{Faults, Span, did_you_mean};
use ground::theatre::{Country, SettlementClass, Theatre};
use ground::{Direction, Hex};
use std::collections::BTreeMap;

/// The most brigades a Force may start with.
const MOST_BRIGADES: u8 = 60;
/// Division counters of each side (FMD-6-8).
const DIVISION_COUNTERS: [usize; 2] = [6, 3];

/// A Force to be placed.
#[derive(Clone, Debug)]
pub(crate) struct ForcePart {
    /// Where it is written.
    pub(crate) written: Span,
    pub(crate) id: ForceId,
    pub(crate) at: Hex,
    /// Its commanders; the first of the most senior leads.
    pub(crate) officers: Vec<CommanderId>,
    pub(crate) strength: Strength,
    pub(crate) markers: Markers,
    pub(crate) trains: Trains,
}

/// The places of a theatre with a part in the rules.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    pub(crate) washington: Vec<Hex>,
    pub(crate) cities: Vec<Hex>,
    pub(crate) sources: Vec<Hex>,
    pub(crate) gate: Option<Hex>,
    pub(crate) towns: Vec<Hex>,
}

/// A position being set up.
pub(crate) struct Board<'a> {
    pub(crate) theatre: &'a Theatre,
    pub(crate) commanders: &'a [Commander],
    pub(crate) faults: &'a mut Faults,
    pub(crate) state: State,
    homes: BTreeMap<CommanderId, (ForceId, Span)>,
    written: BTreeMap<ForceId, Span>,
}

impl<'a> Board<'a> {
    pub(crate) fn new(
        theatre: &'a Theatre,
        commanders: &'a [Commander],
        state: State,
        faults: &'a mut Faults,
    ) -> Board<'a> {
        let mut board =
            Board { theatre, commanders, faults, state, homes: BTreeMap::new(), written: BTreeMap::new() };
        for force in ForceId::all().filter(|&force| board.state.force(force).at.is_some()).collect::<Vec<_>>()
        {
            for officer in board.state.force(force).officers.iter().collect::<Vec<_>>() {
                board.homes.insert(officer, (force, Span::File));
            }
        }
        board
    }

    /// A hex by its number or by the name of its place.
    pub(crate) fn hex(&mut self, text: &Text) -> Option<Hex> {
        self.hex_at(text.get_ref(), text)
    }

    /// The same, written somewhere.
    pub(crate) fn hex_at(&mut self, name: &str, written: impl Into<Span>) -> Option<Hex> {
        let theatre = self.theatre;
        let found = theatre.grid.parse(name).or_else(|| theatre.find_place(name).map(|place| place.hex));
        if found.is_none() {
            let names = theatre.places().iter().map(|place| place.name.as_str());
            let last = theatre.grid.name(Hex(theatre.grid.len() as u16 - 1));
            let hint = did_you_mean(name, names).map_or_else(
                || format!("name a place of the map, or a hex from 0000 to {last}, column first"),
                |meant| format!("did you mean `{meant}`?"),
            );
            self.faults.add(written, format!("there is no hex or place `{name}`")).hint(hint);
        }
        found
    }

    pub(crate) fn hexes(&mut self, texts: &Texts) -> Vec<Hex> {
        texts.iter().filter_map(|text| self.hex(text)).collect()
    }

    /// A commander by his name.
    pub(crate) fn commander(&mut self, name: &str, written: impl Into<Span>) -> Option<CommanderId> {
        let found = self.commanders.iter().position(|one| one.name.eq_ignore_ascii_case(name));
        if found.is_none() {
            let names = self.commanders.iter().map(|one| one.name.as_str());
            let hint = did_you_mean(name, names).map_or_else(
                || "list him under `commanders` with his rank".to_owned(),
                |meant| format!("did you mean `{meant}`?"),
            );
            self.faults.add(written, format!("there is no commander `{name}`")).hint(hint);
        }
        found.map(|number| CommanderId(number as u8))
    }

    /// A Force by its name.
    pub(crate) fn force_id(&mut self, name: &str, written: impl Into<Span>) -> Option<ForceId> {
        let found = ForceId::parse(name);
        if found.is_none() {
            self.faults
                .add(written, format!("there is no sleigh `{name}`"))
                .hint("the Union has US-A to US-L, the Confederates CS-A to CS-I (FMD-1-2)");
        }
        found
    }

    /// Whether troops can stand in a hex: land in play, and a mountain only where a road leads through (RUL-02).
    fn can_stand(&self, hex: Hex) -> bool {
        let has_way = || Direction::ALL.into_iter().any(|side| self.theatre.border(hex, side).has_way());
        match self.theatre.country(hex) {
            Country::Clear | Country::Forest => true,
            Country::Mountain => has_way(),
            Country::Sea | Country::Outside => false,
        }
    }

    /// Takes a Force off the map, to be placed anew.
    pub(crate) fn release(&mut self, force: ForceId) {
        self.homes.retain(|_, (home, _)| *home != force);
        *self.state.force_mut(force) = Force::default();
    }

    /// Puts a Force on the map, or says why it cannot be there.
    pub(crate) fn place_force(&mut self, part: &ForcePart) {
        let before = self.faults.len();
        let name = part.id.name();
        if let Some(first) = self.written.insert(part.id, part.written.clone()) {
            self.faults
                .add(part.written.clone(), format!("{name} stands here twice"))
                .hint("each Force has a letter of its own")
                .see(first, "the first");
        }
        if !self.can_stand(part.at) {
            let hex = self.theatre.grid.name(part.at);
            self.faults
                .add(part.written.clone(), format!("no Force can stand in {hex}"))
                .hint("it needs land in play, in mountains a road or railroad (FMD-2-4, FMD-2-8)");
        }
        for side in Side::BOTH {
            let twin = self.state.forces_of(side).find(|&(other, at)| at == part.at && other != part.id);
            if let Some((other, _)) = twin {
                let hex = self.theatre.grid.name(part.at);
                let hint = if side == part.id.side() {
                    "one Force of a side in a hex (FMD-3-9): move one of them, or make them one"
                } else {
                    "move one of them"
                };
                self.faults
                    .add(part.written.clone(), format!("{name} and {} stand in {hex}", other.name()))
                    .hint(hint);
            }
        }
        if part.strength.is_empty() {
            self.faults
                .add(part.written.clone(), format!("{name} has no brigade"))
                .hint("a Force has at least one (FMD-4-2)");
        }
        if part.strength.0.iter().map(|&count| u32::from(count)).sum::<u32>() > u32::from(MOST_BRIGADES) {
            self.faults
                .add(part.written.clone(), format!("{name} has too many brigades"))
                .hint(format!("at most {MOST_BRIGADES}"));
        }
        if part.id.side() == Side::Union && part.trains > Trains::ZERO {
            self.faults
                .add(part.written.clone(), format!("{name} has a train"))
                .hint("only Confederate Forces escort TRAINs (11.0 Part III)");
        }
        let officers = self.officers(part);
        if self.faults.len() > before {
            return;
        }
        // FMD-7-C2, FMD-7-U2: the senior rides on the sleigh; among equals its owner chooses before the first turn.
        let stars = |officer: CommanderId| self.commanders[officer.index()].stars;
        let most = officers.iter().map(stars).max().unwrap_or_default();
        let leader = part.officers.iter().copied().find(|&officer| stars(officer) == most);
        let mut force = Force::standing(Some(part.at));
        force.strength = part.strength;
        force.officers = officers;
        force.leader = leader.unwrap_or_default();
        force.markers = part.markers;
        force.trains = part.trains;
        *self.state.force_mut(part.id) = force;
    }

    /// The commanders of a Force, each once and in the right company.
    fn officers(&mut self, part: &ForcePart) -> Officers {
        let name = part.id.name();
        if part.officers.is_empty() {
            self.faults
                .add(part.written.clone(), format!("{name} has no commander"))
                .hint("every Force has at least one (FMD-3-3)");
        }
        let mut divisions = 0;
        for &officer in &part.officers {
            let Commander { name: who, side, stars } = &self.commanders[officer.index()];
            divisions += usize::from(*stars == Stars(2));
            if *side != part.id.side() {
                self.faults
                    .add(part.written.clone(), format!("{who} is no {} commander", part.id.side()))
                    .hint("put him with a Force of his own army");
            }
            if let Some((other, first)) = self.homes.insert(officer, (part.id, part.written.clone())) {
                self.faults
                    .add(part.written.clone(), format!("{who} is with {name} and with {}", other.name()))
                    .hint("a commander is in one place")
                    .see(first, "first here");
            }
        }
        if divisions > 0 && part.officers.len() > 1 {
            self.faults
                .add(
                    part.written.clone(),
                    format!("{name} has a division commander beside another commander"),
                )
                .hint("a division commander leads alone (FMD-6-13, RUL-52)");
        }
        part.officers.iter().copied().collect()
    }

    /// Puts DEPOTs on the map: three of them by TAB-S (FMD-7-U4).
    pub(crate) fn place_depots(&mut self, texts: &[Text]) {
        for text in texts {
            let Some(hex) = self.hex(text) else { continue };
            if self.state.depots().contains(&hex) {
                self.faults.add(text, "there is a DEPOT already").hint("one a hex (FMD-11-II-3)");
            } else if self.state.depots().is_full() {
                self.faults
                    .add(text, format!("more than {MOST_DEPOTS} DEPOTs"))
                    .hint("leave one out (FMD-11-II-7)");
            } else {
                self.state.place_depot(hex);
            }
        }
    }

    /// Marks towns as depleted.
    pub(crate) fn deplete(&mut self, texts: &[Text], towns: &[Hex]) {
        for text in texts {
            let Some(hex) = self.hex(text) else { continue };
            match towns.binary_search(&hex) {
                Ok(number) => self.state.depleted.insert(TownId::at(number)),
                Err(_) => {
                    self.faults
                        .add(text, format!("`{}` is no town or city", text.get_ref()))
                        .hint("only towns can be DEPLETED");
                }
            }
        }
    }

    /// The position as it stands; the enemy knows what the set-up shows.
    pub(crate) fn finish(self) -> State {
        let mut state = self.state;
        state.evidence = Evidence::at_start(state.forces());
        state
    }
}

/// Every commander, Union first, the senior first.
pub(crate) fn commanders(tables: [Option<&CommandersTable>; 2], faults: &mut Faults) -> Vec<Commander> {
    let mut list: Vec<Commander> = Vec::new();
    for (side, table) in Side::BOTH.into_iter().zip(tables) {
        let Some(table) = table else { continue };
        for (stars, names) in table.ranks() {
            for text in names {
                let name = text.get_ref().trim();
                if name.is_empty() {
                    faults.add(text, "a commander without a name").hint("write his name, or leave him out");
                }
                if list.iter().any(|one| one.name.eq_ignore_ascii_case(name)) {
                    faults.add(text, format!("{name} is listed twice")).hint("a commander has one rank");
                }
                list.push(Commander { name: name.to_owned(), side, stars });
            }
        }
        let most = DIVISION_COUNTERS[side.index()];
        if table.division.len() > most {
            faults
                .add(&table.division[most], format!("the {side} army has too many division commanders"))
                .hint(format!("at most {most} (FMD-6-8)"));
        }
    }
    if list.len() > MOST_COMMANDERS {
        let mut listed = tables.into_iter().flatten().flat_map(CommandersTable::each);
        faults
            .add(listed.nth(MOST_COMMANDERS), format!("there are {} commanders", list.len()))
            .hint(format!("at most {MOST_COMMANDERS} of both sides"));
        list.truncate(MOST_COMMANDERS);
    }
    list
}

/// The places with a part in the rules; towns are those of the theatre, those added, and the others here.
pub(crate) fn marks(table: &LandmarksTable, board: &mut Board<'_>) -> Marks {
    let mut marks = Marks {
        washington: board.hexes(&table.washington),
        cities: board.hexes(&table.cities),
        sources: board.hexes(&table.sources),
        gate: table.gate.as_ref().and_then(|gate| board.hex(gate)),
        towns: board.hexes(&table.towns),
    };
    let places = board.theatre.places().iter().filter(|place| place.class != SettlementClass::Village);
    marks.towns.extend(places.map(|place| place.hex));
    marks.towns.extend(marks.washington.iter().chain(&marks.cities).chain(&marks.sources));
    marks.towns.extend(marks.gate);
    marks.towns.sort_unstable();
    marks.towns.dedup();
    if marks.towns.len() > MOST_TOWNS {
        board.faults.add(table.towns.last(), format!("there are {} towns", marks.towns.len())).hint(format!(
            "at most {MOST_TOWNS}, those of the theatre among them: leave some of `towns` out"
        ));
    }
    marks
}

/// Brigades by arm, in the order of [`Arm::ALL`](crate::model::strength::Arm::ALL), fresh and weak.
pub(crate) const fn strength(full: [u8; 3], weak: [u8; 3]) -> Strength {
    Strength([full[0], full[1], full[2], weak[0], weak[1], weak[2]])
}

const _: () = assert!(FORCES <= 64, "a set of Forces is one word");
