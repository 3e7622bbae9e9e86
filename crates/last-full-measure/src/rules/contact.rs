//! LFM-22.1: which regiments are in contact with their brigade, and which could be again.
//!
//! A brigade marches stack after stack, so contact may be broken on the way; what counts is whether it can be made good
//! . That is asked of all its regiments together, for one of them cannot go two ways: a *plan* lets some go, each
//! once and with the movement points it has, to mates who stay. Whoever carries a plan out, move by move, has at every
//! moment the rest of it before him, so that a brigade that has one is never stuck.

use crate::model::board::Classes;
use crate::model::ids::{BrigadeId, BrigadeSet, Group, Piece, UnitId, UnitSet};
use crate::model::position::Position;
use crate::model::sizes::{HexSet, REGIMENTS};
use crate::model::state::Flag;
use crate::rules::movement::Marcher;
use arrayvec::ArrayVec;
use ground::{Direction, Hex};

/// Some regiments of a brigade, a bit each, in the order of its list.
pub(crate) type Few = u32;

const _: () = assert!(REGIMENTS <= Few::BITS as usize);

/// Up to so many regiments that can go every plan is looked at, beyond that those in which three of them go.
const SMALL: u32 = 10;
const MOVES_OF_MANY: u32 = 3;

/// The members of a set.
pub(crate) fn members(mut few: Few) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let one = few.trailing_zeros();
        few &= few.wrapping_sub(1);
        (one < Few::BITS).then_some(one as usize)
    })
}

/// The regiments of a brigade on the map, but for those who go with a group.
#[derive(Copy, Clone)]
pub(crate) struct Mates {
    pub len: usize,
    pub unit: [UnitId; REGIMENTS],
    pub hex: [Hex; REGIMENTS],
    /// Neither DETACHED (LFM-22.3e) nor free to go alone (LFM-20.7d).
    pub bound: Few,
    /// Those of them whose contact stood when they were bound: it is to be kept (LFM-22.1a). The others are to make it
    /// (LFM-22.1b, LFM-22.2).
    pub kept: Few,
    /// Who of them is stacked with or next to each.
    pub contact: [Few; REGIMENTS],
    /// How many go with the group.
    pub going: u32,
    /// How many of those have a contact to keep.
    pub going_kept: u32,
    /// One of those who go, and are bound.
    pub goes: Option<UnitId>,
}

impl Mates {
    /// All of them.
    pub fn all(&self) -> Few {
        Few::MAX.checked_shr(Few::BITS - self.len as u32).unwrap_or(0)
    }

    /// Those of some with whom nobody is in contact but those who go, if these are.
    pub fn lone_among(&self, some: Few) -> Few {
        members(some).fold(0, |lone, one| lone | Few::from(self.contact[one] == 0) << one)
    }

    /// Those who are the only contact of somebody who has to keep his.
    pub fn needed(&self) -> Few {
        members(self.kept).fold(0, |needed, one| {
            let contact = self.contact[one];
            needed | if contact.is_power_of_two() { contact } else { 0 }
        })
    }

    /// Whether one goes who has a contact to keep, and no other of the brigade with him.
    pub fn lone_goes(&self) -> bool {
        self.going == 1 && self.going_kept == 1
    }

    /// Whether one goes who has a contact to make, and no other of the brigade with him.
    pub fn stray_goes(&self) -> bool {
        self.going == 1 && self.going_kept == 0 && self.goes.is_some()
    }

    /// Who of them is in a hex or next to it.
    pub fn touching(&self, position: Position<'_>, hex: Hex) -> Few {
        let near = &position.scenario.board.near[hex.index()];
        (0..self.len).fold(0, |all, one| all | Few::from(near.contains(self.hex[one])) << one)
    }

