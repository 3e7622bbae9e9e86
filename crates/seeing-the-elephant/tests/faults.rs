//! Whatever is wrong with a scenario is listed at once, with its line and a remedy.

use engine::load::{Library, Source};
use engine::proof::proves;
use seeing_the_elephant::files::from_source;

fn faults(troops: &str) -> Vec<(Option<usize>, String)> {
    let text = format!(
        "game = \"seeing-the-elephant\"\nid = \"field\"\ntitle = \"A field\"\nscale = \"regimental-1\"\n\
         ground = {{ size = \"72 48\" }}\n[troops]\n{troops}"
    );
    match from_source(&Library::builtin(), &Source::new("field.toml", text)) {
        Ok(_) => Vec::new(),
        Err(report) => report.located().into_iter().map(|fault| (fault.line, fault.what)).collect(),
    }
}

#[test]
fn skills_weapons_and_kinds_are_those_of_the_game() {
    let _proof = proves(&["STE-MOR-7"]);
    let good = "union = [\"A: INF8 Reg RM +marksmen at 20,10 facing 0\"]\nconfederate = [\"X: INF8 at 20,40 facing 180\"]";
    assert_eq!(faults(good), []);
    let bad = "union = [\"A: INF8 Reg RM +jugglers at 20,10 facing 0\", \"B: INF8 Reg catapult at 40,10 facing 0\",\n\
               \"C: MULES8 at 60,10\"]\nconfederate = [\"X: INF8 at 20,40 facing 180\"]";
    let found = faults(bad);
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].0 == Some(7) && found[2].0 == Some(8), "{found:?}");
}

#[test]
fn nobody_stands_on_another_or_off_the_table() {
    let _proof = proves(&["R-98", "M-14"]);
    let bad = "union = [\"A: INF8 at 20,10 facing 0\", \"B: INF8 at 22,10 facing 0\", \"C: INF8 at 70,10 facing 0\"]\n\
               confederate = [\"X: INF33 at 20,40 facing 180\"]";
    let found: Vec<String> = faults(bad).into_iter().map(|(_, what)| what).collect();
    for said in [
        "`B` overlaps `A` by 0.75 inches",
        "`C` stands off the table by 2 inches",
        "`X` has 33 stands",
        "the Confederate side has no unit",
    ] {
        assert!(found.iter().any(|what| what == said), "{said}: {found:?}");
    }
}

/// A scenario of the whole file, with what is said besides its head.
fn faults_of(head: &str, rest: &str) -> Vec<(Option<usize>, String, String)> {
    let text = format!(
        "game = \"seeing-the-elephant\"\nid = \"field\"\ntitle = \"A field\"\nscale = \"regimental-1\"\n{head}\n{rest}"
    );
    match from_source(&Library::builtin(), &Source::new("field.toml", text)) {
        Ok(_) => Vec::new(),
        Err(report) => {
            let located = report.located().into_iter();
            located.map(|fault| (fault.line, fault.what, fault.hint.unwrap_or_default())).collect()
        }
    }
}

const GROUND: &str = "ground = { size = \"72 48\" }";
const BOTH: &str = "union = [\"A: INF8 at 20,10\"]\nconfederate = [\"X: INF8 at 20,40 facing 180\"]";

/// Every one of these is found, on its line, and each fault has a remedy.
#[track_caller]
fn finds(head: &str, rest: &str, wanted: &[(usize, &str)]) {
    let found = faults_of(head, rest);
    for (line, said) in wanted {
        let is_it =
            |(at, what, _): &&(Option<usize>, String, String)| *at == Some(*line) && what.contains(said);
        assert!(found.iter().any(|fault| is_it(&fault)), "line {line}: {said}\n{found:#?}");
    }
    assert!(found.iter().all(|(_, _, hint)| !hint.is_empty()), "{found:#?}");
    assert_eq!(found.len(), wanted.len(), "{found:#?}");
}

#[test]
fn troops_that_cannot_stand_so_are_all_named_with_their_lines() {
    let ground = "ground = { size = \"72 48\", areas = [\"impassable pond: 40 2, 46 2, 46 8, 40 8\", \"building barn: 50 2, 56 2, 56 8, 50 8\"] }";
    finds(
        ground,
        "[troops]\nunion = [\n\
         \"A: INF8 at 20,10\",\n\
         \"B: INF8 at 27.5,10\",\n\
         \"C: INF8 at 20,0.5\",\n\
         \"D: ART2 at 10,20 col2\",\n\
         \"E: INF3 at 10,25 square\",\n\
         \"F: INF8 at 43,6\",\n\
         \"G: CAV4 at 53,6\",\n\
         \"H: INF8 at 60,20 line20\",\n\
         \"I: INF8 at 60,25 line2\",\n\
         \"J: INF3 at 5,30 skirmish places 5,30 8,30\",\n\
         \"K: INF8 at 60,30 p3 h3\",\n\
         \"L: DCAV4 at 30,30 line4\",\n\
         ]\nconfederate = [\"X: INF8 at 20,10.04 facing 180\", \"Y: INF0 at 1,1\", \"Z: INF999 at 1,1\"]",
        &[
            (9, "`B` overlaps `A` by 0.5 inches"),
            (10, "`C` stands off the table by 0.25 inches"),
            (11, "cannot stand in that formation"),
            (12, "a square takes four stands"),
            (13, "cannot stand on"),
            (14, "cannot stand on"),
            (15, "8 stands, not 20 side by side"),
            (16, "a line is at least three stands wide"),
            (17, "`J` has 3 stands and 2 places"),
            (18, "`K` has 3 Panic Markers"),
            (18, "`K` has 3 hits"),
            (19, "cannot stand in that formation"),
            (21, "`X` is in contact with `A`"),
            (21, "`X` is in contact with `B`"),
            (21, "`Y` has 0 stands"),
            (21, "INF999"),
        ],
    );
}

