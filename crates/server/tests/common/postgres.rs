//! A PostgreSQL cluster of the test's own, in a folder of its own, gone with it.

use super::Scratch;
use server::store::Database;
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A running cluster.
pub struct Cluster {
    server: Child,
    port: u16,
    databases: AtomicU32,
    scratch: Scratch,
}

impl Cluster {
    pub async fn start() -> Cluster {
        let bin = programs();
        let scratch = Scratch::new();
        let data = scratch.0.join("data");
        if is_root() {
            // PostgreSQL refuses to run as root; Debian's package makes a user for it.
            run(Command::new("chown").arg("postgres").arg(&scratch.0));
        }
        run(as_user(&bin.join("initdb")).arg("-D").arg(&data).args([
            "-U",
            "postgres",
            "-A",
            "trust",
            "-N",
            "-E",
            "UTF8",
            "--locale=C",
        ]));
        let port = free_port();
        let server = serve(&data, port);
        let cluster = Cluster { server, port, databases: AtomicU32::new(0), scratch };
        cluster.answers().await;
        cluster
    }

    /// Ends it at once and starts it again.
    pub async fn restart(&mut self) {
        let _ = Command::new("kill").args(["-QUIT", &self.server.id().to_string()]).status();
        let _ = self.server.wait();
        self.server = serve(&self.scratch.0.join("data"), self.port);
        self.answers().await;
    }

    async fn answers(&self) {
        for _ in 0..600 {
            if PgConnection::connect(&self.url("postgres")).await.is_ok() {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("PostgreSQL does not answer at port {}", self.port);
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// A new, empty database.
    pub async fn database(&self) -> Database {
        let name = format!("test{}", self.databases.fetch_add(1, Ordering::Relaxed));
        let mut connection = PgConnection::connect(&self.url("postgres")).await.expect("a connection");
        let create = AssertSqlSafe(format!("CREATE DATABASE {name}"));
        sqlx::query(create).execute(&mut connection).await.expect("a database");
        Database::Postgres(self.url(&name))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // SIGQUIT: at once, with its children.
        let _ = Command::new("kill").args(["-QUIT", &self.server.id().to_string()]).status();
        let _ = self.server.wait();
    }
}

fn serve(data: &Path, port: u16) -> Child {
    as_user(&programs().join("postgres"))
        .arg("-D")
        .arg(data)
        .args([
            "-p",
            &port.to_string(),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "fsync=off",
            "-c",
            "max_connections=200",
        ])
        .arg("-k")
        .arg(data.parent().expect("a folder of its own"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("PostgreSQL starts")
}

/// The folder with `initdb` and `postgres`.
fn programs() -> PathBuf {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    let complete = |folder: &&PathBuf| folder.join("initdb").exists() && folder.join("postgres").exists();
    folders.iter().find(complete).cloned().unwrap_or_else(|| {
        panic!("PostgreSQL is missing: `cargo xtask setup` installs it, or says how (Debian: postgresql)")
    })
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id runs");
    id.stdout == b"0\n"
}

/// A program that ends when the test does, and does not run as root.
fn as_user(program: &Path) -> Command {
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "QUIT"]);
    if is_root() {
        command.args(["--reuid", "postgres", "--regid", "postgres", "--clear-groups"]);
    }
    command.arg(program).current_dir("/");
    command
}

fn run(command: &mut Command) {
    let done = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(done.status.success(), "{command:?}: {}", String::from_utf8_lossy(&done.stderr));
}

fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port()
}
