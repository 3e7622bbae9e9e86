//! What is drawn of a move beforehand: the unit where it turns and where it ends, what it sweeps, what costs it inches
//! and where, and who may answer.

use super::on_board;
use super::pieces::{drawn_up, stands};
use crate::model::action::Action;
use crate::model::charge::Course as ChargeCourse;
use crate::model::figure::gap_between;
use crate::model::ids::UnitId;
use crate::model::legs::{Mode, Motion, Path};
use crate::model::position::Position;
use crate::model::scale::INCH;
use crate::model::state::{Mark, State};
use crate::model::terrain::{COSTLY_LINES, LEGEND};
use crate::rules::charge::{self, path};
use crate::rules::fire::volley::{self, Aimed};
use crate::rules::fire::{self, DefensiveRange};
use crate::rules::legs::{self, Ghost, Plan, Trod};
use crate::rules::sight::Lookout;
use crate::rules::skirmishers::Spread;
use crate::rules::sweep::{self, Course, Sweep};
use crate::rules::{cavalry, passage, passing};
use engine::Violation;
use engine::chance::AVERAGE;
use engine::scene::{Drawn, Role, Shape, Sketch, Tone};
use ground::geometry::Point;
use ground::table::{FeatureId, Kinds, meet};

/// How large the sign is that says what something costs.
const SIGN: i32 = INCH / 8;

/// How far places of a wheel are apart at which it is asked who may answer, in ticks.
const TICKS_APART: i32 = 6;

/// What takes an inch a die, in the words of its label (STE-MOVE-16).
fn taken(what: &str) -> String {
    format!("{what} −1″ a die")
}

/// What is drawn of a move that was reckoned, or refused.
pub(crate) fn sketch(
    at: Position<'_>,
    unit: UnitId,
    mode: Mode,
    action: &Action,
    plan: &Result<Plan, Violation>,
) -> Sketch {
    let name = &at.unit(unit).name;
    let walked = match (action, plan) {
        (Action::Go(path), _) if path.0.iter().any(|leg| matches!(leg, Motion::Recall)) => {
            return Sketch { shapes: Vec::new(), text: format!("{name} would fall in with its unit.") };
        }
        (Action::Go(path), _) => Walked::along(at, unit, mode, path),
        (Action::Stay, _) => Walked::to(at, unit, Ghost::of(at, unit)),
        (Action::Lay(_), Ok(plan)) => Walked::to(at, unit, plan.end.clone()),
        _ => return Sketch::default(),
    };
    let cost = plan.as_ref().map_or_else(|_| String::new(), said);
    let mut drawing = Drawing { at, unit, shapes: Vec::new(), said: Vec::new() };
    drawing.way(&walked, &cost, plan.is_err() && *action != Action::Stay);
    drawing.costs(&walked, mode);
    drawing.dangers(&walked);
    let how = match action {
        Action::Stay => ", where it stands".to_owned(),
        _ if cost.is_empty() => String::new(),
        _ => format!(", after {cost}"),
    };
    let mut text = format!("{name}, {}{how}", drawn_up(&walked.end.stance));
    for said in &drawing.said {
        text = format!("{text}; {said}");
    }
    Sketch { shapes: drawing.shapes, text: text + "." }
}

/// What is drawn of skirmishers who would go out: where they would lie, and the way from their unit.
pub(crate) fn screen(at: Position<'_>, unit: UnitId, plan: &Plan) -> Sketch {
    let (from, to, cost) = (at.stance(unit).anchor, plan.end.stance.anchor, said(plan));
    let way = Shape::Line([from, to].map(|point| on_board(at.rules, point)).to_vec());
    let mut shapes = vec![Drawn::plain(Role::Path, way).labelled(&*cost)];
    let tone = Tone::of(at.side(unit));
    let ghost = stands(at, &plan.end).into_iter();
    shapes.extend(ghost.map(|stand| Drawn::plain(Role::Ghost, Shape::Stand(stand)).in_tone(tone)));
    let (name, count) = (&at.unit(unit).name, plan.end.stance.stands);
    Sketch { shapes, text: format!("{count} stands of {name} would go out, after {cost}.") }
}

