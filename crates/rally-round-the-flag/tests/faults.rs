//! Everything that can be wrong with a file is told at once, with its line and a remedy.

use engine::proof::proves;
use faults::{Library, Located, Source};
use rally_round_the_flag::scenarios::{from_source, losses, squares};

const WOODS: &str = include_str!("../scenarios/mcphersons-woods.toml");
const PIKE: &str = include_str!("../scenarios/chambersburg-pike.toml");
const SQUARES: &str = include_str!("../scenarios/squares/gettysburg-july-1.toml");

/// The faults of a scenario in which some words stand for others.
fn faults(text: &str, changes: &[(&str, &str)]) -> Vec<Located> {
    let changed = changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "`{from}` is not in the file");
        text.replacen(from, to, 1)
    });
    let source = Source::new("battle.toml", changed);
    match from_source(&Library::builtin(), &source) {
        Ok(_) => Vec::new(),
        Err(report) => report.located(),
    }
}

/// A scenario is refused for one thing alone, which is said with these words, a place and a remedy.
fn refused(text: &str, changes: &[(&str, &str)], what: &str, hint: &str) {
    let found = faults(text, changes);
    let all: Vec<String> =
        found.iter().map(|fault| format!("{:?} {} ({:?})", fault.line, fault.what, fault.hint)).collect();
    assert_eq!(found.len(), 1, "{changes:?}: {all:#?}");
    assert!(found[0].what.contains(what), "{all:#?}");
    assert!(found[0].hint.as_deref().is_some_and(|said| said.contains(hint)), "{all:#?}");
}

/// Among what is wrong this is said, with a place and a remedy.
fn said(text: &str, changes: &[(&str, &str)], what: &str, hint: &str) {
    let found = faults(text, changes);
    let is_it = |fault: &&Located| {
        fault.what.contains(what) && fault.hint.as_deref().is_some_and(|said| said.contains(hint))
    };
    assert!(found.iter().find(is_it).is_some_and(|fault| fault.line.is_some()), "{what}: {found:#?}");
}

#[test]
fn the_map() {
    refused(
        WOODS,
        &[("Chambersburg Pike\"\nsteep", "Chambersburg Pik\"\nsteep")],
        "no Area",
        "did you mean `Chambersburg Pike`?",
    );
    refused(
        WOODS,
        &[("area = \"Chambersburg Pike\"", "area = \"Chambersburg Pike\"\ncover = [\"J4\"]")],
        "one of both",
        "area = ",
    );
    let cover = |names: &str| format!("cover = [{names}]");
    let area = "area = \"Chambersburg Pike\"";
    refused(
        WOODS,
        &[(area, &cover("\"I3\", \"K5\", \"Q4\""))],
        "`Q4` is not among the squares",
        "`G1` to `N10`",
    );
    refused(WOODS, &[(area, &cover("\"I3\", \"K5\", \"44\""))], "`44` is no square", "");
    refused(WOODS, &[(area, &cover("\"I3\", \"K5\", \"I3\""))], "`I3` is there twice", "each square once");
    refused(
        WOODS,
        &[("squares = \"gettysburg-july-1\"", "squares = \"gettysburg-july-2\"")],
        "there is no file of squares",
        "",
    );
    refused(
        WOODS,
        &[("steep_cuts", "barricades = [\"wall: 10 20, 30 x\"]\nsteep_cuts")],
        "`30 x` is no place",
        "yards east and north",
    );
}

