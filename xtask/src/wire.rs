//! `cargo xtask wire`: what a game costs on the wire.

use crate::args::Args;
use crate::failure::{Failure, Outcome};
use crate::process::{run as run_command, server_example};
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask wire SCENARIO: what a game costs on the wire

Plays a whole game through a real server on loopback, with the optimized program and a socket for each seat, and counts the
bytes that are sent to one seat, packed as they are: for each act in the median and at the 99th part, for the largest page of a
replay, and for the whole game.

  --seed N    other answers (1863)
  --acts N    only the first acts of the game
  --whole     as to a client that cannot put sights together: whole ones, not packed
  --json      ends in one line of JSON with `median`, `p99`, `replay_page` and `game`";

pub fn run(mut args: Args) -> Outcome {
    let flags = ["--json", "--whole"].map(|name| args.flag(name).then_some(name));
    let numbers = [("--seed", args.number::<u64>("--seed")?), ("--acts", args.number::<u64>("--acts")?)];
    let scenarios = args.plain();
    args.finish(HELP)?;
    let [scenario] = &scenarios[..] else {
        return Err(Failure::usage(format!("one scenario is needed\n\n{HELP}")));
    };
    let workspace = Workspace::find()?;
    let mut command = server_example("wire");
    command.arg(scenario).args(flags.into_iter().flatten());
    for (option, number) in numbers {
        if let Some(number) = number {
            command.args([option, &number.to_string()]);
        }
    }
    run_command(command.current_dir(&workspace.root))
}
