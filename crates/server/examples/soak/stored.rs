//! Many games that nobody plays: how long a server takes to start on them, and to list them.

use crate::common::{Player, start_clock};
use crate::servers::Servers;
use engine::Seat;
use server::deed::Deed;
use server::secrets::{Hash, Secret};
use server::store::{Database, Entry, GameRow, SeatRow, Standing, Store};
use server::wire::GameState;
use std::time::Duration;

/// How many acts each game has.
const ACTS: usize = 24;

/// How many games are listed at once.
const PAGE: usize = 100;

/// How long it may take to start …
const START: Duration = Duration::from_millis(500);
/// … and a page of the list, at most.
const LIST: Duration = Duration::from_millis(50);

/// Keeps so many games, all of one player, and measures; whether that was quick enough.
pub async fn measure(place: &Database, games: usize) -> bool {
    let key = Secret::draw().tell();
    let filling = start_clock();
    fill(place, games, &key).await;
    println!("stored          {games} games of {ACTS} acts in {:.1} s", filling.elapsed().as_secs_f64());
    let starting = start_clock();
    let servers = Servers::start(place, 1, "two-fords");
    let player = Player { key, address: ([127, 0, 0, 1], servers.ports()[0]).into() };
    player.get("/scenarios").await.ok();
    let started = starting.elapsed();
    println!("start           {:.0} ms to the first answer", millis(started));
    let (mut took, mut listed, mut last) = (Vec::new(), 0, String::new());
    loop {
        let asking = start_clock();
        let page = player.get(&format!("/games?count={PAGE}{last}")).await;
        took.push(asking.elapsed());
        let page = page.ok();
        let page = page.as_array().expect("a page");
        listed += page.len();
        match page.last().filter(|_| page.len() == PAGE) {
            Some(card) => last = format!("&after={}", card["id"].as_str().expect("an id")),
            None => break,
        }
    }
    took.sort_unstable();
    println!(
        "list            {listed} games in {} pages: {:.1} ms a page in the middle, {:.1} ms at most",
        took.len(),
        millis(took[took.len() / 2]),
        millis(took[took.len() - 1])
    );
    println!("memory          {}", servers.memory().join("; "));
    started < START && took[took.len() - 1] < LIST && listed == games
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

async fn fill(place: &Database, games: usize, key: &str) {
    let store = Store::open(place).await.expect("a database");
    store.new_player("keeper", Hash::of(key).as_str(), 1).await.expect("a player");
    let seat =
        |side| SeatRow { side, player: Some("keeper".to_owned()), invitation: None, nonce: None, seal: None };
    let entry = |number: usize| {
        let side = Seat::BOTH[number % 2];
        let body = Deed::act(side, "order hold").to_json();
        Entry { kind: "act", side, body, act: None, moment: None, at: 1 }
    };
    let journal: Vec<Entry> = (0..ACTS).map(entry).collect();
    for number in 0..games {
        let over = number % 2 == 0;
        let row = GameRow {
            name: format!("Evening {number}"),
            scenario: "two-fords".to_owned(),
            terms: "terms".to_owned(),
            seed: "00".repeat(32),
            host: "keeper".to_owned(),
            head: ACTS as i64,
            since: number as i64,
            ending: None,
            draw: None,
            pause: 0,
            edition: None,
            seats: Seat::BOTH.map(seat).to_vec(),
        };
        let standing = Standing {
            state: if over { GameState::Over } else { GameState::Playing },
            waiting: if over { Vec::new() } else { vec![Seat::BOTH[number % 3 % 2]] },
            ending: None,
            draw: None,
        };
        store.new_game(&format!("game-{number}"), &row, &standing, &journal).await.expect("a game");
    }
    store.close().await;
}
