//! What nobody would send: requests and messages, each a good one with something wrong about it. Whatever comes, the
//! server answers that it is wrong, and never that it failed.
//!
//! Four thousand by default; a million with
//! `MUTATED_REQUESTS=1000000 cargo test --release -p server --test mutated -- --nocapture`.

mod common;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use common::{Dice, Pair, Running, Scratch, moment};
use serde_json::{Value, json};
use server::routes;
use tower::ServiceExt as _;

fn wanted() -> usize {
    std::env::var("MUTATED_REQUESTS").ok().and_then(|text| text.parse().ok()).unwrap_or(4_000)
}

/// Requests as they should be: method, path, body.
async fn good(server: &Running, pair: &Pair, record: &str) -> Vec<(&'static str, String, String)> {
    let sight = pair.union.sight(&pair.game, "union").await;
    let (game, moment) = (&pair.game, moment(&sight));
    let path = |what: &str| format!("/api/v1/games/{game}/{what}");
    let act = json!({"id": "a", "side": "union", "moment": moment, "action": "order hold"});
    let undo = json!({"id": "u", "side": "union", "moment": moment, "back": {"line": 3}});
    let new = json!({"scenario": "two-fords", "name": "Evening", "seats": {"union": "me", "confederate": "friend"},
        "nonces": {"union": "00".repeat(16), "confederate": null}, "pledge": null});
    let code = server.house.new_move(&server.house.player(&pair.union.key).await.unwrap()).await.unwrap();
    let gets = [
        "sight?side=union",
        "log?side=union&from=2",
        "sights?side=union&from=0&count=9",
        "record",
        "",
        "overlay?side=union&id=sight&about=A",
        "outlook?side=union",
        "reactions?side=union",
        "sight",
        "sights",
        "log",
    ];
    let mut all: Vec<(&'static str, String, String)> =
        gets.iter().map(|what| ("GET", path(what), String::new())).collect();
    for (method, what, body) in [
        ("POST", "act", act),
        ("POST", "undo", undo),
        ("POST", "draw", json!({"side": "union", "offer": true})),
        ("POST", "draw", json!({"side": "confederate", "offer": false})),
        ("POST", "preview", json!({"side": "union", "action": "order hold"})),
        ("POST", "wait", json!({"side": "union", "moment": moment})),
        (
            "POST",
            "stand",
            json!({"side": "union", "kind": "PL-4.1", "unit": "X", "turn": true, "says": "pass"}),
        ),
        ("POST", "click", json!({"side": "union", "target": {"what": "piece", "piece": "A"}})),
        ("POST", "click", json!({"side": "union", "target": {"what": "point", "at": [200, 340]}})),
        ("POST", "chat", json!({"text": "hold", "side": "union", "id": "line"})),
        ("PUT", "notes", json!({"text": "the ford"})),
        ("POST", "join", json!({"secret": "x".repeat(43), "nonce": "11".repeat(16)})),
        ("POST", "invite", json!({"side": "union"})),
        ("POST", "hand-on", json!({"side": "union"})),
        ("POST", "open", json!({"side": "union", "nonce": "22".repeat(16)})),
    ] {
        all.push((method, path(what), body.to_string()));
    }
    for (method, what, body) in [
        ("POST", "/api/v1/games", new.to_string()),
        ("POST", "/api/v1/move/redeem", json!({"code": code.code}).to_string()),
        ("POST", "/api/v1/games/import", record.to_owned()),
        ("POST", "/api/v1/players", String::new()),
        ("POST", "/api/v1/pledges", String::new()),
        ("GET", "/api/v1/keys", String::new()),
        ("POST", "/api/v1/keys/revoke", json!({"id": "0123456789abcdef"}).to_string()),
        ("POST", "/api/v1/move", String::new()),
        ("GET", "/api/v1/games?after=none&count=7", String::new()),
        ("GET", "/readyz", String::new()),
        ("GET", "/api/v1/games", String::new()),
        ("GET", "/api/v1/scenarios", String::new()),
        ("GET", "/api/v1/scenarios/two-fords/board", String::new()),
        ("GET", "/healthz", String::new()),
        ("GET", "/index.html", String::new()),
    ] {
        all.push((method, what.to_owned(), body));
    }
    all
}

/// Something that is no good, or may be.
fn odd(dice: &mut Dice) -> Vec<u8> {
    const ODD: [&str; 30] = [
        "null",
        "true",
        "-1",
        "0",
        "1e999",
        "9223372036854775808",
        "18446744073709551616",
        "-0.0",
        "\"\"",
        "[]",
        "{}",
        "\"union\"",
        "\"confederate\"",
        "\"all\"",
        "\"\\u0000\"",
        "\"\\ud800\"",
        "'",
        "\"",
        "{\"line\":4294967295}",
        "[[[[[[[[[[[[[[[[",
        "{\"a\":",
        "\u{202e}\u{fffd}",
        "%00",
        "%2e%2e%2f",
        "../",
        "order advance",
        "\"2147483647\"",
        "\u{1f642}",
        "--",
        "&side=union&side=all",
    ];
    match dice.roll(8) {
        0 => vec![b'['; dice.roll(3_000)],
        1 => vec![dice.roll(256) as u8; dice.roll(9)],
        2 => vec![b'9'; dice.roll(70)],
        3 => vec![b'x'; dice.roll(2_500)],
        _ => ODD[dice.roll(ODD.len())].as_bytes().to_vec(),
    }
}

/// Changes something about a text: where there are words, most often a whole one.
fn spoil(text: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.roll(3) {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_';
        let at = dice.roll(text.len() + 1);
        let start = text[..at].iter().rposition(|byte| !word(byte)).map_or(0, |place| place + 1);
        let end = text[at..].iter().position(|byte| !word(byte)).map_or(text.len(), |place| at + place);
        match dice.roll(7) {
            0 if !text.is_empty() => drop(text.remove(at.min(text.len() - 1))),
            1 => text.insert(at, dice.roll(256) as u8),
            2 => text.truncate(at),
            3 => {
                let again = text[start..end].to_vec();
                text.splice(at..at, again);
            }
            4 => drop(text.splice(at..at, odd(dice))),
            _ => drop(text.splice(start..end, odd(dice))),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_is_sent_makes_the_server_fail() {
    let scratch = Scratch::new();
    let server = Running::start(&scratch.file()).await;
    let done = Pair::sit_down(&server).await;
    done.play_out(3).await;
    let record = done.union.get(&format!("/games/{}/record", done.game)).await.text().to_owned();
    let pair = Pair::sit_down(&server).await;
    pair.union.answer(&pair.game, "union", "first", "order advance").await.ok();
    let router = routes::router(server.house.clone());
    let mut dice = Dice(1863);
    let mut answers = std::collections::BTreeMap::<u16, usize>::new();
    let mut requests = good(&server, &pair, &record).await;
    let wanted = wanted();
    for number in 0..wanted {
        if number % 20_000 == 19_999 {
            requests = good(&server, &pair, &record).await;
        }
        let (method, path, body) = &requests[dice.roll(requests.len())];
        let (mut path, mut body) = (path.clone().into_bytes(), body.clone().into_bytes());
        let mut method = (*method).to_owned();
        match dice.roll(10) {
            0 => {
                method = ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD", "BREW"][dice.roll(7)].to_owned();
            }
            1..4 => spoil(&mut path, &mut dice),
            4 => {
                spoil(&mut path, &mut dice);
                spoil(&mut body, &mut dice);
            }
            _ => spoil(&mut body, &mut dice),
        }
        let key = match dice.roll(12) {
            0 => "Bearer nobody".to_owned(),
            1 => String::from_utf8_lossy(&odd(&mut dice)).into_owned(),
            2 | 3 => format!("Bearer {}", pair.confederate.key),
            _ => format!("Bearer {}", pair.union.key),
        };
        let request = Request::builder()
            .method(method.as_str())
            .uri(path.as_slice())
            .header("authorization", key.into_bytes().as_slice())
            .header("accept-encoding", if dice.roll(2) == 0 { "gzip" } else { "x" })
            .body(Body::from(body.clone()));
        // What is no request at all comes to nobody's ears.
        let Ok(request) = request else { continue };
        let answer = router.clone().oneshot(request).await.expect("an answer");
        let status = answer.status();
        let text = axum::body::to_bytes(answer.into_body(), 64 << 20).await.expect("a whole answer");
        *answers.entry(status.as_u16()).or_default() += 1;
        assert!(
            status < StatusCode::INTERNAL_SERVER_ERROR,
            "{method} {}\n{}\n{status}: {}",
            String::from_utf8_lossy(&path),
            String::from_utf8_lossy(&body),
            String::from_utf8_lossy(&text)
        );
    }
    eprintln!("{wanted} requests: {answers:?}");
    assert!(answers[&200] > 0 && answers[&400] > wanted / 20 && answers[&404] > 0, "{answers:?}");
    server.stop().await;
}

/// Addresses of webhooks are only looked at here: nothing is sent to where a spoiled one leads.
#[test]
fn no_address_is_too_strange_to_be_looked_at() {
    let mut dice = Dice(5);
    let mut taken = 0;
    for _ in 0..wanted() {
        let mut url = b"https://user@example.org:8080/hook?room=4#x".to_vec();
        spoil(&mut url, &mut dice);
        taken += usize::from(server::hooks::check(&String::from_utf8_lossy(&url)).is_ok());
    }
    assert!(taken < wanted());
}

/// A socket hears all kinds of nonsense, and goes on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_that_is_said_ends_a_socket() {
    let scratch = Scratch::new();
    let server = Running::start(&scratch.file()).await;
    let pair = Pair::sit_down(&server).await;
    let mut socket = pair.union.socket(&pair.game, Some("union")).await;
    socket.next_of("news").await;
    let sight = pair.union.sight(&pair.game, "union").await;
    let drag = json!({"how": "drag", "points": [[200, 340], [1, 2]], "facing": 900, "snap": true});
    let nudge = json!({"how": "nudge", "from": "x", "ahead": 1, "aside": 0, "turn": 0, "corner": false});
    let good = [
        json!({"type": "act", "id": "a", "side": "union", "moment": moment(&sight), "action": "order hold"}),
        json!({"type": "undo", "id": "u", "side": "union", "moment": moment(&sight), "back": "last"}),
        json!({"type": "probe", "id": "p", "side": "union", "action": "order hold"}),
        json!({"type": "probe", "id": "q", "side": "union", "target": {"what": "edge", "places": ["a", "b"]}}),
        json!({"type": "trace", "id": "t", "side": "union", "gesture": drag}),
        json!({"type": "trace", "id": "n", "side": "union", "gesture": nudge}),
        json!({"type": "again"}),
        json!({"type": "turn"}),
        json!({"type": "hello", "key": pair.union.key, "side": "union", "log": 0}),
    ]
    .map(|message| message.to_string());
    let mut dice = Dice(7);
    for number in 0..wanted() / 4 {
        let mut text = good[dice.roll(good.len())].clone().into_bytes();
        spoil(&mut text, &mut dice);
        socket.say_text(&String::from_utf8_lossy(&text)).await;
        if number % 50 == 0 {
            let id = format!("still-{number}");
            let ask = json!({"type": "probe", "id": id, "side": "confederate", "action": "x"});
            socket.say(&ask).await;
            // Whatever else it says meanwhile, it answers.
            while socket.next_raw().await.expect("the socket has ended")["id"] != Value::String(id.clone()) {}
        }
    }
    server.stop().await;
}
