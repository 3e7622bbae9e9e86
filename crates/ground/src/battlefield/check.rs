//! Checks of shape: contours inside each other.

use std::collections::BTreeMap;

use super::{Feature, Feet};
use crate::geometry::{Area, Belts, Point};

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
