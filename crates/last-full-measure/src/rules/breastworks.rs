//! LFM-24 Breastworks, and the Construction phase that they share with burning bridges.

use crate::LastFullMeasure;
use crate::files::notation::bridge_name;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{BridgeSet, Piece, UnitId};
use crate::model::position::{Play, Position};
use crate::model::sizes::HexSet;
use crate::model::state::Flag;
use crate::scene::{Spot, spot};
use engine::agenda::{Opening, Question, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use ground::{Cover, Hex};
use serde::{Deserialize, Serialize};

/// Who builds breastworks (LFM-S3b, LFM-24.1d), who burns a bridge (LFM-S3c)?
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Construct;

impl Question<LastFullMeasure> for Construct {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.builders().next().is_some() || at.can_work_on_bridges() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who builds breastworks, who burns a bridge?", "LFM-S3b")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.construct_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_construct(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if *action != Action::Done {
            play.push(self);
        }
        match *action {
            Action::Build(unit) => play.begin_works(unit),
            Action::Burn(bridge, unit) => play.prepare_bridge(bridge, unit),
            Action::Torch(bridge) => play.torch_bridge(bridge),
            _ => {}
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Build(unit) => format!("{} begins breastworks", at.now(unit)),
            Action::Burn(bridge, unit) => {
                format!("{} prepares to burn the bridge {}", at.now(unit), bridge_name(at.scenario, bridge))
            }
            Action::Torch(bridge) => format!("Roll to burn the bridge {}", bridge_name(at.scenario, bridge)),
            _ => "No more construction".into(),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), _) => Some(Action::Build(unit)),
            Spot::Hex(hex) => at.state.stack(hex).next().map(Action::Build),
            Spot::Edge(one, other) => {
                let board = &at.scenario.board;
                let bridge = board.bridge_at(one, board.direction(one, other)?)?;
                let own = |unit: &UnitId| at.scenario.unit(*unit).side == at.state.phasing;
                let near = [one, other].into_iter().find_map(|hex| at.state.stack(hex).find(own));
                Some(near.map_or(Action::Torch(bridge), |unit| Action::Burn(bridge, unit)))
            }
            _ => None,
        }
    }
}

/// Which breastworks are removed at the end of Movement? (LFM-24.5b)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Works;

impl Question<LastFullMeasure> for Works {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if !at.removable_works().is_empty() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which breastworks are removed?", "LFM-24.5b")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.works_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_works(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::RemoveWorks(hex) = *action else { return };
        play.push(self);
        play.state.works.remove(hex);
        play.tell(Event::WorksRemoved { hex });
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::RemoveWorks(hex) => format!("Remove the breastworks in {}", at.hex_name(hex)),
            _ => "Leave the other works".into(),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Hex(hex) => Some(Action::RemoveWorks(hex)),
            _ => None,
        }
    }
}

