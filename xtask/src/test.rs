//! `cargo xtask test`: everything that must hold, in one command.

use crate::args::Args;
use crate::audit;
use crate::clock::{Stopwatch, Took};
use crate::digest;
use crate::failure::{Failure, Outcome};
use crate::fuzz;
use crate::lists::section;
use crate::process::{cargo, run as run_command};
use crate::prose;
use crate::rules;
use crate::setup;
use crate::suite::Suite;
use crate::web;
use crate::workspace::{Workspace, entries, read};
use std::path::Path;

pub const HELP: &str = "\
cargo xtask test: everything that must hold

  format   rustfmt has nothing to change, and no line of prose is too long
  audit    dependencies: licences, bans, sources, and advisories where a database is at hand (deny.toml)
  lints    clippy has nothing to say
  tests    unit and integration tests, by cargo-nextest or else by cargo test
  digest   the geometry of the open table is the same in every profile
  docs     the examples in the documentation, and its links
  rules    no fewer ledger rows are proven than docs/rules/proven.toml records (by what `tests` wrote), and each is
           cited in the rules of its game
  web      the browser client: types, lints, unit tests, size, and whole games in a real browser
  fuzz     a short run of each fuzz target, the same one every time

A step that fails does not stop the others; the command fails in the end.

  --only STEP     run only this step (may be repeated)
  --skip STEP     leave this step out (may be repeated)";

struct Step {
    name: &'static str,
    run: fn(&Workspace) -> Outcome,
    /// Without this step's success, the verdict would mean nothing.
    needs: Option<&'static str>,
}

/// The quick ones first.
const STEPS: [Step; 9] = [
    Step { name: "format", run: format, needs: None },
    Step { name: "audit", run: audit::check, needs: None },
    Step { name: "lints", run: lints, needs: None },
    Step { name: "tests", run: tests, needs: None },
    Step { name: "digest", run: digest::check, needs: None },
    Step { name: "docs", run: docs, needs: None },
    Step { name: "rules", run: rules, needs: Some("tests") },
    Step { name: "web", run: web::check, needs: None },
    Step { name: "fuzz", run: fuzz::short_run, needs: None },
];

enum Verdict {
    Passed,
    Failed(String),
    Skipped(String),
}

struct Result {
    name: &'static str,
    verdict: Verdict,
    took: Took,
}

pub fn run(mut args: Args) -> Outcome {
    let only = step_names(&mut args, "--only")?;
    let skip = step_names(&mut args, "--skip")?;
    args.finish(HELP)?;

    setup::for_tests()?;
    let workspace = Workspace::find()?;
    let watch = Stopwatch::start();
    let wanted = |step: &&Step| {
        (only.is_empty() || only.iter().any(|name| name == step.name))
            && !skip.iter().any(|name| name == step.name)
    };
    let steps: Vec<&Step> = STEPS.iter().filter(wanted).collect();
    let mut results = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        println!("\n── {} ({} of {})", step.name, index + 1, steps.len());
        let result = take(step, &workspace, &results);
        println!("── {}: {}", result.name, in_words(&result));
        results.push(result);
    }
    print_summary(&results, watch.read());
    let failed = results.iter().filter(|result| matches!(result.verdict, Verdict::Failed(_))).count();
    if failed == 0 {
        Ok(())
    } else {
        Err(Failure::new(format!("{failed} of {} steps failed", results.len())))
    }
}

fn take(step: &Step, workspace: &Workspace, before: &[Result]) -> Result {
    let watch = Stopwatch::start();
    let needed = step.needs.and_then(|name| before.iter().find(|result| result.name == name));
    let verdict = match needed {
        Some(Result { name, verdict: Verdict::Failed(_), .. }) => {
            Verdict::Skipped(format!("`{name}` failed"))
        }
        _ => match (step.run)(workspace) {
            Ok(()) => Verdict::Passed,
            Err(failure) => Verdict::Failed(failure.to_string()),
        },
    };
    Result { name: step.name, verdict, took: watch.read() }
}

fn step_names(args: &mut Args, option: &str) -> Outcome<Vec<String>> {
    let names = args.values(option)?;
    match names.iter().find(|name| STEPS.iter().all(|step| step.name != name.as_str())) {
        None => Ok(names),
        Some(name) => Err(Failure::usage(format!("no step `{name}`\n\n{HELP}"))),
    }
}

fn in_words(result: &Result) -> String {
    match &result.verdict {
        Verdict::Passed => format!("passed in {}", result.took),
        Verdict::Failed(why) => format!("FAILED after {}\n{why}", result.took),
        Verdict::Skipped(why) => format!("skipped: {why}"),
    }
}

/// The closing lines; the last one is read by programs as well as by people.
fn print_summary(results: &[Result], took: Took) {
    println!("\n── summary");
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for Result { name, verdict, took } in results {
        let (count, word) = match verdict {
            Verdict::Passed => (&mut passed, "passed"),
            Verdict::Failed(_) => (&mut failed, "FAILED"),
            Verdict::Skipped(_) => (&mut skipped, "skipped"),
        };
        *count += 1;
        println!("{name:<8} {word:<8} {took:>12}");
    }
    println!("{:<8} {:<8} {took:>12}", "all", "");
    println!("steps: {passed} passed, {failed} failed, {skipped} skipped");
}

fn format(workspace: &Workspace) -> Outcome {
    run_command(cargo().args(["fmt", "--all", "--check"]).current_dir(&workspace.root))?;
    run_command(
        cargo().args(["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]).current_dir(&workspace.root),
    )?;
    prose::check(workspace)
}

fn lints(workspace: &Workspace) -> Outcome {
    let all = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    run_command(cargo().args(all).current_dir(&workspace.root))
}

/// The packages whose library is the source of another one: `path = "../…"` under `[lib]`.
fn borrowed(root: &Path) -> Outcome<Vec<String>> {
    let mut packages = Vec::new();
    for folder in entries(&root.join("crates"))? {
        let manifest = read(&folder.join("Cargo.toml"))?;
        let library = section(&manifest, "lib");
        let path = library.iter().find(|entry| entry.key == "path").map(|entry| entry.text()).transpose()?;
        if path.is_some_and(|path| path.starts_with("../")) {
            packages.push(folder.file_name().unwrap_or_default().to_string_lossy().into_owned());
        }
    }
    Ok(packages)
}

fn tests(workspace: &Workspace) -> Outcome {
    let suite = Suite { packages: &[], without: &[], quiet: false };
    suite.run(workspace, &rules::fresh_proofs(workspace)?)
}

/// The examples, and every link of the documentation.
fn docs(workspace: &Workspace) -> Outcome {
    // A larger size of a game has the examples of the smaller one, which name that.
    let sizes = borrowed(&workspace.root)?;
    let mut examples = cargo();
    examples.args(["test", "--doc", "--workspace", "--locked"]);
    examples.args(sizes.iter().flat_map(|size| ["--exclude", size.as_str()]));
    run_command(examples.current_dir(&workspace.root))?;
    run_command(
        cargo()
            .args(["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"])
            .env("RUSTDOCFLAGS", "-D warnings")
            .current_dir(&workspace.root),
    )
}

fn rules(workspace: &Workspace) -> Outcome {
    let coverage = rules::Coverage::read(workspace)?;
    print!("{}", coverage.summary());
    coverage.verdict(&rules::recorded(workspace)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root_for_tests;

    #[test]
    fn larger_sizes_are_found() {
        assert!(borrowed(&root_for_tests()).unwrap().iter().any(|package| package.ends_with("-large")));
    }
}
