//! What kind of file a file is.

use faults::Source;

/// The kinds of files people write, or programs write for them.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A scenario of Last Full Measure.
    Scenario,
    /// A scenario of A Full Measure of Devotion.
    Campaign,
    /// Charts of A Full Measure of Devotion.
    Charts,
    /// A scenario of Picket Line.
    PicketScenario,
    /// Real ground in GeoJSON.
    Battlefield,
    /// The country of a campaign in GeoJSON.
    Geography,
    /// How a campaign's country is cut into hexes.
    Theatre,
    /// A map and nothing else.
    Map,
    /// An order of battle.
    OrderOfBattle,
    /// Arrivals.
    Arrivals,
    /// A recorded game.
    Record,
    /// Rule cases.
    Case,
}

impl Kind {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Scenario | Kind::Campaign | Kind::PicketScenario => "a scenario",
            Kind::Charts => "a file of charts",
            Kind::Battlefield => "a battlefield",
            Kind::Geography => "the geography of a theatre",
            Kind::Theatre => "a theatre",
            Kind::Map => "a map",
            Kind::OrderOfBattle => "an order of battle",
            Kind::Arrivals => "a list of arrivals",
            Kind::Record => "a record",
            Kind::Case => "a file of cases",
        }
    }
}

/// Whether a name is the path of a file, not an id.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

/// The kind of a file, seen from its content. It is told from single lines, so that a file which cannot even be parsed is
/// still checked as what it was meant to be.
pub fn kind_of(source: &Source) -> Option<Kind> {
    let text = source.text();
    let ground = || if holds_theatre(text) { Kind::Geography } else { Kind::Battlefield };
    if source.name().ends_with(".geojson") {
        return Some(ground());
    }
    if text.trim_start().starts_with('{') || source.name().ends_with(".json") {
        let geography = text.contains("\"FeatureCollection\"") || text.contains("\"features\"");
        return Some(if geography { ground() } else { Kind::Record });
    }
    let lines = || text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    let says = |start: &str| lines().any(|line| line.starts_with(start));
    let schema = |value: &str| {
        lines().any(|line| line.strip_prefix("schema").is_some_and(|rest| rest.contains(value)))
    };
    let game =
        |name: &str| lines().any(|line| line.strip_prefix("game").is_some_and(|rest| rest.contains(name)));
    // From the most telling sign to the least.
    let signs = [
        (says("[[case"), Kind::Case),
        (schema("arrivals"), Kind::Arrivals),
        (schema("orbat"), Kind::OrderOfBattle),
        (game("full-measure-of-devotion"), Kind::Campaign),
        (says("[scenario]"), Kind::Scenario),
        (says("[[picket]]"), Kind::PicketScenario),
        (says("[[arrival") || says("[[entry_point"), Kind::Arrivals),
        (says("[[army") || says("[[formation"), Kind::OrderOfBattle),
        (says("[[brigade]]") || says("[[objective]]"), Kind::Scenario),
        (says("[map]"), Kind::Map),
        (says("geography"), Kind::Theatre),
        (says("attrition") && says("[movement]"), Kind::Charts),
    ];
    signs.into_iter().find(|(seen, _)| *seen).map(|(_, kind)| kind)
}

/// Whether a GeoJSON file says, before its features, that it `holds` a `theatre`.
fn holds_theatre(text: &str) -> bool {
    let head = text.split("\"features\"").next().unwrap_or(text);
    let said = head.split("\"holds\"").nth(1).and_then(|rest| rest.trim_start().strip_prefix(':'));
    said.is_some_and(|rest| rest.trim_start().starts_with("\"theatre\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(name: &str, text: &str) -> Option<Kind> {
        kind_of(&Source::new(name.to_owned(), text.to_owned()))
    }

    #[test]
    fn a_kind_is_seen_from_the_content() {
        assert_eq!(kind("a.toml", "[scenario]\nid = 'x'\n[map]\n"), Some(Kind::Scenario));
        assert_eq!(kind("a.toml", "schema = \"orbat/1\"\n"), Some(Kind::OrderOfBattle));
        assert_eq!(kind("a.toml", "  schema='arrivals/1'"), Some(Kind::Arrivals));
        assert_eq!(kind("a.toml", "game = 'x'\n[[case]]\n[case.position]\n[scenario]"), Some(Kind::Case));
        assert_eq!(
            kind("a.toml", "game = \"full-measure-of-devotion\"\n[scenario]\n[map]"),
            Some(Kind::Campaign)
        );
        assert_eq!(kind("a.toml", "attrition = []\n[movement]\n"), Some(Kind::Charts));
        assert_eq!(kind("a.toml", "[map]\nrows = 3"), Some(Kind::Map));
        assert_eq!(kind("a.toml", "name = 'x'\n[[picket]]"), Some(Kind::PicketScenario));
        assert_eq!(kind("a", " {\"type\": \"FeatureCollection\""), Some(Kind::Battlefield));
        assert_eq!(kind("a.json", "{\"format\": 1}"), Some(Kind::Record));
        assert_eq!(kind("a.geojson", "nonsense"), Some(Kind::Battlefield));
        assert_eq!(
            kind("a.geojson", "{\"metadata\": {\"holds\" : \"theatre\"}, \"features\": []}"),
            Some(Kind::Geography)
        );
        assert_eq!(kind("a.geojson", "{\"features\": [], \"holds\": \"theatre\"}"), Some(Kind::Battlefield));
        assert_eq!(kind("a.toml", "geography = 'x.geojson'"), Some(Kind::Theatre));
        assert_eq!(kind("a.txt", "Dear diary,"), None);
        assert_eq!(kind("a.toml", "# [scenario]"), None);
    }
}
