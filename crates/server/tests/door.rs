//! Nobody holds the door: slow senders, slow receivers, holders of connections, those who look back all the time, and
//! those who have things kept.

mod common;

use common::wire::{request_from, request_with};
use common::{Dice, Pair, Running, Scratch, generous, request, start_clock};
use engine::fair::{Nonce, Seal};
use serde_json::{Value, json};
use server::limits::Rate;
use server::{Limits, Manners, Patience};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// How long a test waits for something that must come.
const SOON: Duration = Duration::from_secs(20);

/// A connection that comes from another address of this machine.
async fn from(address: [u8; 4], to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((address, 0).into())?;
    socket.connect(to).await
}

async fn read_all(stream: &mut TcpStream) -> String {
    let mut heard = Vec::new();
    // A connection that is reset has ended, too.
    let _ = timeout(SOON, stream.read_to_end(&mut heard)).await.expect("an end");
    String::from_utf8_lossy(&heard).into_owned()
}

fn hasty(patience: Patience) -> Limits {
    Limits { patience, ..generous() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_does_not_finish_is_not_waited_for() {
    let short = Duration::from_millis(150);
    let patience = Patience { head: short, body: short, ..Patience::default() };
    let scratch = Scratch::new();
    let server = Running::with(&scratch.file(), hasty(patience), Manners::default()).await;
    // Nothing, half a head, and half a body.
    for begun in [
        "",
        "POST /api/v1/players HTTP/1.1\r\nhost: a\r\n",
        "POST /api/v1/games HTTP/1.1\r\nhost: a\r\ncontent-length: 50\r\n\r\n{",
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(begun.as_bytes()).await.unwrap();
        let heard = read_all(&mut stream).await;
        assert!(heard.is_empty() || heard.starts_with("HTTP/1.1 4"), "{begun:?}: {heard}");
    }
    let key = server.player().await.key;
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = format!(
        "POST /api/v1/games/import HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ncontent-length: 5000\r\n\r\n{{"
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    assert!(read_all(&mut stream).await.contains("in time"));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_takes_nothing_is_not_waited_for() {
    let patience = Patience { write: Duration::from_millis(300), ..Patience::default() };
    let scratch = Scratch::new();
    let server = Running::with(&scratch.file(), hasty(patience), Manners::default()).await;
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut stream = socket.connect(server.address).await.unwrap();
    // More than any buffer holds is asked for, and none of it is taken.
    let ask = "GET /api/v1/openapi.json HTTP/1.1\r\nhost: a\r\n\r\n".repeat(2_000);
    let asked = timeout(SOON, stream.write_all(ask.as_bytes())).await;
    assert!(asked.is_ok_and(|sent| sent.is_err()) || ended(&mut stream).await, "the connection goes on");
    server.stop().await;
}

/// Whether the other end has let go, however much it has said before.
async fn ended(stream: &mut TcpStream) -> bool {
    tokio::time::sleep(Duration::from_millis(600)).await;
    let mut heard = 0;
    let mut buffer = vec![0; 64 * 1024];
    loop {
        match timeout(Duration::from_secs(5), stream.read(&mut buffer)).await {
            Ok(Ok(0) | Err(_)) => return true,
            Ok(Ok(count)) => heard += count,
            Err(_) => return false,
        }
        if heard > 500 * 1024 * 1024 {
            return false;
        }
    }
}

/// One address opens 1,100 connections and asks half of something on each: some are never read, some wait, and the
/// others are turned away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_address_does_not_hold_the_door() {
    let scratch = Scratch::new();
    let server = Running::start(&scratch.file()).await;
    let pair = Pair::sit_down(&server).await;
    let mut held = Vec::new();
    let half = format!(
        "POST /api/v1/games HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {}\r\ncontent-length: 50\r\n\r\n{{",
        pair.union.key
    );
    // Some with half a body, and the rest with half a head.
    for number in 0..1_100 {
        let part = if number < 300 { half.as_str() } else { &half[..40] };
        if let Ok(mut stream) = from([127, 0, 0, 2], server.address).await {
            let _ = stream.write_all(part.as_bytes()).await;
            held.push(stream);
        }
    }
    assert!(held.len() > 600, "{} connections", held.len());
    let start = start_clock();
    let mut dice = Dice(3);
    for number in 0..8 {
        assert!(pair.step(&mut dice, number).await);
    }
    assert!(start.elapsed() < SOON, "the others wait: {:?}", start.elapsed());
    let metrics = request(server.address, "GET", "/metrics", None, "").await.text().to_owned();
    let turned = metrics.lines().find_map(|line| line.strip_prefix("longroll_turned_away_total "));
    assert!(turned.and_then(|count| count.parse::<usize>().ok()) > Some(100), "{metrics}");
    // Whoever is turned away is told so, and when to come again.
    let mut late = from([127, 0, 0, 2], server.address).await.unwrap();
    let heard = read_all(&mut late).await;
    assert!(heard.starts_with("HTTP/1.1 429") && heard.contains("retry-after: 2"), "{heard}");
    drop(held);
    server.stop().await;
}

/// A server never takes more connections than the system gives it file handles for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_connections_than_file_handles() {
    let scratch = Scratch::new();
    let limits = Limits { connections: usize::MAX >> 16, ..generous() };
    let server = Running::with(&scratch.file(), limits, Manners::default()).await;
    let hard = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let hard = hard.lines().find(|line| line.starts_with("Max open files"));
    if let Some(hard) = hard.and_then(|line| line.split_whitespace().nth(4)?.parse::<usize>().ok()) {
        assert!(server.connections < hard, "{} of {hard}", server.connections);
    }
    server.stop().await;
}

/// Behind a proxy all come from one address; they are told apart by what it says.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_a_proxy_requests_are_counted_by_whom_they_are_for() {
    let scratch = Scratch::new();
    let limits = Limits { requests_of_one: 3, connections_of_one: 2, ..generous() };
    let manners = Manners { behind_proxy: true, ..Manners::default() };
    let server = Running::with(&scratch.file(), limits, manners).await;
    let key = server.player().await.key;
    let ask = |who: &str| {
        format!(
            "POST /api/v1/games HTTP/1.1\r\nhost: a\r\nx-forwarded-for: {who}\r\nauthorization: Bearer {key}\r\n\
             content-length: 9\r\n\r\n"
        )
    };
    let mut held = Vec::new();
    // Of one /64 of IPv6.
    for number in 0..3 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(ask(&format!("2001:db8::{number}")).as_bytes()).await.unwrap();
        held.push(stream);
    }
    let forwarded = |who: &str| [("x-forwarded-for", who.to_owned())];
    let scenarios =
        async |who: &str| request_with(server.address, "GET", "/scenarios", &forwarded(who), "").await;
    let refused = timeout(SOON, async {
        loop {
            let reply = scenarios("2001:db8::ffff").await;
            if reply.status == 429 {
                return reply;
            }
        }
    });
    let refused = refused.await.expect("a refusal while three requests are under way");
    assert!(refused.headers.contains_key("retry-after"));
    assert_eq!(scenarios("2001:db8:0:1::1").await.status, 200);
    for stream in &mut held {
        stream.write_all(b"{}       ").await.unwrap();
        let mut first = [0; 12];
        stream.read_exact(&mut first).await.unwrap();
    }
    drop(held);
    server.stop().await;
}

