//! Random games meet everything there is: every interruption, every leg, every result of every table.
//!
//! What must be met is taken from the types, the tables and the ledger, so that nothing new is forgotten. `MET_GAMES`
//! plays more games than a plain test run, and shows how often each thing was met.

use engine::chance::{Chance, Quick, Seed, Seeded};
use engine::entry::GameEntry;
use engine::load::{Library, Source};
use engine::playout::{Next, Playout};
use engine::{Rules, Story};
use seeing_the_elephant::files::{from_source, scenario};
use seeing_the_elephant::model::event::ChargeEnd;
use seeing_the_elephant::model::legs::{Mode, Motion};
use seeing_the_elephant::model::troops::Grade;
use seeing_the_elephant::model::way::Way;
use seeing_the_elephant::rules::charge::questions::Offer;
use seeing_the_elephant::rules::combat::odds::Edge;
use seeing_the_elephant::rules::fire::volley::Shift;
use seeing_the_elephant::rules::morale::{Cause, Modifier, Verdict};
use seeing_the_elephant::rules::tables::{self, FIRE_COLUMNS, ODDS, Outcome};
use seeing_the_elephant::{Action, Event, SeeingTheElephant, State, Task};
use std::collections::BTreeMap;

/// A type whose variants are to be met.
trait Kinds {
    /// What is written before their names.
    const OF: &'static str;
    /// All of them.
    const ALL: &'static [&'static str];
    /// Which this one is.
    fn kind(&self) -> &'static str;
}

/// One list for what there is and for telling it apart: a variant that is left out does not compile.
macro_rules! kinds {
    ($type:ty, $of:literal { $($name:ident $(($($tuple:tt)*))? $({$($fields:tt)*})?),* $(,)? }) => {
        impl Kinds for $type {
            const OF: &'static str = $of;
            const ALL: &'static [&'static str] = &[$(stringify!($name)),*];
            fn kind(&self) -> &'static str {
                match self {
                    $(Self::$name $(($($tuple)*))? $({$($fields)*})? => stringify!($name),)*
                }
            }
        }
    };
}

kinds!(Motion, "leg" {
    Forward(_), Back(_), Oblique { .. }, Wheel { .. }, Side { .. }, Face { .. }, About, Road(_), Onto { .. },
    Form { .. }, Limber, Unlimber, Mount, Dismount, Prone, Prolong { .. }, Cross(_), Rows { .. }, Recall,
});
kinds!(Mode, "mode" { March, Column, Road, Rise, RiseColumn, Prone, Prolong, Cross });
kinds!(Way, "way" {
    Ahead, Near(_), Cover, Left, Right, Turn(_), FlankLeft(_), FlankRight(_), Objective, Withdraw, Line(_), Column(_),
    Unlimber, Dismount, Mount, Prone, Like(_), Toward(_), Rows, Recall,
});
kinds!(Verdict, "T-MORRES" { Elated, Pass, Shaken, Retreat, Rout });
kinds!(Cause, "test" { Phase, Fright, Advance, DefensiveFire, Receive, Opportunity, Rise });
kinds!(Modifier, "T-MORMOD" {
    Markers, Losses, Retreated, Routed, FlankFire, DefensiveFire, Cover, Commander,
});
kinds!(Grade, "T-GRADE" { Militia, Poor, Regular, Veteran, Elite });
kinds!(Shift, "T-SHIFT" {
    Stationary, Exposed, TwoRanks, Marksmen, ThreeRanks, Skirmishers, Guns, SoftCover, HardCover, Prolonging,
    Mounted, ConfederateGuns, Prone, OutOfAmmunition, VeryClose,
});
kinds!(Edge, "T-CBTMOD" {
    General, Uphill, Grade, Wall, Crossing, Shotgun, Fieldworks, Flank, TwoRanks, ThreeRanks, Elated, Ammunition,
});
kinds!(ChargeEnd, "charge" { Off, Short, Halted, Broken, Void });
kinds!(Offer, "fire offered" { First, Second, Pistols, Passing, Screen });
kinds!(Action, "answer" {
    Test(_), Aim { .. }, Snipe { .. }, Posture { .. }, Together(_), Apart(_), Commit, Charge { .. },
    ChargePlainly { .. }, Follow { .. }, CallOff(_), Announce, Resolve(_), Fire, HoldFire, Attempt, Decline, Halt(_),
    Press, Face, Continue, StandStill, Take { .. }, Send { .. }, Way(_), Go(_), Lay(_), Enter { .. }, EnterBeside { .. },
    Stay, Ride { .. }, Join { .. }, MovesOver, BreakOff(_), StayIn, Pair { .. }, Fight(_), Deploy(_), Lift(_), Place(_),
    Ready,
});
kinds!(Event, "event" {
    Turn { .. }, Occurred { .. }, Card { .. }, GradeShown { .. }, Tested { .. }, FireOpens { .. }, Shot { .. },
    OutOfAmmunition { .. }, Supplied { .. }, Hurt { .. }, Lost { .. }, Ran { .. }, Collided { .. }, Surrendered { .. },
    BrokeOff { .. }, Fought { .. }, LeftPlay { .. }, OfficerHit { .. }, OfficerLost { .. }, ChargeAnnounced { .. }, ChargeRolled { .. },
    FellBack { .. }, ChargeEnded { .. }, Closed { .. }, MoveRolled { .. }, Moved { .. }, CutShort { .. },
    StaysProne { .. }, Passed { .. }, SentOut { .. }, CameIn { .. }, GaveWay { .. }, Rode { .. }, Broken { .. },
    Over { .. },
    Defends { .. }, Deployed { .. }, NoRoom { .. }, Placed { .. },
});

