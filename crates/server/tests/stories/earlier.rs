//! Databases that earlier programs have left: with tables that knew nothing of rules and data, and games played by
//! every version of the rules of which there are records.
//!
//! They are made of those records, as an earlier program kept a game that was brought in: its row, its seats, a journal
//! without moments, and the game put away. Of the bytes of that, what stands first is written as it was then, by which
//! rules and data the game was played; the rest was of types that are gone.

use crate::common::{Player, Running};
use engine::Seat;
use engine::record::Record;
use faults::{Library, Source};
use serde_json::{Value, json};
use server::secrets::Hash;
use server::store::{Database, Store};
use server::{Shelf, Stock};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, SqliteConnection};
use std::fmt::Write as _;
use std::sync::Arc;

/// A record, and whether the game can be played on by the rules of today, or still ends as it did.
struct Earlier {
    id: &'static str,
    record: &'static str,
    version: u64,
    plays: bool,
}

macro_rules! earlier {
    ($($game:literal $version:literal $file:literal $plays:literal;)+) => {
        &[$(Earlier {
            id: concat!($game, "-", $version, "-", $file),
            record: include_str!(concat!("../../../", $game, "/tests/golden/", $file, ".json")),
            version: $version,
            plays: $plays,
        }),+]
    };
}

const ALL: &[Earlier] = earlier! {
    "last-full-measure" 5 "v5/crossroads-farm-opening" false;
    "last-full-measure" 5 "v5/crossroads-farm" false;
    "last-full-measure" 6 "v6/crossroads-farm-opening" false;
    "last-full-measure" 6 "v6/crossroads-farm" false;
    "last-full-measure" 7 "crossroads-farm-opening" true;
    "full-measure-of-devotion" 2 "v2/monocacy-bridge" false;
    "full-measure-of-devotion" 3 "v3/monocacy-bridge" true;
    "full-measure-of-devotion" 4 "monocacy-bridge" true;
    "seeing-the-elephant" 1 "the-lane" true;
    "picket-line" 3 "two-fords" true;
};

impl Earlier {
    fn game(&self) -> String {
        self.id.replace('/', "-")
    }
}

const KEY: &str = "the key of somebody who played then";

pub fn shelf() -> Shelf {
    let ids = ["crossroads-farm", "monocacy-bridge", "the-lane", "two-fords"];
    let stock = |id: &str| {
        let (library, notes) = Library::builtin().noting();
        let game = games::game_with(&library, id).expect("a scenario that is built in");
        let loaded = (game.scenario)(&library, id).unwrap_or_else(|report| panic!("{report}"));
        Stock { game: loaded.shelved(), name: id.to_owned(), files: notes.files() }
    };
    Shelf::stocked(ids.map(stock), Arc::new(games::again))
}

