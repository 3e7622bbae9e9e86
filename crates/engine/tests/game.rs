//! A live game: playing, hearing, taking back, keeping and opening again.

use engine::fair::Terms;
use engine::game::{Barrier, Damage, SPACING, Save};
use engine::record::Mismatch;
use engine::{Eyes, Game, Playout, Rules, Seat, Seats};
use picket_line::cards::Card;
use picket_line::{Event, PicketLine};
use std::sync::Arc;

const UNION: Seats = Seats::only(Seat::UNION);
const CONFEDERATE: Seats = Seats::only(Seat::CONFEDERATE);

fn new_game() -> Game<PicketLine> {
    Game::new(Arc::new(PicketLine::standard()), Terms::simple("test", 1))
}

fn play(game: &mut Game<PicketLine>, moves: &[(Seat, &str)]) {
    for &(side, text) in moves {
        game.play_text(side, text).unwrap_or_else(|violation| panic!("{side} {text}: {violation}"));
    }
}

/// The Union has picked A and has still to move it.
fn picked() -> Game<PicketLine> {
    let mut game = new_game();
    let moves = [(Seat::CONFEDERATE, "order hold"), (Seat::UNION, "order advance"), (Seat::UNION, "pick A")];
    play(&mut game, &moves);
    game
}

fn lines(game: &Game<PicketLine>, eyes: Eyes<Seat>) -> Vec<String> {
    game.log(eyes).into_iter().flat_map(|heard| heard.lines).map(|line| line.text).collect()
}

#[test]
fn a_refused_action_changes_nothing() {
    let mut game = picked();
    let (state, version, record) = (game.state().clone(), game.version(), game.record());
    for text in ["move 200,321 facing 0,1", "pick B", "order hold", "nonsense"] {
        game.play_text(Seat::UNION, text).unwrap_err();
    }
    let violation = game.play_text(Seat::CONFEDERATE, "move 200,300 facing 0,1").unwrap_err();
    assert_eq!(violation.rule, "");
    assert_eq!((game.state(), game.version()), (&state, version));
    assert_eq!(game.record(), record);
}

#[test]
fn a_side_takes_back_its_own_last_actions_one_by_one() {
    let mut game = picked();
    let before = game.state().clone();
    let version = game.version();
    play(&mut game, &[(Seat::UNION, "move 220,220 facing 0,1")]);
    // Nobody could fire, so the other side's part has begun; it has not acted yet.
    game.undo(UNION).unwrap();
    assert_eq!(game.state(), &before);
    assert!(game.version() > version, "an undo is a new version");
    game.undo(UNION).unwrap();
    assert_eq!(game.undo(UNION), Err(Barrier::Shown { action: 2 }), "orders were shown");
    assert_eq!(game.entries().len(), 2);
}

#[test]
fn dice_cannot_be_taken_back() {
    let mut game = picked();
    play(&mut game, &[(Seat::UNION, "move 200,320 facing 0,1")]);
    play(&mut game, &[(Seat::CONFEDERATE, "fire X")]);
    assert_eq!(game.undo(CONFEDERATE), Err(Barrier::Dice { action: 5 }));
    assert_eq!(game.undo(Seats::BOTH), Err(Barrier::Dice { action: 5 }));
    assert_eq!(game.undo(UNION), Err(Barrier::Dice { action: 5 }));
}

#[test]
fn an_action_the_other_side_has_answered_cannot_be_taken_back() {
    let mut game = picked();
    play(&mut game, &[(Seat::UNION, "move 200,320 facing 0,1"), (Seat::CONFEDERATE, "hold fire")]);
    let barrier = game.undo(UNION).unwrap_err();
    assert_eq!(barrier, Barrier::OtherSide { action: 5 });
    assert_eq!(barrier.to_string(), "it has been for the other side to act since; that cannot be taken back");
    // The one who answered may think again, and so may a player of both sides.
    game.undo(CONFEDERATE).unwrap();
    game.undo(UNION).unwrap();
    play(&mut game, &[(Seat::UNION, "move 200,310 facing 0,1"), (Seat::CONFEDERATE, "hold fire")]);
    game.undo_to(Seats::BOTH, 2).unwrap();
    assert_eq!(game.entries().len(), 2);
    assert_eq!(game.undo_reach(Seats::BOTH), (2, Some(Barrier::Shown { action: 2 })));
}

#[test]
fn a_secret_answer_can_be_taken_back_until_it_is_shown() {
    let mut game = new_game();
    assert_eq!(game.undo(UNION), Err(Barrier::Nothing));
    play(&mut game, &[(Seat::UNION, "order advance")]);
    assert_eq!(game.undo(CONFEDERATE), Err(Barrier::Nothing));
    game.undo(UNION).unwrap();
    play(&mut game, &[(Seat::UNION, "order hold"), (Seat::CONFEDERATE, "order withdraw")]);
    assert_eq!(game.undo(UNION), Err(Barrier::Shown { action: 2 }));
}

