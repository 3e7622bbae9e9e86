//! Records: what is written reads back, and what is wrong is named with its line and a remedy.

use engine::fair::{Nonce, Terms, Unproven, verify};
use engine::record::{Die, Mismatch, Throw, replay};
use engine::{Game, Playout, Record};
use faults::Source;
use picket_line::PicketLine;
use std::sync::Arc;

fn finished() -> Game<PicketLine> {
    let terms = Terms { nonces: [Some(Nonce([3; 16])), None], ..Terms::simple("a finished game", 12) };
    let mut game = Game::new(Arc::new(PicketLine::standard()), terms);
    let mut random = Playout::<PicketLine>::new(1);
    while game.outcome().is_none() {
        let engine::playout::Next::Act(side, action) = random.choose(game.rules(), game.state()).unwrap()
        else {
            unreachable!("the outcome is none");
        };
        game.play(game.seating().seat(side), action).unwrap();
    }
    game
}

/// The faults of a record file, as `line: what`.
fn faults(json: &str) -> Vec<String> {
    let faults = Record::read(&Source::new("game.json", json)).unwrap_err();
    let located =
        faults.located().into_iter().inspect(|fault| assert!(fault.hint.is_some(), "{}", fault.what));
    located.map(|fault| format!("{}: {}", fault.line.unwrap_or(0), fault.what)).collect()
}

#[test]
fn a_record_reads_back_as_written() {
    let record = finished().record();
    let json = record.to_json();
    assert_eq!(Record::read(&Source::new("game.json", json.clone())), Ok(record.clone()));
    assert_eq!(json.lines().count(), 11 + record.actions.len() + record.prints.len() + 2);
    let empty = Record { actions: vec![], prints: vec![], outcome: None, seed: None, ..record };
    assert_eq!(Record::read(&Source::new("game.json", empty.to_json())), Ok(empty));
}

