//! SQLite's log, copied into its file beside the play.
//!
//! A commit writes to a log; from time to time what stands in it is copied to where it belongs. Left to itself, SQLite
//! does that within the commit that makes the log a thousand pages long, and everybody waits for it: under load several
//! times a second. Here a connection of its own does it. Commits go on meanwhile, so that the log never ends and would
//! grow for ever; when it has grown long, they wait while the last few pages are copied, and begin it anew.

use super::Result;
use sqlx::Row as _;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use std::time::Duration;
use tokio::task::AbortHandle;
use tokio::time::{MissedTickBehavior, interval};

/// How often what is new in the log is copied. Little at a time: a commit that syncs the log waits for whatever else
/// the disk has to do.
const EVERY: Duration = Duration::from_millis(100);

/// After how many pages the log is begun anew: 32 MiB. A server that was killed reads it through when it comes back.
const LONG: i64 = 8_192;

/// The copying, until it is dropped.
#[derive(Debug)]
pub struct Copying(AbortHandle);

impl Copying {
    /// Starts copying, by a connection of its own.
    pub fn start(own: SqlitePool, writer: SqlitePool) -> Copying {
        let task = tokio::spawn(async move {
            let mut every = interval(EVERY);
            every.set_missed_tick_behavior(MissedTickBehavior::Delay);
            let mut failing = false;
            loop {
                every.tick().await;
                // The log stays as it is, and is copied the next time. Told once: a disk that is full now will be full
                // in a moment, and what is told may go to the same disk.
                match copy_log(&own, &writer).await {
                    Err(error) if !failing => {
                        tracing::warn!(%error, "the log of the database could not be copied into its file");
                        failing = true;
                    }
                    Err(_) => {}
                    Ok(()) => failing = false,
                }
            }
        });
        Copying(task.abort_handle())
    }

    /// Copies no more.
    pub fn end(&self) {
        self.0.abort();
    }
}

impl Drop for Copying {
    fn drop(&mut self) {
        self.end();
    }
}

async fn copy_log(own: &SqlitePool, writer: &SqlitePool) -> Result<()> {
    if copy(&mut *own.acquire().await?).await? >= LONG {
        // Whoever has this connection is the only one who could write.
        copy(&mut *writer.acquire().await?).await?;
    }
    Ok(())
}

/// Copies what can be copied without waiting for anybody; how many pages the log has.
async fn copy(connection: &mut SqliteConnection) -> Result<i64> {
    let row = sqlx::query("PRAGMA wal_checkpoint(PASSIVE)").fetch_one(connection).await?;
    Ok(row.get(1))
}