/// How often each thing was met.
#[derive(Default)]
struct Tally(BTreeMap<String, u64>);

impl Tally {
    /// Everything that is to be met, not met yet.
    fn of_everything() -> Tally {
        let mut tally = Tally::default();
        tally.expect::<Motion>();
        tally.expect::<Mode>();
        tally.expect::<Way>();
        tally.expect::<Verdict>();
        tally.expect::<Cause>();
        tally.expect::<Modifier>();
        tally.expect::<Grade>();
        tally.expect::<Shift>();
        tally.expect::<Edge>();
        tally.expect::<ChargeEnd>();
        tally.expect::<Offer>();
        tally.expect::<Action>();
        tally.expect::<Event>();
        for line in SeeingTheElephant::LEDGER.lines() {
            if let Some(id) = line.strip_prefix("| I-").and_then(|rest| rest.split(' ').next()) {
                tally.0.insert(format!("I-{id:0>2}"), 0);
            }
        }
        for die in 0..10 {
            for column in 0..FIRE_COLUMNS.len() as i8 {
                tally.0.insert(fire(column, die), 0);
            }
            for column in 0..ODDS.len() as i8 {
                tally.0.insert(combat(tables::combat_outcome(column, die, false)), 0);
            }
        }
        for result in 1..=6 {
            tally.0.insert(format!("T-COMMANDER {result}"), 0);
        }
        tally
    }

    fn expect<T: Kinds>(&mut self) {
        self.0.extend(T::ALL.iter().map(|kind| (format!("{} {kind}", T::OF), 0)));
    }

    fn meet<T: Kinds>(&mut self, met: &T) {
        self.count(format!("{} {}", T::OF, met.kind()));
    }

    fn count(&mut self, what: String) {
        *self.0.entry(what).or_default() += 1;
    }

    fn interrupt(&mut self, number: u8) {
        self.count(format!("I-{number:02}"));
    }

    /// What of an activity the question that it leads to shows.
    fn asked(&mut self, task: &Task) {
        match task {
            Task::OfferFire(asked) => {
                self.meet(&asked.offer);
                match asked.offer {
                    Offer::Passing => self.interrupt(3),
                    Offer::Screen => self.interrupt(4),
                    _ => {}
                }
            }
            Task::OpportunityCharge(_) => self.interrupt(6),
            Task::MeetCharge(_) => self.interrupt(7),
            _ => {}
        }
    }

    fn chosen(&mut self, action: &Action) {
        self.meet(action);
        match action {
            Action::Go(path) => path.0.iter().for_each(|leg| self.meet(leg)),
            Action::Take { mode, .. } => self.meet(mode),
            Action::Way(way) => self.meet(way),
            _ => {}
        }
    }

