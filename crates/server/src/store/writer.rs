//! Entries of journals, written many in a transaction.
//!
//! A disk syncs some hundred times a second, whatever was written. So entries of different games that arrive while one
//! transaction is on its way to the disk share the next one; each is acknowledged when its transaction is committed.

use super::rows::{Entry, Standing};
use super::{Base, Store, StoreError, writing};
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

/// Adds an entry inside a transaction; does `$otherwise` if it has been taken.
macro_rules! append {
    ($store:expr, $tx:ident, $game:expr, $seq:expr, $entry:expr, $standing:expr, $otherwise:block) => {
        let append = sqlx::query($crate::store::sql::APPEND)
            .bind($game)
            .bind($seq)
            .bind($entry.kind)
            .bind($crate::store::rows::word($entry.side))
            .bind(&$entry.body)
            .bind(&$entry.act)
            .bind(&$entry.moment)
            .bind($entry.at);
        if append.execute(&mut *$tx).await?.rows_affected() != 1 $otherwise
        let advance = sqlx::query($crate::store::sql::ADVANCE)
            .bind($game)
            .bind($seq)
            .bind($crate::store::rows::state_word($standing.state))
            .bind($crate::store::rows::waiting_words(&$standing.waiting))
            .bind($entry.at)
            .bind($crate::store::rows::ending_text(&$standing.ending))
            .bind($standing.draw.map($crate::store::rows::word));
        advance.execute(&mut *$tx).await?;
        if $store.is_shared() {
            let news = format!("{} {}", $game, $seq);
            sqlx::query($crate::store::sql::NOTIFY).bind(news).execute(&mut *$tx).await?;
        }
    };
}
pub(super) use append;

struct Job {
    append: Append,
    reply: oneshot::Sender<Result<Appended, String>>,
}

/// Where entries are handed in.
#[derive(Clone, Debug)]
pub struct Writer {
    jobs: mpsc::Sender<Job>,
}

impl Writer {
    /// Starts writing.
    #[must_use]
    pub fn start(store: Store) -> Writer {
        let (jobs, queue) = mpsc::channel(4 * MOST);
        tokio::spawn(run(store, queue));
        Writer { jobs }
    }

    /// Adds an entry and waits until it is kept.
    ///
    /// # Errors
    ///
    /// The database failed: whether the entry is kept is then not known.
    pub async fn append(&self, append: Append) -> Result<Appended, StoreError> {
        let (reply, answer) = oneshot::channel();
        let gone = || StoreError("the server is stopping".to_owned());
        self.jobs.send(Job { append, reply }).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?.map_err(StoreError)
    }
}

async fn run(store: Store, mut queue: mpsc::Receiver<Job>) {
    let mut jobs = Vec::with_capacity(MOST);
    while queue.recv_many(&mut jobs, MOST).await > 0 {
        // Two processes that write to the same games must do it in the same order, or each waits for the other.
        jobs.sort_by(|a, b| a.append.game.cmp(&b.append.game));
        let outcome = store.append_all(&jobs).await;
        match outcome {
            Ok(outcomes) => {
                for (job, outcome) in jobs.drain(..).zip(outcomes) {
                    // Nobody waits any more if the client has gone; the entry is kept all the same.
                    let _ = job.reply.send(Ok(outcome));
                }
            }
            Err(error) => {
                for job in jobs.drain(..) {
                    let _ = job.reply.send(Err(error.to_string()));
                }
            }
        }
    }
}

impl Store {
    async fn append_all(&self, jobs: &[Job]) -> Result<Vec<Appended>, StoreError> {
        let mut outcomes = Vec::with_capacity(jobs.len());
        writing!(self, tx => {
            for Job { append: Append { game, seq, entry, standing }, .. } in jobs {
                append!(self, tx, game, seq, entry, standing, {
                    outcomes.push(Appended::Taken);
                    continue;
                });
                outcomes.push(Appended::Kept);
            }
        });
        Ok(outcomes)
    }
}
