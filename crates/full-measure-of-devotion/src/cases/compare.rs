//! What these eyes see, compared with what a case expects.

use super::begin::phase_word;
use super::expect::{BattleExpect, CaseExpect};
use super::line::{Fact, Marker, fact, read, strength_in_words};
use crate::game::FullMeasureOfDevotion;
use crate::model::campaign::Traveller;
use crate::model::ids::{CommanderId, ForceId, Officers, TownId};
use crate::model::numbers::{Brigades, Hits, Trains};
use crate::model::position::Position;
use crate::model::state::{Away, Force, Role, State, Step, Weather};
use crate::model::strength::Strength;
use crate::model::view::View;
use engine::case::Findings;
use engine::{Eyes, Rules, Side};
use faults::{Span, Text, Words};
use ground::Hex;
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
        look.findings.same(none, "no combat is being fought", none.get_ref(), &view.state.battle.is_none());
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
    fn hex(&mut self, name: &str, written: impl Into<Span>) -> Option<Hex> {
        let theatre = &self.rules.campaign.theatre;
        let found = theatre.grid.parse(name).or_else(|| theatre.find_place(name).map(|place| place.hex));
        if found.is_none() {
            self.findings
                .fault(written, format!("there is no hex or place `{name}`"))
                .hint("write a number, column first, or a place of the map");
        }
        found
    }

    fn tracks(&mut self, expect: &CaseExpect) {
        let state = &self.view.state;
        self.findings.maybe("the turn", expect.turn.as_ref(), &state.turn.0);
        self.findings.maybe("the phase", expect.phase.as_ref(), &phase_word(state.phase).to_owned());
        self.findings.maybe("the weather", expect.weather.as_ref(), &state.weather);
        self.findings.maybe("the go", expect.go.as_ref(), &state.go);
        self.findings.maybe("Lee's journey", expect.lee.as_ref(), &state.lee);
        self.findings.maybe("Meade commands", expect.meade.as_ref(), &state.meade);
        self.findings.maybe("trains home", expect.trains_home.as_ref(), &state.trains_home.0);
        self.findings.maybe("trains needed", expect.trains_needed.as_ref(), &state.trains_needed.0);
        self.findings.maybe(
            "the seats have changed armies",
            expect.swapped.as_ref(),
            &state.seating.has_changed(),
        );
        for side in Side::BOTH {
            self.findings.maybe(&format!("{side} bonus"), expect.bonus.of(side), &state.bonus[side].0);
            self.findings.maybe(&format!("{side} re-rolls"), expect.rerolls.of(side), &state.rerolls[side].0);
            self.findings.maybe(&format!("{side} brigades lost"), expect.lost.of(side), &state.lost[side].0);
        }
    }

    fn pieces(&mut self, expect: &CaseExpect) {
        let state = &self.view.state;
        for side in Side::BOTH {
            if let Some(letters) = expect.on_map.of(side) {
                let found: Vec<String> =
                    state.forces_of(side).map(|(force, _)| force.letter().to_string()).collect();
                let wanted: Vec<String> = letters.get_ref().split_whitespace().map(str::to_owned).collect();
                self.findings.same(letters, &format!("{side} Forces on the map"), &wanted, &found);
            }
            let free = ForceId::of(side).filter(|&force| state.force(force).at.is_none()).count();
            self.findings.maybe(&format!("free {side} sleighs"), expect.sleighs.of(side), &free);
            if let Some(names) = expect.pool.of(side) {
                let found = self.officers_in_words(self.position().free_counters(side));
                let mut wanted: Vec<&str> =
                    names.get_ref().split('+').map(str::trim).filter(|name| !name.is_empty()).collect();
                wanted.sort_unstable();
                self.findings.same(
                    names,
                    &format!("{side} division counters in the pool"),
                    &wanted.join(" + "),
                    &found,
                );
            }
        }
        if let Some(away) = &expect.away {
            let name = |one: &Away| self.rules.campaign.commander(one.commander).name.clone();
            let found = state.away.iter().map(name).collect();
            let wanted = away.get_ref().iter().map(|name| name.get_ref().clone()).collect();
            self.findings.same_set(away, "commanders off the map", wanted, found);
        }
        let name = |hex: Hex| self.rules.campaign.theatre.grid.name(hex);
        let depots: Vec<String> = state.depots().iter().map(|&hex| name(hex)).collect();
        let towns = self.rules.campaign.landmarks.towns.iter().enumerate();
        let depleted: Vec<String> = towns
            .filter(|&(number, _)| state.depleted.contains(TownId::at(number)))
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
        for (what, list, found) in lists {
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
            self.findings.same_set(list, what, wanted, found);
        }
    }

    fn officers_in_words(&self, officers: Officers) -> String {
        let mut names: Vec<&str> =
            officers.iter().map(|one| self.rules.campaign.commander(one).name.as_str()).collect();
        names.sort_unstable();
        names.join(" + ")
    }

    /// A Force in the words of its line.
    fn force_in_words(&self, detail: &Force) -> String {
        let Some(at) = detail.at else { return "gone".to_owned() };
        let campaign = &self.rules.campaign;
        let mut parts = vec![
            format!("at {}", campaign.theatre.grid.name(at)),
            self.officers_in_words(detail.officers),
            format!("led by {}", campaign.commander(detail.leader).name),
            strength_in_words(detail.strength),
        ];
        parts.extend(Marker::all_in_words(&detail.markers));
        parts.extend(std::iter::repeat_n("train".to_owned(), usize::from(detail.trains.0)));
        for (said, word) in [(detail.moved, "moved"), (detail.marching(), "marching"), (detail.fed, "fed")] {
            if said {
                parts.push(word.to_owned());
            }
        }
        if detail.marching() {
            parts.push(format!("route {}", self.route(detail).join("-")));
        }
        parts.join(", ")
    }

    /// What is left of an initial march.
    fn route(&self, detail: &Force) -> Vec<String> {
        let mut here = detail.at;
        let steps = detail.route().rest().iter();
        steps
            .map(|&step| {
                here = here.and_then(|hex| self.rules.campaign.by_compass(hex, step));
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
        let parts = read(Words::parts(line, self.findings.source()), self.findings.faults());
        let detail = *self.view.state.force(id);
        let found = format!("{name}: {}", self.force_in_words(&detail));
        let mut strength: Option<Strength> = None;
        let mut counts: Vec<(Marker, u8)> = Vec::new();
        let mut trains: Option<Trains> = None;
        let mut wrong: Vec<String> = Vec::new();
        for part in &parts {
            let holds = match &part.fact {
                Fact::Brigades(kind, count) => {
                    strength.get_or_insert(Strength::NONE).add_all(*kind, *count);
                    true
                }
                Fact::Marker(marker, said) => {
                    let more = u8::from(*said);
                    match counts.iter_mut().find(|(other, _)| other == marker) {
                        Some((_, count)) => *count += more,
                        None => counts.push((*marker, more)),
                    }
                    true
                }
                Fact::Train(said) => {
                    *trains.get_or_insert(Trains::ZERO) += Trains(u8::from(*said));
                    true
                }
                other => self.holds(id, &detail, other, &part.place),
            };
            if !holds {
                wrong.push(part.text.to_owned());
            }
        }
        if let Some(strength) = strength.filter(|&strength| strength != detail.strength) {
            wrong.push(strength_in_words(strength));
        }
        for (marker, count) in counts {
            if marker.count(&detail.markers) != count {
                wrong.push(format!("{count} of {}", marker.word()));
            }
        }
        if let Some(trains) = trains.filter(|&trains| trains != detail.trains) {
            wrong.push(format!("{trains} trains"));
        }
        for one in wrong {
            self.findings.differs(line, format!("{name}: {one}"), found.clone());
        }
    }

    /// Whether one part of a line is true of a Force.
    fn holds(&mut self, id: ForceId, detail: &Force, part: &Fact<'_>, place: &Span) -> bool {
        match part {
            Fact::At(name) => self.hex(name, place.clone()).is_none_or(|hex| detail.at == Some(hex)),
            Fact::Gone => detail.at.is_none(),
            Fact::Size(size) => detail.strength.size() == *size,
            Fact::Bare => Marker::all_in_words(&detail.markers).is_empty(),
            Fact::Moved(moved) => detail.moved == *moved,
            Fact::Fed(fed) => detail.fed == *fed,
            Fact::Marching(marching) => detail.marching() == *marching,
            Fact::Supply(supplied) => self.position().is_supplied(id) == *supplied,
            Fact::Due(due) => detail.due == *due,
            Fact::LedBy(name) => self.is_called(detail.leader, name),
            Fact::Hidden => {
                detail.strength.is_empty()
                    && detail.officers == Officers::only(detail.leader)
                    && !detail.marching()
                    && detail.route().steps().is_empty()
                    && detail.due == Hits::ZERO
            }
            Fact::Officers(names) => {
                let mut wanted = names.clone();
                wanted.sort_unstable();
                self.officers_in_words(detail.officers).eq_ignore_ascii_case(&wanted.join(" + "))
            }
            Fact::Route(hexes) => self.route(detail) == *hexes,
            Fact::Brigades(..) | Fact::Marker(..) | Fact::Train(_) => true,
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
        self.findings.maybe("the attacker", wanted.attacker.as_ref(), &battle.attacker.name());
        self.findings.maybe("the defender", wanted.defender.as_ref(), &battle.defender.name());
        for (what, text, hex) in
            [("the combat hex", &wanted.at, battle.at), ("the pre-attack hex", &wanted.from, battle.from)]
        {
            if let Some(text) = text
                && let Some(named) = self.hex(text.get_ref(), text)
            {
                let (named, found) = (self.hex_name(Some(named)), self.hex_name(Some(hex)));
                self.findings.same(text, what, &named, &found);
            }
        }
        self.findings.maybe("the stage", wanted.stage.as_ref(), &stage_word(battle.step).to_owned());
        let shares = &battle.shares;
        let dice =
            [0, 1].map(|role: usize| shares[role].dice.iter().map(|die| die.face).collect::<Vec<u8>>());
        self.findings.maybe("the dice for numbers", wanted.dice.as_ref(), &dice);
        let base = [0, 1].map(|role: usize| f64::from(shares[role].part.base_value().0) / 2.0);
        self.findings.maybe("the base values", wanted.base.as_ref(), &base);
        let adjusted = [0, 1].map(|role: usize| shares[role].adjusted.0);
        self.findings.maybe("the adjusted values", wanted.adjusted.as_ref(), &adjusted);
        self.findings.maybe("the last dice", wanted.last.as_ref(), &[shares[0].last, shares[1].last]);
        self.findings.maybe("the margin", wanted.margin.as_ref(), &battle.margin.0);
        let winner = battle.winner.map_or("nobody", |role| match role {
            Role::Attacker => "attacker",
            Role::Defender => "defender",
        });
        self.findings.maybe("the winner", wanted.winner.as_ref(), &winner.to_owned());
        self.findings.maybe("the hits", wanted.hits.as_ref(), &[shares[0].hits.0, shares[1].hits.0]);
        if let Some(part) = &wanted.part {
            let found = [0, 1].map(|role: usize| strength_in_words(shares[role].part));
            self.findings.same(part, "the brigades that take part", part.get_ref(), &found);
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
        self.findings.same(text, &format!("the cost of {path}"), text.get_ref(), &found);
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
        let found = self.rules.campaign.tables.attrition(Brigades(size.unwrap_or(0)), forage, weather);
        self.findings.same(hits, &format!("attrition of {row}"), hits.get_ref(), &found.0);
    }

    /// `inf 3, art 1 in heavy`: Columns C and D, as `4 / 5`.
    fn allowance(&mut self, row: &str, text: &Text) {
        let (brigades, weather) = match row.rsplit_once(" in ") {
            Some((brigades, word)) => (brigades, weather_of(word)),
            None => (row, Some(Weather::Sunny)),
        };
        let strength =
            brigades.split(',').try_fold(Strength::NONE, |mut sum, part| match fact(part.trim())? {
                Fact::Brigades(kind, count) => {
                    sum.add_all(kind, count);
                    Some(sum)
                }
                _ => None,
            });
        let (Some(weather), Some(strength)) = (weather, strength) else {
            self.findings
                .fault(text, format!("`{row}` is not understood"))
                .hint("write brigades and a weather: `inf 3, art 1 in heavy`");
            return;
        };
        let (basic, forced) = self.rules.campaign.allowance(strength, weather);
        let found = format!("{} / {}", points(basic.into()), points(forced.into()));
        self.findings.same(text, &format!("the allowance of {row}"), text.get_ref(), &found);
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

const fn stage_word(stage: Step) -> &'static str {
    match stage {
        Step::Stand => "stand",
        Step::Withdraw => "withdraw",
        Step::Enter => "enter",
        Step::AttackerDice => "attacker dice",
        Step::DefenderDice => "defender dice",
        Step::AttackerRoll => "attacker roll",
        Step::DefenderRoll => "defender roll",
        Step::Select => "select",
        Step::WinnerNames => "winner names",
        Step::LoserNames => "loser names",
        Step::Place => "place",
        Step::Retreat => "retreat",
        Step::Advance => "advance",
        Step::Again => "again",
    }
}
