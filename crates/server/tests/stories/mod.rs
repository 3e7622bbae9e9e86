//! The stories. Each gets a database of its own.

mod acts;
mod course;
mod earlier;
mod golden;
mod hands;
mod identity;
mod keeping;
mod limits;
mod news;
mod nonces;
mod people;
mod screen;

pub use acts::*;
pub use course::*;
pub use earlier::games_of_earlier_programs;
pub use golden::databases_of_every_version;
pub use hands::*;
pub use identity::*;
pub use keeping::*;
pub use limits::*;
pub use news::*;
pub use nonces::*;
pub use people::*;
pub use screen::*;

use crate::common::Socket;
use serde_json::{Value, json};

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().map(|item| item.as_str().expect("a text")).collect()
}

/// Puts together what a socket was told of the log.
fn follow(log: &mut Vec<Value>, news: &Value) {
    log.truncate(news["from"].as_u64().expect("a number") as usize);
    log.extend(news["log"].as_array().expect("entries").iter().cloned());
}

/// All the news that a socket has been sent by now.
async fn arrived(socket: &mut Socket) -> Vec<Value> {
    let mut news = Vec::new();
    // What was new when the first of these was heard is sent before the second is.
    for _ in 0..2 {
        socket.say(&json!({"type": "nonsense"})).await;
        loop {
            let message = socket.next_raw().await.expect("an answer");
            match message["type"].as_str() {
                Some("news") => news.push(message),
                Some("refused") => break,
                _ => {}
            }
        }
    }
    news
}
