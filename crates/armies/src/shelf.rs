//! Where orders of battle lie, and those built in.

use faults::Shelf;

/// Orders of battle and arrivals, the same for every game.
pub const SHELF: Shelf = Shelf {
    what: "order of battle or arrivals",
    folder: "armies",
    ending: "toml",
    builtin: &[
        ("gettysburg-july-1", include_str!("../../../scenarios/armies/gettysburg-july-1.toml")),
        (
            "gettysburg-july-1-arrivals",
            include_str!("../../../scenarios/armies/gettysburg-july-1-arrivals.toml"),
        ),
        ("gettysburg-three-days", include_str!("../../../scenarios/armies/gettysburg-three-days.toml")),
    ],
};
