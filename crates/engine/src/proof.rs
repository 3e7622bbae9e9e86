//! Which rules the tests have proven.
//!
//! A row of a rules ledger counts as proven only through a case or a test that ran and passed, never by a mention in
//! a comment. A test says so with a guard that it holds to its end:
//!
//! ```no_run
//! # fn initiative(_: (u8, u8), _: (u8, u8)) -> &'static str { "CSA" }
//! let _proof = engine::proof::proves(&["LFM-S1a"]);
//! assert_eq!(initiative((3, 4), (2, 6)), "CSA");
//! ```
//!
//! and the runner of cases calls [`record`] for each case that passed. Both write to the directory named by the
//! environment variable [`PROOFS_VAR`], and do nothing when it is not set. `cargo xtask rules` sets it, runs the
//! tests and compares what was written with the ledgers in `docs/rules/`.
//!
//! # The files
//! Each process appends to a file of its own, `<process id>.tsv`, one proof a line: `case` or `test`, the rule's id,
//! and what proved it, separated by tabs.

use std::env;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::panic::Location;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The environment variable that names the directory for proofs.
pub const PROOFS_VAR: &str = "LONGROLL_PROOFS";

/// Tests of one process run on several threads; each block of lines is written whole.
static WRITING: Mutex<()> = Mutex::new(());

/// Says that the running test proves these rules, once it has passed.
///
/// Bind the guard to a name (`let _proof = …`): it records the ids when it is dropped, unless the thread is panicking.
/// `let _ = …` would drop it before the test has shown anything. For the same reason a test that holds a guard
/// fails by panicking, not by returning an `Err`, and is not `#[should_panic]`.
#[must_use = "the proof is recorded when the guard is dropped: bind it with `let _proof = …`"]
#[track_caller]
pub fn proves(ids: &[&str]) -> Proof {
    proves_in(directory(), ids, Location::caller())
}

/// Records that the case `by`, which ran and passed, proves these rules.
///
/// `by` is what a person opens to read the proof: the case's file and, if the file holds several, its name.
///
/// # Panics
/// When the directory named by [`PROOFS_VAR`] cannot be written: a proof lost in silence would be searched for long.
pub fn record<'a>(ids: impl Iterator<Item = &'a str>, by: &str) {
    if let Some(directory) = directory() {
        write_or_panic(&directory, Kind::Case, ids, by);
    }
}

/// A test's promise to prove some rules, kept when it is dropped; see [`proves`].
#[derive(Debug)]
pub struct Proof {
    directory: Option<PathBuf>,
    ids: Vec<String>,
    by: String,
}

impl Drop for Proof {
    fn drop(&mut self) {
        if let Some(directory) = &self.directory
            && !thread::panicking()
        {
            write_or_panic(directory, Kind::Test, self.ids.iter().map(String::as_str), &self.by);
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Case,
    Test,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Self::Case => "case",
            Self::Test => "test",
        }
    }
}

fn directory() -> Option<PathBuf> {
    env::var_os(PROOFS_VAR).filter(|value| !value.is_empty()).map(PathBuf::from)
}

fn proves_in(directory: Option<PathBuf>, ids: &[&str], place: &Location<'_>) -> Proof {
    // The test harness names its threads after the tests, but runs a single test on the main thread.
    let current = thread::current();
    let by = match current.name() {
        Some(test) if test != "main" => format!("{test} ({}:{})", place.file(), place.line()),
        _ => format!("{}:{}", place.file(), place.line()),
    };
    Proof { directory, ids: ids.iter().map(ToString::to_string).collect(), by }
}

fn write_or_panic<'a>(directory: &Path, kind: Kind, ids: impl Iterator<Item = &'a str>, by: &str) {
    if let Err(error) = write(directory, kind, ids, by) {
        panic!(
            "cannot record what `{by}` proves in `{}`, named by {PROOFS_VAR}: {error}",
            directory.display()
        );
    }
}

fn write<'a>(directory: &Path, kind: Kind, ids: impl Iterator<Item = &'a str>, by: &str) -> io::Result<()> {
    let by = one_field(by);
    let lines: String = ids.map(|id| format!("{}\t{}\t{by}\n", kind.word(), one_field(id))).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let _alone = WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    fs::create_dir_all(directory)?;
    let path = directory.join(format!("{}.tsv", process::id()));
    OpenOptions::new().create(true).append(true).open(path)?.write_all(lines.as_bytes())
}

