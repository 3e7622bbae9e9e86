//! Skirmishers: loose stands, screens that are sent out and come in, and how they give way (STE-SKIRM, G-16).

use crate::model::event::Event;
use crate::model::figure::{Bodies, Footprint, INSET, ROUNDING, Round, Stance, gap_between, middle_of};
use crate::model::ids::UnitId;
use crate::model::position::{Play, Position};
use crate::model::scale::INCH;
use crate::model::scenario::MOST_STANDS;
use crate::model::state::{Formation, Mark, Place, Troop, Whereabouts};
use crate::model::terrain::{ABATIS, BRIDGE, FORD};
use crate::model::troops::Size;
use crate::rules::legs::{Ghost, is_on, refuse, touches_formed};
use crate::rules::passage;
use crate::rules::sweep::{self, Course, Sweep};
use crate::rules::{morale, officers};
use arrayvec::ArrayVec;
use engine::Violation;
use ground::geometry::{Frame, Point};
use ground::table::{Body, Found, Heading, Hull, Leg, Posed, meet};

/// The gap of the usual layout (G-16).
pub const USUAL_GAP: i32 = 3 * INCH / 2;

/// Skirmishers keep so far from the enemy (STE-SKIRM-5).
const KEPT_YARDS: i32 = 100;

/// In such steps skirmishers give way (G-16a).
const PUSH: i32 = 50;

/// What is true of skirmishers because it is of their unit.
const COPIED: Mark =
    Mark::ACTIVE.or(Mark::FIRED).or(Mark::OUT_OF_AMMUNITION).or(Mark::SHAKEN).or(Mark::MOVED_LAST_TURN);

/// Places of stands.
pub type Spots = ArrayVec<Point, MOST_STANDS>;

/// Loose stands in rows, so many in each and with a gap between stands and rows, round a middle; from the right of the
/// first row (G-16, R-99).
#[must_use]
pub fn rows(middle: Point, facing: Heading, stands: u8, files: u8, gap: i32, size: Size) -> Spots {
    let stands = stands.min(MOST_STANDS as u8);
    let files = files.clamp(1, stands.max(1));
    let ranks = stands.div_ceil(files);
    let (across, along) = (size.frontage + gap, size.depth + gap);
    let middle = Body::centred(middle, facing, size.frontage, size.depth);
    (0..stands)
        .map(|number| {
            let (rank, file) = (number / files, number % files);
            let in_rank = files.min(stands - rank * files);
            let aside = (i32::from(in_rank) - 1 - 2 * i32::from(file)) * across;
            middle.spot(aside, (i32::from(ranks) - 1 - 2 * i32::from(rank)) * along)
        })
        .collect()
}

/// Loose stands on their ways, each straight to its own place (STE-SKIRM-9).
#[derive(Clone, Debug)]
pub struct Spread {
    starts: Footprint,
    ends: Footprint,
    /// They stood in close order before: nobody was too near the enemy already.
    fresh: bool,
}

impl Spread {
    /// From where stands are to new places, one after another.
    #[must_use]
    pub fn new(starts: &[Posed], places: &[Point], facing: Heading, size: Size) -> Spread {
        let ends: Footprint = places.iter().map(|&place| stand(place, facing, size).posed(INSET)).collect();
        Spread { starts: starts.iter().copied().collect(), ends, fresh: false }
    }

    /// Set out where they stand.
    #[must_use]
    pub fn standing(places: &[Point], facing: Heading, size: Size) -> Spread {
        let ends: Footprint = places.iter().map(|&place| stand(place, facing, size).posed(INSET)).collect();
        Spread { starts: ends.clone(), ends, fresh: true }
    }

    fn ways(&self) -> impl Iterator<Item = (&Posed, &Posed)> {
        self.starts.iter().zip(&self.ends)
    }