/// Fifty people behind one address, with the limits as they are: each loads what a browser loads, half of them set a
/// table up, the others come to it, and all sit down at it, with nonces that they seal and open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fifty_people_behind_one_address_sit_down() {
    let scratch = Scratch::new();
    let server = Running::with(&scratch.file(), Limits::default(), Manners::default()).await;
    let address = server.address;
    let start = start_clock();
    let mut people = JoinSet::new();
    for _ in 0..25 {
        people.spawn(async move {
            let nonce = Nonce([7; 16]);
            let arrive = async || {
                // As many as there are files of the client, and cards of scenarios.
                for path in
                    ["/"; 8].iter().chain(&["/scenarios"]).chain(&["/scenarios/two-fords/picture.svg"; 14])
                {
                    assert_eq!(request(address, "GET", path, None, "").await.status / 100, 2, "{path}");
                }
                let key = request(address, "POST", "/players", None, "").await.ok();
                let key = key["key"].as_str().expect("a key").to_owned();
                request(address, "GET", "/games", Some(&key), "").await.ok();
                common::Player { key, address }
            };
            let (union, confederate) = (arrive().await, arrive().await);
            let wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "friend"},
                "seals": {"union": Seal::of(nonce), "confederate": null}});
            let made = union.post("/games", &wish).await.ok();
            let game = made["id"].as_str().expect("an id").to_owned();
            let join = json!({"secret": made["invitations"]["confederate"], "seal": Seal::of(nonce)});
            confederate.post(&format!("/games/{game}/join"), &join).await.ok();
            for (player, side) in [(&union, "union"), (&confederate, "confederate")] {
                request(address, "GET", "/scenarios/two-fords/board", Some(&player.key), "").await.ok();
                player.get(&format!("/games/{game}")).await.ok();
                let open = json!({"side": side, "nonce": nonce.to_string()});
                player.post(&format!("/games/{game}/open"), &open).await.ok();
            }
            for (player, side) in [(union, "union"), (confederate, "confederate")] {
                let mut socket = player.socket(&game, Some(side)).await;
                socket.next_of("news").await;
                player.answer(&game, side, "first", "order hold").await.ok();
                std::mem::forget(socket);
            }
        });
    }
    while let Some(done) = people.join_next().await {
        done.expect("nobody is turned away");
    }
    let took = start.elapsed();
    eprintln!("fifty people sat down in {took:?}");
    assert!(took < Duration::from_secs(10), "{took:?}");
    server.stop().await;
}