    /// Where one of them is and all next to it.
    pub fn beside<'a>(&self, position: Position<'a>, one: usize) -> &'a HexSet {
        &position.scenario.board.near[self.hex[one].index()]
    }

    /// Where each of them is and all next to it: the hexes in contact with one of them.
    pub fn company(&self, position: Position<'_>) -> HexSet {
        let mut company = HexSet::EMPTY;
        for &hex in &self.hex[..self.len] {
            company.extend_with(&position.scenario.board.near[hex.index()]);
        }
        company
    }

    /// Hexes to the nearest of them; next to it is as near as in its hex.
    pub fn gap(&self, position: Position<'_>, from: Hex) -> u16 {
        self.gap_but(position, from, self.len)
    }

    /// The same without one of them.
    pub fn gap_but(&self, position: Position<'_>, from: Hex, one: usize) -> u16 {
        let others = (0..self.len).filter(|&other| other != one);
        others.map(|other| position.distance(from, self.hex[other])).min().unwrap_or(0).max(1)
    }
}

/// Whom each of a brigade could come to, found for those who are asked about: it takes a search each. It is filled in
/// place: it is large.
#[derive(Default)]
pub(crate) struct Nears {
    /// Who could move at all.
    pub able: Few,
    /// Those of them who ride, and the hexes in which they do not stop.
    pub riding: Few,
    pub shunned: HexSet,
    /// How each of them could move.
    pub marchers: ArrayVec<Option<Marcher>, REGIMENTS>,
    /// Who has been asked about, and where in `near` that stands.
    pub known: Few,
    pub place: [u8; REGIMENTS],
    pub near: ArrayVec<HexSet, REGIMENTS>,
}

impl Nears {
    /// Where somebody would have to be to be in contact with one who was asked about, after a move if he can make one.
    pub fn of(&self, one: usize) -> &HexSet {
        debug_assert!(self.known & 1 << one != 0, "nobody has asked about him");
        &self.near[usize::from(self.place[one])]
    }
}

/// Who touches whom in a brigade, and who could go to whom.
#[derive(Copy, Clone)]
pub(crate) struct Web {
    pub all: Few,
    pub kept: Few,
    pub contact: [Few; REGIMENTS],
    pub reach: [Few; REGIMENTS],
}

/// What the best plans make good.
#[derive(Copy, Clone)]
pub(crate) struct Plan {
    /// Those to be kept who are in contact at the end, by one of the plans.
    pub safe: Few,
    /// How many they are.
    pub saved: u32,
    /// Who goes in one of the shortest of them, and to whom.
    pub goals: [Few; REGIMENTS],
}

/// By who waits alone: who comes to him, his place plus one, or 0.
type Company = [u8; REGIMENTS];

const NOBODY: Company = [0; REGIMENTS];

impl Web {
    /// The best there is.
    pub fn plan(&self) -> Plan {
        let mut best = Plan { safe: 0, saved: 0, goals: [0; REGIMENTS] };
        let mut before = (0, 0);
        self.each_plan(0, |number, going, safe, company| {
            let saved = safe.count_ones();
            if number > before.0 {
                before = (number, best.saved);
            }
            if saved > best.saved {
                best = Plan { safe, saved, goals: [0; REGIMENTS] };
            }
            if saved == best.saved && saved > before.1 {
                self.add_goals(going, company, &mut best.goals);
            }
            best.saved
        });
        best
    }

    /// How many it saves, if that may be as many as this; perhaps fewer otherwise.
    pub fn most_saved(&self, wanted: u32) -> u32 {
        let mut best = 0;
        self.each_plan(wanted, |_, _, safe, _| {
            best = best.max(safe.count_ones());
            best
        });
        best
    }

