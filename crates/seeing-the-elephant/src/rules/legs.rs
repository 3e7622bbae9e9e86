//! Legs of a move: which a unit may go, what they cost and what they meet (G-12, G-14).

use crate::model::figure::{Footprint, INSET, Round, Stance, TOUCH, is_near};
use crate::model::ids::UnitId;
use crate::model::legs::{MOST_LEGS, Mode, Motion, Path, hand};
use crate::model::position::Position;
use crate::model::road::Lane;
use crate::model::scale::INCH;
use crate::model::scenario::MOST_STANDS;
use crate::model::state::{Formation, Mark, Posture, Whereabouts};
use crate::model::terrain::{ABATIS, BUILDING, ROAD};
use crate::model::troops::{Arm, Size};
use crate::rules::formations;
use crate::rules::passage;
use crate::rules::skirmishers::{self, Spread};
use crate::rules::sweep::{self, Sweep};
use arrayvec::ArrayVec;
use engine::Violation;
use ground::geometry::Point;
use ground::table::heading::QUARTER;
use ground::table::{Body, FeatureId, Hull, Kinds, Leg, Turn, meet, number};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How far dice of a sum lead, in mils: an inch a die off for each deduction, never below an inch a die
/// (STE-MOVE-16, STE-MOVE-17); then halved so many times, and again never below an inch a die.
#[must_use]
pub fn allowance(sum: u8, dice: u8, deductions: u8, halvings: u8) -> i32 {
    let (sum, dice) = (i32::from(sum), i32::from(dice));
    let left = (sum - i32::from(deductions) * dice).max(dice);
    ((left * INCH) >> halvings.min(16)).max(dice * INCH)
}

/// What a wheel costs: the arc of the outer end of the front, in whole mils, rounded up (G-12).
#[must_use]
pub const fn wheel_cost(stance: &Stance, ticks: u16) -> i32 {
    arc(stance.front_rank().width, ticks)
}

/// The arc at a distance from the pivot, in whole mils, rounded up (G-12, G-13).
#[must_use]
pub const fn arc(radius: i32, ticks: u16) -> i32 {
    let parts = radius as i64 * ticks as i64 * 4_363;
    ((parts + 99_999) / 100_000) as i32
}

/// What fell for a move.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Roll {
    /// How the unit moves, which fixed its dice.
    pub mode: Mode,
    /// How many dice.
    pub dice: u8,
    /// What they showed together.
    pub sum: u8,
}

/// A unit as it stands somewhere on its way.
#[derive(Clone, PartialEq, Debug)]
pub struct Ghost {
    /// How it stands; of loose stands, their middle, facing and number.
    pub stance: Stance,
    /// Where each stand is, in skirmish order.
    pub places: ArrayVec<Point, MOST_STANDS>,
    /// Whether it is cavalry on foot.
    pub dismounted: bool,
    /// Whether it lies down.
    pub prone: bool,
    /// The road it lies along.
    pub lane: Option<Lane>,
}

impl Ghost {
    /// A unit as it stands now.
    #[must_use]
    pub fn of(at: Position<'_>, unit: UnitId) -> Ghost {
        Ghost {
            stance: at.stance(unit),
            places: at.state.loose_of(unit).iter().map(|place| place.0).collect(),
            dismounted: at.is(unit, Mark::DISMOUNTED),
            prone: at.is(unit, Mark::PRONE),
            lane: at.lane(unit),
        }
    }

    /// Whether it is in skirmish order.
    #[must_use]
    pub fn is_loose(&self) -> bool {
        self.stance.formation == Formation::Skirmish
    }

    /// The corners of its bodies.
    #[must_use]
    pub fn footprint(&self, at: Position<'_>) -> Footprint {
        if let Some(lane) = self.lane {
            let rank = |rank| lane.rank(&at.rules.table.field, &self.stance, rank).posed(INSET);
            (0..self.stance.ranks()).map(rank).collect()
        } else if self.is_loose() {
            let Size { frontage, depth } = self.stance.size;
            let stand =
                |&place: &Point| Body::centred(place, self.stance.facing, frontage, depth).posed(INSET);
            self.places.iter().map(stand).collect()
        } else {
            sweep::footprint(&self.stance).into_iter().collect()
        }
    }
}

/// The shape of a leg.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant, reason = "most legs are those of formed units, and need no box")]
pub enum Shape {
    /// Of a formed unit, in one piece or two.
    Formed(ArrayVec<Sweep, 2>),
    /// Of loose stands, each on its own way.
    Loose(Box<Spread>),
    /// Nothing is moved.
    None,
}

/// A leg, tried: what it sweeps, what it costs, how the unit stands afterwards.
#[derive(Clone, Debug)]
pub struct Trod {
    /// The shape it sweeps.
    pub shape: Shape,
    /// The unit at its end.
    pub after: Ghost,
    /// How long it is reckoned.
    pub charged: i32,
    /// An inch a die off, so many times.
    pub deductions: u8,
    /// Half speed.
    pub halves: bool,
    /// What of the leg is still to be gone: a road is followed stretch by stretch.
    pub rest: Option<Motion>,
}

impl Trod {
    fn one(sweep: Sweep, ghost: &Ghost, charged: i32) -> Trod {
        let after = Ghost { stance: sweep.end, lane: None, ..ghost.clone() };
        let mut sweeps = ArrayVec::new();
        sweeps.push(sweep);
        Trod { shape: Shape::Formed(sweeps), after, charged, deductions: 0, halves: false, rest: None }
    }

