//! Whether a brigade stands in its shape, and what is wrong with it in words (RRF-FORM-3 to RRF-FORM-18).

use super::drawn::about;
use crate::measure::Stand;
use crate::measure::shapes::{self, Flaw};
use crate::measure::sight::Scratch;
use crate::model::cards::Formation;
use crate::model::ids::{BrigadeId, StandId};
use crate::model::position::Position;
use engine::Violation;

/// Whether those of a brigade who are on the map stand in its shape.
pub(super) fn check_shape(at: Position<'_>, brigade: BrigadeId) -> Result<(), Flaw> {
    let present = at.rules.stands_of(brigade).filter(|&stand| at.is_present(stand));
    let stands: Vec<Stand> = present.map(|stand| at.figure(stand)).collect();
    let about = about(at, brigade, &stands);
    at.measured(|table| shapes::check(table, &mut Scratch::default(), &about, at.formation(brigade)))
}

/// A flaw in words.
pub(super) fn in_words(at: Position<'_>, brigade: BrigadeId, flaw: Flaw) -> Violation {
    let name = &at.rules.brigade(brigade).name;
    let stand = |stand: StandId| at.stand(stand).name.as_str();
    let leader = &at.rules.general(at.posted(brigade).general).name;
    let formation = at.formation(brigade);
    let (rule, text) = match flaw {
        Flaw::Outside(who) => {
            ("RRF-DEP-4a", format!("{} does not lie wholly in its deployment area.", stand(who)))
        }
        Flaw::OutOfRadius(who) => {
            let rule = match formation {
                Formation::Line => "RRF-FORM-4",
                Formation::Assault => "RRF-FORM-13",
                _ => "RRF-DEP-4",
            };
            (rule, format!("{} is beyond the radius of {leader}.", stand(who)))
        }
        Flaw::Line { together, needed } => {
            ("RRF-FORM-3", format!("{together} of {name} stand in one line, and {needed} have to."))
        }
        Flaw::Touch(one, other) => {
            let rule = if formation == Formation::Unformed { "RRF-FORM-18" } else { "RRF-FORM-5" };
            (rule, format!("{} touches {}.", stand(one), stand(other)))
        }
        Flaw::Forward { many, most } => {
            ("RRF-FORM-6", format!("{many} of {name} begin beyond the deployment area, and {most} may."))
        }
        Flaw::InEnemyZone(who) => {
            ("RRF-FORM-6", format!("{} would begin in the enemy's deployment area.", stand(who)))
        }
        Flaw::NoCover(who) => ("RRF-FORM-7", format!("{} has no cover so far forward.", stand(who))),
        Flaw::Columns { needed } => {
            let columns = if needed == 1 { "one column" } else { "two columns" };
            let rule = if needed == 1 { "RRF-FORM-10" } else { "RRF-FORM-8" };
            (rule, format!("{name} forms {columns}."))
        }
        Flaw::Facing(one, other) => {
            ("RRF-FORM-9", format!("{} and {} do not face the same way.", stand(one), stand(other)))
        }
        Flaw::GeneralApart => {
            let rule = if formation == Formation::Assault { "RRF-FORM-12a" } else { "RRF-FORM-11" };
            (rule, format!("{leader} touches no column of {name}."))
        }
        Flaw::Halves => ("RRF-FORM-12", format!("One half of {name} stands in line, the other in column.")),
        Flaw::GunsApart(who) => ("RRF-FORM-14", format!("{} touches no regiment of {name}.", stand(who))),
        Flaw::HeldBack { many, least, most } => (
            "RRF-FORM-15",
            format!("{many} of {name} are held back; at least {least} and at most {most} are to be."),
        ),
    };
    Violation::of(rule, text).about([at.rules.brigade(brigade).tag.clone()])
}
