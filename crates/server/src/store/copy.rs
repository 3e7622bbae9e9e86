//! Whole databases, copied: for backups, and from one kind of database to the other.
//!
//! A backup is a SQLite file, whatever it was made of, so that what was kept in PostgreSQL can be restored to a file
//! and the other way round.

use super::{Base, Database, Result, Store, StoreError, keep_private};
use futures_util::TryStreamExt as _;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection as _, Row as _};
use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What was copied.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Copied {
    /// Rows of all tables.
    pub rows: u64,
    /// Games among them.
    pub games: u64,
}

/// Copies everything that is kept to a new file, while others go on writing: what was acknowledged before it began is
/// in it.
///
/// # Errors
///
/// There is such a file already, or one of the two databases failed.
pub async fn backup(place: &Database, to: &Path) -> Result<Copied> {
    let part = beside(to)?;
    let copied = match place {
        Database::File(path) => copy_file(path, &part).await,
        Database::Postgres(url) => copy_from_postgres(url, &part).await,
    };
    finish(copied, &part, to)
}

/// Brings a backup back to a place where nothing is kept yet.
///
/// # Errors
///
/// Something is kept there, the backup is damaged, or one of the two databases failed.
pub async fn restore(from: &Path, place: &Database) -> Result<Copied> {
    match place {
        Database::File(path) => {
            let part = beside(path)?;
            let copied = copy_file(from, &part).await;
            let copied = match copied {
                Ok(copied) => bring_up_to_date(&part).await.map(|()| copied),
                failed => failed,
            };
            finish(copied, &part, path)
        }
        Database::Postgres(_) => {
            let whole = TemporaryCopy::of(&Database::File(from.to_owned())).await?;
            let store = Store::open(place).await?;
            let copied = copy_to_postgres(&whole.path, &store).await;
            store.close().await;
            copied
        }
    }
}

/// A copy of everything that is kept, with its tables brought up to date; gone when it is dropped.
pub struct TemporaryCopy {
    /// The SQLite file.
    pub path: PathBuf,
    folder: PathBuf,
}

impl TemporaryCopy {
    /// Copies a database, which is not changed.
    ///
    /// # Errors
    ///
    /// One of the two databases failed.
    pub async fn of(place: &Database) -> Result<TemporaryCopy> {
        let folder = std::env::temp_dir().join(format!("longroll-copy-{}", crate::secrets::draw_id()));
        make_private(&folder)
            .map_err(|error| StoreError::saying(format!("{}: {error}", folder.display())))?;
        let copy = TemporaryCopy { path: folder.join("copy.db"), folder };
        backup(place, &copy.path).await?;
        bring_up_to_date(&copy.path).await?;
        Ok(copy)
    }
}

