//! The rules ledgers of `docs/rules/`: every statement of a rulebook as one row of a table, with an id.
//!
//! The rows are those of the tables in the section headed "Rules"; other tables (sequence, charts, rulings, missing
//! data) hold no rows, even where they mention ids. Rulings (`R-46`, `RUL-07`), definitions (`G-5`) and tables
//! (`T-FIRE`) may be named by proofs as well, but they are not counted.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::failure::{Failure, Outcome};
use crate::workspace::{entries, read};

/// One game's rules.
pub struct Ledger {
    /// What its ids begin with: `LFM`.
    pub prefix: String,
    /// The game's name.
    pub title: String,
    /// The file's name without its ending, which is also the name of the game's crate.
    pub package: String,
    pub rows: Vec<Row>,
    /// Ids of its rulings, definitions and tables: `R-46`, `G-5`, `T-FIRE`.
    pub rulings: BTreeSet<String>,
}

/// One statement of the rules.
#[derive(Debug, PartialEq)]
pub struct Row {
    pub id: String,
    /// What the engine must do.
    pub text: String,
    /// It speaks of what is shown, and decides nothing: its kind is `UI`.
    pub only_shown: bool,
    pub line: usize,
}

/// What plays differently since an earlier version, for players: no ledger.
const CHANGES: &str = "changes.md";

/// Reads every ledger of a directory, by file name.
pub fn read_all(directory: &Path) -> Outcome<Vec<Ledger>> {
    let mut ledgers = Vec::new();
    for path in entries(directory)? {
        let changes = path.file_name().is_some_and(|name| name == CHANGES);
        if path.extension().is_some_and(|ending| ending == "md") && !changes {
            let package =
                path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
            let ledger = parse(&package, &read(&path)?);
            ledgers.push(ledger.map_err(|failure| Failure::new(format!("{}: {failure}", path.display())))?);
        }
    }
    Ok(ledgers)
}

/// Reads one ledger; all its faults are told at once.
pub fn parse(package: &str, text: &str) -> Outcome<Ledger> {
    let mut rows: Vec<Row> = Vec::new();
    let mut lines_of_ids: BTreeMap<String, usize> = BTreeMap::new();
    let mut rulings = BTreeSet::new();
    let mut faults = Vec::new();
    let mut stated = None;
    let mut rules_level = None;
    let mut in_code = false;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if line.starts_with("```") {
            in_code = !in_code;
        }
        if in_code {
            continue;
        }
        if let Some((level, heading)) = heading(line) {
            if is_rules(heading) {
                rules_level = Some(level);
                stated = stated_rows(heading);
            } else if rules_level.is_some_and(|rules| level <= rules) {
                rules_level = None;
            }
        }
        if !line.starts_with('|') {
            rulings.extend(definition(line).map(str::to_owned));
            continue;
        }
        let (first, text, kind) = first_cells(line);
        if rules_level.is_none() {
            if is_ruling(first) {
                rulings.insert(first.to_owned());
            }
            continue;
        }
        if is_heading_or_rule(first) {
            continue;
        }
        if !is_id(first) {
            faults.push(format!("line {number}: `{first}` is not the id of a rule, such as `LFM-8.10a1`"));
            continue;
        }
        if let Some(earlier) = lines_of_ids.insert(first.to_owned(), number) {
            faults.push(format!("line {number}: `{first}` already stands in line {earlier}"));
        }
        let only_shown = kind == "UI";
        rows.push(Row { id: first.to_owned(), text: text.to_owned(), only_shown, line: number });
    }
    let prefix = rows.first().map(|row| prefix(&row.id).to_owned()).unwrap_or_default();
    if rows.is_empty() {
        faults.push("no rule row: the section headed `Rules` holds no table with ids".to_owned());
    }
    let strangers = rows.iter().filter(|row| self::prefix(&row.id) != prefix);
    faults.extend(
        strangers.map(|row| format!("line {}: `{}` does not begin with `{prefix}-`", row.line, row.id)),
    );
    if let Some(stated) = stated.filter(|&stated| stated != rows.len()) {
        faults.push(format!("the heading says {stated} rows, the tables hold {}", rows.len()));
    }
    if faults.is_empty() {
        Ok(Ledger { prefix, title: title(text), package: package.to_owned(), rows, rulings })
    } else {
        Err(Failure::new(faults.join("\n")))
    }
}

/// `LFM` of `LFM-8.10a1`.
pub fn prefix(id: &str) -> &str {
    id.split_once('-').map_or(id, |(prefix, _)| prefix)
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let text = line.trim_start_matches('#');
    let level = line.len() - text.len();
    (level > 0 && text.starts_with(' ')).then_some((level, text.trim()))
}

/// `Rules`, `3. Rules (one row per statement)`; not `Rulings`.
fn is_rules(heading: &str) -> bool {
    let words = heading.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    words.split(|c: char| !c.is_alphanumeric()).next() == Some("Rules")
}

/// The 392 of `2. Rules (392 rows)`.
fn stated_rows(heading: &str) -> Option<usize> {
    heading.split_once('(')?.1.strip_suffix(" rows)")?.parse().ok()
}

/// Id, what the engine must do, kind.
fn first_cells(line: &str) -> (&str, &str, &str) {
    let mut cells = line.trim_start_matches('|').splitn(4, '|').map(str::trim);
    let mut next = || cells.next().unwrap_or("");
    (next(), next(), next())
}

fn is_heading_or_rule(cell: &str) -> bool {
    cell.eq_ignore_ascii_case("id") || cell.chars().all(|c| c == '-' || c == ':')
}

