//! Hidden worlds are not only possible; they differ as much as what is hidden may.

use engine::chance::Quick;
use engine::fair::Terms;
use engine::playout::Next;
use engine::{Eyes, Game, Pending, Playout, Rules, Side, Silent};
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::ids::ForceId;
use full_measure_of_devotion::load::{Library, from_source, scenario};
use full_measure_of_devotion::model::route::Compass;
use full_measure_of_devotion::numbers::Trains;
use full_measure_of_devotion::state::{Phase, State, Step, Weather};
use std::collections::BTreeSet;
use std::sync::Arc;

/// While the Confederates wait with their orders for the first march, the Union may think of many roads for each
/// (FMD-D-4).
#[test]
fn an_unknown_order_may_lead_to_many_towns() {
    let _proof = engine::proof::proves(&["FMD-D-4"]);
    let rules = scenario(&Library::builtin(), "campaign").unwrap_or_else(|report| panic!("{report}"));
    let rules = Arc::new(rules);
    let mut game = Game::new(rules.clone(), Terms::simple("imagined", 1));
    let mut playout = Playout::<FullMeasureOfDevotion>::new(1);
    while game.state().phase() != Phase::PartOne {
        let Ok(Next::Act(side, action)) = playout.choose(&rules, game.state()) else { panic!("it goes on") };
        game.play(game.seating().seat(side), action).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    let eyes = Eyes::Of(Side::Union);
    let view = rules.view(game.state(), eyes);
    let mut chance = Quick::new(1);
    let mut roads: BTreeSet<(ForceId, Vec<Compass>)> = BTreeSet::new();
    for _ in 0..60 {
        let world = rules.imagine(&view, eyes, &mut chance);
        for (force, _) in
            world.forces_of(Side::Confederate).filter(|&(force, _)| world.force(force).marching())
        {
            roads.insert((force, world.force(force).route().steps().to_vec()));
        }
    }
    for (force, _) in game.state().forces_of(Side::Confederate) {
        let of_force = roads.iter().filter(|(other, _)| *other == force).count();
        assert!(of_force >= 5, "{} has {of_force} roads", force.name());
    }
}

/// How often each thing that is imagined was looked at.
#[derive(Default)]
struct Looked {
    marches: u32,
    bids: BTreeSet<Trains>,
    attrition: u32,
    allowances: u32,
    selections: u32,
    placements: u32,
    seen_to_fight: u32,
    in_boxes: u32,
}

/// Whether the army of this side, as it is imagined in a world, could be so by the rules.
fn look(rules: &FullMeasureOfDevotion, world: &State, side: Side, looked: &mut Looked) {
    let campaign = &rules.campaign;
    let stars = |commander| campaign.commander(commander).stars;
    for (force, at) in world.forces_of(side) {
        let detail = world.force(force);
        let in_combat =
            world.battle().as_ref().is_some_and(|battle| battle.force(battle.role_of(side)) == force);
        assert!(!detail.strength().is_empty() || in_combat || world.phase() == Phase::Attrition, "{force:?}");
        let leads = |officer| stars(detail.leader()) >= stars(officer);
        assert!(detail.officers().iter().all(leads), "{force:?}: the most senior leads");
        looked.in_boxes += detail.officers().count() - 1;
        if detail.marching() {
            assert!(detail.markers().initial() > 0, "{force:?} marches without INITIAL");
            assert!(!detail.route().rest().is_empty(), "{force:?} has arrived, and marches");
            let mut hex = at;
            for &step in detail.route().rest() {
                let next = campaign.by_compass(hex, step).expect("on the map");
                assert!(campaign.is_linked(hex, next), "{force:?} leaves the road");
                hex = next;
            }
            looked.marches += 1;
        }
    }
    let answer = world.answers()[side];
    match world.phase() {
        Phase::Bids if answer.done() => {
            assert!((1..=60).contains(&answer.bid().0), "{}", answer.bid());
            looked.bids.insert(answer.bid());
        }
        Phase::Attrition if !answer.done() => {
            for (force, _) in world.forces_of(side) {
                let (strength, forage) =
                    (world.force(force).strength(), world.force(force).markers().forage());
                let hits = campaign.tables.attrition(strength.size(), forage, world.weather());
                assert_eq!(world.force(force).due(), hits.min(strength.absorbs()), "{force:?}");
                looked.attrition += u32::from(hits.0 > 0);
            }
        }
        _ => {}
    }
    if let Some(march) = world.march().filter(|march| march.force().side() == side) {
        let allowance = march.allowance().expect("it is imagined how far it can go");
        let (basic, forced) = campaign.allowance(world.force(march.force()).strength(), world.weather());
        assert_eq!(allowance.basic(), basic);
        let no_haste = march.initial()
            || march.fought()
            || march.foraging()
            || world.force(march.force()).trains().0 > 0
            || world.weather() == Weather::Torrential;
        assert_eq!(allowance.forced(), if no_haste { basic } else { forced });
        looked.allowances += 1;
    }
    if let Some(battle) = world.battle() {
        let role = battle.role_of(side);
        let (strength, share) = (world.force(battle.force(role)).strength(), battle.share(role));
        let is_part = |part: full_measure_of_devotion::strength::Strength| {
            part.kinds().all(|kind| part.of(kind) <= strength.of(kind))
        };
        if battle.step() > Step::Select && battle.step() <= Step::Place {
            assert!(is_part(share.part()), "those who were just seen to fight are there, fresh ones fresh");
            looked.seen_to_fight += 1;
        }
        if battle.step() == Step::Select && share.done() {
            assert_eq!(share.part().size().0, share.total().min(strength.size().0), "as the dice say");
            assert!(is_part(share.part()));
            looked.selections += 1;
        }
        if battle.step() == Step::Place && share.placed() == share.hits() {
            let suffered = share.part().absorbs().0 - share.after().absorbs().0;
            assert_eq!(suffered, share.hits().0, "every hit is placed");
            looked.placements += u32::from(suffered > 0);
        }
    }
}

/// What is imagined is a position that could be: marches go by roads and are under way, bids are bids, hits are those
/// of the tables, marches go as far as the arms imagined can, and as many brigades fight as the dice say.
#[test]
fn an_imagined_army_could_be_so_by_the_rules() {
    let crowded = Source::new("crowded-valley.toml", include_str!("fixtures/crowded-valley.toml"));
    let library = Library::builtin();
    let crowded = from_source(&library, &crowded).unwrap_or_else(|report| panic!("{report}"));
    let campaign = scenario(&library, "campaign").unwrap_or_else(|report| panic!("{report}"));
    let mut looked = Looked::default();
    for (rules, games) in [(crowded, 60), (campaign, 2)] {
        for number in 0..games {
            let (mut chance, mut dice) = (Quick::pair(number, 11), Quick::new(number));
            let mut state = rules.start(&mut dice, &mut Silent);
            let mut actions = Vec::new();
            while let Pending::Decide(sides) = rules.pending(&state) {
                let rare = state.battle().is_some() || state.phase() == Phase::Bids;
                if chance.below(if rare { 2 } else { 6 }) == 0 {
                    // A bid is one of sixty.
                    let worlds = if state.phase() == Phase::Bids { 40 } else { 1 };
                    for side in Side::BOTH.into_iter().flat_map(|side| std::iter::repeat_n(side, worlds)) {
                        let eyes = Eyes::Of(side.other());
                        let world = rules.imagine(&rules.view(&state, eyes), eyes, &mut chance);
                        assert_eq!(rules.pending(&world), rules.pending(&state), "who is asked");
                        look(&rules, &world, side, &mut looked);
                    }
                }
                let asked: Vec<Side> = Side::BOTH.into_iter().filter(|&side| sides.contains(side)).collect();
                let side = asked[chance.below(asked.len() as u32) as usize];
                actions.clear();
                rules.actions(&state, side, &mut actions);
                let action = actions[chance.below(actions.len() as u32) as usize];
                rules.apply(&mut state, side, &action, &mut dice, &mut Silent);
            }
        }
    }
    let Looked { marches, bids, attrition, allowances, selections, placements, seen_to_fight, in_boxes } =
        looked;
    assert!(bids.len() > 5, "{bids:?}");
    let counts = [marches, attrition, allowances, selections, placements, seen_to_fight, in_boxes];
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}
