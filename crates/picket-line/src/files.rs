//! Files into scenarios: read, checked in one step that lists every fault, then trusted.

pub use faults::Library;

use crate::entry::GAME;
use crate::model::field::{EDGE, Point};
use crate::model::scenario::{PicketLine, Post};
use crate::model::state::MOST_PICKETS;
use engine::Side;
use engine::load::{Loader, Reader};
use faults::{Faults, Shelf, Span};
use serde::Deserialize;
use toml::Spanned;

engine::load_functions!(Files => PicketLine);

/// The most rounds a scenario may have.
const MOST_ROUNDS: u8 = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ScenarioFile {
    /// Checked before the file is read.
    #[serde(rename = "game")]
    _game: Option<String>,
    name: String,
    rounds: Spanned<u8>,
    #[serde(default, rename = "picket")]
    pickets: Vec<PostFile>,
}

/// A picket as files write it, in scenarios and in cases.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PostFile {
    name: Spanned<String>,
    side: Side,
    at: Spanned<[i32; 2]>,
    facing: Spanned<[i32; 2]>,
}

/// The files of Picket Line. It names no other file, so its parts are all there is to build.
enum Files {}

impl Loader for Files {
    type File = ScenarioFile;
    type Parts = PicketLine;
    type Built = PicketLine;
    const GAME: &'static str = GAME;
    const SCENARIOS: Shelf = Shelf {
        what: "scenario",
        folder: GAME,
        ending: "toml",
        builtin: &[("two-fords", include_str!("../../../scenarios/picket-line/two-fords.toml"))],
    };

    fn parts(reader: &mut Reader<'_>, file: &ScenarioFile) -> Option<PicketLine> {
        let posts = check_posts(&file.pickets, &mut reader.faults);
        check_rounds(&file.rounds, &mut reader.faults);
        Some(PicketLine { name: file.name.clone(), rounds: *file.rounds.get_ref(), posts })
    }

    fn build(parts: PicketLine, _faults: &mut Faults) -> Option<PicketLine> {
        Some(parts)
    }
}

pub(crate) fn check_rounds(rounds: &Spanned<u8>, faults: &mut Faults) {
    if !(1..=MOST_ROUNDS).contains(rounds.get_ref()) {
        faults
            .add(rounds, format!("{} is no number of rounds", rounds.get_ref()))
            .hint(format!("write 1 to {MOST_ROUNDS}"));
    }
}

/// Checks the pickets of a file: PL-1.1, PL-3.4, and that every name is short and used once.
pub(crate) fn check_posts(pickets: &[PostFile], faults: &mut Faults) -> Vec<Post> {
    for side in Side::BOTH {
        if !pickets.iter().any(|picket| picket.side == side) {
            faults
                .add(Span::File, format!("the {side} side has no picket"))
                .hint("give each side at least one");
        }
    }
    if pickets.len() > MOST_PICKETS {
        let what = format!("{} pickets are too many", pickets.len());
        faults.add(&pickets[MOST_PICKETS].name, what).hint(format!("at most {MOST_PICKETS}"));
    }
    for (index, picket) in pickets.iter().enumerate() {
        let name = picket.name.get_ref();
        if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_uppercase()) {
            faults.add(&picket.name, format!("`{name}` is no name for a picket")).hint("use capital letters");
        }
        if let Some(twin) = pickets[..index].iter().find(|twin| twin.name.get_ref() == name) {
            faults
                .add(&picket.name, format!("two pickets are called `{name}`"))
                .hint("give each a name of its own")
                .see(&twin.name, "the first");
        }
        let [at, facing] = [&picket.at, &picket.facing].map(|pair| point(*pair.get_ref()));
        if !at.is_on_field() {
            faults.add(&picket.at, format!("{at} is off the field")).hint(format!("use 0 to {EDGE}"));
        }
        if !facing.is_direction() {
            faults.add(&picket.facing, format!("{facing} is no direction")).hint("`[0, 1]` faces north");
        }
        for other in &pickets[..index] {
            let there = point(*other.at.get_ref());
            if at.is_on_field() && there.is_on_field() && crate::rules::movement::crowds(at, there) {
                faults
                    .add(&picket.at, format!("`{name}` stands too close to `{}`", other.name.get_ref()))
                    .hint(format!("keep {} paces between them", crate::rules::movement::ELBOW_ROOM))
                    .see(&other.at, "here");
            }
        }
    }
    let post = |picket: &PostFile| Post {
        name: picket.name.get_ref().clone(),
        side: picket.side,
        at: point(*picket.at.get_ref()),
        facing: point(*picket.facing.get_ref()).shortest(),
    };
    pickets.iter().map(post).collect()
}

pub(crate) const fn point([x, y]: [i32; 2]) -> Point {
    Point::new(x, y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use faults::Source;

    #[test]
    fn every_fault_of_a_scenario_is_listed_with_its_line() {
        let text = "game = \"picket-line\"\nname = \"bad\"\nrounds = 0\n\
            [[picket]]\nname = \"A\"\nside = \"union\"\nat = [700, 0]\nfacing = [0, 0]\n\
            [[picket]]\nname = \"A\"\nside = \"union\"\nat = [10, 10]\nfacing = [0, 1]\n\
            [[picket]]\nname = \"c\"\nside = \"union\"\nat = [10, 29]\nfacing = [0, 1]\n";
        let report = from_source(&Library::builtin(), &Source::new("bad.toml", text)).unwrap_err();
        let found: Vec<_> = report.located().into_iter().map(|fault| (fault.line, fault.what)).collect();
        let expected = [
            (None, "the Confederate side has no picket"),
            (Some(3), "0 is no number of rounds"),
            (Some(7), "700,0 is off the field"),
            (Some(8), "0,0 is no direction"),
            (Some(10), "two pickets are called `A`"),
            (Some(15), "`c` is no name for a picket"),
            (Some(17), "`c` stands too close to `A`"),
        ];
        assert_eq!(found, expected.map(|(line, what)| (line, what.to_owned())));
    }
}
