//! Columns that lie along a road, rank behind rank.

use super::figure::{Stance, TICKS};
use super::position::Position;
use super::terrain::ROAD;
use engine::flat::List;
use ground::geometry::Point;
use ground::table::{Body, FeatureId, Field, Leg, meet};
use serde::{Deserialize, Serialize};

/// Along so many roads at most, besides the one that its front is on, the ranks of a column lie.
const MOST_JOINTS: usize = 4;

/// Where on a road the front of a column is, and which way it goes.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Lane {
    /// The number of the road among the features of the ground.
    pub road: u16,
    /// How far from the beginning of the road, in mils.
    pub distance: i32,
    /// Whether it goes toward that beginning.
    pub back: bool,
    /// The junctions it came by, as far as its ranks reach, the last one first.
    joints: List<Joint, MOST_JOINTS>,
}

/// Where a column went from one road to another.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Joint {
    /// Where on the newer road.
    joined: i32,
    /// The road it came by.
    road: u16,
    /// Where on that.
    left: i32,
    /// Whether it went toward the beginning of that.
    back: bool,
}

/// A stretch of a road: its ends, how far from the beginning of the road it starts, and how long it is in whole mils,
/// rounded down.
struct Stretch {
    from: Point,
    to: Point,
    start: i32,
    length: i32,
}

impl Stretch {
    /// How far from the beginning of the road the place of this stretch is that is nearest to a point.
    fn nearest(&self, point: Point) -> i32 {
        let (from, to) = (self.from, self.to);
        let (east, north) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
        let (x, y) = (i64::from(point.x) - i64::from(from.x), i64::from(point.y) - i64::from(from.y));
        let along = (x * east + y * north) / i64::from(self.length);
        self.start + along.clamp(0, i64::from(self.length)) as i32
    }
}

fn stretches(field: &Field, road: FeatureId) -> impl Iterator<Item = Stretch> + '_ {
    let starts = field.starts_of(road).windows(2);
    field.sides_of(road).iter().zip(starts).map(|(side, starts)| Stretch {
        from: side.from,
        to: side.to,
        start: starts[0],
        length: starts[1] - starts[0],
    })
}

/// The last stretch that begins at most so far along a road, or its first.
fn stretch_at(field: &Field, road: FeatureId, distance: i32) -> Option<Stretch> {
    let starts = field.starts_of(road);
    let sides = field.sides_of(road);
    let number = starts[..sides.len()].partition_point(|start| *start <= distance).saturating_sub(1);
    let side = sides.get(number)?;
    let start = starts[number];
    Some(Stretch { from: side.from, to: side.to, start, length: starts[number + 1] - start })
}

/// How long a road is.
fn length(field: &Field, road: FeatureId) -> i32 {
    field.starts_of(road).last().copied().unwrap_or(0)
}

/// A place of a road, rounded once; where it has ended, straight on.
fn place(field: &Field, road: FeatureId, distance: i32) -> Point {
    let here = stretch_at(field, road, distance);
    let Some(Stretch { from, to, start, length }) = here else { return Point::new(0, 0) };
    let along = i64::from(distance - start);
    let part = |from: i32, to: i32| {
        let value = (i64::from(to) - i64::from(from)) * along;
        let size = (2 * value.abs() + i64::from(length)) / (2 * i64::from(length));
        from + (if value < 0 { -size } else { size }) as i32
    };
    Point::new(part(from.x, to.x), part(from.y, to.y))
}

impl Lane {
    /// The lane of a column that stands so, if its front is near a road: the nearest one, the way it faces (G-12).
    #[must_use]
    pub fn near(at: Position<'_>, stance: &Stance, within: i32) -> Option<Lane> {
        let field = &at.rules.table.field;
        let (side, _) = field.nearest_side(&[stance.anchor], ROAD, within)?;
        let road = side.feature;
        let stretch =
            stretches(field, road).find(|stretch| stretch.from == side.from && stretch.to == side.to)?;
        let (east, north) =
            (i64::from(side.to.x) - i64::from(side.from.x), i64::from(side.to.y) - i64::from(side.from.y));
        let ahead = Leg::new(Point::new(0, 0), stance.facing, 10_000).to;
        let back = i64::from(ahead.x) * east + i64::from(ahead.y) * north < 0;
        Some(Lane { road: road.0, distance: stretch.nearest(stance.anchor), back, joints: List::default() })
    }

    /// The lane on another road of a column whose front is near it; it came by this one, if by any. `None`
    /// where that road is farther off, or where the ranks of so long a column would lie along too many.
    #[must_use]
    pub fn joined(
        field: &Field,
        came_by: Option<Lane>,
        front: Point,
        (road, back): (u16, bool),
        within: i32,
        long: i32,
    ) -> Option<Lane> {
        let id = FeatureId(road);
        let near = |stretch: &Stretch| {
            let nearest = meet::nearest(&[stretch.from, stretch.to], &[front])?;
            nearest.squared.is_within(within).then_some((nearest.squared, stretch.start))
        };
        let (_, start) = stretches(field, id).filter_map(|stretch| near(&stretch)).min()?;
        let distance = stretches(field, id).find(|stretch| stretch.start == start)?.nearest(front);
        let mut joints = List::default();
        if let Some(old) = came_by {
            joints.push(Joint { joined: distance, road: old.road, left: old.distance, back: old.back });
            // Roads that the last rank has left are forgotten.
            let mut reach = 0;
            let mut here = old.distance;
            for joint in old.joints.iter() {
                reach += (here - joint.joined).abs();
                if reach >= long {
                    break;
                }
                if joints.lacks_room(1) {
                    return None;
                }
                joints.push(*joint);
                here = joint.left;
            }
        }
        Some(Lane { road, distance, back, joints })
    }

