//! Numbers and lists as sentences have them, for any game: `3 hexes`, `5NY, 8NY and Pratt`, `+2`, `2 1/4`.

/// `1 hex`, `3 hexes`.
///
/// ```
/// use engine::words::counted;
/// assert_eq!([0_u32, 1, 2].map(|count| counted(count, "hex", "hexes")), ["0 hexes", "1 hex", "2 hexes"]);
/// ```
#[must_use]
pub fn counted(count: impl Into<u64>, one: &str, many: &str) -> String {
    let count = count.into();
    format!("{count} {}", if count == 1 { one } else { many })
}

/// `a`, `a and b`, `a, b and c`; for an empty list what is called `nothing` there.
///
/// ```
/// use engine::words::listed;
/// let list = |names: &[&str]| listed(names.iter().map(|&name| name.to_owned()), "nobody");
/// assert_eq!(list(&["Pratt"]), "Pratt");
/// assert_eq!(list(&["5NY", "8NY", "Pratt"]), "5NY, 8NY and Pratt");
/// assert_eq!(list(&[]), "nobody");
/// ```
#[must_use]
pub fn listed(items: impl IntoIterator<Item = String>, nothing: &str) -> String {
    let items: Vec<String> = items.into_iter().collect();
    match &items[..] {
        [] => nothing.to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// A number that is added to another, with its sign; nothing at all has none.
///
/// ```
/// use engine::words::signed;
/// assert_eq!([2, 0, -3].map(|number: i8| signed(number)), ["+2", "0", "-3"]);
/// ```
#[must_use]
pub fn signed(number: impl Into<i64>) -> String {
    match number.into() {
        0 => "0".to_owned(),
        number => format!("{number:+}"),
    }
}

/// A number of parts of a whole, as a person counts them: wholes, and a fraction in lowest terms.
///
/// # Panics
///
/// If the whole has no parts.
///
/// ```
/// use engine::words::mixed;
/// assert_eq!([0, 6, 12, 27].map(|twelfths: u32| mixed(twelfths, 12)), ["0", "1/2", "1", "2 1/4"]);
/// ```
#[must_use]
pub fn mixed(parts: impl Into<u32>, whole: u32) -> String {
    let parts = parts.into();
    let (wholes, rest) = (parts / whole, parts % whole);
    let shared =
        (1..=whole).rev().find(|by| rest.is_multiple_of(*by) && whole.is_multiple_of(*by)).unwrap_or(1);
    match (wholes, rest) {
        (wholes, 0) => wholes.to_string(),
        (0, rest) => format!("{}/{}", rest / shared, whole / shared),
        (wholes, rest) => format!("{wholes} {}/{}", rest / shared, whole / shared),
    }
}

/// The text with a capital letter, to begin a sentence.
///
/// ```
/// use engine::words::capital;
/// assert_eq!(capital("two guns"), "Two guns");
/// assert_eq!(capital("éclaireurs"), "Éclaireurs");
/// ```
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
