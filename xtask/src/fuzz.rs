//! `cargo xtask fuzz`: the readers of files, fed with what nobody would write.
//!
//! The targets are those of cargo-fuzz in `fuzz/`, built here with the same coverage flags but without that program and
//! without a sanitizer: the workspace forbids `unsafe`, so a panic is what there is to find, and the flags are all
//! stable.

use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::args::Args;
use crate::failure::{Failure, Outcome, While};
use crate::lists;
use crate::process::{capture, cargo, run as run_command, succeeds};
use crate::workspace::{Workspace, entries, read};

pub const HELP: &str = "\
cargo xtask fuzz [TARGET…]: feed the readers of files with what nobody would write

Runs each target of fuzz/ (or the named ones), starting from the repository's own files and from what earlier runs
found in fuzz/corpus/. An input that makes a target panic is kept in fuzz/artifacts/TARGET/; once it is
mended, move it to fuzz/regressions/TARGET/, and every later run begins with it.

  --seconds N    stop each target after this long (60)
  --runs N       stop each target after this many inputs
  --input FILE   run one target on one file, to see what it does
  --short        the bounded run of `cargo xtask test`: the same inputs every time
  --relock       take the versions of the workspace's Cargo.lock over into fuzz/Cargo.lock
  -- OPTION…     more options for libFuzzer

`cargo fuzz run -s none TARGET` works too, where cargo-fuzz is installed.";

pub const MANIFEST: &str = "fuzz/Cargo.toml";

/// The bounded run is cut by inputs, so that it is the same everywhere; the seconds only save a slow machine.
const SHORT: [&str; 2] = ["-max_total_time=60", "-seed=1863"];

/// How many inputs a bounded run has where `[package.metadata.runs]` says nothing else.
const RUNS: usize = 20_000;

/// Seeds above this many bytes are left to long runs: a whole battlefield allows only a few inputs a second.
const SHORT_SEED: u64 = 16 * 1024;

/// What cargo-fuzz passes to rustc, less the sanitizer.
const COVERAGE: [&str; 9] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-simplifycfg-branch-fold-threshold=0",
    "-Ccodegen-units=1",
    "--cfg",
    "fuzzing",
];

pub fn run(mut args: Args) -> Outcome {
    let relock = args.flag("--relock");
    let short = args.flag("--short");
    let seconds = args.number::<u32>("--seconds")?;
    let runs = args.number::<u64>("--runs")?;
    let input = args.value("--input")?;
    let mut options = args.passed_on();
    let names = args.plain();
    args.finish(HELP)?;

    let workspace = Workspace::find()?;
    if relock {
        return take_lock_over(&workspace);
    }
    if short {
        return short_run(&workspace);
    }
    let targets = chosen(Target::all(&workspace)?, &names)?;
    let binaries = build(&workspace)?;
    if let Some(input) = input {
        let [target] = targets.as_slice() else {
            return Err(Failure::usage("`--input` is for one target: name it"));
        };
        return run_command(Command::new(binaries.join(&target.name)).arg(input).args(options));
    }
    options.push(format!("-max_total_time={}", seconds.unwrap_or(60)));
    options.extend(runs.map(|runs| format!("-runs={runs}")));
    for target in &targets {
        let corpus = workspace.root.join("fuzz/corpus").join(&target.name);
        fs::create_dir_all(&corpus).when(|| format!("make `{}`", corpus.display()))?;
        target.plant(&workspace, &corpus, u64::MAX)?;
        run_command(&mut target.command(
            &workspace,
            &binaries,
            &corpus,
            options.iter().map(String::as_str),
        )?)?;
    }
    Ok(())
}