/// A watcher who asks for replays all the time does not keep a player waiting: acts wait for no look, and what is
/// looked at is what there was when it was asked for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn acts_do_not_wait_for_those_who_look_back() {
    let scratch = Scratch::new();
    let server = Running::start(&scratch.file()).await;
    let pair = Pair::sit_down(&server).await;
    let mut dice = Dice(5);
    for number in 0..6 {
        if !pair.step(&mut dice, number).await {
            break;
        }
    }
    // Somebody begins to look back, and takes nothing of it for now.
    let game = server.game(&pair.game).await;
    let glance = server.house.games.read(&game).await.unwrap().glance();
    let then = glance.table().unwrap().actions();
    for number in 6..10 {
        if !pair.step(&mut dice, number).await {
            break;
        }
    }
    assert_eq!(glance.table().unwrap().actions(), then, "what somebody looks at stays as it was");
    let now = server.house.games.read(&game).await.unwrap().glance();
    assert!(now.table().unwrap().actions() > then);
    // As long as it is worked out, the game can be changed.
    let looking = {
        let (house, glance) = (server.house.clone(), glance.clone());
        let (hold, held) = std::sync::mpsc::channel::<()>();
        let task = tokio::spawn(async move {
            house
                .look(glance, move |_| {
                    let _ = held.recv();
                    Ok(())
                })
                .await
        });
        (hold, task)
    };
    let changed = timeout(SOON, server.house.games.change(&game)).await;
    assert!(changed.is_ok(), "a look holds the game");
    drop(changed);
    drop(looking.0);
    assert!(looking.1.await.unwrap().is_ok());
    server.stop().await;
}

/// A replay comes in parts that are together what it was in one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_replay_in_parts_is_the_same() {
    let scratch = Scratch::new();
    let server = Running::start(&scratch.file()).await;
    let pair = Pair::sit_down(&server).await;
    pair.play_out(11).await;
    let game = server.game(&pair.game).await;
    for (side, eyes) in [
        ("side=union&", engine::Eyes::Of(engine::Seat::UNION)),
        ("side=all&", engine::Eyes::All),
        ("", engine::Eyes::All),
    ] {
        for (from, count) in [(0, 100), (0, 25), (3, 26), (7, 1), (5, 0), (1_000, 10)] {
            let path = format!("/games/{}/sights?{side}from={from}&count={count}", pair.game);
            let live = server.house.games.read(&game).await.unwrap();
            let whole = serde_json::to_value(live.moments(eyes, from, count)).unwrap();
            drop(live);
            assert_eq!(pair.union.get(&path).await.ok(), whole, "{path}");
            let gzip = [
                ("accept-encoding", "gzip".to_owned()),
                ("authorization", format!("Bearer {}", pair.union.key)),
            ];
            let packed = request_with(server.address, "GET", &path, &gzip, "").await;
            let mut text = String::new();
            std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(&*packed.body), &mut text)
                .unwrap();
            assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), whole, "{path}");
        }
    }
    server.stop().await;
}

/// One receiver that never answers, and one that does.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_receiver_of_webhooks_delays_only_itself() {
    let scratch = Scratch::new();
    let server = Running::start(&scratch.file()).await;
    let silent = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let quick = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hook = |listener: &TcpListener| json!({"url": format!("http://{}/", listener.local_addr().unwrap())});
    // Many games whose players are told by the one that is silent.
    for _ in 0..12 {
        let pair = Pair::sit_down(&server).await;
        pair.confederate.put(&format!("/games/{}/webhook", pair.game), &hook(&silent)).await.ok();
        pair.union.put(&format!("/games/{}/webhook", pair.game), &hook(&silent)).await.ok();
        let mut dice = Dice(2);
        for number in 0..8 {
            pair.step(&mut dice, number).await;
        }
    }
    let pair = Pair::sit_down(&server).await;
    for player in [&pair.union, &pair.confederate] {
        player.put(&format!("/games/{}/webhook", pair.game), &hook(&quick)).await.ok();
    }
    let told = tokio::spawn(async move { quick.accept().await });
    let mut dice = Dice(2);
    for number in 0..8 {
        pair.step(&mut dice, number).await;
    }
    // An attempt at the silent one takes ten seconds, and each is told three times.
    timeout(Duration::from_secs(9), told).await.expect("the quick one is told at once").unwrap().unwrap();
    drop(silent);
    server.stop().await;
}

