//! How much a scenario may have.
//!
//! The rules are built twice from the same source: this crate holds what most scenarios need, in states of 8 KB, and
//! `last-full-measure-large` holds three days of Gettysburg, in states of 24 KB. Which one plays a scenario is found
//! out when it is loaded. Why so: `docs/decisions/two-sizes.md`.

/// The numbers of pieces, and their links: one more than the number, or 0 for nobody.
#[cfg(not(feature = "large"))]
pub type Number = u8;
/// The numbers of pieces, and their links: one more than the number, or 0 for nobody.
#[cfg(feature = "large")]
pub type Number = u16;

/// The small size, or the large one.
const fn size(small: usize, large: usize) -> usize {
    if cfg!(feature = "large") { large } else { small }
}

/// Room for combat units; a scenario may have one less, since 0 stands for nobody in links.
pub const UNITS: usize = size(256, 704);
/// The most commanders a scenario may have.
pub const COMMANDERS: usize = size(96, 192);
/// The most brigades a scenario may have.
pub const BRIGADES: usize = size(64, 128);
/// The most regiments a brigade may have.
pub const REGIMENTS: usize = 32;
/// The most stacks in an order of appearance.
pub const ARRIVALS: usize = size(64, 192);
/// The most bridges on a map.
pub const BRIDGES: usize = size(64, 128);
/// The most hexes of a map. Everything that is done to a set of hexes costs by this number: it is not generous.
pub const HEXES: usize = size(640, 2048);

/// Some of the hexes of a map.
pub type HexSet = ground::HexSet<{ HEXES / 64 }>;
/// Who sees whom on a map.
pub type SightTable = ground::SightTable<{ HEXES / 64 }>;

const _: () = {
    assert!(UNITS.is_multiple_of(64) && UNITS - 1 <= Number::MAX as usize);
    assert!(COMMANDERS.is_multiple_of(16) && COMMANDERS < Number::MAX as usize);
    assert!(BRIGADES.is_multiple_of(64) && ARRIVALS.is_multiple_of(64) && BRIDGES.is_multiple_of(64));
    assert!(HEXES.is_multiple_of(64) && HEXES <= ground::MAX_HEXES);
};
