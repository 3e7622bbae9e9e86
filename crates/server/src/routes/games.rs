//! Games and everything about them but the play.
#![expect(
    unused_qualifications,
    reason = "the macro that describes routes writes the types of queries in full"
)]

use super::asked::{Anyone, Asked, From, Player, Query, Text};
use super::rest::json_text;
use crate::deed::Deed;
use crate::hooks;
use crate::house::House;
use crate::limits::Gate;
use crate::wire::{
    Created, Fault, GameCard, GameInfo, HandOn, Imported, Invitation, Invite, Join, NewGame, Opening,
    Refusal, Webhook, Words,
};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

type House_ = State<Arc<House>>;

/// How many games are listed at once.
const PAGE: usize = 100;

/// Which games of mine.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GamesQuery {
    /// The game after which the page begins: the last one of the page before.
    after: Option<String>,
    /// How many; 100 at most.
    count: Option<usize>,
}

/// A page of my games, those that wait for me first and those that are over last. The last page is not full.
#[utoipa::path(get, path = "/games", params(GamesQuery), security(("player" = [])),
    responses((status = 200, body = Vec<GameCard>)))]
pub async fn games(
    State(house): House_,
    Player(player): Player,
    Query(query): Query<GamesQuery>,
) -> Result<Json<Vec<GameCard>>, Refusal> {
    let count = query.count.unwrap_or(PAGE).clamp(1, PAGE);
    house.cards(&player, query.after.as_deref(), count).await.map(Json)
}

/// Sets up a game.
#[utoipa::path(post, path = "/games", security(("player" = [])), request_body = NewGame,
    responses((status = 200, body = Created)))]
pub async fn new_game(
    State(house): House_,
    From(from): From,
    Player(player): Player,
    Asked(wish): Asked<NewGame>,
) -> Result<Json<Created>, Refusal> {
    house.gates.pass(Gate::Creation, &from.to_string())?;
    house.gates.keep(from, wish.name.len())?;
    house.new_game(&player, &wish).await.map(Json)
}

/// Sets up a game from a record; whoever brings it holds both seats.
#[utoipa::path(post, path = "/games/import", security(("player" = [])), request_body = String,
    responses((status = 200, body = Imported)))]
pub async fn import(
    State(house): House_,
    From(from): From,
    Player(player): Player,
    Text(record, _turn): Text,
) -> Result<Json<Imported>, Refusal> {
    house.gates.pass(Gate::Creation, &from.to_string())?;
    house.gates.keep(from, record.len())?;
    house.import(&player, record).await.map(Json)
}

/// Everything about a game but the position.
#[utoipa::path(get, path = "/games/{id}", params(("id" = String, Path)), responses((status = 200, body = GameInfo)))]
pub async fn info(
    State(house): House_,
    Path(id): Path<String>,
    Anyone(player): Anyone,
) -> Result<Json<GameInfo>, Refusal> {
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    house.shows(&live, player.as_deref())?;
    house.info(&live, player.as_deref()).await.map(Json)
}

/// A new invitation to a free seat; the old one is worth nothing then.
#[utoipa::path(post, path = "/games/{id}/invite", params(("id" = String, Path)), security(("player" = [])),
    request_body = Invite, responses((status = 200, body = Invitation)))]
pub async fn invite(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(wish): Asked<Invite>,
) -> Result<Json<Invitation>, Refusal> {
    house.gates.pass(Gate::Act, &player)?;
    let game = house.games.get(&id).await?;
    house.invite(&player, &game, wish.side).await.map(Json)
}

/// Takes the seat that an invitation opens.
#[utoipa::path(post, path = "/games/{id}/join", params(("id" = String, Path)), security(("player" = [])),
    request_body = Join, responses((status = 200, body = GameInfo)))]
pub async fn join(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(wish): Asked<Join>,
) -> Result<Json<GameInfo>, Refusal> {
    house.gates.pass(Gate::Act, &player)?;
    let game = house.games.get(&id).await?;
    house.clone().join(player.clone(), game.clone(), wish).await?;
    let live = house.games.read(&game).await?;
    house.info(&live, Some(&player)).await.map(Json)
}

/// A link by which I hand on a seat of mine: whoever opens it has the seat then. One made before is worth nothing then.
#[utoipa::path(post, path = "/games/{id}/hand-on", params(("id" = String, Path)), security(("player" = [])),
    request_body = HandOn, responses((status = 200, body = Invitation)))]
