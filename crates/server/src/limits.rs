//! How much of everything one client may have.

use crate::wire::{Fault, Refusal};
use governor::clock::DefaultClock;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// The limits of a server.
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
    /// Connections of all kinds.
    pub connections: usize,
    /// Sockets from one address.
    pub sockets_of_one: usize,
    /// Games in memory beyond those somebody is connected to.
    pub games: usize,
    /// Previews and replays at once, and as many traces beside them.
    pub at_once: usize,
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
            requests: Rate { steady: 50, burst: 200 },
            creations: Rate { steady: 30, burst: 60 },
            acts: Rate { steady: 20, burst: 100 },
            looks: Rate { steady: 10, burst: 40 },
            traces: Rate { steady: 30, burst: 60 },
            connections: 10_000,
            sockets_of_one: 100,
            games: 1_000,
            at_once: 4,
        }
    }
}

type Limiter = RateLimiter<String, DashMapStateStore<String>, DefaultClock>;

/// Counts what clients do.
pub struct Gates {
    requests: Limiter,
    creations: Limiter,
    acts: Limiter,
    looks: Limiter,
    traces: Limiter,
    sockets: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
    sockets_of_one: usize,
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
            sockets: Arc::default(),
            sockets_of_one: limits.sockets_of_one,
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
        };
        limiter
            .check_key(&who.to_owned())
            .map_err(|_| too_many("that was too often; wait a moment and try again"))
    }

    /// Lets a socket in, until the token is dropped.
    ///
    /// # Errors
    ///
    /// There are too many from this address.
    pub fn socket(&self, from: IpAddr) -> Result<SocketToken, Refusal> {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        let count = sockets.entry(from).or_default();
        if *count >= self.sockets_of_one {
            return Err(too_many("too many connections from your address; close another table first"));
        }
        *count += 1;
        Ok(SocketToken { sockets: self.sockets.clone(), from })
    }

    /// Forgets whoever has been quiet for long.
    pub fn tidy(&self) {
        for limiter in [&self.requests, &self.creations, &self.acts, &self.looks, &self.traces] {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
}

fn too_many(text: &str) -> Refusal {
    Refusal::new(Fault::TooMany, text)
}

/// A socket that was let in.
#[derive(Debug)]
pub struct SocketToken {
    sockets: Arc<Mutex<BTreeMap<IpAddr, usize>>>,
    from: IpAddr,
}

impl Drop for SocketToken {
    fn drop(&mut self) {
        let mut sockets = self.sockets.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = sockets.get_mut(&self.from) {
            *count -= 1;
            if *count == 0 {
                sockets.remove(&self.from);
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
        let here = IpAddr::from([127, 0, 0, 1]);
        let first = gates.socket(here).unwrap();
        assert_eq!(gates.socket(here).unwrap_err().error, Fault::TooMany);
        drop(first);
        assert!(gates.socket(here).is_ok());
        assert!(gates.sockets.lock().unwrap().is_empty());
    }
}