/// Twenty-one megabytes in eight seconds was possible.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_fills_the_disk() {
    let scratch = Scratch::new();
    let limits = Limits {
        talk: Rate { steady: 1, burst: 5 },
        talk_of_game: 7,
        kept: Rate { steady: 1, burst: 64 },
        ..generous()
    };
    let server = Running::with(&scratch.file(), limits, Manners::default()).await;
    let stranger = server.player().await;
    let pair = Pair::sit_down(&server).await;
    let (chat, notes) = (format!("/games/{}/chat", pair.game), format!("/games/{}/notes", pair.game));
    stranger.put(&notes, &json!({"text": "x"})).await.refused("forbidden");
    stranger.post(&chat, &json!({"text": "x"})).await.refused("forbidden");
    for _ in 0..5 {
        pair.union.post(&chat, &json!({"text": "x".repeat(500)})).await.ok();
    }
    let refused = pair.confederate.post(&chat, &json!({"text": "x"})).await;
    refused.refused("too-many");
    assert!(refused.headers["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 1);
    // Another game is another matter, until the address has had enough kept.
    let other = Pair::sit_down(&server).await;
    other.union.post(&format!("/games/{}/chat", other.game), &json!({"text": "x"})).await.ok();
    let long = json!({"text": "n".repeat(19_000)});
    let mut kept = 0;
    while other.union.put(&format!("/games/{}/notes", other.game), &long).await.status == 204 {
        kept += 1;
        assert!(kept < 10, "so much is kept");
    }
    assert!(kept >= 1);
    let record = "{".repeat(100 * 1024);
    let import = request(server.address, "POST", "/games/import", Some(&stranger.key), &record).await;
    import.refused("too-large");
    let import =
        request(server.address, "POST", "/games/import", Some(&stranger.key), &"{".repeat(40_000)).await;
    assert!(import.status == 429 && import.headers.contains_key("retry-after"), "{}", import.text());
    // Somebody else's address has had nothing yet.
    let elsewhere = request_from([127, 0, 0, 3], server.address, "/games/import", &stranger.key, "{").await;
    assert_eq!(elsewhere.status, 400);
    server.stop().await;
}

/// Records are long, and each is in memory as a whole: of one address, two are read at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_are_read_one_after_another() {
    let scratch = Scratch::new();
    let patience = Patience { body: Duration::from_millis(1_500), ..Patience::default() };
    let server = Running::with(&scratch.file(), hasty(patience), Manners::default()).await;
    let key = server.player().await.key;
    let mut held = Vec::new();
    for _ in 0..2 {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let half = format!(
            "POST /api/v1/games/import HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {key}\r\ncontent-length: 50\r\n\r\n{{"
        );
        stream.write_all(half.as_bytes()).await.unwrap();
        held.push(stream);
    }
    // They are being read.
    tokio::time::sleep(Duration::from_millis(200)).await;
    let address = server.address;
    let own = key.clone();
    let third =
        tokio::spawn(async move { request(address, "POST", "/games/import", Some(&own), "{}").await.status });
    let elsewhere = request_from([127, 0, 0, 3], address, "/games/import", &key, "{}");
    assert_eq!(timeout(SOON, elsewhere).await.expect("an answer").status, 400);
    assert!(!third.is_finished(), "the third of one address does not wait");
    assert_eq!(timeout(SOON, third).await.expect("an answer").unwrap(), 400);
    server.stop().await;
}

/// Whoever looks at all that has happened, again and again, is told to wait.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn long_looks_are_counted() {
    let scratch = Scratch::new();
    let limits = Limits { looks: Rate { steady: 1, burst: 8 }, ..generous() };
    let server = Running::with(&scratch.file(), limits, Manners::default()).await;
    let pair = Pair::sit_down(&server).await;
    pair.play_out(11).await;
    for what in ["log", "sights", "record", "overlay?id=x"] {
        // Each by somebody who has not looked yet.
        let player = server.player().await;
        let path = format!("/games/{}/{what}", pair.game);
        let mut refused = None;
        for _ in 0..20 {
            let reply = player.get(&path).await;
            if reply.status == 429 {
                refused = Some(reply);
                break;
            }
        }
        let refused = refused.unwrap_or_else(|| panic!("{what} is not limited"));
        assert!(refused.headers.contains_key("retry-after"), "{what}");
    }
    server.stop().await;
}

/// However much time has passed, a game has only so many lines.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_has_only_so_many_lines() {
    let scratch = Scratch::new();
    let limits = Limits { talk_of_game: 7, ..generous() };
    let server = Running::with(&scratch.file(), limits, Manners::default()).await;
    let pair = Pair::sit_down(&server).await;
    let chat = format!("/games/{}/chat", pair.game);
    for _ in 0..7 {
        pair.union.post(&chat, &json!({"text": "x"})).await.ok();
    }
    pair.union.post(&chat, &json!({"text": "x"})).await.refused("too-many");
    server.stop().await;
}
