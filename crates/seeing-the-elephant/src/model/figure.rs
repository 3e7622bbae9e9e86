//! Units as bodies on the table: their blocks, their stands, and how far they are apart (G-2 to G-5).

use super::ids::UnitId;
use super::position::Position;
use super::road::Lane;
use super::scenario::MOST_STANDS;
use super::state::{Formation, Troop};
use super::troops::Size;
use arrayvec::ArrayVec;
use ground::geometry::{Frame, Point};
use ground::table::heading::QUARTER;
use ground::table::{Body, Compass, Heading, Posed, Squared, Turn};

/// How far a core is drawn in on every side: neighbours shoulder to shoulder do not overlap.
pub const INSET: i32 = 12;

/// Within so little two stands touch (G-10).
pub const TOUCH: i32 = 50;

/// More than rounding moves a corner.
pub const ROUNDING: i32 = 8;

/// A tick: the finest turn of this game, in tenths of a degree (G-1).
pub const TICK: u16 = 25;

/// The headings of this game.
pub const TICKS: Compass = match Compass::every(TICK) {
    Some(compass) => compass,
    None => Compass::FINEST,
};

/// The bodies of a unit: one for formed troops, or two where the last rank is short; one for each loose stand.
pub type Bodies = ArrayVec<Body, MOST_STANDS>;

/// The corners of the bodies of a unit.
pub type Footprint = ArrayVec<Posed, MOST_STANDS>;

/// A way in which a unit stands or could stand: what its bodies follow from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stance {
    /// The middle of the front edge; of a square, its centre.
    pub anchor: Point,
    /// Which way it faces.
    pub facing: Heading,
    /// How it is drawn up; not in skirmish order.
    pub formation: Formation,
    /// How many stands.
    pub stands: u8,
    /// How many in a full rank.
    pub frontage: u8,
    /// How large each is.
    pub size: Size,
}

/// A circle that holds everything of a unit or of its way: whoever is far from it needs no closer look.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Round {
    /// The middle.
    pub middle: Point,
    /// No corner is farther from it.
    pub radius: i32,
}

impl Round {
    /// The circle round a body.
    #[must_use]
    pub const fn of(body: &Posed) -> Round {
        Round { middle: body.middle, radius: body.radius }
    }

    /// Whether two things can be so near, by their circles.
    #[must_use]
    pub fn is_within(self, other: Round, distance: i32) -> bool {
        let reach = i64::from(self.radius) + i64::from(other.radius) + i64::from(distance);
        self.middle.distance_squared(other.middle) <= reach * reach
    }

    /// The frame round it.
    #[must_use]
    pub const fn frame(self) -> Frame {
        let Round { middle: Point { x, y }, radius } = self;
        Frame { low: Point::new(x - radius, y - radius), high: Point::new(x + radius, y + radius) }
    }

    /// Whether all of it lies in a frame.
    #[must_use]
    pub const fn is_inside(self, frame: &Frame) -> bool {
        let Point { x, y } = self.middle;
        x - frame.low.x >= self.radius
            && frame.high.x - x >= self.radius
            && y - frame.low.y >= self.radius
            && frame.high.y - y >= self.radius
    }

    /// The circle of the same thing on its straight way from its middle to a point.
    #[must_use]
    pub fn joined(self, to: Point) -> Round {
        let middle = Point::new(self.middle.x.midpoint(to.x), self.middle.y.midpoint(to.y));
        let half = (self.middle.x - to.x).abs() / 2 + (self.middle.y - to.y).abs() / 2;
        Round { middle, radius: self.radius + half + 2 }
    }
}

impl Stance {
    /// A circle that holds it, about its anchor: no sine is needed for that.
    #[must_use]
    pub const fn round(&self) -> Round {
        let width = self.files() as i32 * self.size.frontage;
        Round { middle: self.anchor, radius: width / 2 + self.ranks() as i32 * self.size.depth + ROUNDING }
    }

    /// How a formed unit stands.
    #[must_use]
    pub const fn of(troop: &Troop, size: Size) -> Stance {
        Stance {
            anchor: troop.anchor,
            facing: troop.facing,
            formation: troop.formation,
            stands: troop.stands,
            frontage: troop.frontage,
            size,
        }
    }

    /// How many stands are side by side, never more than there are (G-3).
    #[must_use]
    pub const fn files(&self) -> u8 {
        let files = if self.frontage < self.stands { self.frontage } else { self.stands };
        if files == 0 { 1 } else { files }
    }

    /// How many ranks there are, the short one included.
    #[must_use]
    pub const fn ranks(&self) -> u8 {
        self.stands.div_ceil(self.files())
    }

