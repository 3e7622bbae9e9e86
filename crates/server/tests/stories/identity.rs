//! By which rules and data a game goes on when those of the table have changed.

use crate::common::{Dice, Pair, Running, Scratch, request};
use engine::fair::Terms;
use engine::game::Damage;
use engine::record::{Mismatch, Record};
use engine::scene::Board;
use engine::stage::Blurb;
use engine::{Eyes, Identity, Shelved, Table};
use faults::Library;
use serde_json::{Value, json};
use server::store::Database;
use server::{Shelf, Stock};
use std::sync::Arc;

const TWO_FORDS: &str = include_str!("../../../../scenarios/picket-line/two-fords.toml");

/// A table with one scenario, made of this text.
fn table_with(text: &str) -> Shelf {
    let scratch = Scratch::new();
    let folder = scratch.0.join("picket-line");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join("two-fords.toml"), text).expect("a file");
    let (library, notes) = Library::folder(&scratch.0).noting();
    let game = games::again("picket-line", "two-fords", &library).expect("a scenario");
    let stock = Stock { game, name: "two-fords".to_owned(), files: notes.files() };
    Shelf::stocked([stock], Arc::new(games::again))
}

/// Two Fords by rules of another version. They may roll other dice.
struct OtherRules {
    game: Arc<dyn Shelved>,
    other_dice: bool,
}

impl Shelved for OtherRules {
    fn identity(&self) -> Identity {
        let identity = self.game.identity();
        Identity { rules_version: identity.rules_version + 1, ..identity }
    }

    fn blurb(&self) -> Blurb {
        self.game.blurb()
    }

    fn board(&self) -> Board {
        self.game.board()
    }

