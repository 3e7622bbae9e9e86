//! LFM-22.1: where a group may go without parting a brigade.
//!
//! A hex is *free* to a group if it could halt there for good: as many regiments as possible of its brigades can still
//! be in contact at the end, and who has to close up is as near as he can come. Any other hex is allowed only if the
//! group can go on from there to a free one.

use crate::model::ids::{BrigadeId, UnitId, UnitSet};
use crate::model::numbers::MovementPoints;
use crate::model::position::Position;
use crate::model::sizes::HexSet;
use crate::model::state::{Flag, Moving};
use crate::rules::contact::{Few, Mates, Nears, Web, members};
use crate::rules::movement::Marcher;
use engine::Violation;
use ground::{Direction, Hex};

/// Where a group may go.
pub(crate) struct Leave {
    /// Where it may be with the points it has left there if it comes by the cheapest way.
    pub hexes: HexSet,
    /// Where it may halt; where it is may be among them.
    pub free: HexSet,
    /// What it costs to go on to one of these from the hexes next to it, by direction.
    onward: [Option<MovementPoints>; 6],
}

impl Leave {
    /// Whether a group that has taken a step and has so many points left may be there.
    pub fn lets_step(&self, to: Hex, side: Direction, left: MovementPoints) -> bool {
        self.free.contains(to) || self.onward[side.index()].is_some_and(|cost| cost <= left)
    }
}

/// What a hex holds in store for a brigade of which some halt there and others are elsewhere: who of the others would
/// touch them, and who could come to them.
type Prospect = (Few, Few);

/// A group on the march and a brigade of which some go with it and others do not.
struct Parting<'a> {
    position: Position<'a>,
    group: &'a UnitSet,
    marcher: &'a Marcher,
    mates: &'a Mates,
    /// Mates whose contact is to be kept and with whom no other of them is in contact.
    lone: Few,
}

/// A regiment that a move would part from its brigade.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Breach {
    /// By which rule not.
    rule: &'static str,
    unit: UnitId,
    brigade: BrigadeId,
}

