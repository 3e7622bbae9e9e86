//! Reactions at the table: pauses, answers that are sealed, and answers that stand.
//!
//! A reaction is asked by public facts alone, so that the question tells no hand. Here is what keeps the *time* from
//! telling one: whoever lets a reaction pass before the pause is over has sealed that, and it takes effect when the
//! pause is over, as silence does. A card played takes effect at once; whoever says *wait* is waited for, card or none.
//! What was said beforehand of all questions of a kind holds at once, whatever the hand is.
//!
//! Everything is in the journal ([`Deed::Seal`], [`Deed::Wait`], [`Deed::Stand`]), so that a server that is killed
//! loses nothing; that a pause is over is an [act](Deed::Act) like any other. Why it is so:
//! `docs/decisions/reactions-that-tell-nothing.md`.

use crate::clock::Clock;
use crate::deed::Deed;
use crate::games::{Changing, Done, Game};
use crate::house::{House, TRIES, busy, seated, unbroken};
use crate::live::{Live, Refused};
use crate::store::Written;
use crate::wire::{Fault, GameState, Millis, Pause, Reactions, Refusal, StandingAnswer, StandingSays};
use engine::{Eyes, ReactionKind, Seat, Table};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::JoinSet;

/// How many seconds a pause may have.
pub const LENGTHS: [u8; 4] = [0, 3, 6, 10];

/// How many answers of a seat may stand at once.
pub const MOST_STANDING: usize = 64;

/// After how long something is tried again that could not be done when a pause was over.
const AGAIN: Millis = 1_000;

/// What a table knows of its reactions.
#[derive(Debug, Default)]
pub struct Pauses {
    /// How long a pause is, in milliseconds; none at a table that waits for every answer.
    length: Millis,
    kinds: Vec<ReactionKind>,
    /// The reactions that are asked, by [`Seat::index`].
    open: [Option<Open>; 2],
    /// What was said beforehand, by [`Seat::index`].
    standing: [Vec<Standing>; 2],
    /// Counts the reactions that were asked, to tell them apart.
    count: u64,
}

/// A reaction that is asked.
#[derive(Clone, Debug)]
struct Open {
    number: u64,
    kind: String,
    units: Vec<String>,
    pass: String,
    since: Millis,
    waits: bool,
    /// When it was let pass, if it was and that has yet to take effect.
    sealed: Option<Millis>,
}

/// What a seat has said beforehand of questions of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    /// The kind: a rule.
    pub kind: String,
    /// The unit they are about; all if it is missing.
    pub unit: Option<String>,
    /// The turn for which it holds; until it is revoked if it is missing.
    pub turn: Option<u32>,
    /// What was said.
    pub says: StandingSays,
}

impl Open {
    /// When its pause is over. A pause that was broken off with the process begins once more: whoever is asked could
    /// not answer meanwhile.
    fn due(&self, length: Millis, started: Millis) -> Millis {
        if self.since < started { started + length } else { self.since + length }
    }
}

impl Pauses {
    /// Those of a table at which nothing was done yet.
    #[must_use]
    pub fn new(seconds: u8, kinds: &[ReactionKind]) -> Pauses {
        Pauses { length: Millis::from(seconds) * 1_000, kinds: kinds.to_vec(), ..Pauses::default() }
    }

    /// Whether the game has reactions at all.
    #[must_use]
    pub fn are_known(&self) -> bool {
        !self.kinds.is_empty()
    }

    /// How many seconds a pause has.
    #[must_use]
    pub fn seconds(&self) -> u8 {
        u8::try_from(self.length / 1_000).unwrap_or(0)
    }

