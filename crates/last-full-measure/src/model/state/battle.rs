//! A round of combat: who attacks whom, the fight being resolved, and who follows whom.

use super::MaybeHex;
use crate::model::ids::{CommanderSet, UnitSet};
use crate::model::numbers::{Cohesion, StrengthPoints};
use crate::model::sizes::{HexSet, UNITS};
use crate::rules::tables::CombatResult;
use engine::flat::List;
use ground::Hex;
use serde::{Deserialize, Serialize};

/// The part of a hex in a combat.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Role {
    /// It attacks.
    Attacks,
    /// It is attacked.
    Defends,
}

/// A hex taking part in a declared combat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Committed {
    /// The hex.
    pub(crate) hex: Hex,
    /// The number of its combat in this round, doubled; odd for a defender.
    number: u16,
}

impl Committed {
    fn new(hex: Hex, combat: u16, role: Role) -> Committed {
        Committed { hex, number: combat << 1 | u16::from(role == Role::Defends) }
    }

    /// The number of its combat in this round.
    #[must_use]
    pub const fn combat(self) -> u16 {
        self.number >> 1
    }

    /// Its part in it.
    #[must_use]
    pub const fn role(self) -> Role {
        if self.number & 1 == 0 { Role::Attacks } else { Role::Defends }
    }
}

/// A hex left by a voluntary retreat, and from where the enemy has begun to follow.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Pursuit {
    /// The vacated hex.
    pub(crate) hex: Hex,
    /// The hex the followers come from, once somebody does.
    pub(crate) from: MaybeHex,
}

/// What a round is about: combats until all of them are resolved, then voluntary retreats.
///
/// Every hex listed had a unit of its own when it was: there is room for as many as there are units.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Contact {
    /// Hexes of declared combats, in the order in which they were declared.
    Combats(List<Committed, UNITS>),
    /// Hexes left by voluntary retreats.
    Pursuits(List<Pursuit, UNITS>),
}

impl Default for Contact {
    fn default() -> Contact {
        Contact::Combats(List::default())
    }
}

/// A round of combat.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Battle {
    /// The round, counted from 1.
    pub(crate) round: u8,
    /// How many combats were declared.
    pub(crate) combats: u16,
    /// Who fights whom, or who may follow where.
    pub(crate) contact: Contact,
    /// The combat being resolved.
    pub(crate) fight: Fight,
}

impl Battle {
    fn committed(&self) -> &[Committed] {
        match &self.contact {
            Contact::Combats(list) => list,
            Contact::Pursuits(_) => &[],
        }
    }

    /// The hexes of a combat in one part, in the order in which they were declared.
    pub fn hexes(&self, combat: u16, role: Role) -> impl Iterator<Item = Hex> + '_ {
        let of_it = move |entry: &&Committed| entry.combat() == combat && entry.role() == role;
        self.committed().iter().filter(of_it).map(|entry| entry.hex)
    }

    /// The combat in which a hex has this part.
    #[must_use]
    pub fn combat_of(&self, hex: Hex, role: Role) -> Option<u16> {
        let entry = self.committed().iter().find(|entry| entry.hex == hex && entry.role() == role)?;
        Some(entry.combat())
    }

    /// Declares an attack: a combat of its own, unless one of the two hexes is in one already.
    pub fn declare(&mut self, from: Hex, at: Hex) {
        let (ours, theirs) = (self.combat_of(from, Role::Attacks), self.combat_of(at, Role::Defends));
        let combat = ours.or(theirs).unwrap_or_else(|| {
            self.combats += 1;
            self.combats - 1
        });
        if let Contact::Combats(list) = &mut self.contact {
            if ours.is_none() {
                list.push(Committed::new(from, combat, Role::Attacks));
            }
            if theirs.is_none() {
                list.push(Committed::new(at, combat, Role::Defends));
            }
        }
    }

    /// Takes a combat off the list.
    pub fn take_up(&mut self, combat: u16) {
        if let Contact::Combats(list) = &mut self.contact {
            list.retain(|entry| entry.combat() != combat);
        }
    }

    /// Hexes left by voluntary retreats, to be followed.
    #[must_use]
    pub fn pursuits(&self) -> &[Pursuit] {
        match &self.contact {
            Contact::Combats(_) => &[],
            Contact::Pursuits(list) => list,
        }
    }

    /// A hex is left by a voluntary retreat: the combats of the round are over.
    pub fn leave(&mut self, hex: Hex) {
        let mut list = match self.contact {
            Contact::Combats(_) => List::default(),
            Contact::Pursuits(list) => list,
        };
        // Units of a stack may leave one by one.
        if !list.iter().any(|pursuit: &Pursuit| pursuit.hex == hex) {
            list.push(Pursuit { hex, from: MaybeHex::NONE });
        }
        self.contact = Contact::Pursuits(list);
    }

    /// Somebody follows into a hex that was left: others come from the same hex (LFM-12.3b).
    pub fn follow(&mut self, from: Hex, to: Hex) {
        if let Contact::Pursuits(list) = &mut self.contact
            && let Some(pursuit) = list.as_mut_slice().iter_mut().find(|pursuit| pursuit.hex == to)
        {
            pursuit.from = from.into();
        }
    }
}

/// One combat or charge being resolved.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Fight {
    /// Attacking hexes.
    pub(crate) attackers: List<Hex, 6>,
    /// Defending hexes.
    pub(crate) defenders: List<Hex, 6>,
    /// Cohesion used by each role: attacker, defender.
    pub(crate) cohesion: [Cohesion; 2],
    /// The result.
    pub(crate) result: Option<CombatResult>,
    /// Commanders who must roll for their lives.
    pub(crate) at_risk: CommanderSet,
    /// Units that took part, for advances.
    pub(crate) took_part: UnitSet,
    /// Hexes emptied by the result.
    pub(crate) vacated: HexSet,
    /// Hexes entered by an advance.
    pub(crate) entered: HexSet,
    /// Hexes that have lost a unit in it (R-52b).
    pub(crate) hit: HexSet,
    /// Strength points of the defender's loss in an exchange.
    pub(crate) exchange: StrengthPoints,
    /// A charge, not a combat.
    pub(crate) charge: bool,
}
