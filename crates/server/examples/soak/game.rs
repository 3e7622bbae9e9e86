//! One game: two players at two sockets who answer at random.

use crate::common::{Dice, request, start_clock};
use crate::heard::{Asked, Heard, Seen, unpacked};
use crate::{Phase, Wish};
use engine::Seat;
use futures_util::{SinkExt, StreamExt};
use serde::Serialize;
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async_with_config};

/// The buffer is cleared before every read: a large one would cost the players more than what they read.
const READ_BUFFER: usize = 4 * 1024;

/// An act the server has acknowledged.
#[derive(Clone, Debug)]
pub struct Acknowledged {
    pub game: String,
    pub side: Seat,
    pub id: String,
    pub moment: String,
}

/// What came of the games.
#[derive(Default)]
pub struct Tally {
    pub acknowledged: Vec<Acknowledged>,
    pub delays: Vec<Duration>,
    pub news: usize,
    pub bytes: usize,
    pub refused: usize,
    pub ended: usize,
    pub reconnected: usize,
}

impl Tally {
    pub fn add(&mut self, other: Tally) {
        self.acknowledged.extend(other.acknowledged);
        self.delays.extend(other.delays);
        self.news += other.news;
        self.bytes += other.bytes;
        self.refused += other.refused;
        self.ended += other.ended;
        self.reconnected += other.reconnected;
    }
}

/// Some games that are played, for those who watch.
pub static WATCHED: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// How many acts have been acknowledged so far, by everybody.
pub static ACKNOWLEDGED: AtomicUsize = AtomicUsize::new(0);

type Stream = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Sitter {
    side: Seat,
    key: String,
    address: SocketAddr,
    stream: Stream,
    seen: Option<Seen>,
}

/// An act on its way.
struct Act {
    side: Seat,
    id: String,
    text: String,
    sent: Instant,
    /// The moment it led to, once it is acknowledged.
    acknowledged: Option<String>,
    /// Whether the other side has seen it.
    seen: bool,
}

/// An act as it is said.
#[derive(Serialize)]
struct Said<'a> {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'a str,
    side: &'static str,
    moment: &'a str,
    action: &'a str,
}

struct Table {
    game: String,
    seats: [Sitter; 2],
    act: Option<Act>,
    acts: usize,
    dice: Dice,
    tally: Tally,
    /// Whether whole sights are asked for, not packed.
    whole: bool,
}

fn word(side: Seat) -> &'static str {
    if side == Seat::UNION { "union" } else { "confederate" }
}

/// Plays games one after another until the soak is over.
pub async fn play(number: usize, wish: Wish, ports: Vec<u16>, mut phase: watch::Receiver<Phase>) -> Tally {
    let addresses = [ports[0], ports[ports.len() - 1]].map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    let keys = [player(addresses[0]).await, player(addresses[1]).await];
    let mut table = sit_down(&wish, addresses, &keys, number).await;
    if number < wish.watchers {
        WATCHED.lock().expect("nobody fails with it").push(table.game.clone());
    }
    let _ = phase.wait_for(|phase| *phase != Phase::Gathering).await;
    let pause = Duration::from_secs_f64(wish.games as f64 / wish.rate);
    let mut due = start_clock() + pause.mul_f64(part(&mut table.dice));
    // Set anew only when it is due: much is heard meanwhile.
    let mut waiting = pin!(sleep_until(due.into()));
    loop {
        let [union, confederate] = &mut table.seats;
        tokio::select! {
            () = waiting.as_mut() => {
                // No two players keep time with each other: whoever once had to wait together would else act in the
                // same instant ever after.
                due += pause.mul_f64(0.5 + part(&mut table.dice));
                waiting.as_mut().reset(due.into());
                if *phase.borrow() == Phase::Over && table.act.is_none() {
                    return table.tally;
                }
                if table.is_over() {
                    let next = sit_down(&wish, addresses, &keys, number + table.acts * 7_919).await;
                    let last = std::mem::replace(&mut table, next);
                    table.tally.add(last.tally);
                    table.tally.ended += 1;
                } else if *phase.borrow() == Phase::Playing {
                    table.act().await;
                }
            }
            message = union.stream.next() => table.hear(0, message).await,
            message = confederate.stream.next() => table.hear(1, message).await,
        }
    }
}

/// Some part of one.
fn part(dice: &mut Dice) -> f64 {
    dice.roll(1_000) as f64 / 1_000.0
}

async fn player(address: SocketAddr) -> String {
    let made = request(address, "POST", "/players", None, "").await.ok();
    made["key"].as_str().expect("a key").to_owned()
}

async fn sit_down(wish: &Wish, addresses: [SocketAddr; 2], keys: &[String; 2], seed: usize) -> Table {
    let new = json!({"scenario": wish.scenario, "seats": {"union": "me", "confederate": "friend"}});
    let made = again(addresses[0], "/games", &keys[0], &new).await;
    let game = made["id"].as_str().expect("an id").to_owned();
    let join = json!({"secret": made["invitations"]["confederate"]});
    again(addresses[1], &format!("/games/{game}/join"), &keys[1], &join).await;
    let mut seats = Vec::new();
    for side in Seat::BOTH {
        let (key, address) = (keys[side.index()].clone(), addresses[side.index()]);
        let stream = connect(address, &game, &key, side, wish.whole).await;
        seats.push(Sitter { side, key, address, stream, seen: None });
    }
    let seats = seats.try_into().unwrap_or_else(|_| unreachable!("two sides, two seats"));
    let (dice, tally) = (Dice(seed as u64), Tally::default());
    Table { game, seats, act: None, acts: 0, dice, tally, whole: wish.whole }
}