#[test]
fn whoever_comes_later_comes_over_the_edge_on_a_turn_that_is_played() {
    finds(
        GROUND,
        "[troops]\nunion = [\n\
         \"A: INF8 at 20,10\",\n\
         \"B: INF8 at 20,0 enters 3\",\n\
         \"C: INF8 at 30,1 enters 3\",\n\
         \"D: INF8 at 40,0 enters 0\",\n\
         \"E: INF8 at 50,0 enters 16\",\n\
         \"F: INF8 at 60,0 facing 180 enters 15\",\n\
         \"G: INF8 at 80,0 enters 15\",\n\
         ]\nconfederate = [\"X: INF8 at 20,40 facing 180\"]",
        &[
            (10, "`C` enters at 30,1, which is not on the table's edge"),
            (11, "`D` enters on turn 0"),
            (12, "`E` enters on turn 16"),
            (13, "`F` enters with its back to the table"),
            (14, "`G` enters at 80,0, which is not on the table's edge"),
        ],
    );
}

#[test]
fn tags_are_given_once_and_headquarters_are_ones_own() {
    finds(
        GROUND,
        "[troops]\nhqs = [\n\"u: division\",\n\"u: division\",\n\"u9: brigade of c\",\n\"c: division\",\n\"c7: brigade of u\",\n]\n\
         union = [\n\"A: INF8 at 20,10\",\n\"a: INF8 at 40,10\",\n\"B: INF8 at 60,10 hq c\",\n\"A b: INF8 at 60,20\",\n]\n\
         confederate = [\"X: INF8 at 20,40 facing 180\"]\n\
         officers = [\n\"Hall: u with A\",\n\"hall: u1 with A\",\n\"Hill: c with A\",\n\"Hood: c1 at 80,80\",\n\"Howe: u2\",\n\
         \"Hunt: c with X rating 9\",\n]",
        &[
            (9, "two headquarters are called `u`"),
            (10, "no headquarters above"),
            (12, "which is the enemy's"),
            (16, "two units are called `a`"),
            (17, "no Union headquarters"),
            (18, "is no name for a unit"),
            (23, "two commanders are called `hall`"),
            (24, "`Hill` is with `A`, an enemy"),
            (25, "`Hood` stands off the table"),
            (26, "`u2`"),
            (27, "a rating of 9"),
            (27, "has a commander already"),
        ],
    );
}

#[test]
fn skirmishers_are_of_the_stands_of_their_unit() {
    finds(
        GROUND,
        "[troops]\nunion = [\n\"A: INF8 at 20,10\",\n\"A/: SCR2 at 20,16\",\n\"B: INF8 at 40,10 stands 6\",\n\
         \"B/: SCR2 at 40,16\",\n\"C/: SCR2 at 60,16\",\n]\nconfederate = [\"X: INF8 at 20,40 facing 180\"]",
        &[(8, "`A` has 8 stands and 2 out, of 8 in all"), (12, "no unit that could have sent out")],
    );
}

