//! LFM-20.12 Who commands the army when its commander is away, and LFM-S1 Initiative.

use crate::LastFullMeasure;
use crate::files::notation::piece_tag;
use crate::model::action::Action;
use crate::model::event::Event;
use crate::model::ids::{CommanderId, Piece, Turn};
use crate::model::numbers::CommandValue;
use crate::model::position::{Play, Position};
use crate::model::scenario::{Rank, StandIn};
use crate::scene::{Spot, spot};
use engine::agenda::{Opening, Question, Words};
use engine::scene::Target;
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

/// Who of several equals acts as army commander? (R-72c)
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Appoint;

impl Question<LastFullMeasure> for Appoint {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.state.phasing)
    }

    /// One who has no equal is not asked for.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if at.equals().count() > 1 { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Who acts as army commander?", "LFM-20.12c")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(at.equals().map(|one| Action::Pick(Piece::Commander(one))));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Pick(Piece::Commander(commander)) if at.is_equal_choice(commander) => Ok(()),
            _ => Err(Violation::of("LFM-20.12c", "Pick one of the highest-ranked commanders on the map.")),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        if let Action::Pick(Piece::Commander(commander)) = *action {
            play.name_acting(side, Some(commander));
        }
    }

    fn label(self, at: Position<'_>, _: Side, action: &Action) -> String {
        match *action {
            Action::Pick(piece) => format!("{} acts as army commander", piece_tag(at.scenario, piece)),
            _ => action.write(at.scenario),
        }
    }

    fn meaning(self, at: Position<'_>, _: Side, clicked: &Target) -> Option<Action> {
        match spot(at, clicked)? {
            Spot::Piece(piece, _) => Some(Action::Pick(piece)),
            _ => None,
        }
    }
}

impl Position<'_> {
    /// The army commander himself, if he is on the map.
    fn real_army_commander(&self, side: Side) -> Option<CommanderId> {
        self.scenario
            .commanders_of(side)
            .take_while(|&commander| self.scenario.commander(commander).rank == Rank::Army)
            .find(|&commander| self.state.leader_hex(commander).is_some())
    }

    /// Who leads the army: whoever acts until he is relieved, else the army commander if he is on the map.
    #[must_use]
    pub fn army_commander(&self, side: Side) -> Option<CommanderId> {
        self.state
            .acting(side)
            .filter(|&commander| self.state.leader_hex(commander).is_some())
            .or_else(|| self.real_army_commander(side))
    }

    /// What a side adds to its initiative die: its army commander's command value, 0 without one (LFM-S1a, R-72c). If
    /// he has fallen, it is that of his replacement (LFM-8.10b4).
    #[must_use]
    pub fn initiative_value(&self, side: Side) -> CommandValue {
        self.army_commander(side).map(|commander| self.state.cv(self.scenario, commander)).unwrap_or_default()
    }

    /// Seniority: rank, then stars (LFM-20.12a), then the lower number among corps commanders (LFM-20.12b, R-72b).
    fn seniority(&self, commander: CommanderId) -> (Rank, u8, Reverse<u8>) {
        let info = self.scenario.commander(commander);
        let number = if info.rank == Rank::Corps { info.corps_rank } else { 0 };
        (info.rank, info.stars, Reverse(number))
    }

    /// Commanders of a side on the map who can lead an army.
    fn leaders_on_map(self, side: Side) -> impl Iterator<Item = CommanderId> {
        self.scenario.commanders_of(side).filter(move |&commander| {
            self.scenario.commander(commander).rank > Rank::Brigade
                && self.state.leader_hex(commander).is_some()
        })
    }

    /// Who acts if nobody leads: the senior on the map (LFM-20.12a, LFM-20.12b), among equals the nearest to an enemy
    /// unit (LFM-20.12c), then the first in the order of battle.
    fn next_to_act(&self, side: Side) -> Option<CommanderId> {
        let enemies = self.state.zones(side.other()).occupied;
        let nearest_enemy = |commander| {
            let hex = self.state.leader_hex(commander)?;
            enemies.iter().map(|enemy| self.distance(hex, enemy)).min()
        };
        self.leaders_on_map(side).min_by_key(|&commander| {
            (Reverse(self.seniority(commander)), nearest_enemy(commander).unwrap_or(u16::MAX), commander)
        })
    }

    /// Whether a commander could act just as well as the one who does: on turn 1, with no enemy on the map to be near
    /// to, the owner picks among equals (R-72c).
    fn is_equal_choice(&self, commander: CommanderId) -> bool {
        let side = self.state.phasing;
        self.scenario.stand_in[side.index()] == StandIn::ByRule
            && self.state.zones(side.other()).occupied.is_empty()
            && self.leaders_on_map(side).any(|other| other == commander)
            && self
                .state
                .acting(side)
                .is_some_and(|acting| self.seniority(acting) == self.seniority(commander))
    }

    /// Those who could act.
    fn equals(self) -> impl Iterator<Item = CommanderId> {
        self.leaders_on_map(self.state.phasing).filter(move |&one| self.is_equal_choice(one))
    }

    /// Who relieves an acting army commander: the most senior of those who outrank him and have him within the
    /// command range of their own rank (LFM-20.12d, R-72; examples LFM-20.12e). Whom the scenario names gives way
    /// only to the army commander himself (LFM-20.12f).
    fn relief(&self, acting: CommanderId) -> Option<CommanderId> {
        let side = self.scenario.commander(acting).side;
        let hex = self.state.leader_hex(acting)?;
        let named = self.scenario.stand_in[side.index()] == StandIn::Named(acting);
        self.leaders_on_map(side)
            .filter(|&senior| {
                self.seniority(senior) > self.seniority(acting)
                    && (!named || self.scenario.commander(senior).rank == Rank::Army)
                    && self.state.leader_hex(senior).is_some_and(|from| {
                        self.is_in_command_reach(side, from, hex, self.command_range(senior))
                    })
            })
            .max_by_key(|&senior| (self.seniority(senior), Reverse(senior)))
    }
}

