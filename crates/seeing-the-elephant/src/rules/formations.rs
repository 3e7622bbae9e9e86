//! Formations and the drill of changing them (G-3, G-12, R-52, R-53), and the dice of each (T-MOVE).

use crate::model::figure::Stance;
use crate::model::ids::UnitId;
use crate::model::legs::Mode;
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::state::{Formation, Mark};
use crate::model::terrain::ROAD;
use crate::model::troops::{Arm, Size};
use ground::table::heading::QUARTER;
use ground::table::{Body, Heading, Turn};

/// How near a road a column's front must be to take it (G-12).
pub const BESIDE_ROAD: i32 = INCH / 2;

/// How many dice a unit rolls when it moves so, by its state at the beginning (T-MOVE, R-53); none if it cannot.
#[must_use]
pub fn dice(at: Position<'_>, unit: UnitId, mode: Mode) -> u8 {
    let formation = at.troop(unit).formation;
    match mode {
        Mode::Prone | Mode::Cross => return 0,
        // STE-MOVE-38
        Mode::Prolong => return u8::from(at.unit(unit).arm.is_artillery()),
        _ => {}
    }
    let column = matches!(mode, Mode::Column | Mode::Road | Mode::RiseColumn);
    // STE-MOVE-3, R-50: the column die is infantry's, and adds to the road's.
    let foot =
        if column && formation == Formation::Column && at.unit(unit).arm == Arm::Infantry { 1 } else { 0 };
    let base = usual_dice(at, unit);
    // STE-MOVE-14, R-50: in a cavalry's first turn of movement there is no road die.
    let road = u8::from(mode == Mode::Road && !is_from_rest(at, unit));
    if base == 0 { 0 } else { base + foot + road }
}

/// The dice of a unit without any bonus (STE-MOVE-2, STE-MOVE-5 to STE-MOVE-7, STE-MOVE-10 to STE-MOVE-13).
#[must_use]
pub fn usual_dice(at: Position<'_>, unit: UnitId) -> u8 {
    match at.unit(unit).arm {
        // STE-MOVE-5
        Arm::Infantry if at.is_loose(unit) => 4,
        // STE-MOVE-2
        Arm::Infantry => 3,
        // STE-MOVE-10
        Arm::Cavalry if !at.is_mounted(unit) => 4,
        // STE-MOVE-7, R-49
        Arm::Cavalry if is_from_rest(at, unit) => 2,
        // STE-MOVE-6
        Arm::Cavalry => 6,
        // STE-MOVE-11, STE-MOVE-13
        Arm::FieldArtillery | Arm::Wagon => 4,
        // STE-MOVE-12: without a limit in the first turn.
        Arm::HorseArtillery => 6,
        Arm::SiegeArtillery | Arm::Gunboat => 0,
    }
}

/// Whether a unit is mounted cavalry in its first turn of movement (STE-MOVE-7); who arrives has been marching.
#[must_use]
pub fn is_from_rest(at: Position<'_>, unit: UnitId) -> bool {
    at.is_mounted(unit) && !at.is(unit, Mark::MOVED_LAST_TURN) && at.is_present(unit)
}

/// The most dice of a charge: infantry's own; horse from rest two (STE-MOVE-7), else its own and, if it likes, one more
/// (STE-MOVE-8), in woods never more than two (STE-MOVE-9, R-49).
#[must_use]
pub fn charge_dice(at: Position<'_>, unit: UnitId, bonus: bool, through_woods: bool) -> u8 {
    let own = usual_dice(at, unit);
    if !at.is_mounted(unit) {
        return own;
    }
    if through_woods || is_from_rest(at, unit) {
        return own.min(2);
    }
    own + u8::from(bonus)
}

/// Whether the front of a unit that stands so is at a road.
#[must_use]
pub fn is_at_road(at: Position<'_>, stance: &Stance) -> bool {
    at.rules.table.field.nearest_side(&[stance.anchor], ROAD, BESIDE_ROAD).is_some()
}

