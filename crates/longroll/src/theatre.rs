//! Theatres of campaigns: a file that says how to cut, and the geography beside it.

use faults::{Faults, Report, Source};
use ground::theatre::{Country, Cut, Geography, Theatre, read_settings};
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

/// What the letters of [`text`] mean.
const LEGEND: &str = ". clear  o place  f forest  m mountain  = pass  ~ sea  # out of play";

/// The theatre as letters, a row a line, columns numbered at the top.
pub fn text(theatre: &Theatre) -> String {
    let grid = &theatre.grid;
    let digit =
        |place: u16| (0..grid.cols()).map(|col| char::from(b'0' + (col / place % 10) as u8)).collect();
    let [tens, ones]: [String; 2] = [digit(10), digit(1)];
    let mut lines = format!("   {tens}\n   {ones}\n");
    for row in 0..grid.rows() {
        let letters: String =
            (0..grid.cols()).filter_map(|col| grid.at(col, row)).map(|hex| letter(theatre, hex)).collect();
        lines += &format!("{row:02} {letters}\n");
    }
    format!("{lines}{LEGEND}\nhexes are numbered CCRR, column first\n")
}

fn letter(theatre: &Theatre, hex: ground::Hex) -> char {
    let has_way = ground::Direction::ALL.iter().any(|side| theatre.border(hex, *side).has_way());
    match theatre.country(hex) {
        Country::Clear if theatre.place_at(hex).is_some() => 'o',
        Country::Clear => '.',
        Country::Forest => 'f',
        Country::Mountain if has_way => '=',
        Country::Mountain => 'm',
        Country::Sea => '~',
        Country::Outside => '#',
    }
}
