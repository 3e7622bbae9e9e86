//! What cases start from: the scenarios of a library.

use faults::{Faults, Library, Report, Source, Text};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

/// A library whose scenarios cases start from.
pub struct Base<P> {
    /// Where scenarios are looked for.
    pub library: Library,
    /// Scenarios that cases have started from: loading one takes a moment.
    scenarios: Mutex<BTreeMap<String, P>>,
}

impl<P: Clone> Base<P> {
    pub(super) fn new(library: Library) -> Base<P> {
        Base { library, scenarios: Mutex::default() }
    }

    /// The scenario that a case starts from, loaded once.
    ///
    /// # Errors
    ///
    /// What is wrong with the scenario, and the place in the case that names it.
    pub fn scenario(
        &self,
        name: &Text,
        source: &Source,
        load: impl FnOnce(&Library, &str) -> Result<P, Report>,
    ) -> Result<P, Report> {
        // A poisoned lock is a case that panicked; what was loaded before it is good.
        let mut scenarios = self.scenarios.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(scenario) = scenarios.get(name.get_ref()) {
            return Ok(scenario.clone());
        }
        let loaded = load(&self.library, name.get_ref()).map_err(|mut report| {
            let mut faults = Faults::new(source);
            faults
                .add(name, format!("the scenario `{}` cannot be loaded", name.get_ref()))
                .hint("what is wrong with it is listed under its own name");
            report.add(faults);
            report
        })?;
        scenarios.insert(name.get_ref().clone(), loaded.clone());
        Ok(loaded)
    }
}

impl<P> fmt::Debug for Base<P> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Base").field("library", &self.library).finish_non_exhaustive()
    }
}