    /// A circle that holds all of it.
    #[must_use]
    pub fn round(&self) -> Round {
        let all = self.starts.iter().chain(&self.ends);
        let Some(Frame { low, high }) = Frame::around(all.clone().map(|body| body.middle)) else {
            return Round { middle: Point::new(0, 0), radius: 0 };
        };
        let widest = all.map(|body| body.radius).max().unwrap_or(0);
        let middle = Point::new(low.x.midpoint(high.x), low.y.midpoint(high.y));
        Round { middle, radius: (high.x - low.x + high.y - low.y) / 2 + widest + ROUNDING }
    }

    /// The longest way, in whole mils, rounded down: the clock of all of them.
    #[must_use]
    pub fn longest(&self) -> i32 {
        let squares = self.ways().map(|(from, to)| from.middle.distance_squared(to.middle));
        squares.max().unwrap_or(0).isqrt() as i32
    }

    /// Where the stands are when so much of the longest way is gone.
    #[must_use]
    pub fn places_at(&self, way: i32) -> Spots {
        let length = self.longest().max(1);
        self.ways().map(|(from, to)| Leg { from: from.middle, to: to.middle, length }.at(way)).collect()
    }

    /// Whether a stand passes through these bodies on its way, or ends on them.
    #[must_use]
    pub fn passes(&self, footprint: &[Posed]) -> bool {
        let round = self.round();
        let near = |body: &&Posed| round.is_within(Round::of(body), 0);
        if !footprint.iter().any(|body| near(&body)) {
            return false;
        }
        self.ways().any(|(from, to)| {
            let hull = both(&from.core, &to.core);
            footprint.iter().any(|body| meet::overlap(hull.points(), &body.core))
        })
    }

    /// Whether the ways are open: on the table, over passable ground (STE-SKIRM-9), and never too near the enemy
    /// (STE-SKIRM-5).
    ///
    /// # Errors
    ///
    /// The rule that forbids them.
    pub fn check_ground(
        &self,
        at: Position<'_>,
        unit: UnitId,
        stance: &Stance,
        crosses: bool,
    ) -> Result<(), Violation> {
        let field = &at.rules.table.field;
        let name = &at.unit(unit).name;
        let barred = sweep::barred_to(at, unit, stance);
        let near = field.kinds_near(&self.round().frame(), barred);
        for (from, to) in self.ways() {
            if !field.is_on_table(&to.outline) {
                return refuse(at, unit, "M-8", format_args!("{name} would leave the table"));
            }
            if near.is_empty() {
                continue;
            }
            let hull = both(&from.outline, &to.outline);
            if field.kinds_under(&hull, near).is_empty() {
                continue;
            }
            let mut met = Found::new();
            field.under(&hull, near, &mut met);
            let mut gaps = Found::new();
            field.under(&Hull::line(from.middle, to.middle), BRIDGE.with(FORD), &mut gaps);
            let gaps: ArrayVec<_, 4> = gaps.iter().take(4).collect();
            let closed = met.iter().find(|&feature| {
                let kinds = field.kinds(feature);
                !(sweep::leads_over(at, &gaps, feature) || crosses && kinds.intersects(ABATIS))
            });
            if let Some(feature) = closed {
                return refuse(
                    at,
                    unit,
                    "STE-SKIRM-9",
                    format_args!("{name} cannot go over {}", field.name(feature)),
                );
            }
        }
        self.check_distance(at, unit)
    }

    /// Whether no stand comes within 100 yards of an enemy; one that stands nearer may only go away (G-14, 5).
    fn check_distance(&self, at: Position<'_>, unit: UnitId) -> Result<(), Violation> {
        let kept = at.rules.scale.yards(KEPT_YARDS);
        let round = self.round();
        for enemy in at.enemies(unit).filter(|&enemy| round.is_within(at.round(enemy), kept)) {
            let theirs = at.footprint(enemy);
            for (from, to) in self.ways() {
                let radius = from.radius.max(to.radius);
                let round = Round { radius, ..Round::of(from) }.joined(to.middle);
                let near = |body: &&Posed| round.is_within(Round::of(body), kept);
                if !theirs.iter().any(|body| near(&body)) {
                    continue;
                }
                let way = both(&from.outline, &to.outline);
                for body in theirs.iter().filter(near) {
                    if !meet::gap_within(way.points(), &body.outline, kept) {
                        continue;
                    }
                    let Some(near) = meet::gap(way.points(), &body.outline) else { continue };
                    if near.distance() >= kept {
                        continue;
                    }
                    let before = meet::gap(&from.outline, &body.outline);
                    let goes_away = before.is_some_and(|before| near >= before);
                    if self.fresh || !goes_away {
                        let (name, enemy) = (&at.unit(unit).name, &at.unit(enemy).name);
                        let near = crate::rules::legs::inches(near.distance());
                        let text = format_args!(
                            "{name} would come within {near} inches of {enemy}; skirmishers keep {} away",
                            crate::rules::legs::inches(kept)
                        );
                        return refuse(at, unit, "STE-SKIRM-5", text);
                    }
                }
            }
        }
        Ok(())
    }
}

