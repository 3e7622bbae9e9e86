//! TOML read through serde, with every shape fault and not only the first.

use std::ops::Range;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, Error};

use crate::mend::Draft;
use crate::{Fault, Faults, Source, Span, did_you_mean, list};

/// How often a file is mended and read again at most; a file with more shape faults shows the first ones only.
const MOST_READINGS: usize = 400;
/// How many bytes are read again at most: a large file is mended less often, so that one with many faults takes
/// seconds, not minutes.
const MOST_BYTES_AGAIN: usize = 20_000_000;
const MOST_SYNTAX_FAULTS: usize = 5;

/// What [`read_toml_leniently`] made of a file.
#[derive(Debug)]
pub struct Reading<T> {
    /// The value, if nothing worse than unknown keys was found: further checks can then go on and list their
    /// faults with these.
    pub value: Option<T>,
    /// Syntax faults, or else shape faults: unknown and missing keys, values of a wrong type.
    pub faults: Faults,
}

/// Reads a TOML file into `T`, or lists what is wrong with its syntax or shape.
///
/// `T` should carry `#[serde(deny_unknown_fields)]` on every struct, so that a mistyped key is a fault with a
/// hint, and [`toml::Spanned`] on every value that a later check may refuse.
///
/// ```
/// use faults::{Source, read_toml};
///
/// #[derive(Debug, serde::Deserialize)]
/// #[serde(deny_unknown_fields)]
/// struct Regiment {
///     #[allow(dead_code)]
///     quality: u8,
/// }
///
/// let faults = read_toml::<Regiment>(&Source::new("r.toml", "qality = 4\n")).unwrap_err();
/// let found = &faults.located()[0];
/// assert_eq!(found.what, "unknown key `qality`");
/// assert_eq!(found.hint.as_deref(), Some("did you mean `quality`?"));
/// ```
pub fn read_toml<T: DeserializeOwned>(source: &Source) -> Result<T, Faults> {
    let Reading { value, faults } = read_toml_leniently(source);
    match value {
        Some(value) => faults.into_result(value),
        None => Err(faults),
    }
}

/// Reads a TOML file into `T` and keeps the value even if it has unknown keys.
///
/// Serde stops at the first fault. To find the rest, the place at fault is mended in the parsed file (a mistyped
/// key renamed, a missing value stood in for, a wrong one cut) and the file is read again, until it reads well or
/// cannot be mended.
pub fn read_toml_leniently<T: DeserializeOwned>(source: &Source) -> Reading<T> {
    let mut faults = Faults::new(source);
    if let Some((what, hint)) = Source::too_large(source.text().len()) {
        faults.add(Span::File, what).hint(hint);
        return Reading { value: None, faults };
    }
    let (file, syntax) = DeTable::parse_recoverable(source.text());
    if !syntax.is_empty() {
        add_syntax_faults(&mut faults, source, &syntax);
        return Reading { value: None, faults };
    }

    let mut draft = Draft::new(file);
    let mut complete = true;
    let readings = (MOST_BYTES_AGAIN / source.text().len().max(1)).clamp(1, MOST_READINGS);
    for _ in 0..readings {
        let error = match T::deserialize(draft.deserializer()) {
            Ok(value) => return Reading { value: complete.then_some(value), faults },
            Err(error) => error,
        };
        let shape = Shape::of(error.message());
        complete &= matches!(shape, Shape::UnknownKey { .. });
        let mended = draft.mend(&shape, error.span());
        let fault = shape.into_fault(error.span());
        if mended.new_fault && !faults.iter().any(|known| *known == fault) {
            faults.push(fault);
        }
        if !mended.worth_reading {
            break;
        }
    }
    Reading { value: None, faults }
}

/// One syntax fault a table, and not many: after the first, the parser may have lost its place until the next
/// header, or after an open bracket for good.
fn add_syntax_faults(faults: &mut Faults, source: &Source, errors: &[Error]) {
    let table_of = |span: Range<usize>| {
        let before = source.text().get(..span.start).unwrap_or(source.text());
        before.lines().filter(|line| line.starts_with('[')).count()
    };
    let mut last_table = None;
    for error in errors {
        let table = error.span().map(table_of);
        if faults.len() == MOST_SYNTAX_FAULTS || (table.is_some() && table == last_table) {
            continue;
        }
        last_table = table;
        let hint = if error.message().contains("duplicate key") {
            "keep one of the two"
        } else {
            "write `key = value`, text in \"quotes\", lists in [ ], tables in { } or under a [header]"
        };
        faults.add(error.span(), format!("this is not TOML: {}", error.message())).hint(hint);
    }
}

