//! The list of the games is whole, and each game keeps its word.

use faults::Library;
use games::GAMES;
use std::path::Path;

const PROJECT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The names of the files or folders in a folder of the project, by the alphabet.
fn names(folder: &str) -> Vec<String> {
    let entries = Path::new(PROJECT).join(folder).read_dir().expect("a folder of the project");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> =
        entries.map(|entry| name(entry).into_string().expect("a plain name")).collect();
    names.sort();
    names
}

#[test]
fn every_folder_of_cases_belongs_to_a_game() {
    let mut ids: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
    ids.sort_unstable();
    assert_eq!(names("cases"), ids);
}

#[test]
fn every_scenario_of_the_project_is_built_in_and_loads() {
    let library = Library::builtin();
    for game in GAMES {
        let mut files = names(&format!("scenarios/{}", game.id));
        files.retain(|name| name.ends_with(".toml"));
        let mut ids = (game.ids)(&library);
        ids.sort_unstable();
        assert_eq!(files, ids.iter().map(|id| format!("{id}.toml")).collect::<Vec<_>>(), "{}", game.id);
        for id in ids {
            let loaded = (game.scenario)(&library, &id).unwrap_or_else(|report| panic!("{report}"));
            let blurb = loaded.blurb();
            assert_eq!(
                (blurb.id.as_str(), blurb.game.as_str(), blurb.rules.as_str()),
                (id.as_str(), game.id, game.title)
            );
        }
    }
}

#[test]
fn every_ledger_has_rules_and_every_game_can_be_answered() {
    for game in GAMES {
        assert!(!engine::case::rule_ids(game.ledger).is_empty(), "{}", game.id);
        assert!(!game.forms.is_empty(), "{}", game.id);
    }
}

/// What `cargo xtask games` plays stands in the manifest of each game, which is read without building it.
#[test]
fn every_scenario_is_played_at_random() {
    for game in GAMES {
        let manifest = format!("{PROJECT}/crates/{}/Cargo.toml", game.id);
        let manifest = std::fs::read_to_string(manifest).expect("the manifest of a game");
        let soaks = manifest.split("[package.metadata.soaks]\n").nth(1).expect("a list of soaks");
        let soaks = soaks.split("\n[").next().unwrap_or(soaks);
        for id in (game.ids)(&Library::builtin()) {
            assert!(soaks.contains(&format!("{id} = [")), "nothing says how often {id} is played");
        }
    }
}

#[test]
fn the_guide_shows_the_list_as_it_is() {
    let list = include_str!("../src/lib.rs").split("\ngames! {\n").nth(1).expect("the list");
    let list = list.split("\n}\n").next().expect("its end");
    assert!(list.lines().count() >= GAMES.len());
    assert!(include_str!("../../../docs/add-a-game.md").contains(list), "{list}");
}