#[test]
fn every_fault_of_a_record_is_listed() {
    let json = finished().record().to_json();
    let first_act = json.lines().position(|line| line.contains("\"actions\"")).unwrap() + 2;
    let broken: Vec<String> = json
        .lines()
        .enumerate()
        .map(|(index, line)| match index + 1 {
            3 => "  \"name\": \"a finished game\",".to_owned(),
            5 => "  \"commitment\": \"12\",".to_owned(),
            at if at == first_act => "    [\"north\",\"order hold\"],".to_owned(),
            at if at == first_act + 1 => "    [\"union\"],".to_owned(),
            _ => line.to_owned(),
        })
        .collect();
    let found = faults(&broken.join("\n"));
    let expected = [
        "0: the key `id` is missing".to_owned(),
        "3: unknown key `name`".to_owned(),
        "5: `commitment` cannot be read: a commitment is 64 hexadecimal digits, not `12`".to_owned(),
        format!(
            "{first_act}: `actions` cannot be read: unknown variant `north`, expected `union` or `confederate`"
        ),
        format!("{}: `actions` cannot be read: invalid length 1, expected a tuple of size 2", first_act + 1),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_key_that_stands_twice_is_a_fault() {
    let json = finished().record().to_json();
    let twice = json.replace("  \"outcome\"", "  \"seed\": null,\n  \"outcome\"");
    let line = twice.lines().count() - 2;
    assert_eq!(faults(&twice), [format!("{line}: the key `seed` stands here a second time")]);
    let inside = json.replace("{\"game\":", "{\"game\":\"chess\",\"game\":");
    assert_eq!(faults(&inside), ["4: `identity` cannot be read: duplicate field `game`"]);
}

#[test]
fn what_is_no_record_at_all_says_so() {
    assert!(faults("").join("").contains("this is not a record: EOF"));
    assert!(faults("[1, 2]")[0].contains("this is not a record"));
    assert!(faults("{\n \"format\": 1,\n oops\n}")[0].starts_with("3: this is not a record"));
    let newer = finished().record().to_json().replace("\"format\": 1", "\"format\": 2");
    assert_eq!(faults(&newer), ["2: the record has format 2"]);
}

#[test]
fn fingerprints_stand_in_the_order_of_play() {
    let mut record = finished().record();
    record.prints.reverse();
    assert!(faults(&record.to_json())[0].contains("cannot stand here"));
    record.prints = vec![(999, record.prints[0].1)];
    assert!(faults(&record.to_json())[0].contains("after 999 actions"));
}

#[test]
fn a_changed_record_says_at_which_action_it_goes_astray() {
    let game = finished();
    let rules = game.rules();
    let record = game.record();
    let source = Source::new("game.json", record.to_json());
    let line_of = |mismatch: &Mismatch| {
        let fault = mismatch.in_file(&source).located().remove(0);
        assert!(fault.hint.is_some());
        let text = source.text().lines().nth(fault.line.expect("a line") - 1).unwrap().trim().to_owned();
        (fault.what, text)
    };

    let changed = |at: usize, text: &str| {
        let mut record = record.clone();
        record.actions[at].text = text.to_owned();
        replay(&**rules, &record, None).unwrap_err()
    };
    let unreadable = changed(1, "dance");
    assert!(matches!(unreadable, Mismatch::Unreadable { action: 2, .. }));
    assert!(line_of(&unreadable).1.contains(&record.actions[1].text));
    assert!(matches!(changed(0, "hold fire"), Mismatch::Illegal { action: 1, .. }));

    let mut other_seed = record.clone();
    other_seed.seed = Some(engine::chance::Seed::from(13));
    assert_eq!(
        replay(&**rules, &other_seed, None).unwrap_err(),
        Mismatch::State { action: 0, agreed: None, index: 0 }
    );

    let mut astray = record.clone();
    let last = astray.prints.len() - 1;
    astray.prints[last].1 = astray.prints[0].1;
    let mismatch = replay(&**rules, &astray, None).unwrap_err();
    let actions = record.actions.len();
    let agreed = astray.prints[last - 1].0;
    assert_eq!(mismatch, Mismatch::State { action: actions, agreed: Some(agreed), index: last });
    assert_eq!(
        line_of(&mismatch).0,
        format!("the state differs after action {actions}; it still agreed after action {agreed}")
    );

    let unfinished = Record { outcome: None, ..record.clone() };
    assert_eq!(replay(&**rules, &unfinished, None).unwrap_err(), Mismatch::Outcome);
    let secret = Record { seed: None, ..record.clone() };
    assert_eq!(replay(&**rules, &secret, None).unwrap_err(), Mismatch::NoSeed);
    let mut other = record;
    other.identity.scenario = "elsewhere".to_owned();
    let mismatch = replay(&**rules, &other, None).unwrap_err();
    let (what, line) = line_of(&mismatch);
    assert_eq!(what, "the record's scenario is `elsewhere`, but here it is `two-fords`");
    assert!(line.starts_with("\"identity\""));
}

#[test]
fn a_finished_game_is_proven_fair_and_a_forged_one_is_not() {
    let game = finished();
    let rules = game.rules();
    let record = game.record();
    let verified = verify(&**rules, &record).unwrap();
    assert_eq!((verified.actions, verified.prints), (record.actions.len(), record.prints.len()));
    assert!(verified.draws >= 4, "four cards were dealt");

    let hidden = Record { seed: None, ..record.clone() };
    assert_eq!(verify(&**rules, &hidden), Err(Unproven::SeedNotShown));
    let swapped = Record { seed: Some(engine::chance::Seed::from(99)), ..record.clone() };
    assert_eq!(verify(&**rules, &swapped), Err(Unproven::AnotherSeed));
    // A table that changes its commitment along with its seed is caught by the dice that fell.
    let terms = Terms::simple("x", 99);
    let forged = Record { seed: Some(terms.seed), commitment: terms.commitment(), ..record.clone() };
    assert!(matches!(verify(&**rules, &forged), Err(Unproven::Differs(_))));
    let other_nonce = Record { nonces: [None, None], ..record };
    assert!(matches!(verify(&**rules, &other_nonce), Err(Unproven::Differs(_))));
    let begun = Game::new(rules.clone(), Terms::simple("x", 1)).record();
    assert_eq!(verify(&**rules, &begun), Err(Unproven::NotOver));
}

/// The same record with its dice, and its text.
fn with_dice(game: &Game<PicketLine>) -> (Record, String) {
    let record = game.record().with_dice(&**game.rules()).unwrap();
    let json = record.to_json();
    (record, json)
}

#[test]
fn a_record_tells_every_die_if_it_is_asked_to() {
    let game = finished();
    let (record, json) = with_dice(&game);
    assert_eq!(Record::read(&Source::new("game.json", json)), Ok(record.clone()));
    let dice = record.dice.clone().unwrap();
    let told: Vec<_> = dice.iter().map(|die| (die.action, die.purpose.clone(), die.face)).collect();
    // What was dealt in the set-up, and then what each action rolled.
    let log = game.log(engine::Eyes::All);
    let heard = log
        .iter()
        .flat_map(|heard| heard.rolls.iter().map(|roll| (heard.number, roll.purpose.to_string(), roll.face)));
    assert_eq!(told, heard.collect::<Vec<_>>());
    assert_eq!(told.iter().filter(|die| die.0 == 0).count(), 4, "four cards are dealt");
    assert_eq!(dice[0].die, Die::Counted(12), "the first of twelve");

    let verified = verify(&**game.rules(), &record).unwrap();
    assert_eq!((verified.dice, verified.draws), (Some(dice.len()), dice.len() as u64));
    assert_eq!(verify(&**game.rules(), &game.record()).unwrap().dice, None, "older records have none");
}

#[test]
fn a_record_that_lies_about_a_die_is_caught_where_it_does() {
    let game = finished();
    let (record, _) = with_dice(&game);
    let dice = record.dice.clone().unwrap();
    let caught = |dice: Vec<Throw>| {
        let record = Record { dice: Some(dice), ..record.clone() };
        let Err(Unproven::Die(other)) = verify(&**game.rules(), &record) else { panic!("it was believed") };
        let source = Source::new("game.json", record.to_json());
        let line = other.in_file(&source).located().remove(0).line;
        (
            other.number,
            other.to_string(),
            line.map(|line| source.text().lines().nth(line - 1).unwrap().trim().to_owned()),
        )
    };
    for at in 0..dice.len() {
        let mut lie = dice.clone();
        lie[at].face = lie[at].face % lie[at].die.outcomes() + 1;
        let (number, text, line) = caught(lie.clone());
        assert_eq!(number, at + 1);
        assert!(text.starts_with(&format!("die {number} is written down as `")), "{text}");
        assert!(line.unwrap().contains(&lie[at].purpose));
    }
    let mut fewer = dice.clone();
    fewer.pop();
    assert!(caught(fewer).1.contains("is missing in the record"));
    let mut more = dice.clone();
    more.push(dice[0].clone());
    more.last_mut().unwrap().action = record.actions.len();
    assert!(caught(more).1.ends_with("but no die fell any more"));
    let mut another = dice;
    another[0].purpose = "a gift".to_owned();
    assert_eq!(caught(another).0, 1);
}

#[test]
fn dice_that_do_not_exist_are_faults() {
    let game = finished();
    let (record, json) = with_dice(&game);
    let first = json.lines().find(|line| line.contains("deal a card")).unwrap();
    let whole = first.trim().trim_end_matches(',');
    let faulty = |die: &str| faults(&json.replacen(whole, die, 1)).remove(0);
    assert!(faulty(r#"[0,"deal a card",0,1]"#).ends_with("a die has a side at least"));
    assert!(faulty(r#"[0,"deal a card",6,7]"#).ends_with("this die has no side with 7"));
    assert!(faulty(r#"[0,"deal a card",4294967295,0]"#).ends_with("this die has no side with 0"));
    assert!(faulty(r#"[0,"deal a card",[6,6,6,6,6,6],6]"#).contains("show 0 to 9, or 2, 3, 3, 4, 4, 5"));
    assert!(faulty(r#"[0,"deal a card",[0,1,2,3,4,5,6,7,8,9],10]"#).ends_with("no side with 10"));
    assert!(faulty(r#"[999,"deal a card",8,1]"#).ends_with("a die of action 999 cannot stand here"));
    assert!(faulty(r#"[1,"deal a card",8,1]"#).ends_with("a die of action 0 cannot stand here"));
    assert!(faulty(r#"[0,"deal a card",-8,1]"#).contains("`dice` cannot be read"));
    assert!(faulty(r#"["0"]"#).contains("`dice` cannot be read"));
    assert!(
        faults(&json.replace("\"dice\": [", "\"dice\": 7, \"x\": ["))
            .join(" ")
            .contains("`dice` cannot be read")
    );
    assert!(record.dice.is_some());
}

#[test]
fn replaying_to_an_action_stops_there() {
    let game = finished();
    let record = game.record();
    let begun = replay(&**game.rules(), &record, Some(0)).unwrap();
    assert_eq!(begun.state.orders, [None, None]);
    assert_eq!(begun.place.draws, 4, "four cards are dealt");
    let ordered = replay(&**game.rules(), &record, Some(2)).unwrap();
    assert!(ordered.state.orders.iter().all(Option::is_some));
}
