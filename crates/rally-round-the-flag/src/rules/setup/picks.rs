//! Draw decks (S15): everything that is there, less what is left out in secret of subordinated brigades (RRF-DECK-1,
//! RRF-DECK-5 to RRF-DECK-9, R-62, R-92).

use crate::model::action::Action;
use crate::model::deck::Cards;
use crate::model::event::Event;
use crate::model::ids::{BrigadeId, CardId};
use crate::model::position::{Play, Position};
use crate::model::scenario::{Face, RallyRoundTheFlag};
use engine::agenda::{Opening, Question, Step, Words, other_question};
use engine::{Side, Sides, Violation};
use serde::{Deserialize, Serialize};

impl Position<'_> {
    /// Whether a card may be in its side's deck, as far as everybody knows: its General or its brigade is there.
    #[must_use]
    pub fn may_be_dealt(self, card: CardId) -> bool {
        match self.rules.card(card).face {
            Face::Command(general, _) => self.is_here(general),
            Face::Battle(brigade, _) => self.takes_part(brigade),
        }
    }

    /// The cards that may be in a side's deck.
    #[must_use]
    pub fn known_deck(self, side: Side) -> Cards {
        self.rules.deck_of(side).filter(|&card| self.may_be_dealt(card)).collect()
    }

    /// How many Battle cards of a brigade stay in the deck at least: of a subordinated one as many as its General has
    /// Leadership, of any other all (RRF-DECK-5, RRF-DECK-8, R-62).
    #[must_use]
    pub fn least_cards(self, brigade: BrigadeId) -> usize {
        let is_of = |card: &CardId| match self.rules.card(*card).face {
            Face::Battle(of, _) => of == brigade,
            Face::Command(..) => false,
        };
        let all = self.rules.deck_of(self.rules.brigade(brigade).side).filter(is_of).count();
        let posted = self.posted(brigade);
        if !posted.is_subordinated {
            return all;
        }
        all.min(usize::from(self.rules.general(posted.general).ratings.leadership.0))
    }

    /// How many cards a side may leave out in all.
    fn most_left_out(self, side: Side) -> usize {
        let known = self.known_deck(side);
        let battle = known.iter().filter(|&card| matches!(self.rules.card(card).face, Face::Battle(..)));
        let least: usize = self.brigades_of(side).map(|brigade| self.least_cards(brigade)).sum();
        battle.count().saturating_sub(least)
    }
}

/// The cards of all who are there come together.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BuildDecks;

impl Step<RallyRoundTheFlag> for BuildDecks {
    fn take(self, play: &mut Play<'_>) {
        for side in Side::BOTH {
            let members = play.at().known_deck(side);
            play.state.decks[side.index()].members = members;
        }
    }
}

/// A side leaves cards of its subordinated brigades out, which the other side does not see.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PickCards {
    /// Who.
    pub side: Side,
}

impl Question<RallyRoundTheFlag> for PickCards {
    fn asked(self, _: Position<'_>) -> Sides {
        Sides::only(self.side)
    }

    /// By what everybody knows: how many there are to be left out, and how many were.
    fn opening(self, at: Position<'_>) -> Opening<Action> {
        let left_out = usize::from(at.state.decks[self.side.index()].left_out);
        if left_out < at.most_left_out(self.side) { Opening::Ask } else { Opening::Pass }
    }

    fn words(self, _: Position<'_>, _: Side) -> Words {
        Words::new("Which cards of subordinated brigades do you leave out?", "RRF-DECK-8")
    }

    fn answers(self, at: Position<'_>, side: Side, out: &mut Vec<Action>) {
        let all = at.rules.deck_of(side).map(Action::Drop);
        out.extend(all.filter(|action| self.check(at, side, action).is_ok()));
        out.push(Action::Ready);
    }

    fn check(self, at: Position<'_>, side: Side, action: &Action) -> Result<(), Violation> {
        let card = match *action {
            Action::Ready => return Ok(()),
            Action::Drop(card) => card,
            _ => return other_question(),
        };
        let about = at.rules.card(card);
        let refuse = |rule, text: String| Err(Violation::of(rule, text).about([about.tag.clone()]));
        let members = &at.state.decks[side.index()].members;
        if about.side != side || !members.contains(card) {
            return refuse("RRF-CARD-6", format!("{} is not in your deck.", about.tag));
        }
        let Face::Battle(brigade, _) = about.face else {
            return refuse("RRF-CMDC-1", format!("The Command card of {} stays in the deck.", about.tag));
        };
        if !at.posted(brigade).is_subordinated {
            let name = &at.rules.brigade(brigade).name;
            return refuse("RRF-DECK-5", format!("{name} is Independent: all its cards are in the deck."));
        }
        let is_of = |card: &CardId| matches!(at.rules.card(*card).face, Face::Battle(of, _) if of == brigade);
        let (held, least) = (members.iter().filter(is_of).count(), at.least_cards(brigade));
        if held <= least {
            let name = &at.rules.brigade(brigade).name;
            return refuse("RRF-DECK-8", format!("At least {least} cards of {name} stay in the deck."));
        }
        Ok(())
    }

    fn answer(self, play: &mut Play<'_>, side: Side, action: &Action) {
        let Action::Drop(card) = *action else { return play.tell(Event::DeckIsReady { side }) };
        let deck = &mut play.state.decks[side.index()];
        deck.members.remove(card);
        deck.left_out += 1;
        play.tell(Event::Dropped { side, card });
        play.state.agenda.push(self);
    }
}
