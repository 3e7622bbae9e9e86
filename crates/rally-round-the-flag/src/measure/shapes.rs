//! The shapes in which brigades deploy (2.12, R-59, R-87): whether stands have one, and places that have it.

use super::arrow::Edge;
use super::front::{COLUMN_TURN, is_behind, is_in_line};
use super::land::{ORCHARD, ROCKS, WOODS};
use super::lengths::{GENERAL, YARD, length};
use super::sight::{Scratch, rises};
use super::slots::{behind, beside, fits_beside};
use super::stand::{Pose, Size, Stand, Table, is_within};
use crate::model::cards::Formation;
use crate::model::ids::StandId;
use crate::model::numbers::{Arm, Arrow};
use arrayvec::ArrayVec;
use ground::geometry::{Frame, Point};
use ground::table::{Hand, Heading, Leg};

/// The most stands of a brigade.
pub const MOST: usize = 16;

/// A brigade that deploys, lent for a question.
#[derive(Copy, Clone, Debug)]
pub struct Brigade<'a> {
    /// Its stands that are placed; holders are not among them.
    pub stands: &'a [Stand],
    /// How many regiments and batteries it has, those held back included.
    pub strength: usize,
    /// Where the General stands who commands it.
    pub general: Point,
    /// The arrow of his Command: how far he commands.
    pub command: Arrow,
    /// The deployment area of its side.
    pub zone: Frame,
    /// That of the other side.
    pub enemy_zone: Frame,
}

/// What is wrong with a shape.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Flaw {
    /// A stand lies not wholly in the deployment area (RRF-DEP-4a).
    Outside(StandId),
    /// A stand is outside of the radius of its General (RRF-DEP-4, RRF-FORM-4, RRF-FORM-13).
    OutOfRadius(StandId),
    /// Too few stand in one unbroken line (RRF-FORM-3).
    Line {
        /// So many do.
        together: usize,
        /// So many have to.
        needed: usize,
    },
    /// Two regiments touch (RRF-FORM-5, RRF-FORM-18).
    Touch(StandId, StandId),
    /// Too many start beyond the area (RRF-FORM-6).
    Forward {
        /// So many do.
        many: usize,
        /// So many may.
        most: usize,
    },
    /// One starts in the enemy's area (RRF-FORM-6).
    InEnemyZone(StandId),
    /// One that starts beyond the area has no cover (RRF-FORM-7).
    NoCover(StandId),
    /// The stands do not form the columns they have to (RRF-FORM-8, RRF-FORM-10).
    Columns {
        /// So many columns are wanted.
        needed: usize,
    },
    /// Two stands of a column do not face the same way (RRF-FORM-9).
    Facing(StandId, StandId),
    /// The General touches no column (RRF-FORM-11, RRF-FORM-12a).
    GeneralApart,
    /// No half stands in line and the other in column (RRF-FORM-12).
    Halves,
    /// A battery touches no regiment of the brigade (RRF-FORM-14).
    GunsApart(StandId),
    /// Too few or too many are held back (RRF-FORM-15).
    HeldBack {
        /// So many are.
        many: usize,
        /// At least so many have to be.
        least: usize,
        /// At most so many.
        most: usize,
    },
}

/// Whether a brigade stands in the shape of its Formation card, inside its area and the radius of its General.
///
/// # Errors
///
/// What is wrong first.
pub fn check(
    table: &Table<'_>,
    scratch: &mut Scratch,
    brigade: &Brigade<'_>,
    formation: Formation,
) -> Result<(), Flaw> {
    let Brigade { stands, zone, .. } = *brigade;
    if formation == Formation::Frontier {
        forward(table, scratch, brigade)?;
    } else if let Some(out) = stands.iter().find(|stand| !lies_in(stand, &zone)) {
        return Err(Flaw::Outside(out.id));
    }
    let reach = length(brigade.command);
    if let Some(out) = stands.iter().find(|stand| !is_within(brigade.general, &stand.body, reach)) {
        return Err(Flaw::OutOfRadius(out.id));
    }
    match formation {
        Formation::Line => line(stands),
        Formation::Skirmish | Formation::Unformed => loose(table, stands),
        Formation::Frontier => Ok(()),
        Formation::Reserve => held_back(stands.len(), brigade.strength),
        Formation::Column => {
            columns(stands)?;
            touched(brigade.general, stands)
        }
        Formation::Assault => assault(brigade),
    }
}

