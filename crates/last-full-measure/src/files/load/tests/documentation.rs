//! The page for scenario authors is right: its examples load, and it names every key.

use super::{SMALL, good, place};
use crate::files::load::{Library, from_source};
use ::faults::Source;
use std::fs;

const GROUND: &str = include_str!("../../../../../../docs/files/battlefield.md");
const PAGE: &str = include_str!("../../../../../../docs/files/scenario-last-full-measure.md");
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

/// As a new author would: the battlefield and the map of the page in a folder, a few pieces on it.
#[test]
fn a_scenario_can_be_set_on_the_battlefield_to_copy() {
    let example = |language: &str| {
        let block = GROUND.split(&format!("```{language}\n")).nth(1).unwrap();
        block.split("```").next().unwrap()
    };
    let folder = std::env::temp_dir().join(format!("longroll-wills-farm-{}", std::process::id()));
    fs::create_dir_all(folder.join("battlefields")).unwrap();
    fs::write(folder.join("battlefields/wills-farm.geojson"), example("json")).unwrap();
    let (head, rest) = SMALL.split_once("[map]").unwrap();
    let (_, pieces) = rest.split_once("\n\n").unwrap();
    let text = format!("{head}{}\n{}", example("toml"), pieces.replace("0307", "0306"));
    let scenario = from_source(&Library::folder(&folder), &Source::new("mine.toml", text));
    fs::remove_dir_all(&folder).unwrap();
    let scenario = scenario.unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(scenario.map.level(scenario.map.place("Wills Hill").unwrap()), 2);
    assert!(!scenario.bridges.is_empty());
}
