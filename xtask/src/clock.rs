//! Time, for people who wait. Rules know no clock; a test command may.

use std::fmt;
use std::time::{Duration, Instant};

/// Starts when made.
pub struct Stopwatch(Instant);

impl Stopwatch {
    #[expect(
        clippy::disallowed_methods,
        reason = "how long a step took is for the person waiting, not for a rule"
    )]
    pub fn start() -> Self {
        Self(Instant::now())
    }

    pub fn read(&self) -> Took {
        Took(self.0.elapsed())
    }
}

/// How long something took, shown as people read it: `0.8 s`, `42 s`, `3 min 05 s`.
#[derive(Clone, Copy)]
pub struct Took(Duration);

impl fmt::Display for Took {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let text = match seconds {
            0..10 => format!("{:.1} s", self.0.as_secs_f64()),
            10..60 => format!("{seconds} s"),
            _ => format!("{} min {:02} s", seconds / 60, seconds % 60),
        };
        f.pad(&text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_well() {
        let shown = |millis| Took(Duration::from_millis(millis)).to_string();
        assert_eq!(shown(840), "0.8 s");
        assert_eq!(shown(42_900), "42 s");
        assert_eq!(shown(185_000), "3 min 05 s");
    }
}
