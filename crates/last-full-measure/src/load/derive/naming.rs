//! Labels of formations and names on counters, from the order of battle.

use crate::load::file::ArmyTable;
use crate::load::labels::corps_number;
use crate::load::names::last_name;
use armies::{FormationId, OrderOfBattle, Rank, Troops, UnitId};
use faults::{Faults, did_you_mean};
use std::collections::{BTreeMap, BTreeSet};
use toml::Spanned;

/// The label of every corps, division and brigade: a corps by its number, a division by its number or its commander's
/// letter, a brigade by its commander's letter, longer where two would be alike.
pub(super) fn labels(
    battle: &OrderOfBattle,
    table: &ArmyTable,
    faults: &mut Faults,
) -> BTreeMap<FormationId, String> {
    let mut labels = BTreeMap::new();
    for rank in [Rank::Corps, Rank::Division, Rank::Brigade] {
        let of_rank: Vec<FormationId> = battle.formations().filter(|&f| battle[f].rank == rank).collect();
        let parents: BTreeSet<_> = of_rank.iter().map(|&formation| battle[formation].parent).collect();
        for parent in parents {
            let siblings: Vec<FormationId> =
                of_rank.iter().copied().filter(|&formation| battle[formation].parent == parent).collect();
            let words: Vec<String> = siblings.iter().map(|&formation| word(battle, formation)).collect();
            for (at, &formation) in siblings.iter().enumerate() {
                labels.insert(formation, shortest(&words, at));
            }
        }
    }
    for (id, label) in &table.labels {
        let text = label.get_ref();
        if text.is_empty() || text.contains(|letter: char| letter == '/' || letter.is_whitespace()) {
            faults
                .add(label, format!("`{text}` is no label"))
                .hint("a label is one short word: `I`, `1`, `M`");
        }
        match battle.formation(id.get_ref()) {
            Some(formation) => {
                labels.insert(formation, text.clone());
            }
            None => unknown(battle, id, "formation", faults),
        }
    }
    labels
}

/// What a label is cut from: a number, which stays whole, or a name.
fn word(battle: &OrderOfBattle, formation: FormationId) -> String {
    let it = &battle[formation];
    let first = it.name.split_whitespace().next().unwrap_or_default();
    let number: String = first.chars().take_while(char::is_ascii_digit).collect();
    let leader = || {
        let name = &it.command.commander.name;
        let surname = last_name(name);
        surname.trim_start_matches(char::is_lowercase).to_owned()
    };
    match it.rank {
        Rank::Corps if corps_number(first).is_some() => first.to_owned(),
        Rank::Division if !number.is_empty() => number,
        Rank::Brigade | Rank::Division => leader(),
        Rank::Corps | Rank::Army => it.name.clone(),
    }
}

/// The shortest beginning of a word that is no other word's beginning of that length.
fn shortest(words: &[String], at: usize) -> String {
    let word = &words[at];
    let cut = |word: &str, letters: usize| word.chars().take(letters).collect::<String>();
    let whole = word.chars().count();
    if corps_number(word).is_some() {
        return word.clone();
    }
    let alone = |letters: usize| {
        words.iter().enumerate().all(|(other, text)| other == at || cut(text, letters) != cut(word, letters))
    };
    cut(word, (1..=whole).find(|&letters| alone(letters)).unwrap_or(whole))
}

/// The names on the counters of units: `19IN`, `2US-A`, `8ILC`, `Maurin`.
pub(super) fn tags(
    battle: &OrderOfBattle,
    table: &ArmyTable,
    faults: &mut Faults,
) -> BTreeMap<UnitId, String> {
    let mut tags: BTreeMap<UnitId, String> = battle.units().map(|unit| (unit, tag(battle, unit))).collect();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for tag in tags.values() {
        *seen.entry(tag.to_lowercase()).or_default() += 1;
    }
    for (unit, tag) in &mut tags {
        if seen[&tag.to_lowercase()] > 1 {
            let side = if battle[*unit].side == engine::Side::Union { "US" } else { "CS" };
            *tag = format!("{side}-{tag}");
        }
    }
    for (id, tag) in &table.tags {
        match battle.unit(id.get_ref()) {
            Some(unit) => {
                tags.insert(unit, tag.get_ref().clone());
            }
            None => unknown(battle, id, "regiment or battery", faults),
        }
    }
    tags
}