/// What is drawn of a charge that could be announced: its way, what it sweeps, and the charger where it would close.
pub(crate) fn charge(
    at: Position<'_>,
    unit: UnitId,
    target: UnitId,
    course: &ChargeCourse,
    plain: bool,
) -> Sketch {
    let stance = charge::charging_stance(at, unit);
    let spot = path::end(course);
    let sweeps = path::legs(&stance, course.turn, spot);
    let end = Ghost { stance: path::pose(&stance, course.turn, spot), lane: None, ..Ghost::of(at, unit) };
    let cost = charge_said(at, unit, course, plain);
    let mut drawing = Drawing { at, unit, shapes: Vec::new(), said: Vec::new() };
    let way = [stance.anchor, sweeps[0].end.anchor, end.stance.anchor];
    let mut walked = Walked::to(at, unit, end);
    walked.way = way.to_vec();
    walked.way.dedup();
    walked.sweeps = sweeps.to_vec();
    drawing.way(&walked, &cost, false);
    drawing.costs(&walked, Mode::March);
    let text = format!("{} would charge {}: {cost}.", at.unit(unit).name, at.unit(target).name);
    Sketch { shapes: drawing.shapes, text }
}

/// How far a charge has to go, and how often its dice lead there with all that they pay for on the way.
pub(crate) fn charge_said(at: Position<'_>, unit: UnitId, course: &ChargeCourse, plain: bool) -> String {
    let stance = charge::charging_stance(at, unit);
    let spot = path::end(course);
    let purse = charge::purse(at, unit, course, None, !plain);
    let reaches = |sum: u8| path::Purse { sum, ..purse }.affords(at, unit, &stance, course.turn, spot);
    // How many of all throws have each sum.
    let mut throws = vec![1_u64];
    for _ in 0..purse.dice {
        let mut next = vec![0; throws.len() + usize::from(charge::BEST_DIE)];
        for (sum, count) in throws.iter().enumerate() {
            for &face in AVERAGE {
                next[sum + usize::from(face)] += count;
            }
        }
        throws = next;
    }
    let all: u64 = throws.iter().sum();
    let good: u64 = (0..).zip(&throws).filter(|&(sum, _)| reaches(sum)).map(|(_, count)| count).sum();
    let way = path::along(&stance, course.turn, spot);
    let percent = (good * 100 + all / 2) / all.max(1);
    format!("{} inches to go: {} dice reach that in {percent} of 100 throws", legs::about(way), purse.dice)
}

/// What a move costs, out of what there is.
pub(crate) fn said(plan: &Plan) -> String {
    format!("{} of {} inches", legs::about(plan.charged), legs::about(plan.allowance))
}

/// A path, as far as it can be gone.
struct Walked {
    /// Where the front middle comes to, leg by leg.
    way: Vec<Point>,
    /// The unit where it turns.
    turns: Vec<Ghost>,
    /// What formed troops sweep.
    sweeps: Vec<Sweep>,
    /// Which of it is swept on a road.
    on_road: Vec<bool>,
    /// How loose stands go.
    spread: Option<Spread>,
    /// What legs cost by themselves, and where.
    drill: Vec<(Point, String)>,
    end: Ghost,
}

impl Walked {
    fn along(at: Position<'_>, unit: UnitId, mode: Mode, path: &Path) -> Walked {
        let mut walked = Walked::to(at, unit, Ghost::of(at, unit));
        // who was to move after rising has risen.
        walked.end.prone &= !mode.rises();
        'legs: for (number, &leg) in path.0.iter().enumerate() {
            if number > 0 {
                walked.turns.push(walked.end.clone());
            }
            let mut next = Some(leg);
            while let Some(leg) = next {
                let is_last = legs::is_last(path, number);
                let Ok(trod) = legs::tread(at, unit, &walked.end, leg, is_last) else { break 'legs };
                next = trod.rest;
                walked.go(trod, leg);
            }
        }
        walked
    }

    /// There at once.
    fn to(at: Position<'_>, unit: UnitId, end: Ghost) -> Walked {
        let from = Ghost::of(at, unit).stance.anchor;
        let way = if end.stance.anchor == from { vec![from] } else { vec![from, end.stance.anchor] };
        Walked {
            way,
            turns: Vec::new(),
            sweeps: Vec::new(),
            on_road: Vec::new(),
            spread: None,
            drill: Vec::new(),
            end,
        }
    }

