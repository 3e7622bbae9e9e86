//! Writes flags and Move Limits of a file of squares anew, from the ground (section 6.6): `squares FILE`.

use faults::{Library, Report, Source};
use ground::Battlefield;
use ground::battlefield::SHELF;
use rally_round_the_flag::field::squares::{printed_lines, renewed};
use rally_round_the_flag::field::survey::survey;
use rally_round_the_flag::scenarios::squares;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let (Some(file), None) = (arguments.next(), arguments.next()) else {
        eprintln!(
            "write `squares FILE`: it writes the list `printed` of a file of squares anew, from the ground"
        );
        return ExitCode::from(2);
    };
    match renew(&file) {
        Ok(changed) => {
            println!("{file}: {}", if changed { "written anew" } else { "as the ground has it" });
            ExitCode::SUCCESS
        }
        Err(report) => {
            eprint!("{report}");
            ExitCode::FAILURE
        }
    }
}

/// Whether anything in the file has changed.
fn renew(file: &str) -> Result<bool, Report> {
    let source = Source::open(file)?;
    let (battlefield, grid) = squares::read_grid(&source)?;
    let ground = Battlefield::read(&Library::builtin().open(&SHELF, &battlefield)?)?;
    let fault = |what: String, hint: &str| {
        let mut faults = faults::Faults::new(&source);
        faults.add(faults::Span::File, what).hint(hint);
        Report::from(faults)
    };
    let found = survey(&ground, grid).map_err(|error| fault(error.to_string(), "take fewer squares"))?;
    let text = renewed(source.text(), &printed_lines(grid, &found)).ok_or_else(|| {
        fault("there is no list `printed`".to_owned(), "write `printed = [` and `]`, each on a line")
    })?;
    let changed = text != source.text();
    if changed {
        std::fs::write(file, text)
            .map_err(|error| fault(error.to_string(), "check the path and its permissions"))?;
    }
    Ok(changed)
}