#[test]
fn playing_a_card_shows_it() {
    // Search for a deal in which the Union holds a scout card.
    let rules = Arc::new(PicketLine::standard());
    let deals = (0..50).map(|number| Game::new(rules.clone(), Terms::simple("scout", number)));
    let mut game = deals
        .into_iter()
        .find(|game| game.state().hands[0].has(Card::Scout))
        .expect("every third card is a scout");
    let moves = [(Seat::UNION, "order advance"), (Seat::CONFEDERATE, "order hold"), (Seat::UNION, "scout")];
    play(&mut game, &moves);
    assert!(game.entries()[2].rolls.is_empty());
    assert_eq!(game.undo(UNION), Err(Barrier::Shown { action: 3 }));
}

#[test]
fn a_whole_turn_and_any_line_can_be_taken_back() {
    let mut game = picked();
    play(&mut game, &[(Seat::UNION, "move 220,220 facing 0,1")]);
    let log = game.log(Eyes::Of(Seat::UNION));
    let line = log.iter().find(|heard| heard.action.as_deref() == Some("pick A")).unwrap().number;
    game.undo_to_line(UNION, Eyes::Of(Seat::UNION), line).unwrap();
    assert_eq!(game.entries().len(), 2);
    play(&mut game, &[(Seat::UNION, "pick B"), (Seat::UNION, "move 420,220 facing 0,1")]);
    game.undo_all(UNION).unwrap();
    assert_eq!(game.entries().len(), 2);
    assert_eq!(game.undo_all(UNION), Err(Barrier::Shown { action: 2 }));
    assert_eq!(game.undo_to_line(UNION, Eyes::Of(Seat::UNION), 99), Err(Barrier::Nothing));
    assert_eq!(game.undo_to_line(UNION, Eyes::Of(Seat::UNION), 0), Err(Barrier::Nothing), "the set-up");
}

#[test]
fn each_side_hears_only_what_it_may() {
    let mut game = new_game();
    play(&mut game, &[(Seat::UNION, "order advance")]);
    let union = lines(&game, Eyes::Of(Seat::UNION));
    let confederate = lines(&game, Eyes::Of(Seat::CONFEDERATE));
    assert!(union.contains(&"Union orders: advance.".to_owned()));
    for text in lines(&game, Eyes::Watcher).iter().chain(&confederate) {
        assert!(!text.contains("advance"), "{text}");
    }
    assert!(!lines(&game, Eyes::Watcher).iter().any(|text| text.contains("Aim") || text.contains("Scout")));
    let last = game.log(Eyes::Of(Seat::CONFEDERATE)).pop().unwrap();
    assert_eq!((last.seat, last.action), (Some(Seat::UNION), None));
    assert_eq!(game.log(Eyes::All).pop().unwrap().action.as_deref(), Some("order advance"));
}

#[test]
fn dice_of_a_game_with_secrets_are_shown_to_nobody() {
    let mut game = picked();
    play(&mut game, &[(Seat::UNION, "move 200,320 facing 0,1"), (Seat::CONFEDERATE, "fire X")]);
    for eyes in [Eyes::Of(Seat::UNION), Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher] {
        assert!(game.log(eyes).iter().all(|heard| heard.rolls.is_empty()));
    }
    let rolls = game.log(Eyes::All).pop().unwrap().rolls;
    assert_eq!((rolls.len(), rolls[0].purpose.as_ref(), rolls[0].outcomes), (1, "fire", 6));
}

/// Plays at random to the end.
fn finished(number: u64) -> Game<PicketLine> {
    let mut game = Game::new(Arc::new(PicketLine::standard()), Terms::simple("test", number));
    let mut random = Playout::<PicketLine>::new(number);
    while game.outcome().is_none() {
        match random.choose(game.rules(), game.state()).unwrap() {
            engine::playout::Next::Act(side, action) => {
                drop(game.play(game.seating().seat(side), action).unwrap().clone());
            }
            engine::playout::Next::Over(_) => unreachable!("the outcome is none"),
        }
    }
    game
}

#[test]
fn a_record_replays_to_the_same_game() {
    let game = finished(5);
    let record = game.public_record().expect("the game is over");
    let again = Game::replay(game.rules().clone(), &record, None).unwrap();
    assert_eq!(again.state(), game.state());
    assert_eq!(again.entries(), game.entries());
    assert_eq!(again.record(), record);
    let half = Game::replay(game.rules().clone(), &record, Some(3)).unwrap();
    assert_eq!(half.entries(), &game.entries()[..3]);
    let too_far = Game::replay(game.rules().clone(), &record, Some(9_999)).err().unwrap();
    assert_eq!(too_far, Mismatch::TooShort { actions: record.actions.len(), wanted: 9_999 });
    assert!(new_game().public_record().is_none(), "a game going on keeps its secrets");
}