    /// What was told of one action, in order.
    fn told(&mut self, events: &[Event]) {
        let (mut ran, mut fell, mut fought) = (false, false, false);
        for event in events {
            self.meet(event);
            match event {
                Event::Tested { cause, modifiers, verdict, .. } => {
                    self.meet(cause);
                    self.meet(verdict);
                    modifiers.iter().for_each(|(modifier, _)| self.meet(modifier));
                    if *cause == Cause::Fright && ran {
                        self.interrupt(1);
                    }
                    if *cause == Cause::Fright && fell {
                        self.interrupt(12);
                    }
                }
                Event::GradeShown { grade, .. } => self.meet(grade),
                Event::Shot { half_factors, shifts, die, .. } => {
                    shifts.iter().for_each(|(shift, _)| self.meet(shift));
                    let shifted = shifts.iter().map(|(_, columns)| columns).sum::<i8>();
                    self.count(fire(tables::fire_column(*half_factors) + shifted, *die));
                }
                Event::Fought { edges, outcome, .. } => {
                    edges.iter().for_each(|(edge, _)| self.meet(edge));
                    self.count(combat(*outcome));
                    fought = true;
                    if *outcome == Outcome::Engaged {
                        self.interrupt(8);
                    }
                }
                Event::Ran { .. } => {
                    ran = true;
                    if fought {
                        self.interrupt(9);
                    }
                }
                Event::Collided { .. } => self.interrupt(2),
                Event::GaveWay { .. } => self.interrupt(5),
                Event::Surrendered { .. } => self.interrupt(10),
                Event::OfficerLost { .. } => fell = true,
                Event::LeftPlay { captured: false, .. } => self.interrupt(13),
                Event::OutOfAmmunition { .. } => self.interrupt(14),
                Event::Occurred { .. } => self.interrupt(15),
                Event::ChargeEnded { why, .. } => self.meet(why),
                _ => {}
            }
        }
    }
}

fn fire(column: i8, die: u8) -> String {
    format!("T-FIRE {:?}", tables::fire_effect(column, die))
}

fn combat(outcome: Outcome) -> String {
    format!("T-COMBAT {outcome:?}")
}

/// Dice that remember what befell commanders.
struct Dice {
    stream: Seeded,
    /// Whether a die asked if a commander was hit.
    sought: u64,
    /// What the casualty table said.
    hit: Vec<u32>,
}

impl Chance for Dice {
    fn draw(&mut self, outcomes: u32, purpose: &'static str) -> u32 {
        let drawn = self.stream.draw(outcomes, purpose);
        match purpose {
            "whether a hit finds the commander" | "whether a lost stand was the commander's" => {
                self.sought += 1;
            }
            "how badly the commander is hit" => self.hit.push(drawn + 1),
            _ => {}
        }
        drawn
    }
}

/// What was told.
#[derive(Default)]
struct Heard(Vec<Event>);

impl Story<Event> for Heard {
    fn tell(&mut self, event: Event) {
        self.0.push(event);
    }
}

/// So often an answer is made up before one of the list is taken.
const WILD: u32 = 6;

fn play(rules: &SeeingTheElephant, number: u64, tally: &mut Tally) {
    let mut dice = Dice { stream: Seeded::new(Seed::from(number)), sought: 0, hit: Vec::new() };
    let mut heard = Heard::default();
    let mut state: State = rules.start(&mut dice, &mut heard);
    let mut playout = Playout::<SeeingTheElephant>::new(number);
    let mut wild = Quick::new(number);
    for _ in 0..100_000 {
        if let Some(task) = state.agenda().next() {
            tally.asked(&task);
        }
        let (side, listed) = match playout.choose(rules, &state) {
            Ok(Next::Act(side, action)) => (side, *action),
            Ok(Next::Over(_)) => break,
            Err(stuck) => panic!("game {number}: {stuck}"),
        };
        // Lists hold what is worth while; now and then something else that is legal is done.
        let any = (0..WILD).map(|_| Action::any(rules, &mut wild));
        let action = any.into_iter().find(|any| rules.check(&state, side, any).is_ok()).unwrap_or(listed);
        tally.chosen(&action);
        heard.0.clear();
        rules.apply(&mut state, side, &action, &mut dice, &mut heard);
        tally.told(&heard.0);
    }
    if dice.sought > 0 {
        tally.interrupt(11);
    }
    dice.hit.into_iter().for_each(|result| tally.count(format!("T-COMMANDER {result}")));
}

/// A field with one of everything, close together: all arms and grades, every option, ground of every kind, commanders,
/// arrivals, an accident, and some who are placed by hand, one of whom finds no room.
const FIELD: &str = r#"
game = "seeing-the-elephant"
id = "field"
title = "A field"
scale = "regimental-2"
turns = 8
events = ["2: A 1 a chest of ammunition blows up"]

[options]
csa_artillery_shift = true
out_of_ammunition = true
small_arms_50yd_left_one = true
fire_at_officers = true

