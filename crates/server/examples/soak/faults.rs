//! What goes wrong besides servers that are killed.

use crate::common::postgres::Cluster;
use crate::common::silencer::Silencer;
use crate::game::ACKNOWLEDGED;
use crate::servers::Servers;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

/// How many connections one address holds.
const HELD: usize = 1_100;

/// How long somebody may have to wait until acts are acknowledged again.
const SOON: Duration = Duration::from_secs(10);

/// The next thing that goes wrong, in turn, and is well again: whether acts were acknowledged then.
pub async fn next(
    number: usize,
    servers: &Servers,
    line: Option<&Silencer>,
    cluster: Option<&mut Cluster>,
) -> bool {
    let moment = Duration::from_secs(1);
    match (number % 3, line, cluster) {
        (0, ..) => return hold(servers).await,
        (1, Some(line), _) => line.lose(),
        (_, Some(line), Some(_)) if number.is_multiple_of(2) => {
            line.silence(true);
            sleep(4 * moment).await;
            line.silence(false);
        }
        (_, _, Some(cluster)) => cluster.restart().await,
        _ => {
            servers.fill(true);
            sleep(moment).await;
            servers.fill(false);
        }
    }
    goes_on().await
}

/// One address holds connections, with half a request on each: others are served all the while.
async fn hold(servers: &Servers) -> bool {
    let mut held = Vec::new();
    for number in 0..HELD {
        let port = servers.ports()[number % servers.ports().len()];
        if let Ok(mut stream) = elsewhere([127, 0, 0, 2], port).await {
            let half = b"POST /api/v1/games HTTP/1.1\r\nhost: a\r\n";
            let _ = stream.write_all(half).await;
            held.push(stream);
        }
    }
    let served = goes_on().await;
    drop(held);
    served
}

/// A connection from another address of this machine than the players'.
pub async fn elsewhere(address: [u8; 4], port: u16) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind((address, 0).into())?;
    socket.connect(([127, 0, 0, 1], port).into()).await
}

/// Whether acts are acknowledged, soon.
async fn goes_on() -> bool {
    let before = ACKNOWLEDGED.load(Ordering::Relaxed);
    let acts = async {
        while ACKNOWLEDGED.load(Ordering::Relaxed) < before + 10 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(SOON, acts).await.is_ok()
}
