//! What happens to a reaction at the table. Each story gets a database of its own.

use crate::common::{Player, Running, moment, shelf};
use crate::variant::{Played, Variant};
use engine::Shelved;
use serde_json::{Value, json};
use server::clock::HandClock;
use server::deed::Deed;
use server::store::{Database, Store};
use server::wire::Millis;
use server::{Limits, Manners, Plan, Server, Shelf};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::Runtime;

const BEGIN: Millis = 1_700_000_200_000;

/// A game in which the Union moves up and the Confederates may fire.
struct Table {
    server: Running,
    clock: HandClock,
    union: Player,
    confederate: Player,
    game: String,
    round: usize,
    count: usize,
}

impl Table {
    async fn set(place: &Database, pause: u8) -> Table {
        Table::of(place, pause, shelf()).await
    }

    async fn of(place: &Database, pause: u8, shelf: Shelf) -> Table {
        let clock = HandClock::at(BEGIN);
        let server = Running::by(place, shelf, &clock).await;
        let (union, confederate) = (server.player().await, server.player().await);
        let seats = json!({"union": "me", "confederate": "friend"});
        let made = union
            .post("/games", &json!({"scenario": "two-fords", "seats": seats, "pause": pause}))
            .await
            .ok();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        let (game, secret) = (text(&made["id"]), text(&made["invitations"]["confederate"]));
        confederate.post(&format!("/games/{game}/join"), &json!({"secret": secret})).await.ok();
        Table { server, clock, union, confederate, game, round: 0, count: 0 }
    }

    fn path(&self, what: &str) -> String {
        format!("/games/{}/{what}", self.game)
    }

    fn player(&self, side: &str) -> &Player {
        if side == "union" { &self.union } else { &self.confederate }
    }

    async fn answer(&mut self, side: &str, action: &str) {
        self.count += 1;
        let id = format!("{side}-{}", self.count);
        self.player(side).answer(&self.game, side, &id, action).await.ok();
    }

    /// The Union moves A up to where X can fire at it, in a new round.
    async fn move_up(&mut self) {
        self.answer("union", "order advance").await;
        self.answer("confederate", "order hold").await;
        self.answer("union", "pick A").await;
        let north = 300 + 5 * self.round;
        self.answer("union", &format!("move 200,{north} facing 0,1")).await;
        self.round += 1;
    }

    async fn sight(&self, side: &str) -> Value {
        self.player(side).sight(&self.game, side).await
    }

    async fn reactions(&self, side: &str) -> Value {
        self.player(side).get(&self.path(&format!("reactions?side={side}"))).await.ok()
    }

    /// Whether the Confederates are asked whether they fire.
    async fn is_asked(&self) -> bool {
        !self.sight("confederate").await["ask"]["reaction"].is_null()
    }

    async fn stand(&self, wish: Value) -> Value {
        self.confederate.post(&self.path("stand"), &wish).await.ok()
    }

    /// How often fire was held, by the log of the Union.
    async fn held(&self) -> usize {
        let log = self.union.get(&self.path("log?side=union")).await.text().to_owned();
        log.matches("holds its fire").count()
    }

    async fn since(&self) -> Millis {
        self.union.get(&format!("/games/{}", self.game)).await.ok()["since"].as_i64().expect("a time")
    }

    /// The same table at the next server.
    async fn again(self, place: &Database) -> Table {
        let Table { server, clock, union, confederate, game, round, count } = self;
        server.stop().await;
        let server = Running::by(place, shelf(), &clock).await;
        let (union, confederate) = (union.at(&server), confederate.at(&server));
        Table { server, clock, union, confederate, game, round, count }
    }

    async fn end(self) {
        self.server.stop().await;
    }
}

/// The deeds of a game, as the journal has them.
async fn journal(place: &Database, game: &str) -> Vec<Deed> {
    let store = Store::open(place).await.unwrap();
    let lines = store.journal(game, 0).await.unwrap();
    store.close().await;
    lines.iter().map(|line| Deed::from_json(&line.body).unwrap()).collect()
}

