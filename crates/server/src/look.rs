//! How a game looks, kept so that programs can show it which can no longer play it.
//!
//! A look is what every pair of eyes sees and has heard, as it goes over the wire, and the record. No rules are needed
//! to show it. Why it is kept so: `docs/decisions/games-know-their-rules.md`.

use crate::assets::pack;
use crate::seen::Seen;
use engine::game::Heard;
use engine::record::Record;
use engine::scene::Undo;
use engine::{Eyes, Seat, Table};
use faults::Source;
use flate2::Compression;
use flate2::read::GzDecoder;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::io::Read as _;

/// All eyes, in the order of their looks.
pub const ALL_EYES: [Eyes<Seat>; 4] =
    [Eyes::Of(Seat::UNION), Eyes::Of(Seat::CONFEDERATE), Eyes::Watcher, Eyes::All];

/// A game as it looked.
pub struct Look {
    /// After which entry of its journal.
    pub seq: i64,
    /// The record, secrets included.
    pub record: Record,
    /// What each pair of eyes sees and has heard: one for all where there are no secrets.
    eyes: Vec<(Seen, Vec<Heard>)>,
}

#[derive(Serialize, Deserialize)]
struct Kept {
    record: String,
    eyes: Vec<KeptEyes>,
}

#[derive(Serialize, Deserialize)]
struct KeptEyes {
    moment: String,
    sight: Box<RawValue>,
    log: Vec<Heard>,
}

/// How a game looks, as bytes to be kept. All eyes see the same where there are no secrets.
///
/// # Panics
///
/// Never: what is seen is made of texts and numbers.
#[must_use]
pub fn taken(table: &dyn Table, secrets: bool) -> Vec<u8> {
    let eyes = if secrets { &ALL_EYES[..] } else { &ALL_EYES[2..3] };
    let eyes = eyes.iter().map(|&eyes| {
        let mut sight = table.sight(eyes);
        sight.ask = None;
        sight.waiting.clear();
        sight.undo = Undo { to_line: None, barrier: "this game cannot be played on here".to_owned() };
        KeptEyes {
            moment: sight.moment.clone(),
            sight: to_raw_value(&sight).expect("a sight is made of texts and numbers"),
            log: table.log(eyes, 0),
        }
    });
    let kept = Kept { record: table.record().to_json(), eyes: eyes.collect() };
    let json = serde_json::to_vec(&kept).expect("a look is made of texts and numbers");
    pack(&json, Compression::fast()).into()
}

impl Look {
    /// Reads what was kept.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn read(seq: i64, bytes: &[u8]) -> Result<Look, String> {
        let mut json = Vec::new();
        GzDecoder::new(bytes).read_to_end(&mut json).map_err(|error| error.to_string())?;
        let kept: Kept = serde_json::from_slice(&json).map_err(|error| error.to_string())?;
        let source = Source::new("the record of the look", kept.record);
        let record = Record::read(&source).map_err(|faults| faults.to_string())?;
        let eyes = kept.eyes.into_iter().map(|KeptEyes { moment, sight, log }| {
            let seen = Seen::kept(moment, log.len(), sight);
            (seen, log)
        });
        let eyes: Vec<_> = eyes.collect();
        match eyes.len() {
            1 | 4 => Ok(Look { seq, record, eyes }),
            count => Err(format!("a look of {count} pairs of eyes")),
        }
    }

    /// What these eyes saw.
    #[must_use]
    pub fn seen(&self, eyes: Eyes<Seat>) -> Seen {
        self.of(eyes).0.clone()
    }

    /// What these eyes had heard.
    #[must_use]
    pub fn log(&self, eyes: Eyes<Seat>) -> &[Heard] {
        &self.of(eyes).1
    }

    fn of(&self, eyes: Eyes<Seat>) -> &(Seen, Vec<Heard>) {
        let place = ALL_EYES.iter().position(|&other| other == eyes).unwrap_or(0);
        &self.eyes[place.min(self.eyes.len() - 1)]
    }
}
