//! Which parts of a state are hidden from whom, found out by imagining.

use super::{Broken, Law};
use crate::Eyes;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// For every part of a state, by its path: whether it ever differed in a world imagined for a side, and how often for a
/// watcher.
#[derive(Default)]
pub(super) struct Hidden(BTreeMap<String, From>);

#[derive(Default)]
struct From {
    a_side: bool,
    /// In how many worlds.
    a_watcher: u32,
}

/// In so many worlds a part differs for a watcher before it is odd that it never does for a side: what is hidden from
/// the watcher by one side differs for the other as often.
const ODD: u32 = 12;

impl Hidden {
    /// Notes what differs between the real state and one imagined for these eyes.
    pub fn note<S: Serialize>(&mut self, real: &S, imagined: &S, eyes: Eyes) {
        // A state that JSON cannot write, such as one with maps keyed by numbers, is not looked into.
        if let (Ok(real), Ok(imagined)) = (serde_json::to_value(real), serde_json::to_value(imagined)) {
            self.differences(&real, &imagined, &mut String::new(), eyes);
        }
    }

    fn differences(&mut self, real: &Value, imagined: &Value, path: &mut String, eyes: Eyes) {
        let mut inside = |hidden: &mut Hidden, name: &str, real: &Value, imagined: &Value| {
            let length = path.len();
            path.push('/');
            path.push_str(name);
            hidden.differences(real, imagined, path, eyes);
            path.truncate(length);
        };
        match (real, imagined) {
            (Value::Array(real), Value::Array(imagined)) if real.len() == imagined.len() => {
                for (index, (real, imagined)) in real.iter().zip(imagined).enumerate() {
                    inside(self, &index.to_string(), real, imagined);
                }
            }
            (Value::Object(real), Value::Object(imagined)) if real.keys().eq(imagined.keys()) => {
                for ((name, real), imagined) in real.iter().zip(imagined.values()) {
                    inside(self, name, real, imagined);
                }
            }
            _ if real == imagined => {}
            _ => {
                // Numbers in a list are hidden together or not at all: a few worlds need not differ in each.
                let part = path.trim_end_matches(|letter: char| letter.is_ascii_digit());
                let part = part.strip_suffix('/').unwrap_or(path);
                let from = self.0.entry(part.to_owned()).or_default();
                match eyes {
                    Eyes::Watcher => from.a_watcher += 1,
                    _ => from.a_side = true,
                }
            }
        }
    }

    /// Whatever is hidden from a watcher is hidden from one of the sides.
    pub fn must_hide_from_a_side(&self) -> Result<(), Broken> {
        let is_open_to_both = |(path, from): &(&String, &From)| {
            // A part of something that differs as a whole is hidden with it.
            let mut whole = path.as_str();
            let inside = std::iter::from_fn(|| {
                whole = &whole[..whole.rfind('/')?];
                Some(whole)
            });
            from.a_watcher >= ODD
                && !from.a_side
                && !inside.into_iter().any(|whole| self.0.get(whole).is_some_and(|from| from.a_side))
        };
        match self.0.iter().find(is_open_to_both) {
            None => Ok(()),
            Some((path, _)) => Err((
                Law::View,
                format!(
                    "`{path}` of the state is hidden from a watcher, but from neither side: a view gives it away"
                ),
            )),
        }
    }
}
