//! Rectangles of troops: where they stand, which way they face, and their corners on the table.

use super::heading::{Heading, Turn, Vector, whole};
use super::meet::{self, Squared};
use super::{BOUND, in_bounds};
use crate::geometry::Point;

/// The longest side of a body.
pub const LARGEST: i32 = 1 << 17;
/// The shortest side of a body: with less, rounding its corners could fold it.
pub const SMALLEST: i32 = 4;

/// Numbers of the corners of an outline, which runs counter-clockwise.
pub mod corner {
    /// Right end of the front.
    pub const FRONT_RIGHT: usize = 0;
    /// Left end of the front.
    pub const FRONT_LEFT: usize = 1;
    /// Left end of the rear.
    pub const REAR_LEFT: usize = 2;
    /// Right end of the rear.
    pub const REAR_RIGHT: usize = 3;
}

/// A rectangle that faces somewhere, held by one point.
///
/// Games hold it where it suits them: by the middle of the front ([`Body::fronting`]), by its centre
/// ([`Body::centred`]), or, for a stand of a unit, by the unit's own anchor ([`Body::part`]). All corners are worked
/// out from that point.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Body {
    /// The point that holds it.
    pub anchor: Point,
    /// Which way it faces.
    pub heading: Heading,
    /// How far the middle of its front lies to the right of the anchor, in half units.
    pub aside: i32,
    /// How far the middle of its front lies ahead of the anchor, in half units.
    pub ahead: i32,
    /// From left to right.
    pub width: i32,
    /// From front to rear.
    pub depth: i32,
}

impl Body {
    /// A body held by the middle of its front.
    pub const fn fronting(anchor: Point, heading: Heading, width: i32, depth: i32) -> Self {
        Self { anchor, heading, aside: 0, ahead: 0, width, depth }
    }

    /// A body held by its centre.
    pub const fn centred(anchor: Point, heading: Heading, width: i32, depth: i32) -> Self {
        Self { anchor, heading, aside: 0, ahead: depth, width, depth }
    }

    /// A body of another size, held by the same anchor: a stand of a unit, a rank of it. The middle of its front lies
    /// so many half units to the right of the anchor and ahead of it. Neighbours share their corners exactly.
    pub const fn part(&self, aside: i32, ahead: i32, width: i32, depth: i32) -> Self {
        Self { anchor: self.anchor, heading: self.heading, aside, ahead, width, depth }
    }

    /// The door: whether the body is on a table and of a size the arithmetic is made for.
    pub const fn is_sound(&self) -> bool {
        const fn between(low: i32, value: i32, high: i32) -> bool {
            low <= value && value <= high
        }
        in_bounds(self.anchor)
            && between(SMALLEST, self.width, LARGEST)
            && between(SMALLEST, self.depth, LARGEST)
            && between(-2 * LARGEST, self.aside, 2 * LARGEST)
            && between(-2 * LARGEST, self.ahead, 2 * LARGEST)
    }

    /// The place so many half units to the right of the anchor and ahead of it.
    pub const fn spot(&self, aside: i32, ahead: i32) -> Point {
        spot(self.anchor, self.heading.vector(), aside as i64, ahead as i64)
    }

    /// The middle of its front.
    pub const fn front(&self) -> Point {
        self.spot(self.aside, self.ahead)
    }

    /// The middle of the rectangle.
    pub const fn centre(&self) -> Point {
        self.spot(self.aside, self.ahead - self.depth)
    }

    /// The body moved along a direction, facing as before.
    pub const fn moved(&self, direction: Heading, distance: i32) -> Self {
        Self { anchor: Leg::new(self.anchor, direction, distance).to, ..*self }
    }

    /// The body turned to a heading so that the place so many half units to the right of its anchor and ahead of it
    /// lies on a given point. The anchor is rounded once.
    pub const fn laid(&self, aside: i32, ahead: i32, on: Point, heading: Heading) -> Self {
        let anchor = spot(on, heading.vector(), -(aside as i64), -(ahead as i64));
        Self { anchor, heading, ..*self }
    }

