//! Questions about Fire: answers to a hit, who takes a loss, fire in return, who takes the firer's place.

use super::bottoms::reliefs;
use super::{Reason, attach, declare, parts};
use crate::model::action::Action;
use crate::model::cards::Bottom;
use crate::model::event::Event;
use crate::model::ids::{CardId, StandId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Face, RallyRoundTheFlag};
use crate::model::state::Mark;
use crate::rules::cards::play_card;
use crate::rules::dice::{Die, OfferReroll};
use crate::rules::losses;
use engine::agenda::{Opening, Question, Words, only, other_question};
use engine::{Reaction, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// Whether a side could hold, as far as anybody else can know, a card with one of these bottoms of a stand's
    /// brigade: it holds a card, and one with that use lies open nowhere.
    #[must_use]
    pub fn might_hold(self, stand: StandId, bottoms: &[Bottom]) -> bool {
        let side = self.side(stand);
        let deck = &self.state.decks[side.index()];
        let brigade = self.stand(stand).brigade;
        let hidden = |card: CardId| !deck.discards.contains(&card) && !self.lies_open(card);
        let fits = |card: CardId| match self.rules.card(card).face {
            Face::Battle(of, face) => of == brigade && bottoms.contains(&face.bottom),
            Face::Command(..) => false,
        };
        !deck.hand.is_empty()
            && self.rules.deck_of(side).any(|card| fits(card) && hidden(card) && self.may_be_dealt(card))
    }
}

/// The cards that answer a hit.
const ANSWERS: [Bottom; 2] = [Bottom::LooseOrder, Bottom::SkirmishLine];

/// The target's owner may have dice of a hit rolled again (I-6, RRF-BOF-5, RRF-BOF-6).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnswerHit {
    /// Who is hit.
    pub target: StandId,
}

impl Question<RallyRoundTheFlag> for AnswerHit {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.target))
    }

    /// RRF-PLAY-5; by public facts alone. A routed stand uses no card.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let could = !at.is(self.target, Mark::ROUTED) && at.might_hold(self.target, &ANSWERS);
        if could { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("{} is hit. Does it answer with a card?", at.stand(self.target).name), "RRF-BOF-1")
    }

    fn reaction(self, at: Position<'_>, _: Side) -> Option<Reaction<Action>> {
        Some(Reaction::about(&at.stand(self.target).tag, Action::LetPass))
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        for &card in at.state.decks[side.index()].hand.iter() {
            let dice = [Reach::First, Reach::Second, Reach::Both];
            let all = dice.map(|dice| Action::AnswerHit { card, dice });
            out.extend(all.into_iter().filter(|action| self.check(at, side, action).is_ok()));
        }
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let (card, dice) = match *action {
            Action::LetPass => return Ok(()),
            Action::AnswerHit { card, dice } => (card, dice),
            _ => return other_question(),
        };
        at.held(side, card)?;
        let (brigade, face) = at.battle(card)?;
        let (tag, about) = (&at.rules.card(card).tag, at.stand(self.target));
        let refuse =
            |rule, text: String| Err(Violation::of(rule, text).about([tag.clone(), about.tag.clone()]));
        if brigade != about.brigade {
            return refuse("RRF-CARD-4", format!("{} is not of the brigade of {tag}.", about.name));
        }
        match face.bottom {
            Bottom::SkirmishLine => Ok(()),
            Bottom::LooseOrder if dice != Reach::Both => Ok(()),
            Bottom::LooseOrder => refuse("RRF-BOF-5", "Loose Order has one die rolled again.".to_owned()),
            other => refuse("RRF-BOF-1", format!("{} does not answer a hit.", other.name())),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::AnswerHit { card, dice } = *action else {
            return play.tell(Event::LetsPass { side });
        };
        play_card(play, side, card);
        play.state.decks[side.index()].discard(card);
        play.tell(Event::Answered { side, card });
        for (number, wanted) in [(0, dice != Reach::Second), (1, dice != Reach::First)] {
            if wanted {
                let now = play.chance.d6("roll again");
                if let Some(roll) = &mut play.state.roll {
                    let was = std::mem::replace(&mut roll.dice[number], now);
                    play.story.tell(Event::Rerolled { side, was, now });
                }
            }
        }
        // I-10 once more.
        play.state.agenda.push(OfferReroll { side: play.state.turn.side, has_declined: false });
    }
}

/// Which dice a card has rolled again.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Reach {
    /// The first.
    First,
    /// The second.
    Second,
    /// Both.
    Both,
}

/// Sharpshooters may roll one of their two dice again (RRF-BOF-7).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SharpReroll {
    /// Who fires.
    pub firer: StandId,
}

impl Question<RallyRoundTheFlag> for SharpReroll {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.firer))
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let dice = at.state.roll.map_or([0; 2], |roll| roll.dice);
        let text = format!(
            "The dice show {} and {}. Do the Sharpshooters roll one of them again?",
            dice[0], dice[1]
        );
        Words::new(text, "RRF-BOF-7")
    }

    fn answers(self, _: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend([Action::Reroll(Die::First), Action::Reroll(Die::Second), Action::LetStand]);
    }

    fn check(self, _: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match action {
            Action::Reroll(Die::First | Die::Second) | Action::LetStand => Ok(()),
            Action::Reroll(_) => Err(Violation::of("RRF-BOF-7", "Two dice count.")),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Reroll(die) = *action else { return };
        let now = play.chance.d6("roll again");
        if let Some(roll) = &mut play.state.roll {
            let was = std::mem::replace(&mut roll.dice[die as usize], now);
            play.story.tell(Event::Rerolled { side, was, now });
        }
    }
}