impl Position<'_> {
    /// Which of the hexes to which a group can go it may go to. What charges part is not asked.
    pub(crate) fn leave(&self, moving: &Moving, marcher: &Marcher, hexes: HexSet) -> Leave {
        let mut free = hexes;
        free.insert(marcher.at);
        let brigades = self.bound_brigades(&moving.group);
        if moving.charged || brigades.is_empty() {
            return Leave { hexes, free, onward: [None; 6] };
        }
        for brigade in brigades.iter() {
            let mates = self.mates(brigade, &moving.group.units);
            self.parting(&mates, &moving.group.units, marcher).narrow(&mut free);
        }
        if hexes.is_subset(&free) || !self.may_go_on(marcher) {
            return Leave { hexes: hexes.intersection(&free), free, onward: [None; 6] };
        }
        let (detours, onward) = self.detours(marcher, &self.halts(&free));
        Leave { hexes: hexes.intersection(&free.union(&detours)), free, onward }
    }

    /// Whether its brigades let a group halt where it is.
    pub(crate) fn may_halt(&self, moving: &Moving) -> bool {
        let marcher = self.marcher(moving);
        let leave = self.leave(moving, &marcher, self.stops_of(moving, &marcher));
        leave.free.contains(marcher.at)
    }

    /// The hexes of a set in which one stops without entering a zone of control.
    fn halts(&self, hexes: &HexSet) -> HexSet {
        hexes.difference(&self.state.zones(self.state.phasing.other()).zoc)
    }

    /// A brigade of which some are in a group on the march, by their mates: `marcher` is the whole group.
    fn parting<'a>(&'a self, mates: &'a Mates, group: &'a UnitSet, marcher: &'a Marcher) -> Parting<'a> {
        Parting { position: *self, group, marcher, mates, lone: mates.lone_among(mates.kept) }
    }

    /// Whether a group may go to a hex, or take a step, with so many points left: nobody is parted from his brigade for
    /// good.
    ///
    /// # Errors
    ///
    /// The rule against it, with the regiment and its brigade.
    pub(crate) fn check_together(
        &self,
        moving: &Moving,
        hex: Hex,
        step: Option<(Direction, MovementPoints)>,
    ) -> Result<(), Violation> {
        let marcher = self.marcher(moving);
        let hexes = self.stops_of(moving, &marcher);
        let leave = self.leave(moving, &marcher, hexes);
        let lets = match step {
            Some((side, left)) => leave.lets_step(hex, side, left),
            None => leave.hexes.contains(hex),
        };
        if lets {
            return Ok(());
        }
        let mut free = hexes;
        free.insert(marcher.at);
        for brigade in self.bound_brigades(&moving.group).iter() {
            let mates = self.mates(brigade, &moving.group.units);
            let parting = self.parting(&mates, &moving.group.units, &marcher);
            let mut narrower = free;
            parting.come_near(&mut narrower);
            if let Some(unit) = parting.mates.goes.filter(|_| !narrower.contains(hex)) {
                let rule = self.closing_rule(unit);
                return Err(self.why_together(&Breach { rule, unit, brigade }));
            }
            parting.keep_contact(&mut narrower);
            if !narrower.contains(hex) {
                return Err(self.why_together(&parting.lost_at(brigade, hex)));
            }
            free = narrower;
        }
        Err(Violation::of("LFM-22.1a", "That would part a brigade."))
    }

    /// The rule by which a regiment that was out of contact has to close up.
    pub(crate) fn closing_rule(&self, unit: UnitId) -> &'static str {
        if self.state.is(unit, Flag::ENTERED) { "LFM-22.2" } else { "LFM-22.1b" }
    }

    /// A breach in words.
    fn why_together(&self, breach: &Breach) -> Violation {
        let (tag, name) = (self.tag(breach.unit), &self.scenario.brigade(breach.brigade).name);
        let text = if breach.rule == "LFM-22.1a" {
            format!("{tag} would be out of contact with {name}, and nobody could close up any more.")
        } else {
            format!("{tag} is out of contact with {name}: after that it could no longer come as near as now.")
        };
        Violation::of(breach.rule, text).about([tag])
    }

    /// The same for a change of mode.
    pub(crate) fn why_parted(&self, brigade: BrigadeId, unit: UnitId) -> Violation {
        let rule = if self.state.is(unit, Flag::LOST_TOUCH) { self.closing_rule(unit) } else { "LFM-22.1a" };
        let (tag, name) = (self.tag(unit), &self.scenario.brigade(brigade).name);
        let text =
            format!("{tag} has to go on from here to keep {name} together, which it could not after that.");
        Violation::of(rule, text).about([tag])
    }

    /// What a brigade some of whose regiments are on the march falls short of at best: how far one who has to close up
    /// stays away, and how many contacts are lost for good.
    pub(crate) fn shortfall(&self, brigade: BrigadeId, moving: &Moving) -> (u16, u32) {
        let marcher = self.marcher(moving);
        let mut free = self.stops_of(moving, &marcher);
        free.insert(moving.at);
        let mates = self.mates(brigade, &moving.group.units);
        let parting = self.parting(&mates, &moving.group.units, &marcher);
        parting.come_near(&mut free);
        // With nowhere to halt it falls short of everything.
        let Some(halt) = self.halts(&free).first_member() else {
            return (0, mates.kept.count_ones() + mates.going_kept);
        };
        let gap = if mates.stray_goes() { mates.gap(*self, halt) } else { 0 };
        (gap, parting.keep_contact(&mut free))
    }
}

