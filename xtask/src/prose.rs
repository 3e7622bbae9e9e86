//! `cargo xtask prose`: no line of prose is longer than 120 characters, in documents or in comments.
//!
//! Prose can be broken anywhere between two words; so tables, code, headings and raw HTML are left alone, and so is a
//! line that is one word, such as a link. The ledgers of `docs/rules` are tables almost throughout, and are left out.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::args::Args;
use crate::failure::{Failure, Outcome, While};
use crate::workspace::{Workspace, entries, read};

pub const HELP: &str = "\
cargo xtask prose: no line of prose is longer than 120 characters

Looks at the documents and at the comments of the Rust code. Tables, code and lines that cannot be broken may be longer.

  --wrap    fill the paragraphs anew that have such a line, and say which files were changed";

/// Characters of a line.
const WIDTH: usize = 120;
/// Where documents and code are.
const FOLDERS: [&str; 5] = ["crates", "docs", "fuzz", "scenarios", "xtask"];
/// Folders that nobody writes prose into.
const LEFT_OUT: [&str; 3] = ["docs/rules", "target", "node_modules"];

pub fn run(mut args: Args) -> Outcome {
    let wrap = args.flag("--wrap");
    args.finish(HELP)?;
    let workspace = Workspace::find()?;
    if !wrap {
        return check(&workspace);
    }
    for path in files(&workspace.root)? {
        let text = read(&path)?;
        let wrapped = wrapped(&path, &text);
        if wrapped != text {
            fs::write(&path, wrapped).when(|| format!("write `{}`", path.display()))?;
            println!("{}", workspace.relative(&path));
        }
    }
    Ok(())
}

/// Fails with the place of every line that is too long.
pub fn check(workspace: &Workspace) -> Outcome {
    let mut places = Vec::new();
    for path in files(&workspace.root)? {
        let lines = too_long(&path, &read(&path)?);
        places.extend(lines.into_iter().map(|line| format!("{}:{line}", workspace.relative(&path))));
    }
    if places.is_empty() {
        return Ok(());
    }
    places.push(format!(
        "these lines are longer than {WIDTH} characters; `cargo xtask prose --wrap` breaks them"
    ));
    Err(Failure::new(places.join("\n")))
}

