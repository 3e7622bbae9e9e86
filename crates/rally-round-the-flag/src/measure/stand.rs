//! Stands on the table: how large, where they are held, and everything that stands there (3.3).

use super::land::Land;
use super::lengths::{CLEAR, GENERAL, INSET, Profile, TOUCH, YARD};
use super::squares::Grid;
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::Arm;
use arrayvec::ArrayVec;
use engine::Side;
use ground::geometry::{Frame, Point};
use ground::table::body::corner;
use ground::table::{Body, Heading, Leg, Levels, Posed, meet};
use serde::{Deserialize, Serialize};

/// How large a stand is: its front, and from front to rear. Losses change neither (3.3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Size {
    /// The front.
    pub width: i32,
    /// From front to rear.
    pub depth: i32,
}

impl Size {
    /// Of an arm (3.3).
    #[must_use]
    pub const fn of(arm: Arm) -> Size {
        let (width, depth) = match arm {
            Arm::Infantry | Arm::Dismounted => (120, 40),
            Arm::Mounted => (120, 60),
            Arm::Holders => (80, 40),
            Arm::Artillery => (80, 60),
        };
        Size { width: width * YARD, depth: depth * YARD }
    }
}

/// Where a stand is: its centre, and which way it faces.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Pose {
    /// The centre.
    pub at: Point,
    /// Which way it faces.
    pub heading: Heading,
}

impl Pose {
    /// There, facing so.
    #[must_use]
    pub const fn new(at: Point, heading: Heading) -> Pose {
        Pose { at, heading }
    }

    /// The rectangle of an arm there.
    #[must_use]
    pub const fn body(self, arm: Arm) -> Body {
        let Size { width, depth } = Size::of(arm);
        Body::centred(self.at, self.heading, width, depth)
    }

    /// Its corners.
    #[must_use]
    pub const fn posed(self, arm: Arm) -> Posed {
        self.body(arm).posed(INSET)
    }

    /// The horse holders of a dismounted stand there: behind it, touching it (RRF-CAV-2). They are worked out from its
    /// centre, as its own corners are.
    #[must_use]
    pub const fn holders(self) -> Body {
        let (own, holders) = (Size::of(Arm::Dismounted), Size::of(Arm::Holders));
        Body {
            anchor: self.at,
            heading: self.heading,
            aside: 0,
            ahead: -own.depth,
            width: holders.width,
            depth: holders.depth,
        }
    }

    /// The middle of the front of an arm there.
    #[must_use]
    pub const fn front(self, arm: Arm) -> Point {
        self.body(arm).front()
    }

    /// Where an arm fires and sees from: the flag in the centre, of guns the muzzles in the middle of the front (3.3).
    #[must_use]
    pub const fn anchor(self, arm: Arm) -> Point {
        match arm {
            Arm::Artillery => self.front(arm),
            _ => self.at,
        }
    }

    /// So far along a direction, facing as before.
    #[must_use]
    pub const fn moved(self, direction: Heading, distance: i32) -> Pose {
        Pose { at: Leg::new(self.at, direction, distance).to, heading: self.heading }
    }

    /// Faced anew about the flag or the muzzles (RRF-RAL-9).
    #[must_use]
    pub const fn refaced(self, arm: Arm, heading: Heading) -> Pose {
        match arm {
            Arm::Artillery => Pose::with_front(self.front(arm), arm, heading),
            _ => Pose { at: self.at, heading },
        }
    }

    /// Of an arm whose front has its middle there.
    #[must_use]
    pub const fn with_front(front: Point, arm: Arm, heading: Heading) -> Pose {
        let back = Size::of(arm).depth / 2;
        Pose { at: Leg::new(front, heading, -back).to, heading }
    }
}

/// The bodies of a regiment: its stand, and behind a dismounted one its holders.
pub type Footprint = ArrayVec<Posed, 2>;

