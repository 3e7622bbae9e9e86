//! The files this game reads, and those of them built in.

pub use faults::Library;
use faults::Shelf;

/// The folder of this game's scenarios, below `scenarios`.
const FOLDER: &str = "full-measure-of-devotion";

/// Scenario files.
pub(super) const SCENARIOS: Shelf = Shelf {
    what: "scenario",
    folder: FOLDER,
    ending: "toml",
    builtin: &[
        (
            "monocacy-bridge",
            include_str!("../../../../scenarios/full-measure-of-devotion/monocacy-bridge.toml"),
        ),
        ("late-june", include_str!("../../../../scenarios/full-measure-of-devotion/late-june.toml")),
        ("campaign", include_str!("../../../../scenarios/full-measure-of-devotion/campaign.toml")),
    ],
};

/// Charts.
pub(super) const CHARTS: Shelf = Shelf {
    what: "charts",
    folder: FOLDER,
    ending: "toml",
    builtin: &[("charts", include_str!("../../../../scenarios/full-measure-of-devotion/charts.toml"))],
};

/// How theatres are cut.
pub(super) const THEATRES: Shelf = Shelf {
    what: "theatre",
    folder: "theatres",
    ending: "toml",
    builtin: &[(
        "gettysburg-campaign",
        include_str!("../../../../scenarios/theatres/gettysburg-campaign.toml"),
    )],
};

/// The geography they are cut from.
pub(super) const GEOGRAPHIES: Shelf = Shelf {
    what: "geography",
    folder: "theatres",
    ending: "geojson",
    builtin: &[(
        "gettysburg-campaign",
        include_str!("../../../../scenarios/theatres/gettysburg-campaign.geojson"),
    )],
};

/// The ids of all scenarios of a library: those built in, then the further ones of its folder by name.
#[must_use]
pub fn ids(library: &Library) -> Vec<String> {
    let mut ids = library.ids(&SCENARIOS);
    // They lie in the same folder.
    ids.retain(|id| CHARTS.builtin.iter().all(|(charts, _)| charts != id));
    ids
}
