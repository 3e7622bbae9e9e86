//! How much of everything one client may have.

use crate::wire::{Fault, Refusal};
use governor::clock::{Clock as _, DefaultClock, QuantaInstant};
use governor::state::keyed::DashMapStateStore;
use governor::{NotUntil, Quota, RateLimiter};
use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The limits of a server. `docs/operations.md` has the reasons.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest body of an ordinary request, in bytes.
    pub body: usize,
    /// The longest record that can be imported.
    pub record: usize,
    /// The longest line of talk, and name of a game, in characters.
    pub words: usize,
    /// The longest notes.
    pub notes: usize,
    /// Requests a second from one address, and how many at once.
    pub requests: Rate,
    /// New players, games, codes and imports a minute from one address, and how many at once.
    pub creations: Rate,
    /// Acts, undos, clicks and lines of talk a second by one player, and how many at once.
    pub acts: Rate,
    /// Previews and replays a second by one player, and how many at once: they are costly.
    pub looks: Rate,
    /// Traces a second by one player, and how many at once: a hand that drags asks all the time.
    pub traces: Rate,
    /// Lines of talk a minute in one game, and how many at once.
    pub talk: Rate,
    /// How many lines of talk a game ever has.
    pub talk_of_game: usize,
    /// KiB a minute that one address has kept for it, in records, talk, notes and names, and how many at once.
    pub kept: Rate,
    /// Connections of all kinds.
    pub connections: usize,
    /// Connections from one address.
    pub connections_of_one: usize,
    /// Requests of one address that are being answered.
    pub requests_of_one: usize,
    /// Sockets from one address.
    pub sockets_of_one: usize,
    /// How long the table waits for a nonce that is sealed, when both seats are taken.
    pub opening: Duration,
    /// Games in memory beyond those somebody is connected to.
    pub games: usize,
    /// Previews at once, and as many traces and as many pages of replays beside them.
    pub at_once: usize,
    /// Pages of replays that are worked out at once for one address, and in one game.
    pub replays_of_one: usize,
    /// How long to wait for what.
    pub patience: Patience,
}

/// How long to wait for what.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For the head of a request, and for the next request on a connection.
    pub head: Duration,
    /// For the body of a request, all of it.
    pub body: Duration,
    /// For a client to take something of what it is sent.
    pub write: Duration,
    /// For an answer of a PostgreSQL database.
    pub statement: Duration,
    /// For any news of a PostgreSQL database; three times as often it is asked for some.
    pub silence: Duration,
    /// Since when a write must have gone well for writing to count as well.
    pub trial: Duration,
    /// For requests under way when the server stops.
    pub stopping: Duration,
    /// For the database to let go when the server stops.
    pub closing: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            head: Duration::from_secs(15),
            body: Duration::from_secs(30),
            write: Duration::from_secs(20),
            statement: Duration::from_secs(4),
            silence: Duration::from_secs(3),
            trial: Duration::from_secs(5),
            stopping: Duration::from_secs(4),
            closing: Duration::from_secs(2),
        }
    }
}

/// So many in a period, and so many at once.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Rate {
    /// In a period.
    pub steady: u32,
    /// At once.
    pub burst: u32,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            body: 64 * 1024,
            record: 4 * 1024 * 1024,
            words: 1_000,
            notes: 20_000,
            requests: Rate { steady: 100, burst: 2_000 },
            creations: Rate { steady: 60, burst: 200 },
            acts: Rate { steady: 20, burst: 100 },
            looks: Rate { steady: 10, burst: 40 },
            traces: Rate { steady: 30, burst: 60 },
            talk: Rate { steady: 60, burst: 30 },
            talk_of_game: 5_000,
            kept: Rate { steady: 1_024, burst: 8 * 1_024 },
            connections: 10_000,
            connections_of_one: 512,
            requests_of_one: 256,
            sockets_of_one: 200,
            opening: Duration::from_secs(15),
            games: 1_000,
            at_once: 4,
            replays_of_one: 1,
            patience: Patience::default(),
        }
    }
}

/// How many records of one address are brought in at once.
const IMPORTS_OF_ONE: usize = 2;

type Limiter = RateLimiter<String, DashMapStateStore<String>, DefaultClock>;

/// Counts what clients do.
pub struct Gates {
    requests: Limiter,
    creations: Limiter,
    acts: Limiter,
    looks: Limiter,
    traces: Limiter,
    talk: Limiter,
    kept: Limiter,
    /// Connections, requests under way and sockets, by address.
    connections: Crowd<Household>,
    under_way: Crowd<Household>,
    sockets: Crowd<Household>,
    /// Whoever looks back waits here for others of the same address, and of the same game.
    replays: Lanes,
    /// Whoever brings a record in waits here for others of the same address.
    imports: Lanes,
}

