//! Cards as they are held and laid: what each can be used for, and why not now.

use crate::model::action::Action;
use crate::model::cards::{BattleCard, Bottom, CommandCard, Moment, TopAction};
use crate::model::deck::BACK;
use crate::model::ids::CardId;
use crate::model::position::Position;
use crate::model::scenario::{Face, RallyRoundTheFlag};
use crate::model::task::Task;
use crate::rules::turn::ChooseTurn;
use crate::speech;
use engine::agenda::{self, Question as _};
use engine::scene::{Card, CardUse, Figure};
use engine::{Side, Violation};

/// What a side can do with its cards now, for its own eyes.
pub(super) struct Now<'a> {
    at: Position<'a>,
    side: Side,
    task: Task,
    answers: Vec<Action>,
}

impl<'a> Now<'a> {
    /// `None` where the side is asked nothing.
    pub(super) fn of(at: Position<'a>, side: Side) -> Option<Now<'a>> {
        let task = agenda::pending::<RallyRoundTheFlag>(at, side)?;
        let mut answers = Vec::new();
        // No card moves a stand that was chosen, and its ways are many.
        if !matches!(task, Task::LayArrow(_) | Task::ChooseTurn(_)) {
            agenda::answers::<RallyRoundTheFlag>(at, side, &mut answers);
        }
        Some(Now { at, side, task, answers })
    }

    fn is_offered(&self, card: CardId) -> bool {
        self.answers.iter().any(|action| action.card() == Some(card))
    }

    fn why(&self, told: Result<(), Violation>) -> String {
        told.err().map_or_else(String::new, |violation| violation.text)
    }

    /// Why the top cannot be used: what a turn's choice says, or that it is no answer to this.
    fn top(&self, card: CardId) -> String {
        match self.task {
            Task::ChooseTurn(ask) => self.why(ask.check(self.at, self.side, &Action::Play(card))),
            _ if self.is_offered(card) => String::new(),
            _ => "It is a turn's choice.".to_owned(),
        }
    }

    fn bottom(&self, card: CardId, bottom: Bottom) -> String {
        let moment = format!("It is played {}.", when(bottom.moment()));
        match self.task {
            Task::ChooseTurn(ask) => self.bottom_of_turn(ask, card, bottom).unwrap_or(moment),
            _ if self.is_offered(card) => String::new(),
            _ => moment,
        }
    }

    /// Of the stands of its brigade that could use the bottom, the first one's reason against it; none against it if
    /// one of them may.
    fn bottom_of_turn(&self, ask: ChooseTurn, card: CardId, bottom: Bottom) -> Option<String> {
        if !matches!(bottom.moment(), Moment::Turn | Moment::TurnOrFire) {
            return None;
        }
        let (brigade, _) = self.at.battle(card).ok()?;
        let stands = self.at.present_of(self.side).filter(|&stand| self.at.stand(stand).brigade == brigade);
        let mut first = None;
        for stand in stands {
            match ask.check(self.at, self.side, &Action::PlayFor { card, stand }) {
                Ok(()) => return Some(String::new()),
                Err(violation) => first = first.or(Some(violation.text)),
            }
        }
        Some(first.unwrap_or_else(|| "No stand of its brigade is on the map.".to_owned()))
    }
}

/// A card with its face up, and why it is of no use now, if that is known.
pub(super) fn card(at: Position<'_>, which: CardId, now: Option<&Now<'_>>) -> Card {
    let about = at.rules.card(which);
    let (band, corners, uses) = match about.face {
        Face::Battle(brigade, face) => {
            (&at.rules.brigade(brigade).name, corners(&face), battle(which, &face, now))
        }
        Face::Command(general, face) => {
            (&at.rules.general(general).name, Vec::new(), command(which, &face, now))
        }
    };
    Card { id: about.tag.as_str().into(), band: band.as_str().into(), side: Some(about.side), corners, uses }
}

/// Those of some cards whose face is known.
pub(super) fn known<'a>(cards: impl Iterator<Item = &'a CardId>) -> impl Iterator<Item = CardId> {
    cards.copied().filter(|card| *card != BACK)
}

