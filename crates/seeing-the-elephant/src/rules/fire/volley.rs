//! What a shot is made of: who has whom in arc, in sight and in range, factors, and shifts (STE-FIRE-5 to STE-FIRE-29).

use crate::model::figure::Round;
use crate::model::ids::{OfficerId, UnitId};
use crate::model::position::Position;
use crate::model::scale::Scale;
use crate::model::scenario::{Level, MOST_STANDS};
use crate::model::state::{Formation, Mark};
use crate::model::troops::{Size, Weapon};
use crate::rules::cover::{self, Shelter};
use crate::rules::sight::{self, Line, Lookout};
use crate::rules::{arcs, stacks, tables};
use arrayvec::ArrayVec;
use engine::Side;
use engine::flat::List;
use ground::table::{Body, Heading, Posed, Walk, meet};
use serde::{Deserialize, Serialize};
use std::ops::Range as Span;

/// The range at which small arms may be a column worse, in yards (STE-FIRE-29).
const VERY_CLOSE: i32 = 50;

/// What is shot at.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Aimed {
    /// A unit.
    Unit(UnitId),
    /// A commander who stands alone (STE-OPT-1).
    Officer(OfficerId),
}

impl Aimed {
    /// The unit, if it is one.
    #[must_use]
    pub const fn unit(self) -> Option<UnitId> {
        match self {
            Aimed::Unit(unit) => Some(unit),
            Aimed::Officer(_) => None,
        }
    }
}

/// A set of stands by their numbers, the first from the right 0.
pub type StandBits = u32;

/// What each stand of a unit can do to a target, as everybody stands now.
#[derive(Copy, Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Prospect {
    /// Who.
    pub unit: UnitId,
    /// To whom.
    pub target: Aimed,
    /// The half factors of each stand; 0 for one that cannot fire at it.
    pub factors: List<u8, MOST_STANDS>,
    /// Stands whose line of fire ends in soft cover (M-4).
    pub soft: StandBits,
    /// Stands whose line of fire ends in hard cover.
    pub hard: StandBits,
    /// Stands with the target within 50 yards.
    pub close: StandBits,
    /// The unit fires from flank or rear (STE-FLK-1).
    pub flank: bool,
}

impl Prospect {
    /// The stands that can fire at the target.
    #[must_use]
    pub fn able(&self) -> StandBits {
        self.factors
            .iter()
            .enumerate()
            .fold(0, |bits, (stand, &factor)| bits | u32::from(factor > 0) << stand)
    }

    fn factor(&self, stand: u8) -> u8 {
        self.factors.iter().copied().nth(stand.into()).unwrap_or(0)
    }
}

/// How far off a shot is taken to be.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Range {
    /// Each stand measures its own (STE-FIRE-9, G-5).
    Measured,
    /// So many mils for all.
    Fixed(i32),
}

/// What a stand fires with. Guns are lost from the right and the left in turn (G-3, R-107); all other troops carry the
/// same.
#[must_use]
pub fn weapon(at: Position<'_>, unit: UnitId, stand: u8) -> Option<Weapon> {
    let about = at.unit(unit);
    if !about.arm.is_artillery() {
        return about.weapons.first().copied();
    }
    let gone = usize::from(at.troop(unit).lost.div_ceil(2));
    about.weapons.get(gone + usize::from(stand)).copied()
}

/// The base of a commander (STE-SCL-5); he faces nowhere.
#[must_use]
pub fn base(at: Position<'_>, officer: OfficerId) -> Body {
    let level = at.rules.hq(at.rules.officer(officer).hq).level;
    let small = if at.rules.scale == Scale::Brigade { Level::Division } else { Level::Brigade };
    let size = if level <= small { Size::GENERAL } else { Size::GREAT_GENERAL };
    Body::centred(at.state.officers[officer.index()].at, Heading::NORTH, size.frontage, size.depth)
}