impl Play<'_> {
    /// Settles who acts for an absent army commander: at the start of each Command phase and after each Movement
    /// phase.
    pub fn update_acting(&mut self, side: Side) {
        self.appoint(side);
        while let Some(acting) = self.state.acting(side)
            && let Some(senior) = self.position().relief(acting)
        {
            let acts = self.scenario.commander(senior).rank != Rank::Army;
            self.name_acting(side, acts.then_some(senior));
        }
    }

    /// Finds somebody to act where nobody leads. The scenario may name somebody, or nobody (LFM-20.12f).
    fn appoint(&mut self, side: Side) {
        let position = self.position();
        let leader = position.army_commander(side);
        let acts = match self.scenario.stand_in[side.index()] {
            _ if leader.is_some_and(|leader| self.scenario.commander(leader).rank == Rank::Army) => None,
            StandIn::Nobody => None,
            StandIn::Named(named) if self.state.leader_hex(named).is_some() => Some(named),
            StandIn::Named(_) | StandIn::ByRule => leader.or_else(|| position.next_to_act(side)),
        };
        if acts != self.state.acting(side) {
            self.name_acting(side, acts);
        }
    }

    fn name_acting(&mut self, side: Side, commander: Option<CommanderId>) {
        self.state.set_acting(side, commander);
        self.tell(Event::Acts { side, commander });
    }

    /// Who is the first player of this game turn. The scenario says so for turn 1 and may fix it for good; in the card
    /// edition the Union begins every turn, unless the scenario fixes the order; otherwise the dice and the army
    /// commanders decide (LFM-S0a, LFM-S1a, R-70a), rolled again until they do (LFM-S1d).
    pub fn roll_initiative(&mut self) -> Side {
        if self.scenario.options.card_edition {
            return self.scenario.fixed_order.unwrap_or(Side::Union);
        }
        if self.state.turn == Turn::FIRST {
            return self.scenario.first;
        }
        if let Some(side) = self.scenario.fixed_order {
            return side;
        }
        for side in Side::BOTH {
            self.appoint(side);
        }
        let cv = Side::BOTH.map(|side| self.position().initiative_value(side));
        loop {
            let dice = [self.chance.d6("Union initiative"), self.chance.d6("Confederate initiative")];
            let first = initiative(dice, cv);
            self.tell(Event::Initiative { dice, cv, first });
            if let Some(side) = first {
                return side;
            }
        }
    }
}

