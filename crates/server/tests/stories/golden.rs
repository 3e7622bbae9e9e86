//! Databases that programs have left, one for every version of the rules of a game: `tests/golden/*.sql`, opened and
//! played on. Whoever raises the version of a game's rules keeps one of the new version with
//! `LONGROLL_UPDATE=1 cargo test -p server --test table every_version_has_a_database`; those of before stay as they
//! are.

use crate::common::{Dice, Pair, Player, Running, Scratch, moment};
use crate::stories::earlier::shelf;
use engine::Seat;
use serde_json::{Value, json};
use server::deed::Deed;
use server::secrets::Hash;
use server::store::{Database, Store};
use sqlx::{AssertSqlSafe, Connection as _, PgConnection, Row as _, SqliteConnection};
use std::fmt::Write as _;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

/// The games that can only be shown by the rules of today, by their ids.
const SHOWN: &[&str] = &["pJWPwCCIxOETGqa6", "Vs4CwimXjB3EU6Bz", "GV2iBLnlqbHCzbsd"];

/// How many answers are given in a game that goes on: enough to have it put away on the way.
const ANSWERS: usize = 70;

/// What is kept of a database, in an order in which it can be brought back.
const TABLES: [&str; 10] =
    ["players", "files", "editions", "games", "seats", "journal", "snapshots", "looks", "notes", "webhooks"];

/// A database of before. Its first line tells how it was made: `-- tables 3, last-full-measure 7: ID ID`.
struct Golden {
    /// How many migrations its program knew.
    tables: usize,
    /// The rules.
    game: String,
    version: u64,
    /// The games that are played in it.
    ids: Vec<String>,
    sql: String,
}

impl Golden {
    fn read(path: &Path) -> Golden {
        let sql = std::fs::read_to_string(path).expect("a database of before");
        let head = sql.lines().next().and_then(|line| line.strip_prefix("-- tables ")).expect("a first line");
        let (tables, rest) = head.split_once(", ").expect("what it was made by");
        let (rules, ids) = rest.split_once(": ").expect("its games");
        let (game, version) = rules.split_once(' ').expect("a version");
        Golden {
            tables: tables.parse().expect("a number"),
            game: game.to_owned(),
            version: version.parse().expect("a number"),
            ids: ids.split(' ').map(str::to_owned).collect(),
            sql,
        }
    }

    /// All of them, those of the oldest tables first.
    fn all() -> Vec<Golden> {
        let files = std::fs::read_dir(FOLDER).expect("the databases of before");
        let paths = files.map(|file| file.expect("a file").path());
        let mut all: Vec<Golden> = paths.map(|path| Golden::read(&path)).collect();
        all.sort_by(|a, b| (a.tables, &a.game, a.version).cmp(&(b.tables, &b.game, b.version)));
        all
    }
}

/// The key of everybody in a database of before.
fn key_of(player: &str) -> String {
    format!("the key of {player}")
}

/// The same statements as PostgreSQL writes bytes: SQLite has `X'00ff'`.
fn for_postgres(sql: &str) -> String {
    let mut quoted = false;
    let mut text = String::with_capacity(sql.len());
    for letter in sql.chars() {
        quoted ^= letter == '\'';
        // What stands before this quote is no part of a text.
        if letter == '\'' && quoted && text.ends_with('X') {
            text.pop();
            text += "'\\x";
        } else {
            text.push(letter);
        }
    }
    text
}