/// Whether a stand, with its holders, lies wholly in an area.
fn lies_in(stand: &Stand, zone: &Frame) -> bool {
    stand.footprint().iter().all(|body| body.outline.iter().all(|point| zone.contains(*point)))
}

/// Line: half or more in one unbroken line, each touching the next (RRF-FORM-3, R-59).
fn line(stands: &[Stand]) -> Result<(), Flaw> {
    let needed = stands.len().div_ceil(2);
    let together = longest_line(stands);
    if together >= needed { Ok(()) } else { Err(Flaw::Line { together, needed }) }
}

/// How many stands are in the longest line that each next one touches.
fn longest_line(stands: &[Stand]) -> usize {
    let mut seen = [false; MOST];
    let count = stands.len().min(MOST);
    (0..count).map(|first| gather(stands, first, &mut seen)).max().unwrap_or(0)
}

/// How many stands are linked with one that nobody has counted yet.
fn gather(stands: &[Stand], first: usize, seen: &mut [bool; MOST]) -> usize {
    let mut open: ArrayVec<usize, MOST> = ArrayVec::new();
    if std::mem::replace(&mut seen[first], true) {
        return 0;
    }
    open.push(first);
    let mut count = 0;
    while let Some(number) = open.pop() {
        count += 1;
        for other in 0..stands.len().min(MOST) {
            if !seen[other] && is_in_line(&stands[number], &stands[other]) {
                seen[other] = true;
                open.push(other);
            }
        }
    }
    count
}

/// Skirmish and Unformed: no regiment touches any other, of whatever brigade (RRF-FORM-5).
fn loose(table: &Table<'_>, stands: &[Stand]) -> Result<(), Flaw> {
    for stand in stands {
        for body in stand.footprint() {
            let touched =
                table.others(stand.id).find(|other| body.is_within(&other.body, super::lengths::TOUCH));
            if let Some(other) = touched {
                return Err(Flaw::Touch(stand.id, other.id));
            }
        }
    }
    Ok(())
}

/// Frontier: up to half beyond the own area, in cover, none in the enemy's (RRF-FORM-6, RRF-FORM-7).
fn forward(table: &Table<'_>, scratch: &mut Scratch, brigade: &Brigade<'_>) -> Result<(), Flaw> {
    let out = || brigade.stands.iter().filter(|stand| !lies_in(stand, &brigade.zone));
    let (many, most) = (out().count(), brigade.stands.len() / 2);
    if many > most {
        return Err(Flaw::Forward { many, most });
    }
    for stand in out() {
        let Frame { low, high } = brigade.enemy_zone;
        let corners = [low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)];
        if stand.footprint().iter().any(|body| ground::table::meet::overlap(&corners, &body.core)) {
            return Err(Flaw::InEnemyZone(stand.id));
        }
        let at = stand.pose.at;
        let covered = WOODS.with(ORCHARD).with(ROCKS);
        let nearest = Point::new(at.x.clamp(low.x, high.x), at.y.clamp(low.y, high.y));
        let hidden = table.land.field().kinds_at(at, covered).intersects(covered)
            || rises(table, scratch, at, nearest);
        if !hidden {
            return Err(Flaw::NoCover(stand.id));
        }
    }
    Ok(())
}

/// Column: two groups, each with one stand before and at least one behind it; of fewer than four stands, one. All face
/// the same way (RRF-FORM-8 to RRF-FORM-10).
fn columns(stands: &[Stand]) -> Result<(), Flaw> {
    for (number, stand) in stands.iter().enumerate() {
        let apart = |other: &&Stand| stand.pose.heading.turn_to(other.pose.heading).size() > COLUMN_TURN;
        if let Some(other) = stands[number + 1..].iter().find(apart) {
            return Err(Flaw::Facing(stand.id, other.id));
        }
    }
    let needed = if stands.len() < 4 { 1 } else { 2 };
    let flaw = Err(Flaw::Columns { needed });
    let before = |stand: &Stand| stands.iter().position(|front| is_behind(stand, front));
    let mut followed = [false; MOST];
    let mut heads = 0;
    let mut alone = 0;
    for stand in stands.iter().take(MOST) {
        match before(stand) {
            // Nobody has two behind him.
            Some(front) if std::mem::replace(&mut followed[front], true) => return flaw,
            Some(_) => {}
            None => heads += 1,
        }
    }
    for (number, stand) in stands.iter().enumerate().take(MOST) {
        alone += usize::from(before(stand).is_none() && !followed[number]);
    }
    // One stand alone is a legal column, but not beside another.
    let fits = heads == needed.min(stands.len()) && (alone == 0 || stands.len() == 1);
    if fits { Ok(()) } else { flaw }
}

