//! Players, and what the table binds itself to before a game.

use super::asked::{Asked, From, Player};
use crate::house::House;
use crate::limits::Gate;
use crate::wire::{MoveCode, PlayerKey, Pledge, Refusal};
use axum::Json;
use axum::extract::State;
use std::sync::Arc;

type House_ = State<Arc<House>>;

/// A new player.
#[utoipa::path(post, path = "/players", responses((status = 200, body = PlayerKey)))]
pub async fn new_player(State(house): House_, From(from): From) -> Result<Json<PlayerKey>, Refusal> {
    house.gates.pass(Gate::Creation, &from.to_string())?;
    house.new_player().await.map(Json)
}

/// A code that carries the player to another device: one use, ten minutes.
#[utoipa::path(post, path = "/move", security(("player" = [])), responses((status = 200, body = MoveCode)))]
pub async fn new_move(
    State(house): House_,
    From(from): From,
    Player(player): Player,
) -> Result<Json<MoveCode>, Refusal> {
    house.gates.pass(Gate::Creation, &from.to_string())?;
    house.new_move(&player).await.map(Json)
}

/// The key for the other device.
#[utoipa::path(post, path = "/move/redeem", request_body = MoveCode, responses((status = 200, body = PlayerKey)))]
pub async fn redeem(
    State(house): House_,
    From(from): From,
    Asked(MoveCode { code }): Asked<MoveCode>,
) -> Result<Json<PlayerKey>, Refusal> {
    house.gates.pass(Gate::Creation, &from.to_string())?;
    house.redeem(&code).await.map(Json)
}

/// Binds the table to a seed before it knows any nonce, for an hour.
#[utoipa::path(post, path = "/pledges", security(("player" = [])), responses((status = 200, body = Pledge)))]
pub async fn pledge(
    State(house): House_,
    From(from): From,
    Player(player): Player,
) -> Result<Json<Pledge>, Refusal> {
    house.gates.pass(Gate::Creation, &from.to_string())?;
    house.pledge(&player).await.map(Json)
}
