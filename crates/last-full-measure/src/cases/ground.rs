//! Expectations about zones, sight, distances, costs, strengths and tables.

use super::expect::{CaseExpect, Look};
use super::line::{GameWords, hex};
use crate::model::ids::{Group, Piece};
use crate::model::numbers::{Cohesion, MovementPoints, StrengthPoints};
use crate::model::position::Position;
use crate::model::scenario::Rank;
use crate::model::sizes::HexSet;
use crate::model::state::Moving;
use crate::rules::tables::{
    ODDS_NAMES, artillery_checks, charge_result, cohesion_modifier, combat_result, odds_column,
};
use engine::Side;
use faults::{Text, Word, Words};
use ground::Visibility;

impl Look<'_, '_, '_> {
    pub(super) fn ground(&mut self, expect: &CaseExpect) {
        for (side, line) in expect.zoc.given() {
            let zone = self.position.zone_of_control(side);
            self.hex_set(line, &format!("the {side} zone of control"), &zone);
        }
        for (side, line) in expect.zoi.given() {
            let zone = self.position.zone_of_influence(side);
            self.hex_set(line, &format!("the {side} zone of influence"), &zone);
        }
        for (name, line) in &expect.reach {
            self.command_reach(name, line);
        }
        for line in &expect.sight {
            self.sight(line);
        }
        for line in &expect.distance {
            self.distance(line);
        }
        for line in &expect.cost {
            self.cost(line);
        }
        for (name, line) in &expect.strength {
            self.strength(name, line);
        }
        for (key, line) in &expect.tables {
            self.table(key, line);
        }
    }

    /// `0304 0305 not 0306`, `only 0304 0305`, `nothing`
    fn hex_set(&mut self, line: &Text, what: &str, set: &HexSet) {
        let mut words = Words::of(line, self.findings.source());
        let only = words.takes("only");
        let nothing = words.takes("nothing");
        let (mut inside, mut named) = (true, HexSet::EMPTY);
        while !words.is_over() {
            if words.takes("not") {
                inside = false;
                continue;
            }
            let place = words.peek().map(|word| word.place.clone()).unwrap_or_default();
            let grid = &self.position.scenario.map.grid;
            let Some(hex) = words.hex(grid, self.findings.faults()) else { continue };
            named.insert(hex);
            if set.contains(hex) != inside {
                let name = self.hex_name(hex);
                let (has, hasn) = (format!("{what} has {name}"), format!("{what} does not have {name}"));
                let (expected, found) = if inside { (has, hasn) } else { (hasn, has) };
                self.findings.differs(place, expected, found);
            }
        }
        let more: Vec<String> = set.difference(&named).iter().map(|hex| self.hex_name(hex)).collect();
        if (only || nothing) && !more.is_empty() {
            self.findings.differs(
                line,
                format!("{what} has no other hexes"),
                format!("also {}", more.join(" ")),
            );
        }
    }

    /// The hexes within a commander's command range.
    fn command_reach(&mut self, name: &str, line: &Text) {
        let Some(Piece::Commander(one)) = self.piece(name, line) else { return };
        let Position { scenario, state, .. } = self.position;
        let info = scenario.commander(one);
        let Some(at) = state.leader_hex(one) else {
            self.findings.differs(line, format!("{name} is on the map"), "he is not");
            return;
        };
        let range = match info.rank {
            Rank::Brigade => scenario.limits.command_brigade,
            _ => self.position.command_range(one),
        };
        let reach = self.position.command_reach(info.side, at, range);
        self.hex_set(line, &format!("{name}'s command range"), &reach);
    }

    /// `0304-0308 clear`, `union 0304-0308 blocked`: with a side, as its batteries see, friends in the way.
    fn sight(&mut self, line: &Text) {
        let mut words = Words::of(line, self.findings.source());
        let side = words.peek().and_then(|word| Side::parse(word.text));
        if side.is_some() {
            words.take();
        }
        let grid = &self.position.scenario.map.grid;
        let Some((from, to)) = words.hexes(grid, self.findings.faults()) else { return };
        let found = match side {
            Some(side) => self.position.gun_sight(side, from, to),
            None => self.position.scenario.board.sight.sight_into(from, to, &HexSet::EMPTY),
        };
        let found = match found {
            Visibility::Clear => "clear",
            Visibility::Partial => "partial",
            Visibility::Blocked => "blocked",
        };
        match words.take() {
            Some(word) if ["clear", "partial", "blocked"].contains(&word.text) => {
                let what = format!("the line of sight {}-{}", self.hex_name(from), self.hex_name(to));
                self.findings.same(word.place, &what, &word.text, &found);
            }
            _ => {
                self.findings
                    .fault(line, "it does not say how good the sight is")
                    .hint("write `clear`, `partial` or `blocked`");
            }
        }
    }

    /// `0304-0308 4`
    fn distance(&mut self, line: &Text) {
        let mut words = Words::of(line, self.findings.source());
        let grid = &self.position.scenario.map.grid;
        let Some((from, to)) = words.hexes(grid, self.findings.faults()) else { return };
        let Some(wanted) = words.number::<u16>(self.findings.faults(), "the distance") else { return };
        let what = format!("the distance {}-{}", self.hex_name(from), self.hex_name(to));
        self.findings.same(line, &what, &wanted, &self.position.distance(from, to));
    }

    /// `A to 0307 2 1/4`, `A B to 0307 none`: the cheapest way of these pieces from where they are.
    fn cost(&mut self, line: &Text) {
        let mut words = Words::of(line, self.findings.source());
        let mut group = Group::EMPTY;
        while !words.is_over() && !words.takes("to") {
            let Some(word) = words.take() else { break };
            match self.piece(word.text, word.place) {
                Some(Piece::Unit(unit)) => group.units.insert(unit),
                Some(Piece::Commander(one)) => group.commanders.insert(one),
                None => return,
            }
        }
        let state = self.position.state;
        let first = group.units.first().map(|unit| state.hex_of(unit));
        let first = first.or_else(|| group.commanders.first().map(|one| state.leader_hex(one)));
        let Some(at) = first.flatten() else {
            self.findings.fault(line, "nobody on the map is named").hint("write it like `5NY to 0307 2 1/4`");
            return;
        };
        let grid = &self.position.scenario.map.grid;
        let Some(goal) = words.hex(grid, self.findings.faults()) else { return };
        let wanted = if words.takes("none") { None } else { words.movement_points(self.findings.faults()) };
        // A group on the march goes on as it is; anybody else would be picked up afresh.
        let moving = if state.moving.group == group {
            state.moving
        } else {
            Moving { group, at, mp: self.position.group_mp(&group), ..Moving::default() }
        };
        let found = self.position.way(&moving, goal).map(|(cost, ..)| cost);
        let said = |cost: Option<MovementPoints>| {
            cost.map_or_else(|| "out of reach".to_owned(), |cost| format!("{cost} MP"))
        };
        self.findings.same(
            line,
            &format!("the cost of moving to {}", self.hex_name(goal)),
            &said(wanted),
            &said(found),
        );
    }

    /// `attack 8`, `defend 12`
    fn strength(&mut self, name: &str, line: &Text) {
        let mut words = Words::of(line, self.findings.source());
        let word = Word { text: name, place: line.into() };
        let Some(hex) = hex(&word, &self.position.scenario.map.grid, self.findings.faults()) else {
            return;
        };
        while !words.is_over() {
            let attacking = words.takes("attack");
            if !attacking && !words.takes("defend") {
                words.over(self.findings.faults(), &["attack", "defend"]);
                return;
            }
            let Some(wanted) = words.number::<u16>(self.findings.faults(), "the strength") else { return };
            let what =
                format!("the {} strength of {name}", if attacking { "attacking" } else { "defending" });
            self.findings.same(line, &what, &wanted, &self.position.combat_strength(hex, attacking).0);
        }
    }

    /// `"artillery 3 2" = "2"`, `"odds 9 6" = "3-2"`, `"combat 3-2 2" = "D1"`, `"charge -1 3" = "AR"`,
    /// `"cohesion 4 2" = "-2"`
    fn table(&mut self, key: &str, line: &Text) {
        let words: Vec<&str> = key.split_whitespace().collect();
        let number = |text: &str| text.parse::<i16>().ok();
        let column = |name: &str| ODDS_NAMES.iter().position(|odds| *odds == name);
        let found = match words.as_slice() {
            ["artillery", strength, die] => number(strength)
                .zip(number(die).and_then(|die| u8::try_from(die).ok()).filter(|die| (1..=6).contains(die)))
                .map(|(strength, die)| artillery_checks(strength, die).to_string()),
            ["odds", attacker, defender] => {
                let sp = |text: &str| text.parse().ok().map(StrengthPoints);
                sp(attacker)
                    .zip(sp(defender).filter(|&defender| defender > StrengthPoints::ZERO))
                    .map(|(a, d)| odds_column(a, d).map_or("below 1-3", |at| ODDS_NAMES[at]).to_owned())
            }
            ["combat", odds, die] => column(odds)
                .zip(die.parse::<i8>().ok())
                .map(|(column, die)| combat_result(column, die).code().to_owned()),
            ["charge", difference, die] => difference
                .trim_start_matches('+')
                .parse::<i8>()
                .ok()
                .zip(die.parse::<i8>().ok())
                .map(|(difference, die)| charge_result(difference, die).code().to_owned()),
            ["cohesion", attacker, defender] => attacker
                .parse()
                .ok()
                .map(Cohesion)
                .zip(defender.parse().ok().map(Cohesion))
                .map(|(attacker, defender)| cohesion_modifier(attacker, defender).to_string()),
            _ => None,
        };
        match found {
            Some(found) => {
                self.findings.same(line, &format!("the table cell `{key}`"), line.get_ref(), &found);
            }
            None => {
                self.findings.fault(line, format!("`{key}` is no cell of a table")).hint(
                    "write `artillery STRENGTH DIE`, `odds ATTACKER DEFENDER`, `combat 3-2 DIE`, `charge +1 DIE` or \
                     `cohesion ATTACKER DEFENDER`",
                );
            }
        }
    }
}
