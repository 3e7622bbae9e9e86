//! Every byte a seat is sent, and a proof that nothing in it tells what the seat may not know.
//!
//! Two games are played side by side whose truth differs, in hidden cards or secret orders, while everything that one
//! pair of eyes may know is the same. Whatever the server sends to those eyes must then be the same to the last byte:
//! views, logs, replays, previews with their odds, the meaning of clicks, overlays, refusals, undo, and the messages of
//! the socket. Only the names of the games, their commitments and the time differ.
//!
//! Picket Line hides cards that the dice dealt, so its pairs begin with different seeds. What the generals of whole
//! campaigns are sent is compared in `tests/campaigns`.

mod common;
mod eyes;

use common::{Dice, Player, Running, Scratch, Socket};
use engine::chance::Seed;
use engine::{Eyes, Game, Print, Rules, Seat, Seats, Shelved};
use eyes::{Looker, Thirst, alike, lay, said, terms, word};
use picket_line::PicketLine;
use serde_json::json;
use server::Shelf;
use server::secrets::{Hash, draw_id};
use server::store::Store;
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many pairs of games for each pair of eyes.
const PAIRS: usize = 12;
/// How many actions a pair is followed at most.
const ACTIONS: usize = 60;
const THIRST: Thirst = Thirst { previews: 8, clicks: 12, moments: 100 };

fn begun(seed: u64) -> Game<PicketLine> {
    Game::new(Arc::new(PicketLine::standard()), terms(seed))
}

/// The same game once more, to try something.
fn copied(game: &Game<PicketLine>) -> Game<PicketLine> {
    Game::open(game.rules().clone(), game.save()).expect("a game just put away")
}

/// All that these eyes may know of a game.
fn known(game: &Game<PicketLine>, eyes: Eyes<Seat>) -> (Print, String) {
    let view = game.view(eyes);
    (Print::of(&view), serde_json::to_string(&game.log(eyes)).expect("a log"))
}

fn legal(game: &Game<PicketLine>, side: Seat) -> Vec<String> {
    let mut actions = Vec::new();
    game.rules().actions(game.state(), game.seating().army(side), &mut actions);
    actions.iter().map(|action| game.rules().write(action)).collect()
}

/// Pairs of seeds whose games begin alike for these eyes, and are not alike.
fn seeds(eyes: Eyes<Seat>) -> Vec<[u64; 2]> {
    let mut first: BTreeMap<(Print, String), u64> = BTreeMap::new();
    let mut pairs = Vec::new();
    for seed in 0..5_000 {
        let game = begun(seed);
        match first.get(&known(&game, eyes)) {
            None => {
                first.insert(known(&game, eyes), seed);
            }
            Some(&other) if begun(other).state() != game.state() => {
                first.remove(&known(&game, eyes));
                pairs.push([other, seed]);
                if pairs.len() == PAIRS {
                    return pairs;
                }
            }
            Some(_) => {}
        }
    }
    panic!("only {} pairs of seeds look alike", pairs.len());
}

/// One of the two games, here and at the server.
struct Half {
    id: String,
    seed: u64,
    game: Game<PicketLine>,
    socket: Socket,
}

struct Table<'a> {
    looker: Looker<'a>,
    /// By [`Seat::index`].
    players: [Player; 2],
    /// Everything these eyes were sent, for a last search.
    sent: String,
}

impl Table<'_> {
    async fn lay(&self, store: &Store, shelf: &Shelf, seed: u64) -> Half {
        let game = begun(seed);
        let id = lay(store, shelf, &self.players, seed, &game).await;
        let socket = self.looker.socket(&id).await;
        Half { id, seed, game, socket }
    }

    /// Carries out an action at the server and here.
    async fn act(&self, half: &mut Half, side: Seat, action: &str) {
        let player = &self.players[side.index()];
        player.answer(&half.id, word(side), &draw_id(), action).await.ok();
        half.game.play_text(side, action).expect("the server found it legal");
    }

    /// Takes the last action of these eyes' side back, at the server and here; false if it cannot be.
    async fn take_back(&self, half: &mut Half) -> bool {
        let Some(side) = self.looker.side() else { return false };
        let player = &self.players[side.index()];
        let sight = player.sight(&half.id, word(side)).await;
        if sight["undo"]["to_line"].is_null() {
            return false;
        }
        let undo = json!({"id": draw_id(), "side": word(side), "moment": sight["moment"], "back": "last"});
        player.post(&format!("/games/{}/undo", half.id), &undo).await.ok();
        half.game.undo(Seats::only(side)).expect("the server could");
        true
    }

    /// Everything these eyes can ask for now, and what the socket has said meanwhile.
    async fn probe(&mut self, half: &mut Half, mark: usize) -> Vec<String> {
        let texts = self.looker.probe(&half.id, mark, THIRST).await;
        // Whatever the socket has to say comes before what is said now.
        let mark = format!("mark {mark}");
        let speaker = &self.players[self.looker.side().map_or(0, |side| side.other().index())];
        speaker.post(&format!("/games/{}/chat", half.id), &json!({"text": mark})).await.ok();
        while half.socket.next_of("chat").await["text"] != mark.as_str() {}
        for text in texts.iter().chain(&half.socket.heard) {
            self.sent.push_str(text);
        }
        let mut texts: Vec<String> = texts.iter().map(|text| alike(text, &half.id, half.seed)).collect();
        texts.extend(said(&mut half.socket, &half.id, half.seed));
        texts
    }
}

