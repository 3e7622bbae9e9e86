//! The play.
#![expect(
    unused_qualifications,
    reason = "the macro that describes routes writes the types of queries in full"
)]

use super::asked::{Anyone, Asked, From, Player, Query, pass};
use super::replay::Replay;
use super::rest::{Packing, json_text};
use crate::deed::Deed;
use crate::house::{House, eyes, playing, unbroken};
use crate::limits::Gate;
use crate::live::{Glance, Live};

use crate::wire::{
    Act, Answered, ClickWish, Clicked, DrawWish, Fault, GameInfo, GameState, Moments, PreviewWish, Refusal,
    Resign, UndoWish,
};
use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::game::Heard;
use engine::scene::{Chances, Overlay, Preview, Sight};
use engine::{Eyes, Seat, Table};
use serde::Deserialize;
use std::sync::Arc;
use utoipa::IntoParams;

type House_ = State<Arc<House>>;
type Answer<T> = Result<Json<T>, Refusal>;

/// How many moments of a replay are sent at once.
const MOST_SIGHTS: usize = 100;

/// Answers the question of a sight.
#[utoipa::path(post, path = "/games/{id}/act", params(("id" = String, Path)), security(("player" = [])),
    request_body = Act, responses((status = 200, body = Answered), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub async fn act(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(act): Asked<Act>,
) -> Answer<Answered> {
    house.gates.pass(Gate::Act, &player)?;
    let game = house.games.get(&id).await?;
    unbroken(async move { house.act(&player, &game, act).await }).await.map(Json)
}

/// Takes something back.
#[utoipa::path(post, path = "/games/{id}/undo", params(("id" = String, Path)), security(("player" = [])),
    request_body = UndoWish, responses((status = 200, body = Answered), (status = 409, body = Refusal), (status = 422, body = Refusal)))]
pub async fn undo(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(wish): Asked<UndoWish>,
) -> Answer<Answered> {
    house.gates.pass(Gate::Act, &player)?;
    let game = house.games.get(&id).await?;
    unbroken(async move { house.undo(&player, &game, wish).await }).await.map(Json)
}

/// Gives up.
#[utoipa::path(post, path = "/games/{id}/resign", params(("id" = String, Path)), security(("player" = [])),
    request_body = Resign, responses((status = 200, body = GameInfo)))]
pub async fn resign(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(Resign { side }): Asked<Resign>,
) -> Answer<GameInfo> {
    plainly(house, &id, player, Deed::Resign { side }).await
}

/// Offers a draw or accepts one, or ends an offer.
#[utoipa::path(post, path = "/games/{id}/draw", params(("id" = String, Path)), security(("player" = [])),
    request_body = DrawWish, responses((status = 200, body = GameInfo)))]
pub async fn draw(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(DrawWish { side, offer }): Asked<DrawWish>,
) -> Answer<GameInfo> {
    plainly(house, &id, player, Deed::Draw { side, offer }).await
}

async fn plainly(house: Arc<House>, id: &str, player: String, deed: Deed) -> Answer<GameInfo> {
    house.gates.pass(Gate::Act, &player)?;
    let game = house.games.get(id).await?;
    house.clone().do_plainly(&player, &game, deed, None).await?;
    let live = house.games.read(&game).await?;
    house.info(&live, Some(&player)).await.map(Json)
}

/// What is known of an answer before it is given.
#[utoipa::path(post, path = "/games/{id}/preview", params(("id" = String, Path)), security(("player" = [])),
    request_body = PreviewWish, responses((status = 200, body = Preview), (status = 422, body = Refusal)))]
pub async fn preview(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(wish): Asked<PreviewWish>,
) -> Answer<Preview> {
    house.gates.pass(Gate::Look, &player)?;
    house.short(&wish.action, house.limits.words, "the answer")?;
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    eyes(&live, Some(&player), Some(wish.side))?;
    let glance = live.glance();
    drop(live);
    house.look(glance, move |glance| Ok(playing(glance)?.preview(wish.side, &wish.action)?)).await.map(Json)
}

