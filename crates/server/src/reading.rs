//! By which rules and data a game is read.
//!
//! A game goes on with the data it was begun with, from its own kept files if the scenario on the shelf has changed
//! since. If the rules have changed it is played again by those of today, and everything that was kept on the way is
//! compared: the moments that acts led to, the fingerprints of the last look. If all agree it goes on by the rules of
//! today; if not, it is shown as it last stood. Why so: `docs/decisions/games-know-their-rules.md`.

use crate::assets::pack;
use crate::deed::Deed;
use crate::live::Live;
use crate::look::Look;
use crate::shelf::{Book, Edition, KeptBoard, Shelf};
use crate::store::{GameRow, Snapshot, Store, StoreError, Written};
use crate::wire::EndedBy;
use engine::table::identity_of;
use engine::{Eyes, Identity, Record};
use flate2::Compression;
use flate2::read::GzDecoder;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read as _;
use std::sync::{Arc, Mutex, PoisonError};

/// The scenarios that games were begun with, besides those on the shelf.
pub struct Readings {
    store: Store,
    shelf: Shelf,
    /// Scenarios loaded again of kept files, by the ids of their editions, with why they could not be.
    again: Mutex<BTreeMap<String, Result<Arc<Book>, String>>>,
    /// Editions that this process has kept, and boards.
    kept: Mutex<BTreeSet<String>>,
    boards: Mutex<BTreeSet<String>>,
}

/// What is known of how a game was played, and what it may be read by.
pub struct Found {
    /// The rules and data it was played by, if they are known.
    pub known: Option<Identity>,
    /// What it may be read by.
    pub book: Option<Arc<Book>>,
    /// The edition it was kept with, and the board of it.
    edition: Option<(Edition, Option<KeptBoard>)>,
}

impl Found {
    /// How sure it is that the book is that of the game.
    #[must_use]
    pub fn sure(&self) -> Sure {
        match (&self.known, &self.book) {
            (Some(known), Some(book)) if book.edition.identity == *known => Sure::Same,
            (Some(_), _) => Sure::Other,
            (None, _) => Sure::Unknown,
        }
    }

    /// What to look at the game with if it cannot be played: its own board if that was kept.
    #[must_use]
    pub fn to_look_at(self, shelf: &Shelf, scenario: &str) -> Option<Arc<Book>> {
        let same_data =
            |book: &Arc<Book>| self.known.as_ref().is_none_or(|known| book.edition.has_data_of(known));
        if let Some(book) = self.book.clone().filter(same_data) {
            return Some(book);
        }
        match self.edition {
            Some((edition, Some(board))) => Some(Arc::new(Book::shut(edition, board))),
            _ => self.book.or_else(|| shelf.get(scenario).cloned()),
        }
    }
}

/// How sure it is that rules and data are those of a game.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Sure {
    /// They are.
    Same,
    /// Nothing was kept that says so.
    Unknown,
    /// They are others.
    Other,
}

impl Readings {
    /// Nothing loaded again yet.
    #[must_use]
    pub fn new(store: Store, shelf: Shelf) -> Readings {
        let (again, kept, boards) = Default::default();
        Readings { store, shelf, again, kept, boards }
    }