fn stand(place: Point, facing: Heading, size: Size) -> Body {
    Body::centred(place, facing, size.frontage, size.depth)
}

fn both(from: &[Point; 4], to: &[Point; 4]) -> Hull {
    Hull::around([from[0], from[1], from[2], from[3], to[0], to[1], to[2], to[3]])
}

/// Whether loose stands lie as they must: each one to two stand widths from another, all of them joined so, and none
/// nearer (STE-SKIRM-4, G-16).
///
/// # Errors
///
/// How near or far apart they are.
pub fn check_layout(at: Position<'_>, unit: UnitId, ghost: &Ghost) -> Result<(), Violation> {
    let stands = ghost.footprint(at);
    let width = ghost.stance.size.frontage;
    let name = &at.unit(unit).name;
    let inches = crate::rules::legs::inches;
    let mut joined: ArrayVec<bool, MOST_STANDS> = stands.iter().map(|_| false).collect();
    let mut open: ArrayVec<usize, MOST_STANDS> = ArrayVec::new();
    if let Some(first) = joined.first_mut() {
        *first = true;
        open.push(0);
    }
    while let Some(one) = open.pop() {
        for other in 0..stands.len() {
            if one == other {
                continue;
            }
            let (one, there) = (&stands[one], &stands[other]);
            // Most are plainly farther apart than any number asked about.
            if !Round::of(one).is_within(Round::of(there), 2 * width) {
                continue;
            }
            let Some(near) = meet::gap(&one.outline, &there.outline) else { continue };
            if near.distance() < width {
                let text = format_args!(
                    "two stands of {name} would be {} inches apart, nearer than {}",
                    inches(near.distance()),
                    inches(width)
                );
                return refuse(at, unit, "STE-SKIRM-4", text);
            }
            if !joined[other] && near.is_within(2 * width) {
                joined[other] = true;
                open.push(other);
            }
        }
    }
    if joined.iter().all(|&joined| joined) {
        return Ok(());
    }
    let far = inches(2 * width);
    let text = format_args!("some stands of {name} would be more than {far} inches from all others");
    refuse(at, unit, "STE-SKIRM-4", text)
}

/// The stands that go out when a unit sends so many, in the order of their numbers: those of the rear rank first, the
/// outermost first, right and left in turn; the colours stay (G-3, R-85).
#[must_use]
pub fn detached(stance: &Stance, count: u8) -> ArrayVec<u8, MOST_STANDS> {
    let files = stance.files();
    let mut out = ArrayVec::new();
    for rank in (0..stance.ranks()).rev() {
        let first = rank * files;
        let (mut low, mut high) = (first, (first + files).min(stance.stands));
        let mut right = true;
        while low < high && out.len() < usize::from(count) {
            let next = if right { low } else { high - 1 };
            if right {
                low += 1;
            } else {
                high -= 1;
            }
            right = !right;
            if next != stance.command_stand() {
                out.push(next);
            }
        }
    }
    out.sort_unstable();
    out
}

