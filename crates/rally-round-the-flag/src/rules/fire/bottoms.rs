//! Bottom-of-card additions to Fire (2.24): when each of them may be used.

use super::{Position, StandId, Violation, is_target, ready, targets};
use crate::measure::{Stick, front};
use crate::model::cards::Bottom;
use crate::model::numbers::Arm;
use crate::model::state::Mark;

/// Whether a fire card can be used for a shot at a target within a stick.
///
/// # Errors
///
/// Why it cannot.
pub fn is_usable(
    at: Position<'_>,
    firer: StandId,
    target: StandId,
    bottom: Bottom,
    stick: Stick,
) -> Result<(), Violation> {
    let (about, enemy) = (at.stand(firer), at.stand(target));
    let refuse = |rule, text| Err(Violation::of(rule, text).about([about.tag.clone(), enemy.tag.clone()]));
    match bottom {
        // RRF-BOF-2
        Bottom::Flankers => {
            let open = at.measured(|table| {
                table.stand(target).is_some_and(|stand| front::open_flank(stand, table.stands).is_some())
            });
            if open {
                Ok(())
            } else {
                refuse("RRF-BOF-2", format!("Both flanks of {} are supported.", enemy.name))
            }
        }
        // RRF-BOF-8, R-07
        Bottom::ShotAndShell if at.arm(firer) != Arm::Artillery => {
            refuse("RRF-BOF-8", format!("{} is no battery.", about.name))
        }
        Bottom::ShotAndShell if !matches!(stick, Stick::Blue | Stick::Orange) => {
            refuse("RRF-BOF-8", format!("{} is beyond the reach of shell.", enemy.name))
        }
        // RRF-BOF-4
        Bottom::OpenOrder if reliefs(at, firer).next().is_none() => {
            refuse("RRF-BOF-4", format!("Nobody who has not been activated stands behind {}.", about.name))
        }
        Bottom::FiringLine | Bottom::OpenOrder | Bottom::Sharpshooters | Bottom::ShotAndShell => Ok(()),
        _ => refuse("RRF-BOF-1", format!("{} adds nothing to Fire.", bottom.name())),
    }
}

/// Whether a fire card could be played as the turn's card for a stand: there is a target for it.
///
/// # Errors
///
/// Why there is none.
pub fn could_with(at: Position<'_>, stand: StandId, bottom: Bottom) -> Result<(), Violation> {
    ready(at, stand)?;
    let mut last = super::could(at, stand);
    for target in targets(at, stand) {
        last = is_target(at, stand, target).and_then(|shot| is_usable(at, stand, target, bottom, shot.stick));
        if last.is_ok() {
            return last;
        }
    }
    last
}

/// Who could take a firer's place by Open Order: not activated, unrouted, touching its rear and facing the same way
/// (RRF-BOF-4, R-88).
pub(super) fn reliefs(at: Position<'_>, firer: StandId) -> impl Iterator<Item = StandId> {
    let behind = move |&friend: &StandId| {
        friend != firer
            && !at.is(friend, Mark::ACTIVATED.or(Mark::ROUTED))
            && front::is_behind(&at.figure(friend), &at.figure(firer))
    };
    at.present_of(at.side(firer)).filter(behind)
}
