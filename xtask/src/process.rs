//! Other programs: shown before they run, and their failure put into words.

use std::env;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::failure::{Failure, Outcome, While};

/// The cargo that started this program.
pub fn cargo() -> Command {
    Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// An example of the server, built for speed; what is added goes to the example.
pub fn server_example(name: &str) -> Command {
    let mut command = cargo();
    command.args(["run", "--release", "--locked", "--quiet", "--package", "server", "--example", name, "--"]);
    command
}

/// Runs a command in sight of the person: its line first, then what it prints.
pub fn run(command: &mut Command) -> Outcome {
    eprintln!("$ {}", line(command));
    let status = command.status().when(|| format!("start `{}`", name(command)))?;
    if status.success() {
        Ok(())
    } else {
        Err(Failure::new(format!("`{}` failed ({status})", line(command))))
    }
}

/// Runs a command and hands back what it printed; its complaints are shown.
pub fn capture(command: &mut Command) -> Outcome<String> {
    let output = command.stderr(Stdio::inherit()).output().when(|| format!("start `{}`", name(command)))?;
    if !output.status.success() {
        return Err(Failure::new(format!("`{}` failed ({})", line(command), output.status)));
    }
    String::from_utf8(output.stdout).when(|| format!("read what `{}` printed", line(command)))
}

/// Prints a report; a reader that has seen enough, such as `head`, may leave.
pub fn show(report: &str) {
    let _ = io::stdout().write_all(report.as_bytes());
}

/// Whether a command runs and succeeds, without showing anything.
pub fn succeeds(command: &mut Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}

/// Whether `cargo NAME` exists.
pub fn has_cargo_command(name: &str) -> bool {
    succeeds(cargo().args([name, "--version"]))
}

/// Whether a program answers to `--version`.
pub fn has_program(name: &str) -> bool {
    succeeds(Command::new(name).arg("--version"))
}

/// The command as a person would type it.
fn line(command: &Command) -> String {
    let mut words = vec![name(command)];
    words.extend(command.get_args().map(|word| quoted(&word.to_string_lossy())));
    words.join(" ")
}

fn name(command: &Command) -> String {
    let program = Path::new(command.get_program());
    program.file_name().map_or_else(String::new, |name: &OsStr| name.to_string_lossy().into_owned())
}

fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.to_owned() } else { format!("'{word}'") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("/usr/lib/toolchain/cargo");
        command.args(["nextest", "run", "-E", "test(a b)"]);
        assert_eq!(line(&command), "cargo nextest run -E 'test(a b)'");
    }
}
