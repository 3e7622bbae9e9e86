//! What is wrong with a file a person wrote, where, and what would be right.
//!
//! A checker reads a [`Source`], adds every fault it finds to a [`Faults`], and hands back either the checked
//! value or all of them at once:
//!
//! ```
//! use faults::{Faults, Source, did_you_mean, read_toml};
//! use serde::Deserialize;
//! use toml::Spanned;
//!
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Battery {
//!     gun: Spanned<String>,
//!     guns: Spanned<u32>,
//! }
//!
//! const GUNS: [&str; 2] = ["12lb Napoleon", "3-inch rifle"];
//!
//! fn check(source: &Source) -> Result<u32, Faults> {
//!     let battery: Battery = read_toml(source)?;
//!     let mut faults = Faults::new(source);
//!     if !GUNS.contains(&battery.gun.get_ref().as_str()) {
//!         faults
//!             .add(&battery.gun, format!("unknown gun `{}`", battery.gun.get_ref()))
//!             .hint(did_you_mean(battery.gun.get_ref(), GUNS).unwrap_or("use a gun of the list"));
//!     }
//!     if *battery.guns.get_ref() == 0 {
//!         faults.add(&battery.guns, "a battery has at least one gun");
//!     }
//!     faults.into_result(*battery.guns.get_ref())
//! }
//!
//! let source = Source::new("battery.toml", "gun = \"3-inch riffle\"\nguns = 0\n");
//! let faults = check(&source).unwrap_err();
//! assert_eq!(faults.len(), 2);
//! assert_eq!(
//!     faults.to_string().lines().next(),
//!     Some("error: unknown gun `3-inch riffle`"),
//! );
//! assert_eq!(faults.located()[1].line, Some(2));
//! ```
//!
//! A value that needs several files collects their faults in a [`Report`]. Lines that a person writes in a language of
//! their own are read by [`Words`], so that a fault names the word and not only the line.

mod fault;
mod head;
mod library;
mod line;
mod mend;
mod read;
mod render;
mod report;
mod source;
mod words;

pub use fault::{Fault, Faults, Line, Located, Span};
pub use head::Head;
pub use library::{Kept, Library, Notes, Shelf};
pub use line::{Text, Texts, Word, Words};
pub use read::{Reading, read_toml, read_toml_leniently};
pub use report::Report;
pub use source::{Position, Source};
pub use words::{did_you_mean, list};