/// Whose outlook.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OutlookQuery {
    /// Who is asked.
    side: Seat,
}

/// What may come of what a side is asked, if both sides go on as assumed.
#[utoipa::path(get, path = "/games/{id}/outlook", params(("id" = String, Path), OutlookQuery),
    security(("player" = [])), responses((status = 200, body = Chances), (status = 404, body = Refusal)))]
pub async fn outlook(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Query(OutlookQuery { side }): Query<OutlookQuery>,
) -> Answer<Chances> {
    house.gates.pass(Gate::Look, &player)?;
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    eyes(&live, Some(&player), Some(side))?;
    let glance = live.glance();
    drop(live);
    let chances = move |glance: &Glance| {
        playing(glance)?.outlook(side).ok_or_else(|| Refusal::not_found("outlook on this question"))
    };
    house.look(glance, chances).await.map(Json)
}

/// What a click means, or why it means nothing that can be done.
#[utoipa::path(post, path = "/games/{id}/click", params(("id" = String, Path)), security(("player" = [])),
    request_body = ClickWish, responses((status = 200, body = Clicked), (status = 422, body = Refusal)))]
pub async fn click(
    State(house): House_,
    Path(id): Path<String>,
    Player(player): Player,
    Asked(wish): Asked<ClickWish>,
) -> Answer<Clicked> {
    house.gates.pass(Gate::Act, &player)?;
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    eyes(&live, Some(&player), Some(wish.side))?;
    let glance = live.glance();
    drop(live);
    let click = move |glance: &Glance| Ok(playing(glance)?.click(wish.side, &wish.target)?);
    house.look(glance, click).await.map(|action| Json(Clicked { action }))
}

fn begun(live: &Live) -> Result<(), Refusal> {
    let waits = || Refusal::new(Fault::Over, "the game begins when both seats are taken");
    live.has_begun().then_some(()).ok_or_else(waits)
}

/// The table of a game that has begun and that this program can play.
fn set(glance: &Glance) -> Result<&dyn Table, Refusal> {
    glance.table().ok_or_else(|| match glance.why_shut() {
        Some(why) => Refusal::new(Fault::Illegal, why),
        None => Refusal::new(Fault::Over, "the game begins when both seats are taken"),
    })
}

/// Whose eyes look.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Looker {
    /// Those of the Union.
    Union,
    /// Those of the Confederates.
    Confederate,
    /// All eyes, once the game is over.
    All,
}

impl Looker {
    fn eyes(looker: Option<Looker>, live: &Live, player: Option<&str>) -> Result<Eyes<Seat>, Refusal> {
        match looker {
            Some(Looker::All) if live.state() == GameState::Over => Ok(Eyes::All),
            Some(Looker::All) => Err(Refusal::forbidden("everything is shown when the game is over")),
            Some(Looker::Union) => Looker::one(live, player, Seat::UNION),
            Some(Looker::Confederate) => Looker::one(live, player, Seat::CONFEDERATE),
            None => eyes(live, player, None),
        }
    }

    /// Once a game is over, everybody may look with anybody's eyes.
    fn one(live: &Live, player: Option<&str>, side: Seat) -> Result<Eyes<Seat>, Refusal> {
        if live.state() == GameState::Over { Ok(Eyes::Of(side)) } else { eyes(live, player, Some(side)) }
    }
}

/// Whose overlay, which, and about what.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OverlayQuery {
    /// Whose eyes; a watcher's if it is missing.
    side: Option<Looker>,
    /// The overlay's id.
    id: String,
    /// The place or piece it is about.
    #[serde(default)]
    about: String,
}

/// Something laid over the board.
#[utoipa::path(get, path = "/games/{id}/overlay", params(("id" = String, Path), OverlayQuery),
    responses((status = 200, body = Overlay), (status = 422, body = Refusal)))]
