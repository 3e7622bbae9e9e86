//! Lengths as players write them, `6.5` or `22.25`: whole units of a game, and table units behind the point.

/// Reads a length. `decimals` is how many decimals a table unit is: three where 1,000 of them are one of what players
/// count in. `None` for what is no such number, has more decimals, or does not fit.
///
/// ```
/// use ground::table::number;
/// assert_eq!(number::read("6.5", 3), Some(6_500));
/// assert_eq!(number::read("-0.25", 2), Some(-25));
/// assert_eq!(number::read("6.5555", 3), None);
/// assert_eq!(number::write(-25, 2), "-0.25");
/// assert_eq!(number::write(6_500, 3), "6.5");
/// ```
pub fn read(text: &str, decimals: u32) -> Option<i32> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    let places = u32::try_from(part.len()).ok()?;
    let ends_in_point = digits.ends_with('.');
    if whole.is_empty() || ends_in_point || !is_number(whole) || !is_number(part) || places > decimals {
        return None;
    }
    let part: i32 = if part.is_empty() { 0 } else { part.parse().ok()? };
    let scale = 10i32.checked_pow(decimals)?;
    let part = part.checked_mul(10i32.checked_pow(decimals - places)?)?;
    let value = whole.parse::<i32>().ok()?.checked_mul(scale)?.checked_add(part)?;
    Some(if negative { -value } else { value })
}

/// Writes a length as [`read`] reads it, without needless decimals.
pub fn write(value: i32, decimals: u32) -> String {
    let scale = 10u32.pow(decimals.min(9));
    let (whole, part) = (value.unsigned_abs() / scale, value.unsigned_abs() % scale);
    let sign = if value < 0 { "-" } else { "" };
    let width = decimals as usize;
    let text = format!("{sign}{whole}.{part:0width$}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_length() {
        for text in ["", "-", ".5", "5.", "1.2.3", "+1", " 1", "1e3", "--1", "9999999", "1.0000", "1٣"] {
            assert_eq!(read(text, 3), None, "{text}");
        }
        assert_eq!((read("007", 0), read("1.0", 0)), (Some(7), None));
    }

    proptest! {
        #[test]
        fn lengths_are_read_as_they_are_written(value in -2_000_000_000i32..2_000_000_000, decimals in 0u32..6) {
            prop_assert_eq!(read(&write(value, decimals), decimals), Some(value));
        }
    }
}
