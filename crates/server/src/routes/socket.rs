//! The socket: news of one table to one pair of eyes, and acts from it.

use super::asked::{From, Peer};
use crate::games::{Game, Sitting};
use crate::house::{House, eyes};
use crate::limits::Gate;
use crate::live::Live;
use crate::seen::Seen;
use crate::wire::{GameInfo, Hello, News, Present, Refusal, Refused, ToClient, ToServer};
use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use engine::{Eyes, Side};
use futures_util::SinkExt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::error::Elapsed;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// How long a client may take to say who it is.
const GREETING: Duration = Duration::from_secs(10);

/// How long a client may take to receive one message.
const PATIENCE: Duration = Duration::from_secs(15);

/// How much is read from a client at once. Clients send acts, which are short; the buffer is cleared before every read.
const READ_BUFFER: usize = 4 * 1024;

/// How often a client is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(25);

/// A table's news and acts, as WebSocket: see `ToServer` and `ToClient`.
#[utoipa::path(get, path = "/games/{id}/socket", params(("id" = String, Path)), responses((status = 101)))]
pub async fn socket(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    From(from): From,
    peer: Option<Extension<Peer>>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let token = house.gates.socket(from)?;
    let game = house.games.get(&id).await?;
    let most = house.limits.body;
    let upgrade = upgrade.max_message_size(most).max_frame_size(most).read_buffer_size(READ_BUFFER);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _place = (token, peer);
        let _counted = house.metrics.sockets.hold();
        serve(house.clone(), game, socket, from).await;
    }))
}

/// Why a socket ends.
enum End {
    /// The client has gone.
    Gone,
    /// The client must go, for this reason.
    Close(u16, &'static str),
}

/// One client.
struct Client {
    house: Arc<House>,
    game: Arc<Game>,
    socket: WebSocket,
    player: Option<String>,
    side: Option<Side>,
    /// Who is counted when nobody is known.
    from: IpAddr,
    told: Told,
}

/// What the client has been told.
struct Told {
    eyes: Option<Eyes>,
    position: u64,
    matters: u64,
    sight: Option<Seen>,
    log: usize,
    talk: i64,
    present: Option<Vec<Side>>,
}

async fn serve(house: Arc<House>, game: Arc<Game>, mut socket: WebSocket, from: IpAddr) {
    let end = match greet(&house, &game, &mut socket).await {
        Err(end) => end,
        Ok((hello, player)) => {
            let side = hello.side;
            let _sitting: Option<Sitting> = side.map(|side| game.sit(side));
            let told =
                Told { eyes: None, position: 0, matters: 0, sight: None, log: 0, talk: 0, present: None };
            let mut client = Client { house, game, socket, player, side, from, told };
            let end = client.run(hello).await;
            socket = client.socket;
            end
        }
    };
    if let End::Close(code, reason) = end {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let _ = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
    }
}

/// Hears who is there; whoever claims a seat must hold it.
async fn greet(house: &House, game: &Game, socket: &mut WebSocket) -> Result<(Hello, Option<String>), End> {
    let first = timeout(GREETING, socket.recv()).await;
    let Ok(Some(Ok(Message::Text(text)))) = first else { return Err(End::Gone) };
    let outcome = async {
        let Ok(ToServer::Hello(hello)) = serde_json::from_str(&text) else {
            return Err(Refusal::bad("say hello first"));
        };
        let player = match &hello.key {
            Some(key) => Some(house.player(key).await?),
            None => None,
        };
        let live = house.games.read(game).await?;
        eyes(&live, player.as_deref(), hello.side)?;
        Ok((hello, player))
    };
    match outcome.await {
        Ok(greeted) => Ok(greeted),
        Err(refusal) => {
            let text = json(&ToClient::Refused(Refused { id: None, refusal }));
            let _ = timeout(PATIENCE, socket.send(Message::Text(text))).await;
            Err(End::Close(close_code::POLICY, "refused"))
        }
    }
}

impl Client {
    async fn run(&mut self, hello: Hello) -> End {
        let mut news = self.game.listen();
        let mut stopping = self.house.stopping.subscribe();
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut quiet = 0;
        let mut step = self.catch_up(Some(&hello)).await;
        loop {
            // What an act led to goes out together with its answer.
            if step.is_ok() && news.has_changed().unwrap_or(false) {
                news.mark_unchanged();
                step = self.catch_up(None).await;
            }
            if let Err(end) = async {
                step?;
                self.flush().await
            }
            .await
            {
                return end;
            }
            step = tokio::select! {
                () = stopped(&mut stopping) => {
                    Err(End::Close(close_code::RESTART, "the server stops; come back in a moment"))
                }
                changed = news.changed() => match changed {
                    Ok(()) => self.catch_up(None).await,
                    Err(_) => Err(End::Gone),
                },
                message = self.socket.recv() => {
                    quiet = 0;
                    match message {
                        Some(Ok(Message::Text(text))) => self.hear(&text).await,
                        Some(Ok(Message::Binary(_))) => Err(End::Close(close_code::UNSUPPORTED, "texts only")),
                        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Ok(()),
                        Some(Ok(Message::Close(_)) | Err(_)) | None => Err(End::Gone),
                    }
                },
                _ = heartbeat.tick() => {
                    quiet += 1;
                    if quiet > 3 { Err(End::Gone) } else { self.put(Message::Ping(Vec::new().into())).await }
                }
            };
        }
    }