impl Position<'_> {
    /// Whether a breastworks marker lies in the hex, finished.
    #[inline]
    #[must_use]
    pub fn works_marker(&self, hex: Hex) -> bool {
        self.state.works.contains(hex)
    }

    /// Whether a hex has works: built ones, whoever built them (LFM-24.6b), or a town, sunken road or embankment,
    /// which always are (LFM-24.3). They face every side (LFM-24.7a).
    #[inline]
    #[must_use]
    pub fn has_works(&self, hex: Hex) -> bool {
        self.works_marker(hex)
            || matches!(
                self.scenario.board.cover[hex.index()],
                Cover::Town | Cover::SunkenRoad | Cover::Embankment
            )
    }

    /// Whether a unit was told to build this turn: it does not move, change mode, fire or leave by choice (LFM-24.1e,
    /// LFM-24.1f; R-75c).
    #[inline]
    #[must_use]
    pub fn is_builder(&self, unit: UnitId) -> bool {
        self.state.is(unit, Flag::BUILDER)
    }

    /// Whether somebody must stay in the hex through this Movement phase, because its works were just finished
    /// (LFM-24.1h, R-75).
    #[inline]
    #[must_use]
    pub fn must_man_works(&self, hex: Hex) -> bool {
        self.state.flipped.contains(hex)
    }

    /// Whether nobody can work in a hex: it is in an enemy zone of influence (LFM-24.10), or of control, which matters
    /// at night.
    fn is_watched(&self, side: Side, hex: Hex) -> bool {
        self.in_zoi(side, hex) || self.in_zoc(side, hex)
    }

    /// Why a unit of the phasing side in this hex may not begin breastworks.
    fn build_hindrance(&self, unit: UnitId, hex: Hex) -> Option<(&'static str, &'static str)> {
        let side = self.state.phasing;
        if self.state.is_mounted(self.scenario, unit) {
            Some(("LFM-24.1a", "is mounted; only infantry, dismounted cavalry and artillery build"))
        } else if !self.state.is(unit, Flag::SETTLED) {
            Some(("LFM-24.1c", "has not been in its hex since the start of the turn"))
        } else if self.in_zoi(side, hex) {
            Some(("LFM-S3b", "is in a zone of influence; nobody builds there"))
        } else if self.is_watched(side, hex) {
            Some(("R-74", "is in a zone of control; nobody builds there"))
        } else if self.works_marker(hex) {
            Some(("LFM-24.1b", "stands in finished breastworks already"))
        } else if self.state.building[side].contains(hex) {
            Some(("LFM-24.1b", "stands in a hex where breastworks are being built already"))
        } else {
            None
        }
    }

    fn check_build(&self, unit: UnitId) -> Result<(), Violation> {
        let hex = self.phasing_unit(unit)?;
        match self.build_hindrance(unit, hex) {
            None => Ok(()),
            Some((rule, why)) => {
                let text = format!("{} in {} {why}.", self.tag(unit), self.hex_name(hex));
                Err(Violation::of(rule, text).about([self.tag(unit), self.hex_name(hex)]))
            }
        }
    }

    fn builders(self) -> impl Iterator<Item = UnitId> {
        self.scenario.units_of(self.state.phasing).filter(move |&unit| {
            self.state.hex_of(unit).is_some_and(|hex| self.build_hindrance(unit, hex).is_none())
        })
    }

    pub(crate) fn construct_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.builders().map(Action::Build));
        self.bridge_actions(out);
        out.push(Action::Done);
    }

    pub(crate) fn check_construct(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Build(unit) => self.check_build(unit),
            Action::Burn(bridge, unit) => self.check_burn(bridge, unit),
            Action::Torch(bridge) => self.check_torch(bridge),
            Action::Done => Ok(()),
            _ => Err(Violation::of(
                "LFM-S3b",
                "In the Construction phase units begin breastworks or burn bridges; nothing else.",
            )),
        }
    }

    /// Works that the phasing side's units have ended their Movement in (LFM-24.5b), the enemy's too (LFM-24.6b).
    /// Nothing else takes works away: not that they stand empty (LFM-24.5a), nor that their garrison is driven out
    /// (LFM-24.9b).
    fn removable_works(&self) -> HexSet {
        self.state.works.intersection(&self.state.zones(self.state.phasing).occupied)
    }

    pub(crate) fn works_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.removable_works().iter().map(Action::RemoveWorks));
        out.push(Action::Done);
    }

    pub(crate) fn check_works(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::RemoveWorks(hex) if self.removable_works().contains(hex) => Ok(()),
            Action::RemoveWorks(_) => {
                let text = "Only breastworks with units of the phasing side in them can be removed.";
                Err(Violation::of("LFM-24.5b", text))
            }
            Action::Done => Ok(()),
            _ => {
                Err(Violation::of("LFM-24.6a", "Movement is over: breastworks may be removed, nothing else."))
            }
        }
    }
}

