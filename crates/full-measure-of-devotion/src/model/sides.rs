//! What lies across the sides of a hex, as sets of sides.
//!
//! Rules about neighbours ask the same few things of all six sides at once: where water parts two hexes, where wagons
//! can go. The answers depend on the country and the weather alone, so they are laid out once a campaign, a bit a side.

use crate::model::campaign::{SOUTH, is_open};
use ground::theatre::{River, Theatre};
use ground::{Direction, Grid, Hex, IMPASSABLE};

/// A set of sides of a hex.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct SideSet(u8);

impl SideSet {
    #[inline]
    fn of(hold: impl Fn(Direction) -> bool) -> SideSet {
        SideSet(
            Direction::ALL
                .into_iter()
                .filter(|&side| hold(side))
                .fold(0, |set, side| set | 1 << side.index()),
        )
    }

    /// Whether a side is a member.
    #[inline]
    pub const fn contains(self, side: Direction) -> bool {
        self.0 >> side.index() & 1 == 1
    }

    /// The neighbours across these sides, counter-clockwise from the east.
    #[inline]
    pub fn across(self, grid: &Grid, hex: Hex) -> impl Iterator<Item = Hex> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let side = *Direction::ALL.get(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(side)
        })
        .filter_map(move |side| grid.neighbour(hex, side))
    }
}

/// The sides of a hex, in one weather.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Sides {
    /// Where a river without a usable crossing runs.
    pub parted: SideSet,
    /// Where a major one does.
    pub parted_widely: SideSet,
    /// Where wagons can go.
    pub road: SideSet,
    /// Where they can go by railroad.
    pub rail: SideSet,
    /// Where the South ends at a crest: no flipped train crosses it (RUL-26).
    pub crest: SideSet,
}

impl Sides {
    /// Those of every hex; `wagons` are the prices of a train's steps.
    pub fn new(theatre: &Theatre, wagons: &[[u8; 6]], flood: bool) -> Vec<Sides> {
        let of = |hex: Hex| {
            let border = |side| theatre.border(hex, side);
            let road = |side: Direction| wagons[hex.index()][side.index()] != IMPASSABLE;
            Sides {
                parted: SideSet::of(|side| border(side).river.is_some() && !is_open(border(side), flood)),
                parted_widely: SideSet::of(|side| {
                    border(side).river == Some(River::Major) && !is_open(border(side), flood)
                }),
                road: SideSet::of(road),
                rail: SideSet::of(|side| road(side) && border(side).rail),
                crest: SideSet::of(|side| {
                    let other = theatre.grid.neighbour(hex, side);
                    other.is_some_and(|other| theatre.is_crest(SOUTH, hex, other))
                }),
            }
        };
        theatre.grid.hexes().map(of).collect()
    }
}
