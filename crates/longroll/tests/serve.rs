//! The server as a process of its own: it starts, is killed without warning, and has lost nothing.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A folder of one test's own, removed with it.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("longroll-serve-{name}-{}", std::process::id()));
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

/// The program, serving.
struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    fn start(scratch: &Scratch) -> Serving {
        Serving::with(scratch, &[], Stdio::null())
    }

    /// With further words, and its log going somewhere.
    fn with(scratch: &Scratch, words: &[&str], log: Stdio) -> Serving {
        Serving::of(Command::new(env!("CARGO_BIN_EXE_longroll")), scratch, words, log)
    }

    /// By way of a shell that does something first.
    #[cfg(target_os = "linux")]
    fn by(scratch: &Scratch, script: &str, words: &[&str]) -> Serving {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_longroll")]);
        Serving::of(shell, scratch, words, Stdio::null())
    }

    fn of(mut command: Command, scratch: &Scratch, words: &[&str], log: Stdio) -> Serving {
        let mut child = command
            .args(["serve", "--port", "0", "--no-open", "--data-dir"])
            .arg(&scratch.0)
            .args(words)
            .env_remove("LONGROLL_SCENARIOS")
            .env_remove("LONGROLL_DATABASE")
            .env("LONGROLL_LOG", "trace")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .expect("the program starts");
        let mut first = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut first).expect("a line");
        let address = first.trim().rsplit('/').nth(1).expect("an address").to_owned();
        Serving { child, address }
    }

    /// Ends it as a power cut would end the process: nothing in it gets a chance to act.
    fn kill(&mut self) {
        self.child.kill().expect("a process that can be killed");
        self.child.wait().expect("a process that ends");
    }

    /// Asks it to end, and waits until it has.
    #[cfg(unix)]
    fn stop(&mut self) -> std::process::ExitStatus {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().expect("a signal");
        assert!(sent.success(), "{sent}");
        self.child.wait().expect("a process that ends")
    }

    /// Says hello over a socket and reads the first bytes of what comes.
    #[cfg(unix)]
    fn greet(&self, game: &str, hello: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        write!(
            stream,
            "GET /api/v1/games/{game}/socket HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        .expect("a request");
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).expect("the head of an answer");
            head.push(byte[0]);
        }
        assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
        // A text of 126 to 65,535 bytes in one frame, masked with noughts.
        let length = u16::try_from(hello.len()).expect("a short text");
        assert!(length >= 126, "a length of two bytes");
        let frame = [&[0x81, 0xfe], &length.to_be_bytes()[..], &[0; 4], hello.as_bytes()].concat();
        stream.write_all(&frame).expect("a message");
        let mut first = [0; 64];
        stream.read_exact(&mut first).expect("news");
        let first = String::from_utf8_lossy(&first);
        assert!(first.contains("\"type\":\"news\""), "{first}");
        stream
    }

    fn ask(&self, method: &str, path: &str, key: &str, body: &str) -> std::io::Result<Value> {
        let mut stream = TcpStream::connect(&self.address)?;
        write!(
            stream,
            "{method} /api/v1{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").ok_or(std::io::ErrorKind::UnexpectedEof)?;
        assert!(head.starts_with("HTTP/1.1 2"), "{answer}");
        Ok(serde_json::from_str(body)?)
    }

    /// Asks, and takes a refusal for an answer.
    #[cfg(target_os = "linux")]
    fn say(&self, method: &str, path: &str, key: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        write!(
            stream,
            "{method} /api/v1{path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Bearer {key}\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        )
        .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let (head, body) = answer.split_once("\r\n\r\n").expect("a body");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        (status, serde_json::from_str(body).unwrap_or_default())
    }

    /// The status of what stands beside the API.
    #[cfg(target_os = "linux")]
    fn status(&self, path: &str) -> u16 {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        write!(stream, "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n")
            .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
    }

    fn player(&self) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("a connection");
        write!(stream, "POST /api/v1/players HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            .expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        let body = answer.split_once("\r\n\r\n").expect("a body").1;
        serde_json::from_str::<Value>(body).expect("JSON")["key"].as_str().expect("a key").to_owned()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An act that the server acknowledged, and how.
struct Acknowledged {
    act: Value,
    answer: Value,
}

#[test]
fn what_was_acknowledged_survives_being_killed() {
    let scratch = Scratch::new("killed");
    let mut server = Serving::start(&scratch);
    let key = server.player();
    let wish =
        json!({"scenario": "crossroads-farm", "seats": {"union": "me", "confederate": "me"}}).to_string();
    let made = server.ask("POST", "/games", &key, &wish).expect("a game");
    let game = made["id"].as_str().expect("an id").to_owned();
    let mut kept: Vec<Acknowledged> = Vec::new();
    for round in 0..3 {
        // The third round crosses a snapshot.
        for number in 0..25 {
            kept.push(play_one(&server, &game, [&key, &key], &format!("{round}-{number}")));
        }
        server.kill();
        server = Serving::start(&scratch);
        for Acknowledged { act, answer } in &kept {
            let again = server.ask("POST", &format!("/games/{game}/act"), &key, &act.to_string());
            assert_eq!(&again.expect("an answer"), answer, "after round {round}");
        }
        let record = server.ask("GET", &format!("/games/{game}/record"), &key, "").expect("a record");
        let actions: Vec<&Value> = record["actions"].as_array().expect("actions").iter().collect();
        let acted: Vec<Value> =
            kept.iter().map(|kept| json!([kept.act["side"], kept.act["action"]])).collect();
        assert_eq!(actions, acted.iter().collect::<Vec<_>>(), "after round {round}");
    }
}

/// The first answer to whatever is asked.
fn play_one(server: &Serving, game: &str, keys: [&str; 2], id: &str) -> Acknowledged {
    for (side, key) in ["union", "confederate"].into_iter().zip(keys) {
        let sight = server.ask("GET", &format!("/games/{game}/sight?side={side}"), key, "").expect("a sight");
        let Some(answers) = sight["ask"]["answers"].as_array() else { continue };
        let act = json!({"id": id, "side": side, "moment": sight["moment"], "action": answers[0]["action"]});
        let answer =
            server.ask("POST", &format!("/games/{game}/act"), key, &act.to_string()).expect("an answer");
        return Acknowledged { act, answer };
    }
    panic!("nobody is asked anything");
}

#[test]
fn a_port_that_is_taken_is_told_with_a_remedy() {
    let scratch = Scratch::new("port");
    let server = Serving::start(&scratch);
    let port = server.address.rsplit(':').next().expect("a port");
    let other = Scratch::new("other-port");
    let second = Command::new(env!("CARGO_BIN_EXE_longroll"))
        .args(["serve", "--no-open", "--port", port, "--data-dir"])
        .arg(&other.0)
        .output()
        .expect("the program ends");
    assert_eq!(second.status.code(), Some(2));
    let told = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(told.contains("--port 0"), "{told}");
}

#[test]
fn a_second_server_does_not_open_the_same_file() {
    let scratch = Scratch::new("in-use");
    let mut server = Serving::start(&scratch);
    let second = || {
        Command::new(env!("CARGO_BIN_EXE_longroll"))
            .args(["serve", "--no-open", "--port", "0", "--data-dir"])
            .arg(&scratch.0)
            .output()
            .expect("the program ends")
    };
    let refused = second();
    assert_eq!(refused.status.code(), Some(2));
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(told.contains("another server has") && told.contains("--data-dir"), "{told}");
    // A process that was killed claims nothing any more.
    server.kill();
    drop(Serving::start(&scratch));
}

/// Everything is written down that can be, and the server is stopped in the midst of it.
#[cfg(unix)]
#[test]
fn the_log_tells_no_secret_and_a_stop_is_orderly() {
    let scratch = Scratch::new("log");
    let path = scratch.0.join("log");
    let log = std::fs::File::create(&path).expect("a file for the log");
    let mut server = Serving::with(&scratch, &["--log", "json"], log.into());
    let (union, confederate) = (server.player(), server.player());
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let wish = json!({"scenario": "crossroads-farm", "seats": {"union": "me", "confederate": "friend"}});
    let made = server.ask("POST", "/games", &union, &wish.to_string()).expect("a game");
    let (game, secret) = (text(&made["id"]), text(&made["invitations"]["confederate"]));
    let join = json!({"secret": secret}).to_string();
    server.ask("POST", &format!("/games/{game}/join"), &confederate, &join).expect("a seat");
    let code = text(&server.ask("POST", "/move", &union, "").expect("a code")["code"]);
    let redeem = json!({"code": code}).to_string();
    let phone = text(&server.ask("POST", "/move/redeem", &union, &redeem).expect("a key")["key"]);
    let hello = json!({"type": "hello", "key": confederate, "side": "confederate", "log": 0, "moment": "x".repeat(64)});
    let mut socket = server.greet(&game, &hello.to_string());
    play_one(&server, &game, [&union, &confederate], "first");

    assert!(server.stop().success());
    let mut rest = Vec::new();
    socket.read_to_end(&mut rest).expect("the end of the socket");
    assert!(
        String::from_utf8_lossy(&rest).contains("come back in a moment"),
        "the socket is told why it ends"
    );

    let log = std::fs::read_to_string(&path).expect("a log");
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect();
    assert!(lines.iter().any(|line| line["fields"]["route"] == "/api/v1/games/{id}/join"), "{log}");
    assert!(lines.iter().any(|line| line["fields"]["message"] == "stopping"), "{log}");
    let commitment = text(&made["commitment"]);
    let database = std::fs::read(scratch.0.join("longroll.db")).expect("a database");
    for secret in [&union, &confederate, &phone, &secret, &code] {
        assert!(!log.contains(secret.as_str()), "{secret} is in the log");
        assert!(
            !database.windows(secret.len()).any(|bytes| bytes == secret.as_bytes()),
            "{secret} is kept as it is"
        );
    }
    assert!(database.windows(game.len()).any(|bytes| bytes == game.as_bytes()), "the database was written");
    assert!(!log.contains(&commitment), "nothing of the dice is in the log");
}

/// A process may write no further in any file than so many bytes: what a full disk is, without a disk.
#[cfg(target_os = "linux")]
fn set_room(process: u32, bytes: &str) {
    let limit = format!("--fsize={bytes}:unlimited");
    let set = Command::new("prlimit").args(["--pid", &process.to_string(), &limit]).status();
    assert!(set.expect("prlimit runs").success());
}

/// Of what is asked of it meanwhile nothing is lost, and it goes on by itself once there is room.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_heals() {
    let scratch = Scratch::new("full");
    // A process that does not hear the signal of the limit is told of it as of a full disk.
    let mut server = Serving::by(&scratch, "trap '' XFSZ; exec \"$@\"", &[]);
    let key = server.player();
    let wish = json!({"scenario": "crossroads-farm", "seats": {"union": "me", "confederate": "me"}});
    let made = server.ask("POST", "/games", &key, &wish.to_string()).expect("a game");
    let game = made["id"].as_str().expect("an id").to_owned();
    let mut kept = vec![play_one(&server, &game, [&key, &key], "before")];
    for round in 0..3 {
        // Less than any entry takes.
        set_room(server.child.id(), "8192");
        let (mut refused, mut tries) = (0, 0);
        let sides = ["union", "confederate"];
        while refused < 3 {
            tries += 1;
            assert!(tries < 2_000, "the disk is never full");
            let Some((side, act)) =
                sides.iter().find_map(|side| next_act(&server, &game, &key, side, tries + 10_000 * round))
            else {
                panic!("nobody is asked anything");
            };
            let path = format!("/games/{game}/act");
            let (status, answer) = server.say("POST", &path, &key, &act.to_string());
            match status {
                200 => kept.push(Acknowledged { act, answer }),
                503 => refused += 1,
                _ => panic!("{side}: {status} {answer}"),
            }
        }
        let (status, _) = server.say("GET", &format!("/games/{game}"), &key, "");
        assert_eq!(status, 200, "reading goes on");
        assert_eq!(server.status("/livez"), 200);
        assert_eq!(server.status("/readyz"), 503);
        assert_eq!(server.status("/healthz"), 503);
        set_room(server.child.id(), "unlimited");
        // Whoever has just been told that it is full asks again a second later.
        let well = (0..100).any(|_| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            server.status("/readyz") == 200
        });
        assert!(well, "it does not heal");
        kept.push(play_one(&server, &game, [&key, &key], &format!("after-{round}")));
    }
    for _ in 0..2 {
        for Acknowledged { act, answer } in &kept {
            let again = server.ask("POST", &format!("/games/{game}/act"), &key, &act.to_string());
            assert_eq!(&again.expect("an answer"), answer);
        }
        let record = server.ask("GET", &format!("/games/{game}/record"), &key, "").expect("a record");
        assert_eq!(record["actions"].as_array().expect("actions").len(), kept.len());
        server.kill();
        server = Serving::start(&scratch);
    }
}

