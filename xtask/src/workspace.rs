//! Where things are.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::failure::{Failure, Outcome, While};
use crate::process;

/// The checked-out repository.
pub struct Workspace {
    pub root: PathBuf,
    /// Cargo's target directory; everything that is made goes below it.
    pub target: PathBuf,
}

impl Workspace {
    /// The workspace this program was built from.
    pub fn find() -> Outcome<Self> {
        let manifest = env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
        let root = Path::new(&manifest).parent().map(Path::to_path_buf);
        let root = root.ok_or_else(|| Failure::new("xtask's own folder has no parent"))?;
        let described = process::capture(
            process::cargo().args(["metadata", "--no-deps", "--format-version", "1"]).current_dir(&root),
        )?;
        let described: Value =
            serde_json::from_str(&described).when(|| "read cargo's metadata".to_owned())?;
        let target = described["target_directory"].as_str();
        let target = target.ok_or_else(|| Failure::new("cargo's metadata names no target directory"))?;
        Ok(Self { target: PathBuf::from(target), root })
    }

    /// A path below the root, as people read it.
    pub fn relative<'a>(&self, path: &'a Path) -> std::path::Display<'a> {
        path.strip_prefix(&self.root).unwrap_or(path).display()
    }

    /// An empty directory below the target directory.
    pub fn fresh_directory(&self, name: &str) -> Outcome<PathBuf> {
        let path = self.target.join(name);
        if path.exists() {
            fs::remove_dir_all(&path).when(|| format!("empty `{}`", path.display()))?;
        }
        fs::create_dir_all(&path).when(|| format!("make `{}`", path.display()))?;
        Ok(path)
    }
}

/// Reads a text file, or says which one cannot be read.
pub fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).when(|| format!("read `{}`", path.display()))
}

/// The entries of a directory, by name.
pub fn entries(directory: &Path) -> Outcome<Vec<PathBuf>> {
    let listed = fs::read_dir(directory).when(|| format!("list `{}`", directory.display()))?;
    let mut paths = Vec::new();
    for entry in listed {
        paths.push(entry.when(|| format!("list `{}`", directory.display()))?.path());
    }
    paths.sort();
    Ok(paths)
}

/// The root of the repository, for tests that read the real files.
#[cfg(test)]
pub fn root_for_tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask stands in the workspace").to_path_buf()
}
