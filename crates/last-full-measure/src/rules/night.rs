//! LFM-23 Night: what it heals, what it takes for good, and limbering without an Artillery phase.

use crate::LastFullMeasure;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{Piece, UnitId};
use crate::model::numbers::StrengthPoints;
use crate::model::position::{Play, Position};
use crate::model::state::{Flag, Station};
use crate::scene::{Spot, spot};
use engine::agenda::{Opening, Question, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

/// Which batteries limber for the night?
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limber;

impl Question<LastFullMeasure> for Limber {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.limbering().next().is_some() { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which batteries limber for the night?", "R-73")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        at.limber_actions(out);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        at.check_night_limber(action)
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Limber(unit) = *action else { return };
        play.push(self);
        play.limber(unit);
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Limber(unit) => format!("Limber {}", at.now(unit)),
            _ => "No more limbering".into(),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(Piece::Unit(unit), _) => Some(Action::Limber(unit)),
            _ => None,
        }
    }
}

impl Position<'_> {
    /// Whether a battery can limber now: it is unlimbered and does not build (R-73, R-75c).
    fn can_limber(&self, unit: UnitId) -> bool {
        self.state.is_unlimbered(self.scenario, unit) && !self.is_builder(unit)
    }

    /// Whether the phasing side may limber this battery.
    fn check_limbering(&self, unit: UnitId) -> Result<(), Violation> {
        self.phasing_unit(unit)?;
        let tag = self.tag(unit);
        let (rule, text) = if !self.state.is_unlimbered(self.scenario, unit) {
            ("R-73", format!("{tag} is not an unlimbered battery."))
        } else if self.is_builder(unit) {
            ("R-75c", format!("{tag} builds breastworks this turn and may not limber."))
        } else {
            return Ok(());
        };
        Err(Violation::of(rule, text).about([tag]))
    }

    fn limbering(self) -> impl Iterator<Item = UnitId> {
        self.scenario
            .units_of(self.state.phasing)
            .filter(move |&unit| self.state.hex_of(unit).is_some() && self.can_limber(unit))
    }

    pub(crate) fn limber_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.limbering().map(Action::Limber));
        out.push(Action::Done);
    }

    pub(crate) fn check_night_limber(&self, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Limber(unit) => self.check_limbering(unit),
            Action::Done => Ok(()),
            _ => {
                Err(Violation::of("R-73", "Before the night's movement batteries may limber, nothing else."))
            }
        }
    }
}

