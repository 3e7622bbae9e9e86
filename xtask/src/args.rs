//! A command's words, taken one by one; what is left over at the end is a mistake.

use std::str::FromStr;

use crate::failure::{Failure, Outcome};

/// The words after the command's name.
pub struct Args {
    words: Vec<String>,
    /// What stood after `--`, meant for the program that is run.
    passed_on: Vec<String>,
}

impl Args {
    pub fn new(words: impl Iterator<Item = String>) -> Self {
        let mut words: Vec<String> = words.collect();
        let mut passed_on = Vec::new();
        if let Some(dashes) = words.iter().position(|word| word == "--") {
            passed_on = words.split_off(dashes);
            passed_on.remove(0);
        }
        Self { words, passed_on }
    }

    /// Takes `name`, if it is there.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.words.len();
        self.words.retain(|word| word != name);
        self.words.len() < before
    }

    /// Takes every `name VALUE` and `name=VALUE`, in order.
    pub fn values(&mut self, name: &str) -> Outcome<Vec<String>> {
        let mut values = Vec::new();
        let mut left = Vec::new();
        let mut words = std::mem::take(&mut self.words).into_iter();
        while let Some(word) = words.next() {
            if word == name {
                let value = words.next().ok_or_else(|| Failure::usage(format!("`{name}` needs a value")))?;
                values.push(value);
            } else if let Some(value) = word.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')) {
                values.push(value.to_owned());
            } else {
                left.push(word);
            }
        }
        self.words = left;
        Ok(values)
    }

    /// Takes `name VALUE`, given at most once.
    pub fn value(&mut self, name: &str) -> Outcome<Option<String>> {
        let mut values = self.values(name)?;
        if values.len() > 1 {
            return Err(Failure::usage(format!("`{name}` is given {} times; once is enough", values.len())));
        }
        Ok(values.pop())
    }

    /// Takes `name NUMBER`.
    pub fn number<N: FromStr>(&mut self, name: &str) -> Outcome<Option<N>> {
        let Some(value) = self.value(name)? else { return Ok(None) };
        let number = value.parse();
        number.map(Some).map_err(|_| Failure::usage(format!("`{name}` needs a number, not `{value}`")))
    }

    /// Takes what stood after `--`.
    pub fn passed_on(&mut self) -> Vec<String> {
        std::mem::take(&mut self.passed_on)
    }

    /// Takes the words that are not options.
    pub fn plain(&mut self) -> Vec<String> {
        let (options, plain) =
            std::mem::take(&mut self.words).into_iter().partition(|word| word.starts_with('-'));
        self.words = options;
        plain
    }

    /// Nothing more is understood: whatever is left is refused.
    pub fn finish(self, help: &str) -> Outcome {
        match self.words.into_iter().chain(self.passed_on).next() {
            None => Ok(()),
            Some(word) => Err(Failure::usage(format!("`{word}` is not understood here\n\n{help}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args(line: &str) -> Args {
        Args::new(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn flags_values_and_plain_words_are_told_apart() {
        let mut args = args("army --json --file a.rs --seconds=5 --file b.rs -- -jobs=2");
        assert!(args.flag("--json"));
        assert!(!args.flag("--json"));
        assert_eq!(args.values("--file").unwrap(), ["a.rs", "b.rs"]);
        assert_eq!(args.number("--seconds").unwrap(), Some(5));
        assert_eq!(args.plain(), ["army"]);
        assert_eq!(args.passed_on(), ["-jobs=2"]);
        args.finish("").unwrap();
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert!(args("--jsno").finish("").unwrap_err().to_string().contains("`--jsno`"));
        assert!(args("-- more").finish("").is_err());
        assert!(args("--seconds soon").number::<u32>("--seconds").is_err());
        assert!(args("--seconds").number::<u32>("--seconds").is_err());
        assert!(args("--shard 1/2 --shard 2/2").value("--shard").is_err());
    }
}
