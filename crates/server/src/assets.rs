//! The files of the browser client, wherever they come from.

use axum::body::Bytes;
use engine::Print;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::borrow::Cow;
use std::io::Write as _;

/// A file.
#[derive(Clone, Debug)]
pub struct Asset {
    /// What it is: `text/html; charset=utf-8`.
    pub mime: Cow<'static, str>,
    /// Its bytes.
    pub bytes: Bytes,
    /// The same, compressed by Brotli.
    pub brotli: Option<Bytes>,
    /// The same, compressed by gzip.
    pub gzip: Option<Bytes>,
    /// Whether its name changes with its bytes, so that it never needs to be asked for again.
    pub immutable: bool,
    /// A name for its bytes, in quotes.
    pub etag: String,
}

impl Asset {
    /// A text that is made while the program runs, and compressed once. A browser may keep it, and asks whether it is
    /// still the same: a new program may make another.
    #[must_use]
    pub fn packed(mime: &'static str, text: String) -> Asset {
        Asset {
            mime: mime.into(),
            etag: format!("\"{}\"", Print::of_bytes(text.as_bytes())),
            gzip: Some(pack(text.as_bytes(), Compression::best())),
            bytes: text.into(),
            brotli: None,
            immutable: false,
        }
    }
}

/// Compresses by gzip.
///
/// # Panics
///
/// Never: memory takes what is written to it.
#[must_use]
pub fn pack(bytes: &[u8], effort: Compression) -> Bytes {
    let mut packed = GzEncoder::new(Vec::with_capacity(bytes.len() / 4), effort);
    packed.write_all(bytes).expect("memory takes what is written to it");
    packed.finish().expect("memory takes what is written to it").into()
}

/// Where files are found.
pub trait Assets: Send + Sync {
    /// The file with this path, without a slash at its beginning: `index.html`, `assets/table-3f2a.js`.
    fn get(&self, path: &str) -> Option<Asset>;
}

/// No client: a page that says so.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoClient;

impl Assets for NoClient {
    fn get(&self, path: &str) -> Option<Asset> {
        const PAGE: &[u8] = b"<!doctype html><html lang=\"en\"><title>Long Roll</title><h1>Long Roll</h1>\
            <p>This program was built without its browser client; its API is described at \
            <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p></html>";
        (path == "index.html").then(|| Asset {
            mime: "text/html; charset=utf-8".into(),
            bytes: Bytes::from_static(PAGE),
            brotli: None,
            gzip: None,
            immutable: false,
            etag: "\"no-client\"".to_owned(),
        })
    }
}
