//! The search of a way out against a slow twin that tries every heading, every shift and every place, with plain
//! comparisons of what overlaps what.

use super::*;
use crate::cases::position;
use crate::files::scenario;
use crate::model::scenario::SeeingTheElephant;
use engine::chance::Quick;
use engine::playout::{Next, Playout};
use engine::{Rules, Silent};
use faults::Library;

/// What the twin found: the course, how far, and whether it leaves the table.
#[derive(Copy, Clone, Debug)]
struct Slow {
    course: Course,
    way: i32,
    leaves: bool,
}

/// How far a set of points reaches along a direction.
fn shadow(points: &[Place], axis: Place) -> (i128, i128) {
    let along =
        |place: &Place| i128::from(place.0) * i128::from(axis.0) + i128::from(place.1) * i128::from(axis.1);
    let all = || points.iter().map(along);
    (all().min().expect("points"), all().max().expect("points"))
}

/// Whether two convex outlines have inner points in common: no line parallel to a side of either parts them.
fn overlaps(a: &[Place], b: &[Place]) -> bool {
    let normals = |points: &[Place]| {
        let pairs = |from: usize| (0..from).map(move |to| (from, to));
        let all = (0..points.len()).flat_map(pairs);
        all.map(|(from, to)| {
            let (one, other) = (points[from], points[to]);
            // Scaled down: only the direction counts, and twice the scale would not fit.
            (other.1 - one.1, one.0 - other.0)
        })
        .filter(|axis| *axis != (0, 0))
        .collect::<Vec<Place>>()
    };
    normals(a).into_iter().chain(normals(b)).all(|axis| {
        let (ours, theirs) = (shadow(a, axis), shadow(b, axis));
        ours.0 < theirs.1 && theirs.0 < ours.1
    })
}

/// A rectangle along a heading.
fn strip(from: i64, to: i64, low: i64, high: i64) -> [Place; 4] {
    [(from, low), (to, low), (to, high), (from, high)]
}

struct Twin<'s, 'a> {
    search: &'s Search<'a>,
    view: View,
    heading: Heading,
    /// The fugitive's own outlines.
    own: Vec<Outline>,
    /// What may close a corridor.
    closing: Vec<Outline>,
}

impl<'s, 'a> Twin<'s, 'a> {
    fn new(search: &'s Search<'a>, heading: Heading) -> Twin<'s, 'a> {
        let view = View::new(search.centroid, heading);
        let own = search
            .outlines
            .iter()
            .map(|outline| outline.iter().map(|point| view.place(*point)).collect::<Vec<Place>>());
        let own = own.map(|places| places.into_iter().take(16).collect()).collect();
        let enemies = search.others.iter().filter(|other| other.closes).flat_map(|other| &other.footprint);
        let enemies = enemies.map(|posed| view.outline(&posed.outline));
        let ground = search.barriers.iter().map(|(line, _)| view.outline(line));
        Twin { search, view, heading, own, closing: enemies.chain(ground).collect() }
    }

    /// Half of how wide the unit is across the heading, in steps.
    fn most(&self) -> i32 {
        let across = || self.own.iter().flatten().map(|place| place.1);
        let width = across().max().unwrap_or(0).max(0) - across().min().unwrap_or(0).min(0);
        (width / 2 / (i64::from(STEP) * ONE)) as i32
    }

    /// How far along its middle line the unit's own footprint reaches: the farthest point of the line inside it.
    fn own_end(&self, middle: i64) -> i64 {
        let inside = self.own.iter().filter_map(|outline| {
            let (mut low, mut high) = (i64::MAX, i64::MIN);
            for number in 0..outline.len() {
                let (from, to) = (outline[number], outline[(number + 1) % outline.len()]);
                let (least, most) = (from.1.min(to.1), from.1.max(to.1));
                if middle < least || middle > most {
                    continue;
                }
                let along = if from.1 == to.1 {
                    from.0.max(to.0)
                } else {
                    let part = i128::from(middle - from.1) * i128::from(to.0 - from.0);
                    from.0 + (part / i128::from(to.1 - from.1)) as i64
                };
                (low, high) = (low.min(along), high.max(along));
            }
            (low <= high).then_some(high)
        });
        inside.max().unwrap_or(0).max(0)
    }

    fn outside(&self, shift: i32, along: i32) -> i32 {
        let start = self.search.start(Course { heading: self.heading, shift });
        let point = Leg::new(start, self.heading, along).to;
        // The largest gap that is kept to everything.
        let gaps = self.search.outlines.iter().filter_map(|outline| meet::nearest(&[point], outline));
        gaps.map(|near| near.squared.distance()).min().unwrap_or(0)
    }

