//! Webhooks: telling a player that it is his turn.
//!
//! The address comes from a player, so it may not be used to reach what only this machine can reach: names are looked
//! up here, only public addresses are connected to, and no redirection is followed.
//!
//! Each receiver has a queue of its own: one that is slow, or does not answer, delays what it is told itself and
//! nothing else.

use crate::games::Turn;
use crate::house::Manners;
use crate::metrics::Metrics;
use crate::store::Store;
use crate::wire::YourTurn;
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::header::{CONTENT_TYPE, HOST, USER_AGENT};
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, mpsc};
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How many may wait to be told; beyond that nobody is.
const QUEUE: usize = 1_000;

/// How many of them may wait for the same receiver.
const QUEUE_OF_ONE: usize = 50;

/// How many receivers are spoken to at once.
const AT_ONCE: usize = 256;

/// How long one attempt may take.
const PATIENCE: Duration = Duration::from_secs(10);

/// How long to wait before each further attempt.
const AGAIN: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(20)];

/// Where turns are handed in.
pub struct Hooks {
    queue: mpsc::Sender<Turn>,
}

impl Hooks {
    /// Starts telling.
    #[must_use]
    pub fn start(store: Store, metrics: Arc<Metrics>, manners: &Manners) -> Hooks {
        let (queue, turns) = mpsc::channel(QUEUE);
        tokio::spawn(run(turns, store, metrics, manners.clone()));
        Hooks { queue }
    }

    /// Tells the player, if he wants to be told.
    pub fn tell(&self, turn: Turn) {
        if self.queue.try_send(turn).is_err() {
            tracing::warn!("too many webhooks wait; one is left out");
        }
    }
}

async fn run(mut turns: mpsc::Receiver<Turn>, store: Store, metrics: Arc<Metrics>, manners: Manners) {
    let courier =
        Arc::new(Courier { metrics, manners, room: Semaphore::new(AT_ONCE), queues: Mutex::default() });
    while let Some(turn) = turns.recv().await {
        match store.webhook(&turn.game, &turn.player).await {
            Ok(Some(url)) => courier.clone().take(url, turn),
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "a webhook cannot be looked up"),
        }
    }
}

/// Whoever brings the messages.
struct Courier {
    metrics: Arc<Metrics>,
    manners: Manners,
    room: Semaphore,
    /// What waits for each receiver; whoever is here has a task that brings it.
    queues: Mutex<BTreeMap<String, VecDeque<(String, Turn)>>>,
}

impl Courier {
    /// Takes a message for a receiver.
    fn take(self: Arc<Self>, url: String, turn: Turn) {
        // What is no address is found out when it is used.
        let receiver = goal(&url).map_or_else(|_| url.clone(), |goal| format!("{}:{}", goal.host, goal.port));
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting: usize = queues.values().map(VecDeque::len).sum();
        match queues.get_mut(&receiver) {
            Some(queue) if queue.len() >= QUEUE_OF_ONE || waiting >= QUEUE => {
                self.metrics.hooks[1].add();
                tracing::info!(game = turn.game, "too much waits for the receiver of a webhook");
            }
            Some(queue) => queue.push_back((url, turn)),
            None => {
                queues.insert(receiver.clone(), VecDeque::from([(url, turn)]));
                drop(queues);
                tokio::spawn(async move { self.bring(&receiver).await });
            }
        }
    }

    /// Brings a receiver all that waits for it.
    async fn bring(&self, receiver: &str) {
        while let Some((url, turn)) = self.next(receiver) {
            let told = self.deliver(&url, &message(&turn, &self.manners)).await;
            self.metrics.hooks[usize::from(told.is_err())].add();
            if let Err(error) = told {
                // The address may hold a secret of the player's; it is not written down.
                tracing::info!(game = turn.game, %error, "a webhook could not be told");
            }
        }
    }

    fn next(&self, receiver: &str) -> Option<(String, Turn)> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        let next = queues.get_mut(receiver)?.pop_front();
        if next.is_none() {
            queues.remove(receiver);
        }
        next
    }

    async fn deliver(&self, url: &str, message: &YourTurn) -> io::Result<()> {
        let mut pauses = AGAIN.iter();
        loop {
            let outcome = {
                // Nobody has a place while he only waits to try again.
                let _place = self.room.acquire().await;
                let attempt =
                    tokio::time::timeout(PATIENCE, post(url, message, self.manners.private_webhooks));
                attempt.await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()))
            };
            match (outcome, pauses.next()) {
                (Ok(()), _) => return Ok(()),
                // What is forbidden now will be forbidden later.
                (Err(error), _) if error.kind() == io::ErrorKind::PermissionDenied => return Err(error),
                (Err(error), None) => return Err(error),
                (Err(_), Some(&pause)) => tokio::time::sleep(pause).await,
            }
        }
    }
}