/// The part of the test command: every target on the same inputs, each time from the seeds alone. As many run at once
/// as there are cores: each keeps to one.
pub fn short_run(workspace: &Workspace) -> Outcome {
    let targets = Target::all(workspace)?;
    let binaries = build(workspace)?;
    let waiting = Mutex::new(targets.iter());
    let faults = Mutex::new(Vec::new());
    let work = || {
        loop {
            // The lock is given back before the target runs.
            let next = taken(&waiting).next();
            let Some(target) = next else { break };
            if let Err(failure) = target.run_short(workspace, &binaries) {
                taken(&faults).push(failure.to_string());
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..cores.min(targets.len()) {
            scope.spawn(work);
        }
    });
    let faults = faults.into_inner().unwrap_or_else(PoisonError::into_inner);
    if faults.is_empty() { Ok(()) } else { Err(Failure::new(faults.join("\n"))) }
}

fn taken<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A fuzz target and the files it starts from.
#[derive(Debug)]
struct Target {
    name: String,
    /// Files, or folders of files, of the repository.
    seeds: Vec<String>,
    /// How many inputs a bounded run has: fewer where each is a game, so that none takes much longer than the others.
    runs: usize,
}

impl Target {
    /// Every target of `fuzz/`, as `[package.metadata.seeds]` of its manifest lists them.
    fn all(workspace: &Workspace) -> Outcome<Vec<Self>> {
        Self::parse(&read(&workspace.root.join(MANIFEST))?)
            .map_err(|failure| Failure::new(format!("{MANIFEST}: {failure}")))
    }

    fn parse(manifest: &str) -> Outcome<Vec<Self>> {
        let runs = lists::section(manifest, "package.metadata.runs");
        let runs_of =
            |name: &str| runs.iter().find(|entry| entry.key == name).map_or(Ok(RUNS), |entry| entry.count());
        let entries = lists::section(manifest, "package.metadata.seeds");
        let target = |entry: &lists::Entry| {
            Ok(Self { name: entry.key.clone(), seeds: entry.strings()?, runs: runs_of(&entry.key)? })
        };
        entries.iter().map(target).collect()
    }

    /// Its part of the test command.
    fn run_short(&self, workspace: &Workspace, binaries: &Path) -> Outcome {
        let name = &self.name;
        let corpus = workspace.fresh_directory(&format!("fuzz-corpus/{name}"))?;
        self.plant(workspace, &corpus, SHORT_SEED)?;
        let runs = format!("-runs={}", self.runs);
        let output = self
            .command(workspace, binaries, &corpus, SHORT.into_iter().chain([runs.as_str()]))?
            .output()
            .when(|| format!("start the fuzz target `{name}`"))?;
        let said = String::from_utf8_lossy(&output.stderr);
        if output.status.success() {
            println!("fuzz target {name}: {}", last_word(&said));
            return Ok(());
        }
        eprint!("{said}");
        Err(Failure::new(format!(
            "fuzz target `{name}` failed; its input is kept in fuzz/artifacts/{name}/: \
             `cargo xtask fuzz {name} --input FILE` runs it again"
        )))
    }

    /// Copies the seeds, and the inputs that once broke the target, into a corpus, unless they are too large.
    fn plant(&self, workspace: &Workspace, corpus: &Path, largest: u64) -> Outcome {
        let mut paths: Vec<PathBuf> = self.seeds.iter().map(|seed| workspace.root.join(seed)).collect();
        let regressions = workspace.root.join("fuzz/regressions").join(&self.name);
        paths.extend(regressions.exists().then_some(regressions));
        for (index, file) in files(&paths)?.iter().enumerate() {
            if fs::metadata(file).when(|| format!("look at the seed `{}`", file.display()))?.len() > largest {
                continue;
            }
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let copy = corpus.join(format!("seed-{index:03}-{name}"));
            fs::copy(file, copy).when(|| format!("copy the seed `{}`", file.display()))?;
        }
        Ok(())
    }

    fn command<'a>(
        &self,
        workspace: &Workspace,
        binaries: &Path,
        corpus: &Path,
        options: impl Iterator<Item = &'a str>,
    ) -> Outcome<Command> {
        let artifacts = workspace.root.join("fuzz/artifacts").join(&self.name);
        fs::create_dir_all(&artifacts).when(|| format!("make `{}`", artifacts.display()))?;
        let mut command = Command::new(binaries.join(&self.name));
        command.arg(corpus).arg(format!("-artifact_prefix={}/", artifacts.display())).arg("-timeout=10");
        let words = workspace.root.join("fuzz/dictionaries").join(format!("{}.dict", self.name));
        if words.exists() {
            command.arg(format!("-dict={}", words.display()));
        }
        command.args(options).current_dir(&workspace.root);
        Ok(command)
    }
}

fn chosen(targets: Vec<Target>, names: &[String]) -> Outcome<Vec<Target>> {
    if let Some(name) = names.iter().find(|name| targets.iter().all(|target| target.name != **name)) {
        let known: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        return Err(Failure::usage(format!("no fuzz target `{name}`; there are {}", known.join(", "))));
    }
    Ok(targets.into_iter().filter(|target| names.is_empty() || names.contains(&target.name)).collect())
}