fn tag(battle: &OrderOfBattle, unit: UnitId) -> String {
    let id = &battle[unit].id;
    let army = battle.superiors(unit).last().map(|army| format!("{}-", battle[army].id));
    let rest = army.and_then(|army| id.strip_prefix(&army).map(str::to_owned)).unwrap_or_else(|| id.clone());
    let mut tag = String::new();
    for (at, piece) in rest.split('-').enumerate() {
        match (at, piece) {
            (0, _) if piece.starts_with(|letter: char| letter.is_ascii_digit()) => {
                tag.push_str(&piece.to_uppercase());
            }
            (0, _) => tag.push_str(&captain(battle, unit, piece)),
            (_, "cav") => tag.push('C'),
            (_, "bn") => tag.push('B'),
            (_, "bty") => tag.push_str("Bty"),
            _ => {
                tag.push('-');
                tag.push_str(&piece.to_uppercase());
            }
        }
    }
    tag
}

/// A battery is called by its captain, who knows best how he is written.
fn captain(battle: &OrderOfBattle, unit: UnitId, piece: &str) -> String {
    let chief = battle[unit].command.as_ref().map(|command| last_name(&command.commander.name));
    chief.filter(|name| name.to_lowercase() == piece).unwrap_or_else(|| capital(piece))
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The names of commanders: the last name, with initials where two are alike.
pub(super) fn officer_tags(names: &[&str], taken: &BTreeSet<String>) -> Vec<String> {
    let last: Vec<String> = names.iter().map(|name| last_name(name)).collect();
    let alike = |at: usize| {
        let same = |other: &String| other.eq_ignore_ascii_case(&last[at]);
        last.iter().filter(|other| same(other)).count() > 1 || taken.iter().any(same)
    };
    (0..names.len())
        .map(|at| {
            let initial = names[at].chars().next().filter(|_| alike(at));
            initial.map_or_else(|| last[at].clone(), |initial| format!("{initial}.{}", last[at]))
        })
        .collect()
}

/// Troops by their id in the order of battle.
pub(super) fn find(battle: &OrderOfBattle, id: &Spanned<String>, faults: &mut Faults) -> Option<Troops> {
    let found = battle.find(id.get_ref());
    if found.is_none() {
        unknown(battle, id, "formation or unit", faults);
    }
    found
}

pub(super) fn unknown(battle: &OrderOfBattle, id: &Spanned<String>, what: &str, faults: &mut Faults) {
    let hint = match (battle.find(id.get_ref()), did_you_mean(id.get_ref(), battle.ids())) {
        (Some(Troops::Formation(formation)), _) => {
            format!("it is the {} {}", battle[formation].rank, battle[formation].name)
        }
        (Some(Troops::Unit(unit)), _) => format!("it is a single unit, the {}", battle[unit].name),
        (None, Some(meant)) => format!("did you mean `{meant}`?"),
        (None, None) => "use an id of the order of battle".to_owned(),
    };
    faults.add(id, format!("the order of battle has no {what} `{}`", id.get_ref())).hint(hint);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn labels_are_as_short_as_they_can_be() {
        let rodes = words(&["Daniel", "Doles", "Iverson", "Ramseur", "O'Neal"]);
        let labels: Vec<String> = (0..rodes.len()).map(|at| shortest(&rodes, at)).collect();
        assert_eq!(labels, ["Da", "Do", "I", "R", "O"]);
        assert_eq!(shortest(&words(&["11", "1"]), 1), "1");
        assert_eq!(shortest(&words(&["Smith", "Smith"]), 0), "Smith");
    }

    #[test]
    fn two_smiths_get_their_initials() {
        let none = BTreeSet::new();
        assert_eq!(
            officer_tags(&["Orland Smith", "William Smith", "Harry T. Hays"], &none),
            ["O.Smith", "W.Smith", "Hays"]
        );
        let taken = BTreeSet::from(["hays".to_owned()]);
        assert_eq!(officer_tags(&["Harry T. Hays"], &taken), ["H.Hays"]);
    }
}
