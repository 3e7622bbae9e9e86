use super::*;
use engine::proof::proves;

fn infantry(circles: &[(u8, u8)]) -> Vec<Circles> {
    let regiment = |(number, &(printed, marked)): (usize, &(u8, u8))| Circles {
        id: format!("r{number}"),
        branch: Branch::Infantry,
        printed: [printed, 0, 0],
        marked: [marked, 0, 0],
        by_campaign: false,
    };
    circles.iter().enumerate().map(regiment).collect()
}

fn batteries(marked: &[u8]) -> Vec<Circles> {
    let battery = |&marked: &u8| Circles {
        id: "b".into(),
        branch: Branch::Artillery,
        printed: [1, 0, 0],
        marked: [marked, 0, 0],
        by_campaign: false,
    };
    marked.iter().map(battery).collect()
}

fn cavalry(printed: ByKind<u8>, marked: ByKind<u8>) -> Circles {
    Circles { id: "c".into(), branch: Branch::Cavalry, printed, marked, by_campaign: false }
}

fn account(strength: u16, borne: u16, losses: u16, supply: u16) -> Account {
    let foot = |number| [number, 0, 0];
    Account {
        id: "brigade".into(),
        strength: foot(strength),
        borne: foot(borne),
        losses: foot(losses),
        supply: foot(supply),
    }
}

fn on(regiment: usize, kind: usize, circles: u8) -> Placed {
    Placed { regiment, kind, circles }
}

#[test]
fn a_campaign_loss_is_three_circles_which_the_owner_places() {
    let _proof = proves(&["RRF-XFR-1", "RRF-XFR-3"]);
    let mut regiments = infantry(&[(5, 0), (4, 0), (3, 0)]);
    let lost_two = account(4, 0, 2, 0);
    assert_eq!(owed(Level::Division, &lost_two, &regiments).0, [6, 0, 0]);
    let five = place(Level::Division, &lost_two, &mut regiments, &[on(0, FOOT, 5)], &[]).unwrap_err();
    assert_eq!((five[0].rule, five[0].hint.as_str()), ("RRF-XFR-1", "place exactly 6"));
    let too_many = [on(0, FOOT, 3), on(2, FOOT, 4)];
    let wrong = place(Level::Division, &lost_two, &mut regiments, &too_many, &[]).unwrap_err();
    assert_eq!(wrong.len(), 2, "more circles than the stand has, and more than are owed: {wrong:?}");
    assert!(regiments.iter().all(|regiment| regiment.marked[FOOT] == 0), "nothing half-applied");
    place(Level::Division, &lost_two, &mut regiments, &[on(0, FOOT, 4), on(1, FOOT, 2)], &[]).unwrap();
    assert_eq!(regiments[0].marked[FOOT] + regiments[1].marked[FOOT], 6);
    // A division's loss in a campaign of corps is twelve.
    let division = infantry(&[(5, 0), (5, 0), (5, 0)]);
    assert_eq!(owed(Level::Corps, &account(5, 0, 1, 0), &division).0, [12, 0, 0]);
}

#[test]
fn a_supply_erases_three_circles() {
    let _proof = proves(&["RRF-XFR-2", "RRF-MARK-6"]);
    let mut regiments = infantry(&[(5, 2), (4, 3)]);
    let supplied = account(4, 2, 0, 1);
    assert_eq!(owed(Level::Division, &supplied, &regiments), ([0; 3], [3, 0, 0]));
    place(Level::Division, &supplied, &mut regiments, &[], &[on(0, FOOT, 1), on(1, FOOT, 2)]).unwrap();
    assert_eq!([regiments[0].marked[FOOT], regiments[1].marked[FOOT]], [1, 1]);
    assert_eq!(supplied.bears(), [1, 0, 0]);
}

#[test]
fn what_goes_beyond_the_circles_there_are_is_void() {
    let _proof = proves(&["R-104"]);
    let regiments = infantry(&[(3, 2), (2, 1)]);
    assert_eq!(owed(Level::Division, &account(4, 0, 3, 0), &regiments).0, [2, 0, 0], "9 circles, 2 free");
    assert_eq!(owed(Level::Division, &account(4, 0, 0, 3), &regiments).1, [3, 0, 0], "9 circles, 3 marked");
}

#[test]
fn three_circles_lost_are_a_mark_and_none_is_counted_twice() {
    let _proof = proves(&["RRF-XFR-4", "RRF-XFR-5", "R-63"]);
    let new = |level, circles, bears| new_marks(level, circles, bears);
    assert_eq!(new(Level::Division, 8, 0), 2, "8 circles lost");
    assert_eq!((new(Level::Division, 3 + 2, 1), new(Level::Division, 3 + 3, 1)), (0, 1));
    assert_eq!(new(Level::Corps, 25, 0), 2);
    assert_eq!((new(Level::Corps, 12 + 11, 1), new(Level::Corps, 12 + 12, 1)), (0, 1));
    // The same of a brigade with its regiments: one mark of the campaign, its three circles placed, three more lost.
    let regiments = infantry(&[(5, 4), (4, 2)]);
    let settled = settle(Level::Division, &account(4, 0, 1, 0), &regiments);
    assert_eq!((settled.new, settled.bears, settled.removed), ([1, 0, 0], [2, 0, 0], false));
    // The mark stays, the circles stay: a battle without losses adds nothing.
    let after = Account { borne: settled.bears, losses: [0; 3], ..account(4, 0, 0, 0) };
    assert_eq!(settle(Level::Division, &after, &regiments).new, [0; 3]);
}

