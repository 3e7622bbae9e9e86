//! A whole random campaign at a real server, and beside it one twin after another.
//!
//! A twin is the same campaign up to some point. From there its other general does something else in secret, or does as
//! much in other steps, so that the truth differs while everything that one pair of eyes may know ([`facts`]) stays the
//! same. As long as that holds, whatever the server sends to those eyes of the two campaigns must be the same to the
//! last byte. Once the difference shows on the map, as it may, the next twin is laid for the next eyes.

use crate::common::{Dice, Player, Running, Scratch, Socket};
use crate::eyes::{Looker, Thirst, alike, lay, said, terms, word};
use crate::facts::{self, Facts};
use engine::chance::{Offset, Seeded};
use engine::{Eyes, Game, Rules, Seat, Seats, Shelved, Stage};
use full_measure_of_devotion::action::Action;
use full_measure_of_devotion::campaign::Campaign;
use full_measure_of_devotion::event::What;
use full_measure_of_devotion::state::State;
use serde_json::{Value, json};
use server::Shelf;
use server::secrets::draw_id;
use server::store::Store;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// A rule set with the types of A Full Measure of Devotion: the game itself, or one that leaks.
pub trait Campaigns: Stage<State = State, Action = Action, Event = What> + 'static {
    fn campaign(&self) -> &Campaign;
}

/// How much is looked at.
#[derive(Copy, Clone)]
pub struct Effort {
    /// In one of so many moments everything is asked for; in the others the sight and what the socket says.
    pub probe_one_in: usize,
    pub thirst: Thirst,
}

/// Answers tried to find one that looks the same.
const TRIALS: usize = 24;
/// Steps that nobody sees, to get where something can be seen.
const SILENT: usize = 40;

/// What was compared.
#[derive(Default, Debug, Clone)]
pub struct Compared {
    pub campaigns: usize,
    pub actions: usize,
    pub twins: usize,
    /// Moments compared.
    pub moments: usize,
    /// Moments compared by everything that can be asked for.
    pub probes: usize,
    /// Moments at which the truth differed.
    pub hiding: usize,
    /// Actions of the twins that nobody saw.
    pub silent: usize,
    /// Actions taken back, in sight and out of it.
    pub undone: [usize; 2],
    pub bytes: usize,
    /// Moments at which each kind of secret differed.
    pub secrets: BTreeMap<&'static str, usize>,
}

impl Compared {
    pub fn add(&mut self, more: &Compared) {
        self.campaigns += more.campaigns;
        self.actions += more.actions;
        self.twins += more.twins;
        self.moments += more.moments;
        self.probes += more.probes;
        self.hiding += more.hiding;
        self.silent += more.silent;
        self.bytes += more.bytes;
        for (sum, more) in self.undone.iter_mut().zip(more.undone) {
            *sum += more;
        }
        for (secret, more) in &more.secrets {
            *self.secrets.entry(secret).or_default() += more;
        }
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Compared { campaigns, actions, twins, moments, probes, hiding, silent, undone, bytes, secrets } =
            self;
        write!(
            f,
            "{campaigns} whole campaigns of {actions} actions, {twins} twins; {moments} moments compared, {hiding} with \
             another truth, {probes} by everything; {silent} actions unseen, {undone:?} undone, {} MB; {secrets:?}",
            bytes / 1_000_000
        )
    }
}

/// What the server sent differs, though what may be known does not.
#[derive(Debug)]
pub struct Leak {
    eyes: Eyes<Seat>,
    campaign: u64,
    actions: usize,
    sent: [String; 2],
    /// In what the views differ, if they do.
    views: Vec<String>,
}

impl fmt::Display for Leak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Leak { eyes, campaign, actions, sent: [one, other], views } = self;
        let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
        let from = same.saturating_sub(200);
        let part = |text: &str| {
            String::from_utf8_lossy(&text.as_bytes()[from..text.len().min(same + 200)]).into_owned()
        };
        let (one, other) = (part(one), part(other));
        write!(
            f,
            "campaign {campaign}, after {actions} actions, tells {eyes:?}:\n{one}\nand:\n{other}\n{views:#?}"
        )
    }
}

/// What comes of an action.
struct Trial {
    state: State,
    heard: Facts,
    facts: Facts,
}

/// A campaign here and at the server.
struct Half<R: Rules> {
    id: String,
    game: Game<R>,
    /// How far its dice are used.
    place: Offset,
    socket: Option<Socket>,
    /// The moment up to which the socket has spoken.
    moment: String,
}