/// A troop stand on the table. The holders of a dismounted stand are an entry of their own, with the same number.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Stand {
    /// Of which regiment or battery.
    pub id: StandId,
    /// On which side.
    pub side: Side,
    /// What it is.
    pub arm: Arm,
    /// Where it is.
    pub pose: Pose,
    /// It is routed.
    pub routed: bool,
    /// It is engaged (3.5).
    pub engaged: bool,
    /// It is dismounted, and its holders live.
    pub holders: bool,
    /// Its corners.
    pub body: Posed,
}

impl Stand {
    /// A stand, neither routed nor engaged, without holders.
    #[must_use]
    pub const fn new(id: StandId, side: Side, arm: Arm, pose: Pose) -> Stand {
        let body = pose.posed(arm);
        Stand { id, side, arm, pose, routed: false, engaged: false, holders: false, body }
    }

    /// The holders of a dismounted stand, as routed and engaged as it is.
    #[must_use]
    pub const fn its_holders(&self) -> Stand {
        let body = self.pose.holders();
        let pose = Pose { at: body.centre(), heading: self.pose.heading };
        Stand { arm: Arm::Holders, pose, holders: false, body: body.posed(INSET), ..*self }
    }

    /// The same stand somewhere else.
    #[must_use]
    pub const fn at(&self, pose: Pose) -> Stand {
        Stand { pose, body: pose.posed(self.arm), ..*self }
    }

    /// Where it fires and sees from.
    #[must_use]
    pub const fn anchor(&self) -> Point {
        self.pose.anchor(self.arm)
    }

    /// Its bodies where it stands.
    #[must_use]
    pub fn footprint(&self) -> Footprint {
        self.footprint_at(self.pose)
    }

    /// Its bodies if it stood there.
    #[must_use]
    pub fn footprint_at(&self, pose: Pose) -> Footprint {
        let mut bodies = Footprint::new();
        bodies.push(pose.posed(self.arm));
        if self.holders {
            bodies.push(pose.holders().posed(INSET));
        }
        bodies
    }

    /// Its rear edge, from left to right: of a dismounted stand with holders that of the holders (3.5).
    #[must_use]
    pub const fn rear(&self) -> (Point, Point) {
        let outline = if self.holders { self.pose.holders().outline() } else { self.body.outline };
        (outline[corner::REAR_LEFT], outline[corner::REAR_RIGHT])
    }

    /// How far its rear edge lies behind its centre.
    #[must_use]
    pub const fn back(&self) -> i32 {
        Size::of(self.arm).depth / 2 + if self.holders { Size::of(Arm::Holders).depth } else { 0 }
    }

    /// Do the two touch? Holders are not asked about: they are stands of their own here.
    #[must_use]
    pub fn touches(&self, other: &Stand) -> bool {
        self.body.is_within(&other.body, TOUCH)
    }
}

/// The General of a formation on the table: a circle (3.3).
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct General {
    /// Who.
    pub id: GeneralId,
    /// On which side.
    pub side: Side,
    /// The centre.
    pub at: Point,
}

impl General {
    /// Whether a stand is within a distance of his rim.
    #[must_use]
    pub fn is_within(&self, body: &Posed, distance: i32) -> bool {
        is_within(self.at, body, distance)
    }

    /// Whether he touches a stand: is attached to it, or it to him (3.3).
    #[must_use]
    pub fn touches(&self, body: &Posed) -> bool {
        is_within(self.at, body, TOUCH)
    }
}

/// Whether a stand is within a distance of the rim of a General there.
#[must_use]
pub fn is_within(general: Point, body: &Posed, distance: i32) -> bool {
    let reach = GENERAL + distance;
    let near = i64::from(reach) + i64::from(body.radius);
    body.middle.distance_squared(general) <= near * near && meet::gap_within(&[general], &body.outline, reach)
}

/// Whether a General there and a stand overlap by more than is allowed (3.1).
#[must_use]
pub fn overlaps_general(general: Point, body: &Posed) -> bool {
    let reach = GENERAL - INSET;
    let near = i64::from(reach) + i64::from(body.radius);
    // Nearer than that, not as near: whole parts of the distance are below it.
    body.middle.distance_squared(general) <= near * near
        && meet::gap(&[general], &body.core).is_some_and(|gap| gap.distance() < reach)
}

