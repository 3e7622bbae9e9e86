//! The stories. Each gets a database of its own.

use crate::common::wire::{Follower, Taken, request_with};
use crate::common::{Dice, Pair, Player, Reply, Running, Socket, generous, moment, request};
use engine::fair::verify;
use engine::record::Record;
use faults::Source;
use flate2::read::GzDecoder;
use picket_line::PicketLine;
use serde_json::{Value, json};
use server::limits::Rate;
use server::store::{Database, Snapshot, Store};
use server::{Limits, Manners, Shelf};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|item| item.as_str().expect("a text")).collect()
}

/// Puts together what a socket was told of the log.
fn follow(log: &mut Vec<Value>, news: &Value) {
    log.truncate(news["from"].as_u64().expect("a number") as usize);
    log.extend(news["log"].as_array().expect("entries").iter().cloned());
}

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

/// All the news that a socket has been sent by now.
async fn arrived(socket: &mut Socket) -> Vec<Value> {
    let mut news = Vec::new();
    // What was new when the first of these was heard is sent before the second is.
    for _ in 0..2 {
        socket.say(&json!({"type": "nonsense"})).await;
        loop {
            let message = socket.next_raw().await.expect("an answer");
            match message["type"].as_str() {
                Some("news") => news.push(message),
                Some("refused") => break,
                _ => {}
            }
        }
    }
    news
}

/// News that is lost, comes twice or comes too late: a client notices, asks once more, and has the sight and the log
/// that there are, at one seat or at both.
pub async fn lost_doubled_and_late_news_heals(place: Database) {
    let server = Running::start(&place).await;
    let mut line = Dice(17);
    let [mut gaps, mut old, mut changes] = [0; 3];
    for game in 0..12 {
        let (pair, mut socket) = if game % 2 == 0 {
            let pair = Pair::sit_down(&server).await;
            let socket = pair.union.socket(&pair.game, Some("union")).await;
            (pair, socket)
        } else {
            let Screen { player, game, socket, .. } = Screen::open(&server, "two-fords").await;
            (Pair { union: player.clone(), confederate: player, game }, socket)
        };
        let mut client = Follower::default();
        let mut sent = 0;
        let mut dice = Dice(game);
        // What is late, and since which act the client has waited for everything to be told again.
        let (mut late, mut waiting) = (Vec::new(), None);
        let mut number = 0;
        while pair.step(&mut dice, number).await {
            number += 1;
            let [mut came, mut later] = [Vec::new(), Vec::new()];
            for news in arrived(&mut socket).await {
                sent = news["number"].as_u64().expect("a number");
                changes += usize::from(news.get("change").is_some());
                match line.roll(8) {
                    0 => {}
                    1 => later.push(news),
                    2 => came.extend([news.clone(), news]),
                    _ => came.push(news),
                }
            }
            came.append(&mut late);
            late = later;
            for news in &came {
                match client.take(news) {
                    Taken::Yes => waiting = waiting.filter(|_| news.get("sight").is_none()),
                    Taken::Old => old += 1,
                    // Asked for once; and once more if that is lost, too.
                    Taken::Gap if waiting.is_none_or(|since| number > since + 3) => {
                        gaps += 1;
                        waiting = Some(number);
                        socket.say(&json!({"type": "again"})).await;
                    }
                    Taken::Gap => {}
                }
            }
        }
        // What nothing follows is missed by the next beat, which tells how much was sent.
        if client.number < sent {
            socket.say(&json!({"type": "again"})).await;
            arrived(&mut socket).await.iter().for_each(|news| _ = client.take(news));
        }
        let side = client.seat.as_deref().unwrap_or("union");
        let path = |what: &str| format!("/games/{}/{what}?side={side}", pair.game);
        assert_eq!(client.sight, pair.union.get(&path("sight")).await.ok());
        assert_eq!(Value::Array(client.log), pair.union.get(&path("log")).await.ok());
    }
    assert!(gaps > 10 && old > 10 && changes > 100, "{gaps} gaps, {old} old ones, {changes} changes");
    server.stop().await;
}

