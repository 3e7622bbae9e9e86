//! Who takes part, from an order of battle: headquarters, Generals, brigades, regiments and batteries (sections 6.2 to
//! 6.5, RRF-COC).

use crate::field::decks::Suit;
use crate::field::ratings;
use crate::field::roster::{Branch, Brigade, General, Hq, HqId, Regiment, Roster, Standing};
use crate::model::cards::{Formation, Style};
use crate::model::ids::{BrigadeId, GeneralId};
use crate::model::numbers::Gravestones;
use armies::derive::{Names, Selection, is_artillery, unknown};
use armies::{Arm, FormationId, OrderOfBattle, Rank, UnitId};
use engine::Side;
use faults::{Faults, Span, Text, Texts};
use std::collections::{BTreeMap, BTreeSet};

/// Whom a file takes of an order of battle.
pub struct Muster<'a> {
    /// Regiments and batteries.
    pub selection: Selection<'a>,
    /// Headquarters above the brigade whose Generals are there.
    pub generals: &'a Texts,
    /// Brigades whose own Generals are not.
    pub absent: &'a Texts,
    /// Headquarters whose first commander is gone.
    pub fallen: &'a Texts,
}

/// More regiments, or cards of both sides, than numbers for them.
pub const MOST: usize = 250;

/// The roster of a file.
pub fn roster(battle: &OrderOfBattle, muster: &Muster<'_>, faults: &mut Faults) -> Roster {
    let there = muster.selection.units(battle, None, faults);
    let names = Names::new(battle, &BTreeMap::new(), &BTreeMap::new(), faults);
    let generals = headquarters(battle, muster.generals, &there, faults);
    let absent = headquarters(battle, muster.absent, &there, faults);
    let fallen = headquarters(battle, muster.fallen, &there, faults);
    for id in muster.fallen {
        let formation = battle.formation(id.get_ref());
        if formation.is_some_and(|formation| battle[formation].command.successors.is_empty()) {
            faults
                .add(
                    id,
                    format!("the order of battle names nobody after the commander of `{}`", id.get_ref()),
                )
                .hint("leave it out, or name it as `absent`");
        }
    }
    let mut formations: BTreeSet<FormationId> = generals.clone();
    for &unit in &there {
        formations.extend(battle.superiors(unit));
    }
    let above: Vec<FormationId> = generals.iter().flat_map(|&id| battle.superiors(id)).collect();
    formations.extend(above);
    let mut roster = Roster::default();
    for side in Side::BOTH {
        let of_side = formations.iter().copied().filter(|&id| battle.side_of(id) == side);
        let of_side: Vec<FormationId> = of_side.collect();
        let mut numbers: BTreeMap<FormationId, HqId> = BTreeMap::new();
        for &formation in &of_side {
            let own: Vec<UnitId> = battle.own_units(formation).filter(|unit| there.contains(unit)).collect();
            let hq = HqId::at(roster.hqs.len());
            numbers.insert(formation, hq);
            let about = &battle[formation];
            let over = about.parent.and_then(|parent| numbers.get(&parent).copied());
            let is_brigade = !own.is_empty();
            let here = if is_brigade { !absent.contains(&formation) } else { generals.contains(&formation) };
            roster.hqs.push(Hq {
                id: about.id.clone(),
                name: called(battle, formation),
                side,
                rank: about.rank,
                over,
                general: here.then(|| GeneralId::at(roster.generals.len())),
                brigade: is_brigade.then(|| BrigadeId::at(roster.brigades.len())),
            });
            if here {
                let gone = usize::from(fallen.contains(&formation));
                let leader = about.command.nth(gone).unwrap_or(&about.command.commander);
                let guns = is_artillery(battle, formation);
                roster.generals.push(General {
                    tag: leader.name.clone(),
                    name: leader.to_string(),
                    side,
                    hq,
                    ratings: ratings::commander(about.rank, guns, &leader.name, leader.ability),
                    gravestones: Gravestones(0),
                });
            }
            if is_brigade {
                roster.brigades.push(brigade(battle, formation, hq, &own));
            }
        }
    }
    tag_generals(&names, &mut roster);
    tag_brigades(&mut roster);
    for number in 0..roster.brigades.len() {
        let hq = &roster.hqs[roster.brigades[number].hq.index()];
        let Some(formation) = battle.formation(&hq.id) else { continue };
        for unit in battle.own_units(formation).filter(|unit| there.contains(unit)) {
            let regiment = regiment(battle, &names, unit, BrigadeId::at(number));
            roster.troops.push(regiment);
        }
    }
    if roster.troops.len() > MOST {
        faults
            .add(Span::File, format!("{} regiments and batteries take part", roster.troops.len()))
            .hint(format!("a battle has at most {MOST}: `leave` some out"));
    }
    roster
}

/// Formations by their ids, for those of whom somebody is there.
fn headquarters(
    battle: &OrderOfBattle,
    ids: &Texts,
    there: &BTreeSet<UnitId>,
    faults: &mut Faults,
) -> BTreeSet<FormationId> {
    let mut found = BTreeSet::new();
    for id in ids {
        let Some(formation) = battle.formation(id.get_ref()) else {
            unknown(battle, id, "headquarters", faults);
            continue;
        };
        if !there.iter().any(|&unit| battle.belongs_to(unit, formation)) {
            faults
                .add(id, format!("nobody of `{}` takes part", id.get_ref()))
                .hint("take some of its troops, or leave it out");
        }
        if !found.insert(formation) {
            faults.add(id, format!("`{}` is named twice", id.get_ref())).hint("name it once");
        }
    }
    found
}

