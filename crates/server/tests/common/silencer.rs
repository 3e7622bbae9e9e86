//! A line to a database that can go silent without closing, as a line does whose middle is gone.

use server::store::Database;
use std::net::SocketAddr;
use std::sync::Arc;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// A line between servers and their database.
pub struct Silencer {
    address: SocketAddr,
    rule: watch::Sender<Rule>,
    task: JoinHandle<()>,
}

/// Which connections say something, by their numbers.
#[derive(Copy, Clone, Default)]
struct Rule {
    /// Those before this one are dead for ever.
    dead: usize,
    /// Nobody says anything for now.
    silent: bool,
    /// How many there have been.
    count: usize,
}

impl Silencer {
    /// A line to this database.
    pub async fn to(place: &Database) -> (Silencer, Database) {
        let Database::Postgres(url) = place else { panic!("a file has no line") };
        let (head, tail) = url.split_once('@').expect("a user");
        let (target, name) = tail.split_once('/').expect("a name");
        let target: SocketAddr = target.parse().expect("an address");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let rule = Arc::new(watch::channel(Rule::default()).0);
        let (sender, heard) = ((*rule).clone(), rule.clone());
        let task = tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let mut number = 0;
                heard.send_modify(|rule| {
                    number = rule.count;
                    rule.count += 1;
                });
                let rule = heard.clone();
                tokio::spawn(async move {
                    let Ok(far) = TcpStream::connect(target).await else { return };
                    let ((near_in, near_out), (far_in, far_out)) = (near.into_split(), far.into_split());
                    tokio::join!(
                        carry(number, rule.subscribe(), near_in, far_out),
                        carry(number, rule.subscribe(), far_in, near_out)
                    );
                });
            }
        });
        let place = Database::Postgres(format!("{head}@{address}/{name}"));
        (Silencer { address, rule: sender, task }, place)
    }

    /// Where it is.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// From now on nothing comes through any more, or everything again.
    pub fn silence(&self, silent: bool) {
        self.rule.send_modify(|rule| rule.silent = silent);
    }

    /// The connections there are now are dead for ever, without a word; new ones are well.
    pub fn lose(&self) {
        self.rule.send_modify(|rule| rule.dead = rule.count);
    }
}

impl Drop for Silencer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn carry(
    number: usize,
    mut rule: watch::Receiver<Rule>,
    mut from: OwnedReadHalf,
    mut to: OwnedWriteHalf,
) {
    let mut buffer = vec![0; 16 * 1024];
    let speaks = |rule: &Rule| !rule.silent && number >= rule.dead;
    loop {
        let count = match from.read(&mut buffer).await {
            Ok(0) | Err(_) => 0,
            Ok(count) => count,
        };
        // Not even its end is told of a line that has gone dead.
        if rule.wait_for(speaks).await.is_err() || count == 0 || to.write_all(&buffer[..count]).await.is_err()
        {
            return;
        }
    }
}
