//! Hidden worlds are not only possible; they differ as much as what is hidden may.

use engine::chance::Quick;
use engine::fair::Terms;
use engine::playout::Next;
use engine::{Eyes, Game, Playout, Rules, Side};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::ids::ForceId;
use full_measure_of_devotion::load::{Library, scenario};
use full_measure_of_devotion::model::route::Compass;
use full_measure_of_devotion::state::Phase;
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
