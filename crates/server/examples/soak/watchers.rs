//! Strangers who look back at games that are played, from the beginning, again and again.

use crate::faults::elsewhere;
use crate::game::WATCHED;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::task::JoinSet;

/// Those who watch, and what they were sent.
pub struct Watching {
    tasks: JoinSet<()>,
    sent: Arc<[AtomicUsize; 2]>,
}

/// Each has an address of its own; so many share a game as there are more of them than games.
pub fn start(count: usize, ports: &[u16]) -> Watching {
    let sent: Arc<[AtomicUsize; 2]> = Arc::default();
    let mut tasks = JoinSet::new();
    let games = WATCHED.lock().expect("nobody fails with it").clone();
    for number in 0..count {
        let (port, game) = (ports[number % ports.len()], games[number % games.len()].clone());
        let sent = sent.clone();
        tasks.spawn(async move {
            loop {
                if let Some(bytes) = look_back(number, port, &game).await {
                    sent[0].fetch_add(1, Ordering::Relaxed);
                    sent[1].fetch_add(bytes, Ordering::Relaxed);
                } else {
                    tokio::time::sleep(std::time::Duration::from_millis(50)).await;
                }
            }
        });
    }
    Watching { tasks, sent }
}

/// Ends it, and tells what they were sent.
pub async fn stop(mut watching: Watching) -> String {
    watching.tasks.shutdown().await;
    let [replays, bytes] = [0, 1].map(|which| watching.sent[which].load(Ordering::Relaxed));
    format!("{replays} replays of {} kB on average", bytes / replays.max(1) / 1_000)
}

/// How many bytes a replay had; nothing if there was none.
async fn look_back(number: usize, port: u16, game: &str) -> Option<usize> {
    let mut stream = elsewhere([127, 0, 1, 1 + (number % 250) as u8], port).await.ok()?;
    let ask = format!(
        "GET /api/v1/games/{game}/sights?from=0&count=100 HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"
    );
    stream.write_all(ask.as_bytes()).await.ok()?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.ok()?;
    answer.starts_with(b"HTTP/1.1 200").then_some(answer.len())
}
