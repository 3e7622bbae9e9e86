//! One screen for both seats.

use super::arrived;
use crate::common::wire::Taken;
use crate::common::{Dice, Pair, Player, Running, Socket};
use serde_json::{Value, json};
use server::Shelf;
use server::store::Database;
use std::collections::BTreeMap;

/// A game of one player who has both seats, and the one socket for them.
pub(super) struct Screen {
    pub player: Player,
    pub game: String,
    pub socket: Socket,
    /// By seat: how many whole sights came, and the numbers of all entries.
    sent: BTreeMap<Option<String>, (usize, Vec<u64>)>,
    number: usize,
}

impl Screen {
    pub async fn open(server: &Running, scenario: &str) -> Screen {
        let player = server.player().await;
        let new = json!({"scenario": scenario, "seats": {"union": "me", "confederate": "me"}});
        let made = player.post("/games", &new).await.ok();
        let game = made["id"].as_str().expect("an id").to_owned();
        let hello = json!({"type": "hello", "key": player.key, "side": "union", "both": true, "changes": true,
            "packed": true});
        let socket = Socket::greet(server.address, &game, &hello).await;
        Screen { player, game, socket, sent: BTreeMap::new(), number: 0 }
    }

    /// Hears what has been sent; the seats whose eyes it was for.
    async fn hear(&mut self) -> Vec<Option<String>> {
        let mut seats = Vec::new();
        for news in arrived(&mut self.socket).await {
            assert_eq!(self.socket.follower.take(&news), Taken::Yes, "{news}");
            let seat = self.socket.follower.seat.clone();
            let (whole, entries) = self.sent.entry(seat.clone()).or_default();
            *whole += usize::from(news.get("sight").is_some());
            let log = news["log"].as_array().expect("entries");
            entries.extend(log.iter().map(|entry| entry["number"].as_u64().expect("a number")));
            seats.push(seat);
        }
        seats
    }

    /// What this side is seen and heard to see and hear by whoever asks for it.
    async fn truth(&self, side: &str) -> (Value, Value) {
        let path = |what: &str| format!("/games/{}/{what}?side={side}", self.game);
        (self.player.get(&path("sight")).await.ok(), self.player.get(&path("log")).await.ok())
    }

    /// Gives a random answer of whoever is asked on the screen; false when nobody is.
    async fn act(&mut self, dice: &mut Dice) -> bool {
        let sight = &self.socket.follower.sight;
        let Some(answers) = sight["ask"]["answers"].as_array() else { return false };
        self.number += 1;
        let act = json!({"type": "act", "id": self.number.to_string(), "side": sight["ask"]["side"],
            "moment": sight["moment"], "action": answers[dice.roll(answers.len())]["action"]});
        self.socket.say(&act).await;
        true
    }
}