    /// How long a side of a square is: a quarter of the stands, rounded up (G-3).
    const fn side_of_square(&self) -> i32 {
        self.stands.div_ceil(4) as i32 * self.size.frontage
    }

    /// The rectangle that holds all of it: what its centre is the middle of.
    #[must_use]
    pub const fn block(&self) -> Body {
        if matches!(self.formation, Formation::Square) {
            let side = self.side_of_square();
            return Body::centred(self.anchor, self.facing, side, side);
        }
        let width = self.files() as i32 * self.size.frontage;
        Body::fronting(self.anchor, self.facing, width, self.ranks() as i32 * self.size.depth)
    }

    /// The front rank alone, which traces a wheel.
    #[must_use]
    pub const fn front_rank(&self) -> Body {
        let width = self.files() as i32 * self.size.frontage;
        Body::fronting(self.anchor, self.facing, width, self.size.depth)
    }

    /// The middle of all.
    #[must_use]
    pub const fn centre(&self) -> Point {
        self.block().centre()
    }

    /// Its bodies: the full ranks, and the short one behind them, centred.
    pub fn bodies<const N: usize>(&self, out: &mut ArrayVec<Body, N>) {
        let block = self.block();
        let (files, rest) = (self.files(), self.stands % self.files());
        if matches!(self.formation, Formation::Square) || rest == 0 {
            out.push(block);
            return;
        }
        let full = (self.stands / files) as i32;
        out.push(Body { depth: full * self.size.depth, ..block });
        let behind = -2 * full * self.size.depth;
        out.push(block.part(0, behind, i32::from(rest) * self.size.frontage, self.size.depth));
    }

    /// A stand by its number, from the right of the front rank, rank by rank; in a square they are dealt to the
    /// front, right, rear and left face in turn (G-3).
    #[must_use]
    pub const fn stand(&self, number: u8) -> Body {
        let Size { frontage, depth } = self.size;
        if matches!(self.formation, Formation::Square) {
            let (face, place) = (number % 4, number / 4);
            let on_face = (self.stands + 3 - face) / 4;
            let facing = self.facing.turned(Turn::tenths(face as i32 * QUARTER as i32));
            let aside = (on_face as i32 - 1 - 2 * place as i32) * frontage;
            return Body::fronting(self.anchor, facing, frontage, depth).part(
                aside,
                self.side_of_square(),
                frontage,
                depth,
            );
        }
        let files = self.files();
        let (rank, file) = (number / files, number % files);
        let left = self.stands - rank * files;
        let in_rank = if left < files { left } else { files };
        let aside = (in_rank as i32 - 1 - 2 * file as i32) * frontage;
        self.block().part(aside, -2 * rank as i32 * depth, frontage, depth)
    }

    /// The stand with the colours: in the front rank, in the middle, counted from the right (G-3). Every unit of foot
    /// (STE-SCL-7) and horse (STE-SCL-8) has exactly one, for as long as it has a stand; guns measure from theirs but
    /// have none to lose (STE-SCL-9).
    #[must_use]
    pub const fn command_stand(&self) -> u8 {
        self.files() / 2
    }
}

impl<'a> Position<'a> {
    /// How a formed unit stands.
    #[inline]
    #[must_use]
    pub fn stance(self, unit: UnitId) -> Stance {
        Stance::of(self.troop(unit), self.size(unit))
    }

    /// The bodies of a unit.
    #[must_use]
    pub fn bodies(self, unit: UnitId) -> Bodies {
        let mut bodies = Bodies::new();
        if self.is_loose(unit) {
            let size = self.size(unit);
            let facing = self.troop(unit).facing;
            let stand =
                |place: &super::state::Place| Body::centred(place.0, facing, size.frontage, size.depth);
            bodies.extend(self.state.loose_of(unit).iter().map(stand));
        } else if let Some(lane) = self.lane(unit) {
            let (field, stance) = (&self.rules.table.field, self.stance(unit));
            bodies.extend((0..stance.ranks()).map(|rank| lane.rank(field, &stance, rank)));
        } else {
            self.stance(unit).bodies(&mut bodies);
        }
        bodies
    }

    /// A circle that holds all of a unit.
    #[must_use]
    #[inline]
    pub fn round(self, unit: UnitId) -> Round {
        self.layout(unit).map_or_else(|| self.round_anew(unit), |layout| layout.round(unit))
    }

