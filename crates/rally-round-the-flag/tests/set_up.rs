//! Battles of a campaign are set up by both sides, whatever they answer, and are played on.

use engine::chance::Quick;
use engine::proof::proves;
use engine::{Chance, Eyes, GameEntry, Pending, Rules, Side};
use faults::{Library, Source};
use rally_round_the_flag::model::cards::Formation;
use rally_round_the_flag::model::scenario::Face;
use rally_round_the_flag::model::state::{Mark, Whereabouts};
use rally_round_the_flag::{Action, Event, RallyRoundTheFlag, State};

const FILE: &str = include_str!("../scenarios/chambersburg-pike.toml");

fn load(text: &str) -> RallyRoundTheFlag {
    let source = Source::new("battle.toml", text);
    RallyRoundTheFlag::from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"))
}

/// A game that is being played.
struct Table<'a> {
    rules: &'a RallyRoundTheFlag,
    state: State,
    told: Vec<Event>,
    chance: Quick,
}

impl<'a> Table<'a> {
    fn new(rules: &'a RallyRoundTheFlag, seed: u64) -> Table<'a> {
        let (mut told, mut chance) = (Vec::new(), Quick::new(seed));
        let state = rules.start(&mut chance, &mut told);
        Table { rules, state, told, chance }
    }

    /// Who is asked.
    fn side(&self) -> Option<Side> {
        match self.rules.pending(&self.state) {
            Pending::Decide(sides) => sides.iter().next(),
            Pending::Over(_) => None,
        }
    }

    fn offered(&self) -> Vec<Action> {
        let mut answers = Vec::new();
        if let Some(side) = self.side() {
            self.rules.actions(&self.state, side, &mut answers);
        }
        answers
    }

    fn play(&mut self, action: &Action) {
        let side = self.side().expect("somebody is asked");
        let said = self.rules.write(action);
        if let Err(violation) = self.rules.check(&self.state, side, action) {
            panic!("`{said}` is offered and refused: {violation}");
        }
        assert_eq!(self.rules.read(&said).as_ref(), Ok(action), "{said}");
        self.rules.apply(&mut self.state, side, action, &mut self.chance, &mut self.told);
    }

    fn say(&mut self, line: &str) {
        let action = self.rules.read(line).unwrap_or_else(|violation| panic!("{line}: {violation}"));
        self.play(&action);
    }

    /// One of the answers, but for those that would end the battle before it begins.
    fn any(&mut self) {
        let mut answers = self.offered();
        answers.retain(|action| !matches!(action, Action::ToTheBoard | Action::LeaveArea));
        assert!(!answers.is_empty(), "nothing can be answered");
        let which = self.chance.draw(answers.len() as u32, "which answer") as usize;
        self.play(&answers[which].clone());
    }

    /// Random answers until the first Round.
    fn set_up(&mut self) {
        for _ in 0..1_000 {
            if self.state.round.0 > 0 {
                return;
            }
            self.any();
        }
        panic!("the set-up does not end");
    }
}

/// What must be true of any battle that begins.
fn check_legal(table: &Table<'_>) {
    let (rules, state) = (table.rules, &table.state);
    let at = rules.position(state);
    let present: Vec<_> = at.present().collect();
    for &stand in &present {
        let own = at.bodies(stand);
        assert!(own.iter().all(|body| rules.land.field().is_on_table(&body.outline)));
        let on = |other: &&_| {
            **other != stand
                && at.bodies(**other).iter().any(|there| own.iter().any(|body| body.overlaps(there)))
        };
        assert_eq!(present.iter().find(on), None, "nobody lies on anybody");
        assert!(at.is(stand, Mark::FIELDED) && !at.is(stand, Mark::ACTIVATED));
    }
    // RRF-FORM-2: who found no room is a Reserve on its own, its General and all its cards in play.
    for event in &table.told {
        let Event::NoRoom { brigade } = *event else { continue };
        let (posted, about) = (at.posted(brigade), rules.brigade(brigade));
        assert_eq!(posted.formation, Some(Formation::Reserve));
        assert!(rules.stands_of(brigade).all(|stand| at.waits(stand)));
        if let Some(own) = about.own {
            assert!(posted.general == own && !posted.is_subordinated, "{}", about.tag);
            let members = &table.state.decks[about.side.index()].members;
            let command = rules.find_card(&rules.general(own).tag).unwrap();
            assert!(members.contains(command) && at.least_cards(brigade) >= 4);
        }
    }
    for side in Side::BOTH {
        assert!(at.generals_of(side).next().is_some(), "a General of {side} is on the map (R-116)");
        let deck = &state.decks[side.index()];
        assert_eq!(deck.pile.len() + deck.hand.len(), deck.members.len());
        for brigade in rules.brigade_ids().filter(|&brigade| rules.brigade(brigade).side == side) {
            let is_of = |card: &_| matches!(rules.card(*card).face, Face::Battle(of, _) if of == brigade);
            let held = deck.members.iter().filter(is_of).count();
            assert!(held >= at.least_cards(brigade), "RRF-DECK-8");
            let posted = at.posted(brigade);
            let leads = at.leader(posted.general).whereabouts;
            assert_ne!(leads, Whereabouts::Absent, "who leads {} is there", rules.brigade(brigade).tag);
        }
    }
}

#[test]
fn whatever_both_sides_answer_the_battle_begins() {
    let _proof = proves(&["R-101", "R-102", "R-115", "R-116", "RRF-FORM-2"]);
    let rules = load(FILE);
    let (mut deployed, mut waiting, mut subordinated, mut left_out, mut no_room) = (0, 0, 0, 0, 0);
    for seed in 0..200 {
        let mut table = Table::new(&rules, seed);
        table.set_up();
        check_legal(&table);
        let at = rules.position(&table.state);
        deployed += at.present().count();
        waiting += rules.stand_ids().filter(|&stand| at.waits(stand)).count();
        subordinated += table.state.brigades.iter().filter(|posted| posted.is_subordinated).count();
        left_out += table.state.decks.iter().map(|deck| usize::from(deck.left_out)).sum::<usize>();
        no_room += table.told.iter().filter(|event| matches!(event, Event::NoRoom { .. })).count();
        for _ in 0..10 {
            if table.side().is_some() {
                table.any();
            }
        }
    }
    // Random answers have met all of it.
    assert!(deployed > 1_000 && waiting > 500 && subordinated > 200 && left_out > 200 && no_room > 10);
}

#[test]
fn a_scenario_skips_the_set_up_and_a_campaign_does_not() {
    let _proof = proves(&["RRF-MAP-1", "RRF-GEN-2"]);
    let scenario = RallyRoundTheFlag::scenario(&Library::builtin(), "mcphersons-woods")
        .unwrap_or_else(|report| panic!("{report}"));
    let table = Table::new(&scenario, 1);
    assert_eq!((table.state.round.0, table.side()), (1, Some(scenario.attacker)));
    assert!(table.offered().contains(&Action::Pass), "it is the first turn");
    let campaign = load(FILE);
    let table = Table::new(&campaign, 1);
    assert_eq!((table.state.round.0, table.side()), (0, Some(campaign.attacker)));
    assert_eq!(table.offered(), [Action::Accept, Action::ToTheBoard]);
}

#[test]
fn neighbours_take_no_part_and_their_ground_may_be_closed() {
    let _proof = proves(&["RRF-MAP-11"]);
    let rules = load(FILE);
    // Stone's brigade stands south of the pike, on ground that the rectangle has brought along: it is not called.
    assert_eq!(rules.find_brigade("stone"), None);
    let mut table = Table::new(&rules, 1);
    ["accept", "accept", "enough", "enough"].into_iter().for_each(|line| table.say(line));
    // I3 and K5 make the map a rectangle.
    let said: Vec<String> = table.offered().iter().map(|action| rules.write(action)).collect();
    assert_eq!(said, ["close 0,1200 600,1800", "close 1200,0 1800,600", "enough"]);
    table.say("close 0,1200 600,1800");
    assert!(table.state.off_limits.is_empty(), "not before the other side agrees");
    table.say("agree");
    assert_eq!(table.state.off_limits.len(), 1);
}

#[test]
fn what_the_campaign_has_taken_is_marked_before_the_orders_of_battle() {
    let _proof = proves(&["RRF-XFR-1", "RRF-XFR-2"]);
    let rules = load(FILE);
    let mut table = Table::new(&rules, 1);
    ["accept", "accept", "enough", "enough", "enough", "enough"].into_iter().for_each(|line| table.say(line));
    assert_eq!(table.side(), Some(Side::Confederate), "the Attacker first (R-101)");
    let davis = rules.find_brigade("davis").unwrap();
    let lost = |table: &Table<'_>| -> u8 {
        rules.stands_of(davis).map(|stand| table.state.troops[stand.index()].losses[0]).sum()
    };
    while table.side() == Some(Side::Confederate) {
        table.any();
    }
    assert_eq!(lost(&table), 3, "a loss is three circles");
    // Cutler has lost three and is given three.
    let cutler = rules.find_brigade("cutler").unwrap();
    while table.offered().iter().any(|action| matches!(action, Action::Bear(_) | Action::MakeGood(_))) {
        table.any();
    }
    let circles: u8 = rules.stands_of(cutler).map(|stand| table.state.troops[stand.index()].losses[0]).sum();
    assert_eq!(circles, 0);
}