    fn begin(&self, terms: Terms) -> Box<dyn Table> {
        let dealt = self.game.begin(terms.clone());
        if !self.other_dice {
            return dealt;
        }
        // Cards dealt in another way now and then come out the same: then in yet another.
        let scene = dealt.sight(Eyes::All).scene;
        let others = (0..).map(|number| Terms { id: format!("{} {number}", terms.id), ..terms.clone() });
        let mut tables = others.map(|terms| self.game.begin(terms));
        tables.find(|table| table.sight(Eyes::All).scene != scene).expect("there is no end of them")
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, Mismatch> {
        self.game.replay(record)
    }

    fn open(&self, _bytes: &[u8]) -> Result<Box<dyn Table>, Damage> {
        Err(Damage::Snapshot)
    }
}

fn other_rules(other_dice: bool) -> Shelf {
    let game = games::again("picket-line", "two-fords", &Library::builtin()).expect("a scenario");
    let other: Arc<dyn Shelved> = Arc::new(OtherRules { game, other_dice });
    Shelf::new([other])
}

/// Plays so many answers, but not to the end.
async fn play(pair: &Pair, answers: usize) {
    let mut dice = Dice(11);
    for number in 0..answers {
        assert!(pair.step(&mut dice, number).await, "the game is over too soon");
    }
}

/// What both players see and have heard.
async fn seen(pair: &Pair) -> [Value; 4] {
    let game = &pair.game;
    let log = |side: &str| format!("/games/{game}/log?side={side}");
    [
        pair.union.sight(game, "union").await,
        pair.confederate.sight(game, "confederate").await,
        pair.union.get(&log("union")).await.ok(),
        pair.confederate.get(&log("confederate")).await.ok(),
    ]
}

async fn at(server: &Running, pair: &Pair) -> Pair {
    let (union, confederate) = (pair.union.at(server), pair.confederate.at(server));
    Pair { union, confederate, game: pair.game.clone() }
}

pub async fn a_game_goes_on_with_the_data_it_was_begun_with(place: Database) {
    let server = Running::shelving(&place, table_with(TWO_FORDS)).await;
    let pair = Pair::sit_down(&server).await;
    play(&pair, 5).await;
    let before = seen(&pair).await;
    let board =
        request(server.address, "GET", "/scenarios/two-fords/board", None, "").await.text().to_owned();
    server.stop().await;

    // More rounds, and a picket stands elsewhere: the same actions would lead to other positions.
    let changed = TWO_FORDS.replace("rounds = 4", "rounds = 9").replace("at = [400, 200]", "at = [350, 150]");
    assert_ne!(changed, TWO_FORDS);
    let server = Running::shelving(&place, table_with(&changed)).await;
    let pair = at(&server, &pair).await;
    assert_eq!(seen(&pair).await, before);
    let info = pair.union.get(&format!("/games/{}", pair.game)).await.ok();
    assert!(info["notice"].is_null(), "{info}");
    // Its board is its own.
    let id = info["scenario"]["id"].as_str().expect("an id");
    assert_ne!(id, "two-fords");
    let own = request(server.address, "GET", &format!("/scenarios/{id}/board"), None, "").await;
    assert_eq!(own.text(), board);
    assert_eq!(info["scenario"]["turns"], 4);
    // A new game is played with what lies on the table now.
    let new = Pair::sit_down(&server).await;
    let info = new.union.get(&format!("/games/{}", new.game)).await.ok();
    assert_eq!(
        (info["scenario"]["id"].as_str(), info["scenario"]["turns"].as_u64()),
        (Some("two-fords"), Some(9))
    );
    pair.play_out(5).await;
    let record = pair.union.get(&format!("/games/{}/record", pair.game)).await.text().to_owned();
    server.stop().await;

    // The whole game is one of the old data: it is a proof there.
    let server = Running::shelving(&place, table_with(TWO_FORDS)).await;
    let reader = server.player().await;
    request(server.address, "POST", "/games/import", Some(&reader.key), &record).await.ok();
    assert_eq!(
        at(&server, &pair).await.union.get(&format!("/games/{}/record", pair.game)).await.text(),
        record
    );
    server.stop().await;
}

pub async fn rules_that_lead_to_the_same_are_taken_up(place: Database) {
    let server = Running::shelving(&place, table_with(TWO_FORDS)).await;
    let pair = Pair::sit_down(&server).await;
    play(&pair, 6).await;
    let before = seen(&pair).await;
    server.stop().await;
    let server = Running::shelving(&place, other_rules(false)).await;
    let pair = at(&server, &pair).await;
    assert_eq!(seen(&pair).await, before);
    assert!(pair.union.get(&format!("/games/{}", pair.game)).await.ok()["notice"].is_null());
    pair.play_out(5).await;
    server.stop().await;
}

pub async fn by_other_rules_a_game_is_shown_as_it_last_stood(place: Database) {
    let server = Running::shelving(&place, table_with(TWO_FORDS)).await;
    let pair = Pair::sit_down(&server).await;
    play(&pair, 6).await;
    let solo = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "me"}});
    let solo = pair.union.post("/games", &solo).await.ok()["id"].as_str().expect("an id").to_owned();
    pair.union.answer(&solo, "union", "a", "order hold").await.ok();
    let actions = pair.union.get(&format!("/games/{solo}/record")).await.ok()["actions"].clone();
    let before = seen(&pair).await;
    server.stop().await;

    let server = Running::shelving(&place, other_rules(true)).await;
    let pair = at(&server, &pair).await;
    let after = seen(&pair).await;
    for (before, after) in before.iter().zip(&after).take(2) {
        for part in ["moment", "scene", "armies", "context", "log"] {
            assert_eq!(before[part], after[part], "{part}");
        }
        assert!(after["ask"].is_null() && after["waiting"] == json!([]), "{after}");
    }
    assert_eq!(before[2..], after[2..], "what was heard");
    let path = |what: &str| format!("/games/{}{what}", pair.game);
    let info = pair.union.get(&path("")).await.ok();
    let notice = info["notice"].as_str().expect("a sentence");
    assert!(notice.contains("version 3 of its rules; this table plays version 4"), "{notice}");
    assert!(notice.contains("as it last stood"), "{notice}");
    assert_eq!(info["state"], "playing");

    // Acts are refused with that sentence, and so is what needs rules; the talk goes on.
    let moment = after[0]["moment"].as_str().expect("a moment");
    for side in ["union", "confederate"] {
        let moment = if side == "union" { moment } else { after[1]["moment"].as_str().expect("a moment") };
        let refused =
            pair.player(side).act(&pair.game, side, "x", moment, "order hold").await.refused("illegal");
        assert_eq!(refused["text"], notice);
    }
    let wish = json!({"side": "union", "action": "order hold"});
    assert_eq!(pair.union.post(&path("/preview"), &wish).await.refused("illegal")["text"], notice);
    pair.union.post(&path("/chat"), &json!({"text": "So it ends"})).await.ok();
    let mut watching = pair.union.socket(&pair.game, Some("union")).await;
    let news = watching.next_of("news").await;
    assert_eq!(news["sight"]["scene"], before[0]["scene"]);
    assert_eq!(news["info"]["notice"], notice);

    // Whoever plays both sides may take the record along; the others when it has ended.
    assert_eq!(pair.union.get(&format!("/games/{solo}/record")).await.ok()["actions"], actions);
    pair.union.get(&path("/record")).await.refused("forbidden");
    pair.union.post(&path("/resign"), &json!({"side": "union"})).await.ok();
    let record = pair.confederate.get(&path("/record")).await.ok();
    assert_eq!(record["identity"]["rules_version"], 3);
    assert_eq!(record["actions"].as_array().expect("actions").len(), 6);
    assert!(record["seed"].is_string());
    server.stop().await;

    // By the rules of before it plays again, and the end stands.
    let server = Running::shelving(&place, table_with(TWO_FORDS)).await;
    let info = at(&server, &pair).await.union.get(&path("")).await.ok();
    assert!(info["notice"].is_null() && info["state"] == "over", "{info}");
    at(&server, &pair).await.union.answer(&solo, "confederate", "b", "order hold").await.ok();
    server.stop().await;
}