/// Who wins the initiative: the higher total (LFM-S1b), then the higher command value (LFM-S1c); `None` to roll again
/// (LFM-S1d).
#[must_use]
pub fn initiative(dice: [u8; 2], cv: [CommandValue; 2]) -> Option<Side> {
    let [union, confederate] = [0, 1].map(|side| (dice[side] + cv[side].0, cv[side]));
    match union.cmp(&confederate) {
        std::cmp::Ordering::Greater => Some(Side::Union),
        std::cmp::Ordering::Less => Some(Side::Confederate),
        std::cmp::Ordering::Equal => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::muster::{Muster, Table};
    use Rank::{Army, Corps, Division};
    use Side::{Confederate, Union};
    use engine::proof::proves;

    fn acts(table: &mut Table, side: Side) -> Option<String> {
        table.play(&[], |play| play.update_acting(side));
        table.state.acting(side).map(|leader| table.scenario.commander(leader).tag.clone())
    }

    #[test]
    fn the_higher_total_then_the_higher_value_goes_first() {
        let _proof = proves(&["LFM-S1b", "LFM-S1c"]);
        let initiative = |dice, cv: [u8; 2]| initiative(dice, cv.map(CommandValue));
        assert_eq!(initiative([3, 2], [4, 6]), Some(Confederate));
        assert_eq!(initiative([5, 2], [4, 6]), Some(Union));
        assert_eq!(initiative([2, 3], [5, 4]), Some(Union));
        assert_eq!(initiative([3, 3], [4, 4]), None);
    }

    fn two_armies() -> Table {
        Muster::on(4, 20)
            .leader(Union, "Meade", (Army, 4), "", "0100")
            .leader(Confederate, "Lee", (Army, 4), "", "0110")
            .build()
    }

    #[test]
    fn turn_1_goes_by_the_scenario_and_later_turns_by_the_dice() {
        let _proof = proves(&["LFM-S0a", "LFM-S1a", "LFM-S1d"]);
        let mut table = two_armies();
        table.scenario.first = Confederate;
        assert_eq!(table.play(&[], |play| play.roll_initiative()), Confederate);
        table.state.turn = Turn(1);
        assert_eq!(table.play(&[5, 4], |play| play.roll_initiative()), Union);
        assert_eq!(
            table.play(&[3, 3, 2, 6], |play| play.roll_initiative()),
            Confederate,
            "a tie is rolled again"
        );
        table.state.mark(CommanderId(0), crate::model::state::Office::REPLACED);
        assert_eq!(
            table.play(&[5, 4], |play| play.roll_initiative()),
            Confederate,
            "3 + 5 against 4 + 4, value 4"
        );
        table.scenario.options.card_edition = true;
        assert_eq!(table.play(&[], |play| play.roll_initiative()), Union);
        table.scenario.fixed_order = Some(Confederate);
        assert_eq!(table.play(&[], |play| play.roll_initiative()), Confederate);
    }

    #[test]
    fn command_of_the_army_passes_from_hand_to_hand() {
        let _proof = proves(&["LFM-20.12a", "LFM-20.12b", "LFM-20.12d", "LFM-20.12e"]);
        let mut table = Muster::on(4, 40)
            .leader(Confederate, "Lee", (Army, 5), "", "")
            .leader(Confederate, "Ewell", (Corps, 3), "Lee", "")
            .who(|ewell| ewell.corps_rank = 2)
            .leader(Confederate, "Hill", (Corps, 3), "Lee", "")
            .who(|hill| hill.corps_rank = 3)
            .leader(Confederate, "Heth", (Division, 2), "Hill", "0120")
            .build();
        assert_eq!(acts(&mut table, Confederate).as_deref(), Some("Heth"));
        table.put_leader("Hill", "0114");
        assert_eq!(acts(&mut table, Confederate).as_deref(), Some("Heth"), "6 hexes are too far");
        table.put_leader("Hill", "0115");
        assert_eq!(acts(&mut table, Confederate).as_deref(), Some("Hill"));
        table.put_leader("Ewell", "0109");
        assert_eq!(acts(&mut table, Confederate).as_deref(), Some("Hill"));
        table.put_leader("Ewell", "0110");
        assert_eq!(acts(&mut table, Confederate).as_deref(), Some("Ewell"), "the lower number outranks");
        table.put_leader("Lee", "0101");
        assert_eq!(acts(&mut table, Confederate).as_deref(), Some("Ewell"));
        assert_eq!(table.position().initiative_value(Confederate), CommandValue(3), "Lee has not taken over");
        table.put_leader("Lee", "0102");
        assert_eq!(acts(&mut table, Confederate), None);
        assert_eq!(table.position().army_commander(Confederate), Some(table.leader("Lee")));
        assert_eq!(table.position().initiative_value(Confederate), CommandValue(5));
    }

    #[test]
    fn the_lowest_corps_on_the_map_acts_at_the_start() {
        let _proof = proves(&["LFM-20.12b"]);
        let mut table = Muster::on(4, 20)
            .leader(Union, "Sickles", (Corps, 2), "", "0100")
            .who(|sickles| sickles.corps_rank = 3)
            .leader(Union, "Hancock", (Corps, 4), "", "0119")
            .who(|hancock| hancock.corps_rank = 2)
            .build();
        assert_eq!(acts(&mut table, Union).as_deref(), Some("Hancock"));
    }

    #[test]
    fn of_equal_division_commanders_the_one_near_the_enemy_acts() {
        let _proof = proves(&["LFM-20.12c"]);
        let mut table = Muster::on(4, 20)
            .leader(Union, "Buford", (Division, 4), "", "0100")
            .leader(Union, "Gregg", (Division, 3), "", "0106")
            .brigade(Confederate, "Archer", "", "0112", &[("13AL", 3, 3, "0112")])
            .build();
        assert_eq!(acts(&mut table, Union).as_deref(), Some("Gregg"));
    }

    #[test]
    fn with_no_enemy_in_sight_the_owner_picks_among_equals() {
        let mut table = Muster::on(4, 20)
            .leader(Union, "Buford", (Division, 4), "", "0100")
            .leader(Union, "Gregg", (Division, 3), "", "0106")
            .brigade(Confederate, "Archer", "", "", &[("13AL", 3, 3, "")])
            .build();
        let (buford, gregg) = (table.leader("Buford"), table.leader("Gregg"));
        table.play(&[], |play| {
            play.begin_command();
            assert!(play.asks());
            let mut listed = Vec::new();
            Appoint.answers(play.position(), Union, &mut listed);
            assert_eq!(listed, [buford, gregg].map(|one| Action::Pick(Piece::Commander(one))));
            let nobody = Action::Pick(Piece::Commander(CommanderId(90)));
            assert!(Appoint.check(play.position(), Union, &nobody).is_err());
            play.answer(&listed[1]);
            play.state.agenda.clear();
        });
        assert_eq!(acts(&mut table, Union).as_deref(), Some("Gregg"));
        table.play(&[], |play| {
            play.begin_command();
            assert_ne!(play.position().task(), Some(Appoint.into()), "asked once");
            play.state.agenda.clear();
        });
        table.state.set_acting(Union, None);
        table.put("13AL", "0108");
        table.play(&[], |play| {
            play.begin_command();
            assert_eq!(Appoint.opening(play.position()), Opening::Pass, "the enemy decides");
        });
        assert_eq!(table.state.acting(Union), Some(gregg));
    }

    #[test]
    fn a_scenario_names_who_acts_or_suspends_the_rule() {
        let _proof = proves(&["LFM-20.12f"]);
        let mut table = Muster::on(4, 40)
            .leader(Union, "Meade", (Army, 4), "", "")
            .leader(Union, "Howard", (Corps, 2), "Meade", "0110")
            .who(|howard| howard.corps_rank = 11)
            .leader(Union, "Hancock", (Corps, 4), "Meade", "0110")
            .who(|hancock| hancock.corps_rank = 2)
            .build();
        table.scenario.stand_in[0] = StandIn::Named(table.leader("Howard"));
        assert_eq!(acts(&mut table, Union).as_deref(), Some("Howard"));
        table.put_leader("Meade", "0118");
        assert_eq!(acts(&mut table, Union), None, "Meade relieves him");
        let meade = table.leader("Meade");
        table.state.put_leader(meade, crate::model::state::Station::WAITING);
        table.scenario.stand_in[0] = StandIn::Nobody;
        assert_eq!(acts(&mut table, Union), None);
        assert_eq!(table.position().initiative_value(Union), CommandValue::ZERO);
    }
}