#[test]
fn a_square_twice_and_other_faults_of_a_file_of_squares() {
    let wrong = SQUARES
        .replace("first = \"G1\"", "first = \"G1\"  ")
        .replace("\"G: 1/5 1/4 1/5", "\"G: 9/5 1/4 1/5")
        .replace("    \"H: 1/5 1/5", "    \"W: 1/5 1/5")
        .replace("    \"N: 1/5", "    \"M: 1/5 1/5")
        .replace("\"I5\", \"J3\"", "\"I5\", \"I5\", \"A1\", \"J3\"")
        .replace("name = \"Oak Ridge\"", "name = \"York Pike\"");
    let found = squares::read(&Source::new("squares.toml", wrong)).unwrap_err();
    let text = found.to_string();
    for what in [
        "`9/5` is not understood",
        "`W` is no row of these squares",
        "nothing is printed on the row `H`",
        "the row `M` is there twice",
        "nothing is printed on the row `N`",
        "`I5` is there twice",
        "`A1` is not among the squares of this battlefield",
        "there are two Areas `York Pike`",
    ] {
        assert!(text.contains(what), "{what}:\n{text}");
    }
    assert!(found.located().iter().all(|fault| fault.hint.is_some()), "{text}");
    let other = squares::read(&Source::new("squares.toml", SQUARES.replace("\"squares\"", "\"losses\"")))
        .unwrap_err();
    assert!(other.to_string().contains("and not squares"), "{other}");
}

#[test]
fn places() {
    let _proof = proves(&["RRF-LEAD-9"]);
    let him = "24MI: at 1139,285 facing 280";
    let at = |place: &str| format!("24MI: at {place} facing 280");
    refused(WOODS, &[(him, &at("1150,370"))], "`2WI` overlaps `24MI` (RRF-LEAD-9)", "move one");
    refused(WOODS, &[(him, &at("1139,10"))], "off the map by", "1800 by 1800 yards");
    refused(WOODS, &[(him, &at("1500,1500"))], "beyond the radius of Meredith (RRF-DEP-4)", "240 yards");
    said(WOODS, &[("Meredith: at 1221,332", "Meredith: at 1170,332")], "`Meredith` stands on `", "move one");
    refused(
        WOODS,
        &[("Wadsworth: at 1560,800", "Wadsworth: at 1480,880")],
        "`Cutler` stands on `Wadsworth`",
        "move one",
    );
    refused(
        WOODS,
        &[("Heth: at 250,1330", "Heth: at 30,1330")],
        "circle of `Heth` does not lie on the map",
        "80 yards",
    );
    refused(WOODS, &[(him, "24MI: at 1139,285")], "which way `24MI` faces", "facing");
    refused(WOODS, &[(him, "24MI: facing 280")], "nothing says where `24MI` is", "at 900,800");
    refused(WOODS, &[(him, &at("1139,285 mounted"))], "`24MI` has no horses", "leave");
    said(WOODS, &[(him, "24M: at 1139,285 facing 280")], "no regiment or battery", "did you mean");
    refused(
        WOODS,
        &[("    \"24MI: at 1139,285 facing 280\",\n", "")],
        "nothing says where `24MI` is, the 24th Michigan",
        "24MI: at",
    );
    refused(
        WOODS,
        &[("Archer: at 465,756", "Archer: at 465,756 7/5/1")],
        "`7/5/1` is not understood",
        "Command 1 to 4",
    );
    refused(
        WOODS,
        &[(him, "24MI: at 1139,285 facing 280 marked 5")],
        "`5` is not understood",
        "0 to 4 circles",
    );
    let near = ("1TN: at 549,778 facing 110", "1TN: at 1100,170 facing 110");
    assert!(faults(WOODS, &[near]).iter().any(|fault| fault.what.contains("overlaps")));
    let touching = [("1TN: at 549,778 facing 110", "1TN: at 1075,172 facing 100")];
    assert!(
        faults(WOODS, &touching).iter().any(|fault| fault.what.contains("an enemy")),
        "{:?}",
        faults(WOODS, &touching)
    );
    let painted = ("steep_cuts", "forbidden = [\"mud: 1100 200, 1200 200, 1200 300\"]\nsteep_cuts");
    assert!(faults(WOODS, &[painted]).iter().all(|fault| fault.what.contains("(RRF-MAP-10)")));
}

