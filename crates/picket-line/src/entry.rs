//! What the programs of the house need to know of Picket Line besides its rules.

use crate::Action;
use crate::PicketLine;
use crate::load;
use engine::load::{Library, Report, Source};
use engine::notation::Form;
use engine::{Chance, GameEntry};

/// The game's name in files and records.
pub(crate) const GAME: &str = "picket-line";

impl GameEntry for PicketLine {
    const ID: &'static str = GAME;
    const TITLE: &'static str = "Picket Line";
    const LEDGER: &'static str = include_str!("../../../docs/rules/picket-line.md");
    const FORMS: &'static [Form] = Action::FORMS;

    fn ids(library: &Library) -> Vec<String> {
        load::ids(library)
    }

    fn scenario(library: &Library, id: &str) -> Result<PicketLine, Report> {
        load::scenario(library, id)
    }

    fn from_source(library: &Library, source: &Source) -> Result<PicketLine, Report> {
        load::from_source(library, source)
    }

    fn any_action(&self, chance: &mut dyn Chance) -> Action {
        Action::any(self, chance)
    }
}
