//! Every byte that is sent of whole random campaigns, and a proof that nothing in it tells what may not be known.
//!
//! Each campaign is played from its first decision to its last through a real server, and beside it one twin after
//! another ([`twins`]): campaigns with another truth that look the same to the Union general, the Confederate general
//! or a watcher. What may be known is not asked of the rules but taken from the ledger's information matrix
//! ([`facts`]), so that whatever the rules forget to hide shows. Compared are sights, logs, replays, previews with
//! their odds, the meaning of clicks, overlays, refusals, undo, the list of games, the record, and the messages of the
//! socket.
//!
//! The test command plays a few. `cargo xtask games --secrets` plays more of them, with the optimized program.

#[path = "../common/mod.rs"]
mod common;
#[path = "../eyes/mod.rs"]
mod eyes;
mod facts;
mod leaky;
mod twins;

use eyes::Thirst;
use facts::SECRETS;
use faults::Source;
use full_measure_of_devotion::FullMeasureOfDevotion;
use full_measure_of_devotion::campaign::Campaign;
use full_measure_of_devotion::load::{Library, from_source, scenario};
use leaky::{Hole, Leaky};
use std::collections::BTreeSet;
use twins::{Arena, Campaigns, Compared, Effort};

impl Campaigns for FullMeasureOfDevotion {
    fn campaign(&self) -> &Campaign {
        &self.campaign
    }
}

/// For the large campaigns, where a question can have hundreds of answers and the odds take their time.
const SPARING: Effort = Effort { probe_one_in: 60, thirst: Thirst { previews: 2, clicks: 5, moments: 3 } };
const CURIOUS: Effort = Effort { probe_one_in: 12, thirst: Thirst { previews: 3, clicks: 6, moments: 5 } };

fn built_in(name: &str) -> FullMeasureOfDevotion {
    scenario(&Library::builtin(), name).unwrap_or_else(|report| panic!("{report}"))
}

/// A valley so narrow that random armies meet, with bids for the armies.
fn crowded_valley() -> FullMeasureOfDevotion {
    let text = include_str!("../../../full-measure-of-devotion/tests/fixtures/crowded-valley.toml");
    let source = Source::new("crowded-valley.toml", text);
    from_source(&Library::builtin(), &source).unwrap_or_else(|report| panic!("{report}"))
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok().map(|text| text.parse().unwrap_or_else(|_| panic!("{variable} is a number")))
}

/// Compares so many campaigns, or as many as `cargo xtask games --secrets` wants; all together.
async fn compare(rules: FullMeasureOfDevotion, few: u64, effort: Effort) -> Compared {
    let name = rules.campaign.id.clone();
    let (first, games) = (number("SOAK_FIRST").unwrap_or(0), number("SOAK_GAMES").unwrap_or(few));
    let mut arena = Arena::new(rules).await;
    let mut all = Compared::default();
    for seed in first..first + games {
        match arena.campaign(seed, usize::MAX, effort).await {
            Ok(compared) => all.add(&compared),
            Err(leak) => panic!("{name}: {leak}"),
        }
        eprintln!("{name}: {all}");
    }
    arena.close().await;
    all
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn campaign() {
    let all = compare(built_in("campaign"), 1, SPARING).await;
    assert!(all.hiding > 300 && all.probes > 3, "{all}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn late_june() {
    let all = compare(built_in("late-june"), 2, SPARING).await;
    assert!(all.hiding > 100 && all.probes > 3, "{all}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn monocacy_bridge() {
    let all = compare(built_in("monocacy-bridge"), 4, CURIOUS).await;
    assert!(all.hiding > 100 && all.probes > 10, "{all}");
}

/// Where armies meet, every kind of secret is kept.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn valley() {
    let all = compare(crowded_valley(), 12, CURIOUS).await;
    assert!(all.hiding > 500 && all.undone.iter().all(|&undone| undone > 5), "{all}");
    let kept: BTreeSet<&str> = all.secrets.keys().copied().collect();
    assert_eq!(kept, SECRETS.into_iter().collect(), "{all}");
}

/// The comparison itself: it finds a hole wherever there is one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hole_is_found() {
    for hole in Hole::ALL {
        let mut arena = Arena::new(Leaky { game: crowded_valley(), hole }).await;
        let mut found = None;
        for seed in 0..6 {
            if let Err(leak) = arena.campaign(seed, usize::MAX, CURIOUS).await {
                found = Some(leak);
                break;
            }
        }
        let leak = found.unwrap_or_else(|| panic!("{hole:?} is not found"));
        eprintln!("{hole:?}: {leak}");
        arena.close().await;
    }
}
