//! The socket: news of one table to one pair of eyes, and acts from it.
//!
//! A client that can put sights together is sent a whole one when it comes, and then what changes
//! (`docs/decisions/lean-wire.md`).

use super::asked::{From, Peer};
use crate::games::{Game, Sitting};
use crate::house::{House, eyes};
use crate::limits::{Gate, Household};
use crate::live::Live;
use crate::seen::Seen;
use crate::wire::{
    Beat, Fault, GameInfo, Hello, News, Present, Probed, Reactions, Refusal, Refused, ToClient, ToServer,
    TraceWish, Traced,
};
use axum::Extension;
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::extract::{Path, State};
use axum::response::Response;
use engine::{Eyes, Seat};
use futures_util::SinkExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::error::Elapsed;
use tokio::time::{MissedTickBehavior, interval, timeout};

/// How long a client may take to say who it is.
const GREETING: Duration = Duration::from_secs(10);

/// How long a client may take to receive one message.
const PATIENCE: Duration = Duration::from_secs(15);

/// How much is read from a client at once. Clients send acts, which are short; the buffer is cleared before every read.
const READ_BUFFER: usize = 4 * 1024;

/// What most messages fit into, so that they are written without being moved.
const ROOM: usize = 2 * 1024;

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
    /// The key it came with.
    key: Option<String>,
    /// The seat through whose eyes it looks; of two, the one it looked through last.
    side: Option<Seat>,
    /// Who is counted when nobody is known.
    from: Household,
    ways: Ways,
    told: Told,
    /// What is being worked out for it. News does not wait for that.
    probes: JoinSet<(String, Result<Probed, Refusal>)>,
    /// The trace that is being worked out for it: never more than one.
    tracing: JoinSet<(String, Result<Traced, Refusal>)>,
    /// What it wished to be traced since; the last wish only.
    wished: Option<TraceWish>,
}

/// How the client wants to be told.
#[derive(Copy, Clone)]
struct Ways {
    changes: bool,
    packed: bool,
    both: bool,
}

/// What a client has that has yet to be told everything.
#[derive(Copy, Clone, Default)]
struct Have<'a> {
    moment: Option<&'a str>,
    log: usize,
}

/// What the client has been told.
#[derive(Default)]
struct Told {
    /// How many news.
    number: u32,
    matters: u64,
    talk: i64,
    present: Option<Vec<Seat>>,
    /// With which eyes it looked last.
    eyes: Option<Eyes<Seat>>,
    /// How reactions stood, and which were asked.
    reactions: Option<(Reactions, [u64; 2])>,
    /// What each pair of eyes was told, by [`Live::share`].
    by_eyes: [Option<Shown>; 4],
}

/// What a pair of eyes was told.
struct Shown {
    position: u64,
    sight: Option<Seen>,
    log: usize,
}

async fn serve(house: Arc<House>, game: Arc<Game>, mut socket: WebSocket, from: Household) {
    let end = match greet(&house, &game, &mut socket).await {
        Err(end) => end,
        Ok((hello, player)) => {
            let Hello { side, changes, packed, both, .. } = hello;
            let key = hello.key.clone();
            let _sitting: Vec<Sitting> = seats(&hello).map(|side| game.sit(side)).collect();
            let ways = Ways { changes, packed, both };
            let mut client = Client {
                house,
                game,
                socket,
                player,
                key,
                side,
                from,
                ways,
                told: Told::default(),
                probes: JoinSet::new(),
                tracing: JoinSet::new(),
                wished: None,
            };
            let end = client.run(&hello).await;
            socket = client.socket;
            end
        }
    };
    if let End::Close(code, reason) = end {
        let frame = CloseFrame { code, reason: Utf8Bytes::from_static(reason) };
        let _ = timeout(PATIENCE, socket.send(Message::Close(Some(frame)))).await;
    }
}

