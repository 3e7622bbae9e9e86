//! The files this game reads, and those of them built in.

pub use faults::Library;
use faults::Shelf;

/// Scenario files.
pub(super) const SCENARIOS: Shelf = Shelf {
    what: "scenario",
    folder: "last-full-measure",
    ending: "toml",
    builtin: &[
        ("crossroads-farm", include_str!("../../../../scenarios/last-full-measure/crossroads-farm.toml")),
        ("mcphersons-ridge", include_str!("../../../../scenarios/last-full-measure/mcphersons-ridge.toml")),
        ("gettysburg-july-1", include_str!("../../../../scenarios/last-full-measure/gettysburg-july-1.toml")),
    ],
};

/// Orders of battle and arrivals.
pub(super) const ARMIES: Shelf = Shelf {
    what: "order of battle or arrivals",
    folder: "armies",
    ending: "toml",
    builtin: &[
        ("gettysburg-july-1", include_str!("../../../../scenarios/armies/gettysburg-july-1.toml")),
        (
            "gettysburg-july-1-arrivals",
            include_str!("../../../../scenarios/armies/gettysburg-july-1-arrivals.toml"),
        ),
    ],
};

/// Battlefields.
pub(super) const BATTLEFIELDS: Shelf = Shelf {
    what: "battlefield",
    folder: "battlefields",
    ending: "geojson",
    builtin: &[(
        "gettysburg-july-1",
        include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson"),
    )],
};

/// The ids of all scenarios of a library: those built in, then the further ones of its folder by name.
#[must_use]
pub fn ids(library: &Library) -> Vec<String> {
    library.ids(&SCENARIOS)
}
