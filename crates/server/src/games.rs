//! The games in memory: brought there from the store, changed there and in the store together, and forgotten again.

use crate::deed::Deed;
use crate::live::{Live, TALK};
use crate::metrics::Metrics;
use crate::shelf::Shelf;
use crate::store::{Append, Appended, Entry, Snapshot, Store, TakeSeat, Writer, Written};
use crate::wire::{ChatLine, Fault, Millis, Refusal};
use engine::{Eyes, Seat};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock, watch};

/// After how many entries of its journal a game is put away anew.
const SPACING: i64 = 64;

/// A game and everybody who waits for news of it.
pub struct Game {
    /// Its id.
    pub id: String,
    /// Empty when what is in memory can no longer be trusted: whoever needs it next reads the store.
    live: Arc<RwLock<Option<Live>>>,
    /// The last entry of the journal that is in memory, to be known without waiting for whoever is changing it.
    head: AtomicI64,
    news: watch::Sender<u64>,
    present: Mutex<[usize; 2]>,
}

/// A game that nobody changes meanwhile.
pub type Reading = OwnedRwLockReadGuard<Option<Live>, Live>;

/// A game that nobody else sees meanwhile.
pub struct Changing(OwnedRwLockWriteGuard<Option<Live>>);

impl Changing {
    /// The game.
    ///
    /// # Panics
    ///
    /// If it was given up before: whoever does that is done with it.
    pub fn live(&mut self) -> &mut Live {
        self.0.as_mut().expect("a game being changed is in memory")
    }
}

/// What became of a deed.
#[derive(Debug)]
pub enum Done {
    /// It is done and kept. For a deed with a name, the moment it led to.
    Kept(Option<String>),
    /// Somebody else was quicker, at this table or another process; the game in memory is now as it is kept.
    Overtaken,
}

/// A side that must decide, and did not have to before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The game.
    pub game: String,
    /// What the players call it.
    pub name: String,
    /// The side.
    pub side: Seat,
    /// Its player.
    pub player: String,
}

impl Game {
    fn new(id: &str) -> Game {
        let (news, _) = watch::channel(0);
        Game {
            id: id.to_owned(),
            live: Arc::default(),
            head: AtomicI64::new(0),
            news,
            present: Mutex::default(),
        }
    }

    /// Tells whoever waits that something is new.
    pub fn tell(&self) {
        self.news.send_modify(|count| *count += 1);
    }

    /// Waits for news from now on.
    #[must_use]
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    /// The sides whose players are connected to this process.
    #[must_use]
    pub fn present(&self) -> Vec<Seat> {
        let present = self.present.lock().unwrap_or_else(PoisonError::into_inner);
        Seat::BOTH.into_iter().filter(|side| present[side.index()] > 0).collect()
    }

    /// Somebody sits down, until the seat is dropped.
    #[must_use]
    pub fn sit(self: &Arc<Self>, side: Seat) -> Sitting {
        self.present.lock().unwrap_or_else(PoisonError::into_inner)[side.index()] += 1;
        self.tell();
        Sitting { game: self.clone(), side }
    }
}

/// Somebody at the table.
pub struct Sitting {
    game: Arc<Game>,
    side: Seat,
}

impl Drop for Sitting {
    fn drop(&mut self) {
        self.game.present.lock().unwrap_or_else(PoisonError::into_inner)[self.side.index()] -= 1;
        self.game.tell();
    }
}

/// The games in memory.
pub struct Games {
    store: Store,
    writer: Writer,
    shelf: Shelf,
    metrics: Arc<Metrics>,
    most: usize,
    open: Mutex<Open>,
    loads: AtomicU64,
}

#[derive(Default)]
struct Open {
    games: BTreeMap<String, (Arc<Game>, u64)>,
    uses: u64,
}

impl Games {
    /// No games yet, and how many to keep in memory beyond those somebody is connected to.
    #[must_use]
    pub fn new(store: Store, shelf: Shelf, metrics: Arc<Metrics>, most: usize) -> Games {
        let writer = Writer::start(store.clone());
        Games { store, writer, shelf, metrics, most, open: Mutex::default(), loads: AtomicU64::new(0) }
    }

    /// A game by its id.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be opened.
    pub async fn get(&self, id: &str) -> Result<Arc<Game>, Refusal> {
        if let Some(game) = self.in_memory(id) {
            return Ok(game);
        }
        let live = self.load(id).await?;
        let game = Arc::new(Game::new(id));
        *game.live.write().await = Some(live);
        Ok(self.remember(game))
    }