/// The seats that a greeting claims.
fn seats(hello: &Hello) -> impl Iterator<Item = Seat> {
    let other = hello.side.filter(|_| hello.both).map(Seat::other);
    hello.side.into_iter().chain(other)
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
        house.shows(&live, player.as_deref())?;
        for side in seats(&hello) {
            eyes(&live, player.as_deref(), Some(side))?;
        }
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
    async fn run(&mut self, hello: &Hello) -> End {
        let mut news = self.game.listen();
        let mut stopping = self.house.stopping.subscribe();
        let mut revoked = self.house.revoked.subscribe();
        let mut hearing = self.house.store.hearing();
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut quiet = 0;
        let have = Have { moment: hello.moment.as_deref(), log: hello.log };
        let mut step = self.catch_up(Some(have)).await;
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
                Ok(()) = revoked.changed() => self.is_still_known().await,
                () = deaf(&mut hearing) => {
                    Err(End::Close(close_code::AGAIN, "the table's storage does not answer; come back in a moment"))
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
                Some(probed) = self.probes.join_next() => match probed {
                    Ok((_, Ok(probed))) => self.tell(&ToClient::Probed(probed)).await,
                    Ok((id, Err(refusal))) => self.refuse(Some(id), refusal).await,
                    // It failed, and whoever asked asks again.
                    Err(_) => Ok(()),
                },
                Some(traced) = self.tracing.join_next() => {
                    if let Some(wish) = self.wished.take() {
                        self.trace(wish);
                    }
                    match traced {
                        Ok((_, Ok(traced))) => self.tell(&ToClient::Traced(traced)).await,
                        Ok((id, Err(refusal))) => self.refuse(Some(id), refusal).await,
                        Err(_) => Ok(()),
                    }
                },
                _ = heartbeat.tick() => {
                    quiet += 1;
                    if quiet > 3 { Err(End::Gone) } else { self.beat().await }
                }
            };
        }
    }

    /// Sends away whoever came with a key that was revoked since.
    async fn is_still_known(&mut self) -> Result<(), End> {
        let Some(key) = self.key.clone() else { return Ok(()) };
        let house = self.house.clone();
        match house.player(&key).await {
            Err(refusal) if refusal.error == Fault::Forbidden => {
                Err(End::Close(close_code::POLICY, "this key was revoked"))
            }
            _ => Ok(()),
        }
    }

    /// Asks whether the client is still there, and tells one that keeps count how much it should have heard.
    async fn beat(&mut self) -> Result<(), End> {
        self.put(Message::Ping(Vec::new().into())).await?;
        if self.ways.changes && self.told.number > 0 {
            self.tell(&ToClient::Beat(Beat { number: self.told.number })).await?;
        }
        Ok(())
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
        let text = json(message);
        let packed = self.ways.packed.then(|| self.house.packer.pack(&text)).flatten();
        self.put(packed.map_or(Message::Text(text), |packed| Message::Binary(packed.into()))).await
    }

    /// Tells what is new since the client was last told. Several changes in quick succession become one.
    async fn catch_up(&mut self, have: Option<Have<'_>>) -> Result<(), End> {
        match self.whats_new(have).await {
            Ok(messages) => {
                for message in &messages {
                    self.tell(message).await?;
                }
                Ok(())
            }
            Err(refusal) => {
                // The seat was handed on to somebody else.
                let lost = refusal.error == Fault::Forbidden;
                self.tell(&ToClient::Refused(Refused { id: None, refusal })).await?;
                if lost { Err(End::Close(close_code::POLICY, "this seat is another's now")) } else { Ok(()) }
            }
        }
    }

    async fn whats_new(&mut self, have: Option<Have<'_>>) -> Result<Vec<ToClient>, Refusal> {
        let (house, game) = (self.house.clone(), self.game.clone());
        let live = house.games.read(&game).await?;
        self.side = self.looking(&live);
        let eyes = eyes(&live, self.player.as_deref(), self.side)?;
        let mut messages = Vec::new();
        let told = &mut self.told;
        if have.is_some() {
            told.by_eyes = Default::default();
        }
        let matters = have.is_some() || live.matters != told.matters;
        let position = told.by_eyes[live.share(eyes)].as_ref().map(|shown| shown.position);
        let mark = live.pauses.are_known().then(|| live.pauses.mark(eyes, live.turn()));
        let reactions = have.is_some() || told.reactions != mark;
        if matters || reactions || told.eyes != Some(eyes) || position != Some(live.position) {
            let info = match matters {
                true => Some(house.info(&live, self.player.as_deref()).await?),
                false => None,
            };
            told.reactions = mark;
            let reactions = if reactions { house.reactions(&live, eyes).ok() } else { None };
            let news = news(&live, eyes, self.ways, told, have, info, reactions);
            messages.extend(news.map(ToClient::News));
        }
        if have.is_none() {
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

    /// The seat through whose eyes to look: of two the one that is asked, and if both are or neither, the same as
    /// before.
    fn looking(&self, live: &Live) -> Option<Seat> {
        let (side, waiting) = (self.side?, live.waiting());
        let passes = self.ways.both && !waiting.contains(&side) && waiting.contains(&side.other());
        Some(if passes { side.other() } else { side })
    }

    async fn hear(&mut self, text: &str) -> Result<(), End> {
        let asked = match serde_json::from_str::<ToServer>(text) {
            Ok(asked) => asked,
            Err(error) => return self.refuse(None, Refusal::bad(error.to_string())).await,
        };
        let id = match &asked {
            ToServer::Hello(_) | ToServer::Again | ToServer::Turn => None,
            ToServer::Act(act) => Some(act.id.clone()),
            ToServer::Undo(wish) => Some(wish.id.clone()),
            ToServer::Probe(wish) => Some(wish.id.clone()),
            ToServer::Trace(wish) => Some(wish.id.clone()),
        };
        let who = self.player.clone().unwrap_or_else(|| self.from.to_string());
        let gate = if matches!(asked, ToServer::Trace(_)) { Gate::Trace } else { Gate::Act };
        if let Err(refusal) = self.house.gates.pass(gate, &who) {
            return self.refuse(id, refusal).await;
        }
        if asked == ToServer::Again {
            return match self.house.gates.pass(Gate::Look, &who) {
                Ok(()) => self.catch_up(Some(Have::default())).await,
                Err(refusal) => self.refuse(None, refusal).await,
            };
        }
        if asked == ToServer::Turn {
            self.side = if self.ways.both { self.side.map(Seat::other) } else { self.side };
            return self.catch_up(None).await;
        }
        let Some(player) = self.player.clone() else {
            return self.refuse(id, Refusal::forbidden("whoever watches does not act")).await;
        };
        let house = self.house.clone();
        let answer = match asked {
            ToServer::Hello(_) => Err(Refusal::bad("you have said hello already")),
            ToServer::Act(act) => house.act(&player, &self.game, act).await,
            ToServer::Undo(wish) => house.undo(&player, &self.game, wish).await,
            ToServer::Probe(wish) => {
                let (game, id) = (self.game.clone(), wish.id.clone());
                self.probes.spawn(async move { (id, house.probe(&player, &game, wish).await) });
                return Ok(());
            }
            ToServer::Trace(wish) => {
                match self.tracing.is_empty() {
                    true => self.trace(wish),
                    false => self.wished = Some(wish),
                }
                return Ok(());
            }
            ToServer::Again | ToServer::Turn => return Ok(()),
        };
        match answer {
            Ok(answered) => self.tell(&ToClient::Answered(answered)).await,
            Err(refusal) => self.refuse(id, refusal).await,
        }
    }

    /// Begins to work a trace out.
    fn trace(&mut self, wish: TraceWish) {
        let Some(player) = self.player.clone() else { return };
        let (house, game, id) = (self.house.clone(), self.game.clone(), wish.id.clone());
        self.tracing.spawn(async move { (id, house.trace(&player, &game, wish).await) });
    }

    async fn refuse(&mut self, id: Option<String>, mut refusal: Refusal) -> Result<(), End> {
        // Whoever is told what changes has the sight already, or its news is on the way.
        if self.ways.changes {
            refusal.sight = None;
        }
        self.tell(&ToClient::Refused(Refused { id, refusal })).await
    }
}

/// Waits until the server stops, or is gone.
async fn stopped(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stopping| *stopping).await;
}