    /// Tells of every plan, those with fewer moves first: how many go and who, who is in contact at the end, and who
    /// comes to whom of those who wait alone. Whoever listens says how many the best of them saves, until a number of
    /// moves has saved all that can be. Of no plan at all where fewer than wanted can be.
    fn each_plan(&self, wanted: u32, mut tell: impl FnMut(u32, Few, Few, &Company) -> u32) {
        let (mut able, mut sought, mut touching) = (0, 0, 0);
        for one in members(self.all) {
            able |= Few::from(self.reach[one] != 0) << one;
            sought |= self.reach[one];
            touching |= Few::from(self.contact[one] != 0) << one;
        }
        // Nobody can help the others.
        let most = (self.kept & (able | sought | touching)).count_ones();
        if most < wanted {
            return;
        }
        let moves = able.count_ones();
        let moves = if moves > SMALL { MOVES_OF_MANY } else { moves };
        let safe = (self.kept & touching).count_ones();
        let mut best = 0;
        for number in 0..=moves {
            // Who goes has company himself and is company for one other: so many moves do not save more.
            let at_most = safe + 2 * number;
            if at_most < wanted || number > 0 && at_most <= best {
                continue;
            }
            each_choice(able, number, 0, &mut |going| {
                let mut company = NOBODY;
                if let Some(safe) = self.saved_by(going, &mut company) {
                    best = tell(number, going, safe, &company);
                }
            });
            if best == most {
                break;
            }
        }
    }

    /// Who is in contact at the end if these go and the others stay. `None` if one of them finds nobody who stays.
    fn saved_by(&self, going: Few, company: &mut Company) -> Option<Few> {
        let stay = self.all & !going;
        if members(going).any(|one| self.reach[one] & stay == 0) {
            return None;
        }
        let mut alone = 0;
        for one in members(stay & self.kept) {
            alone |= Few::from(self.contact[one] & stay == 0) << one;
        }
        if alone != 0 {
            // One goes to one of those who wait alone.
            let waiting = alone;
            for one in members(going) {
                self.send(one, waiting, &mut 0, company);
            }
            for one in members(waiting) {
                alone &= !(Few::from(company[one] != 0) << one);
            }
        }
        Some(self.kept & !alone)
    }

    /// Adds to whom each of those who go does: to one who waits alone and gets no other, or to anybody who stays.
    fn add_goals(&self, going: Few, company: &Company, goals: &mut [Few; REGIMENTS]) {
        let stay = self.all & !going;
        for one in members(going) {
            let waiting = members(stay).find(|&waiting| usize::from(company[waiting]) == one + 1);
            goals[one] |= waiting.map_or(self.reach[one] & stay, |waiting| 1 << waiting);
        }
    }

    /// Finds somebody who waits alone for one who goes, if need be by sending others elsewhere.
    fn send(&self, one: usize, alone: Few, asked: &mut Few, company: &mut Company) -> bool {
        members(self.reach[one] & alone).any(|waiting| {
            if *asked & 1 << waiting != 0 {
                return false;
            }
            *asked |= 1 << waiting;
            let other = company[waiting];
            let free = other == 0 || self.send(usize::from(other) - 1, alone, asked, company);
            if free {
                company[waiting] = one as u8 + 1;
            }
            free
        })
    }
}

/// Every choice of so many members.
fn each_choice(of: Few, number: u32, chosen: Few, look: &mut impl FnMut(Few)) {
    if number == 0 {
        return look(chosen);
    }
    let mut rest = of;
    while rest.count_ones() >= number {
        let one = rest & rest.wrapping_neg();
        rest ^= one;
        each_choice(rest, number - 1, chosen | one, look);
    }
}

impl<'a> Position<'a> {
    /// The regiments of a brigade, and who of them go with a group.
    pub(crate) fn mates(&self, brigade: BrigadeId, group: &UnitSet) -> Mates {
        let Position { scenario, state, .. } = self;
        let mut mates = Mates {
            len: 0,
            unit: [UnitId(0); REGIMENTS],
            hex: [Hex(0); REGIMENTS],
            bound: 0,
            kept: 0,
            contact: [0; REGIMENTS],
            going: 0,
            going_kept: 0,
            goes: None,
        };
        for (unit, hex) in self.regiments_on_map(brigade) {
            let flags = state.flags(unit);
            let bound = !flags.any(Flag::DETACHED) & !scenario.rolls.free_command.contains(unit);
            let kept = bound & !flags.any(Flag::LOST_TOUCH);
            if group.contains(unit) {
                mates.going += 1;
                mates.going_kept += u32::from(kept);
                mates.goes = if bound { Some(unit) } else { mates.goes };
                continue;
            }
            let at = mates.len;
            (mates.unit[at], mates.hex[at]) = (unit, hex);
            mates.bound |= Few::from(bound) << at;
            mates.kept |= Few::from(kept) << at;
            let touched = mates.touching(*self, hex);
            mates.contact[at] = touched;
            // Few are.
            for other in members(touched) {
                mates.contact[other] |= 1 << at;
            }
            mates.len += 1;
        }
        mates
    }