    fn round_anew(self, unit: UnitId) -> Round {
        let size = self.size(unit);
        if self.is_loose(unit) {
            let places = self.state.loose_of(unit).iter().map(|place| place.0);
            let Some(Frame { low, high }) = Frame::around(places) else {
                return Round { middle: self.troop(unit).anchor, radius: 0 };
            };
            let middle = Point::new(low.x.midpoint(high.x), low.y.midpoint(high.y));
            let radius = (high.x - low.x + high.y - low.y) / 2 + size.frontage + size.depth + ROUNDING;
            return Round { middle, radius };
        }
        let stance = self.stance(unit);
        let round = stance.round();
        if self.troop(unit).road.is_none() {
            return round;
        }
        // on a road the ranks lie behind each other round its bends, a little apart.
        Round { radius: 2 * round.radius + stance.files() as i32 * size.frontage, ..round }
    }

    /// The corners of a unit's bodies.
    #[must_use]
    pub fn footprint(self, unit: UnitId) -> Footprint {
        match self.layout(unit) {
            Some(layout) => layout.footprint(unit, || self.footprint_anew(unit)),
            None => self.footprint_anew(unit),
        }
    }

    fn footprint_anew(self, unit: UnitId) -> Footprint {
        let mut out = Footprint::new();
        let troop = self.troop(unit);
        if troop.formation != Formation::Skirmish && troop.road.is_none() {
            // At most two, for which no room for loose stands is needed.
            let mut bodies: ArrayVec<Body, 2> = ArrayVec::new();
            self.stance(unit).bodies(&mut bodies);
            bodies.iter().for_each(|body| out.push(body.posed(INSET)));
        } else {
            self.bodies(unit).iter().for_each(|body| out.push(body.posed(INSET)));
        }
        out
    }

    /// The stands of a unit, by their numbers.
    #[must_use]
    pub fn stands(self, unit: UnitId) -> Bodies {
        if self.is_loose(unit) {
            return self.bodies(unit);
        }
        let stance = self.stance(unit);
        if let Some(lane) = self.lane(unit) {
            let files = stance.files();
            let Size { frontage, depth } = stance.size;
            return (0..stance.stands)
                .map(|number| {
                    let rank = lane.rank(&self.rules.table.field, &stance, number / files);
                    let aside = rank.width - (1 + 2 * i32::from(number % files)) * frontage;
                    rank.part(aside, depth, frontage, depth)
                })
                .collect();
        }
        (0..stance.stands).map(|number| stance.stand(number)).collect()
    }

    /// The road a column lies along, if it still stands where it came to by it.
    #[must_use]
    pub fn lane(self, unit: UnitId) -> Option<Lane> {
        let troop = self.troop(unit);
        let lane = troop.road?;
        let marches = matches!(troop.formation, Formation::Column | Formation::Limbered);
        let field = &self.rules.table.field;
        let first = || lane.rank(field, &self.stance(unit), 0);
        (marches && lane.front(field) == troop.anchor && first().heading == troop.facing).then_some(lane)
    }

    /// The middle of the stands' centres, rounded once (G-2).
    #[must_use]
    pub fn centroid(self, unit: UnitId) -> Point {
        middle_of(self.stands(unit).iter().map(Body::centre))
    }

    /// Where a unit's height is read: under the command stand of formed troops, in the middle of guns and skirmishers
    /// (M-5).
    #[must_use]
    pub fn station(self, unit: UnitId) -> Point {
        let stance = self.stance(unit);
        if self.is_loose(unit) || self.unit(unit).arm.is_artillery() {
            self.centroid(unit)
        } else {
            stance.stand(stance.command_stand()).centre()
        }
    }

    /// The level a unit is on (M-5).
    #[must_use]
    pub fn level(self, unit: UnitId) -> i16 {
        self.rules.table.relief.height(self.station(unit))
    }

    /// The square of the distance between two units: of the nearest two of their stands (G-5).
    #[must_use]
    pub fn gap(self, one: UnitId, other: UnitId) -> Squared {
        let (ours, theirs) = (self.footprint(one), self.footprint(other));
        gap_between(&ours, &theirs).unwrap_or(Squared::ZERO)
    }

    /// Whether two units are within a distance of each other, in mils.
    #[must_use]
    pub fn is_within(self, one: UnitId, other: UnitId, distance: i32) -> bool {
        if !self.round(one).is_within(self.round(other), distance) {
            return false;
        }
        let (ours, theirs) = (self.footprint(one), self.footprint(other));
        is_near(&ours, &theirs, distance)
    }

