//! What stands beside the API: headers, counting, health, and the files of the client.

use super::asked::address;
use crate::assets::{Asset, pack};
use crate::clock;
use crate::house::House;
use crate::limits::{Gate, Household};
use crate::own::Stray;
use crate::wire::{Fault, Refusal};
use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, HeaderName, HeaderValue, IF_NONE_MATCH, REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
    X_FRAME_OPTIONS,
};
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use hyper::body::Body as _;
use serde::Serialize;
use std::any::Any;
use std::fmt::Write as _;
use std::sync::Arc;

/// Scripts, connections and everything else come from here and nowhere else; nobody frames the table. Styles may stand
/// in the page: the layers of boards are drawn with them.
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

/// Compresses what is long, for those who can read it.
pub async fn packed(request: Request, next: Next) -> Response {
    let packing = Packing::asked(request.headers());
    packing.answer(next.run(request).await).await
}

/// Lets a request in, or not.
pub async fn at_the_door(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let from = Household::from(address(&parts, &house));
    let passed = house.gates.pass(Gate::Request, &from.to_string());
    match passed.and_then(|()| house.gates.under_way(from)) {
        Ok(_under_way) => next.run(Request::from_parts(parts, body)).await,
        Err(refusal) => refusal.into_response(),
    }
}

/// What programs ask that watch over the server, by whatever name they know it.
const WATCHED: [&str; 4] = ["/healthz", "/livez", "/readyz", "/metrics"];

