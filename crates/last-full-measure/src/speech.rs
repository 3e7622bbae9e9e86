//! The game in plain words: what happened, what is asked, what may be answered.

mod events;
mod factors;
mod pieces;

pub use events::{gloss, headline, tell};
pub use factors::factor;

pub(crate) use engine::words::counted;

use crate::files::notation;
use crate::model::ids::{Group, Piece, Turn, UnitId};
use crate::model::scenario::{Kind, Scenario, TurnInfo};
use crate::model::state::{Flag, Phase, State};
use engine::words::signed;
use ground::Hex;

/// Where in the sequence of play the game is: `Turn 3, 11 am · Confederate player turn · Combat, round 2`.
#[must_use]
pub fn context(scenario: &Scenario, state: &State) -> String {
    let turn = || turn_name(scenario, state.turn);
    match state.phase {
        Phase::SetUp => "Set-up".into(),
        Phase::Over => "The game is over".into(),
        Phase::Initiative => format!("{} · Initiative", turn()),
        phase => {
            let round = match state.battle.round {
                0 => String::new(),
                _ if phase != Phase::Combat => String::new(),
                round => format!(", round {round}"),
            };
            format!("{} · {} player turn · {}{round}", turn(), state.phasing, phase_name(phase))
        }
    }
}

/// A game turn as people call it: `Turn 3, 11 am`; in battles of several days, `Turn 19, day 2, 5 am`.
#[must_use]
pub fn turn_name(scenario: &Scenario, turn: Turn) -> String {
    let number = turn.number();
    let Some(TurnInfo { day, label, night, rain, .. }) = scenario.calendar.get(turn.index()) else {
        return format!("Turn {number}");
    };
    let days = scenario.calendar.last().map_or(1, |last| last.day);
    let day = if days > 1 { format!("day {day}, ") } else { String::new() };
    let night = if *night { ", night" } else { "" };
    let rain = if *rain { ", rain" } else { "" };
    format!("Turn {number}, {day}{label}{night}{rain}")
}

/// A phase's name.
#[must_use]
pub const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::SetUp => "Set-up",
        Phase::Initiative => "Initiative",
        Phase::Command => "Command",
        Phase::Construction => "Construction",
        Phase::Artillery => "Artillery",
        Phase::Limber => "Limbering",
        Phase::Movement => "Movement",
        Phase::Combat => "Combat",
        Phase::Reorganization => "Reorganization",
        Phase::Over => "Game over",
    }
}

/// A unit with the numbers of its counter: `5NY (I4/3)`. A battery shows the strength of its unlimbered side.
#[must_use]
pub fn unit(scenario: &Scenario, unit: UnitId) -> String {
    let Some(info) = scenario.units.get(unit.index()) else {
        return notation::unit_tag(scenario, unit);
    };
    format!("{} ({}{}/{})", info.tag, letter(info.kind), info.sp, info.cohesion)
}

/// A unit with the side of its counter that shows and its markers: `1NYC (C3/3m+D)`.
#[must_use]
pub fn unit_now(scenario: &Scenario, state: &State, unit: UnitId) -> String {
    if unit.index() >= scenario.units.len() {
        return notation::unit_tag(scenario, unit);
    }
    format!("{} ({})", scenario.unit(unit).tag, counter(scenario, state, unit))
}

/// What a counter shows, in the ledger's notation: `I5/3`, `C4/3m`, `A3/3u+D`.
#[must_use]
pub fn counter(scenario: &Scenario, state: &State, unit: UnitId) -> String {
    let info = scenario.unit(unit);
    let mode = match (info.kind, state.is(unit, Flag::DEPLOYED)) {
        (Kind::Infantry, _) => "",
        (Kind::Cavalry, false) => "m",
        (Kind::Cavalry, true) => "d",
        (_, false) => "l",
        (_, true) => "u",
    };
    let mut text = format!("{}{}/{}{mode}", letter(info.kind), state.sp(scenario, unit), info.cohesion);
    if state.is(unit, Flag::D) {
        text.push_str(if state.is(unit, Flag::D2) { "+D2" } else { "+D" });
    }
    if state.is_shattered(scenario, unit) {
        text.push_str("+S");
    }
    if state.is(unit, Flag::CHARGED) {
        text.push_str("+Ch");
    }
    text
}

