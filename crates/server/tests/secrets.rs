//! Every byte a seat is sent, and a proof that nothing in it tells what the seat may not know.
//!
//! Two games are played side by side whose truth differs, in hidden cards, secret orders, brigades lost or sent unseen, while
//! everything that one pair of eyes may know is the same. Whatever the server sends to those eyes must then be the same to the last
//! byte: views, logs, replays, previews with their odds, the meaning of clicks, overlays, refusals, undo, and the messages of the
//! socket. Only the names of the games, their commitments and the time differ.
//!
//! Picket Line hides cards that the dice dealt, so its pairs begin with different seeds. A Full Measure of Devotion hides what
//! generals decide, so its pairs are campaigns played alike up to some point, and differ from there in what is done in secret.

mod common;

use common::{Dice, Player, Running, Scratch, Socket, request};
use engine::chance::Seed;
use engine::fair::{Nonce, Terms};
use engine::{Eyes, Game, Pending, Print, Rules, Shelved, Side, Sides, Stage};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load::{self, Library};
use picket_line::PicketLine;
use serde_json::{Value, json};
use server::Shelf;
use server::live::Live;
use server::secrets::{Hash, draw_id};
use server::store::{GameRow, SeatRow, Store};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How many pairs of games for each pair of eyes.
const PAIRS: usize = 12;

/// What is compared: the game, and how its pairs begin.
struct Plan<R> {
    rules: Arc<R>,
    openings: Vec<Opening>,
    /// How many actions a pair is followed at most.
    actions: usize,
}

/// How a pair begins: its seeds, and how many actions both games have alike.
struct Opening {
    seeds: [u64; 2],
    alike: usize,
}

impl<R: Stage + 'static> Plan<R> {
    fn shelf(&self) -> Shelf {
        let game: Arc<dyn Shelved> = Arc::new(self.rules.clone());
        Shelf::new([game])
    }
}

const NONCES: [Nonce; 2] = [Nonce([1; 16]), Nonce([2; 16])];

fn word(side: Side) -> &'static str {
    if side == Side::Union { "union" } else { "confederate" }
}

fn terms(seed: u64) -> Terms {
    Terms { id: "pair".to_owned(), seed: Seed::from(seed), nonces: NONCES.map(Some) }
}

fn begun<R: Rules>(rules: &Arc<R>, seed: u64) -> Game<R> {
    Game::new(rules.clone(), terms(seed))
}

/// The same game once more, to try something.
fn copied<R: Rules>(game: &Game<R>) -> Game<R> {
    Game::open(game.rules().clone(), game.save()).expect("a game just put away")
}

/// All that these eyes may know of a game.
fn known<R: Rules>(game: &Game<R>, eyes: Eyes) -> (Print, String) {
    let view = game.rules().view(game.state(), eyes);
    (Print::of(&view), serde_json::to_string(&game.log(eyes)).expect("a log"))
}

fn legal<R: Rules>(game: &Game<R>, side: Side) -> Vec<String> {
    let mut actions = Vec::new();
    game.rules().actions(game.state(), side, &mut actions);
    actions.iter().map(|action| game.rules().write(action)).collect()
}

