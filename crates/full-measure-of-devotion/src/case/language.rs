//! A Full Measure of Devotion as the case runner sees it.

use super::begin::Moment;
use super::compare::compare;
use super::expect::CaseExpect;
use super::keys::CasePosition;
use super::position::Built;
use crate::game::{FullMeasureOfDevotion, GAME};
use crate::load::Library;
use crate::position::Play;
use crate::state::State;
use engine::case::{CaseLanguage, Findings, SetUp, rule_ids};
use engine::{Chance, Eyes};
use faults::{Report, Source};
use std::sync::Arc;

/// The rules ledger, for the ids that cases may name.
const LEDGER: &str = include_str!("../../../../docs/rules/full-measure-of-devotion.md");

/// The words of this game's cases.
#[derive(Clone, Debug)]
pub struct Cases {
    library: Library,
    rules: Vec<String>,
}

impl Cases {
    /// Cases may name the scenarios and theatres of this library.
    #[must_use]
    pub fn new(library: Library) -> Cases {
        Cases { library, rules: rule_ids(LEDGER) }
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
        let Built { campaign, mut state, moment } = position.build(&self.library, source)?;
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
