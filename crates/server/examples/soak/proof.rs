//! Afterwards: nothing acknowledged is missing, and every game is what its journal says.

use crate::common::start_clock;
use crate::game::Acknowledged;
use crate::servers::shelf;
use engine::Table;
use server::Database;
use server::deed::Deed;
use server::live::Live;
use server::store::Store;
use std::collections::BTreeSet;
use std::time::Duration;

pub async fn check(place: &Database, scenario: &str, acknowledged: &[Acknowledged]) -> bool {
    let store = Store::open(place).await.expect("the database");
    let mut lost = 0;
    for act in acknowledged {
        let kept = store.answered(&act.game, act.side, &act.id).await.expect("an answer");
        if kept.as_ref() != Some(&act.moment) {
            eprintln!("LOST: {act:?} is kept as {kept:?}");
            lost += 1;
        }
    }
    let games: BTreeSet<&str> = acknowledged.iter().map(|act| act.game.as_str()).collect();
    let shelf = shelf(scenario);
    let (mut wrong, mut snapshots, mut finished) = (0, 0, 0);
    let (mut longest, mut slowest) = (0, Duration::ZERO);
    for &id in &games {
        let row = store.game(id).await.expect("a game").expect("the game is there");
        let head = row.head;
        let book = shelf.get(scenario).expect("the scenario").clone();
        let journal = store.journal(id, 0).await.expect("a journal");
        let snapshot = store.snapshot(id).await.expect("a snapshot");
        snapshots += usize::from(snapshot.is_some());
        let play = |bytes: Option<&[u8]>, after: i64| {
            let mut live = Live::new(id, row.clone(), book.clone()).expect("a game that can be read");
            live.set_table(bytes);
            for line in journal.iter().filter(|line| line.seq > after) {
                let deed = Deed::from_json(&line.body).expect("a deed");
                live.redo(&deed, line.seq, line.at, head).expect("a deed that was legal");
            }
            live.record().expect("a game that has begun")
        };
        let whole = play(None, 0);
        longest = longest.max(journal.len());
        let start = start_clock();
        let opened = snapshot.as_ref().map(|kept| play(Some(&kept.bytes), kept.seq));
        slowest = slowest.max(start.elapsed());
        // The prints on the way differ where a snapshot was taken; the last is that of the state.
        let end =
            |record: &engine::Record| (record.prints.last().copied(), record.actions.len(), record.outcome);
        let sound = opened.as_ref().is_none_or(|opened| end(opened) == end(&whole));
        let replays = book.game.as_ref().expect("its rules").replay(&whole);
        finished += usize::from(replays.as_ref().is_ok_and(|table| table.outcome().is_some()));
        let numbered = journal.iter().map(|line| line.seq).eq(1..=head);
        if !sound
            || replays.map(|table| Table::record(&*table).actions.len()).ok() != Some(whole.actions.len())
            || !numbered
        {
            eprintln!("WRONG: {id}");
            wrong += 1;
        }
    }
    println!(
        "proof           {} acts looked up, {lost} lost; {} games replayed, {wrong} wrong, {finished} over, {snapshots} with a snapshot",
        acknowledged.len(),
        games.len()
    );
    println!(
        "snapshots       {:.1} ms at most to play on from one; the longest journal has {longest} entries",
        slowest.as_secs_f64() * 1_000.0
    );
    lost == 0 && wrong == 0
}