    /// Notes what is asked after something was done on the table: by a seat, or nobody's alone. A question that the
    /// other seat was asked before, and still is, goes on.
    pub fn ask(&mut self, table: Option<&dyn Table>, waiting: &[Seat], by: Option<Seat>, at: Millis) {
        if !self.are_known() {
            return;
        }
        for seat in Seat::BOTH {
            let asked = table.filter(|_| waiting.contains(&seat)).and_then(|table| table.reaction(seat));
            let open = &mut self.open[seat.index()];
            let Some((kind, reacting)) = asked else {
                *open = None;
                continue;
            };
            let (pass, units) = (reacting.pass, reacting.units);
            let goes_on = by == Some(seat.other())
                && open.as_ref().is_some_and(|open| (&open.kind, &open.units) == (&kind, &units));
            if !goes_on {
                self.count += 1;
                let number = self.count;
                *open = Some(Open { number, kind, units, pass, since: at, waits: false, sealed: None });
            }
        }
    }

    /// The answers of the seats that are asked something that they have said to let pass.
    #[must_use]
    pub fn let_pass(&self, table: &dyn Table) -> Option<(Seat, String)> {
        let lets_pass = |seat: &Seat| {
            let open = self.open[seat.index()].as_ref()?;
            self.is_let_pass(*seat, open, table.turn()).then(|| (*seat, open.pass.clone()))
        };
        Seat::BOTH.iter().find_map(lets_pass)
    }

    /// Whether a seat has said beforehand to let this pass. What was said of a unit goes before what was said of all;
    /// something about several units passes if it would for each of them.
    fn is_let_pass(&self, seat: Seat, open: &Open, turn: u32) -> bool {
        let of_kind = || {
            let holds = |one: &&Standing| one.kind == open.kind && one.turn.is_none_or(|only| only == turn);
            self.standing[seat.index()].iter().filter(holds)
        };
        let of_all = of_kind().find(|one| one.unit.is_none()).map(|one| one.says);
        let unarmed = || self.kinds.iter().any(|kind| kind.rule == open.kind && !kind.armed);
        let of_all = of_all.map_or_else(unarmed, |says| says == StandingSays::Pass);
        let of_unit = |unit: &String| {
            let said = of_kind().find(|one| one.unit.as_ref() == Some(unit)).map(|one| one.says);
            said.map_or(of_all, |says| says == StandingSays::Pass)
        };
        if open.units.is_empty() { of_all } else { open.units.iter().all(of_unit) }
    }

    /// Whether a seat is asked a reaction.
    #[must_use]
    pub fn asks(&self, seat: Seat) -> bool {
        self.open[seat.index()].is_some()
    }

    /// Whether a seat has let pass what it is asked, and that has yet to take effect.
    #[must_use]
    pub fn is_sealed(&self, seat: Seat) -> bool {
        self.open[seat.index()].as_ref().is_some_and(|open| open.sealed.is_some())
    }

    /// Whether a seat has said that it wants to be waited for.
    #[must_use]
    pub fn waits(&self, seat: Seat) -> bool {
        self.open[seat.index()].as_ref().is_some_and(|open| open.waits)
    }

    /// Whether a seat is asked something of which the pause is not over.
    #[must_use]
    pub fn is_early(&self, seat: Seat, now: Millis, started: Millis) -> bool {
        let open = self.open[seat.index()].as_ref();
        self.length > 0 && open.is_some_and(|open| now < open.due(self.length, started))
    }

    /// A seat lets pass what it is asked.
    pub fn seal(&mut self, seat: Seat, at: Millis) {
        if let Some(open) = &mut self.open[seat.index()] {
            open.sealed.get_or_insert(at);
        }
    }

    /// What a seat is asked is taken for a question like any other.
    fn forget(&mut self, seat: Seat) {
        self.open[seat.index()] = None;
    }

    /// A seat wants to be waited for.
    pub fn wait(&mut self, seat: Seat) {
        if let Some(open) = &mut self.open[seat.index()] {
            open.waits = true;
        }
    }

    /// A seat says something beforehand, or takes it back. What it is asked now is let pass with the rest, as if it had
    /// said so: not before the pause is over.
    pub fn stand(&mut self, seat: Seat, said: &Standing, turn: u32, at: Millis) {
        let standing = &mut self.standing[seat.index()];
        standing.retain(|one| (&one.kind, &one.unit) != (&said.kind, &said.unit));
        standing.retain(|one| one.turn.is_none_or(|only| only == turn));
        if said.says != StandingSays::Nothing {
            standing.push(said.clone());
        }
        let open = self.open[seat.index()].clone();
        if said.says == StandingSays::Pass && open.is_some_and(|open| self.is_let_pass(seat, &open, turn)) {
            self.seal(seat, at);
        }
    }

