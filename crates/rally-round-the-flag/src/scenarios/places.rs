//! What a scenario's places must be for a battle to begin: each stand on the map, on ground where it may be, on nobody
//! else, in reach of no enemy, inside the radius of its General.

use super::lines::Lines;
use super::scenario::{GeneralPlace, Opening, Place, Places, Scenario};
use super::size_of;
use crate::field::roster::{Branch, Roster};
use crate::field::terrain::OFF_LIMITS;
use crate::measure::lengths::{CLEAR, GENERAL, INSET, length};
use crate::measure::stand::{generals_overlap, overlaps_general};
use crate::measure::{Pose, YARD};
use crate::model::ids::{GeneralId, StandId};
use crate::model::numbers::{Arm, Arrow};
use engine::Side;
use faults::{Faults, Span};
use ground::geometry::Point;
use ground::table::{Hull, Kinds, Posed, meet, number};

/// What stands on the map of a regiment or battery.
pub const fn arm(branch: Branch, mounted: bool) -> Arm {
    match (branch, mounted) {
        (Branch::Cavalry, true) => Arm::Mounted,
        (Branch::Cavalry, false) => Arm::Dismounted,
        (Branch::Infantry, _) => Arm::Infantry,
        (Branch::Artillery, _) => Arm::Artillery,
    }
}

/// A stand on the map: of cavalry on foot with its holders behind it (RRF-CAV-2).
struct Standing {
    stand: StandId,
    bodies: Vec<Posed>,
}

/// Everything that is wrong with the places of a scenario.
pub fn check(scenario: &Scenario, lines: &Lines, faults: &mut Faults) {
    let Opening::Placed(places) = &scenario.opening else { return };
    let standing = standing(scenario, places, lines);
    for (number, one) in standing.iter().enumerate() {
        check_ground(scenario, one, lines, faults);
        for other in &standing[..number] {
            check_pair(scenario, one, other, lines, faults);
        }
    }
    let here: Vec<(GeneralId, Point)> = generals(places, lines);
    for (number, (general, at)) in here.iter().enumerate() {
        check_general(scenario, *general, *at, &standing, &here[..number], lines, faults);
    }
    check_radius(scenario, &standing, &here, lines, faults);
    for side in Side::BOTH {
        let is_there =
            |(general, _): &(GeneralId, Point)| scenario.roster.generals[general.index()].side == side;
        if !here.iter().any(is_there) && scenario.roster.generals_of(side).next().is_some() {
            faults
                .add(Span::File, format!("no {side} General is on the map (R-116)"))
                .hint("place one `at` a spot of it: without one his side could only pass");
        }
    }
}

/// Those whose line says a place; the others are faults already.
fn standing(scenario: &Scenario, places: &Places, lines: &Lines) -> Vec<Standing> {
    let mut all = Vec::new();
    for (number, place) in places.stands.iter().enumerate() {
        let Place::Map { at, facing, mounted } = *place else { continue };
        if lines.stands[number] == Span::File {
            continue;
        }
        let arm = arm(scenario.roster.troops[number].branch, mounted);
        let pose = Pose::new(at, facing);
        let mut bodies = vec![pose.posed(arm)];
        if arm == Arm::Dismounted {
            bodies.push(pose.holders().posed(INSET));
        }
        all.push(Standing { stand: StandId::at(number), bodies });
    }
    all
}

fn generals(places: &Places, lines: &Lines) -> Vec<(GeneralId, Point)> {
    let numbered = places.generals.iter().enumerate();
    numbered
        .filter(|(number, _)| lines.generals[*number] != Span::File)
        .filter_map(|(number, place)| match place {
            GeneralPlace::Map(at) => Some((GeneralId::at(number), *at)),
            GeneralPlace::Waits(_) => None,
        })
        .collect()
}

fn tag(roster: &Roster, stand: StandId) -> &str {
    &roster.troops[stand.index()].tag
}

/// On the map, and on ground where one may be (RRF-MAP-6, RRF-MAP-10).
fn check_ground(scenario: &Scenario, one: &Standing, lines: &Lines, faults: &mut Faults) {
    let line = || lines.stands[one.stand.index()].clone();
    let name = tag(&scenario.roster, one.stand);
    let frame = scenario.map.board.frame();
    let off = one.bodies.iter().flat_map(|body| body.outline).map(|corner| {
        let beyond = |value: i32, low: i32, high: i32| (low - value).max(value - high).max(0);
        beyond(corner.x, frame.low.x, frame.high.x).max(beyond(corner.y, frame.low.y, frame.high.y))
    });
    let off = off.max().unwrap_or(0);
    if off > 0 {
        faults
            .add(line(), format!("`{name}` stands off the map by {} yards", number::write(off, 2)))
            .hint(size_of(&scenario.map.board));
    }
    let under = |kinds: Kinds| {
        one.bodies
            .iter()
            .any(|body| scenario.table.field.kinds_under(&Hull::of(body), kinds).intersects(kinds))
    };
    let painted = scenario.map.forbidden.iter().any(|area| {
        let ring: &[Point] = area.rings.first().map_or(&[], Vec::as_slice);
        one.bodies.iter().any(|body| meets(ring, area, body))
    });
    if painted || under(OFF_LIMITS) {
        faults
            .add(line(), format!("`{name}` stands on ground where nobody may be (RRF-MAP-10)"))
            .hint("move it off that ground");
    }
}

