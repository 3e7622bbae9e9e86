//! A few good moves of the endless many (3.8), for programs: ways, then arrows on them, then headings; and charges.
//!
//! A person drags and may lay any arrow; a program answers in steps. [`ways`] needs no geometry. [`aims`] proposes
//! tilts and slides for a way, and [`headings`] says which headings are allowed with one of them. Every candidate of
//! 3.8 is found that way: the compass fan, dressing on neighbours, fire positions, flanks, cover, the objective;
//! specialised Tactics are ways of their own. [`all`] goes through all steps.

use super::arrow::{Edge, MoveGeom, SpecialGeom};
use super::charge::{Charge, ChargeGeom, check_charge};
use super::fire::aim_from;
use super::land::{ROCKS, WOODS};
use super::lengths::{TILT, YARD, length, pivot};
use super::moves::{Orders, check_move, check_special, touched_lines};
use super::sight::{End, Scratch, sees};
use super::slots::{behind, beside};
use super::stand::{Pose, Size, Stand, Table};
use crate::model::ids::StandId;
use crate::model::numbers::{Arm, Arrow};
use arrayvec::ArrayVec;
use ground::geometry::{Frame, Point};
use ground::table::body::corner;
use ground::table::heading::ONE;
use ground::table::{Compass, Hand, Heading, Leg, Turn};

/// The most ways that are listed at once.
pub const WAYS: usize = 11;
/// The most arrows that are proposed for one way.
pub const AIMS: usize = 12;
/// The most headings that are listed for one arrow.
pub const HEADINGS: usize = 6;
/// The most candidates of one stand.
pub const MOST: usize = 40;
/// The most charges that are listed.
pub const CHARGES: usize = 8;

/// The tilts of the compass fan, in tenths of a degree.
const FAN: [i16; 5] = [0, -150, 150, -300, 300];
/// At which ranges fire positions are sought.
const RANGES: [i32; 3] = [290 * YARD, 200 * YARD, 120 * YARD];
/// How many of the nearest enemies are looked at.
const ENEMIES: usize = 3;
/// How many of the nearest friends.
const FRIENDS: usize = 3;

/// What a program may want to do with a stand.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum Way {
    /// An arrow on an edge: tilt, slide and heading are asked next.
    Arrow(Arrow, Edge),
    /// A specialised Tactic, with nothing more to be asked.
    Special(Special),
}

/// The specialised Tactics that are proposed (3.8(8)).
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Special {
    /// About face to the rear.
    About,
    /// A quarter turn to the left over the front.
    Left,
    /// A quarter turn to the right over the front.
    Right,
    /// 75 yards back, facing as before.
    Back,
}

impl Special {
    /// All of them.
    pub const ALL: [Special; 4] = [Special::About, Special::Left, Special::Right, Special::Back];

    /// What that is for a stand that faces so.
    #[must_use]
    pub const fn geom(self, heading: Heading) -> SpecialGeom {
        match self {
            Special::About => SpecialGeom::about_face(heading),
            Special::Left => SpecialGeom::quarter(heading, Edge::Left),
            Special::Right => SpecialGeom::quarter(heading, Edge::Right),
            Special::Back => SpecialGeom::step_back(heading),
        }
    }
}

/// The ways that are open to a stand, by its orders alone. `special` says whether a specialised Tactic may be made.
#[must_use]
pub fn ways(orders: &Orders<'_>, special: bool) -> ArrayVec<Way, WAYS> {
    let mut ways = ArrayVec::new();
    let open = |arrow: &Arrow| !arrow.is_move() || (*arrow <= orders.longest && !orders.under_fire);
    let arrows = || Arrow::ALL.into_iter().filter(open);
    ways.extend(arrows().rev().map(|arrow| Way::Arrow(arrow, Edge::Front)));
    ways.extend(arrows().filter(|arrow| *arrow <= Arrow::A1).map(|arrow| Way::Arrow(arrow, Edge::Back)));
    if special {
        ways.extend(Special::ALL.map(Way::Special));
    }
    ways
}

