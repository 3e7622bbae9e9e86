//! Answers as text, whatever it says: read by every game, and what is read is written so that it reads back.
#![no_main]

use std::sync::Arc;

use engine::GameEntry;
use games::Task;
use libfuzzer_sys::fuzz_target;
use longroll_fuzz::tables;

fuzz_target!(|input: &[u8]| {
    let text = String::from_utf8_lossy(input);
    for game in tables() {
        game.with(Read(&text));
    }
});

struct Read<'a>(&'a str);

impl Task for Read<'_> {
    type Outcome = ();

    fn on<R: GameEntry>(self, rules: Arc<R>) {
        let action = match rules.read(self.0) {
            Ok(action) => action,
            Err(violation) => return assert!(!violation.to_string().is_empty()),
        };
        let written = rules.write(&action);
        assert_eq!(rules.read(&written).as_ref(), Ok(&action), "`{written}` reads back as another action");
    }
}
