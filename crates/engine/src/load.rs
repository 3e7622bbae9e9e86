//! Files into games: the skeleton that every game's loader stands on.
//!
//! A game says in a [`Loader`] where its scenarios lie, what a file of them may say, and what becomes of it. Opening
//! files by id or path, reading those that a file names, keeping every fault of every file, and the fingerprint of
//! everything read are the same for all games and stand here.
//!
//! ```
//! use engine::load::{Loader, Reader, from_source, ids, scenario};
//! use faults::{Faults, Library, Shelf, Source};
//! use toml::Spanned;
//!
//! #[derive(serde::Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct SkirmishFile {
//!     #[serde(rename = "game")]
//!     _game: Option<String>,
//!     rounds: Spanned<u8>,
//! }
//!
//! struct Skirmish {
//!     rounds: u8,
//!     print: engine::Print,
//! }
//!
//! impl Loader for Skirmish {
//!     type File = SkirmishFile;
//!     type Parts = Skirmish;
//!     type Built = Skirmish;
//!     const GAME: &'static str = "skirmish";
//!     const SCENARIOS: Shelf = Shelf {
//!         what: "scenario",
//!         folder: "skirmish",
//!         ending: "toml",
//!         builtin: &[("short", "game = \"skirmish\"\nrounds = 3\n")],
//!     };
//!
//!     fn parts(reader: &mut Reader<'_>, file: &SkirmishFile) -> Option<Skirmish> {
//!         let rounds = *file.rounds.get_ref();
//!         if rounds == 0 {
//!             reader.faults.add(&file.rounds, "a skirmish of no rounds").hint("play at least one");
//!         }
//!         Some(Skirmish { rounds, print: reader.print() })
//!     }
//!
//!     fn build(parts: Skirmish, _faults: &mut Faults) -> Option<Skirmish> {
//!         Some(parts)
//!     }
//! }
//!
//! let library = Library::builtin();
//! assert_eq!(ids::<Skirmish>(&library), ["short"]);
//! let short = scenario::<Skirmish>(&library, "short").unwrap();
//! assert_eq!(short.rounds, 3);
//!
//! let none = Source::new("none.toml", "game = \"skirmish\"\nrounds = 0\n");
//! assert_eq!(from_source::<Skirmish>(&library, &none).err().unwrap().located()[0].line, Some(2));
//! let headless = from_source::<Skirmish>(&library, &Source::new("what.toml", "rounds = 3\n")).err().unwrap();
//! assert!(headless.to_string().contains("write `game = \"skirmish\"` before everything else"));
//! # let _ = short.print;
//! ```

use crate::Print;
use faults::{Faults, Head, Shelf, read_toml_leniently};
pub use faults::{Library, Report, Source};
use serde::de::DeserializeOwned;
use toml::Spanned;

/// How files become a game.
pub trait Loader {
    /// A scenario file as written, before any check.
    type File: DeserializeOwned;
    /// What the file and those it names say, in plain values: whoever makes a position of his own changes these.
    type Parts;
    /// What is played.
    type Built;

    /// What a scenario says first, in `game = "…"`. The file as written has a key for it that nobody looks at.
    const GAME: &'static str;
    /// Where scenarios lie, and those built in.
    const SCENARIOS: Shelf;