    /// Keeps what a game is going to be played by; once a process is enough.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn keep(&self, book: &Book) -> Result<(), StoreError> {
        if !has(&self.kept, &book.edition.id) {
            self.store.keep_edition(book).await?;
            put(&self.kept, &book.edition.id);
        }
        Ok(())
    }

    /// Whether this process has kept what games are going to be played by.
    #[must_use]
    pub fn has_kept(&self, book: &Book) -> bool {
        has(&self.kept, &book.edition.id)
    }

    /// Keeps the board of what a game is played by; once a process is enough.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn keep_board(&self, book: &Arc<Book>) -> Result<(), StoreError> {
        let id = book.edition.id.clone();
        if has(&self.boards, &id) {
            return Ok(());
        }
        if !self.store.has_board(&id).await? {
            let drawing = book.clone();
            let packed = tokio::task::spawn_blocking(move || drawing.to_keep().map(|board| packed(&board)));
            if let Ok(Some(bytes)) = packed.await {
                self.store.keep_board(&id, &bytes).await?;
            }
        }
        put(&self.boards, &id);
        Ok(())
    }

    /// The scenario with this id: one on the shelf, or one that a game was begun with.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn book(&self, id: &str) -> Result<Option<Arc<Book>>, StoreError> {
        if let Some(book) = self.shelf.get(id) {
            return Ok(Some(book.clone()));
        }
        let Some(edition) = Book::edition_in(id) else { return Ok(None) };
        let Some((edition, board)) = self.edition(edition).await? else { return Ok(None) };
        match (self.again(&edition).await?, board) {
            (Ok(book), _) => Ok(Some(book)),
            (Err(_), Some(board)) => Ok(Some(Arc::new(Book::shut(edition, board)))),
            (Err(_), None) => Ok(None),
        }
    }

    /// What is known of a game, and what it may be read by.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn find(&self, row: &GameRow, put_away: Option<&Snapshot>) -> Result<Found, StoreError> {
        let edition = match &row.edition {
            Some(id) => self.edition(id).await?,
            None => None,
        };
        let from_snapshot = || put_away.and_then(|kept| identity_of(&kept.bytes));
        let known = edition.as_ref().map(|(edition, _)| edition.identity.clone()).or_else(from_snapshot);
        let here = self.shelf.get(&row.scenario);
        let book = match (&edition, here) {
            (Some((edition, _)), Some(here)) if edition.has_data_of(&here.edition.identity) => {
                Some(here.clone())
            }
            (Some((edition, _)), here) => match self.again(edition).await? {
                Ok(book) => Some(book),
                Err(why) => {
                    tracing::info!(
                        scenario = row.scenario,
                        why,
                        "a scenario cannot be made of its kept files"
                    );
                    here.cloned()
                }
            },
            (None, here) => here.cloned(),
        };
        Ok(Found { known, book, edition })
    }

    /// An edition and its board, as they are kept.
    async fn edition(&self, id: &str) -> Result<Option<(Edition, Option<KeptBoard>)>, StoreError> {
        let Some(kept) = self.store.edition(id).await? else { return Ok(None) };
        let read = || {
            let edition = Edition {
                id: id.to_owned(),
                identity: serde_json::from_str(&kept.identity).ok()?,
                name: kept.name.clone(),
                files: serde_json::from_str(&kept.files).ok()?,
                blurb: serde_json::from_str(&kept.blurb).ok()?,
            };
            Some((edition, kept.board.as_deref().and_then(unpacked)))
        };
        let read = read();
        if read.is_none() {
            tracing::error!(edition = id, "what a game is played by was kept in a form not known here");
        }
        Ok(read)
    }

    /// A scenario made again of its kept files, or why it cannot be.
    async fn again(&self, edition: &Edition) -> Result<Result<Arc<Book>, String>, StoreError> {
        let known = |again: &Mutex<BTreeMap<String, Result<Arc<Book>, String>>>| {
            again.lock().unwrap_or_else(PoisonError::into_inner).get(&edition.id).cloned()
        };
        if let Some(book) = known(&self.again) {
            return Ok(book);
        }
        let Some(loader) = self.shelf.loader().cloned().filter(|_| !edition.files.is_empty()) else {
            return Ok(Err("its files were not kept".to_owned()));
        };
        let mut texts = BTreeMap::new();
        for (_, _, print) in &edition.files {
            if let Some(text) = self.store.file(print).await? {
                texts.insert(print.clone(), text);
            }
        }
        let wanted = edition.clone();
        let made = tokio::task::spawn_blocking(move || Book::again(&wanted, &texts, &loader)).await;
        let made = made.unwrap_or_else(|error| Err(error.to_string())).map(Arc::new);
        let mut again = self.again.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(again.entry(edition.id.clone()).or_insert(made).clone())
    }
}

fn has(set: &Mutex<BTreeSet<String>>, id: &str) -> bool {
    set.lock().unwrap_or_else(PoisonError::into_inner).contains(id)
}

fn put(set: &Mutex<BTreeSet<String>>, id: &str) {
    set.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned());
}

fn packed(board: &KeptBoard) -> Vec<u8> {
    let json = serde_json::to_vec(board).expect("a board is made of texts and numbers");
    pack(&json, Compression::best()).into()
}

fn unpacked(bytes: &[u8]) -> Option<KeptBoard> {
    let mut json = String::new();
    GzDecoder::new(bytes).read_to_string(&mut json).ok()?;
    serde_json::from_str(&json).ok()
}

/// A journal that was played again, and what of it agrees with what was kept.
pub struct Followed {
    /// The game.
    pub live: Live,
    /// The last entry up to which nothing was found to differ.
    pub agreed: i64,
    /// Why the journal could not be played to its end.
    pub broken: Option<String>,
    /// Moments that agree and that do not, up to the look and after it.
    early: [usize; 2],
    late: [usize; 2],
    /// Whether the actions and fingerprints agree with the look's.
    look: Option<bool>,
    /// Whether the game ends as it was kept, if it was played to its end.
    ending: Option<bool>,
}