pub async fn a_pause_from_question_to_effect(place: Database) {
    let mut table = Table::set(&place, 6).await;
    assert_eq!(table.union.get(&format!("/games/{}", table.game)).await.ok()["pause"], 6);
    let wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "me"}, "pause": 5});
    table.union.post("/games", &wish).await.refused("bad-request");
    table.move_up().await;
    let mut socket = table.union.socket(&table.game, Some("union")).await;
    let news = socket.next_of("news").await;
    let pause = json!({"side": "confederate", "left": 6_000, "waits": false, "sealed": false});
    assert_eq!(news["reactions"], json!({"pause": 6, "pauses": [pause], "standing": []}));
    let sight = table.sight("confederate").await;
    let reaction = &sight["ask"]["reaction"];
    assert_eq!(*reaction, json!({"pass": "hold fire", "units": ["A"]}));
    assert_eq!(sight["ask"]["question"]["rule"], "PL-4.1");

    table.clock.advance(2_000).await;
    let before = table.since().await;
    let (game, confederate) = (table.game.clone(), table.confederate.clone());
    let pass = confederate.act(&game, "confederate", "pass", moment(&sight), "hold  fire").await.ok();
    // Given once more, it is the same answer.
    assert_eq!(confederate.act(&game, "confederate", "pass", moment(&sight), "hold fire").await.ok(), pass);
    let mine = table.reactions("confederate").await;
    assert_eq!(
        mine["pauses"],
        json!([{"side": "confederate", "left": 4_000, "waits": false, "sealed": true}])
    );
    let others = table.reactions("union").await;
    assert_eq!(
        others["pauses"],
        json!([{"side": "confederate", "left": 4_000, "waits": false, "sealed": false}])
    );
    // What is sealed is final.
    for (id, action) in [("again", "hold fire"), ("fire", "fire X")] {
        let refused =
            confederate.act(&game, "confederate", id, moment(&sight), action).await.refused("illegal");
        assert!(refused["text"].as_str().unwrap().contains("let this pass already"), "{refused}");
    }
    let wait = json!({"side": "confederate", "moment": moment(&sight)});
    confederate.post(&table.path("wait"), &wait).await.refused("illegal");
    table.clock.advance(3_999).await;
    assert!(table.is_asked().await && table.held().await == 0 && table.since().await == before);

    table.clock.advance(1).await;
    assert!(!table.is_asked().await);
    assert_eq!(table.held().await, 1);
    let news = loop {
        let news = socket.next_of("news").await;
        if news["reactions"].is_object() {
            break news;
        }
    };
    assert_eq!(news["reactions"]["pauses"], json!([]));
    table.end().await;
    let deeds = journal(&place, &game).await;
    assert_eq!(deeds.iter().filter(|deed| matches!(deed, Deed::Seal { .. })).count(), 1);
}

pub async fn who_does_nothing_lets_it_pass(place: Database) {
    let mut table = Table::set(&place, 3).await;
    table.move_up().await;
    table.clock.advance(2_999).await;
    assert!(table.is_asked().await);
    // Late by two seconds, it holds since the pause was over.
    table.clock.advance(2_001).await;
    assert!(!table.is_asked().await && table.held().await == 1);
    table.answer("confederate", "stand fast").await;
    // A shot is fired at once, pause or not.
    table.move_up().await;
    table.clock.advance(1_000).await;
    table.answer("confederate", "fire X").await;
    assert!(!table.is_asked().await);
    let log = table.union.get(&table.path("log?side=union")).await.text().to_owned();
    assert!(log.contains("X fires at A"), "{log}");
    table.end().await;
}

