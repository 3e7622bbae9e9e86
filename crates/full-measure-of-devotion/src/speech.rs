//! The game in plain words: what happened, what is asked, what may be answered.

mod combat;
mod events;
mod headlines;

pub(crate) use combat::{factor, margin};
pub(crate) use engine::words::{capital, counted, signed};
pub(crate) use events::tell;
pub(crate) use headlines::headline;

use crate::model::campaign::Campaign;
use crate::model::ids::{CommanderId, ForceId, Officers};
use crate::model::numbers::{Brigades, Stars, Turn};
use crate::model::position::Position;
use crate::model::state::{Delay, Markers, Phase, State, Weather};
use crate::model::strength::{Kind, Strength};
use engine::Side;
use engine::words::mixed;
use ground::Hex;

/// Where in the sequence of play the campaign stands: `Turn 5, 17-18 June · Heavy rain · Part III, moves on orders ·
/// Union`.
#[must_use]
pub(crate) fn context(campaign: &Campaign, state: &State) -> String {
    let phase = phase_name(state.phase);
    match state.phase {
        Phase::Over => return format!("{} · {phase}", turn_name(state.turn)),
        Phase::Bids | Phase::Leaders | Phase::ConfederateOrders => return format!("Set-up · {phase}"),
        _ => {}
    }
    let mut parts = vec![turn_name(state.turn), weather(state.weather).to_owned(), phase.to_owned()];
    if let Some(battle) = &state.battle {
        parts.push(format!("Combat at {}", campaign.hex_name(battle.at)));
    } else if matches!(state.phase, Phase::PartOne | Phase::PartTwo | Phase::PartThree | Phase::Commanders) {
        parts.push(state.go.to_string());
    }
    if state.seating.has_changed() {
        parts.push("the Union seat commands the Confederates".to_owned());
    }
    parts.join(" · ")
}

/// A turn with its two days (TAB-T): `Turn 6, 19-20 June`.
#[must_use]
pub(crate) fn turn_name(turn: Turn) -> String {
    format!("Turn {turn}, {}", dates(turn))
}

/// The two days of a turn: `19-20 June`. Turn 1 begins on 9 June 1863 (FMD-8-2, TAB-T).
#[must_use]
pub(crate) fn dates(turn: Turn) -> String {
    let first = 9 + 2 * u16::from(turn.0.max(1) - 1);
    let [first, last] = [first, first + 1].map(day);
    if first.1 == last.1 {
        format!("{}-{} {}", first.0, last.0, last.1)
    } else {
        format!("{} {}-{} {}", first.0, first.1, last.0, last.1)
    }
}

/// A day of the summer of 1863, counted from 1 June.
const fn day(day: u16) -> (u16, &'static str) {
    match day {
        0..=30 => (day, "June"),
        31..=61 => (day - 30, "July"),
        _ => (day - 61, "August"),
    }
}

/// What a phase is called.
#[must_use]
pub(crate) const fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Bids => "Bids for the armies",
        Phase::Leaders => "Who leads",
        Phase::ConfederateOrders => "Confederate initial orders",
        Phase::Attrition => "Attrition",
        Phase::Depots => "Depots",
        Phase::Trains => "Trains from the towns",
        Phase::UnionOrders => "Union initial orders",
        Phase::PartOne => "Part I, marches on initial orders",
        Phase::PartTwo => "Part II, further orders",
        Phase::PartThree => "Part III, moves on orders",
        Phase::TrainMoves => "Trains on the road",
        Phase::Commanders => "Commanders ride",
        Phase::Returns => "Commanders come back",
        Phase::Victory => "Who has won?",
        Phase::Over => "The campaign is over",
    }
}

/// The sky.
#[must_use]
pub(crate) const fn weather(weather: Weather) -> &'static str {
    match weather {
        Weather::Sunny => "Sunny",
        Weather::Cloudy => "Cloudy",
        Weather::Heavy => "Heavy rain",
        Weather::Torrential => "Torrential rain",
    }
}

