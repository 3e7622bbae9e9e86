//! The games in memory: brought there from the store, changed there and in the store together, and forgotten again.

use crate::deed::Deed;
use crate::live::{Live, Opened, TALK};
use crate::look::{self, Look};
use crate::metrics::Metrics;
use crate::pauses::Alarms;
use crate::reading::{Followed, Found, Readings, Sure, is_same_moment, step};
use crate::shelf::{Book, Shelf};
use crate::store::{Append, Appended, Entry, GameRow, SeatChange, Snapshot, Store, Writer, Written};
use crate::wire::{ChatLine, Fault, GameState, Millis, Refusal};
use engine::{Eyes, Seat};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedRwLockReadGuard, OwnedRwLockWriteGuard, RwLock, watch};
use tokio::time::Instant;

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

/// For how many rounds of looking nobody may have changed a game whose look is kept.
const QUIET: u32 = 3;

/// Which games nobody has changed for how many rounds: the entry they stood at, and since how many.
#[derive(Default)]
pub struct Quiet(BTreeMap<String, (i64, u32)>);

/// Rules and data by which a game goes otherwise.
struct Differing {
    /// The last entry up to which it does not.
    seq: i64,
    why: String,
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
    /// By which rules and data they are read.
    pub readings: Readings,
    store: Store,
    writer: Writer,
    shelf: Shelf,
    metrics: Arc<Metrics>,
    most: usize,
    open: Mutex<Open>,
    loads: AtomicU64,
    /// What is told when a pause will be over, and when this process began: a pause that began before was broken off.
    alarms: Option<(Alarms, Millis)>,
}

#[derive(Default)]
struct Open {
    games: BTreeMap<String, Held>,
    uses: u64,
}

/// A game in memory, and when it was last asked for.
struct Held {
    game: Arc<Game>,
    used: u64,
    at: Instant,
}

impl Games {
    /// No games yet, and how many to keep in memory beyond those somebody is connected to.
    #[must_use]
    pub fn new(store: Store, shelf: Shelf, metrics: Arc<Metrics>, most: usize) -> Games {
        let writer = Writer::start(store.clone());
        let readings = Readings::new(store.clone(), shelf.clone());
        Games {
            readings,
            store,
            writer,
            shelf,
            metrics,
            most,
            open: Mutex::default(),
            loads: AtomicU64::new(0),
            alarms: None,
        }
    }

    /// The same in a process that began at this time and is told when a pause will be over.
    #[must_use]
    pub fn with_alarms(self, alarms: Alarms, started: Millis) -> Games {
        Games { alarms: Some((alarms, started)), ..self }
    }

    /// A game by its id.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be opened.
    pub async fn get(&self, id: &str) -> Result<Arc<Game>, Refusal> {
        // What is in memory may be old, and nobody would notice.
        if !self.store.hears() {
            let text = "the table's storage does not answer; try again in a moment";
            return Err(Refusal::new(Fault::Unavailable, text));
        }
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
        let held = open.games.get_mut(id)?;
        (held.used, held.at) = (uses, Instant::now());
        Some(held.game.clone())
    }

    /// Keeps a game in memory, unless another has just brought it there; forgets the one that was not used for longest.
    fn remember(&self, game: Arc<Game>) -> Arc<Game> {
        let mut open = self.lock();
        open.uses += 1;
        let uses = open.uses;
        let id = game.id.clone();
        let kept = open
            .games
            .entry(id)
            .or_insert_with(|| Held { game, used: uses, at: Instant::now() })
            .game
            .clone();
        if open.games.len() > self.most {
            // Whoever is connected holds a share of it.
            let idle = open.games.iter().filter(|(_, held)| Arc::strong_count(&held.game) == 1);
            let oldest = idle.min_by_key(|(_, held)| held.used).map(|(id, _)| id.clone());
            if let Some(oldest) = oldest {
                open.games.remove(&oldest);
            }
        }
        kept
    }

