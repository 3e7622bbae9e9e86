//! HTTP and WebSocket, as plainly as possible, with every byte that came.

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{HeaderMap, Request};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpStream;
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
    let at_root = ["/healthz", "/metrics", "/assets", "/index"].iter().any(|root| path.starts_with(root))
        || path == "/";
    let path = if at_root { path.to_owned() } else { format!("/api/v1{path}") };
    let stream = TcpStream::connect(address).await.expect("a connection");
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.expect("a handshake");
    let connection = tokio::spawn(connection);
    let mut request = Request::builder().method(method).uri(path).header("host", "localhost");
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

/// A socket at a table.
pub struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Every text that came.
    pub heard: Vec<String>,
}

/// How long a test waits for something that must come.
const SOON: Duration = Duration::from_secs(20);

impl Socket {
    pub async fn open(address: SocketAddr, game: &str, key: Option<&str>, side: Option<&str>) -> Socket {
        let hello = json!({"type": "hello", "key": key, "side": side, "log": 0});
        Socket::greet(address, game, &hello).await
    }

    pub async fn greet(address: SocketAddr, game: &str, hello: &Value) -> Socket {
        let url = format!("ws://{address}/api/v1/games/{game}/socket");
        let (stream, _) = connect_async(url).await.expect("a socket");
        let mut socket = Socket { stream, heard: Vec::new() };
        socket.say(hello).await;
        socket
    }

    pub async fn say(&mut self, message: &Value) {
        use futures_util::SinkExt;
        self.stream.send(Message::text(message.to_string())).await.expect("a message sent");
    }

    /// The next message, or nothing if the server has closed.
    pub async fn next(&mut self) -> Option<Value> {
        use futures_util::StreamExt;
        loop {
            let message = timeout(SOON, self.stream.next()).await.expect("a message in time")?;
            match message {
                Ok(Message::Text(text)) => {
                    self.heard.push(text.to_string());
                    return Some(serde_json::from_str(&text).expect("JSON"));
                }
                Ok(Message::Ping(_) | Message::Pong(_)) => {}
                _ => return None,
            }
        }
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
