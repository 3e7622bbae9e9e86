//! SVG to PNG.

use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why a picture could not be made into pixels.
#[derive(Debug)]
pub enum PngError {
    /// The SVG cannot be read.
    Svg(String),
    /// The picture would be empty or too large.
    Size,
    /// The pixels cannot be written.
    Encoding(String),
}

impl fmt::Display for PngError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Svg(why) => write!(f, "the SVG cannot be read: {why}"),
            Self::Size => write!(f, "the picture would be empty or too large"),
            Self::Encoding(why) => write!(f, "the PNG cannot be written: {why}"),
        }
    }
}

impl std::error::Error for PngError {}

/// Pixels of a picture, `scale` of them for each unit of the SVG.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| PngError::Svg(error.to_string()))?;
    let size = tree.size();
    let pixels = |length: f32| (length * scale).round() as u32;
    let mut pixmap = Pixmap::new(pixels(size.width()), pixels(size.height())).ok_or(PngError::Size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}
