//! The command line as clap reads it. The comments of fields are the help that users see.

use clap::{Args, Parser, Subcommand, ValueEnum};
use engine::chance::Seed;
use engine::{Eyes, Seat, Side};
use ground::Orientation;
use server::Database;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

/// A digital table for wargames of the American Civil War.
///
/// Without a command it serves the table to browsers: `longroll serve`.
#[derive(Parser, Debug)]
#[command(version, after_help = EXIT_CODES)]
pub struct Arguments {
    /// A folder laid out like the project's `scenarios`: files there go before those built in
    #[arg(long, global = true, value_name = "DIR", env = "LONGROLL_SCENARIOS")]
    pub scenarios: Option<PathBuf>,
    #[command(subcommand)]
    pub command: Option<Command>,
}

const EXIT_CODES: &str = "\
Exit codes:
  0  done, and nothing is wrong
  1  what was checked is wrong: a file has faults, a case failed, a game does not verify
  2  the command is wrong, or something cannot be written

Colour is used on a terminal only, and not at all if NO_COLOR is set.";

#[derive(Subcommand, Debug)]
pub enum Command {
    Serve(Box<Serve>),
    Scenarios(Scenarios),
    Play(Play),
    Map(Map),
    Check(Check),
    Replay(Replay),
    Verify(Verify),
    Case(Case),
    Odds(Odds),
    Backup(Backup),
    Restore(Restore),
    Doctor(Doctor),
    Completions(Completions),
    Man(Man),
}

/// Serve the table to browsers
///
/// Prints its address and, at a terminal, opens the browser. Games are kept in one file; nobody needs an account.
/// `LONGROLL_LOG` says how much is written to the error output: `warn`, `info`, `debug`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll serve
  longroll serve --host 0.0.0.0                     also for the other machines of your network
  longroll serve --port 8080 --data-dir ~/games --no-open
  longroll serve --database postgres://longroll@db/longroll --behind-proxy --public-url https://games.example")]
pub struct Serve {
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value_t = HOST, env = "LONGROLL_HOST")]
    pub host: IpAddr,
    /// The port; 0 takes any that is free
    #[arg(long, default_value_t = PORT, env = "LONGROLL_PORT")]
    pub port: u16,
    #[command(flatten)]
    pub kept: Kept,
    /// Open the browser
    #[arg(long, conflicts_with = "no_open")]
    pub open: bool,
    /// Do not open the browser
    #[arg(long)]
    pub no_open: bool,
    /// A proxy in front says in X-Forwarded-For where requests come from
    #[arg(long, env = "LONGROLL_BEHIND_PROXY")]
    pub behind_proxy: bool,
    /// The address by which players reach it: for links in webhooks, and no other is answered to
    #[arg(long, value_name = "URL", env = "LONGROLL_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Do not tell what is counted under /metrics
    #[arg(long, env = "LONGROLL_NO_METRICS")]
    pub no_metrics: bool,
    /// Show games only to those who play them
    #[arg(long, env = "LONGROLL_NO_WATCHERS")]
    pub no_watchers: bool,
    /// Let webhooks lead to this machine and its own network
    #[arg(long, env = "LONGROLL_PRIVATE_WEBHOOKS")]
    pub private_webhooks: bool,
    /// How the log is written
    #[arg(long, value_enum, default_value_t = LogForm::Text, env = "LONGROLL_LOG_FORM")]
    pub log: LogForm,
    #[command(flatten)]
    pub limits: crate::limits::Options,
}

/// Where games are kept.
#[derive(Args, Debug)]
pub struct Kept {
    /// Where games are kept: a file, or `postgres://…` for several servers at once
    #[arg(long, value_name = "PLACE", env = "LONGROLL_DATABASE", hide_env_values = true, value_parser = place)]
    pub database: Option<Place>,
    /// The folder for the file, if no database is named [default: the system's folder for data]
    #[arg(long, value_name = "DIR", env = "LONGROLL_DATA_DIR", conflicts_with = "database")]
    pub data_dir: Option<PathBuf>,
}

/// What was written as the place of a database, understood or not. It is complained about without being shown: there
/// may be a password in it.
pub type Place = Result<Database, String>;

fn place(text: &str) -> Result<Place, Infallible> {
    Ok(text.parse())
}