    /// The body turned about its centre.
    pub const fn turned(&self, turn: Turn) -> Self {
        self.laid(self.aside, self.ahead - self.depth, self.centre(), self.heading.turned(turn))
    }

    /// The corners of its outline alone.
    pub const fn outline(&self) -> [Point; 4] {
        let (width, depth) = (self.width as i64, self.depth as i64);
        corners(
            self.anchor,
            self.heading.vector(),
            self.aside as i64,
            self.ahead as i64 - depth,
            width,
            depth,
        )
    }

    /// Its corners on the table. `inset` is how far its core is drawn in on every side.
    pub const fn posed(&self, inset: i32) -> Posed {
        let vector = self.heading.vector();
        let (aside, ahead) = (self.aside as i64, self.ahead as i64);
        let (width, depth) = (self.width as i64, self.depth as i64);
        let (across, along) = (drawn_in(width, inset as i64), drawn_in(depth, inset as i64));
        let middle = ahead - depth;
        Posed {
            outline: corners(self.anchor, vector, aside, middle, width, depth),
            core: corners(self.anchor, vector, aside, middle, across, along),
            middle: spot(self.anchor, vector, aside, middle),
            radius: radius(width, depth),
        }
    }
}

/// What is left of a side that is drawn in at both ends; nothing where less would be left than rounding needs.
const fn drawn_in(side: i64, inset: i64) -> i64 {
    let left = side - 2 * inset;
    if left < SMALLEST as i64 { 0 } else { left }
}

/// The corners of a rectangle whose middle lies so many half units aside and ahead.
#[inline]
const fn corners(
    anchor: Point,
    vector: Vector,
    aside: i64,
    middle: i64,
    width: i64,
    depth: i64,
) -> [Point; 4] {
    // What each side adds to a place is worked out once: a corner is the sum of two.
    let (right, left) = (aside + width, aside - width);
    let (front, rear) = (middle + depth, middle - depth);
    let (right, left) = ((right * vector.y, -right * vector.x), (left * vector.y, -left * vector.x));
    let (front, rear) = ((front * vector.x, front * vector.y), (rear * vector.x, rear * vector.y));
    // No offset is longer than the sum of its parts: with that to spare no corner can lie beyond the rim.
    let far = aside.abs() + middle.abs() + width + depth;
    if in_bounds(anchor) && far <= BOUND as i64 {
        const fn corner(anchor: Point, one: (i64, i64), other: (i64, i64)) -> Point {
            Point::new(anchor.x + whole(one.0 + other.0), anchor.y + whole(one.1 + other.1))
        }
        return [
            corner(anchor, right, front),
            corner(anchor, left, front),
            corner(anchor, left, rear),
            corner(anchor, right, rear),
        ];
    }
    const fn corner(anchor: Point, one: (i64, i64), other: (i64, i64)) -> Point {
        placed(anchor, whole(one.0 + other.0), whole(one.1 + other.1))
    }
    [
        corner(anchor, right, front),
        corner(anchor, left, front),
        corner(anchor, left, rear),
        corner(anchor, right, rear),
    ]
}

/// A place seen from another, in half units. What would lie far off every table stays at its rim.
#[inline]
const fn spot(from: Point, vector: Vector, aside: i64, ahead: i64) -> Point {
    let (east, north) = vector.offset(aside, ahead);
    placed(from, east, north)
}

/// So far from a place, at most at the rim.
#[inline]
const fn placed(from: Point, east: i32, north: i32) -> Point {
    const RIM: i64 = 2 * BOUND as i64;
    const fn kept(value: i64) -> i32 {
        (if value > RIM {
            RIM
        } else if value < -RIM {
            -RIM
        } else {
            value
        }) as i32
    }
    Point::new(kept(from.x as i64 + east as i64), kept(from.y as i64 + north as i64))
}

/// At least half the diagonal, with two units for rounding. No root is taken: it only saves closer looks.
const fn radius(width: i64, depth: i64) -> i32 {
    let (long, short) = if width > depth { (width, depth) } else { (depth, width) };
    ((long + short * 27_147 / 65_536) / 2 + 3) as i32
}