/// Two legal actions of a side whose doings are hidden, after which these eyes still see the same. As long as the truth
/// is the same in both games, different ones are looked for.
fn hidden_actions(halves: &[Half; 2], side: Seat, eyes: Eyes<Seat>, dice: &mut Dice) -> Option<[String; 2]> {
    let lists = [legal(&halves[0].game, side), legal(&halves[1].game, side)];
    let differ = halves[0].game.state() != halves[1].game.state();
    let mut same = None;
    for _ in 0..30 {
        let chosen = [0, 1].map(|half: usize| lists[half][dice.roll(lists[half].len())].clone());
        let after = [0, 1].map(|half: usize| {
            let mut game = copied(&halves[half].game);
            game.play_text(side, &chosen[half]).expect("a legal action");
            known(&game, eyes)
        });
        if after[0] == after[1] {
            if differ || chosen[0] != chosen[1] {
                return Some(chosen);
            }
            same = Some(chosen);
        }
    }
    same
}

/// What was compared.
#[derive(Default, Debug)]
struct Compared {
    probes: usize,
    /// With different truths.
    hiding: usize,
    /// Actions of the other side that differed.
    different: usize,
    /// Actions taken back.
    undone: usize,
}

async fn compare(eyes: Eyes<Seat>) -> Compared {
    let scratch = Scratch::new();
    let game: Arc<dyn Shelved> = Arc::new(Arc::new(PicketLine::standard()));
    let shelf = Shelf::new([game]);
    let server = Running::shelving(&scratch.file(), shelf.clone()).await;
    let store = Store::open(&scratch.file()).await.unwrap();
    let mut compared = Compared::default();
    for (number, seeds) in seeds(eyes).into_iter().enumerate() {
        let mut dice = Dice(number as u64);
        let players = [server.player().await, server.player().await];
        let looker = Looker::new(&server, &players, "two-fords", eyes).await;
        let mut table = Table { looker, players, sent: String::new() };
        let mut halves =
            [table.lay(&store, &shelf, seeds[0]).await, table.lay(&store, &shelf, seeds[1]).await];
        for step in 0..ACTIONS {
            let [first, second] = &mut halves;
            // Once it is over, everything is open.
            if first.game.outcome().is_some() {
                break;
            }
            let heard = [table.probe(first, step).await, table.probe(second, step).await];
            for (one, other) in heard[0].iter().zip(&heard[1]) {
                assert_eq!(
                    one,
                    other,
                    "seeds {seeds:?}, after {:?} and {:?}",
                    acts(&first.game),
                    acts(&second.game)
                );
            }
            assert_eq!(heard[0].len(), heard[1].len());
            compared.probes += 1;
            compared.hiding += usize::from(first.game.state() != second.game.state());
            if dice.roll(4) == 0 {
                let taken_back = [table.take_back(first).await, table.take_back(second).await];
                assert_eq!(taken_back[0], taken_back[1]);
                if taken_back[0] {
                    compared.undone += 1;
                    continue;
                }
            }
            let sides: Vec<Seat> = first.game.waiting().iter().collect();
            let side = sides[dice.roll(sides.len())];
            let chosen = if eyes == Eyes::Of(side) {
                let list = legal(&first.game, side);
                let action = list[dice.roll(list.len())].clone();
                Some([action.clone(), action])
            } else {
                hidden_actions(&halves, side, eyes, &mut dice)
            };
            let Some(chosen) = chosen else { break };
            compared.different += usize::from(chosen[0] != chosen[1]);
            for (half, action) in halves.iter_mut().zip(&chosen) {
                table.act(half, side, action).await;
            }
            if known(&halves[0].game, eyes) != known(&halves[1].game, eyes) {
                break;
            }
        }
        search(&table, &halves, &store).await;
    }
    server.stop().await;
    eprintln!("{eyes:?}: {compared:?}");
    compared
}

fn acts(game: &Game<PicketLine>) -> Vec<(Seat, &str)> {
    game.entries().iter().map(|entry| (entry.seat, entry.action.as_str())).collect()
}

/// Secrets that must not stand anywhere in what was sent, whatever it looked like.
async fn search(table: &Table<'_>, halves: &[Half; 2], store: &Store) {
    let mut secrets: Vec<String> = halves.iter().map(|half| Seed::from(half.seed).to_string()).collect();
    secrets.extend(halves.iter().map(|half| terms(half.seed).dice().to_string()));
    for player in &table.players {
        let hash = Hash::of(&player.key);
        secrets.push(player.key.clone());
        secrets.push(store.player_of(hash.as_str()).await.unwrap().expect("a player"));
        secrets.push(hash.as_str().to_owned());
    }
    for secret in secrets {
        assert!(!table.sent.contains(&secret), "{secret} was sent");
    }
    assert!(table.sent.len() > 10_000);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_is_sent_nothing_that_it_may_not_know() {
    let compared = compare(Eyes::Of(Seat::UNION)).await;
    assert!(compared.undone > 0, "{compared:?}");
    assert!(compared.hiding >= 3 * PAIRS && compared.different >= PAIRS / 3, "{compared:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_seat_is_sent_nothing_either() {
    let compared = compare(Eyes::Of(Seat::CONFEDERATE)).await;
    assert!(compared.hiding >= 3 * PAIRS && compared.different >= PAIRS / 3, "{compared:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_is_sent_what_neither_side_hides() {
    let compared = compare(Eyes::Watcher).await;
    assert!(compared.hiding >= 3 * PAIRS && compared.different >= PAIRS / 3, "{compared:?}");
}

/// The harness itself: what a seat may know does differ when the truth it sees differs.
#[test]
fn eyes_that_may_know_more_know_more() {
    let eyes = Eyes::Of(Seat::UNION);
    for [one, other] in seeds(eyes) {
        let games = [one, other].map(begun);
        assert_eq!(known(&games[0], eyes), known(&games[1], eyes));
        assert_ne!(known(&games[0], Eyes::All), known(&games[1], Eyes::All));
        assert_eq!(games[0].waiting(), Seats::BOTH);
    }
}
