//! A real server on loopback, clients that speak to it, and the two databases it runs on.
#![allow(dead_code, reason = "each test uses a part of it")]

pub mod postgres;
pub mod silencer;
pub mod wire;

use engine::Shelved;
use picket_line::PicketLine;
use serde_json::{Value, json};
use server::clock::{Clock, HandClock};
use server::games::Game;
use server::house::House;
use server::store::{Database, Store};
use server::{Limits, Manners, Plan, Server, Shelf};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
pub use wire::{Reply, Socket, request};

/// A folder of one test's own, removed with it.
pub struct Scratch(pub PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("longroll-server-{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Scratch(path)
    }

    pub fn file(&self) -> Database {
        Database::File(self.0.join("longroll.db"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn shelf() -> Shelf {
    let game: Arc<dyn Shelved> = Arc::new(Arc::new(PicketLine::standard()));
    Shelf::new([game])
}

/// Limits that no test meets unless it wants to.
pub fn generous() -> Limits {
    let rate = server::limits::Rate { steady: 100_000, burst: 100_000 };
    Limits {
        requests: rate,
        creations: rate,
        acts: rate,
        looks: rate,
        traces: rate,
        talk: rate,
        kept: server::limits::Rate { steady: 100_000_000, burst: 100_000_000 },
        ..Limits::default()
    }
}

/// A server of this process.
pub struct Running {
    pub address: SocketAddr,
    pub store: Store,
    pub house: Arc<House>,
    pub connections: usize,
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Running {
    pub async fn start(place: &Database) -> Running {
        Running::with(place, generous(), Manners { private_webhooks: true, ..Manners::default() }).await
    }

    pub async fn with(place: &Database, limits: Limits, manners: Manners) -> Running {
        Running::of(place, shelf(), limits, manners).await
    }

    /// A server that goes by a clock that is moved by hand.
    pub async fn by(place: &Database, shelf: Shelf, clock: &HandClock) -> Running {
        let clock = Clock::Hand(clock.clone());
        let manners = Manners { private_webhooks: true, clock, ..Manners::default() };
        Running::of(place, shelf, generous(), manners).await
    }

    /// A server with other games than Picket Line.
    pub async fn shelving(place: &Database, shelf: Shelf) -> Running {
        Running::of(place, shelf, generous(), Manners { private_webhooks: true, ..Manners::default() }).await
    }

    async fn of(place: &Database, shelf: Shelf, limits: Limits, manners: Manners) -> Running {
        let plan = Plan {
            address: ([127, 0, 0, 1], 0).into(),
            place: place.clone(),
            shelf,
            assets: Arc::new(server::assets::NoClient),
            limits,
            manners,
        };
        let server = Server::start(plan).await.expect("a server that starts");
        let (address, connections, house) = (server.address(), server.connections(), server.house().clone());
        let store = house.store.clone();
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        Running { address, store, house, connections, stop, task }
    }

    /// A game as the server has it.
    pub async fn game(&self, id: &str) -> Arc<Game> {
        self.house.games.get(id).await.expect("a game")
    }

    pub async fn stop(self) {
        let _ = self.stop.send(());
        self.task.await.expect("a server that stops");
    }

    pub async fn player(&self) -> Player {
        let key = request(self.address, "POST", "/players", None, "").await.json();
        Player { key: key["key"].as_str().expect("a key").to_owned(), address: self.address }
    }
}

/// Somebody with a key, speaking to one server.
#[derive(Clone)]
pub struct Player {
    pub key: String,
    pub address: SocketAddr,
}

impl Player {
    /// The same player at another server.
    pub fn at(&self, server: &Running) -> Player {
        Player { key: self.key.clone(), address: server.address }
    }

    pub async fn get(&self, path: &str) -> Reply {
        request(self.address, "GET", path, Some(&self.key), "").await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Reply {
        request(self.address, "POST", path, Some(&self.key), &body.to_string()).await
    }

    pub async fn put(&self, path: &str, body: &Value) -> Reply {
        request(self.address, "PUT", path, Some(&self.key), &body.to_string()).await
    }

    /// A game against a friend who has yet to come: its id, and the secret of the Confederate seat.
    pub async fn invite_friend(&self) -> (String, String) {
        let wish = json!({"scenario": "two-fords", "name": "Evening", "seats": {"union": "me", "confederate": "friend"}});
        let made = self.post("/games", &wish).await.ok();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        (text(&made["id"]), text(&made["invitations"]["confederate"]))
    }

    pub async fn sight(&self, game: &str, side: &str) -> Value {
        self.get(&format!("/games/{game}/sight?side={side}")).await.ok()
    }

    pub async fn act(&self, game: &str, side: &str, id: &str, moment: &str, action: &str) -> Reply {
        let act = json!({"id": id, "side": side, "moment": moment, "action": action});
        self.post(&format!("/games/{game}/act"), &act).await
    }

    /// Gives this answer to the present question.
    pub async fn answer(&self, game: &str, side: &str, id: &str, action: &str) -> Reply {
        let sight = self.sight(game, side).await;
        self.act(game, side, id, moment(&sight), action).await
    }

    pub async fn socket(&self, game: &str, side: Option<&str>) -> Socket {
        Socket::open(self.address, game, Some(&self.key), side).await
    }
}

pub fn moment(sight: &Value) -> &str {
    sight["moment"].as_str().expect("a moment")
}

/// Two players at a game that has begun.
pub struct Pair {
    pub union: Player,
    pub confederate: Player,
    pub game: String,
}

impl Pair {
    pub async fn sit_down(server: &Running) -> Pair {
        let (union, confederate) = (server.player().await, server.player().await);
        let (game, secret) = union.invite_friend().await;
        confederate.post(&format!("/games/{game}/join"), &json!({"secret": secret})).await.ok();
        Pair { union, confederate, game }
    }

    pub fn player(&self, side: &str) -> &Player {
        if side == "union" { &self.union } else { &self.confederate }
    }

    /// One random answer by each side that is waited for; false when the game is over.
    pub async fn step(&self, dice: &mut Dice, number: usize) -> bool {
        for side in ["union", "confederate"] {
            let sight = self.player(side).sight(&self.game, side).await;
            if !sight["outcome"].is_null() {
                return false;
            }
            let Some(answers) = sight["ask"]["answers"].as_array() else { continue };
            let action = answers[dice.roll(answers.len())]["action"].as_str().expect("an action");
            let id = format!("{side}-{number}");
            self.player(side).act(&self.game, side, &id, moment(&sight), action).await.ok();
            return true;
        }
        false
    }

    /// Plays at random to the end.
    pub async fn play_out(&self, seed: u64) -> usize {
        let mut dice = Dice(seed);
        let mut number = 0;
        while self.step(&mut dice, number).await {
            number += 1;
            assert!(number < 5_000, "the game does not end");
        }
        number
    }
}

/// A time to measure from.
#[expect(clippy::disallowed_methods, reason = "a soak measures; no rule sees it")]
pub fn start_clock() -> std::time::Instant {
    std::time::Instant::now()
}

/// Luck for tests: the same every time.
pub struct Dice(pub u64);

impl Dice {
    pub fn roll(&mut self, faces: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % faces as u64) as usize
    }
}
