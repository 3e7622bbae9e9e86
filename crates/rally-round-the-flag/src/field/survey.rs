//! Flags and Move Limits from the ground (section 6.6, R-100): every square is looked at on a lattice of 60 by 60
//! points, all in whole numbers.

use super::square::{Grid, Limit, Printed, SIDE, Square, YARD};
use super::terrain::{self, CREEK, OFF_LIMITS, PIKE, RESTRICTED, TOWN};
use ground::Battlefield;
use ground::battlefield::WaterClass;
use ground::geometry::Point;
use ground::table::lay::{Ground, LayError};
use ground::table::{Hull, Kinds, Plan, Scale, Tabletop, lay};

/// Points of the lattice along a side of a square.
const LATTICE: i32 = 60;
/// Points of the lattice in a square.
pub const POINTS: u32 = (LATTICE * LATTICE) as u32;

/// What a look at a square finds.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Points of the lattice on ground that forces the T arrow, or where nobody goes.
    pub restricted: u32,
    /// Points of the lattice in the town.
    pub town: u32,
    /// Feet from the lowest of them to the highest.
    pub relief: i32,
    /// Whether a pike crosses it.
    pub pike: bool,
}

impl Found {
    /// The price of an action: 1, and 1 more each for much restricted ground, for a high relief and for a town; 1 less
    /// where a pike crosses.
    #[must_use]
    pub const fn flag(&self) -> u8 {
        let rough = share(self.restricted, 30) as u8;
        let steep = (self.relief > 80) as u8;
        let town = share(self.town, 20) as u8;
        let flag = 1 + rough + steep + town;
        let flag = if flag > 3 { 3 } else { flag };
        if self.pike && flag > 1 { flag - 1 } else { flag }
    }

    /// How many moves a card brings through: X where most of it is restricted; else 5, less the share of restricted
    /// ground in quarters, 1 more with a pike, 2 to 5.
    #[must_use]
    pub const fn limit(&self) -> Limit {
        if share(self.restricted, 60) {
            return Limit::TacticAlone;
        }
        // Four times the share, halves up.
        let quarters = (8 * self.restricted + POINTS) / (2 * POINTS);
        let limit = 5 + self.pike as u32;
        let limit = limit.saturating_sub(quarters);
        Limit::Moves(if limit < 2 {
            2
        } else if limit > 5 {
            5
        } else {
            limit as u8
        })
    }

    /// Both.
    #[must_use]
    pub const fn printed(&self) -> Printed {
        Printed { flag: self.flag(), limit: self.limit() }
    }
}

/// Whether more than so many points in a hundred are such.
const fn share(points: u32, percent: u32) -> bool {
    100 * points > percent * POINTS
}

/// Looks at every square of a grid, in the order of [`Grid::squares`].
///
/// # Errors
///
/// Ground that cannot be laid out.
pub fn survey(ground: &Battlefield, grid: Grid) -> Result<Vec<(Square, Found)>, LayError> {
    let table = lay_grid(ground, grid, |ground, name| terrain::class(false, ground, name))?;
    let creeks = creeks(ground, grid)?;
    let found = grid.squares().map(|square| (square, look(&table, &creeks, corner(grid, square))));
    Ok(found.collect())
}

/// The south-west corner of a square, on a table that is the grid.
fn corner(grid: Grid, square: Square) -> Point {
    let east = i32::from(square.column() - grid.first.column());
    let up = i32::from(grid.rows) - 1 - i32::from(square.row() - grid.first.row());
    Point::new(east * SIDE, up * SIDE)
}

/// Looks at the square that has this corner.
fn look(table: &Tabletop, creeks: &[(i32, Tabletop)], corner: Point) -> Found {
    let mut found = Found { pike: is_crossed(table, corner), ..Found::default() };
    let (mut low, mut high) = (i32::MAX, i32::MIN);
    let step = SIDE / LATTICE;
    let places = (0..LATTICE).flat_map(|y| (0..LATTICE).map(move |x| (x, y)));
    for (x, y) in places {
        let point = Point::new(corner.x + x * step + step / 2, corner.y + y * step + step / 2);
        let wanted = RESTRICTED.without(CREEK).with(TOWN).with(OFF_LIMITS);
        let kinds = table.field.kinds_at(point, wanted);
        let wet = || creeks.iter().any(|(half, creek)| creek.field.has_side(&[point], CREEK, *half));
        found.town += u32::from(kinds.intersects(TOWN));
        found.restricted += u32::from(kinds.intersects(RESTRICTED.with(OFF_LIMITS)) || wet());
        let height = i32::from(table.relief.height(point));
        (low, high) = (low.min(height), high.max(height));
    }
    found.relief = high - low;
    found
}

