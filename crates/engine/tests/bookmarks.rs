//! Bookmarks: a record opens where it stands, as if it had been played again, or not by its bookmark at all.

use engine::fair::{Terms, verify};
use engine::game::{Bookmark, Damage, SPACING};
use engine::playout::Next;
use engine::record::Mismatch;
use engine::{Eyes, Game, Playout, Record, Seats};
use faults::Source;
use picket_line::PicketLine;
use std::sync::Arc;

/// A random game of many rounds: long enough for several snapshots.
fn long_game() -> Game<PicketLine> {
    let mut rules = PicketLine::standard();
    rules.rounds = 30;
    let mut game = Game::new(Arc::new(rules), Terms::simple("long", 4));
    let mut random = Playout::<PicketLine>::new(4);
    while let Next::Act(side, action) = random.choose(game.rules(), game.state()).unwrap() {
        game.play(game.seating().seat(side), action).unwrap();
    }
    assert!(game.entries().len() > 2 * SPACING, "{} actions", game.entries().len());
    game
}

/// Written to a file and read again.
fn through_file(record: &Record, bookmark: &Bookmark) -> (Record, Bookmark) {
    let source = Source::new("game.json", record.to_json_with(bookmark));
    assert_eq!(Record::read(&source).as_ref(), Ok(record), "whoever wants the record alone finds it");
    let (record, bookmark) = Record::read_with_bookmark(&source).unwrap();
    (record, bookmark.expect("a bookmark was written"))
}

#[test]
fn a_record_opens_at_its_bookmark_as_if_it_were_replayed() {
    let game = long_game();
    let whole = game.record();
    for upto in (0..=whole.actions.len()).step_by(7).chain([SPACING - 1, SPACING, whole.actions.len()]) {
        let mut replayed = Game::replay(game.rules().clone(), &whole, Some(upto)).unwrap();
        let (record, bookmark) = replayed.record_with_bookmark();
        assert_eq!(record, replayed.record());
        let (record, bookmark) = through_file(&record, &bookmark);
        let mut opened = Game::open_at(game.rules().clone(), &record, &bookmark).unwrap();
        assert_eq!((opened.state(), opened.version()), (replayed.state(), replayed.version()));
        assert_eq!(opened.entries(), replayed.entries());
        assert_eq!(opened.log(Eyes::All), replayed.log(Eyes::All));
        for act in whole.actions[upto..].iter().take(SPACING + 3) {
            opened.play_text(act.seat, &act.text).unwrap();
            replayed.play_text(act.seat, &act.text).unwrap();
        }
        assert_eq!(opened.record(), replayed.record());
        assert_eq!(opened.save(), replayed.save(), "the same snapshot is kept, so undo reaches as far");
    }
}

#[test]
fn undo_after_opening_goes_as_far_and_leads_to_the_same_positions() {
    let game = long_game();
    let whole = game.record();
    let mut taken_back = 0;
    for upto in SPACING..whole.actions.len() {
        let mut replayed = Game::replay(game.rules().clone(), &whole, Some(upto)).unwrap();
        let (record, bookmark) = replayed.record_with_bookmark();
        let mut opened = Game::open_at(game.rules().clone(), &record, &bookmark).unwrap();
        loop {
            let (one, other) = (opened.undo(Seats::BOTH), replayed.undo(Seats::BOTH));
            assert_eq!(one, other);
            assert_eq!(opened.state(), replayed.state());
            if one.is_err() {
                break;
            }
            taken_back += 1;
        }
        assert_eq!(opened.record(), replayed.record());
    }
    assert!(taken_back > 50, "{taken_back}");
}

#[test]
fn a_record_changed_by_hand_has_no_bookmark_any_more() {
    let game = long_game();
    let (record, bookmark) = game.record_with_bookmark();
    let open = |change: &dyn Fn(&mut Record)| {
        let mut record = record.clone();
        change(&mut record);
        Game::open_at(game.rules().clone(), &record, &bookmark).err()
    };
    assert_eq!(open(&|_| ()), None);
    assert_eq!(open(&|record| record.actions[3].text.push('x')), Some(Damage::Seal));
    assert_eq!(open(&|record| drop(record.actions.pop())), Some(Damage::Seal));
    assert_eq!(open(&|record| record.prints[1].1 = record.prints[0].1), Some(Damage::Seal));
    assert_eq!(open(&|record| record.id.push('x')), Some(Damage::Seal));
    assert_eq!(open(&|record| record.outcome = None), Some(Damage::Seal));
    assert_eq!(open(&|record| record.seed = None), Some(Damage::Mismatch(Mismatch::NoSeed)));
    type Change = fn(&mut Record);
    let changes: [(Change, &str); 3] = [
        (|record| record.identity.rules_version = 9, "rules_version"),
        (|record| record.identity.scenario_print.push('0'), "scenario_print"),
        (|record| record.identity.options.push(("night".into(), "on".into())), "options"),
    ];
    for (change, what) in changes {
        let damage = open(&change).expect("it was played with something else");
        assert!(matches!(damage, Damage::Mismatch(Mismatch::Identity { what: found, .. }) if found == what));
    }
}

#[test]
fn a_bookmark_changed_by_hand_or_of_another_game_is_not_believed() {
    let game = long_game();
    let (record, bookmark) = game.record_with_bookmark();
    let json = record.to_json_with(&bookmark);
    let line = json.lines().find(|line| line.contains("\"bookmark\"")).expect("it has a line of its own");
    let mut refused = 0;
    // One digit of the seal, of the snapshot's print, of the state and of the deeds after another.
    for at in (0..line.len()).filter(|at| line.as_bytes()[*at].is_ascii_digit()).step_by(101) {
        let digit = if line.as_bytes()[at] == b'7' { "3" } else { "7" };
        let changed = format!("{}{digit}{}", &line[..at], &line[at + 1..]);
        let source = Source::new("game.json", json.replace(line, &changed));
        let (same, forged) = Record::read_with_bookmark(&source).unwrap();
        assert_eq!(same, record);
        let damage = Game::open_at(game.rules().clone(), &same, &forged.unwrap()).err();
        assert_eq!(damage, Some(Damage::Seal), "{changed}");
        refused += 1;
    }
    assert!(refused > 20, "{refused}");

    let half = Game::replay(game.rules().clone(), &record, Some(SPACING)).unwrap();
    let (_, other) = half.record_with_bookmark();
    assert!(!other.belongs_to(&record));
    assert_eq!(Game::open_at(game.rules().clone(), &record, &other).err(), Some(Damage::Seal));
    // Whatever the bookmark says, the record is proven by playing all of it.
    assert!(verify(&**game.rules(), &record).is_ok());
}

#[test]
fn a_record_needs_no_bookmark_but_a_broken_one_is_named() {
    let (record, bookmark) = long_game().record_with_bookmark();
    let plain = Source::new("game.json", record.to_json());
    assert_eq!(Record::read_with_bookmark(&plain), Ok((record.clone(), None)));

    let broken = record.to_json_with(&bookmark).replace("\"deeds\":\"", "\"deeds\":\"x");
    let source = Source::new("game.json", broken);
    for faults in [Record::read(&source).unwrap_err(), Record::read_with_bookmark(&source).unwrap_err()] {
        let fault = faults.located().remove(0);
        let bookmark_line = source.text().lines().position(|line| line.contains("\"bookmark\"")).unwrap() + 1;
        assert_eq!(fault.line, Some(bookmark_line));
        assert!(fault.what.starts_with("`bookmark` cannot be read: "), "{}", fault.what);
        assert!(fault.hint.unwrap().contains("leave it out"));
    }
}