/// Whether two Generals overlap by more than is allowed.
#[must_use]
pub fn generals_overlap(one: Point, other: Point) -> bool {
    let reach = 2 * i64::from(GENERAL - INSET);
    one.distance_squared(other) < reach * reach
}

/// A straight piece of a barricade.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Barricade {
    /// Which barricade it belongs to: a stand that touches one piece of it may cross all of it (RRF-BARR-2).
    pub line: u16,
    /// One end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}

impl Barricade {
    /// Its two ends.
    #[must_use]
    pub const fn ends(&self) -> [Point; 2] {
        [self.from, self.to]
    }

    /// The barricade of a stand that is put there, so far before its front (RRF-BARR-5).
    #[must_use]
    pub const fn before(line: u16, pose: Pose, arm: Arm, gap: i32) -> Barricade {
        let body = pose.body(arm);
        let ahead = body.ahead + 2 * gap;
        let (from, to) = (body.spot(-body.width, ahead), body.spot(body.width, ahead));
        Barricade { line, from, to }
    }

    /// How far before the front it may be placed (RRF-BARR-5): less than this.
    pub const FARTHEST: i32 = CLEAR;
}

/// Everything that is on the table, lent for a question.
#[derive(Copy, Clone, Debug)]
pub struct Table<'a> {
    /// The ground.
    pub land: &'a Land,
    /// The part of it that is the built map (RRF-MAP-6).
    pub map: Frame,
    /// Its map squares.
    pub grid: Grid,
    /// How long the sticks are.
    pub profile: Profile,
    /// What an interval is: major contours, or minor ones as well.
    pub levels: Levels,
    /// The barricades.
    pub barricades: &'a [Barricade],
    /// Ground that nobody may enter (RRF-MAP-10), beside what is so on the ground itself.
    pub off_limits: &'a [Frame],
    /// The troop stands.
    pub stands: &'a [Stand],
    /// The Generals.
    pub generals: &'a [General],
}

impl<'a> Table<'a> {
    /// The stands of everybody else: not of this regiment.
    pub fn others(&self, id: StandId) -> impl Iterator<Item = &'a Stand> + use<'a> {
        self.stands.iter().filter(move |stand| stand.id != id)
    }

    /// The stands of the other side.
    pub fn enemies(&self, side: Side) -> impl Iterator<Item = &'a Stand> + use<'a> {
        self.stands.iter().filter(move |stand| stand.side != side)
    }

    /// A regiment or battery: its stand, not its holders.
    #[must_use]
    pub fn stand(&self, id: StandId) -> Option<&'a Stand> {
        self.stands.iter().find(|stand| stand.id == id && stand.arm != Arm::Holders)
    }

    /// Is an outline wholly on the map?
    #[must_use]
    pub fn is_on_map(&self, outline: &[Point]) -> bool {
        outline.iter().all(|point| self.map.contains(*point))
    }

    /// Is a General there wholly on the map?
    #[must_use]
    pub const fn has_room_for_general(&self, at: Point) -> bool {
        self.map.grown(-GENERAL).contains(at)
    }

    /// The interval of a stand: at its centre (3.3).
    #[must_use]
    pub fn interval(&self, at: Point) -> i16 {
        self.levels.of(self.land.relief().height(at))
    }
}

/// Marks who is engaged (3.5), all stands compared with all.
pub fn mark_engaged(stands: &mut [Stand], barricades: &[Barricade]) {
    for number in 0..stands.len() {
        let stand = stands[number];
        let engaged = stands
            .iter()
            .any(|other| other.side != stand.side && super::contact::engages(&stand, other, barricades));
        stands[number].engaged = engaged;
    }
    // who touches the holders of a regiment has contact with it.
    for number in 0..stands.len() {
        let Stand { id, engaged, .. } = stands[number];
        if engaged {
            stands.iter_mut().filter(|stand| stand.id == id).for_each(|stand| stand.engaged = true);
        }
    }
}
