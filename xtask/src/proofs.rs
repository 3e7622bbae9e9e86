//! What the tests wrote about the rules they proved; the protocol is that of `engine::proof`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::failure::{Failure, Outcome};
use crate::workspace::{entries, read};

/// Names the directory to the tests; the same as `engine::proof::PROOFS_VAR`.
pub const VARIABLE: &str = "LONGROLL_PROOFS";

/// What proves one rule: case files, and tests with their place.
#[derive(Debug, Default, PartialEq)]
pub struct Proven {
    pub cases: Vec<String>,
    pub tests: Vec<String>,
}

/// Every id that was proven, known or not.
pub type Proofs = BTreeMap<String, Proven>;

/// Reads all files of a directory of proofs.
pub fn collect(directory: &Path) -> Outcome<Proofs> {
    let mut proofs = Proofs::new();
    for path in entries(directory)? {
        add(&mut proofs, &read(&path)?)
            .map_err(|failure| Failure::new(format!("{}: {failure}", path.display())))?;
    }
    for proven in proofs.values_mut() {
        for by in [&mut proven.cases, &mut proven.tests] {
            by.sort();
            by.dedup();
        }
    }
    Ok(proofs)
}

fn add(proofs: &mut Proofs, text: &str) -> Outcome {
    for (index, line) in text.lines().enumerate() {
        let fields: Vec<&str> = line.split('\t').collect();
        let &[kind @ ("case" | "test"), id, by] = fields.as_slice() else {
            return Err(Failure::new(format!("line {} is no proof: `{line}`", index + 1)));
        };
        let proven = proofs.entry(id.to_owned()).or_default();
        if kind == "case" { &mut proven.cases } else { &mut proven.tests }.push(by.to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn proofs_of_several_processes_come_together() {
        let directory = std::env::temp_dir().join(format!("longroll-proofs-{}", std::process::id()));
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(&directory).unwrap();
        fs::write(directory.join("1.tsv"), "test\tLFM-1\tb.rs:1\ncase\tLFM-1\tone.toml\n").unwrap();
        fs::write(
            directory.join("2.tsv"),
            "test\tLFM-1\ta.rs:1\ntest\tLFM-1\ta.rs:1\ncase\tLFM-2\ttwo.toml\n",
        )
        .unwrap();
        let proofs = collect(&directory).unwrap();
        fs::remove_dir_all(&directory).unwrap();
        let expected = [
            (
                "LFM-1",
                Proven { cases: vec!["one.toml".into()], tests: vec!["a.rs:1".into(), "b.rs:1".into()] },
            ),
            ("LFM-2", Proven { cases: vec!["two.toml".into()], tests: vec![] }),
        ];
        assert_eq!(proofs, Proofs::from(expected.map(|(id, proven)| (id.to_owned(), proven))));
    }

    #[test]
    fn the_variable_is_the_one_that_tests_look_for() {
        assert_eq!(VARIABLE, engine::proof::PROOFS_VAR);
    }

    #[test]
    fn a_broken_line_is_named() {
        let failure = add(&mut Proofs::new(), "test\tLFM-1\ta.rs:1\nguess\tLFM-2\tb.rs:1\n").unwrap_err();
        assert_eq!(failure.to_string(), "line 2 is no proof: `guess\tLFM-2\tb.rs:1`");
    }
}
