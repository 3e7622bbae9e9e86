//! As much of a message as a player at random needs. The players share the machine with the servers: what they read,
//! they read in one go, without keeping what they do not need.

use flate2::{Decompress, FlushDecompress, Status};
use serde::de::{Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::cell::RefCell;
use std::fmt;

/// A message.
#[derive(Deserialize)]
pub struct Heard<'a> {
    #[serde(rename = "type")]
    pub kind: &'a str,
    #[serde(default)]
    pub sight: Option<Seen>,
    #[serde(default, borrow)]
    pub change: Option<Changed<'a>>,
    #[serde(default)]
    pub id: Option<&'a str>,
    #[serde(default)]
    pub moment: Option<&'a str>,
}

/// What a player sees.
#[derive(Deserialize)]
pub struct Seen {
    pub moment: String,
    pub ask: Option<Asked>,
    pub outcome: Option<IgnoredAny>,
}

#[derive(Deserialize)]
pub struct Asked {
    pub answers: Vec<Answer>,
}

#[derive(Clone, Deserialize)]
pub struct Answer {
    pub action: String,
}

/// What changes of it.
#[derive(Deserialize)]
pub struct Changed<'a> {
    since: &'a str,
    moment: &'a str,
    /// Nothing if it is as it was; nothing inside if nothing is asked any more.
    #[serde(default, deserialize_with = "told")]
    ask: Option<Option<NewlyAsked>>,
    #[serde(default, deserialize_with = "told")]
    outcome: Option<Option<IgnoredAny>>,
}

#[derive(Deserialize)]
struct NewlyAsked {
    answers: Vec<Part>,
}

enum Part {
    Kept([usize; 2]),
    Like { like: usize, action: Option<String> },
    New(Answer),
}

/// What is told, if only that there is nothing.
fn told<'de, D: Deserializer<'de>, T: Deserialize<'de>>(reader: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(reader).map(Some)
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Part, D::Error> {
        reader.deserialize_any(Parts)
    }
}

struct Parts;

/// The fields of a part that is an object, of those that are needed.
#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "lowercase")]
enum Field {
    Like,
    With,
    Action,
    #[serde(other)]
    Other,
}

#[derive(Deserialize)]
struct Renamed {
    action: Option<String>,
}

impl<'de> Visitor<'de> for Parts {
    type Value = Part;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a part of a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut parts: A) -> Result<Part, A::Error> {
        let mut next = || parts.next_element()?.ok_or_else(|| A::Error::custom("two numbers are expected"));
        Ok(Part::Kept([next()?, next()?]))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Part, A::Error> {
        let (mut like, mut action) = (None, None);
        while let Some(field) = fields.next_key()? {
            match field {
                Field::Like => like = Some(fields.next_value()?),
                Field::With => action = fields.next_value::<Renamed>()?.action,
                Field::Action => action = Some(fields.next_value()?),
                Field::Other => _ = fields.next_value::<IgnoredAny>()?,
            }
        }
        match (like, action) {
            (Some(like), action) => Ok(Part::Like { like, action }),
            (None, Some(action)) => Ok(Part::New(Answer { action })),
            (None, None) => Err(A::Error::custom("an answer without an action")),
        }
    }
}

impl Seen {
    pub fn follow(&mut self, change: Changed<'_>) {
        assert_eq!(self.moment, change.since, "a change of another sight");
        change.moment.clone_into(&mut self.moment);
        self.outcome = change.outcome.unwrap_or(self.outcome.take());
        if let Some(asked) = change.ask {
            let before = self.ask.take().map_or_else(Vec::new, |asked| asked.answers);
            self.ask = asked.map(|asked| Asked { answers: together(&before, asked.answers) });
        }
    }
}

fn together(before: &[Answer], parts: Vec<Part>) -> Vec<Answer> {
    let mut answers = Vec::new();
    for part in parts {
        match part {
            Part::Kept([first, count]) => answers.extend_from_slice(&before[first..first + count]),
            Part::Like { like, action } => {
                answers.push(Answer { action: action.unwrap_or_else(|| before[like].action.clone()) });
            }
            Part::New(answer) => answers.push(answer),
        }
    }
    answers
}

/// Does something with the text of a packed frame.
pub fn unpacked(frame: &[u8], hear: impl FnOnce(&str)) {
    thread_local! {
        static UNPACKER: RefCell<(Decompress, Vec<u8>)> = RefCell::new((Decompress::new(false), Vec::new()));
    }
    UNPACKER.with_borrow_mut(|(inflate, text)| {
        inflate.reset(false);
        text.clear();
        loop {
            text.reserve(8 * frame.len().max(1_024));
            let before = (inflate.total_in(), text.len());
            let rest = &frame[before.0 as usize..];
            let status = inflate.decompress_vec(rest, text, FlushDecompress::Finish);
            if status.expect("a packed message") == Status::StreamEnd {
                break;
            }
            assert_ne!(before, (inflate.total_in(), text.len()), "a message without an end");
        }
        hear(std::str::from_utf8(text).expect("a text"));
    });
}