/// Every document and every file of Rust code.
fn files(root: &Path) -> Outcome<Vec<PathBuf>> {
    let mut files: Vec<PathBuf> = entries(root)?.into_iter().filter(|path| ends_with(path, "md")).collect();
    let mut folders: Vec<PathBuf> = FOLDERS.iter().map(|folder| root.join(folder)).collect();
    while let Some(folder) = folders.pop() {
        if LEFT_OUT.iter().any(|left_out| folder.ends_with(left_out)) {
            continue;
        }
        for path in entries(&folder)? {
            if path.is_dir() {
                folders.push(path);
            } else if ends_with(&path, "md") || ends_with(&path, "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn ends_with(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|own| own == ending)
}

/// The numbers of the lines that are too long, counted from 1.
fn too_long(path: &Path, text: &str) -> Vec<usize> {
    let mut numbers = Vec::new();
    for (range, prose) in pieces_of_prose(path, text) {
        for paragraph in paragraphs(&prose) {
            let too_long = paragraph.lines.filter(|&line| prose.is_too_long(line));
            numbers.extend(too_long.map(|line| range.start + line + 1));
        }
    }
    numbers
}

/// The text with every paragraph filled anew that has a line too long.
fn wrapped(path: &Path, text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out: Vec<String> = Vec::new();
    let mut at = 0;
    for (range, prose) in pieces_of_prose(path, text) {
        for paragraph in paragraphs(&prose) {
            if paragraph.lines.clone().any(|line| prose.is_too_long(line)) {
                let start = range.start + paragraph.lines.start;
                out.extend(lines[at..start].iter().map(|&line| line.to_owned()));
                out.extend(prose.filled(&paragraph));
                at = start + paragraph.lines.len();
            }
        }
    }
    out.extend(lines[at..].iter().map(|&line| line.to_owned()));
    let end = if text.ends_with('\n') { "\n" } else { "" };
    out.join("\n") + end
}

/// Lines of a document, or of a comment without what makes it one.
struct Prose<'t> {
    /// What stands before each line of a comment, without the blank after it: its indentation and `///`.
    sign: Option<&'t str>,
    lines: Vec<&'t str>,
}

/// Lines that can be filled anew.
struct Paragraph {
    lines: Range<usize>,
    /// What its first line begins with: the sign of a list item, or blanks.
    first: String,
    /// What the others begin with.
    rest: String,
}

/// A whole document, or every comment of a file of code, with the lines they take.
fn pieces_of_prose<'t>(path: &Path, text: &'t str) -> Vec<(Range<usize>, Prose<'t>)> {
    let lines: Vec<&str> = text.lines().collect();
    if ends_with(path, "md") {
        return vec![(0..lines.len(), Prose { sign: None, lines })];
    }
    let mut pieces: Vec<(Range<usize>, Prose<'t>)> = Vec::new();
    for (number, line) in lines.into_iter().enumerate() {
        let Some((sign, words)) = comment(line) else { continue };
        match pieces.last_mut() {
            Some((range, prose)) if range.end == number && prose.sign == Some(sign) => {
                range.end += 1;
                prose.lines.push(words);
            }
            _ => pieces.push((number..number + 1, Prose { sign: Some(sign), lines: vec![words] })),
        }
    }
    pieces
}

/// A line that is a comment and nothing else: what makes it one, and its words.
fn comment(line: &str) -> Option<(&str, &str)> {
    let indent = line.len() - line.trim_start().len();
    let sign = ["///", "//!", "//"].into_iter().find(|sign| line[indent..].starts_with(sign))?;
    let (sign, words) = line.split_at(indent + sign.len());
    if words.is_empty() { Some((sign, words)) } else { Some((sign, words.strip_prefix(' ')?)) }
}

impl Prose<'_> {
    /// Characters of a line.
    fn room(&self) -> usize {
        WIDTH - self.sign.map_or(0, |sign| sign.chars().count() + 1)
    }

    /// Longer than a line may be, although it could be broken.
    fn is_too_long(&self, line: usize) -> bool {
        let line = self.lines[line];
        line.chars().count() > self.room() && words(&line[sign_of_item(line).unwrap_or(0)..]).len() > 1
    }

    fn filled(&self, paragraph: &Paragraph) -> Vec<String> {
        let mut text = String::new();
        for (at, line) in self.lines[paragraph.lines.clone()].iter().enumerate() {
            let start = if at == 0 { paragraph.first.len() } else { 0 };
            text += line[start..].trim();
            text.push(' ');
        }
        let mut lines = vec![paragraph.first.clone()];
        let mut is_new = true;
        for word in words(&text) {
            let line = lines.last_mut().expect("there is always a line");
            if !is_new && line.chars().count() + 1 + word.chars().count() > self.room() {
                lines.push(format!("{}{word}", paragraph.rest));
            } else {
                line.push_str(if is_new { "" } else { " " });
                line.push_str(word);
                is_new = false;
            }
        }
        match self.sign {
            Some(sign) => lines.into_iter().map(|line| format!("{sign} {line}")).collect(),
            None => lines,
        }
    }
}

/// The paragraphs and list items; not code, tables, headings and HTML.
fn paragraphs(prose: &Prose<'_>) -> Vec<Paragraph> {
    let mut found: Vec<Paragraph> = Vec::new();
    let mut in_code = false;
    // Where the words of the list item begin that we are in.
    let mut item = 0;
    let mut goes_on = false;
    for (number, &line) in prose.lines.iter().enumerate() {
        let words = line.trim_start();
        let indent = line.len() - words.len();
        if words.starts_with("```") {
            in_code = !in_code;
        }
        let stays = words.is_empty() || words.starts_with(['|', '#', '<', '`', '[']) && !is_prose(words);
        if in_code || stays {
            goes_on = false;
            continue;
        }
        let sign = sign_of_item(line);
        if let (true, None) = (goes_on, sign) {
            found.last_mut().expect("it goes on").lines.end += 1;
        } else if sign.is_none() && indent >= item + 4 {
            // Code by its indentation.
            continue;
        } else {
            if sign.is_some() || indent < item {
                item = sign.unwrap_or(0);
            }
            let start = sign.unwrap_or(indent);
            let first = line[..start].to_owned();
            let quote = first.contains('>');
            let rest = if quote { first.clone() } else { " ".repeat(start) };
            found.push(Paragraph { lines: number..number + 1, first, rest });
        }
        // A line that ends in two blanks or a backslash breaks there on purpose.
        goes_on = !(line.ends_with("  ") || line.ends_with('\\'));
    }
    found
}

/// Whether a line is prose although it begins like markup: with code in it, or with a tag or number of its own.
fn is_prose(line: &str) -> bool {
    match line.chars().next() {
        Some('`') => !line.starts_with("```"),
        // `[name]: address` says where a link leads.
        Some('[') => !line.contains("]: "),
        // `#12` is no heading.
        Some('#') => !line.trim_start_matches('#').starts_with(' '),
        _ => false,
    }
}

/// How many bytes the sign of a list item or quotation takes, with its blanks: 2 of `- word`, 3 of `1. word`.
fn sign_of_item(line: &str) -> Option<usize> {
    let text = line.trim_start();
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let sign = match text.chars().next()? {
        '-' | '*' | '+' | '>' => &text[1..],
        '0'..='9' if text.len() - number.len() < 4 => number.strip_prefix(['.', ')'])?,
        _ => return None,
    };
    let words = sign.trim_start();
    (words.len() < sign.len()).then(|| line.len() - words.len())
}

/// The words of a text: what stands in backticks is one, and so is what would be taken for markup at the start of a
/// line, with the word before it.
fn words(text: &str) -> Vec<&str> {
    let mut ends = Vec::new();
    let mut quoted = None;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'`' {
            let ticks = bytes[at..].iter().take_while(|&&byte| byte == b'`').count();
            at += ticks;
            match quoted {
                None if text[at..].contains(&"`".repeat(ticks)) => quoted = Some(ticks),
                Some(open) if open == ticks => quoted = None,
                _ => {}
            }
        } else {
            if bytes[at] == b' ' && quoted.is_none() {
                ends.push(at);
            }
            at += 1;
        }
    }
    ends.push(text.len());
    let mut words: Vec<&str> = Vec::new();
    let mut start = 0;
    // Where the last word begins.
    let mut last = 0;
    for end in ends {
        let word = text[start..end].trim();
        if !word.is_empty() {
            let begins = end - text[start..end].trim_start().len();
            if looks_like_markup(word) && !words.is_empty() {
                words.pop();
            } else {
                last = begins;
            }
            words.push(text[last..end].trim_end());
        }
        start = end;
    }
    words
}

