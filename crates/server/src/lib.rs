//! The table for people who do not share a screen: HTTP and WebSocket, seats, and storage.
//!
//! It plays any game that is [`engine::Shelved`] and knows no rule. `docs/api.md` describes what goes over the wire.
//!
//! | module | what it is about |
//! |---|---|
//! | [`wire`] | requests, answers and messages |
//! | [`serve`], [`routes`] | listening, the routes, the socket |
//! | [`house`] | what can be done: set up, join, act, take back, talk |
//! | [`games`], [`live`], [`seen`], [`deed`] | games in memory, what is seen of them, and the journal they are made from |
//! | [`pauses`], [`clock`] | reactions that tell nothing: pauses, sealed and standing answers; the time they go by |
//! | [`reading`], [`look`] | by which rules and data a game is opened, and how it looks if it cannot be |
//! | [`store`], [`secrets`] | what is kept, and how secrets are |
//! | [`doctor`] | which games of a database would not open |
//! | [`own`] | the one address at which the server is known |
//! | [`limits`], [`metrics`], [`hooks`], [`assets`], [`shelf`] | how much, how many, who is told; the client; the scenarios |
//!
//! Nothing leaves the server that the eyes it is for may not see: every sight, log, preview, refusal and replay comes
//! from the table with the eyes of the seat that asks, and whoever has no seat gets a watcher's.

pub mod assets;
pub mod clock;
pub mod deed;
pub mod doctor;
mod door;
pub mod games;
mod handles;
pub mod hooks;
pub mod house;
pub mod limits;
pub mod live;
pub mod look;
pub mod metrics;
pub mod nonces;
pub mod own;
mod packing;
pub mod pauses;
pub mod reading;
mod refusal;
pub mod routes;
pub mod secrets;
pub mod seen;
pub mod serve;
pub mod shelf;
pub mod store;
pub mod wire;

pub use house::Manners;
pub use limits::{Limits, Patience};
pub use serve::{NoStart, Plan, Server};
pub use shelf::{Shelf, Stock};
pub use store::Database;
