//! Places behind and beside others, and the changes of cavalry (3.6, R-28, R-56, R-109).

use super::arrow::Edge;
use super::lengths::{TOUCH, YARD};
use super::moves::is_off_limits;
use super::stand::{Pose, Size, Stand, Table};
use crate::model::ids::StandId;
use crate::model::numbers::Arm;
use arrayvec::ArrayVec;
use ground::table::{Hand, Leg};

/// The place behind a friend: same heading, centred on its rear edge, touching it (R-109, RRF-BOM-1).
#[must_use]
pub const fn behind(friend: &Stand, arm: Arm) -> Pose {
    behind_at(friend.pose, friend.back(), arm)
}

/// The same behind something so deep.
const fn behind_at(pose: Pose, back: i32, arm: Arm) -> Pose {
    let rear = pose.heading.turned(Edge::Back.turn());
    pose.moved(rear, back + Size::of(arm).depth / 2)
}

/// The place beside a friend, fronts in one line, touching it.
#[must_use]
pub const fn beside(friend: &Stand, arm: Arm, hand: Hand) -> Pose {
    let (own, its) = (Size::of(arm), Size::of(friend.arm));
    let side = match hand {
        Hand::Left => Edge::Left,
        Hand::Right => Edge::Right,
    };
    let aside = friend.pose.moved(friend.pose.heading.turned(side.turn()), (own.width + its.width) / 2);
    aside.moved(aside.heading, (its.depth - own.depth) / 2)
}

/// The most stands in a column of two files.
pub const BLOCK: usize = 16;

/// The places of those who form on a stand as a column two stands wide (RRF-BOM-3, R-28): beside it, then behind it,
/// then behind the first, and so on. `hand` is the side of the second file. Each is given with its holders or without.
#[must_use]
pub fn block(lead: &Stand, joiners: &[Stand], hand: Hand) -> ArrayVec<Pose, BLOCK> {
    let mut placed: ArrayVec<Stand, { BLOCK + 1 }> = ArrayVec::new();
    placed.push(*lead);
    for joiner in joiners.iter().take(BLOCK) {
        let pose = match placed.len() {
            1 => beside(lead, joiner.arm, hand),
            number => behind(&placed[number - 2], joiner.arm),
        };
        placed.push(joiner.at(pose));
    }
    placed.iter().skip(1).map(|stand| stand.pose).collect()
}

/// The places of friends that a charge has scooped: behind the charger, each touching the one before (RRF-SHK-1, R-88).
#[must_use]
pub fn scooped(charger: &Stand, friends: &[Stand]) -> ArrayVec<Pose, BLOCK> {
    let mut before = *charger;
    let place = |friend: &Stand| {
        let pose = behind(&before, friend.arm);
        before = friend.at(pose);
        pose
    };
    friends.iter().take(BLOCK).map(place).collect()
}

/// Where a mounted stand dismounts: the middle of the front and the heading stay (RRF-CAV-2, RRF-CAVM-2).
#[must_use]
pub const fn dismounted(mounted: Pose) -> Pose {
    Pose::with_front(mounted.front(Arm::Mounted), Arm::Dismounted, mounted.heading)
}

/// Where a dismounted stand mounts (RRF-CAVM-3).
#[must_use]
pub const fn mounted(dismounted: Pose) -> Pose {
    Pose::with_front(dismounted.front(Arm::Dismounted), Arm::Mounted, dismounted.heading)
}

/// Whether a stand, with its holders, has room there: on the map, off forbidden ground, on nobody of another regiment
/// (RRF-LEAD-9, RRF-CAV-2a). Generals make room and are not asked.
#[must_use]
pub fn fits(table: &Table<'_>, stand: &Stand, pose: Pose) -> bool {
    fits_beside(table, stand, pose, |id| id == stand.id)
}

/// The same where others have left their places too, or are about to.
#[must_use]
pub fn fits_beside(table: &Table<'_>, stand: &Stand, pose: Pose, gone: impl Fn(StandId) -> bool) -> bool {
    stand.footprint_at(pose).iter().all(|body| {
        table.is_on_map(&body.outline)
            && !is_off_limits(table, body)
            && !table.stands.iter().any(|other| !gone(other.id) && body.overlaps(&other.body))
    })
}

/// Whether a stand touches an enemy there.
#[must_use]
pub fn touches_enemy(table: &Table<'_>, stand: &Stand, pose: Pose) -> bool {
    let bodies = stand.footprint_at(pose);
    table.enemies(stand.side).any(|enemy| bodies.iter().any(|body| body.is_within(&enemy.body, TOUCH)))
}

/// How far behind its place a regiment that has lost its horses is put down, at most.
const PUT_DOWN: i32 = 120 * YARD;
/// By which steps.
const STEP: i32 = 5 * YARD;

