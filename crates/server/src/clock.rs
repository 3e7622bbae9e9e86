//! The one place that asks what time it is. Rules never do.

use crate::wire::Millis;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

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
