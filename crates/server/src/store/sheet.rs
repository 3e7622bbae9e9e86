//! A connection that is thrown away unless what it was taken for ends well.
//!
//! After a full disk SQLite has taken a transaction back on its own, and a connection that still believes in it would
//! refuse every further one. After a question that was never answered, the answer may still come, or the other end may
//! be gone without a word. Nothing of that is worth finding out: the next write gets a new connection.

use super::mishap::{Mishaps, Point};
use super::{Result, StoreError};
use sqlx::pool::PoolConnection;
use sqlx::{Database, PgPool, Postgres, Sqlite, SqlitePool};
use std::ops::{Deref, DerefMut};
use std::time::Duration;

/// A connection of a pool, with or without a transaction on it.
pub(super) struct Sheet<'a, DB: Database> {
    connection: PoolConnection<DB>,
    mishaps: &'a Mishaps,
    /// Whether the connection is as it was when it was taken.
    clean: bool,
}

impl<DB: Database> Deref for Sheet<'_, DB> {
    type Target = DB::Connection;

    fn deref(&self) -> &DB::Connection {
        &self.connection
    }
}

impl<DB: Database> DerefMut for Sheet<'_, DB> {
    fn deref_mut(&mut self) -> &mut DB::Connection {
        &mut self.connection
    }
}

impl<DB: Database> Drop for Sheet<'_, DB> {
    fn drop(&mut self) {
        if !self.clean {
            self.connection.close_on_drop();
        }
    }
}

macro_rules! sheets {
    ($($db:ident, $pool:ident, $begin:literal;)+) => {
        $(impl<'a> Sheet<'a, $db> {
            /// A connection to read with.
            pub async fn take(pool: &$pool, mishaps: &'a Mishaps) -> Result<Sheet<'a, $db>> {
                Ok(Sheet { connection: pool.acquire().await?, mishaps, clean: false })
            }

            /// A connection with a transaction that may write.
            pub async fn begin(pool: &$pool, mishaps: &'a Mishaps) -> Result<Sheet<'a, $db>> {
                let mut sheet = Sheet::<$db>::take(pool, mishaps).await?;
                mishaps.at(Point::Begin)?;
                sheet.order($begin).await?;
                if let Err(error) = mishaps.at(Point::Statement) {
                    // As SQLite does by itself when its disk is full.
                    sheet.order("ROLLBACK").await?;
                    return Err(error);
                }
                mishaps.at(Point::Left)?;
                Ok(sheet)
            }

            /// Keeps what was written.
            pub async fn commit(mut self) -> Result<()> {
                if let Err(error) = self.mishaps.at(Point::Commit) {
                    self.order("ROLLBACK").await?;
                    return Err(error);
                }
                self.order("COMMIT").await?;
                self.clean = true;
                // It is kept, and nobody hears of it.
                self.mishaps.at(Point::Committed)
            }

            /// Writes nothing after all.
            pub async fn take_back(mut self) -> Result<()> {
                self.order("ROLLBACK").await?;
                self.clean = true;
                Ok(())
            }

            async fn order(&mut self, order: &'static str) -> Result<()> {
                sqlx::raw_sql(order).execute(&mut *self.connection).await?;
                Ok(())
            }
        })+
    };
}

sheets! {
    Sqlite, SqlitePool, "BEGIN IMMEDIATE";
    Postgres, PgPool, "BEGIN";
}

impl<DB: Database> Sheet<'_, DB> {
    /// What was read was read to its end.
    pub fn give_back(mut self) {
        self.clean = true;
    }
}

/// Waits for the database, but not for ever: one that has gone silent fails like one that says so.
pub(super) async fn within<T>(
    patience: Option<Duration>,
    work: impl Future<Output = Result<T>>,
) -> Result<T> {
    match patience {
        None => work.await,
        Some(patience) => match tokio::time::timeout(patience, work).await {
            Ok(outcome) => outcome,
            Err(_) => Err(StoreError::of_storage("the database has not answered in time")),
        },
    }
}
