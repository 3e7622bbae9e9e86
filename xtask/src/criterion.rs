//! What criterion measured, as it leaves it in its folder: `…/new/benchmark.json` and `…/new/estimates.json`.

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::Value;

use crate::failure::{Failure, Outcome, While};
use crate::workspace::{entries, read};

/// One benchmark's time for one iteration.
#[derive(Debug, PartialEq)]
pub struct Time {
    pub name: String,
    pub nanoseconds: f64,
    /// The interval that holds the mean with 95 in 100.
    pub low: f64,
    pub high: f64,
    /// How many things one iteration does, when the benchmark says so.
    pub elements: Option<u64>,
}

impl Time {
    pub fn elements_per_second(&self) -> Option<f64> {
        self.elements.map(|elements| elements as f64 * 1e9 / self.nanoseconds)
    }
}

/// The benchmarks below a folder that were measured after a moment, by name.
pub fn measured_since(folder: &Path, moment: SystemTime) -> Outcome<Vec<Time>> {
    let mut times = Vec::new();
    if folder.exists() {
        search(folder, moment, &mut times)?;
    }
    times.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(times)
}

fn search(folder: &Path, moment: SystemTime, times: &mut Vec<Time>) -> Outcome {
    for path in entries(folder)? {
        if !path.is_dir() {
            continue;
        }
        let estimates = path.join("estimates.json");
        if path.ends_with("new") && estimates.exists() {
            let written = fs::metadata(&estimates).and_then(|about| about.modified());
            if written.when(|| format!("date `{}`", estimates.display()))? >= moment {
                let time = time(&read(&path.join("benchmark.json"))?, &read(&estimates)?);
                times.push(time.ok_or_else(|| Failure::new(format!("`{}` cannot be read", path.display())))?);
            }
        } else {
            search(&path, moment, times)?;
        }
    }
    Ok(())
}

fn time(benchmark: &str, estimates: &str) -> Option<Time> {
    let benchmark: Value = serde_json::from_str(benchmark).ok()?;
    let estimates: Value = serde_json::from_str(estimates).ok()?;
    let mean = &estimates["mean"];
    Some(Time {
        name: benchmark["full_id"].as_str()?.to_owned(),
        nanoseconds: mean["point_estimate"].as_f64()?,
        low: mean["confidence_interval"]["lower_bound"].as_f64()?,
        high: mean["confidence_interval"]["upper_bound"].as_f64()?,
        elements: benchmark["throughput"]["Elements"].as_u64(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ESTIMATES: &str = r#"{"mean":{"confidence_interval":{"confidence_level":0.95,"lower_bound":190.0,
        "upper_bound":210.0},"point_estimate":200.0,"standard_error":5.0},"median":{"point_estimate":199.0}}"#;

    #[test]
    fn a_benchmark_with_its_throughput() {
        let benchmark = r#"{"group_id":"play","function_id":"opening","full_id":"play/opening",
            "throughput":{"Elements":100}}"#;
        let time = time(benchmark, ESTIMATES).unwrap();
        assert_eq!(
            (time.name.as_str(), time.nanoseconds, time.low, time.high),
            ("play/opening", 200.0, 190.0, 210.0)
        );
        assert_eq!(time.elements_per_second(), Some(5e8));
    }

    #[test]
    fn a_benchmark_without_throughput() {
        let time = time(r#"{"full_id":"clone","throughput":null}"#, ESTIMATES).unwrap();
        assert_eq!(time.elements_per_second(), None);
        assert!(super::time("{}", ESTIMATES).is_none());
    }
}
