//! Refusals as they are made and sent.

use crate::live::Refused;
use crate::store::StoreError;
use crate::wire::{Fault, GameState, Refusal};
use axum::Json;
use axum::http::StatusCode;
use axum::http::header::RETRY_AFTER;
use axum::response::{IntoResponse, Response};
use engine::Violation;

impl Refusal {
    /// A refusal of this kind with a sentence for people.
    #[must_use]
    pub fn new(error: Fault, text: impl Into<String>) -> Refusal {
        let wait = (error == Fault::Unavailable).then_some(1);
        Refusal { error, text: text.into(), violation: None, sight: None, wait }
    }

    /// It is not the asker's.
    #[must_use]
    pub fn forbidden(text: &str) -> Refusal {
        Refusal::new(Fault::Forbidden, text)
    }

    /// It cannot be understood.
    #[must_use]
    pub fn bad(text: impl Into<String>) -> Refusal {
        Refusal::new(Fault::BadRequest, text)
    }

    /// There is no such thing.
    #[must_use]
    pub fn not_found(what: &str) -> Refusal {
        Refusal::new(Fault::NotFound, format!("there is no such {what}"))
    }

    /// The status that goes with it.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        match self.error {
            Fault::Stale | Fault::Over => StatusCode::CONFLICT,
            Fault::Forbidden => StatusCode::FORBIDDEN,
            Fault::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            Fault::NotFound => StatusCode::NOT_FOUND,
            Fault::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Fault::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Fault::BadRequest => StatusCode::BAD_REQUEST,
            Fault::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let wait = self.wait.map(|seconds| [(RETRY_AFTER, seconds)]);
        (self.status(), wait, Json(self)).into_response()
    }
}

impl From<Violation> for Refusal {
    fn from(violation: Violation) -> Refusal {
        let text = violation.to_string();
        Refusal { violation: Some(violation), ..Refusal::new(Fault::Illegal, text) }
    }
}

impl From<Refused> for Refusal {
    fn from(refused: Refused) -> Refusal {
        let text = refused.to_string();
        match refused {
            Refused::Violation(violation) => violation.into(),
            Refused::Barrier(_)
            | Refused::Shut(_)
            | Refused::Sealed
            | Refused::NoPause
            | Refused::TooManyStand => Refusal::new(Fault::Illegal, text),
            Refused::NoSuchKind(..) => Refusal::new(Fault::NotFound, text),
            Refused::NotPlaying(GameState::Waiting | GameState::Playing | GameState::Over) => {
                Refusal::new(Fault::Over, text)
            }
        }
    }
}

/// What the database said goes to the log, not to the player.
impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Refusal {
        tracing::error!(%error, "the database failed");
        Refusal::new(Fault::Unavailable, "the table's storage does not answer; try again in a moment")
    }
}
