//! Reads the features of a battlefield one by one.

use faults::{Faults, Source};
use serde_json::Value;

use super::{
    Battlefield, Bridge, Density, Feet, Railroad, SpotHeight, Wall, Water, WaterClass, Way, WayClass, check,
};
use crate::geojson::{Document, Entry, Subject, word};
use crate::geometry::{Frame, Point};

const KINDS: [&str; 15] = [
    "contour",
    "woods",
    "orchard",
    "field",
    "town",
    "building",
    "marsh",
    "rocks",
    "pond",
    "road",
    "railroad_cut",
    "stream",
    "wall",
    "bridge",
    "spot_height",
];

const DENSITIES: [(&str, Density); 2] = [("dense", Density::Dense), ("open", Density::Open)];
const ROADS: [(&str, WayClass); 4] = [
    ("pike", WayClass::Pike),
    ("road", WayClass::Road),
    ("trail", WayClass::Trail),
    ("street", WayClass::Street),
];
/// A cut is as deep as the feature says.
const RAILROADS: [(&str, Railroad); 3] =
    [("cut", Railroad::Cut { depth_ft: 0 }), ("grade", Railroad::Grade), ("track", Railroad::Track)];
const STREAMS: [(&str, WaterClass); 3] =
    [("river", WaterClass::River), ("creek", WaterClass::Creek), ("run", WaterClass::Run)];
const WALLS: [(&str, Wall); 7] = [
    ("stone", Wall::Stone),
    ("stone and rail", Wall::Stone),
    ("rail breastwork", Wall::Breastwork),
    ("rail", Wall::Fence),
    ("worm rail", Wall::Fence),
    ("post-and-rail", Wall::Fence),
    ("board", Wall::Fence),
];
const BRIDGES: [(&str, Bridge); 4] = [
    ("bridge", Bridge::Bridge),
    ("culvert", Bridge::Culvert),
    ("ford", Bridge::Ford),
    ("ruined", Bridge::Ruined),
];

/// Every kind of feature, with the words of its closed list, after the name of the property that has it.
pub(super) fn vocabulary() -> Vec<(&'static str, Vec<&'static str>)> {
    fn words<T>(key: &'static str, list: &[(&'static str, T)]) -> Vec<&'static str> {
        std::iter::once(key).chain(list.iter().map(|(word, _)| *word)).collect()
    }
    let words_of = |kind| match kind {
        "woods" => words("density", &DENSITIES),
        "road" => words("class", &ROADS),
        "railroad_cut" => words("class", &RAILROADS),
        "stream" => words("class", &STREAMS),
        "wall" => words("class", &WALLS),
        "bridge" => words("class", &BRIDGES),
        _ => Vec::new(),
    };
    KINDS.into_iter().map(|kind| (kind, words_of(kind))).collect()
}

pub(super) fn read(source: &Source) -> Result<Battlefield, Faults> {
    let mut faults = Faults::new(source);
    let Some(file) = Document::open(source, &mut faults, "add at least one contour that covers the map")
    else {
        return Err(faults);
    };
    let mut reader = Reader::new(file);
    for index in 0..reader.file.len() {
        if let Some(entry) = reader.file.entry(index, &KINDS) {
            reader.feature(&entry);
        }
    }
    let field = reader.finish();
    faults.into_result(field)
}

struct Reader<'a> {
    file: Document<'a>,
    /// Who each contour is, beside `field.contours`.
    contour_subjects: Vec<Subject>,
    field: Battlefield,
}

impl<'a> Reader<'a> {
    fn new(file: Document<'a>) -> Self {
        let nothing = Point::new(0, 0);
        let field = Battlefield {
            title: file.title.clone(),
            projection: file.projection,
            frame: file.frame.unwrap_or(Frame { low: nothing, high: nothing }),
            contours: Vec::new(),
            woods: Vec::new(),
            orchards: Vec::new(),
            fields: Vec::new(),
            towns: Vec::new(),
            buildings: Vec::new(),
            marshes: Vec::new(),
            rocks: Vec::new(),
            ponds: Vec::new(),
            roads: Vec::new(),
            railroads: Vec::new(),
            streams: Vec::new(),
            walls: Vec::new(),
            bridges: Vec::new(),
            heights: Vec::new(),
        };
        Self { file, contour_subjects: Vec::new(), field }
    }

