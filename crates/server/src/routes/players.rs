//! Players, and what the table binds itself to before a game.

use super::asked::{Asked, From, Key, Player};
use crate::house::House;
use crate::limits::Gate;
use crate::wire::{KeyInfo, MoveCode, PlayerKey, Pledge, Refusal, Revoke, Revoked};
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

/// My keys: one on each device.
#[utoipa::path(get, path = "/keys", security(("player" = [])), responses((status = 200, body = Vec<KeyInfo>)))]
pub async fn keys(
    State(house): House_,
    Player(player): Player,
    Key(key): Key,
) -> Result<Json<Vec<KeyInfo>>, Refusal> {
    house.keys(&player, &key).await.map(Json)
}

/// Revokes a key of mine, or all but the one that asks. Whoever is connected with it is sent away.
#[utoipa::path(post, path = "/keys/revoke", security(("player" = [])), request_body = Revoke,
    responses((status = 200, body = Revoked)))]
pub async fn revoke(
    State(house): House_,
    Player(player): Player,
    Key(key): Key,
    Asked(wish): Asked<Revoke>,
) -> Result<Json<Revoked>, Refusal> {
    house.gates.pass(Gate::Act, &player)?;
    house.revoke(&player, &key, wish).await.map(Json)
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