    /// Whether a seat has said exactly this already.
    #[must_use]
    pub fn stands(&self, seat: Seat, said: &Standing) -> bool {
        let same = |one: &Standing| (&one.kind, &one.unit) == (&said.kind, &said.unit);
        let standing = &self.standing[seat.index()];
        match said.says {
            StandingSays::Nothing => !standing.iter().any(same),
            _ => standing.contains(said),
        }
    }

    /// What is let pass now, because its pause is over and nobody has said to wait, or it was sealed; and since when.
    #[must_use]
    pub fn over(&self, now: Millis, started: Millis) -> Option<(Seat, String, Millis)> {
        let over = |seat: &Seat| {
            let open = self.open[seat.index()].as_ref()?;
            let due = self.ends(open, started).filter(|due| *due <= now)?;
            Some((*seat, open.pass.clone(), open.sealed.map_or(due, |at| due.max(at))))
        };
        Seat::BOTH.iter().filter_map(over).min_by_key(|(_, _, due)| *due)
    }

    /// When the next pause is over.
    #[must_use]
    pub fn next(&self, started: Millis) -> Option<Millis> {
        self.open.iter().flatten().filter_map(|open| self.ends(open, started)).min()
    }

    /// When a question is let pass by itself, as things stand.
    fn ends(&self, open: &Open, started: Millis) -> Option<Millis> {
        let ends = open.sealed.is_some() || self.length > 0 && !open.waits;
        ends.then(|| open.due(self.length, started))
    }

    /// Brings back what was said and sealed. `journal` has what was said beforehand, the last deed on the table and
    /// what was sealed since.
    pub fn restore(&mut self, table: &dyn Table, waiting: &[Seat], since: Millis, journal: &[Written]) {
        let deeds: Vec<(Deed, Millis)> =
            journal.iter().filter_map(|line| Some((Deed::from_json(&line.body).ok()?, line.at))).collect();
        let is_play = |deed: &Deed| matches!(deed, Deed::Act { .. } | Deed::Undo { .. });
        let last = deeds.iter().rposition(|(deed, _)| is_play(deed));
        self.open = Default::default();
        self.standing = Default::default();
        // What was said before, and is not about the question that is asked now.
        for (deed, at) in deeds.iter().take(last.map_or(0, |last| last + 1)) {
            if let Some((seat, said)) = said(deed) {
                self.stand(seat, &said, said.turn.unwrap_or_else(|| table.turn()), *at);
            }
        }
        self.ask(Some(table), waiting, None, last.map_or(since, |last| deeds[last].1));
        for (deed, at) in deeds.iter().skip(last.map_or(0, |last| last + 1)) {
            match deed {
                Deed::Seal { side } => self.seal(*side, *at),
                Deed::Wait { side } => self.wait(*side),
                _ => {
                    if let Some((seat, said)) = said(deed) {
                        self.stand(seat, &said, table.turn(), *at);
                    }
                }
            }
        }
    }

    /// What some eyes may know of it.
    #[must_use]
    pub fn seen(&self, eyes: Eyes<Seat>, turn: u32, now: Millis, started: Millis) -> Reactions {
        let own = |seat: Seat| eyes == Eyes::Of(seat) || eyes == Eyes::All;
        let pause = |seat: Seat| {
            let open = self.open[seat.index()].as_ref()?;
            let runs = self.length > 0 && !open.waits;
            let left = u32::try_from(open.due(self.length, started) - now).unwrap_or(0);
            Some(Pause {
                side: seat,
                left: (runs || own(seat) && open.sealed.is_some()).then_some(left),
                waits: open.waits,
                sealed: own(seat) && open.sealed.is_some(),
            })
        };
        let standing = |seat: Seat| {
            let standing = self.standing[seat.index()].iter().filter(move |_| own(seat));
            let holds = standing.filter(move |one| one.turn.is_none_or(|only| only == turn));
            holds.map(move |one| StandingAnswer {
                side: seat,
                kind: one.kind.clone(),
                unit: one.unit.clone(),
                turn: one.turn.is_some(),
                says: one.says,
            })
        };
        Reactions {
            pause: self.seconds(),
            pauses: Seat::BOTH.into_iter().filter_map(pause).collect(),
            standing: Seat::BOTH.into_iter().flat_map(standing).collect(),
        }
    }