fn lay_grid(
    ground: &Battlefield,
    grid: Grid,
    class: impl Fn(Ground, Option<&str>) -> Kinds,
) -> Result<Tabletop, LayError> {
    let last = grid.squares().last().unwrap_or(grid.first);
    let frame = grid.ground(ground.frame, grid.first, last);
    let scale = Scale::a_yard(YARD);
    lay(ground, &Plan { frame: Some(frame), scale, cell: SIDE / 8, contour_cell: SIDE / 12 }, class)
}

/// Wide creeks, those of one width together, with half that width in table units.
fn creeks(ground: &Battlefield, grid: Grid) -> Result<Vec<(i32, Tabletop)>, LayError> {
    let wide = ground.streams.iter().filter(|stream| stream.kind.class != WaterClass::Run);
    let mut widths: Vec<u16> = wide.map(|stream| stream.kind.width_m).collect();
    widths.sort_unstable();
    widths.dedup();
    let lay_creeks = |metres: u16| {
        let table = lay_grid(ground, grid, |ground, _| match ground {
            Ground::Stream(water) if water.class != WaterClass::Run && water.width_m == metres => CREEK,
            _ => Kinds::NONE,
        })?;
        // 9,144 metres are 10,000 yards.
        Ok((i32::from(metres) * 10_000 * YARD / 9_144 / 2, table))
    };
    widths.into_iter().map(lay_creeks).collect()
}

/// Whether a pike passes through the inside of a square.
fn is_crossed(table: &Tabletop, corner: Point) -> bool {
    let (near, far) = (1, SIDE - 1);
    let inside = [(near, near), (far, near), (far, far), (near, far)];
    let inside = inside.map(|(x, y)| Point::new(corner.x + x, corner.y + y));
    table.field.kinds_under(&Hull::around(inside), PIKE).intersects(PIKE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(restricted: u32, town: u32, relief: i32, pike: bool) -> Found {
        Found { restricted: restricted * POINTS / 1_000, town: town * POINTS / 1_000, relief, pike }
    }

    #[test]
    fn flags_go_by_ground_relief_and_town() {
        let flag = |restricted, town, relief, pike| found(restricted, town, relief, pike).flag();
        assert_eq!(flag(0, 0, 0, false), 1);
        assert_eq!((flag(300, 0, 0, false), flag(301, 0, 0, false)), (1, 2), "more than three tenths");
        assert_eq!((flag(0, 0, 80, false), flag(0, 0, 100, false)), (1, 2));
        assert_eq!((flag(0, 200, 0, false), flag(0, 201, 0, false)), (1, 2));
        assert_eq!(flag(500, 500, 100, false), 3, "never more than 3");
        assert_eq!((flag(500, 500, 100, true), flag(0, 0, 0, true)), (2, 1));
    }

    #[test]
    fn limits_go_by_the_share_of_restricted_ground() {
        let limit = |restricted, pike| found(restricted, 0, 0, pike).limit();
        assert_eq!((limit(0, false), limit(0, true)), (Limit::Moves(5), Limit::Moves(5)));
        assert_eq!((limit(124, false), limit(125, false)), (Limit::Moves(5), Limit::Moves(4)), "halves up");
        assert_eq!((limit(374, false), limit(375, false)), (Limit::Moves(4), Limit::Moves(3)));
        assert_eq!((limit(375, true), limit(600, false)), (Limit::Moves(4), Limit::Moves(3)));
        assert_eq!((limit(601, false), limit(601, true)), (Limit::TacticAlone, Limit::TacticAlone));
    }
}
