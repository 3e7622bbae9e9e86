//! The scenario: who stands where, and for how many rounds.

use crate::files::{self, Library};
use crate::model::field::Point;
use crate::model::state::PicketId;
use engine::{Print, Side};
use serde::Serialize;

/// The rules of Picket Line with a scenario loaded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PicketLine {
    /// The scenario's id.
    pub name: String,
    /// How many rounds are played.
    pub rounds: u8,
    /// Every picket, by its number.
    pub posts: Vec<Post>,
}

/// A picket as the scenario places it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Post {
    /// The letters it is known by.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Where it begins.
    pub at: Point,
    /// Which way it faces.
    pub facing: Point,
}

impl PicketLine {
    /// The scenario played when none is named: two pickets a side, four rounds.
    ///
    /// # Panics
    ///
    /// Never: a test reads the same file.
    #[must_use]
    pub fn standard() -> PicketLine {
        files::scenario(&Library::builtin(), "two-fords").expect("the file is tested")
    }

    /// A fingerprint of everything loaded.
    pub(crate) fn print(&self) -> Print {
        Print::of(self)
    }

    /// The picket of this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PicketId> {
        let at = self.posts.iter().position(|post| post.name.eq_ignore_ascii_case(name))?;
        Some(PicketId(at as u8))
    }

    /// What the scenario says about a picket. The number must be one of this scenario's.
    #[must_use]
    pub fn post(&self, picket: PicketId) -> &Post {
        &self.posts[picket.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pickets_are_found_by_name() {
        let rules = PicketLine::standard();
        assert_eq!(rules.find("y").map(|picket| rules.post(picket).side), Some(Side::Confederate));
        assert_eq!(rules.find("Z"), None);
    }
}