const HOST: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// The year of Gettysburg.
pub const PORT: u16 = 1863;

/// Without a command, the environment still counts.
impl Default for Serve {
    fn default() -> Serve {
        #[derive(Parser)]
        struct Alone {
            #[command(flatten)]
            serve: Serve,
        }
        Alone::parse_from(["longroll"]).serve
    }
}

/// How a log is written.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum LogForm {
    /// A line for people
    Text,
    /// A line of JSON for programs
    Json,
}

/// List the scenarios that can be played
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll scenarios
  longroll scenarios --json | jq -r '.[].id'")]
pub struct Scenarios {
    /// Write JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Play a game in the terminal
///
/// Shows the board as text, asks each question in words and lists the answers; answer with a number or in the game's
/// notation (`move 0307`). `help` at the prompt lists what else can be typed: `why` explains a refused answer, `odds`
/// shows what may happen, `undo`, `log`, `look`, `picture`, `save`.
#[derive(Args, Debug, Default)]
#[command(after_help = "\
Examples:
  longroll play                                    choose a scenario, two people at one keyboard
  longroll play crossroads-farm --against random   you are the Union
  longroll play crossroads-farm --against random --side confederate --seed 7
  longroll play --load evening.json                go on with a saved game
  longroll play mcphersons-ridge --watch           a game without you
  longroll play crossroads-farm --seed 7 < moves.txt > transcript.txt")]
pub struct Play {
    /// The scenario: its id, or the path of its file
    pub scenario: Option<String>,
    /// Go on with a game saved before
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Who plays the other side; without it, two people share the keyboard
    #[arg(long, value_name = "OPPONENT")]
    pub against: Option<Opponent>,
    /// The side you play against an opponent [default: union]
    #[arg(long, value_parser = seat, requires = "against")]
    pub side: Option<Seat>,
    /// Let both sides answer at random, and watch
    #[arg(long, conflicts_with_all = ["against", "ask_everything"])]
    pub watch: bool,
    /// Where the dice come from: a number, or 64 hexadecimal digits [default: drawn at random]
    #[arg(long, value_parser = seed, conflicts_with = "load")]
    pub seed: Option<Seed>,
    /// Ask even when there is only one answer
    #[arg(long)]
    pub ask_everything: bool,
}

/// Who may play against a person.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum Opponent {
    /// Answers every question at random
    Random,
}

/// Draw the map of a scenario, a battlefield or a campaign
///
/// A scenario is drawn with the pieces where they stand at the start. The ending of the output file says what is drawn:
/// `.svg`, `.png` or `.txt`; without a file the map is written as text.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll map crossroads-farm
  longroll map gettysburg-july-1 -o map.png
  longroll map gettysburg-july-1 -o bare.svg --no-units --no-numbers
  longroll map scenarios/battlefields/gettysburg-july-1.geojson --hex-yards 125 -o fine.png
  longroll map scenarios/theatres/gettysburg-campaign.toml -o campaign.png")]
pub struct Map {
    /// A scenario (id or file), a battlefield in GeoJSON, or the theatre of a campaign
    pub what: String,
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What to write, if the ending of the file does not say it
    #[arg(long)]
    pub format: Option<Format>,
    /// Battlefields: width of a hex on the ground, in yards from flat side to flat side
    #[arg(long, value_name = "YARDS", default_value_t = 250.0)]
    pub hex_yards: f64,
    /// Battlefields: how the hexes stand
    #[arg(long, value_enum, default_value = "pointy")]
    pub orientation: Stand,
    /// Pictures: width of a hex, in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 64.0)]
    pub hex_pixels: f64,
    /// Leave the hex numbers out
    #[arg(long)]
    pub no_numbers: bool,
    /// Leave the pieces out
    #[arg(long)]
    pub no_units: bool,
    /// Whose eyes see the pieces: all, watcher, union or confederate
    #[arg(long, default_value = "watcher", value_parser = eyes)]
    pub eyes: Eyes<Seat>,
    /// Pictures: write each hex's level into it
    #[arg(long)]
    pub levels: bool,
}

/// What a map is written as.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum Format {
    /// A picture made of lines, for any size
    Svg,
    /// A picture made of pixels
    Png,
    /// Letters and digits
    Text,
}

