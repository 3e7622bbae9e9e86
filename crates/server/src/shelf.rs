//! The scenarios that can be played here, and what is kept of those that games were begun with.

use crate::assets::Asset;
use engine::scene::Board;
use engine::stage::Blurb;
use engine::{Identity, Print, Shelved};
use faults::{Kept, Library, Source};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

/// A scenario, and the files it was made of.
pub struct Stock {
    /// The scenario with its rules.
    pub game: Arc<dyn Shelved>,
    /// By what name it was loaded.
    pub name: String,
    /// Its files; none if it cannot be loaded again.
    pub files: Vec<Kept>,
}

/// Loads a scenario again: of this rule set, by this name, from a library of its kept files.
pub type Loader = Arc<dyn Fn(&str, &str, &Library) -> Result<Arc<dyn Shelved>, String> + Send + Sync>;

/// A scenario on the shelf, or one with which a game was begun.
pub struct Book {
    /// The scenario with its rules; nothing if this program cannot make it of its files any more.
    pub game: Option<Arc<dyn Shelved>>,
    /// Which rules and data.
    pub edition: Edition,
    /// What it is about. Its id is that of the scenario here; of data that have changed since, with the edition's id
    /// behind it, so that its own board is found.
    pub blurb: Blurb,
    /// The texts of its files, by fingerprint.
    texts: Vec<(String, Source)>,
    board: OnceLock<Drawn>,
}

/// What a game is played by, as it is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edition {
    /// A fingerprint of all that follows.
    pub id: String,
    /// Which rules, scenario and options.
    pub identity: Identity,
    /// By what name the scenario was loaded.
    pub name: String,
    /// Its files: the key by which each is found, its name and the fingerprint of its text.
    pub files: Vec<(String, String, String)>,
    /// What it is about.
    pub blurb: Blurb,
}

impl Edition {
    fn of(identity: Identity, name: String, files: &[Kept], blurb: Blurb) -> Edition {
        let file = |kept: &Kept| {
            (kept.key.clone(), kept.source.name().to_owned(), print_of(kept.source.text()).to_string())
        };
        let files: Vec<_> = files.iter().map(file).collect();
        let id = Print::of(&(&identity, &name, &files)).to_string();
        Edition { id, identity, name, files, blurb }
    }

    /// Whether both play the same scenario with the same data and options, though perhaps by other rules.
    #[must_use]
    pub fn has_data_of(&self, identity: &Identity) -> bool {
        let Identity { game, rules_version: _, scenario, scenario_print, options } = &self.identity;
        *game == identity.game
            && *scenario == identity.scenario
            && *scenario_print == identity.scenario_print
            && *options == identity.options
    }
}

fn print_of(text: &str) -> Print {
    Print::of_bytes(text.as_bytes())
}

/// A board as it is sent.
#[derive(Debug)]
pub struct Drawn {
    /// The board as JSON.
    pub board: Asset,
    /// Its layers as one picture.
    pub picture: Asset,
}

/// A board as it is kept.
#[derive(Serialize, Deserialize)]
pub struct KeptBoard {
    /// The board.
    pub board: Box<RawValue>,
    /// Its layers as one picture.
    pub picture: String,
}

impl KeptBoard {
    fn drawn(self) -> Drawn {
        Drawn {
            board: Asset::packed("application/json", self.board.get().to_owned()),
            picture: Asset::packed("image/svg+xml", self.picture),
        }
    }
}

/// What parts the id of a scenario from that of the edition in addresses of boards.
const PARTED: char = '~';

impl Book {
    fn new(stock: Stock) -> Book {
        let Stock { game, name, files } = stock;
        let blurb = game.blurb();
        let edition = Edition::of(game.identity(), name, &files, blurb.clone());
        let texts = files.into_iter().map(|kept| (print_of(kept.source.text()).to_string(), kept.source));
        Book { game: Some(game), edition, blurb, texts: texts.collect(), board: OnceLock::new() }
    }

