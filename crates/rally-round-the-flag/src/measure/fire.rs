//! Range, what a shot meets, and who is under fire (3.5, 2.23, R-12).

use super::front::{arc, faces_general};
use super::lengths::{GENERAL, Stick};
use super::sight::{End, Scratch, sees};
use super::stand::{General, Pose, Stand, Table};
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use ground::geometry::Point;
use ground::table::Posed;

/// A shot at something that a stand faces: from its flag or muzzles to the nearest point in its arc.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Aim {
    /// Where it is fired from.
    pub from: Point,
    /// What it is aimed at: the nearest point of the target in the arc, rounded once.
    pub at: Point,
    /// The square of the range.
    pub squared: i64,
}

impl Aim {
    const fn new(from: Point, at: Point) -> Aim {
        let (east, north) = (at.x as i64 - from.x as i64, at.y as i64 - from.y as i64);
        Aim { from, at, squared: east * east + north * north }
    }

    /// The range in whole hundredths of a yard, rounded down.
    #[must_use]
    pub const fn range(&self) -> i32 {
        self.squared.isqrt() as i32
    }

    /// Is the range at most so long?
    #[must_use]
    pub const fn is_within(&self, reach: i32) -> bool {
        self.squared <= reach as i64 * reach as i64
    }
}

/// How a stand would aim at a body; `None` unless it faces it (RRF-FIRE-1a).
#[must_use]
pub fn aim(stand: &Stand, body: &Posed) -> Option<Aim> {
    aim_from(stand.pose, stand.arm, body)
}

/// How an arm there would aim at a body.
#[must_use]
pub fn aim_from(pose: Pose, arm: Arm, body: &Posed) -> Option<Aim> {
    let from = pose.anchor(arm);
    arc(pose, arm).nearest(&body.outline, from).map(|at| Aim::new(from, at))
}

/// How a stand would aim at a General, and how long the range is: to his rim (3.6(7)).
#[must_use]
pub fn aim_at_general(stand: &Stand, general: &General) -> Option<(Aim, i32)> {
    faces_general(stand, general).then(|| {
        let aim = Aim::new(stand.anchor(), general.at);
        (aim, (aim.range() - GENERAL).max(0))
    })
}

/// A shot that can be fired: at whom, with which stick.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Shot {
    /// The aim.
    pub aim: Aim,
    /// The shortest stick that reaches.
    pub stick: Stick,
}

/// The shot of a stand at another, if it can fire, faces it, reaches it and sees it (RRF-FIRE-1, RRF-FIRE-10). Whether
/// either is routed or engaged is the rules' business.
#[must_use]
pub fn shot(table: &Table<'_>, scratch: &mut Scratch, stand: &Stand, target: &Stand) -> Option<Shot> {
    let farthest = table.profile.farthest(stand.arm)?;
    if !is_near(stand, &target.body, farthest) {
        return None;
    }
    let aim = aim(stand, &target.body)?;
    let stick = table.profile.stick(stand.arm, aim.squared)?;
    let end = End { at: aim.at, centre: target.pose.at };
    sees(table, scratch, End::of(stand), end).then_some(Shot { aim, stick })
}

/// The shot of a stand at a General: with which stick, and how long the range is.
#[must_use]
pub fn shot_at_general(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    general: &General,
) -> Option<(Shot, i32)> {
    let (aim, range) = aim_at_general(stand, general)?;
    // The stick need only reach his rim.
    let reach = |stick: &Stick| aim.is_within(table.profile.reach(*stick) + GENERAL);
    let farthest = table.profile.farthest(stand.arm)?;
    let stick = Stick::ALL.into_iter().filter(|stick| table.profile.reach(*stick) <= farthest).find(reach)?;
    sees(table, scratch, End::of(stand), End::place(general.at)).then_some((Shot { aim, stick }, range))
}

/// Whether a body can be so near to a stand's anchor, by the circle round it.
fn is_near(stand: &Stand, body: &Posed, reach: i32) -> bool {
    let reach = i64::from(reach) + i64::from(body.radius);
    stand.anchor().distance_squared(body.middle) <= reach * reach
}

/// Who puts a stand under fire.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct UnderFire {
    /// An enemy that could fire at it with the blue stick, or a battery with canister or shell.
    pub by: StandId,
    /// From how far, in hundredths of a yard.
    pub range: i32,
}

/// Whether a stand is under fire where it stands (RRF-UF-1, RRF-UF-2, R-12): who is first of those that could fire at
/// it, or at its holders.
///
/// Formed and unengaged infantry and dismounted cavalry count within the blue stick, batteries within the orange one;
/// all need arc and sight.
#[must_use]
pub fn under_fire(table: &Table<'_>, scratch: &mut Scratch, stand: &Stand) -> Option<UnderFire> {
    under_fire_at(table, scratch, stand, stand.pose)
}

