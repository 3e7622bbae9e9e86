//! What whoever runs a table does besides: copies, a look at every game, and places that cannot be opened.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of one test's own, removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("longroll-care-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn longroll(words: &[&str], folder: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(words)
        .current_dir(folder)
        .env_remove("LONGROLL_SCENARIOS")
        .env_remove("LONGROLL_DATABASE")
        .env_remove("LONGROLL_DATA_DIR")
        .env_remove("PGPASSWORD")
        .output()
        .expect("the program runs")
}

fn told(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A database with one game, as a server of now leaves it.
async fn a_database(path: &Path) {
    use engine::Seat;
    use server::store::{Database, GameRow, SeatRow, Standing, Store};
    let store = Store::open(&Database::File(path.to_owned())).await.expect("a database");
    store.new_player("lee", "hash", 1).await.expect("a player");
    let seat =
        |side| SeatRow { side, player: Some("lee".to_owned()), invitation: None, nonce: None, seal: None };
    let row = GameRow {
        name: "Evening".to_owned(),
        scenario: "two-fords".to_owned(),
        terms: "terms".to_owned(),
        seed: "00".repeat(32),
        host: "lee".to_owned(),
        head: 0,
        since: 1,
        ending: None,
        draw: None,
        pause: 0,
        edition: None,
        seats: Seat::BOTH.map(seat).to_vec(),
    };
    let standing = Standing {
        state: server::wire::GameState::Playing,
        waiting: vec![Seat::UNION],
        ending: None,
        draw: None,
    };
    store.new_game("game", &row, &standing, &[]).await.expect("a game");
    store.close().await;
}

#[test]
fn copied_looked_at_and_brought_back() {
    let scratch = Scratch::new("copies");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(a_database(&scratch.0.join("longroll.db")));

    let copied = longroll(&["backup", "copy.db", "--data-dir", "."], &scratch.0);
    assert!(copied.status.success(), "{}", told(&copied));
    assert!(told(&copied).contains("1 games, 5 rows in all, are in copy.db now."), "{}", told(&copied));
    let again = longroll(&["backup", "copy.db", "--data-dir", "."], &scratch.0);
    assert_eq!(again.status.code(), Some(2));
    assert!(told(&again).contains("there is a file copy.db already"), "{}", told(&again));

    let restored = longroll(&["restore", "copy.db", "--data-dir", "elsewhere"], &scratch.0);
    assert!(restored.status.success(), "{}", told(&restored));
    assert!(scratch.0.join("elsewhere/longroll.db").exists());
    let again = longroll(&["restore", "copy.db", "--data-dir", "elsewhere"], &scratch.0);
    assert_eq!(again.status.code(), Some(2));

    let healthy = longroll(&["doctor", "--database", "copy.db", "--json"], &scratch.0);
    assert!(healthy.status.success(), "{}", told(&healthy));
    let report: Value = serde_json::from_slice(&healthy.stdout).expect("JSON");
    assert_eq!((&report["games_kept"], &report["play"]), (&Value::from(1), &Value::from(1)));
    assert_eq!(report["games"][0]["opens"], "as-begun");
    let sentence = longroll(&["doctor", "--data-dir", "elsewhere"], &scratch.0);
    assert!(told(&sentence).contains("1 games are kept: 1 open as they were begun"), "{}", told(&sentence));

    // A game of a scenario that is gone does not open, and is named.
    let sick = scratch.0.join("sick.db");
    std::fs::copy(scratch.0.join("copy.db"), &sick).expect("a copy");
    runtime.block_on(async {
        use sqlx::{Connection as _, SqliteConnection};
        let mut connection =
            SqliteConnection::connect(&format!("sqlite://{}", sick.display())).await.unwrap();
        sqlx::query("UPDATE games SET scenario = 'four-fords'").execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
    let before = std::fs::read(&sick).expect("the file");
    let found = longroll(&["doctor", "--database", "sick.db"], &scratch.0);
    assert_eq!(found.status.code(), Some(1));
    assert!(told(&found).contains("game  four-fords"), "{}", told(&found));
    assert!(told(&found).contains("its scenario is not here any more"), "{}", told(&found));
    assert_eq!(std::fs::read(&sick).expect("the file"), before, "what is looked at is not changed");

    for nothing in ["backup none.db --database nothing.db", "doctor --database nothing.db"] {
        let words: Vec<&str> = nothing.split(' ').collect();
        let refused = longroll(&words, &scratch.0);
        assert_eq!(refused.status.code(), Some(2));
        assert!(told(&refused).contains("there is no file nothing.db"), "{}", told(&refused));
    }
}

#[test]
fn no_password_is_ever_told() {
    let scratch = Scratch::new("password");
    // Nobody listens at a port that was free a moment ago.
    let port =
        std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap().port();
    let refused = format!("postgres://lee:swordfish@127.0.0.1:{port}/longroll");
    for (place, sentence) in [
        (refused.as_str(), "refused"),
        ("postgres://lee:swordfish@127.0.0.1:no-port/longroll", "cannot be"),
        ("mysql://lee:swordfish@127.0.0.1/longroll", "is no database known here"),
        ("postgres:swordfish", ""),
    ] {
        for words in [&["serve", "--port", "0", "--no-open"][..], &["doctor"], &["backup", "copy.db"]] {
            let words: Vec<&str> = words.iter().copied().chain(["--database", place]).collect();
            let output = longroll(&words, &scratch.0);
            let told = told(&output);
            assert_eq!(output.status.code(), Some(2), "{told}");
            assert!(!told.contains("swordfish"), "{told}");
            if words[0] == "serve" || place == refused {
                let sentence = if sentence == "cannot be" { "cannot open" } else { sentence };
                assert!(told.to_lowercase().contains(sentence), "{told}");
            }
        }
    }
}

#[test]
fn a_public_address_is_that_of_a_page() {
    let scratch = Scratch::new("public");
    let words = ["serve", "--port", "0", "--no-open", "--data-dir", ".", "--public-url", "games.example"];
    let refused = longroll(&words, &scratch.0);
    assert_eq!(refused.status.code(), Some(2));
    assert!(told(&refused).contains("`games.example` is no address of a page"), "{}", told(&refused));
}

#[cfg(unix)]
#[test]
fn only_the_owner_reads_what_is_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new("private");
    let path = scratch.0.join("longroll.db");
    let mode = |path: &Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(a_database(&path));
    assert_eq!(mode(&path), 0o600);
    // One that an earlier program made is put right, with what stands beside it while it is open.
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o644)).expect("rights");
    runtime.block_on(async {
        let place = server::store::Database::File(path.clone());
        let store = server::store::Store::open(&place).await.expect("a database");
        store.new_player("meade", "another hash", 1).await.expect("a player");
        for name in ["longroll.db", "longroll.db-wal", "longroll.db-shm"] {
            assert_eq!(mode(&scratch.0.join(name)), 0o600, "{name}");
        }
        store.close().await;
    });
}
