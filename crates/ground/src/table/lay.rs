//! Ground for a table: real ground at a game's scale, or small ground drawn in text.

mod drawn;

use std::fmt;

pub use drawn::{Class, GroundText, Legend, read_ground};

use super::field::{Feature, Field, FieldError, Shape};
use super::kinds::Kinds;
use super::meet::rounded;
use super::relief::Relief;
use crate::battlefield::{self, Battlefield, Bridge, Density, Railroad, Wall, Water, Way};
use crate::geometry::{Area, Frame, Point};

/// What is on a table before anybody stands on it.
#[derive(Debug)]
pub struct Tabletop {
    /// Areas and lines.
    pub field: Field,
    /// Heights.
    pub relief: Relief,
    /// Bridges and fords: what each is called, what it is, where it is.
    pub bridges: Vec<(String, Bridge, Point)>,
}

/// How large real ground is on the table: so many table units for so many centimetres.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Scale {
    /// On the table.
    pub units: i32,
    /// On the ground.
    pub centimetres: i32,
}

impl Scale {
    /// So many table units for a yard.
    pub const fn a_yard(units: i32) -> Self {
        Self { units: 100 * units, centimetres: 9_144 }
    }

    /// A place of the ground on the table, rounded once; places too far away end up beyond every table.
    pub fn place(self, origin: Point, point: Point) -> Point {
        let along = |from: i32, to: i32| {
            let value = (i128::from(to) - i128::from(from)) * i128::from(self.units);
            rounded(value, i128::from(self.centimetres.max(1))).clamp(i32::MIN.into(), i32::MAX.into()) as i32
        };
        Point::new(along(origin.x, point.x), along(origin.y, point.y))
    }
}

/// Which ground is laid out, and how.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The part of the battlefield that is the table; all of it if `None`. Its south-west corner is the table's origin.
    pub frame: Option<Frame>,
    /// How large it becomes.
    pub scale: Scale,
    /// The size of the cells in which features are found: about what a body is wide.
    pub cell: i32,
    /// The size of the cells in which contours are found, of which there are many.
    pub contour_cell: i32,
}

/// A thing of the real ground, for a game to say what it is on its table.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Ground {
    /// Woods.
    Woods(Density),
    /// An orchard.
    Orchard,
    /// Standing crops.
    Crops,
    /// A town.
    Town,
    /// A house or barn.
    Building,
    /// Wet ground.
    Marsh,
    /// Boulders.
    Rocks,
    /// Standing water.
    Pond,
    /// A road or street.
    Road(Way),
    /// A railroad.
    Railroad(Railroad),
    /// A stream.
    Stream(Water),
    /// A wall or fence.
    Wall(Wall),
}

/// Why ground cannot be laid on a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayError {
    /// A feature reaches farther than a table may.
    TooFar(String),
    /// A contour is higher or lower than any hill.
    Height(String),
    /// There are too many features.
    TooMany,
    /// There is no ground in the frame, or the cells do not fit it.
    Cells,
}

impl fmt::Display for LayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFar(id) => write!(f, "`{id}` reaches farther than a table may at this scale"),
            Self::Height(id) => write!(f, "`{id}` is higher or deeper than any ground"),
            Self::TooMany => write!(f, "there are more features than a table holds"),
            Self::Cells => write!(f, "the frame holds no ground, or more cells than a table is divided into"),
        }
    }
}

impl std::error::Error for LayError {}

