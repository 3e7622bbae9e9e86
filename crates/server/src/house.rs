//! The house: everything that a request needs, and what can be done in it.

use crate::assets::Assets;
use crate::clock::Clock;
use crate::deed::Deed;
use crate::games::{Done, Game, Games, Turn};
use crate::hooks::Hooks;
use crate::limits::{Gate, Gates, Household, Limits};
use crate::live::{Glance, Live};
use crate::look;
use crate::metrics::Metrics;
use crate::nonces::{self, Brought};
use crate::own::Own;
use crate::packing::Packer;
use crate::pauses::{Alarms, LENGTHS, Rings};
use crate::secrets::{self, Hash, Secret};
use crate::shelf::Shelf;
use crate::store::{Entry, GameRow, SeatChange, SeatRow, Snapshot, Standing, Store, TakeSeat};
use crate::wire::*;
use engine::chance::Seed;
use engine::fair::Commitment;
use engine::record::{Mismatch, Record};
use engine::scene::Gesture;
use engine::{Eyes, Seat, Table};
use faults::Source;
use std::sync::{Arc, Mutex};
use tokio::sync::{Semaphore, watch};

/// How long a code for another device can be used.
const MOVE_MILLIS: Millis = 10 * 60 * 1000;

/// How long the table stays bound to a seed for a game that is not set up.
const PLEDGE_MILLIS: Millis = 60 * 60 * 1000;

/// How long a client's name for an act may be.
const NAME_BYTES: usize = 64;

/// How many hexadecimal digits of its hash name a key.
const KEY_ID: usize = 16;

/// How often a deed is tried again when others are quicker.
pub const TRIES: usize = 8;

/// What a server may do besides.
#[derive(Clone, Debug, Default)]
pub struct Manners {
    /// Whether a proxy in front tells the addresses of clients, in `X-Forwarded-For`.
    pub behind_proxy: bool,
    /// The address by which players reach the server: for links in webhooks, and no other is answered to.
    pub public_url: Option<String>,
    /// Whether what is counted is kept from everybody.
    pub no_metrics: bool,
    /// Whether games are shown only to those who play them.
    pub no_watchers: bool,
    /// Whether webhooks may lead to this machine or its own network.
    pub private_webhooks: bool,
    /// The clock it goes by.
    pub clock: Clock,
}

/// Everything that a request needs.
pub struct House {
    /// What is kept.
    pub store: Store,
    /// The games in memory.
    pub games: Games,
    /// The scenarios.
    pub shelf: Shelf,
    /// Who may do how much.
    pub gates: Gates,
    /// The sizes of things.
    pub limits: Limits,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Makes messages shorter.
    pub packer: Packer,
    /// The browser client.
    pub assets: Arc<dyn Assets>,
    /// What it may do besides.
    pub manners: Manners,
    /// The clock it goes by.
    pub clock: Clock,
    /// When it was opened: a pause that began before was broken off.
    pub started: Millis,
    /// What is told when pauses are over, until somebody listens.
    pub rings: Mutex<Option<Rings>>,
    /// Becomes true when the server stops.
    pub stopping: watch::Sender<bool>,
    /// Changes when keys are revoked.
    pub revoked: watch::Sender<u64>,
    /// The address by which players reach the server, and no other, if there is one.
    pub own: Option<Own>,
    hooks: Hooks,
    looks: Arc<Semaphore>,
    /// A trace takes a moment, and does not wait for looks that take longer.
    traces: Arc<Semaphore>,
    /// Replays take long, and leave room for those who play.
    replays: Arc<Semaphore>,
}

type Answer<T> = Result<T, Refusal>;