fn looks_like_markup(word: &str) -> bool {
    let number =
        word.strip_suffix(['.', ')']).is_some_and(|digits| digits.chars().all(|c| c.is_ascii_digit()));
    number || word.starts_with(['|', '>', '<']) || word.chars().all(|c| "-+*=#".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root_for_tests;

    const DOCUMENT: &str = "a.md";
    const CODE: &str = "a.rs";

    fn long(name: &str, text: &str) -> Vec<usize> {
        too_long(Path::new(name), text)
    }

    /// What is made of a text, which then has no long line, and does not change any more.
    fn wrap(name: &str, text: &str) -> String {
        let once = wrapped(Path::new(name), text);
        assert_eq!(long(name, &once), [0usize; 0]);
        assert_eq!(wrapped(Path::new(name), &once), once);
        once
    }

    fn many(word: &str, times: usize) -> String {
        vec![word; times].join(" ")
    }

    #[test]
    fn a_long_paragraph_is_found_and_filled() {
        let text = format!("# Title\n\nshort\n{}\nend\n\n{}\n", many("word", 30), many("word", 20));
        assert_eq!(long(DOCUMENT, &text), [4]);
        let expected = format!(
            "# Title\n\nshort {}\n{} end\n\n{}\n",
            many("word", 23),
            many("word", 7),
            many("word", 20)
        );
        assert_eq!(wrap(DOCUMENT, &text), expected);
    }

    #[test]
    fn exactly_120_characters_are_not_too_many() {
        let full = format!("{} ä{}", many("word", 23), "x".repeat(4));
        assert_eq!(full.chars().count(), 120);
        assert_eq!(long(DOCUMENT, &full), [0usize; 0]);
        assert_eq!(long(DOCUMENT, &format!("{full}x")), [1]);
    }

    #[test]
    fn items_keep_their_indentation() {
        let text = format!("- {}\n- short\n  12. {}\n", many("word", 30), many("word", 30));
        let lines: Vec<String> = wrap(DOCUMENT, &text).lines().map(str::to_owned).collect();
        assert_eq!(lines.len(), 5);
        assert!(lines[0].starts_with("- word") && lines[1].starts_with("  word"));
        assert!(lines[3].starts_with("  12. word") && lines[4].starts_with("      word"));
    }

    #[test]
    fn tables_code_and_single_words_may_be_long() {
        let wide = many("word", 40);
        let link = format!("https://example.org/{}", "x".repeat(150));
        let text = format!(
            "| {wide} |\n\n```\n{wide}\n```\n\n    {wide}\n\n<p>{wide}</p>\n\n# {wide}\n\n- {link}\n\n`{wide}`\n"
        );
        assert_eq!(long(DOCUMENT, &text), [0usize; 0]);
        assert_eq!(wrap(DOCUMENT, &text), text);
    }

    #[test]
    fn code_in_a_sentence_is_not_broken() {
        let text = format!("{} `cargo xtask rules --cited` {}\n", many("word", 20), many("word", 10));
        assert!(wrap(DOCUMENT, &text).lines().any(|line| line.contains("`cargo xtask rules --cited`")));
    }

    #[test]
    fn no_line_begins_like_markup_that_did_not() {
        for sign in ["-", "+", "1863.", "#", ">", "|", "=="] {
            for words in 18..30 {
                let text = format!("{} {sign} {}\n", many("word", words), many("word", 20));
                let wrapped = wrap(DOCUMENT, &text);
                assert!(wrapped.lines().all(|line| line.starts_with("word")), "{wrapped}");
            }
        }
    }

    #[test]
    fn a_break_on_purpose_stays() {
        let text = format!("one  \ntwo {}\n", many("word", 30));
        assert!(wrap(DOCUMENT, &text).starts_with("one  \ntwo word"));
    }

    #[test]
    fn comments_are_prose_and_code_is_not() {
        let wide = many("word", 30);
        let text = format!(
            "/// {wide}\n///\n/// end\nfn f() {{ // {wide}\n    let x = \"{wide}\";\n    // {wide}\n}}\n"
        );
        assert_eq!(long(CODE, &text), [1, 6]);
        let lines: Vec<String> = wrap(CODE, &text).lines().map(str::to_owned).collect();
        assert!(lines[0].starts_with("/// word") && lines[1].starts_with("/// word"));
        assert_eq!((lines[2].as_str(), lines[3].as_str()), ("///", "/// end"));
        assert!(lines[6].starts_with("    // word") && lines[7].starts_with("    // word"));
        assert_eq!(lines.len(), 9);
    }

    #[test]
    fn the_ledgers_are_left_out_and_the_rest_is_found() {
        let root = root_for_tests();
        let files = files(&root).unwrap();
        for name in ["README.md", "docs/cases.md", "docs/decisions/two-sizes.md", "xtask/src/prose.rs"] {
            assert!(files.contains(&root.join(name)), "{name}");
        }
        assert!(!files.iter().any(|path| path.ends_with("docs/rules/picket-line.md")));
    }
}
