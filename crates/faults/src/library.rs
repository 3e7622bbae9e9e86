//! Where files come from: a folder, or the files built into a program.

use crate::{Faults, Source, Span, did_you_mean, list};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use toml::Spanned;

/// Files of one kind: what they are called, where they lie, and those built in.
#[derive(Copy, Clone, Debug)]
pub struct Shelf {
    /// What one of them is: `order of battle`.
    pub what: &'static str,
    /// The folder they lie in.
    pub folder: &'static str,
    /// How their names end, without the dot.
    pub ending: &'static str,
    /// Those built in: id and text.
    pub builtin: &'static [(&'static str, &'static str)],
}

/// Where files are looked for.
///
/// A bare name such as `gettysburg-july-1` is looked up in the folder, if there is one, and then among the files built
/// in. A name with a slash or an ending is the path of a file; paths that a file names start from its own folder.
///
/// ```
/// use faults::{Library, Shelf};
///
/// const FARMS: Shelf =
///     Shelf { what: "farm", folder: "farms", ending: "toml", builtin: &[("crossroads", "barns = 2\n")] };
///
/// let library = Library::builtin();
/// assert_eq!(library.open(&FARMS, "crossroads").unwrap().name(), "farms/crossroads.toml");
/// let faults = library.open(&FARMS, "crosroads").unwrap_err();
/// assert!(faults.to_string().contains("did you mean `crossroads`?"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Library {
    folder: Option<PathBuf>,
    /// Only names, no paths.
    sealed: bool,
    /// Only these files, by the keys of [`Kept`].
    kept: Option<Arc<BTreeMap<String, Source>>>,
    notes: Option<Notes>,
}

/// A file as a library once gave it out: to be kept, and given out again by [`Library::kept`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// What it was asked for by: folder and name of a file with a bare name, else the path.
    pub key: String,
    /// The file.
    pub source: Source,
}

/// Which files a library has given out: see [`Library::noting`].
#[derive(Clone, Debug, Default)]
pub struct Notes(Arc<Mutex<BTreeMap<String, Source>>>);

impl Notes {
    /// The files, each once.
    #[must_use]
    pub fn files(&self) -> Vec<Kept> {
        let files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.iter().map(|(key, source)| Kept { key: key.clone(), source: source.clone() }).collect()
    }

    fn note(&self, key: &str, source: &Source) {
        let mut files = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        files.entry(key.to_owned()).or_insert_with(|| source.clone());
    }
}

impl Library {
    /// Only the files built in.
    #[must_use]
    pub fn builtin() -> Library {
        Library::default()
    }

    /// A folder that has the folders of the shelves in it.
    pub fn folder(folder: impl Into<PathBuf>) -> Library {
        Library { folder: Some(folder.into()), ..Library::default() }
    }

    /// The same files, but a name is never taken for a path: for texts of people who may not look about on this
    /// machine.
    #[must_use]
    pub fn sealed(self) -> Library {
        Library { sealed: true, ..self }
    }

    /// The same files, and notes of those that are given out from now on.
    ///
    /// ```
    /// use faults::{Library, Shelf};
    ///
    /// const FARMS: Shelf =
    ///     Shelf { what: "farm", folder: "farms", ending: "toml", builtin: &[("crossroads", "barns = 2\n")] };
    ///
    /// let (library, notes) = Library::builtin().noting();
    /// library.open(&FARMS, "crossroads").unwrap();
    /// let again = Library::kept(notes.files());
    /// assert_eq!(again.open(&FARMS, "crossroads").unwrap().text(), "barns = 2\n");
    /// assert!(Library::kept([]).open(&FARMS, "crossroads").is_err());
    /// ```
    #[must_use]
    pub fn noting(&self) -> (Library, Notes) {
        let notes = Notes::default();
        (Library { notes: Some(notes.clone()), ..self.clone() }, notes)
    }

    /// These files and no others, whatever is built in or lies in folders.
    pub fn kept(files: impl IntoIterator<Item = Kept>) -> Library {
        let files = files.into_iter().map(|Kept { key, source }| (key, source)).collect();
        Library { kept: Some(Arc::new(files)), ..Library::default() }
    }

