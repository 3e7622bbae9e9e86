//! Where files come from: a folder, or the scenarios built in.

use faults::{Faults, Place, Source, did_you_mean};
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The scenario files built in: id and text.
pub(super) const SCENARIOS: [(&str, &str); 3] = [
    ("crossroads-farm", include_str!("../../../../scenarios/last-full-measure/crossroads-farm.toml")),
    ("mcphersons-ridge", include_str!("../../../../scenarios/last-full-measure/mcphersons-ridge.toml")),
    ("gettysburg-july-1", include_str!("../../../../scenarios/last-full-measure/gettysburg-july-1.toml")),
];

/// Orders of battle and arrivals.
const ARMIES: [(&str, &str); 2] = [
    ("gettysburg-july-1", include_str!("../../../../scenarios/armies/gettysburg-july-1.toml")),
    (
        "gettysburg-july-1-arrivals",
        include_str!("../../../../scenarios/armies/gettysburg-july-1-arrivals.toml"),
    ),
];

/// Battlefields.
const BATTLEFIELDS: [(&str, &str); 1] =
    [("gettysburg-july-1", include_str!("../../../../scenarios/battlefields/gettysburg-july-1.geojson"))];

/// Where scenario files and the files they name are looked for.
///
/// A bare name such as `gettysburg-july-1` is looked up in the folder, if there is one, and then among the files
/// built in. A name with a slash or an ending is the path of a file; paths that a scenario file names start from its own
/// folder.
#[derive(Clone, Debug, Default)]
pub struct Library {
    folder: Option<PathBuf>,
    /// Only names, no paths.
    sealed: bool,
}

impl Library {
    /// Only the files built in.
    #[must_use]
    pub fn builtin() -> Library {
        Library::default()
    }

    /// A folder laid out like the project's `scenarios`: `last-full-measure/`, `armies/`, `battlefields/`.
    pub fn folder(folder: impl Into<PathBuf>) -> Library {
        Library { folder: Some(folder.into()), ..Library::default() }
    }

    /// The same files, but a name is never taken for a path: for texts of people who may not look about on this machine.
    #[must_use]
    pub fn sealed(self) -> Library {
        Library { sealed: true, ..self }
    }

    /// The ids of all scenarios: those built in, then the further ones of the folder by name.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        let mut ids: Vec<String> = SCENARIOS.iter().map(|(id, _)| (*id).to_owned()).collect();
        let folder = self.folder.as_ref().map(|folder| folder.join("last-full-measure"));
        let files = folder.into_iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
        let mut more: Vec<String> = files
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .filter(|id| !ids.contains(id))
            .collect();
        more.sort();
        ids.append(&mut more);
        ids
    }

    /// The scenario file with an id or at a path.
    pub(super) fn scenario(&self, name: &str) -> Result<Source, Faults> {
        self.find(name, Path::new(""), "last-full-measure", "toml", &SCENARIOS).map_err(|hint| {
            let mut faults = Faults::new(&Source::new(name.to_owned(), ""));
            faults.add(Place::File, format!("there is no scenario `{name}`")).hint(hint);
            faults
        })?
    }

    /// The order of battle or the arrivals that a scenario file names.
    pub(super) fn army(&self, name: &Spanned<String>, file: &Source, faults: &mut Faults) -> Option<Source> {
        self.named(name, file, ("order of battle or arrivals", "armies", "toml"), &ARMIES, faults)
    }

    /// The battlefield that a scenario file names.
    pub(super) fn battlefield(
        &self,
        name: &Spanned<String>,
        file: &Source,
        faults: &mut Faults,
    ) -> Option<Source> {
        self.named(name, file, ("battlefield", "battlefields", "geojson"), &BATTLEFIELDS, faults)
    }

    fn named(
        &self,
        name: &Spanned<String>,
        file: &Source,
        (what, kind, ending): (&str, &str, &str),
        builtin: &[(&str, &'static str)],
        faults: &mut Faults,
    ) -> Option<Source> {
        let beside = Path::new(file.name()).parent().unwrap_or(Path::new(""));
        let text = name.get_ref();
        match self.find(text, beside, kind, ending, builtin) {
            Ok(Ok(source)) => Some(source),
            Ok(Err(unreadable)) => {
                let why = unreadable.iter().next().map_or(String::new(), |fault| fault.what.clone());
                let path = unreadable.source().name().to_owned();
                faults.add(name, format!("the {what} `{path}` cannot be read: {why}")).hint("check the path");
                None
            }
            Err(hint) => {
                faults.add(name, format!("there is no {what} `{text}`")).hint(hint);
                None
            }
        }
    }

    /// A file of a kind by its name; `Err` is a hint where nothing bears the name.
    fn find(
        &self,
        name: &str,
        beside: &Path,
        kind: &str,
        ending: &str,
        builtin: &[(&str, &'static str)],
    ) -> Result<Result<Source, Faults>, String> {
        if is_path(name) && self.sealed {
            return Err("paths are not allowed here; use a name without slashes and endings".to_owned());
        }
        if is_path(name) {
            return Ok(Source::open(beside.join(name)));
        }
        let file = format!("{name}.{ending}");
        if let Some(path) = self.folder.as_ref().map(|folder| folder.join(kind).join(&file))
            && path.exists()
        {
            return Ok(Source::open(path));
        }
        match builtin.iter().find(|(id, _)| *id == name) {
            Some((_, text)) => Ok(Ok(Source::new(format!("{kind}/{file}"), *text))),
            None => Err(did_you_mean(name, builtin.iter().map(|(id, _)| *id)).map_or_else(
                || format!("known are {}; a path has a slash or ends in .{ending}", known(builtin)),
                |meant| format!("did you mean `{meant}`?"),
            )),
        }
    }
}

fn known(builtin: &[(&str, &str)]) -> String {
    faults::list(builtin.iter().map(|(id, _)| *id))
}

fn is_path(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
}
