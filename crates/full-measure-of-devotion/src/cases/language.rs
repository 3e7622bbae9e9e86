//! A Full Measure of Devotion as the case runner sees it.

use super::begin::Moment;
use super::compare::compare;
use super::expect::CaseExpect;
use super::keys::CasePosition;
use super::position::Built;
use crate::files::Library;
use crate::files::read::Files;
use crate::game::{FullMeasureOfDevotion, GAME};
use crate::model::campaign::Parts;
use crate::model::state::State;
use engine::agenda;
use engine::case::{Base, CaseLanguage, Findings, SetUp};
use engine::load::parts_of;
use engine::{Chance, Eyes};
use faults::{Report, Source};
use std::sync::Arc;

/// The rules ledger, for the ids that cases may name.
const LEDGER: &str = include_str!("../../../../docs/rules/full-measure-of-devotion.md");

/// The words of this game's cases.
#[derive(Clone, Debug)]
pub struct Cases(Base<Parts>);

impl Cases {
    /// Cases may name the scenarios and theatres of this library.
    #[must_use]
    pub fn new(library: Library) -> Cases {
        Cases(Base::new(library, LEDGER))
    }
}

impl CaseLanguage for Cases {
    type Rules = FullMeasureOfDevotion;
    type Position = CasePosition;
    type Expect = CaseExpect;

    fn game(&self) -> &str {
        GAME
    }

    fn rule_ids(&self) -> &[String] {
        self.0.rule_ids()
    }

    fn set_up(
        &self,
        position: &CasePosition,
        source: &Source,
        chance: &mut dyn Chance,
    ) -> Result<SetUp<FullMeasureOfDevotion>, Report> {
        let base = position
            .scenario
            .as_ref()
            .map(|name| self.0.scenario(name, source, parts_of::<Files>))
            .transpose()?;
        let Built { campaign, mut state, moment } = position.build(&self.0.library, base, source)?;
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

    fn compare(
        &self,
        rules: &FullMeasureOfDevotion,
        state: &State,
        eyes: Eyes,
        expect: &CaseExpect,
        findings: &mut Findings<'_>,
    ) {
        compare(rules, state, eyes, expect, findings);
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
