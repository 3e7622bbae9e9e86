//! Scenarios of all games, by the game that the file names; a file that names none is read by the first.
#![no_main]

use faults::{Head, Library};
use games::GAMES;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::source;

fuzz_target!(|input: &[u8]| {
    let source = source("scenario.toml", input);
    // Real ground is large and has targets of its own; paths are none of a fuzzer's business.
    if ["battlefield", "theatre"].iter().any(|ground| source.text().contains(ground)) {
        return;
    }
    let game = Head::of(&source).text("game").and_then(games::game).unwrap_or(&GAMES[0]);
    if let Err(report) = (game.from_source)(&Library::builtin().sealed(), &source) {
        assert!(!report.is_empty(), "refused without a fault");
        assert!(!report.to_string().is_empty());
        assert!(report.located().iter().all(|fault| !fault.what.is_empty()));
    }
});
