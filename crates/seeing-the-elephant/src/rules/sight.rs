//! Line of sight (M-3).

use crate::model::figure::{INSET, Round, TOUCH, gap_between};
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::scenario::MOST_STANDS;
use crate::model::state::Formation;
use crate::model::terrain::{BUILDING, WOODS};
use crate::rules::arcs;
use ground::geometry::{Frame, Point};
use ground::table::{Body, Hull, Kinds, Leg, Posed, Share, Squared, Walk, Wedge, meet};

/// Woods at either end of a line count only if there is more of them than this (M-3, R-92).
const EDGE: i32 = INCH / 2;

/// Woods block beyond so much of them, and who stands higher sees over what is farther off than this, in yards (M-3).
const CLOSE: i32 = 100;

/// What blocks a line of sight.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A unit that is neither the one that looks nor the one looked at.
    Unit(UnitId),
    /// A building or a town.
    Building,
    /// Woods.
    Woods,
    /// Higher ground.
    Hill,
}

/// A line of sight to be looked along.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Who looks.
    pub unit: UnitId,
    /// The stand that looks.
    pub stand: Body,
    /// Whom at, if it is a unit.
    pub target: Option<UnitId>,
    /// The centre of the stand that is looked at.
    pub to: Point,
}

/// Where a stand's line of sight and its range begin: in the middle of its front, or of all of it in skirmish order
/// (M-3, G-5).
#[must_use]
pub fn eye(at: Position<'_>, unit: UnitId, stand: &Body) -> Point {
    if at.is_loose(unit) { stand.centre() } else { stand.front() }
}

/// Somebody who looks along many lines while nobody moves.
pub struct Lookout<'a> {
    /// What is looked at.
    pub at: Position<'a>,
    /// Those who stand in the way, once anybody has looked: skirmishers and officers do not (M-3).
    standing: Option<Vec<Standing>>,
    /// Their bodies, of those whose corners somebody wanted.
    bodies: Vec<Posed>,
    walk: Walk,
    woods: Vec<(i32, i32)>,
    /// Stands of everybody who was asked about, unit by unit.
    stands: Vec<(Body, Posed)>,
    /// Whose they are, and where they begin and end among them.
    whose: Vec<(UnitId, usize, usize)>,
    /// What the unit that was asked about last has before it at most.
    ahead: Option<(UnitId, Option<Ahead>)>,
    /// Between which two units was looked last, and what there is.
    between: Option<Between>,
    /// How high the places are that were asked about between those two.
    heights: Vec<(Point, i16)>,
}

/// Somebody who stands in the way.
#[derive(Clone, Debug)]
struct Standing {
    unit: UnitId,
    round: Round,
    /// Where his bodies are among those at hand.
    bodies: Option<(usize, usize)>,
}

/// What could block a line from somewhere in one circle to somewhere in another.
#[derive(Clone, Debug)]
struct Between {
    unit: UnitId,
    target: UnitId,
    ends: [Round; 2],
    /// Bodies of others, by number.
    bodies: Vec<(UnitId, usize)>,
    /// Woods and buildings.
    ground: Kinds,
    /// No ground is higher.
    most: i16,
    /// All ground is as high.
    level: bool,
}

impl Between {
    /// Whether a line from one point to another runs from the one circle to the other.
    fn holds(&self, line: &Line, from: Point) -> bool {
        let [here, there] = self.ends;
        let inside = |round: Round, point| round.is_within(Round { middle: point, radius: 0 }, 0);
        self.unit == line.unit
            && Some(self.target) == line.target
            && inside(here, from)
            && inside(there, line.to)
    }
}

