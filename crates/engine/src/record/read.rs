//! Reading a record file: every fault, with its line.

use super::{Act, FORMAT, Record};
use crate::chance::Seed;
use crate::fair::{Commitment, Nonce};
use crate::{Identity, Outcome, Print, Side};
use faults::{Faults, Line, Place, Source, did_you_mean, list};
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

const KEYS: [&str; 9] =
    ["format", "id", "identity", "commitment", "seed", "nonces", "actions", "prints", "outcome"];

pub(super) fn read(source: &Source) -> Result<Record, Faults> {
    let mut faults = Faults::new(source);
    let parts = match parts(source.text()) {
        Ok(parts) => parts,
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
    let outcome = reader.value::<Option<Outcome>>("outcome", "winner and points, or null");
    let actions = reader.list::<(Side, String)>("actions", "[\"union\", \"…\"] or [\"confederate\", \"…\"]");
    let prints =
        reader.list::<(usize, Print)>("prints", "[how many actions, 32 hexadecimal digits in quotes]");
    // Actions that cannot be read are faults already; they must not put the fingerprints in the wrong.
    let recorded = reader.parts.get("actions").map_or(0, |list| length(list));
    reader.prints_are_in_order(&prints, recorded);
    let prints = prints.into_iter().map(|(_, print)| print).collect();
    let faults = reader.faults;
    let (Some(id), Some(identity), Some(commitment), Some(seed), Some(nonces), Some(outcome)) =
        (id, identity, commitment, seed, nonces, outcome)
    else {
        return Err(faults);
    };
    let actions = actions.into_iter().map(|(_, (side, text))| Act { side, text }).collect();
    faults.into_result(Record { id, identity, commitment, seed, nonces, actions, prints, outcome })
}

/// Where the `index`-th action stands in a record file.
pub(super) fn place_of_action(source: &Source, index: usize) -> Place {
    place_of_element(source, "actions", index)
}

/// Where the fingerprint after so many actions stands in a record file.
pub(super) fn place_of_print(source: &Source, index: usize) -> Place {
    place_of_element(source, "prints", index)
}

/// Where a key's value stands in a record file.
pub(super) fn place_of_key(source: &Source, key: &str) -> Place {
    parts(source.text()).ok().and_then(|parts| Some(place(source, parts.get(key)?))).unwrap_or_default()
}

fn place_of_element(source: &Source, key: &str, index: usize) -> Place {
    let find = || {
        let parts = parts(source.text()).ok()?;
        let elements: Vec<&RawValue> = serde_json::from_str(parts.get(key)?.get()).ok()?;
        Some(place(source, elements.get(index)?))
    };
    find().unwrap_or_default()
}

fn parts(text: &str) -> Result<BTreeMap<String, &RawValue>, serde_json::Error> {
    serde_json::from_str(text)
}

fn length(list: &RawValue) -> usize {
    serde_json::from_str::<Vec<&RawValue>>(list.get()).map_or(0, |elements| elements.len())
}

/// The bytes of a value: it borrows from the text, so its address tells.
fn place(source: &Source, value: &RawValue) -> Place {
    let start = value.get().as_ptr().addr().saturating_sub(source.text().as_ptr().addr());
    Place::Span(start..start + value.get().len())
}

/// Serde's message without its own line and column, which count from the part that was read.
fn in_short(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or_default().to_owned()
}

struct Reader<'a> {
    source: &'a Source,
    parts: BTreeMap<String, &'a RawValue>,
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

    fn place(&self, key: &str) -> Place {
        self.parts.get(key).map_or(Place::File, |value| place(self.source, value))
    }

    /// The value of a key that must be there.
    fn value<T: DeserializeOwned>(&mut self, key: &str, right: &str) -> Option<T> {
        let Some(&value) = self.parts.get(key) else {
            self.faults
                .add(Place::File, format!("the key `{key}` is missing"))
                .hint(format!("add it: {right}"));
            return None;
        };
        self.parse(value, key, right)
    }

    /// The values of a list with their places, each judged for itself.
    fn list<T: DeserializeOwned>(&mut self, key: &str, right: &str) -> Vec<(Place, T)> {
        let Some(&value) = self.parts.get(key) else {
            self.faults
                .add(Place::File, format!("the key `{key}` is missing"))
                .hint(format!("add it: a list of {right}"));
            return Vec::new();
        };
        let whole: Option<Vec<&RawValue>> = self.parse(value, key, &format!("a list of {right}"));
        let elements = whole.into_iter().flatten();
        let read = |element| Some((place(self.source, element), self.parse(element, key, right)?));
        elements.filter_map(read).collect()
    }

    fn parse<'b, T: serde::Deserialize<'b>>(
        &mut self,
        value: &'b RawValue,
        key: &str,
        right: &str,
    ) -> Option<T> {
        serde_json::from_str(value.get())
            .map_err(|error| {
                let what = format!("`{key}` cannot be read: {}", in_short(&error));
                self.faults.add(place(self.source, value), what).hint(format!("write {right}"));
            })
            .ok()
    }

    fn prints_are_in_order(&mut self, prints: &[(Place, (usize, Print))], actions: usize) {
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
