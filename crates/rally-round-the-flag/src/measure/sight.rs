//! Lines of sight, slope, and what lies between firer and target (3.7).

use super::contact::is_behind;
use super::land::{ROCKS, TALL, WOODS};
use super::lengths::{FREE, WITHIN};
use super::stand::{Barricade, Stand, Table};
use ground::geometry::Point;
use ground::table::relief::Profile;
use ground::table::{FeatureId, Kinds, Posed, Share, Stretch, Walk, meet};

/// Memory that questions along lines use again and again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    pub(super) walk: Walk,
    pub(super) profile: Profile,
    /// Parts of a line that lie in woods or towns.
    tall: Vec<Stretch>,
}

impl Scratch {
    /// Ready for the first question.
    #[must_use]
    pub const fn new() -> Scratch {
        Scratch { walk: Walk::new(), profile: Profile::new(), tall: Vec::new() }
    }
}

/// An end of a line of sight: the point itself, and the centre of the stand there.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct End {
    /// Where the line ends: the firer's anchor, the aim point.
    pub at: Point,
    /// The centre of the stand, whose interval counts; of a mere place, the place.
    pub centre: Point,
}

impl End {
    /// The anchor of a stand.
    #[must_use]
    pub const fn of(stand: &Stand) -> End {
        End { at: stand.anchor(), centre: stand.pose.at }
    }

    /// A place where nobody stands.
    #[must_use]
    pub const fn place(at: Point) -> End {
        End { at, centre: at }
    }
}

/// What blocks a line of sight.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// Ground in a higher interval than both ends (RRF-LAND-6).
    Hill,
    /// A wood or a town, an interval higher than its ground (RRF-LAND-7).
    Tall(FeatureId),
}

/// What blocks a line of sight, if anything. Stands never do (R-66). The same from both ends.
#[must_use]
pub fn obstacle(table: &Table<'_>, scratch: &mut Scratch, firer: End, target: End) -> Option<Obstacle> {
    let (from, to) = (firer.at, target.at);
    if from == to {
        return None;
    }
    let (land, relief) = (table.land, table.land.relief());
    let level = table.interval(firer.centre).max(table.interval(target.centre));
    let most = table.levels.of(relief.most_along(from, to));
    if most < level {
        // Both ends stand higher than anything between them by an interval, woods and towns included.
        return None;
    }
    let Scratch { walk, tall, .. } = scratch;
    // What is drawn in the cells on the way says of most lines that nothing of it matters.
    let near = land.field().kinds_along(from, to, TALL);
    tall.clear();
    if !near.is_empty() {
        land.field().walk(from, to, near, walk);
        let between = walk.stretches().iter().filter(|stretch| stretch.is_between_ends());
        tall.extend(
            between.filter(|stretch| stretch.kinds.intersects(TALL) && land.field().is_area(stretch.feature)),
        );
    }
    if most == level && tall.is_empty() {
        return None;
    }
    relief.walk(from, to, walk);
    if relief.highest_between(walk).is_some_and(|height| table.levels.of(height) > level) {
        return Some(Obstacle::Hill);
    }
    let hides = |stretch: &&Stretch| hides(table, walk, stretch, level, &firer, &target);
    tall.iter().find(hides).map(|stretch| Obstacle::Tall(stretch.feature))
}

