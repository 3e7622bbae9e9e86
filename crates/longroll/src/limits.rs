//! How much clients may have, as the command line says it. `docs/operations.md` has the reasons.

use clap::Args;
use server::limits::Rate;
use server::{Limits, Patience};
use std::time::Duration;

/// Limits as options; whatever is left out is as the server has it.
#[derive(Args, Debug, Default)]
#[command(next_help_heading = "Limits (docs/operations.md has the reasons)")]
pub struct Options {
    /// Connections of all kinds [default: 10000]
    #[arg(long, value_name = "N", env = "LONGROLL_CONNECTIONS")]
    pub connections: Option<usize>,
    /// Connections from one address; not counted behind a proxy [default: 512]
    #[arg(long, value_name = "N", env = "LONGROLL_CONNECTIONS_OF_ONE")]
    pub connections_of_one: Option<usize>,
    /// Requests of one address that are being answered [default: 256]
    #[arg(long, value_name = "N", env = "LONGROLL_REQUESTS_OF_ONE")]
    pub requests_of_one: Option<usize>,
    /// Sockets from one address [default: 200]
    #[arg(long, value_name = "N", env = "LONGROLL_SOCKETS_OF_ONE")]
    pub sockets_of_one: Option<usize>,
    /// Requests a second from one address, and how many at once [default: 100/2000]
    #[arg(long, value_name = "N/BURST", value_parser = rate, env = "LONGROLL_REQUESTS")]
    pub requests: Option<Rate>,
    /// New players, games, codes and imports a minute from one address, and how many at once [default: 60/200]
    #[arg(long, value_name = "N/BURST", value_parser = rate, env = "LONGROLL_CREATIONS")]
    pub creations: Option<Rate>,
    /// Acts and the like a second by one player, and how many at once [default: 20/100]
    #[arg(long, value_name = "N/BURST", value_parser = rate, env = "LONGROLL_ACTS")]
    pub acts: Option<Rate>,
    /// Looks ahead and back a second by one player, and how many at once [default: 10/40]
    #[arg(long, value_name = "N/BURST", value_parser = rate, env = "LONGROLL_LOOKS")]
    pub looks: Option<Rate>,
    /// Traces of what is dragged a second by one player, and how many at once [default: 30/60]
    #[arg(long, value_name = "N/BURST", value_parser = rate, env = "LONGROLL_TRACES")]
    pub traces: Option<Rate>,
    /// Lines of talk a minute in one game, and how many at once [default: 60/30]
    #[arg(long, value_name = "N/BURST", value_parser = rate, env = "LONGROLL_TALK")]
    pub talk: Option<Rate>,
    /// Lines of talk in one game, for ever [default: 5000]
    #[arg(long, value_name = "N", env = "LONGROLL_TALK_OF_GAME")]
    pub talk_of_game: Option<usize>,
    /// KiB a minute that one address has kept for it, and how many at once [default: 1024/8192]
    #[arg(long, value_name = "N/BURST", value_parser = rate, env = "LONGROLL_KEPT")]
    pub kept: Option<Rate>,
    /// KiB of the longest record that can be brought in [default: 4096]
    #[arg(long, value_name = "KIB", env = "LONGROLL_RECORD")]
    pub record: Option<usize>,
    /// Characters of the longest line of talk, and name of a game [default: 1000]
    #[arg(long, value_name = "N", env = "LONGROLL_WORDS")]
    pub words: Option<usize>,
    /// Characters of the longest notes [default: 20000]
    #[arg(long, value_name = "N", env = "LONGROLL_NOTES")]
    pub notes: Option<usize>,
    /// Games in memory beyond those somebody is connected to [default: 1000]
    #[arg(long, value_name = "N", env = "LONGROLL_GAMES")]
    pub games: Option<usize>,
    /// Looks that are worked out at once, and as many traces beside them [default: 4]
    #[arg(long, value_name = "N", env = "LONGROLL_LOOKS_AT_ONCE")]
    pub looks_at_once: Option<usize>,
    /// Parts of replays worked out at once for one address, and in one game [default: 1]
    #[arg(long, value_name = "N", env = "LONGROLL_REPLAYS_OF_ONE")]
    pub replays_of_one: Option<usize>,
    /// How long to wait for the head of a request [default: 15]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, env = "LONGROLL_HEAD_WITHIN")]
    pub head_within: Option<Duration>,
    /// How long to wait for the body of a request [default: 30]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, env = "LONGROLL_BODY_WITHIN")]
    pub body_within: Option<Duration>,
    /// How long a client may take nothing of what it is sent [default: 20]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, env = "LONGROLL_TAKEN_WITHIN")]
    pub taken_within: Option<Duration>,
    /// How long the table waits for a nonce that is sealed, when both seats are taken [default: 15]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, env = "LONGROLL_NONCES_WITHIN")]
    pub nonces_within: Option<Duration>,
    /// How long to wait for an answer of PostgreSQL [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, env = "LONGROLL_DATABASE_WITHIN")]
    pub database_within: Option<Duration>,
    /// For how long PostgreSQL may be silent [default: 3]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, env = "LONGROLL_DATABASE_SILENCE")]
    pub database_silence: Option<Duration>,
    /// How long requests under way may take when the server is stopped; with the rest, ten seconds [default: 4]
    #[arg(long, value_name = "SECONDS", value_parser = seconds, env = "LONGROLL_STOP_WITHIN")]
    pub stop_within: Option<Duration>,
}