impl Drop for TemporaryCopy {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A folder that nobody else can look into: there are seeds in what will lie there.
fn make_private(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// The file in which a copy is made before it gets its name: half a copy never has it.
fn beside(to: &Path) -> Result<PathBuf> {
    if to.exists() {
        return Err(StoreError::saying(format!(
            "there is a file {} already; it is not written over",
            to.display()
        )));
    }
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = PathBuf::from(part);
    // What is left of a copy that was broken off.
    let _ = std::fs::remove_file(&part);
    keep_private(&part)?;
    Ok(part)
}

fn finish(copied: Result<Copied>, part: &Path, to: &Path) -> Result<Copied> {
    let named = copied.and_then(|copied| {
        let name = || {
            File::open(part)?.sync_all()?;
            std::fs::rename(part, to)
        };
        name().map(|()| copied).map_err(|error| StoreError::saying(error.to_string()))
    });
    if named.is_err() {
        let _ = std::fs::remove_file(part);
    }
    named
}

/// Opening brings the tables of a copy up to date.
async fn bring_up_to_date(path: &Path) -> Result<()> {
    let store = Store::open(&Database::File(path.to_owned())).await?;
    store.close().await;
    Ok(())
}

async fn open_file(path: &Path) -> Result<SqliteConnection> {
    if !path.exists() {
        return Err(StoreError::saying(format!("there is no file {}", path.display())));
    }
    let options = SqliteConnectOptions::new().filename(path).busy_timeout(Duration::from_secs(10));
    Ok(SqliteConnection::connect_with(&options).await?)
}

/// SQLite copies itself, as of one moment, into a file that is empty.
async fn copy_file(from: &Path, part: &Path) -> Result<Copied> {
    let mut connection = open_file(from).await?;
    let into =
        part.to_str().ok_or_else(|| StoreError::saying("the path of the copy is not UTF-8".to_owned()))?;
    sqlx::query("VACUUM INTO ?").bind(into).execute(&mut connection).await?;
    connection.close().await?;
    let mut copy = open_file(part).await?;
    let sound: String = sqlx::query("PRAGMA integrity_check").fetch_one(&mut copy).await?.get(0);
    if sound != "ok" {
        return Err(StoreError::saying(format!("the database is damaged: {sound}")));
    }
    let mut copied = Copied::default();
    for table in tables(&mut copy).await? {
        copied.count(&table.name, count_rows(&mut copy, &table).await?);
    }
    copy.close().await?;
    if copied == Copied::default() && !has_tables(part).await? {
        return Err(StoreError::saying(format!("{} is no database of this program", from.display())));
    }
    Ok(copied)
}

async fn has_tables(path: &Path) -> Result<bool> {
    let mut connection = open_file(path).await?;
    let tables = tables(&mut connection).await?;
    connection.close().await?;
    Ok(tables.iter().any(|table| table.name == "games"))
}

async fn count_rows(connection: &mut SqliteConnection, table: &Table) -> Result<u64> {
    let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", table.name));
    let count: i64 = sqlx::query(sql).fetch_one(connection).await?.get(0);
    Ok(count.unsigned_abs())
}

impl Copied {
    fn count(&mut self, table: &str, rows: u64) {
        self.rows += rows;
        if table == "games" {
            self.games = rows;
        }
    }
}

/// A table: its name, its columns, and the tables that rows of it refer to.
struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
    refers_to: BTreeSet<String>,
}

/// What stands in a column.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Number,
    Bytes,
}

/// A cell on its way.
enum Cell {
    Text(Option<String>),
    Number(Option<i64>),
    Bytes(Option<Vec<u8>>),
}

/// The tables of a file, those first that others refer to.
async fn tables(file: &mut SqliteConnection) -> Result<Vec<Table>> {
    let names = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' \
                 AND name <> '_sqlx_migrations' ORDER BY name";
    let names: Vec<String> =
        sqlx::query(names).fetch_all(&mut *file).await?.iter().map(|row| row.get(0)).collect();
    let mut tables = Vec::new();
    for name in names {
        let mut columns = Vec::new();
        for row in sqlx::query("SELECT name, type FROM pragma_table_info(?)")
            .bind(&name)
            .fetch_all(&mut *file)
            .await?
        {
            let (column, kind): (String, String) = (row.get(0), row.get(1));
            let kind = match kind.as_str() {
                "TEXT" => Kind::Text,
                "BIGINT" => Kind::Number,
                "BLOB" => Kind::Bytes,
                other => {
                    return Err(StoreError::saying(format!(
                        "{name}.{column} is of a kind not known here: {other}"
                    )));
                }
            };
            columns.push((column, kind));
        }
        let others = "SELECT \"table\" FROM pragma_foreign_key_list(?)";
        let others = sqlx::query(others).bind(&name).fetch_all(&mut *file).await?;
        let refers_to = others.iter().map(|row| row.get(0)).collect();
        tables.push(Table { name, columns, refers_to });
    }
    let mut sorted: Vec<Table> = Vec::new();
    while !tables.is_empty() {
        let done =
            |table: &Table| table.refers_to.iter().all(|other| sorted.iter().any(|done| done.name == *other));
        let Some(next) = tables.iter().position(done) else {
            return Err(StoreError::saying("the tables refer to each other in a ring".to_owned()));
        };
        sorted.push(tables.remove(next));
    }
    Ok(sorted)
}

/// A row of either database.
macro_rules! cells {
    ($row:expr, $table:expr) => {
        $table.columns.iter().enumerate().map(|(place, (_, kind))| {
            Ok(match kind {
                Kind::Text => Cell::Text($row.try_get(place)?),
                Kind::Number => Cell::Number($row.try_get(place)?),
                Kind::Bytes => Cell::Bytes($row.try_get(place)?),
            })
        })
    };
}

