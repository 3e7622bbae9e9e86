//! Guessing the word that was meant.

/// The candidate nearest to a mistyped word, if one is near enough to be meant.
///
/// Near is a third of the longer word's letters, added, dropped, changed or swapped with their neighbour; case
/// does not count.
///
/// ```
/// use faults::did_you_mean;
/// assert_eq!(did_you_mean("infantery", ["cavalry", "infantry"]), Some("infantry"));
/// assert_eq!(did_you_mean("balloon", ["cavalry", "infantry"]), None);
/// ```
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = |word: &str| word.to_lowercase().chars().collect::<Vec<_>>();
    let word = letters(word);
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let other = letters(candidate);
            let allowed = (word.len().max(other.len()) / 3).max(1);
            let distance = edits(&word, &other);
            (distance <= allowed && distance < other.len()).then_some((distance, candidate))
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The fewest insertions, deletions, changes and swaps of neighbours that turn one word into the other.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            rows[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (rows[i - 1][j] + 1).min(rows[i][j - 1] + 1).min(rows[i - 1][j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(rows[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    rows[a.len()][b.len()]
}

/// Words in backquotes with commas between them, for hints: `` `a`, `b`, `c` ``.
pub fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    words.into_iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        let keys = ["name", "men", "guns", "men_sum", "quality"];
        assert_eq!(did_you_mean("nmae", keys), Some("name"));
        assert_eq!(did_you_mean("Quality", keys), Some("quality"));
        assert_eq!(did_you_mean("mensum", keys), Some("men_sum"));
        assert_eq!(did_you_mean("mem", keys), Some("men"));
        assert_eq!(did_you_mean("weapon", keys), None);
        assert_eq!(did_you_mean("", keys), None);
        assert_eq!(did_you_mean("x", ["y"]), None);
    }

    #[test]
    fn lists_are_quoted() {
        assert_eq!(list(["a", "b"]), "`a`, `b`");
    }
}
