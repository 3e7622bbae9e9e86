//! What the programs of the house need to know of Seeing the Elephant! besides its rules.

use crate::files;
use crate::game::GAME;
use crate::model::action::Action;
use crate::model::scenario::SeeingTheElephant;
use crate::scene;
use engine::entry::Plan;
use engine::load::{Library, Report, Source};
use engine::notation::Form;
use engine::{Chance, GameEntry};

impl GameEntry for SeeingTheElephant {
    const ID: &'static str = GAME;
    const TITLE: &'static str = "Seeing the Elephant!";
    const LEDGER: &'static str = include_str!("../../../docs/rules/seeing-the-elephant.md");
    const FORMS: &'static [Form] = Action::FORMS;

    fn ids(library: &Library) -> Vec<String> {
        files::ids(library)
    }

    fn scenario(library: &Library, id: &str) -> Result<SeeingTheElephant, Report> {
        files::scenario(library, id)
    }

    fn from_source(library: &Library, source: &Source) -> Result<SeeingTheElephant, Report> {
        files::from_source(library, source)
    }

    fn plan(&self, columns: usize, rows: usize) -> Plan {
        scene::plan(self, columns, rows)
    }

    fn any_action(&self, chance: &mut dyn Chance) -> Action {
        Action::any(self, chance)
    }
}
