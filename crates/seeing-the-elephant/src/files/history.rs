//! Men, guns and officers of an order of battle as stands, models and ratings (M-7, T-STAND, R-98), and when they come
//!

use super::muster::{Draft, History, HqDraft, OfficerDraft};
use crate::model::scale::Scale;
use crate::model::scenario::{Arrival, Level, MOST_STANDS};
use crate::model::troops::{Arm, Grade, Weapon};
use crate::rules::officers::usual_rating;
use armies::arrivals::{Arrivals, Edge, Entrance, EntryPoint};
use armies::derive::{Calendar, Names, Selection, When, last_name, together};
use armies::{Ability, FormationId, Gun, OrderOfBattle, Rank, UnitId, share_steps};
use faults::{Faults, Span};
use ground::geometry::Point;
use ground::table::Heading;
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// When and where the troops of a battle come, in turns and on the table.
pub struct Coming<'a> {
    /// By the clock and by road.
    pub arrivals: &'a Arrivals,
    /// Where the file names them, for faults.
    pub written: Span,
    /// The turns of the scenario.
    pub calendar: &'a Calendar,
    /// Where an entry point lies on the edge of the table, if it does.
    pub gate: &'a dyn Fn(&EntryPoint) -> Option<Point>,
}

/// What an order of battle has for a scenario of some scale. Headquarters that are named are there even if they have
/// nobody to bring together.
pub fn derive(
    battle: &OrderOfBattle,
    selection: Selection<'_>,
    named: &[Spanned<String>],
    coming: Option<&Coming<'_>>,
    scale: Scale,
    faults: &mut Faults,
) -> History {
    let names = Names::new(battle, &BTreeMap::new(), &BTreeMap::new(), faults);
    let there = selection.units(battle, coming.map(|coming| coming.arrivals), faults);
    let mut history = History::default();
    let posts = posts(battle, &there, named, scale, faults);
    for formation in battle.formations() {
        if let Some(&level) = posts.get(&formation) {
            add_post(battle, formation, level, &posts, &mut history);
        }
        let own: Vec<UnitId> = battle.own_units(formation).filter(|unit| there.contains(unit)).collect();
        let Some(hq) = post_of(battle, formation, &posts) else { continue };
        let hq = &battle[hq].id;
        let mut derivation =
            Derivation { battle, coming, scale, names: &names, hq, history: &mut history, faults };
        if scale.is_regimental() {
            derivation.regiments(&own);
        } else {
            derivation.brigade(formation, &own);
        }
    }
    tell_apart(battle, &names, &mut history);
    history
}

/// How high a headquarters is that has a card and a commander: from the brigade up to the corps, at brigade scale from
/// the division (STE-ORD-1, STE-ORD-2, STE-SCL-5).
const fn level(rank: Rank, scale: Scale) -> Option<Level> {
    match rank {
        Rank::Corps => Some(Level::Corps),
        Rank::Division => Some(Level::Division),
        Rank::Brigade if scale.is_regimental() => Some(Level::Brigade),
        _ => None,
    }
}

/// The headquarters that are there: whoever has units of his own, or brings at least two others together. A
/// division of which one brigade is on the table stayed where its other brigades are.
fn posts(
    battle: &OrderOfBattle,
    there: &BTreeSet<UnitId>,
    named: &[Spanned<String>],
    scale: Scale,
    faults: &mut Faults,
) -> BTreeMap<FormationId, Level> {
    let level = |formation: FormationId| level(battle[formation].rank, scale);
    let mut wanted: BTreeSet<FormationId> =
        there.iter().filter_map(|&unit| battle.superiors(unit).find(|&over| level(over).is_some())).collect();
    for id in named {
        match battle.formation(id.get_ref()).filter(|&formation| level(formation).is_some()) {
            Some(formation) => {
                wanted.insert(formation);
            }
            None => armies::derive::unknown(battle, id, "headquarters that has a card at this scale", faults),
        }
    }
    let mut posts = BTreeMap::new();
    // How many headquarters a formation has below it that nobody between them brings together.
    let mut below: BTreeMap<FormationId, usize> = BTreeMap::new();
    let mut formations: Vec<FormationId> = battle.formations().collect();
    formations.sort_by_key(|&formation| std::cmp::Reverse(battle.superiors(formation).count()));
    for formation in formations {
        let mut heads = below.get(&formation).copied().unwrap_or(0);
        if let Some(level) = level(formation)
            && (wanted.contains(&formation) || heads > 1)
        {
            posts.insert(formation, level);
            heads = 1;
        }
        if let Some(over) = battle[formation].parent {
            *below.entry(over).or_default() += heads;
        }
    }
    posts
}

