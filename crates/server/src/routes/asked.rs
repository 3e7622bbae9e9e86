//! What a request brings: who asks, from where, and what.

use crate::house::House;
use crate::limits::{Gate, Household, Token};
use crate::wire::{Fault, Refusal};
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use std::error::Error as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// The other end of a connection.
#[derive(Clone, Debug)]
pub struct Peer {
    /// Its address.
    pub address: SocketAddr,
    /// Its place among all connections, and among those of its address. A socket keeps it beyond its request.
    pub place: Arc<(OwnedSemaphorePermit, Option<Token<Household>>)>,
}

/// The address a request comes from: that of the connection, or what a trusted proxy says.
pub fn address(parts: &Parts, house: &House) -> IpAddr {
    let forwarded = house.manners.behind_proxy.then(|| forwarded(&parts.headers)).flatten();
    let peer = parts.extensions.get::<Peer>().map(|peer| peer.address.ip());
    forwarded.or(peer).unwrap_or(Ipv4Addr::UNSPECIFIED.into())
}

/// The last address in the list is the one that our own proxy has written.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
    list.rsplit(',').next()?.trim().parse().ok()
}

/// Where a request comes from.
pub struct From(pub Household);

impl FromRequestParts<Arc<House>> for From {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<From, Refusal> {
        Ok(From(address(parts, house).into()))
    }
}

/// Who asks: a player, or nobody known.
pub struct Anyone(pub Option<String>);

impl FromRequestParts<Arc<House>> for Anyone {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Anyone, Refusal> {
        match key(parts)? {
            None => Ok(Anyone(None)),
            Some(key) => Ok(Anyone(Some(house.player(key).await?))),
        }
    }
}

/// The key of a request, known here or not.
fn key(parts: &Parts) -> Result<Option<&str>, Refusal> {
    let Some(header) = parts.headers.get(AUTHORIZATION) else { return Ok(None) };
    let key = header.to_str().ok().and_then(|text| text.strip_prefix("Bearer "));
    key.map(Some).ok_or_else(|| Refusal::bad("a key is sent as `Authorization: Bearer KEY`"))
}

/// The key of a player who asks, beside [`Player`].
pub struct Key(pub String);

impl FromRequestParts<Arc<House>> for Key {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _house: &Arc<House>) -> Result<Key, Refusal> {
        let key = key(parts)?.ok_or_else(|| Refusal::forbidden("this needs a player's key"))?;
        Ok(Key(key.to_owned()))
    }
}

/// A player who asks.
pub struct Player(pub String);

impl FromRequestParts<Arc<House>> for Player {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, house: &Arc<House>) -> Result<Player, Refusal> {
        let Anyone(player) = Anyone::from_request_parts(parts, house).await?;
        player.map(Player).ok_or_else(|| Refusal::forbidden("this needs a player's key"))
    }
}

/// The body of a request as JSON.
pub struct Asked<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<House>> for Asked<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Asked<T>, Refusal> {
        let bytes = body(request, house).await?;
        serde_json::from_slice(&bytes).map(Asked).map_err(|error| Refusal::bad(error.to_string()))
    }
}

/// The body of a request as text, as long as a record may be. It is not read before others of the same address have
/// been done with.
pub struct Text(pub String, pub Option<OwnedSemaphorePermit>);

impl FromRequest<Arc<House>> for Text {
    type Rejection = Refusal;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Text, Refusal> {
        let most = house.limits.record;
        let (parts, body) = request.into_parts();
        let turn = house.gates.import(address(&parts, house).into()).await;
        let bytes = axum::body::to_bytes(body, most).await;
        let bytes = bytes.map_err(|error| {
            let too_long = error.source().is_some_and(|source| source.is::<LengthLimitError>());
            match too_long {
                true => Refusal::new(Fault::TooLarge, format!("a record may have {most} bytes at most")),
                false => Refusal::bad(error.to_string()),
            }
        })?;
        let text = String::from_utf8(bytes.into()).map_err(|_| Refusal::bad("this is not UTF-8"))?;
        Ok(Text(text, turn))
    }
}

async fn body(request: Request, house: &Arc<House>) -> Result<Bytes, Refusal> {
    Bytes::from_request(request, house).await.map_err(|rejection| {
        let error = if rejection.status().as_u16() == 413 { Fault::TooLarge } else { Fault::BadRequest };
        Refusal::new(error, rejection.body_text())
    })
}

/// What the address of a request asks for.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned> FromRequestParts<Arc<House>> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _house: &Arc<House>) -> Result<Query<T>, Refusal> {
        let query = axum::extract::Query::try_from_uri(&parts.uri);
        query.map(|axum::extract::Query(query)| Query(query)).map_err(|error| Refusal::bad(error.body_text()))
    }
}

/// Lets a player through a gate; somebody without a key is known by the address.
pub fn pass(house: &House, gate: Gate, player: Option<&str>, from: Household) -> Result<(), Refusal> {
    match player {
        Some(player) => house.gates.pass(gate, player),
        None => house.gates.pass(gate, &from.to_string()),
    }
}
