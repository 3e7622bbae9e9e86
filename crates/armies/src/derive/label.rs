//! Corps, division and brigade as they stand on a counter.

use std::fmt;

use crate::Side;

/// A label as printed on a counter, taken apart: `I/1/M 19IN` is corps I, division 1, brigade M, regiment 19IN.
///
/// A dash stands for a level that the tree leaves out between others.
///
/// ```
/// use armies::derive::Label;
/// let label = Label::of_brigade("V/-/K", |_| false).unwrap();
/// assert_eq!((label.corps.as_deref(), label.division, label.brigade.as_deref()), (Some("V"), None, Some("K")));
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Label {
    /// The corps.
    pub corps: Option<String>,
    /// The division.
    pub division: Option<String>,
    /// The brigade.
    pub brigade: Option<String>,
    /// The regiment or battery.
    pub name: Option<String>,
}

impl Label {
    /// Reads the label of a brigade, with or without one of its regiments. Of two levels the first is a corps if the
    /// army has one of that name, else a division.
    pub fn of_brigade(text: &str, is_corps: impl Fn(&str) -> bool) -> Option<Label> {
        let (levels, name) = match text.trim().split_once(char::is_whitespace) {
            Some((levels, name)) => (levels, Some(name.trim().to_owned())),
            None => (text.trim(), None),
        };
        let parts: Vec<&str> = levels.split('/').collect();
        if parts.iter().any(|part| part.is_empty()) {
            return None;
        }
        let (corps, division, brigade) = match parts[..] {
            [brigade] => (None, None, brigade),
            [over, brigade] if is_corps(over) => (level(over), None, brigade),
            [over, brigade] => (None, level(over), brigade),
            [corps, division, brigade] => (level(corps), level(division), brigade),
            _ => return None,
        };
        Some(Label { corps, division, brigade: level(brigade), name })
    }

    /// Reads the label of a corps or a division, as commanders and batteries have it.
    pub fn of_formation(text: &str, is_corps: impl Fn(&str) -> bool) -> Option<Label> {
        let parts: Vec<&str> = text.trim().split('/').collect();
        if parts.iter().any(|part| part.is_empty() || part.contains(char::is_whitespace)) {
            return None;
        }
        let (corps, division) = match parts[..] {
            [corps] if is_corps(corps) => (level(corps), None),
            [division] => (None, level(division)),
            [corps, division] => (level(corps), level(division)),
            _ => return None,
        };
        Some(Label { corps, division, ..Label::default() })
    }
}

/// A level of a label; a dash is none.
fn level(text: &str) -> Option<String> {
    (text != "-").then(|| text.to_owned())
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Label { corps, division, brigade, name } = self;
        let skipped = corps.is_some() && division.is_none() && brigade.is_some();
        let division = division.as_deref().or(skipped.then_some("-"));
        let levels = [corps.as_deref(), division, brigade.as_deref()];
        for (at, level) in levels.into_iter().flatten().enumerate() {
            write!(f, "{}{level}", if at == 0 { "" } else { "/" })?;
        }
        name.iter().try_for_each(|name| write!(f, " {name}"))
    }
}

/// Corps and divisions of both armies numbered by their labels: every piece of one corps shares its number. Numbers run
/// from 1 in the order in which labels first appear; 0 stands for none.
#[derive(Clone, Debug, Default)]
pub struct Labels {
    corps: [Vec<String>; 2],
    divisions: [Vec<(usize, String)>; 2],
}

impl Labels {
    /// The number of a corps; a new label gets the next one.
    pub fn corps(&mut self, side: Side, label: Option<&str>) -> usize {
        number(&mut self.corps[side.index()], label.map(str::to_owned))
    }

    /// The number of a division. Divisions of the same name in two corps are two divisions.
    pub fn division(&mut self, side: Side, corps: usize, label: Option<&str>) -> usize {
        number(&mut self.divisions[side.index()], label.map(|label| (corps, label.to_owned())))
    }
}

fn number<T: PartialEq>(known: &mut Vec<T>, label: Option<T>) -> usize {
    let Some(label) = label else { return 0 };
    let at = known.iter().position(|other| *other == label).unwrap_or_else(|| {
        known.push(label);
        known.len() - 1
    });
    at + 1
}

/// The number in a corps label: `III` and `3` are 3; letters that are no Roman number give none.
pub fn corps_number(label: &str) -> Option<u8> {
    if let Ok(number) = label.parse() {
        return Some(number);
    }
    let mut total: i32 = 0;
    let mut last = 0;
    for letter in label.chars().rev() {
        let value = match letter {
            'I' => 1,
            'V' => 5,
            'X' => 10,
            'L' => 50,
            _ => return None,
        };
        total += if value < last { -value } else { value };
        last = last.max(value);
    }
    u8::try_from(total).ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_of_one_corps_share_its_number() {
        let mut labels = Labels::default();
        let first = labels.corps(Side::Union, Some("I"));
        assert_eq!(labels.corps(Side::Union, Some("XI")), first + 1);
        assert_eq!(labels.corps(Side::Union, Some("I")), first);
        assert_eq!(labels.corps(Side::Confederate, Some("III")), 1);
        assert_eq!(labels.corps(Side::Union, None), 0);
    }

    #[test]
    fn the_first_divisions_of_two_corps_are_two() {
        let mut labels = Labels::default();
        let one = labels.division(Side::Union, 1, Some("1"));
        let other = labels.division(Side::Union, 2, Some("1"));
        assert_ne!(one, other);
        assert_eq!(labels.division(Side::Union, 1, Some("1")), one);
    }

    #[test]
    fn a_label_has_a_corps_a_division_a_brigade_and_a_regiment() {
        let text = |text: &str| Some(text.to_owned());
        let label = Label::of_brigade("I/1/M 19IN", |_| false).unwrap();
        assert_eq!(
            label,
            Label { corps: text("I"), division: text("1"), brigade: text("M"), name: text("19IN") }
        );
        let without_corps = Label::of_brigade("1/M", |_| false).unwrap();
        assert_eq!((without_corps.corps, without_corps.division), (None, text("1")));
        let without_division = Label::of_brigade("V/K", |label| label == "V").unwrap();
        assert_eq!((without_division.corps, without_division.division), (text("V"), None));
        assert_eq!(Label::of_brigade("I//M", |_| false), None);
        assert_eq!(Label::of_brigade("I/1/M/2", |_| false), None);
        assert_eq!(Label::of_formation("I/1/M", |_| false), None);
    }

    #[test]
    fn a_label_is_written_as_it_is_read() {
        for text in ["I/1/M 19IN", "V/-/K", "1/M", "M"] {
            assert_eq!(Label::of_brigade(text, |_| false).unwrap().to_string(), text);
        }
        for text in ["I", "I/1", "1"] {
            assert_eq!(Label::of_formation(text, |label| label == "I").unwrap().to_string(), text);
        }
        assert_eq!(Label::default().to_string(), "");
    }

    #[test]
    fn roman_and_plain_numbers_are_read() {
        assert_eq!(corps_number("XI"), Some(11));
        assert_eq!(corps_number("IX"), Some(9));
        assert_eq!(corps_number("III"), Some(3));
        assert_eq!(corps_number("12"), Some(12));
        assert_eq!(corps_number("C"), None);
        assert_eq!(corps_number(""), None);
    }
}
