//! Units on their way to becoming pieces: small ones joined, those who come together, side by side along a line.

use crate::arrivals::Arrivals;
use crate::{OrderOfBattle, Troops, UnitId};

/// Units of one formation as pieces, each of one unit or several: a regiment or squadron with fewer men than `below`
/// shares the piece of the smallest of the others. Batteries stay by themselves.
///
/// ```
/// # let source = faults::Source::new("x.toml", include_str!("../../../../scenarios/armies/gettysburg-july-1.toml"));
/// # let battle = armies::OrderOfBattle::read(&source).unwrap();
/// use armies::derive::join_small;
/// let archer: Vec<_> = battle.own_units(battle.formation("cs-archer").unwrap()).collect();
/// assert_eq!(join_small(&battle, &archer, 100).len(), 5);
/// // The 5th Alabama Battalion has 135 men, the 14th Tennessee 220.
/// let joined = join_small(&battle, &archer, 150);
/// let names: Vec<&str> = joined[3].iter().map(|&unit| battle[unit].name.as_str()).collect();
/// assert_eq!(names, ["14th Tennessee", "5th Alabama Battalion"]);
/// ```
pub fn join_small(battle: &OrderOfBattle, units: &[UnitId], below: u16) -> Vec<Vec<UnitId>> {
    let men = |units: &[UnitId]| units.iter().map(|&unit| u32::from(battle[unit].men)).sum::<u32>();
    let is_small = |units: &[UnitId]| match units {
        [unit] => !battle[*unit].arm.is_artillery() && battle[*unit].men < below,
        _ => false,
    };
    let mut pieces: Vec<Vec<UnitId>> = units.iter().map(|&unit| vec![unit]).collect();
    while pieces.len() > 1
        && let Some(small) = pieces.iter().position(|piece| is_small(piece))
    {
        let small = pieces.remove(small);
        if let Some(host) = (0..pieces.len()).min_by_key(|&at| men(&pieces[at])) {
            pieces[host].extend(small);
        }
    }
    pieces
}

/// What decides where a unit comes from.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A table of the scenario's own, by number.
    Own(usize),
    /// An entry of the arrivals file, by number.
    Arrival(usize),
    /// Nothing.
    Unknown,
}

impl Origin {
    /// By the arrivals file: the unit's own entry, or that of the nearest formation over it.
    pub fn in_arrivals(battle: &OrderOfBattle, arrivals: Option<&Arrivals>, unit: UnitId) -> Origin {
        let number = arrivals.and_then(|arrivals| {
            let found: Troops = arrivals.of(battle, unit)?.troops;
            arrivals.troops.iter().position(|other| other.troops == found)
        });
        number.map_or(Origin::Unknown, Origin::Arrival)
    }
}

/// Units that come together, in the order in which they are given.
pub fn together<K: PartialEq>(units: &[UnitId], origin: impl Fn(UnitId) -> K) -> Vec<(K, Vec<UnitId>)> {
    let mut groups: Vec<(K, Vec<UnitId>)> = Vec::new();
    for &unit in units {
        let from = origin(unit);
        match groups.iter_mut().find(|(other, _)| *other == from) {
            Some((_, group)) => group.push(unit),
            None => groups.push((from, vec![unit])),
        }
    }
    groups
}

/// Where each of some pieces stands of the places along a line: side by side, in its middle if it is longer than they
/// are many, several in a place if it is shorter.
///
/// ```
/// use armies::derive::spread;
/// assert_eq!(spread(2, 5).collect::<Vec<_>>(), [1, 2]);
/// assert_eq!(spread(4, 3).collect::<Vec<_>>(), [0, 0, 1, 2]);
/// assert_eq!(spread(3, 0).count(), 0);
/// ```
pub fn spread(pieces: usize, places: usize) -> impl Iterator<Item = usize> {
    let first = places.saturating_sub(pieces) / 2;
    let pieces_placed = if places == 0 { 0 } else { pieces };
    (0..pieces_placed).map(move |at| if pieces <= places { first + at } else { at * places / pieces })
}