/// What is being done.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Gate {
    /// Any request.
    Request,
    /// Something new is made.
    Creation,
    /// Somebody acts.
    Act,
    /// Somebody looks ahead or back.
    Look,
    /// Somebody drags something.
    Trace,
    /// Somebody talks in a game.
    Talk,
}

/// An address as far as it tells people apart: who has one of IPv6 has at least 2⁶⁴.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Household(IpAddr);

impl From<IpAddr> for Household {
    fn from(address: IpAddr) -> Household {
        Household(match address.to_canonical() {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX)).into(),
            v4 => v4,
        })
    }
}

impl fmt::Display for Household {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

fn at_least_one(count: u32) -> NonZeroU32 {
    NonZeroU32::new(count).unwrap_or(NonZeroU32::MIN)
}

impl Gates {
    /// Nothing counted yet.
    #[must_use]
    pub fn new(limits: &Limits) -> Gates {
        let second = |rate: Rate| {
            Limiter::keyed(Quota::per_second(at_least_one(rate.steady)).allow_burst(at_least_one(rate.burst)))
        };
        let minute = |rate: Rate| {
            Limiter::keyed(Quota::per_minute(at_least_one(rate.steady)).allow_burst(at_least_one(rate.burst)))
        };
        Gates {
            requests: second(limits.requests),
            creations: minute(limits.creations),
            acts: second(limits.acts),
            looks: second(limits.looks),
            traces: second(limits.traces),
            talk: minute(limits.talk),
            kept: minute(limits.kept),
            connections: Crowd::of(limits.connections_of_one),
            under_way: Crowd::of(limits.requests_of_one),
            sockets: Crowd::of(limits.sockets_of_one),
            replays: Lanes::of(limits.replays_of_one),
            imports: Lanes::of(IMPORTS_OF_ONE),
        }
    }

    /// Lets somebody pass, or not.
    ///
    /// # Errors
    ///
    /// It was too often.
    pub fn pass(&self, gate: Gate, who: &str) -> Result<(), Refusal> {
        let limiter = match gate {
            Gate::Request => &self.requests,
            Gate::Creation => &self.creations,
            Gate::Act => &self.acts,
            Gate::Look => &self.looks,
            Gate::Trace => &self.traces,
            Gate::Talk => &self.talk,
        };
        limiter.check_key(&who.to_owned()).map_err(|early| too_often(&early))
    }

