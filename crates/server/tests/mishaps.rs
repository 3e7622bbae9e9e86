//! A database that fails at every write of a game, in every way, and heals: what was acknowledged is kept, what was not
//! is not there twice, and nobody has to start the server again.

mod common;

use common::{Dice, Pair, Running, Scratch, moment, request};
use serde_json::{Value, json};
use server::store::{Database, Mishap, Point};

/// How a database fails, in its own words.
const SAYINGS: [&str; 3] =
    ["database or disk is full", "attempt to write a readonly database", "disk I/O error"];

/// Plays a game during which every other write fails, asking again for what was not acknowledged, as the browser does.
async fn play_through(place: &Database, mishap: Mishap) {
    let server = Running::start(place).await;
    let pair = Pair::sit_down(&server).await;
    server.store.mishaps().plan(Some(mishap.clone()));
    let (mut dice, mut kept, mut refused) = (Dice(17), Vec::new(), 0);
    'game: for number in 0..400 {
        for side in ["union", "confederate"] {
            let player = pair.player(side);
            let sight = player.sight(&pair.game, side).await;
            if !sight["outcome"].is_null() {
                break 'game;
            }
            let Some(answers) = sight["ask"]["answers"].as_array() else { continue };
            let action = answers[dice.roll(answers.len())]["action"].as_str().expect("an action").to_owned();
            let id = format!("{side}-{number}");
            // Whatever fails, asking once more must do.
            let mut tries = 0;
            let answer = loop {
                let reply = player.act(&pair.game, side, &id, moment(&sight), &action).await;
                if reply.status == 200 {
                    break reply.json();
                }
                refused += 1;
                tries += 1;
                assert_eq!(reply.status, 503, "{mishap:?}: {}", reply.text());
                assert!(reply.headers.contains_key("retry-after"), "{mishap:?}");
                assert!(tries < 3, "{mishap:?}: the act is refused again and again");
                // Reading goes on.
                player.sight(&pair.game, side).await;
            };
            kept.push((side, json!([side, action]), id, moment(&sight).to_owned(), answer));
        }
    }
    assert!(kept.len() >= 10 && 2 * refused + 1 >= kept.len(), "{mishap:?}: {refused} of {}", kept.len());
    assert_eq!(server.store.mishaps().failed(), refused as u64, "{mishap:?}");
    server.store.mishaps().plan(None);
    is_all_there(&server, &pair, &kept).await;
    server.stop().await;
    let server = Running::start(place).await;
    is_all_there(&server, &pair, &kept).await;
    server.stop().await;
}

type Kept = (&'static str, Value, String, String, Value);

/// Every act is there once, in order, with the answer that was given.
async fn is_all_there(server: &Running, pair: &Pair, kept: &[Kept]) {
    let log = pair.union.at(server).get(&format!("/games/{}/record", pair.game)).await;
    if log.status == 200 {
        let acts: Vec<&Value> = kept.iter().map(|(_, act, ..)| act).collect();
        assert_eq!(log.json()["actions"].as_array().expect("actions").iter().collect::<Vec<_>>(), acts);
    }
    let journal = server.store.journal(&pair.game, 0).await.unwrap();
    let acts = journal.iter().filter(|line| line.body.contains("\"do\":\"act\"")).count();
    assert_eq!(acts, kept.len(), "an act is missing, or there twice");
    for (side, act, id, moment, answer) in kept {
        let action = act[1].as_str().expect("an action");
        let again = pair.player(side).at(server).act(&pair.game, side, id, moment, action).await;
        assert_eq!(&again.ok(), answer);
    }
}

async fn every_write_fails_once(point: Point) {
    for saying in SAYINGS {
        // What is answered again is not written again: in one of the two games the one half of all writes fails, and in
        // the other the other.
        for after in [0, 1] {
            let scratch = Scratch::new();
            play_through(&scratch.file(), Mishap { at: point, saying, after, every: 2 }).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn before_anything_was_done() {
    every_write_fails_once(Point::Begin).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_the_first_statement() {
    every_write_fails_once(Point::Statement).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_the_end() {
    every_write_fails_once(Point::Commit).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_the_end() {
    every_write_fails_once(Point::Committed).await;
}

/// While nothing can be written, reading goes on and health says which is which; once there is room, all is well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_tells_writing_from_reading() {
    let scratch = Scratch::new();
    let limits = server::Limits {
        patience: server::Patience { trial: std::time::Duration::ZERO, ..Default::default() },
        ..common::generous()
    };
    let server = Running::with(&scratch.file(), limits, server::Manners::default()).await;
    let pair = Pair::sit_down(&server).await;
    let ask = async |path: &'static str| {
        let reply = request(server.address, "GET", path, None, "").await;
        (reply.status, reply.text().to_owned())
    };
    let well = (200, "reading: ok\nwriting: ok\nhearing: ok\n".to_owned());
    assert_eq!(ask("/readyz").await, well);
    let first = pair.union.sight(&pair.game, "union").await;
    let order = async || pair.union.act(&pair.game, "union", "full", moment(&first), "order hold").await;
    for at in Point::ALL {
        let mishap = Mishap { at, saying: SAYINGS[0], after: 0, every: 1 };
        server.store.mishaps().plan(Some(mishap));
        order().await.refused("unavailable");
        pair.union.sight(&pair.game, "union").await;
        assert_eq!(ask("/livez").await, (200, "ok\n".to_owned()));
        let ill = (503, "reading: ok\nwriting: failing\nhearing: ok\n".to_owned());
        assert_eq!(ask("/readyz").await, ill, "{at:?}");
        assert_eq!(ask("/healthz").await, ill, "{at:?}");
        server.store.mishaps().plan(None);
        // Nobody writes anything: it is found out by asking.
        assert_eq!(ask("/readyz").await, well, "{at:?}");
        assert_eq!(ask("/healthz").await, (200, "ok\n".to_owned()));
    }
    order().await.ok();
    server.stop().await;
}