/// What a program looks at beside the table.
#[derive(Copy, Clone)]
pub struct Hints<'a> {
    /// Whether a stand belongs to the same brigade.
    pub brigade: &'a dyn Fn(StandId) -> bool,
    /// A place to be reached.
    pub objective: Option<Point>,
    /// The enemy's strongest battery.
    pub battery: Option<StandId>,
}

impl Hints<'_> {
    /// Nothing but the table.
    pub const NONE: Hints<'static> = Hints { brigade: &|_| false, objective: None, battery: None };
}

/// How an arrow is laid: tilt in tenths of a degree, slide in yards.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Aim {
    /// Clockwise.
    pub tilt: i16,
    /// To the right of who looks out over the edge.
    pub slide: i16,
}

/// Arrows for a way that are worth a look, not checked: the compass fan, and those that dress on a neighbour, end at a
/// good range, on a flank, in cover, or on the way to the objective.
#[must_use]
pub fn aims(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    arrow: Arrow,
    edge: Edge,
    hints: &Hints<'_>,
) -> ArrayVec<Aim, AIMS> {
    let mut aims = Aims(ArrayVec::new());
    if edge != Edge::Front {
        aims.add(Aim { tilt: 0, slide: 0 });
        return aims.0;
    }
    let seek = Seek { stand, arrow, edge };
    aims.add(Aim { tilt: 0, slide: 0 });
    if let Some(objective) = hints.objective {
        aims.add(seek.toward(objective));
    }
    for slot in dress_slots(table, stand, hints) {
        if let Some(aim) = seek.solve(slot) {
            aims.add(aim);
        }
    }
    let ends = seek.ends();
    for enemy in nearest_enemies(table, stand) {
        for range in RANGES {
            aims.extend(seek.at_range(&ends, enemy, range));
        }
        for hand in [Hand::Left, Hand::Right] {
            aims.extend(seek.near(&ends, flank_point(enemy, hand)));
        }
    }
    aims.extend(seek.cover(table, scratch, &ends, hints));
    FAN.iter().for_each(|tilt| aims.fan(*tilt));
    aims.0
}

/// Proposals, each once; the fan has its places kept.
struct Aims(ArrayVec<Aim, AIMS>);

impl Aims {
    fn add(&mut self, aim: Aim) {
        if self.0.len() + FAN.len() - 1 < AIMS && !self.0.contains(&aim) {
            self.0.push(aim);
        }
    }

    fn extend(&mut self, aim: Option<Aim>) {
        if let Some(aim) = aim {
            self.add(aim);
        }
    }

    fn fan(&mut self, tilt: i16) {
        let aim = Aim { tilt, slide: 0 };
        if !self.0.contains(&aim) {
            let _ = self.0.try_push(aim);
        }
    }
}

/// Arrows and where they end.
type Ends = ArrayVec<(Aim, Point), 31>;

/// More than an arrow begins and ends off the centre of its stand.
const FAR: i32 = 200 * YARD;

/// Arrows of one way that lead somewhere.
struct Seek<'a> {
    stand: &'a Stand,
    arrow: Arrow,
    edge: Edge,
}