/// What rain does this turn.
#[must_use]
pub(crate) const fn rain(weather: Weather) -> &'static str {
    match weather {
        Weather::Sunny => "no effect",
        Weather::Cloudy => "no effect; a warning",
        Weather::Heavy => "allowances 1 less, trains 2, supply reaches 5; FORAGE costs one hit more",
        Weather::Torrential => {
            "allowances 2 less, no force march, no ferries, trains 1, supply reaches 4; one hit more for every Force"
        }
    }
}

/// A Force as everybody calls it: `Union Force B`.
#[must_use]
pub(crate) fn force(force: ForceId) -> String {
    format!("{} Force {}", force.side(), force.letter())
}

/// A Force as its owner calls it: `Force B`.
#[must_use]
pub(crate) fn own(force: ForceId) -> String {
    format!("Force {}", force.letter())
}

/// A Force and where it stands: `Force B at Culpeper (1024)`.
#[must_use]
pub(crate) fn located(at: Position<'_>, force: ForceId) -> String {
    match at.force(force).at {
        Some(hex) => format!("{} at {}", own(force), self::hex(at.campaign, hex)),
        None => own(force),
    }
}

/// A Force, its leader and where it stands: `Force B (Ewell) at Culpeper (1024)`.
#[must_use]
pub(crate) fn led(at: Position<'_>, force: ForceId) -> String {
    let detail = at.force(force);
    match detail.at {
        Some(hex) => {
            format!(
                "{} ({}) at {}",
                own(force),
                name(at.campaign, detail.leader),
                self::hex(at.campaign, hex)
            )
        }
        None => own(force),
    }
}

/// A commander and his rank: `Ewell (corps commander, 4 stars)`.
#[must_use]
pub(crate) fn officer(campaign: &Campaign, who: CommanderId) -> String {
    match campaign.commanders.get(who.index()) {
        Some(commander) => format!(
            "{} ({}, {})",
            commander.name,
            rank(commander.stars),
            counted(commander.stars, "star", "stars")
        ),
        None => "Nobody".to_owned(),
    }
}

/// What a hit does to a brigade of a kind of which there are so many.
#[must_use]
pub(crate) fn hit(one: Kind, there: Brigades) -> String {
    let becomes = if one.weak { "it is lost" } else { "it becomes weak" };
    format!("{} (1 of {there}): {becomes}", capital(&kind(one)))
}

/// A commander's name.
#[must_use]
pub(crate) fn name(campaign: &Campaign, who: CommanderId) -> &str {
    campaign.commanders.get(who.index()).map_or("nobody", |commander| &commander.name)
}

/// Some commanders: `Sykes and Birney`.
#[must_use]
pub(crate) fn names(campaign: &Campaign, officers: Officers) -> String {
    listed(officers.iter().map(|who| name(campaign, who).to_owned()))
}

/// A rank by its stars (FMD-6-1).
#[must_use]
pub(crate) const fn rank(stars: Stars) -> &'static str {
    match stars.0 {
        5 => "army commander",
        4 => "corps commander",
        3 => "senior division commander",
        _ => "division commander",
    }
}

/// Half points as a player counts them: `4`, `4 1/2`, `1/2`.
#[must_use]
pub(crate) fn points(halves: impl Into<u32>) -> String {
    mixed(halves, 2)
}

/// Half points in words: `1 movement point`, `4 1/2 movement points`.
#[must_use]
pub(crate) fn movement_points(halves: impl Into<u32>) -> String {
    let halves = halves.into();
    format!("{} movement {}", points(halves), if halves == 2 { "point" } else { "points" })
}

/// `a, b and c`; `nothing` where there is nothing.
#[must_use]
pub(crate) fn listed(items: impl IntoIterator<Item = String>) -> String {
    engine::words::listed(items, "nothing")
}

