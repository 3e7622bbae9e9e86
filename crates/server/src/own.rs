//! The one address at which the server is known.
//!
//! A name that leads elsewhere tomorrow leads a page of somebody else's to this server (DNS rebinding), and another
//! site's page may ask it for things. Where the public address is known, requests that come by another name or from
//! another site's page are refused.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Uri};

/// The server's own address, as it is compared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Own {
    /// `https` or `http`.
    scheme: String,
    /// Name and port, without the port that goes without saying.
    place: String,
}

/// What is wrong with a request.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stray {
    /// It asks for a server of another name.
    Host,
    /// It comes from another site's page.
    Origin,
}

impl Own {
    /// The address in a URL: `https://games.example`. `None` if it is none of the web.
    #[must_use]
    pub fn of(url: &str) -> Option<Own> {
        let uri: Uri = url.parse().ok()?;
        let scheme = uri.scheme_str()?.to_ascii_lowercase();
        let authority = uri.authority()?.as_str();
        if !matches!(scheme.as_str(), "http" | "https") || authority.contains('@') {
            return None;
        }
        let place = without_default(&scheme, authority);
        Some(Own { scheme, place })
    }

    /// Whether a request is meant for this server, and does not come from another site's page.
    ///
    /// # Errors
    ///
    /// What of the two is wrong.
    pub fn is_meant(&self, headers: &HeaderMap) -> Result<(), Stray> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok());
        if hosts.next().is_some() || host.is_none_or(|host| without_default(&self.scheme, host) != self.place)
        {
            return Err(Stray::Host);
        }
        let from_here = |origin: &str| Own::of(origin).as_ref() == Some(self);
        match headers.get_all(ORIGIN).iter().all(|origin| origin.to_str().is_ok_and(from_here)) {
            true => Ok(()),
            false => Err(Stray::Origin),
        }
    }

    /// Name and port, to be told.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }
}

fn without_default(scheme: &str, place: &str) -> String {
    let place = place.to_ascii_lowercase();
    let port = if scheme == "https" { ":443" } else { ":80" };
    place.strip_suffix(port).map_or(place.clone(), str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn headers(host: &str, origin: Option<&str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_str(host).unwrap());
        if let Some(origin) = origin {
            headers.insert(ORIGIN, HeaderValue::from_str(origin).unwrap());
        }
        headers
    }

    #[test]
    fn one_name_and_one_site() {
        let own = Own::of("https://Games.example/table").unwrap();
        for (host, origin) in [
            ("games.example", None),
            ("GAMES.example:443", Some("https://games.example")),
            ("games.example", Some("https://games.example:443")),
        ] {
            assert_eq!(own.is_meant(&headers(host, origin)), Ok(()), "{host} {origin:?}");
        }
        for host in [
            "localhost",
            "games.example.",
            "games.example:80",
            "x.games.example",
            "games.example.evil.example",
        ] {
            assert_eq!(own.is_meant(&headers(host, None)), Err(Stray::Host), "{host}");
        }
        for origin in ["http://games.example", "https://evil.example", "null", "https://games.example:8443"] {
            assert_eq!(own.is_meant(&headers("games.example", Some(origin))), Err(Stray::Origin), "{origin}");
        }
        assert_eq!(own.is_meant(&HeaderMap::new()), Err(Stray::Host));
        let mut two = headers("games.example", None);
        two.append(HOST, HeaderValue::from_static("games.example"));
        assert_eq!(own.is_meant(&two), Err(Stray::Host));
    }

    #[test]
    fn only_an_address_of_the_web_is_one() {
        for url in ["games.example", "ftp://games.example", "https://lee@games.example", "/table", ""] {
            assert_eq!(Own::of(url), None, "{url}");
        }
        assert_eq!(Own::of("http://192.0.2.7:80").unwrap().place(), "192.0.2.7");
        assert_eq!(Own::of("http://192.0.2.7:1863/").unwrap().place(), "192.0.2.7:1863");
    }
}