impl Seek<'_> {
    fn geom(&self, aim: Aim) -> MoveGeom {
        let heading = self.stand.pose.heading.turned(Turn::tenths(aim.tilt.into()));
        MoveGeom { arrow: self.arrow, edge: self.edge, tilt: aim.tilt, slide: aim.slide, heading }
    }

    /// As near to the direction of a place as the tilt allows.
    fn toward(&self, place: Point) -> Aim {
        let laid = self.geom(Aim { tilt: 0, slide: 0 }).laid(self.stand);
        let bearing = Compass::FINEST.bearing(laid.leg.from, place).unwrap_or(laid.along);
        let tilt = laid.along.turn_to(bearing).clockwise().clamp(-TILT, TILT);
        Aim { tilt: tilt as i16, slide: 0 }
    }

    /// The arrow that ends in a pose, or within a yard of it.
    fn solve(&self, wanted: Pose) -> Option<Aim> {
        let laid = self.geom(Aim { tilt: 0, slide: 0 }).laid(self.stand);
        let point = Leg::new(wanted.at, wanted.heading.turned(self.edge.turn()), laid.side.out).to;
        let out = laid.along.vector();
        let (east, north) = (
            i64::from(point.x) - i64::from(laid.leg.from.x),
            i64::from(point.y) - i64::from(laid.leg.from.y),
        );
        let ahead = (east * out.x + north * out.y) / ONE;
        let long = i64::from(laid.leg.length);
        // Tilted as far as may be, it leads more than three quarters of its length ahead.
        if ahead > long + i64::from(YARD) || 8 * ahead < 6 * long {
            return None;
        }
        let aside = (east * out.y - north * out.x) / ONE;
        let most = i64::from(laid.side.slide());
        // The tilt whose cosine leads so far ahead: it falls from 0 to 30 degrees.
        let reach = |tilt: i32| {
            let vector = Heading::NORTH.turned(Turn::tenths(tilt)).vector();
            (vector.y * long / ONE, vector.x * long / ONE)
        };
        let (mut low, mut high) = (0, TILT);
        while low < high {
            let middle = low.midpoint(high);
            if reach(middle).0 > ahead { low = middle + 1 } else { high = middle }
        }
        let fits = |tilt: i32| {
            let (forward, over) = reach(tilt);
            let slide = div_round(aside - over, YARD.into());
            let off = (ahead - forward).abs().max((aside - over - slide * i64::from(YARD)).abs());
            let turn = self.stand.pose.heading.turned(Turn::tenths(tilt)).turn_to(wanted.heading);
            let allowed = slide.abs() <= most && i32::from(turn.size()) <= pivot(self.arrow);
            (off <= i64::from(YARD) && allowed)
                .then_some((slide.abs(), Aim { tilt: tilt as i16, slide: slide as i16 }))
        };
        let near = [low - 1, low, low + 1].into_iter().filter(|tilt| (0..=TILT).contains(tilt));
        near.flat_map(|tilt| [tilt, -tilt]).filter_map(fits).min().map(|(_, aim)| aim)
    }

    /// Where arrows of this way end that are not slid, tilted by every two degrees.
    fn ends(&self) -> Ends {
        let tilts = (-TILT..=TILT).step_by(20).map(|tilt| Aim { tilt: tilt as i16, slide: 0 });
        tilts.map(|aim| (aim, self.end(aim).at)).collect()
    }

    /// The tilt that ends nearest to a range from an enemy, if it ends within ten yards of it.
    fn at_range(&self, ends: &Ends, enemy: &Stand, range: i32) -> Option<Aim> {
        // From the centre to the nearest edge, about.
        let wanted = i64::from(range + Size::of(enemy.arm).depth / 2);
        let far = wanted + i64::from(length(self.arrow) + FAR);
        if enemy.pose.at.distance_squared(self.stand.pose.at) > far * far {
            return None;
        }
        let off = |at: Point| (at.distance_squared(enemy.pose.at) - wanted * wanted).abs();
        let (aim, at) = ends.iter().min_by_key(|(_, at)| off(*at))?;
        let gap = at.distance_squared(enemy.pose.at).isqrt();
        ((gap - wanted).abs() <= i64::from(10 * YARD)).then_some(*aim)
    }

    /// The tilt that ends nearest to a place, if it ends within sixty yards of it.
    fn near(&self, ends: &Ends, place: Point) -> Option<Aim> {
        let far = i64::from(length(self.arrow) + FAR);
        if place.distance_squared(self.stand.pose.at) > far * far {
            return None;
        }
        let (aim, at) = ends.iter().min_by_key(|(_, at)| at.distance_squared(place))?;
        (at.distance_squared(place) <= i64::from(60 * YARD).pow(2)).then_some(*aim)
    }

    fn end(&self, aim: Aim) -> Pose {
        self.geom(aim).end(self.stand)
    }

    /// The smallest tilt that ends in woods or rocks, behind a barricade, or out of sight of a battery (3.8(6)).
    fn cover(&self, table: &Table<'_>, scratch: &mut Scratch, ends: &Ends, hints: &Hints<'_>) -> Option<Aim> {
        let field = table.land.field();
        let battery = hints.battery.and_then(|id| table.stand(id));
        let covered = WOODS.with(ROCKS);
        let around = Frame::around(ends.iter().map(|(_, at)| *at).chain([self.stand.pose.at]))?;
        let any_ground = field.kinds_near(&around, covered).intersects(covered);
        let reach = around.grown(Size::of(self.stand.arm).width);
        let walled = table.barricades.iter().any(|wall| Frame::between(wall.from, wall.to).touches(&reach));
        if !any_ground && battery.is_none() && !walled {
            return None;
        }
        let ignored = touched_lines(table, &self.stand.footprint());
        let tilts = [0, 50, -50, 100, -100, 150, -150, 200, -200, 250, -250, 300, -300];
        tilts.into_iter().map(|tilt| Aim { tilt, slide: 0 }).find(|aim| {
            let end = self.end(*aim);
            let laid = self.geom(*aim).laid(self.stand);
            any_ground && field.kinds_at(end.at, covered).intersects(covered)
                || walled && super::moves::barricade_cut(table, &laid, &ignored).is_some()
                || battery.is_some_and(|guns| !sees(table, scratch, End::of(guns), End::place(end.at)))
        })
    }
}

