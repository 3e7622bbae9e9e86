//! Scenarios and their boards.

use crate::house::House;
use crate::shelf::{Book, Drawn};
use crate::wire::Refusal;
use axum::Json;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use engine::scene::Board;
use engine::stage::Blurb;
use std::sync::Arc;

/// What can be played.
#[utoipa::path(get, path = "/scenarios", responses((status = 200, body = Vec<Blurb>)))]
pub async fn scenarios(State(house): State<Arc<House>>) -> Json<Vec<Blurb>> {
    Json(house.shelf.iter().map(|book| book.blurb.clone()).collect())
}

/// The board of a scenario. It never changes while the program runs.
#[utoipa::path(get, path = "/scenarios/{id}/board", params(("id" = String, Path)),
    responses((status = 200, body = Board), (status = 304)))]
pub async fn board(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let drawn = drawn(&house, &id).await?;
    Ok(unless_known(&headers, &drawn, "application/json", drawn.json.to_string()))
}

/// A picture of the board.
#[utoipa::path(get, path = "/scenarios/{id}/picture.svg", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 304)))]
pub async fn picture(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let drawn = drawn(&house, &id).await?;
    Ok(unless_known(&headers, &drawn, "image/svg+xml", drawn.picture.to_string()))
}

async fn drawn(house: &House, id: &str) -> Result<Drawn, Refusal> {
    let book: Arc<Book> = house.shelf.get(id).cloned().ok_or_else(|| Refusal::not_found("scenario"))?;
    let drawn = tokio::task::spawn_blocking(move || book.board().clone()).await;
    drawn.map_err(|_| Refusal::not_found("board"))
}

fn unless_known(headers: &HeaderMap, drawn: &Drawn, mime: &'static str, body: String) -> Response {
    let known = headers.get(IF_NONE_MATCH).is_some_and(|tag| tag.as_bytes() == drawn.etag.as_bytes());
    // A browser may keep it, and asks whether it is still the same: a new program may have another board.
    let head = [(CONTENT_TYPE, mime), (CACHE_CONTROL, "no-cache"), (ETAG, &drawn.etag)];
    if known { (StatusCode::NOT_MODIFIED, head).into_response() } else { (head, body).into_response() }
}
