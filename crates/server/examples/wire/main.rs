//! What a game costs on the wire: a whole game through a real server on loopback, a socket for each seat, every byte
//! counted.
//!
//! `cargo xtask wire` builds and runs it. Both seats answer at random, by numbers that are the same every time; what is
//! counted is what is sent, packed, with the heads of its frames.

#[path = "../../tests/common/mod.rs"]
mod common;

use common::wire::request_with;
use common::{Dice, Running, Scratch, Socket, moment};
use faults::Library;
use games::game_with;
use serde_json::{Value, json};
use server::Shelf;

const HELP: &str = "\
wire: what a game costs on the wire

  SCENARIO    what is played
  --seed N    other answers (1863)
  --acts N    only the first acts of the game
  --whole     as to a client that cannot put sights together: whole ones, not packed
  --json      ends in one line of JSON";

/// How many moments of a replay the browser client asks for at once.
const PAGE: usize = 40;

const SIDES: [&str; 2] = ["union", "confederate"];

struct Wish {
    scenario: String,
    seed: u64,
    acts: usize,
    whole: bool,
    json: bool,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (wish, shelf) = match read(&words).and_then(|wish| Ok((shelf(&wish.scenario)?, wish))) {
        Ok((shelf, wish)) => (wish, shelf),
        Err(why) => {
            eprintln!("{why}\n\n{HELP}");
            std::process::exit(2);
        }
    };
    tokio::runtime::Runtime::new().expect("a runtime").block_on(measure(&wish, shelf));
}

fn read(words: &[String]) -> Result<Wish, String> {
    let mut wish = Wish { scenario: String::new(), seed: 1863, acts: usize::MAX, whole: false, json: false };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--json" => wish.json = true,
            "--whole" => wish.whole = true,
            "--seed" => {
                let number = words.next().and_then(|text| text.parse().ok());
                wish.seed = number.ok_or("`--seed` needs a number")?;
            }
            "--acts" => {
                let number = words.next().and_then(|text| text.parse().ok());
                wish.acts = number.ok_or("`--acts` needs a number")?;
            }
            _ if !word.starts_with('-') && wish.scenario.is_empty() => wish.scenario.clone_from(word),
            _ => return Err(format!("`{word}` is not understood")),
        }
    }
    if wish.scenario.is_empty() { Err("a scenario is missing".to_owned()) } else { Ok(wish) }
}

fn shelf(id: &str) -> Result<Shelf, String> {
    let library = Library::builtin();
    let game = game_with(&library, id).ok_or_else(|| format!("no scenario `{id}`"))?;
    let loaded = (game.scenario)(&library, id).map_err(|report| report.to_string())?;
    Ok(Shelf::new([loaded.shelved()]))
}

/// A seat and what came to it.
struct Seat {
    side: &'static str,
    socket: Socket,
    /// Bytes for each act.
    acts: Vec<usize>,
    /// Bytes when it came.
    came: usize,
}

impl Seat {
    /// Hears everything that was sent by now, and counts its bytes.
    async fn hear(&mut self) -> usize {
        let mut bytes = 0;
        // What was new when the first of these was heard is sent before the second is.
        for _ in 0..2 {
            self.socket.say(&json!({"type": "nonsense"})).await;
            loop {
                let message = self.socket.next().await.expect("a socket that stays open");
                if message["type"] == "refused" {
                    break;
                }
                bytes += self.socket.frames.last().map_or(0, |frame| sent(frame.len()));
            }
        }
        self.socket.frames.clear();
        self.socket.heard.clear();
        bytes
    }

    fn sight(&self) -> &Value {
        &self.socket.follower.sight
    }
}

/// The bytes of a frame with its head, as a server sends it.
fn sent(length: usize) -> usize {
    length
        + match length {
            ..126 => 2,
            126..65_536 => 4,
            _ => 10,
        }
}

async fn measure(wish: &Wish, shelf: Shelf) {
    let scratch = Scratch::new();
    let server = Running::shelving(&scratch.file(), shelf).await;
    let player = server.player().await;
    let new = json!({"scenario": wish.scenario, "seats": {"union": "me", "confederate": "me"}});
    let made = player.post("/games", &new).await.ok();
    let game = made["id"].as_str().expect("an id").to_owned();
    let mut seats = Vec::new();
    for side in SIDES {
        let lean = !wish.whole;
        let hello =
            json!({"type": "hello", "key": player.key, "side": side, "changes": lean, "packed": lean});
        let socket = Socket::greet(server.address, &game, &hello).await;
        seats.push(Seat { side, socket, acts: Vec::new(), came: 0 });
    }
    for seat in &mut seats {
        seat.came = seat.hear().await;
    }
    let mut dice = Dice(wish.seed);
    let mut acts = 0;
    while let Some(place) = seats.iter().position(|seat| seat.sight()["ask"].is_object()) {
        if acts == wish.acts {
            break;
        }
        let seat = &mut seats[place];
        let answers = seat.sight()["ask"]["answers"].as_array().expect("answers");
        let action = &answers[dice.roll(answers.len())]["action"];
        let act = json!({"type": "act", "id": format!("a{acts}"), "side": seat.side,
            "moment": moment(seat.sight()), "action": action});
        seat.socket.say(&act).await;
        acts += 1;
        // Whoever acts hears it first: when it is answered, it has happened.
        for at in [place, 1 - place] {
            let bytes = seats[at].hear().await;
            seats[at].acts.push(bytes);
        }
    }
    let log = seats[0].sight()["log"].as_u64().expect("a number") as usize;
    let mut pages = Vec::new();
    for from in (0..=log).step_by(PAGE) {
        let path = format!("/games/{game}/sights?side=union&from={from}&count={PAGE}");
        let bearer = format!("Bearer {}", player.key);
        let headers = [("authorization", bearer), ("accept-encoding", "gzip".to_owned())];
        let page = request_with(server.address, "GET", &path, &headers, "").await;
        assert_eq!(page.status, 200, "{}", String::from_utf8_lossy(&page.body));
        pages.push(page.body.len());
    }
    server.stop().await;
    report(wish, acts, &seats, &pages);
}

fn report(wish: &Wish, acts: usize, seats: &[Seat], pages: &[usize]) {
    let mut bytes: Vec<usize> = seats.iter().flat_map(|seat| seat.acts.iter().copied()).collect();
    bytes.sort_unstable();
    let at = |part: f64| bytes[((bytes.len() as f64 * part) as usize).min(bytes.len() - 1)];
    let game = seats.iter().map(|seat| seat.came + seat.acts.iter().sum::<usize>()).max().unwrap_or(0);
    let came = seats.iter().map(|seat| seat.came).max().unwrap_or(0);
    let page = pages.iter().copied().max().unwrap_or(0);
    let (median, p99, most) = (at(0.5), at(0.99), bytes[bytes.len() - 1]);
    println!("{}: {acts} acts, bytes to one seat", wish.scenario);
    println!("an act          {median} in the median, {p99} at the 99th part, {most} at most");
    println!("coming          {came}");
    println!("a whole game    {game}");
    println!("a replay page   {page} at most, of {PAGE} moments; {} pages", pages.len());
    if wish.json {
        let line = json!({"scenario": wish.scenario, "acts": acts, "median": median, "p99": p99, "max": most,
            "replay_page": page, "game": game});
        println!("{line}");
    }
}
