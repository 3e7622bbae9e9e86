//! The documents at the front door speak of what is there.

use std::path::Path;

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn read(name: &str) -> String {
    std::fs::read_to_string(Path::new(PROJECT).join(name)).expect("a document of the project")
}

#[test]
fn links_lead_somewhere() {
    for document in ["README.md", "ARCHITECTURE.md"] {
        let text = read(document);
        let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        for target in targets.filter(|target| !target.starts_with("http")) {
            assert!(Path::new(PROJECT).join(target).exists(), "{document} links to `{target}`");
        }
    }
}

#[test]
fn the_map_of_the_house_names_files_that_exist() {
    let text = read("ARCHITECTURE.md");
    let quoted = text.split('`').skip(1).step_by(2);
    let files: Vec<&str> =
        quoted.filter(|words| words.contains('/') && !words.contains([' ', '*', '\n'])).collect();
    assert!(files.len() > 20, "{files:?}");
    for file in files {
        let found = [Path::new(PROJECT).join(file), Path::new(PROJECT).join("crates").join(file)];
        assert!(found.iter().any(|path| path.exists()), "ARCHITECTURE.md names `{file}`");
    }
}

#[test]
fn every_room_is_on_the_map() {
    let text = read("ARCHITECTURE.md");
    for entry in Path::new(PROJECT).join("crates").read_dir().expect("the rooms") {
        let room = entry.expect("a room").file_name();
        let room = format!("`crates/{}`", room.to_str().expect("a plain name"));
        assert!(text.contains(&room), "ARCHITECTURE.md does not know {room}");
    }
}

#[test]
fn the_readme_lists_the_scenarios_there_are() {
    let text = read("README.md");
    for entry in Path::new(PROJECT).join("scenarios/last-full-measure").read_dir().expect("the scenarios") {
        let path = entry.expect("a scenario").path();
        let id = path.file_stem().and_then(|stem| stem.to_str()).expect("a plain name");
        assert!(text.contains(&format!("| `{id}` |")), "README.md does not list {id}");
    }
}
