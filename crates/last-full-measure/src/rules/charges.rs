//! LFM-3 Cavalry charges.

use crate::LastFullMeasure;
use crate::model::board::{BLOCKED, Classes};
use crate::model::event::{Event, Factor, Term, Terms, modified};
use crate::model::numbers::{Cohesion, MovementPoints};
use crate::model::position::{Hindrance, Play, Position};
use crate::model::state::{Fight, Flag, Moving, Reason, Station};
use crate::rules::assault::Loss;
use crate::rules::casualties::Casualties;
use crate::rules::retreat::FallBack;
use crate::rules::tables::{CombatResult, charge_result};
use engine::Violation;
use engine::agenda::Step;
use ground::{Cover, Hex};
use serde::{Deserialize, Serialize};

/// A charge has been decided: the chargers enter the hex if it is empty (LFM-3.5a).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChargeHome {
    /// The hex that was charged.
    pub hex: Hex,
}

impl Step<LastFullMeasure> for ChargeHome {
    fn take(self, play: &mut Play<'_>) {
        play.charge_home(self.hex);
    }
}

/// The chargers were told to retreat: they move no more (LFM-3.7).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChargeOver;

impl Step<LastFullMeasure> for ChargeOver {
    fn take(self, play: &mut Play<'_>) {
        play.finish_group();
    }
}

