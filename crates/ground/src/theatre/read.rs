//! Reads the features of a theatre: first all that stands for itself, then all that names others.

use std::collections::BTreeMap;

use faults::{Faults, Source, did_you_mean};
use serde_json::Value;

use super::geography::{Carries, Crossing, Geography, Landmark, Pass, Stop, Watercourse, Way, WayKind};
use super::{Passage, River, SettlementClass, check};
use crate::geojson::{Document, Entry, Subject};
use crate::geometry::{Frame, Point};

const KINDS: [&str; 12] = [
    "place", "river", "crossing", "range", "pass", "road", "railroad", "forest", "sea", "outside",
    "boundary", "state",
];

pub(super) fn read(source: &Source) -> Result<Geography, Faults> {
    let mut faults = Faults::new(source);
    let Some(file) = Document::open(source, &mut faults, "add places, rivers and roads") else {
        return Err(faults);
    };
    let geography = Reader::new(file).read();
    faults.into_result(geography)
}

/// Names of one sort of thing, each with who it is in the file and what it turned out to be, if it was sound.
pub(super) type Names<T> = BTreeMap<String, (Option<T>, Subject)>;

struct Reader<'a> {
    file: Document<'a>,
    geography: Geography,
    rivers: Names<usize>,
    ranges: Names<usize>,
    /// Places, crossings and passes: what roads run through.
    stops: Names<Stop>,
}

impl<'a> Reader<'a> {
    fn new(file: Document<'a>) -> Self {
        let nothing = Point::new(0, 0);
        let geography = Geography {
            title: file.title.clone(),
            projection: file.projection,
            frame: file.frame.unwrap_or(Frame { low: nothing, high: nothing }),
            places: Vec::new(),
            rivers: Vec::new(),
            crossings: Vec::new(),
            ranges: Vec::new(),
            passes: Vec::new(),
            ways: Vec::new(),
            forests: Vec::new(),
            seas: Vec::new(),
            outside: Vec::new(),
            boundaries: Vec::new(),
            states: Vec::new(),
        };
        Self { file, geography, rivers: Names::new(), ranges: Names::new(), stops: Names::new() }
    }

    fn read(mut self) -> Geography {
        let entries: Vec<Entry> =
            (0..self.file.len()).filter_map(|index| self.file.entry(index, &KINDS)).collect();
        for entry in &entries {
            match entry.kind.as_str() {
                "place" => self.place(entry),
                "river" => self.river(entry),
                "range" => self.range(entry),
                "forest" | "sea" | "outside" => self.area(entry),
                "boundary" | "state" => self.drawn(entry),
                "crossing" | "pass" | "road" | "railroad" => {}
                other => self.file.unknown_kind(&entry.subject, other, &KINDS),
            }
        }
        for entry in &entries {
            match entry.kind.as_str() {
                "crossing" => self.crossing(entry),
                "pass" => self.pass(entry),
                _ => {}
            }
        }
        for entry in &entries {
            match entry.kind.as_str() {
                "road" => self.way(entry, WayKind::Road),
                "railroad" => self.way(entry, WayKind::Rail),
                _ => {}
            }
        }
        check::places(&mut self.file, &self.geography, &self.stops);
        if self.file.frame.is_none() {
            let places = self.geography.places.iter().map(|place| place.shape);
            let rivers = self.geography.rivers.iter().flat_map(|river| river.shape.iter().copied());
            if let Some(frame) = Frame::around(places.chain(rivers)) {
                self.geography.frame = frame;
            }
        }
        self.geography
    }

    fn place(&mut self, entry: &Entry) {
        let classes = [
            ("city", SettlementClass::City),
            ("town", SettlementClass::Town),
            ("village", SettlementClass::Village),
        ];
        let subject = &entry.subject;
        let class = self.file.class(subject, entry.properties(), "class", None, &classes);
        let shape = self.file.spot(subject, entry.shape());
        let name = note(&mut self.file, &mut self.stops, subject);
        if let (Some(name), Some(kind), Some(shape)) = (name, class, shape) {
            settle(&mut self.stops, &name, Stop::Settlement(self.geography.places.len()));
            self.geography.places.push(Landmark { name, kind, shape });
        }
    }

