//! Steep ground (2.3, 3.6).

use super::land::{MAJOR_LEVELS, STEEP};
use super::lengths::WINDOW;
use super::sight::Scratch;
use super::stand::Table;
use ground::geometry::Point;
use ground::table::Levels;

/// So many crossings of major lines under the T arrow make ground steep (RRF-STEEP-2).
pub const CROSSINGS: u32 = 3;

/// The most major lines that are crossed on any piece of a path as long as the T arrow, up and down counted alike; of a
/// shorter path, on all of it. Minor contours never count here.
///
/// A line is crossed between ground below it and ground at or above it. Where the ground between two places of a path
/// rises by several lines at once, all of them are crossed there.
#[must_use]
pub fn crossings(table: &Table<'_>, scratch: &mut Scratch, from: Point, to: Point) -> u32 {
    crossings_of(table, scratch, from, to, MAJOR_LEVELS)
}

pub(super) fn crossings_of(
    table: &Table<'_>,
    scratch: &mut Scratch,
    from: Point,
    to: Point,
    levels: Levels,
) -> u32 {
    let relief = table.land.relief();
    // Most paths lead over ground where no contour is drawn near.
    if from == to || relief.is_plainly_level(from, to) {
        return 0;
    }
    let Scratch { walk, profile, .. } = scratch;
    relief.walk(from, to, walk);
    // Every stretch can be entered and left once.
    if walk.stretches().is_empty() {
        return 0;
    }
    relief.profile(walk, levels, profile);
    profile.most_steps(walk, WINDOW)
}

/// Whether a path is steep: by its contours, or because it crosses a cut that a scenario lets count so (6.7).
#[must_use]
pub fn is_steep(table: &Table<'_>, scratch: &mut Scratch, from: Point, to: Point) -> bool {
    crossings(table, scratch, from, to) >= CROSSINGS || crosses_cut(table, from, to)
}

/// Whether a path crosses a line that counts as steep.
#[must_use]
pub fn crosses_cut(table: &Table<'_>, from: Point, to: Point) -> bool {
    let field = table.land.field();
    let line = || ground::table::Hull::line(from, to);
    field.all_kinds().intersects(STEEP)
        && field.kinds_along(from, to, STEEP).intersects(STEEP)
        && field.kinds_under(&line(), STEEP).intersects(STEEP)
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{drawn, hills, table, yards};
    use super::*;
    use engine::proof::proves;

    /// The most crossings of a path along a row of ground heights, one every so many yards from west to east.
    fn along(heights: &[i16], every: i32, from: i32, to: i32) -> u32 {
        let strips: Vec<(i16, String)> = heights
            .iter()
            .zip(0i32..)
            .map(|(height, number)| {
                let (west, east) = (100 + number * every, 100 + (number + 1) * every);
                (*height, format!("{west} 0, {east} 0, {east} 400, {west} 400"))
            })
            .collect();
        let strips: Vec<(i16, &str)> = strips.iter().map(|(height, text)| (*height, text.as_str())).collect();
        let land = hills(1_200, &strips);
        let table = table(&land, &[]);
        let mut scratch = Scratch::new();
        let (from, to) = (yards(100 + from, 200), yards(100 + to, 200));
        let found = crossings(&table, &mut scratch, from, to);
        assert_eq!(found, crossings(&table, &mut scratch, to, from), "up and down alike");
        found
    }

    #[test]
    fn three_major_lines_under_the_tactic_arrow_are_steep() {
        let _proof = proves(&["RRF-STEEP-2"]);
        // 400 to 521 within 150 yards.
        assert_eq!(along(&[400, 420, 450, 490, 521], 30, 1, 149), 3);
        // Over a crest: 439 – 481 – 439.
        assert_eq!(along(&[439, 481, 439], 50, 1, 149), 4);
    }

    #[test]
    fn from_400_through_520_is_steep_and_401_to_519_is_not() {
        let _proof = proves(&["RRF-STEEP-3"]);
        assert_eq!(along(&[400, 440, 480, 520], 37, 1, 147), 3);
        assert_eq!(along(&[520, 480, 440, 400], 37, 1, 147), 3, "the same downhill");
        assert_eq!(along(&[401, 440, 480, 519], 37, 1, 147), 2);
        assert_eq!(along(&[519, 480, 440, 401], 37, 1, 147), 2);
        assert_eq!(along(&[401, 519], 74, 1, 147), 2);
    }

    #[test]
    fn the_window_is_as_long_as_the_arrow_wherever_it_begins() {
        // Lines are crossed at 100, 200 and 300 yards of the way: two of them lie within 150 yards.
        assert_eq!(along(&[400, 440, 480, 520], 100, 1, 399), 2);
        // At 70, 140 and 210: all of them do.
        assert_eq!(along(&[400, 440, 480, 520], 70, 1, 279), 3);
        // At 76, 152 and 228 yards two and a bit too much.
        assert_eq!(along(&[400, 440, 480, 520], 76, 1, 303), 2);
        // A short path that begins between them crosses the other two only.
        assert_eq!(along(&[400, 440, 480, 520], 70, 71, 279), 2);
    }

    #[test]
    fn a_cut_is_steep_where_a_scenario_says_so() {
        let land = drawn("size = \"1200 1200\"\nlines = [\"steep cut: 0 500, 1200 500\"]");
        let table = table(&land, &[]);
        let mut scratch = Scratch::new();
        assert!(is_steep(&table, &mut scratch, yards(300, 400), yards(300, 501)));
        assert!(!is_steep(&table, &mut scratch, yards(300, 400), yards(300, 499)));
        assert!(
            is_steep(&table, &mut scratch, yards(300, 400), yards(300, 500)),
            "ends are points of the path"
        );
    }
}