/// Ids come from case files, where anything may be written; a tab or a line break must not look like another proof.
fn one_field(text: &str) -> String {
    text.replace(|c: char| c.is_control(), " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A directory of one test's own, removed when the test is over.
    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let path = env::temp_dir().join(format!("longroll-proof-{name}-{}", process::id()));
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }

        fn lines(&self) -> Vec<String> {
            let Ok(entries) = fs::read_dir(&self.0) else { return Vec::new() };
            let mut lines: Vec<String> = entries
                .flat_map(|entry| {
                    let text =
                        fs::read_to_string(entry.expect("a listed file").path()).expect("a readable file");
                    text.lines().map(str::to_owned).collect::<Vec<_>>()
                })
                .collect();
            lines.sort();
            lines
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[track_caller]
    fn prove(scratch: &Scratch, ids: &[&str]) -> Proof {
        proves_in(Some(scratch.0.clone()), ids, Location::caller())
    }

    #[test]
    fn a_test_that_ends_well_records_each_id_with_its_name_and_place() {
        let scratch = Scratch::new("ends-well");
        let run = || drop(prove(&scratch, &["LFM-0.4", "LFM-S1a"]));
        thread::scope(|scope| {
            thread::Builder::new()
                .name("zones::tests::a_story".into())
                .spawn_scoped(scope, run)
                .expect("a thread");
        });
        let lines = scratch.lines();
        assert_eq!(lines.len(), 2);
        for (line, id) in lines.iter().zip(["LFM-0.4", "LFM-S1a"]) {
            assert!(line.starts_with(&format!("test\t{id}\tzones::tests::a_story (")), "{line}");
            assert!(line.contains("proof.rs:"), "{line}");
        }
    }

    #[test]
    fn nothing_is_recorded_before_the_guard_goes() {
        let scratch = Scratch::new("before");
        let proof = prove(&scratch, &["LFM-0.4"]);
        assert_eq!(scratch.lines(), Vec::<String>::new());
        drop(proof);
        assert_eq!(scratch.lines().len(), 1);
    }

    #[test]
    fn a_test_that_panics_proves_nothing() {
        let scratch = Scratch::new("panics");
        let outcome = thread::scope(|scope| {
            scope
                .spawn(|| {
                    let _proof = prove(&scratch, &["LFM-0.4"]);
                    // Unwinds like a failed assertion, without its report in the output of a passing test.
                    std::panic::resume_unwind(Box::new("failed"));
                })
                .join()
        });
        assert!(outcome.is_err());
        assert_eq!(scratch.lines(), Vec::<String>::new());
    }

    #[test]
    fn without_a_directory_a_guard_does_nothing() {
        drop(proves_in(None, &["LFM-0.4"], Location::caller()));
    }

    #[test]
    fn a_case_is_told_from_a_test() {
        let scratch = Scratch::new("case");
        write(&scratch.0, Kind::Case, ["LFM-9.1c"].into_iter(), "cases/last-full-measure/retreat.toml")
            .expect("a writable directory");
        assert_eq!(scratch.lines(), ["case\tLFM-9.1c\tcases/last-full-measure/retreat.toml"]);
    }

    #[test]
    fn an_id_with_a_line_break_stays_one_line() {
        let scratch = Scratch::new("line-break");
        write(&scratch.0, Kind::Case, ["LFM-1\ntest\tLFM-2"].into_iter(), "a\tcase")
            .expect("a writable directory");
        assert_eq!(scratch.lines(), ["case\tLFM-1 test LFM-2\ta case"]);
    }

    #[test]
    fn threads_do_not_mix_their_lines() {
        let scratch = Scratch::new("threads");
        let ids: Vec<String> = (0..50).map(|row| format!("LFM-{row}")).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| drop(prove(&scratch, &ids)));
            }
        });
        let lines = scratch.lines();
        assert_eq!(lines.len(), 200);
        assert!(lines.iter().all(|line| line.split('\t').count() == 3));
    }

    #[test]
    #[should_panic(expected = "cannot record what `a case` proves")]
    fn a_directory_that_cannot_be_written_is_said_aloud() {
        let file = env!("CARGO_MANIFEST_DIR").to_owned() + "/Cargo.toml";
        write_or_panic(Path::new(&file), Kind::Case, ["LFM-0.4"].into_iter(), "a case");
    }
}