    fn river(&mut self, entry: &Entry) {
        let classes = [("major", River::Major), ("minor", River::Minor)];
        let subject = &entry.subject;
        let class = self.file.class(subject, entry.properties(), "class", None, &classes);
        let shape = self.file.line(subject, entry.shape());
        let mouth_m = self.mouth(entry);
        let name = note(&mut self.file, &mut self.rivers, subject);
        if let (Some(name), Some(class), Some(mouth_m), Some(shape)) = (name, class, mouth_m, shape) {
            settle(&mut self.rivers, &name, self.geography.rivers.len());
            self.geography.rivers.push(Landmark { name, kind: Watercourse { class, mouth_m }, shape });
        }
    }

    /// Width of a river's mouth in metres.
    fn mouth(&mut self, entry: &Entry) -> Option<u32> {
        let width = &entry.properties()["mouth_km"];
        if width.is_null() {
            return Some(0);
        }
        let kilometres = width.as_f64().filter(|kilometres| (0.0..=50.0).contains(kilometres));
        if kilometres.is_none() {
            self.file
                .fault(&entry.subject, "`mouth_km` is not a width in kilometres")
                .hint("write e.g. \"mouth_km\": 2.5, or leave it out");
        }
        kilometres.map(|kilometres| (kilometres * 1_000.0) as u32)
    }

    fn range(&mut self, entry: &Entry) {
        let shape = self.file.line(&entry.subject, entry.shape());
        let name = note(&mut self.file, &mut self.ranges, &entry.subject);
        if let (Some(name), Some(shape)) = (name, shape) {
            settle(&mut self.ranges, &name, self.geography.ranges.len());
            self.geography.ranges.push(Landmark { name, kind: (), shape });
        }
    }

    fn area(&mut self, entry: &Entry) {
        let shape = self.file.area(&entry.subject, entry.shape());
        let name = self.name(&entry.subject);
        if let (Some(name), Some(shape)) = (name, shape) {
            let list = match entry.kind.as_str() {
                "forest" => &mut self.geography.forests,
                "sea" => &mut self.geography.seas,
                _ => &mut self.geography.outside,
            };
            list.push(Landmark { name, kind: (), shape });
        }
    }

    /// What is only drawn.
    fn drawn(&mut self, entry: &Entry) {
        let name = self.name(&entry.subject);
        if entry.kind == "state" {
            if let (Some(shape), Some(name)) = (self.file.spot(&entry.subject, entry.shape()), name) {
                self.geography.states.push(Landmark { name, kind: (), shape });
            }
        } else if let (Some(shape), Some(name)) = (self.file.line(&entry.subject, entry.shape()), name) {
            self.geography.boundaries.push(Landmark { name, kind: (), shape });
        }
    }

    fn crossing(&mut self, entry: &Entry) {
        let classes = [("bridge", Passage::Bridge), ("ferry", Passage::Ferry)];
        let subject = &entry.subject;
        let passage = self.file.class(subject, entry.properties(), "class", None, &classes);
        let carries = self.carries(entry);
        let river = named(&mut self.file, &self.rivers, entry, "river");
        let shape = self.file.spot(subject, entry.shape());
        let name = note(&mut self.file, &mut self.stops, subject);
        if let (Some(name), Some(river), Some(passage), Some(carries), Some(shape)) =
            (name, river, passage, carries, shape)
        {
            check::near(
                &mut self.file,
                subject,
                &self.geography.rivers[river],
                shape,
                check::CROSSING_FROM_RIVER,
            );
            settle(&mut self.stops, &name, Stop::Crossing(self.geography.crossings.len()));
            self.geography.crossings.push(Landmark {
                name,
                kind: Crossing { river, passage, carries },
                shape,
            });
        }
    }

    fn pass(&mut self, entry: &Entry) {
        let carries = self.carries(entry);
        let range = named(&mut self.file, &self.ranges, entry, "range");
        let shape = self.file.spot(&entry.subject, entry.shape());
        let name = note(&mut self.file, &mut self.stops, &entry.subject);
        if let (Some(name), Some(range), Some(carries), Some(shape)) = (name, range, carries, shape) {
            let crest = &self.geography.ranges[range];
            check::near(&mut self.file, &entry.subject, crest, shape, check::PASS_FROM_RANGE);
            settle(&mut self.stops, &name, Stop::Pass(self.geography.passes.len()));
            self.geography.passes.push(Landmark { name, kind: Pass { range, carries }, shape });
        }
    }

