//! What lies along a straight line: where it enters and leaves each area, and where it meets lines.

use std::cell::OnceCell;
use std::cmp::Ordering;

use super::field::{FeatureId, Field, Side};
use super::kinds::Kinds;
use super::wide;
use crate::geometry::{Point, on_segment, turn};

/// A place on a line: an exact fraction of its length, from 0 to 1.
#[derive(Copy, Clone, Debug)]
pub struct Share {
    above: i64,
    /// Positive.
    below: i64,
}

impl Share {
    /// The beginning of the line.
    pub const START: Self = Self { above: 0, below: 1 };
    /// The end of the line.
    pub const END: Self = Self { above: 1, below: 1 };

    fn new(above: i64, below: i64) -> Self {
        if below < 0 { Self { above: -above, below: -below } } else { Self { above, below } }
    }

    /// Above and below the line of the fraction.
    pub const fn fraction(self) -> (i64, i64) {
        (self.above, self.below)
    }

    fn is_on_line(self) -> bool {
        0 <= self.above && self.above <= self.below
    }
}

impl PartialEq for Share {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Share {}

impl PartialOrd for Share {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Share {
    fn cmp(&self, other: &Self) -> Ordering {
        let product = |above: i64, below: i64| i128::from(above) * i128::from(below);
        product(self.above, other.below).cmp(&product(other.above, self.below))
    }
}

/// A part of a line that lies in an area, border included, or on a line.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// In what.
    pub feature: FeatureId,
    /// What that is.
    pub kinds: Kinds,
    /// Where it begins.
    pub enter: Share,
    /// Where it ends; the same where a single point is touched.
    pub leave: Share,
}

impl Stretch {
    /// Is there more of it than an end of the line?
    pub fn is_between_ends(&self) -> bool {
        self.leave > Share::START && self.enter < Share::END
    }
}

/// What lies along a line. Kept by who asks and used again and again: it keeps its memory.
///
/// The line runs from the end that compares smaller to the other, whichever way it was asked for, so that everything is
/// the same from both ends.
#[derive(Clone, Debug)]
pub struct Walk {
    from: Point,
    to: Point,
    /// The length scaled by 2²⁰, rounded down.
    length: OnceCell<u128>,
    stretches: Vec<Stretch>,
    contacts: Vec<Contact>,
    held: Vec<FeatureId>,
}

/// Where the line meets a side.
#[derive(Copy, Clone, Debug)]
struct Contact {
    feature: FeatureId,
    /// The side's number: it may pass through several cells and be met in each.
    side: u32,
    kinds: Kinds,
    at: Share,
    /// How far the side runs along the line from there.
    until: Share,
    /// The side passes from one side of a line just to the left of this one to the other; and just to the right.
    left: bool,
    right: bool,
}

impl Default for Walk {
    fn default() -> Self {
        Self::new()
    }
}

impl Walk {
    /// Ready for the first line.
    pub const fn new() -> Self {
        let origin = Point::new(0, 0);
        Self {
            from: origin,
            to: origin,
            length: OnceCell::new(),
            stretches: Vec::new(),
            contacts: Vec::new(),
            held: Vec::new(),
        }
    }

    /// The end of the line that compares smaller, from which places on it are counted.
    pub const fn from(&self) -> Point {
        self.from
    }

    /// The other end.
    pub const fn to(&self) -> Point {
        self.to
    }

    /// The stretches, feature by feature and along the line.
    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// A place on the line in whole units from its beginning, rounded down.
    pub fn whole(&self, share: Share) -> i32 {
        let above = u128::from(share.above.unsigned_abs());
        let below = u128::from(share.below.unsigned_abs());
        let fine = above * self.length() / below;
        // The root was rounded down, and so was this: the truth is less than two of these parts more.
        let (low, high) = (fine >> 20, (fine + 2) >> 20);
        if low == high {
            return low as i32;
        }
        let squared = u128::from(self.from.distance_squared(self.to).unsigned_abs());
        // At the border of two whole numbers the squares decide.
        let reaches =
            wide::compare((high * high, below * below), (above * above, squared)) != Ordering::Greater;
        (if reaches { high } else { low }) as i32
    }

    /// The stretches in some classes as whole units from the beginning, joined where they touch or overlap, in order.
    pub fn joined(&self, wanted: Kinds, out: &mut Vec<(i32, i32)>) {
        out.clear();
        let fitting = self.stretches.iter().filter(|stretch| stretch.kinds.intersects(wanted));
        out.extend(fitting.map(|stretch| (self.whole(stretch.enter), self.whole(stretch.leave))));
        out.sort_unstable();
        let mut kept: usize = 0;
        for number in 0..out.len() {
            let (enter, leave) = out[number];
            match kept.checked_sub(1).map(|last| &mut out[last]) {
                Some(last) if enter <= last.1 => last.1 = last.1.max(leave),
                _ => {
                    out[kept] = (enter, leave);
                    kept += 1;
                }
            }
        }
        out.truncate(kept);
    }

    /// Is the gap between two places on the line at most so long?
    pub(super) fn apart_at_most(&self, one: Share, other: Share, distance: i32) -> bool {
        let (one, other) = if one <= other { (one, other) } else { (other, one) };
        let product = |above: i64, below: i64| i128::from(above) * i128::from(below);
        let above = (product(other.above, one.below) - product(one.above, other.below)).unsigned_abs();
        let below = product(one.below, other.below).unsigned_abs();
        // above / below * length <= distance, without the root: multiplied out and squared.
        let squared = u128::from(self.from.distance_squared(self.to).unsigned_abs());
        let allowed = u128::from(distance.max(0).unsigned_abs());
        wide::fraction_squared_at_most(above, below, squared, allowed)
    }

