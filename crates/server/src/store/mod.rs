//! What is kept: SQLite in one file, or PostgreSQL for several server processes.
//!
//! Both databases understand the same statements (`sql`), but for those about many games. A game is its journal:
//! entries that are only ever added, each with its number, so that of two processes that add the same number one loses
//! and looks again. Entries are written by one `writer` a process, many in a transaction, and acknowledged when that is
//! committed.
//!
//! # What holds when
//! SQLite runs in WAL mode with `synchronous = FULL`: a commit returns after its log is on the disk, so that an
//! acknowledged action survives the end of the process and, if the disk keeps its word, the loss of power. PostgreSQL
//! does the same by default (`synchronous_commit = on`).
//!
//! # When it fails
//! Whatever fails, its connection is thrown away (`sheet`), so that the next write starts anew: a full disk stops
//! writing until there is room and no longer. Who waits for PostgreSQL waits so long and no longer ([`Patience`]), and
//! a process that no longer hears what others write knows that it does not (`health`).

mod copy;
mod editions;
mod health;
mod log;
mod mishap;
mod rows;
mod sheet;
mod sql;
mod writer;

pub use copy::{Copied, TemporaryCopy, backup, restore};
pub use health::BEAT;
pub use mishap::{Mishap, Mishaps, Point};
pub use rows::{
    Entry, GameRow, KeptEdition, Listed, SeatChange, SeatRow, Snapshot, Standing, TakeSeat, Written,
};
pub use writer::{Append, Appended, Writer};

use crate::limits::Patience;
use crate::wire::Millis;
use engine::Seat;
use health::Health;
use log::Copying;
use rows::{side_of, word};
use sheet::{Sheet, within};
use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::postgres::{PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Connection as _, Row, SqlSafeStr};
use std::borrow::Cow;
use std::fmt;
use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// Where everything is kept.
#[derive(Clone, PartialEq, Eq)]
pub enum Database {
    /// A SQLite file, made if it is missing.
    File(PathBuf),
    /// The address of a PostgreSQL database: `postgres://…`.
    Postgres(String),
}

impl FromStr for Database {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Database, String> {
        match text.split_once(':') {
            Some(("postgres" | "postgresql", _)) => Ok(Database::Postgres(text.to_owned())),
            Some(("sqlite", path)) => Ok(Database::File(path.trim_start_matches("//").into())),
            // One letter is a drive, not a scheme.
            Some((scheme, _)) if scheme.len() > 1 && scheme.chars().all(|c| c.is_ascii_alphanumeric()) => {
                Err(format!(
                    "`{scheme}` is no database known here; write `postgres://…` or the path of a file"
                ))
            }
            _ => Ok(Database::File(text.into())),
        }
    }
}

/// Shows no password: neither that before the host nor one among what follows a question mark.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Database::File(path) => write!(f, "{}", path.display()),
            Database::Postgres(url) => {
                // A password may have a question mark in it, written as it is: what stands before the last `@` goes.
                let place = url.split_once("://").map_or("…", |(_, rest)| rest);
                let (who, place) = place.rsplit_once('@').map_or(("", place), |(_, place)| ("…@", place));
                let place = place.split(['?', '#']).next().unwrap_or_default();
                write!(f, "postgres://{who}{place}")
            }
        }
    }
}

/// As it is shown.
impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// The database failed.
#[derive(Clone, Debug)]
pub struct StoreError {
    text: String,
    /// Whether the database cannot do its work; if not, it would not do what it was asked to.
    storage: bool,
}

impl StoreError {
    /// The database cannot do its work.
    fn of_storage(text: &str) -> StoreError {
        StoreError::saying(text)
    }

    /// The same.
    fn saying(text: impl Into<String>) -> StoreError {
        StoreError { text: text.into(), storage: true }
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for StoreError {}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let kind = error.as_database_error().map(sqlx::error::DatabaseError::kind);
        let storage = matches!(kind, None | Some(sqlx::error::ErrorKind::Other));
        StoreError { text: error.to_string(), storage }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        StoreError::of_storage(&format!("the tables cannot be brought up to date: {error}"))
    }
}

