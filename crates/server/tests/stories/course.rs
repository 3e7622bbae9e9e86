//! The course of a game: from the invitation to the proof of its dice, or to an agreement before.

use super::{follow, texts};
use crate::common::{Pair, Running, Socket};
use engine::fair::verify;
use engine::record::Record;
use faults::Source;
use picket_line::PicketLine;
use serde_json::{Value, json};
use server::store::Database;

pub async fn a_game_from_invitation_to_proof(place: Database) {
    let server = Running::start(&place).await;
    let (lee, meade, stranger) = (server.player().await, server.player().await, server.player().await);
    let (game, secret) = meade.invite_friend().await;

    // Before the other has come there is nothing to see, but the table is bound already.
    let waiting = meade.get(&format!("/games/{game}")).await.ok();
    assert_eq!(waiting["state"], "waiting");
    assert_eq!(texts(&waiting["mine"]), ["union"]);
    meade.get(&format!("/games/{game}/sight?side=union")).await.refused("over");
    let mut early = meade.socket(&game, Some("union")).await;
    assert!(early.next_of("news").await["sight"].is_null());

    let joined = lee.post(&format!("/games/{game}/join"), &json!({"secret": secret})).await.ok();
    assert_eq!(joined["state"], "playing");
    assert_eq!(joined["commitment"], waiting["commitment"]);
    assert!(joined["seed"].is_null());
    let begun = early.next_of("news").await;
    assert!(begun["sight"]["ask"].is_object(), "{begun}");
    assert_eq!(begun["info"]["state"], "playing");
    stranger.post(&format!("/games/{game}/join"), &json!({"secret": secret})).await.refused("forbidden");

    // A socket that follows hears the same log as one who asks for all of it.
    let pair = Pair { union: meade, confederate: lee, game };
    let mut watching = Socket::open(server.address, &pair.game, None, None).await;
    let mut told = Vec::new();
    let played = pair.play_out(7).await;
    let over = pair.union.get(&format!("/games/{}", pair.game)).await.ok();
    assert_eq!((over["state"].as_str(), over["ending"]["by"].as_str()), (Some("over"), Some("play")));
    let mut log = vec![];
    follow(&mut log, &begun);
    while log.len() < pair.union.sight(&pair.game, "union").await["log"].as_u64().unwrap() as usize {
        follow(&mut log, &early.next_of("news").await);
    }
    let asked = pair.union.get(&format!("/games/{}/log?side=union", pair.game)).await.ok();
    assert_eq!(Value::Array(log), asked);
    loop {
        let news = watching.next_of("news").await;
        follow(&mut told, &news);
        if news["sight"]["outcome"].is_object() {
            break;
        }
    }
    // Everything is open now: the watcher's log is that of all eyes.
    let all = stranger.get(&format!("/games/{}/log?side=all", pair.game)).await.ok();
    assert_eq!(Value::Array(told), all);
    let sights = stranger.get(&format!("/games/{}/sights?side=all&from=0&count=5", pair.game)).await.ok();
    assert!(sights["first"].is_object() && sights["then"].as_array().unwrap().len() == 4);

    let text = stranger.get(&format!("/games/{}/record", pair.game)).await.text().to_owned();
    let record = Record::read(&Source::new("record.json", text)).expect("a record");
    let verified = verify(&PicketLine::standard(), &record).expect("fair dice");
    assert_eq!((verified.actions, record.actions.len()), (played, played));
    assert_eq!(over["seed"], record.seed.unwrap().to_string());
    assert!(record.nonces.iter().all(Option::is_some));
    server.stop().await;
}

pub async fn giving_up_and_agreeing(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    union.post(&format!("/games/{game}/resign"), &json!({"side": "confederate"})).await.refused("forbidden");
    union.get(&format!("/games/{game}/record")).await.refused("forbidden");
    let over = union.post(&format!("/games/{game}/resign"), &json!({"side": "union"})).await.ok();
    assert_eq!(over["ending"], json!({"by": "resignation", "winner": "confederate", "points": null}));
    assert!(over["seed"].is_string());
    let sight = confederate.sight(&game, "confederate").await;
    assert!(sight["ask"].is_null() && texts(&sight["waiting"]).is_empty());
    confederate.answer(&game, "confederate", "late", "order hold").await.refused("over");
    confederate.post(&format!("/games/{game}/resign"), &json!({"side": "confederate"})).await.refused("over");

    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    let path = format!("/games/{game}/draw");
    let offered = union.post(&path, &json!({"side": "union", "offer": true})).await.ok();
    assert_eq!(offered["draw"], "union");
    let declined = confederate.post(&path, &json!({"side": "confederate", "offer": false})).await.ok();
    assert!(declined["draw"].is_null() && declined["state"] == "playing");
    confederate.post(&path, &json!({"side": "confederate", "offer": true})).await.ok();
    let agreed = union.post(&path, &json!({"side": "union", "offer": true})).await.ok();
    assert_eq!(agreed["ending"], json!({"by": "agreement", "winner": null, "points": null}));
    let cards = confederate.get("/games").await.ok();
    assert_eq!((&cards[0]["state"], &cards[0]["my_turn"]), (&json!("over"), &json!(false)));
    server.stop().await;
}