    /// Whether somebody's circle comes so near to that of one of these bodies: who is farther off needs no closer look.
    #[must_use]
    pub fn is_about(self, unit: UnitId, bodies: &[Posed], distance: i32) -> bool {
        let round = self.round(unit);
        bodies.iter().any(|body| Round::of(body).is_within(round, distance))
    }

    /// Whether two units touch (G-10).
    #[must_use]
    pub fn touches(self, one: UnitId, other: UnitId) -> bool {
        self.is_within(one, other, TOUCH)
    }

    /// Whether a unit is in contact with a formed enemy, or in a melee that goes on.
    #[must_use]
    pub fn is_in_contact(self, unit: UnitId) -> bool {
        if self.state.melees.iter().any(|melee| melee.attacker == unit || melee.defender == unit) {
            return true;
        }
        let round = self.round(unit);
        let mut ours = None;
        self.enemies(unit).any(|enemy| {
            self.is_formed(enemy) && round.is_within(self.round(enemy), TOUCH) && {
                let ours = ours.get_or_insert_with(|| self.footprint(unit));
                is_near(ours, &self.footprint(enemy), TOUCH)
            }
        })
    }
}

/// The middle of points, rounded once, halves away from zero (G-1, G-2).
pub fn middle_of(points: impl Iterator<Item = Point>) -> Point {
    let (mut east, mut north, mut count) = (0i64, 0i64, 0i64);
    for point in points {
        east += i64::from(point.x);
        north += i64::from(point.y);
        count += 1;
    }
    let rounded = |sum: i64| {
        let count = count.max(1);
        let size = (2 * sum.abs() + count) / (2 * count);
        (if sum < 0 { -size } else { size }) as i32
    };
    Point::new(rounded(east), rounded(north))
}

/// The square of the distance between two footprints; `None` if one has no bodies.
#[must_use]
pub fn gap_between(ours: &[Posed], theirs: &[Posed]) -> Option<Squared> {
    gap_below(ours, theirs, None)
}

/// The smaller of a distance and that between two footprints, both squared.
#[must_use]
pub fn gap_below(ours: &[Posed], theirs: &[Posed], most: Option<Squared>) -> Option<Squared> {
    let mut best = most;
    for our in ours {
        for their in theirs {
            // By the circles round both: whoever is plainly farther off than somebody else needs no closer look.
            if let Some(best) = best {
                let reach = i64::from(our.radius) + i64::from(their.radius) + i64::from(best.distance()) + 1;
                if our.middle.distance_squared(their.middle) > reach * reach {
                    continue;
                }
            }
            let gap = our.gap(their);
            best = Some(best.map_or(gap, |best| best.min(gap)));
        }
    }
    best
}

/// Whether two footprints are within a distance of each other.
#[must_use]
pub fn is_near(ours: &[Posed], theirs: &[Posed], distance: i32) -> bool {
    ours.iter().any(|our| theirs.iter().any(|their| our.is_within(their, distance)))
}

/// Whether two footprints overlap.
#[must_use]
pub fn overlap(ours: &[Posed], theirs: &[Posed]) -> bool {
    ours.iter().any(|our| theirs.iter().any(|their| our.overlaps(their)))
}

/// How far two footprints overlap, in mils: so far one would have to be moved at least. `None` if they do not.
#[must_use]
pub fn overlap_by(ours: &[Posed], theirs: &[Posed]) -> Option<i32> {
    let pairs = ours.iter().flat_map(|our| theirs.iter().map(move |their| (our, their)));
    pairs.filter(|(our, their)| our.overlaps(their)).map(|(our, their)| depth(our, their)).max()
}

