//! Tests of loading: the scenarios built in, the faults of wrong files, and the ledger's rows on files.

mod scenarios;