pub async fn talk_notes_and_lists(place: Database) {
    let server = Running::start(&place).await;
    let stranger = server.player().await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    let mut socket = confederate.socket(&game, Some("confederate")).await;
    socket.next_of("news").await;
    assert_eq!(texts(&socket.next_of("present").await["sides"]), ["confederate"]);
    let (chat, notes) = (format!("/games/{game}/chat"), format!("/games/{game}/notes"));
    assert_eq!(union.post(&chat, &json!({"text": " Good evening, <b>General</b>. "})).await.status, 204);
    let heard = socket.next_of("chat").await;
    assert_eq!(
        (heard["from"].as_str(), heard["text"].as_str()),
        (Some("union"), Some("Good evening, <b>General</b>."))
    );
    stranger.post(&chat, &json!({"text": "hello"})).await.refused("forbidden");
    union.post(&chat, &json!({"text": "x".repeat(1_001)})).await.refused("too-large");
    union.post(&chat, &json!({"text": "  "})).await.refused("bad-request");

    assert_eq!(union.put(&notes, &json!({"text": "hold the ford"})).await.status, 204);
    assert_eq!(union.get(&format!("/games/{game}")).await.ok()["notes"], "hold the ford");
    let theirs = confederate.get(&format!("/games/{game}")).await.ok();
    assert_eq!((theirs["notes"].as_str(), theirs["chat"].as_array().unwrap().len()), (Some(""), 1));

    // My turn first; a game without an opponent waits for nobody.
    union.answer(&game, "union", "a", "order hold").await.ok();
    let (open, _) = union.invite_friend().await;
    let cards = union.get("/games").await.ok();
    assert_eq!(cards.as_array().unwrap().len(), 2);
    let card = |id: &str| cards.as_array().unwrap().iter().find(|card| card["id"] == id).unwrap();
    assert_eq!(texts(&card(&open)["free"]), ["confederate"]);
    assert_eq!(
        (texts(&card(&game)["waiting"]), &card(&game)["my_turn"]),
        (vec!["confederate"], &json!(false))
    );
    assert_eq!(confederate.get("/games").await.ok()[0]["my_turn"], true);
    assert_eq!(stranger.get("/games").await.ok(), json!([]));
    server.stop().await;
}

pub async fn pledges_and_nonces(place: Database) {
    let server = Running::start(&place).await;
    let (player, thief) = (server.player().await, server.player().await);
    let pledge = player.post("/pledges", &json!({})).await.ok();
    let nonces = json!({"union": "0123456789abcdef0123456789abcdef", "confederate": null});
    let wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "me"},
        "pledge": pledge["game"], "nonces": nonces});
    thief.post("/games", &wish).await.refused("not-found");
    let made = player.post("/games", &wish).await.ok();
    assert_eq!((&made["id"], &made["commitment"]), (&pledge["game"], &pledge["commitment"]));
    player.post("/games", &wish).await.refused("not-found");
    let info = player.get(&format!("/games/{}", made["id"].as_str().unwrap())).await.ok();
    assert_eq!(info["seats"][0]["nonce"], nonces["union"]);
    assert_eq!(info["state"], "playing", "the same screen begins at once");
    let wrong = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "me"},
        "nonces": {"union": "short", "confederate": null}});
    player.post("/games", &wrong).await.refused("bad-request");

    // A new invitation ends the old one.
    let (game, old) = player.invite_friend().await;
    thief.post(&format!("/games/{game}/invite"), &json!({"side": "confederate"})).await.refused("forbidden");
    let new = player.post(&format!("/games/{game}/invite"), &json!({"side": "confederate"})).await.ok();
    thief.post(&format!("/games/{game}/join"), &json!({"secret": old})).await.refused("forbidden");
    thief.post(&format!("/games/{game}/join"), &json!({"secret": new["secret"]})).await.ok();
    player.post(&format!("/games/{game}/invite"), &json!({"side": "confederate"})).await.refused("illegal");
    server.stop().await;
}
