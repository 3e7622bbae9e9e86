//! Regiments, batteries, commanders and brigades of a case, from their lines.

use super::fact::{Counter, Fact, Formation, Mark, Printed, Said, read};
use crate::files::load::parts::{BrigadePart, CommanderPart, Ref, ScenarioParts, Stand, UnitPart};
use crate::files::notation::find_piece;
use crate::model::ids::{Piece, Turn};
use crate::model::numbers::MovementPoints;
use crate::model::scenario::{Kind, Rank, Scenario};
use crate::model::state::{Flag, Office, State};
use engine::Side;
use faults::{Faults, Span, Text, Word, Words};

const EXAMPLE: &str = "5NY: I4/3 at 0304";

/// Brigades of those who name none.
const FOOT: &str = "1/1";
const HORSE: &str = "C/1";
/// The division of batteries that name none.
const DIVISION: &str = "1";

/// The pieces of a case in the making.
pub(super) struct Pieces<'a> {
    pub parts: &'a mut ScenarioParts,
    pub faults: &'a mut Faults,
    /// The turn on which the case begins, counted from 0.
    pub turn: Turn,
    /// What the state must show when play begins.
    pub marks: Marks,
    /// Who has had a line, and where.
    named: Vec<(String, Span)>,
    /// The units said to be shattered, until their brigades are known.
    shattered: Vec<usize>,
}

/// What was said of pieces that only a state can show.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    flags: Vec<(String, Mark, bool)>,
    mp: Vec<(String, MovementPoints)>,
}

impl Marks {
    /// Everybody on the map is in command; then what was said.
    pub fn apply_all(&self, scenario: &Scenario, state: &mut State) {
        for unit in scenario.unit_ids() {
            if state.hex_of(unit).is_some() {
                state.set(unit, Flag::COMMAND);
            }
        }
        for commander in scenario.commander_ids() {
            if state.leader_hex(commander).is_some() {
                state.mark(commander, Office::COMMAND);
            }
        }
        self.apply(scenario, state);
    }

    /// What was said.
    pub fn apply(&self, scenario: &Scenario, state: &mut State) {
        self.apply_some(scenario, state, (Flag::EACH, Office::EACH));
    }

    /// What was said about the phase in which play begins: its beginning has cleared that.
    pub fn apply_of_phase(&self, scenario: &Scenario, state: &mut State) {
        self.apply_some(scenario, state, OF_PHASE);
        for (tag, mp) in &self.mp {
            match find_piece(scenario, tag) {
                Some(Piece::Unit(unit)) => state.set_mp(unit, *mp),
                Some(Piece::Commander(one)) => state.set_leader_mp(one, *mp),
                None => {}
            }
        }
    }

    fn apply_some(&self, scenario: &Scenario, state: &mut State, (of_units, of_leaders): (Flag, Office)) {
        for (tag, mark, on) in &self.flags {
            let (flags, offices) = (mark.unit.and(of_units), mark.leader.and(of_leaders));
            match find_piece(scenario, tag) {
                Some(Piece::Unit(unit)) if *on => state.set(unit, flags),
                Some(Piece::Unit(unit)) => state.clear(unit, flags),
                Some(Piece::Commander(one)) if *on => state.mark(one, offices),
                Some(Piece::Commander(one)) => state.unmark(one, offices),
                None => {}
            }
        }
    }
}

/// What a unit or a commander has done in the phase or player turn that is on.
const OF_PHASE: (Flag, Office) = (
    Flag::FIRED
        .or(Flag::ROAD)
        .or(Flag::CHANGED)
        .or(Flag::MOVED)
        .or(Flag::RESTED)
        .or(Flag::LATE)
        .or(Flag::DODGED)
        .or(Flag::SPENT)
        .or(Flag::EXITED)
        .or(Flag::WITHDREW)
        .or(Flag::BUILDER),
    Office::MOVED.or(Office::RECOVER).or(Office::RESTED).or(Office::ASKED).or(Office::TRIED).or(Office::ROAD),
);