/// Whether a stretch of wood or town stands, somewhere between the ends and not within 100 yards of an end whose own
/// stand is in it, on ground at least as high as the higher end. The line was walked over the contours.
fn hides(table: &Table<'_>, walk: &Walk, stretch: &Stretch, level: i16, firer: &End, target: &End) -> bool {
    let land = table.land;
    let is_in = |point: Point| land.is_in(stretch.feature, point);
    let near_firer = is_in(firer.at) || is_in(firer.centre);
    let near_target = is_in(target.at) || is_in(target.centre);
    let forward = walk.from() == firer.at;
    let (first, last) = if forward { (near_firer, near_target) } else { (near_target, near_firer) };
    let length = if last { walk.whole(Share::END) } else { 0 };
    let is_left = |enter: Share, leave: Share| {
        if enter > leave || leave <= Share::START || enter >= Share::END {
            return false;
        }
        let (mut low, mut high) = (0, i32::MAX);
        if first || last {
            (low, high) = (walk.whole(enter), walk.whole(leave));
        }
        if first {
            low = low.max(WITHIN + 1);
        }
        if last {
            high = high.min(length - WITHIN - 1);
        }
        low <= high
    };
    // The ground of the whole line is as high, or contours are that hold a part of the stretch.
    let high_ground = |contour: FeatureId| table.levels.of(land.relief().height_of(contour)) >= level;
    let base = table.levels.of(land.relief().base());
    (base >= level && is_left(stretch.enter, stretch.leave))
        || walk
            .stretches()
            .iter()
            .filter(|contour| high_ground(contour.feature))
            .any(|contour| is_left(stretch.enter.max(contour.enter), stretch.leave.min(contour.leave)))
}

/// Whether a line of sight is clear.
#[must_use]
pub fn sees(table: &Table<'_>, scratch: &mut Scratch, firer: End, target: End) -> bool {
    obstacle(table, scratch, firer, target).is_none()
}

/// Whether one stand sees another, wherever it faces: from its centre to the nearest point of the other, as a mounted
/// charge has to (R-37). A shot is aimed otherwise ([`shot`](super::fire::shot)).
#[must_use]
pub fn sees_stand(table: &Table<'_>, scratch: &mut Scratch, stand: &Stand, target: &Stand) -> bool {
    let aim = nearest_point(stand.pose.at, &target.body);
    aim.is_some_and(|at| sees(table, scratch, End::place(stand.pose.at), End { at, centre: target.pose.at }))
}

/// Whether the ground somewhere on a line, ends included, is in a higher interval than its beginning: behind a ridge
/// (RRF-FORM-7, R-87).
#[must_use]
pub fn rises(table: &Table<'_>, scratch: &mut Scratch, from: Point, to: Point) -> bool {
    let relief = table.land.relief();
    let level = table.interval(from);
    if table.levels.of(relief.most_along(from, to)) <= level {
        return false;
    }
    relief.walk(from, to, &mut scratch.walk);
    let heights = scratch.walk.stretches().iter().map(|stretch| relief.height_of(stretch.feature));
    heights.max().is_some_and(|height| table.levels.of(height) > level)
}

/// The point of a body nearest to a point, rounded once.
#[must_use]
pub fn nearest_point(from: Point, body: &Posed) -> Option<Point> {
    meet::nearest(&[from], &body.outline).map(|nearest| nearest.stretch[0].1)
}

/// What makes a shot harder (2.3, 2.4, 2.2): each once (R-05).
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Cover {
    /// The target stands in woods, or some lie between (RRF-TERR-2).
    pub woods: bool,
    /// The target stands in rocks, or some lie between (RRF-TERR-8).
    pub rocks: bool,
    /// The target stands in a higher interval (RRF-STEEP-1, R-08).
    pub up_slope: bool,
    /// The target stands behind a barricade; artillery disregards that (RRF-BARR-3, RRF-BARR-4).
    pub barricade: bool,
}

/// What makes a shot along a line at a stand harder. Woods and rocks within 20 yards of the firer's anchor do not count
/// (3.7).
#[must_use]
pub fn cover(table: &Table<'_>, scratch: &mut Scratch, firer: End, target: End, body: &Posed) -> Cover {
    let Hindrance { woods, rocks, up_slope } = ground_cover(table, scratch, firer, target);
    Cover {
        woods,
        rocks,
        up_slope,
        barricade: behind_barricade(table.barricades, firer.at, target.at, body).is_some(),
    }
}

