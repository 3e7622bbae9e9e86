//! What every reader of a file promises, whatever the file holds: it never panics, and its faults can be shown.

use std::sync::LazyLock;

use faults::{Faults, Library, Source};
use games::{GAMES, Game, Loaded};

/// The input as a file. Readers are given text; what is not UTF-8 is refused before, by `Source::open`.
pub fn source(name: &str, input: &[u8]) -> Source {
    Source::new(name, String::from_utf8_lossy(input).as_ref())
}

/// A reader that refuses a file says why, in words and for programs, and every place it names is in the file.
pub fn faults_can_be_shown<T>(source: &Source, read: Result<T, Faults>) {
    let Err(faults) = read else { return };
    assert!(!faults.is_empty(), "refused without a fault");
    assert!(!faults.to_string().is_empty());
    let lines = source.text().lines().count().max(1);
    for located in faults.located() {
        assert!(!located.what.is_empty(), "a fault without words");
        // The end of a text that closes with a line break stands on one line more.
        let fits = |line| (1..=lines + 1).contains(&line);
        assert!(located.line.is_none_or(fits), "line {:?} of {lines}", located.line);
    }
}

/// Each game with its first scenario, which is the one to learn it with.
static TABLES: LazyLock<Vec<(&Game, Loaded)>> = LazyLock::new(|| {
    let library = Library::builtin();
    let load = |game: &'static Game| {
        let first = (game.ids)(&library).remove(0);
        (game, (game.scenario)(&library, &first).unwrap_or_else(|report| panic!("{report}")))
    };
    GAMES.iter().map(load).collect()
});

/// The game of this id with its first scenario; any game, where none is called so.
pub fn table(id: &str) -> Loaded {
    let named = TABLES.iter().find(|(game, _)| game.id == id);
    let number = id.bytes().next().map_or(0, usize::from) % TABLES.len();
    named.unwrap_or(&TABLES[number]).1.clone()
}