#[test]
fn commands_and_decks() {
    let him = "wainwright: of us-1c-1d under Wadsworth";
    refused(
        WOODS,
        &[(him, "wainwright: of us-1c-1d under Cutler")],
        "who leads a brigade (RRF-DECK-6)",
        "division or higher",
    );
    refused(
        WOODS,
        &[(him, "wainwright: under Wadsworth")],
        "who is not in its chain (RRF-DECK-6)",
        "name a General over it",
    );
    refused(
        WOODS,
        &[(him, "wainwright: of us-1c-1d under Wadsworth picks 1 2 3")],
        "3 cards of `wainwright` are picked (RRF-DECK-8)",
        "Leadership 6: pick at least 4",
    );
    said(
        WOODS,
        &[(him, "wainwright: of us-1c-1d under Nobody")],
        "no General here is called `Nobody`",
        "known are",
    );
    refused(
        WOODS,
        &[(him, "wainwright: zouave of us-1c-1d under Wadsworth")],
        "is no infantry, and has no style",
        "leave it out",
    );
    refused(
        WOODS,
        &[("[troops]", "[decks]\nunion = [\"cutler-1\", \"cutler-9\"]\n\n[troops]")],
        "there is no card `cutler-9` here",
        "did you mean `cutler-1`?",
    );
    refused(
        WOODS,
        &[("[troops]", "[decks]\nunion = [\"cutler-1\", \"archer-2\"]\n\n[troops]")],
        "`archer-2` is no card of the Union side (RRF-CARD-6)",
        "who are there",
    );
    refused(
        WOODS,
        &[("[troops]", "[decks]\nunion = [\"cutler-1\", \"cutler-1\"]\n\n[troops]")],
        "`cutler-1` is in the deck twice (RRF-CARD-6)",
        "one of each",
    );
    let absent = [
        ("absent = [\"us-wainwright\"]", "absent = [\"us-wainwright\", \"cs-davis\"]"),
        ("    \"Davis: at 592,1527\",\n", ""),
    ];
    refused(WOODS, &absent, "`davis` is independent, and its General is not there (RRF-DECK-5)", "bring him");
    said(
        WOODS,
        &[("\"us-1c-1d\", \"cs-heth\"", "\"us-1c-1d\", \"cs-hetch\"")],
        "no headquarters",
        "did you mean",
    );
    refused(WOODS, &[("max_rounds = 8", "max_rounds = 200")], "a battle of 200 Rounds", "1 to 60");
    refused(
        WOODS,
        &[("squares = [\"K4\"]", "squares = [\"K4\", \"K9\"]")],
        "`K9` is no square of this map",
        "I3",
    );
}

#[test]
fn entries() {
    let _proof = proves(&["RRF-MAP-9"]);
    let entry = |at: &str, largest: &str| {
        format!("[[entry]]\nat = \"{at}\"\nside = \"confederate\"\nlargest = \"{largest}\"\n\n[troops]")
    };
    let waits = ("42MS: at 598,1389 facing 115", "42MS: waits J3-west");
    let davis = ("[troops]", entry("J3>J2", "cs-davis"));
    assert!(faults(WOODS, &[waits, (davis.0, &davis.1)]).is_empty());
    // The brigade that is named may enter, and its division with it; no other may.
    let archer = entry("J3>J2", "cs-archer");
    refused(
        WOODS,
        &[waits, ("[troops]", &archer)],
        "`cs-davis` may not enter at J3-west (RRF-MAP-9)",
        "`largest`",
    );
    let division = entry("J3>J2", "cs-heth");
    assert!(faults(WOODS, &[waits, ("[troops]", &division)]).is_empty());
    refused(
        WOODS,
        &[("[troops]", &entry("J3>J4", "cs-davis"))],
        "`J3>J4` is not on the frame of the map",
        "I3-north",
    );
    refused(WOODS, &[("[troops]", &entry("J3-up", "cs-davis"))], "`J3-up` is no edge of a square", "K3-west");
    refused(
        WOODS,
        &[("[troops]", &entry("J3-west", "us-cutler"))],
        "`us-cutler` is not Confederate",
        "Confederate side",
    );
}