impl Options {
    /// The limits of the server.
    pub fn limits(&self) -> Limits {
        let (usual, patience) = (Limits::default(), Patience::default());
        Limits {
            connections: self.connections.unwrap_or(usual.connections),
            connections_of_one: self.connections_of_one.unwrap_or(usual.connections_of_one),
            requests_of_one: self.requests_of_one.unwrap_or(usual.requests_of_one),
            sockets_of_one: self.sockets_of_one.unwrap_or(usual.sockets_of_one),
            requests: self.requests.unwrap_or(usual.requests),
            creations: self.creations.unwrap_or(usual.creations),
            acts: self.acts.unwrap_or(usual.acts),
            looks: self.looks.unwrap_or(usual.looks),
            traces: self.traces.unwrap_or(usual.traces),
            talk: self.talk.unwrap_or(usual.talk),
            talk_of_game: self.talk_of_game.unwrap_or(usual.talk_of_game),
            kept: self.kept.unwrap_or(usual.kept),
            record: self.record.map_or(usual.record, |kibibytes| kibibytes.saturating_mul(1024)),
            words: self.words.unwrap_or(usual.words),
            notes: self.notes.unwrap_or(usual.notes),
            games: self.games.unwrap_or(usual.games),
            at_once: self.looks_at_once.unwrap_or(usual.at_once).max(1),
            opening: self.nonces_within.unwrap_or(usual.opening),
            replays_of_one: self.replays_of_one.unwrap_or(usual.replays_of_one),
            patience: Patience {
                head: self.head_within.unwrap_or(patience.head),
                body: self.body_within.unwrap_or(patience.body),
                write: self.taken_within.unwrap_or(patience.write),
                statement: self.database_within.unwrap_or(patience.statement),
                silence: self.database_silence.unwrap_or(patience.silence),
                stopping: self.stop_within.unwrap_or(patience.stopping),
                ..patience
            },
            ..usual
        }
    }
}

/// So many in a period, and so many at once: `20/100`. One number stands for both.
fn rate(text: &str) -> Result<Rate, String> {
    let (steady, burst) = text.split_once('/').unwrap_or((text, text));
    match (steady.parse(), burst.parse()) {
        (Ok(steady), Ok(burst)) if steady > 0 && burst > 0 => Ok(Rate { steady, burst }),
        _ => Err("write how many in a period and how many at once, as in `20/100`".to_owned()),
    }
}

/// A time of at least a hundredth of a second: `15`, `0.5`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().filter(|number| (0.01..=86_400.0).contains(number));
    number.map(Duration::from_secs_f64).ok_or_else(|| "write seconds, as in `15` or `0.5`".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Command, FromArgMatches as _};

    const OPERATIONS: &str = include_str!("../../../docs/operations.md");

    fn command() -> Command {
        Options::augment_args(Command::new("limits"))
    }

    /// The limits that these words lead to, and those without any.
    fn with_and_without(words: &[String]) -> [String; 2] {
        let limits = |words: &[String]| {
            let words = std::iter::once("limits").chain(words.iter().map(String::as_str));
            let matches = command().try_get_matches_from(words).unwrap_or_else(|error| panic!("{error}"));
            format!("{:?}", Options::from_arg_matches(&matches).expect("the limits").limits())
        };
        [limits(words), limits(&[])]
    }

    /// What the help tells as the default is the default.
    #[test]
    fn the_help_tells_the_limits_there_are() {
        let mut words = Vec::new();
        for option in command().get_arguments() {
            let help = option.get_help().expect("a sentence").to_string();
            let told = help.split_once("[default: ").and_then(|(_, rest)| rest.strip_suffix(']'));
            let name = option.get_long().expect("a name");
            let told = told.unwrap_or_else(|| panic!("--{name} does not tell its default"));
            words.extend([format!("--{name}"), told.to_owned()]);
        }
        let [told, usual] = with_and_without(&words);
        assert_eq!(told, usual);
        assert_eq!(usual, format!("{:?}", Limits::default()));
    }

    /// Each has its line in the table of `docs/operations.md`, with its default and a reason, and nothing else has.
    #[test]
    fn the_documentation_tells_the_limits_there_are() {
        let rows = OPERATIONS.lines().filter_map(|line| line.strip_prefix("| `--"));
        let mut told = Vec::new();
        let mut words = Vec::new();
        for row in rows {
            let cells: Vec<&str> = row.split('|').map(str::trim).collect();
            let (name, default, reason) = (cells[0].trim_end_matches('`'), cells[1], cells[2]);
            assert!(reason.len() > 20, "--{name} has no reason");
            let value = default.split(' ').next().expect("a number").replace(',', "");
            words.extend([format!("--{name}"), value]);
            told.push(name.to_owned());
        }
        let mut there: Vec<String> =
            command().get_arguments().filter_map(|option| option.get_long().map(str::to_owned)).collect();
        there.sort();
        told.sort();
        assert_eq!(told, there);
        let [told, usual] = with_and_without(&words);
        assert_eq!(told, usual);
    }

    #[test]
    fn rates_and_times_are_understood() {
        assert_eq!(rate("20/100"), Ok(Rate { steady: 20, burst: 100 }));
        assert_eq!(rate("7"), Ok(Rate { steady: 7, burst: 7 }));
        assert!(rate("0/4").is_err() && rate("-1").is_err() && rate("many").is_err());
        assert_eq!(seconds("0.25"), Ok(Duration::from_millis(250)));
        assert!(seconds("0").is_err() && seconds("NaN").is_err() && seconds("soon").is_err());
    }

    #[test]
    fn what_is_left_out_is_as_the_server_has_it() {
        let limits = Options { connections: Some(7), ..Options::default() }.limits();
        assert_eq!((limits.connections, limits.acts), (7, Limits::default().acts));
    }
}
