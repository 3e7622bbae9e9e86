//! The table for people who do not share a screen.

pub mod wire;
