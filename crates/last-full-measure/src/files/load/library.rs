//! The files this game reads, and those of them built in.

use faults::Shelf;

/// Scenario files.
pub(super) const SCENARIOS: Shelf = Shelf {
    what: "scenario",
    folder: "last-full-measure",
    ending: "toml",
    builtin: &[
        ("crossroads-farm", include_str!("../../../../../scenarios/last-full-measure/crossroads-farm.toml")),
        (
            "mcphersons-ridge",
            include_str!("../../../../../scenarios/last-full-measure/mcphersons-ridge.toml"),
        ),
        (
            "gettysburg-july-1",
            include_str!("../../../../../scenarios/last-full-measure/gettysburg-july-1.toml"),
        ),
    ],
};