    /// Where the corridor has to lead at least.
    fn corridor_end(&self, shift: i32) -> i32 {
        let Search { distance, least, .. } = *self.search;
        if self.outside(shift, distance) >= least {
            return distance;
        }
        (distance / STEP + 1..)
            .map(|step| step * STEP)
            .find(|&to| self.outside(shift, to) >= least)
            .expect("an end")
    }

    /// Whether nothing reaches into the corridor up to a place.
    fn is_clear(&self, shift: i32, to: i32) -> bool {
        let middle = i64::from(shift) * ONE;
        let (from, to) = (self.own_end(middle), i64::from(to) * ONE);
        let half = self.search.half_gap;
        to <= from || {
            let corridor = strip(from, to, middle - half, middle + half);
            !self.closing.iter().any(|outline| overlaps(&corridor, outline))
        }
    }

    /// Whether no friend with fewer markers is met on the way.
    fn is_preferred(&self, shift: i32) -> bool {
        let better = self.search.others.iter().filter(|other| other.is_better);
        let mut pairs = better.flat_map(|other| {
            other.footprint.iter().flat_map(|his| self.search.footprint.iter().map(move |our| (our, his)))
        });
        !pairs.any(|(our, his)| {
            let aside = i64::from(shift) * ONE;
            let start = self.view.outline(&our.core).into_iter().map(|place| (place.0, place.1 + aside));
            let end = i64::from(self.search.distance) * ONE;
            let swept: Vec<Place> = start.flat_map(|place| [place, (place.0 + end, place.1)]).collect();
            overlaps(&swept, &self.view.outline(&his.core))
        })
    }
}

/// Headings at a deviation with shifts at a distance, in the order in which they are taken.
fn in_order(search: &Search<'_>, desired: Heading, ticks: i32) -> Vec<(i32, bool, bool, Heading)> {
    let turn = |ticks: i32| desired.turned(Turn::tenths(25 * ticks));
    let mut all = Vec::new();
    for left in [false, true] {
        if left && (ticks == 0 || ticks == 72) {
            continue;
        }
        let heading = turn(if left { -ticks } else { ticks });
        for size in 0..=Twin::new(search, heading).most() {
            all.push((10 * size, left, false, heading));
            if size > 0 {
                all.push((10 * size, left, true, heading));
            }
        }
    }
    all.sort_by_key(|&(size, left, other, _)| (size, left, other));
    all
}

fn slow_within(search: &Search<'_>, desired: Heading, first: i32, last: i32) -> Option<Slow> {
    let mut open = None;
    for ticks in first..=last {
        for (size, _, left, heading) in in_order(search, desired, ticks) {
            let (twin, shift) = (Twin::new(search, heading), if left { -size } else { size });
            if !twin.is_clear(shift, twin.corridor_end(shift)) {
                continue;
            }
            let course = Course { heading, shift };
            if twin.is_preferred(shift) {
                return slow_full(search, course);
            }
            open = open.or(Some(course));
        }
    }
    if let Some(course) = open {
        let better: Vec<&Other> = search.others.iter().filter(|other| other.is_better).collect();
        let met = |way: i32| {
            let there = search.carried(course, way);
            better.iter().any(|other| {
                there
                    .iter()
                    .any(|our| other.footprint.iter().any(|his| meet::gap_within(&our.core, &his.core, 0)))
            })
        };
        let first = (0..=search.distance / 10).map(|step| 10 * step).find(|&way| met(way));
        let stops = slow_last(search, course, first.unwrap_or(search.distance));
        return stops.map(|way| Slow { course, way, leaves: false }).or_else(|| slow_full(search, course));
    }
    // The longest clear run, of equals the first in order.
    let mut best: Option<(i32, Course, i32)> = None;
    for ticks in first..=last {
        for (size, _, left, heading) in in_order(search, desired, ticks) {
            let (twin, shift) = (Twin::new(search, heading), if left { -size } else { size });
            let far = twin.corridor_end(shift);
            if twin.is_clear(shift, far) {
                continue;
            }
            let (mut low, mut high) = ((twin.own_end(i64::from(shift) * ONE) / ONE) as i32, far);
            while high - low > 1 {
                let middle = low.midpoint(high);
                if twin.is_clear(shift, middle) { low = middle } else { high = middle }
            }
            let run = twin.outside(shift, low);
            if run >= search.least && best.is_none_or(|(longest, ..)| run > longest) {
                best = Some((run, Course { heading, shift }, low));
            }
        }
    }
    let (_, course, blocked) = best?;
    let way = slow_last(search, course, blocked.min(search.distance))?;
    Some(Slow { course, way, leaves: false })
}

/// The last free place, counted down.
fn slow_last(search: &Search<'_>, course: Course, most: i32) -> Option<i32> {
    let mut way = most;
    loop {
        if slow_free(search, course, way) {
            return Some(way);
        }
        if way == 0 {
            return None;
        }
        way = (way - 1) / 10 * 10;
    }
}