type Result<T> = std::result::Result<T, StoreError>;

/// The database.
#[derive(Clone, Debug)]
pub struct Store {
    base: Base,
    patience: Patience,
    health: Arc<Health>,
    mishaps: Arc<Mishaps>,
}

#[derive(Clone, Debug)]
enum Base {
    /// SQLite lets one connection write at a time; a pool of one makes the others wait without polling.
    Sqlite {
        writer: SqlitePool,
        readers: SqlitePool,
        copier: SqlitePool,
        copying: Arc<Copying>,
    },
    Postgres(PgPool),
}

/// Reads with the same code on both databases.
macro_rules! reading {
    ($store:expr, $db:ident => $body:expr) => {
        match &$store.base {
            $crate::store::Base::Sqlite { readers, .. } => {
                $crate::store::sheet::within(None, async {
                    let mut $db =
                        $crate::store::Sheet::<sqlx::Sqlite>::take(readers, &$store.mishaps).await?;
                    let outcome = $body;
                    $db.give_back();
                    Ok(outcome)
                })
                .await
            }
            $crate::store::Base::Postgres(pool) => {
                $crate::store::sheet::within(Some($store.patience.statement), async {
                    let mut $db = $crate::store::Sheet::<sqlx::Postgres>::take(pool, &$store.mishaps).await?;
                    let outcome = $body;
                    $db.give_back();
                    Ok(outcome)
                })
                .await
            }
        }
    };
}
pub(crate) use reading;

/// An entry of a journal, of a row of either database.
macro_rules! written {
    () => {
        |row| Written { seq: row.get(0), body: row.get(1), at: row.get(2), moment: row.get(3) }
    };
}

/// Writes with the same code on both databases, in one transaction; an error on the way takes all of it back.
macro_rules! writing {
    ($store:expr, $tx:ident => $body:expr) => {{
        let outcome = match &$store.base {
            $crate::store::Base::Sqlite { writer, .. } => {
                $crate::store::sheet::within(None, async {
                    let mut $tx =
                        $crate::store::Sheet::<sqlx::Sqlite>::begin(writer, &$store.mishaps).await?;
                    let outcome = $body;
                    $tx.commit().await?;
                    Ok(outcome)
                })
                .await
            }
            $crate::store::Base::Postgres(pool) => {
                $crate::store::sheet::within(Some($store.patience.statement), async {
                    let mut $tx =
                        $crate::store::Sheet::<sqlx::Postgres>::begin(pool, &$store.mishaps).await?;
                    let outcome = $body;
                    $tx.commit().await?;
                    Ok(outcome)
                })
                .await
            }
        };
        $store.health.wrote(outcome)
    }};
}
pub(crate) use writing;

/// How many KiB of the file the connection that writes keeps in memory, as SQLite wants to be told: entries of many
/// games touch many pages, and those that are not in memory are read again for every batch.
const WRITER_CACHE: &str = "-32768";

const MIGRATIONS: [(&str, &str); 4] = [
    ("tables", include_str!("../../migrations/0001_tables.sql")),
    ("identity", include_str!("../../migrations/0002_identity.sql")),
    ("seals", include_str!("../../migrations/0003_seals.sql")),
    ("pauses", include_str!("../../migrations/0004_pauses.sql")),
];

/// Makes the file, or what is there already, readable and writable by its owner alone: it holds the seeds of games that
/// are being played. SQLite gives its further files the same rights.
fn keep_private(path: &Path) -> Result<()> {
    let failed = |error: std::io::Error| StoreError::saying(error.to_string());
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.open(path) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(failed(error)),
    }
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt as _;
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        let Ok(metadata) = std::fs::metadata(&file) else { continue };
        let mode = metadata.permissions().mode();
        if metadata.is_file()
            && mode & 0o077 != 0
            && let Err(error) = std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode & 0o700))
        {
            let file = Path::new(&file).display();
            tracing::warn!(%file, %error, "others can read the database, and this program may not change that");
        }
    }
    Ok(())
}