    fn go(&mut self, trod: Trod, leg: Motion) {
        let Trod { shape, after, deductions, halves, .. } = trod;
        let what = match leg {
            Motion::About => "about",
            Motion::Face { .. } => "facing",
            Motion::Mount | Motion::Dismount => "horses",
            Motion::Back(_) => "stepping back",
            Motion::Side { .. } => "stepping aside",
            _ => "drill",
        };
        let place = self.end.stance.anchor;
        if deductions > 0 {
            self.drill.push((place, taken(what)));
        }
        if halves {
            self.drill.push((place, format!("{what}: half speed")));
        }
        match shape {
            legs::Shape::Formed(sweeps) => {
                self.on_road.extend(sweeps.iter().map(|_| after.lane.is_some()));
                self.sweeps.extend(sweeps);
            }
            legs::Shape::Loose(spread) => self.spread = Some(*spread),
            legs::Shape::None => {}
        }
        self.end = after;
        self.way.push(self.end.stance.anchor);
    }
}

struct Drawing<'a> {
    at: Position<'a>,
    unit: UnitId,
    shapes: Vec<Drawn>,
    /// What is said beside the cost.
    said: Vec<String>,
}

impl Drawing<'_> {
    fn on_board(&self, points: impl IntoIterator<Item = Point>) -> Vec<engine::scene::Point> {
        points.into_iter().map(|point| on_board(self.at.rules, point)).collect()
    }

    /// What is swept, the way itself, and the unit where it turns and where it ends.
    fn way(&mut self, walked: &Walked, cost: &str, refused: bool) {
        for band in walked.sweeps.iter().flat_map(bands) {
            let ring = self.on_board(band);
            self.shapes.push(Drawn::plain(Role::Swept, Shape::Area(vec![ring])));
        }
        for turn in &walked.turns {
            let faint = stands(self.at, turn).into_iter();
            self.shapes.extend(faint.map(|stand| Drawn::plain(Role::Swept, Shape::Stand(stand))));
        }
        let tone = if refused { Tone::Bad } else { Tone::Plain };
        let way = Shape::Line(self.on_board(walked.way.iter().copied()));
        self.shapes.push(Drawn::plain(Role::Path, way).in_tone(tone).labelled(cost));
        let side = Tone::of(self.at.side(self.unit));
        let ghost = stands(self.at, &walked.end).into_iter();
        self.shapes.extend(ghost.map(|stand| Drawn::plain(Role::Ghost, Shape::Stand(stand)).in_tone(side)));
    }

    /// What takes inches off the dice, each where it is met (STE-MOVE-16, STE-MOVE-18, STE-MOVE-21).
    fn costs(&mut self, walked: &Walked, mode: Mode) {
        let (at, unit) = (self.at, self.unit);
        let mut found = walked.drill.clone();
        let pays = !matches!(mode, Mode::Prolong | Mode::Cross);
        let mut areas = Kinds::NONE;
        let mut climbs = false;
        for (sweep, &on_road) in walked.sweeps.iter().zip(&walked.on_road).filter(|_| pays) {
            if !climbs && sweep.climbs(at) {
                climbs = true;
                found.push((climb(at, sweep), taken("climb")));
            }
            if on_road {
                continue;
            }
            let ground = sweep.ground(at, false);
            for class in ground.areas.without(areas).classes() {
                found.push((entered(at, sweep, Kinds::of(class)), taken(word(class))));
            }
            areas |= ground.areas;
            for feature in sweep.crossed(at, COSTLY_LINES) {
                let kinds = at.rules.table.field.kinds(feature).common(COSTLY_LINES);
                let what = kinds.classes().next().map_or("line", word);
                found.push((met(at, sweep, feature), taken(what)));
            }
        }
        for friend in at.friends(unit) {
            let theirs = at.footprint(friend);
            let passed = walked.sweeps.iter().any(|sweep| sweep.passes(&theirs))
                || walked.spread.as_ref().is_some_and(|spread| spread.passes(&theirs));
            if passed {
                let through = format!("through {}", at.unit(friend).name);
                let costs = pays && passage::costs(at, unit);
                found.push((at.centroid(friend), if costs { taken(&through) } else { through }));
            }
        }
        for (place, label) in found {
            self.said.push(label.clone());
            let sign = Shape::Circle { at: on_board(at.rules, place), radius: SIGN };
            self.shapes.push(Drawn::plain(Role::Contact, sign).in_tone(Tone::Bad).labelled(label));
        }
    }

    /// Who may come in between on the way, and who may fire at it where it ends.
    fn dangers(&mut self, walked: &Walked) {
        let (at, unit) = (self.at, self.unit);
        let mut state = at.state.clone();
        // whoever was asked about the mover before this one is asked again.
        for other in at.rules.unit_ids() {
            let troop = state.troop_mut(other);
            troop.marks = troop.marks.without(Mark::WATCHED.or(Mark::OFFERED));
        }
        self.interrupted(&mut state, walked);
        stand(&mut state, unit, &walked.end);
        let there = at.in_state(&state);
        let mils = at.rules.scale.mils_a_yard();
        let ours = there.footprint(unit);
        let mut nearest = None;
        let mut lookout = Lookout::new(there);
        let is_target = fire::is_target(there, unit);
        for enemy in at.enemies(unit) {
            let Some(gap) = gap_between(&ours, &there.footprint(enemy)) else { continue };
            nearest = Some(nearest.map_or((gap, enemy), |best: (_, _)| best.min((gap, enemy))));
            let aimed = Aimed::Unit(unit);
            let may = is_target
                && fire::may_fire(there, enemy)
                && volley::prospect(&mut lookout, enemy, aimed, DefensiveRange::Measured).is_some();
            if may {
                let who = &at.unit(enemy).name;
                let yards = gap.distance() / mils;
                let what = format!("{who} may fire here, {yards} yards");
                self.danger(enemy, there.centroid(unit), what, &format!("may fire here, {yards} yd"));
            }
        }
        if let Some((gap, enemy)) = nearest {
            let yards = gap.distance() / mils;
            self.said.insert(0, format!("{yards} yards from {}", at.unit(enemy).name));
        }
    }

    /// Who may come in between while it moves: cavalry that it comes near to (I-6), and whoever has it in arc and sight
    /// as it passes (I-3). Looked for an inch apart: a hand moves on before every place could be tried.
    fn interrupted(&mut self, state: &mut State, walked: &Walked) {
        let (at, unit) = (self.at, self.unit);
        let scale = at.rules.scale;
        let legs = walked.sweeps.iter().filter(|sweep| sweep.length() > 0);
        for enemy in at.enemies(unit) {
            let theirs = at.footprint(enemy);
            let who = &at.unit(enemy).name;
            let before = at.in_state(state);
            let alarm = scale.yards(cavalry::ALARM);
            let (rides, fires) = (cavalry::is_alert(before, enemy), passing::is_watching(before, enemy));
            let met = legs
                .clone()
                .filter(|_| rides)
                .find_map(|leg| leg.first_within(&theirs, alarm).map(|way| leg.stance_at(way).anchor));
            if let Some(place) = met {
                let what = format!("{who} may charge it on the way");
                self.danger(enemy, place, what, "may charge on the way");
            }
            let near = scale.yards(passing::NEAR);
            if !fires || !legs.clone().any(|leg| leg.comes_within(&theirs, near)) {
                continue;
            }
            let mut places: Vec<_> = legs
                .clone()
                .flat_map(|leg| {
                    let apart = if matches!(leg.course, Course::Wheel { .. }) { TICKS_APART } else { INCH };
                    let ways = (0..leg.length()).step_by(apart as usize).chain([leg.length()]);
                    ways.map(move |way| (leg, way))
                })
                .filter_map(|(leg, way)| {
                    let gap = gap_between(&leg.footprint_at(way), &theirs)?;
                    gap.is_within(near).then(|| (gap, leg.stance_at(way)))
                })
                .collect();
            places.sort_by_key(|(gap, _)| *gap);
            let seen = places.into_iter().map(|(_, stance)| stance).find(|stance| {
                stand(state, unit, &Ghost { stance: *stance, lane: None, ..walked.end.clone() });
                fire::can_defend(at.in_state(state), enemy, unit, DefensiveRange::Measured)
            });
            if let Some(stance) = seen {
                let what = format!("{who} may fire as it passes");
                self.danger(enemy, stance.anchor, what, "may fire in passing");
            }
            stand(state, unit, &Ghost::of(at, unit));
        }
    }

    /// Who it comes from is seen on the table, and has to be said where nobody sees.
    fn danger(&mut self, from: UnitId, place: Point, what: String, label: &str) {
        let line = Shape::Line(self.on_board([self.at.centroid(from), place]));
        self.shapes.push(Drawn::plain(Role::Danger, line).in_tone(Tone::Bad).labelled(label));
        self.said.push(what);
    }
}