/// A kind of brigade: `fresh infantry`, `weak cavalry`.
#[must_use]
pub(crate) fn kind(kind: Kind) -> String {
    format!("{} {}", if kind.weak { "weak" } else { "fresh" }, kind.arm.name())
}

/// Brigades by arm and state, infantry first: `13 infantry, 2 artillery, 1 weak cavalry`.
#[must_use]
pub(crate) fn brigades(strength: Strength) -> String {
    let mut parts = Vec::new();
    for weak in [false, true] {
        for arm in crate::model::strength::Arm::ALL.into_iter().rev() {
            let count = strength.of(Kind { arm, weak });
            if count > Brigades::ZERO {
                parts.push(format!("{count} {}{}", if weak { "weak " } else { "" }, arm.name()));
            }
        }
    }
    if parts.is_empty() { "no brigade".to_owned() } else { parts.join(", ") }
}

/// A delay marker as it is printed.
#[must_use]
pub(crate) const fn marker(delay: Delay) -> &'static str {
    match delay {
        Delay::Now => "ORDER",
        Delay::One => "+1",
        Delay::Two => "+2",
    }
}

/// When an order with this delay can be carried out.
#[must_use]
pub(crate) const fn arrival(delay: Delay) -> &'static str {
    match delay {
        Delay::Now => "this turn",
        Delay::One => "next turn",
        Delay::Two => "in two turns",
    }
}

/// The markers beside a sleigh: `INITIAL, 2 ORDER, FORAGE`; empty where there are none.
#[must_use]
pub(crate) fn markers(markers: Markers) -> String {
    let many = [
        (markers.initial, "INITIAL"),
        (markers.order, "ORDER"),
        (markers.plus_one, "+1"),
        (markers.plus_two, "+2"),
        (u8::from(markers.forage), "FORAGE"),
        (u8::from(markers.fatigue), "FATIGUE"),
        (markers.combat.count(), "COMBAT"),
    ];
    let parts = many.into_iter().filter(|(count, _)| *count > 0).map(|(count, word)| match count {
        1 => word.to_owned(),
        count => format!("{count} × {word}"),
    });
    parts.collect::<Vec<_>>().join(", ")
}

/// The name of a hex as the log's places have it, if it is on the map.
#[must_use]
pub(crate) fn place(campaign: &Campaign, hex: Hex) -> Option<String> {
    let grid = &campaign.theatre.grid;
    (hex.index() < grid.len()).then(|| grid.name(hex))
}

/// What a hex is called, whatever its number.
#[must_use]
pub(crate) fn hex(campaign: &Campaign, hex: Hex) -> String {
    if hex.index() < campaign.theatre.grid.len() { campaign.hex_name(hex) } else { format!("#{}", hex.0) }
}

/// Whose army: `Confederate`.
#[must_use]
pub(crate) const fn army(side: Side) -> &'static str {
    match side {
        Side::Union => "The Union",
        Side::Confederate => "The Confederates",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_calendar_of_the_campaign() {
        assert_eq!(turn_name(Turn(1)), "Turn 1, 9-10 June");
        assert_eq!(dates(Turn(6)), "19-20 June");
        assert_eq!(dates(Turn(11)), "29-30 June");
        assert_eq!(dates(Turn(12)), "1-2 July");
        assert_eq!(dates(Turn(18)), "13-14 July", "the night Lee recrossed the Potomac");
        assert_eq!(dates(Turn(27)), "31 July-1 August");
    }

    #[test]
    fn halves_and_lists_in_words() {
        assert_eq!([1_u8, 2, 9].map(points), ["1/2", "1", "4 1/2"]);
        assert_eq!(listed(["a", "b", "c"].map(str::to_owned)), "a, b and c");
        assert_eq!(brigades(Strength([2, 0, 13, 0, 1, 0])), "13 infantry, 2 artillery, 1 weak cavalry");
        assert_eq!(brigades(Strength::NONE), "no brigade");
    }
}