/// Who sits at both seats has one socket. In a game with secrets it tells each seat what is its own, once, and not
/// before that seat is asked.
pub async fn one_screen_for_two_with_secrets(place: Database) {
    let server = Running::start(&place).await;
    let mut passed = 0;
    for game in 0..5 {
        let mut screen = Screen::open(&server, "two-fords").await;
        let mut dice = Dice(game);
        assert_eq!(screen.hear().await, [Some("union".to_owned())], "the other seat is told nothing yet");
        while screen.act(&mut dice).await {
            let before = screen.socket.follower.seat.clone();
            let seats = screen.hear().await;
            // What an act led to is told to one seat: to the next if that one is asked now.
            let seat = screen.socket.follower.seat.clone();
            assert!(!seats.is_empty() && seats.iter().all(|told| *told == seat), "{seats:?}");
            passed += usize::from(seat != before);
            let (sight, log) = screen.truth(seat.as_deref().expect("a seat")).await;
            assert_eq!(
                (&screen.socket.follower.sight, &screen.socket.follower.log),
                (&sight, log.as_array().unwrap())
            );
        }
        assert!(screen.socket.follower.sight["outcome"].is_object());
        // Nobody is asked any more: one may look from the other side of the table.
        for _ in 0..2 {
            let before = screen.socket.follower.seat.clone();
            screen.socket.say(&json!({"type": "turn"})).await;
            screen.hear().await;
            let seat = screen.socket.follower.seat.clone();
            assert_ne!(seat, before);
            let (sight, log) = screen.truth(seat.as_deref().expect("a seat")).await;
            assert_eq!(
                (&screen.socket.follower.sight, &screen.socket.follower.log),
                (&sight, log.as_array().unwrap())
            );
        }
        assert_eq!(screen.sent.len(), 2);
        for (seat, (whole, entries)) in &screen.sent {
            assert_eq!(*whole, 1, "{seat:?}");
            assert_eq!(*entries, (0..entries.len() as u64).collect::<Vec<_>>(), "{seat:?}: each entry once");
        }
    }
    assert!(passed > 20, "{passed}");

    // Both are asked for their orders: one may choose who gives his first. What is taken back is told again.
    let mut screen = Screen::open(&server, "two-fords").await;
    screen.hear().await;
    screen.socket.say(&json!({"type": "turn"})).await;
    assert_eq!(screen.hear().await, [Some("confederate".to_owned())]);
    screen.act(&mut Dice(1)).await;
    assert_eq!(screen.hear().await, [Some("union".to_owned())]);
    let (sight, _) = screen.truth("confederate").await;
    let undo = json!({"id": "u", "side": "confederate", "moment": sight["moment"], "back": "last"});
    screen.player.post(&format!("/games/{}/undo", screen.game), &undo).await.ok();
    screen.hear().await;
    screen.socket.say(&json!({"type": "turn"})).await;
    assert_eq!(screen.hear().await, [Some("confederate".to_owned())]);
    let (sight, log) = screen.truth("confederate").await;
    assert_eq!(
        (&screen.socket.follower.sight, &screen.socket.follower.log),
        (&sight, log.as_array().unwrap())
    );

    // Whoever has one seat cannot look for both.
    let pair = Pair::sit_down(&server).await;
    let hello = json!({"type": "hello", "key": pair.union.key, "side": "union", "both": true});
    let mut socket = Socket::greet(server.address, &pair.game, &hello).await;
    assert_eq!(socket.next_of("refused").await["refusal"]["error"], "forbidden");
    // And who does not look for both does not turn round.
    let mut socket = pair.union.socket(&pair.game, Some("union")).await;
    socket.next_of("news").await;
    socket.say(&json!({"type": "turn"})).await;
    assert_eq!(arrived(&mut socket).await, Vec::<Value>::new());
    server.stop().await;
}

/// Where nothing is secret the two seats see the same but for their questions: there is one sight and one log for both.
pub async fn one_screen_for_two(place: Database) {
    let library = faults::Library::builtin();
    let game = games::game_with(&library, "crossroads-farm").expect("a game without secrets");
    let loaded = (game.scenario)(&library, "crossroads-farm").unwrap_or_else(|report| panic!("{report}"));
    let server = Running::shelving(&place, Shelf::new([loaded.shelved()])).await;
    let mut screen = Screen::open(&server, "crossroads-farm").await;
    let mut dice = Dice(3);
    let mut sides = BTreeMap::new();
    screen.hear().await;
    for _ in 0..120 {
        let asked =
            screen.socket.follower.sight["ask"]["side"].as_str().expect("somebody is asked").to_owned();
        let (sight, log) = screen.truth(&asked).await;
        assert_eq!(
            (&screen.socket.follower.sight, &screen.socket.follower.log),
            (&sight, log.as_array().unwrap())
        );
        *sides.entry(asked).or_insert(0) += 1;
        screen.act(&mut dice).await;
        assert_eq!(screen.hear().await, [None]);
    }
    assert!(sides.len() == 2 && sides.values().all(|&asked| asked > 5), "{sides:?}");
    let (whole, entries) = &screen.sent[&None];
    assert_eq!(*whole, 1);
    assert_eq!(*entries, (0..entries.len() as u64).collect::<Vec<_>>(), "each entry once");
    server.stop().await;
}
