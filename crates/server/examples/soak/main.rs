//! A bounded load on loopback: many games, two sockets each, random legal play at a stated rate.
//!
//! `cargo xtask soak` builds and runs it. Servers are processes of their own, so that they can be killed; the players,
//! who play by what they see, share the machine with them. In the end every acknowledged act must be in the journal
//! with the answer that was given, and every game must replay to the state that its snapshot leads to.

#[path = "../../tests/common/mod.rs"]
mod common;
mod faults;
mod game;
mod heard;
mod opening;
mod proof;
mod servers;
mod stored;
mod watchers;

use common::Scratch;
use common::postgres::Cluster;
use common::silencer::Silencer;
use game::Tally;
use server::Database;
use servers::Servers;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// As the program itself does it.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

const HELP: &str = "\
soak: a bounded load on loopback

  --postgres        on PostgreSQL with two server processes, the players of a game on different ones
  --scenario ID     what is played (crossroads-farm)
  --games N         so many games at once, two sockets each (1000)
  --rate N          acts a second in all (1000)
  --seconds N       for so long (30)
  --climb           again and again, each time at a higher rate, while what is done is seen within a tenth of a second
  --whole           the players are sent whole sights, not packed
  --faults          kill a server again and again; between two kills the disk is full, or the lines to the database
                    are dead without a word, or the database is stopped and started, or one address holds 1,100
                    connections; half-way, all servers come back with rules of another version
  --kills N         with --faults: until so many servers have been killed, however long that takes
  --watchers N      so many strangers, each at an address of its own, look back at games all the time, whole replays (0)
  --steady          memory at the end is to be within a tenth of what it was after a twelfth of the time
  --stored N        nobody plays: how long a server takes to start on so many games, and to list them: half a second,
                    and fifty milliseconds a page, at most";

/// What is asked of a soak.
#[derive(Clone, Debug)]
pub struct Wish {
    postgres: bool,
    scenario: String,
    games: usize,
    rate: f64,
    seconds: u64,
    faults: bool,
    climb: bool,
    whole: bool,
    kills: Option<usize>,
    steady: bool,
    watchers: usize,
    stored: Option<usize>,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.first().is_some_and(|word| word == "--serve") {
        return servers::serve(&words[1], &words[2], &words[3], words.get(4).is_some());
    }
    let wish = match read(&words) {
        Ok(wish) => wish,
        Err(why) => {
            eprintln!("{why}\n\n{HELP}");
            std::process::exit(2);
        }
    };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let proven = runtime.block_on(async {
        if let Some(games) = wish.stored {
            lie_by(&wish, games).await
        } else if wish.climb {
            climb(wish).await
        } else {
            soak(wish).await.proven
        }
    });
    if !proven {
        std::process::exit(1);
    }
}

fn read(words: &[String]) -> Result<Wish, String> {
    let mut wish = Wish {
        postgres: false,
        scenario: "crossroads-farm".to_owned(),
        games: 1_000,
        rate: 1_000.0,
        seconds: 30,
        faults: false,
        climb: false,
        whole: false,
        kills: None,
        steady: false,
        watchers: 0,
        stored: None,
    };
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("`{word}` needs a value"));
        let number = |text: &String| text.parse::<u32>().map_err(|_| format!("`{text}` is not a number"));
        match word.as_str() {
            "--postgres" => wish.postgres = true,
            "--faults" => wish.faults = true,
            "--climb" => wish.climb = true,
            "--whole" => wish.whole = true,
            "--steady" => wish.steady = true,
            "--kills" => wish.kills = Some(number(value()?)? as usize),
            "--watchers" => wish.watchers = number(value()?)? as usize,
            "--stored" => wish.stored = Some(number(value()?)? as usize),
            "--scenario" => wish.scenario = value()?.clone(),
            "--games" => wish.games = number(value()?)?.max(1) as usize,
            "--rate" => wish.rate = f64::from(number(value()?)?.max(1)),
            "--seconds" => wish.seconds = u64::from(number(value()?)?),
            _ => return Err(format!("no option `{word}`")),
        }
    }
    Ok(wish)
}

