//! What is told of the table.

use super::letters::in_five_letters;
use super::*;
use crate::terminal::Style;
use engine::Silent;
use engine::chance::Quick;
use engine::proof::proves;
use engine::scene::{Badge, Spot, Tone};
use faults::Library;
use games::Task;
use std::sync::Arc;

const PLAIN: Style = Style { colour: false };

/// Looks at the beginning of a scenario.
struct Looking<'a>(Eyes, &'a [&'a str]);

impl Task for Looking<'_> {
    type Outcome = Vec<Result<String, String>>;

    fn on<R: GameEntry>(self, rules: Arc<R>) -> Self::Outcome {
        let state = rules.start(&mut Quick::new(0), &mut Silent);
        let seen = Seen::of(&*rules, &rules.view(&state, self.0), self.0);
        self.1
            .iter()
            .map(|what| match what.split_once(' ') {
                Some(("board", around)) => seen.board(Some(around), PLAIN),
                _ if *what == "board" => seen.board(None, PLAIN),
                _ if *what == "counters" => {
                    Ok(seen.counters().iter().map(|counter| counter.lines.join(" ") + "\n").collect())
                }
                _ if *what == "picture" => Ok(seen.picture()),
                _ if *what == "country" => {
                    let country = seen.country().ok_or_else(|| "no country".to_owned())?;
                    Ok(country.counters(Vec::new()).svg())
                }
                _ => seen.look(what),
            })
            .collect()
    }
}

fn looks<const N: usize>(scenario: &str, eyes: Eyes, at: [&str; N]) -> [Result<String, String>; N] {
    let library = Library::builtin();
    let game = games::game_with(&library, scenario).expect("a scenario that is built in");
    let loaded = (game.scenario)(&library, scenario).unwrap_or_else(|report| panic!("{report}"));
    loaded.with(Looking(eyes, &at)).try_into().expect("an answer to each")
}

fn regiment(side: Side, badges: &[&str]) -> Piece {
    let badge = |text: &&str| Badge { text: (*text).into(), what: "".into(), tone: Tone::Bad };
    let figure = engine::scene::Figure::new(16, "strength points");
    Piece {
        id: "1GA".into(),
        side: Some(side),
        kind: "infantry".into(),
        name: "1st Georgia".into(),
        at: Spot::Place { place: "0500".into() },
        facing: None,
        body: Vec::new(),
        formation: Some("V/K".into()),
        figures: vec![figure],
        badges: badges.iter().map(badge).collect(),
        spent: false,
        text: String::new(),
    }
}

#[test]
fn a_disorganized_stack_is_marked_in_the_colour_of_its_side() {
    let _proof = proves(&["LFM-0.4"]);
    let leader = Piece { kind: "commander".into(), figures: Vec::new(), ..regiment(Side::Confederate, &[]) };
    let [fresh, shaken] = [&[][..], &["D"]].map(|badges| regiment(Side::Confederate, badges));
    assert_eq!(in_five_letters(&[&leader, &fresh]), Some((Ink::Red, "C16*".to_owned())));
    assert_eq!(in_five_letters(&[&leader, &shaken]), Some((Ink::Red, "C16!*".to_owned())));
    assert_eq!(in_five_letters(&[&leader]), Some((Ink::Red, "C*".to_owned())));
}

#[test]
fn counters_show_the_formation_they_belong_to() {
    let _proof = proves(&["LFM-20.1c"]);
    let [counters, look] = looks("crossroads-farm", Eyes::All, ["counters", "1GA"]);
    assert!(counters.expect("counters").contains("V/K 16 SP\n"));
    assert!(look.expect("a regiment of the scenario").contains("infantry of V/K"));
}

#[test]
fn a_side_sees_its_own_brigades_and_the_enemys_leaders() {
    let at = ["US-A", "cs-a", "Sharpsburg", "Waterloo"];
    let [own, enemy, there, nowhere] = looks("monocacy-bridge", Eyes::Of(Side::Union), at);
    let own = own.expect("a Force of the scenario");
    assert!(own.contains("Hooker") && own.contains("6 infantry") && own.contains("Hancock"), "{own}");
    let enemy = enemy.expect("a Force of the scenario");
    assert!(enemy.contains("Lee") && !enemy.contains("infantry") && !enemy.contains("Longstreet"), "{enemy}");
    let there = there.expect("a place of the map");
    assert!(there.starts_with("0205: Sharpsburg, town; clear") && there.contains(&enemy), "{there}");
    assert!(nowhere.is_err());
}

#[test]
fn the_picture_shows_the_forces() {
    let [counters, picture, bare] =
        looks("monocacy-bridge", Eyes::Watcher, ["counters", "picture", "country"]);
    assert!(counters.expect("counters").contains("Lee A\n"));
    assert!(picture.expect("a campaign is drawn").len() > bare.expect("a country").len() + 1_000);
}

#[test]
fn the_board_shows_country_and_forces() {
    let [whole, part] = looks("monocacy-bridge", Eyes::Watcher, ["board", "board Hagerstown"]);
    insta::assert_snapshot!(whole.expect("the whole board"));
    let part = part.expect("a place of the map");
    assert!(part.contains("CB") && !part.contains("11"), "{part}");
}
