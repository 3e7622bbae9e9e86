//! The games of the house. Programs name none of them: they ask here.
//!
//! ```
//! use faults::Library;
//! use games::{GAMES, game};
//!
//! let ids: Vec<&str> = GAMES.iter().map(|game| game.id).collect();
//! assert!(ids.contains(&"picket-line"));
//! let fords = (game("picket-line").unwrap().scenario)(&Library::builtin(), "two-fords").unwrap();
//! assert_eq!(fords.blurb().title, "Two Fords");
//! ```
//!
//! What a game tells of itself it says once, in [`GameEntry`]; why it is done so is in
//! `docs/decisions/one-entry-a-game.md`.

use engine::case::{Cases, Verdict};
use engine::entry::FileKind;
use engine::notation::Form;
use engine::stage::Blurb;
use engine::{GameEntry, Shelved, Stage};
use faults::{Library, Report, Source};
use std::sync::Arc;

/// The list of the games: what each is called here, and the type of its rules. A game with several sizes names the
/// larger ones behind the first; a scenario is played by the first that has room for it. Larger sizes can be left out
/// of a build, by the feature `large`.
macro_rules! games {
    ($($Game:ident($Rules:path) $(or $Larger:ident($LargerRules:path))*,)+) => {
        /// A game with a scenario loaded.
        #[derive(Clone)]
        #[allow(missing_docs, reason = "they are called like the games")]
        pub enum Loaded {
            $($Game(Arc<$Rules>), $(#[cfg(feature = "large")] $Larger(Arc<$LargerRules>),)*)+
        }

        /// The games, in the order in which they are offered.
        pub static GAMES: &[Game] = &[
            $(Game::of::<$Rules>(
                |library, id| {
                    let first = <$Rules>::scenario(library, id).map(|rules| Loaded::$Game(Arc::new(rules)));
                    $(#[cfg(feature = "large")]
                    let first = first.or_else(|_| {
                        <$LargerRules>::scenario(library, id).map(|rules| Loaded::$Larger(Arc::new(rules)))
                    });)*
                    first
                },
                |library, source| {
                    let first = <$Rules>::from_source(library, source).map(|rules| Loaded::$Game(Arc::new(rules)));
                    $(#[cfg(feature = "large")]
                    let first = first.or_else(|_| {
                        <$LargerRules>::from_source(library, source).map(|rules| Loaded::$Larger(Arc::new(rules)))
                    });)*
                    first
                },
            ),)+
        ];

        impl Loaded {
            /// Does something with the game, whose type is known from here on: nothing in play goes through a pointer.
            pub fn with<T: Task>(self, task: T) -> T::Outcome {
                match self {
                    $(
                        Loaded::$Game(rules) => task.on(rules),
                        $(#[cfg(feature = "large")] Loaded::$Larger(rules) => task.on(rules),)*
                    )+
                }
            }
        }
    };
}

games! {
    LastFullMeasure(last_full_measure::LastFullMeasure) or LargeBattle(last_full_measure_large::LastFullMeasure),
    FullMeasureOfDevotion(full_measure_of_devotion::FullMeasureOfDevotion),
    SeeingTheElephant(seeing_the_elephant::SeeingTheElephant),
    PicketLine(picket_line::PicketLine),
}

/// A game, whichever it is.
#[derive(Copy, Clone, Debug)]
pub struct Game {
    /// What files say in `game = "…"`.
    pub id: &'static str,
    /// What people call it.
    pub title: &'static str,
    /// The rules ledger in Markdown.
    pub ledger: &'static str,
    /// How answers are written.
    pub forms: &'static [Form],
    /// What people write for it besides scenarios and cases.
    pub files: &'static [FileKind],
    /// The ids of all scenarios of a library.
    pub ids: fn(&Library) -> Vec<String>,
    /// Loads a scenario by its id, or by the path of its file, in the first size that has room for it. What none can
    /// take is refused in the words of the largest, which has the fewest complaints.
    pub scenario: fn(&Library, &str) -> Result<Loaded, Report>,
    /// Loads a scenario from a text, in the same way.
    pub from_source: fn(&Library, &Source) -> Result<Loaded, Report>,
    /// What runs its cases; they may name the scenarios of this library.
    pub cases: fn(&Library) -> CaseRunner,
}

/// Runs the cases of a file.
pub type CaseRunner = Box<dyn Fn(&Source) -> Verdict>;

impl Game {
    const fn of<R: GameEntry>(
        scenario: fn(&Library, &str) -> Result<Loaded, Report>,
        from_source: fn(&Library, &Source) -> Result<Loaded, Report>,
    ) -> Game {
        Game {
            id: R::ID,
            title: R::TITLE,
            ledger: R::LEDGER,
            forms: R::FORMS,
            files: R::FILES,
            ids: R::ids,
            scenario,
            from_source,
            cases: |library| {
                let cases = Cases::<R>::new(library.clone());
                Box::new(move |source| cases.run(source))
            },
        }
    }
}

/// The game of this id.
#[must_use]
pub fn game(id: &str) -> Option<&'static Game> {
    GAMES.iter().find(|game| game.id == id)
}

/// The game that has a scenario of this id in a library. What stands behind an `@` says which of many like it is meant,
/// and is the game's to understand.
#[must_use]
pub fn game_with(library: &Library, scenario: &str) -> Option<&'static Game> {
    let scenario = scenario.split_once('@').map_or(scenario, |(base, _)| base);
    GAMES.iter().find(|game| (game.ids)(library).iter().any(|id| id == scenario))
}

/// The ids of all scenarios of all games, in the order in which they are offered.
#[must_use]
pub fn ids(library: &Library) -> Vec<String> {
    GAMES.iter().flat_map(|game| (game.ids)(library)).collect()
}

/// Loads a scenario of a rule set again, by the name it was loaded by, from a library of its kept files.
///
/// # Errors
///
/// There is no such rule set here, or every fault of the files.
pub fn again(rules: &str, name: &str, library: &Library) -> Result<Arc<dyn Shelved>, String> {
    let game = game(rules).ok_or_else(|| format!("there are no rules `{rules}` here"))?;
    let loaded = (game.scenario)(library, name).map_err(|report| report.to_string())?;
    Ok(loaded.shelved())
}

/// Something to be done with a game, whichever it is.
pub trait Task {
    /// What comes of it.
    type Outcome;

    /// Does it.
    fn on<R: GameEntry>(self, rules: Arc<R>) -> Self::Outcome;
}

impl Loaded {
    /// The game for a table in the browser, or for whoever needs no types.
    #[must_use]
    pub fn shelved(self) -> Arc<dyn Shelved> {
        struct Shelve;
        impl Task for Shelve {
            type Outcome = Arc<dyn Shelved>;
            fn on<R: GameEntry>(self, rules: Arc<R>) -> Arc<dyn Shelved> {
                Arc::new(rules)
            }
        }
        self.with(Shelve)
    }

    /// What the scenario is about.
    #[must_use]
    pub fn blurb(&self) -> Blurb {
        struct Tell;
        impl Task for Tell {
            type Outcome = Blurb;
            fn on<R: GameEntry>(self, rules: Arc<R>) -> Blurb {
                Stage::blurb(&*rules)
            }
        }
        self.clone().with(Tell)
    }
}