fn slow_inside(search: &Search<'_>, course: Course, way: i32) -> bool {
    let table = search.at.rules.table.field.table();
    let all = search.carried(course, way).into_iter().chain(search.turned(course, way).1);
    all.into_iter().flat_map(|body| body.outline).all(|corner| table.contains(corner))
}

fn slow_free(search: &Search<'_>, course: Course, way: i32) -> bool {
    let table = search.at.rules.table.field.table();
    let there = search.turned(course, way).1;
    let field = &search.at.rules.table.field;
    there.iter().all(|body| {
        body.outline.iter().all(|&corner| table.contains(corner))
            && field.kinds_under(&Hull::around(body.core), IMPASSABLE.with(ABATIS)).is_empty()
            && search.others.iter().all(|other| {
                other.footprint.iter().all(|his| {
                    let overlaps = meet::overlap(&body.core, &his.core);
                    let touches = || meet::gap_within(&body.outline, &his.outline, 50);
                    !(overlaps || other.closes && touches())
                })
            })
    })
}

fn slow_full(search: &Search<'_>, course: Course) -> Option<Slow> {
    let mut length = search.distance;
    if !slow_inside(search, course, length) {
        if search.going == Going::Rout {
            return Some(Slow { course, way: length, leaves: true });
        }
        while length > 0 && !slow_inside(search, course, length) {
            length = (length - 1) / 10 * 10;
        }
        if search.going == Going::Retreat && length < 1_000 {
            return Some(Slow { course, way: length, leaves: true });
        }
    }
    let mut way = length;
    while slow_inside(search, course, way) {
        if slow_free(search, course, way) {
            return Some(Slow { course, way, leaves: false });
        }
        way += 10;
    }
    slow_last(search, course, length).map(|way| Slow { course, way, leaves: false })
}

/// What became of one comparison.
#[derive(Default, Debug)]
struct Seen {
    out: u32,
    bent: u32,
    shifted: u32,
    cut: u32,
    left: u32,
    shut_in: u32,
    met: u32,
    near: u32,
}

fn compare(at: Position<'_>, unit: UnitId, cause: Option<Point>, yards: i32, going: Going, seen: &mut Seen) {
    let distance = at.rules.scale.yards(yards);
    let found = find(at, unit, cause, distance, going, &[]);
    let search = Search::new(at, unit, cause, distance, going, &[]);
    let desired = search.heading();
    let slow = slow_within(&search, desired, 0, 36).or_else(|| slow_within(&search, desired, 37, 72));
    let (Some(way), Some(slow)) = (&found, slow) else {
        assert_eq!(found.is_some(), slow.is_some(), "{found:?} {slow:?}");
        seen.shut_in += 1;
        return;
    };
    assert_eq!(way.leaves, slow.leaves, "{way:?} {slow:?}");
    seen.out += 1;
    seen.bent += u32::from(slow.course.heading != desired);
    seen.shifted += u32::from(slow.course.shift != 0);
    seen.left += u32::from(slow.leaves);
    if slow.leaves {
        return;
    }
    seen.cut += u32::from(slow.way < distance);
    let (pose, _) = search.turned(slow.course, slow.way);
    // The marks of first touch are exact, those of the twin rounded: a step of 10 mil either way.
    let off = way.end.anchor.distance(pose.anchor);
    assert!(off <= 12 && way.end.facing == pose.facing, "{off} off: {way:?} {slow:?}");
    assert_eq!((way.end.formation, way.end.frontage), (pose.formation, pose.frontage));
    // Whom it meets and passes, step by step.
    let steps = || (0..=slow.way / 10).map(|step| 10 * step).chain([slow.way]);
    for other in search.others.iter().filter(|other| other.is_friend) {
        let apart = |way: i32, distance: i32, cores: bool| {
            let there = search.carried(slow.course, way);
            there.iter().all(|our| {
                other.footprint.iter().all(|his| match cores {
                    true => !meet::overlap(&our.core, &his.core),
                    false => !meet::gap_within(&our.outline, &his.outline, distance),
                })
            })
        };
        let collides = steps().any(|way| !apart(way, 0, true));
        assert!(!collides || way.met.contains(&other.unit), "{way:?} {slow:?}");
        seen.met += u32::from(collides);
        if way.met.contains(&other.unit) {
            assert!(steps().any(|way| !apart(way, 0, false)), "{way:?} {slow:?}");
        }
        let near = way.near.iter().find(|(friend, _)| *friend == other.unit).map(|near| near.1);
        let least = search.least;
        // Where it stood, and where it stands in the end, count too.
        let end = search.turned(slow.course, slow.way).1;
        let at_end = |distance: i32| {
            search.whole.iter().chain(&end).any(|our| {
                other.footprint.iter().any(|his| meet::gap_within(&our.outline, &his.outline, distance))
            })
        };
        let comes = |distance: i32| at_end(distance) || steps().any(|way| !apart(way, distance, false));
        match near {
            Some(near) => {
                seen.near += 1;
                assert!(comes(near + 12) && (near < 12 || !comes(near - 12)), "{near} {way:?} {slow:?}");
            }
            None => assert!(!comes(least - 12), "{way:?} {slow:?}"),
        }
    }
}

