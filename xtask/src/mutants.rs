//! `cargo xtask mutants`: change the rules on purpose and see whether a test notices.

use std::fs;
use std::path::{Path, PathBuf};

use crate::args::Args;
use crate::failure::{Failure, Outcome, While};
use crate::process::{cargo, has_cargo_command};
use crate::setup;
use crate::workspace::{Workspace, entries, read};

pub const HELP: &str = "\
cargo xtask mutants: change the rules on purpose and see whether a test notices

Runs cargo-mutants on one package (and installs it first where it is missing: four minutes). A mutant is one small change
to the code, such as `<` for `<=`; it is caught when a test then fails. Survivors are rules that no test exercises. Where
nothing else is said the rules and what they stand on are changed, but not the modules that read files and find words:
`cases`, `files` and `speech`. What was found so far is in docs/mutants.md.

  --package P       the package whose code is changed; that of the first `--file`, if one is given
  --file GLOB       only files that fit, whatever they are for (may be repeated): 'crates/P/src/rules/combat*.rs'
  --function RE     only mutants whose description fits this regular expression
  --shard K/N       the K-th of N parts, counted from 0: every N-th mutant, an even sample of a long run
  --jobs N          mutants tried at once (1)
  --timeout N       seconds until a mutant that hangs is given up (five times the plain run, at least 20)
  --at-least N      fail when fewer than N of 100 are caught (85)
  --report          run nothing; sum up the shards run so far
  -- OPTION…        more options for cargo-mutants: --list only lists them; --in-place changes this tree instead of
                    a copy, which saves building everything once more";

/// Modules that are not rules: they read files and find words, and tests of their own watch over them.
const NOT_RULES: [&str; 7] = ["case", "cases", "files", "load", "notation", "speech", "words"];

/// What became of the mutants.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    caught: Vec<String>,
    missed: Vec<String>,
    timed_out: Vec<String>,
    unviable: Vec<String>,
}

pub fn run(mut args: Args) -> Outcome {
    let package = args.value("--package")?;
    let files = args.values("--file")?;
    let function = args.value("--function")?;
    let shard = args.value("--shard")?;
    let jobs = args.number::<u32>("--jobs")?;
    let timeout = args.number::<u32>("--timeout")?;
    let at_least = args.number::<u32>("--at-least")?.unwrap_or(85);
    let report = args.flag("--report");
    let options = args.passed_on();
    args.finish(HELP)?;
    let package = package.or_else(|| package_of(files.first()?)).ok_or_else(|| {
        Failure::usage(
            "which package? name it with `--package P`, or a file of it with `--file crates/P/src/…`",
        )
    })?;

    let workspace = Workspace::find()?;
    let results = workspace.target.join("mutants").join(&package);
    if report {
        return Tally::of_shards(&results)?.verdict(at_least);
    }
    setup::cargo_program("cargo-mutants")?;
    let output = results.join(shard.as_deref().unwrap_or("all").replace('/', "-of-"));
    fs::create_dir_all(&output).when(|| format!("make `{}`", output.display()))?;

    let mut command = cargo();
    command.args(["mutants", "--package", &package, "--output"]).arg(&output);
    // A package's own tests are what must notice.
    command.args(["--test-workspace=false", "--minimum-test-timeout=20"]);
    // Half as slow as a plain test build.
    command.arg("--profile=mutants");
    if shard.is_some() {
        // Every n-th mutant, so that one shard is an even sample of the whole package.
        command.arg("--sharding=round-robin");
    }
    if has_cargo_command("nextest") {
        command.arg("--test-tool=nextest");
    }
    for file in &files {
        command.args(["--file", file]);
    }
    if files.is_empty() {
        for module in NOT_RULES {
            command.args([
                "--exclude",
                &format!("**/src/{module}.rs"),
                "--exclude",
                &format!("**/src/{module}/**"),
            ]);
        }
    }
    let text = |number: u32| number.to_string();
    for (name, value) in
        [("--re", function), ("--shard", shard), ("--jobs", jobs.map(text)), ("--timeout", timeout.map(text))]
    {
        if let Some(value) = value {
            command.args([name, &value]);
        }
    }
    let listing = options.iter().any(|option| option.starts_with("--list"));
    command.args(options).current_dir(&workspace.root).env_remove("CARGO_TARGET_DIR");
    eprintln!("$ cargo mutants --package {package} … into {}", workspace.relative(&output));
    let status = command.status().when(|| "start cargo-mutants".to_owned())?;
    // 2 and 3 say that mutants survived or hung, which the tally tells better.
    if listing || !matches!(status.code(), Some(0 | 2 | 3)) {
        let failure = || Failure::new(format!("cargo-mutants failed ({status})"));
        return if status.success() { Ok(()) } else { Err(failure()) };
    }
    Tally::read(&output.join("mutants.out"))?.verdict(at_least)
}