#[test]
fn what_was_left_out_of_a_deck_is_hidden_from_the_enemy() {
    let _proof = proves(&["R-92"]);
    let rules = load(FILE);
    let seed = (0..100).find(|&seed| {
        let mut table = Table::new(&rules, seed);
        table.set_up();
        table.state.decks[0].left_out > 1
    });
    let mut table = Table::new(&rules, seed.expect("somebody leaves cards out"));
    table.set_up();
    let deck = &table.state.decks[0];
    let enemy = Eyes::Of(Side::Confederate);
    let view = rules.view(&table.state, enemy);
    let hidden = usize::from(deck.left_out);
    assert_eq!(view.decks[0].members.len(), deck.members.len() + hidden, "he sees all there may be");
    let mut worlds = Vec::new();
    for seed in 0..20 {
        let world = rules.imagine(&view, enemy, &mut Quick::new(seed));
        assert_eq!(world.decks[0].members.len(), deck.members.len());
        assert_eq!(rules.view(&world, enemy), view);
        worlds.push(world.decks[0].members);
    }
    assert!(worlds.iter().any(|members| *members != worlds[0]), "he does not know which");
    // The owner knows.
    let own = Eyes::Of(Side::Union);
    let world = rules.imagine(&rules.view(&table.state, own), own, &mut Quick::new(1));
    assert_eq!(world.decks[0].members, deck.members);
}

