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

enum Inner {
    /// A sight of a game that is played.
    Made { sight: Box<Sight>, json: OnceLock<Box<RawValue>> },
    /// One that was kept as it was sent.
    Kept { moment: String, log: usize, json: Box<RawValue> },
}

impl Seen {
    /// Makes it of a sight.
    #[must_use]
    pub fn new(sight: Sight) -> Seen {
        Seen(Arc::new(Inner::Made { sight: Box::new(sight), json: OnceLock::new() }))
    }

    /// Makes it of a sight that was kept: its moment, how many entries its log has, and all of it as JSON.
    #[must_use]
    pub fn kept(moment: String, log: usize, json: Box<RawValue>) -> Seen {
        Seen(Arc::new(Inner::Kept { moment, log, json }))
    }

    /// [`Sight::moment`].
    #[must_use]
    pub fn moment(&self) -> &str {
        match &*self.0 {
            Inner::Made { sight, .. } => &sight.moment,
            Inner::Kept { moment, .. } => moment,
        }
    }

    /// [`Sight::log`].
    #[must_use]
    pub fn log(&self) -> usize {
        match &*self.0 {
            Inner::Made { sight, .. } => sight.log,
            Inner::Kept { log, .. } => *log,
        }
    }

    /// What other eyes see that see the same, but for what they are asked.
    #[must_use]
    pub fn beside(&self, table: &dyn Table, eyes: Eyes<Seat>) -> Sight {
        match &*self.0 {
            Inner::Made { sight, .. } => table.sight_beside(sight, eyes),
            Inner::Kept { .. } => table.sight(eyes),
        }
    }

    /// What leads to it from an earlier one of the same eyes; nothing if one of the two is only kept.
    #[must_use]
    pub fn since(&self, before: &Seen) -> Option<Change> {
        match (&*before.0, &*self.0) {
            (Inner::Made { sight: before, .. }, Inner::Made { sight: now, .. }) => {
                Some(Change::between(before, now))
            }
            _ => None,
        }
    }

    /// All of it.
    #[must_use]
    pub fn json(&self) -> &str {
        self.raw().get()
    }

    fn raw(&self) -> &RawValue {
        match &*self.0 {
            Inner::Made { sight, json } => {
                json.get_or_init(|| to_raw_value(sight).expect("a sight is made of texts and numbers"))
            }
            Inner::Kept { json, .. } => json,
        }
    }
}

impl PartialEq for Seen {
    fn eq(&self, other: &Seen) -> bool {
        match (&*self.0, &*other.0) {
            (one, another) if std::ptr::eq(one, another) => true,
            (Inner::Made { sight, .. }, Inner::Made { sight: other, .. }) => sight == other,
            _ => self.json() == other.json(),
        }
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
