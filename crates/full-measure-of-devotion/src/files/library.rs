//! The files this game reads, and those of them built in.

use faults::Shelf;

/// Scenario files.
pub(super) const SCENARIOS: Shelf = Shelf {
    what: "scenario",
    folder: "full-measure-of-devotion",
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

/// Charts. They have a folder of their own, so that nobody's charts are taken for a scenario.
pub(super) const CHARTS: Shelf = Shelf {
    what: "charts",
    folder: "full-measure-of-devotion/charts",
    ending: "toml",
    builtin: &[("charts", include_str!("../../../../scenarios/full-measure-of-devotion/charts/charts.toml"))],
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