    /// Who leaves a road is traced by his front rank, and at the end the column falls in behind it.
    fn leading(sweep: impl Fn(Stance) -> Sweep, ghost: &Ghost, charged: i32) -> Trod {
        if ghost.lane.is_none() {
            return Trod::one(sweep(ghost.stance), ghost, charged);
        }
        let first = sweep(front_rank(&ghost.stance));
        let end = Stance { stands: ghost.stance.stands, ..first.end };
        let mut trod = Trod::one(first, ghost, charged);
        if let Shape::Formed(sweeps) = &mut trod.shape {
            sweeps.push(Sweep::anew(end, end));
        }
        trod.after.stance = end;
        trod
    }

    fn anew(ghost: &Ghost, end: Stance) -> Trod {
        Trod::one(Sweep::anew(ghost.stance, end), ghost, 0)
    }

    fn deducting(self) -> Trod {
        Trod { deductions: 1, ..self }
    }

    fn halving(self) -> Trod {
        Trod { halves: true, ..self }
    }
}

/// The front rank of a unit alone.
const fn front_rank(stance: &Stance) -> Stance {
    Stance { stands: stance.files(), ..*stance }
}

/// A refusal about a unit.
pub(crate) fn refuse<T>(
    at: Position<'_>,
    unit: UnitId,
    rule: &str,
    text: fmt::Arguments<'_>,
) -> Result<T, Violation> {
    refuse_for(at, rule, text, [unit])
}

/// A refusal about units; without words where nobody reads them.
#[inline]
pub(crate) fn refuse_for<T, const N: usize>(
    at: Position<'_>,
    rule: &str,
    text: fmt::Arguments<'_>,
    units: [UnitId; N],
) -> Result<T, Violation> {
    if at.is_terse() {
        return Err(Violation::of("", String::new()));
    }
    Err(Violation::of(rule, text.to_string()).about(units.map(|unit| at.unit(unit).tag.clone())))
}

/// Inches as players write them.
#[derive(Copy, Clone)]
pub(crate) struct Inches(i32);

impl fmt::Display for Inches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&number::write(self.0, 3))
    }
}

/// Inches as players write them.
pub(crate) const fn inches(mils: i32) -> Inches {
    Inches(mils)
}

/// The same to the nearest tenth, for those who only want to know about how far.
pub(crate) fn about(mils: i32) -> String {
    number::write((mils + 50).div_euclid(100), 1)
}

/// Tries a leg: whether troops of this kind, drawn up so, may go it at all, and what it sweeps (G-12, G-14).
///
/// # Errors
///
/// The rule that forbids it.
pub fn tread(
    at: Position<'_>,
    unit: UnitId,
    ghost: &Ghost,
    leg: Motion,
    is_last: bool,
) -> Result<Trod, Violation> {
    may_go(at, unit, ghost, leg, is_last)?;
    let stance = ghost.stance;
    let aside =
        |right: bool, tenths: i32| stance.facing.turned(Turn::tenths(if right { tenths } else { -tenths }));
    let tenths = |ticks: u8| i32::from(ticks) * i32::from(crate::model::figure::TICK);
    let quarter = i32::from(QUARTER);
    Ok(match leg {
        Motion::Forward(distance) => {
            Trod::leading(|stance| Sweep::straight(stance, stance.facing, distance), ghost, distance)
        }
        Motion::Oblique { right, ticks, distance } => Trod::leading(
            |stance| Sweep::straight(stance, aside(right, tenths(ticks)), distance),
            ghost,
            distance,
        ),
        // STE-MOVE-33: half speed for the whole move.
        Motion::Back(distance) => Trod::leading(
            |stance| Sweep::straight(stance, aside(true, 2 * quarter), distance),
            ghost,
            distance,
        )
        .halving(),
        Motion::Side { right, distance } => {
            Trod::leading(|stance| Sweep::straight(stance, aside(right, quarter), distance), ghost, distance)
                .halving()
        }
        Motion::Wheel { right, ticks } => {
            let cost = wheel_cost(&stance, ticks.into());
            Trod::leading(|stance| Sweep::wheel(stance, hand(right), ticks.into()), ghost, cost)
        }
        // STE-MOVE-19, R-52
        Motion::Face { right } => Trod::anew(ghost, formations::faced(&stance, right)).deducting(),
        Motion::About => match ghost.lane {
            Some(lane) => about_on_road(at, ghost, lane).deducting(),
            None => Trod::anew(ghost, formations::about(&stance)).deducting(),
        },
        Motion::Form { formation, frontage } => form(at, unit, ghost, formation, frontage),
        // STE-MOVE-31
        Motion::Limber => {
            Trod::anew(ghost, formations::formed(&stance, Formation::Limbered, 1, Size::GUN)).halving()
        }
        Motion::Unlimber => {
            let guns = formations::formed(&stance, Formation::Unlimbered, stance.stands, Size::GUN);
            Trod::anew(ghost, guns).halving()
        }
        // STE-MOVE-20
        Motion::Mount => {
            let stance = Stance { size: Size::HORSE, ..stance };
            let after = Ghost { stance, dismounted: false, ..ghost.clone() };
            let field = &at.rules.table.field;
            let indoors =
                |body: &ground::table::Posed| !field.kinds_under(&Hull::of(body), BUILDING).is_empty();
            if after.footprint(at).iter().any(indoors) {
                // T-TERRAIN: no mounted cavalry among buildings.
                return refuse(
                    at,
                    unit,
                    "M-4",
                    format_args!("{} cannot mount in a town", at.unit(unit).name),
                );
            }
            Trod { shape: Shape::None, after, charged: 0, deductions: 1, halves: false, rest: None }
        }
        Motion::Dismount => {
            let mut trod = scattered(ghost, Size::FOOT).deducting();
            trod.after.dismounted = true;
            trod
        }
        // STE-MOVE-27
        Motion::Prone => {
            let after = Ghost { prone: true, ..ghost.clone() };
            Trod { shape: Shape::None, after, charged: 0, deductions: 0, halves: false, rest: None }
        }
        Motion::Prolong { aside, ahead, facing } => {
            // STE-MOVE-38: any direction, and any facing at its end.
            let to = stance.block().spot(2 * aside, 2 * ahead);
            let length = stance.anchor.distance_squared(to).isqrt() as i32;
            let way = Sweep::along(stance, Leg { from: stance.anchor, to, length });
            let end = formations::turned(&way.end, facing);
            let mut trod = Trod::one(way, ghost, length);
            if let Shape::Formed(sweeps) = &mut trod.shape {
                sweeps.push(Sweep::anew(trod.after.stance, end));
            }
            trod.after.stance = end;
            trod
        }
        Motion::Cross(feature) => cross(at, unit, ghost, FeatureId(feature))?,
        Motion::Rows { middle, facing, files, gap } => {
            let places = skirmishers::rows(middle, facing, stance.stands, files, gap, stance.size);
            spread(at, ghost, &places, facing)
        }
        Motion::Road(distance) => follow(at, unit, ghost, distance)?,
        Motion::Onto { road, back } => turn_off(at, unit, ghost, road, back)?,
        Motion::Recall => return refuse(at, unit, "R-112", format_args!("to come in is the whole move")),
    })
}