impl House {
    /// Opens the house.
    #[must_use]
    pub fn new(
        store: Store,
        shelf: Shelf,
        limits: Limits,
        assets: Arc<dyn Assets>,
        manners: Manners,
    ) -> House {
        let metrics = Arc::<Metrics>::default();
        let (clock, (alarms, rings)) = (manners.clock.clone(), Alarms::new());
        let started = clock.now();
        House {
            games: Games::new(store.clone(), shelf.clone(), metrics.clone(), limits.games)
                .with_alarms(alarms, started),
            gates: Gates::new(&limits),
            hooks: Hooks::start(store.clone(), metrics.clone(), &manners),
            looks: Arc::new(Semaphore::new(limits.at_once)),
            traces: Arc::new(Semaphore::new(limits.at_once)),
            replays: Arc::new(Semaphore::new(cores().min(limits.at_once).div_ceil(2))),
            clock,
            started,
            rings: Mutex::new(Some(rings)),
            stopping: watch::channel(false).0,
            revoked: watch::channel(0).0,
            own: manners.public_url.as_deref().and_then(Own::of),
            packer: Packer::default(),
            store,
            shelf,
            limits,
            metrics,
            assets,
            manners,
        }
    }

    /// A new player.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn new_player(&self) -> Answer<PlayerKey> {
        let key = Secret::draw();
        self.store.new_player(&secrets::draw_id(), key.hash().as_str(), self.clock.now()).await?;
        Ok(PlayerKey { key: key.tell() })
    }

    /// Whose key it is.
    ///
    /// # Errors
    ///
    /// Nobody's, or the store failed.
    pub async fn player(&self, key: &str) -> Answer<String> {
        let player = self.store.player_of(Hash::of(key).as_str()).await?;
        player.ok_or_else(|| Refusal::forbidden("this key is not known here"))
    }

    /// A code that carries a player to another device.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn new_move(&self, player: &str) -> Answer<MoveCode> {
        let (code, now) = (Secret::draw(), self.clock.now());
        self.store.new_move(code.hash().as_str(), player, now, now + MOVE_MILLIS).await?;
        Ok(MoveCode { code: code.tell() })
    }

    /// A key for the device to which a code was carried.
    ///
    /// # Errors
    ///
    /// The code was used, is too old or was never made.
    pub async fn redeem(&self, code: &str) -> Answer<PlayerKey> {
        let key = Secret::draw();
        let redeemed =
            self.store.redeem_move(Hash::of(code).as_str(), key.hash().as_str(), self.clock.now()).await?;
        let unknown = || Refusal::forbidden("this code was used already, or is older than ten minutes");
        redeemed.ok_or_else(unknown)?;
        Ok(PlayerKey { key: key.tell() })
    }

    /// Binds the table to a seed before it knows any nonce.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn pledge(&self, player: &str) -> Answer<Pledge> {
        let (game, seed, now) = (secrets::draw_id(), secrets::draw_seed(), self.clock.now());
        self.store.new_pledge(&game, player, &seed.to_string(), now, now + PLEDGE_MILLIS).await?;
        Ok(Pledge { game, commitment: Commitment::to(seed).to_string() })
    }

    /// Sets up a game.
    ///
    /// # Errors
    ///
    /// What is wrong with the wish, or that the store failed.
    pub async fn new_game(&self, player: &str, wish: &NewGame) -> Answer<Created> {
        let book = self.shelf.get(&wish.scenario).ok_or_else(|| Refusal::not_found("scenario"))?;
        self.short(&wish.name, self.limits.words, "the name")?;
        let pause = wish.pause.unwrap_or(0);
        if !LENGTHS.contains(&pause) {
            return Err(Refusal::bad("a pause has 0, 3, 6 or 10 seconds"));
        }
        let (nonces, seals) =
            (wish.nonces.clone().unwrap_or_default(), wish.seals.clone().unwrap_or_default());
        let mut seats = Vec::new();
        let mut invitations = BySeat { union: None, confederate: None };
        for side in Seat::BOTH {
            let (holder, brought, invitation) = match wish.seats.of(side) {
                Sitter::Me => {
                    let brought = Brought::read(nonces.of(side).as_deref(), seals.of(side).as_deref())?;
                    (Some(player.to_owned()), brought, None)
                }
                Sitter::Friend => (None, Brought { nonce: None, seal: None }, Some(Secret::draw())),
            };
            let hash = invitation.as_ref().map(|secret| secret.hash().as_str().to_owned());
            *invitations.of_mut(side) = invitation.map(Secret::tell);
            let Brought { nonce, seal } = brought;
            seats.push(SeatRow { side, player: holder, invitation: hash, nonce, seal });
        }
        let (id, seed) = match &wish.pledge {
            None => (secrets::draw_id(), secrets::draw_seed()),
            Some(game) => {
                let seed = self.store.take_pledge(game, player, self.clock.now()).await?;
                let seed = seed.and_then(|seed| seed.parse::<Seed>().ok());
                (game.clone(), seed.ok_or_else(|| Refusal::not_found("pledge, or it was made too long ago"))?)
            }
        };
        let name = if wish.name.trim().is_empty() { &book.blurb.title } else { wish.name.trim() };
        let row = GameRow {
            name: name.to_owned(),
            scenario: wish.scenario.clone(),
            terms: id.clone(),
            seed: seed.to_string(),
            host: player.to_owned(),
            head: 0,
            since: self.clock.now(),
            ending: None,
            draw: None,
            pause,
            edition: Some(book.edition.id.clone()),
            seats,
        };
        let mut live = Live::new(&id, row.clone(), book.clone()).map_err(Refusal::bad)?;
        if live.is_ready() {
            live.begin();
        }
        self.games.readings.keep(book).await?;
        self.store.new_game(&id, &row, &live.standing(), &[]).await?;
        Ok(Created { id, commitment: live.commitment(), invitations })
    }

    /// Sets up a game from a record; whoever brings it holds both seats.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the record.
    pub async fn import(&self, player: &str, text: String) -> Answer<Imported> {
        let source = Source::new("record.json", text);
        let record = Record::read(&source).map_err(|faults| Refusal::bad(faults.to_string()))?;
        let book = self.shelf.get(&record.identity.scenario).ok_or_else(|| Refusal::not_found("scenario"))?;
        let game = book.game.clone().ok_or_else(|| Refusal::not_found("scenario"))?;
        let secrets = book.blurb.secrets;
        let Some(seed) = record.seed.filter(|&seed| record.commitment.is_of(seed)) else {
            return Err(Refusal::bad(
                "the record does not show the seed it committed to, so its dice are not known",
            ));
        };
        let _permit = self.looks.acquire().await;
        let copy = record.clone();
        let replayed = tokio::task::spawn_blocking(move || {
            let table = game.replay(&copy)?;
            Ok((table.waiting(), table.outcome(), table.put_away(), look::taken(&*table, secrets)))
        });
        let (waiting, outcome, bytes, look) = replayed
            .await
            .map_err(|_| Refusal::bad("the record could not be played again"))?
            .map_err(|mismatch: Mismatch| Refusal::bad(mismatch.to_string()))?;
        let standing = Standing {
            state: if outcome.is_some() { GameState::Over } else { GameState::Playing },
            waiting: waiting.iter().collect(),
            ending: outcome.map(Ending::from),
            draw: None,
        };
        let now = self.clock.now();
        let entry = |act: &engine::record::Act| {
            let deed = Deed::act(act.seat, act.text.as_str());
            Entry {
                kind: deed.kind(),
                side: act.seat,
                body: deed.to_json(),
                act: None,
                moment: None,
                at: now,
            }
        };
        let journal: Vec<Entry> = record.actions.iter().map(entry).collect();
        let seat = |side: Seat| SeatRow {
            side,
            player: Some(player.to_owned()),
            invitation: None,
            nonce: record.nonces[side.index()].map(|nonce| nonce.to_string()),
            seal: None,
        };
        let id = secrets::draw_id();
        let row = GameRow {
            name: book.blurb.title.clone(),
            scenario: book.blurb.id.clone(),
            terms: record.id.clone(),
            seed: seed.to_string(),
            host: player.to_owned(),
            head: journal.len() as i64,
            since: now,
            ending: standing.ending,
            draw: None,
            pause: 0,
            edition: Some(book.edition.id.clone()),
            seats: Seat::BOTH.map(seat).to_vec(),
        };
        self.games.readings.keep(book).await?;
        self.store.new_game(&id, &row, &standing, &journal).await?;
        // The game is there: whoever is told otherwise brings it in again.
        if let Err(error) = self.store.keep_look(&id, &Snapshot { seq: row.head, bytes: look }).await {
            tracing::warn!(game = id, %error, "how a game looks could not be kept");
        }
        self.games.put_away(&id, Snapshot { seq: row.head, bytes });
        Ok(Imported { id })
    }

    /// A new invitation to a free seat.
    ///
    /// # Errors
    ///
    /// The seat is taken, or the asker did not set the game up.
    pub async fn invite(&self, player: &str, game: &Game, side: Seat) -> Answer<Invitation> {
        let mut changing = self.games.change(game).await?;
        let live = changing.live();
        if live.host != player {
            return Err(Refusal::forbidden("only whoever set the game up invites"));
        }
        let secret = Secret::draw();
        if !self.store.new_invitation(&game.id, side, secret.hash().as_str()).await? {
            return Err(Refusal::new(Fault::Illegal, "this seat is taken"));
        }
        live.seats[side.index()].invitation = Some(secret.hash().as_str().to_owned());
        Ok(Invitation { side, secret: secret.tell() })
    }

    /// A link by which a player hands on a seat of his; the one before is worth nothing then.
    ///
    /// # Errors
    ///
    /// The seat is not the asker's.
    pub async fn hand_on(&self, player: &str, game: &Game, side: Seat) -> Answer<Invitation> {
        let mut changing = self.games.change(game).await?;
        seated(&changing.live().seats_of(Some(player)), side)?;
        let secret = Secret::draw();
        if !self.store.hand_on(&game.id, side, player, secret.hash().as_str()).await? {
            return Err(Refusal::forbidden("this seat is not yours"));
        }
        changing.live().seats[side.index()].invitation = Some(secret.hash().as_str().to_owned());
        Ok(Invitation { side, secret: secret.tell() })
    }

    /// A player's keys: one on each device.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn keys(&self, player: &str, key: &str) -> Answer<Vec<KeyInfo>> {
        let own = Hash::of(key);
        let info = |(hash, made): (String, Millis)| {
            let this = own.is(&hash);
            KeyInfo { id: hash.chars().take(KEY_ID).collect(), made, this }
        };
        Ok(self.store.keys(player).await?.into_iter().map(info).collect())
    }

    /// Revokes keys: one of another device, or those of all others.
    ///
    /// # Errors
    ///
    /// There is no such key, or it is the one that asks.
    pub async fn revoke(&self, player: &str, key: &str, wish: Revoke) -> Answer<Revoked> {
        let own = Hash::of(key);
        let revoked = match wish.id {
            None => self.store.revoke_others(player, own.as_str()).await?,
            Some(id) if own.as_str().starts_with(&id) => {
                return Err(Refusal::bad("this is the key you came with; revoke it from another device"));
            }
            Some(id) => match self.store.revoke_key(player, &id).await? {
                0 => return Err(Refusal::not_found("key")),
                revoked => revoked,
            },
        };
        self.revoked.send_modify(|count| *count += 1);
        Ok(Revoked { revoked })
    }

    /// Refuses to show a game to somebody who does not play it, if it shall not be shown.
    ///
    /// # Errors
    ///
    /// It shall not.
    pub fn shows(&self, live: &Live, player: Option<&str>) -> Answer<()> {
        if self.manners.no_watchers && live.seats_of(player).is_empty() {
            return Err(Refusal::forbidden("at this table games are shown only to those who play them"));
        }
        Ok(())
    }

    /// Takes the seat that an invitation opens.
    ///
    /// # Errors
    ///
    /// The invitation opens none.
    pub async fn join(self: Arc<Self>, player: String, game: Arc<Game>, wish: Join) -> Answer<()> {
        let own = Brought::read(wish.nonce.as_deref(), wish.seal.as_deref())?;
        unbroken(async move {
            let hash = Hash::of(&wish.secret);
            for _ in 0..TRIES {
                let mut changing = self.games.change(&game).await?;
                let seats = &changing.live().seats;
                let opens = |seat: &&SeatRow| seat.invitation.as_deref().is_some_and(|kept| hash.is(kept));
                let Some((side, taken)) =
                    seats.iter().find(opens).map(|seat| (seat.side, seat.player.is_some()))
                else {
                    // Whoever asks again, because he was not told that the seat is his, has it.
                    if !changing.live().seats_of(Some(&player)).is_empty() {
                        return Ok(());
                    }
                    return Err(Refusal::forbidden(
                        "this invitation was used already, or was replaced by a new one",
                    ));
                };
                if taken {
                    // What the seat adds to the dice stays: they are falling.
                    let (games, now) = (&self.games, self.clock.now());
                    let taken = games.take_over(&game, &mut changing, side, &player, hash.as_str(), now);
                    match taken.await? {
                        (Done::Kept(_), _) => return Ok(()),
                        (Done::Overtaken, _) => continue,
                    }
                }
                let seat = TakeSeat {
                    side,
                    player: &player,
                    nonce: own.nonce.as_deref(),
                    seal: own.seal.as_deref(),
                    invitation: hash.as_str(),
                };
                let (change, deed) = (SeatChange::Take(seat), Deed::Join { side });
                let (done, turns) =
                    self.games.change_seat(&game, &mut changing, &change, &deed, self.clock.now()).await?;
                if let Done::Kept(_) = done {
                    self.announce(&game, turns);
                    return Ok(());
                }
            }
            Err(busy())
        })
        .await
    }

    /// Carries out an answer. Must be waited for to its end, as all that changes a game: see [`unbroken`].
    ///
    /// # Errors
    ///
    /// Why it is refused; after `stale` with the new sight.
    pub async fn act(&self, player: &str, game: &Game, act: Act) -> Answer<Answered> {
        self.short(&act.action, self.limits.words, "the answer")?;
        let Act { id, side, moment, action } = act;
        let deed = move |_both: bool| Deed::act(side, action.as_str());
        self.named(player, game, side, id, moment, deed).await
    }

    /// Takes something back. Must be waited for to its end: see [`unbroken`].
    ///
    /// # Errors
    ///
    /// Why it is refused; after `stale` with the new sight.
    pub async fn undo(&self, player: &str, game: &Game, wish: UndoWish) -> Answer<Answered> {
        let UndoWish { id, side, moment, back } = wish;
        let deed = move |both: bool| Deed::Undo { side, both, back };
        self.named(player, game, side, id, moment, deed).await
    }

    /// What a click or an answer would mean, and what may come of it: what asking for the one and then for the other
    /// brings.
    ///
    /// # Errors
    ///
    /// The seat is another's, the rule that forbids the answer, or there is nothing to play.
    pub async fn probe(&self, player: &str, game: &Game, wish: ProbeWish) -> Answer<Probed> {
        let ProbeWish { id, side, target, action } = wish;
        self.gates.pass(Gate::Look, player)?;
        if id.len() > NAME_BYTES {
            return Err(Refusal::bad(format!("the id of a probe has {NAME_BYTES} bytes at most")));
        }
        if target.is_some() == action.is_some() {
            return Err(Refusal::bad("a probe is about a `target` or about an `action`"));
        }
        self.short(action.as_deref().unwrap_or_default(), self.limits.words, "the answer")?;
        let glance = self.glance(player, game, side).await?;
        self.look(glance, move |glance| {
            let table = playing(glance)?;
            let action = match (target, action) {
                (Some(target), _) => table.click(side, &target)?,
                (None, action) => action.unwrap_or_default(),
            };
            let preview = table.preview(side, &action)?;
            Ok(Probed { id, action, preview })
        })
        .await
    }

    /// What would become of a gesture.
    ///
    /// # Errors
    ///
    /// Whoever asks does not hold the seat, or the game is not being played. What the rules have against it stands in
    /// the trace.
    pub async fn trace(&self, player: &str, game: &Game, wish: TraceWish) -> Answer<Traced> {
        let TraceWish { id, side, gesture } = wish;
        if id.len() > NAME_BYTES {
            return Err(Refusal::bad(format!("the id of a trace has {NAME_BYTES} bytes at most")));
        }
        if let Gesture::Nudge { from, .. } = &gesture {
            self.short(from, self.limits.words, "the answer so far")?;
        }
        let glance = self.glance(player, game, side).await?;
        let trace = move |glance: &Glance| Ok(Traced { id, trace: playing(glance)?.trace(side, &gesture) });
        beside(&self.traces, glance, trace).await
    }

    /// The game as it stands, for a player who looks through the eyes of a seat.
    async fn glance(&self, player: &str, game: &Game, side: Seat) -> Answer<Glance> {
        let live = self.games.read(game).await?;
        eyes(&live, Some(player), Some(side))?;
        Ok(live.glance())
    }

    /// Does what was meant for a moment, once, however often it is asked for.
    async fn named(
        &self,
        player: &str,
        game: &Game,
        side: Seat,
        id: String,
        moment: String,
        deed: impl Fn(bool) -> Deed,
    ) -> Answer<Answered> {
        let timer = self.metrics.acting.start();
        let answer = self.do_named(player, game, side, id, &moment, deed).await;
        match &answer {
            // What is sealed is counted when it takes effect: everybody may read what is counted.
            Ok((_, true)) => return answer.map(|(answered, _)| answered),
            Ok(_) => self.metrics.acts.add(),
            Err(_) => self.metrics.refused.add(),
        }
        self.metrics.acting.stop(timer);
        answer.map(|(answered, _)| answered)
    }

    /// Says also whether what was done is sealed.
    async fn do_named(
        &self,
        player: &str,
        game: &Game,
        side: Seat,
        id: String,
        moment: &str,
        deed: impl Fn(bool) -> Deed,
    ) -> Answer<(Answered, bool)> {
        if id.is_empty() || id.len() > NAME_BYTES {
            return Err(Refusal::bad(format!("an act needs an id of 1 to {NAME_BYTES} bytes")));
        }
        let mut changing = self.games.change(game).await?;
        for _ in 0..TRIES {
            self.settle(game, &mut changing).await?;
            let live = changing.live();
            let mine = live.seats_of(Some(player));
            seated(&mine, side)?;
            let sight = live.sight(Eyes::Of(side)).filter(|_| live.state() == GameState::Playing);
            match sight {
                Some(sight) if sight.moment() == moment => {}
                sight => {
                    if let Some(moment) = self.store.answered(&game.id, side, &id).await? {
                        return Ok((Answered { id, moment }, false));
                    }
                    let Some(sight) = sight else {
                        return Err(crate::live::Refused::NotPlaying(live.state()).into());
                    };
                    let text = "the position has changed since; look again";
                    return Err(Refusal { sight: Some(sight), ..Refusal::new(Fault::Stale, text) });
                }
            }
            let now = self.clock.now();
            let deed = match live.meant(deed(mine.len() > 1), now, self.started) {
                Ok(deed) => deed,
                Err(refused) => match self.store.answered(&game.id, side, &id).await? {
                    Some(moment) => return Ok((Answered { id, moment }, true)),
                    None => return Err(refused.into()),
                },
            };
            let sealed = matches!(deed, Deed::Seal { .. });
            let (done, turns) = self.games.commit(game, &mut changing, &deed, Some(&id), now).await?;
            match done {
                Done::Kept(moment) => {
                    self.announce(game, turns);
                    return Ok((Answered { id, moment: moment.unwrap_or_default() }, sealed));
                }
                // The position may be the same again after an undo: then it is the name that was taken.
                Done::Overtaken => {
                    if let Some(moment) = self.store.answered(&game.id, side, &id).await? {
                        return Ok((Answered { id, moment }, sealed));
                    }
                }
            }
        }
        Err(busy())
    }

    /// Gives up, offers or agrees to a draw, or says something. What has a name is done once, however often it is asked
    /// for.
    ///
    /// # Errors
    ///
    /// The seat is not the asker's, or it is not the time for it.
    pub async fn do_plainly(
        self: Arc<Self>,
        player: &str,
        game: &Arc<Game>,
        deed: Deed,
        name: Option<String>,
    ) -> Answer<()> {
        if name.as_ref().is_some_and(|name| name.is_empty() || name.len() > NAME_BYTES) {
            return Err(Refusal::bad(format!("an id has 1 to {NAME_BYTES} bytes")));
        }
        // Acts have names, too, which are others.
        let name = name.map(|name| format!("{} {name}", deed.kind()));
        let (game, player) = (game.clone(), player.to_owned());
        unbroken(async move {
            let mut changing = self.games.change(&game).await?;
            for _ in 0..TRIES {
                seated(&changing.live().seats_of(Some(&player)), deed.side())?;
                let (done, turns) =
                    self.games.commit(&game, &mut changing, &deed, name.as_deref(), self.clock.now()).await?;
                if let Done::Kept(_) = done {
                    self.announce(&game, turns);
                    return Ok(());
                }
                if let Some(name) = &name
                    && self.store.is_answered(&game.id, deed.side(), name).await?
                {
                    return Ok(());
                }
            }
            Err(busy())
        })
        .await
    }

    /// Everything about a game but the position, as a player may know it.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn info(&self, live: &Live, player: Option<&str>) -> Answer<GameInfo> {
        let (notes, webhook) = match player {
            None => (String::new(), None),
            Some(player) => {
                (self.store.notes(&live.id, player).await?, self.store.webhook(&live.id, player).await?)
            }
        };
        let seat = |seat: &SeatRow| SeatInfo {
            side: seat.side,
            taken: seat.player.is_some(),
            seal: seat.seal.clone(),
            nonce: seat.added().map(str::to_owned),
        };
        Ok(GameInfo {
            id: live.id.clone(),
            name: live.name.clone(),
            scenario: live.book.blurb.clone(),
            seats: live.seats.each_ref().map(seat),
            mine: live.seats_of(player),
            host: player == Some(&live.host),
            commitment: live.commitment(),
            seed: live.seed(),
            pause: live.pauses.seconds(),
            patience: nonces::patience(live, self.limits.opening, self.clock.now()),
            state: live.state(),
            notice: live.why_shut().map(str::to_owned),
            since: live.since,
            ending: live.ending(),
            draw: live.draw,
            chat: live.talk.iter().map(|(_, line)| line.clone()).collect(),
            notes,
            webhook,
        })
    }

    /// A page of a player's games, those that wait for him first and those that are over last.
    ///
    /// # Errors
    ///
    /// The game after which it begins is not his, or the store failed.
    pub async fn cards(&self, player: &str, after: Option<&str>, count: usize) -> Answer<Vec<GameCard>> {
        let games = self.store.games_of(player, after, count as i64).await?;
        let games = games.ok_or_else(|| Refusal::not_found("game of yours to begin after"))?;
        let card = |game: crate::store::Listed| GameCard {
            title: self
                .shelf
                .get(&game.scenario)
                .map_or(game.scenario.clone(), |book| book.blurb.title.clone()),
            my_turn: game.waiting.iter().any(|side| game.mine.contains(side)),
            id: game.id,
            name: game.name,
            scenario: game.scenario,
            mine: game.mine,
            free: game.free,
            state: game.state,
            waiting: game.waiting,
            since: game.since,
            ending: game.ending,
        };
        Ok(games.into_iter().map(card).collect())
    }

    /// The record for a player: all of it once the game is over; before that, only for whoever plays both sides, and
    /// without what tells of the dice to come.
    ///
    /// # Errors
    ///
    /// The game is not over.
    pub async fn record(&self, game: &Game, player: Option<&str>, from: Household) -> Answer<String> {
        let live = self.games.read(game).await?;
        self.shows(&live, player)?;
        let over = live.state() == GameState::Over;
        if !over && live.seats_of(player).len() < 2 {
            return Err(Refusal::forbidden(
                "the record tells every secret; it can be had when the game is over",
            ));
        }
        let glance = live.glance();
        drop(live);
        let unbegun = || Refusal::new(Fault::Over, "the game has not begun");
        let text = move |glance: &Glance| {
            let record = if over { glance.record_with_dice() } else { glance.record() };
            record.map(|record| record_text(record, over)).ok_or_else(unbegun)
        };
        self.look_back(from, &game.id, glance, text).await
    }

    /// Costly work on a game, beside the play; only so much at once. The play does not wait for it.
    ///
    /// # Errors
    ///
    /// Whatever the work refuses.
    pub async fn look<T: Send + 'static>(
        &self,
        glance: Glance,
        work: impl FnOnce(&Glance) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        beside(&self.looks, glance, work).await
    }

    /// A look at all that has happened, or at a part of it, after those of others from the same address and at the same
    /// game.
    ///
    /// # Errors
    ///
    /// Whatever the work refuses.
    pub async fn look_back<T: Send + 'static>(
        &self,
        from: Household,
        game: &str,
        glance: Glance,
        work: impl FnOnce(&Glance) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let _lanes = self.gates.replay(from, game).await;
        beside(&self.replays, glance, work).await
    }

    /// Refuses what is too long.
    ///
    /// # Errors
    ///
    /// It is.
    pub fn short(&self, text: &str, most: usize, what: &str) -> Answer<()> {
        if text.chars().count() <= most {
            return Ok(());
        }
        Err(Refusal::new(Fault::TooLarge, format!("{what} may have {most} characters at most")))
    }

    /// Tells those who must decide now and are not at the table.
    pub fn announce(&self, game: &Game, turns: Vec<Turn>) {
        let present = game.present();
        for turn in turns.into_iter().filter(|turn| !present.contains(&turn.side)) {
            self.hooks.tell(turn);
        }
    }
}