/// Every file of a list of files and folders.
fn files(paths: &[PathBuf]) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() { found.extend(files(&entries(path)?)?) } else { found.push(path.clone()) }
    }
    Ok(found)
}

/// The targets' lock file goes stale when a crate of the workspace changes its dependencies.
pub fn check_lock(workspace: &Workspace) -> Outcome {
    let fits = succeeds(
        cargo()
            .args(["metadata", "--locked", "--format-version", "1", "--manifest-path", MANIFEST])
            .current_dir(&workspace.root),
    );
    let stale = "fuzz/Cargo.lock does not fit any more: run `cargo xtask fuzz --relock` and commit it";
    if fits { Ok(()) } else { Err(Failure::new(stale)) }
}

/// Builds all targets and says where they are.
fn build(workspace: &Workspace) -> Outcome<PathBuf> {
    check_lock(workspace)?;
    let host = host()?;
    let target = workspace.target.join("fuzz");
    let mut command = cargo();
    command
        .args(["build", "--release", "--bins", "--locked", "--manifest-path", MANIFEST])
        // Naming the target keeps the flags away from build scripts.
        .args(["--target", &host, "--target-dir"])
        .arg(&target)
        .env("CARGO_ENCODED_RUSTFLAGS", COVERAGE.join("\u{1f}"))
        .current_dir(&workspace.root);
    run_command(&mut command)?;
    Ok(target.join(host).join("release"))
}

fn host() -> Outcome<String> {
    let version = capture(cargo().arg("-vV"))?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| Failure::new("cargo does not say for which host it is"))
}

/// Gives the targets the versions of the workspace, which are the ones worth fuzzing; cargo drops what they do not use.
fn take_lock_over(workspace: &Workspace) -> Outcome {
    let lock = workspace.root.join("fuzz/Cargo.lock");
    fs::copy(workspace.root.join("Cargo.lock"), &lock).when(|| format!("write `{}`", lock.display()))?;
    run_command(
        cargo().args(["update", "--workspace", "--manifest-path", MANIFEST]).current_dir(&workspace.root),
    )
}

/// libFuzzer's own last sentence: "Done 20000 runs in 3 second(s)".
fn last_word(said: &str) -> &str {
    said.lines().rev().find(|line| line.starts_with("Done ")).unwrap_or("done")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root_for_tests;

    #[test]
    fn every_target_has_its_file_its_binary_and_its_seeds() {
        let root = root_for_tests();
        let manifest = read(&root.join(MANIFEST)).unwrap();
        let targets = Target::parse(&manifest).unwrap();
        let sources = entries(&root.join("fuzz/fuzz_targets")).unwrap();
        assert_eq!(sources.len(), targets.len(), "each target is listed in [package.metadata.seeds]");
        for target in targets {
            let source = format!("fuzz_targets/{}.rs", target.name);
            assert!(root.join("fuzz").join(&source).exists(), "{source}");
            assert!(manifest.contains(&format!("path = \"{source}\"")), "no [[bin]] for {source}");
            assert!(!target.seeds.is_empty(), "{} has no seeds", target.name);
            for seed in target.seeds {
                assert!(root.join(&seed).exists(), "{} starts from {seed}, which is not there", target.name);
            }
        }
    }

    #[test]
    fn targets_are_chosen_by_name() {
        let targets =
            || Target::parse("[package.metadata.seeds]\narmy = [\"a\"]\nground = [\"b\"]\n").unwrap();
        assert_eq!(chosen(targets(), &[]).unwrap().len(), 2);
        assert_eq!(chosen(targets(), &["ground".to_owned()]).unwrap()[0].seeds, ["b"]);
        let failure = chosen(targets(), &["navy".to_owned()]).unwrap_err();
        assert_eq!(failure.to_string(), "no fuzz target `navy`; there are army, ground");
    }

    #[test]
    fn the_last_word_is_the_fuzzers() {
        assert_eq!(
            last_word("#2 INITED\nDone 20000 runs in 3 second(s)\n"),
            "Done 20000 runs in 3 second(s)"
        );
        assert_eq!(last_word(""), "done");
    }
}