pub async fn who_waits_is_waited_for(place: Database) {
    let mut table = Table::set(&place, 6).await;
    table.move_up().await;
    let sight = table.sight("confederate").await;
    let wait = json!({"side": "confederate", "moment": moment(&sight)});
    table.union.post(&table.path("wait"), &wait).await.refused("forbidden");
    let old = json!({"side": "confederate", "moment": "past"});
    table.confederate.post(&table.path("wait"), &old).await.refused("stale");
    for _ in 0..2 {
        table.confederate.post(&table.path("wait"), &wait).await.ok();
    }
    let pause = json!([{"side": "confederate", "left": null, "waits": true, "sealed": false}]);
    assert_eq!(table.reactions("union").await["pauses"], pause);
    table.clock.advance(3_600_000).await;
    assert!(table.is_asked().await);
    // Now there is nothing to be waited for any more.
    table.answer("confederate", "hold fire").await;
    assert!(!table.is_asked().await && table.held().await == 1);
    let wait = json!({"side": "confederate", "moment": moment(&table.sight("confederate").await)});
    table.confederate.post(&table.path("wait"), &wait).await.refused("illegal");
    table.answer("confederate", "stand fast").await;

    // Whoever waits and lets it pass before the pause is over has sealed that as anybody else.
    table.move_up().await;
    let wait = json!({"side": "confederate", "moment": moment(&table.sight("confederate").await)});
    table.confederate.post(&table.path("wait"), &wait).await.ok();
    table.clock.advance(1_000).await;
    table.answer("confederate", "hold fire").await;
    table.clock.advance(4_999).await;
    assert!(table.is_asked().await);
    table.clock.advance(1).await;
    assert!(!table.is_asked().await && table.held().await == 2);
    let (game, count) = (table.game.clone(), 2);
    table.end().await;
    let waits = journal(&place, &game).await.iter().filter(|deed| matches!(deed, Deed::Wait { .. })).count();
    assert_eq!(waits, count, "to wait twice is to wait");
}

pub async fn an_answer_after_the_pause(place: Database) {
    let mut table = Table::set(&place, 6).await;
    table.move_up().await;
    let sight = table.sight("confederate").await;
    table.clock.advance(6_000).await;
    let late = table.confederate.act(&table.game, "confederate", "late", moment(&sight), "fire X").await;
    let refused = late.refused("stale");
    assert!(
        refused["sight"]["ask"]["reaction"].is_null() && refused["sight"]["ask"].is_object(),
        "{refused}"
    );
    assert_eq!(table.held().await, 1);
    table.end().await;
}

