//! What kind of file a file is: what it says it is, before anything else.

use engine::entry::FileKind;
use faults::{Faults, Head, Source, did_you_mean, list};
use games::{GAMES, Game};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The kinds of files people write, or programs write for them.
#[derive(Copy, Clone, Debug)]
pub enum Kind {
    /// A scenario of a game.
    Scenario(&'static Game),
    /// Rule cases of a game.
    Cases(&'static Game),
    /// Something else that belongs to a game.
    Own(&'static FileKind),
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
}

/// What files say in `schema = "…"` that belong to no game, before the number of the version.
const SCHEMAS: [(&str, Kind); 4] = [
    ("orbat", Kind::OrderOfBattle),
    ("arrivals", Kind::Arrivals),
    ("theatre", Kind::Theatre),
    ("map", Kind::Map),
];

impl Kind {
    /// What people call it.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Scenario(_) => "a scenario",
            Kind::Cases(_) => "a file of cases",
            Kind::Own(kind) => kind.name,
            Kind::Battlefield => "a battlefield",
            Kind::Geography => "the geography of a theatre",
            Kind::Theatre => "a theatre",
            Kind::Map => "a map",
            Kind::OrderOfBattle => "an order of battle",
            Kind::Arrivals => "a list of arrivals",
            Kind::Record => "a record",
        }
    }
}

/// Whether a name is the path of a file, not an id.
pub fn is_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}

/// The kind of a file, as it says itself.
///
/// # Errors
///
/// It does not say, or nothing of the kind is known here: a fault of its first lines, with what to write.
pub fn kind_of(source: &Source) -> Result<Kind, Faults> {
    if source.name().ends_with("json") || source.text().trim_start().starts_with('{') {
        return Ok(kind_of_json(source));
    }
    let head = Head::of(source);
    let mut faults = Faults::new(source);
    match head.first() {
        Some(("game", id)) => match games::game(id) {
            Some(game) => return kind_of_game(game, &head, faults),
            None => {
                let ids = || GAMES.iter().map(|game| game.id);
                let hint = match did_you_mean(id, ids()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("the games are {}", list(ids())),
                };
                faults.add(head.place("game"), format!("there is no game `{id}`")).hint(hint);
            }
        },
        Some((_, schema)) => {
            let word = schema.split('/').next().unwrap_or(schema);
            match SCHEMAS.iter().find(|(name, _)| *name == word) {
                Some((_, kind)) => return Ok(*kind),
                None => {
                    let what = format!("there is no schema `{schema}`");
                    let known = SCHEMAS.map(|(name, _)| format!("{name}/1"));
                    let hint = format!("the schemas are {}", list(known.iter().map(String::as_str)));
                    faults.add(head.place("schema"), what).hint(hint);
                }
            }
        }
        None => {
            let games = list(GAMES.iter().map(|game| game.id));
            faults.add(head.place(""), "this is no kind of file known here: it does not begin with what it is").hint(
                format!(
                    "write before everything else `game = \"…\"` in scenarios, cases and charts, for the game it is for \
                     ({games}); `schema = \"orbat/1\"` in an order of battle, `\"arrivals/1\"` in arrivals, \
                     `\"theatre/1\"` in a theatre, `\"map/1\"` in a map; battlefields and records are JSON"
                ),
            );
        }
    }
    Err(faults)
}

/// A file of a game holds what it says it `holds`; without a word, cases if it has any, and else a scenario.
fn kind_of_game(game: &'static Game, head: &Head, mut faults: Faults) -> Result<Kind, Faults> {
    let Some(holds) = head.text("holds") else {
        return Ok(if head.has("case") { Kind::Cases(game) } else { Kind::Scenario(game) });
    };
    if let Some(own) = game.files.iter().find(|kind| kind.holds == holds) {
        return Ok(Kind::Own(own));
    }
    let hint = match game.files {
        [] => "leave `holds` out: scenarios and cases need none".to_owned(),
        own => format!(
            "write {}, or leave `holds` out of scenarios and cases",
            list(own.iter().map(|kind| kind.holds))
        ),
    };
    faults.add(head.place("holds"), format!("no file of {} holds `{holds}`", game.title)).hint(hint);
    Err(faults)
}