/// What came of a soak.
struct Soaked {
    proven: bool,
    /// Acts a second that were carried out.
    rate: f64,
    /// From a click to the other side's screen, at the 99th part.
    p99: Duration,
}

/// A rate is sustained if the other side sees what is done within this time, 99 times of a hundred …
const SEEN: Duration = Duration::from_millis(100);
/// … and as much is done as was wished for, nearly.
const DONE: f64 = 0.95;
/// How much higher the next rate is.
const STEP: f64 = 1.25;

/// Finds the highest rate that one process sustains.
async fn climb(wish: Wish) -> bool {
    let mut highest = None;
    let mut rate = wish.rate;
    loop {
        let soaked = soak(Wish { rate, ..wish.clone() }).await;
        if !soaked.proven {
            return false;
        }
        if soaked.p99 >= SEEN || soaked.rate < DONE * rate {
            break;
        }
        highest = Some(soaked);
        rate = (rate * STEP).round();
    }
    match highest {
        Some(Soaked { rate, p99, .. }) => println!(
            "highest rate    {rate:.0} acts a second with p99 {:.1} ms; the next step was too much",
            p99.as_secs_f64() * 1_000.0
        ),
        None => println!("highest rate    below {:.0} acts a second", wish.rate),
    }
    true
}

/// Games that nobody plays; whether the server is quick with them.
async fn lie_by(wish: &Wish, games: usize) -> bool {
    let scratch = Scratch::new();
    let cluster = if wish.postgres { Some(Cluster::start().await) } else { None };
    let place = match &cluster {
        Some(cluster) => cluster.database().await,
        None => scratch.file(),
    };
    stored::measure(&place, games).await
}

