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
//! | [`store`], [`secrets`] | what is kept, and how secrets are |
//! | [`limits`], [`metrics`], [`hooks`], [`assets`], [`shelf`] | how much, how many, who is told; the client; the scenarios |
//!
//! Nothing leaves the server that the eyes it is for may not see: every sight, log, preview, refusal and replay comes
//! from the table with the eyes of the seat that asks, and whoever has no seat gets a watcher's.

pub mod assets;
mod clock;
pub mod deed;
pub mod games;
pub mod hooks;
pub mod house;
pub mod limits;
pub mod live;
pub mod metrics;
mod packing;
mod refusal;
pub mod routes;
pub mod secrets;
pub mod seen;
pub mod serve;
pub mod shelf;
pub mod store;
pub mod wire;

pub use house::Manners;
pub use limits::Limits;
pub use serve::{NoStart, Plan, Server};
pub use shelf::Shelf;
pub use store::Database;
