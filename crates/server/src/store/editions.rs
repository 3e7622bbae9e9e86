//! What games are played by, and how they looked when they were last quiet.

use super::rows::{KeptEdition, Snapshot};
use super::{Result, Store, reading, sql, writing};
use crate::shelf::{Book, Edition};
use sqlx::Row as _;
use std::collections::BTreeMap;

impl Store {
    /// Keeps what a scenario is played by and its files, unless they are kept already.
    ///
    /// # Errors
    ///
    /// The database failed.
    ///
    /// # Panics
    ///
    /// Never: an edition is made of texts and numbers.
    pub async fn keep_edition(&self, book: &Book) -> Result<()> {
        let Edition { id, identity, name, files, blurb } = &book.edition;
        let json = |text: serde_json::Result<String>| text.expect("an edition is made of texts and numbers");
        let (identity, blurb) = (json(serde_json::to_string(identity)), json(serde_json::to_string(blurb)));
        let files = json(serde_json::to_string(files));
        // Two processes that begin games of many scenarios at once must keep their files in the same order.
        let texts: BTreeMap<&str, &str> = book.texts().collect();
        writing!(self, tx => {
            for (print, text) in texts {
                sqlx::query(sql::KEEP_FILE).bind(print).bind(text).execute(&mut *tx).await?;
            }
            let keep = sqlx::query(sql::KEEP_EDITION).bind(id).bind(identity).bind(name).bind(files).bind(blurb);
            keep.execute(&mut *tx).await?;
        })
    }

    /// An edition as it is kept.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn edition(&self, id: &str) -> Result<Option<KeptEdition>> {
        reading!(self, db => {
            let row = sqlx::query(sql::EDITION).bind(id).fetch_optional(&mut *db).await?;
            row.map(|row| KeptEdition {
                identity: row.get(0),
                name: row.get(1),
                files: row.get(2),
                blurb: row.get(3),
                board: row.get(4),
            })
        })
    }

    /// The text of a file of a scenario, by its fingerprint.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn file(&self, print: &str) -> Result<Option<String>> {
        reading!(self, db => {
            let row = sqlx::query(sql::FILE).bind(print).fetch_optional(&mut *db).await?;
            row.map(|row| row.get(0))
        })
    }

    /// Says by what a game is played from now on.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn set_edition(&self, game: &str, edition: &str) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(sql::SET_EDITION).bind(game).bind(edition).execute(&mut *tx).await?;
        })
    }

    /// Keeps the board of an edition.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn keep_board(&self, edition: &str, board: &[u8]) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(sql::KEEP_BOARD).bind(edition).bind(board).execute(&mut *tx).await?;
        })
    }

    /// Whether the board of an edition is kept, or there is no such edition.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn has_board(&self, edition: &str) -> Result<bool> {
        reading!(self, db => {
            let row = sqlx::query(sql::BOARDLESS).bind(edition).fetch_optional(&mut *db).await?;
            row.is_none()
        })
    }

    /// Keeps how a game looks after an entry of its journal, unless a later look is kept.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn keep_look(&self, game: &str, look: &Snapshot) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(sql::KEEP_LOOK).bind(game).bind(look.seq).bind(&look.bytes).execute(&mut *tx).await?;
        })
    }

    /// How a game looked when it was last quiet.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn look(&self, game: &str) -> Result<Option<Snapshot>> {
        reading!(self, db => {
            let row = sqlx::query(sql::LOOK).bind(game).fetch_optional(&mut *db).await?;
            row.map(|row| Snapshot { seq: row.get(0), bytes: row.get(1) })
        })
    }

    /// After which entry of its journal the kept look of a game was taken.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn looked(&self, game: &str) -> Result<Option<i64>> {
        reading!(self, db => {
            let row = sqlx::query(sql::LOOKED).bind(game).fetch_optional(&mut *db).await?;
            row.map(|row| row.get(0))
        })
    }

    /// The ids of all games, in order, after one of them.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn ids_after(&self, id: &str, most: i64) -> Result<Vec<String>> {
        reading!(self, db => {
            let rows = sqlx::query(sql::IDS_AFTER).bind(id).bind(most).fetch_all(&mut *db).await?;
            rows.iter().map(|row| row.get(0)).collect()
        })
    }
}