fn is_id(cell: &str) -> bool {
    let Some((prefix, rest)) = cell.split_once('-') else { return false };
    let part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '-';
    (2..=4).contains(&prefix.len())
        && prefix.chars().all(|c| c.is_ascii_uppercase())
        && !rest.is_empty()
        && rest.chars().all(part)
}

/// `R-46`, `R-83c`, `RUL-07`; `M-8` for what a document does not say, `I-13` for what interrupts play.
fn is_ruling(cell: &str) -> bool {
    let rest = ["RUL-", "R-", "M-", "I-"].iter().find_map(|prefix| cell.strip_prefix(prefix));
    rest.is_some_and(|rest| {
        rest.starts_with(|c: char| c.is_ascii_digit()) && rest.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

/// `G-5` of a definition that begins a paragraph in bold (`**G-5 Range.**`), `T-FIRE` of a table under its heading.
fn definition(line: &str) -> Option<&str> {
    let text = line.strip_prefix("**").or_else(|| heading(line).map(|(_, heading)| heading))?;
    let id = text.split_whitespace().next()?;
    let rest = id.strip_prefix("G-").or_else(|| id.strip_prefix("T-"))?;
    (!rest.is_empty() && rest.chars().all(|c| c.is_ascii_alphanumeric())).then_some(id)
}

/// The game's name out of the first heading: "Last Full Measure — rules ledger for implementers".
fn title(text: &str) -> String {
    let first = text.lines().find_map(heading).map_or("", |(_, heading)| heading);
    let name = first.split("rules ledger").next().unwrap_or(first);
    name.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '!').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root_for_tests;

    fn real() -> Vec<Ledger> {
        read_all(&root_for_tests().join("docs/rules")).unwrap()
    }

    fn find<'a>(ledgers: &'a [Ledger], prefix: &str) -> &'a Ledger {
        ledgers.iter().find(|ledger| ledger.prefix == prefix).expect("a ledger of each game")
    }

    #[test]
    fn every_row_of_the_real_ledgers_is_found() {
        let ledgers = real();
        for (prefix, rows, title) in [
            ("FMD", 328, "A Full Measure of Devotion"),
            ("LFM", 421, "Last Full Measure"),
            ("PL", 20, "Picket Line"),
            ("RRF", 408, "Rally Round the Flag – Brigade Command"),
            ("STE", 229, "Seeing the Elephant!"),
        ] {
            let ledger = find(&ledgers, prefix);
            assert_eq!((ledger.rows.len(), ledger.title.as_str()), (rows, title));
        }
    }

    #[test]
    fn rulings_are_known_but_no_rows() {
        let ledgers = real();
        let game = find(&ledgers, "LFM");
        assert!(
            game.rulings.contains("R-46")
                && game.rulings.contains("R-83c")
                && !game.rulings.contains("R-1000")
        );
        assert!(game.rows.iter().all(|row| row.id.starts_with("LFM-")));
        assert!(find(&ledgers, "FMD").rulings.contains("RUL-65"));
        let elephant = &find(&ledgers, "STE").rulings;
        assert!(["G-5", "G-16a", "T-FIRE", "T-TERRAIN", "M-18"].iter().all(|&id| elephant.contains(id)));
        assert!(!elephant.contains("G-99"));
    }

    #[test]
    fn a_row_keeps_its_text() {
        let ledgers = real();
        let rows = &find(&ledgers, "LFM").rows;
        let row = |id: &str| rows.iter().find(|row| row.id == id).expect("a row of the ledger");
        assert_eq!(row("LFM-0.8").text, "1 artillery SP = 2 guns");
        assert!(row("LFM-SN").text.starts_with("night turns have no artillery"));
        assert!(row("LFM-0.4").only_shown && !row("LFM-0.8").only_shown);
    }

    #[test]
    fn every_row_of_every_rules_table_counts_and_no_other() {
        let text = "\
# A Game: rules ledger

## 1. Sequence
| LFM-1 | not a row: another section |

## 2. Rules (2 rows)
| ID | engine must | kind |
|:--|---|---|
| LFM-8.10a1 | roll `a|b` | D |
```
| LFM-2 | not a row: an example |
```
### 2.1 More
| LFM-S0a | go on | A |

## 3. Rulings
| LFM-9 | not a row |
";
        let ledger = parse("a-game", text).unwrap();
        let ids: Vec<(&str, usize)> = ledger.rows.iter().map(|row| (row.id.as_str(), row.line)).collect();
        assert_eq!(ids, [("LFM-8.10a1", 9), ("LFM-S0a", 14)]);
        assert_eq!((ledger.title.as_str(), ledger.prefix.as_str()), ("A Game", "LFM"));
    }

    #[test]
    fn all_faults_are_told_with_their_lines() {
        let text = "\
# Rules (9 rows)
| LFM-1 | one |
| LFM-1 | again |
| LFM-2, LFM-3 | two in one |
| FMD-1 | a stranger |
";
        let Err(failure) = parse("a-game", text) else { panic!("the ledger has faults") };
        assert_eq!(
            failure.to_string(),
            "line 3: `LFM-1` already stands in line 2\n\
             line 4: `LFM-2, LFM-3` is not the id of a rule, such as `LFM-8.10a1`\n\
             line 5: `FMD-1` does not begin with `LFM-`\n\
             the heading says 9 rows, the tables hold 3"
        );
        assert!(parse("empty", "# Rules\n").is_err());
    }
}
