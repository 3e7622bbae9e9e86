//! Keys that are revoked, seats that are handed on, and who is shown nothing at all.

use crate::common::wire::request_with;
use crate::common::{Pair, Player, Running, Socket, generous, moment, request};
use serde_json::{Value, json};
use server::Manners;
use server::store::{Database, Snapshot, Store, backup, restore};

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

pub async fn keys_are_revoked(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, game, .. } = Pair::sit_down(&server).await;
    let mut devices = vec![union.clone()];
    for _ in 0..2 {
        let code = union.post("/move", &json!({})).await.ok();
        let key = request(server.address, "POST", "/move/redeem", None, &code.to_string()).await.ok();
        devices.push(Player { key: text(&key["key"]), address: server.address });
    }
    let [old, phone, stolen] = <[Player; 3]>::try_from(devices).ok().expect("three devices");
    let keys = phone.get("/keys").await.ok();
    let keys = keys.as_array().expect("keys");
    assert_eq!(keys.len(), 3);
    assert_eq!(keys.iter().filter(|key| key["this"] == true).count(), 1);
    assert!(!keys.iter().any(|key| key.to_string().contains(&phone.key)));

    // Whoever came with a key that is revoked is sent away at once.
    let mut thief = stolen.socket(&game, Some("union")).await;
    thief.next_of("news").await;
    let id = stolen.get("/keys").await.ok();
    let id =
        id.as_array().expect("keys").iter().find(|key| key["this"] == true).expect("its own")["id"].clone();
    stolen.post("/keys/revoke", &json!({"id": id})).await.refused("bad-request");
    assert_eq!(phone.post("/keys/revoke", &json!({"id": id})).await.ok()["revoked"], 1);
    while thief.next().await.is_some() {}
    stolen.get("/games").await.refused("forbidden");
    phone.post("/keys/revoke", &json!({"id": id})).await.refused("not-found");
    phone.post("/keys/revoke", &json!({"id": "%"})).await.refused("not-found");

    // All others at once; another player's key is none of these.
    let stranger = server.player().await;
    assert_eq!(phone.post("/keys/revoke", &json!({})).await.ok()["revoked"], 1);
    old.get("/games").await.refused("forbidden");
    assert_eq!(phone.get("/games").await.ok()[0]["id"], game);
    assert_eq!(stranger.get("/keys").await.ok().as_array().map(Vec::len), Some(1));
    server.stop().await;
}

pub async fn a_seat_is_handed_on(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    union.answer(&game, "union", "a", "order hold").await.ok();
    let (next, stranger) = (server.player().await, server.player().await);
    let path = |what: &str| format!("/games/{game}/{what}");
    let side = json!({"side": "union"});
    confederate.post(&path("hand-on"), &side).await.refused("forbidden");
    let first = union.post(&path("hand-on"), &side).await.ok();
    let second = union.post(&path("hand-on"), &side).await.ok();
    assert_ne!(first["secret"], second["secret"]);
    // Until somebody comes, nothing has changed.
    let before = union.sight(&game, "union").await;
    stranger.post(&path("join"), &json!({"secret": first["secret"]})).await.refused("forbidden");

    let info = union.get(&format!("/games/{game}")).await.ok();
    let mut old = union.socket(&game, Some("union")).await;
    old.next_of("news").await;
    let joined = next.post(&path("join"), &json!({"secret": second["secret"]})).await.ok();
    assert_eq!(joined["mine"], json!(["union"]));
    assert_eq!(joined["seats"], info["seats"], "what the seats add to the dice has not changed");
    assert_eq!(next.sight(&game, "union").await, before);
    // Whoever had it is shown out, and acts no more.
    assert_eq!(old.next_of("refused").await["refusal"]["error"], "forbidden");
    while old.next().await.is_some() {}
    union.get(&path("sight?side=union")).await.refused("forbidden");
    union.act(&game, "union", "b", moment(&before), "order hold").await.refused("forbidden");
    assert_eq!(union.get("/games").await.ok(), json!([]));
    stranger.post(&path("join"), &json!({"secret": second["secret"]})).await.refused("forbidden");
    confederate.answer(&game, "confederate", "a", "order hold").await.ok();
    let pair = Pair { union: next, confederate, game };
    pair.play_out(3).await;
    server.stop().await;

    // It is kept: the dice were those of the game.
    let server = Running::start(&place).await;
    let info = pair.union.at(&server).get(&format!("/games/{}", pair.game)).await.ok();
    assert_eq!((info["state"].as_str(), &info["mine"]), (Some("over"), &json!(["union"])));
    assert!(info["notice"].is_null());
    server.stop().await;
}