/// The same, of the ground alone.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub struct Hindrance {
    /// Woods.
    pub woods: bool,
    /// Rocks.
    pub rocks: bool,
    /// Up slope.
    pub up_slope: bool,
}

/// What the ground adds to a shot: all of it also in melee (R-36).
#[must_use]
pub fn ground_cover(table: &Table<'_>, scratch: &mut Scratch, firer: End, target: End) -> Hindrance {
    let field = table.land.field();
    let counted = WOODS.with(ROCKS);
    let mut kinds = field.kinds_at(target.centre, counted);
    let near = field.kinds_along(firer.at, target.at, counted.without(kinds));
    if !near.is_empty() && firer.at != target.at {
        let walk = &mut scratch.walk;
        field.walk(firer.at, target.at, near, walk);
        let forward = walk.from() == firer.at;
        let length = if forward { 0 } else { walk.whole(Share::END) };
        let counts = |stretch: &&Stretch| {
            let far = if forward { walk.whole(stretch.leave) } else { length - walk.whole(stretch.enter) };
            stretch.is_between_ends() && far > FREE
        };
        kinds = walk.stretches().iter().filter(counts).fold(kinds, |kinds, stretch| kinds | stretch.kinds);
    }
    let has = |kind: Kinds| kinds.intersects(kind);
    let up_slope = table.interval(target.centre) > table.interval(firer.centre);
    Hindrance { woods: has(WOODS), rocks: has(ROCKS), up_slope }
}

