//! The files of the browser client, wherever they come from.

use std::borrow::Cow;

/// A file.
#[derive(Clone, Debug)]
pub struct Asset {
    /// What it is: `text/html; charset=utf-8`.
    pub mime: Cow<'static, str>,
    /// Its bytes.
    pub bytes: Cow<'static, [u8]>,
    /// The same, compressed by Brotli.
    pub brotli: Option<Cow<'static, [u8]>>,
    /// The same, compressed by gzip.
    pub gzip: Option<Cow<'static, [u8]>>,
    /// Whether its name changes with its bytes, so that it never needs to be asked for again.
    pub immutable: bool,
    /// A name for its bytes, in quotes.
    pub etag: String,
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
            bytes: PAGE.into(),
            brotli: None,
            gzip: None,
            immutable: false,
            etag: "\"no-client\"".to_owned(),
        })
    }
}
