//! Where files come from: a folder, or the files built in.

use faults::{Faults, Place, Source, did_you_mean};
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The folder of this game's scenarios, below `scenarios`.
const FOLDER: &str = "full-measure-of-devotion";

/// The scenario files built in: id and text.
pub(super) const SCENARIOS: [(&str, &str); 3] = [
    ("monocacy-bridge", include_str!("../../../../scenarios/full-measure-of-devotion/monocacy-bridge.toml")),
    ("late-june", include_str!("../../../../scenarios/full-measure-of-devotion/late-june.toml")),
    ("campaign", include_str!("../../../../scenarios/full-measure-of-devotion/campaign.toml")),
];

/// The charts.
const CHARTS: [(&str, &str); 1] =
    [("charts", include_str!("../../../../scenarios/full-measure-of-devotion/charts.toml"))];

/// How theatres are cut.
const THEATRES: [(&str, &str); 1] =
    [("gettysburg-campaign", include_str!("../../../../scenarios/theatres/gettysburg-campaign.toml"))];

/// The geography they are cut from.
const GEOGRAPHIES: [(&str, &str); 1] = [(
    "gettysburg-campaign.geojson",
    include_str!("../../../../scenarios/theatres/gettysburg-campaign.geojson"),
)];

/// Where scenario files and the files they name are looked for.
///
/// A bare name such as `gettysburg-campaign` is looked up in the folder, if there is one, and then among the files built
/// in. A name with a slash or an ending is the path of a file; paths that a scenario file names start from its own folder.
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

    /// A folder laid out like the project's `scenarios`: `full-measure-of-devotion/`, `theatres/`.
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
        let folder = self.folder.as_ref().map(|folder| folder.join(FOLDER));
        let files = folder.into_iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
        let mut more: Vec<String> = files
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .filter(|id| !ids.contains(id) && CHARTS.iter().all(|(charts, _)| charts != id))
            .collect();
        more.sort();
        ids.append(&mut more);
        ids
    }

    /// The scenario file with an id or at a path.
    pub(super) fn scenario(&self, name: &str) -> Result<Source, Faults> {
        self.find(name, Path::new(""), (FOLDER, "toml"), &SCENARIOS).map_err(|hint| {
            let mut faults = Faults::new(&Source::new(name.to_owned(), ""));
            faults.add(Place::File, format!("there is no scenario `{name}`")).hint(hint);
            faults
        })?
    }

    /// The charts that a scenario file names.
    pub(crate) fn charts(
        &self,
        name: &Spanned<String>,
        file: &Source,
        faults: &mut Faults,
    ) -> Option<Source> {
        self.named(name, file, "charts", (FOLDER, "toml"), &CHARTS, faults)
    }

    /// The settings of the theatre that a scenario file names.
    pub(crate) fn theatre(
        &self,
        name: &Spanned<String>,
        file: &Source,
        faults: &mut Faults,
    ) -> Option<Source> {
        self.named(name, file, "theatre", ("theatres", "toml"), &THEATRES, faults)
    }

    /// The geography that a theatre's settings name: a file beside them.
    pub(crate) fn geography(
        &self,
        name: &Spanned<String>,
        settings: &Source,
        faults: &mut Faults,
    ) -> Option<Source> {
        let beside = Path::new(settings.name()).parent().unwrap_or(Path::new(""));
        let path = beside.join(name.get_ref());
        let builtin = GEOGRAPHIES.iter().find(|(file, _)| file == name.get_ref());
        match builtin {
            Some((file, text)) if !path.exists() || self.sealed => {
                Some(Source::new(format!("theatres/{file}"), *text))
            }
            _ => {
                let source = Source::open(&path).ok().filter(|_| !self.sealed);
                if source.is_none() {
                    let what = format!("the geography `{}` cannot be read", path.display());
                    faults.add(name, what).hint("name a GeoJSON file in the same folder");
                }
                source
            }
        }
    }

    fn named(
        &self,
        name: &Spanned<String>,
        file: &Source,
        what: &str,
        kind: (&str, &str),
        builtin: &[(&str, &'static str)],
        faults: &mut Faults,
    ) -> Option<Source> {
        let beside = Path::new(file.name()).parent().unwrap_or(Path::new(""));
        let text = name.get_ref();
        match self.find(text, beside, kind, builtin) {
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
        (folder, ending): (&str, &str),
        builtin: &[(&str, &'static str)],
    ) -> Result<Result<Source, Faults>, String> {
        let is_path = name.contains(['/', '\\', '.']);
        if is_path && self.sealed {
            return Err("paths are not allowed here; use a name without slashes and endings".to_owned());
        }
        if is_path {
            return Ok(Source::open(beside.join(name)));
        }
        let file = format!("{name}.{ending}");
        if let Some(path) = self.folder.as_ref().map(|root| root.join(folder).join(&file))
            && path.exists()
        {
            return Ok(Source::open(path));
        }
        match builtin.iter().find(|(id, _)| *id == name) {
            Some((_, text)) => Ok(Ok(Source::new(format!("{folder}/{file}"), *text))),
            None => Err(did_you_mean(name, builtin.iter().map(|(id, _)| *id)).map_or_else(
                || {
                    let known = faults::list(builtin.iter().map(|(id, _)| *id));
                    format!("known are {known}; a path has a slash or ends in .{ending}")
                },
                |meant| format!("did you mean `{meant}`?"),
            )),
        }
    }
}
