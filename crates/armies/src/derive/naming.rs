//! Labels of formations and names on counters, from the order of battle.

use std::collections::{BTreeMap, BTreeSet};

use faults::Faults;

use super::own::{Texts, unknown};
use super::{Label, corps_number};
use crate::{FormationId, OrderOfBattle, Rank, UnitId};

/// What formations and units of an order of battle are called where there is little room.
#[derive(Clone, Debug)]
pub struct Names {
    labels: BTreeMap<FormationId, String>,
    tags: BTreeMap<UnitId, String>,
}

impl Names {
    /// Names for all formations and units; a scenario may give some others, by their ids.
    ///
    /// A corps is called by its number, a division by its number or its commander's letter, a brigade by its
    /// commander's letter, longer where two would be alike. Units are `19IN`, `2US-A`, `8ILC`, `Maurin`.
    pub fn new(battle: &OrderOfBattle, own_labels: &Texts, own_tags: &Texts, faults: &mut Faults) -> Names {
        let mut names = Names { labels: labels(battle), tags: tags(battle) };
        for (id, label) in own_labels {
            let text = label.get_ref();
            if text.is_empty() || text.contains(|letter: char| letter == '/' || letter.is_whitespace()) {
                faults
                    .add(label, format!("`{text}` is no label"))
                    .hint("a label is one short word: `I`, `1`, `M`");
            }
            match battle.formation(id.get_ref()) {
                Some(formation) => {
                    names.labels.insert(formation, text.clone());
                }
                None => unknown(battle, id, "formation", faults),
            }
        }
        for (id, tag) in own_tags {
            match battle.unit(id.get_ref()) {
                Some(unit) => {
                    names.tags.insert(unit, tag.get_ref().clone());
                }
                None => unknown(battle, id, "regiment or battery", faults),
            }
        }
        names
    }

    /// The name of a unit, in one word.
    pub fn tag(&self, unit: UnitId) -> &str {
        self.tags.get(&unit).map_or("", String::as_str)
    }

    /// The corps and division that a formation is or belongs to. Divisions of nothing but guns are none.
    pub fn levels(&self, battle: &OrderOfBattle, formation: FormationId) -> Label {
        let level = |rank: Rank| {
            let over = battle.formation_of_rank(formation, rank)?;
            let guns_only = rank == Rank::Division && is_artillery(battle, over);
            self.labels.get(&over).filter(|_| !guns_only).cloned()
        };
        Label { corps: level(Rank::Corps), division: level(Rank::Division), ..Label::default() }
    }

    /// The same with the formation itself, as the brigade whose regiments they are.
    pub fn label(&self, battle: &OrderOfBattle, formation: FormationId) -> Label {
        let own = self.labels.get(&formation).unwrap_or(&battle[formation].id);
        Label { brigade: Some(own.clone()), ..self.levels(battle, formation) }
    }

    /// The names of commanders: the last name, with initials where two are alike, or like the name of a unit.
    pub fn of_officers(&self, names: &[&str]) -> Vec<String> {
        let taken: BTreeSet<String> = self.tags.values().map(|tag| tag.to_lowercase()).collect();
        officer_tags(names, &taken)
    }
}

/// Whether there is nothing but guns in a formation.
pub fn is_artillery(battle: &OrderOfBattle, formation: FormationId) -> bool {
    battle.units_under(formation).all(|unit| battle[unit].arm.is_artillery())
}

/// The name by which people call a commander, in one word: `Oliver O. Howard` is `Howard`, `Leopold von Gilsa`
/// `vonGilsa`, `Alfred Iverson Jr.` `Iverson`.
pub fn last_name(name: &str) -> String {
    let is_suffix = |word: &&str| matches!(*word, "Jr." | "Jr" | "Sr." | "Sr" | "II" | "III");
    let words: Vec<&str> = name.split_whitespace().collect();
    let kept = words.len() - words.iter().rev().take_while(|word| is_suffix(word)).count();
    let words = if kept == 0 { &words[..] } else { &words[..kept] };
    let particle = |word: &&&str| word.starts_with(char::is_lowercase);
    let Some((last, before)) = words.split_last() else { return String::new() };
    let particles = before.iter().rev().take_while(particle).count();
    let mut tag: String = before[before.len() - particles..].concat();
    tag.push_str(last.trim_end_matches(','));
    tag
}

fn labels(battle: &OrderOfBattle) -> BTreeMap<FormationId, String> {
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
    labels
}

/// What a label is cut from: a number, which stays whole, or a name.
fn word(battle: &OrderOfBattle, formation: FormationId) -> String {
    let it = &battle[formation];
    let first = it.name.split_whitespace().next().unwrap_or_default();
    let number: String = first.chars().take_while(char::is_ascii_digit).collect();
    let leader = || {
        let surname = last_name(&it.command.commander.name);
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

/// The names of units; where two are alike, with their side.
fn tags(battle: &OrderOfBattle) -> BTreeMap<UnitId, String> {
    let mut tags: BTreeMap<UnitId, String> = battle.units().map(|unit| (unit, tag(battle, unit))).collect();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for tag in tags.values() {
        *seen.entry(tag.to_lowercase()).or_default() += 1;
    }
    for (unit, tag) in &mut tags {
        if seen[&tag.to_lowercase()] > 1 {
            let side = if battle[*unit].side == crate::Side::Union { "US" } else { "CS" };
            *tag = format!("{side}-{tag}");
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
    let capital = || {
        let mut letters = piece.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
    };
    chief.filter(|name| name.to_lowercase() == piece).unwrap_or_else(capital)
}

fn officer_tags(names: &[&str], taken: &BTreeSet<String>) -> Vec<String> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|word| (*word).to_owned()).collect()
    }

    #[test]
    fn a_commander_is_called_by_his_last_name() {
        for (name, tag) in [
            ("Hale", "Hale"),
            ("Oliver O. Howard", "Howard"),
            ("Leopold von Gilsa", "vonGilsa"),
            ("Alfred Iverson Jr.", "Iverson"),
            ("Edward A. O'Neal", "O'Neal"),
            ("J. Johnston Pettigrew", "Pettigrew"),
            ("Jr.", "Jr."),
            ("", ""),
        ] {
            assert_eq!(last_name(name), tag);
        }
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
