//! A Full Measure of Devotion as the case runner sees it.

use super::begin::Moment;
use super::compare::compare;
use super::expect::CaseExpect;
use super::keys::CasePosition;
use super::position::Built;
use crate::campaign::Parts;
use crate::game::{FullMeasureOfDevotion, GAME};
use crate::load::Library;
use crate::load::file::Text;
use crate::load::read::library_parts;
use crate::position::Play;
use crate::state::State;
use engine::case::{CaseLanguage, Findings, SetUp, no_scenario, rule_ids};
use engine::{Chance, Eyes};
use faults::{Report, Source};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The rules ledger, for the ids that cases may name.
const LEDGER: &str = include_str!("../../../../docs/rules/full-measure-of-devotion.md");

/// The words of this game's cases.
#[derive(Clone, Debug)]
pub struct Cases {
    library: Library,
    rules: Vec<String>,
    /// Scenarios that cases have started from: cutting a theatre takes a moment.
    scenarios: Arc<Mutex<BTreeMap<String, Parts>>>,
}

impl Cases {
    /// Cases may name the scenarios and theatres of this library.
    #[must_use]
    pub fn new(library: Library) -> Cases {
        Cases { library, rules: rule_ids(LEDGER), scenarios: Arc::default() }
    }

    /// The parts of the scenario that a case starts from.
    fn base(&self, name: &Text, source: &Source) -> Result<Parts, Report> {
        // A poisoned lock is a case that panicked; what was loaded before it is good.
        let mut scenarios = self.scenarios.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(parts) = scenarios.get(name.get_ref()) {
            return Ok(parts.clone());
        }
        let parts = library_parts(&self.library, name.get_ref())
            .map_err(|report| no_scenario(report, name, source))?;
        scenarios.insert(name.get_ref().clone(), parts.clone());
        Ok(parts)
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
        &self.rules
    }

    fn set_up(
        &self,
        position: &CasePosition,
        source: &Source,
        chance: &mut dyn Chance,
    ) -> Result<SetUp<FullMeasureOfDevotion>, Report> {
        let base = position.scenario.as_ref().map(|name| self.base(name, source)).transpose()?;
        let Built { campaign, mut state, moment } = position.build(&self.library, base, source)?;
        let rules = FullMeasureOfDevotion::new(campaign);
        let mut told = Vec::new();
        let mut play = Play { campaign: &rules.campaign, state: &mut state, chance, story: &mut told };
        let rode = play.state.rode;
        play.begin_moment(moment);
        if moment == Moment::Commanders {
            play.state.rode = rode;
        }
        position.override_alternation(play.state);
        play.run();
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
            state.out[side.index()] = true;
        }
        for side in &self.army_order {
            state.army_order[side.index()] = true;
        }
        if let Some(go) = self.go {
            state.go = go;
        } else if self.out.contains(&state.go) {
            state.go = state.go.other();
        }
    }
}