    /// A scenario as a game was begun with it, made again of its kept files.
    ///
    /// # Errors
    ///
    /// It cannot be made of them, or something else comes of them.
    pub fn again(edition: &Edition, texts: &BTreeMap<String, String>, load: &Loader) -> Result<Book, String> {
        let mut files = Vec::new();
        for (key, name, print) in &edition.files {
            let text = texts.get(print).ok_or_else(|| format!("the text of {name} was not kept"))?;
            files.push(Kept { key: key.clone(), source: Source::new(name.as_str(), text.as_str()) });
        }
        let library = Library::kept(files.iter().cloned());
        let game = load(&edition.identity.game, &edition.name, &library)?;
        let mut book = Book::new(Stock { game, name: edition.name.clone(), files });
        if !book.edition.has_data_of(&edition.identity) {
            return Err("something else comes of its files now".to_owned());
        }
        book.blurb.id = format!("{}{PARTED}{}", book.blurb.id, edition.id);
        Ok(book)
    }

    /// A scenario that can only be looked at.
    #[must_use]
    pub fn shut(edition: Edition, board: KeptBoard) -> Book {
        let mut blurb = edition.blurb.clone();
        blurb.id = format!("{}{PARTED}{}", blurb.id, edition.id);
        let drawn = OnceLock::from(board.drawn());
        Book { game: None, edition, blurb, texts: Vec::new(), board: drawn }
    }

    /// The edition in the id that a blurb has: see [`Book::blurb`].
    #[must_use]
    pub fn edition_in(id: &str) -> Option<&str> {
        id.split_once(PARTED).map(|(_, edition)| edition)
    }

    /// The texts of its files, by fingerprint.
    pub fn texts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.texts.iter().map(|(print, source)| (print.as_str(), source.text()))
    }

    /// The board, drawn when it is first asked for.
    ///
    /// # Panics
    ///
    /// Never: a book has a board or what draws it.
    pub fn board(&self) -> &Drawn {
        self.board.get_or_init(|| self.to_keep().expect("a book without rules has its board").drawn())
    }

    /// The board to be kept, drawn anew; nothing if this program cannot draw it.
    ///
    /// # Panics
    ///
    /// Never: a board is made of texts and numbers.
    #[must_use]
    pub fn to_keep(&self) -> Option<KeptBoard> {
        let board = self.game.as_ref()?.board();
        let json = serde_json::value::to_raw_value(&board).expect("a board is made of texts and numbers");
        Some(KeptBoard { picture: picture(&board, &self.blurb.title), board: json })
    }
}

/// The layers of a board as one SVG picture.
fn picture(board: &Board, title: &str) -> String {
    let [width, height] = board.size;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{}</title>",
        escaped(title)
    );
    for layer in &board.layers {
        let _ = write!(svg, "<g class=\"layer-{}\">{}</g>", escaped(&layer.id), layer.svg);
    }
    svg + "</svg>"
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// All scenarios, in the order in which they are offered.
#[derive(Clone, Default)]
pub struct Shelf {
    books: Vec<Arc<Book>>,
    by_id: BTreeMap<String, usize>,
    loader: Option<Loader>,
}

impl Shelf {
    /// Puts scenarios on a shelf that cannot be loaded again as they are now, once they have changed. Of two with the
    /// same id, the first counts.
    #[must_use]
    pub fn new(games: impl IntoIterator<Item = Arc<dyn Shelved>>) -> Shelf {
        let stock = |game: Arc<dyn Shelved>| Stock { name: game.blurb().id, game, files: Vec::new() };
        Shelf::filled(games.into_iter().map(stock))
    }

    /// Puts scenarios on a shelf with their files, and says how to load them again.
    #[must_use]
    pub fn stocked(stocks: impl IntoIterator<Item = Stock>, loader: Loader) -> Shelf {
        Shelf { loader: Some(loader), ..Shelf::filled(stocks) }
    }

    fn filled(stocks: impl IntoIterator<Item = Stock>) -> Shelf {
        let mut shelf = Shelf::default();
        for stock in stocks {
            let book = Book::new(stock);
            if !shelf.by_id.contains_key(&book.blurb.id) {
                shelf.by_id.insert(book.blurb.id.clone(), shelf.books.len());
                shelf.books.push(Arc::new(book));
            }
        }
        shelf
    }

    /// The scenario with this id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Arc<Book>> {
        self.by_id.get(id).map(|&place| &self.books[place])
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &Arc<Book>> {
        self.books.iter()
    }

    /// What loads scenarios again, if they can be.
    #[must_use]
    pub fn loader(&self) -> Option<&Loader> {
        self.loader.as_ref()
    }
}
