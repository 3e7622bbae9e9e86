//! Where a unit in somebody's hand may go: the fan of front middles that one wheel and a straight way lead to, that of
//! oblique ways in what lies too near for a wheel, and the same once it has turned about. A picture: `check` decides.

use super::drag::{OBLIQUE, QUARTER, marches, wheel};
use super::on_board;
use crate::model::figure::{Stance, TICK};
use crate::model::ids::UnitId;
use crate::model::legs::{Mode, Motion, hand};
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::state::{Formation, Whereabouts};
use crate::rules::legs::{Ghost, Reckoning, Roll, allowance, tread, wheel_cost};
use crate::rules::sweep::{self, Sweep};
use engine::scene::{self, Region};
use ground::geometry::Point;
use ground::table::{Compass, Heading, Leg, Turn, Wheel, meet};

/// How far casts are apart, in ticks: 10 degrees.
const APART: usize = 4;

/// How exactly the end of a cast is found, in mils.
const FINE: i32 = INCH / 20;

/// The directions in which guns are drawn by hand: every so many tenths of a degree.
const ROUND: i32 = 150;

/// Where points are answers for a unit whose dice have fallen. Loose stands have none: whether they may lie somewhere
/// depends on more than where their middle is (G-16).
pub(crate) fn regions(at: Position<'_>, unit: UnitId, roll: Roll) -> Vec<Region> {
    let ghost = Ghost::of(at, unit);
    let mut rings = Vec::new();
    match roll.mode {
        Mode::Prolong => by_hand(at, unit, roll, &ghost, &mut rings),
        Mode::March | Mode::Column | Mode::Rise | Mode::RiseColumn if marches(&ghost.stance) => {
            let start = Reckoning::new(at, unit, roll);
            ahead(at, unit, &start, &ghost, &mut rings);
            let mut turned = start;
            // Who lies along a road turns about where it lies, and who comes in has nothing behind him.
            let free = ghost.lane.is_none() && at.troop(unit).whereabouts == Whereabouts::Table;
            if free
                && let Ok(trod) = tread(at, unit, &ghost, Motion::About, true)
                && turned.add(&trod).is_ok()
            {
                ahead(at, unit, &turned, &trod.after, &mut rings);
            }
        }
        _ => {}
    }
    let outline: Vec<Vec<scene::Point>> = rings
        .into_iter()
        .map(|ring: Vec<Point>| ring.into_iter().map(|point| on_board(at.rules, point)).collect())
        .collect();
    if outline.is_empty() {
        return Vec::new();
    }
    let label = format!("{} goes there", at.unit(unit).name);
    vec![Region { outline, facing: false, label }]
}

/// A cast: the parts of a straight way on which it may end.
struct Cast {
    way: Leg,
    parts: Vec<(i32, i32)>,
}

/// The fans before a unit that stands so: by wheels, and within what wheels leave out by oblique ways.
fn ahead(at: Position<'_>, unit: UnitId, so_far: &Reckoning<'_>, ghost: &Ghost, rings: &mut Vec<Vec<Point>>) {
    let stance = ghost.stance;
    let most = so_far.left();
    let caster = Caster { at, unit };
    let wheels = (-QUARTER..=QUARTER).step_by(APART);
    fans(wheels.map(|ticks| caster.wheeled(so_far, ghost, ticks)), rings);
    if stance.formation == Formation::Limbered || ghost.lane.is_some() {
        return;
    }
    let oblique = (-QUARTER..=QUARTER).step_by(2 * APART).map(|ticks| {
        // The chord to where a wheel by so much would bring the front middle lies half as far off the facing.
        let to =
            Wheel::new(stance.front_rank(), hand(ticks > 0), TICK).at(ticks.unsigned_abs() as u16).anchor;
        let off = (ticks.abs() + 1) / 2;
        let reach = stance.anchor.distance_squared(to).isqrt() as i32;
        if ticks == 0 || off > OBLIQUE {
            return None;
        }
        let turn = Turn::tenths(ticks.signum() * off * i32::from(TICK));
        let leg = |distance| Motion::Oblique { right: ticks > 0, ticks: off as u8, distance };
        Some(caster.cast(so_far, ghost, stance.facing.turned(turn), reach.min(most), leg))
    });
    fans(oblique, rings);
}

/// What casts have in common.
struct Caster<'a> {
    at: Position<'a>,
    unit: UnitId,
}

