//! Theatres of campaigns: a file that says how to cut, and the geography beside it.

use crate::board::{COUNTRY_LEGEND, Country};
use crate::terminal::Style;
use faults::{Faults, Report, Source};
use ground::theatre::{Cut, Geography, Theatre, read_settings};
use std::path::Path;

/// Reads a theatre and its geography, which lies beside it unless the file names another folder.
pub fn open(source: &Source) -> Result<(Cut, Geography), Report> {
    let settings = read_settings(source)?;
    let folder = Path::new(source.name()).parent().unwrap_or(Path::new(""));
    let name = settings.geography();
    let ground = Source::open(folder.join(name.get_ref())).map_err(|_| {
        let mut faults = Faults::new(source);
        faults
            .add(name, format!("the geography `{}` is not here", name.get_ref()))
            .hint("put it beside this file, or name it by its way from here");
        faults
    })?;
    let geography = Geography::read(&ground)?;
    let mut faults = Faults::new(source);
    match settings.cut(&geography, &mut faults) {
        Some(cut) => Ok((cut, geography)),
        None => Err(faults.into()),
    }
}

/// The theatre as letters.
pub fn text(theatre: &Theatre, style: Style) -> String {
    let bare = Country { theatre, only: &|_| true, content: &|_| None };
    format!("{}{COUNTRY_LEGEND}\nhexes are numbered CCRR, column first\n", bare.draw().render(style))
}
