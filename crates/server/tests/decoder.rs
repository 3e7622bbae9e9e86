//! Whatever comes over the wire or lies in the database is read or refused, and what was read is written as it was
//! read: by many mutations of messages, of entries of journals, of looks and of games put away. Records are the
//! fuzzer's target `record`; here they are brought in as the table brings them in.

mod common;

use common::{Dice, shelf};
use engine::fair::Terms;
use engine::record::Record;
use engine::table::identity_of;
use faults::Source;
use serde::Serialize;
use serde::de::DeserializeOwned;
use server::deed::Deed;
use server::look::{Look, taken};
use server::wire::{
    Act, ClickWish, DrawWish, HandOn, Hello, Invite, Join, NewGame, PreviewWish, Resign, Revoke, ToServer,
    TraceWish, UndoWish, Webhook, Words,
};
use std::fmt::Debug;

/// How many mutations of each seed.
const MUTATIONS: usize = 4_000;

/// One to four changes: of bits, of bytes that mean something in JSON, of stretches that are left out, doubled or taken
/// from elsewhere.
fn mutated(seed: &[u8], others: &[&[u8]], dice: &mut Dice) -> Vec<u8> {
    const TELLING: &[u8] = b"{}[]\",:\\0-9eEnt.u\0\xff ";
    let mut bytes = seed.to_vec();
    for _ in 0..=dice.roll(4) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.roll(bytes.len());
        let length = dice.roll((bytes.len() - at).min(24)) + 1;
        match dice.roll(6) {
            0 => bytes[at] ^= 1 << dice.roll(8),
            1 => bytes[at] = TELLING[dice.roll(TELLING.len())],
            2 => bytes.insert(at, TELLING[dice.roll(TELLING.len())]),
            3 => drop(bytes.drain(at..at + length)),
            4 => {
                let again = bytes[at..at + length].to_vec();
                bytes.splice(at..at, again);
            }
            _ => {
                let other = others[dice.roll(others.len())];
                let from = dice.roll(other.len());
                let part = &other[from..(from + length).min(other.len())];
                bytes.splice(at..at, part.iter().copied());
            }
        }
    }
    bytes
}

/// Reads what it can and writes it again, which is read as the same.
fn read<T: DeserializeOwned + Serialize + PartialEq + Debug>(bytes: &[u8]) -> bool {
    let Ok(read) = serde_json::from_slice::<T>(bytes) else { return false };
    let written = serde_json::to_vec(&read).expect("what was read can be written");
    assert_eq!(serde_json::from_slice::<T>(&written).expect("what was written can be read"), read);
    true
}

const MESSAGES: &[&str] = &[
    r#"{"type":"hello","key":"k","side":"union","log":4,"moment":"m","changes":true,"packed":true,"both":false}"#,
    r#"{"type":"act","id":"a","side":"union","moment":"m","action":"order hold"}"#,
    r#"{"type":"undo","id":"a","side":"confederate","moment":"m","back":{"line":4}}"#,
    r#"{"type":"undo","id":"a","side":"confederate","moment":"m","back":"last"}"#,
    r#"{"type":"probe","id":"a","side":"union","target":{"what":"piece","piece":"A"}}"#,
    r#"{"type":"trace","id":"a","side":"union","gesture":{"kind":"carry","piece":"A","to":[1,-2]}}"#,
    r#"{"type":"again"}"#,
    r#"{"type":"turn"}"#,
    r#"{"scenario":"two-fords","name":"Evening","seats":{"union":"me","confederate":"friend"},"pledge":"p","nonces":{"union":"00","confederate":null}}"#,
    r#"{"secret":"s","nonce":"00112233445566778899aabbccddeeff"}"#,
    r#"{"side":"union","offer":true}"#,
    r#"{"side":"union","target":{"what":"place","place":"0307"}}"#,
    r#"{"side":"union","action":"order hold"}"#,
    r#"{"text":"Well met","side":"union"}"#,
    r#"{"url":"https://example.org/turns"}"#,
    r#"{"id":"0123456789abcdef"}"#,
    r#"{"do":"undo","side":"union","both":true,"back":"all"}"#,
    r#"{"do":"chat","side":"union","text":"Well met"}"#,
];

#[test]
fn messages_are_read_or_refused() {
    let all: Vec<&[u8]> = MESSAGES.iter().map(|message| message.as_bytes()).collect();
    let mut dice = Dice(1863);
    let mut taken = 0_usize;
    let mut any = |bytes: &[u8]| {
        let read = [
            read::<ToServer>(bytes),
            read::<Hello>(bytes),
            read::<Act>(bytes),
            read::<UndoWish>(bytes),
            read::<NewGame>(bytes),
            read::<Join>(bytes),
            read::<Invite>(bytes),
            read::<HandOn>(bytes),
            read::<Revoke>(bytes),
            read::<DrawWish>(bytes),
            read::<Resign>(bytes),
            read::<PreviewWish>(bytes),
            read::<ClickWish>(bytes),
            read::<TraceWish>(bytes),
            read::<Words>(bytes),
            read::<Webhook>(bytes),
            read::<Deed>(bytes),
        ];
        taken += read.iter().filter(|&&read| read).count();
    };
    for seed in &all {
        any(seed);
        for _ in 0..MUTATIONS {
            any(&mutated(seed, &all, &mut dice));
        }
    }
    // Mutations that no longer resemble anything would prove nothing.
    assert!(taken > MESSAGES.len() * MUTATIONS / 10, "{taken}");
}

#[test]
fn what_is_kept_is_read_or_refused() {
    let shelf = shelf();
    let book = shelf.get("two-fords").expect("the scenario");
    let game = book.game.as_ref().expect("its rules");
    let mut table = game.begin(Terms::simple("kept", 7));
    let mut dice = Dice(1);
    for _ in 0..12 {
        let Some(seat) = table.waiting().first() else { break };
        let ask = table.sight(engine::Eyes::Of(seat)).ask.expect("a question");
        let answer = &ask.answers[dice.roll(ask.answers.len())].action;
        table.play(seat, answer).expect("a legal answer");
    }
    let (look, put_away) = (taken(&*table, true), table.put_away());
    assert_eq!(Look::read(12, &look).expect("a look").record, table.record());
    assert_eq!(identity_of(&put_away), Some(game.identity()));
    assert_eq!(identity_of(&put_away[1..]), Some(game.identity()), "the first programs wrote no form");
    for _ in 0..MUTATIONS {
        let _ = Look::read(12, &mutated(&look, &[&put_away], &mut dice))
            .map(|look| look.log(engine::Eyes::All).len());
        let bytes = mutated(&put_away, &[&look], &mut dice);
        let _ = (identity_of(&bytes), game.open(&bytes).is_ok());
    }

    // A record is brought in whole, or refused with every fault.
    let record = table.record().to_json();
    let mut replayed = 0;
    for _ in 0..MUTATIONS {
        let Ok(text) = String::from_utf8(mutated(record.as_bytes(), &[MESSAGES[1].as_bytes()], &mut dice))
        else {
            continue;
        };
        match Record::read(&Source::new("record.json", text)) {
            Err(faults) => assert!(!faults.to_string().is_empty()),
            Ok(record) => match game.replay(&record) {
                Ok(table) => {
                    assert_eq!(table.record().actions.len(), record.actions.len());
                    replayed += 1;
                }
                Err(mismatch) => assert!(!mismatch.to_string().is_empty()),
            },
        }
    }
    assert!(replayed < MUTATIONS / 2, "{replayed}");
}