/// A quotient rounded to the nearest whole number.
const fn div_round(above: i64, below: i64) -> i64 {
    let half = below / 2;
    (if above < 0 { above - half } else { above + half }) / below
}

/// The slots that dress on friends of the brigade within reach: flush left, flush right, behind.
fn dress_slots(table: &Table<'_>, stand: &Stand, hints: &Hints<'_>) -> ArrayVec<Pose, { 3 * FRIENDS }> {
    let mut friends: ArrayVec<(i64, &Stand), FRIENDS> = ArrayVec::new();
    let reach = i64::from(length(Arrow::A4) + 200 * YARD);
    for friend in table.others(stand.id) {
        let own = friend.side == stand.side && friend.arm != Arm::Holders && !friend.routed;
        let squared = friend.pose.at.distance_squared(stand.pose.at);
        if own && squared <= reach * reach && (hints.brigade)(friend.id) {
            keep(&mut friends, (squared, friend));
        }
    }
    let slots = friends.iter().flat_map(|(_, friend)| {
        [
            beside(friend, stand.arm, Hand::Left),
            beside(friend, stand.arm, Hand::Right),
            behind(friend, stand.arm),
        ]
    });
    slots.collect()
}

/// The nearest enemies, the nearest first.
fn nearest_enemies<'a>(table: &Table<'a>, stand: &Stand) -> ArrayVec<&'a Stand, ENEMIES> {
    let mut enemies: ArrayVec<(i64, &Stand), ENEMIES> = ArrayVec::new();
    for enemy in table.enemies(stand.side).filter(|enemy| enemy.arm != Arm::Holders) {
        keep(&mut enemies, (enemy.pose.at.distance_squared(stand.pose.at), enemy));
    }
    enemies.into_iter().map(|(_, enemy)| enemy).collect()
}

/// Keeps the nearest few, in order; of two as near the first that was found.
fn keep<'a, const N: usize>(kept: &mut ArrayVec<(i64, &'a Stand), N>, new: (i64, &'a Stand)) {
    let place = kept.iter().position(|(squared, _)| new.0 < *squared).unwrap_or(kept.len());
    if place < N {
        if kept.is_full() {
            kept.pop();
        }
        kept.insert(place, new);
    }
}

/// 150 yards off a side edge of an enemy, 30 yards behind its front line (3.8(5)).
fn flank_point(enemy: &Stand, hand: Hand) -> Point {
    let body = enemy.pose.body(enemy.arm);
    let aside = body.width + 2 * 150 * YARD;
    let aside = match hand {
        Hand::Left => -aside,
        Hand::Right => aside,
    };
    body.spot(aside, body.ahead - 2 * 30 * YARD)
}