/// Onto another road that runs within half an inch of its front; its ranks still lie along the roads it came by
///
fn turn_off(at: Position<'_>, unit: UnitId, ghost: &Ghost, road: u16, back: bool) -> Result<Trod, Violation> {
    let field = &at.rules.table.field;
    let id = FeatureId(road);
    let name = &at.unit(unit).name;
    if !field.kinds(id).intersects(ROAD) {
        return refuse(at, unit, "R-104", format_args!("{} is no road", field.name(id)));
    }
    let long = i32::from(ghost.stance.ranks()) * ghost.stance.size.depth;
    let front = ghost.stance.anchor;
    let near = formations::BESIDE_ROAD;
    let Some(lane) = Lane::joined(field, ghost.lane, front, (road, back), near, long) else {
        let far = Lane::joined(field, None, front, (road, back), near, long).is_none();
        let text = if far {
            format!("{name} is not within half an inch of {}", field.name(id))
        } else {
            format!("the ranks of {name} lie along as many roads as they can")
        };
        return refuse(at, unit, "R-104", format_args!("{text}"));
    };
    let after = lying(at, ghost, lane);
    Ok(Trod { shape: Shape::None, after, charged: 0, deductions: 0, halves: false, rest: None })
}

/// Along the road, as far as it runs straight: the anchor on it, the ranks along it behind.
fn follow(at: Position<'_>, unit: UnitId, ghost: &Ghost, distance: i32) -> Result<Trod, Violation> {
    let field = &at.rules.table.field;
    let name = &at.unit(unit).name;
    let Some(lane) = ghost.lane.or_else(|| Lane::near(at, &ghost.stance, formations::BESIDE_ROAD)) else {
        return refuse(at, unit, "R-50", format_args!("{name} is not within half an inch of a road"));
    };
    if lane.left(field) < distance {
        let text = format_args!("the road ends after {} inches", inches(lane.left(field)));
        return refuse(at, unit, "R-104", text);
    }
    let piece = lane.straight(field).min(distance);
    let ahead = lane.on(piece);
    let way = Leg { from: lane.front(field), to: ahead.front(field), length: piece };
    let facing = crate::model::figure::TICKS.bearing(way.from, way.to).unwrap_or(ghost.stance.facing);
    let rank = Stance { anchor: way.from, facing, ..front_rank(&ghost.stance) };
    let mut trod = Trod::one(Sweep::along(rank, way), ghost, piece);
    trod.after = lying(at, ghost, ahead);
    trod.rest = (piece < distance && piece > 0).then_some(Motion::Road(distance - piece));
    Ok(trod)
}

/// A column on the road turns about where it lies: its last rank is in front.
fn about_on_road(at: Position<'_>, ghost: &Ghost, lane: Lane) -> Trod {
    let long = i32::from(ghost.stance.ranks()) * ghost.stance.size.depth;
    let after = lying(at, ghost, lane.about(long));
    Trod { shape: Shape::None, after, charged: 0, deductions: 0, halves: false, rest: None }
}

/// A column that lies along a road.
fn lying(at: Position<'_>, ghost: &Ghost, lane: Lane) -> Ghost {
    let field = &at.rules.table.field;
    let anchor = lane.front(field);
    let facing = lane.rank(field, &ghost.stance, 0).heading;
    Ghost { stance: Stance { anchor, facing, ..ghost.stance }, lane: Some(lane), ..ghost.clone() }
}

/// Loose stands go to new places.
#[must_use]
pub fn spread(at: Position<'_>, ghost: &Ghost, places: &[Point], facing: ground::table::Heading) -> Trod {
    let spread = Spread::new(&ghost.footprint(at), places, facing, ghost.stance.size);
    let middle = crate::model::figure::middle_of(places.iter().copied());
    let stance = Stance { anchor: middle, facing, ..ghost.stance };
    let after = Ghost { stance, places: places.iter().copied().collect(), ..ghost.clone() };
    let charged = spread.longest();
    Trod { shape: Shape::Loose(Box::new(spread)), after, charged, deductions: 0, halves: false, rest: None }
}

/// Formed troops are set out in skirmish order round their centre, free of charge (G-12, G-16).
fn scattered(ghost: &Ghost, size: Size) -> Trod {
    let old = &ghost.stance;
    let stance = formations::formed(old, Formation::Skirmish, old.stands, size);
    let places =
        skirmishers::rows(stance.anchor, stance.facing, stance.stands, 8, skirmishers::USUAL_GAP, size);
    let spread = Spread::standing(&places, stance.facing, size);
    let after = Ghost { stance, places: places.iter().copied().collect(), ..ghost.clone() };
    Trod {
        shape: Shape::Loose(Box::new(spread)),
        after,
        charged: 0,
        deductions: 0,
        halves: false,
        rest: None,
    }
}