/// Where the men of a mounted stand that is destroyed are put down: in its place if they fit there, else the
/// nearest spot straight behind, within 120 yards, where they fit and touch no enemy. `men` is the dismounted stand,
/// with its holders or without.
#[must_use]
pub fn put_down(table: &Table<'_>, mounted: &Stand, men: &Stand) -> Option<Pose> {
    let here = dismounted(mounted.pose);
    if fits(table, men, here) {
        return Some(here);
    }
    put_behind(table, mounted, men)
}

/// The same where they cannot stay where they were: the second half of it.
#[must_use]
pub fn put_behind(table: &Table<'_>, mounted: &Stand, men: &Stand) -> Option<Pose> {
    let here = dismounted(mounted.pose);
    let back = here.heading.turned(Edge::Back.turn());
    let spots =
        (1..=PUT_DOWN / STEP).map(|step| Pose { at: Leg::new(here.at, back, step * STEP).to, ..here });
    spots.into_iter().find(|pose| fits(table, men, *pose) && !touches_enemy(table, men, *pose))
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{north, open, stand, table, yards};
    use super::*;
    use engine::Side::{Confederate, Union};
    use engine::proof::proves;
    use ground::table::Heading;

    #[test]
    fn holders_stand_behind_their_regiment_and_move_with_it() {
        let _proof = proves(&["RRF-CAV-2"]);
        // MC@(300,300)h90 dismounts on the spot: DC centre (310,300), holders (270,300), heading 90.
        let pose = dismounted(Pose::new(yards(300, 300), Heading::EAST));
        assert_eq!(pose, Pose::new(yards(310, 300), Heading::EAST));
        let mut men = stand(1, Union, Arm::Dismounted, pose);
        men.holders = true;
        let holders = men.its_holders();
        assert_eq!(holders.pose, Pose::new(yards(270, 300), Heading::EAST));
        assert_eq!(holders.body.gap(&men.body).distance(), 0);
        assert_eq!(mounted(pose), Pose::new(yards(300, 300), Heading::EAST));
        // North by an arrow: again directly south of it, same heading.
        let moved = men.at(Pose::new(yards(310, 540), Heading::NORTH)).its_holders();
        assert_eq!(moved.pose, Pose::new(yards(310, 500), Heading::NORTH));
    }

    #[test]
    fn close_order_ends_centred_on_the_friends_rear_edge() {
        let friend = north(1, Union, 1_000, 1_000);
        assert_eq!(behind(&friend, Arm::Infantry), Pose::new(yards(1_000, 960), Heading::NORTH));
        assert_eq!(behind(&friend, Arm::Artillery).at, yards(1_000, 950));
        let mut men = stand(2, Union, Arm::Dismounted, Pose::new(yards(1_000, 1_000), Heading::NORTH));
        men.holders = true;
        assert_eq!(behind(&men, Arm::Infantry).at, yards(1_000, 920), "behind the holders");
    }

    #[test]
    fn a_field_column_is_two_stands_wide() {
        let lead = north(1, Union, 1_000, 1_000);
        let joiners = [north(2, Union, 0, 0), north(3, Union, 0, 0), north(4, Union, 0, 0)];
        let places: Vec<Pose> = block(&lead, &joiners, Hand::Right).to_vec();
        let at = |x, y| Pose::new(yards(x, y), Heading::NORTH);
        assert_eq!(places, [at(1_120, 1_000), at(1_000, 960), at(1_120, 960)]);
        assert_eq!(block(&lead, &joiners, Hand::Left)[2], at(880, 960));
        let mut guns = lead;
        guns.arm = Arm::Artillery;
        assert_eq!(beside(&guns, Arm::Infantry, Hand::Right).at, yards(1_100, 1_010), "fronts in one line");
    }

    #[test]
    fn a_regiment_without_horses_is_put_down_where_it_fits() {
        let land = open();
        let horse = stand(1, Union, Arm::Mounted, Pose::new(yards(1_000, 1_000), Heading::NORTH));
        let mut men = stand(1, Union, Arm::Dismounted, dismounted(horse.pose));
        men.holders = true;
        // Front at 1,030: men 990 to 1,030, holders 950 to 990.
        let here = put_down(&table(&land, &[horse]), &horse, &men);
        assert_eq!(here.map(|pose| pose.at), Some(yards(1_000, 1_010)));
        // A friend where the holders belong: ten yards of it, so two steps back do not help, but beyond it there is
        // room.
        let friend = north(2, Union, 1_000, 940);
        let spot = put_down(&table(&land, &[horse, friend]), &horse, &men);
        assert_eq!(spot.map(|pose| pose.at), Some(yards(1_000, 900)));
        let enemy = north(3, Confederate, 1_000, 839);
        let spot = put_down(&table(&land, &[horse, friend, enemy]), &horse, &men);
        assert_eq!(spot, None, "touching the enemy, or more than 120 yards");
    }
}
