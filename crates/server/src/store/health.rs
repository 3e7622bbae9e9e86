//! Whether the database does its work: reading, writing, and telling what others have written.

use super::sheet::{Sheet, within};
use super::{Base, Result, Store, StoreError, writing};
use crate::secrets;
use crate::wire::Millis;
use sqlx::postgres::{PgListener, PgPoolOptions};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// What processes say to themselves over the database, to hear that it is there.
pub const BEAT: &str = "beat";

/// How much is written to see whether there is room: more than fits into what is left of a page.
const TRIAL: usize = 16 * 1024;

/// How the database has been of late.
#[derive(Debug)]
pub(super) struct Health {
    writing: Mutex<Writing>,
    /// One trial at a time, and not oftener than this.
    trial: tokio::sync::Mutex<()>,
    heard: watch::Sender<bool>,
}

#[derive(Debug)]
struct Writing {
    /// What went wrong with the last write.
    trouble: Option<String>,
    at: Instant,
}

impl Default for Health {
    fn default() -> Health {
        Health {
            writing: Mutex::new(Writing { trouble: None, at: Instant::now() }),
            trial: tokio::sync::Mutex::default(),
            heard: watch::channel(true).0,
        }
    }
}

impl Health {
    /// A write has ended, well or not.
    pub fn wrote<T>(&self, outcome: Result<T>) -> Result<T> {
        // What was wrong with the question says nothing about who was asked.
        let trouble = match &outcome {
            Err(error) if !error.storage => return outcome,
            Err(error) => Some(error.to_string()),
            Ok(_) => None,
        };
        *self.writing.lock().unwrap_or_else(PoisonError::into_inner) =
            Writing { trouble, at: Instant::now() };
        outcome
    }

    /// What went wrong with the last write, and how long ago that was.
    fn last(&self) -> (Option<String>, Duration) {
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        (writing.trouble.clone(), writing.at.elapsed())
    }
}

impl Store {
    /// Whether the database answers.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn is_alive(&self) -> Result<()> {
        super::reading!(self, db => {
            sqlx::query(super::sql::ALIVE).execute(&mut *db).await?;
        })
    }

    /// Whether the database writes: as the last write of late has shown, or else by a trial.
    ///
    /// # Errors
    ///
    /// Why it does not.
    pub async fn can_write(&self, now: Millis) -> Result<()> {
        let _one = self.health.trial.lock().await;
        let (trouble, ago) = self.health.last();
        match trouble {
            None if ago < self.patience.trial => Ok(()),
            Some(trouble) if ago < self.patience.trial / 5 => Err(StoreError::of_storage(&trouble)),
            _ => self.try_to_write(now).await,
        }
    }

    /// Writes something and takes it away again, in one transaction: nobody ever sees it.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn try_to_write(&self, now: Millis) -> Result<()> {
        use super::sql::{NEW_PLAYER, NEW_PLEDGE, NO_PLAYER, TAKE_PLEDGE};
        let (id, filling) = (format!("trial-{}", secrets::draw_id()), "0".repeat(TRIAL));
        writing!(self, tx => {
            sqlx::query(NEW_PLAYER).bind(&id).bind(now).execute(&mut *tx).await?;
            sqlx::query(NEW_PLEDGE).bind(&id).bind(&id).bind(&filling).bind(now).execute(&mut *tx).await?;
            sqlx::query(TAKE_PLEDGE).bind(&id).bind(&id).bind(now).fetch_optional(&mut *tx).await?;
            sqlx::query(NO_PLAYER).bind(&id).execute(&mut *tx).await?;
        })
    }

    /// Whether this process hears what others write. What is in memory may be old if not.
    #[must_use]
    pub fn hears(&self) -> bool {
        *self.health.heard.borrow()
    }

    /// Becomes false when this process no longer hears what others write.
    #[must_use]
    pub fn hearing(&self) -> watch::Receiver<bool> {
        self.health.heard.subscribe()
    }

    /// News has come, or none has for too long.
    pub fn set_hearing(&self, hears: bool) {
        self.health.heard.send_if_modified(|heard| std::mem::replace(heard, hears) != hears);
    }

    /// Hears of what other processes write; nobody else writes to a file.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn listen(&self) -> Result<Option<PgListener>> {
        let Base::Postgres(pool) = &self.base else { return Ok(None) };
        within(Some(self.patience.statement), async {
            // A pool of its own: a listener whose line has gone dead takes a while to let go of it, and nobody waits
            // for that.
            let own = PgPoolOptions::new().max_connections(1).acquire_timeout(self.patience.statement);
            let own = own.connect_with((*pool.connect_options()).clone()).await?;
            let mut listener = PgListener::connect_with(&own).await?;
            listener.eager_reconnect(false);
            listener.listen("longroll").await?;
            Ok(Some(listener))
        })
        .await
    }

    /// Says something that this process hears if the database is there, by way of it.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn beat(&self) -> Result<()> {
        let Base::Postgres(pool) = &self.base else { return Ok(()) };
        within(Some(self.patience.statement), async {
            let mut sheet = Sheet::<sqlx::Postgres>::take(pool, &self.mishaps).await?;
            sqlx::query("SELECT pg_notify('longroll', $1)").bind(BEAT).execute(&mut *sheet).await?;
            sheet.give_back();
            Ok(())
        })
        .await
    }
}