/// Another formation: half speed for infantry and for whoever leaves skirmish order, free for horse.
fn form(at: Position<'_>, unit: UnitId, ghost: &Ghost, formation: Formation, frontage: u8) -> Trod {
    let old = &ghost.stance;
    if formation == Formation::Skirmish {
        return scattered(ghost, old.size);
    }
    let frontage = if formation == Formation::Square { old.stands } else { frontage };
    let mut trod = Trod::anew(ghost, formations::formed(old, formation, frontage, old.size));
    trod.after.places.clear();
    // STE-MOVE-29, STE-MOVE-30, STE-MOVE-32a
    trod.halves = at.unit(unit).arm == Arm::Infantry || ghost.is_loose();
    trod
}

/// Over a major obstacle: straight ahead to the first place where everybody is beyond it (STE-MOVE-36).
fn cross(at: Position<'_>, unit: UnitId, ghost: &Ghost, feature: FeatureId) -> Result<Trod, Violation> {
    let field = &at.rules.table.field;
    let name = field.name(feature);
    if !field.kinds(feature).intersects(ABATIS) {
        return refuse(at, unit, "STE-MOVE-34", format_args!("{name} is no major obstacle"));
    }
    let near = at.rules.scale.yards(50);
    let sides = field.sides_of(feature);
    let starts = ghost.footprint(at);
    let is_near = |body: &ground::table::Posed| {
        sides.iter().any(|side| meet::gap_within(&body.outline, &[side.from, side.to], near))
    };
    // STE-MOVE-35: the unit, in skirmish order every stand.
    let close = if ghost.is_loose() { starts.iter().all(is_near) } else { starts.iter().any(is_near) };
    if !close {
        let text = format_args!("{} is more than {} inches from {name}", at.unit(unit).name, inches(near));
        return refuse(at, unit, "STE-MOVE-35", text);
    }
    let meets = |hull: &Hull| sides.iter().any(|side| hull.meets(side.from, side.to));
    let furthest = near + ghost.stance.block().depth + 8 * INCH;
    let facing = ghost.stance.facing;
    let mut distance = 0;
    while distance < furthest {
        distance += sweep::MARK;
        let leg = Leg::new(ghost.stance.anchor, facing, distance);
        let swept = |body: &ground::table::Posed| Hull::swept(&body.outline, leg.from, leg.to);
        let by = (leg.to.x - leg.from.x, leg.to.y - leg.from.y);
        let beyond = |body: &ground::table::Posed| {
            let moved = body.outline.map(|point| Point::new(point.x + by.0, point.y + by.1));
            !meets(&Hull::around(moved))
        };
        let over = if ghost.is_loose() {
            starts.iter().all(|body| meets(&swept(body)))
        } else {
            starts.iter().any(|body| meets(&swept(body)))
        };
        if over && starts.iter().all(beyond) {
            if ghost.is_loose() {
                let places: ArrayVec<Point, MOST_STANDS> =
                    ghost.places.iter().map(|place| Point::new(place.x + by.0, place.y + by.1)).collect();
                return Ok(spread(at, ghost, &places, facing));
            }
            return Ok(Trod::one(Sweep::straight(ghost.stance, facing, distance), ghost, 0));
        }
    }
    refuse(at, unit, "STE-MOVE-34", format_args!("{name} does not lie straight ahead"))
}

/// Whether troops of this kind, drawn up so, may go such a leg (G-12: legs by type).
fn may_go(
    at: Position<'_>,
    unit: UnitId,
    ghost: &Ghost,
    leg: Motion,
    is_last: bool,
) -> Result<(), Violation> {
    let about = at.unit(unit);
    let name = &about.name;
    let no = |rule: &str, text: fmt::Arguments<'_>| refuse(at, unit, rule, text);
    let foot = about.arm == Arm::Infantry;
    let formation = ghost.stance.formation;
    let is_formed = matches!(formation, Formation::Line | Formation::Column);
    let marches = formation == Formation::Limbered;
    if formation == Formation::Square && !matches!(leg, Motion::Form { .. }) {
        return no("R-53", format_args!("{name} is in square and can only change its formation"));
    }
    match leg {
        Motion::Forward(_) | Motion::Wheel { .. } if is_formed || marches => Ok(()),
        Motion::Oblique { ticks, .. } if is_formed && ticks <= 18 => Ok(()),
        Motion::Oblique { .. } if is_formed => {
            no("G-12", format_args!("{name} obliques by at most 45 degrees"))
        }
        Motion::Road(_) | Motion::Onto { .. } if formation == Formation::Column || marches => Ok(()),
        Motion::Face { .. } if is_formed => Ok(()),
        Motion::About if is_formed || marches => Ok(()),
        Motion::Back(_) | Motion::Side { .. } if is_formed && foot => Ok(()),
        Motion::Back(_) | Motion::Side { .. } => {
            no("STE-MOVE-33", format_args!("only infantry steps back or to the side, not {name}"))
        }
        Motion::Form { formation: new, frontage } => may_form(at, unit, ghost, new, frontage, is_last),
        Motion::Limber if formation == Formation::Unlimbered && usual_guns(about.arm) => Ok(()),
        Motion::Unlimber if marches && about.arm.is_artillery() => Ok(()),
        Motion::Mount if ghost.dismounted => Ok(()),
        Motion::Dismount if about.arm == Arm::Cavalry && is_formed && is_last => Ok(()),
        Motion::Dismount if about.arm == Arm::Cavalry && is_formed => {
            no("R-53", format_args!("{name} dismounts at the end of its move"))
        }
        Motion::Prone if !(foot || ghost.dismounted) => {
            no("STE-MOVE-27", format_args!("only infantry and cavalry on foot go prone, not {name}"))
        }
        Motion::Prone if is_last => Ok(()),
        Motion::Prone => no("STE-MOVE-27", format_args!("{name} goes prone at the end of its move")),
        Motion::Prolong { .. } if formation == Formation::Unlimbered && usual_guns(about.arm) => Ok(()),
        Motion::Cross(_) if !(foot || ghost.dismounted) => no(
            "STE-MOVE-34",
            format_args!("only infantry and cavalry on foot cross a major obstacle, not {name}"),
        ),
        Motion::Cross(_) => Ok(()),
        Motion::Rows { .. } if ghost.is_loose() => Ok(()),
        Motion::Recall if ghost.is_loose() => Ok(()),
        _ if ghost.is_loose() && ghost.dismounted => {
            no("STE-MOVE-10", format_args!("{name} is on foot and acts only as skirmishers"))
        }
        _ => no("G-12", format_args!("{name} cannot do that as it is drawn up")),
    }
}