#[test]
fn brigades_are_left_out_in_a_campaign_of_corps_alone() {
    let _proof = proves(&["RRF-DECK-2", "RRF-DECK-3"]);
    let begin = |text: &str| {
        let rules = load(text);
        let mut table = Table::new(&rules, 1);
        let lines = ["accept", "accept", "enough", "enough", "enough", "enough"];
        lines.into_iter().for_each(|line| table.say(line));
        table.offered().iter().map(|action| rules.write(action)).collect::<Vec<_>>()
    };
    let division = begin(FILE);
    assert!(division.iter().all(|line| line.starts_with("bear ")), "{division:?}");
    let (head, _) = FILE.split_once("units = [").unwrap();
    let corps = head.replace("level = \"division\"", "level = \"corps\"");
    let corps = begin(&corps);
    let wanted = ["leave out archer", "leave out davis", "leave out brockenbrough", "ready"];
    assert!(wanted.iter().all(|line| corps.iter().any(|said| said == line)), "{corps:?}");
}

#[test]
fn nobody_builds_barricades_in_play() {
    let _proof = proves(&["RRF-BARR-6"]);
    let rules = RallyRoundTheFlag::scenario(&Library::builtin(), "rodes-on-oak-hill")
        .unwrap_or_else(|report| panic!("{report}"));
    let mut table = Table::new(&rules, 5);
    let before = table.state.barricades.clone();
    for _ in 0..150 {
        if table.side().is_some() {
            table.any();
            assert_eq!(table.state.barricades, before);
        }
    }
    // Those there are come with stands, before the battle.
    for verb in ["build", "dig", "entrench", "barricade"] {
        assert!(rules.read(&format!("{verb} 3AL")).is_err());
    }
}
