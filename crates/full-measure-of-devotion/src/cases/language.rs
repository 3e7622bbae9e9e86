//! A Full Measure of Devotion as the case runner sees it.

use super::begin::Moment;
use super::compare::compare;
use super::expect::CaseExpect;
use super::keys::CasePosition;
use super::position::Built;
use crate::files::read::Files;
use crate::game::FullMeasureOfDevotion;
use crate::model::campaign::Parts;
use crate::model::state::State;
use engine::agenda;
use engine::case::{Base, CaseLanguage, Findings, SetUp};
use engine::load::parts_of;
use engine::{Chance, Eyes};
use faults::{Report, Source};
use std::sync::Arc;

impl CaseLanguage for FullMeasureOfDevotion {
    type CasePosition = CasePosition;
    type CaseExpect = CaseExpect;
    type Parts = Parts;

    fn set_up(
        base: &Base<Parts>,
        position: &CasePosition,
        source: &Source,
        chance: &mut dyn Chance,
    ) -> Result<SetUp<FullMeasureOfDevotion>, Report> {
        let scenario = position.scenario.as_ref();
        let parts = scenario.map(|name| base.scenario(name, source, parts_of::<Files>)).transpose()?;
        let Built { campaign, mut state, moment } = position.build(&base.library, parts, source)?;
        let rules = FullMeasureOfDevotion::new(campaign);
        let mut told = Vec::new();
        let mut play = rules.play(&mut state, chance, &mut told);
        let rode = play.state.rode;
        play.begin_moment(moment);
        if moment == Moment::Commanders {
            play.state.rode = rode;
        }
        position.override_alternation(play.state);
        agenda::run::<FullMeasureOfDevotion>(&mut play);
        Ok(SetUp { rules: Arc::new(rules), state, told })
    }

    fn compare(&self, state: &State, eyes: Eyes, expect: &CaseExpect, findings: &mut Findings<'_>) {
        compare(self, state, eyes, expect, findings);
    }
}

impl CasePosition {
    /// Whose go it is and who is out, where the case says so.
    fn override_alternation(&self, state: &mut State) {
        for side in &self.out {
            state.out = state.out.with(*side);
        }
        for side in &self.army_order {
            state.army_order = state.army_order.with(*side);
        }
        if let Some(go) = self.go {
            state.go = go;
        } else if self.out.contains(&state.go) {
            state.go = state.go.other();
        }
    }
}