/// Guns that move (M-18).
const fn usual_guns(arm: Arm) -> bool {
    matches!(arm, Arm::FieldArtillery | Arm::HorseArtillery)
}

/// Whether a unit may form up so (G-3).
fn may_form(
    at: Position<'_>,
    unit: UnitId,
    ghost: &Ghost,
    new: Formation,
    frontage: u8,
    is_last: bool,
) -> Result<(), Violation> {
    let about = at.unit(unit);
    let (name, stands) = (&about.name, ghost.stance.stands);
    let no = |rule: &str, text: fmt::Arguments<'_>| refuse(at, unit, rule, text);
    if !matches!(about.arm, Arm::Infantry | Arm::Cavalry) {
        return no("R-53", format_args!("{name} has no such formation"));
    }
    if ghost.dismounted {
        return no("STE-MOVE-10", format_args!("{name} is on foot and acts only as skirmishers"));
    }
    let is_screen = about.parent.is_some_and(|parent| at.is_present(parent));
    if ghost.is_loose() && is_screen {
        return no("R-85", format_args!("{name} can only fall in with the unit that sent it out"));
    }
    match new {
        Formation::Line if formations::is_line(stands, frontage) => Ok(()),
        Formation::Line => no("G-3", format_args!("{name} of {stands} stands makes no line {frontage} wide")),
        Formation::Column if formations::is_column(stands, frontage) => Ok(()),
        // STE-MOVE-4
        Formation::Column => {
            no("STE-MOVE-4", format_args!("a column is one or two stands wide, not {frontage}"))
        }
        Formation::Square if about.arm == Arm::Infantry && stands >= 4 => Ok(()),
        Formation::Square => no("R-53", format_args!("only infantry of four stands or more forms square")),
        Formation::Skirmish if !ghost.is_loose() && is_last => Ok(()),
        Formation::Skirmish => no("R-53", format_args!("to form skirmish order is the last leg")),
        _ => no("R-53", format_args!("{name} has no such formation")),
    }
}

/// A whole move, reckoned.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Inches off a die.
    pub deductions: u8,
    /// Halvings.
    pub halvings: u8,
    /// How far it may go, in mils.
    pub allowance: i32,
    /// How long it is.
    pub charged: i32,
    /// Friends that are passed through.
    pub passed: ArrayVec<UnitId, 32>,
    /// The unit at its end.
    pub end: Ghost,
}

/// Half speed that a unit has before it takes a step: after firing (STE-FIRE-1, STE-SKIRM-12, R-12), and when its
/// skirmishers came in (STE-SKIRM-3).
#[must_use]
pub fn slowed(at: Position<'_>, unit: UnitId) -> u8 {
    let fired = match at.troop(unit).posture {
        Posture::Reduced => true,
        Posture::Full => at.is_loose(unit),
        _ => false,
    };
    u8::from(fired) + u8::from(at.is(unit, Mark::RECALLED))
}

/// Reckons a path with the dice that fell, and refuses it by the first check that fails (G-14).
///
/// # Errors
///
/// The rule that forbids it, with the numbers.
pub fn plan(at: Position<'_>, unit: UnitId, roll: Roll, path: &Path) -> Result<Plan, Violation> {
    let mut ghost = Ghost::of(at, unit);
    ghost.prone &= !roll.mode.rises();
    if ghost.prone && path.0.first() != Some(&Motion::Prone) {
        return refuse(at, unit, "R-54", format_args!("{} is prone and cannot move", at.unit(unit).name));
    }
    check_mode(at, unit, roll.mode, path)?;
    // Who goes nowhere has not moved, and is not to be taken for one who has.
    if path.0.iter().any(|leg| leg.leads_nowhere()) {
        let text = format_args!("{} has a leg that leads nowhere", at.unit(unit).name);
        return refuse(at, unit, "G-12", text);
    }
    let mut reckoning = Reckoning::new(at, unit, roll);
    for (number, leg) in path.0.iter().enumerate() {
        let mut next = Some(*leg);
        while let Some(leg) = next {
            let trod = tread(at, unit, &ghost, leg, is_last(path, number))?;
            reckoning.add(&trod)?;
            ghost = trod.after;
            next = trod.rest;
        }
    }
    reckoning.arrive(ghost)
}

/// Whether a unit that is about to come in, and stands so, may go a leg, whatever its dice say.
#[must_use]
pub fn may_enter(at: Position<'_>, unit: UnitId, stance: Stance, leg: Motion) -> bool {
    let mut ghost = Ghost { stance, places: ArrayVec::new(), lane: None, ..Ghost::of(at, unit) };
    if ghost.prone || leg.leads_nowhere() {
        return false;
    }
    let reckoning = Reckoning::new(at, unit, Roll { mode: Mode::March, dice: 1, sum: u8::MAX });
    let mut next = Some(leg);
    while let Some(leg) = next {
        let Ok(trod) = tread(at, unit, &ghost, leg, true) else { return false };
        if reckoning.check(&trod).is_err() {
            return false;
        }
        next = trod.rest;
        ghost = trod.after;
    }
    reckoning.arrive(ghost).is_ok()
}

