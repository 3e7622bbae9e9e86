//! What some eyes see, as it is sent.

use engine::scene::{Change, Sight};
use engine::{Eyes, Seat, Table};
use serde::{Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::fmt;
use std::sync::{Arc, OnceLock};

/// A sight, made once for each position and shared by everybody who looks with the same eyes. Its JSON is made when
/// somebody has to be sent all of it, and then once.
#[derive(Clone)]
pub struct Seen(Arc<Inner>);

struct Inner {
    sight: Sight,
    json: OnceLock<Box<RawValue>>,
}

impl Seen {
    /// Makes it of a sight.
    #[must_use]
    pub fn new(sight: Sight) -> Seen {
        Seen(Arc::new(Inner { sight, json: OnceLock::new() }))
    }

    /// [`Sight::moment`].
    #[must_use]
    pub fn moment(&self) -> &str {
        &self.0.sight.moment
    }

    /// [`Sight::log`].
    #[must_use]
    pub fn log(&self) -> usize {
        self.0.sight.log
    }

    /// What other eyes see that see the same, but for what they are asked.
    #[must_use]
    pub fn beside(&self, table: &dyn Table, eyes: Eyes<Seat>) -> Sight {
        table.sight_beside(&self.0.sight, eyes)
    }

    /// What leads to it from an earlier one of the same eyes.
    #[must_use]
    pub fn since(&self, before: &Seen) -> Change {
        Change::between(&before.0.sight, &self.0.sight)
    }

    /// All of it.
    #[must_use]
    pub fn json(&self) -> &str {
        self.raw().get()
    }

    fn raw(&self) -> &RawValue {
        self.0.json.get_or_init(|| to_raw_value(&self.0.sight).expect("a sight is made of texts and numbers"))
    }
}

impl PartialEq for Seen {
    fn eq(&self, other: &Seen) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.sight == other.0.sight
    }
}

/// Shows the moment only: the rest may be long, and is a player's own.
impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Seen").field(&self.moment()).finish()
    }
}

impl Serialize for Seen {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.raw().serialize(serializer)
    }
}