fn migrator(bytes: &str, count: usize) -> Migrator {
    let migration = |(number, (name, sql)): (i64, (&'static str, &str))| {
        let sql = AssertSqlSafe(sql.replace("BYTEA", bytes)).into_sql_str();
        Migration::new(number, Cow::Borrowed(name), MigrationType::Simple, sql, false)
    };
    Migrator::with_migrations((1..).zip(MIGRATIONS).take(count).map(migration).collect())
}

impl Store {
    /// Opens the database and brings its tables up to date.
    ///
    /// # Errors
    ///
    /// Why it cannot be opened.
    pub async fn open(place: &Database) -> Result<Store> {
        Store::open_with(place, Patience::default()).await
    }

    /// The same, waiting for the database only so long.
    ///
    /// # Errors
    ///
    /// Why it cannot be opened.
    pub async fn open_with(place: &Database, patience: Patience) -> Result<Store> {
        Store::do_open(place, MIGRATIONS.len(), patience).await
    }

    /// Opens it as a program did that knew so many migrations: for tests of databases that such a program has left. Of
    /// the statements, those work that need no others.
    ///
    /// # Errors
    ///
    /// Why it cannot be opened.
    pub async fn open_as_of(place: &Database, migrations: usize) -> Result<Store> {
        Store::do_open(place, migrations, Patience::default()).await
    }

    async fn do_open(place: &Database, migrations: usize, patience: Patience) -> Result<Store> {
        let base = match place {
            Database::File(path) => {
                keep_private(path)?;
                let options = SqliteConnectOptions::new()
                    .filename(path)
                    .create_if_missing(true)
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Full)
                    .foreign_keys(true)
                    .pragma("wal_autocheckpoint", "0")
                    .busy_timeout(Duration::from_secs(10));
                let pool = |connections, options| {
                    SqlitePoolOptions::new().max_connections(connections).connect_with(options)
                };
                // A statement that adds many entries can be taken back: what that needs is kept in memory, too, and not
                // in a file that is written for nothing.
                let writing =
                    options.clone().pragma("cache_size", WRITER_CACHE).pragma("temp_store", "MEMORY");
                let writer = pool(1, writing).await?;
                migrator("BLOB", migrations).run(&writer).await?;
                let copier = pool(1, options.clone()).await?;
                let copying = Arc::new(Copying::start(copier.clone(), writer.clone()));
                let readers = pool(4, options.read_only(true)).await?;
                Base::Sqlite { writer, readers, copier, copying }
            }
            Database::Postgres(url) => {
                let idle = patience.silence / 3;
                let options = PgPoolOptions::new()
                    .max_connections(16)
                    .acquire_timeout(patience.statement)
                    .test_before_acquire(false)
                    .before_acquire(move |connection, metadata| {
                        Box::pin(async move {
                            // One that has just been used will do.
                            if metadata.idle_for < idle {
                                return Ok(true);
                            }
                            answers(connection, idle).await
                        })
                    })
                    .after_connect(move |connection, _| Box::pin(settle(connection, patience)));
                // A pool would try again and again, and say only that it took too long. And bringing tables up to date
                // may take longer than any other statement.
                let connecting = async { Ok(PgConnection::connect(url).await?) };
                let mut first = within(Some(patience.statement), connecting).await?;
                migrator("BYTEA", migrations).run(&mut first).await?;
                first.close().await?;
                Base::Postgres(options.connect(url).await?)
            }
        };
        Ok(Store { base, patience, health: Arc::default(), mishaps: Arc::default() })
    }

    /// Writes that fail on purpose, for tests.
    #[must_use]
    pub fn mishaps(&self) -> &Mishaps {
        &self.mishaps
    }

    /// Whether several processes may share it.
    #[must_use]
    pub fn is_shared(&self) -> bool {
        matches!(self.base, Base::Postgres(_))
    }

    /// Finishes what is being done and closes. Does not wait for ever for a database that is not there.
    pub async fn close(&self) {
        if tokio::time::timeout(self.patience.closing, self.do_close()).await.is_err() {
            tracing::warn!("the database did not let go in time");
        }
    }

    async fn do_close(&self) {
        match &self.base {
            Base::Sqlite { writer, readers, copier, copying } => {
                copying.end();
                copier.close().await;
                readers.close().await;
                writer.close().await;
            }
            Base::Postgres(pool) => pool.close().await,
        }
    }

    /// A new player with a key.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn new_player(&self, player: &str, key: &str, now: Millis) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(sql::NEW_PLAYER).bind(player).bind(now).execute(&mut *tx).await?;
            sqlx::query(sql::NEW_KEY).bind(key).bind(player).bind(now).execute(&mut *tx).await?;
        })
    }

    /// Whose key it is.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn player_of(&self, key: &str) -> Result<Option<String>> {
        reading!(self, db => {
            let row = sqlx::query(sql::PLAYER_OF_KEY).bind(key).fetch_optional(&mut *db).await?;
            row.map(|row| row.get(0))
        })
    }

    /// A code that carries a player to another device.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn new_move(&self, code: &str, player: &str, now: Millis, until: Millis) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(sql::OLD_MOVES).bind(now).execute(&mut *tx).await?;
            sqlx::query(sql::NEW_MOVE).bind(code).bind(player).bind(until).execute(&mut *tx).await?;
        })
    }

    /// Uses a code up and gives its player a further key; `None` if there is no such code, or it is too old.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn redeem_move(&self, code: &str, key: &str, now: Millis) -> Result<Option<()>> {
        writing!(self, tx => {
            let row = sqlx::query(sql::TAKE_MOVE).bind(code).bind(now).fetch_optional(&mut *tx).await?;
            let Some(row) = row else {
                tx.take_back().await?;
                return Ok(None);
            };
            let player: String = row.get(0);
            sqlx::query(sql::NEW_KEY).bind(key).bind(player).bind(now).execute(&mut *tx).await?;
            Some(())
        })
    }

    /// Binds the table to a seed.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn new_pledge(
        &self,
        game: &str,
        player: &str,
        seed: &str,
        now: Millis,
        until: Millis,
    ) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(sql::OLD_PLEDGES).bind(now).execute(&mut *tx).await?;
            let new = sqlx::query(sql::NEW_PLEDGE).bind(game).bind(player).bind(seed).bind(until);
            new.execute(&mut *tx).await?;
        })
    }

    /// Uses a pledge up: the seed the table bound itself to.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn take_pledge(&self, game: &str, player: &str, now: Millis) -> Result<Option<String>> {
        writing!(self, tx => {
            let take = sqlx::query(sql::TAKE_PLEDGE).bind(game).bind(player).bind(now);
            take.fetch_optional(&mut *tx).await?.map(|row| row.get(0))
        })
    }

    /// A new game with its seats and, if it was imported, its journal.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn new_game(
        &self,
        id: &str,
        game: &GameRow,
        standing: &Standing,
        journal: &[Entry],
    ) -> Result<()> {
        writing!(self, tx => {
            let new = sqlx::query(sql::NEW_GAME)
                .bind(id).bind(&game.name).bind(&game.scenario).bind(&game.terms).bind(&game.seed)
                .bind(&game.host).bind(game.since).bind(game.head).bind(rows::state_word(standing.state))
                .bind(rows::waiting_words(&standing.waiting)).bind(rows::ending_text(&standing.ending))
                .bind(&game.edition).bind(i64::from(game.pause));
            new.execute(&mut *tx).await?;
            for seat in &game.seats {
                let new = sqlx::query(sql::NEW_SEAT)
                    .bind(id).bind(word(seat.side)).bind(&seat.player).bind(&seat.invitation).bind(&seat.nonce)
                    .bind(&seat.seal);
                new.execute(&mut *tx).await?;
            }
            // Many with a statement: a long record, entry by entry, takes longer than anybody waits for a database.
            let (mut rest, mut seq) = (journal, 1i64);
            while let Some(together) = self.together().iter().find(|together| together.games <= rest.len()) {
                let (part, later) = rest.split_at(together.games);
                let mut append = sqlx::query(together.append.as_str());
                for entry in part {
                    append = append
                        .bind(id).bind(seq).bind(entry.kind).bind(word(entry.side)).bind(&entry.body)
                        .bind(&entry.act).bind(&entry.moment).bind(entry.at);
                    seq += 1;
                }
                append.execute(&mut *tx).await?;
                rest = later;
            }
        })
    }

    /// A game as it stands, with its seats.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn game(&self, game: &str) -> Result<Option<GameRow>> {
        reading!(self, db => {
            let row = sqlx::query(sql::GAME).bind(game).fetch_optional(&mut *db).await?;
            let seats = sqlx::query(sql::SEATS).bind(game).fetch_all(&mut *db).await?;
            let seats = seats.iter().filter_map(|row| {
                let side = side_of(row.get(0))?;
                let (player, invitation) = (row.get(1), row.get(2));
                Some(SeatRow { side, player, invitation, nonce: row.get(3), seal: row.get(4) })
            });
            row.map(|row| GameRow {
                name: row.get(0),
                scenario: row.get(1),
                terms: row.get(2),
                seed: row.get(3),
                host: row.get(4),
                head: row.get(5),
                since: row.get(6),
                ending: rows::read_ending(row.get(7)),
                draw: row.get::<Option<&str>, _>(8).and_then(side_of),
                edition: row.get(9),
                pause: u8::try_from(row.get::<i64, _>(10)).unwrap_or(0),
                seats: seats.collect(),
            })
        })
    }

    /// A page of a player's games, after one of them: those that wait for him first, those that are over last, and of
    /// equals the one that changed last. `None` if the one is not a game of his.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn games_of(
        &self,
        player: &str,
        after: Option<&str>,
        most: i64,
    ) -> Result<Option<Vec<Listed>>> {
        let (mut rank, mut since, mut id) = (-1, 0, "");
        if let Some(after) = after {
            let found = reading!(self, db => {
                let row = sqlx::query(sql::MY_GAME).bind(player).bind(after).fetch_optional(&mut *db).await?;
                row.map(|row| (row.get::<i64, _>(0), i64::from(row.get::<i32, _>(1))))
            })?;
            let Some(found) = found else { return Ok(None) };
            (since, rank, id) = (-found.0, found.1, after);
        }
        reading!(self, db => {
            let page = sqlx::query(sql::MY_GAMES).bind(player).bind(rank).bind(since).bind(id).bind(most);
            let rows = page.fetch_all(&mut *db).await?;
            let mut games: Vec<Listed> = Vec::new();
            for row in &rows {
                let id: String = row.get(0);
                if games.last().is_none_or(|game| game.id != id) {
                    games.push(Listed {
                        id,
                        name: row.get(1),
                        scenario: row.get(2),
                        state: rows::read_state(row.get(3)),
                        waiting: rows::read_waiting(row.get(4)),
                        since: row.get(5),
                        ending: rows::read_ending(row.get(6)),
                        mine: Vec::new(),
                        free: Vec::new(),
                    });
                }
                let (Some(game), Some(side)) = (games.last_mut(), side_of(row.get(7))) else { continue };
                match row.get::<Option<&str>, _>(8) {
                    None => game.free.push(side),
                    Some(holder) if holder == player => game.mine.push(side),
                    Some(_) => {}
                }
            }
            Some(games)
        })
    }

    /// Gives a free seat to a player, or opens the nonce of one, with the entry of the journal that says so; `false` if
    /// somebody was quicker.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn change_seat(&self, change: &SeatChange<'_>, append: &Append) -> Result<bool> {
        writing!(self, tx => {
            let change = match change {
                SeatChange::Take(TakeSeat { side, player, nonce, seal, invitation }) => {
                    sqlx::query(sql::TAKE_SEAT)
                        .bind(&append.game).bind(word(*side)).bind(*player).bind(*nonce).bind(*invitation).bind(*seal)
                }
                SeatChange::Open { side, nonce } => {
                    sqlx::query(sql::OPEN_NONCE).bind(&append.game).bind(word(*side)).bind(*nonce)
                }
            };
            if change.execute(&mut *tx).await?.rows_affected() != 1 {
                tx.take_back().await?;
                return Ok(false);
            }
            if writer::append!(self, tx, &[append], 1) != Some(vec![true]) {
                tx.take_back().await?;
                return Ok(false);
            }
            true
        })
    }

    /// Gives a taken seat to the player to whom it is handed on, with the entry of the journal that says so; `false` if
    /// somebody was quicker.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn take_over(
        &self,
        side: Seat,
        player: &str,
        invitation: &str,
        append: &Append,
    ) -> Result<bool> {
        writing!(self, tx => {
            let take =
                sqlx::query(sql::TAKE_OVER).bind(&append.game).bind(word(side)).bind(player).bind(invitation);
            if take.execute(&mut *tx).await?.rows_affected() != 1 {
                tx.take_back().await?;
                return Ok(false);
            }
            if writer::append!(self, tx, &[append], 1) != Some(vec![true]) {
                tx.take_back().await?;
                return Ok(false);
            }
            true
        })
    }

    /// Replaces the invitation by which a player hands on a seat; `false` if it is not his.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn hand_on(&self, game: &str, side: Seat, player: &str, invitation: &str) -> Result<bool> {
        writing!(self, tx => {
            let new = sqlx::query(sql::HAND_ON).bind(game).bind(word(side)).bind(invitation).bind(player);
            new.execute(&mut *tx).await?.rows_affected() == 1
        })
    }

    /// A player's keys, as they are kept, and when each was made; the oldest first.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn keys(&self, player: &str) -> Result<Vec<(String, Millis)>> {
        reading!(self, db => {
            let rows = sqlx::query(sql::KEYS).bind(player).fetch_all(&mut *db).await?;
            rows.iter().map(|row| (row.get(0), row.get(1))).collect()
        })
    }

    /// Revokes the key of a player that begins like this.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn revoke_key(&self, player: &str, beginning: &str) -> Result<u64> {
        self.revoke(sql::REVOKE_KEY, player, beginning).await
    }

    /// Revokes all keys of a player but one.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn revoke_others(&self, player: &str, key: &str) -> Result<u64> {
        self.revoke(sql::REVOKE_OTHERS, player, key).await
    }

    async fn revoke(&self, statement: &'static str, player: &str, key: &str) -> Result<u64> {
        writing!(self, tx => {
            let revoked = sqlx::query(statement).bind(player).bind(key).execute(&mut *tx).await?.rows_affected();
            if self.is_shared() {
                sqlx::query("SELECT pg_notify('longroll', 'keys 0')").execute(&mut *tx).await?;
            }
            revoked
        })
    }

    /// Replaces the invitation to a free seat; `false` if it is not free.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn new_invitation(&self, game: &str, side: Seat, invitation: &str) -> Result<bool> {
        writing!(self, tx => {
            let new = sqlx::query(sql::NEW_INVITATION).bind(game).bind(word(side)).bind(invitation);
            new.execute(&mut *tx).await?.rows_affected() == 1
        })
    }

    /// What was done after the entry with this number.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn journal(&self, game: &str, after: i64) -> Result<Vec<Written>> {
        reading!(self, db => {
            let rows = sqlx::query(sql::JOURNAL).bind(game).bind(after).fetch_all(&mut *db).await?;
            rows.iter().map(written!()).collect()
        })
    }

    /// What of a journal, up to this entry, tells how its reactions stand: what was said beforehand and sealed, and
    /// the last deed on the table; in order.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn reactions(&self, game: &str, upto: i64) -> Result<Vec<Written>> {
        reading!(self, db => {
            let rows = sqlx::query(sql::REACTIONS).bind(game).bind(upto).fetch_all(&mut *db).await?;
            let last = sqlx::query(sql::LAST_PLAY).bind(game).bind(upto).fetch_optional(&mut *db).await?;
            let mut lines: Vec<Written> = rows.iter().map(written!()).collect();
            lines.extend(last.iter().map(written!()));
            lines.sort_by_key(|line| line.seq);
            lines
        })
    }

    /// The games that are being played with pauses, those that changed last first.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn with_pauses(&self, most: i64) -> Result<Vec<String>> {
        reading!(self, db => {
            let rows = sqlx::query(sql::WITH_PAUSES).bind(most).fetch_all(&mut *db).await?;
            rows.iter().map(|row| row.get(0)).collect()
        })
    }

    /// The latest lines of the talk, the oldest first.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn talk(&self, game: &str, most: i64) -> Result<Vec<Written>> {
        reading!(self, db => {
            let rows = sqlx::query(sql::TALK).bind(game).bind(most).fetch_all(&mut *db).await?;
            let lines = rows.iter().rev();
            lines.map(written!()).collect()
        })
    }

    /// How many lines were said in a game.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn talked(&self, game: &str) -> Result<i64> {
        reading!(self, db => {
            sqlx::query(sql::TALKED).bind(game).fetch_one(&mut *db).await?.get(0)
        })
    }

    /// The moment an act led to, if it was carried out before.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn answered(&self, game: &str, side: Seat, act: &str) -> Result<Option<String>> {
        reading!(self, db => {
            let find = sqlx::query(sql::ANSWERED).bind(game).bind(word(side)).bind(act);
            find.fetch_optional(&mut *db).await?.and_then(|row| row.get(0))
        })
    }

    /// Whether a deed with this name was done before.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn is_answered(&self, game: &str, side: Seat, act: &str) -> Result<bool> {
        reading!(self, db => {
            let find = sqlx::query(sql::ANSWERED).bind(game).bind(word(side)).bind(act);
            find.fetch_optional(&mut *db).await?.is_some()
        })
    }

    /// Keeps put-away games, each if none later is kept.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn keep_snapshots(&self, snapshots: &[(String, Snapshot)]) -> Result<()> {
        if snapshots.is_empty() {
            return Ok(());
        }
        writing!(self, tx => {
            for (game, snapshot) in snapshots {
                let keep = sqlx::query(sql::KEEP_SNAPSHOT).bind(game).bind(snapshot.seq).bind(&snapshot.bytes);
                keep.execute(&mut *tx).await?;
            }
        })
    }

    /// The latest put-away game.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn snapshot(&self, game: &str) -> Result<Option<Snapshot>> {
        reading!(self, db => {
            let row = sqlx::query(sql::SNAPSHOT).bind(game).fetch_optional(&mut *db).await?;
            row.map(|row| Snapshot { seq: row.get(0), bytes: row.get(1) })
        })
    }

    /// What a player noted about a game.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn notes(&self, game: &str, player: &str) -> Result<String> {
        reading!(self, db => {
            let row = sqlx::query(sql::NOTES).bind(game).bind(player).fetch_optional(&mut *db).await?;
            row.map_or_else(String::new, |row| row.get(0))
        })
    }

    /// Keeps what a player noted.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn keep_notes(&self, game: &str, player: &str, text: &str) -> Result<()> {
        writing!(self, tx => {
            sqlx::query(sql::KEEP_NOTES).bind(game).bind(player).bind(text).execute(&mut *tx).await?;
        })
    }

    /// Where a player wants to be told that it is his turn.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn webhook(&self, game: &str, player: &str) -> Result<Option<String>> {
        reading!(self, db => {
            let row = sqlx::query(sql::WEBHOOK).bind(game).bind(player).fetch_optional(&mut *db).await?;
            row.map(|row| row.get(0))
        })
    }

    /// Keeps where a player wants to be told.
    ///
    /// # Errors
    ///
    /// The database failed.
    pub async fn keep_webhook(&self, game: &str, player: &str, url: Option<&str>) -> Result<()> {
        writing!(self, tx => {
            let keep = match url {
                Some(url) => sqlx::query(sql::KEEP_WEBHOOK).bind(game).bind(player).bind(url),
                None => sqlx::query(sql::NO_WEBHOOK).bind(game).bind(player),
            };
            keep.execute(&mut *tx).await?;
        })
    }

    /// Asks the database to read every statement, without carrying any out.
    ///
    /// # Errors
    ///
    /// The first statement it does not understand.
    pub async fn prepare_all(&self) -> Result<usize> {
        use sqlx::Executor as _;
        let mut statements = sql::SHARED.to_vec();
        for together in self.together() {
            statements.extend([together.append.as_str(), &together.advance]);
            statements.extend(self.is_shared().then_some(together.notify.as_str()));
        }
        for &statement in &statements {
            let failed = |error: sqlx::Error| StoreError::of_storage(&format!("{statement}: {error}"));
            match &self.base {
                Base::Sqlite { readers, .. } => {
                    readers.prepare(statement.into_sql_str()).await.map_err(failed)?;
                }
                Base::Postgres(pool) => {
                    pool.prepare(statement.into_sql_str()).await.map_err(failed)?;
                }
            }
        }
        Ok(statements.len())
    }
}