/// How deep one body lies in another: the least overlap of their shadows, seen along the sides of both.
fn depth(our: &Posed, their: &Posed) -> i32 {
    let side = |outline: &[Point; 4], number: usize| (outline[number], outline[(number + 1) % 4]);
    let sides = (0..4).flat_map(|number| [side(&our.outline, number), side(&their.outline, number)]);
    let depths = sides.filter_map(|(from, to)| {
        let length = from.distance(to);
        let across = |point: Point| {
            let (x, y) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
            x * (i64::from(point.y) - i64::from(from.y)) - y * (i64::from(point.x) - i64::from(from.x))
        };
        let shadow = |outline: &[Point; 4]| {
            let all = outline.map(across);
            (all.into_iter().min().unwrap_or(0), all.into_iter().max().unwrap_or(0))
        };
        let (ours, theirs) = (shadow(&our.outline), shadow(&their.outline));
        let common = (ours.1 - theirs.0).min(theirs.1 - ours.0);
        (length > 0).then(|| (common / length) as i32)
    });
    depths.min().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    fn stance(formation: Formation, stands: u8, frontage: u8, size: Size) -> Stance {
        Stance {
            anchor: Point::new(20_000, 20_000),
            facing: Heading::NORTH,
            formation,
            stands,
            frontage,
            size,
        }
    }

    #[test]
    fn footprints_follow_from_stands() {
        let _proof = proves(&["STE-SCL-1", "T-STAND", "G-2"]);
        let line = stance(Formation::Line, 10, 10, Size::FOOT).block();
        assert_eq!((line.width, line.depth), (10_000, 750));
        let horse = stance(Formation::Line, 6, 6, Size::HORSE).block();
        assert_eq!((horse.width, horse.depth), (6_000, 1_000));
        let guns = stance(Formation::Unlimbered, 2, 2, Size::GUN).block();
        assert_eq!((guns.width, guns.depth), (2_000, 1_500));
    }

    #[test]
    fn a_short_rank_is_centred_behind_the_others() {
        let column = stance(Formation::Column, 5, 2, Size::FOOT);
        assert_eq!((column.files(), column.ranks()), (2, 3));
        let mut bodies = Bodies::new();
        column.bodies(&mut bodies);
        assert_eq!(bodies.len(), 2);
        assert_eq!((bodies[0].width, bodies[0].depth), (2_000, 1_500));
        assert_eq!(bodies[1].posed(0).outline[0], Point::new(20_500, 18_500));
        // Stands count from the right of the front; the last one stands alone in the middle.
        assert_eq!(column.stand(0).centre(), Point::new(20_500, 19_625));
        assert_eq!(column.stand(1).centre(), Point::new(19_500, 19_625));
        assert_eq!(column.stand(4).centre(), Point::new(20_000, 18_125));
        assert_eq!(column.command_stand(), 1);
    }

    #[test]
    fn a_square_faces_all_ways_round_its_centre() {
        let square = stance(Formation::Square, 10, 10, Size::FOOT);
        assert_eq!(square.block().width, 3_000);
        let facings: Vec<u16> = (0..4).map(|stand| square.stand(stand).heading.tenths()).collect();
        assert_eq!(facings, [0, 900, 1_800, 2_700]);
        // Three stands on the front and right face, two on the others.
        assert_eq!(square.stand(0).front(), Point::new(21_000, 21_500));
        assert_eq!(square.stand(4).front(), Point::new(20_000, 21_500));
        assert_eq!(square.stand(8).front(), Point::new(19_000, 21_500));
        assert_eq!(square.stand(2).front(), Point::new(19_500, 18_500));
    }

    #[test]
    fn fewer_stands_than_files_make_a_narrower_line() {
        let line = stance(Formation::Line, 3, 6, Size::FOOT);
        assert_eq!((line.files(), line.ranks(), line.block().width), (3, 1, 3_000));
    }

    #[test]
    fn the_colours_are_with_one_stand_of_the_front_as_long_as_there_is_a_stand() {
        let _proof = proves(&["STE-SCL-7", "STE-SCL-8"]);
        for (formation, size) in [(Formation::Line, Size::FOOT), (Formation::Column, Size::HORSE)] {
            for stands in 1..=32 {
                let unit =
                    stance(formation, stands, if formation == Formation::Column { 2 } else { 8 }, size);
                assert!(unit.command_stand() < unit.files(), "in the front rank");
            }
        }
        assert_eq!(stance(Formation::Line, 10, 10, Size::FOOT).command_stand(), 5);
        assert_eq!(stance(Formation::Line, 1, 10, Size::FOOT).command_stand(), 0);
    }

    #[test]
    fn an_overlap_is_as_deep_as_the_shortest_way_out() {
        let body = |x, y, heading| Body::fronting(Point::new(x, y), heading, 4_000, 750).posed(INSET);
        let line = [body(20_000, 20_000, Heading::NORTH)];
        assert_eq!(overlap_by(&line, &[body(23_500, 20_000, Heading::NORTH)]), Some(500), "side by side");
        assert_eq!(overlap_by(&line, &[body(20_000, 19_500, Heading::NORTH)]), Some(250), "behind it");
        assert_eq!(overlap_by(&line, &[body(21_600, 20_000, Heading::EAST)]), Some(1_150), "crosswise");
        assert_eq!(overlap_by(&line, &[body(24_000, 20_000, Heading::NORTH)]), None);
    }

    #[test]
    fn the_middle_of_points_is_rounded_once() {
        let points = [Point::new(0, 0), Point::new(1, -1)];
        assert_eq!(middle_of(points.into_iter()), Point::new(1, -1), "halves away from zero");
    }
}