    /// Who could close up from a hex if a group were elsewhere, and how; `None` if he cannot or need not: builders, the
    /// held, whoever stands in a zone of control, which nobody has to leave, whoever must man new works, whoever is at
    /// the end of his move.
    pub(crate) fn closing_marcher(&self, unit: UnitId, at: Hex, group: &UnitSet) -> Option<Marcher> {
        let (state, side) = (self.state, self.state.phasing);
        let (flags, mp) = (state.flags(unit), state.mp(unit));
        let stays = || state.stack(at).any(|other| other != unit && !group.contains(other));
        let fixed = self.is_stuck(at, mp, true)
            || self.in_zoc(side, at)
            || flags.any(Flag::BUILDER)
            || flags.all(Flag::RESTED | Flag::CHARGED)
            || self.must_man_works(at) && !stays()
            || self.is_held(Piece::Unit(unit));
        let disordered = flags.any(Flag::D | Flag::CHARGED) || state.is_shattered(self.scenario, unit);
        (!fixed).then(|| Marcher {
            side,
            at,
            mp,
            classes: self.class(unit),
            disordered,
            road: false,
            rates: true,
            may_enter_zoc: false,
            may_charge: false,
            only_leaders: false,
        })
    }

    /// Where the phasing side's cavalry is. Cavalry does not stop there to close up, except where it is itself: the
    /// other may be in another mode (LFM-4.3).
    pub(crate) fn cavalry_hexes(&self) -> HexSet {
        let Position { scenario, state, .. } = self;
        let ours = scenario.rolls.units[state.phasing.index()].intersection(&scenario.rolls.cavalry);
        ours.iter().filter_map(|unit| state.hex_of(unit)).collect()
    }

    /// Where one who closes up could stop, where he is among them.
    pub(crate) fn closing_area(&self, unit: UnitId, marcher: &Marcher) -> HexSet {
        let mut area = self.area(marcher);
        if self.scenario.rolls.cavalry.contains(unit) {
            area = area.difference(&self.cavalry_hexes());
            area.insert(marcher.at);
        }
        area
    }

    /// Those of these hexes that are one step away.
    pub(crate) fn closing_steps(&self, unit: UnitId, marcher: &Marcher) -> impl Iterator<Item = Hex> {
        let rides = self.scenario.rolls.cavalry.contains(unit);
        let shuns = move |hex: Hex| {
            rides && self.state.stack(hex).any(|other| self.scenario.rolls.cavalry.contains(other))
        };
        Direction::ALL.into_iter().filter_map(move |side| {
            let next = self.scenario.board.next(marcher.at, side)?;
            let (plain, rate) = self.step_costs(marcher, side);
            let barred = self.in_zoc(marcher.side, next) || self.enemy_in(marcher.side, next) || shuns(next);
            (plain.min(rate) <= marcher.mp && !barred).then_some(next)
        })
    }

    /// What is left of all that is next to an area without those hexes that cavalry could only come to from hexes of it
    /// that it shuns.
    pub(crate) fn without_shunned(&self, at: Hex, area: &HexSet, shunned: &HexSet, near: &HexSet) -> HexSet {
        let stops = area.difference(shunned);
        let mut left = *near;
        for hex in self.surroundings(shunned).intersection(near).iter() {
            // One of the first two neighbours does it for most.
            let mut beside =
                Direction::ALL.into_iter().filter_map(|side| self.scenario.board.next(hex, side));
            if hex != at && !beside.any(|next| stops.contains(next)) {
                left.remove(hex);
            }
        }
        left
    }

