//! What the programs of the house need to know of Rally Round the Flag besides its rules.

use crate::files;
use crate::game::GAME;
use crate::model::action::Action;
use crate::model::scenario::RallyRoundTheFlag;
use crate::scenarios;
use engine::entry::FileKind;
use engine::load::{Library, Report, Source};
use engine::notation::Form;
use engine::{Chance, GameEntry};

impl GameEntry for RallyRoundTheFlag {
    const ID: &'static str = GAME;
    const TITLE: &'static str = "Rally Round the Flag";
    const LEDGER: &'static str = include_str!("../../../docs/rules/rally-round-the-flag.md");
    const FORMS: &'static [Form] = Action::FORMS;
    const FILES: &'static [FileKind] = &[
        FileKind {
            holds: "squares",
            name: "a file of squares",
            check: |source| Ok(scenarios::check_squares(source)?),
        },
        FileKind { holds: "campaign", name: "a battle of a campaign", check: scenarios::check_campaign },
        FileKind {
            holds: "losses",
            name: "a file of losses",
            check: |source| Ok(scenarios::check_losses(source)?),
        },
    ];

    fn ids(library: &Library) -> Vec<String> {
        files::ids(library)
    }

    fn scenario(library: &Library, id: &str) -> Result<RallyRoundTheFlag, Report> {
        files::scenario(library, id)
    }

    fn from_source(library: &Library, source: &Source) -> Result<RallyRoundTheFlag, Report> {
        files::from_source(library, source)
    }

    fn any_action(&self, chance: &mut dyn Chance) -> Action {
        Action::any(self, chance)
    }
}