fn message(turn: &Turn, manners: &Manners) -> YourTurn {
    let link =
        manners.public_url.as_ref().map(|url| format!("{}/#/game/{}", url.trim_end_matches('/'), turn.game));
    YourTurn {
        game: turn.game.clone(),
        name: turn.name.clone(),
        side: turn.side,
        text: format!("{}: it is the {}'s turn.", turn.name, turn.side),
        link,
    }
}

/// What is needed of an address.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Goal {
    secure: bool,
    host: String,
    port: u16,
    authority: String,
    path: String,
}

/// Whether an address can be used for a webhook.
///
/// # Errors
///
/// What is wrong with it.
pub fn check(url: &str) -> Result<(), String> {
    goal(url).map(|_| ())
}

fn goal(url: &str) -> Result<Goal, String> {
    if url.len() > 2_000 {
        return Err("the address is too long".to_owned());
    }
    let uri: Uri = url.parse().map_err(|_| "this is not an address".to_owned())?;
    let secure = match uri.scheme_str() {
        Some("https") => true,
        Some("http") => false,
        _ => return Err("an address begins with https:// or http://".to_owned()),
    };
    let authority = uri.authority().ok_or("the address names no host")?;
    if authority.as_str().contains('@') {
        return Err("an address may not hold a password".to_owned());
    }
    let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_owned();
    if host.is_empty() {
        return Err("the address names no host".to_owned());
    }
    let port = authority.port_u16().unwrap_or(if secure { 443 } else { 80 });
    let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_owned();
    Ok(Goal { secure, host, port, authority: authority.to_string(), path })
}

async fn post(url: &str, message: &YourTurn, private: bool) -> io::Result<()> {
    let goal = goal(url).map_err(|why| io::Error::new(io::ErrorKind::PermissionDenied, why))?;
    let stream = connect(&goal, private).await?;
    if goal.secure {
        let name = ServerName::try_from(goal.host.clone()).map_err(io::Error::other)?;
        let stream = TlsConnector::from(tls()?).connect(name, stream).await?;
        send(stream, &goal, message).await
    } else {
        send(stream, &goal, message).await
    }
}

/// Connects to the first public address of the host: looked up once, so that it cannot change between the check and
/// the use.
async fn connect(goal: &Goal, private: bool) -> io::Result<TcpStream> {
    let found: Vec<SocketAddr> = tokio::net::lookup_host((goal.host.as_str(), goal.port)).await?.collect();
    let allowed = found.iter().find(|address| private || is_public(address.ip()));
    let allowed = allowed.ok_or_else(|| {
        io::Error::new(
            io::ErrorKind::PermissionDenied,
            "the address leads to this machine or its own network",
        )
    })?;
    TcpStream::connect(allowed).await
}

fn tls() -> io::Result<Arc<ClientConfig>> {
    static CONFIG: OnceLock<Arc<ClientConfig>> = OnceLock::new();
    if let Some(config) = CONFIG.get() {
        return Ok(config.clone());
    }
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(io::Error::other)?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(CONFIG.get_or_init(|| Arc::new(config)).clone())
}

async fn send<S: AsyncRead + AsyncWrite + Unpin + Send + 'static>(
    stream: S,
    goal: &Goal,
    message: &YourTurn,
) -> io::Result<()> {
    let body = serde_json::to_vec(message).map_err(io::Error::other)?;
    let request = Request::post(&goal.path)
        .header(HOST, &goal.authority)
        .header(USER_AGENT, "longroll")
        .header(CONTENT_TYPE, "application/json")
        .body(Full::new(Bytes::from(body)))
        .map_err(io::Error::other)?;
    let (mut sender, connection) =
        hyper::client::conn::http1::handshake(TokioIo::new(stream)).await.map_err(io::Error::other)?;
    let connection = tokio::spawn(connection);
    let answer = sender.send_request(request).await.map_err(io::Error::other);
    connection.abort();
    let status = answer?.status();
    if status.is_success() { Ok(()) } else { Err(io::Error::other(format!("it answered {status}"))) }
}

/// Whether an address belongs to the public network.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || (a, b & 0xc0) == (100, 64)
        || (a, b, c) == (192, 0, 0)
        || (a, b & 0xfe) == (198, 18);
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    // Only global unicast, without the parts of it that lead to an IPv4 address or nowhere.
    let [a, b, ..] = address.segments();
    let global = (0x2000..0x4000).contains(&a);
    let special = a == 0x2002 || (a == 0x2001 && (b < 0x200 || b == 0xdb8));
    global && !special
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_are_taken() {
        assert!(check("https://example.org/hook?room=4").is_ok());
        assert!(check("http://example.org:8080").is_ok());
        for wrong in [
            "ftp://example.org",
            "example.org",
            "/hook",
            "http://",
            "https://lee:pw@example.org/",
            "file:///etc/passwd",
        ] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_only_this_machine_reaches_is_not_public() {
        for inside in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "224.0.0.1",
            "255.255.255.255",
            "198.18.0.1",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "::ffff:127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "ff02::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for outside in ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }
}
