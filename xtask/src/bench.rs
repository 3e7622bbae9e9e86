//! `cargo xtask bench`: benchmarks, in time and in instructions.

use std::fs;
use std::io;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use serde_json::{Value, json};

use crate::args::Args;
use crate::callgrind::{self, Cost};
use crate::criterion::{self, Time};
use crate::failure::{Failure, Outcome, While};
use crate::process::{capture, cargo, has_program, run as run_command, show};
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask bench [NAME…]: benchmarks, in time and in instructions

Runs the bench targets of the workspace, or those whose name contains NAME. Targets named `callgrind_…` are counted
in instructions by valgrind, which gives the same number on every run; the others are timed by criterion on one core.

  --times           only the timed ones
  --instructions    only the counted ones
  --json            a summary for programs
  -- OPTION…        more options for criterion, such as a filter or --quick";

/// The instruction counts are kept here, below the target directory, for callgrind_annotate.
const COUNTS: &str = "callgrind";

pub fn run(mut args: Args) -> Outcome {
    let json = args.flag("--json");
    let times_only = args.flag("--times");
    let instructions_only = args.flag("--instructions");
    let options = args.passed_on();
    let names = args.plain();
    args.finish(HELP)?;
    if times_only && instructions_only {
        return Err(Failure::usage("`--times` and `--instructions` leave nothing to run"));
    }

    let workspace = Workspace::find()?;
    let mut benches = build(&workspace)?;
    benches.retain(|bench| names.is_empty() || names.iter().any(|name| bench.name.contains(name.as_str())));
    benches.retain(|bench| if bench.is_counted() { !times_only } else { !instructions_only });
    if benches.is_empty() {
        return Err(Failure::new("no bench target fits; they are the files of `benches/` in the crates"));
    }
    let (counted, timed): (Vec<Bench>, Vec<Bench>) = benches.into_iter().partition(Bench::is_counted);
    let times = time(&workspace, &timed, &options, json)?;
    let costs = count(&workspace, &counted)?;
    if json {
        show(&format!("{:#}\n", to_json(&times, &costs)));
    } else {
        show(&(times_table(&times) + &costs_table(&costs)));
    }
    Ok(())
}

/// A bench target, built.
struct Bench {
    name: String,
    program: PathBuf,
    /// The folder of its package, where cargo would run it.
    directory: PathBuf,
}

impl Bench {
    fn is_counted(&self) -> bool {
        self.name.starts_with("callgrind_")
    }
}

fn build(workspace: &Workspace) -> Outcome<Vec<Bench>> {
    let mut command = cargo();
    command
        // The pattern keeps to bench targets; `--benches` would also build every library's tests.
        .args(["bench", "--workspace", "--bench", "*", "--no-run", "--locked"])
        .arg("--message-format=json-render-diagnostics")
        .current_dir(&workspace.root);
    Ok(capture(&mut command)?.lines().filter_map(bench).collect())
}

/// The bench target of one of cargo's messages, if it is about one.
fn bench(message: &str) -> Option<Bench> {
    let message: Value = serde_json::from_str(message).ok()?;
    let target = &message["target"];
    if !target["kind"].as_array()?.iter().any(|kind| kind == "bench") {
        return None;
    }
    let manifest = PathBuf::from(message["manifest_path"].as_str()?);
    Some(Bench {
        name: target["name"].as_str()?.to_owned(),
        program: PathBuf::from(message["executable"].as_str()?),
        directory: manifest.parent()?.to_path_buf(),
    })
}

fn time(workspace: &Workspace, benches: &[Bench], options: &[String], quiet: bool) -> Outcome<Vec<Time>> {
    let folder = workspace.target.join("criterion");
    // A file written now tells what was measured in this run from what lay there before.
    let mark = workspace.target.join("bench-began");
    fs::write(&mark, "").when(|| format!("write `{}`", mark.display()))?;
    let began = fs::metadata(&mark).and_then(|about| about.modified()).when(|| "date a file".to_owned())?;
    for bench in benches {
        let mut command = on_one_core(&bench.program);
        command.arg("--bench").args(options).env("CRITERION_HOME", &folder).current_dir(&bench.directory);
        if quiet {
            command.stdout(io::stderr());
        }
        run_command(&mut command)?;
    }
    criterion::measured_since(&folder, began)
}

/// The last core: the first one tends to serve the machine's interrupts.
fn on_one_core(program: &PathBuf) -> Command {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    if cores > 1 && has_program("taskset") {
        let mut command = Command::new("taskset");
        command.args(["--cpu-list", &(cores - 1).to_string()]).arg(program);
        command
    } else {
        Command::new(program)
    }
}

