//! Records of small games, read and replayed.
#![no_main]

use std::sync::Arc;

use engine::fair::{Unproven, verify};
use engine::game::Bookmark;
use engine::{Game, GameEntry, Record};
use faults::Source;
use games::Task;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::{faults_can_be_shown, source, table};

fuzz_target!(|input: &[u8]| {
    let source = source("record.json", input);
    let (record, bookmark) = match Record::read_with_bookmark(&source) {
        Ok(read) => read,
        Err(faults) => return faults_can_be_shown::<()>(&source, Err(faults)),
    };
    let game = table(&record.identity.game);
    game.with(Replay { source, record, bookmark });
});

struct Replay {
    source: Source,
    record: Record,
    bookmark: Option<Bookmark>,
}

impl Task for Replay {
    type Outcome = ();

    fn on<R: GameEntry>(self, rules: Arc<R>) {
        let Replay { source, mut record, bookmark } = self;
        let again = Record::read(&Source::new("record.json", record.to_json()));
        assert_eq!(again.as_ref(), Ok(&record), "what was read is written as it was");
        if let Some(damage) =
            bookmark.and_then(|bookmark| Game::open_at(rules.clone(), &record, &bookmark).err())
        {
            assert!(!damage.to_string().is_empty());
        }
        if let Err(mismatch) = Game::replay(rules.clone(), &record, None) {
            faults_can_be_shown::<()>(&source, Err(mismatch.in_file(&source)));
        }
        // Most changes break the identity or a fingerprint; without them a replay comes further.
        record.identity = rules.identity();
        record.prints.clear();
        match verify(&*rules, &record) {
            Err(Unproven::Die(other)) => faults_can_be_shown::<()>(&source, Err(other.in_file(&source))),
            Err(unproven) => assert!(!unproven.to_string().is_empty()),
            Ok(verified) => assert!(verified.dice.is_none_or(|dice| dice as u64 == verified.draws)),
        }
        if let Err(mismatch) = Game::replay(rules, &record, None) {
            assert!(!mismatch.to_string().is_empty());
        }
    }
}