/// What a unit's stands can do to a target (G-5, STE-FIRE-9): each takes the nearest stand of it that it has in its arc
/// and sees. `None` if no stand can do anything.
pub fn prospect(lookout: &mut Lookout<'_>, unit: UnitId, target: Aimed, range: Range) -> Option<Prospect> {
    let at = lookout.at;
    let mils = at.rules.scale.mils_a_yard();
    let reach = match range {
        Range::Measured => at.unit(unit).weapons.iter().map(|&weapon| mils * tables::reach(weapon)).max(),
        Range::Fixed(_) => None,
    };
    if let Some(target) = target.unit() {
        // By the circles round both: who is plainly out of reach needs no closer look.
        let near = reach.is_none_or(|reach| at.round(unit).is_within(at.round(target), reach));
        if !near || is_out_of_question(lookout, unit, target, reach) {
            return None;
        }
    }
    let goals = match target {
        Aimed::Unit(target) => lookout.stands(target),
        Aimed::Officer(officer) => lookout.base(base(at, officer)),
    };
    let ours = lookout.stands(unit);
    let mut found =
        Prospect { unit, target, factors: List::default(), soft: 0, hard: 0, close: 0, flank: false };
    let mut walk = Walk::new();
    for (number, our) in ours.enumerate() {
        let stand = lookout.stand(our).0;
        let bit = 1 << number;
        let weapon = weapon(at, unit, number as u8);
        let reach = weapon.map_or(0, |weapon| tables::reach(weapon) * mils);
        let aimed = nearest(
            lookout,
            unit,
            our,
            target.unit(),
            goals.clone(),
            match range {
                Range::Measured => Some(reach),
                Range::Fixed(_) => None,
            },
        );
        let distance = match (aimed, range) {
            (Some((_, distance)), Range::Measured) => distance,
            (_, Range::Fixed(distance)) => distance,
            (None, Range::Measured) => 0,
        };
        let (Some(weapon), Some((goal, _))) = (weapon, aimed) else {
            found.factors.push(0);
            continue;
        };
        let factor = tables::half_factors(weapon, distance, mils);
        found.factors.push(factor as u8);
        if factor == 0 {
            continue;
        }
        if distance <= VERY_CLOSE * mils {
            found.close |= bit;
        }
        match cover::from_fire(at, sight::eye(at, unit, &stand), &goal, &mut walk) {
            Shelter::Hard => found.hard |= bit,
            Shelter::Soft => found.soft |= bit,
            Shelter::None => {}
        }
    }
    if found.able() == 0 {
        return None;
    }
    found.flank = target.unit().is_some_and(|target| arcs::is_flank(at, unit, target));
    Some(found)
}

/// Whether a target is so plainly beyond the reach or outside the arcs of a unit in line or column that no stand needs
/// a look.
fn is_out_of_question(lookout: &mut Lookout<'_>, unit: UnitId, target: UnitId, reach: Option<i32>) -> bool {
    let Some(ahead) = lookout.ahead(unit) else { return false };
    !lookout.any_body(target, |body| {
        reach.is_none_or(|reach| ahead.round.is_within(Round::of(body), reach))
            && ahead.arc.meets(&body.outline)
    })
}