/// Everybody turns a quarter where he stands: files become ranks, round the same centre.
#[must_use]
pub fn faced(stance: &Stance, right: bool) -> Stance {
    let quarter = if right { i32::from(QUARTER) } else { -i32::from(QUARTER) };
    let facing = stance.facing.turned(Turn::tenths(quarter));
    let frontage = stance.ranks();
    let formation = match stance.formation {
        // STE-MOVE-4: a column is one or two stands wide; two stands abreast that were a column are a line again.
        Formation::Line | Formation::Column if stance.stands == 1 => stance.formation,
        Formation::Line | Formation::Column if frontage >= 3 || frontage == stance.stands => Formation::Line,
        Formation::Line | Formation::Column => Formation::Column,
        other => other,
    };
    centred(Stance { facing, frontage, formation, ..*stance }, stance)
}

/// Everybody turns about where he stands.
#[must_use]
pub fn about(stance: &Stance) -> Stance {
    let facing = stance.facing.turned(Turn::tenths(2 * i32::from(QUARTER)));
    centred(Stance { facing, ..*stance }, stance)
}

/// Turned to a facing about its centre.
#[must_use]
pub fn turned(stance: &Stance, facing: Heading) -> Stance {
    centred(Stance { facing, ..*stance }, stance)
}

/// Drawn up anew: on the same anchor, but round the same centre where a square or loose stands come into it.
#[must_use]
pub fn formed(stance: &Stance, formation: Formation, frontage: u8, size: Size) -> Stance {
    let new = Stance { formation, frontage, size, ..*stance };
    let round = |formation| matches!(formation, Formation::Square | Formation::Skirmish);
    if round(formation) || round(stance.formation) { centred(new, stance) } else { new }
}

/// The first stance laid round the centre of the other.
fn centred(new: Stance, old: &Stance) -> Stance {
    let centre = if old.formation == Formation::Skirmish { old.anchor } else { old.centre() };
    if matches!(new.formation, Formation::Square | Formation::Skirmish) {
        return Stance { anchor: centre, ..new };
    }
    Stance { anchor: front_of(&new, centre, new.facing), ..new }
}

/// The middle of the front of a block whose centre is there.
fn front_of(stance: &Stance, centre: ground::geometry::Point, facing: Heading) -> ground::geometry::Point {
    let block = stance.block();
    Body::centred(centre, facing, block.width, block.depth).front()
}

/// Whether a unit of so many stands is in line with this front: three or more wide, or all of its one or two stands.
#[must_use]
pub const fn is_line(stands: u8, frontage: u8) -> bool {
    frontage <= stands && (frontage >= 3 || frontage == stands)
}

/// Whether a unit of so many stands is in column with this front (STE-MOVE-4).
#[must_use]
pub const fn is_column(stands: u8, frontage: u8) -> bool {
    frontage >= 1 && frontage <= 2 && frontage <= stands
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;
    use ground::geometry::Point;

    fn line(stands: u8, frontage: u8, formation: Formation) -> Stance {
        let anchor = Point::new(20_000, 20_000);
        Stance { anchor, facing: Heading::NORTH, formation, stands, frontage, size: Size::FOOT }
    }

    #[test]
    fn columns_are_one_or_two_stands_wide() {
        let _proof = proves(&["STE-MOVE-4"]);
        assert!(is_column(10, 2) && is_column(10, 1) && !is_column(10, 3));
        assert!(is_line(10, 3) && is_line(2, 2) && !is_line(10, 2) && !is_line(3, 4));
    }

    #[test]
    fn a_line_faces_into_a_column_and_back() {
        let _proof = proves(&["R-52"]);
        let column = faced(&line(10, 10, Formation::Line), true);
        assert_eq!((column.formation, column.frontage, column.ranks()), (Formation::Column, 1, 10));
        assert_eq!(column.facing, Heading::EAST);
        // Ten stands of three quarters of an inch, round the centre of the line.
        assert_eq!(column.anchor, Point::new(23_750, 19_625));
        let back = faced(&column, false);
        assert_eq!(
            (back.formation, back.frontage, back.anchor),
            (Formation::Line, 10, Point::new(20_000, 20_000))
        );
    }

    #[test]
    fn who_turns_about_keeps_his_centre() {
        let turned = about(&line(8, 4, Formation::Line));
        assert_eq!((turned.anchor, turned.facing), (Point::new(20_000, 18_500), Heading::SOUTH));
    }
}
