//! The battle of a campaign from its file, there and back: losses in, battle, losses out.

use engine::proof::proves;
use engine::{GameEntry, Side};
use faults::{Library, Source};
use rally_round_the_flag::RallyRoundTheFlag;
use rally_round_the_flag::field::roster::Branch;
use rally_round_the_flag::field::transfer::{
    Circles, Fate, Level, Placed, marked_after, owed, place, settle,
};
use rally_round_the_flag::model::cards::Formation;
use rally_round_the_flag::model::numbers::Gravestones;
use rally_round_the_flag::scenarios::losses::{self, Ended, aftermath};
use rally_round_the_flag::scenarios::{Campaign, Opening, Scenario, from_source};

const FILE: &str = include_str!("../scenarios/chambersburg-pike.toml");

fn load() -> Scenario {
    let source = Source::new("chambersburg-pike.toml", FILE);
    from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"))
}

fn campaign(scenario: &Scenario) -> &Campaign {
    match &scenario.opening {
        Opening::Campaign(campaign) => campaign,
        Opening::Placed(_) => panic!("it is a battle of a campaign"),
    }
}

/// The regiments of one of the campaign's stands.
fn circles(scenario: &Scenario, id: &str) -> Vec<Circles> {
    let (_, stands) = campaign(scenario).accounts.iter().find(|(account, _)| account.id == id).unwrap();
    let circles = stands.iter().map(|stand| {
        let about = &scenario.roster.troops[stand.index()];
        let troop = about.troop;
        Circles {
            id: about.id.clone(),
            branch: about.branch,
            printed: [troop.strength.0, troop.mounted.0, troop.holders.0],
            marked: about.marked,
            by_campaign: false,
        }
    });
    circles.collect()
}

fn formation(scenario: &Scenario, tag: &str) -> Formation {
    scenario.roster.brigades.iter().find(|brigade| brigade.tag == tag).unwrap().formation
}

#[test]
fn columns_give_brigades_their_formation() {
    let scenario = load();
    assert_eq!(formation(&scenario, "archer"), Formation::Assault);
    assert_eq!(formation(&scenario, "brockenbrough"), Formation::Reserve);
    assert_eq!(formation(&scenario, "pegram-art"), Formation::Unformed, "no card");
    assert_eq!(formation(&scenario, "gamble"), Formation::Skirmish);
    assert_eq!(scenario.map.area.as_deref(), Some("Chambersburg Pike"));
    assert_eq!(campaign(&scenario).columns.len(), 6);
    let kinds = <RallyRoundTheFlag as GameEntry>::FILES;
    let kind = kinds.iter().find(|kind| kind.holds == "campaign").unwrap();
    let said = (kind.check)(&Source::new("chambersburg-pike.toml", FILE));
    let said = said.unwrap_or_else(|report| panic!("{report}"));
    assert_eq!(said, "a battle of a campaign for Chambersburg Pike, with 8 brigades and battalions");
    let cutler = scenario.roster.brigades.iter().find(|brigade| brigade.tag == "cutler").unwrap();
    assert!(cutler.barricades, "as his campaign stand has");
}

#[test]
fn entries_are_edges_towards_areas_of_friends() {
    let scenario = load();
    let names: Vec<String> = scenario.entries.iter().map(|entry| entry.segment.to_string()).collect();
    assert_eq!(names, ["K3-west", "J3-west", "K5-east", "J5-east"]);
    let text = FILE.replace("\"K3>K2\"", "\"K3>J3\"");
    let report = from_source(&Library::builtin(), &Source::new("battle.toml", text)).err().unwrap();
    assert!(report.to_string().contains("`K3>J3` is not on the frame of the map (RRF-MAP-8)"), "{report}");
}

#[test]
fn a_battle_needs_a_general_of_the_attacker_in_the_area() {
    let _proof = proves(&["RRF-MAP-2"]);
    let text = FILE.replace("generals = [\"us-1c-1d\", \"cs-heth\"]", "generals = [\"us-1c-1d\"]");
    let report = from_source(&Library::builtin(), &Source::new("battle.toml", text)).err().unwrap();
    assert!(report.to_string().contains("has no General in the Area (RRF-MAP-2)"), "{report}");
}

