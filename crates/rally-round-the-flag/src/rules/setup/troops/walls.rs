//! Barricades put up with the stands they cover (RRF-BARR-5): as long as the front, parallel to it, a yard before it
//! unless the owner says otherwise; none is built in play (RRF-BARR-6).

use super::lie_in;
use crate::measure::{Barricade, YARD};
use crate::model::ids::StandId;
use crate::model::position::{Play, Position};
use engine::Violation;
use ground::table::meet;

/// Barricades of stands have the numbers from here on.
const FIRST: u16 = 0xF000;

const fn number(stand: StandId) -> u16 {
    FIRST + stand.0 as u16
}

/// Whether a stand may have a barricade so far before it.
pub(super) fn check(at: Position<'_>, stand: StandId, gap: i32) -> Result<(), Violation> {
    let about = at.stand(stand);
    let refuse = |text: String| Err(Violation::of("RRF-BARR-5", text).about([about.tag.clone()]));
    let brigade = at.rules.brigade(about.brigade);
    if !brigade.barricades {
        return refuse(format!("{} has no barricades.", brigade.name));
    }
    if !(0..Barricade::FARTHEST).contains(&gap) {
        return refuse("A barricade lies less than 5 yards before the front.".to_owned());
    }
    Ok(())
}

/// The barricade of a stand is gone.
pub(super) fn take_down(play: &mut Play<'_>, stand: StandId) {
    play.state.barricades.retain(|barricade| barricade.line != number(stand));
}

/// A stand that has been placed gets its barricade, inside the deployment area and where nobody is in the way; whoever
/// has been placed upon that of another takes it away.
pub(super) fn put_up(play: &mut Play<'_>, stand: StandId, gap: Option<i32>) {
    let at = play.at();
    let about = at.stand(stand);
    let in_zone = lie_in(&at.bodies(stand), at.zone(about.side));
    if in_zone && at.rules.brigade(about.brigade).barricades {
        let (pose, arm) = (at.troop(stand).pose, at.arm(stand));
        let barricade = Barricade::before(number(stand), pose, arm, gap.unwrap_or(YARD));
        play.state.barricades.push(barricade);
    }
    let at = play.at();
    let is_free = |barricade: &Barricade| {
        let upon = |stand: StandId| {
            at.bodies(stand).iter().any(|body| meet::gap_within(&barricade.ends(), &body.core, 0))
        };
        barricade.line < FIRST || !at.present().any(upon)
    };
    let free: Vec<Barricade> = at.state.barricades.iter().copied().filter(is_free).collect();
    play.state.barricades = free;
}
