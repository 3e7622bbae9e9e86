//! What every GeoJSON file of real ground has in common: a collection of features, each with an id, a kind and a shape.
//!
//! A reader of one sort of file opens a [`Document`], takes its features one by one and asks for their shapes. Every
//! fault is told with the number, id and name of the feature and the line it begins on.

mod shape;

use std::collections::BTreeMap;

use faults::{Fault, Faults, Line as FileLine, Source, did_you_mean, list};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::battlefield::{Feature, Projection};
use crate::geometry::Frame;

#[derive(Deserialize)]
struct Collection<'a> {
    #[serde(rename = "type")]
    kind: Option<String>,
    bbox: Option<Vec<f64>>,
    metadata: Option<Metadata>,
    #[serde(borrow)]
    features: Option<Vec<&'a RawValue>>,
}

#[derive(Deserialize, Default)]
struct Metadata {
    title: Option<String>,
    origin: Option<[f64; 2]>,
}

/// Centimetres from the origin within which all ground must lie: all later arithmetic relies on it.
const FURTHEST: i32 = 100_000_000;

/// Who is being read: for the words of a fault.
#[derive(Clone)]
pub(crate) struct Subject {
    index: usize,
    line: usize,
    pub(crate) id: Option<String>,
    pub(crate) name: Option<String>,
}

impl Subject {
    fn describe(&self) -> String {
        let mut marks: Vec<&str> = self.id.as_deref().into_iter().collect();
        if let Some(name) = &self.name {
            marks.push(name);
        }
        let number = self.index + 1;
        if marks.is_empty() {
            format!("feature {number}")
        } else {
            format!("feature {number} ({})", marks.join(", "))
        }
    }

    /// The line the feature begins on.
    pub(crate) fn place(&self) -> FileLine {
        FileLine(self.line)
    }

    /// The checked feature.
    pub(crate) fn feature<K, S>(&self, kind: K, shape: S) -> Feature<K, S> {
        Feature { id: self.id.clone().unwrap_or_default(), name: self.name.clone(), kind, shape }
    }
}

/// A feature whose frame is in order: it is one, and it says its kind.
pub(crate) struct Entry {
    pub(crate) subject: Subject,
    pub(crate) kind: String,
    value: Value,
}

impl Entry {
    pub(crate) fn properties(&self) -> &Value {
        &self.value["properties"]
    }

    pub(crate) fn shape(&self) -> &Value {
        &self.value["geometry"]
    }
}

/// A collection of features being read.
pub(crate) struct Document<'a> {
    faults: &'a mut Faults,
    raw: Vec<&'a RawValue>,
    /// The line each feature begins on.
    lines: Vec<usize>,
    ids: BTreeMap<String, usize>,
    pub(crate) title: String,
    pub(crate) projection: Projection,
    /// The ground the file says it covers, if it does.
    pub(crate) frame: Option<Frame>,
}