    /// Puts a message among those that go out with the next flush.
    async fn put(&mut self, message: Message) -> Result<(), End> {
        let done = timeout(PATIENCE, self.socket.feed(message)).await;
        self.kept_up(&done)
    }

    async fn flush(&mut self) -> Result<(), End> {
        let done = timeout(PATIENCE, self.socket.flush()).await;
        self.kept_up(&done)
    }

    fn kept_up(&self, done: &Result<Result<(), axum::Error>, Elapsed>) -> Result<(), End> {
        if done.is_err() {
            self.house.metrics.slow.add();
        }
        match done {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) | Err(_) => Err(End::Gone),
        }
    }

    async fn tell(&mut self, message: &ToClient) -> Result<(), End> {
        self.put(Message::Text(json(message))).await
    }

    /// Tells what is new since the client was last told. Several changes in quick succession become one.
    async fn catch_up(&mut self, hello: Option<&Hello>) -> Result<(), End> {
        let messages = match self.whats_new(hello).await {
            Ok(messages) => messages,
            Err(refusal) => vec![ToClient::Refused(Refused { id: None, refusal })],
        };
        for message in &messages {
            self.tell(message).await?;
        }
        Ok(())
    }

    async fn whats_new(&mut self, hello: Option<&Hello>) -> Result<Vec<ToClient>, Refusal> {
        let (house, game) = (self.house.clone(), self.game.clone());
        let live = house.games.read(&game).await?;
        let eyes = eyes(&live, self.player.as_deref(), self.side)?;
        let mut messages = Vec::new();
        let told = &mut self.told;
        let matters = hello.is_some() || live.matters != told.matters;
        if matters || live.position != told.position {
            let info = match matters {
                true => Some(house.info(&live, self.player.as_deref()).await?),
                false => None,
            };
            messages.extend(news(&live, eyes, told, hello, info).map(ToClient::News));
        }
        if hello.is_none() {
            let lines = live.talk.iter().filter(|(seq, _)| *seq > told.talk);
            messages.extend(lines.map(|(_, line)| ToClient::Chat(line.clone())));
        }
        told.talk = live.talk.back().map_or(told.talk, |(seq, _)| *seq);
        let present = game.present();
        if told.present.as_ref() != Some(&present) {
            told.present = Some(present.clone());
            messages.push(ToClient::Present(Present { sides: present }));
        }
        Ok(messages)
    }

    async fn hear(&mut self, text: &str) -> Result<(), End> {
        let asked = match serde_json::from_str::<ToServer>(text) {
            Ok(asked) => asked,
            Err(error) => return self.refuse(None, Refusal::bad(error.to_string())).await,
        };
        let id = match &asked {
            ToServer::Hello(_) => None,
            ToServer::Act(act) => Some(act.id.clone()),
            ToServer::Undo(wish) => Some(wish.id.clone()),
        };
        let who = self.player.clone().unwrap_or_else(|| self.from.to_string());
        if let Err(refusal) = self.house.gates.pass(Gate::Act, &who) {
            return self.refuse(id, refusal).await;
        }
        let Some(player) = self.player.clone() else {
            return self.refuse(id, Refusal::forbidden("whoever watches does not act")).await;
        };
        let house = self.house.clone();
        let answer = match asked {
            ToServer::Hello(_) => Err(Refusal::bad("you have said hello already")),
            ToServer::Act(act) => house.act(&player, &self.game, act).await,
            ToServer::Undo(wish) => house.undo(&player, &self.game, wish).await,
        };
        match answer {
            Ok(answered) => self.tell(&ToClient::Answered(answered)).await,
            Err(refusal) => self.refuse(id, refusal).await,
        }
    }

    async fn refuse(&mut self, id: Option<String>, refusal: Refusal) -> Result<(), End> {
        self.tell(&ToClient::Refused(Refused { id, refusal })).await
    }
}

/// Waits until the server stops, or is gone.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// What is new for these eyes. Nothing, if something happened of which they may not even know that it did.
fn news(
    live: &Live,
    eyes: Eyes,
    told: &mut Told,
    hello: Option<&Hello>,
    info: Option<GameInfo>,
) -> Option<News> {
    let sight = live.sight(eyes);
    // A log of other eyes has other entries; a returning client's is still true if nothing has changed.
    let same_eyes = told.eyes == Some(eyes);
    let moment = sight.as_ref().map(Seen::moment);
    let returning = hello.filter(|hello| hello.moment.is_some() && hello.moment.as_deref() == moment);
    let (from, log) = match returning {
        Some(hello) => live.log_since(eyes, live.position, hello.log),
        None if same_eyes => live.log_since(eyes, told.position, told.log),
        None => live.log_since(eyes, live.position, 0),
    };
    let nothing = same_eyes && info.is_none() && told.sight == sight && log.is_empty() && from == told.log;
    told.eyes = Some(eyes);
    told.position = live.position;
    told.matters = live.matters;
    told.log = from + log.len();
    told.sight = sight.clone();
    (!nothing).then_some(News { sight, from, log, info })
}

fn json(message: &ToClient) -> Utf8Bytes {
    serde_json::to_string(message).expect("a message is made of texts and numbers").into()
}
