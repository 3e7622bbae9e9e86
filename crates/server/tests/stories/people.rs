//! Who may see what, and who is told of it elsewhere.

use crate::common::{Dice, Pair, Player, Running, Socket, generous, request};
use serde_json::{Value, json};
use server::Manners;
use server::store::Database;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

pub async fn another_device(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, game, .. } = Pair::sit_down(&server).await;
    let code = union.post("/move", &json!({})).await.ok();
    let key = request(server.address, "POST", "/move/redeem", None, &code.to_string()).await.ok();
    assert_ne!(key["key"], union.key);
    let phone = Player { key: key["key"].as_str().unwrap().to_owned(), address: server.address };
    assert_eq!(phone.sight(&game, "union").await, union.sight(&game, "union").await);
    request(server.address, "POST", "/move/redeem", None, &code.to_string()).await.refused("forbidden");
    request(server.address, "POST", "/move", Some("no such key"), "").await.refused("forbidden");
    server.stop().await;
}

pub async fn who_may_see_what(place: Database) {
    let server = Running::start(&place).await;
    let stranger = server.player().await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    for what in ["sight?side=union", "log?side=union", "sights?side=union", "overlay?side=union&id=x"] {
        stranger.get(&format!("/games/{game}/{what}")).await.refused("forbidden");
        confederate.get(&format!("/games/{game}/{what}")).await.refused("forbidden");
        request(server.address, "GET", &format!("/games/{game}/{what}"), None, "").await.refused("forbidden");
    }
    for what in ["sight?side=all", "log?side=all", "sights?side=all", "record"] {
        union.get(&format!("/games/{game}/{what}")).await.refused("forbidden");
    }
    let preview = json!({"side": "union", "action": "order hold"});
    confederate.post(&format!("/games/{game}/preview"), &preview).await.refused("forbidden");
    assert!(union.post(&format!("/games/{game}/preview"), &preview).await.ok()["label"].is_string());
    let click = json!({"side": "union", "target": {"what": "button"}});
    confederate.post(&format!("/games/{game}/click"), &click).await.refused("forbidden");

    let mut intruder = confederate.socket(&game, Some("union")).await;
    assert_eq!(intruder.next_of("refused").await["refusal"]["error"], "forbidden");
    assert!(intruder.next().await.is_none(), "an intruder is shown out");
    let mut watcher = Socket::open(server.address, &game, None, None).await;
    assert!(watcher.next_of("news").await["sight"]["ask"].is_null());
    watcher
        .say(&json!({"type": "act", "id": "x", "side": "union", "moment": "", "action": "order hold"}))
        .await;
    assert_eq!(watcher.next_of("refused").await["refusal"]["error"], "forbidden");
    watcher.say(&json!({"type": "nonsense"})).await;
    assert_eq!(watcher.next_of("refused").await["refusal"]["error"], "bad-request");
    stranger.get("/games/no-such-game").await.refused("not-found");
    server.stop().await;
}

pub async fn told_by_webhook(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/turns?room=4", listener.local_addr().unwrap());
    let path = format!("/games/{game}/webhook");
    confederate.put(&path, &json!({"url": "gopher://example.org"})).await.refused("bad-request");
    assert_eq!(union.put(&path, &json!({"url": url})).await.status, 204);
    assert_eq!(union.get(&format!("/games/{game}")).await.ok()["webhook"], url);
    assert!(confederate.get(&format!("/games/{game}")).await.ok()["webhook"].is_null());

    // Both give their orders; whoever moves first is told when it is his turn again.
    let pair = Pair { union, confederate, game };
    let mut dice = Dice(1);
    let told = async {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut text = vec![0; 4096];
        let length = stream.read(&mut text).await.unwrap();
        stream.write_all(b"HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n").await.unwrap();
        String::from_utf8_lossy(&text[..length]).into_owned()
    };
    let play = async {
        for number in 0..400 {
            if !pair.step(&mut dice, number).await {
                break;
            }
        }
        std::future::pending::<()>().await;
    };
    let heard = tokio::select! { heard = told => heard, () = play => unreachable!() };
    assert!(heard.starts_with("POST /turns?room=4 HTTP/1.1\r\n"), "{heard}");
    let body: Value = serde_json::from_str(heard.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!((&body["game"], &body["side"]), (&json!(pair.game), &json!("union")));
    let name = pair.union.get(&format!("/games/{}", pair.game)).await.ok()["name"].clone();
    assert_eq!(body["name"], name);
    assert!(body["text"].as_str().unwrap().contains(name.as_str().unwrap()), "{body}");
    server.stop().await;

    // Without leave, the same address is not connected to.
    let server = Running::with(&place, generous(), Manners::default()).await;
    let pair = Pair::sit_down(&server).await;
    assert_eq!(
        pair.union.put(&format!("/games/{}/webhook", pair.game), &json!({"url": url})).await.status,
        204
    );
    let refused = async {
        let mut number = 0;
        loop {
            pair.step(&mut dice, number).await;
            number += 1;
            let metrics = request(server.address, "GET", "/metrics", None, "").await.text().to_owned();
            assert!(metrics.contains("longroll_webhooks_total{fate=\"told\"} 0\n"), "{metrics}");
            if !metrics.contains("longroll_webhooks_total{fate=\"failed\"} 0\n") {
                break;
            }
        }
    };
    tokio::select! { () = refused => {}, _ = listener.accept() => panic!("the server came to its own machine") }
    server.stop().await;
}
