//! Checks of shape: closed rings that do not cross themselves, contours inside each other.

use std::collections::BTreeMap;

use super::{Feature, Feet};
use crate::geometry::{Area, Belts, Frame, Point, segments_meet};

/// The number of the first side of a ring that meets a side it is not joined to.
pub(super) fn first_self_crossing(ring: &[Point]) -> Option<usize> {
    let sides: Vec<(Point, Point)> =
        ring.iter().copied().zip(ring.iter().copied().cycle().skip(1)).take(ring.len()).collect();
    // From west to east, so that each side is compared only with those that begin before it ends.
    let mut order: Vec<usize> = (0..sides.len()).collect();
    let west = |side: usize| sides[side].0.x.min(sides[side].1.x);
    let east = |side: usize| sides[side].0.x.max(sides[side].1.x);
    order.sort_by_key(|side| west(*side));
    let joined = |a: usize, b: usize| {
        let gap = a.abs_diff(b);
        gap <= 1 || gap == sides.len() - 1
    };
    let mut found = None;
    for (place, &side) in order.iter().enumerate() {
        let further = order[place + 1..].iter().take_while(|other| west(**other) <= east(side));
        for &other in further {
            if !joined(side, other) && segments_meet(sides[side], sides[other]) {
                let first = side.min(other);
                found = Some(found.map_or(first, |best: usize| best.min(first)));
            }
        }
    }
    found
}

/// Contours that stick out of the next lower ones: each with a point that does.
pub(super) fn contours_outside_lower(contours: &[Feature<Feet, Area>]) -> Vec<(usize, Point)> {
    let mut heights: Vec<Feet> = contours.iter().map(|contour| contour.kind).collect();
    heights.sort_unstable();
    heights.dedup();
    let mut areas: BTreeMap<Feet, Vec<Belts>> = BTreeMap::new();
    let mut found = Vec::new();
    for (number, contour) in contours.iter().enumerate() {
        let Some(lower) = heights.iter().rev().find(|height| **height < contour.kind) else { continue };
        let around: &[Belts] = areas.entry(*lower).or_insert_with(|| {
            contours
                .iter()
                .filter(|other| other.kind == *lower)
                .map(|other| Belts::new(&other.shape))
                .collect()
        });
        let mut points = contour.shape.rings.iter().flatten();
        let outside = points.find(|point| !around.iter().any(|area| area.holds(**point)));
        if let Some(point) = outside {
            found.push((number, *point));
        }
    }
    found
}

/// The first point further outside the frame than rounding explains.
pub(super) fn first_outside<'a>(frame: &Frame, mut points: impl Iterator<Item = &'a Point>) -> Option<Point> {
    let tolerant = frame.grown(200);
    points.find(|point| !tolerant.contains(**point)).copied()
}