/// The General touches one of them (RRF-FORM-11).
fn touched(general: Point, stands: &[Stand]) -> Result<(), Flaw> {
    let touches =
        |stand: &Stand| stand.footprint().iter().any(|body| is_within(general, body, super::lengths::TOUCH));
    if stands.iter().any(touches) { Ok(()) } else { Err(Flaw::GeneralApart) }
}

/// Assault: one half in one line, the other in column, the General touching the column; batteries among the regiments
/// (RRF-FORM-12 to RRF-FORM-14).
fn assault(brigade: &Brigade<'_>) -> Result<(), Flaw> {
    let all_guns = brigade.stands.iter().all(|stand| stand.arm == Arm::Artillery);
    let is_regiment = |stand: &&Stand| all_guns || stand.arm != Arm::Artillery;
    let regiments: ArrayVec<Stand, MOST> =
        brigade.stands.iter().filter(is_regiment).take(MOST).copied().collect();
    if !all_guns {
        let apart = |guns: &&Stand| {
            guns.arm == Arm::Artillery && !regiments.iter().any(|regiment| guns.touches(regiment))
        };
        if let Some(guns) = brigade.stands.iter().find(apart) {
            return Err(Flaw::GunsApart(guns.id));
        }
    }
    let count = regiments.len();
    let mut halves = Err(Flaw::Halves);
    // Which of them are in line, as bits; the few that a brigade has make few halves.
    for chosen in 0u32..1 << count {
        let many = chosen.count_ones() as usize;
        if many != count / 2 && many != count.div_ceil(2) {
            continue;
        }
        let part = |wanted: u32| -> ArrayVec<Stand, MOST> {
            let is_in = |number: &usize| chosen >> *number & 1 == wanted;
            (0..count).filter(is_in).map(|number| regiments[number]).collect()
        };
        let (lined, stacked) = (part(1), part(0));
        if longest_line(&lined) == lined.len() && columns(&stacked).is_ok() {
            match touched(brigade.general, &stacked) {
                Ok(()) => return Ok(()),
                flaw => halves = flaw,
            }
        }
    }
    halves
}

/// Reserve: at least a quarter and at most half stay off the map (RRF-FORM-15, R-59).
fn held_back(placed: usize, strength: usize) -> Result<(), Flaw> {
    let most = strength / 2;
    let least = strength.div_ceil(4).min(most);
    let many = strength.saturating_sub(placed);
    if (least..=most).contains(&many) { Ok(()) } else { Err(Flaw::HeldBack { many, least, most }) }
}

/// How far apart the stands of a loose shape are laid.
const LOOSE: i32 = 20 * YARD;
/// How far apart the places are at which a shape is tried.
const LATTICE: i32 = 60 * YARD;

/// Places in a shape, the middle of the front of the first line there, all facing so; in the order of the stands. Of a
/// column the first file stands with its front there.
#[must_use]
pub fn drawn_up(
    formation: Formation,
    stands: &[Stand],
    front: Point,
    heading: Heading,
) -> ArrayVec<Pose, MOST> {
    let stands = &stands[..stands.len().min(MOST)];
    match formation {
        Formation::Line => ranked(stands, front, heading, 0),
        Formation::Column => filed(stands, front, heading),
        Formation::Assault => {
            let half = stands.len().div_ceil(2);
            let mut places = abreast(&stands[..half], front, heading, 0);
            let deepest =
                stands[..half].iter().map(|stand| Size::of(stand.arm).depth / 2 + stand.back()).max();
            let back = heading.turned(Edge::Back.turn());
            let behind = Leg::new(front, back, deepest.unwrap_or(0) + LOOSE).to;
            places.extend(filed(&stands[half..], behind, heading));
            places
        }
        _ => ranked(stands, front, heading, LOOSE),
    }
}