impl Parting<'_> {
    /// Leaves the hexes in which the group may halt.
    fn narrow(&self, free: &mut HexSet) {
        if self.mates.len == 0 {
            return;
        }
        self.come_near(free);
        self.keep_contact(free);
    }

    /// Where as many as possible of the hexes to which the group can go have contact at the end (LFM-22.1a). How many
    /// are lost wherever it halts, if it can.
    fn keep_contact(&self, free: &mut HexSet) -> u32 {
        let Parting { position, mates, lone, .. } = self;
        let most = mates.kept.count_ones() + mates.going_kept;
        let mut nears = Nears::default();
        let Some((doubtful, company)) = self.doubtful(free, &mut nears) else { return 0 };
        position.find_near(mates, nears.able | lone, &mut nears);
        let web = position.web(mates, &nears);
        // One who goes alone must meet somebody; and who cannot find company elsewhere must come.
        let mut lost = HexSet::EMPTY;
        if mates.lone_goes() {
            lost = doubtful.difference(&company);
            for one in members(nears.able) {
                lost = lost.difference(nears.of(one));
            }
        }
        let sought = members(nears.able).fold(0, |sought, one| sought | web.reach[one]);
        for one in members(lone & !sought).filter(|&one| web.reach[one] == 0) {
            lost.extend_with(&doubtful.difference(nears.of(one)));
        }
        self.each_prospect(&nears, doubtful.difference(&lost), |prospect, hexes| {
            if self.saved(&web, prospect, most) < most {
                lost.extend_with(hexes);
            }
        });
        let kept = free.difference(&lost);
        if !position.halts(&kept).is_empty() {
            *free = kept;
            return 0;
        }
        // Some are lost already: as many as can be saved without entering a zone of control.
        let mut best = 0;
        self.each_prospect(&nears, position.halts(free), |prospect, _| {
            best = best.max(self.saved(&web, prospect, best));
        });
        let mut saved = HexSet::EMPTY;
        self.each_prospect(&nears, *free, |prospect, hexes| {
            if self.saved(&web, prospect, best) >= best {
                saved.extend_with(hexes);
            }
        });
        *free = saved;
        most - best
    }

    /// Those of some hexes of which it is not plain that all contacts can be kept if the group halts there, and the
    /// hexes in contact with a mate; nothing where it is plain of all of them. Searches are made only for those on whom
    /// it depends.
    fn doubtful(&self, hexes: &HexSet, nears: &mut Nears) -> Option<(HexSet, HexSet)> {
        let Parting { position, group, marcher, mates, lone } = self;
        if *lone == 0 && !mates.lone_goes() {
            return None;
        }
        let follows = |one: usize| position.follows(mates, one, group, marcher);
        if *lone == 0 {
            // Anybody may come whom nobody else needs.
            let company = mates.company(*position);
            let mut doubtful = hexes.difference(&company);
            let unneeded = mates.bound & !mates.needed();
            if doubtful.is_empty() || members(unneeded).any(follows) {
                return None;
            }
            position.find_able(mates, group, nears);
            for one in members(nears.able & unneeded) {
                position.find_near(mates, 1 << one, nears);
                doubtful = doubtful.difference(nears.of(one));
                if doubtful.is_empty() {
                    return None;
                }
            }
            return Some((doubtful, company));
        }
        // All who need it come, or find somebody else who stays.
        if members(*lone).all(follows) {
            return None;
        }
        position.find_able(mates, group, nears);
        position.find_near(mates, *lone, nears);
        let mut doubtful = HexSet::EMPTY;
        for one in members(*lone) {
            doubtful.extend_with(&hexes.difference(nears.of(one)));
        }
        if doubtful.is_empty() {
            return None;
        }
        let company = mates.company(*position);
        let others = |one: usize| {
            let could = nears.able & 1 << one != 0;
            let near = nears.of(one);
            could && (0..mates.len).any(|to| lone & 1 << to == 0 && near.contains(mates.hex[to]))
        };
        if members(*lone).all(others) {
            doubtful = if mates.lone_goes() { doubtful.difference(&company) } else { HexSet::EMPTY };
        }
        if doubtful.is_empty() { None } else { Some((doubtful, company)) }
    }

    /// Where one who has to close up is as near as he can come (LFM-22.1b, LFM-22.2).
    fn come_near(&self, free: &mut HexSet) {
        if !self.mates.stray_goes() {
            return;
        }
        // Most can come next to somebody.
        let company = self.mates.company(self.position);
        if self.position.halts(&company).intersects(free) {
            *free = free.intersection(&company);
            return;
        }
        let gap = |hex: Hex| self.mates.gap(self.position, hex);
        let (mut best, mut nearest) = (u16::MAX, HexSet::EMPTY);
        let halts = self.position.halts(free);
        for hex in halts.iter() {
            let gap = gap(hex);
            if gap < best {
                (best, nearest) = (gap, HexSet::EMPTY);
            }
            nearest.insert_if(hex, gap == best);
        }
        for hex in free.difference(&halts).iter() {
            nearest.insert_if(hex, gap(hex) <= best);
        }
        *free = nearest;
    }

    fn prospect(&self, nears: &Nears, hex: Hex) -> Prospect {
        let coming =
            members(nears.able).fold(0, |all, one| all | Few::from(nears.of(one).contains(hex)) << one);
        (self.mates.touching(self.position, hex), coming)
    }

    /// Tells what some hexes hold in store, those with the same together.
    fn each_prospect(&self, nears: &Nears, mut hexes: HexSet, mut tell: impl FnMut(Prospect, &HexSet)) {
        while let Some(hex) = hexes.first_member() {
            let prospect = self.prospect(nears, hex);
            let (touched, coming) = prospect;
            let mut same = hexes;
            let mut narrow = |near: &HexSet, within: bool| {
                same = if within { same.intersection(near) } else { same.difference(near) };
            };
            for one in 0..self.mates.len {
                narrow(self.mates.beside(self.position, one), touched & 1 << one != 0);
            }
            for one in members(nears.able) {
                narrow(nears.of(one), coming & 1 << one != 0);
            }
            tell(prospect, &same);
            hexes = hexes.difference(&same);
        }
    }

    /// How many contacts can be kept if the group halts in a hex, if that may be as many as this; perhaps fewer
    /// otherwise.
    fn saved(&self, web: &Web, prospect: Prospect, wanted: u32) -> u32 {
        // Several who go are company for each other.
        let going = if self.mates.going > 1 { self.mates.going_kept } else { 0 };
        self.with_group(web, prospect).most_saved(wanted.saturating_sub(going)) + going
    }

    /// The brigade with those who go, as one, in a hex.
    fn with_group(&self, web: &Web, (touched, coming): Prospect) -> Web {
        let (mut web, group) = (*web, self.mates.len);
        let bit = 1 << group;
        web.all |= bit;
        web.kept |= if self.mates.lone_goes() { bit } else { 0 };
        web.contact[group] = touched;
        for one in members(touched) {
            web.contact[one] |= bit;
        }
        for one in members(coming) {
            web.reach[one] |= bit;
        }
        web
    }

    /// Who would be lost if the group went to a hex.
    fn lost_at(&self, brigade: BrigadeId, hex: Hex) -> Breach {
        let mut nears = Nears::default();
        self.position.find_able(self.mates, self.group, &mut nears);
        self.position.find_near(self.mates, nears.able, &mut nears);
        let web = self.position.web(self.mates, &nears);
        let web = self.with_group(&web, self.prospect(&nears, hex));
        let lost = members(web.kept & !web.plan().safe).next();
        let unit = lost.filter(|&one| one < self.mates.len).map(|one| self.mates.unit[one]);
        let unit = unit.or(self.mates.goes).unwrap_or(self.mates.unit[0]);
        Breach { rule: "LFM-22.1a", unit, brigade }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::watch::watch;
    use crate::model::ids::Group;
    use crate::model::task::Task;

    /// What a brigade may come to, found by trying everything: how many of those with a contact to keep have one at the
    /// end if a group halts in a hex and any of the others go, each once, to somebody who stays.
    fn most_saved(position: Position<'_>, brigade: BrigadeId, group: &Group, hex: Hex) -> u32 {
        let state = position.state;
        let bound = |unit: UnitId| {
            !state.is(unit, Flag::DETACHED) && !position.scenario.rolls.free_command.contains(unit)
        };
        let kept = |unit: UnitId| bound(unit) && !state.is(unit, Flag::LOST_TOUCH);
        let regiments: Vec<(UnitId, Hex)> = position
            .regiments_on_map(brigade)
            .map(|(unit, at)| (unit, if group.units.contains(unit) { hex } else { at }))
            .collect();
        let goals: Vec<Option<HexSet>> = regiments
            .iter()
            .map(|&(unit, at)| {
                let free = bound(unit) && !group.units.contains(unit);
                let marcher = position.closing_marcher(unit, at, &group.units).filter(|_| free)?;
                Some(position.closing_area(unit, &marcher))
            })
            .collect();
        let rides = |unit: UnitId| position.scenario.rolls.cavalry.contains(unit);
        let can_meet = |one: usize, other: usize| {
            let (unit, to) = (regiments[one].0, regiments[other].1);
            goals[one].is_some_and(|area| {
                area.iter().any(|at| {
                    let gap = position.distance(at, to);
                    gap == 1 || gap == 0 && (!rides(unit) || at == regiments[one].1)
                })
            })
        };
        let count = regiments.len();
        let mut best = 0;
        // Each stays, or goes to one of the others.
        let choices: Vec<Vec<Option<usize>>> = (0..count)
            .map(|one| {
                let goals = (0..count).filter(|&other| other != one && can_meet(one, other));
                [None].into_iter().chain(goals.map(Some)).collect()
            })
            .collect();
        let ways: usize = choices.iter().map(Vec::len).product();
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
            let near = |one: usize, other: usize| {
                goes[other].is_none() && position.distance(regiments[one].1, regiments[other].1) <= 1
            };
            let saved = (0..count).filter(|&one| {
                let met = |other: usize| other != one && (goes[other] == Some(one) || near(one, other));
                kept(regiments[one].0) && (goes[one].is_some() || (0..count).any(met))
            });
            best = best.max(saved.count() as u32);
        }
        best
    }

    /// Where a group may halt is found for all hexes together; the rule is about one: both mean the same.
    #[test]
    fn where_a_group_may_halt_is_the_same_as_a_set_and_hex_by_hex() {
        for (name, decisions) in
            [("crossroads-farm", 600), ("mcphersons-ridge", 500), ("gettysburg-july-1", 300)]
        {
            let mut seen = [0; 2];
            watch(name, 7, decisions, |position, state| {
                let moving = &state.moving;
                if !matches!(position.task(), Some(Task::Marching(_)))
                    || position.is_rooted(moving)
                    || moving.charged
                {
                    return;
                }
                let marcher = position.marcher(moving);
                let hexes = position.stops_of(moving, &marcher);
                let leave = position.leave(moving, &marcher, hexes);
                let mut all = hexes;
                all.insert(marcher.at);
                let mut free = all;
                for brigade in position.bound_brigades(&moving.group).iter() {
                    let going = |unit: &UnitId| position.info(*unit).brigade == Some(brigade);
                    let mut going = moving.group.units.iter().filter(going);
                    let (one, more) = (going.next(), going.next());
                    if let Some(unit) = one.filter(|&unit| more.is_none() && state.is(unit, Flag::LOST_TOUCH))
                    {
                        let gap = |hex: Hex| {
                            let mates =
                                position.regiments_on_map(brigade).filter(|&(other, _)| other != unit);
                            mates.map(|(_, at)| position.distance(hex, at)).min().unwrap_or(0).max(1)
                        };
                        let best = position.halts(&free).iter().map(gap).min().unwrap_or(u16::MAX);
                        free = free.iter().filter(|&hex| gap(hex) <= best).collect();
                    }
                    let saved = |hex: Hex| most_saved(position, brigade, &moving.group, hex);
                    let best = position.halts(&free).iter().map(saved).max().unwrap_or(0);
                    free = free.iter().filter(|&hex| saved(hex) >= best).collect();
                }
                for hex in hexes.iter() {
                    let (at, to) = (position.hex_name(moving.at), position.hex_name(hex));
                    let who = position.group_name(&moving.group);
                    assert_eq!(free.contains(hex), leave.free.contains(hex), "{name}: {who} {at} {to}");
                    seen[usize::from(free.contains(hex))] += 1;
                    // Elsewhere it can go on from there to where it may halt.
                    let (cost, _) = position.cheapest(&marcher, hex).expect("it can go there");
                    let there = Marcher { at: hex, mp: marcher.mp - cost, ..marcher };
                    let goes_on = !position.in_zoc(state.phasing, hex)
                        && position.area(&there).intersects(&position.halts(&free));
                    assert_eq!(
                        free.contains(hex) || goes_on,
                        leave.hexes.contains(hex),
                        "{name}: {who} {at} {to}"
                    );
                    assert_eq!(position.check_together(moving, hex, None).is_ok(), leave.hexes.contains(hex));
                }
            });
            assert!(seen.iter().all(|&seen| seen > 300), "{name}: {seen:?}");
        }
    }
}