/// Whether the dice lead along some legs, whatever else stands against it.
#[must_use]
pub fn affords(at: Position<'_>, unit: UnitId, roll: Roll, legs: &[Motion]) -> bool {
    let mut ghost = Ghost { prone: false, ..Ghost::of(at, unit) };
    let mut reckoning = Reckoning::new(at, unit, roll);
    for &leg in legs {
        let Ok(trod) = tread(at, unit, &ghost, leg, false) else { return false };
        reckoning.pay(&trod);
        ghost = trod.after;
    }
    reckoning.charged <= reckoning.allowance() + 1
}

/// How far straight ahead after some legs the dice lead at most, in steps from nothing to a bound, whatever else stands
/// against it. What a way costs only grows along it, so the place is found by halving.
#[must_use]
pub fn affordable(
    at: Position<'_>,
    unit: UnitId,
    roll: Roll,
    before: &[Motion],
    (step, bound): (i32, i32),
) -> i32 {
    let affords_ahead = |ahead: i32| {
        let mut legs: ArrayVec<Motion, MOST_LEGS> = before.iter().copied().collect();
        legs.push(Motion::Forward(ahead));
        affords(at, unit, roll, &legs)
    };
    let (mut low, mut high) = (0, bound / step);
    while low < high {
        let middle = (low + high + 1) / 2;
        if affords_ahead(middle * step) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low * step
}

/// Reckons a move of loose stands, each to a place of its own.
///
/// # Errors
///
/// The rule that forbids it, with the numbers.
pub fn plan_places(at: Position<'_>, unit: UnitId, roll: Roll, places: &[Point]) -> Result<Plan, Violation> {
    let ghost = Ghost::of(at, unit);
    if !ghost.is_loose() {
        return refuse(at, unit, "R-99", format_args!("{} is not in skirmish order", at.unit(unit).name));
    }
    check_mode(at, unit, roll.mode, &Path::default())?;
    plan_spread(at, unit, &ghost, roll, slowed(at, unit), (places, ghost.stance.facing))
}

/// Reckons a move of loose stands, as they are or as they go out.
///
/// # Errors
///
/// The rule that forbids it, with the numbers.
pub fn plan_spread(
    at: Position<'_>,
    unit: UnitId,
    ghost: &Ghost,
    roll: Roll,
    halvings: u8,
    (places, facing): (&[Point], ground::table::Heading),
) -> Result<Plan, Violation> {
    let stands = usize::from(ghost.stance.stands);
    if places.len() != stands {
        let (name, named) = (&at.unit(unit).name, places.len());
        let text = format_args!("{name} has {stands} stands, and {named} places are named");
        return refuse(at, unit, "R-99", text);
    }
    let trod = spread(at, ghost, places, facing);
    let mut reckoning = Reckoning { halvings, ..Reckoning::new(at, unit, roll) };
    reckoning.add(&trod)?;
    reckoning.arrive(trod.after)
}

/// Whether nothing but lying down comes after a leg.
#[must_use]
pub fn is_last(path: &Path, number: usize) -> bool {
    path.0.iter().skip(number + 1).all(|leg| matches!(leg, Motion::Prone))
}

/// Whether the legs are those of the mode for which the dice fell.
fn check_mode(at: Position<'_>, unit: UnitId, mode: Mode, path: &Path) -> Result<(), Violation> {
    let only = |kind: fn(&Motion) -> bool| path.0.len() == 1 && path.0.iter().all(kind);
    let whole = |kind: fn(&Motion) -> bool| path.0.len() > 1 && path.0.iter().any(kind);
    let no = |rule: &str, text: &str| refuse(at, unit, rule, format_args!("{text}"));
    match mode {
        // STE-MOVE-38: prolonging is the whole move.
        Mode::Prolong if !only(|leg| matches!(leg, Motion::Prolong { .. })) => {
            no("STE-MOVE-38", "the guns are drawn by hand, in one leg such as `p1.5,0>45`")
        }
        Mode::Cross if !only(|leg| matches!(leg, Motion::Cross(_))) => {
            no("STE-MOVE-36", "the crossing is the whole move: write it as `cross:NAME`")
        }
        Mode::Road if !path.0.iter().all(|leg| matches!(leg, Motion::Road(_) | Motion::Onto { .. })) => {
            no("R-50", "with the road die the whole move is on the road")
        }
        Mode::Prolong | Mode::Cross | Mode::Road => Ok(()),
        _ if path.0.iter().any(|leg| matches!(leg, Motion::Prolong { .. } | Motion::Cross(_))) => {
            no("R-66", "other dice would have fallen for that")
        }
        _ if whole(|leg| matches!(leg, Motion::Recall)) => no("R-112", "to come in is the whole move"),
        _ => Ok(()),
    }
}

/// What a path has cost and met so far.
#[derive(Clone)]
pub struct Reckoning<'a> {
    at: Position<'a>,
    unit: UnitId,
    roll: Roll,
    areas: Kinds,
    climbs: bool,
    deductions: u8,
    halvings: u8,
    slipped: bool,
    charged: i32,
    passed: ArrayVec<UnitId, 32>,
}

