//! Listening, serving, and stopping without losing anything.

use crate::assets::Assets;
use crate::door::{self, Line, Timed};
use crate::games::Quiet;
use crate::house::{House, Manners};
use crate::limits::{Household, Limits, Patience};
use crate::pauses;
use crate::routes::{self, Peer};
use crate::shelf::Shelf;
use crate::store::{BEAT, Database, Store, StoreError};
use crate::{clock, handles};
use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use sqlx::postgres::PgListener;
use std::fmt;
use std::fs::{File, TryLockError};
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout_at};
use tower::ServiceExt;

/// How many games are brought up to date with other processes at once.
const FOLLOWING: usize = 8;

/// How long a server that has just started leaves its cores to requests.
const FIRST_REQUESTS: Duration = Duration::from_secs(2);

/// How often the games are looked for that nobody has changed for a while.
const LOOKS: Duration = Duration::from_secs(1);

/// How long a server that stops goes on keeping how its games look.
const LAST_LOOKS: Duration = Duration::from_secs(2);

/// How often what was counted of quiet clients is forgotten, and games that nobody asks for.
const TIDY: Duration = Duration::from_secs(20);

/// For how long a game that is over stays in memory when nobody looks at it any more …
const OVER: Duration = Duration::from_secs(20);

/// … and one that is not.
const IDLE: Duration = Duration::from_secs(30 * 60);

/// What a server needs.
pub struct Plan {
    /// Where to listen; port 0 takes any that is free.
    pub address: SocketAddr,
    /// Where to keep everything.
    pub place: Database,
    /// The scenarios.
    pub shelf: Shelf,
    /// The browser client.
    pub assets: Arc<dyn Assets>,
    /// How much clients may have.
    pub limits: Limits,
    /// What else it may do.
    pub manners: Manners,
}

/// Why a server cannot start.
#[derive(Debug)]
pub enum NoStart {
    /// It cannot listen there.
    Address(SocketAddr, io::Error),
    /// It cannot open its database.
    Store(String, StoreError),
    /// It can read its database, and cannot write to it.
    WriteProtected(String, StoreError),
    /// Another server has this file open.
    InUse(PathBuf),
}

impl fmt::Display for NoStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoStart::Address(address, error) => write!(f, "cannot listen at {address}: {error}"),
            NoStart::Store(place, error) => write!(f, "cannot open the database {place}: {error}"),
            NoStart::WriteProtected(place, error) => {
                write!(f, "the database {place} can be read but not written to: {error}")
            }
            NoStart::InUse(path) => write!(f, "another server has {} open", path.display()),
        }
    }
}

impl std::error::Error for NoStart {}

/// A server that listens.
pub struct Server {
    house: Arc<House>,
    listener: TcpListener,
    address: SocketAddr,
    connections: usize,
    /// Held while the server runs.
    _claim: Option<File>,
}

