//! A database that goes silent without closing is noticed: its server is not ready, shows nobody what is old, finds
//! back by itself, and can be stopped all the while.

mod common;

use common::postgres::Cluster;
use common::silencer::Silencer;
use common::{Dice, Pair, Running, generous, moment, request, start_clock};
use server::{Limits, Manners, Patience};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// Fractions of a second for what takes seconds outside of tests.
fn hasty() -> Limits {
    let patience = Patience {
        statement: Duration::from_millis(600),
        silence: Duration::from_millis(900),
        trial: Duration::from_millis(100),
        stopping: Duration::from_millis(500),
        closing: Duration::from_millis(500),
        ..Patience::default()
    };
    Limits { patience, ..generous() }
}

async fn start(place: &server::Database) -> Running {
    Running::with(place, hasty(), Manners::default()).await
}

async fn ready(server: &Running) -> u16 {
    request(server.address, "GET", "/readyz", None, "").await.status
}

/// Waits until a server is ready, or is not.
async fn until(server: &Running, status: u16) {
    let asked = async {
        while ready(server).await != status {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(Duration::from_secs(20), asked).await.unwrap_or_else(|_| panic!("never {status}"));
}

/// What keeps people from being told what is old, with the times as they are outside of tests.
#[test]
fn ten_seconds_are_enough_to_stop_and_five_to_notice() {
    let patience = Patience::default();
    assert!(patience.silence + patience.silence / 3 < Duration::from_secs(5));
    assert!(patience.statement < Duration::from_secs(5));
    assert!(patience.stopping + patience.closing + Duration::from_millis(3_500) < Duration::from_secs(10));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_database() {
    let cluster = Cluster::start().await;
    nothing_old_is_shown(&cluster).await;
    lines_that_are_lost_are_replaced(&cluster).await;
    stopping_ends(&cluster).await;
    in_time(&cluster).await;
    a_start_ends(&cluster).await;
}

async fn nothing_old_is_shown(cluster: &Cluster) {
    let place = cluster.database().await;
    let (line, by_line) = Silencer::to(&place).await;
    let (far, near) = (start(&by_line).await, start(&place).await);
    let pair = Pair::sit_down(&near).await;
    let (union, path) = (pair.union.at(&far), format!("/games/{}/sight?side=union", pair.game));
    let before = union.get(&path).await.ok();
    let mut socket = union.socket(&pair.game, Some("union")).await;
    socket.next_of("news").await;
    until(&far, 200).await;

    line.silence(true);
    // Others go on.
    pair.step(&mut Dice(1), 0).await;
    pair.step(&mut Dice(1), 1).await;
    until(&far, 503).await;
    assert_eq!(request(far.address, "GET", "/livez", None, "").await.status, 200);
    assert_eq!(request(far.address, "GET", "/healthz", None, "").await.status, 503);
    let refused = union.get(&path).await;
    refused.refused("unavailable");
    assert!(refused.headers.contains_key("retry-after"));
    // Who watches as nobody is shown nothing old either.
    request(far.address, "GET", &format!("/games/{}/sight", pair.game), None, "")
        .await
        .refused("unavailable");
    while socket.next().await.is_some() {}
    assert_eq!(ready(&near).await, 200);

    line.silence(false);
    until(&far, 200).await;
    let after = union.get(&path).await.ok();
    assert_ne!(before["moment"], after["moment"]);
    assert_eq!(after, pair.union.get(&path).await.ok());
    for server in [far, near] {
        server.stop().await;
    }
}

/// The database is there, but every line to it has been cut without a word.
async fn lines_that_are_lost_are_replaced(cluster: &Cluster) {
    let place = cluster.database().await;
    let (line, by_line) = Silencer::to(&place).await;
    let (far, near) = (start(&by_line).await, start(&place).await);
    let pair = Pair::sit_down(&near).await;
    let union = pair.union.at(&far);
    union.sight(&pair.game, "union").await;
    let mut dice = Dice(4);
    for round in 0..3 {
        line.lose();
        pair.step(&mut dice, round).await;
        let now = pair.union.sight(&pair.game, "union").await;
        let caught_up = async {
            loop {
                let seen = union.get(&format!("/games/{}/sight?side=union", pair.game)).await;
                if seen.status == 200 && moment(&seen.json()) == moment(&now) {
                    return;
                }
                sleep(Duration::from_millis(20)).await;
            }
        };
        timeout(Duration::from_secs(20), caught_up).await.expect("what others did is seen");
        until(&far, 200).await;
    }
    for server in [far, near] {
        server.stop().await;
    }
}

/// With the times as they are: not ready within five seconds, whoever asks and however often, and ended within ten.
async fn in_time(cluster: &Cluster) {
    let (line, by_line) = Silencer::to(&cluster.database().await).await;
    let server = Running::with(&by_line, generous(), Manners::default()).await;
    let pair = Pair::sit_down(&server).await;
    until(&server, 200).await;
    let path = format!("/games/{}/sight?side=union", pair.game);
    line.silence(true);
    let start = start_clock();
    until(&server, 503).await;
    let noticed = start.elapsed();
    assert!(noticed < Duration::from_secs(5), "noticed after {noticed:?}");
    pair.union.get(&path).await.refused("unavailable");
    let stopping = start_clock();
    server.stop().await;
    let stopped = stopping.elapsed();
    assert!(stopped < Duration::from_secs(10), "stopped after {stopped:?}");
    eprintln!("noticed after {noticed:?}, stopped after {stopped:?}");
}

async fn stopping_ends(cluster: &Cluster) {
    let (line, place) = Silencer::to(&cluster.database().await).await;
    let server = start(&place).await;
    let pair = Pair::sit_down(&server).await;
    let mut socket = pair.union.socket(&pair.game, Some("union")).await;
    socket.next_of("news").await;
    line.silence(true);
    // Somebody waits for an answer.
    let mut waiting = TcpStream::connect(server.address).await.unwrap();
    let ask =
        format!("GET /api/v1/games HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {}\r\n\r\n", pair.union.key);
    waiting.write_all(ask.as_bytes()).await.unwrap();
    let start = start_clock();
    timeout(Duration::from_secs(10), server.stop()).await.expect("a server that stops");
    eprintln!("stopped after {:?}", start.elapsed());
}

async fn a_start_ends(cluster: &Cluster) {
    let (line, place) = Silencer::to(&cluster.database().await).await;
    line.silence(true);
    let opened = server::store::Store::open_with(&place, hasty().patience);
    let opened = timeout(Duration::from_secs(10), opened).await.expect("an answer");
    assert!(opened.unwrap_err().to_string().contains("in time"));
}