    /// What tells one state of all this from another, as far as some eyes may know it: all but the time that is left.
    #[must_use]
    pub fn mark(&self, eyes: Eyes<Seat>, turn: u32) -> (Reactions, [u64; 2]) {
        let mut seen = self.seen(eyes, turn, 0, 0);
        for pause in &mut seen.pauses {
            pause.left = pause.left.map(|_| 0);
        }
        (seen, self.open.each_ref().map(|open| open.as_ref().map_or(0, |open| open.number)))
    }
}

/// What a deed says beforehand, if it does.
fn said(deed: &Deed) -> Option<(Seat, Standing)> {
    let Deed::Stand { side, kind, unit, turn, says } = deed else { return None };
    Some((*side, Standing { kind: kind.clone(), unit: unit.clone(), turn: *turn, says: *says }))
}

/// Where it is told when a pause will be over.
#[derive(Clone, Debug)]
pub struct Alarms(mpsc::UnboundedSender<(Millis, String)>);

/// What has been told there.
pub type Rings = mpsc::UnboundedReceiver<(Millis, String)>;

impl Alarms {
    /// A new list, and its other end.
    #[must_use]
    pub fn new() -> (Alarms, Rings) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Alarms(sender), receiver)
    }

    /// Tells when a pause of a game will be over.
    pub fn set(&self, at: Millis, game: &str) {
        // Nobody hears it if the server has stopped: the next one finds it in the journal.
        let _ = self.0.send((at, game.to_owned()));
    }
}

/// Lets pass what is over, in every game, as long as the server runs.
pub async fn ring(house: Arc<House>, clock: Clock, mut rings: Rings) {
    let mut watch = clock.watch();
    let mut due: BTreeSet<(Millis, String)> = BTreeSet::new();
    let mut ringing: JoinSet<Option<(Millis, String)>> = JoinSet::new();
    loop {
        let now = watch.now();
        while let Ok(told) = rings.try_recv() {
            due.insert(told);
        }
        while due.first().is_some_and(|(at, _)| *at <= now) {
            let Some((_, game)) = due.pop_first() else { break };
            let house = house.clone();
            ringing.spawn(async move {
                match house.let_pass(&game).await {
                    Err(refusal) if refusal.error == Fault::Unavailable => Some((now + AGAIN, game)),
                    _ => None,
                }
            });
        }
        if ringing.is_empty() {
            watch.done(now);
        }
        tokio::select! {
            told = rings.recv() => match told {
                Some(told) => _ = due.insert(told),
                None => return,
            },
            Some(rung) = ringing.join_next() => due.extend(rung.ok().flatten()),
            () = watch.until(due.first().map(|(at, _)| *at)) => {}
        }
    }
}

impl House {
    /// Lets pass what is over in a game.
    ///
    /// # Errors
    ///
    /// It cannot be opened, or the store failed.
    pub async fn let_pass(&self, id: &str) -> Result<(), Refusal> {
        let game = self.games.get(id).await?;
        let mut changing = self.games.change(&game).await?;
        self.settle(&game, &mut changing).await
    }

