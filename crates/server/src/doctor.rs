//! Opens every game of a database and tells which would not, or not as it was begun.

use crate::games::Games;
use crate::live::Opened;
use crate::metrics::Metrics;
use crate::shelf::Shelf;
use crate::store::{Database, Store, StoreError, TemporaryCopy};
use crate::wire::GameState;
use serde::Serialize;
use std::sync::Arc;

/// How many games are looked up at once.
const PAGE: i64 = 500;

/// A game that was looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// Its id.
    pub game: String,
    /// What the players call it.
    pub name: String,
    /// The scenario's id.
    pub scenario: String,
    /// How far it is; nothing of a game that does not open.
    pub state: Option<GameState>,
    /// How it opens.
    pub opens: Opens,
    /// Why it opens otherwise than it was begun, or not at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// How a game opens.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opens {
    /// By the rules and data it was begun with.
    AsBegun,
    /// By the data it was begun with, which the scenario of this table no longer has.
    WithOldData,
    /// By other rules or data, which lead to the same moments.
    Anew,
    /// Only to be looked at.
    ShownOnly,
    /// Not at all.
    Not,
}

impl Opens {
    /// Whether it can be played on.
    #[must_use]
    pub fn plays(self) -> bool {
        matches!(self, Opens::AsBegun | Opens::WithOldData | Opens::Anew)
    }
}

/// Looks at every game, in the order of their ids. The database is not changed: what is looked at is a copy.
///
/// # Errors
///
/// The database cannot be copied, or the copy fails.
pub async fn examine(
    place: &Database,
    shelf: Shelf,
    mut found: impl FnMut(Finding),
) -> Result<(), StoreError> {
    let copy = TemporaryCopy::of(place).await?;
    let store = Store::open(&Database::File(copy.path.clone())).await?;
    let games = Games::new(store.clone(), shelf, Arc::<Metrics>::default(), 1);
    let mut last = String::new();
    loop {
        let ids = store.ids_after(&last, PAGE).await?;
        for id in &ids {
            let row = store.game(id).await?;
            let (name, scenario) = row.map_or_else(Default::default, |row| (row.name, row.scenario));
            let (state, opens, why) = match games.load(id).await {
                Ok(live) => {
                    let (opens, why) = match &live.opened {
                        Opened::AsBegun => (Opens::AsBegun, None),
                        Opened::WithOldData => (Opens::WithOldData, None),
                        Opened::Anew => (Opens::Anew, None),
                        Opened::Shut(why) => (Opens::ShownOnly, Some(why.clone())),
                    };
                    (Some(live.state()), opens, why)
                }
                Err(refusal) => (None, Opens::Not, Some(refusal.text)),
            };
            found(Finding { game: id.clone(), name, scenario, state, opens, why });
        }
        match ids.last() {
            Some(id) => last.clone_from(id),
            None => break,
        }
    }
    store.close().await;
    Ok(())
}