/// The stand nearest to one that fires, of those in its arc and in its sight, and how far off it is, rounded up; none
/// farther than the reach is looked for (G-5).
fn nearest(
    lookout: &mut Lookout<'_>,
    unit: UnitId,
    our: usize,
    target: Option<UnitId>,
    goals: Span<usize>,
    reach: Option<i32>,
) -> Option<(Body, i32)> {
    let at = lookout.at;
    let (stand, posed) = *lookout.stand(our);
    let eye = sight::eye(at, unit, &stand);
    // STE-SKIRM-6: skirmishers fire all round.
    let arc = if at.is_loose(unit) { None } else { Some(arcs::arc_of(&posed, stand.heading)?) };
    let in_arc = |goal: &Posed| arc.is_none_or(|arc| arcs::holds(&arc, goal));
    let mut near: ArrayVec<(i64, usize), MOST_STANDS> = ArrayVec::new();
    for number in goals {
        let Posed { middle, radius, .. } = lookout.stand(number).1;
        let squared = eye.distance_squared(middle);
        let most = reach.map(|reach| i64::from(reach) + i64::from(radius) + 1);
        if most.is_none_or(|most| squared <= most * most) {
            near.push((squared, number));
        }
    }
    near.sort_unstable();
    let mut best: Option<(meet::Squared, usize)> = None;
    for (squared, number) in near {
        let (body, posed) = *lookout.stand(number);
        // No part of it can be nearer than its centre is, but for its radius; nor of any that follow.
        let least = squared.isqrt() as i32 - posed.radius;
        if best.is_some_and(|(best, _)| !is_at_most(least, best)) || reach.is_some_and(|reach| least > reach)
        {
            break;
        }
        if !in_arc(&posed) {
            continue;
        }
        let Some(gap) = meet::gap(&[eye], &posed.outline) else { continue };
        let key = (gap, number);
        if reach.is_some_and(|reach| !gap.is_within(reach)) || best.is_some_and(|best| best <= key) {
            continue;
        }
        if let Some(target) = target {
            lookout.look_between(unit, target);
        }
        if lookout.sees(&Line { unit, stand, target, to: body.centre() }) {
            best = Some(key);
        }
    }
    best.map(|(gap, number)| {
        let down = gap.distance();
        (lookout.stand(number).0, if gap.is_within(down) { down } else { down + 1 })
    })
}

/// Whether a whole distance is at most another.
fn is_at_most(distance: i32, other: meet::Squared) -> bool {
    distance <= other.distance() + 1
}

/// The guns of a unit that may fire together at one target: of each type two at least, or the only one of its type that
/// the unit has left (STE-FIRE-7, R-10, R-114). Other troops all may.
#[must_use]
pub fn paired(at: Position<'_>, unit: UnitId, sent: StandBits) -> StandBits {
    if !at.unit(unit).arm.is_artillery() {
        return sent;
    }
    let stands = at.troop(unit).stands;
    let of_type = |kind: Option<Weapon>, among: StandBits| {
        (0..stands).filter(|&stand| among >> stand & 1 == 1 && weapon(at, unit, stand) == kind).count()
    };
    let may = |&stand: &u8| {
        let kind = weapon(at, unit, stand);
        of_type(kind, sent) >= 2 || of_type(kind, StandBits::MAX) == 1
    };
    (0..stands).filter(|&stand| sent >> stand & 1 == 1).filter(may).fold(0, |bits, stand| bits | 1 << stand)
}

/// The stands that fire of those sent at a target: one falls silent for each marker, those with the lowest factors
/// first, of equals the one with the higher number (STE-FIRE-6, R-09).
#[must_use]
pub fn heard(at: Position<'_>, prospect: &Prospect, sent: StandBits) -> StandBits {
    let sent = sent & prospect.able();
    let mut order: ArrayVec<(u8, std::cmp::Reverse<u8>), MOST_STANDS> = (0..MOST_STANDS as u8)
        .filter(|&stand| sent >> stand & 1 == 1)
        .map(|stand| (prospect.factor(stand), std::cmp::Reverse(stand)))
        .collect();
    order.sort_unstable();
    let silent = usize::from(at.troop(prospect.unit).panic).min(order.len());
    order[silent..].iter().fold(0, |bits, (_, stand)| bits | 1 << stand.0)
}

/// What moves a shot along the table (T-SHIFT).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Shift {
    /// Foot or horse that does not move (STE-FIRE-15).
    Stationary,
    /// A target limbered, mounted, in road column or enfiladed (STE-FIRE-16).
    Exposed,
    /// A target two ranks deep (STE-FIRE-17).
    TwoRanks,
    /// Marksmen (STE-FIRE-18).
    Marksmen,
    /// A target three ranks deep or more, or in square (STE-FIRE-19).
    ThreeRanks,
    /// Skirmishers fire (STE-FIRE-20).
    Skirmishers,
    /// A target of unlimbered guns (STE-FIRE-21).
    Guns,
    /// A target in soft cover (STE-FIRE-22).
    SoftCover,
    /// A target in hard cover (STE-FIRE-23).
    HardCover,
    /// Guns that prolong this turn (STE-FIRE-24).
    Prolonging,
    /// Cavalry that fires mounted (STE-FIRE-25).
    Mounted,
    /// Confederate guns (STE-FIRE-26).
    ConfederateGuns,
    /// A target that lies down (STE-FIRE-27).
    Prone,
    /// Out of ammunition (STE-FIRE-28).
    OutOfAmmunition,
    /// Small arms at 50 yards (STE-FIRE-29).
    VeryClose,
}

