//! Two games that differ in what the Confederate player holds and in when he answers, at a real server whose clock is
//! moved by hand: every byte that the other player and a watcher are sent, and every instant at which it comes, is the
//! same. At a table without a pause it is not, and not with rules that ask only whoever holds a card.

use crate::common::{Player, Running, Scratch, Socket, moment};
use crate::eyes::{lay_with_pause, terms};
use crate::variant::{Played, Variant};
use engine::{Eyes, Game, Print, Seat, Shelved};
use picket_line::cards::Card;
use serde_json::json;
use server::Shelf;
use server::clock::HandClock;
use server::store::Store;
use server::wire::Millis;
use std::collections::BTreeMap;
use std::sync::Arc;

/// When it begins: as many digits as any time of this century.
const BEGIN: Millis = 1_700_000_100_000;
/// How far the clock is moved at once.
const STEP: Millis = 500;
/// How long a reaction is followed.
const FOLLOWED: Millis = 11_000;

/// What the Confederate player does about a reaction, and how long after it was asked.
type Doings = &'static [(Millis, Doing)];

#[derive(Copy, Clone, PartialEq, Debug)]
enum Doing {
    Pass,
    Wait,
    /// Says to let such questions pass for the turn.
    StandForTurn,
    /// Revokes that.
    Revoke,
}

/// By round: what he does who holds an aim card, and what he does who holds none.
const ROUNDS: [[Doings; 2]; 4] = [
    // Who has a choice takes his time, who has none does not.
    [&[(4_000, Doing::Pass)], &[(0, Doing::Pass)]],
    // The one does nothing at all.
    [&[], &[(1_500, Doing::Pass)]],
    // Both want to be waited for, and then hurry the one more than the other.
    [&[(1_000, Doing::Wait), (5_500, Doing::Pass)], &[(1_000, Doing::Wait), (2_000, Doing::Pass)]],
    // What is said beforehand while a question is asked does not hurry that question, nor does revoking it.
    [&[(500, Doing::StandForTurn), (1_000, Doing::Revoke)], &[(2_500, Doing::StandForTurn)]],
];

fn begun(seed: u64, played: Played) -> Game<Variant> {
    Game::new(Arc::new(Variant::new(played)), terms(seed))
}

/// Two seeds whose games begin alike for the Union player and for a watcher, and in which the Confederate player holds
/// an aim card, and none.
fn seeds() -> [u64; 2] {
    let mut holding: BTreeMap<(Print, Print), u64> = BTreeMap::new();
    let mut empty = BTreeMap::new();
    for seed in 0..5_000 {
        let game = begun(seed, Played::AsItIs);
        let known = [Eyes::Of(Seat::UNION), Eyes::Watcher].map(|eyes| {
            let log = serde_json::to_string(&game.log(eyes)).expect("a log");
            Print::of(&(game.view(eyes), log))
        });
        let has_aim = game.state().hands[Seat::CONFEDERATE.index()].has(Card::Aim);
        let (mine, others) = if has_aim { (&mut holding, &empty) } else { (&mut empty, &holding) };
        let key = (known[0], known[1]);
        mine.insert(key, seed);
        if let Some(&other) = others.get(&key) {
            return if has_aim { [seed, other] } else { [other, seed] };
        }
    }
    panic!("no two seeds look alike");
}

/// A game at a server of its own.
struct Half {
    server: Running,
    clock: HandClock,
    game: String,
    commitment: String,
    players: [Player; 2],
    sockets: [Socket; 2],
    /// All that the Union player and the watcher were sent, with the time.
    sent: Vec<String>,
    now: Millis,
    count: usize,
    _scratch: Scratch,
}

impl Half {
    async fn lay(seed: u64, played: Played, pause: u8) -> Half {
        let scratch = Scratch::new();
        let clock = HandClock::at(BEGIN);
        let rules: Arc<dyn Shelved> = Arc::new(Arc::new(Variant::new(played)));
        let shelf = Shelf::new([rules]);
        let server = Running::by(&scratch.file(), shelf.clone(), &clock).await;
        let store = Store::open(&scratch.file()).await.unwrap();
        let players = [server.player().await, server.player().await];
        let game = lay_with_pause(&store, &shelf, &players, seed, &begun(seed, played), pause).await;
        store.close().await;
        let sockets = [
            players[0].socket(&game, Some("union")).await,
            Socket::open(server.address, &game, None, None).await,
        ];
        let commitment = terms(seed).commitment().to_string();
        let (sent, now, count) = (Vec::new(), BEGIN, 0);
        Half { server, clock, game, commitment, players, sockets, sent, now, count, _scratch: scratch }
    }

    async fn answer(&mut self, side: &str, action: &str) {
        self.count += 1;
        let player = &self.players[usize::from(side == "confederate")];
        player.answer(&self.game, side, &format!("{side}-{}", self.count), action).await.ok();
    }