    /// The names of all files of a kind: those built in, then the further ones of the folder in order.
    #[must_use]
    pub fn ids(&self, shelf: &Shelf) -> Vec<String> {
        if let Some(kept) = &self.kept {
            let (before, after) = (format!("{}/", shelf.folder), format!(".{}", shelf.ending));
            let id = |key: &String| Some(key.strip_prefix(&before)?.strip_suffix(&after)?.to_owned());
            return kept.keys().filter_map(id).collect();
        }
        let mut ids: Vec<String> = shelf.builtin.iter().map(|(id, _)| (*id).to_owned()).collect();
        let folder = self.folder.as_ref().map(|folder| folder.join(shelf.folder));
        let files = folder.into_iter().filter_map(|folder| folder.read_dir().ok()).flatten().flatten();
        let mut more: Vec<String> = files
            .map(|entry| entry.path())
            .filter(|path| path.extension().is_some_and(|ending| ending == shelf.ending))
            .filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned()))
            .filter(|id| !ids.contains(id))
            .collect();
        more.sort();
        ids.append(&mut more);
        ids
    }

    /// The file with a name or at a path.
    ///
    /// # Errors
    ///
    /// There is none, or it cannot be read.
    pub fn open(&self, shelf: &Shelf, name: &str) -> Result<Source, Faults> {
        self.find(shelf, name, Path::new("")).map_err(|hint| {
            let mut faults = Faults::new(&Source::new(name.to_owned(), ""));
            faults.add(Span::File, format!("there is no {} `{name}`", shelf.what)).hint(hint);
            faults
        })?
    }

    /// The file that another file names; if there is none, that is a fault of the other file.
    pub fn named(
        &self,
        shelf: &Shelf,
        name: &Spanned<String>,
        file: &Source,
        faults: &mut Faults,
    ) -> Option<Source> {
        let (text, what) = (name.get_ref(), shelf.what);
        match self.find(shelf, text, folder_of(file)) {
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

    /// The file with its ending that another file names and that lies beside it. One built in serves where nothing lies
    /// there.
    pub fn beside(
        &self,
        shelf: &Shelf,
        name: &Spanned<String>,
        file: &Source,
        faults: &mut Faults,
    ) -> Option<Source> {
        let path = folder_of(file).join(name.get_ref());
        let key = path.display().to_string();
        if let Some(kept) = &self.kept {
            if let Some(source) = kept.get(&key) {
                return Some(source.clone());
            }
        } else if !self.sealed && path.exists() {
            if let Ok(source) = Source::open(&path) {
                self.note(&key, &source);
                return Some(source);
            }
        } else if let Some((id, text)) = shelf
            .builtin
            .iter()
            .find(|(id, _)| name.get_ref().strip_prefix(id) == Some(&format!(".{}", shelf.ending)))
        {
            let source = Source::new(format!("{}/{id}.{}", shelf.folder, shelf.ending), *text);
            self.note(&key, &source);
            return Some(source);
        }
        faults
            .add(name, format!("the {} `{}` cannot be read", shelf.what, path.display()))
            .hint(format!("name a file that ends in .{} in the same folder", shelf.ending));
        None
    }

    fn note(&self, key: &str, source: &Source) {
        if let Some(notes) = &self.notes {
            notes.note(key, source);
        }
    }

    /// A file by its name; `Err` is a hint where nothing bears the name.
    fn find(&self, shelf: &Shelf, name: &str, beside: &Path) -> Result<Result<Source, Faults>, String> {
        let key = match name.contains(['/', '\\', '.']) {
            true => beside.join(name).display().to_string(),
            false => format!("{}/{name}.{}", shelf.folder, shelf.ending),
        };
        if let Some(kept) = &self.kept {
            let none = || "it is not among the files that were kept".to_owned();
            return kept.get(&key).cloned().map(Ok).ok_or_else(none);
        }
        let found = self.look_up(shelf, name, beside)?;
        if let Ok(source) = &found {
            self.note(&key, source);
        }
        Ok(found)
    }

    /// The same without kept files.
    fn look_up(&self, shelf: &Shelf, name: &str, beside: &Path) -> Result<Result<Source, Faults>, String> {
        let Shelf { folder, ending, builtin, .. } = *shelf;
        if name.contains(['/', '\\', '.']) {
            return match self.sealed {
                true => Err("paths are not allowed here; use a name without slashes and endings".to_owned()),
                false => Ok(Source::open(beside.join(name))),
            };
        }
        let file = format!("{name}.{ending}");
        if let Some(path) = self.folder.as_ref().map(|root| root.join(folder).join(&file))
            && path.exists()
        {
            return Ok(Source::open(path));
        }
        let ids = || builtin.iter().map(|(id, _)| *id);
        match builtin.iter().find(|(id, _)| *id == name) {
            Some((_, text)) => Ok(Ok(Source::new(format!("{folder}/{file}"), *text))),
            None => Err(did_you_mean(name, ids()).map_or_else(
                || format!("known are {}; a path has a slash or ends in .{ending}", list(ids())),
                |meant| format!("did you mean `{meant}`?"),
            )),
        }
    }
}

fn folder_of(file: &Source) -> &Path {
    Path::new(file.name()).parent().unwrap_or(Path::new(""))
}
