//! The keys of a map cut from a battlefield.

use std::ops::Range;

use faults::Faults;
use toml::Spanned;

use super::MapText;
use crate::battlefield::Battlefield;
use crate::geometry::{Frame, Point};
use crate::raster::{Raster, Settings};

const CENTIMETRES_IN_A_YARD: f64 = 91.44;

pub(super) fn build(text: &MapText, field: &Battlefield, faults: &mut Faults) -> Option<Raster> {
    let before = faults.len();
    let settings = settings(text, field, faults);
    if let Some(picture) = &text.picture {
        faults
            .add(picture, "a map cut from a battlefield cannot be drawn too")
            .hint("drop `picture` or `battlefield`");
    }
    let mut raster = Raster::new(field, &settings?).map_err(|error| text.refuse_grid(error, faults)).ok()?;
    text.amend(&mut raster.map, faults);
    (faults.len() == before).then_some(raster)
}

fn span<T>(value: &Option<Spanned<T>>) -> Option<Range<usize>> {
    value.as_ref().map(Spanned::span)
}

/// Keys that mean something on a battlefield only.
pub(super) fn refuse_keys(text: &MapText, faults: &mut Faults) {
    if let Some(name) = &text.battlefield {
        faults
            .add(name, "a map cut from a battlefield is not possible here")
            .hint("draw a `picture`, or give `rows` and `cols`; scenarios are cut from battlefields");
        return;
    }
    let keys = [
        ("hex_yards", span(&text.hex_yards)),
        ("hex_metres", span(&text.hex_metres)),
        ("frame", span(&text.frame)),
        ("offset_metres", span(&text.offset_metres)),
        ("feet_per_level", span(&text.feet_per_level)),
        ("base_feet", span(&text.base_feet)),
        ("level_share", span(&text.level_share)),
        ("narrowest_run_metres", span(&text.narrowest_run_metres)),
    ];
    for (key, place) in keys {
        if let Some(place) = place {
            faults
                .add(place, format!("`{key}` without a battlefield"))
                .hint("name the `battlefield` it is for");
        }
    }
}

fn settings(text: &MapText, field: &Battlefield, faults: &mut Faults) -> Option<Settings> {
    let mut settings = Settings {
        orientation: text.orientation.unwrap_or_default(),
        parity: text.parity(),
        numbering: text.numbering.unwrap_or_default(),
        first_row: value(&text.first_row).unwrap_or(0),
        first_col: value(&text.first_col).unwrap_or(0),
        rows: value(&text.rows),
        cols: value(&text.cols),
        base_feet: value(&text.base_feet),
        frame: frame(text, field, faults),
        ..Settings::hexes(hex_width(text, faults)?)
    };
    if let Some(levels) = text.steep_from {
        settings.steep_from = levels;
    }
    if let Some(metres) = value(&text.narrowest_run_metres) {
        settings.narrowest_run_m = metres;
    }
    if let Some(feet) = &text.feet_per_level {
        settings.feet_per_level = *feet.get_ref();
        if *feet.get_ref() < 1 {
            faults.add(feet, "a level has at least one foot").hint("write e.g. feet_per_level = 40");
            return None;
        }
    }
    let base = settings.base_feet.unwrap_or(field.base().0);
    let top = field.contours.last().map_or(base, |contour| contour.kind.0);
    let levels = top.saturating_sub(base) / settings.feet_per_level;
    if levels > i32::from(i8::MAX) {
        let written = span(&text.feet_per_level).or(span(&text.base_feet));
        faults
            .add(written.or(span(&text.battlefield)), format!("the ground rises over {levels} levels"))
            .hint(format!("at most {}: choose higher levels or a higher base", i8::MAX));
        return None;
    }
    if let Some(share) = &text.level_share {
        settings.level_share = *share.get_ref();
        if !(1..=100).contains(share.get_ref()) {
            faults.add(share, "a share lies between 1 and 100").hint("write e.g. level_share = 40");
        }
    }
    if let Some(offset) = &text.offset_metres {
        let [east, north] = *offset.get_ref();
        if east.abs() > 100_000.0 || north.abs() > 100_000.0 || !east.is_finite() || !north.is_finite() {
            faults.add(offset, "the grid is moved off the earth").hint("move it by less than a hex");
            return None;
        }
        settings.offset = Point::new((east * 100.0).round() as i32, (north * 100.0).round() as i32);
    }
    Some(settings)
}

fn value<T: Copy>(written: &Option<Spanned<T>>) -> Option<T> {
    written.as_ref().map(|written| *written.get_ref())
}

fn hex_width(text: &MapText, faults: &mut Faults) -> Option<i32> {
    let (place, centimetres) = match (&text.hex_yards, &text.hex_metres) {
        (Some(yards), None) => (yards.span(), *yards.get_ref() * CENTIMETRES_IN_A_YARD),
        (None, Some(metres)) => (metres.span(), *metres.get_ref() * 100.0),
        (Some(yards), Some(metres)) => {
            faults
                .add(metres, "the width of a hex is given in metres and in yards")
                .hint("keep one of the two")
                .see(yards, "first here");
            return None;
        }
        (None, None) => {
            faults
                .add(text.battlefield.as_ref(), "the map does not say how wide a hex is")
                .hint("give `hex_yards` or `hex_metres` from flat side to flat side");
            return None;
        }
    };
    if (1_000.0..=5_000_000.0).contains(&centimetres) {
        return Some(centimetres.round() as i32);
    }
    faults.add(place, "a hex is between 10 metres and 50 kilometres wide").hint("write e.g. hex_yards = 250");
    None
}

fn frame(text: &MapText, field: &Battlefield, faults: &mut Faults) -> Option<Frame> {
    let written = text.frame.as_ref()?;
    let [west, south, east, north] = *written.get_ref();
    let frame =
        Frame { low: field.projection.to_plane(west, south), high: field.projection.to_plane(east, north) };
    let ordered = west < east && south < north;
    if ordered && frame.touches(&field.frame) {
        return Some(frame);
    }
    let (low_x, low_y) = field.projection.to_degrees(field.frame.low);
    let (high_x, high_y) = field.projection.to_degrees(field.frame.high);
    faults
        .add(written, if ordered { "the frame misses the battlefield" } else { "the frame has no inside" })
        .hint(format!(
            "write west, south, east, north in degrees; the battlefield is [{low_x:.4}, {low_y:.4}, {high_x:.4}, {high_y:.4}]"
        ));
    None
}