/// A small field with a fugitive in the middle, enemies and friends round it.
fn field(pick: &mut Quick, crowded: bool) -> String {
    let mut any = |below: u32| pick.below(below) as i32;
    let place = |any: &mut dyn FnMut(u32) -> i32| (any(200), any(200), 25 * any(144));
    let own = [
        "INF2 line2",
        "ART1 unlimbered",
        "INF3 line3",
        "INF4 col2",
        "ART2 unlimbered",
        "CAV2 line2",
        "INF3 skirmish",
        "INF4 square",
    ][any(if crowded { 2 } else { 8 }) as usize];
    let facing = 25 * any(144);
    let mut union = vec![format!("\"A: {own} at 10,10 facing {}.{} p1\"", facing / 10, facing % 10)];
    let mut confederate = Vec::new();
    // Now and then there are so many that hardly anybody gets out.
    let crowd = if crowded { 16 + any(14) } else { 1 + any(10) };
    for number in 0..crowd {
        let (x, y, facing) = place(&mut any);
        let stands = 2 + any(5);
        confederate.push(format!(
            "\"X{number}: INF{stands} at {}.{},{}.{} facing {}.{}\"",
            x / 10,
            x % 10,
            y / 10,
            y % 10,
            facing / 10,
            facing % 10
        ));
    }
    for number in 0..any(5) {
        let (x, y, facing) = place(&mut any);
        let kind = ["INF4", "ART2 unlimbered", "INF3 skirmish", "WAG1"][any(4) as usize];
        union.push(format!(
            "\"F{number}: {kind} at {}.{},{}.{} facing {}.{} p{}\"",
            x / 10,
            x % 10,
            y / 10,
            y % 10,
            facing / 10,
            facing % 10,
            any(3)
        ));
    }
    let mut ground = Vec::new();
    for number in 0..any(3) {
        let (x, y) = (any(18), any(18));
        ground.push(format!("\"impassable pond{number}: {x} {y}, {} {y}, {} {}\"", x + 2, x + 2, y + 2));
    }
    let (x, y) = (any(18), any(18));
    format!(
        "union = [{}]\nconfederate = [{}]\nground = {{ size = \"20 20\", areas = [{}], lines = [\"abatis abatis: {x} {y}, {} {}\"] }}",
        union.join(", "),
        confederate.join(", "),
        ground.join(", "),
        x + 2,
        y + any(3),
    )
}

#[test]
fn a_way_out_is_the_one_that_plain_trying_finds() {
    let mut seen = Seen::default();
    let mut pick = Quick::new(11);
    for number in 0..50 {
        let (rules, state) = position(&field(&mut pick, number % 8 == 0));
        let at = rules.position(&state);
        let unit = rules.find("A").expect("the fugitive");
        let cause = rules.find("X0").map(|enemy| at.centroid(enemy)).filter(|_| number % 9 > 0);
        let (yards, going) = [(200, Going::Retreat), (400, Going::Rout), (130, Going::Back)][number % 3];
        compare(at, unit, cause, yards, going, &mut seen);
    }
    let Seen { out, bent, shifted, cut, left, shut_in, met, near } = seen;
    assert!(out > 30 && bent > 10 && shifted > 5 && cut > 5, "{seen:?}");
    assert!(left > 2 && shut_in > 0 && met > 2 && near > 15, "{seen:?}");
}

#[test]
fn so_it_is_in_the_middle_of_games() {
    let rules = scenario(&Library::builtin(), "the-lane").unwrap_or_else(|report| panic!("{report}"));
    let mut seen = Seen::default();
    for seed in 0..3 {
        let mut dice = Quick::new(seed);
        let mut play: Playout<SeeingTheElephant> = Playout::new(seed);
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut steps = 0;
        while let Next::Act(side, &action) = play.choose(&rules, &state).expect("random play goes on") {
            rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
            steps += 1;
            if steps % 15 != 0 {
                continue;
            }
            let at = rules.position(&state);
            for unit in at.present() {
                let cause = super::super::cause_of(at, unit, None);
                compare(at, unit, cause, 200, Going::Retreat, &mut seen);
            }
        }
    }
    assert!(seen.out > 60 && seen.near > 30, "{seen:?}");
}