pub async fn two_answers_at_once(place: Database) {
    let mut table = Table::set(&place, 6).await;
    table.move_up().await;
    let sight = table.sight("confederate").await;
    let (game, one, two) = (table.game.clone(), table.confederate.clone(), table.confederate.clone());
    let (first, second) = tokio::join!(
        one.act(&game, "confederate", "one", moment(&sight), "hold fire"),
        two.act(&game, "confederate", "two", moment(&sight), "hold fire"),
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
    // At the very instant at which the pause is over, one of the two counts, and nobody is left without an answer.
    let wait = json!({"side": "confederate", "moment": moment(&sight)});
    let path = table.path("wait");
    let (_, waited) = tokio::join!(table.clock.advance(6_000), one.post(&path, &wait));
    assert!([409, 422].contains(&waited.status), "{}", waited.text());
    assert_eq!(table.held().await, 1);
    table.end().await;
}

/// A server in a runtime of its own, which ends without a word.
struct Doomed {
    runtime: Option<Runtime>,
    address: std::net::SocketAddr,
}

impl Doomed {
    async fn start(place: &Database, clock: &HandClock) -> Doomed {
        let manners = Manners { clock: server::clock::Clock::Hand(clock.clone()), ..Manners::default() };
        let plan = Plan {
            address: ([127, 0, 0, 1], 0).into(),
            place: place.clone(),
            shelf: shelf(),
            assets: Arc::new(server::assets::NoClient),
            limits: Limits::default(),
            manners,
        };
        let started = tokio::task::spawn_blocking(move || {
            let mut runtime = tokio::runtime::Builder::new_multi_thread();
            let runtime = runtime.worker_threads(1).enable_all().build().expect("a runtime");
            let server = runtime.block_on(Server::start(plan)).expect("a server that starts");
            let address = server.address();
            runtime.spawn(server.run(std::future::pending()));
            Doomed { runtime: Some(runtime), address }
        });
        started.await.expect("a server")
    }

    /// Whatever it was doing, it does no more.
    async fn kill(mut self) {
        self.runtime.take().expect("it lives").shutdown_background();
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
}

pub async fn a_killed_server_loses_no_sealed_answer(place: Database) {
    // The game is set up at one server, and the answer is given at another one, which is killed.
    let mut table = Table::set(&place, 6).await;
    table.move_up().await;
    let sight = table.sight("confederate").await;
    let (game, clock) = (table.game.clone(), table.clock.clone());
    let (mut union, mut confederate) = (table.union.clone(), table.confederate.clone());
    table.end().await;

    let doomed = Doomed::start(&place, &clock).await;
    (union.address, confederate.address) = (doomed.address, doomed.address);
    clock.advance(1_000).await;
    let pass = confederate.act(&game, "confederate", "pass", moment(&sight), "hold fire").await.ok();
    assert!(
        confederate.get(&format!("/games/{game}/reactions?side=confederate")).await.ok()["pauses"][0]["sealed"]
            == true
    );
    doomed.kill().await;
    let deeds = journal(&place, &game).await;
    assert!(matches!(deeds.last(), Some(Deed::Seal { .. })), "{deeds:?}");

    let server = Running::by(&place, shelf(), &clock).await;
    let table = Table { server, clock, union, confederate, game, round: 1, count: 100 };
    let table = Table {
        union: table.union.at(&table.server),
        confederate: table.confederate.at(&table.server),
        ..table
    };
    // It is still sealed, and still nobody else's business.
    assert_eq!(table.reactions("confederate").await["pauses"][0]["sealed"], true);
    assert_eq!(table.reactions("union").await["pauses"][0]["sealed"], false);
    assert!(table.is_asked().await);
    let again =
        table.confederate.act(&table.game, "confederate", "pass", moment(&sight), "hold fire").await.ok();
    assert_eq!(again, pass);
    for _ in 0..3 {
        table.clock.advance(6_000).await;
    }
    assert!(!table.is_asked().await);
    assert_eq!(table.held().await, 1);
    let (game, clock) = (table.game.clone(), table.clock.clone());
    table.end().await;
    // Nor once more after the next start.
    let server = Running::by(&place, shelf(), &clock).await;
    clock.advance(60_000).await;
    let _ = server.game(&game).await;
    clock.advance(60_000).await;
    server.stop().await;
    let deeds = journal(&place, &game).await;
    let passes =
        deeds.iter().filter(|deed| matches!(deed, Deed::Act { action, .. } if action == "hold fire"));
    assert_eq!(passes.count(), 1, "{deeds:?}");
}

/// Whoever is asked could not answer while there was no server; and how long it takes then must not tell whether he
/// had.
pub async fn a_pause_that_was_broken_off_begins_again(place: Database) {
    let mut table = Table::set(&place, 6).await;
    table.move_up().await;
    table.clock.advance(4_000).await;
    let table = table.again(&place).await;
    assert_eq!(table.reactions("union").await["pauses"][0]["left"], 6_000);
    table.clock.advance(5_999).await;
    assert!(table.is_asked().await);
    table.clock.advance(1).await;
    assert!(!table.is_asked().await && table.held().await == 1);
    let table = table.again(&place).await;
    assert_eq!(table.held().await, 1);
    table.end().await;
}

pub async fn what_was_said_beforehand(place: Database) {
    let mut table = Table::set(&place, 6).await;
    let always = json!({"side": "confederate", "kind": "PL-4.1", "says": "pass"});
    let unknown = json!({"side": "confederate", "kind": "PL-9.9", "says": "pass"});
    let refused = table.confederate.post(&table.path("stand"), &unknown).await.refused("not-found");
    assert!(refused["text"].as_str().unwrap().contains("PL-4.1"), "{refused}");
    table.union.post(&table.path("stand"), &always).await.refused("forbidden");
    let standing =
        json!([{"side": "confederate", "kind": "PL-4.1", "unit": null, "turn": false, "says": "pass"}]);
    assert_eq!(table.stand(always.clone()).await["standing"], standing);
    assert_eq!(table.stand(always.clone()).await["standing"], standing);
    assert_eq!(table.reactions("union").await["standing"], json!([]));

    // It holds at once: nobody is asked, and no time passes.
    let before = table.since().await;
    table.move_up().await;
    assert!(!table.is_asked().await && table.held().await == 1);
    assert_eq!(table.sight("union").await["waiting"], json!(["confederate"]));
    assert_eq!(table.since().await, before);
    table.answer("confederate", "stand fast").await;

    // After a restart, too; and the game goes on as it was.
    let log = table.union.get(&table.path("log?side=union")).await.text().to_owned();
    let mut table = table.again(&place).await;
    assert_eq!(table.union.get(&table.path("log?side=union")).await.text(), log);
    assert_eq!(table.reactions("confederate").await["standing"], standing);
    table.move_up().await;
    assert_eq!(table.held().await, 2);
    table.answer("confederate", "stand fast").await;

    // What is revoked holds no more.
    let revoke = json!({"side": "confederate", "kind": "PL-4.1", "says": "nothing"});
    assert_eq!(table.stand(revoke).await["standing"], json!([]));
    table.move_up().await;
    assert!(table.is_asked().await);
    // What is asked already is let pass with the rest, but not before its pause is over.
    table.clock.advance(1_000).await;
    table.stand(always).await;
    assert!(table.is_asked().await);
    table.clock.advance(5_000).await;
    assert!(!table.is_asked().await && table.held().await == 3);
    let (game, server) = (table.game.clone(), table.server);
    server.stop().await;
    let passed = journal(&place, &game).await;
    let passed = passed.iter().filter(|deed| matches!(deed, Deed::Act { passed, .. } if !passed.is_empty()));
    assert_eq!(passed.count(), 2);
}

pub async fn what_was_said_of_one_unit_and_for_a_turn(place: Database) {
    let mut table = Table::set(&place, 6).await;
    let of = |unit: &str, turn: bool, says: &str| json!({"side": "confederate", "kind": "PL-4.1", "unit": unit, "turn": turn, "says": says});
    // Of another unit it says nothing.
    table.stand(of("B", false, "pass")).await;
    table.move_up().await;
    assert!(table.is_asked().await);
    table.clock.advance(6_000).await;
    table.answer("confederate", "stand fast").await;
    // Of this one, for the turn in which it is said.
    table.stand(of("A", true, "pass")).await;
    table.move_up().await;
    assert!(!table.is_asked().await && table.held().await == 2);
    table.answer("confederate", "stand fast").await;
    assert_eq!(table.reactions("confederate").await["standing"].as_array().unwrap().len(), 1);
    table.move_up().await;
    assert!(table.is_asked().await, "the turn is over");
    table.clock.advance(6_000).await;
    table.answer("confederate", "stand fast").await;
    // What is said of a unit goes before what is said of all.
    table.stand(json!({"side": "confederate", "kind": "PL-4.1", "says": "pass"})).await;
    table.stand(of("A", false, "ask")).await;
    table.move_up().await;
    assert!(table.is_asked().await);
    // However many are wished, so many stand.
    for unit in 0..80 {
        let wish = of(&format!("unit {unit}"), false, "pass");
        let reply = table.confederate.post(&table.path("stand"), &wish).await;
        assert!(reply.status == 200 || unit > 50, "{}", reply.text());
    }
    let standing = table.reactions("confederate").await["standing"].as_array().unwrap().len();
    assert_eq!(standing, server::pauses::MOST_STANDING);
    table.end().await;
}

pub async fn what_is_let_pass_until_it_is_armed(place: Database) {
    let rules: Arc<dyn Shelved> = Arc::new(Arc::new(Variant::new(Played::UntilArmed)));
    let mut table = Table::of(&place, 6, Shelf::new([rules])).await;
    let info = table.union.get(&format!("/games/{}", table.game)).await.ok();
    assert_eq!(info["scenario"]["reactions"][0]["armed"], false);
    table.move_up().await;
    assert!(!table.is_asked().await && table.held().await == 1);
    table.answer("confederate", "stand fast").await;
    table.stand(json!({"side": "confederate", "kind": "PL-4.1", "says": "ask"})).await;
    table.move_up().await;
    assert!(table.is_asked().await);
    table.end().await;
}

pub async fn a_table_without_a_pause_waits(place: Database) {
    let mut table = Table::set(&place, 0).await;
    table.move_up().await;
    let pause = json!([{"side": "confederate", "left": null, "waits": false, "sealed": false}]);
    assert_eq!(table.reactions("union").await["pauses"], pause);
    table.clock.advance(86_400_000).await;
    assert!(table.is_asked().await, "by mail, everybody has time");
    let wait = json!({"side": "confederate", "moment": moment(&table.sight("confederate").await)});
    table.confederate.post(&table.path("wait"), &wait).await.refused("illegal");
    table.answer("confederate", "hold fire").await;
    assert!(!table.is_asked().await && table.held().await == 1);
    table.answer("confederate", "stand fast").await;
    table.move_up().await;
    table.stand(json!({"side": "confederate", "kind": "PL-4.1", "says": "pass"})).await;
    assert!(!table.is_asked().await && table.held().await == 2, "there is no pause to be waited for");
    table.end().await;
}

pub async fn what_is_taken_back_is_asked_again(place: Database) {
    let mut table = Table::set(&place, 6).await;
    table.move_up().await;
    table.clock.advance(1_000).await;
    table.answer("confederate", "hold fire").await;
    // Whether it is sealed does not show in what can be taken back, and what is taken back is not let pass.
    let sight = table.sight("union").await;
    let undo = json!({"id": "undo", "side": "union", "moment": moment(&sight), "back": "last"});
    table.union.post(&table.path("undo"), &undo).await.ok();
    table.clock.advance(60_000).await;
    assert!(!table.is_asked().await && table.held().await == 0);
    table.answer("union", "move 200,300 facing 0,1").await;
    assert!(table.is_asked().await);
    assert_eq!(table.reactions("confederate").await["pauses"][0]["sealed"], false);
    table.clock.advance(6_000).await;
    assert_eq!(table.held().await, 1);
    table.end().await;
}

pub async fn two_processes_end_one_pause(place: Database) {
    let mut table = Table::set(&place, 6).await;
    let other = Running::by(&place, shelf(), &table.clock).await;
    let there = table.confederate.at(&other);
    table.move_up().await;
    loop {
        let sight = there.sight(&table.game, "confederate").await;
        if !sight["ask"]["reaction"].is_null() {
            there.act(&table.game, "confederate", "far", moment(&sight), "hold fire").await.ok();
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    // Both look at the same clock, and both know when the pause is over.
    table.clock.advance(6_000).await;
    while table.is_asked().await {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let game = table.game.clone();
    table.end().await;
    other.stop().await;
    let deeds = journal(&place, &game).await;
    let passes =
        deeds.iter().filter(|deed| matches!(deed, Deed::Act { action, .. } if action == "hold fire"));
    assert_eq!(passes.count(), 1, "{deeds:?}");
}