impl Caster<'_> {
    /// Straight on.
    fn straight(&self, so_far: &Reckoning<'_>, ghost: &Ghost) -> Cast {
        self.cast(so_far, ghost, ghost.stance.facing, so_far.left(), Motion::Forward)
    }

    /// Straight on after a wheel by so many ticks.
    fn wheeled(&self, so_far: &Reckoning<'_>, ghost: &Ghost, ticks: i32) -> Option<Cast> {
        let Some(leg) = wheel(ticks) else { return Some(self.straight(so_far, ghost)) };
        // What costs too much by itself is not even looked at.
        if wheel_cost(&ghost.stance, ticks.unsigned_abs() as u16) > so_far.left() {
            return None;
        }
        let trod = tread(self.at, self.unit, ghost, leg, true).ok()?;
        let mut reckoning = so_far.clone();
        reckoning.add(&trod).ok()?;
        Some(self.straight(&reckoning, &trod.after))
    }

    /// How far a leg may lead, and where on it nobody else stands. What bars a way or makes it dearer only grows along
    /// it, so what can be gone is a beginning of it.
    fn cast(
        &self,
        so_far: &Reckoning<'_>,
        ghost: &Ghost,
        direction: Heading,
        most: i32,
        leg: impl Fn(i32) -> Motion,
    ) -> Cast {
        let (at, unit) = (self.at, self.unit);
        let longest = longest_left(most, |way| {
            let trod = tread(at, unit, ghost, leg(way), true).ok()?;
            let mut reckoning = so_far.clone();
            reckoning.add(&trod).ok()?;
            Some(reckoning.left())
        });
        let way = Leg::new(ghost.stance.anchor, direction, longest);
        let mut parts = vec![(0, longest)];
        if longest > 0 {
            self.leave_out_bodies(&ghost.stance, way, &mut parts);
        } else {
            parts.clear();
        }
        Cast { way, parts }
    }

    /// Takes out where it would stand on somebody.
    fn leave_out_bodies(&self, stance: &Stance, way: Leg, parts: &mut Vec<(i32, i32)>) {
        let (at, unit) = (self.at, self.unit);
        let whole = Sweep::along(*stance, way);
        let back = Leg { from: way.to, to: way.from, length: way.length };
        let others = at.present().filter(|&other| other != unit);
        for other in others.filter(|&other| at.side(other) == at.side(unit) || !at.is_loose(other)) {
            let theirs = at.footprint(other);
            if !whole.passes(&theirs) {
                continue;
            }
            let (start, end) = (sweep::footprint(stance), whole.footprint_at(way.length));
            for their in &theirs {
                let first = |leg: &Leg, bodies: &[ground::table::Posed]| {
                    let ways = bodies
                        .iter()
                        .filter_map(|our| meet::first_within(leg, &our.core, &their.core, 0, sweep::MARK));
                    ways.min()
                };
                if let (Some(enter), Some(leave)) = (first(&way, &start), first(&back, &end)) {
                    cut(parts, enter, way.length - leave);
                }
            }
        }
    }
}

/// Takes a stretch out of others.
fn cut(parts: &mut Vec<(i32, i32)>, enter: i32, leave: i32) {
    let mut left = Vec::with_capacity(parts.len() + 1);
    for &(from, to) in parts.iter() {
        left.extend(
            [(from, to.min(enter)), (from.max(leave), to)].into_iter().filter(|part| part.0 < part.1),
        );
    }
    left.dedup();
    *parts = left;
}

