//! Why a move is refused, in words: the rule, and by how much.

use crate::field::terrain;
use crate::measure::Refusal;
use crate::model::ids::{GeneralId, StandId};
use crate::model::position::Position;
use engine::Violation;
use engine::words::listed;
use ground::table::{Kinds, number};

/// The refusal of a stand's move.
pub fn refused(at: Position<'_>, stand: StandId, refusal: &Refusal) -> Violation {
    let about = at.stand(stand);
    in_words(at, &about.name, refusal).about([about.tag.clone()])
}

/// The refusal of a General's ride.
pub fn to_general(at: Position<'_>, general: GeneralId, refusal: &Refusal) -> Violation {
    let about = at.rules.general(general);
    let violation = in_words(at, &about.name, refusal);
    let rule = match refusal {
        Refusal::Enemy { .. } | Refusal::StopsNowhere | Refusal::OffLimits { .. } => "RRF-MOVE-17a",
        Refusal::Overlap { .. } | Refusal::General { .. } | Refusal::TooNear { .. } => "R-65",
        _ => return violation.about([about.tag.clone()]),
    };
    Violation { rule: rule.to_owned(), ..violation }.about([about.tag.clone()])
}

fn yards(length: i32) -> String {
    match number::write(length, 2).as_str() {
        "1" => "1 yard".to_owned(),
        yards => format!("{yards} yards"),
    }
}

fn degrees(tenths: i32) -> String {
    format!("{}°", number::write(tenths, 1))
}

/// What ground it is.
fn ground(kinds: Kinds) -> String {
    let names =
        terrain::TABLE.iter().filter(|row| row.kinds.intersects(kinds)).map(|row| row.class.word.to_owned());
    listed(names, "ground")
}

