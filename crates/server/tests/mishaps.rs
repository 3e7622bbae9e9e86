//! A database that fails at every write of a game, in every way, and heals: what was acknowledged is kept, what was not
//! is not there twice, and nobody has to start the server again.

mod common;

use common::postgres::Cluster;
use common::{Dice, Pair, Player, Reply, Running, Scratch, moment, request};
use engine::fair::{Nonce, Seal};
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
    // How a game looks is kept now and then, too, and nobody is told when that fails.
    assert!(server.store.mishaps().failed() >= refused as u64, "{mishap:?}");
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

/// A connection in the midst of a transaction is thrown away with it: nobody else ever has it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_midst_of_it() {
    every_write_fails_once(Point::Left).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_the_end() {
    every_write_fails_once(Point::Commit).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_the_end() {
    every_write_fails_once(Point::Committed).await;
}

/// A database of the other kind fails as often.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    let cluster = Cluster::start().await;
    for at in Point::ALL {
        for after in [0, 1] {
            let mishap = Mishap { at, saying: "could not extend file", after, every: 2 };
            play_through(&cluster.database().await, mishap.clone()).await;
            around_the_play(&cluster.database().await, mishap).await;
        }
    }
}

/// What is written before the play and beside it: seats, nonces, talk, notes, and the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn around_the_play_every_write_fails_once() {
    for at in Point::ALL {
        for after in [0, 1] {
            let scratch = Scratch::new();
            around_the_play(&scratch.file(), Mishap { at, saying: SAYINGS[0], after, every: 2 }).await;
        }
    }
}

/// Asks until the answer is not that the database has failed.
async fn insist(what: &str, mut ask: impl AsyncFnMut() -> Reply) -> Reply {
    for _ in 0..4 {
        let reply = ask().await;
        if reply.status != 503 {
            return reply;
        }
        assert!(reply.headers.contains_key("retry-after"), "{what}");
    }
    panic!("{what} is refused again and again");
}

async fn somebody(server: &Running) -> Player {
    let address = server.address;
    let made = insist("a player", async || request(address, "POST", "/players", None, "").await).await.ok();
    Player { key: made["key"].as_str().expect("a key").to_owned(), address }
}

async fn around_the_play(place: &Database, mishap: Mishap) {
    let server = Running::start(place).await;
    server.store.mishaps().plan(Some(mishap.clone()));
    let [union, confederate, late] =
        [somebody(&server).await, somebody(&server).await, somebody(&server).await];
    let nonces = [Nonce([0xb1; 16]), Nonce([0x9e; 16])];
    let wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "friend"},
        "seals": {"union": Seal::of(nonces[0]), "confederate": null}});
    let made = insist("a game", async || union.post("/games", &wish).await).await.ok();
    let game = made["id"].as_str().expect("an id").to_owned();
    let path = |what: &str| format!("/games/{game}/{what}");
    let insists = async |player: &Player, what: &str, body: Value| {
        insist(what, async || player.post(&path(what), &body).await).await
    };
    // Whoever was not told that a seat is his asks again, and is told so.
    let join = json!({"secret": made["invitations"]["confederate"], "seal": Seal::of(nonces[1])});
    let joined = insists(&confederate, "join", join).await.ok();
    assert_eq!(joined["mine"], json!(["confederate"]), "{mishap:?}");
    assert_eq!(joined["seats"][1]["seal"], json!(Seal::of(nonces[1]).to_string()), "{mishap:?}");
    for (player, side, nonce) in [(&union, "union", nonces[0]), (&confederate, "confederate", nonces[1])] {
        insists(player, "open", json!({"side": side, "nonce": nonce.to_string()})).await.ok();
    }
    for (number, (player, side)) in
        [(&union, "union"), (&confederate, "confederate"), (&union, "union")].into_iter().enumerate()
    {
        let id = format!("line-{number}");
        let line = json!({"text": "hold", "side": side, "id": id});
        assert_eq!(insists(player, "chat", line.clone()).await.status, 204, "{mishap:?}");
        // By the same name it is said once, however often it is asked for.
        assert_eq!(insists(player, "chat", line).await.status, 204, "{mishap:?}");
    }
    let put =
        async |what: &str, body: Value| insist(what, async || union.put(&path(what), &body).await).await;
    put("notes", json!({"text": "the ford"})).await.ok();
    put("webhook", json!({"url": "https://example.org/"})).await.ok();
    let handed = insists(&confederate, "hand-on", json!({"side": "confederate"})).await.ok();
    let taken = insists(&late, "join", json!({"secret": handed["secret"]})).await.ok();
    assert_eq!(taken["mine"], json!(["confederate"]), "{mishap:?}");
    insists(&union, "draw", json!({"side": "union", "offer": true})).await.ok();
    insists(&late, "draw", json!({"side": "confederate", "offer": false})).await.ok();
    let ended = insists(&union, "resign", json!({"side": "union"})).await;
    assert!(matches!(ended.status, 200 | 409), "{mishap:?}: {}", ended.text());
    assert!(server.store.mishaps().failed() >= 8, "{mishap:?}");
    server.store.mishaps().plan(None);
    server.stop().await;

    let server = Running::start(place).await;
    let (union, late) = (union.at(&server), late.at(&server));
    let info = union.get(&format!("/games/{game}")).await.ok();
    assert_eq!(
        (&info["state"], &info["ending"]["by"]),
        (&json!("over"), &json!("resignation")),
        "{mishap:?}"
    );
    assert_eq!(info["chat"].as_array().map(Vec::len), Some(3), "{mishap:?}: {}", info["chat"]);
    assert_eq!((&info["notes"], &info["webhook"]), (&json!("the ford"), &json!("https://example.org/")));
    for (seat, nonce) in info["seats"].as_array().expect("seats").iter().zip(nonces) {
        assert_eq!(seat["nonce"], json!(nonce.to_string()), "{mishap:?}");
    }
    assert_eq!(late.get(&format!("/games/{game}")).await.ok()["mine"], json!(["confederate"]));
    let journal = server.store.journal(&game, 0).await.unwrap();
    let count = |kind: &str| {
        let said = format!("\"do\":\"{kind}\"");
        journal.iter().filter(|line| line.body.contains(&said)).count()
    };
    assert_eq!(["join", "open", "chat", "resign"].map(count), [2, 2, 3, 1], "{mishap:?}");
    server.stop().await;
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
