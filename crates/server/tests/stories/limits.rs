//! How much, how many, and what else goes with an answer.

use crate::common::wire::request_with;
use crate::common::{Pair, Reply, Running, generous, request};
use flate2::read::GzDecoder;
use serde_json::json;
use server::limits::Rate;
use server::store::Database;
use server::{Limits, Manners};
use std::io::Read as _;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;

pub async fn limits_headers_and_health(place: Database) {
    let limits = Limits { creations: Rate { steady: 1, burst: 3 }, sockets_of_one: 1, ..generous() };
    let server = Running::with(&place, limits, Manners::default()).await;
    let address = server.address;
    let union = server.player().await;
    let (game, _) = union.invite_friend().await;
    server.player().await;
    request(address, "POST", "/players", None, "").await.refused("too-many");
    let mut first = union.socket(&game, Some("union")).await;
    first.next_of("news").await;
    let url = format!("ws://{address}/api/v1/games/{game}/socket");
    assert!(tokio_tungstenite::connect_async(url).await.is_err(), "one socket is enough for one address");
    union.post("/games", &json!({"scenario": "x".repeat(100_000)})).await.refused("too-large");
    union.post("/games", &json!({"scenario": 4})).await.refused("bad-request");
    request(address, "GET", "/nothing", None, "").await.refused("not-found");
    assert_eq!(request(address, "DELETE", "/games", None, "").await.status, 405);

    assert_eq!(request(address, "GET", "/healthz", None, "").await.text(), "ok\n");
    let metrics = request(address, "GET", "/metrics", None, "").await.text().to_owned();
    assert!(
        metrics.contains("longroll_sockets 1\n")
            && metrics.contains("longroll_answers_total{class=\"refused\"}"),
        "{metrics}"
    );
    assert!(!metrics.contains(&game), "games are not named");
    let page = request(address, "GET", "/", None, "").await;
    assert!(page.text().contains("Long Roll"));
    for (name, value) in [
        ("referrer-policy", "no-referrer"),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
    ] {
        assert_eq!(page.headers[name], value);
    }
    assert!(page.headers["content-security-policy"].to_str().unwrap().contains("frame-ancestors 'none'"));
    let info = union.get(&format!("/games/{game}")).await;
    assert_eq!(info.headers["cache-control"], "no-store");

    let board = request(address, "GET", "/scenarios/two-fords/board", None, "").await;
    assert!(board.headers.contains_key("etag") && board.ok()["places"].is_array());
    assert_eq!(board.headers["cache-control"], "no-cache");
    board_is_sent_once_and_packed(address, &board).await;
    assert!(
        request(address, "GET", "/scenarios/two-fords/picture.svg", None, "")
            .await
            .text()
            .starts_with("<svg")
    );
    assert_eq!(request(address, "GET", "/scenarios", None, "").await.ok()[0]["id"], "two-fords");
    let described = request(address, "GET", "/openapi.json", None, "").await.ok();
    assert!(described["paths"]["/api/v1/games/{id}/act"]["post"].is_object());
    assert!(described["components"]["schemas"]["Sight"].is_object());
    server.stop().await;
    assert!(first.next().await.is_none_or(|last| last["type"] != "refused"));
}

async fn board_is_sent_once_and_packed(address: SocketAddr, plain: &Reply) {
    let ask = async |name: &'static str, value: &str| {
        request_with(address, "GET", "/scenarios/two-fords/board", &[(name, value.to_owned())], "").await
    };
    let etag = plain.headers["etag"].to_str().unwrap();
    for known in [etag.to_owned(), format!("\"other\", W/{etag}")] {
        let again = ask("if-none-match", &known).await;
        assert!(again.status == 304 && again.body.is_empty(), "{again:?}");
    }
    assert_eq!(ask("if-none-match", "\"other\"").await.body, plain.body);
    let packed = ask("accept-encoding", "br;q=0.5, gzip, deflate").await;
    assert_eq!(
        (&packed.headers["content-encoding"], &packed.headers["vary"]),
        (&"gzip".parse().unwrap(), &"accept-encoding".parse().unwrap())
    );
    let mut unpacked = Vec::new();
    GzDecoder::new(&*packed.body).read_to_end(&mut unpacked).unwrap();
    assert_eq!(unpacked, plain.body);
    assert!(packed.body.len() * 2 < plain.body.len(), "{} of {}", packed.body.len(), plain.body.len());
    assert_eq!(ask("accept-encoding", "gzip;q=0").await.body, plain.body);
}

/// Beyond the limit, connections wait until others have gone.
pub async fn so_many_connections(place: Database) {
    let server = Running::with(&place, Limits { connections: 2, ..generous() }, Manners::default()).await;
    let idle = [
        TcpStream::connect(server.address).await.unwrap(),
        TcpStream::connect(server.address).await.unwrap(),
    ];
    let mut third = tokio::spawn(request(server.address, "GET", "/healthz", None, ""));
    let early = tokio::time::timeout(Duration::from_millis(300), &mut third).await;
    assert!(early.is_err(), "the third connection does not wait");
    drop(idle);
    assert_eq!(third.await.unwrap().text(), "ok\n");
    server.stop().await;
}

/// Whoever drags like mad is answered now and then, at last, and by what he wished last; nobody else waits.
pub async fn so_many_traces(place: Database) {
    let limits = Limits { traces: Rate { steady: 20, burst: 200 }, at_once: 1, ..generous() };
    let server = Running::with(&place, limits, Manners::default()).await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    union.answer(&game, "union", "1", "order advance").await.ok();
    confederate.answer(&game, "confederate", "1", "order hold").await.ok();
    union.answer(&game, "union", "2", "pick A").await.ok();
    let mut socket = union.socket(&game, Some("union")).await;
    socket.next_of("news").await;
    let wish = |number: usize| {
        let drag =
            json!({"how": "drag", "points": [[200, 399 - number % 100]], "facing": null, "snap": false});
        json!({"type": "trace", "id": number.to_string(), "side": "union", "gesture": drag})
    };
    for number in 0..2_000 {
        socket.say(&wish(number)).await;
    }
    let (mut traced, mut refused) = (Vec::new(), 0);
    // The other side is served meanwhile.
    let sight = confederate.get(&format!("/games/{game}/sight?side=confederate")).await.ok();
    assert_eq!(sight["waiting"], json!(["union"]));
    socket.say(&json!({"type": "probe", "id": "end", "side": "union", "action": "nonsense"})).await;
    loop {
        let message = socket.next().await.expect("an answer");
        match (message["type"].as_str(), message["id"].as_str()) {
            (Some("traced"), Some(id)) => traced.push(id.parse::<usize>().unwrap()),
            (Some("refused"), Some("end")) => break,
            (Some("refused"), _) => {
                assert_eq!(message["refusal"]["error"], "too-many");
                refused += 1;
            }
            _ => {}
        }
    }
    assert!(refused > 1_000, "{refused} of 2,000 were too many");
    assert!(traced.len() <= 400 && traced.is_sorted(), "{traced:?}");
    // After a pause the last wish is answered again.
    let last = loop {
        tokio::time::sleep(Duration::from_millis(60)).await;
        socket.say(&wish(7_000)).await;
        let answer = loop {
            let message = socket.next().await.expect("an answer");
            if message["id"] == "7000" {
                break message;
            }
        };
        if answer["type"] == "traced" {
            break answer;
        }
    };
    assert_eq!(last["trace"]["cost"], "1 of 120 paces");
    server.stop().await;
}
