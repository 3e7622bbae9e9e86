//! Where games are kept, and copies of all that is kept: `longroll backup` and `longroll restore`.

use crate::args;
use crate::terminal::Terminal;
use crate::trouble::{Exit, Trouble};
use server::Database;
use server::store::{self, Copied, StoreError};
use std::path::{Path, PathBuf};

/// The name of the one file that holds everything.
const FILE: &str = "longroll.db";

pub fn backup(arguments: &args::Backup, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let place = place(&arguments.kept)?;
    terminal.progress(format_args!("copying {place}"));
    let copied = work(store::backup(&place, &arguments.to))?;
    terminal.end_progress();
    let Copied { rows, games } = copied.map_err(|error| {
        Trouble::command(
            format!("{place} cannot be copied: {error}"),
            "name the place with `--database` or `--data-dir`, and a file that is not there yet",
        )
    })?;
    let to = arguments.to.display();
    terminal.line(format_args!("{games} games, {rows} rows in all, are in {to} now."))?;
    Ok(Exit::Done)
}

pub fn restore(arguments: &args::Restore, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let place = place(&arguments.kept)?;
    terminal.progress(format_args!("copying to {place}"));
    let copied = work(store::restore(&arguments.from, &place))?;
    terminal.end_progress();
    let Copied { rows, games } = copied.map_err(|error| {
        Trouble::command(
            format!("{} cannot be brought to {place}: {error}", arguments.from.display()),
            "a backup is brought to where nothing is kept yet: another `--data-dir`, or an empty database",
        )
    })?;
    terminal.line(format_args!("{games} games, {rows} rows in all, are kept in {place} now."))?;
    Ok(Exit::Done)
}

/// Sees work on databases through.
pub fn work<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<Result<T, StoreError>, Trouble> {
    Ok(tokio::runtime::Runtime::new()?.block_on(work))
}

/// The database that was named, or a file in the folder for data.
///
/// # Errors
///
/// What was named is no place, or there is no folder and none can be made.
pub fn place(arguments: &args::Kept) -> Result<Database, Trouble> {
    match &arguments.database {
        Some(Ok(database)) => return Ok(database.clone()),
        Some(Err(why)) => {
            let remedy = "write `--database` with `postgres://USER@HOST/DATABASE` or the path of a file";
            return Err(Trouble::command(why.clone(), remedy));
        }
        None => {}
    }
    let folder = match &arguments.data_dir {
        Some(folder) => folder.clone(),
        None => data_folder().ok_or_else(|| {
            Trouble::command("there is no home folder to keep games in", "name one with `--data-dir DIR`")
        })?,
    };
    std::fs::create_dir_all(&folder).map_err(|error| {
        Trouble::command(
            format!("the folder {} cannot be made: {error}", folder.display()),
            "name another one with `--data-dir DIR`",
        )
    })?;
    keep_private(&folder);
    Ok(Database::File(folder.join(FILE)))
}

/// The seeds of games are in there: other users of the machine have no business with it.
fn keep_private(folder: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let _ = std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700));
    }
    #[cfg(not(unix))]
    let _ = folder;
}

/// The folder for this program's data, as each system has it.
fn data_folder() -> Option<PathBuf> {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        named("APPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Application Support"))
    } else {
        named("XDG_DATA_HOME").or_else(|| named("HOME").map(|home| home.join(".local/share")))
    };
    base.map(|base| base.join("longroll"))
}