/// Pairs of seeds whose games begin alike for these eyes, and are not alike.
fn seeds(eyes: Eyes) -> Vec<[u64; 2]> {
    let mut first: BTreeMap<(Print, String), u64> = BTreeMap::new();
    let mut pairs = Vec::new();
    let rules = Arc::new(PicketLine::standard());
    for seed in 0..5_000 {
        let game = begun(&rules, seed);
        match first.get(&known(&game, eyes)) {
            None => {
                first.insert(known(&game, eyes), seed);
            }
            Some(&other) if begun(&rules, other).state() != game.state() => {
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
struct Half<R: Rules> {
    id: String,
    seed: u64,
    game: Game<R>,
    socket: Socket,
}

struct Table<'a, R> {
    server: &'a Running,
    plan: &'a Plan<R>,
    /// By [`Side::index`].
    players: [Player; 2],
    eyes: Eyes,
    /// Everything these eyes were sent, for a last search.
    sent: String,
}

impl<R: Stage + 'static> Table<'_, R> {
    fn side(&self) -> Option<Side> {
        match self.eyes {
            Eyes::Of(side) => Some(side),
            _ => None,
        }
    }

    /// A game with a seed of our choice: only whoever owns the database can have that.
    async fn lay(&self, store: &Store, seed: u64) -> Half<R> {
        let id = draw_id();
        let mut seats = Vec::new();
        for (side, player) in Side::BOTH.into_iter().zip(&self.players) {
            let player = store.player_of(Hash::of(&player.key).as_str()).await.unwrap();
            let nonce = Some(NONCES[side.index()].to_string());
            seats.push(SeatRow { side, player, invitation: None, nonce });
        }
        let row = GameRow {
            name: "Pair".to_owned(),
            scenario: self.scenario(),
            terms: "pair".to_owned(),
            seed: Seed::from(seed).to_string(),
            host: seats[0].player.clone().expect("a player"),
            head: 0,
            since: 0,
            ending: None,
            draw: None,
            seats,
        };
        let shelf = self.plan.shelf();
        let mut live = Live::new(&id, row.clone(), shelf.get(&self.scenario()).unwrap().clone()).unwrap();
        live.begin();
        store.new_game(&id, &row, &live.standing(), &[]).await.unwrap();
        let key = self.side().map(|side| self.players[side.index()].key.as_str());
        let socket = Socket::open(self.server.address, &id, key, self.side().map(word)).await;
        Half { id, seed, game: begun(&self.plan.rules, seed), socket }
    }

    fn scenario(&self) -> String {
        Rules::identity(&*self.plan.rules).scenario
    }

    /// Carries out an action at the server and here.
    async fn act(&self, half: &mut Half<R>, side: Side, action: &str) {
        let player = &self.players[side.index()];
        let id = draw_id();
        player.answer(&half.id, word(side), &id, action).await.ok();
        half.game.play_text(side, action).expect("the server found it legal");
    }

    /// Takes the last action of these eyes' side back, at the server and here; false if it cannot be.
    async fn take_back(&self, half: &mut Half<R>) -> bool {
        let Some(side) = self.side() else { return false };
        let player = &self.players[side.index()];
        let sight = player.sight(&half.id, word(side)).await;
        if sight["undo"]["to_line"].is_null() {
            return false;
        }
        let undo = json!({"id": draw_id(), "side": word(side), "moment": sight["moment"], "back": "last"});
        player.post(&format!("/games/{}/undo", half.id), &undo).await.ok();
        half.game.undo(Sides::only(side)).expect("the server could");
        true
    }

    /// Everything these eyes can ask for now, and what the socket has said meanwhile.
    async fn probe(&mut self, half: &mut Half<R>, mark: usize) -> Vec<String> {
        let game = format!("/games/{}", half.id);
        let side = self.side().map(word);
        let query = side.map_or_else(String::new, |side| format!("&side={side}"));
        let key = self.side().map(|side| self.players[side.index()].key.clone());
        let address = self.server.address;
        let get =
            async |path: String| request(address, "GET", &format!("{game}{path}"), key.as_deref(), "").await;
        let post = async |path: &str, body: Value| {
            request(address, "POST", &format!("{game}{path}"), key.as_deref(), &body.to_string()).await
        };
        let sight = get(format!("/sight?x{query}")).await.ok();
        let mut replies = vec![
            get(String::new()).await,
            get(format!("/sight?x{query}")).await,
            get(format!("/log?from=0{query}")).await,
            get(format!("/sights?from=0{query}")).await,
            get("/record".to_owned()).await,
            get("/sight?side=all".to_owned()).await,
        ];
        let board =
            request(address, "GET", &format!("/scenarios/{}/board", self.scenario()), None, "").await.ok();
        for (id, about) in overlays(&board, &sight, mark) {
            replies.push(get(format!("/overlay?id={id}&about={about}{query}")).await);
        }
        let other = self.side().map_or("union", |side| word(side.other()));
        replies.push(get(format!("/log?side={other}")).await);
        let as_side = side.unwrap_or("union");
        for target in targets(&board, &sight, mark) {
            replies.push(post("/click", json!({"side": as_side, "target": target})).await);
        }
        for answer in sight["ask"]["answers"].as_array().into_iter().flatten().take(8) {
            replies.push(post("/preview", json!({"side": as_side, "action": answer["action"]})).await);
        }
        for action in ["order hold", "order advance", "fire U1 at C1", "play 1", "nonsense"] {
            replies.push(post("/preview", json!({"side": as_side, "action": action})).await);
            let late =
                json!({"id": format!("late-{mark}"), "side": as_side, "moment": "past", "action": action});
            replies.push(post("/act", late).await);
        }
        let moment = &sight["moment"];
        if sight["ask"].is_object() {
            let wrong = json!({"id": format!("wrong-{mark}"), "side": as_side, "moment": moment, "action": "move U9 0,0"});
            replies.push(post("/act", wrong).await);
        }
        if sight["undo"]["to_line"].is_null() {
            for back in [json!("last"), json!("all"), json!({"line": 1})] {
                let undo =
                    json!({"id": format!("undo-{mark}"), "side": as_side, "moment": moment, "back": back});
                replies.push(post("/undo", undo).await);
            }
        }
        let mut texts: Vec<String> =
            replies.iter().map(|reply| format!("{} {}", reply.status, reply.text())).collect();

        // Whatever the socket has to say comes before what is said now.
        let mark = format!("mark {mark}");
        let speaker = &self.players[self.side().map_or(0, |side| side.other().index())];
        speaker.post(&format!("{game}/chat"), &json!({"text": mark})).await.ok();
        let before = half.socket.heard.len();
        while half.socket.next_of("chat").await["text"] != mark.as_str() {}
        let told = half.socket.heard.drain(..).collect::<Vec<_>>();
        assert!(before <= told.len());
        texts.extend(told);
        for text in &texts {
            self.sent.push_str(text);
        }
        texts.iter().map(|text| alike(text, half)).collect()
    }
}

/// The overlays there are, with something each could be about.
fn overlays(board: &Value, sight: &Value, mark: usize) -> Vec<(String, String)> {
    let any = |list: &Value| {
        let ids: Vec<&str> =
            list.as_array().into_iter().flatten().filter_map(|one| one["id"].as_str()).collect();
        ids.get(mark % ids.len().max(1)).copied().unwrap_or_default().to_owned()
    };
    let (piece, place) = (any(&sight["scene"]["pieces"]), any(&board["places"]));
    let kinds = board["overlays"].as_array().cloned().unwrap_or_default();
    let about = |kind: &Value| match kind["about"].as_str() {
        Some("piece") => piece.clone(),
        Some("place") => place.clone(),
        _ => String::new(),
    };
    kinds.iter().map(|kind| (kind["id"].as_str().unwrap_or_default().to_owned(), about(kind))).collect()
}

/// What can be clicked, lit or not: every piece, and some of the places, others each time.
fn targets(board: &Value, sight: &Value, mark: usize) -> Vec<Value> {
    let pieces = sight["scene"]["pieces"].as_array().into_iter().flatten();
    let rows = sight["scene"]["panels"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|panel| panel["rows"].as_array().into_iter().flatten());
    let mut targets: Vec<Value> =
        pieces.map(|piece| json!({"what": "piece", "piece": piece["id"]})).collect();
    targets.extend(rows.map(|row| json!({"what": "card", "card": row["id"]})));
    let places = board["places"].as_array().into_iter().flatten().skip(mark % 11).step_by(11).take(12);
    targets.extend(places.map(|place| json!({"what": "place", "place": place["id"]})));
    targets.extend([json!({"what": "button"}), json!({"what": "point", "at": [40, 40], "facing": null})]);
    targets
}

/// The text without what may differ: the game's name, its commitment, and times.
fn alike<R: Rules>(text: &str, half: &Half<R>) -> String {
    let commitment = terms(half.seed).commitment().to_string();
    let mut text = text.replace(&half.id, "GAME").replace(&commitment, "COMMITMENT");
    for key in ["\"since\":", "\"at\":"] {
        let parts: Vec<&str> = text.split(key).collect();
        let mut out = parts[0].to_owned();
        for part in &parts[1..] {
            // Positions are `"at":[…]`; times are bare numbers.
            out = out + key + part.trim_start_matches(|c: char| c.is_ascii_digit());
        }
        text = out;
    }
    text
}

/// Two legal actions of a side whose doings are hidden, after which these eyes still see the same. As long as the truth
/// is the same in both games, different ones are looked for.
fn hidden_actions<R: Rules>(
    halves: &[Half<R>; 2],
    side: Side,
    eyes: Eyes,
    dice: &mut Dice,
) -> Option<[String; 2]> {
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

async fn compare<R: Stage + 'static>(plan: &Plan<R>, eyes: Eyes) -> Compared {
    let scratch = Scratch::new();
    let server = Running::shelving(&scratch.file(), plan.shelf()).await;
    let store = Store::open(&scratch.file()).await.unwrap();
    let mut compared = Compared::default();
    for (number, &Opening { seeds, alike }) in plan.openings.iter().enumerate() {
        let mut dice = Dice(number as u64);
        let players = [server.player().await, server.player().await];
        let mut table = Table { server: &server, plan, players, eyes, sent: String::new() };
        let mut halves = [table.lay(&store, seeds[0]).await, table.lay(&store, seeds[1]).await];
        for _ in 0..alike {
            let Pending::Decide(sides) = halves[0].game.pending() else { break };
            let side = sides.first().expect("somebody is asked");
            let list = legal(&halves[0].game, side);
            let action = list[dice.roll(list.len())].clone();
            for half in &mut halves {
                table.act(half, side, &action).await;
            }
        }
        for step in 0..plan.actions {
            let [first, second] = &mut halves;
            // Once it is over, everything is open.
            if let Pending::Over(_) = first.game.pending() {
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
            let Pending::Decide(sides) = first.game.pending() else { break };
            let sides: Vec<Side> = sides.iter().collect();
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

fn acts<R: Rules>(game: &Game<R>) -> Vec<(Side, &str)> {
    game.entries().iter().map(|entry| (entry.side, entry.action.as_str())).collect()
}

/// Secrets that must not stand anywhere in what was sent, whatever it looked like.
async fn search<R: Rules>(table: &Table<'_, R>, halves: &[Half<R>; 2], store: &Store) {
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
    // A campaign that ended before the two could differ has nothing to search.
    assert!(table.sent.is_empty() || table.sent.len() > 10_000);
}

fn pickets(eyes: Eyes) -> Plan<PicketLine> {
    let openings = seeds(eyes).into_iter().map(|seeds| Opening { seeds, alike: 0 }).collect();
    Plan { rules: Arc::new(PicketLine::standard()), openings, actions: 60 }
}

/// Campaigns of a valley so narrow that armies meet: from the bids, and from points all through the campaign.
fn campaigns() -> Plan<FullMeasureOfDevotion> {
    let text = include_str!("../../full-measure-of-devotion/tests/fixtures/crowded-valley.toml");
    let source = Source::new("crowded-valley.toml", text);
    let game = load::from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"));
    let openings = (0..PAIRS).map(|number| Opening { seeds: [number as u64; 2], alike: number * 16 });
    Plan { rules: Arc::new(game), openings: openings.collect(), actions: 12 }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_general_is_sent_nothing_that_he_may_not_know() {
    let compared = compare(&campaigns(), Eyes::Of(Side::Union)).await;
    assert!(compared.hiding >= PAIRS / 2 && compared.different >= PAIRS / 2, "{compared:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_enemy_general_is_sent_nothing_either() {
    let compared = compare(&campaigns(), Eyes::Of(Side::Confederate)).await;
    assert!(compared.hiding >= PAIRS / 2 && compared.different >= PAIRS / 2, "{compared:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_of_a_campaign_is_sent_what_neither_general_hides() {
    let compared = compare(&campaigns(), Eyes::Watcher).await;
    assert!(compared.hiding >= PAIRS / 2 && compared.different >= PAIRS / 2, "{compared:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_is_sent_nothing_that_it_may_not_know() {
    let compared = compare(&pickets(Eyes::Of(Side::Union)), Eyes::Of(Side::Union)).await;
    assert!(compared.undone > 0, "{compared:?}");
    assert!(compared.hiding >= 3 * PAIRS && compared.different >= PAIRS / 3, "{compared:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_seat_is_sent_nothing_either() {
    let compared = compare(&pickets(Eyes::Of(Side::Confederate)), Eyes::Of(Side::Confederate)).await;
    assert!(compared.hiding >= 3 * PAIRS && compared.different >= PAIRS / 3, "{compared:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_watcher_is_sent_what_neither_side_hides() {
    let compared = compare(&pickets(Eyes::Watcher), Eyes::Watcher).await;
    assert!(compared.hiding >= 3 * PAIRS && compared.different >= PAIRS / 3, "{compared:?}");
}

/// The harness itself: what a seat may know does differ when the truth it sees differs.
#[test]
fn eyes_that_may_know_more_know_more() {
    let eyes = Eyes::Of(Side::Union);
    for [one, other] in seeds(eyes) {
        let games = [one, other].map(|seed| begun(&Arc::new(PicketLine::standard()), seed));
        assert_eq!(known(&games[0], eyes), known(&games[1], eyes));
        assert_ne!(known(&games[0], Eyes::All), known(&games[1], Eyes::All));
        assert!(matches!(games[0].pending(), Pending::Decide(sides) if sides == Sides::BOTH));
    }
}