impl Followed {
    /// Plays a journal again, from where the game stands, and compares. `counted` entries are in the row of the game.
    #[must_use]
    pub fn through(mut live: Live, journal: &[Written], counted: i64, look: Option<&Look>) -> Followed {
        let played_out = |live: &Live| live.ending().filter(|ending| ending.by == EndedBy::Play);
        let kept = played_out(&live);
        let mut followed = FollowedParts { agreed: live.head, ..FollowedParts::default() };
        let looked = look.map_or(-1, |look| look.seq);
        let same_as = |live: &Live, look: &Look| live.record().is_some_and(|here| agree(&here, &look.record));
        if let Some(look) = look.filter(|look| look.seq <= live.head) {
            followed.look = Some(same_as(&live, look));
        }
        let mut differs = followed.look == Some(false);
        for line in journal {
            if let Err(why) = step(&mut live, line, counted) {
                followed.broken = Some(format!("entry {}: {why}", line.seq));
                break;
            }
            if let Some(same) = is_same_moment(&live, line) {
                let count = if line.seq <= looked { &mut followed.early } else { &mut followed.late };
                count[usize::from(!same)] += 1;
                differs |= !same;
            }
            if let Some(look) = look.filter(|look| look.seq == line.seq) {
                let same = same_as(&live, look);
                followed.look = Some(same);
                differs = !same;
            }
            if !differs {
                followed.agreed = line.seq;
            }
        }
        if let Some(kept) = kept {
            let outcome = live.table().and_then(engine::Table::outcome).map(crate::wire::Ending::from);
            followed.ending = Some(outcome == Some(kept));
        }
        let FollowedParts { agreed, broken, early, late, look, ending } = followed;
        Followed { live, agreed, broken, early, late, look, ending }
    }

    /// Whether this is how the game was played.
    #[must_use]
    pub fn agrees(&self, sure: Sure) -> bool {
        let ([early, early_other], [late, late_other]) = (self.early, self.late);
        let to_the_look = match self.look {
            None => early_other == 0,
            Some(true) => true,
            // States are kept in another way now; what was seen is the same.
            Some(false) => early > 0 && early_other == 0,
        };
        // Where views are made in another way, moments say nothing: the look's fingerprints do.
        let others_views = sure == Sure::Same && self.look == Some(true) && early == 0 && early_other > 0;
        let since = late_other == 0 || others_views;
        let nothing_done = self.live.record().is_none_or(|record| record.actions.is_empty());
        let evidence = self.look.is_some() || early + late > 0 || self.ending.is_some() || nothing_done;
        self.broken.is_none()
            && to_the_look
            && since
            && self.ending != Some(false)
            && (evidence || sure != Sure::Other)
    }
}

#[derive(Default)]
struct FollowedParts {
    agreed: i64,
    broken: Option<String>,
    early: [usize; 2],
    late: [usize; 2],
    look: Option<bool>,
    ending: Option<bool>,
}

/// Does what an entry of a journal says.
///
/// # Errors
///
/// It cannot be read, or not be done.
pub fn step(live: &mut Live, line: &Written, counted: i64) -> Result<(), String> {
    let deed = Deed::from_json(&line.body).map_err(|error| error.to_string())?;
    live.redo(&deed, line.seq, line.at, counted).map_err(|refused| refused.to_string())
}

/// Whether an entry led to the moment that was kept with it, if one was.
#[must_use]
pub fn is_same_moment(live: &Live, line: &Written) -> Option<bool> {
    let (kept, table) = (line.moment.as_deref()?, live.table()?);
    let side = Deed::from_json(&line.body).ok()?.side();
    let eyes = if live.book.blurb.secrets {
        vec![Eyes::Of(side)]
    } else {
        // All see the same, and it was not always the eyes of the side whose sight was made first.
        vec![Eyes::Of(side), Eyes::Of(side.other()), Eyes::Watcher]
    };
    Some(eyes.into_iter().any(|eyes| table.moment(eyes).to_string() == kept))
}

/// Whether two records are of the same play and the same states: the last, and all of which both have fingerprints.
fn agree(here: &Record, kept: &Record) -> bool {
    let both = kept.prints.iter().filter_map(|(after, kept)| {
        let (_, here) = here.prints.iter().find(|(actions, _)| actions == after)?;
        Some(here == kept)
    });
    here.actions == kept.actions
        && here.prints.last() == kept.prints.last()
        && both.into_iter().all(|same| same)
}
