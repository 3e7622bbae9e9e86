//! Shapes of features: points, lines and areas, checked and put on the plane.

use faults::list;
use serde_json::Value;

use super::{Document, FURTHEST, Subject};
use crate::geometry::{Area, Frame, Point, segments_meet};

impl Document<'_> {
    /// A point.
    pub(crate) fn spot(&mut self, subject: &Subject, shape: &Value) -> Option<Point> {
        if !self.is_a(subject, shape, &["Point"]) {
            return None;
        }
        let point = self.point(subject, &shape["coordinates"])?;
        self.inside(subject, [&point].into_iter());
        Some(point)
    }

    /// One line or several.
    pub(crate) fn lines(&mut self, subject: &Subject, shape: &Value) -> Vec<Vec<Point>> {
        if !self.is_a(subject, shape, &["LineString", "MultiLineString"]) {
            return Vec::new();
        }
        let coordinates = &shape["coordinates"];
        let parts = if shape["type"] == "LineString" {
            std::slice::from_ref(coordinates)
        } else {
            coordinates.as_array().map_or(&[][..], Vec::as_slice)
        };
        let mut lines = Vec::new();
        for part in parts {
            let Some(mut line) = self.points(subject, part) else { continue };
            line.dedup();
            if line.len() < 2 {
                self.fault(subject, "a line needs at least two different points").hint("draw it further");
                continue;
            }
            self.inside(subject, line.iter());
            lines.push(line);
        }
        lines
    }

    /// A single line.
    pub(crate) fn line(&mut self, subject: &Subject, shape: &Value) -> Option<Vec<Point>> {
        if !self.is_a(subject, shape, &["LineString"]) {
            return None;
        }
        self.lines(subject, shape).pop()
    }

    /// An area.
    pub(crate) fn area(&mut self, subject: &Subject, shape: &Value) -> Option<Area> {
        if !self.is_a(subject, shape, &["Polygon", "MultiPolygon"]) {
            return None;
        }
        let coordinates = &shape["coordinates"];
        let polygons = if shape["type"] == "Polygon" {
            std::slice::from_ref(coordinates)
        } else {
            coordinates.as_array().map_or(&[][..], Vec::as_slice)
        };
        let mut rings = Vec::new();
        for ring in polygons.iter().flat_map(|polygon| polygon.as_array().map_or(&[][..], Vec::as_slice)) {
            rings.push(self.ring(subject, ring)?);
        }
        if rings.is_empty() {
            self.fault(subject, "a polygon without a ring").hint("draw its outline");
            return None;
        }
        Some(Area { rings })
    }

    fn ring(&mut self, subject: &Subject, ring: &Value) -> Option<Vec<Point>> {
        let mut points = self.points(subject, ring)?;
        let number = |point: &Point, document: &Self| {
            let (longitude, latitude) = document.projection.to_degrees(*point);
            format!("{longitude:.5}, {latitude:.5}")
        };
        if points.first() != points.last() {
            self.fault(subject, "a ring is not closed").hint("repeat its first point at the end");
            return None;
        }
        points.dedup();
        points.pop();
        if points.len() < 3 {
            self.fault(subject, "a ring needs at least three different points").hint("draw its outline");
            return None;
        }
        if let Some(side) = first_self_crossing(&points) {
            let place = number(&points[side], self);
            self.fault(subject, format!("a ring crosses itself near {place}"))
                .hint("untangle the outline there, or split the polygon in two");
        }
        self.inside(subject, points.iter());
        Some(points)
    }

    fn is_a(&mut self, subject: &Subject, shape: &Value, types: &[&str]) -> bool {
        let found = shape["type"].as_str().unwrap_or("nothing");
        if types.contains(&found) {
            return true;
        }
        self.fault(subject, format!("its geometry is {found}"))
            .hint(format!("draw it as {}", list(types.iter().copied())));
        false
    }

    fn points(&mut self, subject: &Subject, list: &Value) -> Option<Vec<Point>> {
        let Some(list) = list.as_array() else {
            self.fault(subject, "its coordinates are not a list of points")
                .hint("write [[longitude, latitude], …]");
            return None;
        };
        list.iter().map(|point| self.point(subject, point)).collect()
    }

    fn point(&mut self, subject: &Subject, value: &Value) -> Option<Point> {
        match (value[0].as_f64(), value[1].as_f64()) {
            (Some(longitude), Some(latitude)) if longitude.abs() <= 180.0 && latitude.abs() <= 90.0 => {
                let point = self.projection.to_plane(longitude, latitude);
                if point.x.abs().max(point.y.abs()) > FURTHEST {
                    self.fault(subject, format!("{value} is more than 1,000 km from the origin of the map"))
                        .hint("put the longitude first, or mend `bbox` and `origin`");
                    return None;
                }
                Some(point)
            }
            _ => {
                self.fault(subject, format!("{value} is not a longitude and a latitude"))
                    .hint("write [longitude, latitude] in degrees, longitude first");
                None
            }
        }
    }

    fn inside<'p>(&mut self, subject: &Subject, points: impl Iterator<Item = &'p Point>) {
        let Some(frame) = self.frame else { return };
        if let Some(point) = first_outside(&frame, points) {
            let (longitude, latitude) = self.projection.to_degrees(point);
            self.fault(subject, format!("{longitude:.5}, {latitude:.5} lies outside the map's `bbox`"))
                .hint("cut the feature at the frame, widen the frame, or put the longitude first");
        }
    }
}

/// The number of the first side of a ring that meets a side it is not joined to.
fn first_self_crossing(ring: &[Point]) -> Option<usize> {
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

/// The first point further outside the frame than rounding explains.
fn first_outside<'a>(frame: &Frame, mut points: impl Iterator<Item = &'a Point>) -> Option<Point> {
    let tolerant = frame.grown(200);
    points.find(|point| !tolerant.contains(**point)).copied()
}
