//! What these eyes see, compared with what a case expects.

use super::begin::phase_word;
use super::expect::{BattleExpect, CaseExpect};
use super::line::{Marker, Word, strength_in_words, words};
use crate::campaign::Traveller;
use crate::game::FullMeasureOfDevotion;
use crate::ids::{CommanderId, ForceId, Officers};
use crate::load::file::Text;
use crate::position::Position;
use crate::state::{Force, Role, Stage, State, Weather};
use crate::strength::Strength;
use crate::view::View;
use engine::case::Findings;
use engine::{Eyes, Rules, Side};
use faults::{Faults, Place, Source};
use ground::Hex;
use std::fmt::Debug;
use toml::Spanned;

/// Compares the whole.
pub(super) fn compare(
    rules: &FullMeasureOfDevotion,
    state: &State,
    eyes: Eyes,
    expect: &CaseExpect,
    findings: &mut Findings<'_>,
) {
    let view = rules.view(state, eyes);
    let mut look = Look { rules, view: &view, findings };
    look.tracks(expect);
    look.pieces(expect);
    for (name, line) in &expect.forces {
        look.force(name, line);
    }
    if let Some(battle) = &expect.battle {
        look.battle(battle);
    }
    if let Some(none) = &expect.no_battle {
        look.value(none, "no combat is being fought", none.get_ref(), &view.state.battle.is_none());
    }
    look.tables(expect);
}

struct Look<'a, 'f> {
    rules: &'a FullMeasureOfDevotion,
    view: &'a View,
    findings: &'a mut Findings<'f>,
}