/// What people call a formation: by its commander where its name has only a number.
fn called(battle: &OrderOfBattle, formation: FormationId) -> String {
    let about = &battle[formation];
    let leader = armies::derive::last_name(&about.command.commander.name);
    if about.rank >= Rank::Division && !about.name.contains(&leader) {
        format!("{} ({leader})", about.name)
    } else {
        about.name.clone()
    }
}

fn brigade(battle: &OrderOfBattle, formation: FormationId, hq: HqId, own: &[UnitId]) -> Brigade {
    let about = &battle[formation];
    let arm = own.first().map_or(Arm::Infantry, |&unit| battle[unit].arm);
    let usual = if about.side == Side::Union { Style::Line } else { Style::Assault };
    let suit = match arm {
        Arm::Infantry => Suit::Infantry(usual),
        Arm::Cavalry => Suit::Cavalry,
        Arm::Artillery | Arm::HorseArtillery => Suit::Artillery,
    };
    Brigade {
        tag: about.id.clone(),
        name: called(battle, formation),
        side: about.side,
        hq,
        suit,
        standing: Standing::Independent,
        formation: Formation::Line,
        barricades: false,
    }
}

fn regiment(battle: &OrderOfBattle, names: &Names, unit: UnitId, brigade: BrigadeId) -> Regiment {
    let about = &battle[unit];
    Regiment {
        tag: plain(names.tag(unit)),
        id: about.id.clone(),
        name: about.name.clone(),
        side: about.side,
        brigade,
        branch: branch(about.arm),
        troop: ratings::troop(about),
        marked: [0; 3],
    }
}

/// What an arm of the order of battle is here.
pub const fn branch(arm: Arm) -> Branch {
    match arm {
        Arm::Infantry => Branch::Infantry,
        Arm::Cavalry => Branch::Cavalry,
        Arm::Artillery | Arm::HorseArtillery => Branch::Artillery,
    }
}

/// Generals are called by their last names, told apart where two are alike.
fn tag_generals(names: &Names, roster: &mut Roster) {
    let full: Vec<&str> = roster.generals.iter().map(|general| general.tag.as_str()).collect();
    let short: Vec<String> = names.of_officers(&full).iter().map(|tag| plain(tag)).collect();
    for number in 0..short.len() {
        let twice = short.iter().filter(|other| other.eq_ignore_ascii_case(&short[number])).count() > 1;
        let general = &mut roster.generals[number];
        // One man may hold two posts: the guns of a corps, as its brigade and as its division.
        general.tag = if twice {
            format!("{}-{}", short[number], roster.hqs[general.hq.index()].id)
        } else {
            short[number].clone()
        };
    }
}

/// Brigades are called by their ids without the army, where that tells them apart.
fn tag_brigades(roster: &mut Roster) {
    let short = |id: &str| id.split_once('-').map_or(id, |(_, rest)| rest).to_owned();
    let all: Vec<String> = roster.brigades.iter().map(|brigade| short(&brigade.tag)).collect();
    for (number, tag) in all.iter().enumerate() {
        if all.iter().filter(|other| *other == tag).count() == 1 {
            roster.brigades[number].tag.clone_from(tag);
        }
    }
}

/// A name as it can be written in a line and an answer.
fn plain(tag: &str) -> String {
    tag.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect()
}

/// A brigade by its word or its id in the order of battle.
pub fn find_brigade(roster: &Roster, word: &str) -> Option<BrigadeId> {
    let is_it = |brigade: &Brigade| {
        brigade.tag.eq_ignore_ascii_case(word) || roster.hqs[brigade.hq.index()].id.eq_ignore_ascii_case(word)
    };
    roster.brigades.iter().position(is_it).map(BrigadeId::at)
}

/// A General by his name, or by the headquarters he commands.
pub fn find_general(roster: &Roster, word: &str) -> Option<GeneralId> {
    let is_it = |general: &General| {
        general.tag.eq_ignore_ascii_case(word) || roster.hqs[general.hq.index()].id.eq_ignore_ascii_case(word)
    };
    roster.generals.iter().position(is_it).map(GeneralId::at)
}

/// A headquarters by its id, or by its brigade's word.
pub fn find_hq(roster: &Roster, id: &Text, faults: &mut Faults) -> Option<HqId> {
    let word = id.get_ref();
    let by_id = roster.hqs.iter().position(|hq| hq.id.eq_ignore_ascii_case(word)).map(HqId::at);
    let found = by_id.or_else(|| find_brigade(roster, word).map(|b| roster.brigades[b.index()].hq));
    if found.is_none() {
        let ids = roster.hqs.iter().map(|hq| hq.id.as_str());
        let hint = match faults::did_you_mean(word, ids.clone()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("known are {}", faults::list(ids)),
        };
        faults.add(id, format!("no headquarters here is called `{word}`")).hint(hint);
    }
    found
}