/// The most shifts one shot can have.
pub const MOST_SHIFTS: usize = 15;

/// A shot with everything fixed but the die.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Shot {
    /// At whom.
    pub target: Aimed,
    /// Who fires.
    pub units: Vec<UnitId>,
    /// The total of factors, stand by stand (STE-FIRE-10), in halves.
    pub half_factors: u16,
    /// What moves it along the table.
    pub shifts: ArrayVec<(Shift, i8), MOST_SHIFTS>,
    /// Some unit in it fires from flank or rear (G-7).
    pub flank: bool,
}

impl Shot {
    /// The column of the table on which the die falls (STE-FIRE-12, R-05).
    #[must_use]
    pub fn column(&self) -> i8 {
        column(self.half_factors, &self.shifts)
    }
}

/// The column of a total after its shifts, which are added up and applied once, kept on the table.
#[must_use]
pub fn column(half_factors: u16, shifts: &[(Shift, i8)]) -> i8 {
    let by: i8 = shifts.iter().map(|(_, columns)| columns).sum();
    (tables::fire_column(half_factors) + by).clamp(0, tables::FIRE_COLUMNS.len() as i8 - 1)
}

/// The half factors of a shot that stands give for which something is true.
#[derive(Copy, Clone, Debug, Default)]
struct Weights {
    all: u16,
    stationary: u16,
    marksmen: u16,
    skirmishers: u16,
    prolonging: u16,
    mounted: u16,
    confederate_guns: u16,
    out_of_ammunition: u16,
    very_close: u16,
    flank: u16,
    soft: u16,
    hard: u16,
}

/// A shot being put together, unit by unit.
pub struct Volley<'a> {
    at: Position<'a>,
    target: Aimed,
    weights: Weights,
    units: Vec<UnitId>,
    flank: bool,
}

