//! Where scenarios come from.

use crate::files::{self, Kind};
use crate::trouble::Trouble;
use engine::record::Record;
use engine::stage::Blurb;
use faults::{Library, Report, Source, did_you_mean, list};
use games::Loaded;
use server::Stock;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where scenarios stand.
pub struct Shelf {
    library: Library,
}

impl Shelf {
    /// The scenarios built in, and before them those of a folder.
    pub fn new(folder: Option<PathBuf>) -> Shelf {
        Shelf { library: folder.map_or_else(Library::builtin, Library::folder) }
    }

    /// Where the games find their files.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// What each scenario is about, in the order in which they are offered.
    pub fn blurbs(&self) -> Result<Vec<Blurb>, Trouble> {
        games::ids(&self.library).iter().map(|id| Ok(self.load(id)?.blurb())).collect()
    }

    /// The scenarios for the table in the browser, in the same order, with the files they are made of.
    pub fn stocked(&self) -> Result<server::Shelf, Trouble> {
        let stock = |id: &String| {
            let (library, notes) = self.library.noting();
            let game = Shelf { library }.load(id)?.shelved();
            Ok(Stock { game, name: id.clone(), files: notes.files() })
        };
        let stocks: Vec<Stock> =
            games::ids(&self.library).iter().map(stock).collect::<Result<_, Trouble>>()?;
        Ok(server::Shelf::stocked(stocks, Arc::new(games::again)))
    }

    /// Loads a scenario by its id, or from a file.
    pub fn load(&self, name: &str) -> Result<Loaded, Trouble> {
        if files::is_path(name) {
            return self.load_file(&Source::open(name)?);
        }
        if let Some(game) = games::game_with(&self.library, name) {
            return Ok((game.scenario)(&self.library, name)?);
        }
        let ids = games::ids(&self.library);
        let remedy = match did_you_mean(name, ids.iter().map(String::as_str)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!(
                "there are {}; a file is named with its ending, as in `./{name}.toml`",
                list(ids.iter().map(String::as_str))
            ),
        };
        Err(Trouble::command(format!("there is no scenario `{name}`"), remedy))
    }

    /// Loads the scenario of a file.
    pub fn load_file(&self, source: &Source) -> Result<Loaded, Trouble> {
        match files::kind_of(source)? {
            Kind::Scenario(game) => Ok((game.from_source)(&self.library, source)?),
            kind => Err(Trouble::command(
                format!("`{}` is {}, not a scenario", source.name(), kind.name()),
                "give a scenario's id or file; `longroll scenarios` lists the ids",
            )),
        }
    }

    /// Loads the game a record belongs to: the scenario it names, or another one said to be it.
    pub fn load_for(
        &self,
        record: &Record,
        source: &Source,
        scenario: Option<&str>,
    ) -> Result<Loaded, Trouble> {
        let name = scenario.unwrap_or(&record.identity.scenario);
        match self.load(name) {
            Err(Trouble::Command { what, .. }) if scenario.is_none() => Err(Trouble::command(
                format!("{what}, which `{}` was played with", source.name()),
                "name its file with `--scenario FILE`, or its folder with `--scenarios DIR`",
            )),
            loaded => loaded,
        }
    }
}

/// Reads a record.
pub fn read_record(path: &Path) -> Result<(Source, Record), Report> {
    let source = Source::open(path)?;
    let record = Record::read(&source)?;
    Ok((source, record))
}