/// The ledger's letter for an arm.
#[must_use]
pub const fn letter(kind: Kind) -> &'static str {
    match kind {
        Kind::Infantry => "I",
        Kind::Cavalry => "C",
        Kind::Artillery => "A",
        Kind::HorseArtillery => "HA",
    }
}

/// A piece: a unit with its numbers, a commander by his name.
fn piece(scenario: &Scenario, piece: Piece) -> String {
    match piece {
        Piece::Unit(one) => unit(scenario, one),
        Piece::Commander(one) => notation::commander_tag(scenario, one),
    }
}

/// The tags of a group: `5NY, 8NY and Pratt`.
pub(crate) fn group(scenario: &Scenario, group: &Group) -> String {
    let units = group.units.iter().map(|unit| notation::unit_tag(scenario, unit));
    let commanders = group.commanders.iter().map(|one| notation::commander_tag(scenario, one));
    listed(units.chain(commanders))
}

/// The combat units of a hex by their tags.
pub(crate) fn stack(scenario: &Scenario, state: &State, hex: Hex) -> String {
    listed(state.stack(hex).map(|unit| notation::unit_tag(scenario, unit)))
}

/// `a`, `a and b`, `a, b and c`; `nobody` where there is nobody.
pub(crate) fn listed(items: impl Iterator<Item = String>) -> String {
    engine::words::listed(items, "nobody")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LastFullMeasure;
    use crate::cases::sample;
    use crate::model::action::Action;
    use crate::model::event::{Event, Factor, Term, Terms};
    use crate::model::ids::{ArrivalId, BridgeId, BrigadeId, CommanderId};
    use crate::model::numbers::{Cohesion, CommandValue, MovementPoints, StrengthPoints};
    use crate::model::position::Position;
    use crate::model::scenario::Options;
    use crate::model::state::Reason;
    use crate::model::task::Task;
    use crate::rules::advance::{Advance, Withdraw};
    use crate::rules::arrivals::Divert;
    use crate::rules::artillery::{Aim, Victim};
    use crate::rules::assault::Loss;
    use crate::rules::breastworks::Construct;
    use crate::rules::command::Commanders;
    use crate::rules::march::{March, Marching};
    use crate::rules::retreat::{GoesAlong, RetreatFirst, StandFast};
    use crate::rules::tables::CombatResult;
    use engine::agenda::{self, Question as _};
    use engine::flat::List;
    use engine::{Line, Side};

    fn terms(list: &[(Factor, i8)]) -> Terms {
        let mut terms = Terms::default();
        for &(factor, value) in list {
            terms.push(Term { factor, value });
        }
        terms
    }

    fn hexes<const N: usize>(numbers: &[u16]) -> List<Hex, N> {
        let mut list = List::default();
        numbers.iter().for_each(|&number| list.push(Hex(number)));
        list
    }

    fn rows(line: &Line) -> Vec<String> {
        line.sums.iter().map(|sum| format!("{}: {} ({})", sum.what, sum.value, sum.rule)).collect()
    }

    #[test]
    fn movement_points_are_fractions() {
        let counted = |twelfths| MovementPoints(twelfths).to_string();
        assert_eq!(
            [0, 3, 4, 6, 8, 12, 27, 60].map(counted),
            ["0", "1/4", "1/3", "1/2", "2/3", "1", "2 1/4", "5"]
        );
    }

    #[test]
    fn the_context_says_turn_player_and_phase() {
        let scenario = sample::scenario();
        let mut state = *scenario.start;
        assert_eq!(context(&scenario, &state), "Set-up");
        state.turn = Turn(2);
        state.phase = Phase::Combat;
        state.battle.round = 2;
        assert_eq!(context(&scenario, &state), "Turn 3, 11 am · Confederate player turn · Combat, round 2");
        state.phase = Phase::Movement;
        assert_eq!(context(&scenario, &state), "Turn 3, 11 am · Confederate player turn · Movement");
    }

    #[test]
    fn a_combat_shows_strengths_odds_modifiers_die_and_result() {
        let scenario = sample::scenario();
        let event = Event::Combat {
            attackers: hexes(&[8, 9]),
            defenders: hexes(&[14]),
            strength: [StrengthPoints(9), StrengthPoints(6)],
            cohesion: [Cohesion(3), Cohesion(2)],
            column: 4,
            terms: terms(&[(Factor::Flank, -1), (Factor::AttackerCohesion, -1), (Factor::Works, 1)]),
            die: 4,
            modified: 3,
            result: CombatResult::Dr,
        };
        let line = tell(&scenario, &event);
        assert_eq!(line.text, "0102 and 0103 against 0202: 3-2, die 4, DR: the defenders retreat.");
        assert_eq!(
            rows(&line),
            [
                "attacking strength: 9 SP (LFM-8.3a)",
                "defending strength: 6 SP (LFM-8.3a)",
                "odds: 3-2 from 9 SP, 2-1 from 12 SP: 3-2 (LFM-8.8a)",
                "best cohesion of the attackers: 3 (R-38)",
                "best cohesion of the defenders: 2 (R-38)",
                "die: 4 (LFM-8.8b)",
                "flanking attack: -1 (LFM-8.7)",
                "the attackers' better cohesion: -1 (LFM-8.9g)",
                "defenders in works, town, sunken road or embankment: +1 (LFM-8.9l)",
                "die as used: 3 (LFM-8.9a)",
                "result: DR (LFM-8.8c)",
            ]
        );
        assert_eq!(line.places, ["0102", "0103", "0202"]);
        assert_eq!(headline(&event).as_deref(), Some("DR"));
        assert_eq!(gloss("DR"), "the defenders retreat");
        assert_eq!(gloss("AR"), "the chargers retreat");
        assert_eq!(gloss("passed"), "", "what speaks for itself");
    }

    #[test]
    fn a_roll_against_a_rating_shows_its_total() {
        let scenario = sample::scenario();
        let line = tell(
            &scenario,
            &Event::Reorganize {
                hex: Hex(14),
                die: 3,
                terms: terms(&[(Factor::Isolated, 1)]),
                cohesion: Cohesion(3),
                helper: Some((CommanderId(0), CommandValue(4))),
                removed: true,
            },
        );
        assert_eq!(line.text, "The stack in 0202 rolls 3: organized again.");
        assert_eq!(
            rows(&line),
            [
                "die: 3 (LFM-14.5b)",
                "no organized friends next to it: +1 (LFM-14.5d)",
                "total: 4 (LFM-14.5b)",
                "lowest cohesion: 3 (LFM-14.5b)",
                "or the bare die against Hale's command value: 4 (LFM-19.1c)",
            ]
        );
    }

    #[test]
    fn initiative_ties_are_explained() {
        let scenario = sample::scenario();
        let told = |dice, cv: [u8; 2], first| {
            tell(&scenario, &Event::Initiative { dice, cv: cv.map(CommandValue), first })
        };
        let by_value = told([2, 3], [5, 4], Some(Side::Union));
        assert_eq!(by_value.text, "Initiative: Union 7, Confederate 7. The Union side goes first.");
        assert!(rows(&by_value).contains(&"tie: the higher command value: 5 (LFM-S1c)".to_owned()));
        let again = told([3, 3], [4, 4], None);
        assert_eq!(again.text, "Initiative: both 7. The dice are rolled again.");
    }

    #[test]
    fn units_show_the_side_that_is_up_and_their_markers() {
        let scenario = sample::scenario();
        let mut state = *scenario.start;
        let (battery, cavalry) = (UnitId(2), UnitId(5));
        assert_eq!(unit_now(&scenario, &state, battery), "2US-B (A1/3l)");
        state.set(battery, Flag::DEPLOYED | Flag::D);
        assert_eq!(unit_now(&scenario, &state, battery), "2US-B (A3/3u+D)");
        state.set(cavalry, Flag::D | Flag::CHARGED);
        assert_eq!(unit_now(&scenario, &state, cavalry), "4GA (C4/3m+D+Ch)");
        state.shattered.insert(BrigadeId(0));
        assert_eq!(unit_now(&scenario, &state, UnitId(0)), "5NY (I4/3+S)");
    }

    #[test]
    fn every_decision_is_asked_by_name() {
        let scenario = sample::scenario();
        let mut state = *scenario.start;
        state.phasing = Side::Union;
        state.retreating.group.units.insert(UnitId(0));
        state.retreating.at = Hex(14);
        state.moving.group.units.insert(UnitId(0));
        state.moving.group.commanders.insert(CommanderId(1));
        state.moving.at = Hex(14);
        state.moving.mp = MovementPoints(27);
        state.shot.hexes.push(Hex(13));
        state.shot.batteries.insert(UnitId(2));
        state.shot.target = Hex(8);
        state.battle.fight.cohesion = [Cohesion(3), Cohesion(2)];
        state.battle.fight.vacated.insert(Hex(8));
        state.battle.fight.defenders.push(Hex(8));
        let mut asked = |task: Task, side| {
            state.agenda.clear();
            state.agenda.push(task);
            let question = agenda::words::<LastFullMeasure>(Position::new(&scenario, &state), side);
            format!("{} ({})", question.text, question.rule)
        };
        let union = Side::Union;
        assert_eq!(
            asked(RetreatFirst.into(), union),
            "Where does 5NY (I4/3) retreat? First hex of at most two. (LFM-9.0b)"
        );
        assert_eq!(
            asked(Marching.into(), union),
            "5NY and Pratt in 0202, 2 1/4 MP left. Where to? (LFM-1.1a)"
        );
        assert_eq!(
            asked(Aim { side: union }.into(), union),
            "Fire from 0201: 2US-B (A1/3l). At which hex? (LFM-7.1a)"
        );
        assert_eq!(asked(Victim { side: union }.into(), union), "Which unit in 0102 is shelled? (LFM-7.7)");
        assert_eq!(
            asked(
                Loss { side: union, hex: Hex(14).into(), matching: true, need: StrengthPoints(1) }.into(),
                union
            ),
            "Which unit of cohesion 3 in 0202 is lost? (LFM-8.10a1)"
        );
        assert_eq!(
            asked(
                Loss { matching: false, need: StrengthPoints(3), ..Loss::any(union, &Options::default()) }
                    .into(),
                union
            ),
            "Which unit is lost? At least 3 SP are still owed. (LFM-8.10a4)"
        );
        assert_eq!(
            asked(
                Loss { side: union, hex: Hex(14).into(), matching: false, need: StrengthPoints(1) }.into(),
                union
            ),
            "Which unit in 0202 is lost? (LFM-14.4)"
        );
        assert_eq!(
            asked(StandFast { hex: Hex(14), reason: Reason::Result }.into(), union),
            "Told to retreat: 5NY and 8NY in 0202. Stand fast in the cover, or fall back? (LFM-9.1d)"
        );
        assert_eq!(
            asked(Commanders.into(), union),
            "Does Hale roll for command? His command value is 4. (LFM-20.3a)"
        );
        assert_eq!(
            asked(GoesAlong { commander: CommanderId(0) }.into(), union),
            "Does Hale go along, or stay in 0201? (R-25b)"
        );
        assert_eq!(
            asked(Advance { side: union }.into(), union),
            "Who advances? The enemy has left 0102. Now or never. (LFM-10.2)"
        );
        assert_eq!(
            asked(Withdraw { side: Side::Confederate }.into(), Side::Confederate),
            "Who retreats by choice? (LFM-12.3a)"
        );
        assert_eq!(
            asked(Divert { arrival: ArrivalId(0) }.into(), union),
            "Where does 1/2 enter instead? Each started 5 hexes along the edge cost a turn. (LFM-26.7)"
        );
    }

    #[test]
    fn answers_name_hexes_with_who_is_there() {
        let scenario = sample::scenario();
        let mut state = *scenario.start;
        state.moving.at = Hex(14);
        let at = Position::new(&scenario, &state);
        assert_eq!(March.label(at, Side::Union, &Action::Select(Hex(14))), "The units in 0202 (5NY and 8NY)");
        assert_eq!(
            Loss::any(Side::Union, &Options::default()).label(at, Side::Union, &Action::Lose(UnitId(0))),
            "5NY (I4/3)"
        );
        let step = Action::Step(ground::Direction::E);
        assert_eq!(Marching.label(at, Side::Union, &step), "Step E to 0203");
        let torch = Action::Torch(BridgeId(0));
        assert_eq!(Construct.label(at, Side::Union, &torch), "Roll to burn the bridge 0102-0202");
    }
}
