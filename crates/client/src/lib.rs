//! The browser client, carried inside the program: the files that `build.rs` makes of `web/`.
//!
//! ```
//! let page = client::file("index.html").expect("every build has a first page");
//! assert_eq!(page.mime, "text/html; charset=utf-8");
//! assert!(client::file("../Cargo.toml").is_none());
//! ```

/// Path, hash, bytes, and the bytes by Brotli and by gzip.
type Row = (&'static str, &'static str, &'static [u8], Option<&'static [u8]>, Option<&'static [u8]>);

/// Sorted by path.
const FILES: &[Row] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// A file of the client.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct File {
    /// What it is.
    pub mime: &'static str,
    /// Its bytes.
    pub bytes: &'static [u8],
    /// The same, compressed by Brotli, where that is worth while.
    pub brotli: Option<&'static [u8]>,
    /// The same, compressed by gzip.
    pub gzip: Option<&'static [u8]>,
    /// Whether its name changes with its bytes, so that it need not be asked for again.
    pub immutable: bool,
    /// Thirty-two hexadecimal digits of the SHA-256 of its bytes.
    pub hash: &'static str,
}

/// The file with this path, without a slash at its beginning: `index.html`, `assets/index-3f2a.js`.
#[must_use]
pub fn file(path: &str) -> Option<File> {
    let row = FILES.binary_search_by_key(&path, |row| row.0).ok()?;
    let (path, hash, bytes, brotli, gzip) = FILES[row];
    Some(File { mime: mime_of(path), bytes, brotli, gzip, immutable: path.starts_with("assets/"), hash })
}

/// The paths of all files.
pub fn paths() -> impl Iterator<Item = &'static str> {
    FILES.iter().map(|row| row.0)
}

/// What a file is, by its ending. Vite names everything that the client uses.
fn mime_of(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml; charset=utf-8",
        Some("woff2") => "font/woff2",
        Some("png") => "image/png",
        Some("json" | "webmanifest") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_page_names_only_files_that_are_there() {
        let page = file("index.html").expect("a first page");
        let text = str::from_utf8(page.bytes).expect("UTF-8");
        let named = text.split('"').filter(|part| part.starts_with("/assets/") || part.ends_with(".svg"));
        for name in named {
            assert!(file(name.trim_start_matches('/')).is_some(), "{name} is missing");
        }
    }

    #[test]
    fn every_file_is_found_and_known_for_what_it_is() {
        for path in paths() {
            let file = file(path).expect("listed");
            assert_ne!(file.mime, "application/octet-stream", "{path}");
            assert_eq!(file.immutable, path.starts_with("assets/"), "{path}");
        }
    }

    #[test]
    fn compressed_twins_are_smaller_and_not_served_by_name() {
        for path in paths() {
            let file = file(path).expect("listed");
            for twin in [file.brotli, file.gzip].into_iter().flatten() {
                assert!(twin.len() < file.bytes.len(), "{path}");
            }
            assert!(super::file(&format!("{path}.br")).is_none());
        }
    }
}