/// The headings for an arrow that are worth a look, not checked: as it points, toward the nearest enemies as far as the
/// pivot allows, and as friends of the brigade face.
#[must_use]
pub fn facings(
    table: &Table<'_>,
    stand: &Stand,
    way: (Arrow, Edge),
    aim: Aim,
    hints: &Hints<'_>,
) -> ArrayVec<Heading, HEADINGS> {
    let seek = Seek { stand, arrow: way.0, edge: way.1 };
    let geom = seek.geom(aim);
    let mut found: ArrayVec<Heading, HEADINGS> = ArrayVec::new();
    let mut add = |heading: Heading| {
        if !found.contains(&heading) {
            let _ = found.try_push(heading);
        }
    };
    add(geom.heading);
    let most = pivot(way.0);
    let end = geom.end(stand);
    let clipped = |wanted: Heading| {
        let turn = geom.heading.turn_to(wanted).clockwise().clamp(-most, most);
        geom.heading.turned(Turn::tenths(turn))
    };
    let enemies = nearest_enemies(table, stand);
    let mut toward = enemies.iter().filter_map(|enemy| Compass::FINEST.bearing(end.at, enemy.pose.at));
    toward.next().into_iter().for_each(|heading| add(clipped(heading)));
    for slot in dress_slots(table, stand, hints) {
        let fits = seek.solve(slot) == Some(aim);
        if fits {
            add(slot.heading);
        }
    }
    toward.for_each(|heading| add(clipped(heading)));
    found
}

/// The headings that are allowed with an arrow: of those that are worth a look.
#[must_use]
pub fn headings(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    orders: &Orders<'_>,
    way: (Arrow, Edge),
    aim: Aim,
    hints: &Hints<'_>,
) -> ArrayVec<Heading, HEADINGS> {
    let seek = Seek { stand, arrow: way.0, edge: way.1 };
    let mut found = facings(table, stand, way, aim, hints);
    found.retain(|heading| {
        let geom = MoveGeom { heading: *heading, ..seek.geom(aim) };
        check_move(table, scratch, stand, &geom, orders).is_ok()
    });
    found
}

/// A move of a stand that is allowed.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Candidate {
    /// By an arrow.
    Move(MoveGeom, Pose),
    /// By a specialised Tactic.
    Special(Special, Pose),
}

impl Candidate {
    /// Where the stand ends.
    #[must_use]
    pub const fn end(&self) -> Pose {
        match self {
            Candidate::Move(_, end) | Candidate::Special(_, end) => *end,
        }
    }

    /// Ends that are about the same are listed once: the centre by twenty yards, the heading by fifteen degrees (3.8).
    fn about(&self) -> (i32, i32, u16) {
        const STEP: i32 = 20 * YARD;
        let Pose { at, heading } = self.end();
        let round = |value: i32| (value + STEP / 2).div_euclid(STEP);
        (round(at.x), round(at.y), (heading.tenths() + 75) / 150 % 24)
    }
}

/// Up to forty allowed moves of a stand, those that end about the same left out (3.8). To stay is always open too.
#[must_use]
pub fn all(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    orders: &Orders<'_>,
    special: bool,
    hints: &Hints<'_>,
) -> ArrayVec<Candidate, MOST> {
    let mut found: ArrayVec<Candidate, MOST> = ArrayVec::new();
    let mut add = |candidate: Candidate| {
        if !found.iter().any(|known| known.about() == candidate.about()) {
            let _ = found.try_push(candidate);
        }
    };
    for way in ways(orders, special) {
        match way {
            Way::Special(special) => {
                let geom = special.geom(stand.pose.heading);
                if let Ok(moved) = check_special(table, scratch, stand, &geom) {
                    add(Candidate::Special(special, moved.end));
                }
            }
            Way::Arrow(arrow, edge) => {
                let seek = Seek { stand, arrow, edge };
                for aim in aims(table, scratch, stand, arrow, edge, hints) {
                    for heading in facings(table, stand, (arrow, edge), aim, hints) {
                        let geom = MoveGeom { heading, ..seek.geom(aim) };
                        if let Ok(moved) = check_move(table, scratch, stand, &geom, orders) {
                            add(Candidate::Move(geom, moved.end));
                        }
                    }
                }
            }
        }
    }
    found
}

