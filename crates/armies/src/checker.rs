//! Checks that every file of this crate needs: values present, in range, and words of the right list.

use std::ops::{Range, RangeInclusive};

use faults::{Faults, did_you_mean, list};
use toml::Spanned;
use toml::value::Datetime;

use crate::{Date, Word};

/// A value of a file that may be missing.
pub(crate) type Field<T> = Option<Spanned<T>>;

/// The table whose keys are checked: where it stands, and what messages call it.
pub(crate) struct Owner {
    pub(crate) span: Range<usize>,
    pub(crate) label: String,
}

impl Owner {
    /// An owner called by its id, or if it has none by its name, or else as `otherwise` says.
    pub(crate) fn new(
        span: Range<usize>,
        id: &Field<String>,
        name: &Field<String>,
        otherwise: impl Into<String>,
    ) -> Self {
        let called =
            [id, name].into_iter().flatten().map(Spanned::get_ref).find(|text| !text.trim().is_empty());
        Self { span, label: called.map_or_else(|| otherwise.into(), |text| format!("`{text}`")) }
    }

    pub(crate) fn called(span: Range<usize>, label: impl Into<String>) -> Self {
        Self { span, label: label.into() }
    }
}

/// Collects faults while values are taken from a file. A value at fault comes back as `None`, and checking goes
/// on; nothing made from it gets out, because the faults do.
pub(crate) struct Checker {
    pub(crate) faults: Faults,
}

impl Checker {
    /// A value that must be there.
    pub(crate) fn required<'a, T>(
        &mut self,
        owner: &Owner,
        key: &str,
        value: &'a Field<T>,
        example: &str,
    ) -> Option<&'a Spanned<T>> {
        if value.is_none() {
            let what = format!("{} has no `{key}`", owner.label);
            self.faults.add(owner.span.clone(), what).hint(format!("add `{key} = {example}`"));
        }
        value.as_ref()
    }

    /// A value that has no place here.
    pub(crate) fn forbidden<T>(&mut self, owner: &Owner, key: &str, value: &Field<T>, why: &str, hint: &str) {
        if let Some(value) = value {
            self.faults.add(value, format!("{} has `{key}`, but {why}", owner.label)).hint(hint);
        }
    }

    /// A text that says something.
    pub(crate) fn text(&mut self, owner: &Owner, key: &str, value: &Field<String>, example: &str) -> String {
        let Some(text) = self.required(owner, key, value, example) else { return String::new() };
        if text.get_ref().trim().is_empty() {
            self.faults
                .add(text, format!("{}: `{key}` is blank", owner.label))
                .hint(format!("write `{key} = {example}`"));
        }
        text.get_ref().clone()
    }

    /// A text that may be left out, but says something if it is there.
    pub(crate) fn optional_text(
        &mut self,
        owner: &Owner,
        key: &str,
        value: &Field<String>,
    ) -> Option<String> {
        let text = value.as_ref()?;
        if text.get_ref().trim().is_empty() {
            let what = format!("{}: `{key}` is blank", owner.label);
            self.faults.add(text, what).hint(format!("write something or leave `{key}` out"));
        }
        Some(text.get_ref().clone())
    }

    /// A number within its range; `meaning` says what the range means.
    pub(crate) fn number<N: TryFrom<i64>>(
        &mut self,
        owner: &Owner,
        key: &str,
        value: &Spanned<i64>,
        range: RangeInclusive<i64>,
        meaning: &str,
    ) -> Option<N> {
        let number = *value.get_ref();
        if !range.contains(&number) {
            self.faults.add(value, format!("{}: `{key}` is {number}", owner.label)).hint(format!(
                "`{key}` runs from {} to {}: {meaning}",
                range.start(),
                range.end()
            ));
            return None;
        }
        N::try_from(number).ok()
    }

    /// A word of a closed list.
    pub(crate) fn word<W: Word>(&mut self, owner: &Owner, value: &Spanned<String>) -> Option<W> {
        let found = W::from_word(value.get_ref());
        if found.is_none() {
            let known = W::ALL.iter().map(|word| word.word());
            let hint = match did_you_mean(value.get_ref(), known.clone()) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("use one of {}", list(known)),
            };
            let what = format!("{}: `{}` is not a known {}", owner.label, value.get_ref(), W::WHAT);
            self.faults.add(value, what).hint(hint);
        }
        found
    }

    /// A word of a closed list that must be there.
    pub(crate) fn required_word<W: Word>(
        &mut self,
        owner: &Owner,
        key: &str,
        value: &Field<String>,
    ) -> Option<W> {
        let Some(value) = value else {
            let known = list(W::ALL.iter().map(|word| word.word()));
            let what = format!("{} has no `{key}`", owner.label);
            self.faults.add(owner.span.clone(), what).hint(format!("add `{key}` with one of {known}"));
            return None;
        };
        self.word(owner, value)
    }

    /// The version of the format.
    pub(crate) fn schema(&mut self, value: &Field<String>, wanted: &str) {
        let file = Owner::called(0..0, "the file");
        let Some(schema) = self.required(&file, "schema", value, &format!("\"{wanted}\"")) else { return };
        if schema.get_ref() != wanted {
            self.faults
                .add(schema, format!("the schema `{}` is not known here", schema.get_ref()))
                .hint(format!("this version reads `schema = \"{wanted}\"`"));
        }
    }

    /// The day of the battle.
    pub(crate) fn date(&mut self, value: &Field<Datetime>) -> Option<Date> {
        let file = Owner::called(0..0, "the file");
        let date = self.required(&file, "date", value, "1863-07-01")?;
        match date.get_ref() {
            Datetime { date: Some(day), time: None, offset: None } => {
                Some(Date { year: day.year, month: day.month, day: day.day })
            }
            _ => {
                self.faults
                    .add(date, "`date` is not a plain day")
                    .hint("write year-month-day, as 1863-07-01");
                None
            }
        }
    }
}

/// Whether an id is made of lower-case letters, digits and single hyphens between them.
pub(crate) fn is_id(id: &str) -> bool {
    let words = |word: &str| {
        !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    id.split('-').all(words)
}

#[cfg(test)]
mod tests {
    use super::is_id;

    #[test]
    fn ids_are_words_joined_by_hyphens() {
        assert!(is_id("us-11c-1d"));
        assert!(is_id("cs"));
        assert!(!is_id(""));
        assert!(!is_id("us--1"));
        assert!(!is_id("-us"));
        assert!(!is_id("US-1c"));
        assert!(!is_id("us 1c"));
    }
}