/// The first answer to what a side is asked, as an act.
#[cfg(target_os = "linux")]
fn next_act(
    server: &Serving,
    game: &str,
    key: &str,
    side: &'static str,
    id: usize,
) -> Option<(&'static str, Value)> {
    let (_, sight) = server.say("GET", &format!("/games/{game}/sight?side={side}"), key, "");
    let action = &sight["ask"]["answers"].as_array()?[0]["action"];
    Some((side, json!({"id": id.to_string(), "side": side, "moment": sight["moment"], "action": action})))
}

/// A database that cannot be written to is told at the start, and not by every act.
#[cfg(target_os = "linux")]
#[test]
fn a_write_protected_file_is_told_at_the_start() {
    use std::os::unix::fs::PermissionsExt as _;
    let scratch = Scratch::new("protected");
    let mut server = Serving::start(&scratch);
    server.player();
    assert!(server.stop().success());
    let protect = |name: &str, mode: u32| {
        let path = scratch.0.join(name);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    };
    protect("longroll.db", 0o444);
    // Whoever runs this as root is stopped by no mode, and becomes somebody else.
    let root = Command::new("id").arg("-u").output().expect("id runs").stdout == b"0\n";
    if root {
        protect("", 0o777);
        let _ = std::fs::remove_file(scratch.0.join("longroll.db.lock"));
    }
    let mut command = Command::new(if root { "setpriv" } else { "env" });
    if root {
        command.args(["--reuid", "65534", "--regid", "65534", "--clear-groups"]);
    }
    let database = scratch.0.join("longroll.db");
    let refused = command
        .arg(env!("CARGO_BIN_EXE_longroll"))
        .args(["serve", "--no-open", "--port", "0", "--database"])
        .arg(&database)
        .current_dir("/")
        .output()
        .expect("the program ends");
    let told = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(2), "{told}");
    assert!(told.contains("not written to") && told.contains("--database"), "{told}");
}

