//! Which games there are, and where their scenarios come from.

use crate::files::{self, Kind};
use crate::table::Tabletop;
use crate::trouble::Trouble;
use engine::Shelved;
use engine::record::Record;
use engine::stage::Blurb;
use faults::{Report, Source, did_you_mean, list};
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::load as campaigns;
use last_full_measure::LastFullMeasure;
use last_full_measure::load::{self, Library};
use picket_line::PicketLine;
use std::path::PathBuf;
use std::sync::Arc;

/// A game with a scenario loaded.
#[derive(Clone)]
pub enum Loaded {
    /// Last Full Measure.
    LastFullMeasure(Arc<LastFullMeasure>),
    /// A Full Measure of Devotion.
    FullMeasureOfDevotion(Arc<FullMeasureOfDevotion>),
    /// Picket Line, the game to copy.
    PicketLine(Arc<PicketLine>),
}

/// Something to be done with a game, whichever it is.
pub trait Task {
    /// What comes of it.
    type Outcome;

    /// Does it.
    fn on<R: Tabletop>(self, rules: Arc<R>) -> Self::Outcome;
}

impl Loaded {
    /// Does something with the game.
    pub fn with<T: Task>(self, task: T) -> T::Outcome {
        match self {
            Loaded::LastFullMeasure(rules) => task.on(rules),
            Loaded::FullMeasureOfDevotion(rules) => task.on(rules),
            Loaded::PicketLine(rules) => task.on(rules),
        }
    }

    /// The game for the table in the browser.
    pub fn shelved(self) -> Arc<dyn Shelved> {
        match self {
            Loaded::LastFullMeasure(rules) => Arc::new(rules),
            Loaded::FullMeasureOfDevotion(rules) => Arc::new(rules),
            Loaded::PicketLine(rules) => Arc::new(rules),
        }
    }

    /// What the scenario is about.
    pub fn blurb(&self) -> Blurb {
        match self {
            Loaded::LastFullMeasure(rules) => rules.blurb(),
            Loaded::FullMeasureOfDevotion(rules) => rules.blurb(),
            Loaded::PicketLine(rules) => rules.blurb(),
        }
    }
}

/// Where scenarios stand.
pub struct Shelf {
    library: Library,
}

/// The one scenario of the game to copy.
const PICKET_LINE: &str = "two-fords";

impl Shelf {
    /// The scenarios built in, and before them those of a folder.
    pub fn new(folder: Option<PathBuf>) -> Shelf {
        Shelf { library: folder.map_or_else(Library::builtin, Library::folder) }
    }

    /// Where the games find their files.
    pub fn library(&self) -> &Library {
        &self.library
    }

    /// The ids of all scenarios, in the order in which they are offered.
    pub fn ids(&self) -> Vec<String> {
        let mut ids = load::ids(&self.library);
        ids.extend(campaigns::ids(&self.library));
        ids.push(PICKET_LINE.to_owned());
        ids
    }

    /// What each scenario is about, in the same order.
    pub fn blurbs(&self) -> Result<Vec<Blurb>, Trouble> {
        self.ids().iter().map(|id| Ok(self.load(id)?.blurb())).collect()
    }

    /// The scenarios for the table in the browser, in the same order.
    pub fn shelved(&self) -> Result<Vec<Arc<dyn Shelved>>, Trouble> {
        self.ids().iter().map(|id| Ok(self.load(id)?.shelved())).collect()
    }

    /// Loads a scenario by its id, or from a file.
    pub fn load(&self, name: &str) -> Result<Loaded, Trouble> {
        if files::is_path(name) {
            return self.load_file(&Source::open(name)?);
        }
        if name == PICKET_LINE {
            return Ok(Loaded::PicketLine(Arc::new(PicketLine::standard())));
        }
        let ids = self.ids();
        if !ids.iter().any(|id| id == name) {
            let remedy = match did_you_mean(name, ids.iter().map(String::as_str)) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "there are {}; a file is named with its ending, as in `./{name}.toml`",
                    list(ids.iter().map(String::as_str))
                ),
            };
            return Err(Trouble::command(format!("there is no scenario `{name}`"), remedy));
        }
        if campaigns::ids(&self.library).iter().any(|id| id == name) {
            let rules = campaigns::scenario(&self.library, name)?;
            return Ok(Loaded::FullMeasureOfDevotion(Arc::new(rules)));
        }
        let scenario = load::scenario(&self.library, name)?;
        Ok(Loaded::LastFullMeasure(Arc::new(LastFullMeasure::new(scenario))))
    }

    /// Loads the scenario of a file.
    pub fn load_file(&self, source: &Source) -> Result<Loaded, Trouble> {
        match files::kind_of(source) {
            Some(Kind::Scenario) => {
                let scenario = load::from_source(&self.library, source)?;
                Ok(Loaded::LastFullMeasure(Arc::new(LastFullMeasure::new(scenario))))
            }
            Some(Kind::Campaign) => {
                let rules = campaigns::from_source(&self.library, source)?;
                Ok(Loaded::FullMeasureOfDevotion(Arc::new(rules)))
            }
            Some(Kind::PicketScenario) => {
                Ok(Loaded::PicketLine(Arc::new(picket_line::load::from_source(&self.library, source)?)))
            }
            kind => {
                let what = kind.map_or("of no kind known here", Kind::name);
                Err(Trouble::command(
                    format!("`{}` is {what}, not a scenario", source.name()),
                    "give a scenario's id or file; `longroll scenarios` lists the ids",
                ))
            }
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
pub fn read_record(path: &std::path::Path) -> Result<(Source, Record), Report> {
    let source = Source::open(path)?;
    let record = Record::read(&source)?;
    Ok((source, record))
}
