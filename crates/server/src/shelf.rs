//! The scenarios that can be played here.

use crate::assets::Asset;
use engine::Shelved;
use engine::scene::Board;
use engine::stage::Blurb;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

/// A scenario on the shelf.
pub struct Book {
    /// The scenario with its rules.
    pub game: Arc<dyn Shelved>,
    /// What it is about.
    pub blurb: Blurb,
    board: OnceLock<Drawn>,
}

/// A board as it is sent.
#[derive(Debug)]
pub struct Drawn {
    /// The board as JSON.
    pub board: Asset,
    /// Its layers as one picture.
    pub picture: Asset,
}

impl Book {
    /// The board, drawn when it is first asked for.
    ///
    /// # Panics
    ///
    /// Never: a board is made of texts and numbers.
    pub fn board(&self) -> &Drawn {
        self.board.get_or_init(|| {
            let board = self.game.board();
            let json = serde_json::to_string(&board).expect("a board is made of texts and numbers");
            Drawn {
                board: Asset::packed("application/json", json),
                picture: Asset::packed("image/svg+xml", picture(&board, &self.blurb.title)),
            }
        })
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
}

impl Shelf {
    /// Puts scenarios on a shelf. Of two with the same id, the first counts.
    #[must_use]
    pub fn new(games: impl IntoIterator<Item = Arc<dyn Shelved>>) -> Shelf {
        let mut shelf = Shelf::default();
        for game in games {
            let blurb = game.blurb();
            if !shelf.by_id.contains_key(&blurb.id) {
                shelf.by_id.insert(blurb.id.clone(), shelf.books.len());
                shelf.books.push(Arc::new(Book { game, blurb, board: OnceLock::new() }));
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
}
