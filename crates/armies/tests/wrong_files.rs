//! Every fault that a file can have, each shown as its author would see it.

use std::fmt::Write;

use armies::OrderOfBattle;
use armies::arrivals::Arrivals;
use faults::{Faults, Source};
use proptest::prelude::*;

const ARMY: &str = include_str!("files/small.toml");
const ARRIVALS: &str = include_str!("files/small-arrivals.toml");

fn read_army(text: &str) -> Result<OrderOfBattle, Faults> {
    OrderOfBattle::read(&Source::new("army.toml", text))
}

fn read_arrivals(text: &str) -> Result<Arrivals, Faults> {
    let battle = read_army(ARMY).unwrap_or_else(|faults| panic!("{faults}"));
    Arrivals::read(&Source::new("arrivals.toml", text), &battle)
}

/// A good file with the first occurrence of something changed.
fn with(file: &str, from: &str, to: &str) -> String {
    assert!(file.contains(from), "the file has {from}");
    file.replacen(from, to, 1)
}

/// The message for each change, which must cause one fault and no other.
fn catalogue<T>(file: &str, read: impl Fn(&str) -> Result<T, Faults>, changes: &[(&str, &str)]) -> String {
    let mut shown = String::new();
    for (from, to) in changes {
        let Err(faults) = read(&with(file, from, to)) else { panic!("no fault in `{to}` for `{from}`") };
        assert_eq!(faults.len(), 1, "`{to}` for `{from}`:\n{faults}");
        assert!(faults.iter().all(|fault| fault.hint.is_some()), "no remedy:\n{faults}");
        writeln!(shown, "{faults}\n").unwrap();
    }
    shown
}

#[test]
fn the_small_files_are_good() {
    let battle = read_army(ARMY).unwrap_or_else(|faults| panic!("{faults}"));
    let arrivals = read_arrivals(ARRIVALS).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(arrivals.troops.len(), 4);

    // Levels may be left out, and children stand in the order of the file.
    let army = battle.formation("us").unwrap();
    let ids = |formations: Vec<armies::FormationId>| -> Vec<&str> {
        formations.into_iter().map(|formation| battle[formation].id.as_str()).collect()
    };
    assert_eq!(ids(battle.children(army).collect()), ["us-1c", "us-art"]);
    assert_eq!(ids(battle.children(battle.formation("us-1c").unwrap()).collect()), ["us-1c-1d", "us-cav"]);
    assert_eq!(ids(battle.descendants(army).collect()), ["us-1c", "us-1c-1d", "us-dodd", "us-cav", "us-art"]);
    assert_eq!(battle.own_units(battle.formation("us-1c").unwrap()).len(), 1);
    assert_eq!(battle.units_under(battle.formation("us-1c").unwrap()).len(), 4);
    assert_eq!(battle.own_units(army).len(), 0);
}