#[test]
fn losses_come_in_a_battle_is_fought_and_losses_go_out() {
    let _proof = proves(&["RRF-MARK-5"]);
    let scenario = load();
    assert!(
        scenario.roster.troops.iter().all(|troop| troop.marked == [0; 3]),
        "a new campaign: all circles clear"
    );
    let (davis, _) =
        campaign(&scenario).accounts.iter().find(|(account, _)| account.id == "cs-davis").unwrap();
    assert_eq!((davis.strength, davis.losses), ([5, 0, 0], [1, 0, 0]), "17 circles are a strength of 5");
    // In: three circles, where the owner wants them.
    let mut regiments = circles(&scenario, "cs-davis");
    assert_eq!(owed(Level::Division, davis, &regiments).0, [3, 0, 0]);
    let marks = [Placed { regiment: 0, kind: 0, circles: 1 }, Placed { regiment: 2, kind: 0, circles: 2 }];
    place(Level::Division, davis, &mut regiments, &marks, &[]).unwrap();
    // The battle: the first regiment is captured, the second loses two circles.
    regiments[0].marked = marked_after(regiments[0].printed, regiments[0].marked, Fate::Captured);
    regiments[1].marked[0] += 2;
    // Out: 5 + 2 + 2 circles are three marks, one of which it bears already.
    let settled = settle(Level::Division, davis, &regiments);
    assert_eq!((settled.new, settled.bears, settled.removed), ([2, 0, 0], [3, 0, 0], false));
    // The whole battle so: nobody else has lost anything.
    let (_, stands) =
        campaign(&scenario).accounts.iter().find(|(account, _)| account.id == "cs-davis").unwrap();
    let mut ended: Vec<Ended> = scenario
        .roster
        .troops
        .iter()
        .map(|troop| Ended { marked: troop.marked, fate: Fate::Left, by_campaign: false })
        .collect();
    ended[stands[0].index()] = Ended { marked: [1, 0, 0], fate: Fate::Captured, by_campaign: false };
    ended[stands[1].index()].marked = [2, 0, 0];
    ended[stands[2].index()].marked = [2, 0, 0];
    let stones: Vec<Gravestones> = scenario
        .roster
        .generals
        .iter()
        .map(|general| Gravestones(u8::from(general.tag == "Davis")))
        .collect();
    assert_eq!(aftermath(&scenario, &ended[1..], &stones), None);
    let out = aftermath(&scenario, &ended, &stones).unwrap();
    assert_eq!(out.unit("cs-davis"), Some(Some([3, 0, 0])));
    assert_eq!(out.unit("us-gamble"), Some(Some([1, 0, 0])), "what it has lost on the campaign's map");
    assert_eq!(out.regiments.len(), 3);
    // Written down, and read by the next battle; whoever is gone cannot be in it.
    let folder = std::env::temp_dir().join(format!("rrf-losses-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("rally-round-the-flag/losses")).unwrap();
    std::fs::write(folder.join("rally-round-the-flag/losses/after.toml"), out.write()).unwrap();
    let text = FILE
        .replace("level = \"division\"", "level = \"division\"\nafter = \"after\"")
        .replace("\"cs-davis: losses 1\",", "");
    let library = Library::folder(&folder);
    let gone = from_source(&library, &Source::new("next.toml", text.clone())).err().unwrap();
    assert!(gone.to_string().contains("`2MS` has no circle left after the last battle"), "{gone}");
    let text =
        text.replace("\"cs-pegram-art\"]\ngenerals", "\"cs-pegram-art\"]\nleave = [\"cs-2ms\"]\ngenerals");
    let next = from_source(&library, &Source::new("next.toml", text));
    std::fs::remove_dir_all(&folder).unwrap();
    let next = next.unwrap_or_else(|report| panic!("{report}"));
    let (davis, _) = campaign(&next).accounts.iter().find(|(account, _)| account.id == "cs-davis").unwrap();
    assert_eq!((davis.borne, davis.losses), ([3, 0, 0], [0, 0, 0]));
    let again = circles(&next, "cs-davis");
    assert_eq!(again.iter().map(|about| about.marked[0]).collect::<Vec<_>>(), [2, 2]);
    assert_eq!(settle(Level::Division, davis, &again).new, [0; 3], "nothing counts twice");
    // Two more circles, with those of the regiment that is gone: 5 + 4 + 3 are a fourth mark.
    let mut ended: Vec<Ended> = next
        .roster
        .troops
        .iter()
        .map(|troop| Ended { marked: troop.marked, fate: Fate::Left, by_campaign: false })
        .collect();
    let (_, stands) = campaign(&next).accounts.iter().find(|(account, _)| account.id == "cs-davis").unwrap();
    ended[stands[0].index()].marked = [4, 0, 0];
    ended[stands[1].index()].marked = [3, 0, 0];
    let stones: Vec<Gravestones> = next.roster.generals.iter().map(|general| general.gravestones).collect();
    let again = aftermath(&next, &ended, &stones).unwrap();
    assert_eq!(again.unit("cs-davis"), Some(Some([4, 0, 0])));
    assert_eq!(again.regiment("cs-2ms").map(|left| left.marked), Some([5, 0, 0]), "it stays gone");
    let general = next.roster.generals.iter().find(|general| general.tag == "Davis").unwrap();
    assert_eq!(general.gravestones.0, 1);
}

#[test]
fn cavalry_and_guns_have_strengths_of_their_own() {
    let scenario = load();
    let strength = |id: &str| {
        let (account, _) = campaign(&scenario).accounts.iter().find(|(account, _)| account.id == id).unwrap();
        account.strength
    };
    assert_eq!(strength("us-gamble"), [5, 5, 1], "16 circles on foot, 16 mounted, 5 of holders");
    assert_eq!(strength("cs-pegram-art"), [5, 0, 0], "a battery each");
    let guns = circles(&scenario, "cs-pegram-art");
    assert!(guns.iter().all(|battery| battery.branch == Branch::Artillery && battery.printed == [1, 0, 0]));
    assert!(scenario.decks.each().all(|(_, deck)| deck.is_empty()), "their owners build them (S15)");
    assert_eq!(scenario.attacker, Side::Confederate);
    assert!(losses::read(&Source::new("x.toml", "holds = \"losses\"")).is_err());
}
