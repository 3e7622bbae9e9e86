//! Licence expressions, as crates state them: `MIT OR Apache-2.0`, `(MIT OR Apache-2.0) AND Unicode-3.0`.

/// Whether one may use something under this expression when only the `allowed` licences are acceptable.
/// The error says what is wrong with the expression itself.
pub fn is_satisfied(expression: &str, allowed: &[String]) -> Result<bool, String> {
    let mut parser = Parser { tokens: tokens(expression), at: 0, allowed };
    let satisfied = parser.any()?;
    match parser.peek() {
        None => Ok(satisfied),
        Some(token) => Err(format!("`{token}` is not expected in `{expression}`")),
    }
}

/// Words and brackets. Older crates write `MIT/Apache-2.0` for `MIT OR Apache-2.0`.
fn tokens(expression: &str) -> Vec<String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    spaced.split_whitespace().map(str::to_owned).collect()
}

struct Parser<'a> {
    tokens: Vec<String>,
    at: usize,
    allowed: &'a [String],
}

impl Parser<'_> {
    /// `a OR b`: one is enough. `AND` binds more tightly.
    fn any(&mut self) -> Result<bool, String> {
        let mut satisfied = self.all()?;
        while self.takes("OR") {
            satisfied |= self.all()?;
        }
        Ok(satisfied)
    }

    fn all(&mut self) -> Result<bool, String> {
        let mut satisfied = self.one()?;
        while self.takes("AND") {
            satisfied &= self.one()?;
        }
        Ok(satisfied)
    }

    fn one(&mut self) -> Result<bool, String> {
        if self.takes("(") {
            let inner = self.any()?;
            return if self.takes(")") { Ok(inner) } else { Err("a bracket is not closed".to_owned()) };
        }
        let mut licence = self.word()?;
        if self.takes("WITH") {
            licence = format!("{licence} WITH {}", self.word()?);
        }
        Ok(self.allowed.contains(&licence))
    }

    fn word(&mut self) -> Result<String, String> {
        let word = self.peek().filter(|word| !["AND", "OR", "WITH", "(", ")"].contains(word));
        let word = word.map(str::to_owned).ok_or("a licence is missing")?;
        self.at += 1;
        Ok(word)
    }

    fn takes(&mut self, token: &str) -> bool {
        let found = self.peek() == Some(token);
        self.at += usize::from(found);
        found
    }

    fn peek(&self) -> Option<&str> {
        self.tokens.get(self.at).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn satisfied(expression: &str) -> Result<bool, String> {
        let allowed = ["MIT", "Unicode-3.0", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
        is_satisfied(expression, &allowed)
    }

    #[test]
    fn expressions_mean_what_they_say() {
        for (expression, expected) in [
            ("MIT", true),
            ("GPL-3.0", false),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0 OR MIT", true),
            ("GPL-3.0/MIT", true),
            ("MIT AND GPL-3.0", false),
            ("(MIT OR GPL-3.0) AND Unicode-3.0", true),
            ("(MIT OR GPL-3.0) AND BSD-3-Clause", false),
            ("MIT OR GPL-3.0 AND BSD-3-Clause", true),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
            ("MIT WITH LLVM-exception", false),
        ] {
            assert_eq!(satisfied(expression), Ok(expected), "{expression}");
        }
    }

    #[test]
    fn nonsense_is_not_a_licence() {
        for expression in ["", "MIT OR", "(MIT", "MIT MIT", "OR MIT", "MIT)"] {
            assert!(satisfied(expression).is_err(), "{expression}");
        }
    }
}
