//! Command cards (section 4.2), Battle cards (section 4.3), and draw decks of them (RRF-DECK-1 to RRF-DECK-9).

mod build;

use crate::model::cards::Bottom::{
    CloseOrder, Echelon, FieldColumn, FiringLine, Flankers, HitAndRun, IndianRush, LooseOrder, OpenOrder,
    Reinforce, Sharpshooters, ShockColumn, ShotAndShell, SkirmishLine, ZouaveDrill,
};
use crate::model::cards::TopAction::{Charge, Fire, Move, Rally, Reroll, Tactic};
use crate::model::cards::{BattleCard, Bottom, CommandCard, Style, TopAction};
use crate::model::ids::{BrigadeId, GeneralId};
use crate::model::numbers::Ratings;

pub use build::{Choices, Origin, Wrong, all_cards, build, name, read_name};

/// A card of a side.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// The Command card of a General (RRF-CMDC-1).
    Command(GeneralId),
    /// A Battle card of a brigade, by its number from 1 (RRF-CARD-5).
    Battle(BrigadeId, u8),
}

/// Which cards a brigade or battalion has.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// Infantry, of a style.
    Infantry(Style),
    /// Cavalry.
    Cavalry,
    /// Artillery.
    Artillery,
}

/// The generic Command card of a General (section 4.2), by what is printed on his stand; gravestones do not change it.
#[must_use]
pub const fn command_card(general: Ratings) -> CommandCard {
    let Ratings { command, leadership, heroism } = general;
    CommandCard {
        draw: command.0,
        plan: leadership.0.div_ceil(2),
        march: command.0 + 1,
        rally: 1 + heroism.0,
        rerolls: if heroism.0 < 1 { 1 } else { heroism.0 },
        one_of: true,
    }
}

/// A missing melee number.
const NO: u8 = u8::MAX;

const fn card((top, amount, rerolls): (TopAction, u8, u8), red: u8, blue: u8, bottom: Bottom) -> BattleCard {
    const fn number(number: u8) -> Option<u8> {
        if number == NO { None } else { Some(number) }
    }
    BattleCard { top, amount, rerolls, red: number(red), blue: number(blue), bottom }
}

/// The Battle cards of an infantry brigade of the style LINE, B1 to B8.
#[rustfmt::skip]
const LINE: [BattleCard; 8] = [
    //    top            red blue  bottom
    card((Move,   4, 0),   1,  1,  FieldColumn),
    card((Move,   3, 0),   1,  2,  CloseOrder),
    card((Tactic, 3, 0),   1,  2,  Reinforce),
    card((Charge, 3, 0),   3, NO,  ShockColumn),
    card((Fire,   3, 0),   1,  2,  FiringLine),
    card((Fire,   2, 1),   2,  1,  Flankers),
    card((Rally,  2, 0),  NO,  2,  LooseOrder),
    card((Reroll, 3, 0),   2,  2,  OpenOrder),
];

/// The same cards but for one.
const fn with(mut cards: [BattleCard; 8], number: usize, card: BattleCard) -> [BattleCard; 8] {
    cards[number - 1] = card;
    cards
}

/// The same cards with another bottom on one of them.
const fn under(cards: [BattleCard; 8], number: usize, bottom: Bottom) -> [BattleCard; 8] {
    let card = BattleCard { bottom, ..cards[number - 1] };
    with(cards, number, card)
}

const ASSAULT: [BattleCard; 8] = under(with(LINE, 2, card((Charge, 2, 0), 1, 2, CloseOrder)), 8, Echelon);
const LIGHT: [BattleCard; 8] = under(under(LINE, 7, SkirmishLine), 8, Sharpshooters);
const ZOUAVE: [BattleCard; 8] = under(LINE, 8, ZouaveDrill);
const FRONTIER: [BattleCard; 8] = under(under(LINE, 7, SkirmishLine), 8, IndianRush);

