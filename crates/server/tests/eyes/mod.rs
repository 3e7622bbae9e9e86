//! Everything that one pair of eyes is sent of a game.
#![allow(dead_code, reason = "each test uses a part of it")]

use crate::common::wire::request_with;
use crate::common::{Player, Reply, Running, Socket};
use engine::chance::Seed;
use engine::fair::{Nonce, Terms};
use engine::{Eyes, Game, Rules, Seat, Stage, Table};
use serde_json::{Value, json};
use server::Shelf;
use server::deed::Deed;
use server::live::Live;
use server::secrets::{Hash, draw_id};
use server::store::{Entry, GameRow, SeatRow, Snapshot, Store};

const NONCES: [Nonce; 2] = [Nonce([1; 16]), Nonce([2; 16])];

pub fn word(side: Seat) -> &'static str {
    if side == Seat::UNION { "union" } else { "confederate" }
}

/// The terms of every game here. Only whoever owns the database can choose a seed.
pub fn terms(seed: u64) -> Terms {
    Terms { id: "pair".to_owned(), seed: Seed::from(seed), nonces: NONCES.map(Some) }
}

/// Lays a game with a seed of our choice, in which this has been done; its id.
pub async fn lay<R: Stage + 'static>(
    store: &Store,
    shelf: &Shelf,
    players: &[Player; 2],
    seed: u64,
    done: &Game<R>,
) -> String {
    lay_with_pause(store, shelf, players, seed, done, 0).await
}

/// The same at a table with a pause.
pub async fn lay_with_pause<R: Stage + 'static>(
    store: &Store,
    shelf: &Shelf,
    players: &[Player; 2],
    seed: u64,
    done: &Game<R>,
    pause: u8,
) -> String {
    let id = draw_id();
    let scenario = Rules::identity(&**done.rules()).scenario;
    let mut seats = Vec::new();
    for (side, player) in Seat::BOTH.into_iter().zip(players) {
        let player = store.player_of(Hash::of(&player.key).as_str()).await.unwrap();
        let nonce = Some(NONCES[side.index()].to_string());
        seats.push(SeatRow { side, player, invitation: None, nonce, seal: None });
    }
    let row = GameRow {
        name: "Pair".to_owned(),
        scenario: scenario.clone(),
        terms: "pair".to_owned(),
        seed: Seed::from(seed).to_string(),
        host: seats[0].player.clone().expect("a player"),
        head: done.entries().len() as i64,
        // As long as any time of this century.
        since: 1_700_000_000_000,
        ending: None,
        draw: None,
        pause,
        edition: None,
        seats,
    };
    let bytes = Table::put_away(done);
    let mut live = Live::new(&id, row.clone(), shelf.get(&scenario).unwrap().clone()).unwrap();
    assert!(live.set_table(Some(&bytes)), "a game just put away");
    let journal = done.entries().iter().map(|entry| {
        let deed = Deed::act(entry.seat, entry.action.as_str());
        Entry { kind: deed.kind(), side: entry.seat, body: deed.to_json(), act: None, moment: None, at: 0 }
    });
    store.new_game(&id, &row, &live.standing(), &journal.collect::<Vec<_>>()).await.unwrap();
    store.keep_snapshots(&[(id.clone(), Snapshot { seq: row.head, bytes })]).await.unwrap();
    id
}

/// How much is asked for.
#[derive(Copy, Clone)]
pub struct Thirst {
    /// Answers whose preview is asked for.
    pub previews: usize,
    /// Pieces, lines of panels and places that are clicked, of each.
    pub clicks: usize,
    /// Moments of the replay.
    pub moments: usize,
}

/// A pair of eyes at a server.
pub struct Looker<'a> {
    pub server: &'a Running,
    pub eyes: Eyes<Seat>,
    /// The key of the seat; a watcher has none.
    key: Option<String>,
    /// As the board of the scenario was answered.
    board: Value,
}

