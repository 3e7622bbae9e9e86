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
        let mut child = Command::new(env!("CARGO_BIN_EXE_longroll"))
            .args(["serve", "--port", "0", "--no-open", "--data-dir"])
            .arg(&scratch.0)
            .env_remove("LONGROLL_SCENARIOS")
            .env_remove("LONGROLL_DATABASE")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
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
            play_one(&server, &game, &key, &format!("{round}-{number}"), &mut kept);
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
fn play_one(server: &Serving, game: &str, key: &str, id: &str, kept: &mut Vec<Acknowledged>) {
    for side in ["union", "confederate"] {
        let sight = server.ask("GET", &format!("/games/{game}/sight?side={side}"), key, "").expect("a sight");
        let Some(answers) = sight["ask"]["answers"].as_array() else { continue };
        let act = json!({"id": id, "side": side, "moment": sight["moment"], "action": answers[0]["action"]});
        let answer =
            server.ask("POST", &format!("/games/{game}/act"), key, &act.to_string()).expect("an answer");
        kept.push(Acknowledged { act, answer });
        return;
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
