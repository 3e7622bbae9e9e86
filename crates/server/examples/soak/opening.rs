//! Opening a long game that is not in memory: a finished one of the largest scenario, by a server that has yet to make
//! its first connection, and by one that is at work.

use crate::common::{Dice, request, start_clock};
use crate::servers::{Servers, shelf};
use engine::fair::Terms;
use engine::{Eyes, Record, Table};
use server::Database;
use std::net::SocketAddr;
use std::time::Duration;

const SCENARIO: &str = "gettysburg-july-1";

/// How often it is opened, each time by a server that has just started.
const TIMES: usize = 3;

pub async fn measure(place: &Database) {
    let record = finished();
    let servers = Servers::start(place, 1, SCENARIO);
    let address = SocketAddr::from(([127, 0, 0, 1], servers.ports()[0]));
    let made = request(address, "POST", "/players", None, "").await.ok();
    let key = made["key"].as_str().expect("a key").to_owned();
    let mut paths = Vec::new();
    for _ in 0..2 {
        let imported = request(address, "POST", "/games/import", Some(&key), &record.to_json()).await.ok();
        paths.push(format!("/games/{}/sight?side=union", imported["id"].as_str().expect("an id")));
    }
    let mut took = [Vec::new(), Vec::new()];
    for time in 0..TIMES {
        // The games were put away beside the import, and are by now.
        servers.kill_one(time);
        for (path, took) in paths.iter().zip(&mut took) {
            let start = start_clock();
            request(address, "GET", path, Some(&key), "").await.ok();
            took.push(start.elapsed());
        }
    }
    println!(
        "opening         a finished game of {SCENARIO} with {} acts, from request to sight: {} by a server just started, {} by \
         one that has answered before",
        record.actions.len(),
        range(&took[0]),
        range(&took[1])
    );
}

fn range(took: &[Duration]) -> String {
    let millis = |time: Option<&Duration>| time.map_or(0.0, |time| time.as_secs_f64() * 1_000.0);
    format!("{:.1} to {:.1} ms", millis(took.iter().min()), millis(took.iter().max()))
}

/// A game played at random to its end.
fn finished() -> Record {
    let shelf = shelf(SCENARIO);
    let game = shelf.get(SCENARIO).and_then(|book| book.game.clone()).expect("the scenario");
    let mut table = game.begin(Terms::simple("opening", 1));
    let mut dice = Dice(1863);
    while let Some(seat) = table.waiting().first() {
        let ask = table.sight(Eyes::Of(seat)).ask.expect("a question");
        let answer = &ask.answers[dice.roll(ask.answers.len())];
        table.play(seat, &answer.action).expect("a legal answer");
    }
    Table::record(&*table)
}
