//! Server processes: this program itself, started with other words.

use crate::argument;
use crate::common::{generous, request};
use engine::fair::Terms;
use engine::game::Damage;
use engine::record::{Mismatch, Record};
use engine::scene::Board;
use engine::stage::Blurb;
use engine::{Identity, Shelved, Table};
use faults::Library;
use server::assets::NoClient;
use server::{Database, Limits, Manners, Plan, Server, Shelf, Stock};
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A shelf with this scenario: a server that was killed is back soon.
pub fn shelf(id: &str) -> Shelf {
    shelf_with(id, false)
}

/// The same, perhaps with rules of another version, which lead to the same.
fn shelf_with(id: &str, later: bool) -> Shelf {
    let library = Library::builtin();
    let game = games::game_with(&library, id).expect("a scenario that is built in");
    let (library, notes) = library.noting();
    let loaded = (game.scenario)(&library, id).unwrap_or_else(|report| panic!("{report}"));
    let game = loaded.shelved();
    let game = if later { Arc::new(LaterRules(game)) } else { game };
    let stock = Stock { game, name: id.to_owned(), files: notes.files() };
    Shelf::stocked([stock], Arc::new(games::again))
}

/// Rules of the next version, as far as anybody can tell.
struct LaterRules(Arc<dyn Shelved>);

impl Shelved for LaterRules {
    fn identity(&self) -> Identity {
        let identity = self.0.identity();
        Identity { rules_version: identity.rules_version + 1, ..identity }
    }

    fn blurb(&self) -> Blurb {
        self.0.blurb()
    }

    fn board(&self) -> Board {
        self.0.board()
    }

    fn begin(&self, terms: Terms) -> Box<dyn Table> {
        self.0.begin(terms)
    }

    fn replay(&self, record: &Record) -> Result<Box<dyn Table>, Mismatch> {
        self.0.replay(record)
    }

    fn open(&self, bytes: &[u8]) -> Result<Box<dyn Table>, Damage> {
        self.0.open(bytes)
    }
}

/// The child's side.
pub fn serve(place: &str, port: &str, scenario: &str, later: bool) {
    let limits = Limits {
        sockets_of_one: 100_000,
        connections: 20_000,
        connections_of_one: 10_000,
        requests_of_one: 10_000,
        games: 2_000,
        ..generous()
    };
    let plan = Plan {
        address: ([127, 0, 0, 1], port.parse().expect("a port")).into(),
        place: place.parse().expect("a database"),
        shelf: shelf_with(scenario, later),
        assets: Arc::new(NoClient),
        limits,
        manners: Manners::default(),
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        let server = Server::start(plan).await.unwrap_or_else(|why| panic!("{why}"));
        println!("{}", server.address().port());
        server.run(std::future::pending()).await;
    });
}

/// The parent's side.
pub struct Servers {
    place: Database,
    scenario: String,
    children: Mutex<Vec<Child>>,
    ports: Vec<u16>,
    /// Whether servers come back with rules of another version.
    later: AtomicBool,
}

impl Servers {
    pub fn start(place: &Database, count: usize, scenario: &str) -> Servers {
        let started: Vec<(Child, u16)> = (0..count).map(|_| start(place, 0, scenario, false)).collect();
        let (children, ports): (Vec<Child>, Vec<u16>) = started.into_iter().unzip();
        let later = AtomicBool::new(false);
        Servers {
            place: place.clone(),
            scenario: scenario.to_owned(),
            children: Mutex::new(children),
            ports,
            later,
        }
    }

    pub fn ports(&self) -> Vec<u16> {
        self.ports.clone()
    }

    /// Whoever is started from now on has rules of the next version: as in an upgrade, all are killed and come back.
    pub fn change_rules(&self) {
        if !self.later.swap(true, Ordering::Relaxed) {
            (0..self.ports.len()).for_each(|which| self.kill_one(which));
            println!("rules changed   the servers came back with those of the next version");
        }
    }

    /// Kills one without warning and starts it again at the same port.
    pub fn kill_one(&self, number: usize) {
        let which = number % self.ports.len();
        let mut children = self.children.lock().expect("nobody fails with it");
        children[which].kill().expect("a process that can be killed");
        children[which].wait().expect("a process that ends");
        children[which] =
            start(&self.place, self.ports[which], &self.scenario, self.later.load(Ordering::Relaxed)).0;
    }

    /// The first server may write no further in any file than less than an act takes, as on a full disk; or it may
    /// again.
    pub fn fill(&self, full: bool) {
        let limit = if full { "--fsize=8192:unlimited" } else { "--fsize=unlimited" };
        let children = self.children.lock().expect("nobody fails with it");
        let set = Command::new("prlimit").args(["--pid", &children[0].id().to_string(), limit]).status();
        assert!(set.is_ok_and(|status| status.success()), "prlimit sets no limit");
    }

    /// What each process holds now, and held at most.
    pub fn memory(&self) -> Vec<String> {
        let children = self.children.lock().expect("nobody fails with it");
        let of = |child: &Child| {
            let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let line = |key: &str| {
                let line = status.lines().find(|line| line.starts_with(key)).unwrap_or_default();
                let kilobytes = line.split_whitespace().nth(1).and_then(|text| text.parse::<u64>().ok());
                kilobytes.unwrap_or(0) / 1024
            };
            format!("{} MiB, at most {} MiB", line("VmRSS:"), line("VmHWM:"))
        };
        children.iter().map(of).collect()
    }

    /// What each process holds now, in MiB.
    pub fn resident(&self) -> Vec<u64> {
        self.memory().iter().filter_map(|text| text.split(' ').next()?.parse().ok()).collect()
    }

    /// How long each process has had a core for itself.
    pub fn busy(&self) -> Duration {
        let children = self.children.lock().expect("nobody fails with it");
        children.iter().map(|child| busy(&child.id().to_string())).sum()
    }

    /// Waits until so many sockets are open.
    pub async fn until_sockets(&self, wanted: usize) {
        for _ in 0..1_200 {
            let mut open = 0;
            for &port in &self.ports {
                let metrics = request(([127, 0, 0, 1], port).into(), "GET", "/metrics", None, "").await;
                let line = metrics.text().lines().find(|line| line.starts_with("longroll_sockets "));
                open += line.and_then(|line| line.rsplit(' ').next()?.parse::<usize>().ok()).unwrap_or(0);
            }
            if open >= wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        panic!("not all sockets could be opened");
    }
}

/// How long a process has had a core for itself, `self` for this one: user and system time, which Linux counts in
/// hundredths of a second.
pub fn busy(process: &str) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let numbers = stat.rsplit_once(')').map_or("", |(_, numbers)| numbers);
    let ticks = numbers.split_whitespace().skip(11).take(2).filter_map(|text| text.parse::<u64>().ok());
    Duration::from_millis(10 * ticks.sum::<u64>())
}

impl Drop for Servers {
    fn drop(&mut self) {
        for child in self.children.lock().expect("nobody fails with it").iter_mut() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn start(place: &Database, port: u16, scenario: &str, later: bool) -> (Child, u16) {
    let program = std::env::current_exe().expect("this program");
    // A process that does not hear the signal of a limit is told of it as of a full disk.
    let mut child = Command::new("sh")
        .args(["-c", "trap '' XFSZ; exec \"$@\"", "sh"])
        .arg(program)
        .args(["--serve", &argument(place), &port.to_string(), scenario])
        .args(later.then_some("later"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a server process");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a port");
    (child, line.trim().parse().expect("a port"))
}