/// Whether any candidate of a stand is allowed: what "some legal action" asks of moves.
#[must_use]
pub fn any(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    orders: &Orders<'_>,
    special: bool,
) -> bool {
    ways(orders, special).into_iter().any(|way| match way {
        Way::Special(special) => {
            check_special(table, scratch, stand, &special.geom(stand.pose.heading)).is_ok()
        }
        Way::Arrow(arrow, edge) => {
            let seek = Seek { stand, arrow, edge };
            let tilts: &[i16] = if edge == Edge::Front { &FAN } else { &[0] };
            tilts.iter().any(|tilt| {
                let geom = seek.geom(Aim { tilt: *tilt, slide: 0 });
                check_move(table, scratch, stand, &geom, orders).is_ok()
            })
        }
    })
}

/// The tilts of charges that are worth a look at an enemy (3.8(9)): at the middle of each of its edges, and ten yards
/// inside of both ends of each.
fn charge_tilts(stand: &Stand, enemy: &Stand) -> ArrayVec<i16, 12> {
    const INSET: i32 = 10 * YARD;
    let front = stand.pose.front(stand.arm);
    let outline = &enemy.body.outline;
    let edges = [
        (outline[corner::FRONT_LEFT], outline[corner::FRONT_RIGHT]),
        (outline[corner::FRONT_LEFT], outline[corner::REAR_LEFT]),
        (outline[corner::FRONT_RIGHT], outline[corner::REAR_RIGHT]),
        (outline[corner::REAR_LEFT], outline[corner::REAR_RIGHT]),
    ];
    let mut tilts = ArrayVec::new();
    for (from, to) in edges {
        let long = from.distance_squared(to).isqrt().max(1) as i32;
        let leg = Leg { from, to, length: long };
        for point in [leg.at(long / 2), leg.at(INSET), leg.at(long - INSET)] {
            let Some(bearing) = Compass::FINEST.bearing(front, point) else { continue };
            let tilt = stand.pose.heading.turn_to(bearing).clockwise();
            if tilt.abs() <= TILT && !tilts.contains(&(tilt as i16)) {
                let _ = tilts.try_push(tilt as i16);
            }
        }
    }
    tilts
}

/// Charges of a stand that may be declared, by the longest arrow of its Discipline, each with what it reaches; of those
/// that end about the same the first (3.8(9)). `wanted` says which enemies may be charged at all.
#[must_use]
pub fn charges(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    longest: Arrow,
    wanted: &dyn Fn(&Stand) -> bool,
) -> ArrayVec<(ChargeGeom, Charge), CHARGES> {
    let mut found: ArrayVec<(ChargeGeom, Charge), CHARGES> = ArrayVec::new();
    each_charge(table, scratch, stand, longest, wanted, |geom, charge| {
        let about = |charge: &Charge| {
            let Pose { at, heading } = charge.end;
            let round = |value: i32| value.div_euclid(20 * YARD);
            (charge.contacts.first().copied(), round(at.x), round(at.y), heading.tenths() / 150)
        };
        if !found.iter().any(|(_, known)| about(known) == about(&charge)) {
            let _ = found.try_push((geom, charge));
        }
        found.is_full()
    });
    found
}

/// Whether any charge may be declared.
#[must_use]
pub fn any_charge(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    longest: Arrow,
    wanted: &dyn Fn(&Stand) -> bool,
) -> bool {
    let mut any = false;
    each_charge(table, scratch, stand, longest, wanted, |_, _| {
        any = true;
        true
    });
    any
}

