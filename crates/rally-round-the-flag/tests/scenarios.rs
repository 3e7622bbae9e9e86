//! The scenarios built in: they load, and everybody is where history had him.

use armies::Rank;
use engine::Side;
use engine::proof::proves;
use faults::{Library, Source};
use ground::geometry::Point;
use rally_round_the_flag::field::decks::{self, Card, all_cards};
use rally_round_the_flag::field::roster::{Branch, Standing};
use rally_round_the_flag::field::square::{Limit, Square};
use rally_round_the_flag::field::squares::{Squares, printed_lines, renewed};
use rally_round_the_flag::field::survey::survey;
use rally_round_the_flag::field::terrain::{PIKE, WOODS};
use rally_round_the_flag::model::ids::StandId;
use rally_round_the_flag::scenarios::{Opening, Place, Scenario, ids, scenario, squares};

const JULY_1: &str = include_str!("../scenarios/squares/gettysburg-july-1.toml");

fn load(id: &str) -> Scenario {
    scenario(&Library::builtin(), id).unwrap_or_else(|report| panic!("{id}: {report}"))
}

fn july_1() -> Squares {
    squares::read(&Source::new("gettysburg-july-1.toml", JULY_1)).unwrap_or_else(|faults| panic!("{faults}"))
}

fn square(name: &str) -> Square {
    Square::read(name).unwrap()
}

fn stand(scenario: &Scenario, tag: &str) -> StandId {
    let found = scenario.roster.troops.iter().position(|troop| troop.tag == tag);
    StandId::at(found.unwrap_or_else(|| panic!("{tag}")))
}

#[test]
fn all_load() {
    let all = ids(&Library::builtin());
    assert_eq!(all, ["chambersburg-pike", "mcphersons-woods", "rodes-on-oak-hill", "seminary-ridge"]);
    let sizes: Vec<[usize; 3]> = all
        .iter()
        .map(|id| {
            let scenario = load(id);
            let cards = scenario.decks.each().map(|(_, deck)| deck.len()).sum();
            [scenario.roster.troops.len(), scenario.roster.generals.len(), cards]
        })
        .collect();
    // The decks of a battle of a campaign are built by their owners.
    assert_eq!(sizes, [[33, 10, 0], [21, 7, 47], [36, 10, 66], [69, 24, 138]]);
}

#[test]
fn chambersburg_pike_is_seven_squares_and_two_more() {
    let _proof = proves(&["RRF-MAP-4", "RRF-MAP-12"]);
    let squares = july_1();
    let area = squares.area("chambersburg pike").unwrap();
    let names: Vec<String> = area.squares.iter().map(Square::to_string).collect();
    assert_eq!(names, ["I4", "I5", "J3", "J4", "J5", "K3", "K4"]);
    let board = squares.board(area).unwrap();
    let added: Vec<String> = board.added(&area.squares).iter().map(Square::to_string).collect();
    assert_eq!(added, ["I3", "K5"]);
    let scenario = load("mcphersons-woods");
    assert_eq!((scenario.map.board, &scenario.map.required), (board, &area.squares));
    // K3's neighbours beyond the frame belong to the Areas that the rules name.
    let holds = |area: &str, name: &str| squares.area(area).unwrap().squares.contains(&square(name));
    assert!(holds("McPherson Ridge", "K2") && holds("Unfinished Railroad", "L3"));
    // Every square is in some Area.
    assert!(squares.grid.squares().all(|one| squares.areas.iter().any(|area| area.squares.contains(&one))));
}

#[test]
fn flags_and_limits_are_what_the_ground_says() {
    let source = Source::new("gettysburg-july-1.toml", JULY_1);
    let (battlefield, grid) = squares::read_grid(&source).unwrap();
    let text = Library::builtin().open(&ground::battlefield::SHELF, &battlefield).unwrap();
    let ground = ground::Battlefield::read(&text).unwrap();
    let found = survey(&ground, grid).unwrap();
    assert_eq!(
        renewed(JULY_1, &printed_lines(grid, &found)).as_deref(),
        Some(JULY_1),
        "`cargo xtask squares`"
    );
    let of = |name: &str| found.iter().find(|(other, _)| *other == square(name)).unwrap().1;
    // Culp's Hill: woods, rocks and a slope. The pike runs through J4, and the town lies in K8.
    assert_eq!((of("N10").limit(), of("N10").flag()), (Limit::TacticAlone, 3));
    assert!(of("J4").pike && of("N10").relief > 80 && of("K8").town > 0 && !of("N10").pike);
}