/// A text as SQL writes it.
fn text(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// What an earlier program kept of a game that was brought in.
fn kept(earlier: &Earlier, postgres: bool) -> (String, Record) {
    let record = Record::read(&Source::new(earlier.id, earlier.record)).expect("a golden record");
    let id = text(&earlier.game());
    let (state, ending) = match record.outcome {
        None => ("playing", "NULL".to_owned()),
        Some(outcome) => {
            let ending = json!({"by": "play", "winner": outcome.winner, "points": outcome.points});
            ("over", text(&ending.to_string()))
        }
    };
    let (seed, head) = (record.seed.expect("a seed that is shown"), record.actions.len());
    let mut sql = format!(
        "INSERT INTO games (id, name, scenario, terms, seed, host, made, head, state, waiting, since, ending) VALUES \
         ({id}, 'Evening', {}, {}, '{seed}', 'lee', 1, {head}, '{state}', '', 1, {ending});\n",
        text(&record.identity.scenario),
        text(&record.id),
    );
    for side in Seat::BOTH {
        let nonce = record.nonces[side.index()].map_or("NULL".to_owned(), |nonce| format!("'{nonce}'"));
        let _ = writeln!(
            sql,
            "INSERT INTO seats (game, side, player, invitation, nonce) VALUES ({id}, {}, 'lee', NULL, {nonce});",
            json!(side).to_string().replace('"', "'")
        );
    }
    for (seq, act) in (1..).zip(&record.actions) {
        let body = json!({"do": "act", "side": act.seat, "action": act.text}).to_string();
        let side = json!(act.seat).to_string().replace('"', "'");
        let _ = writeln!(
            sql,
            "INSERT INTO journal (game, seq, kind, side, body, act, moment, at) VALUES \
             ({id}, {seq}, 'act', {side}, {}, NULL, NULL, 1);",
            text(&body)
        );
    }
    let mut bytes = vec![2];
    bytes.extend(postcard::to_allocvec(&record.identity).expect("texts and numbers"));
    let digits = bytes.iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"));
    let bytes = if postgres { format!("'\\x{digits}'") } else { format!("X'{digits}'") };
    let _ = writeln!(sql, "INSERT INTO snapshots (game, seq, bytes) VALUES ({id}, {head}, {bytes});");
    (sql, record)
}

pub async fn games_of_earlier_programs(place: Database) {
    let postgres = matches!(place, Database::Postgres(_));
    Store::open_as_of(&place, 1).await.expect("the tables of before").close().await;
    let mut sql = "INSERT INTO players (id, made) VALUES ('lee', 1);\n".to_owned();
    let _ = writeln!(
        sql,
        "INSERT INTO keys (hash, player, made) VALUES ('{}', 'lee', 1);",
        Hash::of(KEY).as_str()
    );
    let mut records = Vec::new();
    for earlier in ALL {
        let (kept, record) = kept(earlier, postgres);
        sql += &kept;
        records.push(record);
    }
    match &place {
        Database::File(path) => {
            let mut connection =
                SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
            sqlx::raw_sql(AssertSqlSafe(format!("BEGIN; {sql} COMMIT;")))
                .execute(&mut connection)
                .await
                .unwrap();
            connection.close().await.unwrap();
        }
        Database::Postgres(url) => {
            let mut connection = PgConnection::connect(url).await.unwrap();
            sqlx::raw_sql(AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
    }

    // Whoever opens them a second time finds them the same.
    for _ in 0..2 {
        let server = Running::shelving(&place, shelf()).await;
        let lee = Player { key: KEY.to_owned(), address: server.address };
        assert_eq!(lee.get("/games").await.ok().as_array().map(Vec::len), Some(ALL.len()));
        let mut told = Vec::new();
        for (earlier, record) in ALL.iter().zip(&records) {
            let path = |what: &str| format!("/games/{}{what}", earlier.game());
            let info = lee.get(&path("")).await.ok();
            let plays = info["notice"].is_null();
            if plays != earlier.plays {
                told.push(format!("{} plays: {plays}; {}", earlier.id, info["notice"]));
                continue;
            }
            let sight = lee.get(&path("/sight?side=union")).await.ok();
            assert!(sight["scene"].is_object(), "{}", earlier.id);
            let log = lee.get(&path("/log?side=union")).await.ok();
            assert_eq!(log.as_array().map(Vec::len), sight["log"].as_u64().map(|log| log as usize));
            let board = info["scenario"]["id"].as_str().expect("an id");
            lee.get(&format!("/scenarios/{board}/board")).await.ok();
            let exported = lee.get(&path("/record")).await.ok();
            let actions = exported["actions"].as_array().expect("actions").len();
            if plays {
                assert_eq!(actions, record.actions.len(), "{}", earlier.id);
                continue;
            }
            assert!(actions <= record.actions.len(), "{}", earlier.id);
            let notice = info["notice"].as_str().expect("a sentence");
            let version = format!("It was played by version {} of its rules", earlier.version);
            assert!(notice.contains(&version), "{notice}");
            if info["state"] == "playing" {
                let moment = sight["moment"].as_str().expect("a moment");
                let act = json!({"id": "x", "side": "union", "moment": moment, "action": "stop"});
                let refused = lee.post(&path("/act"), &act).await.refused("illegal");
                assert_eq!(refused["text"], Value::from(notice));
            }
        }
        assert!(told.is_empty(), "{told:#?}");
        server.stop().await;
    }
}