impl<'a> Lookout<'a> {
    /// Ready to look.
    #[must_use]
    pub const fn new(at: Position<'a>) -> Lookout<'a> {
        Lookout {
            at,
            standing: None,
            bodies: Vec::new(),
            walk: Walk::new(),
            woods: Vec::new(),
            stands: Vec::new(),
            whose: Vec::new(),
            ahead: None,
            between: None,
            heights: Vec::new(),
        }
    }

    /// How high a place is, looked up once for all lines between two units.
    fn height(&mut self, place: Point) -> i16 {
        if let Some(&(_, height)) = self.heights.iter().find(|(known, _)| *known == place) {
            return height;
        }
        let height = self.at.rules.table.relief.height(place);
        if self.heights.len() < 2 * MOST_STANDS {
            self.heights.push((place, height));
        }
        height
    }

    /// The stands of a unit with their corners, worked out once: from where to where among all that are at hand.
    pub fn stands(&mut self, unit: UnitId) -> std::ops::Range<usize> {
        if let Some(&(_, first, last)) = self.whose.iter().find(|(known, ..)| *known == unit) {
            return first..last;
        }
        let first = self.stands.len();
        self.stands.extend(self.at.stands(unit).iter().map(|stand| (*stand, stand.posed(0))));
        self.whose.push((unit, first, self.stands.len()));
        first..self.stands.len()
    }

    /// The same for somebody who stands alone.
    pub fn base(&mut self, base: Body) -> std::ops::Range<usize> {
        self.stands.push((base, base.posed(0)));
        self.stands.len() - 1..self.stands.len()
    }

    /// A stand that is at hand.
    #[must_use]
    pub fn stand(&self, number: usize) -> &(Body, Posed) {
        &self.stands[number]
    }

    /// What a formed unit has before it at most; nothing of one that looks all round.
    pub fn ahead(&mut self, unit: UnitId) -> Option<Ahead> {
        if let Some((known, ahead)) = self.ahead
            && known == unit
        {
            return ahead;
        }
        let ahead = Ahead::of(self.at, unit);
        self.ahead = Some((unit, ahead));
        ahead
    }

    /// The bodies of a unit, of formed troops as they are at hand.
    pub fn any_body(&mut self, unit: UnitId, mut wanted: impl FnMut(&Posed) -> bool) -> bool {
        if self.at.is_loose(unit) {
            return self.stands(unit).any(|number| wanted(&self.stands[number].1));
        }
        let number = self.standing().iter().position(|other| other.unit == unit);
        number.is_some_and(|number| self.bodies_of(number).any(|body| wanted(&self.bodies[body])))
    }

    /// Those who stand in the way.
    fn standing(&mut self) -> &[Standing] {
        let at = self.at;
        self.standing.get_or_insert_with(|| {
            let formed = at.present().filter(|&unit| !at.is_loose(unit));
            formed.map(|unit| Standing { unit, round: at.round(unit), bodies: None }).collect()
        })
    }

    /// The bodies of one of those, worked out once: from where to where among all that are at hand.
    fn bodies_of(&mut self, number: usize) -> std::ops::Range<usize> {
        let Standing { unit, bodies, .. } = self.standing()[number];
        if let Some((first, last)) = bodies {
            return first..last;
        }
        let first = self.bodies.len();
        self.bodies.extend(self.at.footprint(unit));
        let last = self.bodies.len();
        if let Some(standing) = &mut self.standing {
            standing[number].bodies = Some((first, last));
        }
        first..last
    }

    /// Whether a unit is in contact: as [`Position::is_in_contact`], with the circles at hand.
    pub fn is_in_contact(&mut self, unit: UnitId) -> bool {
        let at = self.at;
        if at.state.melees.iter().any(|melee| melee.attacker == unit || melee.defender == unit) {
            return true;
        }
        let round = at.round(unit);
        let mut ours = None;
        (0..self.standing().len()).any(|number| {
            let Standing { unit: other, round: their, .. } = self.standing()[number];
            round.is_within(their, TOUCH)
                && at.side(other) != at.side(unit)
                && at.is_formed(other)
                && self.bodies_of(number).any(|body| {
                    let ours = ours.get_or_insert_with(|| at.footprint(unit));
                    ours.iter().any(|our| our.is_within(&self.bodies[body], TOUCH))
                })
        })
    }

    /// Finds out what there is between two units, for the lines that are looked along next.
    pub fn look_between(&mut self, unit: UnitId, target: UnitId) {
        let at = self.at;
        if self.between.as_ref().is_some_and(|known| known.unit == unit && known.target == target) {
            return;
        }
        let ends = [at.round(unit), at.round(target)];
        self.heights.clear();
        let mut bodies = self.between.take().map_or_else(Vec::new, |old| old.bodies);
        bodies.clear();
        for number in 0..self.standing().len() {
            let Standing { unit: other, round, .. } = self.standing()[number];
            if other == unit || other == target || !is_on_the_way(ends, round) {
                continue;
            }
            let own =
                self.bodies_of(number).filter(|&body| is_on_the_way(ends, Round::of(&self.bodies[body])));
            bodies.extend(own.map(|body| (other, body)));
        }
        let [one, other] = ends.map(Round::frame);
        let frame = Frame::around([one.low, one.high, other.low, other.high]).unwrap_or(one);
        let table = &at.rules.table;
        let ground = table.field.kinds_near(&frame, BUILDING.with(WOODS));
        let most = table.relief.most_in(&frame);
        let level = table.relief.is_plainly_level_in(&frame);
        self.between = Some(Between { unit, target, ends, bodies, ground, most, level });
    }

    /// What blocks a line, if anything (M-3).
    pub fn obstacle(&mut self, line: &Line) -> Option<Obstacle> {
        let from = eye(self.at, line.unit, &line.stand);
        let relief = &self.at.rules.table.relief;
        let sight = Sight {
            at: self.at,
            from,
            to: line.to,
            levels: [self.height(from), self.height(line.to)],
            close: self.at.rules.scale.yards(CLOSE),
        };
        let between = self.between.as_ref().filter(|between| between.holds(line, from));
        let ground = between.map_or(Kinds::ALL, |between| between.ground);
        let (most, level) = between.map_or((i16::MAX, false), |between| (between.most, between.level));
        if let Some(unit) = self.body_across(line, &sight) {
            return Some(Obstacle::Unit(unit));
        }
        let field = &self.at.rules.table.field;
        // Most lines lead over open ground: what is drawn in the cells on their way says so.
        let near = field.kinds_along(from, line.to, BUILDING.with(WOODS).common(ground));
        if near.intersects(BUILDING) || !near.is_empty() && !sight.is_short() {
            field.walk(from, line.to, near, &mut self.walk);
            if let Some(obstacle) = self.ground_across(line, &sight, near) {
                return Some(obstacle);
            }
        }
        if level {
            return None;
        }
        let [one, other] = sight.levels;
        let highest = one.max(other);
        (most > highest && relief.rises_above(from, line.to, highest)).then_some(Obstacle::Hill)
    }

    /// What of the ground that a line was walked over blocks it, hills apart.
    fn ground_across(&mut self, line: &Line, sight: &Sight<'_>, near: Kinds) -> Option<Obstacle> {
        let field = &self.at.rules.table.field;
        // A building hides nobody who is in it, and nothing from him.
        let hides = |feature| !field.holds(feature, line.stand.centre()) && !field.holds(feature, line.to);
        let built = self.walk.stretches().iter().any(|stretch| {
            stretch.kinds.intersects(BUILDING) && stretch.enter < stretch.leave && hides(stretch.feature)
        });
        if built {
            return Some(Obstacle::Building);
        }
        (near.intersects(WOODS) && self.is_in_woods(sight)).then_some(Obstacle::Woods)
    }

    /// A unit that the line cuts and that nobody looks over.
    fn body_across(&mut self, line: &Line, sight: &Sight<'_>) -> Option<UnitId> {
        let segment = [sight.from, sight.to];
        let frame = Hull::line(sight.from, sight.to).frame();
        // How far a point lies beside the line, times the line's length: less than 2⁴⁵.
        let (east, north) = (
            i64::from(sight.to.x) - i64::from(sight.from.x),
            i64::from(sight.to.y) - i64::from(sight.from.y),
        );
        let beside = |point: Point| {
            let (x, y) =
                (i64::from(point.x) - i64::from(sight.from.x), i64::from(point.y) - i64::from(sight.from.y));
            (east * y - north * x).abs()
        };
        let long = (east * east + north * north).isqrt() + 1;
        let cuts = |body: &Posed| {
            let Point { x, y } = body.middle;
            let reach = Point::new(body.radius, body.radius);
            let near = Frame {
                low: Point::new(x - reach.x, y - reach.y),
                high: Point::new(x + reach.x, y + reach.y),
            };
            near.touches(&frame)
                && beside(body.middle) <= i64::from(body.radius) * long
                && meet::gap_within(&segment, &body.core, 0)
                && meet::nearest(&segment, &body.outline)
                    .is_none_or(|met| !sight.is_over(met.stretch.map(|(point, _)| point)))
        };
        let across = match &self.between {
            Some(between) if between.holds(line, sight.from) => {
                between.bodies.iter().find(|(_, body)| cuts(&self.bodies[*body])).map(|(unit, _)| *unit)
            }
            _ => {
                let number = (0..self.standing().len()).find(|&number| {
                    let unit = self.standing()[number].unit;
                    let is_other = unit != line.unit && Some(unit) != line.target;
                    is_other && self.bodies_of(number).any(|body| cuts(&self.bodies[body]))
                });
                number.map(|number| self.standing()[number].unit)
            }
        };
        // a unit's own stands never block, unless that is chosen.
        across.or_else(|| {
            let own = self.at.rules.options.own_ranks_block_fire && !self.at.is_loose(line.unit);
            let stands = if own { self.at.stands(line.unit) } else { Default::default() };
            let ahead = stands.iter().filter(|stand| **stand != line.stand);
            ahead.map(|stand| stand.posed(INSET)).any(|stand| cuts(&stand)).then_some(line.unit)
        })
    }

    /// Whether too much of a line that was walked lies in woods that nobody looks over.
    fn is_in_woods(&mut self, sight: &Sight<'_>) -> bool {
        self.walk.joined(WOODS, &mut self.woods);
        let length = self.walk.whole(Share::END);
        let leg = Leg { from: self.walk.from(), to: self.walk.to(), length };
        let at_an_end = |enter, leave| enter == 0 || leave == length;
        self.woods.retain(|&(enter, leave)| !at_an_end(enter, leave) || leave - enter > EDGE);
        let whole = |woods: &[(i32, i32)]| woods.iter().map(|(enter, leave)| leave - enter).sum::<i32>();
        // Whether anybody looks over them is asked only where there would be too many.
        whole(&self.woods) > sight.close && {
            self.woods.retain(|&(enter, leave)| !sight.is_over([leg.at(enter), leg.at(leave)]));
            whole(&self.woods) > sight.close
        }
    }

    /// Whether a stand sees another.
    pub fn sees(&mut self, line: &Line) -> bool {
        self.obstacle(line).is_none()
    }

    /// Whether any stand of a unit sees a stand of another, wherever they face.
    pub fn any_sees(&mut self, unit: UnitId, enemy: UnitId) -> bool {
        let (ours, theirs) = (self.stands(unit), self.stands(enemy));
        self.look_between(unit, enemy);
        ours.into_iter().any(|our| {
            theirs.clone().any(|their| {
                let (stand, to) = (self.stands[our].0, self.stands[their].1.middle);
                self.sees(&Line { unit, stand, target: Some(enemy), to })
            })
        })
    }
}

/// What a unit in line, in column or in battery has before it at most: an arc that opens from the front of its last
/// rank, a little wider than that is, which holds those of all its stands.
#[derive(Copy, Clone, Debug)]
pub struct Ahead {
    /// The arc.
    pub arc: Wedge,
    /// The circle round the unit's block.
    pub round: Round,
}

impl Ahead {
    fn of(at: Position<'_>, unit: UnitId) -> Option<Ahead> {
        const ROUNDING: i32 = 4;
        // the ranks of a column on a road face as it bends.
        let in_block =
            matches!(at.troop(unit).formation, Formation::Line | Formation::Column | Formation::Unlimbered);
        if !in_block || at.lane(unit).is_some() {
            return None;
        }
        let stance = at.stance(unit);
        let (block, size) = (stance.block(), stance.size);
        let back = (i32::from(stance.ranks()) - 1) * size.depth + ROUNDING;
        let last = block.part(0, -2 * back, block.width + 2 * ROUNDING, size.depth);
        Some(Ahead { arc: arcs::arc(&last)?, round: Round::of(&block.posed(0)) })
    }
}

/// Whether something in a circle can be on a line from somewhere in one circle to somewhere in another.
fn is_on_the_way([one, other]: [Round; 2], it: Round) -> bool {
    let offset =
        |to: Point| (i64::from(to.x) - i64::from(one.middle.x), i64::from(to.y) - i64::from(one.middle.y));
    let ((east, north), (x, y)) = (offset(other.middle), offset(it.middle));
    let length = (east * east + north * north).isqrt() + 1;
    let reach = i64::from(one.radius.max(other.radius)) + i64::from(it.radius) + 1;
    let along = east * x + north * y;
    // Distances beside the line and along it, times its length.
    (east * y - north * x).abs() <= reach * length
        && along >= -reach * length
        && along <= (length + reach) * length
}

/// A line with its heights.
struct Sight<'a> {
    at: Position<'a>,
    from: Point,
    to: Point,
    levels: [i16; 2],
    close: i32,
}