/// Goes through charges, the nearest enemies first, until told to stop.
fn each_charge(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    longest: Arrow,
    wanted: &dyn Fn(&Stand) -> bool,
    mut stop: impl FnMut(ChargeGeom, Charge) -> bool,
) {
    const NEAR: usize = 8;
    let mut enemies: ArrayVec<(i64, &Stand), NEAR> = ArrayVec::new();
    let front = stand.pose.front(stand.arm);
    for enemy in table.enemies(stand.side) {
        let reach = i64::from(length(longest)) + i64::from(enemy.body.radius) + i64::from(stand.body.radius);
        let squared = front.distance_squared(enemy.body.middle);
        if enemy.arm != Arm::Holders && squared <= reach * reach && wanted(enemy) {
            keep(&mut enemies, (squared, enemy));
        }
    }
    for (_, enemy) in enemies {
        for tilt in charge_tilts(stand, enemy) {
            let geom = ChargeGeom { arrow: longest, tilt };
            if let Ok(charge) = check_charge(table, scratch, stand, &geom, longest)
                && charge.contacts.contains(&enemy.id)
                && stop(geom, charge)
            {
                return;
            }
        }
    }
}

/// Whether a stand could fire at another from where it would stand: faced and in reach, sight left out. For who weighs
/// candidates.
#[must_use]
pub fn could_fire(table: &Table<'_>, stand: &Stand, at: Pose, target: &Stand) -> bool {
    let aim = aim_from(at, stand.arm, &target.body);
    aim.is_some_and(|aim| table.profile.stick(stand.arm, aim.squared).is_some())
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, open, stand, table, with, yards};
    use super::super::stand::Barricade;
    use super::*;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;

    const ALL_BRIGADE: Hints<'static> = Hints { brigade: &|_| true, objective: None, battery: None };

    fn ends(table: &Table<'_>, stand: &Stand, hints: &Hints<'_>) -> Vec<Pose> {
        let orders = Orders::up_to(Arrow::A3);
        all(table, &mut Scratch::new(), stand, &orders, true, hints).iter().map(Candidate::end).collect()
    }

    #[test]
    fn ways_follow_from_the_orders_alone() {
        let steady = ways(&Orders::up_to(Arrow::A3), false);
        let arrows = [Arrow::A3, Arrow::A2, Arrow::A1, Arrow::T].map(|arrow| Way::Arrow(arrow, Edge::Front));
        assert_eq!(steady[..4], arrows);
        assert_eq!(steady[4..], [Way::Arrow(Arrow::T, Edge::Back), Way::Arrow(Arrow::A1, Edge::Back)]);
        let under_fire = ways(&Orders { under_fire: true, ..Orders::up_to(Arrow::A3) }, false);
        assert_eq!(
            under_fire.as_slice(),
            [Way::Arrow(Arrow::T, Edge::Front), Way::Arrow(Arrow::T, Edge::Back)]
        );
        assert_eq!(ways(&Orders::TACTIC, true).len(), 6);
        assert_eq!(ways(&Orders::up_to(Arrow::A4), true).len(), WAYS);
    }

    #[test]
    fn the_compass_fan_and_the_specialised_tactics_are_there() {
        let land = open();
        let own = north(1, Union, 1_200, 1_200);
        let stands = [own];
        let found = ends(&table(&land, &stands), &own, &Hints::NONE);
        for arrow in [Arrow::A3, Arrow::A2, Arrow::A1, Arrow::T] {
            for tilt in FAN {
                let heading = Heading::NORTH.turned(Turn::tenths(tilt.into()));
                let geom = MoveGeom { arrow, edge: Edge::Front, tilt, slide: 0, heading };
                let end = geom.end(&own);
                assert!(
                    found.iter().any(|pose| pose.at.distance_squared(end.at) < 4_000_000),
                    "{arrow:?} {tilt}"
                );
            }
        }
        for special in Special::ALL {
            assert!(found.contains(&special.geom(Heading::NORTH).end(&own)), "{special:?}");
        }
        assert!(found.len() <= MOST);
    }

    #[test]
    fn a_neighbour_is_dressed_on_exactly() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        // Flush left of this friend lies 300 yards ahead and 30 to the right.
        let friend = north(2, Union, 1_150, 1_300);
        let stands = [own, friend];
        let table = table(&land, &stands);
        let found = ends(&table, &own, &ALL_BRIGADE);
        let flush = |pose: &Pose| super::super::front::is_in_line(&own.at(*pose), &friend);
        assert!(found.iter().any(flush), "{found:?}");
    }

    #[test]
    fn a_gun_is_approached_from_cover_and_from_its_flank() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let enemy = stand(2, Confederate, Arm::Infantry, Pose::new(yards(1_000, 1_600), Heading::SOUTH));
        let walls = [Barricade { line: 1, from: yards(1_060, 1_150), to: yards(1_400, 1_150) }];
        let stands = [own, enemy];
        let table = with(table(&land, &stands), &walls, &[]);
        let orders = Orders::up_to(Arrow::A3);
        let mut scratch = Scratch::new();
        let aims = aims(&table, &mut scratch, &own, Arrow::A3, Edge::Front, &Hints::NONE);
        let stopped = |aim: &Aim| {
            let heading = Heading::NORTH.turned(Turn::tenths(aim.tilt.into()));
            let geom =
                MoveGeom { arrow: Arrow::A3, edge: Edge::Front, tilt: aim.tilt, slide: aim.slide, heading };
            check_move(&table, &mut Scratch::new(), &own, &geom, &orders)
                .is_ok_and(|moved| moved.stopped.is_some())
        };
        assert!(aims.iter().any(stopped), "behind the barricade: {aims:?}");
        // 290 yards from the enemy's front.
        let at_range = |aim: &Aim| {
            let end = Seek { stand: &own, arrow: Arrow::A3, edge: Edge::Front }.end(*aim);
            ((end.at.distance_squared(enemy.pose.at).isqrt() as i32) - 2_000 - 29_000).abs() < 1_000
        };
        assert!(aims.iter().any(at_range), "{aims:?}");
    }

    #[test]
    fn whoever_is_shut_in_has_no_move() {
        let _proof = proves(&["RRF-CROWD-2"]);
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        // Friends edge to edge on all four sides, as far as an arrow leads.
        let shut: Vec<Stand> = (-4..=4)
            .flat_map(|column| (-11..=11).map(move |row| (column, row)))
            .filter(|place| *place != (0, 0))
            .zip(2u8..)
            .map(|((column, row), id)| north(id, Union, 1_000 + 120 * column, 1_000 + 40 * row))
            .chain([own])
            .collect();
        let shut_in = table(&land, &shut);
        let mut scratch = Scratch::new();
        assert!(!any(&shut_in, &mut scratch, &own, &Orders::up_to(Arrow::A3), true));
        assert!(ends(&shut_in, &own, &ALL_BRIGADE).is_empty());
        let free = [own];
        assert!(any(&table(&land, &free), &mut scratch, &own, &Orders::up_to(Arrow::A3), true));
    }

    #[test]
    fn charges_are_found_where_an_enemy_is_in_reach() {
        let land = open();
        let own = north(1, Union, 1_000, 1_000);
        let enemy = |y| stand(2, Confederate, Arm::Infantry, Pose::new(yards(1_050, y), Heading::SOUTH));
        let mut scratch = Scratch::new();
        let mut count = |y, longest| {
            let stands = [own, enemy(y)];
            let table = table(&land, &stands);
            let found = charges(&table, &mut scratch, &own, longest, &|_| true);
            assert_eq!(found.is_empty(), !any_charge(&table, &mut scratch, &own, longest, &|_| true));
            assert!(found.iter().all(|(_, charge)| charge.contacts.contains(&StandId(2))));
            found.len()
        };
        assert!(count(1_200, Arrow::A2) > 1);
        assert!(count(1_320, Arrow::A3) > 0);
        assert_eq!(count(1_320, Arrow::A2), 0);
        assert_eq!(count(900, Arrow::A3), 0, "nobody charges backward");
    }
}
