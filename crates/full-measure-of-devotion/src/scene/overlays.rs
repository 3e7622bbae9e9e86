//! What can be laid over the map: supply, delay of orders, reach, towns, own initial orders.

use super::board::points as middles;
use super::markers::route;
use super::{Seen, pieces};
use crate::model::ids::{ForceId, TownId};
use crate::model::numbers::{MovementPoints, Trains};
use crate::model::position::Position;
use crate::model::state::{Allowance, Delay, March};
use crate::rules::steps::Arms;
use crate::speech::{self, counted, hex, points};
use engine::scene::{About, Overlay, OverlayKind, OverlayPlace, Tone};
use engine::{Side, Violation};
use ground::Hex;
use ground::theatre::Country;

pub(super) const KINDS: [(&str, &str, About); 7] = [
    ("supply-union", "Where a Union Force is in supply", About::Board),
    ("supply-confederate", "Which Confederate Forces are in supply", About::Board),
    ("delay-union", "How soon Union orders arrive", About::Board),
    ("delay-confederate", "How soon Confederate orders arrive", About::Board),
    ("reach", "Where a Force can go on an ORDER", About::Piece),
    ("towns", "Towns that give trains, and depleted ones", About::Board),
    ("routes", "Your initial orders", About::Board),
];

pub(super) fn overlay(seen: Seen<'_>, id: &str, about: &str) -> Result<Overlay, Violation> {
    let position = seen.position;
    match id {
        "supply-union" => Ok(union_supply(position)),
        "supply-confederate" => Ok(confederate_supply(position)),
        "delay-union" => delay(position, Side::Union),
        "delay-confederate" => delay(position, Side::Confederate),
        "reach" => reach(seen, about),
        "towns" => Ok(towns(position)),
        "routes" => routes(seen),
        _ => Err(OverlayKind::unknown(id, &KINDS)),
    }
}

fn here(position: Position<'_>, hex: Hex, tone: Tone, label: impl Into<String>) -> Option<OverlayPlace> {
    let theatre = &position.campaign.theatre;
    (theatre.country(hex) != Country::Outside).then(|| OverlayPlace {
        place: theatre.grid.name(hex),
        tone,
        label: label.into(),
    })
}

/// Hexes in which a Union Force would be in supply, and those through which nothing passes (FMD-11-IV-2, FMD-11-IV-4).
fn union_supply(position: Position<'_>) -> Overlay {
    let theatre = &position.campaign.theatre;
    let closed_hexes = position.cut();
    let mut places = Vec::new();
    let (mut fed, mut cut) = (0_u64, 0_u64);
    for hex in theatre.grid.hexes().filter(|&hex| theatre.country(hex).is_land()) {
        let (supplied, closed) = (position.is_union_supplied(&closed_hexes, hex), closed_hexes.contains(hex));
        fed += u64::from(supplied);
        cut += u64::from(closed);
        let tone = match (supplied, closed) {
            (_, true) => Tone::Bad,
            (true, false) => Tone::Good,
            (false, false) => continue,
        };
        places.extend(here(position, hex, tone, ""));
    }
    let text = format!(
        "A Union Force is in supply in {}, within {} movement points of a source or a DEPOT; the Confederates cut {}.",
        counted(fed, "hex", "hexes"),
        points(position.supply_range()),
        counted(cut, "hex", "hexes")
    );
    Overlay { places, text, ..Overlay::default() }
}

/// Every Confederate Force, fed or not (FMD-11-IV-5, FMD-11-IV-6).
fn confederate_supply(position: Position<'_>) -> Overlay {
    let mut places = Vec::new();
    let (mut fed, mut out) = (Vec::new(), Vec::new());
    for (force, at) in position.state.forces_of(Side::Confederate) {
        let supplied = position.is_supplied(force);
        if supplied { &mut fed } else { &mut out }.push(force.letter().to_string());
        let (tone, label) = if supplied { (Tone::Good, "fed") } else { (Tone::Bad, "out") };
        places.extend(here(position, at, tone, label));
    }
    let text = format!("In supply: {}. Out of supply: {}.", speech::listed(fed), speech::listed(out));
    Overlay { places, text, ..Overlay::default() }
}

/// How soon an order arrives, by the hex it goes to (TAB-O).
fn delay(position: Position<'_>, side: Side) -> Result<Overlay, Violation> {
    let chief = position.army_commander(side).map(|chief| speech::name(position.campaign, chief).to_owned());
    let Some((_, from)) = position.army_force(side) else {
        return Err(Violation::of("RUL-17", format!("The {side} army commander is not on the map.")));
    };
    let tables = &position.campaign.tables;
    let far = tables.order_distance[1];
    let places = position.ride_reach(side, from, far, |reach| {
        let mut places = Vec::new();
        for (hex, cost) in reach.reached() {
            let (tone, label) = match tables.delay(Some(MovementPoints(cost as u8))) {
                Delay::Now => (Tone::Good, ""),
                Delay::One => (Tone::Plain, "+1"),
                Delay::Two => continue,
            };
            places.extend(here(position, hex, tone, label));
        }
        places
    });
    let [near, far] = tables.order_distance.map(points);
    let text = format!(
        "Orders of {} at {}: up to {near} movement points they arrive this turn, up to {far} next turn, beyond in two turns.",
        chief.unwrap_or_default(),
        hex(position.campaign, from)
    );
    Ok(Overlay { places, text, ..Overlay::default() })
}