/// The most stands that are laid in one rank.
const RANK: usize = 4;

/// In one rank, or in two where there are many, so far apart in a rank.
fn ranked(stands: &[Stand], front: Point, heading: Heading, gap: i32) -> ArrayVec<Pose, MOST> {
    let first = if stands.len() > RANK { stands.len().div_ceil(2) } else { stands.len() };
    let mut places = abreast(&stands[..first], front, heading, gap);
    let back = heading.turned(Edge::Back.turn());
    places.extend(abreast(
        &stands[first..],
        Leg::new(front, back, deepest(&stands[..first]) + LOOSE).to,
        heading,
        gap,
    ));
    places
}

/// From the front to the rear of the deepest of some stands.
fn deepest(stands: &[Stand]) -> i32 {
    stands.iter().map(|stand| Size::of(stand.arm).depth / 2 + stand.back()).max().unwrap_or(0)
}

/// Side by side, fronts in one line, so far apart.
fn abreast(stands: &[Stand], front: Point, heading: Heading, gap: i32) -> ArrayVec<Pose, MOST> {
    let widths = || stands.iter().map(|stand| Size::of(stand.arm).width);
    let gaps = gap * (stands.len().max(1) as i32 - 1);
    let mut aside = -(widths().sum::<i32>() + gaps) / 2;
    let right = heading.turned(Edge::Right.turn());
    let place = |stand: &Stand| {
        let width = Size::of(stand.arm).width;
        let middle = Leg::new(front, right, aside + width / 2).to;
        aside += width + gap;
        Pose::with_front(middle, stand.arm, heading)
    };
    stands.iter().map(place).collect()
}

/// In one file, or from four stands on in two side by side.
fn filed(stands: &[Stand], front: Point, heading: Heading) -> ArrayVec<Pose, MOST> {
    let files = if stands.len() < 4 { 1 } else { 2 };
    let mut placed: ArrayVec<Stand, MOST> = ArrayVec::new();
    for stand in stands {
        let pose = match placed.len() {
            0 => Pose::with_front(front, stand.arm, heading),
            // The second file keeps clear of the first: neighbours would else be in line as well.
            1 if files == 2 => {
                let flush = beside(&placed[0], stand.arm, Hand::Right);
                flush.moved(heading.turned(Edge::Right.turn()), LOOSE)
            }
            number => behind(&placed[number - files], stand.arm),
        };
        placed.push(stand.at(pose));
    }
    placed.iter().map(|stand| stand.pose).collect()
}

/// Lays a brigade down in the shape of its card: the places nearest to its General at which all of it fits.
/// `None` where there is no room: it waits off the map (RRF-FORM-2). `all` are its stands as they are to be placed,
/// none of which is on the table yet.
#[must_use]
pub fn laying(
    table: &Table<'_>,
    scratch: &mut Scratch,
    brigade: &Brigade<'_>,
    formation: Formation,
    heading: Heading,
) -> Option<ArrayVec<Pose, MOST>> {
    let front = front(table, scratch, brigade, formation, heading)?;
    Some(drawn_up(formation, brigade.stands, front, heading))
}