#[test]
fn wrong_orders_of_battle() {
    let changes = [
        // the file
        ("schema = \"orbat/1\"\n", ""),
        ("orbat/1", "orbat/9"),
        ("battle = \"Crossroads\"", "battle = \" \""),
        ("date = 1863-06-30", "date = 1863-06-30T07:00:00"),
        ("date = 1863-06-30", "date = \"30 June 1863\""),
        ("men = 400, weapon", "men = 400 weapon"),
        // keys
        ("name = \"I Corps\"", "nmae = \"I Corps\""),
        ("note = \"raised in the spring\"", "colour = \"grey\""),
        ("men = 400, weapon", "men = \"400\", weapon"),
        ("men = 400, weapon", "men = 400.5, weapon"),
        ("men_alternative = { men = 680, source = \"his report\" }", "men_alternative = 680"),
        ("commander = { rank = \"Brig. Gen.\", name = \"Ives\", ability = 2 }", "commander = \"Ives\""),
        // ids
        ("id = \"us-2oh\"", "id = \"us-1oh\""),
        ("id = \"us-2oh\"", "id = \"us-1c\""),
        ("id = \"us-2oh\"", "id = \"US 2nd Ohio\""),
        ("id = \"us-2oh\", ", ""),
        // the tree
        ("side = \"union\"", "side = \"unoin\""),
        ("side = \"union\"\n", ""),
        ("id = \"us-1c\"\n", "id = \"us-1c\"\nside = \"union\"\n"),
        (
            "[[army.division]]",
            "[[army.brigade]]\nid = \"cs-x\"\nname = \"X\"\ncommander = { rank = \"Col.\", name = \"X\", ability = 3 }\n\n[[army.brigade.division]]",
        ),
        (
            "[[army.division]]",
            "[[army.brigade]]\nid = \"cs-x\"\nname = \"X\"\ncommander = { rank = \"Col.\", name = \"X\", ability = 3 }\n\n[[army.division]]",
        ),
        // sums
        ("men_sum = 700", "men_sum = 701"),
        ("men_sum = 1160", "men_sum = 1161"),
        ("men_engaged = 400", "men_engaged = 700"),
        ("guns_sum = 6\nunits", "guns_sum = 4\nunits"),
        ("men_published = 710", "men_published = 0"),
        ("men = 680, source = \"his report\"", "men = 680"),
        ("men = 680, source", "men = -1, source"),
        // units
        ("name = \"3rd Virginia\"", "name = \"\""),
        ("state = \"VA\"", "state = \"Virginia\""),
        ("arm = \"infantry\", men = 350", "arm = \"infantery\", men = 350"),
        ("arm = \"infantry\", men = 350", "arm = \"balloons\", men = 350"),
        ("arm = \"infantry\", men = 400", "arm = \"cavalry\", men = 400"),
        ("arm = \"infantry\", men = 350, ", "men = 350, "),
        ("men = 350, ", ""),
        ("men = 350", "men = 0"),
        ("men = 350", "men = 99999"),
        ("weapon = \"musket\"", "weapon = \"muskets\""),
        ("weapon = \"musket\"", "weapon = \"crossbow\""),
        ("weapon = \"musket\", ", ""),
        ("weapon = \"musket\"", "weapon = \"musket\", guns = [ { type = \"6lb gun\", n = 1 } ]"),
        ("quality = 5 }", "quality = 5, weapon = \"pistol\" }"),
        ("quality = 5", "quality = 6"),
        ("quality = 5", "quality = 0"),
        (", quality = 5", ""),
        ("note = \"with the trains\"", "note = \"\""),
        // guns
        ("guns = [ { type = \"12lb Napoleon\", n = 4 }, { type = \"3-inch rifle\", n = 2 } ]", "guns = []"),
        ("guns = [ { type = \"12lb Napoleon\", n = 4 }, { type = \"3-inch rifle\", n = 2 } ], ", ""),
        ("12lb Napoleon", "12lb Napolean"),
        ("3-inch rifle", "12lb Napoleon"),
        ("n = 4 }", "n = 0 }"),
        (", n = 4", ""),
        // commanders
        ("commander = { rank = \"Brig. Gen.\", name = \"Ives\", ability = 2 }\n", ""),
        ("name = \"Ives\"", "name = \"\""),
        ("name = \"Ives\", ", ""),
        ("rank = \"Maj.\"", "rank = \"Major\""),
        ("ability = 2", "ability = 7"),
        (", ability = 2", ""),
        ("fate = \"killed\"", "fate = \"\""),
        ("name = \"Cole\", ability = 3 } ]", "name = \"Burns\", ability = 3 } ]"),
        ("name = \"Cole\", ability = 3 } ]", "name = \"Cole\", ability = 3, successors = [] } ]"),
    ];
    insta::assert_snapshot!(catalogue(ARMY, read_army, &changes));
}