impl Position<'_> {
    /// Whether the group could charge if something were in reach: mounted cavalry of one brigade that began the phase
    /// together, has used no road, and is not shattered (LFM-S5c, LFM-3.1b, LFM-3.1c, LFM-3.4a; R-26c, R-26d).
    /// Whether it is in command does not matter (LFM-3.2).
    #[must_use]
    pub fn group_may_charge(&self, moving: &Moving) -> bool {
        self.charger_hindrance(moving).is_none()
    }

    fn charger_hindrance(&self, moving: &Moving) -> Option<Hindrance> {
        let mut brigade = None;
        for unit in moving.group.units.iter() {
            let info = self.info(unit);
            let because = |rule, why| Some(Hindrance::unit(rule, unit, why));
            if !self.state.is_mounted(self.scenario, unit) {
                return because("LFM-3.1b", "is not mounted cavalry and may not charge.");
            }
            if self.state.is_shattered(self.scenario, unit) {
                return because("R-26d", "belongs to a shattered brigade and may not charge.");
            }
            if self.state.is(unit, Flag::LATE) {
                let why =
                    "entered with a partial allowance, which counts as road movement, and may not charge.";
                return because("LFM-26.6b", why);
            }
            if moving.road || self.state.is(unit, Flag::ROAD) {
                return because("LFM-3.1c", "has used a road rate in this move and may not charge.");
            }
            if brigade.is_some() && brigade != info.brigade {
                return Some(Hindrance::of("R-26c", "A charging stack is cavalry of one brigade."));
            }
            brigade = info.brigade;
        }
        if moving.resumed {
            let why = "Cavalry that has moved before in this phase did not begin this move together.";
            return Some(Hindrance::of("LFM-3.4a", why));
        }
        if moving.group.units.is_empty() || self.is_night() {
            return Some(Hindrance::of("LFM-3.1a", "Only mounted cavalry charges, and only by day."));
        }
        None
    }

    /// A charge from the hex where the move began takes all mounted cavalry that began the phase there; who goes first
    /// and charges then leaves the others behind (R-26c). Whoever has come up since is no part of it, and bars nobody.
    fn check_whole_stack(&self, moving: &Moving) -> Result<(), Violation> {
        let left = self.state.stack(moving.at).find(|&unit| {
            !moving.started
                && self.state.is_mounted(self.scenario, unit)
                && !self.state.is(unit, Flag::MOVED)
                && !moving.group.units.contains(unit)
        });
        let Some(unit) = left else { return Ok(()) };
        let text = format!(
            "A charge from the hex where it began takes all mounted cavalry that began there: {} too.",
            self.tag(unit)
        );
        Err(Violation::of("LFM-3.4b", text))
    }

    /// What entering the target of a charge costs: the full cost of hex and hexside without any road
    /// rate (LFM-3.3b), and nothing for the charge itself (LFM-3.3c). `None` if it cannot be entered.
    #[must_use]
    pub fn charge_cost(&self, from: Hex, at: Hex) -> Option<MovementPoints> {
        let (direction, _) = self.touching_hexes(from).find(|&(_, hex)| hex == at)?;
        let board = &self.scenario.board;
        let burned =
            board.bridge_at(from, direction).is_some_and(|bridge| self.state.burned.contains(bridge));
        let costs = if burned {
            board.costs_burned(from, Classes::MOUNTED, self.is_raining())
        } else {
            board.costs(from, Classes::MOUNTED, self.is_raining())
        };
        Some(costs[direction.index()]).filter(|&cost| cost != BLOCKED)
    }

    /// Whether the group on the march may charge a hex.
    ///
    /// # Errors
    ///
    /// The rule against it.
    pub fn check_charge(&self, at: Hex) -> Result<MovementPoints, Violation> {
        let moving = &self.state.moving;
        let from = moving.at;
        if !self.enemy_in(self.state.phasing, at) {
            return Err(Violation::of(
                "LFM-3.1a",
                format!("No enemy combat unit is in {} to be charged.", self.hex_name(at)),
            ));
        }
        self.unless(self.charger_hindrance(moving))?;
        self.check_whole_stack(moving)?;
        if moving.done && moving.charged {
            return Err(Violation::of("LFM-3.9c", "A starred result has ended the chargers' move."));
        }
        if moving.done {
            return Err(Violation::of(
                "LFM-1.5b",
                "Cavalry that has changed mode after moving acts no more.".to_string(),
            ));
        }
        if self.is_rooted(&Moving { stopped: false, must_charge: false, ..*moving }) {
            let text =
                format!("The works in {} were finished this turn: somebody must stay.", self.hex_name(from));
            return Err(Violation::of("LFM-24.1h", text));
        }
        let Some(cost) = self.charge_cost(from, at) else {
            let text = format!(
                "{} cannot be charged from {}: it is not next to it, or cannot be entered.",
                self.hex_name(at),
                self.hex_name(from)
            );
            return Err(Violation::of("LFM-3.1a", text));
        };
        if cost > moving.mp {
            let text = format!(
                "Entering {} costs {cost} movement points; {} has {}.",
                self.hex_name(at),
                self.group_name(&moving.group),
                moving.mp
            );
            return Err(Violation::of("LFM-3.3a", text));
        }
        Ok(cost)
    }

    /// The best cohesion in a hex, of all its combat units.
    #[must_use]
    pub fn best_cohesion(&self, hex: Hex) -> Cohesion {
        self.state.stack(hex).map(|unit| self.info(unit).cohesion).max().unwrap_or_default()
    }

    /// What is added to the die of a charge; all of it adds up (LFM-3.10i, R-28, R-29).
    #[must_use]
    pub fn charge_terms(&self, from: Hex, at: Hex) -> Terms {
        let mut terms = Terms::default();
        let mut add = |factor, value| terms.push(Term { factor, value });
        if self.stack_is_shattered(at) {
            // LFM-3.10b, instead of the next.
            add(Factor::TargetShattered, -2);
        } else if self.stack_is_disorganized(at) {
            // LFM-3.10a
            add(Factor::TargetDisordered, -1);
        }
        if self.state.moving.group.units.iter().any(|unit| self.state.is_disorganized(unit)) {
            // LFM-3.10c
            add(Factor::ChargersDisordered, 1);
        }
        let Some(direction) = self.scenario.board.direction(from, at) else { return terms };
        let side = self.scenario.map.side(from, direction);
        if side.steep {
            // LFM-3.10d
            add(Factor::ChargeSlope, 1);
        }
        let cover = self.scenario.board.cover[at.index()];
        if self.has_works(at) {
            // LFM-3.10e, in a town too, which is a permanent breastwork (LFM-24.3).
            add(Factor::ChargeWorks, 1);
        } else if side.wall {
            // LFM-3.10f, not behind works.
            add(Factor::ChargeWall, 1);
        }
        if side.stream.is_some() {
            // LFM-3.10g
            add(Factor::ChargeCreek, 1);
        }
        if matches!(cover, Cover::Town | Cover::Woods) && !self.scenario.options.card_edition {
            // LFM-3.10h
            add(Factor::ChargeCover, 1);
        }
        terms
    }

    /// Tells which hexes the group on the march may charge: those next to it with enemy units (LFM-3.1a).
    pub(crate) fn each_charge(&self, mut each: impl FnMut(Hex)) {
        let moving = &self.state.moving;
        let from = moving.at;
        if !self.in_zoc(self.state.phasing, from) || !self.group_may_charge(moving) {
            return;
        }
        for (_, at) in self.touching_hexes(from) {
            if self.enemy_in(self.state.phasing, at) && self.check_charge(at).is_ok() {
                each(at);
            }
        }
    }
}