/// A unit that is about to send out so many stands, as the screen that they will be.
#[must_use]
pub fn going_out(at: Position<'_>, parent: UnitId, count: u8) -> Ghost {
    let stance = at.stance(parent);
    let all: Bodies = at.stands(parent);
    let places: Spots = detached(&stance, count)
        .iter()
        .filter_map(|&number| all.get(usize::from(number)))
        .map(Body::centre)
        .collect();
    let middle = middle_of(places.iter().copied());
    let loose =
        Stance { anchor: middle, formation: Formation::Skirmish, stands: count, frontage: count, ..stance };
    Ghost { stance: loose, places, dismounted: false, prone: false, lane: None }
}

/// Skirmishers go out: a unit of their own when they are fired at (STE-SKIRM-10), they copy what is true of theirs,
/// without its hits. It is no formation change (STE-SKIRM-1, STE-SKIRM-2).
pub fn send(play: &mut Play<'_>, parent: UnitId, places: &[Point], facing: Heading) {
    let Some(screen) = play.rules.unit(parent).screen else { return };
    let count = places.len() as u8;
    let of = *play.state.troop(parent);
    let copied = of.marks.and(COPIED);
    *play.troop(screen) = Troop {
        whereabouts: Whereabouts::Table,
        anchor: middle_of(places.iter().copied()),
        facing,
        formation: Formation::Skirmish,
        stands: count,
        frontage: count,
        panic: of.panic,
        lost: of.lost,
        grade: of.grade,
        posture: of.posture,
        sent: count,
        // sent out, an element is activated and has moved.
        marks: copied | Mark::ACTIVATED | Mark::MOVED,
        ..Troop::default()
    };
    play.state.set_loose(screen, places);
    let troop = play.troop(parent);
    troop.stands -= count;
    troop.frontage = troop.frontage.min(troop.stands.max(1));
    play.tell(Event::SentOut { unit: parent, stands: count });
}

/// How a unit would stand with so many stands more: its ranks kept and its front wider; where that has no room, with
/// its front kept and the others behind; `None` where that has none either.
#[must_use]
pub fn taken_in(at: Position<'_>, parent: UnitId, screen: UnitId) -> Option<Stance> {
    let old = at.stance(parent);
    let stands = old.stands + at.troop(screen).stands;
    let ranks = old.ranks();
    let wide = match old.formation {
        Formation::Line => stands.div_ceil(ranks.max(1)),
        Formation::Column | Formation::Limbered => old.frontage,
        _ => stands,
    };
    let fits = |stance: &Stance| {
        let footprint = sweep::footprint(stance);
        let sweep = Sweep::anew(old, *stance);
        sweep.is_on_table(at)
            && sweep.blocked_by(at, parent).is_none()
            && !touches_formed(at, parent, &footprint)
            && !at.present().any(|other| {
                other != parent
                    && other != screen
                    && at.is_about(other, &footprint, 0)
                    && is_on(&footprint, &at.footprint(other))
            })
    };
    [wide, old.frontage].into_iter().map(|frontage| Stance { stands, frontage, ..old }).find(fits)
}

/// Skirmishers fall in with the unit that sent them out: hits and markers are added to its own (STE-SKIRM-11), and the
/// losses they have taken since. Nothing happens where there is no room.
pub fn merge(play: &mut Play<'_>, screen: UnitId) {
    let Some(parent) = play.rules.unit(screen).parent else { return };
    let of = *play.state.troop(screen);
    if play.at().is_loose(parent) {
        let mut places: Spots = play.state.loose_of(parent).iter().map(|place| place.0).collect();
        places.extend(play.state.loose_of(screen).iter().map(|place: &Place| place.0));
        play.troop(parent).stands = places.len() as u8;
        play.state.set_loose(parent, &places);
    } else {
        let Some(stance) = taken_in(play.at(), parent, screen) else { return };
        let troop = play.troop(parent);
        troop.stands = stance.stands;
        troop.frontage = stance.frontage;
    }
    let troop = play.troop(parent);
    troop.lost = troop.lost.saturating_add(of.sent.saturating_sub(of.stands));
    for officer in officers::with(play.at(), screen).collect::<ArrayVec<_, 8>>() {
        play.state.officers[officer.index()].with = Some(parent);
    }
    let troop = play.troop(screen);
    troop.whereabouts = Whereabouts::Within;
    troop.stands = 0;
    play.state.gather(screen);
    play.tell(Event::CameIn { unit: parent });
    if of.hits > 0 || of.panic > 0 {
        morale::hurt(play, parent, of.hits, of.panic);
    }
}