/// What counts in melee: red for the Attacker, blue for the Defender (RRF-CARD-2, RRF-CARD-3).
fn corners(face: &BattleCard) -> Vec<Figure> {
    let number = |number: Option<u8>| number.map_or("–".to_owned(), |number| number.to_string());
    vec![
        Figure::new(number(face.red), "red, for the Attacker in melee"),
        Figure::new(number(face.blue), "blue, for the Defender in melee"),
    ]
}

fn battle(which: CardId, face: &BattleCard, now: Option<&Now<'_>>) -> Vec<CardUse> {
    let idle = |of: &dyn Fn(&Now<'_>) -> String| now.map_or_else(String::new, of);
    let top = CardUse {
        name: speech::top(face).as_str().into(),
        text: top_words(face),
        idle: idle(&|now| now.top(which)),
    };
    let bottom = CardUse {
        name: face.bottom.name().into(),
        text: bottom_words(face.bottom).to_owned(),
        idle: idle(&|now| now.bottom(which, face.bottom)),
    };
    vec![top, bottom]
}

fn command(which: CardId, face: &CommandCard, now: Option<&Now<'_>>) -> Vec<CardUse> {
    let parts = [("Plan", face.plan), ("March", face.march), ("Rally", face.rally)];
    let printed: Vec<String> = parts
        .into_iter()
        .filter(|(_, amount)| *amount > 0)
        .map(|(name, amount)| format!("{name} {amount}"))
        .collect();
    let printed = printed.join(if face.one_of { " or " } else { ", " });
    let main = CardUse {
        name: format!("Draw {}; {printed}", face.draw).as_str().into(),
        text: "The General is activated, even if he was before; what is printed comes on top of his action points."
            .to_owned(),
        idle: now.map_or_else(String::new, |now| now.top(which)),
    };
    let rerolls =
        CardUse::new(format!("Reroll {}", face.rerolls), "So many dice may be rolled again in the turn.");
    vec![main, rerolls]
}

fn top_words(face: &BattleCard) -> String {
    let stands = engine::words::counted(face.amount, "stand", "stands");
    let what = match face.top {
        TopAction::Move => "moves by an arrow",
        TopAction::Tactic => "that passes its check makes a Tactic",
        TopAction::Charge => "that passes its check charges",
        TopAction::Fire => "fires",
        TopAction::Rally => "tries to rally",
        TopAction::Reroll => {
            return format!(
                "In melee: {} may be rolled again.",
                engine::words::counted(face.amount, "die", "dice")
            );
        }
    };
    format!("Each of up to {stands}, anywhere, {what}.")
}

/// What the bottom of a card does, for one stand of its brigade.
const fn bottom_words(bottom: Bottom) -> &'static str {
    match bottom {
        Bottom::CloseOrder => "In the enemy's turn: it closes up behind a friend, touching him.",
        Bottom::FieldColumn => "It moves; friends of its brigade may form a column two wide on it.",
        Bottom::Reinforce => "When an enemy touches a friend: it goes toward him by a Tactic.",
        Bottom::IndianRush => "Tactic, Fire, Tactic, without a check.",
        Bottom::HitAndRun => "Fire, then a Tactic away from the target, without a check.",
        Bottom::ZouaveDrill => "Move, Fire, then a Tactic away from the target, without a check.",
        Bottom::Echelon => "With a charge: friends on the way are passed without a check.",
        Bottom::ShockColumn => "With a charge: friends on the way join behind it, without a check.",
        Bottom::Flankers => "With a Fire at an open flank: three dice, the best two count.",
        Bottom::FiringLine => "With a Fire: one more.",
        Bottom::OpenOrder => "With a Fire: a fresh friend behind it may then take its place.",
        Bottom::LooseOrder => "When it is hit: one die of the shot is rolled again.",
        Bottom::SkirmishLine => "When it is hit: up to two dice of the shot are rolled again.",
        Bottom::Sharpshooters => {
            "With a Fire: three dice, the best two count, one of them may be rolled again."
        }
        Bottom::ShotAndShell => "Guns fire one shot and one shell at the same target.",
    }
}

const fn when(moment: Moment) -> &'static str {
    match moment {
        Moment::Turn => "as a turn's choice",
        Moment::TurnOrFire => "as a turn's choice, or with a Fire of its brigade",
        Moment::EnemyMoves => "when an enemy has moved",
        Moment::EnemyTouches => "when an enemy touches a friend",
        Moment::Charge => "with a charge of its brigade",
        Moment::Hit => "when a stand of its brigade is hit",
    }
}