/// Where campaigns are compared.
pub struct Arena<R> {
    rules: Arc<R>,
    shelf: Shelf,
    scratch: Scratch,
    server: Running,
    store: Store,
    /// Of the present campaign.
    players: [Player; 2],
}

impl<R: Campaigns> Arena<R> {
    pub async fn new(rules: R) -> Arena<R> {
        let rules = Arc::new(rules);
        let game: Arc<dyn Shelved> = Arc::new(rules.clone());
        let (scratch, shelf) = (Scratch::new(), Shelf::new([game]));
        let server = Running::shelving(&scratch.file(), shelf.clone()).await;
        let store = Store::open(&scratch.file()).await.unwrap();
        let players = [server.player().await, server.player().await];
        Arena { rules, shelf, scratch, server, store, players }
    }

    pub async fn close(self) {
        self.server.stop().await;
        drop(self.scratch);
    }

    fn start_of_dice(&self, seed: u64) -> Offset {
        let mut dice = Seeded::new(terms(seed).dice());
        let mut events = Vec::new();
        self.rules.start(&mut dice, &mut events);
        dice.place()
    }

    async fn lay(&self, seed: u64, game: Game<R>, place: Offset) -> Half<R> {
        let id = lay(&self.store, &self.shelf, &self.players, seed, &game).await;
        Half { id, game, place, socket: None, moment: String::new() }
    }

    /// Carries out an action at the server and here.
    async fn act(&self, half: &mut Half<R>, seed: u64, side: Seat, action: &Action) {
        let text = self.rules.write(action);
        self.players[side.index()].answer(&half.id, word(side), &draw_id(), &text).await.ok();
        (_, half.place, _) = carried_out(&*self.rules, half, seed, side, action);
        half.game.play(side, action).expect("the server found it legal");
    }

    /// Takes back the last action of a side at the server and here, if it can.
    async fn undo(&self, half: &mut Half<R>, side: Seat) -> bool {
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

    /// Plays one whole campaign at random with its twins; `bound` cuts it short.
    pub async fn campaign(&mut self, seed: u64, bound: usize, effort: Effort) -> Result<Compared, Leak> {
        // A list of games has an end, and all the twins of a campaign must stand in it.
        self.players = [self.server.player().await, self.server.player().await];
        let game = Game::new(self.rules.clone(), terms(seed));
        let real = self.lay(seed, game, self.start_of_dice(seed)).await;
        let dice = Dice(seed ^ 0x5eed);
        let mut run =
            Run { arena: self, seed, dice, effort, real, twin: None, turn: 0, compared: Compared::default() };
        while run.real.game.entries().len() < bound && run.step().await? {}
        let mut compared = run.compared;
        compared.actions = run.real.game.entries().len();
        compared.campaigns = 1;
        Ok(compared)
    }
}

/// A twin and the eyes that must not tell it from the real campaign.
struct Twin<'a, R: Rules> {
    half: Half<R>,
    looker: Looker<'a>,
}

struct Run<'a, R: Rules> {
    arena: &'a Arena<R>,
    seed: u64,
    dice: Dice,
    effort: Effort,
    real: Half<R>,
    twin: Option<Twin<'a, R>>,
    /// Whose turn it is to be laid a twin for.
    turn: usize,
    compared: Compared,
}

const EYES: [Eyes<Seat>; 3] = [Eyes::Of(Seat::UNION), Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher];

impl<'a, R: Campaigns> Run<'a, R> {
    /// The next action of the real campaign, and what its twin does meanwhile; false once it is over.
    async fn step(&mut self) -> Result<bool, Leak> {
        let sides: Vec<Seat> = self.real.game.waiting().iter().collect();
        if sides.is_empty() {
            return Ok(false);
        }
        if self.dice.roll(6) == 0 && self.take_back().await? {
            return Ok(true);
        }
        let side = sides[self.dice.roll(sides.len())];
        let list = legal(&self.real.game, side);
        let action = list[self.dice.roll(list.len())];
        if self.twin.is_none() && list.len() > 1 {
            self.lay_twin(side, &action).await?;
        }
        let Some(mut twin) = self.twin.take() else {
            self.arena.act(&mut self.real, self.seed, side, &action).await;
            return Ok(true);
        };
        let eyes = twin.looker.eyes;
        let before = self.facts(&self.real, eyes);
        let after = self.trial(&self.real, side, &action, eyes);
        self.arena.act(&mut self.real, self.seed, side, &action).await;
        let follows = if eyes == Eyes::Of(side) {
            let trial = self.trial(&twin.half, side, &action, eyes);
            self.arena.act(&mut twin.half, self.seed, side, &action).await;
            trial.heard == after.heard && trial.facts == after.facts
        } else {
            self.follow(&mut twin, side, &before, &after).await
        };
        // Once a campaign is over, everything about it is open.
        if follows && self.real.game.outcome().is_none() {
            self.compare(&mut twin).await?;
            self.twin = Some(twin);
        }
        Ok(true)
    }