#[rustfmt::skip]
const CAVALRY: [BattleCard; 6] = [
    card((Move,   3, 0),   1,  1,  HitAndRun),
    card((Charge, 2, 0),   3, NO,  Echelon),
    card((Fire,   2, 0),   1,  2,  SkirmishLine),
    card((Tactic, 2, 0),   1,  2,  LooseOrder),
    card((Rally,  2, 0),  NO,  2,  Reinforce),
    card((Reroll, 2, 0),   2,  2,  Flankers),
];

#[rustfmt::skip]
const ARTILLERY: [BattleCard; 4] = [
    card((Fire,   3, 0),  NO,  1,  ShotAndShell),
    card((Fire,   2, 1),  NO,  1,  ShotAndShell),
    card((Move,   2, 0),  NO,  1,  CloseOrder),
    card((Rally,  2, 0),  NO,  2,  Reinforce),
];

/// The Battle cards of a brigade or battalion, by number from 1.
#[must_use]
pub const fn cards(suit: Suit) -> &'static [BattleCard] {
    match suit {
        Suit::Infantry(Style::Line) => &LINE,
        Suit::Infantry(Style::Assault) => &ASSAULT,
        Suit::Infantry(Style::Light) => &LIGHT,
        Suit::Infantry(Style::Zouave) => &ZOUAVE,
        Suit::Infantry(Style::Frontier) => &FRONTIER,
        Suit::Cavalry => &CAVALRY,
        Suit::Artillery => &ARTILLERY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_cards_are_those_of_the_table() {
        // C/L/H, then Draw, Plan, March, Rally, Reroll.
        let rows = [
            ([2, 4, 1], [2, 2, 3, 2, 1]),
            ([3, 5, 0], [3, 3, 4, 1, 1]),
            ([3, 6, 1], [3, 3, 4, 2, 1]),
            ([4, 7, 1], [4, 4, 5, 2, 1]),
            ([4, 8, 2], [4, 4, 5, 3, 2]),
        ];
        for ([command, leadership, heroism], printed) in rows {
            let card = command_card(Ratings::new(command, leadership, heroism));
            assert_eq!([card.draw, card.plan, card.march, card.rally, card.rerolls], printed);
            assert!(card.one_of, "Plan, March or Rally (R-20)");
        }
    }

    #[test]
    fn styles_change_what_the_ledger_says_and_nothing_else() {
        let all = |style| cards(Suit::Infantry(style));
        let bottoms = |style| (all(style)[6].bottom, all(style)[7].bottom);
        assert_eq!(bottoms(Style::Line), (LooseOrder, OpenOrder));
        assert_eq!(bottoms(Style::Assault), (LooseOrder, Echelon));
        assert_eq!(bottoms(Style::Light), (SkirmishLine, Sharpshooters));
        assert_eq!(bottoms(Style::Zouave), (LooseOrder, ZouaveDrill));
        assert_eq!(bottoms(Style::Frontier), (SkirmishLine, IndianRush));
        assert_eq!((all(Style::Assault)[1].top, all(Style::Assault)[1].amount), (Charge, 2));
        assert_eq!((all(Style::Line)[1].top, all(Style::Line)[1].amount), (Move, 3));
        for style in Style::ALL {
            assert_eq!(all(style).len(), 8);
            assert_eq!(all(style)[..1], LINE[..1]);
            assert_eq!(all(style)[2..6], LINE[2..6]);
        }
        assert_eq!((cards(Suit::Cavalry).len(), cards(Suit::Artillery).len()), (6, 4));
    }

    #[test]
    fn the_melee_numbers_of_the_document_all_occur() {
        let numbers: Vec<(Option<u8>, Option<u8>)> = LINE.iter().map(|card| (card.red, card.blue)).collect();
        for wanted in [(Some(1), Some(1)), (Some(3), None), (Some(1), Some(2))] {
            assert!(numbers.contains(&wanted), "{wanted:?}");
        }
        assert_eq!(LINE.iter().filter(|card| (card.red, card.blue) == (Some(1), Some(2))).count(), 3);
        assert!(cards(Suit::Artillery).iter().all(|card| card.red.is_none()));
    }
}
