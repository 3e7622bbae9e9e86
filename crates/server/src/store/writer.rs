//! Entries of journals, written many in a transaction.
//!
//! A disk syncs some hundred times a second, whatever was written. So entries of different games that arrive while one
//! transaction is on its way to the disk share the next one; each is acknowledged when its transaction is committed. A
//! game waits for its entry before it makes another, so that no two of a transaction are of the same game.

use super::rows::{Entry, Snapshot, Standing};
use super::sql::{TOGETHER, TOGETHER_UNNAMED, Together};
use super::{Store, StoreError, writing};
use tokio::sync::{mpsc, oneshot};

/// How many entries share a transaction at most.
const MOST: usize = 256;

/// An entry to be added to a game's journal, and how the game stands after it.
#[derive(Clone, Debug)]
pub struct Append {
    /// The game.
    pub game: String,
    /// The number of the entry: one more than the last.
    pub seq: i64,
    /// What was done.
    pub entry: Entry,
    /// How the game stands.
    pub standing: Standing,
}

/// What became of it.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Appended {
    /// It is kept, and will not be lost.
    Kept,
    /// There is an entry with this number, or one with the same name by the same side, already. Nothing was changed.
    Taken,
}

/// Adds entries of different games inside a transaction, at most so many with a statement, and tells for each whether
/// it was kept: `None` if some of those of one statement were not, so that it cannot be told which, and all must be
/// taken back.
macro_rules! append {
    ($store:expr, $tx:ident, $appends:expr, $most:expr) => {{
        let appends: &[&$crate::store::Append] = $appends;
        let mut kept: Vec<bool> = Vec::with_capacity(appends.len());
        let mut doubtful = false;
        for (together, part) in $store.parts(appends, $most) {
            let mut append = sqlx::query(together.append.as_str());
            for $crate::store::Append { game, seq, entry, .. } in part {
                append = append
                    .bind(game)
                    .bind(seq)
                    .bind(entry.kind)
                    .bind($crate::store::rows::word(entry.side))
                    .bind(&entry.body)
                    .bind(&entry.act)
                    .bind(&entry.moment)
                    .bind(entry.at);
            }
            let count = append.execute(&mut *$tx).await?.rows_affected() as usize;
            doubtful |= count != part.len() && part.len() > 1;
            kept.resize(kept.len() + part.len(), count == part.len());
        }
        if doubtful {
            None
        } else {
            let appends: Vec<&$crate::store::Append> =
                appends.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(append, _)| *append).collect();
            for (together, part) in $store.parts(&appends, $most) {
                let mut advance = sqlx::query(together.advance.as_str());
                for $crate::store::Append { game, seq, entry, standing } in part {
                    advance = advance
                        .bind(game)
                        .bind(seq)
                        .bind($crate::store::rows::state_word(standing.state))
                        .bind($crate::store::rows::waiting_words(&standing.waiting))
                        .bind(entry.at)
                        .bind($crate::store::rows::ending_text(&standing.ending))
                        .bind(standing.draw.map($crate::store::rows::word));
                }
                advance.execute(&mut *$tx).await?;
                if $store.is_shared() {
                    let mut notify = sqlx::query(together.notify.as_str());
                    for $crate::store::Append { game, seq, .. } in part {
                        notify = notify.bind(format!("{game} {seq}"));
                    }
                    notify.execute(&mut *$tx).await?;
                }
            }
            Some(kept)
        }
    }};
}
pub(super) use append;

struct Job {
    append: Append,
    reply: oneshot::Sender<Result<Appended, StoreError>>,
}

/// How many games are put away in a transaction at most: entries wait for it.
const PUT_AWAY: usize = 8;

/// Where entries are handed in.
#[derive(Clone, Debug)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
    snapshots: mpsc::Sender<(String, Snapshot)>,
}

impl Writer {
    /// Starts writing.
    #[must_use]
    pub fn start(store: Store) -> Writer {
        let (jobs, queue) = mpsc::channel(4 * MOST);
        let (snapshots, kept) = mpsc::channel(MOST);
        tokio::spawn(run(store, queue, kept));
        Writer { jobs, snapshots }
    }