/// Binds a row to an insertion into either database.
macro_rules! insertion {
    ($sql:expr, $cells:expr) => {{
        let mut insertion = sqlx::query(AssertSqlSafe($sql.clone()));
        for cell in $cells {
            insertion = match cell? {
                Cell::Text(text) => insertion.bind(text),
                Cell::Number(number) => insertion.bind(number),
                Cell::Bytes(bytes) => insertion.bind(bytes),
            };
        }
        insertion
    }};
}

impl Table {
    fn select(&self) -> AssertSqlSafe<String> {
        AssertSqlSafe(format!("SELECT {} FROM {}", self.names(), self.name))
    }

    fn insert(&self) -> String {
        let cells: Vec<String> = (1..=self.columns.len()).map(|number| format!("${number}")).collect();
        format!("INSERT INTO {} ({}) VALUES ({})", self.name, self.names(), cells.join(", "))
    }

    fn names(&self) -> String {
        self.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

/// Everything in PostgreSQL as of one moment. Its tables may be those of an earlier program.
async fn copy_from_postgres(url: &str, part: &Path) -> Result<Copied> {
    let mut postgres = PgConnection::connect(url).await?;
    let store = Store::open(&Database::File(part.to_owned())).await?;
    let Base::Sqlite { writer, .. } = &store.base else { unreachable!("a file is SQLite") };
    let mut file = writer.acquire().await?;
    let mut copied = Copied::default();
    sqlx::query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").execute(&mut postgres).await?;
    let mut writing = file.begin().await?;
    let mut found = false;
    for mut table in tables(&mut writing).await? {
        let there = "SELECT column_name::text FROM information_schema.columns \
                     WHERE table_schema = ANY (current_schemas(false)) AND table_name = $1";
        let there = sqlx::query(there).bind(&table.name).fetch_all(&mut postgres).await?;
        let there: BTreeSet<String> = there.iter().map(|row| row.get(0)).collect();
        table.columns.retain(|(column, _)| there.contains(column));
        if table.columns.is_empty() {
            continue;
        }
        found = true;
        let (mut rows, insert) = (0, table.insert());
        let mut reading = sqlx::query(table.select()).fetch(&mut postgres);
        while let Some(row) = reading.try_next().await? {
            let cells = cells!(row, table);
            let cells: Vec<std::result::Result<Cell, sqlx::Error>> = cells.collect();
            insertion!(insert, cells).execute(&mut *writing).await?;
            rows += 1;
        }
        drop(reading);
        copied.count(&table.name, rows);
    }
    writing.commit().await?;
    drop(file);
    sqlx::query("ROLLBACK").execute(&mut postgres).await?;
    postgres.close().await?;
    store.close().await;
    if found { Ok(copied) } else { Err(StoreError::saying("there are no tables of this program".to_owned())) }
}

/// Everything in a file that is up to date, to a database in which nothing is kept yet.
async fn copy_to_postgres(from: &Path, store: &Store) -> Result<Copied> {
    let Base::Postgres(pool) = &store.base else {
        return Err(StoreError::saying("this is no PostgreSQL database".to_owned()));
    };
    let mut file = open_file(from).await?;
    let mut writing = pool.begin().await?;
    let kept: i64 = sqlx::query("SELECT COUNT(*) FROM players").fetch_one(&mut *writing).await?.get(0);
    if kept > 0 {
        return Err(StoreError::saying(format!(
            "{kept} players are kept there already; a backup needs an empty database"
        )));
    }
    let mut copied = Copied::default();
    for table in tables(&mut file).await? {
        let (mut rows, insert) = (0, table.insert());
        let mut reading = sqlx::query(table.select()).fetch(&mut file);
        while let Some(row) = reading.try_next().await? {
            let cells = cells!(row, table);
            let cells: Vec<std::result::Result<Cell, sqlx::Error>> = cells.collect();
            insertion!(insert, cells).execute(&mut *writing).await?;
            rows += 1;
        }
        drop(reading);
        copied.count(&table.name, rows);
    }
    writing.commit().await?;
    file.close().await?;
    Ok(copied)
}
