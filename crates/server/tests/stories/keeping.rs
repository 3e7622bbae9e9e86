//! What is kept: after a restart, in records, by one process and by two.

use crate::common::{Dice, Pair, Running, moment, request};
use engine::Seat;
use engine::fair::verify;
use engine::record::Record;
use faults::Source;
use picket_line::PicketLine;
use serde_json::json;
use server::games::Quiet;
use server::store::{Append, Appended, Database, Entry, GameRow, SeatRow, Snapshot, Standing, Store, Writer};
use server::wire::GameState;
use std::time::Duration;

pub async fn what_was_acknowledged_is_there_after_a_restart(place: Database) {
    let server = Running::start(&place).await;
    let pair = Pair::sit_down(&server).await;
    let mut dice = Dice(3);
    let first = pair.union.sight(&pair.game, "union").await;
    let acted = pair.union.act(&pair.game, "union", "first", moment(&first), "order hold").await.ok();
    for number in 0..150 {
        if !pair.step(&mut dice, number).await {
            break;
        }
    }
    let path = |what: &str| format!("/games/{}/{what}", pair.game);
    let before = [
        pair.union.get(&path("sight?side=union")).await.text().to_owned(),
        pair.confederate.get(&path("sight?side=confederate")).await.text().to_owned(),
        pair.confederate.get(&path("log?side=confederate")).await.text().to_owned(),
        pair.union.get(&format!("/games/{}", pair.game)).await.text().to_owned(),
    ];
    server.stop().await;

    let server = Running::start(&place).await;
    let (union, confederate) = (pair.union.at(&server), pair.confederate.at(&server));
    let after = [
        union.get(&path("sight?side=union")).await.text().to_owned(),
        confederate.get(&path("sight?side=confederate")).await.text().to_owned(),
        confederate.get(&path("log?side=confederate")).await.text().to_owned(),
        union.get(&format!("/games/{}", pair.game)).await.text().to_owned(),
    ];
    assert_eq!(before, after);
    // What was acknowledged before is acknowledged again.
    assert_eq!(union.act(&pair.game, "union", "first", moment(&first), "order hold").await.ok(), acted);
    server.stop().await;
}

pub async fn records_out_and_in(place: Database) {
    let server = Running::start(&place).await;
    let pair = Pair::sit_down(&server).await;
    pair.play_out(11).await;
    let record = pair.union.get(&format!("/games/{}/record", pair.game)).await.text().to_owned();
    let reader = server.player().await;
    let import = |text: String| {
        let reader = reader.clone();
        async move { request(reader.address, "POST", "/games/import", Some(&reader.key), &text).await }
    };
    let id = import(record.clone()).await.ok()["id"].as_str().unwrap().to_owned();
    assert_ne!(id, pair.game);
    assert_eq!(reader.get(&format!("/games/{id}/record")).await.text(), record);
    let sight = format!("/games/{id}/sight?side=all");
    assert_eq!(
        reader.get(&sight).await.text(),
        pair.union.get(&format!("/games/{}/sight?side=all", pair.game)).await.text()
    );

    // A record that was tampered with is not taken: another order leads to other positions.
    let order = record.find("\"order ").expect("an order");
    let (head, tail) = record.split_at(order);
    let end = tail[1..].find('"').unwrap() + 2;
    let others = ["\"order hold\"", "\"order advance\"", "\"order withdraw\""];
    for other in others.into_iter().filter(|&other| other != &tail[..end]) {
        import(format!("{head}{other}{}", &tail[end..])).await.refused("bad-request");
    }
    import("{}".to_owned()).await.refused("bad-request");
    import("x".repeat(5 * 1024 * 1024)).await.refused("too-large");

    // Whoever plays both sides may take the record along, without the seed of the dice to come.
    let wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "me"}});
    let solo = reader.post("/games", &wish).await.ok()["id"].as_str().unwrap().to_owned();
    reader.answer(&solo, "union", "a", "order hold").await.ok();
    let unfinished = reader.get(&format!("/games/{solo}/record")).await.ok();
    assert!(unfinished["seed"].is_null() && unfinished["prints"] == json!([]));
    assert_eq!(unfinished["actions"], json!([["union", "order hold"]]));
    server.stop().await;
}

