//! What the seats add to the dice: a nonce each, sealed until both have sealed theirs (`docs/fair-dice.md`).

use crate::deed::Deed;
use crate::games::{Done, Game};
use crate::house::{House, busy, unbroken};
use crate::live::Live;
use crate::secrets;
use crate::store::{SeatChange, SeatRow};
use crate::wire::{Fault, GameState, Millis, Opening, Refusal};
use engine::fair::{Nonce, Seal};
use std::sync::Arc;
use std::time::Duration;

/// How often an opening is tried again when others are quicker.
const TRIES: usize = 8;

/// What a seat brings when it is taken: a nonce, the seal of one, or nothing, so that the table draws a nonce for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Brought {
    /// The nonce.
    pub nonce: Option<String>,
    /// The seal of a nonce that will be opened.
    pub seal: Option<String>,
}

impl Brought {
    /// What a wish says.
    ///
    /// # Errors
    ///
    /// It cannot be read, or says two things.
    pub fn read(nonce: Option<&str>, seal: Option<&str>) -> Result<Brought, Refusal> {
        match (nonce, seal) {
            (Some(_), Some(_)) => Err(Refusal::bad("a seat brings a nonce or the seal of one, not both")),
            (Some(text), None) => {
                let nonce: Nonce = text.parse().map_err(Refusal::bad)?;
                Ok(Brought { nonce: Some(nonce.to_string()), seal: None })
            }
            (None, Some(text)) => {
                let seal: Seal = text.parse().map_err(Refusal::bad)?;
                Ok(Brought { nonce: None, seal: Some(seal.to_string()) })
            }
            (None, None) => Ok(Brought { nonce: Some(secrets::draw_nonce().to_string()), seal: None }),
        }
    }
}

impl SeatRow {
    /// Whether its player has sealed a nonce and the table waits for it.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        self.player.is_some() && self.seal.is_some() && self.nonce.is_none()
    }

    /// What it adds to the dice; nothing while it is sealed, or if it was not opened in time.
    #[must_use]
    pub fn added(&self) -> Option<&str> {
        self.nonce.as_deref().filter(|nonce| !nonce.is_empty())
    }
}

/// For how many more milliseconds the table waits for nonces that are sealed; `None` if it waits for none.
#[must_use]
pub fn patience(live: &Live, limit: Duration, now: Millis) -> Option<u32> {
    let waits = live.state() == GameState::Waiting && live.is_full();
    let until = live.full_since() + limit.as_millis() as Millis;
    waits.then(|| u32::try_from((until - now).max(0)).unwrap_or(u32::MAX))
}

impl House {
    /// Opens the nonce of a seat, or goes on without it: a player may do so for his own seat at any time, and for the
    /// other's when that has had its time. Done before, it is done.
    ///
    /// # Errors
    ///
    /// The seat is another's, the nonce is not the one that was sealed, or it is not the time for it.
    pub async fn open(
        self: Arc<Self>,
        player: String,
        game: Arc<Game>,
        wish: Opening,
    ) -> Result<(), Refusal> {
        let given: Option<Nonce> = wish.nonce.as_deref().map(str::parse).transpose().map_err(Refusal::bad)?;
        unbroken(async move {
            for _ in 0..TRIES {
                let mut changing = self.games.change(&game).await?;
                let now = self.clock.now();
                let limit = self.limits.opening;
                let Some(nonce) = settled(changing.live(), &player, &wish, given, limit, now)? else {
                    return Ok(());
                };
                let change = SeatChange::Open { side: wish.side, nonce: &nonce };
                let deed = Deed::Open { side: wish.side, nonce: given.map(|nonce| nonce.to_string()) };
                let (done, turns) = self.games.change_seat(&game, &mut changing, &change, &deed, now).await?;
                if let Done::Kept(_) = done {
                    self.announce(&game, turns);
                    return Ok(());
                }
            }
            Err(busy())
        })
        .await
    }
}

/// What is to be kept of a seat's nonce, the empty text for none; `None` if that is kept already.
fn settled(
    live: &Live,
    player: &str,
    wish: &Opening,
    given: Option<Nonce>,
    limit: Duration,
    now: Millis,
) -> Result<Option<String>, Refusal> {
    let mine = live.seats_of(Some(player));
    let own = mine.contains(&wish.side);
    if mine.is_empty() || given.is_some() && !own {
        return Err(Refusal::forbidden("this seat is not yours"));
    }
    let seat = &live.seats[wish.side.index()];
    let not_now = |text: &str| Err(Refusal::new(Fault::Illegal, text));
    if !seat.is_sealed() {
        let kept = given.is_none_or(|given| seat.nonce.as_deref() == Some(&given.to_string()));
        return if kept { Ok(None) } else { not_now("the table has gone on without this nonce") };
    }
    if !live.is_full() {
        return not_now("a nonce is opened when both seats are taken");
    }
    let Some(nonce) = given else {
        let left = patience(live, limit, now).unwrap_or_default();
        if !own && left > 0 {
            let seconds = left.div_ceil(1000);
            return not_now(&format!("the other player has {seconds} more seconds to open his nonce"));
        }
        return Ok(Some(String::new()));
    };
    if seat.seal.as_deref() != Some(&Seal::of(nonce).to_string()) {
        return not_now("this is not the nonce that was sealed");
    }
    Ok(Some(nonce.to_string()))
}