/// Asks until the server is there and willing: it may just have been killed. A game that was set up twice does no harm.
async fn again(address: SocketAddr, path: &str, key: &str, body: &Value) -> Value {
    loop {
        if TcpStream::connect(address).await.is_ok() {
            let (path, key, body) = (path.to_owned(), key.to_owned(), body.to_string());
            let asked = tokio::spawn(async move { request(address, "POST", &path, Some(&key), &body).await });
            match asked.await {
                Ok(reply) if reply.status == 200 => return reply.json(),
                // The answer to an invitation may have been lost on its way.
                Ok(reply) if reply.status == 403 => return Value::Null,
                _ => {}
            }
        }
        sleep(Duration::from_millis(50)).await;
    }
}

async fn connect(address: SocketAddr, game: &str, key: &str, side: Seat, whole: bool) -> Stream {
    let url = format!("ws://{address}/api/v1/games/{game}/socket");
    let hello = json!({"type": "hello", "key": key, "side": word(side), "changes": !whole, "packed": !whole});
    let hello = hello.to_string();
    loop {
        // Without waiting for more to send, as browsers do.
        let config = WebSocketConfig::default().read_buffer_size(READ_BUFFER);
        if let Ok((mut stream, _)) = connect_async_with_config(&url, Some(config), true).await
            && stream.send(Message::text(hello.clone())).await.is_ok()
        {
            return stream;
        }
        sleep(Duration::from_millis(50)).await;
    }
}

impl Table {
    fn is_over(&self) -> bool {
        let over = |seat: &Sitter| seat.seen.as_ref().is_some_and(|seen| seen.outcome.is_some());
        self.act.is_none() && self.seats.iter().any(over)
    }

    /// Gives an answer, if somebody is asked and no act is on its way.
    async fn act(&mut self) {
        if self.act.is_some() {
            return;
        }
        for place in [0, 1] {
            let Some(seen) = &self.seats[place].seen else { continue };
            let Some(Asked { answers }) = &seen.ask else { continue };
            let action = &answers[self.dice.roll(answers.len())].action;
            let (side, id) = (self.seats[place].side, format!("a{}", self.acts));
            let said = Said { kind: "act", id: &id, side: word(side), moment: &seen.moment, action };
            let text = serde_json::to_string(&said).expect("an act is made of texts");
            self.acts += 1;
            let sent = start_clock();
            self.act = Some(Act { side, id, text: text.clone(), sent, acknowledged: None, seen: false });
            if self.seats[place].stream.send(Message::text(text)).await.is_err() {
                self.come_back(place).await;
            }
            return;
        }
    }

    async fn hear(
        &mut self,
        place: usize,
        message: Option<Result<Message, tokio_tungstenite::tungstenite::Error>>,
    ) {
        match message {
            Some(Ok(Message::Text(text))) => self.hear_text(place, text.len(), &text),
            Some(Ok(Message::Binary(frame))) => {
                unpacked(&frame, |text| self.hear_text(place, frame.len(), text));
            }
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
            _ => self.come_back(place).await,
        }
    }

    fn hear_text(&mut self, place: usize, bytes: usize, text: &str) {
        let heard: Heard = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let side = self.seats[place].side;
        match heard.kind {
            "news" => {
                self.tally.news += 1;
                self.tally.bytes += bytes;
                let seen = &mut self.seats[place].seen;
                match (heard.change, seen.as_mut()) {
                    (Some(change), Some(seen)) => seen.follow(change),
                    _ => *seen = heard.sight.or(seen.take()),
                }
                if let Some(act) = &mut self.act
                    && act.side != side
                    && !act.seen
                {
                    act.seen = true;
                    self.tally.delays.push(act.sent.elapsed());
                }
            }
            "answered" => {
                if let Some(act) = &mut self.act
                    && heard.id == Some(act.id.as_str())
                {
                    let (game, id) = (self.game.clone(), act.id.clone());
                    let moment = heard.moment.unwrap_or_default().to_owned();
                    act.acknowledged = Some(moment.clone());
                    ACKNOWLEDGED.fetch_add(1, Ordering::Relaxed);
                    self.tally.acknowledged.push(Acknowledged { game, side, id, moment });
                }
            }
            "refused" => {
                if self.tally.refused == 0 {
                    eprintln!("REFUSED: {text}");
                }
                self.tally.refused += 1;
                self.act = None;
            }
            _ => {}
        }
        if self.act.as_ref().is_some_and(|act| act.seen && self.has_seen(act)) {
            self.act = None;
        }
    }

    /// Whether whoever acted sees what came of it.
    fn has_seen(&self, act: &Act) -> bool {
        let seen = self.seats[act.side.index()].seen.as_ref().map(|seen| seen.moment.as_str());
        act.acknowledged.is_some() && act.acknowledged.as_deref() == seen
    }

    /// Connects again, and asks again for what was not acknowledged.
    async fn come_back(&mut self, place: usize) {
        self.tally.reconnected += 1;
        // Whoever is shown out again and again does not knock all the time.
        sleep(Duration::from_millis(100)).await;
        let seat = &mut self.seats[place];
        seat.stream = connect(seat.address, &self.game, &seat.key, seat.side, self.whole).await;
        if let Some(act) = &self.act
            && act.side == seat.side
            && act.acknowledged.is_none()
        {
            // If this fails, the next thing heard of the socket is its end.
            let _ = seat.stream.send(Message::text(act.text.clone())).await;
        }
    }
}