    /// What a file says, with all that it names. Whatever is wrong goes into the reader's faults; `None` if nothing can
    /// be made of it at all.
    fn parts(reader: &mut Reader<'_>, file: &Self::File) -> Option<Self::Parts>;

    /// Checks the parts together and makes the game of them. The faults may hold some already: then everything that can
    /// still be checked is, and what comes out is thrown away.
    fn build(parts: Self::Parts, faults: &mut Faults) -> Option<Self::Built>;
}

/// The ids of all scenarios of a library: those built in, then the further ones of its folder by name.
#[must_use]
pub fn ids<L: Loader>(library: &Library) -> Vec<String> {
    library.ids(&L::SCENARIOS)
}

/// Reads a scenario by its id, or by the path of its file, with everything it names.
///
/// # Errors
///
/// Every fault of every file, with its line and what would be right.
pub fn scenario<L: Loader>(library: &Library, name: &str) -> Result<L::Built, Report> {
    from_source::<L>(library, &library.open(&L::SCENARIOS, name)?)
}

/// Reads a scenario from a text.
///
/// # Errors
///
/// Every fault of every file.
pub fn from_source<L: Loader>(library: &Library, source: &Source) -> Result<L::Built, Report> {
    read::<L, _>(library, source, |reader, file| L::build(L::parts(reader, file)?, &mut reader.faults))
}

/// The parts of a scenario, for whoever changes some of them before building it.
///
/// # Errors
///
/// Every fault of every file.
pub fn parts_of<L: Loader>(library: &Library, name: &str) -> Result<L::Parts, Report> {
    read::<L, _>(library, &library.open(&L::SCENARIOS, name)?, L::parts)
}

/// Writes the functions by which others call a game's loader into the module where it stands: `ids`, `scenario` and
/// `from_source`, for a [`Loader`] that the rest of the program need not know.
#[macro_export]
macro_rules! load_functions {
    ($Files:ty => $Built:ty) => {
        /// The ids of all scenarios of a library: those built in, then the further ones of its folder by name.
        #[must_use]
        pub fn ids(library: &$crate::load::Library) -> Vec<String> {
            $crate::load::ids::<$Files>(library)
        }

        /// Reads a scenario by its id, or by the path of its file, with everything it names.
        ///
        /// # Errors
        ///
        /// Every fault of every file, with its line and what would be right.
        pub fn scenario(library: &$crate::load::Library, name: &str) -> Result<$Built, $crate::load::Report> {
            $crate::load::scenario::<$Files>(library, name)
        }

        /// Reads a scenario from a text.
        ///
        /// # Errors
        ///
        /// Every fault of every file.
        pub fn from_source(
            library: &$crate::load::Library,
            source: &$crate::load::Source,
        ) -> Result<$Built, $crate::load::Report> {
            $crate::load::from_source::<$Files>(library, source)
        }
    };
}

/// Reads a file and makes something of it, or lists every fault: for whoever makes more of one file than its scenario.
///
/// # Errors
///
/// Every fault of every file.
pub fn read<L: Loader, T>(
    library: &Library,
    source: &Source,
    make: impl FnOnce(&mut Reader<'_>, &L::File) -> Option<T>,
) -> Result<T, Report> {
    let reading = read_toml_leniently::<L::File>(source);
    let mut reader = Reader { faults: reading.faults, ..Reader::new(library, source) };
    Head::of(source).must_say("game", L::GAME, &mut reader.faults);
    let made = reading.value.and_then(|file| make(&mut reader, &file));
    reader.finish(made)
}

/// Checks the id of a scenario, by which people name it in commands. `example` is a good one.
pub fn check_id(id: &Spanned<String>, example: &str, faults: &mut Faults) {
    let plain = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
    if id.get_ref().is_empty() || !id.get_ref().chars().all(plain) {
        faults
            .add(id, format!("`{}` cannot be a scenario's id", id.get_ref()))
            .hint(format!("use lower-case letters, digits and hyphens, as in `{example}`"));
    }
}

/// A file being read, and the files it names.
pub struct Reader<'a> {
    /// Where named files are looked for.
    pub library: &'a Library,
    /// The file.
    pub source: &'a Source,
    /// What is wrong with it.
    pub faults: Faults,
    /// What is wrong with the files it names.
    pub report: Report,
    /// Every text read, in order.
    texts: Vec<Source>,
}

impl<'a> Reader<'a> {
    /// A reader of a file that has named no other yet.
    #[must_use]
    pub fn new(library: &'a Library, source: &'a Source) -> Reader<'a> {
        let faults = Faults::new(source);
        Reader { library, source, faults, report: Report::new(), texts: vec![source.clone()] }
    }

    /// Reads a file that this one names. If there is none, that is a fault of this one.
    pub fn named<T>(
        &mut self,
        shelf: &Shelf,
        name: &Spanned<String>,
        read: impl FnOnce(&Source) -> Result<T, Faults>,
    ) -> Option<T> {
        let source = self.library.named(shelf, name, self.source, &mut self.faults)?;
        self.note(&source);
        self.report.take(read(&source))
    }

    /// Counts a file that was opened in another way into the fingerprint.
    pub fn note(&mut self, source: &Source) {
        self.texts.push(source.clone());
    }

    /// A fingerprint of every text read so far.
    #[must_use]
    pub fn print(&self) -> Print {
        let texts: Vec<&str> = self.texts.iter().map(Source::text).collect();
        Print::of(&texts)
    }

    /// What was made, if nothing is wrong with any file; else every fault, those of the named files first.
    ///
    /// # Errors
    ///
    /// Every fault of every file.
    pub fn finish<T>(self, made: Option<T>) -> Result<T, Report> {
        let mut report = self.report;
        report.add(self.faults);
        match made {
            Some(made) => report.into_result(made),
            None => Err(report),
        }
    }
}