pub async fn lists_have_pages(place: Database) {
    let server = Running::start(&place).await;
    let (player, other) = (server.player().await, server.player().await);
    let wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "me"}});
    let mut made = Vec::new();
    for _ in 0..7 {
        made.push(text(&player.post("/games", &wish).await.ok()["id"]));
    }
    other.post("/games", &wish).await.ok();
    player.post(&format!("/games/{}/resign", made[2]), &json!({"side": "union"})).await.ok();
    let mut listed = Vec::new();
    loop {
        let after = listed.last().map_or(String::new(), |last| format!("&after={last}"));
        let page = player.get(&format!("/games?count=3{after}")).await.ok();
        let page = page.as_array().expect("a page");
        listed.extend(page.iter().map(|card| text(&card["id"])));
        if page.len() < 3 {
            break;
        }
    }
    assert_eq!(listed.len(), 7);
    assert_eq!(listed.last(), Some(&made[2]), "what is over comes last");
    listed.sort();
    made.sort();
    assert_eq!(listed, made);
    let all = player.get("/games").await.ok();
    assert_eq!(all.as_array().map(Vec::len), Some(7));
    player.get("/games?after=nothing").await.refused("not-found");
    let others = other.get("/games").await.ok();
    player.get(&format!("/games?after={}", text(&others[0]["id"]))).await.refused("not-found");
    server.stop().await;
}

/// What a table does not show if it was told so, and whom it answers.
pub async fn a_closed_table(place: Database) {
    let manners = Manners {
        no_metrics: true,
        no_watchers: true,
        public_url: Some("https://games.example".to_owned()),
        ..Manners::default()
    };
    let server = Running::with(&place, generous(), manners).await;
    let address = server.address;
    let ask = |path: &'static str, host: &'static str, origin: Option<&'static str>| async move {
        let mut headers = vec![("host", host.to_owned())];
        headers.extend(origin.map(|origin| ("origin", origin.to_owned())));
        request_with(address, "GET", path, &headers, "").await.status
    };
    assert_eq!(ask("/scenarios", "games.example", None).await, 200);
    assert_eq!(ask("/scenarios", "games.example:443", Some("https://games.example")).await, 200);
    assert_eq!(ask("/scenarios", "rebound.example", None).await, 421);
    assert_eq!(ask("/", "rebound.example", None).await, 421);
    assert_eq!(ask("/scenarios", "games.example", Some("https://evil.example")).await, 403);
    // Those who watch over it know it by another name.
    assert_eq!(ask("/healthz", "10.0.0.7", None).await, 200);
    assert_eq!(ask("/metrics", "10.0.0.7", None).await, 404);

    let asked = |method: &'static str, path: String, key: Option<String>, body: Value| async move {
        let mut headers = vec![("host", "games.example".to_owned())];
        headers.extend(key.map(|key| ("authorization", format!("Bearer {key}"))));
        request_with(address, method, &path, &headers, &body.to_string()).await
    };
    let key = text(&asked("POST", "/players".into(), None, Value::Null).await.ok()["key"]);
    let stranger = text(&asked("POST", "/players".into(), None, Value::Null).await.ok()["key"]);
    let wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "me"}});
    let game = text(&asked("POST", "/games".into(), Some(key.clone()), wish).await.ok()["id"]);
    let shown = ["", "/sight", "/log", "/sights", "/overlay?id=x", "/record"];
    for over in [false, true] {
        if over {
            let side = json!({"side": "union"});
            asked("POST", format!("/games/{game}/resign"), Some(key.clone()), side).await.ok();
        }
        for what in shown {
            let path = format!("/games/{game}{what}");
            for key in [None, Some(stranger.clone())] {
                let refusal = asked("GET", path.clone(), key, Value::Null).await.refused("forbidden");
                assert!(text(&refusal["text"]).contains("only to those who play"), "{refusal}");
            }
        }
        asked("GET", format!("/games/{game}/sight"), Some(key.clone()), Value::Null).await.ok();
    }
    let url = format!("ws://{address}/api/v1/games/{game}/socket");
    assert!(tokio_tungstenite::connect_async(url).await.is_err(), "a socket by another name is refused");
    server.stop().await;

    // A watcher's socket is shown out where the name is not asked for.
    let server = Running::with(&place, generous(), Manners { no_watchers: true, ..Manners::default() }).await;
    let mut watcher = Socket::open(server.address, &game, None, None).await;
    assert_eq!(watcher.next_of("refused").await["refusal"]["error"], "forbidden");
    assert!(watcher.next().await.is_none());
    server.stop().await;
}