pub async fn hand_on(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(wish): Asked<HandOn>,
) -> Result<Json<Invitation>, Refusal> {
    house.gates.pass(Gate::Act, &player)?;
    let game = house.games.get(&id).await?;
    house.hand_on(&player, &game, wish.side).await.map(Json)
}

/// Opens a nonce that was sealed, or goes on without it.
#[utoipa::path(post, path = "/games/{id}/open", params(("id" = String, Path)), security(("player" = [])),
    request_body = Opening, responses((status = 200, body = GameInfo), (status = 422, body = Refusal)))]
pub async fn open(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(wish): Asked<Opening>,
) -> Result<Json<GameInfo>, Refusal> {
    house.gates.pass(Gate::Act, &player)?;
    let game = house.games.get(&id).await?;
    house.clone().open(player.clone(), game.clone(), wish).await?;
    let live = house.games.read(&game).await?;
    house.info(&live, Some(&player)).await.map(Json)
}

/// Says something to everybody at the table.
#[utoipa::path(post, path = "/games/{id}/chat", params(("id" = String, Path)), security(("player" = [])),
    request_body = Words, responses((status = 204)))]
pub async fn chat(
    State(house): House_,
    Path(id): Path<String>,
    From(from): From,
    Player(player): Player,
    Asked(words): Asked<Words>,
) -> Result<StatusCode, Refusal> {
    house.gates.pass(Gate::Act, &player)?;
    let text = words.text.trim().to_owned();
    house.short(&text, house.limits.words, "a line")?;
    if text.is_empty() {
        return Err(Refusal::bad("there is nothing to say"));
    }
    let game = house.games.get(&id).await?;
    let mine = house.games.read(&game).await?.seats_of(Some(&player));
    let side = words.side.or(mine.first().copied());
    let side = side.ok_or_else(|| Refusal::forbidden("only those who play talk at this table"))?;
    house.gates.pass(Gate::Talk, &id)?;
    house.gates.keep(from, text.len())?;
    if house.store.talked(&id).await? >= house.limits.talk_of_game as i64 {
        return Err(Refusal::new(Fault::TooMany, "so much has been said at this table that no more is kept"));
    }
    house.do_plainly(&player, &game, Deed::Chat { side, text }, words.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Keeps what I want to remember; nobody else sees it.
#[utoipa::path(put, path = "/games/{id}/notes", params(("id" = String, Path)), security(("player" = [])),
    request_body = Words, responses((status = 204)))]
pub async fn notes(
    State(house): House_,
    Path(id): Path<String>,
    From(from): From,
    Player(player): Player,
    Asked(words): Asked<Words>,
) -> Result<StatusCode, Refusal> {
    house.gates.pass(Gate::Act, &player)?;
    house.short(&words.text, house.limits.notes, "notes")?;
    let game = house.games.get(&id).await?;
    if house.games.read(&game).await?.seats_of(Some(&player)).is_empty() {
        return Err(Refusal::forbidden("only those who play keep notes about this game"));
    }
    house.gates.keep(from, words.text.len())?;
    house.store.keep_notes(&game.id, &player, &words.text).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Where I want to be told that it is my turn.
#[utoipa::path(put, path = "/games/{id}/webhook", params(("id" = String, Path)), security(("player" = [])),
    request_body = Webhook, responses((status = 204)))]
pub async fn webhook(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(wish): Asked<Webhook>,
) -> Result<StatusCode, Refusal> {
    house.gates.pass(Gate::Act, &player)?;
    if let Some(url) = &wish.url {
        hooks::check(url).map_err(Refusal::bad)?;
    }
    let game = house.games.get(&id).await?;
    if house.games.read(&game).await?.seats_of(Some(&player)).is_empty() {
        return Err(Refusal::forbidden("only those who play are told"));
    }
    house.store.keep_webhook(&game.id, &player, wish.url.as_deref()).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The record of a game that is over, seed included. Whoever plays both sides gets it before, without the seed.
#[utoipa::path(get, path = "/games/{id}/record", params(("id" = String, Path)),
    responses((status = 200, content_type = "application/json", body = String)))]
pub async fn record(
    State(house): House_,
    Path(id): Path<String>,
    Anyone(player): Anyone,
    From(from): From,
) -> Result<Response, Refusal> {
    super::asked::pass(&house, Gate::Look, player.as_deref(), from)?;
    let game = house.games.get(&id).await?;
    let record = house.record(&game, player.as_deref(), from).await?;
    Ok(json_text(&record))
}
