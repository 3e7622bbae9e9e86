//! Random play from positions in the middle of things: no panic, no dead end, nobody on anybody else.

use crate::field::terrain::LEGEND;
use crate::files::muster::MusterText;
use crate::files::{build, squares};
use crate::measure::Land;
use crate::model::scenario::RallyRoundTheFlag;
use crate::model::state::State;
use crate::scenarios::Options;
use engine::chance::Quick;
use engine::playout::{Next, Playout};
use engine::{Pending, Rules, Side, Silent};
use faults::{Faults, Report, Source};
use ground::table::lay::GroundText;

/// Two armies pell-mell on a small field; `None` where two would lie on one another.
fn brawl(number: u64) -> Option<RallyRoundTheFlag> {
    let mut chance = Quick::new(number);
    let mut any = |below: u32| i64::from(chance.below(below));
    // Each in a square of its own of sixteen, at random in it.
    let mut cells: Vec<i64> = (0..16).collect();
    (1..16).rev().for_each(|last| cells.swap(last, any(last as u32 + 1) as usize));
    let mut armies = Vec::new();
    for (side, brigades, general) in [
        ("union", ["iron", "devin"], ["Meredith", "Devin"]),
        ("confederate", ["davis", "stuart"], ["Davis", "Stuart"]),
    ] {
        let mut lines =
            vec![format!("\"Chief{side}: G3/6/1 division at {},{}\"", 100 + any(1_000), 100 + any(1_000))];
        for (brigade, leader) in brigades.into_iter().zip(general) {
            let (x, y) = (100 + any(1_000), 100 + any(1_000));
            lines.push(format!("\"{leader}: G2/4/{} of {brigade} at {x},{y} under Chief{side}\"", any(3)));
        }
        for unit in 0..7 {
            let cell = cells.pop()?;
            let (x, y) = (375 + 150 * (cell % 4) + any(25), 375 + 150 * (cell / 4) + any(25));
            let heading = 10 * any(36);
            let (fire, discipline, strength) = (7 + any(3), 7 + any(4), 1 + any(6));
            let (kind, brigade) = match (unit, any(3)) {
                (0, _) => (format!("A7/{discipline}"), brigades[0]),
                (1..=3, 0) => (format!("DC{fire}/{discipline}/{strength}/2/1"), brigades[1]),
                (1..=3, _) => (format!("MC{fire}/{discipline}/{strength}/2/1"), brigades[1]),
                _ => (format!("I{fire}/{discipline}/{strength}"), brigades[0]),
            };
            let marks = [" +routed +activated", " +activated", "", "", "", ""][any(6) as usize];
            lines.push(format!("\"{side}{unit}: {kind} of {brigade} at {x},{y} h{heading}{marks}\""));
        }
        armies.push(format!("{side} = [{}]", lines.join(", ")));
    }
    let style = ["line", "assault", "light", "zouave", "frontier"];
    let styles =
        format!("styles = [\"iron: {}\", \"davis: {}\"]", style[any(5) as usize], style[any(5) as usize]);
    let bare = "size = \"1200 1200\"";
    let wooded = "size = \"1200 1200\"\nareas = [\"woods a: 300 300, 500 300, 500 600, 300 600\"]\n\
                  lines = [\"wall w: 550 620, 800 640\"]";
    let ground = if number % 2 == 1 { wooded } else { bare };
    game(ground, &format!("{}\n{}\n{styles}", armies[0], armies[1])).ok()
}

/// A game of armies on small ground.
pub(super) fn game(ground: &str, armies: &str) -> Result<RallyRoundTheFlag, Report> {
    let text: MusterText = toml::from_str(armies).unwrap_or_else(|fault| panic!("{fault}"));
    let ground: GroundText = toml::from_str(ground).unwrap_or_else(|fault| panic!("{fault}"));
    let mut faults = Faults::new(&Source::new("brawl", ""));
    let ground = ground.build(faults::Span::File, &LEGEND, &mut faults);
    let muster = text.read(&mut faults);
    let Some(ground) = ground else { return Err(Report::new()) };
    let land = Land::new(ground);
    let squares = squares(&land, &faults::Texts::default(), &mut faults);
    let options = Options { opening_hand: 6, max_rounds: 3, ..Options::default() };
    let rules = build(land, squares, Side::Confederate, options, muster, &mut faults);
    Ok(faults.into_result(rules)?)
}

/// What is wrong with a position, if anything is: nobody lies on anybody, all are on the map, each card is somewhere
/// once.
fn wrong(rules: &RallyRoundTheFlag, state: &State) -> Option<String> {
    let at = rules.position(state);
    let present: Vec<_> = at.present().collect();
    for &one in &present {
        let bodies = at.bodies(one);
        for &other in present.iter().filter(|&&other| other > one) {
            let theirs = at.bodies(other);
            if bodies.iter().any(|body| theirs.iter().any(|there| body.overlaps(there))) {
                return Some(format!("{} lies on {}", at.stand(one).tag, at.stand(other).tag));
            }
        }
        if !bodies.iter().all(|body| rules.land.field().is_on_table(&body.outline)) {
            return Some(format!("{} is off the map", at.stand(one).tag));
        }
    }
    let mut cards: Vec<u8> = Vec::new();
    for deck in &state.decks {
        let all = deck.hand.iter().chain(deck.pile.iter()).chain(deck.discards.iter());
        cards.extend(all.map(|card| card.0));
    }
    let open = state.turn.open.iter().chain(state.melees.iter().flat_map(|melee| &melee.cards));
    cards.extend(open.map(|card| card.0));
    cards.sort_unstable();
    let once = cards.iter().copied().eq(0..rules.cards.len() as u8);
    (!once).then(|| format!("the cards are {cards:?}"))
}

#[test]
fn random_brawls_meet_no_dead_end() {
    let (mut games, mut melees, mut charges) = (0, 0, 0);
    for number in [10_012, 10_649].into_iter().chain(0..4_000) {
        let Some(rules) = brawl(number) else { continue };

        games += 1;
        if games > 300 {
            break;
        }
        let mut dice = Quick::pair(number, 1);
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut player = Playout::<RallyRoundTheFlag>::new(number);
        for step in 0..150 {
            let (side, action) = match player.choose(&rules, &state) {
                Ok(Next::Act(side, action)) => (side, *action),
                Ok(Next::Over(_)) => break,
                Err(stuck) => panic!("brawl {number}, step {step}: {stuck}"),
            };
            let said = rules.write(&action);
            assert_eq!(rules.check(&state, side, &action), Ok(()), "brawl {number}, step {step}: {said}");
            let mut told = Vec::new();
            rules.apply(&mut state, side, &action, &mut dice, &mut told);
            melees = melees.max(state.melees.iter().map(|melee| melee.rounds).max().unwrap_or(0));
            charges += usize::from(said.starts_with("at "));
            // Whoever runs has turned already, and comes to stand when all have checked.
            if let Some(wrong) = wrong(&rules, &state).filter(|_| state.rout.is_none()) {
                let told: Vec<String> = told.iter().map(|event| rules.tell(event).text).collect();
                panic!("brawl {number}, step {step}, {said}: {wrong}: {told:#?}");
            }
        }
        assert!(matches!(rules.pending(&state), Pending::Over(_) | Pending::Decide(_)));
    }
    assert!(games > 200 && melees > 1 && charges > 100, "{games} games, {melees} rounds, {charges} charges");
}
