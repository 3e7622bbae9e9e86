//! What is counted, as Prometheus reads it.

use crate::clock;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Instant;

/// Something that only grows.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    /// One more.
    pub fn add(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    /// How many.
    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Something that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    /// One more, until the token is dropped.
    pub fn hold(self: &std::sync::Arc<Self>) -> Held {
        self.0.fetch_add(1, Ordering::Relaxed);
        Held(self.clone())
    }

    /// How many.
    #[must_use]
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// One of what a [`Gauge`] counts.
#[derive(Debug)]
pub struct Held(std::sync::Arc<Gauge>);

impl Drop for Held {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Upper bounds of the boxes in which durations are counted, in microseconds.
const BOUNDS: [u64; 12] =
    [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000];

/// How long something takes.
#[derive(Debug, Default)]
pub struct Durations {
    boxes: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Durations {
    /// Begins to measure.
    #[must_use]
    pub fn start(&self) -> Instant {
        clock::start()
    }

    /// Counts what was measured.
    pub fn stop(&self, start: Instant) {
        let micros = u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX);
        if let Some(place) = BOUNDS.iter().position(|&bound| micros <= bound) {
            self.boxes[place].fetch_add(1, Ordering::Relaxed);
        }
        self.count.fetch_add(1, Ordering::Relaxed);
        self.micros.fetch_add(micros, Ordering::Relaxed);
    }
}

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    /// Answers with a status of 2xx or 3xx, 4xx, and 5xx.
    pub answers: [Counter; 3],
    /// Acts and undos carried out.
    pub acts: Counter,
    /// Acts and undos refused.
    pub refused: Counter,
    /// Sockets that are open.
    pub sockets: std::sync::Arc<Gauge>,
    /// Sockets closed because they could not keep up.
    pub slow: Counter,
    /// Connections turned away because their address had too many.
    pub turned_away: Counter,
    /// From an act's arrival to its acknowledgement.
    pub acting: Durations,
    /// Bringing a game to memory.
    pub opening: Durations,
    /// Webhooks that were told, and that could not be.
    pub hooks: [Counter; 2],
}

impl Metrics {
    /// All of it in Prometheus's text format.
    #[must_use]
    pub fn text(&self, games: usize) -> String {
        let mut out = String::new();
        let head = |out: &mut String, name: &str, kind: &str, help: &str| {
            let _ = writeln!(out, "# HELP longroll_{name} {help}\n# TYPE longroll_{name} {kind}");
        };
        head(&mut out, "answers_total", "counter", "HTTP answers by class of status");
        for (class, counter) in ["ok", "refused", "failed"].iter().zip(&self.answers) {
            let _ = writeln!(out, "longroll_answers_total{{class=\"{class}\"}} {}", counter.get());
        }
        head(&mut out, "webhooks_total", "counter", "Webhooks by what became of them");
        for (fate, counter) in ["told", "failed"].iter().zip(&self.hooks) {
            let _ = writeln!(out, "longroll_webhooks_total{{fate=\"{fate}\"}} {}", counter.get());
        }
        for (name, help, counter) in [
            ("acts_total", "Acts and undos carried out", &self.acts),
            ("acts_refused_total", "Acts and undos refused", &self.refused),
            ("turned_away_total", "Connections of addresses that had too many", &self.turned_away),
            ("sockets_slow_total", "Sockets closed because they could not keep up", &self.slow),
        ] {
            head(&mut out, name, "counter", help);
            let _ = writeln!(out, "longroll_{name} {}", counter.get());
        }
        head(&mut out, "sockets", "gauge", "Sockets that are open");
        let _ = writeln!(out, "longroll_sockets {}", self.sockets.get());
        head(&mut out, "games", "gauge", "Games in memory");
        let _ = writeln!(out, "longroll_games {games}");
        for (name, help, durations) in [
            ("act_seconds", "From an act's arrival to its acknowledgement", &self.acting),
            ("open_seconds", "Bringing a game to memory", &self.opening),
        ] {
            head(&mut out, name, "histogram", help);
            let mut sum = 0;
            for (bound, count) in BOUNDS.iter().zip(&durations.boxes) {
                sum += count.load(Ordering::Relaxed);
                let _ = writeln!(out, "longroll_{name}_bucket{{le=\"{}\"}} {sum}", *bound as f64 / 1e6);
            }
            let count = durations.count.load(Ordering::Relaxed);
            let seconds = durations.micros.load(Ordering::Relaxed) as f64 / 1e6;
            let _ = writeln!(out, "longroll_{name}_bucket{{le=\"+Inf\"}} {count}");
            let _ = writeln!(out, "longroll_{name}_sum {seconds}\nlongroll_{name}_count {count}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_add_up_and_a_gauge_goes_down_again() {
        let metrics = Metrics::default();
        metrics.acts.add();
        metrics.opening.stop(clock::start());
        let held = metrics.sockets.hold();
        let text = metrics.text(3);
        assert!(text.contains("longroll_acts_total 1\n"), "{text}");
        assert!(text.contains("longroll_sockets 1\n") && text.contains("longroll_games 3\n"), "{text}");
        assert!(text.contains("longroll_open_seconds_bucket{le=\"+Inf\"} 1\n"), "{text}");
        drop(held);
        assert!(metrics.text(0).contains("longroll_sockets 0\n"));
    }
}
