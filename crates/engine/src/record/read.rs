//! Reading a record file: every fault, with its line.

use super::{Act, Die, FORMAT, Record, Throw};
use crate::chance::Seed;
use crate::fair::{Commitment, Nonce};
use crate::game::Bookmark;
use crate::{Identity, Outcome, Print, Seat};
use faults::{Faults, Line, Source, Span, did_you_mean, list};
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt;

const KEYS: [&str; 11] = [
    "format",
    "id",
    "identity",
    "commitment",
    "seed",
    "nonces",
    "actions",
    "prints",
    "dice",
    "outcome",
    "bookmark",
];

pub(super) fn read(source: &Source) -> Result<(Record, Option<Bookmark>), Faults> {
    let mut faults = Faults::new(source);
    let parts = match pairs(source.text()) {
        Ok(pairs) => parts_once(source, pairs, &mut faults),
        Err(error) => {
            let what = format!("this is not a record: {}", in_short(&error));
            faults
                .add(Line(error.line().max(1)), what)
                .hint("a record is one JSON object, as `longroll play` saves it");
            return Err(faults);
        }
    };
    let mut reader = Reader { source, parts, faults };
    reader.keys_are_known();
    // A record of another format would only give misleading faults.
    if let Some(format) = reader.value::<u32>("format", "a whole number")
        && format != FORMAT
    {
        let place = reader.place("format");
        let hint = format!("this program reads format {FORMAT}; use one that knows format {format}");
        reader.faults.add(place, format!("the record has format {format}")).hint(hint);
        return Err(reader.faults);
    }
    let id = reader.value::<String>("id", "a text in quotes");
    let identity =
        reader.value::<Identity>("identity", "game, rules_version, scenario, scenario_print, options");
    let commitment = reader.value::<Commitment>("commitment", "64 hexadecimal digits in quotes");
    let seed = reader.value::<Option<Seed>>("seed", "64 hexadecimal digits in quotes, or null");
    let nonces =
        reader.value::<[Option<Nonce>; 2]>("nonces", "two of 32 hexadecimal digits in quotes, or null");
    let outcome = reader.value::<Option<Outcome<Seat>>>("outcome", "winner and points, or null");
    let actions = reader.list::<(Seat, String)>("actions", "[\"union\", \"…\"] or [\"confederate\", \"…\"]");
    let prints =
        reader.list::<(usize, Print)>("prints", "[how many actions, 32 hexadecimal digits in quotes]");
    // Actions that cannot be read are faults already; they must not put the fingerprints in the wrong.
    let recorded = reader.parts.get("actions").map_or(0, |list| length(list));
    reader.prints_are_in_order(&prints, recorded);
    let prints = prints.into_iter().map(|(_, print)| print).collect();
    let dice = reader.dice(recorded);
    let bookmark = reader.bookmark();
    let faults = reader.faults;
    let (Some(id), Some(identity), Some(commitment), Some(seed), Some(nonces), Some(outcome)) =
        (id, identity, commitment, seed, nonces, outcome)
    else {
        return Err(faults);
    };
    let actions = actions.into_iter().map(|(_, (seat, text))| Act { seat, text }).collect();
    let record = Record { id, identity, commitment, seed, nonces, actions, prints, dice, outcome };
    faults.into_result((record, bookmark))
}

/// Where the `index`-th action stands in a record file.
pub(super) fn place_of_action(source: &Source, index: usize) -> Span {
    place_of_element(source, "actions", index)
}

/// Where the fingerprint after so many actions stands in a record file.
pub(super) fn place_of_print(source: &Source, index: usize) -> Span {
    place_of_element(source, "prints", index)
}

/// Where a draw stands in a record file; they count from 0.
pub(crate) fn place_of_throw(source: &Source, index: usize) -> Span {
    place_of_element(source, "dice", index)
}

/// Where a key's value stands in a record file.
pub(super) fn place_of_key(source: &Source, key: &str) -> Span {
    parts(source.text()).ok().and_then(|parts| Some(place(source, parts.get(key)?))).unwrap_or_default()
}

fn place_of_element(source: &Source, key: &str, index: usize) -> Span {
    let find = || {
        let parts = parts(source.text()).ok()?;
        let elements: Vec<&RawValue> = serde_json::from_str(parts.get(key)?.get()).ok()?;
        Some(place(source, elements.get(index)?))
    };
    find().unwrap_or_default()
}

type Parts<'a> = BTreeMap<String, &'a RawValue>;

fn parts(text: &str) -> Result<Parts<'_>, serde_json::Error> {
    serde_json::from_str(text)
}

/// The keys of a file and their values as they stand there.
struct Pairs<'a>(Vec<(String, &'a RawValue)>);

fn pairs(text: &str) -> Result<Pairs<'_>, serde_json::Error> {
    serde_json::from_str(text)
}

impl<'de> Deserialize<'de> for Pairs<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;
        impl<'de> Visitor<'de> for InOrder {
            type Value = Pairs<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Pairs<'de>, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(InOrder)
    }
}

