//! The page for scenario authors is right: its examples load, and it names every key.

use super::{good, place};

const PAGE: &str = include_str!("../../../../../docs/files/scenario-last-full-measure.md");
const SHAPES: &str = include_str!("../file.rs");

fn examples() -> Vec<&'static str> {
    PAGE.split("```toml\n").skip(1).filter_map(|block| block.split("```").next()).collect()
}

#[test]
fn the_examples_load() {
    let [written, derived] = examples()[..] else { panic!("two examples") };
    assert_eq!(good(written).arrivals.len(), 1);
    let oak_hill = good(derived);
    assert_eq!(oak_hill.brigades.len(), 6);
    assert_eq!(place(&oak_hill, "12MA").as_deref(), Some("0605"));
}

#[test]
fn every_key_is_named() {
    // Every field of the file's tables; the pieces of the map are the ground's business.
    let fields = SHAPES.lines().filter_map(|line| {
        let field = line.trim().strip_prefix("pub(crate) ")?.split_once(':')?.0;
        (!field.contains([' ', '(', '<'])).then_some(field)
    });
    let mut count = 0;
    for field in fields {
        let named = [
            format!("`{field}`"),
            format!("`[{field}]`"),
            format!("`[[{field}]]`"),
            format!("{{ {field},"),
            format!(", {field} }}"),
            format!(", {field},"),
        ];
        assert!(named.iter().any(|form| PAGE.contains(form)), "the page does not speak of `{field}`");
        count += 1;
    }
    assert!(count > 100, "{count}");
}