    /// Lays a twin for the next eyes that may not know what is about to be done, if it could be done otherwise.
    async fn lay_twin(&mut self, side: Seat, action: &Action) -> Result<(), Leak> {
        while EYES[self.turn % EYES.len()] == Eyes::Of(side) {
            self.turn += 1;
        }
        let eyes = EYES[self.turn % EYES.len()];
        let after = self.trial(&self.real, side, action, eyes);
        let others = shuffled(legal(&self.real.game, side), &mut self.dice);
        let looks_the_same = |other: &Action| {
            let trial = self.trial(&self.real, side, other, eyes);
            trial.state != after.state && trial.heard == after.heard && trial.facts == after.facts
        };
        if !others.iter().take(TRIALS).any(looks_the_same) {
            return Ok(());
        }
        let arena = self.arena;
        let scenario = Rules::identity(&*arena.rules).scenario;
        let looker = Looker::new(&arena.server, &arena.players, &scenario, eyes).await;
        let copy = Game::open(arena.rules.clone(), self.real.game.save()).expect("a game just put away");
        let mut half = arena.lay(self.seed, copy, self.real.place).await;
        for one in [&mut self.real, &mut half] {
            one.socket = Some(looker.socket(&one.id).await);
            one.moment = String::new();
        }
        self.compared.twins += 1;
        self.turn += 1;
        let mut twin = Twin { half, looker };
        self.compare(&mut twin).await?;
        self.twin = Some(twin);
        Ok(())
    }

    /// The twin does something in secret that looks the same to its eyes; false if it cannot.
    async fn follow(&mut self, twin: &mut Twin<'a, R>, side: Seat, before: &Facts, after: &Trial) -> bool {
        let eyes = twin.looker.eyes;
        let silent = after.heard.is_empty() && after.facts == *before;
        if silent && self.dice.roll(4) == 0 {
            return true;
        }
        for _ in 0..SILENT {
            let mut list = shuffled(legal(&twin.half.game, side), &mut self.dice);
            list.truncate(TRIALS);
            let (mut same, mut unseen) = (None, None);
            for action in list {
                let trial = self.trial(&twin.half, side, &action, eyes);
                if trial.heard == after.heard && trial.facts == after.facts {
                    let differs = trial.state != after.state;
                    same = Some(action);
                    // What is true may well be the same again, but not if it can be helped.
                    if differs {
                        break;
                    }
                } else if trial.heard.is_empty() && trial.facts == *before {
                    unseen = Some(action);
                }
            }
            let Some(action) = same.or(unseen) else { return silent };
            self.arena.act(&mut twin.half, self.seed, side, &action).await;
            if same.is_some() && !silent {
                return true;
            }
            self.compared.silent += 1;
            if self.dice.roll(6) == 0 && self.arena.undo(&mut twin.half, side).await {
                self.compared.undone[1] += 1;
            }
            if silent {
                return true;
            }
        }
        false
    }

    /// The side of the twin's eyes takes something back, in both campaigns; false if it cannot.
    async fn take_back(&mut self) -> Result<bool, Leak> {
        let Some(mut twin) = self.twin.take() else { return Ok(false) };
        let Some(side) = twin.looker.side() else {
            self.twin = Some(twin);
            return Ok(false);
        };
        let could = self.arena.undo(&mut self.real, side).await;
        // The sights were the same, and so is what they say about undo.
        assert_eq!(could, self.arena.undo(&mut twin.half, side).await);
        if could {
            self.compared.undone[0] += 1;
            self.compare(&mut twin).await?;
        }
        self.twin = Some(twin);
        Ok(could)
    }

    fn facts(&self, half: &Half<R>, eyes: Eyes<Seat>) -> Facts {
        let (rules, game) = (&*self.arena.rules, &half.game);
        facts::facts(rules.campaign(), game.state(), rules.pending(game.state()), eyes)
    }

    fn trial(&self, half: &Half<R>, side: Seat, action: &Action, eyes: Eyes<Seat>) -> Trial {
        let rules = &*self.arena.rules;
        let (state, _, events) = carried_out(rules, half, self.seed, side, action);
        let facts = facts::facts(rules.campaign(), &state, rules.pending(&state), eyes);
        let heard = facts::heard(&events, &state, eyes);
        Trial { state, heard, facts }
    }

