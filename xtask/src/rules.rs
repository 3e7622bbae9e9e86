//! `cargo xtask rules`: how much of each rulebook is proven, and where the code cites it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::args::Args;
use crate::cited::{self, Cited};
use crate::failure::{Failure, Outcome, While};
use crate::ledger::{self, Ledger, Row};
use crate::lists;
use crate::process::show;
use crate::proofs::{self, Proofs, Proven};
use crate::suite::Suite;
use crate::workspace::{Workspace, read};

pub const HELP: &str = "\
cargo xtask rules [GAME…]: how many ledger rows of each game are proven, and which are not

A row of docs/rules/*.md is proven when a case that names its id in `proves`, or a test that calls
`engine::proof::proves(&[id])`, has run and passed. GAME is a ledger's prefix, such as LFM; a game without a crate
is listed row by row only when it is named.

  --proofs       also list what proves each row
  --rulings      also list the rulings, definitions and tables of a ledger that nothing of its game proves
  --cited        instead, list the rows that the rules of their game cite nowhere; runs nothing
  --package P    run only the tests of this package (may be repeated)
  --no-run       run nothing; look at what the last run of `test` or `rules` wrote
  --record       raise the counts in docs/rules/proven.toml, below which `cargo xtask test` fails
  --json         the same for programs

Fails when the tests fail, when a proof names an id that no ledger has, when a count has fallen below the record, or
when the rules of a game cite one of its rows nowhere.";

/// Where the last run's proofs lie, below the target directory.
const PROOFS: &str = "proofs";
const RECORD: &str = "docs/rules/proven.toml";
const RECORD_HEAD: &str = "\
# Ledger rows proven by a case or a test. `cargo xtask test` fails when a count falls below the one written here;
# `cargo xtask rules --record` raises them.
";

pub fn run(mut args: Args) -> Outcome {
    let json = args.flag("--json");
    let with_proofs = args.flag("--proofs");
    let with_rulings = args.flag("--rulings");
    let no_run = args.flag("--no-run");
    let record = args.flag("--record");
    let cited = args.flag("--cited");
    let packages = args.values("--package")?;
    let games = args.plain();
    args.finish(HELP)?;

    let workspace = Workspace::find()?;
    if cited {
        return list_cited(&workspace, &games, json);
    }
    let tests = if no_run {
        Ok(())
    } else {
        // xtask proves no rule.
        let suite = Suite { packages: &packages, without: &["xtask"], quiet: json };
        suite.run(&workspace, &fresh_proofs(&workspace)?)
    };
    let coverage = Coverage::read(&workspace)?;
    coverage.check_names(&games)?;
    if json {
        show(&format!("{:#}\n", coverage.to_json(&games)));
    } else {
        let rulings = if with_rulings { coverage.rulings(&games) } else { String::new() };
        show(&(coverage.rows(&games, with_proofs) + &rulings + &coverage.summary()));
    }
    tests?;
    if record {
        coverage.record(&workspace)?;
    }
    // Part of the tests can prove only part of the rows.
    let recorded = if packages.is_empty() { recorded(&workspace)? } else { Vec::new() };
    coverage.verdict(&recorded)
}

/// Where the code cites the rules, game by game.
fn list_cited(workspace: &Workspace, names: &[String], json: bool) -> Outcome {
    let ledgers = ledger::read_all(&workspace.root.join("docs/rules"))?;
    check_names(names, ledgers.iter())?;
    let (mut text, mut games, mut faults) = (String::new(), Vec::new(), Vec::new());
    for ledger in ledgers.iter().filter(|ledger| names.is_empty() || names.contains(&ledger.prefix)) {
        if let Some(cited) = cited::of(workspace, ledger)? {
            text += &cited.report(ledger);
            games.push(cited.to_json(ledger));
            faults.extend(uncited_fault(&ledger.prefix, cited.missing(ledger).len()));
        }
    }
    show(&if json { format!("{:#}\n", json!({ "games": games })) } else { text });
    if faults.is_empty() { Ok(()) } else { Err(Failure::new(faults.join("\n"))) }
}

/// What is wrong if so many rows of a game are cited nowhere.
fn uncited_fault(prefix: &str, missing: usize) -> Option<String> {
    let told = format!(
        "{prefix}: the rules cite {missing} rows nowhere; `cargo xtask rules --cited {prefix}` lists them"
    );
    (missing > 0).then_some(told)
}

fn check_names<'l>(names: &[String], ledgers: impl Iterator<Item = &'l Ledger>) -> Outcome {
    let known: Vec<&str> = ledgers.map(|ledger| ledger.prefix.as_str()).collect();
    match names.iter().find(|name| !known.contains(&name.as_str())) {
        None => Ok(()),
        Some(name) => Err(Failure::usage(format!("no game `{name}`; there are {}", known.join(", ")))),
    }
}

/// An empty directory for the proofs of a run that is about to begin.
pub fn fresh_proofs(workspace: &Workspace) -> Outcome<std::path::PathBuf> {
    workspace.fresh_directory(PROOFS)
}

/// What the last run proved, game by game.
pub struct Coverage {
    games: Vec<Game>,
    /// Proofs of ids that stand in no ledger.
    unknown: Proofs,
}

struct Game {
    ledger: Ledger,
    proofs: Proofs,
    /// Rulings, definitions and tables that a case or a test of this game proves.
    rulings: BTreeSet<String>,
    /// What the game's crate cites, if it has one, so that its rows can be proven at all.
    cited: Option<Cited>,
}

impl Coverage {
    pub fn read(workspace: &Workspace) -> Outcome<Self> {
        let directory = workspace.target.join(PROOFS);
        if !directory.exists() {
            return Err(Failure::new("no run has written proofs yet; leave out `--no-run`"));
        }
        let ledgers = ledger::read_all(&workspace.root.join("docs/rules"))?;
        let mut cited = Vec::new();
        for ledger in &ledgers {
            cited.push(cited::of(workspace, ledger)?);
        }
        Ok(Self::new(ledgers, proofs::collect(&directory)?, cited))
    }

    fn new(ledgers: Vec<Ledger>, mut proofs: Proofs, cited: Vec<Option<Cited>>) -> Self {
        let mut games = Vec::new();
        for (ledger, cited) in ledgers.into_iter().zip(cited) {
            let own = ledger.rows.iter().filter_map(|row| proofs.remove_entry(&row.id)).collect();
            // Every ledger has an `R-1`: whose was proven is told by where the proof stands.
            let folder = format!("/{}/", ledger.package);
            let is_own =
                |proven: &Proven| proven.cases.iter().chain(&proven.tests).any(|by| by.contains(&folder));
            let rulings =
                ledger.rulings.iter().filter(|id| proofs.get(*id).is_some_and(is_own)).cloned().collect();
            games.push(Game { cited, proofs: own, rulings, ledger });
        }
        for game in &games {
            proofs.retain(|id, _| !game.ledger.rulings.contains(id));
        }
        Self { games, unknown: proofs }
    }

    fn check_names(&self, names: &[String]) -> Outcome {
        check_names(names, self.games.iter().map(|game| &game.ledger))
    }

    /// One line a game.
    pub fn summary(&self) -> String {
        let mut text = String::new();
        for game in &self.games {
            let Ledger { prefix, title, rows, .. } = &game.ledger;
            let (proven, total) = (game.proofs.len(), rows.len());
            let how = if game.is_begun() {
                format!("{} by case, {} by test", game.by(|by| &by.cases), game.by(|by| &by.tests))
            } else {
                "no crate yet".to_owned()
            };
            text += &format!("{prefix:<4} {title:<40} {proven:>3} of {total:>3} proven ({how})\n");
        }
        text
    }

    /// The rows that are missing and, if wanted, what proves the others.
    fn rows(&self, named: &[String], with_proofs: bool) -> String {
        let mut text = String::new();
        for game in self.games.iter().filter(|game| game.is_listed(named)) {
            for row in &game.ledger.rows {
                match game.proofs.get(&row.id) {
                    None => text += &format!("missing  {:<14} {}\n", row.id, row.text),
                    Some(proven) if with_proofs => {
                        text += &format!("proven   {:<14} {}\n", row.id, row.text);
                        let by = proven.cases.iter().chain(&proven.tests);
                        by.for_each(|by| text += &format!("{:24}by {by}\n", ""));
                    }
                    Some(_) => {}
                }
            }
        }
        text
    }

    /// The rulings, definitions and tables that nothing proves.
    fn rulings(&self, named: &[String]) -> String {
        let mut text = String::new();
        for game in self.games.iter().filter(|game| game.is_listed(named)) {
            let missing = game.ledger.rulings.difference(&game.rulings);
            missing.for_each(|id| text += &format!("unproven {id}\n"));
        }
        text
    }

    fn to_json(&self, named: &[String]) -> Value {
        let row = |row: &Row| json!({ "id": row.id, "text": row.text, "line": row.line });
        let proofs = |proofs: &Proofs| {
            let by = |proven: &Proven| json!({ "cases": proven.cases, "tests": proven.tests });
            proofs.iter().map(|(id, proven)| (id.clone(), by(proven))).collect::<serde_json::Map<_, _>>()
        };
        let games = self.games.iter().filter(|game| named.is_empty() || game.is_listed(named));
        let games = games.map(|game| {
            json!({
                "prefix": game.ledger.prefix,
                "title": game.ledger.title,
                "begun": game.is_begun(),
                "rows": game.ledger.rows.len(),
                "proven": game.proofs.len(),
                "by_case": game.by(|by| &by.cases),
                "by_test": game.by(|by| &by.tests),
                "missing": game.missing().map(row).collect::<Vec<_>>(),
                "proofs": proofs(&game.proofs),
            })
        });
        json!({ "games": games.collect::<Vec<_>>(), "unknown": proofs(&self.unknown) })
    }

    /// Fails when a proof names an unknown id, a count lies below the recorded one, or a row is cited nowhere.
    pub fn verdict(&self, recorded: &[(String, usize)]) -> Outcome {
        let faults = self.faults(recorded);
        if faults.is_empty() { Ok(()) } else { Err(Failure::new(faults.join("\n"))) }
    }

    fn faults(&self, recorded: &[(String, usize)]) -> Vec<String> {
        let mut faults = Vec::new();
        for (id, proven) in &self.unknown {
            let by = proven.cases.iter().chain(&proven.tests).next().map_or("", String::as_str);
            faults.push(format!("`{id}`, which {by} claims to prove, stands in no ledger of docs/rules"));
        }
        for (prefix, least) in recorded {
            match self.games.iter().find(|game| game.ledger.prefix == *prefix) {
                None => faults.push(format!("{RECORD}: no ledger has the prefix `{prefix}`")),
                Some(game) if game.proofs.len() < *least => faults.push(format!(
                    "{prefix}: {} rows are proven, {least} were before; `cargo xtask rules --no-run {prefix}` lists \
                     the missing ones",
                    game.proofs.len()
                )),
                Some(_) => {}
            }
        }
        for Game { ledger, cited, .. } in &self.games {
            let missing = cited.as_ref().map_or(0, |cited| cited.missing(ledger).len());
            faults.extend(uncited_fault(&ledger.prefix, missing));
        }
        faults
    }

    /// Raises the recorded counts; they are lowered only by hand.
    fn record(&self, workspace: &Workspace) -> Outcome {
        let text = self.raised(&recorded(workspace)?);
        fs::write(workspace.root.join(RECORD), text).when(|| format!("write `{RECORD}`"))
    }

    fn raised(&self, recorded: &[(String, usize)]) -> String {
        let mut text = RECORD_HEAD.to_owned();
        for game in &self.games {
            let prefix = &game.ledger.prefix;
            let before = recorded.iter().find(|(known, _)| known == prefix).map_or(0, |&(_, count)| count);
            text.push_str(&format!("{prefix} = {}\n", before.max(game.proofs.len())));
        }
        text
    }
}

impl Game {
    fn is_begun(&self) -> bool {
        self.cited.is_some()
    }

    fn missing(&self) -> impl Iterator<Item = &Row> {
        self.ledger.rows.iter().filter(|row| !self.proofs.contains_key(&row.id))
    }

    fn by(&self, which: impl Fn(&Proven) -> &Vec<String>) -> usize {
        self.proofs.values().filter(|proven| !which(proven).is_empty()).count()
    }

    fn is_listed(&self, named: &[String]) -> bool {
        if named.is_empty() { self.is_begun() } else { named.contains(&self.ledger.prefix) }
    }
}

/// The recorded counts, by prefix.
pub fn recorded(workspace: &Workspace) -> Outcome<Vec<(String, usize)>> {
    read_record(&workspace.root.join(RECORD))
}

fn read_record(path: &Path) -> Outcome<Vec<(String, usize)>> {
    let counts =
        lists::section(&read(path)?, "").into_iter().map(|entry| Ok((entry.key.clone(), entry.count()?)));
    counts.collect::<Outcome<_>>().map_err(|failure| Failure::new(format!("{RECORD}: {failure}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root_for_tests;

    const TOYS: [&str; 3] = ["TOY-1", "TOY-2", "TOY-3"];

    fn coverage(proven: &[(&str, &str)]) -> Coverage {
        let text = "# Toy: rules ledger\n# Rules\n| TOY-1 | one |\n| TOY-2 | two |\n| TOY-3 | three |\n";
        let mut proofs = Proofs::new();
        for &(id, by) in proven {
            let entry = proofs.entry(id.to_owned()).or_default();
            let list = if by.ends_with(".toml") { &mut entry.cases } else { &mut entry.tests };
            list.push(by.to_owned());
        }
        Coverage::new(vec![ledger::parse("toy", text).unwrap()], proofs, vec![Some(Cited::of_rules(&TOYS))])
    }

    fn record(count: usize) -> Vec<(String, usize)> {
        vec![("TOY".to_owned(), count)]
    }

    #[test]
    fn rows_proven_by_cases_and_by_tests_are_counted() {
        let coverage = coverage(&[("TOY-1", "one.toml"), ("TOY-1", "a.rs:1"), ("TOY-3", "b.rs:2")]);
        let game = &coverage.games[0];
        assert_eq!((game.proofs.len(), game.by(|by| &by.cases), game.by(|by| &by.tests)), (2, 1, 2));
        assert_eq!(game.missing().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["TOY-2"]);
        assert_eq!(
            coverage.summary(),
            "TOY  Toy                                        2 of   3 proven (1 by case, 2 by test)\n"
        );
        assert_eq!(coverage.rows(&[], false), "missing  TOY-2          two\n");
        assert!(coverage.rows(&[], true).contains("by one.toml\n"));
        let json = coverage.to_json(&[]);
        assert_eq!(json["games"][0]["missing"][0]["text"], "two");
        assert_eq!(json["games"][0]["proofs"]["TOY-1"]["cases"][0], "one.toml");
    }

    #[test]
    fn a_count_below_the_record_is_a_fault() {
        let coverage = coverage(&[("TOY-1", "one.toml")]);
        assert_eq!(coverage.faults(&record(1)), Vec::<String>::new());
        let faults = coverage.faults(&record(2));
        assert_eq!(faults.len(), 1);
        assert!(faults[0].starts_with("TOY: 1 rows are proven, 2 were before"), "{}", faults[0]);
    }

    #[test]
    fn an_id_that_no_ledger_has_is_a_fault() {
        let faults = coverage(&[("TOY-9", "nine.toml")]).faults(&[("OLD".to_owned(), 1)]);
        assert_eq!(
            faults,
            [
                "`TOY-9`, which nine.toml claims to prove, stands in no ledger of docs/rules",
                "docs/rules/proven.toml: no ledger has the prefix `OLD`",
            ]
        );
    }

    #[test]
    fn a_row_that_the_rules_cite_nowhere_is_a_fault() {
        let mut coverage = coverage(&[]);
        coverage.games[0].cited = Some(Cited::of_rules(&TOYS[1..]));
        let told = "TOY: the rules cite 1 rows nowhere; `cargo xtask rules --cited TOY` lists them";
        assert_eq!(coverage.faults(&[]), [told]);
        coverage.games[0].cited = None;
        assert_eq!(coverage.faults(&[]), Vec::<String>::new(), "a game without a crate has no rules yet");
    }

    #[test]
    fn the_record_rises_and_never_falls() {
        let coverage = coverage(&[("TOY-1", "one.toml"), ("TOY-2", "two.toml")]);
        assert!(coverage.raised(&record(1)).ends_with("\nTOY = 2\n"));
        assert!(coverage.raised(&record(3)).ends_with("\nTOY = 3\n"));
        assert!(coverage.raised(&[]).ends_with("\nTOY = 2\n"));
    }

    #[test]
    fn only_games_that_exist_can_be_named() {
        let coverage = coverage(&[]);
        assert!(coverage.check_names(&["TOY".to_owned()]).is_ok());
        assert!(coverage.check_names(&["toy-story".to_owned()]).is_err());
    }

    #[test]
    fn the_recorded_counts_fit_the_ledgers() {
        let root = root_for_tests();
        let ledgers = ledger::read_all(&root.join("docs/rules")).unwrap();
        for (prefix, count) in read_record(&root.join(RECORD)).unwrap() {
            let ledger =
                ledgers.iter().find(|ledger| ledger.prefix == prefix).expect("a ledger for each count");
            assert!(count <= ledger.rows.len(), "{prefix} has only {} rows", ledger.rows.len());
        }
    }
}