impl<'a> Reckoning<'a> {
    /// Nothing so far.
    #[must_use]
    pub fn new(at: Position<'a>, unit: UnitId, roll: Roll) -> Reckoning<'a> {
        Reckoning {
            at,
            unit,
            roll,
            areas: Kinds::NONE,
            climbs: false,
            // STE-MOVE-28
            deductions: u8::from(roll.mode.rises()),
            halvings: slowed(at, unit),
            slipped: false,
            charged: 0,
            passed: ArrayVec::new(),
        }
    }

    /// Takes a leg in, or refuses it for what it meets (G-14, 3).
    ///
    /// # Errors
    ///
    /// The rule that forbids it.
    pub fn add(&mut self, trod: &Trod) -> Result<(), Violation> {
        self.check(trod)?;
        self.pay(trod);
        Ok(())
    }

    /// Refuses a leg for what it meets (G-14, 3).
    fn check(&self, trod: &Trod) -> Result<(), Violation> {
        match &trod.shape {
            Shape::Formed(sweeps) => {
                // T-TERRAIN: on a road guns stand limbered in a town too.
                let limbers = matches!(trod.after.stance.formation, Formation::Limbered)
                    && sweeps.iter().all(|sweep| sweep.start.formation == Formation::Unlimbered);
                let on_road = trod.after.lane.is_some()
                    || limbers && formations::is_at_road(self.at, &trod.after.stance);
                sweeps.iter().try_for_each(|sweep| self.check_sweep(sweep, on_road))?;
            }
            Shape::Loose(spread) => {
                let crosses = self.roll.mode == Mode::Cross;
                spread.check_ground(self.at, self.unit, &trod.after.stance, crosses)?;
            }
            Shape::None => {}
        }
        Ok(())
    }

    /// Reckons what a leg costs.
    fn pay(&mut self, trod: &Trod) {
        self.charged += trod.charged;
        // Eight legs can lead to and fro over more walls than a byte counts.
        self.deductions = self.deductions.saturating_add(trod.deductions);
        // STE-MOVE-33: stepping back and aside is half speed once, however often it is done.
        let slips = matches!(trod.shape, Shape::Formed(_)) && trod.charged > 0 && trod.halves;
        self.halvings += u8::from(trod.halves && !(slips && self.slipped));
        self.slipped |= slips;
        match &trod.shape {
            Shape::Formed(sweeps) => {
                let on_road = trod.after.lane.is_some();
                sweeps.iter().for_each(|sweep| self.pay_sweep(sweep, on_road));
            }
            Shape::Loose(spread) => {
                // who goes out goes out of his own unit, and passes through nobody there.
                let (at, round) = (self.at, spread.round());
                let from = match at.troop(self.unit).whereabouts {
                    Whereabouts::Within => at.unit(self.unit).parent,
                    _ => None,
                };
                let near = |friend: &UnitId| round.is_within(at.round(*friend), 0);
                for friend in at.friends(self.unit).filter(|&friend| Some(friend) != from).filter(near) {
                    if spread.passes(&at.footprint(friend)) {
                        self.pass(friend);
                    }
                }
            }
            Shape::None => {}
        }
    }

    /// Refuses a piece of a leg for what it meets.
    fn check_sweep(&self, sweep: &Sweep, on_road: bool) -> Result<(), Violation> {
        let (at, unit) = (self.at, self.unit);
        let name = &at.unit(unit).name;
        // of who enters only the end must lie on the table.
        let enters = at.troop(unit).whereabouts == Whereabouts::Due;
        if !enters && !sweep.is_on_table(at) {
            return refuse(at, unit, "M-8", format_args!("{name} would leave the table"));
        }
        let crosses = self.roll.mode == Mode::Cross;
        if !on_road && let Some(feature) = sweep.blocked_by(at, unit) {
            let kinds = at.rules.table.field.kinds(feature);
            if !(crosses && kinds.intersects(ABATIS)) {
                let rule = if kinds.intersects(ABATIS) { "STE-MOVE-34" } else { "M-4" };
                let what = at.rules.table.field.name(feature);
                return refuse(at, unit, rule, format_args!("{name} cannot go over {what}"));
            }
        }
        let round = sweep.round();
        let near = |other: &UnitId| round.is_within(at.round(*other), TOUCH);
        for enemy in at.enemies(unit).filter(near) {
            if at.is_formed(enemy) && sweep.touches(&at.footprint(enemy)) {
                let text = format_args!("{name} would come into contact with {}", at.unit(enemy).name);
                return refuse_for(at, "STE-MOVE-1", text, [unit, enemy]);
            }
        }
        // STE-MOVE-39
        if self.roll.mode == Mode::Prolong && sweep.changes_level(at) {
            let text = format_args!("{name} cannot be drawn by hand up or down a hill");
            return refuse(at, unit, "STE-MOVE-39", text);
        }
        Ok(())
    }

    /// Reckons what a piece of a leg costs: its ground, and friends on it.
    fn pay_sweep(&mut self, sweep: &Sweep, on_road: bool) {
        let (at, unit) = (self.at, self.unit);
        match self.roll.mode {
            // STE-MOVE-38: guns drawn by hand pay for nothing. STE-MOVE-36: nor does who crosses an obstacle.
            Mode::Prolong => {}
            // on the road only the climb costs.
            _ if on_road => self.climbs = self.climbs || sweep.climbs(at),
            Mode::Cross => {}
            _ => {
                let ground = sweep.ground(at, !self.climbs);
                self.areas |= ground.areas;
                self.climbs |= ground.climbs;
                self.deductions = self.deductions.saturating_add(ground.lines);
            }
        }
        let round = sweep.round();
        for friend in at.friends(unit).filter(|&friend| round.is_within(at.round(friend), 0)) {
            if sweep.passes(&at.footprint(friend)) {
                self.pass(friend);
            }
        }
    }

    fn pass(&mut self, friend: UnitId) {
        if !self.passed.contains(&friend) && !self.passed.is_full() {
            self.passed.push(friend);
        }
    }

    /// How many deductions there are in all.
    fn deductions(&self) -> u8 {
        // STE-MOVE-18, R-48: each class of area and the climb once, each line once a crossing.
        let ground = self.areas.classes().count() as u8 + u8::from(self.climbs);
        // STE-MOVE-21, R-55: each friend passed through is a deduction.
        let passages = if passage::costs(self.at, self.unit) { self.passed.len() as u8 } else { 0 };
        self.deductions.saturating_add(ground + passages)
    }

    /// How far the dice lead with all that.
    fn allowance(&self) -> i32 {
        match self.roll.mode {
            // STE-MOVE-38, R-57: half a die, at least an inch; firing has been reckoned with.
            Mode::Prolong => allowance(self.roll.sum, 1, 0, 1),
            // STE-MOVE-36: the crossing costs no inches.
            Mode::Cross | Mode::Prone => 0,
            _ => allowance(self.roll.sum, self.roll.dice, self.deductions(), self.halvings),
        }
    }

    /// How much of what the dice allow is left behind what was taken in so far; below nothing if it was too much.
    #[must_use]
    pub fn left(&self) -> i32 {
        self.allowance() - self.charged
    }

    /// Refuses a path that is longer than the dice lead.
    #[cold]
    fn too_long(&self, deductions: u8, allowance: i32) -> Result<Plan, Violation> {
        let (at, unit) = (self.at, self.unit);
        if at.is_terse() {
            return refuse(at, unit, "R-47", format_args!(""));
        }
        let (way, most) = (inches(self.charged), inches(allowance));
        let mut text = format!("the way costs {way} of {most} inches that {} has", at.unit(unit).name);
        if deductions > 0 && self.roll.mode != Mode::Prolong {
            text += &format!(", {deductions} off each of {} dice", self.roll.dice);
        }
        match self.halvings {
            0 => {}
            _ if self.roll.mode == Mode::Prolong => {}
            1 => text += ", at half speed",
            halvings => text += &format!(", halved {halvings} times"),
        }
        refuse(at, unit, "R-47", format_args!("{text}"))
    }

    /// The end of the path: nobody is stood on, and it is no longer than the dice lead (G-14, 4).
    fn arrive(self, end: Ghost) -> Result<Plan, Violation> {
        let (at, unit) = (self.at, self.unit);
        let name = &at.unit(unit).name;
        let footprint = end.footprint(at);
        let stood_on = at.present().filter(|&other| other != unit).find(|&other| {
            let gives_way = at.side(other) != at.side(unit) && at.is_loose(other);
            let round = at.round(other);
            let near = || footprint.iter().any(|body| Round::of(body).is_within(round, 0));
            !gives_way && near() && is_on(&footprint, &at.footprint(other))
        });
        if let Some(other) = stood_on {
            let text = format_args!("{name} would end on {}", at.unit(other).name);
            return refuse_for(at, "R-90", text, [unit, other]);
        }
        if end.lane.is_some() && touches_formed(at, unit, &footprint) {
            return refuse(
                at,
                unit,
                "STE-MOVE-1",
                format_args!("{name} would come into contact with the enemy"),
            );
        }
        let enters = at.troop(unit).whereabouts == Whereabouts::Due;
        let field = &at.rules.table.field;
        if enters && !footprint.iter().all(|body| field.is_on_table(&body.outline)) {
            return refuse(at, unit, "R-97", format_args!("{name} would not come in whole"));
        }
        let (deductions, allowance) = (self.deductions(), self.allowance());
        // a short roll still brings it in whole.
        let depth = i32::from(end.stance.ranks()) * end.stance.size.depth;
        let allowance = if enters { allowance.max(depth) } else { allowance };
        let is_crossing = self.roll.mode == Mode::Cross;
        if !is_crossing && self.charged > allowance + 1 {
            return self.too_long(deductions, allowance);
        }
        // G-16: losses and pushes may have broken the layout; whoever moves must end in a legal one.
        let has_moved = at.state.loose_of(unit).iter().map(|place| place.0).ne(end.places.iter().copied());
        if end.is_loose() && has_moved {
            skirmishers::check_layout(at, unit, &end)?;
        }
        let Reckoning { halvings, charged, passed, .. } = self;
        Ok(Plan { deductions, halvings, allowance, charged, passed, end })
    }
}

/// Whether two footprints overlap.
#[must_use]
pub fn is_on(ours: &[ground::table::Posed], theirs: &[ground::table::Posed]) -> bool {
    ours.iter().any(|our| theirs.iter().any(|their| our.overlaps(their)))
}

/// Whether a footprint touches a formed enemy of a unit (G-10).
#[must_use]
pub fn touches_formed(at: Position<'_>, unit: UnitId, footprint: &[ground::table::Posed]) -> bool {
    at.enemies(unit).any(|enemy| {
        at.is_formed(enemy)
            && at.is_about(enemy, footprint, TOUCH)
            && is_near(footprint, &at.footprint(enemy), TOUCH)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::proof::proves;

    #[test]
    fn deductions_come_before_halving_and_an_inch_a_die_always_stays() {
        let _proof = proves(&["STE-MOVE-16", "STE-MOVE-17", "R-47"]);
        assert_eq!(allowance(12, 3, 1, 1), 4_500);
        assert_eq!(allowance(7, 3, 3, 0), 3_000);
        assert_eq!(allowance(12, 3, 0, 2), 3_000);
        assert_eq!(allowance(14, 4, 0, 1), 7_000);
        assert_eq!(allowance(13, 4, 0, 1), 6_500);
        assert_eq!(allowance(9, 3, 0, 1), 4_500, "no rounding");
    }

    #[test]
    fn a_wheel_costs_the_arc_of_its_outer_end() {
        assert_eq!(arc(10_000, 36), 15_707, "a quarter of a circle of ten inches");
        assert_eq!(arc(8_000, 1), 350);
        assert_eq!(arc(8_000, 0), 0);
    }
}