impl Sight<'_> {
    /// Whether it is so short that no woods on it would be too many.
    fn is_short(&self) -> bool {
        self.from.distance_squared(self.to) <= i64::from(self.close) * i64::from(self.close)
    }

    /// Whether one end looks over something that lies between two places of the line: it is a level higher than that is
    /// where the line meets it, and more than 100 yards away from it (M-3).
    fn is_over(&self, [one, other]: [Point; 2]) -> bool {
        let far = i64::from(self.close) * i64::from(self.close);
        [(self.from, self.levels[0]), (self.to, self.levels[1])].into_iter().any(|(end, level)| {
            let met = if end.distance_squared(one) <= end.distance_squared(other) { one } else { other };
            end.distance_squared(met) > far && level > self.at.rules.table.relief.height(met)
        })
    }
}

/// The enemy nearest to a unit of those that any of its stands sees (G-15).
#[must_use]
pub fn nearest_seen(at: Position<'_>, unit: UnitId) -> Option<UnitId> {
    let (ours, round) = (at.footprint(unit), at.round(unit));
    // Nobody is nearer than his circle. Whose turn it is by that is measured, and looked at when it is his turn by what
    // was measured.
    let least = |enemy: UnitId| {
        let theirs = at.round(enemy);
        let apart = round.middle.distance_squared(theirs.middle).isqrt();
        (apart - i64::from(round.radius) - i64::from(theirs.radius)).max(0)
    };
    let mut waiting: Vec<(i64, UnitId)> = at.enemies(unit).map(|enemy| (least(enemy), enemy)).collect();
    waiting.sort_unstable_by_key(|waiting| std::cmp::Reverse(*waiting));
    let mut measured: Vec<(Squared, UnitId)> = Vec::new();
    let mut lookout = Lookout::new(at);
    loop {
        let first = measured.iter().copied().min();
        let may_be_nearer = |&&(least, _): &&(i64, UnitId)| {
            first.is_none_or(|(gap, _)| least <= i64::from(gap.distance()) + 1)
        };
        if let Some(&(_, enemy)) = waiting.last().filter(may_be_nearer) {
            waiting.pop();
            measured.extend(gap_between(&ours, &at.footprint(enemy)).map(|gap| (gap, enemy)));
            continue;
        }
        let (_, enemy) = first?;
        if lookout.any_sees(unit, enemy) {
            return Some(enemy);
        }
        measured.retain(|(_, other)| *other != enemy);
    }
}

/// Whether any stand of a unit sees a stand of another.
#[must_use]
pub fn sees(at: Position<'_>, unit: UnitId, enemy: UnitId) -> bool {
    Lookout::new(at).any_sees(unit, enemy)
}

#[cfg(test)]
mod tests;