/// A unit put where it would stand.
fn stand(state: &mut State, unit: UnitId, ghost: &Ghost) {
    let troop = state.troop_mut(unit);
    troop.whereabouts = crate::model::state::Whereabouts::Table;
    troop.anchor = ghost.stance.anchor;
    troop.facing = ghost.stance.facing;
    troop.formation = ghost.stance.formation;
    troop.frontage = ghost.stance.frontage;
    troop.road = ghost.lane;
    for (mark, holds) in [(Mark::DISMOUNTED, ghost.dismounted), (Mark::PRONE, ghost.prone)] {
        troop.marks = if holds { troop.marks | mark } else { troop.marks.without(mark) };
    }
    if ghost.is_loose() {
        state.set_loose(unit, &ghost.places);
    } else {
        state.gather(unit);
    }
}

/// The ground a leg sweeps, as outlines: of a wheel what its front sweeps.
fn bands(sweep: &Sweep) -> Vec<Vec<Point>> {
    match sweep.course {
        Course::Straight(leg) if leg.length > 0 => sweep.hulls().map(|hull| hull.points().to_vec()).collect(),
        Course::Wheel { front, ticks } => {
            let ends = |tick| {
                let (left, right) = front.at(tick).posed(0).front();
                [left, right]
            };
            let [first, last] = [ends(0), ends(ticks)];
            // The end about which it wheels stays where it was.
            let pivot = usize::from(first[1].distance_squared(last[1]) < first[0].distance_squared(last[0]));
            let mut ring = vec![first[pivot]];
            ring.extend((0..=ticks).map(|tick| ends(tick)[1 - pivot]));
            vec![ring]
        }
        _ => Vec::new(),
    }
}