/// The same if the stand stood there: for the end of a March (RRF-MARCH-4).
#[must_use]
pub fn under_fire_at(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    pose: Pose,
) -> Option<UnderFire> {
    let bodies = bodies_at(stand, pose);
    table.enemies(stand.side).find_map(|enemy| fires_at(table, scratch, enemy, &bodies))
}

/// Everybody who would put the stand under fire there.
pub fn threats(
    table: &Table<'_>,
    scratch: &mut Scratch,
    stand: &Stand,
    pose: Pose,
    mut each: impl FnMut(&Stand, UnderFire),
) {
    let bodies = bodies_at(stand, pose);
    for enemy in table.enemies(stand.side) {
        if let Some(under) = fires_at(table, scratch, enemy, &bodies) {
            each(enemy, under);
        }
    }
}

/// What can be fired at of a stand: itself and its holders, with their centres.
type Bodies = arrayvec::ArrayVec<(Posed, Point), 2>;

fn bodies_at(stand: &Stand, pose: Pose) -> Bodies {
    let mut bodies = Bodies::new();
    bodies.push((pose.body(stand.arm).posed(0), pose.at));
    if stand.holders {
        let holders = pose.holders();
        bodies.push((holders.posed(0), holders.centre()));
    }
    bodies
}

fn fires_at(table: &Table<'_>, scratch: &mut Scratch, enemy: &Stand, bodies: &Bodies) -> Option<UnderFire> {
    let reach = table.profile.threat(enemy.arm)?;
    if enemy.routed || enemy.engaged {
        return None;
    }
    bodies.iter().find_map(|(body, centre)| {
        if !is_near(enemy, body, reach) {
            return None;
        }
        let aim = aim(enemy, body).filter(|aim| aim.is_within(reach))?;
        let clear = sees(table, scratch, End::of(enemy), End { at: aim.at, centre: *centre });
        clear.then(|| UnderFire { by: enemy.id, range: aim.range() })
    })
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{drawn, north, open, stand, table, yards};
    use super::super::lengths::Profile;
    use super::*;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;
    use ground::table::Heading;

    /// A stand that faces south, its front edge so many hundredths of a yard north of the origin at (300, 300).
    fn facing(id: u8, arm: Arm, front: i32) -> Stand {
        let at = Point::new(30_000, 30_000 + front);
        stand(id, Confederate, arm, Pose::with_front(at, arm, Heading::SOUTH))
    }

    #[test]
    fn range_begins_at_the_flag_or_the_muzzles() {
        let _proof = proves(&["RRF-FIRE-3"]);
        let infantry = north(1, Union, 300, 300);
        let target = facing(2, Arm::Infantry, 28_000);
        assert_eq!(aim(&infantry, &target.body).unwrap().range(), 28_000);
        let guns = stand(1, Union, Arm::Artillery, Pose::new(yards(300, 270), Heading::NORTH));
        assert_eq!(guns.anchor(), yards(300, 300), "the middle of the front edge");
        assert_eq!(aim(&guns, &target.body).unwrap().range(), 28_000);
    }

    #[test]
    fn any_point_of_the_target_is_enough() {
        let _proof = proves(&["RRF-FIRE-4", "RRF-FIRE-5"]);
        let land = open();
        let infantry = north(1, Union, 300, 300);
        let mut scratch = Scratch::new();
        // Its corner lies 180 yards east and 240 north of the flag: exactly 300.
        let at = |x: i32, y: i32| {
            let centre = Point::new(30_000 + 18_000 + 6_000 + x, 30_000 + 24_000 + 2_000 + y);
            stand(2, Confederate, Arm::Infantry, Pose::new(centre, Heading::NORTH))
        };
        let mut shot_at = |target: Stand| {
            let stands = [infantry, target];
            shot(&table(&land, &stands), &mut scratch, &infantry, &target).map(|shot| shot.aim.range())
        };
        assert_eq!(shot_at(at(0, 0)), Some(30_000));
        assert_eq!(shot_at(at(1, 0)), None, "a hundredth of a yard farther east");
        assert_eq!(shot_at(facing(2, Arm::Infantry, 30_000)), Some(30_000));
        assert_eq!(shot_at(facing(2, Arm::Infantry, 30_001)), None);
    }

    #[test]
    fn a_firer_faces_its_target() {
        let _proof = proves(&["RRF-FIRE-1a"]);
        let firer = north(1, Union, 300, 300);
        // Wholly outside of 45 degrees to either side.
        let aside = stand(2, Confederate, Arm::Infantry, Pose::new(yards(500, 300), Heading::NORTH));
        assert_eq!(aim(&firer, &aside.body), None);
        // Its near end reaches into the arc; the aim point lies on the arc's border.
        let partly = stand(2, Confederate, Arm::Infantry, Pose::new(yards(510, 470), Heading::NORTH));
        let aimed = aim(&firer, &partly.body).unwrap();
        assert_eq!(aimed.at, yards(450, 450));
        let engaged = Stand { engaged: true, ..facing(3, Arm::Infantry, 20_000) };
        let land = open();
        let stands = [firer, engaged];
        let mut scratch = Scratch::new();
        assert!(shot(&table(&land, &stands), &mut scratch, &firer, &engaged).is_some());
    }

    #[test]
    fn nobody_fires_through_a_ridge() {
        let _proof = proves(&["RRF-FIRE-10"]);
        let flat = drawn("size = \"2400 2400\"");
        let ridge = drawn("size = \"2400 2400\"\nhills = [\"1: 0 400, 600 400, 600 420, 0 420\"]");
        let (firer, target) = (north(1, Union, 300, 300), facing(2, Arm::Infantry, 20_000));
        let stands = [firer, target];
        let mut scratch = Scratch::new();
        assert!(shot(&table(&flat, &stands), &mut scratch, &firer, &target).is_some());
        assert!(shot(&table(&ridge, &stands), &mut scratch, &firer, &target).is_none());
    }

    #[test]
    fn infantry_within_blue_puts_under_fire_and_guns_within_orange() {
        let _proof = proves(&["RRF-UF-1", "RRF-UF-2"]);
        let land = open();
        let own = north(1, Union, 300, 300);
        // The nearest point of our stand is its own front edge, 20 yards ahead of its centre.
        let from = |arm, yards: i32| {
            let anchor = Point::new(30_000, 30_000 + 2_000 + yards * 100);
            let mut enemy = stand(2, Confederate, arm, Pose::new(anchor, Heading::SOUTH));
            if arm == Arm::Artillery {
                enemy = enemy.at(Pose::with_front(anchor, arm, Heading::SOUTH));
            }
            enemy
        };
        let mut scratch = Scratch::new();
        let mut under = |enemy: Stand, profile: Profile| {
            let stands = [own, enemy];
            let table = Table { profile, ..table(&land, &stands) };
            under_fire(&table, &mut scratch, &own).map(|under| under.range)
        };
        assert_eq!(under(from(Arm::Infantry, 299), Profile::Compact), Some(29_900));
        assert_eq!(under(from(Arm::Infantry, 301), Profile::Compact), None);
        assert_eq!(under(from(Arm::Dismounted, 300), Profile::Compact), Some(30_000), "R-12");
        assert_eq!(under(from(Arm::Artillery, 600), Profile::Compact), Some(60_000));
        assert_eq!(under(from(Arm::Artillery, 601), Profile::Compact), None);
        assert_eq!(under(from(Arm::Artillery, 1_200), Profile::Standard), Some(120_000));
        assert_eq!(under(from(Arm::Artillery, 1_201), Profile::Standard), None);
        assert_eq!(under(from(Arm::Mounted, 100), Profile::Compact), None);
        assert_eq!(under(Stand { routed: true, ..from(Arm::Infantry, 200) }, Profile::Compact), None);
        assert_eq!(under(Stand { engaged: true, ..from(Arm::Infantry, 200) }, Profile::Compact), None);
        let away = from(Arm::Infantry, 200);
        assert_eq!(under(away.at(Pose::new(away.pose.at, Heading::NORTH)), Profile::Compact), None, "no arc");
        assert_eq!(under(Stand { side: Union, ..from(Arm::Infantry, 200) }, Profile::Compact), None);
    }

    #[test]
    fn a_general_is_measured_to_his_rim() {
        use crate::model::ids::GeneralId;
        let land = open();
        let firer = north(1, Union, 300, 300);
        let general = |yards: i32| General {
            id: GeneralId(0),
            side: Confederate,
            at: Point::new(30_000, 30_000 + yards * 100),
        };
        let stands = [firer];
        let mut scratch = Scratch::new();
        let mut at = |general| {
            shot_at_general(&table(&land, &stands), &mut scratch, &firer, &general).map(|shot| shot.1)
        };
        assert_eq!(at(general(190)), Some(15_000));
        assert_eq!((at(general(340)), at(general(341))), (Some(30_000), None));
        assert_eq!(at(General { at: yards(500, 480), ..general(0) }), None, "his centre is what is faced");
    }
}
