//! `longroll serve`: the table in the browser.

use crate::args;
use crate::kept;
use crate::shelf::Shelf;
use crate::terminal::Terminal;
use crate::trouble::{Exit, Trouble};
use server::assets::{Asset, Assets};
use server::own::Own;
use server::{Database, Manners, NoStart, Plan, Server};
use std::io::IsTerminal as _;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tracing::{Level, Metadata};
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _};

/// How long what is being worked out may go on after everything else has ended, and the program with it.
const LAST: Duration = Duration::from_secs(1);

pub fn run(shelf: &Shelf, arguments: &args::Serve, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    start_log(arguments.log);
    let place = kept::place(&arguments.kept)?;
    if let Some(url) = arguments.public_url.as_deref().filter(|url| Own::of(url).is_none()) {
        let remedy = "write it as players do, as in `--public-url https://games.example`";
        return Err(Trouble::command(format!("`{url}` is no address of a page"), remedy));
    }
    terminal.progress("setting out the scenarios");
    let shelf = shelf.stocked()?;
    terminal.end_progress();
    let plan = Plan {
        address: SocketAddr::new(arguments.host, arguments.port),
        place,
        shelf,
        assets: Arc::new(Client),
        limits: arguments.limits.limits(),
        manners: Manners {
            behind_proxy: arguments.behind_proxy,
            public_url: arguments.public_url.clone(),
            no_metrics: arguments.no_metrics,
            no_watchers: arguments.no_watchers,
            private_webhooks: arguments.private_webhooks,
            ..Manners::default()
        },
    };
    let runtime = tokio::runtime::Runtime::new()?;
    let served = runtime.block_on(serve(plan, arguments, terminal));
    // What is still being worked out is of use to nobody any more.
    runtime.shutdown_timeout(LAST);
    served
}

async fn serve(plan: Plan, arguments: &args::Serve, terminal: &mut Terminal) -> Result<Exit, Trouble> {
    let place = plan.place.to_string();
    let server = Server::start(plan).await.map_err(|trouble| no_start(&trouble, arguments))?;
    let url = url(server.address());
    terminal.line(format_args!("Long Roll is at {url}"))?;
    terminal.line(format_args!("Games are kept in {place}. Stop with Ctrl-C."))?;
    terminal.flush()?;
    if arguments.opens_browser() {
        open_browser(&url);
    }
    let wished = arguments.limits.limits().connections;
    if server.connections() < wished {
        terminal.line(format_args!(
            "The system gives file handles for {} connections of {wished}; `ulimit -Hn` says how many there are.",
            server.connections()
        ))?;
        terminal.flush()?;
    }
    let patience = arguments.limits.limits().patience;
    // Two seconds are for keeping how games look.
    let at_most = patience.stopping + patience.closing + 3 * LAST + LAST / 2;
    server.run(stop(at_most)).await;
    Ok(Exit::Done)
}

fn no_start(trouble: &NoStart, arguments: &args::Serve) -> Trouble {
    let remedy = match trouble {
        NoStart::Address(..) => format!(
            "is it running already? `longroll serve --port {}` takes another port, `--port 0` any that is free",
            arguments.port.checked_add(1).unwrap_or(args::PORT)
        ),
        NoStart::Store(..) if is_postgres(arguments) => {
            "see to it that PostgreSQL runs there and lets this user in, or name another place with `--database`".to_owned()
        }
        NoStart::Store(..) => {
            "name a file that can be written, or a PostgreSQL database, with `--database`".to_owned()
        }
        NoStart::WriteProtected(..) => {
            "let this user write to the file and to its folder, or name another one with `--database`"
                .to_owned()
        }
        NoStart::InUse(_) => {
            "stop the other one, or keep other games in another folder with `--data-dir DIR`; several \
                              servers at once need a PostgreSQL database, `--database postgres://…`"
                .to_owned()
        }
    };
    Trouble::command(trouble.to_string(), remedy)
}

fn is_postgres(arguments: &args::Serve) -> bool {
    matches!(&arguments.kept.database, Some(Ok(Database::Postgres(_))))
}

/// Where to point a browser of this machine.
fn url(address: SocketAddr) -> String {
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V6(ip) => format!("[{ip}]"),
        IpAddr::V4(ip) => ip.to_string(),
    };
    format!("http://{host}:{}/", address.port())
}

/// Waits until somebody wants the program to end, and sees to it that it does, whatever it waits for then.
async fn stop(at_most: Duration) {
    asked_to_stop().await;
    std::thread::spawn(move || {
        std::thread::sleep(at_most);
        // What was acknowledged is kept; nothing else is owed to anybody.
        std::process::exit(1);
    });
}

async fn asked_to_stop() {
    let interrupt = async {
        // Without a way to hear it, the program is ended by other means.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    interrupt.await;
}

/// Opens the page, if the system knows how; the address has been printed anyway.
fn open_browser(url: &str) {
    let mut command = if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new(if cfg!(target_os = "macos") { "open" } else { "xdg-open" })
    };
    let _ = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}

impl args::Serve {
    /// A person who starts it at a terminal wants to see it; a service does not.
    fn opens_browser(&self) -> bool {
        self.open || !self.no_open && std::io::stdout().is_terminal()
    }
}

/// Writes what happens to the error output: `LONGROLL_LOG` says how much.
fn start_log(form: args::LogForm) {
    let filter = EnvFilter::try_from_env("LONGROLL_LOG").unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn"));
    let coloured = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let log = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).with_ansi(coloured);
    let log = match form {
        args::LogForm::Text => log.compact().boxed(),
        args::LogForm::Json => log.json().boxed(),
    };
    tracing_subscriber::registry().with(filter).with(filter_fn(tells_no_secret)).with(log).init();
}

/// The library of the sockets would write down every message, keys of players included.
fn tells_no_secret(metadata: &Metadata<'_>) -> bool {
    *metadata.level() <= Level::INFO || !metadata.target().starts_with("tungstenite")
}

/// The browser client that the program carries.
struct Client;

impl Assets for Client {
    fn get(&self, path: &str) -> Option<Asset> {
        let file = client::file(path)?;
        Some(Asset {
            mime: file.mime.into(),
            bytes: file.bytes.into(),
            brotli: file.brotli.map(Into::into),
            gzip: file.gzip.map(Into::into),
            immutable: file.immutable,
            etag: format!("\"{}\"", file.hash),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_can_be_clicked() {
        assert_eq!(url("127.0.0.1:1863".parse().unwrap()), "http://127.0.0.1:1863/");
        assert_eq!(url("0.0.0.0:80".parse().unwrap()), "http://localhost:80/");
        assert_eq!(url("[::1]:1863".parse().unwrap()), "http://[::1]:1863/");
    }

    #[test]
    fn the_program_carries_a_first_page() {
        let page = Client.get("index.html").expect("a page");
        assert!(page.mime.starts_with("text/html") && !page.immutable);
        assert!(Client.get("no-such-file").is_none());
    }
}