    /// Lets pass what is over in a game that is about to be changed. What comes after a pause comes after it, however
    /// late the pause is ended.
    ///
    /// # Errors
    ///
    /// The store failed.
    pub async fn settle(&self, game: &Game, changing: &mut Changing) -> Result<(), Refusal> {
        while let Some((deed, at)) = changing.live().over(self.clock.now(), self.started) {
            match self.games.commit(game, changing, &deed, None, at).await {
                Ok((Done::Kept(_), turns)) => {
                    self.metrics.acts.add();
                    self.announce(game, turns);
                }
                Ok((Done::Overtaken, _)) => {}
                Err(refusal) if refusal.error == Fault::Unavailable => return Err(refusal),
                // It can be let pass always. If not, that is a fault of the rules, and the table waits for an answer.
                Err(refusal) => {
                    tracing::error!(game = game.id, refusal.text, "a reaction could not be let pass");
                    changing.live().pauses.forget(deed.side());
                }
            }
        }
        Ok(())
    }

    /// How reactions stand, as far as these eyes may know it.
    ///
    /// # Errors
    ///
    /// The game has none.
    pub fn reactions(&self, live: &Live, eyes: Eyes<Seat>) -> Result<Reactions, Refusal> {
        let none = || Refusal::not_found("reaction in this game");
        live.reactions(eyes, self.clock.now(), self.started).ok_or_else(none)
    }

    /// Waits, or says something beforehand. Done before, it is done.
    ///
    /// # Errors
    ///
    /// The seat is another's, there is nothing to wait for, or no such kind of reaction.
    pub async fn about_reactions(
        self: Arc<Self>,
        player: &str,
        game: &Arc<Game>,
        deed: Deed,
        moment: Option<String>,
    ) -> Result<Reactions, Refusal> {
        let (game, player) = (game.clone(), player.to_owned());
        unbroken(async move {
            let mut changing = self.games.change(&game).await?;
            for _ in 0..TRIES {
                self.settle(&game, &mut changing).await?;
                let (live, side) = (changing.live(), deed.side());
                seated(&live.seats_of(Some(&player)), side)?;
                let sight = live.sight(Eyes::Of(side)).filter(|_| live.state() == GameState::Playing);
                let sight = sight.ok_or_else(|| Refusal::from(Refused::NotPlaying(live.state())))?;
                if moment.as_ref().is_some_and(|moment| sight.moment() != moment) {
                    let text = "the position has changed since; look again";
                    return Err(Refusal { sight: Some(sight), ..Refusal::new(Fault::Stale, text) });
                }
                let Some(deed) = live.about_reactions(&deed)? else {
                    return self.reactions(changing.live(), Eyes::Of(side));
                };
                let (done, _) =
                    self.games.commit(&game, &mut changing, &deed, None, self.clock.now()).await?;
                if let Done::Kept(_) = done {
                    // What was said beforehand may be about what is asked now, and its pause over.
                    self.settle(&game, &mut changing).await?;
                    return self.reactions(changing.live(), Eyes::Of(side));
                }
            }
            Err(busy())
        })
        .await
    }
}

impl Live {
    /// What is to be done of a wish to wait, or to say something beforehand; nothing if it is so already.
    fn about_reactions(&self, deed: &Deed) -> Result<Option<Deed>, Refused> {
        let pauses = &self.pauses;
        match deed {
            Deed::Wait { side } if !pauses.asks(*side) || pauses.length == 0 => Err(Refused::NoPause),
            Deed::Wait { side } if pauses.is_sealed(*side) => Err(Refused::Sealed),
            Deed::Wait { side } => Ok((!pauses.waits(*side)).then(|| deed.clone())),
            Deed::Stand { side, kind, unit, turn, says } => {
                if !pauses.kinds.iter().any(|known| known.rule == *kind) {
                    let known = pauses.kinds.iter().map(|known| known.rule.clone()).collect();
                    return Err(Refused::NoSuchKind(kind.clone(), known));
                }
                if *says != StandingSays::Nothing && pauses.standing[side.index()].len() >= MOST_STANDING {
                    return Err(Refused::TooManyStand);
                }
                let turn = turn.map(|_| self.turn());
                let said = Standing { kind: kind.clone(), unit: unit.clone(), turn, says: *says };
                let deed =
                    Deed::Stand { side: *side, kind: kind.clone(), unit: unit.clone(), turn, says: *says };
                Ok((!pauses.stands(*side, &said)).then_some(deed))
            }
            _ => Ok(Some(deed.clone())),
        }
    }
}
