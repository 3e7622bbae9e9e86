//! Measuring (section 3 of the ledger): stands as bodies, arrows and sticks, arcs and flanks, contact and columns,
//! moves as data, sight and slope, steep ground, candidates, in both profiles of lengths.
//!
//! Pure functions over a plain list of posed stands and the ground; they know no state and no turn.
