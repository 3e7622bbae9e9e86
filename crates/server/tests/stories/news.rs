//! What sockets are told: once, and again if it was lost.

use super::arrived;
use super::screen::Screen;
use crate::common::wire::{Follower, Taken};
use crate::common::{Dice, Pair, Running, Socket};
use serde_json::{Value, json};
use server::store::Database;

/// News that is lost, comes twice or comes too late: a client notices, asks once more, and has the sight and the log
/// that there are, at one seat or at both.
pub async fn lost_doubled_and_late_news_heals(place: Database) {
    let server = Running::start(&place).await;
    let mut line = Dice(17);
    let [mut gaps, mut old, mut changes] = [0; 3];
    for game in 0..12 {
        let (pair, mut socket) = if game % 2 == 0 {
            let pair = Pair::sit_down(&server).await;
            let socket = pair.union.socket(&pair.game, Some("union")).await;
            (pair, socket)
        } else {
            let Screen { player, game, socket, .. } = Screen::open(&server, "two-fords").await;
            (Pair { union: player.clone(), confederate: player, game }, socket)
        };
        let mut client = Follower::default();
        let mut sent = 0;
        let mut dice = Dice(game);
        // What is late, and since which act the client has waited for everything to be told again.
        let (mut late, mut waiting) = (Vec::new(), None);
        let mut number = 0;
        while pair.step(&mut dice, number).await {
            number += 1;
            let [mut came, mut later] = [Vec::new(), Vec::new()];
            for news in arrived(&mut socket).await {
                sent = news["number"].as_u64().expect("a number");
                changes += usize::from(news.get("change").is_some());
                match line.roll(8) {
                    0 => {}
                    1 => later.push(news),
                    2 => came.extend([news.clone(), news]),
                    _ => came.push(news),
                }
            }
            came.append(&mut late);
            late = later;
            for news in &came {
                match client.take(news) {
                    Taken::Yes => waiting = waiting.filter(|_| news.get("sight").is_none()),
                    Taken::Old => old += 1,
                    // Asked for once; and once more if that is lost, too.
                    Taken::Gap if waiting.is_none_or(|since| number > since + 3) => {
                        gaps += 1;
                        waiting = Some(number);
                        socket.say(&json!({"type": "again"})).await;
                    }
                    Taken::Gap => {}
                }
            }
        }
        // What nothing follows is missed by the next beat, which tells how much was sent.
        if client.number < sent {
            socket.say(&json!({"type": "again"})).await;
            arrived(&mut socket).await.iter().for_each(|news| _ = client.take(news));
        }
        let side = client.seat.as_deref().unwrap_or("union");
        let path = |what: &str| format!("/games/{}/{what}?side={side}", pair.game);
        assert_eq!(client.sight, pair.union.get(&path("sight")).await.ok());
        assert_eq!(Value::Array(client.log), pair.union.get(&path("log")).await.ok());
    }
    assert!(gaps > 10 && old > 10 && changes > 100, "{gaps} gaps, {old} old ones, {changes} changes");
    server.stop().await;
}

/// A sight is sent whole to whoever comes, and then only what changes of it; whoever cannot put that together is sent
/// whole ones as texts.
pub async fn sights_are_sent_once(place: Database) {
    let server = Running::start(&place).await;
    let mut changed = 0;
    for game in 0..5 {
        let pair = Pair::sit_down(&server).await;
        let mut lean = pair.union.socket(&pair.game, Some("union")).await;
        let plain = json!({"type": "hello", "key": pair.union.key, "side": "union"});
        let mut plain = Socket::greet(server.address, &pair.game, &plain).await;
        let mut dice = Dice(game);
        let mut number = 0;
        loop {
            for socket in [&mut lean, &mut plain] {
                for news in arrived(socket).await {
                    assert_eq!(socket.follower.take(&news), Taken::Yes);
                }
            }
            let sight = pair.union.sight(&pair.game, "union").await;
            assert_eq!((&lean.follower.sight, &plain.follower.sight), (&sight, &sight));
            if !pair.step(&mut dice, number).await {
                break;
            }
            number += 1;
        }
        let mut whole = 0;
        for text in &lean.heard {
            let message: Value = serde_json::from_str(text).unwrap();
            whole += usize::from(message.get("sight").is_some());
            changed += usize::from(message.get("change").is_some());
        }
        assert_eq!(whole, 1, "one whole sight, and then what changes");
        let size = |socket: &Socket| socket.frames.iter().map(Vec::len).sum::<usize>();
        let texts = |socket: &Socket| socket.heard.iter().map(String::len).sum::<usize>();
        assert_eq!(size(&plain), texts(&plain), "who does not say that it can unpack is sent texts");
        let sizes = [size(&lean), texts(&lean), size(&plain)];
        // The table of this game is small; `cargo xtask wire` measures a large one.
        assert!(sizes[0] < sizes[1] && sizes[0] * 2 < sizes[2], "{sizes:?}");
    }
    assert!(changed > 50, "{changed} changed");
    server.stop().await;
}
