//! Scenarios and their boards.

use super::rest::file;
use crate::house::House;
use crate::shelf::Book;
use crate::wire::{Fault, Refusal};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::scene::Board;
use engine::stage::Blurb;
use std::sync::Arc;

/// What can be played.
#[utoipa::path(get, path = "/scenarios", responses((status = 200, body = Vec<Blurb>)))]
pub async fn scenarios(State(house): State<Arc<House>>) -> Json<Vec<Blurb>> {
    Json(house.shelf.iter().map(|book| book.blurb.clone()).collect())
}

/// The board of a scenario. It never changes while the program runs. A game that was begun before the scenario changed
/// has its own: its `scenario.id` names it.
#[utoipa::path(get, path = "/scenarios/{id}/board", params(("id" = String, Path)),
    responses((status = 200, body = Board), (status = 304)))]
pub async fn board(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let book = drawn(&house, &id).await?;
    Ok(file(&headers, &book.board().board))
}

/// A picture of the board.
#[utoipa::path(get, path = "/scenarios/{id}/picture.svg", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 304)))]
pub async fn picture(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let book = drawn(&house, &id).await?;
    Ok(file(&headers, &book.board().picture))
}

/// The scenario, once its board is drawn: the first time that takes a moment.
async fn drawn(house: &House, id: &str) -> Result<Arc<Book>, Refusal> {
    let book = house.games.readings.book(id).await?.ok_or_else(|| Refusal::not_found("scenario"))?;
    let drawing = book.clone();
    let drawn = tokio::task::spawn_blocking(move || _ = drawing.board()).await;
    drawn.map_err(|_| Refusal::new(Fault::Unavailable, "this board could not be drawn"))?;
    Ok(book)
}