/// Whether every stand of a screen reaches its unit with so many mils: the lines free of enemies and of ground that
/// nobody passes.
///
/// # Errors
///
/// The rule that forbids it.
pub fn check_way_in(at: Position<'_>, screen: UnitId, reach: i32) -> Result<(), Violation> {
    let name = &at.unit(screen).name;
    let Some(parent) = at.unit(screen).parent.filter(|&parent| at.is_present(parent)) else {
        return refuse(at, screen, "R-85", format_args!("{name} has no unit to fall in with"));
    };
    if at.is_in_contact(parent) {
        let text = format_args!("{} is in contact with the enemy", at.unit(parent).name);
        return refuse(at, screen, "R-85", text);
    }
    let home = at.footprint(parent);
    for stand in &at.footprint(screen) {
        let nearest = home
            .iter()
            .filter_map(|body| meet::nearest(&stand.outline, &body.outline))
            .min_by_key(|near| near.squared);
        let Some(near) = nearest else { continue };
        if !near.squared.is_within(reach) {
            let text = format_args!(
                "a stand of {name} has {} inches to go and can go {}",
                crate::rules::legs::inches(near.squared.distance()),
                crate::rules::legs::inches(reach)
            );
            return refuse(at, screen, "STE-MOVE-32", text);
        }
        let (from, to) = near.stretch[0];
        let way = Hull::line(from, to);
        let closed = !at.rules.table.field.kinds_under(&way, sweep::barred(at, screen)).is_empty();
        let round = Round { middle: from, radius: 0 }.joined(to);
        let held = at.enemies(screen).filter(|&enemy| round.is_within(at.round(enemy), 0)).any(|enemy| {
            at.footprint(enemy).iter().any(|body| meet::gap_within(way.points(), &body.outline, 0))
        });
        if closed || held {
            return refuse(at, screen, "R-112", format_args!("the way in of {name} is not free"));
        }
    }
    if at.is_loose(parent) || taken_in(at, parent, screen).is_some() {
        return Ok(());
    }
    refuse(at, screen, "R-112", format_args!("there is no room for {name} in its unit"))
}

/// The friends whom a screen passes through on its way in (T-INTERPEN, R-112).
#[must_use]
pub fn passed_on_the_way_in(at: Position<'_>, screen: UnitId) -> ArrayVec<UnitId, 16> {
    let Some(parent) = at.unit(screen).parent else { return ArrayVec::new() };
    let home = at.footprint(parent);
    let ways: ArrayVec<Hull, MOST_STANDS> = at
        .footprint(screen)
        .iter()
        .filter_map(|stand| {
            let near = home.iter().filter_map(|body| meet::nearest(&stand.outline, &body.outline));
            let (from, to) = near.min_by_key(|near| near.squared)?.stretch[0];
            Some(Hull::line(from, to))
        })
        .collect();
    let cuts = |way: &Hull, body: &Posed| meet::gap_within(way.points(), &body.core, 0);
    let (ours, theirs) = (at.round(screen), at.round(parent));
    let round = ours.joined(theirs.middle);
    let round = Round { radius: round.radius + theirs.radius, ..round };
    at.friends(screen)
        .filter(|&friend| friend != parent && round.is_within(at.round(friend), 0))
        .filter(|&friend| at.footprint(friend).iter().any(|body| ways.iter().any(|way| cuts(way, body))))
        .take(16)
        .collect()
}