async fn bring(place: &Database, sql: &str) {
    match place {
        Database::File(path) => {
            let url = format!("sqlite://{}", path.display());
            let mut connection = SqliteConnection::connect(&url).await.unwrap();
            let sql = AssertSqlSafe(format!("BEGIN; {sql} COMMIT;"));
            sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
        Database::Postgres(url) => {
            let mut connection = PgConnection::connect(url).await.unwrap();
            sqlx::raw_sql(AssertSqlSafe(for_postgres(sql))).execute(&mut connection).await.unwrap();
            connection.close().await.unwrap();
        }
    }
}

/// The players of a game, each speaking to this server.
async fn pair(server: &Running, id: &str) -> Pair {
    let row = server.store.game(id).await.unwrap().expect("a game");
    let player = |side: Seat| {
        let seat = row.seats.iter().find(|seat| seat.side == side).expect("a seat");
        Player { key: key_of(seat.player.as_deref().expect("a player")), address: server.address }
    };
    Pair { union: player(Seat::UNION), confederate: player(Seat::CONFEDERATE), game: id.to_owned() }
}

pub async fn databases_of_every_version(place: Database) {
    let all = Golden::all();
    for tables in 1..=all.iter().map(|golden| golden.tables).max().expect("a database of before") {
        Store::open_as_of(&place, tables).await.expect("the tables of before").close().await;
        for golden in all.iter().filter(|golden| golden.tables == tables) {
            bring(&place, &golden.sql).await;
        }
    }
    // What was played on is found again by whoever comes next.
    let mut wrong = Vec::new();
    for round in 0..2 {
        let server = Running::shelving(&place, shelf()).await;
        for golden in &all {
            for id in &golden.ids {
                let pair = pair(&server, id).await;
                let plays = opens(&server, &pair, golden, round).await;
                if plays == SHOWN.contains(&id.as_str()) {
                    wrong.push(format!("{} {}, game {id}: plays {plays}", golden.game, golden.version));
                }
            }
        }
        server.stop().await;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Opens a game, which is as it was kept, and gives one answer; whether it can be played on.
async fn opens(server: &Running, pair: &Pair, golden: &Golden, round: usize) -> bool {
    let id = &pair.game;
    let journal = server.store.journal(id, 0).await.unwrap();
    let info = pair.union.get(&format!("/games/{id}")).await.ok();
    let plays = info["notice"].is_null();
    let mut seen = Vec::new();
    for side in ["union", "confederate"] {
        let sight = pair.player(side).sight(id, side).await;
        let log = pair.player(side).get(&format!("/games/{id}/log?side={side}")).await.ok();
        assert_eq!(log.as_array().map(Vec::len), sight["log"].as_u64().map(|log| log as usize), "{id}");
        seen.push(sight);
    }
    let board = info["scenario"]["id"].as_str().expect("an id");
    pair.union.get(&format!("/scenarios/{board}/board")).await.ok();
    // The last act led to what is seen now.
    let last = journal.iter().rev().find(|line| line.body.contains("\"do\":\"act\"")).expect("an act");
    if let Some(moment) = &last.moment
        && plays
    {
        let side = Deed::from_json(&last.body).expect("a deed").side();
        assert_eq!(seen[side.index()]["moment"], Value::from(moment.as_str()), "{id}");
    }
    if !plays {
        let notice = info["notice"].as_str().expect("a sentence");
        // By which rules a game was played that no early program has put away, nobody knows.
        let known = golden.tables > 1 || server.store.snapshot(id).await.unwrap().is_some();
        let version = format!("version {} of its rules", golden.version);
        let told = if known { version.as_str() } else { "It was kept by an earlier program" };
        assert!(notice.contains(told), "{notice}");
    }
    if info["state"] != "playing" {
        let record = pair.union.get(&format!("/games/{id}/record")).await.ok();
        assert_eq!(record["identity"]["game"], golden.game, "{id}");
        assert!(record["seed"].is_string(), "{id}");
        return plays;
    }
    for (side, sight) in ["union", "confederate"].into_iter().zip(&seen) {
        let action = sight["ask"]["answers"][0]["action"].as_str();
        let Some(action) = action.or((!plays).then_some("x")) else { continue };
        let name = format!("later {round}");
        let reply = pair.player(side).act(id, side, &name, moment(sight), action).await;
        if plays {
            reply.ok();
        } else {
            assert_eq!(reply.refused("illegal")["text"], info["notice"], "{id}");
        }
        return plays;
    }
    panic!("nobody is asked anything in {id}");
}

/// Whoever raises a version keeps a database of it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_version_has_a_database() {
    let there = Golden::all();
    let shelf = shelf();
    for game in games::GAMES {
        let has = shelf.iter().any(|book| book.edition.identity.game == game.id);
        assert!(has, "no scenario of {} lies on the table of these tests", game.id);
    }
    for book in shelf.iter() {
        let identity = book.edition.identity.clone();
        let version = u64::from(identity.rules_version);
        if there.iter().any(|golden| golden.game == identity.game && golden.version == version) {
            continue;
        }
        assert!(
            std::env::var_os("LONGROLL_UPDATE").is_some(),
            "there is no database of {} {version}; make one with `LONGROLL_UPDATE=1 cargo test -p server --test table \
             every_version_has_a_database`",
            identity.game
        );
        let sql = made(&book.blurb.id, &format!("{} {version}", identity.game)).await;
        std::fs::write(Path::new(FOLDER).join(format!("{}-{version}.sql", identity.game)), sql).unwrap();
    }
}

/// Two games of a scenario, as a server of today leaves them: one that goes on, and one that has ended.
async fn made(scenario: &str, rules: &str) -> String {
    let scratch = Scratch::new();
    let place = scratch.file();
    let server = Running::shelving(&place, shelf()).await;
    let mut ids = Vec::new();
    for answers in [ANSWERS, 5] {
        let (union, confederate) = (server.player().await, server.player().await);
        let wish = json!({"scenario": scenario, "seats": {"union": "me", "confederate": "friend"}});
        let made = union.post("/games", &wish).await.ok();
        let game = made["id"].as_str().expect("an id").to_owned();
        let join = json!({"secret": made["invitations"]["confederate"]});
        confederate.post(&format!("/games/{game}/join"), &join).await.ok();
        let pair = Pair { union, confederate, game };
        pair.union.post(&format!("/games/{}/chat", pair.game), &json!({"text": "Good evening"})).await.ok();
        let mut dice = Dice(1863);
        for number in 0..answers {
            if !pair.step(&mut dice, number).await {
                break;
            }
        }
        if answers < ANSWERS {
            let side = json!({"side": "confederate"});
            pair.confederate.post(&format!("/games/{}/resign", pair.game), &side).await.ok();
        }
        ids.push(pair.game);
    }
    server.stop().await;
    let Database::File(path) = place else { unreachable!("a file") };
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", path.display())).await.unwrap();
    let tables: i64 =
        sqlx::query("SELECT COUNT(*) FROM _sqlx_migrations").fetch_one(&mut connection).await.unwrap().get(0);
    let mut sql = format!("-- tables {tables}, {rules}: {}\n", ids.join(" "));
    for table in TABLES {
        let columns = AssertSqlSafe(format!("SELECT name FROM pragma_table_info('{table}')"));
        let columns = sqlx::query(columns).fetch_all(&mut connection).await.unwrap();
        let columns: Vec<String> = columns.iter().map(|row| row.get(0)).collect();
        let quoted = columns.iter().map(|column| format!("quote({column})")).collect::<Vec<_>>();
        let rows = AssertSqlSafe(format!("SELECT {} FROM {table}", quoted.join(" || ', ' || ")));
        for row in sqlx::query(rows).fetch_all(&mut connection).await.unwrap() {
            let values: String = row.get(0);
            // Databases share what is played, and are brought to one place.
            let end = if matches!(table, "files" | "editions") { " ON CONFLICT DO NOTHING" } else { "" };
            let _ = writeln!(sql, "INSERT INTO {table} ({}) VALUES ({values}){end};", columns.join(", "));
        }
    }
    // What was the key of somebody, nobody knows any more.
    for row in sqlx::query("SELECT id FROM players").fetch_all(&mut connection).await.unwrap() {
        let id: String = row.get(0);
        let hash = Hash::of(&key_of(&id));
        let _ =
            writeln!(sql, "INSERT INTO keys (hash, player, made) VALUES ('{}', '{id}', 1);", hash.as_str());
    }
    connection.close().await.unwrap();
    sql
}
