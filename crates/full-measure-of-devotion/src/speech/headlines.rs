//! What an event decided, in a few words: the rows of odds.

use super::{force, weather};
use crate::model::campaign::Campaign;
use crate::model::event::What;
use crate::model::numbers::Margin;
use crate::model::state::Weather;

/// A short name for what an event decided.
pub(crate) fn headline(_campaign: &Campaign, what: &What) -> Option<String> {
    Some(match *what {
        What::OrderRoll { success: true, .. } => "the order goes out".to_owned(),
        What::OrderRoll { success: false, .. } => "no order, and no more this turn".to_owned(),
        What::InadvertentMove { die, limit, .. } if die <= limit => "loses its way".to_owned(),
        What::InadvertentMove { .. } => "keeps its way".to_owned(),
        What::DiceRolled { force: one, faces } => {
            format!("{} throws {}", force(one), faces.iter().sum::<u8>())
        }
        What::Rerolled { to, .. } => format!("a {to}"),
        What::Result { winner: Some(winner), margin, .. } => {
            format!("{} {} wins {}", winner.side(), winner.letter(), by(margin))
        }
        What::Result { winner: None, .. } => "neither wins".to_owned(),
        What::ForceGone { force: one, .. } => format!("{} is destroyed", force(one)),
        What::WeatherRoll { weather: now, .. } if now != Weather::Sunny => weather(now).to_lowercase(),
        What::Meade => "Meade takes command".to_owned(),
        What::BidsShown { confederate, by_lot: true, .. } => {
            format!("the {confederate} seat takes the Confederates")
        }
        _ => return None,
    })
}

const fn by(margin: Margin) -> &'static str {
    match margin.0 {
        0..=3 => "by 1–3",
        4..=7 => "by 4–7: retreat",
        _ => "by 8 or more: rout",
    }
}
