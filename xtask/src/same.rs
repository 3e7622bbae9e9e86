//! `cargo xtask same`: two versions of the program play the same random games.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::args::Args;
use crate::clock::Stopwatch;
use crate::failure::{Failure, Outcome, While};
use crate::games::{Soak, chosen, soak_of, soaks};
use crate::process::run as run_command;
use crate::workspace::{Workspace, read};

pub const HELP: &str = "\
cargo xtask same --base REVISION: two versions of the program play the same random games

Builds the program as it is in the working tree and as it was at REVISION, in a checkout of its own below the target
directory. Both play random games with the same numbers. What is compared is what players see: every question, every answer
in order of the alphabet, the one that was given, and everything that came of it in words and sums; not how a state is kept.
Where a game differs, the first line that does is shown.

  --base REVISION  the version to compare with
  --scenario ID    only this scenario (may be repeated)
  --games N        so many games of each (3000 of a small scenario, 300 of a large one)
  --first N        the number of the first game (0)";

pub fn run(mut args: Args) -> Outcome {
    let base = args.value("--base")?;
    let games = args.number::<u64>("--games")?;
    let first = args.number::<u64>("--first")?.unwrap_or(0);
    let wanted = args.values("--scenario")?;
    args.finish(HELP)?;
    let base = base.ok_or_else(|| Failure::usage(format!("`--base` is missing\n\n{HELP}")))?;

    let workspace = Workspace::find()?;
    let old = checkout(&workspace, &base)?;
    let mut differ = Vec::new();
    let soaks = chosen(soaks(&workspace.root)?, &wanted)?;
    for soak in soaks.iter().filter(|soak| soak.compared > 0) {
        let watch = Stopwatch::start();
        let pair = Pair { soak, old: &old, workspace: &workspace };
        let games = games.unwrap_or(soak.compared);
        match pair.first_difference(first, games)? {
            None => println!("{}: {games} games are the same, after {}", soak.scenario, watch.read()),
            Some(game) => {
                println!("{}: game {game} differs\n{}", soak.scenario, pair.difference(game)?);
                differ.push(soak.scenario.as_str());
            }
        }
    }
    match differ[..] {
        [] => Ok(()),
        _ => Err(Failure::new(format!("games of {} differ", differ.join(", ")))),
    }
}

/// The tree at a revision, checked out below the target directory, where it is built and stays for the next time.
fn checkout(workspace: &Workspace, base: &str) -> Outcome<PathBuf> {
    let path = workspace.target.join("same").join("base");
    if path.exists() {
        run_command(Command::new("git").args(["checkout", "--quiet", "--detach", base]).current_dir(&path))?;
    } else {
        let add = ["worktree", "add", "--quiet", "--force", "--detach"];
        run_command(Command::new("git").args(add).arg(&path).arg(base).current_dir(&workspace.root))?;
    }
    Ok(path)
}

struct Pair<'a> {
    soak: &'a Soak,
    old: &'a Path,
    workspace: &'a Workspace,
}

impl Pair<'_> {
    fn first_difference(&self, first: u64, games: u64) -> Outcome<Option<u64>> {
        let [old, new] = self.both("SOAK_TRUTH", first, games)?;
        Ok(old.lines().zip(new.lines()).position(|(old, new)| old != new).map(|at| first + at as u64))
    }

    /// The first line in which a game differs, and the question before it.
    fn difference(&self, game: u64) -> Outcome<String> {
        let [old, new] = self.both("SOAK_STORY", game, 1)?;
        Ok(first_difference(&old, &new))
    }

    /// What both versions write into the file that the variable names.
    fn both(&self, variable: &str, first: u64, games: u64) -> Outcome<[String; 2]> {
        let folder = self.workspace.fresh_directory("same/games")?;
        let mut texts = [const { String::new() }; 2];
        for (text, (name, root)) in
            texts.iter_mut().zip([("old", self.old), ("new", self.workspace.root.as_path())])
        {
            let file = folder.join(name);
            let mut command = soak_of(self.soak, root);
            command
                .env(variable, &file)
                .env("SOAK_GAMES", games.to_string())
                .env("SOAK_FIRST", first.to_string())
                // Each tree has its own target directory: what is built of one is not taken for the other's.
                .env_remove("CARGO_TARGET_DIR");
            run_command(&mut command)?;
            *text = read(&file)?;
        }
        fs::remove_dir_all(&folder).when(|| format!("remove `{}`", folder.display()))?;
        Ok(texts)
    }
}

fn first_difference(old: &str, new: &str) -> String {
    let (mut left, mut right) = (old.lines(), new.lines());
    let mut question = "";
    let mut number = 0;
    loop {
        number += 1;
        match (left.next(), right.next()) {
            (None, None) => return "the stories are the same".to_owned(),
            (one, other) if one == other => {
                question = one.filter(|line| !line.starts_with("  ")).unwrap_or(question);
            }
            (one, other) => {
                let shown = |line: Option<&str>| line.unwrap_or("(it is over)").to_owned();
                return format!(
                    "  line {number}, after: {question}\n  old: {}\n  new: {}",
                    shown(one),
                    shown(other)
                );
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_that_differs_is_shown() {
        let difference = first_difference("union who?\n> pick A\n  1 a\n", "union who?\n> pick A\n  1 b\n");
        assert_eq!(difference, "  line 3, after: > pick A\n  old:   1 a\n  new:   1 b");
        assert!(first_difference("a\n", "a\nb\n").contains("old: (it is over)"));
    }
}
