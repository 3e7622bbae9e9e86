//! Cards (2.6): the hand and its capacity, drawing, discarding, playing (RRF-DRAW-1, R-16, R-70, R-92, R-93).

use crate::model::action::Action;
use crate::model::cards::{BattleCard, CommandCard};
use crate::model::event::Event;
use crate::model::ids::{BrigadeId, CardId, GeneralId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Face, RallyRoundTheFlag};
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::{Chance, Side, Sides, Violation};
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// How many cards a side may hold: the Leadership of the General who commands all (RRF-HAND-1), as it is read off
    /// his stand now.
    #[must_use]
    pub fn capacity(self, side: Side) -> u8 {
        self.state.commanders[side.index()].map_or(0, |general| self.leadership(general).0)
    }

    /// How many cards a draw brings: no more than the hand may hold, and than there are.
    #[must_use]
    pub fn drawable(self, side: Side, draw: u8) -> u8 {
        let pile = self.state.decks[side.index()].pile.len().min(usize::from(u8::MAX)) as u8;
        draw.min(self.capacity(side)).min(pile)
    }

    /// The face of a Battle card.
    ///
    /// # Errors
    ///
    /// It is a Command card.
    pub fn battle(self, card: CardId) -> Result<(BrigadeId, BattleCard), Violation> {
        match self.rules.card(card).face {
            Face::Battle(brigade, face) => Ok((brigade, face)),
            Face::Command(..) => {
                Err(Violation::of("RRF-CMDC-4", "A Command card has no top and no bottom action."))
            }
        }
    }

    /// The face of a Command card.
    #[must_use]
    pub fn order(self, card: CardId) -> Option<(GeneralId, CommandCard)> {
        match self.rules.card(card).face {
            Face::Command(general, face) => Some((general, face)),
            Face::Battle(..) => None,
        }
    }

    /// Whether a card lies on the table: played until the end of the turn, or committed to a melee.
    #[must_use]
    pub fn lies_open(self, card: CardId) -> bool {
        self.state.turn.open.contains(&card)
            || self.state.melees.iter().any(|melee| melee.cards.contains(&card))
    }

    /// Whether a side holds a card.
    ///
    /// # Errors
    ///
    /// The same words wherever the card really is.
    pub fn held(self, side: Side, card: CardId) -> Result<(), Violation> {
        if self.state.decks[side.index()].holds(card) {
            return Ok(());
        }
        let tag = &self.rules.card(card).tag;
        Err(Violation::of("RRF-PLAY-1", format!("You do not hold {tag}.")).about([tag.clone()]))
    }
}

/// Lays a pile in a new order, each as likely as the others.
pub fn shuffle(cards: &mut [CardId], chance: &mut dyn Chance) {
    for last in (1..cards.len()).rev() {
        let with = chance.draw(last as u32 + 1, "shuffle") as usize;
        cards.swap(last, with);
    }
}

/// Takes a card out of the hand to be played. The one with the marked back sets a trigger.
pub fn play_card(play: &mut Play<'_>, side: Side, card: CardId) {
    let marked = play.state.decks[side.index()].take(card);
    play.story.reveal();
    if marked {
        play.state.is_closing = true;
        play.tell(Event::LastCardPlayed { side });
    }
}

/// Draws cards: Draw of a card, or Command of an activation (RRF-DRAW-1, RRF-CMDC-2).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawCards {
    /// Who.
    pub side: Side,
    /// How many, at most.
    pub draw: u8,
}

impl Step<RallyRoundTheFlag> for DrawCards {
    fn take(self, play: &mut Play<'_>) {
        let DrawCards { side, draw } = self;
        let draw = play.at().drawable(side, draw);
        let mut cards = engine::flat::List::default();
        for _ in 0..draw {
            // RRF-HAND-2: what would be above the capacity was discarded before.
            if let Some(card) = play.state.decks[side.index()].draw() {
                cards.push(card);
            }
        }
        if !cards.is_empty() {
            play.story.reveal();
            play.tell(Event::Drew { side, cards });
        }
    }
}

/// A side discards before it draws, or because its capacity fell (I-16, R-16, R-69). It may always stop when the hand
/// is small enough, and never discards more than `most`.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Discard {
    /// Who.
    pub side: Side,
    /// How many cards have to go.
    pub needed: u8,
    /// How many may go.
    pub most: u8,
}

impl Discard {
    /// Before a draw of so many: what would not fit has to go; as many as are drawn may go.
    #[must_use]
    pub fn before_draw(at: Position<'_>, side: Side, draw: u8, extra: bool) -> Discard {
        let held = at.state.decks[side.index()].hand.len() as u8;
        let needed = (held + at.drawable(side, draw)).saturating_sub(at.capacity(side)).min(held);
        let most = if extra { needed.max(draw.min(held)) } else { needed };
        Discard { side, needed, most }
    }

    /// What goes without a question: nothing is left to be chosen.
    fn takes_all(self, at: Position<'_>) -> bool {
        usize::from(self.needed) >= at.state.decks[self.side.index()].hand.len()
    }
}

impl Question<RallyRoundTheFlag> for Discard {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    fn opening(self, at: Position<'_>) -> Opening<Action> {
        if self.most == 0 || self.takes_all(at) { Opening::Pass } else { Opening::Ask }
    }

    fn pass(self, play: &mut Play<'_>) {
        if self.needed > 0 {
            let hand = play.state.decks[self.side.index()].hand;
            hand.iter().for_each(|&card| discard(play, self.side, card));
        }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        let text = match self.needed {
            0 => format!("Which cards do you discard before you draw? At most {}.", self.most),
            1 => "Which card do you discard?".to_owned(),
            needed => format!("Which cards do you discard? At least {needed}."),
        };
        Words::new(text, "RRF-HAND-2")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        out.extend(at.state.decks[side.index()].hand.iter().map(|&card| Action::Discard(card)));
        if self.needed == 0 {
            out.push(Action::Keep);
        }
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        match *action {
            Action::Discard(card) => at.held(side, card),
            Action::Keep if self.needed == 0 => Ok(()),
            Action::Keep => Err(Violation::of(
                "RRF-HAND-2",
                format!("The hand holds {} cards at most: {} have to go.", at.capacity(side), self.needed),
            )),
            _ => other_question(),
        }
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        if let Action::Discard(card) = *action {
            discard(play, side, card);
            let (needed, most) = (self.needed.saturating_sub(1), self.most.saturating_sub(1));
            play.state.agenda.push(Discard { needed, most, ..self });
        }
    }
}

fn discard(play: &mut Play<'_>, side: Side, card: CardId) {
    // discarded, the last card sets no trigger.
    play.state.decks[side.index()].take(card);
    play.state.decks[side.index()].discard(card);
    play.story.reveal();
    play.tell(Event::Discarded { side, card });
}