/// Which stand of a cavalry regiment takes a loss (I-11, RRF-CAV-3, RRF-LOSS-9).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlaceLoss {
    /// The regiment.
    pub stand: StandId,
}

impl Question<RallyRoundTheFlag> for PlaceLoss {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        only(self, at)
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Which stand of {} takes the loss?", at.stand(self.stand).name), "RRF-LOSS-9")
    }

    fn answers(self, at: Position<'_>, _: Side, out: &mut Vec<Action>) {
        out.extend(parts(at, self.stand).map(Action::Lose));
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let Action::Lose(part) = *action else { return other_question() };
        if at.circles(self.stand, part).0 > 0 {
            return Ok(());
        }
        Err(Violation::of("RRF-LOSS-9", "That stand has no circle left."))
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        if let Action::Lose(part) = *action {
            losses::lose(play, self.stand, part);
            if let Some(volley) = &mut play.state.volley {
                volley.struck = part;
            }
        }
    }
}

/// A stand that was fired at may fire back, once, for nothing (I-7, RRF-FIRE-19, R-24).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReturnFire {
    /// Who was fired at.
    pub stand: StandId,
    /// Who fired.
    pub at: StandId,
}

impl Question<RallyRoundTheFlag> for ReturnFire {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.stand))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let can = at.is_present(self.at) && super::check(at, self.stand, self.at, None).is_ok();
        if can { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        let (own, enemy) = (&at.stand(self.stand).name, &at.stand(self.at).name);
        Words::new(format!("Does {own} fire back at {enemy}?"), "RRF-FIRE-19")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let ReturnFire { stand, at: target } = self;
        out.push(Action::Fire { stand, target });
        let cards = at.state.decks[side.index()].hand;
        let shots = cards.iter().map(|&card| Action::FireWith { stand, target, card });
        out.extend(shots.filter(|shot| self.check(at, side, shot).is_ok()));
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        let (stand, target, card) = match *action {
            Action::LetPass => return Ok(()),
            Action::Fire { stand, target } => (stand, target, None),
            Action::FireWith { stand, target, card } => (stand, target, Some(card)),
            _ => return other_question(),
        };
        if (stand, target) != (self.stand, self.at) {
            let (own, enemy) = (at.stand(self.stand), at.stand(self.at));
            let text = format!("{} may fire back at {}, and nobody else.", own.name, enemy.name);
            return Err(Violation::of("RRF-FIRE-19", text).about([own.tag.clone(), enemy.tag.clone()]));
        }
        super::check(at, stand, target, card)
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let card = match *action {
            Action::Fire { .. } => None,
            Action::FireWith { card, .. } => Some(card),
            _ => return play.tell(Event::LetsPass { side }),
        };
        let effect = attach(play, self.stand, card);
        declare(play, self.stand, self.at, effect, Reason::Return);
    }
}

/// Who takes the firer's place by Open Order (RRF-BOF-4, R-88).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct OpenSwap {
    /// Who fired.
    pub firer: StandId,
}

impl Question<RallyRoundTheFlag> for OpenSwap {
    fn asked(self, at: Position<'_>) -> Sides {
        Sides::only(at.side(self.firer))
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let there = at.is_present(self.firer) && !at.is(self.firer, Mark::ROUTED);
        if there { only(self, at) } else { Opening::Pass }
    }

    fn words(self, at: Position<'_>, _: Side) -> Words {
        Words::new(format!("Who takes the place of {}?", at.stand(self.firer).name), "RRF-BOF-4")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let swaps = reliefs(at, self.firer).map(Action::Relieve);
        out.extend(swaps.filter(|swap| self.check(at, side, swap).is_ok()));
        out.push(Action::LetPass);
    }

    fn check(self, at: Position<'_>, _: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::LetPass => Ok(()),
            Action::Relieve(stand) if reliefs(at, self.firer).any(|relief| relief == stand) => {
                at.could_swap(self.firer, stand)
            }
            Action::Relieve(stand) => {
                let (about, firer) = (at.stand(stand), &at.stand(self.firer).name);
                let text = format!("{} does not stand behind {firer}, not yet activated.", about.name);
                Err(Violation::of("RRF-BOF-4", text).about([about.tag.clone()]))
            }
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, _: Side, action: &Action) {
        let Action::Relieve(stand) = *action else { return };
        let (front, back) = (play.at().troop(self.firer).pose, play.at().troop(stand).pose);
        play.troop(self.firer).pose = back;
        play.troop(stand).pose = front;
        // in a melee it takes over the contacts, without flank contact.
        play.state.contacts.retain(|contact| !contact.is_of(self.firer));
        play.tell(Event::Relieved { firer: self.firer, stand });
    }
}

impl Position<'_> {
    /// Whether two stands can exchange their places: both fit.
    fn could_swap(self, one: StandId, other: StandId) -> Result<(), Violation> {
        let (front, back) = (self.troop(one).pose, self.troop(other).pose);
        let clear = |stand: StandId, pose, aside: StandId| {
            let bodies = self.bodies_at(stand, pose);
            let free = |there: StandId| {
                there == stand
                    || there == aside
                    || !self.bodies(there).iter().any(|body| bodies.iter().any(|own| own.overlaps(body)))
            };
            self.present().all(free)
        };
        let (ours, theirs) = (self.bodies_at(one, back), self.bodies_at(other, front));
        let apart = !ours.iter().any(|body| theirs.iter().any(|there| body.overlaps(there)));
        if clear(one, back, other) && clear(other, front, one) && apart {
            return Ok(());
        }
        let (one, other) = (self.stand(one), self.stand(other));
        let text = format!("{} and {} do not both fit.", one.name, other.name);
        Err(Violation::of("R-88", text).about([one.tag.clone(), other.tag.clone()]))
    }
}