fn word(class: u8) -> &'static str {
    LEGEND.classes.get(usize::from(class)).map_or("ground", |class| class.word)
}

/// Where a leg comes into ground of a class; where it begins, if it begins in it.
fn entered(at: Position<'_>, sweep: &Sweep, kinds: Kinds) -> Point {
    let Course::Straight(leg) = sweep.course else { return sweep.end.anchor };
    let field = &at.rules.table.field;
    let outline = sweep.start.block().posed(0).outline;
    let way = field.first_met(&leg, &outline, kinds, sweep::MARK).map_or(leg.length, |(way, _)| way);
    leg.at(way)
}

/// Where a leg comes to a line.
fn met(at: Position<'_>, sweep: &Sweep, feature: FeatureId) -> Point {
    let Course::Straight(leg) = sweep.course else { return sweep.end.anchor };
    let outline = sweep.start.block().posed(0).outline;
    let sides = at.rules.table.field.sides_of(feature).iter();
    let first =
        sides.filter_map(|side| meet::first_within(&leg, &outline, &[side.from, side.to], 0, sweep::MARK));
    leg.at(first.min().unwrap_or(leg.length))
}

/// Where the front middle first steps up (M-5).
fn climb(at: Position<'_>, sweep: &Sweep) -> Point {
    let relief = &at.rules.table.relief;
    let step = match sweep.course {
        Course::Straight(_) => INCH / 10,
        _ => 1,
    };
    let places = (0..=sweep.length()).step_by(step as usize).map(|way| sweep.stance_at(way).anchor);
    let from = relief.height(sweep.start.anchor);
    places.into_iter().find(|&place| relief.height(place) > from).unwrap_or(sweep.end.anchor)
}
