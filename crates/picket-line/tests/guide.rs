//! The guide points at files that exist.

use std::path::Path;

#[test]
fn every_file_the_guide_names_exists() {
    let guide = include_str!("../../../docs/add-a-game.md");
    let root = Path::new("../..");
    let named: Vec<&str> = guide
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|words| ["crates/", "docs/", "cases/"].iter().any(|folder| words.starts_with(folder)))
        .filter(|words| !words.contains('<') && !words.contains('\n'))
        .collect();
    assert!(named.len() > 20, "{named:?}");
    for file in named {
        assert!(root.join(file).exists(), "{file} is not there");
    }
    assert!(root.join("crates/engine/src/rules.rs").exists(), "the link at the top");
}