#[test]
fn campaigns() {
    refused(PIKE, &[("holds = \"campaign\"\n", "")], "the file does not say so", "holds = \"campaign\"");
    refused(
        WOODS,
        &[("id = ", "holds = \"campaign\"\nid = ")],
        "no campaign in this file",
        "leave `holds` out",
    );
    said(
        PIKE,
        &[("\"us-1c-1d\", \"cs-heth\"", "\"us-1c-1d\"")],
        "has no General in the Area (RRF-MAP-2)",
        "generals",
    );
    refused(
        PIKE,
        &[("assault: cs-archer cs-davis", "attack: cs-archer cs-davis")],
        "`attack` is no Formation card",
        "`unformed`",
    );
    refused(
        PIKE,
        &[("reserve: cs-brockenbrough", "reserve: cs-brockenbrough cs-archer")],
        "`cs-archer` is in two columns",
        "once",
    );
    refused(
        PIKE,
        &[("line: us-meredith us-cutler", "line: us-meredith")],
        "`cutler` is in no column",
        "unformed",
    );
    refused(
        PIKE,
        &[("cs-davis: losses 1", "cs-davis: losses 9")],
        "bears 9 marks, of a strength of 5",
        "RRF-XFR-9",
    );
    refused(
        PIKE,
        &[("us-gamble: losses 1/0/0", "us-gamble: losses 1/0/0/0")],
        "`1/0/0/0` is not understood",
        "2/1/0",
    );
    refused(
        PIKE,
        &[("cs-davis: losses 1", "cs-heth: losses 1")],
        "`cs-heth` is no stand of this campaign",
        "brigade or battalion",
    );
    refused(
        PIKE,
        &[("level = \"division\"", "level = \"division\"\nafter = \"nothing\"")],
        "there is no file of losses `nothing`",
        "",
    );
    refused(
        PIKE,
        &[("[troops]", "[troops]\nunion = [\"24MI: at 5,5 facing 0\"]")],
        "this is a battle of a campaign",
        "its owner deploys it",
    );
    refused(
        PIKE,
        &[("[troops]", "[decks]\nunion = [\"cutler-1\"]\n\n[troops]")],
        "built by their owners",
        "leave `[decks]` out",
    );
}

#[test]
fn all_of_them_at_once() {
    let found = faults(
        WOODS,
        &[("24MI: at 1139,285 facing 280", "24MI: at 1139,10 facing 280"), ("picks", "picks")][..1],
    );
    assert_eq!(found.len(), 1);
    let many = faults(
        WOODS,
        &[
            ("24MI: at 1139,285 facing 280", "24MI: at 1139,10 facing 280"),
            ("under Wadsworth", "under Cutler"),
            ("squares = [\"K4\"]", "squares = [\"Z9\"]"),
            ("Heth: at 250,1330", "Heth: at 250"),
        ],
    );
    assert!(many.len() >= 4, "{many:?}");
    assert!(many.iter().all(|fault| fault.line.is_some() && fault.hint.is_some()), "{many:?}");
    assert!(losses::read(&Source::new("x.toml", "game = \"rally-round-the-flag\"")).is_err());
}

#[test]
fn a_file_cut_off_anywhere_is_a_fault_and_never_a_panic() {
    for text in [WOODS, PIKE] {
        for end in (0..text.len()).step_by(37).filter(|end| text.is_char_boundary(*end)) {
            let _ = from_source(&Library::builtin(), &Source::new("cut.toml", &text[..end]));
        }
    }
    for end in (0..SQUARES.len()).step_by(11).filter(|end| SQUARES.is_char_boundary(*end)) {
        let _ = squares::read(&Source::new("cut.toml", &SQUARES[..end]));
    }
}