fn add_post(
    battle: &OrderOfBattle,
    formation: FormationId,
    level: Level,
    posts: &BTreeMap<FormationId, Level>,
    history: &mut History,
) {
    let about = &battle[formation];
    let over = battle.superiors(formation).find(|over| posts.contains_key(over));
    let above = over.map(|over| battle[over].id.clone());
    let side = battle.side_of(formation);
    let name = if level == Level::Corps { about.name.clone() } else { name(battle, formation) };
    history.hqs.push(HqDraft { tag: about.id.clone(), name, side, level, above });
    let commander = &about.command.commander;
    history.officers.push(OfficerDraft {
        tag: last_name(&commander.name),
        name: format!("{} {}", commander.grade, commander.name),
        hq: about.id.clone(),
        rating: rating(level, commander.ability),
    });
}

/// The nearest headquarters over a formation, itself included.
fn post_of(
    battle: &OrderOfBattle,
    formation: FormationId,
    posts: &BTreeMap<FormationId, Level>,
) -> Option<FormationId> {
    std::iter::once(formation).chain(battle.superiors(formation)).find(|over| posts.contains_key(over))
}

/// What a commander is worth: his post's rating, one more for the best, one less for the worst (STE-OFF-7).
fn rating(level: Level, ability: Ability) -> u8 {
    let usual = usual_rating(level);
    match ability.get() {
        6.. => usual + 1,
        3..=5 => usual,
        _ => usual.saturating_sub(1),
    }
}

/// The troops of one formation on their way to becoming units of a headquarters.
struct Derivation<'a, 'b> {
    battle: &'a OrderOfBattle,
    coming: Option<&'a Coming<'a>>,
    scale: Scale,
    names: &'a Names,
    hq: &'a str,
    history: &'b mut History,
    faults: &'b mut Faults,
}

/// The arms that are counted in men, and those of the game.
const MEN: [(armies::Arm, Arm); 2] =
    [(armies::Arm::Infantry, Arm::Infantry), (armies::Arm::Cavalry, Arm::Cavalry)];

impl Derivation<'_, '_> {
    fn men_a_stand(&self, arm: Arm) -> u32 {
        if arm == Arm::Cavalry { self.scale.horse_a_stand() } else { self.scale.foot_a_stand() }.into()
    }

    /// Regiments with stands by largest remainder to the total of their brigade; batteries with models gun by gun.
    fn regiments(&mut self, own: &[UnitId]) {
        let battle = self.battle;
        for (written, arm) in MEN {
            let units: Vec<UnitId> =
                own.iter().copied().filter(|&unit| battle[unit].arm == written).collect();
            let men: Vec<u32> = units.iter().map(|&unit| battle[unit].men.into()).collect();
            for (&unit, stands) in units.iter().zip(share_steps(&men, self.men_a_stand(arm))) {
                let weapon = small_arm(battle[unit].weapon);
                let called = self.called(unit);
                self.add(&[unit], arm, called, vec![weapon; stands.max(1) as usize]);
            }
        }
        for &unit in own.iter().filter(|&&unit| !battle[unit].guns.is_empty()) {
            let weapons = models(&battle[unit].guns, self.scale);
            let called = self.called(unit);
            self.add(&[unit], gun_arm(battle[unit].arm), called, weapons);
        }
    }

    /// At brigade scale a brigade is a unit, and a battalion of guns is one; what comes apart from the rest is a unit
    /// of its own.
    fn brigade(&mut self, formation: FormationId, own: &[UnitId]) {
        let battle = self.battle;
        let leader = last_name(&battle[formation].command.commander.name);
        let all = together(own, |unit| (battle[unit].guns.is_empty(), self.arrival(unit)));
        let mut parts = 0;
        for (_, group) in &all {
            let first = group[0];
            let force = armies::Force::new(battle, group.clone());
            // A single regiment or battery keeps its name; a brigade is called by its commander, in parts by numbers.
            let alone = group.len() == 1 && (all.len() > 1 || !battle[first].guns.is_empty());
            parts += u32::from(!alone);
            let part = if parts > 1 { format!("-{parts}") } else { String::new() };
            for (written, arm) in MEN {
                let of_arm = force.of_arm(written);
                let Some(&one) = of_arm.units().first() else { continue };
                let stands = armies::steps(of_arm.men(), self.men_a_stand(arm)).max(1);
                let called = if alone {
                    self.called(first)
                } else {
                    (format!("{leader}{part}"), name(battle, formation))
                };
                self.add(group, arm, called, vec![small_arm(battle[one].weapon); stands as usize]);
            }
            let mut guns: Vec<(Gun, u16)> = Vec::new();
            for &(gun, count) in group.iter().flat_map(|&unit| &battle[unit].guns) {
                match guns.iter_mut().find(|(other, _)| *other == gun) {
                    Some((_, sum)) => *sum += count,
                    None => guns.push((gun, count)),
                }
            }
            if !guns.is_empty() {
                let called = if alone {
                    self.called(first)
                } else {
                    (format!("{leader}-guns{part}"), name(battle, formation))
                };
                self.add(group, gun_arm(battle[first].arm), called, models(&guns, self.scale));
            }
        }
    }

