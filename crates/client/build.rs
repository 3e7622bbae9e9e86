//! Builds the browser client with Node, if anything of it has changed, and writes the table of its files that the crate
//! embeds.
//!
//! `npm ci` runs only when the lock file differs from the one `node_modules` was made from; nothing that is built stays
//! in the source tree. Set `LONGROLL_CLIENT=off` to build without Node: the program then carries a page that says so.

use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

/// What the client is made of. The folder as a whole is not named: `node_modules` would make every build a new one.
const SOURCES: [&str; 8] = [
    "src",
    "public",
    "scripts/compress.mjs",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
];

/// Switches the client off.
const SWITCH: &str = "LONGROLL_CLIENT";

/// The oldest Node that Vite 8 runs on.
const NODE: (u32, u32) = (20, 19);

/// npm says why in its first lines, and then how it is used.
const LINES_SHOWN: usize = 12;

const PLACEHOLDER: &str = "<!doctype html>\n<html lang=\"en\">\n<title>Long Roll</title>\n<h1>Long Roll</h1>\n\
    <p>This program was built without its browser client (<code>LONGROLL_CLIENT=off</code>). Its API is described at \
    <a href=\"/api/v1/openapi.json\">/api/v1/openapi.json</a>.</p>\n</html>\n";

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(trouble) => {
            for line in trouble.lines().filter(|line| !line.trim().is_empty()) {
                println!("cargo::error={line}");
            }
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<(), String> {
    let out = PathBuf::from(variable("OUT_DIR")?);
    let dist = out.join("dist");
    make(&dist)?;
    let table = table(&dist).map_err(|error| format!("{}: {error}", dist.display()))?;
    fs::write(out.join("files.rs"), table).map_err(|error| format!("{}: {error}", out.display()))
}

/// Makes the files of the client, or a page in their stead.
fn make(dist: &Path) -> Result<(), String> {
    let web = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../web");
    println!("cargo::rerun-if-env-changed={SWITCH}");
    println!("cargo::rerun-if-changed=build.rs");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    if std::env::var(SWITCH).is_ok_and(|value| value == "off") {
        return placeholder(dist).map_err(|error| format!("{}: {error}", dist.display()));
    }
    check_node()?;
    // Debug and release builds, or two people's cargo, may come here at the same time; dropping the file unlocks it.
    let lock = web.join(".build-lock");
    let file = File::create(&lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    file.lock().map_err(|error| format!("{}: {error}", lock.display()))?;
    install(&web)?;
    npm(&web, &["run", "build", "--", "--outDir", &dist.display().to_string(), "--emptyOutDir"])
}

fn variable(name: &str) -> Result<String, String> {
    std::env::var(name).map_err(|_| format!("cargo did not set {name}"))
}

fn placeholder(dist: &Path) -> io::Result<()> {
    if dist.exists() {
        fs::remove_dir_all(dist)?;
    }
    fs::create_dir_all(dist)?;
    fs::write(dist.join("index.html"), PLACEHOLDER)
}

fn check_node() -> Result<(), String> {
    let (major, minor) = NODE;
    let remedy = format!(
        "install Node {major}.{minor} or newer (https://nodejs.org), or set {SWITCH}=off to build without the client"
    );
    let said = Command::new("node").arg("--version").output();
    let version = match &said {
        Ok(Output { status, stdout, .. }) if status.success() => {
            String::from_utf8_lossy(stdout).trim().to_owned()
        }
        _ => return Err(format!("the browser client is built with Node, which was not found\n{remedy}")),
    };
    let mut numbers = version.trim_start_matches('v').split('.').map(|number| number.parse().unwrap_or(0));
    let found = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found < NODE {
        return Err(format!(
            "the browser client needs Node {major}.{minor}, and this is {version}\n{remedy}"
        ));
    }
    Ok(())
}

/// Installs what the lock file names, unless that is what is there.
fn install(web: &Path) -> Result<(), String> {
    let wanted = web.join("package-lock.json");
    let made_from = web.join("node_modules/.made-from.json");
    let lock = fs::read(&wanted).map_err(|error| format!("{}: {error}", wanted.display()))?;
    if fs::read(&made_from).is_ok_and(|made_from| made_from == lock) {
        return Ok(());
    }
    npm(web, &["ci", "--no-audit", "--no-fund"])?;
    fs::write(&made_from, lock).map_err(|error| format!("{}: {error}", made_from.display()))
}

fn npm(web: &Path, words: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let command = format!("`npm {}` in {}", words.join(" "), web.display());
    let output = Command::new(program).args(words).current_dir(web).output();
    let output = output.map_err(|error| format!("{command} did not start: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said =
        [output.stderr, output.stdout].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).take(LINES_SHOWN).collect();
    Err(format!("{command} failed:\n{}", lines.join("\n")))
}

/// The files as a Rust expression: path, hash, and the bytes as they are, by Brotli and by gzip; sorted by path.
fn table(dist: &Path) -> io::Result<String> {
    let mut paths = Vec::new();
    collect(dist, "", &mut paths)?;
    paths.sort();
    let mut text = String::from("&[\n");
    for path in paths.iter().filter(|path| !path.ends_with(".br") && !path.ends_with(".gz")) {
        let hash = Sha256::digest(fs::read(dist.join(path))?);
        let hash: String = hash.iter().take(16).map(|byte| format!("{byte:02x}")).collect();
        let include = |path: &str| format!("include_bytes!({:?})", dist.join(path).display().to_string());
        let twin = |ending: &str| match format!("{path}.{ending}") {
            twin if paths.binary_search(&twin).is_ok() => format!("Some({})", include(&twin)),
            _ => "None".to_owned(),
        };
        let (plain, brotli, gzip) = (include(path), twin("br"), twin("gz"));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "({path:?}, {hash:?}, {plain}, {brotli}, {gzip}),");
    }
    text.push_str("]\n");
    Ok(text)
}

/// The paths of all files in a folder and the folders in it, with slashes.
fn collect(folder: &Path, prefix: &str, paths: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        match entry.file_type()?.is_dir() {
            true => collect(&entry.path(), &format!("{path}/"), paths)?,
            false => paths.push(path),
        }
    }
    Ok(())
}