/// The table of a game that is being played.
///
/// # Errors
///
/// It is over, or has not begun.
pub fn playing(glance: &Glance) -> Answer<&dyn Table> {
    let state = glance.state();
    let table = glance.table().filter(|_| state == GameState::Playing);
    table.ok_or_else(|| match glance.why_shut() {
        Some(why) => crate::live::Refused::Shut(why.to_owned()).into(),
        None => crate::live::Refused::NotPlaying(state).into(),
    })
}

/// The eyes with which somebody looks who names a side, or none.
///
/// # Errors
///
/// The seat is another's.
pub fn eyes(live: &Live, player: Option<&str>, side: Option<Seat>) -> Answer<Eyes<Seat>> {
    match side {
        None => Ok(live.watching()),
        Some(side) => seated(&live.seats_of(player), side).map(|()| Eyes::Of(side)),
    }
}

/// Refuses a seat that is another's.
///
/// # Errors
///
/// It is.
pub fn seated(mine: &[Seat], side: Seat) -> Answer<()> {
    if mine.contains(&side) {
        return Ok(());
    }
    Err(Refusal::forbidden("this seat is not yours"))
}

fn record_text(mut record: Record, over: bool) -> String {
    if !over {
        record.seed = None;
        record.prints.clear();
    }
    record.to_json()
}

/// Others were quicker again and again.
pub fn busy() -> Refusal {
    Refusal::new(Fault::Unavailable, "others were quicker again and again; try once more")
}

/// Work that must not stop half-way because the client has gone: what is in memory would be ahead of what is kept. A
/// request is dropped with its client; a socket is a task of its own, and sees through what it has begun.
///
/// # Errors
///
/// Those of the work, or that it failed.
pub async fn unbroken<T: Send + 'static>(
    work: impl Future<Output = Answer<T>> + Send + 'static,
) -> Answer<T> {
    let stopped = |_| Refusal::new(Fault::Unavailable, "the server could not finish this");
    tokio::spawn(work).await.map_err(stopped)?
}

/// How many cores there are.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// Works on a game beside the play, as soon as one of the permits is free.
async fn beside<T: Send + 'static>(
    permits: &Arc<Semaphore>,
    glance: Glance,
    work: impl FnOnce(&Glance) -> Answer<T> + Send + 'static,
) -> Answer<T> {
    let permit = permits.clone().acquire_owned().await;
    let done = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&glance)
    });
    done.await.map_err(|_| Refusal::new(Fault::Unavailable, "this could not be worked out"))?
}