fn in_words(at: Position<'_>, name: &str, refusal: &Refusal) -> Violation {
    let stand = |stand: StandId| at.stand(stand).name.as_str();
    let of = |rule: &str, text: String| Violation::of(rule, text);
    match *refusal {
        Refusal::Slide { by, most } => {
            of("RRF-MOVE-8", format!("The arrow is slid {}; this edge takes {}.", yards(by), yards(most)))
        }
        Refusal::Tilt { by, most } => {
            of("RRF-MOVE-8", format!("The arrow is tilted {}; {} is the most.", degrees(by), degrees(most)))
        }
        Refusal::Pivot { by, most } => {
            let rule = if most > 450 { "RRF-TAC-8" } else { "RRF-MOVE-10" };
            of(rule, format!("{name} would pivot {}; it may {}.", degrees(by), degrees(most)))
        }
        Refusal::NoSuchEdge => {
            of("RRF-TAC-5", "A specialised Tactic is laid and put by front or rear.".to_owned())
        }
        Refusal::Bearing { by, most } => of(
            "RRF-TAC-5",
            format!(
                "The handle points {} away from straight out; {} is the most.",
                degrees(by),
                degrees(most)
            ),
        ),
        Refusal::Arrow { laid, longest } => {
            let (laid, longest) = (laid.key().to_uppercase(), longest.key().to_uppercase());
            of("RRF-MOVE-7", format!("{name} may use {longest}, not {laid}."))
        }
        Refusal::UnderFire => of("RRF-MOVE-3", format!("{name} is under fire: only T may be used.")),
        Refusal::Restricted { kinds, after } => {
            let rule = [
                (terrain::WOODS, "RRF-TERR-1"),
                (terrain::ORCHARD, "RRF-TERR-3"),
                (terrain::MARSH, "RRF-TERR-5"),
                (terrain::ROCKS, "RRF-TERR-7"),
                (terrain::CREEK, "RRF-TERR-9"),
            ];
            let rule = rule
                .into_iter()
                .find(|(kind, _)| kinds.intersects(*kind))
                .map_or("RRF-MOVE-3", |(_, rule)| rule);
            of(
                rule,
                format!("There is {} on the path after {}: only T may be used.", ground(kinds), yards(after)),
            )
        }
        Refusal::Steep { lines } => {
            of("RRF-STEEP-4", format!("The path is steep ({lines} lines): only T may be used."))
        }
        Refusal::TooSteep { lines } => {
            of("RRF-STEEP-5", format!("The path is steep ({lines} lines): only men on foot cross it."))
        }
        Refusal::MoveLimit { square } => {
            let number = at.rules.squares.grid.number(square);
            let square = at.rules.squares.list.get(number);
            let (name, limit) = square.map_or(("?", None), |square| (square.name.as_str(), square.limit));
            match limit {
                None => of("RRF-MOVE-14", format!("{name} takes no Move arrow: only T.")),
                Some(limit) => of(
                    "RRF-MOVE-15",
                    format!("{limit} Move arrows lie in {name}: only T takes another stand."),
                ),
            }
        }
        Refusal::OffLimits { on_path } => {
            let how = if on_path { "The path leads over" } else { "It would end on" };
            of("RRF-MAP-10", format!("{how} ground that is off-limits."))
        }
        Refusal::OffMap { by } => of("RRF-MAP-6", format!("{name} would end {} beyond the map.", yards(by))),
        Refusal::Enemy { stand: enemy, inside: 0 } => of("R-57", format!("{} is in the way.", stand(enemy))),
        Refusal::Enemy { stand: enemy, inside } => {
            of("R-57", format!("{} is in the way: {name} would be {} inside.", stand(enemy), yards(inside)))
        }
        Refusal::Engaged { stand: friend } => {
            of("RRF-CROWD-1b", format!("{} is engaged: nobody moves through it.", stand(friend)))
        }
        Refusal::Overlap { stand: friend, inside } => {
            of("RRF-CROWD-1", format!("It would end {} inside {}.", yards(inside), stand(friend)))
        }
        Refusal::General { general } => {
            of("RRF-LEAD-8", format!("{} cannot make room.", at.rules.general(general).name))
        }
        Refusal::TooNear { stand: enemy, gap } => of(
            "RRF-MOVE-11",
            format!("It would end {} from {}; 5 yards is the least.", yards(gap), stand(enemy)),
        ),
        Refusal::AcrossBarricade { stand: enemy, .. } => {
            of("RRF-MOVE-11", format!("It would be in contact with {} across the barricade.", stand(enemy)))
        }
        Refusal::OnBarricade { .. } => of("RRF-BARR-1", "It would end lying across a barricade.".to_owned()),
        Refusal::Barricade { .. } => of("RRF-BARR-1", "A barricade is in the way.".to_owned()),
        Refusal::MarchUnderFire { by, range } => of(
            "RRF-MARCH-4",
            format!("A March may not end under fire: {} is {} away.", stand(by), yards(range)),
        ),
        Refusal::NoNearer { before, after } => of(
            "RRF-BOM-4",
            format!("It would end {} from its friend; it was {}.", yards(after), yards(before)),
        ),
        Refusal::NoFarther { before, after } => {
            of("R-71", format!("It would end {} from the target; it was {}.", yards(after), yards(before)))
        }
        Refusal::TooFar { by, most } => {
            of("RRF-CROWD-1a", format!("That is {} away; {name} may go {}.", yards(by), yards(most)))
        }
        Refusal::NoContact => of("RRF-CHG-1", "No enemy is reached.".to_owned()),
        Refusal::TurnedOnto { stand: enemy, inside } => {
            of("RRF-CHG-1", format!("Turned so, {name} would lie {} inside {}.", yards(inside), stand(enemy)))
        }
        Refusal::StopsNowhere => {
            of("RRF-MOVE-17a", format!("{name} stops short only where he touches a stand of his chain."))
        }
        Refusal::Ride { by, most } => {
            of("RRF-MOVE-17", format!("{name} rides {}, not {}.", yards(most), yards(by)))
        }
    }
}