/// Where the middle of the front of that laying is.
#[must_use]
pub fn front(
    table: &Table<'_>,
    scratch: &mut Scratch,
    brigade: &Brigade<'_>,
    formation: Formation,
    heading: Heading,
) -> Option<Point> {
    let ring = length(brigade.command) / LATTICE + 2;
    let mut offsets: Vec<(i32, i32, i32)> = (-ring..=ring)
        .flat_map(|east| (-ring..=ring).map(move |north| (east * east + north * north, east, north)))
        .collect();
    offsets.sort_unstable();
    let with_general = matches!(formation, Formation::Column | Formation::Assault);
    let lattice = offsets.into_iter().map(|(_, east, north)| {
        Point::new(brigade.general.x + east * LATTICE, brigade.general.y + north * LATTICE)
    });
    // A column that its General has to touch stands right before him.
    let ahead: Option<Point> = with_general.then(|| {
        let from_origin = drawn_up(formation, brigade.stands, Point::new(0, 0), heading);
        let first = if formation == Formation::Assault { brigade.stands.len().div_ceil(2) } else { 0 };
        let file = if brigade.stands.len() - first < 4 { 1 } else { 2 };
        let last = (first..brigade.stands.len()).step_by(file).next_back().unwrap_or(0);
        let stand = brigade.stands[last].at(from_origin[last]);
        let back = heading.turned(Edge::Back.turn());
        let seat = Leg::new(stand.pose.at, back, stand.back() + GENERAL).to;
        Point::new(brigade.general.x - seat.x, brigade.general.y - seat.y)
    });
    let mut fronts = ahead.into_iter().chain(lattice);
    fronts.find(|&front| {
        let places = drawn_up(formation, brigade.stands, front, heading);
        let placed: ArrayVec<Stand, MOST> =
            brigade.stands.iter().zip(&places).map(|(stand, pose)| stand.at(*pose)).collect();
        let free = placed.iter().all(|stand| fits_beside(table, stand, stand.pose, |_| false));
        let generals = || table.generals.iter().map(|general| general.at);
        let clear = placed.iter().all(|stand| {
            let bodies = stand.footprint();
            !generals().any(|at| bodies.iter().any(|body| super::stand::overlaps_general(at, body)))
        });
        let shaped = Brigade { stands: &placed, ..*brigade };
        free && clear && check(table, scratch, &shaped, formation).is_ok()
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{drawn, north, open, stand, table, with, yards};
    use super::super::stand::General;
    use super::*;
    use crate::model::ids::GeneralId;
    use engine::Side::Union;
    use engine::proof::proves;

    const ZONE: Frame = Frame { low: Point::new(60_000, 60_000), high: Point::new(150_000, 140_000) };
    const ENEMY: Frame = Frame { low: Point::new(60_000, 180_000), high: Point::new(150_000, 240_000) };

    fn brigade<'a>(stands: &'a [Stand]) -> Brigade<'a> {
        Brigade {
            stands,
            strength: stands.len(),
            general: yards(1_000, 940),
            command: Arrow::A2,
            zone: ZONE,
            enemy_zone: ENEMY,
        }
    }

    fn judged(stands: &[Stand], formation: Formation) -> Result<(), Flaw> {
        let land = open();
        check(&table(&land, stands), &mut Scratch::new(), &brigade(stands), formation)
    }

    /// Infantry that faces north with these centres.
    fn at(places: &[(i32, i32)]) -> Vec<Stand> {
        places.iter().zip(1..).map(|((x, y), id)| north(id, Union, *x, *y)).collect()
    }

    #[test]
    fn half_a_line_touches_and_all_are_in_the_radius() {
        let _proof = proves(&["RRF-FORM-3", "RRF-FORM-4", "RRF-DEP-4a"]);
        let three = [(880, 1_000), (1_000, 1_000), (1_120, 1_000), (900, 1_100), (1_060, 1_100)];
        assert_eq!(judged(&at(&three), Formation::Line), Ok(()));
        let two = [(880, 1_000), (1_000, 1_000), (1_130, 1_000), (900, 1_100), (1_060, 1_100)];
        assert_eq!(judged(&at(&two), Formation::Line), Err(Flaw::Line { together: 2, needed: 3 }));
        assert_eq!(judged(&at(&[(1_000, 1_000)]), Formation::Line), Ok(()), "one alone is a line");
        // C2: 240 yards from the rim of a General at (1000, 940), so 1220 and no farther north.
        let far = |y| [(880, 1_000), (1_000, 1_000), (1_120, 1_000), (900, 1_100), (1_000, y)];
        assert_eq!(judged(&at(&far(1_240)), Formation::Line), Ok(()));
        assert_eq!(judged(&at(&far(1_241)), Formation::Line), Err(Flaw::OutOfRadius(StandId(5))));
        let mut out = brigade(&[]);
        out.zone.high.y = 126_000;
        let stands = at(&far(1_240));
        let land = open();
        let in_zone = |high: i32| {
            let mut brigade = Brigade { stands: &stands, ..out };
            brigade.zone.high.y = high;
            check(&table(&land, &stands), &mut Scratch::new(), &brigade, Formation::Line)
        };
        assert_eq!((in_zone(126_000), in_zone(125_900)), (Ok(()), Err(Flaw::Outside(StandId(5)))));
    }

    #[test]
    fn skirmishers_touch_nobody() {
        let _proof = proves(&["RRF-FORM-5", "RRF-FORM-18"]);
        for formation in [Formation::Skirmish, Formation::Unformed] {
            assert_eq!(judged(&at(&[(880, 1_000), (1_010, 1_000)]), formation), Ok(()));
            let touch = Err(Flaw::Touch(StandId(1), StandId(2)));
            assert_eq!(judged(&at(&[(880, 1_000), (1_000, 1_000)]), formation), touch);
            // A regiment of another brigade.
            let land = open();
            let all = at(&[(880, 1_000), (1_000, 1_000)]);
            let found = check(&table(&land, &all), &mut Scratch::new(), &brigade(&all[..1]), formation);
            assert_eq!(found, touch);
        }
    }

    #[test]
    fn columns_stand_one_behind_the_other_with_their_general() {
        let _proof = proves(&["RRF-FORM-8", "RRF-FORM-9", "RRF-FORM-10", "RRF-FORM-11"]);
        // The General at (1000, 940) touches the rear edge at 980 of the last of the first file.
        let two = [(1_000, 1_040), (1_200, 1_040), (1_000, 1_000), (1_200, 1_000)];
        assert_eq!(judged(&at(&two), Formation::Column), Ok(()));
        let turned = |tenths: u16| {
            let mut stands = at(&two);
            let pose = Pose::new(stands[1].pose.at, Heading::new(tenths).unwrap());
            stands[1] = stands[1].at(pose);
            judged(&stands, Formation::Column)
        };
        assert_eq!(turned(100), Err(Flaw::Facing(StandId(1), StandId(2))));
        assert_eq!(turned(40), Ok(()));
        let small = at(&[(1_000, 1_040), (1_200, 1_040), (1_000, 1_000)]);
        assert_eq!(judged(&small, Formation::Column), Err(Flaw::Columns { needed: 1 }));
        let deep = at(&[(1_000, 1_080), (1_000, 1_040), (1_000, 1_000)]);
        assert_eq!(judged(&deep, Formation::Column), Ok(()));
        let deep_four = at(&[(1_000, 1_120), (1_000, 1_080), (1_000, 1_040), (1_000, 1_000)]);
        assert_eq!(judged(&deep_four, Formation::Column), Err(Flaw::Columns { needed: 2 }));
        let apart = at(&[(1_000, 1_090), (1_000, 1_050), (1_000, 1_010)]);
        assert_eq!(judged(&apart, Formation::Column), Err(Flaw::GeneralApart));
    }

    #[test]
    fn an_assault_is_half_line_half_column() {
        let _proof = proves(&["RRF-FORM-12", "RRF-FORM-12a", "RRF-FORM-13", "RRF-FORM-14"]);
        let line = [(880, 1_100), (1_000, 1_100), (1_120, 1_100)];
        let with = |rest: &[(i32, i32)]| at(&[&line[..], rest].concat());
        let good = with(&[(1_000, 1_040), (1_000, 1_000)]);
        assert_eq!(judged(&good, Formation::Assault), Ok(()));
        let four = at(&[(880, 1_100), (1_000, 1_100), (1_120, 1_100), (760, 1_100), (1_000, 1_000)]);
        assert_eq!(judged(&four, Formation::Assault), Err(Flaw::Halves));
        let apart = with(&[(1_000, 1_050), (1_000, 1_010)]);
        assert_eq!(judged(&apart, Formation::Assault), Err(Flaw::GeneralApart));
        let far = at(&[(880, 1_250), (1_000, 1_250), (1_120, 1_250), (1_000, 1_040), (1_000, 1_000)]);
        assert!(matches!(judged(&far, Formation::Assault), Err(Flaw::OutOfRadius(_))));
        let guns = |x: i32| {
            let battery = stand(9, Union, Arm::Artillery, Pose::new(yards(x, 1_040), Heading::NORTH));
            let stands: Vec<Stand> = good.iter().copied().chain([battery]).collect();
            judged(&stands, Formation::Assault)
        };
        assert_eq!((guns(1_101), guns(1_110)), (Ok(()), Err(Flaw::GunsApart(StandId(9)))));
    }

    #[test]
    fn a_reserve_holds_a_quarter_to_a_half_back() {
        let _proof = proves(&["RRF-FORM-15"]);
        let held = |many: usize| held_back(4 - many, 4);
        assert_eq!((held(1), held(2)), (Ok(()), Ok(())));
        assert_eq!(held(3), Err(Flaw::HeldBack { many: 3, least: 1, most: 2 }));
        assert_eq!(held(0), Err(Flaw::HeldBack { many: 0, least: 1, most: 2 }));
        assert_eq!(
            (held_back(1, 1), held_back(4, 5)),
            (Ok(()), Err(Flaw::HeldBack { many: 1, least: 2, most: 2 }))
        );
    }

    #[test]
    fn frontiersmen_start_forward_in_cover() {
        let _proof = proves(&["RRF-FORM-6", "RRF-FORM-7"]);
        let land = drawn(
            "size = \"2400 2400\"\nareas = [\"woods w: 900 1100, 1000 1100, 1000 1200, 900 1200\"]\n\
             hills = [\"1: 1000 1250, 1300 1250, 1300 1300, 1000 1300\"]",
        );
        let mut zone = brigade(&[]);
        zone.zone.high.y = 110_000;
        let judge = |places: &[(i32, i32)]| {
            let stands = at(places);
            let brigade = Brigade { stands: &stands, strength: stands.len(), ..zone };
            check(&table(&land, &stands), &mut Scratch::new(), &brigade, Formation::Frontier)
        };
        let back = [(760, 1_000), (880, 1_000), (1_000, 1_000)];
        let forward = |places: &[(i32, i32)]| judge(&[&back[..], places].concat());
        assert_eq!(forward(&[(950, 1_150), (1_150, 1_180)]), Ok(()), "in the wood, and behind a ridge");
        assert_eq!(forward(&[(950, 1_150), (820, 1_180)]), Err(Flaw::NoCover(StandId(5))));
        let three = [(760, 1_000), (880, 1_000), (950, 1_150), (1_150, 1_180), (1_090, 1_120)];
        assert_eq!(judge(&three), Err(Flaw::Forward { many: 3, most: 2 }));
        zone.enemy_zone.low.y = 116_000;
        let stands = at(&[&back[..], &[(950, 1_150)]].concat());
        let brigade = Brigade { stands: &stands, strength: 4, ..zone };
        let found = check(&table(&land, &stands), &mut Scratch::new(), &brigade, Formation::Frontier);
        assert_eq!(found, Err(Flaw::InEnemyZone(StandId(4))));
    }

    #[test]
    fn every_shape_is_laid_down_where_there_is_room() {
        let land = open();
        let generals = [General { id: GeneralId(0), side: Union, at: yards(1_000, 940) }];
        let table = with(table(&land, &[]), &[], &generals);
        let mut scratch = Scratch::new();
        let shapes = [
            Formation::Line,
            Formation::Skirmish,
            Formation::Column,
            Formation::Assault,
            Formation::Frontier,
        ];
        for count in 1..=6 {
            let stands: Vec<Stand> = (0..count).map(|id| north(id, Union, 0, 0)).collect();
            let brigade = Brigade { command: Arrow::A3, ..brigade(&stands) };
            for formation in shapes {
                if formation == Formation::Assault && count < 2 {
                    continue;
                }
                let laid = laying(&table, &mut scratch, &brigade, formation, Heading::NORTH);
                assert!(laid.is_some_and(|places| places.len() == stands.len()), "{formation:?} {count}");
            }
        }
        // An area too small for anybody: off the map.
        let stands = at(&[(0, 0), (0, 0)]);
        let mut narrow = brigade(&stands);
        narrow.zone = Frame { low: yards(960, 900), high: yards(1_070, 1_000) };
        assert_eq!(laying(&table, &mut scratch, &narrow, Formation::Line, Heading::NORTH), None);
    }
}