#[test]
fn a_brigade_that_lost_six_circles_has_two_marks() {
    let _proof = proves(&["RRF-GEN-9"]);
    let settled = settle(Level::Division, &account(5, 0, 0, 0), &infantry(&[(5, 3), (4, 3)]));
    assert_eq!((settled.new, settled.removed), ([2, 0, 0], false));
}

#[test]
fn cavalry_counts_its_stands_apart() {
    let _proof = proves(&["RRF-XFR-6", "RRF-XFR-7"]);
    // Devin's three regiments lose 7, 3 and 1 in all.
    let devin = [cavalry([2, 2, 1], [2, 1, 0]), cavalry([3, 3, 1], [2, 1, 1]), cavalry([5, 5, 1], [3, 1, 0])];
    let three = Account { strength: [3, 3, 1], ..Account::default() };
    assert_eq!(settle(Level::Division, &three, &devin).new, [2, 1, 0]);
    let two_each = [cavalry([5, 5, 3], [2, 2, 2])];
    assert_eq!(settle(Level::Division, &three, &two_each).new, [0, 0, 0], "not two");
    // A loss of the mounted strength is three circles on mounted stands, and on no others.
    let lost = Account { losses: [0, 1, 0], ..three };
    let mut devin = [cavalry([2, 2, 1], [0; 3]), cavalry([5, 5, 3], [0; 3])];
    let wrong = place(Level::Division, &lost, &mut devin, &[on(1, HOLDERS, 3)], &[]).unwrap_err();
    assert!(wrong.iter().all(|wrong| wrong.rule == "RRF-XFR-6"), "{wrong:?}");
    place(Level::Division, &lost, &mut devin, &[on(0, MOUNTED, 1), on(1, MOUNTED, 2)], &[]).unwrap();
    assert_eq!([devin[0].marked, devin[1].marked], [[0, 1, 0], [0, 2, 0]]);
}

#[test]
fn a_battalion_goes_with_three_quarters_of_its_batteries() {
    let _proof = proves(&["RRF-XFR-8"]);
    assert!(battalion_is_lost(4, 3) && !battalion_is_lost(4, 2) && !battalion_is_lost(0, 0));
    let settled = |marked: &[u8]| settle(Level::Division, &account(4, 0, 0, 0), &batteries(marked));
    assert!(settled(&[1, 1, 1, 0]).removed);
    assert!(!settled(&[1, 1, 0, 0]).removed);
    assert_eq!(settled(&[1, 1, 1, 0]).new, [0; 3], "guns lost in battle make no marks (R-63)");
    let mut placed = batteries(&[0, 0, 0, 0]);
    place(
        Level::Division,
        &account(4, 0, 1, 0),
        &mut placed,
        &[on(0, FOOT, 1), on(1, FOOT, 1), on(2, FOOT, 1)],
        &[],
    )
    .unwrap();
    assert_eq!(
        settle(Level::Division, &account(4, 0, 1, 0), &placed).new,
        [0; 3],
        "these are its mark already"
    );
}

#[test]
fn a_campaign_stand_without_strength_goes_and_its_circles_stay() {
    let _proof = proves(&["RRF-XFR-9", "RRF-XFR-10"]);
    let regiments = infantry(&[(3, 1), (4, 2)]);
    let settled = settle(Level::Division, &account(1, 0, 0, 0), &regiments);
    assert_eq!((settled.new, settled.removed), ([1, 0, 0], true));
    let left: Vec<u8> = regiments.iter().map(|about| about.printed[FOOT] - about.marked[FOOT]).collect();
    assert_eq!(left, [2, 2], "the record is as it was");
}

#[test]
fn without_new_losses_regiments_start_as_they_ended() {
    let _proof = proves(&["RRF-XFR-11", "RRF-GEN-10"]);
    let mut regiments = infantry(&[(5, 2), (4, 0)]);
    place(Level::Division, &account(4, 0, 0, 0), &mut regiments, &[], &[]).unwrap();
    assert_eq!(regiments[0].printed[FOOT] - regiments[0].marked[FOOT], 3);
    spread(Level::Division, &account(4, 0, 0, 0), &mut regiments);
    assert_eq!(regiments, infantry(&[(5, 2), (4, 0)]));
}

#[test]
fn who_is_captured_or_destroyed_loses_all_circles() {
    let _proof = proves(&["RRF-XFR-12", "RRF-CAV-7"]);
    assert_eq!(marked_after([5, 0, 0], [1, 0, 0], Fate::Captured), [5, 0, 0]);
    assert_eq!(marked_after([5, 0, 0], [1, 0, 0], Fate::Left), [1, 0, 0], "routed off the map");
    assert_eq!(marked_after([5, 5, 1], [3, 1, 0], Fate::Destroyed), [5, 1, 0], "the men on foot alone");
    assert_eq!(marked_after([5, 5, 1], [3, 1, 0], Fate::Captured), [5, 5, 1]);
    assert_eq!(marked_after([1, 0, 0], [0, 0, 0], Fate::Destroyed), [1, 0, 0]);
}

#[test]
fn what_is_left_to_the_table_is_spread_evenly_and_is_as_legal() {
    let mut regiments = infantry(&[(5, 0), (4, 1), (3, 0)]);
    regiments.extend(batteries(&[0]));
    let lost = account(5, 0, 2, 0);
    spread(Level::Division, &lost, &mut regiments);
    let marked: Vec<u8> = regiments.iter().map(|about| about.marked[FOOT]).collect();
    assert_eq!(marked, [4, 2, 1, 0], "most circles left first, guns last");
    let supplied = account(5, 0, 0, 1);
    spread(Level::Division, &supplied, &mut regiments);
    assert_eq!(regiments.iter().map(|about| u16::from(about.marked[FOOT])).sum::<u16>(), 4);
}