/// Skirmishers who are too near to an enemy's leg that has just ended give way (STE-SKIRM-16, I-5). Returns who could
/// not: his enemy's leg is cut before contact (G-16a).
pub fn give_way(play: &mut Play<'_>, mover: UnitId, leg: &Sweep) -> ArrayVec<UnitId, 16> {
    let mut stuck = ArrayVec::new();
    let kept = play.rules.scale.yards(KEPT_YARDS);
    let at = play.at();
    let (round, swept) = (at.round(mover), leg.round());
    let is_about = |enemy: UnitId| {
        let theirs = at.round(enemy);
        round.is_within(theirs, kept) || swept.is_within(theirs, 0)
    };
    if !at.enemies(mover).any(|enemy| at.is_loose(enemy) && is_about(enemy)) {
        return stuck;
    }
    let ours = at.footprint(mover);
    let mut near: Vec<(ground::table::Squared, UnitId)> = at
        .enemies(mover)
        .filter(|&enemy| at.is_loose(enemy) && is_about(enemy))
        .filter_map(|enemy| {
            let theirs = at.footprint(enemy);
            let gap = gap_between(&ours, &theirs)?;
            (gap.distance() < kept || leg.passes(&theirs)).then_some((gap, enemy))
        })
        .collect();
    near.sort_unstable();
    for (_, enemy) in near {
        if !push(play, mover, enemy, leg, kept) && !stuck.is_full() {
            stuck.push(enemy);
        }
    }
    stuck
}

/// Shifts an element as a block until it is far enough from the mover; whether that was possible (G-16a).
fn push(play: &mut Play<'_>, mover: UnitId, element: UnitId, leg: &Sweep, kept: i32) -> bool {
    let at = play.at();
    let direction = match leg.course {
        Course::Straight(way) if way.from != way.to => crate::model::figure::TICKS.bearing(way.from, way.to),
        _ => crate::model::figure::TICKS.bearing(at.centroid(mover), at.centroid(element)),
    };
    let Some(direction) = direction else { return false };
    let ours = at.footprint(mover);
    let troop = at.troop(element);
    let size = at.size(element);
    let from: Spots = at.state.loose_of(element).iter().map(|place| place.0).collect();
    let starts = at.footprint(element);
    let mut found: Option<(Spots, ArrayVec<UnitId, 16>)> = None;
    let mut distance = 0;
    // No push is longer than it takes to go round everybody in the way.
    while found.is_none() && distance < 20 * kept {
        distance += PUSH;
        let shifted = |place: &Point| Leg::new(*place, direction, distance).to;
        let places: Spots = from.iter().map(shifted).collect();
        let way = Spread::new(&starts, &places, troop.facing, size);
        // Ground, formed enemies and the edge stop it short: then it stays where it is.
        let field = &at.rules.table.field;
        let on_table = way.ends.iter().all(|stand| field.is_on_table(&stand.outline));
        let closed = way.ways().any(|(from, to)| {
            !field.kinds_under(&both(&from.outline, &to.outline), sweep::barred(at, element)).is_empty()
        });
        let others = at.enemies(element).filter(|&enemy| enemy != mover && at.is_formed(enemy));
        let touched = others.into_iter().any(|enemy| {
            if !at.is_about(enemy, &way.ends, crate::model::figure::TOUCH) {
                return false;
            }
            let theirs = at.footprint(enemy);
            way.ends
                .iter()
                .any(|stand| theirs.iter().any(|body| stand.is_within(body, crate::model::figure::TOUCH)))
        });
        if !on_table || closed || touched {
            return false;
        }
        let far = gap_between(&way.ends, &ours).is_none_or(|gap| gap.distance() >= kept);
        let stands_on = |other: UnitId| {
            other != element && at.is_about(other, &way.ends, 0) && is_on(&way.ends, &at.footprint(other))
        };
        let free = || !at.present().any(stands_on);
        if far && free() {
            let passed =
                at.friends(element).filter(|&friend| way.passes(&at.footprint(friend))).take(16).collect();
            found = Some((places, passed));
        }
    }
    let Some((places, passed)) = found else { return false };
    let troop = play.troop(element);
    troop.anchor = middle_of(places.iter().copied());
    // It counts as their move, even if they have moved already (STE-SKIRM-16); a push raises who lies down (G-3).
    play.mark(element, Mark::MOVED, true);
    play.mark(element, Mark::PRONE, false);
    play.state.set_loose(element, &places);
    play.tell(Event::GaveWay { unit: element });
    for friend in passed {
        passage::pass(play, element, friend);
    }
    true
}
