//! Acts: stale, repeated, illegal, taken back, and only probed.

use super::follow;
use crate::common::{Pair, Running, Socket, moment};
use serde_json::{Value, json};
use server::store::Database;

pub async fn stale_and_repeated_and_illegal_acts(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    let first = union.sight(&game, "union").await;
    let done = union.act(&game, "union", "a", moment(&first), "order hold").await.ok();
    assert_ne!(done["moment"], first["moment"]);

    // The same again is answered as before and done once; something else for that moment comes too late.
    let log = union.sight(&game, "union").await["log"].clone();
    assert_eq!(union.act(&game, "union", "a", moment(&first), "order hold").await.ok(), done);
    assert_eq!(union.sight(&game, "union").await["log"], log);
    let stale = union.act(&game, "union", "b", moment(&first), "order advance").await.refused("stale");
    assert_eq!(stale["sight"]["moment"], done["moment"]);

    let now = confederate.sight(&game, "confederate").await;
    let illegal =
        confederate.act(&game, "confederate", "c", moment(&now), "fire Xanadu").await.refused("illegal");
    assert!(illegal["violation"]["text"].is_string());
    confederate
        .act(&game, "union", "d", done["moment"].as_str().unwrap(), "order hold")
        .await
        .refused("forbidden");
    confederate.act(&game, "confederate", "", moment(&now), "order hold").await.refused("bad-request");

    // The name of an act is the side's own.
    confederate.act(&game, "confederate", "a", moment(&now), "order hold").await.ok();
    server.stop().await;
}

pub async fn taking_back(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    let mut socket = union.socket(&game, Some("union")).await;
    let mut other = confederate.socket(&game, Some("confederate")).await;
    let mut log = Vec::new();
    let mut others = Vec::new();
    follow(&mut log, &socket.next_of("news").await);
    follow(&mut others, &other.next_of("news").await);
    let (mine, theirs) = (log.clone(), others.clone());

    let first = union.sight(&game, "union").await;
    union.act(&game, "union", "a", moment(&first), "order advance").await.ok();
    follow(&mut log, &socket.next_of("news").await);
    follow(&mut others, &other.next_of("news").await);
    assert_eq!((log.len(), others.len()), (mine.len() + 1, theirs.len() + 1));

    let now = union.sight(&game, "union").await;
    assert!(now["undo"]["to_line"].is_number(), "{now}");
    let undo = json!({"type": "undo", "id": "u", "side": "union", "moment": now["moment"], "back": "last"});
    socket.say(&undo).await;
    let answered = socket.next_of("answered").await;
    assert_eq!(answered["moment"], first["moment"]);
    follow(&mut log, &socket.until_moment(moment(&first)).await);
    follow(&mut others, &other.next_of("news").await);
    assert_eq!((log, others), (mine, theirs), "what was taken back is no longer in any log");

    // The position is the old one, and still the old act is not done a second time.
    union.act(&game, "union", "a", moment(&first), "order advance").await.ok();
    assert_eq!(union.sight(&game, "union").await["moment"], first["moment"]);
    let nothing = json!({"id": "v", "side": "union", "moment": first["moment"], "back": "all"});
    union.post(&format!("/games/{game}/undo"), &nothing).await.refused("illegal");

    union.act(&game, "union", "b", moment(&first), "order hold").await.ok();
    confederate.answer(&game, "confederate", "c", "order hold").await.ok();
    let shown = union.sight(&game, "union").await;
    let late = json!({"id": "w", "side": "union", "moment": shown["moment"], "back": {"line": 1}});
    let refused = union.post(&format!("/games/{game}/undo"), &late).await.refused("illegal");
    assert!(refused["text"].as_str().unwrap().contains("cannot be taken back"), "{refused}");
    server.stop().await;
}

/// One message instead of two requests, with the same answers and the same refusals.
pub async fn probing(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    let mut socket = union.socket(&game, Some("union")).await;
    let sight = union.sight(&game, "union").await;
    let action = &sight["ask"]["answers"][0]["action"];
    let probe = |id: &str, what: Value| {
        let mut probe = json!({"type": "probe", "id": id, "side": "union"});
        probe.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
        probe
    };
    socket.say(&probe("a", json!({"action": action}))).await;
    let probed = socket.next_of("probed").await;
    let preview =
        union.post(&format!("/games/{game}/preview"), &json!({"side": "union", "action": action})).await;
    assert_eq!((&probed["id"], &probed["action"], &probed["preview"]), (&json!("a"), action, &preview.ok()));

    // What a click means is found out, and what may come of it.
    union.act(&game, "union", "1", moment(&sight), "order advance").await.ok();
    confederate.answer(&game, "confederate", "1", "order hold").await.ok();
    let sight = union.sight(&game, "union").await;
    let answers = sight["ask"]["answers"].as_array().expect("a question");
    let clicked = answers.iter().find(|answer| answer["on"]["what"] == "piece").expect("a piece to click");
    socket.say(&probe("b", json!({"target": clicked["on"]}))).await;
    assert_eq!(socket.next_of("probed").await["action"], clicked["action"]);

    // Refused as the routes refuse it; nothing of it ends the socket.
    let click = json!({"side": "union", "target": {"what": "place", "place": "nowhere"}});
    let refusal = union.post(&format!("/games/{game}/click"), &click).await.json();
    socket.say(&probe("c", json!({"target": click["target"]}))).await;
    let refused = socket.next_of("refused").await;
    assert_eq!((&refused["id"], &refused["refusal"]), (&json!("c"), &refusal));
    for (what, error) in [
        (json!({"action": "fire Xanadu"}), "illegal"),
        (json!({"action": "x".repeat(1_001)}), "too-large"),
        (json!({}), "bad-request"),
        (json!({"action": "order hold", "target": {"what": "button"}}), "bad-request"),
        (json!({"action": "order hold", "side": "confederate"}), "forbidden"),
        (json!({"id": "x".repeat(65), "action": "order hold"}), "bad-request"),
        (json!({"target": {"what": "moon"}}), "bad-request"),
        (json!({"action": 7}), "bad-request"),
    ] {
        socket.say(&probe("d", what.clone())).await;
        assert_eq!(socket.next_of("refused").await["refusal"]["error"], error, "{what}");
    }
    for text in ["", "}{", "null", "[]", "{\"type\":\"again\",\"log\":{}}x", "{\"type\":\"hello\"}"] {
        socket.say_text(text).await;
        assert_eq!(socket.next_of("refused").await["refusal"]["error"], "bad-request", "{text}");
    }
    let mut watcher = Socket::open(server.address, &game, None, None).await;
    watcher.say(&probe("e", json!({"action": "order hold"}))).await;
    assert_eq!(watcher.next_of("refused").await["refusal"]["error"], "forbidden");
    socket.say(&json!({"type": "again"})).await;
    assert_eq!(socket.next_of("news").await["sight"], sight);
    server.stop().await;
}