    /// Moves the clock on, and looks at everything that the Union player and a watcher can see.
    async fn look(&mut self, millis: Millis) {
        self.now += millis;
        self.clock.advance(millis).await;
        let base = format!("/games/{}", self.game);
        let mut texts = Vec::new();
        for path in
            ["", "/sight?side=union", "/log?side=union", "/sights?side=union", "/reactions?side=union"]
        {
            texts.push(self.players[0].get(&format!("{base}{path}")).await.text().to_owned());
        }
        texts.push(self.players[0].get("/games").await.text().to_owned());
        let nobody = Player { key: "nobody".to_owned(), address: self.server.address };
        for path in ["", "/sight", "/log", "/reactions"] {
            let asked =
                crate::common::request(nobody.address, "GET", &format!("{base}{path}"), None, "").await;
            texts.push(asked.text().to_owned());
        }
        // Whatever the sockets have to say comes before what is said now.
        let mark = format!("mark {}", self.now);
        self.players[0].post(&format!("{base}/chat"), &json!({"text": mark})).await.ok();
        for socket in &mut self.sockets {
            while socket.next_of("chat").await["text"] != mark.as_str() {}
            for (text, frame) in socket.heard.drain(..).zip(socket.frames.drain(..)) {
                // Who else has a socket open at the moment is the doing of the test.
                if text.starts_with("{\"type\":\"present\"") {
                    continue;
                }
                // Where nothing in it differs but the names of the games, the frame is the same to the last byte.
                if !text.contains(&self.game) && !text.contains(&self.commitment) {
                    texts.push(frame.iter().map(|byte| format!("{byte:02x}")).collect());
                }
                texts.push(text);
            }
        }
        let now = self.now - BEGIN;
        let plain = |text: String| text.replace(&self.game, "GAME").replace(&self.commitment, "COMMITMENT");
        let texts = texts.into_iter().map(plain).map(|text| format!("{now} ms: {text}"));
        self.sent.extend(texts);
    }

    /// What the Confederate player does; nothing, if he is not asked.
    async fn does(&mut self, doing: Doing) {
        let player = &self.players[1];
        let sight = player.sight(&self.game, "confederate").await;
        if sight["ask"]["reaction"].is_null() {
            return;
        }
        let path = |what: &str| format!("/games/{}/{what}", self.game);
        let stand = |says: &str| json!({"side": "confederate", "kind": "PL-4.1", "turn": true, "says": says});
        match doing {
            Doing::Pass => {
                let pass = sight["ask"]["reaction"]["pass"].as_str().expect("a pass").to_owned();
                self.answer("confederate", &pass).await;
            }
            Doing::Wait => {
                let wish = json!({"side": "confederate", "moment": moment(&sight)});
                // Where there is no pause, it is waited for him anyhow.
                let waited = player.post(&path("wait"), &wish).await;
                assert!([200, 422].contains(&waited.status), "{}", waited.text());
            }
            Doing::StandForTurn => _ = player.post(&path("stand"), &stand("pass")).await.ok(),
            Doing::Revoke => _ = player.post(&path("stand"), &stand("nothing")).await.ok(),
        }
    }

    /// Follows a reaction for a while.
    async fn follow(&mut self, doings: Doings) {
        for passed in (0..FOLLOWED).step_by(STEP as usize) {
            for (_, doing) in doings.iter().filter(|(after, _)| *after == passed) {
                self.does(*doing).await;
            }
            self.look(STEP).await;
        }
    }
}

/// Everything that was sent in the game of one who holds an aim card, or none. How often he was asked, too.
async fn sent(seed: u64, holds: bool, played: Played, pause: u8) -> Vec<String> {
    let mut half = Half::lay(seed, played, pause).await;
    for (round, doings) in ROUNDS.iter().enumerate() {
        half.answer("union", "order advance").await;
        half.answer("confederate", "order hold").await;
        half.look(STEP).await;
        half.answer("union", "pick A").await;
        half.answer("union", &format!("move 200,{} facing 0,1", 300 + 5 * round)).await;
        half.follow(doings[usize::from(!holds)]).await;
        // Where nothing is let pass by itself, he must.
        half.does(Doing::Pass).await;
        // When the game is over, everything is open.
        if round + 1 < ROUNDS.len() {
            half.answer("confederate", "stand fast").await;
        }
        half.look(STEP).await;
    }
    let Half { server, sent, .. } = half;
    server.stop().await;
    sent
}

/// The first thing that was sent otherwise to him who holds an aim card than to him who holds none.
async fn difference(played: Played, pause: u8) -> Option<[String; 2]> {
    let [holding, empty] = seeds();
    let sent = [sent(holding, true, played, pause).await, sent(empty, false, played, pause).await];
    assert!(sent[0].len() > 1_000, "{} things were sent", sent[0].len());
    let asked = sent[0].iter().filter(|text| text.contains("\"pauses\":[{\"side\":\"confederate\"")).count();
    assert!(asked > 50, "{asked} times somebody was told that the Confederate player is asked");
    let [one, other] = &sent;
    let differs = one.iter().zip(other).find(|(one, other)| one != other);
    let near = |text: &str, place: usize| -> String {
        let (time, _) = text.split_once(':').unwrap_or_default();
        format!("{time}: …{}", text.chars().skip(place.saturating_sub(150)).take(400).collect::<String>())
    };
    let differs = differs.map(|(one, other)| {
        let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
        [near(one, same), near(other, same)]
    });
    differs.or_else(|| {
        (one.len() != other.len()).then(|| [one.len(), other.len()].map(|count| count.to_string()))
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reaction_tells_nothing_of_a_hand_nor_does_the_time_it_takes() {
    for pause in [6, 10] {
        if let Some([one, other]) = difference(Played::AsItIs, pause).await {
            panic!("with a pause of {pause} seconds, these differ:\n{one}\n{other}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_pause_the_time_tells() {
    let [one, other] = difference(Played::AsItIs, 0).await.expect("what is found out");
    eprintln!("without a pause:\n{one}\n{other}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_that_ask_only_holders_are_found_out() {
    let [one, other] = difference(Played::AskingHolders, 6).await.expect("what is found out");
    eprintln!("asking only holders:\n{one}\n{other}");
}