async fn soak(wish: Wish) -> Soaked {
    let scratch = Scratch::new();
    let mut cluster = if wish.postgres { Some(Cluster::start().await) } else { None };
    let place = match &cluster {
        Some(cluster) => cluster.database().await,
        None => scratch.file(),
    };
    // The servers reach their database by a line that can go dead.
    let (line, reached) = match &place {
        Database::Postgres(_) if wish.faults => {
            let (line, reached) = Silencer::to(&place).await;
            (Some(line), reached)
        }
        _ => (None, place.clone()),
    };
    let servers = Servers::start(&reached, if wish.postgres { 2 } else { 1 }, &wish.scenario);
    println!(
        "{}, {} games, {} acts a second wished for, {} server processes; load before it {}",
        wish.scenario,
        wish.games,
        wish.rate,
        servers.ports().len(),
        load()
    );

    let (phase, _) = watch::channel(Phase::Gathering);
    let mut games = JoinSet::new();
    let gathering = common::start_clock();
    for number in 0..wish.games {
        games.spawn(game::play(number, wish.clone(), servers.ports(), phase.subscribe()));
        // Not all at the door in the same instant.
        if number % 50 == 49 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    servers.until_sockets(2 * wish.games).await;
    println!(
        "{} games and {} sockets after {:.1} s",
        wish.games,
        2 * wish.games,
        gathering.elapsed().as_secs_f64()
    );

    phase.send_replace(Phase::Playing);
    let watching = watchers::start(wish.watchers, &servers.ports());
    let start = common::start_clock();
    let busy = || [servers.busy(), servers::busy("self")];
    let before = busy();
    let (mut killed, mut unserved, mut early) = (0, 0, Vec::new());
    let seconds = Duration::from_secs(wish.seconds);
    while if wish.faults && wish.kills.is_some() {
        Some(killed) < wish.kills
    } else {
        start.elapsed() < seconds
    } {
        tokio::time::sleep(Duration::from_secs(1)).await;
        if wish.faults {
            let served = faults::next(killed, &servers, line.as_ref(), cluster.as_mut()).await;
            unserved += usize::from(!served);
            let half_way = match wish.kills {
                Some(kills) => 2 * killed >= kills,
                None => 2 * start.elapsed() >= seconds,
            };
            if half_way {
                servers.change_rules();
            }
            servers.kill_one(killed);
            killed += 1;
        }
        if early.is_empty() && start.elapsed() >= seconds / 12 {
            early = servers.resident();
        }
    }
    let took = start.elapsed();
    let after = busy();
    let busy = [0, 1].map(|which| after[which].saturating_sub(before[which]));
    let (memory, late) = (servers.memory(), servers.resident());
    phase.send_replace(Phase::Over);
    if wish.watchers > 0 {
        println!("watchers        {} looked back, {}", wish.watchers, watchers::stop(watching).await);
    }
    let mut tally = Tally::default();
    while let Some(played) = games.join_next().await {
        tally.add(played.expect("a player who does not fail"));
    }
    let p99 = report(&tally, took, &memory, killed);
    let rate = tally.acknowledged.len() as f64 / took.as_secs_f64();
    if !wish.faults {
        let of = |busy: Duration| busy.as_secs_f64() * 1_000.0 / tally.acknowledged.len().max(1) as f64;
        println!(
            "core time       {:.2} ms an act for the servers, {:.2} ms for the players",
            of(busy[0]),
            of(busy[1])
        );
    }
    let proven = proof::check(&place, &wish.scenario, &tally.acknowledged).await;
    drop(servers);
    let mut proven = proven && unserved == 0;
    if wish.faults {
        println!("others served   in all but {unserved} of {killed} faults");
    }
    if wish.steady {
        println!("memory          {early:?} MiB after a twelfth of the time, {late:?} MiB in the end");
        proven &= early.iter().zip(&late).all(|(early, late)| *late * 10 <= *early * 11);
    }
    if !wish.climb {
        opening::measure(&place).await;
    }
    println!("load after it   {}", load());
    Soaked { proven, rate, p99 }
}

/// How busy the machine was in the last minute, others included.
fn load() -> String {
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    load.split_whitespace().next().unwrap_or("unknown").to_owned()
}

/// How far the soak is.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Everybody sits down.
    Gathering,
    /// Everybody plays.
    Playing,
    /// Nobody begins anything new.
    Over,
}

/// Tells what came of it; how long it took from a click to the other side's screen, at the 99th part.
fn report(tally: &Tally, took: Duration, memory: &[String], killed: usize) -> Duration {
    let acts = tally.acknowledged.len();
    println!("acts            {acts} acknowledged, {:.0} a second", acts as f64 / took.as_secs_f64());
    println!("refused         {}", tally.refused);
    println!("games ended     {}", tally.ended);
    if killed > 0 {
        println!("servers killed  {killed}; sockets opened again {}", tally.reconnected);
    }
    let mut delays = tally.delays.clone();
    delays.sort_unstable();
    let at =
        |part: f64| delays.get(((delays.len() as f64 * part) as usize).min(delays.len().saturating_sub(1)));
    let millis = |delay: Option<&Duration>| delay.map_or(0.0, |delay| delay.as_secs_f64() * 1_000.0);
    println!(
        "click to the other side's screen: p50 {:.1} ms, p99 {:.1} ms, longest {:.1} ms",
        millis(at(0.5)),
        millis(at(0.99)),
        millis(delays.last())
    );
    println!("news            {:.2} kB on average", tally.bytes as f64 / tally.news.max(1) as f64 / 1_000.0);
    println!("memory          {}", memory.join("; "));
    at(0.99).copied().unwrap_or_default()
}

/// The database as an argument of a child process.
fn argument(place: &Database) -> String {
    match place {
        Database::File(path) => path.display().to_string(),
        Database::Postgres(url) => url.clone(),
    }
}
