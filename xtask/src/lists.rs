//! The few lines of TOML that this program reads itself: `key = ["a", "b"]`, `key = [1, 2]`, `key = "a"` and `key = 7`
//! in a named section.
//!
//! Whole TOML is read by the crates that read scenarios; a contributor's tool that needs three lists should build in
//! seconds, before anything else.

use crate::failure::{Failure, Outcome};

/// One `key = value` of a section, the value as it was written, comments taken out.
#[derive(Debug, PartialEq)]
pub struct Entry {
    pub key: String,
    value: String,
    line: usize,
}

/// The entries of `[section]`, or of the file's head when `section` is empty.
pub fn section(text: &str, section: &str) -> Vec<Entry> {
    let mut current = String::new();
    let mut entries: Vec<Entry> = Vec::new();
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        let line = without_comment(line).trim();
        if open {
            if let Some(entry) = entries.last_mut().filter(|_| current == section) {
                entry.value.push_str(line);
            }
            open = !line.ends_with(']');
        } else if let Some(name) = line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            current = name.trim_matches(['[', ']', ' ']).to_owned();
        } else if let Some((key, value)) = line.split_once('=') {
            let value = value.trim();
            open = value.starts_with('[') && !value.ends_with(']');
            if current == section {
                let key = key.trim().trim_matches('"').to_owned();
                entries.push(Entry { key, value: value.to_owned(), line: index + 1 });
            }
        }
    }
    entries
}

impl Entry {
    /// The value as a list of strings.
    pub fn strings(&self) -> Outcome<Vec<String>> {
        let inner = self.value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let inner = inner.ok_or_else(|| self.wrong("a list of strings"))?;
        let items = inner.split(',').map(str::trim).filter(|item| !item.is_empty());
        items
            .map(|item| {
                let text = item.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                text.map(str::to_owned).ok_or_else(|| self.wrong("a list of strings"))
            })
            .collect()
    }

    /// The value as a list of so many whole numbers.
    pub fn counts<const N: usize>(&self) -> Outcome<[u64; N]> {
        let wrong = || self.wrong(&format!("a list of {N} whole numbers"));
        let inner = self.value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).ok_or_else(wrong)?;
        let numbers = inner.split(',').map(|item| item.trim().replace('_', "").parse::<u64>());
        let numbers: Vec<u64> = numbers.collect::<Result<_, _>>().map_err(|_| wrong())?;
        numbers.try_into().map_err(|_| wrong())
    }

    /// The value as a text.
    pub fn text(&self) -> Outcome<&str> {
        let text = self.value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        text.ok_or_else(|| self.wrong("a text in quotes"))
    }

    /// The value as a count.
    pub fn count(&self) -> Outcome<usize> {
        self.value.parse().map_err(|_| self.wrong("a whole number"))
    }

    fn wrong(&self, wanted: &str) -> Failure {
        Failure::new(format!("line {}: `{}` must be {wanted}, not `{}`", self.line, self.key, self.value))
    }
}

/// The list `key` of `[section]`, which must be there.
pub fn strings(text: &str, section_name: &str, key: &str) -> Outcome<Vec<String>> {
    let entries = section(text, section_name);
    let entry = entries.iter().find(|entry| entry.key == key);
    entry.ok_or_else(|| Failure::new(format!("no list `{key}` in [{section_name}]")))?.strings()
}

/// The line up to a `#` that is not inside quotes.
fn without_comment(line: &str) -> &str {
    let mut quoted = false;
    for (at, c) in line.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '#' if !quoted => return &line[..at],
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
LFM = 12 # rows
[licenses]
allow = [
  "MIT", # the usual
  "Apache-2.0 WITH LLVM-exception",
]
[bans]
deny = ["openssl#1", "aws-lc-sys"]
empty = []
"#;

    #[test]
    fn lists_on_one_line_and_on_several() {
        assert_eq!(strings(TEXT, "licenses", "allow").unwrap(), ["MIT", "Apache-2.0 WITH LLVM-exception"]);
        assert_eq!(strings(TEXT, "bans", "deny").unwrap(), ["openssl#1", "aws-lc-sys"]);
        assert_eq!(strings(TEXT, "bans", "empty").unwrap(), Vec::<String>::new());
    }

    #[test]
    fn counts_at_the_head_of_a_file() {
        let entries = section(TEXT, "");
        assert_eq!(entries.len(), 1);
        assert_eq!((entries[0].key.as_str(), entries[0].count().unwrap()), ("LFM", 12));
    }

    #[test]
    fn texts_and_lists_of_numbers() {
        let entries = section("[a]\nb = [10_000, 3]\nc = \"x\"\n", "a");
        assert_eq!(entries[0].counts::<2>().unwrap(), [10_000, 3]);
        assert_eq!(entries[1].text().unwrap(), "x");
        let wrong = entries[0].counts::<3>().unwrap_err().to_string();
        assert_eq!(wrong, "line 2: `b` must be a list of 3 whole numbers, not `[10_000, 3]`");
        assert!(entries[1].counts::<1>().is_err() && entries[0].text().is_err());
    }

    #[test]
    fn what_is_not_there_or_not_a_list_is_named() {
        assert_eq!(strings(TEXT, "bans", "allow").unwrap_err().to_string(), "no list `allow` in [bans]");
        let entries = section("[a]\nb = seven", "a");
        assert_eq!(
            entries[0].count().unwrap_err().to_string(),
            "line 2: `b` must be a whole number, not `seven`"
        );
        assert!(entries[0].strings().is_err());
    }
}
