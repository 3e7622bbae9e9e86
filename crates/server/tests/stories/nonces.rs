//! What the seats add to the dice, and when.

use crate::common::{Pair, Player, Running, generous, request};
use engine::Record;
use engine::fair::{Nonce, Seal, verify};
use faults::Source;
use picket_line::PicketLine;
use serde_json::{Value, json};
use server::store::Database;
use server::{Limits, Manners};
use std::time::Duration;

const UNION: Nonce = Nonce([0xb1; 16]);
const CONFEDERATE: Nonce = Nonce([0x9e; 16]);

/// Two who have sealed their nonces and not opened them.
async fn sealed(server: &Running) -> Pair {
    let (union, confederate) = (server.player().await, server.player().await);
    let wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "friend"},
        "seals": {"union": Seal::of(UNION), "confederate": null}});
    let made = union.post("/games", &wish).await.ok();
    let game = made["id"].as_str().unwrap().to_owned();
    open(&union, &game, "union", Some(UNION)).await.refused("illegal");
    let joining = json!({"secret": made["invitations"]["confederate"], "seal": Seal::of(CONFEDERATE)});
    let joined = confederate.post(&format!("/games/{game}/join"), &joining).await.ok();
    assert_eq!((&joined["state"], &joined["commitment"]), (&json!("waiting"), &made["commitment"]));
    Pair { union, confederate, game }
}

async fn open(player: &Player, game: &str, side: &str, nonce: Option<Nonce>) -> crate::common::Reply {
    let wish = json!({"side": side, "nonce": nonce.map(|nonce| nonce.to_string())});
    player.post(&format!("/games/{game}/open"), &wish).await
}

async fn info(player: &Player, game: &str) -> Value {
    player.get(&format!("/games/{game}")).await.ok()
}

/// Gives up, and reads the record.
async fn record(pair: &Pair) -> Record {
    pair.union.post(&format!("/games/{}/resign", pair.game), &json!({"side": "union"})).await.ok();
    let text = pair.union.get(&format!("/games/{}/record", pair.game)).await.text().to_owned();
    Record::read(&Source::new("record.json", text)).expect("a record")
}

pub async fn nonces_are_opened_when_both_are_sealed(place: Database) {
    let server = Running::start(&place).await;
    let pair = sealed(&server).await;
    let Pair { union, confederate, game } = &pair;
    let waiting = info(union, game).await;
    assert_eq!(waiting["seats"][0]["seal"], Seal::of(UNION).to_string());
    assert!(waiting["seats"][0]["nonce"].is_null(), "{waiting}");
    assert!(waiting["patience"].as_u64().unwrap() > 0, "{waiting}");
    union.get(&format!("/games/{game}/sight?side=union")).await.refused("over");

    // Nobody opens another's nonce, or another one than was sealed, or goes on without the other's before its time.
    open(confederate, game, "union", Some(UNION)).await.refused("forbidden");
    open(union, game, "union", Some(CONFEDERATE)).await.refused("illegal");
    open(union, game, "confederate", None).await.refused("illegal");
    open(&server.player().await, game, "confederate", None).await.refused("forbidden");
    let nonsense = json!({"side": "union", "nonce": "seven"});
    union.post(&format!("/games/{game}/open"), &nonsense).await.refused("bad-request");

    let mut watching = confederate.socket(game, Some("confederate")).await;
    assert_eq!(watching.next_of("news").await["info"]["state"], "waiting");
    let opened = open(union, game, "union", Some(UNION)).await.ok();
    assert_eq!(
        (&opened["state"], &opened["seats"][0]["nonce"]),
        (&json!("waiting"), &json!(UNION.to_string()))
    );
    let told = watching.next_of("news").await;
    assert_eq!(told["info"]["seats"][0]["nonce"], UNION.to_string());

    // What was sealed and opened survives the end of the server.
    drop(watching);
    server.stop().await;
    let server = Running::start(&place).await;
    let pair = Pair { union: pair.union.at(&server), confederate: pair.confederate.at(&server), ..pair };
    let mut watching = pair.union.socket(&pair.game, Some("union")).await;
    assert_eq!(watching.next_of("news").await["info"]["state"], "waiting");
    let begun = open(&pair.confederate, &pair.game, "confederate", Some(CONFEDERATE)).await.ok();
    assert_eq!((&begun["state"], &begun["patience"]), (&json!("playing"), &Value::Null));
    let told = watching.next_of("news").await;
    assert_eq!(told["info"]["state"], "playing");
    assert!(told["sight"]["ask"].is_object(), "{told}");
    // Asked again, it is as it was; but nothing else can be opened now.
    open(&pair.confederate, &pair.game, "confederate", Some(CONFEDERATE)).await.ok();
    open(&pair.confederate, &pair.game, "confederate", Some(UNION)).await.refused("illegal");
    open(&pair.union, &pair.game, "confederate", None).await.ok();

    pair.play_out(11).await;
    let text = pair.union.get(&format!("/games/{}/record", pair.game)).await.text().to_owned();
    let record = Record::read(&Source::new("record.json", text)).expect("a record");
    assert_eq!(record.nonces, [Some(UNION), Some(CONFEDERATE)]);
    let verified = verify(&PicketLine::standard(), &record).expect("fair dice");
    assert_eq!(verified.dice, Some(verified.draws as usize), "the record of a finished game tells its dice");
    // What was heard is what the record tells, from the set-up on.
    let log =
        request(server.address, "GET", &format!("/games/{}/log?side=all", pair.game), None, "").await.ok();
    let rolls = log.as_array().unwrap().iter().flat_map(|heard| heard["rolls"].as_array().unwrap());
    let heard: Vec<_> =
        rolls.map(|roll| (roll["purpose"].as_str().unwrap(), roll["face"].as_u64().unwrap())).collect();
    let dice = record.dice.unwrap();
    let told: Vec<_> = dice.iter().map(|die| (die.purpose.as_str(), u64::from(die.face))).collect();
    assert_eq!(heard, told);
    server.stop().await;
}

