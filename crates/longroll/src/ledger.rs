//! Rules looked up in a ledger.

/// The row of a rules ledger with this id: its cells after the id.
pub fn row<'a>(ledger: &'a str, id: &str) -> Option<Vec<&'a str>> {
    ledger.lines().find_map(|line| {
        let cells = line.strip_prefix('|')?.trim_end().strip_suffix('|')?;
        let mut cells = cells.split('|').map(str::trim);
        let first = cells.next()?.trim_matches(|mark| mark == '*' || mark == '`');
        first.eq_ignore_ascii_case(id).then(|| cells.collect())
    })
}

/// A rule in words: the cells of its row that hold more than a mark, as plain text.
pub fn in_words(ledger: &str, id: &str) -> Option<String> {
    let cells = row(ledger, id)?;
    let telling = cells.into_iter().filter(|cell| cell.contains(' ') || cell.len() > 8);
    Some(telling.map(|cell| cell.replace("**", "").replace('`', "")).collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEDGER: &str = "\
| id | rule | how | example |
|---|---|---|---|
| LFM-1.1a | a stack **moves** | P(X) | I4/3 moves |
| **R-2** | ties in rolls | the `owner` chooses |
";

    #[test]
    fn a_rule_is_found_by_its_id() {
        assert_eq!(in_words(LEDGER, "LFM-1.1a").as_deref(), Some("a stack moves\nI4/3 moves"));
        assert_eq!(in_words(LEDGER, "r-2").as_deref(), Some("ties in rolls\nthe owner chooses"));
        assert_eq!(in_words(LEDGER, "LFM-1.1"), None);
    }
}