    /// Other roads that this one meets ahead, within a distance of its front: how far ahead, and which. Only where one
    /// of the two bends or ends: what is worth offering, not all that is legal.
    #[must_use]
    pub fn junctions(self, field: &Field, ahead: i32, within: i32) -> Vec<(i32, u16)> {
        let mut found = Vec::new();
        let frame = |road| field.frame_of(road).map(|frame| frame.grown(within.max(0)));
        // Whatever meets the road no farther ahead is no farther off, but for lengths that are rounded down.
        let rounding = field.sides_of(self.id()).len() as i64 + 8;
        let far = i64::from(ahead.max(0)) + i64::from(within.max(0)) + rounding;
        let front = self.front(field);
        let Some(own) = frame(self.id()) else { return found };
        let others = field.features().filter(|&id| id != self.id() && field.kinds(id).intersects(ROAD));
        for other in others {
            let Some(theirs) = frame(other) else { continue };
            if !own.touches(&theirs) {
                continue;
            }
            let corners = |road| field.sides_of(road).iter().flat_map(|side| [side.from, side.to]);
            let of_others = corners(other).map(|corner| (corner, self.id(), &own));
            let of_own = corners(self.id()).map(|corner| (corner, other, &theirs));
            // A corner of the one lies on it: whether the other is near is all there is to ask.
            for (corner, road, frame) in of_others.chain(of_own) {
                let meets = || {
                    let sides = field.sides_of(road).iter();
                    sides.into_iter().any(|side| meet::gap_within(&[side.from, side.to], &[corner], within))
                };
                if front.distance_squared(corner) > far * far || !frame.contains(corner) || !meets() {
                    continue;
                }
                let road = (self.road, self.back);
                let Some(there) = Lane::joined(field, None, corner, road, within, 0) else { continue };
                let way =
                    if self.back { self.distance - there.distance } else { there.distance - self.distance };
                if (0..=ahead).contains(&way) && !found.contains(&(way, other.0)) {
                    found.push((way, other.0));
                }
            }
        }
        found.sort_unstable();
        found
    }

    const fn id(self) -> FeatureId {
        FeatureId(self.road)
    }

    /// So far on.
    #[must_use]
    pub const fn on(self, distance: i32) -> Lane {
        let distance = if self.back { self.distance - distance } else { self.distance + distance };
        Lane { distance, ..self }
    }

    /// The same lane, the other way round, for a column so long: by the roads it came by.
    #[must_use]
    pub fn about(self, long: i32) -> Lane {
        let (rear, passed) = self.behind(long);
        let mut joints = List::default();
        let mut newer = (self.road, self.back);
        for joint in self.joints.iter().take(passed) {
            joints.push(Joint { joined: joint.left, road: newer.0, left: joint.joined, back: !newer.1 });
            newer = (joint.road, joint.back);
        }
        joints.as_mut_slice().reverse();
        Lane { back: !rear.back, joints, ..rear }
    }

    /// The place so far behind the front, on the road that the column came by there, and how many junctions lie
    /// between.
    fn behind(self, far: i32) -> (Lane, usize) {
        let mut here = Lane { joints: List::default(), ..self };
        let mut left = far;
        for (passed, joint) in self.joints.iter().enumerate() {
            let on_this = (here.distance - joint.joined).abs();
            if left <= on_this {
                return (here.on(-left), passed);
            }
            left -= on_this;
            here = Lane { road: joint.road, distance: joint.left, back: joint.back, ..here };
        }
        (here.on(-left), self.joints.len())
    }

    /// The place of the front.
    #[must_use]
    pub fn front(self, field: &Field) -> Point {
        place(field, self.id(), self.distance)
    }

    /// How far the road goes on in one straight stretch; nothing at its end.
    #[must_use]
    pub fn straight(self, field: &Field) -> i32 {
        let inside = |stretch: &Stretch| {
            if self.back {
                stretch.start < self.distance && self.distance <= stretch.start + stretch.length
            } else {
                stretch.start <= self.distance && self.distance < stretch.start + stretch.length
            }
        };
        let Some(stretch) = stretches(field, self.id()).find(inside) else { return 0 };
        if self.back { self.distance - stretch.start } else { stretch.start + stretch.length - self.distance }
    }

    /// How far the road goes on at all.
    #[must_use]
    pub fn left(self, field: &Field) -> i32 {
        if self.back { self.distance } else { length(field, self.id()) - self.distance }
    }

    /// A rank of a column whose front is here: its centre midway between the places of its front and rear, facing from
    /// the one to the other.
    #[must_use]
    pub fn rank(self, field: &Field, stance: &Stance, rank: u8) -> Body {
        let depth = stance.size.depth;
        let front = self.behind(i32::from(rank) * depth).0.front(field);
        let rear = self.behind((i32::from(rank) + 1) * depth).0.front(field);
        let facing = TICKS.bearing(rear, front).unwrap_or(stance.facing);
        let middle = super::figure::middle_of([front, rear].into_iter());
        let files = stance.files();
        let in_rank = files.min(stance.stands.saturating_sub(rank * files)).max(1);
        Body::centred(middle, facing, i32::from(in_rank) * stance.size.frontage, depth)
    }
}
