//! HTTP and WebSocket, as plainly as possible, with every byte that came.

use flate2::read::DeflateDecoder;
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{HeaderMap, Request};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::Read as _;
use std::mem::replace;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Reply {
    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.text()))
    }

    /// The answer to what must not be refused.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert!(self.status < 300, "{}: {}", self.status, self.text());
        if self.body.is_empty() { Value::Null } else { self.json() }
    }

    /// The refusal that was expected.
    #[track_caller]
    pub fn refused(&self, error: &str) -> Value {
        assert!(self.status >= 400, "not refused: {}", self.text());
        let refusal = self.json();
        assert_eq!(refusal["error"], error, "{refusal}");
        refusal
    }
}

/// Asks; paths without the API's beginning get it.
pub async fn request(address: SocketAddr, method: &str, path: &str, key: Option<&str>, body: &str) -> Reply {
    let bearer = key.map(|key| ("authorization", format!("Bearer {key}")));
    request_with(address, method, path, bearer.as_slice(), body).await
}

/// Asks with these headers.
pub async fn request_with(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, String)],
    body: &str,
) -> Reply {
    let at_root = ["/healthz", "/livez", "/readyz", "/metrics", "/assets", "/index"]
        .iter()
        .any(|root| path.starts_with(root))
        || path == "/";
    let path = if at_root { path.to_owned() } else { format!("/api/v1{path}") };
    let stream = TcpStream::connect(address).await.expect("a connection");
    ask(stream, method, &path, headers, body).await
}

/// Posts from another address of this machine.
pub async fn request_from(from: [u8; 4], to: SocketAddr, path: &str, key: &str, body: &str) -> Reply {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((from, 0).into()).expect("an address of this machine");
    let stream = socket.connect(to).await.expect("a connection");
    let bearer = [("authorization", format!("Bearer {key}"))];
    ask(stream, "POST", &format!("/api/v1{path}"), &bearer, body).await
}

async fn ask(stream: TcpStream, method: &str, path: &str, headers: &[(&str, String)], body: &str) -> Reply {
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("a handshake");
    let connection = tokio::spawn(connection);
    let mut request = Request::builder().method(method).uri(path);
    if !headers.iter().any(|(name, _)| *name == "host") {
        request = request.header("host", "localhost");
    }
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let request = request.body(Full::new(Bytes::from(body.to_owned()))).expect("a request");
    let answer = sender.send_request(request).await.expect("an answer");
    let (head, body) = answer.into_parts();
    let body = body.collect().await.expect("a whole answer").to_bytes();
    connection.abort();
    Reply { status: head.status.as_u16(), headers: head.headers, body }
}

/// What a client keeps of a sight, and makes of what changes of it.
#[derive(Default, Debug, Clone)]
pub struct Follower {
    /// The seat whose eyes look, where one looks for two that keep secrets from each other.
    pub seat: Option<String>,
    /// What is seen.
    pub sight: Value,
    /// What was heard.
    pub log: Vec<Value>,
    /// What other seats saw last and have heard.
    kept: BTreeMap<Option<String>, (Value, Vec<Value>)>,
    /// The last news that was taken.
    pub number: u64,
}

/// What is to be done about a message.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It was taken.
    Yes,
    /// It was there before.
    Old,
    /// Something before it is missing: everything has to be told again.
    Gap,
}

impl Follower {
    /// Takes a news, as the browser client does.
    pub fn take(&mut self, news: &Value) -> Taken {
        let number = news["number"].as_u64().expect("a number");
        if number <= self.number {
            return Taken::Old;
        }
        let seat = news.get("side").and_then(Value::as_str).map(str::to_owned);
        if seat != self.seat {
            let (sight, log) = self.kept.remove(&seat).unwrap_or_default();
            let before = (replace(&mut self.sight, sight), replace(&mut self.log, log));
            self.kept.insert(replace(&mut self.seat, seat), before);
        }
        if let Some(sight) = news.get("sight") {
            self.sight = sight.clone();
            if number != self.number + 1 {
                // What was missed may have been another seat's.
                self.kept.clear();
            }
        } else if number != self.number + 1 {
            return Taken::Gap;
        } else if let Some(change) = news.get("change") {
            if self.sight["moment"] != change["since"] {
                return Taken::Gap;
            }
            apply(&mut self.sight, change);
        }
        self.number = number;
        self.log.truncate(news["from"].as_u64().expect("a number") as usize);
        self.log.extend(news["log"].as_array().expect("entries").iter().cloned());
        Taken::Yes
    }
}

