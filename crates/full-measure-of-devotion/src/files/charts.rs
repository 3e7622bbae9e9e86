//! The charts of the screens from a file, laid out like the printed ones (TAB-A, TAB-M, TAB-O).

use crate::game::GAME;
use crate::model::numbers::{Brigades, Hits, MovementPoints};
use crate::model::tables::{AttritionRow, Tables};
use faults::{Faults, Head, Source, read_toml};
use serde::Deserialize;
use toml::Spanned;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ChartsFile {
    /// Checked before the rest is.
    #[serde(rename = "game")]
    _game: Option<String>,
    /// Charts; checked where files are told apart.
    #[serde(rename = "holds")]
    _holds: Option<String>,
    attrition: Vec<Spanned<AttritionText>>,
    movement: MovementText,
    orders: OrdersText,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AttritionText {
    from: Brigades,
    without_forage: Hits,
    with_forage: Hits,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct MovementText {
    artillery: Columns,
    infantry: Columns,
    cavalry: Columns,
}

/// Columns C and D in movement points.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Columns {
    basic: Spanned<f64>,
    forced: Spanned<f64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OrdersText {
    at_once: Spanned<f64>,
    plus_one: Spanned<f64>,
}

/// The most movement points a chart may name.
const MOST_POINTS: f64 = 40.0;

/// Reads the charts.
pub(crate) fn read(source: &Source) -> Result<Tables, Faults> {
    let file: ChartsFile = read_toml(source)?;
    let mut faults = Faults::new(source);
    Head::of(source).must_say("game", GAME, &mut faults);
    let attrition = attrition(&file.attrition, &mut faults);
    let mut halves = |points: &Spanned<f64>| halves(points, &mut faults);
    let arms = [&file.movement.artillery, &file.movement.cavalry, &file.movement.infantry];
    let basic = arms.map(|arm| halves(&arm.basic));
    let forced = arms.map(|arm| halves(&arm.forced));
    let order_distance = [halves(&file.orders.at_once), halves(&file.orders.plus_one)];
    for (arm, (basic, forced)) in arms.iter().zip(basic.into_iter().zip(forced)) {
        if basic > forced {
            faults
                .add(&arm.forced, "a force march is shorter than a march")
                .hint("Column D is at least Column C");
        }
    }
    if order_distance[0] > order_distance[1] {
        faults
            .add(&file.orders.plus_one, "a +1 comes from nearer than an ORDER")
            .hint("`plus_one` is at least `at_once`");
    }
    faults.into_result(Tables { attrition, basic, forced, order_distance })
}

/// Checks a file of charts.
///
/// # Errors
///
/// Everything that is wrong with it.
pub fn check(source: &Source) -> Result<(), Faults> {
    read(source).map(|_| ())
}

fn attrition(rows: &[Spanned<AttritionText>], faults: &mut Faults) -> Vec<AttritionRow> {
    if rows.first().is_none_or(|row| row.get_ref().from != Brigades(1)) {
        faults
            .add(rows.first(), "the attrition table does not begin with one brigade")
            .hint("give its first row `from = 1`");
    }
    for pair in rows.windows(2) {
        if pair[0].get_ref().from >= pair[1].get_ref().from {
            faults
                .add(&pair[1], "the rows of the attrition table are not in order")
                .hint("each `from` is larger than the one before")
                .see(&pair[0], "the row before");
        }
    }
    let row = |row: &Spanned<AttritionText>| {
        let &AttritionText { from, without_forage: plain, with_forage: forage } = row.get_ref();
        AttritionRow { from, plain, forage }
    };
    rows.iter().map(row).collect()
}

/// Movement points, of which the file may have halves.
fn halves(points: &Spanned<f64>, faults: &mut Faults) -> MovementPoints {
    let doubled = 2.0 * points.get_ref();
    if !(0.0..=2.0 * MOST_POINTS).contains(&doubled) || doubled.fract() != 0.0 {
        faults
            .add(points, format!("{} is no number of movement points", points.get_ref()))
            .hint(format!("whole or half points from 0 to {MOST_POINTS}"));
        return MovementPoints::ZERO;
    }
    MovementPoints(doubled as u8)
}