fn count(workspace: &Workspace, benches: &[Bench]) -> Outcome<Vec<Cost>> {
    let outputs = workspace.target.join(COUNTS);
    fs::create_dir_all(&outputs).when(|| format!("make `{}`", outputs.display()))?;
    let mut costs = Vec::new();
    for bench in benches {
        eprintln!("counting {}", bench.name);
        costs.extend(callgrind::measure(&bench.name, &bench.program, &bench.directory, &outputs)?);
    }
    Ok(costs)
}

fn times_table(times: &[Time]) -> String {
    if times.is_empty() {
        return String::new();
    }
    let mut table =
        format!("\n{:<44} {:>12} {:>25} {:>16}\n", "time", "mean", "95 in 100 within", "a second");
    for time in times {
        let within = format!("{} to {}", in_time(time.low), in_time(time.high));
        let rate = time.elements_per_second().map_or_else(String::new, |rate| grouped(rate.round() as u64));
        table += &format!("{:<44} {:>12} {within:>25} {rate:>16}\n", time.name, in_time(time.nanoseconds));
    }
    table
}

fn costs_table(costs: &[Cost]) -> String {
    if costs.is_empty() {
        return String::new();
    }
    let mut table = format!("\n{:<44} {:>16} {:>14}   {}\n", "instructions", "each", "count", "unit");
    for cost in costs {
        let bench = cost.bench.trim_start_matches("callgrind_");
        let name = format!("{bench}/{}", cost.workload.name);
        let each = tenths(cost.each());
        table +=
            &format!("{name:<44} {each:>16} {:>14}   {}\n", grouped(cost.workload.count), cost.workload.unit);
    }
    table
}

fn to_json(times: &[Time], costs: &[Cost]) -> Value {
    let times = times.iter().map(|time| {
        json!({
            "name": time.name,
            "mean_ns": time.nanoseconds,
            "low_ns": time.low,
            "high_ns": time.high,
            "elements_per_second": time.elements_per_second(),
        })
    });
    let costs = costs.iter().map(|cost| {
        json!({
            "bench": cost.bench,
            "workload": cost.workload.name,
            "unit": cost.workload.unit,
            "count": cost.workload.count,
            "instructions": cost.instructions,
            "each": cost.each(),
        })
    });
    json!({ "times": times.collect::<Vec<_>>(), "instructions": costs.collect::<Vec<_>>() })
}

/// `12.3 ns`, `4.56 µs`, …
fn in_time(nanoseconds: f64) -> String {
    let (value, unit) = match nanoseconds {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "µs"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    format!("{value:.3} {unit}")
}

/// `1234567.89` as `1,234,567.9`.
fn tenths(value: f64) -> String {
    let tenths = (value * 10.0).round() as u64;
    format!("{}.{}", grouped(tenths / 10), tenths % 10)
}

/// `1234567` as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callgrind::Workload;

    #[test]
    fn bench_targets_are_picked_from_cargos_messages() {
        let found = bench(
            r#"{"reason":"compiler-artifact","manifest_path":"/w/crates/engine/Cargo.toml",
            "target":{"kind":["bench"],"name":"callgrind_play"},"executable":"/w/target/release/deps/play-1"}"#,
        )
        .expect("a bench target");
        assert_eq!(found.name, "callgrind_play");
        assert_eq!(found.directory, PathBuf::from("/w/crates/engine"));
        assert!(found.is_counted());
        for other in [
            r#"{"reason":"build-finished","success":true}"#,
            r#"{"target":{"kind":["lib"],"name":"engine"},"manifest_path":"/w/Cargo.toml","executable":"/w/e"}"#,
            "   Compiling engine",
        ] {
            assert!(bench(other).is_none(), "{other}");
        }
    }

    #[test]
    fn the_summary_can_be_read() {
        let time = |name: &str, elements| Time {
            name: name.into(),
            nanoseconds: 1234.5,
            low: 1200.0,
            high: 1300.0,
            elements,
        };
        let workload = Workload { name: "opening".into(), count: 2000, unit: "decision".into() };
        let cost = Cost { bench: "callgrind_play".into(), workload, instructions: 2_469_136 };
        let table =
            times_table(&[time("play/opening", Some(2)), time("clone", None)]) + &costs_table(&[cost]);
        let expected = "
time                                                 mean          95 in 100 within         a second
play/opening                                     1.234 µs      1.200 µs to 1.300 µs        1,620,089
clone                                            1.234 µs      1.200 µs to 1.300 µs                 

instructions                                             each          count   unit
play/opening                                          1,234.6          2,000   decision
";
        assert_eq!(table, expected);
    }

    #[test]
    fn figures_read_well() {
        let times: Vec<String> = [0.5, 999.0, 1.5e3, 2.5e6, 3.25e9].map(in_time).into();
        assert_eq!(times, ["0.500 ns", "999.000 ns", "1.500 µs", "2.500 ms", "3.250 s"]);
        assert_eq!([7, 999, 1000, 1_234_567].map(grouped), ["7", "999", "1,000", "1,234,567"]);
    }
}