/// Makes the next sight of one.
pub fn apply(sight: &mut Value, change: &Value) {
    for name in ["pieces", "markers", "tracks", "panels"] {
        if let Some(parts) = change.get(name) {
            sight["scene"][name] = together(&sight["scene"][name], parts);
        }
    }
    if let Some(ask) = change.get("ask") {
        let mut ask = ask.clone();
        if ask.is_object() {
            ask["answers"] = together(&sight["ask"]["answers"], &ask["answers"]);
        }
        sight["ask"] = ask;
    }
    for name in ["moment", "armies", "waiting", "context", "outcome", "log", "undo"] {
        if let Some(value) = change.get(name) {
            sight[name] = value.clone();
        }
    }
}

fn together(before: &Value, parts: &Value) -> Value {
    let before = before.as_array().map_or(&[][..], Vec::as_slice);
    let number = |value: &Value| value.as_u64().expect("a number") as usize;
    let mut list = Vec::new();
    for part in parts.as_array().expect("parts") {
        if let Some(kept) = part.as_array() {
            let first = number(&kept[0]);
            list.extend_from_slice(&before[first..first + number(&kept[1])]);
        } else if let Some(like) = part.get("like") {
            let mut item = before[number(like)].clone();
            for (name, value) in part["with"].as_object().expect("fields") {
                item[name] = value.clone();
            }
            list.push(item);
        } else {
            list.push(part.clone());
        }
    }
    list.into()
}

/// The text of a frame.
pub fn unpacked(frame: &[u8]) -> String {
    let mut text = String::new();
    DeflateDecoder::new(frame).read_to_string(&mut text).expect("a whole message");
    text
}

/// A socket at a table.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Every text that came, unpacked.
    pub heard: Vec<String>,
    /// The same as frames, to the byte.
    pub frames: Vec<Vec<u8>>,
    /// What is seen.
    pub follower: Follower,
}

/// How long a test waits for something that must come.
const SOON: Duration = Duration::from_secs(20);

impl Socket {
    /// A socket as the browser client opens it: told what changes, packed.
    pub async fn open(address: SocketAddr, game: &str, key: Option<&str>, side: Option<&str>) -> Socket {
        let hello =
            json!({"type": "hello", "key": key, "side": side, "log": 0, "changes": true, "packed": true});
        Socket::greet(address, game, &hello).await
    }

    pub async fn greet(address: SocketAddr, game: &str, hello: &Value) -> Socket {
        let url = format!("ws://{address}/api/v1/games/{game}/socket");
        let (stream, _) = connect_async(url).await.expect("a socket");
        let mut socket =
            Socket { stream, heard: Vec::new(), frames: Vec::new(), follower: Follower::default() };
        socket.say(hello).await;
        socket
    }

    pub async fn say(&mut self, message: &Value) {
        self.say_text(&message.to_string()).await;
    }

    /// Says something that may not even be JSON.
    pub async fn say_text(&mut self, text: &str) {
        use futures_util::SinkExt;
        self.stream.send(Message::text(text)).await.expect("a message sent");
    }

    /// The next message as it came, or nothing if the server has closed.
    pub async fn next_raw(&mut self) -> Option<Value> {
        use futures_util::StreamExt;
        loop {
            let message = timeout(SOON, self.stream.next()).await.expect("a message in time")?;
            let (frame, text) = match message {
                Ok(Message::Text(text)) => (text.as_bytes().to_vec(), text.to_string()),
                Ok(Message::Binary(frame)) => (frame.to_vec(), unpacked(&frame)),
                Ok(Message::Ping(_) | Message::Pong(_)) => continue,
                _ => return None,
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            // It goes by the clock, not by what happens, and says only how much this socket was told.
            if message["type"] == "beat" {
                continue;
            }
            self.heard.push(text);
            self.frames.push(frame);
            return Some(message);
        }
    }

    /// The next message, or nothing if the server has closed. News has its whole sight, whether it was sent or put
    /// together.
    pub async fn next(&mut self) -> Option<Value> {
        let mut message = self.next_raw().await?;
        if message["type"] == "news" {
            assert_eq!(self.follower.take(&message), Taken::Yes, "{message}");
            message["sight"] = self.follower.sight.clone();
        }
        Some(message)
    }

    /// The next message of this type; others are passed over.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("closed while waiting for {kind}"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// News until one of them shows this moment.
    pub async fn until_moment(&mut self, moment: &str) -> Value {
        loop {
            let news = self.next_of("news").await;
            if news["sight"]["moment"] == moment {
                return news;
            }
        }
    }
}