    fn feature(&mut self, entry: &Entry) {
        let (subject, properties, shape) = (&entry.subject, entry.properties(), entry.shape());
        match entry.kind.as_str() {
            "contour" => {
                let height = self.feet(subject, properties);
                if let Some(form) = properties["form"].as_str()
                    && form != "area_at_or_above"
                {
                    self.file
                        .fault(subject, format!("a contour of the form `{form}`"))
                        .hint("draw contours as polygons of all ground `area_at_or_above` their height");
                }
                if let (Some(feet), Some(area)) = (height, self.file.area(subject, shape)) {
                    self.field.contours.push(subject.feature(feet, area));
                    self.contour_subjects.push(subject.clone());
                }
            }
            "woods" => {
                let density =
                    self.file.class(subject, properties, "density", Some(Density::Dense), &DENSITIES);
                if let (Some(density), Some(area)) = (density, self.file.area(subject, shape)) {
                    self.field.woods.push(subject.feature(density, area));
                }
            }
            "orchard" | "field" | "town" | "building" | "marsh" | "rocks" | "pond" => {
                if let Some(area) = self.file.area(subject, shape) {
                    let list = match entry.kind.as_str() {
                        "orchard" => &mut self.field.orchards,
                        "field" => &mut self.field.fields,
                        "town" => &mut self.field.towns,
                        "building" => &mut self.field.buildings,
                        "marsh" => &mut self.field.marshes,
                        "rocks" => &mut self.field.rocks,
                        _ => &mut self.field.ponds,
                    };
                    list.push(subject.feature((), area));
                }
            }
            "road" => {
                let class = self.file.class(subject, properties, "class", None, &ROADS);
                let width_m = self.width(subject, properties);
                for line in self.file.lines(subject, shape) {
                    if let Some(class) = class {
                        self.field.roads.push(subject.feature(Way { class, width_m }, line));
                    }
                }
            }
            "railroad_cut" => self.railroad(subject, properties, shape),
            "stream" => {
                let class = self.file.class(subject, properties, "class", None, &STREAMS);
                let width_m = self.width(subject, properties);
                for line in self.file.lines(subject, shape) {
                    if let Some(class) = class {
                        self.field.streams.push(subject.feature(Water { class, width_m }, line));
                    }
                }
            }
            "wall" => {
                let class = self.file.class(subject, properties, "class", None, &WALLS);
                for line in self.file.lines(subject, shape) {
                    if let Some(class) = class {
                        self.field.walls.push(subject.feature(class, line));
                    }
                }
            }
            "bridge" => {
                let class = self.file.class(subject, properties, "class", None, &BRIDGES);
                if let (Some(class), Some(point)) = (class, self.file.spot(subject, shape)) {
                    self.field.bridges.push(subject.feature(class, point));
                }
            }
            "spot_height" => {
                let height = self.feet(subject, properties);
                if let (Some(feet), Some(point)) = (height, self.file.spot(subject, shape)) {
                    let spot = SpotHeight { feet, ridge: word(&properties["ridge"]) };
                    self.field.heights.push(subject.feature(spot, point));
                }
            }
            other => self.file.unknown_kind(subject, other, &KINDS),
        }
    }

    fn railroad(&mut self, subject: &Subject, properties: &Value, shape: &Value) {
        let depth_ft = properties["depth_ft"].as_u64().and_then(|feet| u16::try_from(feet).ok());
        let class = match self.file.class(subject, properties, "class", None, &RAILROADS) {
            Some(Railroad::Cut { .. }) => {
                if depth_ft.is_none_or(|feet| feet == 0) {
                    self.file
                        .fault(subject, "a cut without its depth")
                        .hint("add \"depth_ft\" in whole feet");
                }
                Some(Railroad::Cut { depth_ft: depth_ft.unwrap_or(0) })
            }
            class => class,
        };
        for line in self.file.lines(subject, shape) {
            if let Some(class) = class {
                self.field.railroads.push(subject.feature(class, line));
            }
        }
    }

    fn feet(&mut self, subject: &Subject, properties: &Value) -> Option<Feet> {
        let height = &properties["elevation_ft"];
        let feet = height.as_i64().filter(|feet| feet.abs() < 30_000);
        if feet.is_none() {
            let what = match height {
                Value::Null => "it has no `elevation_ft`".to_owned(),
                height => format!("its `elevation_ft` is {height}"),
            };
            self.file.fault(subject, what).hint("give the height in whole feet above the sea, as a number");
        }
        feet.map(|feet| Feet(feet as i32))
    }

    fn width(&mut self, subject: &Subject, properties: &Value) -> u16 {
        let width = &properties["width_m"];
        if width.is_null() {
            return 0;
        }
        match width.as_f64() {
            Some(metres) if (0.0..=2_000.0).contains(&metres) => metres.round() as u16,
            _ => {
                self.file
                    .fault(subject, "`width_m` is not a width in metres")
                    .hint("write e.g. \"width_m\": 6");
                0
            }
        }
    }

    fn finish(mut self) -> Battlefield {
        if self.field.contours.is_empty() {
            self.file.fault_of_all("the map has no contour").hint("add one that covers the whole map");
        }
        for (number, point) in check::contours_outside_lower(&self.field.contours) {
            let (longitude, latitude) = self.field.projection.to_degrees(point);
            let subject = &self.contour_subjects[number];
            self.file
                .fault(
                    subject,
                    format!(
                        "at {longitude:.5}, {latitude:.5} it leaves the ground of the next lower contour"
                    ),
                )
                .hint("a contour is all ground at or above its height, so higher ones lie inside lower ones");
        }
        if self.file.frame.is_none() {
            let everywhere =
                self.field.contours.iter().flat_map(|contour| contour.shape.rings.iter().flatten());
            if let Some(frame) = Frame::around(everywhere.copied()) {
                self.field.frame = frame;
            }
        }
        self.field.contours.sort_by_key(|contour| contour.kind);
        self.field
    }
}