/// The piece of a barricade that a target has between itself and the firer: the line crosses it, and it lies less than
/// five yards from the target (3.7).
#[must_use]
pub fn behind_barricade<'a>(
    barricades: &'a [Barricade],
    from: Point,
    to: Point,
    target: &Posed,
) -> Option<&'a Barricade> {
    barricades
        .iter()
        .find(|barricade| meet::gap_within(&barricade.ends(), &[from, to], 0) && is_behind(target, barricade))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{drawn, hills, north, open, table, yards};
    use super::*;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;
    use ground::table::Levels;

    /// Whether two stands on these ground heights, one every so many yards from west to east, see each other.
    fn clear(heights: &[i16], every: i32, levels: Levels) -> bool {
        let strips: Vec<(i16, String)> = heights
            .iter()
            .zip(0i32..)
            .map(|(height, number)| {
                let (west, east) = (number * every, (number + 1) * every);
                (*height, format!("{west} 0, {east} 0, {east} 400, {west} 400"))
            })
            .collect();
        let strips: Vec<(i16, &str)> = strips.iter().map(|(height, text)| (*height, text.as_str())).collect();
        let land = hills(1_200, &strips);
        let mut table = table(&land, &[]);
        table.levels = levels;
        let half = every / 2;
        let (one, other) =
            (End::place(yards(half, 200)), End::place(yards((heights.len() as i32 - 1) * every + half, 200)));
        let mut scratch = Scratch::new();
        let clear = sees(&table, &mut scratch, one, other);
        assert_eq!(clear, sees(&table, &mut scratch, other, one), "the same from both ends");
        clear
    }

    const MAJOR: Levels = super::super::land::MAJOR_LEVELS;

    #[test]
    fn intervals_run_from_line_to_line() {
        let _proof = proves(&["RRF-LAND-2", "RRF-LAND-3"]);
        assert_eq!(MAJOR.of(440), MAJOR.of(479));
        assert!(MAJOR.of(479) < MAJOR.of(480) && MAJOR.of(439) < MAJOR.of(440));
        // A valley between two lines of equal number: its middle is in the interval below.
        let land = hills(
            1_200,
            &[
                (440, "0 0, 100 0, 100 400, 0 400"),
                (420, "100 0, 200 0, 200 400, 100 400"),
                (440, "200 0, 300 0, 300 400, 200 400"),
            ],
        );
        let table = table(&land, &[]);
        let at = |x| table.interval(yards(x, 200));
        assert_eq!((at(50), at(150), at(250)), (11, 10, 11));
    }

    #[test]
    fn a_target_is_up_slope_in_a_higher_interval() {
        let _proof = proves(&["RRF-LAND-4", "RRF-LAND-1"]);
        let land = hills(
            1_200,
            &[
                (455, "0 0, 100 0, 100 400, 0 400"),
                (479, "100 0, 200 0, 200 400, 100 400"),
                (480, "200 0, 300 0, 300 400, 200 400"),
            ],
        );
        let table = table(&land, &[]);
        let mut scratch = Scratch::new();
        let mut up = |from, to| {
            let (from, to) = (End::place(yards(from, 200)), End::place(yards(to, 200)));
            ground_cover(&table, &mut scratch, from, to).up_slope
        };
        assert!(!up(50, 150), "455 at 479 is one interval");
        assert!(up(150, 250), "479 at 480 is not");
        assert!(!up(250, 50), "downhill nothing changes");
    }

    #[test]
    fn flat_open_ground_blocks_nothing() {
        let _proof = proves(&["RRF-LAND-5"]);
        let land = open();
        let stands = [north(1, Union, 300, 300), north(2, Confederate, 300, 550)];
        let table = table(&land, &stands);
        let mut scratch = Scratch::new();
        assert!(sees_stand(&table, &mut scratch, &stands[0], &stands[1]));
        assert!(sees_stand(&table, &mut scratch, &stands[1], &stands[0]));
    }

    #[test]
    fn a_higher_interval_than_both_ends_blocks() {
        let _proof = proves(&["RRF-LAND-6"]);
        assert!(!clear(&[440, 480, 440], 100, MAJOR));
        assert!(clear(&[480, 440, 400], 100, MAJOR));
        assert!(clear(&[480, 481, 519], 100, MAJOR), "higher ground of the same interval does not");
        assert!(clear(&[400, 480, 480], 100, MAJOR), "nor what is no higher than one of the ends");
        assert!(!clear(&[400, 520, 480], 100, MAJOR));
    }

    #[test]
    fn a_ridge_rises_above_where_one_stands() {
        let land =
            hills(1_200, &[(439, "0 0, 400 0, 400 400, 0 400"), (440, "200 0, 220 0, 220 400, 200 400")]);
        let table = table(&land, &[]);
        let mut scratch = Scratch::new();
        let mut rises = |from, to| rises(&table, &mut scratch, yards(from, 200), yards(to, 200));
        assert!(rises(100, 300) && rises(100, 200) && !rises(100, 199));
        assert!(!rises(210, 300), "on the ridge itself nothing is higher");
    }

    #[test]
    fn minor_contours_are_an_option() {
        let _proof = proves(&["RRF-LAND-8"]);
        let minor = Levels { base: 0, step: 20 };
        assert!(!clear(&[400, 420, 400], 100, minor) && clear(&[400, 420, 400], 100, MAJOR));
        assert!(clear(&[400, 411, 400], 100, minor));
    }

    #[test]
    fn woods_and_towns_stand_an_interval_higher() {
        let _proof = proves(&["RRF-LAND-7"]);
        let land = drawn(
            r#"
            size = "2400 2400"
            areas = [
                "woods a: 400 0, 460 0, 460 400, 400 400",
                "town t: 1000 1000, 2000 1000, 2000 2000, 1000 2000",
                "woods deep: 0 1000, 600 1000, 600 1400, 0 1400",
                "woods low: 400 600, 460 600, 460 700, 400 700",
                "woods high: 400 800, 460 800, 460 900, 400 900",
            ]
            hills = [
                "2: 300 600, 360 600, 360 900, 300 900",
                "1: 400 600, 460 600, 460 700, 400 700",
                "2: 400 800, 460 800, 460 900, 400 900",
            ]"#,
        );
        let table = table(&land, &[]);
        let mut scratch = Scratch::new();
        let mut clear = |one: (i32, i32), other: (i32, i32)| {
            let (one, other) = (End::place(yards(one.0, one.1)), End::place(yards(other.0, other.1)));
            let clear = sees(&table, &mut scratch, one, other);
            assert_eq!(clear, sees(&table, &mut scratch, other, one));
            clear
        };
        // Both in the open, 180 yards apart, 60 yards of wood between.
        assert!(!clear((340, 200), (520, 200)));
        // In the town on equal ground, 30 yards apart.
        assert!(clear((1_500, 1_500), (1_530, 1_500)));
        // Up to 100 yards into the wood one stands in, and 200 between two that stand in it.
        assert!(clear((450, 200), (500, 200)), "out of the wood");
        assert!(clear((100, 1_200), (300, 1_200)) && !clear((100, 1_200), (301, 1_200)));
        assert!(clear((500, 1_200), (650, 1_200)), "100 yards of wood before an end that is in it");
        assert!(!clear((499, 1_200), (650, 1_200)), "and a yard more");
        assert!(
            clear((340, 650), (520, 650)),
            "who stands an interval above the wood's ground looks over it"
        );
        assert!(!clear((340, 850), (520, 850)), "who stands as high as its ground does not");
    }

    #[test]
    fn woods_and_rocks_make_a_shot_harder_each_once() {
        let _proof = proves(&["RRF-TERR-4", "RRF-TERR-6", "RRF-TERR-11"]);
        let land = drawn(
            r#"
            size = "2400 2400"
            areas = [
                "woods a: 400 0, 460 0, 460 400, 400 400",
                "rocks r: 600 0, 660 0, 660 400, 600 400",
                "orchard o: 700 0, 760 0, 760 400, 700 400",
                "marsh m: 800 0, 860 0, 860 400, 800 400",
            ]
            lines = ["creek c: 900 0, 900 400"]"#,
        );
        let table = table(&land, &[]);
        let mut scratch = Scratch::new();
        let mut cover = |from, to| {
            let Hindrance { woods, rocks, .. } =
                ground_cover(&table, &mut scratch, End::place(yards(from, 200)), End::place(yards(to, 200)));
            (woods, rocks)
        };
        assert_eq!(cover(300, 450), (true, false), "into the wood");
        assert_eq!(cover(450, 300), (true, false), "out of it from 50 yards deep");
        assert_eq!(cover(420, 300), (false, false), "out of it from its edge: 20 yards do not count");
        assert_eq!(cover(421, 300), (true, false));
        assert_eq!(cover(440, 500), (false, false));
        assert_eq!(cover(500, 630), (false, true), "into rocks");
        assert_eq!(cover(300, 690), (true, true), "through both");
        assert_eq!(cover(680, 1_000), (false, false), "orchard, marsh and creek change no fire");
        assert_eq!(cover(690, 730), (false, false));
        assert_eq!(cover(690, 830), (false, false));
    }

    #[test]
    fn a_barricade_near_the_target_covers_it_from_whichever_side() {
        let _proof = proves(&["RRF-BARR-7"]);
        let target = north(1, Union, 300, 300);
        let ahead = Barricade::before(1, target.pose, target.arm, 100);
        let behind = Barricade { line: 2, from: yards(240, 279), to: yards(360, 279) };
        let far = Barricade { line: 3, from: yards(240, 325), to: yards(360, 325) };
        let covered = |barricade: Barricade, from: Point, to: Point| {
            behind_barricade(&[barricade], from, to, &target.body).is_some()
        };
        assert!(covered(ahead, yards(300, 500), yards(300, 320)));
        assert!(!covered(ahead, yards(300, 100), yards(300, 280)), "the wall is behind it now");
        assert!(covered(behind, yards(300, 100), yards(300, 279)), "whoever stands behind it is covered");
        assert!(!covered(far, yards(300, 500), yards(300, 320)), "five yards are too far");
        assert_eq!((ahead.from, ahead.to), (yards(240, 321), yards(360, 321)));
    }
}
