//! Whatever anybody writes, at whatever moment: it is refused in words, or it is legal and can be played. Numbers that
//! no table is made for lead to no overflow, which in this build panics.

use engine::chance::Quick;
use engine::{Pending, Rules, Silent};
use faults::Library;
use seeing_the_elephant::files::scenario;
use seeing_the_elephant::model::figure::overlap;
use seeing_the_elephant::model::position::Position;
use seeing_the_elephant::{SeeingTheElephant, State};

/// Numbers of every size, and what only looks like one.
const NUMBERS: [&str; 28] = [
    "0",
    "-0",
    "0.001",
    "0.5",
    "1",
    "1.25",
    "2.5",
    "4",
    "7",
    "8",
    "9.999",
    "12",
    "30",
    "32",
    "33",
    "36",
    "90",
    "92.5",
    "99.999",
    "100",
    "255",
    "256",
    "2147483.647",
    "-2147483.648",
    "99999999999",
    "1e9",
    "½",
    "",
];

/// Legs, with a number wherever there is a stroke.
const LEGS: [&str; 34] = [
    "f|",
    "f|",
    "b|",
    "wl|",
    "wr|",
    "ol|:|",
    "or|:|",
    "sl|",
    "sr|",
    "fl",
    "fr",
    "about",
    "road|",
    "onto:#|",
    "onto:#|:back",
    "line|",
    "line|x|",
    "col|",
    "square",
    "skirmish",
    "limber",
    "unlimber",
    "mount",
    "dismount",
    "prone",
    "p|,|>|",
    "p|,-|>|",
    "cross:#|",
    "rows|,|>|/|:|",
    "rows|,|>0/8:1.5",
    "recall",
    "f",
    "wr",
    "|",
];

/// Whole answers, with a number for each stroke and a name for each `@`.
const ANSWERS: [&str; 46] = [
    "test @",
    "aim @ all > @",
    "aim @ | > @",
    "aim @ |-| > @",
    "snipe @ | > @",
    "posture @ full",
    "posture @ prolong",
    "posture @ hold",
    "together @",
    "apart @",
    "commit",
    "charge @ @",
    "charge @ @ plainly",
    "follow @ @",
    "call off @",
    "announce",
    "resolve @",
    "fire",
    "hold fire",
    "attempt",
    "decline",
    "halt |",
    "press on",
    "face",
    "continue",
    "stand",
    "take @ march",
    "take @ road",
    "take @ rise",
    "take @ cross",
    "take @ prolong",
    "send @ |",
    "stay",
    "enter @ | march",
    "enter @ | road left",
    "ride @ |,|",
    "ride @ |,|;|,| join @",
    "done moving",
    "break off @",
    "stay in",
    "pair @ @",
    "fight @",
    "deploy @",
    "lift @",
    "place |,|>|/line|",
    "way toward north",
];

struct Hand {
    chance: Quick,
    names: Vec<String>,
}

impl Hand {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.chance.below(of.len() as u32) as usize]
    }

    /// A pattern with its strokes and names filled in.
    fn fill(&mut self, pattern: &str) -> String {
        let mut text = String::new();
        for letter in pattern.chars() {
            match letter {
                '|' => text.push_str(self.one(&NUMBERS)),
                '@' => {
                    let name = self.chance.below(self.names.len() as u32) as usize;
                    text.push_str(&self.names[name]);
                }
                other => text.push(other),
            }
        }
        text
    }

    /// A path of up to ten legs, a layout, or any other answer.
    fn anything(&mut self) -> String {
        match self.chance.below(3) {
            0 => {
                let legs = 1 + self.chance.below(10);
                let legs: Vec<String> = (0..legs)
                    .map(|_| {
                        let leg = self.one(&LEGS);
                        self.fill(leg)
                    })
                    .collect();
                format!("go {}", legs.join(" "))
            }
            1 => {
                let places = 1 + self.chance.below(34);
                let places: Vec<String> = (0..places).map(|_| self.fill("|,|")).collect();
                format!("lay {}", places.join(" "))
            }
            _ => {
                let answer = self.one(&ANSWERS);
                self.fill(answer)
            }
        }
    }
}

/// Plays a game at random, and at each step says all sorts of things. How many were refused, and how many played.
fn heckle(id: &str, games: u64, texts: u32) -> [usize; 2] {
    let rules = scenario(&Library::builtin(), id).unwrap_or_else(|report| panic!("{report}"));
    let mut names: Vec<String> = rules.units.iter().map(|unit| unit.tag.clone()).collect();
    names.extend(rules.officers.iter().map(|officer| officer.tag.clone()));
    names.extend(["", "nobody", "#7", "u1", "🐘"].map(str::to_owned));
    let mut heard = [0, 0];
    for game in 0..games {
        let mut hand = Hand { chance: Quick::new(1_000 + game), names: names.clone() };
        let mut state = rules.start(&mut hand.chance, &mut Silent);
        let mut actions = Vec::new();
        for _ in 0..400 {
            let Pending::Decide(sides) = rules.pending(&state) else { break };
            let side = sides.first().expect("somebody decides");
            for _ in 0..texts {
                let text = hand.anything();
                say(&rules, &state, side, &text, &mut hand.chance, &mut heard);
                say(&rules, &state, side.other(), &text, &mut hand.chance, &mut [0, 0]);
            }
            actions.clear();
            rules.actions(&state, side, &mut actions);
            let action = actions[hand.chance.below(actions.len() as u32) as usize];
            rules.apply(&mut state, side, &action, &mut hand.chance, &mut Silent);
        }
    }
    heard
}

fn say(
    rules: &SeeingTheElephant,
    state: &State,
    side: engine::Side,
    text: &str,
    chance: &mut Quick,
    heard: &mut [usize; 2],
) {
    let refused = match rules.read(text) {
        Err(violation) => Some(violation),
        Ok(action) => match rules.check(state, side, &action) {
            Err(violation) => Some(violation),
            Ok(()) => {
                heard[1] += 1;
                let mut after = state.clone();
                rules.apply(&mut after, side, &action, chance, &mut Silent);
                check_nobody_stands_on_another(rules, &after, text);
                None
            }
        },
    };
    if let Some(violation) = refused {
        heard[0] += 1;
        assert!(!violation.to_string().is_empty(), "{text} is refused without a word");
    }
}

/// Whatever was said, nobody stands on another, and everybody stands on the table.
fn check_nobody_stands_on_another(rules: &SeeingTheElephant, state: &State, text: &str) {
    let at = Position::new(rules, state);
    let present: Vec<_> = at.present().map(|unit| (unit, at.footprint(unit))).collect();
    for (number, (unit, ours)) in present.iter().enumerate() {
        let on_table = ours.iter().all(|body| rules.table.field.is_on_table(&body.outline));
        let name = &at.unit(*unit).name;
        assert!(on_table, "{text}: {name} stands off the table");
        for (other, theirs) in &present[..number] {
            assert!(!overlap(ours, theirs), "{text}: {name} stands on {}", at.unit(*other).name);
        }
    }
}

#[test]
fn nonsense_is_refused_at_any_moment() {
    for (id, games) in
        [("the-lane", 4), ("herbst-woods", 2), ("willoughby-run", 2), ("meeting", 1), ("the-first-day", 1)]
    {
        let [refused, played] = heckle(id, games, 8);
        assert!(refused > 1_000 && played > 10, "{id}: {refused} refused, {played} played");
    }
}