/// What a connection to PostgreSQL is told first: what takes too long is given up over there, too, and a process that
/// is gone without a word is noticed, so that what it has locked is free again.
async fn settle(connection: &mut PgConnection, patience: Patience) -> std::result::Result<(), sqlx::Error> {
    let statement = patience.statement.as_millis();
    let idle = patience.silence.as_secs().max(1);
    let settings = format!(
        "SET statement_timeout = {statement}; SET lock_timeout = {statement}; \
         SET idle_in_transaction_session_timeout = {}; SET tcp_keepalives_idle = {idle}; \
         SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3; SET tcp_user_timeout = {}",
        2 * statement,
        5 * statement,
    );
    sqlx::raw_sql(AssertSqlSafe(settings)).execute(connection).await.map(|_| ())
}

/// Whether a connection that has been quiet is still one. An error throws it away, and another one is taken.
async fn answers(
    connection: &mut PgConnection,
    patience: Duration,
) -> std::result::Result<bool, sqlx::Error> {
    match tokio::time::timeout(patience, connection.ping()).await {
        Ok(outcome) => outcome.map(|()| true),
        Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_an_address_or_a_path_and_shows_no_password() {
        assert_eq!("longroll.db".parse(), Ok(Database::File("longroll.db".into())));
        assert_eq!("sqlite:///var/longroll.db".parse(), Ok(Database::File("/var/longroll.db".into())));
        assert_eq!(r"C:\games\longroll.db".parse(), Ok(Database::File(r"C:\games\longroll.db".into())));
        let postgres: Database = "postgres://lee:secret@db/longroll".parse().unwrap();
        assert_eq!(postgres.to_string(), "postgres://…@db/longroll");
        for url in [
            "postgres://lee:secret@db/longroll?application_name=secret",
            "postgres://lee:se@secret@db/longroll",
            "postgres://lee:se?secret@db/longroll#secret",
            "postgresql://db/longroll?user=lee&password=secret",
            "postgres://db/longroll?password=secret@home",
            "postgres:secret",
        ] {
            let place: Database = url.parse().unwrap();
            assert!(!format!("{place} {place:?}").contains("secret"), "{place} {place:?}");
        }
        assert!("mysql://db".parse::<Database>().unwrap_err().contains("postgres://"));
    }
}
