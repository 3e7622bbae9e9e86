//! The API under `/api/v1`, and what stands beside it.

mod asked;
mod games;
mod play;
mod players;
mod reactions;
mod replay;
mod rest;
mod scenarios;
pub mod socket;

pub use asked::Peer;

use crate::house::House;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use std::sync::Arc;
use tower_http::catch_panic::CatchPanicLayer;
use utoipa::OpenApi;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

/// The head of the description that the program serves.
#[derive(OpenApi)]
#[openapi(
    info(
        title = "Long Roll",
        description = "The table's API. docs/api.md tells how its parts belong together; the messages of the socket are \
                   the schemas ToServer and ToClient."
    ),
    components(schemas(
        crate::wire::ToServer,
        crate::wire::ToClient,
        crate::wire::YourTurn,
        crate::wire::Refusal,
        play::Looker
    ))
)]
struct Head;

/// The API's routes and their description.
fn api() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::with_openapi(Head::openapi())
        .routes(routes!(players::new_player))
        .routes(routes!(players::new_move))
        .routes(routes!(players::redeem))
        .routes(routes!(players::keys))
        .routes(routes!(players::revoke))
        .routes(routes!(players::pledge))
        .routes(routes!(scenarios::scenarios))
        .routes(routes!(scenarios::board))
        .routes(routes!(scenarios::picture))
        .routes(routes!(games::games, games::new_game))
        .routes(routes!(games::import))
        .routes(routes!(games::info))
        .routes(routes!(games::invite))
        .routes(routes!(games::join))
        .routes(routes!(games::hand_on))
        .routes(routes!(games::open))
        .routes(routes!(games::chat))
        .routes(routes!(games::notes))
        .routes(routes!(games::webhook))
        .routes(routes!(games::record))
        .routes(routes!(play::act))
        .routes(routes!(play::undo))
        .routes(routes!(reactions::reactions))
        .routes(routes!(reactions::wait))
        .routes(routes!(reactions::stand))
        .routes(routes!(play::resign))
        .routes(routes!(play::draw))
        .routes(routes!(play::preview))
        .routes(routes!(play::outlook))
        .routes(routes!(play::click))
        .routes(routes!(play::overlay))
        .routes(routes!(play::sight))
        .routes(routes!(play::log))
        .routes(routes!(play::sights))
        .routes(routes!(socket::socket))
}

/// What stands beside the API.
fn beside() -> OpenApiRouter<Arc<House>> {
    OpenApiRouter::new()
        .routes(routes!(rest::alive))
        .routes(routes!(rest::ready))
        .routes(routes!(rest::health))
        .routes(routes!(rest::metrics))
}

/// The description of the API, as `/api/v1/openapi.json` shows it.
#[must_use]
pub fn description() -> utoipa::openapi::OpenApi {
    let (_, mut api) = beside().nest("/api/v1", api()).split_for_parts();
    let key = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    api.components.get_or_insert_default().add_security_scheme("player", key);
    api
}

/// Everything the server answers to.
pub fn router(house: Arc<House>) -> Router {
    let (api, _) = api().split_for_parts();
    let description: Arc<str> = description().to_json().unwrap_or_default().into();
    let described = axum::routing::get(move || async move { rest::json_text(&description) });
    let api = api
        .route("/openapi.json", described)
        .fallback(rest::no_such_route)
        .method_not_allowed_fallback(rest::no_such_method)
        .layer(middleware::map_response(rest::never_stored))
        .layer(middleware::from_fn(rest::packed))
        .layer(DefaultBodyLimit::max(house.limits.body))
        .layer(middleware::from_fn_with_state(house.clone(), rest::at_the_door));
    let (beside, _) = beside().split_for_parts();
    beside
        .nest("/api/v1", api)
        .fallback(rest::asset)
        .layer(CatchPanicLayer::custom(rest::panicked))
        .layer(middleware::from_fn_with_state(house.clone(), rest::meant_for_us))
        .layer(middleware::from_fn_with_state(house.clone(), rest::count))
        .layer(middleware::map_response(rest::secured))
        .with_state(house)
}
