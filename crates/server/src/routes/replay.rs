//! A replay, worked out a few moments at a time while it is being sent.
//!
//! The next moments are worked out when the client has taken the last ones: whoever is slow takes up nobody's time, and
//! between two parts others have their turn. The game goes on meanwhile; what is shown is the game as it stood when it
//! was asked for.

use super::rest::Packing;
use crate::house::House;
use crate::limits::Household;
use crate::live::Glance;
use crate::wire::Refusal;
use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE, VARY};
use axum::response::{IntoResponse, Response};
use engine::scene::{Change, Sight};
use engine::{Eyes, Seat};
use flate2::Compression;
use flate2::write::GzEncoder;
use futures_util::stream;
use std::io::{self, Write};
use std::sync::Arc;

/// How many moments are worked out at once. From the nearest mark on, everything is played again to get to the first of
/// them: a few of them cost nearly as much as these.
const PART: usize = 25;

/// Whose replay, and what of it.
pub struct Replay {
    /// Where it is asked for.
    pub house: Arc<House>,
    /// Of which game.
    pub game: String,
    /// For whom.
    pub household: Household,
    /// The game as it stood.
    pub glance: Glance,
    /// Whose eyes.
    pub eyes: Eyes<Seat>,
    /// The first moment: the one at which the log had so many entries.
    pub from: usize,
    /// How many moments.
    pub count: usize,
}

impl Replay {
    /// All of it. The first part is worked out before anything is sent, so that what is wrong can still be said.
    pub async fn answer(self, packing: Packing) -> Result<Response, Refusal> {
        let mut page = Page { from: self.from, left: self.count, last: None, out: Out::new(packing) };
        page = self.go_on(page).await?;
        let head = [(CONTENT_TYPE, "application/json"), (VARY, "accept-encoding")];
        let coding = page.out.packed.is_some().then_some([(CONTENT_ENCODING, "gzip")]);
        let first = page.out.take();
        if page.left == 0 {
            return Ok((head, coding, first).into_response());
        }
        // The first part is there already, and the others are worked out one by one.
        let parts = stream::unfold(Some((self, page, Some(first))), |state| async {
            let (replay, page, first) = state?;
            if let Some(first) = first {
                return Some((Ok(first), Some((replay, page, None))));
            }
            match replay.go_on(page).await {
                Ok(mut page) => {
                    let part = page.out.take();
                    let more = page.left > 0;
                    Some((Ok(part), more.then_some((replay, page, None))))
                }
                // The answer breaks off, and whoever asked notices that it is not whole.
                Err(refusal) => Some((Err(io::Error::other(refusal.text)), None)),
            }
        });
        Ok((head, coding, Body::from_stream(parts)).into_response())
    }

    async fn go_on(&self, page: Page) -> Result<Page, Refusal> {
        let eyes = self.eyes;
        let work = move |glance: &Glance| Ok(page.go_on(glance, eyes));
        self.house.look_back(self.household, &self.game, self.glance.clone(), work).await
    }
}

/// How far a replay has been written: `{"first":…,"then":[…,…]}`, as `Moments` is.
struct Page {
    from: usize,
    left: usize,
    last: Option<Sight>,
    out: Out,
}

impl Page {
    /// Writes the next moments down.
    fn go_on(mut self, glance: &Glance, eyes: Eyes<Seat>) -> Page {
        let count = self.left.min(PART);
        let begins = self.last.is_none();
        let sights = glance.sights(eyes, self.from, count);
        self.left = if sights.len() < count { 0 } else { self.left - count };
        for sight in sights {
            match &self.last {
                None => {
                    self.out.say("{\"first\":");
                    self.out.write(&sight);
                    self.out.say(",\"then\":[");
                }
                Some(before) => {
                    let change = Change::between(before, &sight);
                    if std::mem::replace(&mut self.out.changes, true) {
                        self.out.say(",");
                    }
                    self.out.write(&change);
                }
            }
            self.from = sight.log + 1;
            self.last = Some(sight);
        }
        if begins && self.last.is_none() {
            self.out.say("{\"first\":null,\"then\":[");
        }
        if self.left == 0 {
            self.out.say("]}");
            self.out.end();
        }
        self
    }
}

/// What is written, packed or not.
struct Out {
    plain: Vec<u8>,
    packed: Option<GzEncoder<Vec<u8>>>,
    /// Whether a change has been written.
    changes: bool,
    /// Whether all has been written.
    ended: bool,
}

/// Nothing is written but to memory, where it cannot fail.
const SURE: &str = "what is made of texts and numbers can be written to memory";

impl Out {
    fn new(packing: Packing) -> Out {
        // Quickly rather than well: it takes its time all the same.
        let packed = packing.is_wanted().then(|| GzEncoder::new(Vec::new(), Compression::fast()));
        Out { plain: Vec::new(), packed, changes: false, ended: false }
    }

    fn say(&mut self, text: &str) {
        match &mut self.packed {
            Some(packed) => packed.write_all(text.as_bytes()).expect(SURE),
            None => self.plain.extend_from_slice(text.as_bytes()),
        }
    }

    fn write(&mut self, value: &impl serde::Serialize) {
        match &mut self.packed {
            Some(packed) => serde_json::to_writer(packed, value).expect(SURE),
            None => serde_json::to_writer(&mut self.plain, value).expect(SURE),
        }
    }

    fn end(&mut self) {
        self.ended = true;
        if let Some(packed) = &mut self.packed {
            packed.try_finish().expect(SURE);
        }
    }

    /// What has been written since.
    fn take(&mut self) -> Bytes {
        match &mut self.packed {
            Some(packed) => {
                if !self.ended {
                    packed.flush().expect(SURE);
                }
                std::mem::take(packed.get_mut()).into()
            }
            None => std::mem::take(&mut self.plain).into(),
        }
    }
}
