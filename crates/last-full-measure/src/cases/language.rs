//! Last Full Measure as the case runner sees it.

use super::expect::{CaseExpect, compare};
use super::keys::CasePosition;
use super::position::Built;
use crate::files::load::{ScenarioParts, parts_of};
use crate::game::LastFullMeasure;
use crate::model::memo::Memo;
use crate::model::state::{Phase, State};
use engine::case::{Base, CaseLanguage, Findings, SetUp};
use engine::{Chance, Eyes, Rules};
use faults::{Report, Source};
use std::sync::Arc;

impl CaseLanguage for LastFullMeasure {
    type CasePosition = CasePosition;
    type CaseExpect = CaseExpect;
    type Parts = ScenarioParts;

    fn set_up(
        base: &Base<ScenarioParts>,
        position: &CasePosition,
        source: &Source,
        chance: &mut dyn Chance,
    ) -> Result<SetUp<LastFullMeasure>, Report> {
        let parts = position.scenario().map(|name| base.scenario(name, source, parts_of)).transpose()?;
        let built = position.build(source, parts)?;
        Ok(begin(built, chance))
    }

    fn compare(&self, state: &State, _eyes: Eyes, expect: &CaseExpect, findings: &mut Findings<'_>) {
        compare(self.position(state), expect, findings);
    }
}

/// Begins the phase of a position, and runs to the first decision.
fn begin(built: Built, chance: &mut dyn Chance) -> SetUp<LastFullMeasure> {
    let Built { scenario, mut state, phase, marks } = built;
    let mut rules = LastFullMeasure::new(scenario);
    let mut told = Vec::new();
    let Some(phase) = phase else {
        *rules.scenario.start = state;
        let state = rules.start(chance, &mut told);
        return SetUp { rules: Arc::new(rules), state, told };
    };
    let mut memo = Memo::default();
    let mut play = rules.play(&mut state, chance, &mut told, &mut memo);
    match phase {
        // The turn that the case names begins, with everything that comes before the dice for the first player.
        Phase::Initiative => play.begin_turn(play.state.turn),
        phase => {
            play.begin_phase(phase);
            marks.apply_of_phase(&rules.scenario, play.state);
            if phase == Phase::Movement {
                play.note_all_touch();
            }
        }
    }
    play.run();
    SetUp { rules: Arc::new(rules), state, told }
}
