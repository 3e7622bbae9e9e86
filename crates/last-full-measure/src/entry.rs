//! What the programs of the house need to know of Last Full Measure besides its rules.

use crate::action::Action;
use crate::game::{GAME, LastFullMeasure};
use crate::load;
use engine::load::{Library, Report, Source};
use engine::notation::Form;
use engine::{Chance, GameEntry};
use ground::draw::Ground;
use std::any::Any;

impl GameEntry for LastFullMeasure {
    const ID: &'static str = GAME;
    const TITLE: &'static str = "Last Full Measure";
    const LEDGER: &'static str = include_str!("../../../docs/rules/last-full-measure.md");
    const FORMS: &'static [Form] = Action::FORMS;

    fn ids(library: &Library) -> Vec<String> {
        load::ids(library)
    }

    fn scenario(library: &Library, id: &str) -> Result<LastFullMeasure, Report> {
        load::scenario(library, id).map(LastFullMeasure::new)
    }

    fn from_source(library: &Library, source: &Source) -> Result<LastFullMeasure, Report> {
        load::from_source(library, source).map(LastFullMeasure::new)
    }

    fn any_action(&self, chance: &mut dyn Chance) -> Action {
        Action::any(&self.scenario, chance)
    }

    fn ground(&self) -> Option<Box<dyn Any>> {
        let land = self.scenario.land.as_deref().map(|land| (land.field.clone(), land.layout));
        Some(Box::new(Ground::Hexes { map: self.scenario.map.clone(), land }))
    }
}
