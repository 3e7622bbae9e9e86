//! `cargo xtask soak`: the server under load, and killed under load.

use crate::args::Args;
use crate::failure::{Failure, Outcome};
use crate::process::{run as run_command, server_example};
use crate::setup;
use crate::workspace::Workspace;

pub const HELP: &str = "\
cargo xtask soak: the server under load, and killed under load

Many games at once on loopback, two sockets each, random legal play at a stated rate, with the optimized program: first on SQLite,
then on PostgreSQL with two server processes and the players of each game on different ones. Shows acts a second, how long it takes
from a click to the other side's screen, and memory. In the end every acknowledged act must be kept with the answer that was given,
and every game must replay to the state its snapshot leads to.

  --faults          kill a server again and again, and between two kills: a full disk, dead lines to the database, a
                    database that is stopped, one address that holds 1,100 connections; whoever was cut off comes back
                    and asks again; half-way, all servers come back with rules of another version
  --kills N         with --faults: until so many servers have been killed on each database
  --watchers N      so many strangers look back at games all the time, whole replays: nobody who plays waits for them
  --steady          memory in the end is to be within a tenth of what it was after a twelfth of the time: with
                    `--seconds 3600`, of what it was after five minutes
  --stored N        nobody plays: how long a server takes to start on so many games, and to list them
  --database NAME   only `sqlite`, or only `postgres`
  --scenario ID     what is played (crossroads-farm)
  --games N         so many games at once (1000)
  --rate N          acts a second in all (1000)
  --seconds N       for so long (30)
  --climb           again and again, each time at a higher rate, while what is done is seen within a tenth of a second
  --whole           the players are sent whole sights, not packed";

const DATABASES: [&str; 2] = ["sqlite", "postgres"];

pub fn run(mut args: Args) -> Outcome {
    let faults = args.flag("--faults");
    let climb = args.flag("--climb");
    let whole = args.flag("--whole");
    let steady = args.flag("--steady");
    let database = args.value("--database")?;
    let mut words: Vec<String> = Vec::new();
    if let Some(scenario) = args.value("--scenario")? {
        words.extend(["--scenario".to_owned(), scenario]);
    }
    for option in ["--games", "--rate", "--seconds", "--kills", "--stored", "--watchers"] {
        if let Some(number) = args.number::<u32>(option)? {
            words.extend([option.to_owned(), number.to_string()]);
        }
    }
    args.finish(HELP)?;
    if let Some(name) = database.as_ref().filter(|name| !DATABASES.contains(&name.as_str())) {
        return Err(Failure::usage(format!("no database `{name}`; there are {}", DATABASES.join(" and "))));
    }
    for (wanted, word) in [(faults, "--faults"), (climb, "--climb"), (whole, "--whole"), (steady, "--steady")]
    {
        words.extend(wanted.then(|| word.to_owned()));
    }

    let workspace = Workspace::find()?;
    for name in DATABASES.iter().filter(|name| database.as_deref().is_none_or(|wanted| wanted == **name)) {
        println!("── {name}");
        let mut command = server_example("soak");
        command.args(&words).current_dir(&workspace.root);
        if *name == "postgres" {
            setup::postgres()?;
            command.arg("--postgres");
        }
        run_command(&mut command)?;
    }
    Ok(())
}
