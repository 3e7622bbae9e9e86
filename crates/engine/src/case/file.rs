//! The shape of a case file.

use crate::Side;
use faults::{Faults, Source, read_toml, read_toml_leniently};
use serde::de::{DeserializeOwned, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use toml::Spanned;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "P: DeserializeOwned, X: DeserializeOwned"))]
pub(super) struct CaseFile<P, X> {
    pub game: Spanned<String>,
    #[serde(default, rename = "case")]
    pub cases: Vec<Spanned<Case<P, X>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "P: DeserializeOwned, X: DeserializeOwned"))]
pub(super) struct Case<P, X> {
    pub title: Spanned<String>,
    #[serde(default)]
    pub proves: Vec<Spanned<String>>,
    #[serde(default, rename = "note")]
    pub _note: Option<String>,
    pub position: P,
    pub dice: Option<Spanned<Vec<u32>>>,
    #[serde(default)]
    pub play: Vec<Spanned<Step<X>>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "X: DeserializeOwned"))]
pub(super) struct Step<X> {
    #[serde(default, rename = "do")]
    pub actions: Texts,
    pub by: Option<Side>,
    pub dice: Option<Spanned<Vec<u32>>>,
    pub refused: Option<Spanned<String>>,
    pub because: Option<Spanned<String>>,
    #[serde(default)]
    pub odds: BTreeMap<String, Spanned<String>>,
    pub asks: Option<Spanned<Asked>>,
    pub to: Option<Side>,
    pub question: Option<Spanned<String>>,
    #[serde(default)]
    pub offered: Texts,
    #[serde(default)]
    pub not_offered: Texts,
    #[serde(default)]
    pub offered_exactly: Texts,
    #[serde(default)]
    pub told: Texts,
    #[serde(default)]
    pub not_told: Texts,
    #[serde(default)]
    pub heard: ByEyes<Texts>,
    #[serde(default)]
    pub not_heard: ByEyes<Texts>,
    pub over: Option<Spanned<Ending>>,
    pub points: Option<Spanned<[i32; 2]>>,
    pub expect: Option<X>,
    #[serde(default)]
    pub sees: ByEyes<Option<X>>,
}

/// Something for each pair of eyes that does not see all.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, bound(deserialize = "T: DeserializeOwned + Default"))]
pub(super) struct ByEyes<T> {
    #[serde(default)]
    pub union: T,
    #[serde(default)]
    pub confederate: T,
    #[serde(default)]
    pub watcher: T,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Asked {
    Union,
    Confederate,
    Both,
    Nobody,
}

#[derive(Copy, Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Ending {
    Union,
    Confederate,
    Draw,
}

/// One text or a list of them, each with its place.
#[derive(Default)]
pub(super) struct Texts(Vec<Text>);

pub(super) struct Text {
    pub text: String,
    pub span: Range<usize>,
}

impl Texts {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = &Text> {
        self.0.iter()
    }
}

impl<'de> Deserialize<'de> for Texts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Texts, D::Error> {
        /// The text alone does not know its place; the value around it does.
        struct OneOrMore(Vec<(String, Option<Range<usize>>)>);

        impl<'de> Deserialize<'de> for OneOrMore {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<OneOrMore, D::Error> {
                deserializer.deserialize_any(TextsVisitor)
            }
        }

        struct TextsVisitor;

        impl<'de> Visitor<'de> for TextsVisitor {
            type Value = OneOrMore;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a text in quotes or a list of them")
            }

            fn visit_str<E>(self, text: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore(vec![(text.to_owned(), None)]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<OneOrMore, A::Error> {
                let mut texts = Vec::new();
                while let Some(text) = list.next_element::<Spanned<String>>()? {
                    let span = text.span();
                    texts.push((text.into_inner(), Some(span)));
                }
                Ok(OneOrMore(texts))
            }
        }

        let value = Spanned::<OneOrMore>::deserialize(deserializer)?;
        let whole = value.span();
        let texts = value.into_inner().0.into_iter();
        Ok(Texts(
            texts.map(|(text, span)| Text { text, span: span.unwrap_or_else(|| whole.clone()) }).collect(),
        ))
    }
}

/// Reads the file's shape.
pub(super) fn read<P: DeserializeOwned, X: DeserializeOwned>(
    source: &Source,
) -> Result<CaseFile<P, X>, Faults> {
    read_toml(source)
}

/// Reads nothing but the game's name.
pub(super) fn game_of(source: &Source) -> Result<String, Faults> {
    #[derive(Deserialize)]
    struct NameOnly {
        game: String,
    }
    let reading = read_toml_leniently::<NameOnly>(source);
    reading.value.map(|file| file.game).ok_or(reading.faults)
}
