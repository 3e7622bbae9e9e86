//! Charges on skirmishers: they may fire, and fall back at once (I-4, STE-SKIRM-13 to STE-SKIRM-15a, R-22).

use crate::model::event::Event;
use crate::model::figure::{TICKS, overlap};
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::{MOST_STANDS, SeeingTheElephant};
use crate::model::state::Mark;
use crate::rules::dice;
use crate::rules::formations::usual_dice;
use crate::rules::retreat;
use crate::rules::skirmishers;
use crate::rules::sweep::barred;
use arrayvec::ArrayVec;
use engine::agenda::Step;
use ground::geometry::Point;
use ground::table::{Hull, Leg};
use serde::{Deserialize, Serialize};

/// Charged skirmishers fall back, whether they have moved this turn or not (STE-SKIRM-13, STE-SKIRM-15a).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct FallBack {
    /// Who.
    pub unit: UnitId,
    /// From whom.
    pub charger: UnitId,
}

impl Step<SeeingTheElephant> for FallBack {
    fn take(self, play: &mut Play<'_>) {
        let FallBack { unit, charger } = self;
        // Whom his own test made run has run already (I-4).
        if !play.at().is_present(unit) || play.at().troop(unit).withdrawing.is_some() {
            return;
        }
        // the usual dice of skirmishers, without deductions.
        let count = usual_dice(play.at(), unit);
        let mut sum = 0;
        for _ in 0..count {
            sum += dice::average(play.chance, "fall back");
        }
        play.tell(Event::FellBack { unit, dice: count, sum });
        let reach = i32::from(sum) * INCH;
        // STE-SKIRM-15: that is their move.
        play.mark(unit, Mark::MOVED, true);
        play.mark(unit, Mark::PRONE, false);
        let at = play.at();
        let home = at.unit(unit).parent.filter(|&parent| at.is_present(parent) && !at.is_in_contact(parent));
        match home {
            Some(_) if skirmishers::check_way_in(at.tersely(), unit, reach).is_ok() => {
                skirmishers::merge(play, unit);
            }
            Some(parent) => run_home(play, unit, parent, reach),
            // STE-SKIRM-14: directly away, as fast as they can.
            None => {
                retreat::fall_back(play, unit, Some(charger), reach);
            }
        }
    }
}

/// Skirmishers who do not reach their unit run toward it as a block, to the last free place.
fn run_home(play: &mut Play<'_>, unit: UnitId, parent: UnitId, reach: i32) {
    /// Places are tried in steps of so many mils.
    const STEP: i32 = 10;
    let at = play.at();
    let Some(direction) = TICKS.bearing(at.centroid(unit), at.centroid(parent)) else { return };
    let places: ArrayVec<Point, MOST_STANDS> = at.state.loose_of(unit).iter().map(|place| place.0).collect();
    let mut way = reach / STEP * STEP;
    while way > 0 {
        let shifted: ArrayVec<Point, MOST_STANDS> =
            places.iter().map(|&place| Leg::new(place, direction, way).to).collect();
        if is_open(at, unit, &places, &shifted) {
            play.state.set_loose(unit, &shifted);
            play.troop(unit).anchor = crate::model::figure::middle_of(shifted.iter().copied());
            return;
        }
        way -= STEP;
    }
}

/// Whether loose stands may go straight to places: over open ground, on the table, and on nobody.
fn is_open(at: Position<'_>, unit: UnitId, from: &[Point], to: &[Point]) -> bool {
    let field = &at.rules.table.field;
    let (size, facing) = (at.size(unit), at.troop(unit).facing);
    let posed = |point: Point| {
        ground::table::Body::centred(point, facing, size.frontage, size.depth)
            .posed(crate::model::figure::INSET)
    };
    let others = at.present().filter(|&other| other != unit);
    let mut bodies: Vec<_> = others.map(|other| at.footprint(other)).collect();
    bodies.retain(|body| !body.is_empty());
    from.iter().zip(to).all(|(&from, &to)| {
        let swept = Hull::swept(&posed(from).outline, from, to);
        let there = [posed(to)];
        field.is_on_table(&there[0].outline)
            && field.kinds_under(&swept, barred(at, unit)).is_empty()
            && bodies.iter().all(|body| !overlap(&there, body))
    })
}