/// How hexes stand.
#[derive(ValueEnum, Copy, Clone, PartialEq, Eq, Debug)]
pub enum Stand {
    /// A corner to the north
    Pointy,
    /// A side to the north
    Flat,
}

impl From<Stand> for Orientation {
    fn from(stand: Stand) -> Orientation {
        match stand {
            Stand::Pointy => Orientation::PointyTop,
            Stand::Flat => Orientation::FlatTop,
        }
    }
}

/// Check files and list everything that is wrong with them
///
/// Scenarios, cases, battlefields (GeoJSON), orders of battle, arrivals, theatres, maps and records; each file says
/// first what it is. Each fault is shown with its file, its line and what would be right. Arrivals are checked against
/// the order of battle given with them, or the one beside them: `x-arrivals.toml` belongs to `x.toml`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll check my-scenario.toml
  longroll check scenarios/*/*.toml scenarios/battlefields/*.geojson
  longroll check --json evening.json

Exit code 1 if any file has a fault.")]
pub struct Check {
    /// The files
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
    /// Write JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Tell the story of a recorded game
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll replay evening.json
  longroll replay evening.json --to 40 --picture then.png
  longroll replay evening.json --eyes confederate    what that side heard
  longroll replay evening.json --json")]
pub struct Replay {
    /// The record, as `longroll play` saves it
    pub file: PathBuf,
    /// Only so many actions
    #[arg(long, value_name = "N")]
    pub to: Option<usize>,
    /// Who listens: all, watcher, union or confederate
    #[arg(long, default_value = "all", value_parser = eyes)]
    pub eyes: Eyes<Seat>,
    /// Show the board at the end
    #[arg(long, conflicts_with = "json")]
    pub board: bool,
    /// Draw the board at the end: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// The scenario file, if it is not one of those built in
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// Write JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Prove that the dice of a finished game were fair
///
/// Computes everything again: that the seed is the one the table was bound to before the game, every die that came from
/// it, every position on the way, and the outcome.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll verify evening.json && echo fair
  longroll verify older.json --dice with-dice.json  then `docs/fair-dice/check.py with-dice.json` agrees or does not

Exit code 1 if anything does not agree, or the game is not over.")]
pub struct Verify {
    /// The record, as `longroll play` saves it
    pub file: PathBuf,
    /// Write the record with every die as it fell, for checkers that do not know the rules: docs/fair-dice.md
    #[arg(long, value_name = "FILE")]
    pub dice: Option<PathBuf>,
    /// The scenario file, if it is not one of those built in
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// Write JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Run rule cases
///
/// A case is a position, dice, actions and what must follow, in a small TOML file. `docs/cases.md` describes it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll case my-case.toml
  longroll case cases
  longroll case cases/last-full-measure --json

Exit code 1 if a case fails or a file has a fault.")]
pub struct Case {
    /// Files of cases, or folders of them
    #[arg(required = true, value_name = "FILE|DIR")]
    pub files: Vec<PathBuf>,
    /// Name the cases that pass too
    #[arg(long, short)]
    pub verbose: bool,
    /// Write JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Show what may happen: the odds of an action in a recorded game
///
/// The action is carried out under every sequence of dice up to the next decision; what comes of it is counted exactly.
/// Where there are too many sequences they are sampled, and the error is stated.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll odds evening.json                          every answer at the end of the record
  longroll odds evening.json --action 'resolve 0506'
  longroll odds evening.json --at 40 --action roll --json")]
pub struct Odds {
    /// The record, as `longroll play` saves it
    pub file: PathBuf,
    /// The action, in the game's notation; without it, every answer that rolls dice
    #[arg(long, short)]
    pub action: Option<String>,
    /// After so many actions [default: all of the record]
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
    /// Who acts, when both sides must decide
    #[arg(long, value_parser = seat)]
    pub side: Option<Seat>,
    /// The scenario file, if it is not one of those built in
    #[arg(long, value_name = "SCENARIO")]
    pub scenario: Option<String>,
    /// Write JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Copy everything that is kept to a file, while servers run
///
/// The file is a database of its own, whatever it was copied from. It holds the seeds of games that are being played:
/// only its owner can read it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll backup monday.db
  longroll backup /backups/monday.db --database postgres://longroll@db/longroll")]
pub struct Backup {
    /// The file to write; there must be none of that name
    pub to: PathBuf,
    #[command(flatten)]
    pub kept: Kept,
}

/// Bring a backup back to where nothing is kept yet
///
/// A backup of a file can be brought to PostgreSQL, and one of PostgreSQL to a file.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll restore monday.db --data-dir ~/games
  longroll restore monday.db --database postgres://longroll@db/longroll")]
pub struct Restore {
    /// The backup
    pub from: PathBuf,
    #[command(flatten)]
    pub kept: Kept,
}

/// Open every game that is kept, and tell which would not
///
/// A copy is looked at: servers may run, and nothing is changed. Before an upgrade, the new program's doctor tells what
/// would become of the games.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll doctor
  longroll doctor --database monday.db --json | jq '.games[] | select(.opens == \"shown-only\")'

Exit code 1 if a game can only be shown, or does not open at all.")]
pub struct Doctor {
    #[command(flatten)]
    pub kept: Kept,
    /// Write JSON for a program
    #[arg(long)]
    pub json: bool,
}

/// Write a script that completes this program's commands in a shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll completions bash > ~/.local/share/bash-completion/completions/longroll
  longroll completions zsh > ~/.zfunc/_longroll
  longroll completions fish > ~/.config/fish/completions/longroll.fish")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Write the manual page
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  longroll man | man -l -
  longroll man > ~/.local/share/man/man1/longroll.1
  longroll man play | man -l -")]
pub struct Man {
    /// Of this command alone
    pub command: Option<String>,
}

fn seat(text: &str) -> Result<Seat, String> {
    Side::parse(text).map(Seat::called).ok_or_else(|| "write `union` or `confederate`".to_owned())
}

fn eyes(text: &str) -> Result<Eyes<Seat>, String> {
    match text {
        "all" => Ok(Eyes::All),
        "watcher" => Ok(Eyes::Watcher),
        _ => Side::parse(text)
            .map(|name| Eyes::Of(Seat::called(name)))
            .ok_or_else(|| "write `all`, `watcher`, `union` or `confederate`".to_owned()),
    }
}

fn seed(text: &str) -> Result<Seed, String> {
    let number = text.parse::<u64>().map(Seed::from);
    number
        .or_else(|_| text.parse())
        .map_err(|_| "write a whole number, or a seed of 64 hexadecimal digits".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_made() {
        Arguments::command().debug_assert();
    }

    /// The command lines of a text, as a shell would part them: `longroll map x -o y.png`.
    fn command_lines(text: &str) -> Vec<Vec<String>> {
        let lines = text.lines().map(str::trim).filter(|line| line.starts_with("longroll"));
        lines
            .map(|line| {
                // What follows is for the reader, or for another program.
                let line = line.split("  ").next().unwrap_or(line);
                let line = line.split(['|', '<', '>', '#']).next().unwrap_or(line);
                let line = line.split("&&").next().unwrap_or(line);
                let parts = line.split('\'').enumerate();
                parts
                    .flat_map(|(number, part)| match number % 2 {
                        0 => part.split_whitespace().map(str::to_owned).collect(),
                        _ => vec![part.to_owned()],
                    })
                    .collect()
            })
            .collect()
    }

    #[track_caller]
    fn are_understood(text: &str, at_least: usize) {
        let lines = command_lines(text);
        assert!(lines.len() >= at_least, "{lines:?}");
        for line in lines {
            if let Err(error) = Arguments::try_parse_from(&line) {
                panic!("{line:?}: {error}");
            }
        }
    }

    #[test]
    fn the_examples_of_the_help_are_understood() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            are_understood(&help, 1);
        }
    }

    #[test]
    fn the_examples_of_the_documents_are_understood() {
        are_understood(include_str!("../../../README.md"), 7);
        are_understood(include_str!("../../../docs/cases.md"), 1);
    }

    #[test]
    fn seeds_are_numbers_or_in_full() {
        assert_eq!(seed("7"), Ok(Seed::from(7)));
        let full = Seed::from(7).to_string();
        assert_eq!(seed(&full), Ok(Seed::from(7)));
        assert!(seed("seven").unwrap_err().contains("64 hexadecimal digits"));
    }
}