/// What JSON says of itself.
#[derive(Deserialize, Default)]
struct Says {
    /// GeoJSON says `FeatureCollection`.
    #[serde(rename = "type")]
    what: Option<String>,
    metadata: Option<Metadata>,
    /// Records say the version of their format.
    format: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Metadata {
    holds: Option<String>,
}

/// A record says its `format`, GeoJSON its `type`, and the country of a campaign that it `holds` a `theatre`. What is
/// no JSON is taken for what its name ends in, so that its reader says where it breaks off.
fn kind_of_json(source: &Source) -> Kind {
    let says: Says = serde_json::from_str(source.text()).unwrap_or_default();
    let holds = says.metadata.and_then(|metadata| metadata.holds);
    match (says.what.as_deref(), holds.as_deref(), says.format) {
        (_, Some("theatre"), None) => Kind::Geography,
        (Some(_), _, None) => Kind::Battlefield,
        (None, _, None) if source.name().ends_with(".geojson") => Kind::Battlefield,
        _ => Kind::Record,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What people call the kind of a file, or the line and remedy of its fault.
    fn kind(name: &str, text: &str) -> Result<&'static str, (Option<usize>, String)> {
        kind_of(&Source::new(name.to_owned(), text.to_owned())).map(Kind::name).map_err(|faults| {
            let fault = faults.located().remove(0);
            (fault.line, fault.hint.unwrap_or_default())
        })
    }

    #[test]
    fn a_file_is_what_it_says_first() {
        for game in GAMES {
            let says = |rest: &str| format!("# Remarks may go before.\n\ngame = \"{}\"\n{rest}", game.id);
            assert_eq!(kind("a.toml", &says("name = 'x'\n[[picket]]\n[map]\n")), Ok("a scenario"));
            assert_eq!(kind("a.toml", &says("[[case]]\n[case.position]\n[scenario]")), Ok("a file of cases"));
            for own in game.files {
                assert_eq!(kind("a.toml", &says(&format!("holds = '{}'\n", own.holds))), Ok(own.name));
            }
        }
        assert_eq!(kind("a.toml", "schema = \"orbat/1\"\n"), Ok("an order of battle"));
        assert_eq!(kind("a.toml", "  schema='arrivals/1'"), Ok("a list of arrivals"));
        assert_eq!(kind("a.toml", "schema = 'theatre/1'"), Ok("a theatre"));
        assert_eq!(kind("a.toml", "schema = 'map/1'\n[map]\nrows = 3"), Ok("a map"));
    }

    #[test]
    fn json_is_what_it_says() {
        assert_eq!(kind("a", " {\"type\": \"FeatureCollection\", \"features\": []}"), Ok("a battlefield"));
        assert_eq!(kind("a.json", "{\"format\": 1}"), Ok("a record"));
        assert_eq!(kind("a.geojson", "nonsense"), Ok("a battlefield"));
        let theatre = "{\"features\": [], \"metadata\": {\"holds\" : \"theatre\"}}";
        assert_eq!(kind("a.geojson", theatre), Ok("the geography of a theatre"));
        assert_eq!(kind("a.geojson", "{\"features\": [\"holds\", \"theatre\"]}"), Ok("a battlefield"));
    }

    #[test]
    fn nothing_is_guessed() {
        for text in ["[scenario]\nid = 'x'\n[map]\n", "[[case]]\ngame = 'picket-line'", "Dear diary,", ""] {
            let (line, hint) = kind("a.toml", text).unwrap_err();
            assert!(line.is_none_or(|line| line == 1) && hint.starts_with("write before everything else"));
        }
        let (line, hint) = kind("a.toml", "# x\ngame = 'piquet-line'").unwrap_err();
        assert_eq!((line, hint.as_str()), (Some(2), "did you mean `picket-line`?"));
        let (_, hint) = kind("a.toml", "schema = 'orbit/1'").unwrap_err();
        assert!(hint.contains("orbat/1"), "{hint}");
        let (line, _) = kind("a.toml", "game = 'picket-line'\nholds = 'charts'").unwrap_err();
        assert_eq!(line, Some(2));
    }
}
