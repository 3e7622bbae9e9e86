//! Line of sight (M-3).

use crate::model::figure::{INSET, Round, TOUCH, gap_between};
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::state::Formation;
use crate::model::terrain::{BUILDING, WOODS};
use crate::rules::arcs;
use ground::geometry::{Frame, Point};
use ground::table::{Body, Hull, Kinds, Leg, Posed, Share, Walk, Wedge, meet};

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
    bodies: Option<Vec<(UnitId, Posed)>>,
    walk: Walk,
    woods: Vec<(i32, i32)>,
    /// Stands of everybody who was asked about, unit by unit.
    stands: Vec<(Body, Posed)>,
    /// Whose they are, and where they begin and end among them.
    whose: Vec<(UnitId, usize, usize)>,
    /// What the unit that was asked about last has before it at most.
    ahead: Option<(UnitId, Option<Ahead>)>,
}

impl<'a> Lookout<'a> {
    /// Ready to look.
    #[must_use]
    pub const fn new(at: Position<'a>) -> Lookout<'a> {
        Lookout {
            at,
            bodies: None,
            walk: Walk::new(),
            woods: Vec::new(),
            stands: Vec::new(),
            whose: Vec::new(),
            ahead: None,
        }
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
        self.bodies().iter().any(|(known, body)| *known == unit && wanted(body))
    }

    /// Those who stand in the way.
    fn bodies(&mut self) -> &[(UnitId, Posed)] {
        let at = self.at;
        self.bodies.get_or_insert_with(|| {
            let mut bodies = Vec::with_capacity(2 * at.state.troops.len());
            for unit in at.present().filter(|&unit| !at.is_loose(unit)) {
                bodies.extend(at.footprint(unit).iter().map(|body| (unit, *body)));
            }
            bodies
        })
    }

    /// Whether a unit is in contact: as [`Position::is_in_contact`], with the bodies at hand.
    pub fn is_in_contact(&mut self, unit: UnitId) -> bool {
        let at = self.at;
        let round = at.round(unit);
        let mut ours = None;
        at.state.melees.iter().any(|melee| melee.attacker == unit || melee.defender == unit)
            || self.bodies().iter().any(|(other, body)| {
                at.side(*other) != at.side(unit)
                    && at.is_formed(*other)
                    && round.is_within(Round::of(body), TOUCH)
                    && ours
                        .get_or_insert_with(|| at.footprint(unit))
                        .iter()
                        .any(|our| our.is_within(body, TOUCH))
            })
    }

    /// What blocks a line, if anything (M-3).
    pub fn obstacle(&mut self, line: &Line) -> Option<Obstacle> {
        let from = eye(self.at, line.unit, &line.stand);
        let relief = &self.at.rules.table.relief;
        let sight = Sight {
            at: self.at,
            from,
            to: line.to,
            levels: [relief.height(from), relief.height(line.to)],
            close: self.at.rules.scale.yards(CLOSE),
        };
        if let Some(unit) = self.body_across(line, &sight) {
            return Some(Obstacle::Unit(unit));
        }
        let field = &self.at.rules.table.field;
        // Most lines lead over open ground: what is drawn in the cells on their way says so.
        let near = field.kinds_along(from, line.to, BUILDING.with(WOODS));
        if !near.is_empty() {
            field.walk(from, line.to, near, &mut self.walk);
            if let Some(obstacle) = self.ground_across(line, &sight, near) {
                return Some(obstacle);
            }
        }
        let highest = sight.levels[0].max(sight.levels[1]);
        if relief.most_along(from, line.to) <= highest {
            return None;
        }
        relief.walk(from, line.to, &mut self.walk);
        relief.highest_between(&self.walk).is_some_and(|between| between > highest).then_some(Obstacle::Hill)
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
        (near.intersects(WOODS) && self.woods_between(sight) > sight.close).then_some(Obstacle::Woods)
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
        let is_other = |unit: UnitId| unit != line.unit && Some(unit) != line.target;
        let across = self.bodies().iter().find(|(unit, body)| is_other(*unit) && cuts(body));
        let across = across.map(|(unit, _)| *unit);
        // a unit's own stands never block, unless that is chosen.
        across.or_else(|| {
            let own = self.at.rules.options.own_ranks_block_fire && !self.at.is_loose(line.unit);
            let stands = if own { self.at.stands(line.unit) } else { Default::default() };
            let ahead = stands.iter().filter(|stand| **stand != line.stand);
            ahead.map(|stand| stand.posed(INSET)).any(|stand| cuts(&stand)).then_some(line.unit)
        })
    }

    /// How much of a line that was walked lies in woods that nobody looks over.
    fn woods_between(&mut self, sight: &Sight<'_>) -> i32 {
        self.walk.joined(WOODS, &mut self.woods);
        let length = self.walk.whole(Share::END);
        let leg = Leg { from: self.walk.from(), to: self.walk.to(), length };
        let counts = |&(enter, leave): &(i32, i32)| {
            let at_an_end = enter == 0 || leave == length;
            (!at_an_end || leave - enter > EDGE) && !sight.is_over([leg.at(enter), leg.at(leave)])
        };
        self.woods.iter().copied().filter(|stretch| counts(stretch)).map(|(enter, leave)| leave - enter).sum()
    }

    /// Whether a stand sees another.
    pub fn sees(&mut self, line: &Line) -> bool {
        self.obstacle(line).is_none()
    }

    /// Whether any stand of a unit sees a stand of another, wherever they face.
    pub fn any_sees(&mut self, unit: UnitId, enemy: UnitId) -> bool {
        let (ours, theirs) = (self.stands(unit), self.stands(enemy));
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

/// A line with its heights.
struct Sight<'a> {
    at: Position<'a>,
    from: Point,
    to: Point,
    levels: [i16; 2],
    close: i32,
}

impl Sight<'_> {
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
    let ours = at.footprint(unit);
    let mut enemies: Vec<_> = at
        .enemies(unit)
        .filter_map(|enemy| Some((gap_between(&ours, &at.footprint(enemy))?, enemy)))
        .collect();
    enemies.sort_unstable();
    let mut lookout = Lookout::new(at);
    enemies.into_iter().map(|(_, enemy)| enemy).find(|&enemy| lookout.any_sees(unit, enemy))
}

/// Whether any stand of a unit sees a stand of another.
#[must_use]
pub fn sees(at: Position<'_>, unit: UnitId, enemy: UnitId) -> bool {
    Lookout::new(at).any_sees(unit, enemy)
}
