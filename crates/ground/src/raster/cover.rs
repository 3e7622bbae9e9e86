//! Levels and cover of the hexes from the areas of the battlefield.

use super::Settings;
use super::lattice::{Lattice, Run};
use super::layout::Layout;
use crate::battlefield::{Battlefield, Density, Railroad};
use crate::geometry::{Area, densified};
use crate::hex::Hex;
use crate::map::{Cover, HexMap};

/// Parts of a hundred of a hex that a kind of ground must cover to be its cover.
fn share_needed(cover: Cover) -> u32 {
    match cover {
        Cover::Town | Cover::Water => 40,
        Cover::Woods | Cover::Marsh | Cover::Rough => 45,
        Cover::Orchard | Cover::Cultivated => 50,
        Cover::Clear | Cover::SunkenRoad | Cover::Embankment => 100,
    }
}

/// A patch of woods at least so many parts of a hundred of a hex large gets a hex, even if it is a majority nowhere.
const NEVER_LOST: u32 = 40;

/// A hex has level `k` if at least the wanted share of it lies `k` levels above the base.
pub(super) fn set_levels(map: &mut HexMap, field: &Battlefield, settings: &Settings, lattice: &Lattice) {
    let base = settings.base_feet.unwrap_or(field.base().0);
    let mut level_of_hex = vec![0i8; map.grid.len()];
    for level in 1..=i8::MAX {
        let threshold = base + i32::from(level) * settings.feet_per_level;
        // Ground between two contours counts at the lower one.
        let Some(height) = field.contours.iter().map(|contour| contour.kind).find(|feet| feet.0 >= threshold)
        else {
            break;
        };
        let mut above = vec![0u32; map.grid.len()];
        for contour in field.contours.iter().filter(|contour| contour.kind == height) {
            lattice.each_inside(&contour.shape, |run| above[run.hex.index()] += run.samples.len() as u32);
        }
        for (hex, above) in above.iter().enumerate() {
            let wanted = lattice.sizes()[hex] * u32::from(settings.level_share);
            if *above > 0 && above * 100 >= wanted {
                level_of_hex[hex] = level;
            }
        }
    }
    for hex in map.grid.hexes() {
        map.set_level(hex, level_of_hex[hex.index()]);
    }
}

/// The cover with the largest share of each hex, if it is large enough.
pub(super) fn set_cover(map: &mut HexMap, field: &Battlefield, settings: &Settings, lattice: &Lattice) {
    let mut kinds: Vec<u8> = vec![0; lattice.len()];
    let mut paint = |areas: &mut dyn Iterator<Item = &Area>, cover: Cover| {
        for area in areas {
            lattice.each_inside(area, |run| kinds[run.samples].fill(cover as u8));
        }
    };
    let woods =
        |density| field.woods.iter().filter(move |woods| woods.kind == density).map(|woods| &woods.shape);
    // Later ones lie over earlier ones.
    paint(&mut field.fields.iter().map(|it| &it.shape), Cover::Cultivated);
    paint(&mut field.rocks.iter().map(|it| &it.shape), Cover::Rough);
    paint(&mut field.marshes.iter().map(|it| &it.shape), Cover::Marsh);
    paint(&mut field.orchards.iter().map(|it| &it.shape), Cover::Orchard);
    paint(&mut woods(Density::Open), settings.open_woods);
    paint(&mut woods(Density::Dense), Cover::Woods);
    paint(&mut field.towns.iter().map(|it| &it.shape), Cover::Town);
    paint(&mut field.ponds.iter().map(|it| &it.shape), Cover::Water);

    let mut shares = vec![[0u32; Cover::ALL.len()]; map.grid.len()];
    for Run { samples, hex } in lattice.runs() {
        for kind in &kinds[samples.clone()] {
            shares[hex.index()][usize::from(*kind)] += 1;
        }
    }
    for hex in map.grid.hexes() {
        let shares = &shares[hex.index()];
        let size = lattice.sizes()[hex.index()].max(1);
        let widest = Cover::ALL
            .into_iter()
            .filter(|cover| shares[*cover as usize] * 100 >= size * share_needed(*cover))
            .max_by_key(|cover| shares[*cover as usize]);
        map.set_cover(hex, widest.unwrap_or(Cover::Clear));
    }
    keep_woods(map, field, lattice);
}

fn keep_woods(map: &mut HexMap, field: &Battlefield, lattice: &Lattice) {
    let whole_hex = lattice.sizes().iter().copied().max().unwrap_or(0);
    for woods in field.woods.iter().filter(|woods| woods.kind == Density::Dense) {
        let mut inside = vec![0u32; map.grid.len()];
        lattice.each_inside(&woods.shape, |run| inside[run.hex.index()] += run.samples.len() as u32);
        if inside.iter().sum::<u32>() * 100 < whole_hex * NEVER_LOST {
            continue;
        }
        let kept = map.grid.hexes().any(|hex| {
            map.cover(hex) == Cover::Woods && inside[hex.index()] * 10 >= lattice.sizes()[hex.index()]
        });
        let most = map.grid.hexes().max_by_key(|hex| (inside[hex.index()], std::cmp::Reverse(*hex)));
        if let Some(hex) = most.filter(|hex| !kept && map.cover(*hex) != Cover::Town) {
            map.set_cover(hex, Cover::Woods);
        }
    }
}

/// Railroad cuts: the hex that holds most of a cut, and every other that holds nearly half a hex width of it.
pub(super) fn set_cuts(map: &mut HexMap, field: &Battlefield, layout: &Layout) {
    let step = i64::from(layout.width() / 100).max(1);
    for cut in field.railroads.iter().filter(|line| matches!(line.kind, Railroad::Cut { .. })) {
        let mut inside = vec![0u32; map.grid.len()];
        for point in densified(&cut.shape, step) {
            if let Some(hex) = layout.hex_at(&map.grid, point) {
                inside[hex.index()] += 1;
            }
        }
        let most = inside.iter().copied().max().unwrap_or(0);
        for (hex, inside) in (0u16..).map(Hex).zip(&inside) {
            if *inside > 0 && (*inside == most || *inside >= 45) && map.cover(hex) != Cover::Town {
                map.set_cover(hex, Cover::Embankment);
            }
        }
    }
}
