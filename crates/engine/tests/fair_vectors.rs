//! The numbers of `docs/fair-dice/vectors.json`, which the checks in Python and in the browser are held to as well.

use engine::chance::{Chance, Seed, Seeded};
use engine::fair::{Nonce, Seal, Terms};
use engine::record::{Die, Record};
use faults::Source;
use serde::Deserialize;
use std::path::PathBuf;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Vectors {
    seals: Vec<Sealed>,
    keys: Vec<Keyed>,
    streams: Vec<Flowing>,
    draws: Vec<Drawn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sealed {
    nonce: Nonce,
    seal: Seal,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Keyed {
    id: String,
    seed: Seed,
    nonces: [Option<Nonce>; 2],
    commitment: String,
    key: Seed,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Flowing {
    key: Seed,
    skip: usize,
    words: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    key: Seed,
    outcomes: Vec<u32>,
    drawn: Vec<u32>,
}

fn file(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/fair-dice").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_vectors_are_ours() {
    let Vectors { seals, keys, streams, draws } = serde_json::from_str(&file("vectors.json")).unwrap();
    assert!(seals.len() >= 3 && keys.len() >= 7 && streams.len() >= 4 && draws.len() >= 4);
    for Sealed { nonce, seal } in seals {
        assert_eq!(Seal::of(nonce), seal);
    }
    for Keyed { id, seed, nonces, commitment, key } in keys {
        let terms = Terms { id, seed, nonces };
        assert_eq!(terms.commitment().to_string(), commitment);
        assert_eq!(terms.dice().to_string(), key.to_string(), "{}", terms.id);
    }
    for Flowing { key, skip, words } in streams {
        // A power of two throws no word away, and half of the outcomes of a word tell all but its last bit.
        let mut stream = Seeded::new(key);
        for _ in 0..skip {
            stream.draw(1, "passed over");
        }
        for word in words {
            let word = u32::from_str_radix(&word, 16).unwrap();
            assert_eq!(stream.draw(1 << 31, "half a word"), word >> 1);
        }
    }
    for Drawn { key, outcomes, drawn } in draws {
        let mut stream = Seeded::new(key);
        let found: Vec<u32> = outcomes.into_iter().map(|outcomes| stream.draw(outcomes, "test")).collect();
        assert_eq!(found, drawn);
    }
}

/// Whatever becomes of the rules by which they were played, their dice follow from their seeds.
#[test]
fn the_records_that_others_check_are_ours() {
    let mut faced = 0;
    for name in ["two-fords.json", "the-lane.json"] {
        let record = Record::read(&Source::new(name, file(name))).unwrap_or_else(|faults| panic!("{faults}"));
        let mut stream = Seeded::new(record.terms().expect("a seed").dice());
        let dice = record.dice.expect("it tells its dice");
        assert!(dice.len() > 5);
        for throw in dice {
            let drawn = stream.draw(throw.die.outcomes(), "test");
            assert_eq!(throw.die.face(drawn), Some(throw.face), "{throw}");
            faced += usize::from(matches!(throw.die, Die::Faced(_)));
        }
    }
    assert!(faced > 0, "some dice have faces of their own");
}