impl Look<'_, '_> {
    fn position(&self) -> Position<'_> {
        self.rules.position(&self.view.state)
    }

    fn hex_name(&self, hex: Option<Hex>) -> String {
        hex.map_or_else(|| "nowhere".to_owned(), |hex| self.rules.campaign.theatre.grid.name(hex))
    }

    /// A hex by its number or the name of its place.
    fn hex(&mut self, name: &str, written: impl Into<Place>) -> Option<Hex> {
        let theatre = &self.rules.campaign.theatre;
        let found = theatre.grid.parse(name).or_else(|| theatre.find_place(name).map(|place| place.hex));
        if found.is_none() {
            self.findings
                .fault(written, format!("there is no hex or place `{name}`"))
                .hint("write a number, column first, or a place of the map");
        }
        found
    }

    fn value<T: PartialEq + Debug>(&mut self, place: impl Into<Place>, what: &str, wanted: &T, found: &T) {
        if wanted != found {
            self.findings.differs(place, format!("{what}: {wanted:?}"), format!("{what}: {found:?}"));
        }
    }

    fn maybe<T: PartialEq + Debug>(&mut self, what: &str, wanted: Option<&Spanned<T>>, found: &T) {
        if let Some(wanted) = wanted {
            self.value(wanted, what, wanted.get_ref(), found);
        }
    }

    fn tracks(&mut self, expect: &CaseExpect) {
        let state = &self.view.state;
        self.maybe("the turn", expect.turn.as_ref(), &state.turn);
        self.maybe("the phase", expect.phase.as_ref(), &phase_word(state.phase).to_owned());
        self.maybe("the weather", expect.weather.as_ref(), &state.weather);
        self.maybe("the go", expect.go.as_ref(), &state.go);
        self.maybe("Lee's journey", expect.lee.as_ref(), &state.lee);
        self.maybe("Meade commands", expect.meade.as_ref(), &state.meade);
        self.maybe("trains home", expect.trains_home.as_ref(), &state.trains_home);
        self.maybe("trains needed", expect.trains_needed.as_ref(), &state.trains_needed);
        self.maybe("the seats have changed armies", expect.swapped.as_ref(), &state.swapped);
        for side in Side::BOTH {
            let index = side.index();
            self.maybe(&format!("{side} bonus"), expect.bonus.of(side), &state.bonus[index]);
            self.maybe(&format!("{side} re-rolls"), expect.rerolls.of(side), &state.rerolls[index]);
            self.maybe(&format!("{side} brigades lost"), expect.lost.of(side), &state.lost[index]);
        }
    }

    fn pieces(&mut self, expect: &CaseExpect) {
        let state = &self.view.state;
        for side in Side::BOTH {
            if let Some(letters) = expect.on_map.of(side) {
                let found: Vec<String> =
                    state.forces_of(side).map(|(force, _)| force.letter().to_string()).collect();
                let wanted: Vec<String> = letters.get_ref().split_whitespace().map(str::to_owned).collect();
                self.value(letters, &format!("{side} Forces on the map"), &wanted, &found);
            }
            let free = ForceId::of(side).filter(|&force| state.force(force).at.is_none()).count();
            self.maybe(&format!("free {side} sleighs"), expect.sleighs.of(side), &free);
            if let Some(names) = expect.pool.of(side) {
                let found = self.officers_in_words(self.position().free_counters(side));
                let mut wanted: Vec<&str> =
                    names.get_ref().split('+').map(str::trim).filter(|name| !name.is_empty()).collect();
                wanted.sort_unstable();
                self.value(
                    names,
                    &format!("{side} division counters in the pool"),
                    &wanted.join(" + "),
                    &found,
                );
            }
        }
        if let Some(away) = &expect.away {
            let mut found: Vec<String> = state
                .away
                .iter()
                .map(|one| self.rules.campaign.commander(one.commander).name.clone())
                .collect();
            let mut wanted: Vec<String> = away.get_ref().iter().map(|name| name.get_ref().clone()).collect();
            found.sort();
            wanted.sort();
            self.value(away, "commanders off the map", &wanted, &found);
        }
        let name = |hex: Hex| self.rules.campaign.theatre.grid.name(hex);
        let depots: Vec<String> = state.depots.iter().map(|&hex| name(hex)).collect();
        let towns = self.rules.campaign.landmarks.towns.iter().enumerate();
        let depleted: Vec<String> = towns
            .filter(|(number, _)| state.depleted & (1 << number) != 0)
            .map(|(_, &hex)| name(hex))
            .collect();
        let trains: Vec<String> = state
            .trains
            .iter()
            .map(|train| format!("{}{}", name(train.at), if train.flipped { " flipped" } else { "" }))
            .collect();
        let lists = [
            ("depots", &expect.depots, depots),
            ("depleted towns", &expect.depleted, depleted),
            ("trains", &expect.trains, trains),
        ];
        for (what, list, mut found) in lists {
            let Some(list) = list else { continue };
            let mut wanted: Vec<String> = Vec::new();
            for text in list.get_ref() {
                let written = text.get_ref().trim();
                let (place, mark) = match written.strip_suffix("flipped") {
                    Some(place) => (place.trim(), " flipped"),
                    None => (written, ""),
                };
                if let Some(hex) = self.hex(place, text) {
                    wanted.push(self.hex_name(Some(hex)) + mark);
                }
            }
            wanted.sort();
            found.sort();
            self.value(list, what, &wanted, &found);
        }
    }

    fn officers_in_words(&self, officers: Officers) -> String {
        let mut names: Vec<&str> =
            officers.iter().map(|one| self.rules.campaign.commander(one).name.as_str()).collect();
        names.sort_unstable();
        names.join(" + ")
    }

    /// A Force in the words of its line.
    fn force_in_words(&self, box_: &Force) -> String {
        let Some(at) = box_.at else { return "gone".to_owned() };
        let campaign = &self.rules.campaign;
        let mut parts = vec![
            format!("at {}", campaign.theatre.grid.name(at)),
            self.officers_in_words(box_.officers),
            format!("led by {}", campaign.commander(box_.leader).name),
            strength_in_words(box_.strength),
        ];
        parts.extend(Marker::all_in_words(&box_.markers));
        parts.extend(std::iter::repeat_n("train".to_owned(), usize::from(box_.trains)));
        for (said, word) in [(box_.moved, "moved"), (box_.marching, "marching"), (box_.fed, "fed")] {
            if said {
                parts.push(word.to_owned());
            }
        }
        if box_.marching {
            parts.push(format!("route {}", self.route(box_).join("-")));
        }
        parts.join(", ")
    }

    /// What is left of an initial march.
    fn route(&self, box_: &Force) -> Vec<String> {
        let mut here = box_.at;
        let steps = box_.route.steps.iter().skip(usize::from(box_.route.done));
        steps
            .map(|&step| {
                here = here.and_then(|hex| self.rules.campaign.by_compass(hex, step + 1));
                self.hex_name(here)
            })
            .collect()
    }

    /// What a line expects of a Force.
    fn force(&mut self, name: &str, line: &Text) {
        let Some(id) = ForceId::parse(name) else {
            self.findings
                .fault(line, format!("there is no sleigh `{name}`"))
                .hint("the Union has US-A to US-L, the Confederates CS-A to CS-I");
            return;
        };
        let mut faults = Faults::new(&Source::new("", ""));
        let parts = words(line.get_ref(), &Place::from(line), &mut faults);
        for fault in faults.iter() {
            self.findings.fault(line, fault.what.clone()).hint(fault.hint.clone().unwrap_or_default());
        }
        let box_ = *self.view.state.force(id);
        let found = format!("{name}: {}", self.force_in_words(&box_));
        let mut strength: Option<Strength> = None;
        let mut counts: Vec<(Marker, u8)> = Vec::new();
        let mut trains: Option<u8> = None;
        let mut wrong: Vec<String> = Vec::new();
        for part in &parts {
            let holds = match part {
                Word::Brigades(kind, count) => {
                    strength.get_or_insert(Strength::NONE).0[kind.index()] += count;
                    true
                }
                Word::Marker(marker, said) => {
                    let more = u8::from(*said);
                    match counts.iter_mut().find(|(other, _)| other == marker) {
                        Some((_, count)) => *count += more,
                        None => counts.push((*marker, more)),
                    }
                    true
                }
                Word::Train(said) => {
                    *trains.get_or_insert(0) += u8::from(*said);
                    true
                }
                other => self.holds(id, &box_, other, line),
            };
            if !holds {
                wrong.push(format!("{part:?}"));
            }
        }
        if let Some(strength) = strength.filter(|&strength| strength != box_.strength) {
            wrong.push(strength_in_words(strength));
        }
        for (marker, count) in counts {
            if marker.count(&box_.markers) != count {
                wrong.push(format!("{count} of {}", marker.word()));
            }
        }
        if let Some(trains) = trains.filter(|&trains| trains != box_.trains) {
            wrong.push(format!("{trains} trains"));
        }
        for one in wrong {
            self.findings.differs(line, format!("{name}: {one}"), found.clone());
        }
    }

    /// Whether one part of a line is true of a Force.
    fn holds(&mut self, id: ForceId, box_: &Force, part: &Word<'_>, line: &Text) -> bool {
        match part {
            Word::At(name) => self.hex(name, line).is_none_or(|hex| box_.at == Some(hex)),
            Word::Gone => box_.at.is_none(),
            Word::Size(size) => box_.strength.size() == *size,
            Word::Bare => Marker::all_in_words(&box_.markers).is_empty(),
            Word::Moved(moved) => box_.moved == *moved,
            Word::Fed(fed) => box_.fed == *fed,
            Word::Marching(marching) => box_.marching == *marching,
            Word::Supply(supplied) => self.position().is_supplied(id) == *supplied,
            Word::Due(due) => box_.due == *due,
            Word::LedBy(name) => self.is_called(box_.leader, name),
            Word::Hidden => {
                box_.strength.is_empty()
                    && box_.officers == Officers::only(box_.leader)
                    && !box_.marching
                    && box_.route.steps.is_empty()
                    && box_.due == 0
            }
            Word::Officers(names) => {
                let mut wanted = names.clone();
                wanted.sort_unstable();
                self.officers_in_words(box_.officers).eq_ignore_ascii_case(&wanted.join(" + "))
            }
            Word::Route(hexes) => self.route(box_) == *hexes,
            Word::Brigades(..) | Word::Marker(..) | Word::Train(_) => true,
        }
    }

    fn is_called(&self, who: CommanderId, name: &str) -> bool {
        self.rules.campaign.commander(who).name.eq_ignore_ascii_case(name)
    }

    fn battle(&mut self, expect: &Spanned<BattleExpect>) {
        let Some(battle) = self.view.state.battle.clone() else {
            self.findings.differs(expect, "a combat is being fought", "there is none");
            return;
        };
        let wanted = expect.get_ref();
        self.maybe("the attacker", wanted.attacker.as_ref(), &battle.attacker.name());
        self.maybe("the defender", wanted.defender.as_ref(), &battle.defender.name());
        for (what, text, hex) in
            [("the combat hex", &wanted.at, battle.at), ("the pre-attack hex", &wanted.from, battle.from)]
        {
            if let Some(text) = text
                && let Some(named) = self.hex(text.get_ref(), text)
            {
                let (named, found) = (self.hex_name(Some(named)), self.hex_name(Some(hex)));
                self.value(text, what, &named, &found);
            }
        }
        self.maybe("the stage", wanted.stage.as_ref(), &stage_word(battle.stage).to_owned());
        let shares = &battle.shares;
        let dice =
            [0, 1].map(|role: usize| shares[role].dice.iter().map(|die| die.face).collect::<Vec<u8>>());
        self.maybe("the dice for numbers", wanted.dice.as_ref(), &dice);
        let base = [0, 1].map(|role: usize| f64::from(shares[role].part.halves()) / 2.0);
        self.maybe("the base values", wanted.base.as_ref(), &base);
        let adjusted = [0, 1].map(|role: usize| shares[role].adjusted);
        self.maybe("the adjusted values", wanted.adjusted.as_ref(), &adjusted);
        self.maybe("the last dice", wanted.last.as_ref(), &[shares[0].last, shares[1].last]);
        self.maybe("the margin", wanted.margin.as_ref(), &battle.margin);
        let winner = battle.winner.map_or("nobody", |role| match role {
            Role::Attacker => "attacker",
            Role::Defender => "defender",
        });
        self.maybe("the winner", wanted.winner.as_ref(), &winner.to_owned());
        self.maybe("the hits", wanted.hits.as_ref(), &[shares[0].hits, shares[1].hits]);
        if let Some(part) = &wanted.part {
            let found = [0, 1].map(|role: usize| strength_in_words(shares[role].part));
            self.value(part, "the brigades that take part", part.get_ref(), &found);
        }
    }

    fn tables(&mut self, expect: &CaseExpect) {
        for (path, text) in &expect.cost {
            self.cost(path, text);
        }
        for (row, hits) in &expect.attrition {
            self.attrition(row, hits);
        }
        for (row, text) in &expect.allowance {
            self.allowance(row, text);
        }
    }

    /// `force 0304-0305-0306`: what the march costs, in movement points.
    fn cost(&mut self, path: &str, text: &Text) {
        let (who, hexes) = path.split_once(' ').unwrap_or((path, ""));
        let traveller = match who {
            "force" => Traveller::Force,
            "wagons" => Traveller::Wagons,
            "rider" => Traveller::Rider,
            _ => {
                self.findings
                    .fault(text, format!("nobody travels like `{who}`"))
                    .hint("write `force`, `wagons` or `rider` and a chain of hexes");
                return;
            }
        };
        let mut names = Vec::new();
        for name in hexes.split('-') {
            names.extend(self.hex(name.trim(), text));
        }
        let position = self.position();
        let halves = names.windows(2).try_fold(0_u32, |sum, step| {
            Some(sum + u32::from(position.step_cost(traveller, step[0], step[1])?))
        });
        let found = halves.map_or_else(|| "closed".to_owned(), points);
        self.value(text, &format!("the cost of {path}"), text.get_ref(), &found);
    }

    /// `17 forage heavy`: a cell of TAB-A in a weather.
    fn attrition(&mut self, row: &str, hits: &Spanned<u8>) {
        let mut size = None;
        let (mut forage, mut weather) = (false, Weather::Sunny);
        for word in row.split_whitespace() {
            match (word, word.parse::<u8>(), weather_of(word)) {
                ("forage", ..) => forage = true,
                (_, Ok(number), _) => size = Some(number),
                (.., Some(found)) => weather = found,
                _ => {
                    self.findings
                        .fault(hits, format!("`{word}` is not understood"))
                        .hint("write `17`, `17 forage`, `17 forage heavy`");
                    return;
                }
            }
        }
        let found = self.rules.campaign.tables.attrition(size.unwrap_or(0), forage, weather);
        self.value(hits, &format!("attrition of {row}"), hits.get_ref(), &found);
    }

    /// `inf 3, art 1 in heavy`: Columns C and D, as `4 / 5`.
    fn allowance(&mut self, row: &str, text: &Text) {
        let (brigades, weather) = match row.rsplit_once(" in ") {
            Some((brigades, word)) => (brigades, weather_of(word)),
            None => (row, Some(Weather::Sunny)),
        };
        let mut faults = Faults::new(&Source::new("", ""));
        let mut strength = Strength::NONE;
        for part in words(brigades, &Place::File, &mut faults) {
            if let Word::Brigades(kind, count) = part {
                strength.0[kind.index()] += count;
            }
        }
        let Some(weather) = weather.filter(|_| faults.is_empty()) else {
            self.findings
                .fault(text, format!("`{row}` is not understood"))
                .hint("write brigades and a weather: `inf 3, art 1 in heavy`");
            return;
        };
        let (basic, forced) = self.rules.campaign.allowance(strength, weather);
        let found = format!("{} / {}", points(basic.into()), points(forced.into()));
        self.value(text, &format!("the allowance of {row}"), text.get_ref(), &found);
    }
}

fn weather_of(word: &str) -> Option<Weather> {
    Some(match word {
        "sunny" => Weather::Sunny,
        "cloudy" => Weather::Cloudy,
        "heavy" => Weather::Heavy,
        "torrential" => Weather::Torrential,
        _ => return None,
    })
}

/// Half points in words.
fn points(halves: u32) -> String {
    if halves.is_multiple_of(2) { (halves / 2).to_string() } else { format!("{}.5", halves / 2) }
}

const fn stage_word(stage: Stage) -> &'static str {
    match stage {
        Stage::Stand => "stand",
        Stage::Withdraw => "withdraw",
        Stage::Enter => "enter",
        Stage::AttackerDice => "attacker dice",
        Stage::DefenderDice => "defender dice",
        Stage::AttackerRoll => "attacker roll",
        Stage::DefenderRoll => "defender roll",
        Stage::Select => "select",
        Stage::WinnerNames => "winner names",
        Stage::LoserNames => "loser names",
        Stage::Place => "place",
        Stage::Retreat => "retreat",
        Stage::Advance => "advance",
        Stage::Again => "again",
    }
}
