//! File handles: every connection takes one, and systems give a process few unless it asks.

/// Handles that are no connections of clients: the database, the log, webhooks, files being read.
const OTHERS: u64 = 128;

/// Asks the system for as many handles as so many connections need. How many connections fit into what it gives.
#[must_use]
pub fn make_room(connections: usize) -> usize {
    let wanted = (connections as u64).saturating_add(OTHERS);
    let fits = handles(wanted).map_or(wanted, |given| given.min(wanted)).saturating_sub(OTHERS);
    usize::try_from(fits).unwrap_or(connections).max(8).min(connections)
}

/// How many this process may have, after asking for so many; `None` where nobody counts.
#[cfg(unix)]
fn handles(wanted: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let given = getrlimit(Resource::Nofile);
    let current = given.current?;
    if current >= wanted {
        return Some(current);
    }
    let raised = given.maximum.map_or(wanted, |most| most.min(wanted));
    match setrlimit(Resource::Nofile, Rlimit { current: Some(raised), maximum: given.maximum }) {
        Ok(()) => Some(raised),
        Err(error) => {
            tracing::warn!(%error, "the number of file handles could not be raised");
            Some(current)
        }
    }
}

#[cfg(not(unix))]
fn handles(_wanted: u64) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::make_room;

    #[test]
    fn what_is_given_is_never_more_than_was_asked_for() {
        assert_eq!((make_room(2), make_room(10)), (2, 10));
        assert!((8..=100_000_000).contains(&make_room(100_000_000)));
    }
}