/// The longest way of those that fit, to within [`FINE`].
pub(super) fn longest(most: i32, fits: impl Fn(i32) -> bool) -> i32 {
    if most <= 0 || fits(most) {
        return most.max(0);
    }
    let (mut low, mut high) = (0, most);
    while high - low > FINE {
        let middle = low + (high - low) / 2;
        if fits(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// The same where it is known how much is left behind a way: none where something bars it, below nothing where it is
/// too long. What is too long by so much fits when it is so much shorter, since a shorter way costs no more; and what
/// then is left over can be gone, unless it costs an inch a die.
fn longest_left(most: i32, left: impl Fn(i32) -> Option<i32>) -> i32 {
    let fits = |way: i32| left(way).is_some_and(|left| left >= 0);
    let Some(over) = left(most).filter(|_| most > 0) else { return longest(most, fits) };
    if over >= 0 {
        return most;
    }
    let sure = most + over;
    let slack = if sure > 0 { left(sure).unwrap_or(0).min(-over) } else { 0 };
    match slack {
        ..FINE => sure.max(0),
        _ if fits(sure + slack) => sure + slack,
        _ => sure + longest(slack, |way| fits(sure + way)),
    }
}

/// The ground between casts side by side. Parts of neighbours belong together where they lie side by side.
fn fans(casts: impl Iterator<Item = Option<Cast>>, rings: &mut Vec<Vec<Point>>) {
    struct Chain {
        part: (i32, i32),
        near: Vec<Point>,
        far: Vec<Point>,
    }
    let mut chains: Vec<Chain> = Vec::new();
    let mut close = |chain: Chain| {
        let mut ring = chain.near;
        if let (&[near], &[far]) = (&ring[..], &chain.far[..])
            && let Some(bears) = Compass::FINEST.bearing(near, far)
        {
            // One cast alone stands for what lies halfway to its neighbours.
            let long = near.distance_squared(far).isqrt() as i32;
            let half = APART as i32 * i32::from(TICK) / 2;
            let beside =
                [-half, half].map(|tenths| Leg::new(near, bears.turned(Turn::tenths(tenths)), long).to);
            ring.extend(beside);
            rings.push(ring);
            return;
        }
        ring.extend(chain.far.into_iter().rev());
        ring.dedup();
        if ring.len() > 2 {
            rings.push(ring);
        }
    };
    for cast in casts {
        let parts = cast.as_ref().map_or(&[][..], |cast| &cast.parts);
        let mut next: Vec<Chain> = Vec::new();
        for &part in parts {
            let Some(Cast { way, .. }) = &cast else { continue };
            let beside = chains.iter().position(|chain| chain.part.0 < part.1 && part.0 < chain.part.1);
            let mut chain = match beside {
                Some(place) => chains.remove(place),
                None => Chain { part, near: Vec::new(), far: Vec::new() },
            };
            chain.part = part;
            chain.near.push(way.at(part.0));
            chain.far.push(way.at(part.1));
            next.push(chain);
        }
        chains.drain(..).for_each(&mut close);
        chains = next;
    }
    chains.into_iter().for_each(close);
}

/// Where guns may be drawn by hand: all round, as far as half a die leads and no hill is in the way (STE-MOVE-38,
/// STE-MOVE-39).
fn by_hand(at: Position<'_>, unit: UnitId, roll: Roll, ghost: &Ghost, rings: &mut Vec<Vec<Point>>) {
    let most = allowance(roll.sum, 1, 0, 1);
    let caster = Caster { at, unit };
    let facing = ghost.stance.facing;
    let so_far = Reckoning::new(at, unit, roll);
    let casts = (0..=3_600 / ROUND).map(|number| {
        let turn = Turn::tenths(number * ROUND);
        let direction = Heading::NORTH.turned(turn).vector();
        let leg = |way: i32| {
            let share = |part: i64| (part * i64::from(way) / ground::table::heading::ONE) as i32;
            Motion::Prolong { aside: share(direction.x), ahead: share(direction.y), facing }
        };
        Some(caster.cast(&so_far, ghost, facing.turned(turn), most, leg))
    });
    fans(casts, rings);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_way_is_found_whatever_ends_it() {
        for limit in [0, 40, 2_999, 3_000, 3_001, 5_500, 9_000] {
            let found = longest(9_000, |way| way <= limit);
            assert!(found <= limit && limit - found <= FINE, "{limit}: {found}");
            let barred = longest_left(9_000, |way| (way <= limit).then_some(9_000 - way));
            assert_eq!(barred, found, "{limit}");
            // From there on an inch for each of three dice is off.
            let dearer = |way: i32| 9_000 - way - if way > limit { 3_000 } else { 0 };
            let found = longest_left(9_000, |way| Some(dearer(way)));
            let best = if limit >= 6_000 { limit } else { 6_000 };
            assert!(found <= best && best - found <= FINE, "{limit}: {found}");
        }
    }

    #[test]
    fn a_stretch_is_cut_out_of_others() {
        let mut parts = vec![(0, 100)];
        cut(&mut parts, 40, 60);
        assert_eq!(parts, [(0, 40), (60, 100)]);
        cut(&mut parts, 90, 200);
        cut(&mut parts, -5, 10);
        assert_eq!(parts, [(10, 40), (60, 90)]);
        cut(&mut parts, 30, 70);
        assert_eq!(parts, [(10, 30), (70, 90)]);
    }
}
