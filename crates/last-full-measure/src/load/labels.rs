//! Corps and divisions by their labels: every piece of one corps shares its number (LFM-0.5, LFM-0.6).

use engine::Side;

/// The labels of both armies in the order in which they first appeared. Number 0 stands for none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Labels {
    corps: [Vec<String>; 2],
    divisions: [Vec<(u8, String)>; 2],
}

impl Labels {
    /// The number of a corps; a new label gets the next one.
    pub(crate) fn corps(&mut self, side: Side, label: Option<&str>) -> u8 {
        number(&mut self.corps[side.index()], label.map(str::to_owned))
    }

    /// The number of a division. Divisions of the same name in two corps are two divisions.
    pub(crate) fn division(&mut self, side: Side, corps: u8, label: Option<&str>) -> u8 {
        number(&mut self.divisions[side.index()], label.map(|label| (corps, label.to_owned())))
    }
}

fn number<T: PartialEq>(known: &mut Vec<T>, label: Option<T>) -> u8 {
    let Some(label) = label else { return 0 };
    let at = known.iter().position(|other| *other == label).unwrap_or_else(|| {
        known.push(label);
        known.len() - 1
    });
    // Pieces are far fewer than 255, so labels are too; a file with more is refused for its pieces.
    u8::try_from(at + 1).unwrap_or(u8::MAX)
}

/// Corps, division and brigade as on a counter, with a dash for a level that the tree leaves out between others.
pub(crate) fn join(corps: Option<&str>, division: Option<&str>) -> String {
    match (corps, division) {
        (None, None) => String::new(),
        (Some(corps), None) => corps.to_owned(),
        (None, Some(division)) => division.to_owned(),
        (Some(corps), Some(division)) => format!("{corps}/{division}"),
    }
}

/// The number in a corps label: `III` and `3` are 3; letters that are no Roman number give none.
pub(crate) fn corps_number(label: &str) -> Option<u8> {
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
        let _proof = engine::proof::proves(&["LFM-0.6"]);
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
    fn roman_and_plain_numbers_are_read() {
        assert_eq!(corps_number("XI"), Some(11));
        assert_eq!(corps_number("IX"), Some(9));
        assert_eq!(corps_number("III"), Some(3));
        assert_eq!(corps_number("12"), Some(12));
        assert_eq!(corps_number("C"), None);
        assert_eq!(corps_number(""), None);
    }
}