    /// How many games are in memory.
    #[must_use]
    pub fn count(&self) -> usize {
        self.lock().games.len()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn in_memory(&self, id: &str) -> Option<Arc<Game>> {
        let mut open = self.lock();
        open.uses += 1;
        let uses = open.uses;
        let (game, used) = open.games.get_mut(id)?;
        *used = uses;
        Some(game.clone())
    }

    /// Keeps a game in memory, unless another has just brought it there; forgets the one that was not used for longest.
    fn remember(&self, game: Arc<Game>) -> Arc<Game> {
        let mut open = self.lock();
        open.uses += 1;
        let uses = open.uses;
        let kept = open.games.entry(game.id.clone()).or_insert((game, uses)).0.clone();
        if open.games.len() > self.most {
            // Whoever is connected holds a share of it.
            let idle = open.games.iter().filter(|(_, (game, _))| Arc::strong_count(game) == 1);
            let oldest = idle.min_by_key(|(_, (_, used))| *used).map(|(id, _)| id.clone());
            if let Some(oldest) = oldest {
                open.games.remove(&oldest);
            }
        }
        kept
    }

    /// The game, while nobody changes it.
    ///
    /// # Errors
    ///
    /// It cannot be opened.
    pub async fn read(&self, game: &Game) -> Result<Reading, Refusal> {
        loop {
            let guard = game.live.clone().read_owned().await;
            match OwnedRwLockReadGuard::try_map(guard, Option::as_ref) {
                Ok(reading) => return Ok(reading),
                Err(guard) => drop(guard),
            }
            self.change(game).await?;
        }
    }

    /// The game, to be changed.
    ///
    /// # Errors
    ///
    /// It cannot be opened.
    pub async fn change(&self, game: &Game) -> Result<Changing, Refusal> {
        let mut guard = game.live.clone().write_owned().await;
        if guard.is_none() {
            *guard = Some(self.load(&game.id).await?);
        }
        Ok(Changing(guard))
    }

    /// Brings a game from the store: the put-away game, and what was done since.
    async fn load(&self, id: &str) -> Result<Live, Refusal> {
        let timer = self.metrics.opening.start();
        let row = self.store.game(id).await?.ok_or_else(|| Refusal::not_found("game"))?;
        let book = self.shelf.get(&row.scenario).cloned();
        let book = book.ok_or_else(|| cannot_open(id, "its scenario is not on the shelf"))?;
        let counted = row.head;
        let mut live = Live::new(id, row, book).map_err(|why| cannot_open(id, &why))?;
        // Numbers of positions are never used again, so that nobody takes an old one for a new one.
        live.position = self.loads.fetch_add(1, Ordering::Relaxed) << 32;
        live.oldest = live.position;
        live.matters = live.position;
        let snapshot = if live.is_full() { self.store.snapshot(id).await? } else { None };
        let talk = self.store.talk(id, TALK as i64).await?;
        for line in talk.iter().filter(|line| line.seq <= counted) {
            if let Ok(Deed::Chat { side, text }) = Deed::from_json(&line.body) {
                live.hear(line.seq, ChatLine { from: side, text, at: line.at });
            }
        }
        let after = snapshot.as_ref().map_or(0, |snapshot| snapshot.seq);
        let found = snapshot.is_some();
        let (live, used) = blocking(move || {
            let used = live.is_full() && live.set_table(snapshot.as_ref().map(|kept| kept.bytes.as_slice()));
            Ok((live, used))
        })
        .await
        .map_err(|why| cannot_open(id, &why))?;
        let first = if used { after } else { 0 };
        let journal = self.store.journal(id, first).await?;
        let played = journal.len();
        let live = blocking(move || replay(live, first, &journal, counted)).await;
        let live = live.map_err(|why| cannot_open(id, &why))?;
        if found && !used || played as i64 > SPACING {
            self.keep(&live);
        }
        self.metrics.opening.stop(timer);
        Ok(live)
    }

    /// Does a deed, in memory and in the store; the two are one.
    ///
    /// # Errors
    ///
    /// Why it cannot be done, or that the store failed.
    pub async fn commit(
        &self,
        game: &Game,
        changing: &mut Changing,
        deed: &Deed,
        name: Option<&str>,
        at: Millis,
    ) -> Result<(Done, Vec<Turn>), Refusal> {
        let live = changing.live();
        let before = live.waiting();
        live.apply(deed, at)?;
        let append = append(live, deed, name, at);
        let moment = append.entry.moment.clone();
        match self.writer.append(append).await {
            Ok(Appended::Kept) => {
                let live = changing.live();
                live.head += 1;
                game.head.store(live.head, Ordering::Relaxed);
                if live.head % SPACING == 0 {
                    self.keep(live);
                }
                let turns = turns(live, &before);
                game.tell();
                Ok((Done::Kept(moment), turns))
            }
            Ok(Appended::Taken) => {
                self.reload(game, changing).await?;
                Ok((Done::Overtaken, Vec::new()))
            }
            Err(error) => {
                *changing.0 = None;
                Err(error.into())
            }
        }
    }

    /// Gives a free seat to a player.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn take_seat(
        &self,
        game: &Game,
        changing: &mut Changing,
        seat: &TakeSeat<'_>,
        at: Millis,
    ) -> Result<(Done, Vec<Turn>), Refusal> {
        let live = changing.live();
        let deed = Deed::Join { side: seat.side };
        live.apply(&deed, at)?;
        live.seats[seat.side.index()].player = Some(seat.player.to_owned());
        live.seats[seat.side.index()].nonce = Some(seat.nonce.to_owned());
        if live.is_full() {
            live.begin();
        }
        let taken = self.store.take_seat(seat, &append(live, &deed, None, at)).await;
        *changing.0 = None;
        let taken = taken?;
        self.reload(game, changing).await?;
        if !taken {
            return Ok((Done::Overtaken, Vec::new()));
        }
        Ok((Done::Kept(None), turns(changing.live(), &[])))
    }