pub async fn the_table_goes_on_without_a_nonce(place: Database) {
    let impatient = Limits { opening: Duration::ZERO, ..generous() };
    let server = Running::with(&place, impatient, Manners::default()).await;
    // The Union has closed its browser.
    let pair = sealed(&server).await;
    assert_eq!(info(&pair.union, &pair.game).await["patience"], 0);
    open(&pair.confederate, &pair.game, "confederate", Some(CONFEDERATE)).await.ok();
    let begun = open(&pair.confederate, &pair.game, "union", None).await.ok();
    assert_eq!(begun["state"], "playing");
    assert!(begun["seats"][0]["nonce"].is_null() && begun["seats"][0]["seal"].is_string(), "{begun}");
    open(&pair.union, &pair.game, "union", Some(UNION)).await.refused("illegal");
    let record = record(&pair).await;
    assert_eq!(record.nonces, [None, Some(CONFEDERATE)]);
    assert!(record.dice.is_some_and(|dice| dice.len() >= 4), "the cards were dealt");
    server.stop().await;

    // Whoever has lost his own nonce says so, and nobody waits.
    let server = Running::start(&place).await;
    let pair = sealed(&server).await;
    open(&pair.union, &pair.game, "union", None).await.ok();
    assert_eq!(
        open(&pair.confederate, &pair.game, "confederate", Some(CONFEDERATE)).await.ok()["state"],
        "playing"
    );

    // Both seats of one screen; and what cannot be meant.
    let player = server.player().await;
    let both = |more: Value| {
        let mut wish = json!({"scenario": "two-fords", "seats": {"union": "me", "confederate": "me"}});
        wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wish
    };
    let seals = json!({"union": Seal::of(UNION), "confederate": Seal::of(CONFEDERATE)});
    let made = player.post("/games", &both(json!({"seals": seals}))).await.ok();
    let game = made["id"].as_str().unwrap();
    assert_eq!(open(&player, game, "union", Some(UNION)).await.ok()["state"], "waiting");
    assert_eq!(open(&player, game, "confederate", Some(CONFEDERATE)).await.ok()["state"], "playing");
    let twice = json!({"seals": seals, "nonces": {"union": UNION.to_string(), "confederate": null}});
    player.post("/games", &both(twice)).await.refused("bad-request");
    let short = json!({"seals": {"union": "0f", "confederate": null}});
    player.post("/games", &both(short)).await.refused("bad-request");
    server.stop().await;
}
