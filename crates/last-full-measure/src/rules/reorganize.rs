//! LFM-14.5 Removing disorganization, LFM-15 Shattered brigades and what that means (LFM-16), LFM-18 Cohesion checks:
//! the automatic part of the Reorganization phase (LFM-S7).

use crate::model::board::OFF;
use crate::model::event::{Event, Factor, Term, Terms, modified};
use crate::model::ids::{BrigadeId, UnitId};
use crate::model::numbers::StrengthPoints;
use crate::model::position::{Play, Position};
use crate::model::state::{Flag, Office, Station};
use crate::rules::recovery::Recover;
use engine::Side;
use ground::Hex;

impl Position<'_> {
    /// Strength points of a brigade's regiments whose place passes.
    fn strength(&self, brigade: BrigadeId, counts: impl Fn(Station) -> bool) -> StrengthPoints {
        self.scenario
            .brigade(brigade)
            .units
            .iter()
            .filter(|unit| counts(self.state.station(**unit)))
            .map(|&unit| self.info(unit).sp)
            .sum()
    }

    /// Strength points of a brigade on the map.
    #[must_use]
    pub fn strength_on_map(&self, brigade: BrigadeId) -> StrengthPoints {
        self.strength(brigade, Station::on_map)
    }

    /// Strength points of a brigade that are not eliminated: those off the map or not yet arrived are not lost.
    #[must_use]
    pub fn strength_left(&self, brigade: BrigadeId) -> StrengthPoints {
        self.strength(brigade, |place| place.on_map() || place.exit().is_some() || place == Station::WAITING)
    }

    /// Strength points that a brigade has lost of its total. What it lost before a night does not count after
    /// it.
    #[must_use]
    pub fn strength_lost(&self, brigade: BrigadeId) -> StrengthPoints {
        self.state.total(brigade).saturating_sub(self.strength_left(brigade))
    }

    /// Whether no friendly unit in good order stands next to a stack (LFM-14.5d); shattered ones are not.
    #[must_use]
    pub fn is_isolated(&self, side: Side, hex: Hex) -> bool {
        let in_good_order = |unit: UnitId| {
            self.info(unit).side == side
                && !self.state.is_disorganized(unit)
                && !self.state.is_shattered(self.scenario, unit)
        };
        !self.scenario.board.neighbour[hex.index()]
            .iter()
            .filter(|&&next| next != OFF)
            .any(|&next| self.state.stack(Hex(next)).any(in_good_order))
    }

    /// Whether the stack may roll to lose its D (LFM-14.5a): not with a D2 in the card edition, nor in a zone of
    /// influence where the option says so.
    fn may_reorganize(&self, side: Side, hex: Hex) -> bool {
        self.stack_is_disorganized(hex)
            && !self.state.stack(hex).any(|unit| self.state.is(unit, Flag::D2))
            && !(self.scenario.options.zoi_blocks_reorg && self.in_zoi(side, hex))
    }
}