    /// Who of the mates of a group could move.
    pub(crate) fn find_able(&self, mates: &Mates, group: &UnitSet, nears: &mut Nears) {
        for one in 0..mates.len {
            let bound = mates.bound & 1 << one != 0;
            let marcher =
                if bound { self.closing_marcher(mates.unit[one], mates.hex[one], group) } else { None };
            let rides = marcher.is_some() & self.scenario.rolls.cavalry.contains(mates.unit[one]);
            nears.able |= Few::from(marcher.is_some()) << one;
            nears.riding |= Few::from(rides) << one;
            nears.marchers.push(marcher);
        }
        if nears.riding != 0 {
            nears.shunned = self.cavalry_hexes();
        }
    }

    /// Whether a mate of a group could surely come wherever it can go, or next to it: he stands where it does, and goes
    /// as far.
    pub(crate) fn follows(&self, mates: &Mates, one: usize, group: &UnitSet, marcher: &Marcher) -> bool {
        let (unit, at) = (mates.unit[one], mates.hex[one]);
        // Cavalry does not stop everywhere.
        at == marcher.at
            && mates.bound & 1 << one != 0
            && !self.scenario.rolls.cavalry.contains(unit)
            && self.closing_marcher(unit, at, group).is_some_and(|mate| {
                let alike = |classes: Classes| self.scenario.board.alike(classes);
                mate.mp >= marcher.mp
                    && mate.disordered == marcher.disordered
                    && alike(mate.classes) == alike(marcher.classes)
            })
    }

    /// Who of the mates of a group touches whom, and who could go to whom; all who could move have been asked about.
    pub(crate) fn web(&self, mates: &Mates, nears: &Nears) -> Web {
        let mut web =
            Web { all: mates.all(), kept: mates.kept, contact: mates.contact, reach: [0; REGIMENTS] };
        for one in members(nears.able) {
            let near = nears.of(one);
            let reach = (0..mates.len).fold(0, |all, to| all | Few::from(near.contains(mates.hex[to])) << to);
            web.reach[one] = reach & !(1 << one);
        }
        web
    }

    /// The brigades of those in a group who are bound to them.
    pub(crate) fn bound_brigades(&self, group: &Group) -> BrigadeSet {
        let mut brigades = BrigadeSet::EMPTY;
        for unit in group.units.iter() {
            let free = self.state.is(unit, Flag::DETACHED) | self.scenario.rolls.free_command.contains(unit);
            if let Some(brigade) = self.info(unit).brigade
                && !free
            {
                brigades.insert(brigade);
            }
        }
        brigades
    }