/// Somebody who never finishes his request does not keep the program from ending.
#[cfg(unix)]
#[test]
fn a_stop_waits_only_so_long() {
    let scratch = Scratch::new("stop");
    let mut server = Serving::with(&scratch, &["--stop-within", "0.2"], Stdio::null());
    let key = server.player();
    let mut held = TcpStream::connect(&server.address).expect("a connection");
    write!(
        held,
        "POST /api/v1/games HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\ncontent-length: 9\r\n\r\n{{"
    )
    .expect("half a request");
    server.player();
    assert!(server.stop().success());
}

/// A program that has been given few file handles takes as many as it may, takes fewer connections, and says so.
#[cfg(target_os = "linux")]
#[test]
fn few_file_handles_are_told_and_fit() {
    let scratch = Scratch::new("handles");
    let mut child = Command::new("sh")
        .args(["-c", "ulimit -Sn 256; ulimit -Hn 1024; exec \"$@\"", "sh", env!("CARGO_BIN_EXE_longroll")])
        .args(["serve", "--port", "0", "--no-open", "--data-dir"])
        .arg(&scratch.0)
        .env_remove("LONGROLL_SCENARIOS")
        .env_remove("LONGROLL_DATABASE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let told = BufReader::new(child.stdout.take().expect("a pipe"));
    let told: Vec<String> = told.lines().take(3).map(|line| line.expect("a line")).collect();
    let address = told[0].trim().rsplit('/').nth(1).expect("an address").to_owned();
    let server = Serving { child, address };
    assert!(told[2].contains("file handles for 896 connections of 10000"), "{told:?}");
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.child.id())).expect("its limits");
    let handles = limits.lines().find(|line| line.starts_with("Max open files")).expect("a limit");
    assert_eq!(handles.split_whitespace().nth(3), Some("1024"), "{handles}");
    server.player();
}
