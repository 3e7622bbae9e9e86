//! Reads GeoJSON and lists every fault with the number, id and name of the feature and the line it begins on.

use std::collections::BTreeMap;

use faults::{Fault, Faults, Line as FileLine, Source, did_you_mean, list};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{
    Battlefield, Bridge, Density, Feature, Feet, Projection, Railroad, SpotHeight, Wall, Water, WaterClass,
    Way, WayClass, check,
};
use crate::geometry::{Area, Frame, Point};

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

/// Centimetres from the origin within which a battlefield must lie: all later arithmetic relies on it.
const FURTHEST: i32 = 100_000_000;

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

pub(super) fn read(source: &Source) -> Result<Battlefield, Faults> {
    let mut faults = Faults::new(source);
    let collection: Collection<'_> = match serde_json::from_str(source.text()) {
        Ok(collection) => collection,
        Err(error) => {
            faults
                .add(FileLine(error.line()), format!("this is not a GeoJSON feature collection: {error}"))
                .hint("write {\"type\": \"FeatureCollection\", \"features\": […]}");
            return Err(faults);
        }
    };
    if collection.kind.as_deref() != Some("FeatureCollection") {
        faults
            .add(FileLine(1), "the file's `type` is not `FeatureCollection`")
            .hint("write \"type\": \"FeatureCollection\" at the top");
    }
    let raw = collection.features.unwrap_or_default();
    if raw.is_empty() {
        faults
            .add(FileLine(1), "the file has no features")
            .hint("add at least one contour that covers the map");
        return Err(faults);
    }
    let metadata = collection.metadata.unwrap_or_default();
    let mut reader = Reader::new(source, &mut faults, collection.bbox.as_deref(), metadata);
    reader.find_lines(&raw);
    for (index, text) in raw.iter().enumerate() {
        reader.feature(index, text);
    }
    let field = reader.finish();
    faults.into_result(field)
}

/// Who is being read: for the words of a fault.
struct Subject {
    index: usize,
    line: usize,
    id: Option<String>,
    name: Option<String>,
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
}