impl<'a> Volley<'a> {
    /// A shot at a target by nobody yet.
    #[must_use]
    pub fn new(at: Position<'a>, target: Aimed) -> Volley<'a> {
        Volley { at, target, weights: Weights::default(), units: Vec::new(), flank: false }
    }

    /// A unit's stands join in, less those that markers silence (STE-FIRE-6). `stationary`: the unit does not move in
    /// the phase (STE-FIRE-15).
    pub fn add(&mut self, prospect: &Prospect, sent: StandBits, stationary: bool) {
        let Volley { at, .. } = *self;
        let unit = prospect.unit;
        let (about, options) = (at.unit(unit), &at.rules.options);
        let guns = about.arm.is_artillery();
        let mut given = 0;
        let heard = heard(at, prospect, sent);
        for stand in (0..MOST_STANDS as u8).filter(|&stand| heard >> stand & 1 == 1) {
            let factor = u16::from(prospect.factor(stand));
            given += factor;
            let is = |bits: StandBits| factor * u16::from(bits >> stand & 1 == 1);
            self.weights.soft += is(prospect.soft);
            self.weights.hard += is(prospect.hard);
            // an option, for small arms only.
            if options.small_arms_50yd_left_one && !guns {
                self.weights.very_close += is(prospect.close);
            }
        }
        if given == 0 {
            return;
        }
        let when = |holds: bool| given * u16::from(holds);
        let weights = &mut self.weights;
        weights.all += given;
        // STE-FIRE-15 is for foot and horse; whoever lies down never has it, unless that is chosen.
        let may = !guns && (!at.is(unit, Mark::PRONE) || options.prone_fire_full);
        weights.stationary += when(stationary && may);
        // STE-FIRE-14, STE-FIRE-18.
        weights.marksmen += when(about.marksmen);
        weights.skirmishers += when(at.is_loose(unit));
        weights.prolonging += when(guns && at.is(unit, Mark::PROLONGING));
        weights.mounted += when(at.is_mounted(unit));
        weights.confederate_guns +=
            when(options.csa_artillery_shift && guns && about.side == Side::Confederate);
        weights.out_of_ammunition += when(options.out_of_ammunition && at.is(unit, Mark::OUT_OF_AMMUNITION));
        weights.flank += when(prospect.flank);
        self.flank |= prospect.flank;
        self.units.push(unit);
    }

    /// The shot; `None` where nobody gives a factor, which is no shot.
    #[must_use]
    pub fn shot(self) -> Option<Shot> {
        if self.weights.all == 0 {
            return None;
        }
        let mut shifts = ArrayVec::new();
        for (shift, columns) in self.shifts() {
            if columns != 0 {
                shifts.push((shift, columns));
            }
        }
        Some(Shot {
            target: self.target,
            units: self.units,
            half_factors: self.weights.all,
            shifts,
            flank: self.flank,
        })
    }

    /// Every row of T-SHIFT with its columns, 0 where it does not apply.
    fn shifts(&self) -> [(Shift, i8); MOST_SHIFTS] {
        let weights = &self.weights;
        // what is true of those who give more than half of the factors.
        let most = |weight: u16| i8::from(2 * weight > weights.all);
        let hard = most(weights.hard);
        // hard cover in place of soft; who is not behind a wall may still be behind a fence.
        let soft = most(weights.soft + weights.hard) * (1 - hard);
        let goal = Goal::of(self.at, self.target);
        let exposed = i8::from(goal.exposed).max(most(weights.flank));
        [
            (Shift::Stationary, most(weights.stationary)),
            (Shift::Exposed, exposed),
            (Shift::TwoRanks, i8::from(goal.ranks == 2)),
            (Shift::Marksmen, most(weights.marksmen)),
            (Shift::ThreeRanks, 2 * i8::from(goal.ranks > 2)),
            (Shift::Skirmishers, -most(weights.skirmishers)),
            (Shift::Guns, -i8::from(goal.guns)),
            (Shift::SoftCover, -soft),
            (Shift::HardCover, -2 * hard),
            (Shift::Prolonging, -most(weights.prolonging)),
            (Shift::Mounted, -2 * most(weights.mounted)),
            (Shift::ConfederateGuns, -most(weights.confederate_guns)),
            (Shift::Prone, -4 * i8::from(goal.prone)),
            // STE-OPT-5, R-15: two columns, not the one of the chart.
            (Shift::OutOfAmmunition, -2 * most(weights.out_of_ammunition)),
            (Shift::VeryClose, -most(weights.very_close)),
        ]
    }
}

/// What matters of a target, whoever fires.
struct Goal {
    exposed: bool,
    /// A square counts as three (STE-FIRE-19).
    ranks: u8,
    guns: bool,
    prone: bool,
}

impl Goal {
    fn of(at: Position<'_>, target: Aimed) -> Goal {
        let Aimed::Unit(unit) = target else {
            // STE-OPT-2: a commander is shot at like a skirmisher on horseback.
            return Goal { exposed: true, ranks: 1, guns: false, prone: false };
        };
        let troop = at.troop(unit);
        // G-3: one stand wide, or come by the road die.
        let road_column = troop.formation == Formation::Column
            && (at.stance(unit).files() == 1 || at.is(unit, Mark::ON_ROAD));
        let limbered = troop.formation == Formation::Limbered;
        // STE-SKIRM-7: horsemen count as mounted in skirmish order too.
        let exposed = limbered || road_column || at.is_mounted(unit);
        let square = troop.formation == Formation::Square;
        Goal {
            exposed,
            ranks: if square { 3 } else { stacks::ranks_deep(at, unit) },
            guns: troop.formation == Formation::Unlimbered,
            prone: at.is(unit, Mark::PRONE),
        }
    }
}
