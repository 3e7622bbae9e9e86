//! `cargo xtask rules --cited`: which ledger rows the rules of a game cite.
//!
//! Who looks for a rule searches the code for its id. So each row's id stands in full in the rules of its game, at the
//! condition that carries it. Words, scenes, cases and tests speak of rules too, but do not decide them: an id there
//! is no citation, unless the row is only about what is shown.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};

use crate::failure::Outcome;
use crate::ledger::{Ledger, Row};
use crate::lists::section;
use crate::workspace::{Workspace, entries, read};

/// Files and folders of a game's source that decide no rule.
const NO_RULES: [&str; 8] = ["words", "speech", "scene", "case", "cases", "tests", "muster", "sample"];

/// The ids that the source of one game cites.
#[derive(Default)]
pub struct Cited {
    /// In its rules.
    rules: BTreeSet<String>,
    /// Elsewhere, tests left out.
    shown: BTreeSet<String>,
}

/// The citations of the game, if it is one that is offered: a crate may be built long before its game can be played.
pub fn of(workspace: &Workspace, ledger: &Ledger) -> Outcome<Option<Cited>> {
    let crates = workspace.root.join("crates");
    let games = read(&crates.join("games/Cargo.toml"))?;
    let offered = section(&games, "dependencies")
        .iter()
        .any(|entry| entry.key.split('.').next() == Some(&ledger.package));
    let source = crates.join(&ledger.package).join("src");
    if offered && source.exists() { read_source(&source, &ledger.prefix).map(Some) } else { Ok(None) }
}

impl Cited {
    /// What rules that cite these ids cite.
    #[cfg(test)]
    pub fn of_rules(ids: &[&str]) -> Self {
        Self { rules: ids.iter().map(|&id| id.to_owned()).collect(), ..Self::default() }
    }

    /// The rows that are cited nowhere.
    pub fn missing<'l>(&self, ledger: &'l Ledger) -> Vec<&'l Row> {
        let cites =
            |row: &&Row| self.rules.contains(&row.id) || row.only_shown && self.shown.contains(&row.id);
        ledger.rows.iter().filter(|row| !cites(row)).collect()
    }

    /// The missing rows, and one line with the count.
    pub fn report(&self, ledger: &Ledger) -> String {
        let missing = self.missing(ledger);
        let mut text = String::new();
        for row in &missing {
            text += &format!("uncited  {:<14} {}\n", row.id, row.text);
        }
        let (prefix, title, total) = (&ledger.prefix, &ledger.title, ledger.rows.len());
        text += &format!("{prefix:<4} {title:<40} {:>3} of {total:>3} cited\n", total - missing.len());
        text
    }

    /// The same for programs.
    pub fn to_json(&self, ledger: &Ledger) -> Value {
        let missing = self.missing(ledger);
        let row = |row: &&Row| json!({ "id": row.id, "text": row.text, "line": row.line });
        json!({
            "prefix": ledger.prefix,
            "title": ledger.title,
            "rows": ledger.rows.len(),
            "cited": ledger.rows.len() - missing.len(),
            "uncited": missing.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

fn read_source(source: &Path, prefix: &str) -> Outcome<Cited> {
    let mut cited = Cited::default();
    let mut folders = vec![(source.to_path_buf(), true)];
    while let Some((folder, rules)) = folders.pop() {
        for path in entries(&folder)? {
            let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            if name == "tests" {
                continue;
            }
            let rules = rules && !NO_RULES.contains(&name.as_str());
            if path.is_dir() {
                folders.push((path, rules));
            } else if is_rust(&path) {
                let ids = ids(without_tests(&read(&path)?), prefix);
                if rules { &mut cited.rules } else { &mut cited.shown }.extend(ids);
            }
        }
    }
    Ok(cited)
}

fn is_rust(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "rs")
}

/// A file's text up to its unit tests, which stand last.
fn without_tests(text: &str) -> &str {
    text.find("#[cfg(test)]\nmod tests").map_or(text, |tests| &text[..tests])
}

/// The ids in a text, as whole words: `LFM-9.1c` is not `LFM-9.1`, and `LFM-20.12a-c` names no row at all.
fn ids(text: &str, prefix: &str) -> Vec<String> {
    let in_word = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    let start = format!("{prefix}-");
    let words = text.split(|c: char| !in_word(c)).filter(|word| word.starts_with(&start));
    words.map(|word| word.trim_end_matches(['.', '-']).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger;
    use std::fs;

    #[test]
    fn ids_are_whole_words() {
        let text =
            "// Stops there (LFM-9.1c), see LFM-S5g. Not XLFM-1, FMD-11-IV-2 or LFM-20.12a-c; \"LFM-SN\"";
        assert_eq!(ids(text, "LFM"), ["LFM-9.1c", "LFM-S5g", "LFM-20.12a-c", "LFM-SN"]);
        assert_eq!(ids(text, "FMD"), ["FMD-11-IV-2"]);
        assert_eq!(ids("PL-3.2–PL-3.4", "PL"), ["PL-3.2", "PL-3.4"]);
    }

    #[test]
    fn unit_tests_are_left_out() {
        assert_eq!(without_tests("// LFM-1\n#[cfg(test)]\nmod tests {\n// LFM-2\n"), "// LFM-1\n");
        let all = "#[cfg(test)]\nmod muster;\n// LFM-1\n";
        assert_eq!(without_tests(all), all);
    }

    #[test]
    fn a_row_is_cited_by_the_rules_and_a_shown_one_by_the_scene_too() {
        let text = "\
# Toy: rules ledger
# Rules
| TOY-1 | one | A |
| TOY-1a | one and a half | A |
| TOY-2 | two | A |
| TOY-3 | a colour | UI |
| TOY-4 | a word | UI |
";
        let ledger = ledger::parse("toy", text).unwrap();
        let folder = std::env::temp_dir().join(format!("cited-{}", std::process::id()));
        let files = [
            ("rules/fire.rs", "// TOY-1a\n#[cfg(test)]\nmod tests { // TOY-4\n}\n"),
            ("words.rs", "// TOY-1, TOY-2\n"),
            ("scene/pieces.rs", "// TOY-3 and TOY-2\n"),
            ("rules/tests/all.rs", "// TOY-4, TOY-1\n"),
            ("rules/table.toml", "# TOY-1\n"),
        ];
        for (name, text) in files {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let cited = read_source(&folder, "TOY");
        fs::remove_dir_all(&folder).unwrap();
        let cited = cited.unwrap();
        let missing: Vec<&str> = cited.missing(&ledger).iter().map(|row| row.id.as_str()).collect();
        assert_eq!(missing, ["TOY-1", "TOY-2", "TOY-4"]);
        let report = cited.report(&ledger);
        assert!(report.starts_with("uncited  TOY-1          one\nuncited  TOY-2 "), "{report}");
        assert!(report.ends_with("  2 of   5 cited\n"), "{report}");
        assert_eq!(cited.to_json(&ledger)["uncited"][2]["id"], "TOY-4");
        assert_eq!(cited.to_json(&ledger)["cited"], 2);
    }
}