    async fn reload(&self, game: &Game, changing: &mut Changing) -> Result<(), Refusal> {
        *changing.0 = None;
        *changing.0 = Some(self.load(&game.id).await?);
        game.tell();
        Ok(())
    }

    /// Brings a game up to date with what another process has written.
    pub async fn catch_up(&self, id: &str, seq: i64) {
        let Some(game) = self.in_memory(id) else { return };
        // Most news is of this process's own doing.
        if game.head.load(Ordering::Relaxed) >= seq {
            return;
        }
        let mut guard = game.live.clone().write_owned().await;
        let Some(live) = guard.as_mut() else { return };
        if live.head >= seq {
            return;
        }
        match self.follow(live).await {
            Ok(()) => game.head.store(live.head, Ordering::Relaxed),
            Err(why) => {
                tracing::info!(game = id, why, "a game is read anew");
                *guard = None;
            }
        }
        game.tell();
    }

    async fn follow(&self, live: &mut Live) -> Result<(), String> {
        let journal = self.store.journal(&live.id, live.head).await.map_err(|error| error.to_string())?;
        for line in &journal {
            match Deed::from_json(&line.body).map_err(|error| error.to_string())? {
                Deed::Join { .. } => return Err("a seat was taken".to_owned()),
                deed => {
                    live.redo(&deed, line.seq, line.at, live.head).map_err(|refused| refused.to_string())?;
                }
            }
        }
        Ok(())
    }

    /// Brings every game up to date, after news may have been missed.
    pub async fn catch_up_all(&self) {
        let ids: Vec<String> = self.lock().games.keys().cloned().collect();
        for id in ids {
            self.catch_up(&id, i64::MAX).await;
        }
    }

    fn keep(&self, live: &Live) {
        if let Some(bytes) = live.put_away() {
            self.put_away(&live.id, Snapshot { seq: live.head, bytes });
        }
    }

    /// Keeps a put-away game, beside the play.
    pub fn put_away(&self, game: &str, snapshot: Snapshot) {
        self.writer.put_away(game, snapshot);
    }
}

/// Work that would hold up other games, on a thread of its own.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, String> + Send + 'static,
) -> Result<T, String> {
    tokio::task::spawn_blocking(work).await.map_err(|error| error.to_string())?
}

fn replay(mut live: Live, first: i64, journal: &[Written], counted: i64) -> Result<Live, String> {
    live.head = first;
    for line in journal {
        let deed = Deed::from_json(&line.body).map_err(|error| format!("entry {}: {error}", line.seq))?;
        live.redo(&deed, line.seq, line.at, counted)
            .map_err(|refused| format!("entry {}: {refused}", line.seq))?;
    }
    Ok(live)
}

fn append(live: &Live, deed: &Deed, name: Option<&str>, at: Millis) -> Append {
    let side = deed.side();
    let moment = name.and_then(|_| live.sight(Eyes::Of(side))).map(|sight| sight.moment().to_owned());
    let entry =
        Entry { kind: deed.kind(), side, body: deed.to_json(), act: name.map(str::to_owned), moment, at };
    Append { game: live.id.clone(), seq: live.head + 1, entry, standing: live.standing() }
}

fn turns(live: &Live, before: &[Seat]) -> Vec<Turn> {
    let new = live.waiting().into_iter().filter(|side| !before.contains(side));
    let turn = |side: Seat| {
        let player = live.seats[side.index()].player.clone()?;
        Some(Turn { game: live.id.clone(), name: live.name.clone(), side, player })
    };
    new.filter_map(turn).collect()
}

fn cannot_open(id: &str, why: &str) -> Refusal {
    tracing::error!(game = id, why, "a game cannot be opened");
    Refusal::new(Fault::Unavailable, "this game cannot be opened by this version of the program")
}