/// Lets nothing in that is meant for a server of another name or comes from another site's page, where the server's own
/// address is known.
pub async fn meant_for_us(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    let Some(own) = house.own.as_ref().filter(|_| !WATCHED.contains(&request.uri().path())) else {
        return next.run(request).await;
    };
    match own.is_meant(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(Stray::Host) => {
            let text = format!("this table is at {}; a proxy must pass the Host header on", own.place());
            (StatusCode::MISDIRECTED_REQUEST, axum::Json(Refusal::forbidden(&text))).into_response()
        }
        Err(Stray::Origin) => Refusal::forbidden("this comes from another site's page").into_response(),
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

/// Whether the process lives. It says nothing about its database: a process that has none is not made better by being
/// started again.
#[utoipa::path(get, path = "/livez", responses((status = 200, body = String)))]
pub async fn alive() -> &'static str {
    "ok\n"
}

/// Whether the server can do its work: reading, writing, and hearing of other processes, each by itself.
#[utoipa::path(get, path = "/readyz", responses((status = 200, body = String), (status = 503, body = String)))]
pub async fn ready(State(house): State<Arc<House>>) -> Response {
    let store = &house.store;
    let mut hearing = store.hearing();
    let (reading, writing) = tokio::select! {
        biased;
        // Whoever asks wants to know now, and not when the database has not answered once more.
        _ = hearing.wait_for(|hears| !hears) => {
            return (StatusCode::SERVICE_UNAVAILABLE, "hearing: failing\n").into_response();
        }
        answers = async { tokio::join!(store.is_alive(), store.can_write(clock::now())) } => answers,
    };
    let mut well = true;
    let mut text = String::new();
    for (what, outcome) in [
        ("reading", reading.map_err(|error| error.to_string())),
        ("writing", writing.map_err(|error| error.to_string())),
        ("hearing", Ok(())),
    ] {
        well &= outcome.is_ok();
        let _ = writeln!(
            text,
            "{what}: {}",
            outcome.err().map_or("ok", |error| {
                // What exactly is wrong is for whoever runs the server, and not for everybody who asks.
                tracing::warn!(what, error, "not ready");
                "failing"
            })
        );
    }
    (if well { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE }, text).into_response()
}

/// The same in one word, for those who ask only whether all is well.
#[utoipa::path(get, path = "/healthz", responses((status = 200, body = String), (status = 503, body = String)))]
pub async fn health(State(house): State<Arc<House>>) -> Response {
    let ready = ready(State(house)).await;
    if ready.status() == StatusCode::OK { "ok\n".into_response() } else { ready }
}

/// What is counted, as Prometheus reads it.
#[utoipa::path(get, path = "/metrics", responses((status = 200, content_type = "text/plain", body = String)))]
pub async fn metrics(State(house): State<Arc<House>>) -> Response {
    if house.manners.no_metrics {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    }
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
    match house.assets.get(path) {
        Some(asset) => file(&headers, &asset),
        None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
    }
}

/// A file, unless the client has it already; compressed, if the client can read that.
pub fn file(headers: &HeaderMap, asset: &Asset) -> Response {
    let keep = if asset.immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let mut answer = Response::builder()
        .header(CONTENT_TYPE, &*asset.mime)
        .header(CACHE_CONTROL, keep)
        .header(VARY, "accept-encoding")
        .header(ETAG, &asset.etag);
    if knows(headers, &asset.etag) {
        answer = answer.status(StatusCode::NOT_MODIFIED);
        return answer.body(Body::empty()).unwrap_or_default();
    }
    let (bytes, coding) = match (&asset.brotli, &asset.gzip) {
        (Some(bytes), _) if accepts(headers, "br") => (bytes, Some("br")),
        (_, Some(bytes)) if accepts(headers, "gzip") => (bytes, Some("gzip")),
        _ => (&asset.bytes, None),
    };
    if let Some(coding) = coding {
        answer = answer.header(CONTENT_ENCODING, coding);
    }
    answer.body(Body::from(bytes.clone())).unwrap_or_default()
}

/// Whether a client has what goes by this name. Proxies that compress mark a name as weak.
fn knows(headers: &HeaderMap, etag: &str) -> bool {
    let lists = headers.get_all(IF_NONE_MATCH).iter().filter_map(|list| list.to_str().ok());
    lists
        .flat_map(|list| list.split(','))
        .map(str::trim)
        .any(|name| name == "*" || name.strip_prefix("W/").unwrap_or(name) == etag)
}

/// Whether a client can read this coding.
fn accepts(headers: &HeaderMap, coding: &str) -> bool {
    let list = headers.get(ACCEPT_ENCODING).and_then(|list| list.to_str().ok()).unwrap_or_default();
    list.split(',').any(|item| {
        let mut words = item.split(';').map(str::trim);
        words.next() == Some(coding)
            && !words.any(|word| matches!(word, "q=0" | "q=0.0" | "q=0.00" | "q=0.000"))
    })
}

/// What is shorter goes out as it is: it fits into one packet anyway.
const WORTH_PACKING: usize = 1024;

/// How a client wants to have what is made for it alone.
#[derive(Copy, Clone, Debug)]
pub struct Packing(bool);

impl Packing {
    /// As its request says.
    pub fn asked(headers: &HeaderMap) -> Packing {
        Packing(accepts(headers, "gzip"))
    }

    /// Whether it is to be packed.
    pub fn is_wanted(self) -> bool {
        self.0
    }

    /// An answer that has been made, packed if it is JSON and long enough, and not packed yet.
    async fn answer(self, answer: Response) -> Response {
        let headers = answer.headers();
        let is_json = headers.get(CONTENT_TYPE).is_some_and(|kind| kind.as_bytes() == b"application/json");
        let long = answer.body().size_hint().lower() >= WORTH_PACKING as u64;
        if !self.0 || !is_json || !long || headers.contains_key(CONTENT_ENCODING) {
            return answer;
        }
        let (mut head, body) = answer.into_parts();
        let Ok(bytes) = axum::body::to_bytes(body, usize::MAX).await else {
            return Refusal::new(Fault::Unavailable, "the answer was cut short").into_response();
        };
        head.headers.remove(CONTENT_LENGTH);
        head.headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        head.headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        Response::from_parts(head, Body::from(pack(&bytes, Compression::fast())))
    }

    /// JSON that may be long: replays are. It is packed quickly rather than well, and takes its time all the same.
    ///
    /// # Panics
    ///
    /// Never: what is sent is made of texts and numbers.
    pub fn json(self, value: &impl Serialize) -> Response {
        let json = serde_json::to_vec(value).expect("what is sent is made of texts and numbers");
        let head = [(CONTENT_TYPE, "application/json"), (VARY, "accept-encoding")];
        if self.0 && json.len() >= WORTH_PACKING {
            let packed = pack(&json, Compression::fast());
            return (head, [(CONTENT_ENCODING, "gzip")], packed).into_response();
        }
        (head, json).into_response()
    }
}
