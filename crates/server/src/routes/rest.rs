//! What stands beside the API: headers, counting, health, and the files of the client.

use super::asked::address;
use crate::clock;
use crate::house::House;
use crate::limits::Gate;
use crate::wire::{Fault, Refusal};
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::any::Any;
use std::sync::Arc;

/// Scripts, connections and everything else come from here and nowhere else; nobody frames the table. Styles may stand in
/// the page: the layers of boards are drawn with them.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Headers that every answer has.
pub async fn secured(mut answer: Response) -> Response {
    let headers = answer.headers_mut();
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    answer
}

/// Answers of the API are for the asker alone, unless they say otherwise.
pub async fn never_stored(mut answer: Response) -> Response {
    answer.headers_mut().entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    answer
}

/// Lets a request in, or not.
pub async fn at_the_door(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let from = address(&parts, &house);
    match house.gates.pass(Gate::Request, &from.to_string()) {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// Counts and logs. The log names the route and not the address: what stands in addresses is the players' own.
pub async fn count(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let start = clock::start();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let answer = next.run(request).await;
    let status = answer.status();
    let class = match status.as_u16() {
        ..400 => 0,
        400..500 => 1,
        _ => 2,
    };
    house.metrics.answers[class].add();
    let route = route.as_ref().map_or("-", MatchedPath::as_str);
    let micros = start.elapsed().as_micros();
    tracing::debug!(%method, route, status = status.as_u16(), micros, "answered");
    answer
}

/// What a client gets when the server has failed it; what happened is in the log.
pub fn panicked(_panic: Box<dyn Any + Send + 'static>) -> Response {
    tracing::error!("a request failed; the panic is above");
    let refusal = Refusal::new(Fault::Unavailable, "the server failed at this; it has been written down");
    (StatusCode::INTERNAL_SERVER_ERROR, axum::Json(refusal)).into_response()
}

/// No such route.
pub async fn no_such_route() -> Refusal {
    Refusal::not_found("route; /api/v1/openapi.json lists them")
}

/// No such method.
pub async fn no_such_method() -> Response {
    let refusal = Refusal::bad("this route has no such method; /api/v1/openapi.json lists them");
    (StatusCode::METHOD_NOT_ALLOWED, axum::Json(refusal)).into_response()
}

/// A text that is JSON already.
pub fn json_text(text: &str) -> Response {
    ([(CONTENT_TYPE, "application/json")], text.to_owned()).into_response()
}

/// Whether the server can do its work.
pub async fn health(State(house): State<Arc<House>>) -> Response {
    match house.store.is_alive().await {
        Ok(()) => "ok\n".into_response(),
        Err(error) => {
            tracing::error!(%error, "the database does not answer");
            (StatusCode::SERVICE_UNAVAILABLE, "the database does not answer\n").into_response()
        }
    }
}

/// What is counted.
pub async fn metrics(State(house): State<Arc<House>>) -> Response {
    let text = house.metrics.text(house.games.count());
    ([(CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response()
}

/// A file of the client.
pub async fn asset(
    State(house): State<Arc<House>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return no_such_method().await;
    }
    let path = uri.path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    let Some(asset) = house.assets.get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut answer = Response::builder()
        .header(CONTENT_TYPE, &*asset.mime)
        .header(CACHE_CONTROL, keep)
        .header(VARY, "accept-encoding")
        .header(ETAG, &asset.etag);
    if headers.get(IF_NONE_MATCH).is_some_and(|tag| tag.as_bytes() == asset.etag.as_bytes()) {
        answer = answer.status(StatusCode::NOT_MODIFIED);
        return answer.body(Body::empty()).unwrap_or_default();
    }
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|list| list.to_str().ok()).unwrap_or_default();
    let accepts =
        |coding: &str| accepted.split(',').any(|item| item.split(';').next().map(str::trim) == Some(coding));
    let (bytes, coding) = match (asset.brotli, asset.gzip) {
        (Some(bytes), _) if accepts("br") => (bytes, Some("br")),
        (_, Some(bytes)) if accepts("gzip") => (bytes, Some("gzip")),
        _ => (asset.bytes, None),
    };
    if let Some(coding) = coding {
        answer = answer.header(CONTENT_ENCODING, coding);
    }
    let body = match bytes {
        std::borrow::Cow::Borrowed(bytes) => Body::from(bytes),
        std::borrow::Cow::Owned(bytes) => Body::from(bytes),
    };
    answer.body(body).unwrap_or_default()
}