    /// Lets somebody have so many bytes kept, or not.
    ///
    /// # Errors
    ///
    /// It was too much.
    pub fn keep(&self, from: Household, bytes: usize) -> Result<(), Refusal> {
        let kilobytes = at_least_one(u32::try_from(bytes.div_ceil(1_024)).unwrap_or(u32::MAX));
        match self.kept.check_key_n(&from.to_string(), kilobytes) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(early)) => Err(too_often(&early)),
            Err(_) => {
                Err(Refusal::new(Fault::TooLarge, "this is more than one address may have kept at once"))
            }
        }
    }

    /// Lets a connection in, until the token is dropped.
    #[must_use]
    pub fn connection(&self, from: Household) -> Option<Token<Household>> {
        self.connections.enter(from)
    }

    /// Lets a request in, until the token is dropped.
    ///
    /// # Errors
    ///
    /// There are too many from this address.
    pub fn under_way(&self, from: Household) -> Result<Token<Household>, Refusal> {
        let token = self.under_way.enter(from);
        token.ok_or_else(|| too_many("too much is being done for your address already", 1))
    }

    /// Lets a socket in, until the token is dropped.
    ///
    /// # Errors
    ///
    /// There are too many from this address.
    pub fn socket(&self, from: Household) -> Result<Token<Household>, Refusal> {
        let text = "too many connections from your address; close another table first";
        self.sockets.enter(from).ok_or_else(|| too_many(text, 5))
    }

    /// Lets somebody work out a part of a replay once others of the same address and of the same game have done so,
    /// until the permits are dropped.
    pub async fn replay(&self, from: Household, game: &str) -> [Option<OwnedSemaphorePermit>; 2] {
        // Always in this order, or two would wait for each other.
        let address = self.replays.enter(format!("from {from}")).await;
        [address, self.replays.enter(format!("game {game}")).await]
    }

    /// Lets somebody bring a record in once others of the same address have been done with, until the permit is
    /// dropped: records are long, and each is in memory as a whole.
    pub async fn import(&self, from: Household) -> Option<OwnedSemaphorePermit> {
        self.imports.enter(from.to_string()).await
    }

    /// Forgets whoever has been quiet for long.
    pub fn tidy(&self) {
        for limiter in
            [&self.requests, &self.creations, &self.acts, &self.looks, &self.traces, &self.talk, &self.kept]
        {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

fn too_often(early: &NotUntil<QuantaInstant>) -> Refusal {
    let wait = early.wait_time_from(DefaultClock::default().now());
    let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    too_many(
        "that was too often; wait a moment and try again",
        u32::try_from(seconds.max(1)).unwrap_or(u32::MAX),
    )
}

fn too_many(text: &str, wait: u32) -> Refusal {
    Refusal { wait: Some(wait), ..Refusal::new(Fault::TooMany, text) }
}

/// How many of each kind are there, and how many may be.
struct Crowd<K> {
    there: Arc<Mutex<BTreeMap<K, usize>>>,
    most: usize,
}

impl<K: Ord + Clone> Crowd<K> {
    fn of(most: usize) -> Crowd<K> {
        Crowd { there: Arc::default(), most }
    }

    fn enter(&self, who: K) -> Option<Token<K>> {
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        let count = there.entry(who.clone()).or_default();
        if *count >= self.most {
            return None;
        }
        *count += 1;
        Some(Token { there: self.there.clone(), who })
    }
}

/// Places where some work and others wait.
struct Lanes {
    lanes: Mutex<BTreeMap<String, Weak<Semaphore>>>,
    width: usize,
}

impl Lanes {
    fn of(width: usize) -> Lanes {
        Lanes { lanes: Mutex::default(), width: width.max(1) }
    }

    async fn enter(&self, name: String) -> Option<OwnedSemaphorePermit> {
        let lane = {
            let mut lanes = self.lanes.lock().unwrap_or_else(PoisonError::into_inner);
            lanes.retain(|_, lane| lane.strong_count() > 0);
            let lane = lanes.get(&name).and_then(Weak::upgrade);
            lane.unwrap_or_else(|| {
                let lane = Arc::new(Semaphore::new(self.width));
                lanes.insert(name, Arc::downgrade(&lane));
                lane
            })
        };
        lane.acquire_owned().await.ok()
    }
}

/// One that was let in.
#[derive(Debug)]
pub struct Token<K: Ord> {
    there: Arc<Mutex<BTreeMap<K, usize>>>,
    who: K,
}

impl<K: Ord> Drop for Token<K> {
    fn drop(&mut self) {
        let mut there = self.there.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = there.get_mut(&self.who) {
            *count -= 1;
            if *count == 0 {
                there.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_does_not_use_up_the_share_of_another() {
        let gates = Gates::new(&Limits { acts: Rate { steady: 1, burst: 2 }, ..Limits::default() });
        assert!(gates.pass(Gate::Act, "lee").is_ok() && gates.pass(Gate::Act, "lee").is_ok());
        assert_eq!(gates.pass(Gate::Act, "lee").unwrap_err().error, Fault::TooMany);
        assert!(gates.pass(Gate::Act, "meade").is_ok());
        assert!(gates.pass(Gate::Look, "lee").is_ok());
    }

    #[test]
    fn a_closed_socket_makes_room() {
        let gates = Gates::new(&Limits { sockets_of_one: 1, ..Limits::default() });
        let here = Household::from(IpAddr::from([127, 0, 0, 1]));
        let first = gates.socket(here).unwrap();
        let refused = gates.socket(here).unwrap_err();
        assert!(refused.error == Fault::TooMany && refused.wait.is_some());
        drop(first);
        assert!(gates.socket(here).is_ok());
        assert!(gates.sockets.there.lock().unwrap().is_empty());
    }

    #[test]
    fn who_has_an_address_of_ipv6_has_many() {
        let household = |address: &str| Household::from(address.parse::<IpAddr>().unwrap());
        assert_eq!(household("2001:db8:1:2::1"), household("2001:db8:1:2:ffff::7"));
        assert_ne!(household("2001:db8:1:2::1"), household("2001:db8:1:3::1"));
        assert_eq!(household("::ffff:10.0.0.1"), household("10.0.0.1"));
        assert_ne!(household("10.0.0.1"), household("10.0.0.2"));
    }

    #[test]
    fn whoever_was_too_quick_is_told_how_long_to_wait() {
        let gates = Gates::new(&Limits { talk: Rate { steady: 2, burst: 1 }, ..Limits::default() });
        gates.pass(Gate::Talk, "game").unwrap();
        let wait = gates.pass(Gate::Talk, "game").unwrap_err().wait.unwrap();
        assert!((29..=30).contains(&wait), "{wait}");
        let here = Household::from(IpAddr::from([127, 0, 0, 1]));
        gates.keep(here, 8 * 1024 * 1024).unwrap();
        assert!(gates.keep(here, 1).unwrap_err().wait.is_some());
        assert_eq!(gates.keep(here, 9 * 1024 * 1024).unwrap_err().error, Fault::TooLarge);
    }
}