impl<'a> Pieces<'a> {
    /// Nobody yet, besides those whom a scenario brings.
    pub fn new(parts: &'a mut ScenarioParts, faults: &'a mut Faults, turn: Turn) -> Pieces<'a> {
        Pieces { parts, faults, turn, marks: Marks::default(), named: Vec::new(), shattered: Vec::new() }
    }

    /// Reads the lines of one side.
    pub fn side(&mut self, side: Side, lines: &[Text]) {
        for line in lines {
            let Some((name, mut words)) = Words::named(line, self.faults, EXAMPLE) else { continue };
            if let Some((_, first)) = self.named.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name.text)) {
                self.faults
                    .add(name.place, format!("{} has two lines", name.text))
                    .hint("say everything about a piece in one line; each piece has a name of its own")
                    .see(first.clone(), "the first");
                continue;
            }
            self.named.push((name.text.to_owned(), name.place.clone()));
            let before = self.faults.len();
            let said = read(&mut words, &self.parts.map.grid, self.faults);
            if self.faults.len() == before {
                self.piece(side, &name, &said);
            }
        }
    }

    fn piece(&mut self, side: Side, name: &Word<'_>, said: &[Said]) {
        let unit = self.parts.units.iter().position(|part| part.tag == name.text);
        let leader = self.parts.commanders.iter().position(|part| part.tag == name.text);
        let counter = said.iter().find_map(|one| match one.fact {
            Fact::Counter(counter) => Some(counter),
            _ => None,
        });
        let rank = said.iter().find_map(|one| match one.fact {
            Fact::Rank(rank, _) => Some(rank),
            _ => None,
        });
        match (unit, leader, counter, rank) {
            (Some(at), ..) => self.unit(at, said),
            (_, Some(at), ..) => self.leader(at, said),
            (_, _, Some(_), Some(_)) => {
                self.fault(&name.place, format!("{} has both a counter and a rank", name.text)).hint(
                    "a unit has a counter, such as `I5/3`; a commander has a rank, such as `brigade 1/1`",
                );
            }
            (_, _, Some(counter), None) => {
                self.new_unit(side, name, &counter);
                self.unit(self.parts.units.len() - 1, said);
            }
            (_, _, None, Some(rank)) => {
                let part = CommanderPart {
                    written: name.place.clone(),
                    ..CommanderPart::new(name.text, side, rank)
                };
                self.parts.commanders.push(part);
                self.leader(self.parts.commanders.len() - 1, said);
            }
            (None, None, None, None) => {
                self.fault(&name.place, format!("what is {}?", name.text))
                    .hint("say what it is: a counter, such as `I5/3`, or a rank, such as `army CV4`");
            }
        }
    }

    fn new_unit(&mut self, side: Side, name: &Word<'_>, counter: &Counter) {
        let (sp, limbered_sp) = counter.strengths();
        self.parts.units.push(UnitPart {
            written: name.place.clone(),
            limbered_sp,
            star: counter.star,
            // Guns are ready to fire and horsemen to ride unless the counter says otherwise.
            deployed: counter.deployed.unwrap_or(counter.kind.is_artillery()),
            ..UnitPart::new(name.text, side, counter.kind, sp, counter.cohesion)
        });
    }

    fn unit(&mut self, at: usize, said: &[Said]) {
        let tag = self.parts.units[at].tag.clone();
        for Said { fact, place } in said {
            if let Some(stand) = self.stand(fact) {
                self.unlist(&tag);
                self.parts.units[at].stand = stand;
                continue;
            }
            let part = &mut self.parts.units[at];
            match fact {
                Fact::Counter(counter) => {
                    if counter.kind != part.kind || counter.strengths().0 != part.sp {
                        self.fault(place, format!("{tag} has another counter"))
                            .hint("leave the counter out for a unit of the scenario");
                    } else if let Some(deployed) = counter.deployed {
                        part.deployed = deployed;
                    }
                }
                Fact::In(label) => part.brigade = Some(Ref::new(label.clone(), place.clone())),
                Fact::Of(formation) => {
                    part.corps.clone_from(&formation.corps);
                    part.division.clone_from(&formation.division);
                }
                Fact::Deployed(deployed) => part.deployed = *deployed,
                Fact::Mp(mp) => self.marks.mp.push((tag.clone(), *mp)),
                Fact::Mark(mark, on) => match mark.print {
                    Some(Printed::Shattered) if *on => self.shattered.push(at),
                    Some(Printed::Shattered) => {}
                    Some(Printed::Sharpshooters) => part.sharpshooters = *on,
                    Some(Printed::FreeCommand) => part.free_command = *on,
                    Some(Printed::Dodges) => part.dodges = Some(*on),
                    None if mark.unit.is_empty() => {
                        self.fault(place, format!("`{}` is a mark of commanders", mark.word))
                            .hint(format!("leave it out; {tag} is a combat unit"));
                    }
                    None => self.marks.flags.push((tag.clone(), *mark, *on)),
                },
                _ => {
                    self.fault(place, format!("{tag} is a combat unit, no commander"))
                        .hint("ranks, stars, command values and successors belong to commanders");
                }
            }
        }
    }

    fn leader(&mut self, at: usize, said: &[Said]) {
        let tag = self.parts.commanders[at].tag.clone();
        for Said { fact, place } in said {
            if let Some(stand) = self.stand(fact) {
                self.unlist(&tag);
                self.parts.commanders[at].stand = stand;
                continue;
            }
            let part = &mut self.parts.commanders[at];
            match fact {
                Fact::Rank(rank, formation) => {
                    part.rank = *rank;
                    part.corps.clone_from(&formation.corps);
                    part.division.clone_from(&formation.division);
                    if *rank == Rank::Brigade {
                        let side = part.side;
                        self.lead(side, &formation.label, &tag, place);
                    }
                }
                Fact::Cv(cv) => part.cv = Some(*cv),
                Fact::Stars(stars) => part.stars = Some(*stars),
                Fact::Then(name, cv) => part.replacement = Some((name.clone(), *cv)),
                Fact::Seniority(rank) => part.corps_rank = Some(*rank),
                Fact::LeadsCavalry => part.cavalry = Some(true),
                Fact::Mp(mp) => self.marks.mp.push((tag.clone(), *mp)),
                Fact::Mark(mark, _) if mark.leader.is_empty() => {
                    self.fault(place, format!("`{}` is a mark of combat units", mark.word))
                        .hint(format!("leave it out; {tag} is a commander"));
                }
                Fact::Mark(mark, on) => {
                    if mark.leader == Office::REPLACED {
                        part.replaced = *on;
                    }
                    self.marks.flags.push((tag.clone(), *mark, *on));
                }
                _ => {
                    self.fault(place, format!("{tag} is a commander, no combat unit"))
                        .hint("counters, brigades and modes belong to combat units");
                }
            }
        }
    }

    /// A piece that the case puts somewhere no longer comes by the scenario's lists.
    fn unlist(&mut self, tag: &str) {
        let ScenarioParts { arrivals, placements, .. } = &mut *self.parts;
        arrivals.iter_mut().for_each(|arrival| arrival.pieces.retain(|one| one.name != tag));
        placements.iter_mut().for_each(|placement| placement.pieces.retain(|one| one.name != tag));
        arrivals.retain(|arrival| !arrival.pieces.is_empty());
        placements.retain(|placement| !placement.pieces.is_empty());
    }

    fn stand(&self, fact: &Fact) -> Option<Stand> {
        Some(match *fact {
            Fact::At(hex) => Stand::At(hex),
            Fact::Eliminated => Stand::Eliminated,
            Fact::Lost => Stand::Lost,
            Fact::Left(exit, turn) => Stand::OffMap { exit, turn: turn.unwrap_or(self.turn) },
            Fact::Waiting => Stand::ByList,
            Fact::Absent => Stand::Absent,
            _ => return None,
        })
    }

    /// Gives a brigade its commander.
    fn lead(&mut self, side: Side, label: &str, tag: &str, place: &Span) {
        let at = self.brigade(side, label, place);
        self.parts.brigades[at].commander = Ref::new(tag, place.clone());
    }

    /// The brigade with this label, made if there is none.
    fn brigade(&mut self, side: Side, label: &str, place: &Span) -> usize {
        let there = self.parts.brigades.iter().position(|part| part.side == side && part.label == label);
        there.unwrap_or_else(|| {
            let formation = Formation::of_brigade(label);
            self.parts.brigades.push(BrigadePart {
                written: place.clone(),
                corps: formation.corps,
                division: formation.division,
                ..BrigadePart::new(label, side, "")
            });
            self.parts.brigades.len() - 1
        })
    }

    /// Fills in what the lines left out: brigades, their commanders, the division of batteries.
    pub fn fill_in(&mut self) {
        for at in 0..self.parts.units.len() {
            let part = &mut self.parts.units[at];
            if part.kind.is_artillery() {
                if part.corps.is_none() && part.division.is_none() {
                    part.division = Some(DIVISION.into());
                }
                continue;
            }
            let default = if part.kind == Kind::Cavalry { HORSE } else { FOOT };
            let place = part.written.clone();
            let label = part.brigade.get_or_insert_with(|| Ref::new(default, place)).clone();
            let (side, shattered) = (part.side, self.shattered.contains(&at));
            let brigade = self.brigade(side, &label.name, &label.written);
            self.parts.brigades[brigade].shattered |= shattered;
        }
        for at in 0..self.parts.brigades.len() {
            if self.parts.brigades[at].commander.name.is_empty() {
                self.appoint(at);
            }
        }
    }

    /// A brigade without a commander gets one, with its first regiment: `us-1-1` leads the Union's brigade 1/1.
    fn appoint(&mut self, at: usize) {
        let BrigadePart { side, label, written, .. } = self.parts.brigades[at].clone();
        let army = if side == Side::Union { "us" } else { "cs" };
        let tag = format!("{army}-{}", label.replace('/', "-"));
        let regiments: Vec<&UnitPart> = self
            .parts
            .units
            .iter()
            .filter(|unit| unit.side == side && unit.brigade.as_ref().is_some_and(|one| one.name == label))
            .collect();
        let on_map = regiments.iter().map(|unit| unit.stand).find(|stand| matches!(stand, Stand::At(_)));
        let arriving = regiments.iter().find(|unit| unit.stand == Stand::ByList).map(|unit| unit.tag.clone());
        let stand = match (on_map, arriving) {
            (Some(stand), _) => stand,
            (None, Some(regiment)) => {
                let arrivals = self.parts.arrivals.iter_mut().map(|arrival| &mut arrival.pieces);
                let placements = self.parts.placements.iter_mut().map(|placement| &mut placement.pieces);
                let with =
                    arrivals.chain(placements).find(|pieces| pieces.iter().any(|one| one.name == regiment));
                match with {
                    Some(pieces) => {
                        pieces.push(Ref::new(tag.clone(), written.clone()));
                        Stand::ByList
                    }
                    None => Stand::Absent,
                }
            }
            (None, None) => Stand::Absent,
        };
        self.parts.commanders.push(CommanderPart {
            written: written.clone(),
            stand,
            ..CommanderPart::new(tag.clone(), side, Rank::Brigade)
        });
        self.parts.brigades[at].commander = Ref::new(tag, written);
    }

    fn fault(&mut self, place: &Span, what: String) -> &mut faults::Fault {
        self.faults.add(place.clone(), what)
    }
}