impl Play<'_> {
    /// A cohesion check: fails if the die exceeds the rating (LFM-18.2).
    pub fn cohesion_check(&mut self, unit: UnitId) -> bool {
        let cohesion = self.scenario.unit(unit).cohesion;
        let die = self.chance.d6("cohesion check");
        let passed = cohesion.meets(die);
        self.tell(Event::Check { unit, die, cohesion, passed });
        passed
    }

    /// The phasing side's Reorganization phase begins: both sides' brigades may shatter (LFM-S7a, LFM-15.1b), its own
    /// stacks may lose their D (LFM-S7b), then it may recover regiments (LFM-S7d, R-62b).
    pub fn begin_reorganization(&mut self) {
        let side = self.state.phasing;
        for brigade in self.scenario.brigade_ids() {
            self.check_shatter(brigade);
        }
        for hex in self.state.zones(side).occupied.iter() {
            if self.position().may_reorganize(side, hex) {
                self.reorganize(side, hex);
            }
        }
        for unit in self.scenario.units_of(side) {
            // What the roll left is a plain D (R-90b).
            if self.state.is(unit, Flag::CHARGED) {
                self.state.clear(unit, Flag::CHARGED);
                self.state.set(unit, Flag::D);
            }
        }
        for commander in self.scenario.commanders_of(side) {
            self.state.unmark(commander, Office::TRIED);
        }
        self.push(Recover);
    }

    /// A brigade that has lost half its strength or more is shattered (LFM-15.1a), which the other side of its
    /// commander's counter shows (LFM-0.3b), and its D markers go.
    fn check_shatter(&mut self, brigade: BrigadeId) {
        let total = self.state.total(brigade);
        let spared = self.state.shattered.contains(brigade) || self.state.destroyed.contains(brigade);
        // A brigade reset at night with nothing on the map has no total yet.
        if spared || total == StrengthPoints::ZERO {
            return;
        }
        let lost = self.position().strength_lost(brigade);
        if lost + lost < total {
            return;
        }
        self.state.shattered.insert(brigade);
        for &unit in &self.scenario.brigade(brigade).units {
            self.state.clear(unit, Flag::D | Flag::D2 | Flag::CHARGED);
        }
        self.tell(Event::Shattered { brigade, lost, total });
    }

    /// One die for a disorganized stack (LFM-14.5a): the lowest cohesion in it (LFM-14.5b), or the best commander
    /// near by (LFM-14.5c), must not be exceeded. A commander's value holds against the bare die (LFM-19.1c).
    fn reorganize(&mut self, side: Side, hex: Hex) {
        let position = self.position();
        let mut terms = Terms::default();
        if position.is_isolated(side, hex) {
            terms.push(Term { factor: Factor::Isolated, value: 1 });
        }
        let helper = position.best_helper(side, hex);
        let cohesion =
            self.state.stack(hex).map(|unit| self.scenario.unit(unit).cohesion).min().unwrap_or_default();
        let die = self.chance.d6("reorganization");
        let removed = cohesion.meets(modified(die, &terms)) || helper.is_some_and(|(_, cv)| cv.meets(die));
        self.tell(Event::Reorganize { hex, die, terms, cohesion, helper, removed });
        if removed {
            let mut link = self.state.stack(hex).next();
            while let Some(unit) = link {
                self.state.clear(unit, Flag::D | Flag::CHARGED);
                link = self.state.stack(hex).find(|&next| next > unit);
            }
        }
    }

    /// The Reorganization phase ends: shattered brigades of either side with more than half their strength on the map
    /// recover (LFM-S7e, LFM-15.2b).
    pub fn end_reorganization(&mut self) {
        for brigade in self.state.shattered.iter() {
            let there = self.position().strength_on_map(brigade);
            if there + there > self.state.total(brigade) {
                self.state.shattered.remove(brigade);
                self.tell(Event::Unshattered { brigade });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use crate::model::scenario::Rank;
    use Side::{Confederate, Union};
    use engine::proof::proves;

    fn is_d(table: &Table, tag: &str) -> bool {
        table.state.is_disorganized(table.unit(tag))
    }

    fn disorganize(table: &mut Table, tag: &str) {
        let unit = table.unit(tag);
        table.state.set(unit, Flag::D);
    }

    fn reorganize(table: &mut Table, dice: &[u32]) {
        table.play(dice, |play| {
            play.begin_reorganization();
            play.pop();
            play.end_reorganization();
        });
    }

    /// One stack of cohesion 4 and 2 with an organized friend next to it, far from any commander.
    fn line() -> Table {
        Muster::on(3, 12)
            .leader(Union, "Hale", (Rank::Division, 3), "", "0111")
            .brigade(
                Union,
                "Pratt",
                "",
                "0101",
                &[("5NY", 4, 4, "0101"), ("8NY", 4, 2, "0101"), ("14PA", 8, 3, "0102")],
            )
            .brigade(Confederate, "Kell", "", "0006", &[("1GA", 4, 3, "0006")])
            .build()
    }

    #[test]
    fn the_lowest_cohesion_of_a_stack_decides() {
        let _proof = proves(&["LFM-14.5a", "LFM-14.5b", "LFM-S7b"]);
        let mut table = line();
        for tag in ["5NY", "8NY", "1GA"] {
            disorganize(&mut table, tag);
        }
        reorganize(&mut table, &[3]);
        assert!(is_d(&table, "5NY"));
        reorganize(&mut table, &[2]);
        assert!(!is_d(&table, "5NY") && !is_d(&table, "8NY"));
        assert!(is_d(&table, "1GA"), "only the phasing side rolls");
    }

    #[test]
    fn an_isolated_stack_adds_one_unless_a_commander_sees_to_it() {
        let _proof = proves(&["LFM-14.5c", "LFM-14.5d", "LFM-19.1c", "LFM-S7c"]);
        let mut table = line();
        for tag in ["5NY", "8NY", "14PA"] {
            disorganize(&mut table, tag);
        }
        reorganize(&mut table, &[2, 3]);
        assert!(is_d(&table, "8NY"), "2 + 1: the neighbour is disorganized too");
        assert!(is_d(&table, "14PA"), "3 + 1");
        table.put_leader("Hale", "0105");
        reorganize(&mut table, &[3, 3]);
        assert!(!is_d(&table, "8NY") && !is_d(&table, "14PA"), "his 3 holds against the bare die");
        disorganize(&mut table, "14PA");
        let pratt = table.brigade("Pratt");
        table.state.shattered.insert(pratt);
        assert!(table.position().is_isolated(Union, table.hex("0102")), "shattered neighbours do not count");
    }

    #[test]
    fn a_charged_marker_is_a_plain_d_after_the_phase() {
        let mut table = line();
        let unit = table.unit("14PA");
        table.state.set(unit, Flag::D | Flag::CHARGED);
        reorganize(&mut table, &[4]);
        assert!(table.state.is(unit, Flag::D) && !table.state.is(unit, Flag::CHARGED));
        table.state.set(unit, Flag::CHARGED);
        reorganize(&mut table, &[3]);
        assert!(!table.state.is(unit, Flag::D | Flag::CHARGED));
    }

    #[test]
    fn the_card_edition_removes_a_d_in_two_steps_and_the_option_heeds_zones_of_influence() {
        let mut table = line();
        let unit = table.unit("14PA");
        table.state.set(unit, Flag::D | Flag::D2);
        reorganize(&mut table, &[]);
        assert!(table.state.is(unit, Flag::D2));
        table.play(&[], |play| {
            play.begin_construction();
            play.pop();
        });
        table.put("1GA", "0105");
        table.scenario.options.zoi_blocks_reorg = true;
        reorganize(&mut table, &[]);
        table.scenario.options.zoi_blocks_reorg = false;
        reorganize(&mut table, &[3]);
        assert!(!is_d(&table, "14PA"));
    }

    #[test]
    fn half_the_strength_lost_shatters_and_more_than_half_back_restores() {
        let _proof = proves(&["LFM-15.1a", "LFM-15.1b", "LFM-15.1c", "LFM-15.2b", "LFM-S7a", "LFM-S7e"]);
        // 17 strength points.
        let mut table = Muster::on(3, 12)
            .brigade(
                Confederate,
                "Kell",
                "",
                "0001",
                &[("1GA", 8, 3, "0001"), ("2GA", 1, 3, "0001"), ("3GA", 4, 3, "0010"), ("4GA", 4, 3, "0001")],
            )
            .build();
        let [first, second, third] = ["1GA", "2GA", "3GA"].map(|tag| table.unit(tag));
        let kell = table.brigade("Kell");
        table.state.set(third, Flag::DETACHED | Flag::D);
        table.play(&[], |play| play.eliminate(first));
        reorganize(&mut table, &[]);
        assert!(!table.state.shattered.contains(kell), "8 of 17");
        table.play(&[], |play| play.eliminate(second));
        reorganize(&mut table, &[]);
        assert!(table.state.shattered.contains(kell), "9 of 17, in the enemy's phase");
        assert!(table.state.is_shattered(&table.scenario, third) && !table.state.is(third, Flag::D));
        let at = Station::at(table.hex("0001"));
        table.play(&[], |play| play.shift_unit(second, at));
        reorganize(&mut table, &[]);
        assert!(!table.state.shattered.contains(kell), "9 of 17 on the map");
        table.play(&[], |play| play.eliminate(second));
        reorganize(&mut table, &[]);
        table.play(&[], |play| play.shift_unit(first, Station::off_map(Hex(0))));
        reorganize(&mut table, &[]);
        assert!(table.state.shattered.contains(kell), "who is off the map is not back on it");
    }

    #[test]
    fn a_check_fails_above_the_rating() {
        let _proof = proves(&["LFM-18.2"]);
        let mut table = line();
        let unit = table.unit("14PA");
        assert!(table.play(&[3], |play| play.cohesion_check(unit)));
        assert!(!table.play(&[4], |play| play.cohesion_check(unit)));
    }
}