pub async fn overlay(
    State(house): House_,
    Path(id): Path<String>,
    Anyone(player): Anyone,
    From(from): From,
    Query(query): Query<OverlayQuery>,
) -> Answer<Overlay> {
    pass(&house, Gate::Look, player.as_deref(), from)?;
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    house.shows(&live, player.as_deref())?;
    let eyes = Looker::eyes(query.side, &live, player.as_deref())?;
    let glance = live.glance();
    drop(live);
    let overlay = move |glance: &Glance| Ok(set(glance)?.overlay(eyes, &query.id, &query.about)?);
    house.look(glance, overlay).await.map(Json)
}

/// Whose sight.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SightQuery {
    /// Whose eyes; a watcher's if it is missing.
    side: Option<Looker>,
}

/// What is seen.
#[utoipa::path(get, path = "/games/{id}/sight", params(("id" = String, Path), SightQuery),
    responses((status = 200, body = Sight)))]
pub async fn sight(
    State(house): House_,
    Path(id): Path<String>,
    Anyone(player): Anyone,
    Query(query): Query<SightQuery>,
) -> Result<Response, Refusal> {
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    house.shows(&live, player.as_deref())?;
    let eyes = Looker::eyes(query.side, &live, player.as_deref())?;
    begun(&live)?;
    let sight = live.sight(eyes).ok_or_else(|| Refusal::not_found("sight"))?;
    Ok(json_text(sight.json()))
}

/// Whose log, and from which entry on.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct LogQuery {
    /// Whose eyes; a watcher's if it is missing.
    side: Option<Looker>,
    /// The first entry.
    #[serde(default)]
    from: usize,
}

/// What was heard.
#[utoipa::path(get, path = "/games/{id}/log", params(("id" = String, Path), LogQuery),
    responses((status = 200, body = Vec<Heard>)))]
pub async fn log(
    State(house): House_,
    Path(id): Path<String>,
    Anyone(player): Anyone,
    From(from): From,
    Query(query): Query<LogQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    pass(&house, Gate::Look, player.as_deref(), from)?;
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    house.shows(&live, player.as_deref())?;
    let eyes = Looker::eyes(query.side, &live, player.as_deref())?;
    begun(&live)?;
    let glance = live.glance();
    drop(live);
    let packing = Packing::asked(&headers);
    let log = move |glance: &Glance| Ok(packing.json(&glance.log(eyes, query.from)));
    house.look_back(from, &id, glance, log).await
}

/// Whose replay, from which entry of the log on, and how many moments.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SightsQuery {
    /// Whose eyes; a watcher's if it is missing, everybody's with `all` once the game is over.
    side: Option<Looker>,
    /// The moment at which the log had so many entries.
    #[serde(default)]
    from: usize,
    /// How many moments; 100 at most.
    count: Option<usize>,
}

/// What was seen, moment by moment: the first moment whole, each of the others by what changes.
#[utoipa::path(get, path = "/games/{id}/sights", params(("id" = String, Path), SightsQuery),
    responses((status = 200, body = Moments)))]
pub async fn sights(
    State(house): House_,
    Path(id): Path<String>,
    Anyone(player): Anyone,
    From(from): From,
    Query(query): Query<SightsQuery>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    pass(&house, Gate::Look, player.as_deref(), from)?;
    let game = house.games.get(&id).await?;
    let live = house.games.read(&game).await?;
    house.shows(&live, player.as_deref())?;
    let eyes = Looker::eyes(query.side, &live, player.as_deref())?;
    let glance = live.glance();
    drop(live);
    set(&glance)?;
    let count = query.count.unwrap_or(MOST_SIGHTS).min(MOST_SIGHTS);
    let replay = Replay { house, game: id, household: from, glance, eyes, from: query.from, count };
    replay.answer(Packing::asked(&headers)).await
}