    /// Puts a game away when there is time for it, and not at all while too many wait for that: without it the game
    /// only opens more slowly.
    pub fn put_away(&self, game: &str, snapshot: Snapshot) {
        if self.snapshots.try_send((game.to_owned(), snapshot)).is_err() {
            tracing::debug!(game, "too much to write: a game is not put away");
        }
    }

    /// Adds an entry and waits until it is kept.
    ///
    /// # Errors
    ///
    /// The database failed: whether the entry is kept is then not known.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError::of_storage("the server is stopping");
        self.jobs.send(Job { append, reply }).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

async fn run(store: Store, mut queue: mpsc::Receiver<Job>, mut kept: mpsc::Receiver<(String, Snapshot)>) {
    let mut jobs = Vec::with_capacity(MOST);
    let mut snapshots = Vec::with_capacity(PUT_AWAY);
    loop {
        tokio::select! {
            biased;
            count = queue.recv_many(&mut jobs, MOST) => if count == 0 { return },
            _ = kept.recv_many(&mut snapshots, PUT_AWAY) => {}
        }
        // Two processes that write to the same games must do it in the same order, or each waits for the other.
        jobs.sort_by(|a, b| a.append.game.cmp(&b.append.game));
        let appends: Vec<&Append> = jobs.iter().map(|job| &job.append).collect();
        match store.append_all(&appends).await {
            Ok(outcomes) => {
                for (job, kept) in jobs.drain(..).zip(outcomes) {
                    let outcome = if kept { Appended::Kept } else { Appended::Taken };
                    // Nobody waits any more if the client has gone; the entry is kept all the same.
                    let _ = job.reply.send(Ok(outcome));
                }
            }
            Err(error) => {
                for job in jobs.drain(..) {
                    let _ = job.reply.send(Err(error.clone()));
                }
            }
        }
        // A busy table is put away, too.
        while snapshots.len() < PUT_AWAY
            && let Ok(snapshot) = kept.try_recv()
        {
            snapshots.push(snapshot);
        }
        snapshots.sort_by(|(a, _), (b, _)| a.cmp(b));
        if let Err(error) = store.keep_snapshots(&snapshots).await {
            tracing::warn!(%error, "games could not be put away");
        }
        snapshots.clear();
    }
}

impl Store {
    /// Adds entries of different games.
    async fn append_all(&self, appends: &[&Append]) -> Result<Vec<bool>, StoreError> {
        if appends.is_empty() {
            return Ok(Vec::new());
        }
        // That an entry is there already is rare; which one it is, is then found out one by one.
        match self.append_with(appends, MOST).await? {
            Some(kept) => Ok(kept),
            None => Ok(self.append_with(appends, 1).await?.unwrap_or_default()),
        }
    }

    /// The same with at most so many a statement; `None`, and nothing is done, if that leaves doubt.
    async fn append_with(&self, appends: &[&Append], most: usize) -> Result<Option<Vec<bool>>, StoreError> {
        writing!(self, tx => {
            let Some(kept) = append!(self, tx, appends, most) else {
                tx.take_back().await?;
                return Ok(None);
            };
            Some(kept)
        })
    }

    /// Entries in as few parts as there are statements for, of at most so many each.
    pub(super) fn parts<'a, 'b>(
        &self,
        mut appends: &'a [&'b Append],
        most: usize,
    ) -> impl Iterator<Item = (&'static Together, &'a [&'b Append])> {
        let statements = self.together();
        std::iter::from_fn(move || {
            let fits = |together: &&Together| together.games <= appends.len().min(most);
            let together = statements.iter().find(fits)?;
            let (part, rest) = appends.split_at(together.games);
            appends = rest;
            Some((together, part))
        })
    }

    /// The statements about several games, as this database likes them best.
    pub(super) fn together(&self) -> &'static [Together] {
        if self.is_shared() { &*TOGETHER } else { &*TOGETHER_UNNAMED }
    }
}