/// What serde says about a value of the wrong shape.
pub(crate) enum Shape<'a> {
    UnknownKey { key: &'a str, known: Vec<&'a str> },
    UnknownWord { word: &'a str, known: Vec<&'a str> },
    MissingKey { key: &'a str },
    WrongValue { found: &'a str, expected: &'a str },
    WrongLength { found: &'a str, expected: &'a str },
    Other { message: &'a str },
}

impl<'a> Shape<'a> {
    fn of(message: &'a str) -> Self {
        let mut quoted = message.split('`').skip(1).step_by(2);
        if message.starts_with("unknown field `") {
            Shape::UnknownKey { key: quoted.next().unwrap_or_default(), known: quoted.collect() }
        } else if message.starts_with("unknown variant `") {
            Shape::UnknownWord { word: quoted.next().unwrap_or_default(), known: quoted.collect() }
        } else if message.starts_with("missing field `") {
            Shape::MissingKey { key: quoted.next().unwrap_or_default() }
        } else if let Some((found, expected)) = message
            .strip_prefix("invalid type: ")
            .or_else(|| message.strip_prefix("invalid value: "))
            .and_then(|rest| rest.rsplit_once(", expected "))
        {
            Shape::WrongValue { found, expected }
        } else if let Some((found, expected)) =
            message.strip_prefix("invalid length ").and_then(|rest| rest.split_once(", expected "))
        {
            Shape::WrongLength { found, expected }
        } else {
            Shape::Other { message }
        }
    }

    fn into_fault(self, span: Option<Range<usize>>) -> Fault {
        let (what, hint) = match self {
            Shape::UnknownKey { key, known } => (format!("unknown key `{key}`"), nearest(key, &known)),
            Shape::UnknownWord { word, known } => (format!("unknown value `{word}`"), nearest(word, &known)),
            Shape::MissingKey { key } => {
                (format!("the key `{key}` is missing"), Some(format!("add `{key} = …`")))
            }
            Shape::WrongValue { found, expected } => (
                format!("{} cannot stand here", plain_value(found)),
                Some(format!("write {}", plain_type(expected))),
            ),
            Shape::WrongLength { found, expected } => (
                format!("a list of {found} cannot stand here"),
                Some(format!("write {}", plain_type(expected))),
            ),
            Shape::Other { message } => (message.to_owned(), None),
        };
        Fault { what, place: span.into(), hint, related: Vec::new() }
    }
}

fn nearest(word: &str, known: &[&str]) -> Option<String> {
    match did_you_mean(word, known.iter().copied()) {
        Some(meant) => Some(format!("did you mean `{meant}`?")),
        None if known.is_empty() => None,
        None => Some(format!("use one of {}", list(known.iter().copied()))),
    }
}

/// Serde's words for a value, as a scenario author would say them.
fn plain_value(found: &str) -> String {
    match found {
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        _ => match found.split_once(' ') {
            Some(("string", text)) => format!("the text {text}"),
            Some(("integer" | "boolean", value)) => value.to_owned(),
            _ => found.strip_prefix("floating point ").unwrap_or(found).to_owned(),
        },
    }
}

/// Serde's name of a Rust type, as a scenario author would say it.
fn plain_type(expected: &str) -> String {
    let range = |low: &str, high: &str| format!("a whole number from {low} to {high}");
    match expected {
        "u8" => range("0", "255"),
        "u16" => range("0", "65535"),
        "u32" | "u64" | "usize" => "a whole number, 0 or more".to_owned(),
        "i8" => range("-128", "127"),
        "i16" => range("-32768", "32767"),
        "i32" | "i64" | "isize" => "a whole number".to_owned(),
        "f32" | "f64" => "a number".to_owned(),
        "a string" => "text in quotes".to_owned(),
        "a boolean" => "true or false".to_owned(),
        "a sequence" => "a list in [ ]".to_owned(),
        "a map" => "a table in { }".to_owned(),
        "a TOML datetime" => "a date, as 1863-07-01".to_owned(),
        _ if expected.starts_with("an array of length ") => {
            expected.replace("an array of length ", "a list of ")
        }
        _ if expected.starts_with("struct ") => "a table in { } or under a [header]".to_owned(),
        _ => expected.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use toml::Spanned;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Army {
        name: Spanned<String>,
        #[serde(default)]
        unit: Vec<Spanned<Unit>>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[allow(dead_code)]
    struct Unit {
        id: Spanned<String>,
        men: u16,
        arm: Option<Arm>,
        at: Option<[f64; 2]>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Arm {
        Infantry,
        Cavalry,
    }

    fn faults_of(text: &str) -> String {
        read_toml::<Army>(&Source::new("army.toml", text)).unwrap_err().to_string()
    }

    #[test]
    fn a_good_file_is_read() {
        let source = Source::new("army.toml", "name = 'A'\n[[unit]]\nid = 'x'\nmen = 3\narm = 'cavalry'\n");
        let army: Army = read_toml(&source).unwrap();
        assert_eq!(army.name.get_ref(), "A");
        assert_eq!(army.unit[0].get_ref().men, 3);
    }

    #[test]
    fn every_shape_fault_is_listed_at_once() {
        insta::assert_snapshot!(faults_of(
            r#"
nmae = "Army of the Potomac"
colour = "blue"

[[unit]]
id = "a"
men = "300"

[[unit]]
men = 70000

[[unit]]
id = "c"
men = 1
arm = "infantery"
at = [1.0]

[[unit]]
id = 5
"#
        ));
    }

    #[test]
    fn bad_syntax_is_listed_once_a_table() {
        insta::assert_snapshot!(faults_of("name = \"A\nmen = 3 4\n\n[[unit]]\nid = 1\nid = 2\n\n[unit\n"));
    }

    #[test]
    fn an_open_bracket_does_not_make_every_table_wrong() {
        let text = format!("name = [ \"A\"\n{}", "[[unit]]\nid = 'x'\nmen = 1\n".repeat(40));
        assert!(read_toml::<Army>(&Source::new("army.toml", text)).unwrap_err().len() <= MOST_SYNTAX_FAULTS);
    }

    #[test]
    fn unknown_keys_do_not_stop_a_lenient_reading() {
        let source = Source::new("army.toml", "name = 'A'\nnaem = 'B'\n[[unit]]\nid = 'x'\nmen = 3\nx = 1\n");
        let reading = read_toml_leniently::<Army>(&source);
        assert_eq!(reading.faults.len(), 2);
        assert_eq!(reading.value.unwrap().unit.len(), 1);
    }

    #[test]
    fn wrong_values_do() {
        let source = Source::new("army.toml", "name = 'A'\n[[unit]]\nid = 'x'\nmen = 'three'\n");
        let reading = read_toml_leniently::<Army>(&source);
        assert!(reading.value.is_none());
        assert_eq!(reading.faults.len(), 1);
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics(text in "(name|unit|id|men|=|\\[|\\]|\\{|\\}|'|\"|,|\\.|\n| |[0-9]|é|#){0,60}") {
            let source = Source::new("army.toml", text);
            if let Err(faults) = read_toml::<Army>(&source) {
                assert!(!faults.is_empty());
                assert!(!faults.to_string().is_empty());
            }
        }
    }

    #[test]
    fn a_text_that_is_too_large_is_not_parsed() {
        let text = "x = 1\n".repeat(Source::MOST_BYTES / 6 + 1);
        let faults = read_toml::<Army>(&Source::new("army.toml", text)).unwrap_err();
        assert_eq!(faults.len(), 1);
        assert!(faults.to_string().contains("larger than 4 million bytes"), "{faults}");
    }

    #[test]
    fn a_large_file_shows_only_its_first_faults() {
        let faulty: String = (0..60).map(|number| format!("x{number} = 1\n")).collect();
        let small = read_toml::<Army>(&Source::new("army.toml", faulty.clone())).unwrap_err();
        assert!(small.len() > 60, "{}", small.len());
        let text = format!("{faulty}# {}\n", "nothing ".repeat(120_000));
        let large = read_toml::<Army>(&Source::new("army.toml", text)).unwrap_err();
        assert!((1..60).contains(&large.len()), "{}", large.len());
    }
}