/// What becomes of a drag is told while it is dragged; what the rules have against it is no refusal.
pub async fn tracing(place: Database) {
    let server = Running::start(&place).await;
    let Pair { union, confederate, game } = Pair::sit_down(&server).await;
    union.answer(&game, "union", "1", "order advance").await.ok();
    confederate.answer(&game, "confederate", "1", "order hold").await.ok();
    union.answer(&game, "union", "2", "pick A").await.ok();
    let before = union.sight(&game, "union").await;
    assert_eq!(before["ask"]["moves"], "A");
    let mut socket = union.socket(&game, Some("union")).await;
    let drag = |points: Value| json!({"how": "drag", "points": points, "facing": null, "snap": false});
    let trace =
        |id: &str, gesture: &Value| json!({"type": "trace", "id": id, "side": "union", "gesture": gesture});

    socket.say(&trace("a", &drag(json!([[200, 340], [250, 340]])))).await;
    let traced = socket.next_of("traced").await;
    assert_eq!((&traced["id"], &traced["trace"]["refusal"]), (&json!("a"), &Value::Null));
    assert_eq!(traced["trace"]["cost"], "110 of 120 paces");
    let action = traced["trace"]["action"].clone();
    let ghosts = traced["trace"]["sketch"]["shapes"].as_array().expect("shapes");
    let ghosts: Vec<&Value> = ghosts.iter().filter(|drawn| drawn["role"] == "ghost").collect();
    assert_eq!(ghosts.len(), 3);

    for (points, rule) in [
        (json!([[200, 100]]), "PL-3.2"),
        (json!([[-1_000_000, 1_000_000]]), "PL-3.3"),
        (json!([[2_000_000_000, -2_000_000_000]]), ""),
        (json!([]), ""),
        (json!(vec![[1, 1]; 5_000]), ""),
    ] {
        socket.say(&trace("b", &drag(points.clone()))).await;
        let traced = socket.next_of("traced").await;
        assert_eq!(traced["trace"]["refusal"]["rule"], rule, "{points}");
    }
    let mine = trace("c", &drag(json!([[200, 340]])));
    for (change, error) in [
        (json!({"side": "confederate"}), "forbidden"),
        (json!({"id": "x".repeat(65)}), "bad-request"),
        (json!({"gesture": drag(json!([[3_000_000_000i64, 0]]))}), "bad-request"),
        (json!({"gesture": {"how": "throw"}}), "bad-request"),
        (
            json!({"gesture": {"how": "nudge", "from": "x".repeat(1_001), "ahead": 0, "aside": 0, "turn": 0, "corner": false}}),
            "too-large",
        ),
        (
            json!({"gesture": {"how": "drag", "points": [[1, 1]], "facing": 3_600, "snap": true}}),
            "bad-request",
        ),
    ] {
        let mut wish = mine.clone();
        wish.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        socket.say(&wish).await;
        assert_eq!(socket.next_of("refused").await["refusal"]["error"], error, "{change}");
    }
    let mut watcher = Socket::open(server.address, &game, None, None).await;
    watcher.say(&mine).await;
    assert_eq!(watcher.next_of("refused").await["refusal"]["error"], "forbidden");

    // Nothing was done by any of it; what was traced can be given.
    assert_eq!(union.sight(&game, "union").await["moment"], before["moment"]);
    union.act(&game, "union", "3", moment(&before), action.as_str().unwrap()).await.ok();
    let after = union.sight(&game, "union").await;
    let pieces = after["scene"]["pieces"].as_array().expect("pieces");
    let moved = pieces.iter().find(|piece| piece["id"] == "A").expect("A");
    let stands: Vec<Value> = ghosts.iter().map(|drawn| drawn["shape"]["stand"].clone()).collect();
    assert_eq!(moved["body"], json!(stands));
    server.stop().await;
}