/// A game that is over leaves memory when nobody looks at it any more, others later, and all are found again.
pub async fn games_are_forgotten(place: Database) {
    let server = Running::start(&place).await;
    let (over, playing) = (Pair::sit_down(&server).await, Pair::sit_down(&server).await);
    over.play_out(5).await;
    playing.union.answer(&playing.game, "union", "a", "order hold").await.ok();
    let seen = over.union.sight(&over.game, "union").await;
    let (games, long) = (&server.house.games, Duration::from_secs(3_600));
    let count = async |wanted: usize, over: Duration, others: Duration| {
        for _ in 0..200 {
            games.forget(over, others);
            if games.count() == wanted {
                return;
            }
            // Whoever was just there may hold a share of it for a moment.
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{} games in memory, and not {wanted}", games.count());
    };
    // How they look is kept first.
    games.forget(Duration::ZERO, Duration::ZERO);
    assert_eq!(games.count(), 2);
    games.keep_looks(&mut Quiet::default(), true).await;
    count(2, long, long).await;
    let mut watching = over.union.socket(&over.game, Some("union")).await;
    watching.next_of("news").await;
    games.forget(Duration::ZERO, long);
    assert_eq!(games.count(), 2, "somebody looks at it");
    drop(watching);
    count(1, Duration::ZERO, long).await;
    assert_eq!(over.union.sight(&over.game, "union").await, seen);
    count(0, Duration::ZERO, Duration::ZERO).await;
    playing.confederate.answer(&playing.game, "confederate", "a", "order hold").await.ok();
    assert_eq!(games.count(), 1);
    server.stop().await;
}

pub async fn a_damaged_snapshot_is_not_trusted(place: Database) {
    let server = Running::start(&place).await;
    let pair = Pair::sit_down(&server).await;
    pair.play_out(5).await;
    let path = format!("/games/{}/log?side=all", pair.game);
    let log = pair.union.get(&path).await.text().to_owned();
    server.stop().await;

    let store = Store::open(&place).await.unwrap();
    let kept = store.snapshot(&pair.game).await.unwrap();
    let mut bytes = kept.map_or_else(|| vec![1, 2, 3], |kept| kept.bytes);
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x55;
    store.keep_snapshots(&[(pair.game.clone(), Snapshot { seq: 1_000_000, bytes })]).await.unwrap();
    store.close().await;

    let server = Running::start(&place).await;
    assert_eq!(pair.union.at(&server).get(&path).await.text(), log);
    server.stop().await;
}

pub async fn every_statement_is_understood(place: Database) {
    let store = Store::open(&place).await.unwrap();
    assert!(store.prepare_all().await.unwrap() >= 29);
    // A second start finds its tables as it left them.
    store.close().await;
    Store::open(&place).await.unwrap().close().await;
}

/// Of entries that are written together, some may be there already, by their number or by their name. Those change
/// nothing, and the others are kept.
pub async fn entries_that_are_there_already(place: Database) {
    const GAMES: usize = 48;
    let store = Store::open(&place).await.unwrap();
    store.new_player("meade", "key", 0).await.unwrap();
    let seats =
        Seat::BOTH.map(|side| SeatRow { side, player: None, invitation: None, nonce: None, seal: None });
    let row = GameRow {
        name: "Evening".to_owned(),
        scenario: "two-fords".to_owned(),
        terms: "terms".to_owned(),
        seed: "seed".to_owned(),
        host: "meade".to_owned(),
        head: 0,
        since: 0,
        ending: None,
        draw: None,
        pause: 0,
        edition: None,
        seats: seats.to_vec(),
    };
    let standing =
        Standing { state: GameState::Playing, waiting: vec![Seat::UNION], ending: None, draw: None };
    let name = |game: usize| format!("game-{game}");
    for game in 0..GAMES {
        store.new_game(&name(game), &row, &standing, &[]).await.unwrap();
    }
    let writer = Writer::start(store.clone());
    let append = |game: usize, seq: i64, act: &str| {
        let (body, act) = (format!("entry {seq}"), Some(act.to_owned()));
        let entry = Entry { kind: "act", side: Seat::UNION, body, act, moment: None, at: seq };
        let append = Append { game: name(game), seq, entry, standing: standing.clone() };
        let writer = writer.clone();
        tokio::spawn(async move { writer.append(append).await.unwrap() })
    };
    let first: Vec<_> = (0..GAMES).map(|game| append(game, 1, "a")).collect();
    for kept in first {
        assert_eq!(kept.await.unwrap(), Appended::Kept);
    }
    let second = |game: usize| match game % 8 {
        0 => append(game, 1, "b"),
        1 => append(game, 2, "a"),
        _ => append(game, 2, "b"),
    };
    let second: Vec<_> = (0..GAMES).map(second).collect();
    for (game, outcome) in second.into_iter().enumerate() {
        let taken = game % 8 < 2;
        assert_eq!(outcome.await.unwrap(), if taken { Appended::Taken } else { Appended::Kept });
        let journal = store.journal(&name(game), 0).await.unwrap();
        let bodies: Vec<&str> = journal.iter().map(|entry| entry.body.as_str()).collect();
        assert_eq!(bodies, if taken { &["entry 1"][..] } else { &["entry 1", "entry 2"] });
        let head = store.game(&name(game)).await.unwrap().expect("the game is there").head;
        assert_eq!(head, bodies.len() as i64);
    }
    store.close().await;
}

/// Two servers on one database, as if they were two machines.
pub async fn two_processes(place: Database) {
    let (north, south) = (Running::start(&place).await, Running::start(&place).await);
    let union = north.player().await;
    let confederate = south.player().await;
    let (game, secret) = union.invite_friend().await;
    let mut news = union.socket(&game, Some("union")).await;
    assert!(news.next_of("news").await["sight"].is_null());
    confederate.post(&format!("/games/{game}/join"), &json!({"secret": secret})).await.ok();
    assert!(news.next_of("news").await["sight"]["ask"].is_object(), "the other process hears who has come");

    // Both decide at once, each at his own server: one of the two is overtaken, and both are kept.
    let (mine, theirs) = (union.sight(&game, "union").await, confederate.sight(&game, "confederate").await);
    let (first, second) = tokio::join!(
        union.act(&game, "union", "a", moment(&mine), "order hold"),
        confederate.act(&game, "confederate", "a", moment(&theirs), "order hold"),
    );
    for (player, side, sight, reply) in
        [(&union, "union", &mine, first), (&confederate, "confederate", &theirs, second)]
    {
        // Whoever saw the other's order come in is stale, and may give his own again.
        if reply.status == 409 {
            let new = reply.refused("stale")["sight"].clone();
            player.act(&game, side, "b", moment(&new), "order hold").await.ok();
        } else {
            reply.ok();
            assert!(
                player.act(&game, side, "a", moment(sight), "order hold").await.ok()["moment"].is_string()
            );
        }
    }

    let pair = Pair { union, confederate, game };
    pair.union.post(&format!("/games/{}/chat", pair.game), &json!({"text": "from the north"})).await.ok();
    let mut far = pair.confederate.socket(&pair.game, Some("confederate")).await;
    let mut dice = Dice(9);
    let mut number = 0;
    loop {
        // What one server acknowledged, the other knows by itself soon.
        let (a, b) = (
            pair.union.get(&format!("/games/{}/log", pair.game)).await.ok(),
            pair.confederate.get(&format!("/games/{}/log", pair.game)).await.ok(),
        );
        if a != b {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        }
        let mut acted = false;
        for side in ["union", "confederate"] {
            let sight = pair.player(side).sight(&pair.game, side).await;
            let Some(answers) = sight["ask"]["answers"].as_array() else { continue };
            let action = answers[dice.roll(answers.len())]["action"].as_str().unwrap();
            let reply = pair
                .player(side)
                .act(&pair.game, side, &format!("{side}-{number}"), moment(&sight), action)
                .await;
            number += 1;
            if reply.status != 409 {
                reply.ok();
            }
            acted = true;
            break;
        }
        if !acted && pair.union.get(&format!("/games/{}", pair.game)).await.ok()["state"] == "over" {
            break;
        }
        assert!(number < 5_000);
    }
    let north_record = pair.union.get(&format!("/games/{}/record", pair.game)).await.text().to_owned();
    let info = loop {
        let info = pair.confederate.get(&format!("/games/{}", pair.game)).await.ok();
        if info["state"] == "over" {
            break info;
        }
    };
    assert_eq!(info["chat"][0]["text"], "from the north");
    assert_eq!(pair.confederate.get(&format!("/games/{}/record", pair.game)).await.text(), north_record);
    let record = Record::read(&Source::new("record.json", north_record)).unwrap();
    verify(&PicketLine::standard(), &record).expect("fair dice");
    while !far.next_of("news").await["sight"]["outcome"].is_object() {}
    north.stop().await;
    south.stop().await;
}