/// Where a Force could go this turn on an ORDER.
fn reach(seen: Seen<'_>, about: &str) -> Result<Overlay, Violation> {
    let position = seen.position;
    let force = ForceId::parse(about).filter(|&force| position.force(force).at.is_some());
    let Some(force) = force else {
        let trains = position.state.trains.iter();
        let mut trains = trains.map(|train| pieces::train_id(position, train.at, train.flipped));
        return Err(Violation::form(match trains.any(|train| train == about) {
            true => format!("`{about}` is no Force: trains move by their own rule."),
            false => format!("There is no piece `{about}`."),
        }));
    };
    if !seen.knows(force.side()) {
        let text =
            format!("What {} is made of, and so how far it marches, you do not know.", speech::force(force));
        return Err(Violation::form(text));
    }
    let detail = position.force(force);
    let running = position.state.march.filter(|march| march.force == force && march.allowance.is_some());
    let march = running.unwrap_or_else(|| {
        let strength = Arms::of(detail.strength).sample();
        let (basic, forced) =
            position.marching_points(strength, detail.markers.forage, detail.trains > Trains::ZERO);
        March::new(force, Some(Allowance { basic, forced }), detail.markers.forage)
    });
    let places = position.march_reach(&march, |reach| {
        let mut places = Vec::new();
        for (hex, cost) in reach.reached().filter(|&(hex, _)| Some(hex) != detail.at) {
            let spent = u16::from(march.spent.0) + cost;
            let tone = if spent > u16::from(march.basic().0) { Tone::Plain } else { Tone::Good };
            places.extend(here(position, hex, tone, points(cost)));
        }
        places
    });
    let places = places.unwrap_or_default();
    let text = format!(
        "{} can go to {} with {} movement points, {} by force march.",
        speech::force(force),
        counted(places.len() as u64, "hex", "hexes"),
        points(march.basic().saturating_sub(march.spent)),
        points(march.forced().saturating_sub(march.spent))
    );
    Ok(Overlay { places, text, ..Overlay::default() })
}

/// Towns that can give a train, and those that have (FMD-11-III-1).
fn towns(position: Position<'_>) -> Overlay {
    let campaign = position.campaign;
    let mut places = Vec::new();
    let mut counts = [0_u64; 2];
    for (number, &town) in campaign.landmarks.towns.iter().enumerate() {
        let north = campaign.landmarks.north.contains(town);
        let depleted = position.state.depleted.contains(TownId::at(number));
        let tone = match (depleted, north) {
            (true, _) => Tone::Bad,
            (false, true) => Tone::Good,
            (false, false) => Tone::Plain,
        };
        counts[0] += u64::from(!depleted && north);
        counts[1] += u64::from(depleted);
        places.extend(here(position, town, tone, ""));
    }
    let text = format!(
        "{} north of the Potomac can give a train; {} depleted.",
        counted(counts[0], "town", "towns"),
        counted(counts[1], "is", "are")
    );
    Overlay { places, text, ..Overlay::default() }
}

/// The roads of own initial orders (FMD-D-4: the enemy sees what is walked, not the rest).
fn routes(seen: Seen<'_>) -> Result<Overlay, Violation> {
    let position = seen.position;
    if !Side::BOTH.into_iter().any(|side| seen.knows(side)) {
        return Err(Violation::form("Initial orders are known to those who wrote them."));
    }
    let campaign = position.campaign;
    let mut overlay = Overlay::default();
    let mut told = Vec::new();
    let draw = |path: &[Hex], overlay: &mut Overlay| {
        let points = middles(campaign, path.iter().copied());
        overlay.lines.extend(points.windows(2).map(|pair| [pair[0], pair[1]]));
    };
    for force in ForceId::all().filter(|force| seen.knows(force.side())) {
        let path = route(position, force);
        let Some(&goal) = path.last().filter(|_| position.force(force).marching()) else { continue };
        draw(&path, &mut overlay);
        let name = campaign.theatre.grid.name(goal);
        match overlay.places.iter_mut().find(|known| known.place == name) {
            Some(known) => known.label.push(force.letter()),
            None => overlay.places.extend(here(position, goal, Tone::Good, force.letter().to_string())),
        }
        told.push(format!("{} to {}", speech::force(force), hex(campaign, goal)));
    }
    if let Some(writing) = &position.state.writing
        && let Some(force) = writing.force
        && let Some(at) = position.force(force).at
    {
        draw(&position.along(at, writing.route.steps()), &mut overlay);
    }
    overlay.text = match told.is_empty() {
        true => "No Force marches on an initial order.".to_owned(),
        false => format!("{}.", speech::listed(told)),
    };
    Ok(overlay)
}