impl Server {
    /// Opens the database and listens.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub async fn start(plan: Plan) -> Result<Server, NoStart> {
        let Plan { address, place, shelf, assets, limits, manners } = plan;
        let listen = |error| NoStart::Address(address, error);
        let listener = TcpListener::bind(address).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let claim = match &place {
            Database::File(path) => claim(path)?,
            Database::Postgres(_) => None,
        };
        let store = Store::open_with(&place, limits.patience).await;
        let store = store.map_err(|error| NoStart::Store(place.to_string(), error))?;
        if let Err(error) = store.try_to_write(clock::now()).await {
            return Err(NoStart::WriteProtected(place.to_string(), error));
        }
        let limits = fit(limits);
        let connections = limits.connections;
        let house = Arc::new(House::new(store, shelf, limits, assets, manners));
        Ok(Server { house, listener, address, connections, _claim: claim })
    }

    /// Everything it has.
    #[must_use]
    pub fn house(&self) -> &Arc<House> {
        &self.house
    }

    /// How many connections it takes at once: what was wished for, or what the system gives file handles for.
    #[must_use]
    pub fn connections(&self) -> usize {
        self.connections
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` comes; then finishes what is under way.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { house, listener, connections, _claim, .. } = self;
        let router = routes::router(house.clone());
        let room = Arc::new(Semaphore::new(connections));
        let chores = [
            tokio::spawn(listen_to_others(house.clone())),
            tokio::spawn(tidy(house.clone())),
            tokio::spawn(draw_boards(house.clone())),
            tokio::spawn(keep_looks(house.clone())),
            tokio::spawn(end_pauses(house.clone())),
            tokio::spawn(take_up_pauses(house.clone())),
        ];
        let mut stop = std::pin::pin!(stop);
        loop {
            // Beyond the limit, connections wait in the system's queue.
            let accepted = tokio::select! {
                () = &mut stop => break,
                accepted = accept(&house, &listener, &room) => accepted,
            };
            if let Some((stream, peer)) = accepted {
                let line = Line::new(stream, house.limits.patience);
                tokio::spawn(serve(
                    router.clone(),
                    line,
                    peer,
                    house.limits.patience,
                    house.stopping.subscribe(),
                ));
            }
        }
        drop(listener);
        house.stopping.send_replace(true);
        tracing::info!("stopping");
        let all = u32::try_from(connections).unwrap_or(u32::MAX);
        if tokio::time::timeout(house.limits.patience.stopping, room.acquire_many(all)).await.is_err() {
            tracing::warn!("some requests were not finished in time");
        }
        for chore in chores {
            chore.abort();
        }
        let mut all = Quiet::default();
        let last = house.games.keep_looks(&mut all, true);
        if tokio::time::timeout(LAST_LOOKS, last).await.is_err() {
            tracing::warn!(
                "how some games look was not kept: an upgraded program that cannot play them shows them older"
            );
        }
        house.store.close().await;
    }
}

/// Claims a file for this server: two that do not hear of each other would show their players different tables. The
/// claim ends with the process, however that ends.
fn claim(path: &Path) -> Result<Option<File>, NoStart> {
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    let file = match File::create(&lock) {
        Ok(file) => file,
        // Whoever cannot write there cannot open the database either, and is told so.
        Err(_) => return Ok(None),
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Err(NoStart::InUse(path.to_owned())),
        Err(TryLockError::Error(error)) => {
            tracing::warn!(%error, "the database cannot be claimed; see to it that no other server uses it");
            Ok(None)
        }
    }
}

/// Limits that fit what the system gives.
fn fit(limits: Limits) -> Limits {
    let connections = handles::make_room(limits.connections);
    if connections == limits.connections {
        return limits;
    }
    let wished = limits.connections;
    tracing::warn!(
        connections,
        wished,
        "the system gives file handles for fewer connections than wished for"
    );
    // Nobody alone may take all that are left.
    let connections_of_one = limits.connections_of_one.min((connections / 2).max(1));
    Limits { connections, connections_of_one, ..limits }
}

/// The next connection that is let in.
async fn accept(house: &House, listener: &TcpListener, room: &Arc<Semaphore>) -> Option<(TcpStream, Peer)> {
    let permit = room.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, address)) => {
            // All that a proxy brings comes from its own address; it is told apart request by request.
            let share = match house.manners.behind_proxy {
                true => None,
                false => match house.gates.connection(Household::from(address.ip())) {
                    Some(token) => Some(token),
                    None => {
                        house.metrics.turned_away.add();
                        let _ = stream.try_write(door::FULL);
                        return None;
                    }
                },
            };
            // Small messages should leave at once; without it they only come later.
            let _ = stream.set_nodelay(true);
            Some((stream, Peer { address, place: Arc::new((permit, share)) }))
        }
        Err(error) => {
            // Out of file handles, most likely: trying again at once would only burn time.
            tracing::warn!(%error, "a connection could not be accepted");
            tokio::time::sleep(Duration::from_millis(100)).await;
            None
        }
    }
}

async fn serve(
    router: Router,
    line: Line,
    peer: Peer,
    patience: Patience,
    mut stopping: watch::Receiver<bool>,
) {
    let service = service_fn(move |request: hyper::Request<Incoming>| {
        let mut request = request.map(|body| Body::new(Timed::new(body, patience)));
        request.extensions_mut().insert(peer.clone());
        router.clone().oneshot(request)
    });
    let connection = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience.head)
        .serve_connection(TokioIo::new(line), service)
        .with_upgrades();
    let mut connection = std::pin::pin!(connection);
    // A client that breaks off is its own business.
    tokio::select! {
        _ = connection.as_mut() => {}
        () = async { _ = stopping.wait_for(|stopping| *stopping).await } => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}

/// Hears what other processes have written. Whenever the connection was lost, news may have been, too.
async fn listen_to_others(house: Arc<House>) {
    let silence = house.limits.patience.silence;
    loop {
        match house.store.listen().await {
            Ok(None) => return,
            Ok(Some(listener)) => hear(&house, listener).await,
            Err(error) => tracing::warn!(%error, "the news of other processes cannot be heard"),
        }
        house.store.set_hearing(false);
        tokio::time::sleep(silence / 6).await;
    }
}

/// Hears what other processes have written, until nothing comes any more: not even what this process says itself.
async fn hear(house: &Arc<House>, mut listener: PgListener) {
    let silence = house.limits.patience.silence;
    let mut last = Instant::now();
    let mut beats = JoinSet::new();
    let store = house.store.clone();
    beats.spawn(async move {
        let mut every = interval(silence / 3);
        loop {
            every.tick().await;
            if let Err(error) = store.beat().await {
                tracing::debug!(%error, "the database does not answer");
            }
        }
    });
    // What is heard from now on is new; what was said before is looked up.
    let mut looked_up = std::pin::pin!(house.games.catch_up_all());
    let mut behind = true;
    let room = Arc::new(Semaphore::new(FOLLOWING));
    loop {
        let news = tokio::select! {
            () = looked_up.as_mut(), if behind => {
                behind = false;
                house.store.set_hearing(true);
                continue;
            }
            news = timeout_at(last + silence, listener.try_recv()) => news,
        };
        let news = match news {
            Ok(Ok(Some(news))) => news,
            Ok(Ok(None)) => return,
            Ok(Err(error)) => {
                tracing::warn!(%error, "the news of other processes cannot be heard");
                return;
            }
            Err(_) => {
                tracing::warn!("the database has gone silent");
                return;
            }
        };
        last = Instant::now();
        if news.payload() == BEAT {
            continue;
        }
        if news.payload().starts_with("keys ") {
            house.revoked.send_modify(|count| *count += 1);
            continue;
        }
        // Games do not wait for each other, but the database is not overrun either.
        let Ok(permit) = room.clone().acquire_owned().await else { return };
        let house = house.clone();
        tokio::spawn(async move {
            if let Some((game, seq)) = news.payload().split_once(' ') {
                house.games.catch_up(game, seq.parse().unwrap_or(i64::MAX)).await;
            }
            drop(permit);
        });
    }
}

/// Draws every board before somebody asks for it, after those who wait for a server that was away have been served.
/// Each on its own, so that a server that stops does not wait for all.
async fn draw_boards(house: Arc<House>) {
    tokio::time::sleep(FIRST_REQUESTS).await;
    for book in house.shelf.iter().cloned() {
        let title = book.blurb.title.clone();
        if tokio::task::spawn_blocking(move || _ = book.board()).await.is_err() {
            tracing::error!(title, "a board could not be drawn");
        }
    }
}

/// Keeps how games look when they are quiet, for a later program that cannot play them.
async fn keep_looks(house: Arc<House>) {
    let (mut every, mut quiet) = (interval(LOOKS), Quiet::default());
    every.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        every.tick().await;
        house.games.keep_looks(&mut quiet, false).await;
    }
}

/// Lets pass what nobody has answered when its pause is over.
async fn end_pauses(house: Arc<House>) {
    let rings = house.rings.lock().unwrap_or_else(PoisonError::into_inner).take();
    if let Some(rings) = rings {
        let clock = house.clock.clone();
        pauses::ring(house, clock, rings).await;
    }
}

/// Takes up the pauses that were broken off when the server before this one ended, as if their games had been opened.
async fn take_up_pauses(house: Arc<House>) {
    tokio::time::sleep(FIRST_REQUESTS).await;
    let most = i64::try_from(house.limits.games).unwrap_or(i64::MAX);
    match house.store.with_pauses(most).await {
        Ok(games) => {
            for game in games {
                let _ = house.games.get(&game).await;
            }
        }
        Err(error) => {
            tracing::warn!(%error, "pauses that were broken off are taken up when their games are opened");
        }
    }
}

async fn tidy(house: Arc<House>) {
    let mut every = interval(TIDY);
    loop {
        every.tick().await;
        house.gates.tidy();
        house.games.forget(OVER, IDLE);
    }
}
