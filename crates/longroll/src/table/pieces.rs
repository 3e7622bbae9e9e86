//! What a piece of a scene says of itself.

use engine::scene::{Piece, Spot};

/// Badges that mark a whole stack.
const SHAKEN: [&str; 3] = ["D", "D2", "S"];

/// The place in which a piece stands.
pub(super) fn place_of(piece: &Piece) -> Option<&str> {
    match &piece.at {
        Spot::Place { place } => Some(place),
        _ => None,
    }
}

pub(super) fn is_leader(piece: &Piece) -> bool {
    piece.kind == "commander"
}

/// The first number on a piece that fights.
pub(super) fn strength(piece: &Piece) -> Option<u32> {
    piece.figures.first().filter(|_| !is_leader(piece))?.text.parse().ok()
}

/// What the first number counts: a word as it is, several in capitals: "strength points" are SP.
pub(super) fn unit_of(piece: &Piece) -> String {
    let what = piece.figures.first().map_or("", |figure| figure.what.as_str());
    if !what.contains(' ') {
        return what.to_owned();
    }
    what.split_whitespace()
        .filter_map(|word| word.chars().next())
        .map(|letter| letter.to_ascii_uppercase())
        .collect()
}

pub(super) fn is_shaken(piece: &Piece) -> bool {
    piece.badges.iter().any(|badge| SHAKEN.contains(&badge.text.as_str()))
}