struct Reader<'a> {
    source: &'a Source,
    faults: &'a mut Faults,
    bounded: bool,
    /// The line each feature begins on.
    lines: Vec<usize>,
    ids: BTreeMap<String, usize>,
    /// Line of each contour, beside `field.contours`.
    contour_subjects: Vec<Subject>,
    field: Battlefield,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source, faults: &'a mut Faults, bbox: Option<&[f64]>, metadata: Metadata) -> Self {
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
        let (longitude, latitude) = match (metadata.origin, corners) {
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
                    .hint("a battlefield is smaller; write west, south, east, north in degrees");
            }
            near
        });
        let nothing = Point::new(0, 0);
        let field = Battlefield {
            title: metadata.title.unwrap_or_default(),
            projection,
            frame: frame.unwrap_or(Frame { low: nothing, high: nothing }),
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
        Self {
            source,
            faults,
            bounded: frame.is_some(),
            lines: Vec::new(),
            ids: BTreeMap::new(),
            contour_subjects: Vec::new(),
            field,
        }
    }

    /// Counts lines once for all features, which stand in the order of the file.
    fn find_lines(&mut self, raw: &[&RawValue]) {
        let text = self.source.text();
        let (mut line, mut counted) = (1, 0);
        for feature in raw {
            let start = feature.get().as_ptr() as usize - text.as_ptr() as usize;
            line += text.as_bytes()[counted..start].iter().filter(|byte| **byte == b'\n').count();
            counted = start;
            self.lines.push(line);
        }
    }

    fn fault(&mut self, subject: &Subject, what: impl AsRef<str>) -> &mut Fault {
        self.faults.add(FileLine(subject.line), format!("{}: {}", subject.describe(), what.as_ref()))
    }

    fn feature(&mut self, index: usize, raw: &RawValue) {
        let value: Value = serde_json::from_str(raw.get()).unwrap_or_default();
        let properties = &value["properties"];
        let word = |value: &Value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let subject = Subject {
            index,
            line: self.lines[index],
            id: word(&value["id"]).or_else(|| word(&properties["id"])),
            name: word(&properties["name"]),
        };
        if value["type"] != "Feature" {
            self.fault(&subject, "its `type` is not `Feature`").hint("write \"type\": \"Feature\"");
            return;
        }
        self.note_id(&subject);
        let Some(kind) = properties["kind"].as_str() else {
            self.fault(&subject, "it has no `kind`").hint(format!("give it one of {}", list(KINDS)));
            return;
        };
        let shape = &value["geometry"];
        match kind {
            "contour" => {
                let height = self.feet(&subject, properties);
                if let Some(form) = properties["form"].as_str()
                    && form != "area_at_or_above"
                {
                    self.fault(&subject, format!("a contour of the form `{form}`"))
                        .hint("draw contours as polygons of all ground `area_at_or_above` their height");
                }
                if let (Some(feet), Some(area)) = (height, self.area(&subject, shape)) {
                    self.field.contours.push(feature(&subject, feet, area));
                    self.contour_subjects.push(subject);
                }
            }
            "woods" => {
                let density = self.class(
                    &subject,
                    properties,
                    "density",
                    Some(Density::Dense),
                    &[("dense", Density::Dense), ("open", Density::Open)],
                );
                if let (Some(density), Some(area)) = (density, self.area(&subject, shape)) {
                    self.field.woods.push(feature(&subject, density, area));
                }
            }
            "orchard" | "field" | "town" | "building" | "marsh" | "rocks" | "pond" => {
                if let Some(area) = self.area(&subject, shape) {
                    let list = match kind {
                        "orchard" => &mut self.field.orchards,
                        "field" => &mut self.field.fields,
                        "town" => &mut self.field.towns,
                        "building" => &mut self.field.buildings,
                        "marsh" => &mut self.field.marshes,
                        "rocks" => &mut self.field.rocks,
                        _ => &mut self.field.ponds,
                    };
                    list.push(feature(&subject, (), area));
                }
            }
            "road" => {
                let classes = [
                    ("pike", WayClass::Pike),
                    ("road", WayClass::Road),
                    ("trail", WayClass::Trail),
                    ("street", WayClass::Street),
                ];
                let class = self.class(&subject, properties, "class", None, &classes);
                let width_m = self.width(&subject, properties);
                for line in self.lines(&subject, shape) {
                    if let Some(class) = class {
                        self.field.roads.push(feature(&subject, Way { class, width_m }, line));
                    }
                }
            }
            "railroad_cut" => self.railroad(&subject, properties, shape),
            "stream" => {
                let classes =
                    [("river", WaterClass::River), ("creek", WaterClass::Creek), ("run", WaterClass::Run)];
                let class = self.class(&subject, properties, "class", None, &classes);
                let width_m = self.width(&subject, properties);
                for line in self.lines(&subject, shape) {
                    if let Some(class) = class {
                        self.field.streams.push(feature(&subject, Water { class, width_m }, line));
                    }
                }
            }
            "wall" => {
                let classes = [
                    ("stone", Wall::Stone),
                    ("stone and rail", Wall::Stone),
                    ("rail breastwork", Wall::Breastwork),
                    ("rail", Wall::Fence),
                    ("worm rail", Wall::Fence),
                    ("post-and-rail", Wall::Fence),
                    ("board", Wall::Fence),
                ];
                let class = self.class(&subject, properties, "class", None, &classes);
                for line in self.lines(&subject, shape) {
                    if let Some(class) = class {
                        self.field.walls.push(feature(&subject, class, line));
                    }
                }
            }
            "bridge" => {
                let classes = [
                    ("bridge", Bridge::Bridge),
                    ("culvert", Bridge::Culvert),
                    ("ford", Bridge::Ford),
                    ("ruined", Bridge::Ruined),
                ];
                let class = self.class(&subject, properties, "class", None, &classes);
                if let (Some(class), Some(point)) = (class, self.spot(&subject, shape)) {
                    self.field.bridges.push(feature(&subject, class, point));
                }
            }
            "spot_height" => {
                let height = self.feet(&subject, properties);
                if let (Some(feet), Some(point)) = (height, self.spot(&subject, shape)) {
                    let spot = SpotHeight { feet, ridge: word(&properties["ridge"]) };
                    self.field.heights.push(feature(&subject, spot, point));
                }
            }
            other => {
                let hint = match did_you_mean(other, KINDS) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("use one of {}", list(KINDS)),
                };
                self.fault(&subject, format!("unknown kind `{other}`")).hint(hint);
            }
        }
    }

    fn railroad(&mut self, subject: &Subject, properties: &Value, shape: &Value) {
        let depth_ft = properties["depth_ft"].as_u64().and_then(|feet| u16::try_from(feet).ok());
        let cut = Railroad::Cut { depth_ft: depth_ft.unwrap_or(0) };
        let classes = [("cut", cut), ("grade", Railroad::Grade), ("track", Railroad::Track)];
        let class = self.class(subject, properties, "class", None, &classes);
        if class == Some(cut) && depth_ft.is_none_or(|feet| feet == 0) {
            self.fault(subject, "a cut without its depth").hint("add \"depth_ft\" in whole feet");
        }
        for line in self.lines(subject, shape) {
            if let Some(class) = class {
                self.field.railroads.push(feature(subject, class, line));
            }
        }
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

    fn class<T: Copy>(
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

    fn feet(&mut self, subject: &Subject, properties: &Value) -> Option<Feet> {
        let feet = properties["elevation_ft"].as_i64().filter(|feet| feet.abs() < 30_000);
        if feet.is_none() {
            self.fault(subject, "it has no `elevation_ft`")
                .hint("add the height in whole feet above the sea");
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
                self.fault(subject, "`width_m` is not a width in metres").hint("write e.g. \"width_m\": 6");
                0
            }
        }
    }

    fn spot(&mut self, subject: &Subject, shape: &Value) -> Option<Point> {
        if !self.is_a(subject, shape, &["Point"]) {
            return None;
        }
        let point = self.point(subject, &shape["coordinates"])?;
        self.inside(subject, [&point].into_iter());
        Some(point)
    }

    fn lines(&mut self, subject: &Subject, shape: &Value) -> Vec<Vec<Point>> {
        if !self.is_a(subject, shape, &["LineString", "MultiLineString"]) {
            return Vec::new();
        }
        let coordinates = &shape["coordinates"];
        let parts = if shape["type"] == "LineString" {
            std::slice::from_ref(coordinates)
        } else {
            coordinates.as_array().map_or(&[][..], Vec::as_slice)
        };
        let mut lines = Vec::new();
        for part in parts {
            let Some(mut line) = self.points(subject, part) else { continue };
            line.dedup();
            if line.len() < 2 {
                self.fault(subject, "a line needs at least two different points").hint("draw it further");
                continue;
            }
            self.inside(subject, line.iter());
            lines.push(line);
        }
        lines
    }

    fn area(&mut self, subject: &Subject, shape: &Value) -> Option<Area> {
        if !self.is_a(subject, shape, &["Polygon", "MultiPolygon"]) {
            return None;
        }
        let coordinates = &shape["coordinates"];
        let polygons = if shape["type"] == "Polygon" {
            std::slice::from_ref(coordinates)
        } else {
            coordinates.as_array().map_or(&[][..], Vec::as_slice)
        };
        let mut rings = Vec::new();
        for ring in polygons.iter().flat_map(|polygon| polygon.as_array().map_or(&[][..], Vec::as_slice)) {
            rings.push(self.ring(subject, ring)?);
        }
        if rings.is_empty() {
            self.fault(subject, "a polygon without a ring").hint("draw its outline");
            return None;
        }
        Some(Area { rings })
    }

    fn ring(&mut self, subject: &Subject, ring: &Value) -> Option<Vec<Point>> {
        let mut points = self.points(subject, ring)?;
        let number = |point: &Point, reader: &Self| {
            let (longitude, latitude) = reader.field.projection.to_degrees(*point);
            format!("{longitude:.5}, {latitude:.5}")
        };
        if points.first() != points.last() {
            self.fault(subject, "a ring is not closed").hint("repeat its first point at the end");
            return None;
        }
        points.dedup();
        points.pop();
        if points.len() < 3 {
            self.fault(subject, "a ring needs at least three different points").hint("draw its outline");
            return None;
        }
        if let Some(side) = check::first_self_crossing(&points) {
            let place = number(&points[side], self);
            self.fault(subject, format!("a ring crosses itself near {place}"))
                .hint("untangle the outline there, or split the polygon in two");
        }
        self.inside(subject, points.iter());
        Some(points)
    }

    fn is_a(&mut self, subject: &Subject, shape: &Value, types: &[&str]) -> bool {
        let found = shape["type"].as_str().unwrap_or("nothing");
        if types.contains(&found) {
            return true;
        }
        self.fault(subject, format!("its geometry is {found}"))
            .hint(format!("draw it as {}", list(types.iter().copied())));
        false
    }

    fn points(&mut self, subject: &Subject, list: &Value) -> Option<Vec<Point>> {
        let Some(list) = list.as_array() else {
            self.fault(subject, "its coordinates are not a list of points")
                .hint("write [[longitude, latitude], …]");
            return None;
        };
        list.iter().map(|point| self.point(subject, point)).collect()
    }

    fn point(&mut self, subject: &Subject, value: &Value) -> Option<Point> {
        match (value[0].as_f64(), value[1].as_f64()) {
            (Some(longitude), Some(latitude)) if longitude.abs() <= 180.0 && latitude.abs() <= 90.0 => {
                let point = self.field.projection.to_plane(longitude, latitude);
                if point.x.abs().max(point.y.abs()) > FURTHEST {
                    self.fault(subject, format!("{value} is more than 1,000 km from the origin of the map"))
                        .hint("put the longitude first, or mend `bbox` and `origin`");
                    return None;
                }
                Some(point)
            }
            _ => {
                self.fault(subject, format!("{value} is not a longitude and a latitude"))
                    .hint("write [longitude, latitude] in degrees, longitude first");
                None
            }
        }
    }

    fn inside<'p>(&mut self, subject: &Subject, points: impl Iterator<Item = &'p Point>) {
        if !self.bounded {
            return;
        }
        if let Some(point) = check::first_outside(&self.field.frame, points) {
            let (longitude, latitude) = self.field.projection.to_degrees(point);
            self.fault(subject, format!("{longitude:.5}, {latitude:.5} lies outside the map's `bbox`"))
                .hint("cut the feature at the frame, widen the frame, or put the longitude first");
        }
    }

    fn finish(mut self) -> Battlefield {
        if self.field.contours.is_empty() {
            self.faults.add(FileLine(1), "the map has no contour").hint("add one that covers the whole map");
        }
        for (number, point) in check::contours_outside_lower(&self.field.contours) {
            let (longitude, latitude) = self.field.projection.to_degrees(point);
            let subject = std::mem::replace(
                &mut self.contour_subjects[number],
                Subject { index: 0, line: 0, id: None, name: None },
            );
            self.fault(
                &subject,
                format!("at {longitude:.5}, {latitude:.5} it leaves the ground of the next lower contour"),
            )
            .hint("a contour is all ground at or above its height, so higher ones lie inside lower ones");
        }
        if !self.bounded {
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

fn feature<K, S>(subject: &Subject, kind: K, shape: S) -> Feature<K, S> {
    Feature { id: subject.id.clone().unwrap_or_default(), name: subject.name.clone(), kind, shape }
}