/// Whether a body lies on an area, of any shape.
fn meets(ring: &[Point], area: &ground::geometry::Area, body: &Posed) -> bool {
    let inside = body.outline.iter().any(|corner| area.contains(*corner));
    let holds = ring.first().is_some_and(|corner| Hull::of(body).holds(*corner));
    inside || holds || area.sides().any(|(from, to)| Hull::of(body).meets(from, to))
}

/// Nobody on anybody else (RRF-LEAD-9), nor at an enemy.
fn check_pair(scenario: &Scenario, one: &Standing, other: &Standing, lines: &Lines, faults: &mut Faults) {
    let roster = &scenario.roster;
    let (name, his) = (tag(roster, one.stand), tag(roster, other.stand));
    let (line, first) = (lines.stands[one.stand.index()].clone(), lines.stands[other.stand.index()].clone());
    let any = |test: &dyn Fn(&Posed, &Posed) -> bool| {
        one.bodies.iter().any(|body| other.bodies.iter().any(|their| test(body, their)))
    };
    let side = |stand: StandId| roster.troops[stand.index()].side;
    if any(&|body, their| body.overlaps(their)) {
        faults
            .add(line, format!("`{name}` overlaps `{his}` (RRF-LEAD-9)"))
            .hint("move one of them")
            .see(first, "the other");
    } else if side(one.stand) != side(other.stand) && any(&|body, their| body.is_within(their, CLEAR - 1)) {
        faults
            .add(line, format!("`{name}` stands less than {} yards from `{his}`, an enemy", CLEAR / YARD))
            .hint("move one of them")
            .see(first, "the other");
    }
}

/// A General stands on the map, and on nobody.
fn check_general(
    scenario: &Scenario,
    general: GeneralId,
    at: Point,
    standing: &[Standing],
    before: &[(GeneralId, Point)],
    lines: &Lines,
    faults: &mut Faults,
) {
    let roster = &scenario.roster;
    let name = &roster.generals[general.index()].tag;
    let line = || lines.generals[general.index()].clone();
    if !scenario.map.board.frame().grown(-GENERAL).contains(at) {
        faults.add(line(), format!("the circle of `{name}` does not lie on the map")).hint(format!(
            "it is {} yards across; {}",
            2 * GENERAL / YARD,
            size_of(&scenario.map.board)
        ));
    }
    for other in standing {
        if other.bodies.iter().any(|body| overlaps_general(at, body)) {
            faults
                .add(line(), format!("`{name}` stands on `{}`", tag(roster, other.stand)))
                .hint("move one of them")
                .see(lines.stands[other.stand.index()].clone(), "the other");
        }
    }
    for (other, there) in before {
        if generals_overlap(at, *there) {
            faults
                .add(line(), format!("`{name}` stands on `{}`", roster.generals[other.index()].tag))
                .hint("move one of them")
                .see(lines.generals[other.index()].clone(), "the other");
        }
    }
}

/// Everybody begins inside the radius of the General who leads his brigade (RRF-DEP-4, RRF-RAD-2).
fn check_radius(
    scenario: &Scenario,
    standing: &[Standing],
    generals: &[(GeneralId, Point)],
    lines: &Lines,
    faults: &mut Faults,
) {
    let roster = &scenario.roster;
    for one in standing {
        let regiment = &roster.troops[one.stand.index()];
        let Some(leader) = roster.leader(regiment.brigade) else { continue };
        let Some((_, at)) = generals.iter().find(|(general, _)| *general == leader) else { continue };
        let about = &roster.generals[leader.index()];
        let arrow = Arrow::of_command(about.ratings.marked(about.gravestones).command);
        let reach = GENERAL + length(arrow);
        let gap = one.bodies.first().and_then(|body| meet::gap(&[*at], &body.outline));
        if let Some(gap) = gap.filter(|gap| !gap.is_within(reach)) {
            let by = number::write(gap.distance() - reach, 2);
            faults
                .add(
                    lines.stands[one.stand.index()].clone(),
                    format!(
                        "`{}` stands {by} yards beyond the radius of {} (RRF-DEP-4)",
                        regiment.tag, about.tag
                    ),
                )
                .hint(format!("{} commands as far as {} yards from his rim", about.tag, length(arrow) / YARD))
                .see(lines.generals[leader.index()].clone(), "the General");
        }
    }
}