    /// Forgets games that nobody is connected to: those that are over if nobody has asked for them for so long, the
    /// others after so long. How a game looks is kept before.
    pub fn forget(&self, over: Duration, others: Duration) {
        let mut open = self.lock();
        open.games.retain(|_, held| {
            // Whoever is about to change it holds a share, too.
            if Arc::strong_count(&held.game) > 1 {
                return true;
            }
            let Ok(guard) = held.game.live.try_read() else { return true };
            let Some(live) = guard.as_ref() else { return false };
            let looks = live.table().is_some() && live.looked.load(Ordering::Relaxed) < live.head;
            let patience = if live.state() == GameState::Over { over } else { others };
            looks || held.at.elapsed() < patience
        });
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
            // What is kept may be more than those at the table have been told.
            game.tell();
        }
        Ok(Changing(guard))
    }

    /// Brings a game from the store: the put-away game, and what was done since.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be opened.
    pub async fn load(&self, id: &str) -> Result<Live, Refusal> {
        let timer = self.metrics.opening.start();
        let row = self.store.game(id).await?.ok_or_else(|| Refusal::not_found("game"))?;
        let full = row.seats.iter().all(|seat| seat.player.is_some());
        let snapshot = if full { self.store.snapshot(id).await? } else { None };
        let found = self.readings.find(&row, snapshot.as_ref()).await?;
        let live = match &found.book {
            None => None,
            Some(book) => self.try_to_open(id, &row, book, found.sure(), snapshot).await?,
        };
        let live = match live {
            Some(Ok(live)) => live,
            Some(Err(Differing { seq, why })) => self.shut(id, row, found, seq, &why).await?,
            None => self.shut(id, row, found, -1, "its scenario is not here any more").await?,
        };
        let mut live = live;
        if live.pauses.are_known() {
            live.restore_pauses(&self.store.reactions(id, live.head).await?);
            self.alarm(&live);
        }
        if let Some(looked) = self.store.looked(id).await? {
            live.looked.store(looked, Ordering::Relaxed);
        }
        self.metrics.opening.stop(timer);
        Ok(live)
    }

    /// A game of the store as it was before the first entry, with what is said at it.
    async fn before_play(&self, id: &str, row: &GameRow, book: &Arc<Book>) -> Result<Live, Refusal> {
        let mut live = Live::new(id, row.clone(), book.clone()).map_err(|why| cannot_open(id, &why))?;
        // Numbers of positions are never used again, so that nobody takes an old one for a new one.
        live.position = self.loads.fetch_add(1, Ordering::Relaxed) << 32;
        live.oldest = live.position;
        live.matters = live.position;
        let talk = self.store.talk(id, TALK as i64).await?;
        for line in talk.iter().filter(|line| line.seq <= row.head) {
            if let Ok(Deed::Chat { side, text }) = Deed::from_json(&line.body) {
                live.hear(line.seq, ChatLine { from: side, text, at: line.at });
            }
        }
        Ok(live)
    }

    /// Opens a game by these rules and data, if everything that was kept agrees with them.
    async fn try_to_open(
        &self,
        id: &str,
        row: &GameRow,
        book: &Arc<Book>,
        sure: Sure,
        snapshot: Option<Snapshot>,
    ) -> Result<Option<Result<Live, Differing>>, Refusal> {
        let counted = row.head;
        if sure == Sure::Same
            && let Some(snapshot) = &snapshot
        {
            // The entry at which it was put away is looked at once more.
            let mut journal = self.store.journal(id, snapshot.seq - 1).await?;
            let at_it = (!journal.is_empty() && journal[0].seq == snapshot.seq).then(|| journal.remove(0));
            let played = journal.len() as i64;
            let mut live = self.before_play(id, row, book).await?;
            let bytes = snapshot.bytes.clone();
            let seq = snapshot.seq;
            let followed = blocking(move || {
                if !live.set_table(Some(&bytes)) {
                    return Ok(None);
                }
                live.head = seq;
                // The state is what it was, to the last bit. If its moment is another, views are made in another way
                // now, and moments prove nothing.
                let views_differ = at_it.is_some_and(|line| is_same_moment(&live, &line) == Some(false));
                let followed = Followed::through(live, &journal, counted, None);
                let agrees = followed.agrees(sure) || views_differ && followed.broken.is_none();
                Ok(agrees.then_some(followed))
            });
            let followed = followed.await.map_err(|why| cannot_open(id, &why))?;
            if let Some(followed) = followed {
                if played > SPACING {
                    self.keep(&followed.live);
                }
                return Ok(Some(Ok(self.settled(row, followed.live, sure).await?)));
            }
        }
        let live = self.before_play(id, row, book).await?;
        let look = self.kept_look(id).await?;
        let journal = self.store.journal(id, 0).await?;
        let played = journal.len() as i64;
        let followed = blocking(move || {
            let mut live = live;
            if live.is_ready() {
                live.set_table(None);
            }
            Ok(Followed::through(live, &journal, counted, look.as_ref()))
        });
        let followed = followed.await.map_err(|why| cannot_open(id, &why))?;
        if followed.agrees(sure) {
            if snapshot.is_some() || played > SPACING {
                self.keep(&followed.live);
            }
            return Ok(Some(Ok(self.settled(row, followed.live, sure).await?)));
        }
        let why = followed.broken.unwrap_or_else(|| "it leads to other positions".to_owned());
        Ok(Some(Err(Differing { seq: followed.agreed, why })))
    }

    /// A game that was opened, and goes on by the rules and data it was opened by.
    async fn settled(&self, row: &GameRow, mut live: Live, sure: Sure) -> Result<Live, Refusal> {
        let book = live.book.clone();
        live.opened = match sure {
            Sure::Other => Opened::Anew,
            Sure::Same | Sure::Unknown if Book::edition_in(&book.blurb.id).is_some() => Opened::WithOldData,
            Sure::Same | Sure::Unknown => Opened::AsBegun,
        };
        if row.edition.as_ref() != Some(&book.edition.id) && (sure != Sure::Same || row.edition.is_none()) {
            self.readings.keep(&book).await?;
            self.store.set_edition(&live.id, &book.edition.id).await?;
        }
        Ok(live)
    }

    async fn kept_look(&self, id: &str) -> Result<Option<Look>, Refusal> {
        let Some(kept) = self.store.look(id).await? else { return Ok(None) };
        match Look::read(kept.seq, &kept.bytes) {
            Ok(look) => Ok(Some(look)),
            Err(why) => {
                tracing::warn!(game = id, why, "how a game looked cannot be read");
                Ok(None)
            }
        }
    }

    /// A game that cannot be played on here, as it last stood: as it was kept, or as far as it can be followed.
    async fn shut(
        &self,
        id: &str,
        row: GameRow,
        found: Found,
        agreed: i64,
        why: &str,
    ) -> Result<Live, Refusal> {
        let mut look = self.kept_look(id).await?;
        let journal = self.store.journal(id, 0).await?;
        let last = journal.iter().rev().find(|line| is_play(line)).map_or(0, |line| line.seq);
        if look.as_ref().is_none_or(|look| look.seq < agreed)
            && let Some(book) = &found.book
        {
            let (mut live, part) = (self.before_play(id, &row, book).await?, journal.clone());
            let followed = blocking(move || {
                live.set_table(None);
                for line in part.iter().take_while(|line| line.seq <= agreed) {
                    step(&mut live, line, i64::MAX)?;
                }
                let Some(table) = live.table() else { return Ok(None) };
                Look::read(agreed, &look::taken(table, live.book.blurb.secrets)).map(Some)
            });
            look = followed.await.map_err(|why| cannot_open(id, &why))?.or(look);
        }
        let Some(look) = look else { return Err(cannot_open(id, why)) };
        let sentence = sentence(&found, look.seq, last);
        let scenario = row.scenario.clone();
        let book = found.to_look_at(&self.shelf, &scenario).ok_or_else(|| cannot_open(id, why))?;
        tracing::warn!(game = id, why, "a game is shown as it last stood");
        let mut live = self.before_play(id, &row, &book).await?;
        live.head = row.head;
        live.shut(look, sentence);
        for line in journal.iter().filter(|line| line.seq > row.head) {
            if !is_play(line) {
                step(&mut live, line, row.head).map_err(|why| cannot_open(id, &why))?;
            }
            live.head = line.seq;
        }
        Ok(live)
    }

    /// Keeps how games look that nobody has changed for a while; all that have changed, if the server is about to stop.
    pub async fn keep_looks(&self, quiet: &mut Quiet, all: bool) {
        // Of games that were brought in, and of which nobody has taken a look yet, the boards are kept, too.
        for book in self.shelf.iter().filter(|book| self.readings.has_kept(book)) {
            if let Err(error) = self.readings.keep_board(book).await {
                tracing::warn!(%error, "a board could not be kept");
            }
        }
        let games: Vec<Arc<Game>> = self.lock().games.values().map(|held| held.game.clone()).collect();
        let mut now = BTreeMap::new();
        for game in games {
            // Who changes it now has not been quiet.
            let Ok(guard) = game.live.clone().try_read_owned() else { continue };
            let Some(live) = guard.as_ref() else { continue };
            let looked = live.looked.clone();
            if live.table().is_none() || looked.load(Ordering::Relaxed) >= live.head {
                continue;
            }
            let (head, book) = (live.head, live.book.clone());
            let rounds =
                quiet.0.get(&game.id).filter(|(at, _)| *at == head).map_or(0, |(_, rounds)| rounds + 1);
            now.insert(game.id.clone(), (head, rounds));
            if rounds < QUIET && !all {
                continue;
            }
            let Some(bytes) = live.put_away() else { continue };
            // What follows takes longer, and nobody waits for it.
            drop(guard);
            match self.keep_look(&game.id, head, &book, bytes).await {
                Ok(()) => looked.store(head, Ordering::Relaxed),
                Err(why) => tracing::warn!(game = game.id, why, "how a game looks could not be kept"),
            }
        }
        quiet.0 = now;
    }

    async fn keep_look(&self, id: &str, seq: i64, book: &Arc<Book>, put_away: Vec<u8>) -> Result<(), String> {
        let looking = book.clone();
        let bytes = blocking(move || {
            let Some(game) = &looking.game else { return Ok(None) };
            let table = game.open(&put_away).map_err(|damage| damage.to_string())?;
            Ok(Some(look::taken(&*table, looking.blurb.secrets)))
        });
        let Some(bytes) = bytes.await? else { return Ok(()) };
        self.readings.keep_board(book).await.map_err(|error| error.to_string())?;
        self.store.keep_look(id, &Snapshot { seq, bytes }).await.map_err(|error| error.to_string())
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
        let mut deed = deed.clone();
        let let_pass = live.apply(&deed, at)?;
        if let Deed::Act { passed, .. } = &mut deed {
            *passed = let_pass;
        }
        let append = append(live, &deed, name, at);
        let moment = append.entry.moment.clone();
        match self.writer.append(append).await {
            Ok(Appended::Kept) => {
                let live = changing.live();
                live.head += 1;
                game.head.store(live.head, Ordering::Relaxed);
                if live.head % SPACING == 0 {
                    self.keep(live);
                }
                self.alarm(live);
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
                game.tell();
                Err(error.into())
            }
        }
    }

    /// Gives a free seat to a player, or opens the nonce of one, and begins to play when nothing is missing any more.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn change_seat(
        &self,
        game: &Game,
        changing: &mut Changing,
        change: &SeatChange<'_>,
        deed: &Deed,
        at: Millis,
    ) -> Result<(Done, Vec<Turn>), Refusal> {
        let live = changing.live();
        live.apply(deed, at)?;
        let row = &mut live.seats[deed.side().index()];
        match change {
            SeatChange::Take(seat) => {
                row.player = Some(seat.player.to_owned());
                row.nonce = seat.nonce.map(str::to_owned);
                row.seal = seat.seal.map(str::to_owned);
            }
            SeatChange::Open { nonce, .. } => row.nonce = Some((*nonce).to_owned()),
        }
        if live.is_ready() {
            live.begin();
        }
        let taken = self.store.change_seat(change, &append(live, deed, None, at)).await;
        *changing.0 = None;
        let taken = taken?;
        self.reload(game, changing).await?;
        if !taken {
            return Ok((Done::Overtaken, Vec::new()));
        }
        Ok((Done::Kept(None), turns(changing.live(), &[])))
    }

    /// Gives a seat to the player to whom its holder hands it on.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn take_over(
        &self,
        game: &Game,
        changing: &mut Changing,
        side: Seat,
        player: &str,
        invitation: &str,
        at: Millis,
    ) -> Result<(Done, Vec<Turn>), Refusal> {
        let deed = Deed::Join { side };
        let append = append(changing.live(), &deed, None, at);
        let taken = self.store.take_over(side, player, invitation, &append).await;
        *changing.0 = None;
        let taken = taken?;
        self.reload(game, changing).await?;
        Ok((if taken { Done::Kept(None) } else { Done::Overtaken }, Vec::new()))
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
            Ok(()) => {
                game.head.store(live.head, Ordering::Relaxed);
                self.alarm(live);
            }
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
                Deed::Join { .. } | Deed::Open { .. } => return Err("a seat was taken".to_owned()),
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

    /// Sees to it that a pause of this game ends.
    fn alarm(&self, live: &Live) {
        if let Some((alarms, started)) = &self.alarms
            && let Some(at) = live.pauses.next(*started)
        {
            alarms.set(at, &live.id);
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

fn is_play(line: &Written) -> bool {
    matches!(Deed::from_json(&line.body), Ok(Deed::Act { .. } | Deed::Undo { .. }))
}

/// Why a game is only shown, for those who want to play it.
fn sentence(found: &Found, shown: i64, last: i64) -> String {
    let known = found.known.as_ref();
    let here = found.book.as_ref().map(|book| &book.edition.identity);
    let why = match (known, here) {
        (Some(known), Some(here)) if known.rules_version != here.rules_version => format!(
            "It was played by version {} of its rules; this table plays version {}, by which it would have gone \
             otherwise.",
            known.rules_version, here.rules_version
        ),
        (Some(_), Some(_)) => {
            "By the rules and the scenario of this table it would have gone otherwise.".to_owned()
        }
        (_, None) => "Its scenario is not on this table any more.".to_owned(),
        (None, Some(_)) => {
            "It was kept by an earlier program, and by the rules of this one it would have gone otherwise."
                .to_owned()
        }
    };
    let shown = match shown >= last {
        true => "It is shown as it last stood".to_owned(),
        false => format!("It is shown as it stood after entry {shown} of {last}"),
    };
    format!(
        "This game cannot be played on here. {why} {shown}: it can be read, given up or called a draw, and its record \
         can be taken."
    )
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
    Refusal::new(
        Fault::Unavailable,
        format!("this game cannot be opened by this version of the program: {why}"),
    )
}