impl Play<'_> {
    /// The start of the first night turn: disorder ends on both sides (LFM-23.4a), no brigade is shattered any longer
    /// (LFM-15.2a), and those that were are counted anew by what they have on the map (LFM-23.4b, LFM-15.3b). Against
    /// that total they can shatter again (LFM-15.3a).
    pub fn night_cleanup(&mut self) {
        self.tell(Event::NightFalls);
        for unit in self.scenario.unit_ids() {
            self.state.clear(unit, Flag::D | Flag::D2 | Flag::CHARGED);
        }
        for brigade in self.state.shattered.iter() {
            self.state.shattered.remove(brigade);
            self.tell(Event::Unshattered { brigade });
            let total = self.position().strength_on_map(brigade);
            self.state.set_total(brigade, total);
            self.state.reset.insert(brigade);
            self.tell(Event::NewTotal { brigade, total });
        }
    }

    /// The end of the last night turn: who is eliminated stays so (LFM-23.7a), and a brigade of which nothing is left
    /// is destroyed (LFM-23.7b). Regiments that have yet to arrive or to return to the map are left of it.
    pub fn dawn_losses(&mut self) {
        for unit in self.scenario.unit_ids() {
            if self.state.station(unit) == Station::ELIMINATED {
                self.shift_unit(unit, Station::LOST);
                self.tell(Event::LostForGood { unit });
            }
        }
        for brigade in self.scenario.brigade_ids() {
            if self.position().strength_left(brigade) == StrengthPoints::ZERO
                && !self.state.destroyed.contains(brigade)
            {
                self.state.destroyed.insert(brigade);
                let commander = self.scenario.brigade(brigade).commander;
                self.shift_leader(commander, Station::LOST);
                self.note_homeless(brigade);
                self.tell(Event::BrigadeDestroyed { brigade });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use Side::{Confederate, Union};
    use engine::proof::proves;

    fn table() -> Table {
        Muster::on(1, 20)
            .brigade(
                Union,
                "Pratt",
                "",
                "0000",
                &[("5NY", 4, 3, "0000"), ("8NY", 3, 3, "0000"), ("11NY", 7, 3, "0000")],
            )
            .battery(Union, "2US-B", 3, "0001")
            .battery(Union, "1US-I", 3, "0002")
            .brigade(Confederate, "Kell", "", "0010", &[("1GA", 4, 3, "0010")])
            .brigade(Confederate, "Moss", "", "", &[("3SC", 4, 3, "")])
            .build()
    }

    #[test]
    fn night_ends_disorder_and_counts_shattered_brigades_anew() {
        let _proof = proves(&["LFM-23.4a", "LFM-23.4b", "LFM-15.2a", "LFM-15.3a", "LFM-15.3b"]);
        let mut table = table();
        let [first, second, third, enemy] = ["5NY", "8NY", "11NY", "1GA"].map(|tag| table.unit(tag));
        let (pratt, kell) = (table.brigade("Pratt"), table.brigade("Kell"));
        table.state.set(enemy, Flag::D | Flag::CHARGED);
        table.play(&[], |play| {
            play.eliminate(third);
            play.begin_reorganization();
            play.pop();
        });
        assert!(table.state.shattered.contains(pratt));
        table.play(&[], |play| play.night_cleanup());
        assert!(!table.state.is(enemy, Flag::D | Flag::CHARGED) && !table.state.shattered.contains(pratt));
        assert_eq!(
            (table.state.total(pratt), table.state.total(kell)),
            (StrengthPoints(7), StrengthPoints(4))
        );
        let shatter = |table: &mut Table, unit| {
            table.play(&[], |play| {
                play.eliminate(unit);
                play.begin_reorganization();
                play.pop();
            });
            table.state.shattered.contains(pratt)
        };
        assert!(!shatter(&mut table, second), "3 of 7");
        assert!(shatter(&mut table, first), "7 of 7");
    }

    #[test]
    fn dawn_makes_losses_permanent() {
        let _proof = proves(&["LFM-23.7a", "LFM-23.7b"]);
        let mut table = table();
        let [first, enemy, arriving] = ["5NY", "1GA", "3SC"].map(|tag| table.unit(tag));
        table.play(&[], |play| {
            play.eliminate(first);
            play.eliminate(enemy);
            play.dawn_losses();
        });
        assert_eq!(table.state.station(first), Station::LOST);
        let kell = table.leader("Kell");
        assert_eq!(table.state.leader_station(kell), Station::LOST);
        let destroyed: Vec<_> = table.state.destroyed.iter().collect();
        assert_eq!(destroyed, [table.brigade("Kell")], "Pratt has regiments left, Moss has yet to arrive");
        assert_eq!(table.state.station(arriving), Station::WAITING);
        assert!(table.state.homeless.is_empty());
    }

    #[test]
    fn batteries_limber_before_the_night_march() {
        let mut table = table();
        let [first, second, regiment] = ["2US-B", "1US-I", "5NY"].map(|tag| table.unit(tag));
        table.state.set(second, Flag::BUILDER);
        table.play(&[], |play| {
            play.push(Limber);
            assert!(play.asks());
            let mut listed = Vec::new();
            play.position().limber_actions(&mut listed);
            assert_eq!(listed, [Action::Limber(first), Action::Done]);
            let rule =
                |action| play.position().check_night_limber(&action).map_err(|violation| violation.rule);
            assert_eq!(rule(Action::Limber(second)), Err("R-75c".into()));
            assert_eq!(rule(Action::Limber(regiment)), Err("R-73".into()));
            play.answer(&Action::Limber(first));
            assert!(!play.asks());
        });
        assert!(!table.state.is(first, Flag::DEPLOYED));
        assert_eq!(table.position().task(), None);
    }
}
