//! Cover: what shelters a unit (M-4).

use crate::model::charge::{Awaits, Charge};
use crate::model::figure::{ROUNDING, middle_of};
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::terrain::{AREA_COVER, HARD, LINEAR_COVER};
use crate::rules::sight;
use ground::geometry::{Frame, Point};
use ground::table::{Body, Hull, Kinds, Leg, Share, Walk, meet};

/// How near linear cover must be (M-4).
pub const BESIDE: i32 = INCH / 2;

/// What shelters a target from a shot (STE-FIRE-22, STE-FIRE-23), worst first.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shelter {
    /// Nothing.
    None,
    /// Soft cover.
    Soft,
    /// Hard cover, which counts in place of soft.
    Hard,
}

/// What shelters a stand from fire that comes from a point: an area that holds its centre, and lines that the line of
/// fire crosses within half an inch of it (M-4).
#[must_use]
pub fn from_fire(at: Position<'_>, from: Point, stand: &Body, walk: &mut Walk) -> Shelter {
    let field = &at.rules.table.field;
    let (centre, outline) = (stand.centre(), stand.posed(0).outline);
    let mut kinds = field.kinds_at(centre, AREA_COVER);
    // Lines count close to the stand alone, with what rounding may add.
    let close = Frame::around(outline)
        .map_or(Kinds::NONE, |frame| field.kinds_near(&frame.grown(BESIDE + ROUNDING), LINEAR_COVER));
    if !close.is_empty() {
        field.walk(from, centre, close, walk);
    }
    let leg = Leg { from: walk.from(), to: walk.to(), length: walk.whole(Share::END) };
    for stretch in walk.stretches().iter().filter(|_| !close.is_empty()) {
        let crossed = [stretch.enter, stretch.leave].map(|place| leg.at(walk.whole(place)));
        if crossed.iter().any(|&place| meet::gap_within(&[place], &outline, BESIDE)) {
            kinds |= stretch.kinds.common(LINEAR_COVER);
        }
    }
    match kinds {
        hard if hard.intersects(HARD) => Shelter::Hard,
        none if none.is_empty() => Shelter::None,
        _ => Shelter::Soft,
    }
}

/// Whether a unit is in or behind cover for its morale: at least half of its stands in an area that covers, or close to
/// linear cover that lies between them and the nearest enemy they can see, or ahead of their front (STE-MOR-26, M-4).
///
/// To the target of a charge the enemy is the charger, where he began.
#[must_use]
pub fn is_in_or_behind(at: Position<'_>, unit: UnitId) -> bool {
    if let Some(charge) = charge_to_answer(at, unit) {
        let began = charge.from.stance(at.size(charge.unit));
        let centroid = middle_of((0..began.stands).map(|stand| began.stand(stand).centre()));
        return is_sheltered(at, unit, Some(centroid));
    }
    // Where no line of cover is near, nobody has to be looked for.
    let field = &at.rules.table.field;
    let frame = at.round(unit).frame().grown(BESIDE + ROUNDING);
    if field.kinds_near(&frame, AREA_COVER | LINEAR_COVER).is_empty() {
        return false;
    }
    let lines = field.kinds_near(&frame, LINEAR_COVER);
    let near = |stand: &Body| field.has_side(&stand.outline(), lines, BESIDE);
    let enemy = if !lines.is_empty() && at.stands(unit).iter().any(near) {
        sight::nearest_seen(at, unit).map(|enemy| at.centroid(enemy))
    } else {
        None
    };
    is_sheltered(at, unit, enemy)
}

/// The charge that waits for a test of its target (C6, C8, I-4).
fn charge_to_answer(at: Position<'_>, unit: UnitId) -> Option<&Charge> {
    at.state.charges.iter().find(|charge| {
        charge.target == unit
            && matches!(charge.awaits, Awaits::SecondTest | Awaits::Receive | Awaits::ScreenTest)
    })
}

/// The same with the place from which the enemy comes given: a charger's centroid before he charged.
#[must_use]
pub fn is_sheltered(at: Position<'_>, unit: UnitId, enemy: Option<Point>) -> bool {
    let field = &at.rules.table.field;
    let stands = at.stands(unit);
    let covered = stands.iter().filter(|stand| {
        // a stand is in an area when its centre is.
        !field.kinds_at(stand.centre(), AREA_COVER).is_empty()
            || is_behind_line(at, stand, LINEAR_COVER, enemy.unwrap_or_else(|| ahead(stand)))
    });
    2 * covered.count() >= stands.len().max(1)
}

/// Whether a line of such cover lies close to a stand, between it and a point.
#[must_use]
pub fn is_behind_line(at: Position<'_>, stand: &Body, wanted: Kinds, toward: Point) -> bool {
    let field = &at.rules.table.field;
    let outline = stand.outline();
    if !field.has_side(&outline, wanted, BESIDE) {
        return false;
    }
    let mut found = ground::table::Found::new();
    field.under(&Hull::line(stand.centre(), toward), wanted, &mut found);
    found.iter().any(|feature| {
        field.sides_of(feature).iter().any(|side| {
            meet::gap_within(&outline, &[side.from, side.to], BESIDE)
                && meet::gap_within(&[side.from, side.to], &[stand.centre(), toward], 0)
        })
    })
}

/// A point straight ahead of a stand, beyond what counts as close.
fn ahead(stand: &Body) -> Point {
    Leg::new(stand.centre(), stand.heading, stand.depth / 2 + BESIDE + 1).to
}
