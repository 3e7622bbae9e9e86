//! Roads, railroads, bridges, ferries and towns.

use super::super::canvas::{Canvas, Spot, push_circle, push_straight};
use super::super::{INK, PAPER, Pen};
use super::atlas::Atlas;
use crate::theatre::{Passage, SettlementClass};

fn joined(lines: &[Vec<Spot>]) -> String {
    let mut path = String::new();
    for line in lines {
        push_straight(&mut path, line, false);
    }
    path
}

/// Roads: two fine banks with the road between them.
pub(super) fn roads(canvas: &mut Canvas, pen: Pen, atlas: &Atlas) {
    let path = joined(&atlas.roads);
    canvas.stroke(&path, "#5a3f26", pen.of(2.9));
    canvas.stroke(&path, "#f7efd9", pen.of(1.6));
}

/// Railroads: a line with cross ties.
pub(super) fn railroads(canvas: &mut Canvas, pen: Pen, atlas: &Atlas) {
    let path = joined(&atlas.rails);
    canvas.stroke(&path, INK, pen.of(1.0));
    canvas.path(
        &path,
        format_args!(
            "fill=\"none\" stroke=\"{INK}\" stroke-linecap=\"butt\" stroke-width=\"{:.2}\" stroke-dasharray=\"{:.2} {:.2}\"",
            pen.of(4.2),
            pen.of(0.9),
            pen.of(4.4)
        ),
    );
}

/// Bridges as two rails along the road, ferries as a small boat upon the water.
pub(super) fn crossings(canvas: &mut Canvas, pen: Pen, atlas: &Atlas) {
    let [mut rails, mut boats] = [String::new(), String::new()];
    for ford in &atlas.fords {
        let (x, y) = ford.spot;
        let (along, side) = (ford.along, (-ford.along.1, ford.along.0));
        let at = |forward: f64, out: f64| {
            let (forward, out) = (pen.of(forward), pen.of(out));
            (x + along.0 * forward + side.0 * out, y + along.1 * forward + side.1 * out)
        };
        match ford.passage {
            Passage::Bridge => {
                for hand in [-1.0, 1.0] {
                    let rail = [
                        at(-4.6, 3.7 * hand),
                        at(-3.3, 2.5 * hand),
                        at(3.3, 2.5 * hand),
                        at(4.6, 3.7 * hand),
                    ];
                    push_straight(&mut rails, &rail, false);
                }
            }
            Passage::Ferry => {
                let hull =
                    [at(-3.0, 1.9), at(3.0, 1.9), at(4.6, 0.0), at(3.0, -1.9), at(-3.0, -1.9), at(-4.6, 0.0)];
                push_straight(&mut boats, &hull, true);
            }
        }
    }
    canvas.stroke(&rails, INK, pen.of(1.25));
    canvas.path(
        &boats,
        format_args!("fill=\"{PAPER}\" stroke=\"#2f617c\" stroke-width=\"{:.2}\"", pen.of(1.2)),
    );
}

/// How far the sign of a town reaches from its middle.
pub(super) const fn reach(class: SettlementClass) -> f64 {
    match class {
        SettlementClass::City => 5.2,
        SettlementClass::Town => 3.5,
        SettlementClass::Village => 2.0,
    }
}

/// Towns by their size: a block in a ring, a full circle, a small open circle.
pub(super) fn towns(canvas: &mut Canvas, pen: Pen, atlas: &Atlas) {
    let of = |class: SettlementClass| atlas.towns.iter().filter(move |town| town.class == class);
    let circles = |class: SettlementClass, radius: f64| {
        let mut path = String::new();
        for town in of(class) {
            push_circle(&mut path, town.spot, pen.of(radius));
        }
        path
    };
    let ringed = |fill: &str, stroke: &str, width: f64| {
        format!("fill=\"{fill}\" stroke=\"{stroke}\" stroke-width=\"{:.2}\"", pen.of(width))
    };
    canvas.path(&circles(SettlementClass::Village, 1.7), ringed(PAPER, INK, 0.85));
    canvas.path(&circles(SettlementClass::Town, 3.1), ringed("#a2573f", INK, 0.95));
    canvas.path(&circles(SettlementClass::City, 4.9), ringed(PAPER, INK, 1.1));
    let mut blocks = String::new();
    for town in of(SettlementClass::City) {
        let ((x, y), half) = (town.spot, pen.of(2.5));
        let corners =
            [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)];
        push_straight(&mut blocks, &corners, true);
    }
    canvas.path(&blocks, ringed("#a2573f", "#5e2f22", 0.6));
}