impl<'a> Looker<'a> {
    pub async fn new(
        server: &'a Running,
        players: &[Player; 2],
        scenario: &str,
        eyes: Eyes<Seat>,
    ) -> Looker<'a> {
        let key = match eyes {
            Eyes::Of(side) => Some(players[side.index()].key.clone()),
            _ => None,
        };
        let board =
            request_with(server.address, "GET", &format!("/scenarios/{scenario}/board"), &[], "").await;
        Looker { server, eyes, key, board: board.ok() }
    }

    pub fn side(&self) -> Option<Seat> {
        match self.eyes {
            Eyes::Of(side) => Some(side),
            _ => None,
        }
    }

    pub async fn socket(&self, game: &str) -> Socket {
        Socket::open(self.server.address, game, self.key.as_deref(), self.side().map(word)).await
    }

    async fn ask(&self, method: &str, path: &str, body: &str) -> Reply {
        self.ask_with(method, path, body, None).await
    }

    async fn ask_with(&self, method: &str, path: &str, body: &str, coding: Option<&str>) -> Reply {
        let mut headers = Vec::new();
        headers.extend(self.key.as_ref().map(|key| ("authorization", format!("Bearer {key}"))));
        headers.extend(coding.map(|coding| ("accept-encoding", coding.to_owned())));
        request_with(self.server.address, method, path, &headers, body).await
    }

    /// The present sight.
    pub async fn sight(&self, game: &str) -> Reply {
        let side = self.side().map_or_else(String::new, |side| format!("?side={}", word(side)));
        self.ask("GET", &format!("/games/{game}/sight{side}"), "").await
    }

    /// Everything these eyes can ask for now. Other things are clicked and looked at with each mark.
    pub async fn probe(&self, game: &str, mark: usize, thirst: Thirst) -> Vec<String> {
        let base = format!("/games/{game}");
        let query = self.side().map_or_else(String::new, |side| format!("&side={}", word(side)));
        let get = async |path: String| self.ask("GET", &format!("{base}{path}"), "").await;
        let post = async |path: &str, body: Value| {
            self.ask("POST", &format!("{base}{path}"), &body.to_string()).await
        };
        let sight = self.sight(game).await;
        let seen = sight.ok();
        let from = seen["log"].as_u64().unwrap_or(0).saturating_sub(thirst.moments as u64);
        let mut replies = vec![
            sight,
            get(String::new()).await,
            get(format!("/log?from=0{query}")).await,
            get(format!("/sights?from={from}{query}")).await,
            get("/record".to_owned()).await,
            get("/sight?side=all".to_owned()).await,
            get("/log?side=all".to_owned()).await,
        ];
        for (id, about) in overlays(&self.board, &seen, mark) {
            replies.push(get(format!("/overlay?id={id}&about={about}{query}")).await);
        }
        let other = self.side().map_or("union", |side| word(side.other()));
        replies.push(get(format!("/log?side={other}")).await);
        replies.push(get(format!("/sights?from=0&count=2&side={other}")).await);
        let as_side = self.side().map_or("union", word);
        for target in targets(&self.board, &seen, mark, thirst.clicks) {
            replies.push(post("/click", json!({"side": as_side, "target": target})).await);
        }
        replies.push(get(format!("/outlook?side={as_side}")).await);
        let answers: Vec<&Value> = seen["ask"]["answers"].as_array().into_iter().flatten().collect();
        for answer in some(&answers, mark, thirst.previews) {
            replies.push(post("/preview", json!({"side": as_side, "action": answer["action"]})).await);
        }
        let wild = [
            "order hold",
            "fire U1 at C1",
            "play 1",
            "order US-A",
            "activate CS-A",
            "pick full inf",
            "nonsense",
        ];
        for action in wild {
            replies.push(post("/preview", json!({"side": as_side, "action": action})).await);
            let late =
                json!({"id": format!("late-{mark}"), "side": as_side, "moment": "past", "action": action});
            replies.push(post("/act", late).await);
        }
        let moment = &seen["moment"];
        for (number, action) in
            ["move U9 0,0", "order CS-A", "withdraw", "hit weak cav"].into_iter().enumerate()
        {
            if !answers.iter().any(|answer| answer["action"] == action) {
                let id = format!("wrong-{mark}-{number}");
                let wrong = json!({"id": id, "side": as_side, "moment": moment, "action": action});
                replies.push(post("/act", wrong).await);
            }
        }
        if seen["undo"]["to_line"].is_null() {
            for back in [json!("last"), json!("all"), json!({"line": 1})] {
                let undo =
                    json!({"id": format!("undo-{mark}"), "side": as_side, "moment": moment, "back": back});
                replies.push(post("/undo", undo).await);
            }
        }
        let mut texts: Vec<String> = replies.iter().map(written).collect();
        texts.extend(self.probe_by_socket(game, mark, thirst, &seen).await);
        let packed = self.ask_with("GET", &format!("{base}/log?from=0{query}"), "", Some("gzip")).await;
        texts.push(format!("{} packed into {} bytes", packed.status, packed.body.len()));
        texts.extend(self.card(game).await);
        texts
    }

    /// The same clicks and answers, each with what may come of it, and a drag and a push, over a socket of their own.
    async fn probe_by_socket(&self, game: &str, mark: usize, thirst: Thirst, seen: &Value) -> Vec<String> {
        let as_side = self.side().map_or("union", word);
        let mut wishes: Vec<Value> = targets(&self.board, seen, mark, thirst.clicks)
            .into_iter()
            .take(2 * thirst.previews)
            .map(|target| json!({"target": target}))
            .collect();
        let answers: Vec<&Value> = seen["ask"]["answers"].as_array().into_iter().flatten().collect();
        wishes.extend(some(&answers, mark, 1).iter().map(|answer| json!({"action": answer["action"]})));
        wishes.push(json!({"action": "nonsense"}));
        let (x, y) = (7 * mark % 600, 11 * mark % 600);
        let drag = json!({"how": "drag", "points": [[x, y]], "facing": null, "snap": mark.is_multiple_of(2)});
        let push =
            json!({"how": "nudge", "from": "", "ahead": 1, "aside": 0, "turn": mark % 5, "corner": false});
        wishes.extend([drag, push].map(|gesture| json!({"type": "trace", "gesture": gesture})));
        let mut socket = self.socket(game).await;
        let mut texts = Vec::new();
        for (number, mut wish) in wishes.into_iter().enumerate() {
            let id = format!("probe-{mark}-{number}");
            if wish["type"].is_null() {
                wish["type"] = "probe".into();
            }
            wish["side"] = as_side.into();
            wish["id"] = id.clone().into();
            socket.say(&wish).await;
            loop {
                let answer = socket.next_raw().await.expect("an answer");
                if answer["id"] == id.as_str() {
                    texts.push(answer.to_string());
                    break;
                }
            }
        }
        texts
    }

    /// The game in the list of a player's games.
    async fn card(&self, game: &str) -> Option<String> {
        self.key.as_ref()?;
        let games = self.ask("GET", "/games", "").await.ok();
        let card = games.as_array()?.iter().find(|card| card["id"] == game);
        Some(card.expect("a game of mine").to_string())
    }
}