impl<'a> Document<'a> {
    /// Opens a file; `None` if it holds no features. `first` says what to add to an empty one.
    pub(crate) fn open(source: &'a Source, faults: &'a mut Faults, first: &str) -> Option<Self> {
        let collection: Collection<'a> = match serde_json::from_str(source.text()) {
            Ok(collection) => collection,
            Err(error) => {
                faults
                    .add(FileLine(error.line()), format!("this is not a GeoJSON feature collection: {error}"))
                    .hint("write {\"type\": \"FeatureCollection\", \"features\": […]}");
                return None;
            }
        };
        if collection.kind.as_deref() != Some("FeatureCollection") {
            faults
                .add(FileLine(1), "the file's `type` is not `FeatureCollection`")
                .hint("write \"type\": \"FeatureCollection\" at the top");
        }
        let raw = collection.features.unwrap_or_default();
        if raw.is_empty() {
            faults.add(FileLine(1), "the file has no features").hint(first);
            return None;
        }
        let metadata = collection.metadata.unwrap_or_default();
        let (projection, frame) = Self::place(faults, collection.bbox.as_deref(), metadata.origin);
        Some(Self {
            faults,
            lines: Self::line_numbers(source, &raw),
            raw,
            ids: BTreeMap::new(),
            title: metadata.title.unwrap_or_default(),
            projection,
            frame,
        })
    }

    /// Where on the globe the map lies.
    fn place(
        faults: &mut Faults,
        bbox: Option<&[f64]>,
        origin: Option<[f64; 2]>,
    ) -> (Projection, Option<Frame>) {
        let corners = match bbox {
            Some(&[west, south, east, north]) if west < east && south < north => {
                Some([west, south, east, north])
            }
            Some(_) => {
                faults
                    .add(FileLine(1), "`bbox` is not west, south, east, north in degrees")
                    .hint("write e.g. \"bbox\": [-77.28, 39.81, -77.21, 39.86]");
                None
            }
            None => None,
        };
        let (longitude, latitude) = match (origin, corners) {
            (Some([longitude, latitude]), _) if latitude.abs() <= 89.0 && longitude.abs() <= 180.0 => {
                (longitude, latitude)
            }
            (Some(_), _) => {
                faults
                    .add(FileLine(1), "`origin` is not a longitude and a latitude")
                    .hint("write e.g. \"origin\": [-77.2311, 39.8309]");
                (0.0, 0.0)
            }
            (None, Some([west, south, east, north])) => ((west + east) / 2.0, (south + north) / 2.0),
            (None, None) => {
                faults
                    .add(FileLine(1), "the file says neither its `bbox` nor its `origin`")
                    .hint("add \"bbox\": [west, south, east, north] in degrees");
                (0.0, 0.0)
            }
        };
        let projection = Projection::about(longitude, latitude);
        let frame = corners.map(|[west, south, east, north]| Frame {
            low: projection.to_plane(west, south),
            high: projection.to_plane(east, north),
        });
        let frame = frame.filter(|frame| {
            let corners = [frame.low.x, frame.low.y, frame.high.x, frame.high.y];
            let near = corners.iter().all(|part| part.abs() <= FURTHEST);
            if !near {
                faults
                    .add(FileLine(1), "`bbox` reaches more than 1,000 km from the origin")
                    .hint("the map is smaller; write west, south, east, north in degrees");
            }
            near
        });
        (projection, frame)
    }

    /// Counts lines once for all features, which stand in the order of the file.
    fn line_numbers(source: &Source, raw: &[&RawValue]) -> Vec<usize> {
        let text = source.text();
        let mut lines = Vec::with_capacity(raw.len());
        let (mut line, mut counted) = (1, 0);
        for feature in raw {
            let start = feature.get().as_ptr() as usize - text.as_ptr() as usize;
            line += text.as_bytes()[counted..start].iter().filter(|byte| **byte == b'\n').count();
            counted = start;
            lines.push(line);
        }
        lines
    }

    /// How many features there are.
    pub(crate) fn len(&self) -> usize {
        self.raw.len()
    }

    /// The feature of a number, if it can be read at all.
    pub(crate) fn entry(&mut self, index: usize, kinds: &[&str]) -> Option<Entry> {
        let value: Value = serde_json::from_str(self.raw[index].get()).unwrap_or_default();
        let properties = &value["properties"];
        let subject = Subject {
            index,
            line: self.lines[index],
            id: word(&value["id"]).or_else(|| word(&properties["id"])),
            name: word(&properties["name"]),
        };
        if value["type"] != "Feature" {
            self.fault(&subject, "its `type` is not `Feature`").hint("write \"type\": \"Feature\"");
            return None;
        }
        self.note_id(&subject);
        let Some(kind) = properties["kind"].as_str().map(str::to_owned) else {
            self.fault(&subject, "it has no `kind`")
                .hint(format!("give it one of {}", list(kinds.iter().copied())));
            return None;
        };
        Some(Entry { subject, kind, value })
    }

    /// A fault of one feature.
    pub(crate) fn fault(&mut self, subject: &Subject, what: impl AsRef<str>) -> &mut Fault {
        self.faults.add(subject.place(), format!("{}: {}", subject.describe(), what.as_ref()))
    }

    /// A fault of the file as a whole.
    pub(crate) fn fault_of_all(&mut self, what: &str) -> &mut Fault {
        self.faults.add(FileLine(1), what)
    }

    /// A feature of a kind that is none of the known ones.
    pub(crate) fn unknown_kind(&mut self, subject: &Subject, kind: &str, kinds: &[&str]) {
        let hint = match did_you_mean(kind, kinds.iter().copied()) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => format!("use one of {}", list(kinds.iter().copied())),
        };
        self.fault(subject, format!("unknown kind `{kind}`")).hint(hint);
    }

    fn note_id(&mut self, subject: &Subject) {
        let Some(id) = subject.id.clone() else {
            self.fault(subject, "it has no `id`").hint("give every feature its own id");
            return;
        };
        if let Some(first) = self.ids.get(&id) {
            let first = *first;
            self.fault(subject, format!("the id `{id}` is used twice"))
                .see(FileLine(first), "first used here")
                .hint(format!("give every feature its own id; line {first} has the same"));
        } else {
            self.ids.insert(id, subject.line);
        }
    }

    /// A property that is one of a few words.
    pub(crate) fn class<T: Copy>(
        &mut self,
        subject: &Subject,
        properties: &Value,
        key: &str,
        default: Option<T>,
        words: &[(&str, T)],
    ) -> Option<T> {
        let known = || list(words.iter().map(|(word, _)| *word));
        let Some(word) = properties[key].as_str() else {
            if default.is_none() || !properties[key].is_null() {
                self.fault(subject, format!("it has no `{key}`")).hint(format!("give it one of {}", known()));
            }
            return default;
        };
        let found = words.iter().find(|(other, _)| *other == word).map(|(_, class)| *class);
        if found.is_none() {
            let hint = match did_you_mean(word, words.iter().map(|(other, _)| *other)) {
                Some(meant) => format!("did you mean `{meant}`?"),
                None => format!("use one of {}", known()),
            };
            self.fault(subject, format!("unknown {key} `{word}`")).hint(hint);
        }
        found
    }
}

/// A text, or a number as text.
pub(crate) fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
