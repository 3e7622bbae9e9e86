//! The laws, one by one.

use super::{Broken, EYES, Examiner, Law, Wild};
use crate::chance::Quick;
use crate::game::{Barrier, Entry};
use crate::odds::{self, odds};
use crate::{Eyes, Game, Listing, Pending, Rules, Seat, Seats, Side, Sides, Silent, Story};

/// What happens to a position when an action is carried out.
struct Ran<R: Rules> {
    state: R::State,
    events: Vec<R::Event>,
}

impl<R: Rules> Ran<R> {
    fn heard_by(&self, rules: &R, eyes: Eyes) -> Vec<R::Event> {
        self.events.iter().filter_map(|event| rules.hear(event, eyes)).collect()
    }
}

impl<R: Rules, W: Wild<R>> Examiner<'_, R, W> {
    /// [`Law::Answers`], for those who need not decide.
    pub(super) fn idle_sides_have_no_answers(&mut self, deciding: Sides) -> Result<(), Broken> {
        let (rules, state) = (self.game.rules().clone(), self.game.state());
        for side in Side::BOTH.into_iter().filter(|&side| !deciding.contains(side)) {
            self.actions.clear();
            rules.actions(state, side, &mut self.actions);
            rules.asides(state, side, &mut self.actions);
            if let Some(action) = self.actions.first() {
                let what =
                    format!("`{}` is offered to the {side} side, which need not decide", rules.write(action));
                return Err((Law::Answers, what));
            }
            let wild = self.wild.any(&rules, &mut self.chance);
            if rules.check(state, side, &wild).is_ok() {
                let what =
                    format!("`{}` is legal for the {side} side, which need not decide", rules.write(&wild));
                return Err((Law::Check, what));
            }
        }
        Ok(())
    }

    /// Lists the answers of a side, under [`Law::Answers`], [`Law::Check`], [`Law::Memo`] and [`Law::Notation`].
    pub(super) fn list(&mut self, side: Side) -> Result<(), Broken> {
        let (rules, state) = (self.game.rules(), self.game.state());
        self.actions.clear();
        rules.actions(state, side, &mut self.actions);
        if self.actions.is_empty() {
            return Err((Law::Answers, format!("the {side} side must decide and has no answer")));
        }
        let mut told = None;
        let wanted = self.chance.below(self.actions.len() as u32) as usize;
        let mut room = Vec::new();
        rules.actions_with(state, side, self.memo, &mut room);
        if room != self.actions {
            return Err((Law::Memo, format!("with a memo the {side} side has other answers")));
        }
        let one = rules.one_action(state, side, self.memo, &mut room, |count| {
            told = Some(count);
            wanted
        });
        if told != Some(self.actions.len()) || one != self.actions.get(wanted) {
            let what = format!(
                "number {wanted} of {} answers of the {side} side, asked for alone, is {one:?} of {told:?}",
                self.actions.len()
            );
            return Err((Law::Answers, what));
        }
        self.summary.decisions += u64::from(self.actions.len() > 1);
        self.summary.most_answers = self.summary.most_answers.max(self.actions.len());
        for (index, action) in self.actions.iter().enumerate() {
            let text = rules.write(action);
            if self.actions[..index].contains(action) {
                return Err((Law::Answers, format!("`{text}` is listed twice")));
            }
            if let Err(violation) = rules.check(state, side, action) {
                return Err((Law::Check, format!("`{text}` is listed, but refused: {violation}")));
            }
            if let Err(violation) = rules.check_with(state, side, action, self.memo) {
                return Err((Law::Memo, format!("with a memo `{text}` is refused: {violation}")));
            }
            if rules.describe_with(state, side, action, self.memo) != rules.describe(state, side, action) {
                return Err((Law::Memo, format!("with a memo `{text}` is described otherwise")));
            }
            match rules.read(&text) {
                Ok(read) if read == *action => {}
                Ok(read) => {
                    return Err((
                        Law::Notation,
                        format!("{action:?} is written `{text}`, which reads as {read:?}"),
                    ));
                }
                Err(violation) => {
                    return Err((
                        Law::Notation,
                        format!("{action:?} is written `{text}`, unreadable: {violation}"),
                    ));
                }
            }
        }
        self.asides(side)
    }

    /// What may be said beside the question, under [`Law::Asides`]: it is legal and not listed, reads back, and leaves
    /// the question as it was.
    fn asides(&self, side: Side) -> Result<(), Broken> {
        let (rules, state) = (self.game.rules(), self.game.state());
        let mut asides = Vec::new();
        rules.asides(state, side, &mut asides);
        for aside in &asides {
            let text = rules.write(aside);
            let broken = |what: &str| Err((Law::Asides, format!("the aside `{text}` {what}")));
            if self.actions.contains(aside) {
                return broken("is among the answers");
            }
            if let Err(violation) = rules.check(state, side, aside) {
                return broken(&format!("is refused: {violation}"));
            }
            if rules.read(&text).as_ref() != Ok(aside) {
                return broken("does not read back");
            }
            let mut after = state.clone();
            rules.apply(&mut after, side, aside, &mut Quick::new(0), &mut Silent);
            let mut answers = Vec::new();
            rules.actions(&after, side, &mut answers);
            let same = rules.pending(&after) == rules.pending(state)
                && rules.question(&after, side) == rules.question(state, side);
            if !same || answers != self.actions {
                return broken("changes what is asked");
            }
        }
        Ok(())
    }

    /// Tries wild actions, under [`Law::Check`] and [`Law::Refusal`]; one of the legal ones.
    pub(super) fn wild_actions(&mut self, side: Side) -> Result<Option<R::Action>, Broken> {
        let rules = self.game.rules().clone();
        let complete = rules.listing(self.game.state(), side) == Listing::Complete;
        let mut asides = Vec::new();
        rules.asides(self.game.state(), side, &mut asides);
        let mut legal = None;
        for _ in 0..self.effort.wild {
            let wild = if self.chance.below(2) == 0 {
                self.wild.any(&rules, &mut self.chance)
            } else {
                let near = self.chance.below(self.actions.len() as u32) as usize;
                self.wild.near(&rules, &self.actions[near], &mut self.chance)
            };
            let text = rules.write(&wild);
            match rules.check(self.game.state(), side, &wild) {
                Ok(()) if complete && !self.actions.contains(&wild) && !asides.contains(&wild) => {
                    return Err((
                        Law::Check,
                        format!("`{text}` is legal, but neither in a list that is complete nor an aside"),
                    ));
                }
                Ok(()) => {
                    self.summary.wild_legal += 1;
                    legal = Some(wild);
                }
                Err(violation) => {
                    self.summary.wild_refused += 1;
                    if violation.text.is_empty() {
                        return Err((Law::Refusal, format!("`{text}` is refused without a word")));
                    }
                    let before = (self.game.state().clone(), self.game.version(), self.game.entries().len());
                    let seat = self.game.seating().seat(side);
                    let played = self.game.play(seat, &wild).is_ok();
                    let after = (self.game.state(), self.game.version(), self.game.entries().len());
                    if played || after != (&before.0, before.1, before.2) {
                        return Err((Law::Refusal, format!("`{text}` is refused, but changes something")));
                    }
                }
            }
        }
        Ok(legal)
    }

    /// [`Law::Saving`].
    pub(super) fn saving(&mut self) -> Result<(), Broken> {
        let state = self.game.state();
        let read = postcard::to_allocvec(state).and_then(|bytes| postcard::from_bytes::<R::State>(&bytes));
        match read {
            Ok(read) if read == *state => Ok(()),
            Ok(_) => Err((Law::Saving, "a state that was written reads back as another".to_owned())),
            Err(error) => Err((Law::Saving, format!("a state cannot be written and read: {error}"))),
        }
    }

    /// [`Law::View`].
    pub(super) fn views(&mut self) -> Result<(), Broken> {
        let (rules, state) = (self.game.rules(), self.game.state());
        if rules.imagine(&rules.view(state, Eyes::All), Eyes::All, &mut self.chance) != *state {
            return Err((Law::View, "those who see all imagine another state".to_owned()));
        }
        for eyes in EYES {
            let view = rules.view(state, eyes);
            let world = rules.imagine(&view, eyes, &mut self.chance);
            if world != *state {
                self.summary.other_worlds += 1;
                self.hidden.note(state, &world, eyes);
            }
            if rules.view(&world, eyes) != view {
                return Err((Law::View, format!("a state imagined for {eyes:?} looks different to them")));
            }
            if rules.seating(&world) != rules.seating(state) {
                return Err((Law::View, format!("who leads which army is hidden from {eyes:?}")));
            }
            if rules.view(&world, Eyes::Watcher) != rules.view(state, Eyes::Watcher) {
                let what = format!("a watcher sees something that is hidden from {eyes:?}");
                return Err((Law::View, what));
            }
            if let Eyes::Of(side) = eyes
                && rules.may_act_unseen(&world, side.other()) != rules.may_act_unseen(state, side.other())
            {
                return Err((
                    Law::Undo,
                    format!("what {eyes:?} can take back depends on what they cannot see"),
                ));
            }
            if rules.is_open() && world != *state {
                return Err((Law::View, format!("the game is open, yet {eyes:?} imagine another state")));
            }
        }
        Ok(())
    }

    /// [`Law::Secrets`]: nothing a side is asked, offered or refused depends on what it cannot see.
    pub(super) fn secrets(&mut self, side: Side) -> Result<(), Broken> {
        let (rules, state) = (self.game.rules().clone(), self.game.state());
        if rules.is_open() {
            return Ok(());
        }
        let eyes = Eyes::Of(side);
        let world = rules.imagine(&rules.view(state, eyes), eyes, &mut self.chance);
        let depends =
            |what: &str| Err((Law::Secrets, format!("{what} depends on what the {side} side cannot see")));
        if rules.pending(&world) != rules.pending(state) {
            return depends("who must decide");
        }
        if rules.question(&world, side) != rules.question(state, side) {
            return depends("the question");
        }
        let mut answers = Vec::new();
        rules.actions(&world, side, &mut answers);
        if answers != self.actions || rules.listing(&world, side) != rules.listing(state, side) {
            return depends("the list of answers");
        }
        for action in &answers {
            if rules.describe(&world, side, action) != rules.describe(state, side, action) {
                return depends(&format!("the description of `{}`", rules.write(action)));
            }
        }
        for _ in 0..self.effort.wild {
            let wild = self.wild.any(&rules, &mut self.chance);
            if rules.check(&world, side, &wild) != rules.check(state, side, &wild) {
                return depends(&format!("whether or why `{}` is refused", rules.write(&wild)));
            }
        }
        Ok(())
    }

    /// [`Law::Reactions`]: nothing about a reaction depends on what anybody cannot see, not even on what the side holds
    /// that is asked.
    pub(super) fn reactions(&mut self, side: Side) -> Result<(), Broken> {
        let (rules, state) = (self.game.rules().clone(), self.game.state());
        let broken = |what: String| Err((Law::Reactions, what));
        let asked = |state: &R::State| {
            let reaction = rules.reaction(state, side)?.map(|pass| rules.write(&pass));
            Some((rules.question(state, side), reaction))
        };
        let here = asked(state);
        if let Some((question, reaction)) = &here {
            if !rules.reactions().iter().any(|kind| kind.rule == question.rule) {
                return broken(format!("a reaction of {} is of no kind told of", question.rule));
            }
            let is_pass = |action: &R::Action| rules.write(action) == reaction.pass;
            if !self.actions.iter().any(is_pass) {
                return broken(format!("`{}` lets a reaction pass, and is not listed", reaction.pass));
            }
        }
        for eyes in EYES {
            let world = rules.imagine(&rules.view(state, eyes), eyes, &mut self.chance);
            if rules.turn(&world) != rules.turn(state) {
                return broken(format!("the turn depends on what {eyes:?} cannot see"));
            }
            let asks = |state: &R::State| matches!(rules.pending(state), Pending::Decide(sides) if sides.contains(side));
            if here.is_some() && !asks(&world) {
                return broken(format!("that the {side} side is asked tells {eyes:?} what they cannot see"));
            }
            if asks(&world) && asked(&world) != here {
                return broken(format!("what the {side} side is asked tells {eyes:?} what they cannot see"));
            }
            if let Some(reaction) = rules.reaction(&world, side) {
                if let Err(refused) = rules.check(&world, side, &reaction.pass) {
                    return broken(format!(
                        "a reaction cannot be let pass in a world of {eyes:?}: {refused}"
                    ));
                }
                self.summary.reactions += u64::from(world != *state);
            }
        }
        Ok(())
    }

    /// [`Law::Odds`].
    pub(super) fn odds(&mut self, side: Side, action: &R::Action) -> Result<(), Broken> {
        let effort = odds::Effort { sequences: 2_000, samples: 200, worlds: 4, ..odds::Effort::default() };
        for eyes in [Eyes::All, Eyes::Of(side)] {
            let odds = odds(&**self.game.rules(), self.game.state(), side, action, eyes, effort);
            let total: f64 = odds.rows.iter().map(|row| row.likelihood).sum();
            if (total - 1.0).abs() > 1e-9 {
                let text = self.game.rules().write(action);
                return Err((Law::Odds, format!("the odds of `{text}` for {eyes:?} add up to {total}")));
            }
        }
        Ok(())
    }

    /// Carries the action out, under [`Law::Determinism`], [`Law::Reveal`], [`Law::Saving`] and [`Law::Undo`].
    pub(super) fn play(&mut self, side: Side, action: &R::Action, costly: bool) -> Result<(), Broken> {
        let rules = self.game.rules().clone();
        let text = rules.write(action);
        let before = self.game.state().clone();
        if let Err(violation) = self.game.play(rules.seating(&before).seat(side), action) {
            return Err((
                Law::Check,
                format!("`{text}` passes the check, but cannot be played: {violation}"),
            ));
        }
        self.summary.actions += 1;
        let entry = self.game.entries().last().expect("an action was just played").clone();
        self.determinism(side, action, &before, &entry)?;
        if !costly {
            return Ok(());
        }
        let json = serde_json::to_string(&entry.events);
        let events = json.and_then(|json| serde_json::from_str::<Vec<R::Event>>(&json));
        if events.ok().as_ref() != Some(&entry.events) {
            return Err((
                Law::Saving,
                format!("the events of `{text}` do not survive being written and read"),
            ));
        }
        if !rules.is_open() && (entry.secret && entry.is_final() || !rules.may_act_unseen(&before, side)) {
            self.action_was_noticed(side, &before, &entry)?;
        }
        if !entry.is_final() && !rules.is_open() {
            self.nothing_was_shown(side, action, &before, &text)?;
            if entry.secret {
                self.choice_was_not_shown(side, action, &before, &text)?;
            }
        }
        self.undo(action, &before, &text)
    }

    /// [`Law::Determinism`]: the same dice give the same, and whether anybody listens does not matter.
    fn determinism(
        &mut self,
        side: Side,
        action: &R::Action,
        before: &R::State,
        entry: &Entry<R::Event>,
    ) -> Result<(), Broken> {
        let rules = self.game.rules();
        let number = u64::from(self.chance.below(u32::MAX));
        let heard = run(&**rules, before, side, action, &mut Quick::new(number));
        let mut unheard = before.clone();
        rules.apply(&mut unheard, side, action, &mut Quick::new(number), &mut Silent);
        let mut by_memo = before.clone();
        let chance = &mut Quick::new(number);
        rules.apply_with(&mut by_memo, side, action, self.memo, chance, &mut Silent);
        if by_memo != unheard {
            return Err((Law::Memo, format!("with a memo `{}` gives something else", entry.action)));
        }
        let without_dice = entry.rolls.is_empty();
        let differs_from_game = heard.state != *self.game.state() || heard.events != entry.events;
        if heard.state != unheard || (without_dice && differs_from_game) {
            let what = format!("`{}`, done again with the same dice, gives something else", entry.action);
            return Err((Law::Determinism, what));
        }
        Ok(())
    }

    /// [`Law::Reveal`]: an action that can be taken back shows nobody anything: in a world that looks the same to these eyes
    /// it must look and sound the same.
    fn nothing_was_shown(
        &mut self,
        side: Side,
        action: &R::Action,
        before: &R::State,
        text: &str,
    ) -> Result<(), Broken> {
        let rules = self.game.rules().clone();
        let here = run(&*rules, before, side, action, &mut Quick::new(0));
        for eyes in EYES {
            let view = rules.view(before, eyes);
            // Of what they do not notice at all, nobody can compare it with anything.
            let unnoticed = here.heard_by(&*rules, eyes).is_empty() && rules.view(&here.state, eyes) == view;
            if eyes != Eyes::Of(side) && unnoticed {
                continue;
            }
            let world = rules.imagine(&view, eyes, &mut self.chance);
            // An action of the other side's may not be possible there; then nothing follows.
            if rules.check(&world, side, action).is_err() {
                continue;
            }
            let there = run(&*rules, &world, side, action, &mut Quick::new(0));
            if rules.view(&here.state, eyes) != rules.view(&there.state, eyes) {
                let what =
                    format!("`{text}` shows {eyes:?} something hidden, without saying that it reveals");
                return Err((Law::Reveal, what));
            }
            if here.heard_by(&*rules, eyes) != there.heard_by(&*rules, eyes) {
                let what = format!(
                    "the story of `{text}` tells {eyes:?} something hidden, without saying that it reveals"
                );
                return Err((Law::Reveal, what));
            }
        }
        Ok(())
    }

    /// [`Law::Reveal`]: while both sides decide in secret, nobody else can tell one choice from another.
    fn choice_was_not_shown(
        &mut self,
        side: Side,
        action: &R::Action,
        before: &R::State,
        text: &str,
    ) -> Result<(), Broken> {
        let rules = self.game.rules();
        let other = &self.actions[self.chance.below(self.actions.len() as u32) as usize];
        let here = run(&**rules, before, side, action, &mut Quick::new(0));
        let there = run(&**rules, before, side, other, &mut Quick::new(0));
        // A choice may end the side's part in the secret, and that may be seen.
        if rules.pending(&here.state) != rules.pending(&there.state) {
            return Ok(());
        }
        for eyes in [Eyes::Of(side.other()), Eyes::Watcher] {
            let seen = rules.view(&here.state, eyes) != rules.view(&there.state, eyes);
            if seen || here.heard_by(&**rules, eyes) != there.heard_by(&**rules, eyes) {
                let what =
                    format!("{eyes:?} can tell `{text}`, a secret choice, from `{}`", rules.write(other));
                return Err((Law::Reveal, what));
            }
        }
        Ok(())
    }

    /// [`Law::Undo`]: what can end the other side's undo is noticed by it: an action that is final, and any action where none
    /// is unseen.
    fn action_was_noticed(
        &self,
        side: Side,
        before: &R::State,
        entry: &Entry<R::Event>,
    ) -> Result<(), Broken> {
        let (rules, eyes) = (self.game.rules(), Eyes::Of(side.other()));
        let heard = entry.events.iter().any(|event| rules.hear(event, eyes).is_some());
        if heard || rules.view(before, eyes) != rules.view(self.game.state(), eyes) {
            return Ok(());
        }
        let what = format!("`{}` ends what {eyes:?} can take back, and is not noticed", entry.action);
        Err((Law::Undo, what))
    }

    /// [`Law::Undo`], now and then.
    fn undo(&mut self, action: &R::Action, before: &R::State, text: &str) -> Result<(), Broken> {
        if self.chance.below(4) != 0 {
            return Ok(());
        }
        self.what_is_in_reach_can_be_taken_back()?;
        let broken = |what: String| Err((Law::Undo, what));
        let after = self.game.state().clone();
        let entry = self.game.entries().last().expect("an action was just played").clone();
        let mut undone = self.game.undo(Seats::only(entry.seat));
        if let Err(Barrier::OtherSide { .. }) = undone {
            // The other side may have acted unseen. Whoever plays both sides knows that it has not.
            undone = self.game.undo(Seats::BOTH);
        }
        match (undone, entry.is_final()) {
            (Ok(()), false) => {}
            (Err(Barrier::Dice { .. } | Barrier::Shown { .. }), true) => return Ok(()),
            (Ok(()), true) => return broken(format!("`{text}` was taken back past dice or a secret")),
            (Err(barrier), _) => return broken(format!("`{text}` cannot be taken back: {barrier}")),
        }
        if self.game.state() != before {
            return broken(format!("taking `{text}` back leaves a trace"));
        }
        let again = self.game.play(entry.seat, action);
        if again.is_err() || self.game.state() != &after || self.game.entries().last() != Some(&entry) {
            return broken(format!("`{text}`, taken back and done again, gives something else"));
        }
        self.summary.undone += 1;
        self.opens_alike()
    }

    /// [`Law::Undo`]: what a seat is told it can take back, it can, whatever the other has done since.
    fn what_is_in_reach_can_be_taken_back(&self) -> Result<(), Broken> {
        for seat in Seat::BOTH {
            let mine = Seats::only(seat);
            let (reach, _) = self.game.undo_reach(mine);
            let Some(first) = self.game.entries()[reach..].iter().find(|entry| entry.seat == seat) else {
                continue;
            };
            let copy = Game::open(self.game.rules().clone(), self.game.save());
            let mut copy = copy.map_err(|damage| (Law::Saving, damage.to_string()))?;
            if let Err(barrier) = copy.undo_all(mine) {
                let what = format!("`{}` of the {seat} seat is in reach, and stays: {barrier}", first.action);
                return Err((Law::Undo, what));
            }
        }
        Ok(())
    }

    /// [`Law::Saving`] of the whole game.
    fn opens_alike(&self) -> Result<(), Broken> {
        match Game::open(self.game.rules().clone(), self.game.save()) {
            Ok(game) if game.state() == self.game.state() => Ok(()),
            Ok(_) => Err((Law::Saving, "the game put away opens in another state".to_owned())),
            Err(damage) => Err((Law::Saving, damage.to_string())),
        }
    }
}

fn run<R: Rules>(
    rules: &R,
    state: &R::State,
    side: Side,
    action: &R::Action,
    chance: &mut dyn crate::Chance,
) -> Ran<R> {
    let mut state = state.clone();
    let mut events = Vec::new();
    let story: &mut dyn Story<R::Event> = &mut events;
    rules.apply(&mut state, side, action, chance, story);
    Ran { state, events }
}