/// Waits until this process no longer hears what others write, and would show what is old.
async fn deaf(hearing: &mut watch::Receiver<bool>) {
    if hearing.wait_for(|hears| !hears).await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// What is new for these eyes. Nothing, if something happened of which they may not even know that it did.
fn news(
    live: &Live,
    eyes: Eyes<Seat>,
    ways: Ways,
    told: &mut Told,
    have: Option<Have<'_>>,
    info: Option<GameInfo>,
    reactions: Option<Reactions>,
) -> Option<News> {
    let sight = live.sight(eyes);
    let shown = told.by_eyes[live.share(eyes)].take();
    let moment = sight.as_ref().map(Seen::moment);
    // A log of other eyes has other entries; a returning client's is still true if nothing has changed.
    let returning = have.filter(|have| have.moment.is_some() && have.moment == moment);
    let (from, log) = match (&shown, returning) {
        (Some(shown), _) => live.log_since(eyes, shown.position, shown.log),
        (None, Some(have)) => live.log_since(eyes, live.position, have.log),
        (None, None) => live.log_since(eyes, live.position, 0),
    };
    let same_sight = shown.as_ref().is_some_and(|shown| shown.sight == sight);
    let same_log = log.is_empty() && shown.as_ref().is_some_and(|shown| shown.log == from);
    let nothing = told.eyes == Some(eyes) && same_sight && same_log && info.is_none() && reactions.is_none();
    // What changes is told of two sights of the same eyes, or of eyes that see the same.
    let before = shown.and_then(|shown| shown.sight);
    let (whole, change) = match (before, &sight) {
        _ if ways.changes && same_sight => (None, None),
        (Some(before), Some(now)) if ways.changes => match now.since(&before) {
            None => (Some(sight.clone()), None),
            change => (None, change),
        },
        _ => (Some(sight.clone()), None),
    };
    told.eyes = Some(eyes);
    told.matters = live.matters;
    told.by_eyes[live.share(eyes)] = Some(Shown { position: live.position, sight, log: from + log.len() });
    if nothing {
        return None;
    }
    told.number += 1;
    let side = match eyes {
        Eyes::Of(side) if ways.both && live.book.blurb.secrets => Some(side),
        _ => None,
    };
    Some(News { number: told.number, side, sight: whole, change, from, log, reactions, info })
}

fn json(message: &ToClient) -> Utf8Bytes {
    let mut text = Vec::with_capacity(ROOM);
    serde_json::to_writer(&mut text, message).expect("a message is made of texts and numbers");
    text.try_into().expect("JSON is UTF-8")
}