/// A copy is made while the table is played at, and brought back elsewhere; it can be played on from there.
pub async fn kept_twice(place: Database) {
    let scratch = crate::common::Scratch::new();
    let server = Running::start(&place).await;
    let pair = Pair::sit_down(&server).await;
    pair.union.answer(&pair.game, "union", "a", "order hold").await.ok();
    let before = pair.confederate.sight(&pair.game, "confederate").await;
    let copy = scratch.0.join("copy.db");
    let copied = backup(&place, &copy).await.expect("a copy");
    assert_eq!(copied.games, 1);
    let again = backup(&place, &copy).await.expect_err("a copy is not written over");
    assert!(again.to_string().contains("already"), "{again}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        assert_eq!(std::fs::metadata(&copy).unwrap().permissions().mode() & 0o777, 0o600);
    }
    pair.play_out(5).await;
    server.stop().await;

    // What was done since is not in the copy.
    let elsewhere = Database::File(scratch.0.join("elsewhere.db"));
    assert_eq!(restore(&copy, &elsewhere).await.expect("a place where nothing is kept"), copied);
    restore(&copy, &elsewhere).await.expect_err("something is kept there");
    let server = Running::start(&elsewhere).await;
    let there = pair.confederate.at(&server);
    assert_eq!(there.sight(&pair.game, "confederate").await, before);
    there.answer(&pair.game, "confederate", "a", "order hold").await.ok();
    server.stop().await;

    // Back to the kind of database it came from, and to none where something is kept already.
    restore(&copy, &place).await.expect_err("something is kept there");
    // A damaged copy is no copy.
    let damaged = scratch.0.join("damaged.db");
    let mut bytes = std::fs::read(&copy).unwrap();
    // The second page is the first of a table.
    bytes[4096..8192].fill(0x5a);
    std::fs::write(&damaged, bytes).unwrap();
    let nowhere = scratch.0.join("nowhere.db");
    restore(&damaged, &Database::File(nowhere.clone())).await.expect_err("a damaged copy");
    std::fs::write(&damaged, b"not a database at all").unwrap();
    restore(&damaged, &Database::File(nowhere.clone())).await.expect_err("no database");
    restore(&scratch.0.join("none.db"), &Database::File(nowhere.clone())).await.expect_err("no file");
    assert!(!nowhere.exists());
}

/// What was in PostgreSQL comes back into PostgreSQL.
pub async fn from_postgres_to_postgres(place: Database, other: Database) {
    let scratch = crate::common::Scratch::new();
    let server = Running::start(&place).await;
    let pair = Pair::sit_down(&server).await;
    pair.play_out(5).await;
    let record = pair.union.get(&format!("/games/{}/record", pair.game)).await.text().to_owned();
    server.stop().await;
    let store = Store::open(&place).await.unwrap();
    store.keep_snapshots(&[(pair.game.clone(), Snapshot { seq: 1, bytes: vec![0, 255] })]).await.unwrap();
    store.close().await;
    let copy = scratch.0.join("copy.db");
    let copied = backup(&place, &copy).await.expect("a copy");
    assert_eq!(restore(&copy, &other).await.expect("an empty database"), copied);
    let server = Running::start(&other).await;
    let again = pair.union.at(&server).get(&format!("/games/{}/record", pair.game)).await.text().to_owned();
    assert_eq!(again, record);
    server.stop().await;
}