    /// How long it is, in parts of 2²⁰: a root that is taken when it is asked for, as few walks are measured.
    fn length(&self) -> u128 {
        let squared = || u128::from(self.from.distance_squared(self.to).unsigned_abs());
        *self.length.get_or_init(|| (squared() << 40).isqrt())
    }

    fn begin(&mut self, from: Point, to: Point) {
        (self.from, self.to) = if from <= to { (from, to) } else { (to, from) };
        self.length = OnceCell::new();
        self.stretches.clear();
        self.contacts.clear();
        self.held.clear();
    }

    /// Where the line meets a side, if it does.
    fn meet(&mut self, side: &Side) {
        let (from, to) = (self.from, self.to);
        if from == to && !on_segment(side.from, side.to, from) {
            return;
        }
        let (begins, ends) = (turn(from, to, side.from), turn(from, to, side.to));
        if (begins > 0 && ends > 0) || (begins < 0 && ends < 0) {
            return;
        }
        let (at, until) = if begins == 0 && ends == 0 {
            let whole = from.distance_squared(to).max(1);
            let along = |point: Point| Share { above: dot(from, to, point), below: whole };
            let (one, other) = (along(side.from), along(side.to));
            let (first, last) = (one.min(other).max(Share::START), one.max(other).min(Share::END));
            if first > last {
                return;
            }
            (first, last)
        } else {
            let at = Share::new(turn(from, side.from, side.to), ends - begins);
            if !at.is_on_line() {
                return;
            }
            (at, at)
        };
        let (left, right) = ((begins > 0) != (ends > 0), (begins >= 0) != (ends >= 0));
        let Side { feature, kinds, number, .. } = *side;
        self.contacts.push(Contact { feature, side: number, kinds, at, until, left, right });
    }

    /// Adds a stretch, or makes the last one longer.
    fn add(&mut self, feature: FeatureId, kinds: Kinds, enter: Share, leave: Share) {
        match self.stretches.last_mut() {
            Some(last) if last.feature == feature && enter <= last.leave => {
                last.leave = last.leave.max(leave);
            }
            _ => self.stretches.push(Stretch { feature, kinds, enter, leave }),
        }
    }
}

impl Field {
    /// Finds what of some classes lies along a straight line, ends included.
    pub fn walk(&self, from: Point, to: Point, wanted: Kinds, walk: &mut Walk) {
        walk.begin(from, to);
        let cells = self.cells();
        cells.along(walk.from, walk.to, |cell| {
            if !cells.drawn(cell).intersects(wanted) {
                return;
            }
            for side in cells.sides(cell) {
                if side.kinds.intersects(wanted) {
                    walk.meet(side);
                }
            }
        });
        walk.held.extend(self.areas_at(walk.from, wanted));
        walk.held.sort_unstable();
        let place = |contact: &Contact| (contact.feature, contact.at, contact.side);
        walk.contacts.sort_unstable_by_key(place);
        walk.contacts.dedup_by_key(|contact| contact.side);
        self.link(walk);
    }

    /// Makes stretches of the places where the line meets sides.
    fn link(&self, walk: &mut Walk) {
        let mut next = 0;
        let mut holding = 0;
        loop {
            let held = walk.held.get(holding).copied();
            let met = walk.contacts.get(next).map(|contact| contact.feature);
            match (held, met) {
                (None, None) => return,
                // An area that holds the beginning and whose border is never met holds all of it.
                (Some(held), met) if met.is_none_or(|met| held < met) => {
                    walk.add(held, self.kinds(held), Share::START, Share::END);
                    holding += 1;
                }
                (held, Some(met)) => {
                    let holds = held == Some(met);
                    holding += usize::from(holds);
                    next = self.link_one(walk, next, holds);
                }
                (Some(_), None) => holding += 1,
            }
        }
    }

    /// The stretches of the feature whose first contact has this number; the number of the next feature's first.
    fn link_one(&self, walk: &mut Walk, first: usize, holds: bool) -> usize {
        let Contact { feature, kinds, at, .. } = walk.contacts[first];
        let (mut left, mut right) = match self.is_area(feature) {
            true if at == Share::START => self.before(feature, walk),
            area => (area && holds, area && holds),
        };
        let mut last = Share::START;
        let mut number = first;
        while let Some(contact) = walk.contacts.get(number).copied().filter(|next| next.feature == feature) {
            if left || right {
                walk.add(feature, kinds, last, contact.at);
            }
            walk.add(feature, kinds, contact.at, contact.until);
            if self.is_area(feature) {
                left ^= contact.left;
                right ^= contact.right;
            }
            last = contact.at;
            number += 1;
        }
        if left || right {
            walk.add(feature, kinds, last, Share::END);
        }
        number
    }

    /// Whether a line just to the left of this one is in an area before the line begins, and one just to the right:
    /// counted over all sides of the area, for a line that begins on its border.
    fn before(&self, feature: FeatureId, walk: &Walk) -> (bool, bool) {
        let (mut left, mut right) = (false, false);
        for side in self.sides_of(feature) {
            let (begins, ends) = (turn(walk.from, walk.to, side.from), turn(walk.from, walk.to, side.to));
            if begins == ends {
                continue;
            }
            let at = Share::new(turn(walk.from, side.from, side.to), ends - begins);
            if at.above < 0 {
                left ^= (begins > 0) != (ends > 0);
                right ^= (begins >= 0) != (ends >= 0);
            }
        }
        (left, right)
    }
}

/// How far along a line a point lies, times the line's length.
fn dot(from: Point, to: Point, point: Point) -> i64 {
    (i64::from(point.x) - i64::from(from.x)) * (i64::from(to.x) - i64::from(from.x))
        + (i64::from(point.y) - i64::from(from.y)) * (i64::from(to.y) - i64::from(from.y))
}