/// Lays real ground on a table. The game says what each thing becomes, by what it is and what it is called; what it
/// gives no class is left out, and so is what lies wholly outside the frame.
pub fn lay(
    ground: &Battlefield,
    plan: &Plan,
    classes: impl Fn(Ground, Option<&str>) -> Kinds,
) -> Result<Tabletop, LayError> {
    let frame = plan.frame.unwrap_or(ground.frame);
    let mut layer = Layer { frame, scale: plan.scale, classes, features: Vec::new() };
    layer.areas(&ground.woods, |density| Ground::Woods(*density));
    layer.areas(&ground.orchards, |()| Ground::Orchard);
    layer.areas(&ground.fields, |()| Ground::Crops);
    layer.areas(&ground.towns, |()| Ground::Town);
    layer.areas(&ground.buildings, |()| Ground::Building);
    layer.areas(&ground.marshes, |()| Ground::Marsh);
    layer.areas(&ground.rocks, |()| Ground::Rocks);
    layer.areas(&ground.ponds, |()| Ground::Pond);
    layer.lines(&ground.roads, |way| Ground::Road(*way));
    layer.lines(&ground.railroads, |railroad| Ground::Railroad(*railroad));
    layer.lines(&ground.streams, |water| Ground::Stream(*water));
    layer.lines(&ground.walls, |wall| Ground::Wall(*wall));

    let mut contours = Vec::new();
    let mut contour_ids: Vec<&str> = Vec::new();
    for contour in &ground.contours {
        let height = i16::try_from(contour.kind.0).map_err(|_| LayError::Height(contour.id.clone()))?;
        if let Some(area) = layer.area(&contour.shape) {
            contours.push((height, area));
            contour_ids.push(&contour.id);
        }
    }
    let base = i16::try_from(ground.base().0).map_err(|_| LayError::Height("the lowest contour".into()))?;
    let table = Frame { low: Point::new(0, 0), high: layer.place(frame.high) };
    let names: Vec<String> = layer.features.iter().map(|feature| feature.name.clone()).collect();
    let refused = |error: FieldError, name: &dyn Fn(usize) -> String| match error {
        FieldError::TooFar(number) => LayError::TooFar(name(number)),
        FieldError::TooMany => LayError::TooMany,
        FieldError::Cells => LayError::Cells,
    };
    let bridges = ground
        .bridges
        .iter()
        .filter(|bridge| frame.contains(bridge.shape))
        .map(|bridge| (bridge.id.clone(), bridge.kind, layer.place(bridge.shape)))
        .collect();
    Ok(Tabletop {
        relief: Relief::new(table, plan.contour_cell, base, contours)
            .map_err(|error| refused(error, &|number| contour_ids[number].to_owned()))?,
        field: Field::new(table, plan.cell, layer.features)
            .map_err(|error| refused(error, &|number| names[number].clone()))?,
        bridges,
    })
}

struct Layer<F> {
    frame: Frame,
    scale: Scale,
    classes: F,
    features: Vec<Feature>,
}

impl<F: Fn(Ground, Option<&str>) -> Kinds> Layer<F> {
    fn place(&self, point: Point) -> Point {
        self.scale.place(self.frame.low, point)
    }

    fn points(&self, points: &[Point]) -> Vec<Point> {
        let mut placed: Vec<Point> = points.iter().map(|point| self.place(*point)).collect();
        placed.dedup();
        placed
    }

    /// An area on the table, if it touches the frame.
    fn area(&self, area: &Area) -> Option<Area> {
        let here = area.frame().is_some_and(|around| around.touches(&self.frame));
        here.then(|| Area { rings: area.rings.iter().map(|ring| self.points(ring)).collect() })
    }

    fn areas<K>(&mut self, all: &[battlefield::Feature<K, Area>], ground: impl Fn(&K) -> Ground) {
        for feature in all {
            let shape = self.area(&feature.shape).map(Shape::Area);
            self.add(&feature.id, feature.name.as_deref(), ground(&feature.kind), shape);
        }
    }

    fn lines<K>(&mut self, all: &[battlefield::Feature<K, Vec<Point>>], ground: impl Fn(&K) -> Ground) {
        for feature in all {
            let around = Frame::around(feature.shape.iter().copied());
            let here = around.is_some_and(|around| around.touches(&self.frame));
            let shape = here.then(|| Shape::Line(self.points(&feature.shape)));
            self.add(&feature.id, feature.name.as_deref(), ground(&feature.kind), shape);
        }
    }

    fn add(&mut self, id: &str, name: Option<&str>, ground: Ground, shape: Option<Shape>) {
        let kinds = (self.classes)(ground, name);
        if let Some(shape) = shape.filter(|_| !kinds.is_empty()) {
            self.features.push(Feature { name: id.to_owned(), kinds, shape });
        }
    }
}
