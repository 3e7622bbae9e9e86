//! The one place that asks what time it is. Rules never do.

use crate::wire::Millis;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tokio::sync::watch;
use tokio::time::sleep;

/// Milliseconds since 1970.
#[must_use]
#[expect(
    clippy::disallowed_methods,
    reason = "when something was said or done is shown to players; no rule sees it"
)]
pub fn now() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as Millis)
}

/// A time to measure from.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "durations are measured for the metrics; no rule sees them")]
pub fn start() -> Instant {
    Instant::now()
}

/// The clock that a table goes by: when something was done, and when a pause is over.
#[derive(Clone, Debug, Default)]
pub enum Clock {
    /// That of the system.
    #[default]
    System,
    /// One that is moved by hand, for tests.
    Hand(HandClock),
}

impl Clock {
    /// What time it is: milliseconds since 1970.
    #[must_use]
    pub fn now(&self) -> Millis {
        match self {
            Clock::System => now(),
            Clock::Hand(hand) => *hand.0.now.borrow(),
        }
    }

    /// Somebody who looks at it.
    #[must_use]
    pub(crate) fn watch(&self) -> Watch {
        match self {
            Clock::System => Watch::System,
            Clock::Hand(hand) => Watch::Hand(hand.clone(), hand.0.now.subscribe()),
        }
    }
}

/// A clock that stands until it is moved.
#[derive(Clone, Debug)]
pub struct HandClock(Arc<Hands>);

#[derive(Debug)]
struct Hands {
    now: watch::Sender<Millis>,
    /// Up to when everything has been done that was to be done by this clock.
    done: watch::Sender<Millis>,
}

impl HandClock {
    /// A clock that shows this time.
    #[must_use]
    pub fn at(now: Millis) -> HandClock {
        HandClock(Arc::new(Hands { now: watch::channel(now).0, done: watch::channel(now).0 }))
    }

    /// Moves it on, and waits until what was to be done by then is done.
    pub async fn advance(&self, millis: Millis) {
        let now = *self.0.now.borrow() + millis;
        let mut done = self.0.done.subscribe();
        self.0.now.send_replace(now);
        // Whoever sends is here.
        let _ = done.wait_for(|done| *done >= now).await;
    }
}

/// Somebody who looks at a clock.
pub(crate) enum Watch {
    System,
    Hand(HandClock, watch::Receiver<Millis>),
}

impl Watch {
    /// What time it is now.
    pub fn now(&mut self) -> Millis {
        match self {
            Watch::System => now(),
            Watch::Hand(_, hand) => *hand.borrow_and_update(),
        }
    }

    /// Waits until it may be this time, or for ever; a clock that is moved by hand may be looked at before.
    pub async fn until(&mut self, at: Option<Millis>) {
        match (self, at) {
            (Watch::System, Some(at)) => {
                sleep(Duration::from_millis(u64::try_from(at - now()).unwrap_or(0))).await;
            }
            (Watch::System, None) => std::future::pending().await,
            (Watch::Hand(_, hand), _) => {
                if hand.changed().await.is_err() {
                    std::future::pending::<()>().await;
                }
            }
        }
    }

    /// Says that everything is done that was to be done by this time.
    pub fn done(&self, at: Millis) {
        if let Watch::Hand(hand, _) = self {
            hand.0.done.send_replace(at);
        }
    }
}
