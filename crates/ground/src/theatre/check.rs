//! Checks of a theatre's geography: what must lie near, on or off what.

use super::geography::{Carries, Geography, Landmark, Stop, Way, WayKind};
use super::read::Names;
use crate::battlefield::Line;
use crate::geojson::{Document, Subject};
use crate::geometry::{Point, cuts, on_line, passes};

/// Centimetres a crossing may lie from the line of its river, as the lines are simplified.
pub(super) const CROSSING_FROM_RIVER: i64 = 250_000;
/// Centimetres a pass may lie from the crest.
pub(super) const PASS_FROM_RANGE: i64 = 400_000;
/// Centimetres the points of a road may lie from what it runs through.
const STOP_FROM_LINE: i64 = 10_000;

/// A crossing lies on its river, a pass on its range.
pub(super) fn near<K>(
    file: &mut Document<'_>,
    subject: &Subject,
    line: &Landmark<K, Line>,
    point: Point,
    within: i64,
) {
    if !passes(&line.shape, point, within) {
        let kilometres = within as f64 / 100_000.0;
        file.fault(subject, format!("it lies more than {kilometres} km from the line of {}", line.name))
            .hint("move it there, or draw the line through it");
    }
}

/// Places stand on dry land, and on one side of every line.
pub(super) fn places(file: &mut Document<'_>, geography: &Geography, stops: &Names<Stop>) {
    for place in &geography.places {
        let Some((_, subject)) = stops.get(&place.name) else { continue };
        let rivers = geography.rivers.iter().map(|river| (&river.name, &river.shape));
        let ranges = geography.ranges.iter().map(|range| (&range.name, &range.shape));
        for (name, _) in rivers.chain(ranges).filter(|(_, line)| on_line(line, place.shape)) {
            file.fault(subject, format!("it stands exactly on the line of {name}"))
                .hint("move it to the side it stood on");
        }
        for sea in geography.seas.iter().filter(|sea| sea.shape.contains(place.shape)) {
            file.fault(subject, format!("it lies in {}", sea.name)).hint("move it ashore, or mend the shore");
        }
    }
}

/// The number of the point on the line at which each stop lies.
pub(super) fn stops_on_line(
    file: &mut Document<'_>,
    subject: &Subject,
    geography: &Geography,
    stops: &[Stop],
    line: &[Point],
) -> Option<Vec<(Stop, usize)>> {
    let mut found = Vec::new();
    let mut from = 0;
    for &stop in stops {
        let point = geography.stop_point(stop);
        let at = line[from..].iter().position(|other| other.distance(point) <= STOP_FROM_LINE);
        let Some(at) = at else {
            let name = geography.stop_name(stop);
            file.fault(subject, format!("its line has no point at {name}, where it runs through it"))
                .hint("draw the line through all it names, in the same order");
            return None;
        };
        from += at;
        found.push((stop, from));
    }
    Some(found)
}

/// A way ends at places or passes, uses what carries it, and crosses no river or range but where it says.
pub(super) fn way(
    file: &mut Document<'_>,
    subject: &Subject,
    geography: &Geography,
    way: &Landmark<Way, Line>,
) {
    let stops = &way.kind.stops;
    for (stop, _) in stops.first().into_iter().chain(stops.last()) {
        if matches!(stop, Stop::Crossing(_)) {
            file.fault(subject, format!("it ends at the crossing {}", geography.stop_name(*stop)))
                .hint("lead it on to the next place");
        }
    }
    let is_carried = |carries: Carries| match way.kind.kind {
        WayKind::Road => carries.road,
        WayKind::Rail => carries.rail,
    };
    for (stop, _) in stops {
        let carries = match stop {
            Stop::Settlement(_) => continue,
            Stop::Crossing(number) => geography.crossings[*number].kind.carries,
            Stop::Pass(number) => geography.passes[*number].kind.carries,
        };
        if !is_carried(carries) {
            let what = if way.kind.kind == WayKind::Road { "road" } else { "railroad" };
            file.fault(subject, format!("{} carries no {what}", geography.stop_name(*stop)))
                .hint("mend what it `carries`, or lead the line elsewhere");
        }
    }
    for leg in stops.windows(2) {
        let [(from, first), (to, last)] = [leg[0], leg[1]];
        crosses(file, subject, geography, (from, to), &way.shape[first..=last]);
    }
}

/// Between two stops a way crosses only the river or range of one of the two.
fn crosses(
    file: &mut Document<'_>,
    subject: &Subject,
    geography: &Geography,
    (from, to): (Stop, Stop),
    line: &[Point],
) {
    let is_cut =
        |other: &[Point]| line.windows(2).map(|side| cuts(other, side[0], side[1])).sum::<usize>() % 2 == 1;
    let river_of = |stop| match stop {
        Stop::Crossing(number) => Some(geography.crossings[number].kind.river),
        _ => None,
    };
    let range_of = |stop| match stop {
        Stop::Pass(number) => Some(geography.passes[number].kind.range),
        _ => None,
    };
    let mut unnamed = Vec::new();
    for (number, river) in geography.rivers.iter().enumerate() {
        if ![river_of(from), river_of(to)].contains(&Some(number)) && is_cut(&river.shape) {
            unnamed.push((&river.name, "crossing"));
        }
    }
    for (number, range) in geography.ranges.iter().enumerate() {
        if ![range_of(from), range_of(to)].contains(&Some(number)) && is_cut(&range.shape) {
            unnamed.push((&range.name, "pass"));
        }
    }
    for (name, what) in unnamed {
        let (from, to) = (geography.stop_name(from), geography.stop_name(to));
        file.fault(subject, format!("between {from} and {to} it crosses {name} without a {what}"))
            .hint(format!("name the {what} it uses, or draw it on one side"));
    }
}
