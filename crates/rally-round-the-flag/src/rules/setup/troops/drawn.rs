//! Ready-made places of a brigade in the shape of its card.

use crate::measure::shapes::{self, Brigade};
use crate::measure::sight::Scratch;
use crate::measure::{Pose, Stand, Table};
use crate::model::border::inward;
use crate::model::cards::Formation;
use crate::model::ids::{BrigadeId, StandId};
use crate::model::numbers::Arrow;
use crate::model::position::Position;
use crate::model::scenario::Kind;
use crate::model::spot::Drawn;
use crate::model::state::Whereabouts;
use ground::table::Turn;

/// Whom of a brigade a drawing up places, on horseback or on foot: everybody, but of a Reserve the fewest that may are
/// held back (RRF-FORM-15).
fn placed(at: Position<'_>, brigade: BrigadeId, mounted: bool) -> Vec<Stand> {
    let all: Vec<StandId> = strength(at, brigade);
    let held = match at.formation(brigade) {
        Formation::Reserve => all.len().div_ceil(4).min(all.len() / 2),
        _ => 0,
    };
    let figure = |stand: &StandId| at.figure_as(*stand, at.seat(*stand, Some(mounted)));
    all[..all.len() - held].iter().map(figure).collect()
}

/// The stands of a brigade that take part.
pub(super) fn strength(at: Position<'_>, brigade: BrigadeId) -> Vec<StandId> {
    let there = |stand: &StandId| at.troop(*stand).whereabouts != Whereabouts::Absent;
    at.rules.stands_of(brigade).filter(there).take(shapes::MOST).collect()
}

/// Where each stand comes to stand.
pub(super) fn draw(at: Position<'_>, brigade: BrigadeId, drawn: Drawn) -> Vec<(StandId, Pose, Option<bool>)> {
    let stands = placed(at, brigade, drawn.mounted);
    let places = shapes::drawn_up(at.formation(brigade), &stands, drawn.at, drawn.heading);
    let seat = |stand: &Stand| at.seat(stand.id, Some(drawn.mounted));
    stands.iter().zip(places).map(|(stand, pose)| (stand.id, pose, seat(stand))).collect()
}

/// Asks something about a brigade, of a table on which none of it stands.
pub(super) fn without<T>(
    at: Position<'_>,
    brigade: BrigadeId,
    ask: impl FnOnce(&Table<'_>, &mut Scratch) -> T,
) -> T {
    at.measured(|table| {
        let is_other = |stand: &&Stand| at.stand(stand.id).brigade != brigade;
        let others: Vec<Stand> = table.stands.iter().filter(is_other).copied().collect();
        ask(&Table { stands: &others, ..*table }, &mut Scratch::default())
    })
}

/// The brigade as shapes are judged of it.
pub(super) fn about<'a>(at: Position<'_>, brigade: BrigadeId, stands: &'a [Stand]) -> Brigade<'a> {
    let side = at.rules.brigade(brigade).side;
    let general = at.posted(brigade).general;
    Brigade {
        stands,
        strength: strength(at, brigade).len(),
        general: at.leader(general).at,
        command: Arrow::of_command(at.command(general)),
        zone: at.zone(side),
        enemy_zone: at.zone(side.other()),
    }
}

/// Layings that fit, nearest to the General: facing into the map, then half left and half right of it; of cavalry on
/// horseback as well.
pub(super) fn layings(at: Position<'_>, brigade: BrigadeId, most: usize) -> Vec<Drawn> {
    let side = at.rules.brigade(brigade).side;
    let mut found = Vec::new();
    if !at.leads(at.posted(brigade).general) {
        return found;
    }
    let facing = inward(at.state.edges[side.index()]);
    let cavalry = at.rules.stands_of(brigade).any(|stand| at.stand(stand).kind == Kind::Cavalry);
    let seats: &[bool] = if cavalry { &[false, true] } else { &[false] };
    for turn in [0, -450, 450] {
        let heading = facing.turned(Turn::tenths(turn));
        for &mounted in seats {
            let stands = placed(at, brigade, mounted);
            let front = without(at, brigade, |table, scratch| {
                let about = about(at, brigade, &stands);
                shapes::front(table, scratch, &about, at.formation(brigade), heading)
            });
            found.extend(front.map(|front| Drawn { at: front, heading, mounted }));
            if found.len() >= most {
                return found;
            }
        }
    }
    found
}