#[test]
fn absurd_numbers_are_refused_one_by_one() {
    let army = format!("[troops]\n{BOTH}");
    finds(&format!("turns = 0\n{GROUND}"), &army, &[(5, "a game of 0 turns")]);
    finds(&format!("turns = 201\n{GROUND}"), &army, &[(5, "a game of 201 turns")]);
    finds(
        &format!("home = [\"south\", \"south\"]\n{GROUND}"),
        &army,
        &[(5, "both sides have the same edge")],
    );
    let objective = "[[objective]]\nname = \"Hill\"\nat = [20_000, 20_000]\npoints = 2_000_000_000\n";
    finds(GROUND, &format!("{objective}{army}"), &[(9, "`Hill` is worth 2000000000 points")]);
    let objective = "[[objective]]\nname = \"Hill\"\nat = [20_000, -1]\npoints = -1\n";
    finds(
        GROUND,
        &format!("{objective}{army}"),
        &[(8, "`Hill` lies off the table"), (9, "`Hill` is worth -1 points")],
    );
    finds(
        &format!("events = [\"0: A 1 too early\", \"3: A 9 too much\", \"4: Q 1 nobody\"]\n{GROUND}"),
        &army,
        &[(5, "on turn 0"), (5, "9 markers"), (5, "`Q`")],
    );
    finds(
        &format!(
            "deployment = {{ union = [0, 0, 72_000, 30_000], confederate = [0, 20_000, 72_000, 48_000] }}\n{GROUND}"
        ),
        &army,
        &[(5, "the zones of both sides overlap")],
    );
    finds(
        "ground = { size = \"20 10\" }\ndeployment = {}",
        "[troops]\nunion = [\"A: INF4\"]\nconfederate = [\"X: INF4\"]",
        &[(6, "less deep than a zone"), (6, "less deep than a zone"), (6, "overlap")],
    );
    for (head, said) in [
        ("options = { second_fire_halt_yd = 70 }", "50 or 100 yards, not at 70"),
        ("options = { second_fire_halt_yd = 1_000_000_000_000_000_000 }", "1000000000000000000"),
        ("options = { catapults = true }", "catapults"),
        ("options = { engaged_next = \"never\" }", "never"),
        ("turns = -1", "-1"),
        ("turns = 1_000_000_000_000_000_000", "1000000000000000000"),
    ] {
        let found = faults_of(&format!("{head}\n{GROUND}"), &army);
        assert!(
            found.iter().any(|(line, what, _)| *line == Some(5) && what.contains(said)),
            "{head}: {found:#?}"
        );
    }
    for size in ["0 0", "-5 10", "1000000 48", "72", "a b", "1e9 4", "72 48 3"] {
        let found = faults_of(&format!("ground = {{ size = \"{size}\" }}"), &army);
        assert!(found.iter().any(|(line, ..)| *line == Some(5)), "{size}: {found:#?}");
    }
    for frame in
        ["[nan, 0.0, inf, 1.0]", "[-77.2, 39.9, -77.3, 39.8]", "[1.0e300, -1.0e300, 2.0e300, 9.0e300]"]
    {
        let map = format!("[map]\nbattlefield = \"gettysburg-july-1\"\nframe = {frame}\n");
        let found = faults_of("", &format!("{map}{army}"));
        assert!(!found.is_empty(), "{frame}");
    }
}

#[test]
fn more_troops_than_any_battle_had_are_too_many() {
    let many = |count: usize, of: &dyn Fn(usize) -> String| {
        (0..count).map(|number| format!("\"{}\"", of(number))).collect::<Vec<_>>().join(",")
    };
    let units = many(1_000, &|number| format!("A{number}: INF1 at 20,10"));
    let found =
        faults_of(GROUND, &format!("[troops]\nunion = [{units}]\nconfederate = [\"X: INF1 at 3,3\"]"));
    assert!(found.iter().any(|(_, what, _)| what == "there are 1001 units"), "{:?}", found.first());
    let hqs = many(300, &|number| format!("u{number}: division"));
    let found = faults_of(GROUND, &format!("[troops]\nhqs = [{hqs}]\n{BOTH}"));
    assert!(found.iter().any(|(_, what, _)| what == "there are 300 headquarters"), "{:?}", found.first());
}

#[test]
fn whatever_is_written_nobody_panics() {
    let words = [
        "INF8",
        "CAV4",
        "DCAV3",
        "ART2",
        "WAG",
        "SIEGE1",
        "BOAT1",
        "SCR2",
        "at",
        "20,10",
        "-5,-5",
        "999999999,3",
        "facing",
        "270",
        "271",
        "-90",
        "line8",
        "line0",
        "line99",
        "col2",
        "col9",
        "square",
        "skirmish",
        "limbered",
        "unlimbered",
        "stands",
        "3",
        "0",
        "255",
        "256",
        "enters",
        "places",
        "20,10 22.5,10",
        "hq",
        "u1",
        "c1",
        "p9",
        "h9",
        "lost255",
        "+prone",
        "+nonsense",
        "+marksmen",
        "Green",
        "Elite",
        "rm",
        "nap*2+3in",
        "nap*0",
        "rm*300",
        "named",
        "retreating",
        "moved",
        "with",
        "A",
        "rating",
        ":",
        "/",
    ];
    let mut seed = 0x0DD_B411_u64;
    let mut any = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let (mut sound, mut faulty) = (0, 0);
    for _ in 0..3_000 {
        let mut line = |name: &str| {
            let count = any(9);
            let some: Vec<&str> = (0..count).map(|_| words[any(words.len())]).collect();
            format!("\"{name}: {}\"", some.join(" "))
        };
        let (a, b, x, hall) = (line("A"), line("A/"), line("X"), line("Hall"));
        let rest = format!(
            "[troops]\nunion = [{a}, {b}, \"U: INF4 at 60,10\"]\nconfederate = [{x}, \"Y: INF4 at 60,40\"]\nofficers = [{hall}]"
        );
        let found = faults_of(GROUND, &rest);
        *(if found.is_empty() { &mut sound } else { &mut faulty }) += 1;
    }
    assert!(faulty > 2_000, "{sound} {faulty}");
}
