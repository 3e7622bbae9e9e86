//! Reactions: how they stand, waiting, and what is said beforehand.
#![expect(
    unused_qualifications,
    reason = "the macro that describes routes writes the types of queries in full"
)]

use super::asked::{Anyone, Asked, From, Player, Query};
use crate::deed::Deed;
use crate::house::{House, eyes};
use crate::limits::Gate;
use crate::wire::{Reactions, Refusal, StandWish, WaitWish};
use axum::Json;
use axum::extract::{Path, State};
use engine::Seat;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

type House_ = State<Arc<House>>;
type Answer<T> = Result<Json<T>, Refusal>;

/// What a deed about reactions takes up at most in the journal, but for its names.
const DEED_BYTES: usize = 256;

/// Whose eyes look.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReactionsQuery {
    /// The seat; none to watch.
    side: Option<Seat>,
}

/// How reactions stand: what is asked, for how long, and what I have said beforehand.
#[utoipa::path(get, path = "/games/{id}/reactions", params(("id" = String, Path), ReactionsQuery),
    responses((status = 200, body = Reactions)))]
pub async fn reactions(
    State(house): House_,
    Path(id): Path<String>,
    Anyone(player): Anyone,
    Query(ReactionsQuery { side }): Query<ReactionsQuery>,
) -> Answer<Reactions> {
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    house.shows(&live, player.as_deref())?;
    let eyes = eyes(&live, player.as_deref(), side)?;
    house.reactions(&live, eyes).map(Json)
}

/// Stops the clock of what I am asked: it waits for my answer, whatever I hold.
#[utoipa::path(post, path = "/games/{id}/wait", params(("id" = String, Path)), security(("player" = [])),
    request_body = WaitWish,
    responses((status = 200, body = Reactions), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub async fn wait(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    From(from): From,
    Asked(wish): Asked<WaitWish>,
) -> Answer<Reactions> {
    house.gates.pass(Gate::Act, &player)?;
    house.gates.keep(from, DEED_BYTES)?;
    let game = house.games.get(&id).await?;
    house
        .clone()
        .about_reactions(&player, &game, Deed::Wait { side: wish.side }, Some(wish.moment))
        .await
        .map(Json)
}

/// Says something beforehand of reactions of a kind, or revokes it.
#[utoipa::path(post, path = "/games/{id}/stand", params(("id" = String, Path)), security(("player" = [])),
    request_body = StandWish,
    responses((status = 200, body = Reactions), (status = 404, body = Refusal), (status = 422, body = Refusal)))]
pub async fn stand(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    From(from): From,
    Asked(wish): Asked<StandWish>,
) -> Answer<Reactions> {
    house.gates.pass(Gate::Act, &player)?;
    let StandWish { side, kind, unit, turn, says } = wish;
    house.short(&kind, house.limits.words, "the kind")?;
    house.short(unit.as_deref().unwrap_or_default(), house.limits.words, "the unit")?;
    house.gates.keep(from, DEED_BYTES + kind.len() + unit.as_ref().map_or(0, String::len))?;
    let game = house.games.get(&id).await?;
    // Which turn it is, is known when it is done.
    let deed = Deed::Stand { side, kind, unit, turn: turn.then_some(0), says };
    house.clone().about_reactions(&player, &game, deed, None).await.map(Json)
}
