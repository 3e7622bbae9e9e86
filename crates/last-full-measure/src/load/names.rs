//! Short names for counters.

/// The name by which people call a commander, in one word: `Oliver O. Howard` is `Howard`, `Leopold von Gilsa`
/// `vonGilsa`, `Alfred Iverson Jr.` `Iverson`.
pub(super) fn last_name(name: &str) -> String {
    let is_suffix = |word: &&str| matches!(*word, "Jr." | "Jr" | "Sr." | "Sr" | "II" | "III");
    let words: Vec<&str> = name.split_whitespace().collect();
    let kept = words.len() - words.iter().rev().take_while(|word| is_suffix(word)).count();
    let words = if kept == 0 { &words[..] } else { &words[..kept] };
    let particle = |word: &&&str| word.starts_with(char::is_lowercase);
    let Some((last, before)) = words.split_last() else { return String::new() };
    let particles = before.iter().rev().take_while(particle).count();
    let mut tag: String = before[before.len() - particles..].concat();
    tag.push_str(last.trim_end_matches(','));
    tag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commander_is_called_by_his_last_name() {
        for (name, tag) in [
            ("Hale", "Hale"),
            ("Oliver O. Howard", "Howard"),
            ("Leopold von Gilsa", "vonGilsa"),
            ("Alfred Iverson Jr.", "Iverson"),
            ("Edward A. O'Neal", "O'Neal"),
            ("J. Johnston Pettigrew", "Pettigrew"),
            ("Jr.", "Jr."),
            ("", ""),
        ] {
            assert_eq!(last_name(name), tag);
        }
    }
}
