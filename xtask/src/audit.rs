//! What the dependencies bring with them: licences, banned crates, where they come from, known advisories.
//!
//! The policy stands in `deny.toml`, which cargo-deny reads too; why the test command does not need that program is
//! told in `docs/decisions/dependency-audit.md`.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::failure::{Failure, Outcome, While};
use crate::fuzz;
use crate::lists::strings;
use crate::process::{capture, cargo, has_cargo_command, run};
use crate::spdx;
use crate::workspace::{Workspace, read};

/// How `Cargo.lock` names the one registry that dependencies may come from.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Checks the dependencies of the workspace and of the fuzz targets; every fault is told at once.
pub fn check(workspace: &Workspace) -> Outcome {
    let policy = Policy::parse(&read(&workspace.root.join("deny.toml"))?)
        .map_err(|failure| Failure::new(format!("deny.toml: {failure}")))?;
    let mut faults = Vec::new();
    let mut packages = BTreeMap::new();
    fuzz::check_lock(workspace)?;
    for manifest in ["Cargo.toml", fuzz::MANIFEST] {
        for package in packages_of(workspace, manifest)? {
            packages.insert((package.name.clone(), package.version.clone()), package);
        }
    }
    for package in packages.values() {
        faults.extend(policy.faults(package));
    }
    let outside = packages.values().filter(|package| package.source.is_some()).count();
    println!("{outside} dependencies checked for licence, ban and source");
    for (name, versions) in several_versions(packages.keys()) {
        println!("note: `{name}` is built in {} versions: {}", versions.len(), versions.join(", "));
    }
    if !faults.is_empty() {
        return Err(Failure::new(faults.join("\n")));
    }
    check_advisories(workspace)
}

/// What is allowed.
struct Policy {
    licences: Vec<String>,
    banned: Vec<String>,
}

#[derive(Debug)]
struct Package {
    name: String,
    version: String,
    licence: Option<String>,
    /// None for a package of this repository.
    source: Option<String>,
}

impl Policy {
    fn parse(text: &str) -> Outcome<Self> {
        Ok(Self { licences: strings(text, "licenses", "allow")?, banned: strings(text, "bans", "deny")? })
    }

    fn faults(&self, package: &Package) -> Vec<String> {
        let mut faults = Vec::new();
        let name = format!("{} {}", package.name, package.version);
        match &package.licence {
            None => faults.push(format!("{name} states no licence")),
            Some(licence) => match spdx::is_satisfied(licence, &self.licences) {
                Ok(true) => {}
                Ok(false) => {
                    faults.push(format!("{name}: the licence `{licence}` is not among those of deny.toml"));
                }
                Err(reason) => {
                    faults.push(format!("{name}: the licence `{licence}` cannot be read: {reason}"));
                }
            },
        }
        if self.banned.contains(&package.name) {
            faults.push(format!(
                "{name} is banned by deny.toml; `cargo tree -i {}` says who wants it",
                package.name
            ));
        }
        if let Some(source) = package.source.as_ref().filter(|source| *source != REGISTRY) {
            faults.push(format!("{name} comes from `{source}`, not from the registry"));
        }
        faults
    }
}

fn packages_of(workspace: &Workspace, manifest: &str) -> Outcome<Vec<Package>> {
    let described = capture(
        cargo()
            .args([
                "metadata",
                "--locked",
                "--all-features",
                "--format-version",
                "1",
                "--manifest-path",
                manifest,
            ])
            .current_dir(&workspace.root),
    )?;
    let described: Value = serde_json::from_str(&described).when(|| "read cargo's metadata".to_owned())?;
    let packages =
        described["packages"].as_array().ok_or_else(|| Failure::new("cargo's metadata has no packages"))?;
    Ok(packages.iter().map(package).collect())
}

fn package(described: &Value) -> Package {
    let field = |name: &str| described[name].as_str().map(str::to_owned);
    Package {
        name: field("name").unwrap_or_default(),
        version: field("version").unwrap_or_default(),
        licence: field("license"),
        source: field("source"),
    }
}

fn several_versions<'a>(
    packages: impl Iterator<Item = &'a (String, String)>,
) -> Vec<(&'a str, Vec<&'a str>)> {
    let mut versions: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, version) in packages {
        versions.entry(name).or_default().push(version);
    }
    versions.into_iter().filter(|(_, versions)| versions.len() > 1).collect()
}

/// Advisories need cargo-deny and its database, which not every machine can reach.
fn check_advisories(workspace: &Workspace) -> Outcome {
    let database = cargo_home().map(|home| home.join("advisory-dbs")).filter(|path| holds_something(path));
    if database.is_none() || !has_cargo_command("deny") {
        println!("advisories skipped: no advisory database on this machine (`cargo deny fetch` gets it)");
        return Ok(());
    }
    run(cargo().args(["deny", "--offline", "check", "advisories"]).current_dir(&workspace.root))
}

fn cargo_home() -> Option<PathBuf> {
    let home = || env::home_dir().map(|home| home.join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home)
}

fn holds_something(directory: &Path) -> bool {
    directory.read_dir().is_ok_and(|mut entries| entries.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::root_for_tests;

    fn faults(licence: Option<&str>, name: &str, source: Option<&str>) -> Vec<String> {
        let policy = Policy { licences: vec!["MIT".into()], banned: vec!["openssl-sys".into()] };
        policy.faults(&Package {
            name: name.into(),
            version: "1.0.0".into(),
            licence: licence.map(str::to_owned),
            source: source.map(str::to_owned),
        })
    }

    #[test]
    fn a_good_dependency_has_no_fault() {
        assert_eq!(faults(Some("MIT OR Apache-2.0"), "serde", Some(REGISTRY)), Vec::<String>::new());
        assert_eq!(faults(Some("MIT"), "engine", None), Vec::<String>::new());
    }

    #[test]
    fn every_fault_of_a_dependency_is_told() {
        let found = faults(Some("GPL-3.0"), "openssl-sys", Some("git+https://example.org/openssl"));
        assert_eq!(
            found,
            [
                "openssl-sys 1.0.0: the licence `GPL-3.0` is not among those of deny.toml",
                "openssl-sys 1.0.0 is banned by deny.toml; `cargo tree -i openssl-sys` says who wants it",
                "openssl-sys 1.0.0 comes from `git+https://example.org/openssl`, not from the registry",
            ]
        );
        assert_eq!(faults(None, "serde", Some(REGISTRY)), ["serde 1.0.0 states no licence"]);
    }

    #[test]
    fn the_policy_is_readable_and_allows_our_own_licences() {
        let policy = Policy::parse(&read(&root_for_tests().join("deny.toml")).unwrap()).unwrap();
        for ours in ["MIT", "Apache-2.0"] {
            assert!(policy.licences.iter().any(|licence| licence == ours), "{ours}");
        }
        assert!(!policy.banned.is_empty());
    }

    #[test]
    fn packages_in_several_versions_are_found() {
        let packages =
            [("a", "1.0.0"), ("b", "1.0.0"), ("b", "2.0.0")].map(|(n, v)| (n.to_owned(), v.to_owned()));
        assert_eq!(several_versions(packages.iter()), [("b", vec!["1.0.0", "2.0.0"])]);
    }
}