/// A sight is sent whole to whoever comes, and then only what changes of it; whoever cannot put that together is sent
/// whole ones as texts.
pub async fn sights_are_sent_once(place: Database) {
    let server = Running::start(&place).await;
    let mut changed = 0;
    for game in 0..5 {
        let pair = Pair::sit_down(&server).await;
        let mut lean = pair.union.socket(&pair.game, Some("union")).await;
        let plain = json!({"type": "hello", "key": pair.union.key, "side": "union"});
        let mut plain = Socket::greet(server.address, &pair.game, &plain).await;
        let mut dice = Dice(game);
        let mut number = 0;
        loop {
            for socket in [&mut lean, &mut plain] {
                for news in arrived(socket).await {
                    assert_eq!(socket.follower.take(&news), Taken::Yes);
                }
            }
            let sight = pair.union.sight(&pair.game, "union").await;
            assert_eq!((&lean.follower.sight, &plain.follower.sight), (&sight, &sight));
            if !pair.step(&mut dice, number).await {
                break;
            }
            number += 1;
        }
        let mut whole = 0;
        for text in &lean.heard {
            let message: Value = serde_json::from_str(text).unwrap();
            whole += usize::from(message.get("sight").is_some());
            changed += usize::from(message.get("change").is_some());
        }
        assert_eq!(whole, 1, "one whole sight, and then what changes");
        let size = |socket: &Socket| socket.frames.iter().map(Vec::len).sum::<usize>();
        let texts = |socket: &Socket| socket.heard.iter().map(String::len).sum::<usize>();
        assert_eq!(size(&plain), texts(&plain), "who does not say that it can unpack is sent texts");
        let sizes = [size(&lean), texts(&lean), size(&plain)];
        // The table of this game is small; `cargo xtask wire` measures a large one.
        assert!(sizes[0] < sizes[1] && sizes[0] * 2 < sizes[2], "{sizes:?}");
    }
    assert!(changed > 50, "{changed} changed");
    server.stop().await;
}

/// A game of one player who has both seats, and the one socket for them.
struct Screen {
    player: Player,
    game: String,
    socket: Socket,
    /// By seat: how many whole sights came, and the numbers of all entries.
    sent: BTreeMap<Option<String>, (usize, Vec<u64>)>,
    number: usize,
}

impl Screen {
    async fn open(server: &Running, scenario: &str) -> Screen {
        let player = server.player().await;
        let new = json!({"scenario": scenario, "seats": {"union": "me", "confederate": "me"}});
        let made = player.post("/games", &new).await.ok();
        let game = made["id"].as_str().expect("an id").to_owned();
        let hello = json!({"type": "hello", "key": player.key, "side": "union", "both": true, "changes": true,
            "packed": true});
        let socket = Socket::greet(server.address, &game, &hello).await;
        Screen { player, game, socket, sent: BTreeMap::new(), number: 0 }
    }

    /// Hears what has been sent; the seats whose eyes it was for.
    async fn hear(&mut self) -> Vec<Option<String>> {
        let mut seats = Vec::new();
        for news in arrived(&mut self.socket).await {
            assert_eq!(self.socket.follower.take(&news), Taken::Yes, "{news}");
            let seat = self.socket.follower.seat.clone();
            let (whole, entries) = self.sent.entry(seat.clone()).or_default();
            *whole += usize::from(news.get("sight").is_some());
            let log = news["log"].as_array().expect("entries");
            entries.extend(log.iter().map(|entry| entry["number"].as_u64().expect("a number")));
            seats.push(seat);
        }
        seats
    }

    /// What this side is seen and heard to see and hear by whoever asks for it.
    async fn truth(&self, side: &str) -> (Value, Value) {
        let path = |what: &str| format!("/games/{}/{what}?side={side}", self.game);
        (self.player.get(&path("sight")).await.ok(), self.player.get(&path("log")).await.ok())
    }

    /// Gives a random answer of whoever is asked on the screen; false when nobody is.
    async fn act(&mut self, dice: &mut Dice) -> bool {
        let sight = &self.socket.follower.sight;
        let Some(answers) = sight["ask"]["answers"].as_array() else { return false };
        self.number += 1;
        let act = json!({"type": "act", "id": self.number.to_string(), "side": sight["ask"]["side"],
            "moment": sight["moment"], "action": answers[dice.roll(answers.len())]["action"]});
        self.socket.say(&act).await;
        true
    }
}

