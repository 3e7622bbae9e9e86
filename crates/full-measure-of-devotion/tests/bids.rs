//! Secrets before, at and after the moment at which the seats change armies (FMD-15.1-1).

use engine::chance::Quick;
use engine::fair::Terms;
use engine::{Eyes, Game, Rules, Seat, Seating, Seats, Side, Table};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load::{Library, from_source};
use std::sync::Arc;

const EYES: [Eyes<Seat>; 4] = [Eyes::Of(Seat::UNION), Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher, Eyes::All];

fn crowded_valley() -> Game<FullMeasureOfDevotion> {
    let source = Source::new("crowded-valley.toml", include_str!("fixtures/crowded-valley.toml"));
    let rules = from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"));
    Game::new(Arc::new(rules), Terms::simple("bids", 1))
}

fn lines(game: &Game<FullMeasureOfDevotion>, eyes: Eyes<Seat>) -> Vec<String> {
    game.log(eyes).into_iter().flat_map(|heard| heard.lines).map(|line| line.text).collect()
}

/// The game after the Union seat has bid 12 and the other 9: each leads the army laid out before the other.
fn changed() -> Game<FullMeasureOfDevotion> {
    let mut game = crowded_valley();
    for (seat, bid) in [(Seat::UNION, "bid 12"), (Seat::CONFEDERATE, "bid 9")] {
        game.play_text(seat, bid).unwrap_or_else(|violation| panic!("{violation}"));
    }
    assert_eq!(game.seating(), Seating::giving(Side::Confederate, Seat::UNION));
    game
}

/// Plays on at random, for so many actions or to the end.
fn play_on(game: &mut Game<FullMeasureOfDevotion>, bound: usize) {
    let (rules, mut chance, mut actions) = (game.rules().clone(), Quick::new(7), Vec::new());
    while let Some(seat) = game.waiting().first().filter(|_| game.entries().len() < bound) {
        actions.clear();
        rules.actions(game.state(), game.seating().army(seat), &mut actions);
        let action = &actions[chance.below(actions.len() as u32) as usize];
        game.play(seat, action).unwrap_or_else(|violation| panic!("{violation}"));
    }
}

#[test]
fn before_both_have_bid_only_the_bidder_knows_his_bid() {
    for seat in Seat::BOTH {
        let mut game = crowded_valley();
        game.play_text(seat, "bid 12").unwrap_or_else(|violation| panic!("{violation}"));
        assert_eq!(game.waiting(), Seats::only(seat.other()));
        assert_eq!(game.seating(), Seating::default());
        assert_eq!(lines(&game, Eyes::Of(seat)).last(), Some(&format!("The {seat} seat bids 12 trains.")));
        for eyes in [Eyes::Of(seat.other()), Eyes::Watcher] {
            let log = game.log(eyes);
            let last = log.last().expect("a bid is heard of");
            assert_eq!((last.seat, &last.action), (Some(seat), &None));
            assert_eq!(last.lines[0].text, format!("The {seat} seat has bid."));
        }
    }
}

#[test]
fn when_both_have_bid_everybody_hears_both_bids() {
    let game = changed();
    for eyes in EYES {
        let log = game.log(eyes);
        let second = log.last().expect("the second bid is heard of");
        assert_eq!(second.lines[0].text, "The Confederate seat has bid.", "{eyes:?}");
        let shown = &second.lines[1];
        assert!(shown.text.starts_with("The Union seat takes the Confederates"), "{}", shown.text);
        assert_eq!(shown.sums.iter().map(|sum| sum.value.as_str()).collect::<Vec<_>>(), ["12", "9"]);
    }
    assert_eq!(game.sight(Eyes::Watcher).armies, [Side::Confederate, Side::Union]);
}

/// What was told before the change is still told to the seat that led an army then.
#[test]
fn after_the_change_the_first_bid_is_still_the_bidders_own_line() {
    let mut game = changed();
    play_on(&mut game, 200);
    let first = |eyes| game.log(eyes).into_iter().find(|heard| heard.seat.is_some()).expect("a bid");
    let own = first(Eyes::Of(Seat::UNION));
    assert_eq!(own.action.as_deref(), Some("bid 12"));
    assert_eq!(own.lines[0].text, "The Union seat bids 12 trains.");
    for eyes in [Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher] {
        let heard = first(eyes);
        assert_eq!((heard.action, heard.lines[0].text.as_str()), (None, "The Union seat has bid."));
    }
}

#[test]
fn after_the_change_a_seat_sees_into_the_boxes_of_the_army_it_leads() {
    let mut game = changed();
    for bound in [2, 60, 200] {
        play_on(&mut game, bound);
        for seat in Seat::BOTH {
            let scene = game.sight(Eyes::Of(seat)).scene;
            for piece in scene.pieces.iter().filter(|piece| piece.kind == "force") {
                let own = piece.side == Some(game.seating().army(seat));
                assert_eq!(piece.text.contains("brigade"), own, "{seat}: {}", piece.text);
            }
        }
    }
}

/// Which seat led which army at each action is kept with the game, however it is kept.
#[test]
fn a_game_that_was_kept_tells_everybody_the_same_as_before() {
    let mut game = changed();
    play_on(&mut game, 300);
    let rules = game.rules();
    let (record, bookmark) = game.record_with_bookmark();
    let kept = [
        Game::replay(rules.clone(), &record, None).expect("its own record"),
        Game::open_at(rules.clone(), &record, &bookmark).expect("its own bookmark"),
        Game::open(rules.clone(), game.save()).expect("as it was put away"),
    ];
    for again in kept {
        assert_eq!(again.entries(), game.entries());
        for eyes in EYES {
            assert_eq!(again.log(eyes), game.log(eyes), "{eyes:?}");
        }
    }
}

/// A record says who won by the seat, as it says who acted.
#[test]
fn the_end_is_that_of_the_seats() {
    let mut game = changed();
    play_on(&mut game, usize::MAX);
    let army = game.state().outcome().expect("the campaign is over");
    let seat = game.record().outcome.expect("the campaign is over");
    assert_eq!(seat.winner, army.winner.map(|army| Seat::called(army.other())));
    assert_eq!(seat.points, [army.points[1], army.points[0]]);
    assert!(Game::replay(game.rules().clone(), &game.record(), None).is_ok());
}
