//! What some eyes see, as it is sent.

use engine::scene::Sight;
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;
use std::sync::Arc;

/// A sight as JSON, made once for each position and shared by everybody who looks with the same eyes.
#[derive(Clone)]
pub struct Seen(Arc<Inner>);

struct Inner {
    moment: String,
    log: usize,
    json: Box<RawValue>,
}

impl Seen {
    /// Makes it of a sight.
    ///
    /// # Panics
    ///
    /// Never: a sight is made of texts and numbers.
    #[must_use]
    pub fn new(sight: Sight) -> Seen {
        let json = to_raw_value(&sight).expect("a sight is made of texts and numbers");
        Seen(Arc::new(Inner { moment: sight.moment, log: sight.log, json }))
    }

    /// [`Sight::moment`].
    #[must_use]
    pub fn moment(&self) -> &str {
        &self.0.moment
    }

    /// [`Sight::log`].
    #[must_use]
    pub fn log(&self) -> usize {
        self.0.log
    }

    /// All of it.
    #[must_use]
    pub fn json(&self) -> &str {
        self.0.json.get()
    }
}

impl PartialEq for Seen {
    fn eq(&self, other: &Seen) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.json() == other.json()
    }
}

/// Shows the moment only: the rest may be long, and is a player's own.
impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Seen").field(&self.0.moment).finish()
    }
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.json.serialize(serializer)
    }
}