/// A body's corners, counter-clockwise from the right end of its front ([`corner`]).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Posed {
    /// The rectangle.
    pub outline: [Point; 4],
    /// The rectangle drawn in on every side; a body too thin for that has one without inner points.
    pub core: [Point; 4],
    /// The middle of the rectangle.
    pub middle: Point,
    /// No corner is farther from the middle.
    pub radius: i32,
}

impl Posed {
    /// Do the cores of the two have inner points in common?
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.is_near(other, 0) && meet::overlap(&self.core, &other.core)
    }

    /// Is the gap between the outlines at most so large?
    #[inline]
    pub fn is_within(&self, other: &Self, distance: i32) -> bool {
        self.is_near(other, distance) && meet::gap_within(&self.outline, &other.outline, distance)
    }

    /// The square of the gap between the outlines.
    pub fn gap(&self, other: &Self) -> Squared {
        let gap =
            if self.is_near(other, 0) { meet::gap } else { meet::gap_apart }(&self.outline, &other.outline);
        // Outlines have corners, so there is a gap.
        gap.unwrap_or(Squared::ZERO)
    }

    /// Whether the gap can be so small, by the circles round both.
    #[inline]
    fn is_near(&self, other: &Self, distance: i32) -> bool {
        let reach = i64::from(self.radius) + i64::from(other.radius) + i64::from(distance);
        self.middle.distance_squared(other.middle) <= reach * reach
    }

    /// The two ends of the front: left, right.
    pub const fn front(&self) -> (Point, Point) {
        (self.outline[corner::FRONT_LEFT], self.outline[corner::FRONT_RIGHT])
    }
}

/// A straight way between two points.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Leg {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// How long it is called, which is what places on it are counted in: a length by which somebody moved, not the
    /// root of a square.
    pub length: i32,
}

impl Leg {
    /// So far in a direction.
    pub const fn new(from: Point, direction: Heading, length: i32) -> Self {
        Self { from, to: spot(from, direction.vector(), 0, 2 * length as i64), length }
    }

    /// The place after so much of its length, rounded once; beyond its end, its end.
    pub const fn at(&self, way: i32) -> Point {
        if way >= self.length {
            return self.to;
        }
        const fn along(from: i32, to: i32, way: i32, length: i32) -> i32 {
            let value = (to as i64 - from as i64) * way as i64;
            let size = (2 * value.abs() + length as i64) / (2 * length as i64);
            from + (if value < 0 { -size } else { size }) as i32
        }
        let way = if way < 0 { 0 } else { way };
        Point::new(
            along(self.from.x, self.to.x, way, self.length),
            along(self.from.y, self.to.y, way, self.length),
        )
    }
}

/// Left or right.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Hand {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

/// A body that turns about the inner end of its front, tick by tick. Every tick is worked out from the start, so no
/// error adds up.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Wheel {
    body: Body,
    hand: Hand,
    tick: u16,
    pivot: Point,
}

impl Wheel {
    /// A wheel to a hand, so many tenths of a degree a tick.
    pub const fn new(body: Body, hand: Hand, tick: u16) -> Self {
        let inner = Self::inner(&body, hand);
        Self { body, hand, tick, pivot: body.spot(inner, body.ahead) }
    }

    const fn inner(body: &Body, hand: Hand) -> i32 {
        match hand {
            Hand::Left => body.aside - body.width,
            Hand::Right => body.aside + body.width,
        }
    }

    /// The end of the front about which it turns.
    pub const fn pivot(&self) -> Point {
        self.pivot
    }

    /// The body after so many ticks.
    pub const fn at(&self, ticks: u16) -> Body {
        if ticks == 0 {
            return self.body;
        }
        let tenths = self.tick as i32 * ticks as i32;
        let turn = Turn::tenths(match self.hand {
            Hand::Left => -tenths,
            Hand::Right => tenths,
        });
        let heading = self.body.heading.turned(turn);
        self.body.laid(Self::inner(&self.body, self.hand), self.body.ahead, self.pivot, heading)
    }
}