    /// Hexes, and all that are next to one of them.
    pub(crate) fn surroundings(&self, hexes: &HexSet) -> HexSet {
        let mut around = *hexes;
        for hex in hexes.iter() {
            around.extend_with(&self.scenario.board.around[hex.index()]);
        }
        around
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::chance::Quick;

    /// What may become of a brigade: how many contacts are kept, who of those moves, and whose they are.
    type End = (u32, Few, Few);

    /// The slow twin of [`Web::plan`]: each stays, or goes to one of those he can reach who stays.
    fn every_end(web: &Web, count: usize) -> Vec<End> {
        let choices: Vec<Vec<Option<usize>>> = (0..count)
            .map(|one| [None].into_iter().chain(members(web.reach[one]).map(Some)).collect())
            .collect();
        let ways: usize = choices.iter().map(Vec::len).product();
        let mut ends = Vec::new();
        for way in 0..ways {
            let mut rest = way;
            let goes: Vec<Option<usize>> = choices
                .iter()
                .map(|choices| {
                    let chosen = choices[rest % choices.len()];
                    rest /= choices.len();
                    chosen
                })
                .collect();
            if goes.iter().flatten().any(|&to| goes[to].is_some()) {
                continue;
            }
            let touched = |one: usize| members(web.contact[one]).any(|other| goes[other].is_none());
            let met = |one: usize| goes.contains(&Some(one));
            let safe = |&one: &usize| goes[one].is_some() || touched(one) || met(one);
            let safe: Few = members(web.kept).filter(safe).fold(0, |all, one| all | 1 << one);
            let going = (0..count).fold(0, |all, one| all | Few::from(goes[one].is_some()) << one);
            ends.push((safe.count_ones(), going, safe));
        }
        ends
    }

    /// A brigade of which any two are in contact, or within reach of each other, as chance will have it.
    fn any_web(chance: &mut Quick, count: usize) -> Web {
        let all = Few::MAX >> (Few::BITS - count as u32);
        let mut web =
            Web { all, kept: chance.below(all + 1), contact: [0; REGIMENTS], reach: [0; REGIMENTS] };
        let often = 1 + chance.below(4);
        for one in 0..count {
            for other in 0..one {
                let touch = Few::from(chance.below(5) < 1);
                web.contact[one] |= touch << other;
                web.contact[other] |= touch << one;
                web.reach[one] |= Few::from(chance.below(5) < often) << other;
                web.reach[other] |= Few::from(chance.below(5) < often) << one;
            }
            if chance.below(3) == 0 {
                web.reach[one] = 0;
            }
        }
        web
    }

    /// the best plan is the best of all that may become of a brigade, with as few moves as it takes.
    #[test]
    fn the_best_plan_is_what_trying_everything_finds() {
        let mut chance = Quick::new(22);
        // Where nobody has to go, where somebody has to, and where not all can be kept.
        let mut seen = [0; 3];
        for _ in 0..1_500 {
            let count = 2 + chance.below(5) as usize;
            let web = any_web(&mut chance, count);
            let ends = every_end(&web, count);
            let best = ends.iter().map(|end| end.0).max().expect("nobody needs to go");
            let fewest = ends.iter().filter(|end| end.0 == best).map(|end| end.1.count_ones()).min();
            let fewest = fewest.expect("one is the best");
            let shortest = || ends.iter().filter(|end| end.0 == best && end.1.count_ones() == fewest);
            let plan = web.plan();
            assert_eq!(plan.saved, best, "{count} {ends:?}");
            assert!(shortest().any(|end| end.2 == plan.safe), "{:b} of {ends:?}", plan.safe);
            let going = (0..count).filter(|&one| plan.goals[one] != 0).fold(0, |all, one| all | 1 << one);
            assert_eq!(going, shortest().fold(0, |all, end| all | end.1), "who goes, {ends:?}");
            assert!((0..count).all(|one| plan.goals[one] & !web.reach[one] == 0), "nobody can go there");
            for wanted in 0..=count as u32 {
                let saved = web.most_saved(wanted);
                assert!(saved == best || wanted > best && saved < best, "{saved} of {best}, {wanted} wanted");
            }
            let all = web.kept.count_ones();
            seen[if best < all { 2 } else { usize::from(fewest > 0) }] += 1;
        }
        assert!(seen.iter().all(|&seen| seen > 100), "{seen:?}");
    }

    /// So many who can go to any of four who wait, each for himself.
    fn four_wait(able: u32) -> Web {
        let movers: Few = (1 << able) - 1;
        let waiting: Few = 0b1111 << able;
        let mut web =
            Web { all: movers | waiting, kept: waiting, contact: [0; REGIMENTS], reach: [0; REGIMENTS] };
        for one in members(movers) {
            (web.contact[one], web.reach[one]) = (movers & !(1 << one), waiting);
        }
        web
    }

    /// up to ten regiments that can move every plan counts, beyond that those of up to three moves.
    #[test]
    fn of_many_who_can_go_three_do() {
        let few = four_wait(10);
        assert_eq!((few.plan().saved, few.most_saved(4)), (4, 4));
        let many = four_wait(11);
        let plan = many.plan();
        assert_eq!((plan.saved, many.most_saved(4), plan.safe.count_ones()), (3, 3, 3));
        assert!((0..11).all(|one| plan.goals[one] != 0), "any three of them go");
        assert!(plan.goals[11..].iter().all(|&goals| goals == 0));
    }
}
