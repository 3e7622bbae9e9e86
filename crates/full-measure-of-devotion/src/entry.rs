//! What the programs of the house need to know of A Full Measure of Devotion besides its rules.

use crate::action::Action;
use crate::game::{FullMeasureOfDevotion, GAME};
use crate::load;
use engine::entry::FileKind;
use engine::load::{Library, Report, Source};
use engine::notation::Form;
use engine::{Chance, GameEntry};
use ground::draw::Ground;
use std::any::Any;

impl GameEntry for FullMeasureOfDevotion {
    const ID: &'static str = GAME;
    const TITLE: &'static str = "A Full Measure of Devotion";
    const LEDGER: &'static str = include_str!("../../../docs/rules/full-measure-of-devotion.md");
    const FORMS: &'static [Form] = Action::FORMS;
    const FILES: &'static [FileKind] =
        &[FileKind { holds: "charts", name: "a file of charts", check: check_charts }];

    fn ids(library: &Library) -> Vec<String> {
        load::ids(library)
    }

    fn scenario(library: &Library, id: &str) -> Result<FullMeasureOfDevotion, Report> {
        load::scenario(library, id)
    }

    fn from_source(library: &Library, source: &Source) -> Result<FullMeasureOfDevotion, Report> {
        load::from_source(library, source)
    }

    fn any_action(&self, chance: &mut dyn Chance) -> Action {
        Action::any(&self.campaign, chance)
    }

    fn ground(&self) -> Option<Box<dyn Any>> {
        let land = self.campaign.land.as_deref();
        let land = land.map(|land| Box::new((land.cut.clone(), land.geography.clone())));
        Some(Box::new(Ground::Country { theatre: self.campaign.theatre.clone(), land }))
    }
}

fn check_charts(source: &Source) -> Result<String, Report> {
    load::check_charts(source)?;
    Ok(format!("charts of {}", FullMeasureOfDevotion::TITLE))
}