#[test]
fn wrong_arrivals() {
    let changes = [
        // the file
        ("arrivals/1", "orbat/1"),
        ("battle = \"Crossroads\"", "battle = \"Shiloh\""),
        ("date = 1863-06-30", "date = 1863-07-01"),
        ("start_time = \"07:00\"\n", ""),
        ("start_time = \"07:00\"", "start_time = \"7 am\""),
        ("end_time = \"17:00\"", "end_time = \"06:00\""),
        ("sunset = \"19:30\"", "sunset = \"04:00\""),
        // roads
        ("id = \"east-lane\"", "id = \"west-pike\""),
        ("id = \"east-lane\"", "id = \"East Lane\""),
        ("edge = \"W\"", "edge = \"E\""),
        ("edge = \"W\"", "edge = \"NW\""),
        ("road = \"West Pike\"", "road = \"\""),
        ("at = [-77.20, 39.84]", "at = [39.84, -77.20]"),
        ("at = [-77.20, 39.84]", "at = [-277.20, 39.84]"),
        ("at = [-77.20, 39.84]", "at = [nan, 39.84]"),
        ("at = [-77.20, 39.84]", "at = [-77.20]"),
        ("at = [-77.20, 39.84]", "at = [-77.20, \"39.84\"]"),
        // events
        ("time = \"09:00\"", "time = \"06:00\""),
        ("text = \"Ives attacks\"", "text = \"\""),
        // commanders
        ("name = \"Burns\"", "name = \"Burn\""),
        ("name = \"Burns\"", "name = \"Zollicoffer\""),
        ("name = \"Burns\"", "name = \"Burns\"\nability = 4"),
        ("rank = \"Maj. Gen.\"\n", ""),
        ("unit = \"us-1c\"", "unit = \"us-1oh\""),
        ("unit = \"us-1c\"", "unit = \"us-2c\""),
        (
            "unit = \"us\"\nname = \"Jarvis\"\nrank = \"Maj. Gen.\"\nability = 5",
            "unit = \"us-1c\"\nname = \"Burns\"",
        ),
        ("time = \"09:30\"", "time = \"18:00\""),
        // troops
        ("unit = \"us-cav\"", "unit = \"us-cavalry\""),
        ("unit = \"us-1us-a\"", "unit = \"cs-3va\""),
        ("unit = \"us-1us-a\"", "unit = \"us-cav\""),
        ("mode = \"on_map\"", "mode = \"onmap\""),
        ("start = [-77.26, 39.83]\n", ""),
        ("start = [-77.26, 39.83]\n", "start = [-77.26, 39.83]\nentry = \"west-pike\"\n"),
        ("deployed = \"08:40\"", "deployed = \"07:40\""),
        ("deployed = \"08:40\"", "start = [-77.26, 39.83]"),
        ("entry = \"west-pike\"", "entry = \"west-bike\""),
        ("entry = \"west-pike\"", "entry = \"railroad\""),
        ("entry = \"west-pike\"\n", ""),
        ("uncertainty_min = 20", "uncertainty_min = 900"),
        ("formation = \"skirmish line\"", "formation = \"square\""),
        ("facing_deg = 270", "facing_deg = 360"),
        ("facing_deg = 270\n", ""),
        ("line = [[-77.27, 39.83], [-77.27, 39.84]]", "line = [[-77.27, 39.83]]"),
        ("line = [[-77.27, 39.83], [-77.27, 39.84]]", "line = [[-77.27, 39.83], [-77.27, 39.83]]"),
        ("time = \"11:00\"", "time = \"09:00\""),
        ("time = \"10:00\"", "time = \"07:00\""),
        ("what = \"falls back\"", "what = \"\""),
    ];
    insta::assert_snapshot!(catalogue(ARRIVALS, read_arrivals, &changes));
}

#[test]
fn many_faults_are_listed_at_once_in_the_order_of_the_file() {
    let mut text = ARMY.to_owned();
    for (from, to) in [
        ("side = \"union\"", "side = \"north\""),
        ("name = \"I Corps\"", "title = \"I Corps\""),
        ("men_sum = 700", "men_sum = 7000"),
        ("quality = 4,", "quality = 9,"),
        ("weapon = \"breech-loading carbine\"", "weapon = \"carbine\""),
        ("id = \"cs-3va\"", "id = \"us-1oh\""),
    ] {
        text = with(&text, from, to);
    }
    insta::assert_snapshot!(read_army(&text).unwrap_err().to_string());
}

#[test]
fn a_file_without_an_army_says_so() {
    insta::assert_snapshot!(read_army("").unwrap_err().to_string());
}

/// Small damage of the kind that editing does: a span cut, doubled, or written over.
fn damaged(text: &str, at: usize, length: usize, with: &str, times: usize) -> String {
    let start = text.floor_char_boundary(at % (text.len() + 1));
    let end = text.ceil_char_boundary((start + length).min(text.len()));
    format!("{}{}{}", &text[..start], with.repeat(times), &text[end..])
}

proptest! {
    #[test]
    fn no_damage_panics(
        at in any::<prop::sample::Index>(), length in 0usize..200, times in 0usize..3,
        with in prop::sample::select(vec![
            "", "\"", "'", "[", "]", "{", "}", "=", "\n", "0", "-1", "nan", "true", "[[army]]\n", "[army]\n",
            "id = \"us\"\n", "units = []\n", "é", "9999999999999999999", "1863-07-01", ".", "#",
        ]),
    ) {
        for (file, army) in [(ARMY, true), (ARRIVALS, false)] {
            let text = damaged(file, at.index(file.len()), length, with, times);
            let faults = if army { read_army(&text).err() } else { read_arrivals(&text).err() };
            if let Some(faults) = faults {
                prop_assert!(!faults.is_empty());
                prop_assert!(faults.to_string().contains("error: "));
            }
        }
    }
}