    /// The word a regiment or battery is known by, and its name.
    fn called(&self, unit: UnitId) -> (String, String) {
        (self.names.tag(unit).to_owned(), self.battle[unit].name.clone())
    }

    /// Some regiments or batteries become a unit, with a stand for each weapon.
    fn add(&mut self, of: &[UnitId], arm: Arm, (tag, name): (String, String), mut weapons: Vec<Weapon>) {
        let [first, ..] = *of else { return };
        if weapons.len() > MOST_STANDS {
            self.faults
                .add(Span::File, format!("{name} has {} stands", weapons.len()))
                .hint(format!("a unit has at most {MOST_STANDS} (R-98): take a larger scale"));
            weapons.truncate(MOST_STANDS);
        }
        let quality = armies::Force::new(self.battle, of.to_vec()).quality();
        let arrival = self.arrival(first);
        if let (Way::TooLate, Some(coming)) = (arrival, self.coming) {
            self.faults
                .add(coming.written.clone(), format!("{name} comes after the last turn"))
                .hint("`leave` it out of the army, or play on");
        }
        if let (Way::Nowhere(entry), Some(coming)) = (arrival, self.coming) {
            let point = &coming.arrivals.entry_points[usize::from(entry)];
            self.faults
                .add(
                    coming.written.clone(),
                    format!("{name} enters by `{}`, which is not on the edge of this table", point.id),
                )
                .hint(format!(
                    "write a line such as `{tag}: at 12,0 facing 0 enters 3`, or take a larger frame"
                ));
        }
        self.history.drafts.push(Draft {
            tag: plain(&tag),
            name,
            side: self.battle[first].side,
            arm,
            stands: weapons.len() as u8,
            weapons,
            grade: grade(quality.map_or(3, |quality| quality.nearest().get())),
            hq: self.hq.to_owned(),
            arrival: match arrival {
                Way::Enters(arrival) => Some(arrival),
                _ => None,
            },
        });
    }

    /// When a regiment or battery comes, and where.
    fn arrival(&self, unit: UnitId) -> Way {
        let Some(coming) = self.coming else { return Way::OnTable };
        let Some(written) = coming.arrivals.of(self.battle, unit) else { return Way::OnTable };
        let Entrance::ByRoad { entry, .. } = written.entrance else { return Way::OnTable };
        let turn = match coming.calendar.when(written.time.minutes()) {
            When::Before => 1,
            When::During { turn, .. } => turn as u8 + 1,
            When::After => return Way::TooLate,
        };
        let point = &coming.arrivals[entry];
        let facing = match point.edge {
            Edge::North => Heading::SOUTH,
            Edge::East => Heading::WEST,
            Edge::South => Heading::NORTH,
            Edge::West => Heading::EAST,
        };
        (coming.gate)(point).map_or(Way::Nowhere(entry.0), |at| Way::Enters(Arrival { turn, at, facing }))
    }
}

/// When troops come.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Way {
    /// They are there from the start, and a line says where.
    OnTable,
    /// They enter so.
    Enters(Arrival),
    /// By an entry point that is not on the edge of the table: its number.
    Nowhere(u16),
    /// When all is over.
    TooLate,
}

/// What people call a formation: by its commander, where its name does not say whose it is.
fn name(battle: &OrderOfBattle, formation: FormationId) -> String {
    let about = &battle[formation];
    let leader = last_name(&about.command.commander.name);
    let words: Vec<&str> = about.command.commander.name.split_whitespace().collect();
    let surname = (0..words.len()).find(|&from| words[from..].concat().starts_with(&leader));
    let Some(surname) = surname.map(|from| words[from..].join(" ")).filter(|_| !about.name.contains(&leader))
    else {
        return about.name.clone();
    };
    format!("{}'s {}", surname.trim_end_matches(" Jr.").trim_end_matches(','), about.name)
}