/// A reply to the last letter: what a client can see of it, but the time.
fn written(reply: &Reply) -> String {
    let mut text = reply.status.to_string();
    for (name, value) in reply.headers.iter().filter(|(name, _)| *name != "date") {
        text += &format!(" {name}: {}", value.to_str().unwrap_or("?"));
    }
    text + " " + reply.text()
}

/// The text without what may differ: the game's name, its commitment, and times.
pub fn alike(text: &str, id: &str, seed: u64) -> String {
    let commitment = terms(seed).commitment().to_string();
    let mut text = text.replace(id, "GAME").replace(&commitment, "COMMITMENT");
    for key in ["\"since\":", "\"at\":"] {
        let parts: Vec<&str> = text.split(key).collect();
        let mut out = parts[0].to_owned();
        for part in &parts[1..] {
            // Positions are `"at":[…]` and boxes of a track small numbers; times are large ones, or nothing yet.
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
            let is_time = key != "\"at\":" || part.len() - rest.len() > 9;
            out = out + key + if is_time { rest } else { part };
        }
        text = out;
    }
    text
}

/// What a socket has said since, without what may differ: every text unpacked and, where nothing in it may differ, the
/// frame it came in, byte by byte. Who else has a socket open at the moment is the doing of the tests.
pub fn said(socket: &mut Socket, id: &str, seed: u64) -> Vec<String> {
    let mut said = Vec::new();
    for (text, frame) in socket.heard.drain(..).zip(socket.frames.drain(..)) {
        if text.starts_with("{\"type\":\"present\"") {
            continue;
        }
        let plain = alike(&text, id, seed);
        if plain == text {
            said.push(frame.iter().map(|byte| format!("{byte:02x}")).collect());
        }
        said.push(plain);
    }
    said
}

/// Some of a list, others each time, spread over all of it.
fn some<T: Clone>(list: &[T], mark: usize, most: usize) -> Vec<T> {
    let stride = list.len().div_ceil(most.max(1)).max(1);
    list.iter().skip(mark % stride).step_by(stride).take(most).cloned().collect()
}

/// The overlays there are, with something each could be about.
fn overlays(board: &Value, sight: &Value, mark: usize) -> Vec<(String, String)> {
    let any = |list: &Value| {
        let ids: Vec<&str> =
            list.as_array().into_iter().flatten().filter_map(|one| one["id"].as_str()).collect();
        ids.get(mark % ids.len().max(1)).copied().unwrap_or_default().to_owned()
    };
    let (piece, place) = (any(&sight["scene"]["pieces"]), any(&board["places"]));
    let kinds = board["overlays"].as_array().cloned().unwrap_or_default();
    let about = |kind: &Value| match kind["about"].as_str() {
        Some("piece") => piece.clone(),
        Some("place") => place.clone(),
        _ => String::new(),
    };
    kinds.iter().map(|kind| (kind["id"].as_str().unwrap_or_default().to_owned(), about(kind))).collect()
}

/// What can be clicked, lit or not: pieces, lines of panels and places, others each time.
fn targets(board: &Value, sight: &Value, mark: usize, most: usize) -> Vec<Value> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let pieces = list(&sight["scene"]["pieces"]);
    let rows: Vec<Value> =
        list(&sight["scene"]["panels"]).iter().flat_map(|panel| list(&panel["rows"])).collect();
    let places = list(&board["places"]);
    let mut targets =
        vec![json!({"what": "button"}), json!({"what": "point", "at": [40, 40], "facing": null})];
    targets.extend(some(&pieces, mark, most).iter().map(|one| json!({"what": "piece", "piece": one["id"]})));
    targets.extend(some(&rows, mark, most).iter().map(|one| json!({"what": "card", "card": one["id"]})));
    targets.extend(some(&places, mark, most).iter().map(|one| json!({"what": "place", "place": one["id"]})));
    targets
}