impl Play<'_> {
    /// Carries out a charge up to the first decision that follows from it.
    pub(crate) fn do_charge(&mut self, at: Hex) {
        self.update_zones();
        let from = self.state.moving.at;
        let (x, y) = (self.state.phasing, self.enemy());
        let position = self.position();
        let chargers = self.state.moving.group.units;
        // The best cohesion on each side (LFM-3.9a).
        let ours = chargers.iter().map(|unit| self.scenario.unit(unit).cohesion).max().unwrap_or_default();
        let theirs = position.best_cohesion(at);
        let terms = position.charge_terms(from, at);
        let die = self.chance.d6("charge");
        // The die stays within 1 to 6 (LFM-3.10i).
        let modified = modified(die, &terms).clamp(1, 6);
        // The column is chargers minus target (LFM-3.9b).
        let result = charge_result(ours.over(theirs), modified);
        self.tell(Event::Charge { from, at, cohesion: [ours, theirs], terms, die, modified, result });

        let mut fight =
            Fight { cohesion: [ours, theirs], result: Some(result), charge: true, ..Fight::default() };
        fight.attackers.push(from);
        fight.defenders.push(at);
        self.state.battle.fight = fight;
        self.state.moving.started = true;
        self.state.moving.charged = true;
        self.state.moving.must_charge = false;
        for unit in chargers.iter() {
            self.state.set(unit, Flag::MOVED);
        }

        if result.attacker_retreats() {
            let back = FallBack { hex: from, reason: Reason::Charge };
            self.then([back.into(), Casualties.into(), ChargeOver.into()]);
            if result.attacker_loses_one() {
                self.push(Loss::any(x, &self.scenario.options));
            }
        } else {
            let back = FallBack { hex: at, reason: Reason::Charge };
            self.then([back.into(), Casualties.into(), ChargeHome { hex: at }.into()]);
            if result.defender_loses() {
                self.push(Loss::any(y, &self.scenario.options));
            }
        }
    }

    /// The target hex is empty: the chargers enter and pay (LFM-3.5a); a starred result ends their move (LFM-3.9c).
    pub(crate) fn charge_home(&mut self, at: Hex) {
        self.update_zones();
        let from = self.state.moving.at;
        if self.state.has_units(at) || self.state.moving.group.units.is_empty() {
            self.state.moving.stopped = true;
            return;
        }
        let cost = self.position().charge_cost(from, at).unwrap_or_default();
        let group = self.state.moving.group;
        for unit in group.units.iter() {
            self.shift_unit(unit, Station::at(at));
        }
        for commander in group.commanders.iter() {
            self.shift_leader(commander, Station::at(at));
        }
        let moving = &mut self.state.moving;
        moving.at = at;
        moving.mp = moving.mp.saturating_sub(cost);
        // Others may go on with what is left (LFM-3.5b), and charge again (LFM-3.5c).
        // A starred result ends the chargers' move, charges included (LFM-3.9c).
        moving.stopped = self.state.battle.fight.result == Some(CombatResult::DrStop);
        moving.done = moving.stopped;
        let (piece, pieces) = lead(&group);
        self.tell(Event::Moved { piece, pieces, from, to: at, cost, road: false });
        self.enter_hex(self.state.phasing, at);
    }
}

/// One piece that stands for a group in the story, and how many there are.
#[must_use]
pub fn lead(group: &crate::model::ids::Group) -> (crate::model::ids::Piece, u8) {
    use crate::model::ids::{CommanderId, Piece};
    let pieces = (group.units.len() + group.commanders.len()) as u8;
    let piece = match group.units.first() {
        Some(unit) => Piece::Unit(unit),
        None => Piece::Commander(group.commanders.first().unwrap_or(CommanderId(0))),
    };
    (piece, pieces)
}