#[test]
fn squares_carry_their_flag_and_limit_on_the_map() {
    let (squares, scenario) = (july_1(), load("mcphersons-woods"));
    for (number, name) in scenario.map.board.squares().enumerate() {
        assert_eq!(Some(scenario.map.printed[number]), squares.printed(name), "{name}");
    }
    let k4 = scenario.map.board.index(square("K4")).unwrap();
    assert_eq!((scenario.map.printed[k4].flag, scenario.map.printed[k4].limit), (2, Limit::Moves(4)));
}

#[test]
fn the_ground_lies_under_the_squares() {
    let scenario = load("mcphersons-woods");
    let field = &scenario.table.field;
    assert_eq!(field.table(), scenario.map.board.frame());
    assert_eq!(field.table().high, Point::new(180_000, 180_000));
    // Herbst Woods stand in K4; the pike crosses the middle of the map.
    let middle = scenario.map.board.square_frame(square("K4")).unwrap();
    let points = (0..60).flat_map(|x| (0..60).map(move |y| (x, y)));
    let wooded = points.filter(|(x, y)| {
        let point = Point::new(middle.low.x + x * 1_000 + 500, middle.low.y + y * 1_000 + 500);
        field.kinds_at(point, WOODS).intersects(WOODS)
    });
    assert!(wooded.count() > 800);
    assert!(field.all_kinds().intersects(PIKE));
}

#[test]
fn meredith_has_five_regiments_and_a_chain_up_to_the_army() {
    let _proof = proves(&["RRF-GEN-1", "RRF-COC-1", "RRF-COC-7"]);
    let scenario = load("mcphersons-woods");
    let roster = &scenario.roster;
    let michigan = stand(&scenario, "24MI");
    let chain: Vec<&str> = roster.chain(michigan).map(|hq| roster.hqs[hq.index()].id.as_str()).collect();
    assert_eq!(chain, ["us-meredith", "us-1c-1d", "us-1c", "us"]);
    let brigade = roster.troops[michigan.index()].brigade;
    let regiments: Vec<StandId> = roster.troops_of(brigade).collect();
    assert_eq!(regiments.len(), 5);
    assert!(regiments.iter().all(|id| roster.troops[id.index()].branch == Branch::Infantry));
    let generals = roster.generals.iter().filter(|general| general.hq == roster.brigades[brigade.index()].hq);
    assert_eq!(generals.map(|general| general.tag.as_str()).collect::<Vec<_>>(), ["Meredith"]);
    // The brigade on the stand is the brigade on the card.
    let first = Card::Battle(brigade, 1);
    assert!(scenario.decks[Side::Union].contains(&first));
    assert_eq!(decks::name(roster, first), "meredith-1");
}

#[test]
fn a_scenario_says_where_everybody_is() {
    for id in ["mcphersons-woods", "rodes-on-oak-hill", "seminary-ridge"] {
        let scenario = load(id);
        let Opening::Placed(places) = &scenario.opening else {
            panic!("{id}: nothing is left to be deployed")
        };
        assert_eq!(places.stands.len(), scenario.roster.troops.len());
        assert!(places.stands.iter().all(|place| matches!(place, Place::Map { .. })), "{id}");
        assert!(scenario.decks.each().all(|(_, deck)| !deck.is_empty()), "{id}");
    }
}

#[test]
fn guns_without_their_general_are_under_the_senior_one() {
    let scenario = load("mcphersons-woods");
    let roster = &scenario.roster;
    let hall = roster.troops[stand(&scenario, "2MEBty").index()].brigade;
    let Standing::Subordinated(over) = roster.brigades[hall.index()].standing else { panic!("he is not") };
    assert_eq!(roster.generals[over.index()].tag, "Wadsworth");
    assert_eq!(scenario.commanders.union, Some(over));
    let union = &scenario.decks[Side::Union];
    assert_eq!(union.len(), 8 + 8 + 4 + 3, "two brigades, the guns' cards once, three Generals");
    assert_eq!(union, &all_cards(roster, Side::Union));
}

#[test]
fn the_largest_has_a_corps_on_both_sides() {
    let scenario = load("seminary-ridge");
    for side in Side::BOTH {
        let commander = scenario.commanders[side].unwrap();
        let general = &scenario.roster.generals[commander.index()];
        assert_eq!(scenario.roster.hqs[general.hq.index()].rank, Rank::Corps, "{}", general.tag);
    }
    let lost: u32 = scenario.roster.troops.iter().map(|troop| u32::from(troop.marked[0])).sum();
    assert_eq!(lost, 25, "what the morning cost");
}
