//! Draws a battlefield in hexes of 250 yards.
//!
//! `cargo run --release -p ground --features png --example draw -- FIELD.geojson MAP.svg [MAP.png]`

use std::error::Error;

use ground::draw::Picture;
use ground::{Battlefield, Raster, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let (Some(from), Some(svg_path)) = (args.next(), args.next()) else {
        return Err("give a battlefield file and the picture to write".into());
    };
    let field = Battlefield::read(&faults::Source::open(from)?)?;
    let raster = Raster::new(&field, &Settings { base_feet: Some(460), ..Settings::hexes(22_860) })?;
    let svg = Picture::on_field(&raster, &field).title(&field.title, "hexes of 250 yards").svg();
    std::fs::write(svg_path, &svg)?;
    #[cfg(feature = "png")]
    if let Some(png_path) = args.next() {
        std::fs::write(png_path, ground::draw::png(&svg, 1.0)?)?;
    }
    Ok(())
}
