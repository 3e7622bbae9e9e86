//! Instructions counted by valgrind's callgrind: the same number on every run, however busy the machine.
//!
//! A bench target named `callgrind_…` keeps to a small protocol. With `--list` it prints one workload a line: its
//! name, how often to repeat it, and what one repetition is called (`opening 2000 decision`). With `NAME COUNT` it
//! sets up, repeats the workload COUNT times, and ends. Each workload is run with COUNT and with 0 repetitions; the
//! difference is the cost of the repetitions alone.

use std::path::Path;
use std::process::{Command, Stdio};

use crate::failure::{Failure, Outcome, While};
use crate::process::capture;
use crate::workspace::read;

/// One thing a bench can do, as it lists it.
#[derive(Debug, PartialEq)]
pub struct Workload {
    pub name: String,
    pub count: u64,
    pub unit: String,
}

/// What a workload costs.
#[derive(Debug)]
pub struct Cost {
    pub bench: String,
    pub workload: Workload,
    /// Instructions of all repetitions together.
    pub instructions: u64,
}

impl Cost {
    pub fn each(&self) -> f64 {
        self.instructions as f64 / self.workload.count as f64
    }
}

/// Counts every workload of a bench.
pub fn measure(bench: &str, program: &Path, directory: &Path, outputs: &Path) -> Outcome<Vec<Cost>> {
    let listed = capture(Command::new(program).arg("--list").current_dir(directory))?;
    let mut costs = Vec::new();
    for workload in workloads(&listed)? {
        let mut totals = [0; 2];
        for (total, count) in totals.iter_mut().zip([0, workload.count]) {
            let output = outputs.join(format!("{bench}.{}.{count}.out", workload.name));
            *total = count_instructions(program, directory, &workload.name, count, &output)?;
        }
        let [empty, full] = totals;
        let instructions = full.checked_sub(empty).ok_or_else(|| {
            Failure::new(format!(
                "{bench} {}: {} repetitions cost less than none",
                workload.name, workload.count
            ))
        })?;
        costs.push(Cost { bench: bench.to_owned(), workload, instructions });
    }
    Ok(costs)
}

fn count_instructions(
    program: &Path,
    directory: &Path,
    workload: &str,
    count: u64,
    output: &Path,
) -> Outcome<u64> {
    let status = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", output.display()))
        .arg(program)
        .args([workload, &count.to_string()])
        .current_dir(directory)
        .stdout(Stdio::null())
        .status()
        .when(|| "start valgrind (`cargo xtask setup --all` installs it)".to_owned())?;
    if !status.success() {
        return Err(Failure::new(format!(
            "{} {workload} {count} failed under valgrind ({status})",
            program.display()
        )));
    }
    total(&read(output)?).ok_or_else(|| Failure::new(format!("`{}` states no total", output.display())))
}

/// The `Ir` of callgrind's own total: the first event unless the file says otherwise.
fn total(output: &str) -> Option<u64> {
    let after = |word: &str| output.lines().rev().find_map(|line| line.strip_prefix(word));
    let column = after("events:")?.split_whitespace().position(|event| event == "Ir")?;
    let totals = after("totals:").or_else(|| after("summary:"))?;
    totals.split_whitespace().nth(column)?.parse().ok()
}

fn workloads(listed: &str) -> Outcome<Vec<Workload>> {
    listed.lines().filter(|line| !line.trim().is_empty()).map(workload).collect()
}

fn workload(line: &str) -> Outcome<Workload> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let parsed = match words.as_slice() {
        [name, count, unit @ ..] if !unit.is_empty() => {
            let count = count.parse().ok().filter(|&count| count > 0);
            count.map(|count| Workload { name: (*name).to_owned(), count, unit: unit.join(" ") })
        }
        _ => None,
    };
    parsed.ok_or_else(|| {
        Failure::new(format!("`{line}` is no workload: a name, a count and a unit are wanted"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_of_a_callgrind_file() {
        let output = "\
# callgrind format
version: 1
creator: callgrind-3.19.0
pid: 4711
cmd:  ./callgrind_play opening 2000
part: 1

desc: I1 cache:
desc: Trigger: Program termination

positions: line
events: Ir
summary: 136420


ob=(1) /usr/lib/ld.so
fl=(1) ./elf/rtld.c
fn=(1) _dl_start
512 3
calls=1 2000
0 136417

totals: 136420
";
        assert_eq!(total(output), Some(136_420));
    }

    #[test]
    fn instructions_are_found_among_other_events() {
        assert_eq!(total("events: Dr Ir Dw\nsummary: 1 22 3\n"), Some(22));
        assert_eq!(total("events: Dr Dw\ntotals: 1 3\n"), None);
        assert_eq!(total("events: Ir\n"), None);
    }

    #[test]
    fn workloads_are_listed_with_their_unit() {
        let listed = workloads("opening 2000 decision\nclone 100000 copy of a state\n\n").unwrap();
        let expected = [("opening", 2000, "decision"), ("clone", 100_000, "copy of a state")];
        assert_eq!(
            listed,
            expected.map(|(name, count, unit)| Workload { name: name.into(), count, unit: unit.into() })
        );
        for wrong in ["opening", "opening 2000", "opening many decisions", "opening 0 decision"] {
            assert!(workloads(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_cost_is_shared_out() {
        let workload = Workload { name: "opening".into(), count: 4, unit: "decision".into() };
        assert_eq!(Cost { bench: "play".into(), workload, instructions: 10 }.each(), 2.5);
    }
}
