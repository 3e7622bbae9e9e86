//! What every reader of a file promises, whatever the file holds: it never panics, and its faults can be shown.

use std::sync::LazyLock;

use engine::Chance;
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

/// All games, each with its first scenario.
pub fn tables() -> impl Iterator<Item = Loaded> {
    TABLES.iter().map(|(_, loaded)| loaded.clone())
}

/// The game of this id with its first scenario; any game, where none is called so.
pub fn table(id: &str) -> Loaded {
    let named = TABLES.iter().find(|(game, _)| game.id == id);
    let number = id.bytes().next().map_or(0, usize::from) % TABLES.len();
    named.unwrap_or(&TABLES[number]).1.clone()
}

/// The input, byte by byte; zeros when it is used up.
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte, if there is one.
    pub fn next(&mut self) -> Option<u8> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    /// The rest of a line that began with `first`.
    pub fn line(&mut self, first: u8) -> String {
        let mut line = vec![first];
        while let Some(byte) = self.next().filter(|&byte| byte != b'\n') {
            line.push(byte);
        }
        String::from_utf8_lossy(&line).into_owned()
    }
}

/// Where a game is named in the first line, the rest plays it.
impl<'a> Bytes<'a> {
    /// The game of the first line with its first scenario, and what follows.
    pub fn game(input: &'a [u8]) -> Option<(Loaded, Bytes<'a>)> {
        let mut bytes = Bytes(input);
        let first = bytes.next()?;
        let game = bytes.line(first);
        Some((table(&game), bytes))
    }
}

impl Chance for Bytes<'_> {
    fn draw(&mut self, outcomes: u32, _purpose: &'static str) -> u32 {
        let high = if outcomes > 256 { self.next().unwrap_or(0) } else { 0 };
        let low = self.next().unwrap_or(0);
        u32::from(u16::from_be_bytes([high, low])) % outcomes
    }
}
