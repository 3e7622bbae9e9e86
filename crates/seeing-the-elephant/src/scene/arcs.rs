//! Whom a unit could fire at by direction and distance, drawn on the ground; and a plan of fire while it is made.

use super::on_board;
use crate::model::ids::UnitId;
use crate::model::position::Position;
use crate::model::troops::Weapon;
use crate::rules::fire::volley::{Aimed, Prospect, Shot};
use crate::rules::fire::{self, volley};
use crate::rules::tables::{self, Effect, FIRE_COLUMNS};
use crate::speech::{in_halves, shifted};
use engine::scene::{self, Drawn, Role, Shape, Sketch, Tone};
use ground::geometry::Point;
use ground::table::{Body, Heading, Leg, Turn};

/// How far an arc opens outward from a front corner (G-6), and how finely it is drawn, in tenths of a degree.
const OPENS: i32 = 450;
const FINE: i32 = 75;

/// To so many other targets of a unit lines are drawn while one is aimed at.
const OTHERS: usize = 3;

/// The two outer stands of a front, and which way it looks.
struct Front {
    left: Body,
    right: Body,
}

impl Front {
    /// The fronts of a unit: one, but four of a square.
    fn all(at: Position<'_>, unit: UnitId) -> Vec<Front> {
        let mut fronts: Vec<Front> = Vec::new();
        for stand in at.stands(unit) {
            let to_the_right = |stand: &Body, of: &Body| {
                let vector = of.heading.vector();
                let (one, other) = (stand.front(), of.front());
                let (east, north) = (i64::from(one.x - other.x), i64::from(one.y - other.y));
                let aside = (east * vector.y - north * vector.x) / ground::table::heading::ONE;
                let ahead = (east * vector.x + north * vector.y) / ground::table::heading::ONE;
                // A rank behind another widens no front.
                if ahead < -i64::from(stand.depth / 2) { 0 } else { aside }
            };
            match fronts.iter_mut().find(|front| front.left.heading == stand.heading) {
                None => fronts.push(Front { left: stand, right: stand }),
                Some(front) if to_the_right(&stand, &front.right) > 0 => front.right = stand,
                Some(front) if to_the_right(&stand, &front.left) < 0 => front.left = stand,
                Some(_) => {}
            }
        }
        fronts
    }

    /// What of the ground is in arc and within a range: along the line 45 degrees outward from the left corner, round
    /// the eyes of the outer stands, and back along that of the right corner (G-5, G-6).
    fn outline(&self, range: i32) -> Vec<Point> {
        let heading = self.left.heading;
        let half = i64::from(self.left.width / 2);
        // Where the line from the corner is so far from the eye: half a front to the side of it.
        let from_corner = (i64::from(range) * i64::from(range) - half * half / 2).max(0).isqrt();
        let along = (from_corner - half * 46_341 / 65_536).max(0) as i32;
        let at = |from: Point, tenths: i32, way: i32| -> Point {
            let direction: Heading = heading.turned(Turn::tenths(tenths));
            Leg::new(from, direction, way).to
        };
        let (left, right) = (self.left.posed(0).front().0, self.right.posed(0).front().1);
        let (eye_left, eye_right) = (self.left.front(), self.right.front());
        let mut ring = vec![left, at(left, -OPENS, along)];
        ring.extend((-OPENS..=0).step_by(FINE as usize).map(|tenths| at(eye_left, tenths, range)));
        ring.extend((0..=OPENS).step_by(FINE as usize).map(|tenths| at(eye_right, tenths, range)));
        ring.extend([at(right, OPENS, along), right]);
        ring
    }
}

/// The weapons of a unit, each once.
fn weapons(at: Position<'_>, unit: UnitId) -> Vec<Weapon> {
    let stands = 0..at.troop(unit).stands;
    let mut found: Vec<Weapon> = stands.filter_map(|stand| volley::weapon(at, unit, stand)).collect();
    found.sort_unstable_by_key(|weapon| std::cmp::Reverse(tables::reach(*weapon)));
    found.dedup();
    found
}

/// Draws whom a unit could fire at: the bands of its weapons, or only how far it reaches. Nothing, if it cannot fire.
pub(super) fn draw(at: Position<'_>, unit: UnitId, bands: bool, shapes: &mut Vec<Drawn>) {
    if !fire::may_fire(at, unit) {
        return;
    }
    let tone = Tone::of(at.side(unit));
    let weapons = weapons(at, unit);
    let longest = weapons.first().map_or(0, |&weapon| tables::reach(weapon));
    for &weapon in &weapons {
        for (yards, half_factors) in tables::bands(weapon).into_iter().rev() {
            let is_reach = yards == longest;
            if !bands && !is_reach {
                continue;
            }
            let label = match (bands, is_reach) {
                (true, _) => format!("{yards} yd: {} a stand", in_halves(half_factors)),
                (false, _) => String::new(),
            };
            let role = if is_reach { Role::Arc } else { Role::Range };
            let mut first = Some(label);
            for shape in covered(at, unit, at.rules.scale.yards(yards)) {
                let label = first.take().unwrap_or_default();
                shapes.push(Drawn::plain(role, shape).in_tone(tone).labelled(label));
            }
        }
    }
}