[ground]
size = "44 30"
hills = ["1: 14 12, 22 12, 22 17, 14 17"]
areas = ["woods grove: 30 12, 38 12, 38 17, 30 17", "building farm: 24 14, 25.5 14, 25.5 15.5, 24 15.5"]
lines = [
  "road pike: 2 0, 2 30", "road lane: 2 13, 44 13", "wall wall: 6 18, 13 18", "fieldworks works: 26 19, 30 19",
  "abatis abatis: 38 19, 43 19", "stream run: 3 16, 13 15.5",
]

[deployment]
confederate = [36_000, 26_000, 44_000, 30_000]

[troops]
union = [
  "DA: INF4 Regular RM hq u3",
  "A: INF6 Elite RM +marksmen at 8,10 facing 0 hq u1",
  "B: INF6 Green RM at 17,10 facing 0 line3x2 hq u1",
  "C: INF5 Poor sm at 28,10 facing 0 hq u1",
  "D: INF6 Militia sm at 2,9 facing 0 col1 hq u1",
  "E: CAV4 Veteran shotgun at 35,10 facing 0 hq u2 +moved-last-turn",
  "F: CAV3 Green blc at 23,10 facing 0 hq u2",
  "G: ART3 Regular nap at 40,11 facing 0 unlimbered hq u1",
  "H: HART2 Regular 3in at 12.5,8 facing 0 limbered hq u2",
  "I: INF6 Green RM at 40.5,17 facing 0 hq u2",
  "J: INF4 Green RM at 22,7 facing 0 +prone hq u2",
  "W: WAG1 at 9,6 facing 0 limbered hq u1",
  "V: WAG1 at 30,6 facing 0 limbered hq u2",
  "L: INF6 Regular RM at 18,0 facing 0 enters 2 hq u2",
  "K: INF6 Regular RM at 18,2.2 facing 0 hq u1",
]
confederate = [
  "DM: INF6 Regular RM hq c3",
  "DN: INF6 Regular RM hq c4",
  "M: INF6 Elite RM at 9,19 facing 180 hq c1",
  "N: INF6 Green RM at 18,18 facing 180 line3x2 hq c1",
  "O: INF5 Poor sm at 28,19.5 facing 180 hq c1",
  "P: INF6 Militia sm at 2,20 facing 180 col2 hq c1",
  "Q: CAV4 Veteran shotgun at 34,19 facing 180 hq c2 +moved-last-turn",
  "R: CAV3 Green pistol at 23,18 facing 180 hq c2",
  "S: ART2 Regular nap at 14,21 facing 180 unlimbered hq c1",
  "T: HART2 Regular 3in at 25,21 facing 180 unlimbered hq c2",
  "U: INF4 Green RM at 40.5,19.5 facing 180 hq c2",
  "X: SIEGE2 Regular siege at 20,24 facing 180 unlimbered hq c2",
  "Y: WAG1 at 12,25 facing 180 limbered hq c1",
  "Z: WAG1 at 32,25 facing 180 limbered hq c2",
]
officers = [
  "Reynolds: u with A", "Hall: u1 at 15,8", "Cutler: u2 with E",
  "Heth: c with M", "Archer: c1 at 16,20", "Davis: c2 with Q",
]
"#;

#[test]
fn random_games_meet_everything() {
    let asked = std::env::var("MET_GAMES").ok().map(|games| games.parse::<u64>().expect("a number of games"));
    let games = asked.unwrap_or(FEW);
    let library = Library::builtin();
    let field =
        from_source(&library, &Source::new("field.toml", FIELD)).unwrap_or_else(|report| panic!("{report}"));
    let woods = scenario(&library, "herbst-woods").unwrap_or_else(|report| panic!("{report}"));
    let mut tally = Tally::of_everything();
    for number in 0..games {
        play(&field, number, &mut tally);
        if number % 8 == 0 {
            play(&woods, number, &mut tally);
        }
    }
    if asked.is_some() {
        tally.0.iter().for_each(|(what, times)| println!("{times:>9}  {what}"));
    }
    let (met, never): (Vec<_>, Vec<_>) = tally.0.iter().partition(|(_, times)| **times > 0);
    let never: Vec<&str> = never.into_iter().map(|(what, _)| what.as_str()).collect();
    if games >= ENOUGH {
        assert!(never.is_empty(), "in {games} games nothing met {never:?}");
    }
    assert!(3 * met.len() >= 2 * tally.0.len(), "even a few games meet two thirds, but not {never:?}");
}

/// As many games as a plain test run has time for.
const FEW: u64 = 2;

/// In so many games everything is met.
const ENOUGH: u64 = 300;