/// A name as it can be written in a line and an answer.
fn plain(tag: &str) -> String {
    tag.chars().filter(|letter| letter.is_ascii_alphanumeric() || *letter == '-').collect()
}

/// Models of the guns of a battery, type by type, at least one in all (STE-SCL-6).
fn models(guns: &[(Gun, u16)], scale: Scale) -> Vec<Weapon> {
    let counts: Vec<u32> = guns.iter().map(|(_, count)| u32::from(*count)).collect();
    let shared = share_steps(&counts, scale.cannon_a_model().into());
    let all = guns.iter().zip(shared);
    let mut weapons: Vec<Weapon> =
        all.flat_map(|((gun, _), models)| std::iter::repeat_n(gun_type(*gun), models as usize)).collect();
    if weapons.is_empty() {
        weapons.extend(guns.first().map(|(gun, _)| gun_type(*gun)));
    }
    weapons
}

const fn grade(quality: u8) -> Grade {
    match quality {
        5.. => Grade::Elite,
        4 => Grade::Veteran,
        3 => Grade::Regular,
        2 => Grade::Poor,
        _ => Grade::Militia,
    }
}

const fn gun_arm(arm: armies::Arm) -> Arm {
    match arm {
        armies::Arm::HorseArtillery => Arm::HorseArtillery,
        _ => Arm::FieldArtillery,
    }
}

const fn small_arm(weapon: Option<armies::Weapon>) -> Weapon {
    match weapon {
        Some(armies::Weapon::Pistol) => Weapon::Pistol,
        Some(armies::Weapon::Shotgun) => Weapon::Shotgun,
        Some(armies::Weapon::Musket) => Weapon::Musket,
        Some(armies::Weapon::RifleMusket) | None => Weapon::RifleMusket,
        Some(armies::Weapon::BreechLoadingRifle) => Weapon::BreechLoadingRifle,
        Some(armies::Weapon::MuzzleLoadingCarbine) => Weapon::MuzzleLoadingCarbine,
        Some(armies::Weapon::BreechLoadingCarbine) => Weapon::BreechLoadingCarbine,
        Some(armies::Weapon::Repeater) => Weapon::Repeater,
    }
}

const fn gun_type(gun: Gun) -> Weapon {
    match gun {
        Gun::SixPounder => Weapon::SixPounder,
        Gun::SixPounderRifle | Gun::JamesRifle => Weapon::SixPounderRifle,
        Gun::Napoleon => Weapon::Napoleon,
        Gun::TwelvePounderHowitzer => Weapon::TwelvePounderHowitzer,
        Gun::TwentyFourPounderHowitzer => Weapon::TwentyFourPounderHowitzer,
        Gun::ThirtyTwoPounderHowitzer => Weapon::ThirtyTwoPounderHowitzer,
        Gun::SiegeHowitzer => Weapon::SiegeHowitzer,
        Gun::ThreeInchRifle | Gun::TenPounderParrott => Weapon::ThreeInchRifle,
        Gun::TwentyPounderParrott => Weapon::TwentyPounderRifle,
        Gun::ThirtyPounderParrott => Weapon::ThirtyPounderRifle,
        Gun::Whitworth => Weapon::Whitworth,
    }
}

/// People and units of the same name are told apart: units by their side, commanders by their initials.
fn tell_apart(battle: &OrderOfBattle, names: &Names, history: &mut History) {
    let tags: Vec<String> = history.drafts.iter().map(|draft| draft.tag.to_lowercase()).collect();
    for (number, draft) in history.drafts.iter_mut().enumerate() {
        if tags.iter().filter(|tag| **tag == tags[number]).count() > 1 {
            let side = if draft.side == engine::Side::Union { "US" } else { "CS" };
            draft.tag = format!("{side}-{}", draft.tag);
        }
    }
    let commander = |officer: &OfficerDraft| {
        battle
            .formation(&officer.hq)
            .map_or("", |formation| battle[formation].command.commander.name.as_str())
    };
    let full: Vec<&str> = history.officers.iter().map(commander).collect();
    let short = names.of_officers(&full);
    let taken: BTreeSet<String> = history.drafts.iter().map(|draft| draft.tag.to_lowercase()).collect();
    for (officer, tag) in history.officers.iter_mut().zip(short) {
        officer.tag = plain(&tag);
        if taken.contains(&officer.tag.to_lowercase()) {
            officer.tag = format!("{}-{}", officer.tag, officer.hq);
        }
    }
}