/// The ground in arc and within a range: all round each stand in skirmish order (STE-SKIRM-6).
fn covered(at: Position<'_>, unit: UnitId, range: i32) -> Vec<Shape> {
    if at.is_loose(unit) {
        let round = |stand: &Body| Shape::Circle { at: on_board(at.rules, stand.centre()), radius: range };
        return at.stands(unit).iter().map(round).collect();
    }
    let ring = |front: &Front| -> Vec<scene::Point> {
        front.outline(range).into_iter().map(|point| on_board(at.rules, point)).collect()
    };
    Front::all(at, unit).iter().map(|front| Shape::Area(vec![ring(front)])).collect()
}

/// The same in words: "24th Michigan reaches 600 yards: 3 a stand to 100, 2 to 200".
pub(super) fn in_words(at: Position<'_>, unit: UnitId) -> String {
    let name = &at.unit(unit).name;
    let weapons = weapons(at, unit);
    let Some(&longest) = weapons.first().filter(|_| fire::may_fire(at, unit)) else {
        return format!("{name} cannot fire as it is");
    };
    let bands = weapons.iter().map(|&weapon| {
        let bands = tables::bands(weapon).into_iter();
        let bands = bands.map(|(yards, factors)| format!("{} to {yards}", in_halves(factors)));
        bands.collect::<Vec<_>>().join(", ")
    });
    let bands: Vec<String> = bands.collect();
    let reach = tables::reach(longest);
    format!("{name} reaches {reach} yards, factors a stand: {}", bands.join("; or "))
}

/// What is drawn of an aim: the arcs of who fires, whom else he could fire at, and the shot with all that moves it.
pub(crate) fn aim(
    at: Position<'_>,
    unit: UnitId,
    target: Aimed,
    shot: Option<&Shot>,
    others: &[Prospect],
) -> Sketch {
    let mut shapes = Vec::new();
    draw(at, unit, true, &mut shapes);
    let place = |target: Aimed| match target {
        Aimed::Unit(unit) => at.centroid(unit),
        Aimed::Officer(officer) => at.state.officers[officer.index()].at,
    };
    let line = |target: Aimed| {
        Shape::Line([at.centroid(unit), place(target)].map(|point| on_board(at.rules, point)).to_vec())
    };
    // A battery on a ridge has a dozen targets: the lines to the nearest are enough to see that there are others.
    let others = others.iter().filter(|other| other.unit == unit && other.target != target);
    let mut others: Vec<Aimed> = others.map(|other| other.target).collect();
    others.sort_by_key(|&other| at.centroid(unit).distance_squared(place(other)));
    let more = others.len().saturating_sub(OTHERS);
    shapes.extend(others.into_iter().take(OTHERS).map(|other| Drawn::plain(Role::Sight, line(other))));
    let text = shot.map_or_else(String::new, worked_out);
    if let Some(shot) = shot {
        let label = chances(shot.column());
        shapes.push(Drawn::plain(Role::Sight, line(target)).in_tone(Tone::Good).labelled(label));
    }
    let words = match (in_words(at, unit), more) {
        (words, 0) => words,
        (words, more) => format!("{words}; of its other targets {OTHERS} are shown, {more} are not"),
    };
    Sketch { shapes, text: if text.is_empty() { format!("{words}.") } else { format!("{text}. {words}.") } }
}

/// A shot before its die falls: factors, what moves it, its column, and what its ten faces do.
pub(crate) fn worked_out(shot: &Shot) -> String {
    let mut text = factors(shot);
    for &(shift, columns) in &shot.shifts {
        text = format!("{text}, {} {columns:+}", shifted(shift).0);
    }
    let column = shot.column();
    format!("{text}: column {}+, {}", FIRE_COLUMNS[column as usize], chances(column))
}

/// "1 factor", "4½ factors".
pub(crate) fn factors(shot: &Shot) -> String {
    let many = if shot.half_factors == 2 { "" } else { "s" };
    format!("{} factor{many}", in_halves(shot.half_factors))
}

/// What the ten faces of a shot's die do: "3 in 10 a hit, 2 a marker".
pub(crate) fn chances(column: i8) -> String {
    let faces =
        |wanted: fn(Effect) -> bool| (0..10).filter(|&die| wanted(tables::fire_effect(column, die))).count();
    let hits = faces(|effect| matches!(effect, Effect::Hits(_)));
    let markers = faces(|effect| effect == Effect::Panic);
    match (hits, markers) {
        (0, 0) => "no effect".to_owned(),
        (0, _) => format!("{markers} in 10 a marker"),
        (_, 0) => format!("{hits} in 10 a hit"),
        _ => format!("{hits} in 10 a hit, {markers} a marker"),
    }
}