    /// Compares what the eyes are sent of both campaigns.
    async fn compare(&mut self, twin: &mut Twin<'a, R>) -> Result<(), Leak> {
        let all = self.dice.roll(self.effort.probe_one_in) == 0;
        let mark = self.compared.moments;
        let mut heard = Vec::new();
        for half in [&mut self.real, &mut twin.half] {
            let thirst = all.then_some(self.effort.thirst);
            heard.push(look(&twin.looker, half, self.seed, mark, thirst).await);
        }
        let [one, other] = [&heard[0], &heard[1]].map(|texts| texts.join("\n"));
        self.compared.moments += 1;
        self.compared.probes += usize::from(all);
        self.compared.bytes += one.len();
        let (state, twins) = (self.real.game.state(), twin.half.game.state());
        self.compared.hiding += usize::from(state != twins);
        for secret in facts::secrets(state, twins) {
            *self.compared.secrets.entry(secret).or_default() += 1;
        }
        if one != other || state.evidence() != twins.evidence() {
            let evidence = |state: &State| format!("{:?}", state.evidence());
            let sent = if one != other { [one, other] } else { [evidence(state), evidence(twins)] };
            let actions = self.real.game.entries().len();
            let eyes = twin.looker.eyes;
            let rules = &self.arena.rules;
            let view = |state| {
                let eyes = rules.seating(state).eyes(eyes);
                serde_json::to_value(rules.view(state, eyes)).expect("a view")
            };
            let mut views = Vec::new();
            differences(&view(state), &view(twins), "", &mut views);
            return Err(Leak { eyes, campaign: self.seed, actions, sent, views });
        }
        Ok(())
    }
}

/// The sight, what the socket has said up to it, and, if there is a thirst, everything else that can be asked for.
async fn look<R: Campaigns>(
    looker: &Looker<'_>,
    half: &mut Half<R>,
    seed: u64,
    mark: usize,
    thirst: Option<Thirst>,
) -> Vec<String> {
    let sight = looker.sight(&half.id).await;
    let moment = sight.ok()["moment"].as_str().expect("a moment").to_owned();
    let mut texts = vec![sight.text().to_owned()];
    let socket = half.socket.as_mut().expect("a twin has sockets");
    if moment != half.moment {
        socket.until_moment(&moment).await;
        half.moment = moment;
    }
    if let Some(thirst) = thirst {
        texts.extend(looker.probe(&half.id, mark, thirst).await);
        // Whatever it has to say comes before the answer to this.
        socket.say(&json!({"type": "nonsense"})).await;
        socket.next_of("refused").await;
    }
    // What was put together of differences is what is sent whole to whoever asks.
    let put_together = &socket.follower.sight;
    assert_eq!(*put_together, sight.json(), "the differences do not lead to the sight");
    let mut texts: Vec<String> = texts.iter().map(|text| alike(text, &half.id, seed)).collect();
    texts.extend(said(socket, &half.id, seed));
    texts
}

/// Where two values differ.
fn differences(one: &Value, other: &Value, path: &str, out: &mut Vec<String>) {
    match (one, other) {
        (Value::Array(ones), Value::Array(others)) if ones.len() == others.len() => {
            for (number, (one, other)) in ones.iter().zip(others).enumerate() {
                differences(one, other, &format!("{path}/{number}"), out);
            }
        }
        (Value::Object(ones), Value::Object(others)) => {
            for (name, one) in ones {
                differences(one, &others[name], &format!("{path}/{name}"), out);
            }
        }
        _ if one == other => {}
        _ => out.push(format!("{path}: {one} and {other}")),
    }
}

fn legal<R: Campaigns>(game: &Game<R>, side: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    game.rules().actions(game.state(), game.seating().army(side), &mut actions);
    actions
}

fn carried_out<R: Campaigns>(
    rules: &R,
    half: &Half<R>,
    seed: u64,
    side: Seat,
    action: &Action,
) -> (State, Offset, Vec<What>) {
    let mut state = half.game.state().clone();
    let mut dice = Seeded::at(terms(seed).dice(), half.place);
    let mut events = Vec::new();
    let army = rules.seating(&state).army(side);
    rules.apply(&mut state, army, action, &mut dice, &mut events);
    (state, dice.place(), events)
}

fn shuffled(mut list: Vec<Action>, dice: &mut Dice) -> Vec<Action> {
    for last in (1..list.len()).rev() {
        list.swap(last, dice.roll(last + 1));
    }
    list
}