/// Who sits at both seats has one socket. In a game with secrets it tells each seat what is its own, once, and not
/// before that seat is asked.
pub async fn one_screen_for_two_with_secrets(place: Database) {
    let server = Running::start(&place).await;
    let mut passed = 0;
    for game in 0..5 {
        let mut screen = Screen::open(&server, "two-fords").await;
        let mut dice = Dice(game);
        assert_eq!(screen.hear().await, [Some("union".to_owned())], "the other seat is told nothing yet");
        while screen.act(&mut dice).await {
            let before = screen.socket.follower.seat.clone();
            let seats = screen.hear().await;
            // What an act led to is told to one seat: to the next if that one is asked now.
            let seat = screen.socket.follower.seat.clone();
            assert!(!seats.is_empty() && seats.iter().all(|told| *told == seat), "{seats:?}");
            passed += usize::from(seat != before);
            let (sight, log) = screen.truth(seat.as_deref().expect("a seat")).await;
            assert_eq!(
                (&screen.socket.follower.sight, &screen.socket.follower.log),
                (&sight, log.as_array().unwrap())
            );
        }
        assert!(screen.socket.follower.sight["outcome"].is_object());
        // Nobody is asked any more: one may look from the other side of the table.
        for _ in 0..2 {
            let before = screen.socket.follower.seat.clone();
            screen.socket.say(&json!({"type": "turn"})).await;
            screen.hear().await;
            let seat = screen.socket.follower.seat.clone();
            assert_ne!(seat, before);
            let (sight, log) = screen.truth(seat.as_deref().expect("a seat")).await;
            assert_eq!(
                (&screen.socket.follower.sight, &screen.socket.follower.log),
                (&sight, log.as_array().unwrap())
            );
        }
        assert_eq!(screen.sent.len(), 2);
        for (seat, (whole, entries)) in &screen.sent {
            assert_eq!(*whole, 1, "{seat:?}");
            assert_eq!(*entries, (0..entries.len() as u64).collect::<Vec<_>>(), "{seat:?}: each entry once");
        }
    }
    assert!(passed > 20, "{passed}");

    // Both are asked for their orders: one may choose who gives his first. What is taken back is told again.
    let mut screen = Screen::open(&server, "two-fords").await;
    screen.hear().await;
    screen.socket.say(&json!({"type": "turn"})).await;
    assert_eq!(screen.hear().await, [Some("confederate".to_owned())]);
    screen.act(&mut Dice(1)).await;
    assert_eq!(screen.hear().await, [Some("union".to_owned())]);
    let (sight, _) = screen.truth("confederate").await;
    let undo = json!({"id": "u", "side": "confederate", "moment": sight["moment"], "back": "last"});
    screen.player.post(&format!("/games/{}/undo", screen.game), &undo).await.ok();
    screen.hear().await;
    screen.socket.say(&json!({"type": "turn"})).await;
    assert_eq!(screen.hear().await, [Some("confederate".to_owned())]);
    let (sight, log) = screen.truth("confederate").await;
    assert_eq!(
        (&screen.socket.follower.sight, &screen.socket.follower.log),
        (&sight, log.as_array().unwrap())
    );

    // Whoever has one seat cannot look for both.
    let pair = Pair::sit_down(&server).await;
    let hello = json!({"type": "hello", "key": pair.union.key, "side": "union", "both": true});
    let mut socket = Socket::greet(server.address, &pair.game, &hello).await;
    assert_eq!(socket.next_of("refused").await["refusal"]["error"], "forbidden");
    // And who does not look for both does not turn round.
    let mut socket = pair.union.socket(&pair.game, Some("union")).await;
    socket.next_of("news").await;
    socket.say(&json!({"type": "turn"})).await;
    assert_eq!(arrived(&mut socket).await, Vec::<Value>::new());
    server.stop().await;
}

/// Where nothing is secret the two seats see the same but for their questions: there is one sight and one log for both.
pub async fn one_screen_for_two(place: Database) {
    let library = faults::Library::builtin();
    let game = games::game_with(&library, "crossroads-farm").expect("a game without secrets");
    let loaded = (game.scenario)(&library, "crossroads-farm").unwrap_or_else(|report| panic!("{report}"));
    let server = Running::shelving(&place, Shelf::new([loaded.shelved()])).await;
    let mut screen = Screen::open(&server, "crossroads-farm").await;
    let mut dice = Dice(3);
    let mut sides = BTreeMap::new();
    screen.hear().await;
    for _ in 0..120 {
        let asked =
            screen.socket.follower.sight["ask"]["side"].as_str().expect("somebody is asked").to_owned();
        let (sight, log) = screen.truth(&asked).await;
        assert_eq!(
            (&screen.socket.follower.sight, &screen.socket.follower.log),
            (&sight, log.as_array().unwrap())
        );
        *sides.entry(asked).or_insert(0) += 1;
        screen.act(&mut dice).await;
        assert_eq!(screen.hear().await, [None]);
    }
    assert!(sides.len() == 2 && sides.values().all(|&asked| asked > 5), "{sides:?}");
    let (whole, entries) = &screen.sent[&None];
    assert_eq!(*whole, 1);
    assert_eq!(*entries, (0..entries.len() as u64).collect::<Vec<_>>(), "each entry once");
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

pub async fn every_statement_is_understood(place: Database) {
    let store = Store::open(&place).await.unwrap();
    assert!(store.prepare_all().await.unwrap() >= 29);
    // A second start finds its tables as it left them.
    store.close().await;
    Store::open(&place).await.unwrap().close().await;
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
