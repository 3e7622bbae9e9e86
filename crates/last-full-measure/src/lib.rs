//! Placeholder header; see the crate description.