impl Play<'_> {
    /// The phasing side's Construction phase begins. Its build markers of the turn before that lie outside zones of
    /// influence turn over (LFM-0.3e) and are breastworks (LFM-S3a, LFM-24.1g); the others wait (LFM-24.10). Card
    /// edition: its D2 markers become D1.
    pub fn begin_construction(&mut self) {
        let side = self.state.phasing;
        self.state.flipped = HexSet::EMPTY;
        self.state.burn_tried = BridgeSet::EMPTY;
        for unit in self.scenario.units_of(side) {
            self.state.clear(unit, Flag::BUILDER | Flag::D2);
        }
        for hex in self.state.building[side].iter() {
            if !self.position().is_watched(side, hex) {
                self.state.building[side].remove(hex);
                self.state.works.insert(hex);
                self.state.flipped.insert(hex);
                self.tell(Event::WorksFinished { hex });
            }
        }
        self.push(Construct);
    }

    /// The first of two steps: a build marker (LFM-24.1b, LFM-24.1d). There is no end of them (LFM-24.8).
    fn begin_works(&mut self, unit: UnitId) {
        let Some(hex) = self.state.hex_of(unit) else { return };
        self.state.building[self.state.phasing].insert(hex);
        self.state.set(unit, Flag::BUILDER);
        self.tell(Event::WorksBegun { unit, hex });
    }

    /// A build marker comes off when nobody who could build is left in its hex (R-75d).
    #[inline]
    pub fn drop_idle_build_marker(&mut self, hex: Hex) {
        for side in Side::BOTH {
            let idle = self.state.building[side].contains(hex)
                && !self.state.stack(hex).any(|unit| {
                    self.scenario.unit(unit).side == side && !self.state.is_mounted(self.scenario, unit)
                });
            if idle {
                self.drop_build_marker(side, hex);
            }
        }
    }

    /// The work of a side in a hex is cancelled, if it has begun any: its builder was forced to retreat (LFM-24.9a,
    /// R-75c), or nobody is left to build.
    #[inline(never)]
    pub fn drop_build_marker(&mut self, side: Side, hex: Hex) {
        if self.state.building[side].remove(hex) {
            self.tell(Event::WorksAbandoned { hex });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use crate::model::ids::Turn;
    use crate::model::scenario::Kind;
    use crate::model::state::Station;
    use Side::{Confederate, Union};
    use engine::proof::proves;

    /// Two regiments and a battery in 0102, cavalry in 0105; the enemy far away to the east.
    fn table() -> Table {
        let mut table = Muster::over(
            "rows = 3\ncols = 30\ntown = [\"0010\"]\nsunken_road = [\"0011\"]\nembankment = [\"0012\"]\n",
        )
        .brigade(Union, "Pratt", "", "0102", &[("5NY", 4, 3, "0102"), ("8NY", 4, 3, "0102")])
        .battery(Union, "2US-B", 3, "0102")
        .brigade(Union, "Rusk", "", "0105", &[("1NYC", 3, 3, "0105")])
        .which(|cavalry| cavalry.kind = Kind::Cavalry)
        .brigade(Confederate, "Kell", "", "0125", &[("1GA", 4, 3, "0125")])
        .build();
        for unit in table.scenario.unit_ids() {
            table.state.set(unit, Flag::SETTLED);
        }
        table
    }

    fn construct(table: &mut Table, actions: &[Action]) -> Result<(), String> {
        table.play(&[], |play| {
            play.begin_construction();
            for action in actions {
                play.position().check_construct(action).map_err(|violation| violation.rule)?;
                assert!(play.asks());
                let mut listed = Vec::new();
                play.position().construct_actions(&mut listed);
                assert!(listed.contains(action));
                play.answer(action);
            }
            play.state.agenda.clear();
            Ok(())
        })
    }

    #[test]
    fn works_are_begun_in_one_turn_and_finished_in_the_next() {
        let _proof = proves(&["LFM-24.1b", "LFM-24.1d", "LFM-24.1g", "LFM-S3a", "LFM-0.3e"]);
        let mut table = table();
        let (builder, hex) = (table.unit("5NY"), table.hex("0102"));
        assert_eq!(construct(&mut table, &[Action::Build(builder)]), Ok(()));
        assert!(table.position().is_builder(builder) && !table.position().is_builder(table.unit("8NY")));
        assert!(!table.position().has_works(hex));
        assert_eq!(construct(&mut table, &[]), Ok(()));
        assert!(table.position().works_marker(hex) && table.position().must_man_works(hex));
        assert!(!table.position().is_builder(builder) && table.state.building.union.is_empty());
        assert_eq!(construct(&mut table, &[]), Ok(()));
        assert!(!table.position().must_man_works(hex));
        assert_eq!(construct(&mut table, &[Action::Build(builder)]), Err("LFM-24.1b".into()));
    }

    #[test]
    fn who_may_build() {
        let _proof = proves(&["LFM-24.1a", "LFM-24.1c", "LFM-S3b"]);
        let mut table = table();
        let [regiment, battery, cavalry] = ["5NY", "2US-B", "1NYC"].map(|tag| table.unit(tag));
        assert_eq!(construct(&mut table, &[Action::Build(cavalry)]), Err("LFM-24.1a".into()));
        table.state.set(cavalry, Flag::DEPLOYED);
        assert_eq!(construct(&mut table, &[Action::Build(cavalry), Action::Build(battery)]), Ok(()));
        table.put("5NY", "0108");
        assert_eq!(construct(&mut table, &[Action::Build(regiment)]), Err("LFM-24.1c".into()));
        table.state.set(regiment, Flag::SETTLED);
        table.put("1GA", "0111");
        assert_eq!(construct(&mut table, &[Action::Build(regiment)]), Err("LFM-S3b".into()));
        let enemy = table.unit("1GA");
        assert_eq!(construct(&mut table, &[Action::Build(enemy)]), Err(String::new()));
        assert_eq!(construct(&mut table, &[Action::Roll]), Err("LFM-S3b".into()));
    }

    #[test]
    fn a_zone_of_influence_delays_the_work_and_a_zone_of_control_does_at_night() {
        let _proof = proves(&["LFM-24.10"]);
        let mut table = table();
        let (builder, hex) = (table.unit("5NY"), table.hex("0102"));
        construct(&mut table, &[Action::Build(builder)]).unwrap();
        table.put("1GA", "0105");
        construct(&mut table, &[]).unwrap();
        assert!(!table.position().works_marker(hex) && table.state.building.union.contains(hex));
        table.state.turn = Turn(2);
        table.put("1GA", "0103");
        construct(&mut table, &[]).unwrap();
        assert!(!table.position().works_marker(hex), "there is no zone of influence at night");
        table.put("1GA", "0104");
        construct(&mut table, &[]).unwrap();
        assert!(table.position().works_marker(hex));
    }

    #[test]
    fn a_forced_retreat_cancels_the_work_only_while_it_is_being_built() {
        let _proof = proves(&["LFM-24.9a", "LFM-24.9b", "LFM-24.5a"]);
        let mut table = table();
        let (builder, mate, hex) = (table.unit("5NY"), table.unit("8NY"), table.hex("0102"));
        construct(&mut table, &[Action::Build(builder)]).unwrap();
        table.put("8NY", "0101");
        assert!(table.state.building.union.contains(hex));
        table.put("5NY", "0101");
        assert!(
            !table.state.building.union.contains(hex),
            "the battery stays, but its builder was driven off"
        );
        table.state.set(builder, Flag::SETTLED);
        construct(&mut table, &[Action::Build(builder)]).unwrap();
        construct(&mut table, &[]).unwrap();
        table.put("5NY", "0100");
        table.put("8NY", "0100");
        assert!(table.position().works_marker(table.hex("0101")));
        table.state.set(mate, Flag::SETTLED);
        construct(&mut table, &[Action::Build(mate)]).unwrap();
        table.play(&[], |play| play.eliminate(mate));
        assert!(
            table.state.building.union.contains(table.hex("0100")),
            "others go on with the work of the fallen"
        );
        table.play(&[], |play| play.shift_unit(builder, Station::WAITING));
        assert!(!table.state.building.union.contains(table.hex("0100")), "nobody is left");
    }

    #[test]
    fn works_are_removed_by_whoever_ends_his_movement_in_them() {
        let _proof = proves(&["LFM-24.5b", "LFM-24.6a", "LFM-24.6b"]);
        let mut table = table();
        let (ours, empty, theirs) = (table.hex("0102"), table.hex("0107"), table.hex("0125"));
        table.state.works.extend([ours, empty, theirs]);
        table.play(&[], |play| {
            play.push(Works);
            assert!(play.asks());
            let mut listed = Vec::new();
            play.position().works_actions(&mut listed);
            assert_eq!(listed, [Action::RemoveWorks(ours), Action::Done]);
            assert!(play.position().check_works(&Action::RemoveWorks(empty)).is_err());
            assert!(play.position().check_works(&Action::RemoveWorks(theirs)).is_err());
            play.answer(&Action::RemoveWorks(ours));
            assert!(!play.asks(), "nothing more to remove");
        });
        assert!(!table.position().works_marker(ours) && table.position().works_marker(empty));
        assert!(table.position().check_construct(&Action::RemoveWorks(empty)).is_err());
    }

    #[test]
    fn town_sunken_road_and_embankment_are_works_for_ever() {
        let _proof = proves(&["LFM-24.3"]);
        let table = table();
        let works = ["0010", "0011", "0012", "0013"].map(|hex| table.position().has_works(table.hex(hex)));
        assert_eq!(works, [true, true, true, false]);
        assert!(!table.position().works_marker(table.hex("0010")));
    }

    #[test]
    fn there_is_no_limit_to_works() {
        let _proof = proves(&["LFM-24.8"]);
        let mut table = table();
        let (builder, everywhere) = (table.unit("5NY"), HexSet::first(table.scenario.board.len));
        table.state.works = everywhere;
        table.state.works.remove(table.hex("0102"));
        assert_eq!(construct(&mut table, &[Action::Build(builder)]), Ok(()));
        assert_eq!(construct(&mut table, &[]), Ok(()));
        assert_eq!(table.state.works, everywhere);
    }
}