    fn carries(&mut self, entry: &Entry) -> Option<Carries> {
        let carries = |road, rail| Carries { road, rail };
        let words = [
            ("road", carries(true, false)),
            ("rail", carries(false, true)),
            ("road and rail", carries(true, true)),
        ];
        self.file.class(&entry.subject, entry.properties(), "carries", None, &words)
    }

    fn way(&mut self, entry: &Entry, kind: WayKind) {
        let subject = &entry.subject;
        let name = self.name(subject);
        let stops = self.stops(entry);
        let line = self.file.line(subject, entry.shape());
        if let (Some(name), Some(stops), Some(line)) = (name, stops, line) {
            let found = check::stops_on_line(&mut self.file, subject, &self.geography, &stops, &line);
            let Some(stops) = found else { return };
            let way = Landmark { name, kind: Way { kind, stops }, shape: line };
            check::way(&mut self.file, subject, &self.geography, &way);
            self.geography.ways.push(way);
        }
    }

    fn stops(&mut self, entry: &Entry) -> Option<Vec<Stop>> {
        let subject = &entry.subject;
        let names: Option<Vec<&str>> = entry.properties()["through"]
            .as_array()
            .and_then(|names| names.iter().map(Value::as_str).collect());
        let Some(names) = names.filter(|names| names.len() > 1) else {
            self.file
                .fault(subject, "it does not say what it runs `through`")
                .hint("list at least two places, crossings and passes by name, in order");
            return None;
        };
        let mut sound = true;
        let mut stops = Vec::new();
        for name in names {
            match self.stops.get(name) {
                Some((Some(stop), _)) => stops.push(*stop),
                // Its own fault is told already.
                Some((None, _)) => sound = false,
                None => {
                    sound = false;
                    let hint = match did_you_mean(name, self.stops.keys().map(String::as_str)) {
                        Some(meant) => format!("did you mean `{meant}`?"),
                        None => "name a place, a crossing or a pass of this file".to_owned(),
                    };
                    self.file
                        .fault(subject, format!("it runs through `{name}`, which is nowhere"))
                        .hint(hint);
                }
            }
        }
        sound.then_some(stops)
    }

    fn name(&mut self, subject: &Subject) -> Option<String> {
        let name = subject.name.clone().filter(|name| !name.trim().is_empty());
        if name.is_none() {
            self.file.fault(subject, "it has no `name`").hint("say what it is called");
        }
        name
    }
}

/// The name of a feature that others name, noted.
fn note<T>(file: &mut Document<'_>, names: &mut Names<T>, subject: &Subject) -> Option<String> {
    let Some(name) = subject.name.clone().filter(|name| !name.trim().is_empty()) else {
        file.fault(subject, "it has no `name`").hint("say what it is called");
        return None;
    };
    if let Some((_, first)) = names.get(&name) {
        let first = first.place();
        file.fault(subject, format!("there are two called {name}"))
            .see(first, "the first is here")
            .hint("give each its own name: roads, crossings and passes name what they belong to");
        return None;
    }
    names.insert(name.clone(), (None, subject.clone()));
    Some(name)
}

/// Says what a noted name turned out to be.
fn settle<T>(names: &mut Names<T>, name: &str, what: T) {
    if let Some((found, _)) = names.get_mut(name) {
        *found = Some(what);
    }
}

/// The river or range a feature belongs to.
fn named(file: &mut Document<'_>, names: &Names<usize>, entry: &Entry, key: &str) -> Option<usize> {
    let Some(name) = entry.properties()[key].as_str() else {
        file.fault(&entry.subject, format!("it does not say its `{key}`")).hint(format!("name its {key}"));
        return None;
    };
    if let Some((number, _)) = names.get(name) {
        return *number;
    }
    let hint = match did_you_mean(name, names.keys().map(String::as_str)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("name a {key} of this file"),
    };
    file.fault(&entry.subject, format!("there is no {key} called {name}")).hint(hint);
    None
}