#[test]
fn a_game_put_away_opens_where_it_was_and_plays_on_alike() {
    let game = finished(7);
    let record = game.record();
    for upto in 0..record.actions.len() {
        let half = Game::replay(game.rules().clone(), &record, Some(upto)).unwrap();
        let json = serde_json::to_string(&half.save()).unwrap();
        let save: Save<Event> = serde_json::from_str(&json).unwrap();
        let mut opened = Game::open(game.rules().clone(), save).unwrap();
        assert_eq!((opened.state(), opened.version()), (half.state(), half.version()));
        assert_eq!(opened.log(Eyes::All), half.log(Eyes::All));
        assert_eq!(opened.undo_reach(Seats::BOTH), half.undo_reach(Seats::BOTH));
        for act in &record.actions[upto..] {
            opened.play_text(act.seat, &act.text).unwrap();
        }
        assert_eq!(opened.record(), record);
    }
}

#[test]
fn a_log_can_be_told_from_any_entry_on() {
    let game = finished(7);
    for eyes in [Eyes::All, Eyes::Of(Seat::UNION), Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher] {
        let log = game.log(eyes);
        assert_eq!(game.log_len(eyes), log.len());
        for first in 0..log.len() + 2 {
            assert_eq!(game.log_from(eyes, first), log.get(first..).unwrap_or_default());
        }
        assert!(log.iter().enumerate().all(|(place, heard)| heard.number == place));
    }
}

#[test]
fn a_damaged_save_is_refused() {
    let game = picked();
    let rules = game.rules().clone();
    let open = |change: &dyn Fn(&mut Save<Event>)| {
        let mut save = game.save();
        change(&mut save);
        Game::open(rules.clone(), save).err()
    };
    assert_eq!(open(&|_| ()), None);
    assert_eq!(open(&|save| save.snapshot.bytes[0] ^= 1), Some(Damage::Snapshot));
    assert_eq!(open(&|save| save.snapshot.actions = 99), Some(Damage::Snapshot));
    let unrolled = |save: &mut Save<Event>| save.entries.iter_mut().for_each(|entry| entry.revealed = false);
    let late = open(&|save| {
        // A snapshot after something that could be taken back: undo would have nothing to begin from.
        unrolled(save);
        save.snapshot.actions = 2;
    });
    assert_eq!(late, Some(Damage::Snapshot));
    let damage = open(&|save| save.entries[2].action = "pick X".to_owned()).unwrap();
    assert!(matches!(&damage, Damage::Action { action: 3, violation } if violation.rule == "PL-3.1"));
    let damage = open(&|save| save.identity.rules_version = 9).unwrap();
    let told = "the game was played by version 9 of its rules; this program plays version 3";
    assert_eq!(damage.to_string(), told);
}

#[test]
fn undo_works_across_snapshots_and_after_opening() {
    // One player moves his pickets to and fro, and takes everything back: more actions than lie between two snapshots.
    let mut game = long_shuffle(SPACING + 10);
    let (reach, _) = game.undo_reach(Seats::BOTH);
    assert!(game.entries().len() - reach >= 2);
    let save = game.save();
    let mut opened = Game::open(game.rules().clone(), save).unwrap();
    while game.undo(Seats::BOTH).is_ok() {
        opened.undo(Seats::BOTH).unwrap();
        assert_eq!(opened.state(), game.state());
    }
    assert_eq!(game.entries().len(), reach);
    assert_eq!(opened.record(), game.record());
    let replayed = Game::replay(game.rules().clone(), &game.record(), None).unwrap();
    assert_eq!(replayed.state(), game.state());
}

/// A game of at least so many actions, of random moves.
fn long_shuffle(actions: usize) -> Game<PicketLine> {
    let mut rules = PicketLine::standard();
    rules.rounds = 20;
    let rules = Arc::new(rules);
    let long = (0..200).find_map(|number| {
        let mut game = Game::new(rules.clone(), Terms::simple("long", number));
        let mut random = Playout::<PicketLine>::new(number);
        while game.outcome().is_none() {
            if game.entries().len() >= actions && game.entries().len() - game.undo_reach(Seats::BOTH).0 >= 2 {
                return Some(game);
            }
            match random.choose(game.rules(), game.state()).ok()? {
                engine::playout::Next::Act(side, action) => {
                    drop(game.play(game.seating().seat(side), action).ok()?.clone());
                }
                engine::playout::Next::Over(_) => return None,
            }
        }
        None
    });
    long.expect("one game in two hundred is long")
}

#[test]
fn a_view_follows_from_the_state_alone() {
    let game = picked();
    let view = game.rules().view(game.state(), Eyes::Watcher);
    let replayed = Game::replay(game.rules().clone(), &game.record(), None).unwrap();
    assert_eq!(replayed.rules().view(replayed.state(), Eyes::Watcher), view);
}

#[test]
fn what_was_drawn_in_the_set_up_is_heard_when_everything_is() {
    let game = new_game();
    let opened = Game::open(game.rules().clone(), game.save()).unwrap();
    for game in [game, opened] {
        for eyes in [Eyes::Of(Seat::UNION), Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher] {
            assert!(game.log(eyes)[0].rolls.is_empty(), "cards are secret");
        }
        let rolls = &game.log(Eyes::All)[0].rolls;
        let drawn: Vec<_> = rolls.iter().map(|roll| (roll.purpose.as_ref(), roll.outcomes)).collect();
        assert_eq!(drawn, [12, 11, 10, 9].map(|cards| ("deal a card", cards)));
    }
}