/// The package that a file below `crates/` belongs to.
fn package_of(file: &str) -> Option<String> {
    let (package, _) = file.strip_prefix("crates/")?.split_once('/')?;
    Some(package.to_owned())
}

impl Tally {
    /// Reads the four lists that cargo-mutants leaves behind.
    fn read(directory: &Path) -> Outcome<Self> {
        let list = |name: &str| -> Outcome<Vec<String>> {
            Ok(read(&directory.join(name))?.lines().map(str::to_owned).collect())
        };
        Ok(Self {
            caught: list("caught.txt")?,
            missed: list("missed.txt")?,
            timed_out: list("timeout.txt")?,
            unviable: list("unviable.txt")?,
        })
    }

    fn of_shards(results: &Path) -> Outcome<Self> {
        let mut all = Self::default();
        let shards: Vec<PathBuf> = if results.exists() { entries(results)? } else { Vec::new() };
        // A run that only listed its mutants leaves an empty folder.
        for output in shards.iter().map(|shard| shard.join("mutants.out")).filter(|output| output.exists()) {
            let tally = Self::read(&output)?;
            all.caught.extend(tally.caught);
            all.missed.extend(tally.missed);
            all.timed_out.extend(tally.timed_out);
            all.unviable.extend(tally.unviable);
        }
        Ok(all)
    }

    /// Mutants that compiled, and so could be caught.
    fn viable(&self) -> usize {
        self.caught.len() + self.missed.len() + self.timed_out.len()
    }

    /// A mutant that hangs is not counted as caught: no test said what was wrong.
    fn percent(&self) -> Option<f64> {
        (self.viable() > 0).then(|| self.caught.len() as f64 * 100.0 / self.viable() as f64)
    }

    fn verdict(&self, at_least: u32) -> Outcome {
        for survivor in &self.missed {
            println!("survived   {survivor}");
        }
        for hanging in &self.timed_out {
            println!("timed out  {hanging}");
        }
        let percent = self.percent().ok_or_else(|| Failure::new("no mutant was tried"))?;
        println!(
            "{} mutants: {} caught ({percent:.1} of 100), {} survived, {} timed out; {} more did not compile",
            self.viable(),
            self.caught.len(),
            self.missed.len(),
            self.timed_out.len(),
            self.unviable.len(),
        );
        if percent < f64::from(at_least) {
            return Err(Failure::new(format!("fewer than {at_least} of 100 mutants are caught")));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(caught: usize, missed: usize, timed_out: usize) -> Tally {
        let some = |count| vec!["src/combat.rs:1:1: replace < with <=".to_owned(); count];
        Tally { caught: some(caught), missed: some(missed), timed_out: some(timed_out), unviable: some(7) }
    }

    #[test]
    fn a_file_tells_its_package() {
        assert_eq!(package_of("crates/engine/src/odds*.rs").as_deref(), Some("engine"));
        assert_eq!(package_of("xtask/src/main.rs"), None);
    }

    #[test]
    fn only_mutants_that_compiled_count() {
        assert_eq!(tally(17, 2, 1).percent(), Some(85.0));
        assert_eq!(tally(0, 0, 0).percent(), None);
    }

    #[test]
    fn too_many_survivors_fail() {
        assert!(tally(17, 2, 1).verdict(85).is_ok());
        assert!(tally(16, 4, 0).verdict(85).is_err());
        assert!(tally(0, 0, 0).verdict(0).is_err());
    }

    #[test]
    fn shards_add_up() {
        let results = std::env::temp_dir().join(format!("longroll-mutants-{}", std::process::id()));
        let _ = fs::remove_dir_all(&results);
        for (shard, caught) in [("0-of-2", "a\nb\n"), ("1-of-2", "c\n")] {
            let output = results.join(shard).join("mutants.out");
            fs::create_dir_all(&output).unwrap();
            fs::write(output.join("caught.txt"), caught).unwrap();
            for name in ["missed.txt", "timeout.txt", "unviable.txt"] {
                fs::write(output.join(name), "").unwrap();
            }
        }
        fs::create_dir_all(results.join("all")).unwrap();
        let tally = Tally::of_shards(&results).unwrap();
        fs::remove_dir_all(&results).unwrap();
        assert_eq!(tally, Tally { caught: vec!["a".into(), "b".into(), "c".into()], ..Tally::default() });
    }
}