/// The values by key. JSON does not say which of two values of one key counts, so none may have two.
fn parts_once<'a>(source: &Source, Pairs(pairs): Pairs<'a>, faults: &mut Faults) -> Parts<'a> {
    let mut parts = Parts::new();
    for (key, value) in pairs {
        if let Some(first) = parts.get(&key) {
            faults
                .add(place(source, value), format!("the key `{key}` stands here a second time"))
                .see(place(source, first), "first here")
                .hint("keep one of the two");
        } else {
            parts.insert(key, value);
        }
    }
    parts
}

fn length(list: &RawValue) -> usize {
    serde_json::from_str::<Vec<&RawValue>>(list.get()).map_or(0, |elements| elements.len())
}

/// The bytes of a value: it borrows from the text, so its address tells.
fn place(source: &Source, value: &RawValue) -> Span {
    let start = value.get().as_ptr().addr().saturating_sub(source.text().as_ptr().addr());
    Span::Bytes(start..start + value.get().len())
}

/// Serde's message without its own line and column, which count from the part that was read.
fn in_short(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

struct Reader<'a> {
    source: &'a Source,
    parts: Parts<'a>,
    faults: Faults,
}

impl Reader<'_> {
    fn keys_are_known(&mut self) {
        for (key, value) in &self.parts {
            if !KEYS.contains(&key.as_str()) {
                let hint = match did_you_mean(key, KEYS) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("a record has the keys {}", list(KEYS)),
                };
                self.faults.add(place(self.source, value), format!("unknown key `{key}`")).hint(hint);
            }
        }
    }

    fn place(&self, key: &str) -> Span {
        self.parts.get(key).map_or(Span::File, |value| place(self.source, value))
    }

    /// The value of a key that must be there.
    fn value<T: DeserializeOwned>(&mut self, key: &str, right: &str) -> Option<T> {
        let Some(&value) = self.parts.get(key) else {
            self.faults
                .add(Span::File, format!("the key `{key}` is missing"))
                .hint(format!("add it: {right}"));
            return None;
        };
        self.parse(value, key, right)
    }

    /// The values of a list with their places, each judged for itself.
    fn list<T: DeserializeOwned>(&mut self, key: &str, right: &str) -> Vec<(Span, T)> {
        let Some(&value) = self.parts.get(key) else {
            self.faults
                .add(Span::File, format!("the key `{key}` is missing"))
                .hint(format!("add it: a list of {right}"));
            return Vec::new();
        };
        let whole: Option<Vec<&RawValue>> = self.parse(value, key, &format!("a list of {right}"));
        let elements = whole.into_iter().flatten();
        let read = |element| Some((place(self.source, element), self.parse(element, key, right)?));
        elements.filter_map(read).collect()
    }

    /// The bookmark, which a record can do without.
    fn bookmark(&mut self) -> Option<Bookmark> {
        let &value = self.parts.get("bookmark")?;
        self.parse(value, "bookmark", "it as `longroll play` saves it, or leave it out: the record is enough")
    }

    /// The draws, which a record can do without. A die that does not exist, or shows what it has not, is a fault.
    fn dice(&mut self, actions: usize) -> Option<Vec<Throw>> {
        self.parts.get("dice")?;
        let right = "[action, what for, sides or faces, what it showed]";
        let (mut throws, mut earlier) = (Vec::new(), 0);
        for (place, (action, purpose, die, face)) in self.list::<(usize, String, Die, u32)>("dice", right) {
            if action < earlier || action > actions {
                self.faults
                    .add(place.clone(), format!("a die of action {action} cannot stand here"))
                    .hint(format!("they stand in the order of play, up to the {actions} actions recorded"));
            }
            if let Some(fault) = die.fault() {
                self.faults.add(place, fault).hint("the file was changed; take the record anew");
            } else if !die.shows(face) {
                self.faults
                    .add(place, format!("this die has no side with {face}"))
                    .hint("the file was changed; take the record anew");
            }
            earlier = action;
            throws.push(Throw { action, purpose, die, face });
        }
        Some(throws)
    }

    fn parse<'b, T: Deserialize<'b>>(&mut self, value: &'b RawValue, key: &str, right: &str) -> Option<T> {
        serde_json::from_str(value.get())
            .map_err(|error| {
                let what = format!("`{key}` cannot be read: {}", in_short(&error));
                self.faults.add(place(self.source, value), what).hint(format!("write {right}"));
            })
            .ok()
    }

    fn prints_are_in_order(&mut self, prints: &[(Span, (usize, Print))], actions: usize) {
        let mut earlier = None;
        for (place, (after, _)) in prints {
            if earlier >= Some(*after) || *after > actions {
                self.faults
                    .add(place.clone(), format!("a fingerprint after {after} actions cannot stand here"))
                    .hint(format!("they stand in the order of play, up to the {actions} actions recorded"));
            }
            earlier = Some(*after);
        }
    }
}
